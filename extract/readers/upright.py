"""Tables whose titles do not stand above their columns: cards, tables on their side, names above their points.

Such a table is turned: rows of spots say which cell of the table stands where in the rows that it would have with its
titles above.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, zip_longest

from extract.readers import columns, headers

Spot = tuple[int, int]
"""A row and a column of the table as it is."""

Spots = list[Spot | None]


def turned(rows: Sequence[Sequence[str]]) -> list[Spots] | None:
    """The rows that a table becomes; None where it stands upright."""
    if len(rows) < 2:
        return None
    return _cards(rows) or _on_its_side(rows) or _names_above_points(rows)


def _cards(rows: Sequence[Sequence[str]]) -> list[Spots] | None:
    """A header and a row for each fan, where the titles stand beside what they are the titles of."""
    in_rows = [_pairs(rows, at) for at in range(len(rows))]
    pairs = [pair for row in in_rows for pair in row or ()]
    named = any(value is not None and columns.is_name(_text(rows, value)) for _, value in pairs)
    if not all(in_rows) or len(pairs) < 2 or not named:
        return None
    return list(_as_rows(rows, pairs))


def _pairs(rows: Sequence[Sequence[str]], at: int) -> list[tuple[Spot, Spot | None]] | None:
    """The titles in a row, each with the cell behind it; None where it is no such row."""
    pairs: list[tuple[Spot, Spot | None]] = []
    for column, cell in enumerate(rows[at]):
        if not cell.strip():
            continue
        if headers.is_title(cell.strip()):
            pairs.append(((at, column), None))
        elif pairs and pairs[-1][1] is None:
            pairs[-1] = (pairs[-1][0], (at, column))
        else:
            return None
    empty = sum(value is None for _, value in pairs)
    return pairs if pairs and empty <= 1 and (empty < len(pairs) or len(pairs) == 1) else None


def _as_rows(rows: Sequence[Sequence[str]], pairs: Sequence[tuple[Spot, Spot | None]]) -> Iterator[Spots]:
    """A header and a row for each card; a title that comes again begins the next card."""
    cards: list[dict[str, tuple[Spot, Spot | None]]] = [{}]
    for title, value in pairs:
        words = _text(rows, title)
        if words in cards[-1]:
            cards.append({})
        cards[-1][words] = (title, value)
    for card in cards:
        yield [title for title, _ in card.values()]
        yield [value for _, value in card.values()]


def _on_its_side(rows: Sequence[Sequence[str]]) -> list[Spots] | None:
    """The rows as columns, where every row begins with a title and one of them is names."""
    titles = [row[0].strip() for row in rows if len(row) > 2]
    if len(titles) != len(rows) or sum(map(headers.is_title, titles)) < headers.FEWEST:
        return None
    if any(title and headers.role(title) is None for title in titles):
        return None
    if not any(any(row[1:]) and all(columns.is_name(cell) for cell in row[1:] if cell.strip()) for row in rows):
        return None
    return _as_columns(rows, 0, len(rows))


def _as_columns(rows: Sequence[Sequence[str]], start: int, end: int) -> list[Spots]:
    spots = [[(at, column) for column in range(len(rows[at]))] for at in range(start, end)]
    return [list(column) for column in zip_longest(*spots)]


def _names_above_points(rows: Sequence[Sequence[str]]) -> list[Spots] | None:
    """The fans side by side, each above its points and what else is said of it; no titles."""
    filled = [[column for column, cell in enumerate(row) if cell.strip()] for row in rows]
    starts = [
        at for at, own in enumerate(filled) if len(own) > 1 and all(columns.is_name(rows[at][column]) for column in own)
    ]
    bounds = [*starts, len(rows)]
    found: list[Spots] = []
    for start, end in pairwise(bounds):
        points = next(iter(range(start + 1, end)), None)
        if points is None or filled[points] != filled[start]:
            return None
        if not all(columns.is_points(rows[points][column]) for column in filled[points]):
            return None
        found += [spots for spots in _as_columns(rows, start, end) if spots[0] and _text(rows, spots[0]).strip()]
    return found if starts[:1] == [0] else None


def _text(rows: Sequence[Sequence[str]], spot: Spot) -> str:
    return rows[spot[0]][spot[1]]
