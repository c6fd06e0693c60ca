"""The fans: each one defined once, by a pattern a referee could read.

``FANS`` has the 81 and the mixed kong in the order in which they are counted (points falling, as the 1998 table has
them); ``VARIANTS`` the patterns that a ruling may put in a fan's place (``nine_gates.shape``).
"""

from __future__ import annotations

from mjrules.fans.standard import FANS, VARIANTS
from mjrules.pattern import Pattern

__all__ = ["FANS", "VARIANTS", "pattern"]


def pattern(id: str) -> Pattern:
    """The pattern of a fan or of a variant; KeyError for another id."""
    return FANS[id] if id in FANS else VARIANTS[id]
