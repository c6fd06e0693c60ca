"""The expression language: what texts mean, what is wrong with others and where, and how expressions are written."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjrules import names
from mjrules.fans import FANS, VARIANTS
from mjrules.pattern import All, AtLeast, Flag, FormIs, Not, NothingElse, Often, Pattern
from mjrules.problems import Span
from mjrules.rulesets import resolve
from mjrules.texts import LANGUAGES
from mjrules.universe.expressions import (
    IDS,
    Both,
    Claim,
    Comparison,
    Constant,
    Either,
    Expression,
    Fan,
    InForm,
    Melded,
    Negation,
    conjuncts,
    pattern_of,
    written,
)
from mjrules.universe.parsing import (
    MOST_CHARACTERS,
    MOST_SIGNS,
    InvalidExpression,
    Problem,
    claim,
    condition,
    parse,
)
from mjrules.universe.words import CONSTANTS, FORM_NAMES, OPERATORS, WORDS

CASES: dict[str, Any] = tomllib.loads((Path(__file__).parent / "cases" / "expressions.toml").read_text("utf-8"))
GOOD = [(text, case["means"]) for case in CASES["good"] for text in case["texts"]]
BAD = CASES["bad"]


@pytest.mark.parametrize(("text", "means"), GOOD)
def test_what_a_text_means(text: str, means: str) -> None:
    assert written(parse(text)) == means


@pytest.mark.parametrize("case", BAD, ids=lambda case: case["reason"])
def test_what_is_wrong_and_where(case: dict[str, Any]) -> None:
    with pytest.raises(InvalidExpression) as raised:
        parse(case["text"])
    (problem,) = raised.value.problems
    assert (problem.code, problem.place) == (case["code"], Span(*case["place"]))
    assert [word for word in case.get("says", ()) if word not in problem.said()] == []


@pytest.mark.parametrize("case", BAD, ids=lambda case: case["reason"])
def test_what_is_wrong_is_said_in_chinese_too(case: dict[str, Any]) -> None:
    with pytest.raises(InvalidExpression) as raised:
        parse(case["text"])
    (problem,) = raised.value.problems
    assert problem.said("zh-Hans").startswith(f"第 {problem.place} 个字符：")
    assert problem.said("zh-Hant").startswith(f"第 {problem.place} 個字符：")


def test_every_kind_of_problem_is_among_the_cases() -> None:
    """The codes are the keys of the sentences up to the first word that could stand somewhere."""
    path = Path(__file__).parents[1] / "mjrules" / "texts" / "universe.toml"
    keys = [*tomllib.loads(path.read_text("utf-8"))]
    codes = set(keys[keys.index("too-long") : keys.index("wanted-condition")])
    elsewhere = {"too-long", "too-many-signs", "claim-for-condition", "not-in-rules"}
    assert codes == {case["code"] for case in BAD} | elsewhere


def test_all_unknown_names_are_told_at_once() -> None:
    with pytest.raises(InvalidExpression) as raised:
        parse("四刚 and 同刻 or 清一涩")
    assert [problem.code for problem in raised.value.problems] == ["unknown-name", "several-fans", "unknown-name"]
    assert "column 1-2" in str(raised.value)
    assert "column 14-16" in str(raised.value)


def test_a_text_without_end_is_refused() -> None:
    with pytest.raises(InvalidExpression, match=f"at most {MOST_CHARACTERS}"):
        parse("(" * (MOST_CHARACTERS + 1))
    with pytest.raises(InvalidExpression, match=f"more than {MOST_SIGNS}"):
        parse("~" * MOST_SIGNS + "七对")
    assert parse("~" * (MOST_SIGNS - 1) + "七对")


def test_a_condition_is_no_claim() -> None:
    assert condition("四杠") == Fan("four_kongs")
    assert claim("四杠") == Claim(Constant("true"), Fan("four_kongs"))
    with pytest.raises(InvalidExpression, match=r"column 4-5: => makes a claim.*A and not B"):
        condition("四杠 => 碰碰和")


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("四杠", FANS["four_kongs"]),
        ("nine_gates.shape", VARIANTS["nine_gates.shape"]),
        ("幺九刻*2", Often(FANS["pung_of_terminals_or_honors"], 2)),
        ("not 四杠", Not(FANS["four_kongs"])),
        ("四杠 and 七对", All((FANS["four_kongs"], FANS["seven_pairs"]))),
        ("四杠 or 七对", AtLeast(1, (FANS["four_kongs"], FANS["seven_pairs"]))),
        ("form(knitted)", FormIs("knitted")),
        ("自摸", Flag("self_drawn")),
        ("discard", Not(Flag("self_drawn"))),
        ("concealed", Flag("no_claimed_group")),
        ("true", All(())),
        ("melded(2)", All((Flag("claimed 2"), Not(Flag("claimed 3"))))),
        ("melded(>=2)", All((Flag("claimed 2"),))),
        ("melded(<=2)", All((Not(Flag("claimed 3")),))),
        ("melded(0)", All((Not(Flag("claimed 1")),))),
        ("melded(4)", All((Flag("claimed 4"),))),
        ("melded(>=0)", All(())),
    ],
)
def test_the_pattern_of_a_text(text: str, pattern: Pattern) -> None:
    assert pattern_of(condition(text)) == pattern


def test_a_fan_means_what_the_rule_set_says() -> None:
    """mcr2006 takes 推不倒 with its own list, or 九莲宝灯 by its shape: whatever it takes stands in Rules.patterns."""
    patterns = resolve("gb", {"nine_gates": "final_shape"}).patterns
    assert pattern_of(condition("九莲宝灯"), patterns) == VARIANTS["nine_gates.shape"]
    assert pattern_of(condition("九莲宝灯*2"), patterns) == Often(VARIANTS["nine_gates.shape"], 2)
    assert pattern_of(condition("九莲宝灯")) == FANS["nine_gates"]


def test_no_word_of_the_language_is_a_fan() -> None:
    """Else a fan could not be written by that name."""
    tables = (OPERATORS, WORDS, CONSTANTS, FORM_NAMES)
    words = [word for table in tables for some in table.values() for word in some]
    assert [word for word in words if names.fold(word) and names.resolve(word)] == []


def test_every_spelling_of_every_fan_is_read() -> None:
    known = [(fan, word) for fan in names.fans() for words in fan.spellings.values() for word in words]
    read = {word for fan, word in known if fan.id in FANS and fan.id != "chicken_hand" and parse(word) == Fan(fan.id)}
    assert {word for fan, word in known if fan.id in FANS and fan.id != "chicken_hand"} - read == set()


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("四杠", ["four_kongs"]),
        ("四杠 and (七对 and 自摸)", ["four_kongs", "seven_pairs", "self_drawn"]),
        ("not (四杠 or 七对)", ["not four_kongs", "not seven_pairs"]),
        ("not not (四杠 and 七对)", ["four_kongs", "seven_pairs"]),
        ("四杠 or 七对", ["four_kongs or seven_pairs"]),
        ("not (四杠 and 七对)", ["not (four_kongs and seven_pairs)"]),
    ],
)
def test_the_parts_that_must_all_hold(text: str, parts: list[str]) -> None:
    assert [written(part) for part in conjuncts(condition(text))] == parts


# Round trip

FAN_IDS = [id for id, pattern in (FANS | VARIANTS).items() if not isinstance(pattern, NothingElse)]
COMPARISONS: tuple[Comparison, ...] = ("=", ">=", "<=")
leaves: st.SearchStrategy[Expression] = st.one_of(
    st.builds(Fan, st.sampled_from(FAN_IDS), st.integers(1, 8)),
    st.builds(Fan, st.sampled_from(["concealed_kong", "melded_kong", "all_terminals", "all_honors"])),
    st.builds(
        InForm, st.sampled_from(["standard", "knitted", "seven_pairs", "thirteen_orphans", "honors_and_knitted"])
    ),
    st.builds(Constant, st.sampled_from(["discard", "concealed", "true"])),
    st.builds(Melded, st.sampled_from(COMPARISONS), st.integers(0, 4)),
)


def joined(inner: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    some = st.lists(inner, min_size=2, max_size=3).map(tuple)
    return st.one_of(st.builds(Negation, inner), st.builds(Both, some), st.builds(Either, some))


expressions = st.recursive(leaves, joined, max_leaves=8)
claims = st.builds(Claim, expressions, expressions, st.sampled_from(["implies", "equivalent"]))


@given(st.one_of(expressions, claims), st.sampled_from([IDS, *LANGUAGES]))
def test_what_is_written_is_read_as_the_same(expression: Expression | Claim, lang: str) -> None:
    assert parse(written(expression, lang)) == expression


def test_words_are_written_in_the_language() -> None:
    expression = parse("discard or not (concealed and form(knitted)) or melded(>=1) or 九莲宝灯")
    assert written(expression, "en") == "discard or not (concealed and form(knitted)) or melded(>=1) or Nine Gates"
    assert written(expression, "zh-Hans") == "点和 或 非 (无副露 且 组合龙型) 或 副露(>=1) 或 九莲宝灯"
    assert written(expression, "zh-Hant") == "點和 或 非 (無副露 且 組合龍型) 或 副露(>=1) 或 九蓮寶燈"


PIECES = [
    "四杠",
    "同刻",
    "All Pungs",
    "and",
    "or",
    "not",
    "(",
    ")",
    "=>",
    "*",
    "2",
    "9",
    "form",
    "=",
    "melded",
    "x",
    "；",
    " ",
]


def problems_of(text: str) -> tuple[Problem, ...]:
    try:
        parse(text)
    except InvalidExpression as error:
        return error.problems
    return ()


@given(st.one_of(st.text(max_size=40), st.lists(st.sampled_from(PIECES), max_size=12).map("".join)))
def test_any_text_is_read_or_refused_with_places_inside_it(text: str) -> None:
    for problem in problems_of(text):
        assert 1 <= problem.place.column <= problem.place.column_end <= len(text) + 1
        assert problem.said("zh-Hans")
