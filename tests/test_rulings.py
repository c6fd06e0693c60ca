"""Rulings: every disputed point is dealt with, every choice does something, and docs/rulings.md tells them all."""

from __future__ import annotations

import tomllib
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from mjrules import names, rulesets, rulings
from mjrules.errors import DamagedData, NotAWinningHand, RulesError
from mjrules.fans import FANS, VARIANTS
from mjrules.render.positions import DISPUTES
from mjrules.render.rulings import verdict
from mjrules.score.scorer import score
from mjrules.universe import impacts

RULESETS = rulesets.available()
ALL = {each.id: each for each in rulings.all()}
CHOICES = [(ruling.id, choice) for ruling in ALL.values() for choice in ruling.choices]

# What each rule set chooses where they differ: present practice, the 1998 text, the book of 2006.
DEFAULTS = {
    "concealed_kong_and_melded_kong": ("five", "separate", "six"),
    "two_concealed_kongs": ("six", "six", "eight"),
    "identical_pairs": ("tile_hog", "tile_hog", "no_hog_in_green_or_terminals"),
    "knitted_straight_among_honors": ("counted", "counted", "barred"),
    "waits_in_knitted_straight": ("counted", "counted", "no_edge_or_closed"),
    "self_drawn_concealed_by_nature": ("barred", "two", "counted"),
    "all_terminals_equal_pungs": ("triple_only", "triple_only", "counted"),
    "nine_gates_terminal_pungs": ("one", "one", "all"),
    "all_green_flushes": ("full_only", "full_only", "both"),
    "tile_hog": ("any", "any", "suits"),
}

# Who speaks for each rule set: the two programs of present practice, the text of 1998 with its examples, the book of
# 2006 with the seminar held on it. Programs for the book are not the book.
SPEAKERS = {
    "gb": {"mil-helper", "gb-mahjong"},
    "gb1998": {"rule98", "rule98-examples"},
    "mcr2006": {"greenbook2006", "seminar-2006"},
}


def test_every_disputed_point_is_a_ruling_or_says_why_not() -> None:
    settled = [point for ruling in ALL.values() for point in ruling.points]
    assert sorted([*settled, *rulings.not_a_switch()]) == list(range(1, rulings.POINTS + 1))


def test_rulings_stand_in_the_order_of_the_points() -> None:
    first = [ruling.points[0] for ruling in ALL.values()]
    assert first == sorted(first)


def test_what_the_rule_sets_choose_differently() -> None:
    found = {id: tuple(ruling.default_for(each) for each in ("gb", "gb1998", "mcr2006")) for id, ruling in ALL.items()}
    assert {id: choices for id, choices in found.items() if len(set(choices)) > 1} == DEFAULTS
    assert {each for ruling in ALL.values() for each in ruling.default} <= set(RULESETS)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("id", ALL)
def test_a_rule_set_takes_what_its_own_sources_hold_or_says_why(ruleset: str, id: str) -> None:
    """Where they hold nothing, principles and present practice decide: then the choice is that of gb."""
    ruling = ALL[id]
    held = {choice.id for choice in ruling.choices.values() if SPEAKERS[ruleset] & {*choice.by}}
    default = ruling.default_for(ruleset)
    assert held == {default} or ruleset in ruling.reason or (not held and default == ruling.default_for("gb"))
    assert held or ruleset != "gb"


def test_the_speakers_are_those_of_the_table() -> None:
    assert {id: {*sources} for id, sources in rulings.editions().items()} == SPEAKERS


# What a list leaves out is held by nobody but those who read silence as permission, and by programs that count so.
SILENCE = [
    ("two_concealed_pungs_beside_kongs", "counted"),
    ("four_shifted_chows_companions", "open"),
    ("pure_straight_companions", "terminal_chows"),
    ("pure_straight_companions", "open"),
    ("seven_shifted_pairs_companions", "no_honors"),
    ("three_suited_terminal_chows_companions", "counted"),
    ("no_honors_unlisted", "beside_two"),
    ("no_honors_unlisted", "counted"),
]


@pytest.mark.parametrize(("id", "choice"), SILENCE)
def test_silence_is_held_by_nobody_in_particular(id: str, choice: str) -> None:
    assert ALL[id].choices[choice].by == ("literal",)


