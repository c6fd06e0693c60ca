"""All ways to read a winning hand: as sets and a pair, or as one of the special forms.

An arrangement also says which group the winning tile completed and as its tile number what, because waits and concealed
pungs hang on it. The forms are those of the 1998 text (Art. 8) and the knitted straight with a set and a pair.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product

import msgspec

from mjrules.fans.standard import ORPHANS
from mjrules.groups import GROUPS, KNITTED, group_id
from mjrules.hand import Hand
from mjrules.pattern import Form
from mjrules.tiles import FIRST_HONOUR, TILES, Tile

Counts = tuple[int, ...]
"""Copies of each tile: 34 numbers for a hand, 9 for one suit, 7 for honours."""

AREAS = ((0, 9), (9, 18), (18, 27), (27, 34))
KNITTED_KINDS = 9
KNITTED_MASKS = tuple((group.id, sum(1 << tile for tile in group.tiles)) for group in KNITTED)


class Arrangement(msgspec.Struct, frozen=True):
    """One way to read a hand. ``groups`` are numbers of kinds (``mjrules.groups``), declared ones first; ``completed``
    is the place in ``groups`` of the one the winning tile completed, ``at`` the tile's place in it."""

    form: Form
    groups: tuple[int, ...]
    completed: int
    at: int


def counts_of(tiles: Sequence[Tile]) -> list[int]:
    counts = [0] * 34
    for tile in tiles:
        counts[tile] += 1
    return counts


@cache
def _declared(shape: str, tile: Tile, melded: bool) -> int:
    return group_id(shape, tile, melded=melded)  # type: ignore[arg-type]  # a Meld's shape is a group's shape


def declared_groups(hand: Hand) -> tuple[int, ...]:
    return tuple([_declared(meld.shape, meld.tile, meld.melded) for meld in hand.melds])


def arrangements(hand: Hand, options: Mapping[str, str]) -> list[Arrangement]:
    """Every reading of a hand with its winning tile; none if it does not win."""
    winning = hand.winning
    if winning is None:
        return []
    declared = declared_groups(hand)
    counts = counts_of(hand.concealed)
    counts[winning] += 1
    melded_by_discard = not hand.situation.self_drawn and options.get("pung_by_discard") != "concealed"
    found: list[Arrangement] = []
    for form, groups in readings(counts, len(declared), options, claimed=has_claimed(hand)):
        found += _completions(form, declared, groups, winning, melded_by_discard)
    return found


def kinds_of(counts: list[int]) -> int:
    """How many kinds of tiles there are."""
    return len(counts) - counts.count(0)


def has_claimed(hand: Hand) -> bool:
    """Whether a group of the hand was claimed from another player."""
    return any(meld.melded for meld in hand.melds)


def knitted_straight_wins(declared: int, claimed: bool, options: Mapping[str, str]) -> bool:
    """Whether a knitted straight with a set and a pair wins; a ruling may want it concealed, or not at all."""
    allowed = options.get("knitted_straight_set", "allowed")
    return declared <= 1 and (allowed == "allowed" or (allowed == "concealed" and not claimed))


def readings(
    counts: list[int], declared: int, options: Mapping[str, str], *, claimed: bool = False
) -> Iterator[tuple[Form, tuple[int, ...]]]:
    """The forms these concealed tiles make beside so many declared groups, with their concealed groups."""
    for groups in _sets_and_pair(counts):
        if len(groups) + declared == 5:
            yield "standard", groups
    if knitted_straight_wins(declared, claimed, options):
        for groups in _knitted_straights(counts):
            if len(groups) + declared == 3:
                yield "knitted", groups
    if not declared:
        yield from _special(counts, options)


