"""Heads of entries in rows of tables: a row whose cells are known is one entry, whatever stands in them.

The table has put the cells in order (``readers.tables``): a number or none, the name, the points, which may be empty,
and the rest. What stands in the cell of the name is the name, known or not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from extract import vocabulary
from extract.heads import Head, Span
from mjrules import names

_CELL = re.compile(r"[^\t]*")
_WORD = re.compile(r"\S+")
_NUMBER = re.compile(r"\W*#?(\d{1,3})\W*")
_COUNTED = re.compile(
    rf"\W*(?:(?:#|(?i:no\.?)\s*)?(\d{{1,3}})(?!\d|\s*{vocabulary.UNIT}|\s*[A-Za-z])\s*[.、)]?"
    rf"|第(?:\d{{1,3}}|{vocabulary.CHINESE_NUMBER})[番号种个条]|{vocabulary.CHINESE_NUMBER}[.、)])?[\W_]*"
)
"""What stands before a name. 4 Shifted Pungs is no fourth fan with the name Shifted Pungs."""
_PRICE = re.compile(rf"\W*({vocabulary.POINTS})\s*{vocabulary.UNIT}\W*")
_UNREADABLE = re.compile(rf"(?=.*\S)[\W\d_]{{1,12}}{vocabulary.UNIT}?\W*")
"""A cell for the points in which they cannot be read, or can: 2/4, ?, 16(12)番."""
_PRICED_NAME = re.compile(rf"(?P<name>.*?)[\s:(\[【]*(?P<points>{vocabulary.POINTS})\s*{vocabulary.UNIT}\s*[)\]】]?\W*")
_NUMBERED_NAME = re.compile(r"(?P<name>.*?[^\d\s:(\[【])[\s:(\[【]*(?P<points>\d{1,2})\s*[)\]】]?\s*")
_BEHIND = re.compile(r"(?:\s*[(\[](?P<aside>[^()\[\]]*)[)\]]|[\W_]|(?<!\d)\d{1,2}(?!\d))+")
_PRICE_AT_END = re.compile(rf"[\t。;,:(]\s*({vocabulary.POINTS})\s*{vocabulary.UNIT}[)。\s]*$")
_JOINED = re.compile(r"\s*[/|、,和及或=]\s*")
_KNOWN_AS = re.compile(
    r"(?:又称|又名|亦称|也称|也叫|又叫|俗称|即)?\s*"
    rf"(?P<alias>(?!{vocabulary.KEYWORD})[{vocabulary.CHINESE}]{{2,10}})"
)


def heads(text: str, start: int, end: int) -> Iterator[Head]:
    """The head of a row; several where one row is of several fans."""
    cells = _cells(text, start, end)
    number = None
    if len(cells) > 1 and cells[0][0] == cells[0][1]:
        cells = cells[1:]
    if len(cells) > 1 and (counted := _NUMBER.fullmatch(text, *cells[0])):
        number, cells = int(counted[1]), cells[1:]
    cell, behind = cells[0], cells[1:]
    prices = _prices(text, behind)
    points = prices[0] if len(set(prices)) == 1 else None
    priced = len(prices) if len(set(prices)) == 1 else 0
    if not _fans(text, _trimmed(text, cell)) and (counted := _COUNTED.match(text, *cell)):
        number = int(counted[1]) if counted[1] else number
        cell = (counted.end(), cell[1])
    if points is None and (with_points := _priced_name(text, cell, bare=not prices)):
        points, cell = vocabulary.number(with_points["points"]), with_points.span("name")
    if points is None and not prices and (price := _PRICE_AT_END.search(text, cell[1], end)):
        points = vocabulary.number(price[1])
    spans = _named(text, cell)
    for name, following in pairwise(spans):
        yield Head((name[0], following[0]), name, None, None, points, (following[0], following[0]), shares=True)
    begins = spans[-1][0] if len(spans) > 1 else cells[0][0] if number is None else _trimmed(text, (start, end))[0]
    read_to = behind[priced - 1][1] if priced else cells[0][1]
    own_price = bool(behind and _UNREADABLE.fullmatch(text, *behind[0]))
    yield Head(
        (begins, read_to),
        spans[-1],
        number,
        _alias(text, spans[-1], cell),
        points,
        (read_to, end),
        own_price=own_price,
    )


def _cells(text: str, start: int, end: int) -> list[Span]:
    found = [_CELL.match(text, start, end).span()]  # type: ignore[union-attr]
    while found[-1][1] < end:
        found.append(_CELL.match(text, found[-1][1] + 1, end).span())  # type: ignore[union-attr]
    return found


def _prices(text: str, cells: list[Span]) -> list[int | None]:
    """The points in the cells behind the name, a cell for each; one that is empty says that they are missing."""
    if cells and cells[0][0] == cells[0][1]:
        return [None]
    prices: list[int | None] = []
    for cell in cells:
        if not (price := _PRICE.fullmatch(text, *cell)):
            break
        prices.append(vocabulary.number(price[1]))
    return prices


def _priced_name(text: str, cell: Span, *, bare: bool) -> re.Match[str] | None:
    """A name with its points in one cell; ``bare``: a number without a unit may be points, for no cell is theirs."""
    if priced := _PRICED_NAME.fullmatch(text, *cell):
        return priced
    numbered = _NUMBERED_NAME.fullmatch(text, *cell) if bare else None
    if not numbered or int(numbered["points"]) not in vocabulary.TIERS:
        return None
    return numbered if names.resolve(text[slice(*_bare(text, *numbered.span("name")))]) else None


def _named(text: str, cell: Span) -> list[Span]:
    """The names in a cell: one, known or not; several where each of them is a fan of its own."""
    start, end = _trimmed(text, cell)
    if _fans(text, (start, end)):
        return [(start, end)]
    start, end = _bare(text, start, end)
    joints = [joint.span() for joint in _JOINED.finditer(text, start, end)]
    spans = list(zip([start, *(to for _, to in joints)], [*(at for at, _ in joints), end], strict=True))
    words = [word.span() for word in _WORD.finditer(text, start, end)]
    for parts in (spans, words):
        fans = [_fans(text, part) for part in parts]
        if fans and fans[0] and len({fan for fan in fans if fan}) == 1:
            return parts[:1]  # a name, and what else it is called
    for parts in (spans, words):
        fans = [_fans(text, part) for part in parts]
        if fans and all(fans) and len(set(fans)) == len(fans):
            return parts
    return [(start, end)] if start < end else [_trimmed(text, cell)]


def _fans(text: str, span: Span) -> tuple[str, ...]:
    return names.resolve(text[slice(*span)])


def _trimmed(text: str, span: Span) -> Span:
    start, end = span
    words = text[start:end]
    return start + len(words) - len(words.lstrip()), end - len(words) + len(words.rstrip())


def _bare(text: str, start: int, end: int) -> Span:
    """A name without the marks and brackets behind it."""
    for mark in _BEHIND.finditer(text, start, end):
        if mark.end() == end and mark.start() > start:
            return start, mark.start()
    return start, end


def _alias(text: str, name: Span, cell: Span) -> Span | None:
    behind = _BEHIND.match(text, name[1], cell[1])
    known = _KNOWN_AS.fullmatch(text, *behind.span("aside")) if behind and behind["aside"] else None
    return known.span("alias") if known else None
