"""The points of each row under one set of rules: ``score.counting.Counter`` for many arranged hands at once.

The rules are those that the counter has worked out; fans are taken in the same order, each a column of truths.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from mjrules import fans
from mjrules import pattern as p
from mjrules.pattern import Form
from mjrules.score.counting import CHICKEN, CHOW_FANS, DOUBLE_PUNG, EACH, FLOWERS, NUMBER, ORDER, TILE_HOG, Counter
from mjrules.universe.arrays.chows import FOURS, chow_choices
from mjrules.universe.arrays.folding import NEVER, folded
from mjrules.universe.arrays.holding import Holding
from mjrules.universe.arrays.kinds import CHUNK, BoolArray, IndexArray, Int32Array, UInt8Array, UInt64Array, table
from mjrules.universe.arrays.matching import chows, pungs
from mjrules.universe.arrays.rows import Rows
from mjrules.universe.arrays.situations import PLAIN, Situations, Truth, both, either, negation
from mjrules.universe.arrays.waits import knitted_straight_wins

if TYPE_CHECKING:
    from mjrules.rulesets.resolve import Rules

Times = Truth | UInt8Array
"""How often a fan is counted in each row, or in all of them."""
NOT_WON = -1
"""In place of points: these rules do not let such a hand win."""


@dataclass(frozen=True, slots=True, eq=False)
class _Step:
    """A fan that may hold in one form, and which others of these it bars: counted, or merely held (``before``)."""

    number: int
    pattern: p.Pattern
    bars: tuple[int, ...]
    before: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Shared:
    """Groups that counted fans take out of another. ``takers``: a fan, the flags it needs for that, and the bit of the
    set of groups it takes; ``sets``: the bits of the sets that a kind of group is in, and the highest bit where it is
    none of that other fan's at all."""

    takers: tuple[tuple[int, p.Pattern, int], ...]
    sets: UInt64Array


_NOT_ITS_OWN = 1 << 63


