"""Which rulings make the difference: one hand under two sets of rules, and the fewest choices that explain it.

Every point in which two sets of rules differ is a switch: a ruling chosen otherwise; beside the rulings the points of a
fan, and whether one fan bars another. Switches of the first rules are set as the second have them, one at a time, then
two, until the hand comes to the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

import msgspec

from mjrules import rulings
from mjrules.errors import NotAWinningHand
from mjrules.hand import Hand
from mjrules.rulesets.resolve import Exclusion, Rules
from mjrules.score.arrangements import arrangements
from mjrules.score.counting import NUMBER, ORDER
from mjrules.score.result import CountedFan, Score
from mjrules.score.scorer import Scorer

if TYPE_CHECKING:
    from mjrules.rulings import Choice

_MOST_PAIRED = 10
"""So many switches are still tried two by two; of more, one smallest set is found by leaving out."""


class RulingSwitch(msgspec.Struct, frozen=True, tag_field="kind", tag="ruling"):
    """A ruling, and what either side chose."""

    ruling: str
    choices: tuple[str, str]


class PointsSwitch(msgspec.Struct, frozen=True, tag_field="kind", tag="points"):
    """The points of a fan where no ruling sets them; None: the rules do not have it."""

    fan: str
    points: tuple[int | None, int | None]


class ListSwitch(msgspec.Struct, frozen=True, tag_field="kind", tag="list"):
    """Whether ``fan`` bars ``out``, where no ruling says so; None: it does not."""

    fan: str
    out: str
    bars: tuple[Exclusion | None, Exclusion | None]


Switch = RulingSwitch | PointsSwitch | ListSwitch


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


class Side(msgspec.Struct, frozen=True):
    """A set of rules, and what it would be with some rulings chosen otherwise (``under``)."""

    rules: Rules
    under: Callable[[Mapping[str, str]], Rules]


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
            tuple(_changes(before, after)),
            tuple(self._smallest(wanted)) if differs else (),
        )

    def _score(self, scorer: Scorer) -> Score | None:
        try:
            return scorer.score(self.hand)
        except NotAWinningHand:
            return None

    # switches

    def switches(self) -> tuple[Switch, ...]:
        """Everything in which the rules differ and that touches a fan of this hand."""
        flipped = self.one.under(self._rulings())
        chosen = (RulingSwitch(id, self._choices(id)) for id in self._rulings() if self._touches(id))
        return (*chosen, *self._points(flipped), *self._lists(flipped))

    def _rulings(self) -> dict[str, str]:
        """The rulings chosen otherwise, with the choice of the other rules."""
        own = self.one.rules.rulings
        return {id: choice for id, choice in self.other.rules.rulings.items() if own.get(id) != choice}

    def _choices(self, id: str) -> tuple[str, str]:
        return self.one.rules.rulings[id], self.other.rules.rulings[id]

    def _touches(self, id: str) -> bool:
        ruling = rulings.ruling(id)
        return any(self._effective(ruling.choice(choice)) for choice in self._choices(id))

    def _effective(self, choice: Choice) -> bool:
        paired = (*choice.exclude, *choice.allow)
        return (
            bool(choice.option or choice.pattern)
            or not self._held.isdisjoint((*choice.points, *choice.without))
            or any(pair[0] in self._held and pair[1] in self._held for pair in paired)
        )

    def _points(self, flipped: Rules) -> Iterator[Switch]:
        for fan in ORDER:
            points = flipped.points.get(fan), self.other.rules.points.get(fan)
            if fan in self._held and points[0] != points[1]:
                yield PointsSwitch(fan, points)

    def _lists(self, flipped: Rules) -> Iterator[Switch]:
        here, there = _pairs(flipped), _pairs(self.other.rules)
        for fan, out in sorted(here.keys() | there.keys(), key=lambda pair: (NUMBER[pair[0]], NUMBER[pair[1]])):
            bars = here.get((fan, out)), there.get((fan, out))
            if {fan, out} <= self._held and _extent(bars[0]) != _extent(bars[1]):
                yield ListSwitch(fan, out, bars)

    # search

    def _smallest(self, wanted: Outcome) -> Iterator[tuple[Switch, ...]]:
        """The smallest sets that make the first rules come to what the others do."""
        switches = self.switches()
        for size in (1, 2) if len(switches) <= _MOST_PAIRED else (1,):
            found = [some for some in combinations(switches, size) if self._comes_to(some, wanted)]
            if found:
                yield from found
                return
        if self._comes_to(switches, wanted):
            yield self._without_the_idle(switches, wanted)

    def _without_the_idle(self, switches: Sequence[Switch], wanted: Outcome) -> tuple[Switch, ...]:
        kept = list(switches)
        for switch in switches:
            fewer = [each for each in kept if each is not switch]
            if self._comes_to(fewer, wanted):
                kept = fewer
        return tuple(kept)

    def _comes_to(self, switches: Iterable[Switch], wanted: Outcome) -> bool:
        return outcome(self._score(Scorer(self._set(switches)))) == wanted

    def _set(self, switches: Iterable[Switch]) -> Rules:
        """The first rules with these switches as the others have them."""
        flips = {switch.ruling: switch.choices[1] for switch in switches if isinstance(switch, RulingSwitch)}
        rules = self.one.under(flips)
        points: dict[str, int | None] = {**rules.points}
        bars: dict[tuple[str, str], Exclusion | None] = {**_pairs(rules)}
        for switch in switches:
            if isinstance(switch, PointsSwitch):
                points[switch.fan] = switch.points[1]
            elif isinstance(switch, ListSwitch):
                bars[switch.fan, switch.out] = switch.bars[1]
        excludes: dict[str, tuple[Exclusion, ...]] = {}
        for (fan, _), exclusion in bars.items():
            if exclusion:
                excludes[fan] = (*excludes.get(fan, ()), exclusion)
        printed = {fan: n for fan, n in points.items() if n is not None}
        return msgspec.structs.replace(rules, points=printed, excludes=excludes)


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


def _pairs(rules: Rules) -> dict[tuple[str, str], Exclusion]:
    return {(fan, each.fan): each for fan, out in rules.excludes.items() for each in out}


def _extent(exclusion: Exclusion | None) -> tuple[str, int] | None:
    """What an exclusion does, whoever says so."""
    return None if exclusion is None else (exclusion.scope, exclusion.count)


def _changes(before: Score | None, after: Score | None) -> Iterator[Change]:
    here, there = _by_fan(before), _by_fan(after)
    for fan in sorted(here.keys() | there.keys(), key=NUMBER.__getitem__):
        one, other = here.get(fan, _NONE), there.get(fan, _NONE)
        counts, points = (one.count, other.count), (one.points, other.points)
        if counts[0] != counts[1] or points[0] != points[1]:
            yield Change(fan, one.name or other.name, points, counts)


_NONE = CountedFan("", "", 0, 0, ())


def _by_fan(score: Score | None) -> dict[str, CountedFan]:
    return {fan.fan: fan for fan in score.fans} if score else {}
