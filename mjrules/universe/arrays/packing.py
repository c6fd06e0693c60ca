"""Many questions about the groups of a row answered together: sets of groups as bits and fields of one number.

Each kind of group has its number; the numbers of a row's groups are joined (is one of them in the set?) or added up
(are at least so many?). What is asked by FANS and VARIANTS is laid out once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, reduce
from typing import Generic, TypeVar

import numpy as np

from mjrules import pattern as p
from mjrules.fans import FANS, VARIANTS
from mjrules.groups import GROUPS, GroupSet
from mjrules.pattern.compiled import atoms
from mjrules.universe.arrays.kinds import BYTE, KINDS, TILES_IN, BoolArray, IndexArray, UInt8Array, UInt64Array

K = TypeVar("K")
WORD = 64
FIELD = 5
TOP = 1 << (FIELD - 1)
IN_WORD = WORD // FIELD


class Layout(Generic[K]):
    """Where the answer to each question stands: the word, the byte in it, the bit in that."""

    def __init__(self, questions: Iterable[K], width: int) -> None:
        """``width``: the bits of one question, of which the highest is the answer."""
        self.at: dict[K, tuple[int, int, int]] = {}
        self.shift: dict[K, tuple[int, int]] = {}
        for place, question in enumerate(questions):
            word, field = divmod(place, WORD // width)
            self.shift[question] = word, field * width
            byte, bit = divmod(field * width + width - 1, BYTE)
            self.at[question] = word, byte, 1 << bit

    @property
    def words(self) -> int:
        return 1 + max((word for word, _ in self.shift.values()), default=-1)

    def tables(self, size: int, answers: Iterable[tuple[K, int, int]]) -> tuple[UInt64Array, ...]:
        """One table a word, from (question, entry, number) that says what stands in the field of the question."""
        made = [[0] * size for _ in range(self.words)]
        for question, entry, number in answers:
            word, shift = self.shift[question]
            made[word][entry] |= number << shift
        return tuple(np.array(table, np.uint64) for table in made)


class Answers(Generic[K]):
    """The answers for all rows, given the words; those asked for are cut out of them."""

    def __init__(self, layout: Layout[K], words: Sequence[UInt64Array]) -> None:
        self._layout = layout
        self._bytes = [np.ascontiguousarray(_bytes(word).T) for word in words]

    def __contains__(self, question: K) -> bool:
        return question in self._layout.at

    def __getitem__(self, question: K) -> BoolArray:
        word, byte, bit = self._layout.at[question]
        answer: BoolArray = (self._bytes[word][byte] & np.uint8(bit)) != 0
        return answer


def _bytes(word: UInt64Array) -> UInt8Array:
    return word.astype("<u8", copy=False).view(np.uint8).reshape(-1, WORD // BYTE)


def _known() -> Iterator[p.Pattern]:
    for pattern in (*FANS.values(), *VARIANTS.values()):
        yield from atoms(pattern)


@cache
def _some() -> tuple[Layout[GroupSet], tuple[UInt64Array, ...]]:
    sets = [atom.of for atom in _known() if isinstance(atom, p.Each) or (isinstance(atom, p.Count) and atom.least == 1)]
    layout = Layout(dict.fromkeys(sets), 1)
    return layout, layout.tables(KINDS, ((of, group, 1) for of in layout.at for group in of.members))


@cache
def _many() -> tuple[Layout[p.Count], tuple[UInt64Array, ...], tuple[np.uint64, ...]]:
    counts = [atom for atom in _known() if isinstance(atom, p.Count) and atom.least > 1]
    layout = Layout(dict.fromkeys(counts), FIELD)
    tables = layout.tables(KINDS, ((atom, group, 1) for atom in layout.at for group in atom.of.members))
    biases = layout.tables(1, ((atom, 0, TOP - atom.least) for atom in layout.at))
    return layout, tables, tuple(bias[0] for bias in biases)


@cache
def _completing() -> tuple[Layout[p.Completes], tuple[UInt64Array, ...]]:
    layout = Layout(dict.fromkeys(atom for atom in _known() if isinstance(atom, p.Completes)), 1)
    answers = (
        (atom, group.id * TILES_IN + at, 1)
        for atom in layout.at
        for group in GROUPS
        for at in range(len(group.tiles))
        if group.id in atom.of and atom.at in (None, at)
    )
    return layout, layout.tables(KINDS * TILES_IN, answers)


def some(columns: Sequence[IndexArray]) -> Answers[GroupSet]:
    """For each set: whether one of the groups is in it."""
    layout, tables = _some()
    return Answers(layout, [_joined(np.bitwise_or, table, columns) for table in tables])


def many(columns: Sequence[IndexArray]) -> Answers[p.Count]:
    """For each count above one: whether it is reached."""
    layout, tables, biases = _many()
    words = [_joined(np.add, table, columns) + bias for table, bias in zip(tables, biases, strict=True)]
    return Answers(layout, words)


def completing(won: IndexArray, at: UInt8Array) -> Answers[p.Completes]:
    """For each ``Completes``: whether it is true of the completed group and the place in it."""
    layout, tables = _completing()
    entry = won * TILES_IN + at
    return Answers(layout, [table[entry] for table in tables])


def _joined(join: np.ufunc, table: UInt64Array, columns: Sequence[IndexArray]) -> UInt64Array:
    return reduce(join, [np.take(table, column, mode="clip") for column in columns])
