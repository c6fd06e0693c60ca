"""Gather the parts of an outline into drafts of entries: which text belongs to which fan.

A text behind a head that has no definition yet defines it. A text that begins with the keyword of a list belongs to
the entry before it. Any other line either goes on with an entry that a heading opened, or it defines a fan whose name
is lost and its wording tells which; what is neither stays unread and is reported.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import accumulate, groupby, pairwise

import msgspec

from extract import vocabulary, wording
from extract.clauses import Clause, clauses, opens_with_list
from extract.heads import OFFICIAL_POINTS, Head, Span, name_at_start, price_at_end
from extract.labelled import Whose, price_first, whose
from extract.outline import Listed, NameList, Number, Part, Section, TableEnd, Text, Tier
from mjrules import names

_TILE_ROW = re.compile(r"\s*+[东南西北中发白\dwtbsmpEWSNCFPz万条索筒饼\U0001f000-\U0001f02f ]{4,}\s*(?:\([^)]*\))?\s*")
_LABELLED = re.compile(r"\s*[^\s,。:、()]{1,8}:")
_OWN_LABEL = re.compile(rf"[\[【(]?{vocabulary.any_of(vocabulary.FIELD_WORDS)}[\]】)]?[^\S\n]*[:\t]")
"""What begins a line that goes on with the entry above it."""
_ASIDE_LABEL = re.compile("例|注")
"""An example or a note behind the list of an entry may speak of another fan."""
_NEW_PART = re.compile(
    rf"\W*(?:第(?:{vocabulary.CHINESE_NUMBER}|\d{{1,3}})[章节篇编]|附[则录](?=\W|$)|附[注记](?!\W*{vocabulary.KEYWORD})(?=\W))"
)
"""What begins another part of a document: no entry goes on behind it."""
_REMARK = re.compile(r"\W*(?:[总合小共]计|凡|综上|以上|上述|上列|[本上前]([章节表])|除此|另外?注)")
"""What begins a sentence about several fans, or about none."""
_PRICE_LINE = re.compile(
    rf"\s*[{vocabulary.CHINESE}]{{2,6}}[\s:]+[每各]?[个张副]?\s*\d{{1,3}}\s*{vocabulary.UNIT}(?=\s|$|半|以|左右|多)"
)
"""A word before points that is no name (底分 8分, 见花 每个1番): no text of the entry before it."""
_EXAMPLE = re.compile("例[:如]|牌例|如:|合计|共计|总计")
_WIDE_GAP, _GAP = re.compile(r"\s{2,}|\t"), re.compile(r"\s+")
_REFERS = re.compile(rf"(?:同上|同前)(?!{vocabulary.UNIT})|(?:参?见|参照|参看)(?:上文|前文|下文|附[表注录])")
"""What is said elsewhere, and by whom, is not read."""
_ENDS = re.compile(r"[。！!?？.;:)」』”]\s*$")
_INSTEAD = "(?:改|只|仅|换|转)(?:计|算)"
"""What counts in the place of something: neither excluded nor counted as well."""
_DATE = re.compile(r"\W*(?:\d{4}年)?(?:[一二三四五六七八九十]{1,3}|\d{1,2})月\s*\d{1,2}日?,?\s*(?:\d{4})?\W*")
_SECTION_WORD = re.compile(r"(?:规则|牌型|番种|番型)$")
_DENIAL = re.compile(f"{vocabulary.EXCLUDES}(?![算在入])")  # not counted towards the minimum: no fan is meant
_UNKNOWN_WORD = re.compile(
    f"(?:{vocabulary.EXCLUDES}(?:番种)?:?"
    f"(?:(?![算在入以上前其任所全各番分了的])[{vocabulary.CHINESE}]{{1,6}}|[A-Z][\\w'’ -]{{2,40}})"
    f"|(?:{vocabulary.MAY_COUNT}|{vocabulary.ALSO_COUNTS}|{vocabulary.CLASH}:)(?:番种)?:?"
    f"(?![算在入以上前其任所全各番分了的一二两三四五几多])[{vocabulary.CHINESE}]{{2,6}})(?=\\s*(?:[。,;)]|$))"
)
"""不计单骑: what is not counted is a word that nobody knows."""
_NOTHING = re.compile(
    rf"(?:{vocabulary.EXCLUDES}|{vocabulary.MAY_COUNT}|{vocabulary.ALSO_COUNTS})(?:的?番[种型]?)?\s*:?\s*[“\"(]?(?:暂?无|没有|空|不计无)(?:其[他它余])?(?:番[种型])?"
    rf"[”\")]?(?=\s*(?:[。,;)\s]|$|{vocabulary.KEYWORD}))"
)
"""A list that says that there is none: 不计:无. 无字 is a fan."""
_FOREIGN_WORD = re.compile(
    r"\b(?:not|cannot|never|neither|nor|but|while|whereas|exclud\w*|impl(?:y|ies|ied)|except|without|instead|only|also|add(?:s|ed|ing)?|plus"
    r"|addition(?:al|ally)?|combin\w+|can|may|count(?:s|ed|ing)?|scor(?:es?|ed|ing)|award\w*|claim\w*|allow\w*|permit\w*"
    r"|includ\w*|contain\w*|supersed\w*|overrid\w*|subsum\w*|redundant|ignored?|omit\w*|compte\w*|cumul\w*|gezählt"
    r"|zählt|conta|soma)\b|\bno(?= [\u3400-\u9fff])|n['’]t\b|\bn['’]est\b"
    r"|含[むま]|除く|复合|ません|ない(?=[。、\s]|$)",
    re.I,
)
"""A denial or a permission in another language that no phrase covers."""
_LATIN_WORD = re.compile(r"\b(?!(?:and|or|nor)\b)[A-Za-z][a-z]+")
_FEW_WORDS = 8
"""Words beside names in a sentence that is about them: Minus A and B, Bonus for A, A void."""
_KANA = re.compile("[\u3041-\u30fa]")
_JAPANESE_WORD = re.compile(
    "[复覆]合|加算|数え|重[复覆]|计上|[并併]用|[両两]立|吸[收収]|[无無]效?|有效|除外|[対对]象外|成立|[认認]め|付[くかけ]|つ[くかけ]"
    "|足[すさし]|加え|でき|[てで]も?よい|[不可另]计"
)
"""Words of Japanese sentences about what counts with what."""
_LATIN_DENIED = re.compile(
    r"[A-Z][\w'’]+(?:[ -][A-Z][\w'’]+)+ (?:is|are|can|may|does|do) ?n(?:ot|['’]t)\b"
    r"|(?:exclud|impl(?:y|ies)|\bnot (?:\w+ )?(?:with|counted|scored|added))[^。;\n]{0,30}?[A-Z][\w'’]+"
    r"|(?:^|(?<=[。;\n]))\W*(?i:excludes?|excluding|implies|does not (?:combine|count))\b\W*"
    r"(?!(?i:none|nothing|n/a)\b)\w{2}"
)
"""A denial of words in Latin letters that are no name anybody knows."""
_OTHERS = re.compile(
    f"{vocabulary.EXCLUDES}(?:以上|上述|前述|上面|其[他它余]|任何|所有|全部|各|同类)[^。;,\\s]{{0,6}}[番种]"
)
"""A list that names nobody: 不计以上番种."""
_NOT_BESIDE = (
    "不(?:可|能|得)?(?:兼得|兼有|并计|叠加|累加|包括|包含|含)|(?:[不未][能得可必]|一定)不[计算]"
    f"|{vocabulary.TAKES_OUT}|{vocabulary.HOLDS_ALREADY}"
)
_SENTENCE = re.compile(r"[^。;\n]+")
_OF_THE_GAME = re.compile("[牌刻顺杠将和胡张副色门风龙箭幺九对缺]|序数")
_SHORTEST_TEXT = 5
"""Characters of a text that may define a fan without a word of the game in it."""
_FEWEST_CONTENTS = 3
"""Bare names one after the other that make a contents list."""
_FEWEST_STEPS = 2
"""Numbers that go up along the official order, in which points go down, so often are pages."""
_LONGEST_HEADING = 24
_OF_ONE = re.compile("\\s*[每计共得为]")
_PRICE = re.compile(rf"\d\s*{vocabulary.UNIT}|{vocabulary.CHINESE_NUMBER}番")
_LONGEST_UNKNOWN = 120
"""Characters of a text that may be taken for a definition by its position alone."""


@dataclass
class Draft:
    """An entry in the making; spans count in the mended text."""

    start: int
    end: int
    run: int
    tier: int | None
    section: Span | None
    candidates: tuple[str, ...]
    head: Head | None = None
    points: int | None = None
    """The points the entry prints itself, beside its name or on a line of their own below it."""
    definitions: list[Span] = field(default_factory=list)
    clauses: list[Clause] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)

    @property
    def opened_by_heading(self) -> bool:
        """A name alone on its line, as a page with headings has it: what follows belongs to it."""
        return self.head is not None and self.head.points is None and self.spans[:1] != [self.head.body]

    @property
    def lacks_points(self) -> bool:
        """Whether nothing says the points of a name: no price beside it, read or not, and no heading."""
        return self.head is not None and not self.head.own_price and (self.points, self.tier) == (None, None)

    @property
    def fan(self) -> str | None:
        return self.candidates[0] if len(self.candidates) == 1 else None


class Statement(msgspec.Struct, frozen=True):
    """A list that another entry's text gives for ``fan`` (抢杠和不计和绝张)."""

    fan: str
    clause: Clause
    run: int


