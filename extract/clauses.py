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
from extract.items import CLOSING, JOIN, OPENING, Items, ListItem, items

__all__ = ["Clause", "ClauseKind", "ListItem", "clauses", "opens_with_list"]

ClauseKind = Literal["excludes", "may_count", "also_counts"]

_WHAT_FOLLOWS = r"(?:的?番[种型数]?|分|入)?[\]】)]?(?:(?:以下|下列|如下)\w{0,4})?\s*:?\s*"
_OPENS_WITH_KEYWORD = re.compile(rf"\W*(?:[此该这本]种?(?:和?牌型?|番[种型]?|和))?{vocabulary.KEYWORD}")
"""此牌不计: said below the picture of a hand, of the fan it is an example of."""
_ENDS_A_SENTENCE = re.compile(vocabulary.ENDS_A_SENTENCE)
_ENDS_A_LIST = re.compile(rf"(?:等?(?:番[种型]?)?){vocabulary.ENDS_A_SENTENCE}")
_ENDS_A_DENIAL = re.compile(rf"(?:[番分]数?)?{vocabulary.ENDS_A_SENTENCE}")
_MAY_HOLD_ONE = re.compile("[计算记含括外内加复斥突冲容去除]")
"""A character of some keyword: few texts without a list have one."""
_AND_SO_ON = "(?:等(?:番种?)?)?"
_TOO_LITTLE = ("不计", "不算", "不记", "不计算")
_FLOWERS = "花牌"
"""Said of flowers, it is no exclusion: they do not count towards the minimum."""
_IF_THERE_IS = "[如若]果?[再还又]?[有是]"
_BUT = "(?:但|而|惟|唯|不过|然而|可是)是?"
_SET_APART = r"(?:^|[。;])\s*"
"""What stands before a name that a space or a colon sets apart from its list: 清一色: 不计无字."""
_AND_THEN = "(?:其中|另外|此外|而?且|并且?|故|因此|所以|同时)的?"
"""What a sentence about names may begin with, without a mark."""
_BETWEEN_NAMES = rf"(?:[^\S\n\t]|{JOIN}|[^\w\s。！!？?:.()\[\]【】{{}}])"
_ASIDE = re.compile(rf"\s*\((?P<words>(?![^()\n]*{vocabulary.KEYWORD})[^()\n]{{1,40}})\)")
"""A bracket behind the verb: when what is said of the names before it holds."""
_IN_THAT_CASE = "(?:(?:时候?|的话|者),?|,)[则就便即]?"
_ONCE = re.compile("(?:原来|原先|原本|原为|以前|从前|过去|曾经?|早期|旧时)[^。,;\\n]{0,8}$")
"""What was so once is said because it is no more."""
_IF = re.compile("(?:如果?|若|假如|倘若|要么|要是|万一|一旦)$")
_THEN = re.compile("等?(?:时|的话|则|就|便|者)")
"""如不计A,可计B and 不计A则计B suppose that A is not counted."""
_WITHOUT = f"不(?:包含|包括|含)(?!{_FLOWERS})"
_APART = "(?:除外|不在内|不包括在内)"
_FARTHEST = 200
"""Characters before a keyword in which the names it speaks of are looked for."""
_KINDS: dict[str | None, ClauseKind] = {
    "excludes": "excludes",
    "without": "excludes",
    "takes_out": "excludes",
    "together": "excludes",
    "clash": "excludes",
    "may_with": "may_count",
    "apart": "excludes",
    "affirmed": "may_count",
    "may_count": "may_count",
    "also_counts": "also_counts",
}
_SAID_BEHIND_ONLY = frozenset({"affirmed", "apart", "denied", "undone"})
_ORDINARY_TOO = frozenset({"without", "takes_out"})
"""Words that mean something else before anything but the names of fans."""
_ALSO_THESE = "等?(?:这?些?番种)?"
_JOINTLY = f"(?!重复){vocabulary.TOGETHER}"
_OF_EACH_OTHER = {
    "together": re.compile(f"{_ALSO_THESE}{vocabulary.TOGETHER}"),
    "may_with": re.compile(f"{_ALSO_THESE}{vocabulary.TOGETHER}"),
    "clash": re.compile(f"{_ALSO_THESE}[均都也皆]?(?:{vocabulary.CLASH}|不(?:[可能得应会准许]以?)?再?{_JOINTLY})"),
}
"""What must stand behind the names: 不与无字同计, 与无字互斥."""
_SAID_BEFORE_ONLY = frozenset({"also_counts", "denied", "undone", *_ORDINARY_TOO, *_OF_EACH_OTHER})


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
    before_a_head: bool = False
    """Another entry begins at ``cut``: what stands behind it is no text of this one."""

    @property
    def names_a_fan(self) -> bool:
        return any(item.known for item in self.items)


