"""Readings and waits of a hand found the slow and obvious way, to compare the fast way with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations

from mjrules.tiles import FIRST_HONOUR, TILES, Tile, tiles

ORPHANS = frozenset((*tiles("19m19s19p"), *TILES[FIRST_HONOUR:]))

Group = tuple[str, tuple[Tile, ...]]
Reading = tuple[str, tuple[Group, ...]]
"""A form and its concealed groups, sorted."""


def readings(held: Counter[Tile], declared: int) -> set[Reading]:
    """All ways to read these concealed tiles, the last one among them, beside so many declared groups."""
    found: set[Reading] = {("standard", groups) for groups in _with_pair(held, 4 - declared)}
    for knitted in knitted_straights():
        if declared <= 1 and all(held[tile] for tile in knitted):
            for groups in _with_pair(held - Counter(knitted), 1 - declared):
                found.add(("knitted", tuple(sorted((("knitted", knitted), *groups)))))
    return found | (set(_special(held)) if not declared and held.total() == 14 else set())


def waits(held: Counter[Tile], declared: int) -> set[Tile]:
    """The tiles that complete a hand by its form, a fifth one of a kind too."""
    return {tile for tile in TILES if readings(held + Counter([tile]), declared)}


def knitted_straights() -> Iterator[tuple[Tile, ...]]:
    """147, 258 and 369, each in another suit."""
    for suits in permutations((0, 9, 18)):
        yield tuple(sorted(TILES[suit + first + step] for first, suit in enumerate(suits) for step in (0, 3, 6)))


def _with_pair(held: Counter[Tile], sets: int) -> Iterator[tuple[Group, ...]]:
    if sets < 0 or held.total() != 3 * sets + 2:
        return
    for tile in [tile for tile in held if held[tile] >= 2]:
        for groups in _sets(held - Counter((tile, tile))):
            yield tuple(sorted((("pair", (tile, tile)), *groups)))


def _sets(held: Counter[Tile]) -> Iterator[tuple[Group, ...]]:
    """The lowest tile stands in a pung or begins a chow."""
    if not held:
        yield ()
        return
    lowest = min(held)
    for group in (("pung", (lowest,) * 3), ("chow", _chow_from(lowest))):
        if group[1] and not Counter(group[1]) - held:
            for others in _sets(held - Counter(group[1])):
                yield (group, *others)


def _chow_from(lowest: Tile) -> tuple[Tile, ...]:
    return tuple(TILES[lowest : lowest + 3]) if lowest < FIRST_HONOUR and lowest % 9 <= 6 else ()


def _special(held: Counter[Tile]) -> Iterator[Reading]:
    if all(copies in (2, 4) for copies in held.values()):
        yield "seven_pairs", tuple(("pair", (tile, tile)) for tile in sorted(held) for _ in range(held[tile] // 2))
    singles = tuple(("single", (tile,)) for tile in sorted(held.elements()))
    if held.keys() == ORPHANS:
        yield "thirteen_orphans", singles
    suited = {tile for tile in held if tile < FIRST_HONOUR}
    if len(held) == 14 and any(suited <= set(knitted) for knitted in knitted_straights()):
        yield "honors_and_knitted", singles
