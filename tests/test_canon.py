"""The table regenerated from claims: who wins and why, and that the committed rule sets are what comes out.

The sources are made by hand, so that every vote is known. Each has a house fan of its own: equal sources are one line.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

import test_cli
from mjrules import rulesets, texts
from mjrules.audit.canon import Canon, Edition, Parted, Standing, canon, parted, tally
from mjrules.claims import Entry, Source
from mjrules.cli.inputs import find_inputs, read_inputs
from mjrules.render import table
from mjrules.render.table import Format, canonical_table, write
from mjrules.render.why import SIGNS, Check, check_lines, checked
from mjrules.rulesets import RuleSet
from mjrules.rulesets.editions import line_of
from mjrules.rulings import Choice, Text
from test_render import entry, listing, own, row, source
from test_schema import problems

Run = Callable[..., test_cli.Said]
run = test_cli.run

NO_RULINGS = Edition((), {})
KONGS, WINDS = "two_concealed_kongs", "big_four_winds"

RULES = """
id = "house"
edition = "0"
tiers = [88, 6]
minimum = 8
title = { zh-Hans = "家规", en = "House" }
[fans.big_four_winds]
points = 88
excludes = ["all_pungs"]
refs = ["book:1"]
[fans.two_concealed_kongs]
points = 6
refs = ["book:2"]
"""
HOUSE = rulesets.parse(RULES, "house")


def ruling(**effects: Any) -> dict[str, Choice]:
    """One ruling, ``the_ruling``, whose choice has these effects."""
    return {"the_ruling": Choice("chosen", Text("chosen", "所选"), ("somebody",), **effects)}


def sources(points: dict[str, int | None], name: str = "双暗杠", **more: Any) -> list[Source]:
    return [source(id, [entry(name, each, 5, **more), own(n)]) for n, (id, each) in enumerate(points.items())]


def brief(standing: Standing) -> tuple[object, str, str]:
    return standing.value, standing.won_by, f"{standing.lines}/{standing.of}"


# ---- points: the ladder ----------------------------------------------------------------------------------------------

POINTS = [
    # label, what each source states, own sources, ruling, rule set; value, reason, lines
    ("all lines, nothing to decide", {"a": 6, "b": 6, "c": 6}, (), {}, None, (6, "all", "3/3")),
    ("one line alone is all there are", {"a": 6}, (), {}, None, (6, "all", "1/1")),
    ("most lines", {"a": 6, "b": 8, "c": 8}, (), {}, None, (8, "most", "2/3")),
    ("divided evenly", {"a": 6, "b": 8}, (), {}, None, (None, "divided", "0/2")),
    ("nobody states it", {"a": None}, (), {}, None, (None, "unstated", "0/0")),
    (
        "the edition's source against most lines",
        {"book": 6, "b": 8, "c": 8},
        ("book",),
        {},
        HOUSE,
        (6, "edition", "1/3"),
    ),
    ("the edition's source and all lines", {"book": 6, "b": 6}, ("book",), {}, HOUSE, (6, "all", "2/2")),
    ("the edition's source, and nobody else", {"book": 6}, ("book",), {}, HOUSE, (6, "edition", "1/1")),
    ("the source against the rule set committed", {"book": 8}, ("book",), {}, HOUSE, (8, "edition", "1/1")),
    ("a ruling against everybody", {"book": 6, "b": 6}, ("book",), {KONGS: 8}, HOUSE, (8, "ruling", "0/2")),
    ("a ruling where lines differ", {"book": 6, "b": 8}, ("book",), {KONGS: 8}, HOUSE, (8, "ruling", "1/2")),
    ("strangers do not decide an edition", {"a": 8, "b": 8}, ("book",), {}, HOUSE, (6, "ruleset", "0/2")),
    (
        "its source is silent: most lines",
        {"book": None, "b": 8, "c": 6, "d": 8},
        ("book",),
        {},
        HOUSE,
        (8, "most", "2/3"),
    ),
    (
        "its source is silent, lines divided",
        {"book": None, "b": 8, "c": 6},
        ("book",),
        {},
        HOUSE,
        (6, "ruleset", "1/2"),
    ),
    ("nobody but the rule set", {"book": None}, ("book",), {}, HOUSE, (6, "ruleset", "0/0")),
    (
        "its sources differ: most lines",
        {"book": 6, "errata": 8, "c": 8},
        ("book", "errata"),
        {},
        HOUSE,
        (8, "most", "2/3"),
    ),
]


@pytest.mark.parametrize(
    ("said", "speak", "ruled", "rules", "expected"), [p[1:] for p in POINTS], ids=[p[0] for p in POINTS]
)
def test_points(
    said: dict[str, int | None], speak: tuple[str, ...], ruled: dict[str, int], rules: RuleSet | None, expected: object
) -> None:
    edition = Edition(speak, ruling(points=ruled) if ruled else {})
    found = canon(sources(said), rules, edition).fans[KONGS].points
    assert brief(found) == expected
    assert found.ruling == ("the_ruling" if found.won_by == "ruling" else None)
    assert [by.source for by in found.by] == [id for id, points in said.items() if points == found.value != None]  # noqa: E711


def test_who_states_it_and_where() -> None:
    found = canon([*sources({"a": 6, "b": 8}), source("c", [own(9)], [listing(6, "双暗杠", 30)])], None).fans[KONGS]
    assert [(by.source, by.place.line) for by in found.points.by] == [("a", 5), ("c", 30)]


def test_a_line_has_one_vote_and_its_leader_speaks() -> None:
    copies = [msgspec.structs.replace(each, lineage="old") for each in sources({"one": 8, "two": 8, "text": 6})]
    copies[2] = msgspec.structs.replace(copies[2], leads=True)
    others = [source(id, [entry("双暗杠", 6, 5), own(n)]) for n, id in enumerate(("x", "y"), 7)]
    assert brief(canon([*copies, *others], None).fans[KONGS].points) == (6, "all", "3/3")


def test_the_rule_set_has_no_say_in_who_is_a_line() -> None:
    """Wrong points tie copies together where a rule set says what is wrong; the rule set is what is checked here."""
    same = [entry("双暗杠", 8, 5), entry("大四喜", 64, 6)]
    said = [
        source("book", [entry("双暗杠", 6, 5), entry("大四喜", 88, 6)]),
        *(source(f"s{n}", [*same, own(n)]) for n in (1, 2)),
    ]
    assert canon(said, HOUSE, Edition(("book",), {})).lines == canon(said, None).lines == {"book": 1, "s1": 2, "s2": 3}


# ---- lists -----------------------------------------------------------------------------------------------------------


def winds(lists: dict[str, Sequence[str]], **more: Any) -> list[Source]:
    return [source(id, [entry("大四喜", 88, 5, each), own(n)], **more) for n, (id, each) in enumerate(lists.items())]


def told(found: Canon, fan: str = WINDS) -> tuple[dict[object, str], dict[object, str]]:
    why = found.fans[fan]
    return tuple(
        {each.value: f"{each.won_by} {each.lines}/{each.of}" for each in part} for part in (why.excludes, why.left_out)
    )  # type: ignore[return-value]


LISTS: dict[str, Sequence[str]] = {"a": ["碰碰和", "三风刻"], "b": ["碰碰和", "圈风刻"], "c": ["碰碰和", "三风刻"]}


def test_items_stand_one_by_one() -> None:
    stands, out = told(canon(winds(LISTS), None))
    assert stands == {"all_pungs": "all 3/3", "big_three_winds": "most 2/3"}
    assert out == {"prevalent_wind": "most 1/3"}


def test_half_of_the_lines_is_not_enough() -> None:
    stands, out = told(canon(winds({"a": ["碰碰和", "三风刻"], "b": ["碰碰和"]}), None))
    assert (stands, out) == ({"all_pungs": "all 2/2"}, {"big_three_winds": "divided 1/2"})


def test_the_list_of_the_edition_is_its_sources() -> None:
    stands, out = told(canon(winds({**LISTS, "book": ["碰碰和", "圈风刻"]}), HOUSE, Edition(("book",), {})))
    assert stands == {"all_pungs": "all 4/4", "prevalent_wind": "edition 2/4"}
    assert out == {"big_three_winds": "edition 2/4"}


def test_a_ruling_adds_and_takes_away() -> None:
    choice = ruling(exclude=((WINDS, "seat_wind"), (WINDS, "prevalent_wind", 1)), allow=((WINDS, "all_pungs"),))
    found = canon(winds({"book": ["碰碰和", "圈风刻"]}), HOUSE, Edition(("book",), choice))
    stands, out = told(found)
    assert stands == {"prevalent_wind": "ruling 1/1", "seat_wind": "ruling 0/1"}
    assert out == {"all_pungs": "ruling 1/1"}
    assert {each.value: (each.limit, each.ruling) for each in found.fans[WINDS].excludes} == {
        "prevalent_wind": (1, "the_ruling"),
        "seat_wind": (None, "the_ruling"),
    }


def sheet(id: str, entries: Sequence[Entry], **more: Any) -> Source:
    return source(id, entries, kind="sheet", **more)


def silent(**more: Any) -> Entry:
    return entry("大四喜", 88, 5, **{"has_definition": False} | more)


def test_a_whole_source_without_a_list_excludes_nothing() -> None:
    """The principles fill the gap of an edition's list, no list of strangers."""
    said = [sheet("book", [silent()]), *winds(LISTS)]
    assert told(canon(said, HOUSE, Edition(("book",), {})))[0] == {}
    partial = [sheet("book", [silent()], partial=True), *winds(LISTS)]
    assert told(canon(partial, HOUSE, Edition(("book",), {})))[0] == {
        "all_pungs": "all 3/3",
        "big_three_winds": "most 2/3",
    }


