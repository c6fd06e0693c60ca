"""Whether the kinds of the census are of one kind: members of a kind, beside each other under any rules.

``python -m census_members 40`` (with tests on the path) makes the census anew and compares it with the bundled file,
counts all that is known, compares the members of kinds in so many pieces of the space, and both engines on every fan,
variant and flag (minutes).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjrules import rulings
from mjrules.fans import FANS
from mjrules.rulesets.resolve import Rules, resolve
from mjrules.tiles import RANKS, WINDS
from mjrules.universe import census
from mjrules.universe.arrays.holding import Holding
from mjrules.universe.arrays.rows import Rows
from mjrules.universe.arrays.situations import Situations
from mjrules.universe.arrays.totals import Totals
from mjrules.universe.census import divided, file, making, walk
from mjrules.universe.census.concealed import Parts, parts
from mjrules.universe.census.declared import Declared, declared
from mjrules.universe.census.examples import CLAIMED_KONG, CONCEALED_KONG, EXPANDABLE, Standard, won_by
from mjrules.universe.census.melds import MELDS, joined, possible, sets
from mjrules.universe.census.seven_pairs import Hands, representatives
from mjrules.universe.states import State, hand_of
from mjrules.universe.symbolic import Symbolic
from random_states import OPTIONS, QUESTIONS
from test_symbolic import NUMBERS

EDITIONS = ("gb", "gb1998", "mcr2006")
ASKED = {name: pattern for name, pattern in QUESTIONS.items() if name != "sole_wait"}
"""What may be asked of the census: a sole wait only as part of a fan."""

Difference = tuple[State, State, str]


def random_rules(random: Random) -> Rules:
    """An edition with any choice for some rulings."""
    chosen = random.sample(rulings.all(), random.randrange(12))
    return resolve(random.choice(EDITIONS), {ruling.id: random.choice([*ruling.choices]) for ruling in chosen})


def random_situations(random: Random) -> Situations:
    """Any situation, the same for all rows: what the game allows does not matter here."""
    flags = {name: random.random() < 0.3 for name in ("last_of_kind", "wall_last", "kong")}
    return Situations(random.choice(WINDS), random.choice(WINDS), **flags, flowers=random.randrange(3))


def batch(some: Parts, others: Declared, pairs: Hands) -> walk.Batch:
    """Some parts joined; only what their own hands are made of is looked at."""
    words = some.words[:, None] + others.words[None]
    part, other = np.nonzero(possible(words))
    kinds = divided.kinds(joined(some.size)[some.sets[part], others.sets[other]], some.pair[part])
    return walk.Batch(some, others, kinds, pairs)


def random_batch(random: Random, size: int, pairs: Hands) -> walk.Batch:
    """Some concealed parts, readings of the same tiles together, with a few declared parts of so many melds."""
    some, others = all_parts(4 - size), len(sets(size))
    pieces = some.slices(50)
    chosen = sorted(random.sample(range(len(pieces)), min(len(pieces), 40)))
    few = np.array(sorted(random.sample(range(others), min(others, 5))))
    return batch(some.take(np.concatenate([np.r_[pieces[piece]] for piece in chosen])), declared(size, few), pairs)


@cache
def all_parts(size: int) -> Parts:
    """Every concealed part with so many melds."""
    return parts(size)


def one_suit(*suits: int) -> Iterator[tuple[Parts, Declared]]:
    """All hands of one of these suits, as ``walk.batches`` has all hands."""
    for size in range(5):
        some = all_parts(4 - size)
        for suit in suits:
            inside = (some.pair // RANKS == suit) & _of_suit(sets(4 - size).melds[some.sets], suit)
            yield some.take(np.flatnonzero(inside)), declared(size, np.flatnonzero(_of_suit(sets(size).melds, suit)))


def _of_suit(melds: NDArray[np.uint8], suit: int) -> NDArray[np.bool_]:
    of = np.array([meld.tile // RANKS for meld in MELDS])
    found: NDArray[np.bool_] = (of[melds] == suit).all(axis=1)
    return found


def members(batch: walk.Batch, random: Random) -> tuple[NDArray[np.int64], Rows]:
    """All states of a batch with what says of which kind they are; pungs that may be kongs are so at random."""
    rows = batch.rows()
    states = Standard.of(batch.numbers(rows))
    digits = np.random.default_rng(random.randrange(1 << 30)).integers(0, 3, (len(rows.key), 4)) * states.may_be_kongs()
    chosen = (digits * 3 ** np.arange(4)).sum(axis=1).astype(np.uint8)
    kongs = np.where(states.kongs == EXPANDABLE, chosen, states.kongs)
    claimed, concealed = ((digits == kong).sum(axis=1) for kong in (CLAIMED_KONG, CONCEALED_KONG))
    with_kongs = Standard(states.hand, states.declared, states.column, states.at, kongs)
    return (rows.key * 5 + claimed) * 5 + concealed, with_kongs.rows()


def differences(key: NDArray[np.int64], rows: Rows, random: Random, rules: int) -> Iterator[Difference]:
    """States that should be of one kind and are told apart, and by what."""
    order = np.argsort(key, kind="stable")
    alike = np.flatnonzero(np.diff(key[order]) == 0)
    one, other = order[alike], order[alike + 1]
    for name, values in facts(rows, random, rules):
        for place in np.flatnonzero(values[one] != values[other])[:1]:
            yield rows.state(one[place]), rows.state(other[place]), name


def facts(rows: Rows, random: Random, rules: int) -> Iterator[tuple[str, NDArray[Any]]]:
    """All that can be told of states: what holds, how often, what they are worth under so many rules."""
    for self_drawn in (False, True):
        won = won_by(rows, self_drawn)
        for options in OPTIONS:
            holding = Holding(won, options)
            yield from ((f"{name} {options}", holding.satisfies(asked)) for name, asked in ASKED.items())
            yield from ((f"times {fan} {options}", holding.times(pattern)) for fan, pattern in FANS.items())
        for _ in range(rules):
            own, situation = random_rules(random), random_situations(random)
            yield f"{own.id} {own.rulings} {situation}", Totals(own).of(won, situation)


# the long run


def problems(pieces: int) -> Iterator[str]:
    """What is wrong, a line each."""
    made = making.made()
    bundled = file.columns(file.read(file.PATH))
    if any(not np.array_equal(bundled[name], column) for name, column in file.columns(made).items()):
        yield "the bundled census is another than the one made anew"
    counted = census.counts()
    yield from (
        f"{name}: {counted[name]:,}, known: {number:,}" for name, number in NUMBERS.items() if counted[name] != number
    )
    yield from _engines(census.Census(made))
    random, pairs = Random(4), Hands.of(representatives())
    for number in range(pieces):
        key, rows = members(random_batch(random, number % 5, pairs), random)
        for one, other, what in differences(key, rows, random, 10):
            yield f"{hand_of(one)} and {hand_of(other)} are of one kind, and differ in {what}"


def _engines(every: census.Census) -> Iterator[str]:
    """Where diagrams and census count differently."""
    for options in OPTIONS:
        symbolic = Symbolic(options)
        for name, pattern in ASKED.items():
            counted, proved = every.states(pattern, options), symbolic.states(pattern)
            if counted != proved:
                yield f"{name} {options}: {counted:,} by the census, {proved:,} by diagrams"


if __name__ == "__main__":
    found = [*problems(int(sys.argv[1]))]
    print("\n".join(found) or "the census is what it should be")
    sys.exit(bool(found))
