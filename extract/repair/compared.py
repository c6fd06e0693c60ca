"""Tables that compare sources: beside the fan, its points and its list stand columns with what others say of it, in
which a value is followed by its place and by what differs (``88 (6) +小四喜 −幺九刻``). They are no statements of this
document; and signs behind its own values (``88 ●``, ``三风刻○``) lead to a legend."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from extract.readers import headers
from extract.repair import Edit

Span = tuple[int, int]

_ROW = re.compile(r"^[^\n\t]*+\t[^\n]*", re.M)
_CELL = re.compile(r"[^\t\n]*")
_KNOWN = 3
"""So many titles say that the table has columns of its own."""
_PLACED = r"\d{1,3} ?[(（]\d[\d,， ]*[)）]"
_COMPARED = re.compile(rf"(?:{_PLACED} ?)+(?:[+＋−–-][^\t]*)?|[+＋−–][^\t]*|§[^\t]*")
_ABOUT = re.compile(r"([^:：]+?)\s*[:：]\s*[^:：]+")
"""A title that says of which column it speaks (不计：裁定)."""
_SIGN = re.compile(r"(?<=[\w)）–])[ ]?[●○◐§†‡]+(?=[、,，;；\t]|[ \t]*(?:\n|\Z))")


def compared_columns(text: str) -> Iterator[Edit]:
    """The cells of columns whose title nobody knows and that all compare, and of those that speak of another column."""
    for rows in _tables(text):
        titles = [text[slice(*cell)].strip() for cell in rows[0]]
        left = {column for column, title in enumerate(titles) if _is_left(text, title, column, rows)}
        cells = (cell for row in rows for column, cell in enumerate(row) if column in left)
        yield from (Edit(*cell, "") for cell in cells if text[slice(*cell)].strip())


def _is_left(text: str, title: str, column: int, rows: Sequence[Sequence[Span]]) -> bool:
    if headers.title(title) is not None:
        return False
    if (about := _ABOUT.fullmatch(title)) and headers.title(about[1]):
        return True
    cells = [text[slice(*row[column])].strip() for row in rows[1:] if column < len(row)]
    return any(cells) and all(_COMPARED.fullmatch(cell) for cell in cells if cell)


def value_signs(text: str) -> Iterator[Edit]:
    """Signs behind values in rows of tables."""
    for row in _ROW.finditer(text):
        yield from (Edit(*sign.span(), "") for sign in _SIGN.finditer(text, *row.span()))


def _tables(text: str) -> Iterator[list[list[Span]]]:
    """The rows under each row of titles that names enough columns, with it."""
    table: list[list[Span]] = []
    end = -1
    for row in _ROW.finditer(text):
        cells = _cells(text, row.span())
        if _is_header(text, cells):
            if table:
                yield table
            table = [cells]
        elif table and row.start() == end + 1:
            table.append(cells)
        elif table:
            yield table
            table = []
        end = row.end()
    if table:
        yield table


def _cells(text: str, row: Span) -> list[Span]:
    found: list[Span] = []
    at = row[0]
    while at <= row[1]:
        cell = _CELL.match(text, at, row[1])
        assert cell
        found.append(cell.span())
        at = cell.end() + 1
    return found


def _is_header(text: str, cells: Sequence[Span]) -> bool:
    titles = [headers.title(text[slice(*cell)].strip()) for cell in cells]
    return sum(title is not None for title in titles) >= _KNOWN and "番数" in titles
