"""Documents with what was recognised in them marked: the marks, the places they are made from, and how they look."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from bs4 import BeautifulSoup

import extract
import test_cli
from extract.document import Places
from extract.marks import marked
from extract.readers import document_from, open_document
from mjrules import catalog, texts
from mjrules.claims import Marked, MarkKind, Place, Source
from mjrules.render.paper import Paper
from mjrules.render.shown import LEGEND, LETTERS, marks, shown_html, shown_text, unread_lines
from mjrules.render.width import width

if TYPE_CHECKING:
    from test_cli import Run

run = test_cli.run

FLOORS = Path(__file__).parent / "cases" / "coverage.toml"
COVERAGE = tomllib.loads(FLOORS.read_text("utf-8"))["source"]

TEXT = """国标麻将番种表
欢迎光临本站
24番
1、七对 由七个对子组成的和牌。不计门前清、单钓将
2、清龙 16番 一至九相连，另计平各。
名称 番数 说明
乙丙丁 7番 无人知晓
"""


def of(text: str, name: str = "own.txt") -> Marked:
    return marked(document_from(text.encode(), name))


def pieces(document: Marked, kind: MarkKind) -> list[str]:
    found = [mark for line in document.lines for mark in marks(line) if mark.kind == kind]
    return ["".join(piece.text for piece in mark.pieces).strip() for mark in found]


# what is marked


def test_every_kind_of_mark() -> None:
    document = of(TEXT)
    assert pieces(document, "name") == ["七对", "清龙", "乙丙丁"]
    assert pieces(document, "points") == ["16", "7"]
    assert pieces(document, "item") == ["门前清", "单钓将", "平各"]
    assert pieces(document, "heading") == ["24番"]
    assert pieces(document, "unread") == ["国标麻将番种表", "欢迎光临本站"]
    assert pieces(document, "aside") == ["名称 番数 说明"]
    assert {"由", "组成的和牌。"} <= {*pieces(document, "text")}
    assert "七个对子" in pieces(document, "stated")
    mended = [piece for line in document.lines for piece in line.pieces if piece.text == "平各"]
    assert [document.source.repairs[piece.repair or 0].read_as for piece in mended] == ["平和"]


def test_marks_lead_to_fans_and_entries() -> None:
    document = of(TEXT)
    names = [piece for line in document.lines for piece in line.pieces if piece.kind == "name"]
    assert [(piece.fan, piece.entry) for piece in names] == [("seven_pairs", 0), ("pure_straight", 1), (None, 2)]
    items = [piece.fan for line in document.lines for piece in line.pieces if piece.kind == "item"]
    assert items == ["concealed_hand", "single_wait", "all_chows"]


def test_the_page_says_whose_list_an_item_is_in() -> None:
    """The one thing to see where a list was given to the wrong fan."""
    page = shown_html([of("三同刻 16番\n三副同样的刻子\n不计双同刻\n抢杠和 8番 不计和绝张")], "zh-Hans")
    assert 'title="双同刻，属于“三同刻”（第 1 行）的列表"' in page
    assert 'title="和绝张，属于“抢杠和”（第 4 行）的列表"' in page


def test_words_of_an_entry_that_were_taken_for_nothing_are_unread() -> None:
    """They hold a name or the keyword of a list: 0 % not read would hide them."""
    document = of("三同刻 16番 三副同样的刻子，不常另计双同刻。\n抢杠和 8番 不计和绝张")
    assert any("双同刻" in words for words in pieces(document, "unread"))


def test_marks_are_counted_alike_with_and_without_lines() -> None:
    document = document_from(TEXT.encode(), "own.txt")
    assert marked(document, lines=False).source == marked(document).source
    assert marked(document, lines=False).lines == ()


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("七对 24番 二十四番是七个对子", "24"),  # behind the name
        ("24番 七对 七个对子，24番", "24"),  # before it
        ("七对（二十四番）七个对子", "二十四"),
        ("七对　２４分", "２４"),
        ("24、七对 24番", "24"),  # not the number of the entry
        ("名称\t说明\t番数\n七对\t7个对子\t24", "24"),  # in a cell further on
    ],
)
def test_the_number_that_is_marked_is_the_price(text: str, points: str) -> None:
    document = of(text)
    assert pieces(document, "points") == [points]
    line = document.lines[-1].pieces
    at = next(n for n, piece in enumerate(line) if piece.kind == "points")
    assert "".join(piece.text for piece in line[:at]).count("24、") == text.count("24、")


def test_nothing_is_lost_between_the_marks() -> None:
    for path in documents():
        whole = open_document(path)
        lines = marked(whole).lines
        assert ["".join(piece.text for piece in line.pieces) for line in lines] == [b.text for b in whole.blocks]


def documents() -> list[Path]:
    folder = catalog.originals_dir()
    originals = [path for path in folder.iterdir() if catalog.identify(path)] if folder else []
    return [*(Path(__file__).parents[1] / "sources" / "documents").iterdir(), *originals]


def test_messages_stand_at_their_lines() -> None:
    document = of(TEXT)
    said = {line.place.line: [message.code for message in line.messages] for line in document.lines if line.messages}
    assert said[1] == ["unread-text"]
    assert said[7] == ["unknown-name"]


# the places in claims are exact


@pytest.mark.parametrize("path", documents(), ids=lambda path: path.stem)
def test_places_lead_to_what_is_printed(path: Path) -> None:
    """Of items, listed names and repairs exactly, but for what a repair took out of their middle."""
    whole = open_document(path)
    places = Places(whole)

    def at(place: Place) -> str:
        return whole.text[slice(*places.span(place))]

    source = extract.read(path)
    for printed, place in stated(source):
        found = at(place)
        assert found == printed or is_within(printed, found), (printed, found, str(place))
        assert (found[0], found[-1]) == (printed[0], printed[-1])
    for entry in source.entries:
        assert is_within(entry.printed or "", at(entry.place))
        assert at(entry.place).strip() == at(entry.place)


def stated(source: Source) -> list[tuple[str, Place]]:
    found = [(repair.printed, repair.place) for repair in source.repairs]
    for entry in source.entries:
        also = (item for items in entry.also_counts for item in items)
        found += [(item.printed, item.place) for item in (*entry.excludes, *entry.may_count, *also)]
    return found + [(item.printed, item.place) for listing in source.listings for item in listing.items]


def is_within(short: str, long: str) -> bool:
    """Whether the characters of one text stand in another in their order."""
    rest = iter(long)
    return all(char in rest for char in short)


def test_a_place_is_one_place_also_where_blocks_share_a_line() -> None:
    page = document_from("<p>七对 24番</p><p>清龙 16番</p><p>平和 2番</p>".encode(), "own.html")
    places = Places(page)
    starts = [0, 7, 14]
    assert [places.place(start, start + 2).column for start in starts] == [1, 8, 15]
    assert [places.span(places.place(start, start + 2)) for start in starts] == [(s, s + 2) for s in starts]


# coverage


@pytest.mark.parametrize("pinned", COVERAGE, ids=lambda pinned: f"{pinned['id']}, {pinned['role']}")
def test_no_less_is_read_than_before(pinned: dict[str, Any]) -> None:
    path = _path(pinned["id"], pinned["role"])
    if path is None:
        pytest.skip("the original documents are not here (set MJRULES_ORIGINALS to their folder)")
    coverage = extract.read_marked(path).source.coverage
    assert coverage
    assert coverage.claims >= pinned["claims"]
    assert coverage.claims + coverage.commentary >= pinned["claims"] + pinned["commentary"]
    assert coverage.unread <= pinned["unread"]


def _path(id: str, role: str) -> Path | None:
    folder = catalog.originals_dir() if role == "original" else None
    known = {catalog.identify(path): path for path in folder.iterdir()} if folder else {}
    restatement = next((path for path in documents() if path.stem == id), None)
    return known.get(id) if role == "original" else restatement


def test_every_source_has_its_floors() -> None:
    ids = [source.id for source in catalog.catalog()]
    assert [(each["id"], each["role"]) for each in COVERAGE] == [
        (id, role) for id in ids for role in ("original", "restatement")
    ]


@pytest.mark.originals
def test_floors_are_pinned_again_on_purpose(pytestconfig: pytest.Config) -> None:
    """With --refresh-golden the floors are what is read now; the diff says what was gained, or lost."""
    pages = [FLOORS.read_text("utf-8").partition("[[source]]")[0].rstrip()]
    for each in COVERAGE:
        path = _path(each["id"], each["role"])
        assert path
        now = extract.read_marked(path).source.coverage
        assert now
        table = {"id": each["id"], "role": each["role"], "claims": now.claims, "commentary": now.commentary}
        rows = [f"{key} = {json.dumps(value)}" for key, value in (table | {"unread": now.unread}).items()]
        pages.append("\n".join(["[[source]]", *rows]))
    if pytestconfig.getoption("--refresh-golden"):
        FLOORS.write_text("\n\n".join(pages) + "\n", "utf-8")


def test_what_a_definition_states_is_read_and_counted() -> None:
    text = "花龙 8番 例如123万、456条、789饼\n推不倒 8番 由1234589饼、245689条组成。允许七对。不计缺一门\n共有2种番"
    document = of(text)
    stated = ["123万、456条、789饼", "1234589饼、245689条", "允许七对"]
    assert pieces(document, "stated")[: len(stated)] == stated
    assert pieces(document, "item") == ["缺一门"]
    without = of(text.replace("允许七对", "可以七对"))
    assert document.source.coverage
    assert without.source.coverage
    assert document.source.coverage.claims == without.source.coverage.claims + len("允许七对")


def test_coverage_counts_every_character_once() -> None:
    document = of(TEXT)
    coverage = document.source.coverage
    assert coverage
    counted = coverage.claims + coverage.commentary + coverage.aside + coverage.unread
    assert counted == len(re.sub(r"\s", "", TEXT))
    assert coverage.unread == len("国标麻将番种表欢迎光临本站")


# the terminal


def test_without_colours_marks_are_letters_and_brackets() -> None:
    text = shown_text([of(TEXT)], Paper(100, "en"))
    assert "\n4  1、N[七对] 由S[七个对子]组成的和牌。不计L[门前清]、L[单钓将]\n" in text
    assert "\n5  2、N[清龙] P[16]番 一至九相连，另计L[R[平各→平和]]。\n" in text
    assert "\n1  ?[国标麻将番种表]\n" in text
    legend = "N[name]  P[points]  L[item of a list]  H[heading]  S[statement the game can decide]  ?[not read]"
    assert f"\n  {legend}\n" in text


def test_the_terminal_says_whose_list_an_item_is_in_where_that_is_not_the_nearest() -> None:
    text = "七对 24番 不计单钓将\n抢杠和 8番 不计和绝张\n海底捞月 8番 抢杠和不计和绝张、平和、无字"
    shown = shown_text([of(text)], Paper(72, "en", colour=False))
    said = [line.strip() for line in shown.splitlines() if "↳" in line]
    assert said == ["↳ 平和, 无字: in the list of Robbing The Kong (line 2)"]


def test_with_colours_no_letters_are_needed() -> None:
    text = shown_text([of(TEXT)], Paper(100, "en", colour=True))
    assert "\x1b[1;32m七对\x1b[0m" in text
    assert "\x1b[35m平各→平和\x1b[0m" in text
    assert not any(f"{letter}[七" in text for letter in LETTERS.values())
    plain = re.sub(r"\x1b\[[\d;]*m", "", text)
    assert "1、七对 由七个对子组成的和牌。" in plain


@pytest.mark.parametrize("colour", [True, False])
@pytest.mark.parametrize("path", documents()[:4], ids=lambda path: path.stem)
def test_lines_fit_the_paper_and_lose_nothing(path: Path, colour: bool) -> None:
    document = extract.read_marked(path)
    text = re.sub(r"\x1b\[[\d;]*m", "", shown_text([document], Paper(70, "en", colour)))
    assert max(map(width, text.splitlines())) <= 70
    shown = re.sub(r"\s", "", text)
    names = [entry.printed for entry in document.source.entries if entry.printed]
    assert all(name[0] in shown for name in names)


def test_a_document_cannot_command_the_terminal() -> None:
    assert "\x1b" not in shown_text([of("七对 24番 \x1b[31m七个对子")], Paper(100, "en"))


# the page


def page(document: Marked, lang: str = "en") -> BeautifulSoup:
    return BeautifulSoup(shown_html([document], lang), "lxml")


def test_the_page_has_the_same_marks() -> None:
    soup = page(of(TEXT))
    kinds: dict[MarkKind, str] = {"name": ".name", "points": ".m.points", "item": ".item", "unread": ".unread"}
    for kind, css in kinds.items():
        marked_so = [each.get_text().strip() for each in soup.select(f"tbody {css}") if not each.select(".fix")]
        assert marked_so == [text for text in pieces(of(TEXT), kind) if text != "平各"]
    assert soup.select("tbody .name")[0]["title"] == "Seven Pairs: 24 points"
    assert [each.get_text() for each in soup.select("tbody .fix .as")] == ["→平和"]


@pytest.mark.parametrize("lang", texts.LANGUAGES)
def test_the_page_speaks_the_language_and_needs_nothing_else(lang: str) -> None:
    html = shown_html([of(TEXT)], lang)
    soup = BeautifulSoup(html, "lxml")
    assert soup.html
    assert soup.html["lang"] == lang
    assert [each.get_text() for each in soup.select(".key-bar li")][:-1] == [
        texts.say("shown", k, lang) for k in LEGEND
    ]
    assert not re.search(r"""(?:src|href)=["'](?!#|data:)""", html)
    assert "<script" not in html


