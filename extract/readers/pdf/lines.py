"""Lines of print: which glyphs stand in one line, where there is a space between them, and which line goes on with
which.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from extract import vocabulary
from extract.readers.pdf.glyphs import Glyph
from extract.repair.steps import tables
from mjrules import names

SPACE = 0.3
"""Of a line's height: the gap between glyphs that is a space."""

COLUMN_GAP = 0.8
"""The gap between words that may be one between columns."""

CLOSE_GAP = 0.3
"""The gap that columns of a table may leave if all its rows leave it in the same place."""

WIDE_GAP = 2.5
"""The gap between words that is no space of running text."""

_WIDE = "   "
"""What stands for a wide gap; running text has none."""
_SAME_LINE = 0.45
"""How far, of the smaller glyph's height, the middles of two glyphs of one line may be apart."""

_RAISED = re.compile(r"[\d*†‡①-⑳]+")
_LEADER = re.compile(r"(?:[.·…‥・]\s?){4,}")
_CLOSING = "，。、；：！？）》」』】〉”’,.;:!?)]}"
_OPENING = "（《「『【〈“‘([{"
_SENTENCE_END = re.compile(r"[。；！？!?;:：][”’」』）)\]]*$")
_LATIN = re.compile(r"[A-Za-z0-9À-ɏ]")
_LETTERS = "A-Za-zÀ-ɏͰ-ӿḀ-ỿ"
"""Letters of scripts that put spaces between words."""
_ENDS_A_WORD = re.compile(rf"[{_LETTERS}0-9,.;:!?)&%+=]$|[{_LETTERS}0-9,.;:!?)][\]”’»\"']+$|\s[–—/-]$")
_GOES_ON_UNSPACED = re.compile(rf"(?:[{_LETTERS}0-9][-/~]|[“‘«(\[]|(?:^|\s)[\"'])$")
"""The end of a line behind which no space was lost: Self-|Drawn, an opening mark."""
_BEGINS_A_WORD = re.compile(rf"[{_LETTERS}0-9(&+=]|[“‘«\"'\[(]+[{_LETTERS}0-9]|[–—/-]\s")
_READING = re.compile(r"[A-Za-zÀ-ɏ\u3040-\u30ff\u3105-\u312f\s]+")
"""What may stand above characters as their reading: Latin letters, kana, bopomofo."""

_NUMBER = re.compile(
    r"\W*?(?:第?\d{1,3}(?P<point>[.、．)）:：番])?\s*|[（(]\d{1,3}(?P<closing>[)）])\s*"
    r"|[一二三四五六七八九十]{1,3}(?P<comma>、)\s*)?[\[【「《“]?"
)
_NAME = re.compile(r"[^\d\[(（:：【…·，。、,;；\t\]】」》”]+")
_UNIT = "(?:[番分点點]|fan|points?|pts)"
_MARKS = r"[\]】」》”]?[\s\[(（【:：…·]*"
_PRICE = re.compile(rf"{_MARKS}{vocabulary.POINTS}\s*(?:{_UNIT}|[)）\]】])[)）\]】]?", re.I)
_BARE_PRICE = re.compile(r"[\]】」》”]?\s+\d{1,3}(?=\s|$)|……\s*\d{1,3}(?=\s|$)")
_REST_OF_HEAD = re.compile(r"\W*(?:\[\d{1,3}\])?\W*")
_TIER = re.compile(rf"\W*(?:{vocabulary.POINTS})\s*{_UNIT}(?:番?[种種型])?\W*", re.I)
_LEADING_NUMBER = re.compile(r"\W*(\d{1,3})(?!\d)")
_LISTED = re.compile(r"\W*(?:[（(]?\d{1,3}[)）.、．]|[•·●○■◆▪-])\s*\S")


class Word(NamedTuple):
    """What stands in a line between two gaps that may be more than a space."""

    text: str
    x0: float
    x1: float
    first: float
    """How wide its first unit is: what must fit into a line before it can break."""
    top: float
    bottom: float
    edge: float
    """Where it ends without the punctuation at its end, which may hang in the margin."""
    parts: tuple[Word, ...] = ()
    """What stands in it between narrower gaps, which columns of a table set close may leave, too."""


