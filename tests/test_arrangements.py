"""All ways to read a hand, beside a slow search that shares no code with the fast one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import brute_force
from differential.hands import random_hand
from mjrules.groups import GROUPS
from mjrules.hand import Hand
from mjrules.rulesets.resolve import resolve
from mjrules.score.arrangements import Arrangement, arrangements, counts_of, readings
from mjrules.tiles import TILES, Tile

GB = resolve("gb").options
hands = st.integers(0, 2**32).map(lambda seed: random_hand(Random(seed)))


def fast(held: Counter[Tile], declared: int) -> list[brute_force.Reading]:
    found = readings(counts_of([*held.elements()]), declared, GB)
    return [(form, tuple(sorted(map(_shown, groups)))) for form, groups in found]


def _shown(group: int) -> brute_force.Group:
    return GROUPS[group].shape, GROUPS[group].tiles


def agree(held: Counter[Tile], declared: int) -> bool:
    """The same readings, each once."""
    found = fast(held, declared)
    return len(found) == len(set(found)) and {*found} == brute_force.readings(held, declared)


def one_suit(number: int, ranks: int = 9) -> Iterator[Counter[Tile]]:
    """Every hand of so many tiles of the first ranks of one suit."""
    for copies in product(range(5), repeat=ranks):
        if sum(copies) == number:
            yield Counter({TILES[rank]: times for rank, times in enumerate(copies) if times})


@pytest.mark.parametrize(("declared", "ranks"), [(4, 9), (3, 9), (2, 7), (1, 6), (0, 5)])
def test_every_hand_of_one_suit(declared: int, ranks: int) -> None:
    """2, 5, 8, 11 and 14 tiles; the more of them, the fewer ranks: so they are close together and read in many ways."""
    wrong = [held for held in one_suit(14 - 3 * declared, ranks) if not agree(held, declared)]
    assert wrong == []


@given(hands)
def test_hands_of_all_shapes(hand: Hand) -> None:
    assert hand.winning is not None
    held = Counter((*hand.concealed, hand.winning))
    assert agree(held, len(hand.melds))
    assert fast(held, len(hand.melds)) != []


@given(hands, st.data())
def test_hands_that_do_not_win(hand: Hand, data: st.DataObject) -> None:
    """One tile exchanged for another: most of these have no reading, and both ways say so."""
    assert hand.winning is not None
    held = Counter((*hand.concealed, data.draw(st.sampled_from(TILES))))
    assert agree(held, len(hand.melds))


@given(hands)
def test_the_last_tile_completed_each_group_that_holds_it(hand: Hand) -> None:
    """One arrangement for each reading and each kind of concealed group with the winning tile; its place in it."""
    found = arrangements(hand, GB)
    assert hand.winning is not None
    held = Counter((*hand.concealed, hand.winning))
    wanted = {
        (form, groups, completed)
        for form, groups in brute_force.readings(held, len(hand.melds))
        for completed in groups
        if hand.winning in completed[1]
    }
    assert Counter(shown(arrangement, len(hand.melds)) for arrangement in found) == Counter(dict.fromkeys(wanted, 1))
    assert all(GROUPS[found_one.groups[found_one.completed]].tiles[found_one.at] == hand.winning for found_one in found)


def shown(arrangement: Arrangement, declared: int) -> tuple[str, tuple[brute_force.Group, ...], brute_force.Group]:
    """Form, concealed groups and the completed one, without who melded what."""
    groups = [_shown(group) for group in arrangement.groups]
    return arrangement.form, tuple(sorted(groups[declared:])), groups[arrangement.completed]


@given(hands)
def test_a_pung_is_melded_when_a_discard_completed_it(hand: Hand) -> None:
    """Every other concealed group stays concealed, every declared one is what it was declared."""
    for arrangement in arrangements(hand, GB):
        for place, group in enumerate(arrangement.groups):
            if place < len(hand.melds):
                expected = hand.melds[place].melded
            else:
                completed_pung = place == arrangement.completed and GROUPS[group].shape == "pung"
                expected = completed_pung and not hand.situation.self_drawn
            assert GROUPS[group].melded == expected


def test_a_pung_stays_concealed_where_the_ruling_says_so() -> None:
    hand = Hand.parse("444666888s3377p7p|EE0000|")
    for choice, melded in (("melded", True), ("concealed", False)):
        options = resolve("gb", {"pung_by_discard": choice}).options
        (found,) = [each for each in arrangements(hand, options) if GROUPS[each.groups[each.completed]].shape == "pung"]
        assert GROUPS[found.groups[found.completed]].melded is melded


@pytest.mark.parametrize(
    ("hand", "ruling", "readings_by_choice"),
    [
        ("1199m1199s11999p9p|EE1000|", "identical_pairs", {"tile_hog": 1, "seven_different": 0}),
        ("147m258p369sEEECC|EE1000|", "knitted_straight_shape", {"allowed": 1, "concealed": 1, "barred": 0}),
        ("[EEE,1]147m258p369sCC|EE1000|", "knitted_straight_shape", {"allowed": 1, "concealed": 0, "barred": 0}),
        ("[EEEE]147m258p369sCC|EE1000|", "knitted_straight_shape", {"allowed": 1, "concealed": 1, "barred": 0}),
    ],
)
def test_rulings_on_what_wins(hand: str, ruling: str, readings_by_choice: dict[str, int]) -> None:
    parsed = Hand.parse(hand, check=True)
    options = {choice: resolve("gb", {ruling: choice}).options for choice in readings_by_choice}
    assert {choice: len(arrangements(parsed, options[choice])) for choice in options} == readings_by_choice


def test_a_hand_without_its_last_tile_has_no_reading() -> None:
    assert arrangements(Hand.parse("123m456p789s55m66p", winning=False), GB) == []
