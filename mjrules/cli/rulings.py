"""``mjrules rulings``: the questions on which authorities differ, their choices, and what each rule set takes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mjrules.cli import exits, options, rebuilding
from mjrules.cli.output import emit, paper
from mjrules.cli.rules import no_ruling
from mjrules.cli.speaking import Command, language_of

if TYPE_CHECKING:
    from mjrules.universe.progress import Progress


@click.command("rulings", cls=Command)
@click.argument("id", metavar="[ID]", required=False)
@click.option("--rebuild", is_flag=True)
@options.format_option(("text", "json"))
@options.output
@options.lang
@click.pass_context
def command(ctx: click.Context, id: str | None, rebuild: bool, format_: str, output: Path | None) -> int:
    from mjrules import rulings
    from mjrules.render.json import pretty
    from mjrules.render.rulings import list_text, text, told

    lang = language_of(ctx)
    if rebuild:
        return _rebuild(lang)
    asked = [ruling for ruling in rulings.all() if id in (None, ruling.id)]
    if not asked:
        raise click.UsageError(no_ruling(id or "", lang), ctx)
    found = told(asked, lang)
    if format_ == "json":
        emit(pretty(found), output, lang)
    else:
        page = text(found.rulings[0], paper(lang, output)) if id else list_text(found, paper(lang, output))
        emit(page, output, lang)
    return exits.DONE


def _rebuild(lang: str) -> int:
    """Make the file of impacts anew, with all on which the bundled sources differ."""
    from mjrules.audit.impact import differences
    from mjrules.cli.inputs import find_inputs, read_inputs
    from mjrules.universe import impacts
    from mjrules.universe.weighing import weigh

    sources = read_inputs(find_inputs((), lang, with_bundled=True, with_sheets=True), lang).read

    def make(progress: Progress) -> bytes:
        return impacts.written(weigh(*differences(sources), progress))

    return rebuilding.rebuild(impacts.FILE, make, "rulings-weighing", lang)
