"""Which fans of its chows each row counts: the choice of ``score.counting`` for every multiset of chows, kept."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from threading import Lock

import numpy as np

from mjrules.groups import GROUPS
from mjrules.score.counting import CHOW_FANS, FOUR_CHOWS, ORDER, Counter
from mjrules.tiles import RANKS, TILES, Tile
from mjrules.universe.arrays.kinds import NO_GROUP, IndexArray, UInt8Array
from mjrules.universe.arrays.matching import chows

FOURS = tuple(sorted(FOUR_CHOWS))
"""The fans of four chows, in the order in which the first that holds is chosen."""
_PLACE = {number: place for place, number in enumerate(sorted(CHOW_FANS))}
_CASES = len(FOURS) + 1


class ChowChoices:
    """What is chosen for a multiset of chows, beside which fan of four chows holds. Found when first asked for."""

    def __init__(self, counter: Counter) -> None:
        self._counter = counter
        self._choice = np.full(len(chows()) * _CASES, -1, np.int16)
        self._rows: dict[tuple[int, ...], int] = {}
        self._taken: UInt8Array = np.zeros((len(_PLACE), 0), np.uint8)
        self._alike: dict[tuple[tuple[Tile, ...], int], int] = {}
        self._lock = Lock()

    def choices(self, multisets: IndexArray, four: IndexArray) -> IndexArray:
        """The number of each row's choice; ``four``: 0 or the place of the fan in FOURS, from 1."""
        cases = multisets * _CASES + four
        found = self._choice[cases]
        if found.min(initial=0) < 0:
            with self._lock:
                for case in np.unique(cases[found < 0]).tolist():
                    self._choice[case] = self._found(*divmod(case, _CASES))
            found = self._choice[cases]
        choices: IndexArray = found.astype(np.intp)
        return choices

    def times(self, fan: int, choices: IndexArray) -> UInt8Array:
        """How often a fan is taken in each choice."""
        times: UInt8Array = self._taken[_PLACE[fan]][choices]
        return times

    def _found(self, multiset: int, four: int) -> int:
        """The number of a choice; multisets that an exchange of suits makes equal have the same one."""
        kinds = [int(column[multiset]) for column in chows().columns]
        lowest = _with_suits_in_order([GROUPS[kind].tile for kind in kinds if kind != NO_GROUP])
        found = self._alike.get((lowest, four))
        if found is None:
            taken = dict(self._counter.chow_choice(lowest, FOURS[four - 1 : four])[1])
            row = tuple(taken.get(fan, 0) for fan in _PLACE)
            found = self._alike[lowest, four] = self._rows.setdefault(row, len(self._rows))
            self._taken = np.ascontiguousarray(np.array([*self._rows], np.uint8).T)
        return found


def _with_suits_in_order(lowest: Sequence[Tile]) -> tuple[Tile, ...]:
    """The same chows with the suits exchanged, those with most chows first: relations do not know suits apart."""
    suits = sorted(([tile % RANKS for tile in lowest if tile // RANKS == suit] for suit in range(3)), reverse=True)
    return tuple(sorted(TILES[RANKS * suit + rank] for suit, ranks in enumerate(suits) for rank in ranks))


_SHARED: dict[Hashable, ChowChoices] = {}


def chow_choices(counter: Counter) -> ChowChoices:
    """The choices under some rules; shared by all rules that choose alike."""
    options = ("chow_pairs", "four_shifted_chows", "pure_straight")
    fans = [ORDER[number] for number in _PLACE]
    key = (
        tuple(counter.points[number] for number in _PLACE),
        tuple(counter.rules.patterns.get(fan) for fan in fans),
        tuple(counter.options.get(option) for option in options),
    )
    return _SHARED.setdefault(key, ChowChoices(counter))
