"""The way back: from a place in the text that was read to the characters of the Word file.

Word can put a comment at a stretch of the body. What stands in a text box or a note is shown at the paragraph that
holds the box, and at the mark of the note.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from extract.document import Block, Document
from extract.readers.word import tags
from extract.readers.word.body import BLOCKS
from extract.readers.word.package import Package, is_flat
from extract.readers.word.tags import W, child, children, nearest, switched
from mjrules.claims import Place

_STEP = re.compile(r"(paragraph|table|row) (\d+)")
_OWN = re.compile(r"[^\W_]+")


class Spot(NamedTuple):
    """Between two characters of a paragraph: the number of the text among the texts of the paragraph, both in the
    order of the file, and the characters before it in that text."""

    text: int
    offset: int


class Anchor(NamedTuple):
    """A stretch of one paragraph, which is told by its number among all paragraphs of the main part. Without ``span``
    it is the whole paragraph."""

    paragraph: int
    span: tuple[Spot, Spot] | None = None


class _Character(NamedTuple):
    sign: str
    paragraph: Any
    """The paragraph of the body that it stands in, or that holds the box it stands in."""
    text: Any
    """The element it stands in; None where no comment can be put at it."""
    offset: int


class WayBack:
    """Leads from places in what was read of a Word file to its characters."""

    def __init__(self, data: bytes, document: Document) -> None:
        self._blocks = document.blocks
        package = Package(data, document.path)
        self.main = package.main
        """The name of the part that holds the document."""
        self.is_flat = is_flat(data)
        root = package.document.element
        self._body = child(root, "body")
        self._numbers = {paragraph: at for at, paragraph in enumerate(root.iter(tags.PARAGRAPH))}
        self._marks = {
            f"{kind} {mark.get(f'{W}id')}": mark for tag, kind in tags.NOTE_MARKS.items() for mark in root.iter(tag)
        }
        self._read: dict[str, tuple[list[_Character], str]] = {}
        self._by_path: dict[str, list[Block]] = {}
        self._stored_blocks: dict[int, _Stored] = {}
        self._found_at: dict[tuple[str, str], list[int]] = {}

    @property
    def beginning(self) -> Anchor | None:
        """The first paragraph of the body; None where there is none."""
        first = next(_paragraphs(self._body), None)
        return None if first is None else Anchor(self._numbers[first])

    def anchor(self, place: Place) -> Anchor | None:
        """Where the words of a place stand. Of words that go over several paragraphs it is the first of them; words
        that are shown otherwise than they are stored have their paragraph."""
        if not 0 < place.line <= len(self._blocks):
            return self.beginning
        block = self._blocks[place.line - 1]
        if block.note:
            return self._at_mark(block.note) or self.beginning
        characters, text = self._characters(block.path)
        if not characters:
            return next(map(self._whole, self._holders(block.path)), self.beginning)
        start, end = place.column - 1, place.column_end or len(block.text)
        found = self._found(block, start, end, text)
        return self._stretch(characters[slice(*found)]) if found else self._whole(characters[0].paragraph)

    def _whole(self, paragraph: Any) -> Anchor:
        return Anchor(self._numbers[paragraph])

    def _at_mark(self, note: str) -> Anchor | None:
        mark = self._marks.get(note)
        return next((self._whole(each) for each in _hosts(mark)), None) if mark is not None else None

    # the characters

    def _characters(self, path: str) -> tuple[list[_Character], str]:
        """What stands in the paragraph or the row at this path, without its white space."""
        if path not in self._read:
            found = [each for holder in self._elements(path) for each in _characters(holder)]
            found = [each for each in found if not each.sign.isspace()]
            self._read[path] = found, "".join(each.sign for each in found)
        return self._read[path]

    def _holders(self, path: str) -> Iterator[Any]:
        return (each for element in self._elements(path) for each in _paragraphs(element))

    def _elements(self, path: str) -> list[Any]:
        """The paragraph or the rows at this path. A path does not tell in which cell of a row a table stands, so it may
        lead to several."""
        found = [self._body]
        for kind, number in _STEP.findall(path.partition(", box")[0]):
            found = [each for element in found for each in _step(element, kind, int(number))]
        return [each for each in found if each is not self._body]

    # the words among them

    def _found(self, block: Block, start: int, end: int, text: str) -> tuple[int, int] | None:
        """Which characters these of the block are. What stands there more than once is told by its turn."""
        stored = self._stored(block)
        words = stored.text[stored.before(start) : stored.before(end)]
        if words and words in text:
            at = self._at_turn(block, start, words, text)
            return at, at + len(words)
        pieces = [piece for piece in _OWN.findall(block.text[start:end]) if piece in text]
        if not pieces:
            return None
        at = self._at_turn(block, start, pieces[0], text)
        last = text.find(pieces[-1], at)
        return at, (last + len(pieces[-1]) if last >= 0 else at + len(pieces[0]))

    def _at_turn(self, block: Block, start: int, words: str, text: str) -> int:
        """Where in the text of a paragraph or row the words stand that begin here in a block made from it: they have
        stood there as often before. The last time they do where they do not so often."""
        same = self._made_from(block.path)
        before = sum(len(self._positions(self._stored(each).text, words)) for each in same if each.line < block.line)
        stored = self._stored(block)
        # words that end behind the beginning of these are not counted; names do not overlap themselves
        own = bisect_right(self._positions(stored.text, words), stored.before(start) - len(words))
        found = self._positions(text, words)
        return found[min(before + own, len(found) - 1)]

    def _made_from(self, path: str) -> list[Block]:
        """The blocks made from the paragraph or row at this path."""
        if not self._by_path:
            for block in self._blocks:
                self._by_path.setdefault(block.path, []).append(block)
        return self._by_path.get(path, [])

    def _stored(self, block: Block) -> _Stored:
        if block.line not in self._stored_blocks:
            self._stored_blocks[block.line] = _stored(block)
        return self._stored_blocks[block.line]

    def _positions(self, text: str, words: str) -> list[int]:
        """Where the words stand in a text, in order."""
        if (text, words) not in self._found_at:
            self._found_at[text, words] = [found.start() for found in re.finditer(re.escape(words), text)]
        return self._found_at[text, words]

    def _stretch(self, characters: Sequence[_Character]) -> Anchor:
        """The characters that stand in the paragraph of the first."""
        first = characters[0]
        same = [each for each in characters if each.paragraph is first.paragraph]
        if any(each.text is None for each in same):
            return self._whole(first.paragraph)
        texts = {text: at for at, text in enumerate(first.paragraph.iter(tags.TEXT))}
        if not all(each.text in texts for each in same):
            return self._whole(first.paragraph)
        last = same[-1]
        span = Spot(texts[first.text], first.offset), Spot(texts[last.text], last.offset + 1)
        return Anchor(self._numbers[first.paragraph], span)


def _step(element: Any, kind: str, number: int) -> Iterator[Any]:
    if kind == "row":
        yield from list(nearest(element, tags.ROW))[number - 1 : number]
    elif element.tag == tags.ROW:
        for cell in nearest(element, tags.CELL):
            yield from list(nearest(cell, *BLOCKS))[number - 1 : number]
    else:
        same = [each for each in nearest(element, *BLOCKS) if (each.tag == tags.TABLE) == (kind == "table")]
        yield from same[number - 1 : number]


def _paragraphs(element: Any) -> Iterator[Any]:
    """The paragraphs of the body in an element, or the one that it is."""
    if element.tag == tags.PARAGRAPH:
        yield element
        return
    for each in nearest(element, tags.PARAGRAPH, tags.BOX):
        if each.tag == tags.PARAGRAPH:
            yield each


def _hosts(element: Any) -> Iterator[Any]:
    """The paragraph of the body around an element: the outermost one."""
    yield from list(element.iterancestors(tags.PARAGRAPH))[-1:]


def _characters(element: Any) -> Iterator[_Character]:
    for paragraph in _paragraphs(element):
        yield from _typed(paragraph, paragraph, in_box=False)


def _typed(element: Any, paragraph: Any, *, in_box: bool) -> Iterator[_Character]:
    for each in children(element):
        if each.tag in (tags.TEXT, tags.MATH_TEXT):
            own = each if each.tag == tags.TEXT and not in_box else None
            yield from (_Character(sign, paragraph, own, at) for at, sign in enumerate(each.text or ""))
        elif each.tag != tags.RUN or not _is_left_out(each):
            yield from _typed(each, paragraph, in_box=in_box or each.tag == tags.BOX)


def _is_left_out(run: Any) -> bool:
    """Whether the run itself says that its text is hidden or struck through."""
    return any(switched(run, "rPr", name) for name in ("vanish", "strike", "dstrike"))


class _Stored(NamedTuple):
    """What of a block may stand in the file: no white space, nothing that nobody typed."""

    text: str
    kept: list[int]
    """Where in the block each character of it stands."""

    def before(self, at: int) -> int:
        """How many of the characters stand before this one of the block."""
        return bisect_left(self.kept, at)


def _stored(block: Block) -> _Stored:
    hidden = {at for label in block.labels for at in range(label.start, label.end)}
    kept = [at for at, sign in enumerate(block.text) if at not in hidden and not sign.isspace()]
    return _Stored("".join(block.text[at] for at in kept), kept)
