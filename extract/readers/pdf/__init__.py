"""PDF files: running text line by line and tables row by row, in the order in which a person reads the page.

A PDF file knows no lines, paragraphs or tables, only glyphs and where they stand; here they are put together again
(``glyphs``, ``lines``, ``ruled``, ``layout``), what pages repeat is taken out (``running``), and lines that broke
because they were full go on with the next one, over the end of a column or page too (``assemble``). Needs the extra
``pdf``. ``line`` is the number of the block, ``path`` says which line or which row of which table of which page it is.
"""

from __future__ import annotations

import logging
import re
import zlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from io import BytesIO
from itertools import islice
from typing import TYPE_CHECKING

from extract.document import Document, title_of
from extract.messages import message, refusal
from extract.readers.pdf.assemble import Assembled, assemble
from extract.readers.pdf.glyphs import Printed, printed
from extract.readers.pdf.laid_over import LaidOver, laid_over
from extract.readers.pdf.layout import Leaf, leaf
from mjrules.claims import Message
from mjrules.errors import UnreadableDocument

if TYPE_CHECKING:
    from pdfminer.pdfpage import PDFPage
    from pdfplumber.pdf import PDF

_MOST_PAGES = 500
_MOST_PAGES_COUNTED = 10_000
_MOST_GLYPHS = 700_000
"""As many as two megabytes of Chinese text have."""

_UNPACKED = 24
"""Megabytes that the pages of a file may have unpacked: pictures and fonts are not counted, they are never unpacked."""

_QUOTE = 20
_STREAM = re.compile(rb"(?<!end)stream\r?\n")
_DESCRIPTION = 2000
"""Bytes before a stream in which it is said what it is."""
_PICTURE_OR_FONT = re.compile(rb"/Subtype\s*/Image|/Length1\b|/FontFile")


def read(data: bytes, name: str) -> Document:
    """The blocks of a PDF file."""
    if find_spec("pdfplumber") is None:
        raise refusal("pdf-extra-missing", name)
    _refuse_bombs(data, name)
    with _quiet():
        file = _open(data, name)  # never closed: that would ask for all pages again, the damaged ones too
        pages = _pages(file, name)
        messages, leaves = _leaves(file, pages, name)
        title = _title(file)
    found = assemble(leaves, len(pages))
    messages += _of_layout(leaves, found)
    return Document(name, "pdf", None, title or title_of(found.blocks), found.blocks, tuple(messages))


@contextmanager
def _quiet() -> Iterator[None]:
    """What the library says of a file goes to its own log: what a person should know, we say ourselves."""
    log = logging.getLogger("pdfminer")
    level = log.level
    log.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        log.setLevel(level)


def _open(data: bytes, name: str) -> PDF:
    import pdfplumber

    try:
        return pdfplumber.open(BytesIO(data), raise_unicode_errors=False)
    except Exception as error:  # whatever is damaged comes as an error of pdfminer's own, of zlib, or of Python
        raise _refused(error, name) from None


def _refused(error: Exception, name: str) -> UnreadableDocument:
    """What is to be said of an error: a file that is locked, in whatever way, is not damaged."""
    from pdfminer.pdfdocument import PDFEncryptionError, PDFPasswordIncorrect

    cause = error.args[0] if error.args and isinstance(error.args[0], Exception) else error
    if isinstance(cause, PDFPasswordIncorrect | PDFEncryptionError):
        return refusal("encrypted-pdf", name)
    return refusal("damaged-pdf", name, reason=_reason(cause))


def _reason(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:120]


def _pages(file: PDF, name: str) -> list[PDFPage]:
    from pdfminer.pdfpage import PDFPage

    try:
        pages = list(islice(PDFPage.create_pages(file.doc), _MOST_PAGES_COUNTED))
    except Exception as error:
        raise _refused(error, name) from None
    if not pages:
        raise refusal("damaged-pdf", name, reason="no pages in it")
    return pages


def _refuse_bombs(data: bytes, name: str) -> None:
    """Refuse a file whose pages unpack to much more than any document has, before anything unpacks them."""
    left = _UNPACKED << 20
    for found in _STREAM.finditer(data):
        described = data[max(0, found.start() - _DESCRIPTION) : found.start()].rpartition(b" obj")[2]
        if b"FlateDecode" not in described or _PICTURE_OR_FONT.search(described):
            continue
        end = data.find(b"endstream", found.end())
        try:
            packed = data[found.end() : end if end > 0 else len(data)]
            left -= len(zlib.decompressobj().decompress(packed, left))
        except zlib.error:
            continue
        if left <= 0:
            raise refusal("too-large-unpacked", name, limit=_UNPACKED)


