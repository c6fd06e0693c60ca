"""Rows of tables as lines of text.

A row is one line, its cells joined by tabs. But tables are used for more than rows: a frame around paragraphs, cards
side by side with an entry in each, several entries below each other in one row. Such a row is taken apart, so that
each entry has a line of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import zip_longest

import msgspec

from extract.readers import tables
from extract.readers.word.lines import is_entry, is_name, is_price, joined
from extract.readers.word.marks import is_blank, plain, replaced
from extract.vocabulary import HEADER_WORDS


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
            sum(plain(cell.text).strip() in HEADER_WORDS for cell in row.cells) >= 2 for row in self.rows
        )


class Line(msgspec.Struct, frozen=True):
    """One line of a page, with what is to be said about it."""

    text: str
    kind: str
    path: str
    said: tuple[tuple[str, str], ...] = ()


def lines(grid: Grid) -> list[Line]:
    """The lines of a table."""
    apart = [piece for row in _continued(grid.rows) for piece in _taken_apart(row)]
    rows = [piece for piece in apart if isinstance(piece, Row)]
    texts = iter(row_texts(_filled_columns([[cell.text for cell in row.cells] for row in rows])))
    found: list[Line] = []
    for piece in apart:
        if isinstance(piece, Grid):
            found += lines(piece)
        else:
            text = next(texts) if isinstance(piece, Row) else piece.text
            found.append(Line(text, "row", piece.path, piece.said))
    return found


def _filled_columns(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """The rows without the columns that are empty in all of them: they only make other cells wide."""
    filled = {at for row in rows for at, cell in enumerate(row) if not is_blank(cell)}
    return [[cell for at, cell in enumerate(row) if at in filled] for row in rows]


def row_texts(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """One text a row, as in tables of all formats; numbers and marks that nobody typed do not count as words."""
    bare = [[plain(cell).replace("\t", " ") for cell in row] for row in rows]
    for row, before, text in zip(rows, bare, tables.row_texts(bare), strict=True):
        cells = zip_longest(row, before, text.split("\t"), fillvalue="")
        yield "\t".join(replaced(*cell).replace("\t", " ") for cell in cells)


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


def _taken_apart(row: Row) -> Iterator[Row | Line | Grid]:
    filled = [cell for cell in row.cells if not is_blank(cell.text)]
    if _is_frame(filled) or _is_cards(filled):
        yield from _each_part(row, filled)
    elif (below_each_other := list(_below_each_other(row))) and len(below_each_other) > 1:
        yield from below_each_other
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


def _below_each_other(row: Row) -> Iterator[Row]:
    """The rows in a row whose cells have as many lines each: names below each other, and their points beside them."""
    long = [cell for cell in row.cells if len(cell.lines) > 1]
    names = any(all(map(is_name, cell.lines)) for cell in long)
    prices = any(all(map(is_price, cell.lines)) for cell in long)
    if not names or not prices or len({len(cell.lines) for cell in long}) > 1 or any(cell.grids for cell in row.cells):
        return
    said = row.said
    for at in range(len(long[0].lines)):
        cells = (Cell((cell.lines[at],)) if len(cell.lines) > 1 else cell for cell in row.cells)
        yield Row(tuple(cells), row.path, said)
        said = ()


def _has_an_entry(row: Row) -> bool:
    texts = [cell.text for cell in row.cells]
    return any(map(is_entry, texts)) or (any(map(is_name, texts)) and any(map(is_price, texts)))
