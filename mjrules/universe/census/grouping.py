"""Rows of numbers that are equal, taken together: how the census adds up states by kind and kinds by hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

Int64 = NDArray[np.int64]


NOWHERE = np.iinfo(np.int64).max
"""In place of an example where there is none."""


@dataclass(frozen=True)
class Kinds:
    """Kinds of states, in the order of their keys. ``states``: how many are of the kind, for each way of winning;
    ``example``: the least of their numbers. ``alone``: how many won hands are of this kind and no other;
    ``alone_example``: the least number of a state of these, or NOWHERE."""

    key: Int64
    states: Int64
    example: Int64
    alone: Int64
    alone_example: Int64

    def __len__(self) -> int:
        return len(self.key)

    def take(self, index: NDArray[np.intp]) -> Kinds:
        return Kinds(*(getattr(self, each.name)[index] for each in fields(self)))


@dataclass(frozen=True)
class Mixed:
    """Won hands whose readings are of several kinds: ``members`` (n, number of kinds) keys in rising order, ``hands``
    how many there are, ``example`` the least number of a state of theirs."""

    members: Int64
    hands: Int64
    example: Int64

    def __len__(self) -> int:
        return len(self.hands)


@dataclass(frozen=True)
class Found:
    """What was found in one part of the space: kinds, and mixed won hands by how many kinds they are of."""

    kinds: Kinds
    mixed: dict[int, Mixed]


def merged(found: Iterable[Found]) -> Found:
    """Several parts of the space as one."""
    parts = [*found]
    sizes = sorted({size for part in parts for size in part.mixed})
    return Found(
        merged_kinds([part.kinds for part in parts]),
        {size: merged_mixed([part.mixed[size] for part in parts if size in part.mixed]) for size in sizes},
    )


def merged_kinds(parts: list[Kinds]) -> Kinds:
    """Equal kinds taken together."""
    every = Kinds(*(np.concatenate([getattr(part, each.name) for part in parts]) for each in fields(Kinds)))
    order, starts = runs(every.key)
    every = every.take(order)
    return Kinds(
        every.key[starts],
        np.add.reduceat(every.states, starts),
        np.minimum.reduceat(every.example, starts),
        np.add.reduceat(every.alone, starts),
        np.minimum.reduceat(every.alone_example, starts),
    )


def merged_mixed(parts: list[Mixed]) -> Mixed:
    """Equal sets of kinds taken together."""
    members, hands, example = (np.concatenate([getattr(part, each.name) for part in parts]) for each in fields(Mixed))
    order, starts = runs(numbered(members))
    return Mixed(
        members[order[starts]],
        np.add.reduceat(hands[order], starts),
        np.minimum.reduceat(example[order], starts),
    )


def runs(values: Int64) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """An order that brings equal values together, the earlier first, and where each run of them starts."""
    order = np.argsort(values, kind="stable")
    return order, starts_of(values[order])


def alike(truths: NDArray[np.bool_]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """An order that brings equal columns of many truths together, and where each run of them starts."""
    packed = np.packbits(truths, axis=0)
    words = np.zeros((truths.shape[1], -(-len(packed) // 8) * 8), np.uint8)
    words[:, : len(packed)] = packed.T
    return runs(numbered(words.view(np.uint64)))


def starts_of(values: Int64) -> NDArray[np.intp]:
    """Where each run of equal neighbours starts."""
    new = np.ones(len(values), np.bool_)
    new[1:] = values[1:] != values[:-1]
    return np.flatnonzero(new)


def spread(number: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """So many rows for each: whose each row is, and its place among those of the same one.

    >>> whose, place = spread(np.array([2, 0, 3]))
    >>> whose.tolist(), place.tolist()
    ([0, 0, 2, 2, 2], [0, 1, 0, 1, 2])
    """
    whose = np.repeat(np.arange(len(number)), number)
    return whose, np.arange(len(whose)) - np.repeat(np.cumsum(number) - number, number)


def numbered(rows: NDArray[np.integer]) -> Int64:
    """A number for each row, equal for equal rows, in the order of their columns."""
    number = np.zeros(len(rows), np.int64)
    for column in rows.T:
        _, rank = np.unique(column, return_inverse=True)
        number = number * (int(rank.max(initial=0)) + 1) + rank
        _, number = np.unique(number, return_inverse=True)
    return number


def told_apart(pieces: Iterable[NDArray[np.uint8]]) -> NDArray[np.intp]:
    """A number for each row of bytes in several arrays, equal for equal rows, in the order of their bytes. What few
    different rows there are in each piece is sorted, never all of them."""
    few: list[NDArray[np.void]] = []
    which: list[NDArray[np.intp]] = []
    before = 0
    for piece in pieces:
        opaque = np.ascontiguousarray(piece).view(np.dtype((np.void, piece.shape[1]))).ravel()
        some, row = np.unique(opaque, return_inverse=True)
        few.append(some)
        which.append(row + before)
        before += len(some)
    _, number = np.unique(np.concatenate(few), return_inverse=True)
    return number[np.concatenate(which)]
