"""Standard hands as tiles: how many there are, and in how many ways they divide; without diagrams.

An automaton reads how many there are of each tile and keeps all readings so far, with the number of ways to each:
chows begun one and two tiles ago, and whether the pair is placed. Numbers of tiles that lead to the same readings are
counted together.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from mjrules.tiles import COPIES, FIRST_HONOUR, RANKS, TILES

Reading = tuple[int, int, int]
"""Chows begun at the tile before, at the one before that, and pairs."""
Readings = tuple[tuple[Reading, int], ...]
"""All readings with the number of ways to each, in order."""
ALL_TILES = 14
HONOURS = len(TILES) - FIRST_HONOUR


class Tally(NamedTuple):
    """How many hands, and how many kinds of tiles they have together: that is (hand, kind of winning tile)."""

    hands: int
    won: int

    def plus(self, other: Tally) -> Tally:
        return Tally(self.hands + other.hands, self.won + other.won)

    def beside(self, other: Tally) -> Tally:
        """Every hand of one with every hand of the other."""
        return Tally(self.hands * other.hands, self.won * other.hands + self.hands * other.won)


NONE = Tally(0, 0)


class Divided(NamedTuple):
    """Tiles that divide into sets and at most one pair."""

    tiles: int
    pairs: int
    ways: int


Table = Mapping[Divided, Tally]


def standard_hands(
    suits: int = 3, honours: int = 1, copies: tuple[int, ...] = tuple(range(COPIES + 1))
) -> dict[int, Tally]:
    """Standard hands of so many suits (and the honours) by the number of ways in which they divide.

    ``copies``: how many of a tile there may be.
    """
    table: Table = {Divided(0, 0, 1): Tally(1, 0)}
    for some in (area(RANKS, True, copies),) * suits + (area(HONOURS, False, copies),) * honours:
        table = _beside(table, some)
    ways: dict[int, Tally] = {}
    for divided, tally in table.items():
        if divided.tiles == ALL_TILES:
            ways[divided.ways] = ways.get(divided.ways, NONE).plus(tally)
    return ways


def _beside(table: Table, other: Table) -> Table:
    joined: dict[Divided, Tally] = {}
    for one, tally in table.items():
        for two, more in other.items():
            key = Divided(one.tiles + two.tiles, one.pairs + two.pairs, one.ways * two.ways)
            if key.tiles <= ALL_TILES and key.pairs <= 1:
                joined[key] = joined.get(key, NONE).plus(tally.beside(more))
    return joined


@cache
def area(size: int, chows: bool, copies: tuple[int, ...]) -> Table:
    """The tiles of a suit, or the honours: how many ways to hold them divide in how many ways."""
    reached: dict[tuple[int, Readings], Tally] = {(0, (((0, 0, 0), 1),)): Tally(1, 0)}
    for _ in range(size):
        after: dict[tuple[int, Readings], Tally] = {}
        for (tiles, readings), tally in reached.items():
            for held in copies:
                if tiles + held <= ALL_TILES and (further := _read(readings, held, chows)):
                    key = tiles + held, further
                    more = Tally(tally.hands, tally.won + tally.hands * (held > 0))
                    after[key] = after.get(key, NONE).plus(more)
        reached = after
    table: dict[Divided, Tally] = {}
    for (tiles, readings), tally in reached.items():
        for (begun, before, pairs), ways in readings:
            if not begun and not before and pairs == (tiles % 3 == 2):
                divided = Divided(tiles, pairs, ways)
                table[divided] = table.get(divided, NONE).plus(tally)
    return table


@cache
def _read(readings: Readings, held: int, chows: bool) -> Readings:
    """All readings after so many of the next tile."""
    after: dict[Reading, int] = defaultdict(int)
    for reading, ways in readings:
        for further in _further(reading, held, chows):
            after[further] += ways
    return tuple(sorted(after.items()))


def _further(reading: Reading, held: int, chows: bool) -> Iterator[Reading]:
    """What the next tile may be used for: the chows begun, a pair, a pung, chows that begin here."""
    begun, before, pairs = reading
    left = held - begun - before
    for pair in (0, 1):
        for pung in (0, 1):
            starting = left - 2 * pair - 3 * pung
            if starting == 0 or (starting > 0 and chows):
                yield starting, begun, pairs + pair
