"""The page of a Word file: paragraphs, tables, boxes and notes as lines in the order a reader meets them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from extract import vocabulary
from extract.readers.word import tags
from extract.readers.word.boxes import drawn, floats, in_order
from extract.readers.word.lines import is_name, is_price, split
from extract.readers.word.marks import framed, is_blank, plain, typed
from extract.readers.word.numbering import Numbering
from extract.readers.word.package import Package
from extract.readers.word.rows import Cell, Grid, Line, Row, Tables, as_lines, row_lines
from extract.readers.word.runs import Runs, Said, Story
from extract.readers.word.styles import LeadsToPages, Styles, is_outlined
from extract.readers.word.tags import W, child, nearest, number, switched, value

BLOCKS = (tags.PARAGRAPH, tags.TABLE, tags.OTHER_CHUNK, tags.OTHER_DOCUMENT)
_CONTENTS = "Table of Contents"
_PAGE_NUMBER = re.compile(r"\s*+[.…·]*+\s*+[\divxlc]{1,6}\s*", re.I)
_PAGES_IN_INDEX = re.compile(r"\d+(?:\s*[–-]\s*\d+)?")
_LEADER = "\t .…·"
_GOES_ON = re.compile(r"\W*表?\W*.{0,4}\W*(?:续|續|接上)\W*.{0,4}\W*")
_LONGEST_SIGN_TO_GO_ON = 40
"""Characters of a line that says that a table goes on."""
_WIDEST = 63
"""Columns that a table of Word may have."""
_NOTE_FORMATS = {"footnote": "decimal", "endnote": "lowerRoman"}


_EMPTY = Cell()


class Page:
    """One walk over a Word file."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._root = package.document.element
        self._styles = Styles(package.part("styles"))
        self._numbering = Numbering(package.part("numbering"), self._styles)
        self._runs = Runs(self._styles, _note_formats(package.part("settings")))
        self._contents = {
            paragraph
            for control in self._root.iter(tags.CONTROL)
            if value(control, "sdtPr", "docPartObj", "docPartGallery") == _CONTENTS
            for paragraph in control.iter(tags.PARAGRAPH)
        }

    @property
    def said(self) -> Said:
        return self._runs.said

    @property
    def unknown_formats(self) -> set[str]:
        return self._numbering.unknown_formats

    @property
    def ticks_tell(self) -> bool:
        return self._runs.ticks_tell

    def lines(self) -> Iterator[Line]:
        """The lines of the body, then its notes."""
        body = child(self._root, "body")
        background = child(self._root, "background")
        filled = background is not None and str(background.get(f"{W}color") or "").upper() not in ("", "AUTO", "FFFFFF")
        yield from self._flow(body, Story(body, "body", filled=filled), "")
        yield from self._notes()

    # paragraphs

    def _flow(self, container: Any, story: Story, where: str) -> list[Line]:
        """The lines of what stands below each other: the body, a text box, a note."""
        found: list[Line] = []
        counts = dict.fromkeys(("paragraph", "table"), 0)
        tables = Tables()
        for part, before in _blocks(container):
            kind = "table" if part.tag == tags.TABLE else "paragraph"
            counts[kind] += 1 + len(before)
            path = f"{where}{kind} {counts[kind]}"
            if part.tag == tags.TABLE:
                found += tables.lines(self._grid(part, story, path))
            elif part.tag != tags.PARAGRAPH:
                self._say_other(part)
            else:
                own = list(self._paragraph(part, before, story, path))
                found += own
                if not all(map(_is_between_tables, own)):
                    tables.forget()
        return list(_grouped(found))

    def _paragraph(self, paragraph: Any, before: Sequence[Any], story: Story, path: str) -> Iterator[Line]:
        """The lines of a paragraph, then those of the boxes anchored in it."""
        leads = _leads_to_pages(story) or ("contents" if paragraph in self._contents else None)
        text, boxes = self._text(paragraph, before, story)
        style = self._styles.paragraph_style(value(paragraph, "pPr", "pStyle"))
        if leads := leads or _leads_to_pages(story) or self._styles.leads_to_pages(style):
            kind, texts = str(leads), [_without_page(text).replace("\t", " ").replace("\n", " ")]
        else:
            kind, texts = self._kind(paragraph, style), list(split(text))
        said = self._taken()
        for line in texts:
            if not is_blank(line):
                yield Line(line, kind, path, said)
                said = ()
        for box in boxes:
            own = list(self._box(box, f"{path}, box, ", said))
            self._say_apart(box, own)
            yield from own
            said = ()
        self._runs.said.here = [*said, *self._runs.said.here]

    def _text(self, paragraph: Any, before: Sequence[Any], story: Story) -> tuple[str, list[Any]]:
        """The text of a paragraph with its number, and the boxes anchored in it. ``before``: what runs on in it."""
        read = [self._runs.text(each, story) for each in (*before, paragraph)]
        text = "".join(own for own, _ in read)
        boxes = [box for _, own in read for box in in_order(own)]
        properties = child(paragraph, "pPr")
        style = self._styles.paragraph_style(value(paragraph, "pPr", "pStyle"))
        label = self._numbering.label(properties, style, story.name)
        if label and is_blank(text) and next(paragraph.iterancestors(tags.CELL), None) is None:
            return "", boxes  # an empty paragraph of a list: a number with nothing behind it
        if label:
            code = "" if label.number is None else str(label.number)
            shown = framed(label.text, code) if label.bare else typed(label.text)
            text = shown + text
        return text, boxes

    def _say_apart(self, box: Any, own: Sequence[Line]) -> None:
        """A name or points alone in a box somewhere on the page: what they belong to is seen, but not stored."""
        if len(own) == 1 and (is_name(own[0].text) or is_price(own[0].text)) and floats(box):
            self._runs.said.count("boxes-apart", own[0].text.strip())

    def _kind(self, paragraph: Any, style: str | None) -> str:
        outlined = is_outlined(child(paragraph, "pPr"))
        return "heading" if (self._styles.is_heading(style) if outlined is None else outlined) else "paragraph"

    def _box(self, box: Any, where: str, said: tuple[tuple[str, str], ...]) -> Iterator[Line]:
        self._runs.said.here = [*said, *self._runs.said.here]
        if box.tag == tags.BOX:
            yield from self._flow(box, Story(box, "box", filled=True), where)
        else:
            texts = filter(str.strip, drawn(box))
            yield from (Line(text, "paragraph", where.strip(", "), self._taken()) for text in texts)

    def _taken(self) -> tuple[tuple[str, str], ...]:
        return tuple(self._runs.said.taken())

    def _say_other(self, part: Any) -> None:
        _, target = self._package.relation(part.get(f"{tags.R}id"))
        self._runs.said.say("object-left-out", target or part.tag.removeprefix(W))

    # tables

    def _grid(self, table: Any, story: Story, path: str) -> Grid:
        above: list[Cell] = []
        rows: list[Row] = []
        for at, element in enumerate(nearest(table, tags.ROW), 1):
            where = f"{path}, row {at}"
            if child(element, "trPr", "del") is not None:
                continue
            if switched(element, "trPr", "hidden"):
                self._runs.said.count("hidden-text-left-out")
                continue
            above = list(self._cells(element, above, story, where))
            rows.append(Row(tuple(above), where, self._taken()))
        return Grid(tuple(rows))

    def _cells(self, row: Any, above: Sequence[Cell], story: Story, where: str) -> Iterator[Cell]:
        """The cells of a row by columns. A cell merged downwards stands in every row it covers."""
        at = covered = number(value(row, "trPr", "gridBefore"), 0, highest=_WIDEST)
        for element in nearest(row, tags.CELL):
            properties = child(element, "tcPr")
            if properties is not None and child(properties, "cellDel") is not None:
                continue
            span = None if properties is None else value(properties, "gridSpan")
            width = number(span, 1, highest=max(1, _WIDEST - at)) or 1
            own = Cell(tuple(self._parts(element, story, where)))
            if _goes_on_sideways(properties):
                self._say_covered(own)
                own = _EMPTY
            elif _goes_on(properties) and at < len(above):
                self._say_covered(own)
                own = Cell(above[at].parts, goes_on=True)
            yield from [_EMPTY] * covered
            yield own
            at, covered = at + width, width - 1

    def _say_covered(self, cell: Cell) -> None:
        """The text of a cell that another one covers is seen by nobody."""
        if not is_blank(text := cell.text) and plain(text).strip():
            self._runs.said.say("covered-cell-left-out", plain(text).strip())

    def _parts(self, container: Any, story: Story, where: str) -> Iterator[str | Grid]:
        """What stands in a cell, below each other."""
        for at, (part, before) in enumerate(_blocks(container), 1):
            if part.tag == tags.TABLE:
                yield self._grid(part, story, f"{where}, table {at}")
            elif part.tag != tags.PARAGRAPH:
                self._say_other(part)
            else:
                text, boxes = self._text(part, before, story)
                yield from text.split("\n")
                for box in boxes:
                    yield from self._box_parts(box, where)

    def _box_parts(self, box: Any, where: str) -> Iterator[str | Grid]:
        if box.tag == tags.BOX:
            yield from self._parts(box, Story(box, "box", filled=True), where)
        else:
            yield from drawn(box)

    # notes

    def _notes(self) -> Iterator[Line]:
        """The notes that marks lead to, in the order of the marks; foot notes first, as on a page."""
        for kind in ("footnote", "endnote"):
            root = self._package.part(f"{kind}s")
            texts = {} if root is None else {str(each.get(f"{W}id")): each for each in root.iter(f"{W}{kind}")}
            for note in [note for note in self._runs.notes if note.kind == kind]:
                element = texts.get(note.id)
                found = [] if element is None else self._flow(element, Story(element, kind, filled=False), f"{kind} ")
                text = " ".join(line.text.strip() for line in found)
                if is_blank(text):
                    self._runs.said.say("note-left-out", note.shown or note.id)
                    continue
                shown = framed(f"[{note.shown}] ") + text.replace("\t", " ") if note.shown else text
                said = tuple(each for line in found for each in line.said)
                yield Line(shown, f"note:{note.code}", f"{kind} {note.shown or note.id}", said)


