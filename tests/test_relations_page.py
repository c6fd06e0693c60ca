"""The matrix of all fans in a real browser: what a person does with it, by mouse, by keyboard, on a small screen."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from mjrules.render.relations_page import page
from mjrules.rulesets import resolve
from mjrules.universe.exclusions import judge
from mjrules.universe.relations import RELATED, load
from test_browser import CONTRAST, Open, browser, open_page

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
__all__ = ["browser", "open_page"]  # fixtures


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages that the tests look at."""
    folder = tmp_path_factory.mktemp("pages")
    for lang in ("en", "zh-Hans", "zh-Hant"):
        (folder / f"{lang}.html").write_text(page(load(), lang), encoding="utf-8")
    (folder / "chosen.html").write_text(page(load(), "en", ("little_four_winds", "all_pungs")), encoding="utf-8")
    gb = judge(resolve("gb"))
    (folder / "gb.html").write_text(page(load(), "en", excluded=gb), encoding="utf-8")
    return folder


def at(page: Page, fan: str, other: str) -> str:
    """The text that is shown after a click on a cell."""
    place, column = RELATED.index(fan), RELATED.index(other)
    page.locator("tr[data-search]").nth(place).locator("td").nth(column).click()
    return page.locator("#details").inner_text()


def test_every_pair_has_a_cell_of_its_kind(open_page: Open) -> None:
    page = open_page()
    kinds = page.locator("tr[data-search]").evaluate_all(
        "rows => rows.map(row => [...row.querySelectorAll('td')].map(cell => cell.className[0]).join(''))"
    )
    letters = {"implies": "i", "implied": "b", "never": "n", "meets": "m", "equal": "e"}
    for fan, row in zip(RELATED, kinds, strict=True):
        own = RELATED.index(fan)
        wanted = [letters[each.kind] for each in load().of(fan)]
        assert row == "".join([*wanted[:own], "o", *wanted[own:]])


def test_a_click_keeps_a_cell_and_escape_lets_go(open_page: Open) -> None:
    page = open_page()
    told = at(page, "little_four_winds", "pung_of_terminals_or_honors")
    assert "Little Four Winds always has Pung of Terminals or Honors: all 192,768 states have it." in told
    assert "in 36,864 states it holds by another group too" in told
    assert "111mEEESSSWWWNN|EE0000" in told
    assert page.url.endswith("#little_four_winds*pung_of_terminals_or_honors")
    page.keyboard.press("Escape")
    assert "Nothing chosen yet" in page.locator("#details").inner_text()
    assert "#" not in page.url


def test_pointing_shows_until_something_is_kept(open_page: Open) -> None:
    page = open_page()
    rows = page.locator("tr[data-search]")
    rows.nth(0).locator("td").nth(1).hover()
    assert "never hold together" in page.locator("#details").inner_text()
    assert page.locator(".across").is_visible()
    at(page, "full_flush", "no_honors")
    rows.nth(0).locator("td").nth(1).hover()
    assert "Full Flush always has No Honors" in page.locator("#details").inner_text()


def test_the_other_way_round(open_page: Open) -> None:
    page = open_page()
    at(page, "full_flush", "no_honors")
    page.click("#details .buttons button >> nth=0")
    assert page.locator("#details h2").inner_text() == "No Honors × Full Flush"


def test_a_name_leads_to_all_relations_of_a_fan(open_page: Open) -> None:
    page = open_page()
    page.locator('tr[data-search] th[scope="row"]').nth(RELATED.index("pure_straight")).click()
    told = page.locator("#details").inner_text()
    assert "1,537,200 states" in told
    assert "Implies (2)" in told
    page.click("#details .link >> text=Nine Gates")
    assert "24" in page.locator("#details").inner_text()
    page.locator(".names th").nth(RELATED.index("all_green")).click()
    assert page.locator("#details h2").inner_text() == "All Green"


@pytest.mark.parametrize(("name", "anchor"), [("en", "#little_four_winds*all_pungs"), ("chosen", "")])
def test_a_pair_can_be_linked_to_or_chosen_beforehand(open_page: Open, name: str, anchor: str) -> None:
    page = open_page(name, anchor)
    assert page.locator("#details h2").inner_text() == "Little Four Winds × All Pungs"


def test_a_hand_is_drawn_tile_by_tile(open_page: Open) -> None:
    page = open_page(anchor="#four_kongs*all_pungs")
    hand = page.locator(".hand").first
    assert hand.locator(".tile").count() == 18
    assert hand.locator(".tile.won").count() == 1
    assert hand.locator(".group").count() == 5


