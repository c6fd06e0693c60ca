"""Automatic numbers: what stands before a paragraph though nobody typed it.

Lists are defined in their own part: a definition (abstractNum) has up to nine levels, each with its format and its
text (``%1、``); a list (num) follows a definition and may override where a level starts. A paragraph names its list and
level itself or by its style. Lists of one definition go on with each other's numbers, but text boxes and notes count
for themselves. A level that is left out is counted as if it were there, once.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from extract.readers.word import symbols
from extract.readers.word.formats import formatted, padded
from extract.readers.word.styles import Styles, look
from extract.readers.word.tags import W, child, nearest, number, switched, value

LEVELS = 9
_HIGHEST, _LONGEST = 10**6, 100
_BARE = re.compile(r"[\W_]*第?[\W_]*(?:%\d[\W_]*)+[条章节项款类]?[\W_]*")
"""A level's text that is a number and nothing else: ``%1、``, ``(%1)``, ``第%1条``, ``%1.%2``; not ``%1番``."""


class Level(msgspec.Struct, frozen=True):
    """One level of a list."""

    start: int
    format: str
    own_format: str
    """A format of one's own (``001, 002, …``), empty where there is none."""
    text: str
    behind: str
    restarts_after: int | None
    """The level (from 1) after which it begins anew; 0: never, None: after any higher one."""
    plain_digits: bool
    style: str | None
    hidden: bool
    font: str | None


class Label(msgspec.Struct, frozen=True):
    """An automatic number as it is shown. ``number`` is its value; None for a bullet. ``bare``: it is a number or a
    bullet and nothing else, no word like 番 in it."""

    text: str
    number: int | None
    bare: bool


class _List(msgspec.Struct, frozen=True):
    """A list: the definition it follows, its levels, and where it has them start."""

    definition: str
    levels: dict[int, Level]
    starts: dict[int, int]

    def start(self, at: int) -> int:
        if at in self.starts:
            return self.starts[at]
        return self.levels[at].start if at in self.levels else 1

    def begins_anew(self, level: int, after: int) -> bool:
        """Whether a level begins anew after a paragraph of a higher one."""
        last = self.levels[level].restarts_after if level in self.levels else None
        return last is None or after < last


class Numbering:
    """Counts the paragraphs of lists in the order of the document."""

    def __init__(self, root: Any, styles: Styles) -> None:
        self._styles = styles
        self._definitions = {} if root is None else {_id(each, "abstractNumId"): each for each in root.iter(_DEFINED)}
        self._listed = {} if root is None else {_id(each, "numId"): each for each in root.iter(f"{W}num")}
        self._lists: dict[str, _List | None] = {}
        self._by_style: dict[str | None, tuple[str, int] | None] = {}
        self._counters: dict[tuple[str, str], _Counter] = {}
        self.unknown_formats: set[str] = set()

    def label(self, properties: Any, style: str | None, story: str) -> Label | None:
        """The number of the next paragraph of a story, which has these properties and this style; None where it has
        none."""
        place = self._place(properties, style)
        found = self._list(place[0]) if place else None
        if not place or not found or place[1] not in found.levels:
            return None
        counter = self._counters.setdefault((story, found.definition), _Counter())
        numbers = counter.count(place[0], found, place[1])
        level = found.levels[place[1]]
        if level.format == "bullet":
            return _bullet(level)
        return self._written(level, found, numbers, place[1])

    # which list

    def _place(self, properties: Any, style: str | None) -> tuple[str, int] | None:
        """The list and the level of a paragraph: its own, else its style's."""
        own = child(properties, "numPr") if properties is not None else None
        by_style = self._of_style(style)
        listed = value(own, "numId") if own is not None else None
        if listed is None:
            if not by_style:
                return None
            listed, level = by_style
        else:
            level = by_style[1] if by_style and by_style[0] == listed else 0
        if own is not None:
            level = number(value(own, "ilvl"), level)
        return listed, level  # list 0 is nowhere: it takes the numbers away that a style gives

    def _of_style(self, style: str | None) -> tuple[str, int] | None:
        if style not in self._by_style:
            self._by_style[style] = self._find_of_style(style)
        return self._by_style[style]

    def _find_of_style(self, style: str | None) -> tuple[str, int] | None:
        for element in self._styles.chain(style):
            listed = value(element, "pPr", "numPr", "numId")
            level = value(element, "pPr", "numPr", "ilvl")
            if listed is not None:
                found = self._list(listed)
                linked = (at for at, each in (found.levels if found else {}).items() if each.style == _id(element))
                return listed, number(level, next(linked, 0))
        return None

    def _list(self, listed: str) -> _List | None:
        if listed not in self._lists:
            self._lists[listed] = self._find_list(listed)
        return self._lists[listed]

    def _find_list(self, listed: str) -> _List | None:
        element = self._listed.get(listed)
        definition = self._definition(element)
        if element is None or definition is None:
            return None
        levels = {_at(each): _level(each) for each in definition.findall(f"{W}lvl")}
        starts: dict[int, int] = {}
        for override in element.findall(f"{W}lvlOverride"):
            at = _at(override)
            if (own := child(override, "lvl")) is not None:
                levels[at] = _level(own)
            if (start := value(override, "startOverride")) is not None:
                starts[at] = number(start, 1, highest=_HIGHEST)
        # a definition that borrows its levels from a style counts for itself
        return _List(value(element, "abstractNumId") or "", levels, starts)

    def _definition(self, listed: Any) -> Any:
        """The definition a list follows; one that only points to a style leads on to that style's list."""
        for _ in range(LEVELS):  # a chain of pointers that is longer leads round in a circle
            if listed is None:
                return None
            definition = self._definitions.get(value(listed, "abstractNumId") or "")
            pointer = None if definition is None else value(definition, "numStyleLink")
            if pointer is None:
                return definition
            named = (value(style, "pPr", "numPr", "numId") for style in self._styles.chain(pointer))
            listed = self._listed.get(next((each for each in named if each), ""))
        return None

    # how it is written

    def _written(self, level: Level, found: _List, numbers: list[int], at: int) -> Label | None:
        def written(placeholder: re.Match[str]) -> str:
            which = int(placeholder[1]) - 1
            if not 0 <= which <= at:
                return ""
            own = found.levels.get(which, level)
            return self._formatted(numbers[which], own, plain=level.plain_digits and which < at)

        text = re.sub(r"%(\d)", written, level.text)
        if level.hidden or not text.strip():
            return None
        return Label(text + level.behind, numbers[at], bool(_BARE.fullmatch(level.text)))

    def _formatted(self, count: int, level: Level, *, plain: bool) -> str:
        if plain:
            return str(count)
        text = padded(count, level.own_format) if level.own_format else formatted(count, level.format)
        if text is None:
            self.unknown_formats.add(level.own_format or level.format)
        return str(count) if text is None else text