def _special(counts: list[int], options: Mapping[str, str]) -> Iterator[tuple[Form, tuple[int, ...]]]:
    match kinds_of(counts):
        case 14 if _are_honours_and_knitted(counts):
            yield "honors_and_knitted", _singles(counts)
        case 13 if all(counts[tile] for tile in ORPHANS):
            yield "thirteen_orphans", _singles(counts)
        case kinds if kinds <= 7 and not any(copies & 1 for copies in counts):
            if kinds == 7 or options.get("identical_pairs") != "barred":
                yield "seven_pairs", tuple(_PAIRS[tile] for tile in TILES for _ in range(counts[tile] // 2))


_PAIRS = tuple(group_id("pair", tile) for tile in TILES)
_SINGLES = tuple(group_id("single", tile) for tile in TILES)


def _singles(counts: list[int]) -> tuple[int, ...]:
    return tuple(_SINGLES[tile] for tile in TILES for _ in range(counts[tile]))


def _are_honours_and_knitted(counts: list[int]) -> bool:
    mask = sum(1 << tile for tile in range(FIRST_HONOUR) if counts[tile])
    return any(not mask & ~knitted for _, knitted in KNITTED_MASKS)


def _sets_and_pair(counts: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All ways to divide these tiles into chows and pungs and exactly one pair.

    The number of tiles of a suit tells whether it has a pair, so its divisions all have one or none has.
    """
    areas = [divisions(first, tuple(counts[first:last])) for first, last in AREAS]
    if all(areas) and sum([area[0][0] for area in areas]) == 1:
        for (_, one), (_, two), (_, three), (_, honours) in product(*areas):
            yield one + two + three + honours


@cache
def divisions(first: int, counts: Counts) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """All ways to divide the tiles of one suit, or the honours, into chows, pungs and at most one pair: the number of
    pairs and the groups, each way once."""
    if not any(counts):
        return ((0, ()),)
    if sum(counts) % 3 == 1:
        return ()
    return tuple(sorted(set(_divisions(first, list(counts), 0, pair_free=sum(counts) % 3 == 2))))


def _divisions(first: int, counts: list[int], at: int, *, pair_free: bool) -> Iterator[tuple[int, tuple[int, ...]]]:
    while at < len(counts) and not counts[at]:
        at += 1
    if at == len(counts):
        yield 0, ()
        return
    tile = TILES[first + at]
    takings: list[tuple[int, tuple[int, ...], int]] = []
    if counts[at] >= 3:
        takings.append((0, (3,), group_id("pung", tile)))
    if counts[at] >= 2 and pair_free:
        takings.append((1, (2,), _PAIRS[tile]))
    if len(counts) == 9 and at < 7 and counts[at + 1] and counts[at + 2]:
        takings.append((0, (1, 1, 1), group_id("chow", tile)))
    for pairs, taken, group in takings:
        for offset, copies in enumerate(taken):
            counts[at + offset] -= copies
        for more, groups in _divisions(first, counts, at, pair_free=pair_free and not pairs):
            yield pairs + more, tuple(sorted((group, *groups)))
        for offset, copies in enumerate(taken):
            counts[at + offset] += copies


def _knitted_straights(counts: list[int]) -> Iterator[tuple[int, ...]]:
    if kinds_of(counts) < KNITTED_KINDS:
        return
    mask = sum(1 << tile for tile in range(FIRST_HONOUR) if counts[tile])
    for group, knitted in KNITTED_MASKS:
        if not knitted & ~mask:
            rest = counts.copy()
            for tile in GROUPS[group].tiles:
                rest[tile] -= 1
            for groups in _sets_and_pair(rest):
                yield (group, *groups)


def _completions(
    form: Form, declared: tuple[int, ...], groups: tuple[int, ...], winning: Tile, melded_by_discard: bool
) -> Iterator[Arrangement]:
    """Each kind of concealed group that the winning tile may have completed."""
    done = set()
    for place, group in enumerate(groups, len(declared)):
        at = _PLACES[group].get(winning)
        if at is None or group in done:
            continue
        done.add(group)
        all_groups = declared + groups
        if melded_by_discard and group in _MELDED_BY_DISCARD:
            all_groups = (*all_groups[:place], _MELDED_BY_DISCARD[group], *all_groups[place + 1 :])
        yield Arrangement(form, all_groups, place, at)


_PLACES: tuple[dict[Tile, int], ...] = tuple(
    {tile: group.tiles.index(tile) for tile in group.tiles} for group in GROUPS
)
_MELDED_BY_DISCARD = {group_id("pung", tile): group_id("pung", tile, melded=True) for tile in TILES}
