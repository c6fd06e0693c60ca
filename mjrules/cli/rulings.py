"""``mjrules rulings``: the questions on which authorities differ, their choices, and what each rule set takes."""

from __future__ import annotations

from pathlib import Path

import click

from mjrules.cli import exits, options
from mjrules.cli.output import emit, paper
from mjrules.cli.rules import no_ruling
from mjrules.cli.speaking import Command, language_of


@click.command("rulings", cls=Command)
@click.argument("id", metavar="[ID]", required=False)
@options.format_option(("text", "json"))
@options.output
@options.lang
@click.pass_context
def command(ctx: click.Context, id: str | None, format_: str, output: Path | None) -> int:
    from mjrules import rulings
    from mjrules.render.json import pretty
    from mjrules.render.rulings import list_text, text, told

    lang = language_of(ctx)
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
