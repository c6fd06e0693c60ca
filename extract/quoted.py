"""Where in a document the few words stand that a statement rests on.

A claim's place is often its whole entry, which may go over several blocks. Whoever points into the document points at
the words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from extract.document import Block, Document
from mjrules.claims import Place

_BETWEEN = r"\W{0,6}"
"""What may stand between two words of a quotation: 四归一（２番）, 圈风刻、门风刻."""
_FARTHEST = 80
"""Characters between the first and the last word of a list that is interrupted."""


def narrowed(document: Document, place: Place, quote: str | None) -> Place:
    """The words of a quotation inside of a place: all of them, else the first; in one block. Where none of them stands
    there (a name that was lost, a text that was mended) it is the part of the place in its first block."""
    blocks = _blocks(document, place)
    if not blocks:
        return place
    for pattern in _patterns(quote or ""):
        for at, block in enumerate(blocks):
            start, end = _span(block, place, first=at == 0, last=at == len(blocks) - 1)
            if found := pattern.search(block.text, start, end):
                return _place(block, *found.span())
    start, end = _span(blocks[0], place, first=True, last=len(blocks) == 1)
    return _place(blocks[0], start, end)


def _blocks(document: Document, place: Place) -> Sequence[Block]:
    """The blocks of a place. Several may stand in one line of a page: then only the way in the block tells."""
    found = [block for block in document.blocks if block.line_end >= place.line and block.line <= place.line_end]
    own = [at for at, block in enumerate(found) if block.line == place.line and block.path == place.path]
    return found[own[0] :] if own else found


def _span(block: Block, place: Place, *, first: bool, last: bool) -> tuple[int, int]:
    """The part of a block that belongs to the place."""
    length = len(block.text)
    start = min(place.column - 1, length) if first else 0
    end = place.column_end if last and place.column_end else length
    return start, max(start, min(end, length))


def _place(block: Block, start: int, end: int) -> Place:
    return Place(block.line, block.line_end, start + 1, end, block.path)


def _patterns(quote: str) -> Iterator[re.Pattern[str]]:
    words = [re.escape(word) for word in re.findall(r"\w+", quote)]
    if not words:
        return
    yield re.compile(_BETWEEN.join(words))
    if len(words) > 2:
        yield re.compile(rf"{words[0]}.{{0,{_FARTHEST}}}{words[-1]}")
    yield re.compile(words[0])
