"""From the pages, taken apart, to the blocks of the document: paragraphs and rows of tables, across ends of pages."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from extract.document import Block, BlockKind
from extract.readers import headers, tables
from extract.readers.pdf import running
from extract.readers.pdf.columns import Body
from extract.readers.pdf.layout import Item, Leaf, Table, body, items, same_columns
from extract.readers.pdf.lines import Line, counts_on, goes_on, joined, known_name
from mjrules.claims import Message, Place

_HEADING = 1.25
"""How much larger than the text a heading is."""

_LONGEST_HEADING = 30


class Assembled(NamedTuple):
    blocks: tuple[Block, ...]
    running: tuple[str, ...]
    """Running heads and page numbers that were taken out."""
    contents: tuple[str, ...]
    """Lines of a list of contents that were taken out."""
    over_page: tuple[tuple[Place, str], ...]
    """Cells of tables that were put together over the end of a page."""
    pointless: tuple[tuple[Place, str], ...]
    """Names in rows whose cell for the points is empty, where other rows have points."""
    said: tuple[Message, ...]
    """What the tables say of themselves."""


def assemble(leaves: Sequence[Leaf], pages: int) -> Assembled:
    """The blocks of all pages in reading order."""
    repeated = running.repeated(leaves)
    heads = tuple(leaves[at].rows[row].text for at in sorted(repeated) for row in sorted(repeated[at]))
    kept = [
        leaf._replace(rows=tuple(row for number, row in enumerate(leaf.rows) if number not in repeated.get(at, ())))
        for at, leaf in enumerate(leaves)
    ]
    edges = _edges(kept)
    found: list[Item] = []
    for leaf in kept:
        tables = (item for item in reversed(found) if isinstance(item, Table))
        found += items(leaf, edges[round(leaf.width)], next(tables, None))
    lines = [item for item in found if isinstance(item, Line)]
    listed = {lines[at] for at in running.contents(lines, pages)}
    found = [item for item in found if not (isinstance(item, Line) and item in listed)]
    blocks = _Blocks(found)
    made = tuple(blocks.all())
    left_out = tuple(line.text for line in lines if line in listed)
    return Assembled(made, heads, left_out, tuple(blocks.over_page), tuple(blocks.pointless), tuple(blocks.said))


def _edges(leaves: Sequence[Leaf]) -> dict[int, Body]:
    by_width: dict[int, list[Leaf]] = defaultdict(list)
    for leaf in leaves:
        by_width[round(leaf.width)].append(leaf)
    return {width: body(own) for width, own in by_width.items()}


class _Placed(NamedTuple):
    """A row of a table on its way: its cells are still put together."""

    cells: list[str]
    merged: tuple[bool, ...]
    path: str


class _Blocks:
    """One walk over the items of a document."""

    def __init__(self, found: Sequence[Item]) -> None:
        self.found = found
        self.over_page: list[tuple[Place, str]] = []
        self.pointless: list[tuple[Place, str]] = []
        self.said: list[Message] = []
        self._line = 0
        self._header: tuple[tuple[str, ...], tuple[float, ...]] | None = None
        lines = [item for item in found if isinstance(item, Line)]
        self._size = _usual(round(line.size * 2) / 2 for line in lines for _ in line.text)
        self._pitch = _pitches(lines)

    def all(self) -> Iterator[Block]:
        at = 0
        while at < len(self.found):
            item = self.found[at]
            if isinstance(item, Table):
                following = self._same_table(at)
                yield from self._rows([item, *following])
                at += 1 + len(following)
            else:
                paragraph = self._paragraph(at)
                yield self._block(paragraph)
                at += len(paragraph)

    # text

    def _paragraph(self, at: int) -> list[Line]:
        first = self.found[at]
        assert isinstance(first, Line)
        own = [first]
        for next in self.found[at + 1 :]:
            if not isinstance(next, Line) or counts_on(first.text, next.text):
                break
            if not goes_on(own[-1], next, self._pitch.get(round(next.size), next.size * 2)):
                break
            own.append(next)
        return own

    def _block(self, own: Sequence[Line]) -> Block:
        self._line += 1
        text = joined(line.text for line in own)
        large = own[0].size > _HEADING * self._size and len(text) <= _LONGEST_HEADING
        kind: BlockKind = "heading" if large else "paragraph"
        return Block(text, kind, self._line, self._line, f"page {own[0].page}, line {own[0].number}")

    # tables

    def _same_table(self, at: int) -> list[Table]:
        """The tables that go on with this one on the next pages."""
        found: list[Table] = []
        last = self.found[at]
        for next in self.found[at + 1 :]:
            if not isinstance(next, Table) or not isinstance(last, Table):
                break
            if next.page != last.page + 1 or not same_columns(last.xs, next.xs):
                break
            found.append(next)
            last = next
        return found

    def _rows(self, own: Sequence[Table]) -> Iterator[Block]:
        rows: list[_Placed] = []
        for at, table in enumerate(own):
            page = [
                _Placed(list(cells), merged, f"page {table.page}, table {table.number}, row {number}")
                for number, (cells, merged) in enumerate(zip(table.rows, table.merged, strict=True), 1)
            ]
            rows += self._going_on(rows, page) if at else page
        header = self._header_for(own[0])
        read = tables.read([*header, *(row.cells for row in rows)])
        self._look_for_points([*header, *(row.cells for row in rows)], len(header))
        self._keep_header(own[-1], [row.cells for row in rows])
        places: list[Place] = [Place(self._line + 1, self._line + 1, path=rows[0].path)] * len(header)
        for lines, row in zip(read.rows[len(header) :], rows, strict=True):
            self._line += 1
            places.append(Place(self._line, self._line, path=row.path))
            for each in lines:
                if each.text.strip():
                    yield Block(each.text, each.kind, self._line, self._line, row.path)
        self.said += tables.messages(read.said, places)

    def _going_on(self, rows: Sequence[_Placed], page: list[_Placed]) -> list[_Placed]:
        """The rows of a page that are new, behind those of the pages before: without the header that stands above them
        again and the rest of a row that the end of the page cut. A merged cell reaches over the end of the page."""
        last = rows[-1]
        number = self._line + len(rows)
        place = Place(number, number, path=last.path)
        known = [row.cells for row in rows if headers.titles(row.cells)]
        if page[0].cells in known:
            page = page[1:]
        if page and _is_rest(last.cells, page[0].cells):
            for column, text in enumerate(page[0].cells):
                if text:
                    last.cells[column] = joined([last.cells[column], text])
                    self.over_page.append((place, text))
            page = page[1:]
        for column, text in enumerate(last.cells):
            if text and page and not page[0].cells[column] and (last.merged[column] or page[0].merged[column]):
                _reach_down(column, text, page)
                self.over_page.append((place, text))
        return page

    def _look_for_points(self, rows: Sequence[Sequence[str]], before: int) -> None:
        """A cell of points may be meant for the rows below it, which nothing shows where there are no lines."""
        titles = next((found for row in rows if (found := headers.titles(row))), None)
        if not titles or "番数" not in titles or "番种" not in titles:
            return
        points, name = titles.index("番数"), titles.index("番种")
        named = [(number, row) for number, row in enumerate(rows, self._line + 1 - before) if known_name(row[name])]
        if any(row[points].strip() for _, row in named):
            self.pointless += [(Place(at, at), row[name]) for at, row in named if not row[points].strip()]

    def _header_for(self, table: Table) -> list[tuple[str, ...]]:
        """The header of the table above, where this one has none and the same columns."""
        if any(map(headers.titles, table.rows[:2])) or not self._header or not same_columns(self._header[1], table.xs):
            return []
        return [self._header[0]]

    def _keep_header(self, table: Table, rows: Sequence[Sequence[str]]) -> None:
        titled = [row for row in rows if headers.titles(row)]
        if titled:
            self._header = tuple(titled[-1]), table.xs
        elif self._header and not same_columns(self._header[1], table.xs):
            self._header = None


def _reach_down(column: int, text: str, page: Sequence[_Placed]) -> None:
    """Fill the empty cell at the top of a page, in every row it covers."""
    for row in page:
        if row.cells[column]:
            return
        row.cells[column] = text
        if not row.merged[column]:
            return


def _is_rest(above: Sequence[str], row: Sequence[str]) -> bool:
    """Whether the first row of a page is the rest of the last row of the page before: it goes on with something in
    each cell, no name stands in it where one stood above, and no number; its first cell is empty or ends a name."""
    filled = [column for column, text in enumerate(row) if text.strip()]
    if not filled or not all(above[column] for column in filled):
        return False
    if row[0].strip() and not (known_name(joined([above[0], row[0]])) and not known_name(above[0])):
        return False
    named = any(known_name(row[column]) and known_name(above[column]) for column in filled)
    return not named and not any(row[column].strip().isdecimal() for column in filled)


def _usual(values: Iterator[float]) -> float:
    count = Counter(values)
    return count.most_common(1)[0][0] if count else 0.0


def _pitches(lines: Sequence[Line]) -> dict[int, float]:
    """How far the lines of a paragraph are apart, by their size: the smallest distance that is found twice."""
    found: dict[int, Counter[int]] = defaultdict(Counter)
    for one, next in pairwise(lines):
        if one.page == next.page and next.top > one.bottom - one.size / 4 and round(one.size) == round(next.size):
            found[round(one.size)][round(next.top - one.top)] += 1
    return {size: min((at for at, n in own.items() if n > 1), default=min(own)) for size, own in found.items()}
