"""The material of standard hands in arrays: melds, sets of up to four of them, and their tiles as packed counts.

A *meld* here is one of 21 chows and 34 pungs, numbered as its concealed group is (``mjrules.groups``): exposure and
kongs come later. The tiles of a hand are three words of sixteen fields of four bits: a suit's nine ranks in the low
fields of its word, the seven honours in the high fields of the first. Words of parts add up; a field never overflows,
for two parts hold at most eight of a tile.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from mjrules.groups import GROUPS, PAIR
from mjrules.tiles import COPIES, FIRST_HONOUR, RANKS, TILES
from mjrules.universe.census import told

Words = NDArray[np.uint64]
"""Packed counts, shape (n, 3)."""

MELDS = tuple(group for group in GROUPS if group.shape in ("chow", "pung") and not group.melded)
CHOWS = sum(group.shape == "chow" for group in MELDS)
"""Melds below this number are chows."""
FIRST_PAIR = min(PAIR.members)
NO_MELD = len(MELDS)
"""Stands behind the melds of a set that has fewer than four; it has no tiles."""

FIELD = 4
ONES = np.uint64(0x1111_1111_1111_1111)
SUIT = np.uint64((1 << FIELD * RANKS) - 1)
"""The fields of a suit in its word."""
_TOO_MANY = np.uint64(0x3333_3333_3333_3333), np.uint64(0x8888_8888_8888_8888)


def place_of(tile: int) -> tuple[int, int]:
    """The word of a tile and the lowest bit of its field."""
    if tile < FIRST_HONOUR:
        return tile // RANKS, FIELD * (tile % RANKS)
    return 0, FIELD * (RANKS + tile - FIRST_HONOUR)


WORD, SHIFT = (np.array(part) for part in zip(*map(place_of, range(len(TILES))), strict=True))
SHIFT = SHIFT.astype(np.uint64)


def words_of(tiles: tuple[int, ...]) -> Words:
    """Packed counts of some tiles, shape (3,)."""
    words = np.zeros(3, np.uint64)
    for tile in tiles:
        words[WORD[tile]] += np.uint64(1) << SHIFT[tile]
    return words


MELD_WORDS = np.array([words_of(meld.tiles) for meld in MELDS] + [words_of(())], np.uint64)
PAIR_WORDS = np.array([words_of((tile, tile)) for tile in TILES], np.uint64)
TILE_WORDS = np.array([words_of((tile,)) for tile in TILES], np.uint64)


def possible(words: Words) -> NDArray[np.bool_]:
    """Whether no tile is there more than four times."""
    spare, top = _TOO_MANY
    return ~any_bit(words + spare & top)


def any_bit(words: Words) -> NDArray[np.bool_]:
    """Whether there is any bit in a row."""
    found: NDArray[np.bool_] = (words[..., 0] | words[..., 1] | words[..., 2]) != 0
    return found


def held_four_times(words: Words) -> Words:
    """One bit (the lowest) in the field of every tile that is there four times."""
    return (words >> np.uint64(2)) & ONES


def copies(words: Words, tile: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many of a tile there are, row by row."""
    found: NDArray[np.int64] = (words[np.arange(len(words)), WORD[tile]] >> SHIFT[tile] & np.uint64(15)).astype(
        np.int64
    )
    return found


def counts(words: Words) -> NDArray[np.uint8]:
    """The copies of all tiles, shape (n, 34)."""
    found = np.empty((len(words), len(TILES)), np.uint8)
    for tile in TILES:
        found[:, tile] = words[:, WORD[tile]] >> SHIFT[tile] & np.uint64(15)
    return found


assert COPIES == 4, "fields of four bits hold twice the copies of a tile"


def packed(counts: NDArray[np.integer]) -> Words:
    """The words of copies by tile, shape (n, 34)."""
    words = np.zeros((len(counts), 3), np.uint64)
    for tile, held in enumerate(counts.T):
        words[:, WORD[tile]] |= held.astype(np.uint64) << SHIFT[tile]
    return words


@dataclass(frozen=True)
class Sets:
    """Every possible multiset of ``size`` melds, in rising order: ``melds`` (n, size), ``words`` (n, 3)."""

    size: int
    melds: NDArray[np.uint8]
    words: Words

    def __len__(self) -> int:
        return len(self.melds)