class _Patterns(msgspec.Struct, frozen=True):
    keyword: re.Pattern[str]
    subject: re.Pattern[str]
    names_before: re.Pattern[str]
    denied_before: re.Pattern[str]
    denied_behind: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    fan = vocabulary.name_pattern()
    far = r"(?=[^。;\n]{2,60}?"
    keyword = (
        f"(?P<undone>{vocabulary.UNDONE})|(?P<excludes>{vocabulary.EXCLUDES})"
        f"|(?P<together>不(?:能|可以?|得|应|会|再)?[与和同跟]{far}{vocabulary.TOGETHER}))"
        f"|(?P<may_with>(?<![不未])可以?[与和同跟]{far}{vocabulary.TOGETHER}))"
        f"|(?P<clash>(?<!不)[与和同跟](?={fan}){far}(?:{vocabulary.CLASH}|不[^。;,\n]{{0,4}}{vocabulary.TOGETHER})))"
        f"|(?P<without>{_WITHOUT})|(?P<takes_out>{vocabulary.TAKES_OUT}|{vocabulary.HOLDS_ALREADY})|(?P<apart>{_APART})"
        f"|(?P<denied>{vocabulary.denied_pattern()})"
        f"|(?P<may_count>{vocabulary.MAY_COUNT})"
        f"|(?P<affirmed>{vocabulary.COUNTS_AFTER_ALL})(?={vocabulary.ENDS_A_SENTENCE})"
        f"|(?P<also_counts>{vocabulary.ALSO_COUNTS})"
    )
    own = rf"{OPENING}{fan}{CLOSING}"
    several = rf"{own}(?:{_BETWEEN_NAMES}+{own})+"
    one_denied = rf"{fan}[也亦均都皆]?{vocabulary.EXCLUDES}(?:[番分]数?)?"
    given = rf"(?:{_IF_THERE_IS}|(?:^|(?<=[。,;(\s]))有(?={fan}时))(?P<given>{fan}|{several}){_IN_THAT_CASE}"
    return _Patterns(
        re.compile(rf"(?:{keyword}){_WHAT_FOLLOWS}"),
        re.compile(rf"(?:^|[。,;(\s])(?P<name>{fan})$|{_SET_APART}(?P<apart>{fan})\s*:?\s*$"),
        re.compile(
            rf"(?:^(?:、(?={fan}[也亦均都皆]))?|[。,;(\s]|(?P<condition>{_IF_THERE_IS})|{_BUT}|{_AND_THEN})[与跟]?"
            rf"(?:(?P<stressed>{own}|{several}){_AND_SO_ON}[也亦均都皆]|(?P<plain>{several}){_AND_SO_ON}|(?P<single>{own}))$|{given}$"
        ),
        re.compile(rf"{one_denied}[,;、]\s*$"),
        re.compile(rf"(?:[番分]数?)?\s*[,;、]\s*{one_denied}{vocabulary.ENDS_A_SENTENCE}"),
    )


def clauses(text: str, start: int, end: int, *, aside: bool = False) -> Iterator[Clause]:
    """The lists in ``text[start:end]``, with spans in ``text``; ``aside``: in a bracket behind what does count, where
    one name before 不计 is a list (可计断幺(无字不计))."""
    if not _MAY_HOLD_ONE.search(text, start, end):
        return
    at = behind = start
    while found := _patterns().keyword.search(text, at, end):
        clause = _list_behind(text, found, start, end) or _list_before(text, found, behind, end, aside=aside)
        if not clause:
            at = found.end()
            continue
        said = [conditions.before(text, behind, clause.start), clause.condition]
        stop = max(clause.end, found.end())
        if exception := conditions.behind(text, stop, end):
            said.append(exception[exception.lastgroup or 0].strip())
            stop = exception.end()
        at = behind = stop if not clause.before_a_head else end
        yield msgspec.structs.replace(clause, end=stop, condition=",".join(filter(None, said)) or None)
        for bracket in clause.asides:
            yield from clauses(text, *bracket, aside=clause.kind != "excludes")


def opens_with_list(text: str, start: int, end: int, lists: Sequence[Clause]) -> bool:
    """Whether a text begins with one of its lists, or with the keyword of one."""
    if _OPENS_WITH_KEYWORD.match(text, start, end):
        return True
    return bool(lists) and not re.search(r"\w", text[start : lists[0].start])


