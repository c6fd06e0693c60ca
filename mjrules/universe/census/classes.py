"""Won hands grouped by the kinds of their readings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjrules.pattern import Form
from mjrules.universe.census import seven_pairs
from mjrules.universe.census.examples import Standard
from mjrules.universe.census.expansion import Expanded
from mjrules.universe.census.grouping import Int64
from mjrules.universe.census.other_forms import FORMS
from mjrules.universe.census.table import Table
from mjrules.universe.states import State

_STANDARD, _PAIRS, _OTHERS = 0, 1, 2
"""Where an example is to be found: a number of ``examples``, of ``seven_pairs``, or (counting on, by form) a row of
``Listed.of_set``."""


@dataclass(frozen=True)
class Classes:
    """Won hands (declared groups, concealed tiles, winning tile) grouped by the kinds their readings are of. A class
    stands for both ways of winning; what a hand of it is worth is the best of its kinds.

    Class ``i`` is of the kinds ``kinds[first[i]:first[i + 1]]``, numbered as ``Census.first`` says; it has ``hands[i]``
    won hands for each way of winning."""

    kinds: NDArray[np.int32]
    first: Int64
    hands: Int64
    _where: NDArray[np.uint8]
    _example: Int64
    _kongs: NDArray[np.uint8]
    _table: Table

    def __len__(self) -> int:
        return len(self.hands)

    def best(self, of_kinds: NDArray[Any]) -> NDArray[Any]:
        """By class the greatest of a number by kind."""
        return np.maximum.reduceat(of_kinds[self.kinds], self.first[:-1])

    def example(self, number: int, self_drawn: bool = False) -> State:
        """A state of one of the won hands of a class."""
        where, example = int(self._where[number]), self._example[number : number + 1]
        if where == _STANDARD:
            rows, row = Standard.of(example).rows(*divmod(int(self._kongs[number]), 5)), 0
        elif where == _PAIRS:
            rows, row = seven_pairs.rows(example), 0
        else:
            rows, row = self._table.others[FORMS[where - _OTHERS]].of_set, int(example[0])
        state = rows.state(row)
        return State(state.form, state.groups, state.completed, state.at, self_drawn)

    @property
    def nothing_declared(self) -> NDArray[np.bool_]:
        """Whether the hands of each class have no declared group."""
        nothing: NDArray[np.bool_] = self._where == _PAIRS
        standard = self._where == _STANDARD
        nothing[standard] = ~Standard.of(self._example[standard]).declared.any(axis=1)
        for number, form in enumerate(FORMS):
            here = self._where == _OTHERS + number
            nothing[here] = (self._table.others[form].of_set.declared == 0)[self._example[here]]
        return nothing

    def take(self, index: NDArray[np.intp]) -> Classes:
        """Some of the classes."""
        sizes = np.diff(self.first)[index]
        first = np.concatenate(([0], np.cumsum(sizes)))
        members = np.arange(first[-1]) + np.repeat(self.first[:-1][index] - first[:-1], sizes)
        return Classes(
            self.kinds[members],
            first,
            self.hands[index],
            self._where[index],
            self._example[index],
            self._kongs[index],
            self._table,
        )


@dataclass(frozen=True)
class _Piece:
    """Some classes of equally many kinds."""

    members: NDArray[np.int32]
    hands: Int64
    where: int
    example: Int64
    kongs: int = 0


def classes_of(table: Table, expanded: Expanded, first: Mapping[Form, int]) -> Classes:
    """All won hands by their kinds."""
    pieces = [*_standard(table, expanded, first), *_pairs(table, first), *_others(table, first)]
    sizes = np.concatenate([np.full(len(each.hands), each.members.shape[1]) for each in pieces])
    return Classes(
        np.concatenate([each.members.ravel() for each in pieces]).astype(np.int32),
        np.concatenate(([0], np.cumsum(sizes))),
        np.concatenate([each.hands for each in pieces]),
        np.concatenate([np.full(len(each.hands), each.where, np.uint8) for each in pieces]),
        np.concatenate([each.example for each in pieces]),
        np.concatenate([np.full(len(each.hands), each.kongs, np.uint8) for each in pieces]),
        table,
    )


def _standard(table: Table, expanded: Expanded, first: Mapping[Form, int]) -> Iterator[_Piece]:
    """Standard hands with every number of kongs, and concealed ones that are seven pairs too."""
    pairs = np.arange(len(table.pairs), dtype=np.int32) + np.int32(first["seven_pairs"])
    for some in expanded.kongs:
        kongs = some.claimed * 5 + some.concealed
        numbers = np.concatenate([expanded.numbers(some), pairs])
        ways = np.zeros(len(expanded.kinds), np.int64)
        ways[some.kinds] = some.ways
        alone = np.flatnonzero((table.standard.alone > 0) & (ways > 0))
        hands = (table.standard.alone * ways)[alone]
        yield _Piece(numbers[alone][:, None], hands, _STANDARD, table.standard.alone_example[alone], kongs)
        for mixed in table.mixed.values():
            # all kinds of a won hand have the same declared groups, and so the same kongs
            there = np.flatnonzero(ways[mixed.members[:, 0]])
            members = mixed.members[there]
            yield _Piece(
                numbers[members], mixed.hands[there] * ways[members[:, 0]], _STANDARD, mixed.example[there], kongs
            )


def _pairs(table: Table, first: Mapping[Form, int]) -> Iterator[_Piece]:
    alone = np.flatnonzero(table.pairs.alone)
    members = (alone + first["seven_pairs"]).astype(np.int32)[:, None]
    yield _Piece(members, table.pairs.alone[alone], _PAIRS, table.pairs.alone_example[alone])


def _others(table: Table, first: Mapping[Form, int]) -> Iterator[_Piece]:
    for number, form in enumerate(FORMS):
        some = table.others[form]
        sizes = np.diff(some.first, append=len(some.sets))
        for size in np.unique(sizes).tolist():
            these = np.flatnonzero(sizes == size)
            members = some.sets[some.first[these][:, None] + np.arange(size)] + first[form]
            yield _Piece(members.astype(np.int32), some.hands[these], _OTHERS + number, these)
