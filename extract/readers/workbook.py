"""Workbooks (.xlsx): the cells a person sees, sheet by sheet, as text.

A formula stands for the value that was last computed; nothing is computed, run or fetched here. A cell merged downwards
stands in every row it covers. Hidden sheets, rows and columns, struck-out cells, comments and drawings are not read,
and that is said. ``line`` counts the rows of all sheets that are read, so that it is the row of the first one; ``path``
says which row of which sheet it is.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from io import BytesIO
from itertools import groupby
from posixpath import join, normpath
from typing import Any, NamedTuple

from extract.document import Document
from extract.messages import message, refusal
from extract.readers import grid
from mjrules.claims import Message, Place
from mjrules.errors import UnreadableDocument

_MAIN = "xl/workbook.xml"

_UNPACKED = 64
"""Megabytes that the parts of a workbook may have unpacked."""

_MOST_CELLS = 300_000
_DAMAGED = (zipfile.BadZipFile, KeyError, ValueError, IndexError, EOFError, NotImplementedError, OverflowError)
_QUOTE = 20

_DATE_IDS = frozenset({*range(14, 18), 22, *range(27, 32), 36, *range(50, 59)})
"""Numbers of the built-in formats that show a date (those of 18 to 21 and 45 to 47 show a time)."""

_BUILT_IN = {9: "0%", 10: "0.00%"}
_LITERALS = re.compile(r'"([^"]*)"|\\(.)|\[[^\]]*\]|_.|\*.')
_REFERENCE = re.compile(r"([A-Z]{1,3})(\d{1,7})")


def is_workbook(data: bytes) -> bool:
    """Whether a zip archive is one; a Word file may have one inside."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            return _MAIN in archive.namelist()
    except _DAMAGED:
        return False


