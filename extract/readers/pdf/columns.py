"""Rows of print that leave a gap in common: columns of text, to be read one after the other, or a table without lines,
to be read across.

They are columns where each of them has entries of its own, or lines that broke where they were full. They are a table
where they have a row of titles (番种 番数 说明), or where names fill a column with nothing but numbers before it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from extract.readers import headers
from extract.readers.pdf.lines import CLOSE_GAP, WIDE_GAP, Row, Word, has_room, joined, known_name, states_something

Span = tuple[float, float]

_FEWEST_ROWS = 3
"""Rows on both sides of a gap that make columns or a table of it."""

_LOOK_AHEAD = 24
"""Rows of one column that may stand above the first of the next one."""

_GUTTER = 1.0
"""Width of a gap between columns, in heights of a line."""

_NARROW_GUTTER = 0.6
"""The same below titles that stand apart themselves."""

_FULL = 2.5
"""How near to the right edge a full line ends: a mark may have found no room."""

_NARROWEST = 8
"""Width of a column, in heights of a line, in which lines break where they are full."""

_MOST_TITLES = 4
"""Lines of print that the titles of a table may take."""

_FEWEST_CLOSE_ROWS = 6
"""Lines of print that a table has whose columns are set close."""

_FEWEST_NAMES = 4
"""Whole names in one of its columns; the others are broken over two lines, or nobody knows them."""

_FEWEST_FILLED = 0.25
"""The share of the lines of print that have a name, and a number: a row of the table may take several lines."""

_NUMBER = re.compile(r"\W*\d{1,3}\W*[番分点點]?\W*")


class Body(NamedTuple):
    """Where the lines of a column or page begin and end. ``firm``: lines do end at the right edge."""

    left: float
    right: float
    firm: bool


def edges(own: Sequence[Row], fewest: int = 2) -> Body:
    """The edges of text, known from its lines alone. Lines end at the right one if at least ``fewest`` do: a title may
    reach further."""
    if not own:
        return Body(0, 0, firm=False)
    left, size = min(row.x0 for row in own), sorted(row.size for row in own)[len(own) // 2]
    ends = sorted((row.edge for row in own), reverse=True)
    enough = zip(ends, ends[fewest - 1 :], strict=False)
    right = next((end for end, last in enough if end - last < 1.6 * size), left)
    firm = right - left > _NARROWEST * size
    return Body(left, right if firm else ends[0], firm)


def text_of(lines: Sequence[Row], right: float) -> str:
    """The text of a cell: lines that were full go on with the next, others are parted by a space, unless they are one
    name."""
    whole = joined(row.text for row in lines)
    if known_name(whole):
        return whole
    pieces: list[list[str]] = []
    for at, row in enumerate(lines):
        if at and not has_room(lines[at - 1].x1, row.words[0].first, right, row.size, spaced=" " in row.text):
            pieces[-1].append(row.text)
        else:
            pieces.append([row.text])
    return " ".join(map(joined, pieces))


class Run(NamedTuple):
    """Rows of print and the gaps they have in common."""

    rows: tuple[Row, ...]
    gutters: tuple[Span, ...]

    def columns(self) -> list[list[Row | None]]:
        """The rows of each column; None where a row has nothing in it."""
        parted = [cells_of(row, self.gutters) for row in self.rows]
        return [list(column) for column in zip(*parted, strict=True)]

    @property
    def titled(self) -> bool:
        return any(headers.titles(texts_of(row, self.gutters)) for row in self.rows)

    @property
    def titles(self) -> int:
        """How many titles of columns are known in the row that has most of them."""
        rows = (texts_of(row, self.gutters) for row in self.rows[:_MOST_TITLES])
        return max(sum(headers.title(text) is not None for text in texts) for texts in rows)

    def columns_with_edges(self) -> list[tuple[list[Row], Body]]:
        """The rows of each column and its edges: as wide as the widest, where its lines do not tell."""
        columns = [[row for row in column if row] for column in self.columns()]
        bounds = [edges(column) for column in columns]
        widest = max(each.right - each.left for each in bounds)
        firm = widest > _NARROWEST * columns[0][0].size
        return [
            (column, own if own.firm else Body(own.left, max(own.right, own.left + widest), firm))
            for column, own in zip(columns, bounds, strict=True)
        ]

    @property
    def is_columns(self) -> bool:
        """Whether it is read column by column."""
        if self.titled:
            return False
        columns = [[row for row in column if row] for column in self.columns()]
        if all(any(states_something(row.text) for row in column) for column in columns):
            return True
        return all(edges(column).firm for column in columns)

    @property
    def is_table(self) -> bool:
        if self.titled:
            return True
        if self._is_running_text:
            return False
        for column in self.columns():
            texts = [row.text for row in column if row]
            if sum(map(known_name, texts)) * 2 > len(texts):
                return True
            if not all(map(_NUMBER.fullmatch, texts)):
                return False
        return False

    @property
    def _is_running_text(self) -> bool:
        """Whether a line that was full goes on below a name: its gaps are only wide spaces."""
        columns = self.columns()
        right = max(row.x1 for row in self.rows)
        for at, (above, row) in enumerate(pairwise(columns[0])):
            if not above or not row or any(column[at + 1] for column in columns[1:]):
                continue
            full = self.rows[at].x1 > right - _FULL * self.rows[at].size
            if full and known_name(above.text) and not known_name(joined((above.text, row.text))):
                return True
        return False

    @property
    def xs(self) -> tuple[float, ...]:
        """Where its columns begin."""
        return tuple(min(row.x0 for row in column if row) for column in self.columns())


def run_from(printed: Sequence[Row], at: int, gutter: float = _GUTTER) -> Run | None:
    """The rows from ``at`` on that leave a gap in common, with text on both sides of it; None where there are too few.

    The rows on its two sides need not stand on the same heights.
    """
    if any(_stands_between(printed[at], row) for row in printed[at + 1 : at + 1 + _FEWEST_ROWS]):
        return None
    left, right = printed[at].x0, printed[at].x1
    free = _free(printed[at])
    gutters = _inside(free, left, right)
    end = at + 1
    while end < len(printed) and (gutters or end - at <= _LOOK_AHEAD):
        row = printed[end]
        below = row.top > printed[end - 1].bottom - row.size / 8
        if below and len(row.words) == 1 and any(gap[0] < row.x0 and row.x1 < gap[1] for gap in gutters):
            break
        free = _shared(free, _free(row), gutter * row.size)
        left, right = min(left, row.x0), max(right, row.x1)
        inside = _inside(free, left, right)
        if gutters and not inside:
            break
        gutters = inside
        end += 1
    while end > at + 1 and _sides(printed[end - 1], gutters) < 2 and _stands_apart(printed, end - 1):
        end -= 1
    run = Run(tuple(printed[at:end]), gutters)
    return run if gutters and _is_enough(run) else None


def titled_table_from(printed: Sequence[Row], at: int, found: Run) -> Run:
    """A table whose titles tell that more columns stand in it than the gaps that its rows were parted at: columns that
    are set close, or titles that fill theirs."""
    close = [row.close for row in printed[at:]]
    for run in (run_from(printed, at, _NARROW_GUTTER), run_from(close, 0, CLOSE_GAP)):
        if run and run.titles > found.titles and len(run.rows) >= len(found.rows):
            found = run
    return found


def close_table_from(printed: Sequence[Row], at: int) -> Run | None:
    """A table without lines whose columns are set close; None where there is none. Running text leaves such gaps, too,
    so that its columns must be those of a table of fans."""
    run = run_from([row.close for row in printed[at:]], 0, CLOSE_GAP)
    if not run or len(run.rows) < _FEWEST_CLOSE_ROWS:
        return None
    filled = [column for column in run.columns() if _share(column) > _FEWEST_FILLED]
    named = any(sum(known_name(row.text) for row in column if row) >= _FEWEST_NAMES for column in filled)
    numbered = any(_are_mostly(_NUMBER.fullmatch, column) for column in filled)
    return run if named and numbered else None


def _share(column: Sequence[Row | None]) -> float:
    return sum(row is not None for row in column) / len(column)


def table_starts(printed: Sequence[Row]) -> list[int]:
    """The rows with which tables begin: those of titles, with the rest of the titles if they do not stand on one
    height."""
    found = []
    for at, row in enumerate(printed):
        if headers.titles([word.text for word in row.words]):
            while at and printed[at - 1].bottom > row.top and printed[at - 1].size < 1.1 * row.size:
                at -= 1
            found.append(at)
    return found


def _is_enough(run: Run) -> bool:
    filled = sorted(sum(row is not None for row in column) for column in run.columns())[-2]
    return filled >= _FEWEST_ROWS or (filled > 1 and Run(run.rows[:2], run.gutters).titled)


def _free(row: Row) -> tuple[Span, ...]:
    """Where a row has no text, its margins included."""
    bounds = [float("-inf"), *(bound for word in row.words for bound in (word.x0, word.x1)), float("inf")]
    return tuple(zip(bounds[::2], bounds[1::2], strict=True))


def _shared(gaps: Iterable[Span], others: Sequence[Span], narrowest: float) -> tuple[Span, ...]:
    """Where two sets of gaps overlap."""
    found = ((max(one[0], other[0]), min(one[1], other[1])) for one in gaps for other in others)
    return tuple(gap for gap in found if gap[1] - gap[0] >= narrowest)


def _stands_between(heading: Row, row: Row) -> bool:
    """Whether a row is a heading above another one, in the middle between its columns."""
    if row.top < heading.bottom - heading.size / 8:
        return False
    gaps = ((one.x1, next.x0) for one, next in pairwise(row.words))
    return len(heading.words) == 1 and any(gap[0] < heading.x0 and heading.x1 < gap[1] for gap in gaps)


def _inside(free: Sequence[Span], left: float, right: float) -> tuple[Span, ...]:
    """The gaps between text, without the margins."""
    return tuple(gap for gap in free if gap[0] >= left and gap[1] <= right)


def _stands_apart(printed: Sequence[Row], at: int) -> bool:
    """Whether there would be room for another line above a row."""
    return printed[at].top - printed[at - 1].bottom > printed[at].size


def _sides(row: Row, gutters: Sequence[Span]) -> int:
    return sum(cell is not None for cell in cells_of(row, gutters))


def cells_of(row: Row, gutters: Sequence[Span]) -> list[Row | None]:
    """A row of print, parted at gaps."""
    parts: list[list[Word]] = [[] for _ in range(len(gutters) + 1)]
    for word in row.words:
        parts[sum(word.x0 + word.x1 > gutter[0] + gutter[1] for gutter in gutters)].append(word)
    return [Row(tuple(words)) if words else None for words in parts]


def parted(row: Row) -> list[Row]:
    """A row of print with wide gaps as several lines, where each of them states something of its own."""
    gaps = [(one.x1, next.x0) for one, next in pairwise(row.words) if next.x0 - one.x1 > WIDE_GAP * row.size]
    parts = [cell for cell in cells_of(row, gaps) if cell]
    return parts if len(parts) > 1 and all(states_something(part.text) for part in parts) else [row]


def texts_of(row: Row, gutters: Sequence[Span]) -> list[str]:
    return [cell.text if cell else "" for cell in cells_of(row, gutters)]


# tables without lines


def logical_rows(run: Run, ruled: Sequence[float]) -> list[list[str]]:
    """The rows of a table, some of which take several lines of print. ``ruled``: the heights of the lines in it."""
    columns = run.columns()
    rights = [max((row.edge for row in column if row), default=0.0) for column in columns]

    def cells(start: int, end: int) -> list[str]:
        filled = ([row for row in column[start:end] if row] for column in columns)
        return [text_of(lines, right) for lines, right in zip(filled, rights, strict=True)]

    titles = _titles(run)
    starts = [start + titles for start in _starts(Run(run.rows[titles:], run.gutters), ruled)]
    starts = sorted({*starts, *_names_without_start(_names(columns), starts)})
    bounds = [*([0] if titles else []), *starts, len(run.rows)]
    return [cells(start, end) for start, end in pairwise(bounds)]


def _names_without_start(named: Sequence[Row | None], starts: Sequence[int]) -> list[int]:
    """Where one row would have several whole names: each of them begins one of its own."""
    found = []
    for start, end in pairwise([*starts, len(named)]):
        whole = [at for at in range(start, end) if (row := named[at]) and known_name(row.text)]
        found += whole[1:]
    return found


def _titles(run: Run) -> int:
    """How many lines of print the titles take: those with which most titles come out."""
    known = []
    for count in range(1, min(_MOST_TITLES, len(run.rows)) + 1):
        cells = [joined(row.text for row in column[:count] if row) for column in run.columns()]
        known.append(sum(headers.title(cell) is not None for cell in cells))
    best = max(known, default=0)
    return len(known) - known[::-1].index(best) if best >= headers.FEWEST else 0


def _starts(run: Run, ruled: Sequence[float]) -> list[int]:
    """The lines with which rows begin.

    Below a ruled line; else each row has one line with something in its key, a column of numbers or the first one. The
    key stands in the first line of its row, or in the middle, if the text beside it does not begin in its line.
    """
    own = run.rows
    if not own:
        return []
    columns = run.columns()
    keyed = [at for at, row in enumerate(_key(columns)) if row]
    below = [at for at in range(1, len(own)) if any(own[at - 1].top < y <= own[at].bottom for y in ruled)]
    if not keyed or len(below) > max(1, len(keyed) // 2):
        return [0, *below]
    if _stands_in_the_middle(columns, keyed) or _stands_between_lines(own, keyed):
        return _between(own, keyed)
    return sorted({0, *keyed})


def _names(columns: Sequence[Sequence[Row | None]]) -> Sequence[Row | None]:
    """The column that has most names."""
    return max(columns, key=lambda column: sum(known_name(row.text) for row in column if row))


def _key(columns: Sequence[Sequence[Row | None]]) -> Sequence[Row | None]:
    """The column of names, or the first column of numbers where that has more: a name may take several lines, and so
    may what several names have in common. Else the first column."""
    named = _names(columns)
    numbers = next((column for column in columns[:3] if _are_mostly(_NUMBER.fullmatch, column)), None)
    known = sum(known_name(row.text) for row in named if row)
    if numbers and sum(row is not None for row in numbers) >= known:
        return numbers
    return named if known else columns[0]


def _are_mostly(holds: Callable[[str], object], column: Sequence[Row | None]) -> bool:
    texts = [row.text for row in column if row]
    return sum(bool(holds(text)) for text in texts) * 5 > len(texts) * 3


def _stands_in_the_middle(columns: Sequence[Sequence[Row | None]], keyed: Sequence[int]) -> bool:
    """Whether the text of rows mostly begins above their keys."""
    widest = max(columns, key=lambda column: max((row.x1 - row.x0 for row in column if row), default=0))
    alone = sum(widest[at] is None for at in keyed)
    return alone * 4 > len(keyed) and len(keyed) < len(widest)


def _stands_between_lines(own: Sequence[Row], keyed: Sequence[int]) -> bool:
    """Whether keys stand half a line lower than the text beside them, so that the lines above and below overlap with
    theirs: where cells begin in one line, no two lines do."""
    overlapping = sum(
        own[at - 1].bottom - own[at].top > own[at].size / 8 < own[at].bottom - own[at + 1].top
        for at in keyed
        if 0 < at < len(own) - 1
    )
    return overlapping >= _FEWEST_ROWS


def _between(own: Sequence[Row], keyed: Sequence[int]) -> list[int]:
    """Where rows begin whose keys stand in their middle: at the widest gap between two keys. Above the first key a gap
    as wide as these parts the rest of a row that began on the page before."""
    gaps = [0.0]
    bottom = own[0].bottom
    for row in own[1:]:
        gaps.append(row.top - bottom)
        bottom = max(bottom, row.bottom)
    starts = [max(range(one + 1, next + 1), key=lambda at: gaps[at]) for one, next in pairwise(keyed)]
    usual = sorted(gaps[at] for at in starts)[len(starts) // 2] if starts else float("inf")
    rest = [at for at in range(1, keyed[0] + 1) if gaps[at] >= 0.8 * usual]
    return [0, *rest[-1:], *starts]
