"""What exclusions are by proof; and the scorer's table of what definitions force, which the proof must bear out."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from functools import cache

import pytest

import test_cli
from mjrules import names
from mjrules.fans import FANS
from mjrules.pattern import Pattern
from mjrules.rulesets import available, resolve
from mjrules.rulesets.implied import Forced as ForcedRow
from mjrules.rulesets.implied import forced as forced_rows
from mjrules.score.principles import CHOW_FANS
from mjrules.universe.exclusions import Exclusions, Judged, Known, judge
from mjrules.universe.questions import Engine, engine_of
from mjrules.universe.relating import WITH_SETS, own_groups, repeated
from mjrules.universe.relations import RELATED, load

Run = Callable[..., test_cli.Said]
run = test_cli.run

ROWS = [row for row in forced_rows() if not row.family]


@pytest.fixture(scope="module")
def diagrams() -> Engine:
    return engine_of(())


def name(fan: str) -> str:
    return names.fan(fan).name


def id_of(word: str) -> str:
    (found,) = names.resolve(word)
    return found


# The scorer's table


def unproved(engine: Engine, row: ForcedRow, one: Pattern, other: Pattern) -> str | None:
    """What a row says and the proof does not; definitions are given, for a ruling may choose others."""
    with_sets = one & WITH_SETS if row.in_sets or row.scope == "count" else one
    if not engine.states(with_sets & other):
        return "the two never meet"
    if engine.states(with_sets & ~(repeated(row.out, row.count) if row.scope == "count" else other)):
        return "the first holds without the second"
    if row.in_sets and engine.states(one & other & ~WITH_SETS):
        return "they meet in another form too"
    if row.scope == "shared_groups" and not own_groups(one, other):
        return "the groups that make the first do not make the second"
    return None


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{name(row.fan)}-{name(row.out)}")
def test_what_is_said_to_be_forced_is(diagrams: Engine, row: ForcedRow) -> None:
    assert unproved(diagrams, row, FANS[row.fan], FANS[row.out]) is None


def test_the_proof_can_find_something(diagrams: Engine) -> None:
    for row, found in [
        (ForcedRow("seven_pairs", "single_wait"), "the first holds without the second"),
        (ForcedRow("thirteen_orphans", "single_wait"), "the two never meet"),
        (ForcedRow("nine_gates", "pung_of_terminals_or_honors", "count", 2), "the first holds without the second"),
        (ForcedRow("all_types", "one_voided_suit"), "the two never meet"),
        (ForcedRow("full_flush", "no_honors", in_sets=True), "they meet in another form too"),
        (ForcedRow("all_terminals_and_honors", "pung_of_terminals_or_honors"), "the first holds without the second"),
    ]:
        assert unproved(diagrams, row, FANS[row.fan], FANS[row.out]) == found


NOT_IN_THE_TABLE = {
    (
        "五门齐",
        "幺九刻",
    ): """of five groups one is a pung of winds or dragons; yet every source counts 幺九刻, or the fan
        of that pung, beside 五门齐, and no list bars it""",
}
"""What is forced in hands with sets and is counted all the same; each with its reason."""


def test_nothing_that_is_forced_is_missing() -> None:
    """The other way round: everything forced is a row, or has a reason."""
    found = {(fan, other) for fan in RELATED for other in RELATED if fan != other and load().forcing(fan, other)}
    missing = {(name(fan), name(other)) for fan, other in found - {(row.fan, row.out) for row in ROWS}}
    assert missing == NOT_IN_THE_TABLE.keys()


def scope(fan: str, other: str) -> tuple[str, int]:
    """How far the proof lets one fan take the other out."""
    forced = load().forcing(fan, other)
    assert forced is not None
    if not forced.more or {fan, other} <= {*CHOW_FANS}:  # among fans of chows the principles choose
        return "whole", 1
    return ("shared_groups", 1) if forced.own else ("count", forced.least)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{name(row.fan)}-{name(row.out)}")
def test_a_row_goes_as_far_as_the_proof(row: ForcedRow) -> None:
    """As a whole, where nothing more than what is forced can be there; else only what is forced."""
    assert (row.scope, row.count) == scope(row.fan, row.out)


def test_rows_for_hands_with_sets_are_marked() -> None:
    proved = {(row.fan, row.out) for row in ROWS if _within(row) == "sets" and row.scope != "count"}
    assert {(row.fan, row.out) for row in ROWS if row.in_sets} == proved | {("all_even_pungs", "all_pungs")}, (
        "全双刻 is all pungs, unless a ruling lets seven pairs be it"
    )


def _within(row: ForcedRow) -> str:
    forced = load().forcing(row.fan, row.out)
    assert forced is not None
    return forced.within


# Exclusions

KINDS = {
    "gb": """
        implied: 大四喜 碰碰和; 大三元 幺九刻; 九莲宝灯 幺九刻; 清幺九 碰碰和; 字一色 幺九刻; 箭刻 幺九刻
        implied: 全双刻 碰碰和; 四杠 三杠
        too_broad: 小四喜 幺九刻; 清幺九 双同刻; 清龙 连六; 清龙 老少副; 三色三同顺 喜相逢
        convention: 绿一色 混一色; 七对 门前清; 七对 不求人; 七对 单钓将; 四暗刻 门前清; 推不倒 缺一门
        convention: 抢杠和 和绝张; 三杠 双暗杠
        impossible: 十三幺 单钓将; 一色双龙会 七对; 一色四同顺 七对; 一色四同顺 一色三节高; 一色四节高 一色三同顺
    """,
    "gb1998": """
        implied: 大三元 箭刻; 一色四同顺 四归一; 清幺九 无字; 三色双龙会 喜相逢
        too_broad: 清幺九 双同刻
        convention: 清幺九 三同刻; 四暗刻 门前清
        impossible: 七星不靠 单钓将; 全不靠 单钓将; 一色三同顺 一色三节高; 一色三节高 一色三同顺
    """,
    "mcr2006": """
        implied: 四杠 单钓将
        too_broad: 九莲宝灯 幺九刻; 小四喜 幺九刻
        convention: 组合龙 边张; 一色四步高 连六
        impossible: 三色双龙会 一般高
    """,
}
"""Worked out by hand; those of one row for many alike."""


@cache
def judged(id: str) -> Exclusions:
    return judge(resolve(id))


def of(found: Exclusions, fan: str, other: str) -> Judged:
    return next(each for each in found.exclusions if (each.name, each.other_name) == (fan, other))


@pytest.mark.parametrize("id", KINDS)
def test_exclusions_are_told_apart(id: str) -> None:
    found = judged(id)
    for line in KINDS[id].strip().splitlines():
        kind, _, pairs = line.strip().partition(": ")
        for fan, other in (pair.split() for pair in pairs.split("; ")):
            assert of(found, fan, other).kind == kind, f"{fan} {other}"


def test_too_broad_is_told_from_what_is_limited() -> None:
    """小四喜 bars 幺九刻 as a whole in gb and only its own pungs by the definitions; a fourth pung can be of ones."""
    broad = of(judged("gb"), "小四喜", "幺九刻")
    assert (broad.scope, broad.forced, broad.own, broad.more) == ("whole", 3, True, 36_864)
    limited = of(judged("gb1998"), "小四喜", "幺九刻")
    assert (limited.scope, limited.kind) == ("shared_groups", "implied")


@pytest.mark.parametrize("id", available())
def test_all_that_is_in_force_is_judged(id: str) -> None:
    rules = resolve(id)
    found = judged(id).exclusions
    assert {(each.fan, each.other) for each in found if each.in_force} == {
        (fan, each.fan) for fan, outs in rules.excludes.items() for each in outs
    }
    assert all(each.printed for each in found if not each.in_force)


@pytest.mark.parametrize("id", available())
def test_what_the_scorer_calls_implied_is(id: str) -> None:
    """What is excluded because definitions force it, is forced; and of lists only conventions need an authority."""
    for each in judged(id).exclusions:
        if each.because == "implied":
            chows = {each.fan, each.other} <= {*CHOW_FANS}
            assert each.kind == "implied" or (each.kind == "too_broad" and (chows or each.printed)), each


def test_a_ruling_may_let_a_printed_exclusion_go() -> None:
    found = of(judged("gb1998"), "清幺九", "三同刻")
    assert (found.printed, found.in_force) == (True, False)


@pytest.mark.parametrize(("fan", "other", "where"), [("七对", "门前清", "discard"), ("四暗刻", "不求人", "self_drawn")])
def test_some_conventions_hold_for_a_way_of_winning(fan: str, other: str, where: str) -> None:
    assert of(judged("gb"), fan, other).where == where


def test_other_definitions_are_asked_anew() -> None:
    """Where two equal pairs do not win, no seven pairs hold four of a tile; where suits alone count, honours do not."""
    assert Known(resolve("gb")).between("seven_pairs", "tile_hog").kind == "meets"
    differing = resolve("gb", {"identical_pairs": "seven_different"})
    assert Known(differing).between("seven_pairs", "tile_hog").kind == "never"
    assert Known(resolve("mcr2006")).between("all_honors", "tile_hog").kind == "never"


# On the command line


def test_exclusions_by_kind(run: Run) -> None:
    said = run("relations", "--ruleset", "gb", "--lang", "zh-Hans")
    assert (said.code, said.err) == (0, "")
    for told in ("过宽", "36,864", "111mEEESSSWWWNN", "凡点和都是", "被抢的牌必为绝张", "空文"):
        assert told in said.out


def test_exclusions_of_one_fan(run: Run) -> None:
    said = run("relations", "全双刻", "--ruleset", "gb1998")
    assert "All Even Pungs" in said.out
    assert "(No Honors)" in said.out, "in force, not printed"
    assert "Big Four Winds" not in said.out


def test_a_documents_exclusions(run: Run) -> None:
    said = run("relations", "--ruleset", "printed:pinyin-page")
    assert said.code == 0
    assert "Which of these the document prints is not told apart here." in said.out


def test_exclusions_as_data(run: Run) -> None:
    found = json.loads(run("relations", "--ruleset", "gb1998", "--format", "json").out)
    assert found["ruleset"] == "gb1998"
    rows = [*csv.DictReader(io.StringIO(run("relations", "--ruleset", "gb1998", "--format", "csv").out))]
    assert len(rows) == len(found["exclusions"])
    assert {row["by proof"] for row in rows} == {"implied", "too_broad", "convention", "impossible"}


def test_an_unknown_rule_set_says_which_there_are(run: Run) -> None:
    said = run("relations", "--ruleset", "gb1889")
    assert said.code == 2
    assert "gb1998" in said.err