def _list_behind(text: str, keyword: re.Match[str], start: int, end: int) -> Clause | None:
    """不计 NAMES."""
    if keyword.lastgroup in _SAID_BEHIND_ONLY:
        return None
    far = end if keyword.lastgroup not in _OF_EACH_OTHER else min(end, keyword.end() + _FARTHEST)
    named = items(text, keyword.end(), far)
    if not named.found or not _is_a_list(text, keyword, named, end):
        return None
    kind = _KINDS[keyword.lastgroup]
    before = max(start, keyword.start() - _FARTHEST)
    if kind == "excludes" and (
        _ONCE.search(text[before : keyword.start()])
        or _IF.search(text[before : keyword.start()])
        or _THEN.match(text, named.end, end)
    ):
        return None
    spoken_of = _patterns().subject.search(text[before : keyword.start()])
    subject = _moved(spoken_of.span(spoken_of.lastgroup or 0), before) if spoken_of else None
    condition = conditions.need_not(text, start, keyword) if kind == "excludes" else None
    cut = named.cut if named.head is None else (named.head, end)
    return Clause(
        kind=kind,
        start=keyword.start(),
        end=named.end,
        items=named.found,
        subject=subject,
        condition=condition,
        glued=named.glued,
        cut=cut,
        asides=named.asides,
        before_a_head=named.head is not None,
    )


def _moved(span: tuple[int, int], by: int) -> tuple[int, int]:
    return span[0] + by, span[1] + by


def _is_a_list(text: str, keyword: re.Match[str], named: Items, end: int) -> bool:
    """Whether a keyword that has other meanings has this one here."""
    if keyword.lastgroup == "takes_out" and not _ENDS_A_LIST.match(text, named.end, end):
        return False
    if keyword.lastgroup in _ORDINARY_TOO:
        return named.found[0].is_long_name and all(item.is_long_name for item in named.found if item.known)
    together = _OF_EACH_OTHER.get(keyword.lastgroup or "")
    return together is None or bool(together.match(text, named.end, end))


def _list_before(text: str, keyword: re.Match[str], start: int, end: int, *, aside: bool) -> Clause | None:
    """NAME也不计, NAMES不计, NAME可计, at the end of a sentence. One name before 不计 is too little (花牌不计), unless
    the verb says that it would count a second time (四归一不另计), or there are several (无字不计,断幺不计)."""
    kind = _KINDS.get(keyword.lastgroup)
    if kind is None or keyword.lastgroup in _SAID_BEFORE_ONLY or not _may_end_here(text, keyword, end):
        return None
    start = max(start, keyword.start() - _FARTHEST)
    named = _patterns().names_before.search(text[start : keyword.start()])
    if not named or (named["given"] and kind == "excludes"):
        return _denied_on_condition(text, keyword, start) if kind == "excludes" else None
    enough = kind != "excludes" or not named["single"] or aside
    if not enough and not _is_enough(text, keyword, start + named.start("single")):
        return None
    group = next(group for group in ("stressed", "plain", "single", "given") if named[group])
    first, last = start + named.start(group), start + named.end(group)
    begins, condition = first, None
    if named["condition"] or named["given"]:
        begins, condition = start + named.start(), re.sub("[则就便即,]+$", "", named[0])
    stop = keyword.end()
    if bracket := _ASIDE.match(text, stop, end):
        condition, stop = ",".join(filter(None, (condition, bracket["words"].strip()))), bracket.end()
    return Clause(kind, begins, stop, items(text, first, last).found, None, condition, None)


def _may_end_here(text: str, keyword: re.Match[str], end: int) -> bool:
    """Whether a sentence may end behind a verb, or another name that is denied alike follows."""
    if _ASIDE.match(text, keyword.end(), end):
        return True
    if keyword.lastgroup != "excludes":
        return bool(_ENDS_A_SENTENCE.match(text, keyword.end(), end))
    another = _patterns().denied_behind.match(text, keyword.end("excludes"), end)
    return bool(another or _ENDS_A_DENIAL.match(text, keyword.end(), end))


def _is_enough(text: str, keyword: re.Match[str], name: int) -> bool:
    """Whether one name before a verb that denies is a list."""
    if text[name : keyword.start()] == _FLOWERS:
        return False
    if keyword[keyword.lastgroup or 0] not in _TOO_LITTLE:
        return True
    above = text[max(0, name - _FARTHEST) : name]
    verb_ends = keyword.end(keyword.lastgroup or 0)
    return bool(_patterns().denied_before.search(above) or _patterns().denied_behind.match(text, verb_ends))


def _denied_on_condition(text: str, keyword: re.Match[str], start: int) -> Clause | None:
    """缺一门如有字牌则不计."""
    for condition in conditions.of_item().finditer(text, start, keyword.end()):
        if condition.start("denied") != keyword.start():
            continue
        named = _patterns().subject.search(text[start : condition.start()])
        if named:
            first, last = _moved(named.span(named.lastgroup or 0), start)
            words = condition["condition"].strip()
            return Clause("excludes", first, keyword.end(), items(text, first, last).found, None, words, None)
    return None
