"""How much one difference between rules matters: the won hands that it makes score differently.

All won hands are counted, whatever is declared, in one situation: East in its own round and no flowers, and nothing of
note unless that is asked for. A difference is looked at only where the fans it is about hold together, which is what
makes it quick; every example is scored once more by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property

import msgspec
import numpy as np

from mjrules import fans
from mjrules.errors import NotAWinningHand
from mjrules.hand import Hand
from mjrules.pattern import Flag, Flowers, Pattern
from mjrules.rulesets.implied import Forced, forced
from mjrules.rulesets.resolve import LIST, Exclusion, Rules
from mjrules.score.counting import CHICKEN, CHOW_FANS, NUMBER, ORDER
from mjrules.score.scorer import Scorer
from mjrules.tiles import WINDS
from mjrules.universe.arrays.holding import Holding, atoms_in
from mjrules.universe.arrays.kinds import BoolArray, IndexArray, Int32Array
from mjrules.universe.arrays.situations import Situations
from mjrules.universe.arrays.totals import NOT_WON
from mjrules.universe.census import Census, load
from mjrules.universe.impacts import Noted, Weighed
from mjrules.universe.won_hands import Over, WonHands

MINIMUM = 8
EAST = WINDS[0]
_OF_NOTE = frozenset({"wall_last", "kong", "last_of_kind"})


class Weighing:
    """Weighs differences against one set of rules, over all won hands or those without declared groups."""

    def __init__(
        self,
        rules: Rules,
        over: Over = "all",
        *,
        noted: Noted = "",
        census: Census | None = None,
        minimum: int = MINIMUM,
    ) -> None:
        self.rules, self.over, self.noted, self.minimum = rules, over, noted, minimum
        self.situation = Situations(**{noted: True} if noted else {})
        self._census = census
        self._held: dict[str, BoolArray] = {}

    def exclusion(self, fan: str, out: str) -> Weighed | None:
        """What it changes whether ``fan`` bars ``out`` altogether or no further than the definitions do.

        The totals are those where it is barred and those where it is not. None where that is nothing that can be
        weighed: the definitions bar it altogether, the principles for chows decide, the rules do not have the fan, or
        it asks for more than the situation tells.
        """
        sides = barred_and_not(self.rules, fan, out)
        if sides is None or not self._told(fan, out):
            return None
        return self.between(sides, self._with(self._holds(fan) & self._holds(out)))

    def points(self, fan: str, values: Iterable[int]) -> Weighed | None:
        """What it changes how many points a fan has; totals in the order of the values.

        None where the rules do not have the fan, or it asks for more than the situation tells.
        """
        if fan not in self.rules.points or not self._told(fan):
            return None
        sides = [msgspec.structs.replace(self.rules, points={**self.rules.points, fan: each}) for each in values]
        return self.between(sides, self._with(self._holds(fan)))

    def between(self, sides: Sequence[Rules], some: IndexArray | None = None) -> Weighed:
        """How hands differ between some rules; ``some``: the only ones that may, by their place."""
        hands = self.hands if some is None else self.hands.take(some)
        of = int(self.hands.hands.sum())
        if not len(hands):
            return Weighed(0, of, 0, noted=self.noted, ruleset=self.rules.id)
        totals = np.array([hands.totals(rules, self.situation) for rules in sides])
        least, most = totals.min(axis=0), totals.max(axis=0)
        differ = np.flatnonzero(least != most)
        if not len(differ):
            return Weighed(0, of, 0, noted=self.noted, ruleset=self.rules.id)
        example = _plainest(hands, totals, differ)
        hand = self._hand(hands, example)
        won_always = least[differ] != NOT_WON
        gaps = (most - least)[differ[won_always]]
        return Weighed(
            states=int(hands.hands[differ].sum()),
            of=of,
            hands=_once(hands, differ),
            points=(int(gaps.min()), int(gaps.max())) if len(gaps) else None,
            only=int(hands.hands[differ[~won_always]].sum()),
            crossing=int(hands.hands[(least < self.minimum) & (most >= self.minimum)].sum()),
            example=str(hand),
            totals=tuple(_scored(hand, sides, totals[:, example].tolist())),
            noted=self.noted,
            ruleset=self.rules.id,
        )

    # hands

    @cached_property
    def hands(self) -> WonHands:
        """Those that the game allows in the situation."""
        every = WonHands.every(self._census or load(), self.over, (EAST, EAST))
        if not self.noted:
            return every
        allowed = [each.of_each(each.possible(self.situation.flags())) for each in map(Holding, every.rows)]
        return every.take(_with(every, np.concatenate(allowed)))

    @cached_property
    def _holding(self) -> tuple[Holding, ...]:
        return tuple(Holding(rows, self.rules.options) for rows in self.hands.rows)

    def _holds(self, fan: str) -> BoolArray:
        """By reading of hands whether a fan holds in it, counted or not."""
        if fan not in self._held:
            pattern, flags = _pattern(self.rules, fan), self.situation.flags()
            self._held[fan] = np.concatenate([each.holds(pattern, flags) for each in self._holding])
        return self._held[fan]

    def _with(self, readings: BoolArray) -> IndexArray:
        return _with(self.hands, readings)

    def _told(self, *some: str) -> bool:
        """Whether the situation tells of fans if they hold; 无番和 is told by no hand."""
        asked = [atom for fan in some for atom in atoms_in(_pattern(self.rules, fan))]
        flags = {atom.name for atom in asked if isinstance(atom, Flag)}
        by_flowers = any(isinstance(atom, Flowers) for atom in asked)
        return ORDER[CHICKEN] not in some and not by_flowers and not flags & _OF_NOTE - {self.noted}

    def _hand(self, hands: WonHands, place: int) -> Hand:
        hand = hands.hand(place)
        noted = {self.noted: True} if self.noted else {}
        return msgspec.structs.replace(hand, situation=msgspec.structs.replace(hand.situation, **noted))


def barred_and_not(rules: Rules, fan: str, out: str) -> tuple[Rules, Rules] | None:
    """Rules where ``fan`` bars ``out`` altogether, and where it does so no further than the definitions force, or than
    the rules limit it; None where that is the same or nothing."""
    by_definition = _forced().get((fan, out))
    altogether = by_definition and by_definition.scope == "whole"
    if altogether or not {fan, out} <= rules.points.keys() or {NUMBER[fan], NUMBER[out]} <= CHOW_FANS:
        return None
    own = next((each for each in rules.excludes.get(fan, ()) if each.fan == out), None)
    narrow = own if own and own.scope != "whole" else None
    if narrow is None and by_definition and by_definition.scope != "whole":
        narrow = Exclusion(out, by_definition.scope, by_definition.count)
    return _barring(rules, fan, out, Exclusion(out, because=LIST)), _barring(rules, fan, out, narrow)


def _barring(rules: Rules, fan: str, out: str, how: Exclusion | None) -> Rules:
    others = tuple(each for each in rules.excludes.get(fan, ()) if each.fan != out)
    return msgspec.structs.replace(rules, excludes={**rules.excludes, fan: (*others, how) if how else others})


@cache
def _forced() -> Mapping[tuple[str, str], Forced]:
    """What definitions force; that only one of a family counts is no definition."""
    return {(row.fan, row.out): row for row in forced() if not row.family}


def _pattern(rules: Rules, fan: str) -> Pattern:
    return fans.pattern(rules.patterns.get(fan, fan))


# hands and their totals


def _with(hands: WonHands, readings: BoolArray) -> IndexArray:
    """The hands that have one of these readings."""
    return np.flatnonzero(np.logical_or.reduceat(readings[hands.members], hands.first[:-1]))


def _once(hands: WonHands, some: IndexArray) -> int:
    """How many these are, whichever way they were won."""
    _, first = np.unique(hands.number[some], return_index=True)
    return int(hands.hands[some[first]].sum())


def _plainest(hands: WonHands, totals: Int32Array, differ: IndexArray) -> int:
    """Of the hands with the commonest difference the one that is easiest to read: few claimed groups and kongs, then
    few points, then low tiles."""
    least, most = totals.min(axis=0)[differ], totals.max(axis=0)[differ]
    gaps = np.where(least == NOT_WON, np.iinfo(np.int32).max, most - least)
    steps, number = np.unique(gaps, return_inverse=True)
    some = differ[number == np.bincount(number, hands.hands[differ], len(steps)).argmax()]
    some = some[hands.effort[some] == hands.effort[some].min()]
    return int(some[totals[:, some].max(axis=0).argmin()])


def _scored(hand: Hand, sides: Sequence[Rules], expected: Sequence[int]) -> Iterator[int | None]:
    """The totals of one hand scored by itself, which must be those of the class it stands for."""
    for rules, total in zip(sides, expected, strict=True):
        found = _total(hand, rules)
        if found != (None if total == NOT_WON else total):
            raise AssertionError(f"{hand} scores {found}, the class it stands for {total}")
        yield found


def _total(hand: Hand, rules: Rules) -> int | None:
    try:
        return Scorer(rules).total(hand)
    except NotAWinningHand:
        return None
