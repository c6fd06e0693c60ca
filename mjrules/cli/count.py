"""``mjrules count``: how many winning hands satisfy a condition."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from mjrules.cli.questions import answer, shared_options
from mjrules.cli.speaking import Command, language_of


@click.command("count", cls=Command)
@click.argument("condition", metavar="EXPR")
@shared_options
@click.pass_context
def command(
    ctx: click.Context,
    condition: str,
    rulesets: tuple[str, ...],
    chosen: Mapping[str, str],
    format_: str,
    output: Path | None,
) -> int:
    from mjrules.render.questions import counted_text

    return answer(
        lambda universe: universe.count(condition),
        (rulesets, chosen),
        (format_, output, language_of(ctx)),
        as_text=counted_text,
        is_yes=lambda counted: counted.states > 0,
    )
