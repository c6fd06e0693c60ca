"""Lines inside a paragraph or a cell: which of them stand for themselves, and which are one text that was only broken.

A line break is put for both: below a head stands its text, and in a narrow column a name is cut in two.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import zip_longest

from extract import vocabulary
from extract.readers import tables
from extract.readers.tables import simplified
from extract.readers.word.marks import is_blank, plain

_ENDS = re.compile(r"[。；;！!？?]\s*$")
_ONE_CHARACTER = re.compile(rf"\s*[{vocabulary.CHINESE}\d]\s*")
_AROUND = 6
"""Characters on each side of a break in which a name may stand across it."""
_LOOKED_AT = 40
"""Characters at the beginning or the end of a line that tell what it is."""


class _Text:
    """Lines on their way to one text. Only its end is looked at, however long it grows."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self.end = ""
        """The last characters of it, without what nobody typed."""

    def add(self, line: str) -> None:
        said = plain(line)
        if self._pieces and is_cut(self.end, said):
            self._pieces += [self._pieces.pop().rstrip(), line.lstrip()]
            self.end = (self.end.rstrip() + said.lstrip())[-_LOOKED_AT:]
        else:
            self._pieces += [" ", line] if self._pieces else [line]
            self.end = f"{self.end} {said}"[-_LOOKED_AT:]

    @property
    def is_price(self) -> bool:
        return len(self._pieces) == 1 and is_price(self._pieces[0])

    def take(self) -> str:
        text = "".join(self._pieces)
        self._pieces, self.end = [], ""
        return text


def split(text: str) -> Iterator[str]:
    """The lines of a paragraph that stand for themselves."""
    lines = [line for line in text.split("\n") if not is_blank(line)]
    so_far, listing = _Text(), False
    for line, below in zip_longest(lines, lines[1:], fillvalue=""):
        said = plain(line)
        listing = bool(so_far.end) and (listing or _opens_a_list(so_far.end)) and _is_listed(said, plain(below))
        ended = so_far.end and (_ENDS.search(so_far.end) or so_far.is_price or _begins_something(said))
        if ended and not listing:
            yield so_far.take()
        so_far.add(line)
    if so_far.end:
        yield so_far.take()


def _opens_a_list(line: str) -> bool:
    """Whether a line ends with the keyword of a list."""
    return bool(re.search(rf"{vocabulary.KEYWORD}(?:的?番[种型])?\s*[:：]?\s*$", simplified(line[-_LOOKED_AT:])))


def _is_listed(line: str, below: str) -> bool:
    """Whether a line is only names, and no head with its points in the line below."""
    only_names = _names_only().fullmatch(simplified(line.strip()))
    return bool(only_names) and not _price_first().match(simplified(below[:20]))


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
    if tables.are_one_fan([re.sub(r"\s", "", plain(line)) for line in filled]):
        return " / ".join(line.strip() for line in filled)  # one fan under several names
    text = _Text()
    for line in filled:
        text.add(line)
    return text.take()


def is_cut(before: str, line: str) -> bool:
    """Whether a name stands across the break between two lines.

    >>> is_cut("不计大四", "喜、大三元"), is_cut("碰碰和", "三暗刻")
    (True, False)
    """
    before, line = simplified(before.rstrip()[-_AROUND:]), simplified(line.lstrip()[:_AROUND])
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
    return bool(_beginning().match(simplified(line[:_LOOKED_AT])))


def is_name(text: str) -> bool:
    """Whether a cell is the name of a fan, with a number before it or without."""
    return bool(fans_of(text))


def fans_of(text: str) -> tuple[str, ...]:
    """The fans that a cell is the name of."""
    return tables.fans_of(re.sub(r"\s", "", plain(text)[:_LOOKED_AT]))


def is_price(text: str) -> bool:
    """Whether a cell holds points and nothing else.

    >>> is_price("88番"), is_price(" 二十四 "), is_price("大四喜 88番")
    (True, True, False)
    """
    return bool(re.fullmatch(rf"\W*+{vocabulary.POINTS}\s*+{vocabulary.UNIT}?\W*+", plain(text).strip()))


def is_entry(text: str) -> bool:
    """Whether a text begins with a name and its points."""
    return bool(_entry().match(simplified(plain(text)[:_LOOKED_AT])))


@cache
def _entry() -> re.Pattern[str]:
    name, points = vocabulary.name_pattern(), rf"{vocabulary.POINTS}\s*{vocabulary.UNIT}"
    return re.compile(rf"\W*(?:\d{{1,3}}\W+)?(?:{name}\W*{points}|{points}\W+{name})")
