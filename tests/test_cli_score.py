"""``mjrules score`` and ``mjrules waits``: what they print, what they refuse, and why rule sets differ.

Totals here are counted by hand from the table of points; the reasons stand beside them.
"""

from __future__ import annotations

import inspect
import io
import json
import re
import sys
import tomllib
from collections.abc import Callable
from functools import partial
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

import test_cli
from mjrules import rulings, texts
from mjrules.cli import lines
from mjrules.hand import Hand
from mjrules.render.width import width
from mjrules.rulesets import Exclusion, available, resolve
from mjrules.score import explain, scorer
from mjrules.score.compare import difference
from mjrules.score.switches import ListSwitch, PointsSwitch, RulingSwitch, Side
from mjrules.score.waiting import waiting

Run = Callable[..., test_cli.Said]
run = test_cli.run

# 花龙 8, 圈风刻 2, 门风刻 2, 自摸 1, 花牌 1; the pung of the own winds is no 幺九刻
EXAMPLE = "[123m,1][EEE,1]45p78966s6p|EE1000|a"
# 双暗杠 6 (mcr2006: 8), 门前清 2, 连六 1, 幺九刻 2, 无字 1, 单钓将 1
KONGS = "[1111m][9999s]234p567p5s5s"
# 清幺九 64, 四暗刻 64, 三杠 32, 单钓将 1, 自摸 1
TERMINALS = "[1111p][1111s][9999p]999s9m9m|EE1000"
# 七对 24, 无字 1; as sets 8
PAIRS = "112233m112233s55p"
# 13 tiles whose one missing tile is in the hand four times
EXHAUSTED = "1111m234567s789p"


def answers(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


def named(answer: dict[str, Any]) -> dict[str, int]:
    return {fan["name"]: fan["points"] * fan["count"] for fan in answer["fans"]}


# One hand


def test_a_score_shows_its_working(run: Run) -> None:
    said = run("score", EXAMPLE)
    assert (said.code, said.err) == (0, "")
    lines = said.out.splitlines()
    assert lines[0] == "[123m,1]  [EEE,1]  789s  66s  45p+6p"  # declared as written, the winning tile behind a plus
    assert lines[1] == "self-drawn · prevalent wind E, seat wind E · flowers: 1"
    assert lines[3] == "gb: 14 points, 13 without flowers; the minimum of 8 is reached"
    assert re.search(r"Mixed Straight 花龙 +8 +123m 789s 456p\n", said.out)
    assert re.search(r"幺九刻 +EEE +the groups are already those of Prevalent Wind 圈风刻\n", said.out)


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("zh-Hans", ["自摸 · 圈风东，门风东", "gb：14 分，不含花牌 13 分；达到 8 分起和", "花龙", "成立而不计"]),
        ("zh-Hant", ["gb：14 分，不含花牌 13 分；達到 8 分起和", "圈風刻", "成立而不計"]),
    ],
)
def test_a_score_speaks_the_language(run: Run, lang: str, words: list[str]) -> None:
    out = run("score", EXAMPLE, "--lang", lang).out
    assert [word for word in words if word not in out] == []


def test_the_json_of_a_score(run: Run) -> None:
    (answer,) = answers(run("score", EXAMPLE, "--format", "json").out)
    assert answer["schema"] == "mjrules/1"
    assert (answer["hand"], answer["ruleset"], answer["total"]) == (EXAMPLE, "gb", 14)
    assert named(answer) == {"花龙": 8, "圈风刻": 2, "门风刻": 2, "自摸": 1, "花牌": 1}
    straight = {"fan": "mixed_straight", "name": "花龙", "points": 8, "count": 1, "groups": [["123m", "789s", "456p"]]}
    assert straight in answer["fans"]
    barred = {"fan": "pung_of_terminals_or_honors", "name": "幺九刻", "because": {"fan": "prevalent_wind"}}
    assert answer["excluded"] == [{**barred, "count": 1, "groups": [["EEE"]]}]
    assert sorted(answer["arrangement"]) == ["123m", "456p", "66s", "789s", "EEE"]
    assert (answer["meets_minimum"], answer["ties"]) == (True, [])


