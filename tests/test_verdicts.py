"""Verdicts: on two fans, on every item of a list, and what the four documents are told."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

import extract
from extract import definitions as reading
from mjrules import catalog, names
from mjrules.audit import audit
from mjrules.audit.model import Audit, JudgedExclusion, Verdict
from mjrules.audit.statements import gather
from mjrules.audit.verdicts import definitions, known, pairs, together
from mjrules.audit.verdicts.examples import questions
from mjrules.audit.verdicts.exclusions import times_of
from mjrules.audit.wording import say_part
from mjrules.cli.inputs import find_inputs, read_inputs
from mjrules.errors import DamagedData
from mjrules.fans import FANS
from mjrules.hand import Hand
from mjrules.pattern.evaluate import holds
from mjrules.rulesets import load
from mjrules.universe.states import State, facts_of
from test_audit import load_cases, read_table

CASES = load_cases("verdicts.toml")


def id_of(name: str) -> str:
    [fan] = names.resolve(name)
    return fan


@pytest.mark.parametrize("case", CASES["pair"], ids=lambda case: f"{case['fan']} {case['excludes']}")
def test_two_fans(case: dict[str, Any]) -> None:
    fan, other = id_of(case["fan"]), id_of(case["excludes"])
    found = pairs.judge(fan, other)
    assert found.status == case["status"], case["reason"]
    assert found.ruling == case.get("ruling")
    assert list(found.under) == case.get("under", [])
    assert (found.witness is not None) == bool(case.get("witness"))
    if found.witness:
        shown = [
            frozenset(each for each in (fan, other) if _holds(each, read, found.witness))
            for read in _readings(found.witness)
        ]
        apart = {frozenset({fan}), frozenset({other})}
        assert apart <= set(shown) if case["witness"] == "readings" else frozenset({fan, other}) in shown


def _readings(text: str) -> list[State]:
    return [*definitions.states_of(Hand.parse(text))]


def _holds(fan: str, state: State, text: str) -> bool:
    return holds(FANS[fan], facts_of(state, Hand.parse(text).situation))


def table(text: str, id: str = "one") -> Audit:
    return audit([read_table(id, text)], load("gb1998"))


def only(found: Audit) -> JudgedExclusion:
    [each] = found.exclusions
    return each


def told(verdict: Verdict) -> str:
    return say_part(verdict.proof, "en")


def test_a_word_that_is_no_fan() -> None:
    each = only(table("四杠 88 | 不计 无名番"))
    assert (each.excludes, each.excludes_name, each.verdict.status) == (None, "无名番", "unknown")


def test_each_member_of_a_class_is_judged() -> None:
    each = only(table("清幺九 64 | 不计 同刻"))
    assert each.verdict.status == "undecided", "the table of 1998 names it, too"
    assert only(table("四杠 88 | 不计 双杠")).verdict.status == "unknown"
    assert {member.name: member.verdict.status for member in each.members} == {
        "三同刻": "too-broad",
        "双同刻": "undecided",
    }


def test_a_house_fan_is_not_judged() -> None:
    each = only(table("十三幺 88 | 不计 缺五"))
    assert (each.excludes, each.verdict.status) == ("missing_five", "unknown")


def test_items_of_one_meaning_are_one_with_all_their_places() -> None:
    sources = [read_table("one", "大四喜 88 | 不计 对对胡"), read_table("two", "\n大四喜 88 | 不计 碰碰和")]
    each = only(audit(sources, load("gb1998")))
    assert [(said.source, said.quote) for said in each.sources] == [("one", "对对胡"), ("two", "碰碰和")]


def test_what_is_at_stake_is_the_points_of_the_rule_set() -> None:
    assert only(table("大三元 88 | 不计 缺一门")).verdict.points == 1
    assert only(table("大三元 88 | 不计 小三元")).verdict.points is None, "nothing where they never meet"


@pytest.mark.parametrize(("limit", "times"), [("二组", 2), ("两副", 2), ("×3", 3), ("如无字", None), (None, None)])
def test_how_often_a_limit_says(limit: str | None, times: int | None) -> None:
    assert times_of(limit) == times


def test_a_limit_is_judged_as_it_stands() -> None:
    """One 双同刻 follows from 清幺九: that one is not counted is implied, though all of them is not."""
    assert pairs.judge("all_terminals", "double_pung", 1).status == "implied"
    assert pairs.judge("all_terminals", "double_pung", 2).status == "undecided"


def test_an_item_read_from_damaged_text_says_so() -> None:
    found = table("! 七对 | name-slip | 门清自模 | 门清自摸 | 改义\n七对 24 | 不计 门清自摸")
    assert found.exclusions[0].verdict.mended is False, "the damage stands on another line"
    text = "七对 24 | 不计 无字"
    source = read_table("one", text)
    [entry] = source.entries
    repair = read_table("one", "! 七对 | lost-negation | 不无字 | 不计无字 | 改义").repairs[0]
    damaged = msgspec.structs.replace(source, repairs=(msgspec.structs.replace(repair, fan=entry.fan),))
    [each] = audit([damaged], load("gb1998")).exclusions
    assert each.verdict.mended
    assert "repair" in told(each.verdict)


# ---- what is silent --------------------------------------------------------------------------------------------------


def missing(found: Audit) -> dict[str | None, list[str]]:
    return {
        each.name: [names.fan(fan).name for fan in each.fans]
        for each in found.discrepancies
        if each.code == "exclusion-implied-missing"
    }


def test_what_follows_and_is_not_listed() -> None:
    assert missing(table("四暗刻 64 | 不计 碰碰和、双暗刻")) == {"四暗刻": ["三暗刻"]}
    assert missing(table("四暗刻 64 | 不计 碰碰和、三暗刻")) == {}, "三暗刻 takes 双暗刻 with it"


# ---- the table that is kept ------------------------------------------------------------------------------------------


def test_the_table_is_of_these_definitions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known, "definitions", lambda: "others")
    known._table.cache_clear()
    with pytest.raises(DamagedData, match="other definitions"):
        known._table()
    known._table.cache_clear()


@pytest.mark.parametrize(
    ("variant", "other"),
    [
        ("one_voided_suit.at_most_two", "nine_gates"),
        ("all_types.sets", "thirteen_orphans"),
        ("nine_gates.shape", "full_flush"),
    ],
)
def test_the_table_agrees_with_the_diagrams(variant: str, other: str) -> None:
    from mjrules.audit.verdicts.making import _kind

    assert known._table().variants[variant][other] == _kind(variant, other)


def test_a_hand_of_two_readings_agrees_with_the_diagrams() -> None:
    from mjrules.audit.verdicts.readings import of_same_tiles

    assert of_same_tiles(FANS["seven_shifted_pairs"], FANS["all_chows"]) == known.read_either_way(
        "seven_shifted_pairs", "all_chows"
    )
    assert of_same_tiles(FANS["three_suited_terminal_chows"], FANS["pure_double_chow"]) is None


# ---- the four documents ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def four() -> Audit:
    folder = catalog.sources_dir() / "documents"
    sources = [extract.read(folder / each.restatement, id=each.id) for each in catalog.catalog()]
    return audit(sources, load("gb1998"))


@pytest.fixture(scope="module")
def four_originals() -> Audit:
    return audit([extract.read(catalog.bundled(each.id), id=each.id) for each in catalog.catalog()], load("gb1998"))


def statuses(found: Audit) -> dict[str, str]:
    return {f"{each.name} {each.excludes_name}{each.condition or ''}": each.verdict.status for each in found.exclusions}


def expected() -> dict[str, str]:
    lines = (line.split() for line in CASES["four"].strip().splitlines())
    return {f"{fan} {other}": status for fan, status, *others in lines for other in others}


def test_every_item_of_the_four_documents(four: Audit) -> None:
    assert statuses(four) == expected()


@pytest.mark.originals
def test_every_item_of_the_four_originals(four_originals: Audit) -> None:
    """And one that may be an item: in one of them the list of 全大 breaks off with 、 before the next entry."""
    assert statuses(four_originals) == expected() | {"全大 全中": "empty"}
    assert [each.name for each in four_originals.exclusions if each.doubtful] == ["全大"]


def test_a_list_that_breaks_off_before_an_entry_may_have_its_name_as_well() -> None:
    text = "全大 24 由789组成的和牌。不计无字、全中 24 由456组成的和牌。不计断幺全小 24 由123组成的和牌。不计无字"
    source = extract.read_bytes(text.encode(), "own.txt")
    assert [(each.name, each.runs_into and each.runs_into.name) for each in source.entries] == [
        ("全大", "全中"),
        ("全中", None),
        ("全小", None),
    ]
    assert [each.code for each in source.messages if each.code == "list-runs-into-head"] == ["list-runs-into-head"]
    found = audit([source], None)
    [doubtful] = [each for each in found.exclusions if each.doubtful]
    assert (doubtful.name, doubtful.excludes_name, doubtful.verdict.status) == ("全大", "全中", "empty")
    assert "is in doubt" in told(doubtful.verdict)


def test_every_item_of_every_list_is_judged(four: Audit) -> None:
    folder = catalog.sources_dir() / "documents"
    sources = [extract.read(folder / each.restatement, id=each.id) for each in catalog.catalog()]
    listed = sum(
        len(entry.excludes) for source in sources for entry in source.entries if entry.repeats is None and entry.fan
    )
    assert sum(len(each.sources) for each in four.exclusions) == listed
    assert all(each.verdict.proof for each in four.exclusions)


def test_the_verdicts_are_part_of_the_published_json(four: Audit) -> None:
    data = json.loads(msgspec.json.encode(four))
    first = data["exclusions"][0]
    assert {"fan", "excludes", "sources", "verdict"} <= first.keys()
    assert {"status", "proof", "witness", "ruling"} <= first["verdict"].keys()


@pytest.mark.parametrize("lang", ["en", "zh-Hans"])
def test_every_verdict_has_its_words(four: Audit, lang: str) -> None:
    for each in four.exclusions:
        assert say_part(each.verdict.proof, lang)


# ---- what definitions state ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES["read"], ids=lambda case: case["label"])
def test_what_a_definition_states(case: dict[str, Any]) -> None:
    text = case["text"]
    found = [f"{each.kind} {each.value}" for each in reading.statements(text, [(0, len(text))], case["fan"])]
    assert found == case["finds"], case["reason"]


@pytest.mark.parametrize(
    ("row", "tiles"),
    [
        ("中中中发发发白白白123w88t", "123m88sCCCFFFPPP"),
        ("111w333777t东东东发发(门清)", "111m333777sEEEFF"),
        ("东东东南南南", None),
        ("中发白三种", None),
    ],
)
def test_a_hand_above_its_definition(row: str, tiles: str | None) -> None:
    text = f"{row}\n\n定义在此"
    found = [each.value for each in reading.row_above(text, [(text.index("定义"), len(text))])]
    assert found == ([tiles] if tiles else [])


SHOWN = [
    ("exclusion-too-broad", "小四喜", "幺九刻"),
    ("exclusion-too-broad", "三风刻", "幺九刻"),
    ("exclusion-too-broad", "清幺九", "三同刻"),
    ("exclusion-empty", "三色双龙会", "一般高"),
    ("exclusion-implied-missing", "四暗刻", "三暗刻"),
    ("definition-wrong", "三色三步高", "234p、456p、678m"),
    ("definition-wrong", "九莲宝灯", "1112345678999"),
    ("definition-wrong", "小三元", "13 tiles"),
    ("definition-wrong", "边张", "56789 cannot be won with 6"),
    ("definition-wrong", "边张", "77879 won with 7"),
    ("membership-wrong", "组合龙", "全不靠"),
    ("also-counts-impossible", "七对", "全双刻"),
]


@pytest.mark.parametrize(("code", "fan", "words"), SHOWN)
def test_what_the_four_documents_are_told(four: Audit, code: str, fan: str, words: str) -> None:
    told = [each.message for each in four.discrepancies if (each.code, each.name) == (code, fan)]
    assert any(words in message for message in told), told


@pytest.mark.originals
@pytest.mark.parametrize(("code", "fan", "words"), SHOWN)
def test_what_the_four_originals_are_told(four_originals: Audit, code: str, fan: str, words: str) -> None:
    told = [each.message for each in four_originals.discrepancies if (each.code, each.name) == (code, fan)]
    assert any(words in message for message in told), told


def test_nothing_else_is_wrong_about_the_definitions(four: Audit) -> None:
    """Some sixty examples, tile lists and numbers are right, and none of them is told."""
    codes = ("definition-wrong", "membership-wrong", "counting-statement-wrong", "also-counts-impossible")
    told = {(each.code, each.name) for each in four.discrepancies if each.code in codes}
    assert told == {(code, fan) for code, fan, _ in SHOWN if code in codes}


def test_all_examples_of_the_bundled_sources_have_been_asked() -> None:
    """So that an audit of all of them asks no diagram."""
    inputs = find_inputs((), "en", with_bundled=True, with_sheets=True)
    asked = {together.written(fans) for fans in questions(gather(read_inputs(inputs, "en").read, None))}
    assert len(asked) > 200
    assert [question for question in sorted(asked) if known.together(question) is None] == []


def test_an_answer_is_what_the_diagrams_say() -> None:
    question = "double_pung four_kongs mixed_shifted_pungs pung_of_terminals_or_honors*2 upper_tiles"
    kept = known.together(question)
    assert kept == together.ask(together.read(question))
    assert kept
    assert kept.counted == "gb"


@pytest.mark.parametrize(
    ("question", "counted", "reason"),
    [
        (
            "all_chows mixed_straight short_straight",
            "gb",
            "连六 or 喜相逢 by the fourth chow: of equals one may choose",
        ),
        ("four_kongs two_concealed_pungs", "gb", "two of the kongs concealed; four of them would be 四暗刻"),
        ("all_green half_flush", "mcr2006", "the 2006 rules count 混一色 beside 绿一色 with 发"),
        ("four_concealed_pungs fully_concealed_hand", "gb1998", "the table of 1998 bars 不求人 elsewhere and not here"),
        ("all_pungs all_terminals_and_honors", "", "混幺九 is 碰碰和 wherever it is no seven pairs"),
    ],
)
def test_some_rule_set_counts_an_example(question: str, counted: str, reason: str) -> None:
    assert together.ask(together.read(question)).counted == counted, reason


@pytest.mark.parametrize(
    ("fans", "status"),
    [
        ("big_three_dragons two_dragon_pungs", "refuted"),
        ("all_pungs all_terminals_and_honors", "undecided"),  # examples of the 1998 book count both
        ("all_green half_flush", "shown"),
    ],
)
def test_what_always_follows_is_counted_by_nobody(fans: str, status: str) -> None:
    assert together.judge(together.read(fans)).status == status


# ---- points ----------------------------------------------------------------------------------------------------------


def test_disputed_points_name_their_ruling_and_who_holds_what(four: Audit) -> None:
    [found] = [each for each in four.discrepancies if (each.code, each.name) == ("points-differ", "双暗杠")]
    assert found.verdict
    assert (found.verdict.status, found.verdict.ruling) == ("undecided", "two_concealed_kongs")
    assert "8 (greenbook2006" in told(found.verdict)


def test_one_text_with_two_prices_is_refuted() -> None:
    found = table("天胡 64\n天和 168")
    [each] = [each for each in found.discrepancies if each.code == "contradicts-itself"]
    assert each.verdict
    assert each.verdict.status == "refuted"
