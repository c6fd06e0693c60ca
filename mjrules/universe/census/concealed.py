"""The concealed part of standard hands: some melds and the pair, and every place the winning tile may have in it.

What a winning tile completed, and whether another tile would have done as well, hangs on the concealed tiles alone,
but for tiles that declared groups use up (``wait_exhausted``). So it is worked out once for a concealed part and used
with every declared part that fits.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from mjrules.groups import GROUPS
from mjrules.score.arrangements import AREAS
from mjrules.tiles import RANKS, TILES
from mjrules.universe.arrays import kinds
from mjrules.universe.arrays.kinds import CHUNK, TILE_AT, TILES_IN
from mjrules.universe.arrays.tables import DIVIDES, RANK_BITS, TWO_LEFT, tables
from mjrules.universe.census import told
from mjrules.universe.census.melds import (
    CHOWS,
    FIELD,
    FIRST_PAIR,
    ONES,
    PAIR_WORDS,
    SUIT,
    TILE_WORDS,
    Sets,
    Words,
    copies,
    possible,
    sets,
    weights,
    within,
)

TileMask = NDArray[np.uint64]
"""A bit for each of the 34 tiles."""
Hands = tuple[NDArray[np.int32], NDArray[np.uint8], Words]
"""The row of the set in ``melds.sets``, the pair, and the tiles of hands or parts of hands."""


@dataclass(frozen=True)
class Parts:
    """Concealed parts with ``size`` melds each; readings of the same tiles lie together.

    ``sets`` is the row in ``melds.sets(size)``, ``pair`` a tile, ``tiles`` a number for the tiles, rising; ``several``
    says that the same tiles have another reading; ``lopsided`` has a bit for each set of ``told.lopsided`` that holds
    all the tiles."""

    size: int
    sets: NDArray[np.int32]
    pair: NDArray[np.uint8]
    words: Words
    tiles: NDArray[np.int32]
    several: NDArray[np.bool_]
    lopsided: NDArray[np.uint16]

    def __len__(self) -> int:
        return len(self.sets)

    def take(self, index: NDArray[np.intp] | slice) -> Parts:
        return Parts(
            self.size,
            self.sets[index],
            self.pair[index],
            self.words[index],
            self.tiles[index],
            self.several[index],
            self.lopsided[index],
        )

    def slices(self, rows: int) -> list[slice]:
        """Stretches of about so many rows that do not part readings of the same tiles."""
        first = np.flatnonzero(np.diff(self.tiles, prepend=-1))
        ends = [*first[np.unique(np.searchsorted(first, np.arange(0, len(self), rows)))].tolist(), len(self)]
        return [slice(start, end) for start, end in pairwise(ends)]


def parts(size: int) -> Parts:
    """Every concealed part with so many melds; of four only the representatives of hands (``melds.weights``)."""
    number, pair, words = hands() if size == 4 else _with_pairs(slice(None), sets(size))
    order = np.lexsort(words.T[::-1])
    number, pair, words = number[order], pair[order], words[order]
    new = np.any(words[1:] != words[:-1], axis=1)
    starts = np.concatenate(([True], new))
    tiles = np.cumsum(starts, dtype=np.int32) - 1
    several = ~(starts & np.concatenate((new, [True])))
    return Parts(size, number, pair, words, tiles, several, within(words))


def _with_pairs(piece: slice, chosen: Sets) -> Hands:
    """Some sets of melds with every pair that is possible beside them."""
    number = np.repeat(np.arange(len(chosen), dtype=np.int32)[piece], len(TILES))
    pair = np.tile(np.arange(len(TILES), dtype=np.uint8), len(number) // len(TILES))
    words = chosen.words[number] + PAIR_WORDS[pair]
    keep = np.flatnonzero(possible(words))
    return number[keep], pair[keep], words[keep]


@cache
def hands() -> Hands:
    """Sets of four melds, pairs, and tiles of the representatives among all hands."""
    found: list[Hands] = []
    for start in range(0, len(sets(4)), CHUNK // len(TILES)):
        number, pair, words = _with_pairs(slice(start, start + CHUNK // len(TILES)), sets(4))
        keep = np.flatnonzero(weights(words, within(words)))
        found.append((number[keep], pair[keep], words[keep]))
    number, pair, words = (np.concatenate(each) for each in zip(*found, strict=True))
    return number, pair, words


@dataclass(frozen=True)
class Places:
    """Where the winning tile may stand in each of some parts; the rows of part ``i`` begin at ``starts[i]`` and are
    ``number[i]``.

    ``column``: the meld, or ``size`` for the pair; ``at``: the tile's place in it; ``tile``: the tile; ``win``: its
    class in ``told.wins``; ``hidden``: how many others of it are concealed; ``doubtful``: the same tile may stand in
    another group of the same reading; ``others``: the other tiles that would have completed four sets and a pair;
    ``seven_pairs``: 1 where yet another would have completed seven pairs of which two are equal, 2 seven different
    ones; ``one_suit``: a bit for each pattern of ``told.one_suit()``."""

    starts: NDArray[np.intp]
    number: NDArray[np.intp]
    column: NDArray[np.uint8]
    at: NDArray[np.uint8]
    tile: NDArray[np.intp]
    win: NDArray[np.uint8]
    hidden: NDArray[np.uint8]
    doubtful: NDArray[np.bool_]
    others: TileMask
    seven_pairs: NDArray[np.uint8]
    one_suit: NDArray[np.uint8]


def places(some: Parts) -> Places:
    """Every place of the winning tile in some parts: equal chows are one."""
    part, column, at, tile, win = _places(some)
    words = some.words[part]
    hidden = (copies(words, tile) - 1).astype(np.uint8)
    number = np.bincount(part, minlength=len(some))
    return Places(
        starts=np.concatenate(([0], np.cumsum(number)[:-1])),
        number=number,
        column=column,
        at=at,
        tile=tile,
        win=win,
        hidden=hidden,
        doubtful=_doubtful(part, tile),
        others=_others(some, part, tile),
        seven_pairs=_seven_pairs(words, hidden, tile) if some.size == 4 else np.zeros(len(part), np.uint8),
        one_suit=_one_suit(words, tile) if some.size == 4 else np.zeros(len(part), np.uint8),
    )


def _win_table() -> NDArray[np.uint8]:
    """The class of winning by group (of 252) and place."""
    table = np.zeros((len(GROUPS), 3), np.uint8)
    for (group, at), number in told.wins().of.items():
        table[group, at] = number
    return table


_WIN = _win_table()


def _places(
    some: Parts,
) -> tuple[NDArray[np.intp], NDArray[np.uint8], NDArray[np.uint8], NDArray[np.intp], NDArray[np.uint8]]:
    melds = sets(some.size).melds[some.sets]
    groups = np.column_stack([melds, some.pair + np.uint8(FIRST_PAIR)])
    first = np.ones(groups.shape, np.bool_)
    first[:, 1:] = groups[:, 1:] != groups[:, :-1]
    wide = np.zeros((*groups.shape, 3), np.bool_)
    wide[:, :, 0] = first
    wide[:, :, 1:] = (first & (groups < CHOWS))[:, :, None]
    part, column, at = np.nonzero(wide)
    group = groups[part, column].astype(np.intp)
    tile = TILE_AT[group * TILES_IN + at].astype(np.intp)
    return part, column.astype(np.uint8), at.astype(np.uint8), tile, _WIN[group, at]


def _doubtful(part: NDArray[np.intp], tile: NDArray[np.intp]) -> NDArray[np.bool_]:
    key = part * len(TILES) + tile
    order = np.argsort(key, kind="stable")
    equal = key[order][1:] == key[order][:-1]
    found = np.zeros(len(part), np.bool_)
    found[order[1:][equal]] = found[order[:-1][equal]] = True
    return found


_AREA = np.array([kinds.area(tile) for tile in TILES])
_WEIGHT = np.array([kinds.weight(tile) for tile in TILES])
_HONOURS_FROM = kinds.RADIX**RANKS
_CODES = np.zeros((FIRST_PAIR + len(TILES), len(AREAS)), np.int32)
for _group in GROUPS[: len(_CODES)]:
    for _tile in _group.tiles:
        _CODES[_group.id, _AREA[_tile]] += _WEIGHT[_tile]


def _waits() -> NDArray[np.uint16]:
    """``Tables.waits`` of a suit, behind it that of the honours."""
    return np.concatenate([tables()[0].waits, tables()[3].waits])


def _others(some: Parts, part: NDArray[np.intp], tile: NDArray[np.intp]) -> TileMask:
    """The other tiles that would have made sets and a pair.

    The reading tells that all suits but that of the winning tile are complete; so another tile is of that suit, or, if
    the winning tile could have been the pair's as well, of the suit that has the pair.
    """
    melds = sets(some.size).melds[some.sets]
    codes = _CODES[melds].sum(axis=1, dtype=np.int32) + _CODES[some.pair.astype(np.intp) + FIRST_PAIR]
    codes[:, 3] += _HONOURS_FROM
    waits = _waits()
    here, pair = _AREA[tile], _AREA[some.pair][part]
    own = waits[codes[part, here] - _WEIGHT[tile]]
    found = _as_mask(own, here) & ~(np.uint64(1) << tile.astype(np.uint64))
    swapped = np.flatnonzero((pair != here) & (own & (DIVIDES | TWO_LEFT) == DIVIDES | TWO_LEFT))
    with_pair = pair[swapped]
    found[swapped] |= _as_mask(waits[codes[part[swapped], with_pair]], with_pair)
    return found


def _as_mask(waits: NDArray[np.uint16], area: NDArray[np.intp]) -> TileMask:
    return (waits & np.uint16(RANK_BITS)).astype(np.uint64) << (area * RANKS).astype(np.uint64)


def _seven_pairs(words: Words, hidden: NDArray[np.uint8], tile: NDArray[np.intp]) -> NDArray[np.uint8]:
    """Whether another tile would have made seven pairs: 2 seven different ones, 1 with two equal ones."""
    odd = words & ONES
    there = (words | words >> np.uint64(1) | words >> np.uint64(2)) & ONES
    lacks_one = (np.bitwise_count(odd).sum(axis=1) == 2) & ((hidden & 1) == 0)
    kinds_before = np.bitwise_count(there).sum(axis=1) - (hidden == 0)
    return np.where(lacks_one & (kinds_before <= 7), np.where(kinds_before == 7, 2, 1), 0).astype(np.uint8)


def _one_suit(words: Words, tile: NDArray[np.intp]) -> NDArray[np.uint8]:
    """A bit for each pattern about the concealed tiles of one suit (九莲宝灯)."""
    found = np.zeros(len(words), np.uint8)
    for number, pattern in enumerate(told.one_suit()):
        wanted = np.uint64(sum(count << FIELD * rank for rank, count in enumerate(pattern.counts)))
        for suit in range(3):
            own = words[:, suit] & SUIT
            if pattern.before:
                own = own - np.where(_AREA[tile] == suit, TILE_WORDS[tile, suit], np.uint64(0))
                true = own == wanted
            else:
                more = own - wanted  # one tile more: a single bit, the lowest of a field
                true = ((more & (more - np.uint64(1))) == 0) & (more & ONES & SUIT != 0) & (_AREA[tile] == suit)
            found |= true.astype(np.uint8) << np.uint8(number)
    return found
