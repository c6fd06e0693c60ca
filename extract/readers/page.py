"""Web pages: the text a reader of the page sees, block by block.

Readings above characters (ruby), hidden parts, scripts and struck-out text are no part of it. A table row is one block,
its cells joined by tabs; a merged cell stands in every row it covers; a table that only lays out the page gives the
blocks of its cells. A contents list is one block, so that its names are not taken for headings.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from extract import vocabulary
from extract.document import Block, BlockKind, Document, title_of
from extract.messages import message
from extract.readers import tables
from extract.readers.hidden import Hidden, may_be_coloured
from mjrules import names
from mjrules.claims import Message, Place

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

    from extract.readers.encodings import Decoded

_LINE = "data-source-line"
_MARK = "data-mark-of-note"
DEPTH = "data-depth-in-lists"
"""What says how deep a line of Markdown stands in lists."""
_NOTE_LINK = re.compile(r"[\[［〔(（]?\s*(?:[注註]?\s*\d{1,3}|[\u2460-\u2473*†‡])\s*[\]］〕)）]?")
_SILENT = frozenset(["script", "style", "head", "title", "rt", "rp", "rtc", "annotation", "annotation-xml"])
_UNSEEN = frozenset(["template", "noscript", "datalist", "object", "canvas", "audio", "video"])
"""What stands in them is shown only where something else cannot be shown, or once a program has put it elsewhere."""
_FIELDS = frozenset(["input", "select"])
_TYPED = frozenset({"", "text", "number"})
_NO_FILE = re.compile(r"\s*(?:about:|javascript:|$)", re.I)
_DELETED = frozenset({"del", "s", "strike"})
_CONTENTS = re.compile(r"\b(?:toc|contents)\b", re.I)
_EDIT_LINK = re.compile(r"\bmw-editsection\b")
_REFERENCE_MARK = re.compile(r"\breference\b")
_FURNITURE = re.compile(r"\b(?:navbox|references|reflist|catlinks|printfooter)\b", re.I)
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "dt", "summary", "legend"})
_OTHER_BLOCKS = """
    address article aside blockquote body button caption center dd details div dl fieldset figcaption figure footer
    form header hgroup hr html li listing main menu ol option p pre section textarea ul
