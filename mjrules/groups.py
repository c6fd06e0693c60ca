"""Groups (一副牌): every kind of chow, pung, kong, pair, and what special forms are made of, as small numbers.

A kind of group is a shape, its tiles, and whether it is melded. Sets of kinds are what patterns speak about.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations
from typing import Literal

import msgspec

from mjrules.tiles import FIRST_HONOUR, TILES, Tile, written

GroupShape = Literal["chow", "pung", "kong", "pair", "single", "knitted"]


class Group(msgspec.Struct, frozen=True):
    """One kind of group. ``tile`` is its lowest tile; ``melded`` is what counts as melded when fans are judged, so a
    pung completed by a discard is melded (明刻). A *single* is a tile of thirteen orphans or of honours and knitted
    tiles; *knitted* are the nine tiles of a knitted straight, one group."""

    id: int
    shape: GroupShape
    tiles: tuple[Tile, ...]
    melded: bool = False

    @property
    def tile(self) -> Tile:
        return self.tiles[0]

    def __str__(self) -> str:
        return written(self.tiles)


def _all_groups() -> Iterable[tuple[GroupShape, tuple[Tile, ...], bool]]:
    for melded in (False, True):
        for start in TILES[:FIRST_HONOUR]:
            if start % 9 < 7:
                yield "chow", (start, TILES[start + 1], TILES[start + 2]), melded
        for tile in TILES:
            yield "pung", (tile,) * 3, melded
        for tile in TILES:
            yield "kong", (tile,) * 4, melded
    for tile in TILES:
        yield "pair", (tile,) * 2, False
    for tile in TILES:
        yield "single", (tile,), False
    for lowest in permutations((0, 1, 2)):
        # 1 4 7 of one suit, 2 5 8 of another, 3 6 9 of the third
        yield "knitted", tuple(TILES[9 * suit + rank] for suit in range(3) for rank in range(lowest[suit], 9, 3)), False


GROUPS = tuple(Group(number, *kind) for number, kind in enumerate(_all_groups()))
TEXTS = tuple(map(str, GROUPS))
"""How each kind of group is written."""
KNITTED = tuple(group for group in GROUPS if group.shape == "knitted")
_IDS: dict[tuple[GroupShape, Tile, bool], int] = {
    (group.shape, group.tile, group.melded): group.id for group in GROUPS if group.shape != "knitted"
}


def group_id(shape: GroupShape, tile: Tile, *, melded: bool = False) -> int:
    """The number of a kind of group (not of a knitted straight)."""
    return _IDS[shape, tile, melded]


class GroupSet(msgspec.Struct, frozen=True, eq=False, repr_omit_defaults=True):
    """A set of kinds of groups with the words it was made of; equal when the members are.

    >>> from mjrules.tiles import DRAGONS
    >>> PUNG & of(DRAGONS)
    pung and of C F P
    """

    members: frozenset[int]
    name: str

    def __and__(self, other: GroupSet) -> GroupSet:
        return GroupSet(self.members & other.members, f"{self.name} and {other.name}")

    def __or__(self, other: GroupSet) -> GroupSet:
        return GroupSet(self.members | other.members, f"({self.name} or {other.name})")

    def __invert__(self) -> GroupSet:
        return GroupSet(frozenset(range(len(GROUPS))) - self.members, f"not ({self.name})")

    def __contains__(self, group: int) -> bool:
        return group in self.members

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GroupSet) and self.members == other.members

    def __hash__(self) -> int:
        return hash(self.members)

    def __repr__(self) -> str:
        return self.name


def _shaped(name: str, *shapes: GroupShape) -> GroupSet:
    return GroupSet(frozenset(group.id for group in GROUPS if group.shape in shapes), name)


def of(tiles: Iterable[Tile], name: str = "") -> GroupSet:
    """Groups all of whose tiles are among these."""
    wanted = frozenset(tiles)
    members = frozenset(group.id for group in GROUPS if wanted.issuperset(group.tiles))
    return GroupSet(members, name or f"of {' '.join(map(str, sorted(wanted)))}")


def holding(tiles: Iterable[Tile], name: str = "") -> GroupSet:
    """Groups with at least one of these tiles."""
    wanted = frozenset(tiles)
    members = frozenset(group.id for group in GROUPS if not wanted.isdisjoint(group.tiles))
    return GroupSet(members, name or f"holding {' '.join(map(str, sorted(wanted)))}")


CHOW = _shaped("chow", "chow")
PUNG = _shaped("pung", "pung", "kong")
"""Wherever a rule says pung, a kong serves too (刻子或杠)."""
KONG = _shaped("kong", "kong")
PAIR = _shaped("pair", "pair")
SINGLE = _shaped("single", "single")
KNITTED_STRAIGHT = _shaped("knitted straight", "knitted")
MELDED = GroupSet(frozenset(group.id for group in GROUPS if group.melded), "melded")
CONCEALED = GroupSet(frozenset(group.id for group in GROUPS if not group.melded), "concealed")
