"""From data to the rows of a table: which groups are records of fans, and what their keys say.

A record is a group in which a fan is named beside something else; its brothers are records, too, whatever they name.
Keys are titles of columns. Points may stand in the key, or in the record, around a list: ``{"88": [...]}``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

import msgspec

from extract import vocabulary
from extract.readers import columns, headers
from extract.readers.data.values import Group, Item, Scalar, Value, scalars
from extract.readers.headers import Role

_TIER_KEY = re.compile(
    r"(?:fans?|points?|pts?|score|tier|p|f|_)?[_ -]?(?P<points>\d{1,2})[_ -]?(?:番[种型]?|分|点|fans?|points?|pts?)?",
    re.I,
)
_PARTS_OF_KEY = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+|[^\W\d_a-zA-Z]+")
_WITHOUT_MEANING = """
    zh cn hans chs sc list array arr arrs str string text s k m data all my the map dict table mahjong mj mcr gb guobiao
    const static names
"""
_NO_MEANING = frozenset(_WITHOUT_MEANING.split())
_MEANT = {
    "名称": ("title", "label", "ming", "mingcheng", "cname", "zhname"),
    "番数": (
        *("p", "pt", "val", "num points", "fanshu", "fenshu", "fen", "fenzhi", "tai", "worth", "base", "base score"),
        "weight",
    ),
    "说明": (
        *("desc", "detail", "info", "explain", "explanation", "intro", "summary", "shuoming", "help", "tip", "tips"),
        "def",
    ),
    "不计": (
        *("not count", "no count", "not counted", "conflict", "conflicts", "mutex", "buji", "bu ji", "ignore"),
        *("ignores", "cover", "covers", "suppress", "suppresses", "override", "overrides", "subsumes"),
    ),
    "英文": ("name en", "en name", "en", "english", "ename", "eng"),
    "日文": ("name ja", "ja", "jp", "name jp"),
}
"""What keys of programs mean, in the titles of columns."""
_BETWEEN_NAMES = re.compile(r"\s*[、,，;；/]\s*")
_LONGEST_NAME = 60
_FEWEST = 2
_MOST = 0.5


class Record(msgspec.Struct):
    """One row: its fields by title, in the order they are written."""

    line: int
    line_end: int
    fields: dict[str, str]
    strings: frozenset[int]
    """Which words of the data it took, by their identity."""
    words: frozenset[str] = frozenset()
    """Words in it that are none of a text: they refer to something else in the program."""
    called: set[str] = set()
    """What the program calls it by."""

    def with_fields_of(self, other: Record | None) -> Record:
        if other is None:
            return self
        fields, strings = self.fields | other.fields, self.strings | other.strings
        return Record(self.line, self.line_end, fields, strings, self.words | other.words, self.called)


UNTITLED = "?"
"""The title of names behind a name of which nothing says what they are."""


class Table(msgspec.Struct):
    """Records that have the same place in the data."""

    records: list[Record] = []
    of_names: bool = False
    """Whether the names are their keys."""
    assumed: bool = False
    """Whether nothing but their place says what the names behind a name are."""

    def rows(self) -> tuple[list[str], list[list[str]]]:
        """The titles, empty where none of them is known, and a row for each record."""
        titles = list(dict.fromkeys(title for record in self.records for title in record.fields if title != UNTITLED))
        rows = [[record.fields.get(title, "") for title in titles] for record in self.records]
        return _known(titles, rows), rows


def _known(titles: list[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """The titles; where they do not say so, that of the names is known by the names below it, and that of the points as
    in a table without titles."""
    if all(title.startswith("#") for title in titles):
        return []
    titles = [*titles]
    shares = [_share_of_names(row[at] for row in rows) for at in range(len(titles))]
    roles = [headers.role(title) for title in titles]
    own = [at for at, role in enumerate(roles) if role == "name" and shares[at] > _MOST]
    free = [at for at, role in enumerate(roles) if role in (None, "either", "name") and shares[at] > _MOST]
    if not own and free:
        titles = ["代号" if role == "name" else title for role, title in zip(roles, titles, strict=True)]
        titles[free[0]] = "番种"
    parts = columns.by_cells(rows)
    if parts and parts[0].points and not {"points", "either"}.intersection(filter(None, map(headers.role, titles))):
        titles[parts[0].points[0]] = "番数"
    return titles


def _share_of_names(cells: Iterable[str]) -> float:
    filled = [cell for cell in cells if cell]
    return sum(map(_is_name, filled)) / len(filled) if filled else 0.0


def found(root: Group) -> list[Table]:
    """The tables of a file: the records of one kind at one place make one."""
    finder = _Finder()
    finder.visit(root, (), None)
    if not finder.tables:
        finder.take_names(root)
    return [table for table in _joined(finder.tables) if table.records]


def _joined(tables: Mapping[object, Table]) -> list[Table]:
    """The tables; of several that map the same names, one tells the points and another the lists: they are one."""
    kept: list[Table] = []
    by_title: dict[str, Table] = {}
    for table in tables.values():
        titles = {title for record in table.records for title in record.fields}
        first = by_title.get("番种")
        if not table.of_names or first is None or titles & by_title.keys() != {"番种"}:
            kept.append(table)
            if table.of_names and not by_title:
                by_title = dict.fromkeys(titles, table)
            continue
        own = {record.fields["番种"]: record for record in table.records}
        first.records = [record.with_fields_of(own.pop(record.fields["番种"], None)) for record in first.records]
        first.records += own.values()
        first.assumed |= table.assumed
        by_title |= dict.fromkeys(titles, first)
    return kept


class _Finder:
    def __init__(self) -> None:
        self.tables: dict[object, Table] = {}
        self._last: Record | None = None

    def visit(self, group: Group, path: tuple[str, ...], tier: int | None) -> None:
        tier = _tier_in(group) or tier
        if _maps_names(group):
            self._take_map(group, path, tier)
        elif _are_columns(group):
            self._take_columns(group)
        elif _numbers_names(group):
            columns_of = (path[:1], "#")
            for item in group.items:
                self._add(columns_of, item.value, {"#": item.key, "# ": _written(item.value)})
        elif tier and _names_only(group):
            for each in scalars(group):
                self._add(("#", *path[:1]), each, {"番种": each.text, "番数": f"{tier}番"})
        else:
            self._visit_groups(group, path, tier)

    def take_names(self, root: Group) -> None:
        """Lists of nothing but names, in a file without anything else."""
        pending: list[Value] = [root]
        while pending:
            here = pending.pop()
            if isinstance(here, Group) and _names_only(here) and len(here.items) > 1:
                for each in scalars(here):
                    self._add("names", each, {"番种": each.text})
            elif isinstance(here, Group):
                pending += (item.value for item in reversed(here.items))

    def _visit_groups(self, group: Group, path: tuple[str, ...], tier: int | None) -> None:
        children = [(item, item.value) for item in group.items if isinstance(item.value, Group)]
        records = [_is_record(value) for _, value in children]
        shapes = {_shape(value) for (_, value), is_one in zip(children, records, strict=True) if is_one}
        mostly = 2 * sum(records) >= len(records)
        numbered = any(item.key.isdecimal() and int(item.key) not in vocabulary.TIERS for item in group.items)
        for (item, value), is_one in zip(children, records, strict=True):
            own = (*path, item.key) if item.key else path
            tiered = not numbered and (
                not (value.is_keyed and item.key.isdecimal()) or _has_names_for_keys(value)
            )  # a record that has a number for its key has no names for its own
            below = (_tier_of(item.key) if tiered else None) or tier
            alike = _shape(value) in shapes and mostly and not _maps_names(value)
            if below and _has_names_for_keys(value):
                self._take_map(value, own, below)
            elif value.is_keyed and not is_one and _is_name(item.key):
                self._take_map(Group((item,), value.line, value.line_end), path, below)
            elif is_one or alike or _is_header(value):
                self._take_record(value, own, below)
            else:
                self.visit(value, own, below)

    def _take_columns(self, group: Group) -> None:
        """A list for each column: the first of each make the first row, and so on."""
        cells = [
            [item.value for item in column.value.items] for column in group.items if isinstance(column.value, Group)
        ]
        for row in zip(*cells, strict=True):
            fields = {_title(column.key): _written(cell) for column, cell in zip(group.items, row, strict=True)}
            self._add(("columns", *fields), row[0], fields, [each for cell in row for each in scalars(cell)])

    def _take_map(self, group: Group, path: tuple[str, ...], tier: int | None) -> None:
        """Names for keys: what belongs to each is its points, its list, or a record."""
        title = _title(path[-1]) if path else ""
        known = headers.role(title) is not None
        lists = not known and _maps_to_names(group)
        assumed = lists and (not title or _tier_of(title) is not None or title.casefold() in _NO_MEANING)
        column = UNTITLED if assumed else title if known or lists else "#"
        unknown = title or "?"  # a list that is not read as one is said, under the word above it
        for item in group.items:
            if not item.key:
                continue
            fields = {"番种": item.key}
            if isinstance(item.value, Group) and item.value.is_keyed:
                fields |= _fields(item.value)
            else:
                fields[unknown if column == "#" and isinstance(item.value, Group) else column] = _written(item.value)
            self._add_with_tier((*path[:1], title), item.value, fields, tier, of_names=True)
            self.tables[(*path[:1], title), True].assumed |= assumed

    def _take_record(self, group: Group, path: tuple[str, ...], tier: int | None) -> None:
        if group.is_keyed:
            self._add_with_tier(path[:1], group, _fields(group), tier)
            self._name_record(path, group)
        else:
            fields = {f"#{at}": _written(item.value) for at, item in enumerate(group.items)}
            self._add((path[:1], len(fields)), group, fields)
            self._name_record(path, group)

    def _name_record(self, path: tuple[str, ...], group: Group) -> None:
        """What a program calls a record: its key, or the word before its bracket."""
        record = self._last
        if record is not None:
            record.called.update(filter(None, (group.label.rpartition(".")[2], *path[-1:])))

    def _add_with_tier(
        self, place: tuple[str, ...], value: Value, fields: dict[str, str], tier: int | None, *, of_names: bool = False
    ) -> None:
        priced = any(headers.role(title) in ("points", "either") for title in fields)
        if tier and not priced:
            fields |= {"番数": f"{tier}番"}
        self._add((place, of_names), value, fields, of_names=of_names)

    def _add(
        self,
        place: object,
        value: Value,
        fields: dict[str, str],
        taken: Sequence[Scalar] | None = None,
        *,
        of_names: bool = False,
    ) -> None:
        table = self.tables.setdefault(place, Table(of_names=of_names))
        self._last = None
        if isinstance(value, Group) and _is_header(value) and any(fields == each.fields for each in table.records):
            return  # the titles again, as before every row of a dump
        own = list(scalars(value) if taken is None else taken)
        words = frozenset(each.text for each in own if not each.quoted)
        self._last = Record(value.line, value.line_end, fields, frozenset(map(id, own)), words)
        table.records.append(self._last)


def _fields(group: Group) -> dict[str, str]:
    """What a record says, by the titles that its keys mean."""
    found: dict[str, str] = {}
    for item in group.items:
        title = _title(item.key) if item.key else "#"
        while title in found:
            title += "_"
        found[title] = _written(item.value)
    return found


def _written(value: Value) -> str:
    """A value in a cell: a list is its words with 、 between them."""
    if isinstance(value, Scalar):
        empty = not value.quoted and value.text in ("null", "None", "nil", "undefined", "NULL", "NaN")
        return "" if empty else " ".join(value.text.split())
    named = [each.text for each in scalars(value) if each.quoted or not value.is_keyed]
    return "、".join(" ".join(word.split()) for word in named if word.strip())


@cache
def _title(key: str) -> str:
    """The title of a column that a key means; the key itself where nobody knows.

    >>> _title("fanName"), _title("exclude_list"), _title("pts"), _title("番数"), _title("zz")
    ('fanName', 'exclude', 'pts', '番数', 'zz')
    """
    if headers.role(key) is not None:
        return key
    words = [word.casefold() for word in _PARTS_OF_KEY.findall(key)]
    core = [word for word in words if word not in _NO_MEANING]
    for form in (" ".join(words), " ".join(core)):
        if form and headers.role(form) is not None:
            return form
        if meant := next((title for title, own in _MEANT.items() if form in own), None):
            return meant
    return key


def _tier_of(key: str) -> int | None:
    found = _TIER_KEY.fullmatch(key) if key else None
    points = int(found["points"]) if found else None
    return points if points in vocabulary.TIERS else None


def _tier_in(group: Group) -> int | None:
    """The points that stand beside a list of fans: {"points": 88, "fans": [...]}."""
    if not group.is_keyed or not any(isinstance(item.value, Group) for item in group.items):
        return None
    priced = [
        item.value.text
        for item in group.items
        if isinstance(item.value, Scalar) and headers.role(_title(item.key)) in ("points", "either", "class")
    ]
    points = {value for text in priced if (value := columns.points_of(text)) in vocabulary.TIERS}
    return points.pop() if len(points) == 1 else None


def _is_name(text: str) -> bool:
    return 0 < len(text) <= _LONGEST_NAME and columns.is_name(text)


def _maps_names(group: Group) -> bool:
    """Whether most keys of a group are names of fans."""
    keys = [item.key for item in group.items if item.key]
    if len(keys) == 1 and isinstance(group.items[0].value, Group) and not group.items[0].value.is_keyed:
        return _has_names_for_keys(group)
    return len(keys) >= _FEWEST and sum(map(_is_name, keys)) > _MOST * len(keys)


def _has_names_for_keys(group: Group) -> bool:
    return bool(group.items) and all(_is_name(item.key) for item in group.items)


def _maps_to_names(group: Group) -> bool:
    """Whether names of other fans stand behind names: a list for each. Behind its translation a name stands itself."""
    listed = False
    for item in group.items:
        if isinstance(item.value, Group) and item.value.is_keyed:
            continue
        words = [word for word in _BETWEEN_NAMES.split(_written(item.value)) if word]
        if not all(map(_is_name, words)) or columns.fan_of(item.key) in map(columns.fan_of, words):
            return False
        listed = listed or bool(words)
    return listed


def _numbers_names(group: Group) -> bool:
    """Whether a group has a name for each number: {"1": "大四喜"}."""
    own = [item for item in group.items if item.key.isdecimal() and isinstance(item.value, Scalar)]
    return len(own) == len(group.items) >= _FEWEST and all(_is_name(_written(item.value)) for item in own)


def _are_columns(group: Group) -> bool:
    """Whether a group has a list for each title of a column."""
    lists = [item.value for item in group.items if isinstance(item.value, Group) and not item.value.is_keyed]
    if len(lists) != len(group.items) or len({len(each.items) for each in lists}) != 1:
        return False
    return headers.roles([_title(item.key) for item in group.items]) is not None


def _names_only(group: Group) -> bool:
    own = [item.value for item in group.items if isinstance(item.value, Scalar) and not item.key]
    return len(own) == len(group.items) > 0 and all(_is_name(each.text) for each in own)


def _shape(group: Value) -> object:
    """What records of one kind have in common."""
    assert isinstance(group, Group)
    return "keyed" if group.is_keyed else len(group.items)


def _is_record(group: Value) -> bool:
    """Whether a group names a fan beside something else that is no list of names."""
    assert isinstance(group, Group)
    if _numbers_names(group) or _has_names_for_keys(group):
        return False
    own = [item for item in group.items if isinstance(item.value, Scalar)]
    named = [item for item in own if _names_a_fan(item)]
    if group.is_keyed:
        return bool(named) and (len(group.items) > 1 or headers.role(_title(named[0].key)) == "name")
    return bool(named) and len(named) < len(group.items) and len(named) <= _FEWEST


def _names_a_fan(item: Item) -> bool:
    role: Role | None = headers.role(_title(item.key)) if item.key else None
    if role in headers.LISTS or not isinstance(item.value, Scalar):
        return False
    return item.value.quoted and _is_name(item.value.text)


def _is_header(group: Group) -> bool:
    """Whether a group is the titles of those behind it: (id, name, points)."""
    own = [item.value.text for item in group.items if isinstance(item.value, Scalar) and not item.key]
    return len(own) == len(group.items) > 1 and headers.roles([_title(word) for word in own]) is not None