def _title(file: PDF) -> str:
    title = file.metadata.get("Title") if file.metadata else None
    return " ".join(title.split()) if isinstance(title, str) and not re.search(r"\.\w{2,4}$|^Microsoft", title) else ""


# pages


def _leaves(file: PDF, pages: Sequence[PDFPage], name: str) -> tuple[list[Message], list[Leaf]]:
    """The pages, taken apart, and what is to be said of them."""
    from pdfplumber.page import Page

    messages: list[Message] = []
    leaves: list[Leaf] = []
    said = _Said()
    glyphs = 0
    for number, part in enumerate(pages[:_MOST_PAGES], 1):
        try:
            found = printed(Page(file, part, number))
        except Exception as error:  # one damaged page does not take the others along
            messages.append(message("page-not-read", "error", page=number, reason=_reason(error)))
            continue
        said.note(number, found)
        said.note_laid_over(number, laid_over(part))
        glyphs += sum(len(sheet.glyphs) for sheet in found.sheets)
        if glyphs > _MOST_GLYPHS:
            raise refusal("too-much-text", name, limit=2)
        leaves += [leaf(sheet, number) for sheet in found.sheets]
    if len(pages) > _MOST_PAGES:
        messages.append(message("too-many-pages", "error", pages=len(pages), limit=_MOST_PAGES))
    if len(messages) >= len(pages):
        raise UnreadableDocument("damaged-pdf", messages[0].message, messages[0].details)
    return [*messages, *said.messages(glyphs)], leaves


class _Said:
    """What pages have beside text, page by page, for a message each."""

    def __init__(self) -> None:
        self._pages: dict[str, list[int]] = defaultdict(list)
        self._words: dict[str, str] = {}
        self._unreadable = 0

    def note(self, page: int, found: Printed) -> None:
        text = bool(found.sheets)
        self._unreadable += sum(glyph.text == "\ufffd" for sheet in found.sheets for glyph in sheet.glyphs)
        self._note("pdf-page-without-text", page, not text)
        self._note("pdf-recognised-text", page, text and found.picture_covers)
        self._note("pdf-pictures", page, text and found.pictures > 0 and not found.picture_covers)
        self._note("pdf-slanted", page, bool(found.slanted.strip()), found.slanted)
        self._note("pdf-invisible", page, bool(found.invisible.strip()), found.invisible)
        self._note("pdf-drawing", page, found.too_many_lines)
        self._note("pdf-turned", page, len(found.sheets) > 1)

    def note_laid_over(self, page: int, found: LaidOver) -> None:
        self._note("pdf-annotations", page, bool(found.annotations), " ".join(found.annotations))
        self._note("pdf-fields", page, bool(found.fields), " ".join(found.fields))

    def _note(self, code: str, page: int, holds: bool, words: str = "") -> None:
        if holds:
            self._pages[code].append(page)
            self._words.setdefault(code, " ".join(words.split())[:_QUOTE])

    def messages(self, glyphs: int) -> Iterator[Message]:
        if not glyphs:
            yield message("pdf-without-text", "error", pages=len(self._pages["pdf-page-without-text"]))
            return
        if self._unreadable * 2 > glyphs:
            yield message("pdf-without-characters", "error", count=self._unreadable, all=glyphs)
        for code, pages in self._pages.items():
            level = "info" if code in ("pdf-pictures", "pdf-turned", "pdf-recognised-text") else "warning"
            yield message(code, level, pages=_spans(pages), words=self._words[code])  # type: ignore[arg-type]


def _spans(pages: Sequence[int]) -> str:
    """3-5, 9."""
    found: list[list[int]] = []
    for page in pages:
        if found and page == found[-1][-1] + 1:
            found[-1][1:] = [page]
        else:
            found.append([page])
    return ", ".join("-".join(map(str, span)) for span in found)


def _of_layout(leaves: Sequence[Leaf], found: Assembled) -> Iterator[Message]:
    if found.running:
        yield message("pdf-running-heads", "info", count=len(found.running), words=found.running[0][:_QUOTE])
    if found.contents:
        yield message("pdf-contents", "info", count=len(found.contents), words=found.contents[0][:_QUOTE])
    if above := sum(leaf.readings for leaf in leaves):
        yield message("pdf-readings", "info", count=above)
    for place, words in found.over_page:
        yield message("cell-over-page", "info", place, words=words[:_QUOTE])
    yield from found.said
    for place, name in found.pointless:
        yield message("cell-without-points", "warning", place, name=name)
    drawings = sorted({leaf.page for leaf in leaves if leaf.drawing})
    if drawings:
        yield message("pdf-drawing", "warning", pages=_spans(drawings), words="")
