"""Every item of every exclusion list has its verdict in the report, told once, with its proof or its hand on demand."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from bs4 import BeautifulSoup, Tag

from mjrules import catalog, rulesets
from mjrules.audit import audit
from mjrules.audit.model import Audit
from mjrules.cli.inputs import find_inputs, read_inputs
from mjrules.render.html import html_report
from mjrules.render.judged import TONE_SIGNS, tone_of
from mjrules.render.judged_lists import MARKS
from test_browser import Open, browser, open_page
from test_render import audited, entry, source

__all__ = ["browser", "open_page"]  # fixtures

LARGEST = 3_000_000
"""Bytes of the report on all 31 sources."""
SOON = 1.0
"""Seconds until it is there."""

# What a fan's lists hold, and the class of each item as printed: nothing for what follows anyway.
LISTS = [
    ("大四喜", "三风刻", "", "implied"),
    ("大四喜", "小四喜", "i", "the two never meet"),
    ("大四喜", "混一色", "o", "convention: they can meet"),
    ("大四喜", "双杠", "w", "no such fan"),
    ("小四喜", "幺九刻", "w", "too broad: a fourth pung is none of the winds"),
    ("四暗刻", "不求人", "o", "undecided: authorities differ"),
]


def lists() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for fan, item, _, _ in LISTS:
        found.setdefault(fan, []).append(item)
    return found


@cache
def found() -> tuple[Audit, Any, Any]:
    """Two sources that agree on every list: no finding tells of what both say."""
    points = {"大四喜": 88, "小四喜": 64, "四暗刻": 64}
    entries = [entry(fan, points[fan], 3 + n, items) for n, (fan, items) in enumerate(lists().items())]
    return audited([source("one", entries), source("two", entries)], None)


@cache
def page() -> BeautifulSoup:
    return BeautifulSoup(html_report(*found(), "en"), "lxml")


def article(fan: str) -> Tag:
    (row,) = {each.fan for each in found()[0].exclusions if each.name == fan}
    node = page().select_one(f"#fan-{row}")
    assert node is not None
    return node


@pytest.mark.parametrize(("fan", "item", "mark", "reason"), LISTS)
def test_an_item_bears_the_mark_of_its_verdict(fan: str, item: str, mark: str, reason: str) -> None:
    marked = [each for each in article(fan).select("td.marked > *") if each.find(string=True) == item]
    assert len(marked) == 2, "one in each source"
    verdict = next(each.verdict for each in found()[0].exclusions if (each.name, each.excludes_name) == (fan, item))
    assert MARKS[tone_of(verdict)] == mark, reason
    assert {" ".join(each.get("class") or ()) for each in marked} == {mark}, reason


def test_every_item_of_every_list_is_told_once() -> None:
    told = [
        (node["id"], row.select_one("b").get_text())  # type: ignore[union-attr]
        for node in page().select("article.fan")
        for row in node.select(".lists > ul > li")
    ]
    assert len(told) == len(set(told)) == len(found()[0].exclusions)


def test_the_summary_counts_them() -> None:
    said = [each.get_text().split() for each in article("大四喜").select(".lists > summary .verdict")]
    tones = [tone_of(each.verdict) for each in found()[0].exclusions if each.name == "大四喜"]
    assert said == [[sign, str(tones.count(tone))] for tone, sign in TONE_SIGNS.items() if tone in tones]


def test_a_proof_is_told_here_or_in_a_finding() -> None:
    """Nothing is only marked: each row has its proof, or leads to a finding that is there."""
    for row in page().select(".lists > ul > li"):
        link = row.select_one("a[href^='#d-']")
        if link is None:
            proof = row.select(".quiet")[-1].get_text(strip=True)
            assert len(proof) > 20, row
        else:
            target = page().select_one(str(link["href"]))
            assert target is not None
            name = row.select_one("b").get_text(strip=True)  # type: ignore[union-attr]
            assert name in target.get_text(), row


def test_a_hand_is_drawn_where_two_fans_meet() -> None:
    hands = [
        row for each in page().select("article.fan") for row in each.select(".lists .witness .hand, .d .witness .hand")
    ]
    witnesses = {each.verdict.witness for each in found()[0].exclusions if each.verdict.witness}
    drawn = {str(hand["aria-label"]) for hand in hands}
    assert witnesses
    assert witnesses <= drawn
    assert page().select_one("#tile-E") is not None


def test_a_limited_item_is_told_beside_the_bare_one() -> None:
    one = source("one", [entry("清幺九", 64, 3, ["双同刻"])])
    limited = entry("清幺九", 64, 3, ["双同刻"])
    (item,) = limited.excludes

    limited = msgspec.structs.replace(limited, excludes=(msgspec.structs.replace(item, condition="二组"),))
    other = source("three", [entry("清幺九", 64, 3, ["碰碰和"])])  # so that a finding tells of 双同刻
    made = audited([one, source("two", [limited]), other], None)
    shown = BeautifulSoup(html_report(*made, "en"), "lxml")
    rows = shown.select(".lists > ul > li")
    assert [("with the limit 二组" in row.get_text(" ")) for row in rows].count(True) == 1
    assert len(rows) == 3
    pungs = [row for row in rows if "Double Pung" in row.select("b")[0].get_text()]
    assert [bool(row.select("a[href^='#d-']")) for row in pungs] == [True, False]
    (limited_row,) = [row for row in rows if "二组" in row.get_text(" ")]
    assert limited_row.select("a[href^='#d-']") == [], "the finding tells the verdict on the bare item"


def test_a_fan_without_lists_has_none() -> None:
    made = audited([source("one", [entry("大四喜", 88, 3)])], None)
    shown = BeautifulSoup(html_report(*made, "en"), "lxml")
    assert shown.select(".lists, td.marked") == []


# ---- in a browser ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    for lang in ("en", "zh-Hans"):
        (folder / f"{lang}.html").write_text(html_report(*found(), lang), encoding="utf-8")
    return folder


@pytest.mark.browser
def test_an_item_leads_to_its_verdict(open_page: Open) -> None:
    page = open_page(anchor="#fan-big_four_winds")
    rows = page.locator("#fan-big_four_winds .lists")
    assert not rows.locator("li").first.is_visible()
    page.locator("#fan-big_four_winds td.marked > *", has_text="小四喜").first.click()
    chosen = rows.locator("li:focus")
    chosen.wait_for()
    assert chosen.locator("b").inner_text() == "Little Four Winds"
    assert chosen.get_by_text("never meet").is_visible()


@pytest.mark.browser
def test_an_item_says_its_verdict_under_the_pointer(open_page: Open) -> None:
    page = open_page("zh-Hans", anchor="#fan-big_four_winds")
    item = page.locator("#fan-big_four_winds td.marked > *", has_text="三风刻").first
    item.hover()
    assert item.get_attribute("title") == "必然包含"


@cache
def everything() -> tuple[Audit, Any, Any]:
    """All four documents and all sheets."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(catalog.ORIGINALS_VARIABLE, str(Path(__file__).parent / "golden"))  # a folder without any
        sources = read_inputs(find_inputs((), "en", with_bundled=True, with_sheets=True), "en").read
    rules = rulesets.load("gb1998")
    return audit(sources, rules), sources, rules


