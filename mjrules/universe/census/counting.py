"""The counts that are known from elsewhere (``mjrules.universe.known``), counted anew in arrays, without any diagram.

Hands are written out as groups or as tiles; where exchanging suits makes one of another, one stands for its images.
Nothing here uses the definitions of fans: what a hand consists of is read off its tiles.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from math import comb

import numpy as np
from numpy.typing import NDArray

from mjrules.fans.standard import GREEN, HONOURS, SIMPLES
from mjrules.groups import GROUPS, KNITTED, KONG, MELDED
from mjrules.tiles import Tile
from mjrules.universe.arrays.kinds import CHUNK
from mjrules.universe.arrays.waits import divide_with_pair
from mjrules.universe.census import melds, other_forms
from mjrules.universe.census.concealed import Parts, parts
from mjrules.universe.census.declared import pung_bits
from mjrules.universe.census.grouping import Int64, starts_of
from mjrules.universe.census.melds import CHOWS, MELD_WORDS, ONES, SUIT, Words, as_mask, sets, weights, within
from mjrules.universe.census.seven_pairs import area_codes, representatives
from mjrules.universe.known import KNOWN

Truths = NDArray[np.bool_]


def counts() -> dict[str, int]:
    """Every known count by its id, in the order of ``KNOWN``."""
    found = {**of_tiles(), **of_exposed_hands()}
    return {known.id: found[known.id] for known in KNOWN}


# hands of 14 concealed tiles


def of_tiles() -> dict[str, int]:
    """The counts of hands of 14 concealed tiles, as groups and as tiles."""
    standard, pairs, others = _standard(), _pairs(), _other_forms()
    found = standard | pairs | others
    hands = (
        *("standard_hands", "seven_pairs", "thirteen_orphans", "knitted_straights"),
        *("greater_honors_and_knitted", "lesser_honors_and_knitted"),
    )
    found["hands"] = sum(found[one] for one in hands) - found["seven_pairs_standard_too"]
    won = found["standard_hands_won"] + found.pop("only_seven_pairs_won") + found.pop("other_forms_won")
    return found | {"hands_won": won}


@cache
def _divided() -> tuple[Parts, Int64]:
    """Representatives of all standard hands as groups, divisions of the same tiles together, and for how many each
    stands."""
    some = parts(4)
    return some, weights(some.words, some.lopsided).astype(np.int64)


def _standard() -> dict[str, int]:
    some, weight = _divided()
    first = starts_of(some.tiles.astype(np.int64))
    divisions = np.diff(first, append=len(some))
    words, once = some.words[first], weight[first]
    honours = _within(words, HONOURS, outside=True)
    return {
        "sets_of_four_melds": len(sets(4)),
        "standard_arrangements": int(weight.sum()),
        "standard_arrangements_won": int(weight @ _kinds(some.words)),
        "standard_hands": int(once.sum()),
        "standard_hands_one_suit": int(once[_one_suit(words)].sum()) // 3,
        "standard_hands_without_honors": int(once[honours].sum()),
        "standard_hands_divided_often": int(once[divisions > 1].sum()),
        "most_divisions": int(divisions.max()),
        "standard_hands_won": int(once @ _kinds(words)),
    }


def _pairs() -> dict[str, int]:
    words = representatives()
    weight = weights(words, within(words)).astype(np.int64)
    different = ~melds.any_bit(melds.held_four_times(words))
    standard = np.concatenate(
        [
            divide_with_pair(area_codes(melds.counts(words[start : start + CHUNK])))
            for start in range(0, len(words), CHUNK)
        ]
    )
    return {
        "seven_pairs": int(weight.sum()),
        "seven_different_pairs": int(weight[different].sum()),
        "seven_pairs_standard_too": int(weight[standard].sum()),
        "only_seven_pairs_won": int((weight * ~standard) @ _kinds(words)),
    }


def _other_forms() -> dict[str, int]:
    declared = (MELDED | KONG).members
    straights = [groups for groups in other_forms.arranged("knitted") if declared.isdisjoint(groups)]
    orphans, knitted = (other_forms.arranged(form) for form in ("thirteen_orphans", "honors_and_knitted"))
    honours = [sum(tile in HONOURS for tile in _tiles(groups)) for groups in knitted]
    kinds = (len({*_tiles(groups)}) for groups in straights * len(KNITTED) + orphans + knitted)
    return {
        "thirteen_orphans": len(orphans),
        "knitted_straights": len(straights) * len(KNITTED),
        "greater_honors_and_knitted": honours.count(7),
        "lesser_honors_and_knitted": len(knitted) - honours.count(7),
        "knitted_straight_and_honors": honours.count(5),
        "other_forms_won": sum(kinds),
    }


def _tiles(groups: Iterable[int]) -> Iterator[Tile]:
    return (tile for group in groups for tile in GROUPS[group].tiles)


# standard hands with every exposure


def of_exposed_hands() -> dict[str, int]:
    """The counts of standard hands whose melds are declared or not, declared pungs being kongs or not."""
    some, weight = _divided()
    found: dict[str, int] = {}
    for start in range(0, len(some), CHUNK):
        piece = slice(start, start + CHUNK)
        for name, number in _Exposed(some.take(piece), weight[piece]).counts():
            found[name] = found.get(name, 0) + number
    found["exposed_arrangements_won_either_way"] = 2 * found["exposed_arrangements_won"]
    return found


class _Exposed:
    """Some hands with every choice of melds that are declared; of equal melds the first ones are."""

    def __init__(self, some: Parts, weight: Int64) -> None:
        self.melds = sets(4).melds[some.sets]
        self.words, self.weight = some.words, weight
        fourth = as_mask(melds.held_four_times(some.words))[:, None]
        pungs = pung_bits(self.melds)
        self.may_be_kong = (pungs != 0) & (pungs & fourth == 0)
        self.equal = self.melds[:, 1:] == self.melds[:, :-1]
        no_chow = ~np.any(self.melds < CHOWS, axis=1)
        self.fans = {
            "all_pungs": no_chow,
            "no_honors": _within(some.words, HONOURS, outside=True),
            "all_simples": _within(some.words, SIMPLES),
            "full_flush": _one_suit(some.words),
            "all_green": _within(some.words, GREEN),
        }

    def counts(self) -> Iterator[tuple[str, int]]:
        kongs = self.may_be_kong.sum(axis=1)
        yield "standard_arrangements_with_kongs", int(self.weight @ 2**kongs)
        for declared in product((False, True), repeat=4):
            yield from self._declared(np.array(declared))

    def _declared(self, declared: Truths) -> Iterator[tuple[str, int]]:
        """With these columns declared."""
        once = ~np.any(self.equal & (declared[1:] & ~declared[:-1]), axis=1)
        kongs = (self.may_be_kong & declared).sum(axis=1)
        arranged = self.weight * once
        each = arranged * 3**kongs
        concealed = self.words - MELD_WORDS[self.melds[:, declared]].sum(axis=1, dtype=np.uint64)
        kinds = _kinds(concealed)
        yield "exposed_arrangements", int(each.sum())
        yield "exposed_states", int(each @ self._places(declared))
        yield "exposed_arrangements_won", int(each @ kinds)
        for fan, true in self.fans.items():
            yield f"won.{fan}", int((each * true) @ kinds)
        for name, number in (("three_kongs", 3), ("four_kongs", 4)):
            ways = np.array([comb(there, number) * 2**number for there in range(5)])[kongs]
            yield f"won.{name}", int((arranged * ways) @ kinds)
        if declared.all():
            yield "won.four_claimed", int((arranged * 2**kongs) @ kinds)

    def _places(self, declared: Truths) -> Int64:
        """How many places the winning tile may have: one in the pair and in each pung, three in each chow."""
        number = np.ones(len(self.melds), np.int64)
        for column in np.flatnonzero(~declared):
            place = np.where(self.melds[:, column] < CHOWS, 3, 1)
            if column and not declared[column - 1]:
                place[self.equal[:, column - 1]] = 0
            number += place
        return number


# tiles


def _kinds(words: Words) -> Int64:
    """How many kinds of tiles there are."""
    there = (words | words >> np.uint64(1) | words >> np.uint64(2)) & ONES
    number: Int64 = np.bitwise_count(there).sum(axis=1, dtype=np.int64)
    return number


def _one_suit(words: Words) -> Truths:
    suits = np.stack([words[:, 0] & SUIT, words[:, 1], words[:, 2]])
    only_one: Truths = (words[:, 0] <= SUIT) & ((suits != 0).sum(axis=0) == 1)
    return only_one


def _within(words: Words, tiles: Sequence[Tile], *, outside: bool = False) -> Truths:
    """Whether all tiles are among these, or none."""
    field = melds.words_of(tuple(tiles)) * np.uint64(15)
    return ~melds.any_bit(words & (field if outside else ~field))
