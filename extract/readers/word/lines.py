"""Lines inside a paragraph or a cell: which of them stand for themselves, and which are one text that was only broken.

A line break is put for both: below a head stands its text, and in a narrow column a name is cut in two.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import zip_longest
from typing import TYPE_CHECKING

from extract import vocabulary
from extract.readers.word.marks import is_blank, plain
from mjrules import names

if TYPE_CHECKING:
    from opencc import OpenCC

_ENDS = re.compile(r"[。；;！!？?]\s*$")
_ONE_CHARACTER = re.compile(rf"\s*[{vocabulary.CHINESE}\d]\s*")
_AROUND = 6
"""Characters on each side of a break in which a name may stand across it."""


def split(text: str) -> Iterator[str]:
    """The lines of a paragraph that stand for themselves."""
    lines = [line for line in text.split("\n") if not is_blank(line)]
    so_far, listing = "", False
    for line, below in zip_longest(lines, lines[1:], fillvalue=""):
        said = plain(line)
        listing = bool(so_far) and (listing or _opens_a_list(plain(so_far))) and _is_listed(said, plain(below))
        ended = _ENDS.search(plain(so_far)) or is_price(so_far)
        if so_far and not listing and (ended or _begins_something(said)):
            yield so_far
            so_far = line
        else:
            so_far = _beside(so_far, line)
    if so_far:
        yield so_far


def _opens_a_list(line: str) -> bool:
    """Whether a line ends with the keyword of a list."""
    return bool(re.search(rf"{vocabulary.KEYWORD}(?:的?番[种型])?\s*[:：]?\s*$", _simplified(line[-40:])))


def _is_listed(line: str, below: str) -> bool:
    """Whether a line is only names, and no head with its points in the line below."""
    only_names = _names_only().fullmatch(_simplified(line.strip()))
    return bool(only_names) and not _price_first().match(_simplified(below[:20]))


@cache
def _names_only() -> re.Pattern[str]:
    name = vocabulary.name_pattern()
    return re.compile(rf"\W*{name}(?:\W+{name})*\W*")


@cache
def _price_first() -> re.Pattern[str]:
    return re.compile(rf"\W*(?:{vocabulary.POINTS}\s*{vocabulary.UNIT}|\d{{1,3}}\s*$)")


def joined(lines: Sequence[str]) -> str:
    """The lines of a cell as one text."""
    filled = [line for line in lines if not is_blank(line)]
    if len(filled) > 1 and all(_ONE_CHARACTER.fullmatch(plain(line)) for line in filled):
        return "".join(line.strip() for line in filled)  # one character a line: written downwards
    text = ""
    for line in filled:
        text = _beside(text, line)
    return text


def _beside(before: str, line: str) -> str:
    if not before:
        return line
    return f"{before.rstrip()}{line.lstrip()}" if is_cut(plain(before), plain(line)) else f"{before} {line}"


def is_cut(before: str, line: str) -> bool:
    """Whether a name stands across the break between two lines.

    >>> is_cut("不计大四", "喜、大三元"), is_cut("碰碰和", "三暗刻")
    (True, False)
    """
    before, line = _simplified(before.rstrip()[-_AROUND:]), _simplified(line.lstrip()[:_AROUND])
    return any(
        name.start() < len(before) < name.end() for name in re.finditer(vocabulary.name_pattern(), before + line)
    )


@cache
def _beginning() -> re.Pattern[str]:
    points = rf"{vocabulary.POINTS}\s*{vocabulary.UNIT}"
    return re.compile(
        rf"\W*(?:(?:\d{{1,3}}|{vocabulary.CHINESE_NUMBER})\s*[.、．)）]\s*|\d{{1,3}}\s+)?\W*"
        rf"(?:{vocabulary.name_pattern()}|{vocabulary.KEYWORD}|{points}|[{vocabulary.CHINESE}]{{2,8}}\W*{points})"
    )


def _begins_something(line: str) -> bool:
    """Whether a line begins like the head of an entry, like a list, or with points."""
    return bool(_beginning().match(_simplified(line[:40])))


def is_name(text: str) -> bool:
    """Whether a cell is the name of a fan, with a number before it or without."""
    word = re.sub(r"^\W*(?:\d{1,3}\s*[.、．)）]?\s*)?|[\s*]+$", "", plain(text))
    return bool(names.resolve(_simplified(re.sub(r"\s", "", word))))


def is_price(text: str) -> bool:
    """Whether a cell holds points and nothing else.

    >>> is_price("88番"), is_price(" 二十四 "), is_price("大四喜 88番")
    (True, True, False)
    """
    return bool(re.fullmatch(rf"\W*{vocabulary.POINTS}\s*{vocabulary.UNIT}?\W*", plain(text).strip()))


def is_entry(text: str) -> bool:
    """Whether a text begins with a name and its points."""
    return bool(_entry().match(_simplified(plain(text)[:40])))


@cache
def _entry() -> re.Pattern[str]:
    name, points = vocabulary.name_pattern(), rf"{vocabulary.POINTS}\s*{vocabulary.UNIT}"
    return re.compile(rf"\W*(?:\d{{1,3}}\W+)?(?:{name}\W*{points}|{points}\W+{name})")


@lru_cache(maxsize=4096)
def _simplified(text: str) -> str:
    if text.isascii():
        return text
    simplified = str(_converter().convert(text))
    return simplified if len(simplified) == len(text) else text


@cache
def _converter() -> OpenCC:
    from opencc import OpenCC

    return OpenCC("t2s")
