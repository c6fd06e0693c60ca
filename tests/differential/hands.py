"""Winning hands by chance: every shape, exposure and situation, and narrow choices of tiles where rare fans are made.

The same random numbers give the same hands. Every hand is possible; how likely it is in a game does not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from mjrules.groups import KNITTED
from mjrules.hand import Hand, Meld, Shape, Situation
from mjrules.tiles import COPIES, FIRST_HONOUR, SUITED, TILES, WINDS, Tile, tiles

HONOURS = TILES[FIRST_HONOUR:]
TERMINALS = tiles("19m19s19p")
ORPHANS = (*TERMINALS, *HONOURS)
FIVES = tiles("5m5s5p")
REVERSIBLE = tiles("1234589p245689sP")
GREEN = tiles("23468sF")
EVEN = tiles("2468m2468s2468p")
GATES = (3, 1, 1, 1, 1, 1, 1, 1, 3)
CHOWS_FROM = ((0, 6), (0, 3, 6), (2, 3, 4), (0, 1, 2, 3), (0, 2, 4, 6), (3,), (1, 4))
"""Where chows begin that make fans together: terminal chows, straights, fives, steps, equal ones, two in a row."""

Parts = tuple[tuple[Meld, ...], list[Tile]]
"""What is declared, and the concealed tiles, the winning one among them."""
TRIES = 200


def random_hands(seed: int, number: int) -> Iterator[Hand]:
    rnd = Random(seed)
    for _ in range(number):
        yield random_hand(rnd)


def random_hand(rnd: Random) -> Hand:
    """One possible hand that wins."""
    while True:
        parts = _shape(rnd)(rnd)
        if parts is not None:
            hand = _won(rnd, *parts)
            if not hand.problems():
                return hand


def _shape(rnd: Random) -> Callable[[Random], Parts | None]:
    shapes = (
        *(_sets_and_pair, _related_chows, _knitted_straight),
        *(_seven_pairs, _honours_and_knitted, _thirteen_orphans, _nine_gates),
    )
    return rnd.choices(shapes, (63, 13, 8, 7, 6, 2, 1))[0]


def _pool(rnd: Random) -> Sequence[Tile]:
    """The tiles a hand is made of; few of them, so that fans meet."""
    suit = _suit(rnd)
    low = rnd.randrange(6)
    pools: tuple[Sequence[Tile], ...] = (
        *(suit, (*suit, *HONOURS), ORPHANS, HONOURS, TILES),
        *(TERMINALS, REVERSIBLE, GREEN, EVEN, tuple(tile for tile in SUITED if low <= tile % 9 <= low + 3)),
    )
    return rnd.choices(pools, (18, 14, 8, 3, 34, 2, 3, 2, 3, 13))[0]


def _suit(rnd: Random) -> tuple[Tile, ...]:
    first = 9 * rnd.randrange(3)
    return SUITED[first : first + 9]


class _Wall:
    """Four copies of each tile to take from."""

    def __init__(self) -> None:
        self._left = [COPIES] * len(TILES)

    def take(self, wanted: Sequence[Tile]) -> bool:
        """Takes these tiles if all of them are there."""
        if any(self._left[tile] < wanted.count(tile) for tile in wanted):
            return False
        for tile in wanted:
            self._left[tile] -= 1
        return True


def _sets_and_pair(rnd: Random, sets: int = 4, wall: _Wall | None = None) -> Parts | None:
    """So many sets and a pair: mostly chows or mostly pungs, more or less of them claimed, with or without kongs."""
    wall, pool = wall or _Wall(), _pool(rnd)
    chows, kongs = rnd.choice((0.0, 0.2, 0.6, 0.9)), rnd.choice((0.0, 0.2, 0.6))
    claimed = rnd.choice((0.0, 0.3, 0.7, 1.0))
    melds: list[Meld] = []
    concealed: list[Tile] = []
    done = 0
    for _ in range(TRIES):
        if done == sets:
            break
        meld = _set(rnd, rnd.choice(pool), chows, kongs)
        if meld is None or not wall.take(meld.tiles):
            continue
        done += 1
        if meld.shape == "kong" or rnd.random() < claimed:
            melds.append(meld)
        else:
            concealed += meld.tiles
    pair = next((tile for tile in rnd.sample(pool, len(pool)) if wall.take((tile, tile))), None)
    if done < sets or pair is None:
        return None
    return tuple(melds), [*concealed, pair, pair]


def _set(rnd: Random, tile: Tile, chows: float, kongs: float) -> Meld | None:
    if rnd.random() < chows:
        return Meld("chow", tile, 1) if tile < FIRST_HONOUR and tile % 9 < 7 else None
    shape: Shape = "kong" if rnd.random() < kongs else "pung"
    return Meld(shape, tile, rnd.choice((None, 1, 5)) if shape == "kong" else 1)


def _related_chows(rnd: Random) -> Parts | None:
    """Four chows that begin on few ranks in few suits, and a pair of fives, of honours, or of anything."""
    wall, suits, begins = _Wall(), rnd.sample((0, 9, 18), rnd.choice((1, 2, 2, 3, 3))), rnd.choice(CHOWS_FROM)
    claimed = rnd.choice((0.0, 0.5, 1.0))
    chows = [Meld("chow", TILES[rnd.choice(suits) + rnd.choice(begins)], 1) for _ in range(4)]
    pair = rnd.choice(rnd.choice((FIVES, HONOURS, TILES)))
    if not all(wall.take(tiles) for tiles in (*(chow.tiles for chow in chows), (pair, pair))):
        return None
    melds = tuple(chows[: sum(rnd.random() < claimed for _ in chows)])
    return melds, [*(tile for chow in chows[len(melds) :] for tile in chow.tiles), pair, pair]


def _knitted_straight(rnd: Random) -> Parts | None:
    wall, knitted = _Wall(), rnd.choice(KNITTED).tiles
    wall.take(knitted)
    parts = _sets_and_pair(rnd, 1, wall)
    return parts and (parts[0], [*knitted, *parts[1]])


def _seven_pairs(rnd: Random) -> Parts | None:
    """Consecutive, or any; four equal tiles are two pairs."""
    if rnd.random() < 0.2:
        first = rnd.randrange(3)
        pairs: Sequence[Tile] = _suit(rnd)[first : first + 7]
    else:
        pool = _pool(rnd)
        pairs = rnd.sample((*pool, *pool), 7)
    return (), [tile for tile in pairs for _ in range(2)]


def _honours_and_knitted(rnd: Random) -> Parts | None:
    knitted = rnd.choice(KNITTED).tiles
    honours = rnd.choice((5, 6, 7))
    return (), [*rnd.sample(knitted, 14 - honours), *rnd.sample(HONOURS, honours)]


def _thirteen_orphans(rnd: Random) -> Parts | None:
    return (), [*ORPHANS, rnd.choice(ORPHANS)]


def _nine_gates(rnd: Random) -> Parts | None:
    suit = _suit(rnd)
    return (), [*(tile for tile, copies in zip(suit, GATES, strict=True) for _ in range(copies)), rnd.choice(suit)]


def _won(rnd: Random, melds: tuple[Meld, ...], concealed: list[Tile]) -> Hand:
    """The same tiles, any of them the last, in any situation; one that contradicts the hand is thrown away later."""
    winning = concealed.pop(rnd.randrange(len(concealed)))
    self_drawn = rnd.random() < 0.5
    kong = rnd.random() < (0.3 if self_drawn else 0.1)
    last_of_kind = rnd.random() < 0.1 and winning not in concealed
    situation = Situation(
        prevalent=rnd.choice(WINDS),
        seat=rnd.choice(WINDS),
        self_drawn=self_drawn,
        # a robbed tile is the last of its kind: nobody can hold a second one
        last_of_kind=last_of_kind or (kong and not self_drawn),
        wall_last=rnd.random() < 0.1,
        kong=kong,
        flowers=rnd.choice((0, 0, 0, 1, 8)),
    )
    return Hand(melds, tuple(concealed), winning, situation)
