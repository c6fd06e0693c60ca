"""Web pages: the text a reader of the page sees, block by block.

Readings above characters (ruby), hidden parts, scripts and struck-out text are no part of it. A table row is one block,
its cells joined by tabs; a merged cell stands in every row it covers. A contents list is one block, so that its names
are not taken for headings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from extract.document import Block, BlockKind, Document, title_of
from extract.messages import message
from extract.readers import tables

if TYPE_CHECKING:
    from bs4.element import Tag

    from extract.readers.text import Decoded

_LINE = "data-source-line"
_NOT_SHOWN = "script style template noscript head title svg math object iframe rt rp del s strike"
_SILENT = frozenset(_NOT_SHOWN.split())
_CONTENTS = re.compile(r"\b(?:toc|contents)\b", re.I)
_EDIT_LINK = re.compile(r"\bmw-editsection\b")
_REFERENCE_MARK = re.compile(r"\breference\b")
_FURNITURE = re.compile(r"\b(?:navbox|references|reflist|catlinks|printfooter)\b", re.I)
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.I)
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "caption", "dt"})
_OTHER_BLOCKS = """
    address article aside blockquote body center dd details div dl fieldset figcaption figure footer form header hr html
    li main nav ol p pre section summary ul
"""
_BLOCKS = _HEADINGS | frozenset(_OTHER_BLOCKS.split())


def read(decoded: Decoded, name: str) -> Document:
    """The blocks of a page; ``line`` is the line of the file where a block begins."""
    from bs4 import BeautifulSoup

    soup = BeautifulSoup(_with_lines(decoded.text), "lxml")
    page = _Page(soup, frozenset(_hidden_classes(soup)))
    blocks = tuple(page.blocks())
    title = " ".join(soup.title.get_text().split()) if soup.title else ""
    messages = decoded.messages
    if page.left_out:
        messages = (*messages, message("page-furniture", "info", count=page.left_out))
    return Document(name, "html", decoded.encoding, title or title_of(blocks), blocks, messages)


def _with_lines(markup: str) -> str:
    """The markup with the line of every start tag as an attribute, which the parser does not keep itself."""
    line, done = 1, 0

    def numbered(tag: re.Match[str]) -> str:
        nonlocal line, done
        line += markup.count("\n", done, tag.start())
        done = tag.start()
        return tag[0] if tag[0].startswith("<!") else f'{tag[0]} {_LINE}="{line}"'

    return re.sub(r"<!--.*?-->|<[a-zA-Z][\w:-]*(?=[\s/>])", numbered, markup, flags=re.S)


class _Page:
    """One walk over the tree of a page."""

    def __init__(self, root: Tag, hidden_classes: frozenset[str]) -> None:
        self.root = root
        self.left_out = 0
        self._hidden_classes = hidden_classes
        self._inline: list[str] = []
        self._line = 1

    def blocks(self) -> Iterator[Block]:
        yield from self._walk(self.root, "paragraph")
        yield from self._flush("paragraph")

    def _walk(self, element: Tag, kind: BlockKind) -> Iterator[Block]:
        from bs4.element import NavigableString, Tag

        for child in element.children:
            if isinstance(child, Tag):
                yield from self._element(child, kind)
            elif type(child) is NavigableString:
                self._inline.append(str(child))

    def _element(self, element: Tag, kind: BlockKind) -> Iterator[Block]:
        if self._is_silent(element):
            return
        name = element.name
        if name == "br":
            yield from self._flush(kind)
        elif name == "table":
            yield from self._flush(kind)
            yield from self._table(element)
            self._line = _line_of(element, self._line)
        elif _has(element, _CONTENTS) and name in _BLOCKS:
            yield from self._flush(kind)
            self._line = _line_of(element, self._line)
            self._inline.append(element.get_text(" "))
            yield from self._flush("contents")
        elif name in _BLOCKS:
            yield from self._flush(kind)
            self._line = _line_of(element, self._line)
            own: BlockKind = "heading" if name in _HEADINGS else "paragraph"
            yield from self._walk(element, own)
            yield from self._flush(own)
        else:
            yield from self._walk(element, kind)

    def _flush(self, kind: BlockKind) -> Iterator[Block]:
        raw = "".join(self._inline)
        self._inline.clear()
        first = self._line + raw[: len(raw) - len(raw.lstrip())].count("\n")
        self._line += raw.count("\n")
        if raw.strip():
            yield Block(_squeezed(raw), kind, first, max(first, self._line - raw[len(raw.rstrip()) :].count("\n")))

    def _is_silent(self, element: Tag) -> bool:
        if element.name in _SILENT or element.has_attr("hidden") or _HIDDEN.search(str(element.get("style") or "")):
            return True
        if _has(element, _FURNITURE):
            self.left_out += 1
            return True
        classes = element.get_attribute_list("class")
        return bool(
            _has(element, _EDIT_LINK) or _has(element, _REFERENCE_MARK) or self._hidden_classes.intersection(classes)
        )

    # tables

    def _table(self, table: Tag) -> Iterator[Block]:
        rows = [row for row in table.find_all("tr") if row.find_parent("table") is table and not self._is_silent(row)]
        grid = list(self._grid(rows))
        for number, (row, text) in enumerate(zip(rows, tables.row_texts(grid), strict=True), 1):
            line = _line_of(row, self._line)
            if text.strip():
                yield Block(text, "row", line, line + str(row).count("\n"), f"row {number}")

    def _grid(self, rows: list[Tag]) -> Iterator[list[str]]:
        """The texts of the cells, row by row; a merged cell is repeated in the rows it covers."""
        reaching: dict[int, tuple[int, str]] = {}
        for row in rows:
            cells: list[str] = []
            own = [cell for cell in row.find_all(["td", "th"]) if cell.find_parent("tr") is row]
            for cell in own:
                _take_merged(cells, reaching)
                text = self._cell_text(cell)
                span = _number(cell.get("rowspan"))
                for _ in range(_number(cell.get("colspan"))):
                    if span > 1:
                        reaching[len(cells)] = (span - 1, text)
                    cells.append(text)
                    text = ""
            _take_merged(cells, reaching)
            yield cells

    def _cell_text(self, cell: Tag) -> str:
        inner = _Page(cell, self._hidden_classes)
        return " ".join(block.text.replace("\t", " ") for block in inner.blocks()).strip()


def _take_merged(cells: list[str], reaching: dict[int, tuple[int, str]]) -> None:
    """Fill in the cells that reach down from rows above, as far as they stand at the end of the row so far."""
    while (at := len(cells)) in reaching:
        left, text = reaching.pop(at)
        if left > 1:
            reaching[at] = (left - 1, text)
        cells.append(text)


def _number(attribute: object) -> int:
    text = str(attribute or "1").strip()
    return min(int(text), 500) if text.isdecimal() and int(text) > 0 else 1


def _has(element: Tag, pattern: re.Pattern[str]) -> bool:
    labels = [*element.get_attribute_list("class"), element.get("id")]
    return any(pattern.search(str(label)) for label in labels if label)


def _line_of(element: Tag, otherwise: int) -> int:
    line = str(element.get(_LINE) or "")
    return int(line) if line.isdecimal() else otherwise


def _squeezed(text: str) -> str:
    return re.sub(r"[ \t\r\n\f]+", " ", text).strip(" ")


def _hidden_classes(root: Tag) -> Iterator[str]:
    for style in root.find_all("style"):
        for rule in style.get_text().split("}"):
            selectors, _, declarations = rule.rpartition("{")
            if _HIDDEN.search(declarations):
                yield from (
                    name[1:] for name in map(str.strip, selectors.split(",")) if re.fullmatch(r"\.[\w-]+", name)
                )