"""
_BLOCKS = _HEADINGS | frozenset(_OTHER_BLOCKS.split())
_KEEPING_LINES = frozenset({"pre", "listing", "textarea"})
_ROW_GROUPS = frozenset({"thead", "tbody", "tfoot", "form", "center", "div", "span"})
_KEEPS_LINES = re.compile(r"white-space\s*:\s*(?:pre|break)", re.I)
_NOTE_NUMBER = re.compile(r"\s*[\[(（〔]?\s*(\d{1,3}|[\u2460-\u2473])\s*[\])）〕]?\s*")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f]")
_XML_DECLARATION = re.compile(r"\A\s*<\?xml[^>]*>")
_TAG = re.compile(r"<!--.*?(?:-->|\Z)|<([a-zA-Z][\w:-]*)(?=[\s/>])|</(ruby)\b", re.S)
_RUBY_PARTS = {"rb": ("rb", "rt", "rp", "rtc"), "rt": ("rb", "rt", "rp"), "rp": ("rt", "rp"), "rtc": ("rb", "rt", "rp")}
"""For each part of ruby the open parts that its tag ends, as pages leave their end tags out."""
_SPACES = re.compile(r"[ \t\r\n\f]+")
_WORDS = re.compile(r"[^\W\d_]")
_FEWEST_ENTRIES = 2
_FEWEST_ROWS = 2
_LONGEST_TITLE = 20
_WIDEST = 500
"""Rows or columns that one cell may cover."""


def read(decoded: Decoded, name: str, *, format: str = "html") -> Document:
    """The blocks of a page; ``line`` is the line of the file where a block begins."""
    root = _parsed(decoded.text)
    if root is None:
        return Document(name, format, decoded.encoding, "", (), decoded.messages)
    left_out: Counter[str] = Counter()
    said: list[Message] = []
    hidden = _hidden(root, decoded.text)
    _make_tables(root, hidden)
    _mark_notes(root)
    blocks = tuple(_Page(hidden, left_out, said).blocks(root))
    left_out["scripts-left-out"] = sum(_names_fans(_words(script)) for script in root.iter("script"))
    title = next((" ".join(_words(found).split()) for found in root.iter("title")), "")
    messages = (*decoded.messages, *said, *_of_what_was_left_out(left_out))
    return Document(name, format, decoded.encoding, title or title_of(blocks), blocks, messages)


_LEFT_OUT = (
    "page-furniture",
    "hidden-text",
    "deleted-text",
    "pictures-left-out",
    "drawings-left-out",
    "fields-left-out",
    "frames-left-out",
    "scripts-left-out",
)


def _hidden(root: Element, markup: str) -> Hidden:
    return Hidden((_words(style) for style in root.iter("style")), on_white=not may_be_coloured(markup))


def _make_tables(root: Element, hidden: Hidden) -> None:
    """Give what is shown as a table, or laid out like one below a row of titles, the tags of one."""
    shown = root.iter("div", "span", "section", "ul", "ol", "li", "dl", "dt", "dd", "p", "b", "i", "a")
    styled = (element for element in shown if hidden.by_tag or len(element.attrib) > 1)  # more than the line
    for element, part in [(element, part) for element in styled if (part := hidden.part_of_table(element))]:
        if part == "table" or _stands_in(element, "tr" if part == "td" else "table"):
            element.tag = part
    for element in list(root.iter("div", "ul", "section")):
        rows = [child for child in element if isinstance(child.tag, str)]
        if len(rows) >= _FEWEST_ROWS and _is_row_of_titles(rows[0]):
            element.tag = "table"
            for row in rows:
                if len(row) == len(rows[0]):
                    row.tag = "tr"
                    for cell in row:
                        cell.tag = "td"


def _mark_notes(root: Element) -> None:
    """Put the mark of a note before it, where only its place among others or a link to it tells which it is."""
    marks: dict[str, str] = {}
    for link in root.iter("a"):
        words = _squeezed(_words(link))
        to = (link.get("href") or "").strip()
        around = link.getparent()
        raised = around is not None and around.tag == "sup"
        if to.startswith("#") and to != "#" and _NOTE_LINK.fullmatch(words) and (raised or not words.isdecimal()):
            marks.setdefault(to[1:], f"[{words.strip('[]［］〔〕()（）')}]")
    if marks:
        for element in root.iter("li", "p", "div", "dd", "aside", "section"):
            mark = marks.get(element.get("id") or "")
            if mark and not _squeezed(_words(element)).startswith((mark, mark.strip("[]"))):
                element.set(_MARK, f"{mark} ")


def _stands_in(element: Element, tag: str) -> bool:
    """Whether an element is a row of a table, or a cell of a row."""
    around = islice(element.iterancestors(), 1 if tag == "tr" else _FEWEST_ROWS)
    return any(above.tag == tag for above in around)


def _is_row_of_titles(element: Element) -> bool:
    """Whether the parts of an element are the titles of columns, and there is nothing between them."""
    if len(element) < _FEWEST_ROWS or element.tag in ("tr", "table", "thead") or (element.text or "").strip():
        return False
    if any(not isinstance(part.tag, str) or part.tag == "br" or (part.tail or "").strip() for part in element):
        return False
    if any(next(islice(part.iterdescendants(), _FEWEST_ROWS, None), None) is not None for part in element):
        return False  # more than a word and its frame
    titles = [_squeezed(_words(part)) for part in element]
    return all(0 < len(title) <= _LONGEST_TITLE for title in titles) and tables.is_header(titles)


def _names_fans(words: str) -> bool:
    """Whether fans are named in words that are no text of the page."""
    found = {name[0] for name in re.finditer(vocabulary.name_pattern(), tables.simplified(words))}
    return len(found) >= _FEWEST_ENTRIES


def _of_what_was_left_out(left_out: Counter[str]) -> Iterator[Message]:
    for code in _LEFT_OUT:
        if left_out[code]:
            yield message(code, "info", count=left_out[code])


def _parsed(markup: str) -> Element | None:
    from lxml import etree, html

    parser = html.HTMLParser(huge_tree=True)
    try:
        markup = _XML_DECLARATION.sub("", _CONTROL.sub("", markup), 1)
        root = html.document_fromstring(_with_lines(markup), parser=parser)
    except etree.ParserError:  # nothing in it
        return None
    # the parser leaves out what stands within too many tags, and all that comes behind it
    if any(error.level_name == "FATAL" for error in parser.error_log):
        raise RecursionError
    return root


def _with_lines(markup: str) -> str:
    """The markup with the line of every start tag as an attribute, which the parser does not keep itself beyond some
    number; and parts of ruby ended where their end tags are left out."""
    line, done = 1, 0
    part = ""

    def numbered(tag: re.Match[str]) -> str:
        nonlocal line, done, part
        line += markup.count("\n", done, tag.start())
        done = tag.start()
        if tag[0].startswith("<!"):
            return tag[0]
        name = (tag[1] or "").lower()
        ended = f"</{part}>" if part and (tag[2] or part in _RUBY_PARTS.get(name, ())) else ""
        if ended or name in _RUBY_PARTS:
            part = name if name in _RUBY_PARTS else ""
        return ended + (tag[0] if tag[2] else f'{tag[0]} {_LINE}="{line}"')

    return _TAG.sub(numbered, markup)


class _Cell(msgspec.Struct, frozen=True):
    """What a cell shows, line by line, and how many rows and columns it covers."""

    blocks: tuple[Block, ...]
    rows: int = 1
    columns: int = 1

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(block.text.replace("\t", " ").strip() for block in self.blocks)


_EMPTY = _Cell(())


class _Row(msgspec.Struct, frozen=True):
    """A row with the cells that reach into it; ``reached`` tells which."""

    element: Element
    cells: tuple[_Cell, ...]
    reached: tuple[bool, ...]


class _Open(NamedTuple):
    """An element that is being walked through: what of it is left, and what its end brings about."""

    element: Element
    children: Iterator[Element]
    kind: BlockKind
    block: bool
    kept_lines: bool
    """Whether lines were kept around it."""
    depth: int
    """How deep it stands in lists."""


class _Page:
    """One walk over the tree of a page, or of one cell of a table in it."""

    def __init__(self, hidden: Hidden, left_out: Counter[str], said: list[Message]) -> None:
        self.hidden = hidden
        self.left_out = left_out
        self.said = said
        self.found: list[Block] = []
        self._inline: list[tuple[str, int]] = []
        """The words since the last block, each with the line it begins in; 0: where the one before ends."""
        self._line = 1
        self._keeps_lines = False
        self._depth = 0

    def blocks(self, element: Element) -> list[Block]:
        self._line = _line_of(element, self._line)
        self._walk(element, "paragraph")
        self._flush("paragraph")
        return self.found

    def _walk(self, element: Element, kind: BlockKind) -> None:
        self._read(self._opened(element, kind, block=False))

    def _read(self, outermost: _Open) -> None:
        """All of an element in order, without recursion: pages leave hundreds of tags open."""
        within = [outermost]
        while within:
            here = within[-1]
            child = next(here.children, None)
            if child is None:
                self._close(within.pop())
                done = here.element if within else None
            elif not isinstance(child.tag, str) or self._is_silent(child) or self._is_one_thing(child, here.kind):
                done = child
            else:
                within.append(self._opened(child, here.kind, block=child.tag in _BLOCKS))
                continue
            if done is not None and done.tail:
                self._inline.append((done.tail, 0))

    def _opened(self, element: Element, kind: BlockKind, *, block: bool) -> _Open:
        name = str(element.tag)
        keeps_lines, depth = self._keeps_lines, self._depth
        if block:
            self._flush(kind)
            kind = "heading" if name in _HEADINGS else "caption" if name == "caption" else "paragraph"
            self._keeps_lines = keeps_lines or name in _KEEPING_LINES or _style_keeps_lines(element)
            told = (element.get(DEPTH) or "")[:2]
            self._depth = int(told) if told.isdecimal() else depth + (name == "li")
        if before := self.hidden.generated(element, "before"):
            self._inline.append((before, 0))
        if mark := element.get(_MARK):
            self._inline.append((mark, 0))
        if element.text:
            self._inline.append((element.text, _line_of(element, 0)))
        return _Open(element, iter(element), kind, block, keeps_lines, depth)

    def _close(self, element: _Open) -> None:
        if behind := self.hidden.generated(element.element, "after"):
            self._inline.append((behind, 0))
        if element.block:
            self._flush(element.kind)
            self._keeps_lines, self._depth = element.kept_lines, element.depth

    def _is_one_thing(self, element: Element, kind: BlockKind) -> bool:
        """Read an element that is not walked through; whether it was one."""
        name = str(element.tag)
        if name == "br":
            self._flush(kind)
            self._line = _line_of(element, self._line)
        elif name == "table":
            self._flush(kind)
            self._line = _line_of(element, self._line)
            self._table(element)
        elif name in _BLOCKS and _has(element, _CONTENTS):
            self._flush(kind)
            self._inline.append((_words(element, " "), _line_of(element, 0)))
            self._flush("contents")
        elif name == "img":
            self._picture(element)
        elif name == "svg":
            self._drawing(element)
        elif name in _FIELDS:
            self._field(element)
        elif name in ("iframe", "frame"):
            self._frame(element, kind)
        elif name == "sup" and (mark := _note_number(element)):
            self._inline.append((f"[{mark}]", 0))
        else:
            return False
        return True

    def _picture(self, element: Element) -> None:
        """A picture of a name at the head of a block stands for the name, unless the name is written behind it; other
        pictures show tiles."""
        words = (element.get("alt") or "").strip()
        at_the_head = not any(before.strip() for before, _ in self._inline)
        alone = element.getprevious() is None and not _stands_before_a_picture(element)
        named = bool(words) and bool(names.resolve(words))
        if named and at_the_head and alone and not tables.begins_with_name(_behind(element)):
            self._inline.append((words, _line_of(element, 0)))
        else:
            self.left_out["pictures-left-out"] += 1

    def _drawing(self, element: Element) -> None:
        """Words in a drawing stand anywhere in it: what belongs to what is not known."""
        if any(_WORDS.search(_words(text)) for text in element.iter("text", "foreignobject")):
            self.left_out["drawings-left-out"] += 1

    def _field(self, element: Element) -> None:
        """What is chosen from a list or stands in a field of a form may be part of a table of a program."""
        typed = element.get("value") or "" if (element.get("type") or "").casefold() in _TYPED else ""
        words = _words(element, " ") if element.tag == "select" else typed
        if re.search(rf"{vocabulary.name_pattern()}|\d\s*{vocabulary.UNIT}", tables.simplified(words)) or (
            element.tag == "input" and words.isdecimal()
        ):
            self.left_out["fields-left-out"] += 1

    def _frame(self, element: Element, kind: BlockKind) -> None:
        """A frame shows another page: one that stands in its attribute is read where the frame is."""
        page = _parsed(element.get("srcdoc") or "")
        if page is not None:
            self._flush(kind)
            line = _line_of(element, self._line)
            blocks = _Page(_hidden(page, element.get("srcdoc") or ""), self.left_out, self.said).blocks(page)
            self.found += (msgspec.structs.replace(block, line=line, line_end=line) for block in blocks)
        elif not _NO_FILE.match(element.get("src") or ""):
            self.left_out["frames-left-out"] += 1

    def _flush(self, kind: BlockKind) -> None:
        if not self._inline:
            return
        raw = "".join(words for words, _ in self._inline)
        line = self._line
        first = last = 0
        for words, begins in self._inline:
            line = begins or line
            if words.strip():
                lead = words[: len(words) - len(words.lstrip())]
                first = first or line + lead.count("\n")
                last = line + words.rstrip().count("\n")
            line += words.count("\n")
        self._inline.clear()
        self._line = line
        if not first:
            return
        if self._keeps_lines:
            for number, own in enumerate(raw.strip("\n").split("\n"), first):
                if own.strip():
                    self.found.append(Block(own.rstrip(), kind, number, number, depth=self._depth))
        else:
            self.found.append(Block(_squeezed(raw), kind, first, max(first, last), depth=self._depth))

    def _is_silent(self, element: Element) -> bool:
        name = element.tag
        if name in _SILENT:
            return True
        if name in _UNSEEN and not element.get("shadowrootmode"):
            self._count(element, "hidden-text")
            return True
        if len(element.attrib) < 2 and name not in _DELETED and name != "nav" and not self.hidden.by_tag:
            return False  # only the line, as most have
        if name in _DELETED or self.hidden.is_struck_out(element):
            self._count(element, "deleted-text")
            return True
        if self.hidden.hides(element):
            self._count(element, "hidden-text")
            return True
        if name == "nav" or element.get("role") == "navigation" or _has(element, _FURNITURE):
            self._count(element, "page-furniture")
            return True
        return _has(element, _EDIT_LINK) or _has(element, _REFERENCE_MARK)

    def _count(self, element: Element, code: str) -> None:
        """Remember that words were left out; numbers alone sort a table and say nothing."""
        if _WORDS.search(_words(element)):
            self.left_out[code] += 1

    # tables

    def _table(self, table: Element) -> None:
        rows = [
            (row, [self._cell(cell) for cell in _cells(row) if not self._is_silent(cell)]) for row in self._rows(table)
        ]
        grid = _one_row_an_entry(_grid(rows))
        single = all(len(row.cells) - row.cells.count(_EMPTY) <= 1 for row in grid)
        names_at = tables.column_of_names([[" ".join(cell.lines) for cell in row.cells] for row in grid])
        shown: list[tuple[Block, Sequence[str] | None]] = []
        for number, row in enumerate(grid, 1):
            line = _line_of(row.element, self._line)
            end = max([line, *(block.line_end for cell in row.cells for block in cell.blocks)])
            frame = Block("", "row", line, end, f"row {number}")
            if single or any(map(_holds_entries, row.cells)):
                shown += [(block, None) for cell in row.cells for block in cell.blocks]
            else:
                shown += self._rows_of_names(frame, [cell.lines for cell in row.cells], names_at)
        own = [(block, cells) for block, cells in shown if cells is not None]
        read = tables.read([cells for _, cells in own])
        self.said += tables.messages(read.said, [_place(block) for block, _ in own])
        lines = iter(read.rows)
        for block, cells in shown:
            made = [block]
            if cells is not None:
                made = [msgspec.structs.replace(block, text=line.text, kind=line.kind) for line in next(lines)]
            self.found += (each for each in made if each.text.strip())
        if grid:
            end = self.found[-1].line_end if self.found else self._line
            self.found.append(Block("", "paragraph", end, end))

    def _rows_of_names(
        self, frame: Block, cells: Sequence[Sequence[str]], names_at: int | None
    ) -> Iterator[tuple[Block, list[str] | None]]:
        """A row, or one for each name in it; one of which nobody can tell what belongs to what opens no entry."""
        count = tables.names_in_row(cells, names_at)
        if count == 1:
            yield frame, list(map(tables.joined, cells))
        elif count:
            yield from ((frame, [tables.line_of(lines, at) for lines in cells]) for at in range(count))
        else:
            text = " ".join(line for lines in cells for line in lines)
            place = Place(frame.line, frame.line_end, path=frame.path)
            self.said.append(message("row-not-read", "warning", place, what=text))
            yield msgspec.structs.replace(frame, text=text, kind="note"), None

    def _rows(self, element: Element) -> Iterator[Element]:
        """The rows of a table that are shown; a caption and what stands loose between the rows becomes a block."""
        self._loose(element.text or "", element)
        for child in element:
            if isinstance(child.tag, str) and not self._is_silent(child):
                yield from self._part_of_table(child)
            self._loose(child.tail or "", child)

    def _part_of_table(self, child: Element) -> Iterator[Element]:
        """The rows in one thing that stands in a table."""
        if child.tag == "tr" and next(_cells(child), None) is not None:
            self._loose_words(child)
            yield child
        elif child.tag in _ROW_GROUPS:
            yield from self._rows(child)
        elif child.tag not in ("colgroup", "col"):
            if not self._is_one_thing(child, "paragraph"):
                self._read(self._opened(child, "paragraph", block=child.tag in _BLOCKS))
            self._flush("paragraph")

    def _loose_words(self, row: Element) -> None:
        """Words of a row that stand in none of its cells: a page shows them before its table."""
        loose = [words for words in (row.text, *(child.tail for child in row)) if words and not words.isspace()]
        if loose:
            self._loose(" ".join(loose), row)

    def _loose(self, words: str, near: Element) -> None:
        """Words of a table that stand in none of its cells."""
        if words.strip():
            self._inline.append((words, _line_of(near, 0)))
            self._flush("paragraph")

    def _cell(self, element: Element) -> _Cell:
        if len(element) or self.hidden.generates:
            blocks = tuple(_Page(self.hidden, self.left_out, self.said).blocks(element))
        else:  # text and nothing else, as in most cells
            text, line = _squeezed(element.text or ""), _line_of(element, self._line)
            blocks = (Block(text, "paragraph", line, line + (element.text or "").count("\n")),) if text else ()
        return _Cell(blocks, _number(element.get("rowspan")), _number(element.get("colspan")))


def _place(block: Block) -> Place:
    return Place(block.line, block.line_end, path=block.path)


def _cells(row: Element) -> Iterator[Element]:
    for child in row:
        if child.tag in ("td", "th"):
            yield child
        elif isinstance(child.tag, str) and child.find(".//td") is not None:
            yield from _cells(child)


def _grid(rows: Sequence[tuple[Element, list[_Cell]]]) -> Iterator[_Row]:
    """The rows, each with the cells that reach into it from rows above. The columns that a cell covers beyond its first
    are empty."""
    widest = max((len(own) for _, own in rows), default=0)
    columns = max((sum(min(cell.columns, widest) for cell in own) for _, own in rows), default=0)
    reaching: dict[int, tuple[int, _Cell]] = {}
    for element, own in rows:
        cells: list[_Cell] = []
        reached: list[bool] = []

        def take_reaching(cells: list[_Cell] = cells, reached: list[bool] = reached) -> None:
            while (at := len(cells)) in reaching and at < columns:
                left, cell = reaching.pop(at)
                if left > 1:
                    reaching[at] = (left - 1, cell)
                cells.append(cell)
                reached.append(True)

        for cell in own:
            take_reaching()
            for column in range(min(cell.columns, widest)):
                covering = _EMPTY if column else cell
                if cell.rows > 1:
                    reaching[len(cells)] = (cell.rows - 1, covering)
                cells.append(covering)
                reached.append(False)
        take_reaching()
        yield _Row(element, tuple(cells), tuple(reached))


def _one_row_an_entry(rows: Iterator[_Row]) -> list[_Row]:
    """The rows, those joined whose name reaches over several of them, unless each has points of its own."""
    found: list[_Row] = []
    for row in rows:
        pairs = list(zip(row.cells, row.reached, strict=True))
        above_it = [" ".join(cell.lines) for cell, reached in pairs if reached]
        own = [" ".join(cell.lines) for cell, reached in pairs if not reached]
        priced = any(map(tables.is_points, above_it))
        separate = any(tables.is_name(text) or (not priced and tables.is_points(text)) for text in own)
        if found and any(map(tables.is_name, above_it)) and not separate:
            above = found.pop()
            row = _Row(above.element, tuple(_joined(above.cells, pairs)), above.reached)
        found.append(row)
    return found


def _joined(above: Sequence[_Cell], row: Sequence[tuple[_Cell, bool]]) -> Iterator[_Cell]:
    """The cells of a row and what those of the row below it add."""
    for at in range(max(len(above), len(row))):
        cell = above[at] if at < len(above) else _EMPTY
        added, reached = row[at] if at < len(row) else (_EMPTY, False)
        yield cell if reached else _Cell((*cell.blocks, *added.blocks))


def _holds_entries(cell: _Cell) -> bool:
    """Whether a cell lays out a part of the page: entries, tiers or headings one below the other."""
    if len(cell.blocks) < _FEWEST_ENTRIES:
        return False
    heads = sum(block.kind == "heading" or tables.is_head(block.text) for block in cell.blocks)
    tiers = sum(tables.is_points(block.text) for block in cell.blocks)
    return bool(heads) and heads + tiers >= _FEWEST_ENTRIES


def _stands_before_a_picture(element: Element) -> bool:
    following = element.getnext()
    return following is not None and following.tag == "img" and not (element.tail or "").strip()


def _behind(element: Element) -> str:
    """The first words behind a picture in its block."""
    if (element.tail or "").strip():
        return element.tail or ""
    sibling = element.getnext()
    if sibling is None or sibling.tag in _BLOCKS or sibling.tag == "br" or not isinstance(sibling.tag, str):
        return ""
    return _words(sibling) or sibling.tail or ""


def _number(attribute: str | None) -> int:
    """How many rows or columns a cell covers; 0 is all of them."""
    text = (attribute or "1").strip()
    return (min(int(text), _WIDEST) or _WIDEST) if text.isascii() and text.isdecimal() else 1


def _words(element: Element, between: str = "") -> str:
    return between.join(str(words) for words in element.itertext())


def _has(element: Element, pattern: re.Pattern[str]) -> bool:
    return any(pattern.search(label) for label in (element.get("class"), element.get("id")) if label)


def _note_number(element: Element) -> str | None:
    """The number of a note that a raised text is the mark of; one in another is none."""
    if next(element.iterdescendants("sup"), None) is not None:
        return None
    mark = _NOTE_NUMBER.fullmatch(_words(element))
    return mark[1] if mark else None


def _style_keeps_lines(element: Element) -> bool:
    style = element.get("style")
    return bool(style and _KEEPS_LINES.search(style))


def _line_of(element: Element, otherwise: int) -> int:
    line = element.get(_LINE) or ""
    return int(line) if line.isdecimal() else otherwise


def _squeezed(text: str) -> str:
    return " ".join(_SPACES.split(text)).strip(" ")
