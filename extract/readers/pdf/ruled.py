"""Tables with ruled lines: from the lines to the grid of their cells.

A cell that is merged over several rows and columns is one whose inner edges are not drawn. Edges that a table leaves
open on its left and right are put back, since many tables have none there.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise, product
from typing import NamedTuple

from extract.readers.pdf.glyphs import Glyph, Segment

_NEAR = 3.0
"""Points by which lines that belong together may miss each other."""

_OPEN_SIDE = 8.0
"""Points that horizontal lines must reach beyond the last vertical one to make a column of their own."""

_DRAWN = 0.6
"""The share of a cell's edge that must be drawn."""

_MOST_LINES = 800
"""Lines in one direction, joined, that are still tables and no drawing."""


class Parts:
    """What is connected with what (union and find)."""

    def __init__(self, count: int) -> None:
        self._parent = list(range(count))

    def _root(self, at: int) -> int:
        while self._parent[at] != at:
            self._parent[at] = self._parent[self._parent[at]]
            at = self._parent[at]
        return at

    def join(self, one: int, other: int) -> None:
        self._parent[self._root(other)] = self._root(one)

    def all(self) -> Iterable[list[int]]:
        parts: dict[int, list[int]] = defaultdict(list)
        for at in range(len(self._parent)):
            parts[self._root(at)].append(at)
        return parts.values()


class Cell(NamedTuple):
    """Rows and columns that a cell covers, the last ones excluded."""

    row: int
    row_end: int
    column: int
    column_end: int


