"""The other scorer: PyMahjongGB, made for the game platform of a university, with its own words for tiles and melds."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from hand_cases import Fans, fan_id
from mjrules.hand import Hand, Meld
from mjrules.tiles import FIRST_HONOUR, TILES, Tile

if TYPE_CHECKING:
    from collections.abc import Callable

_SUITS = {"m": "W", "s": "T", "p": "B"}
_HONOURS = ("F1", "F2", "F3", "F4", "J1", "J2", "J3")
_MELDS = {"chow": "CHI", "pung": "PENG", "kong": "GANG"}


def _name(tile: Tile) -> str:
    return _HONOURS[tile - FIRST_HONOUR] if tile.is_honour else f"{_SUITS[str(tile)[1]]}{tile.rank}"


NAMES = tuple(map(_name, TILES))


def _meld(meld: Meld) -> tuple[str, str, int]:
    """A chow by its middle tile; from whom: 0 nobody."""
    tile = meld.tile + 1 if meld.shape == "chow" else meld.tile
    return _MELDS[meld.shape], NAMES[tile], int(meld.melded)


@cache
def _calculator() -> Callable[..., Any]:
    from MahjongGB import MahjongFanCalculator

    return MahjongFanCalculator  # type: ignore[no-any-return]


Request = tuple[Any, ...]
"""Declared groups, concealed tiles, winning tile, flowers, self-drawn, last of its kind, kong, last of the wall, seat
wind, prevalent wind."""
NOT_WON = -1
"""In place of a total."""


def request(hand: Hand) -> Request:
    """A hand in the other scorer's words."""
    situation = hand.situation
    assert hand.winning is not None
    return (
        tuple(map(_meld, hand.melds)),
        tuple(NAMES[tile] for tile in hand.concealed),
        NAMES[hand.winning],
        situation.flowers,
        situation.self_drawn,
        situation.last_of_kind,
        situation.kong,
        situation.wall_last,
        situation.seat - FIRST_HONOUR,
        situation.prevalent - FIRST_HONOUR,
    )


def answer(request: Request) -> Any:
    """What the other scorer says, as it says it."""
    return _calculator()(*request, False)


def total(request: Request) -> int:
    """The points; NOT_WON for a hand that does not win."""
    try:
        return sum([points for points, _ in _calculator()(*request, False)])
    except TypeError as error:
        if str(error) == "ERROR_NOT_WIN":
            return NOT_WON
        raise


def scored(hand: Hand) -> tuple[int, Fans]:
    """The total and the fans that the other scorer counts; its own error for a hand that does not win."""
    told = _calculator()(*request(hand), True)
    fans = Fans({fan_id(name): times for _, times, name, _ in told})
    return sum(points * times for points, times, _, _ in told), fans
