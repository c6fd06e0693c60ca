"""One standard state as one number: 34 times its set of four melds plus its pair, which melds are declared, what the
winning tile completed, and which pungs are kongs. Of two states that with the lower number is the simpler example:
chows come before pungs, low ranks before high ones."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from mjrules.groups import group_id
from mjrules.tiles import TILES
from mjrules.universe.arrays.rows import Rows
from mjrules.universe.census.grouping import Int64
from mjrules.universe.census.melds import CHOWS, FIRST_PAIR, PAIR_WORDS, as_mask, held_four_times, possible, sets

PUNG, CLAIMED_KONG, CONCEALED_KONG = range(3)
"""What a declared pung may be; digits of a choice of kongs in base 3, the first meld lowest."""
CHOICES = 3**4
EXPANDABLE = 255
"""In place of a choice: every declared pung whose fourth tile is not in the hand may be a kong or not."""

_MELDED = group_id("pung", TILES[0], melded=True) - group_id("pung", TILES[0])
_DECLARED = np.array(
    [_MELDED] + [group_id("kong", TILES[0], melded=melded) - group_id("pung", TILES[0]) for melded in (True, False)],
    np.uint8,
)
"""What is added to the number of a concealed pung (or chow: PUNG) for what it is declared as."""
_POWERS = 3 ** np.arange(4, dtype=np.uint8)
_DIGITS = (np.arange(2**4)[:, None] >> np.arange(4) & 1).astype(np.bool_)
_PLACES = 3 * 4 + 1
"""Three places in each meld, and one in the pair."""
PAIR_COLUMN = 4


@dataclass(frozen=True)
class Standard:
    """Standard states: ``hand`` is 34 times the set of melds plus the pair; ``declared`` (n, 4); ``column`` and ``at``
    where the winning tile is; ``kongs`` a choice, or EXPANDABLE."""

    hand: NDArray[np.int64]
    declared: NDArray[np.bool_]
    column: NDArray[np.uint8]
    at: NDArray[np.uint8]
    kongs: NDArray[np.uint8]

    @classmethod
    def of(cls, numbers: Int64) -> Standard:
        """The states with these numbers."""
        place, kongs = (numbers >> 8).astype(np.uint8), numbers.astype(np.uint8)
        declared, place = np.divmod(place, np.uint8(_PLACES))
        return cls(numbers >> 16, _DIGITS[declared], *np.divmod(place, np.uint8(3)), kongs)

    def numbers(self) -> Int64:
        """Each as one number."""
        declared = (self.declared * (1 << np.arange(4))).sum(axis=1)
        place = declared * _PLACES + self.column.astype(np.int64) * 3 + self.at
        numbers: Int64 = (self.hand.astype(np.int64) << 16) + (place << 8) + self.kongs
        return numbers

    @property
    def melds(self) -> NDArray[np.uint8]:
        return sets(4).melds[self.hand // len(TILES)]

    def may_be_kongs(self) -> NDArray[np.bool_]:
        """Which declared pungs are still to be multiplied out as kongs, (n, 4)."""
        words = sets(4).words[self.hand // len(TILES)] + PAIR_WORDS[self.hand % len(TILES)]
        melds = self.melds
        tile = (np.maximum(melds, CHOWS) - np.uint8(CHOWS)).astype(np.uint64)
        held = as_mask(held_four_times(words))[:, None] >> tile & np.uint64(1)
        found: NDArray[np.bool_] = self.declared & (melds >= CHOWS) & (held == 0) & (self.kongs == EXPANDABLE)[:, None]
        return found

    def take(self, index: NDArray[np.intp]) -> Standard:
        return Standard(*(getattr(self, each.name)[index] for each in fields(self)))

    def rows(self, claimed: int = 0, concealed: int = 0) -> Rows:
        """The states as rows; of the pungs that may be kongs the first are so many claimed ones, the next so many
        concealed ones."""
        kongs = np.where(self.kongs == EXPANDABLE, np.uint8(0), self.kongs)
        pungs = kongs[:, None] // _POWERS % np.uint8(3)
        if claimed or concealed:
            may_be = self.may_be_kongs()
            place = np.cumsum(may_be, axis=1)
            pungs[may_be & (place <= claimed + concealed)] = CONCEALED_KONG
            pungs[may_be & (place <= claimed)] = CLAIMED_KONG
        melds = self.melds + self.declared * _DECLARED[pungs]
        pair = (self.hand % len(TILES)).astype(np.uint8) + np.uint8(FIRST_PAIR)
        groups = np.column_stack([melds, pair])
        return Rows("standard", groups, self.column, self.at, np.zeros(len(groups), np.bool_))


def won_by(rows: Rows, self_drawn: bool) -> Rows:
    """The same states, all won by drawing the tile, or all by a discard."""
    return Rows(rows.form, rows.groups, rows.completed, rows.at, np.full(len(rows), self_drawn))


def is_state(numbers: Int64) -> NDArray[np.bool_]:
    """Whether each is the number of a standard state."""
    there = (numbers >= 0) & (numbers >> 16 < len(sets(4)) * len(TILES)) & ((numbers >> 8 & 255) < _PLACES * 2**4)
    if not there.all():
        return there
    some = Standard.of(numbers)
    every = np.arange(len(numbers))
    declared = np.column_stack([some.declared, np.zeros(len(numbers), np.bool_)])[every, some.column]
    chow = some.melds[every, np.minimum(some.column, PAIR_COLUMN - 1)] < CHOWS
    words = sets(4).words[some.hand // len(TILES)] + PAIR_WORDS[some.hand % len(TILES)]
    in_it = (some.at == 0) | (chow & (some.column < PAIR_COLUMN))
    kongs = (some.kongs < CHOICES) | (some.kongs == EXPANDABLE)
    found: NDArray[np.bool_] = there & ~declared & in_it & kongs & possible(words)
    return found
