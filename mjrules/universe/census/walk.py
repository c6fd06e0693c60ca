"""Every standard state, by concealed and declared part; states of one kind are counted together.

Kongs are not walked: a declared pung whose fourth tile is nowhere in the hand may be a claimed or a concealed kong as
well, and that is multiplied out when the census is used. Only where a kong would use up the one other tile that could
have won are the kongs chosen here. Suits are exchanged: of the hands that become each other one stands for all
(``melds.weights``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np
from numpy.typing import NDArray

from mjrules.tiles import COPIES, TILES
from mjrules.universe.census import divided, seven_pairs, told
from mjrules.universe.census.concealed import Parts, TileMask, parts, places
from mjrules.universe.census.declared import Declared, declared, pung_bits
from mjrules.universe.census.examples import (
    CHOICES,
    CLAIMED_KONG,
    CONCEALED_KONG,
    EXPANDABLE,
    PAIR_COLUMN,
    PUNG,
    Standard,
)
from mjrules.universe.census.grouping import NOWHERE, Found, Int64, Kinds, Mixed, merged_mixed, runs, spread, starts_of
from mjrules.universe.census.melds import (
    ONES,
    any_bit,
    as_mask,
    held_four_times,
    joined,
    possible,
    sets,
    weights,
)

Index = NDArray[np.intp]

PAIRS_A_BATCH = 400_000
"""Concealed with declared parts looked at together, before the impossible ones and those that others stand for go."""

# The wait: which other tiles would have won, by what rulings may say of them.
NOT_ASKED = 0
"""No definition asks for it."""
OTHER = 1
"""Another tile of which copies are left: no sole wait under any ruling."""
SOLE = 2
"""None: a sole wait under every ruling."""
USED_UP = 5
"""Only tiles of which the hand holds all four: a sole wait where those do not count."""
# SOLE and USED_UP are followed by the same where another tile would have made seven pairs (``Places.seven_pairs``).

BITS = {"tiles": divided.BITS, "exposure": 10, "win": 3, "wait": 4, "copies": 3, "one_suit": 2}
"""What a key is put together of."""
_ROW_BITS = 22


def batches() -> Iterator[tuple[Parts, Declared]]:
    """All hands, cut into pieces of which each holds all readings of its hands."""
    for size in range(5):
        some, others = parts(4 - size), declared(size)
        kept = 1 if size else 6  # of concealed hands only the representatives are there, of others one in six or so
        for piece in some.slices(max(1, PAIRS_A_BATCH // (kept * len(others)))):
            yield some.take(piece), others


@dataclass(frozen=True)
class States:
    """States of a batch: the hand (a row of the batch), the place (a row of its ``places``), the choice of kongs by
    declared melds (EXPANDABLE: none is made), the key of the kind."""

    hand: Index
    place: Index
    kongs: NDArray[np.uint8]
    key: Int64

    def take(self, index: Index) -> States:
        return States(self.hand[index], self.place[index], self.kongs[index], self.key[index])


class Batch:
    """Concealed and declared parts, each with each; the hands they make are rows in the order of their numbers,
    so that the first row of a kind is its example.

    ``kinds`` are those of the hands (``divided.kinds``), ``pairs`` the hands of seven pairs that may be among them."""

    def __init__(self, some: Parts, others: Declared, kinds: NDArray[np.int32], pairs: seven_pairs.Hands) -> None:
        self.parts, self.others, self.kinds, self.pairs = some, others, kinds, pairs
        words = (some.words[:, None] + others.words[None]).reshape(-1, 3)
        weight = weights(words, (some.lopsided[:, None] & others.lopsided[None]).ravel())
        weight[~possible(words)] = 0
        keep = np.flatnonzero(weight)
        part, declared = np.divmod(keep, len(others))
        four_melds = joined(some.size)[some.sets[part], others.sets[declared]]
        hand = four_melds.astype(np.int64) * len(TILES) + some.pair[part]
        columns = _columns(sets(4).melds[four_melds], others.melds[declared])
        order = np.lexsort(((1 << columns).sum(axis=1), hand))
        self.hand, self.part, self.declared, self.columns = hand[order], part[order], declared[order], columns[order]
        self.weight = weight[keep[order]].astype(np.int64)
        self.four = as_mask(held_four_times(words[keep[order]]))
        self.may_be_kongs = others.pungs[self.declared] & ~self.four
        self.places = places(some)

    def found(self) -> Found:
        """The states by kind, and the won hands."""
        rows = self.rows()
        kinds = self._by_kind(rows)
        return Found(kinds, self._mixed(rows, kinds))

    # rows

    def rows(self) -> States:
        """Every hand with every place of its winning tile; where the wait hangs on kongs, with every choice of them."""
        hand, place = self._with_places()
        others = self.places.others[place]
        left = others & ~self.four[hand]
        by_kongs = (left != 0) & ((left & ~self.may_be_kongs[hand]) == 0) & self._matters(hand, place)
        wait = np.where(others == 0, SOLE, USED_UP).astype(np.int64) + self.places.seven_pairs[place]
        wait[left != 0] = OTHER
        open_kongs = np.flatnonzero(~by_kongs)
        pieces = [self._open(hand[open_kongs], place[open_kongs], wait[open_kongs])]
        rest = np.flatnonzero(by_kongs)
        if len(rest):
            chosen = _together(self._chosen(hand[rest], place[rest], left[rest]))
            pieces.append(chosen.take(np.argsort(self.numbers(chosen))))
        return _together(pieces)

    def _matters(self, hand: Index, place: Index) -> NDArray[np.bool_]:
        """Whether anything asks for the wait of a state, or of another state of the same won hand."""
        asked = np.array([win.waits for win in told.wins().classes])
        return asked[self.places.win[place]] | self._may_be_mixed(hand, place)

    def _with_places(self) -> tuple[Index, Index]:
        hand, place = spread(self.places.number[self.part])
        return hand, place + self.places.starts[self.part[hand]]

    def _open(self, hand: Index, place: Index, wait: Index) -> States:
        size, pungs = self.others.size, self.others.number[self.declared].astype(np.int64)
        exposure = (size * 5 + pungs) * 5 + np.bitwise_count(self.may_be_kongs)
        kongs = np.full(len(hand), EXPANDABLE, np.uint8)
        return States(hand, place, kongs, self._keys(hand, place, wait, exposure[hand]))

    def _chosen(self, hand: Index, place: Index, left: TileMask) -> Iterator[States]:
        """The rows with each choice of kongs that is possible; ``left`` are the other tiles that kongs may use up."""
        pungs = pung_bits(self.others.melds[self.declared[hand]])
        possible_kongs = (pungs & self.may_be_kongs[hand][:, None]) != 0
        pungs_declared = self.others.number[self.declared[hand]]
        size = pungs.shape[1]
        for digits in product(range(3), repeat=size):
            chosen = np.array(digits)
            some = np.flatnonzero((possible_kongs | (chosen == PUNG)).all(axis=1))
            kongs = np.bitwise_or.reduce(pungs[some] * (chosen != PUNG), axis=1)
            wait = np.where(left[some] & ~kongs == 0, USED_UP, OTHER)
            numbers = (chosen == CLAIMED_KONG).sum() * 5 + (chosen == CONCEALED_KONG).sum()
            exposure = _FIRST_CHOSEN + (size * 5 + pungs_declared[some].astype(np.int64)) * 25 + numbers
            code = np.full(len(some), (chosen * 3 ** np.arange(size)).sum(), np.uint8)
            yield States(hand[some], place[some], code, self._keys(hand[some], place[some], wait, exposure))

    def _keys(self, hand: Index, place: Index, wait: Index, exposure: Int64) -> Int64:
        """The keys of kinds."""
        of_place = self.places
        four_melds, pair = np.divmod(self.hand, len(TILES))
        shown = self.others.counts[self.declared[hand], of_place.tile[place]]
        asked = _ASKED[of_place.win[place], wait]
        fields: dict[str, NDArray[np.integer]] = {
            "tiles": self.kinds[four_melds, pair][hand],
            "exposure": exposure,
            "win": asked >> BITS["wait"],
            "wait": asked & (1 << BITS["wait"]) - 1,
            "copies": _COPIES[of_place.hidden[place], shown],
            "one_suit": of_place.one_suit[place],
        }
        key = np.zeros(len(hand), np.int64)
        for name, bits in BITS.items():
            key <<= bits
            key |= fields[name]
        return key

    # kinds

    def _by_kind(self, rows: States) -> Kinds:
        """The kinds with how many states they have; ``alone`` counts the won hands that have one reading only."""
        if len(rows.key) >> _ROW_BITS:
            raise AssertionError(f"{len(rows.key)} rows in a batch; there is place for {1 << _ROW_BITS}")
        packed = np.sort(rows.key << _ROW_BITS | np.arange(len(rows.key)))
        row = packed & (1 << _ROW_BITS) - 1
        key = packed >> _ROW_BITS
        starts = starts_of(key)
        weight = self.weight[rows.hand[row]]
        alone = ~self._may_be_mixed(rows.hand[row], rows.place[row])
        first_alone = np.minimum.reduceat(np.where(alone, row, len(row)), starts)
        there = np.flatnonzero(first_alone < len(row))
        alone_example = np.full(len(starts), NOWHERE)
        alone_example[there] = self.numbers(rows.take(first_alone[there]))
        return Kinds(
            key[starts],
            np.add.reduceat(weight, starts),
            self.numbers(rows.take(row[starts])),
            np.add.reduceat(weight * alone, starts),
            alone_example,
        )

    def _may_be_mixed(self, hand: Index, place: Index) -> NDArray[np.bool_]:
        """Whether the same tile may have completed another group, or the same tiles have another reading."""
        part = self.part[hand]
        found: NDArray[np.bool_] = self.places.doubtful[place] | (self.parts.several | self._pairs)[part]
        return found

    @cached_property
    def _pairs(self) -> NDArray[np.bool_]:
        """Which concealed parts are seven pairs too."""
        return ~any_bit(self.parts.words & ONES) & np.bool_(self.parts.size == 4)

    # won hands of several kinds

    def _mixed(self, rows: States, kinds: Kinds) -> dict[int, Mixed]:
        """The won hands whose readings are of several kinds; those of one kind are added to ``kinds.alone``."""
        some = np.flatnonzero(self._may_be_mixed(rows.hand, rows.place))
        kind = np.searchsorted(kinds.key, rows.key[some])
        packed = self._won_hand(rows.take(some)) << _ROW_BITS | kind
        order, starts = runs(packed)
        hand, kind, row = packed[order] >> _ROW_BITS, kind[order], some[order]
        of_hand = starts_of(hand)
        first = np.minimum.reduceat(row, of_hand) if len(row) else row
        kind = kind[starts]
        at = np.searchsorted(starts, of_hand)
        return self._by_number(rows, kinds, kind, at, first)

    def _won_hand(self, rows: States) -> Int64:
        """A number for concealed tiles, declared groups and winning tile."""
        part = self.part[rows.hand]
        number = (self.parts.tiles[part] - self.parts.tiles[0]).astype(np.int64)
        number = number * len(self.others) + self.declared[rows.hand]
        number = number * len(TILES) + self.places.tile[rows.place]
        kongs = np.where(rows.kongs == EXPANDABLE, CHOICES, rows.kongs).astype(np.int64)
        won: Int64 = number * (CHOICES + 1) + kongs
        return won

    def _by_number(self, rows: States, kinds: Kinds, kind: Index, at: Index, first: Index) -> dict[int, Mixed]:
        """Won hands by how many kinds they are of: the kinds of hand ``i`` stand from ``at[i]`` on, ``first[i]`` is its
        first row."""
        number = np.diff(at, append=len(kind))
        rows = rows.take(first)
        pairs = self._pairs[self.part[rows.hand]]
        weight, example = self.weight[rows.hand], self.numbers(rows)
        alone = np.flatnonzero((number == 1) & ~pairs)
        np.add.at(kinds.alone, kind[at[alone]], weight[alone])
        np.minimum.at(kinds.alone_example, kind[at[alone]], example[alone])
        found: dict[int, list[Mixed]] = {}
        for size, too in product(np.unique(number).tolist(), (False, True)):
            some = np.flatnonzero((number == size) & (pairs == too))
            if size + too > 1 and len(some):
                members = kinds.key[kind[at[some][:, None] + np.arange(size)]]
                if too:
                    members = np.column_stack([members, self._keys_of_pairs(rows.take(some))])
                found.setdefault(size + too, []).append(Mixed(members, weight[some], example[some]))
        return {size: merged_mixed(parts) for size, parts in found.items()}

    def _keys_of_pairs(self, rows: States) -> Int64:
        part = self.part[rows.hand]
        return self.pairs.keys(self.parts.words[part], self.places.tile[rows.place])

    # examples

    def numbers(self, rows: States) -> Int64:
        """The numbers of these states (``examples``)."""
        every = np.arange(len(rows.hand))
        declared = np.zeros((len(every), 4), np.bool_)
        kongs = np.zeros(len(every), np.int64)
        for place, column in enumerate(self.columns[rows.hand].T):
            declared[every, column] = True
            kongs += rows.kongs.astype(np.int64) // 3**place % 3 * 3**column
        concealed = np.argsort(declared, axis=1, kind="stable")
        column = self.places.column[rows.place]
        pair = column == self.parts.size
        column = np.where(pair, PAIR_COLUMN, concealed[every, np.where(pair, 0, column)])
        kongs[rows.kongs == EXPANDABLE] = EXPANDABLE
        at = self.places.at[rows.place]
        hand = self.hand[rows.hand]
        return Standard(hand, declared, column.astype(np.uint8), at, kongs.astype(np.uint8)).numbers()


def _columns(melds: NDArray[np.uint8], declared: NDArray[np.uint8]) -> Index:
    """In which columns of the melds the declared ones are; of equal ones in the first."""
    taken = np.zeros(melds.shape, np.bool_)
    columns = np.zeros(declared.shape, np.intp)
    for place, meld in enumerate(declared.T):
        columns[:, place] = np.argmax((melds == meld[:, None]) & ~taken, axis=1)
        taken[np.arange(len(melds)), columns[:, place]] = True
    return columns


def _together(pieces: Iterable[States]) -> States:
    columns = zip(*((each.hand, each.place, each.kongs, each.key) for each in pieces), strict=True)
    hand, place, kongs, key = map(np.concatenate, columns)
    return States(hand, place, kongs, key)


_FIRST_CHOSEN = 5**3
"""Exposures with kongs chosen are numbered from here: melds, pungs, claimed and concealed kongs as digits of base 5."""


def _copies() -> NDArray[np.int64]:
    """What questions may ask about the other copies of the winning tile, by how many are hidden and how many shown:
    none; some or all three in melded groups only; some hidden, all three or not."""
    table = np.zeros((COPIES, COPIES + 1), np.int64)
    for hidden, shown in np.ndindex(*table.shape):
        three = hidden + shown == COPIES - 1
        table[hidden, shown] = (3 + three if hidden else 1 + three) if hidden + shown else 0
    return table


def _asked() -> NDArray[np.int64]:
    """Class of the win and wait, as far as anything asks for them, by class and wait."""
    wins = told.wins()
    if len(wins.classes) >> BITS["win"] or len(told.one_suit()) > BITS["one_suit"]:
        raise AssertionError("definitions ask for more about the winning tile than a key has place for")
    table = np.zeros((len(wins.classes), 1 << BITS["wait"]), np.int64)
    for win, wait in np.ndindex(*table.shape):
        left = wins.without_wait[win] if wait == OTHER else win
        table[win, wait] = left << BITS["wait"] | (wait if wins.classes[left].waits else NOT_ASKED)
    return table


_COPIES, _ASKED = _copies(), _asked()
