"""``mjrules table``: the fan table, regenerated from what the sources state, and rule sets checked against it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mjrules import texts
from mjrules.cli import exits, options
from mjrules.cli.inputs import Input, announce, find_inputs, read_inputs, short_path
from mjrules.cli.output import emit, refuse_to_overwrite, warn
from mjrules.cli.speaking import Command, language_of

if TYPE_CHECKING:
    from mjrules.claims import Source
    from mjrules.render.table import Format
    from mjrules.render.why import Checked
    from mjrules.rulesets import RuleSet

_CHECK_FORMATS = ("md", "json")
"""What ``--check`` prints: lines, which are Markdown too, and JSON."""
_MARK = "\ufeff"
"""Without it Excel takes a CSV file for text in the system's own encoding. Programs that read standard output do not
want it."""


@click.command("table", cls=Command)
@options.paths
@options.ruleset_option(default=options.NO_RULESET)
@click.option("--all", "everything", is_flag=True)
@click.option("--check", is_flag=True)
@options.format_option(("md", "json", "csv", "xlsx", "html", "docx"))
@options.output
@options.lang
@click.pass_context
def command(
    ctx: click.Context,
    paths: tuple[str, ...],
    ruleset: RuleSet | None,
    everything: bool,
    check: bool,
    format_: Format,
    output: Path | None,
) -> int:
    lang = language_of(ctx)
    if check and format_ not in _CHECK_FORMATS:
        raise click.UsageError(texts.say("table", "check-format", lang, format=format_), ctx)
    rulesets = _to_check(ctx, ruleset) if check else []
    inputs = find_inputs(paths, lang, with_bundled=everything, with_sheets=everything or (check and not paths))
    inputs = _with_own(inputs, rulesets)
    refuse_to_overwrite([output] if output else [], [each.file for each in inputs], lang)
    found = read_inputs(inputs, lang)
    if not found.read:
        return found.exit_code
    announce(found.read, lang)
    if check:
        return max(found.exit_code, _check(found.read, rulesets, format_, output, lang))

    from mjrules.render.table import canonical_table, write

    content = write(canonical_table(found.read, ruleset), format_, lang)
    if format_ == "csv" and output and isinstance(content, str):
        content = _MARK + content
    emit(content, output, lang)
    return found.exit_code


def _to_check(ctx: click.Context, ruleset: RuleSet | None) -> list[RuleSet]:
    """The rule set asked for; every one there is where none is named."""
    from mjrules import rulesets

    if ruleset:
        return [ruleset]
    if ctx.get_parameter_source("ruleset") is not click.core.ParameterSource.DEFAULT:
        raise click.UsageError(texts.say("table", "check-rulesets", language_of(ctx)), ctx)
    return [rulesets.load(id) for id in rulesets.available()]


def _with_own(inputs: Sequence[Input], rulesets: Sequence[RuleSet]) -> tuple[Input, ...]:
    """The inputs, and the sheets that speak for the editions to be checked: without them nothing is regenerated."""
    from mjrules import catalog, rulings

    wanted = {id for ruleset in rulesets for id in rulings.editions().get(ruleset.id, ())}
    missing = [sheet.id for sheet in catalog.sheets() if sheet.id in wanted.difference(each.id for each in inputs)]
    return (*inputs, *(Input(id, short_path(catalog.sheet_path(id)), id) for id in missing))


def _check(sources: Sequence[Source], rulesets: Sequence[RuleSet], format_: str, output: Path | None, lang: str) -> int:
    """Print where the rule sets and the regenerated tables part; 1 where they do anywhere."""
    from mjrules.render.json import pretty
    from mjrules.render.why import Check, check_lines, summary

    checks = [_checked(sources, ruleset) for ruleset in rulesets]
    if format_ == "json":
        emit(pretty(Check(tuple(checks))), output, lang)
    else:
        emit("".join(f"- {line}\n" for each in checks for line in check_lines(each, lang)), output, lang)
    for each in checks:
        warn(summary(each, lang))
    return exits.FOUND if any(each.parted for each in checks) else exits.DONE


def _checked(sources: Sequence[Source], ruleset: RuleSet) -> Checked:
    from mjrules.audit.canon import canon, parted
    from mjrules.render.why import checked
    from mjrules.rulesets.editions import line_of

    found = canon(sources, ruleset)
    return checked(found, parted(found, ruleset, partial(line_of, ruleset.id)))
