"""Reports and the fan table: what they show, what they must never show, and that they repeat byte for byte."""

from __future__ import annotations

import csv
import io
import json
import re
import string
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import strategies as st

from mjrules import names, rulesets, texts
from mjrules.audit import audit
from mjrules.audit.model import Audit, Unreadable, VerdictStatus
from mjrules.claims import Entry, Item, ListedFan, Listing, Place, Repair, Source
from mjrules.errors import RulesError
from mjrules.render import table
from mjrules.render.files import told_apart
from mjrules.render.html import CODE_STATES, SIGNS, html_report
from mjrules.render.markdown import escape, markdown_report, table_lines
from mjrules.render.sarif import audit_sarif
from mjrules.render.width import width

HOSTILE = '<script>alert("x")</script>'
RENDER = Path(table.__file__).parent


# ---- small sources ---------------------------------------------------------------------------------------------------


def item(printed: str, line: int) -> Item:
    ids = names.resolve(printed)
    fan = ids[0] if len(ids) == 1 else None
    candidates = tuple(names.fan(each).name for each in ids) if len(ids) > 1 else ()
    return Item(fan, names.fan(fan).name if fan else printed, printed, None, candidates, Place(line, line))


def entry(name: str, points: int | None, line: int, excludes: Sequence[str] = (), /, **more: Any) -> Entry:
    ids = names.resolve(name)
    fan = ids[0] if len(ids) == 1 else None
    official = fan is not None and names.fan(fan).official
    fields: dict[str, Any] = {
        "fan": fan,
        "name": names.fan(fan).name if fan else name,
        "official": official,
        "printed": name,
        "identified_by": "name",
        "candidates": (),
        "points": points,
        "points_from": "inline",
        "section": None,
        "excludes": tuple(item(each, line) for each in excludes),
        "may_count": (),
        "also_counts": (),
        "aliases": (),
        "has_definition": True,
        "repeats": None,
        "place": Place(line, line),
    }
    return Entry(**(fields | more))


def source(id: str, entries: Iterable[Entry], listings: Sequence[Listing] = (), **more: Any) -> Source:
    fields: dict[str, Any] = {
        "id": id,
        "path": f"/home/somebody/{id}.txt",
        "format": "txt",
        "encoding": "utf-8",
        "entries": tuple(entries),
        "listings": tuple(listings),
        "repairs": (),
        "messages": (),
        "title": f"Text {id}",
    }
    return Source(**(fields | more))


def listing(points: int, printed: str, line: int) -> Listing:
    (fan,) = names.resolve(printed)
    return Listing(points, (ListedFan(fan, names.fan(fan).name, printed, False, Place(line, line)),), Place(line, line))


def small() -> list[Source]:
    """Three sources: one conflict of points, one of lists, one fan only listed, one nobody knows, one name lost."""
    return [
        source(
            "alpha",
            [
                entry("大四喜", 88, 3, ["三风刻", "碰碰和"]),
                entry("双暗杠", 6, 9, ["暗杠"]),
                entry("天和", 64, 11),
                entry("天胡", 168, 12),
            ],
        ),
        source(
            "beta",
            [
                entry("大四喜", 88, 30, ["三风刻", "碰碰和", "圈风刻"]),
                entry("双暗杠", 8, 31, ["暗杠"], printed=None, identified_by="position"),
                entry("双暗杠", 8, 77, ["暗杠"], repeats=31),
            ],
        ),
        source(
            "gamma",
            [
                entry("双暗杠", None, 2, printed="双暗槓"),
                entry("飞龙在天", 5, 4, ["同刻"]),
                entry("清龙", 16, 8, ranks="9-20"),
            ],
            [listing(88, "大四喜", 1), listing(8, "双暗杠", 1)],
        ),
    ]


