"""Rows of tables as lines of text.

A row is one line, its cells joined by tabs. But tables are used for more than rows: a frame around paragraphs, cards
side by side with an entry in each, several entries below each other in one row. Such a row is taken apart, so that
each entry has a line of its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import zip_longest
from typing import NamedTuple

import msgspec

from extract.readers import tables
from extract.readers.upright import turned
from extract.readers.word.lines import is_entry, is_name, is_price, joined
from extract.readers.word.marks import is_blank, plain, replaced


class Cell(msgspec.Struct, frozen=True, dict=True):
    """What stands in one cell: lines of text and tables. ``goes_on``: it is the cell above, merged downwards."""

    parts: tuple[str | Grid, ...] = ()
    goes_on: bool = False

    @cached_property
    def lines(self) -> list[str]:
        return [part for part in self.parts if isinstance(part, str) and not is_blank(part)]

    @cached_property
    def grids(self) -> list[Grid]:
        return [part for part in self.parts if isinstance(part, Grid)]

    @cached_property
    def text(self) -> str:
        """All of it as one text."""
        return joined([text for part in self.parts for text in ([part] if isinstance(part, str) else part.texts)])


class Row(msgspec.Struct, frozen=True):
    cells: tuple[Cell, ...]
    path: str
    said: tuple[tuple[str, str], ...] = ()


class Grid(msgspec.Struct, frozen=True, dict=True):
    """A table as its rows."""

    rows: tuple[Row, ...]

    @cached_property
    def texts(self) -> list[str]:
        return [cell.text for row in self.rows for cell in row.cells]

    @cached_property
    def has_entries(self) -> bool:
        """Whether it is a table of entries itself, and no list or text of the cell it stands in."""
        return any(map(_has_an_entry, self.rows)) or any(
            tables.is_header(_bare([cell.text for cell in row.cells])) for row in self.rows
        )


NOTHING = "note"
"""The kind of a line that belongs to nothing: a note without a mark."""


class Line(msgspec.Struct, frozen=True):
    """One line of a page, with what is to be said about it."""

    text: str
    kind: str
    path: str
    said: tuple[tuple[str, str], ...] = ()


class Tables:
    """Reads tables one after the other. One without a header goes on with the one before it, if nothing is between."""

    def __init__(self) -> None:
        self._header: list[str] = []

    def forget(self) -> None:
        """What follows is no continuation of the table before."""
        self._header = []

    def lines(self, grid: Grid) -> list[Line]:
        """The lines of a table."""
        rows = upright(list(_continued(grid.rows)))
        names_at = tables.column_of_names([_bare([cell.text for cell in row.cells]) for row in rows])
        apart = [piece for row in rows for piece in _taken_apart(row, names_at)]
        own = iter(self._rows([piece for piece in apart if isinstance(piece, Row)]))
        found: list[Line] = []
        for piece in apart:
            if isinstance(piece, Grid):
                found += Tables().lines(piece)
            elif isinstance(piece, Row):
                found += as_lines(next(own), piece.path, piece.said)
            else:
                found.append(piece)
        return found

    def _rows(self, rows: Sequence[Row]) -> list[RowLines]:
        cells = _filled_columns([[cell.text for cell in row.cells] for row in rows])
        headers = [row for row in cells if tables.is_header(_bare(row))]
        if not headers and _fits(self._header, cells):
            return row_lines([self._header, *cells])[1:]
        self._header = headers[-1] if headers else []
        return row_lines(cells)


class RowLines(NamedTuple):
    """What a row becomes: the text and the kind of each line, and what is to be said."""

    lines: tuple[tuple[str, str], ...]
    said: tuple[tuple[str, str], ...]


def as_lines(row: RowLines, path: str, said: tuple[tuple[str, str], ...], otherwise: str = "row") -> Iterator[Line]:
    """The lines of a row; ``otherwise``: what one is of which the table says nothing."""
    said = (*said, *row.said)
    for text, kind in row.lines:
        yield Line(text, otherwise if kind == "row" else kind, path, said)
        said = ()
    if said:
        yield Line("", otherwise, path, said)


def _bare(row: Sequence[str]) -> list[str]:
    return [plain(cell).replace("\t", " ").strip() for cell in row]


def _fits(header: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Whether rows without a header stand under that of the table before: as many columns, and points where it says."""
    points = [at for at, title in enumerate(header) if tables.is_points_title(plain(title))]
    return bool(points) and all(
        len(row) == len(header) and all(is_price(row[at]) or is_blank(row[at]) for at in points) for row in rows
    )


def upright(rows: list[Row]) -> list[Row]:
    """A table whose titles stand beside what they are the titles of, with its titles above. Other tables stay as they
    are."""
    spots = turned([_bare([cell.text for cell in row.cells]) for row in rows])
    if not spots:
        return rows
    table = rows[0].path.rpartition(", ")[0]
    said = tuple(each for row in rows for each in row.said)
    found = []
    for at, line in enumerate(spots, 1):
        cells = tuple(rows[spot[0]].cells[spot[1]] if spot else Cell() for spot in line)
        on_its_side = len({spot[0] for spot in line if spot}) > 1
        path = f"{table}, column {at}" if on_its_side else rows[next(spot[0] for spot in line if spot)].path
        found.append(Row(cells, path, () if at > 1 else said))
    return found


