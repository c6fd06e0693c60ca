"""Hands that show conditions, few for many: which fans a hand shows is read from the arrangement that the scorer takes,
so that whoever scores it sees the same."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from mjrules.fans import FANS
from mjrules.groups import TEXTS
from mjrules.hand import Hand
from mjrules.pattern import All, Form
from mjrules.pattern.evaluate import Facts, holds
from mjrules.score.arrangements import arrangements
from mjrules.score.scorer import scorer
from mjrules.universe.relations import FORMS, RELATED
from mjrules.universe.states import Example, facts_of

if TYPE_CHECKING:
    from mjrules.universe.pairs import Asked


class Shown:
    """The hands that are shown, with the fans that hold in each as the scorer reads it."""

    def __init__(self, engine: Asked) -> None:
        self._engine = engine
        self._holding: dict[str, frozenset[str]] = {}
        self._effort: dict[str, Effort] = {}
        self._least: dict[str, Effort] = {}
        self._read_otherwise: dict[tuple[tuple[str, ...], str | None], str] = {}

    def find(self, holding: tuple[str, ...], without: str | None = None) -> None:
        """See to it that some hand shows these fans and not that one. The engine is asked unless a known hand does that
        takes no more to take in than the fans themselves do."""
        enough = max(self._least.get(fan, _NO_EFFORT) for fan in holding)
        known = (hand for hand, fans in self._holding.items() if _shows(fans, holding, without))
        if any(self._effort[hand] <= enough for hand in known):
            return
        condition = All((*(FANS[fan] for fan in holding), *((~FANS[without],) if without else ())))
        example = self._engine.example(condition)
        if example is None:
            raise AssertionError(f"states with {holding} and not {without} were counted, and none can be shown")
        hand, facts = str(example.hand), as_scored(example)
        self._holding[hand] = frozenset(fan for fan in RELATED if holds(FANS[fan], facts))
        self._effort[hand] = _effort(example.hand, facts.form)
        if len(holding) == 1 and without is None:
            self._least[holding[0]] = self._effort[hand]
        if not _shows(self._holding[hand], holding, without):
            self._read_otherwise[holding, without] = hand

    def hand(self, holding: tuple[str, ...], without: str | None = None) -> str:
        """The plainest hand found that shows it: little declared, nothing special about the situation, few fans. Where
        the scorer takes another reading in all of them, the one that was found for it."""
        shown = (hand for hand, fans in self._plainest if _shows(fans, holding, without))
        return next(shown, None) or self._read_otherwise[holding, without]

    @cached_property
    def _plainest(self) -> list[tuple[str, frozenset[str]]]:
        return sorted(self._holding.items(), key=lambda shown: (self._effort[shown[0]], len(shown[1]), shown[0]))


def _shows(fans: frozenset[str], holding: tuple[str, ...], without: str | None) -> bool:
    return fans.issuperset(holding) and without not in fans


Effort = tuple[int, int, int]
_NO_EFFORT: Effort = (0, 0, 0)


def _effort(hand: Hand, form: Form) -> Effort:
    """What makes a hand harder to take in: declared groups, facts of the situation, a special form."""
    situation = hand.situation
    flags = (situation.self_drawn, situation.last_of_kind, situation.wall_last, situation.kong, situation.flowers)
    return len(hand.melds), sum(map(bool, flags)), FORMS.index(form)


def as_scored(example: Example) -> Facts:
    """What patterns see of a hand in the reading that the scorer takes."""
    hand = example.hand
    score = scorer().score(hand)
    taken = next(
        each
        for each in arrangements(hand, scorer().rules.options)
        if (each.form, tuple(TEXTS[group] for group in each.groups), TEXTS[each.groups[each.completed]])
        == (score.form, score.arrangement, score.completed)
    )
    facts = facts_of(example.state, example.situation)
    return msgspec.structs.replace(facts, form=taken.form, groups=taken.groups, completed=taken.completed, at=taken.at)