class Row(NamedTuple):
    """One line of print, over the whole width of what is read together."""

    words: tuple[Word, ...]

    @property
    def close(self) -> Row:
        """The same line, parted at narrower gaps."""
        return Row(tuple(part for word in self.words for part in word.parts or (word,)))

    @property
    def x0(self) -> float:
        return self.words[0].x0

    @property
    def x1(self) -> float:
        return self.words[-1].x1

    @property
    def edge(self) -> float:
        return self.words[-1].edge

    @property
    def top(self) -> float:
        return min(word.top for word in self.words)

    @property
    def bottom(self) -> float:
        return max(word.bottom for word in self.words)

    @property
    def size(self) -> float:
        """Height of its widest word."""
        word = max(self.words, key=lambda word: word.x1 - word.x0)
        return word.bottom - word.top

    @property
    def text(self) -> str:
        pieces = [self.words[0].text]
        for one, next in pairwise(self.words):
            pieces += [_WIDE if next.x0 - one.x1 > WIDE_GAP * self.size else " ", next.text]
        return _LEADER.sub("……", _doubled("".join(pieces)))


def _doubled(text: str) -> str:
    """Where every glyph of the first words is printed twice, one beside the other, so are the spaces between them: the
    repair of doubled glyphs must see that."""
    twice = 0
    for word in re.finditer(r"\S+", text):
        if word[0][::2] != word[0][1::2]:
            break
        twice = word.end()
    start = re.match(r"\S+ ", text)
    if not start or twice <= start.end():
        return text
    return re.sub(" +", lambda spaces: spaces[0] * 2, text[:twice]) + text[twice:]


def rows(glyphs: Iterable[Glyph]) -> list[Row]:
    """The lines of print, from the top down."""
    lines: list[list[Glyph]] = []
    for glyph in sorted(glyphs, key=lambda glyph: (glyph.middle, glyph.x0)):
        if lines and glyph.middle - lines[-1][0].middle < _SAME_LINE * min(lines[-1][0].size, glyph.size):
            lines[-1].append(glyph)
        else:
            lines.append([glyph])
    for at, line in enumerate(lines):
        for other in (*lines[at + 1 : at + 3], *lines[max(0, at - 2) : at]):
            _give_raised(line, other)
    return [row for line in lines if (row := _row(line))]


def _give_raised(line: list[Glyph], other: list[Glyph]) -> None:
    """Numbers that stand raised behind a glyph of another line belong to that line."""
    if not line or not other or line[0].size > 0.75 * other[0].size:
        return
    low, high, near = other[0].middle, other[0].top, 0.35 * other[0].size
    ends = sorted(glyph.x1 for glyph in other)
    for glyph in sorted(line, key=lambda glyph: glyph.x0):
        at = bisect_left(ends, glyph.x0 - near)
        beside = at < len(ends) and ends[at] < glyph.x0 + near
        if _RAISED.fullmatch(glyph.text) and beside and high - 2 * near < glyph.middle < low:
            line.remove(glyph)
            other.append(glyph)
            ends = sorted([*ends, glyph.x1])


