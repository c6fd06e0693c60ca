"""Word files: paragraphs and table rows in the order they stand.

Read is what a person sees: ruby bases without their readings, no hidden, deleted or moved-away text, a text box once.
Content controls and the like are frames around text. ``line`` is the number of the block, ``path`` says which paragraph
or which row of which table it is.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from io import BytesIO
from itertools import chain
from typing import TYPE_CHECKING, Any

from extract.document import Block, BlockKind, Document, title_of
from extract.messages import message, refusal
from extract.readers import tables
from mjrules.claims import Message, Place

if TYPE_CHECKING:
    from docx.document import Document as WordDocument

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_SKIPPED = frozenset({f"{_W}rt", f"{_W}del", f"{_W}moveFrom", f"{_W}delText", f"{_W}instrText", _FALLBACK})
_PARAGRAPH, _TABLE, _ROW, _CELL = f"{_W}p", f"{_W}tbl", f"{_W}tr", f"{_W}tc"
_SIGNS = {f"{_W}tab": " ", f"{_W}br": " ", f"{_W}cr": " ", f"{_W}noBreakHyphen": "-"}
_NOTES = frozenset({f"{_W}footnoteReference", f"{_W}endnoteReference"})
_UNPACKED = 64
"""Megabytes that the parts of a Word file may have unpacked."""


def read(data: bytes, name: str) -> Document:
    """The blocks of a Word file."""
    document = _open(data, name)
    body = _Body(document)
    blocks = tuple(body.blocks())
    title = document.core_properties.title or title_of(blocks)
    return Document(name, "docx", None, title, blocks, tuple(body.messages))


def _open(data: bytes, name: str) -> WordDocument:
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            parts = archive.infolist()
    except (zipfile.BadZipFile, ValueError) as error:
        raise refusal("damaged-word-file", name, reason=str(error)) from None
    if not any(part.filename == "word/document.xml" for part in parts):
        raise refusal("not-a-word-file", name)
    if sum(part.file_size for part in parts) > _UNPACKED << 20:
        raise refusal("too-large-unpacked", name, limit=_UNPACKED)
    import docx

    try:
        return docx.Document(BytesIO(data))
    except Exception as error:  # python-docx lets errors of zipfile, lxml and its own through, whatever is damaged
        raise refusal("damaged-word-file", name, reason=f"{type(error).__name__}: {error}"[:120]) from None


class _Body:
    """One walk over the body of a Word file."""

    def __init__(self, document: WordDocument) -> None:
        self.messages: list[Message] = []
        self._body: Any = document.element.body
        styles: list[Any] = list(document.styles.element.iter(f"{_W}style"))
        self._headings = {_id(style) for style in styles if _names_a_heading(style)}
        self._hidden = _hidden_styles(styles)
        self._left_out: list[tuple[str, str]] = []
        """What the block being read holds that is no text: the codes of messages and what they name."""

    def blocks(self) -> Iterator[Block]:
        for line, (text, kind, path) in enumerate(self._filled(), 1):
            yield Block(text, kind, line, line, path)
            for code, what in dict.fromkeys(self._left_out):
                self.messages.append(message(code, "warning", Place(line, line, path=path), what=what))
            self._left_out.clear()

    def _filled(self) -> Iterator[tuple[str, BlockKind, str]]:
        return (block for block in self._parts() if block[0].strip())

    def _parts(self) -> Iterator[tuple[str, BlockKind, str]]:
        paragraphs = tables_seen = 0
        for part in _nearest(self._body, _PARAGRAPH, _TABLE):
            if part.tag == _TABLE:
                tables_seen += 1
                for number, text in enumerate(tables.row_texts(list(self._rows(part))), 1):
                    yield text, "row", f"table {tables_seen}, row {number}"
            else:
                paragraphs += 1
                kind: BlockKind = "heading" if _style(part, "p") in self._headings else "paragraph"
                for text in self._paragraph(part):
                    yield text, kind, f"paragraph {paragraphs}"

    def _rows(self, table: Any) -> Iterator[list[str]]:
        """The texts of the cells, row by row. A cell merged downwards stands in every row it covers."""
        above: list[str] = []
        for row in _nearest(table, _ROW):
            if row.find(f"{_W}trPr/{_W}del") is not None:
                continue
            cells: list[str] = [""] * _number(row, "trPr", "gridBefore", otherwise=0)
            for cell in _nearest(row, _CELL):
                at = len(cells)
                text = above[at] if _goes_on(cell) and at < len(above) else " ".join(self._texts(cell))
                cells += [text, *[""] * (_number(cell, "tcPr", "gridSpan", otherwise=1) - 1)]
            yield cells
            above = cells

    def _texts(self, element: Any) -> Iterator[str]:
        """The texts inside a cell or a box; a table in it is text of it."""
        for part in _nearest(element, _PARAGRAPH, _TABLE):
            texts = self._paragraph(part) if part.tag == _PARAGRAPH else chain.from_iterable(self._rows(part))
            yield from filter(str.strip, texts)

    def _paragraph(self, paragraph: Any) -> Iterator[str]:
        """The paragraph's own text, then the texts of the boxes anchored in it."""
        boxes: list[Any] = []
        yield "".join(self._pieces(paragraph, boxes, hidden=_style(paragraph, "p") in self._hidden))
        for box in boxes:
            yield from self._texts(box)

    def _pieces(self, element: Any, boxes: list[Any], *, hidden: bool) -> Iterator[str]:
        for child in element:
            tag = child.tag
            if tag in _SKIPPED or (tag == f"{_W}r" and self._is_hidden(child, hidden)):
                continue
            if tag == f"{_W}txbxContent":
                boxes.append(child)
            elif tag == f"{_W}t":
                yield child.text or ""
            elif tag in _SIGNS:
                yield _SIGNS[tag]
            elif tag == f"{_W}sym":
                # only its font knows what it shows; a space keeps apart what stands around it
                self._left_out.append(("symbol-left-out", f"{child.get(f'{_W}font')} {child.get(f'{_W}char')}"))
                yield " "
            elif tag in _NOTES:
                self._left_out.append(("note-left-out", str(child.get(f"{_W}id"))))
            else:
                yield from self._pieces(child, boxes, hidden=hidden)

    def _is_hidden(self, run: Any, by_paragraph: bool) -> bool:
        own = _vanish(run)
        return own if own is not None else by_paragraph or _style(run, "r") in self._hidden


