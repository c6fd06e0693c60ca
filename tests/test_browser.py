"""The report in a real browser: what a person does with it, by mouse, by keyboard, and on a small screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest

from judged import judged
from mjrules.render import table
from mjrules.render.html import html_report
from test_render import HOSTILE, audited, complete, entry, source

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

Open = Callable[..., "Page"]
Media = Literal["screen", "print"]


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=flags)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages that the tests look at."""
    folder = tmp_path_factory.mktemp("pages")
    hostile = source("evil", [entry("大四喜", 88, 1, printed=HOSTILE), entry(HOSTILE, 5, 2)], title=HOSTILE)
    made = audited([*complete(), hostile])
    for lang in ("en", "zh-Hans", "zh-Hant"):
        (folder / f"{lang}.html").write_text(html_report(*made, lang), encoding="utf-8")
    long = source("l" * 200, [entry("大四喜", 88, 1, ["三风刻"] * 9), entry("清龙", 1, 2)], path=f"{'file' * 50}.txt")
    long_pages = audited([*complete(), long])
    for lang in ("en", "zh-Hans"):
        (folder / f"judged-{lang}.html").write_text(html_report(*judged(lang), lang), encoding="utf-8")
    (folder / "long.html").write_text(html_report(*long_pages, "en"), encoding="utf-8")
    fans = table.write(table.fan_table(complete(), None), "html", "en")
    assert isinstance(fans, str)
    (folder / "table.html").write_text(fans, encoding="utf-8")
    return folder


def outside(url: str) -> list[str]:
    return [] if url.startswith(("file:", "data:")) else [url]


@pytest.fixture
def open_page(browser: Browser, folder: Path) -> Iterator[Open]:
    """Open a page; afterwards nothing may have been complained of or asked from outside."""
    troubles: list[str] = []
    contexts = []

    def open_(name: str = "en", anchor: str = "", width: int = 1400, **options: Any) -> Page:
        context = browser.new_context(viewport={"width": width, "height": 900}, reduced_motion="reduce", **options)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: troubles.append(message.text))
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("dialog", lambda dialog: troubles.append(dialog.message))
        page.on("request", lambda request: troubles.extend(outside(request.url)))
        page.goto((folder / f"{name}.html").as_uri() + anchor)
        return page

    yield open_
    for context in contexts:
        context.close()
    assert troubles == []


def shown_fans(page: Page) -> list[str]:
    """The ids of the fans whose row and section can be seen; both always agree."""
    rows = page.locator(".matrix tr[data-search]:visible").evaluate_all("nodes => nodes.map(n => n.id.slice(8))")
    sections = page.locator(".fan:visible").evaluate_all("nodes => nodes.map(n => n.id.slice(4))")
    assert sorted(rows) == sorted(sections)
    return list(rows)


SEARCHES = [
    ("大四喜", ["big_four_winds"], "the name"),
    ("雙暗槓", ["two_concealed_kongs"], "traditional"),
    ("双暗槓", ["two_concealed_kongs"], "mixed or Japanese"),
    ("  TWO concealed-kongs ", ["two_concealed_kongs"], "case, hyphen, blanks"),
    ("two_concealed_kongs", ["two_concealed_kongs"], "the id"),
    ("Grands Vents Quatre", ["big_four_winds"], "words in any order, French"),
    ("<script>", ["unknown"], "a printed name, whatever it is"),
    ("no such fan", [], "nothing"),
]


@pytest.mark.parametrize(("words", "fans", "reason"), SEARCHES)
def test_search_knows_every_spelling(open_page: Open, words: str, fans: list[str], reason: str) -> None:
    page = open_page()
    page.fill("#search", words)
    shown = shown_fans(page)
    assert set(fans) <= {fan.split("-")[0] for fan in shown}, reason
    assert len(shown) <= 3, "and little else"
    assert page.locator("#no-fan").is_visible() == (not fans)


def test_levels_filter_findings_and_fans(open_page: Open) -> None:
    page = open_page()
    everything = len(shown_fans(page))
    for level in ("conflict", "omission", "note"):
        page.click(f'[data-toggle-level="{level}"]')
    assert shown_fans(page) == ["pure_terminal_chows"]
    assert set(page.locator(".d:visible").evaluate_all("nodes => nodes.map(n => n.dataset.level)")) == {"error"}
    page.click("#reset")
    assert len(shown_fans(page)) == everything


