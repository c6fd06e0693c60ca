"""The titles of columns, in every language, and what stands in their columns."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

from extract import vocabulary

if TYPE_CHECKING:
    from opencc import OpenCC

FEWEST = 2
"""Titles that make a row the header of a table."""

_LONGEST = 80
"""Characters of a title, an explanation in brackets included; what is longer is text."""


Role = Literal[
    "name", "points", "excludes", "may_count", "also_counts", "definition", "remarks", "number", "class", "example",
    "id", "either", "edition", "translation", "figure", "related", "tick",
]  # fmt: skip
"""What stands in a column. ``tick``: signs that say whether what the title says (不计无字) holds of a fan."""

LISTS: dict[Role, str] = {"excludes": "不计", "may_count": "可计", "also_counts": "另计"}
"""Columns of lists, and the word that stands before such a list in a sentence."""


@cache
def _table() -> dict[str, tuple[Role, str]]:
    """Every known title, folded, in traditional and simplified characters: what stands below it, and the Chinese title
    that says the same."""
    from opencc import OpenCC

    with (Path(__file__).parent / "headers.toml").open("rb") as file:
        columns = tomllib.load(file)
    simplify = OpenCC("t2s").convert
    found: dict[str, tuple[Role, str]] = {}
    for role, column in columns.items():
        for word in (column["title"], *column["words"]):
            found |= dict.fromkeys((_folded(word), _folded(simplify(word))), (cast("Role", role), column["title"]))
    return found


@cache
def _phrases() -> tuple[tuple[Role, re.Pattern[str]], ...]:
    """Titles that are sentences, and no word that could stand in a table of words."""
    fans = r"(?:的?(?:番[种型]?|牌型|项目?|得?分|对象|列表|哪些|名单)|入)?"
    counted = r"(?:\s+(?:with|fans?|elements?|hands?|patterns?|separately|again|too|by\s+this))*"
    together = rf"(?:{vocabulary.TOGETHER}|兼得?|叠番|并计|重复计?)"
    return tuple(
        (cast("Role", role), re.compile(pattern, re.I))
        for role, pattern in (
            ("tick", f"{vocabulary.KEYWORD}{vocabulary.name_pattern(classes=True)}"),
            (
                "excludes",
                rf"(?:必|均|都|应)?(?:{vocabulary.EXCLUDES}|不(?:可以?|能|得|应|会|宜)?再?{together}|不(?:可|能|得)?(?:同时|重复)计?"
                rf"|{vocabulary.TAKES_OUT}|{vocabulary.HOLDS_ALREADY}|除外|免计|不含|被?包含|覆盖){fans}",
            ),
            (
                "excludes",
                r"(?:(?:does|do|is|are)\s+)?(?:(?:not|cannot|can't)\s+(?:be\s+)?(?:count|add|score|combine|combinable)\w*"
                rf"|exclu(?:des?|ded|sions?)|(?:automatically\s+)?(?:impli(?:es|ed)|included)|incompatible){counted}",
            ),
            ("excludes", r"fans?\s+(?:that\s+are\s+)?(?:not\s+(?:counted|scored|added)|excluded|implied)"),
            ("excludes", r"(?:[複复]合し|加算し|重[複复]し)(?:ない|ません)役?|非[複复]合|[複复]合不可役?|除外"),
            (
                "may_count",
                rf"(?:{vocabulary.MAY_COUNT}|可以?再?(?:{together}|[加同]计?)|相容){fans}|(?:may|can)\s+(?:be\s+)?(?:combin|count)\w*{counted}",
            ),
            ("may_count", r"(?:[複复]合|加算|重[複复])(?:可能?|する|できる)(?:役|翻種)?"),
            ("also_counts", f"{vocabulary.ALSO_COUNTS}{fans}"),
        )
    )


def role(cell: str) -> Role | None:
    """What stands in the column with this title, in any language; None for a title that nobody knows.

    >>> role("Points"), role("不另计番种"), role("不计 2"), role("不计无字"), role("出現次數"), role("七对")
    ('points', 'excludes', 'excludes', 'tick', 'figure', None)
    """
    return _known(cell)[0] if len(cell) <= _LONGEST else None


@lru_cache(maxsize=4096)
def _known(cell: str) -> tuple[Role | None, str | None]:
    """The role of a title and the Chinese title that says the same."""
    folded = _folded(cell)
    for form in (folded, _folded(_IN_BRACKETS.sub("", cell)), _COUNTED.sub("", folded)):
        if form and form in _table():
            return _table()[form]
    words = _simplified(_COUNTED.sub("", _IN_BRACKETS.sub("", unicodedata.normalize("NFKC", cell))).strip())
    found = next((role for role, pattern in _phrases() if words and pattern.fullmatch(words)), None)
    return found, LISTS.get(found) if found else None


_IN_BRACKETS = re.compile(r"[(（].*[)）]\s*$")
_COUNTED = re.compile(r"(?<=\D)\s*[(（]?(?:\d|[一二三四])[)）]?\s*$")
"""The number of one of several columns with the same title: 不计 1, 不计 2."""


def _simplified(text: str) -> str:
    from opencc import OpenCC

    return text if text.isascii() else str(_converter(OpenCC).convert(text))


@cache
def _converter(kind: type[OpenCC]) -> OpenCC:
    return kind("t2s")


def _folded(title: str) -> str:
    plain = unicodedata.normalize("NFKC", title).casefold()
    return re.sub(r"[\s_.:：()（）\-]+", "", plain)


def title(cell: str) -> str | None:
    """The Chinese title that says what this one says; None for a title nobody knows.

    >>> title("Points"), title("番種名"), title("Remembered by")
    ('番数', '番种', None)
    """
    return _known(cell)[1] if len(cell) <= _LONGEST else None


def titles(cells: Sequence[str]) -> list[str | None] | None:
    """The titles of a row of titles; None where the row is none.

    >>> titles(["Fan", "Points"]), titles(["Name", "Fan"]), titles(["七对", "24"])
    (['番种', '番数'], ['番种', '番数'], None)
    """
    found = [title(cell) for cell in cells]
    if sum(each is not None for each in found) < FEWEST:
        return None
    either = "番数" if "番种" in found and "番数" not in found else "番种"
    edition = "番数" if "番数" not in found else None
    return [{"番": either, "年版": edition}.get(each or "", each) for each in found]


def is_title(cell: str) -> bool:
    """Whether a cell is a title wherever it stands; 不计无字 is as often a list."""
    return role(cell) not in (None, "tick")


def _is_number(cell: str) -> bool:
    """Whether a cell is a number, with the unit of points or without."""
    return cell.isdecimal() or (cell[:-1].isdecimal() and bool(re.fullmatch(vocabulary.UNIT, cell[-1])))


def roles(cells: Sequence[str]) -> list[Role | None] | None:
    """What stands in the columns below a row of titles; None where the row is none.

    >>> roles(["Name", "Fan"]), roles(["番种", "概率", "?"]), roles(["七对", "24"])
    (['name', 'points'], ['name', 'figure', None], None)
    """
    if any(_is_number(cell) and role(cell) != "edition" for cell in cells):
        return None  # no title is a number, but for years
    found = [role(cell) for cell in cells]
    if sum(own not in (None, "tick") for own in found) < FEWEST:
        return None
    either: Role = "points" if "name" in found and "points" not in found else "name"
    edition: Role = "points" if "points" not in found else "figure"
    return [{"either": either, "edition": edition}.get(each or "", each) for each in found]
