"""Lists inside the text of an entry: what is not counted (不计), what may be (可计), what counts as well (另计).

A keyword followed by anything but fan names is no list: 花牌不计算在内, 不计在起和分内. Where a list names a
fan, a word in it that nobody knows is an item, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Literal

import msgspec

from extract import conditions, vocabulary

ClauseKind = Literal["excludes", "may_count", "also_counts"]

_QUANTITY = "[一两二三四五1-5][副组个种对张]"
_TIMES = r"[×x]\s*\d"
_BRACKET = rf"\((?![^()\n]*{vocabulary.KEYWORD})[^()\n]*\)"
_OPENING, _CLOSING = r'[“”"‘’《〈「『【\[]?', r'[”“"’‘》〉」』】\]]?'
_BETWEEN_ITEMS = re.compile(r"[^\S\t]*[、,/;+·・‧][^\S\t]*|[^\S\t]+|以及|[和及或与]|(?<=[》】\]])(?=[《【\[])")
"""What joins items. A tab does not: the next cell of a row is no part of a list."""
_UNKNOWN_ITEM = re.compile(
    rf"{_OPENING}(?!{vocabulary.KEYWORD})(?P<name>[^、,。;:\s()\d“”\"]{{2,6}}?){_CLOSING}(?=[、,。;\s)]|$)"
)
_WHAT_FOLLOWS = r"(?:的?番[种型])?[\]】)]?(?:(?:以下|下列|如下)\w{0,4})?\s*:?\s*"
_TOGETHER = "(?:同时|一起|一并|重复|叠加)(?:计|算|记)"
_COUNTS_AFTER_ALL = "[也亦均都皆]?(?:[要照仍须应需]要?|还要?)(?:另外?|加|再)?计|也另?计|[另加]计"
"""What is said behind a name that does count (碰碰和照计); before a name most of these words mean something else."""
_PRICE = re.compile(rf"\s*{vocabulary.POINTS}\s*{vocabulary.UNIT}\s*")
_RUNS_ON = re.compile(rf"(?!等|[如若但且]|另外|{_TOGETHER})[{vocabulary.CHINESE}]{{2,}}(?<!规则)(?<!番[种型])(?<!牌型)")
_OPENS_WITH_KEYWORD = re.compile(rf"\W*(?:[此该这本]种?(?:和?牌型?|番[种型]?|和))?{vocabulary.KEYWORD}")
"""此牌不计: said below the picture of a hand, of the fan it is an example of."""
_ENDS_A_SENTENCE = re.compile(r"\s*(?:[。,;)\n]|$)")
_MAY_HOLD_ONE = re.compile("[计算记含括外内加]")
"""A character of some keyword: few texts without a list have one."""
_AND_SO_ON = "(?:等(?:番种?)?)?"
_UNIT_BEHIND = "[番分]?"
"""The unit behind the last name: the 1998 text ends its lists so."""
_TOO_LITTLE = ("不计", "不算", "不记", "不计算")
_FLOWERS = "花牌"
"""Said of flowers, it is no exclusion: they do not count towards the minimum."""
_IF_THERE_IS = "[如若]果?[再还又]?[有是]"
_WITHOUT = f"不(?:包含|包括|含)(?!{_FLOWERS})"
_APART = "(?:除外|不在内|不包括在内)"
_FARTHEST = 200
"""Characters before a keyword in which the names it speaks of are looked for."""
_KINDS: dict[str | None, ClauseKind] = {
    "excludes": "excludes",
    "without": "excludes",
    "apart": "excludes",
    "affirmed": "may_count",
    "may_count": "may_count",
    "also_counts": "also_counts",
}
_SAID_BEHIND_ONLY = frozenset({"affirmed", "apart", "denied"})
_SAID_BEFORE_ONLY = frozenset({"also_counts", "without", "denied"})


class ListItem(msgspec.Struct, frozen=True):
    """One name in a list: the span of the name and the source's limit on it (两副, ×2, a bracket behind it)."""

    start: int
    end: int
    limit: str | None
    known: bool


class Clause(msgspec.Struct, frozen=True):
    """One list. ``subject`` is the span of another fan's name the list speaks of (抢杠和不计和绝张); ``end`` where it
    ends; ``glued`` a word that follows the last name without a mark between them; ``cut`` names behind the list that
    run on into other words and are not its own (不计无字,断幺类似); ``asides`` brackets behind its items that hold
    lists of their own (四归一不另计)."""

    kind: ClauseKind
    start: int
    end: int
    items: tuple[ListItem, ...]
    subject: tuple[int, int] | None
    condition: str | None
    glued: tuple[int, int] | None
    cut: tuple[int, int] | None = None
    asides: tuple[tuple[int, int], ...] = ()

    @property
    def names_a_fan(self) -> bool:
        return any(item.known for item in self.items)