def complete() -> list[Source]:
    """Two whole sources made from the rule set itself, the second with slips at known places, and a partial third."""
    rules = rulesets.load("gb1998").rules

    def printed(key: str) -> str:
        return names.class_word(key.removeprefix("class:")).word if key.startswith("class:") else names.fan(key).name

    def entries(points: Mapping[str, int], add: Mapping[str, str]) -> list[Entry]:
        return [
            entry(
                names.fan(rule.fan).name,
                points.get(rule.fan, rule.points),
                rule.number * 2,
                [*map(printed, rule.excludes), *([add[rule.fan]] if rule.fan in add else [])],
            )
            for rule in rules
        ]

    third = entries({}, {})[:20]
    return [
        source("first", entries({}, {})),
        source("second", entries({"two_concealed_kongs": 8}, {"big_four_winds": "幺九刻"})),
        source(
            "third",
            third,
            [listing(24, "清一色", 400)],
            repairs=(Repair("平各", "平和", "word-slip", True, Place(26, 26), "pure_terminal_chows"),),
        ),
    ]


def audited(
    sources: Sequence[Source], ruleset: str | None = "gb1998", lang: str = "en"
) -> tuple[Audit, list[Source], Any]:
    rules = rulesets.load(ruleset) if ruleset else None
    return audit(sources, rules, lang=lang), list(sources), rules


def page_of(sources: Sequence[Source], lang: str = "en", ruleset: str | None = "gb1998") -> Any:
    return BeautifulSoup(html_report(*audited(sources, ruleset, lang), lang), "lxml")


# ---- the fan table ---------------------------------------------------------------------------------------------------


def row(fans: table.FanTable, key: str) -> table.FanRow:
    return next(each for each in fans.fans if each.key == key)


def test_the_table_has_the_81_first_and_then_the_others() -> None:
    fans = table.fan_table(small(), None).fans
    assert [each.number for each in fans[:81]] == list(range(1, 82))
    assert [each.key for each in fans[81:]] == ["blessing_of_heaven", "飞龙在天"]
    assert fans[-1].fan is None, "a fan nobody knows has no id"


def test_each_value_stands_with_its_sources() -> None:
    stated = row(table.fan_table(small(), None), "two_concealed_kongs").stated_by
    assert [(each.value, [(by.source, by.place.line) for by in each.by]) for each in stated.points] == [
        (6, [("alpha", 9)]),
        (8, [("beta", 31), ("gamma", 1)]),
    ]
    assert [each.value for each in stated.names] == ["双暗杠", "双暗槓"]


def test_a_copy_within_a_source_is_no_statement() -> None:
    stated = row(table.fan_table(small(), None), "two_concealed_kongs").stated_by
    assert 77 not in [by.place.line for each in stated.points for by in each.by]


def own(number: int) -> Entry:
    """A house fan of the source's own, by which it differs from the others: equal sources are one line."""
    return entry(f"家规{number}", 1, 90)


LINES = [
    pytest.param([6, 8, 8], 8, id="two of three"),
    pytest.param([6, 8], None, id="divided evenly: nobody decides"),
    pytest.param([6, 6], 6, id="all alike"),
    pytest.param([], None, id="nobody states it"),
]


@pytest.mark.parametrize(("points", "expected"), LINES)
def test_without_a_rule_set_most_lines_decide(points: list[int], expected: int | None) -> None:
    sources = [source(f"s{n}", [entry("双暗杠", each, 5), own(n)]) for n, each in enumerate(points)]
    assert row(table.fan_table(sources, None), "two_concealed_kongs").points == expected


def test_copies_of_one_text_have_one_vote() -> None:
    slips = tuple(Repair(f"错{n}", "对", "word-slip", False, Place(5, 5), "two_concealed_kongs") for n in range(3))
    copies = [source(id, [entry("双暗杠", 6, 5)], repairs=slips) for id in ("one", "copy")]
    others = [source(id, [entry("双暗杠", 8, 5), own(n)]) for n, id in enumerate(("other", "another"))]
    assert row(table.fan_table([*copies, *others], None), "two_concealed_kongs").points == 8