@dataclass
class Gathered:
    drafts: list[Draft] = field(default_factory=list)
    listings: list[NameList] = field(default_factory=list)
    statements: list[Statement] = field(default_factory=list)
    unread: list[Span] = field(default_factory=list)
    unlisted: list[Span] = field(default_factory=list)
    """Lists behind a keyword in which no word is known."""
    denied: list[Span] = field(default_factory=list)
    """Sentences that deny a fan in a way that is not read."""
    affirmed: list[Span] = field(default_factory=list)
    """Lists behind 计 alone: the word before it is lost."""
    instead: list[Span] = field(default_factory=list)
    """Names that count in the place of others."""
    referring: list[Span] = field(default_factory=list)
    """Words that say a thing is said elsewhere."""
    mixed: list[Span] = field(default_factory=list)
    """Lines below several names side by side: whose text they are cannot be told."""
    numbers: list[tuple[Draft, Span]] = field(default_factory=list)
    """Bare numbers below a name, which may be its points."""
    contained: list[Span] = field(default_factory=list)
    """What a fan contains, without a word on whether that counts as well."""
    pages: list[tuple[Draft, Span]] = field(default_factory=list)
    """Numbers beside names that go up as pages do, or of which most are no points of any fan."""
    labels: list[Span] = field(default_factory=list)
    """Labelled points of which nobody knows whose they are."""
    glued: list[Span] = field(default_factory=list)
    bare_lists: list[Span] = field(default_factory=list)
    """Sentences of nothing but names behind a definition: the word that says whether they count is lost."""
    cut: list[Span] = field(default_factory=list)
    """Names behind a list that run on into other words."""


