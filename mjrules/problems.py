"""What is wrong with a hand: values for the problems, and what no game allows.

Only what the game makes impossible is a problem. A robbed tile always is the last of its kind, and so is a fourth tile
whose three others lie in one's own open melds: whether the flag says so there or not, the hand is possible.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from mjrules.hand import Hand, Meld, Shape
from mjrules.texts import say
from mjrules.tiles import COPIES, FIRST_HONOUR, WINDS, Tile

FLOWERS = 8
_LONGEST_QUOTE = 24

CLAIMED, ADDED = (1, 2, 3), (5, 6, 7)
MARKS = {"chow": CLAIMED, "pung": CLAIMED, "kong": CLAIMED + ADDED}
"""What may stand behind the comma of a meld."""


class Span(msgspec.Struct, frozen=True):
    """A stretch of the text, first and last column, counted from 1."""

    column: int
    column_end: int

    def __str__(self) -> str:
        return f"{self.column}" if self.column == self.column_end else f"{self.column}-{self.column_end}"


class Problem(msgspec.Struct, frozen=True):
    """One thing that is wrong with a hand or with the text that writes it.

    ``details`` are the parts of the sentence: what was found and what would be right.
    """

    code: str
    details: dict[str, str | int] = {}
    place: Span | None = None
    """Where in the text; None for a hand that no text was given for."""

    def said(self, lang: str = "en") -> str:
        """The problem in words, with its place."""
        sentence = say("hands", self.code, lang, **self.details)
        return sentence if self.place is None else say("hands", "at", lang, place=self.place, sentence=sentence)


class Places(msgspec.Struct, frozen=True):
    """Where in its text each part of a hand stands."""

    tiles: tuple[tuple[Tile, Span], ...] = ()
    """All tiles in the order of the text, those of melds too."""
    melds: tuple[Span, ...] = ()
    hand: Span | None = None
    situation: tuple[Span, ...] = ()
    """Prevalent wind, seat wind and the four flags."""
    flowers: Span | None = None

    def of_meld(self, number: int) -> Span | None:
        return self.melds[number] if self.melds else None

    def of_situation(self, *numbers: int) -> Span | None:
        """From the first to the last of these signs."""
        if not self.situation:
            return None
        return Span(self.situation[numbers[0]].column, self.situation[numbers[-1]].column_end)

    def fifth(self, tile: Tile) -> Span | None:
        """Where there begins to be one too many of a tile."""
        spans = [span for each, span in self.tiles if each == tile]
        return Span(spans[COPIES].column, spans[-1].column_end) if len(spans) > COPIES else None


NOWHERE = Places()
PREVALENT, SEAT, _SELF_DRAWN, LAST_OF_KIND, WALL_LAST, KONG = range(6)


def quoted(text: str) -> str:
    """A piece of somebody's text, short and without signs that do something to a terminal."""
    shown = "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in text[: _LONGEST_QUOTE + 1])
    return shown if len(text) <= _LONGEST_QUOTE else f"{shown[:_LONGEST_QUOTE]}…"


def _copies(hand: Hand) -> list[int]:
    """How many of each tile, the winning tile included."""
    copies = [0] * 34
    for tile in hand.concealed:
        copies[tile] += 1
    for meld in hand.melds:
        for tile in meld.tiles:
            copies[tile] += 1
    if hand.winning is not None:
        copies[hand.winning] += 1
    return copies


def _marked_rightly(meld: Meld) -> bool:
    return meld.mark is None or meld.mark in MARKS[meld.shape]


def _begins_chow(tile: Tile) -> bool:
    return tile < FIRST_HONOUR and tile % 9 <= 6


def of_hand(hand: Hand, places: Places = NOWHERE) -> tuple[Problem, ...]:
    """Everything that makes a hand impossible, with the places where they are known."""
    return (
        *_too_many_copies(hand, places),
        *_wrong_number(hand, places),
        *_wrong_melds(hand, places),
        *_wrong_winds(hand, places),
        *_wrong_kong(hand, places),
        *_wrong_last_tile(hand, places),
        *_wrong_flowers(hand, places),
    )


