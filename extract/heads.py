"""Heads of entries: where a name stands like one.

At the start of a line a name is a head if it stands alone, before its points or behind them, behind a number, before a
mark; in the middle of a line only where its points stand free behind it. A word that nobody knows is a head, too, if it
begins a line and points follow: it is no part of the entry before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice, pairwise, zip_longest

import msgspec

from extract import vocabulary
from mjrules import names

Span = tuple[int, int]
HIGHEST_POINTS = 400
"""No document states more for one fan; a larger number beside a name is something else (a year, a page)."""

_FEWEST_ALIKE = 3
"""What a single line does not tell, at least so many lines alike do: that points are glued to a name and to the text
behind it (大四喜88由…), or that only a stop parts a name from its definition (大四喜,四副…)."""


class Layout(msgspec.Struct, frozen=True):
    """What the lines of a text have in common; each of it needs several lines to show."""

    tight: bool
    """Points stand between names and definitions without any space."""
    stops: bool
    """Lines begin with a name, and behind a comma or a full stop its definition follows."""
    prices_last: bool
    """Lines begin with a name and end with points, with no more than a space before them."""


class Head(msgspec.Struct, frozen=True):
    """The head of an entry and the text behind it in the same line."""

    span: Span
    name: Span
    number: int | None
    alias: Span | None
    points: int | None
    body: Span
    shares: bool = False
    """The points and the text are those of the next head, too: several names stand before one price."""
    bare: bool = False
    """The points stand there without a unit or a word for them."""
    own_price: bool = False
    """It has a price of its own, though it may not be read: no heading above says its points."""


_NUMBERED = (
    rf"(?:(?:#|(?i:№|n[oº]\b[.。]?)\s*)?(?P<number>\d{{1,3}})(?!\d)\s*[.、)]?\s*"
    rf"|\(#?(?P<enclosed>\d{{1,3}}|{vocabulary.CHINESE_NUMBER})[A-Z]?\)\s*"
    rf"|第(?P<ordinal>\d{{1,3}}+|{vocabulary.CHINESE_NUMBER})[番号种个条]?+\s*[:.、]?\s*"
    rf"|(?P<worded>{vocabulary.CHINESE_NUMBER})[.、]\s*)"
)
_NUMBER = f"{_NUMBERED}?"
_ALIAS = (
    r"(?:\s*\((?:又称|又名|亦称|也称|也叫|又叫|俗称|即)?\s*"
    rf"(?P<alias>(?!{vocabulary.KEYWORD})[{vocabulary.CHINESE}]{{2,10}})\))?"
)
_LATIN_NAME = r"[A-Z][A-Za-z'’&\u00c0-\u024f]*+(?:[ \-/][A-Za-z'’&\u00c0-\u024f]++){1,7}?"
"""Several words in Latin letters, all of them: Double Chow pur is another fan than Double Chow."""
_TRANSLATION = r"(?:[^\S\n]*+\(?[A-Za-z\u00c0-\u024f][A-Za-z\u00c0-\u024f '\-]{2,40}+\)?(?=[\s\d:(=,]))?"
"""The name again in Latin letters, as a translation or its reading, before the points."""
_OPENING = "(?:(?:[\\[{【「《〈“\"']|\\*{2,3}|__)\\s*+)?"
_CLOSING = rf"(?:\s*(?:[\]}}】」》〉”\"']|\*{{2,3}}|__))?{_ALIAS}{_TRANSLATION}"
_LEADER = r"(?:[,:=→+·~\-–—]|[.…·—\-]{2,8})"
"""What leads from a name to its points, besides spaces, brackets and colons: 七对……24, 七对 - 24番."""
_DIGITS = r"\d{1,3}(?:\.00?)?"
_PRICED = rf"(?:{_DIGITS}|{vocabulary.CHINESE_NUMBER}(?=\s*番))"
"""Points before their unit; 一点 and 一分 are words."""
_NOT_YET = r"[、的起加和及与]|以[上下]"
"""What stands behind points that a sentence speaks of, and not behind those of a head."""
_NOT_EXACT = "(?!半|以[上下]|左右|多|起(?!手))"
"""What makes points another number than the one that is printed: 6番半, 88番以下."""
_WORD_BEFORE_POINTS = "(?:(?:可?[计值得为是算]|每[张朵枚])[^\\S\\n]*+)?"
"""计八番, 每张1番: what may stand between a name and the points of one of it."""
_MARK = rf"(?:[^\w\n?{vocabulary.UNREADABLE}]|[_\u00b2\u00b3\u00b9\u2070-\u2079])"
"""A sign, a space or a raised number: decoration around a name or its points. A character that could not be read, or a
question mark for one, is none: it may be the rest of a longer name."""
_DECORATION = rf"{_MARK}{{0,12}}+"

_SHARE = rf"(?:[\d.]{{1,6}}\s*%{_DECORATION})?"
"""How often a fan comes about is no price."""
_BEFORE_A_NAME = rf"(?!\s*[、,。;)\]】])(?:{_DECORATION})"
"""A line that begins with a stop goes on with the one above it."""
_NAME_LABEL = rf"(?:(?:{vocabulary.NAME_LABELS}|役名|[和胡](?!牌))\s*:?|(?:{vocabulary.FOREIGN_NAME_LABELS})\s*:)"
"""What says that a name follows."""
_KIND_BEHIND = "(?:牌型|番型|番种|型)?"
"""小三元型: the name and the word for what it is."""
OFFICIAL_POINTS = frozenset(vocabulary.TIERS)
_PRINTED_TIERS = vocabulary.PRINTED_TIERS
"""Points of the official kind: only such a number may be points without saying so."""
_READABLE_BEFORE = r"(?<![\ufffd\ue000-\uf8ff])"
"""Behind a character that could not be read a name may be the rest of a longer one."""

_LINE_WITH_POINTS, _POINTS_FIRST, _UNKNOWN, _LINE = "line with points", "points first", "unknown", "line"
_SET_APART, _SET_APART_FIRST, _DECORATED = "set apart", "set apart, points first", "decorated"
_BARE_FIRST = "number and points first"
_LATIN, _BEFORE_A_STOP = "Latin", "before a stop"
_NAME_LAST, _CALLED, _SEVERAL, _ONE_OF_SEVERAL = "name last", "called", "several names", "one of several"
_PRINTED_POINTS = ("unit", "led", "marked", "bare", "bracketed", "tight")
_WITHOUT_UNIT = ("marked", "bare", "bracketed", "tight")
_IN_A_COLUMN = ("in a column",)
_NUMBERED_TIGHT = "numbered tight"
_INSIDE = ("numbered", _NUMBERED_TIGHT, "glued", "in brackets", "behind a stop", *_IN_A_COLUMN)
_DIGIT, _WIDE_GAP = re.compile(r"\d"), re.compile(r"\s{3}")
_TIGHT = "tight"

_LABEL = re.compile(r"\s*+(?!\S*[例如计])[^\s:\d]{1,6}:")
_LONGEST_LIST = 120
_SUM_BEHIND = re.compile(rf"(?:[^\S\n]|=)*\d{{1,3}}[^\S\n]*{vocabulary.UNIT}?[^\S\n]*(?:[+=]|[×x](?![^\S\n]*[Nn]))")
_SUM_BEFORE = re.compile(r"[\w)][^\S\n]*[+=]\s*$")
_ANOTHER_PRICE = re.compile(
    rf"[^\S\n]*\([^()\n]*\)[^\S\n]*\d{{1,3}}\s*(?:{vocabulary.UNIT}|\(|$)"
    rf"|[^\S\n]*\(\s*(?P<again>\d{{1,3}})\s*{vocabulary.UNIT}?\s*\)"
)
"""A second number of points behind the first: 6(98规则)8, 6(8). The same number in another unit is none: 24番(24点)."""
_TWO_PRICES = re.compile(
    rf"[^\S\n]*(?P<one>\d{{1,3}})(?P<unit>\s*{vocabulary.UNIT})?\t *(?!(?P=one)(?!\d))\d{{1,3}}"
    rf"(?(unit)\s*{vocabulary.UNIT}) *(?=[\t\n]|$)"
)
"""Two cells of points side by side, not alike: one for each of two sets of rules."""
_ASKS = re.compile(
    r"[^。;!?()\n]{0,20}?(?:吗|呢|怎|如何|什么|多少|哪|[是能可]否|[能好值难]不[能好值难])[^。;!?()\n]{0,20}\?"
)
"""A question behind points (七对24番值得做吗?) states nothing."""
_PRICE = (
    rf"\s*(?:(?:{vocabulary.POINTS_LABEL}\s*:?\s*)?(?:计\s*)?(?P<unit>{_PRICED})\s*{vocabulary.UNIT}"
    rf"|{vocabulary.POINTS_LABEL}\s*[:=]\s*(?P<led>{_DIGITS}))[)\]】〕>」。\s]*$"
)
_LONGEST_PRICE = 16
"""Characters of points with their label and what parts them from the text before."""
_STANDS_FREE = r"[\t。;,:()【\[〔<「]|[^\S\n]{2}|[^\S\n][–—\-|]|—"
_PRICE_AT_END = re.compile(rf"(?:{_STANDS_FREE}){_PRICE}")
_PRICE_LAST = re.compile(rf"(?:{_STANDS_FREE}|[^\S\n]){_PRICE}")
"""Where many lines end so, a space is enough before the points."""
_BARE_LAST = re.compile(rf"(?:{_STANDS_FREE}|[^\S\n])\s*(?P<bare>{_PRINTED_TIERS})[)\]】〕。\s]*$")
_BARE_BEHIND_A_LIST = re.compile(rf"\(\s*{vocabulary.KEYWORD}[^()\n]*\)\s*(?P<marked>{_PRINTED_TIERS})\s*$")
_FREE_PRICE = re.compile(rf"(?<=[。;,:(【\[])\s*(?P<unit>{_DIGITS})\s*{vocabulary.UNIT}\s*(?=[)\]】。;,])")
"""Points that stand for themselves between two stops: 小三元:四副牌。64番。"""
_ANY_PRICE = re.compile(rf"\d\s*{vocabulary.UNIT}|{vocabulary.CHINESE_NUMBER}番")
_PRICE_IN_CELL = re.compile(rf"\t\s*(?P<unit>{_DIGITS})\s*{vocabulary.UNIT}\s*(?=\t)")
_EXAMPLE = re.compile("例|合计|共计|总计")
_NO_ENGLISH_NAME = re.compile(r"(?:The|This|These|Each|For|Points?|All Fans|A|An|If|When|Page|Fans|Total|Minimum)\b")
_NO_NAME = re.compile(
    rf"{vocabulary.KEYWORD}|[是为有的在时由成之番分点例每赔页章称叫]|^[共加计满约如若第]"
    r"|合计|共计|总计|最[高低多少]|[至不]少|起[和胡]|以上|麻将|规则|国标"
)
"""What tells a word before a number from a name that nobody knows."""


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    name, unit = vocabulary.name_pattern(), vocabulary.UNIT
    framed = f"{_OPENING}(?P<name>{name}){_CLOSING}"
    labelled = rf"(?:【{vocabulary.TEXT_LABEL}】|{vocabulary.TEXT_LABEL}:)"
    # possessive (*+): a line may have a thousand spaces
    priced = rf"(?P<unit>{vocabulary.POINTS})\s*+{unit}{_NOT_EXACT}(?:\s*+[)\]】〕>])?"
    with_unit = rf"\s*+(?:,?\s*+{vocabulary.POINTS_LABEL})?(?::\s*+)?(?:[(\[【〔<]\s*+)?{_WORD_BEFORE_POINTS}{priced}"
    led = (
        rf"\s*+{_LEADER}\s*+(?:(?P<led>{vocabulary.POINTS})\s*+{unit}(?=[\s,。;:(]|$)"
        r"|(?P<marked>\d{1,3})(?=\s*[,;]?\s*(?:$|//)|[.。]\s++[^\W\d](?!.*\s\d{1,2}[.。、)])))"
    )
    bare = (
        r"\s*+[(\[【〔]\s*+(?P<bracketed>\d{1,3})\s*+[)\]】〕]"
        rf"|\s+(?P<bare>{_DIGITS})(?=[\s(]|$|[×x*][Nn])(?!\s*/\s*\d)"
        rf"|(?P<tight>\d{{1,3}})(?=[^\S\n]*(?:$|\t))"
    )
    printed = {
        _LINE_WITH_POINTS: rf"\s*{_NUMBER}{framed}(?:{with_unit}|{led}|{bare})(?!\d)",
        _LINE: (
            rf"\s*{_NUMBER}{framed}"
            rf"(?:\s*$|\s*:|\s+|[。,;]\s*(?={labelled})"
            rf"|(?=\d[\d.]*\s*{unit}|\({vocabulary.KEYWORD}|\([^()\n]*\)[\s。]*$|{labelled}))"
        ),
        _POINTS_FIRST: (
            rf"\s*{_NUMBER}{_MARK}{{0,6}}(?:(?:{vocabulary.POINTS_LABEL}\s*:?\s*)?[计共]?(?P<unit>{vocabulary.POINTS})\s*{unit}"
            rf"|{vocabulary.POINTS_LABEL}\s*[:=]\s*(?P<led>{vocabulary.POINTS}))(?:\s*[)\]】〕>]\s*|[\s:–—|,;-]){_MARK}{{0,6}}"
            rf"(?:{_NAME_LABEL}\s*)?{framed}(?=[\s,.。;:(]|$)"
        ),
        _UNKNOWN: (
            rf"\s*{_NUMBER}{_OPENING}(?P<name>[{vocabulary.CHINESE}{vocabulary.UNREADABLE}?]{{1,8}}){_CLOSING}"
            rf"(?:\s*+(?::\s*+)?(?:[(\[【〔]\s*+)?(?P<unit>{_DIGITS})\s*+{unit}{_NOT_EXACT}(?:\s*+[)\]】〕])?"
            rf"|\s+(?P<bare>\d{{1,3}})(?!\s*/\s*\d))(?=[\s,。;:(]|$)"
        ),
        _BARE_FIRST: (
            rf"\s*{_NUMBERED}(?<!\d)[(\[【=]?\s*(?P<bare>{_PRINTED_TIERS})(?!\d)[\s:)\]】]+{_MARK}{{0,6}}"
            rf"(?:{_NAME_LABEL}\s*)?{framed}(?=[\s,.。;:(]|$)"
        ),
        _SET_APART: (
            rf"{_BEFORE_A_NAME}{_NUMBER}{_DECORATION}(?:{_NAME_LABEL})?{_DECORATION}(?P<name>{name}){_KIND_BEHIND}"
            rf"(?:\d{{1,2}}(?={_MARK})|[(\[]\d{{1,2}}[)\]])?{_DECORATION}{_SHARE}"
            rf"(?:(?:{vocabulary.POINTS_LABEL}{_DECORATION})?{_WORD_BEFORE_POINTS}"
            rf"(?P<unit>{_PRICED})\s*+{unit}{_NOT_EXACT}(?!\d|种|{_NOT_YET})"
            rf"|(?:{vocabulary.POINTS_LABEL}{_DECORATION}(?P<led>{_DIGITS})(?!\.\d)"
            rf"|(?:(?<={_MARK})|(?=\d+\s))(?P<marked>\d{{1,3}})(?!\.(?!\s*(?:\t|$))))(?![^\W_]|%|\s*[/~\-]\s*\d))"
            rf"(?:\s*+[^\w\s\n(,。;、:]){{0,3}}"
        ),
        _SET_APART_FIRST: (
            rf"{_DECORATION}(?P<unit>{_DIGITS})\s*+{unit}{_NOT_EXACT}{_DECORATION}(?:(?P<number>\d{{1,3}}){_MARK}+)?"
            rf"(?P<name>{name})(?=\s*(?:{vocabulary.KEYWORD}|$)|[^\w、/+]|_)"
        ),
        _DECORATED: (
            rf"{_BEFORE_A_NAME}{_NUMBER}{_DECORATION}(?P<name>{name})"
            rf"(?!{_MARK}*{vocabulary.KEYWORD}\s*(?:[。,;)]|$))"
            rf"(?![”’\"'」』》]+[{vocabulary.CHINESE}](?<!由))"
            rf"(?:{_DECORATION}(?:$|(?<=[^\w\n、,。;/+×!()]))|(?=由))"
        ),
        "glued": (
            rf"(?:(?<!\d)(?P<number>\d{{1,3}})[.、]\s*)?"
            rf"{_READABLE_BEFORE}(?P<name>{name}|[{vocabulary.one_character_names()}](?=\s+\d+\s+\S))"
            rf"\s+(?:(?P<unit>\d{{1,3}})\s*{unit}|(?P<bare>\d{{1,3}}))(?=\s|$)(?!\s*/\s*\d)"
        ),
        _BEFORE_A_STOP: (
            rf"{_BEFORE_A_NAME}{_NUMBER}{_DECORATION}{framed}[^\S\n]*[,。;]"
            rf"(?![^\S\n]*(?:{name}|{vocabulary.KEYWORD}))"
        ),
        _NAME_LAST: (rf"[^()\n]{{2,80}}\((?P<name>{name})[\s,、:]+(?P<unit>{vocabulary.POINTS})\s*{unit}\)[。\s]*$"),
        _CALLED: (
            rf"[^\n]{{4,80}}?(?:称[之为作]+|叫[做作]?|名为|就是|即为?|[,]为)\s*{framed}\s*[,(:]?\s*[计记为共是]?\s*"
            rf"(?P<unit>{vocabulary.POINTS})\s*{unit}{_NOT_EXACT}\)?[。\s]*$"
        ),
        _SEVERAL: (
            rf"\s*{_NUMBER}{_OPENING}(?P<name>{name})(?P<others>(?:\s*[、,/|和及]\s*{name})+){_CLOSING}"
            rf"(?:{with_unit}(?!\d)|\s+(?P<bare>{_PRINTED_TIERS})[^\S\n]*$)"
        ),
        _ONE_OF_SEVERAL: (
            rf"\s*+{_NUMBER}{framed}(?:{with_unit}|\s*+(?P<bare>{_DIGITS})(?!\d)"
            rf"|\s*+[(\[]\s*+(?P<bracketed>{_PRINTED_TIERS})\s*+[)\]]"
            rf"|\s*+{_LEADER}\s*+(?P<marked>\d{{1,3}})(?=[,、;。\s]|$))[,、;。\s]*+"
        ),
        _LATIN: rf"\s*{_NUMBER}{_OPENING}(?P<name>{_LATIN_NAME})(?:\s*[\]\"')])?(?:{with_unit}|{led})(?!\d)",
        "numbered": (
            rf"(?:(?P<unit>{_DIGITS})\s*{unit}\s*+)?(?<![\d×x*.~\-])(?P<number>\d{{1,3}})\s*[.、]?\s*"
            rf"{_READABLE_BEFORE}(?P<name>{name})(?=\s*由|(?(unit)\s+[{vocabulary.CHINESE}]|(?!)))"
        ),
        _NUMBERED_TIGHT: (
            rf"(?<=[{vocabulary.CHINESE}])(?P<number>\d{{1,3}})(?P<name>{name})(?P<unit>{_DIGITS}){unit}(?!{_NOT_YET})"
        ),
        "in brackets": rf"(?<=[。;,、\s])(?P<name>{name})\s*\(\s*(?P<unit>{_DIGITS})\s*{unit}\s*\)",
        "behind a stop": rf"(?<=[。;\s])(?P<name>{name}){_ALIAS}\s*:?\s*(?P<unit>{_DIGITS})\s*{unit}(?!{_NOT_YET})",
        "in a column": rf"(?<=\s{{3}})(?P<name>{name})(?=\s+{vocabulary.KEYWORD})",
        _TIGHT: (
            rf"{_READABLE_BEFORE}(?P<name>{name})(?P<bare>{_PRINTED_TIERS})"
            rf"(?=$|\s|\d{vocabulary.COUNTED}|(?!{vocabulary.COUNTED}|{unit})[{vocabulary.CHINESE}(])"
        ),
    }
    return {kind: re.compile(pattern) for kind, pattern in printed.items()}


def layout_of(text: str) -> Layout:
    """What shows only in several lines of a text."""
    tight = len(list(islice(_patterns()[_TIGHT].finditer(text), _FEWEST_ALIKE))) == _FEWEST_ALIKE
    alike = (len({line["name"] for line in lines.finditer(text)}) >= _FEWEST_ALIKE for lines in _lines_alike())
    return Layout(tight, *alike)


@cache
def _lines_alike() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Lines in which only a stop parts a name from its definition, and lines with points at their end."""
    before_a_name = rf"[^\S\n]*{_NUMBER}{_OPENING}(?:{_NAME_LABEL})?"
    last = rf"[^\n]*[^\S\n][(\[【]?{_DIGITS}\s*{vocabulary.UNIT}[^\S\n。)\]】]*$"
    return (
        re.compile(rf"(?m)^{_patterns()[_BEFORE_A_STOP].pattern}(?=[【\w][^\n]{{3}})"),
        re.compile(rf"(?m)^{before_a_name}(?P<name>{vocabulary.name_pattern()})(?!\s*{vocabulary.POINTS}){last}"),
    )