class _Patterns(msgspec.Struct, frozen=True):
    keyword: re.Pattern[str]
    item: re.Pattern[str]
    subject: re.Pattern[str]
    names_before: re.Pattern[str]
    aside: re.Pattern[str]
    glued_names: re.Pattern[str]
    next_column: re.Pattern[str]
    affirmed: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    alone = rf"[{vocabulary.one_character_names()}](?=\s*(?:[、,/;。)]|$)|\s)"
    name = rf"{vocabulary.name_pattern(classes=True)}|{alone}"
    fan = vocabulary.name_pattern()
    together = rf"不(?:能|可以?|得|应)?[与和同跟](?=[^。;\n]{{2,40}}?{_TOGETHER})"
    keyword = (
        f"(?P<excludes>{vocabulary.EXCLUDES}|{together})|(?P<without>{_WITHOUT})|(?P<apart>{_APART})"
        f"|(?P<denied>{vocabulary.denied_pattern()})"
        f"|(?P<may_count>{vocabulary.MAY_COUNT})"
        f"|(?P<affirmed>{_COUNTS_AFTER_ALL})(?={_ENDS_A_SENTENCE.pattern})"
        f"|(?P<also_counts>{vocabulary.ALSO_COUNTS})"
    )
    item = (
        rf"(?P<quantity>{_QUANTITY})?{_OPENING}(?P<name>{name}){_CLOSING}"
        rf"(?:\s*(?P<times>{_TIMES}|{_BRACKET}))?{_UNIT_BEHIND}"
    )
    several = rf"{fan}(?:[、和及与]{fan})+"
    return _Patterns(
        re.compile(rf"(?:{keyword}){_WHAT_FOLLOWS}"),
        re.compile(item),
        re.compile(rf"(?:^|[。,;(\s])({fan})$"),
        re.compile(
            rf"(?:^|[。,;(\s]|(?P<condition>{_IF_THERE_IS}))(?:(?P<stressed>{fan}|{several}){_AND_SO_ON}[也亦均都皆]"
            rf"|(?P<plain>{several}){_AND_SO_ON}|(?P<single>{fan}))$"
        ),
        re.compile(rf"\s*\((?P<words>(?=[^()\n]*{vocabulary.KEYWORD})[^()\n]*)\)"),
        re.compile(rf"(?=(?P<run>(?:{fan})+){_ENDS_A_SENTENCE.pattern})"),
        re.compile(rf"\s{{3,}}{fan}\s*(?:{vocabulary.KEYWORD}|[(:]?\s*{vocabulary.POINTS}\s*{vocabulary.UNIT})"),
        re.compile(rf"(?:{vocabulary.MAY_COUNT}|{_COUNTS_AFTER_ALL}){_ENDS_A_SENTENCE.pattern}"),
    )


def clauses(text: str, start: int, end: int) -> Iterator[Clause]:
    """The lists in ``text[start:end]``, with spans in ``text``."""
    if not _MAY_HOLD_ONE.search(text, start, end):
        return
    at = behind = start
    while found := _patterns().keyword.search(text, at, end):
        clause = _list_behind(text, found, start, end) or _list_before(text, found, behind, end)
        if not clause:
            at = found.end()
            continue
        said = [conditions.before(text, behind, clause.start), clause.condition]
        stop = max(clause.end, found.end())
        if exception := conditions.behind(text, stop, end):
            said.append(exception[exception.lastgroup or 0].strip())
            stop = exception.end()
        at = behind = stop
        yield msgspec.structs.replace(clause, condition=",".join(filter(None, said)) or None)
        for aside in clause.asides:
            yield from clauses(text, *aside)


def opens_with_list(text: str, start: int, end: int, lists: Sequence[Clause]) -> bool:
    """Whether a text begins with one of its lists, or with the keyword of one."""
    if _OPENS_WITH_KEYWORD.match(text, start, end):
        return True
    return bool(lists) and not re.search(r"\w", text[start : lists[0].start])


def _list_behind(text: str, keyword: re.Match[str], start: int, end: int) -> Clause | None:
    """不计 NAMES."""
    if keyword.lastgroup in _SAID_BEHIND_ONLY:
        return None
    items = _items(text, keyword.end(), end)
    if not items.found or (keyword.lastgroup == "without" and not all(map(_is_long_name, items.found))):
        return None
    before = max(start, keyword.start() - _FARTHEST)
    spoken_of = _patterns().subject.search(text[before : keyword.start()])
    subject = (before + spoken_of.start(1), before + spoken_of.end(1)) if spoken_of else None
    kind = _KINDS[keyword.lastgroup]
    condition = conditions.need_not(text, start, keyword) if kind == "excludes" else None
    return Clause(
        kind, keyword.start(), items.end, items.found, subject, condition, items.glued, items.cut, items.asides
    )


def _is_long_name(item: ListItem) -> bool:
    """A name that cannot be an ordinary word of the sentence (不包括将)."""
    return item.known and item.end - item.start > 1