@pytest.mark.parametrize(
    ("hand", "ruling", "choice", "total", "reason"),
    [
        ("222m444s666p888m2s2s", None, None, 88, "四暗刻 64, 全双刻 24; 2s and 3s complete it, so no 单钓将"),
        ("222m444s666p888m2s2s", "no_honors_unlisted", "beside_two", 89, "无字 beside 全双刻"),
        ("22448p55m88sPPPP8p|EE1000", None, None, 28, "七对 24, 不求人 4; white dragons are no suit tiles"),
        ("22448p55m88sPPPP8p|EE1000", "tile_hog", "any", 30, "四归一 2 more"),
        ("[1111s,1][2222m,1][4444p,1][EEEE,1]8s8s|SS1000", None, None, 91, "四杠 88, 幺九刻 twice, 自摸"),
        ("[123s,1][345s,1][567s,1]789s5p5p", None, None, 36, "一色四步高 32, 平和 2, 缺一门, 单钓将"),
    ],
)
def test_the_book_of_2006_follows_its_text_and_principles(
    hand: str, ruling: str | None, choice: str | None, total: int, reason: str
) -> None:
    chosen = {ruling: choice} if ruling and choice else {}
    assert score(hand, "mcr2006", chosen).total == total, reason


@pytest.mark.parametrize(("id", "name"), CHOICES)
def test_a_choice_names_variants_that_there_are(id: str, name: str) -> None:
    for fan, variant in ALL[id].choices[name].pattern.items():
        assert fan in FANS
        assert variant in VARIANTS
        assert variant.startswith(f"{fan}.")


def test_every_variant_and_every_option_is_chosen_by_somebody() -> None:
    choices = [choice for ruling in ALL.values() for choice in ruling.choices.values()]
    assert {variant for choice in choices for variant in choice.pattern.values()} == set(VARIANTS)
    chosen = {(name, value) for choice in choices for name, value in choice.option.items()}
    assert chosen == {(name, value) for name, values in rulings.OPTIONS.items() for value in values}


def test_the_first_value_of_an_option_is_that_of_present_practice() -> None:
    assert rulesets.resolve("gb").options == {name: values[0] for name, values in rulings.OPTIONS.items()}


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("id", ALL)
def test_choices_differ_in_what_they_do(ruleset: str, id: str) -> None:
    for one, other in combinations(ALL[id].choices, 2):
        assert effects(ruleset, id, one) != effects(ruleset, id, other), f"{one} and {other}"


@pytest.mark.parametrize(("id", "name"), CHOICES)
def test_a_choice_means_the_same_in_every_rule_set(id: str, name: str) -> None:
    """The rule set decides only where the choice says nothing."""
    ruling = ALL[id]
    pairs = {pair[:2] for choice in ruling.choices.values() for pair in (*choice.exclude, *choice.allow)}
    found = []
    for ruleset in RULESETS:
        rules = rulesets.resolve(ruleset, {id: name})
        out = {(fan, each.fan): (each.scope, each.count) for fan, row in rules.excludes.items() for each in row}
        assert rules.rulings[id] == name
        found.append([out.get(pair) for pair in sorted(pairs) if set(pair) <= rules.points.keys()])
    settled = [row for row in found if len(row) == len(pairs)]
    assert settled
    assert [row for row in settled if row != settled[0]] == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_default_keeps_the_points_the_edition_prints(ruleset: str) -> None:
    printed = {rule.fan: rule.points for rule in rulesets.load(ruleset).rules}
    assert rulesets.resolve(ruleset).points == printed


def effects(ruleset: str, id: str, choice: str) -> tuple[object, ...]:
    rules = rulesets.resolve(ruleset, {id: choice})
    excludes = {fan: {(each.fan, each.scope, each.count) for each in row} for fan, row in rules.excludes.items()}
    return rules.points, excludes, rules.patterns, rules.options


