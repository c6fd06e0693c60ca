"""Kinds of standard hands with their kongs: what the data file leaves to be multiplied out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from mjrules.universe.arrays.rows import Rows
from mjrules.universe.census.examples import Standard
from mjrules.universe.census.grouping import Int64, Kinds


@dataclass(frozen=True)
class Kongs:
    """One way to make kongs of the pungs that may be kongs, so many claimed and so many concealed: of which ``kinds``
    of the table, in how many ``ways`` each; these are numbered from ``first`` on."""

    claimed: int
    concealed: int
    kinds: NDArray[np.intp]
    ways: Int64
    first: int


def every(may_be: NDArray[np.intp]) -> Iterator[Kongs]:
    """Every number of claimed and of concealed kongs, none first; ``may_be``: how many pungs of a kind may be."""
    first = 0
    for total in range(int(may_be.max(initial=0)) + 1):
        some = np.flatnonzero(may_be >= total)
        ways = np.array([comb(number, total) for number in range(5)])[may_be[some]]
        for concealed in range(total + 1):
            yield Kongs(total - concealed, concealed, some, ways * comb(total, concealed), first)
            first += len(some)


class Expanded:
    """The kinds of standard hands, kongs multiplied out."""

    def __init__(self, kinds: Kinds) -> None:
        self.kinds = kinds
        self._state = Standard.of(kinds.example)
        self.may_be = self._state.may_be_kongs().sum(axis=1)
        self.kongs = tuple(every(self.may_be))

    @cached_property
    def rows(self) -> Rows:
        """An example of each."""
        pieces = [self._state.take(some.kinds).rows(some.claimed, some.concealed) for some in self.kongs]
        groups, completed, at, self_drawn = (
            np.concatenate([getattr(piece, name) for piece in pieces])
            for name in ("groups", "completed", "at", "self_drawn")
        )
        return Rows("standard", groups, completed, at, self_drawn)

    @cached_property
    def states(self) -> Int64:
        """How many states each has."""
        return np.concatenate([self.kinds.states[some.kinds] * some.ways for some in self.kongs])

    def numbers(self, some: Kongs) -> NDArray[np.int32]:
        """By kind of the table its number with these kongs, -1 where it cannot have them."""
        found = np.full(len(self.kinds), -1, np.int32)
        found[some.kinds] = some.first + np.arange(len(some.kinds), dtype=np.int32)
        return found