def heads(text: str, start: int, end: int, *, below_a_head: bool, layout: Layout) -> Iterator[Head]:
    """The heads in one line. ``below_a_head``: the line before was a head with points."""
    tight = layout.tight
    if several := _patterns()[_SEVERAL].match(text, start, end):
        yield from _sharing_a_price(several, end)
        return
    if len(enumerated := list(_enumerated(text, start, end))) > 1:
        yield from enumerated
        return
    found = _first(text, start, end, below_a_head)
    if not found and (layout.stops or _PRICE_AT_END.search(text, max(start, end - _LONGEST_PRICE), end)):
        found = _patterns()[_BEFORE_A_STOP].match(text, start, end)
    if not found and (last := _name_last(text, start, end)):
        yield Head((start, end), last.span("name"), None, None, _points(last), (start, last.start("name") - 1))
        return
    at = found.end() if found else start
    kinds = _kinds_inside(text, at, end, tight=tight)
    inside = [match for kind in kinds for match in _patterns()[kind].finditer(text, at, end) if _plausible(match)]
    inside = [match for match in inside if not _is_priced_item(match, at) and not _is_listed(match, start)]
    if not found or _points(found) is None:
        inside = [match for match in inside if not _ends_a_list(match, start, end, anywhere=layout.prices_last)]
    if not tight:
        inside = [match for match in inside if not _is_end_of_a_word(match, start) and not _in_an_example(match, start)]
    matches = [*([found] if found else []), *_apart(sorted(inside, key=lambda match: match.start()))]
    for match, following in zip_longest(matches, matches[1:]):
        yield _head(match, following.start() if following else end, prices_last=layout.prices_last)