# A choice by name, and what is counted beside what under it: (fan, other, is the other barred as a whole).
BARRED = [
    ("gb", "concealed_pungs_beside_kongs", "barred", "三杠", "四暗刻", True),
    ("gb", "two_concealed_pungs_beside_kongs", "counted", "双暗杠", "双暗刻", False),
    ("gb", "four_kongs_companions", "all_pungs", "四杠", "碰碰和", False),
    ("gb", "four_kongs_companions", "all_pungs", "四杠", "单钓将", True),
    ("gb", "smaller_kongs", "concealed", "三杠", "暗杠", False),
    ("gb", "smaller_kongs", "concealed", "三杠", "明杠", True),
    ("gb", "self_drawn_concealed_by_nature", "two", "四暗刻", "不求人", False),
    ("gb", "self_drawn_concealed_by_nature", "two", "七对", "不求人", True),
    ("gb1998", "self_drawn_concealed_by_nature", "barred", "四暗刻", "不求人", True),
    ("mcr2006", "self_drawn_concealed_by_nature", "counted", "全不靠", "不求人", False),
    ("gb1998", "discard_concealed_by_nature", "counted", "七对", "门前清", False),
    ("gb", "all_honors_companions", "counted", "字一色", "混幺九", False),
    ("gb", "all_terminals_equal_pungs", "counted", "清幺九", "双同刻", False),
    ("gb", "own_winds_beside_wind_fans", "not_in_little_four", "小四喜", "门风刻", True),
    ("gb", "own_winds_beside_wind_fans", "not_in_little_four", "三风刻", "门风刻", False),
    ("gb", "terminal_pung_beside_honor_pungs", "whole_fan", "箭刻", "幺九刻", True),
    ("gb", "terminal_pung_beside_honor_pungs", "own_pungs", "箭刻", "幺九刻", False),
    ("mcr2006", "nine_gates_terminal_pungs", "one", "九莲宝灯", "幺九刻", False),
    ("gb", "all_green_flushes", "neither", "绿一色", "清一色", True),
    ("gb", "all_green_flushes", "both", "绿一色", "混一色", False),
    ("gb", "upper_four_beside_upper_tiles", "counted", "全大", "大于五", False),
    ("gb", "no_honors_unlisted", "beside_two", "全中", "无字", True),
    ("gb", "no_honors_unlisted", "counted", "全中", "无字", False),
    ("gb", "waits_beside_all_chows", "barred", "平和", "坎张", True),
    ("gb", "reversible_tiles", "suits_swapped", "推不倒", "缺一门", False),
    ("gb", "one_voided_suit", "at_most_two", "清一色", "缺一门", True),
]


@pytest.mark.parametrize(("ruleset", "id", "choice", "fan", "other", "barred"), BARRED)
def test_what_a_choice_bars(ruleset: str, id: str, choice: str, fan: str, other: str, barred: bool) -> None:
    rules = rulesets.resolve(ruleset, {id: choice})
    (one,), (two,) = names.resolve(fan), names.resolve(other)
    whole = {each.fan for each in rules.excludes.get(one, ()) if each.scope == "whole"}
    assert (two in whole) is barred


def test_how_often_is_part_of_a_ruling() -> None:
    rules = rulesets.resolve("mcr2006", {"nine_gates_terminal_pungs": "one"})
    (found,) = (each for each in rules.excludes["nine_gates"] if each.fan == "pung_of_terminals_or_honors")
    assert (found.scope, found.count, found.because) == ("count", 1, "nine_gates_terminal_pungs")


@pytest.mark.parametrize(
    ("choice", "points"), [("five", 5), ("six", 6), ("separate", None)], ids=["five", "six", "separate"]
)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_mixed_kong(ruleset: str, choice: str, points: int | None) -> None:
    rules = rulesets.resolve(ruleset, {"concealed_kong_and_melded_kong": choice})
    assert rules.points.get("concealed_kong_and_melded_kong") == points
    barred = any(each.fan == "melded_kong" for each in rules.excludes.get("concealed_kong_and_melded_kong", ()))
    assert barred is (points is not None)


def test_an_unknown_ruling_names_its_neighbours() -> None:
    with pytest.raises(RulesError, match="'mixed_shifted_chow' is no ruling; similar: mixed_shifted_chows"):
        rulings.ruling("mixed_shifted_chow")
    with pytest.raises(RulesError, match=r"'foo' is no ruling; docs/rulings\.md has all of them"):
        rulings.ruling("foo")


SMALL = """
[holders.book]
en = "a book"
zh-Hans = "书"
[not_a_switch]
[rulings.one]
points = [1]
question = { en = "?", zh-Hans = "？" }
default = { gb = "yes" }
[rulings.one.choices.yes]
en = "Yes."
zh-Hans = "是。"
by = ["book"]
exclude = [["nine_gates", "self_drawn"]]
[rulings.one.choices.no]
en = "No."
zh-Hans = "否。"
by = ["book"]
option = { chow_pairs = "all" }
"""

