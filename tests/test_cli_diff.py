"""``mjrules diff``: what it prints, in which language, and with which exit code."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

import test_cli
import test_schema
from mjrules.hand import Hand
from mjrules.render.difference import bar, diff_text, signed
from mjrules.render.paper import Paper
from mjrules.render.width import width
from mjrules.rulesets import resolve
from mjrules.score.compare import Change
from mjrules.score.scorer import Scorer
from mjrules.score.switches import ListSwitch, PointsSwitch, RulingSwitch
from mjrules.universe.census import file
from mjrules.universe.difference import Cause, Diff, Instance, Part, Step

Run = Callable[..., test_cli.Said]
run = test_cli.run

KONGS = RulingSwitch("two_concealed_kongs", ("six", "eight"))
ORPHANS = PointsSwitch("thirteen_orphans", (88, 64))
GATES = ListSwitch("nine_gates", "full_flush", (None, None))
EXAMPLE = Instance(
    "[1111m][9999s]234p567p5s5s|EE0000", (13, 15), (Change("two_concealed_kongs", "双暗杠", (6, 8), (1, 1)),)
)
LOST = Instance("11223344556677m|EE0000", (24, None), ())

FOUND = Diff(
    rulesets=("gb", "printed:page"),
    rulings={},
    over="all",
    prevalent="E",
    seat="S",
    minimums=(8, 8),
    hands=1_000_000,
    differ=1_500,
    only=(200, 0),
    reach=(600_000, 600_300),
    up=400,
    down=100,
    average=(12.25, 12.5),
    change=0.5,
    points=(Step(-24, 100), Step(2, 1_000), Step(4, 200)),
    parts=(Part(KONGS, 1_200, 100), Part(ORPHANS, 0, 100), Part(GATES, 0, 0)),
    causes=(
        Cause(((KONGS,),), 1_200, (0, 0), (2, 4), 400, 0, EXAMPLE),
        Cause((), 200, (200, 0), None, 0, 100, LOST),
        Cause(((KONGS, ORPHANS), (KONGS, GATES)), 100, (0, 0), (-24, -24), 0, 0, EXAMPLE),
    ),
    notes=((), ("The list of 九莲宝灯 is taken as printed.",)),
)
"""Numbers made up; every sort of line is in it."""


def text(found: Diff = FOUND, lang: str = "en", columns: int = 100) -> list[str]:
    return diff_text(found, Paper(columns, lang)).splitlines()


# Text


def test_the_text_says_how_many_and_by_how_much() -> None:
    lines = text()
    assert lines[0] == "gb and printed:page over every won hand, whatever is declared"
    assert lines[1].startswith("prevalent wind E, seat wind S; ")
    assert lines[3:8] == [
        "  won hands               1,000,000",
        "  score differently           1,500  0.1%",
        "  win under gb only             200  <0.1%",
        "  come up to the minimum        400  <0.1%",
        "  fall below the minimum        100  <0.1%",
    ]
    assert lines[9:12] == [
        "                       gb  printed:page",
        "  reach 8 points  600,000       600,300",
        "  average total     12.25         12.50",
    ]
    assert lines[13:18] == [
        "Points more (+) or less (−) under printed:page",
        "  Where they differ, printed:page gives +0.50 points on average.",
        f"  −24    100  {'█' * 5}",
        f"   +2  1,000  {'█' * 50}",
        f"   +4    200  {'█' * 10}",
    ]


def test_the_text_says_why() -> None:
    lines = text()
    parts = lines.index("  1,200 alone, 100 with others")
    assert lines[parts + 1] == "    ruling two_concealed_kongs: What are two concealed kongs worth?"
    assert lines[parts + 2].split() == ["gb", "six", "6", "points."]
    assert "  100 with others" in lines
    idle = lines.index("They differ in these points too, which change none of these totals:")
    assert lines[idle + 1] == "  Nine Gates beside Full Flush"
    causes = lines.index("Hands by what makes the difference")
    assert lines[causes + 1 : causes + 12] == [
        "  1,200 hands (80.0%): +2 to +4, 400 come up to the minimum",
        "    ruling two_concealed_kongs",
        "    [1111m][9999s]234p567p5s5s|EE0000: gb 13, printed:page 15",
        "      Two Concealed Kongs 6 → 8",
        "  200 hands (13.3%): 200 win under gb only, 100 fall below the minimum",
        "    no ruling, points or list explains it",
        "    11223344556677m|EE0000: gb 24, printed:page no win",
        "  100 hands (6.7%): −24",
        "    ruling two_concealed_kongs with points of Thirteen Orphans; or ruling two_concealed_kongs with",
        "    Nine Gates beside Full Flush",
        "    [1111m][9999s]234p567p5s5s|EE0000: gb 13, printed:page 15",
    ]
    assert "  printed:page  The list of 九莲宝灯 is taken as printed." in lines


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        (
            "zh-Hans",
            [
                "gb 与 printed:page：全部和牌，不论有无副露和杠",
                "  只有按 gb 能和          200  <0.1%",
                "  单凭此点 1,200，与他点合计 100",
                "  1,200 手牌（80.0%）：+2 至 +4 分，其中 400 由不够到够起和分",
                "    裁定 two_concealed_kongs 加 十三幺的分值；或裁定 two_concealed_kongs 加 九莲宝灯与清一色",
                "      双暗杠 6 → 8",
            ],
        ),
        ("zh-Hant", ["gb 與 printed:page：全部和牌，不論有無副露和槓", "  單憑此點 1,200，與他點合計 100"]),
    ],
)
def test_the_text_speaks_the_language(lang: str, lines: list[str]) -> None:
    printed = text(lang=lang)
    assert [line for line in lines if line not in printed] == []


@pytest.mark.parametrize("lang", ["en", "zh-Hans"])
@pytest.mark.parametrize("columns", [60, 100])
def test_no_line_is_wider_than_the_paper(lang: str, columns: int) -> None:
    assert [line for line in text(lang=lang, columns=columns) if width(line) > columns] == []


def test_far_ends_of_the_histogram_are_gathered() -> None:
    steps = tuple(Step(points, 10) for points in range(-30, 31) if points)
    lines = text(msgspec.structs.replace(FOUND, points=steps))
    first = next(number for number, line in enumerate(lines) if "and less" in line)
    shown = lines[first : first + 24]
    assert shown[0].split()[:4] == ["−12", "and", "less", "190"]  # from −30 to −12
    assert shown[1].split()[:2] == ["−11", "10"]
    assert shown[-1].split()[:4] == ["+12", "and", "more", "190"]


def test_few_reasons_are_shown_and_the_others_counted() -> None:
    causes = tuple(msgspec.structs.replace(FOUND.causes[0], hands=50 - number) for number in range(15))
    lines = text(msgspec.structs.replace(FOUND, causes=causes))
    assert "  Other reasons: 3, with 111 hands; the JSON has them all." in lines  # 38 + 37 + 36


def test_nothing_to_tell() -> None:
    same = msgspec.structs.replace(
        FOUND, differ=0, only=(0, 0), up=0, down=0, change=None, points=(), parts=(), causes=(), notes=((), ())
    )
    lines = text(same)
    assert "Every one of them scores the same." in lines
    assert not any("reasons" in line or "minimum (" in line for line in lines)


@pytest.mark.parametrize(("number", "said"), [(0, "+0"), (7, "+7"), (-7, "−7"), (0.004, "+0.00"), (-2.5, "−2.50")])
def test_signs(number: float, said: str) -> None:
    assert signed(number) == said


@pytest.mark.parametrize(("number", "said"), [(8, "████"), (4, "██"), (3, "█▌"), (1, "▌"), (0.001, "▏")])
def test_bars(number: float, said: str) -> None:
    assert bar(number, 8, 4) == said  # type: ignore[arg-type]


# The command


def test_it_answers_over_every_hand(run: Run) -> None:
    """The totals of every example are those of the scorer, under either rule set."""
    said = run("diff", "gb", "mcr2006", "--format", "json")
    assert (said.code, said.err) == (1, "")
    answer = json.loads(said.out)
    assert test_schema.problems(answer, Diff) == []
    assert (answer["hands"], answer["over"], answer["rulings"]) == (374_119_142, "concealed", {})
    scorers = [Scorer(resolve(id)) for id in answer["rulesets"]]
    for cause in answer["causes"]:
        hand = Hand.parse(cause["example"]["hand"], check=True)
        assert [scorer.total(hand) for scorer in scorers] == cause["example"]["totals"]
    assert answer["causes"][0]["because"] == [
        [{"kind": "ruling", "ruling": "self_drawn_concealed_by_nature", "choices": ["barred", "counted"]}]
    ]


def test_a_document_is_a_rule_set_too(run: Run) -> None:
    """The page's own list lets 门前清 count beside 全不靠 (greater): 216 hands, any of 14 tiles last, by a discard."""
    said = run("diff", "gb", "printed:zhwiki-mirror-2023")
    assert said.code == 1
    at = said.out.splitlines().index("    Greater Honors and Knitted Tiles beside Concealed Hand")
    assert said.out.splitlines()[at - 1].startswith("  3,024 hands (")


