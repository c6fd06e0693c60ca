"""The outline of a repaired text: tier headings, sections, listings, heads of entries, and the text between them.

There is one way for all layouts. A name is the head of an entry where it stands like one (``heads``). Everything else
is text, and which entry it belongs to is decided in ``gather``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

import msgspec

from extract import vocabulary
from extract.document import BlockKind
from extract.heads import Head, Span, heads, is_tight


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


class Text(msgspec.Struct, frozen=True):
    """A line, or part of one, that is none of the above. ``beside_names``: it stands in the line of a listing."""

    span: Span
    beside_names: bool = False


Part = Tier | Section | NameList | Head | Text

_KIND = "(?:牌型|番种|番型|类)"
_BEYOND = rf"(\d{{1,3}})\s*{vocabulary.UNIT}以上的?{_KIND}?"
_TIER = re.compile(
    rf"\W*(?P<points>{vocabulary.POINTS})\s*{vocabulary.UNIT}(?:的?{_KIND})?(?:\s*\(?共?\d+[种个]\)?)?[\]】)]?:?\W*"
)
_SECTION = re.compile(rf"(?:[一二三四五六七八九十]{{1,3}}[.、]\s*|\*\s*)?\[?({_BEYOND})\]?:?")
_TITLE = re.compile(rf"\s*[{vocabulary.CHINESE}\d]{{2,14}}(?:规则|牌型|番种|番型|番种表):?\s*")
_SEPARATOR = rf"(?:[\s,、;:.|]|\d{{1,3}}(?!\d|\s*{vocabulary.UNIT}))+"


@cache
def _listing_pattern() -> re.Pattern[str]:
    return re.compile(
        rf"(?P<title>(?<!\d)(?P<points>{vocabulary.POINTS})\s*{vocabulary.UNIT}(?P<beyond>以上)?的?{_KIND}?)\s*:?"
        rf"(?P<items>(?:{_SEPARATOR}{vocabulary.name_pattern()}(?:\*|(?=[\s,、;:.|]|$)))+)"
    )


@cache
def _listed_pattern() -> re.Pattern[str]:
    return re.compile(rf"(?P<name>{vocabulary.name_pattern()})(?P<mark>\*)?")


@cache
def _bracketed_entries() -> tuple[re.Pattern[str], re.Pattern[str]]:
    entry = rf"{vocabulary.name_pattern()}(?:\s*\([^()\n]*\))?"
    title = rf"(?P<title>\s*(?P<points>{vocabulary.POINTS})\s*{vocabulary.UNIT}{_KIND}?\s*:\s*)"
    return (
        re.compile(rf"{title}(?=[^\n]*\()(?:{entry}[、,;。\s]*)+"),
        re.compile(rf"(?P<name>{vocabulary.name_pattern()})(?:\s*\((?P<body>[^()\n]*)\))?"),
    )


def outline(text: str, kind_of: Callable[[int], BlockKind]) -> Iterator[Part]:
    """The parts of the text in order. ``kind_of`` says what the document itself takes the line at an offset for."""
    tight = is_tight(text)
    start = 0
    heads_before = below_a_head = False
    for line in text.split("\n"):
        end = start + len(line)
        if line.strip():
            kind = kind_of(start)
            # a line that looks like a title, before any entry, is the title of the document and opens no section
            marked = kind == "heading" or bool(heads_before and _TITLE.fullmatch(line))
            in_line = _line(text, start, end, kind == "contents", marked, below_a_head=below_a_head, tight=tight)
            for part in in_line:
                below_a_head = isinstance(part, Head) and part.points is not None
                heads_before = heads_before or isinstance(part, Head)
                yield part
        start = end + 1


def _line(
    text: str, start: int, end: int, contents: bool, marked: bool, *, below_a_head: bool, tight: bool
) -> Iterator[Part]:
    if tier := _TIER.fullmatch(text, start, end):
        points = vocabulary.number(tier["points"])
        if points is not None:
            yield Tier((start, end), points)
            return
    if listings := list(_listings(text, start, end, contents)):
        yield from _with_text_between(text, start, end, listings)
        return
    found = list(_under_one_price(text, start, end)) or list(
        heads(text, start, end, below_a_head=below_a_head, tight=tight)
    )
    if marked and not found and not _SECTION.search(text, start, end):
        yield Section((start, end))
        return
    at = start
    for head in found:
        yield from _text(text, at, head.span[0])
        yield from _cut_at_section(text, head)
        at = head.body[1]
    if not found:
        yield from _text(text, start, end)


def _under_one_price(text: str, start: int, end: int) -> Iterator[Head]:
    """Entries behind a tier in one line, each with its text in brackets: 六番：双暗杠（不计双暗刻）、双箭刻."""
    line, entry = _bracketed_entries()
    if whole := line.fullmatch(text, start, end):
        points, at = vocabulary.number(whole["points"]), start
        for found in entry.finditer(text, whole.end("title"), end):
            body = found.span("body") if found["body"] else (found.end(), found.end())
            yield Head((at, found.end("name")), found.span("name"), None, None, points, body)
            at = found.end()


def _listings(text: str, start: int, end: int, contents: bool) -> Iterator[NameList]:
    """The lists of names in a line. One name behind a tier is a list in a contents list, beside longer lists, or where
    the tier says so (06番牌型：混一色); else it is the head of an entry with its points first."""
    found = list(_listing_pattern().finditer(text, start, end))
    listings = [_listing(each) for each in found]
    beside_others = contents or any(len(listing.items) > 1 for listing in listings)
    for each, listing in zip(found, listings, strict=True):
        titled = re.search(rf"{_KIND}|:", text[each.start() : each.start("items") + 1]) and each.end() == end
        if len(listing.items) > 1 or beside_others or titled:
            yield listing


def _listing(found: re.Match[str]) -> NameList:
    items = tuple(
        Listed(name.span("name"), bool(name["mark"]))
        for name in _listed_pattern().finditer(found.string, *found.span("items"))
    )
    points = None if found["beyond"] else vocabulary.number(found["points"])
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