def _row(line: list[Glyph]) -> Row | None:
    inked = sorted((glyph for glyph in line if glyph.text.strip()), key=lambda glyph: glyph.x0)
    if not inked:
        return None
    size = sorted(glyph.size for glyph in inked)[len(inked) // 2]
    blanks = sorted(glyph.x0 for glyph in line if not glyph.text.strip())
    return Row(tuple(_words(inked, blanks, size)))


def _words(inked: Sequence[Glyph], blanks: Sequence[float], size: float) -> Iterator[Word]:
    own: list[Glyph] = []
    for glyph in inked:
        if own and glyph.x0 - own[-1].x1 > COLUMN_GAP * size:
            yield _with_parts(own, blanks, size)
            own = []
        own.append(glyph)
    yield _with_parts(own, blanks, size)


def _with_parts(own: Sequence[Glyph], blanks: Sequence[float], size: float) -> Word:
    starts = [at for at in range(1, len(own)) if own[at].x0 - own[at - 1].x1 > CLOSE_GAP * size]
    whole = _word(own, blanks, size)
    if not starts:
        return whole
    return whole._replace(parts=tuple(_word(own[a:b], blanks, size) for a, b in pairwise([0, *starts, len(own)])))


def _word(own: Sequence[Glyph], blanks: Sequence[float], size: float) -> Word:
    """The text of glyphs that stand close together; a raised number is put into brackets, as a mark of a note."""
    full = [glyph for glyph in own if glyph.size > 0.75 * size] or own
    top, bottom = min(glyph.top for glyph in full), max(glyph.bottom for glyph in full)
    text = ""
    raised = False
    first_end: float | None = None
    for at, glyph in enumerate(own):
        mark = glyph.size < 0.75 * size and glyph.bottom < bottom - 0.25 * size and bool(_RAISED.fullmatch(glyph.text))
        if raised and not mark:
            text, raised = f"{text}]", False
        if at:
            gap = glyph.x0 - own[at - 1].x1
            blank = bisect_left(blanks, own[at - 1].x1 - size * 0.2) < bisect_left(blanks, glyph.x0)
            if gap > SPACE * size or (blank and gap > SPACE * size / 4):
                text += " "
            if first_end is None and not _one_unit(own[at - 1].text[-1], glyph.text[0], gap > SPACE * size or blank):
                first_end = own[at - 1].x1
        if mark and not raised and text:
            text, raised = f"{text}[", True
        text += glyph.text
    end = own[-1].x1 if first_end is None else first_end
    edge = max((glyph.x1 for glyph in own if glyph.text not in _CLOSING), default=own[-1].x1)
    return Word(f"{text}]" if raised else text, own[0].x0, own[-1].x1, end - own[0].x0, top, bottom, edge)


def _one_unit(before: str, after: str, spaced: bool) -> bool:
    """Whether no line can break between two characters."""
    if after in _CLOSING or before in _OPENING:
        return True
    return not spaced and bool(_LATIN.match(after) and (_LATIN.match(before) or before in "、,.-–~/"))


def readings(found: Sequence[Row]) -> set[int]:
    """The rows that are readings above the characters of the row below them (ruby)."""
    return {
        at
        for at, (row, below) in enumerate(pairwise(found))
        if row.size < 0.65 * below.size
        and below.top - row.bottom < 0.4 * below.size
        and row.x0 > below.x0 - below.size
        and row.x1 < below.x1 + below.size
        and _READING.fullmatch(row.text)
    }


class Line(NamedTuple):
    """A line of running text in its column: what tells whether the next one goes on with it."""

    text: str
    x0: float
    x1: float
    top: float
    bottom: float
    left: float
    right: float
    first: float
    page: int
    number: int
    """Which line of its page it is."""
    firm: bool = True
    """Whether the right edge is one: several lines end there, or a rule does."""

    @property
    def size(self) -> float:
        return self.bottom - self.top


def has_room(end: float, first: float, right: float, size: float, *, spaced: bool) -> bool:
    """Whether what begins the next line would have had room in this one, which ``end``s before the ``right`` edge. In a
    ``spaced`` text there may have been a space where the line broke."""
    return end + first + (SPACE * size if spaced else 0) <= right + 0.02 * size


def goes_on(line: Line, next: Line, pitch: float) -> bool:
    """Whether a line broke only because it was full. ``pitch`` is the usual distance of lines, within one column."""
    if not line.firm or max(line.size, next.size) > 1.15 * min(line.size, next.size):
        return False
    same_column = line.page == next.page and next.top > line.top
    if same_column and next.top - line.top > 1.4 * pitch:
        return False
    if re.search("[A-Za-zÀ-ɏ]-$", line.text) and re.match("[a-zà-ɏ]", next.text):
        return True
    if has_room(line.x1, next.first, line.right, line.size, spaced=" " in line.text):
        return False
    if is_a_head(line.text) or _WIDE in line.text or _WIDE in next.text:
        return False
    ended = bool(_SENTENCE_END.search(line.text))
    if ended and next.x0 - next.left > 1.2 * next.size:
        return False
    return not begins_an_entry(next.text, after_a_sentence=ended)


class _Head(NamedTuple):
    """The beginning of a line as the head of an entry: what stands behind the name."""

    numbered: bool
    listed: bool
    """Its number has a mark: 12. or (12)."""
    rest: str


def known_name(text: str) -> bool:
    """Whether a text is a name, also in the radicals that PDF files print for characters."""
    return bool(names.resolve(text.translate(_radicals())))


@cache
def _radicals() -> dict[int, str]:
    return {ord(form): meant for form, meant in tables()["lookalike"].items() if len(form) == 1}


def _head(text: str) -> _Head | None:
    """The head a line begins with; None where no name stands at its beginning."""
    number = _NUMBER.match(text)
    start = number.end() if number else 0
    name = _NAME.match(text, start)
    if not number or not name:
        return None
    first = re.compile(r"\S+").match(text, start)
    ends = [name.end(), *([first.end()] if first else []), *_ends_before_a_price(name[0], start)]
    end = next((end for end in ends if known_name(text[start:end])), None)
    if end is None:
        return None
    listed = bool(number["point"] or number["closing"] or number["comma"])
    return _Head(bool(re.search(r"\w", number[0])), listed, text[end:])


def _ends_before_a_price(name: str, start: int) -> Iterator[int]:
    """Where points in Chinese numerals may begin behind a name: 清龙十六番."""
    numerals = re.search(rf"{vocabulary.CHINESE_NUMBER}\s*{_UNIT}", name)
    if numerals:
        yield from (start + at for at in range(numerals.start(), numerals.end()))


def begins_an_entry(text: str, *, after_a_sentence: bool = True) -> bool:
    """Whether a line begins like an entry or a heading: a name before its points, behind a number, alone.

    Less is enough where the line before has ended a sentence.
    """
    if _TIER.fullmatch(text) or (after_a_sentence and _LISTED.match(text)):
        return True
    head = _head(text)
    if not head:
        return False
    if _PRICE.match(head.rest) or (head.listed and head.rest[:1] != "、"):
        return True
    alone = not head.rest.strip() or head.rest[0] in " \t:：(（[【"
    return after_a_sentence and bool(head.numbered or alone or _BARE_PRICE.match(head.rest))


def states_something(text: str) -> bool:
    """Whether a line begins with a name and says something of it: points, or words that are no other name."""
    head = _head(text)
    if not head:
        return False
    words = head.rest.strip(" :：").split()
    priced = _PRICE.match(head.rest) or _BARE_PRICE.match(head.rest)
    return bool(
        priced or (words and head.rest[0] in " :：" and not re.match(r"\W", words[0]) and not known_name(words[0]))
    )


def is_a_head(text: str) -> bool:
    """Whether a line is the head of an entry and nothing else: a name and its points."""
    head = _head(text)
    price = head and (_PRICE.match(head.rest) or _BARE_PRICE.match(head.rest))
    return bool(head and price and _REST_OF_HEAD.fullmatch(head.rest, price.end()))


def counts_on(first: str, next: str) -> bool:
    """Whether a line is numbered, and its number follows that of an earlier one."""
    one, other = _LEADING_NUMBER.match(first), _LEADING_NUMBER.match(next)
    return bool(one and other and int(other[1]) == int(one[1]) + 1)


def joined(texts: Iterable[str]) -> str:
    """Lines that go on with each other as one text: with a space between words of letters, a hyphen taken back."""
    whole = ""
    for text in texts:
        if whole.endswith("-") and re.match("[a-zà-ɏ]", text) and re.search("[A-Za-zÀ-ɏ]-$", whole):
            whole = whole[:-1] + text
        else:
            between = " " if _needs_space(whole, text) else ""
            whole = f"{whole}{between}{text}"
    return whole


def _needs_space(before: str, after: str) -> bool:
    """Whether the end of a line stood for a space: between words, and beside a number that stands free on its other
    side, as points do (圈风刻 2 / 与圈风…)."""
    if _GOES_ON_UNSPACED.search(before):
        return False
    words = _ENDS_A_WORD.search(before) and _BEGINS_A_WORD.match(after)
    return bool(before) and bool(words or re.search(r"\s\d{1,3}$", before) or re.match(r"\d{1,3}\s|[A-Za-z]{2}", after))
