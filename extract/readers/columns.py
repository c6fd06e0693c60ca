"""What stands in the columns of a table: told once for all its rows, by the titles, or without titles by the cells.

A table may hold several entries side by side: then it has a part for each, with columns of its own.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise

import msgspec

from extract import vocabulary
from extract.readers import headers
from extract.readers.headers import Role
from mjrules import names

UNITS = rf"(?:{vocabulary.UNIT}|[點飜翻台臺]|fans?|pts?\.?|points?)"
_MOST = 0.6
"""The share of the cells of a column that tells what it is."""
_NEARLY_ALL = 0.9
_RUNNING = 0.8
"""The share of numbers that are those of the official list, or one more than the number above."""

_PROSE = 6
"""Characters that the cells of a column have on average if they are prose."""
_LONGEST = 80
"""Characters of a cell that is looked at for a name or for points."""
_FEWEST_ROWS = 2
_BEFORE_NAME = re.compile(
    r"(?:\W*(?:#?\d{1,3}(?!\s*[A-Za-z])|[一二三四五六七八九十]{1,3}(?=[.、．)）]))\s*[.、．)）]?)?[\W_]*", re.I
)
_BEHIND_NAME = re.compile(
    r"(?:\s*[(（\[【〔].*[)）\]】〕]|[\W_]|[\u2460-\u24ff\u00b2\u00b3\u00b9\u2070-\u2079]|(?<!\d)\d{1,2}$)++$"
)
_ALTERNATIVE = re.compile(r"[/／|｜、,，或=＝]|\s{1,}")
_NUMBER = re.compile(rf"(?P<points>\d{{1,3}}(?:\.0+)?|{vocabulary.CHINESE_NUMBER})")
_POINTS = re.compile(
    rf"\W*?(?:[共计為为各每][个個副张張]?\s*)?{_NUMBER.pattern}\s*{UNITS}?(?:\s*[(（](?P<aside>[^()（）]*)[)）])?[\s*★☆※。.,，#)）\]】]*",
    re.I,
)
_WITH_UNIT = re.compile(rf"\s*{_NUMBER.pattern}\s*{UNITS}\s*", re.I)
_BARE = re.compile(r"\s*#?\d{1,4}[.、．]?\s*")
_OF_LIST = re.compile(rf"\W*(?:{vocabulary.KEYWORD}|exclud|not\s+count|implies)", re.I)
_WORD = re.compile(r"[^\W\d_]")


class Part(msgspec.Struct, frozen=True):
    """The columns of one entry in each row."""

    columns: tuple[int, ...]
    """All columns of the part, also those that are not read, in their order."""
    name: int
    points: tuple[int, ...]
    number: int | None
    rest: tuple[tuple[int, Role | None], ...]
    """The columns that are read behind the name and the points."""
    left_out: tuple[int, ...]


def points_of(cell: str) -> int | None:
    """The points in a cell that holds nothing else but marks and words in a bracket.

    >>> points_of("24"), points_of("二十四番"), points_of("24.00番*"), points_of("24番（24点）"), points_of("16（12）")
    (24, 24, 24, 24, None)
    """
    return _points(cell.strip()) if len(cell) <= _LONGEST else None


@lru_cache(maxsize=4096)
def _points(cell: str) -> int | None:
    found = _POINTS.fullmatch(cell)
    if not found:
        return None
    value = vocabulary.number(re.sub(r"\.0+$", "", found["points"]))
    others = {int(number) for number in re.findall(r"\d+", found["aside"] or "")}
    return value if others <= {value} else None


def is_points(cell: str) -> bool:
    return points_of(cell) is not None


def fan_of(cell: str) -> str | None:
    """The fan whose name a cell is, with a number before it and marks behind it, or without."""
    fans = _fans(cell.strip()) if len(cell) <= _LONGEST else ()
    return fans[0] if len(fans) == 1 else None


@lru_cache(maxsize=8192)
def _fans(cell: str) -> tuple[str, ...]:
    if not cell:
        return ()
    core = cell[_BEFORE_NAME.match(cell).end() :]  # type: ignore[union-attr]
    for form in (cell, core, _BEHIND_NAME.sub("", core)):
        if found := names.resolve(form):
            return found
    parts = [names.resolve(part) for part in _ALTERNATIVE.split(_BEHIND_NAME.sub("", core)) if part.strip()]
    return parts[0] if parts and parts[0] and len({part for part in parts if part}) == 1 else ()


def is_name(cell: str) -> bool:
    return len(cell) <= _LONGEST and bool(_fans(cell.strip()))


def by_titles(titles: Sequence[str], roles: Sequence[Role | None], rows: Sequence[Sequence[str]]) -> list[Part]:
    """The parts of a table with titles; none if no column holds names."""
    width = max([len(roles), *map(len, rows)])
    cells = _by_column(rows, width)
    titled = max((at + 1 for at, title in enumerate(titles) if title.strip()), default=0)
    roles = [*roles[:titled], *(_of_more_items(roles[:titled], own) for own in cells[titled:])]
    if "name" not in roles:
        roles = _with_names(roles, cells)
    parts = [_part(columns, roles, titles, cells) for columns in _side_by_side(roles)]
    return [part for part in parts if part]


def by_cells(rows: Sequence[Sequence[str]]) -> list[Part]:
    """The parts of a table without titles, told by its cells; none if that is not sure."""
    rows = [row for row in rows if sum(bool(cell.strip()) for cell in row) > 1]
    if len(rows) < _FEWEST_ROWS:
        return []
    width = max(map(len, rows))
    cells = _by_column(rows, width)
    are_names = [_mostly(is_name, own) for own in cells]
    named = [column for column in range(width) if are_names[column]]
    numbers = [column for column in range(width) if not are_names[column] and _mostly(_is_a_number, cells[column])]
    lists = [column for column in range(width) if _mostly(_OF_LIST.match, cells[column])]
    if not named or not (numbers or lists):
        return []
    names_of = _alternating(named, numbers) or [_of_the_entries(named, rows)]
    roles: list[Role | None] = ["remarks"] * width
    for column in names_of:
        roles[column] = "name"
    for name, columns in _numbers_beside(names_of, numbers).items():
        for column in columns:
            roles[column] = "figure"
        if (price := _points_among(columns, cells, rows, name)) is not None:
            roles[price] = "points"
        for column in columns:
            if column != price and _counts(cells[column], rows, column, name):
                roles[column] = "number"
    for column in named:
        if roles[column] != "name":
            roles[column] = "related"
    if names_of[0] and not cells[names_of[0] - 1]:
        roles[names_of[0] - 1] = "number"  # numbers that nobody typed
    parts = [_part(columns, roles, [""] * width, cells) for columns in _side_by_side(roles)]
    return [part for part in parts if part]


def _of_more_items(roles: Sequence[Role | None], cells: Sequence[str]) -> Role | None:
    """What a column behind the last title holds: items of the list there, where nothing held them together."""
    listed = roles[-1] in headers.LISTS if roles else False
    return roles[-1] if listed and all(map(is_name, cells)) else None


def _by_column(rows: Sequence[Sequence[str]], width: int) -> list[list[str]]:
    """The filled cells of each column."""
    return [[row[at].strip() for row in rows if at < len(row) and row[at].strip()] for at in range(width)]


def _mostly(holds: Callable[[str], object], cells: Sequence[str], share: float = _MOST) -> bool:
    return bool(cells) and sum(bool(holds(cell)) for cell in cells) >= share * len(cells)


def _is_a_number(cell: str) -> bool:
    return is_points(cell) or bool(_BARE.fullmatch(cell))


def _with_names(roles: list[Role | None], cells: Sequence[Sequence[str]]) -> list[Role | None]:
    """Without a title for them, the names are in the column that has most of them."""
    free = (None, "translation", "class", "related", "example")
    shares = [
        sum(map(is_name, own)) / len(own) if own and role in free else 0.0
        for role, own in zip(roles, cells, strict=True)
    ]
    best = max(shares, default=0.0)
    if best > 0.5:
        roles[shares.index(best)] = "name"
    return roles


def _side_by_side(roles: Sequence[Role | None]) -> list[list[int]]:
    """The columns of each entry: where what an entry has once comes again, the next one begins."""
    columns = list(range(len(roles)))
    once = [role for role in roles if role in ("name", "points", "number")]
    count = once.count("name")
    if count < 2 or any(once.count(role) not in (0, count) for role in ("points", "number")) or len(once) == count:
        return [columns]
    first = next(role for role in roles if role in ("name", "points", "number"))
    starts = [column for column in columns if roles[column] == first]
    bounds = [0, *starts[1:], len(columns)]
    groups = [columns[start:end] for start, end in pairwise(bounds)]
    complete = all(sum(roles[column] == "name" for column in group) == 1 for group in groups)
    return groups if complete else [columns]


def _part(
    columns: Sequence[int], roles: Sequence[Role | None], titles: Sequence[str], cells: Sequence[Sequence[str]]
) -> Part | None:
    named = [column for column in columns if roles[column] == "name"]
    if not named:
        return None
    known = {column: sum(map(is_name, cells[column])) for column in named}
    name = max(named, key=lambda column: known[column])
    if not cells[name] and any(cells[column] for column in columns):
        return None  # the names are pictures
    number = next((column for column in columns if roles[column] == "number"), None)
    points = tuple(column for column in columns if roles[column] == "points")
    if not points:  # 88番 in a column of classes
        tiers = [
            column
            for column in columns
            if roles[column] in ("class", None) and _mostly(_WITH_UNIT.fullmatch, cells[column])
        ]
        points = tuple(tiers[:1])
    taken = {name, number, *points}
    read: list[tuple[int, Role | None]] = []
    left_out: list[int] = []
    for column in columns:
        if column in taken or not cells[column]:
            continue
        role = roles[column]
        if role in ("number", "name") or not _is_read(role, cells[column]):
            left_out.append(column)
        else:
            read.append((column, role))
    return Part(tuple(columns), name, points, number, tuple(read), tuple(left_out))


def _is_read(role: Role | None, cells: Sequence[str]) -> bool:
    if role is None:
        return _is_prose(cells)
    return role not in ("translation", "figure", "related", "class", "id", "example")


def _is_prose(cells: Sequence[str]) -> bool:
    return sum(map(len, cells)) >= _PROSE * len(cells) and any(re.search(r"[^\W\d_]{2}", cell) for cell in cells)


# without titles


def _alternating(named: Sequence[int], numbers: Sequence[int]) -> list[int]:
    """The columns of names of entries side by side: one of points for each."""
    if len(named) < 2 or len(numbers) % len(named):
        return []
    own = frozenset(named)
    turns = [column in own for column in sorted((*named, *numbers))]
    each = len(turns) // len(named)
    alike = all(turns[at : at + each] == turns[:each] for at in range(0, len(turns), each))
    return list(named) if alike and sum(turns[:each]) == 1 else []


def _of_the_entries(named: Sequence[int], rows: Sequence[Sequence[str]]) -> int:
    """Of several columns of names that of the entries: what an entry does not count is of less worth, and stands
    further down in the official order."""
    if len(named) == 1:
        return named[0]
    order = {fan.id: fan.number or 0 for fan in names.official()}

    def wins(column: int) -> int:
        found = 0
        for row in rows:
            own = order.get(fan_of(row[column]) or "") if column < len(row) else None
            others = [order.get(fan_of(row[other]) or "") for other in named if other != column and other < len(row)]
            found += sum((own < other) - (own > other) for other in others if own is not None and other is not None)
        return found

    return max(
        named,
        key=lambda column: (
            sum(column < len(row) and bool(row[column].strip()) for row in rows),
            wins(column),
            -column,
        ),
    )


def _numbers_beside(names_of: Sequence[int], numbers: Sequence[int]) -> dict[int, list[int]]:
    """The columns of numbers of each column of names."""
    found: dict[int, list[int]] = {name: [] for name in names_of}
    if len(names_of) == 1:
        found[names_of[0]] = list(numbers)
        return found
    names_first = not numbers or names_of[0] < numbers[0]
    for number in numbers:
        at = bisect_left(names_of, number)
        at = max(0, at - 1) if names_first else min(at, len(names_of) - 1)
        found[names_of[at]].append(number)
    return found


def _points_among(
    columns: Sequence[int], cells: Sequence[Sequence[str]], rows: Sequence[Sequence[str]], name: int
) -> int | None:
    """The column of points: with their unit, or else one of values that fans have, which counts no rows."""
    with_unit = [column for column in columns if _mostly(_WITH_UNIT.fullmatch, cells[column])]
    if with_unit:
        return with_unit[0]
    fitting = [
        column
        for column in columns
        if _mostly(lambda cell: points_of(cell) in vocabulary.TIERS, cells[column], _NEARLY_ALL)
        and not _counts(cells[column], rows, column, name)
        and _falls_with_the_order(rows, column, name)
    ]
    same = all(cells[column] == cells[fitting[0]] for column in fitting)
    return fitting[0] if fitting and same else None


def _falls_with_the_order(rows: Sequence[Sequence[str]], column: int, name: int) -> bool:
    """Whether numbers are smaller for fans further down in the official order, as points are and pages are not."""
    order = {fan.id: fan.number or 0 for fan in names.official()}
    found = [
        (order[fan], value)
        for row in rows
        if max(column, name) < len(row) and (fan := fan_of(row[name])) in order and (value := points_of(row[column]))
    ]
    steps = [(next[0] - one[0]) * (next[1] - one[1]) for one, next in pairwise(found)]
    return sum(step < 0 for step in steps) >= sum(step > 0 for step in steps)


def _counts(cells: Sequence[str], rows: Sequence[Sequence[str]], column: int, name: int) -> bool:
    """Whether the numbers of a column count the rows, or the fans as the official list does."""
    values = [int(found[0]) for cell in cells if (found := re.search(r"\d+", cell))]
    steps = [next - one for one, next in pairwise(values)]
    if len(values) > _FEWEST_ROWS and sum(step == 1 for step in steps) >= _RUNNING * len(steps):
        return True
    order = {fan.id: fan.number for fan in names.official()}
    numbered = [
        (row[column].strip(" .、#"), order.get(fan_of(row[name]) or ""))
        for row in rows
        if max(column, name) < len(row) and row[column].strip()
    ]
    return bool(numbered) and sum(printed == str(own) for printed, own in numbered) >= _RUNNING * len(numbered)
