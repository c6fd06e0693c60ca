"""The page of rulings in a real browser: search, filter, languages, links, colours, paper."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from mjrules import rulings
from mjrules.render.positions import DISPUTES
from mjrules.render.rulings_page import page as rulings_page
from mjrules.universe import impacts
from test_browser import CONTRAST, Open, browser, open_page
from test_positions import here, sources

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
__all__ = ["browser", "open_page"]  # fixtures

LARGEST = 1_200_000
"""Bytes of the page in two languages."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages that the tests look at."""
    folder = tmp_path_factory.mktemp("pages")
    for lang in ("en", "zh-Hans", "zh-Hant"):
        (folder / f"{lang}.html").write_text(rulings_page(here(), len(sources()), lang), encoding="utf-8")
    return folder


def shown(page: Page) -> list[str]:
    """The points that can be seen; rows and articles always agree."""
    rows = page.locator("[data-point]:visible").evaluate_all("nodes => nodes.map(n => n.dataset.point)")
    articles = page.locator(".point:visible").evaluate_all("nodes => nodes.map(n => n.id)")
    assert rows == articles
    return list(articles)


def test_every_point_has_its_article(open_page: Open) -> None:
    page = open_page()
    numbers = page.locator(".point .number").evaluate_all("nodes => nodes.map(n => n.textContent)")
    assert [int(each) for some in numbers for each in some.split(", ")] == list(range(1, rulings.POINTS + 1))
    assert len(shown(page)) == len(here())


def test_the_five_disputes_stand_first_with_their_weight(open_page: Open) -> None:
    page = open_page()
    assert page.locator(".dispute").count() == len(DISPUTES) == 5
    weighed = [each for ids in DISPUTES.values() for id in ids for each in impacts.of_rulings()[id].values()]
    told = page.locator(".disputes dd").all_inner_texts()
    assert len(told) == len(weighed)
    for text, impact in zip(told, weighed, strict=True):
        assert f"{impact.states:,} of {impact.of:,}" in text
        assert impact.example is not None
        assert impact.example in text


FOUND = [
    ("33", ["chow_pairs"], "a number, as a whole"),
    ("3", ["two_concealed_kongs"], "not 13, 23, 30"),
    ("嵌张", ["point-45"], "a word of a source"),
    ("no such words here", [], "nothing"),
]


@pytest.mark.parametrize(("words", "expected", "reason"), FOUND)
def test_search(open_page: Open, words: str, expected: list[str], reason: str) -> None:
    page = open_page()
    page.fill("#search", words)
    assert shown(page) == expected, reason
    assert page.locator("#no-point").is_visible() == (not expected)
    page.press("#search", "Escape")
    assert len(shown(page)) == len(here())


def test_a_verdict_narrows_the_points(open_page: Open) -> None:
    page = open_page()
    page.select_option("#decided", "fact")
    assert len(shown(page)) == len(rulings.not_a_switch())
    assert page.locator("#status").inner_text() == "8 of 56 points"


def test_a_link_opens_its_point_though_it_was_filtered_away(open_page: Open) -> None:
    page = open_page()
    page.fill("#search", "33")
    page.evaluate("location.hash = '#nine_gates'")
    page.locator("#nine_gates:focus").wait_for()
    assert page.locator("#nine_gates").is_visible()


def test_a_place_in_the_source_is_told_under_the_pointer(open_page: Open) -> None:
    page = open_page(anchor="#two_concealed_kongs")
    place = page.locator("#two_concealed_kongs .places code", has_text="rule98:420")
    assert place.get_attribute("title") == "fan table, pp. 23-27"


def test_a_verdict_shows_its_proof_and_a_hand_on_demand(open_page: Open) -> None:
    page = open_page(anchor="#all_terminals_equal_pungs")
    details = page.locator("#all_terminals_equal_pungs details").last
    assert not details.locator("p").is_visible()
    details.locator("summary").click()
    assert details.locator("p").is_visible()
    assert details.locator(".hand svg").count() >= 14


def test_the_language_can_be_switched(open_page: Open) -> None:
    page = open_page("zh-Hans", anchor="#tile_hog")
    assert page.title() == "各家说法不一之处"
    assert page.locator("#tile_hog h3").inner_text() == rulings.ruling("tile_hog").question.say("zh-Hans")
    page.click("[data-choose-lang=en]")
    assert page.title() == "Where authorities differ"
    page.locator("#tile_hog").scroll_into_view_if_needed()
    shown_now = page.locator("#tile_hog h3 .t:visible")
    shown_now.wait_for()
    assert shown_now.text_content() == rulings.ruling("tile_hog").question.say("en")
    assert page.locator("#status").inner_text() == "56 of 56 points"


def test_traditional_characters(open_page: Open) -> None:
    assert "組合龍" in (open_page("zh-Hant").locator("#knitted_straight_shape").text_content() or "")


@pytest.mark.parametrize("width", [360, 768, 1400])
def test_nothing_stands_out_of_the_page(open_page: Open, width: int) -> None:
    page = open_page(width=width)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everything_can_be_read(open_page: Open, scheme: str) -> None:
    assert open_page(color_scheme=scheme).evaluate(CONTRAST) == []


def test_it_can_be_read_without_its_script(open_page: Open) -> None:
    page = open_page("zh-Hans", java_script_enabled=False)
    assert page.locator("#tile_hog").is_visible()
    assert not page.locator("#search").is_visible()


def test_paper_shows_the_proofs(open_page: Open) -> None:
    page = open_page()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator(".subjects details:not([open])").count() == 0
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator(".subjects details[open]").count() == 0


def test_the_page_is_small(folder: Path) -> None:
    assert (folder / "en.html").stat().st_size < LARGEST
