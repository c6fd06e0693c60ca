"""How two sets of rules differ over every winning hand: how many, by how much, and which points of the rules do it.

What is counted are won hands (``won_hands``). The census has them by classes that no rules tell apart, so that a class
is scored once for all its hands.

Why a hand differs is asked as of one hand (``score.compare``): the fewest switches that make it count under the first
rules what it does under the second, one of them or two, else what is left of all when the idle ones are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import combinations

import msgspec
import numpy as np

from mjrules import fans
from mjrules.claims import SCHEMA
from mjrules.errors import NotAWinningHand
from mjrules.hand import Hand
from mjrules.rulesets.resolve import Rules
from mjrules.score.compare import MOST_PAIRED, Change, changes
from mjrules.score.result import Score
from mjrules.score.scorer import Scorer
from mjrules.score.switches import Side, Switch, between, flipped, needs
from mjrules.tiles import WINDS, Tile
from mjrules.universe.arrays.kinds import BoolArray, IndexArray, Int32Array
from mjrules.universe.arrays.totals import NOT_WON
from mjrules.universe.census import Census, load
from mjrules.universe.won_hands import Over, WonHands, as_words

EAST = WINDS[0]


class Step(msgspec.Struct, frozen=True):
    """How many hands the second rules give so many points more (less: negative) than the first."""

    points: int
    hands: int


class Instance(msgspec.Struct, frozen=True):
    """One hand, its total on either side (None: it does not win there), and the fans counted otherwise."""

    hand: str
    totals: tuple[int | None, int | None]
    fans: tuple[Change, ...]


class Cause(msgspec.Struct, frozen=True):
    """Hands that differ for the same reason.

    ``because``: the smallest sets of switches, each alone sufficient, that make the first rules count what the second
    do; none where rulings, points and lists do not explain it. ``only``: those that win on one side only. ``points``:
    the least and the most that the second rules give more to the others; None where there are no others. ``up`` and
    ``down``: how many reach the minimum of the second rules only, and of the first only. ``example``: the plainest of
    the commonest difference in points."""

    because: tuple[tuple[Switch, ...], ...]
    hands: int
    only: tuple[int, int]
    points: tuple[int, int] | None
    up: int
    down: int
    example: Instance


class Part(msgspec.Struct, frozen=True):
    """A point in which the rules differ, and its part in the difference. ``alone``: hands in which it is enough by
    itself; ``together``: hands that need it and others; neither where it changes no total."""

    switch: Switch
    alone: int
    together: int


class Diff(msgspec.Struct, frozen=True):
    """Two sets of rules over every won hand.

    ``differ``: hands with different totals, ``only``: hands that win on one side only, which are among them. ``reach``:
    hands with at least the minimum of either side. ``average`` totals of the hands that win there; ``change``: what the
    second rules give more on average, of the hands that win on both sides and differ; None where there are none.
    ``parts``: every point in which the rules differ; ``causes`` share out all hands that differ; those of most hands
    come first."""

    rulesets: tuple[str, str]
    rulings: dict[str, str]
    over: Over
    prevalent: str
    seat: str
    minimums: tuple[int, int]
    hands: int
    differ: int
    only: tuple[int, int]
    reach: tuple[int, int]
    up: int
    down: int
    average: tuple[float | None, float | None]
    change: float | None
    points: tuple[Step, ...]
    parts: tuple[Part, ...]
    causes: tuple[Cause, ...]
    notes: tuple[tuple[str, ...], tuple[str, ...]]
    schema: str = SCHEMA


def difference(
    one: Side,
    other: Side,
    over: Over = "concealed",
    *,
    winds: tuple[Tile, Tile] = (EAST, EAST),
    minimums: tuple[int, int] = (8, 8),
    chosen: Mapping[str, str] | None = None,
    census: Census | None = None,
) -> Diff:
    """How two sets of rules differ over all won hands without declared groups, or over all.

    ``winds``: prevalent and seat; ``minimums``: what a hand must reach on either side; ``chosen``: rulings that were
    asked for on both, to be named in the answer; ``census``: another than the bundled one. DamagedData where that
    cannot be used.
    """
    return _Difference(WonHands.every(census or load(), over, winds), one, other, minimums).told(over, chosen or {})


# causes

_Sets = tuple[tuple[Switch, ...], ...]


class _Causes:
    """Why some hands differ. ``hands``: those that do."""

    def __init__(self, hands: WonHands, one: Side, other: Side) -> None:
        self.hands = hands
        self.one = _remembering(one)
        self.other = other.rules
        self.switches = between(self.one, other)
        self.wanted = hands.counted(other.rules)

    def all(self) -> Iterator[tuple[_Sets, IndexArray]]:
        """The smallest explanations, and hands that have them; every hand once."""
        left = np.arange(len(self.hands))
        few = self._touching.sum(axis=0) <= MOST_PAIRED
        for size, asked in ((1, np.ones_like(few)), (2, few)):
            sets = combinations(range(len(self.switches)), size)
            enough = {some: which for some in sets if (which := self._enough(some, left, asked)).any()}
            yield from self._shared_out(enough, left)
            left = left[~np.logical_or.reduce([*enough.values(), np.zeros(len(left), np.bool_)])]
        yield from self._by_leaving_out(left)

    def _shared_out(
        self, enough: Mapping[tuple[int, ...], BoolArray], hands: IndexArray
    ) -> Iterator[tuple[_Sets, IndexArray]]:
        """Hands by the sets that are enough for them."""
        sets = [self._named(some) for some in enough]
        for which, some in _alike(np.array([*enough.values()]).T):
            if which.any():
                yield tuple(sets[place] for place in np.flatnonzero(which)), hands[some]

    def _by_leaving_out(self, hands: IndexArray) -> Iterator[tuple[_Sets, IndexArray]]:
        """All switches without the idle ones, which are left out one after the other. Switches that do not touch a hand
        are idle, so that hands are asked together whatever touches them."""
        every = tuple(range(len(self.switches)))
        enough = self._comes_to(every, hands)
        if not enough.all():
            yield (), hands[~enough]
        kept: dict[tuple[int, ...], IndexArray] = {(): hands[enough]}
        for switch in every:
            found: dict[tuple[int, ...], IndexArray] = {}
            for some, own in kept.items():
                needed = self._touching[switch, own]
                needed[needed] = ~self._comes_to((*some, *every[switch + 1 :]), own[needed])
                found[some], found[*some, switch] = own[~needed], own[needed]
            kept = {some: own for some, own in found.items() if len(own)}
        yield from (((self._named(some),), own) for some, own in kept.items() if len(own))

    def _named(self, some: Iterable[int]) -> tuple[Switch, ...]:
        return tuple(self.switches[number] for number in some)

    def _enough(self, some: tuple[int, ...], hands: IndexArray, asked: BoolArray) -> BoolArray:
        """Whether these switches are enough; only of the hands ``asked`` and that all of them touch."""
        touched: BoolArray = np.logical_and.reduce(self._touching[[*some]][:, hands]) & asked[hands]
        touched[touched] = self._comes_to(some, hands[touched])
        return touched

    def _comes_to(self, some: tuple[int, ...], hands: IndexArray) -> BoolArray:
        """Where the first rules with these switches count what the second do."""
        if not len(hands):
            return np.zeros(0, np.bool_)
        counted = self.hands.take(hands).counted(flipped(self.one, self._named(some)))
        return counted.same(self.wanted.take(hands))

    @cached_property
    def _touching(self) -> BoolArray:
        """By switch and hand, whether fans hold that the switch is about; shape (switches, hands)."""
        found = np.zeros((len(self.switches), len(self.hands)), np.bool_)
        for touched, switch in zip(found, self.switches, strict=True):
            for some in needs(switch):
                touched |= np.all([np.ones_like(touched), *map(self._held, some)], axis=0)
        return found

    def _held(self, fan: str) -> BoolArray:
        """Whether a fan holds in some reading of each hand, on one side or the other."""
        return self._held_under(fan, self.one.rules) | self._held_under(fan, self.other)

    def _held_under(self, fan: str, rules: Rules) -> BoolArray:
        if fan not in rules.points:
            return np.zeros(len(self.hands), np.bool_)
        return self.hands.holds(fans.pattern(rules.patterns.get(fan, fan)), rules.options)


def _remembering(side: Side) -> Side:
    """A side that makes its rules once for each choice of rulings: reading what a document prints takes its time."""

    @cache
    def under(choices: tuple[tuple[str, str], ...]) -> Rules:
        return side.under(dict(choices))

    return Side(side.rules, lambda choices: under(tuple(sorted(choices.items()))))


def _alike(rows: BoolArray) -> Iterator[tuple[BoolArray, IndexArray]]:
    """Each different row, and where it stands."""
    if not rows.size:
        return
    _, first, number = np.unique(as_words(np.packbits(rows, axis=1)), return_index=True, return_inverse=True)
    for each, place in enumerate(first):
        yield rows[place], np.flatnonzero(number == each)


# the answer


class _Difference:
    def __init__(self, hands: WonHands, one: Side, other: Side, minimums: tuple[int, int]) -> None:
        self.hands, self.one, self.other, self.minimums = hands, one, other, minimums
        self.totals = hands.totals(one.rules), hands.totals(other.rules)
        self.won = tuple(totals != NOT_WON for totals in self.totals)
        self.reach = tuple(totals >= minimum for totals, minimum in zip(self.totals, minimums, strict=True))
        self.more = self.totals[1] - self.totals[0]
        self.both = self.won[0] & self.won[1]
        self.differing = np.flatnonzero(self.more != 0)
        self.scorers = Scorer(one.rules, minimums[0]), Scorer(other.rules, minimums[1])

    def told(self, over: Over, chosen: Mapping[str, str]) -> Diff:
        before, after = self.reach
        prevalent, seat = map(str, self.hands.winds)
        causes = self._causes()
        return Diff(
            rulesets=(self.one.rules.id, self.other.rules.id),
            rulings=dict(chosen),
            over=over,
            prevalent=prevalent,
            seat=seat,
            minimums=self.minimums,
            hands=self._number(self.won[0] | self.won[1]),
            differ=self._number(self.more != 0),
            only=(self._number(self.won[0] & ~self.won[1]), self._number(self.won[1] & ~self.won[0])),
            reach=(self._number(before), self._number(after)),
            up=self._number(after & ~before),
            down=self._number(before & ~after),
            average=(self._average(self.totals[0], self.won[0]), self._average(self.totals[1], self.won[1])),
            change=self._average(self.more, self.both & (self.more != 0)),
            points=tuple(self._steps()),
            parts=tuple(self._parts(causes)),
            causes=tuple(causes),
            notes=(self.one.rules.notes, self.other.rules.notes),
        )

    def _number(self, which: BoolArray) -> int:
        return int(self.hands.hands[which].sum())

    def _average(self, values: Int32Array, which: BoolArray) -> float | None:
        number = self._number(which)
        return float((values[which] * self.hands.hands[which]).sum() / number) if number else None

    def _steps(self) -> Iterator[Step]:
        here = self.both & (self.more != 0)
        steps, number = np.unique(self.more[here], return_inverse=True)
        hands = np.bincount(number, self.hands.hands[here], len(steps))
        yield from (Step(int(step), int(many)) for step, many in zip(steps, hands, strict=True))

    # causes

    def _parts(self, causes: Sequence[Cause]) -> list[Part]:
        parts = [_part(switch, causes) for switch in between(self.one, self.other)]
        return sorted(parts, key=lambda part: (-part.alone, -part.together))  # of equals the first stays first

    def _causes(self) -> list[Cause]:
        if not len(self.differing):
            return []
        found: dict[_Sets, list[IndexArray]] = {}
        for because, some in _Causes(self.hands.take(self.differing), self.one, self.other).all():
            found.setdefault(because, []).append(self.differing[some])
        causes = [self._cause(because, np.concatenate(some)) for because, some in found.items()]
        return sorted(causes, key=lambda cause: (-cause.hands, repr(cause.because)))

    def _cause(self, because: _Sets, some: IndexArray) -> Cause:
        weight = self.hands.hands[some]
        more = self.more[some][self.both[some]]
        before, after = (reach[some] for reach in self.reach)
        won = [won[some] for won in self.won]
        return Cause(
            because=because,
            hands=int(weight.sum()),
            only=(int(weight[~won[1]].sum()), int(weight[~won[0]].sum())),
            points=(int(more.min()), int(more.max())) if len(more) else None,
            up=int(weight[after & ~before].sum()),
            down=int(weight[before & ~after].sum()),
            example=self._instance(self._plainest(self._commonest(some))),
        )

    def _commonest(self, some: IndexArray) -> IndexArray:
        """The hands whose difference in points most hands have; winning on one side only is one difference."""
        points = np.where(self.both[some], self.more[some], np.iinfo(np.int32).max)
        steps, number = np.unique(points, return_inverse=True)
        hands = np.bincount(number, self.hands.hands[some], len(steps))
        commonest: IndexArray = some[number == hands.argmax()]
        return commonest

    def _plainest(self, some: IndexArray) -> int:
        """The hand that is easiest to read: few claimed groups and kongs, then few points, then low tiles."""
        points = np.maximum(*self.totals)[some]
        return int(some[np.lexsort((some, points, self.hands.effort[some]))[0]])

    def _instance(self, place: int) -> Instance:
        """A hand scored by itself on either side, which must come to the same."""
        hand = self.hands.hand(place)
        scores = tuple(_score(scorer, hand) for scorer in self.scorers)
        totals = tuple(score.total if score else None for score in scores)
        expected = tuple(int(total) if total != NOT_WON else None for total in (each[place] for each in self.totals))
        if totals != expected:
            raise AssertionError(f"{hand} scores {totals}, the class it stands for {expected}")
        return Instance(str(hand), (totals[0], totals[1]), tuple(changes(*scores)))


def _part(switch: Switch, causes: Iterable[Cause]) -> Part:
    alone = [cause.hands for cause in causes if (switch,) in cause.because]
    together = [cause.hands for cause in causes if any(len(some) > 1 and switch in some for some in cause.because)]
    return Part(switch, sum(alone), sum(together))


def _score(scorer: Scorer, hand: Hand) -> Score | None:
    try:
        return scorer.score(hand)
    except NotAWinningHand:
        return None
