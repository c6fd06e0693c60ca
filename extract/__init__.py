"""Documents in, claims out: ``read("rules.docx")`` gives everything the document states, with its places."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from mjrules.claims import Marked, Source


def read(path: str | Path, *, id: str | None = None) -> Source:
    """Read one rule document (.docx, .xlsx, .pdf, .html, .csv, .txt, .md) and return what it states.

    ``id`` names the source; by default the file's stem does. Raises :class:`mjrules.errors.UnreadableDocument` for
    a file that cannot be read at all; everything less is a message of the source.
    """
    from extract.entries import claims_of
    from extract.readers import open_document

    return claims_of(open_document(path), id)


def read_bytes(data: bytes, name: str, *, id: str | None = None) -> Source:
    """The same for a document already in memory; ``name`` stands for its path in messages."""
    from extract.entries import claims_of
    from extract.readers import document_from

    return claims_of(document_from(data, name), id)


def read_marked(path: str | Path, *, id: str | None = None, lines: bool = True) -> Marked:
    """The document as it was read: its claims, and every character of it marked with what it was taken for. Without
    ``lines`` the characters are only counted, by what they were taken for."""
    from extract.marks import marked
    from extract.readers import open_document

    return marked(open_document(path), id, lines=lines)


def marked_bytes(data: bytes, name: str, *, id: str | None = None, lines: bool = True) -> Marked:
    """The same for a document already in memory."""
    from extract.marks import marked
    from extract.readers import document_from

    return marked(document_from(data, name), id, lines=lines)
