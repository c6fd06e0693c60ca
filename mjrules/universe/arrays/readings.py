"""All arrangements of whole hands: ``mjrules.score.arrangements`` for many hands at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce

import numpy as np

from mjrules.fans.standard import HONOURS, ORPHANS
from mjrules.groups import GROUPS, KNITTED, group_id
from mjrules.pattern import Form
from mjrules.score.arrangements import KNITTED_KINDS, KNITTED_MASKS
from mjrules.tiles import TILES
from mjrules.universe.arrays import hands as layout
from mjrules.universe.arrays.kinds import (
    BYTE,
    DECLARED,
    NO_GROUP,
    WIDTHS,
    BoolArray,
    IndexArray,
    UInt8Array,
    UInt64Array,
)
from mjrules.universe.arrays.rows import Rows
from mjrules.universe.arrays.tables import MOST_SETS, tables
from mjrules.universe.arrays.waits import WEIGHTS, Codes, knitted_there, present, tiles_of, without_knitted

_NOWHERE = 255
_PLACE = np.array(
    [
        [group.tiles.index(tile) if tile in group.tiles and group.id not in DECLARED else _NOWHERE for tile in TILES]
        for group in GROUPS
    ],
    np.uint8,
).ravel()
"""Where in a concealed group a tile stands, by ``34 * kind + tile``."""
_WEIGHTS = WEIGHTS.T.astype(np.float32)
_ORPHANS, _HONOURS = (np.uint64(sum(1 << tile for tile in some)) for some in (ORPHANS, HONOURS))
_KNITTED = np.array([group.id for group in KNITTED], np.uint8)
_FIRST_PAIR, _FIRST_SINGLE = group_id("pair", TILES[0]), group_id("single", TILES[0])


@dataclass(frozen=True, slots=True, eq=False)
class Readings:
    """Arrangements of one form, and the number of the hand that each is of."""

    rows: Rows
    hand: IndexArray


def readings(hands: UInt8Array) -> Iterator[Readings]:
    """Every reading of every hand (``arrays.hands``) that some rules allow, by forms."""
    tiles = _Tiles(hands)
    yield from (found for found in (tiles.standard(), tiles.knitted(), *tiles.special()) if len(found.hand))


class _Tiles:
    """The concealed tiles of hands, the winning tile among them."""

    def __init__(self, hands: UInt8Array) -> None:
        self.hands = hands
        self.winning = hands[:, layout.WINNING].astype(np.intp)
        self.declared = hands[:, layout.DECLARED]
        self.sets = (self.declared != NO_GROUP).sum(axis=1, dtype=np.uint8)
        counts = hands[:, layout.COUNTS].astype(np.float32)
        # whole numbers below 2²⁴, which single precision adds up exactly
        codes = counts @ _WEIGHTS + _WEIGHTS[self.winning]
        self.codes = tuple(np.ascontiguousarray(column, np.intp) for column in codes.T)
        self.present = present(self.codes)
        self.kinds = np.bitwise_count(self.present)

    def standard(self) -> Readings:
        """Four sets and a pair."""
        hand, sets, pair = _divided(self.codes)
        return self._completed("standard", hand, self._beside_declared(hand, sets, MOST_SETS), pair)

    def knitted(self) -> Readings:
        """A knitted straight with a set and a pair, the set declared or not."""
        some = np.flatnonzero((self.sets <= 1) & (self.kinds >= KNITTED_KINDS))
        row, knitted, _ = knitted_there(self.present[some], 0)
        row = some[row]
        way, sets, pair = _divided(without_knitted([code[row] for code in self.codes], knitted))
        hand = row[way]
        return self._completed("knitted", hand, _KNITTED[knitted[way]], self._beside_declared(hand, sets, 1), pair)

    def _beside_declared(self, hand: IndexArray, sets: UInt64Array, number: int) -> UInt8Array:
        """So many sets in columns, the declared ones first; ``sets`` are the others, a byte each."""
        bits = (self.sets[hand] * np.uint8(BYTE)).astype(np.uint64)
        declared = self.declared[hand].view("<u4").astype(np.uint64).ravel() & ((np.uint64(1) << bits) - np.uint64(1))
        columns: UInt8Array = (declared | sets << bits).astype("<u4").view(np.uint8).reshape(-1, MOST_SETS)
        return columns[:, :number]

    def _completed(self, form: Form, hand: IndexArray, *columns: UInt8Array) -> Readings:
        """Each kind of concealed group that the winning tile may have completed; equal groups are one, and stand side
        by side."""
        groups = np.column_stack(columns)
        at = np.take(_PLACE, groups * np.intp(len(TILES)) + self.winning[hand, None])
        possible = at != _NOWHERE
        possible[:, 1:] &= groups[:, 1:] != groups[:, :-1]
        row, column = np.nonzero(possible)
        drawn = self.hands[:, layout.SELF_DRAWN] > 0
        rows = Rows(form, groups[row], column.astype(np.uint8), at[row, column], drawn[hand[row]])
        return Readings(rows, hand[row])

    def special(self) -> Iterator[Readings]:
        """Seven pairs, thirteen orphans, honours and knitted tiles: with nothing declared."""
        concealed = self.sets == 0
        odd = tiles_of([area.odd for area in tables()], self.codes)
        yield self._of_equal_tiles("seven_pairs", concealed & (odd == 0))
        yield self._of_equal_tiles("thirteen_orphans", concealed & (self.kinds == 13) & (_ORPHANS & ~self.present == 0))
        knitted = [self.present & ~(np.uint64(mask) | _HONOURS) == 0 for _, mask in KNITTED_MASKS]
        among = concealed & (self.kinds == 14) & reduce(np.logical_or, knitted)
        yield self._of_equal_tiles("honors_and_knitted", among)

    def _of_equal_tiles(self, form: Form, which: BoolArray) -> Readings:
        """Hands of pairs or of single tiles."""
        hand = np.flatnonzero(which)
        counts = self.hands[hand, layout.COUNTS].copy()
        counts[np.arange(len(hand)), self.winning[hand]] += 1
        size, first = (2, _FIRST_PAIR) if form == "seven_pairs" else (1, _FIRST_SINGLE)
        tiles = np.tile(np.arange(len(TILES), dtype=np.uint8), len(hand))
        groups = first + np.repeat(tiles, counts.ravel() // size).reshape(len(hand), WIDTHS[form])
        return self._completed(form, hand, groups.astype(np.uint8))


def _divided(codes: Codes) -> tuple[IndexArray, UInt64Array, UInt8Array]:
    """All ways to divide tiles into sets and one pair: the number of the hand, the sets as bytes of one number, the
    pair. Hands with one way, nearly all, come first."""
    areas = tables()
    numbers = [area.number[code].astype(np.intp) for area, code in zip(areas, codes, strict=True)]
    ways = np.ones(len(numbers[0]), np.intp)
    pairs = np.zeros(len(numbers[0]), np.uint8)
    for area, number in zip(areas, numbers, strict=True):
        ways *= area.ways[number]
        pairs += area.pairs[number]
    ways[pairs != 1] = 0
    single, several = np.flatnonzero(ways == 1), np.flatnonzero(ways > 1)
    number_of_ways = ways[several]
    hand = np.concatenate((single, np.repeat(several, number_of_ways)))
    before = np.repeat(np.cumsum(number_of_ways) - number_of_ways, number_of_ways)
    left = np.concatenate((np.zeros(len(single), np.intp), np.arange(len(before)) - before))
    return hand, *_joined([number[hand] for number in numbers], left, len(single))


def _joined(numbers: list[IndexArray], left: IndexArray, single: int) -> tuple[UInt64Array, UInt8Array]:
    """The sets and the pair of each way, given by its number among the ways of the hand (0 in the first ``single``)."""
    sets = np.zeros(len(left), np.uint64)
    bits = np.zeros(len(left), np.uint64)
    pair = np.zeros(len(left), np.uint8)
    for area, number in zip(tables(), numbers, strict=True):
        division = area.starts[number]
        left[single:], way = np.divmod(left[single:], area.ways[number[single:]])
        division[single:] += way
        sets |= area.divisions.sets[division].astype(np.uint64) << bits
        bits += area.divisions.bits[division]
        pair |= area.divisions.pair[division]
    return sets, pair
