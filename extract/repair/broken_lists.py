"""Lists that run over the end of a line: behind or before 、, behind a comma or a keyword alone, in an open bracket,
over the number of a page, or onto lines that stand further in."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import pairwise, takewhile

import msgspec

from extract import items, vocabulary
from extract.repair import Edit

Span = tuple[int, int]

_LONGEST_TAIL = 200
"""Characters at the end of a line in which an open list is looked for."""

_WORD = (
    rf"(?:{vocabulary.KEYWORD}(?:的?番[种型])?|(?:{vocabulary.TAKES_OUT}|{vocabulary.HOLDS_ALREADY}|不(?:包[含括]|含)"
    rf"|{vocabulary.CLASH})(?:番[种型])?)"
)
_HAS_WORD = re.compile(_WORD)
_OPEN = re.compile(rf"(?:{_WORD}\s*:?|[、:/&+|·•・→]|[-–—]|{items.JOIN})\s*$")
_JOINS = re.compile(rf"(?:\s|[、,;/&+]|{items.JOIN})+")
_ENDS_IN_WEAK = re.compile(rf"{_WORD}[^。]*[,;]\s*$")
_ENDS_IN_COMMA = re.compile(rf"{_WORD}[^。;]*、\s*$")
_ENDS_IN_KEYWORD = re.compile(rf"(?:^|[\s。;,(:]){_WORD}\s*:?\s*$")
_POINTS_LINE = re.compile(rf"\n[^\S\n]*{vocabulary.POINTS}[^\S\n]*{vocabulary.UNIT}[^\S\n]*(?=\n|$)")
_PAGE_NUMBER = re.compile(r"\W*第?\s*\d{1,3}\s*页?\W*|\f")
_ITEM_MARK = re.compile(r"\s*(?:[-*•·]|(\d{1,2})\s*[.、)]|\((\d{1,2})\))\s*")
_FIELD = re.compile(
    rf"^[^\w\n]*(?P<word>{vocabulary.any_of(vocabulary.LABEL_WORDS)})[\]】) ]*(?::|$)",
    re.M,
)
"""A line that says what of an entry follows: 备注:无."""
_INDENT = 2
"""Spaces by which a line stands further in than the one above it, if it goes on with its list."""


class _Patterns(msgspec.Struct, frozen=True):
    """Ends and beginnings of lines."""

    name_at_end: re.Pattern[str]
    without_end: re.Pattern[str]
    in_comma: re.Pattern[str]
    in_sign: re.Pattern[str]
    """A sign or a word behind a name that another one must follow."""
    parted_alike: re.Pattern[str]
    """A list that ends in a sign, or goes on with a space, as it does between its names."""
    in_open_bracket: re.Pattern[str]
    bare: re.Pattern[str]
    several: re.Pattern[str]
    to_an_end: re.Pattern[str]
    """Names, and then the end of a sentence or of the line, or another list."""
    to_a_sign: re.Pattern[str]
    in_spaces: re.Pattern[str]
    to_bracket: re.Pattern[str]
    unpriced: re.Pattern[str]
    head: re.Pattern[str]
    names_and_comma: re.Pattern[str]
    goes_on: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    name = vocabulary.name_pattern(classes=True)
    points = rf"{vocabulary.POINTS}\s*{vocabulary.UNIT}"
    item = rf"(?:{items.QUANTITY})?{items.OPENING}{name}{items.CLOSING}(?:{items.TIMES})?"
    apart = rf"(?:[^\S\n]|{items.JOIN}|[^\w\s。！!？?:.()\[\]【】{{}}])"
    several = rf"\s*{item}(?:{apart}*(?:{items.JOIN}|[^\w\s。！!？?:.()\[\]【】{{}}]){apart}*{item})+"
    price = rf"\s*[(:|\t]?\s*(?:\d|{points})"
    to_here = rf"{_WORD}[^。;]*(?:;[^。;]*)*?{name}{items.CLOSING}"
    list_to_here = rf"{to_here}\s*$"
    return _Patterns(
        name_at_end=re.compile(rf"{name}{items.CLOSING}\s*$"),
        without_end=re.compile(list_to_here),
        in_comma=re.compile(rf"{to_here}\s*,\s*$"),
        in_sign=re.compile(rf"{to_here}(?:{items.TIMES})?\s*,?\s*(?:[、/&+|·•・→]|[-–—]+|{items.JOIN}){{1,2}}\s*$"),
        parted_alike=re.compile(rf"{_WORD}[^。]*{name}(?P<sign>[;,]| +){item}(?P=sign)\s*$"),
        in_open_bracket=re.compile(rf"\([^()]*{list_to_here}"),
        bare=re.compile(rf"(?:{_ITEM_MARK.pattern})?\s*{name}\s*[、,。;]?\s*"),
        several=re.compile(rf"{several}(?!{price})"),
        to_an_end=re.compile(rf"(?:{several}|\s*{item}(?=[^\w\n]*{_WORD}))(?:\s*[。;)]|\s*$|,?(?={_WORD}))"),
        to_a_sign=re.compile(rf"\s*{item}\s*(?:[、,/&+|·•・→]|[-–—]|{items.JOIN})\s*$"),
        in_spaces=re.compile(rf"\s*{name}(?: +{name})+\s*(?:[。;]\s*(?=$|{_WORD})|$)"),
        to_bracket=re.compile(rf"\s*{name}(?:{apart}+{name})*\s*\)"),
        unpriced=re.compile(rf"\s*{item}(?!{price}|[\s(:]+{vocabulary.EXCLUDES})"),
        head=re.compile(rf"\s*(?:\d{{1,3}}\s*[.、]?\s*)?{name}"),
        goes_on=re.compile(
            rf"\s*(?:[、,;/&+]+|(?!{name})(?:以及|[和及与或]))+\s*{item}(?![^、。;,\n]{{0,4}}(?:\d|{points}))"
        ),
        names_and_comma=re.compile(rf"\s*(?:{name}\s*、\s*)+"),
    )


def broken_lists(text: str, level_of: Callable[[int], int] = lambda at: 0) -> Iterator[Edit]:
    """The line breaks inside lists; what stands in their place is nothing, or the 、 that the break stood for.
    ``level_of`` tells by the offset of a line how the document sets it (``Block.level``): no list goes on in a heading,
    or in a line that stands less deep than its first item."""
    lines = [line.span() for line in re.finditer(r"[^\n]+", text)]
    layout = _layout(text)
    patterns = _patterns()
    at = 0
    while at < len(lines):
        below = _as_deep([(line, level_of(lines[line][0])) for line in _going_on(text, lines, at, layout)])
        for (start, end), (next_start, _) in pairwise([lines[at], *(lines[line] for line in below)]):
            tail = text[max(start, end - _LONGEST_TAIL) : end]
            open_end = _OPEN.search(tail) and not patterns.name_at_end.search(tail)
            mark = "" if open_end or patterns.goes_on.match(text, next_start) else "、"
            item_mark = _ITEM_MARK.match(text, next_start)
            yield Edit(end, item_mark.end() if item_mark else next_start, mark, layout=True)
        at = below[-1] + 1 if below else at + 1


def _as_deep(lines: Sequence[tuple[int, int]]) -> Sequence[int]:
    """The first of these lines that are no headings, and stand as deep as the first of them."""
    return [line for line, _ in takewhile(lambda each: each[1] >= max(0, lines[0][1]), lines)]


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
    if not _HAS_WORD.search(tail):  # each of the ends below has one, and most lines have none
        return []
    below = at + 1
    over_a_page = below < len(lines) and bool(_PAGE_NUMBER.fullmatch(text, *lines[below]))
    below += over_a_page
    if below >= len(lines):
        return []
    if wrapped := _wrapped(text, lines, tail, below):
        return wrapped
    if _last(tail) == "、" and _ENDS_IN_COMMA.search(tail):
        return _behind_commas(text, lines, below)
    if patterns.in_open_bracket.search(tail) and patterns.to_bracket.match(text, *lines[below]):
        return [below]
    if _ENDS_IN_KEYWORD.search(tail) or (_last(tail) == "," and patterns.in_comma.search(tail)):
        return _bare_names(text, lines, below, layout)
    further_in = _indent(text, lines[below]) >= _indent(text, lines[at]) + _INDENT
    if (over_a_page or further_in) and patterns.without_end.search(tail):
        return _bare_names(text, lines, below, layout)
    return []


def _wrapped(text: str, lines: Sequence[Span], tail: str, below: int) -> Sequence[int]:
    """The lines below that a list wraps on to, however many."""
    found: list[int] = []
    while below < len(lines):
        line, behind = (text[slice(*span)] for span in (lines[below], _span_at(lines, below + 1)))
        if not _runs_on(tail, line, behind):
            break
        found.append(below)
        tail = f"{tail}{line}"[-_LONGEST_TAIL:]
        below += 1
    return found


def _span_at(lines: Sequence[Span], at: int) -> Span:
    """The span of a line, an empty one behind the last line."""
    return lines[at] if at < len(lines) else (0, 0)


def _runs_on(tail: str, line: str, behind: str) -> bool:
    """Whether a list at the end of a line goes on with the next one: a sign between them, on either side of the break,
    or names that are no head behind a comma or the keyword."""
    patterns = _patterns()
    ends = (patterns.without_end, patterns.in_comma, patterns.in_sign)
    if patterns.goes_on.match(line) or (_JOINS.fullmatch(line) and patterns.unpriced.match(behind)):
        return any(end.search(tail) for end in ends)
    in_weak = _last(tail) in (",", ";")  # looked at first: to search for the patterns takes far longer
    if in_weak and _ENDS_IN_WEAK.search(tail) and patterns.bare.fullmatch(line) and patterns.goes_on.match(behind):
        return True
    if patterns.in_sign.search(tail) and not patterns.name_at_end.search(tail):
        return bool(patterns.unpriced.match(line))
    if _ENDS_IN_KEYWORD.search(tail):
        goes_on = (patterns.several, patterns.to_an_end, patterns.in_spaces, patterns.to_a_sign)
        return any(names.match(line) for names in goes_on)
    if (in_weak or tail[-1:].isspace()) and (alike := patterns.parted_alike.search(tail)):
        wanted = patterns.unpriced if alike["sign"] == ";" else patterns.in_spaces
        if alike["sign"] != "," and wanted.match(line):
            return True
    return bool(in_weak and patterns.in_comma.search(tail) and patterns.to_an_end.match(line))


def _last(tail: str) -> str:
    """The last character of a line but for the space behind it; nothing of an empty line."""
    return tail.rstrip()[-1:]


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
    if found and not _is_numbered(text, lines[first]):  # a number behind items without any is that of an entry
        found = list(takewhile(lambda line: not _is_numbered(text, lines[line]), found))
    behind = first + len(found)
    if found and behind < len(lines) and not _numbered_from_one([text[slice(*lines[line])] for line in found]):
        tier = not layout.points_below and _POINTS_LINE.match("\n" + text[slice(*lines[behind])])
        if not tier and not head.match(text, *lines[behind]) and not _is_further_field(text, lines[behind], layout):
            found.pop()
    return found


def _is_numbered(text: str, line: Span) -> bool:
    mark = _ITEM_MARK.match(text, *line)
    return bool(mark and (mark[1] or mark[2]))


def _is_further_field(text: str, line: Span, layout: _Layout) -> bool:
    """Whether a line is a field of an entry, and not the first: then the names above it are no heads."""
    field = _FIELD.match(text, *line)
    return bool(field and field["word"] != layout.first_field)


def _numbered_from_one(items: Sequence[str]) -> bool:
    marks = [_ITEM_MARK.match(item) for item in items]
    return [int(mark[1] or mark[2] or 0) if mark else 0 for mark in marks] == list(range(1, len(items) + 1))