def test_code_and_source_filter_together(open_page: Open) -> None:
    page = open_page()
    page.select_option("#code", "points-differ")
    assert shown_fans(page) == ["two_concealed_kongs"]
    page.select_option("#source", label="third")
    assert shown_fans(page) == [], "the third says nothing of it"
    assert "0 of" in page.locator("#status").inner_text()


def test_only_fans_with_findings(open_page: Open) -> None:
    page = open_page()
    page.check("#only")
    shown = shown_fans(page)
    assert {"big_four_winds", "two_concealed_kongs"} <= set(shown)
    assert "flower_tiles" not in shown


def test_the_summary_leads_to_one_kind_at_one_level(open_page: Open) -> None:
    page = open_page()
    page.click('[data-choose-code="points-differ"]')
    assert shown_fans(page) == ["two_concealed_kongs"]
    assert page.locator('[data-toggle-level][aria-pressed="true"]').count() == 1


def test_a_link_from_outside_leads_to_the_fan(open_page: Open) -> None:
    page = open_page(anchor="#fan-two_concealed_kongs")
    assert page.locator("#fan-two_concealed_kongs h3").evaluate(
        "node => { const box = node.getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight; }"
    ), "in sight, and not under the toolbar"
    assert page.evaluate("document.activeElement.id") == "fan-two_concealed_kongs"


@pytest.mark.parametrize("width", [390, 1400])
@pytest.mark.parametrize("fan", ["big_four_winds", "two_concealed_kongs", "flower_tiles"])
def test_a_link_to_a_row_shows_it_below_the_head(open_page: Open, fan: str, width: int) -> None:
    page = open_page(anchor=f"#row-fan-{fan}", width=width)
    row = page.locator(f"#row-fan-{fan}").bounding_box()
    head = page.locator(".matrix thead").bounding_box()
    assert row is not None
    assert head is not None
    assert head["y"] + head["height"] <= row["y"] + 1
    assert row["y"] + row["height"] <= 900


def test_a_link_to_something_hidden_shows_it_again(open_page: Open) -> None:
    page = open_page()
    page.fill("#search", "大四喜")
    page.evaluate("location.hash = '#fan-full_flush'")
    page.wait_for_function("!document.getElementById('fan-full_flush').hidden")
    assert page.input_value("#search") == ""


@pytest.mark.parametrize("lang", ["en", "zh-Hans", "zh-Hant"])
def test_every_cell_leads_to_a_statement(open_page: Open, lang: str) -> None:
    page = open_page(lang)
    lost = page.evaluate(
        "[...document.querySelectorAll('.matrix td a')].filter(a => !document.getElementById(a.hash.slice(1))).length"
    )
    assert lost == 0
    cell = page.locator("#row-fan-two_concealed_kongs td:not(.rule) a").nth(1)
    cell.click()
    assert page.url.endswith("#fan-two_concealed_kongs-s2")
    assert "second.txt:106" in page.locator(":target").inner_text()


def test_the_language_can_be_switched(open_page: Open) -> None:
    page = open_page("zh-Hans")
    assert page.locator("h1").inner_text() == page.title() == "规则文本的分歧"
    page.click('[data-choose-lang="en"]')
    assert page.locator("h1").inner_text() == page.title() == "Where the rule texts disagree"
    assert page.evaluate("document.documentElement.lang") == "en"
    assert page.get_attribute("#search", "placeholder") == "Fan, in any spelling"
    assert page.locator("#code option").first.inner_text() == "All kinds"
    assert "Two Concealed Kongs · second: 8 points" in str(
        page.locator("#row-fan-two_concealed_kongs td:not(.rule) a").nth(1).get_attribute("title")
    )
    assert page.locator("#status").inner_text().endswith("findings shown")


def test_everything_can_be_done_by_keyboard(open_page: Open) -> None:
    page = open_page()
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "search"
    page.keyboard.type("大四喜")
    assert shown_fans(page) == ["big_four_winds"]
    page.keyboard.press("Escape")
    assert len(shown_fans(page)) > 80
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert page.get_attribute('[data-toggle-level="error"]', "aria-pressed") == "false"
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline != "none", "the focus can be seen"


def test_without_its_script_the_page_can_be_read(open_page: Open) -> None:
    page = open_page(java_script_enabled=False)
    assert page.locator("h1").inner_text() == "Where the rule texts disagree", "one language only"
    assert page.locator(".fan:visible").count() > 80
    assert not page.locator("#tools").is_visible(), "what would not work is not there"


