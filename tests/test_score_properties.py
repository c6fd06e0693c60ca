"""What must be true of every score, whatever the fans: over hands of all shapes, made by chance."""

from __future__ import annotations

from itertools import permutations
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from differential.hands import random_hand
from hand_cases import counted, possible_lists
from mjrules import rulings
from mjrules.hand import Hand, Meld
from mjrules.rulesets.resolve import resolve
from mjrules.score.arrangements import arrangements
from mjrules.score.result import Score
from mjrules.score.scorer import Scorer, scorer
from mjrules.tiles import FIRST_HONOUR, TILES, WINDS, Tile

RULESETS = ("gb", "gb1998", "mcr2006")
hands = st.integers(0, 2**32).map(lambda seed: random_hand(Random(seed)))
rulesets = st.sampled_from(RULESETS)

OF_CERTAIN_SUITS = {"all_green", "reversible_tiles"}
"""绿一色 and 推不倒: the only fans that name suits."""
OF_THE_SITUATION = {
    *("flower_tiles", "self_drawn", "concealed_hand", "fully_concealed_hand", "last_tile_draw", "last_tile_claim"),
    *("out_with_replacement_tile", "robbing_the_kong", "last_tile"),
}
"""Fans that no group makes."""


def without_fans_of_certain_suits(ruleset: str) -> Scorer:
    """The same rules in which these fans do not exist."""
    rules = resolve(ruleset)
    points = {fan: n for fan, n in rules.points.items() if fan not in OF_CERTAIN_SUITS}
    excludes = {
        fan: tuple(each for each in out if each.fan not in OF_CERTAIN_SUITS)
        for fan, out in rules.excludes.items()
        if fan not in OF_CERTAIN_SUITS
    }
    return Scorer(msgspec.structs.replace(rules, points=points, excludes=excludes))


SUITS_ALIKE = {ruleset: without_fans_of_certain_suits(ruleset) for ruleset in RULESETS}


def exchanged(hand: Hand, tiles: dict[Tile, Tile]) -> Hand:
    """The hand with some kinds of tiles put for others."""

    def other(tile: Tile) -> Tile:
        return tiles.get(tile, tile)

    assert hand.winning is not None
    situation = msgspec.structs.replace(
        hand.situation, prevalent=other(hand.situation.prevalent), seat=other(hand.situation.seat)
    )
    melds = tuple(Meld(meld.shape, other(meld.tile), meld.mark) for meld in hand.melds)
    return Hand(melds, tuple(map(other, hand.concealed)), other(hand.winning), situation)


def same_worth(one: Score, other: Score) -> bool:
    """Equal totals by equal lists, or lists that both know as equal: which one is shown may hang on the tiles."""
    return one.total == other.total and counted(one) in possible_lists(other)


@given(hands, rulesets, st.randoms(use_true_random=False))
def test_the_order_of_tiles_and_melds_never_matters(hand: Hand, ruleset: str, rnd: Random) -> None:
    melds, concealed = [*hand.melds], [*hand.concealed]
    rnd.shuffle(melds)
    rnd.shuffle(concealed)
    shuffled = Hand(tuple(melds), tuple(concealed), hand.winning, hand.situation)
    one, other = scorer(ruleset).score(hand), scorer(ruleset).score(shuffled)
    assert (one.total, counted(one)) == (other.total, counted(other))


@given(hands, rulesets, st.permutations([0, 9, 18]))
def test_suits_are_alike_but_for_two_fans(hand: Hand, ruleset: str, suits: list[int]) -> None:
    """绿一色 and 推不倒 and what they bar are all that an exchange of suits can change."""
    put = {TILES[own * 9 + rank]: TILES[suit + rank] for own, suit in enumerate(suits) for rank in range(9)}
    other = exchanged(hand, put)
    alike = SUITS_ALIKE[ruleset]
    assert same_worth(alike.score(hand), alike.score(other))
    scores = [scorer(ruleset).score(each) for each in (hand, other)]
    held = {fan.fan for score in scores for fan in score.fans} | {out.fan for score in scores for out in score.excluded}
    if not held & OF_CERTAIN_SUITS:
        assert same_worth(*scores)


@given(hands, rulesets, st.permutations(WINDS))
def test_winds_are_alike_when_the_situation_goes_with_them(hand: Hand, ruleset: str, winds: list[Tile]) -> None:
    other = exchanged(hand, dict(zip(WINDS, winds, strict=True)))
    assert same_worth(scorer(ruleset).score(hand), scorer(ruleset).score(other))


