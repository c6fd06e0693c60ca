"""Web archives (.mht): a page saved with its pictures in one file, in the format of mails. The page is read, and what
frames of it show, if it is in the file; ``line`` is the line of the page, not of the archive."""

from __future__ import annotations

import email
import email.policy
import re

import msgspec

from extract.document import Document
from extract.messages import refusal
from extract.readers import page, text

_DECLARED = re.compile(rb"<meta[^>]*charset", re.I)


def read(data: bytes, name: str) -> Document:
    """The page in an archive, with the other pages in it behind it."""
    archive = email.message_from_bytes(data, policy=email.policy.default)
    pages = [part for part in archive.walk() if part.get_content_type() in ("text/html", "application/xhtml+xml")]
    read = (_page(part.get_payload(decode=True), part.get_content_charset(), name) for part in pages)
    found = [document for document in read if document is not None]
    if not found:
        raise refusal("web-archive", name)
    first, *others = found
    blocks = [*first.blocks, *(block for other in others for block in other.blocks)]
    messages = [*first.messages, *(message for other in others for message in other.messages)]
    return msgspec.structs.replace(first, blocks=tuple(blocks), messages=tuple(messages))


def _page(data: object, charset: str | None, name: str) -> Document | None:
    if not isinstance(data, bytes) or not data.strip():
        return None
    if charset and not _DECLARED.search(data):
        data = b'<meta charset="' + charset.encode("ascii", "ignore") + b'">' + data
    return page.read(text.decode(data, name), name, format="mht")
