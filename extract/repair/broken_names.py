"""Names and points that run over the end of a line: 一色四步 / 高 32番, 不计单 / 钓将, 七对 2 / 4番."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from extract import vocabulary
from extract.repair import Edit
from mjrules import names

_LONGEST_PART = 8
_PAGE = r"(?:\n[^\S\n]*(?:第\s*)?[\-–—]*\s*\d{1,3}\s*[\-–—]*(?:\s*页)?[^\S\n]*|\n\f)?"
_BREAK = re.compile(rf"(?<=[{vocabulary.CHINESE}])(?:[^\S\n]*{_PAGE}\n[^\S\n]*| {{1,2}})(?=[{vocabulary.CHINESE}])")
"""The end of a line, perhaps with the number of a page below it, or a space that came of one."""
_REST = re.compile(rf"[{vocabulary.CHINESE}]{{1,{_LONGEST_PART}}}(?:.|\Z)?", re.S)
_MAY_STAND_BEFORE = re.compile(r"[\W\d计算记加含去和及与或]")
_FARTHEST = 200
_IN_A_LIST = re.compile(rf"{vocabulary.KEYWORD}[^。\n]*\n?[^。\n]*$")
"""What stands before the first part, in its line or the one above, if that is an item of a list."""
_PRICED = re.compile(rf"\s*[(:]?\s*(?:\d|{vocabulary.POINTS}\s*{vocabulary.UNIT})")
_MAY_FOLLOW = re.compile(rf"[\W\d和及与或等以]|\Z|{vocabulary.POINTS}\s*{vocabulary.UNIT}")


def broken_names(text: str) -> Iterator[Edit]:
    """A line break inside a name, where the name stands as the head of an entry or as an item of a list.

    Where both parts are names of their own, the break parts two of them.
    """
    for end in _BREAK.finditer(text):
        rest = _REST.match(text, end.end())
        if rest and any(_is_broken(text, end.start(), first, rest[0]) for first in _beginnings(text, end.start())):
            yield Edit(*end.span(), "")


def broken_points(text: str) -> Iterator[Edit]:
    """A line break inside the points of a name, or before their unit.

    Digits alone behind a name and digits with a unit below them are one number where they make official points and the
    line goes on behind the unit; 4番 alone on its line may as well be the heading of a tier. Of digits that are set
    apart (8 8番) the unit says that they are one number.
    """
    apart = [found for found in _points_set_apart().finditer(text) if _is_official(found)]
    if not any(found["unit"] for found in apart):  # two columns of numbers
        apart = []
    broken = [found for found in _broken_points().finditer(text) if not found["units"] or _is_official(found)]
    yield from (Edit(*gap, "") for gap in sorted(found.span("gap") for found in (*apart, *broken)))


def _is_official(found: re.Match[str]) -> bool:
    return vocabulary.number(found["tens"] + found["units"]) in vocabulary.TIERS


@cache
def _points_set_apart() -> re.Pattern[str]:
    return re.compile(
        rf"(?m)^[^\n]{{0,12}}?{vocabulary.name_pattern()}[^\w\n]{{1,8}}(?P<tens>\d)(?P<gap>[^\S\n\t]{{1,2}})(?P<units>\d)"
        rf"(?:\s*(?P<unit>{vocabulary.UNIT}))?[^\w\n]*$"
    )


@cache
def _broken_points() -> re.Pattern[str]:
    number = rf"(?:\d{{1,3}}|{vocabulary.CHINESE_NUMBER})"
    return re.compile(
        rf"(?m)^[^\n]{{0,40}}?{vocabulary.name_pattern()}[^\w\n]{{0,8}}(?P<tens>{number})"
        rf"(?P<gap>[^\S\n]*(?:\n\f)?\n[^\S\n]*)(?P<units>{number}?)\s*{vocabulary.UNIT}(?![\w/])(?=[^\n]*\w)"
    )


def _beginnings(text: str, end: int) -> Iterator[str]:
    """What may be the beginning of a name right before ``end``."""
    for start in range(end - 1, max(-1, end - 1 - _LONGEST_PART), -1):
        if not "\u3400" <= text[start] <= "\u9fff":
            return
        if start == 0 or _MAY_STAND_BEFORE.match(text[start - 1]):
            yield text[start:end]


def _is_broken(text: str, at: int, first: str, rest: str) -> bool:
    """Whether two parts make a name, and not each a name of its own; in a list also where the first is a name of the
    same fan: 不计单钓 / 将."""
    for length in range(1, len(rest) + 1):
        whole = first + rest[:length]
        if whole in _known() and _MAY_FOLLOW.match(rest[length:]):
            fans = names.resolve(first)
            if not fans or not names.resolve(rest[:length]):
                return True
            same = fans == names.resolve(whole) and not _PRICED.match(rest[length:])
            return same and bool(_IN_A_LIST.search(text[max(0, at - _FARTHEST) : at]))
    return False


@cache
def _known() -> frozenset[str]:
    return frozenset(names.scannable())
