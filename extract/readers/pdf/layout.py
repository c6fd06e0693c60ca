"""What a page holds, in the order in which it is read: lines of running text and tables.

Rows of print that share a gap are columns of text, to be read one after the other, or a table without lines, to be read
across. They are columns where each of them has entries of its own, or where all are full of text; a row of titles
(番种 番数 说明) makes a table of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from extract.readers import headers
from extract.readers.pdf.glyphs import Glyph, Segment, Sheet
from extract.readers.pdf.lines import (
    COLUMN_GAP,
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

_GUTTER = 1.0
"""Width of a gap between columns, in heights of a line."""

_FULL = 0.85
"""The share of a column's width that a full line takes."""

_NARROWEST = 8
"""Width of a column, in heights of a line, in which lines break where they are full."""

Span = tuple[float, float]


class Table(NamedTuple):
    """Rows of cells. ``merged`` says of each cell of a row whether it covers other rows too."""

    rows: tuple[tuple[str, ...], ...]
    merged: tuple[tuple[bool, ...], ...]
    xs: tuple[float, ...]
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
    tables: list[tuple[Grid, dict[Cell, list[Glyph]]]] = [(grid, {}) for grid in found or ()]
    free = []
    for glyph in sheet.glyphs:
        x, y = (glyph.x0 + glyph.x1) / 2, glyph.middle
        for grid, cells in tables:
            if cell := grid.cell_at(x, y):
                cells.setdefault(cell, []).append(glyph)
                break
        else:
            free.append(glyph)
    printed = rows(free)
    above = readings(printed)
    kept = tuple(row for at, row in enumerate(printed) if at not in above)
    filled = tuple(each for each in tables if each[1])
    return Leaf(page, kept, filled, tuple(rules(sheet.segments)), sheet.width, len(above), found is None)


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
                piece = Row(words, row.top, row.bottom)
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
        printed = {cell: [row for at, row in enumerate(found) if at not in readings(found)]
                   for cell, own in glyphs.items() if (found := rows(own))}
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
                gutters = [(x, x) for x in grid.xs[1:-1]]
                done += [(cells, [False] * len(cells)) for cells in _logical_rows(together, gutters, ())]
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
        xs = (min(row.x0 for row in own), *(each for gutter in gutters for each in gutter), max(row.x1 for row in own))
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
    """The edges of a column of text, known from its lines alone."""
    if not own:
        return Body(0, 0, firm=False)
    right = max(row.edge for row in own)
    left, size = min(row.x0 for row in own), max(row.size for row in own)
    at_edge = sum(row.x1 > right - 1.6 * row.size for row in own)
    return Body(left, right, firm=at_edge > 1 and right - left > _NARROWEST * size)


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
    """The rows from ``at`` on that have a gap in common, if there are enough of them. Rows beside each other on
    different heights count as one."""
    band, after = _beside_each_other(printed, at)
    gutters = _gaps(band)
    end, both, titled = at, 0, False
    while shared := _shared(gutters, _free(band), band.size):
        gutters = list(shared)
        sides = _sides(band, gutters)
        both += sides > 1
        titled = titled or (both < 3 and headers.titles(_cells_of(band, gutters)) is not None)
        end = after if sides > 1 or not _stands_apart(printed, end) else end
        if end < after or after >= len(printed):
            break
        band, after = _beside_each_other(printed, after)
    return _Run(end, tuple(gutters)) if both >= FEWEST_ROWS or (titled and both > 1) else None


def _beside_each_other(printed: Sequence[Row], at: int) -> tuple[Row, int]:
    """A row together with those that stand beside it, and where the next one begins."""
    words = list(printed[at].words)
    end = at + 1
    while end < len(printed) and printed[end].top < printed[at].bottom - 0.15 * printed[at].size:
        if any(one.x0 < other.x1 and other.x0 < one.x1 for one in words for other in printed[end].words):
            break
        words += printed[end].words
        end += 1
    return Row(tuple(sorted(words, key=lambda word: word.x0)), printed[at].top, printed[at].bottom), end


def _stands_apart(printed: Sequence[Row], at: int) -> bool:
    """Whether a row is further from the one above than that is from its own."""
    if at < 2 or at >= len(printed):
        return False
    return printed[at].top - printed[at - 1].top > 1.4 * (printed[at - 1].top - printed[at - 2].top)


def _gaps(row: Row) -> list[Span]:
    return [
        (one.x1, next.x0)
        for one, next in zip(row.words, row.words[1:], strict=False)
        if next.x0 - one.x1 >= COLUMN_GAP * row.size
    ]


def _free(row: Row) -> list[Span]:
    """Where a row has no text, its margins included."""
    edges = [float("-inf"), *(edge for word in row.words for edge in (word.x0, word.x1)), float("inf")]
    return list(zip(edges[::2], edges[1::2], strict=True))


def _shared(gutters: Sequence[Span], free: Sequence[Span], size: float) -> tuple[Span, ...]:
    found = (
        (max(one[0], other[0]), min(one[1], other[1]))
        for one in gutters
        for other in free
        if one[0] < other[1] and other[0] < one[1]
    )
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
            column.append(Row(words, row.top, row.bottom) if words else None)
    return found


def _cells_of(row: Row, gutters: Sequence[Span]) -> list[str]:
    return [column[0].text if column[0] else "" for column in _columns([row], gutters)]


def _are_columns(own: Sequence[Row], gutters: Sequence[Span]) -> bool:
    """Whether text with a common gap is read column by column."""
    if any(headers.titles(_cells_of(row, gutters)) for row in own):
        return False
    columns = [[row for row in column if row] for column in _columns(own, gutters)]
    if all(any(begins_an_entry(row.text, after_a_sentence=False) for row in column) for column in columns):
        return True
    widths = [max(row.x1 for row in column) - min(row.x0 for row in column) for column in columns]
    if max(widths) > 1.8 * min(widths):
        return False
    return all(
        sum(row.x1 - row.x0 > _FULL * width for row in column) * 2 >= len(column)
        for column, width in zip(columns, widths, strict=True)
        if len(column) > 2
    ) and all(len(column) > 2 for column in columns)


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
    starts = _starts(own, [at for at, row in enumerate(columns[0]) if row], ruled)
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
    gaps = [next.top - one.bottom for one, next in zip(own, own[1:], strict=False)]
    wide = [at for at, gap in enumerate(gaps, 1) if gap > min(gaps) + 0.3 * own[at].size]
    groups = list(zip([0, *wide], [*wide, len(own)], strict=True))
    if all(sum(start <= at < end for at in keyed) == 1 for start, end in groups):
        return [0, *wide]
    return [0, *(at for at in keyed if at)]
