"""Questions and their answers, over a few hands whose states can be counted on paper, and over all of them."""

from __future__ import annotations

import msgspec
import pytest

from few_hands import FewHands
from mjrules.errors import ImpossibleHand, RulesError
from mjrules.hand import Hand, Situation
from mjrules.pattern import Pattern
from mjrules.rulesets import resolve
from mjrules.score.scorer import score
from mjrules.tiles import WINDS
from mjrules.universe.expressions import EVERYTHING
from mjrules.universe.parsing import InvalidExpression
from mjrules.universe.questions import FormCount, Proof, Reading, Universe, count, engine_of, find, prove
from mjrules.universe.states import Example

# one state each, unless it says otherwise
FOUR = "111m222m444m77mCC7m|EE1000"  # 四暗刻 and 碰碰和, drawn
THREE = "111m222m444m77mCC7m|EE0000"  # the same tiles and a discard: 三暗刻 and 碰碰和
ONE_SUIT = "[CCC][FFF]123m456mPP"  # 小三元
TWO_SUITS = "[CCC][FFF]123m456sPP"  # 小三元 and 缺一门
ORPHANS = "19m19s19pESWNCFP1m"
PAIRS = "112233m112233s55p"  # two states: seven pairs, or sets and a pair
KNITTED = "147m258s369p123mEE"
TWO_PLACES = "12m345m678s999sPP3m"  # two states: the 3m belongs to either chow
HANDS = (FOUR, THREE, ONE_SUIT, TWO_SUITS, ORPHANS, PAIRS, KNITTED, TWO_PLACES)


@pytest.fixture(scope="module")
def few() -> Universe:
    return Universe(resolve("gb"), engine=FewHands(HANDS))


# Proofs


def test_a_claim_that_holds(few: Universe) -> None:
    proof = few.prove("四暗刻 => 碰碰和")
    assert (proof.claim, proof.read_as) == ("四暗刻 => 碰碰和", "four_concealed_pungs => all_pungs")
    assert (proof.holds, proof.states, proof.violations, proof.vacuous) == (True, 1, 0, False)
    assert (proof.witness, proof.counterexample) == (str(Hand.parse(FOUR)), None)
    assert [shown.hand for shown in proof.shown] == [proof.witness]


def test_a_claim_that_does_not(few: Universe) -> None:
    proof = few.prove("小三元 => 缺一门")
    assert (proof.holds, proof.states, proof.violations) == (False, 2, 1)
    assert (proof.counterexample, proof.witness) == (str(Hand.parse(ONE_SUIT)), str(Hand.parse(TWO_SUITS)))
    assert [shown.hand for shown in proof.shown] == [proof.counterexample, proof.witness]


def test_a_claim_of_two_that_never_meet(few: Universe) -> None:
    proof = few.prove("碰碰和 => 无字")
    assert (proof.holds, proof.states, proof.violations, proof.witness) == (False, 2, 2, None)


def test_a_claim_of_nothing_is_said_to_be_one(few: Universe) -> None:
    proof = few.prove("四暗刻 and 小三元 => 无字")
    assert (proof.holds, proof.states, proof.vacuous, proof.witness) == (True, 0, True, None)
    assert proof.never == (("four_concealed_pungs", "little_three_dragons"),)


def test_a_condition_is_claimed_of_every_state(few: Universe) -> None:
    proof = few.prove("缺一门")
    # ONE_SUIT … THREE have one suit, ORPHANS and PAIRS three; KNITTED three; TWO_SUITS and TWO_PLACES two
    assert (proof.read_as, proof.holds, proof.states, proof.violations) == ("one_voided_suit", False, 10, 7)
    assert few.prove("true => 缺一门").read_as == "one_voided_suit"


def test_an_equivalence_is_two_implications(few: Universe) -> None:
    proof = few.prove("四暗刻 <=> 三暗刻")
    there, back = proof.directions
    assert (there.holds, there.states, there.violations) == (True, 1, 0)
    assert (back.holds, back.states, back.violations) == (False, 2, 1)
    assert (proof.holds, proof.states, proof.violations) == (False, 2, 1)
    assert (proof.counterexample, proof.shown) == (back.counterexample, back.shown)
    assert few.prove("碰碰和 <=> 三暗刻").holds


