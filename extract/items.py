"""The names of one list: where they begin, what joins them, where they end, and what stands behind them.

Between two names any run of marks, joining words and numbers of items is a separator. What stands behind one and is no
name is an item that nobody knows, or, where it is no word of a list, is reported (``cut``): no list ends unseen.
"""

from __future__ import annotations

import re
from functools import cache

import msgspec

from extract import conditions, vocabulary

QUANTITY = "[一两二三四五1-5][副组个种对张]"
TIMES = r"[×x]\s*\d"
_BRACKET = rf"\((?!\d{{1,2}}\)[^\W\d])(?![^()\n]*{vocabulary.KEYWORD})[^()\n]*\)"
OPENING, CLOSING = r'(?:\*\*|__|[“”"‘’《〈「『【\[*_`\'#@<{])?', r'(?:\*\*|__|[”“"’‘》〉」』】\]*_`\'>}])?'
_SPACE = r"[^\S\t]"
_MARK = r"(?!~~)[^\w\s。！!？?:.()\[\]【】{}]"
"""A sign that may part two names: no end of a sentence and no bracket."""
JOIN = "(?:以及|还有|或者?|[和及与跟同]|(?:and|or)(?= ))"
_BETWEEN_ITEMS = rf"{_SPACE}|{_MARK}|{JOIN}|[¹²³⁰⁴-⁹]|(?<=\^)\d|\.{{2,}}|(?<=[】\]])(?=[【\[])"
"""What joins items. A tab does not: the next cell of a row is no part of a list."""
_WEAK = re.compile(rf"(?:{_SPACE}|[,;“”\"‘’《》〈〉「」『』]|{JOIN})*")
"""Separators behind which a sentence may go on with something else."""
_ORDINAL = re.compile(r"\s*\(?(?P<number>\d{1,2})\s*(?:[.、)]\s*)?(?=[^\W\d])")
_OWN_POINTS = re.compile(
    rf"\d{{1,2}}\s*{vocabulary.UNIT}?(?=\s*(?:[、,;/&|+。)\n]|$))"
    rf"|{_SPACE}+\d{{1,2}}\s*{vocabulary.UNIT}(?=\s*[、,;/&|+]{_SPACE}*[^\W\d])"
)
"""Points behind an item: 无字1番、缺一门1番."""
_WORD = r"[^\W\d_A-Za-z]"
_LATIN_NAME = r"[A-Z][\w'’]{0,30}(?:[ -](?:(?:of|and|or|the|with|in) )?[A-Z][\w'’]{0,30}){0,6}"
_UNKNOWN_ITEM = re.compile(
    rf"{OPENING}(?!{vocabulary.KEYWORD}|{vocabulary.POINTS}番)(?P<name>{_WORD}{{2,6}}?|{_LATIN_NAME}){CLOSING}"
    rf"(?=\s*{_MARK}|[\s)。]|\.(?!\d)|$)"
)
_OTHER_WORDS = re.compile(rf"(?!{vocabulary.KEYWORD})[^\W\d_]|~~")
_NOT_LISTED = re.compile("[是为有的在时由成算]|和牌|胡牌")
_RUNS_ON = re.compile(
    rf"(?!等|[如若但且]|另外|{vocabulary.TOGETHER}|{vocabulary.CLASH}|{vocabulary.POINTS}番)"
    rf"[{vocabulary.CHINESE}]{{2,}}(?<!规则)(?<!番[种型])(?<!牌型)"
    r"|\s+(?:is|are|may|can|could|must|will|does|do|counts?|scores?|adds?|also|cannot|always|still)\b"
)
_DEFINES = re.compile(
    rf"\s*:\s*(?!{vocabulary.POINTS}\s*{vocabulary.UNIT})[{vocabulary.CHINESE}\w]"
    rf"|{_SPACE}+(?!{vocabulary.KEYWORD}|{vocabulary.POINTS}番)[{vocabulary.CHINESE}]{{4,}}"
)
"""What a name goes on with that is the head of another entry: 不计无字 - 花龙:三种花色."""
_EXCEPTED = re.compile(f"等?{vocabulary.EXCEPTED}")
_OTHERS = re.compile("等?(?:番种)?(?:以外|之外|外(?=[的,。;\\s)]|$))")
"""不计A以外的番种: what is denied is what is not named."""
_IN_BRACKETS = re.compile(rf"\s*\(\s*\d{{1,3}}\s*{vocabulary.UNIT}?\s*\)")
_PRICE = re.compile(rf"\s*{vocabulary.POINTS}\s*{vocabulary.UNIT}?\s*")
_UNIT_BEHIND = "[番分]?"
"""The unit behind the last name: the 1998 text ends its lists so."""
_SAID_OF_ALL = (
    rf"不?{vocabulary.TOGETHER}|{vocabulary.EXCLUDES}|{vocabulary.CLASH}|[等番分点之]|[和及与]\W"
    "|[共都均]?[一二两三四五六七八九十几]+[个种](?:番|$)"
)
"""What may follow the last name without a mark and adds nothing."""


