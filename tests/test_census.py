"""The census: kinds are of one kind, numbers are those known, the file is refused when it must not be used."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from math import comb
from pathlib import Path
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from census_members import batch, differences, members, one_suit, random_batch, random_rules
from mjrules.errors import DamagedData, NotAWinningHand, RulesError
from mjrules.fans import FANS
from mjrules.fans.standard import CONCEALED_PUNG, MANZU, TERMINALS
from mjrules.groups import CHOW, KONG, PUNG, of
from mjrules.pattern import All, Completes, Count, Flag, FormIs, Often, Pattern, SoleWait, exactly
from mjrules.pattern.evaluate import holds
from mjrules.score.scorer import Scorer
from mjrules.tiles import RANKS
from mjrules.universe import census
from mjrules.universe.arrays.holding import Holding
from mjrules.universe.arrays.totals import NOT_WON, Totals
from mjrules.universe.census import concealed, counting, file, making, told, walk
from mjrules.universe.census.census import ORDER
from mjrules.universe.census.examples import Standard
from mjrules.universe.census.grouping import Kinds
from mjrules.universe.census.melds import SUIT, Words, weights, within
from mjrules.universe.census.seven_pairs import Hands, of_one_area
from mjrules.universe.census.seven_pairs import rows as rows_of_pairs
from mjrules.universe.census.situations import Together, asks_for_situation
from mjrules.universe.census.table import Table
from mjrules.universe.states import facts_of, hand_of, situations
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
    pairs = of_one_area(RANKS)[7]
    words = np.concatenate([pairs[:, None] * (np.arange(3) == suit).astype(np.uint64) for suit in range(3)])
    return Hands.of(words[weights(words, within(words)) > 0])


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
    assert [*differences(key, rows, random, rules=6)] == []


def test_states_of_a_kind_in_one_suit_are_told_apart_by_nothing() -> None:
    random = Random(1)
    for some, others in one_suit(0):
        piece = random.choice(some.slices(max(20, 3_000 // len(others))))
        key, rows = members(batch(some.take(piece), others, pairs_of_one_suit()), random)
        assert [*differences(key, rows, random, rules=3)] == []


@pytest.mark.parametrize("field", ["tiles", "exposure", "win", "wait", "copies"])
def test_each_part_of_a_key_tells_states_apart(field: str) -> None:
    random = Random(3)
    key, rows = members(random_batch(random, 2, pairs_of_one_suit()), random)
    names = [*walk.BITS]
    after = sum(walk.BITS[name] for name in names[names.index(field) + 1 :])
    without = key // 25 & ~(((1 << walk.BITS[field]) - 1) << after)
    assert [*differences(without * 25 + key % 25, rows, random, rules=0)]


# from nothing


@contextmanager
def only_one_suit() -> Iterator[None]:
    """Lets the census be made of the hands of one suit."""
    number, pair, words = concealed.hands()
    inside = of_one_suit(words)
    batches = [*one_suit(0, 1, 2)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(making, "hands", lambda: (number[inside], pair[inside], words[inside]))
        patch.setattr(making, "representatives", lambda: pairs_of_one_suit().words)
        patch.setattr(walk, "batches", lambda: iter(batches))
        yield


@cache
def made_of_one_suit() -> tuple[Table, list[tuple[int, int]]]:
    """The census of one suit, and what was said of its progress."""
    said: list[tuple[int, int]] = []
    with only_one_suit():
        return making.made(lambda done, of: said.append((done, of))), said


COLUMNS = ("example", "states", "alone", "alone_example")
Listing = tuple[set[object], set[object]]


def listing(table: Table) -> Listing:
    """Kinds and mixed won hands of one suit as values, kinds named by their examples."""
    kinds: set[object] = set()
    mixed: set[object] = set()
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


def test_one_suit_made_anew_is_what_the_file_says() -> None:
    made, _ = made_of_one_suit()
    assert listing(made) == listing(bundled().table)


def test_making_says_how_far_it_is() -> None:
    _, said = made_of_one_suit()
    assert said == sorted(said)
    assert said[0][0] == 0
    assert said[-1][0] == said[-1][1]


def test_making_is_ended_by_an_interruption() -> None:
    def interrupted(done: int, of: int) -> None:
        if done:
            raise KeyboardInterrupt

    with only_one_suit(), pytest.raises(KeyboardInterrupt):
        making.made(interrupted)


# won hands


@pytest.mark.parametrize("seed", range(4))
def test_a_class_is_worth_what_the_scorer_says_of_its_example(seed: int) -> None:
    random, every = Random(seed), bundled()
    rules, self_drawn = random_rules(random), bool(seed % 2)
    scorer = Scorer(rules)
    classes = every.concealed if seed < 2 else every.exposed
    several = np.flatnonzero(np.diff(classes.first) > 1).tolist()
    some = classes.take(np.array([*random.sample(several, 60), *random.sample(range(len(classes)), 60)]))
    worth = every.by_kind(Totals(rules).of, self_drawn)
    for number, best in enumerate(some.best(worth).tolist()):
        hand = hand_of(some.example(number, self_drawn))
        assert not hand.problems()
        if best == NOT_WON:
            with pytest.raises(NotAWinningHand):
                scorer.total(hand)
        else:
            assert scorer.total(hand) == best, hand


def test_examples_of_kinds_are_possible_hands() -> None:
    every = bundled()
    kinds = sum(len(rows) for rows in every.rows.values())
    for kind in Random(1).sample(range(kinds), 200):
        assert not hand_of(every.state(kind)).problems()


def test_classes_hold_every_kind() -> None:
    every = bundled()
    assert len(np.unique(every.exposed.kinds)) == sum(len(rows) for rows in every.rows.values())
    assert [every.first[form] for form in ORDER] == sorted(every.first[form] for form in ORDER)


# questions


@pytest.mark.parametrize(
    "condition",
    [
        pytest.param(FANS["little_four_winds"] & FANS["edge_wait"] & FANS["last_tile"], id="in a situation"),
        pytest.param(Often(FANS["mixed_double_chow"], 4), id="so often"),
        pytest.param(FANS["seven_shifted_pairs"] & Flag("prevalent N"), id="with a wind"),
        pytest.param(FANS["flower_tiles"] & FANS["four_kongs"] & FANS["out_with_replacement_tile"], id="with flowers"),
    ],
)
def test_an_example_satisfies_its_condition(condition: Pattern) -> None:
    example = bundled().example(condition)
    assert example is not None
    assert holds(condition, facts_of(example.state, example.situation))
    assert not example.hand.problems()


def test_what_nothing_satisfies_has_no_example() -> None:
    assert bundled().example(FANS["four_kongs"] & FANS["all_chows"]) is None


def test_two_conditions_must_be_true_in_one_situation() -> None:
    every = census.Census(made_of_one_suit()[0])
    asked = [FANS[fan] for fan in ("robbing_the_kong", "last_tile_claim", "last_tile", "tile_hog")]
    asked.append(Flag("prevalent E") & ~Flag("seat E") & ~FANS["last_tile"])
    met, missed = every.meet(asked), every.but_not(asked)
    for row, one in enumerate(asked):
        assert met[row, row] == every.states(one)
        for column, other in enumerate(asked):
            assert met[row, column] == every.states(one & other)
            assert missed[row, column] == every.states(one & ~other)
    assert met[0, 1] == 0
    assert met[2, 4] == 0 < min(met[2, 2], met[4, 4])


def test_together_is_what_some_situation_allows() -> None:
    fans = (
        "last_tile",
        "robbing_the_kong",
        "out_with_replacement_tile",
        "prevalent_wind",
        "last_tile_draw",
        "tile_hog",
    )
    asked = [FANS[fan] for fan in fans]
    assert sum(map(asks_for_situation, asked)) == 5
    rows = bundled().rows["standard"].take(np.array(Random(2).sample(range(600_000), 25)))
    counted = Together(asked, asked, {}).numbers(rows, np.ones(len(rows), np.int64))
    expected = np.zeros_like(counted)
    for state in map(rows.state, range(len(rows))):
        truths = [[holds(one, facts_of(state, situation)) for one in asked] for situation in situations(state)]
        true = np.array(truths)
        expected += (true[:, :, None] & true[:, None, :]).any(axis=0)
    assert (counted == expected).all()


@pytest.mark.parametrize(
    ("condition", "told_of"),
    [
        pytest.param(SoleWait(), "SoleWait", id="waits that no fan asks for"),
        pytest.param(FANS["edge_wait"] | SoleWait(), "SoleWait", id="as one of two"),
        pytest.param(Completes(CHOW, at=2), "Completes", id="what was completed"),
        pytest.param(Count(PUNG & of(MANZU), 2), "Count", id="tiles that no fan asks for"),
        pytest.param(FANS["chicken_hand"], "chicken_hand", id="what depends on counting"),
    ],
)
def test_what_kinds_do_not_tell_apart_is_refused(condition: Pattern, told_of: str) -> None:
    with pytest.raises(RulesError, match=told_of):
        bundled().states(condition)


@pytest.mark.parametrize(
    "condition",
    [
        pytest.param(FANS["edge_wait"] & FANS["half_flush"] & ~FANS["all_green"], id="fans joined into one list"),
        pytest.param(FANS["half_flush"] | FANS["prevalent_wind"] | FANS["full_flush"], id="alternatives too"),
        pytest.param(exactly(KONG, 3), id="numbers by exposure"),
    ],
)
def test_joined_fans_are_told_apart(condition: Pattern) -> None:
    told.check(condition)


# definitions


def test_a_definition_by_tiles_and_exposure_at_once_is_refused() -> None:
    with pytest.raises(RulesError, match="asks for both"):
        told.about(Count(CONCEALED_PUNG & of(TERMINALS), 1))


def test_patterns_that_suits_matter_to_are_known() -> None:
    assert not told.is_symmetric(FANS["all_green"])
    assert all(told.is_symmetric(FANS[fan]) for fan in ("half_flush", "one_voided_suit", "three_suited_terminal_chows"))
    assert len(told.lopsided()) == 3 + 6  # green in any suit; two suits of 推不倒, in any order


# the file


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "census.npz"
    path.write_bytes(file.packed(made_of_one_suit()[0]))
    return path


def rewritten(path: Path, name: str, content: bytes) -> None:
    """The file with one member exchanged."""
    with zipfile.ZipFile(path) as before:
        members = {each: before.read(each) for each in before.namelist()}
    with zipfile.ZipFile(path, "w") as after:
        for each, own in (members | {name: content}).items():
            after.writestr(each, own)


def npy(array: NDArray[np.uint8]) -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, array)
    return buffer.getvalue()


def test_a_damaged_file_is_refused(small: Path) -> None:
    whole = small.read_bytes()
    columns = file.columns(file.read(small))
    random = Random(7)
    refused = 0
    for _ in range(150):
        damaged = bytearray(whole)
        damaged[random.randrange(len(whole))] ^= 1 << random.randrange(8)
        small.write_bytes(damaged)
        try:
            found = file.columns(file.read(small))
        except DamagedData:
            refused += 1
        else:  # what was hit means nothing: a date, a comment
            assert all(np.array_equal(columns[name], column) for name, column in found.items())
    assert refused > 120


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        pytest.param(lambda path: path.unlink(), "there is no such file", id="no file"),
        pytest.param(lambda path: path.write_bytes(b""), "cannot be read", id="empty"),
        pytest.param(lambda path: path.write_bytes(path.read_bytes()[:-500]), "cannot be read", id="cut off"),
        pytest.param(lambda path: rewritten(path, "meta.json", b"{}"), "cannot be read", id="no meta"),
        pytest.param(
            lambda path: rewritten(path, "standard.states.npy", npy(np.ones((1, 3), np.uint8))),
            "a column is missing or has the wrong shape",
            id="too few rows",
        ),
        pytest.param(
            lambda path: rewritten(path, "thirteen_orphans.states.npy", npy(np.array([[150, 20]], np.uint8))),
            r"should hold 169 states of thirteen_orphans, and holds 170",
            id="another number",
        ),
        pytest.param(
            lambda path: rewritten(path, "thirteen_orphans.sets.npy", npy(np.array([[0, 9]], np.uint8))),
            "a kind that is not there",
            id="no such kind",
        ),
    ],
)
def test_what_is_wrong_with_the_file_is_said(small: Path, damage: Callable[[Path], None], said: str) -> None:
    damage(small)
    with pytest.raises(DamagedData, match=said) as raised:
        census.load(small)
    assert "`mjrules universe --rebuild` makes it anew" in str(raised.value)


def test_a_file_for_other_definitions_is_refused(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file, "definitions", lambda: "of another version")
    with pytest.raises(DamagedData, match="other definitions of fans"):
        census.load(small)


def test_the_digest_is_of_what_patterns_mean(monkeypatch: pytest.MonkeyPatch) -> None:
    before = file.definitions()
    monkeypatch.setitem(FANS, "all_pungs", Count(PUNG, 3))
    file.definitions.cache_clear()
    try:
        assert file.definitions() != before
    finally:
        monkeypatch.undo()
        file.definitions.cache_clear()
    assert file.definitions() == before


def test_an_interrupted_save_leaves_the_old_file(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, table = small.read_bytes(), file.read(small)

    def interrupted(table: Table) -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setattr(file, "packed", interrupted)
    with pytest.raises(KeyboardInterrupt):
        file.save(table, small)
    assert small.read_bytes() == before
    assert [*small.parent.iterdir()] == [small]


def test_the_file_is_the_same_each_time(small: Path) -> None:
    assert file.packed(file.read(small)) == small.read_bytes()


def test_the_bundled_file_is_small_and_numpy_reads_it() -> None:
    assert file.PATH.stat().st_size < 2_000_000
    with np.load(file.PATH) as arrays:
        assert arrays["standard.hand+"].dtype == np.uint8
