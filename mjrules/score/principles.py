"""The principles for fans made of chows: which of the relations among the chows of a hand count.

Non-separation (不拆移): groups used for a fan are not cut anew into another. Non-identical (不得相同): a group used
for a fan does not serve the same fan again. Account-once (套算一次): a group not used yet joins the used ones once. So
with four chows: a four-chow fan stands alone; a three-chow fan takes at most one two-chow fan that joins the fourth
chow; else two-chow fans make a forest over the chows, and edges of one kind share no chow.
(1998 Art. 10; Green Book 3.9.1.5; worked hands in docs/scoring.md.)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from mjrules.fans import pattern
from mjrules.pattern import Match
from mjrules.pattern.evaluate import fits
from mjrules.tiles import Tile

FOUR_CHOWS = ("pure_terminal_chows", "quadruple_chow", "four_shifted_chows", "three_suited_terminal_chows")
THREE_CHOWS = (
    *("pure_triple_chow", "pure_straight", "pure_shifted_chows"),
    *("mixed_straight", "mixed_triple_chow", "mixed_shifted_chows"),
)
TWO_CHOWS = ("pure_double_chow", "mixed_double_chow", "short_straight", "two_terminal_chows")
CHOW_FANS = (*FOUR_CHOWS, *THREE_CHOWS, *TWO_CHOWS)

Relation = tuple[str, tuple[int, ...]]
"""A fan and the places of the chows that make it."""
Choice = tuple[Relation, ...]


class ChowRelations:
    """The relations among chows, under the patterns that rulings chose. ``open_inside``: which two-chow fans a ruling
    lets count inside a larger fan."""

    def __init__(self, patterns: Mapping[str, str], open_inside: Mapping[str, Sequence[str]]) -> None:
        self._open_inside = open_inside
        chosen = {fan: pattern(patterns.get(fan, fan)) for fan in (*THREE_CHOWS, *TWO_CHOWS)}
        self._relations = {fan: relation for fan, relation in chosen.items() if isinstance(relation, Match)}
        self._fans: dict[tuple[Tile, ...], tuple[str, ...]] = {}
        self._all: dict[tuple[Tile, ...], list[Relation]] = {}

    def fans(self, lowest: tuple[Tile, ...]) -> tuple[str, ...]:
        """The fans that just these chows make together, given by their lowest tiles in order."""
        found = self._fans.get(lowest)
        if found is None:
            found = self._fans[lowest] = tuple(
                fan
                for fan, relation in self._relations.items()
                if len(relation.ranks[0]) == len(lowest) and fits(relation, lowest)
            )
        return found

    def among(self, lowest: Sequence[Tile], size: int) -> list[Relation]:
        """The relations of so many chows among these."""
        return [
            (fan, places)
            for places in combinations(range(len(lowest)), size)
            for fan in self.fans(tuple([lowest[place] for place in places]))
        ]

    def all_among(self, lowest: tuple[Tile, ...]) -> list[Relation]:
        """All relations of two and of three of these chows."""
        found = self._all.get(lowest)
        if found is None:
            found = self._all[lowest] = self.among(lowest, 2) + self.among(lowest, 3)
        return found

    def inside(self, larger: Relation, lowest: Sequence[Tile]) -> list[Choice]:
        """The sets of two-chow fans that may count inside a larger one. None does by the principles; a ruling may let
        some (``open_inside``)."""
        fans = self._open_inside.get(larger[0], ())
        twos = [two for two in self.among(lowest, 2) if two[0] in fans and set(two[1]) <= set(larger[1])]
        sets = (edges for size in range(len(twos) + 1) for edges in combinations(twos, size))
        return [edges for edges in sets if _no_chow_serves_twice(edges)]

    def choices(self, lowest: Sequence[Tile]) -> Iterator[Choice]:
        """The sets of relations that may count together, for chows given by their lowest tiles in order; four-chow
        fans aside."""
        twos = self.among(lowest, 2)
        for three in self.among(lowest, 3):
            joining = [two for two in twos if len(set(two[1]) - set(three[1])) == 1]
            for inner in self.inside(three, lowest):
                yield three, *inner
                yield from ((three, *inner, two) for two in joining if _no_chow_serves_twice((*inner, two)))
        for size in range(len(lowest)):
            for edges in combinations(twos, size):
                if _is_forest(edges) and _no_chow_serves_twice(edges):
                    yield edges

    def every_pair(self, lowest: Sequence[Tile]) -> Iterator[Choice]:
        """The same without 套算一次 and 不得相同, as platforms count: a three-chow fan and every pair that joins the
        fourth chow, or every pair."""
        twos = self.among(lowest, 2)
        yield tuple(twos)
        for three in self.among(lowest, 3):
            yield three, *(two for two in twos if not set(two[1]) <= set(three[1]))


def _is_forest(edges: Sequence[Relation]) -> bool:
    """No edge joins chows that are joined already (套算一次)."""
    joined: dict[int, int] = {}
    for _, (one, other) in edges:
        roots = [_root(joined, one), _root(joined, other)]
        if roots[0] == roots[1]:
            return False
        joined[roots[0]] = roots[1]
    return True


def _root(joined: Mapping[int, int], place: int) -> int:
    while place in joined:
        place = joined[place]
    return place


def _no_chow_serves_twice(edges: Sequence[Relation]) -> bool:
    """No chow is used twice for one fan (不得相同)."""
    used = [(fan, place) for fan, places in edges for place in places]
    return len(used) == len(set(used))