def gather(text: str, parts: Iterable[Part]) -> Gathered:
    """The drafts, listings and leftovers of a text."""
    parts = list(parts)
    doubtful, are_pages = _doubtful_numbers(text, parts)
    names_first = _names_come_first(text, parts)
    parts = [msgspec.structs.replace(part, points=None) if part in doubtful else part for part in parts]
    gatherer = _Gatherer(text, names_first=names_first, whose=whose(text, parts, names_first=names_first))
    for part in parts:
        gatherer.take(part)
    _read_prices_at_ends(text, gatherer.found.drafts)
    numbers = {head.name: (head.name[1], head.span[1]) for head in doubtful}
    doubted = gatherer.found.pages if are_pages else gatherer.found.numbers
    for draft in gatherer.found.drafts:
        if draft.head and draft.head.name in numbers:
            doubted.append((draft, numbers[draft.head.name]))
    return _with_contents_as_listings(gatherer.found)


def _read_prices_at_ends(text: str, drafts: Sequence[Draft]) -> None:
    """Points that close the texts of entries, where most entries without points have them."""
    lacking = [draft for draft in drafts if draft.spans and draft.lacks_points]
    prices = [price_at_end(text, *draft.spans[-1]) for draft in lacking]
    found = sum(price is not None for price in prices)
    if found >= _FEWEST_STEPS and found * 2 > len(lacking):
        for draft, price in zip(lacking, prices, strict=True):
            draft.points = price


def _doubtful_numbers(text: str, parts: Sequence[Part]) -> tuple[frozenset[Head], bool]:
    """The heads whose numbers are no points, and whether these are all numbers without a unit: then they are pages,
    since they go up along the official order, in which points go down, or since most are points of no fan, or other
    than the points that the text states elsewhere."""
    bare = [part for part in parts if isinstance(part, Head) and part.points is not None and part.bare]
    if not bare:
        return frozenset(), False
    stated = {part.points for part in parts if isinstance(part, Tier) or (isinstance(part, Head) and not part.bare)}
    named = [(head, fans) for head in bare if (fans := names.resolve(text[slice(*head.name)]))]
    odd = [head for head, _ in named if _is_odd(head.points, stated)]
    mostly_odd = len(odd) * 2 >= len(bare) > 1
    if mostly_odd or _are_refuted(text, parts, named) or _count_on([(fans, head.points or 0) for head, fans in named]):
        return frozenset(bare), True
    return frozenset(odd), False


def _is_odd(points: int | None, stated: set[int | None]) -> bool:
    """Whether a number without a unit is none of the official kind, nor stated with a unit elsewhere."""
    return points not in OFFICIAL_POINTS | stated


def _are_refuted(text: str, parts: Sequence[Part], bare: Sequence[tuple[Head, tuple[str, ...]]]) -> bool:
    """Whether most numbers without a unit are others than those with one that stand beside or below the same names."""
    stated: set[tuple[tuple[str, ...], int | None]] = set()
    for part, below in pairwise((*parts, None)):
        if isinstance(part, Head) and not part.bare:
            price = below if part.points is None and isinstance(below, Tier) else part
            if price.points is not None:
                stated.add((names.resolve(text[slice(*part.name)]), price.points))
    priced = {fans for fans, _ in stated}
    refuted = sum(fans in priced and (fans, head.points) not in stated for head, fans in bare)
    return refuted >= _FEWEST_STEPS and refuted * 2 >= len(bare)


def _count_on(numbers: Sequence[tuple[tuple[str, ...], int]]) -> bool:
    """Whether numbers go up along the official order."""
    official = {fan.id: fan.number or 0 for fan in names.official()}
    known = sorted((official[fan], number) for (fan, *more), number in numbers if not more and fan in official)
    steps = [next - one for (_, one), (_, next) in pairwise(known)]
    up, down = sum(step > 0 for step in steps), sum(step < 0 for step in steps)
    return up >= _FEWEST_STEPS and up > 2 * down


def _with_contents_as_listings(found: Gathered) -> Gathered:
    """A row of bare names of which nothing is said, while their entries stand elsewhere, is a contents list."""
    stated = {draft.fan for draft in found.drafts if not _is_bare(draft)}
    kept: list[Draft] = []
    for bare, group in groupby(found.drafts, key=lambda draft: _is_bare(draft) and draft.fan in stated):
        drafts = list(group)
        heads = [draft.head for draft in drafts if draft.head]
        if bare and len(drafts) >= _FEWEST_CONTENTS:
            start = drafts[0].start
            items = tuple(Listed(head.name, False) for head in heads)
            found.listings.append(NameList((start, drafts[-1].end), (start, start), None, items))
        else:
            kept += drafts
    found.drafts = kept
    found.listings.sort(key=lambda listing: listing.span)
    return found


