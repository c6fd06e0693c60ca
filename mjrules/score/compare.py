"""Which rulings make the difference: one hand under two sets of rules, and the fewest choices that explain it.

Switches of the first rules (``switches``) are set as the second have them, one at a time, then two, until the hand
comes to the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

import msgspec

from mjrules.errors import NotAWinningHand
from mjrules.hand import Hand
from mjrules.score import switches
from mjrules.score.arrangements import arrangements
from mjrules.score.counting import NUMBER, ORDER
from mjrules.score.result import CountedFan, Score
from mjrules.score.scorer import Scorer
from mjrules.score.switches import Side, Switch

MOST_PAIRED = 10
"""So many switches that touch a hand are still tried two by two; of more, one smallest set is found by leaving out."""


class Change(msgspec.Struct, frozen=True):
    """A fan that the two sides count otherwise: the points of one and how often (0: not at all), on either side."""

    fan: str
    name: str
    points: tuple[int, int]
    counts: tuple[int, int]


class Difference(msgspec.Struct, frozen=True):
    """Two totals of one hand. ``because`` are the smallest sets of switches that explain totals and fans, each alone
    sufficient; empty where both sides count the same fans. None for a total: the hand does not win there."""

    rulesets: tuple[str, str]
    totals: tuple[int | None, int | None]
    fans: tuple[Change, ...]
    because: tuple[tuple[Switch, ...], ...]


class Outcome(msgspec.Struct, frozen=True):
    """What is compared: the total (None: no winning hand) and what was counted."""

    total: int | None
    fans: tuple[tuple[str, int, int], ...] = ()


def difference(hand: Hand, one: Side, other: Side) -> Difference:
    """How a hand differs between two sets of rules, and why.

    >>> from mjrules.rulesets import resolve
    >>> from functools import partial
    >>> sides = [Side(resolve(id), partial(resolve, id)) for id in ("gb", "mcr2006")]
    >>> found = difference(Hand.parse("[1111m][9999s]234p567p5s5s|EE0000"), *sides)
    >>> found.totals, [switch.ruling for switch in found.because[0]]
    ((13, 15), ['two_concealed_kongs'])
    """
    return _Comparison(hand, one, other).difference()


class _Comparison:
    def __init__(self, hand: Hand, one: Side, other: Side) -> None:
        self.hand, self.one, self.other = hand, one, other
        self._scorers = Scorer(one.rules), Scorer(other.rules)
        self._held = _held(hand, self._scorers[0]) | _held(hand, self._scorers[1])

    def difference(self) -> Difference:
        before, after = (self._score(scorer) for scorer in self._scorers)
        wanted = outcome(after)
        differs = outcome(before) != wanted
        return Difference(
            (self.one.rules.id, self.other.rules.id),
            (before.total if before else None, after.total if after else None),
            tuple(changes(before, after)),
            tuple(self._smallest(wanted)) if differs else (),
        )

    def _score(self, scorer: Scorer) -> Score | None:
        try:
            return scorer.score(self.hand)
        except NotAWinningHand:
            return None

    def switches(self) -> tuple[Switch, ...]:
        """Everything in which the rules differ and that touches a fan of this hand."""
        return tuple(
            switch
            for switch in switches.between(self.one, self.other)
            if any(fans <= self._held for fans in switches.needs(switch))
        )

    # search

    def _smallest(self, wanted: Outcome) -> Iterator[tuple[Switch, ...]]:
        """The smallest sets that make the first rules come to what the others do."""
        touching = self.switches()
        for size in (1, 2) if len(touching) <= MOST_PAIRED else (1,):
            found = [some for some in combinations(touching, size) if self._comes_to(some, wanted)]
            if found:
                yield from found
                return
        if self._comes_to(touching, wanted):
            yield self._without_the_idle(touching, wanted)

    def _without_the_idle(self, touching: Sequence[Switch], wanted: Outcome) -> tuple[Switch, ...]:
        kept = list(touching)
        for switch in touching:
            fewer = [each for each in kept if each is not switch]
            if self._comes_to(fewer, wanted):
                kept = fewer
        return tuple(kept)

    def _comes_to(self, some: Iterable[Switch], wanted: Outcome) -> bool:
        return outcome(self._score(Scorer(switches.flipped(self.one, some)))) == wanted


def outcome(score: Score | None) -> Outcome:
    if score is None:
        return Outcome(None)
    return Outcome(score.total, tuple(sorted((fan.fan, fan.points, fan.count) for fan in score.fans)))


def _held(hand: Hand, scorer: Scorer) -> frozenset[str]:
    """The fans that hold in some arrangement, counted or not."""
    found = arrangements(hand, scorer.rules.options)
    if not found:
        return frozenset()
    counter = scorer.counter
    context = counter.context(hand)
    return frozenset(ORDER[number] for each in found for number in counter.holding(counter.facts(each, context)))


def changes(before: Score | None, after: Score | None) -> Iterator[Change]:
    """The fans that two scores of a hand count otherwise (None: it does not win), in their order."""
    here, there = _by_fan(before), _by_fan(after)
    for fan in sorted(here.keys() | there.keys(), key=NUMBER.__getitem__):
        one, other = here.get(fan, _NONE), there.get(fan, _NONE)
        counts, points = (one.count, other.count), (one.points, other.points)
        if counts[0] != counts[1] or points[0] != points[1]:
            yield Change(fan, one.name or other.name, points, counts)


_NONE = CountedFan("", "", 0, 0, ())


def _by_fan(score: Score | None) -> dict[str, CountedFan]:
    return {fan.fan: fan for fan in score.fans} if score else {}