def test_equal_sources_have_one_vote() -> None:
    equal = [source(id, [entry("双暗杠", 6, 5)]) for id in ("one", "copy", "copy of the copy")]
    others = [source(id, [entry("双暗杠", 8, 5), own(n)]) for n, id in enumerate(("other", "another"))]
    assert row(table.fan_table([*equal, *others], None), "two_concealed_kongs").points == 8


def test_items_stand_that_most_lines_name() -> None:
    lists = (["三风刻", "碰碰和"], ["三风刻"], ["三风刻", "碰碰和", "圈风刻"])
    sources = [source(f"s{n}", [entry("大四喜", 88, 5, each)]) for n, each in enumerate(lists)]
    found = row(table.fan_table(sources, None), "big_four_winds")
    assert found.excludes == ("big_three_winds", "all_pungs")
    assert found.conflicts == ("excludes",)


@pytest.mark.parametrize("make", [small, complete])
def test_the_table_and_the_audit_see_the_same_conflicts(make: Callable[[], list[Source]]) -> None:
    found, sources, _ = audited(make(), None)
    fans = table.fan_table(sources, None).fans
    differ = {each.fan for each in found.discrepancies if each.code == "exclusions-differ"}
    assert {each.fan for each in fans if "excludes" in each.conflicts} == differ != set()


def test_with_a_rule_set_its_values_stand_and_dissent_shows() -> None:
    found = row(table.fan_table(small(), rulesets.load("gb1998")), "two_concealed_kongs")
    assert (found.points, found.excludes) == (6, ())
    assert found.conflicts == ("points", "excludes"), "8 against 6, and a list where the edition has none"


@pytest.mark.parametrize("format_", table.FORMATS)
def test_equal_tables_are_equal_files(format_: table.Format) -> None:
    fans = table.fan_table(small(), None)
    assert table.write(fans, format_, "en") == table.write(fans, format_, "en")


def test_json_has_the_published_keys() -> None:
    found = json.loads(table.write(table.fan_table(small(), None), "json", "en"))
    assert found["schema"] == "mjrules/1"
    assert {"ruleset", "fans"} <= found.keys()
    assert {"fan", "names", "points", "excludes", "stated_by", "ruling"} <= found["fans"][0].keys()


def test_csv_gives_one_value_a_column() -> None:
    text = table.write(table.fan_table(small(), None), "csv", "en")
    assert isinstance(text, str)
    rows = {each["id"]: each for each in csv.DictReader(io.StringIO(text))}
    assert rows["two_concealed_kongs"]["alpha: Points"] == "6"
    assert rows["two_concealed_kongs"]["gamma: Place"] == "1, 2", "points in the listing, no list in the entry"
    assert rows["two_concealed_kongs"]["gamma: Excludes"] == "–"
    assert rows["nine_gates"]["gamma: Excludes"] == ""
    assert rows["big_four_winds"]["beta: Excludes"] == "Big Three Winds, All Pungs, Prevalent Wind"
    assert rows["blessing_of_heaven"]["alpha: Points"] == "64 / 168"


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1"])
def test_csv_holds_no_formulas(name: str) -> None:
    """A spreadsheet calculates what begins like a formula, also where it is a printed name."""
    text = table.write(table.fan_table([source(name, [entry(name, 5, 1)])], None), "csv", "en")
    assert isinstance(text, str)
    cells = [cell for line in csv.reader(io.StringIO(text)) for cell in line]
    assert f"'{name}" in cells
    assert f"'{name}: Points" in cells
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]


def test_markdown_table_is_aligned_by_display_width() -> None:
    from rich.cells import cell_len

    text = table.write(table.fan_table(small(), None), "md", "zh-Hans")
    assert isinstance(text, str)
    assert len({cell_len(line) for line in text.splitlines() if line.startswith("|")}) == 1