def _is_bare(draft: Draft) -> bool:
    """Whether nothing is said of a name; a word below it (正文) is no text of it."""
    said = sum(end - start for start, end in draft.spans)
    return draft.head is not None and (draft.points, draft.tier) == (None, None) and said < _SHORTEST_TEXT


def _denials(text: str, start: int, end: int, lists: Sequence[Clause]) -> Iterator[Span]:
    """Sentences that name a fan and deny that something counts, outside of the lists that were read."""
    starts = [clause.start for clause in lists]
    covered = _Covered(lists)
    for sentence in _SENTENCE.finditer(text, start, end):
        last = bisect_left(starts, sentence.end()) - 1
        read = last >= 0 and sentence.start() < lists[last].end
        named = _name().search(text, *sentence.span())
        if named and (beside := _denial_beside_a_name().search(text, *sentence.span())):
            if not covered(beside.span()):
                yield beside.span()
        elif named and (denied := _denied_part(text, sentence, covered, read=read)):
            yield denied
        elif others := _OTHERS.search(text, *sentence.span()):
            yield others.span()
        elif named and (affirmed := _affirmed_part(text, sentence, covered)):
            yield affirmed
        elif elsewhere := _foreign_part(text, sentence, covered):
            yield elsewhere


def _denied_part(text: str, sentence: re.Match[str], covered: _Covered, *, read: bool) -> Span | None:
    """The part of a sentence with a denial that was not read; where something else of the sentence was, only what
    names a fan itself (门前清自摸不计,另计不求人)."""
    for denial in _DENIAL.finditer(text, *sentence.span()):
        own = max(text.rfind(mark, sentence.start(), denial.start()) for mark in ",但而") + 1
        comma = text.find(",", denial.end(), sentence.end())
        ends = sentence.end() if comma < 0 or not read else comma
        part = (max(sentence.start(), own), ends)
        if _NOTHING.match(text, denial.start(), sentence.end()):
            continue
        if not covered(denial.span()) and (not read or _name().search(text, *part)):
            return part
    return None


def _affirmed_part(text: str, sentence: re.Match[str], covered: _Covered) -> Span | None:
    """Names right before a word that says that they count, or that does so in a bracket, outside of the lists."""
    for found in _counts_behind_a_name().finditer(text, *sentence.span()):
        if not covered(found.span("name")):
            return found.start(), sentence.end()
    return None


@cache
def _counts_behind_a_name() -> re.Pattern[str]:
    verb = f"(?:{vocabulary.MAY_COUNT}|[照仍](?:要|须|应)?计|另计)"
    return re.compile(
        rf"(?P<name>(?!花牌){vocabulary.name_pattern()})[^\w。,;\n]{{0,3}}[等也亦均都皆还仍]{{0,2}}{verb}(?!算在)"
    )


def _foreign_part(text: str, sentence: re.Match[str], covered: _Covered) -> Span | None:
    """The part of a sentence in another language that speaks of a fan outside of the lists that were read."""
    words = [word.start() for word in _FOREIGN_WORD.finditer(text, *sentence.span()) if not covered(word.span())]
    if _KANA.search(text, *sentence.span()):
        words += [word.start() for word in _JAPANESE_WORD.finditer(text, *sentence.span()) if not covered(word.span())]
    named = (name.start() for name in _name().finditer(text, *sentence.span()) if not covered(name.span()))
    if (name := next(named, None)) is not None:
        few = 0 < len(_LATIN_WORD.findall(text, *sentence.span())) <= _FEW_WORDS
        return (min([name, *words]), sentence.end()) if words or few else None
    if not words:
        return None
    denied = _LATIN_DENIED.search(text, *sentence.span())
    return (denied.start(), sentence.end()) if denied and not covered(denied.span()) else None


class _Covered:
    """Whether a span lies in one of these lists, or touches it."""

    def __init__(self, lists: Sequence[Clause]) -> None:
        spans = sorted((clause.start, clause.end) for clause in lists)
        self.starts = [start for start, _ in spans]
        self.ends = list(accumulate((end for _, end in spans), max))

    def __call__(self, span: Span) -> bool:
        at = bisect_right(self.starts, span[1])
        return at > 0 and span[0] < self.ends[at - 1]


@cache
def _denial_beside_a_name() -> re.Pattern[str]:
    """What denies a fan in words that are no keyword of a list, and what no rule reads: 不常另计无字. Flowers are no
    fan in such a sentence (花牌除外)."""
    name, mark = rf"(?!花牌){vocabulary.name_pattern()}", r"[、,:“”《》\s]{0,2}"
    return re.compile(
        rf"(?:{_NOT_BESIDE}|除了?){mark}{name}|{name}{mark}(?:{_NOT_BESIDE}|除外)"
        rf"|{name}{mark}等?[也亦均都皆]?(?!{vocabulary.EXCLUDES}|{vocabulary.name_pattern()})(?:不[在给加得享获]|没有?|无)[^。;,\s]{{0,3}}"
        rf"(?:[番分](?=[。;,\s]|$)|计分|之列)"
        rf"|(?!{vocabulary.EXCLUDES}){vocabulary.denied_pattern()}{mark}{name}"
        rf"|(?:不(?:[能可得应会]以?)?|(?<![不未])可以?)[与和跟同]{mark}{name}"
    )


