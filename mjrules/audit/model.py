"""What an audit finds, as values. Their JSON is the published form (docs/architecture.md)."""

from __future__ import annotations

from typing import Literal

import msgspec

from mjrules.claims import SCHEMA, Place

Level = Literal["error", "conflict", "omission", "note"]
Value = int | str | list[str] | None

LEVELS: tuple[Level, ...] = ("error", "conflict", "omission", "note")
"""Gravest first: the order in which discrepancies are told."""


class Statement(msgspec.Struct, frozen=True):
    """What one source says, where, and the few words of it that the statement rests on."""

    source: str
    value: Value
    place: Place | None
    quote: str | None


class Vote(msgspec.Struct, frozen=True):
    """A value, the sources that state it, and how many independent lines stand behind it.

    A line whose sources disagree among themselves stands behind none of its values.
    """

    value: Value
    sources: tuple[str, ...]
    lines: int


class SharedItem(msgspec.Struct, frozen=True):
    """One item of a fan's exclusion lists and the sources that list it.

    ``fan`` is None for a class word and for a word nobody knows. ``in_ruleset`` is None where no rule set was asked.
    """

    fan: str | None
    name: str
    sources: tuple[str, ...]
    in_ruleset: bool | None = None


class Discrepancy(msgspec.Struct, frozen=True):
    """One thing that is wrong or disputed.

    ``level``: *error* wrong in itself, *conflict* sources or parts disagree, *omission* something is left out,
    *note* worth knowing. ``details`` are the parts of ``message`` and ``advice``, the same in every language.
    ``fans`` names the fans concerned where there are several, ``items`` tells an exclusion list item by item,
    ``votes`` weighs the values against each other. ``verdict`` and ``impact`` are filled by later work and None
    until then.
    """

    code: str
    level: Level
    fan: str | None
    name: str | None
    message: str
    says: tuple[Statement, ...]
    verdict: None = None
    impact: None = None
    advice: str = ""
    details: dict[str, str | int] = {}
    fans: tuple[str, ...] = ()
    items: tuple[SharedItem, ...] = ()
    votes: tuple[Vote, ...] = ()


class AuditedSource(msgspec.Struct, frozen=True):
    """A source in the audit's own words: what it is and how much of it was read."""

    id: str
    title: str
    path: str
    format: str
    entries: int
    """Entries, without the copies a flattened page repeats."""
    official: int
    """How many of the official fans have an entry."""
    listings: int
    line: int
    """Which independent line the source belongs to: sources that share errors have the same number, one vote."""


class Audit(msgspec.Struct, frozen=True):
    sources: tuple[AuditedSource, ...]
    ruleset: str | None
    discrepancies: tuple[Discrepancy, ...]
    schema: str = SCHEMA