def test_an_annex_is_for_the_rulings() -> None:
    annex = entry("大四喜", 88, 90, ["三风刻"], pass_=2)
    found = canon([sheet("book", [entry("大四喜", 88, 5, ["碰碰和"]), annex])], HOUSE, Edition(("book",), {}))
    assert [set(part) for part in told(found)] == [{"all_pungs"}, {"big_three_winds"}]


def test_what_stands_under_flowers_is_no_list() -> None:
    said = [source(id, [entry("花牌", 1, 5, ["杠上开花"]), own(n)]) for n, id in enumerate("ab")]
    assert told(canon(said, None), "flower_tiles") == ({}, {"out_with_replacement_tile": "flowers 2/2"})


@pytest.mark.parametrize(
    ("condition", "limit"),
    [("自身", "shared_groups"), ("自身三副", "shared_groups"), ("×2", 2), ("无发", "无发"), (None, None)],
)
def test_how_far_an_item_is_barred(condition: str | None, limit: object) -> None:
    said = entry("大四喜", 88, 5, ["碰碰和"])
    said = msgspec.structs.replace(said, excludes=(msgspec.structs.replace(said.excludes[0], condition=condition),))
    [found] = canon([source("book", [said])], HOUSE, Edition(("book",), {})).fans[WINDS].excludes
    assert found.limit == limit


