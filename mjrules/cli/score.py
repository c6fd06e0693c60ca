"""``mjrules score``: what a hand scores, why, and under which rules it would be different."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mjrules.cli import exits, options
from mjrules.cli.no_win import no_win
from mjrules.cli.output import emit, paper, refuse_to_overwrite, warn
from mjrules.cli.rules import Asked, asked_for, documents, notes_option, rule_option, rulesets_option
from mjrules.cli.speaking import Command, language_of
from mjrules.texts import say

if TYPE_CHECKING:
    from mjrules.errors import ImpossibleHand, InvalidNotation
    from mjrules.hand import Hand
    from mjrules.render.score import Judged


@click.command("score", cls=Command)
@click.argument("hand", metavar="[HAND]", required=False)
@rulesets_option
@rule_option
@click.option("--compare", is_flag=True)
@click.option("--input", "lines", metavar="FILE")
@click.option("--totals", is_flag=True)
@notes_option
@options.format_option(("text", "json"))
@options.output
@options.lang
@click.pass_context
def command(
    ctx: click.Context,
    hand: str | None,
    rulesets: tuple[str, ...],
    chosen: Mapping[str, str],
    compare: bool,
    lines: str | None,
    totals: bool,
    full_notes: bool,
    format_: str,
    output: Path | None,
) -> int:
    lang = language_of(ctx)
    short = format_ == "text" and not full_notes
    _check_usage(ctx, hand, lines, compare, totals)
    read_from = [*documents(rulesets), *([Path(lines)] if lines and lines != options.STDIN else [])]
    refuse_to_overwrite([output] if output else [], read_from, lang)
    if lines is not None:
        from mjrules.cli.lines import answer

        return answer(lines, asked_for(rulesets, chosen, lang), totals, output, lang)
    assert hand is not None
    read = read_hand(hand, lang, json=format_ == "json", output=output)
    if read is None:
        return exits.FAILED
    if compare:
        asked = asked_for(_with_all(rulesets), chosen, lang, short_notes=short)
        return _compare(read, hand, asked, format_, output, lang)
    return _score(read, hand, asked_for(rulesets, chosen, lang, short_notes=short), format_, output, lang)


def _check_usage(ctx: click.Context, hand: str | None, lines: str | None, compare: bool, totals: bool) -> None:
    lang = language_of(ctx)
    if (hand is None) == (lines is None):
        raise click.UsageError(say("score", "hand-or-input", lang), ctx)
    if lines is not None and compare:
        raise click.UsageError(say("score", "input-alone", lang, option="--compare"), ctx)
    by_hand = ctx.get_parameter_source("format_") is click.core.ParameterSource.COMMANDLINE
    if lines is not None and by_hand and ctx.params["format_"] == "text":
        raise click.UsageError(say("score", "input-alone", lang, option="--format text"), ctx)
    if lines is None and totals:
        raise click.UsageError(say("score", "totals-needs-input", lang), ctx)


def _with_all(ids: tuple[str, ...]) -> tuple[str, ...]:
    """The rule sets named, then all others."""
    from mjrules import rulesets

    return (*ids, *sorted(rulesets.available(), key=lambda id: (id != rulesets.DEFAULT, id)))


def read_hand(text: str, lang: str, *, winning: bool = True, json: bool = False, output: Path | None) -> Hand | None:
    """The hand a text writes. None for one that cannot be: what is wrong with it, and where, is said on standard
    error, and as JSON where JSON is wanted."""
    from mjrules.errors import ImpossibleHand, InvalidNotation
    from mjrules.hand import Hand

    try:
        return Hand.parse(text, winning=winning, check=True)
    except (InvalidNotation, ImpossibleHand) as error:
        _complain(text, error, lang, output if json else None, json)
        return None


def _complain(text: str, error: InvalidNotation | ImpossibleHand, lang: str, output: Path | None, json: bool) -> None:
    from mjrules.render.score import line, problems_lines

    for said in problems_lines(text, error.problems, lang):
        warn(said)
    if json:
        from mjrules.cli.lines import problem_of

        emit(line(problem_of(text, error, lang)), output, lang)


def _score(read: Hand, given: str, asked: tuple[Asked, ...], format_: str, output: Path | None, lang: str) -> int:
    from mjrules.cli.lines import not_winning
    from mjrules.render.score import line, score_json, score_text

    code, parts = exits.DONE, []
    for each in asked:
        judged = _judge(read, each)
        if judged.score is None:
            code = exits.FOUND
            for said in no_win(read, each.rules, lang):
                warn(said)
            parts += [line(not_winning(given, read, each.rules, lang))] if format_ == "json" else []
        elif format_ == "json":
            parts.append(score_json(judged.score, given, each.chosen))
        else:
            parts.append(score_text(read, judged, paper(lang, output)).encode())
    if parts:
        emit((b"" if format_ == "json" else b"\n\n").join(parts), output, lang)
    return code


def _judge(read: Hand, asked: Asked) -> Judged:
    from mjrules.errors import NotAWinningHand
    from mjrules.render.score import Judged

    try:
        score = asked.scorer().score(read)
    except NotAWinningHand:
        score = None
    return Judged(asked.rules, asked.minimum, score, asked.chosen)


def _compare(read: Hand, given: str, asked: tuple[Asked, ...], format_: str, output: Path | None, lang: str) -> int:
    from mjrules.render.score import comparison_json, comparison_text
    from mjrules.score.compare import difference

    judged = [_judge(read, each) for each in asked]
    if not any(each.score for each in judged):
        return _score(read, given, asked[:1], format_, output, lang)
    differences = [difference(read, asked[0].side(), other.side()) for other in asked[1:]]
    if format_ == "json":
        emit(comparison_json(given, judged, differences, asked[0].chosen, lang), output, lang)
    else:
        emit(comparison_text(judged, differences, read, paper(lang, output)), output, lang)
    return exits.DONE
