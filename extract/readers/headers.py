"""The titles of columns, in every language, and what stands in their columns."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Sequence
from functools import cache
from pathlib import Path

FEWEST = 2
"""Titles that make a row the header of a table."""

_LONGEST = 80
"""Characters of a title, an explanation in brackets included; what is longer is text."""


@cache
def _table() -> dict[str, str]:
    """Every known title, folded, in traditional and simplified characters, and the Chinese title that says the same."""
    from opencc import OpenCC

    with (Path(__file__).parent / "headers.toml").open("rb") as file:
        columns = tomllib.load(file).values()
    simplify = OpenCC("t2s").convert
    words = ((word, column["title"]) for column in columns for word in (column["title"], *column["words"]))
    return {_folded(form): title for word, title in words for form in (word, simplify(word))}


def _folded(title: str) -> str:
    plain = unicodedata.normalize("NFKC", title).casefold()
    return re.sub(r"[\s_.:：()（）\-]+", "", plain)


def title(cell: str) -> str | None:
    """The Chinese title that says what this one says; None for a title nobody knows.

    >>> title("Points"), title("番種名"), title("Probability")
    ('番数', '番种', None)
    """
    if len(cell) > _LONGEST:
        return None
    return _table().get(_folded(cell)) or _table().get(_folded(re.sub(r"[(（].*[)）]\s*$", "", cell)))


def titles(cells: Sequence[str]) -> list[str | None] | None:
    """The titles of a row of titles; None where the row is none.

    >>> titles(["Fan", "Points"]), titles(["Name", "Fan"]), titles(["七对", "24"])
    (['番种', '番数'], ['番种', '番数'], None)
    """
    found = [title(cell) for cell in cells]
    if sum(each is not None for each in found) < FEWEST:
        return None
    either = "番数" if "番种" in found and "番数" not in found else "番种"
    return [either if each == "番" else each for each in found]


def canonical(cells: Sequence[str]) -> list[str]:
    """The titles of a row of titles as the reading of tables knows them; one that nobody knows as it is."""
    return [known or cell for known, cell in zip(titles(cells) or [None] * len(cells), cells, strict=True)]