@cache
def _counts() -> re.Pattern[str]:
    """What makes a number without a unit the first word of a definition: 4 pungs, 2 副箭刻, 4 to 6, 4, 5 and 6.
    Behind a number of two digits there are no ranks."""
    space, joint = r"[^\S\n\t]", "(?:[,、]|and|or|或|和|与)"
    adjective = "(?:identical|concealed|melded|different|consecutive|same|suited|knitted|like)[, ]+"
    sets = "pungs|kongs|chows|sets|triplets|sequences|quads|melds|groups"
    ranks = rf"(?:{space}*[,、]{space}*\d{space}*{joint}{space}*\d|(?:{space}+\d){{2}})"
    return re.compile(
        rf"{space}+(?!{vocabulary.name_pattern()}){vocabulary.COUNTED}(?!数)\S"
        rf"|{space}+(?:{adjective}){{0,2}}(?:{sets}|pairs|tiles|suits|winds|dragons|honou?rs)\b"
        rf"|{space}+(?:to|or|and|或|到|至|和|与){space}*\d(?!\d)"
        rf"|(?<!\d\d){ranks}(?!\d)"
    )


@cache
def heads_a_line() -> str:
    """A pattern for a name at the beginning of a line, with a number before it, in marks or without."""
    number = rf"(?i:no|第)?[^\w\n]*(?:\d{{1,3}}|{vocabulary.CHINESE_NUMBER})[番号种个条]?"
    return rf"[^\S\n]*(?:{number})?{_DECORATION}{vocabulary.name_pattern()}"