@pytest.mark.parametrize(("lang", "points"), [("en", "Points"), ("zh-Hans", "分值"), ("zh-Hant", "分值")])
def test_the_heads_are_in_the_language_asked_for(lang: str, points: str) -> None:
    text = table.write(table.fan_table([], None), "csv", lang)
    assert isinstance(text, str)
    assert text.splitlines()[0].split(",")[3] == points


def test_a_workbook_holds_numbers_as_numbers_and_no_formulas() -> None:
    from openpyxl import load_workbook

    content = table.write(table.fan_table([source("=1+1", [entry("=2+2", 5, 1)])], None), "xlsx", "en")
    assert isinstance(content, bytes)
    sheet = load_workbook(io.BytesIO(content)).active
    cells = [cell for line in sheet.iter_rows() for cell in line]  # type: ignore[union-attr]
    assert {cell.data_type for cell in cells} <= {"s", "n"}
    assert [cell.value for cell in cells if cell.value == "=2+2"] == ["=2+2"]
    assert sheet["A2"].value == 1  # type: ignore[index]


def test_a_word_file_repeats_its_head_on_each_page() -> None:
    from docx import Document

    content = table.write(table.fan_table(small(), None), "docx", "zh-Hans")
    assert isinstance(content, bytes)
    grid = Document(io.BytesIO(content)).tables[0]
    assert "tblHeader" in grid.rows[0]._tr.xml
    assert [cell.text for cell in grid.rows[1].cells][:3] == ["1", "大四喜", "88"]


def test_an_unknown_format_is_refused_with_those_there_are() -> None:
    with pytest.raises(RulesError, match=r"pdf.*md, json, csv, html, xlsx, docx"):
        table.write(table.fan_table([], None), "pdf", "en")  # type: ignore[arg-type]


# ---- the page --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", texts.LANGUAGES)
@pytest.mark.parametrize("ruleset", ["gb1998", None])
def test_every_link_leads_somewhere_and_no_id_stands_twice(lang: str, ruleset: str | None) -> None:
    page = page_of(small(), lang, ruleset)
    ids = [each["id"] for each in page.select("[id]")]
    assert len(ids) == len(set(ids))
    assert {each["href"].removeprefix("#") for each in page.select("a[href]")} <= set(ids)
    assert page.html["lang"] == lang


def test_each_cell_leads_to_the_statement() -> None:
    page = page_of(small())
    cells = page.select("#row-fan-two_concealed_kongs td:not(.rule) a")
    assert [page.find(id=each["href"][1:]).select_one("code, td[colspan]").text for each in cells] == [
        "alpha.txt:9",
        "beta.txt:31",
        "gamma.txt:2",
    ]
    assert [each.select_one(".value").text for each in cells] == ["6", "8", "8"]


STATES = [
    ("first", "all_green", "agrees", "both whole sources say the same"),
    ("second", "two_concealed_kongs", "points", "8 against 6"),
    ("first", "big_four_winds", "same", "the second adds 幺九刻, which follows anyway"),
    ("third", "full_flush", "listed", "named in a listing only"),
    ("third", "pure_terminal_chows", "damaged", "平各 for 平和"),
    ("third", "flower_tiles", "absent", "the third breaks off"),
]


@pytest.mark.parametrize(("id", "fan", "state", "reason"), STATES)
def test_a_cell_shows_how_the_source_stands_to_the_others(id: str, fan: str, state: str, reason: str) -> None:
    page = page_of(complete())
    number = ["first", "second", "third"].index(id)
    cell = page.select(f"#row-fan-{fan} td:not(.rule)")[number]
    assert state in cell["class"], reason
    assert cell.select_one(".sign").text == SIGNS[state], "the colour is never the only sign"  # type: ignore[index]


def test_items_that_not_all_list_are_marked_with_their_number() -> None:
    page = page_of(small())
    marked = page.select("#fan-big_four_winds mark.partial")
    assert ("圈风刻", "1") in [(each.contents[0], each.sup.text.split("/")[0]) for each in marked]
    assert "三风刻" not in [each.contents[0] for each in marked]