def _filled_columns(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """The rows without the columns that are empty in all of them: they only make other cells wide."""
    filled = {at for row in rows for at, cell in enumerate(row) if not is_blank(cell)}
    return [[cell for at, cell in enumerate(row) if at in filled] for row in rows]


def row_lines(rows: Sequence[Sequence[str]]) -> list[RowLines]:
    """The lines of each row, as in tables of all formats; numbers and marks that nobody typed do not count as words."""
    bare = [[plain(cell).replace("\t", " ") for cell in row] for row in rows]
    table = tables.read(bare)
    said: dict[int, list[tuple[str, str]]] = defaultdict(list)
    for each in table.said:
        said[each.row].append((each.code, "\t".join(map(str, each.details.values()))))
    found = []
    for at, (row, before, lines) in enumerate(zip(rows, bare, table.rows, strict=True)):
        own = []
        for line in lines:
            cells = (
                cell.text if cell.column < 0 else replaced(row[cell.column], before[cell.column], cell.text)
                for cell in line.cells
            )
            own.append(("\t".join(cell.replace("\t", " ") for cell in cells), str(line.kind)))
        found.append(RowLines(tuple(own), tuple(said[at])))
    return found


def _continued(rows: Sequence[Row]) -> Iterator[Row]:
    """Rows, those that go on with the row above joined to it: the name of the entry is merged over both."""
    joined_rows: list[list[Row]] = []
    for row in rows:
        if joined_rows and any(cell.goes_on and is_name(cell.text) for cell in row.cells):
            joined_rows[-1].append(row)
        else:
            joined_rows.append([row])
    for group in joined_rows:
        yield group[0] if len(group) == 1 else _as_one(group)


def _as_one(rows: Sequence[Row]) -> Row:
    columns = zip_longest(*(row.cells for row in rows), fillvalue=Cell())
    cells = (
        Cell(tuple(part for at, cell in enumerate(column) if not (at and cell.goes_on) for part in cell.parts))
        for column in columns
    )
    return Row(tuple(cells), rows[0].path, tuple(each for row in rows for each in row.said))


def _taken_apart(row: Row, names_at: int | None) -> Iterator[Row | Line | Grid]:
    filled = [cell for cell in row.cells if not is_blank(cell.text)]
    if _is_frame(filled) or _is_cards(filled):
        yield from _each_part(row, filled)
    elif (count := tables.names_in_row([_bare(cell.lines) for cell in row.cells], names_at)) != 1:
        yield from _one_name_a_row(row, filled, count)
    else:
        yield Row(tuple(map(_without_tables, row.cells)), row.path, row.said)
        yield from (grid for cell in row.cells for grid in cell.grids if grid.has_entries)


def _without_tables(cell: Cell) -> Cell:
    """A cell without the tables in it that have lines of their own."""
    if not any(grid.has_entries for grid in cell.grids):
        return cell
    return Cell(tuple(part for part in cell.parts if isinstance(part, str) or not part.has_entries), cell.goes_on)


def _is_frame(filled: Sequence[Cell]) -> bool:
    """A cell alone in its row with more than a line in it: a frame around paragraphs and tables."""
    return len(filled) == 1 and (len(filled[0].lines) > 1 or any(grid.has_entries for grid in filled[0].grids))


def _is_cards(filled: Sequence[Cell]) -> bool:
    """Cells side by side, each with a whole entry."""
    return len(filled) > 1 and all(is_entry(cell.text) for cell in filled)


def _each_part(row: Row, filled: Sequence[Cell]) -> Iterator[Line | Grid]:
    said = row.said
    for cell in filled:
        for part in cell.parts:
            if isinstance(part, Grid):
                yield part
            elif not is_blank(part):
                yield Line(part.replace("\t", " "), "row", row.path, said)
                said = ()


def _one_name_a_row(row: Row, filled: Sequence[Cell], count: int) -> Iterator[Row | Line]:
    """A row for each name; where nobody can tell which line belongs to which of them, nothing is read of it."""
    if not count or any(cell.grids for cell in filled):
        text = " ".join(cell.text for cell in filled)
        yield Line(text, NOTHING, row.path, (*row.said, ("row-not-read", plain(text).strip())))
        return
    said = row.said
    for at in range(count):
        cells = (Cell((tables.line_of(cell.lines, at),)) if len(cell.lines) > 1 else cell for cell in row.cells)
        yield Row(tuple(cells), row.path, said)
        said = ()


def _has_an_entry(row: Row) -> bool:
    texts = [cell.text for cell in row.cells]
    return any(map(is_entry, texts)) or (any(map(is_name, texts)) and any(map(is_price, texts)))
