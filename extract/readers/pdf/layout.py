"""What a page holds, in the order in which it is read: lines of running text and tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from extract.readers import headers
from extract.readers.pdf.columns import (
    Body,
    Run,
    Span,
    close_table_from,
    edges,
    logical_rows,
    parted,
    run_from,
    table_starts,
    text_of,
    texts_of,
    titled_table_from,
)
from extract.readers.pdf.glyphs import Glyph, Segment, Sheet
from extract.readers.pdf.lines import Line, Row, Word, begins_an_entry, known_name, readings, rows
from extract.readers.pdf.ruled import Cell, Grid, grids, rules

_SAME_EDGE = 6.0
"""Points by which the columns of a table may differ from page to page."""


class Table(NamedTuple):
    """Rows of cells. ``merged`` says of each cell of a row whether it covers other rows too."""

    rows: tuple[tuple[str, ...], ...]
    merged: tuple[tuple[bool, ...], ...]
    xs: tuple[float, ...]
    """Where the columns are, the same on each page."""
    page: int
    number: int


Item = Line | Table


def same_columns(xs: Sequence[float], others: Sequence[float]) -> bool:
    """Whether two tables have their columns in the same places."""
    return len(xs) == len(others) and places_in(xs, others) is not None


def places_in(xs: Sequence[float], own: Sequence[float]) -> list[int] | None:
    """Which columns of one table those of another are; None where one of them is none of its columns. A column that
    has nothing on a page is missing there."""
    found = [next((at for at, x in enumerate(xs) if abs(x - one) < _SAME_EDGE), -1) for one in own]
    return found if -1 not in found and len(set(found)) == len(found) > 1 else None


class Leaf(NamedTuple):
    """A page (one sheet of it), taken apart: its tables with the glyphs of their cells, and the other rows of print."""

    page: int
    rows: tuple[Row, ...]
    tables: tuple[tuple[Grid, dict[Cell, list[Glyph]]], ...]
    rules: tuple[Segment, ...]
    width: float
    readings: int
    drawing: bool
    """There are too many lines to look for tables in them."""


def leaf(sheet: Sheet, page: int) -> Leaf:
    found = grids(sheet.segments)
    if found and sum(grid.is_one_row for grid in found) > 1:
        found = _shaded(found, rows(glyph for glyph in sheet.glyphs if not any(grid.at(glyph) for grid in found)))
    tables: list[tuple[Grid, dict[Cell, list[Glyph]]]] = [(grid, {}) for grid in found or ()]
    free = []
    for glyph in sheet.glyphs:
        for grid, cells in tables:
            if cell := grid.at(glyph):
                cells.setdefault(cell, []).append(glyph)
                break
        else:
            free.append(glyph)
    printed = rows(free)
    above = readings(printed)
    kept = tuple(row for at, row in enumerate(printed) if at not in above)
    filled = tuple(each for each in tables if each[1])
    return Leaf(page, kept, filled, tuple(rules(sheet.segments)), sheet.width, len(above), found is None)


def _shaded(found: Sequence[Grid], printed: Sequence[Row]) -> list[Grid]:
    """Tables of which only every other row has a background, and no lines: what lies between two such rows is a row,
    and so are the titles above the first one and the lines below the last one."""
    tables: list[Grid] = []
    joined_ones: list[bool] = []
    for grid in found:
        last = tables[-1] if tables else None
        if last and grid.is_one_row and (last.is_one_row or joined_ones[-1]) and _is_striped(last, grid, printed):
            tables[-1] = Grid.plain(last.xs, (*last.ys, *(y for y in grid.ys if y > last.ys[-1] + 1)))
            joined_ones[-1] = True
        else:
            tables.append(grid)
            joined_ones.append(False)
    return [_with_ends(grid, printed) if many else grid for grid, many in zip(tables, joined_ones, strict=True)]


def _is_striped(grid: Grid, next: Grid, printed: Sequence[Row]) -> bool:
    """Whether what stands between two rows stands in their columns."""
    between = [row for row in printed if grid.ys[-1] - 1 < row.top and row.bottom < next.ys[0] + 1]
    return (
        bool(between)
        and grid.has_columns_of(next)
        and next.ys[0] > grid.ys[-1] - 1
        and all(_in_columns(grid, row) for row in between)
    )


def _with_ends(grid: Grid, printed: Sequence[Row]) -> Grid:
    """The table with the rows above and below it whose words stand in its columns."""
    ys = list(grid.ys)
    for row in reversed(printed):
        if ys[0] - row.size < row.bottom < ys[0] + row.size / 2 and _in_columns(grid, row):
            titled = headers.titles(texts_of(row, grid.gutters))
            ys[:1] = [row.top - 1, *([ys[0]] if ys[0] in grid.ys or titled else [])]
    for row in printed:
        if ys[-1] - row.size / 2 < row.top < ys[-1] + row.size and _in_columns(grid, row):
            ys[-1:] = [*([ys[-1]] if ys[-1] in grid.ys else []), row.bottom + 1]
    return Grid.plain(grid.xs, ys)


def _in_columns(grid: Grid, row: Row) -> bool:
    return all(grid.holds(word.x0, word.x1) for word in row.words)


_HALF_EMPTY = 0.55
"""Of the width of a page: lines that end before this may do so by chance, unless many do."""

_MANY = 4
_SHORT = 2
"""Heights of a line by which a full line may be shorter than the page allows."""


def body(leaves: Sequence[Leaf]) -> Body:
    """The edges of the text on pages of one width. The right one is firm where several lines end at it."""
    own = [row for leaf in leaves for row in leaf.rows]
    width = max((leaf.width for leaf in leaves), default=0)
    found = edges(own)
    if not found.firm and found.right > width - found.left - _SHORT * max((row.size for row in own), default=0):
        return found._replace(firm=True)  # one full line alone, with margins alike on both sides
    return found if found.right > _HALF_EMPTY * width else edges(own, _MANY)


def _own_edges(leaf: Leaf, usual: Body) -> Body:
    """The edges of a page of which only one column is filled; else those of the pages like it."""
    own = edges(leaf.rows, max(_MANY, len(leaf.rows) // 3))
    return own if own.firm and own.right < 0.75 * usual.right else usual


def items(leaf: Leaf, page: Body, last: Table | None) -> Iterator[Item]:
    """Lines and tables of a page in the order in which they are read.

    ``page``: the edges of its text; ``last``: the last table before.
    """
    numbered = _Numbered(leaf, last)
    page = _own_edges(leaf, page)
    at = 0
    for band, tables in _bands(leaf):
        yield from numbered.flow(leaf.rows[at : band[0]], page)
        yield from numbered.beside(leaf.rows[band[0] : band[1]], tables)
        at = band[1]
    yield from numbered.flow(leaf.rows[at:], page)


def _bands(leaf: Leaf) -> Iterator[tuple[tuple[int, int], list[int]]]:
    """Tables with the rows of print beside them: which rows (as a slice), which tables."""
    at = 0
    while at < len(leaf.tables):
        own = [at]
        bottom = leaf.tables[at][0].ys[-1]
        while own[-1] + 1 < len(leaf.tables) and leaf.tables[own[-1] + 1][0].ys[0] < bottom - 1:
            own.append(own[-1] + 1)
            bottom = max(bottom, leaf.tables[own[-1]][0].ys[-1])
        top = leaf.tables[at][0].ys[0]
        first = sum((row.top + row.bottom) / 2 < top for row in leaf.rows)
        last = sum((row.top + row.bottom) / 2 < bottom for row in leaf.rows)
        yield (first, last), own
        at = own[-1] + 1


class _Numbered:
    """One page on its way: it counts the lines and tables."""

    def __init__(self, leaf: Leaf, last: Table | None) -> None:
        self.leaf = leaf
        self._last = last if last and last.page >= leaf.page - 1 else None
        self._lines = self._tables = 0

    # running text

    def line(self, row: Row, column: Body) -> Line:
        self._lines += 1
        first = row.words[0].first
        span = (row.x0, row.x1, row.top, row.bottom)
        return Line(row.text, *span, column.left, column.right, first, self.leaf.page, self._lines, column.firm)

    def flow(self, printed: Sequence[Row], column: Body) -> Iterator[Item]:
        """Rows over the whole width of a column; runs of rows with a common gap as columns or as a table."""
        at = 0
        tables = [*table_starts(printed), len(printed)]
        while at < len(printed):
            before = next(start for start in tables if start > at)
            run = run_from(printed[:before], at) or Run((printed[at],), ())
            if at in tables:
                run = titled_table_from(printed[:before], at, run)
            if not run.gutters or not (run.is_table or run.is_columns):
                run = close_table_from(printed[:before], at) or run
            known = places_in(self._last.xs, run.xs) if self._last and run.gutters else None
            if run.gutters and not known and run.is_columns:
                for own, bounds in run.columns_with_edges():
                    yield from self.flow(own, bounds)
            elif run.gutters and (known or run.is_table):
                self._last = self._aligned(run, known)
                yield self._last
            else:
                for row in run.rows:
                    parts = parted(row)
                    edge = column if len(parts) == 1 else column._replace(firm=False)
                    yield from (self.line(part, edge) for part in parts)
            at += len(run.rows)

    # tables

    def beside(self, printed: Sequence[Row], tables: Sequence[int]) -> Iterator[Item]:
        """Tables side by side, and the text beside them: from left to right, what stands below each other together."""
        boxes: list[tuple[Span, float, int | Row]] = []
        for at in tables:
            grid = self.leaf.tables[at][0]
            boxes.append(((grid.xs[0], grid.xs[-1]), grid.ys[0], at))
        for row in printed:
            for words in _parted(row, [grid.xs for grid, _ in (self.leaf.tables[at] for at in tables)]):
                piece = Row(words)
                boxes.append(((piece.x0, piece.x1), piece.top, piece))
        for group in _side_by_side(boxes):
            texts: list[Row] = []
            for _, _, box in sorted(group, key=lambda each: each[1]):
                if isinstance(box, Row):
                    texts.append(box)
                    continue
                yield from self.flow(texts, edges(texts))
                texts = []
                yield from self.ruled(*self.leaf.tables[box])
            yield from self.flow(texts, edges(texts))

    def ruled(self, grid: Grid, glyphs: dict[Cell, list[Glyph]]) -> Iterator[Item]:
        """A table with lines. A row of it that holds several entries in one cell is no row: it is text, or rows that
        no line parts."""
        printed = {
            cell: [row for at, row in enumerate(found) if at not in readings(found)]
            for cell, own in glyphs.items()
            if (found := rows(own))
        }
        rights = _rights(printed)
        done: list[tuple[list[str], list[bool]]] = []
        at = 0
        while at < len(grid.ys) - 1:
            own = sorted({grid.cells[at, column] for column in range(len(grid.xs) - 1)})
            lines = [printed.get(cell, []) for cell in own]
            if any(sum(begins_an_entry(row.text, after_a_sentence=False) for row in cell) > 1 for cell in lines):
                yield from self._table(done, grid)
                done = []
                for cell in lines:
                    yield from self.flow(cell, edges(cell))
                at = max(at + 1, *(cell.row_end for cell, lines in zip(own, lines, strict=True) if lines))
            elif sum(len(cell) > 1 for cell in lines) > 1 and any(_all_names(cell) for cell in lines):
                together = rows(glyph for cell in own for glyph in glyphs.get(cell, []))
                run = Run(tuple(together), tuple(grid.gutters))
                done += [(cells, [False] * len(cells)) for cells in logical_rows(run, ())]
                at += 1
            else:
                done.append(self._cells(grid, at, printed, rights))
                at += 1
        yield from self._table(done, grid)

    def _cells(
        self, grid: Grid, at: int, printed: dict[Cell, list[Row]], rights: dict[Span, float]
    ) -> tuple[list[str], list[bool]]:
        """One row: a cell merged downwards stands in every row it covers, one merged sideways in its first column."""
        texts, merged = [], []
        for column in range(len(grid.xs) - 1):
            cell = grid.cells[at, column]
            own = printed.get(cell, []) if column == cell.column else []
            texts.append(text_of(own, rights.get((cell.column, cell.column_end), 0)))
            merged.append(cell.row_end - cell.row > 1)
        return texts, merged

    def _aligned(self, run: Run, known: Sequence[int] | None) -> Table:
        """A table without lines, or with none between its columns. ``known``: which columns of the table before these
        are, where it goes on with that."""
        ruled = [rule.top for rule in self.leaf.rules if run.rows[0].top < rule.top < run.rows[-1].bottom]
        cells, xs = logical_rows(run, ruled), run.xs
        if known and self._last:
            xs = self._last.xs
            cells = [[row[known.index(at)] if at in known else "" for at in range(len(xs))] for row in cells]
        self._tables += 1
        plain = tuple((False,) * len(row) for row in cells)
        return Table(tuple(map(tuple, cells)), plain, xs, self.leaf.page, self._tables)

    def _table(self, done: Sequence[tuple[list[str], list[bool]]], grid: Grid) -> Iterator[Table]:
        filled = [(tuple(texts), tuple(merged)) for texts, merged in done if any(text.strip() for text in texts)]
        if filled:
            self._tables += 1
            texts, merged = zip(*filled, strict=True)
            yield Table(texts, merged, grid.xs, self.leaf.page, self._tables)


def _all_names(lines: Sequence[Row]) -> bool:
    return len(lines) > 1 and all(known_name(row.text) for row in lines)


def _rights(printed: dict[Cell, list[Row]]) -> dict[Span, float]:
    """How far to the right the text of each column of cells goes."""
    found: dict[Span, float] = {}
    for cell, lines in printed.items():
        key = (cell.column, cell.column_end)
        found[key] = max(found.get(key, float("-inf")), *(row.edge for row in lines))
    return found


def _parted(row: Row, tables: Sequence[Sequence[float]]) -> Iterator[tuple[Word, ...]]:
    """The words of a row on each side of tables."""
    edges = sorted((xs[0] + xs[-1]) / 2 for xs in tables)
    sides: dict[int, list[Word]] = {}
    for word in row.words:
        sides.setdefault(sum((word.x0 + word.x1) / 2 > edge for edge in edges), []).append(word)
    yield from map(tuple, sides.values())


def _side_by_side(
    boxes: Iterable[tuple[Span, float, int | Row]],
) -> Iterator[list[tuple[Span, float, int | Row]]]:
    """Groups of boxes that stand below each other, from left to right."""
    group: list[tuple[Span, float, int | Row]] = []
    right = 0.0
    for box in sorted(boxes, key=lambda each: each[0]):
        if group and box[0][0] > right - 1:
            yield group
            group = []
        right = max(right, box[0][1]) if group else box[0][1]
        group.append(box)
    if group:
        yield group