def test_only_who_is_at_fault_is_counted() -> None:
    """gamma prints 9-20; alpha, which prints 1-9, is quoted against it and not blamed."""
    sources = small()
    sources[0] = source("alpha", [*sources[0].entries, entry("清龙", 16, 13, ranks="1-9")])
    found, _, rules = audited(sources)
    page = page_of(sources)
    told = {each.h3.text: each.select("dd")[-1].get_text(" ") for each in page.select(".sources li")}
    errors = {title: re.findall(r"(\d+)\s+错误", text) for title, text in told.items()}
    assert errors == {"Text alpha": ["1"], "Text beta": [], "Text gamma": ["2"]}, "天和 twice; 9-20, an unknown name"
    [finding] = page.select('.d[data-code="range-impossible"]')
    assert finding["data-sources"] == "3"
    assert "alpha.txt:13" in finding.text, "the witness is still quoted"
    row_of = next(line for line in markdown_report(found, sources, rules, "en").splitlines() if "`beta`" in line)
    assert [cell.strip() for cell in row_of.split("|")][6] == "0", "no error"
    results = json.loads(audit_sarif(found, "en"))["runs"][0]["results"]
    [range_] = [each for each in results if each["ruleId"] == "range-impossible"]
    assert [each["physicalLocation"]["region"]["startLine"] for each in range_["locations"]] == [8]
    assert [each["physicalLocation"]["region"]["startLine"] for each in range_["relatedLocations"]] == [13]


@pytest.mark.parametrize("form", ["html", "md"])
def test_files_of_one_name_are_told_apart(form: str) -> None:
    sources = [source(id, [], path=f"/home/me/{folder}/rules.txt") for id, folder in (("rules", "a"), ("rules-2", "b"))]
    if form == "html":
        cards = {each.select_one(".id code").text: each.dd.text for each in page_of(sources).select(".sources li")}
        assert cards == {"rules": "a/rules.txt", "rules-2": "b/rules.txt"}
    else:
        text = re.sub(" +", " ", markdown_report(*audited(sources), "en"))
        assert "| Text rules (`rules`) | a/rules.txt |" in text
        assert "| Text rules-2 (`rules-2`) | b/rules.txt |" in text


def test_a_long_file_name_is_cut_and_said_whole_in_the_title() -> None:
    name = "规则" * 98 + ".txt"
    page = page_of([source("long", [entry("大四喜", 88, 3)], path=f"/home/me/{name}"), *small()])
    card = page.select_one("#source-1 dd")
    assert card["title"] == name
    assert "…" in card.text
    assert width(card.text) <= 40
    place = page.select_one("#fan-big_four_winds-s1 .c-place code")
    assert place.text.endswith(".txt:3")
    assert place["title"].startswith(name)


@pytest.mark.parametrize("lang", ["en", "zh-Hans"])
def test_what_could_not_be_read_is_in_the_reports(lang: str) -> None:
    found, sources, rules = audited(small(), lang=lang)
    lost = Unreadable("/home/me/<b>.docx", "file-missing", "no such file")
    found = msgspec.structs.replace(found, unreadable=(lost,))
    page = BeautifulSoup(html_report(found, sources, rules, lang), "lxml")
    assert "<b>.docx: no such file" in page.select_one(".unreadable").text  # type: ignore[union-attr]
    text = markdown_report(found, sources, rules, lang)
    assert "- \\<b>.docx: no such file (`file-missing`)" in text
    assert "/home/me" not in f"{page}{text}".replace("/home/somebody", "")


def test_a_fan_in_a_message_is_named_in_the_language_of_the_page() -> None:
    page = page_of(small(), "en")
    [finding] = page.select('.d[data-code="points-differ"][data-fan="fan-two_concealed_kongs"] p .t[lang="en"]')[:1]
    assert finding.text.startswith("Two Concealed Kongs 双暗杠: sources give different points")
    [other] = page.select('.d[data-code="points-differ"][data-fan="fan-two_concealed_kongs"] p .t[lang="zh-Hans"]')[:1]
    assert other.text.startswith("双暗杠：")


