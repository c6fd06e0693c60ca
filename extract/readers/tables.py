"""What tables of all formats have in common: a row is one line of text, its cells joined by tabs.

The header says what stands in a column, so what the cells leave out is put back: the keyword of a list, the unit of
points, what a sign like ↑ repeats from the row above.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from extract import vocabulary
from extract.readers import headers
from mjrules import names

if TYPE_CHECKING:
    from opencc import OpenCC

_LIST_COLUMN = re.compile(
    rf"(?:(?P<denied>{vocabulary.EXCLUDES}|不(?:可|能)?(?:同时|重复)计?)|(?P<may_count>{vocabulary.MAY_COUNT})"
    rf"|(?P<also_counts>{vocabulary.ALSO_COUNTS}))(?:的?番[种型])?"
    r"|(?P<denied_elsewhere>(?:not\s+(?:counted|added|scored|combined|combinable)|excludes?|excluded|exclusions?|implies|implied"
    r"|(?:cannot|can't|not)\s+(?:be\s+)?combined?|incompatible)(?:\s+(?:with|fans?|elements?))?"
    r"|(?:[複复]合し|加算し|重[複复]し)(?:ない|ません)役?|非[複复]合|[複复]合不可|除外)"
    r"|(?P<may_elsewhere>(?:may|can)\s+(?:be\s+)?combined?(?:\s+with)?|[複复]合可能?|[複复]合する役?)",
    re.I,
)
_KEYWORDS = {"denied": "不计", "denied_elsewhere": "不计", "may_elsewhere": "可计", "may_count": "可计"} | {
    "also_counts": "另计"
}
_POINTS_COLUMN = re.compile(
    r"(?:番数|番值|分值|分数|点数|番|分|点|points?|pts?\.?|value|score|fans? value|点数|飜数?|翻数?)(?:[(（].*[)）])?",
    re.I,
)
_SIMPLIFIED = str.maketrans("種數說備註編號計點釋義實稱", "种数说备注编号计点释义实称")
_TITLE = re.compile(
    rf"(?:[中英日外]文|英语|日语)?(?:{'|'.join(vocabulary.HEADER_WORDS)})"
    r"|(?:fan|hand|element|pattern|scoring)?s?\s?(?:name|element|pattern)s?|fans?|hands?|no\.?|#|numbers?"
    r"|description|definition|explanation|details|examples?|remarks?|notes?|役名?|役[種种]|翻[種种]|条件|[説说]明|[備备]考|内容|例",
    re.I,
)
_DITTO = frozenset({"↑", "〃", "″", '"', "''", "＂", "”", "“", "同上", "〃〃", "々", "ditto", "do."})
_NOTHING = frozenset({"无", "無", "没有", "沒有", "なし", "none", "n/a", "nil"})
_UNITS = f"(?:{vocabulary.UNIT}|點|fans?|pts?|points?)"
_HEAD = re.compile(
    rf"\W*(?:\d{{1,3}}\s*[.、)]\s*)?(?P<name>[^\n\d]{{1,40}}?)[\s:：(（\[【]*{vocabulary.POINTS}\s*{_UNITS}", re.I
)
_TIER = re.compile(rf"\W*{vocabulary.POINTS}\s*{_UNITS}\W*", re.I)
_SIGNED = re.compile(rf"({vocabulary.POINTS})(\s*[●○◐§†‡])")
"""Points with a sign behind them that a legend explains."""
_LONGEST_NAME = 12
_LONGEST_LINE = 60
_SEVERAL = 2
_AROUND_A_NAME = re.compile(r"^\W*(?:\d{1,3}\s*[.、．)）]?\s*)?|[\s*＊]+$")


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


def names_in_row(cells: Sequence[Sequence[str]]) -> int:
    """Of how many names a row is, by the lines of its cells: it stands for as many rows (``line_of`` is what each of
    them has of a cell). 0: nobody can tell which line belongs to which name.

    A row is of several names where the first cell of nothing but names has several fans, and something is said of them
    in other cells: a line for each, or one for all. Names in other cells are a list of the first.
    """
    filled = [lines for lines in cells if lines]
    first = next((lines for lines in filled if all(map(fans_of, lines))), [])
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


def row_texts(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """One text a row. A cell under a header like 不计 holds a list without the keyword: it is put before the names. A
    number under a header like 番数 gets its unit."""
    header: Sequence[str] = ()
    above: list[str] = []
    for row in rows:
        titles = [cell.strip().translate(_SIMPLIFIED) for cell in row]
        if is_header(titles):
            header = headers.canonical(titles)
            yield "\t".join(row)
        else:
            padded = [*header, *[""] * len(row)]
            cells = [_under(title, cell) for title, cell in zip(padded, row, strict=False)]
            above = [_repeated(cells, above, column) for column in range(len(cells))]
            yield "\t".join(above)


def is_header(titles: Sequence[str]) -> bool:
    """Whether these are the titles of columns: two of them at least are known."""
    return sum(map(is_title, titles)) >= headers.FEWEST


@lru_cache(maxsize=4096)
def is_title(text: str) -> bool:
    """Whether a text is the title of a column, in any language."""
    title = text.strip().translate(_SIMPLIFIED)
    patterns = (_TITLE, _POINTS_COLUMN, _LIST_COLUMN)
    return bool(headers.title(title)) or any(pattern.fullmatch(title) for pattern in patterns)


def is_points_title(text: str) -> bool:
    """Whether this is the title of a column of points."""
    return bool(_POINTS_COLUMN.fullmatch(text.strip().translate(_SIMPLIFIED)))


def _under(title: str, cell: str) -> str:
    """What a cell says, the title of its column taken into account."""
    if (column := _LIST_COLUMN.fullmatch(title)) and re.search(r"\w", cell):
        if cell.strip().casefold() in _NOTHING or cell.strip() in _DITTO:
            return cell if cell.strip() in _DITTO else ""
        keyword = _KEYWORDS[column.lastgroup or "denied"]
        return cell if re.match(vocabulary.KEYWORD, cell.strip()) else f"{keyword}{cell.strip()}"
    if _POINTS_COLUMN.fullmatch(title) and re.fullmatch(vocabulary.POINTS, cell.strip()):
        return f"{cell.strip()}番"
    if _POINTS_COLUMN.fullmatch(title) and (signed := _SIGNED.fullmatch(cell.strip())):
        return f"{signed[1]}番{signed[2]}"
    return cell


def _repeated(cells: Sequence[str], above: Sequence[str], column: int) -> str:
    """A cell, or the one above it where it says so by a sign, or leaves out the points that stand before names."""
    cell = cells[column].strip()
    if column < len(above) and cell in _DITTO:
        return above[column]
    beside = cells[1].strip() if len(cells) > 1 else ""
    if column == 0 and not cell and above and _TIER.fullmatch(above[0]) and begins_with_name(beside):
        return above[0]
    return cells[column]