def test_what_a_rule_set_says_is_proved(few: Universe) -> None:
    """缺一门 in the reading that one suit is enough: now ONE_SUIT, FOUR, THREE satisfy it too."""
    assert few.prove("碰碰和 => 缺一门").holds is False
    choice = {"one_voided_suit": "at_most_two"}
    rules = msgspec.structs.replace(resolve("gb"), patterns={"one_voided_suit": "one_voided_suit.at_most_two"})
    proof = Universe(rules, chosen=choice, engine=FewHands(HANDS)).prove("碰碰和 => 缺一门")
    assert (proof.holds, proof.rulings) == (True, choice)


def test_a_situation_that_the_game_allows_is_enough(few: Universe) -> None:
    """The last tile of the wall is no part of a state: each may be won by it and need not be."""
    assert few.count("海底捞月 or 妙手回春").states == 10
    assert few.count("not (海底捞月 or 妙手回春)").states == 10
    assert few.prove("四暗刻 => 妙手回春").violations == 1


# Finding and counting


def test_what_is_found(few: Universe) -> None:
    found = few.find("三暗刻", 1)
    assert (found.expr, found.states, found.hands) == ("三暗刻", 2, 1)
    assert found.examples == (str(Hand.parse(FOUR)),)
    assert len(few.find("三暗刻").examples) == 2


def test_each_number_has_its_own_unit(few: Universe) -> None:
    """FOUR and THREE are one hand won in two ways; PAIRS one hand with two arrangements; TWO_PLACES one tile."""
    counted = few.count("true")
    assert (counted.states, counted.tiles_won, counted.arranged_hands, counted.hands) == (10, 9, 8, 7)


def test_states_are_told_by_form(few: Universe) -> None:
    assert few.count("true").forms == (
        FormCount("standard", states=7, self_drawn=1, concealed=5),
        FormCount("knitted", states=1, self_drawn=0, concealed=1),
        FormCount("seven_pairs", states=1, self_drawn=0, concealed=1),
        FormCount("thirteen_orphans", states=1, self_drawn=0, concealed=1),
    )


# What is shown is what was claimed


def test_a_hand_that_is_shown_is_scored(few: Universe) -> None:
    (shown,) = few.find("四暗刻").shown
    assert shown.read == Reading("standard", ("111m", "222m", "444m", "777m", "CC"), completed="777m")
    assert (shown.total, shown.fans) == ((known := score(FOUR)).total, known.fans)
    assert (shown.meets_minimum, shown.scored_as) == (True, None)


def test_that_the_scorer_reads_it_otherwise_is_said(few: Universe) -> None:
    """As sets and a pair PAIRS has 一般高; the scorer takes seven pairs."""
    (shown,) = few.find("一般高*2 and form(standard)").shown
    assert shown.read == Reading("standard", ("123m", "123m", "123s", "123s", "55p"), "55p")
    assert shown.scored_as == Reading("seven_pairs", ("11m", "22m", "33m", "11s", "22s", "33s", "55p"), "55p")
    assert "七对" in [fan.name for fan in shown.fans]


def test_declared_groups_come_first(few: Universe) -> None:
    (shown,) = few.find("小三元", 1).shown
    assert shown.read.arrangement == ("CCC", "FFF", "123m", "456m", "PP")


class Mistaken(FewHands):
    """Shows the first hand for everything."""

    def examples(self, condition: Pattern, limit: int) -> list[Example]:
        return super().examples(EVERYTHING, limit)


def test_a_hand_that_does_not_show_it_is_never_printed() -> None:
    with pytest.raises(RuntimeError, match=r"does not hold in it"):
        Universe(resolve("gb"), engine=Mistaken(HANDS)).find("十三幺", 1)


class Careless(FewHands):
    """Shows hands in a situation that the game does not allow: others of the last of its kind are concealed."""

    def examples(self, condition: Pattern, limit: int) -> list[Example]:
        situation = Situation(WINDS[0], WINDS[0], last_of_kind=True)
        return [msgspec.structs.replace(each, situation=situation) for each in super().examples(condition, limit)]


def test_an_impossible_hand_is_never_printed() -> None:
    with pytest.raises(ImpossibleHand):
        Universe(resolve("gb"), engine=Careless(HANDS)).find("七对", 1)


# What makes a condition impossible