def test_a_lost_name_is_said() -> None:
    assert "name lost; known by position" in page_of(small()).find(id="fan-two_concealed_kongs-s2").text


@pytest.mark.parametrize("where", ["printed", "title", "id", "item", "unknown fan", "path"])
def test_hostile_words_stay_words(where: str) -> None:
    printed = HOSTILE if where == "printed" else "大四喜"
    entries = [
        entry("大四喜", 88, 1, [HOSTILE] if where == "item" else [], printed=printed),
        *([entry(HOSTILE, 1, 2)] if where == "unknown fan" else []),
    ]
    fields: dict[str, Any] = {"title": {"title": HOSTILE}, "path": {"path": f"/a/{HOSTILE}"}}.get(where, {})
    hostile = source(HOSTILE if where == "id" else "evil", entries, **fields)
    text = html_report(*audited([hostile, *small()]), "en")
    assert text.count("<script") == 1, "our own"
    assert "</script>" not in text.split("<script>")[0]
    fans = table.write(table.fan_table([hostile], None), "html", "en")
    assert isinstance(fans, str)
    assert "<script" not in fans


def test_a_report_needs_nothing_from_outside_and_tells_nothing_of_the_machine() -> None:
    text = html_report(*audited(small()), "en")
    assert not re.search(r"(?:src|href)=\"(?!#|data:)|@import|url\(", text)
    assert "/home/somebody" not in text
    assert text == html_report(*audited(small()), "en")


def test_heads_have_a_scope_and_the_region_a_name() -> None:
    page = page_of(small())
    assert all(each.get("scope") for each in page.select("th"))
    assert page.select_one(".pane")["aria-labelledby"] == "matrix-title"


def test_both_languages_stand_in_the_file_and_traditional_when_asked() -> None:
    assert {each["lang"] for each in page_of(small(), "en").select(".t")} == {"en", "zh-Hans"}
    assert {each["lang"] for each in page_of(small(), "zh-Hant").select(".t")} == {"en", "zh-Hans", "zh-Hant"}


def test_another_language_is_refused_with_those_there_are() -> None:
    with pytest.raises(RulesError, match=r"fr: .*zh-Hans, zh-Hant, en"):
        html_report(*audited(small()), "fr")


def test_an_audit_of_nothing_is_a_page_too() -> None:
    assert "nothing to report" in html_report(*audited([], None), "en")


def test_every_code_that_colours_a_cell_is_a_code_of_the_audit() -> None:
    known = tomllib.loads((RENDER.parent / "texts" / "audit.toml").read_text("utf-8"))
    assert set(CODE_STATES) <= known.keys()


FILES = [
    (["/home/me/rules.docx"], ["rules.docx"], "nothing of the machine"),
    ([r"C:\Users\me\rules.docx"], ["rules.docx"], "nor of this one"),
    (["rules.docx", "-"], ["rules.docx", "-"], "standard input"),
    (["/x/a/rules.txt", "/x/b/rules.txt"], ["a/rules.txt", "b/rules.txt"], "two files of one name are told apart"),
    (["rules.txt", "b/rules.txt"], ["rules.txt", "b/rules.txt"], "the shorter path has no more to say"),
    (["/1/a/r.txt", "/2/a/r.txt", "/2/b/r.txt"], ["1/a/r.txt", "2/a/r.txt", "b/r.txt"], "only as much as needed"),
    ([r"\x1b[31mred.txt"], [r"\x1b[31mred.txt"], "a backslash that spells what cannot be shown parts no folders"),
    ([r"/tmp/a\nb.txt"], [r"a\nb.txt"], "nor does one in the middle"),
]


@pytest.mark.parametrize(("paths", "expected", "reason"), FILES)
def test_files_are_told_apart_and_no_more(paths: list[str], expected: list[str], reason: str) -> None:
    assert told_apart(paths) == expected, reason


