"""The answers of ``score`` and ``waits`` as they are published, one JSON object a line (docs/schema/mjrules-1.json).

Those of ``prove``, ``find`` and ``count`` are the values themselves (``mjrules.universe.questions``).
"""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from mjrules.claims import SCHEMA
from mjrules.score.compare import Difference
from mjrules.score.result import CountedFan, Score


class Scored(Score, frozen=True, kw_only=True):
    """A hand with its score. ``rulings``: those chosen otherwise than the rule set does."""

    schema: str
    rulings: dict[str, str] | UnsetType = UNSET


class Total(msgspec.Struct, frozen=True):
    """A hand with its total alone (``--totals``)."""

    hand: str
    ruleset: str
    total: int
    rulings: dict[str, str] | UnsetType = UNSET


class Problem(msgspec.Struct, frozen=True):
    """One thing that is wrong with a hand or a question; columns count from 1."""

    code: str
    message: str
    column: int | UnsetType = UNSET
    column_end: int | UnsetType = UNSET


class Fault(msgspec.Struct, frozen=True):
    code: str
    message: str
    problems: tuple[Problem, ...] | UnsetType = UNSET


class Failed(msgspec.Struct, frozen=True):
    """A hand, or a line of ``--input``, without a score."""

    hand: str | None
    error: Fault
    ruleset: str | UnsetType = UNSET
    line: int | UnsetType = UNSET
    schema: str = SCHEMA


class Refused(msgspec.Struct, frozen=True):
    """A question about every winning hand that cannot be read."""

    asked: str
    error: Fault
    schema: str = SCHEMA


class Brief(msgspec.Struct, frozen=True):
    """What a tile would score."""

    total: int
    meets_minimum: bool
    fans: tuple[CountedFan, ...]


class Waited(msgspec.Struct, frozen=True):
    """A tile that completes a hand; None: it cannot come that way."""

    tile: str
    left: int
    exhausted: bool
    self_drawn: Brief | None
    discard: Brief | None


class Waits(msgspec.Struct, frozen=True):
    """What a hand of 13 tiles waits for."""

    schema: str
    hand: str
    ruleset: str
    waits: tuple[Waited, ...]
    notes: tuple[str, ...]


class Compared(msgspec.Struct, frozen=True):
    """A hand under one rule set; None: it does not win there."""

    ruleset: str
    total: int | None
    score: Score | None


class ToldDifference(Difference, frozen=True, kw_only=True):
    """How another rule set differs from the first."""

    message: str


class Comparison(msgspec.Struct, frozen=True):
    """A hand under several rule sets (``--compare``)."""

    schema: str
    hand: str
    rulings: dict[str, str]
    scores: tuple[Compared, ...]
    differences: tuple[ToldDifference, ...]


class KnownCount(msgspec.Struct, frozen=True):
    """One number that is known of all winning hands: what it counts, and what each engine comes to."""

    id: str
    en: str
    zh: str
    counted: dict[str, int]


class KnownCounts(msgspec.Struct, frozen=True):
    """What ``mjrules universe`` prints."""

    counts: tuple[KnownCount, ...]
    schema: str = SCHEMA


OURS = frozenset({name for answer in (Scored, Total, Failed) for name in answer.__struct_fields__})
"""Fields of an answer: a line of ``--input`` cannot bring its own of these names."""
