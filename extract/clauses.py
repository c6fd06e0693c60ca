"""Lists inside the text of an entry: what is not counted (不计), what may be (可计), what counts as well (另计).

A keyword followed by anything but fan names is no list: 花牌不计算在内, 不计在起和分内.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Literal

import msgspec

from extract import vocabulary
from mjrules import names

ClauseKind = Literal["excludes", "may_count", "also_counts"]

_QUANTITY = "[两二三四五2-5][副组个种对张]"
_TIMES = r"[×x]\s*\d"
_BRACKET = rf"\((?![^()\n]*{vocabulary.KEYWORD})[^()\n]*\)"
_BETWEEN_ITEMS = re.compile(r"\s*[、,/;]\s*|\s+|[和及或与]")
_UNKNOWN_ITEM = re.compile(r"[^、,。;:\s()\d“”\"]{2,6}(?=[、。;\s)]|$)")
_CONDITION = re.compile(r"(?:^|[。;(\s])((?:如|若|当|凡)[^。;]*?)[,\s]*$")


class ListItem(msgspec.Struct, frozen=True):
    """One name in a list: the span of the name and the source's limit on it (两副, ×2, a bracket behind it)."""

    start: int
    end: int
    limit: str | None
    known: bool


class Clause(msgspec.Struct, frozen=True):
    """One list. ``subject`` is the span of another fan's name the list speaks of (抢杠和不计和绝张); ``end`` where it
    ends; ``glued`` a word that follows the last name without a mark between them."""

    kind: ClauseKind
    start: int
    end: int
    items: tuple[ListItem, ...]
    subject: tuple[int, int] | None
    condition: str | None
    glued: tuple[int, int] | None


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    alone = rf"[{vocabulary.one_character_names()}](?=\s*(?:[、,/;。)]|$)|\s)"
    name = rf"{vocabulary.name_pattern(classes=True)}|{alone}"
    fan = vocabulary.name_pattern()
    keyword = (
        f"(?P<excludes>{vocabulary.EXCLUDES})"
        f"|(?P<may_count>{vocabulary.MAY_COUNT})"
        f"|(?P<also_counts>{vocabulary.ALSO_COUNTS})"
    )
    item = rf"(?P<quantity>{_QUANTITY})?(?P<name>{name})(?:\s*(?P<times>{_TIMES}|{_BRACKET}))?[番分]?"
    return re.compile(rf"(?:{keyword})\s*:?\s*"), re.compile(item), re.compile(rf"(?:^|[。,;(\s])({fan})$")


def clauses(text: str, start: int, end: int) -> Iterator[Clause]:
    """The lists in ``text[start:end]``, with spans in ``text``."""
    keyword, _, subject = _patterns()
    at = behind = start
    while found := keyword.search(text, at, end):
        items, stop, glued = _items(text, found.end(), end)
        at = max(stop, found.end())
        if not items:
            continue
        spoken_of = subject.search(text[start : found.start()])
        condition = _CONDITION.search(text[behind : found.start()])
        behind = stop
        kind: ClauseKind = found.lastgroup  # type: ignore[assignment]  # the groups are named after the kinds
        yield Clause(
            kind,
            found.start(),
            stop,
            items,
            (start + spoken_of.start(1), start + spoken_of.end(1)) if spoken_of else None,
            condition[1].strip() if condition else None,
            glued,
        )


def _items(text: str, at: int, end: int) -> tuple[tuple[ListItem, ...], int, tuple[int, int] | None]:
    """The names from ``at`` on; where the list ends; a word glued to the last name."""
    _, item, _ = _patterns()
    found: list[ListItem] = []
    stop = at
    mark = ""
    while at < end:
        if name := item.match(text, at, end):
            found.append(ListItem(name.start("name"), name.end("name"), _limit(name), known=True))
        elif "、" in mark and (name := _UNKNOWN_ITEM.match(text, at, end)) and not _is_sentence(name[0]):
            found.append(ListItem(name.start(), name.end(), None, known=False))
        else:
            break
        stop = at = name.end()
        between = _BETWEEN_ITEMS.match(text, at, end)
        if not between:
            break
        mark, at = between[0], between.end()
    while found and not found[-1].known:
        stop = found.pop().start
    return tuple(found), stop, _glued(text, stop, end) if found else None


def _limit(name: re.Match[str]) -> str | None:
    parts = [name["quantity"], (name["times"] or "").strip("()") or None]
    return " ".join(part for part in parts if part) or None


def _is_sentence(words: str) -> bool:
    """A word that belongs to the text behind the list, not to the list."""
    return bool(re.search("[是为有的在时由成算]|和牌|胡牌", words))


def _glued(text: str, at: int, end: int) -> tuple[int, int] | None:
    rest = re.compile(r"[\u3400-\u9fff]{2,}").match(text, at, end)
    return rest.span() if rest else None


def fans_of(spelling: str) -> tuple[str, ...]:
    """The fans a listed word may stand for; a class word gives its members."""
    return names.resolve(spelling)
