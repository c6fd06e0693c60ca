"""The census: kinds are of one kind, numbers are those known, the file is refused when it must not be used."""

from __future__ import annotations

from functools import cache
from math import comb
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from census_members import batch, differences, members, one_suit, random_batch
from mjrules.fans import FANS
from mjrules.pattern import All, FormIs, Pattern
from mjrules.universe import census
from mjrules.universe.arrays.holding import Holding
from mjrules.universe.census import concealed, counting, making, walk
from mjrules.universe.census.examples import Standard
from mjrules.universe.census.grouping import Kinds
from mjrules.universe.census.melds import SUIT, Words
from mjrules.universe.census.seven_pairs import Hands, representatives
from mjrules.universe.census.seven_pairs import rows as rows_of_pairs
from mjrules.universe.census.table import Table
from test_symbolic import NUMBERS

EVERYTHING: Pattern = All(())
FULL_FLUSH = FANS["full_flush"]
WAYS = 2
"""Self-drawn and by a discard."""


@cache
def bundled() -> census.Census:
    return census.load()


def of_one_suit(words: Words) -> NDArray[np.intp]:
    """The rows whose tiles are all of one suit."""
    return np.flatnonzero(((words != 0).sum(axis=1) == 1) & (words[:, 0] <= SUIT))


@cache
def pairs_of_one_suit() -> Hands:
    words = representatives()
    return Hands.of(words[of_one_suit(words)])


# numbers


def test_known_counts_of_concealed_tiles() -> None:
    counted = counting.of_tiles()
    assert counted == {name: NUMBERS[name] for name in counted}
    assert len(counted) == 19


STATES = {
    # each completed group and each place in it
    "standard": NUMBERS["exposed_states"],
    # of seven pairs n are there twice: 7 - n kinds of tiles
    "seven_pairs": sum(comb(34, 7 - n) * comb(7 - n, n) * (7 - n) for n in range(4)),
    "thirteen_orphans": 13 * 13,
    "honors_and_knitted": 720 * 14,
}


@pytest.mark.parametrize("form", STATES)
def test_states_of_each_form(form: str) -> None:
    assert bundled().states(FormIs(form)) == WAYS * STATES[form]  # type: ignore[arg-type]


def test_won_hands_with_nothing_declared() -> None:
    assert bundled().concealed.hands.sum() == NUMBERS["hands_won"]


def test_seven_different_pairs() -> None:
    states = bundled().states(FormIs("seven_pairs"), {"identical_pairs": "barred"})
    assert states == WAYS * 7 * NUMBERS["seven_different_pairs"]


@pytest.mark.parametrize("fan", ["full_flush", "tile_hog", "four_concealed_pungs", "edge_wait", "all_green"])
def test_a_fan_and_its_negation_are_all_states(fan: str) -> None:
    every = bundled()
    assert every.states(FANS[fan]) + every.states(~FANS[fan]) == every.states(EVERYTHING)


# kinds


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_states_of_a_kind_are_told_apart_by_nothing(size: int) -> None:
    random = Random(size)
    key, rows = members(random_batch(random, size, pairs_of_one_suit()), random)
    assert len(np.unique(key)) < len(key)
    assert [*differences(key, rows, random, rules=10)] == []


def test_states_of_a_kind_in_one_suit_are_told_apart_by_nothing() -> None:
    random = Random(1)
    for some, others in one_suit(0):
        piece = random.choice(some.slices(max(20, 10_000 // len(others))))
        key, rows = members(batch(some.take(piece), others, pairs_of_one_suit()), random)
        assert [*differences(key, rows, random, rules=5)] == []


@pytest.mark.parametrize("field", ["tiles", "exposure", "win", "wait", "copies"])
def test_each_part_of_a_key_tells_states_apart(field: str) -> None:
    random = Random(3)
    key, rows = members(random_batch(random, 2, pairs_of_one_suit()), random)
    names = [*walk.BITS]
    after = sum(walk.BITS[name] for name in names[names.index(field) + 1 :])
    without = key // 25 & ~(((1 << walk.BITS[field]) - 1) << after)
    assert [*differences(without * 25 + key % 25, rows, random, rules=0)]


# from nothing


@pytest.fixture
def only_one_suit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the census be made of the hands of one suit."""
    number, pair, words = concealed.hands()
    inside = of_one_suit(words)
    batches = [*one_suit(0, 1, 2)]
    monkeypatch.setattr(making, "hands", lambda: (number[inside], pair[inside], words[inside]))
    monkeypatch.setattr(making, "representatives", lambda: pairs_of_one_suit().words)
    monkeypatch.setattr(walk, "batches", lambda: iter(batches))


COLUMNS = ("example", "states", "alone", "alone_example")
Listing = tuple[set[tuple[object, ...]], set[tuple[object, ...]]]


def listing(table: Table) -> Listing:
    """Kinds and mixed won hands of one suit as values, kinds named by their examples."""
    kinds, mixed = set(), set()
    standard, pairs = table.standard, table.pairs
    inside = [
        Holding(rows).holds(FULL_FLUSH) for rows in (Standard.of(standard.example).rows(), rows_of_pairs(pairs.example))
    ]
    names = [*((0, example) for example in standard.example.tolist()), *((1, one) for one in pairs.example.tolist())]
    some: Kinds
    for form, some in enumerate((standard, pairs)):
        for row in np.flatnonzero(inside[form]).tolist():
            kinds.add(
                (form, *(int(column[row]) for column in (some.example, some.states, some.alone, some.alone_example)))
            )
    both = np.concatenate(inside)
    for of_size in table.mixed.values():
        for row in np.flatnonzero(both[of_size.members[:, 0]]).tolist():
            own = frozenset(names[member] for member in of_size.members[row])
            mixed.add((own, int(of_size.hands[row]), int(of_size.example[row])))
    return kinds, mixed


@pytest.mark.usefixtures("only_one_suit")
def test_one_suit_made_anew_is_what_the_file_says() -> None:
    said: list[tuple[int, int]] = []
    made = making.made(lambda done, of: said.append((done, of)))
    assert listing(made) == listing(bundled().table)
    assert said == sorted(said)
    assert said[0][0] == 0
    assert said[-1][0] == said[-1][1]


@pytest.mark.usefixtures("only_one_suit")
def test_making_is_ended_by_an_interruption(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(done: int, of: int) -> None:
        if done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        making.made(interrupted)
