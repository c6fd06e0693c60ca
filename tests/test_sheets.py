"""The sheets: what they hold, that damage is told with its place, and the audit over every source there is."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from bs4 import BeautifulSoup
from hypothesis import given, settings
from hypothesis import strategies as st

import test_cli
from mjrules import catalog, names, rulesets, sheets
from mjrules.audit import audit
from mjrules.audit.model import Audit
from mjrules.audit.votes import count
from mjrules.claims import Entry, Item, Source
from mjrules.cli.inputs import find_inputs, line_titles, read_inputs
from mjrules.errors import DamagedData
from mjrules.render.html import html_report
from test_audit import found, read_table
from test_browser import browser as browser
from test_house import han_runs
from test_schema import problems

if TYPE_CHECKING:
    from playwright.sync_api import Browser

Run = Callable[..., test_cli.Said]
run = test_cli.run

CASES = tomllib.loads((Path(__file__).parent / "cases" / "sheets.toml").read_text("utf-8"))
FOLDER = catalog.sources_dir() / "sheets"
IDS = [sheet.id for sheet in catalog.sheets()]
SHEETS = {id: sheets.read(catalog.sheet_path(id)) for id in IDS}


@pytest.fixture(scope="module")
def every() -> tuple[Source, ...]:
    """All sources as the command line reads them."""
    return read_inputs(find_inputs((), "en", with_bundled=True, with_sheets=True), "en").read


@pytest.fixture(scope="module")
def whole(every: tuple[Source, ...]) -> Audit:
    return audit(every, rulesets.load("gb1998"), line_titles=line_titles("en"))


def items_of(entry: Entry) -> Iterator[Item]:
    yield from entry.excludes
    yield from entry.may_count
    for example in entry.also_counts:
        yield from example


def written(item: Item) -> str:
    return f"{item.printed}（{item.condition}）" if item.condition else item.printed


# What they hold -------------------------------------------------------------------------------------------------------


def test_the_catalog_lists_the_sheets_there_are() -> None:
    assert sorted(IDS) == sorted(path.stem for path in FOLDER.iterdir())
    assert len(IDS) == len(CASES["counts"]) == 27


@pytest.mark.parametrize("id", IDS)
def test_as_many_rows_and_lists_as_the_survey_counts(id: str) -> None:
    rows = [entry for entry in SHEETS[id].entries if entry.official and entry.pass_ == 1]
    lists, also = sum(bool(row.excludes) for row in rows), sum(bool(row.also_counts) for row in rows)
    assert [len(rows), lists, also] == CASES["counts"][id]


@pytest.mark.parametrize("fact", CASES["fact"], ids=lambda fact: f"{fact['sheet']} {fact['fan']}: {fact['reason']}")
def test_a_fact(fact: dict[str, Any]) -> None:
    source = SHEETS[fact["sheet"]]
    part = fact.get("part", source.entries[0].place.path)
    rows = [entry for entry in source.entries if entry.fan == fact["fan"] and entry.place.path == part]
    assert [row.printed for row in rows] == fact["printed"]
    assert [row.points for row in rows if row.points is not None] == fact["points"]
    for field in ("excludes", "may_count"):
        if field in fact:
            assert [written(item) for row in rows for item in getattr(row, field)] == fact[field]
    if "also_counts" in fact:
        shown = ["+".join(map(written, example)) for row in rows for example in row.also_counts]
        assert shown == fact["also_counts"]


def test_a_second_price_is_a_listing() -> None:
    """What a source says of one fan at another place, under a heading or in a summary, is a statement of its own."""
    said = {id: [(each.points, [item.fan for item in each.items]) for each in SHEETS[id].listings] for id in IDS}
    assert said["guide-2007-en"] == [(6, ["two_concealed_kongs"])]
    assert (1, ["concealed_kong"]) in said["qiyue-md"]
    assert said["ts-implied-en"] == [(None, ["flower_tiles"])]


def test_series_are_listings_without_points() -> None:
    for id, series in (("rule98", 13), ("jan-js-lib", 21)):
        listings = SHEETS[id].listings
        assert (len(listings), {each.points for each in listings}) == (series, {None})
        assert sorted(item.fan or "" for each in listings for item in each.items) == sorted(
            fan.id for fan in names.official()
        )


@pytest.mark.parametrize("id", IDS)
def test_every_statement_has_its_place(id: str) -> None:
    """The line and the columns of the sheet, and where in the source it stands."""
    lines = catalog.sheet_path(id).read_text("utf-8").split("\n")
    for entry in SHEETS[id].entries:
        assert lines[entry.place.line - 1] == "[[fan]]"
        assert f'printed = "{entry.printed}"' in lines[entry.place.line - 1 : entry.place.line_end]
        assert entry.place.path
        for item in items_of(entry):
            place = item.place
            assert lines[place.line - 1][place.column - 1 : place.column_end] == item.printed
            assert entry.place.line < place.line <= entry.place.line_end


def test_a_word_that_stands_twice_in_a_row_has_two_places() -> None:
    dragons = next(entry for entry in SHEETS["rule98"].entries if entry.fan == "reversible_tiles" and entry.pass_ == 2)
    flush = [item.place for example in dragons.also_counts for item in example if item.fan == "full_flush"]
    assert len(flush) == len({(place.line, place.column) for place in flush}) == 5


def test_families_keep_their_word_and_their_members() -> None:
    """«Two Kongs» in a list is the family that Chinese texts call 双杠: compared as such, shown as printed."""
    kongs = next(entry for entry in SHEETS["ts-implied-en"].entries if entry.fan == "four_kongs")
    [family] = [item for item in kongs.excludes if item.fan is None]
    assert (family.name, family.printed, len(family.candidates)) == ("双杠", "Two Kongs", 3)


def test_damage_is_that_of_documents() -> None:
    """The same slips as in pinyin-page, kind by kind, so that the two are seen to be kin."""
    slips = {(each.fan, each.kind, each.printed) for each in SHEETS["java-comment-zh"].repairs}
    assert ("pure_terminal_chows", "name-slip", "平各") in slips
    assert ("full_flush", "lost-negation", "不") in slips
    assert {each.printed for each in SHEETS["java-comment-zh"].repairs if each.changes_meaning} == {"平各", "不"}


def test_what_is_ours_is_said_in_both_languages() -> None:
    for sheet in catalog.sheets():
        for said in (sheet.title, sheet.read, *sheet.lineage, *sheet.notes):
            assert said.keys() == {"en", "zh-Hans"}
            assert re.search(r"[\u4e00-\u9fff]|^[A-Z0-9]", said["zh-Hans"])
    notes = [each for source in SHEETS.values() for each in source.messages if each.code == "sheet-note"]
    assert len(notes) > 100
    assert all(each.details["en"] and each.details["zh"] for each in notes)


def test_no_addresses_and_no_names_of_people() -> None:
    text = "".join(path.read_text("utf-8") for path in (*FOLDER.iterdir(), FOLDER.parent / "catalog.toml"))
    assert re.findall(r"https?:|www\.|github|@", text, re.IGNORECASE) == []


@pytest.mark.originals
def test_remarks_hold_no_sentence_of_an_original() -> None:
    folder = catalog.originals_dir()
    assert folder
    theirs = {run for path in folder.glob("*.txt") for run in han_runs(path.read_text("utf-8"))}
    ours = [*FOLDER.iterdir(), FOLDER.parent / "catalog.toml"]
    assert [path.name for path in ours if theirs & han_runs(path.read_text("utf-8"))] == []


def test_the_page_about_sheets_is_true() -> None:
    page = (FOLDER.parents[1] / "docs" / "sheets.md").read_text("utf-8")
    rows = set(re.findall(r"^\| `([a-z0-9_-]+)` \|", page, re.MULTILINE))
    lines = {line.id for line in catalog.contents().lines}
    head, row = (set(kind.__struct_fields__) for kind in (sheets._Head, sheets._Row))
    assert rows == head | row | lines
    for line in catalog.contents().lines:
        assert f"| `{line.id}` | `{line.leader}` |" in page
    [example] = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    assert sheets.read_text(example, "example", "docs/sheets.md").entries[0].excludes[1].condition == "自身"


# Damage ---------------------------------------------------------------------------------------------------------------


def test_the_sound_sheet_is_read() -> None:
    source = sheets.read_text(CASES["sound"]["text"], "sound", "sheet.toml")
    first, second = source.entries
    assert (first.points, first.pass_, first.place.path, second.pass_, second.place.path) == (
        *(6, 1, "somewhere"),
        *(2, "the last pages"),
    )
    assert [(item.fan, item.condition) for item in first.excludes] == [
        ("concealed_kong", None),
        ("two_concealed_pungs", "一组"),
    ]
    assert source.listings[0].points == 8
    assert source.partial, "unless the catalog knows better, a sheet may not be whole"


@pytest.mark.parametrize("case", CASES["damaged"], ids=lambda case: case["reason"])
def test_a_damaged_sheet_says_where(case: dict[str, str]) -> None:
    text = CASES["sound"]["text"]
    assert case["old"] in text
    with pytest.raises(DamagedData, match=case["says"]) as error:
        sheets.read_text(text.replace(case["old"], case["new"]), "damaged", "sheet.toml")
    assert str(error.value).startswith("sheet.toml:")


@settings(max_examples=150)
@given(st.data())
def test_no_damage_is_a_fault_of_the_program(data: st.DataObject) -> None:
    text = CASES["sound"]["text"]
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(start + 30, len(text))))
    new = data.draw(
        st.sampled_from(["", "\n", "[[fan]]\n", "]", '"', "= 1", "杠", "x = 1\n", "[[listing]]\nitems = []\n"])
    )
    said = "sheet.toml"
    try:
        sheets.read_text(text[:start] + new + text[end:], "any", "sheet.toml")
    except DamagedData as error:
        said = str(error)
    assert said.startswith("sheet.toml")


def test_a_file_in_another_encoding_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "sheet.toml"
    path.write_bytes(CASES["sound"]["text"].encode("gb18030"))
    with pytest.raises(DamagedData, match=r"sheet\.toml"):
        sheets.read(path)


# The audit over every source ------------------------------------------------------------------------------------------


def test_all_sources_are_compared(whole: Audit) -> None:
    assert [source.id for source in whole.sources] == [source.id for source in catalog.everything()]
    assert len(whole.sources) == 31


def line_of(whole: Audit) -> dict[str, int]:
    return {source.id: source.line for source in whole.sources}


def test_lines_are_those_of_the_catalog(whole: Audit) -> None:
    lines = line_of(whole)
    for line in catalog.contents().lines:
        members = {source.id for source in catalog.everything() if source.line == line.id}
        assert members == {id for id, number in lines.items() if number == lines[line.leader]}
    alone = [source.id for source in catalog.everything() if source.line is None]
    assert len({lines[id] for id in alone}) == len(alone), "what nothing ties to another has its own vote"
    assert max(lines.values()) == 13


def test_two_concealed_kongs_by_independent_lines(whole: Audit) -> None:
    """6: the 1998 table, the commentary, and four alone; 8: the encyclopedia, the 2006 rules, and two alone. The guide
    says both and stands behind neither."""
    [dispute] = [each for each in found(whole, "points-differ") if each.fan == "two_concealed_kongs"]
    assert {vote.value: (len(vote.sources), vote.lines) for vote in dispute.votes} == {6: (11, 6), 8: (9, 4)}
    by_value = {vote.value: set(vote.sources) for vote in dispute.votes}
    assert by_value[6] & by_value[8] == {"guide-2007-en"}
    assert "6: 11 of 19 sources, 6 of 11 independent lines (rule98 +3, mil-helper +1" in dispute.message
    [against] = [each for each in found(whole, "points-differ-from-ruleset") if each.fan == "two_concealed_kongs"]
    assert "8: 9 of 19 sources, 4 of 11 independent lines" in against.message


def test_one_melded_and_one_concealed_kong_by_independent_lines(whole: Audit) -> None:
    """Outside the 81, yet the 2006 book has it: so it is compared, which house fans are not."""
    [dispute] = [each for each in found(whole, "points-differ") if each.fan == "concealed_kong_and_melded_kong"]
    assert {vote.value: (set(vote.sources), vote.lines) for vote in dispute.votes} == {
        6: (
            {
                "zhwiki-mirror-2023",
                "greenbook2006",
                "riichi-advanced-en",
                "qiyue-md",
                "zhwiki-bot",
                "majsoul-editor-zh",
            },
            4,
        ),
        5: ({"mil-helper", "ts-suppress-zh"}, 1),
    }


def test_a_copy_that_parts_from_its_text_has_no_vote(whole: Audit) -> None:
    """mahjong-nu-en gives Half Flush 4 points and goes back to rules that give 6."""
    [dispute] = [each for each in found(whole, "points-differ") if each.fan == "half_flush"]
    assert {vote.value: vote.lines for vote in dispute.votes} == {6: 10, 4: 0}


def test_a_leader_speaks_for_its_line() -> None:
    lines = {"book": 1, "copy": 1, "other": 2}
    stated = [("book", 6), ("copy", 8), ("other", 8)]
    assert [(vote.value, vote.lines) for vote in count(stated, lines, {"book"})] == [(6, 1), (8, 1)]
    assert [(vote.value, vote.lines) for vote in count(stated, lines)] == [(6, 0), (8, 1)]
    assert [(vote.value, vote.lines) for vote in count([*stated, ("book", 8)], lines, {"book"})] == [(6, 0), (8, 1)]


def test_what_a_partial_sheet_lacks_is_no_omission(every: tuple[Source, ...], whole: Audit) -> None:
    missing = {each.says[0].source: each.fans for each in found(whole, "fan-missing")}
    assert missing == {"qiyue-md": ("thirteen_orphans", "chicken_hand"), "csharp-enum-zh": ("flower_tiles",)}
    only_listed = {each.says[0].source for each in found(whole, "entry-missing")}
    assert only_listed == {"scraped-page", "zhwiki-mirror-2023", "qiyue-md", "ts-implied-en"}
    as_if_whole = [msgspec.structs.replace(source, partial=False) for source in every]
    assert len(found(audit(as_if_whole, None), "fan-missing")) > 10


def test_partial_and_second_hand_as_the_catalog_says(whole: Audit) -> None:
    how = {source.id: source.how for source in whole.sources}
    assert [id for id, told in how.items() if told == "sheet-second-hand"] == ["greenbook2006"]
    assert {id for id, told in how.items() if told == "sheet-partial"} == {
        sheet.id for sheet in catalog.sheets() if not sheet.complete
    }
    assert how["pinyin-page"] == "document"


def test_house_fans_of_programs_are_their_own(whole: Audit) -> None:
    """立直 has other points in each program: that is told with the fan, and is no dispute."""
    disputed = {each.fan for each in found(whole, "points-differ")}
    assert "riichi" not in disputed
    assert "million_koku" not in disputed
    [heaven] = [each for each in found(whole, "points-differ") if each.fan == "blessing_of_heaven"]
    assert {said.source for said in heaven.says} == {"fan-points-docx", "scraped-page"}, "documents are compared"
    [told] = [each for each in found(whole, "fan-extra") if each.fan == "riichi"]
    assert {said.value for said in told.says} == {1, 2, 4}
    listed = {(each.fan, said.source) for each in found(whole, "house-name-in-list") for said in each.says}
    assert listed == {("thirteen_orphans", "fan-points-docx"), ("three_kongs", "gb-terms-pdf")}


def test_a_sheet_has_no_order_and_no_gaps_in_its_numbers(whole: Audit) -> None:
    for code in ("order-differs", "numbering"):
        assert {said.source for each in found(whole, code) for said in each.says} == {"scraped-page"}


def test_a_row_without_a_list_is_silent(whole: Audit) -> None:
    """rule98 has no list for 三暗刻 in its table, and is not held to exclude nothing."""
    [dispute] = [each for each in found(whole, "exclusions-differ") if each.fan == "three_concealed_pungs"]
    assert "rule98" not in dispute.about
    assert "pinyin-page" in dispute.about, "a document with its definition and without a list excludes nothing"


def test_names_are_compared_within_a_language(whole: Audit) -> None:
    """大四喜, Big Four Winds and Quatre grands Vents are no variants of each other, nor is a gloss in brackets one."""
    variants = [(each.fan, [str(said.value) for said in each.says]) for each in found(whole, "name-variant")]
    for fan, values in variants:
        assert len({bool(re.search(r"[\u3400-\u9fff]", each)) for each in values}) == 1, (fan, values)
    assert "big_four_winds" not in {fan for fan, _ in variants}
    assert "upper_tiles" not in {fan for fan, _ in variants}, "Upper Tiles (7-9)"
    [dragons] = [values for fan, values in variants if fan == "two_dragon_pungs" and "Two Dragons" in values]
    assert {"Two Dragon Pungs", "Two Dragon Pongs"} <= set(dragons)


def test_copies_with_the_same_slips_are_seen_without_the_catalog(every: Sequence[Source]) -> None:
    """java-comment-zh and pinyin-page share six errors, whatever the catalog knows."""
    unknown = [msgspec.structs.replace(source, lineage="", leads=False) for source in every]
    lines = line_of(audit(unknown, rulesets.load("gb1998")))
    assert lines["java-comment-zh"] == lines["pinyin-page"] == lines["fan-points-docx"] != lines["rule98"]


def test_evidence_of_kinship_is_what_ties_the_kin(whole: Audit) -> None:
    """One value that many lines share is a dispute and no evidence; places stand for sources of the line only."""
    for kin in found(whole, "not-independent"):
        members = set(str(kin.details["sources"]).split(", "))
        assert {said.source for said in kin.says} <= members
        assert "two_concealed_kongs" not in kin.fans


def test_many_sources_are_told_by_lines(whole: Audit) -> None:
    [dispute] = [each for each in found(whole, "exclusions-differ") if each.fan == "big_three_dragons"]
    assert "18 lists from 9 independent lines" in dispute.message
    assert "Dragon Pung 箭刻 16 (8)" in dispute.message
    assert "One Voided Suit 缺一门 1 (0) [fan-points-docx]" in dispute.message, "a copy that adds has no vote"
    items = {item.name: (len(item.sources), item.lines) for item in dispute.items}
    assert items["箭刻"] == (16, 8)
    longest = max(whole.discrepancies, key=lambda each: len(each.message))
    assert len(longest.message) < 1200


@pytest.mark.parametrize("lang", ["en", "zh-Hans", "zh-Hant"])
def test_the_whole_audit_is_said_in_every_language(every: tuple[Source, ...], lang: str) -> None:
    result = audit(every, rulesets.load("gb1998"), lang=lang)
    assert all("{" not in each.message for each in result.discrepancies)


def test_order_of_sources_does_not_matter(every: tuple[Source, ...], whole: Audit) -> None:
    def essence(result: Audit) -> set[tuple[object, ...]]:
        votes = [frozenset((repr(vote.value), vote.lines) for vote in each.votes) for each in result.discrepancies]
        return {(each.code, each.fan, counted) for each, counted in zip(result.discrepancies, votes, strict=True)}

    assert essence(audit(every[::-1], rulesets.load("gb1998"))) == essence(whole)


def test_few_sources_are_told_one_by_one() -> None:
    """Eight sources are named with their places; the ninth makes them a count."""
    sources = [read_table(f"s{number}", f"双暗杠 {6 if number else 8}") for number in range(9)]
    ruleset = rulesets.load("gb1998")
    [few] = found(audit(sources[:8], ruleset), "points-differ")
    [many] = found(audit(sources, ruleset), "points-differ")
    assert "6 (s1:1, s2:1" in few.message
    assert "6: 8 of 9 sources" in many.message


# The command line and the reports -------------------------------------------------------------------------------------


def test_all_is_everything_known_here(run: Run, tmp_path: Path) -> None:
    own = tmp_path / "own.txt"
    own.write_text(test_cli.SIX, "utf-8")
    said = run("audit", own, "--all", "--format", "json")
    known = [source.id for source in catalog.everything()]
    assert [source["id"] for source in json.loads(said.out)["sources"]] == ["own", *known]
    assert said.code == 1
    assert "greenbook2006.toml: warning second-hand: what it states is known through others" in said.err
    assert "greenbook2006.toml: 警告 second-hand：内容由他处间接得知" in run("audit", "--all", "--lang", "zh-Hans").err


def test_without_all_the_sheets_stay_out(run: Run) -> None:
    for args in (["audit"], ["audit", "--with-bundled"]):
        said = run(*args, "--format", "json")
        assert {source["kind"] for source in json.loads(said.out)["sources"]} == {"document"}


def test_a_sheet_can_be_given_by_hand(run: Run, tmp_path: Path) -> None:
    """The bundled one is known for what it is; a copy elsewhere is somebody's own."""
    copy = tmp_path / "mine.toml"
    copy.write_bytes(catalog.sheet_path("rule98").read_bytes())
    said = json.loads(run("audit", catalog.sheet_path("rule98"), copy, "--format", "json").out)
    assert [(each["id"], each["partial"], each["line_title"] != "") for each in said["sources"]] == [
        ("rule98", False, True),
        ("mine", True, False),
    ]


