"""Lists that run over the end of a line: behind or before 、, behind a comma or a keyword alone, in an open bracket,
over the number of a page, or onto lines that stand further in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise, takewhile

import msgspec

from extract import vocabulary
from extract.repair import Edit

Span = tuple[int, int]

_LONGEST_TAIL = 200
"""Characters at the end of a line in which an open list is looked for."""

_OPEN = re.compile(rf"(?:{vocabulary.KEYWORD}(?:番种)?\s*:?|[、:])\s*$")
_ENDS_IN_COMMA = re.compile(rf"{vocabulary.KEYWORD}[^。;]*、\s*$")
_ENDS_IN_KEYWORD = re.compile(rf"(?:^|[\s。;,(:]){vocabulary.KEYWORD}(?:番种)?\s*:?\s*$")
_POINTS_LINE = re.compile(rf"\n[^\S\n]*{vocabulary.POINTS}[^\S\n]*{vocabulary.UNIT}[^\S\n]*(?=\n|$)")
_PAGE_NUMBER = re.compile(r"\W*第?\s*\d{1,3}\s*页?\W*|\f")
_ITEM_MARK = re.compile(r"\s*(?:[-*•·]|(\d{1,2})\s*[.、)]|\((\d{1,2})\))\s*")
_FIELD = re.compile(
    rf"^[^\w\n]*(?P<word>{vocabulary.any_of((*vocabulary.FIELD_WORDS, *vocabulary.HEADER_WORDS))})[\]】) ]*(?::|$)",
    re.M,
)
"""A line that says what of an entry follows: 备注:无."""
_INDENT = 2
"""Spaces by which a line stands further in than the one above it, if it goes on with its list."""


class _Patterns(msgspec.Struct, frozen=True):
    """Ends and beginnings of lines."""

    without_end: re.Pattern[str]
    in_comma: re.Pattern[str]
    in_open_bracket: re.Pattern[str]
    bare: re.Pattern[str]
    several: re.Pattern[str]
    to_bracket: re.Pattern[str]
    unpriced: re.Pattern[str]
    head: re.Pattern[str]
    names_and_comma: re.Pattern[str]
    goes_on: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    name = vocabulary.name_pattern(classes=True)
    points = rf"{vocabulary.POINTS}\s*{vocabulary.UNIT}"
    to_here = rf"{vocabulary.KEYWORD}[^。;]*{name}"
    list_to_here = rf"{to_here}\s*$"
    return _Patterns(
        without_end=re.compile(list_to_here),
        in_comma=re.compile(rf"{to_here}\s*,\s*$"),
        in_open_bracket=re.compile(rf"\([^()]*{list_to_here}"),
        bare=re.compile(rf"(?:{_ITEM_MARK.pattern})?\s*{name}\s*[、,。;]?\s*"),
        several=re.compile(rf"\s*{name}(?:\s*[、,/]\s*{name})+\s*[。;]?\s*"),
        to_bracket=re.compile(rf"\s*{name}(?:[、,]{name})*\s*\)"),
        unpriced=re.compile(rf"\s*{name}(?!\s*[(:]?\s*(?:\d|{points}))"),
        head=re.compile(rf"\s*(?:\d{{1,3}}\s*[.、]?\s*)?{name}"),
        goes_on=re.compile(rf"\s*(?:、|(?!{name})(?:以及|[和及与或]))\s*{name}(?![^、。;,\n]{{0,4}}(?:\d|{points}))"),
        names_and_comma=re.compile(rf"\s*(?:{name}\s*、\s*)+"),
    )


def broken_lists(text: str) -> Iterator[Edit]:
    """The line breaks inside lists; what stands in their place is nothing, or the 、 that the break stood for."""
    lines = [line.span() for line in re.finditer(r"[^\n]+", text)]
    layout = _layout(text)
    patterns = _patterns()
    at = 0
    while at < len(lines):
        below = _going_on(text, lines, at, layout)
        for (start, end), (next_start, _) in pairwise([lines[at], *(lines[line] for line in below)]):
            joined = _OPEN.search(text[max(start, end - _LONGEST_TAIL) : end]) or patterns.goes_on.match(
                text, next_start
            )
            mark = "" if joined else "、"
            item_mark = _ITEM_MARK.match(text, next_start)
            yield Edit(end, item_mark.end() if item_mark else next_start, mark, layout=True)
        at = below[-1] + 1 if below else at + 1


def _points_stand_below_names(text: str) -> bool:
    """Whether the first line of points stands below a name: then each such line does, and heads no tier."""
    first = _POINTS_LINE.search(text)
    return bool(first and _patterns().bare.fullmatch(text[: first.start()].rpartition("\n")[2]))


class _Layout(msgspec.Struct, frozen=True):
    """How entries of a text are laid out."""

    points_below: bool
    first_field: str
    """What begins the fields of an entry: a name above it is the head of one."""


def _layout(text: str) -> _Layout:
    return _Layout(_points_stand_below_names(text), _first_field(text))


def _first_field(text: str) -> str:
    field = _FIELD.search(text)
    return field["word"] if field else ""


def _going_on(text: str, lines: Sequence[Span], at: int, layout: _Layout) -> Sequence[int]:
    """The lines below that go on with the list in line ``at``."""
    patterns = _patterns()
    start, end = lines[at]
    tail = text[max(start, end - _LONGEST_TAIL) : end]
    below = at + 1
    over_a_page = below < len(lines) and bool(_PAGE_NUMBER.fullmatch(text, *lines[below]))
    below += over_a_page
    if below >= len(lines):
        return []
    goes_on = patterns.goes_on.match(text, *lines[below])
    if goes_on and (_ENDS_IN_COMMA.search(tail) or patterns.without_end.search(tail)):
        return [below]
    if _ENDS_IN_COMMA.search(tail):
        return _behind_commas(text, lines, below)
    if patterns.in_open_bracket.search(tail) and patterns.to_bracket.match(text, *lines[below]):
        return [below]
    if _ENDS_IN_KEYWORD.search(tail):
        in_one_line = patterns.several.fullmatch(text, *lines[below])
        return [below] if in_one_line else _bare_names(text, lines, below, layout)
    if patterns.in_comma.search(tail):
        return _bare_names(text, lines, below, layout)
    further_in = _indent(text, lines[below]) >= _indent(text, lines[at]) + _INDENT
    if (over_a_page or further_in) and patterns.without_end.search(tail):
        return _bare_names(text, lines, below, layout)
    return []


def _behind_commas(text: str, lines: Sequence[Span], first: int) -> Sequence[int]:
    """The line behind a 、, and the next one as long as each is names that end in one."""
    found: list[int] = []
    for at in range(first, len(lines)):
        if not _patterns().unpriced.match(text, *lines[at]):
            break
        found.append(at)
        if not _patterns().names_and_comma.fullmatch(text, *lines[at]):
            break
    return found


def _indent(text: str, line: Span) -> int:
    own = text[slice(*line)]
    return len(own) - len(own.lstrip())


def _bare_names(text: str, lines: Sequence[Span], first: int, layout: _Layout) -> Sequence[int]:
    """Lines of one name each. What stands below the last of them, a definition or points, makes it the head of the next
    entry; another head, a tier or a label does not, and neither is an item numbered from 1 on such a head."""
    bare, head = _patterns().bare, _patterns().head
    found = list(takewhile(lambda line: bare.fullmatch(text, *lines[line]), range(first, len(lines))))
    behind = first + len(found)
    if found and behind < len(lines) and not _numbered_from_one([text[slice(*lines[line])] for line in found]):
        tier = not layout.points_below and _POINTS_LINE.match("\n" + text[slice(*lines[behind])])
        if not tier and not head.match(text, *lines[behind]) and not _is_further_field(text, lines[behind], layout):
            found.pop()
    return found


def _is_further_field(text: str, line: Span, layout: _Layout) -> bool:
    """Whether a line is a field of an entry, and not the first: then the names above it are no heads."""
    field = _FIELD.match(text, *line)
    return bool(field and field["word"] != layout.first_field)


def _numbered_from_one(items: Sequence[str]) -> bool:
    marks = [_ITEM_MARK.match(item) for item in items]
    return [int(mark[1] or mark[2] or 0) if mark else 0 for mark in marks] == list(range(1, len(items) + 1))
