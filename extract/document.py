"""A document as its reader found it: blocks of text in reading order, each with its place."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Literal

import msgspec

from mjrules.claims import Message, Place

BlockKind = Literal["paragraph", "heading", "caption", "row", "titles", "entry", "contents", "index", "note"]
"""``titles``: a row of titles of columns; ``entry``: a row of which the table says which cell is what
(``readers.tables``); ``contents``: a list in the order of the document; ``index``: one in an order of its own (an
index, a list of figures); a ``note`` without a mark belongs to nothing."""


class Label(msgspec.Struct, frozen=True):
    """Characters of a block that a reader of the page sees and nobody typed: an automatic number, the mark of a note.

    ``code`` is the number (``12``), or the note that a mark leads to; empty for a sign without a value.
    """

    start: int
    end: int
    code: str


class Block(msgspec.Struct, frozen=True):
    """One paragraph, heading or table row (cells joined by tabs), or a note below the page. An empty block
    keeps two tables apart.

    ``line`` to ``line_end`` say where it stands (lines of the file; in a Word file the number of the block), ``path``
    how to get there in formats that have a way (``table 2, row 5``).
    """

    text: str
    kind: BlockKind
    line: int
    line_end: int
    path: str = ""
    labels: tuple[Label, ...] = ()
    note: str = ""
    """Which note this is: the code of the labels that lead to it."""
    depth: int = 0
    """How deep it stands in lists; 0: in none."""

    @property
    def level(self) -> int:
        """Where it stands in the order of the document: a heading above all, an item of a list below its text."""
        return -1 if self.kind == "heading" else self.depth


class Document(msgspec.Struct, frozen=True):
    """What a reader returns: blocks and messages; nothing is dropped silently."""

    path: str
    format: str
    encoding: str | None
    title: str
    blocks: tuple[Block, ...]
    messages: tuple[Message, ...] = ()

    @property
    def text(self) -> str:
        """The blocks as one text, a line break between them: what repairs work on and spans count in."""
        return "\n".join(block.text for block in self.blocks)

    @property
    def labels(self) -> tuple[Label, ...]:
        """What nobody typed, as spans of the whole text."""
        if not any(block.labels for block in self.blocks):
            return ()
        starts = accumulate((len(block.text) + 1 for block in self.blocks), initial=0)
        return tuple(
            Label(start + label.start, start + label.end, label.code)
            for start, block in zip(starts, self.blocks, strict=False)
            for label in block.labels
        )


_SPEAKS_OF_THE_GAME = re.compile("麻[将將雀]|番[种種型数數]|规则|規則|国标|國標")
_LONGEST_TITLE = 60
_TITLE_WITHIN = 8
"""Blocks from the top of a document in which its title may stand."""


def title_of(blocks: Sequence[Block]) -> str:
    """The first block that speaks of the game, else the first: pages begin with names of sites and other litter."""
    texts = [block.text.strip()[:_LONGEST_TITLE] for block in blocks[:_TITLE_WITHIN]]
    return next(filter(_SPEAKS_OF_THE_GAME.search, texts), texts[0] if texts else "")


class Places:
    """Leads from spans of a document's text to places in the document, and back.

    Where several blocks stand in one line of the file, columns go on counting from one to the next, so that a place is
    one place only.
    """

    def __init__(self, document: Document) -> None:
        self._blocks = document.blocks
        self._starts: list[int] = []
        self._columns: list[int] = []
        """What stands before a block in its line."""
        self._in_line: dict[int, list[int]] = {}
        used: dict[int, int] = {}
        offset = 0
        for at, block in enumerate(document.blocks):
            self._starts.append(offset)
            self._columns.append(used.get(block.line, 0))
            self._in_line.setdefault(block.line, []).append(at)
            offset += len(block.text) + 1
            used[block.line] = self._columns[at] + len(block.text) + 1

    def block_at(self, offset: int) -> Block:
        """The block that holds a character; of a document without text there is none to hold it."""
        return self._blocks[self._index(offset)] if self._blocks else Block("", "paragraph", 1, 1)

    def place(self, start: int, end: int) -> Place:
        """The place of ``text[start:end]``. Where a damaged page shows its parts in another order than they stand in
        the file, it is that of the first part."""
        first, last = self._index(start), self._index(max(start, end - 1))
        block = self._blocks[first]
        if self._blocks[last].line_end < block.line:
            last, end = first, self._starts[first] + len(block.text)
        return Place(
            line=block.line,
            line_end=self._blocks[last].line_end,
            column=self._columns[first] + start - self._starts[first] + 1,
            column_end=self._columns[last] + end - self._starts[last],
            path=block.path,
        )

    def span(self, place: Place) -> tuple[int, int]:
        """The span of the text that a place says."""
        own = self._in_line[place.line]
        first = next(at for at in reversed(own) if self._columns[at] < place.column)
        start = self._starts[first] + place.column - 1 - self._columns[first]
        for last in range(first, len(self._blocks)):
            length = place.column_end - self._columns[last]
            if self._blocks[last].line_end == place.line_end and 0 <= length <= len(self._blocks[last].text) + 1:
                end = self._starts[last] + length
                if end >= start:
                    return start, end
        raise ValueError(f"{place} is no place of this document")

    def start_of_line(self, line: int) -> int:
        """Where a line begins in the text, or the last one before it: of an empty line there is no block."""
        known = [each for each in self._in_line if each <= line] or [min(self._in_line)]
        return self._starts[self._in_line[max(known)][0]]

    def _index(self, offset: int) -> int:
        return max(0, bisect_right(self._starts, offset) - 1)
