"""Tiles drawn: our own pictures as SVG, made once as symbols and used wherever a hand is shown.

A face is 30 × 40 units. Suits differ by shape and colour, so that they are told apart at text size and without colour:
characters have a numeral over 万, bamboo upright sticks, dots rings. Colours are variables of the style sheet, for
light and dark (``--tile-*``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby

from mjrules.hand import Hand, Meld
from mjrules.tiles import FIRST_HONOUR, TILES, Suit, Tile

WIDTH, HEIGHT = 30, 40
_NUMERALS = "一二三四五六七八九"
_HONOURS = dict(zip(TILES[FIRST_HONOUR:-1], "东南西北中發", strict=True))

_LEFT, _MIDDLE, _RIGHT = 8, 15, 22
_DOTS: dict[int, Sequence[tuple[float, float]]] = {
    1: ((_MIDDLE, 20),),
    2: ((_MIDDLE, 11), (_MIDDLE, 29)),
    3: ((_LEFT, 9), (_MIDDLE, 20), (_RIGHT, 31)),
    4: ((_LEFT, 11), (_RIGHT, 11), (_LEFT, 29), (_RIGHT, 29)),
    5: ((_LEFT, 9), (_RIGHT, 9), (_MIDDLE, 20), (_LEFT, 31), (_RIGHT, 31)),
    6: ((_LEFT, 9), (_RIGHT, 9), (_LEFT, 20), (_RIGHT, 20), (_LEFT, 31), (_RIGHT, 31)),
    7: ((7, 7), (_MIDDLE, 11), (23, 15), (_LEFT, 24), (_RIGHT, 24), (_LEFT, 33), (_RIGHT, 33)),
    8: tuple((x, y) for y in (7, 15.7, 24.3, 33) for x in (_LEFT, _RIGHT)),
    9: tuple((x, y) for y in (8, 20, 32) for x in (6.5, _MIDDLE, 23.5)),
}
_STICKS: dict[int, Sequence[tuple[float, float]]] = {
    2: ((_MIDDLE, 11), (_MIDDLE, 29)),
    3: ((_MIDDLE, 11), (_LEFT, 29), (_RIGHT, 29)),
    4: ((_LEFT, 11), (_RIGHT, 11), (_LEFT, 29), (_RIGHT, 29)),
    5: ((_LEFT, 11), (_RIGHT, 11), (_MIDDLE, 20), (_LEFT, 29), (_RIGHT, 29)),
    6: tuple((x, y) for y in (11, 29) for x in (7, _MIDDLE, 23)),
    7: ((_MIDDLE, 7.5), *((x, y) for y in (20, 32.5) for x in (7, _MIDDLE, 23))),
    8: tuple((x, y) for y in (11, 29) for x in (5.5, 11.8, 18.2, 24.5)),
    9: tuple((x, y) for y in (7.5, 20, 32.5) for x in (7, _MIDDLE, 23)),
}
_SPARROW = (
    '<path class="red" d="M9 13a5 5 0 1 1 9 3l6 9-7-2-3 6-2-7c-4-1-6-4-6-9z"/>'
    '<path class="green" d="M5 12l5-2v4zM14 29l-1 6h2l2-7zM24 25l3 8-7-6z"/>'
    '<circle cx="12" cy="11" r="1.1" class="face"/>'
)


def symbols() -> str:
    """All faces and the back as ``<symbol id="tile-3m">``, in one hidden ``<svg>``; put once into a page."""
    drawn = "".join(
        f'<symbol id="tile-{name}" viewBox="0 0 {WIDTH} {HEIGHT}">{_BODY}{face}</symbol>' for name, face in _faces()
    )
    return f'<svg class="faces" width="0" height="0" aria-hidden="true"><defs>{drawn}</defs></svg>'


_BODY = f'<rect class="body" x=".75" y=".75" width="{WIDTH - 1.5}" height="{HEIGHT - 1.5}" rx="4"/>'


def _faces() -> Iterator[tuple[str, str]]:
    for tile in TILES:
        yield str(tile), _face(tile)
    yield "back", '<rect class="reverse" x="4" y="4" width="22" height="32" rx="2.5"/>'


def _face(tile: Tile) -> str:
    rank = tile.rank or 0
    match tile.suit:
        case Suit.CHARACTERS:
            return _sign(_NUMERALS[rank - 1], 17.5, 18, "ink") + _sign("万", 36, 16, "red")
        case Suit.DOTS:
            return "".join(_dot(rank, at, place) for place, at in enumerate(_DOTS[rank]))
        case Suit.BAMBOO:
            return _SPARROW if rank == 1 else "".join(_stick(rank, at, n) for n, at in enumerate(_STICKS[rank]))
        case _:
            return _honour(tile)


def _sign(sign: str, baseline: float, size: int, colour: str) -> str:
    return f'<text class="{colour} tile-sign" x="{WIDTH / 2}" y="{baseline}" font-size="{size}">{sign}</text>'


def _dot(rank: int, at: tuple[float, float], place: int) -> str:
    x, y = at
    radius = {1: 10.0, 2: 6.5, 7: 4.0, 8: 3.9, 9: 3.6}.get(rank, 4.6)
    colour = "red" if rank == 1 or (rank in (5, 3, 9) and place in _MIDDLES[rank]) else "blue"
    ring = f'<circle class="{colour} ring" cx="{x:g}" cy="{y:g}" r="{radius:g}"/>'
    return f'{ring}<circle class="{colour}" cx="{x:g}" cy="{y:g}" r="{radius * 0.35:.2g}"/>'


_MIDDLES = {3: (1,), 5: (2,), 9: (3, 4, 5)}
"""The dots of a row in the middle, which are red."""


def _stick(rank: int, at: tuple[float, float], place: int) -> str:
    x, y = at
    half = {5: 6.0, 7: 4.4, 9: 4.4}.get(rank, 6.8)
    red = (rank, place) in ((5, 2), (7, 0), (9, 1), (9, 4), (9, 7))
    return (
        f'<path class="{"red" if red else "green"} stick" d="M{x:g} {y - half:g}v{2 * half:g}"/>'
        f'<path class="joint" d="M{x - 2:g} {y:g}h4"/>'
    )


def _honour(tile: Tile) -> str:
    if tile not in _HONOURS:  # the white dragon: an empty frame
        return '<rect class="blue frame" x="6" y="7" width="18" height="26" rx="1.5"/>'
    colour = {"中": "red", "發": "green"}.get(_HONOURS[tile], "ink")
    return _sign(_HONOURS[tile], 28, 22, colour)


# hands


def hand_svg(hand: Hand, label: str) -> str:
    """A hand as a row of tiles: declared groups apart, concealed kongs with their ends turned over, the winning tile
    apart and marked. ``label`` is what a screen reader says."""
    parts = [_group(_faces_of(meld), "meld" if meld.melded else "own") for meld in hand.melds]
    for _, tiles in groupby(hand.concealed, key=lambda tile: "" if tile.is_honour else str(tile.suit)):
        parts.append(_group([str(tile) for tile in tiles], "own"))
    if hand.winning is not None:
        parts.append(_group([str(hand.winning)], "won"))
    return f'<span class="hand" role="img" aria-label="{escape(label)}">{"".join(parts)}</span>'


def _faces_of(meld: Meld) -> list[str]:
    faces = [str(tile) for tile in meld.tiles]
    return faces if meld.melded else ["back", *faces[1:-1], "back"]


def _group(faces: Sequence[str], kind: str) -> str:
    tiles = "".join(f'<svg><use href="#tile-{face}"/></svg>' for face in faces)
    return f'<span class="{kind}">{tiles}</span>'
