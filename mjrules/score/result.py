"""What a hand scores, as values; their JSON is the published form (docs/architecture.md)."""

from __future__ import annotations

import msgspec

Groups = tuple[str, ...]


class CountedFan(msgspec.Struct, frozen=True):
    """A fan that counts: the points of one, how often, and the groups of each time."""

    fan: str
    name: str
    points: int
    count: int
    groups: tuple[Groups, ...]


class Because(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a fan that holds is not counted: another fan, a principle, or a ruling."""

    fan: str | None = None
    principle: str | None = None
    ruling: str | None = None


class ExcludedFan(msgspec.Struct, frozen=True):
    """A fan that holds and does not count, or ``count`` times less often than it holds; then ``groups`` are those of
    the times that do not count."""

    fan: str
    name: str
    because: Because
    count: int = 1
    groups: tuple[Groups, ...] = ()


class OtherReading(msgspec.Struct, frozen=True):
    """Another arrangement of the same tiles, and by how much it is worth less."""

    arrangement: Groups
    total: int
    less: int
    fans: tuple[str, ...]


class Score(msgspec.Struct, frozen=True):
    """What a hand scores under one rule set; its JSON is the published form (docs/architecture.md)."""

    hand: str
    ruleset: str
    total: int
    fans: tuple[CountedFan, ...]
    excluded: tuple[ExcludedFan, ...]
    arrangement: Groups
    meets_minimum: bool
    ties: tuple[tuple[str, ...], ...]
    form: str
    completed: str
    others: tuple[OtherReading, ...]
    notes: tuple[str, ...]
