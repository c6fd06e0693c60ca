"""Our scores beside another scorer's, over a seeded sample; ``make verify`` runs a hundred times as many."""

from __future__ import annotations

from random import Random

import pytest

from differential import compare, peer
from differential.hands import random_hand, random_hands
from hand_cases import scored
from mjrules.errors import ImpossibleHand
from mjrules.fans import FANS
from mjrules.hand import Hand

SAMPLE, SEED = 3000, 3


@pytest.fixture(scope="module")
def sample() -> list[Hand]:
    return [*random_hands(SEED, SAMPLE)]


@pytest.mark.peer
def test_no_difference_that_an_equal_list_does_not_explain(sample: list[Hand]) -> None:
    tally = compare.tallied(sample)
    assert [str(comparison) for comparison in tally.different] == []
    assert tally.hands == SAMPLE


@pytest.mark.peer
def test_the_sample_has_nearly_every_fan(sample: list[Hand]) -> None:
    """Few are so rare that only the long run meets them; a generator that grows narrow fails here."""
    missing = FANS.keys() - compare.tallied(sample).fans.keys()
    assert missing <= {"chicken_hand", "pure_terminal_chows", "three_suited_terminal_chows"}


def test_the_sample_is_made_of_possible_hands_and_the_same_every_time(sample: list[Hand]) -> None:
    assert [problem for hand in sample for problem in hand.problems()] == []
    assert [str(random_hand(Random(SEED)))] == [str(sample[0])]


@pytest.mark.peer
def test_a_difference_is_seen() -> None:
    """Were we to count under other rules, the comparison would say so."""
    hand = "[1111s][2222m]333p444p8s8s|EE0000|"
    theirs, _ = peer.scored(Hand.parse(hand))
    assert theirs == scored(hand).total
    assert theirs != scored(hand, rules={"two_concealed_kongs": "eight"}).total


@pytest.mark.peer
@pytest.mark.parametrize(
    "hand",
    [
        pytest.param("[555p,1]555p123m456s7s7s|EE0000|", id="the same pung twice"),
        pytest.param("[123p,1][123p,1][123p,1][111p,1]4p4p|EE0000|", id="six of a tile in melds"),
        pytest.param("11111222333p44p4p|EE0000|", id="five concealed"),
    ],
)
def test_the_other_scorer_accepts_five_of_a_tile_and_we_do_not(hand: str) -> None:
    """Where it is wrong: no set of tiles allows these hands, and it scores them."""
    assert peer.scored(Hand.parse(hand))[0] > 0
    with pytest.raises(ImpossibleHand, match="there are four of each"):
        scored(hand)


@pytest.mark.peer
def test_the_other_scorer_loses_count_beside_a_kong() -> None:
    """A chow that holds the tile of a kong is a fifth one: it counts 四归一 255 times."""
    hand = Hand.parse("[2222p]123p345m678s9s9s|EE0000|")
    assert peer.scored(hand)[1]["tile_hog"] == 255
    assert [problem.code for problem in hand.problems()] == ["five-of-a-tile"]