@pytest.fixture(scope="module")
def whole(folder: Path) -> Path:
    path = folder / "whole.html"
    path.write_text(html_report(*everything(), "en"), encoding="utf-8")
    return path


def test_the_report_on_all_sources_is_small(whole: Path) -> None:
    assert whole.stat().st_size < LARGEST


@pytest.mark.browser
def test_the_report_on_all_sources_is_soon_there(open_page: Open, whole: Path) -> None:
    """The time the page's own thread works until all is loaded; what else the machine does is not counted."""
    page = open_page()
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.goto(whole.as_uri())
    metrics = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
    assert 0 < metrics["TaskDuration"] < SOON


@pytest.mark.browser
def test_of_many_sources_what_is_shared_is_told_where_it_is_asked_for(open_page: Open, whole: Path) -> None:
    """Places stand once in the page, and are still there for who looks."""
    page = open_page("whole", anchor="#fan-all_terminals")
    assert whole.exists()
    place = page.locator("#fan-all_terminals .c-place code", has_text="rule98.toml:69").first
    place.hover()
    assert place.get_attribute("title") == "fan table, pp. 23-27"
    heads = page.locator("#fan-all_terminals thead th").evaluate_all(
        "nodes => nodes.map(node => getComputedStyle(node, '::before').content)"
    )
    assert heads == [
        f'"{word}"' for word in ("Source", "Name as printed", "Points", "Excludes", "May count", "Also counts", "Place")
    ]


@pytest.mark.browser
@pytest.mark.parametrize("width", [360, 1280])
def test_the_report_on_all_sources_stays_within_its_page(open_page: Open, whole: Path, width: int) -> None:
    assert whole.exists()
    page = open_page("whole", width=width)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