def _list_before(text: str, keyword: re.Match[str], start: int, end: int) -> Clause | None:
    """NAME也不计, NAMES不计, NAME可计, at the end of a sentence. One name before 不计 is too little (花牌不计), unless
    the verb says that it would count a second time (四归一不另计)."""
    kind = _KINDS.get(keyword.lastgroup)
    if kind is None or keyword.lastgroup in _SAID_BEFORE_ONLY or not _ENDS_A_SENTENCE.match(text, keyword.end(), end):
        return None
    start = max(start, keyword.start() - _FARTHEST)
    named = _patterns().names_before.search(text[start : keyword.start()])
    if not named:
        return _denied_on_condition(text, keyword, start) if kind == "excludes" else None
    too_little = kind == "excludes" and keyword[keyword.lastgroup or 0] in _TOO_LITTLE
    if named["single"] and (too_little or named["single"] == _FLOWERS):
        return None
    first, last = (start + at for at in named.span(named.lastgroup or 0))
    condition = named[0] if named["condition"] else None
    begins = start + named.start("condition") if condition else first
    return Clause(kind, begins, keyword.end(), _items(text, first, last).found, None, condition, None)


def _denied_on_condition(text: str, keyword: re.Match[str], start: int) -> Clause | None:
    """缺一门如有字牌则不计."""
    for condition in conditions.of_item().finditer(text, start, keyword.end()):
        if condition.start("denied") != keyword.start():
            continue
        named = _patterns().subject.search(text[start : condition.start()])
        if named:
            first, last = start + named.start(1), start + named.end(1)
            words = condition["condition"].strip()
            return Clause("excludes", first, keyword.end(), _items(text, first, last).found, None, words, None)
    return None


class _Items(msgspec.Struct, frozen=True):
    """The names of a list, where it ends, and what stands right behind it."""

    found: tuple[ListItem, ...]
    end: int
    glued: tuple[int, int] | None = None
    cut: tuple[int, int] | None = None
    asides: tuple[tuple[int, int], ...] = ()


def _items(text: str, at: int, end: int) -> _Items:
    """The names from ``at`` on."""
    found: list[ListItem] = []
    stop = at
    mark = ""
    sentence = 0  # how many of the names stand before the last comma
    asides: list[tuple[int, int]] = []
    glued_to = at  # where the names that follow each other without any mark end
    while at < end:
        if name := _patterns().item.match(text, at, end):
            item = ListItem(*name.span("name"), _limit(name), known=True)
        elif (name := _UNKNOWN_ITEM.match(text, at, end)) and _may_be_listed(text, name, mark):
            item = ListItem(*name.span("name"), None, known=False)
        else:
            break
        sentence = len(found) if mark.strip() in (",", ";") else sentence
        stop = at = name.end()
        if item.known and (condition := conditions.of_item().match(text, at, end)):
            item = msgspec.structs.replace(item, limit=condition["condition"].strip())
            stop = at = condition.end()
        found.append(item)
        if aside := _patterns().aside.match(text, at, end):
            asides.append(aside.span("words"))
            stop = at = aside.end()
        if between := _BETWEEN_ITEMS.match(text, at, end):
            next = between.end()
        elif at < glued_to:
            next = at
        elif glued := _patterns().glued_names.match(text, at, end):
            next, glued_to = at, glued.end("run")
        else:
            break
        if _patterns().next_column.match(text, at, end):
            break
        mark, at = text[at:next], next
    while found and not found[-1].known and not _ENDS_A_SENTENCE.match(text, stop, end):
        stop = found.pop().start
    own = _own_items(text, found, sentence, stop, end)
    if own < len(found):
        words = re.compile(f"[{vocabulary.CHINESE}]+").match(text, stop, end)
        cut = (found[own].start, words.end() if words else stop)
        stop = found[own - 1].end if own else cut[1]
        return _Items(tuple(found[:own]), stop, cut=cut, asides=tuple(aside for aside in asides if aside[1] <= stop))
    return _Items(tuple(found), stop, _glued(text, stop, end) if found else None, asides=tuple(asides))


def _own_items(text: str, found: Sequence[ListItem], sentence: int, stop: int, end: int) -> int:
    """How many of the names are the list's own. Behind a comma, names that run on into other words begin a sentence of
    their own (不计无字,断幺类似); and the last name before 可计 counts, whatever stands before it."""
    if sentence and _RUNS_ON.match(text, stop, end):
        return sentence
    return len(found) - 1 if found and _patterns().affirmed.match(text, stop, end) else len(found)


def _may_be_listed(text: str, word: re.Match[str], mark: str) -> bool:
    """Whether a word nobody knows stands in a list: beside a 、 and no sentence of the text behind the list."""
    if re.search("[是为有的在时由成算]|和牌|胡牌", word["name"]):
        return False
    return "、" in mark or (not mark and text.startswith("、", word.end()))


def _limit(name: re.Match[str]) -> str | None:
    times = (name["times"] or "").strip("()")
    parts = [name["quantity"], None if _PRICE.fullmatch(times) else times]
    return " ".join(part for part in parts if part) or None


def _glued(text: str, at: int, end: int) -> tuple[int, int] | None:
    rest = re.compile(rf"(?!{_TOGETHER}|[等番分点之]|[和及与]\W)[{vocabulary.CHINESE}]+").match(text, at, end)
    return rest.span() if rest else None
