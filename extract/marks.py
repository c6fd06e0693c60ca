"""What every character of a document was taken for: a name, points, a list item, commentary, or nothing.

The marks of items, listed names and repairs are made from the places in the claims; those of heads, lists and
commentary from the drafts the claims were made of. Where several meet, the narrower one is shown.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple, get_args

import msgspec

from extract import vocabulary
from extract.document import Document
from extract.entries import Reading, source_of
from extract.gather import Draft
from extract.heads import Span
from extract.outline import Section, Tier
from mjrules.claims import Coverage, Marked, MarkedLine, MarkKind, Message, Piece, Place, Source

_KINDS: tuple[MarkKind, ...] = get_args(MarkKind)
_ASIDE = _KINDS.index("aside")
_NOT_CLAIMED = frozenset(_KINDS.index(kind) for kind in ("text", "aside", "unread"))
_CLAIMS = frozenset({"name", "points", "item", "list", "heading", "stated"})
_NUMBER = re.compile(rf"{vocabulary.POINTS}")


def marked(document: Document, id: str | None = None) -> Marked:
    """The document with its claims and marks."""
    reading = Reading(document)
    source = source_of(reading, document, id)
    marks = _Marks(reading, source)
    lines = tuple(marks.lines(document))
    return Marked(msgspec.structs.replace(source, coverage=_coverage(lines)), lines)


def _coverage(lines: tuple[MarkedLine, ...]) -> Coverage:
    count = dict.fromkeys(("claims", "text", "aside", "unread"), 0)
    for piece in (piece for line in lines for piece in line.pieces):
        kind = "claims" if piece.kind in _CLAIMS else piece.kind
        count[kind] += sum(not char.isspace() for char in piece.text)
    return Coverage(count["claims"], count["text"], count["aside"], count["unread"])


class _Mark(NamedTuple):
    """What a name or an item stands for."""

    fan: str | None
    entry: int | None


class _Marks:
    """The marks of one document, character by character of its original text."""

    def __init__(self, reading: Reading, source: Source) -> None:
        self._reading = reading
        self._source = source
        self._original = reading.mended.original
        self._kinds = bytearray([_ASIDE]) * len(self._original)
        self._entries = array("l", [-1]) * len(self._original)
        self._marks = array("l", [-1]) * len(self._original)
        self._repairs = array("l", [-1]) * len(self._original)
        self._known: list[_Mark] = []
        self._mark_headings()
        self._mark_unread()
        for number, draft in enumerate(reading.drafts):
            self._mark_entry(number, draft)
        self._mark_items()
        self._mark_stated()
        for number, repair in enumerate(source.repairs):
            self._fill(self._repairs, repair.place, number)

    # marking

    def _set(self, span: Span, kind: MarkKind) -> None:
        """Mark a span of the mended text."""
        self._set_printed(self._reading.mended.span(*span), kind)

    def _set_printed(self, span: Span, kind: MarkKind) -> None:
        start, end = span
        self._kinds[start:end] = bytes([_KINDS.index(kind)]) * (end - start)

    def _fill(self, values: array[int], place: Place, value: int) -> None:
        start, end = self._reading.places.span(place)
        values[start:end] = array("l", [value]) * (end - start)

    def _name(self, span: Span, kind: MarkKind, mark: _Mark) -> None:
        """Mark a span of the original as what stands for a fan."""
        start, end = span
        self._set_printed(span, kind)
        self._marks[start:end] = array("l", [len(self._known)]) * (end - start)
        self._known.append(mark)

    def _mark_headings(self) -> None:
        for part in self._reading.parts:
            if isinstance(part, Tier | Section):
                self._set(part.span, "heading")
        for listing in self._reading.gathered.listings:
            self._set(listing.span, "list")
            self._set(listing.title, "heading")

    def _mark_unread(self) -> None:
        gathered, identified = self._reading.gathered, self._reading.identified
        unnamed = (span for draft in identified.unnamed for span in draft.spans)
        for span in (*gathered.unread, *identified.unread, *unnamed):
            self._set(span, "unread")

    def _mark_entry(self, number: int, draft: Draft) -> None:
        start, end = self._reading.mended.span(draft.start, draft.end)
        self._entries[start:end] = array("l", [number]) * (end - start)
        for span in (*([draft.head.span] if draft.head else []), *draft.spans):
            self._set(span, "text")
        for clause in draft.clauses:
            self._set((clause.start, clause.end), "list")
        for span in (*self._reading.gathered.unlisted, *self._reading.gathered.cut, *self._reading.gathered.glued):
            if draft.start <= span[0] < draft.end:
                self._set(span, "unread")
        if points := self._points(draft):
            self._set(points, "points")
        if draft.head:
            fan = self._source.entries[number].fan
            for printed in filter(None, (draft.head.name, draft.head.alias)):
                self._name(self._reading.mended.span(*printed), "name", _Mark(fan, number))

    def _mark_items(self) -> None:
        for statement in self._reading.gathered.statements:
            self._set((statement.clause.start, statement.clause.end), "list")
        for number, entry in enumerate(self._source.entries):
            also = (item for items in entry.also_counts for item in items)
            for item in (*entry.excludes, *entry.may_count, *also):
                self._name(self._reading.places.span(item.place), "item", _Mark(item.fan, number))
        for listing in self._source.listings:
            for listed in listing.items:
                self._name(self._reading.places.span(listed.place), "item", _Mark(listed.fan, None))

    def _mark_stated(self) -> None:
        """What is stated, except names and lists in it, which are marked as such."""
        stated = _KINDS.index("stated")
        entries = (each for entry in self._source.entries for each in entry.stated)
        for each in (*entries, *self._source.stated):
            start, end = self._reading.places.span(each.place)
            self._kinds[start:end] = bytes(stated if kind in _NOT_CLAIMED else kind for kind in self._kinds[start:end])

    def _points(self, draft: Draft) -> Span | None:
        """Where the points of an entry are printed: behind its name, before it, or at the end of its text."""
        if draft.points is None or not draft.head:
            return None
        head = draft.head
        unit = re.compile(rf"\s*{vocabulary.UNIT}")
        behind = list(self._numbers(head.name[1], head.span[1], draft.points))
        before = list(self._numbers(head.span[0], head.name[0], draft.points))
        further = list(self._numbers(head.span[1], draft.end, draft.points))
        with_unit = [span for span in further if unit.match(self._reading.text, span[1])]
        found = behind[:1] or before[-1:] or with_unit[:1] or further[-1:]
        return found[0] if found else None

    def _numbers(self, start: int, end: int, points: int) -> Iterator[Span]:
        for found in _NUMBER.finditer(self._reading.text, start, end):
            if vocabulary.number(found[0]) == points:
                yield found.span()

    # what is shown

    def lines(self, document: Document) -> Iterator[MarkedLine]:
        said: dict[int, list[Message]] = defaultdict(list)
        starts: list[int] = []
        at = 0
        for block in document.blocks:
            starts.append(at)
            at += len(block.text) + 1
        for each in self._source.messages:
            if each.place and starts:
                said[bisect_right(starts, self._start_of(each.place)) - 1].append(each)
        for number, (block, start) in enumerate(zip(document.blocks, starts, strict=True)):
            end = start + len(block.text)
            place = self._reading.places.place(start, end)
            yield MarkedLine(place, block.kind, tuple(self._pieces(start, end)), tuple(said[number]))

    def _start_of(self, place: Place) -> int:
        """Where in the text a message is about; some say only the line."""
        if place.column_end:
            return self._reading.places.span(place)[0]
        return self._reading.places.start_of_line(place.line)

    def _pieces(self, start: int, end: int) -> Iterator[Piece]:
        for (kind, entry, mark, repair), group in groupby(range(start, end), key=self._key):
            own = list(group)
            fan = self._known[mark].fan if mark >= 0 else None
            owner = self._known[mark].entry if mark >= 0 else entry if entry >= 0 else None
            text = self._original[own[0] : own[-1] + 1]
            yield Piece(text, _KINDS[kind], owner, fan, repair if repair >= 0 else None)

    def _key(self, at: int) -> tuple[int, int, int, int]:
        return self._kinds[at], self._entries[at], self._marks[at], self._repairs[at]
