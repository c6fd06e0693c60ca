"""A document as a page: its text as it was read, line by line, and beside each line the notes on it.

For whatever is no Word file and cannot take comments itself. The page needs nothing beside it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from mjrules import texts
from mjrules.audit.model import LEVELS, Level
from mjrules.claims import Place
from mjrules.render.annotate.notes import Note


class Line(NamedTuple):
    """A stretch of the text, and the lines of the file it stands in."""

    text: str
    line: int
    line_end: int
    path: str = ""


class Remark(NamedTuple):
    """A note and the words it is about, in one line of the text; without ``place`` it is about all of it."""

    note: Note
    place: Place | None


class NoteView(NamedTuple):
    """A note as it is shown. ``id`` counts the notes of the page, ``number`` the findings, which may have several."""

    id: int
    number: int
    level: Level
    head: str
    paragraphs: tuple[str, ...]


class Piece(NamedTuple):
    """Characters of a line that the same notes are about; ``level`` is that of the gravest of them. ``ends``: the notes
    whose words end here."""

    text: str
    level: Level | None
    ends: tuple[NoteView, ...]


class LineView(NamedTuple):
    number: str
    pieces: tuple[Piece, ...]
    notes: tuple[NoteView, ...]


def annotated_page(title: str, path: str, lines: Sequence[Line], remarks: Sequence[Remark], lang: str) -> str:
    """The page. ``path`` is how the file is called to its reader."""
    from mjrules.render.html import asset, page_policy, template

    beside, general = _by_line(lines, remarks)
    above = tuple(_view(at, remark.note) for at, remark in enumerate(general, 1))
    shown, views = len(above), []
    for at, line in enumerate(lines):
        own = beside.get(at, [])
        views.append(_line_view(line, own, shown))
        shown += len(own)
    style = asset("annotated.css")
    findings = len({remark.note.number for remark in remarks})
    return template("annotated.html.jinja").render(
        lang=lang,
        title=_say("page-title", lang, title=title),
        lead=_say("page-lead" if findings else "page-nothing", lang, path=path, n=findings),
        label=_say("page-text", lang),
        general=above,
        lines=views,
        own_css=style,
        own_policy=page_policy(asset("report.js"), asset("report.css"), style),
    )


def _by_line(lines: Sequence[Line], remarks: Sequence[Remark]) -> tuple[dict[int, list[Remark]], list[Remark]]:
    """The remarks of each line, in the order of their words; and those without words."""
    numbers = {(line.line, line.path): at for at, line in reversed(list(enumerate(lines)))}
    starts = [line.line for line in lines]
    beside: dict[int, list[Remark]] = {}
    general = []
    for remark in remarks:
        if remark.place is None or not lines:
            general.append(remark)
            continue
        key = (remark.place.line, remark.place.path)
        at = numbers.get(key, max(0, bisect_right(starts, remark.place.line) - 1))
        beside.setdefault(at, []).append(remark)
    for own in beside.values():
        own.sort(key=lambda remark: (remark.place or Place(0, 0)).column)
    return beside, general


def _line_view(line: Line, remarks: Sequence[Remark], before: int) -> LineView:
    spans = [_span(line, remark.place) for remark in remarks if remark.place]
    notes = tuple(_view(before + at, remark.note) for at, remark in enumerate(remarks, 1))
    return LineView(str(line.line), tuple(_pieces(line.text, spans, notes)), notes)


def _span(line: Line, place: Place) -> tuple[int, int]:
    start = min(place.column - 1, len(line.text))
    return start, max(start, min(place.column_end or len(line.text), len(line.text)))


def _pieces(text: str, spans: Sequence[tuple[int, int]], notes: Sequence[NoteView]) -> Iterator[Piece]:
    """The text cut wherever the words of a note begin or end."""
    cuts = sorted({0, len(text), *(at for span in spans for at in span)})
    for start, end in pairwise(cuts):
        over = [note.level for (first, last), note in zip(spans, notes, strict=True) if first <= start and end <= last]
        ends = tuple(note for (_, last), note in zip(spans, notes, strict=True) if last == end)
        yield Piece(text[start:end], min(over, key=LEVELS.index) if over else None, ends)


def _view(id: int, note: Note) -> NoteView:
    head, *rest = note.paragraphs
    return NoteView(id, note.number, note.level, head, tuple(rest))


def _say(key: str, lang: str, **parts: object) -> str:
    return texts.say("annotate", key, lang, **parts)