def test_each_rule_set_has_a_line_of_its_own(run: Run) -> None:
    said = run("score", KONGS, "--format", "json", "--ruleset", "gb", "--ruleset", "mcr2006", "--ruleset", "gb")
    assert [(each["ruleset"], each["total"]) for each in answers(said.out)] == [("gb", 13), ("mcr2006", 15)]
    text = run("score", KONGS, "--ruleset", "gb", "--ruleset", "mcr2006").out
    assert text.index("gb: 13 points") < text.index("mcr2006: 15 points")


def test_a_ruling_may_be_chosen_otherwise(run: Run) -> None:
    chosen = ("--rule", "two_concealed_kongs=eight")
    (answer,) = answers(run("score", KONGS, "--format", "json", *chosen).out)
    assert (answer["total"], answer["rulings"]) == (15, {"two_concealed_kongs": "eight"})
    assert "With the ruling two_concealed_kongs: 8 points." in run("score", KONGS, *chosen).out


def test_readings_that_lost_are_told(run: Run) -> None:
    """七对 24 + 无字 1; as sets 平和 2, 门前清 2, 一般高 twice, 喜相逢, 单钓将: 8."""
    assert re.search(r"123m 123m 123s 123s 55p +8 points, 17 less: Concealed Hand,", run("score", PAIRS).out)


def test_below_the_minimum(run: Run) -> None:
    """门前清 2, 平和 2, 单钓将 1 make 5 with eight flowers still no eight points."""
    said = run("score", "123m567m234s678s1p1p|EE0000|8")
    assert said.code == 0
    assert "below the minimum of 8: not enough to win" in said.out


def test_hands_without_groups_stand_as_tiles(run: Run) -> None:
    assert run("score", "19m19s19pESWNCFP1m").out.splitlines()[0] == "19m19s19pESWNCFP+1m"


def test_every_reason_can_be_said() -> None:
    """Each principle that the scorer names, each kind of exclusion, has its sentence."""
    said_of = re.findall(r"Because\(principle=(.*)\)", inspect.getsource(explain))
    principles = {name for line in said_of for name in re.findall(r'"(\w+)"', line)}
    assert principles == {"account_once", "high_over_low", "non_identical", "non_separation"}
    reasons = {each.because for id in available() for outs in resolve(id).excludes.values() for each in outs}
    said = tomllib.loads((Path(texts.__file__).parent / "texts" / "score.toml").read_text("utf-8"))
    wanted = {f"principle-{name}" for name in principles} | {f"because-{name}" for name in reasons - rulings_known()}
    assert wanted - said.keys() == set()


def rulings_known() -> set[str]:
    return {ruling.id for ruling in rulings.all()}


# A document's own rules


def test_a_document_is_scored_by(run: Run, tmp_path: Path) -> None:
    """The document prints 8 for 双暗杠 and has no list for it but 双暗刻; all the rest is gb's."""
    path = tmp_path / "eight.txt"
    path.write_text(test_cli.EIGHT, "utf-8")
    (answer,) = answers(run("score", KONGS, "--format", "json", "--ruleset", f"printed:{path}").out)
    assert (answer["ruleset"], answer["total"]) == ("printed:eight", 15)
    assert any("gb" in note for note in answer["notes"])


def test_a_bundled_document_is_known_by_its_id(run: Run) -> None:
    said = run("score", KONGS, "--ruleset", "printed:pinyin-page")
    assert said.code == 0
    assert "printed:pinyin-page: 13 points" in said.out
    assert "Notes" in said.out


