"""Every hand of seven pairs, by what is told apart of its tiles; any of its pairs may have been completed last.

Which suits are which does not matter (``melds.weights``). Nothing can be declared, so that a state is told by its hand
and winning tile.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, product

import numpy as np
from numpy.typing import NDArray

from mjrules.score.arrangements import AREAS
from mjrules.tiles import COPIES, RANKS, TILES
from mjrules.universe.arrays.kinds import RADIX
from mjrules.universe.arrays.rows import Rows
from mjrules.universe.arrays.waits import divide_with_pair, waits
from mjrules.universe.census import divided, told
from mjrules.universe.census.grouping import NOWHERE, Found, Int64, Kinds, merged_kinds, spread, told_apart
from mjrules.universe.census.melds import (
    FIELD,
    FIRST_PAIR,
    SHIFT,
    SUIT,
    WORD,
    Words,
    as_mask,
    copies,
    counts,
    held_four_times,
    packed,
    weights,
    within,
)
from mjrules.universe.states import GB

PAIRS = 7
_KEY = 1 << 44
"""Above the keys of standard states."""
_PIECE = 1 << 16


def representatives() -> Words:
    """Hands that stand for all: those whose suits are in falling order, of lopsided ones every image."""
    falling = np.concatenate([*_falling()])
    inside = within(falling) != 0
    lopsided = falling[inside]
    honours = lopsided[:, 0] & ~SUIT
    images = []
    for order in told.SUIT_ORDERS:
        image = np.column_stack([lopsided[:, suit] & SUIT for suit in order])
        image[:, 0] |= honours
        images.append(image)
    return np.concatenate([falling[~inside], np.unique(np.concatenate(images), axis=0)])


def _falling() -> Iterator[Words]:
    suit, honours = of_one_area(RANKS), of_one_area(len(TILES) - 3 * RANKS)
    for one, two, three in product(range(PAIRS + 1), repeat=3):
        if one + two + three <= PAIRS:
            first, second = spread(np.searchsorted(suit[two], suit[one], "right"))
            both, third = spread(np.searchsorted(suit[three], suit[two][second], "right"))
            suits = np.column_stack([suit[one][first[both]], suit[two][second[both]], suit[three][third]])
            rest = honours[PAIRS - one - two - three] << np.uint64(FIELD * RANKS)
            words = np.repeat(suits, len(rest), axis=0)
            words[:, 0] |= np.tile(rest, len(suits))
            yield words


def of_one_area(tiles: int) -> list[NDArray[np.uint64]]:
    """Packed counts of every number of pairs of so many tiles, by how many pairs."""
    pairs = np.indices((COPIES // 2 + 1,) * tiles).reshape(tiles, -1)
    number = pairs.sum(axis=0)
    packed = (2 * pairs.astype(np.uint64) << (FIELD * np.arange(tiles, dtype=np.uint64))[:, None]).sum(axis=0)
    return [np.sort(packed[number == n]) for n in range(PAIRS + 1)]


def words_of(codes: Int64) -> Words:
    """The tiles of hands given by their codes."""
    pairs = codes[:, None] // 3 ** np.arange(len(TILES), dtype=np.int64) % 3
    return packed(2 * pairs)


def groups(words: Words) -> NDArray[np.uint8]:
    """The seven pairs, as kinds of groups in rising order."""
    pairs = counts(words) // 2
    tile = np.broadcast_to(np.arange(len(TILES), dtype=np.uint8), pairs.shape)
    return np.repeat(tile.ravel(), pairs.ravel()).reshape(len(words), PAIRS) + np.uint8(FIRST_PAIR)


# states


@dataclass(frozen=True)
class Hands:
    """Hands of seven pairs in the order of ``code`` (see ``codes``), for how many each stands, and their kinds."""

    code: Int64
    words: Words
    weight: NDArray[np.uint8]
    kind: NDArray[np.uint16]

    @classmethod
    def of(cls, words: Words) -> Hands:
        """Some hands by their tiles."""
        code = codes(words)
        order = np.argsort(code)
        words, code = words[order], code[order]
        facts = (divided.facts("seven_pairs", groups(words[piece])) for piece in _pieces(len(words)))
        kind = told_apart(chain.from_iterable(facts))
        return cls(code, words, weights(words, within(words)), kind.astype(np.uint16))

    def pieces(self) -> Iterator[Hands]:
        """A part of the hands at a time."""
        for piece in _pieces(len(self.code)):
            yield Hands(self.code[piece], self.words[piece], self.weight[piece], self.kind[piece])

    def found(self) -> Found:
        """The states by kind. Each is a won hand; those of hands that are standard too are not alone."""
        pairs = groups(self.words)
        new = np.ones(pairs.shape, np.bool_)
        new[:, 1:] = pairs[:, 1:] != pairs[:, :-1]
        hand, column = np.nonzero(new)
        tile = (pairs[hand, column] - np.uint8(FIRST_PAIR)).astype(np.intp)
        example = self.code[hand] * PAIRS + column
        alone = ~divide_with_pair(area_codes(counts(self.words)))[hand]
        number = self.weight[hand].astype(np.int64)
        key = _keys(self.words[hand], tile, self.kind[hand])
        kinds = Kinds(key, number, example, number * alone, np.where(alone, example, NOWHERE))
        return Found(merged_kinds([kinds]), {})

    def keys(self, words: Words, tile: NDArray[np.intp]) -> Int64:
        """The keys of won hands given by their tiles and the winning tile; they must be among these hands."""
        return _keys(words, tile, self.kind[np.searchsorted(self.code, codes(words))])


def _pieces(rows: int) -> list[slice]:
    return [slice(start, start + _PIECE) for start in range(0, rows, _PIECE)]


def codes(words: Words) -> Int64:
    """The pairs of each tile as digits of base 3, honours highest."""
    code = np.zeros(len(words), np.int64)
    for tile in reversed(TILES):
        code = code * 3 + (words[:, WORD[tile]] >> SHIFT[tile] + np.uint64(1) & np.uint64(3)).astype(np.int64)
    return code


def area_codes(held: NDArray[np.uint8]) -> list[NDArray[np.intp]]:
    """Copies by tile as the codes of the suits and the honours (``arrays.tables``)."""
    return [held[:, first:last].astype(np.intp) @ RADIX ** np.arange(last - first) for first, last in AREAS]


def _keys(words: Words, tile: NDArray[np.intp], kind: NDArray[np.uint16]) -> Int64:
    """What is told apart of a state: the tiles of its hand, whether the winning tile is there four times, and whether
    another tile would have made sets and a pair."""
    held = counts(words)
    held[np.arange(len(held)), tile] -= 1
    nothing = np.zeros(len(held), np.bool_)
    others = waits(area_codes(held), nothing, nothing, GB) & ~(np.uint64(1) << tile.astype(np.uint64))
    left = others & ~as_mask(held_four_times(words))
    wait = np.where(others == 0, 0, np.where(left == 0, 1, 2))
    found: Int64 = _KEY | kind.astype(np.int64) << 3 | wait << 1 | (copies(words, tile) == COPIES)
    return found


def rows(examples: Int64) -> Rows:
    """Examples as rows, not self-drawn."""
    code, column = np.divmod(examples, PAIRS)
    none = np.zeros(len(code), np.uint8)
    return Rows("seven_pairs", groups(words_of(code)), column.astype(np.uint8), none, none.astype(np.bool_))


def is_state(examples: Int64) -> NDArray[np.bool_]:
    """Whether each is the number of a state of seven pairs."""
    code, _ = np.divmod(examples, PAIRS)
    there = (examples >= 0) & (code < 3 ** len(TILES))
    pairs = np.where(there, code, 0)[:, None] // 3 ** np.arange(len(TILES), dtype=np.int64) % 3
    found: NDArray[np.bool_] = there & (pairs.sum(axis=1) == PAIRS)
    return found
