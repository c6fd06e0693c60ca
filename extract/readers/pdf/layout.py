"""What a page holds, in the order in which it is read: lines of running text and tables.

Rows of print that share a gap are columns of text, to be read one after the other, or a table without lines, to be read
across. They are columns where each of them has entries of its own, or where all are full of text; a row of titles
(番种 番数 说明) makes a table of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from extract.readers import headers
from extract.readers.pdf.glyphs import Glyph, Segment, Sheet
from extract.readers.pdf.lines import (
    Line,
    Row,
    Word,
    begins_an_entry,
    has_room,
    joined,
    readings,
    rows,
)
from extract.readers.pdf.ruled import Cell, Grid, grids, rules
from mjrules import names

FEWEST_ROWS = 3
"""Rows with text on both sides of a gap that make columns or a table of it."""

_LOOK_AHEAD = 24
"""Rows of one column that may stand above the first of the next one."""

_GUTTER = 1.0
"""Width of a gap between columns, in heights of a line."""

_NARROWEST = 8
"""Width of a column, in heights of a line, in which lines break where they are full."""

Span = tuple[float, float]


class Table(NamedTuple):
    """Rows of cells. ``merged`` says of each cell of a row whether it covers other rows too."""

    rows: tuple[tuple[str, ...], ...]
    merged: tuple[tuple[bool, ...], ...]
    xs: tuple[float, ...]
    """Where the columns are, the same on each page."""
    page: int
    number: int


Item = Line | Table


class Body(NamedTuple):
    """Where the running text of a page begins and ends on each line."""

    left: float
    right: float
    firm: bool


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
            titled = headers.titles(_cells_of(row, grid.gutters))
            ys[:1] = [row.top - 1, *([ys[0]] if ys[0] in grid.ys or titled else [])]
    for row in printed:
        if ys[-1] - row.size / 2 < row.top < ys[-1] + row.size and _in_columns(grid, row):
            ys[-1:] = [*([ys[-1]] if ys[-1] in grid.ys else []), row.bottom + 1]
    return Grid.plain(grid.xs, ys)


def _in_columns(grid: Grid, row: Row) -> bool:
    return all(grid.holds(word.x0, word.x1) for word in row.words)


def body(leaves: Iterable[Leaf]) -> Body:
    """The edges of the text on pages of one width. The right one is firm where several lines end at it."""
    return _edges([row for leaf in leaves for row in leaf.rows])


def items(leaf: Leaf, edges: Body) -> Iterator[Item]:
    """Lines and tables of a page in the order in which they are read."""
    numbered = _Numbered(leaf)
    at = 0
    for band, tables in _bands(leaf):
        yield from numbered.flow(leaf.rows[at : band[0]], edges)
        yield from numbered.beside(leaf.rows[band[0] : band[1]], tables)
        at = band[1]
    yield from numbered.flow(leaf.rows[at:], edges)


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

    def __init__(self, leaf: Leaf) -> None:
        self.leaf = leaf
        self._lines = self._tables = 0

    # running text

    def line(self, row: Row, edges: Body) -> Line:
        self._lines += 1
        first = row.words[0].first
        span = (row.x0, row.x1, row.top, row.bottom)
        return Line(row.text, *span, edges.left, edges.right, first, self.leaf.page, self._lines, edges.firm)

    def flow(self, printed: Sequence[Row], edges: Body) -> Iterator[Item]:
        """Rows over the whole width, runs of rows with a common gap as columns or as a table."""
        at = 0
        while at < len(printed):
            run = _run(printed, at)
            if run is None:
                yield self.line(printed[at], edges)
                at += 1
                continue
            own = printed[at : run.end]
            if _are_columns(own, run.gutters):
                yield from self._columns(own, run.gutters, edges)
            elif _is_table(own, run.gutters):
                yield self._aligned(own, run.gutters)
            else:
                yield from (self.line(row, edges) for row in own)
            at = run.end

    def _columns(self, own: Sequence[Row], gutters: Sequence[Span], edges: Body) -> Iterator[Item]:
        for column in _columns(own, gutters):
            found = [row for row in column if row]
            inner = _edges(found)
            yield from self.flow(found, inner if edges.firm or inner.firm else inner._replace(firm=False))

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
                yield from self.flow(texts, _edges(texts))
                texts = []
                yield from self.ruled(*self.leaf.tables[box])
            yield from self.flow(texts, _edges(texts))

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
                    yield from self.flow(cell, _edges(cell))
                at = max(at + 1, *(cell.row_end for cell, lines in zip(own, lines, strict=True) if lines))
            elif sum(len(cell) > 1 for cell in lines) > 1 and any(_all_names(cell) for cell in lines):
                together = rows(glyph for cell in own for glyph in glyphs.get(cell, []))
                done += [(cells, [False] * len(cells)) for cells in _logical_rows(together, grid.gutters, ())]
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
            texts.append(_text(own, rights.get((cell.column, cell.column_end), 0)))
            merged.append(cell.row_end - cell.row > 1)
        return texts, merged

    def _aligned(self, own: Sequence[Row], gutters: Sequence[Span]) -> Table:
        """A table without lines, or with none between its columns."""
        ruled = [rule.top for rule in self.leaf.rules if own[0].top < rule.top < own[-1].bottom]
        cells = _logical_rows(own, gutters, ruled)
        xs = tuple(min(row.x0 for row in column if row) for column in _columns(own, gutters))
        self._tables += 1
        plain = tuple((False,) * len(row) for row in cells)
        return Table(tuple(map(tuple, cells)), plain, xs, self.leaf.page, self._tables)

    def _table(self, done: Sequence[tuple[list[str], list[bool]]], grid: Grid) -> Iterator[Table]:
        filled = [(tuple(texts), tuple(merged)) for texts, merged in done if any(text.strip() for text in texts)]
        if filled:
            self._tables += 1
            texts, merged = zip(*filled, strict=True)
            yield Table(texts, merged, grid.xs, self.leaf.page, self._tables)


def _edges(own: Sequence[Row]) -> Body:
    """The edges of a column of text, known from its lines alone. Lines end at the right one if two of them do: a title
    may reach further."""
    if not own:
        return Body(0, 0, firm=False)
    left, size = min(row.x0 for row in own), sorted(row.size for row in own)[len(own) // 2]
    ends = sorted((row.edge for row in own), reverse=True)
    shared = (end for end, next in pairwise(ends) if end - next < 1.6 * size)
    right = next(shared, None)
    firm = right is not None and right - left > _NARROWEST * size
    return Body(left, ends[0] if right is None else right, firm)


def _all_names(lines: Sequence[Row]) -> bool:
    return len(lines) > 1 and all(names.resolve(row.text) for row in lines)


def _rights(printed: dict[Cell, list[Row]]) -> dict[Span, float]:
    """How far to the right the text of each column of cells goes."""
    found: dict[Span, float] = {}
    for cell, lines in printed.items():
        key = (cell.column, cell.column_end)
        found[key] = max(found.get(key, 0), *(row.edge for row in lines))
    return found


def _text(lines: Sequence[Row], right: float) -> str:
    """The text of a cell: lines that were full go on with the next, others are parted by a space."""
    pieces: list[list[str]] = []
    for at, row in enumerate(lines):
        if at and not has_room(lines[at - 1].x1, row.words[0].first, right, row.size, spaced=" " in row.text):
            pieces[-1].append(row.text)
        else:
            pieces.append([row.text])
    return " ".join(map(joined, pieces))


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


# rows with a common gap


class _Run(NamedTuple):
    end: int
    gutters: tuple[Span, ...]


def _run(printed: Sequence[Row], at: int) -> _Run | None:
    """The rows from ``at`` on that leave a gap in common, with text on both sides of it; None where there are too few.

    The rows on its two sides need not stand on the same heights.
    """
    left, right = printed[at].x0, printed[at].x1
    free = tuple(_free(printed[at]))
    gutters = _inside(free, left, right)
    end = at + 1
    while end < len(printed) and (gutters or end - at <= _LOOK_AHEAD):
        row = printed[end]
        free = _shared(free, _free(row), row.size)
        left, right = min(left, row.x0), max(right, row.x1)
        inside = _inside(free, left, right)
        if gutters and not inside:
            break
        gutters = inside
        end += 1
    while end > at + 1 and _sides(printed[end - 1], gutters) < 2 and _stands_apart(printed, end - 1):
        end -= 1
    own = printed[at:end]
    filled = sorted(sum(row is not None for row in column) for column in _columns(own, gutters))
    titled = gutters and any(headers.titles(_cells_of(row, gutters)) for row in own[:2])
    enough = len(filled) > 1 and (filled[-2] >= FEWEST_ROWS or (titled and filled[-2] > 1))
    return _Run(end, gutters) if enough else None


def _inside(free: Sequence[Span], left: float, right: float) -> tuple[Span, ...]:
    """The gaps between text, without the margins."""
    return tuple(gap for gap in free if gap[0] >= left and gap[1] <= right)


def _stands_apart(printed: Sequence[Row], at: int) -> bool:
    """Whether a row is further from the one above than that is from its own."""
    if at < 2 or at >= len(printed):
        return False
    return printed[at].top - printed[at - 1].top > 1.4 * (printed[at - 1].top - printed[at - 2].top)


def _free(row: Row) -> list[Span]:
    """Where a row has no text, its margins included."""
    edges = [float("-inf"), *(edge for word in row.words for edge in (word.x0, word.x1)), float("inf")]
    return list(zip(edges[::2], edges[1::2], strict=True))


def _shared(gutters: Sequence[Span], free: Sequence[Span], size: float) -> tuple[Span, ...]:
    """Where two sets of gaps overlap."""
    found = ((max(one[0], other[0]), min(one[1], other[1])) for one in gutters for other in free)
    return tuple(gap for gap in found if gap[1] - gap[0] >= _GUTTER * size)


def _column(word: Word, gutters: Sequence[Span]) -> int:
    return sum((word.x0 + word.x1) / 2 > (gutter[0] + gutter[1]) / 2 for gutter in gutters)


def _sides(row: Row, gutters: Sequence[Span]) -> int:
    return len({_column(word, gutters) for word in row.words})


def _columns(own: Sequence[Row], gutters: Sequence[Span]) -> list[list[Row | None]]:
    """The rows of each column; None where a row has nothing in it."""
    found: list[list[Row | None]] = [[] for _ in range(len(gutters) + 1)]
    for row in own:
        for at, column in enumerate(found):
            words = tuple(word for word in row.words if _column(word, gutters) == at)
            column.append(Row(words) if words else None)
    return found


def _cells_of(row: Row, gutters: Sequence[Span]) -> list[str]:
    return [column[0].text if column[0] else "" for column in _columns([row], gutters)]


def _are_columns(own: Sequence[Row], gutters: Sequence[Span]) -> bool:
    """Whether text with a common gap is read column by column: each column has entries of its own, or lines that broke
    where they were full."""
    if any(headers.titles(_cells_of(row, gutters)) for row in own):
        return False
    columns = [[row for row in column if row] for column in _columns(own, gutters)]
    if all(any(begins_an_entry(row.text, after_a_sentence=False) for row in column) for column in columns):
        return True
    return all(_edges(column).firm for column in columns)


def _is_table(own: Sequence[Row], gutters: Sequence[Span]) -> bool:
    """Whether rows with common gaps are a table: they have a row of titles, or names in a column with numbers before
    it at most."""
    if any(headers.titles(_cells_of(row, gutters)) for row in own):
        return True
    for column in _columns(own, gutters):
        texts = [row.text for row in column if row]
        named = sum(bool(names.resolve(text)) for text in texts)
        if named * 2 > len(texts):
            return True
        if not all(re.fullmatch(r"\W*\d{1,3}\W*", text) for text in texts):
            return False
    return False


def _logical_rows(own: Sequence[Row], gutters: Sequence[Span], ruled: Sequence[float]) -> list[list[str]]:
    """The rows of a table, some of which take several lines of print."""
    columns = _columns(own, gutters)
    rights = [max((row.edge for row in column if row), default=0.0) for column in columns]
    below_titles = {at for at, row in enumerate(own, 1) if headers.titles(_cells_of(row, gutters))}
    starts = _starts(own, [at for at, row in enumerate(columns[0]) if row], ruled)
    starts = sorted({*starts, *below_titles} - {len(own)})
    return [
        [_text([row for row in column[start:end] if row], right) for column, right in zip(columns, rights, strict=True)]
        for start, end in zip(starts, [*starts[1:], len(own)], strict=True)
    ]


def _starts(own: Sequence[Row], keyed: Sequence[int], ruled: Sequence[float]) -> list[int]:
    """The lines with which rows begin: below a rule, or behind a wider gap if each row then has one line with
    something in the first column; else the lines that have."""
    below = [at for at in range(1, len(own)) if any(own[at - 1].top < y <= own[at].bottom for y in ruled)]
    if len(below) > max(1, len(keyed) // 2):
        return [0, *below]
    gaps = [next.top - one.bottom for one, next in pairwise(own)]
    wide = [at for at, gap in enumerate(gaps, 1) if gap > min(gaps) + 0.3 * own[at].size]
    groups = list(zip([0, *wide], [*wide, len(own)], strict=True))
    if all(sum(start <= at < end for at in keyed) == 1 for start, end in groups):
        return [0, *wide]
    return [0, *(at for at in keyed if at)]
