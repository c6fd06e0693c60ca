"""Spreadsheets: rows of cells under titles, from a workbook (``workbook``) or from a text with separators (.csv, .tsv).

What a column holds is told by its title, in any language (``headers``); the rows then read as those of any other table.
A column whose title nobody knows is read where it holds prose, since prose may state something; numbers and short words
under such a title, and values that the title says are somebody else's (``source: points``), are left out, and said.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple

from extract.document import Block, BlockKind, Document, title_of
from extract.messages import message
from extract.readers import columns, headers, tables
from mjrules import names
from mjrules.claims import Message, Place

if TYPE_CHECKING:
    from extract.readers.text import Decoded

_SEPARATORS, _FULL_WIDTH = ",;\t|", "，；"
_HALF = 0.5
_LOOK_AT = 200
"""Lines from which the separator is told."""

_LONGEST_CELL = 20
"""Lines of one cell; a longer one began with a quote that nothing closes."""

_LISTS = {"不计", "可计", "另计"}
_FOREIGN = re.compile(r".*[:：]\s*(?P<title>[^:：]+)")
_ABOUT = re.compile(r"(?P<title>[^:：]+?)\s*[:：]\s*[^:：]+")
"""A title that says of which column it speaks (分值：缘由)."""
_ROWS_A_FAN = 2
"""So many rows for each fan, none with points, are no list of fans: they tell of values one by one."""
_ESCAPED = re.compile(r"'(?=[=+\-@\t\r])")
"""The apostrophe before a text that a spreadsheet would take for a formula."""
_AS_TEXT = re.compile(r"\s*=\s*\"(?P<text>[^\"]*)\"\s*")
"""What keeps a spreadsheet from taking a value for a number: ="88"."""

_MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*"
_DATE = re.compile(
    rf"(?:\d{{4}}年)?\d{{1,2}}月\d{{1,2}}[日号]|\d{{1,2}}[- ]{_MONTH}|{_MONTH}[- ]\d{{1,2}}"
    r"|\d{4}[-/]\d{1,2}[-/]\d{1,2}(?:[ T]0?0:00(?::00)?)?",
    re.I,
)


class Row(NamedTuple):
    """One row of a sheet: its cells by column, counted from 0."""

    line: int
    line_end: int
    cells: tuple[str, ...]
    path: str = ""
    wide: tuple[tuple[int, int], ...] = ()
    """Cells that are merged sideways: the first column and the one behind the last."""


class Sheet(NamedTuple):
    title: str
    rows: tuple[Row, ...]


# text with separators


def is_table(text: str, name: str) -> bool:
    """Whether a text is a table with separators: by the suffix, or by a first line of titles with commas between."""
    if PurePath(name).suffix.lower() in {".csv", ".tsv"}:
        return True
    first = text.lstrip("\n").partition("\n")[0]
    return any(headers.titles([cell.strip(' "') for cell in first.split(mark)]) for mark in ",;，；")


def read(decoded: Decoded, name: str) -> Document:
    """The rows of a .csv or .tsv file; ``line`` is the line of the file."""
    separator = _separator(decoded.text)
    messages = list(decoded.messages)
    rows = list(_rows(decoded.text, separator, csv.QUOTE_MINIMAL))
    if any(_holds_rows(cell, separator) for row in rows for cell in row.cells if "\n" in cell):
        messages.append(message("quotes-unbalanced", "warning"))
        rows = list(_rows(decoded.text, separator, csv.QUOTE_NONE))
    format = "tsv" if separator == "\t" else "csv"
    return document(name, format, decoded.encoding, "", [Sheet("", tuple(rows))], messages)


def _holds_rows(cell: str, separator: str) -> bool:
    """Whether a quote that nothing closes made a cell of the rows below it: it has many lines, or one of them begins
    with a name and points."""
    if cell.count("\n") > _LONGEST_CELL:
        return True
    lines = [[part.strip(' "') for part in line.split(separator)] for line in cell.split("\n")[1:]]
    return any(len(line) > 1 and columns.is_name(line[0]) and columns.is_points(line[1]) for line in lines)


def _separator(text: str) -> str:
    """The separator that most rows have equally often; a full-width one, which stands in sentences as well, only where
    none of the others parts half of the rows."""
    declared = re.match(r"sep=(.)\n", text)
    if declared:
        return declared[1]
    start = "\n".join(text.split("\n")[:_LOOK_AT])

    def evenness(separator: str) -> tuple[float, int]:
        lengths = Counter(len(row.cells) for row in _rows(start, separator, csv.QUOTE_MINIMAL))
        width, rows = max(lengths.items(), key=lambda each: (each[1], each[0]), default=(1, 0))
        return (rows / max(1, lengths.total()), width) if width > 1 else (0.0, 0)

    usual = max(_SEPARATORS, key=evenness)
    return usual if evenness(usual)[0] >= _HALF else max(_SEPARATORS + _FULL_WIDTH, key=evenness)


def _rows(text: str, separator: str, quoting: int) -> Iterator[Row]:
    file = io.StringIO(text, newline="")
    reader = csv.reader(file, delimiter=separator, quoting=quoting, skipinitialspace=True)  # type: ignore[arg-type]
    line = 0
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error:  # a cell longer than the library takes
            cells = ["\n" * (_LONGEST_CELL + 1)] if quoting != csv.QUOTE_NONE else []
        if any(cell.strip() for cell in cells) and not re.fullmatch("sep=.?", "".join(cells)):
            yield Row(line + 1, reader.line_num, tuple(map(_typed, cells)))
        line = reader.line_num


def _typed(cell: str) -> str:
    """A cell without the signs that keep a spreadsheet from changing it."""
    as_text = _AS_TEXT.fullmatch(cell)
    return as_text["text"] if as_text else _ESCAPED.sub("", cell, count=1)


# sheets


def document(
    name: str, format: str, encoding: str | None, title: str, sheets: Sequence[Sheet], messages: list[Message]
) -> Document:
    """The document that sheets make; each begins with its title where there are several."""
    blocks: list[Block] = []
    for sheet in sheets:
        if len(sheets) > 1 and sheet.rows and not re.fullmatch(r"(?:Sheet|工作表|表|シート)\s*\d*", sheet.title, re.I):
            blocks.append(Block(sheet.title, "heading", sheet.rows[0].line, sheet.rows[0].line, sheet.rows[0].path))
        for table in _tables(sheet.rows):
            blocks += table.blocks()
            messages += table.messages()
    return Document(name, format, encoding, title or title_of(blocks), tuple(blocks), tuple(messages))


def _tables(rows: Sequence[Row]) -> Iterator[_Table]:
    """The rows under each row of titles, and those before the first one."""
    start = 0
    for at, row in enumerate(rows):
        if at > start and headers.titles(row.cells) and not headers.titles(rows[at - 1].cells):
            yield _Table(rows[start:at])
            start = at
    if rows:
        yield _Table(rows[start:])


class _Table:
    """Rows with a row of titles above them, or without one."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows
        self._width = max(len(row.cells) for row in rows)
        self._titles = _titles(rows[0], self._width)
        self._is_of_values = self._tells_of_values()
        self._foreign = [column for column in range(self._width) if self._titles and self._is_foreign(column)]
        self._names_at = tables.column_of_names([self._row(row) for row in rows])
        self._apart = [(row, *each) for row in rows for each in self._rows(row)]
        read = tables.read([cells for _, kind, cells in self._apart if kind == "row"])
        places = [Place(row.line, row.line_end, path=row.path) for row, kind, _ in self._apart if kind == "row"]
        self._said = list(tables.messages(read.said, places))
        lines = iter(read.rows)
        self._read = [
            next(lines) if kind == "row" else (tables.as_it_is([" ".join(filter(None, cells))]),)
            for _, kind, cells in self._apart
        ]

    def _cells(self, column: int) -> list[str]:
        """The filled cells of a column, below its title."""
        found = (row.cells[column] for row in self.rows[1:] if column < len(row.cells))
        return [cell.strip() for cell in found if cell.strip()]

    def _printed(self, column: int) -> str:
        """The title of a column as it is printed."""
        return self.rows[0].cells[column].strip() if column < len(self.rows[0].cells) else ""

    def _is_foreign(self, column: int) -> bool:
        """Whether the values of a column are those of somebody else, or about another column, as its title says."""
        printed = self._printed(column)
        foreign = _FOREIGN.fullmatch(printed) or _ABOUT.fullmatch(printed)
        return bool(foreign and headers.title(foreign["title"]) and self._cells(column))

    def _tells_of_values(self) -> bool:
        if not self._titles or "番种" not in self._titles or "番数" in self._titles:
            return False
        fans = [cell for cell in self._cells(self._titles.index("番种")) if names.resolve(cell)]
        return bool(fans) and len(fans) >= _ROWS_A_FAN * len(set(fans))

    def blocks(self) -> Iterator[Block]:
        if self._is_of_values:
            return
        for (row, kind, _), lines in zip(self._apart, self._read, strict=True):
            for line in lines:
                if line.text.strip():
                    yield Block(line.text, line.kind if kind == "row" else kind, row.line, row.line_end, row.path)

    def _rows(self, row: Row) -> Iterator[tuple[BlockKind, list[str]]]:
        """A row, or one for each name in it; one of which nobody can tell what belongs to what opens no entry."""
        cells = [self._lines(row, column) for column in range(self._width)]
        count = tables.names_in_row(cells, self._names_at)
        if count == 0:
            yield "note", self._row(row)
        elif count == 1:
            yield "row", self._row(row)
        else:
            yield from (("row", [tables.line_of(lines, at) for lines in cells]) for at in range(count))

    def _lines(self, row: Row, column: int) -> list[str]:
        """The lines of a cell; none of a column that is not read."""
        text = row.cells[column] if column < len(row.cells) and column not in self._foreign else ""
        return [line.strip() for line in text.replace("\t", " ").split("\n") if line.strip()]

    def _row(self, row: Row) -> list[str]:
        """The cells that are read, each in one line; lines of a list are items of it."""
        found = []
        for column in range(self._width):
            mark = "、" if self._titles and self._titles[column] in _LISTS and row is not self.rows[0] else " "
            found.append(re.sub(r"(?<=[、，,;；/])、", "", tables.joined(self._lines(row, column), mark)))
        if row is self.rows[0] and self._titles:
            for first, end in row.wide:
                found[first:end] = [found[first]] * (end - first)
        return found

    def messages(self) -> Iterator[Message]:
        if self._is_of_values:
            head = self.rows[0]
            titles = ", ".join(filter(None, (cell.strip() for cell in head.cells)))
            place = Place(head.line, self.rows[-1].line_end, path=head.path)
            yield message("rows-left-out", "warning", place, titles=titles)
            return
        places = [Place(row.line, row.line_end, path=row.path) for row, _, _ in self._apart]
        for column in self._foreign:
            begins = self._cells(column)[0]
            yield message("column-left-out", "info", places[0], title=self._printed(column), begins=begins)
        yield from self._said
        for (_, kind, cells), place in zip(self._apart, places, strict=True):
            if kind == "note":
                yield message("row-not-read", "warning", place, what=" ".join(filter(None, cells)))
        if self._titles:
            yield from (said for row in self.rows[1:] for said in _of_dates(row))
            yield from self._without_points()

    def _without_points(self) -> Iterator[Message]:
        """A cell of points may be meant for the rows below it, though it is not merged with theirs."""
        assert self._titles
        if "番数" not in self._titles or "番种" not in self._titles or not self._cells(self._titles.index("番数")):
            return
        points, name = self._titles.index("番数"), self._titles.index("番种")
        for row in self.rows[1:]:
            cells = (*row.cells, *[""] * self._width)
            if names.resolve(cells[name]) and not cells[points].strip():
                place = Place(row.line, row.line_end, path=row.path)
                yield message("cell-without-points", "warning", place, name=cells[name].strip())


def _titles(row: Row, width: int) -> list[str | None] | None:
    """The titles of all columns; one that is merged sideways stands over all it covers."""
    found = headers.titles(row.cells)
    if not found:
        return None
    found += [None] * (width - len(found))
    for first, end in row.wide:
        found[first:end] = [found[first]] * (end - first)
    return found


def _of_dates(row: Row) -> Iterator[Message]:
    """Cells that became dates: a spreadsheet takes 1-9 for the ninth of January."""
    for cell in row.cells:
        if _DATE.fullmatch(cell.strip()):
            yield message("date-in-cell", "warning", Place(row.line, row.line_end, path=row.path), date=cell.strip())
