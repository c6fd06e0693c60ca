"""``mjrules waits``: what completes a hand of 13 tiles, and what each tile scores."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from mjrules.cli import exits, options
from mjrules.cli.output import emit, paper, refuse_to_overwrite, warn
from mjrules.cli.rules import asked_for, documents, notes_option, rule_option, rulesets_option
from mjrules.cli.score import read_hand
from mjrules.cli.speaking import Command, language_of
from mjrules.texts import say


@click.command("waits", cls=Command)
@click.argument("hand", metavar="HAND13")
@rulesets_option
@rule_option
@notes_option
@options.format_option(("text", "json"))
@options.output
@options.lang
@click.pass_context
def command(
    ctx: click.Context,
    hand: str,
    rulesets: tuple[str, ...],
    chosen: Mapping[str, str],
    full_notes: bool,
    format_: str,
    output: Path | None,
) -> int:
    lang = language_of(ctx)
    refuse_to_overwrite([output] if output else [], documents(rulesets), lang)
    read = read_hand(hand, lang, winning=False, json=format_ == "json", output=output)
    if read is None:
        return exits.FAILED

    from mjrules.render.score import waits_json, waits_text
    from mjrules.score.waiting import waiting

    code, parts = exits.DONE, []
    for asked in asked_for(rulesets, chosen, lang, short_notes=format_ == "text" and not full_notes):
        found = waiting(read, asked.scorer())
        if not found:
            code = exits.FOUND
            warn(say("score", "no-waits", lang, hand=hand, ruleset=asked.rules.id))
        if format_ == "json":
            parts.append(waits_json(hand, asked.rules, found))
        elif found:
            parts.append(waits_text(read, asked.rules, found, paper(lang, output)).encode())
    if parts:
        emit((b"" if format_ == "json" else b"\n\n").join(parts), output, lang)
    return code