@cache
def name_alone() -> str:
    """A pattern for such a name that fills its line."""
    return f"{heads_a_line()}{_DECORATION}"


@cache
def _name_at_start() -> re.Pattern[str]:
    return re.compile(
        rf"{_DECORATION}{_NUMBER}(?:{_DIGITS}\s*{vocabulary.UNIT})?{_DECORATION}(?:{_NAME_LABEL})?{_DECORATION}"
        rf"(?P<name>{vocabulary.name_pattern()})(?P<glued>[{vocabulary.CHINESE}])?"
    )


def name_at_start(text: str, start: int, end: int) -> re.Match[str] | None:
    """The fan name a line begins with, but for numbers, labels and signs; ``glued``: a word goes on right behind it."""
    return _name_at_start().match(text, start, end)


def _kinds_inside(text: str, at: int, end: int, *, tight: bool) -> tuple[str, ...]:
    """The kinds of heads to look for inside a line: all but one have points in digits."""
    if not _DIGIT.search(text, at, end):
        return _IN_A_COLUMN if _WIDE_GAP.search(text, at, end) else ()
    return (*_INSIDE, _TIGHT) if tight else _INSIDE


def _name_last(text: str, start: int, end: int) -> re.Match[str] | None:
    """A line whose fan is named behind its definition: 七个对子（七对，24番）, 七个对子，称为七对，24番."""
    return _patterns()[_NAME_LAST].fullmatch(text, start, end) or _patterns()[_CALLED].fullmatch(text, start, end)


