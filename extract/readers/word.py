"""Word files: paragraphs and table rows in the order they stand.

Read is what a person sees: ruby bases without their readings, no hidden, deleted or moved-away text, a text box once.
``line`` is the number of the block, ``path`` says which paragraph or which row of which table it is.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from io import BytesIO
from typing import TYPE_CHECKING, Any

from extract.document import Block, BlockKind, Document
from extract.messages import refusal
from extract.readers import tables

if TYPE_CHECKING:
    from docx.document import Document as WordDocument
    from docx.text.paragraph import Paragraph

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_SKIPPED = frozenset({f"{_W}rt", f"{_W}del", f"{_W}moveFrom", f"{_W}delText", f"{_W}instrText", _FALLBACK})
_UNPACKED = 64
"""Megabytes that the parts of a Word file may have unpacked."""


def read(data: bytes, name: str) -> Document:
    """The blocks of a Word file."""
    document = _open(data, name)
    blocks = tuple(_numbered(_blocks(document)))
    title = document.core_properties.title or (blocks[0].text[:60] if blocks else "")
    return Document(name, "docx", None, title, blocks)


def _open(data: bytes, name: str) -> WordDocument:
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            parts = archive.infolist()
    except (zipfile.BadZipFile, ValueError) as error:
        raise refusal("damaged-word-file", name, reason=str(error)) from None
    if not any(part.filename == "word/document.xml" for part in parts):
        raise refusal("not-a-word-file", name)
    if (unpacked := sum(part.file_size for part in parts) >> 20) > _UNPACKED:
        raise refusal("too-large", name, megabytes=unpacked, limit=_UNPACKED)
    import docx

    try:
        return docx.Document(BytesIO(data))
    except Exception as error:  # python-docx lets errors of zipfile, lxml and its own through, whatever is damaged
        raise refusal("damaged-word-file", name, reason=f"{type(error).__name__}: {error}"[:120]) from None


def _numbered(found: Iterator[tuple[str, BlockKind, str]]) -> Iterator[Block]:
    for number, (text, kind, path) in enumerate(found, 1):
        yield Block(text, kind, number, number, path)


def _blocks(document: WordDocument) -> Iterator[tuple[str, BlockKind, str]]:
    from docx.table import Table

    paragraphs = tables_seen = 0
    for part in document.iter_inner_content():
        if isinstance(part, Table):
            tables_seen += 1
            for number, text in enumerate(tables.row_texts([_cells(row) for row in part._tbl.tr_lst]), 1):
                if text.strip():
                    yield text, "row", f"table {tables_seen}, row {number}"
        else:
            paragraphs += 1
            kind: BlockKind = "heading" if _is_heading(part) else "paragraph"
            for text in _paragraph_texts(part._p):
                if text.strip():
                    yield text, kind, f"paragraph {paragraphs}"


def _is_heading(paragraph: Paragraph) -> bool:
    style = paragraph.style
    return bool(style and re.match(r"(?:heading|标题|title)", style.name or "", re.I))


def _cells(row: Any) -> list[str]:
    """The texts of a row's cells; a cell merged downwards stands in every row it covers."""
    return [" ".join(" ".join(_paragraph_texts(p)) for p in cell.iter(f"{_W}p")) for cell in row.tc_lst]


def _paragraph_texts(paragraph: Any) -> list[str]:
    """The paragraph's own text, then the texts of the boxes anchored in it."""
    boxes: list[Any] = []
    own = "".join(_pieces(paragraph, boxes))
    return [own, *("".join(_pieces(inner, [])) for box in boxes for inner in box.iter(f"{_W}p"))]


def _pieces(element: Any, boxes: list[Any]) -> Iterator[str]:
    for child in element:
        tag = child.tag
        if tag in _SKIPPED or (tag == f"{_W}r" and _is_hidden(child)):
            continue
        if tag == f"{_W}txbxContent":
            boxes.append(child)
        elif tag == f"{_W}t":
            yield child.text or ""
        elif tag in (f"{_W}tab", f"{_W}br", f"{_W}cr"):
            yield " "
        else:
            yield from _pieces(child, boxes)


def _is_hidden(run: Any) -> bool:
    vanish = run.find(f"{_W}rPr/{_W}vanish")
    return vanish is not None and vanish.get(f"{_W}val") not in ("0", "false")
