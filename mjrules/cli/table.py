"""``mjrules table``: the fan table, each value with the sources that state it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mjrules.cli import options
from mjrules.cli.inputs import announce, find_inputs, read_inputs
from mjrules.cli.output import emit, refuse_to_overwrite
from mjrules.cli.speaking import Command, language_of

if TYPE_CHECKING:
    from mjrules.render.table import Format
    from mjrules.rulesets import RuleSet


@click.command("table", cls=Command)
@options.paths
@options.ruleset_option(default=options.NO_RULESET)
@options.format_option(("md", "json", "csv", "xlsx", "html", "docx"))
@options.output
@options.lang
@click.pass_context
def command(
    ctx: click.Context, paths: tuple[str, ...], ruleset: RuleSet | None, format_: Format, output: Path | None
) -> int:
    lang = language_of(ctx)
    inputs = find_inputs(paths, lang)
    refuse_to_overwrite([output] if output else [], [each.file for each in inputs], lang)
    found = read_inputs(inputs, lang)
    if found.read:
        announce(found.read, lang)

        from mjrules.render.table import fan_table, write

        emit(write(fan_table(found.read, ruleset), format_, lang), output, lang)
    return found.exit_code