def _enumerated(text: str, start: int, end: int) -> Iterator[Head]:
    """The heads of a line of nothing but names with their points: 七对 24番、清一色 24番."""
    found: list[re.Match[str]] = []
    if (label := _LABEL.match(text, start, end)) and not names.resolve(label[0].strip(" :")):
        start = label.end()
    while start < end:
        one = _patterns()[_ONE_OF_SEVERAL].match(text, start, end)
        if not one or not _plausible(one):
            return
        found.append(one)
        start = one.end()
    for one in found:
        yield _head(one, one.end())


def _sharing_a_price(line: re.Match[str], end: int) -> Iterator[Head]:
    """One head a name before one price (全大、全小 24番); names of one fan are one head."""
    spans = [name.span() for name in _name().finditer(line.string, line.start("name"), line.end("others"))]
    fans = [names.resolve(line.string[slice(*span)]) for span in spans]
    number = vocabulary.number(line["number"] or "")
    body, bare = (line.end(), end), line["bare"] is not None
    if len(set(fans)) == 1:
        yield Head((line.start("name"), line.end()), spans[0], number, spans[1], _points(line), body, bare=bare)
        return
    for name, following in pairwise(spans):
        own = (name[0], following[0])
        yield Head(own, name, number, None, _points(line), (following[0], following[0]), shares=True, bare=bare)
    yield Head((spans[-1][0], line.end()), spans[-1], number, None, _points(line), body, bare=bare)


