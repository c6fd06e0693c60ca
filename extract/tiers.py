"""Lines that are nothing but points: headings of tiers, and labelled points.

A heading of a tier has one price and, around it, only what numbers a heading (第1章, Part 1, A.), says how many fans
follow (共7种), what they are (番种, hands) and that the price is that of each of them (以下各计). Any other word makes
the line a sentence or the price of something else (8番起和, 底分 8分).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

import msgspec

from extract import vocabulary
from extract.heads import HIGHEST_POINTS

KIND = "(?:牌型|番种|番型|类|役)"
"""What 88番 behind it or before it makes of a word: a class of fans."""


class PriceLine(msgspec.Struct, frozen=True):
    """What a line of points says. ``labelled``: nothing in it tells whose points they are (番数:24, 每种24番), those of
    the name above it or of the names below."""

    points: int
    labelled: bool
    of_each: bool = False
    """每种24番: of each of several names."""


class _Word(msgspec.Struct, frozen=True):
    kind: str
    text: str
    points: int | None = None


_COUNTER = "(?:部[分份]|大?类别?|[章节篇编部档级组等层阶段栏辑])"
_DIGITS = r"\d{1,2}(?!\d)(?:\.\d{1,2}(?=[\s.]))*"
_SIGN = "[\u2160-\u217f\u2776-\u2793]"
"""A Roman number or a number on a disc, each one sign."""
_NUMBER = rf"(?:{vocabulary.CHINESE_NUMBER}|{_DIGITS}|[IVX]{{1,4}}(?![A-Za-z])|{_SIGN})"
_NUMERAL = rf"(?:{_NUMBER}|[A-Z](?![A-Za-z])|[甲乙丙丁戊己庚辛壬癸])"
_IN_WORDS = r"(?i:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen)\b"
_PART = r"(?i:part|section|chapter|level|tier|group|class|category|grade|rank|table)\b"
_FANS = r"(?i:fans?|hands?|patterns?|elements?)\b"
_UNIT = r"(?:番[点数]?|[分点台飜翻])(?:\s*[(/]\s*[番分点]\s*\)?)?"
_FROM_TO = r"\d{1,2}\s*[-~–—至到]\s*\d{1,2}\s*[种番号]?"

_ORDINAL = (
    rf"第\s*{_NUMERAL}\s*(?:{_COUNTER}|(?=[\s:、.]))",
    rf"[(\[【]\s*{_NUMERAL}\s*[)\]】]",
    rf"(?:[卷其]|附?表)\s*{_NUMERAL}",
    rf"{_NUMBER}:",  # 甲:24分 is what a player has
    rf"{_NUMERAL}\s*(?:[、)。]|\.(?!\d(?!\d))|{_COUNTER})",  # 1.5番 is no first tier of 5
    r"\d{1,2}(?:\.\d{1,2})+\s",
    r"§\s*[\d.]+",
    r"\d{1,2}\s*(?=[^\w\n]*(?:以下|下列|下面|每))",
    rf"{_PART}\s*(?i:no\.?)?\s*(?:{_NUMERAL}|{_IN_WORDS})",
    _SIGN,
)
_ALL = r"(?:一?共计?有?|[总合]共?|计有?|有|含|(?i:total(?:\s+of)?))?\s*"
_COUNT = (
    rf"{_ALL}(?:\d{{1,3}}|{vocabulary.CHINESE_NUMBER})\s*[种个项款](?:的?(?:{KIND}|番|牌))?",
    rf"{_ALL}(?:\d{{1,3}}\s*|{_IN_WORDS}\s+){_FANS}(?:\s+(?i:in\s+)?(?i:total|all)\b)?",
    r"[x×]\s*\d{1,2}(?!\d)",
    rf"第\s*{_FROM_TO}",
    rf"(?<=[(\[【]){_FROM_TO}(?=[)\]】])",
)
_CLASS_OF_FANS = (
    rf"(?:的|之|の)?(?:{KIND}种?|大?类别|组合)(?:一览表?|列表|汇总|表)?",
    rf"\b(?:{_FANS}|{_PART})",
    "(?<=[番分点台飜翻的])(?:大牌|[和胡]牌|牌组|层次|级别|等级|部分|各番|[级档组牌番区篇系者部层等])",
    r"接?续[上前表页]*|(?i:continued\b|cont\b\.?)",
)
_LABEL = (
    rf"{vocabulary.POINTS_LABEL}|台数|[番分](?=[\s\]】)]*[:=])",
    r"\b(?i:points?|scores?|(?:(?:fan|point)\s+)?value)\b",
)
_EACH = (r"[每各](?:种?(?:番种|番型|牌型)|[种个项类]|(?=[均皆都]?[为是计值\d]))", r"\b(?i:each|every)\b")
_FILLER = (
    "[均皆都也]|[为是计值得]|一律",
    r"\b(?i:all|are|is|worth|score|valued|at|of|for|with|in)\b",
)
_WORDS = {
    "ordinal": _ORDINAL,
    "count": _COUNT,
    "price": (rf"(?P<points>{vocabulary.POINTS})\s*{_UNIT}",),
    "following": (r"凡?(?:以下|下列|下面|如下)|本[章节篇部档级组类段]", r"(?i:(?:the\s+)?following)\b"),
    "kind": _CLASS_OF_FANS,
    "label": _LABEL,
    "each": _EACH,
    "filler": _FILLER,
    "mark": (r"\s+|(?P<sign>[^\w\s])(?P=sign)*|_+",),
}
"""What stands in lines of points; what could be several of these is the first."""
_PRICE_BEHIND_A_LABEL = re.compile(rf"[\s\]】):=]*(?P<points>{vocabulary.POINTS})\s*(?:{_UNIT})?(?=\W|_|$)")
_IN_ANOTHER_UNIT = re.compile(r"[(\[【/]")
"""What stands before the same price again: 24番(24点), 24番/24分."""


@cache
def _word() -> re.Pattern[str]:
    return re.compile("|".join(f"(?P<{kind}>{'|'.join(patterns)})" for kind, patterns in _WORDS.items()))


def price_line(text: str, start: int, end: int) -> PriceLine | None:
    """What a line of points says; None for any other line.

    >>> price_line("第1章 88番(共7种)", 0, 12), price_line("8番起和", 0, 4)
    (PriceLine(points=88, labelled=False, of_each=False), None)
    >>> price_line("番数:88", 0, 5)
    PriceLine(points=88, labelled=True, of_each=False)
    """
    words = list(_words(text, start, end))
    prices = [at for at, word in enumerate(words) if word.kind == "price"]
    points = words[prices[0]].points if prices else None
    if not points or points > HIGHEST_POINTS or any(word.kind == "other" for word in words):
        return None
    if any(words[at].points != points or not _IN_ANOTHER_UNIT.search(words[at - 1].text) for at in prices[1:]):
        return None
    if sum(word.text.endswith("、") for word in words) > 1:  # 1、2、3番
        return None
    return _told(points, words, prices[0])


def _words(text: str, start: int, end: int) -> Iterator[_Word]:
    """The words of a line, up to the first that no line of points has."""
    while start < end:
        if not (word := _word().match(text, start, end)):
            yield _Word("other", "")
            return
        kind, start = word.lastgroup or "", word.end()
        yield _Word(kind, word[0], vocabulary.number(word["points"]) if kind == "price" else None)
        if kind == "label" and (behind := _PRICE_BEHIND_A_LABEL.match(text, start, end)):
            yield _Word("price", behind[0], vocabulary.number(behind["points"]))
            start = behind.end()


def _told(points: int, words: Sequence[_Word], price: int) -> PriceLine | None:
    """Whether the words around a price make the line a heading."""
    kinds = {word.kind for word in words}
    if "".join(word.text for word in words[price + 1 :]).lstrip().startswith("以下"):
        return None  # 8番以下: less than 8
    of_each = kinds & {"label", "each", "kind"}
    if "following" in kinds and not of_each | kinds & {"filler", "count"} and "番" not in words[price].text:
        return None  # 以下2点: what is said in two points
    if kinds & {"ordinal", "count", "following"} or any(word.kind == "kind" for word in words[price:]):
        return PriceLine(points, labelled=False)
    if of_each:
        return PriceLine(points, labelled=True, of_each="each" in kinds)
    fillers = {word.text for word in words if word.kind == "filler"}
    if fillers == {"计"}:
        return PriceLine(points, labelled=True)
    return None if fillers else PriceLine(points, labelled=False)
