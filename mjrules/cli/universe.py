"""``mjrules universe``: how many winning hands there are, counted by two engines, and the file of the census."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from mjrules.cli import exits, options
from mjrules.cli.output import emit, paper
from mjrules.cli.rebuilding import bar, tell
from mjrules.cli.speaking import Command, OneOf, language_of, say

ENGINES = ("diagrams", "census", "both")


@click.command("universe", cls=Command)
@click.option("--engine", type=OneOf(ENGINES), default="diagrams")
@click.option("--rebuild", is_flag=True)
@options.format_option(("text", "json"))
@options.output
@options.lang
@click.pass_context
def command(ctx: click.Context, engine: str, rebuild: bool, format_: str, output: Path | None) -> int:
    lang = language_of(ctx)
    if rebuild:
        return _rebuild(lang)
    from mjrules.render.universe import counts_json, counts_text

    counted = _counted(engine)
    emit(counts_json(counted) if format_ == "json" else counts_text(counted, paper(lang, output)), output, lang)
    agree = len({tuple(counts.items()) for counts in counted.values()}) == 1
    return exits.DONE if agree else exits.FOUND


def _counted(engine: str) -> dict[str, Mapping[str, int]]:
    """The known numbers, counted anew by each engine asked for."""
    counted: dict[str, Mapping[str, int]] = {}
    if engine in ("diagrams", "both"):
        from mjrules.universe import symbolic

        counted["diagrams"] = symbolic.counts()
    if engine in ("census", "both"):
        from mjrules.universe import census

        counted["census"] = census.counts()
    return counted


def _rebuild(lang: str) -> int:
    """Make the bundled file anew. The old one is there until the new one is whole."""
    from mjrules.universe import census
    from mjrules.universe.census import file

    before = file.PATH.read_bytes() if file.PATH.exists() else b""
    with bar(say("universe-counting", lang)) as progress:
        made = census.rebuild(progress)
    try:
        made.save(file.PATH)
    except OSError as error:
        from mjrules.errors import RulesError

        raise RulesError(say("cannot-write", lang, path=file.PATH, reason=error.strerror or error)) from error
    tell(file.PATH, file.PATH.read_bytes() == before, lang)
    return exits.DONE