# ---- membership and order --------------------------------------------------------------------------------------------


def test_only_a_whole_sheet_can_lack_a_fan() -> None:
    said = [
        sheet("whole", [own(1)]),
        sheet("part", [own(2)], partial=True),
        source("text", [own(3)]),
        *sources({"a": 6}),
    ]
    assert brief(canon(said, None).fans[KONGS].member) == (None, "divided", "0/2")


@pytest.mark.parametrize(
    ("choices", "expected"),
    [
        pytest.param({}, (True, "edition", "1/2"), id="its source has it"),
        pytest.param(ruling(without=(KONGS,)), (False, "ruling", "1/2"), id="a ruling takes it away"),
    ],
)
def test_whether_an_edition_has_a_fan(choices: dict[str, Choice], expected: object) -> None:
    said = [sheet("book", [entry("双暗杠", 6, 5)]), sheet("other", [own(1)])]
    found = canon(said, HOUSE, Edition(("book",), choices))
    assert brief(found.fans[KONGS].member) == expected
    assert brief(found.fans["nine_gates"].member) == (False, "all", "2/2"), "nobody has it"


def test_a_house_fan_needs_a_ruling() -> None:
    said = [sheet("book", [entry("天和", 8, 5)])]
    assert canon(said, HOUSE, Edition(("book",), {})).fans["blessing_of_heaven"].member.won_by == "house"
    by_ruling = canon(said, HOUSE, Edition(("book",), ruling(points={"blessing_of_heaven": 8})))
    assert brief(by_ruling.fans["blessing_of_heaven"].member) == (True, "ruling", "1/1")


