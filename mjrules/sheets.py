"""Sheets: the facts of sources that are no documents here, one TOML file a source (``sources/sheets``).

A row ``[[fan]]`` is one fan as the source states it at one place; ``[[listing]]`` is a list of names under one number
of points. A sheet holds names, points and lists and nothing else: no definitions, no order, no layout. What it does
not say the source may still say, so a row without a list is silent. Every statement has its place: the line of the
sheet, and as its ``path`` where in the source it stands. docs/sheets.md explains the fields.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import msgspec

from mjrules import names, texts
from mjrules.claims import Entry, Item, ListedFan, Listing, Message, Place, Repair, Source
from mjrules.errors import DamagedData

FORMAT = "sheet"
SUFFIX = ".toml"

Positive = Annotated[int, msgspec.Meta(gt=0)]
Text = Annotated[str, msgspec.Meta(min_length=1)]
ListField = Literal["excludes", "may_count", "also_counts"]
Slip = Literal["word-slip", "lost-word", "lost-negation", "name-slip"]
"""Kinds of damage as a reader of documents calls them, so that the same slip in a document and a sheet is the same."""

_CHANGES_MEANING: frozenset[Slip] = frozenset({"lost-negation", "name-slip"})
_HEAD = re.compile(r"\[\[(fan|listing)\]\]")
_LANGUAGES = frozenset({"en", "zh-Hans"})
_AT = re.compile(r" - at `\$\.?(.*)`$")


class _Item(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fan in a list, where its printed word alone does not say all."""

    printed: Text
    fan: str | None = None
    """The fan meant, where the word is no name of it (a word cut off)."""
    only: Text | None = None
    """The source's own limit on the item."""


class _Damage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    printed: Text
    read_as: Text
    kind: Slip
    changes_meaning: bool | None = None


Named = str | _Item


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    fan: str
    printed: Text
    known_by: Literal["meaning", "position"] | None = None
    """How the fan was known, where its printed name does not tell."""
    number: Positive | None = None
    points: Positive | None = None
    part: str | None = None
    series: Text | None = None
    aliases: tuple[Text, ...] = ()
    excludes: tuple[Named, ...] = ()
    may_count: tuple[Named, ...] = ()
    also_counts: tuple[tuple[Named, ...], ...] = ()
    damage: tuple[_Damage, ...] = ()
    note: dict[str, Text] = {}