def read(data: bytes, name: str) -> Document:
    """The blocks of a workbook."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            if sum(part.file_size for part in archive.infolist()) > _UNPACKED << 20:
                raise refusal("too-large-unpacked", name, limit=_UNPACKED)
            book = _Book(archive, name)
            sheets = list(book.sheets())
    except UnreadableDocument:
        raise
    except _DAMAGED as error:
        raise refusal("damaged-workbook", name, reason=f"{type(error).__name__}: {error}"[:120]) from None
    if not sheets:
        raise refusal("no-sheets", name)
    return grid.document(name, "xlsx", None, "", sheets, book.messages)


def _tag(element: Any) -> str:
    """The name of an element without its namespace: there are two for the same elements."""
    return str(element.tag).rpartition("}")[2]


def _nearest(element: Any, tag: str) -> Iterator[Any]:
    return (child for child in element if _tag(child) == tag)


def _is_on(value: str | None) -> bool:
    return value in ("1", "true", "on")


class _Look(NamedTuple):
    """What a style makes of a cell."""

    format: str
    is_date: bool
    struck: bool
    unseen: bool
    """Whether it is written in white on nothing."""


_PLAIN = _Look("", is_date=False, struck=False, unseen=False)


class _String(NamedTuple):
    """A text, and the words of it that are struck out."""

    text: str
    struck: str


class _Cell(NamedTuple):
    column: int
    text: str


class _Book:
    """One workbook on its way."""

    def __init__(self, archive: zipfile.ZipFile, name: str) -> None:
        self.messages: list[Message] = []
        self._archive = archive
        self._name = name
        self._parts = set(archive.namelist())
        book = self._xml(_MAIN)
        self._since_1904 = any(_is_on(each.get("date1904")) for each in _nearest(book, "workbookPr"))
        self._sheets = [sheet for part in _nearest(book, "sheets") for sheet in _nearest(part, "sheet")]
        self._targets = self._related(_MAIN)
        self._strings = self._shared_strings()
        self._looks = self._styles()
        self._offset = self._cells = 0
        self._coloured = False
        """Whether something else than their styles may give the cells of a sheet a colour."""
        if any(part.lower().endswith("vbaproject.bin") for part in self._parts):
            self.messages.append(message("macros-not-run", "info"))

    def sheets(self) -> Iterator[grid.Sheet]:
        for sheet in self._sheets:
            title = sheet.get("name") or ""
            kind, part = self._targets.get(_related_id(sheet), ("", ""))
            if kind != "worksheet":
                self._say("sheet-left-out", None, "info", title=title)
            elif sheet.get("state") in ("hidden", "veryHidden"):
                self._say("sheet-hidden", None, "warning", title=title)
            else:
                yield self._sheet(title, part)

    def _say(self, code: str, place: Place | None, level: Any, **details: str | int) -> None:
        self.messages.append(message(code, level, place, **details))

    # parts

    def _xml(self, part: str) -> Any:
        from lxml import etree

        parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
        try:
            return etree.fromstring(self._archive.read(part), parser)
        except etree.XMLSyntaxError as error:
            raise ValueError(f"{part}: {error}") from None

    def _related(self, part: str) -> dict[str, tuple[str, str]]:
        """The parts that a part refers to: kind and name, by the id of the reference."""
        folder, _, file = part.rpartition("/")
        relations = f"{folder}/_rels/{file}.rels"
        if relations not in self._parts:
            return {}
        found = {}
        for each in self._xml(relations):
            target = str(each.get("Target") or "")
            whole = target.lstrip("/") if target.startswith("/") else normpath(join(folder, target))
            found[str(each.get("Id"))] = (str(each.get("Type")).rpartition("/")[2], whole)
        return found

    def _part(self, kind: str) -> str | None:
        return next((name for own, name in self._targets.values() if own == kind and name in self._parts), None)

    def _shared_strings(self) -> list[_String]:
        part = self._part("sharedStrings")
        return [_string(each) for each in _nearest(self._xml(part), "si")] if part else []

    def _styles(self) -> list[_Look]:
        part = self._part("styles")
        if not part:
            return []
        sections = {_tag(each): each for each in self._xml(part)}
        codes = dict(_BUILT_IN)
        codes |= {int(each.get("numFmtId")): each.get("formatCode") for each in sections.get("numFmts", ())}
        struck = [_is_struck(font) for font in sections.get("fonts", ())]
        white = [_is_white(font) for font in sections.get("fonts", ())]
        filled = [_is_filled(fill) for fill in sections.get("fills", ())]
        looks = []
        for each in sections.get("cellXfs", ()):
            number, font = int(each.get("numFmtId") or 0), int(each.get("fontId") or 0)
            code = codes.get(number, "")
            is_date = number in _DATE_IDS or bool(re.search("[dy年日]|m(?=.*[d日])", _LITERALS.sub("", code).lower()))
            fill = int(each.get("fillId") or 0)
            unseen = font < len(white) and white[font] and not (fill < len(filled) and filled[fill])
            looks.append(_Look(code, is_date, font < len(struck) and struck[font], unseen))
        return looks

    # sheets

    def _sheet(self, title: str, part: str) -> grid.Sheet:
        sheet = self._xml(part)
        hidden = {column for group in _nearest(sheet, "cols") for column in _hidden_columns(group)}
        self._coloured = any(_tag(part) in ("tableParts", "conditionalFormatting") for part in sheet)
        rows: dict[int, dict[int, str]] = {}
        left_out: list[int] = []
        for data in _nearest(sheet, "sheetData"):
            number = 0
            for row in _nearest(data, "row"):
                number = int(row.get("r") or number + 1)
                cells = {cell.column: cell.text for cell in self._row(row, title, number)}
                if _is_on(row.get("hidden")) or row.get("ht") == "0":
                    left_out += [number] if cells else []
                else:
                    rows[number] = cells
        wide = _merge(rows, sheet)
        gone = sorted(hidden & {column for cells in rows.values() for column, text in cells.items() if text.strip()})
        if left_out:
            self._say("rows-hidden", None, "warning", sheet=title, rows=_spans(left_out))
        if gone:
            self._say("columns-hidden", None, "warning", sheet=title, columns=", ".join(map(_letters, gone)))
        self._beside(part, title)
        found = tuple(self._seen(title, rows, hidden, wide))
        self._offset += max(rows, default=0)
        return grid.Sheet(title, found)

    def _seen(
        self, title: str, rows: dict[int, dict[int, str]], hidden: set[int], wide: dict[int, list[tuple[int, int]]]
    ) -> Iterator[grid.Row]:
        """The rows with what is seen of them; columns that are hidden are none."""
        width = max((column for cells in rows.values() for column in cells), default=0)
        shown = [column for column in range(1, width + 1) if column not in hidden]
        for number, cells in sorted(rows.items()):
            texts = tuple(cells.get(column, "") for column in shown)
            if any(text.strip() for text in texts):
                spans = [(_index(shown, first), _index(shown, end)) for first, end in wide.get(number, [])]
                place = self._place(title, number)
                yield grid.Row(place.line, place.line, texts, place.path, tuple(spans))

    def _place(self, title: str, number: int, cell: str = "") -> Place:
        path = f"sheet {title}, cell {cell}" if cell else f"sheet {title}, row {number}"
        return Place(self._offset + number, self._offset + number, path=path)

    def _row(self, row: Any, title: str, number: int) -> Iterator[_Cell]:
        column = 0
        for cell in _nearest(row, "c"):
            reference = _REFERENCE.fullmatch(cell.get("r") or "")
            column = _number(reference[1]) if reference else column + 1
            self._cells += 1
            if self._cells > _MOST_CELLS:
                raise refusal("too-much-text", self._name, limit=2)
            text = self._text(cell, title, number, f"{_letters(column)}{number}")
            if text:
                yield _Cell(column, text)

    def _text(self, cell: Any, title: str, number: int, name: str) -> str:
        """What is seen in a cell."""
        kind, style = cell.get("t"), int(cell.get("s") or 0)
        look = self._looks[style] if style < len(self._looks) else _PLAIN
        parts = {_tag(part): part for part in cell}
        value = (parts["v"].text or "") if "v" in parts else ""
        struck = ""
        if kind == "inlineStr":
            text, struck = _string(parts["is"]) if "is" in parts else ("", "")
        elif kind == "s":
            text, struck = self._strings[int(value)] if value else ("", "")
        elif kind == "b":
            text = "TRUE" if value == "1" else "FALSE"
        elif kind in ("str", "e", "d") or not value:
            text = value
        else:
            text = self._number_text(float(value), look)
        place = self._place(title, number, name)
        if "f" in parts and not value:
            self._say("formula-without-value", place, "warning", cell=name)
        if kind == "e":
            self._say("cell-error", place, "warning", cell=name, words=text)
        if look.struck and text.strip():
            text, struck = "", text
        if struck.strip():
            self._say("struck-out", place, "warning", cell=name, words=struck[:_QUOTE])
        if text.strip() and look.unseen and not self._coloured:
            self._say("unseen-text-left-out", place, "info", what=text[:_QUOTE])
            return ""
        return text

    def _number_text(self, value: float, look: _Look) -> str:
        """A number as its format shows it: a date, a percentage, with a word behind it (24番)."""
        if look.is_date and 0 < value < 3_000_000:
            day = datetime(1904, 1, 1) if self._since_1904 else datetime(1899, 12, 30)
            day += timedelta(days=value)
            return f"{day.year}-{day.month}-{day.day}" if "y" in look.format.lower() else f"{day.month}月{day.day}日"
        section = re.sub(r"\[[^\]]*\]", "", look.format.split(";")[0])
        if ";" in look.format and not section:
            return ""  # a format that shows nothing
        scaled = value * 100 if "%" in _LITERALS.sub("", section) else value
        number = f"{scaled:.10g}" if scaled != int(scaled) else f"{scaled:.0f}"
        before, _, after = re.sub(r"[0#?.,]+", "\0", section, count=1).partition("\0")
        return f"{_literal(before)}{number}{_literal(after)}" if after or before else number

    def _beside(self, part: str, title: str) -> None:
        """What is laid over the cells of a sheet: comments and drawings with words in them."""
        for kind, other in self._related(part).values():
            if other not in self._parts:
                continue
            if kind == "comments":
                for comment in (each for group in self._xml(other) for each in group if _tag(each) == "comment"):
                    name = str(comment.get("ref"))
                    number = int(re.sub(r"\D", "", name) or 0)
                    self._say("comment-left-out", self._place(title, number, name), "info", words=_words(comment))
            elif kind == "drawing" and (words := _words(self._xml(other))):
                self._say("drawing-left-out", None, "warning", sheet=title, words=words)


def _related_id(sheet: Any) -> str:
    return next((str(value) for key, value in sheet.attrib.items() if str(key).endswith("}id")), "")


def _is_struck(font: Any) -> bool:
    return any(_tag(mark) == "strike" and mark.get("val") not in ("0", "false") for mark in font)


def _is_white(font: Any) -> bool:
    colours = [mark for mark in font if _tag(mark) == "color"]
    return any(str(mark.get("rgb"))[-6:].upper() == "FFFFFF" or mark.get("theme") == "0" for mark in colours)


def _is_filled(fill: Any) -> bool:
    return any(_tag(part) == "gradientFill" or part.get("patternType") not in (None, "none") for part in fill)


def _string(element: Any) -> _String:
    """The text of a string, without the readings above its characters, and what is struck out of it."""
    pieces: list[str] = []
    struck: list[str] = []
    for child in element:
        if _tag(child) == "t":
            pieces.append(child.text or "")
        elif _tag(child) == "r":
            is_struck = any(_is_struck(look) for look in _nearest(child, "rPr"))
            (struck if is_struck else pieces).extend(part.text or "" for part in _nearest(child, "t"))
    return _String(_plain("".join(pieces)), _plain("".join(struck)))


def _plain(text: str) -> str:
    """The text with the characters that a workbook writes by their numbers."""
    plain = re.sub(r"_x([0-9A-Fa-f]{4})_", lambda found: chr(int(found[1], 16)), text)
    return re.sub("[\ud800-\udfff]", "\ufffd", plain)


def _words(element: Any) -> str:
    found = " ".join(part.text for part in element.iter() if _tag(part) == "t" and part.text)
    return " ".join(found.split())[:_QUOTE]


def _literal(text: str) -> str:
    """The words that a number format puts beside the number."""
    return _LITERALS.sub(lambda found: found[1] or found[2] or "", text)


def _hidden_columns(group: Any) -> Iterator[int]:
    for column in _nearest(group, "col"):
        if _is_on(column.get("hidden")) or column.get("width") == "0":
            first = int(column.get("min") or 1)
            yield from range(first, min(int(column.get("max") or first), 16384) + 1)


def _merge(rows: dict[int, dict[int, str]], sheet: Any) -> dict[int, list[tuple[int, int]]]:
    """Put the text of cells that are merged downwards into every row they cover. Returns those merged sideways, by
    row: the first column and the one behind the last."""
    wide: dict[int, list[tuple[int, int]]] = {}
    for group in _nearest(sheet, "mergeCells"):
        for merged in group:
            corners = _REFERENCE.findall(merged.get("ref") or "")
            if len(corners) != 2:
                continue
            (left, top), (right, bottom) = corners
            column, end, first = _number(left), _number(right) + 1, int(top)
            text = rows.get(first, {}).get(column, "")
            for number in [each for each in rows if first <= each <= int(bottom)]:
                if end > column + 1:
                    wide.setdefault(number, []).append((column, end))
                if text:
                    rows[number][column] = text
    return wide


def _index(shown: Sequence[int], column: int) -> int:
    """Where a column is among those that are shown."""
    return sum(each < column for each in shown)


def _number(letters: str) -> int:
    """The number of a column: A is 1."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number


def _letters(number: int) -> str:
    letters = ""
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def _spans(numbers: Sequence[int]) -> str:
    """3-5, 9."""
    groups = [[at for _, at in group] for _, group in groupby(enumerate(numbers), lambda each: each[1] - each[0])]
    return ", ".join(str(own[0]) if len(own) == 1 else f"{own[0]}-{own[-1]}" for own in groups)