class _Counter:
    """The numbers of one definition in one story."""

    def __init__(self) -> None:
        self._counts: dict[int, int | None] = {}
        """The last number of each level that was met; None where the level begins anew."""
        self._begun: set[tuple[str, int]] = set()

    def count(self, listed: str, found: _List, at: int) -> list[int]:
        """The numbers of all levels down to this one, after one more paragraph of it."""
        if at in found.starts and (listed, at) not in self._begun:
            self._counts[at] = None
        self._begun.add((listed, at))
        for level in range(at - 1, -1, -1) if at not in self._counts else ():
            if level in self._counts:
                break
            self._counts[level] = found.start(level)
        last = self._counts.get(at)
        self._counts[at] = found.start(at) if last is None else last + 1
        for level in self._counts:
            if level > at and found.begins_anew(level, at):
                self._counts[level] = None
        counts = [self._counts.get(level) for level in range(at + 1)]
        return [found.start(level) if count is None else count for level, count in enumerate(counts)]


_DEFINED = f"{W}abstractNum"


def _bullet(level: Level) -> Label | None:
    """The sign before the items of a list that has no numbers."""
    if level.hidden or not level.text.strip():
        return None
    signs = (symbols.shown(level.font, ord(char)) or "•" for char in level.text)
    return Label("".join(signs) + level.behind, None, bare=True)


def _level(element: Any) -> Level:
    format, own_format = "decimal", ""
    for each in nearest(element, f"{W}numFmt"):  # one of one's own stands beside another for older programs
        format = each.get(f"{W}val") or "decimal"
        own_format = str(each.get(f"{W}format") or "") if format == "custom" else ""
    restart = value(element, "lvlRestart")
    text = child(element, "lvlText")
    looks = look(child(element, "rPr"))
    return Level(
        start=number(value(element, "start"), 0 if child(element, "start") is None else 1, highest=_HIGHEST),
        format=format,
        own_format=own_format,
        text="" if text is None or _is_none(text) else str(text.get(f"{W}val") or "")[:_LONGEST],
        behind="" if value(element, "suff") == "nothing" else " ",
        restarts_after=None if restart is None else number(restart, 0),
        plain_digits=bool(switched(element, "isLgl")),
        style=value(element, "pStyle"),
        hidden=bool(looks.hidden),
        font=looks.font,
    )


def _is_none(text: Any) -> bool:
    """Whether a level's text is expressly none."""
    return text.get(f"{W}null") in ("1", "true", "on")


def _at(element: Any) -> int:
    return number(element.get(f"{W}ilvl"), 0, highest=LEVELS)


def _id(element: Any, name: str = "styleId") -> str:
    return str(element.get(f"{W}{name}"))
