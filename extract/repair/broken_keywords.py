"""What a list is made of besides names, over the end of a line: 不 / 计无字, 不计番 / 种:, 两 / 副暗刻, 以 / 及; and a
sign that parts the items of a list at the beginning of the next line, where it would be taken for a bullet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import msgspec

from extract import items, vocabulary
from extract.repair import Edit

_PAGE = r"(?:\n[^\S\n]*(?:第\s*)?[\-–—]*\s*\d{1,3}\s*[\-–—]*(?:\s*页)?[^\S\n]*)?"
_BREAK = re.compile(
    rf"(?<=\S)[^\S\n]*{_PAGE}\n[^\S\n]*(?=\S)|(?<=[{vocabulary.CHINESE}]) {{1,2}}(?=[{vocabulary.CHINESE}])"
)
"""The end of a line, perhaps with the number of a page below it, or a space that came of one."""
_LONGEST = 12
"""Characters of a keyword with the word behind it (不能重复计算的番种:)."""
_LABEL = re.compile("番[种型]")
_LABELS = re.compile(rf"(?m)^[^\S\n]*{_LABEL.pattern}")
"""A word that says that a name follows, where several lines begin with it."""
_LONGEST_TAIL = 200
"""Characters at the end of a line in which an open list is looked for."""


class _Patterns(msgspec.Struct, frozen=True):
    name: re.Pattern[str]
    parts: tuple[re.Pattern[str], ...]
    """What may stand over a break; ``part`` is what the break is in."""
    quantity: re.Pattern[str]
    listed: re.Pattern[str]
    listed_behind: re.Pattern[str]
    joined_on: re.Pattern[str]
    open_list: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    name = vocabulary.name_pattern(classes=True)
    words = f"(?:{vocabulary.KEYWORD}(?:的?番[种型])?|{vocabulary.TAKES_OUT}|{vocabulary.HOLDS_ALREADY})"
    quantity = items.QUANTITY
    no_price = rf"(?![^\S\n]*[(:]?[^\S\n]*(?:\d|{vocabulary.POINTS}\s*{vocabulary.UNIT}))"
    return _Patterns(
        name=re.compile(name),
        parts=(
            re.compile(rf"(?P<part>{words}:?)(?=[\s(]*{items.OPENING}{name})"),
            re.compile(rf"{name}(?P<part>{items.TIMES}(?!\d)|\((?:{quantity}|[^()\n]{{1,8}})\))"),
            re.compile(rf"{name}{items.CLOSING}(?P<part>{items.JOIN})(?={items.OPENING}{name})"),
        ),
        quantity=re.compile(rf"{words}(?:[^。;]*[、,/和及与])?:?\s*(?P<part>{quantity}(?={name}{no_price}).)"),
        listed=re.compile(rf"{words}[^。\n]*?{name}(?P<between>[^\w\s。,;:()]+){name}"),
        listed_behind=re.compile(rf"(?P<mark>[^\w\s。,;:()|]+)[^\S\n]*{name}(?P=mark){name}"),
        joined_on=re.compile(rf"(?P<mark>[^\w\s。,;:()]+)[^\S\n]*{name}{no_price}"),
        open_list=re.compile(rf"{words}[^。\n]*{name}{items.CLOSING}$"),
    )


def broken_keywords(text: str) -> Iterator[Edit]:
    """Line breaks inside of keywords, quantities and joining words, and before signs that the list above has already
    between its names."""
    labelled = len(_LABELS.findall(text)) > 1
    for end in _BREAK.finditer(text):
        line = text.rfind("\n", 0, end.start()) + 1
        before = text[max(line, end.start() - _LONGEST_TAIL) : end.start()]
        behind = text[end.end() : end.end() + _LONGEST_TAIL]
        if labelled and _LABEL.match(behind):
            continue
        if _is_broken(before, behind[:_LONGEST]) or ("\n" in end[0] and _is_no_bullet(before, behind)):
            yield Edit(*end.span(), "", layout=True)


def _is_broken(before: str, behind: str) -> bool:
    """Whether one of the parts of a list, a quantity perhaps, stands over the break: a name stands beside each."""
    patterns, near = _patterns(), before[-_LONGEST:]
    if not patterns.name.search(near + behind.replace("\n", "")):
        return False
    return any(_is_over(part, near, behind) for part in patterns.parts) or _is_over(patterns.quantity, before, behind)


def _is_over(pattern: re.Pattern[str], before: str, behind: str) -> bool:
    found = pattern.finditer(before + behind.replace("\n", ""))
    return any(each.start("part") < len(before) < each.end("part") for each in found)


def _is_no_bullet(before: str, behind: str) -> bool:
    """Whether a sign at the beginning of a line is one that parts the names of the list in the line above."""
    patterns = _patterns()
    mark = patterns.joined_on.match(behind)
    if not mark or not (found := patterns.open_list.search(before)):
        return False
    above = patterns.listed.match(before, found.start())
    return bool(patterns.listed_behind.match(behind) or (above and above["between"] == mark["mark"]))