@pytest.mark.parametrize("width", [1400, 420])
def test_head_row_and_first_column_stay_in_sight(open_page: Open, width: int) -> None:
    page = open_page(width=width)
    page.evaluate("const pane = document.querySelector('.pane'); pane.scrollTop = 800; pane.scrollLeft = 200")
    corner = page.locator(".matrix thead th").first.bounding_box()
    pane = page.locator(".pane").bounding_box()
    assert corner is not None
    assert pane is not None
    assert (corner["x"] - pane["x"], corner["y"] - pane["y"]) == pytest.approx((1, 1), abs=1.5)


@pytest.mark.parametrize("width", [320, 360, 420, 600, 800, 1000])
@pytest.mark.parametrize("name", ["en", "zh-Hans", "table", "long", "judged-en"])
def test_no_screen_needs_sideways_scrolling(open_page: Open, name: str, width: int) -> None:
    """At any width, with every finding unfolded; tables too wide for it scroll by themselves."""
    page = open_page(name, width=width)
    page.evaluate("document.querySelectorAll('details').forEach(node => { node.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_tools_stay_at_hand(open_page: Open) -> None:
    page = open_page(anchor="#fan-flower_tiles")
    box = page.locator("#tools").bounding_box()
    assert box is not None
    assert box["y"] == pytest.approx(0, abs=1)
    assert page.evaluate("document.querySelector('#fan-flower_tiles').getBoundingClientRect().top") >= box["height"]


def test_print_leaves_the_tools_out_and_shows_the_whole_matrix(open_page: Open) -> None:
    page = open_page()
    page.emulate_media(media="print")
    assert not page.locator("#tools").is_visible()
    assert page.locator(".pane").evaluate("node => node.scrollHeight <= node.clientHeight + 1")


CONTRAST = """
() => {
  const parse = text => {
    const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number);
    return text.startsWith("color(") ? [r * 255, g * 255, b * 255, a] : [r, g, b, a];
  };
  const light = ([r, g, b]) => [r, g, b].map(v => v / 255)
    .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = node => {
    for (; node; node = node.parentElement) {
      const [r, g, b, a] = parse(getComputedStyle(node).backgroundColor);
      if (a === 1) return [r, g, b];
    }
    return [255, 255, 255];
  };
  const poor = new Set();
  for (const node of document.querySelectorAll("body *")) {
    const own = [...node.childNodes].some(child => child.nodeType === 3 && child.textContent.trim());
    if (!own || !node.checkVisibility() || node.closest("script, style")) continue;
    const [one, other] = [light(parse(getComputedStyle(node).color)), light(behind(node))].sort((a, b) => b - a);
    if ((one + 0.05) / (other + 0.05) < 4.5) poor.add(node.outerHTML.slice(0, 80));
  }
  return [...poor];
}
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["en", "table", "judged-en"])
def test_all_text_stands_out_from_its_ground(open_page: Open, name: str, scheme: str) -> None:
    page = open_page(name, color_scheme=scheme)
    page.evaluate("document.querySelectorAll('details').forEach(node => { node.open = true; })")
    assert page.evaluate(CONTRAST) == []


# ---- verdicts, tiles, lasting links, keys ----------------------------------------------------------------------------


def test_verdicts_filter_findings(open_page: Open) -> None:
    page = open_page("judged-en")
    page.select_option("#verdict", "refuted")
    assert shown_fans(page) == ["pure_straight"]
    page.select_option("#verdict", "implied")
    assert shown_fans(page) == ["big_four_winds", "little_four_winds"]
    assert page.locator("#verdict option:checked").inner_text() == "follows anyway"


@pytest.mark.parametrize("media", ["screen", "print"])
@pytest.mark.parametrize("width", [360, 1400])
def test_a_witness_can_be_seen(open_page: Open, width: int, media: Media) -> None:
    page = open_page("judged-en", anchor="#fan-pure_straight", width=width)
    page.emulate_media(media=media)
    tiles = page.locator('.d[data-code="range-impossible"] .hand svg')
    assert tiles.count() == 14
    for n in range(14):
        box = tiles.nth(n).bounding_box()
        assert box is not None
        assert box["width"] >= 15
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width


FACES = """
() => [...document.querySelectorAll("symbol")].map(symbol => {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.innerHTML = symbol.innerHTML;
  document.body.append(svg);
  const unseen = [...svg.querySelectorAll("*")].filter(node => {
    const style = getComputedStyle(node), box = node.getBBox();
    return style.display === "none" || (style.fill === "none" && style.stroke === "none") || !(box.width + box.height);
  });
  svg.remove();
  return [symbol.id, unseen.length];
}).filter(([, unseen]) => unseen)
"""


@pytest.mark.parametrize("media", ["screen", "print"])
def test_every_part_of_a_face_is_drawn(open_page: Open, media: Media) -> None:
    """No rule of the page takes a part away: in print the links back to the matrix go, the backs of tiles do not."""
    page = open_page("judged-en")
    page.emulate_media(media=media)
    assert page.evaluate(FACES) == []


def test_a_view_can_be_kept_and_sent(open_page: Open) -> None:
    page = open_page("judged-en")
    page.select_option("#verdict", "undecided")
    page.select_option("#source", label="two")
    page.click('[data-toggle-level="note"]')
    shown, address = shown_fans(page), page.url
    assert shown == ["big_four_winds", "two_concealed_kongs"]
    again = open_page("judged-en", anchor=address[address.index("#") :])
    assert shown_fans(again) == shown
    assert again.url == address
    assert again.get_attribute('[data-toggle-level="note"]', "aria-pressed") == "false"
    again.click("#reset")
    assert again.url.endswith(".html#")


def test_an_address_that_means_nothing_shows_everything(open_page: Open) -> None:
    page = open_page("judged-en", anchor="#?code=no-such&source=nobody&verdict=%3Cscript%3E&x=1")
    assert len(shown_fans(page)) > 80


def test_each_finding_has_a_link_to_itself(open_page: Open) -> None:
    page = open_page("judged-en")
    page.locator("#d-points-differ-two_concealed_kongs .here").click()
    assert page.url.endswith("#d-points-differ-two_concealed_kongs")
    assert page.evaluate("document.activeElement.id") == "d-points-differ-two_concealed_kongs"


def test_findings_are_walked_through_by_keys(open_page: Open) -> None:
    page = open_page("judged-en")
    page.select_option("#code", "exclusions-differ")
    page.locator("h1").click()
    seen = []
    for key in "jjjjk":
        page.keyboard.press(key)
        seen.append(page.evaluate("document.activeElement.id"))
    fans = ("big_four_winds", "big_three_dragons", "little_four_winds")
    first, second, last = (f"d-exclusions-differ-{fan}" for fan in fans)
    assert seen == [first, second, last, last, second], "only what is shown, and it stops at the end"
    assert page.url.endswith(f"#{second}")
    details = page.locator(f"#{second} details")
    page.keyboard.press("Enter")
    assert details.get_attribute("open") is not None
    page.keyboard.press("Enter")
    assert details.get_attribute("open") is None


def test_keys_are_letters_where_one_types(open_page: Open) -> None:
    page = open_page("judged-en")
    page.keyboard.press("/")
    page.keyboard.type("j?k/")
    assert page.input_value("#search") == "j?k/"
    assert not page.locator("#help").is_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    assert page.locator("#help").is_visible()
    assert page.locator("#help h2").inner_text() == "Keys"
    page.keyboard.press("Escape")
    assert not page.locator("#help").is_visible()


def test_the_picture_of_lines_is_in_the_language_chosen(open_page: Open) -> None:
    page = open_page("judged-zh-Hans")
    picture = page.locator(".kin:visible")
    assert picture.count() == 1
    assert picture.locator("g title").text_content() == "one 与 two 共有之误：2"
    page.click('[data-choose-lang="en"]')
    assert page.locator(".kin:visible g title").text_content() == "one and two share errors: 2"
    page.locator(".kin:visible a", has_text="two").click()
    assert page.url.endswith("#source-2")


def test_many_sources_are_readable_and_soon_there(open_page: Open, folder: Path) -> None:
    """The matrix of as many sources as there are: cells wide enough to read and to touch, the page not too big."""
    path = folder / "many.html"
    sources = [
        source(
            f"source-{n}", [entry("大四喜", 88, 3, ["三风刻"]), entry("双暗杠", 6 + n % 2, 5), entry(f"家规{n}", 1, 9)]
        )
        for n in range(31)
    ]
    path.write_text(html_report(*audited(sources), "en"), encoding="utf-8")
    assert path.stat().st_size < 3_000_000
    page = open_page("many")
    cells = page.locator("#row-fan-two_concealed_kongs td:not(.rule)")
    assert cells.count() == 31
    box = cells.nth(30).bounding_box()
    assert box is not None
    assert box["width"] >= 24
    assert box["height"] >= 24
    phone = open_page("many", width=390)
    names = phone.locator(".matrix th[scope=row]").first.bounding_box()
    assert names is not None
    assert names["width"] <= 130, "most of a small screen is for the sources"
    font = page.evaluate("parseFloat(getComputedStyle(document.querySelector('.matrix td .value')).fontSize)")
    assert font >= 12
