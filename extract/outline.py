"""The outline of a repaired text: tier headings, sections, listings, heads of entries, and the text between them.

There is one way for all layouts. A name is the head of an entry where it stands like one (``heads``). Everything else
is text, and which entry it belongs to is decided in ``gather``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise

import msgspec

from extract import rows, tiers, vocabulary
from extract.document import BlockKind
from extract.heads import HIGHEST_POINTS, Head, Layout, Span, heads, heads_a_line, layout_of, name_alone


class Tier(msgspec.Struct, frozen=True):
    """A heading like 88番: the points of what follows."""

    span: Span
    points: int
    labelled: bool = False
    """番数:24: the points of the name above it, or of the names below (``labelled``)."""
    of_each: bool = False
    """每种24番: of each of several names."""
    hint: int = 0
    """Whether empty lines and headings set it to the names below (1) or to the name above (-1)."""


class Section(msgspec.Struct, frozen=True):
    """A heading that is neither a tier nor a fan. ``above``: it is for fans of more points than this (88番以上);
    ``in_tier``: it is the caption of a table, below the tier that goes on."""

    span: Span
    above: int | None = None
    in_tier: bool = False


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
    """A line, or part of one, that is none of the above. ``beside_names``: it stands in the line of a listing.
    ``mark``: it is a note, and this is where its mark stands in the text. ``row``: it is a row of a table."""

    span: Span
    beside_names: bool = False
    mark: int | None = None
    row: bool = False


class Number(msgspec.Struct, frozen=True):
    """A bare number on a line of its own, right below a name."""

    span: Span


class TableEnd(msgspec.Struct, frozen=True):
    """The end of a table, or of a structure of a program, with tiers in it: they head nothing below it."""

    span: Span


Part = TableEnd | Tier | Section | NameList | Head | Text | Number

_KIND = tiers.KIND
_BEYOND = rf"(\d{{1,3}})\s*{vocabulary.UNIT}以上的?{_KIND}?"
_TIERS_SIDE_BY_SIDE = re.compile(rf"\s*(?:{vocabulary.POINTS}\s*{vocabulary.UNIT}(?:\s+|$)){{2,}}")
"""Headings of columns: which of them is the tier of a name below cannot be told."""
_SECTION = re.compile(rf"(?:[一二三四五六七八九十]{{1,3}}[.、]\s*|\*\s*)?\[?({_BEYOND})\]?:?")
_TITLE = re.compile(rf"\s*[{vocabulary.CHINESE}\d]{{2,14}}(?:规则|牌型|番种|番型|番种表):?\s*")
_SEPARATOR = rf"(?:[\s,、;:.|]|\d{{1,3}}(?!\d|\s*{vocabulary.UNIT}))+"


@cache
def _listing_pattern() -> re.Pattern[str]:
    return re.compile(
        rf"(?P<title>(?<!\d)(?P<points>{vocabulary.POINTS})\s*{vocabulary.UNIT}(?P<beyond>以上)?的?{_KIND}?)\s*:?"
        rf"(?P<items>(?:{_SEPARATOR}{vocabulary.name_pattern()}(?:\*|(?=[\s,、;:.。|]|$)))+)"
    )


@cache
def _only_names() -> re.Pattern[str]:
    name = rf"{vocabulary.name_pattern()}\*?"
    return re.compile(rf"(?:\s*目[录次])?(?:{_SEPARATOR})?{name}(?:{_SEPARATOR}{name})+\W*")


@cache
def _price_of_a_name() -> re.Pattern[str]:
    """The end of a text behind which 88番 is the price of a name, known or not, and no tier that heads a list."""
    unknown = rf"^\W*(?!目|索|番种|[总汇简]|以[上下])[{vocabulary.CHINESE}]{{2,8}}"
    return re.compile(rf"(?:{vocabulary.name_pattern()}|{unknown})[\s:(]*$")


@cache
def _listed_pattern() -> re.Pattern[str]:
    return re.compile(rf"(?P<name>{vocabulary.name_pattern()})(?P<mark>\*)?")


@cache
def _bracketed_entries() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """A line of entries, each perhaps with its text in brackets, behind the points of them all or, where the first
    bracket holds a list, below them; and one such entry."""
    entry = rf"{vocabulary.name_pattern()}(?:\s*\([^()\n]*\))?"
    title = rf"(?P<title>\s*(?P<points>{vocabulary.POINTS})\s*{vocabulary.UNIT}{_KIND}?\s*:\s*)"
    listed = rf"\s*{vocabulary.name_pattern()}\s*\({vocabulary.KEYWORD}(?![^\w\n]*\))[^()\n]*\)"
    return (
        re.compile(rf"{title}(?=[^\n]*\()(?:{entry}[、,;。\s]*)+|{listed}(?:\s*[、,;。]\s*{entry})+\W*"),
        re.compile(rf"(?P<name>{vocabulary.name_pattern()})(?:\s*\((?P<body>[^()\n]*)\))?"),
    )


_OPEN_LIST = re.compile(rf"(?:{vocabulary.KEYWORD}(?:的?番[种型])?\s*:?|[、,:])\s*$")
"""The end of a line that goes on in the next one."""
_LONGEST_OPENING = 20
"""Characters before a line in which the end of an open list is looked for."""
_NUMBER_LINE = re.compile(r"^[^\S\n]*(\d{1,3})[^\S\n]*$", re.M)
_FIELD_WORD = vocabulary.any_of(vocabulary.LABEL_WORDS)
_FIELD = re.compile(rf"\W*(?:{_FIELD_WORD}|{vocabulary.KEYWORD}(?:的?番[种型])?)\W*")
_FEWEST_FIELDS = 2
"""Headings in the same word that say what of an entry follows (定义); one alone is the title of a chapter."""
_FEWEST_NUMBERS = 2
_WORD = re.compile(r"\w")
_STRUCTURE_END = re.compile(r"[\])}]+[,;]?\s*")
"""The last bracket of a structure of a program, at the beginning of its line: what stood in it was indented."""


@cache
def _number_below_a_name() -> re.Pattern[str]:
    return re.compile(rf"^{name_alone()}\n+{_NUMBER_LINE.pattern}", re.M)


def _numbers_below_names(text: str) -> dict[int, int]:
    """Where bare numbers stand right below names, each on a line of its own; none if they count on, as pages do."""
    found = {line.start(1): int(line[1]) for line in _number_below_a_name().finditer(text)}
    counting = all(one + 1 == next for one, next in pairwise(found.values()))
    return {} if counting and len(found) > 1 else found


def _are_points(text: str, below: dict[int, int]) -> bool:
    """Whether every bare number of the text stands below a name, or each closes an entry: then the numbers are
    points."""
    numbers = list(_NUMBER_LINE.finditer(text))
    if len(below) == len(numbers) >= _FEWEST_NUMBERS and 0 < min(below.values()) <= HIGHEST_POINTS:
        return True
    values = [int(number[1]) for number in numbers]
    official = len(values) > _FEWEST_NUMBERS and set(values) <= set(vocabulary.TIERS) and len(set(values)) > 1
    return official and not below and all(_name_below().match(text, number.end()) for number in numbers)


@cache
def _name_below() -> re.Pattern[str]:
    """The next line begins with a name, or there is none; a page number stands where it comes about."""
    return re.compile(rf"\s*\Z|\s*\n{heads_a_line()}")


def _fields(text: str) -> frozenset[str]:
    """The lines that say what of an entry follows, each for several entries."""
    found = Counter(line.strip() for line in text.split("\n") if _FIELD.fullmatch(line))
    return frozenset(line for line, times in found.items() if times >= _FEWEST_FIELDS)


@cache
def _list_heading() -> re.Pattern[str]:
    """A list in a heading (不计碰碰和)."""
    return re.compile(rf"\W*{vocabulary.KEYWORD}(?:的?番[种型])?\W*{vocabulary.name_pattern()}")


def outline(
    text: str,
    kind_of: Callable[[int], BlockKind],
    mark_of: Callable[[int], int] = lambda at: -1,
    apart: Callable[[int], bool] = lambda at: False,
) -> Iterator[Part]:
    """The parts of the text in order. ``kind_of`` says what the document itself takes the line at an offset for,
    ``mark_of`` where the mark of the note at an offset stands, ``apart`` whether an empty line stands before it."""
    if not text:  # a file of pictures: there is no block that an offset could stand in
        return
    layout = layout_of(text)
    numbers = _numbers_below_names(text)
    numbers_are_points = _are_points(text, numbers)
    fields = _fields(text)
    start = 0
    tier_in_table = tier_in_structure = False
    heads_before = below_a_head = name_heading = False
    for line in text.split("\n"):
        end = start + len(line)
        kind = kind_of(start)
        if tier_in_table and kind not in ("row", "titles", "entry", "note"):
            tier_in_table = False
            yield TableEnd((start, start))
        if tier_in_structure and _STRUCTURE_END.fullmatch(line):
            tier_in_structure = False
            yield TableEnd((start, start))
        if line.strip():
            # a line that looks like a title, before any entry, is the title of the document and opens no section
            marked = kind in ("heading", "caption") or bool(heads_before and _TITLE.fullmatch(line))
            marked = marked and line.strip() not in fields and not _list_heading().match(line)
            if kind == "titles":
                in_line: Iterator[Part] = iter(())
            elif kind == "entry":
                in_line = rows.heads(text, start, end)
            elif kind == "note":
                in_line = iter([Text((start, end), mark=mark_of(start))])
            elif kind == "index":  # in the order of the alphabet, names without anything said of them
                in_line = _words(text, start, end, beside_names=True)
            elif price := tiers.price_line(text, start, end):
                below_its_name = name_heading and kind != "heading"
                hint = _hint(text, start, end, kind_of, apart) if price.labelled else -int(below_its_name)
                in_line = iter([Tier((start, end), price.points, price.labelled, price.of_each, hint)])
            elif numbers_are_points and (bare := _NUMBER_LINE.fullmatch(line)):
                in_line = iter([Tier((start, end), int(bare[1]), labelled=True)])
            elif number := _NUMBER_LINE.fullmatch(line):
                in_line = iter([Number((start, end))] if start + number.start(1) in numbers else [])
            else:
                in_line = _line(text, start, end, kind == "contents", marked, below_a_head=below_a_head, layout=layout)
            for part in in_line:
                if isinstance(part, Section) and kind == "caption":
                    part = msgspec.structs.replace(part, in_tier=True)
                if isinstance(part, Text) and kind == "row" and part.span == (start, end):
                    part = msgspec.structs.replace(part, row=True)
                below_a_head = isinstance(part, Head) and part.points is not None
                heads_before = heads_before or isinstance(part, Head)
                name_heading = kind == "heading" and isinstance(part, Head)
                tier_in_table = tier_in_table or (kind == "row" and isinstance(part, Tier))
                tier_in_structure = tier_in_structure or (line[0].isspace() and isinstance(part, Tier))
                yield part
        start = end + 1


def _hint(text: str, start: int, end: int, kind_of: Callable[[int], BlockKind], apart: Callable[[int], bool]) -> int:
    """Whether the document sets a line to what stands below it (1) or above it (-1): a heading heads lines that are
    none, and an empty line parts."""
    below = _WORD.search(text, end)
    if not below:
        return 0
    next_line = text.rfind("\n", end, below.start()) + 1
    headings = (kind_of(start) == "heading") - (kind_of(next_line) == "heading")
    return headings or (apart(start) - apart(next_line) if start else 0)


def _line(
    text: str, start: int, end: int, contents: bool, marked: bool, *, below_a_head: bool, layout: Layout
) -> Iterator[Part]:
    if _TIERS_SIDE_BY_SIDE.fullmatch(text, start, end):
        yield Section((start, end))
        return
    if contents and _only_names().fullmatch(text, start, end):
        items = tuple(
            Listed(name.span("name"), bool(name["mark"])) for name in _listed_pattern().finditer(text, start, end)
        )
        yield NameList((start, end), (start, start), None, items)
        return
    if listings := list(_listings(text, start, end, contents)):
        yield from _with_text_between(text, start, end, listings)
        return
    if contents:
        yield from _words(text, start, end, beside_names=True)
        return
    found = list(_under_one_price(text, start, end)) or list(
        heads(text, start, end, below_a_head=below_a_head, layout=layout)
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
    """Entries side by side in one line, each with its text in brackets, behind a tier or below it:
    六番：双暗杠（不计双暗刻）、双箭刻. Below it the points are those of the tier."""
    line, entry = _bracketed_entries()
    whole = line.fullmatch(text, start, end)
    if whole and (whole["title"] or not _OPEN_LIST.search(text, max(0, start - _LONGEST_OPENING), start)):
        points, at = (vocabulary.number(whole["points"]) if whole["points"] else None), start
        for found in entry.finditer(text, max(start, whole.end("title")), end):
            body = found.span("body") if found["body"] else (found.end(), found.end())
            yield Head((at, found.end("name")), found.span("name"), None, None, points, body)
            at = found.end()


def _listings(text: str, start: int, end: int, contents: bool) -> Iterator[NameList]:
    """The lists of names in a line. One name behind a tier is a list in a contents list, beside longer lists, or where
    the tier says so (06番牌型：混一色); else it is the head of an entry with its points first."""
    found = list(_listing_pattern().finditer(text, start, end))
    if found and not contents and _price_of_a_name().search(text[start : found[0].start()]):
        return
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
