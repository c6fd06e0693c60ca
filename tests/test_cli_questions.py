"""``mjrules prove``, ``find``, ``count``: what they print, in which language, and with which exit code.

Over a few hands whose states can be counted on paper, except where every hand is asked.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

import test_cli
import test_schema
from few_hands import FewHands
from mjrules.render.answers import Refused
from mjrules.render.questions import grouped, share
from mjrules.universe import questions
from mjrules.universe.questions import Counted, Found, Proof
from test_questions import HANDS

Run = Callable[..., test_cli.Said]
run = test_cli.run


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = FewHands(HANDS)
    monkeypatch.setattr(questions, "engine_of", lambda options: engine)


pytestmark = pytest.mark.usefixtures("few")


def flat(text: str) -> str:
    """The text as if lines were endless."""
    return " ".join(text.split())


# Exit codes


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["prove", "四暗刻 => 碰碰和"], 0),
        (["prove", "四杠 => 碰碰和"], 0),  # of nothing, which is said
        (["prove", "碰碰和 => 四暗刻"], 1),
        (["prove", "四暗刻 <=> 碰碰和"], 1),
        (["prove", "碰碰和"], 1),
        (["find", "四暗刻"], 0),
        (["find", "四杠"], 1),
        (["count", "四暗刻"], 0),
        (["count", "四杠"], 1),
        (["find", "四刚"], 2),
        (["find", "四暗刻 => 碰碰和"], 2),
        (["count"], 2),
        (["find", "四暗刻", "--limit", "0"], 2),
        (["find", "四暗刻", "--limit", "many"], 2),
        (["find", "四暗刻", "--ruleset", "gb1997"], 2),
        (["find", "四暗刻", "--rule", "nine_gates"], 2),
    ],
)
@pytest.mark.parametrize("format_", ["text", "json"])
def test_exit_codes(run: Run, args: list[str], code: int, format_: str) -> None:
    assert run(*args, "--format", format_).code == code


# Text


def test_a_proof_says_how_much_it_covers_and_shows_a_hand(run: Run) -> None:
    said = run("prove", "四暗刻=>碰碰和")
    assert said.err == ""
    lines = said.out.splitlines()
    assert lines[:2] == [
        "Proved under gb: Four Concealed Pungs => All Pungs",
        "Wherever the premise holds (1 state), the conclusion holds.",
    ]
    assert lines[3:7] == [
        "A hand in which it holds",
        "  11122244477mCC7m|EE1000",
        "  111m  222m  444m  77m+7m  CC",
        "  self-drawn · prevalent wind E, seat wind E",
    ]
    # 四暗刻 64, 混一色 6, 幺九刻 1, 自摸 1
    assert lines[7].startswith("  gb: 72 points: Four Concealed Pungs 64, Half Flush 6, ")


def test_a_refutation_shows_the_counterexample_first(run: Run) -> None:
    out = run("prove", "小三元=>缺一门").out
    assert out.startswith("Refuted under gb: Little Three Dragons => One Voided Suit\n")
    assert "The premise holds in 2 states; in 1 of them the conclusion does not (50.0%)." in out
    assert out.index("Counterexample") < out.index("123456mPP") < out.index("A hand in which it holds")


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        (
            "zh-Hans",
            [
                "gb 下不成立：小三元 => 缺一门",
                "前件在 2 个状态中成立；其中 1 个后件不成立（50.0%）。",
                "反例",
                "成立的牌例",
            ],
        ),
        ("zh-Hant", ["gb 下不成立：小三元 => 缺一門", "前件在 2 個狀態中成立；其中 1 個後件不成立（50.0%）。", "反例"]),
    ],
)
def test_a_proof_speaks_the_language(run: Run, lang: str, lines: list[str]) -> None:
    printed = run("prove", "Little Three Dragons => One Voided Suit", "--lang", lang).out.splitlines()
    assert [line for line in lines if line not in printed] == []


def test_two_that_never_meet(run: Run) -> None:
    out = run("prove", "碰碰和 => 无字").out
    assert "The premise holds in 2 states, the conclusion in none of them: the two never meet." in out


def test_a_claim_of_nothing_says_so(run: Run) -> None:
    out = flat(run("prove", "四暗刻 and 小三元 => 无字").out)
    assert out.startswith("Vacuously true under gb: ")
    assert "No winning hand satisfies the premise." in out
    assert "These never meet in a winning hand: Four Concealed Pungs; Little Three Dragons." in out


def test_a_condition_is_claimed_of_every_hand(run: Run) -> None:
    assert "There are 10 states; in 7 of them it does not hold (70.0%)." in run("prove", "缺一门").out
    assert "It holds in every winning hand (10 states)." in run("prove", "自摸 or discard").out
    assert "There are 10 states; it holds in none of them." in run("prove", "四杠").out


def test_an_equivalence_shows_both_ways(run: Run) -> None:
    out = run("prove", "四暗刻 <=> 三暗刻").out
    assert out.startswith("Refuted under gb: Four Concealed Pungs <=> Three Concealed Pungs\n")
    there, back = (
        out.index(f"\n{claim}\n")
        for claim in (
            "Four Concealed Pungs => Three Concealed Pungs",
            "Three Concealed Pungs => Four Concealed Pungs",
        )
    )
    assert there < back < out.index("Counterexample")


def test_what_is_found(run: Run) -> None:
    said = run("find", "三暗刻", "--limit", "1")
    assert "2 states, 1 hand." in said.out
    assert said.out.count("|EE") == 1


def test_another_reading_is_said(run: Run) -> None:
    out = run("find", "一般高*2").out
    assert "  123m  123m  123s  123s  5p+5p\n" in out
    assert "scored in another reading: 11m 22m 33m 11s 22s 33s 5p+5p" in flat(out)


def test_each_number_has_its_unit(run: Run) -> None:
    out = run("count", "true").out
    assert re.search(r"states +10 +arranged hand, group and tile completed last, way of winning\n", out)
    assert re.search(r"hands +7 +declared groups and concealed tiles, however they are read\n", out)
    assert re.search(r"four sets and a pair +7 +1 +6 +5 +2\n", out)


def test_nothing_matches_and_why(run: Run) -> None:
    said = run("count", "四杠 and 七对")
    assert said.out.splitlines() == [
        "No winning hand under gb: Four Kongs and Seven Pairs",
        "Four Kongs: no winning hand satisfies it.",
    ]


def test_each_rule_set_answers(run: Run) -> None:
    out = run("prove", "四暗刻=>碰碰和", "--ruleset", "gb1998", "--ruleset", "mcr2006").out
    assert out.index("Proved under gb1998") < out.index("Proved under mcr2006")


def test_a_ruling_chosen_otherwise_is_named(run: Run) -> None:
    out = run("find", "四暗刻", "--rule", "nine_gates=final_shape").out
    assert "With the ruling nine_gates: " in out


def test_an_answer_goes_to_a_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "proof.json"
    said = run("prove", "四暗刻=>碰碰和", "-o", path)
    assert (said.code, said.out) == (0, "")
    assert json.loads(path.read_text("utf-8"))["holds"] is True


def test_numbers_are_grouped() -> None:
    assert grouped(3423601728) == "3,423,601,728"


def test_only_all_is_a_hundred_percent() -> None:
    found = [share(part, 10_000) for part in (1, 10, 1234, 9_990, 9_999, 10_000)]
    assert found == ["<0.1%", "0.1%", "12.3%", "99.9%", ">99.9%", "100%"]


# Wrong questions


def test_a_wrong_question_is_pointed_at(run: Run) -> None:
    said = run("find", "四杠 and 清一涩 or 同刻")
    assert (said.code, said.out) == (2, "")
    lines = said.err.splitlines()
    assert lines[0] == "the expression cannot be read (2):"
    # Chinese characters are two columns wide
    assert lines[1:3] == ["  四杠 and 清一涩 or 同刻", " " * 11 + "^^^^^^"]
    assert lines[3].startswith(
        "    column 8-10: 清一涩 is no fan and no word of the language; similar: Full Flush (full_flush)"
    )
    assert lines[6].startswith("    column 15-16: 同刻 is a word for several fans: Triple Pung (triple_pung), ")


def test_a_wrong_question_is_told_to_programs(run: Run) -> None:
    said = run("find", "同刻", "--format", "json", "--lang", "zh-Hans")
    answer = json.loads(said.out)
    assert (answer["asked"], answer["error"]["code"]) == ("同刻", "invalid-expression")
    (problem,) = answer["error"]["problems"]
    assert (problem["code"], problem["column"], problem["column_end"]) == ("several-fans", 1, 2)
    assert "三同刻" in problem["message"]


def test_a_wrong_limit_is_said_in_the_language(run: Run) -> None:
    assert "'0' is no whole number from 1 to 100" in run("find", "七对", "--limit", "0").err
    assert "“x”不是 1 至 100 的整数" in run("find", "七对", "--limit", "x", "--lang", "zh-Hans").err


# JSON


@pytest.mark.parametrize(
    ("args", "kind"),
    [
        (["prove", "四暗刻 => 碰碰和"], Proof),
        (["prove", "碰碰和 => 四暗刻"], Proof),
        (["prove", "四杠 <=> 七对"], Proof),
        (["find", "三暗刻 or 七对", "--limit", "9"], Found),
        (["find", "一般高*2"], Found),
        (["find", "四杠"], Found),
        (["count", "true", "--rule", "nine_gates=final_shape"], Counted),
        (["count", "四杠"], Counted),
        (["count", "同刻"], Refused),
    ],
)
def test_what_is_printed_is_as_published(run: Run, args: list[str], kind: type[msgspec.Struct]) -> None:
    answer = json.loads(run(*args, "--format", "json").out)
    assert answer["schema"] == "mjrules/1"
    assert test_schema.problems(answer, kind) == []


def test_the_fields_that_must_not_move(run: Run) -> None:
    proof = json.loads(run("prove", "小三元=>缺一门", "--format", "json").out)
    assert {key: proof[key] for key in ("claim", "holds", "states", "violations")} == {
        "claim": "小三元=>缺一门", "holds": False, "states": 2, "violations": 1,
    }  # fmt: skip
    assert (proof["counterexample"], proof["witness"]) == ("[CCC][FFF]123456mPP|EE0000", "[CCC][FFF]123m456sPP|EE0000")
    found = json.loads(run("find", "三暗刻", "--format", "json").out)
    assert {key: found[key] for key in ("expr", "states", "hands")} == {"expr": "三暗刻", "states": 2, "hands": 1}
    assert found["examples"] == ["11122244477mCC7m|EE1000", "11122244477mCC7m|EE0000"]
    counted = json.loads(run("count", "三暗刻", "--format", "json").out)
    assert {key: counted[key] for key in ("expr", "states", "hands")} == {"expr": "三暗刻", "states": 2, "hands": 1}


def test_a_line_for_each_rule_set(run: Run) -> None:
    out = run("count", "四暗刻", "--format", "json", "--ruleset", "gb", "--ruleset", "gb1998").out
    assert [json.loads(line)["ruleset"] for line in out.splitlines()] == ["gb", "gb1998"]
