"""``mjrules find``: winning hands that satisfy a condition."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from mjrules.cli.questions import Whole, answer, shared_options
from mjrules.cli.speaking import Command, language_of

MOST_EXAMPLES = 100


@click.command("find", cls=Command)
@click.argument("condition", metavar="EXPR")
@click.option("--limit", metavar="N", type=Whole(1, MOST_EXAMPLES))
@shared_options
@click.pass_context
def command(
    ctx: click.Context,
    condition: str,
    limit: int | None,
    rulesets: tuple[str, ...],
    chosen: Mapping[str, str],
    format_: str,
    output: Path | None,
) -> int:
    from mjrules.render.questions import found_text

    return answer(
        lambda universe: universe.find(condition) if limit is None else universe.find(condition, limit),
        (rulesets, chosen),
        (format_, output, language_of(ctx)),
        as_text=found_text,
        is_yes=lambda found: found.states > 0,
    )