def test_the_number_is_the_printed_one() -> None:
    said = [
        source("book", [entry("双暗杠", 6, 5, number=48), own(1)]),
        source("b", [entry("双暗杠", 6, 5, number=54), own(2)]),
    ]
    assert brief(canon(said, HOUSE, Edition(("book",), {})).fans[KONGS].order) == (48, "edition", "1/2")


# ---- the check -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def every() -> tuple[Source, ...]:
    """All bundled sources as the command line reads them."""
    return read_inputs(find_inputs((), "en", with_bundled=True, with_sheets=True), "en").read


@pytest.mark.parametrize("id", rulesets.available())
def test_the_committed_rule_sets_are_what_comes_out(every: tuple[Source, ...], id: str) -> None:
    found = canon(every, rulesets.load(id))
    assert parted(found, rulesets.load(id)) == []
    assert len(found.own) == 1, "the edition's own source is at hand"
    alone = [
        (fan, field)
        for fan, why in found.fans.items()
        for field in ("order", "points")
        if getattr(why, field).won_by == "ruleset" and why.member.value
    ]
    assert set(alone) <= {("concealed_kong_and_melded_kong", "order")}, "all else is stated by somebody"
    assert tally(found)["edition"] > 100


GREEN, TERMINALS = 'excludes = ["half_flush"]', "pung_of_terminals_or_honors"

PLANTED = [
    # reason, what stands in gb.toml, what is put there, what is told (as its beginning)
    (
        "points that all lines state",
        "[fans.big_four_winds]  # 1 大四喜\npoints = 88",
        "[fans.big_four_winds]\npoints = 64",
        ["points big_four_winds None 64 88 all"],
    ),
    ("points that a ruling decided", "", None, ["points two_concealed_kongs None 8 6 ruling"]),
    ("an item that a ruling adds need not be listed", GREEN, "", []),
    (
        "an item lost that no ruling adds",
        'excludes = ["all_pungs", "single_wait"]',
        'excludes = ["all_pungs"]',
        ["excludes four_kongs single_wait False True edition"],
    ),
    (
        "an item too many",
        GREEN,
        'excludes = ["half_flush", "no_honors"]',
        ["excludes all_green no_honors True False edition"],
    ),
    (
        "an item that a ruling lets count",
        GREEN,
        'excludes = ["half_flush", "full_flush"]',
        ["excludes all_green full_flush True False ruling"],
    ),
    (
        "a limit lost",
        f"scope = {{ {TERMINALS} = 1 }}\n",
        "",
        [f"limit nine_gates {TERMINALS} None 1 ruling"],
    ),
    (
        "a limit changed",
        f'scope = {{ {TERMINALS} = "shared_groups" }}',
        f"scope = {{ {TERMINALS} = 3 }}",
        [f"limit big_three_dragons {TERMINALS} 3 shared_groups edition"],
    ),
    (
        "a house fan put first: it is no member, and moves all numbers",
        "[fans.big_four_winds]",
        '[fans.blessing_of_heaven]\npoints = 8\nrefs = ["x"]\n\n[fans.big_four_winds]',
        ["member blessing_of_heaven None True False house", *["order"] * 81],
    ),
]


