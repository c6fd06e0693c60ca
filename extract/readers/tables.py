"""What tables of all formats have in common: a row is one line of text, its cells joined by tabs.

Which column is what is told once for the whole table (``columns``). A row of an entry is then handed on in one order,
whatever the order of the columns: a number, the name, the points, and behind them all else that says something of the
fan; so no line behind it can take it for a part of another entry (``extract.rows`` reads it). What the cells leave out
is put back: the keyword of a list, the unit of points, what a sign like ↑ repeats from the row above. A row whose name
cannot be read belongs to nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from extract import vocabulary
from extract.messages import message
from extract.readers import columns, headers, upright
from extract.readers.columns import Part
from extract.readers.headers import Role
from mjrules import names
from mjrules.claims import Level, Message, Place

if TYPE_CHECKING:
    from opencc import OpenCC

_DITTO = frozenset({"↑", "〃", "″", '"', "''", "＂", "”", "“", "同上", "〃〃", "々", "ditto", "do."})
_NOTHING = frozenset({"无", "無", "没有", "沒有", "なし", "none", "n/a", "nil"})
_TICKS = frozenset("✓✔√☑☒■●是yYvV对對") | {"yes", "true", "不计", "不計"}
_NO_TICKS = frozenset("✗✘×xX☐□否nN-–—/") | {"", "no", "false"}
_UNITS = f"(?:{vocabulary.UNIT}|點|fans?|pts?|points?)"
_HEAD = re.compile(
    rf"\W*(?:\d{{1,3}}\s*[.、)]\s*)?(?P<name>[^\n\d]{{1,40}}?)[\s:：(（\[【]*{vocabulary.POINTS}\s*{_UNITS}", re.I
)
_TIER = re.compile(rf"\W*{vocabulary.POINTS}\s*{_UNITS}\W*", re.I)
_SIGNED = re.compile(rf"({vocabulary.POINTS})(\s*[●○◐§†‡])")
"""Points with a sign behind them that a legend explains."""
_SUM = re.compile(
    r"\W*(?:[合总總小共]计|[合總小共]計|[注註]|[备備][注註考]|[附说說][注註明]|total|sum|notes?|remarks?)\W*", re.I
)
"""What stands under a title of names and is none."""
_OF_ALL = re.compile(
    r"\W*(?:附?[注註]|[备備][注註考]|[说說]明|凡|[合总總小共][计計]|本[表章节節]|以上|上述|所有|notes?\b|remarks?\b|all\b)",
    re.I,
)
"""What a row of one cell begins with that is said of the whole table."""
_LONGEST_NAME = 12
_LONGEST_LINE = 60
_SEVERAL = 2
_AROUND_A_NAME = re.compile(r"^\W*(?:\d{1,3}\s*[.、．)）]?\s*)?|[\s*＊]+$")
_LONGEST_TITLE = 20
_LONGEST_LABEL = 60
"""Characters of a cell that may be a name; what is longer is text."""
_OF_NOBODY = "row-without-name"


class Cell(NamedTuple):
    """A cell as it is handed on, and its column; -1: it stands for none."""

    column: int
    text: str


class Line(NamedTuple):
    """One line that a row becomes."""

    cells: tuple[Cell, ...]
    kind: Literal["row", "titles", "entry", "note"]

    @property
    def text(self) -> str:
        return "\t".join(cell.text for cell in self.cells)


class Said(NamedTuple):
    """What is to be said about a row, or about the column below it."""

    row: int
    code: str
    level: Level
    details: dict[str, str | int]


class Table(NamedTuple):
    """A table as it is read: the lines of each row, in order, and what is to be said."""

    rows: tuple[tuple[Line, ...], ...]
    said: tuple[Said, ...]


def is_name(text: str) -> bool:
    """Whether a text is a name of a fan and nothing else, in any language."""
    return bool(text) and len(text) < 60 and bool(names.resolve(text.strip(" *＊")))


def is_points(text: str) -> bool:
    return bool(_TIER.fullmatch(text) or re.fullmatch(r"\s*\d{1,3}\s*", text))


def is_head(text: str) -> bool:
    """Whether a text begins as an entry does, with a name and its points."""
    found = _HEAD.match(text)
    return bool(found and is_name(found["name"].strip()))


def begins_with_name(text: str) -> bool:
    text = text.strip()
    return any(is_name(text[:length]) for length in range(2, min(len(text), _LONGEST_NAME) + 1))


def fans_of(text: str) -> tuple[str, ...]:
    """The fans that a line of a cell is the name of, a number before it or not, in any script."""
    word = _AROUND_A_NAME.sub("", text) if len(text) < _LONGEST_LINE else ""
    return names.resolve(word) or (names.resolve(simplified(word)) if word else ())


def column_of_names(rows: Sequence[Sequence[str]]) -> int | None:
    """The one column that holds the names of a table; None where there are several, or nobody can tell."""
    sections = (
        _section(rows[start : start + titles], rows[start + titles : end]) for start, end, titles in _sections(rows)
    )
    found = {part.name for section in sections for part in section.parts}
    return found.pop() if len(found) == 1 else None


def names_in_row(cells: Sequence[Sequence[str]], names_at: int | None = None) -> int:
    """Of how many names a row is, by the lines of its cells: it stands for as many rows (``line_of`` is what each of
    them has of a cell). 0: nobody can tell which line belongs to which name.

    A row is of several names where the first cell of nothing but names has several fans, and something is said of them
    in other cells: a line for each, or one for all. Names in other cells are a list of the first. ``names_at``: the
    column of the names, where that is known.
    """
    filled = [lines for lines in cells if lines]
    known = cells if names_at is None else cells[names_at : names_at + 1]
    first = next((lines for lines in known if lines and all(map(fans_of, lines))), [])
    others = [lines for lines in filled if lines is not first]
    if len(set(map(fans_of, first))) < _SEVERAL or not others or _has_a_title(others):
        return 1
    return len(first) if all(len(lines) in (1, len(first)) for lines in others) else 0


def are_one_fan(lines: Sequence[str]) -> bool:
    """Whether lines are one fan under several names."""
    fans = set(map(fans_of, lines))
    return len(lines) > 1 and len(fans) == 1 and () not in fans


def joined(lines: Sequence[str], mark: str = " ") -> str:
    """The lines of a cell as one."""
    return (" / " if are_one_fan(lines) else mark).join(lines)


def line_of(lines: Sequence[str], number: int) -> str:
    """What a cell says in one of the rows that its row stands for."""
    return lines[number] if len(lines) > 1 else "".join(lines)


def _has_a_title(cells: Sequence[Sequence[str]]) -> bool:
    """Whether a cell is the title of the others: what stands behind 不计 is one list."""
    return any(len(lines) == 1 and is_title(lines[0]) for lines in cells)


@lru_cache(maxsize=4096)
def simplified(text: str) -> str:
    """The text in simplified characters, as long as it was."""
    if text.isascii():
        return text
    found = str(_converter().convert(text))
    return found if len(found) == len(text) else text


@cache
def _converter() -> OpenCC:
    from opencc import OpenCC

    return OpenCC("t2s")


def read(rows: Sequence[Sequence[str]]) -> Table:
    """The rows of a table of any format; a cell is one line of text."""
    if spots := upright.turned(rows):
        return _as_it_stands(rows, spots)
    return _below_tiers(rows) or _by_sections(rows)


def _by_sections(rows: Sequence[Sequence[str]]) -> Table:
    found: list[tuple[Line, ...]] = []
    said: list[Said] = []
    for start, end, titles in _sections(rows):
        section = _section(rows[start : start + titles], rows[start + titles : end])
        found += [(section.header(row),) for row in rows[start : start + titles]]
        own = [section.lines(row) for row in rows[start + titles : end]]
        found += own
        said += section.said(start, start + titles)
    return Table(tuple(found), tuple(said))


def _as_it_stands(rows: Sequence[Sequence[str]], spots: Sequence[upright.Spots]) -> Table:
    """A table that was turned: what a row of it becomes stands in the row of its first cell."""
    read_upright = _by_sections([["" if spot is None else rows[spot[0]][spot[1]] for spot in row] for row in spots])
    places = [next((spot[0] for spot in row if spot), 0) for row in spots]
    found: list[list[Line]] = [[] for _ in rows]
    for at, lines in zip(places, read_upright.rows, strict=True):
        found[at] += (Line(tuple(Cell(-1, cell.text) for cell in line.cells), line.kind) for line in lines)
    said = (each._replace(row=places[each.row]) for each in read_upright.said)
    return Table(tuple(map(tuple, found)), tuple(said))


def _below_tiers(rows: Sequence[Sequence[str]]) -> Table | None:
    """A table with tiers side by side for titles, and below each the names of its fans; None where it is none."""
    tiers: Sequence[str] = ()
    found: list[tuple[Line, ...]] = []
    unread: list[Said] = []
    read = 0
    for at, row in enumerate(rows):
        filled = [column for column, cell in enumerate(row) if cell.strip()]
        if len(filled) > 1 and all(_TIER.fullmatch(row[column]) for column in filled):
            tiers = row
            found.append((as_it_is(row),))
            continue
        named = [
            column for column in filled if column < len(tiers) and tiers[column].strip() and _only_names(row[column])
        ]
        found.append(
            tuple(Line((Cell(column, row[column]), Cell(-1, tiers[column].strip())), "entry") for column in named)
        )
        read += len(named)
        if others := [row[column] for column in filled if column not in named]:
            unread.append(Said(at, _OF_NOBODY, "warning", {"what": " ".join(others)}))
    return Table(tuple(found), tuple(unread)) if tiers and read > len(unread) else None


def _only_names(cell: str) -> bool:
    return columns.is_name(cell) or all(map(columns.is_name, re.split(r"[、,，/\s]+", cell.strip())))


def messages(said: Iterable[Said], places: Sequence[Place]) -> Iterator[Message]:
    """What is to be said about a table, ``places`` being those of its rows."""
    for each in said:
        yield message(each.code, each.level, places[each.row], **each.details)


def as_it_is(row: Sequence[str]) -> Line:
    return Line(tuple(Cell(at, cell) for at, cell in enumerate(row)), "row")


def _sections(rows: Sequence[Sequence[str]]) -> Iterator[tuple[int, int, int]]:
    """Rows of titles with those below them: where they begin and end, and how many are titles."""
    start = at = 0
    if rows and _names_its_columns(rows[0]) and not any(map(is_header, rows)):
        yield 0, len(rows), 1
        return
    while at < len(rows):
        if not is_header(rows[at]):
            at += 1
            continue
        if at > start:
            yield start, at, 0
        start = at
        while at < len(rows) and is_header(rows[at]):
            at += 1
        behind = next((row for row in range(at, len(rows)) if is_header(rows[row])), len(rows))
        yield start, behind, at - start
        start = at = behind
    if start < len(rows):
        yield start, len(rows), 0


def is_header(titles: Sequence[str]) -> bool:
    """Whether these are the titles of columns: two of them at least are known."""
    return headers.roles([title.strip() for title in titles]) is not None


def _names_its_columns(row: Sequence[str]) -> bool:
    """Whether the first row of a table is titles though only one of them is known: that of the names."""
    cells = [cell.strip() for cell in row if cell.strip()]
    if len(cells) < headers.FEWEST or "name" not in map(headers.role, cells):
        return False
    return all(
        len(cell) <= _LONGEST_TITLE and not columns.is_name(cell) and not columns.is_points(cell) for cell in cells
    )


def is_title(text: str) -> bool:
    """Whether a text is the title of a column, in any language."""
    return headers.is_title(text.strip())


def is_points_title(text: str) -> bool:
    """Whether this is the title of a column of points."""
    return headers.role(text.strip()) in ("points", "either")


def _section(header: Sequence[Sequence[str]], rows: Sequence[Sequence[str]]) -> _Section:
    titles, roles = _titles(header)
    parts = columns.by_titles(titles, roles, rows) if header else columns.by_cells(rows)
    return _Section(titles, roles, parts, rows)


def _titles(header: Sequence[Sequence[str]]) -> tuple[list[str], list[Role | None]]:
    """The titles of the columns and what stands below them. Below a title that covers several columns each may have one
    of its own: 不计 above 无字 and 断幺."""
    if not header:
        return [], []
    titles = [title.strip() for title in header[0]]
    roles = headers.roles(titles) or [headers.role(title) for title in titles]
    for row in header[1:]:
        below = [title.strip() for title in row]
        if len(below) != len(titles) or (own := headers.roles(below)) is None:
            continue
        covering = ""
        for at, title in enumerate(below):
            covering = titles[at] or covering
            if title == titles[at] or not title:
                continue
            keyword = headers.LISTS.get(headers.role(covering) or "name")
            if keyword and columns.is_name(title):
                titles[at], roles[at] = f"{keyword}{title}", "tick"
            else:
                titles[at], roles[at] = title, own[at] or headers.role(covering)
    return titles, roles


class _Section:
    """Rows below titles, or without them, on their way."""

    def __init__(
        self, titles: Sequence[str], roles: Sequence[Role | None], parts: Sequence[Part], rows: Sequence[Sequence[str]]
    ) -> None:
        self._titles = titles
        self._roles = roles
        self._editions = _editions(titles, roles)
        self.parts = parts
        self._rows = rows
        self._names_behind = {part.points[0]: part.name for part in parts if part.points and part.points[0] < part.name}
        """The columns of points that stand before names."""
        if not parts:
            self._names_behind = {0: 1}
        self._above: list[str] = []
        self._read_above: dict[Part, bool] = {}
        """Whether the last row of a part was an entry."""
        self._unread: list[tuple[int, str]] = []
        self._signs: list[tuple[int, str, str]] = []
        """Cells that may be ticks, or not."""
        self._at = -1

    def header(self, row: Sequence[str]) -> Line:
        """A row of titles, without those of columns that are left out."""
        left_out = {column for part in self.parts for column in part.left_out}
        cells = tuple(Cell(at, cell) for at, cell in enumerate(row) if at not in left_out)
        return Line(cells, "titles" if self.parts else "row")

    def lines(self, row: Sequence[str]) -> tuple[Line, ...]:
        """The lines of the next row."""
        self._at += 1
        cells = [self._repeated(row, at) for at in range(len(row))]
        self._above = cells
        filled = [at for at, cell in enumerate(cells) if cell.strip()]
        if not self.parts or not filled:
            return (_without_columns([*self._roles, *[None] * len(row)], cells),)
        if len(filled) == 1 and not self._is_entry_alone(filled[0], cells):
            if _OF_ALL.match(cells[filled[0]]) and re.search(vocabulary.KEYWORD, cells[filled[0]]):
                self._read_above.clear()
                return (Line((Cell(filled[0], cells[filled[0]]),), "note"),)
            return (as_it_is(cells),)
        return tuple(line for part in self.parts if (line := self._line(part, cells)))

    def _is_entry_alone(self, column: int, cells: Sequence[str]) -> bool:
        """Whether the only filled cell of a row is a name, or what goes on with the row above."""
        named = any(part.name == column for part in self.parts)
        return (
            columns.is_name(cells[column])
            if named
            else any(role and at == column for part in self.parts for at, role in part.rest)
        )

    def _line(self, part: Part, cells: Sequence[str]) -> Line | None:
        own = [at for at in part.columns if at < len(cells) and cells[at].strip()]
        if not own:
            return None
        name = cells[part.name].strip() if part.name < len(cells) else ""
        rest = [
            Cell(at, text) for at, role in part.rest if at < len(cells) and (text := self._under(at, role, cells[at]))
        ]
        if columns.is_name(name) or self._may_be_name(name):
            self._read_above[part] = True
            return Line((*self._head(part, cells), *rest), "entry")
        if columns.is_points(name) and _TIER.fullmatch(name):
            return as_it_is([cells[at] for at in own])
        points = any(cells[at].strip() for at in part.points if at < len(cells))
        if not name and not points and self._read_above.get(part):
            return Line(tuple(rest), "row") if rest else None
        if not name and not points and part not in self._read_above:
            return Line(tuple(rest), "row") if rest else None
        self._read_above[part] = False
        words = [cells[at] for at in own]
        if any(re.search(r"[^\W\d_]", word) for word in words):
            self._unread.append((self._at, " ".join(words)))
        return Line(tuple(Cell(at, cells[at]) for at in own), "note")

    def _may_be_name(self, cell: str) -> bool:
        """Whether a cell in the column of names may be one that nobody knows."""
        if len(cell) > _LONGEST_LABEL or _SUM.fullmatch(cell) or columns.is_points(cell) or is_title(cell):
            return False
        return bool(re.search(r"[^\W\d_]", cell)) and not re.match(vocabulary.KEYWORD, cell)

    def _head(self, part: Part, cells: Sequence[str]) -> Iterator[Cell]:
        """The number, the name and the points; a cell for the points also where they are missing."""
        if part.number is not None and part.number < len(cells):
            number = cells[part.number].strip(" .、#()（）")
            if not number or (number.isdecimal() and len(number) <= 3):  # nothing: a number that nobody typed
                yield Cell(part.number, cells[part.number])
        yield Cell(part.name, cells[part.name].strip())
        printed = self._printed_points(part, cells)
        values = {columns.points_of(cells[at]) for at in printed}
        if len(values) == 1 and None not in values:
            yield Cell(printed[0], _with_unit(cells[printed[0]]))
        elif printed:
            yield from (Cell(at, _with_unit(cells[at])) for at in printed)
        elif part.points:
            yield Cell(-1, "")

    def _printed_points(self, part: Part, cells: Sequence[str]) -> list[int]:
        """Where the points of a row stand. A number with its unit outranks one without, and stands where it stands in
        a row that has no cell below the points."""
        filled = [at for at in part.columns if at < len(cells) and at != part.name and cells[at].strip()]
        printed = [at for at in part.points if at in filled]
        priced = [at for at in printed or filled if _TIER.fullmatch(cells[at].strip())]
        return priced if len(priced) == 1 else printed

    def _repeated(self, row: Sequence[str], column: int) -> str:
        """A cell, or the one above it where it says so by a sign, or leaves out the points that stand before names."""
        cell = row[column].strip()
        if column >= len(self._above):
            return row[column]
        if cell in _DITTO:
            return self._above[column]
        return self._above[column] if not cell and self._goes_on_below(row, column) else row[column]

    def _goes_on_below(self, row: Sequence[str], column: int) -> bool:
        """Whether the points above an empty cell are meant for this row, too: they stand before names."""
        name = self._names_behind.get(column)
        if name is None or not columns.is_points(self._above[column]):
            return False
        return name < len(row) and (columns.is_name(row[name]) or begins_with_name(row[name]))

    def _under(self, column: int, role: Role | None, cell: str) -> str:
        """What a cell says, the title of its column taken into account."""
        cell = cell.strip().rstrip("、,，")
        if role == "tick":
            sign = cell.strip(" []()（）")
            if sign in _TICKS or sign.casefold() in _TICKS:
                return self._titles[column]
            if sign not in _NO_TICKS and sign.casefold() not in _NO_TICKS:
                self._signs.append((self._at, self._titles[column], cell))
            return ""
        return _listed(role, cell, self._editions.get(column, ""))

    # what is said

    def said(self, titles: int, rows: int) -> Iterator[Said]:
        """What is left out; ``titles`` and ``rows`` are where the titles and the rows stand in the table."""
        for part in self.parts:
            for column in part.left_out:
                title = self._titles[column] if column < len(self._titles) else ""
                begins = next(row[column].strip() for row in self._rows if column < len(row) and row[column].strip())
                yield Said(titles, "column-left-out", "info", {"title": title or f"#{column + 1}", "begins": begins})
        for at, what in self._unread:
            yield Said(rows + at, _OF_NOBODY, "warning", {"what": what})
        for at, title, sign in self._signs:
            yield Said(rows + at, "tick-not-read", "warning", {"what": title, "sign": sign})


_EDITION = re.compile(r"(?<!\d)(?:(?:19|20)\d{2}|98|06)(?!\d)|[旧舊新](?=版|规则|規則)")
"""The rules that a column is for, in its title: 不计(98), 2006年不计."""


def _editions(titles: Sequence[str], roles: Sequence[Role | None]) -> dict[int, str]:
    """The columns of lists that are for one set of rules each, and for which: several of them hold the same."""
    found: dict[int, str] = {}
    for role in headers.LISTS:
        printed = {
            at: edition[0]
            for at, (title, own) in enumerate(zip(titles, roles, strict=False))
            if own == role and (edition := _EDITION.search(title))
        }
        if len(printed) > 1:
            found |= {at: f"{edition}规则" for at, edition in printed.items()}
    return found


def _listed(role: Role | None, cell: str, edition: str = "") -> str:
    """What stands in a column of lists, with the rules it is for, if there are several, and the keyword of a list."""
    if role not in headers.LISTS or not re.search(r"\w", cell):
        return cell
    if cell.casefold() in _NOTHING or re.fullmatch(vocabulary.KEYWORD, cell):
        return ""
    return cell if re.match(vocabulary.KEYWORD, cell) else f"{edition}{headers.LISTS[role]}{cell}"


def _with_unit(cell: str) -> str:
    """Points with their unit: a number alone gets one."""
    cell = cell.strip()
    value = columns.points_of(cell)
    if signed := _SIGNED.fullmatch(cell):
        return f"{signed[1]}番{signed[2]}"
    if value is None or _TIER.fullmatch(cell):
        return cell
    printed = re.search(rf"\d{{1,3}}|{vocabulary.CHINESE_NUMBER}", cell)
    return f"{cell if re.fullmatch(vocabulary.POINTS, cell) else printed[0] if printed else value}番"


def _without_columns(roles: Sequence[Role | None], cells: Sequence[str]) -> Line:
    """A row of which nobody knows where its name is."""
    found = []
    for at, (role, cell) in enumerate(zip(roles, cells, strict=False)):
        if role in ("points", "either") and re.fullmatch(vocabulary.POINTS, cell.strip()):
            cell = f"{cell.strip()}番"
        found.append(Cell(at, _listed(role, cell.strip()) if role in headers.LISTS else cell))
    return Line(tuple(found), "row")