def test_a_ruling_is_chosen_on_both_sides(run: Run) -> None:
    said = run("diff", "gb", "gb", "--rule", "two_concealed_kongs=eight", "--winds", "SN", "--lang", "en")
    assert (said.code, said.err) == (0, "")
    assert "With the ruling two_concealed_kongs: 8 points." in said.out
    assert "prevalent wind S, seat wind N" in said.out
    assert "Every one of them scores the same." in said.out


def test_the_answer_goes_to_a_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "diff.json"
    said = run("diff", "gb1998", "gb1998", "-o", path)
    assert (said.code, said.out) == (0, "")
    assert json.loads(path.read_text("utf-8"))["differ"] == 0


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (["gb"], "OTHER is missing"),
        (["gb", "gb1997"], "gb1997"),
        (["gb", "gb", "--winds", "EX"], "'EX' is no pair of winds; write the prevalent wind and the seat wind"),
        (["gb", "gb", "--winds", "E"], "'E' is no pair of winds"),
        (["gb", "gb", "--over", "half"], "'half' is none of concealed, all"),
        (["gb", "gb", "--rule", "two_concealed_kongs"], "two_concealed_kongs"),
        (["gb", "printed:no-such-file"], "no-such-file"),
    ],
)
def test_wrong_usage_says_what_is_wrong(run: Run, args: list[str], complaint: str) -> None:
    said = run("diff", *args)
    assert (said.code, said.out) == (2, "")
    assert complaint in said.err


def test_without_its_data_it_says_so(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(file, "PATH", tmp_path / "census.npz")
    said = run("diff", "gb", "mcr2006")
    assert (said.code, said.out) == (2, "")
    assert "census.npz: there is no such file" in said.err
    assert "mjrules universe --rebuild" in said.err