def _read_on(span: Span, starts: Sequence[int]) -> bool:
    """Whether another list was read in these words (不计三风刻;碰碰和可计)."""
    at = bisect_left(starts, span[0])
    return at < len(starts) and starts[at] <= span[1]


@cache
def _name() -> re.Pattern[str]:
    return re.compile(vocabulary.name_pattern())


@cache
def _begins_with_name() -> re.Pattern[str]:
    return re.compile(rf"\s*{vocabulary.name_pattern()}")


@cache
def _first_name() -> re.Pattern[str]:
    """A name with nothing but numbers, marks and labels before it, and no sentence that goes on behind it."""
    return re.compile(
        rf"(?:[\W\d_]|{vocabulary.UNIT}|番种|名称|(?i:no\b|name\b))*"
        rf"(?P<name>{vocabulary.name_pattern()})(?![{vocabulary.CHINESE}])"
    )


@cache
def _instead_pattern() -> re.Pattern[str]:
    name = vocabulary.name_pattern(classes=True)
    one_of = f"{name}等?(?:[只仅任]能?计(?:其一|其中|一)|[择选任]一计)|[选任]一?计{name}"
    return re.compile(rf"{_INSTEAD}{name}|{one_of}")


@cache
def _contains_pattern() -> re.Pattern[str]:
    """包含碰碰和, with nothing else in the sentence."""
    name = vocabulary.name_pattern()
    verb = "(?:自然|必然?|同时)?(?:包含|包括|含)[有了]?"
    labelled = rf"(?<=[。;,(]){verb}(?:番种)?:\s*"  # at the beginning of a cell it is a label, and said as such
    return re.compile(
        rf"(?P<words>(?:{labelled}|(?:^|(?<=[\s。;])){verb}){name}(?:[、,/和及与]{name})*)等?{vocabulary.ENDS_A_SENTENCE}"
    )


@cache
def _denied_names() -> re.Pattern[str]:
    name = vocabulary.name_pattern(classes=True)
    return re.compile(rf"{name}(?:[^\w\n]+{name})+[也均都]*{vocabulary.EXCLUDES}[\s。)]*")


@cache
def _nothing_but_names() -> re.Pattern[str]:
    name = vocabulary.name_pattern(classes=True)
    return re.compile(
        rf"(?<=[。;])[^\S\n]*(?P<names>{name}(?:(?:[^\S\n]*[、,/][^\S\n]*{name})+[^\S\n]*(?:[。;]|$|(?=\n))|。))"
    )


@cache
def _affirmed_pattern() -> re.Pattern[str]:
    name = vocabulary.name_pattern(classes=True)
    alone = r"(?:(?:(?<=[\s,。;下但而])|^)计|(?<![不未没切牢忘标登])记)"
    return re.compile(rf"{alone}{name}|[{vocabulary.UNREADABLE}]计[{vocabulary.CHINESE}]{{1,4}}")


def _is_unknown_heading(text: str) -> bool:
    """Whether a line may head another tier in words that are not understood: short, with a price, not of the game."""
    short = len(text) <= _LONGEST_HEADING and not _OF_THE_GAME.search(text) and not _OF_ONE.match(text)
    return short and bool(_PRICE.search(text))


def _may_define(text: str) -> bool:
    """Whether a line that no wording tells could still be a definition: it is short, and speaks of tiles or winning in
    other words than names of fans."""
    return len(text) <= _LONGEST_UNKNOWN and bool(_OF_THE_GAME.search(_name().sub("", text)))


def _names_come_first(text: str, parts: Sequence[Part]) -> bool:
    """Whether lines of points belong to the names above them (七对 / 24番 / 混一色 / 6番) and head no tier.

    A tier stands before its names, so the first of them tells; and below most names without points such a line stands,
    or each stands in the text below a heading, or names and points take turns until the points end, or the last of them
    head nothing.
    """
    marks = [
        part
        for part in parts
        if (isinstance(part, Tier) and not part.labelled)
        or (isinstance(part, Head) and part.points is None)
        or (isinstance(part, Text) and price_first(text, *part.span))
    ]
    named = sum(isinstance(part, Head) for part in marks)
    below = sum(isinstance(one, Head) and not isinstance(next, Head) for one, next in pairwise(marks))
    if not marks or not isinstance(marks[0], Head):
        return False
    tiers = [part for part in marks if isinstance(part, Tier)]
    below_headings = bool(tiers) and all(tier.hint < 0 for tier in tiers)
    in_turn = len(tiers) > 1 and all(isinstance(part, Tier) for part in marks[1 : 2 * len(tiers) : 2])
    ends_with_points = len(tiers) > 1 and isinstance(marks[1], Tier) and isinstance(marks[-1], Tier)
    return below * 2 > named or below_headings or in_turn or ends_with_points


