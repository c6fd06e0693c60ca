"""``mjrules diff``: how two sets of rules differ over every winning hand."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from mjrules.cli import exits, options
from mjrules.cli.output import emit, paper, refuse_to_overwrite
from mjrules.cli.rules import asked_for, documents, notes_option, rule_option
from mjrules.cli.speaking import Command, OneOf, language_of, say

if TYPE_CHECKING:
    from mjrules.tiles import Tile


class TwoWinds(click.ParamType["tuple[Tile, Tile]"]):
    """Two letters, as a hand writes them; the complaint speaks the language chosen."""

    name = "winds"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[Tile, Tile]:
        from mjrules.tiles import WINDS

        known = {str(wind): wind for wind in WINDS}
        letters = str(value)
        if len(letters) != 2 or not known.keys() >= {*letters}:
            self.fail(say("not-two-winds", language_of(ctx) if ctx else "en", value=value), param, ctx)
        return known[letters[0]], known[letters[1]]


@click.command("diff", cls=Command)
@click.argument("one", metavar="ONE")
@click.argument("other", metavar="OTHER")
@rule_option
@click.option("--over", type=OneOf(("concealed", "all")), default="concealed")
@click.option("--winds", metavar="EE", type=TwoWinds(), default="EE")
@notes_option
@options.format_option(("text", "json"))
@options.output
@options.lang
@click.pass_context
def command(
    ctx: click.Context,
    one: str,
    other: str,
    chosen: Mapping[str, str],
    over: Literal["concealed", "all"],
    winds: tuple[Tile, Tile],
    full_notes: bool,
    format_: str,
    output: Path | None,
) -> int:
    from mjrules.universe.difference import difference

    lang = language_of(ctx)
    refuse_to_overwrite([output] if output else [], documents((one, other)), lang)
    asked = asked_for((one, other), chosen, lang, short_notes=format_ == "text" and not full_notes)
    first, second = asked[0], asked[-1]  # the same, if that is what is asked
    found = difference(
        first.side(), second.side(), over, winds=winds, minimums=(first.minimum, second.minimum), chosen=chosen
    )
    if format_ == "json":
        from mjrules.render.score import line

        emit(line(found), output, lang)
    else:
        from mjrules.render.difference import diff_text

        emit(diff_text(found, paper(lang, output)), output, lang)
    return exits.FOUND if found.differ else exits.DONE
