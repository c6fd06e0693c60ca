"""A hand (手牌) and the situation (和牌情形) it wins in, as values, and the notation they are written in.

The notation is explained in ``mjrules.notation``, what makes a hand impossible in ``mjrules.problems``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NoReturn

import msgspec

from mjrules.tiles import TILES, Tile

if TYPE_CHECKING:
    from mjrules.problems import Problem

Shape = Literal["chow", "pung", "kong"]


class Meld(msgspec.Struct, frozen=True):
    """A declared group: chow 顺子, pung 刻子, kong 杠.

    ``tile`` is the lowest tile of a chow, the tile of a pung or kong. ``mark`` is what the notation writes behind the
    comma: which tile of a chow was claimed (1-3), from whom a pung or kong was claimed (1-3), 5-7 a kong made by adding
    to a claimed pung; None: unknown for a chow or pung, a concealed kong for a kong.

    >>> str(Meld("chow", Tile.named("1m"), 3)), str(Meld("kong", Tile.named("E")))
    ('[123m,3]', '[EEEE]')
    """

    shape: Shape
    tile: Tile
    mark: int | None = None

    @property
    def melded(self) -> bool:
        """Claimed from another player; only a kong without a mark is concealed (暗杠)."""
        return self.shape != "kong" or self.mark is not None

    @property
    def tiles(self) -> tuple[Tile, ...]:
        if self.shape == "chow":
            return TILES[self.tile : self.tile + 3]
        return (self.tile,) * (4 if self.shape == "kong" else 3)

    def __str__(self) -> str:
        from mjrules.notation import meld_text

        return meld_text(self)


class Situation(msgspec.Struct, frozen=True):
    """How the hand wins. Winds are tiles (E S W N)."""

    prevalent: Tile
    seat: Tile
    self_drawn: bool = False
    """自摸; otherwise the winning tile is claimed from a discard or a robbed kong."""
    last_of_kind: bool = False
    """和绝张: the other three copies are open to everybody."""
    wall_last: bool = False
    """The last tile of the wall (self-drawn) or its discard."""
    kong: bool = False
    """Self-drawn: the replacement tile of a kong; otherwise: robbing a kong."""
    flowers: int = 0

    def __str__(self) -> str:
        from mjrules.notation import situation_text

        return situation_text(self)


class Hand(msgspec.Struct, frozen=True):
    """Declared groups, concealed tiles without the winning tile, and the winning tile.

    A hand of 13 tiles that does not win yet has ``winning`` None. Concealed tiles lie in the order of the tiles,
    however they were given: the same tiles are the same hand.

    >>> hand = Hand.parse("[123m,1][EEE,1]45p78966s6p|EE1000|a")
    >>> hand.winning, hand.concealed, hand.situation.self_drawn
    (6p, (6s, 6s, 7s, 8s, 9s, 4p, 5p), True)
    >>> str(hand)
    '[123m,1][EEE,1]66789s45p6p|EE1000|1'
    """

    melds: tuple[Meld, ...]
    concealed: tuple[Tile, ...]
    winning: Tile | None
    situation: Situation

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "concealed", tuple(sorted(self.concealed)))

    @classmethod
    def parse(cls, text: str, *, winning: bool = True, check: bool = False) -> Hand:
        """The hand a text writes; without ``winning`` one that waits (``mjrules waits``): no tile is the last.

        Raises InvalidNotation with all problems of the text. With ``check`` also ImpossibleHand as ``check()`` does,
        with the places in this text.

        >>> Hand.parse("123m456p789s5566E", winning=False)
        Traceback (most recent call last):
        mjrules.errors.InvalidNotation: column 13-16: ranks without a suit (5566); write m, p or s behind them
        >>> str(Hand.parse("一万九万 🀐🀘 1饼九筒 东南西北 红中发财白 9s", check=True))
        '19m19s19pESWNCFP9s|EE0000'
        """
        from mjrules.notation import read

        hand = read(text, winning)
        if check:
            hand.check(text)
        return hand

    def problems(self) -> tuple[Problem, ...]:
        """Everything that makes this hand impossible in any game; empty for a possible one.

        >>> [problem.said() for problem in Hand.parse("[EEE,1]EE123m45p78s6p|EE0010").problems()]
        ['5 tiles E; there are four of each', 'too few tiles: 10 beside the melds (1), the winning tile \
included; 11 would be right']
        """
        from mjrules.problems import of_hand

        return of_hand(self)

    def check(self, text: str | None = None) -> None:
        """Raises ImpossibleHand with all problems, if there are any; their places are those in ``text``."""
        problems = self.problems()
        if problems:
            _complain(self, problems, text)

    def __str__(self) -> str:
        from mjrules.notation import hand_text

        return hand_text(self)


def _complain(hand: Hand, problems: tuple[Problem, ...], text: str | None) -> NoReturn:
    from mjrules.errors import ImpossibleHand
    from mjrules.notation import places
    from mjrules.problems import of_hand

    raise ImpossibleHand(problems if text is None else of_hand(hand, places(text)))