SECOND = SMALL[SMALL.index("[rulings.one]") :].replace("rulings.one", "rulings.two")


def test_a_sound_table_is_read() -> None:
    (ruling,) = rulings.parse(SMALL).rulings.values()
    assert ruling.choice("yes").exclude == (("nine_gates", "self_drawn"),)
    assert ruling.question.say("zh-Hant") == "？"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('by = ["book"]', "by = []", "one.yes: nobody holds it"),
        ('by = ["book"]', 'by = ["page"]', "one.yes: 'page' is no holder"),
        ('"self_drawn"]', '"self_drown"]', "'self_drown' is no fan"),
        ('"self_drawn"]', '"self_drawn", "some"]', "one.yes.*is no exclusion"),
        ('"self_drawn"]]', '"self_drawn"]]\nponts = { self_drawn = 2 }', "ponts"),
        ('gb = "yes"', 'gb = "perhaps"', "'perhaps', the default of gb, is no choice"),
        ('gb = "yes"', 'gb1998 = "yes"', "no default for gb"),
        ('chow_pairs = "all"', 'chow_pairs = "some"', "chow_pairs = 'some' is no option"),
        ('chow_pairs = "all"', 'chow_pair = "all"', "chow_pair = 'all' is no option"),
        ("[rulings.one.choices.no]", "[rulings.one.choices.yes.text]", "rulings.toml"),
        ("[not_a_switch]", SECOND + "[not_a_switch]", "two and one both settle|one and two both settle"),
        ("[rulings.one]", "[rulings.one]\nwhy = 1", "why"),
        (
            "[not_a_switch]",
            '[not_a_switch]\n[editions]\ngb = ["book"]',
            "gb takes yes, its sources hold no, yes; say why",
        ),
        ("[rulings.one]", "[rulings.one.reason.gb]\nen = '.'\nzh-Hans = '。'\n[rulings.one]", "gb is no edition"),
    ],
)
def test_a_damaged_table_says_what_is_wrong(old: str, new: str, message: str) -> None:
    assert old in SMALL
    with pytest.raises(DamagedData, match=message):
        rulings.parse(SMALL.replace(old, new, 1))


def test_a_question_needs_two_choices() -> None:
    with pytest.raises(DamagedData, match="one: a question needs two choices"):
        rulings.parse(SMALL[: SMALL.index("[rulings.one.choices.no]")])


# What the page tells (docs/rulings.md is held in test_positions.py)


def test_the_five_disputes_have_a_weight() -> None:
    for id in (id for ids in DISPUTES.values() for id in ids):
        assert all(impact.states and impact.example for impact in impacts.of_rulings()[id].values()), id


def test_a_choice_against_a_definition_is_told() -> None:
    two = ALL["two_concealed_pungs_beside_kongs"].choices
    assert verdict(two["barred"], "en") == ""
    told = verdict(two["counted"], "en")
    assert told.endswith("Two Concealed Kongs ⇒ Two Concealed Pungs.")


def test_the_pages_name_every_ruling() -> None:
    page = (Path(__file__).parents[1] / "docs" / "rulings.md").read_text("utf-8")
    assert [line[4:-1] for line in page.splitlines() if line.startswith("## `")] == [*ALL]


# Hands


CASES = tomllib.loads((Path(__file__).parent / "cases" / "rulings.toml").read_text("utf-8"))["case"]


@pytest.mark.parametrize("case", CASES, ids=[f"{case['ruling']}: {case['hand']}" for case in CASES])
def test_what_a_hand_scores_under_each_choice(case: dict[str, Any]) -> None:
    ruleset = case.get("ruleset", "gb")
    assert {choice: total(case["hand"], ruleset, {case["ruling"]: choice}) for choice in case["totals"]} == case[
        "totals"
    ]
    assert [*case["totals"]] == [*ALL[case["ruling"]].choices]


def total(hand: str, ruleset: str, overrides: dict[str, str]) -> int:
    """The points of a hand; 0 where it does not win."""
    try:
        return score(hand, ruleset, overrides).total
    except NotAWinningHand:
        return 0


@pytest.mark.parametrize("id", ALL)
def test_hands_tell_the_choices_apart(id: str) -> None:
    totals = [tuple(case["totals"].values()) for case in CASES if case["ruling"] == id]
    by_choice = {*zip(*totals, strict=True)}
    assert len(by_choice) == len(ALL[id].choices)
