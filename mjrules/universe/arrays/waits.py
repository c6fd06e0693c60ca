"""Which tiles would have completed each row, as bits: ``mjrules.score.waits`` for many hands at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce

import numpy as np

from mjrules.fans.standard import HONOURS, ORPHANS
from mjrules.groups import GROUPS, KNITTED
from mjrules.score.arrangements import AREAS, KNITTED_KINDS, KNITTED_MASKS
from mjrules.tiles import TILES
from mjrules.universe.arrays import kinds
from mjrules.universe.arrays.kinds import BoolArray, IndexArray, UInt8Array, UInt16Array, UInt64Array
from mjrules.universe.arrays.rows import Rows, summed
from mjrules.universe.arrays.tables import DIVIDES, RANK_BITS, TWO_LEFT, tables

Codes = Sequence[IndexArray]
"""The codes of three suits and the honours."""

_FIRST = tuple(np.uint64(first) for first, _ in AREAS)
_ORPHANS = np.uint64(sum(1 << tile for tile in ORPHANS))
_HONOURS = np.uint64(sum(1 << tile for tile in HONOURS))
_PAIRS = 7


def tiles_of(tables_of: Sequence[UInt16Array], codes: Codes) -> UInt64Array:
    """One bit a tile, from tables with one bit a rank."""
    found = np.zeros(len(codes[0]), np.uint64)
    for table, code, first in zip(tables_of, codes, _FIRST, strict=True):
        found |= table[code].astype(np.uint64) << first
    return found


def present(codes: Codes) -> UInt64Array:
    """The kinds of tiles that are there."""
    return tiles_of([area.present for area in tables()], codes)


def waits(codes: Codes, concealed: BoolArray, knitted: BoolArray, options: Mapping[str, str]) -> UInt64Array:
    """The tiles that complete these concealed tiles by their form, a bit each.

    ``concealed``: nothing is declared, so that special forms are possible. ``knitted``: a knitted straight with a set
    and a pair would win (``score.arrangements.knitted_straight_wins``).
    """
    found = _standard(codes)
    there = present(codes)
    number = np.bitwise_count(there)
    maybe = np.flatnonzero(knitted & (number >= KNITTED_KINDS - 1))
    if len(maybe):
        found[maybe] |= _knitted([code[maybe] for code in codes], there[maybe])
    found |= _seventh_pair(codes, number, concealed, options)
    maybe = np.flatnonzero(concealed & (number >= 12))
    if len(maybe):
        found[maybe] |= _of_single_tiles(there[maybe], number[maybe])
    return found


def _standard(codes: Codes) -> UInt64Array:
    """Tiles that make sets and a pair: in one suit, while all others divide, and not three of them with a pair."""
    areas = [area.waits[code] for area, code in zip(tables(), codes, strict=True)]
    divide = [(area & np.uint16(DIVIDES)) != 0 for area in areas]
    with_pair = sum((area & np.uint16(TWO_LEFT)) != 0 for area in areas)
    one_pair = with_pair != 3
    found = np.zeros(len(codes[0]), np.uint64)
    for here, area in enumerate(areas):
        possible = one_pair.copy()
        for other in range(len(areas)):
            if other != here:
                possible &= divide[other]
        found |= np.where(possible, area & np.uint16(RANK_BITS), np.uint16(0)).astype(np.uint64) << _FIRST[here]
    return found


def divide_with_pair(codes: Codes) -> BoolArray:
    """Whether all the tiles are sets and one pair."""
    numbers = [area.number[code] for area, code in zip(tables(), codes, strict=True)]
    pairs = [area.pairs[number] for area, number in zip(tables(), numbers, strict=True)]
    possible = np.equal(reduce(np.add, pairs), 1)
    for number in numbers:
        possible &= number > 0
    return possible


WEIGHTS = np.array([[kinds.weight(tile) * (kinds.area(tile) == area) for tile in TILES] for area in range(4)], np.intp)
"""What one tile adds to the code of each area."""
_OF_KNITTED = np.array([[WEIGHTS[area, group.tiles].sum() for group in KNITTED] for area in range(4)], np.intp)


def without_knitted(codes: Codes, knitted: IndexArray) -> list[IndexArray]:
    """The codes without the nine tiles of a knitted straight, the number of which in KNITTED is told for each."""
    return [code - nine[knitted] for code, nine in zip(codes, _OF_KNITTED, strict=True)]


def knitted_there(there: UInt64Array, lacking: int) -> tuple[IndexArray, IndexArray, UInt64Array]:
    """Every knitted straight of which just so many tiles are lacking: the row, its number, the tiles that lack."""
    missing = [np.uint64(mask) & ~there for _, mask in KNITTED_MASKS]
    rows = [np.flatnonzero(np.bitwise_count(each) == lacking) for each in missing]
    knitted = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
    return np.concatenate(rows), knitted, np.concatenate([each[row] for each, row in zip(missing, rows, strict=True)])


def _knitted(codes: Codes, there: UInt64Array) -> UInt64Array:
    """Tiles that make a knitted straight with a set and a pair: one of the rest, or the one of the nine that lacks."""
    found = np.zeros(len(there), np.uint64)
    row, knitted, _ = knitted_there(there, 0)
    np.bitwise_or.at(found, row, _standard(without_knitted([code[row] for code in codes], knitted)))
    row, knitted, missing = knitted_there(there, 1)
    tile = np.bitwise_count(missing - np.uint64(1))
    eight = without_knitted([code[row] for code in codes], knitted)
    rest = [code + weight[tile] for code, weight in zip(eight, WEIGHTS, strict=True)]
    np.bitwise_or.at(found, row, np.where(divide_with_pair(rest), missing, np.uint64(0)))
    return found


def _seventh_pair(codes: Codes, number: UInt8Array, concealed: BoolArray, options: Mapping[str, str]) -> UInt64Array:
    single = tiles_of([area.odd for area in tables()], codes)
    allowed = number == _PAIRS if options.get("identical_pairs") == "barred" else number <= _PAIRS
    return np.where(concealed & allowed & (np.bitwise_count(single) == 1), single, np.uint64(0))


def _of_single_tiles(there: UInt64Array, number: UInt8Array) -> UInt64Array:
    """Tiles that make thirteen orphans, or honours and knitted tiles."""
    lacking = np.where(number == 13, _ORPHANS, _ORPHANS & ~there)
    found = np.where(there & ~_ORPHANS == 0, lacking, np.uint64(0))
    for _, knitted in KNITTED_MASKS:
        whole = np.uint64(knitted) | _HONOURS
        found |= np.where((number == 13) & (there & ~whole == 0), whole & ~there, np.uint64(0))
    return found


def knitted_straight_wins(declared: UInt8Array, claimed: UInt8Array, options: Mapping[str, str]) -> BoolArray:
    """``score.arrangements.knitted_straight_wins``, by how many groups are declared and claimed."""
    allowed = options.get("knitted_straight_set", "allowed")
    wins: BoolArray = declared <= 1
    if allowed == "concealed":
        wins &= claimed == 0
    return wins if allowed != "barred" else np.zeros(len(wins), np.bool_)


def sole_wait(rows: Rows, options: Mapping[str, str]) -> BoolArray:
    """Whether no tile of another kind would have completed the hand (``pattern.SoleWait``)."""
    declared, claimed = rows.declared, rows.claimed
    found = waits(rows.codes, declared == 0, knitted_straight_wins(declared, claimed, options), options)
    others = found & ~(np.uint64(1) << rows.winning.astype(np.uint64))
    if options.get("wait_exhausted") == "ignored":
        others &= ~_exhausted(rows)
    sole: BoolArray = others == 0
    if rows.form == "knitted" and options.get("knitted_wait") == "barred":
        sole &= _IN_KNITTED[rows.groups[:, 0].astype(np.intp), rows.winning] == 0
    return sole


_IN_KNITTED = np.array([[group in KNITTED and tile in group.tiles for tile in TILES] for group in GROUPS], np.uint8)


def _exhausted(rows: Rows) -> UInt64Array:
    """Tiles of which the hand held all four before it won."""
    words = [summed(table, rows.columns) for table in kinds.HELD]
    found = np.zeros(len(rows), np.uint64)
    for tile in TILES:
        word, at = divmod(tile, kinds.TILES_IN_WORD)
        four = words[word] >> np.uint64(kinds.FIELD * at + 2) & np.uint64(1)
        found |= (four & (rows.winning != tile)) << np.uint64(tile)
    return found
