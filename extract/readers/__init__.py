"""Readers: one module a format, each returns a Document. Which one reads a file is told by its content."""

from __future__ import annotations

import re
from pathlib import Path
from typing import BinaryIO

import msgspec

from extract.document import Document
from extract.messages import refusal

LIMIT = 8
"""Megabytes that a file may have, pictures included."""

PDF_LIMIT = 64
"""Megabytes that a PDF file may have: pictures of pages are large, and are not unpacked."""

TEXT_LIMIT = 6
"""Megabytes of text. Rule documents have some kilobytes; what is of another order of size is something else."""

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_PDF = re.compile(rb"^%PDF-\d", re.M)
"""What a PDF file begins with, though other bytes may stand before it."""
_STREAMS = {
    "EncryptedPackage": "encrypted-word-file",
    "DRMEncrypted": "encrypted-word-file",
    "WordDocument": "old-word-file",
    "Workbook": "old-workbook",
}
"""What old Office files are, told by the names of the streams in them."""
_OPEN_DOCUMENT = b"mimetypeapplication/vnd.oasis.opendocument"
"""What the packages of LibreOffice's own formats begin with, behind the header of their first part."""
_MAIL_HEADERS = re.compile(rb"(?:[A-Za-z][\w-]*:[^\n]*\n(?:[ \t][^\n]*\n)*)+")
_WEB_ARCHIVE = re.compile(rb"^Content-Type:\s*multipart/related", re.I | re.M)
_RTF = b"{\\rtf"
_WORD_2003 = b"schemas.microsoft.com/office/word/2003/wordml"


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
    from extract.readers.notes import missing, with_notes

    blocks = with_notes(document.blocks)
    return msgspec.structs.replace(document, blocks=blocks, messages=(*document.messages, *missing(blocks)))


def _is_flat_word_file(data: bytes) -> bool:
    """Whether this is a Word file as one XML text."""
    if b"office/2006/xmlPackage" not in data[:65536]:
        return False
    from extract.readers.word.package import is_flat

    return is_flat(data)


def _read(data: bytes, name: str) -> Document:
    if not data.strip(b"\0 \t\r\n"):
        raise refusal("empty-file", name)
    if data.startswith(_OLE):
        known = (code for stream, code in _STREAMS.items() if stream.encode("utf-16-le") in data)
        raise refusal(next(known, "old-office-file"), name)
    if data.startswith(b"PK\x03\x04") and _OPEN_DOCUMENT in data[:256]:
        raise refusal("open-document-file", name)
    if (headers := _MAIL_HEADERS.match(data.lstrip(), 0, 4096)) and _WEB_ARCHIVE.search(headers[0]):
        from extract.readers import web_archive

        return web_archive.read(data.lstrip(), name)
    if data.lstrip().startswith(_RTF):
        raise refusal("rtf-file", name)
    if _WORD_2003 in data[:4096] and data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<?xml"):
        raise refusal("old-word-file", name)
    if _is_pdf(data):
        from extract.readers import pdf

        return pdf.read(data, name)
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")) or _is_flat_word_file(data):
        from extract.readers import word, workbook

        return workbook.read(data, name) if workbook.is_workbook(data) else word.read(data, name)
    from extract.readers import text

    decoded = text.decode(data, name)
    if not decoded.text.strip():
        raise refusal("empty-file", name)
    if text.is_html(decoded.text, name):
        from extract.readers import page

        return page.read(decoded, name)
    from extract.readers import data as programs
    from extract.readers import grid, markdown, wiki

    if (document := programs.read(decoded, name)) is not None:
        return document
    if markdown.is_markdown(name):
        return markdown.read(decoded, name)
    if wiki.is_wiki(decoded.text, name):
        return wiki.read(decoded, name)
    return grid.read(decoded, name) if grid.is_table(decoded.text, name) else text.read(decoded, name)
