"""What a definition states that can be checked against the game: example tiles and groups, numbers, other fans.

Read conservatively: what is not surely understood is left. Values are written in one way, whatever the text writes, so
that two texts that state the same give the same: tiles as in ``mjrules.tiles``, groups ``123m 234s 345p``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

import msgspec

from extract import amounts, vocabulary, wording
from extract.heads import Span
from mjrules import names
from mjrules.claims import StatedKind

_SUITS = {"万": "m", "索": "s", "条": "s", "筒": "p", "饼": "p"}
_SUIT = f"[{''.join(_SUITS)}]"
_HONOURS = {"东": "E", "南": "S", "西": "W", "北": "N", "中": "C", "发": "F", "白": "P"}
_LETTERS = {
    "w": "m",
    "m": "m",
    "万": "m",
    "s": "s",
    "t": "s",
    "条": "s",
    "索": "s",
    "b": "p",
    "p": "p",
    "饼": "p",
    "筒": "p",
}
"""Suits as tile rows of fonts write them; which of two suits a letter means makes no difference to a fan that does not
name suits, and other fans are not shown so."""

_CHOW = rf"\d{{3}}{_SUIT}?"
_CHOWS = re.compile(rf"(?<![\d.、-]){_CHOW}(?:、{_CHOW})+(?![\d-])")
_SHOWN = re.compile(r"[如例][如:]?\s*$")
_ROW = re.compile(rf"\s*((?:[{''.join(_HONOURS)}]|\d+[wtsbmp万条索筒饼])+)\s*(?:\([^)\n]*\))?\s*", re.MULTILINE)
_ROW_BEFORE = re.compile(rf"\s*((?:[{''.join(_HONOURS)}]|\d+[wtsbmp万条索筒饼])+)\s*[,。;:]")
_RUN = re.compile(rf"([{''.join(_HONOURS)}]+)|(\d+)([wtsbmp万条索筒饼])")
_HAND = (13, 14)
"""A hand that has won, or one that has lost a tile."""
_PAIRS_ALLOWED = re.compile("(?<!不)(?:允许(?:是|为)?|可以?(?:是|为))七对")
_CONCEALED = re.compile("(?<![不无])(?:一定要|必须要?|须要?)门清|(?<![不无定必须])要门清")
_OF_SUIT = re.compile(rf"(?<![\d-])([1-9]{{4,8}})({_SUIT})")
_HELD = re.compile(r"[1-9]{10,14}(?!\d)|(?<=[按照])\d{1,9}(?![\d-])")
_STEPS = re.compile(r"间隔(?:两|二|2)张(?:牌)?的(?:一?共)?有(\d+)[种个]|间隔(?:一|1)张(?:牌)?的(?:一?共)?有(\d+)[种个]")
_FANS = (
    re.compile(r"番种(?:一共|总共|共)?有(\d+)[种个]"),
    re.compile(
        r"(?:(?:国标|官方|全部|规则|规定|认定|收录|[\n。,;:]|\A)[^\d\n。,;:]{0,12})"
        r"(?<!番)(?<!分)(?:共|一共|总共|合计|总计)有?(\d+)[种个](?:不同的?)?番种"
    ),
)
_TIERS = re.compile(
    r"分[为成]?(\d+)[级档]|番种,(\d+)个?(?:档次|分值|级别|等级|级|档)"
    r"|分[为成](\d+)个?(?:分值)?(?:等级|档次|级别)"
)
_TIER = re.compile(
    r"(?<![\d~-])(\d{1,2})[番分](?:番种|牌型)?(?:一共|总共|共计|合计|共)有?(\d{1,2})[种个](?:番种)?(?!分)"
)
_TIER_LIST = re.compile(r"(?<![\d、])88[番分]?(?:、\d{1,2}[番分]?){9,}(?![\d、])")

TILES_STATED = {"all_green": "F", "reversible_tiles": "P"}
"""Fans that are defined by tiles of certain suits, and the honour that belongs to them."""
KINDS_STATED = {
    "reversible_tiles": "(?:牌|就是|[,。;、]|$)",
    "all_green": "牌",
    "all_terminals": "幺九牌",
    "all_honors": "字牌",
    "thirteen_orphans": "幺九牌",
}
"""Fans whose tiles can be numbered by their kinds, and what stands behind that number."""
RANKS_STATED = frozenset({"upper_tiles", "middle_tiles", "lower_tiles", "upper_four", "lower_four"})
_RANKS = re.compile(r"(?<![\d~(\[:/.-])(?<!, )(?!19\d\d)[1-9]{3,4}(?![\d~)\]%年-]|, \d|\.\d)")
"""No number of a line or a page: (131), [a:28]; no year, no share of all hands (1.993%)."""


class Statement(msgspec.Struct, frozen=True):
    """One thing that a definition states, and where in the mended text."""

    kind: StatedKind
    value: str
    span: Span


def statements(text: str, spans: Sequence[Span], fan: str | None) -> Iterator[Statement]:
    """What the definition of ``fan``, which stands in these spans of ``text``, states."""
    yield from row_above(text, spans)
    for span in spans:
        for read in (_chows, _groups, _pairs, _concealed, _tiles, _kinds, _held, _steps, _within):
            yield from read(text, span, fan)
    yield from (Statement(each.kind, each.value, each.span) for each in amounts.numbers(text, spans, fan))
    yield from _described(text, spans, fan)


def about_all(text: str) -> Iterator[Statement]:
    """What a text says of all the fans: how many there are, in how many tiers, how many in one of them."""
    for pattern in _FANS:
        for found in pattern.finditer(text):
            yield Statement("fans", found[1], found.span())
    for found in _TIERS.finditer(text):
        yield Statement("tiers", found[1] or found[2] or found[3], found.span())
    for found in _TIER.finditer(text):
        yield Statement("tier", f"{int(found[1])}: {int(found[2])}", found.span())
    for found in _TIER_LIST.finditer(text):
        yield Statement("tier-list", " ".join(re.findall(r"\d+", found[0])), found.span())


def row_above(text: str, spans: Sequence[Span]) -> Iterator[Statement]:
    """A hand written as tiles on the line above a definition or in front of it, which then explains it."""
    if not spans:
        return
    start = spans[0][0]
    before = text.rfind("\n", 0, start)
    begin, end = _line_with_text(text, before)
    row = _ROW.fullmatch(text[begin:end])
    if row and (hand := tiles_of(row[1])):
        yield Statement("hand", hand, (begin, end))
    own = _ROW_BEFORE.match(text, *spans[0])
    if own and (hand := tiles_of(own[1])):
        yield Statement("hand", hand, own.span(1))


def _line_with_text(text: str, before: int) -> Span:
    """The last line with text above an offset, without the space behind it; an empty span where there is none. It
    looks back line by line: a copy of all that stands above would make the time grow with the square of the length."""
    while before > 0:
        begin = text.rfind("\n", 0, before) + 1
        if own := text[begin:before].rstrip():
            return begin, begin + len(own)
        before = begin - 1
    return 0, 0


def tiles_of(row: str) -> str | None:
    """The tiles of a hand in one writing, suits first; None where there are not so many.

    >>> tiles_of("中中中发发发白白234b99t")
    '99s234pCCCFFFPP'
    """
    found: dict[str, list[str]] = {suit: [] for suit in "mspz"}
    for run in _RUN.finditer(row):
        if run[1]:
            found["z"] += (_HONOURS[tile] for tile in run[1])
        else:
            found[_LETTERS[run[3]]] += run[2]
    if sum(map(len, found.values())) not in _HAND or "0" in row:
        return None
    suits = ("".join(sorted(found[suit])) + suit for suit in "msp" if found[suit])
    return "".join(suits) + "".join(sorted(found["z"], key="ESWNCFP".index))


def _chows(text: str, span: Span, fan: str | None) -> Iterator[Statement]:
    for found in _CHOWS.finditer(text, *span):
        chows = found[0].split("、")
        if all(_is_chow(chow[:3]) for chow in chows):
            yield Statement("chows", " ".join(chow[:3] + _SUITS.get(chow[3:], "") for chow in chows), found.span())


def _is_chow(ranks: str) -> bool:
    return ranks in "123456789"


def _is_pung(ranks: str) -> bool:
    return len(set(ranks)) == 1


def _groups(text: str, span: Span, fan: str | None) -> Iterator[Statement]:
    """Examples of pungs, and examples of groups of which one is none."""
    for found in _CHOWS.finditer(text, *span):
        groups = found[0].split("、")
        value = " ".join(group[:3] + _SUITS.get(group[3:], "") for group in groups)
        kinds = [_is_chow(group[:3]) or 2 * _is_pung(group[:3]) for group in groups]
        if set(kinds) == {2}:
            yield Statement("pungs", value, found.span())
        elif len(kinds) > 2 and kinds.count(0) == 1 and len({*kinds}) == 2 and _is_shown(text, span[0], found.start()):
            yield Statement("broken-example", value, found.span())


def _is_shown(text: str, start: int, at: int) -> bool:
    return _SHOWN.search(text, start, at) is not None


def _described(text: str, spans: Sequence[Span], fan: str | None) -> Iterator[Statement]:
    """The one fan whose wording a definition has, where that is another than its name says."""
    if fan is None or not spans:
        return
    said = "".join(text[slice(*span)] for span in spans)
    found = wording.candidates(said)
    if len(found) == 1 and fan not in found:
        yield Statement("described", found[0], (spans[0][0], spans[-1][1]))


def _pairs(text: str, span: Span, fan: str | None) -> Iterator[Statement]:
    if found := _PAIRS_ALLOWED.search(text, *span):
        yield Statement("seven-pairs", "allowed", found.span())


def _concealed(text: str, span: Span, fan: str | None) -> Iterator[Statement]:
    if found := _CONCEALED.search(text, *span):
        yield Statement("concealed", "required", found.span())


def _tiles(text: str, span: Span, fan: str | None) -> Iterator[Statement]:
    """The tiles of a fan that names suits (23468条), and the ranks of one that does not (789)."""
    if fan in TILES_STATED and (found := [*_OF_SUIT.finditer(text, *span)]):
        suits = sorted(f"{each[1]}{_SUITS[each[2]]}" for each in found)
        yield Statement("tiles", " ".join([*suits, TILES_STATED[fan]]), (found[0].start(), found[-1].end()))
    if fan in RANKS_STATED and (ranks := _RANKS.search(text, *span)):
        yield Statement("ranks", ranks[0], ranks.span())


def _kinds(text: str, span: Span, fan: str | None) -> Iterator[Statement]:
    if fan in KINDS_STATED:
        pattern = re.compile(f"({vocabulary.POINTS})种(?={KINDS_STATED[fan]})")
        found = {vocabulary.number(each[1]): each.span() for each in pattern.finditer(text, *span)}
        yield from (Statement("kinds", str(number), at) for number, at in found.items() if number)


def _held(text: str, span: Span, fan: str | None) -> Iterator[Statement]:
    if fan == "nine_gates" and (found := _HELD.search(text, *span)):
        yield Statement("held", found[0], found.span())


def _steps(text: str, span: Span, fan: str | None) -> Iterator[Statement]:
    for found in _STEPS.finditer(text, *span):
        yield Statement("sequences", f"2: {found[1]}" if found[1] else f"1: {found[2]}", found.span())


def _within(text: str, span: Span, fan: str | None) -> Iterator[Statement]:
    """A fan that is defined as a case of another one: 十三不靠和牌型中…"""
    found = next((case for each in _case_of() if (case := each.match(text, *span))), None)
    fans = names.resolve(found["fan"]) if found else ()
    if found and len(fans) == 1 and fans[0] != fan:
        yield Statement("within", fans[0], found.span("fan"))


@cache
def _case_of() -> tuple[re.Pattern[str], ...]:
    name = f"(?P<fan>{vocabulary.name_pattern()})"
    # what is counted in a hand of the other fan is no case of it: 七对里…也计一次
    defines = "(?![^。;\\n]*[也亦]?[计算])"
    return re.compile(rf"\s*{name}(?:[胡和]?牌型?)?[中里]{defines}"), re.compile(rf"\s*[胡和]{name}时{defines}")
