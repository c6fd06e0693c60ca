"""Damage that no repair step may mend: it is pointed out, and what it was probably meant to be is said beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from extract import vocabulary
from mjrules import names

RANKS = re.compile(r"(?<![\d\-~])(\d{1,2})\s*[-~～–—至到]\s*(\d{1,2})(?![\d\-~])")
STATED_RANKS = {
    "pure_straight": "1-9",
    "mixed_straight": "1-9",
    "upper_four": "6-9",
    "lower_four": "1-4",
}
"""The ranks that these fans are defined by, in any edition: what a damaged range in their text must have been."""

_TILES_IN_TEXT = re.compile(r"(?<![\d.])[1-9]{4,}(?![\d.])")
_LOST_WORD = re.compile(r"(?<=[都也算是不])(?:为|是)张|[种门]花(?=的?\d\s*[-~～])")
_LOST_TILES = re.compile(r"(?<=[按照])\d{1,3}(?!\d)")
"""All that is left of the thirteen tiles of 九莲宝灯, where its definition says that the hand is made of them."""


_OPEN_END = re.compile(rf"(?:[、,:(“《]|(?<![{vocabulary.CHINESE}])(?:{vocabulary.KEYWORD}(?:番种)?|不))\s*\Z")
_LAST_ITEM = re.compile(rf"、([{vocabulary.CHINESE}])\s*\Z")


class Flaw(msgspec.Struct, frozen=True):
    """Text ``start:end`` is damaged. ``meant`` is what it must have been, None where that cannot be known."""

    start: int
    end: int
    kind: str
    meant: str | None
    changes_meaning: bool


def ends_open(text: str, end: int) -> bool:
    """Whether a text ends in the middle of the entry that ends there: behind a mark that wants more, or in a name."""
    if re.search(r"\w", text[end:]):
        return False
    tail = text[max(0, end - 40) :].rstrip()
    item = _LAST_ITEM.search(tail)
    return bool(_OPEN_END.search(tail)) or (item is not None and not names.resolve(item[1]))


def found(text: str, start: int, end: int, fan: str | None) -> Iterator[Flaw]:
    """The damage in one definition of ``fan``."""
    for ranks in RANKS.finditer(text, start, end):
        if not 1 <= int(ranks[1]) < int(ranks[2]) <= 9:
            yield Flaw(*ranks.span(), "range", STATED_RANKS.get(fan or ""), changes_meaning=True)
    for tiles in _TILES_IN_TEXT.finditer(text, start, end):
        if list(tiles[0]) != sorted(tiles[0]):
            yield Flaw(*tiles.span(), "unsorted-tiles", None, changes_meaning=False)
    for lost in _LOST_WORD.finditer(text, start, end):
        yield Flaw(*lost.span(), "lost-word", None, changes_meaning=False)
    if fan == "nine_gates" and (lost_tiles := _LOST_TILES.search(text, start, end)):
        yield Flaw(*lost_tiles.span(), "lost-word", None, changes_meaning=False)
