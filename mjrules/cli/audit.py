"""``mjrules audit``: what is wrong in documents, by themselves, with each other and with a rule set."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from mjrules.cli import annotate as copies
from mjrules.cli import baseline as known_discrepancies
from mjrules.cli import exits, options, rebuilding
from mjrules.cli.inputs import announce, find_inputs, line_titles, read_inputs, titles, without_path
from mjrules.cli.output import emit, make_folder, paper, refuse_to_overwrite
from mjrules.cli.speaking import Command, language_of, say
from mjrules.render.reading import message_text

if TYPE_CHECKING:
    from mjrules.audit.model import Audit, Unreadable
    from mjrules.claims import Source
    from mjrules.rulesets import RuleSet
    from mjrules.universe.progress import Progress

_REPORTS = ("md", "json", "html")


@click.command("audit", cls=Command)
@options.paths
@options.ruleset_option(default="gb1998")
@click.option("--with-bundled", is_flag=True)
@click.option("--all", "everything", is_flag=True)
@options.format_option(("text", "json", "md", "html", "sarif"))
@click.option("--baseline", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--write-baseline", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--explain", metavar="CODE")
@options.output
@click.option("--write-reports", "reports", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--annotate", metavar="OUT", type=click.Path(path_type=Path))
@click.option("--rebuild", is_flag=True, hidden=True)
@options.lang
@click.pass_context
def command(
    ctx: click.Context,
    paths: tuple[str, ...],
    ruleset: RuleSet | None,
    with_bundled: bool,
    everything: bool,
    format_: str,
    baseline: Path | None,
    write_baseline: Path | None,
    explain: str | None,
    output: Path | None,
    reports: Path | None,
    annotate: Path | None,
    rebuild: bool,
) -> int:
    lang = language_of(ctx)
    if rebuild:
        return _rebuild(lang)
    if explain is not None:
        return _explain(explain, output, ctx)
    written = {form: reports / f"audit.{form}" for form in _REPORTS} if reports else {}
    inputs = find_inputs(paths, lang, with_bundled=with_bundled or everything, with_sheets=everything)
    annotated = copies.planned(inputs, paths, annotate, lang) if annotate else ()
    outputs = [*written.values(), *(each.to for each in annotated), *filter(None, [output, write_baseline])]
    refuse_to_overwrite(outputs, [*(i.file for i in inputs), baseline], lang)
    known = known_discrepancies.read(baseline, lang) if baseline else None
    found = read_inputs(inputs, lang)
    if not found.read and format_ != "json":
        return exits.FAILED
    announce(found.read, lang)

    from mjrules.audit import audit

    result = audit(found.read, ruleset, titles(inputs, lang), lang, line_titles(lang))
    result = msgspec.structs.replace(result, unreadable=tuple(_unreadable(each, lang) for each in found.unread))
    if write_baseline and found.read:
        known_discrepancies.write(result, known, write_baseline, lang)
    if known and baseline:
        result = known_discrepancies.only_new(result, known, baseline, lang)
    if not found.read:
        # No report of nothing; but a program that reads the JSON learns what was wrong with every document.
        emit(_render("json", result, (), ruleset, lang, output), output, lang)
        return exits.FAILED
    if reports:
        make_folder(reports, lang)
    for form, path in written.items():
        emit(_render(form, result, found.read, ruleset, lang, path), path, lang)
    emit(_render(format_, result, found.read, ruleset, lang, output), output, lang)
    copied = copies.write(annotated, result, annotate, lang) if annotate else exits.DONE
    return max(copied, found.exit_code, exits.FOUND if result.discrepancies else exits.DONE)


def _unreadable(source: Source, lang: str) -> Unreadable:
    from mjrules.audit.model import Unreadable

    [message] = source.messages
    return Unreadable(source.path, message.code, without_path(message_text(message, lang), source.path))


def _render(
    form: str, result: Audit, sources: Sequence[Source], ruleset: RuleSet | None, lang: str, output: Path | None
) -> str:
    if form == "json":
        from mjrules.render.json import audit_json

        return audit_json(result)
    if form == "html":
        from mjrules.render.html import html_report

        return html_report(result, sources, ruleset, lang)
    if form == "md":
        from mjrules.render.markdown import markdown_report

        return markdown_report(result, sources, ruleset, lang)
    if form == "sarif":
        from mjrules.render.sarif import audit_sarif

        return audit_sarif(result, lang)
    from mjrules.render.terminal import audit_text

    return audit_text(result, paper(lang, output))


def _explain(code: str, output: Path | None, ctx: click.Context) -> int:
    """``--explain``: what a code means; no document is read."""
    from mjrules.audit.codes import codes
    from mjrules.render.terminal import code_text

    lang = language_of(ctx)
    if code not in codes():
        raise click.UsageError(say("unknown-code", lang, code=code, known=", ".join(codes())), ctx)
    emit(code_text(code, paper(lang, output)), output, lang)
    return exits.DONE


def _rebuild(lang: str) -> int:
    """``--rebuild``: the file of what verdicts look up made anew, with all that the bundled sources make one ask."""
    from mjrules.audit.statements import gather
    from mjrules.audit.verdicts import amounts, counting, known, making
    from mjrules.audit.verdicts.examples import questions
    from mjrules.audit.verdicts.together import written

    sources = read_inputs(find_inputs((), lang, with_bundled=True, with_sheets=True), lang).read
    asked = {written(fans) for fans in questions(gather(sources, None))}

    def make(progress: Progress) -> bytes:
        return making.written(making.made(asked, progress))

    def count(progress: Progress) -> bytes:
        return counting.written(counting.made(progress))

    rebuilding.rebuild(known.FILE, make, "audit-deciding", lang)
    return rebuilding.rebuild(amounts.FILE, count, "audit-counting", lang)
