"""Many won hands at once, by classes of the census, and what a set of rules counts in them.

A won hand is its declared groups, concealed tiles and winning tile, self-drawn or not; it is worth the best of its
arrangements. All are won in one situation: some winds, nothing of note, no flowers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np

from mjrules.hand import Hand, Situation
from mjrules.pattern import Pattern
from mjrules.rulesets.resolve import Rules
from mjrules.tiles import Tile
from mjrules.universe.arrays.holding import Holding
from mjrules.universe.arrays.kinds import BoolArray, IndexArray, Int32Array, UInt8Array
from mjrules.universe.arrays.rows import Rows
from mjrules.universe.arrays.situations import Situations
from mjrules.universe.arrays.totals import NOT_WON, Totals
from mjrules.universe.census import Census, Classes
from mjrules.universe.census.census import ORDER as FORMS
from mjrules.universe.states import hand_of

Over = Literal["concealed", "all"]
"""Hands without declared groups, or all."""


@dataclass(frozen=True, eq=False)
class Counted:
    """How often each fan counts in each hand, and the points of one; none count in a hand that does not win."""

    times: UInt8Array
    worth: IndexArray

    def take(self, index: IndexArray) -> Counted:
        return Counted(self.times[index], self.worth)

    def same(self, other: Counted) -> BoolArray:
        """Where the same fans count for the same points."""
        otherwise = self.worth != other.worth
        alike: BoolArray = (self.times == other.times).all(axis=1) & ~self.times[:, otherwise].any(axis=1)
        return alike


@dataclass(frozen=True, eq=False)
class WonHands:
    """Won hands by classes of the census. ``members`` are places in ``rows``, all forms counted through: the states
    that hand ``i`` may be read as are ``members[first[i]:first[i + 1]]``."""

    census: Census
    classes: Classes
    winds: tuple[Tile, Tile]
    number: IndexArray
    """The class."""
    self_drawn: BoolArray
    hands: IndexArray
    """How many hands are alike."""
    members: IndexArray
    first: IndexArray
    rows: tuple[Rows, ...]

    @classmethod
    def every(cls, census: Census, over: Over, winds: tuple[Tile, Tile]) -> WonHands:
        """All of them, each class won by a discard and self-drawn."""
        classes = census.concealed if over == "concealed" else census.exposed
        number = np.tile(np.arange(len(classes)), 2)
        return cls._of(census, classes, winds, number, np.repeat([False, True], len(classes)))

    @classmethod
    def _of(
        cls,
        census: Census,
        classes: Classes,
        winds: tuple[Tile, Tile],
        number: IndexArray,
        self_drawn: BoolArray,
    ) -> WonHands:
        sizes = np.diff(classes.first)[number]
        first = np.concatenate(([0], np.cumsum(sizes)))
        places = np.arange(first[-1]) + np.repeat(classes.first[:-1][number] - first[:-1], sizes)
        kinds = classes.kinds[places] * 2 + np.repeat(self_drawn, sizes)
        different, members = np.unique(kinds, return_inverse=True)
        rows = tuple(_rows_of(census, *np.divmod(different, 2)))
        return cls(census, classes, winds, number, self_drawn, classes.hands[number], members, first, rows)

    def __len__(self) -> int:
        return len(self.number)

    def take(self, index: IndexArray) -> WonHands:
        """Some of the hands."""
        return self._of(self.census, self.classes, self.winds, self.number[index], self.self_drawn[index])

    @property
    def situation(self) -> Situations:
        prevalent, seat = map(int, self.winds)
        return Situations(prevalent, seat)

    def hand(self, place: int) -> Hand:
        """One of the hands that are alike."""
        state = self.classes.example(int(self.number[place]), bool(self.self_drawn[place]))
        return hand_of(state, Situation(*self.winds, state.self_drawn))

    @cached_property
    def effort(self) -> IndexArray:
        """What makes hands harder to read: claimed groups, then kongs."""
        of_rows = np.concatenate([rows.claimed * 8 + rows.kongs for rows in self.rows])
        effort: IndexArray = of_rows[self.members[self.first[:-1]]].astype(np.intp)
        return effort

    def holds(self, pattern: Pattern, options: Mapping[str, str]) -> BoolArray:
        """Whether a pattern holds in some arrangement of each hand."""
        flags = self.situation.flags()
        of_rows = np.concatenate([Holding(rows, options).holds(pattern, flags) for rows in self.rows])
        found: BoolArray = np.logical_or.reduceat(of_rows[self.members], self.first[:-1])
        return found

    def totals(self, rules: Rules, situation: Situations | None = None) -> Int32Array:
        """What the hands are worth, in another situation than their own if one is given; NOT_WON for those that do not
        win."""
        totals = Totals(rules)
        of_rows = np.concatenate([totals.of(rows, situation or self.situation) for rows in self.rows])
        best: Int32Array = np.maximum.reduceat(of_rows[self.members], self.first[:-1])
        return best

    def counted(self, rules: Rules) -> Counted:
        """What is counted in the hands."""
        totals = Totals(rules)
        times = np.concatenate([totals.counted(rows, self.situation) for rows in self.rows])
        worth = np.array(totals.counter.points)
        points = np.where(times.any(axis=1), _worth_of(times, worth), NOT_WON)
        return Counted(times[self._best(points, times)], worth)

    def _best(self, points: IndexArray, times: UInt8Array) -> IndexArray:
        """By hand the row that counts: most points, and of equals the one whose fans come first, as ``Scorer.score``
        chooses."""
        order = np.zeros(len(times), np.intp)
        tied = self._tied(points)
        _, order[tied] = np.unique(as_words(times[tied]), return_inverse=True)
        rank = (points * (len(times) + 1) + order)[self.members]
        best = np.repeat(np.maximum.reduceat(rank, self.first[:-1]), np.diff(self.first))
        here = np.flatnonzero(rank == best)
        return self.members[here[np.searchsorted(here, self.first[:-1])]]

    def _tied(self, points: IndexArray) -> IndexArray:
        """The rows that share the most points of a hand."""
        of_members = points[self.members]
        most = of_members == np.repeat(np.maximum.reduceat(of_members, self.first[:-1]), np.diff(self.first))
        several = np.add.reduceat(most, self.first[:-1], dtype=np.intp) > 1
        return np.unique(self.members[most & np.repeat(several, np.diff(self.first))])


def _rows_of(census: Census, kinds: IndexArray, self_drawn: IndexArray) -> Iterator[Rows]:
    """The examples of some kinds, in their order, as rows of each form that there is."""
    for form in FORMS:
        own = census.rows[form]
        here = (kinds >= census.first[form]) & (kinds < census.first[form] + len(own))
        if here.any():
            some = own.take(kinds[here] - census.first[form])
            yield Rows(form, some.groups, some.completed, some.at, self_drawn[here].astype(np.bool_))


def _worth_of(times: UInt8Array, worth: IndexArray) -> IndexArray:
    """Points of each row. Products of numbers this small are exact, and ten times as fast, with a decimal point."""
    points: IndexArray = (times.astype(np.float32) @ worth.astype(np.float32)).astype(np.intp)
    return points


def as_words(rows: UInt8Array) -> Any:
    """Rows of bytes as one value each, which sort as their bytes do."""
    return np.ascontiguousarray(rows).view(np.dtype((np.void, rows.shape[1]))).ravel()
