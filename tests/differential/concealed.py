"""Every concealed winning hand, from the copies of its tiles alone: one of each class of hands that differ by
an exchange of suits.

A hand of 14 tiles is a row of four codes, of the suits m, s, p and of the honours: the copies of its tiles as digits of
base 5, rank 1 (or E) the last digit. Nothing here is taken from the engines that count and score: what divides into
sets and a pair is found by putting sets and a pair together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations, product
from operator import mul

import numpy as np
from numpy.typing import NDArray

from mjrules.fans.standard import GREEN, HONOURS, ORPHANS, REVERSIBLE
from mjrules.groups import KNITTED
from mjrules.tiles import COPIES, FIRST_HONOUR, RANKS, TILES, Tile

Codes = NDArray[np.int32]
Counts = NDArray[np.uint8]
"""Copies of each tile of a suit, of the honours, or of all."""
BySize = Mapping[int, Codes]
"""Codes of one suit or of the honours by how many tiles they have."""

HAND = 14
AREAS = (*(slice(first, first + RANKS) for first in range(0, FIRST_HONOUR, RANKS)), slice(FIRST_HONOUR, len(TILES)))
"""Where the tiles of each suit and the honours lie among all."""
BASE = COPIES + 1
POWERS = BASE ** np.arange(RANKS, dtype=np.int32)
ORDERS = tuple(permutations(range(3)))
"""How suits may be exchanged."""
LOPSIDED = (GREEN, REVERSIBLE)
"""The tiles of the fans that ask for other ranks in one suit than in another: 绿一色, 推不倒."""


@dataclass(frozen=True)
class Classes:
    """Hands of one form, one of each class. ``codes`` has a row a hand, ``weight`` how many hands that one stands for;
    ``hands`` is how many there are, counted without classes. A hand of sets that is seven pairs too is standard."""

    form: str
    codes: Codes
    weight: Counts
    hands: int


@cache
def every() -> tuple[Classes, ...]:
    """All winning hands by forms; made in some seconds."""
    return tuple(_classes(form, number, falling) for form, number, falling in _forms())


def _forms() -> Iterator[tuple[str, int, Codes]]:
    """Each form: how many hands, and those whose codes fall from suit to suit."""
    suit, honours = _sets_and_pair(RANKS, chows=True), _sets_and_pair(len(HONOURS), chows=False)
    yield "standard", *_joined(suit, honours, one_pair=True)
    both = _only_even(suit), _only_even(honours)
    overlap, shared = _joined(*both, one_pair=True)
    pairs, falling = _joined(_pairs(RANKS), _pairs(len(HONOURS)))
    yield "seven_pairs", pairs - overlap, _without(falling, shared)
    for form, hands in (("knitted", _knitted()), ("honors_and_knitted", _singles()), ("thirteen_orphans", _orphans())):
        codes = codes_of(np.unique(np.array([*hands], np.uint8), axis=0))
        yield form, len(codes), codes[(codes[:, 0] >= codes[:, 1]) & (codes[:, 1] >= codes[:, 2])]


# codes


def digits(codes: Codes, ranks: int = RANKS) -> Counts:
    """The copies by rank that codes stand for, a row each."""
    return (codes[:, None] // POWERS[:ranks] % BASE).astype(np.uint8)


def counts_of(codes: Codes) -> Counts:
    """The copies of all 34 tiles in each hand."""
    return np.hstack([digits(codes[:, area], own.stop - own.start) for area, own in enumerate(AREAS)])


def codes_of(counts: Counts) -> Codes:
    """The four codes of each hand."""
    return np.stack([counts[:, own] @ POWERS[: own.stop - own.start] for own in AREAS], axis=1).astype(np.int32)


# sets and a pair


def _sets_and_pair(ranks: int, *, chows: bool) -> BySize:
    """What is up to four sets, with a pair or without: 3 tiles a set, 2 more with a pair."""
    one = np.eye(ranks, dtype=np.uint8)
    sets = np.vstack([3 * one, one[:-2] + one[1:-1] + one[2:]]) if chows else 3 * one
    found = {0: np.zeros(1, np.int32)}
    for tiles in (3, 6, 9, 12):
        found[tiles] = _with_one_of(found[tiles - 3], sets)
    return found | {tiles + 2: _with_one_of(codes, 2 * one) for tiles, codes in found.items()}


def _with_one_of(codes: Codes, groups: Counts) -> Codes:
    """Each code with each group added to it, where no tile comes five times."""
    ranks = groups.shape[1]
    sums = (digits(codes, ranks)[:, None] + groups).reshape(-1, ranks)
    possible = sums[(sums <= COPIES).all(axis=1)]
    return np.unique(possible @ POWERS[:ranks])


def _pairs(ranks: int) -> BySize:
    """What is pairs, equal ones too, by how many tiles it has."""
    all_codes = np.array([*product((0, 2, 4), repeat=ranks)], np.int32) @ POWERS[:ranks]
    size = digits(all_codes, ranks).sum(axis=1)
    return {tiles: all_codes[size == tiles] for tiles in range(0, HAND + 1, 2)}


def _only_even(some: BySize) -> BySize:
    """Of these what could be pairs."""
    return {tiles: codes[(digits(codes) % 2 == 0).all(axis=1)] for tiles, codes in some.items()}


def _joined(suit: BySize, honours: BySize, *, one_pair: bool = False) -> tuple[int, Codes]:
    """Three suits and honours that make 14 tiles: how many hands, and those whose codes fall from suit to suit."""
    number, found = 0, []
    for sizes in product(suit, suit, suit, honours):
        if sum(sizes) == HAND and (not one_pair or sum(size % 3 == 2 for size in sizes) == 1):
            first, second, third, fourth = (*(suit[size] for size in sizes[:3]), honours[sizes[3]])
            number += len(first) * len(second) * len(third) * len(fourth)
            found.append(_falling(first, second, third, fourth))
    return number, np.vstack(found)


def _falling(*areas: Codes) -> Codes:
    """All ways to take one code of each whose first three do not rise."""
    first, second, third, fourth = np.ix_(*areas)
    falls = (first >= second) & (second >= third) & (fourth >= 0)
    return np.stack([codes[index] for codes, index in zip(areas, np.nonzero(falls), strict=True)], axis=1)


def _without(some: Codes, others: Codes) -> Codes:
    """Rows that are not among the others."""
    barred = {*map(tuple, others.tolist())}
    suspects = np.flatnonzero(np.isin(some, others).all(axis=1))
    gone = [row for row in suspects.tolist() if tuple(some[row].tolist()) in barred]
    return np.delete(some, gone, axis=0)


# the other forms, few enough to be written out


def _row(tiles: Iterable[Tile]) -> Counts:
    return np.bincount([*tiles], minlength=len(TILES)).astype(np.uint8)


def _knitted() -> Iterator[Counts]:
    """A knitted straight, a set, and a pair."""
    chows = [TILES[tile : tile + 3] for tile in TILES[:FIRST_HONOUR] if tile % RANKS < RANKS - 2]
    sets = [*chows, *((tile,) * 3 for tile in TILES)]
    for knitted, group, pair in product(KNITTED, sets, TILES):
        row = _row((*knitted.tiles, *group, pair, pair))
        if row.max() <= COPIES:
            yield row


def _singles() -> Iterator[Counts]:
    """Fourteen different tiles: honours, and tiles of one knitted straight."""
    for knitted in KNITTED:
        yield from map(_row, combinations((*knitted.tiles, *HONOURS), HAND))


def _orphans() -> Iterator[Counts]:
    """Every terminal and honour, one of them twice."""
    yield from (_row((*ORPHANS, tile)) for tile in ORPHANS)


# classes


def _classes(form: str, hands: int, falling: Codes) -> Classes:
    """With every hand of a class written out where a fan may tell suits apart."""
    apart = _lopsided(falling)
    alike = falling[~apart]
    written = images(falling[apart])
    weight = np.concatenate([weights(alike), np.ones(len(written), np.uint8)])
    return Classes(form, np.vstack([alike, written]), weight, hands)


def weights(falling: Codes) -> Counts:
    """How many different hands an exchange of suits makes of each."""
    equal = (falling[:, :2] == falling[:, 1:3]).sum(axis=1)
    found: Counts = np.array([6, 3, 1], np.uint8)[equal]
    return found


def images(codes: Codes) -> Codes:
    """All different hands that an exchange of suits makes of these."""
    return np.unique(np.vstack([codes[:, (*order, 3)] for order in ORDERS]), axis=0)


def _lopsided(codes: Codes) -> NDArray[np.bool_]:
    """Hands that, their suits exchanged or not, have only tiles of a fan that tells suits apart."""
    found = np.zeros(len(codes), np.bool_)
    for tiles in LOPSIDED:
        suits = [_made_of(tiles, area) for area in range(3)]
        honours = _made_of(tiles, 3)[codes[:, 3]]
        for order in ORDERS:
            columns = [suits[area][codes[:, column]] for column, area in enumerate(order)]
            found |= columns[0] & columns[1] & columns[2] & honours
    return found


@cache
def _made_of(tiles: Sequence[Tile], area: int) -> NDArray[np.bool_]:
    """By code, whether a suit (or the honours) has no other tiles than these."""
    own = TILES[AREAS[area]]
    powers = [power for power, tile in zip(POWERS.tolist(), own, strict=False) if tile in tiles]
    made = np.zeros(BASE ** len(own), np.bool_)
    made[[sum(map(mul, copies, powers)) for copies in product(range(BASE), repeat=len(powers))]] = True
    return made
