"""Totals of many whole hands: an array of numbers in (``arrays.hands`` has the layout), points out."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cache

import numpy as np

from mjrules.rulesets.resolve import DEFAULT, Rules, resolve
from mjrules.universe.arrays import hands as layout
from mjrules.universe.arrays.hands import as_array, check
from mjrules.universe.arrays.kinds import CHUNK, IndexArray, Int32Array, UInt8Array
from mjrules.universe.arrays.readings import readings
from mjrules.universe.arrays.situations import Situations
from mjrules.universe.arrays.totals import NOT_WON, Totals

AT_ONCE = 2 * CHUNK
"""Hands that are read together: some forms are rare, and few rows cost nearly as much as many."""

__all__ = ["NOT_WON", "as_array", "totals"]


def totals(hands: UInt8Array, ruleset: str | Rules = DEFAULT, *, threads: int = 2) -> Int32Array:
    """The points of each hand, the best of its arrangements, flowers included; NOT_WON for one that does not win.

    ``ruleset``: an edition by its id, or rules. RulesError names the first row that is no possible hand.

    >>> from mjrules.hand import Hand
    >>> totals(as_array(map(Hand.parse, ["[123m,1][EEE,1]45p78966s6p|EE1000|a", "[1111m][9999s]234p567p5s5s"])))
    array([14, 13], dtype=int32)
    """
    scorer = _of_edition(ruleset) if isinstance(ruleset, str) else Totals(ruleset)
    points = np.full(len(hands), NOT_WON, np.int32)

    def work(start: int) -> None:
        piece = slice(start, start + AT_ONCE)
        check(hands[piece], start)
        _score(hands[piece], scorer, points[piece])

    starts = range(0, len(hands) or 1, AT_ONCE)
    if threads < 2 or len(starts) < 2:
        for start in starts:
            work(start)
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(work, starts))
    return points


@cache
def _of_edition(ruleset: str) -> Totals:
    return Totals(resolve(ruleset))


def _score(hands: UInt8Array, scorer: Totals, points: Int32Array) -> None:
    """Writes the best of each hand's arrangements over what stands in ``points``."""
    for found in readings(hands):
        np.maximum.at(points, found.hand, scorer.of(found.rows, situations(hands, found.hand)))


def situations(hands: UInt8Array, hand: IndexArray) -> Situations:
    """How some of the hands win."""
    return Situations(
        prevalent=hands[hand, layout.PREVALENT],
        seat=hands[hand, layout.SEAT],
        last_of_kind=hands[hand, layout.LAST_OF_KIND] > 0,
        wall_last=hands[hand, layout.WALL_LAST] > 0,
        kong=hands[hand, layout.KONG] > 0,
        flowers=hands[hand, layout.FLOWERS],
    )
