"""The declared part of standard hands: melds on the table, of whatever kind."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mjrules.universe.census.concealed import TileMask
from mjrules.universe.census.melds import CHOWS, Words, counts, sets, within


@dataclass(frozen=True)
class Declared:
    """Declared parts with ``size`` melds each: rows of ``melds.sets(size)``, their ``melds`` and ``words``; ``counts``
    the copies of each tile, ``pungs`` a bit for each tile that there is a pung of, ``number`` how many pungs,
    ``lopsided`` as in ``concealed.Parts``."""

    size: int
    sets: NDArray[np.intp]
    melds: NDArray[np.uint8]
    words: Words
    counts: NDArray[np.uint8]
    pungs: TileMask
    number: NDArray[np.uint8]
    lopsided: NDArray[np.uint16]

    def __len__(self) -> int:
        return len(self.sets)


def declared(size: int, rows: NDArray[np.intp] | None = None) -> Declared:
    """The sets of so many melds as declared parts; all, or those in some rows."""
    every = sets(size)
    rows = np.arange(len(every)) if rows is None else rows
    melds, words = every.melds[rows], every.words[rows]
    pungs = np.bitwise_or.reduce(pung_bits(melds), axis=1)
    number = (melds >= CHOWS).sum(axis=1, dtype=np.uint8)
    return Declared(size, rows, melds, words, counts(words), pungs, number, within(words))


def pung_bits(melds: NDArray[np.uint8]) -> TileMask:
    """For each meld the bit of its tile if it is a pung, else none."""
    tile = (np.maximum(melds, CHOWS) - np.uint8(CHOWS)).astype(np.uint64)
    return np.where(melds >= CHOWS, np.uint64(1) << tile, np.uint64(0))