class _List(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    items: tuple[Named, ...]
    title: str = ""
    points: Positive | None = None


class _Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    place: Text
    """Where in the source the rows stand."""
    parts: dict[str, Text] = {}
    """Other parts of the source, by the name that rows call them."""
    not_as_printed: tuple[ListField, ...] = ()
    """Lists whose items bear the source's usual names: at the place it prints numbers, or the words were not kept."""


T = TypeVar("T", bound=msgspec.Struct)


def read(path: Path, id: str | None = None) -> Source:
    """What a sheet states; :class:`DamagedData` says file, line, fan and field where it breaks its rules."""
    try:
        text = path.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise DamagedData(f"{path}: {error}") from error
    return read_text(text, id or path.stem, str(path))


def read_text(text: str, id: str, path: str) -> Source:
    """The same for a sheet that is in hand."""
    return _Sheet(text, path).source(id)


class _Block:
    """The lines of one row; it knows where each of its words stands."""

    def __init__(self, lines: Sequence[str], start: int, end: int) -> None:
        self.lines, self.start = lines, start
        self.end = max((n for n in range(start, end) if lines[n].strip() and lines[n][0] != "#"), default=start)
        self._seen: dict[tuple[str, str], int] = {}

    def place(self, path: str) -> Place:
        return Place(self.start + 1, self.end + 1, path=path)

    def place_of(self, field: str, word: str, path: str) -> Place:
        """The place of a word within a field; the same word a second time is looked for behind the first."""
        key = re.compile(rf"\s*{re.escape(field)}\s*=")
        field_at = next((n for n in range(self.start, self.end + 1) if key.match(self.lines[n])), None)
        if field_at is None:
            return self.place(path)
        body = "\n".join(self.lines[field_at : self.end + 1])
        quoted = f'"{word}"'
        found = body.find(quoted, self._seen.get((field, word), 0))
        if found < 0:
            return Place(field_at + 1, field_at + 1, path=path)
        self._seen[field, word] = found + len(quoted)
        line, before = body.count("\n", 0, found), body.rfind("\n", 0, found)
        column = found - before + 1
        return Place(field_at + line + 1, field_at + line + 1, column, column + len(word) - 1, path)


class _Sheet:
    """One file while it is read."""

    def __init__(self, text: str, path: str) -> None:
        self.path = path
        self.raw = self._parsed(text)
        rows, lists = self._rows("fan"), self._rows("listing")
        blocks = self._blocks(text, len(rows), len(lists))
        self.head = self._converted(self.raw, _Head, "")
        self.rows = [(block, self._row(row, block)) for row, block in zip(rows, blocks["fan"], strict=True)]
        self.lists = [
            (block, self._converted(row, _List, self._where(block, "a listing")))
            for row, block in zip(lists, blocks["listing"], strict=True)
        ]

    def source(self, id: str) -> Source:
        self._check_twice()
        entries = tuple(self._entry(row, block) for block, row in self.rows)
        return Source(
            id=id,
            path=self.path,
            format=FORMAT,
            encoding="utf-8",
            entries=entries,
            listings=(*self._series(entries), *(self._listing(listed, block) for block, listed in self.lists)),
            repairs=tuple(repair for block, row in self.rows for repair in self._repairs(row, block)),
            messages=tuple(self._messages()),
            kind="sheet",
            partial=True,
        )

    # ---- the file as TOML ----------------------------------------------------------------------------------------

    def _parsed(self, text: str) -> dict[str, Any]:
        if "'''" in text or '"""' in text:
            raise DamagedData(f"{self.path}: a string over several lines; the places of rows could not be told")
        try:
            return tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise DamagedData(f"{self.path}: {error}") from error

    def _rows(self, name: str) -> list[Any]:
        """Takes the rows of one kind out of what was parsed, so that the head of the file is left."""
        rows = self.raw.pop(name, [])
        if not isinstance(rows, list):
            raise DamagedData(f"{self.path}: write [[{name}]], once a row")
        return rows

    def _blocks(self, text: str, rows: int, lists: int) -> Mapping[str, list[_Block]]:
        lines = text.split("\n")
        heads = [(n, found[1]) for n, line in enumerate(lines) if (found := _HEAD.match(line))]
        blocks: dict[str, list[_Block]] = {"fan": [], "listing": []}
        for (start, name), (end, _) in pairwise([*heads, (len(lines), "")]):
            blocks[name].append(_Block(lines, start, end))
        if (len(blocks["fan"]), len(blocks["listing"])) != (rows, lists):
            raise DamagedData(f"{self.path}: [[fan]] and [[listing]] must each begin a line")
        return blocks

    def _converted(self, raw: Any, kind: type[T], where: str) -> T:
        try:
            return msgspec.convert(raw, kind)
        except msgspec.ValidationError as error:
            said = _AT.sub(lambda found: f" (field {found[1]})", str(error))
            raise DamagedData(f"{where or self.path}: {said}") from error

    def _where(self, block: _Block, fan: object) -> str:
        return f"{self.path}:{block.start + 1}: {fan}"

    def _row(self, raw: Any, block: _Block) -> _Row:
        fan = raw.get("fan", "a row") if isinstance(raw, dict) else "a row"
        row = self._converted(raw, _Row, self._where(block, fan))
        where = self._where(block, row.fan)
        _check_fan(row.fan, f"{where}: field fan")
        known = names.resolve(row.printed) == (row.fan,)
        if known == (row.known_by is not None):
            wrong = "is its name; known_by is for others" if known else "is no name of it; say known_by, or mend it"
            raise DamagedData(f"{where}: field printed: {row.printed!r} {wrong}")
        if row.part is not None and row.part not in self.head.parts:
            raise DamagedData(f"{where}: field part: no part {row.part!r}; there are {', '.join(self.head.parts)}")
        if row.note and row.note.keys() != _LANGUAGES:
            raise DamagedData(f"{where}: field note: wants en and zh-Hans, has {', '.join(row.note)}")
        return row

    def _check_twice(self) -> None:
        seen: dict[tuple[str, str, str | None], int] = {}
        for block, row in self.rows:
            first = seen.setdefault((row.fan, row.printed, row.part), block.start + 1)
            if first != block.start + 1:
                raise DamagedData(f"{self._where(block, row.fan)}: stands in line {first} already")

    # ---- what it states ------------------------------------------------------------------------------------------

    def _path(self, row: _Row) -> str:
        return self.head.parts[row.part] if row.part else self.head.place

    def _entry(self, row: _Row, block: _Block) -> Entry:
        fan = names.fan(row.fan)
        return Entry(
            fan=fan.id,
            name=fan.name,
            official=fan.official,
            printed=row.printed,
            identified_by=row.known_by or "name",
            candidates=(),
            points=row.points,
            points_from=None if row.points is None else "inline",
            section=None,
            excludes=self._items("excludes", row.excludes, row, block),
            may_count=self._items("may_count", row.may_count, row, block),
            also_counts=tuple(self._items("also_counts", each, row, block) for each in row.also_counts),
            aliases=row.aliases,
            has_definition=False,
            repeats=None,
            place=block.place(self._path(row)),
            number=row.number,
            pass_=1 + (list(self.head.parts).index(row.part) + 1 if row.part else 0),
        )

    def _items(self, field: ListField, words: Sequence[Named], row: _Row, block: _Block) -> tuple[Item, ...]:
        where = f"{self._where(block, row.fan)}: field {field}"
        return tuple(_item(word, where, block, field, self._path(row)) for word in words)

    def _series(self, entries: Sequence[Entry]) -> Iterator[Listing]:
        """The series of the rows, each a list of its fans in the order of the rows."""
        members: dict[str, list[Entry]] = {}
        for (_, row), entry in zip(self.rows, entries, strict=True):
            if row.series is not None:
                members.setdefault(row.series, []).append(entry)
        for series, listed in members.items():
            fans = (ListedFan(each.fan, each.name, each.printed or "", False, each.place) for each in listed)
            yield Listing(None, tuple(fans), listed[0].place, series)

    def _listing(self, listed: _List, block: _Block) -> Listing:
        where = f"{self._where(block, listed.title or 'a listing')}: field items"
        items = (_item(word, where, block, "items", self.head.place) for word in listed.items)
        fans = tuple(ListedFan(each.fan, each.name, each.printed, False, each.place) for each in items)
        return Listing(listed.points, fans, block.place(self.head.place), listed.title)

    def _repairs(self, row: _Row, block: _Block) -> Iterator[Repair]:
        for each in row.damage:
            grave = each.kind in _CHANGES_MEANING if each.changes_meaning is None else each.changes_meaning
            place = block.place_of("damage", each.printed, self._path(row))
            yield Repair(each.printed, each.read_as, each.kind, grave, place, row.fan)

    def _messages(self) -> Iterator[Message]:
        if self.head.not_as_printed:
            yield _message("not-as-printed", None, {"fields": ", ".join(self.head.not_as_printed)})
        for block, row in self.rows:
            if row.note:
                details = {"fan": names.fan(row.fan).name, "en": row.note["en"], "zh": row.note["zh-Hans"]}
                yield _message("sheet-note", block.place_of("note.en", row.note["en"], self._path(row)), details)


def _message(code: str, place: Place | None, details: Mapping[str, str]) -> Message:
    return Message(code, "info", texts.say("reading", code, **details), place, dict(details))


def _item(word: Named, where: str, block: _Block, field: str, path: str) -> Item:
    item = _Item(word) if isinstance(word, str) else word
    ids = names.resolve(item.printed)
    if item.fan is not None:
        _check_fan(item.fan, where)
        if ids == (item.fan,):
            raise DamagedData(f"{where}: {item.printed!r} is a name of {item.fan}; the fan need not be said")
        ids = (item.fan,)
    elif not ids:
        near = ", ".join(names.suggest(item.printed)) or "none"
        raise DamagedData(f"{where}: nobody knows {item.printed!r}; near it: {near}")
    place = block.place_of(field, item.printed, path)
    if len(ids) == 1:
        return Item(ids[0], names.fan(ids[0]).name, item.printed, item.only, (), place)
    family = next(each.word for each in names.class_words() if each.members == ids)
    return Item(None, family, item.printed, item.only, tuple(names.fan(id).name for id in ids), place)


def _check_fan(id: str, where: str) -> None:
    if all(fan.id != id for fan in names.fans()):
        raise DamagedData(f"{where}: no fan {id!r}; near it: {', '.join(names.suggest(id)) or 'none'}")
