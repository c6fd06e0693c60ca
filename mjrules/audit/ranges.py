"""Ranges of ranks as definitions state them: ``1-9``, ``6~9``, ``1至4``; damaged: ``9-20``."""

from __future__ import annotations

import re

_RANGE = re.compile(r"(\d+)\s*[-~\u2010-\u2015\u301c\uff0d\uff5e至到]\s*(\d+)")
HIGHEST = 9


def bounds(ranks: str) -> tuple[int, int] | None:
    """The first and the last rank, or None where the text is no range of numbers.

    >>> bounds("1~9")
    (1, 9)
    """
    found = _RANGE.fullmatch(ranks.strip())
    return (int(found[1]), int(found[2])) if found else None


def is_possible(ranks: str) -> bool:
    """Do tiles of these ranks exist, and does the range run upward?"""
    found = bounds(ranks)
    return found is not None and 1 <= found[0] < found[1] <= HIGHEST
