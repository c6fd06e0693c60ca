"""Documents in, claims out: ``read("rules.docx")`` gives everything the document states, with its places."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from mjrules.claims import Source


def read(path: str | Path, *, id: str | None = None) -> Source:
    """Read one rule document (.docx, .html, .txt, .md) and return what it states.

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
