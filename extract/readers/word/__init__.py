"""Word files: everything a reader of the page sees and nothing else, in reading order, once.

``line`` is the number of the block, ``path`` says which paragraph or which row of which table it is.

* ``package`` opens the file and says what is beside its text.
* ``body`` walks over the page, ``runs`` over a paragraph, ``rows`` over a table; ``lines`` tells broken lines from
  lines of their own.
* ``styles``, ``numbering`` (``formats``), ``fields`` and ``symbols`` know what Word makes of what is stored.
* ``marks`` are how text is kept on the way; ``tags`` are the elements looked at.
"""

from __future__ import annotations

import msgspec

from extract.document import Block, BlockKind, Document, Label, title_of
from extract.messages import message
from extract.readers.word.body import Page, changes
from extract.readers.word.marks import unframed
from extract.readers.word.package import Package
from extract.readers.word.rows import Line
from extract.readers.word.runs import TICK
from mjrules.claims import Level, Message, Place

_LEVELS: dict[str, Level] = {
    "symbol-left-out": "warning",
    "note-left-out": "warning",
    "object-left-out": "warning",
    "field-left-out": "warning",
    "field-damaged": "warning",
    "ticks-not-read": "warning",
    "boxes-apart": "warning",
    "row-not-read": "warning",
    "row-without-name": "warning",
    "tick-not-read": "warning",
}
"""How serious it is that something was left out; what no reader sees, or what is a picture, is only told."""


def read(data: bytes, name: str) -> Document:
    """The blocks of a Word file."""
    package = Package(data, name)
    page = Page(package)
    blocks, messages = _numbered(page)
    if page.ticks_tell:
        blocks = tuple(msgspec.structs.replace(block, labels=_without_ticks(block)) for block in blocks)
    deleted, inserted = changes(package.document.element)
    if deleted or inserted:
        package.messages.append(message("changes-taken", "info", deleted=deleted, inserted=inserted))
    for format in sorted(page.unknown_formats):
        messages.append(message("number-format-unknown", "warning", format=format))
    title = package.title or title_of(blocks)
    return Document(name, "docx", None, title, blocks, (*package.messages, *messages))


def _numbered(page: Page) -> tuple[tuple[Block, ...], list[Message]]:
    """The blocks of a page, counted, and what is to be said at each of them."""
    blocks: list[Block] = []
    said: list[tuple[str, str, Place]] = []
    for line in page.lines():
        block = _block(line, len(blocks) + 1)
        if block.text.strip():
            blocks.append(block)
        place = Place(max(1, len(blocks)), max(1, len(blocks)), path=line.path)
        said += [(code, what, place) for code, what in line.said]
    end = max(1, len(blocks))
    said += [(code, what, Place(end, end)) for code, what in page.said.taken()]
    counts = page.said.counts
    return tuple(blocks), [
        message(code, _LEVELS.get(code, "info"), place, **_details(code, what, counts.get(code)))
        for code, what, place in said
    ]


def _without_ticks(block: Block) -> tuple[Label, ...]:
    """Boxes that say something are text, though it is not read what: better less is read of a line than wrongly."""
    return tuple(label for label in block.labels if label.code != TICK)


_SAID_IN_TWO = {"column-left-out": ("title", "begins"), "tick-not-read": ("what", "sign")}
"""What of a table is said in two words."""


def _details(code: str, what: str, count: int | None) -> dict[str, str | int]:
    if code in _SAID_IN_TWO:
        return dict(zip(_SAID_IN_TWO[code], what.split("\t"), strict=True))
    return {"what": what} if count is None else {"count": count, "what": what or "–"}


def _block(line: Line, number: int) -> Block:
    kind, _, note = line.kind.partition(":")
    text, labels = unframed(line.text)
    return Block(text, _KINDS[kind], number, number, line.path, labels, note)


_KINDS: dict[str, BlockKind] = {
    "paragraph": "paragraph",
    "heading": "heading",
    "row": "row",
    "titles": "titles",
    "entry": "entry",
    "contents": "contents",
    "index": "index",
    "note": "note",
}
