"""A disputed point in one language, as values. Their JSON is the published form (docs/architecture.md)."""

from __future__ import annotations

from typing import Literal

import msgspec

from mjrules.audit.model import Verdict
from mjrules.audit.positions import About, Way

Decided = Literal["proved", "partly", "convention", "fact"]
"""Definitions decide it altogether, in part, not at all; or it is no ruling."""


class ToldPlace(msgspec.Struct, frozen=True):
    """Who says so and where: ``rule98``, ``rule98:661:19``, and where in the source itself that is."""

    source: str
    at: str
    path: str = ""


class ToldAnswer(msgspec.Struct, frozen=True):
    """What several sources say alike; ``choices`` of the ruling that it speaks for."""

    way: Way
    text: str
    says: tuple[ToldPlace, ...]
    choices: tuple[str, ...] = ()


class ToldSubject(msgspec.Struct, frozen=True):
    """One thing that sources may speak of. The verdict is that on not counting ``other`` beside ``fan``."""

    about: About
    fan: str | None
    other: str | None
    title: str
    answers: tuple[ToldAnswer, ...]
    verdict: Verdict | None = None


class ToldPosition(msgspec.Struct, frozen=True):
    """A disputed point, or several that are one ruling (None where it is none). ``silent``: who says nothing of it."""

    points: tuple[int, ...]
    ruling: str | None
    question: str
    decided: Decided
    decision: str
    subjects: tuple[ToldSubject, ...]
    silent: tuple[str, ...]
    sources: int