@pytest.mark.parametrize("name", ["no-such-source", "empty"])
def test_a_document_that_gives_no_rules(run: Run, tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").write_text("Nothing about fans.", "utf-8")
    said = run("score", KONGS, "--ruleset", f"printed:{tmp_path / name}" if name == "empty" else f"printed:{name}")
    assert (said.code, said.out) == (2, "")
    assert name in said.err


def test_notes_count_many_fans_unless_all_are_asked_for(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "eight.txt"
    path.write_text(test_cli.EIGHT, "utf-8")
    asked = ("score", KONGS, "--ruleset", f"printed:{path}")
    assert re.search(r"No points are printed for \d+ of 81 fans", run(*asked).out)
    assert "--notes names the fans" in run(*asked).out
    for full in (run(*asked, "--notes").out, run(*asked, "--format", "json").out):
        assert "No points are printed for Big Four Winds" in full
        assert "of 81 fans" not in full
    waits = ("waits", EXHAUSTED.replace("1111m", "1112m"), "--ruleset", f"printed:{path}")
    assert "of 81 fans" in run(*waits).out
    assert "of 81 fans" not in run(*waits, "--notes").out


# Rulings


def test_all_rulings_are_listed(run: Run) -> None:
    """48 of them; what the other rule sets take where it is not what gb takes."""
    said = run("rulings")
    assert (said.code, said.err) == (0, "")
    rows = [line for line in said.out.splitlines() if re.match(r"[a-z_]+  ", line)]
    assert [row.split()[0] for row in rows] == [ruling.id for ruling in rulings.all()]
    assert re.search(r"two_concealed_kongs +What are two concealed kongs worth\? six \[mcr2006: eight\]", said.out)


def test_one_ruling_is_told(run: Run) -> None:
    out = run("rulings", "no_honors_unlisted").out
    assert "  barred [gb] [gb1998] [mcr2006]\n" in out
    assert re.search(r"changes +All Even Pungs \+ No Honors; All Fives \+ No Honors\n", out)
    assert re.search(r"Why\n +mcr2006 +Two lists leave it out", out)
    assert "全双刻、全带五可计" in run("rulings", "no_honors_unlisted", "--lang", "zh-Hans").out
    assert "全雙刻" in run("rulings", "no_honors_unlisted", "--lang", "zh-Hant").out


def test_the_json_of_rulings(run: Run) -> None:
    (found,) = json.loads(run("rulings", "tile_hog", "--format", "json").out)["rulings"]
    assert found["defaults"] == {"gb": "any", "gb1998": "any", "mcr2006": "suits"}
    assert [choice["id"] for choice in found["choices"]] == ["any", "suits", "at_most_two"]
    assert {"id": "greenbook2006", "name": "the international rules of 2006, English edition"} in found["choices"][1][
        "by"
    ]
    assert len(json.loads(run("rulings", "--format", "json").out)["rulings"]) == len(rulings.all())


@pytest.mark.parametrize(("id", "questions"), [("45", 1), ("33", 1), ("tile_hog", 1)])
def test_a_point_is_asked_for_by_number_or_ruling(run: Run, id: str, questions: int) -> None:
    said = run("rulings", id, "--format", "json")
    assert (said.code, len(json.loads(said.out)["positions"])) == (0, questions)
    assert "sources say nothing of it" in run("rulings", id).out


def test_rulings_are_written_in_the_form_of_the_file(run: Run, tmp_path: Path) -> None:
    for suffix, begins in {".md": "# Where authorities differ", ".html": "<!doctype html>"}.items():
        assert run("rulings", "tile_hog", "-o", tmp_path / f"found{suffix}").code == 0
        assert (tmp_path / f"found{suffix}").read_text("utf-8").startswith(begins)


@pytest.mark.parametrize(("id", "named"), [("nine_gate", "nine_gates"), ("foo", "docs/rulings.md")])
def test_an_unknown_ruling_points_to_the_others(run: Run, id: str, named: str) -> None:
    said = run("rulings", id)
    assert (said.code, said.out) == (2, "")
    assert named in said.err


# Side by side


def sides(*ids: str) -> list[Side]:
    return [Side(resolve(id), partial(resolve, id)) for id in ids]


def why(hand: str, one: str, other: str) -> list[list[str]]:
    found = difference(Hand.parse(hand, check=True), *sides(one, other))
    return [[switch.ruling for switch in some if isinstance(switch, RulingSwitch)] for some in found.because]


@pytest.mark.parametrize(
    ("hand", "one", "other", "expected", "reason"),
    [
        (KONGS, "gb", "mcr2006", [["two_concealed_kongs"]], "6 or 8 points"),
        (KONGS, "mcr2006", "gb", [["two_concealed_kongs"]], "the other way round"),
        (KONGS, "gb", "gb1998", [], "both give 6"),
        (TERMINALS, "gb", "gb1998", [["self_drawn_concealed_by_nature"]], "不求人 4 for 自摸 1"),
        (
            TERMINALS,
            "gb",
            "mcr2006",
            [["self_drawn_concealed_by_nature", "all_terminals_equal_pungs"]],
            "不求人 and two 双同刻: only both together",
        ),
        ("[1111m][2222m,1]345s678s5p5p", "gb", "gb1998", [["concealed_kong_and_melded_kong"]], "no such fan in 1998"),
    ],
)
def test_the_rulings_that_make_the_difference(
    hand: str, one: str, other: str, expected: list[list[str]], reason: str
) -> None:
    assert why(hand, one, other) == expected, reason


def test_points_and_lists_outside_rulings_are_named() -> None:
    """What a document prints is no ruling: 碰碰和 worth 7 and without its list."""
    rules = resolve("gb")
    other = msgspec.structs.replace(
        rules,
        id="other",
        points=rules.points | {"all_pungs": 7},
        excludes=rules.excludes | {"full_flush": (*rules.excludes["full_flush"], Exclusion("all_pungs"))},
    )
    sides = Side(rules, partial(resolve, "gb")), Side(other, lambda flips: other)
    found = difference(Hand.parse("[111m,1][999p,1][555s,1]33m77p7p"), *sides)
    assert found.because == ((PointsSwitch("all_pungs", (6, 7)),),)
    found = difference(Hand.parse("[111m,1][999m,1][555m,1]33m77m7m"), *sides)
    assert found.because == ((ListSwitch("full_flush", "all_pungs", (None, Exclusion("all_pungs"))),),)


@pytest.mark.parametrize(("one", "other"), [*combinations(available(), 2), ("mcr2006", "gb")])
@pytest.mark.parametrize("hand", [EXAMPLE, KONGS, TERMINALS, PAIRS, "1112345678999m5m|EE1000", "147m258s369pESWNCF"])
def test_every_difference_is_explained(hand: str, one: str, other: str) -> None:
    found = difference(Hand.parse(hand), *sides(one, other))
    assert bool(found.because) == bool(found.fans)


def test_a_form_that_wins_only_on_one_side() -> None:
    """Four of a kind as two pairs: no seven pairs where pairs must differ, and no sets either."""
    barred = {"identical_pairs": "seven_different"}
    one, other = (Side(resolve("gb", chosen), partial(resolve, "gb")) for chosen in ({}, barred))
    found = difference(Hand.parse("1111m3355s7799pEE"), one, other)
    assert found.totals[1] is None
    assert [[each.ruling for each in some if isinstance(each, RulingSwitch)] for some in found.because] == [[*barred]]


def test_compare_stands_side_by_side(run: Run) -> None:
    out = run("score", KONGS, "--compare").out
    assert re.search(r"^ +gb +gb1998 +mcr2006$", out, re.M)
    assert re.search(r"^ +total +13 +13 +15$", out, re.M)
    assert "mcr2006 gives 2 more than gb: 15 / 13." in out
    assert "ruling two_concealed_kongs: What are two concealed kongs worth?" in out
    assert "gb1998 gives" not in out


def test_compare_begins_with_the_rule_set_named(run: Run) -> None:
    out = run("score", KONGS, "--compare", "--ruleset", "mcr2006", "--lang", "zh-Hans").out
    assert re.search(r"^ +mcr2006 +gb +gb1998$", out, re.M)
    assert "gb 比 mcr2006 少 2 分：13 / 15。" in out


def test_compare_says_that_all_agree(run: Run) -> None:
    assert run("score", PAIRS, "--compare").out.endswith("All rule sets count the same.\n")


def test_the_json_of_a_comparison(run: Run) -> None:
    (answer,) = answers(run("score", KONGS, "--compare", "--format", "json").out)
    assert [(each["ruleset"], each["total"]) for each in answer["scores"]] == [
        *(("gb", 13), ("gb1998", 13), ("mcr2006", 15))
    ]
    last = answer["differences"][-1]
    assert (last["rulesets"], last["totals"]) == (["gb", "mcr2006"], [13, 15])
    assert last["because"] == [[{"kind": "ruling", "ruling": "two_concealed_kongs", "choices": ["six", "eight"]}]]


# What is wrong with a hand


def test_every_problem_is_pointed_at(run: Run) -> None:
    said = run("score", "[123m,1][EEE,1]45p789|XE1000|i")
    assert (said.code, said.out) == (2, "")
    lines = said.err.splitlines()
    pointed = [(above, under) for above, under in pairwise(lines) if set(under) == {" ", "^"}]
    assert [above[under.index("^") : len(under)] for above, under in pointed] == ["789", "X", "i"]


def test_carets_count_columns(run: Run) -> None:
    """Chinese names take two columns a character."""
    lines = run("score", "一万九万x东").err.splitlines()
    assert lines[2] == "  " + " " * width("一万九万") + "^"


def test_a_hand_that_cannot_be_is_an_answer_in_json(run: Run) -> None:
    said = run("score", "11111m", "--format", "json", "--lang", "zh-Hans")
    (answer,) = answers(said.out)
    assert said.code == 2
    assert answer["error"]["code"] == "impossible-hand"
    codes = [each["code"] for each in answer["error"]["problems"]]
    assert codes == ["five-of-a-tile", "too-few-tiles"]
    assert "每种牌只有四张" in answer["error"]["message"]


def test_a_hand_that_does_not_win(run: Run) -> None:
    """123m 456p 789s and 1122s wait for 1s and 2s."""
    said = run("score", "123m456p789s1122s3s")
    assert (said.code, said.out) == (1, "")
    assert "the hand would win on 1s 2s" in said.err
    assert "wait for nothing" in run("score", "19m19s28p369pESWNF").err


def test_a_form_that_a_ruling_bars(run: Run) -> None:
    said = run("score", "1111m3355s7799pEE", "--rule", "identical_pairs=seven_different", "--format", "json")
    assert said.code == 1
    assert "identical_pairs" in said.err
    assert answers(said.out)[0]["error"]["code"] == "not-a-winning-hand"


@pytest.mark.parametrize(
    ("args", "named"),
    [
        ([], "--input FILE"),
        ([PAIRS, "--input", "x.jsonl"], "--input FILE"),
        (["--input", "x.jsonl", "--compare"], "--compare"),
        ([PAIRS, "--totals"], "--totals"),
        ([PAIRS, "--ruleset", "gb99"], "gb1998"),
        ([PAIRS, "--rule", "identical_pair=x"], "identical_pairs"),
        ([PAIRS, "--rule", "frobnicate=x"], "mjrules rulings"),
        ([PAIRS, "--ruleset", "printed:"], "pinyin-page"),
        ([PAIRS, "--rule", "identical_pairs"], "NAME=CHOICE"),
        ([PAIRS, "--rule", "identical_pairs=x"], "seven_different"),
        ([PAIRS, "--rule", "nine_gates=wait", "--rule", "nine_gates=shape"], "nine_gates"),
        ([PAIRS, "--format", "xml"], "json"),
        (["--input", "x.jsonl", "--format", "text"], "--format text"),
        (["--input", "no-such-file.jsonl"], "no-such-file.jsonl"),
        (["--input", "."], "."),
    ],
)
def test_wrong_usage(run: Run, args: list[str], named: str) -> None:
    said = run("score", *args)
    assert (said.code, said.out) == (2, "")
    assert named in said.err


# Many hands


@pytest.fixture
def feed(monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], None]:
    def feed(data: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))

    return feed


