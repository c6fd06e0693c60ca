"""The text of one paragraph: what a reader sees of its runs, in order, once."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import msgspec

from extract import vocabulary
from extract.readers.word import fields, symbols, tags
from extract.readers.word.fields import Field
from extract.readers.word.formats import formatted
from extract.readers.word.marks import framed, plain, typed
from extract.readers.word.styles import Look, Styles, is_filled, look
from extract.readers.word.tags import W, child, children, nearest, value

_SIGNS = {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
_SIGN = {f"{W}{name}": sign for name, sign in _SIGNS.items()}
_NOTE_SIGN = re.compile(r"[\[(（【〔]?\s*[注註参]?\s*[\da-z①-⑳†‡§,，、\-–]{1,6}\s*[\])）】〕]?")
"""What raised characters are the mark of a note. A raised asterisk is none: it marks what is not official."""
_RAISED = "raised"
_BULLET = "[\u2022\u00b7\u25a0-\u25ff\u2600-\u2775\u2794-\u27bf\u2b00-\u2bff]\ufe0f?"
"""A bullet, a box or a tick; circled numbers are none of these."""
_LEADING_SIGN = re.compile(rf"(^|\n)([^\S\n]*{_BULLET}[^\S\n]*)(?=\S)")
TICK = "tick"
_TICKED, _UNTICKED = "☑☒✓✔✗✘", "□☐"
_LONGEST = 40
_TOC, _PAGE = "TOC", "PAGEREF"


class Note(msgspec.Struct, frozen=True):
    """A mark in the text that leads to a note."""

    kind: str
    id: str
    shown: str

    @property
    def code(self) -> str:
        return f"{self.kind} {self.id}"


class Said:
    """What is to be said about what was left out: with the block it stands in, or counted over the document."""

    def __init__(self) -> None:
        self.here: list[tuple[str, str]] = []
        self.counts: Counter[str] = Counter()
        self.first: dict[str, str] = {}

    def say(self, code: str, what: str) -> None:
        self.here.append((code, what[:_LONGEST]))

    def count(self, code: str, what: str = "") -> None:
        """Count one more; the first of each kind is said with the block it stands in."""
        self.counts[code] += 1
        if code not in self.first:
            self.first[code] = what[:_LONGEST]
            self.here.append((code, what[:_LONGEST]))

    def taken(self) -> list[tuple[str, str]]:
        """What is to be said here, once each."""
        here, self.here = list(dict.fromkeys(self.here)), []
        return here


class Story:
    """One stretch of text with fields and numbers of its own: the body, a text box, a note."""

    def __init__(self, root: Any, name: str, *, filled: bool) -> None:
        self.name = name
        self.filled = filled
        """Whether something is, or may be, behind the text, so that white letters can be read."""
        self._closed = fields.closed(root)
        self._open: list[Field] = []
        self._instructions = 0
        self._results: Counter[str] = Counter()

    def is_whole(self, mark: Any) -> bool:
        return mark in self._closed

    def begin(self, mark: Any) -> None:
        self._open.append(Field(mark, []))
        self._instructions += 1

    def separate(self) -> None:
        if self._open and not self._open[-1].in_result:
            self._open[-1].in_result = True
            self._instructions -= 1
            self._results[self._open[-1].name] += 1

    def end(self) -> Field | None:
        """The field that ends here."""
        if not self._open:
            return None
        field = self._open.pop()
        if field.in_result:
            self._results[field.name] -= 1
        else:
            self._instructions -= 1
        if field.has_result:
            self.has_shown()
        return field

    def instruct(self, text: str) -> None:
        if self._open and not self._open[-1].in_result:
            self._open[-1].instruction.append(text)

    @property
    def in_instruction(self) -> bool:
        return self._instructions > 0

    def is_inside(self, name: str) -> bool:
        """Whether this is part of the result of a field of this name."""
        return self._results[name] > 0

    def has_shown(self) -> None:
        """Something of the innermost field was shown; the fields around it hear of it when it ends."""
        if self._open:
            self._open[-1].has_result = True


class Runs:
    """Reads paragraphs; what they hold beside text (boxes, notes) is kept for whoever asks."""

    def __init__(self, styles: Styles, note_formats: dict[str, str]) -> None:
        self.said = Said()
        self.notes: list[Note] = []
        self._numbered: Counter[str] = Counter()
        self._signs: set[str] = set()
        self._table_styles: dict[Any, str | None] = {}
        self._shaded: dict[Any, bool] = {}
        self._styles = styles
        self._note_formats = note_formats

    def text(self, paragraph: Any, story: Story) -> tuple[str, list[Any]]:
        """The text of a paragraph and the boxes anchored in it."""
        reading = _Reading(self, paragraph, story)
        reading.inline(paragraph)
        text = _with_raised_points("".join(reading.pieces), self.said)
        return _LEADING_SIGN.sub(self._sign_apart, text), reading.boxes

    @property
    def ticks_tell(self) -> bool:
        """Whether some lines are ticked and others not: then boxes are no bullets, but say something."""
        return len(self._signs) > 1

    def _sign_apart(self, found: re.Match[str]) -> str:
        """A sign before a line is a bullet and no text."""
        sign = found[2].strip()[0]
        self._signs |= {group for group in (_TICKED, _UNTICKED) if sign in group}
        if self.ticks_tell:
            self.said.count("ticks-not-read", sign)
        return f"{found[1]}{framed(found[2], TICK if sign in _TICKED + _UNTICKED else '')}"

    def look(self, paragraph: str | None, run: str | None, table: str | None) -> Look:
        return self._styles.look(paragraph, run, table)

    def fills(self, style: str | None) -> bool:
        return self._styles.fills(style)

    def table_style(self, paragraph: Any) -> str | None:
        """The style of the table a paragraph stands in."""
        table = next(paragraph.iterancestors(tags.TABLE), None)
        if table not in self._table_styles:  # once a table: to find that it has none its rows are all looked at
            self._table_styles[table] = None if table is None else value(table, "tblPr", "tblStyle")
        return self._table_styles[table]

    def is_shaded(self, element: Any) -> bool:
        """Whether a paragraph, a cell or a table has something behind its text."""
        if element not in self._shaded:
            self._shaded[element] = is_filled(child(element, f"{element.tag.removeprefix(W)}Pr", "shd"))
        return self._shaded[element]

    def note(self, kind: str, mark: Any) -> Note:
        """The next note of a kind; one with a sign of its own has that behind the mark."""
        own_sign = mark.get(f"{W}customMarkFollows") in ("1", "true", "on")
        self._numbered[kind] += not own_sign
        number = self._numbered[kind]
        shown = "" if own_sign else formatted(number, self._note_formats.get(kind, "decimal")) or str(number)
        note = Note(kind, str(mark.get(f"{W}id")), shown)
        self.notes.append(note)
        return note


class _Reading:
    """One walk over a paragraph."""

    def __init__(self, runs: Runs, paragraph: Any, story: Story) -> None:
        self.pieces: list[str] = []
        self.boxes: list[Any] = []
        self._runs = runs
        self._said = runs.said
        self._paragraph = paragraph
        self._story = story
        self._style = value(paragraph, "pPr", "pStyle")
        self._table = runs.table_style(paragraph)
        self._base = runs.look(self._style, None, self._table)

    def inline(self, element: Any) -> None:
        for each in children(element):
            tag = each.tag
            if tag == tags.RUN:
                self._run(each)
            elif tag == tags.SIMPLE_FIELD:
                self._simple_field(each)
            elif tag == tags.FRACTION:
                self._fraction(each)
            elif tag in (tags.RAISED, tags.LOWERED):
                self._emit("^" if tag == tags.RAISED else "_", self._base)
                self.inline(each)
            else:
                self._piece(each, self._base)

    def _run(self, run: Any) -> None:
        properties = child(run, "rPr")
        looks = self._base
        if properties is not None:
            style = value(properties, "rStyle")
            looks = self._runs.look(self._style, style, self._table) if style else looks
            looks = look(properties).over(looks)
        for each in children(run):
            self._piece(each, looks)

    def _piece(self, element: Any, looks: Look) -> None:
        tag = element.tag
        if tag in (tags.TEXT, tags.MATH_TEXT):
            self._emit(_characters(typed(element.text), looks), looks)
        elif tag in _SIGN:
            self._emit(_SIGN[tag], looks)
        elif tag == tags.SYMBOL:
            self._symbol(element, looks)
        elif tag == tags.FIELD_CHARACTER:
            self._field(element, looks)
        elif tag == tags.FIELD_CODE:
            self._story.instruct(element.text or "")
        elif tag == tags.RUBY:
            self._ruby(element, looks)
        elif tag in tags.NOTE_MARKS:
            self._note(tags.NOTE_MARKS[tag], element, looks)
        elif tag in (tags.DRAWING, tags.PICTURE, tags.OBJECT):
            self._drawing(element, looks)
        elif tag == tags.BOX:
            self.boxes.append(element)
        elif tag == tags.OTHER_DOCUMENT:
            self._said.say("object-left-out", "subDoc")
        else:
            self.inline(element)

    def _ruby(self, element: Any, looks: Look) -> None:
        """What has a reading above it, without the reading."""
        for base in nearest(element, tags.RUBY_BASE):
            if looks.hidden or looks.struck:  # the run around it decides for the runs inside
                self._emit("".join(typed(text.text) for text in nearest(base, tags.TEXT)), looks)
            else:
                self.inline(base)

    # text

    def _emit(self, text: str, looks: Look) -> None:
        if not text:
            return
        if self._story.in_instruction:
            if text.strip():
                self._said.say("field-text-left-out", text.strip())
            return
        if looks.hidden:
            self._said.count("hidden-text-left-out", text.strip())
            return
        self._story.has_shown()
        if self._story.is_inside(_TOC) and self._story.is_inside(_PAGE):
            return
        if looks.struck or looks.struck_twice:
            self._said.say("struck-text-left-out", text.strip())
        elif text.strip() and (looks.tiny or (looks.white and not self._is_filled(looks))):
            self._said.say("unseen-text-left-out", text.strip())
        elif looks.raised and _NOTE_SIGN.fullmatch(text.strip()):
            self.pieces.append(framed(text.strip(), _RAISED))
        else:
            self.pieces.append(text)

    def _is_filled(self, looks: Look) -> bool:
        """Whether white letters stand on something: what is not known counts as something."""
        if looks.filled or self._story.filled or self._runs.fills(self._style):
            return True
        around = (self._paragraph, *self._paragraph.iterancestors(tags.CELL, tags.TABLE))
        return any(map(self._runs.is_shaded, around)) or self._runs.fills(self._table)

    def _symbol(self, element: Any, looks: Look) -> None:
        font, code = element.get(f"{W}font"), str(element.get(f"{W}char") or "")
        sign = symbols.shown(font, int(code, 16)) if re.fullmatch("[0-9A-Fa-f]{1,6}", code) else None
        if sign is None:
            # what stands around it must not become one word or one number
            self._said.say("symbol-left-out", f"{font} {code}")
        self._emit(sign or " ", looks)

    def _note(self, kind: str, mark: Any, looks: Look) -> None:
        if looks.hidden or self._story.in_instruction:
            return
        note = self._runs.note(kind, mark)
        self.pieces.append(framed(f"[{note.shown}]" if note.shown else " ", note.code))

    def _fraction(self, element: Any) -> None:
        for name, before in ((tags.NUMERATOR, ""), (tags.DENOMINATOR, "/")):
            for part in nearest(element, name):
                self._emit(before, self._base)
                self.inline(part)

    # fields

    def _field(self, mark: Any, looks: Look) -> None:
        kind = mark.get(f"{W}fldCharType")
        if not self._story.is_whole(mark):
            self._said.say("field-damaged", str(kind))
        elif kind == "begin":
            self._story.begin(mark)
        elif kind == "separate":
            self._story.separate()
        elif kind == "end" and (field := self._story.end()) and not field.has_result:
            self._show(field, looks)

    def _simple_field(self, element: Any) -> None:
        field = Field(None, [str(element.get(f"{W}instr") or "")])
        before = len(self.pieces)
        self.inline(element)
        if len(self.pieces) == before:
            self._show(field, self._base)

    def _show(self, field: Field, looks: Look) -> None:
        """What a field shows that has no result."""
        if self._story.in_instruction:
            return
        text = fields.shown(field)
        if text is None:
            self._said.say("field-left-out", field.code)
        self._emit(typed(text) or (" " if text is None else ""), looks)

    # drawings

    def _drawing(self, element: Any, looks: Look) -> None:
        if looks.hidden or _is_hidden(element):
            self._said.count("hidden-text-left-out", _alternative(element))
            return
        boxes = list(nearest(element, tags.BOX, tags.DRAWN_TEXT, tags.WORD_ART))
        self.boxes += [box for box in boxes if box.tag != tags.WORD_ART or box.get("string")]
        if name := _embedded(element):
            self._said.say("object-left-out", name)
        elif next(nearest(element, tags.BITMAP, tags.SHAPE_PICTURE), None) is not None:
            self._said.count("pictures-not-read", _alternative(element))


def _characters(text: str, looks: Look) -> str:
    """The text as its font shows it: in symbol fonts ``ü`` is a tick."""
    if not symbols.is_symbol_font(looks.font):
        return text
    return "".join(_sign(char, looks.font) for char in text)


def _sign(char: str, font: str | None) -> str:
    code = ord(char)
    if char.isspace() or not (code < 0x100 or 0xF000 <= code < 0xF100):
        return char
    return symbols.shown(font, code) or char


def _with_raised_points(text: str, said: Said) -> str:
    """Raised digits are the mark of a note, but not where they are the number of what stands behind them (⁸⁸番), or
    all there is."""
    alone = not plain(text).strip()

    def read(raised: re.Match[str]) -> str:
        if alone or (raised["unit"] and not raised["before"]):
            return raised["before"] + raised["shown"] + (raised["unit"] or "")
        said.say("note-sign", raised["shown"])
        return f"{raised['before']}{framed('[' + raised['shown'].strip('[]') + ']')}{raised['unit'] or ''}"

    return _raised_pattern().sub(read, text) if _RAISED in text else text


def _raised_pattern() -> re.Pattern[str]:
    frame = framed("\0", _RAISED).replace("\0", r"(?P<shown>[^\ufdd2]*)")
    return re.compile(rf"(?P<before>\d?){frame}(?P<unit>\s*{vocabulary.UNIT})?")


def _is_hidden(drawing: Any) -> bool:
    marked = any(each.get("hidden") in ("1", "true") for each in drawing.iter("{*}docPr"))
    return marked or any(
        re.search(r"visibility\s*:\s*hidden", each.get("style") or "") for each in drawing.iter("{*}shape", "{*}rect")
    )


def _alternative(drawing: Any) -> str:
    """What a drawing is said to show, for those who do not see it."""
    said = [each.get("descr") or each.get("title") for each in drawing.iter("{*}docPr")]
    said += [each.get("alt") for each in drawing.iter("{*}shape")]
    return next(filter(None, said), "")


def _embedded(element: Any) -> str:
    """The name of an object that another program draws: a sheet, a chart, a diagram."""
    for each in element.iter("{*}OLEObject"):
        return str(each.get("ProgID") or "OLE")
    for each in element.iter("{*}graphicData"):
        if found := re.search(r"/(chart|chartex|diagram)$", str(each.get("uri") or "")):
            return found[1]
    return "control" if next(element.iter(f"{W}control"), None) is not None else ""
