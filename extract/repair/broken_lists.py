"""Lists that run over the end of a line: behind 、, behind a keyword alone, or over the number of a page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise, takewhile

from extract import vocabulary
from extract.repair import Edit

Span = tuple[int, int]

_LONGEST_TAIL = 200
"""Characters at the end of a line in which an open list is looked for."""

_OPEN = re.compile(rf"(?:{vocabulary.KEYWORD}(?:番种)?\s*:?|[、:])\s*$")
_ENDS_IN_COMMA = re.compile(rf"{vocabulary.KEYWORD}[^。;]*、\s*$")
_ENDS_IN_KEYWORD = re.compile(rf"(?:^|[\s。;,(:]){vocabulary.KEYWORD}(?:番种)?\s*:?\s*$")
_POINTS_LINE = re.compile(rf"\n\s*{vocabulary.POINTS}\s*{vocabulary.UNIT}\s*(?=\n|$)")
_PAGE_NUMBER = re.compile(r"\W*\d{1,3}\W*")


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    name = vocabulary.name_pattern(classes=True)
    points = rf"{vocabulary.POINTS}\s*{vocabulary.UNIT}"
    return (
        re.compile(rf"{vocabulary.KEYWORD}[^。;]*{name}\s*$"),
        re.compile(rf"\s*(?:[-*•·]\s*)?{name}\s*[、,。;]?\s*"),
        re.compile(rf"\s*{name}(?!\s*[(:]?\s*(?:\d|{points}))"),
        re.compile(rf"\s*(?:\d{{1,3}}\s*[.、]?\s*)?{name}"),
    )


def broken_lists(text: str) -> Iterator[Edit]:
    """The line breaks inside lists; what stands in their place is nothing, or the 、 that the break stood for."""
    lines = [line.span() for line in re.finditer(r"[^\n]+", text)]
    points_below = _points_stand_below_names(text)
    at = 0
    while at < len(lines):
        below = _going_on(text, lines, at, points_below)
        for (start, end), (next_start, _) in pairwise([lines[at], *(lines[line] for line in below)]):
            mark = "" if _OPEN.search(text[max(start, end - _LONGEST_TAIL) : end]) else "、"
            yield Edit(end, next_start, mark, layout=True)
        at = below[-1] + 1 if below else at + 1


def _points_stand_below_names(text: str) -> bool:
    """Whether the first line of points stands below a name: then each such line does, and heads no tier."""
    first = _POINTS_LINE.search(text)
    return bool(first and _patterns()[1].fullmatch(text[: first.start()].rpartition("\n")[2]))


def _going_on(text: str, lines: Sequence[Span], at: int, points_below: bool) -> Sequence[int]:
    """The lines below that go on with the list in line ``at``."""
    without_end, _, unpriced, _ = _patterns()
    start, end = lines[at]
    tail = text[max(start, end - _LONGEST_TAIL) : end]
    if at + 1 == len(lines):
        return []
    if _ENDS_IN_COMMA.search(tail):
        return [at + 1] if unpriced.match(text, *lines[at + 1]) else []
    if _ENDS_IN_KEYWORD.search(tail):
        return _bare_names(text, lines, at + 1, points_below)
    if _PAGE_NUMBER.fullmatch(text, *lines[at + 1]) and without_end.search(tail):
        return _bare_names(text, lines, at + 2, points_below)
    return []


def _bare_names(text: str, lines: Sequence[Span], first: int, points_below: bool) -> Sequence[int]:
    """Lines of one name each. What stands below the last of them, a definition or points, makes it the head of the next
    entry; another head or a tier does not."""
    _, bare, _, head = _patterns()
    found = list(takewhile(lambda line: bare.fullmatch(text, *lines[line]), range(first, len(lines))))
    behind = first + len(found)
    if found and behind < len(lines):
        tier = not points_below and _POINTS_LINE.match("\n" + text[slice(*lines[behind])])
        if not tier and not head.match(text, *lines[behind]):
            found.pop()
    return found
