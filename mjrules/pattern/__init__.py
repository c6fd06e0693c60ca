"""The pattern algebra: when a fan holds, as a value that can be walked, printed, compared, and compiled.

Atoms say what an arranged hand has; the rest joins them. A fan is one such value (``mjrules.fans``); the interpreter in
``evaluate`` gives it its meaning, ``compile`` makes it fast, later engines read the same values.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from mjrules.groups import GroupSet
from mjrules.tiles import Tile

Form = Literal["standard", "knitted", "seven_pairs", "thirteen_orphans", "honors_and_knitted"]
CLAIMS = ("claimed 1", "claimed 2", "claimed 3", "claimed 4")
"""At least so many groups were claimed; a concealed kong was not, a pung completed by a discard neither."""
FLAGS = ("self_drawn", "last_of_kind", "wall_last", "kong", "no_claimed_group", "own_other_three", *CLAIMS)


class Pattern(msgspec.Struct, frozen=True):
    """Joins with ``&``, ``|`` and ``~``."""

    def __and__(self, other: Pattern) -> Pattern:
        return All((*_parts(self, All), *_parts(other, All)))

    def __or__(self, other: Pattern) -> Pattern:
        return AtLeast(1, (*_alternatives(self), *_alternatives(other)))

    def __invert__(self) -> Pattern:
        return self.part if isinstance(self, Not) else Not(self)


# atoms


class Count(Pattern, frozen=True, tag=True):
    """At least ``least`` groups are in ``of``."""

    of: GroupSet
    least: int


class Each(Pattern, frozen=True, tag=True):
    """There is a group in ``of``; every one is an instance of its own (each pung of 幺九刻)."""

    of: GroupSet


class Match(Pattern, frozen=True, tag=True):
    """Groups of one shape whose ranks lie apart by one of ``ranks`` (offsets from the lowest), all in one suit or each
    in another suit."""

    of: GroupSet
    ranks: tuple[tuple[int, ...], ...]
    suits: Literal["one", "each another"]


class FourOf(Pattern, frozen=True, tag=True):
    """All four copies of one of these tiles are in the hand and no kong; every such tile is an instance."""

    tiles: frozenset[Tile]


class OneSuitHolds(Pattern, frozen=True, tag=True):
    """The concealed tiles of one suit are these counts by rank: exactly, before the winning tile (``before``), or with
    any one more of that suit, the winning tile included."""

    counts: tuple[int, ...]
    before: bool


class FormIs(Pattern, frozen=True, tag=True):
    form: Form


class Flag(Pattern, frozen=True, tag=True):
    """A fact of the situation: one of FLAGS, or ``prevalent E``, ``seat W`` …"""

    name: str


class Completes(Pattern, frozen=True, tag=True):
    """The winning tile completed a group in ``of``, as its tile number ``at`` (0 to 2 in a chow; None: any)."""

    of: GroupSet
    at: int | None = None


class SoleWait(Pattern, frozen=True, tag=True):
    """No tile of another kind would have completed the hand."""


class Flowers(Pattern, frozen=True, tag=True):
    """Flower tiles; each is an instance."""


class NothingElse(Pattern, frozen=True, tag=True):
    """No other fan is counted, flowers aside. The one fan that depends on the count; never compiled."""


class Often(Pattern, frozen=True, tag=True):
    """``part`` holds at least so many times, counted by its instances (喜相逢 three times). For questions over many
    hands; no fan is defined by it and it is never compiled to masks."""

    part: Pattern
    least: int


# joins


class Not(Pattern, frozen=True, tag=True):
    part: Pattern


class All(Pattern, frozen=True, tag=True):
    parts: tuple[Pattern, ...]


class AtLeast(Pattern, frozen=True, tag=True):
    """At least ``n`` of the parts hold."""

    n: int
    parts: tuple[Pattern, ...]


def _parts(pattern: Pattern, kind: type[All]) -> tuple[Pattern, ...]:
    return pattern.parts if isinstance(pattern, kind) else (pattern,)


def _alternatives(pattern: Pattern) -> tuple[Pattern, ...]:
    return pattern.parts if isinstance(pattern, AtLeast) and pattern.n == 1 else (pattern,)


# the words fans are written in


def count(of: GroupSet, least: int) -> Pattern:
    return Count(of, least)


def exactly(of: GroupSet, n: int) -> Pattern:
    return Count(of, n) & ~Count(of, n + 1)


def every(of: GroupSet) -> Pattern:
    """All groups of the hand are in ``of``."""
    return ~Count(~of, 1)


def none(of: GroupSet) -> Pattern:
    return ~Count(of, 1)


def any_of(*parts: Pattern) -> Pattern:
    return AtLeast(1, parts)


def at_least(n: int, *parts: Pattern) -> Pattern:
    return AtLeast(n, parts)


def often(part: Pattern, least: int) -> Pattern:
    return Often(part, least)


def match(of: GroupSet, *ranks: tuple[int, ...], suits: Literal["one", "each another"]) -> Pattern:
    return Match(of, ranks, suits)
