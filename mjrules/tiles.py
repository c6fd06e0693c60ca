"""Tiles (牌): 34 kinds in four copies each, written as in the notation of hands (``3m``, ``E``, ``P``)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum


class Suit(Enum):
    """The kinds of tiles: three suits (花色), winds (风牌) and dragons (箭牌)."""

    CHARACTERS = "m"
    """万"""
    BAMBOO = "s"
    """条"""
    DOTS = "p"
    """饼"""
    WIND = "wind"
    DRAGON = "dragon"

    def __repr__(self) -> str:
        return self.name.lower()


_NAMES = tuple(f"{rank}{suit}" for suit in "msp" for rank in range(1, 10)) + tuple("ESWNCFP")
_SUITS = (Suit.CHARACTERS,) * 9 + (Suit.BAMBOO,) * 9 + (Suit.DOTS,) * 9 + (Suit.WIND,) * 4 + (Suit.DRAGON,) * 3


class Tile(int):
    """One kind of tile, a number from 0 to 33: characters, bamboo, dots by rank, then E S W N, then C F P (中发白).

    >>> Tile.named("3m"), Tile.named("3m").suit, Tile.named("3m").rank
    (3m, characters, 3)
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return _NAMES[self]

    __str__ = __repr__

    @staticmethod
    def named(name: str) -> Tile:
        """The tile with this name; KeyError for any other text."""
        return _BY_NAME[name]

    @property
    def suit(self) -> Suit:
        return _SUITS[self]

    @property
    def rank(self) -> int | None:
        """1 to 9; None for honours (字牌)."""
        return self % 9 + 1 if self < FIRST_HONOUR else None

    @property
    def is_honour(self) -> bool:
        return self >= FIRST_HONOUR


COPIES = 4
RANKS = 9
FIRST_HONOUR = 27
TILES = tuple(Tile(number) for number in range(34))
WINDS, DRAGONS = TILES[27:31], TILES[31:34]
SUITED = TILES[:27]
_BY_NAME = {str(tile): tile for tile in TILES}


def tiles(text: str) -> tuple[Tile, ...]:
    """Tiles in short: ranks before their suit, honours by letter.

    >>> tiles("123m5pEC")
    (1m, 2m, 3m, 5p, E, C)
    """
    return tuple(_read(text))


def _read(text: str) -> Iterator[Tile]:
    ranks = ""
    for char in text:
        if char.isdigit():
            ranks += char
        elif char in "msp" and ranks:
            yield from (Tile.named(rank + char) for rank in ranks)
            ranks = ""
        elif not ranks:
            yield Tile.named(char)
        else:
            raise KeyError(ranks + char)
    if ranks:
        raise KeyError(ranks)


def written(some: Iterable[Tile]) -> str:
    """Tiles in short, in the order given.

    >>> written(tiles("1m2m3mE5p"))
    '123mE5p'
    """
    pieces: list[str] = []
    for tile in some:
        name = _NAMES[tile]
        if len(name) == 2 and pieces and len(pieces[-1]) > 1 and pieces[-1][-1] == name[1]:
            pieces[-1] = pieces[-1][:-1] + name
        else:
            pieces.append(name)
    return "".join(pieces)
