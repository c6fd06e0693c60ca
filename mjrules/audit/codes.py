"""The codes of discrepancies and what each means, for documents, help and reports."""

from __future__ import annotations

import msgspec

from mjrules import texts
from mjrules.audit.checks import CHECKS


class Explanation(msgspec.Struct, frozen=True):
    """One code explained to a person."""

    code: str
    title: str
    meaning: str
    why: str
    """Why it matters."""
    settle: str
    """How to settle it; a discrepancy gives the same as its advice."""


def codes() -> tuple[str, ...]:
    """Every code an audit can find. A code that was retired is not used again."""
    return tuple(CHECKS)


def explain(code: str, lang: str = "en") -> Explanation:
    """What a code means.

    >>> explain("points-differ").title
    'Points differ between sources'
    """
    title, meaning, why, settle = (
        texts.say("audit", f"{code}.{part}", lang) for part in ("title", "meaning", "why", "advice")
    )
    return Explanation(code, title, meaning, why, settle)