@cache
def _name() -> re.Pattern[str]:
    return re.compile(vocabulary.name_pattern())


def _first(text: str, start: int, end: int, below_a_head: bool) -> re.Match[str] | None:
    for kind in (_LINE_WITH_POINTS, _POINTS_FIRST, _BARE_FIRST, _SET_APART, _SET_APART_FIRST, _UNKNOWN, _LATIN):
        match = _patterns()[kind].match(text, start, end)
        known = kind not in (_UNKNOWN, _LATIN)
        if match and _plausible(match) and (known or _is_name(match, below_a_head)):
            return match
    match = _patterns()[_LINE].match(text, start, end) or _patterns()[_DECORATED].match(text, start, end)
    if not match or not _plausible(match) or _ASKS.match(text, match.end("name"), end):
        return None
    inside = _patterns()["glued"].match(text, match.start("name"), end)
    return None if inside and _plausible(inside) else match


def _apart(matches: list[re.Match[str]]) -> Iterator[re.Match[str]]:
    done = 0
    for match in matches:
        if match.start() >= done:
            yield match
            done = match.end()


def _plausible(match: re.Match[str]) -> bool:
    """Points that a fan may have, and no sum (平和2番+喜相逢1番), no question and no second price behind the first."""
    points, text = _points(match), match.string
    if points is not None and not 0 < points <= HIGHEST_POINTS:
        return False
    if points is not None and _TWO_PRICES.match(text, match.end("name")):
        return False
    if _is_bare(match) and _counts().match(text, match.end()):
        return False
    another = _ANOTHER_PRICE.match(text, match.end()) if points is not None else None
    if another and another["again"] != str(points):
        return False
    if points is not None and _ASKS.match(text, match.end()):
        return False
    before = text[max(0, match.start("name") - 3) : match.start("name")]
    return not _SUM_BEHIND.match(text, match.end("name")) and not _SUM_BEFORE.search(before)