def _nearest(element: Any, *tags: str) -> Iterator[Any]:
    """The nearest elements of these kinds below an element, in order, through whatever frames stand around them."""
    for child in element:
        if child.tag in tags:
            yield child
        elif child.tag not in _SKIPPED:
            yield from _nearest(child, *tags)


def _goes_on(cell: Any) -> bool:
    """Whether a cell is the continuation of the one above it."""
    merged = cell.find(f"{_W}tcPr/{_W}vMerge")
    return merged is not None and merged.get(f"{_W}val") != "restart"


def _number(element: Any, properties: str, name: str, *, otherwise: int) -> int:
    found = element.find(f"{_W}{properties}/{_W}{name}")
    value = str(found.get(f"{_W}val")) if found is not None else ""
    return min(int(value), 500) if value.isdecimal() else otherwise


# styles


def _id(style: Any) -> str:
    return str(style.get(f"{_W}styleId"))


def _style(element: Any, kind: str) -> str | None:
    """The id of the style of a paragraph (p) or a run (r)."""
    found = element.find(f"{_W}{kind}Pr/{_W}{kind}Style")
    return None if found is None else str(found.get(f"{_W}val"))


def _names_a_heading(style: Any) -> bool:
    name = style.find(f"{_W}name")
    return name is not None and bool(re.match(r"(?:heading|标题|title)", str(name.get(f"{_W}val")), re.I))


def _hidden_styles(styles: list[Any]) -> set[str]:
    """The ids of the styles that hide text, by themselves or by the style they are based on."""
    hidden = {_id(style) for style in styles if _vanish(style)}
    while heirs := {_id(style) for style in styles if _based_on(style) in hidden and _vanish(style) is None} - hidden:
        hidden |= heirs
    return hidden


def _based_on(style: Any) -> str | None:
    found = style.find(f"{_W}basedOn")
    return None if found is None else str(found.get(f"{_W}val"))


def _vanish(element: Any) -> bool | None:
    """Whether a run or a style says that its text is hidden; None where it says nothing."""
    found = element.find(f"{_W}rPr/{_W}vanish")
    return None if found is None else found.get(f"{_W}val") not in ("0", "false", "off")
