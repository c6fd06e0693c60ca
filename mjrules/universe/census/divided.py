"""Hands divided into four melds and a pair, told apart by everything definitions ask of the tiles of their groups.

Two divisions are of one *kind* if every part of a definition that is about tiles is true of both or of neither, if both
hold what counts more than once equally often, and if the relations among their chows are alike, whichever chows they
are: so that every choice among the fans of chows comes out the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from mjrules import pattern as p
from mjrules.groups import CHOW, GROUPS
from mjrules.pattern import Form
from mjrules.pattern.compiled import atoms
from mjrules.pattern.evaluate import fits
from mjrules.tiles import TILES
from mjrules.universe.arrays.holding import Holding
from mjrules.universe.arrays.kinds import CHUNK
from mjrules.universe.arrays.rows import Rows
from mjrules.universe.census import told
from mjrules.universe.census.grouping import told_apart
from mjrules.universe.census.melds import CHOWS, FIRST_PAIR, sets

BITS = 16
"""So many bits hold the number of a kind."""


def kinds(number: NDArray[np.int32], pair: NDArray[np.uint8]) -> NDArray[np.int32]:
    """The kinds of some hands, given by sets of four melds and pairs, as a table by set (row) and pair (column); -1 for
    every other hand."""
    groups = np.column_stack([sets(4).melds[number], pair + np.uint8(FIRST_PAIR)])
    table = np.full((len(sets(4)), len(TILES)), -1, np.int32)
    table[number, pair] = told_apart(facts("standard", groups, _chow_relations()[number]))
    if table.max() >> BITS:
        raise AssertionError(f"{table.max() + 1} kinds of divided hands; there is place for {1 << BITS}")
    return table


def facts(form: Form, groups: NDArray[np.uint8], *more: NDArray[np.uint8]) -> Iterator[NDArray[np.uint8]]:
    """What is told apart of the tiles of concealed groups, and ``more`` columns of bytes, piece by piece."""
    for start in range(0, len(groups), CHUNK):
        piece = slice(start, start + CHUNK)
        yield _facts(form, groups[piece], [column[piece] for column in more])


def _facts(form: Form, groups: NDArray[np.uint8], more: Sequence[NDArray[np.uint8]]) -> NDArray[np.uint8]:
    none = np.zeros(len(groups), np.uint8)
    holding = Holding(Rows(form, groups, none, none, none.astype(np.bool_)))
    truths = np.packbits([holding.holds(part) for part in told.possible_in(form, told.all_parts("tiles"))], axis=0)
    times = [holding.times(part) for part in told.possible_in(form, told.counted())]
    return np.column_stack([*truths, *times, *more])


@cache
def _chow_relations() -> NDArray[np.uint8]:
    """For each set of four melds a number for its chows and the relations among them: equal where the chows can be put
    in such orders that the same relations hold among the same places."""
    chows = np.where(sets(4).melds < CHOWS, sets(4).melds, CHOWS)
    some, which = np.unique(chows, axis=0, return_inverse=True)
    two, three = _relations(2), _relations(3)
    forms = np.stack([_in_order(some[:, order], two, three) for order in permutations(range(4))])
    _, alike = np.unique(forms.min(axis=0), return_inverse=True)
    if alike.max() > np.iinfo(np.uint8).max:
        raise AssertionError(f"{alike.max() + 1} ways in which four chows may be related; a byte is too small")
    return alike.astype(np.uint8)[which]


def _relations(size: int) -> NDArray[np.int64]:
    """The relations among so many chows as one small number, by the chows in any order."""
    known = {
        atom
        for pattern in told.definitions().values()
        for atom in atoms(pattern)
        if isinstance(atom, p.Match) and atom.of == CHOW and len(atom.ranks[0]) == size
    }
    numbers: dict[frozenset[p.Match], int] = {frozenset(): 0}
    table = np.zeros((CHOWS + 1,) * size, np.int64)
    for chows in np.ndindex(*(CHOWS,) * size):
        tiles = [GROUPS[chow].tile for chow in chows]
        found = frozenset(atom for atom in known if fits(atom, tiles))
        table[chows] = numbers.setdefault(found, len(numbers))
    return table


def _in_order(chows: NDArray[np.uint8], two: NDArray[np.int64], three: NDArray[np.int64]) -> NDArray[np.int64]:
    """Which places have chows, and the relations among all twos and threes of them, as one number."""
    form = np.zeros(len(chows), np.int64)
    for column in chows.T:
        form = form * 2 + (column < CHOWS)
    for table, size in ((two, 2), (three, 3)):
        for places in combinations(range(4), size):
            form = form * (int(table.max()) + 1) + table[tuple(chows[:, place] for place in places)]
    return form