def _is_name(match: re.Match[str], below_a_head: bool) -> bool:
    """Whether a word before points is a name, though none of a fan: a class word, or one that nobody knows."""
    word = match["name"]
    if names.resolve(word):
        return True
    if len(word) < 2 or _NO_NAME.search(word):
        return False
    if word.isascii():
        words = re.findall(r"[\w'’&]+", word)
        capitals = sum(each[0].isupper() for each in words)
        return bool(match["unit"] or match["led"]) and capitals * 2 > len(words) and not _NO_ENGLISH_NAME.match(word)
    if "?" in word and not names.fitting(word, f"?{vocabulary.UNREADABLE}"):
        return False  # a question mark between words; a lost character would leave a name
    if match["unit"] or re.search(vocabulary.name_pattern(), word):
        return True
    return below_a_head and _points(match) in OFFICIAL_POINTS  # other numbers are tiles or pages


def _is_end_of_a_word(match: re.Match[str], start: int) -> bool:
    """A name that only ends a longer word at the start of the line (三暗杠 32番) is not the name of the entry."""
    before = match.string[start : min(match.start("name"), start + 40)].lstrip()
    return bool(re.fullmatch(rf"(?:\d{{1,3}}\s*[.、)]?\s*)?[{vocabulary.CHINESE}]+", before))


@cache
def _priced_list() -> re.Pattern[str]:
    return re.compile(rf"{vocabulary.KEYWORD}:?(?:{vocabulary.name_pattern()}\s*\([^()]*\)、)+$")


def _is_priced_item(match: re.Match[str], start: int) -> bool:
    """An item of a list whose items all have their points beside them: 不计无字(1番)、缺一门(1番)."""
    return bool(_priced_list().search(match.string[max(start, match.start() - _LONGEST_LIST) : match.start()]))


_DEFINES = re.compile(rf"\s*(?:[由以用][\w~\-]{{3}}|[{vocabulary.CHINESE}]{{3}}(?<!不计))")
_MAY_END_A_LIST = re.compile(r"[计算记番种型:、/+·和及或与\])】\s]")


@cache
def _list_to_here() -> re.Pattern[str]:
    name = vocabulary.name_pattern(classes=True)
    item = rf"(?:{name}|(?:(?![和及或与])[{vocabulary.CHINESE}]){{2,8}}?)(?:\([^()\n]*\))?"
    keyword = rf"(?:{vocabulary.KEYWORD}|(?<=[。;,:(\s]){vocabulary.KEYWORD}\s*)"
    return re.compile(rf"{keyword}(?:的?番[种型])?[\]】)]?\s?:?\s*(?:{item}\s*(?:[、/+·]\s*|[和及或与](?!\s)))*$")


