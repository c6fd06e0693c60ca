"""What each kind of group is, as tables by its number (``mjrules.groups``); the last entry stands for no group."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import DTypeLike, NDArray

from mjrules.groups import (
    CHOW,
    GROUPS,
    KNITTED_STRAIGHT,
    KONG,
    MELDED,
    PAIR,
    PUNG,
    SINGLE,
    Group,
    GroupSet,
    group_id,
)
from mjrules.pattern import Form
from mjrules.tiles import COPIES, RANKS, TILES, Tile

BoolArray = NDArray[np.bool_]
UInt8Array = NDArray[np.uint8]
UInt16Array = NDArray[np.uint16]
UInt32Array = NDArray[np.uint32]
UInt64Array = NDArray[np.uint64]
Int32Array = NDArray[np.int32]
IndexArray = NDArray[np.intp]
"""Numbers to look something up by; numpy is fastest with its own kind."""

CHUNK = 1 << 15
"""Rows that are worked on together: few enough for the cache, many enough to make the calls worth while."""
NO_GROUP: Final = len(GROUPS)
KINDS = NO_GROUP + 1
RADIX = COPIES + 1
"""Copies of a tile are digits of this base in the code of a suit."""

DECLARED = MELDED | KONG
"""Groups that lie on the table: claimed ones and all kongs."""

_SETS = CHOW.members | PUNG.members
COLUMNS: dict[Form, tuple[frozenset[int], ...]] = {
    "standard": (_SETS,) * 4 + (PAIR.members,),
    "knitted": (KNITTED_STRAIGHT.members, _SETS, PAIR.members),
    "seven_pairs": (PAIR.members,) * 7,
    "thirteen_orphans": (SINGLE.members,) * 14,
    "honors_and_knitted": (SINGLE.members,) * 14,
}
"""The kinds of groups that may stand in each column of an arranged hand."""
WIDTHS = {form: len(columns) for form, columns in COLUMNS.items()}
"""How many groups an arranged hand has."""


def table(of: Callable[[Group], int], dtype: DTypeLike) -> NDArray[Any]:
    """A number for each kind of group, 0 for none."""
    return np.array([*map(of, GROUPS), 0], dtype)


@cache
def members(of: GroupSet) -> UInt8Array:
    """1 for each kind in the set."""
    return table(lambda group: group.id in of, np.uint8)


def area(tile: Tile) -> int:
    """0 to 2 for the suits, 3 for honours."""
    return min(tile // RANKS, 3)


def place(tile: Tile) -> int:
    """Rank in its suit or place among the honours, from 0."""
    return tile - RANKS * area(tile)


def weight(tile: Tile) -> int:
    """What one copy of a tile adds to the code of its suit or of the honours."""
    return int(RADIX ** place(tile))


_AREAS_IN_WORD = ((0, 1), (2, 3))
HALF: Final = 32


def _codes(word: int) -> UInt64Array:
    """Codes of the concealed tiles of a kind of group, of two suits (or a suit and the honours) in one number."""

    def code(group: Group) -> int:
        if group.id in DECLARED:
            return 0
        low, high = _AREAS_IN_WORD[word]
        return sum(weight(tile) << (HALF * (area(tile) == high)) for tile in group.tiles if area(tile) in (low, high))

    return table(code, np.uint64)


CODES = (_codes(0), _codes(1))
TILE_CODES = tuple(
    np.array(
        [sum(weight(tile) << (HALF * half) for half, own in enumerate(areas) if area(tile) == own) for tile in TILES],
        np.uint64,
    )
    for areas in _AREAS_IN_WORD
)
"""The same for one tile."""

BYTE: Final = 8
TALLY = table(
    lambda group: (group.id in MELDED) + ((group.id in DECLARED) << BYTE) + ((group.shape == "kong") << 2 * BYTE),
    np.uint32,
)
"""Claimed, declared and kongs, counted in a byte each."""

TILES_IN: Final = RANKS
TILE_AT = np.array(
    [
        [*(group.tiles[at] if at < len(group.tiles) else 0 for at in range(TILES_IN))]
        for group in (*GROUPS, Group(NO_GROUP, "single", (Tile(0),)))
    ],
    np.uint8,
).ravel()
"""The tile at a place of a kind of group, by ``TILES_IN * kind + place``."""


def _copies(of: Callable[[Group], bool]) -> UInt8Array:
    wanted = [group.tiles if of(group) else () for group in GROUPS]
    return np.array([[tiles.count(tile) for tile in TILES] for tiles in (*wanted, ())], np.uint8).ravel()


COPIES_MELDED = _copies(lambda group: group.id in MELDED)
"""Copies of a tile in a melded group, by ``34 * kind + tile``; so also the next two."""
COPIES_CONCEALED = _copies(lambda group: group.id not in DECLARED)
COPIES_ANY = _copies(lambda group: True)

MELDED_BY_DISCARD: UInt8Array = np.array(
    [*(group_id("pung", group.tile, melded=True) if group.shape == "pung" else group.id for group in GROUPS), NO_GROUP],
    np.uint8,
)
"""A concealed pung as the melded one that a discard makes of it; every other kind as it is."""

FIELD: Final = 3
TILES_IN_WORD: Final = 17


def _held(kongs: bool) -> tuple[UInt64Array, UInt64Array]:
    def word(first: int) -> UInt64Array:
        here = TILES[first : first + TILES_IN_WORD]
        return table(
            lambda group: sum(
                group.tiles.count(tile) << (FIELD * (tile - first)) for tile in here if kongs or group.shape != "kong"
            ),
            np.uint64,
        )

    return word(0), word(TILES_IN_WORD)


HELD = _held(True)
"""Copies of each tile in fields of three bits, 17 tiles in a number: four copies set a field's top bit."""
HELD_BUT_KONGS = _held(False)


def fours(tiles: frozenset[Tile]) -> tuple[int, int]:
    """The bits of HELD that say four copies of one of these tiles."""
    bits = [0, 0]
    for tile in tiles:
        word, at = divmod(tile, TILES_IN_WORD)
        bits[word] |= 1 << (FIELD * at + 2)
    return bits[0], bits[1]
