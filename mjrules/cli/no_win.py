"""What is missing in a hand that does not win, said simply."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mjrules.hand import Hand
from mjrules.texts import say

if TYPE_CHECKING:
    from mjrules.rulesets import Rules

_FORMS = ("identical_pairs", "knitted_straight_set")
"""The options that decide whether a form wins."""


def no_win(hand: Hand, rules: Rules, lang: str) -> Iterator[str]:
    """That it does not win; then the ruling that keeps it from winning, or the tiles it would have won on."""
    yield say("score", "no-win", lang, hand=hand, ruleset=rules.id)
    yield from _barred_by(hand, rules, lang) or [_waits(hand, rules, lang)]


def _barred_by(hand: Hand, rules: Rules, lang: str) -> list[str]:
    from mjrules import rulings
    from mjrules.score.arrangements import arrangements

    said = []
    for ruling in rulings.all():
        choice = ruling.choice(rules.rulings[ruling.id])
        freed = {
            name: value for name, value in rules.options.items() if name not in _FORMS or name not in choice.option
        }
        if len(freed) < len(rules.options) and arrangements(hand, freed):
            said.append(say("score", "no-win-ruling", lang, ruling=ruling.id, choice=choice.text.say(lang)))
    return said


def _waits(hand: Hand, rules: Rules, lang: str) -> str:
    from mjrules.score.arrangements import counts_of
    from mjrules.score.waits import waits

    found = waits(counts_of(hand.concealed), len(hand.melds), rules.options)
    if not found:
        return say("score", "no-win-no-wait", lang)
    return say("score", "no-win-waits", lang, tiles=" ".join(map(str, found)))
