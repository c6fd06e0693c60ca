"""What pages repeat beside their text: running heads, page numbers, lists of contents."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from extract import vocabulary
from extract.readers import headers
from extract.readers.pdf.layout import Leaf
from extract.readers.pdf.lines import Line, begins_an_entry

_AT_EDGE = 2
"""Rows at the top and at the bottom of a page among which running heads are looked for."""

_PAGE_NUMBER = re.compile(
    r"\W*(?:第\s*(\d{1,4}|[一二三四五六七八九十百]{1,4})\s*[页頁](?:\W*[共/]\s*\d+\s*[页頁]?)?|(?:page|p\.?|[页頁])\s*(\d{1,4})"
    r"(?:\s*(?:/|of)\s*\d+)?|(\d{1,4})(?:\s*(?:/|of)\s*\d{1,4})?)\W*",
    re.I,
)
_CONTENTS_TITLE = re.compile(r"\W*(?:目\s*[录錄次]|contents|table of contents|index)\W*", re.I)
_CONTENTS_LINE = re.compile(r"(?P<title>.*?\S)\s*……\s*(?P<page>\d{1,3})\s*")
_FEWEST_LINES = 3
_TIERS = frozenset(vocabulary.TIERS)


class _Seen(NamedTuple):
    """A row at the edge of a page."""

    leaf: int
    row: int
    numbers: tuple[int, ...]
    apart: bool
    """Whether a gap or its size sets it off from the text."""


def repeated(leaves: Sequence[Leaf]) -> dict[int, set[int]]:
    """Rows that are running heads or page numbers, by page: the same words at the same height of most pages, and
    numbers that count the pages."""
    found: dict[int, set[int]] = defaultdict(set)
    places: dict[tuple[str, int], list[_Seen]] = defaultdict(list)
    for at, leaf in enumerate(leaves):
        for row in _edge_rows(leaf):
            text = leaf.rows[row].text.strip()
            numbers = tuple(int(number) for number in re.findall(r"\d{1,4}", text))
            seen = _Seen(at, row, numbers, _is_apart(leaf, row))
            places[re.sub(r"\d+", "#", text), round(leaf.rows[row].top / 6)].append(seen)
            if _stands_alone(leaf, row) and _PAGE_NUMBER.fullmatch(text):
                found[at].add(row)
    for (words, _), own in places.items():
        if _is_running(words, own, len(leaves)) and not begins_an_entry(leaves[own[0].leaf].rows[own[0].row].text):
            for seen in own:
                found[seen.leaf].add(seen.row)
    return found


def _is_running(words: str, own: Sequence[_Seen], pages: int) -> bool:
    """Whether rows with the same words are the head or foot of their pages."""
    if len(own) < 2 or (len(own) == 2 and not all(seen.apart for seen in own)):
        return False
    counting = any(
        all(after.numbers[k] - one.numbers[k] == after.leaf - one.leaf for one, after in pairwise(own))
        for k in range(len(own[0].numbers))
    )
    same = len({seen.numbers for seen in own}) == 1 and bool(re.search(r"[^\W\d]", words))
    return counting or (same and len(own) * 5 >= pages * 3)


def _edge_rows(leaf: Leaf) -> Iterator[int]:
    """The first and last rows of print of a page, where no table is above or below them."""
    tops = [grid.ys[0] for grid, _ in leaf.tables]
    bottoms = [grid.ys[-1] for grid, _ in leaf.tables]
    last = len(leaf.rows) - 1
    for at, row in enumerate(leaf.rows):
        first_ones = at < _AT_EDGE and all(row.top < top for top in tops)
        last_ones = at > last - _AT_EDGE and all(row.bottom > bottom for bottom in bottoms)
        titles = headers.titles([word.text for word in row.words])  # a table that goes on begins with them again
        if (first_ones or last_ones) and not titles:
            yield at


def _is_apart(leaf: Leaf, at: int) -> bool:
    if len(leaf.rows) == 1:
        return True  # the only one beside a table or a picture
    sizes = sorted(row.size for row in leaf.rows)
    gaps = [after.top - one.bottom for one, after in pairwise(leaf.rows)]
    beside = gaps[at:_AT_EDGE] if at < _AT_EDGE else gaps[len(gaps) - _AT_EDGE : at]
    usual, size = (sorted(gaps)[len(gaps) // 4] if gaps else 0), sizes[len(sizes) // 2]
    return max(beside, default=0) > 1.2 * usual or abs(leaf.rows[at].size - size) > 0.15 * size


def _stands_alone(leaf: Leaf, at: int) -> bool:
    """Whether a row is the first or last of a page and further from the text than its lines are from each other."""
    tops = [row.top for row in leaf.rows] + [edge for grid, _ in leaf.tables for edge in (grid.ys[0], grid.ys[-1])]
    row = leaf.rows[at]
    others = [top for top in tops if top != row.top]
    if not others:
        return False
    near = min(abs(top - row.top) for top in others)
    return near > 2.2 * row.size and (row.top >= max(tops) or row.top <= min(tops))


def contents(lines: Sequence[Line], pages: int) -> set[int]:
    """Lines of a list of contents: what stands behind their leaders are pages and no points.

    Told by the title 目录 above them, or by numbers that never fall, count at most the pages and are not all points
    that a fan may have.
    """
    found: set[int] = set()
    at = 0
    while at < len(lines):
        run = []
        while at < len(lines) and (entry := _CONTENTS_LINE.fullmatch(lines[at].text)):
            run.append((at, int(entry["page"])))
            at += 1
        titled = bool(run) and run[0][0] > 0 and bool(_CONTENTS_TITLE.fullmatch(lines[run[0][0] - 1].text))
        numbers = [number for _, number in run]
        rising = numbers == sorted(numbers) and numbers[:1] != numbers[-1:] and numbers[-1] <= pages
        if titled or (len(run) >= _FEWEST_LINES and rising and not _TIERS.issuperset(numbers)):
            found.update(line for line, _ in run)
            found.update([run[0][0] - 1] if titled else [])
        at += not run
    return found
