"""Differences between rule sets over every winning hand: numbers against paper, reasons against single hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb, prod
from random import Random

import msgspec
import numpy as np
import pytest

from mjrules.groups import CHOW, GROUPS, PUNG
from mjrules.hand import Hand
from mjrules.rulesets import Rules, resolve
from mjrules.score import compare
from mjrules.score.arrangements import divisions
from mjrules.score.counting import ORDER
from mjrules.score.scorer import Scorer
from mjrules.score.switches import ListSwitch, PointsSwitch, RulingSwitch, Side
from mjrules.tiles import COPIES, FIRST_HONOUR, RANKS, TILES, WINDS, Tile
from mjrules.universe import census
from mjrules.universe.difference import Diff, difference
from mjrules.universe.won_hands import Over, WonHands

EAST, SOUTH, *_ = WINDS
WAYS = 2
"""Self-drawn and by a discard."""


@pytest.fixture(scope="module")
def every() -> census.Census:
    return census.load()


def side(id: str = "gb", **chosen: str) -> Side:
    return Side(resolve(id, chosen), lambda flips: resolve(id, {**chosen, **flips}))


def printed(**points: int) -> Side:
    """``gb`` with other points of some fans, whichever rulings are chosen."""

    def under(flips: Mapping[str, str]) -> Rules:
        rules = resolve("gb", flips)
        return msgspec.structs.replace(rules, id="printed", points={**rules.points, **points})

    return Side(under({}), under)


def named(found: Diff) -> list[tuple[int, list[list[str]]]]:
    """How many hands each cause has, and its switches in short."""
    return [(cause.hands, [[short(switch) for switch in some] for some in cause.because]) for cause in found.causes]


def short(switch: RulingSwitch | PointsSwitch | ListSwitch) -> str:
    match switch:
        case RulingSwitch(ruling, _):
            return ruling
        case PointsSwitch(fan, _):
            return fan
        case ListSwitch(fan, out, _):
            return f"{fan}-{out}"


# Numbers that can be found on paper

SETS = sorted({GROUPS[group].tiles for group in (CHOW | PUNG).members if GROUPS[group].shape != "kong"})


def won_with_two_kongs() -> int:
    """Won hands, by either way, with two concealed kongs and no other: the kongs may be of any two tiles that do not
    stand in the other two sets and the pair, and any kind of concealed tile may have come last."""
    found: Counter[int] = Counter()  # won hands by how many kinds of tiles there are beside the kongs
    alike: set[tuple[tuple[Tile, ...], tuple[Tile, ...]]] = set()
    for one, other in combinations_with_replacement(SETS, 2):
        for tile in TILES:
            held = (*one, *other, tile, tile)
            kinds = {*held}
            if max(map(held.count, kinds)) > COPIES:
                continue
            found[len(kinds)] += 1  # both sets declared: the pair was completed
            for shown, rest in {((), held), (one, (*other, tile, tile)), (other, (*one, tile, tile))}:
                hand = shown, tuple(sorted(rest))
                if hand not in alike:
                    alike.add(hand)
                    found[len(kinds)] += len({*rest})
    return WAYS * sum(hands * comb(len(TILES) - kinds, 2) for kinds, hands in found.items())


def seven_pairs_with_equal_ones() -> int:
    """Won hands of seven pairs, two or more of them equal, that are not four sets and a pair as well."""

    def won(equal: int) -> int:
        kinds = 7 - equal
        return comb(len(TILES), equal) * comb(len(TILES) - equal, kinds - equal) * kinds

    standard = pairs_that_are_sets()
    assert sum(standard.values()) == 7938  # seven pairs that are standard hands too
    both = sum(kinds * hands for kinds, hands in standard.items() if kinds < 7)
    return WAYS * (sum(won(equal) for equal in (1, 2, 3)) - both)


def pairs_that_are_sets() -> Counter[int]:
    """Hands of seven pairs that are four sets and a pair too, by how many kinds of tiles they have. Of honours they
    have the pair or nothing, for a pung is an odd number of tiles."""
    suit: dict[int, Counter[tuple[int, int]]] = {0: Counter(), 1: Counter()}  # by pairs in it: (tiles, kinds)
    for counts in product((0, 2, 4), repeat=RANKS):
        if sum(counts) <= 14 and (found := divisions(0, counts)):
            suit[found[0][0]][sum(counts), len(counts) - counts.count(0)] += 1
    honours = {0: Counter({(0, 0): 1}), 1: Counter({(2, 1): len(TILES) - FIRST_HONOUR})}
    hands: Counter[int] = Counter()
    for place in range(4):
        areas = [(honours if area == 3 else suit)[int(area == place)] for area in range(4)]
        for some in product(*(area.items() for area in areas)):
            if sum(tiles for (tiles, _), _ in some) == 14:
                hands[sum(kinds for (_, kinds), _ in some)] += prod(ways for _, ways in some)
    return hands


@pytest.mark.parametrize(
    ("points", "over", "hands"),
    [
        ({"thirteen_orphans": 89}, "concealed", WAYS * 13 * 13),
        ({"greater_honors_and_knitted_tiles": 25}, "concealed", WAYS * 216 * 14),
        ({"lesser_honors_and_knitted_tiles": 13}, "concealed", WAYS * 504 * 14),
        ({"seven_shifted_pairs": 89}, "concealed", WAYS * 3 * 3 * 7),  # from 1, 2 or 3 in each suit
        ({"melded_hand": 7}, "all", 66_993_231),  # four claimed sets, each pung perhaps a kong; by a discard
    ],
)
def test_one_point_more_for_hands_whose_number_is_known(
    every: census.Census, points: dict[str, int], over: Over, hands: int
) -> None:
    found = difference(side(), printed(**points), over, census=every)
    (fan,) = points
    assert [(step.points, step.hands) for step in found.points] == [(1, hands)]
    assert named(found) == [(hands, [[fan]])]
    assert (found.differ, found.only, found.change) == (hands, (0, 0), 1.0)


def test_the_ruling_on_two_concealed_kongs_changes_exactly_these(every: census.Census) -> None:
    found = difference(side(), side(two_concealed_kongs="eight"), "all", census=every)
    hands = won_with_two_kongs()
    assert [(step.points, step.hands) for step in found.points] == [(2, hands)]
    assert named(found) == [(hands, [["two_concealed_kongs"]])]
    assert found.down == 0 < found.up  # 6 points alone do not reach 8


def test_hands_that_win_on_one_side_only(every: census.Census) -> None:
    """Where equal pairs are barred, seven pairs with equal ones do not win unless they are a standard hand."""
    found = difference(side(), side(identical_pairs="seven_different"), census=every)
    assert found.only == (seven_pairs_with_equal_ones(), 0)
    assert [cause.only for cause in found.causes] == [found.only]
    assert found.causes[0].example.totals[1] is None
    assert found.down >= found.only[0]  # seven pairs are worth more than the minimum
    mirrored = difference(side(identical_pairs="seven_different"), side(), census=every)
    assert mirrored.only == (0, found.only[0])


# What is always so

PAIRS: tuple[tuple[Side, Side, Over], ...] = (
    (side("gb"), side("mcr2006"), "concealed"),
    (side("gb"), side("gb1998"), "all"),
    (side("gb"), side("gb", identical_pairs="seven_different", knitted_straight_shape="barred"), "concealed"),
)
IDS = ["gb mcr2006", "gb gb1998", "gb forms barred"]


@cache
def told(pair: int) -> Diff:
    """What there is to say of one of the pairs."""
    one, other, over = PAIRS[pair]
    return difference(one, other, over, census=census.load())


@pytest.mark.parametrize("pair", range(len(PAIRS)), ids=IDS)
def test_numbers_add_up(pair: int) -> None:
    found = told(pair)
    assert found.differ > 0
    assert sum(cause.hands for cause in found.causes) == found.differ
    assert sum(step.hands for step in found.points) + sum(found.only) == found.differ
    assert tuple(map(sum, zip(*(cause.only for cause in found.causes), strict=True))) == found.only
    assert sum(cause.up for cause in found.causes) == found.up
    assert sum(cause.down for cause in found.causes) == found.down
    assert found.reach[1] - found.reach[0] == found.up - found.down
    assert [cause.hands for cause in found.causes] == sorted((cause.hands for cause in found.causes), reverse=True)
    assert all(cause.because for cause in found.causes)
    assert len({cause.because for cause in found.causes}) == len(found.causes)
    steps = {step.points for step in found.points}
    assert all({*cause.points} <= steps for cause in found.causes if cause.points)
    alone = {part.switch: part.alone for part in found.parts}
    single = [cause for cause in found.causes if len(cause.because) == len(cause.because[0]) == 1]
    assert all(alone[cause.because[0][0]] >= cause.hands for cause in single)


@pytest.mark.parametrize("pair", [0, 2], ids=[IDS[0], IDS[2]])
def test_the_other_way_round_everything_is_the_other_way_round(every: census.Census, pair: int) -> None:
    one, other, over = PAIRS[pair]
    there, back = told(pair), difference(other, one, over, census=every)
    assert {-step.points: step.hands for step in back.points} == {step.points: step.hands for step in there.points}
    assert (back.up, back.down, back.reach[::-1]) == (there.down, there.up, there.reach)
    assert back.average == there.average[::-1]
    assert (back.hands, back.differ, back.only) == (there.hands, there.differ, there.only[::-1])


def test_rules_do_not_differ_from_themselves(every: census.Census) -> None:
    found = difference(side(), side(), census=every)
    assert found.hands == WAYS * 187_059_571
    assert (found.differ, found.only, found.up, found.down, found.change) == (0, (0, 0), 0, 0, None)
    assert (found.points, found.parts, found.causes) == ((), (), ())
    assert found.average[0] == found.average[1]


def test_winds_tell(every: census.Census) -> None:
    """With another seat wind the pung of South is worth 2 points more in its own place: other averages."""
    same, other = (
        difference(side(), printed(seat_wind=3), "concealed", winds=(EAST, seat), census=every)
        for seat in (EAST, SOUTH)
    )
    assert same.differ == other.differ > 0  # as many hands have a pung of East as of South
    assert same.average[0] != other.average[0]
    assert other.causes[0].example.hand.split("|")[1].startswith("ES")


def test_each_side_has_its_minimum(every: census.Census) -> None:
    found = difference(side(), side(), census=every, minimums=(8, 10))
    assert found.down > 0 == found.up == found.differ
    assert found.reach[0] - found.reach[1] == found.down


# One hand after the other


@pytest.mark.parametrize(
    ("id", "winds", "over"),
    [
        ("gb", (EAST, EAST), "concealed"),
        ("mcr2006", (EAST, SOUTH), "all"),
        ("gb1998", (SOUTH, EAST), "concealed"),
    ],
)
def test_totals_are_the_scorers(every: census.Census, id: str, winds: tuple[Tile, Tile], over: Over) -> None:
    hands = WonHands.every(every, over, winds)
    totals = hands.totals(resolve(id))
    rnd, scorer = Random(f"{id} {over}"), Scorer(resolve(id))
    for place in rnd.sample(range(len(hands)), 1000):
        hand = hands.hand(place)
        assert scorer.total(hand) == totals[place], str(hand)


def test_fans_are_those_that_the_scorer_shows(every: census.Census) -> None:
    """Also where several readings are worth the same: the one is shown whose fans come first."""
    hands = WonHands.every(every, "all", (EAST, EAST))
    several = np.flatnonzero(np.diff(hands.first) > 1)
    some = hands.take(np.array(Random(7).sample(several.tolist(), 400)))
    rules = resolve("gb")
    counted, scorer = some.counted(rules), Scorer(rules)
    for place in range(len(some)):
        hand = some.hand(place)
        shown = {fan.fan: fan.count for fan in scorer.score(hand).fans}
        assert shown == {fan: times for fan, times in zip(ORDER, counted.times[place], strict=True) if times}, str(hand)


@pytest.mark.parametrize("pair", range(len(PAIRS)), ids=IDS)
def test_reasons_are_those_of_the_hand_alone(pair: int) -> None:
    """The example of each cause, compared by itself, has the same smallest explanations and the same fans."""
    one, other, _ = PAIRS[pair]
    for cause in told(pair).causes:
        alone = compare.difference(Hand.parse(cause.example.hand, check=True), one, other)
        assert (alone.totals, alone.fans) == (cause.example.totals, cause.example.fans)
        assert {*alone.because} == {*cause.because}, cause.example.hand


def test_several_points_at_once_are_left_after_leaving_out_the_idle() -> None:
    """All Green of seven pairs, self-drawn: three rulings, none of which may be missing."""
    three = {frozenset(map(short, some)) for cause in told(0).causes for some in cause.because if len(some) > 2}
    assert frozenset(["identical_pairs", "self_drawn_concealed_by_nature", "all_green_flushes"]) in three


def test_either_of_two_points_may_be_enough() -> None:
    """22 33 44 66 88 FFFF in green: the hog goes by the ruling on hogs or by that on equal pairs."""
    either = [{frozenset(map(short, some)) for some in cause.because} for cause in told(0).causes if cause.because[1:]]
    wanted = {frozenset(["all_green_flushes", "identical_pairs"]), frozenset(["all_green_flushes", "tile_hog"])}
    assert wanted in either


def test_what_no_switch_explains_is_said(every: census.Census) -> None:
    """Rules with a definition that no ruling chose."""
    odd = msgspec.structs.replace(resolve("gb"), patterns={**resolve("gb").patterns, "all_green": "big_four_winds"})
    found = difference(side(), Side(odd, lambda flips: odd), census=every)
    assert [cause.because for cause in found.causes] == [()]
    assert found.causes[0].hands == found.differ > 0


def test_the_points_of_a_hand_without_fans(every: census.Census) -> None:
    """无番和 holds in no hand as such, and is named all the same; nothing else changes by a point."""
    one, other = side(), printed(chicken_hand=9)
    found = difference(one, other, "all", census=every)
    assert named(found) == [(found.differ, [["chicken_hand"]])]
    assert found.causes[0].example.totals == (8, 9)
    alone = compare.difference(Hand.parse(found.causes[0].example.hand), one, other)
    assert alone.because == ((PointsSwitch("chicken_hand", (8, 9)),),)


def test_points_in_which_rules_differ_and_no_hand_does(every: census.Census) -> None:
    """Robbing the Kong never counts where nothing is robbed: it is named with no hands."""
    found = difference(side(), printed(robbing_the_kong=9), census=every)
    assert (found.differ, found.causes) == (0, ())
    assert [(short(part.switch), part.alone, part.together) for part in found.parts] == [("robbing_the_kong", 0, 0)]