def test_what_a_document_prints_is_never_markup() -> None:
    evil = "<script>alert(1)</script>"
    soup = page(of(f"七对 24番 {evil}\n{evil} 88番\n"))
    assert not soup.select("script")
    assert evil in soup.get_text()


def test_the_page_leads_to_what_was_not_read() -> None:
    document = of(TEXT)
    assert unread_lines(document) == [1, 2]
    links = [each["href"] for each in page(document).select(".jump a")]
    assert links == ["#d1-1", "#d1-2"]
    assert all(page(document).select(str(link)) for link in links)


# the command


def test_show_prints_and_writes_pages(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "rules.txt"
    file.write_text(TEXT, "utf-8")
    said = run("extract", "--show", file)
    assert said.code == 0
    assert "N[七对]" in said.out
    assert run("extract", "--show", file, "-o", tmp_path / "page.html", "--lang", "zh-Hans").code == 0
    assert '<html lang="zh-Hans">' in (tmp_path / "page.html").read_text("utf-8")
    assert run("extract", "--show", file, "-o", tmp_path / "page.txt").code == 0
    assert "N[七对]" in (tmp_path / "page.txt").read_text("utf-8")


def test_show_and_json_do_not_go_together(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "rules.txt"
    file.write_text(TEXT, "utf-8")
    said = run("extract", "--show", file, "--format", "json")
    assert (said.code, said.out) == (2, "")
    assert "--show" in said.err


def test_json_carries_the_coverage(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "rules.txt"
    file.write_text(TEXT, "utf-8")
    assert '"unread": 13' in run("extract", file, "--format", "json").out


def test_a_sheet_of_facts_has_no_text_to_show(run: Run, tmp_path: Path) -> None:
    """What it states is known, but nowhere printed: no figures of characters stand there without characters."""
    sheet = str(catalog.sheet_path(catalog.sheets()[0].id))
    json_ = json.loads(run("extract", sheet, "--format", "json").out)
    assert json_["sources"][0]["entries"]
    assert json_["sources"][0]["coverage"] is None
    shown = run("extract", sheet, "--show", "--lang", "en").out
    assert texts.say("shown", "no-text") in shown
    assert "Characters" not in shown
    run("extract", sheet, "--show", "-o", str(tmp_path / "page.html"))
    page = BeautifulSoup((tmp_path / "page.html").read_text("utf-8"), "html.parser")
    assert page.section is not None
    assert page.section.svg is None


def test_what_cannot_be_read_is_no_empty_page(run: Run, tmp_path: Path) -> None:
    assert run("extract", "--show", tmp_path / "none.txt", "-o", tmp_path / "page.html").code == 2
    assert not (tmp_path / "page.html").exists()


@pytest.mark.browser
def test_the_page_in_a_browser(chromium: str, tmp_path: Path) -> None:
    """Light and dark, wide and narrow: nothing is asked from outside, nothing runs over the edge, marks are legible."""
    from playwright.sync_api import sync_playwright

    (tmp_path / "page.html").write_text(shown_html([of(TEXT)], "zh-Hans"), "utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        schemes: tuple[Any, ...] = ("light", "dark")
        asked: list[str] = []
        for scheme in schemes:
            for columns in (1200, 400):
                tab: Any = browser.new_page(viewport={"width": columns, "height": 800}, color_scheme=scheme)
                tab.on("request", lambda request: asked.append(request.url))
                tab.goto(f"file://{tmp_path}/page.html")
                assert tab.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
                for css in (".name", ".m.points", ".item", ".unread", ".fix"):
                    assert contrast(tab, f"tbody {css}") >= 4.5, (scheme, css)
                tab.close()
        browser.close()
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []


def contrast(tab: Any, css: str) -> float:
    """The contrast of a mark's text and its ground (WCAG 2)."""
    colours = tab.evaluate(
        """css => { const node = document.querySelector(css); let ground = node;
           while (getComputedStyle(ground).backgroundColor === 'rgba(0, 0, 0, 0)') ground = ground.parentElement;
           return [getComputedStyle(node).color, getComputedStyle(ground).backgroundColor]; }""",
        css,
    )

    def light(colour: str) -> float:
        channels = [int(value) / 255 for value in re.findall(r"\d+", colour)[:3]]
        linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    one, other = sorted(map(light, colours))
    return (other + 0.05) / (one + 0.05)
