"""``mjrules audit``: what is wrong in documents, by themselves, with each other and with a rule set."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from mjrules.cli import exits, options
from mjrules.cli.inputs import announce, find_inputs, line_titles, read_inputs, titles, without_path
from mjrules.cli.output import emit, make_folder, paper, refuse_to_overwrite
from mjrules.cli.speaking import Command, language_of, say
from mjrules.errors import RulesError
from mjrules.render.terminal import message_text

if TYPE_CHECKING:
    from mjrules.audit.model import Audit, Unreadable
    from mjrules.claims import Source
    from mjrules.rulesets import RuleSet

_REPORTS = ("md", "json", "html")


@click.command("audit", cls=Command)
@options.paths
@options.ruleset_option(default="gb1998")
@click.option("--with-bundled", is_flag=True)
@click.option("--all", "everything", is_flag=True)
@options.format_option(("text", "json", "md", "html", "sarif"))
@click.option("--baseline", metavar="FILE", type=click.Path(path_type=Path))
@options.output
@click.option("--write-reports", "reports", metavar="DIR", type=click.Path(path_type=Path))
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
    output: Path | None,
    reports: Path | None,
) -> int:
    lang = language_of(ctx)
    written = {form: reports / f"audit.{form}" for form in _REPORTS} if reports else {}
    inputs = find_inputs(paths, lang, with_bundled=with_bundled or everything, with_sheets=everything)
    refuse_to_overwrite([*written.values(), *filter(None, [output])], [*(i.file for i in inputs), baseline], lang)
    known = _read_baseline(baseline, lang) if baseline else None
    found = read_inputs(inputs, lang)
    if not found.read and format_ != "json":
        return exits.FAILED
    announce(found.read, lang)

    from mjrules.audit import audit

    result = audit(found.read, ruleset, titles(inputs, lang), lang, line_titles(lang))
    result = msgspec.structs.replace(result, unreadable=tuple(_unreadable(each, lang) for each in found.unread))
    if known:
        result = _only_new(result, known)
    if not found.read:
        # No report of nothing; but a program that reads the JSON learns what was wrong with every document.
        emit(_render("json", result, (), ruleset, lang, output), output, lang)
        return exits.FAILED
    if reports:
        make_folder(reports, lang)
    for form, path in written.items():
        emit(_render(form, result, found.read, ruleset, lang, path), path, lang)
    emit(_render(format_, result, found.read, ruleset, lang, output), output, lang)
    return max(found.exit_code, exits.FOUND if result.discrepancies else exits.DONE)


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


def _read_baseline(path: Path, lang: str) -> Audit:
    from mjrules.audit.model import Audit

    try:
        return msgspec.json.decode(path.read_bytes(), type=Audit)
    except OSError as error:
        reason = error.strerror or str(error)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        reason = str(error)
    raise RulesError(say("bad-baseline", lang, path=path, reason=reason))


def _only_new(result: Audit, known: Audit) -> Audit:
    from mjrules.audit.baseline import new_discrepancies

    return msgspec.structs.replace(result, discrepancies=new_discrepancies(result, known))
