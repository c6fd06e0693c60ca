"""What the tiles of one suit (or the honours) can be divided into, for every number of copies by rank.

The copies by rank, read as digits of base 5 with rank 1 the last digit, are the *code* of a suit: 5⁹ of them, 5⁷ for
the honours. Tables by code tell how the tiles divide, which ranks would complete them, which are there.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement

import numpy as np

from mjrules.groups import group_id
from mjrules.score.arrangements import AREAS
from mjrules.tiles import COPIES, TILES, Tile
from mjrules.universe.arrays.kinds import BYTE, RADIX, BoolArray, IndexArray, UInt8Array, UInt16Array, UInt32Array

MOST_SETS = 4
DIVIDES = 1 << 9
"""The tiles divide into sets, with a pair where their number asks for one."""
TWO_LEFT = 1 << 10
"""Their number leaves two when sets are taken out: there must be a pair."""
RANK_BITS = DIVIDES - 1


@dataclass(frozen=True, slots=True, eq=False)
class Divisions:
    """Ways to divide tiles into sets, with or without a pair, one a row."""

    code: IndexArray
    """The code of the tiles."""
    sets: UInt32Array
    """The kinds of the sets, a byte each, the first one lowest, equal ones side by side."""
    bits: UInt8Array
    """How many bits these take."""
    pair: UInt8Array
    """The kind of the pair, or 0."""

    def take(self, index: IndexArray | BoolArray) -> Divisions:
        return Divisions(self.code[index], self.sets[index], self.bits[index], self.pair[index])


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """One suit or the honours. By code: ``waits`` has a bit for each rank that would make the tiles divide (into sets,
    or sets and a pair), a fifth copy too, and the bits above; ``present`` and ``odd`` a bit for each rank that is
    there, or is there once or three times; ``number`` counts the codes that divide from 1, and is 0 for the others.

    The ``divisions`` of the code with number ``n`` are ``ways[n]`` rows from ``starts[n]`` on; ``pairs[n]`` is 1 where
    they have a pair.
    """

    waits: UInt16Array
    present: UInt16Array
    odd: UInt16Array
    number: UInt16Array
    starts: IndexArray
    ways: IndexArray
    pairs: UInt8Array
    divisions: Divisions


@cache
def tables() -> tuple[Tables, Tables, Tables, Tables]:
    """The tables of the three suits and of the honours; made in some tenths of a second."""
    suit, honours = _made(*AREAS[0]), _made(*AREAS[3])
    return suit, _of_another_suit(suit, *AREAS[1]), _of_another_suit(suit, *AREAS[2]), honours


def _made(first: int, last: int) -> Tables:
    ranks = last - first
    divisions, with_five = _divisions(first, last)
    dividing, starts, ways = np.unique(divisions.code, return_index=True, return_counts=True)
    number = np.zeros(RADIX**ranks, np.uint16)
    number[dividing] = np.arange(1, len(dividing) + 1)
    present, odd = _digits(ranks)
    waits = _left(ranks)
    waits[dividing] |= np.uint16(DIVIDES)
    for rank in range(ranks):
        complete = dividing[present[dividing] >> rank & 1 == 1]
        waits[complete - RADIX**rank] |= np.uint16(1 << rank)
        waits[with_five[rank] - RADIX**rank] |= np.uint16(1 << rank)
    return Tables(
        waits=waits,
        present=present,
        odd=odd,
        number=number,
        starts=np.concatenate(([0], starts)).astype(np.intp),
        ways=np.concatenate(([0], ways)).astype(np.intp),
        pairs=np.concatenate(([0], divisions.pair[starts] > 0)).astype(np.uint8),
        divisions=divisions,
    )


def _of_another_suit(suit: Tables, first: int, last: int) -> Tables:
    """The same tables but for the kinds of groups."""
    divisions, _ = _divisions(first, last)
    return Tables(suit.waits, suit.present, suit.odd, suit.number, suit.starts, suit.ways, suit.pairs, divisions)


def _digits(ranks: int) -> tuple[UInt16Array, UInt16Array]:
    """For each code the ranks that are there, and those there an odd number of times."""
    present = odd = np.zeros(1, np.uint16)
    for rank in range(ranks):
        bit, no = np.uint16(1 << rank), np.uint16(0)
        present = np.concatenate([present | (bit if copies else no) for copies in range(RADIX)])
        odd = np.concatenate([odd | (bit if copies & 1 else no) for copies in range(RADIX)])
    return present, odd


def _left(ranks: int) -> UInt16Array:
    """TWO_LEFT for each code whose number of tiles leaves two."""
    left = np.zeros(1, np.uint8)
    for _ in range(ranks):
        left = np.concatenate([(left + np.uint8(copies)) % np.uint8(3) for copies in range(RADIX)])
    return np.where(left == 2, np.uint16(TWO_LEFT), np.uint16(0))


def _divisions(first: int, last: int) -> tuple[Divisions, tuple[IndexArray, ...]]:
    """Every multiset of at most four sets, with or without a pair, in the order of codes; and for each rank the codes
    of those that have five tiles of it (and no five of another), a digit too large, for a wait that cannot come."""
    here = TILES[first:last]
    kinds, counts = _sets(here)
    found: list[Divisions] = []
    held: list[IndexArray] = []
    for size in range(MOST_SETS + 1):
        chosen = _multisets(len(kinds), size)
        of_sets = counts[chosen].sum(axis=1)
        sets = np.zeros(len(chosen), np.uint32)
        for place in range(size):
            sets |= kinds[chosen[:, place]] << np.uint32(BYTE * place)
        bits = np.full(len(chosen), BYTE * size, np.uint8)
        for eyes in (None, *here):
            total = of_sets.copy()
            if eyes is not None:
                total[:, eyes - first] += 2
            pair = np.full(len(chosen), 0 if eyes is None else group_id("pair", eyes), np.uint8)
            found.append(Divisions(total @ RADIX ** np.arange(len(here)), sets, bits, pair))
            held.append(total)
    return _possible(found, np.concatenate(held))


def _multisets(kinds: int, size: int) -> IndexArray:
    """So many of these kinds, in rising order; one row without any for size 0."""
    rows = [*combinations_with_replacement(range(kinds), size)]
    return np.array(rows, np.intp).reshape(len(rows), size)


def _possible(found: list[Divisions], held: IndexArray) -> tuple[Divisions, tuple[IndexArray, ...]]:
    parts = [(each.code, each.sets, each.bits, each.pair) for each in found]
    divisions = Divisions(*map(np.concatenate, zip(*parts, strict=True)))
    most = held.max(axis=1)
    five = (most == COPIES + 1) & ((held > COPIES).sum(axis=1) == 1)
    fives = tuple(divisions.code[five & (held[:, rank] > COPIES)] for rank in range(held.shape[1]))
    possible = divisions.take(most <= COPIES)
    return possible.take(np.argsort(possible.code, kind="stable")), fives


def _sets(here: tuple[Tile, ...]) -> tuple[UInt32Array, IndexArray]:
    """The kinds of concealed chows and pungs of these tiles, and the copies of each tile in them."""
    chows = [] if here[0].is_honour else [here[at : at + 3] for at in range(len(here) - 2)]
    pungs = [(tile,) * 3 for tile in here]
    kinds = [group_id("chow", chow[0]) for chow in chows] + [group_id("pung", pung[0]) for pung in pungs]
    counts = [[tiles.count(tile) for tile in here] for tiles in (*chows, *pungs)]
    return np.array(kinds, np.uint32), np.array(counts, np.intp)