class _Gatherer:
    def __init__(self, text: str, *, names_first: bool, whose: Mapping[Part, Whose | None]) -> None:
        self.text = text
        self.names_first = names_first
        self.whose = whose
        self.found = Gathered()
        self.current: Draft | None = None
        self.named: Draft | None = None
        """The entry of the last head, if no tier, list or end of a table stands behind it."""
        self.tier: int | None = None
        self.tier_of_one = False
        """The tier is that of the next name only."""
        self.section: Span | None = None
        self.above: int | None = None
        self.run = 0
        """Entries between two breaks (a listing, unread text) belong to one run."""
        self.broken = True
        self.row: list[Draft] = []
        """The entries whose names stand side by side in the line just read, without any text."""
        self.read: tuple[Span, list[Clause]] = ((0, 0), [])
        self.bare = 0
        """How many names without any text stand one after the other."""
        self.sharing: list[Draft] = []
        """The entries whose names stand before the one price of the current entry: its text is theirs, too."""

    def take(self, part: Part) -> None:
        if not isinstance(part, Head | Text):
            self.row = []
        if isinstance(part, TableEnd | NameList) or (isinstance(part, Tier) and not part.labelled):
            self.named = None
        match part:
            case TableEnd():
                self._begin(None)
            case Tier() if part.labelled or part in self.whose:
                self._read_label(part)
            case Tier() if self.names_first and (above := self._without_points()):
                above.points, above.end = part.points, part.span[1]
            case Tier():
                self._begin(part.span, tier=part.points)
            case Section():
                self._begin(part.span, tier=self.tier if part.in_tier else None, above=part.above)
            case NameList():
                self.found.listings.append(part)
                self._begin(None)
                self.broken = True
            case Head():
                self._open_named(part)
            case Text(mark=int() as mark):
                self._read_note(part.span, mark)
            case Text(beside_names=True):
                self._leave_unread(part.span)
            case Text() if len(self.row) > 1:
                self._read_columns(part.span)
            case Text():
                self._read_text(part.span, row=part.row, whose=self.whose.get(part, "above"))
            case Number():
                self._read_number(part.span)

    def _read_label(self, label: Tier) -> None:
        """Labelled points: those of the names below, of the name above, or nobody knows whose."""
        whose = self.whose.get(label)
        named = self.named if self.found.drafts[-1:] == [self.named] else None
        if whose in ("below", "next"):
            self._begin(label.span, tier=label.points)
            self.tier_of_one = whose == "next"
        elif whose == "above" and named and named.points in (None, label.points):
            named.points, named.end = label.points, max(named.end, label.span[1])
        else:
            self.found.labels.append(label.span)
            self.tier = None

    def _without_points(self) -> Draft | None:
        """The entry that points on a line of their own belong to."""
        return self.current if self.current and self.current.head and self.current.points is None else None

    def _begin(self, section: Span | None, *, tier: int | None = None, above: int | None = None) -> None:
        """A heading: what follows belongs to no entry before it."""
        self.current, self.section, self.tier, self.above = None, section, tier, above
        self.tier_of_one = False

    def _open(self, start: int, end: int, candidates: tuple[str, ...], head: Head | None = None) -> Draft:
        if self.broken:
            self.run, self.broken = self.run + 1, False
        points = head.points if head else None
        tier = None if head and head.own_price else self.tier
        draft = Draft(start, end, self.run, tier, self.section, candidates, head, points)
        self.found.drafts.append(draft)
        self.current = draft
        if self.tier_of_one:
            self.tier, self.tier_of_one = None, False
        return draft

    def _open_named(self, head: Head) -> None:
        if self.above is not None and head.points is not None and head.points <= self.above:
            self._begin(None)
        if listing := self._names_in_tier(head):
            self.found.listings.append(listing)
            self._begin(self.section, tier=self.tier, above=self.above)
            return
        if self._defines_itself(head) or self._is_a_list_of_the_entry_above(head):
            self._read_text((head.name[0], head.body[1]))
            return
        beside = bool(self.row) and "\n" not in self.text[self.row[-1].end : head.span[0]]
        before = self.current
        shares = before is not None and before.head is not None and before.head.shares
        self.sharing = [*self.sharing, before] if before is not None and shares else []
        draft = self.named = self._open(*head.span, names.resolve(self.text[slice(*head.name)]), head)
        beside = beside and not shares
        has_text = bool(re.search(r"\w", self.text[slice(*head.body)]))
        self.row = [] if has_text else [*(self.row if beside else []), draft]
        self.bare = 0 if has_text else self.bare + 1
        if self.text[slice(*head.body)].strip():
            for own in (*self.sharing, draft):
                self._add(own, head.body)

    def _defines_itself(self, head: Head) -> bool:
        """Whether the name goes on in a sentence that defines the entry above, which has the same name: 七对由…."""
        current = self.current
        if current is None or head.points is not None or not self.text.startswith("由", head.name[1]):
            return False
        return not current.definitions and names.resolve(self.text[slice(*head.name)]) == current.candidates

    def _is_a_list_of_the_entry_above(self, head: Head) -> bool:
        """Whether a line of several names and a denial behind them goes on with the entry above, which has a number or
        points beside its name, or a line for it, while this line has neither: 圈风刻 门风刻也不计."""
        current = self.current
        if head.points is not None or head.number is not None or not current or not current.head or current.clauses:
            return False
        apart = (current.head.points, current.head.number) != (None, None) or current.opened_by_heading
        return apart and bool(current.definitions and _denied_names().fullmatch(self.text, head.name[0], head.body[1]))

    def _names_in_tier(self, head: Head) -> NameList | None:
        """A line of nothing but names below a tier, all set apart alike: 88番 / 大四喜 大三元."""
        start, end = head.name[0], head.body[1]
        if self.tier is None or head.points is not None or not self.text[slice(*head.body)].strip():
            return None
        *between, behind = _name().split(self.text[head.name[1] : end])
        marks = {mark.strip(" ") for mark in between}
        if len(marks) != 1 or not marks <= {"", "、", ",", "/", ";"} or behind.strip(" 。、,;"):
            return None
        items = tuple(Listed(name.span(), False) for name in _name().finditer(self.text, start, end))
        return NameList((start, end), self.section or (start, start), self.tier, items)

    def _read_columns(self, span: Span) -> None:
        """A line below names side by side: a column for each, or nobody knows whose text it is."""
        start, end = span
        text = self.text[start:end]
        gap = _WIDE_GAP if _WIDE_GAP.search(text.strip()) else _GAP
        cells = pairwise([0, *(found.end() for found in gap.finditer(text)), len(text)])
        columns = [(start + first, start + last) for first, last in cells if text[first:last].strip()]
        if len(columns) == len(self.row):
            for draft, column in zip(self.row, columns, strict=True):
                self._add(draft, column)
        else:
            self.found.mixed.append(span)
            self.current = None
            self.row = []

    def _read_number(self, span: Span) -> None:
        """A number on a line of its own below a single name: its points, or that of a page."""
        if (named := self._without_points()) and not named.spans:
            self.found.numbers.append((named, span))

    def _read_text(self, span: Span, *, row: bool = False, whose: Whose | None = "above") -> None:
        text = self.text[slice(*span)]
        if self.current and self._is_of_nobody(self.current, span, row):
            self.current = None
            if _NEW_PART.match(text) or row or self._begins_with_name_alone(span):
                self._leave_unread(span)
                return
        current = self.current
        below_its_name = self._without_points()
        if below_its_name and not below_its_name.definitions and (price := price_first(self.text, *span)):
            points, end = price
            if whose != "above" or self._is_of_another_tier(points):
                self.found.labels.append((span[0], end))
                self._leave_unread(span)
                return
            below_its_name.points, below_its_name.end = points, end
            if re.search(r"\w", self.text[end : span[1]]):
                self._add(below_its_name, (end, span[1]))
        elif _PRICE_LINE.match(text) or _is_unknown_heading(text):
            self._leave_unread(span)
        elif current and (self._opens_with_list(span) or self._goes_on(current, span)):
            for draft in (*self.sharing, current):
                self._add(draft, span)
        elif _TILE_ROW.fullmatch(text):
            return
        elif self._names_another(span):
            self._leave_unread(span)
        elif not _LABELLED.match(text) and ((candidates := wording.candidates(text)) or _may_define(text)):
            self._add(self._open(*span, candidates), span)
        else:
            self._leave_unread(span)

    def _read_note(self, span: Span, mark: int) -> None:
        """A note belongs to the entry its mark stands in, and only its lists are read: it opens no entry."""
        marked = next((draft for draft in reversed(self.found.drafts) if draft.start <= mark <= draft.end), None)
        if marked:
            self._read_lists(marked, span)
        else:
            self.found.unread.append(span)
            self.current = None

    def _leave_unread(self, span: Span) -> None:
        self.found.unread.append(span)
        self.current = None
        if span[1] - span[0] <= _LONGEST_HEADING and _PRICE.search(self.text, *span):
            self.tier = None  # perhaps the heading of another tier: what stands below it must not get these points

    def _is_of_another_tier(self, points: int | None) -> bool:
        """Whether points at the beginning of a text are not those of the tier that the name above stands in: then they
        rather begin another tier."""
        return self.tier not in (None, points)

    def _is_of_nobody(self, current: Draft, span: Span, row: bool) -> bool:
        """Whether a line cannot belong to the entry above it, or states a list that nothing ties to that entry."""
        text = self.text[slice(*span)]
        if _NEW_PART.match(text):
            return True
        lists = self._lists(span)
        if self._opens_with_list(span):
            # 不计无字的有: which fans do not count it
            return bool(lists and lists[0].glued and self.text[lists[0].glued[0]] in "的者")
        listed = any(clause.names_a_fan for clause in lists)
        if label := _OWN_LABEL.match(text.strip()):
            aside = bool(current.clauses) and bool(_ASIDE_LABEL.search(label[0]))
            return listed and (aside or bool(_REMARK.match(text.strip()[label.end() :])))
        if row and len(list(filter(str.strip, text.split("\t")))) > 1:
            return True
        if not listed:
            return False
        if current.fan in wording.candidates(text):
            return False
        if found := name_at_start(self.text, *span):
            told = found["glued"] and not current.clauses and not _PRICE.search(text)
            return current.fan not in names.resolve(found["name"]) and not told
        complete = bool(current.clauses) and not current.opened_by_heading
        return complete or bool(_REMARK.match(text))

    def _is_numbered_as_another(self, current: Draft, span: Span) -> bool:
        """Whether a line begins with a number and the name of another fan: an entry that is not read."""
        named = _first_name().match(self.text, *span)
        counted = named and re.search(r"\d", self.text[span[0] : named.start("name")])
        return bool(named and counted and (current.fan,) != names.resolve(named["name"]))

    def _names_another(self, span: Span) -> bool:
        """Whether the name of a text that belongs to no entry is printed, and not read: at its beginning, or on the
        line above, which was left unread. Then no wording tells a better one."""
        candidates = wording.candidates(self.text[slice(*span)])
        named = _first_name().match(self.text, *span)
        above = self.found.unread[-1] if self.found.unread else (0, 0)
        if not named and candidates and above[1] and not self.text[above[1] : span[0]].strip():
            named = _first_name().match(self.text, *above)
        return bool(named and not set(names.resolve(named["name"])) & set(candidates))

    def _begins_with_name_alone(self, span: Span) -> bool:
        """Whether a line begins with a name, and no word goes on behind it: then no wording says whose text it is."""
        found = name_at_start(self.text, *span)
        return bool(found and not found["glued"])

    def _goes_on(self, current: Draft, span: Span) -> bool:
        """Whether a line that opens with no list belongs to the entry before it."""
        text = self.text[slice(*span)]
        if _OWN_LABEL.match(text.strip()):
            return True
        if current.opened_by_heading:
            return not _DATE.fullmatch(text) and not self._is_numbered_as_another(current, span)
        if _TILE_ROW.fullmatch(text):
            return False
        if current.head and not current.definitions:
            speaks = len(text.strip()) >= _SHORTEST_TEXT or bool(_OF_THE_GAME.search(text))
            return speaks and not _LABELLED.match(text) and not self._defines_another(current, text)
        candidates = wording.candidates(text)
        if current.fan in candidates:
            return True
        if candidates or current.head is None or _ENDS.search(self._last_words(current)):
            return False
        # a line that was broken: the one before it has not come to its end, and this one defines no other fan
        if _begins_with_name().match(text):
            return False
        has_list = any(clause.names_a_fan for clause in self._lists(span))
        return (has_list or bool(_OF_THE_GAME.search(text))) and not _LABELLED.match(text)

    def _defines_another(self, current: Draft, text: str) -> bool:
        """Whether a text below names without any text defines another fan than the last of them: then names come first
        and definitions later."""
        if self.bare < _FEWEST_CONTENTS:
            return False
        candidates = wording.candidates(text)
        return bool(candidates) and current.fan not in candidates

    def _last_words(self, draft: Draft) -> str:
        start, end = draft.spans[-1] if draft.spans else (draft.start, draft.end)
        return self.text[max(start, end - 20) : end]

    def _lists(self, span: Span) -> list[Clause]:
        """The lists in a text; they are asked for more than once."""
        if span != self.read[0]:
            self.read = (span, list(clauses(self.text, *span)))
        return self.read[1]

    def _opens_with_list(self, span: Span) -> bool:
        return opens_with_list(self.text, *span, self._lists(span))

    def _add(self, draft: Draft, span: Span) -> None:
        """Read one line of an entry: the definition, then the lists."""
        start, end = span
        lists = self._read_lists(draft, span)
        defined_to = lists[0].start if lists else end
        if re.search(r"\w", self.text[start:defined_to]) and not self._opens_with_list(span):
            draft.definitions.append((start, defined_to))
        draft.spans.append(span)
        self.bare = 0
        draft.end = start + len(self.text[start:end].rstrip())
        if lists and lists[-1].glued:
            self._read_glued(draft, lists[-1].glued)

    def _read_lists(self, draft: Draft, span: Span) -> list[Clause]:
        """The lists in a text of an entry."""
        start, end = span
        found = self._lists(span)
        lists = [clause for clause in found if clause.names_a_fan]
        for clause in lists:
            self._add_clause(draft, clause)
        unlisted = [(clause.start, clause.end) for clause in found if not clause.names_a_fan]
        words = (word.span() for word in _UNKNOWN_WORD.finditer(self.text, start, end))
        covered = _Covered(found)
        unlisted += [span for span in words if not covered(span) and not self._has_a_name(span)]
        self.found.unlisted += [span for span in unlisted if not _NOTHING.match(self.text, span[0], end)]
        self.found.denied += _denials(self.text, start, end, lists)
        starts = sorted((clause.subject or (clause.start,))[0] for clause in lists)
        self.found.cut += [clause.cut for clause in lists if clause.cut and not _read_on(clause.cut, starts)]
        self.found.contained += [words.span("words") for words in _contains_pattern().finditer(self.text, start, end)]
        self.found.instead += [words.span() for words in _instead_pattern().finditer(self.text, start, end)]
        self.found.referring += [words.span() for words in _REFERS.finditer(self.text, start, end)]
        affirmed = (lost.span() for lost in _affirmed_pattern().finditer(self.text, start, end))
        if not _EXAMPLE.search(self.text, start, end):
            self.found.affirmed += [span for span in affirmed if not covered(span)]
            bare = (names.span("names") for names in _nothing_but_names().finditer(self.text, start, end))
            self.found.bare_lists += [span for span in bare if not covered(span)]
        return lists

    def _has_a_name(self, span: Span) -> bool:
        """Whether a word behind a keyword is known: then the keyword was denied itself, or only supposed (并非不计无字,
        不计无字时)."""
        return bool(_name().search(self.text, *span))

    def _add_clause(self, draft: Draft, clause: Clause) -> None:
        spoken_of = names.resolve(self.text[slice(*clause.subject)]) if clause.subject else ()
        if len(spoken_of) == 1 and spoken_of[0] != draft.fan:
            self.found.statements.append(Statement(spoken_of[0], clause, draft.run))
        else:
            draft.clauses.append(clause)

    def _read_glued(self, draft: Draft, span: Span) -> None:
        """A word right behind the last name of a list: the title of what follows, or a slip of the layout."""
        if _SECTION_WORD.search(self.text[slice(*span)]):
            draft.end = span[0]
            self._begin(span)
        else:
            self.found.glued.append(span)