def test_every_line_is_answered(run: Run, feed: Callable[[bytes], None]) -> None:
    """A wrong line does not stop the rest; its number is told; unknown fields come through as they were."""
    number = b"12345678901234567890123"
    feed(
        b"\xef\xbb\xbf"
        + json.dumps({"hand": EXAMPLE}).encode()
        + b'\n\n{"hand":"112233m112233s55p","id":'
        + number
        + b',"x":[1.50]}\nnonsense\n[1]\n{"id":7}\n{"hand":5}\n{"hand":"10m","id":8}\n{"hand":"\xff"}\n'
        b'{"hand":"123m456p789s1122s3s"}\n{"hand":"19m19s19pESWNCFP1m"}'
    )
    said = run("score", "--input", "-")
    assert said.code == 1
    assert "lines without a score: 7 of 10" in said.err
    found = answers(said.out)
    assert [each.get("total") for each in found] == [14, 25, *[None] * 7, 88]
    assert [(each["line"], each["error"]["code"]) for each in found if "error" in each] == [
        (4, "not-json"),
        (5, "not-json"),
        (6, "no-hand"),
        (7, "no-hand"),
        (8, "invalid-notation"),
        (9, "not-json"),
        (10, "not-a-winning-hand"),
    ]
    assert b'"id":' + number + b',"x":[1.50]' in said.out.splitlines()[1].encode()
    assert [found[4]["id"], found[6]["id"]] == [7, 8]
    assert found[0]["hand"] == EXAMPLE


