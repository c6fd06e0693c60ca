"""Relations among groups (``Match``) on arrays: tested column by column, or looked up for four sets at once.

What four chows make is told by which chows they are, melded or not; what four pungs make by their tiles. So the chows
(or the pungs) of a row are one number, found in two steps: two columns are a number of 253 (or 406), two such numbers
one of 12,650 (or 31,465) multisets.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from mjrules import pattern as p
from mjrules.groups import CHOW, GROUPS, PUNG, GroupSet, group_id
from mjrules.tiles import FIRST_HONOUR, RANKS, SUITED
from mjrules.universe.arrays.kinds import NO_GROUP, BoolArray, IndexArray, UInt8Array, table

_NONE = FIRST_HONOUR
"""Stands for the lowest tile where a group has no part in a relation."""
_LOWEST = table(lambda group: group.tile, np.uint8)


def match_times(pattern: p.Match, columns: Sequence[IndexArray]) -> UInt8Array:
    """How many sets of groups of each row stand in the relation."""
    lowest = table(lambda group: group.tile if group.id in pattern.of and group.tile < FIRST_HONOUR else _NONE, np.int8)
    lowest[NO_GROUP] = _NONE
    tiles = [lowest[column] for column in columns]
    times = np.zeros(len(columns[0]), np.uint8)
    for chosen in combinations(tiles, len(pattern.ranks[0])):
        times += _fit(pattern, np.stack(chosen))
    return times


def _fit(pattern: p.Match, lowest: NDArray[np.int8]) -> BoolArray:
    """Whether groups with these lowest tiles, one set of groups a column, stand in the relation."""
    suits, ranks = np.divmod(lowest, RANKS)
    ranks.sort(axis=0)
    offsets = ranks - ranks[0]
    fits: BoolArray = np.any([(wanted == offsets.T).all(axis=1) for wanted in pattern.ranks], axis=0)
    fits &= (lowest < _NONE).all(axis=0)
    if pattern.suits == "one":
        fits &= (suits == suits[0]).all(axis=0)
    else:
        suits.sort(axis=0)
        fits &= (suits[1:] != suits[:-1]).all(axis=0)
    return fits


class Multisets:
    """Every four of some kinds of sets that differ in their lowest tile only, or of nothing in their place."""

    def __init__(self, of: GroupSet, kinds: Sequence[int]) -> None:
        """``of``: the sets that have a part; ``kinds``: one of each lowest tile."""
        self._kinds = np.array([*kinds, NO_GROUP], np.intp)
        none = len(kinds)
        symbols = {GROUPS[kind].tile: symbol for symbol, kind in enumerate(kinds)}
        self._symbol = table(lambda group: symbols.get(group.tile, none) if group.id in of else none, np.intp)
        self._symbol[NO_GROUP] = none
        twos, self._two = _unordered(none + 1)
        fours = np.sort(twos[np.indices((len(twos), len(twos)))].transpose(1, 2, 0, 3).reshape(-1, 4), axis=1)
        codes = fours @ (none + 1) ** np.arange(3, -1, -1)
        _, first, four = np.unique(codes, return_index=True, return_inverse=True)
        self.symbols = fours[first]
        """(number, 4) of each multiset, ``none`` standing last."""
        self._four = four.astype(np.intp).ravel()
        self._twos, self._symbols = len(twos), none + 1
        self._times: dict[p.Match, UInt8Array] = {}

    def __len__(self) -> int:
        return len(self.symbols)

    def numbers(self, columns: Sequence[IndexArray]) -> IndexArray:
        """The number of the multiset in four columns of groups."""
        one, two, three, four = (self._symbol[column] for column in columns)
        first = self._two[one * self._symbols + two]
        number: IndexArray = self._four[first * self._twos + self._two[three * self._symbols + four]]
        return number

    @cached_property
    def columns(self) -> tuple[IndexArray, ...]:
        """Groups of each multiset, column by column, NO_GROUP where there are fewer than four."""
        return tuple(self._kinds[column] for column in self.symbols.T)

    def times(self, pattern: p.Match) -> UInt8Array:
        """By multiset, how many of its groups stand in a relation among such groups."""
        found = self._times.get(pattern)
        if found is None:
            found = self._times[pattern] = match_times(pattern, self.columns)
        return found

    @cached_property
    def equal_ranks(self) -> UInt8Array:
        """By multiset, how many ranks at least two of its groups begin with."""
        ranks = np.stack([np.where(column < NO_GROUP, _LOWEST[column] % RANKS, RANKS) for column in self.columns])
        twice = [(ranks == rank).sum(axis=0) > 1 for rank in range(RANKS)]
        number: UInt8Array = np.sum(twice, axis=0, dtype=np.uint8)
        return number


def _unordered(symbols: int) -> tuple[IndexArray, IndexArray]:
    """Every two symbols in rising order; and their number, by the two in any order."""
    twos = [(one, two) for one in range(symbols) for two in range(one, symbols)]
    number = np.zeros((symbols, symbols), np.intp)
    for place, (one, two) in enumerate(twos):
        number[one, two] = number[two, one] = place
    return np.array(twos, np.intp), number.ravel()


@cache
def chows() -> Multisets:
    """All multisets of at most four chows."""
    return Multisets(CHOW, [group_id("chow", tile) for tile in SUITED if tile % RANKS < 7])


@cache
def pungs() -> Multisets:
    """All multisets of at most four pungs of suit tiles."""
    return Multisets(PUNG, [group_id("pung", tile) for tile in SUITED])


def multisets_of(of: GroupSet) -> Multisets | None:
    """Where the relations among groups of this set are looked up."""
    return {CHOW: chows, PUNG: pungs}[of]() if of in (CHOW, PUNG) else None