@pytest.mark.parametrize(("old", "new", "expected"), [p[1:] for p in PLANTED], ids=[p[0] for p in PLANTED])
def test_a_planted_difference_is_told(
    every: tuple[Source, ...], old: str, new: str | None, expected: list[str]
) -> None:
    planted = with_change(old, new)
    told = [
        f"{p.field} {p.fan} {p.item} {p.committed} {p.regenerated} {p.standing.won_by}"
        for p in differences(every, planted)
    ]
    assert len(told) == len(expected)
    assert all(line.startswith(start) for line, start in zip(sorted(told), sorted(expected), strict=True))


def with_change(old: str, new: str | None) -> RuleSet:
    text = (Path(rulesets.__file__).parent / "gb.toml").read_text("utf-8")
    if new is None:  # the points of 双暗杠
        text, times = re.subn(r"(\[fans\.two_concealed_kongs\].*\n)points = 6", r"\1points = 8", text)
    else:
        times, text = text.count(old), text.replace(old, new, 1)
    assert times
    return rulesets.parse(text, "gb")


def differences(said: Sequence[Source], rules: RuleSet) -> list[Parted]:
    return parted(canon(said, rules), rules, lambda fan: line_of("gb", fan))


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        pytest.param(["碰碰和"], [], id="the edition's source prints it, and so may the rule set"),
        pytest.param(["三风刻"], ["all_pungs", "big_three_winds"], id="only the rule set prints it"),
    ],
)
def test_what_a_ruling_takes_away_may_stand_where_the_source_has_it(printed: list[str], expected: list[str]) -> None:
    edition = Edition(("book",), ruling(allow=((WINDS, "all_pungs"),)))
    told = parted(canon(winds({"book": printed}), HOUSE, edition), HOUSE)
    assert sorted(each.item for each in told if each.item) == expected


def test_a_fan_lost_is_told(every: tuple[Source, ...]) -> None:
    gb = rulesets.load("gb")
    without = msgspec.structs.replace(gb, rules=tuple(rule for rule in gb.rules if rule.fan != "tile_hog"))
    assert [(p.field, p.fan, p.committed, p.regenerated) for p in differences(every, without)] == [
        ("member", "tile_hog", False, True)
    ]


def test_rows_in_another_order_are_told(every: tuple[Source, ...]) -> None:
    gb = rulesets.load("gb")
    number = {"full_flush": 23, "pure_triple_chow": 22}
    swapped = [msgspec.structs.replace(rule, number=number.get(rule.fan, rule.number)) for rule in gb.rules]
    told = differences(every, msgspec.structs.replace(gb, rules=tuple(swapped)))
    assert [(p.field, p.fan, p.committed, p.regenerated) for p in told] == [
        ("order", "full_flush", 23, 22),
        ("order", "pure_triple_chow", 22, 23),
    ]


def test_a_change_in_the_source_is_told_too(every: tuple[Source, ...]) -> None:
    """The check has two sides: a sheet that was mended parts from a rule set that was not."""

    def changed(each: Source) -> Source:
        entries = [msgspec.structs.replace(e, points=65) if e.fan == "all_honors" else e for e in each.entries]
        return msgspec.structs.replace(each, entries=tuple(entries)) if each.id == "mil-helper" else each

    [told] = differences([changed(each) for each in every], rulesets.load("gb"))
    assert (told.fan, told.committed, told.regenerated, told.standing.won_by) == ("all_honors", 64, 65, "edition")


@pytest.mark.parametrize("lang", texts.LANGUAGES)
def test_a_difference_is_told_with_where_and_why(every: tuple[Source, ...], lang: str) -> None:
    rules = with_change("", None)
    [line] = check_lines(checked(canon(every, rules), differences(every, rules)), lang)
    number = line_of("gb", KONGS)
    assert line.startswith(f"gb.toml:{number}")
    for part in (KONGS, "8", "6", "two_concealed_kongs", "mil-helper:"):
        assert part in line