@pytest.mark.parametrize(
    ("text", "never"),
    [
        ("四杠", [["four_kongs"]]),
        ("七对 and 四杠 and 自摸", [["four_kongs"]]),
        ("无字 and 碰碰和 and discard", [["no_honors", "all_pungs"]]),
        ("三暗刻 and discard and not 碰碰和 and true", [["three_concealed_pungs", "not all_pungs"]]),
        # every two of them meet, all three do not
        (
            "混一色 and not 四暗刻 and not 三暗刻 and concealed",
            [["half_flush", "not three_concealed_pungs", "concealed"]],
        ),
        ("not (true or 七对)", [["not true"]]),
        ("四杠 or (七对 and 碰碰和)", [["four_kongs"], ["seven_pairs", "all_pungs"]]),
    ],
)
def test_the_parts_that_never_meet(few: Universe, text: str, never: list[list[str]]) -> None:
    found = few.find(text)
    assert (found.states, found.examples) == (0, ())
    assert [list(some) for some in found.never] == never
    assert few.count(text).never == found.never


def test_of_many_parts_none_can_be_left_out(few: Universe) -> None:
    """Ten parts: the two that never meet are found by leaving out the others."""
    text = " and ".join(
        ["concealed", "not 七对", "碰碰和", "true", "discard", "三暗刻", "not 四杠", "not 十三幺", "not 组合龙", "无字"]
    )
    (parts,) = few.count(text).never
    assert set(parts) in ({"all_pungs", "no_honors"}, {"three_concealed_pungs", "no_honors"})


# Wrong questions


def test_a_question_that_cannot_be_read(few: Universe) -> None:
    for ask in (few.prove, few.find, few.count):
        with pytest.raises(InvalidExpression, match="column 1-2: 四刚"):
            ask("四刚")


def test_unknown_rules_are_refused() -> None:
    with pytest.raises(RulesError, match="no rule set"):
        count("四杠", "gb1997")
    with pytest.raises(RulesError, match="no ruling"):
        prove("四杠", overrides={"nine_gate": "final_shape"})


def test_the_json_of_a_proof(few: Universe) -> None:
    answer = msgspec.json.decode(msgspec.json.encode(few.prove("四暗刻 => 碰碰和")))
    wanted = ("schema", "claim", "holds", "states", "violations", "witness", "counterexample")
    assert [answer[key] for key in wanted] == ["mjrules/1", "四暗刻 => 碰碰和", True, 1, 0, str(Hand.parse(FOUR)), None]
    assert msgspec.convert(answer, Proof) == few.prove("四暗刻 => 碰碰和")


# Every hand


def test_claims_about_every_hand() -> None:
    """小三元 without 缺一门: 710,424 (group, tile) completed, known from elsewhere, each self-drawn or not."""
    assert prove("四暗刻 => 碰碰和").holds
    assert prove("小三元 => 缺一门").violations == 2 * 710_424


def test_finding_among_all_hands() -> None:
    found = find("四杠 and 全大 and 三色三节高")
    assert found.states > 0
    assert [each.hand for each in found.shown] == list(found.examples)


def test_counts_known_from_elsewhere() -> None:
    """Numbers without the way of winning, where it is free, count twice here: self-drawn and by a discard."""
    standard = count("form(standard)")
    assert standard.arranged_hands == 1_062_623_868
    assert (standard.states, standard.tiles_won) == (2 * 3_423_601_728, 6_659_680_554)
    assert count("碰碰和").tiles_won == 2 * 712_335_360
    assert count("melded(4) and 全求人").tiles_won == 66_993_231
    assert count("十三幺").hands == 13


def test_rulings_change_what_wins() -> None:
    """七对 with four equal tiles as two pairs, and only with seven different pairs."""
    assert count("七对").hands == 16_417_104
    assert count("七对", overrides={"identical_pairs": "seven_different"}).hands == 5_379_616


def test_the_engine_is_made_once_for_the_same_space() -> None:
    gb, mcr = (tuple(Universe(resolve(id)).options.items()) for id in ("gb", "mcr2006"))
    assert (engine_of(gb) is engine_of(mcr)) == (gb == mcr)


def test_no_hand_at_all_cannot_be_asked_for() -> None:
    with pytest.raises(RulesError, match="ask for one or more"):
        find("四杠", 0)


def test_a_fan_that_the_rules_do_not_have_is_refused() -> None:
    """明暗杠 is no fan in 1998."""
    with pytest.raises(InvalidExpression, match="column 1-3: the rules asked about have no"):
        count("明暗杠", "gb1998")
    assert count("明暗杠", "gb").states > 0