def test_lines_are_counted_not_answers(run: Run, feed: Callable[[bytes], None]) -> None:
    """One of two lines has no score, under three rule sets."""
    feed(json.dumps({"hand": PAIRS}).encode() + b'\n{"hand": "123m456p789s1122s3s"}')
    said = run("score", "--input", "-", "--ruleset", "gb", "--ruleset", "gb1998", "--ruleset", "mcr2006")
    assert "lines without a score, under one of the rule sets at least: 1 of 2" in said.err
    assert len(answers(said.out)) == 6


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"[1]", "不是 JSON 对象；"),
        (b'{"hand"', "不是 JSON；"),
        (b"{a}", "从第 2 字节起不是 JSON；"),
        (b'{"hand":"\xff"}', "不是 UTF-8 文字（第 10 字节）；"),
        (b"[" * 100_000, "不是 JSON"),
    ],
)
def test_what_is_wrong_with_a_line_is_said_in_chinese(
    run: Run, feed: Callable[[bytes], None], line: bytes, said: str
) -> None:
    feed(line)
    (answer,) = answers(run("score", "--input", "-", "--lang", "zh-Hans").out)
    assert answer["error"]["code"] == "not-json"
    assert said in answer["error"]["message"]
    assert not re.search("[a-z]{3,}", answer["error"]["message"].partition("一行应为")[0])