def _too_many_copies(hand: Hand, places: Places) -> Iterator[Problem]:
    copies = _copies(hand)
    if max(copies) <= COPIES:
        return
    for number, count in enumerate(copies):
        if count > COPIES:
            tile = Tile(number)
            yield Problem("five-of-a-tile", {"tile": str(tile), "found": count}, places.fifth(tile))


def _wrong_number(hand: Hand, places: Places) -> Iterator[Problem]:
    """13 tiles and the winning one; a meld stands for three of them, a kong too."""
    extra = 0 if hand.winning is None else 1
    found = len(hand.concealed) + extra
    right = 13 - 3 * len(hand.melds) + extra
    if len(hand.melds) > 4:
        yield Problem("too-many-melds", {"found": len(hand.melds)}, places.of_meld(4))
    elif found != right:
        code = ("too-few-" if found < right else "too-many-") + ("tiles" if extra else "tiles-waiting")
        yield Problem(code, {"found": found, "right": right, "melds": len(hand.melds)}, places.hand)


def _wrong_melds(hand: Hand, places: Places) -> Iterator[Problem]:
    for number, meld in enumerate(hand.melds):
        if meld.shape == "chow" and not _begins_chow(meld.tile):
            yield Problem("no-chow", {"tile": str(meld.tile)}, places.of_meld(number))
        if not _marked_rightly(meld):
            yield wrong_mark(meld.shape, str(meld.mark), places.of_meld(number))


def wrong_mark(shape: Shape, found: str, place: Span | None) -> Problem:
    """Something behind the comma that says nothing about such a meld."""
    return Problem(f"mark-of-{shape}", {"found": found}, place)


def _wrong_winds(hand: Hand, places: Places) -> Iterator[Problem]:
    for number, wind in ((PREVALENT, hand.situation.prevalent), (SEAT, hand.situation.seat)):
        if wind not in WINDS:
            yield not_a_wind(number, str(wind), places.of_situation(number))


def not_a_wind(number: int, found: str, place: Span | None) -> Problem:
    """Something else where the prevalent (0) or seat wind (1) belongs."""
    return Problem("prevalent-wind" if number == PREVALENT else "seat-wind", {"found": found}, place)


def _wrong_kong(hand: Hand, places: Places) -> Iterator[Problem]:
    """A replacement tile (杠上开花) follows a kong of one's own; a robbed kong (抢杠和) is another player's.

    Only a kong made by adding to an open pung can be robbed, so that the robber holds no such tile [MCR2006 16].
    """
    if not hand.situation.kong:
        return
    if hand.situation.self_drawn:
        if not any(meld.shape == "kong" for meld in hand.melds):
            yield Problem("replacement-without-kong", {}, places.of_situation(KONG))
        return
    if hand.situation.wall_last:
        # the last tile is either drawn or discarded; nothing replaces a kong declared with it, so none is declared
        yield Problem("robbed-at-the-end", {}, places.of_situation(WALL_LAST, KONG))
    held = 0 if hand.winning is None else _copies(hand)[hand.winning] - 1
    if held:
        yield Problem("robbed-tile-held", {"tile": str(hand.winning), "found": held}, places.of_situation(KONG))


def _wrong_last_tile(hand: Hand, places: Places) -> Iterator[Problem]:
    """The three others must lie open (和绝张): none may be among one's own concealed tiles."""
    if hand.winning is None or not hand.situation.last_of_kind:
        return
    hidden = hand.concealed.count(hand.winning)
    if hidden:
        details: dict[str, str | int] = {"tile": str(hand.winning), "found": hidden}
        yield Problem("last-of-kind-hidden", details, places.of_situation(LAST_OF_KIND))


def _wrong_flowers(hand: Hand, places: Places) -> Iterator[Problem]:
    if not 0 <= hand.situation.flowers <= FLOWERS:
        yield Problem("flowers", {"found": hand.situation.flowers}, places.flowers)
