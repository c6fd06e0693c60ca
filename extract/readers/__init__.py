"""Readers: one module a format, each returns a Document. Which one reads a file is told by its content."""

from __future__ import annotations

import re
from pathlib import Path
from typing import BinaryIO

from extract.document import Document
from extract.messages import refusal

LIMIT = 8
"""Megabytes that a file may have, pictures included."""

PDF_LIMIT = 64
"""Megabytes that a PDF file may have: pictures of pages are large, and are not unpacked."""

TEXT_LIMIT = 2
"""Megabytes of text. Rule documents have some kilobytes; what is of another order of size is something else."""

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_PDF = re.compile(rb"^%PDF-\d", re.M)
"""What a PDF file begins with, though other bytes may stand before it."""
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")


def open_document(path: str | Path) -> Document:
    """Read a file. Raises UnreadableDocument where that cannot be done."""
    name = str(path)
    try:
        with Path(path).open("rb") as file:
            data = take(file)
    except FileNotFoundError:
        raise refusal("file-missing", name) from None
    except IsADirectoryError:
        raise refusal("is-a-folder", name) from None
    except PermissionError:
        raise refusal("no-permission", name) from None
    except OSError as error:
        raise refusal("not-readable", name, reason=error.strerror or type(error).__name__) from None
    return document_from(data, name)


def take(file: BinaryIO) -> bytes:
    """The bytes of a file. A device or a pipe may have no end, so no more is read than what shows that it is too
    much."""
    data = file.read((LIMIT << 20) + 1)
    return data + file.read((PDF_LIMIT - LIMIT) << 20) if _is_pdf(data) else data


def _is_pdf(data: bytes) -> bool:
    return bool(_PDF.search(data[:1024]))


def document_from(data: bytes, name: str) -> Document:
    """The document in these bytes; ``name`` is its path in messages."""
    limit = PDF_LIMIT if _is_pdf(data) else LIMIT
    if len(data) > limit << 20:
        raise refusal("too-large", name, limit=limit)
    try:
        document = _read(data, name)
    except RecursionError:
        raise refusal("not-readable", name, reason="nested too deeply") from None
    if len(document.text.encode("utf-8", "surrogatepass")) > TEXT_LIMIT << 20:
        raise refusal("too-much-text", name, limit=TEXT_LIMIT)
    return document


def _read(data: bytes, name: str) -> Document:
    if not data.strip(b"\0 \t\r\n"):
        raise refusal("empty-file", name)
    if data.startswith(_OLE):
        raise refusal("encrypted-word-file" if _ENCRYPTED in data else _old_kind(data), name)
    if _is_pdf(data):
        from extract.readers import pdf

        return pdf.read(data, name)
    if data.startswith(b"PK\x03\x04"):
        from extract.readers import word, workbook

        return workbook.read(data, name) if workbook.is_workbook(data) else word.read(data, name)
    from extract.readers import text

    decoded = text.decode(data, name)
    if not decoded.text.strip():
        raise refusal("empty-file", name)
    if text.is_html(decoded.text, name):
        from extract.readers import page

        return page.read(decoded, name)
    from extract.readers import grid, markdown, wiki

    if markdown.is_markdown(name):
        return markdown.read(decoded, name)
    if wiki.is_wiki(decoded.text, name):
        return wiki.read(decoded, name)
    return grid.read(decoded, name) if grid.is_table(decoded.text, name) else text.read(decoded, name)


def _old_kind(data: bytes) -> str:
    """Which office program's old format it is, by the name of its main stream."""
    return "old-workbook" if "Workbook".encode("utf-16-le") in data else "old-word-file"