def test_no_blank_behind_a_chinese_full_stop(run: Run) -> None:
    (answer,) = answers(run("score", "123m456p789s1122s3s", "--format", "json", "--lang", "zh-Hans").out)
    assert "。其余十三张听的是" in answer["error"]["message"]


def test_totals_alone(run: Run, feed: Callable[[bytes], None]) -> None:
    feed(json.dumps({"hand": KONGS, "id": 1}).encode())
    said = run("score", "--input", "-", "--totals", "--ruleset", "gb", "--ruleset", "mcr2006")
    assert answers(said.out) == [
        {"hand": KONGS, "ruleset": "gb", "total": 13, "id": 1},
        {"hand": KONGS, "ruleset": "mcr2006", "total": 15, "id": 1},
    ]


def test_the_two_ways_agree(run: Run, feed: Callable[[bytes], None]) -> None:
    """An answer of --input is that of a single hand."""
    feed("".join(json.dumps({"hand": hand}) + "\n" for hand in (EXAMPLE, KONGS, PAIRS)).encode())
    together = answers(run("score", "--input", "-").out)
    assert together == [each for hand in (EXAMPLE, KONGS, PAIRS) for each in alone(run, hand)]


def alone(run: Run, hand: str) -> list[dict[str, Any]]:
    return answers(run("score", hand, "--format", "json").out)


def test_a_field_named_like_ours_is_ours(run: Run, feed: Callable[[bytes], None]) -> None:
    feed(json.dumps({"total": 3, "hand": PAIRS}).encode())
    assert answers(run("score", "--input", "-", "--totals").out) == [{"hand": PAIRS, "ruleset": "gb", "total": 25}]


