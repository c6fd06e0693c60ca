"""Numbers in definitions: how many groups, suits and tiles, which ranks, by which step, with which pair.

Only what surely says something of every hand of the fan is read: a clause that makes a condition, gives an example,
tells of points or of another fan is left, and so is a noun for which a definition gives several numbers.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache

import msgspec

from extract import vocabulary
from extract.heads import Span
from mjrules import names
from mjrules.claims import StatedKind

_WORDS = frozenset("暗刻 风刻 箭刻 暗杠 明杠 顺子 刻子 对子 明刻 自摸 门前清 门清".split())  # noqa: SIM905
"""Names and class words that definitions use as words."""


class Number(msgspec.Struct, frozen=True):
    """A number that a definition states: ``kong 4``, ``2 4 6 8``; and where in the mended text."""

    kind: StatedKind
    value: str
    span: Span


_N = "(?P<n>[1-9]\\d?|[一二两三四五六七八九]|十[一二三四]?)"
_BARE = r"(?<![\d一二两三四五六七八九十第某几数~至到或-])(?<![\d一二两三四五六七八九十][、,])"
_GROUP = "[副个组套对坎枚]"
_SAID = f"[{vocabulary.CHINESE}]"
_PLAIN = "(?![副个组套对种张各另加及与和配或以作为成且])"
"""What a number and its noun may have between them goes on to no other thing."""

_PUNG, _KONG = "(?:刻子?|碰子)", "杠子?"
_NOUNS: tuple[tuple[str, str], ...] = (
    ("concealed_pung", "暗(?:刻子?|坎)"),
    ("concealed_kong", f"暗{_KONG}"),
    ("melded_kong", f"明{_KONG}"),
    ("wind_pung", f"风牌?的?{_PUNG}"),
    ("dragon_pung", f"(?:箭牌?|三元牌?)的?{_PUNG}"),
    ("pung", _PUNG),
    ("kong", f"(?<![开加补明暗抢]){_KONG}(?![上开后得])"),
    ("chow", "顺子?(?!序)"),
    ("pair", "对子?(?![家手应碰倒])"),
)
_COUNTED_IN_GROUPS = frozenset(name for name, _ in _NOUNS)
_KINDS_OF_PUNGS = _COUNTED_IN_GROUPS - {"pung", "chow", "pair"}
_NOUN = "|".join(f"(?P<{name}>{words})" for name, words in _NOUNS)
_OR = r"(?:\([^()\n]{1,6}\))?[、和或及与/]?(?:者|是)?"
_ALTERNATIVES = {"chow": f"{_OR}[刻杠碰]", "pung": f"{_OR}顺", "kong": f"{_OR}[刻碰顺]"}
"""Behind a noun another one: so many of either."""
_GROUPS = re.compile(rf"{_BARE}{_N}{_GROUP}(?:的)?(?P<own>(?:{_PLAIN}{_SAID}){{0,20}}?)(?:{_NOUN})")
_HELD_IN_HAND = re.compile("手[中里上]|暗|明|碰|已|未|不|没|无")
"""Words before a pung that make it another kind of pung."""

_SUIT_WORD = "(?:花色|序数牌|数牌)"
_SUITS = re.compile(rf"{_BARE}(?<![另其同任某]){_N}[种门]不?同?的?{_SUIT_WORD}(?!之?[中里内])")
_MISSING = re.compile(rf"(?:缺少?|(?<!老)少|没有|不含){_N}[种门]{_SUIT_WORD}")

_TILE_COUNTS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("tiles", re.compile(rf"(?:任何|任意|[共的]){_N}张(?:牌|单张|单牌)*(?:组成|构成|成[和胡]|的[和胡])")),
    ("suited", re.compile(rf"{_BARE}{_N}张不?同?的?(?:单张)?的?(?:序数牌|数牌)")),
    ("honours", re.compile(rf"{_BARE}{_N}[张种个]不?同?的?(?:单张)?的?(?:字牌|东、?南、?西、?北)")),
    ("same", re.compile(rf"{_BARE}{_N}张(?:完全)?(?:相同|同样|一样)")),
    ("connected", re.compile(rf"{_BARE}{_N}张(?:牌|序数牌|数牌)?(?:相连|连续|相接|连号)")),
)
_LAST_COPY = re.compile(rf"{_BARE}[1-9二两三四]张(?:相同)?的?牌?(?:之?后)?所?[剩余]下?的?(?:最后的?)?第{_N}张")

_RANK = "[1-9一二三四五六七八九]"
_STEP = re.compile(
    "(?:递增|递升|各差|各高|依次高|相差)(?P<first>[1-9一二两三四])"
    "(?:位?或者?(?:依次)?(?:递增|递升)?(?P<second>[1-9一二两三四]))?[位级]"
)
_PAIR = re.compile(
    "(?<![\\d、~至到-])(?:(?P<n>[1-9])(?:[万索条筒饼]|的?一?对)?|(?P<c>[二三四五六七八九]))"
    "[作为做当](?:将|雀头|眼|麻将头)"
)
_EACH_RANK = re.compile(f"[有带含]着?(?:序数牌?|数字)?(?P<n>{_RANK})(?=的|序数|数|$|[。,;]|[万索条筒饼])")
_RANKS = re.compile(
    rf"(?<![\d一二三四五六七八九、~-]){_RANK}(?:[、和及与]{_RANK}){{1,8}}"
    r"(?![\d一二三四五六七八九张副个种组对位级番分、~-])"
)
_DENIED = re.compile("(?:没有|不含有?|[无不][含带有]?)(?:任何)?(?:序数牌?|数牌)?的?$")
_KNITTED = re.compile(r"(?<!\d)\d{3}(?:[、,/和及与]\d{3}){2}(?!\d)")
_KNITTED_RANKS = frozenset({"147", "258", "369"})

_WAIT = re.compile(r"(?<![\d-])(?P<held>[1-9]{4,5})[听等]?[和胡](?P<won>[1-9])(?![\d-])")
_VERB = re.compile("(?P<not>不(?:能|应|可)?(?:算|是|为|计|叫|属))|[为是算属]")

_CONDITIONS = re.compile("[若当]|如(?!图)|假|要是|即使|除非|例|譬|比如|[参见]图")
"""What follows them is true of some hands only."""
_LEFT = re.compile(
    "各|每|分别|其中|至[少多]|最[少多]|不足|少于|多于|超过|以[上下]|可[以能]?|允许|不[是算]|不能(?!错)|并非|另外|计|分|番|听|前|区别|"
    "不同于|例|说明|注|和?或(?:者)?(?:任意|任何)"
)
_PIECE = re.compile(r"[^,;。;:：\n()]+(?:\([^()\n]{1,8}\))?[^,;。;:：\n()]*")
_SENTENCE = re.compile(r"[^。;；\n]+")


def numbers(text: str, spans: Iterable[Span], fan: str | None) -> Iterator[Number]:
    """What the definition of ``fan``, which stands in these spans, states in numbers."""
    if fan is None:
        return
    spans = [*spans]
    pieces = [piece for span in spans for piece in _pieces(text, span)]
    found = [number for piece in pieces for number in _in_piece(text, piece, fan)]
    yield from _single(found)
    for span in spans:
        yield from _knitted(text, span)
        yield from _waits(text, span, fan)


def _pieces(text: str, span: Span) -> Iterator[Span]:
    """The clauses that no condition makes true of some hands only."""
    for sentence in _SENTENCE.finditer(text, *span):
        condition = _CONDITIONS.search(text, *sentence.span())
        end = condition.start() if condition else sentence.end()
        for piece in _PIECE.finditer(text, sentence.start(), end):
            yield piece.span()


def _of_another(piece: str, fan: str) -> bool:
    """Does a clause name another fan? 暗刻 and 风刻 are words of definitions and no names there."""
    return any(names.resolve(found[0]) not in ((fan,), ()) for found in _names().finditer(piece))


@cache
def _names() -> re.Pattern[str]:
    words = sorted((name for name in names.scannable() if not names.is_class_word(name)), key=len, reverse=True)
    return re.compile(vocabulary.any_of(word for word in words if word not in _WORDS and len(word) > 1))


def _in_piece(text: str, piece: Span, fan: str) -> Iterator[Number]:
    said = text[slice(*piece)]
    for found in _PAIR.finditer(text, *piece):
        yield Number("pair-rank", str(vocabulary.number(found["n"] or found["c"])), found.span())
    if _of_another(said, fan):
        return
    for found in _STEP.finditer(text, *piece):
        for step in filter(None, (found["first"], found["second"])):
            yield Number("steps", str(vocabulary.number(step)), found.span())
    yield from _ranks(text, piece)
    if _LEFT.search(re.sub("数?分别", "分别", said)):
        return
    for found in _GROUPS.finditer(text, *piece):
        yield from _groups(found)
    yield from _counted("missing_suits", _MISSING, text, piece)
    if not _MISSING.search(said):
        yield from _counted("suits", _SUITS, text, piece)
    for noun, pattern in _TILE_COUNTS:
        yield from _counted(noun, pattern, text, piece)
    yield from _counted("copies", _LAST_COPY, text, piece)


def _groups(found: re.Match[str]) -> Iterator[Number]:
    noun = str(found.lastgroup)
    number = vocabulary.number(found["n"])
    if noun in _ALTERNATIVES and re.match(_ALTERNATIVES[noun], found.string[found.end() :]):
        return
    if number is None or _HELD_IN_HAND.search(found["own"]):
        return
    if noun == "pung" and found["own"].endswith(("风牌", "风", "风牌的")):
        noun = "wind_pung"
    yield Number("amount", f"{noun} {number}", found.span())


def _counted(noun: str, pattern: re.Pattern[str], text: str, piece: Span) -> Iterator[Number]:
    for found in pattern.finditer(text, *piece):
        if number := vocabulary.number(found["n"]):
            yield Number("amount", f"{noun} {number}", found.span())


def _ranks(text: str, piece: Span) -> Iterator[Number]:
    for found in _EACH_RANK.finditer(text, *piece):
        if re.search("每|各|所有|都|均|必", text[piece[0] : found.start()]):
            yield Number("each-rank", str(vocabulary.number(found["n"])), found.span())
    for found in _RANKS.finditer(text, *piece):
        ranks = [vocabulary.number(rank) or 0 for rank in re.findall(_RANK, found[0])]
        denied = _DENIED.search(text, piece[0], found.start())
        yield Number("no-ranks" if denied else "all-ranks", " ".join(map(str, sorted({*ranks}))), found.span())


def _single(found: Iterable[Number]) -> Iterator[Number]:
    """Without the things that a definition gives several numbers of: what each is meant of cannot be known. Steps are
    told as they are given, one or two. One group may be one of many, the same number twice is of parts of a whole, and
    pungs beside kongs are some of the pungs."""
    by_noun: dict[str, list[Number]] = defaultdict(list)
    for number in found:
        key = number.value.split()[0] if number.kind == "amount" else number.kind
        by_noun[key].append(number)
    for key, own in by_noun.items():
        if key == "pung" and not _KINDS_OF_PUNGS.isdisjoint(by_noun):
            continue
        of_groups = key in _COUNTED_IN_GROUPS
        if of_groups and (len(own) > 1 or own[0].value == f"{key} 1"):
            continue
        if key in ("steps", "all-ranks") or len({number.value for number in own}) == 1:
            yield from {number.value: number for number in reversed(own)}.values()


def _knitted(text: str, span: Span) -> Iterator[Number]:
    for found in _KNITTED.finditer(text, *span):
        ranks = re.findall(r"\d{3}", found[0])
        if len(_KNITTED_RANKS.intersection(ranks)) >= len(ranks) - 1:
            yield Number("knitted", " ".join(sorted(ranks)), found.span())


def _waits(text: str, span: Span, fan: str) -> Iterator[Number]:
    """Tiles held and the tile won with, told to make a wait or not to (12345和3 不算边张)."""
    if fan not in ("edge_wait", "closed_wait"):
        return
    for found in _WAIT.finditer(text, *span):
        sentence = re.compile(r"[^。;；\n]*").match(text, found.end())
        verb = _VERB.search(sentence[0]) if sentence else None
        if verb:
            yield Number("no-wait" if verb["not"] else "wait", f"{found['held']}+{found['won']}", found.span())