class Totals:
    """Counts fans in rows under one set of rules; made once, used for many rows."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.counter = Counter(rules)
        self.chow_choices = chow_choices(self.counter)
        self.shared = {number: self._shared(number) for number in EACH}
        self._plans: dict[Form, tuple[_Step, ...]] = {}

    def of(self, rows: Rows, situations: Situations = PLAIN) -> Int32Array:
        """The points of each row as one arrangement, flowers included; NOT_WON where these rules let it not win."""
        points = np.empty(len(rows), np.int32)
        for piece, part in _pieces(rows):
            points[piece] = self._points(part, situations.take(piece))
        return points

    def counted(self, rows: Rows, situations: Situations = PLAIN) -> UInt8Array:
        """How often each fan is counted in each row, in the order of ``score.counting.ORDER``; none where these rules
        let it not win."""
        times = np.zeros((len(rows), len(ORDER)), np.uint8)
        for piece, part in _pieces(rows):
            for number, often in self._counted(part, situations.take(piece)):
                times[piece, number] = often
        times[~self.wins(rows)] = 0
        return times

    def wins(self, rows: Rows) -> BoolArray:
        """Whether these rules let hands of this form win."""
        options = self.counter.options
        if rows.form == "knitted":
            return knitted_straight_wins(rows.declared, rows.claimed, options)
        if rows.form == "seven_pairs" and options.get("identical_pairs") == "barred":
            in_order = np.sort(rows.groups, axis=1)
            different: BoolArray = (in_order[:, 1:] != in_order[:, :-1]).all(axis=1)
            return different
        return np.ones(len(rows), np.bool_)

    def _points(self, rows: Rows, situations: Situations) -> Int32Array:
        points = _Sum(len(rows))
        for number, times in self._counted(rows, situations):
            points.add(times, self.counter.points[number])
        return np.where(self.wins(rows), points.total(), np.int32(NOT_WON))

    def _counted(self, rows: Rows, situations: Situations) -> Iterator[tuple[int, Times]]:
        return _Counting(self, rows, situations).counted()

    # the rules, form by form

    def pattern(self, number: int) -> p.Pattern:
        """When a fan holds under these rules."""
        fan = ORDER[number]
        return fans.pattern(self.rules.patterns.get(fan, fan))

    def plan(self, form: Form) -> tuple[_Step, ...]:
        """The fans that may hold in a form, in the order of counting."""
        found = self._plans.get(form)
        if found is None:
            found = self._plans[form] = tuple(self._steps(form))
        return found

    def _steps(self, form: Form) -> Iterator[_Step]:
        numbers = (NUMBER[fan] for fan in ORDER if fan in self.rules.points)
        patterns = {number: folded(self.pattern(number), form) for number in numbers}
        possible = {number: pattern for number, pattern in patterns.items() if pattern != NEVER}
        for number, pattern in possible.items():
            others = [other for other in possible if other != number]
            bars, before = self.counter.bars[number], self.counter.bars_before[number]
            yield _Step(
                number,
                pattern,
                tuple(other for other in others if bars >> other & 1),
                tuple(other for other in others if before >> other & 1),
            )

    def _shared(self, number: int) -> _Shared:
        flag_bits = self.counter.compiled.flag_bits
        takers: list[tuple[int, p.Pattern, int]] = []
        bits: dict[frozenset[int], int] = {}
        for fan, shares in self.counter.shared.get(number, {}).items():
            for share in shares:
                flags = p.All(tuple(p.Flag(name) for name, bit in flag_bits.items() if share.bit & bit))
                takers.append((fan, flags, bits.setdefault(share.members, 1 << len(bits))))

        def sets(group: int) -> int:
            if group not in EACH[number]:
                return _NOT_ITS_OWN
            return sum(bit for members, bit in bits.items() if group in members)

        return _Shared(tuple(takers), table(lambda group: sets(group.id), np.uint64))


class _Counting:
    """Fans counted in some rows, one after the other."""

    def __init__(self, totals: Totals, rows: Rows, situations: Situations) -> None:
        self.totals = totals
        self.counter = totals.counter
        self.rows = rows
        self.flags = situations.flags()
        self.holding = Holding(rows, self.counter.options)
        self.plan = totals.plan(rows.form)
        self.held = {step.number: self.holding.truth(step.pattern, self.flags) for step in self.plan}
        self.barred: dict[int, Truth] = {}
        self.done: dict[int, Truth] = {}
        """Where each fan so far is counted."""

    def counted(self) -> Iterator[tuple[int, Times]]:
        """Each fan that counts somewhere and how often, in the order of counting."""
        for step in self.plan:
            self._bar(step.before, self.held[step.number])
        anything: Truth = False
        for step in self.plan:
            open_to_it = both(self.held[step.number], negation(self.barred.get(step.number, False)))
            if not np.any(open_to_it):
                continue
            times, counts = self._times(step.number, open_to_it)
            self.done[step.number] = counts
            self._bar(step.bars, counts)
            if step.number != FLOWERS:
                anything = either(anything, counts)
            yield step.number, times
        yield CHICKEN, negation(anything)

    def _bar(self, fans: Iterable[int], where: Truth) -> None:
        for fan in fans:
            self.barred[fan] = either(self.barred.get(fan, False), where)

    def _times(self, number: int, open_to_it: Truth) -> tuple[Times, Truth]:
        """How often a fan is counted where nothing bars it, and where that is at least once."""
        if number not in CHOW_FANS and number not in _MANY:
            return open_to_it, open_to_it
        times = np.where(self.holding.of_each(open_to_it), self._often(number), 0).astype(np.uint8)
        return times, times > 0

    def _often(self, number: int) -> Times | int:
        """How often a fan that may count more than once (or, of chows, not at all) does where nothing bars it."""
        if number in CHOW_FANS:
            return self.totals.chow_choices.times(number, self._chow_choice)
        if number == TILE_HOG:
            return self._hogs()
        if number == FLOWERS:
            return self.flags["flowers"]
        if number == DOUBLE_PUNG:
            return self._fewer(number, pungs().equal_ranks[self.holding.multiset(pungs())])
        return self._fewer(number, self._own_groups(number))

    @cached_property
    def _chow_choice(self) -> IndexArray:
        """The choice of chow fans of each row; of four-chow fans the first that holds is chosen."""
        four = np.zeros(len(self.rows), np.intp)
        for place, number in reversed([*enumerate(FOURS, 1)]):
            four[self.held.get(number, False)] = place
        return self.totals.chow_choices.choices(self.holding.multiset(chows()), four)

    def _hogs(self) -> UInt8Array:
        """How often 四归一 counts; rulings limit it."""
        options = self.counter.options
        hogs = self.holding.times(self.totals.pattern(TILE_HOG))
        if self.rows.form == "seven_pairs" and options.get("tile_hog_in_pairs") == "not_green_or_terminals":
            limited = either(*(self.done.get(NUMBER[fan], False) for fan in ("all_green", "all_terminals")))
            return np.where(limited, np.uint8(0), hogs)
        return np.minimum(hogs, np.uint8(2)) if options.get("tile_hog_limit") == "two" else hogs

    def _own_groups(self, number: int) -> UInt8Array:
        """The groups of a fan counted group by group, without those that counted fans take out of it."""
        shared = self.totals.shared[number]
        gone = np.full(len(self.rows), _NOT_ITS_OWN, np.uint64)
        for taker, flags, bit in shared.takers:
            taken = both(self.done.get(taker, False), self.holding.truth(flags, self.flags))
            if np.any(taken):
                gone |= np.where(taken, np.uint64(bit), np.uint64(0))
        own = [(shared.sets[column] & gone) == 0 for column in self.holding.columns]
        groups: UInt8Array = np.sum(own, axis=0, dtype=np.uint8)
        return groups

    def _fewer(self, number: int, times: UInt8Array) -> UInt8Array:
        """A fan counts so many times less beside certain others."""
        for other, less in self.counter.fewer.get(number, {}).items():
            left = np.maximum(times, np.uint8(less)) - np.uint8(less)
            times = np.where(self.done.get(other, False), left, times)
        return times


class _Sum:
    """Points added up in single bytes, several times as fast, and carried over before these could overflow."""

    def __init__(self, number: int) -> None:
        self._carried = np.zeros(number, np.int32)
        self._bytes = np.zeros(number, np.uint8)
        self._most = 0

    def add(self, times: Times, worth: int) -> None:
        most = worth if times is True or getattr(times, "dtype", None) == np.bool_ else worth * int(np.max(times))
        if most > _BYTE:
            self._carried += np.multiply(times, worth, dtype=np.int32)
            return
        if self._most + most > _BYTE:
            self._carry()
        self._bytes += np.multiply(times, np.uint8(worth), dtype=np.uint8)
        self._most += most

    def _carry(self) -> None:
        self._carried += self._bytes
        self._bytes[:] = 0
        self._most = 0

    def total(self) -> Int32Array:
        self._carry()
        return self._carried


_BYTE = 255


def _pieces(rows: Rows) -> Iterator[tuple[slice, Rows]]:
    """The rows by chunks; no chunk is empty."""
    for start in range(0, len(rows), CHUNK):
        piece = slice(start, start + CHUNK)
        yield piece, rows.take(piece) if len(rows) > CHUNK else rows


_MANY = frozenset({TILE_HOG, FLOWERS, DOUBLE_PUNG, *EACH})
