"""The outline of a repaired text: tier headings, sections, listings, heads of entries, and the text between them.

There is one way for all layouts. A fan name is the head of an entry where it stands like one: alone on a line, behind
a number, before its points, before an edit link. Everything else is text, and which entry it belongs to is decided in
``entries``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import zip_longest

import msgspec

from extract import vocabulary

Span = tuple[int, int]
HIGHEST_POINTS = 400
"""No document states more for one fan; a larger number beside a name is something else (a year, a page)."""


class Tier(msgspec.Struct, frozen=True):
    """A heading like 88番: the points of what follows."""

    span: Span
    points: int


class Section(msgspec.Struct, frozen=True):
    """A heading that is neither a tier nor a fan. ``above``: it is for fans of more points than this (88番以上)."""

    span: Span
    above: int | None = None


class Listed(msgspec.Struct, frozen=True):
    name: Span
    marked: bool


class NameList(msgspec.Struct, frozen=True):
    """A tier and names behind it in one line: a contents list, a summary."""

    span: Span
    title: Span
    points: int | None
    items: tuple[Listed, ...]


class Head(msgspec.Struct, frozen=True):
    """The head of an entry and the text behind it in the same line."""

    span: Span
    name: Span
    number: int | None
    alias: Span | None
    points: int | None
    body: Span


class Text(msgspec.Struct, frozen=True):
    """A line, or part of one, that is none of the above. ``beside_names``: it stands in the line of a listing."""

    span: Span
    beside_names: bool = False


Part = Tier | Section | NameList | Head | Text

_NUMBER = r"(?:(?P<number>\d{1,3})\s*[.、)]?\s*|\(\d{1,3}\)\s*|[一二三四五六七八九十]{1,3}[、.]\s*)?"
_ALIAS = r"(?:\s*\((?:又称|又名|亦称|也称|也叫|又叫|俗称|即)?\s*(?P<alias>[\u3400-\u9fff]{2,10})\))?"
_BEYOND = rf"(\d{{1,3}})\s*{vocabulary.UNIT}以上的?(?:牌型|番种|番型)?"
_TIER = re.compile(
    rf"\W*(?P<points>\d{{1,3}}|{vocabulary.CHINESE_NUMBER}{{1,4}})\s*{vocabulary.UNIT}(?:的?(?:牌型|番种|番型))?[\]】)]?:?\W*"
)
_SECTION = re.compile(rf"(?:[一二三四五六七八九十]{{1,3}}[.、]\s*|\*\s*)?\[?({_BEYOND})\]?:?")
_TITLE = re.compile(r"\s*[\u3400-\u9fff\d]{2,14}(?:规则|牌型|番种|番型|番种表):?\s*")
_SEPARATOR = rf"(?:[\s,、;:.|]|\d{{1,3}}(?!\d|\s*{vocabulary.UNIT}))+"


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    long = vocabulary.name_pattern()
    name = rf"[\[{{【「]?\s*(?P<name>{long})\s*[\]}}】」]?\*?{_ALIAS}"
    unit_points = rf"\s*[(:]?\s*(?P<unit>\d{{1,3}}|{vocabulary.CHINESE_NUMBER}{{1,4}})\s*{vocabulary.UNIT}\)?"
    bare_points = r"(?:\s*\((?P<bracketed>\d{1,3})\)|\s+(?P<bare>\d{1,3})(?=\s|$))"
    return {
        # at the start of a line: points in any form
        "line_with_points": re.compile(rf"\s*{_NUMBER}{name}(?:{unit_points}|{bare_points})(?=[\s,。;:(]|$|[^\d\s])"),
        # at the start of a line, without points: alone, behind a number, or before a mark
        "line": re.compile(rf"\s*{_NUMBER}{name}(?P<after>\s*$|\s*:|\s+)"),
        # points first, as in tables
        "points_first": re.compile(
            rf"\s*(?P<unit>\d{{1,3}}|{vocabulary.CHINESE_NUMBER}{{1,4}})\s*{vocabulary.UNIT}\t\s*{name}(?=\t|$)"
        ),
        # in the middle of a line: only where name and points stand free
        "glued": re.compile(
            rf"(?:(?<!\d)(?P<number>\d{{1,3}})[.、]\s*)?(?P<name>{long}|[{vocabulary.one_character_names()}])"
            rf"\s+(?:(?P<bare>\d{{1,3}})|(?P<unit>\d{{1,3}})\s*{vocabulary.UNIT})(?=\s|$)"
        ),
        "listing": re.compile(
            rf"(?P<title>(?<!\d)(?P<points>\d{{1,3}})\s*{vocabulary.UNIT}(?P<beyond>以上)?的?(?:牌型|番种|番型)?)\s*:?"
            rf"(?P<items>(?:{_SEPARATOR}{long}(?:\*|(?=[\s,、;:.|]|$)))+)"
        ),
        "listed": re.compile(rf"(?P<name>{long})(?P<mark>\*)?"),
    }


def outline(text: str, is_heading: Callable[[int], bool]) -> Iterator[Part]:
    """The parts of the text in order. ``is_heading`` tells whether the document itself marks the line at an offset as
    a heading."""
    start = 0
    heads_before = False
    for line in text.split("\n"):
        end = start + len(line)
        if line.strip():
            # a line that looks like a title, before any entry, is the title of the document and opens no section
            marked = is_heading(start) or bool(heads_before and _TITLE.fullmatch(line))
            parts = list(_line(text, start, end, marked))
            heads_before = heads_before or any(isinstance(part, Head) for part in parts)
            yield from parts
        start = end + 1


def _line(text: str, start: int, end: int, marked: bool) -> Iterator[Part]:
    if tier := _TIER.fullmatch(text, start, end):
        points = vocabulary.number(tier["points"])
        if points is not None:
            yield Tier((start, end), points)
            return
    listings = [listing for found in _patterns()["listing"].finditer(text, start, end) if (listing := _listing(found))]
    if listings:
        yield from _with_text_between(text, start, end, listings)
        return
    heads = list(_heads(text, start, end))
    if marked and not heads and not _SECTION.search(text, start, end):
        yield Section((start, end))
        return
    at = start
    for head in heads:
        yield from _text(text, at, head.span[0])
        yield from _cut_at_section(text, head)
        at = head.body[1]
    if not heads:
        yield from _text(text, start, end)


def _listing(found: re.Match[str]) -> NameList | None:
    items = tuple(
        Listed(name.span("name"), bool(name["mark"]))
        for name in _patterns()["listed"].finditer(found.string, *found.span("items"))
    )
    if len(items) < 2:
        return None
    points = None if found["beyond"] else int(found["points"])
    return NameList(found.span(), found.span("title"), points, items)


def _with_text_between(text: str, start: int, end: int, listings: list[NameList]) -> Iterator[Part]:
    at = start
    for listing in listings:
        yield from _words(text, at, listing.span[0], beside_names=True)
        yield listing
        at = listing.span[1]
    yield from _words(text, at, end, beside_names=True)


def _text(text: str, start: int, end: int) -> Iterator[Part]:
    """Text between other parts; a section title in it (88番以上牌型) is told apart."""
    at = start
    for title in _SECTION.finditer(text, start, end):
        yield from _words(text, at, title.start())
        yield Section(title.span(1), int(title[2]))
        at = title.end()
    yield from _words(text, at, end)


def _words(text: str, start: int, end: int, *, beside_names: bool = False) -> Iterator[Text]:
    """The text, unless it is only marks and numbers."""
    if re.search(r"[^\W\d_]", text[start:end]):
        yield Text((start, end), beside_names)


def _cut_at_section(text: str, head: Head) -> Iterator[Part]:
    """A head with its body; a section title in the body ends it."""
    if title := _SECTION.search(text, *head.body):
        yield msgspec.structs.replace(head, body=(head.body[0], title.start()))
        yield from _text(text, title.start(), head.body[1])
    else:
        yield head


def _heads(text: str, start: int, end: int) -> Iterator[Head]:
    found = _first_head(text, start, end)
    at = found.end() if found else start
    rest = list(_patterns()["glued"].finditer(text, at, end))
    matches = [match for match in [found, *rest] if match and _plausible(match)]
    for match, following in zip_longest(matches, matches[1:]):
        yield _head(match, following.start() if following else end)


def _first_head(text: str, start: int, end: int) -> re.Match[str] | None:
    for kind in ("line_with_points", "points_first"):
        if (match := _patterns()[kind].match(text, start, end)) and _plausible(match):
            return match
    match = _patterns()["line"].match(text, start, end)
    if match and _patterns()["glued"].match(text, match.start("name"), end):
        return None
    return match


def _points(match: re.Match[str]) -> int | None:
    groups = match.groupdict()
    printed = groups.get("unit") or groups.get("bare") or groups.get("bracketed")
    return vocabulary.number(printed) if printed else None


def _plausible(match: re.Match[str]) -> bool:
    points = _points(match)
    return points is None or 0 < points <= HIGHEST_POINTS


def _head(match: re.Match[str], body_end: int) -> Head:
    groups = match.groupdict()
    alias = match.span("alias") if groups.get("alias") else None
    return Head(
        span=(match.start() + len(match[0]) - len(match[0].lstrip()), match.end()),
        name=match.span("name"),
        number=int(groups["number"]) if groups.get("number") else None,
        alias=alias,
        points=_points(match),
        body=(match.end(), body_end),
    )