def _grouped(found: Sequence[Line]) -> Iterator[Line]:
    """The lines; a contents list is one of them, and lines with tabs that follow each other are a table."""
    for (kind, with_tabs), run in groupby(found, key=lambda line: (line.kind, "\t" in line.text)):
        group = list(run)
        if kind in ("contents", "index"):
            said = tuple(each for line in group for each in line.said)
            yield Line(" ".join(line.text.strip() for line in group), kind, group[0].path, said)
        elif kind == "paragraph" and with_tabs:
            for line, row in zip(group, row_lines(_columns([line.text for line in group])), strict=True):
                yield from as_lines(row, line.path, line.said, kind)
        else:
            yield from group


def _columns(texts: Sequence[str]) -> list[list[str]]:
    """The cells of lines with tabs. Where the header needs two tabs to stand above its column, tabs do not count."""
    rows = [text.split("\t") for text in texts]
    if any(_is_spaced_header(row) for row in rows):
        return [re.split(r"\t+", text.strip("\t")) for text in texts]
    return rows


def _is_spaced_header(row: Sequence[str]) -> bool:
    titles = [plain(cell).strip() for cell in row]
    return "" in titles[1:-1] and sum(title in vocabulary.HEADER_WORDS for title in titles) >= 2


def _is_between_tables(line: Line) -> bool:
    """Whether a line stands between the parts of one table: a tier, or a word that says that it goes on."""
    said = plain(line.text).strip()
    return is_price(said) or (len(said) <= _LONGEST_SIGN_TO_GO_ON and bool(_GOES_ON.fullmatch(said)))