class ListItem(msgspec.Struct, frozen=True):
    """One name in a list: the span of the name and the source's limit on it (两副, ×2, a bracket behind it)."""

    start: int
    end: int
    limit: str | None
    known: bool

    @property
    def is_long_name(self) -> bool:
        """A name that cannot be an ordinary word of the sentence (不包括将)."""
        return self.known and self.end - self.start > 1


class Items(msgspec.Struct, frozen=True):
    """The names of a list, where it ends, and what stands right behind it (the fields of ``Clause``); ``head``: where
    another entry begins behind it."""

    found: tuple[ListItem, ...]
    end: int
    glued: tuple[int, int] | None = None
    cut: tuple[int, int] | None = None
    asides: tuple[tuple[int, int], ...] = ()
    head: int | None = None


class _Patterns(msgspec.Struct, frozen=True):
    item: re.Pattern[str]
    aside: re.Pattern[str]
    between: re.Pattern[str]
    glued_names: re.Pattern[str]
    next_column: re.Pattern[str]
    affirmed: re.Pattern[str]
    fan: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    alone = rf"[{vocabulary.one_character_names()}](?=\s*(?:[、,/;。)]|$)|\s)"
    name = rf"(?:{vocabulary.name_pattern(classes=True)}|{alone})"
    fan = vocabulary.name_pattern()
    item = (
        rf"(?P<quantity>{QUANTITY})?{OPENING}(?P<name>{name}){CLOSING}"
        rf"(?:\s*(?P<times>{TIMES}|{_BRACKET}))?{_UNIT_BEHIND}"
    )
    return _Patterns(
        re.compile(item),
        re.compile(rf"\s*\((?P<words>(?=[^()\n]*{vocabulary.KEYWORD})[^()\n]*)\)"),
        re.compile(rf"(?:(?!{name})(?:{_BETWEEN_ITEMS}|\.(?={fan}[.。、,;\s]|{fan}$)))+"),
        re.compile(rf"(?=(?P<run>(?:{fan})+){vocabulary.ENDS_A_SENTENCE})"),
        re.compile(rf"\s{{3,}}{fan}\s*(?:{vocabulary.KEYWORD}|[(:]?\s*{vocabulary.POINTS}\s*{vocabulary.UNIT})"),
        re.compile(rf"(?:{vocabulary.MAY_COUNT}|{vocabulary.COUNTS_AFTER_ALL}){vocabulary.ENDS_A_SENTENCE}"),
        re.compile(fan),
    )


def items(text: str, at: int, end: int) -> Items:
    """The names from ``at`` on, also where all of them stand in brackets: 不计(无字、断幺), 不计(无字)(断幺)."""
    found: list[ListItem] = []
    stop = at
    while inner := _in_bracket(text, at, end):
        found += inner.found
        stop = inner.end + 1
        between = _patterns().between.match(text, stop, end)
        at = between.end() if between else stop
    if not found:
        return _Reader(text, at, end).items()
    return Items(tuple(found), stop, _glued(text, stop, end))


def _in_bracket(text: str, at: int, end: int) -> Items | None:
    """The items of a bracket that holds nothing else."""
    if not text.startswith("(", at) or _ORDINAL.match(text, at, end):
        return None
    inner = _Reader(text, at + 1, end).items()
    whole = inner.found and not inner.cut and text.startswith(")", inner.end)
    return inner if whole else None


