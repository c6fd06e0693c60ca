"""The notation of hands: ``[123m,1][EEE,1]45p78966s6p|EE1000|a``.

Melds in brackets, concealed tiles, the winning tile last. Behind the first bar the prevalent wind, the seat wind and
four digits: self-drawn, last of its kind, last tile of the wall, kong (replacement or robbed). Behind the second bar
the flowers, as letters a-h or as a count. What is missing behind a bar is ``EE0000`` and no flowers.

Every text is read as plain ASCII. Other scripts (Unicode tiles, Chinese names, full-width signs) are first turned into
it, sign by sign, so that a problem is still told with its place in the text as it was given.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache

import msgspec

from mjrules.errors import InvalidNotation
from mjrules.hand import Hand, Meld, Shape, Situation
from mjrules.problems import FLOWERS, MARKS, Places, Problem, Span, not_a_wind, quoted, wrong_mark
from mjrules.tiles import FIRST_HONOUR, TILES, Tile, written

_RANKS = {str(rank): rank - 1 for rank in range(1, 10)}
_SUIT_STARTS = {"m": 0, "s": 9, "p": 18}
_HONOURS = dict(zip("ESWNCFP", TILES[FIRST_HONOUR:], strict=True))
_WINDS = {letter: _HONOURS[letter] for letter in "ESWN"}
_FLAGS = {"0": False, "1": True}
_FLOWER_LETTERS = "abcdefgh"
_DEFAULT = Situation(_HONOURS["E"], _HONOURS["E"])
_MEMORY = 8192  # melds and situations read before; there are some hundreds of each, more only if written in odd ways


# Reading plain text, the direct way. A KeyError means: look closer.


def read(text: str, winning: bool = True) -> Hand:
    """The hand a text writes; raises InvalidNotation with all problems."""
    try:
        return _read_plain(text.replace(" ", ""), winning)
    except KeyError:
        plain = _Plain.of(text)
    try:
        return _read_plain(plain.text, winning)
    except KeyError:
        raise InvalidNotation(_Survey(plain).problems()) from None


def _read_plain(text: str, winning: bool) -> Hand:
    head, bar, tail = text.partition("|")
    melds: list[Meld] = []
    if "[" in head:
        head, *pieces = head.split("[")
        for piece in pieces:
            body, _, rest = piece.partition("]")
            if len(body) == len(piece) or head[-1:] in _RANKS:
                raise KeyError(piece)
            melds.append(_meld(body))
            head += rest
    tiles = _tiles(head)
    if not tiles:
        raise KeyError(text)
    last = tiles.pop() if winning else None
    return Hand(tuple(melds), tuple(tiles), last, _situation(tail) if bar else _DEFAULT)


def _tiles(text: str) -> list[Tile]:
    tiles: list[Tile] = []
    ranks: list[int] = []
    for char in text:
        if char in _RANKS:
            ranks.append(_RANKS[char])
        elif ranks:
            start = _SUIT_STARTS[char]
            tiles += [TILES[start + rank] for rank in ranks]
            ranks = []
        else:
            tiles.append(_HONOURS[char])
    if ranks:
        raise KeyError(text)
    return tiles


@lru_cache(_MEMORY)
def _meld(body: str) -> Meld:
    text, comma, mark = body.partition(",")
    shape, tile = _group(_tiles(text))
    return Meld(shape, tile, _mark(shape, mark) if comma else None)


def _mark(shape: Shape, text: str) -> int:
    return {str(mark): mark for mark in MARKS[shape]}[text]


def _group(tiles: list[Tile]) -> tuple[Shape, Tile]:
    first = min(tiles, default=TILES[0])
    if len(tiles) in {3, 4} and len(set(tiles)) == 1:
        return ("pung" if len(tiles) == 3 else "kong"), first
    if sorted(tiles) == [first, first + 1, first + 2] and first < FIRST_HONOUR and first % 9 <= 6:
        return "chow", first
    raise KeyError(tuple(tiles))


@lru_cache(_MEMORY)
def _situation(text: str) -> Situation:
    signs, _, flowers = text.partition("|")
    if not signs:
        return msgspec.structs.replace(_DEFAULT, flowers=_flowers(flowers))
    if len(signs) != 6:
        raise KeyError(signs)
    prevalent, seat = (_WINDS[sign] for sign in signs[:2])
    self_drawn, last_of_kind, wall_last, kong = (_FLAGS[sign] for sign in signs[2:])
    return Situation(prevalent, seat, self_drawn, last_of_kind, wall_last, kong, _flowers(flowers))


def _flowers(text: str) -> int:
    if text.isascii() and text.isdecimal() and len(text) <= 2:
        return int(text)
    if len(set(text)) < len(text) or not set(text) <= set(_FLOWER_LETTERS):
        raise KeyError(text)
    return len(text)


# Writing


def hand_text(hand: Hand) -> str:
    """The notation of a hand: melds as they were declared, concealed tiles in order, the winning tile apart."""
    last = "" if hand.winning is None else str(hand.winning)
    melds = "".join(map(meld_text, hand.melds)) if hand.melds else ""
    return f"{melds}{written(hand.concealed)}{last}|{situation_text(hand.situation)}"


@lru_cache(_MEMORY)
def meld_text(meld: Meld) -> str:
    """A meld in its brackets."""
    return f"[{written(meld.tiles)}{'' if meld.mark is None else f',{meld.mark}'}]"


@lru_cache(_MEMORY)
def situation_text(situation: Situation) -> str:
    """Winds and flags, and the flowers as a count: which ones they are, a situation does not know."""
    flags = (situation.self_drawn, situation.last_of_kind, situation.wall_last, situation.kong)
    flowers = f"|{situation.flowers}" if situation.flowers else ""
    return f"{situation.prevalent}{situation.seat}{''.join(str(int(flag)) for flag in flags)}{flowers}"


# Other scripts

_UNICODE_TILES = "ESWNCFP" + "m" * 9 + "s" * 9 + "p" * 9
_FIRST_UNICODE_TILE, _FIRST_UNICODE_FLOWER = 0x1F000, 0x1F022
_SAME = {
    **dict(zip("一二三四五六七八九", "123456789", strict=True)),
    **dict(zip("１２３４５６７８９", "123456789", strict=True)),
    **dict.fromkeys("万萬ｍ", "m"),
    **dict.fromkeys("条條索ｓ", "s"),
    **dict.fromkeys("饼餅筒ｐ", "p"),
    **dict(zip("东南西北中发白", "ESWNCFP", strict=True)),
    **dict(zip("ＥＳＷＮＣＦＰ", "ESWNCFP", strict=True)),
    **dict(zip("梅兰竹菊春夏秋冬", _FLOWER_LETTERS, strict=True)),
    **dict(zip("ａｂｃｄｅｆｇｈ", _FLOWER_LETTERS, strict=True)),
    **dict(zip("伍０東發蘭［］【】｜，、", "50EFb[][]|,,", strict=True)),
}
_TRAILING = {"风": "东東南西北", "風": "东東南西北", "财": "发發", "財": "发發", "板": "白"}
"""Second signs of a name, and what they follow: they add nothing to the first."""
_LEADING = {"红": "中", "紅": "中"}
_INVISIBLE = "\ufe0e\ufe0f\u200b\ufeff"


@cache
def _unicode_tiles() -> dict[str, str]:
    """The mahjong tiles of Unicode: winds, dragons, then each suit by rank; then flowers and seasons."""
    names = {}
    for number, kind in enumerate(_UNICODE_TILES):
        rank = "" if kind in _HONOURS else str((number - 7) % 9 + 1)
        names[chr(_FIRST_UNICODE_TILE + number)] = rank + kind
    return names | {chr(_FIRST_UNICODE_FLOWER + number): letter for number, letter in enumerate(_FLOWER_LETTERS)}


class _Plain(msgspec.Struct, frozen=True):
    """A text in ASCII as far as its signs are known, and the column in the given text of each sign."""

    text: str
    columns: tuple[int, ...]
    given: str

    @classmethod
    def of(cls, text: str) -> _Plain:
        signs = [(char, column) for column, char in enumerate(text, 1) if not _is_empty(char)]
        plain: list[tuple[str, int]] = []
        for number, (char, column) in enumerate(signs):
            before = signs[number - 1][0] if number else ""
            after = signs[number + 1][0] if number + 1 < len(signs) else ""
            if not (before and before in _TRAILING.get(char, "")) and not (after and after in _LEADING.get(char, "")):
                plain += [(letter, column) for letter in _in_ascii(char)]
        return cls("".join(letter for letter, _ in plain), tuple(column for _, column in plain), text)

    def span(self, start: int, end: int) -> Span:
        """The columns of a stretch of the plain text; behind its end for an empty one."""
        if start >= end:
            column = self.columns[start] if start < len(self.columns) else len(self.given) + 1
            return Span(column, column)
        return Span(self.columns[start], self.columns[end - 1])

    def quoted(self, start: int, end: int) -> str:
        """A stretch as it was given."""
        span = self.span(start, end)
        return quoted(self.given[span.column - 1 : span.column_end]) if start < end else ""


def _is_empty(char: str) -> bool:
    return char.isspace() or char in _INVISIBLE


def _in_ascii(char: str) -> str:
    return _SAME.get(char) or _unicode_tiles().get(char, char)


# Looking closer: all problems of a text, and the places of its parts


def places(text: str) -> Places:
    """Where the parts of a well written hand stand in its text."""
    survey = _Survey(_Plain.of(text))
    survey.problems()
    return survey.places()


_PIECES = re.compile(
    r"(?P<ranks>[1-9]+)(?P<suit>[msp])|(?P<alone>[1-9]+)|(?P<honour>[ESWNCFP])|(?P<stray>[^1-9ESWNCFP]+)", re.DOTALL
)
_STRAY = {
    **dict.fromkeys(_SUIT_STARTS, "no-rank"),
    **dict.fromkeys(_FLOWER_LETTERS, "flower-among-tiles"),
    ",": "comma",
}
"""What a sign that is no tile is likely to mean where it stands alone."""


class _Survey:
    """One walk through a plain text that stops at nothing."""

    def __init__(self, plain: _Plain) -> None:
        self._plain = plain
        self._text = plain.text
        head, *rest = self._text.split("|")
        self._head_end = len(head)
        self._parts = rest
        self._tiles: list[tuple[Tile, Span]] = []
        self._melds: list[Span] = []

    def places(self) -> Places:
        starts = self._starts()
        signs = tuple(self._at(starts[0] + n, starts[0] + n + 1) for n in range(6)) if self._part(0) else ()
        flowers = self._at(starts[1], starts[1] + len(self._part(1))) if self._part(1) else None
        return Places(tuple(self._tiles), tuple(self._melds), self._at(0, self._head_end), signs, flowers)

    def problems(self) -> tuple[Problem, ...]:
        """All problems of the notation, in the order of the text."""
        return (*self._in_hand(), *self._in_situation(), *self._in_flowers(), *self._in_bars())

    def _at(self, start: int, end: int) -> Span:
        return self._plain.span(start, end)

    def _part(self, number: int) -> str:
        return self._parts[number] if number < len(self._parts) else ""

    def _starts(self) -> tuple[int, int]:
        first = self._head_end + 1
        return first, first + len(self._part(0)) + 1

    def _in_hand(self) -> Iterator[Problem]:
        """Melds and the stretches of concealed tiles between them."""
        start, found = 0, False
        while start < self._head_end:
            end = self._next_bracket(start)
            if self._text[start] == "[":
                yield from self._in_meld(start, end)
                closed = end < self._head_end and self._text[end] == "]"
                start = end + 1 if closed else end
            elif self._text[start] == "]":
                yield Problem("bracket-not-opened", {}, self._at(start, start + 1))
                start += 1
            else:
                found = True
                yield from self._in_tiles(start, end)
                start = end
        if not found:
            yield Problem("no-tiles", {}, self._at(0, self._head_end))

    def _next_bracket(self, start: int) -> int:
        after = start + 1 if self._text[start] in "[]" else start
        return next((n for n in range(after, self._head_end) if self._text[n] in "[]"), self._head_end)

    def _in_meld(self, start: int, end: int) -> Iterator[Problem]:
        if end == self._head_end or self._text[end] != "]":
            yield Problem("bracket-not-closed", {}, self._at(start, start + 1))
            return
        self._melds.append(self._at(start, end + 1))
        comma = self._text.find(",", start, end)
        inner = self._text[start + 1 : end if comma < 0 else comma]
        problems = [*self._in_tiles(start + 1, start + 1 + len(inner))]
        yield from problems
        if problems:
            return
        try:
            shape, _ = _group(_tiles(inner))
        except KeyError:
            found = self._plain.quoted(start + 1, start + 1 + len(inner))
            yield Problem("not-a-group", {"found": found}, self._at(start, end + 1))
            return
        if comma >= 0 and self._text[comma + 1 : end] not in map(str, MARKS[shape]):
            yield wrong_mark(shape, self._plain.quoted(comma + 1, end), self._at(comma, end))

    def _in_tiles(self, start: int, end: int) -> Iterator[Problem]:
        """A stretch without brackets."""
        for match in _PIECES.finditer(self._text, start, end):
            if match["ranks"]:
                self._in_suit(match)
            elif match["honour"]:
                self._tiles.append((_HONOURS[match[0]], self._at(*match.span())))
            else:
                code = "no-suit" if match["alone"] else _STRAY.get(match[0], "unknown-sign")
                yield Problem(code, {"found": self._plain.quoted(*match.span())}, self._at(*match.span()))

    def _in_suit(self, match: re.Match[str]) -> None:
        """Ranks before their suit; the last one stands with it."""
        suit = _SUIT_STARTS[match["suit"]]
        for number, rank in enumerate(match["ranks"], match.start()):
            end = match.end() if number == match.end() - 2 else number + 1
            self._tiles.append((TILES[suit + _RANKS[rank]], self._at(number, end)))

    def _in_situation(self) -> Iterator[Problem]:
        signs, start = self._part(0), self._starts()[0]
        if not signs:
            return
        if len(signs) != 6:
            found = self._plain.quoted(start, start + len(signs))
            yield Problem("situation", {"found": found}, self._at(start, start + len(signs)))
            return
        for number, sign in enumerate(signs):
            place = self._at(start + number, start + number + 1)
            found = self._plain.quoted(start + number, start + number + 1)
            if number < 2 and sign not in _WINDS:
                yield not_a_wind(number, found, place)
            elif number >= 2 and sign not in _FLAGS:
                yield Problem("flag", {"found": found, "number": number - 1}, place)

    def _in_flowers(self) -> Iterator[Problem]:
        flowers, start = self._part(1), self._starts()[1]
        if flowers.isascii() and flowers.isdecimal():
            if len(flowers) > 2:
                yield Problem("flowers", {"found": quoted(flowers)}, self._at(start, start + len(flowers)))
            return
        seen: set[str] = set()
        for number, sign in enumerate(flowers, start):
            details: dict[str, str | int] = {"found": self._plain.quoted(number, number + 1)}
            if sign not in _FLOWER_LETTERS:
                yield Problem("no-flower", details | {"most": FLOWERS}, self._at(number, number + 1))
            elif sign in seen:
                yield Problem("flower-twice", details, self._at(number, number + 1))
            seen.add(sign)

    def _in_bars(self) -> Iterator[Problem]:
        if len(self._parts) > 2:
            start = self._starts()[1] + len(self._part(1))
            yield Problem("third-bar", {}, self._at(start, len(self._text)))