@pytest.mark.parametrize("hand", [PAIRS, "123m456p789s1122s3s", "10m"])
@pytest.mark.parametrize("more", [[], ["--totals"]])
def test_our_fields_are_never_handed_through(
    run: Run, feed: Callable[[bytes], None], hand: str, more: list[str]
) -> None:
    """Answers fed back as questions: an old error or total does not stand beside a new score, nor vice versa."""
    old = {"error": {"code": "x"}, "line": 9, "total": 3, "rulings": {}, "fans": [], "notes": ["old"], "form": "old"}
    feed(json.dumps({"hand": hand, **old, "id": 5}).encode())
    (answer,) = answers(run("score", "--input", "-", *more).out)
    kept = {name for name in old if answer.get(name) == old[name]}
    assert (answer["id"], kept) == (5, set() if "error" in answer or more else {"rulings"} & kept)
    assert ("error" in answer) is ("total" not in answer)
    assert answer.get("line") == (1 if "error" in answer else None)


def test_a_line_of_any_length_takes_no_more_memory() -> None:
    """Of a line that is too long only the beginning is kept; the next line is a line again."""
    long = b"x" * (3 * lines.LONGEST)
    found = [*lines._lines(io.BytesIO(long + b"\nnext\n" + long))]
    assert [len(each) for each in found] == [lines.LONGEST + 1, 5, lines.LONGEST + 1]


def test_a_line_that_is_too_long_is_told(run: Run, feed: Callable[[bytes], None]) -> None:
    feed(b'{"hand":"' + b"1" * lines.LONGEST + b'"}\n' + json.dumps({"hand": PAIRS}).encode())
    found = answers(run("score", "--input", "-", "--totals").out)
    assert [each.get("total", each.get("error", {}).get("code")) for each in found] == ["line-too-long", 25]


