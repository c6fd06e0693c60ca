"""``mjrules rulings``: the questions on which authorities differ, their choices, what each rule set takes, and what the
sources here say."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mjrules.cli import exits, options, rebuilding
from mjrules.cli.output import emit, paper
from mjrules.cli.rules import no_ruling
from mjrules.cli.speaking import Command, language_of

if TYPE_CHECKING:
    from mjrules.universe.progress import Progress

if TYPE_CHECKING:
    from mjrules.audit.positions import Position
    from mjrules.render.paper import Paper


@click.command("rulings", cls=Command)
@click.argument("id", metavar="[ID]", required=False)
@click.option("--rebuild", is_flag=True)
@options.format_option(("text", "json", "md", "html"))
@options.output
@options.lang
@click.pass_context
def command(ctx: click.Context, id: str | None, rebuild: bool, format_: str, output: Path | None) -> int:
    lang = language_of(ctx)
    if rebuild:
        return _rebuild(lang)
    if id is not None and not _is_known(id):
        raise click.UsageError(no_ruling(id, lang), ctx)
    if id is None and format_ == "text":
        emit(_list(paper(lang, output)), output, lang)
        return exits.DONE
    sources, positions = _positions(lang)
    asked = [each for each in positions if id in (None, each.ruling, *map(str, each.points))]
    emit(_written(asked, sources, format_, paper(lang, output)), output, lang)
    return exits.DONE


def _is_known(id: str) -> bool:
    """Is it a ruling, or the number of a disputed point?"""
    from mjrules import rulings

    numbers = {str(number) for number in range(1, rulings.POINTS + 1)}
    return id in numbers | {ruling.id for ruling in rulings.all()}


def _list(sheet: Paper) -> str:
    from mjrules import rulings
    from mjrules.render.rulings import list_text, told

    return list_text(told(rulings.all(), sheet.lang), sheet)


def _positions(lang: str) -> tuple[int, Sequence[Position]]:
    """What the bundled documents and all sheets say, and how many they are."""
    from mjrules.audit.positions import positions
    from mjrules.audit.statements import gather
    from mjrules.cli.inputs import find_inputs, read_inputs

    sources = read_inputs(find_inputs((), lang, with_bundled=True, with_sheets=True), lang).read
    return len(sources), positions(gather(sources, None))


def _written(asked: Sequence[Position], sources: int, format_: str, sheet: Paper) -> str:
    from mjrules import rulings
    from mjrules.render import positions, rulings_md, rulings_page
    from mjrules.render.json import pretty
    from mjrules.render.rulings import text, told

    if format_ == "md":
        return rulings_md.markdown(asked, sources, sheet.lang)
    if format_ == "html":
        return rulings_page.page(asked, sources, sheet.lang)
    said = [positions.tell(each, sources, sheet.lang) for each in asked]
    found = told([rulings.ruling(each.ruling) for each in asked if each.ruling], sheet.lang, said)
    if format_ == "json":
        return pretty(found)
    heads = [text(ruling, sheet) for ruling in found.rulings]
    return "".join(heads) + "".join("\n".join(positions.lines(each, sheet)) + "\n" for each in said)


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