def test_a_damaged_sheet_does_not_stop_the_others(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(CASES["sound"]["text"].replace("points = 6", "points = 0"), "utf-8")
    said = run("audit", path, catalog.sheet_path("rule98"), "--format", "json")
    assert said.code == 1
    [lost] = json.loads(said.out)["unreadable"]
    assert lost["code"] == "damaged-sheet"
    assert lost["message"].startswith("a sheet that breaks its rules: 4: two_concealed_kongs: ")
    assert "damaged-sheet：事实表不合规定" in run("audit", path, "--lang", "zh-Hans").err
    assert run("audit", path).code == 2


@pytest.mark.parametrize("form", ["text", "md", "html"])
@pytest.mark.parametrize(("lang", "word"), [("en", "second-hand"), ("zh-Hans", "间接"), ("zh-Hant", "間接")])
def test_every_report_says_what_is_second_hand(run: Run, form: str, lang: str, word: str) -> None:
    said = " ".join(run("audit", "--all", "--format", form, "--lang", lang).out.replace("`", "").split())
    assert re.search(rf"{word}[^.。|]*：? ?greenbook2006[.。]", said)


def test_what_is_printed_is_as_published(run: Run) -> None:
    answer = json.loads(run("audit", "--all", "--format", "json").out)
    assert problems(answer, Audit) == []
    told = {source["id"]: (source["kind"], source["second_hand"]) for source in answer["sources"]}
    assert (told["greenbook2006"], told["pinyin-page"]) == (("sheet", True), ("document", False))


def test_sources_shows_a_sheet(run: Run) -> None:
    shown = json.loads(run("sources", "show", "greenbook2006", "--format", "json").out)
    assert (shown["kind"], shown["second_hand"], shown["leader"]) == ("sheet", True, "greenbook2006")
    assert "maisan-ja" in shown["line_sources"]
    assert shown["reads"].endswith("sources/sheets/greenbook2006.toml")
    text = run("sources", "show", "greenbook2006", "--lang", "zh-Hans").out
    assert "未与原书核对" in text
    assert "not checked" not in text
    assert run("sources", "list").out.count("sheet, in part") == sum(not sheet.complete for sheet in catalog.sheets())


def test_extract_shows_remarks_beside_their_fans(run: Run) -> None:
    for lang, remark in (("en", "[8 in the text, 6 in the summary table]"), ("zh-Hant", "〔正文 8，總表 6〕")):
        said = run("extract", catalog.sheet_path("guide-2007-en"), "--lang", lang).out
        [before] = " ".join(said.split()).split(remark)[:-1]
        assert re.search(r"(双暗杠|雙暗槓) 8 \D*$", before), "in the same row"


@pytest.fixture(scope="module")
def page(every: tuple[Source, ...], whole: Audit) -> str:
    return html_report(whole, every, rulesets.load("gb1998"), "en")


@pytest.fixture(scope="module")
def soup(page: str) -> BeautifulSoup:
    return BeautifulSoup(page, "lxml")


def test_the_page_of_all_sources_is_light(page: str) -> None:
    assert len(page.encode()) < 3_000_000


def test_links_of_the_page_of_all_sources_lead_somewhere(page: str) -> None:
    anchors = re.findall(r' id="([^"]+)"', page)
    assert len(anchors) == len(set(anchors))
    assert {link for link in re.findall(r'href="#([^"]+)"', page) if link not in anchors} == set()


def test_the_page_groups_sources_by_lines(soup: BeautifulSoup) -> None:
    heads = [re.sub(r"\s+", " ", head.get_text(" ")) for head in soup.select(".codes.lines .tier th")]
    assert ["1998" in heads[0], "2006" in heads[2], "own" in heads[-1]] == [True] * 3
    columns = [head.get_text() for head in soup.select(".matrix thead tr:not(.lines) th a")]
    lines = [catalog.entry(id).line for id in columns]
    firsts = [line for at, line in enumerate(lines) if at == 0 or line != lines[at - 1]]
    assert firsts == ["rules-1998", "zhwiki", "green-book", "mil", None]
    silent = soup.select_one("#fan-flower_tiles tr.none")
    assert silent
    assert "say nothing of it" in silent.get_text()
    assert "csharp-enum-zh" in silent.get_text()


def test_the_page_shows_remarks(soup: BeautifulSoup) -> None:
    row = soup.select_one("#fan-two_concealed_kongs .says")
    assert row
    assert "8 in the text, 6 in the summary table" in row.get_text()


@pytest.mark.browser
def test_the_page_of_all_sources_in_a_browser(browser: Browser, page: str, tmp_path: Path) -> None:
    """Cells are put into words when they are looked at, in the language of the page; filters and links work."""
    path = tmp_path / "all.html"
    path.write_text(page, "utf-8")
    tab = browser.new_page()
    complaints: list[str] = []
    tab.on("console", lambda message: complaints.append(message.text))
    tab.on("pageerror", lambda error: complaints.append(str(error)))
    tab.goto(path.as_uri())
    cell = tab.locator("#row-fan-two_concealed_kongs td.points").nth(3)
    cell.hover()
    assert re.fullmatch(r"Two Concealed Kongs.* · [\w-]+: points differ", cell.get_attribute("title") or "", re.DOTALL)
    tab.click('[data-choose-lang="zh-Hans"]')
    cell.locator("a").focus()
    assert (cell.locator("a").get_attribute("aria-label") or "").endswith("分值不同")
    tab.select_option("#source", label="majsoul-editor-zh")
    assert tab.locator("#row-fan-quadruple_chow").is_visible()
    assert not tab.locator("#row-fan-mixed_straight").is_visible()
    cell.locator("a").click()
    assert complaints == []
    tab.close()