def _is_listed(match: re.Match[str], start: int) -> bool:
    """A name right behind the keyword of a list, or joined to its other names: 不计双暗刻 16番. The points behind the
    last of them are those of the entry."""
    text, at = match.string, match.start("name")
    if at == start or not _MAY_END_A_LIST.match(text[at - 1]):
        return False
    if text.endswith("、", start, at) and match.groupdict().get("bare") and _DEFINES.match(text, match.end()):
        return False  # a list that was cut off behind its 、: the next name has a definition of its own
    return bool(_list_to_here().search(text, max(start, at - _LONGEST_LIST), at))


def _ends_a_list(match: re.Match[str], start: int, end: int, *, anywhere: bool) -> bool:
    """Whether a name with points is the end of its line, and the last of a list there (不计无字 断幺 16番): the points
    are those of the entry. ``anywhere``: all entries have their points at the end of the line, with a list or without.
    """
    text = match.string
    if text[match.end() : end].strip(" 。)]】"):
        return False
    return anywhere or bool(
        _spaced_list_to_here().search(text, max(start, match.start() - _LONGEST_LIST), match.start("name"))
    )


@cache
def _spaced_list_to_here() -> re.Pattern[str]:
    name = vocabulary.name_pattern(classes=True)
    return re.compile(rf"{vocabulary.KEYWORD}(?:番种)?[\]】)「]?\s?:?\s*(?:{name}\s*[、/+·,;\s]\s*)*$")


@cache
def _price_behind_a_list() -> re.Pattern[str]:
    return re.compile(
        rf"{vocabulary.KEYWORD}[^。;\n]{{0,80}}?{vocabulary.name_pattern(classes=True)}\s*+"
        rf"(?P<unit>{_DIGITS})\s*{vocabulary.UNIT}{_NOT_EXACT}(?![^\W_])"
    )


def _in_an_example(match: re.Match[str], start: int) -> bool:
    """Names with points in an example or a sum are no heads, unless a page was joined to one line."""
    if re.search(r"\s\d", match[0]):
        return False
    return bool(_EXAMPLE.search(match.string, max(start, match.start() - 40), match.start()))


def _points(match: re.Match[str]) -> int | None:
    groups = match.groupdict()
    printed = next((groups[kind] for kind in _PRINTED_POINTS if groups.get(kind)), None)
    return vocabulary.number(printed) if printed else None


def _is_bare(match: re.Match[str]) -> bool:
    """Whether the points stand there without a unit and without a word for them."""
    groups = match.groupdict()
    return any(groups.get(kind) for kind in _WITHOUT_UNIT)


def _head(match: re.Match[str], body_end: int, *, prices_last: bool = False) -> Head:
    groups = match.groupdict()
    number = next((groups[kind] for kind in ("number", "enclosed", "ordinal", "worded") if groups.get(kind)), None)
    points = _points(match)
    price_last = _PRICE_LAST if prices_last else _PRICE_AT_END
    if points is None and (price := _price_behind(match.string, match.end(), body_end, price_last)):
        points = _points(price)
    return Head(
        span=(match.start() + len(match[0]) - len(match[0].lstrip()), match.end()),
        name=match.span("name"),
        number=vocabulary.number(number) if number else None,
        alias=match.span("alias") if groups.get("alias") else None,
        points=points,
        body=(match.end(), body_end),
        bare=points is not None and _is_bare(match),
    )


def price_at_end(text: str, start: int, end: int) -> int | None:
    """The points that close a text of an entry, with a unit or without, or are all of it; no sum of an example."""
    whole = re.compile(_PRICE).fullmatch(text, start, end)
    closing = (last.search(text, max(start, end - _LONGEST_PRICE), end) for last in (_PRICE_LAST, _BARE_LAST))
    price = whole or next(filter(None, closing), None)
    if not price or _EXAMPLE.search(text, max(start, price.start() - _LONGEST_PRICE), end):
        return None
    return _points(price)


def _price_behind(text: str, start: int, end: int, last: re.Pattern[str]) -> re.Match[str] | None:
    """Points behind the definition: in a cell of their own or at the end of the line."""
    if _TWO_PRICES.match(text, start, end):
        return None
    in_cell = _PRICE_IN_CELL.search(text, max(0, start - 1), end)
    if at_end := in_cell or last.search(text, max(start, end - _LONGEST_PRICE), end):
        return at_end
    if bare := _BARE_BEHIND_A_LIST.search(text, start, end):
        return bare
    if len(list(islice(_ANY_PRICE.finditer(text, start, end), 2))) != 1 or _EXAMPLE.search(text, start, end):
        return None  # one of several prices, nobody knows whose
    return _FREE_PRICE.search(text, max(0, start - 1), end) or _price_behind_a_list().search(text, start, end)