@given(st.lists(st.lists(st.sampled_from("ab"), min_size=1, max_size=4).map("/".join), unique=True, max_size=6))
def test_different_paths_are_different_names(paths: list[str]) -> None:
    assert len(set(told_apart(paths))) == len(paths)


# ---- Markdown --------------------------------------------------------------------------------------------------------

ESCAPES = [
    ("<b>", r"\<b>", "no markup of HTML"),
    ("a|b", r"a\|b", "no new cell"),
    ("*a* [b](c)", r"\*a\* \[b](c)", "no emphasis, no link"),
    ("two_concealed_kongs", "two_concealed_kongs", "inside a word _ is only itself"),
    ("_a_", r"\_a\_", "at its edge it is emphasis"),
    ("a\nb", "a b", "no new line"),
]


@pytest.mark.parametrize(("text", "expected", "reason"), ESCAPES)
def test_words_of_a_document_are_no_markup(text: str, expected: str, reason: str) -> None:
    assert escape(text) == expected, reason


def test_columns_align_by_display_width() -> None:
    assert table_lines(["番种", "n"], [["大四喜", "8"], ["a", "88"]], "lr") == [
        "| 番种   |   n |",
        "| ------ | --: |",
        "| 大四喜 |   8 |",
        "| a      |  88 |",
    ]


def test_every_finding_stands_in_the_markdown_report() -> None:
    found, sources, rules = audited(small())
    text = markdown_report(found, sources, rules, "en")
    anchors = set(re.findall(r'<a id="([^"]+)">', text))
    assert (
        anchors
        == set(re.findall(r"\]\(#([^)]+)\)", text))
        == {f"{each.level}-{each.code}" for each in found.discrepancies}
    )
    assert "| Two Concealed Kongs | 6 (:9) | 8 (:31) | 8 (:1) |" in re.sub(" +", " ", text)


# ---- golden files and texts ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "zh-Hans"])
def test_markdown_report_golden(lang: str, golden: Callable[[str, str], None]) -> None:
    golden(f"report.{lang}.md", markdown_report(*audited(small(), lang=lang), lang))


def test_html_report_golden(golden: Callable[[str, str], None]) -> None:
    """The parts of the page that say something; not the style sheet, nor the fans nobody speaks of."""
    page = page_of(small())
    for node in page.select("[data-search]"):
        del node["data-search"]
    parts = (".masthead", ".sources", "#row-fan-two_concealed_kongs", "#fan-two_concealed_kongs")
    golden("report.en.html", "\n".join(page.select_one(part).prettify() for part in parts))


def test_every_text_is_used_and_every_text_there_is() -> None:
    keys = set(tomllib.loads((RENDER.parent / "texts" / "report.toml").read_text("utf-8")))
    written = "".join(path.read_text("utf-8") for path in (*RENDER.glob("*.py"), *RENDER.glob("templates/*.jinja")))
    made = {f"{state}-state" for state in SIGNS}
    made |= {f"{level}{end}" for level in ("error", "conflict", "omission", "note") for end in ("", "s", "-heading")}
    made |= {f"by-{how}" for how in ("name", "wording", "meaning", "position")}
    made |= {f"verdict-{status}{end}" for status in get_args(VerdictStatus) for end in ("", "-item")}
    made |= {"document", "sheet", "sheet-partial", "sheet-second-hand"}
    assert {key for key in keys - made if f'"{key}"' not in written} == set()


def test_both_languages_take_the_same_parts() -> None:
    for key, said in tomllib.loads((RENDER.parent / "texts" / "report.toml").read_text("utf-8")).items():
        parts = {
            lang: {part for _, part, _, _ in string.Formatter().parse(text) if part} for lang, text in said.items()
        }
        assert parts.keys() == {"en", "zh-Hans"}, key
        assert parts["en"] == parts["zh-Hans"], key
