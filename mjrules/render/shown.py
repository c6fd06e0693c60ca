"""Documents with what was recognised in them marked, so that a person sees at a glance what was read and what was not.

On a terminal marks are colours, without colours they are letters and brackets; the page has both colours and lines, so
that it can be printed and read by those who do not see colours.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from mjrules import names, texts
from mjrules.claims import Coverage, Entry, Marked, MarkedLine, MarkKind, Message, Piece, Source
from mjrules.render.files import told_apart
from mjrules.render.paper import Paper
from mjrules.render.reading import coded, message_text
from mjrules.render.width import visible, width

LETTERS: dict[MarkKind, str] = {"name": "N", "points": "P", "item": "L", "heading": "H", "stated": "S", "unread": "?"}
"""What stands before the brackets around a mark where there are no colours."""

REPAIR = "R"
ARROW = "→"
CELL_EDGE = " │ "
_CLOSING = frozenset("，。、；：？！）》」』”’】〉)],.;:!?│")

LEGEND: tuple[MarkKind, ...] = ("name", "points", "item", "list", "heading", "stated", "text", "aside", "unread")
SHARES = ("claims", "text", "aside", "unread")
_STYLES: dict[MarkKind, str] = {kind: kind for kind in LEGEND if kind != "text"}
_SEEN_ANYWAY = frozenset({"unread-text"})
"""Messages that say of a line what its marks show."""


class Mark(NamedTuple):
    """Characters of one kind that stand together, and the repairs made in them."""

    kind: MarkKind
    pieces: tuple[Piece, ...]

    @property
    def entry(self) -> int | None:
        return self.pieces[0].entry

    @property
    def fan(self) -> str | None:
        return self.pieces[0].fan


def marks(line: MarkedLine) -> Iterator[Mark]:
    """The marks of a line: a name in which something was mended is one mark."""
    for (kind, _, _), group in groupby(line.pieces, key=lambda piece: (piece.kind, piece.entry, piece.fan)):
        yield Mark(kind, tuple(group))


def shares(coverage: Coverage | None) -> list[tuple[str, int, float]]:
    """What, how many characters, which share of all."""
    if coverage is None:
        return []
    counts = (coverage.claims, coverage.commentary, coverage.aside, coverage.unread)
    return [(kind, count, count / max(1, sum(counts))) for kind, count in zip(SHARES, counts, strict=True)]


def shares_text(coverage: Coverage | None, lang: str) -> str:
    said = (
        _say("share", lang, what=_say(kind, lang), count=count, percent=f"{share:.1%}")
        for kind, count, share in shares(coverage)
    )
    return _say("coverage", lang, shares=(", " if lang == "en" else "，").join(said))


def unread_lines(marked: Marked) -> list[int]:
    """The lines in which something was not read."""
    found = (line.place.line for line in marked.lines if any(piece.kind == "unread" for piece in line.pieces))
    return list(dict.fromkeys(found))


def shown_messages(messages: Iterable[Message]) -> list[Message]:
    return [message for message in messages if message.code not in _SEEN_ANYWAY]


def _say(key: str, lang: str, /, **parts: object) -> str:
    return texts.say("shown", key, lang, **parts)


# the terminal


def shown_text(documents: Sequence[Marked], paper: Paper) -> str:
    """The documents one after the other, each with its figures and the legend above it."""
    return "\n\n".join("\n".join(_document(marked, paper)) for marked in documents) + "\n"


def _document(marked: Marked, paper: Paper) -> Iterator[str]:
    source = marked.source
    yield paper.paint("strong", source.id)
    read_as = "read-as" if source.encoding else "read-as-package"
    yield from paper.fold(paper.say(read_as, path=source.path, format=source.format, encoding=source.encoding), 2)
    if source.coverage:
        yield from paper.fold(shares_text(source.coverage, paper.lang), 2)
    for message in shown_messages(message for message in source.messages if not message.place):
        yield from _note(message, paper, 2)
    if not marked.lines:
        yield f"  {_say('no-text', paper.lang)}"
        return
    yield from _folded(_legend(paper), 2, "", paper)
    yield ""
    edge = max(len(str(line.place.line)) for line in marked.lines) + 2
    last = 0
    nearest: int | None = None
    for line in marked.lines:
        number = str(line.place.line) if line.place.line != last else ""
        last = line.place.line
        cells = [cell for mark in marks(line) for cell in _cells(mark, source, paper)]
        yield from _folded(cells, edge, number.rjust(edge - 2), paper)
        elsewhere, nearest = _of_other_entries(line, nearest)
        for entry, own in groupby(elsewhere, key=lambda item: item.entry or 0):
            yield from paper.fold(_whose(source.entries[entry], list(own), paper.lang), edge + 2, "faint", "↳ ")
        for message in shown_messages(line.messages):
            yield from _note(message, paper, edge)


def _of_other_entries(line: MarkedLine, nearest: int | None) -> tuple[list[Mark], int | None]:
    """The items of a line that are in the list of another entry than the nearest above, and the last entry named."""
    elsewhere: list[Mark] = []
    for mark in marks(line):
        if mark.kind == "name" and mark.entry is not None:
            nearest = mark.entry
        elif mark.kind == "item" and mark.entry not in (None, nearest):
            elsewhere.append(mark)
    return elsewhere, nearest


def _whose(entry: Entry, items: Sequence[Mark], lang: str) -> str:
    """In whose list items are."""
    between = ", " if lang == "en" else "、"
    named = between.join(dict.fromkeys(visible("".join(piece.text for piece in item.pieces).strip()) for item in items))
    return _say("whose", lang, items=named, fan=_name_of(entry, lang), line=entry.place.line)


def _name_of(entry: Entry, lang: str) -> str:
    return names.fan(entry.fan).label(lang) if entry.fan else entry.name or _say("about-unknown", lang)


def _note(message: Message, paper: Paper, indent: int) -> Iterator[str]:
    style = {"error": "error", "warning": "conflict", "info": "faint"}[message.level]
    said = coded(message, message_text(message, paper.lang), paper.lang)
    yield from paper.fold(said, indent + 2, style, "· ")


class Cell(NamedTuple):
    """A character (or a mark's beginning) on paper, and its style."""

    text: str
    style: str | None


def _styled(text: str, style: str | None) -> list[Cell]:
    return [Cell(char, style) for char in visible(text)]


def _cells(mark: Mark, source: Source, paper: Paper) -> list[Cell]:
    """A mark; without colours in its brackets, with the spaces around it outside of them."""
    style = _STYLES.get(mark.kind)
    inner: list[Cell] = []
    for piece in mark.pieces:
        inner += _piece(piece, source, style, paper)
    filled = [at for at, cell in enumerate(inner) if cell.text.strip()]
    letter = LETTERS.get(mark.kind)
    if paper.colour or not letter or not filled:
        return inner
    start, end = filled[0], filled[-1] + 1
    return [*inner[:start], Cell(f"{letter}[", None), *inner[start:end], Cell("]", None), *inner[end:]]


def _piece(piece: Piece, source: Source, style: str | None, paper: Paper) -> list[Cell]:
    text = piece.text.replace("\t", CELL_EDGE)
    if piece.repair is None or not text.strip():
        return _styled(text, style)
    read_as = source.repairs[piece.repair].read_as.strip()
    told = _styled(f"{text}{ARROW}{read_as}" if read_as else text, "repair" if paper.colour else None)
    return told if paper.colour else [Cell(f"{REPAIR}[", None), *told, Cell("]", None)]


def _legend(paper: Paper) -> list[Cell]:
    cells: list[Cell] = []
    letters: dict[str, str | None] = {kind: LETTERS.get(kind) for kind in LEGEND}
    letters["repair"] = REPAIR
    for kind, letter in letters.items():
        if paper.colour or letter:
            said = _say(kind, paper.lang)
            cells += [Cell("  ", None)] if cells else []
            cells.append(Cell(said if paper.colour else f"{letter}[{said}]", None if kind == "text" else kind))
    return cells


def _folded(cells: Sequence[Cell], indent: int, head: str, paper: Paper) -> Iterator[str]:
    """Characters as lines, each not longer than the paper is wide; ``head`` stands before the first one. A line breaks
    before a mark or behind a sign, if one of them is near its end."""
    room = max(paper.columns - indent, 20)
    before = paper.paint("faint", head) + " " * (indent - width(head))
    line: list[Cell] = []
    for cell in cells:
        if sum(width(each.text) for each in line) + width(cell.text) > room:
            at = _break(line, cell, room // 4)
            yield (before + _painted(line[:at], paper)).rstrip()
            line, before = line[at:], " " * indent
        line.append(cell)
    yield (before + _painted(line, paper)).rstrip()


def _break(line: Sequence[Cell], next: Cell, furthest: int) -> int:
    """Where a full line breaks, before ``next``."""
    cells = [*line, next]
    for at in range(len(line), max(1, len(line) - furthest), -1):
        opens = cells[at].text.endswith("[") or cells[at].style not in (cells[at - 1].style, None)
        closes = cells[at].text in _CLOSING or cells[at - 1].text.endswith("[")
        if not closes and (opens or cells[at - 1].text in _CLOSING or not cells[at - 1].text.strip()):
            return at
    return len(line)


def _painted(line: Sequence[Cell], paper: Paper) -> str:
    groups = (
        (style, "".join(cell.text for cell in group)) for style, group in groupby(line, key=lambda cell: cell.style)
    )
    return "".join(paper.paint(style, text) if style else text for style, text in groups)


# the page


class _Shown(NamedTuple):
    """One mark as the page shows it."""

    kind: MarkKind
    about: str
    parts: tuple[tuple[str, str | None, str], ...]
    """Text, what it was read as where it was mended, and what is said of that."""


class _Page:
    """Documents as one page in one language."""

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def say(self, key: str, /, **parts: object) -> str:
        return _say(key, self.lang, **parts)

    def marks(self, line: MarkedLine, source: Source) -> list[_Shown]:
        return [
            _Shown(mark.kind, self._about(mark, source), tuple(self._part(piece, source) for piece in mark.pieces))
            for mark in marks(line)
        ]

    def _about(self, mark: Mark, source: Source) -> str:
        """What a name or an item is, in words."""
        if mark.kind == "item":
            return self._about_item(mark, source)
        if mark.kind == "name" and mark.entry is not None:
            return self._about_entry(source.entries[mark.entry])
        return ""

    def _about_item(self, mark: Mark, source: Source) -> str:
        """Which fan an item is, and whose list it was read into."""
        item = names.fan(mark.fan).label(self.lang) if mark.fan else self.say("about-unknown")
        if mark.entry is None:
            return item
        entry = source.entries[mark.entry]
        return self.say("about-item", item=item, fan=_name_of(entry, self.lang), line=entry.place.line)

    def _about_entry(self, entry: Entry) -> str:
        fan = names.fan(entry.fan).label(self.lang) if entry.fan else self.say("about-unknown")
        key = "about-no-points" if entry.points is None else "about-points"
        about = self.say(key, fan=fan, points=entry.points)
        return about if entry.repeats is None else self.say("about-copy", about=about, line=entry.repeats)

    def _part(self, piece: Piece, source: Source) -> tuple[str, str | None, str]:
        if piece.repair is None or not piece.text.strip():
            return piece.text, None, ""
        repair = source.repairs[piece.repair]
        key = "about-repair" if repair.read_as.strip() else "about-removed"
        about = self.say(key, printed=visible(piece.text), read_as=visible(repair.read_as.strip()), kind=repair.kind)
        return (
            piece.text,
            repair.read_as.strip(),
            self.say("about-rule", about=about) if repair.changes_meaning else about,
        )

    def message(self, message: Message) -> str:
        return message_text(message, self.lang)

    def shares_text(self, coverage: Coverage | None) -> str:
        return shares_text(coverage, self.lang)


def shown_html(documents: Sequence[Marked], lang: str) -> str:
    """The documents as one page that needs nothing else."""
    from mjrules.render.html import asset, page_policy, template

    page = _Page(lang)
    style = asset("shown.css")
    return template("shown.html.jinja").render(
        lang=lang,
        page=page,
        t=page.say,
        documents=documents,
        files=told_apart([marked.source.path for marked in documents]),
        legend=LEGEND,
        arrow=ARROW,
        shares=shares,
        unread_lines=unread_lines,
        shown_messages=shown_messages,
        style=style,
        policy=page_policy(asset("report.js"), asset("report.css"), style),
    )
