"""Heads of entries in rows of tables: a row whose cells are known is one entry, whatever stands in them.

The table has put the cells in order (``readers.tables``): a number or none, the name, the points, which may be empty,
and the rest. What stands in the cell of the name is the name, known or not; only what a list or a word of prices would
be in any text is looked for behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from extract import vocabulary
from extract.heads import Head, Span
from mjrules import names

_CELL = re.compile(r"[^\t]*")
_NUMBER = re.compile(r"\W*#?(\d{1,3})\W*")
_COUNTED = re.compile(rf"\W*(?:#?(\d{{1,3}})(?!\d|\s*{vocabulary.UNIT})\s*[.、)]?)?[\W_]*")
_PRICE = re.compile(rf"\W*({vocabulary.POINTS})\s*{vocabulary.UNIT}\W*")
_PRICED_NAME = re.compile(rf"(?P<name>.*?)[\s:(\[]*({vocabulary.POINTS})\s*{vocabulary.UNIT}\s*[)\]]?\W*")
_BEHIND = re.compile(r"(?:\s*[(\[](?P<aside>[^()\[\]]*)[)\]]|[\W_]|(?<!\d)\d{1,2})+")
_PRICE_AT_END = re.compile(rf"[\t。;,:(]\s*({vocabulary.POINTS})\s*{vocabulary.UNIT}[)。\s]*$")
_JOINED = re.compile(r"\s*[/|、,和及或=]\s*")
_KNOWN_AS = re.compile(
    rf"(?:又称|又名|亦称|也称|也叫|又叫|俗称|即)?\s*(?P<alias>(?!{vocabulary.KEYWORD})[{vocabulary.CHINESE}]{{2,10}})"
)


def heads(text: str, start: int, end: int) -> Iterator[Head]:
    """The head of a row; several where one row is of several fans."""
    cells = _cells(text, start, end)
    number = None
    if len(cells) > 1 and (counted := _NUMBER.fullmatch(text, *cells[0])):
        number, cells = int(counted[1]), cells[1:]
    cell, behind = cells[0], cells[1:]
    points, at = _points(text, behind)
    if counted := _COUNTED.match(text, *cell):
        number = int(counted[1]) if counted[1] else number
        cell = (counted.end(), cell[1])
    if points is None and (priced := _PRICED_NAME.fullmatch(text, *cell)):
        points, cell = vocabulary.number(priced[2]), priced.span("name")
    if (
        points is None
        and not (behind and behind[0][0] == behind[0][1])
        and (price := _PRICE_AT_END.search(text, cell[1], end))
    ):
        points = vocabulary.number(price[1])
    spans = _named(text, cell)
    body = (behind[at][0] - 1, end) if at < len(behind) else (end, end)
    first = (start + len(text[start:end]) - len(text[start:end].lstrip()), spans[0][1])
    for name, following in pairwise(spans):
        yield Head((name[0], following[0]), name, None, None, points, (following[0], following[0]), shares=True)
    last = (spans[-1] if len(spans) > 1 else first)[0]
    head_end = behind[at - 1][1] if at else cells[0][1]
    yield Head((last, head_end), spans[-1], number, _alias(text, spans[-1], cell), points, body)


def _cells(text: str, start: int, end: int) -> list[Span]:
    found = [(start, start)]
    while found[-1][1] < end or len(found) == 1:
        at = found[-1][1] + 1 if len(found) > 1 else start
        found.append(_CELL.match(text, at, end).span())  # type: ignore[union-attr]
        if found[-1][1] >= end:
            break
    return found[1:]


def _points(text: str, cells: list[Span]) -> tuple[int | None, int]:
    """The points in the cell behind the name, and how many cells are theirs; none where two say different things."""
    if not cells:
        return None, 0
    prices = [price for cell in cells[:2] if (price := _PRICE.fullmatch(text, *cell))]
    values = {vocabulary.number(price[1]) for price in prices}
    if prices and prices[0].start() == cells[0][0]:
        return (values.pop(), len(prices)) if len(values) == 1 else (None, 0)
    return None, int(cells[0][0] == cells[0][1])


def _named(text: str, cell: Span) -> list[Span]:
    """The names in a cell: one, known or not; several where each of them is a fan of its own."""
    start, end = _trimmed(text, cell)
    for span in ((start, end), _bare(text, start, end)):
        if names.resolve(text[slice(*span)]):
            return [span]
    start, end = _bare(text, start, end)
    spans, at = [], start
    for joint in (*_JOINED.finditer(text, start, end), None):
        spans.append((at, joint.start() if joint else end))
        at = joint.end() if joint else end
    fans = [names.resolve(text[slice(*span)]) for span in spans]
    if len(spans) > 1 and all(fans):
        return spans if len(set(fans)) == len(fans) else spans[:1]
    if len(spans) > 1 and fans[0] and not any(fans[1:]):
        return spans[:1]
    words = [word.span() for word in re.compile(r"\S+").finditer(text, start, end)]
    if (
        len(words) > 1
        and names.resolve(text[slice(*words[0])])
        and not any(
            names.resolve(text[slice(*word)]) not in ((), names.resolve(text[slice(*words[0])])) for word in words[1:]
        )
    ):
        return words[:1]
    return [(start, end)] if start < end else [_trimmed(text, cell)]


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
    if not behind or not behind["aside"]:
        return None
    known = _KNOWN_AS.fullmatch(text, *behind.span("aside"))
    return known.span("alias") if known else None