def test_everything_can_be_done_by_keyboard(open_page: Open) -> None:
    page = open_page()
    page.locator('tr[data-search] th[scope="row"]').first.focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    focused = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert focused == "Big Three Dragons"
    page.keyboard.press("End")
    focused = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert "Big Three Dragons may have Flower Tiles" in focused
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    assert page.locator("#details h2").inner_text() == "Big Three Dragons"
    for key in ("ArrowRight", "ArrowUp", "ArrowUp"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.scope") == "col", "the names above are in reach"
    assert page.locator('.grid [tabindex="0"]').count() == 1, "one stop for the tab key"
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "search"


def shown_rows(page: Page) -> list[str]:
    rows = page.locator("tr[data-search]:visible")
    return [str(each) for each in rows.evaluate_all("rows => rows.map(row => row.dataset.search.split('\\n')[0])")]


def test_search_knows_every_spelling(open_page: Open) -> None:
    page = open_page()
    for words in ("大四喜", "Big Four Winds", "big_four_winds", "Grands Vents Quatre"):
        page.fill("#search", words)
        assert shown_rows(page) == ["big_four_winds"], words
    page.fill("#search", "no such fan")
    assert shown_rows(page) == []
    assert page.locator("#no-fan").is_visible()
    page.fill("#search", "")
    assert shown_rows(page) == [*RELATED]


def test_the_language_can_be_switched(open_page: Open) -> None:
    page = open_page("zh-Hans", "#seven_pairs*tile_hog")
    assert page.title() == "国标麻将番种之间的关系"
    assert "有七对时可以有四归一" in page.locator("#details").inner_text()
    page.click('[data-choose-lang="en"]')
    assert page.title() == "How the fans of Chinese Official Mahjong relate"
    assert "Seven Pairs may have Tile Hog" in page.locator("#details").inner_text()
    assert page.get_attribute("#search", "placeholder") == "Fan, in any spelling"


def test_traditional_characters(open_page: Open) -> None:
    page = open_page("zh-Hant", "#big_four_winds*all_pungs")
    assert page.locator("h1").inner_text() == "國標麻將番種之間的關係"
    assert "有大四喜必有碰碰和" in page.locator("#details").inner_text()


def test_the_exclusions_of_a_rule_set_are_marked(open_page: Open) -> None:
    page = open_page("gb")
    judged = [each for each in judge(resolve("gb")).exclusions if each.in_force]
    assert page.locator("td.x").count() == len(judged)
    assert "gb does not count Double Pung beside All Terminals: more than is forced." in at(
        page, "all_terminals", "double_pung"
    )


def test_without_its_script_the_page_can_be_read(open_page: Open) -> None:
    page = open_page(java_script_enabled=False)
    assert page.locator("tr[data-search]:visible").count() == 81
    assert page.locator(".steps dt:visible").count() > 40
    assert not page.locator("#search").is_visible()
    assert not page.locator("#details").is_visible()


@pytest.mark.parametrize("name", ["en", "zh-Hans"])
def test_no_screen_needs_sideways_scrolling(open_page: Open, name: str) -> None:
    page = open_page(name, "#little_four_winds*all_pungs")
    for width in (320, 390, 700, 1000, 1400, 2000):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, width


def test_on_a_large_screen_the_matrix_is_seen_whole(open_page: Open) -> None:
    page = open_page("zh-Hans", width=1600)
    assert page.locator("#matrix").evaluate("node => node.scrollWidth <= node.clientWidth + 1")


def test_names_stay_in_sight(open_page: Open) -> None:
    page = open_page(width=420)
    page.evaluate("const pane = document.querySelector('#matrix'); pane.scrollTop = 600; pane.scrollLeft = 300")
    pane = page.locator("#matrix").bounding_box()
    name = page.locator('tr[data-search] th[scope="row"]').nth(40).bounding_box()
    assert pane is not None
    assert name is not None
    assert pane["x"] <= name["x"] < pane["x"] + 60


def test_on_a_phone_the_details_stay_in_sight(open_page: Open) -> None:
    page = open_page(anchor="#little_four_winds*all_pungs", width=390)
    page.locator("#matrix").scroll_into_view_if_needed()
    box = page.locator("#details").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 901


def test_print_shows_the_whole_matrix_and_no_tools(open_page: Open) -> None:
    page = open_page()
    page.emulate_media(media="print")
    assert not page.locator("#search").is_visible()
    assert not page.locator("#details").is_visible()
    assert page.locator("#matrix").evaluate("node => node.scrollHeight <= node.clientHeight + 1")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_text_stands_out_from_its_ground(open_page: Open, scheme: str) -> None:
    page = open_page("gb", "#little_four_winds*pung_of_terminals_or_honors", color_scheme=scheme)
    assert page.evaluate(CONTRAST) == []


def test_the_page_is_no_larger_than_it_must_be() -> None:
    assert len(page(load(), "en").encode()) < 600_000