class Grid(NamedTuple):
    """A table: where its columns and rows are, and the cells by (row, column), merged ones under each place."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    cells: dict[tuple[int, int], Cell]

    @classmethod
    def plain(cls, xs: Sequence[float], ys: Sequence[float]) -> Grid:
        """A table without merged cells."""
        places = product(range(len(ys) - 1), range(len(xs) - 1))
        cells = {(row, column): Cell(row, row + 1, column, column + 1) for row, column in places}
        return cls(tuple(xs), tuple(ys), cells)

    @property
    def is_one_row(self) -> bool:
        return len(self.ys) == 2

    @property
    def gutters(self) -> list[tuple[float, float]]:
        """The edges between its columns."""
        return [(x, x) for x in self.xs[1:-1]]

    def has_columns_of(self, other: Grid) -> bool:
        return len(self.xs) == len(other.xs) and all(
            abs(one - two) < 2 * _NEAR for one, two in zip(self.xs, other.xs, strict=True)
        )

    def at(self, glyph: Glyph) -> Cell | None:
        """The cell in which a glyph stands."""
        x, y = (glyph.x0 + glyph.x1) / 2, glyph.middle
        if not (self.xs[0] <= x < self.xs[-1] and self.ys[0] <= y < self.ys[-1]):
            return None
        return self.cells[bisect_right(self.ys, y) - 1, bisect_right(self.xs, x) - 1]

    def holds(self, start: float, end: float) -> bool:
        """Whether a word from ``start`` to ``end`` stands in one column."""
        return any(left - 1 <= start and end <= right + 1 for left, right in pairwise(self.xs))


def grids(segments: Iterable[Segment]) -> list[Grid] | None:
    """The tables that ruled lines make, from the top down; None where there are too many lines to be tables."""
    segments = list(segments)
    across = _joined([segment for segment in segments if segment.horizontal])
    down = [_mirrored(line) for line in _joined([_mirrored(each) for each in segments if not each.horizontal])]
    if max(len(across), len(down)) > _MOST_LINES:
        return None
    found = [grid for group in _groups(across, down) if (grid := _grid(*group))]
    outer = [grid for grid in found if not any(_within(grid, other) for other in found if other is not grid)]
    return sorted(outer, key=lambda grid: (grid.ys[0], grid.xs[0]))


def rules(segments: Iterable[Segment]) -> list[Segment]:
    """Horizontal lines, pieces that touch joined: they part the rows of tables that have no others."""
    return _joined([segment for segment in segments if segment.horizontal])


def _mirrored(line: Segment) -> Segment:
    return Segment(line.top, line.bottom, line.x0, line.x1)


def _joined(lines: Sequence[Segment]) -> list[Segment]:
    """Horizontal lines, those that touch or lie over each other as one."""
    by_height: list[list[Segment]] = []
    for line in sorted(lines, key=lambda line: line.top):
        if by_height and line.top - by_height[-1][0].top <= _NEAR / 2:
            by_height[-1].append(line)
        else:
            by_height.append([line])
    found: list[Segment] = []
    for level in by_height:
        y = level[0].top
        own: list[Segment] = []
        for line in sorted(level, key=lambda line: line.x0):
            if own and line.x0 <= own[-1].x1 + _NEAR:
                own[-1] = own[-1]._replace(x1=max(own[-1].x1, line.x1))
            else:
                own.append(Segment(line.x0, line.x1, y, y))
        found += own
    return found


def _groups(across: Sequence[Segment], down: Sequence[Segment]) -> list[tuple[list[Segment], list[Segment]]]:
    """Lines that are connected."""
    lines = [*across, *down]
    parts = Parts(len(lines))
    for i, line in enumerate(across):
        for j, other in enumerate(down, len(across)):
            if line.x0 - _NEAR <= other.x0 <= line.x1 + _NEAR and other.top - _NEAR <= line.top <= other.bottom + _NEAR:
                parts.join(i, j)
    groups = [
        ([lines[at] for at in part if at < len(across)], [lines[at] for at in part if at >= len(across)])
        for part in parts.all()
    ]
    return [group for group in groups if group[0] and group[1]]


def _grid(across: Sequence[Segment], down: Sequence[Segment]) -> Grid | None:
    xs, ys = _levels(line.x0 for line in down), _levels(line.top for line in across)
    left, right = min(line.x0 for line in across), max(line.x1 for line in across)
    xs = [left, *xs] if left < xs[0] - _OPEN_SIDE else xs
    xs = [*xs, right] if right > xs[-1] + _OPEN_SIDE else xs
    if len(xs) * len(ys) < 6 or min(len(xs), len(ys)) < 2:
        return None  # a frame around one cell is no table
    return Grid(tuple(xs), tuple(ys), _cells(xs, ys, across, down))


def _levels(values: Iterable[float]) -> list[float]:
    found: list[float] = []
    for value in sorted(values):
        if not found or value - found[-1] > _NEAR:
            found.append(value)
    return found


def _cells(
    xs: Sequence[float], ys: Sequence[float], across: Sequence[Segment], down: Sequence[Segment]
) -> dict[tuple[int, int], Cell]:
    """The cells, smallest places that no drawn edge parts taken together."""
    at_x, at_y = _by_level(xs, [_mirrored(line) for line in down]), _by_level(ys, across)
    columns, rows = len(xs) - 1, len(ys) - 1
    parts = Parts(rows * columns)
    for row, column in product(range(rows), range(columns)):
        at = row * columns + column
        if column + 1 < columns and not _is_drawn(at_x[column + 1], ys[row], ys[row + 1]):
            parts.join(at, at + 1)
        if row + 1 < rows and not _is_drawn(at_y[row + 1], xs[column], xs[column + 1]):
            parts.join(at, at + columns)
    cells: dict[tuple[int, int], Cell] = {}
    for part in parts.all():
        places = [divmod(at, columns) for at in part]
        own_rows, own_columns = zip(*places, strict=True)
        cell = Cell(min(own_rows), max(own_rows) + 1, min(own_columns), max(own_columns) + 1)
        cells |= dict.fromkeys(places, cell)
    return cells


def _by_level(levels: Sequence[float], lines: Iterable[Segment]) -> dict[int, list[tuple[float, float]]]:
    found: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for line in lines:
        found[max(0, bisect_right(levels, line.top + 0.01) - 1)].append((line.x0, line.x1))
    return found


def _is_drawn(lines: Iterable[tuple[float, float]], start: float, end: float) -> bool:
    return sum(max(0.0, min(end, to) - max(start, at)) for at, to in lines) >= _DRAWN * (end - start)


def _within(grid: Grid, other: Grid) -> bool:
    return (
        other.xs[0] - _NEAR <= grid.xs[0]
        and grid.xs[-1] <= other.xs[-1] + _NEAR
        and other.ys[0] - _NEAR <= grid.ys[0]
        and grid.ys[-1] <= other.ys[-1] + _NEAR
        and (grid.xs, grid.ys) != (other.xs, other.ys)
    )