# ---- the command -----------------------------------------------------------------------------------------------------


def test_check_finds_nothing(run: Run) -> None:
    said = run("table", "--check")
    assert (said.code, said.out) == (0, "")
    assert all(f"{id}: " in said.err for id in rulesets.available())


def test_check_with_a_document_reads_the_editions_source(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text(test_cli.EIGHT, "utf-8")
    said = run("table", tmp_path / "mine.txt", "--check", "--ruleset", "gb", "--format", "json")
    [check] = json.loads(said.out)["checks"]
    assert (said.code, check["own"], check["parted"]) == (0, ["mil-helper"], [])


def test_check_tells_a_planted_difference(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    planted = with_change("", None)
    monkeypatch.setattr(rulesets, "load", lambda id: planted)
    said = run("table", "--check", "--ruleset", "gb")
    assert said.code == 1
    assert re.fullmatch(r"- gb\.toml:\d+: points  .*two_concealed_kongs.*\n", said.out)
    assert "differences: 1" in said.err
    answer = json.loads(run("table", "--check", "--ruleset", "gb", "--format", "json").out)
    assert problems(answer, Check) == []
    assert [each["field"] for each in answer["checks"][0]["parted"]] == ["points"]


@pytest.mark.parametrize("args", [["--format", "csv"], ["-o", "t.html"], ["--ruleset", "none"]])
def test_check_refuses_what_it_cannot_do(run: Run, args: list[str], tmp_path: Path) -> None:
    said = run("table", "--check", *(str(tmp_path / arg) if "." in arg else arg for arg in args))
    assert (said.code, said.out) == (2, "")
    assert "--check" in said.err


def test_a_csv_file_is_marked_for_excel_and_standard_output_is_not(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text(test_cli.SIX, "utf-8")
    assert run("table", tmp_path / "mine.txt", "-o", tmp_path / "t.csv").code == 0
    assert (tmp_path / "t.csv").read_bytes().startswith(b"\xef\xbb\xbf#,")
    assert run("table", tmp_path / "mine.txt", "--format", "csv").out.startswith("#,")


# ---- the table -------------------------------------------------------------------------------------------------------


def test_the_table_of_an_edition_is_in_its_order_and_then_what_it_has_not(every: tuple[Source, ...]) -> None:
    fans = table.canonical_table(every, rulesets.load("mcr2006")).fans
    assert fans[47].key == KONGS, "number 48 of 2006"
    members = [each.is_out for each in fans]
    assert members == sorted(members)
    assert {each.points for each in fans if each.is_out} == {None}


@pytest.mark.parametrize("id", rulesets.available())
def test_the_table_has_the_points_of_the_rule_set(every: tuple[Source, ...], id: str) -> None:
    rules = rulesets.load(id)
    fans = table.canonical_table(every, rules).fans
    assert {each.key: each.points for each in fans if not each.is_out} == {
        rule.fan: rule.points for rule in rules.rules
    }


def test_the_table_without_an_edition_decides_as_before(every: tuple[Source, ...]) -> None:
    """One definition of the vote: the table that the audit's page shows and this one cannot part."""
    before = {each.key: each for each in table.fan_table(every, None).fans}
    for each in table.canonical_table(every, None).fans:
        assert each.points == before[each.key].points
        if each.key != "flower_tiles":  # what stands there is no list
            assert each.excludes == before[each.key].excludes


@pytest.fixture(scope="module")
def judged(every: tuple[Source, ...]) -> table.FanTable:
    return table.canonical_table(every, rulesets.load("gb"))


def test_signs_stand_beside_values_and_are_explained(judged: table.FanTable) -> None:
    text = table.write(judged, "md", "zh-Hans")
    assert isinstance(text, str)
    head, body = text.split("\n|", 1)
    assert {sign for sign in SIGNS.values() if sign in body} == {sign for sign in SIGNS.values() if sign in head}
    assert re.search(r"\| *53 \| 双暗杠 +\| +\*\*6 §\*\* ", text)
    assert "§ two_concealed_kongs" in text


def test_many_sources_have_no_columns_where_people_read_and_few_have(every: tuple[Source, ...]) -> None:
    def head(count: int) -> str:
        text = table.write(table.canonical_table(every[:count], rulesets.load("gb")), "md", "en")
        assert isinstance(text, str)
        return next(line for line in text.split("\n") if line.startswith("|"))

    assert [each.id in head(4) for each in every[:4]] == [True] * 4
    assert [each.id in head(7) for each in every[:7]] == [False] * 7


def test_the_page_says_when_the_editions_source_is_not_there(every: tuple[Source, ...]) -> None:
    text = table.write(table.canonical_table(every[:4], rulesets.load("gb")), "md", "en")
    assert "--all" in str(text).split("\n|", 1)[0]
    assert row(table.canonical_table(every[:4], rulesets.load("gb")), "four_kongs").excludes == (
        "all_pungs",
        "single_wait",
    )


def test_csv_gives_the_reason_of_each_value(judged: table.FanTable) -> None:
    rows = {each["id"]: each for each in csv.DictReader(io.StringIO(str(table.write(judged, "csv", "en"))))}
    assert rows[KONGS]["Points: why"] == "ruling two_concealed_kongs; 6 of 11 lines"
    assert rows["flower_tiles"]["Points: why"].startswith("all")
    assert "Pung of Terminals or Honors (×1): ruling nine_gates_terminal_pungs" in rows["nine_gates"]["Excludes: why"]
    assert rows["blessing_of_heaven"]["Fan: in the edition"].startswith("no: ")
    assert rows["blessing_of_heaven"]["Points"] == ""


def test_a_workbook_opens_with_head_filter_and_a_row_for_every_value(judged: table.FanTable) -> None:
    from openpyxl import load_workbook

    content = table.write(judged, "xlsx", "en")
    assert isinstance(content, bytes)
    fans, why = load_workbook(io.BytesIO(content)).worksheets
    assert (fans.freeze_panes, why.freeze_panes) == ("C2", "D2")
    assert (fans.auto_filter.ref, why.auto_filter.ref) == (fans.dimensions, why.dimensions)
    rows = [[cell.value for cell in line] for line in why.iter_rows(min_row=2)]
    of_kongs = {each[3]: each[4:8] for each in rows if each[2] == KONGS and each[3] in ("points", "number")}
    assert of_kongs == {
        "points": [6, "ruling two_concealed_kongs", 6, 11],
        "number": [53, "the edition's own sources", 2, 6],
    }
    values = sum(3 + len(each.why.excludes) + len(each.why.left_out) for each in judged.fans if each.why)
    assert len(rows) == values


@pytest.mark.parametrize("count", [1, 4, 31])
def test_a_word_file_fits_its_page(every: tuple[Source, ...], count: int) -> None:
    from docx import Document

    content = table.write(table.canonical_table(every[:count], rulesets.load("gb")), "docx", "en")
    assert isinstance(content, bytes)
    document = Document(io.BytesIO(content))
    section = document.sections[0]
    wide = sum(column.width for column in document.tables[0].columns)
    assert wide <= section.page_width - section.left_margin - section.right_margin  # type: ignore[operator]


@pytest.mark.parametrize("format_", table.FORMATS)
def test_equal_regenerated_tables_are_equal_files(judged: table.FanTable, format_: table.Format) -> None:
    assert table.write(judged, format_, "en") == table.write(judged, format_, "en")


@pytest.mark.parametrize("form", ["md", "html", "csv", "json"])
def test_tables_name_what_is_known_second_hand(every: tuple[Source, ...], form: Format) -> None:
    """Also where there is no word for it on standard error: the table goes to somebody else."""
    written = write(canonical_table(every, None), form, "en")
    assert isinstance(written, str)
    assert ("second_hand" if form == "json" else "second-hand") in written
    assert ("second-hand" in str(write(canonical_table(every[:2], None), form, "en"))) is False