class _Reader:
    """Reads one list, name after name."""

    def __init__(self, text: str, at: int, end: int) -> None:
        self.text, self.at, self.end = text, at, end
        self.stop = at
        """Where the last item ended."""
        self.found: list[ListItem] = []
        self.asides: list[tuple[int, int]] = []
        self.sentence = 0
        """How many of the names stand before the last comma."""
        self.apart = 0
        """How many stand before the last mark that parts other things than items as well (- | → ,)."""
        self.ordinal = 0
        """The number of the last item, where they are numbered from 1."""
        self.has_points = False
        """Whether the last item has points behind it."""
        self.had_points = False
        """Whether an item before it has."""
        self.cut_at: int | None = None
        """Where words stand behind a separator that are no item."""
        self.glued_to = at
        """Where the names that follow each other without any mark end."""

    def items(self) -> Items:
        between = ""
        self._skip_ordinal()
        while self.at < self.end and (item := self._item(between)):
            if self._is_a_head(item, between):
                return Items(tuple(self.found), self.found[-1].end, asides=tuple(self.asides), head=item.start)
            if not set(between) & set("、/&+") and between.strip():
                self.apart = len(self.found)
            if set(between) & set(",;"):
                self.sentence = len(self.found)
            self.found.append(item)
            joined = self._separator()
            if joined is None:
                break
            between = joined
        return self._ended()

    # one item

    def _item(self, between: str) -> ListItem | None:
        if self.found and between.strip() and (inner := _in_bracket(self.text, self.at, self.end)):
            return self._bracketed(inner)
        if name := _patterns().item.match(self.text, self.at, self.end):
            return self._known(name)
        word = _UNKNOWN_ITEM.match(self.text, self.at, self.end)
        if word and self._may_be_listed(word, between):
            self.has_points = False
            self.stop = self.at = word.end()
            return ListItem(*word.span("name"), None, known=False)
        if self.found and not _WEAK.fullmatch(between) and _OTHER_WORDS.match(self.text, self.at, self.end):
            self.cut_at = self.at
        return None

    def _bracketed(self, inner: Items) -> ListItem | None:
        """An item in brackets; several in one may be something else."""
        if len(inner.found) > 1:
            self.cut_at = self.at + 1
            return None
        self.stop = self.at = inner.end + 1
        self.has_points = False
        return inner.found[0]

    def _known(self, name: re.Match[str]) -> ListItem:
        item = ListItem(*name.span("name"), _limit(name), known=True)
        self.has_points = bool(_IN_BRACKETS.match(self.text, item.end, self.end))
        self.stop = self.at = name.end()
        if condition := conditions.of_item().match(self.text, self.at, self.end):
            item = msgspec.structs.replace(item, limit=condition["condition"].strip())
            self.stop = self.at = condition.end()
        if not (self.ordinal and self._next_ordinal()) and (points := _OWN_POINTS.match(self.text, self.at, self.end)):
            self.stop = self.at = points.end()
            self.has_points = True
        if aside := _patterns().aside.match(self.text, self.at, self.end):
            self.asides.append(aside.span("words"))
            self.stop = self.at = aside.end()
        return item

    def _is_a_head(self, item: ListItem, between: str) -> bool:
        """Whether a name with points, behind a mark that lists need not have and names without points, is the head of
        another entry: 清一色(24)不计无字;碰碰和(6)不计单钓将."""
        alone = self.has_points and not self.had_points and bool(self.found) and item.known
        self.had_points |= self.has_points
        return alone and bool(_WEAK.fullmatch(between)) and bool(set(between) & set(",; "))

    def _may_be_listed(self, word: re.Match[str], between: str) -> bool:
        """Whether a word nobody knows stands in a list: behind a mark that only lists have, or before one and a name,
        and no sentence of the text behind the list."""
        if _NOT_LISTED.search(word["name"]):
            return False
        if not _WEAK.fullmatch(between):
            return True
        if self.found and word["name"].isascii():
            return bool(between.strip())
        if not self.found and not word["name"].isascii():
            return self.text.startswith("、", word.end())
        joined = _patterns().between.match(self.text, word.end(), self.end)
        weak = joined and _WEAK.fullmatch(joined[0]) and not (word["name"].isascii() and joined[0].strip())
        if not joined or weak or _patterns().fan.search(word["name"]):
            return False
        return bool(_patterns().item.match(self.text, joined.end(), self.end))

    # what parts items

    def _separator(self) -> str | None:
        """What stands between an item and the next one; None at the end of a list."""
        if _patterns().next_column.match(self.text, self.at, self.end):
            return None
        joined = _patterns().between.match(self.text, self.at, self.end)
        if joined:
            self.at = joined.end()
        if self._skip_ordinal():
            return joined[0] if joined else "、"
        if joined:
            return joined[0]
        if self.at >= self.glued_to and (glued := _patterns().glued_names.match(self.text, self.at, self.end)):
            self.glued_to = glued.end("run")
        return "" if self.at < self.glued_to else None

    def _next_ordinal(self) -> re.Match[str] | None:
        number = _ORDINAL.match(self.text, self.at, self.end)
        expected = number and int(number["number"]) == self.ordinal + 1
        return number if expected and (self.ordinal or not self.found) else None

    def _skip_ordinal(self) -> bool:
        number = self._next_ordinal()
        if number and _patterns().item.match(self.text, number.end(), self.end):
            self.ordinal, self.at = self.ordinal + 1, number.end()
            return True
        return False

    # the end

    def _ended(self) -> Items:
        text, end = self.text, self.end
        while self.found and not self.found[-1].known and not _ENDS.match(text, self.stop, end):
            self.stop = self.found.pop().start
        if self.found and _OTHERS.match(text, self.stop, end):
            return Items((), self.stop)
        excepted = bool(self.found) and bool(_EXCEPTED.match(text, self.stop, end))
        if excepted and not self.sentence:
            return Items((), self.stop)
        own = self.sentence if excepted else self._own()
        if own < len(self.found):
            return self._without_the_rest(own, excepted)
        if self.cut_at is not None:
            cut = (self.cut_at, _words_end(text, self.cut_at, end))
            return Items(tuple(self.found), self.stop, cut=cut, asides=tuple(self.asides))
        glued = _glued(text, self.stop, end) if self.found else None
        return Items(tuple(self.found), self.stop, glued, asides=tuple(self.asides))

    def _own(self) -> int:
        """How many of the names are the list's own. Behind a comma, names that run on into other words begin a sentence
        of their own (断幺类似), one that is explained is another entry, and the last name before 可计 counts."""
        if self.sentence and _RUNS_ON.match(self.text, self.stop, self.end):
            return self.sentence
        if self.apart and any(mark.match(self.text, self.stop, self.end) for mark in (_DEFINES, _RUNS_ON)):
            return self.apart
        affirmed = self.found and _patterns().affirmed.match(self.text, self.stop, self.end)
        return len(self.found) - 1 if affirmed else len(self.found)

    def _without_the_rest(self, own: int, excepted: bool) -> Items:
        first = self.found[own].start
        cut = (first, _words_end(self.text, self.stop, self.end))
        stop = self.found[own - 1].end if own else cut[1]
        asides = tuple(aside for aside in self.asides if aside[1] <= stop)
        return Items(tuple(self.found[:own]), stop, cut=None if excepted else cut, asides=asides)


_ENDS = re.compile(rf"{vocabulary.ENDS_A_SENTENCE}|\s*{_MARK}")


def _words_end(text: str, at: int, end: int) -> int:
    words = re.compile(rf"~*[{vocabulary.CHINESE}]+|[A-Za-z][\w'’ -]*").match(text, at, end)
    return words.end() if words else at


def _limit(name: re.Match[str]) -> str | None:
    times = (name["times"] or "").strip("()")
    parts = [name["quantity"], None if _PRICE.fullmatch(times) else times]
    return " ".join(part for part in parts if part) or None


def _glued(text: str, at: int, end: int) -> tuple[int, int] | None:
    rest = re.compile(rf"(?!{_SAID_OF_ALL})[{vocabulary.CHINESE}]+").match(text, at, end)
    return rest.span() if rest else None