def test_answers_go_to_a_file_whole_or_not_at_all(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hands, out = tmp_path / "hands.jsonl", tmp_path / "out.jsonl"
    hands.write_text((json.dumps({"hand": PAIRS}) + "\n") * 3, "utf-8")
    said = run("score", "--input", hands, "-o", out)
    assert (said.code, said.out, said.err) == (0, "", "")
    assert [each["total"] for each in answers(out.read_text("utf-8"))] == [25] * 3

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    before = out.read_bytes()
    monkeypatch.setattr("mjrules.score.scorer.Scorer.total", broken)
    assert run("score", "--input", hands, "--totals", "-o", out).code == 2
    assert out.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hands.jsonl", "out.jsonl"]


def test_the_hands_are_not_written_over(run: Run, tmp_path: Path) -> None:
    hands = tmp_path / "hands.jsonl"
    hands.write_text(json.dumps({"hand": PAIRS}), "utf-8")
    assert run("score", "--input", hands, "-o", hands).code == 2
    assert json.loads(hands.read_text("utf-8")) == {"hand": PAIRS}


@pytest.mark.parametrize("command", [("score", KONGS), ("waits", EXHAUSTED)])
def test_a_document_is_not_written_over(run: Run, tmp_path: Path, command: tuple[str, str]) -> None:
    path = tmp_path / "eight.txt"
    path.write_text(test_cli.EIGHT, "utf-8")
    assert run(*command, "--ruleset", f"printed:{path}", "-o", path).code == 2
    assert path.read_text("utf-8") == test_cli.EIGHT


def test_progress_is_for_a_terminal(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = tmp_path / "hands.jsonl"
    hands.write_text((json.dumps({"hand": PAIRS}) + "\n") * 4, "utf-8")
    monkeypatch.setattr(lines, "_STEP", 2)
    assert run("score", "--input", hands, "--totals").err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert "4 hands" in run("score", "--input", hands, "--totals").err


# Waits


def test_what_a_hand_waits_for(run: Run) -> None:
    """清龙 16, 平和 2, 缺一门 1, 门前清 2 are 21, with 不求人 4 instead 23; 1p makes 喜相逢 too."""
    said = run("waits", "123m456m789m23p55p", "--format", "json")
    (answer,) = answers(said.out)
    assert said.code == 0
    assert [(each["tile"], each["left"]) for each in answer["waits"]] == [("1p", 4), ("4p", 4)]
    assert [(each["self_drawn"]["total"], each["discard"]["total"]) for each in answer["waits"]] == [(24, 22), (23, 21)]


def test_waits_as_text(run: Run) -> None:
    out = run("waits", "123m456m789m23p55p").out
    assert re.search(r"^ +1p +4 +self-drawn +24 +Pure Straight,", out, re.M)
    assert re.search(r"^ +claimed from a discard +22 +Pure Straight,", out, re.M)
    assert "gb：2 种牌可以和" in run("waits", "123m456m789m23p55p", "--lang", "zh-Hans").out


def test_too_little_to_win_on_is_marked(run: Run) -> None:
    assert "(too little)" in run("waits", "[234m,1]567m234s68s11p").out


def test_a_tile_that_cannot_come_is_marked(run: Run) -> None:
    said = run("waits", EXHAUSTED)
    assert said.code == 0
    assert re.search(r"^ +1m +0 .*all four are in the hand", said.out, re.M)
    (wait,) = answers(run("waits", EXHAUSTED, "--format", "json").out)[0]["waits"]
    assert (wait["exhausted"], wait["left"], wait["self_drawn"], wait["discard"]) == (True, 0, None, None)


def test_a_hand_that_waits_for_nothing(run: Run) -> None:
    said = run("waits", "1379m258s369pESW")
    assert (said.code, said.out) == (1, "")
    assert "waits for nothing" in said.err
    assert answers(run("waits", "1379m258s369pESW", "--format", "json").out)[0]["waits"] == []


def test_a_hand_of_fourteen_does_not_wait(run: Run) -> None:
    said = run("waits", PAIRS)
    assert said.code == 2
    assert "13 would be right" in said.err


def test_a_way_that_the_situation_rules_out_has_no_score() -> None:
    """A replacement tile needs a kong; a robbed kong does not."""
    hand = Hand.parse("123m456m789m23p55p|EE0001", winning=False)
    assert all(wait.self_drawn is None and wait.discard for wait in waiting(hand, scorer.scorer()))


def test_waits_under_several_rules(run: Run) -> None:
    said = run("waits", "[1111m][9999s]234p567p5s", "--ruleset", "gb", "--ruleset", "mcr2006", "--format", "json")
    assert [each["waits"][0]["discard"]["total"] for each in answers(said.out)] == [13, 15]


def test_what_is_forced_only_in_sets_is_said_so(run: Run) -> None:
    """字一色 forces 碰碰和 in sets and a pair; seven pairs of honours are 字一色 without it."""
    in_sets = run("score", "EEESSSCCCFFFPP|ES1000").out
    assert re.search(r"All Pungs 碰碰和 +All Honors 字一色 is counted, which", in_sets)
    assert "in four sets and a pair" in in_sets
    assert "碰碰和" not in run("score", "EESSWWNNCCFFPP|EE0000").out


def test_a_fan_barred_as_a_whole_shows_each_time_it_holds(run: Run) -> None:
    (answer,) = answers(run("score", "[CCC,1][FFF,1]999s12m55s3m|ES0000", "--format", "json").out)
    (dragons,) = [out for out in answer["excluded"] if out["name"] == "箭刻"]
    assert (dragons["count"], dragons["groups"]) == (2, [["CCC"], ["FFF"]])


def test_winds_are_called_as_the_language_calls_them(run: Run) -> None:
    assert "圈风东，门风南" in run("score", "1112345678999p2p|ES0000", "--lang", "zh-Hans").out
    assert "prevalent wind E, seat wind S" in run("score", "1112345678999p2p|ES0000", "--lang", "en").out


@pytest.mark.parametrize("wrong", ["two_concealed_kongs=wrong", "nope=x", "two_concealed_kongs"])
def test_what_is_wrong_about_a_ruling_is_punctuated_as_chinese(run: Run, wrong: str) -> None:
    said = run("score", PAIRS, "--rule", wrong, "--lang", "zh-Hans").err.splitlines()[0]
    assert wrong.partition("=")[0] in said or "“wrong”" in said
    assert not set("';()") & set(said), said
    assert "。）" not in said
