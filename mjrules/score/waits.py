"""Which tiles complete a hand, by its form: the tiles on the table do not matter."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache

from mjrules.groups import GROUPS
from mjrules.score.arrangements import (
    AREAS,
    KNITTED_KINDS,
    KNITTED_MASKS,
    Counts,
    divisions,
    kinds_of,
    knitted_straight_wins,
    readings,
)
from mjrules.tiles import COPIES, FIRST_HONOUR, TILES, Tile


def waits(
    counts: list[int],
    declared: int,
    options: Mapping[str, str],
    *,
    claimed: bool = False,
    exhausted: Collection[Tile] = (),
) -> tuple[Tile, ...]:
    """The tiles that complete these concealed tiles beside so many declared groups.

    ``claimed``: one of those was claimed. ``exhausted``: tiles of which the whole hand holds all four; a ruling may
    take them, and those of which all four are concealed, for no waits.
    """
    return tuple(sorted(set(_waits(counts, declared, options, claimed, exhausted))))


def waits_for_another(
    counts: list[int],
    declared: int,
    winning: Tile,
    options: Mapping[str, str],
    *,
    claimed: bool = False,
    exhausted: Collection[Tile] = (),
) -> bool:
    """Whether a tile of another kind than ``winning`` would complete them too."""
    return any(tile != winning for tile in _waits(counts, declared, options, claimed, exhausted))


def _waits(
    counts: list[int], declared: int, options: Mapping[str, str], claimed: bool, exhausted: Collection[Tile]
) -> Iterator[Tile]:
    found = _by_form(counts, declared, options, claimed)
    if options.get("wait_exhausted") != "ignored":
        return found
    return (tile for tile in found if counts[tile] < COPIES and tile not in exhausted)


def _by_form(counts: list[int], declared: int, options: Mapping[str, str], claimed: bool) -> Iterator[Tile]:
    yield from _standard(counts)
    if knitted_straight_wins(declared, claimed, options):
        yield from _knitted(counts)
    if not declared:
        yield from _special(counts.copy(), options)


def _standard(counts: list[int]) -> Sequence[Tile]:
    """Tiles that make sets and a pair.

    How many tiles each suit has tells where such a tile can be: in the one suit with one too many, where it makes the
    pair, or in one of two suits with two too many, where the other has the pair.
    """
    areas = [tuple(counts[first:last]) for first, last in AREAS]
    left = [sum(area) % 3 for area in areas]
    places = [here for here in range(4) if left[here] == 2]
    if not places and left.count(1) == 1:
        places = [left.index(1)]
    elif len(places) != 2 or 1 in left:
        return ()
    found: tuple[Tile, ...] = ()
    for here in places:
        if all(here == other or divisions(AREAS[other][0], areas[other]) for other in range(4)):
            found += _completing(AREAS[here][0], areas[here])
    return found


@cache
def _completing(first: int, area: Counts) -> tuple[Tile, ...]:
    """The tiles that let those of one suit divide into sets, with a pair where their number asks for one."""
    return tuple(
        TILES[first + at] for at in range(len(area)) if divisions(first, (*area[:at], area[at] + 1, *area[at + 1 :]))
    )


def _knitted(counts: list[int]) -> Iterator[Tile]:
    if kinds_of(counts) < KNITTED_KINDS - 1:
        return
    mask = sum(1 << tile for tile in range(FIRST_HONOUR) if counts[tile])
    for group, knitted in KNITTED_MASKS:
        missing = (knitted & ~mask).bit_count()
        if missing > 1:
            continue
        rest = list(counts)
        absent: Tile | None = None
        for tile in GROUPS[group].tiles:
            if rest[tile]:
                rest[tile] -= 1
            else:
                absent = tile
        if absent is None:
            yield from _standard(rest)
        elif any(True for _ in _pairs_and_sets(rest)):
            yield absent


def _pairs_and_sets(counts: list[int]) -> Iterator[bool]:
    areas = [divisions(first, tuple(counts[first:last])) for first, last in AREAS]
    if all(areas) and sum(area[0][0] for area in areas) == 1:
        yield True


def _special(counts: list[int], options: Mapping[str, str]) -> Iterator[Tile]:
    kinds = kinds_of(counts)
    if kinds <= 7:
        single = [tile for tile in TILES if counts[tile] & 1]
        if len(single) == 1 and (kinds == 7 or options.get("identical_pairs") != "barred"):
            yield single[0]
    elif kinds >= 12:
        for tile in TILES:
            counts[tile] += 1
            if any(form in ("thirteen_orphans", "honors_and_knitted") for form, _ in readings(counts, 0, options)):
                yield tile
            counts[tile] -= 1