@cache
def sets(size: int) -> Sets:
    """The sets of so many melds with at most four of a tile; of four there are 366,528."""
    if not size:
        return Sets(0, np.zeros((1, 0), np.uint8), np.zeros((1, 3), np.uint64))
    fewer = sets(size - 1)
    last = fewer.melds[:, -1] if size > 1 else np.zeros(1, np.uint8)
    smaller, added = np.nonzero(np.arange(len(MELDS)) >= last[:, None])
    words = fewer.words[smaller] + MELD_WORDS[added]
    keep = possible(words)
    melds = np.column_stack([fewer.melds[smaller], added.astype(np.uint8)])
    return Sets(size, melds[keep], words[keep])


def numbers_of(melds: NDArray[np.integer]) -> NDArray[np.int32]:
    """The number in ``sets(4)`` of each row of four melds in any order; -1 where they are no possible set."""
    code = _code(np.sort(melds.astype(np.int64), axis=-1))
    return _by_code()[code]


@cache
def _by_code() -> NDArray[np.int32]:
    table = np.full(len(MELDS) ** 4, -1, np.int32)
    table[_code(sets(4).melds.astype(np.int64))] = np.arange(len(sets(4)), dtype=np.int32)
    return table


def _code(melds: NDArray[np.int64]) -> NDArray[np.int64]:
    code = np.zeros(melds.shape[:-1], np.int64)
    for column in range(melds.shape[-1]):
        code = code * len(MELDS) + melds[..., column]
    return code


@cache
def joined(size: int) -> NDArray[np.int32]:
    """The number in ``sets(4)`` of a set of ``size`` melds (row) together with one of the rest (column)."""
    some, others = sets(size).melds, sets(4 - size).melds
    rows = []
    for start in range(0, len(some), 64):  # a table of four columns of melds at once would be large
        chunk = some[start : start + 64]
        both = np.empty((len(chunk), len(others), 4), np.uint8)
        both[:, :, :size], both[:, :, size:] = chunk[:, None], others[None]
        rows.append(numbers_of(both))
    return np.concatenate(rows)


@cache
def _lopsided_words() -> tuple[Words, ...]:
    """All fields of the tiles of each set of ``told.lopsided``."""
    return tuple(words_of(tuple(tiles)) * np.uint64(15) for tiles in told.lopsided())


def within(words: Words) -> NDArray[np.uint16]:
    """A bit for each set of ``told.lopsided`` that holds all the tiles."""
    found = np.zeros(len(words), np.uint16)
    for number, inside in enumerate(_lopsided_words()):
        found |= (~any_bit(words & ~inside)).astype(np.uint16) << np.uint16(number)
    return found


def weights(words: Words, lopsided: NDArray[np.uint16]) -> NDArray[np.uint8]:
    """For how many hands each stands when suits are exchanged: 6, 3 or 1 where its suits are in falling order, 0 where
    they are not; a lopsided hand stands for itself."""
    one, two, three = words[:, 0] & SUIT, words[:, 1], words[:, 2]
    equal = (one == two).astype(np.uint8) + (two == three)
    images: NDArray[np.uint8] = np.array([6, 3, 1], np.uint8)[equal]
    images[(one < two) | (two < three)] = 0
    images[lopsided != 0] = 1
    return images


def as_mask(bits: Words) -> NDArray[np.uint64]:
    """A bit for each of 34 tiles, from words with at most the lowest bit of a field set."""
    for shift, keep in ((3, 0x0303_0303_0303_0303), (6, 0x000F_000F_000F_000F), (12, 0x0000_00FF_0000_00FF)):
        bits = (bits | bits >> np.uint64(shift)) & np.uint64(keep)
    bits = (bits | bits >> np.uint64(24)) & np.uint64(0xFFFF)
    ranks = np.uint64((1 << RANKS) - 1)
    found: NDArray[np.uint64] = (
        (bits[:, 0] & ranks)
        | bits[:, 1] << np.uint64(RANKS)
        | bits[:, 2] << np.uint64(2 * RANKS)
        | bits[:, 0] >> np.uint64(RANKS) << np.uint64(FIRST_HONOUR)
    )
    return found
