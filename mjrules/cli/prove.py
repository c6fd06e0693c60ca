"""``mjrules prove``: whether a claim holds in every winning hand."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from mjrules.cli.questions import answer, shared_options
from mjrules.cli.speaking import Command, language_of


@click.command("prove", cls=Command)
@click.argument("claim", metavar="CLAIM")
@shared_options
@click.pass_context
def command(
    ctx: click.Context,
    claim: str,
    rulesets: tuple[str, ...],
    chosen: Mapping[str, str],
    format_: str,
    output: Path | None,
) -> int:
    from mjrules.render.questions import proof_text

    return answer(
        lambda universe: universe.prove(claim),
        (rulesets, chosen),
        (format_, output, language_of(ctx)),
        as_text=proof_text,
        is_yes=lambda proof: proof.holds,
    )