@given(hands, rulesets)
def test_dragons_are_alike_but_for_two_fans(hand: Hand, ruleset: str) -> None:
    alike = SUITS_ALIKE[ruleset]
    dragons = TILES[FIRST_HONOUR + 4 :]
    for put in permutations(dragons):
        other = exchanged(hand, dict(zip(dragons, put, strict=True)))
        assert same_worth(alike.score(hand), alike.score(other))


@given(hands, rulesets, st.integers(0, 8))
def test_a_flower_adds_one_and_nothing_else(hand: Hand, ruleset: str, flowers: int) -> None:
    def with_flowers(number: int) -> Score:
        situation = msgspec.structs.replace(hand.situation, flowers=number)
        return scorer(ruleset).score(Hand(hand.melds, hand.concealed, hand.winning, situation))

    none, some = with_flowers(0), with_flowers(flowers)
    assert some.total == none.total + flowers
    assert some.meets_minimum == none.meets_minimum == (none.total >= 8)
    fans = counted(some)
    assert fans.pop("flower_tiles", 0) == flowers
    assert fans == counted(none)


@given(hands, rulesets)
def test_the_best_reading_is_at_least_any_reading(hand: Hand, ruleset: str) -> None:
    rules = scorer(ruleset)
    score = rules.score(hand)
    context = rules.counter.context(hand)
    totals = [rules.counter.total(each, context)[0] for each in arrangements(hand, rules.rules.options)]
    assert score.total == max(totals) == rules.total(hand)
    assert all(other.total + other.less == score.total and other.less >= 0 for other in score.others)


@given(hands, rulesets)
def test_a_score_adds_up(hand: Hand, ruleset: str) -> None:
    """Fans times points make the total, each fan is counted by so many groups, none both counts and does not."""
    rules = resolve(ruleset)
    score = scorer(ruleset).score(hand)
    assert sum(fan.points * fan.count for fan in score.fans) == score.total
    assert {fan.fan: fan.points for fan in score.fans}.items() <= rules.points.items()
    assert [fan for fan in score.fans if len(fan.groups) != (0 if fan.fan in OF_THE_SITUATION else fan.count)] == []
    names = [fan.fan for fan in score.fans]
    assert len(set(names)) == len(names)
    assert {group for fan in score.fans for groups in fan.groups for group in groups} <= set(score.arrangement)


@given(hands, rulesets)
def test_no_counted_fan_excludes_another(hand: Hand, ruleset: str) -> None:
    """As a whole; what is barred group by group or a number of times has cases of its own."""
    rules = resolve(ruleset)
    fans = counted(scorer(ruleset).score(hand))
    barred = {(fan, each.fan) for fan in fans for each in rules.excludes.get(fan, ()) if each.scope == "whole"}
    assert [(fan, other) for fan, other in barred if other in fans and not _joined_by_a_chow(fan, other)] == []


def _joined_by_a_chow(fan: str, other: str) -> bool:
    """Among chows a list means the same chows: 清龙 bars its own 连六, a fourth chow may make another."""
    from mjrules.score.principles import CHOW_FANS

    return fan in CHOW_FANS and other in CHOW_FANS


@given(hands, rulesets)
def test_equal_lists_are_worth_as_much(hand: Hand, ruleset: str) -> None:
    points = resolve(ruleset).points
    score = scorer(ruleset).score(hand)
    worths = {sum(points[fan] * times for fan, times in fans.items()) for fans in possible_lists(score)}
    assert worths == {score.total}
    assert len({tuple(sorted(fans.elements())) for fans in possible_lists(score)}) == 1 + len(score.ties)


@given(hands)
def test_what_is_written_is_read(hand: Hand) -> None:
    assert Hand.parse(str(hand), check=True) == hand


@given(hands, rulesets)
def test_what_is_read_scores_the_same(hand: Hand, ruleset: str) -> None:
    score = scorer(ruleset).score(hand)
    assert scorer(ruleset).score(Hand.parse(score.hand)) == score


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_smaller_number_of_claimed_sets_changes_no_tiles(ruleset: str) -> None:
    """The same fourteen tiles, claimed or not, both win: 门前清 and concealed pungs are what differs."""
    claimed = scorer(ruleset).score(Hand.parse("[123m,1][456p,1]789s22m67s8s|EE0000|"))
    concealed = scorer(ruleset).score(Hand.parse("123m456p789s22m67s8s|EE0000|"))
    assert concealed.total - claimed.total == 2


@given(hands, rulesets)
def test_an_edition_is_present_practice_with_other_choices(hand: Hand, ruleset: str) -> None:
    """Where editions differ, a ruling does, so that every difference has a name."""
    choices = {ruling.id: ruling.default_for(ruleset) for ruling in rulings.all()}
    assert scorer(ruleset).total(hand) == scorer("gb", tuple(sorted(choices.items()))).total(hand)