def _leads_to_pages(story: Story) -> LeadsToPages:
    if any(map(story.is_inside, ("INDEX", "TOA"))):
        return "index"
    return "contents" if story.is_inside("TOC") else None


def _without_page(text: str) -> str:
    """A line of a contents list without the number of the page behind its last tab, or without those of an index."""
    title, tab, page = text.rpartition("\t")
    if tab and _PAGE_NUMBER.fullmatch(page):
        return title.rstrip(_LEADER)
    words = re.split(r"[,，]\s*", text)
    while len(words) > 1 and _PAGES_IN_INDEX.fullmatch(words[-1].strip()):
        words.pop()
    return "，".join(words)


def _note_formats(settings: Any) -> dict[str, str]:
    found = {kind: None if settings is None else value(settings, f"{kind}Pr", "numFmt") for kind in _NOTE_FORMATS}
    return {kind: format or _NOTE_FORMATS[kind] for kind, format in found.items()}


def _blocks(container: Any) -> Iterator[tuple[Any, list[Any]]]:
    """What stands below each other in a container, each paragraph with those before it that run on in it."""
    before: list[Any] = []
    for part in nearest(container, *BLOCKS):
        if part.tag == tags.PARAGRAPH and _runs_on(part):
            before.append(part)
            continue
        if before and part.tag != tags.PARAGRAPH:
            yield before[-1], before[:-1]
            before = []
        yield part, before
        before = []
    if before:
        yield before[-1], before[:-1]


def _runs_on(paragraph: Any) -> bool:
    """Whether a paragraph has no end of its own: its mark is deleted or hidden, or it is the large first letter of the
    next one."""
    properties = child(paragraph, "pPr")
    if properties is None:
        return False
    frame = child(properties, "framePr")
    initial = frame is not None and frame.get(f"{W}dropCap") in ("drop", "margin")
    return initial or _is_gone(properties)


def _is_gone(properties: Any) -> bool:
    """Whether the mark at the end of a paragraph is deleted, moved away or hidden."""
    mark = None if properties is None else child(properties, "rPr")
    if mark is None:
        return False
    deleted = child(mark, "del") is not None or child(mark, "moveFrom") is not None
    return deleted or bool(switched(mark, "vanish")) or bool(switched(mark, "specVanish"))


def _goes_on(properties: Any) -> bool:
    """Whether a cell is the continuation of the one above it."""
    if properties is None:
        return False
    merged, tracked = child(properties, "vMerge"), child(properties, "cellMerge")
    if tracked is not None and tracked.get(f"{W}vMerge") is not None:
        return bool(tracked.get(f"{W}vMerge") == "cont")
    return merged is not None and merged.get(f"{W}val") != "restart"


def _goes_on_sideways(properties: Any) -> bool:
    merged = None if properties is None else child(properties, "hMerge")
    return merged is not None and merged.get(f"{W}val") != "restart"


def changes(root: Any) -> tuple[int, int]:
    """How many passages the document has that were deleted, and that were inserted, without anybody having said yes."""
    deleted = sum(_has_text(each) for each in root.iter(*tags.DELETED))
    inserted = sum(_has_text(each) for each in root.iter(f"{W}ins", f"{W}moveTo"))
    return deleted, inserted


def _has_text(element: Any) -> bool:
    return any(each.text for each in element.iter(tags.TEXT, f"{W}delText"))
