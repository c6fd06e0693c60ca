"""PDF files: text in the order of reading, tables, and every trap of a format that knows only glyphs and places.

Files with one trap each come from a writer of our own (``pdf_writer``), whole documents from LibreOffice.
"""

from __future__ import annotations

import random
import re
import subprocess
import time
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

import extract
from extract import readers
from extract.readers import document_from
from mjrules.claims import Source
from mjrules.errors import UnreadableDocument
from pdf_writer import Page, pdf

pytestmark = pytest.mark.pdf

ROOT = Path(__file__).parents[1]

PLAIN = ["七对 24番 由七个对子组成，不计门前清、单钓将", "清龙 16番", "碰碰和 6番"]
PLAIN_FANS = ["七对 24 不计门前清、单钓将", "清龙 16", "碰碰和 6"]


class Case(NamedTuple):
    label: str
    reason: str
    pages: Callable[[], Sequence[Page]]
    fans: Sequence[str]
    codes: Sequence[str] = ()
    """What the reader itself says."""
    blocks: Sequence[str] | None = None


def fans(source: Source) -> list[str]:
    """Name, points and list of the entries whose fan is known."""
    return [
        f"{entry.name} {entry.points}"
        + (f" 不计{'、'.join(item.name for item in entry.excludes)}" if entry.excludes else "")
        for entry in source.entries
        if entry.fan
    ]


def plain() -> Page:
    return Page().lines(60, 80, PLAIN)


def annotated() -> Page:
    """A page with a note, a link, text, a field with its value in the field it is part of, and one that is damaged."""
    page = plain()
    page.annotations = [
        "<</Subtype/FreeText/Rect[0 0 9 9]/Contents(88 points, not 64)>>",
        "<</Subtype/Text/Rect[0 0 9 9]/Contents<feff932f>>>",
        "<</Subtype/Link/Rect[0 0 9 9]/Contents(a link)>>",
        "<</Subtype/Widget/Rect[0 0 9 9]/Parent<</FT/Tx/V(24)>>>>",
        "<</Subtype/Widget/Rect[0 0 9 9]/FT/Btn/V/Yes>>",
        "null 99 0 R <</Subtype/FreeText/Contents 99 0 R>>",
    ]
    return page


def twice(by: float) -> Page:
    return Page().lines(60, 80, PLAIN).lines(60 + by, 80 + by, PLAIN)


def turned(matrix: tuple[float, float, float, float], across: int, rotate: int = 0) -> Page:
    page = Page(rotate=rotate)
    for at, line in enumerate(PLAIN):
        page.text(300 + across * 18 * at, 500, line, matrix=matrix)
    return page


def upright_columns() -> Page:
    """Vertical writing: glyph below glyph, lines from right to left."""
    page = Page()
    for column, line in enumerate(["七对二十四番", "清龙十六番", "碰碰和六番"]):
        for row, char in enumerate(line):
            page.text(500 - 30 * column, 80 + 13 * row, char)
    return page


LEFT = ["花龙 8番", "三种花色的顺子连成一至九", "推不倒 8番 没有上下之分的", "牌，不计缺一门", "无番和 8番"]
RIGHT = ["碰碰和 6番", "四副刻子及一对将", "混一色 6番 一种花色及字牌组", "成的和牌", "五门齐 6番"]
COLUMNS = ["花龙 8", "推不倒 8 不计缺一门", "无番和 8", "碰碰和 6", "混一色 6", "五门齐 6"]


def two_columns(lower: float) -> Page:
    """A title and two columns, the right one a little lower."""
    return Page().text(160, 60, "八番与六番").lines(60, 100, LEFT).lines(320, 100 + lower, RIGHT)


def aligned(rows: Sequence[Sequence[str]], xs: Sequence[float], page: Page | None = None, top: float = 100) -> Page:
    """Rows of a table without lines, one line of print each."""
    page = page or Page()
    for at, row in enumerate(rows):
        for x, cell in zip(xs, row, strict=True):
            if cell:
                page.text(x, top + 18 * at, cell)
    return page


CLOSE = [
    ("大四喜", "88", ["四副风刻和一对将"], ["圈风刻、", "三风刻"]),
    ("一色双|龙会", "64", ["两个老少副和中张", "的对子做将的和牌"], ["平和、七", "对"]),
    ("四杠", "88", ["四副杠"], []),
    ("小三元", "64", ["两副箭刻和箭牌做", "将"], ["箭刻"]),
    ("清一色", "24", ["只用一门的牌和"], ["无字"]),
    ("花龙", "8", ["三门各取一副顺子", "连成一至九"], []),
]
CLOSE_FANS = [
    "大四喜 88 不计圈风刻、三风刻",
    "一色双龙会 64 不计平和、七对",
    "四杠 88",
    "小三元 64 不计箭刻",
    "清一色 24 不计无字",
    "花龙 8",
]


def close_columns() -> Page:
    """Columns with half a character between them; cells of one line stand in the middle of those of two."""
    page = Page()
    xs = (60, 60 + 3.5 * 12, 60 + 6 * 12, 60 + 14.5 * 12)
    for x, title in zip(xs, ("番种", "番数", "说明", "不计"), strict=True):
        page.text(x, 70, title)
    for at, (name, points, definition, excludes) in enumerate(CLOSE):
        for x, lines in zip(xs, (name.split("|"), [points], definition, excludes), strict=True):
            page.lines(x, 110 + 44 * at - 7 * (len(lines) - 1), lines, pitch=14)
    return page


FULL_TITLES = [
    ("大四喜", "88", "圈风刻、碰碰和"),
    ("大三元", "88", "箭刻"),
    ("九莲宝灯", "88", "清一色"),
    ("小三元", "64", "箭刻、双箭刻"),
    ("七对", "24", "单钓将"),
    ("平和", "2", "无字"),
]


def full_titles() -> Page:
    """Titles in the middle of columns, and nearly as wide as one of them."""
    titles = (("番种", 72), ("番数", 116), ("不计", 226))
    page = Page()
    for title, x in titles:
        page.text(x, 70, title)
    for at, row in enumerate(FULL_TITLES):
        for cell, x in zip(row, (60, 122, 149), strict=True):
            page.text(x, 90 + 16 * at, cell)
    return page


def wide_spaces() -> Page:
    """Entries in lines, with wide spaces around their points; one of them is longer than its line."""
    rows = [
        ("小四喜", "64番", "三副风刻和一对风牌。不计三风刻。"),
        ("小三元", "64番", "两副箭刻和一对箭牌。不计箭刻、双箭"),
        ("刻。", "", ""),
        ("字一色", "64番", "由字牌组成。不计碰碰和、混幺九、全"),
        ("带幺、幺九刻。", "", ""),
        ("四暗刻", "64番", "四副暗刻。"),
        ("清幺九", "64番", "由一九组成。"),
        ("三同刻", "16番", "三副同样的刻子。"),
    ]
    return aligned(rows, (60, 108, 152))


TABLE = [
    ["番种", "番数", "说明", "不计"],
    ["七对", "24", "七个对子", "门前清、\n单钓将"],
    ["清龙", "16", "一至九", "无"],
    ["碰碰和", "6", "四副刻子", ""],
]
XS = [60, 160, 220, 380, 440]
TABLE_FANS = ["七对 24 不计门前清、单钓将", "清龙 16", "碰碰和 6"]


def merged_points() -> Page:
    """One cell of points for two rows, no line between them in its column."""
    page = Page()
    for x in (60, 120, 260, 420):
        page.rule(x, 100, x, 190)
    for y in (100, 130, 190):
        page.rule(60, y, 420, y)
    page.rule(120, 160, 420, 160)
    page.text(64, 120, "番数").text(124, 120, "番种").text(264, 120, "说明")
    return page.text(64, 166, "24").text(124, 150, "七对").text(124, 180, "清一色").text(264, 150, "七个对子")


def over_two_pages() -> tuple[Page, Page]:
    """A table whose second row is cut by the end of the page."""
    first = Page().table(
        [60, 160, 220, 420], [720, 745, 790], [TABLE[0][:3], ["七对", "24", "七个对子组成的\n和牌，不计门"]]
    )
    second = Page().table(
        [60, 160, 220, 420], [60, 85, 110, 140], [TABLE[0][:3], ["", "", "前清、单钓将"], ["清龙", "16", "一至九"]]
    )
    return first.text(290, 820, "1"), second.text(290, 820, "2")


def headed(number: int, lines: Sequence[str]) -> Page:
    page = Page().text(200, 40, "麻将竞赛规则汇编").lines(60, 90, lines)
    return page.text(290, 810, f"第 {number} 页")


def striped() -> Page:
    """Every other row has a background, cell by cell; the titles and the last row have none."""
    page = Page()
    rows = [TABLE[0], ["七对", "24", "七个对子", "门前清、"], ["清龙", "16", "一至九", ""]]
    rows += [["碰碰和", "6", "四副刻子", ""], ["五门齐", "6", "五种牌齐全", "单钓将"]]
    for at in (1, 3):
        for left, right in pairwise(XS):
            page.shade(left, 88 + 18 * at, right, 104 + 18 * at)
    return aligned(rows, [x + 3 for x in XS[:4]], page)


def in_the_middle(*, ruled: bool) -> Page:
    """Names and points stand in the middle of their rows, which take two or three lines; names break, too."""
    page = aligned([["番种", "番数", "说明"]], XS[:3])
    texts = {"七对": ["七个对子的和牌，不计", "门前清、单钓将"], "清龙": ["一种花色的", "一至九相连", "成的和牌"]}
    top = 125.0
    for (name, points), lines in zip((("七对", "24"), ("清龙", "16")), texts.values(), strict=True):
        middle = top + 6.5 * (len(lines) - 1)
        page.text(60, middle - 6.5, name[0]).text(60, middle + 6.5, name[1]).text(160, middle, points)
        page.lines(220, top, lines, pitch=13)
        top += 13 * len(lines) + 14
        if ruled:
            page.rule(60, top - 20, 420, top - 20)
    return page


def tiers_over_columns() -> Page:
    page = Page().text(270, 60, "八番").text(270, 180, "六番")
    page.lines(60, 90, ["花龙 三种花色的顺子相", "连", "推不倒 无上下之分"]).lines(
        320, 90, ["三色三同顺 三种花色", "同数", "无番和 没有番种"]
    )
    return page.lines(60, 210, ["碰碰和 四副刻子", "混一色 一色和字牌"]).lines(
        320, 210, ["五门齐 五种牌齐全", "全求人 全靠别人"]
    )


FULL = "由一种花色的三副顺子连成一至九的和牌共九种牌每种一张不可重复"


CASES = [
    Case("plain text", "lines are blocks", lambda: [plain()], PLAIN_FANS, blocks=PLAIN),
    Case(
        "one glyph a time",
        "many producers place every glyph for itself",
        lambda: [Page().each(60, 80, PLAIN[1])],
        ["清龙 16"],
    ),
    Case(
        "letters apart",
        "a name set with wide spacing is one name",
        lambda: [Page().each(60, 80, "海底捞月", step=20).text(200, 80, "8番")],
        ["海底捞月 8"],
    ),
    Case(
        "bold imitated",
        "every glyph is printed twice in nearly the same place",
        lambda: [twice(0.4)],
        PLAIN_FANS,
        blocks=PLAIN,
    ),
    Case(
        "shadows",
        "the second print stands a little lower; 6 must not become 66",
        lambda: [twice(1.5)],
        PLAIN_FANS,
        blocks=PLAIN,
    ),
    Case(
        "radicals for characters",
        "browsers map glyphs to radicals of the same form",
        lambda: [
            Page(stands_for={"门": "⻔", "色": "⾊", "高": "⾼", "一": "⼀", "幺": "⺓"}).lines(
                60, 80, ["门前清 2番", "一色三步高 16番", "断幺 2番"]
            )
        ],
        ["门前清 2", "一色三步高 16", "断幺 2"],
    ),
    Case(
        "glyphs without a map",
        "nobody knows which characters they are; 双?杠 is none of the two fans",
        lambda: [Page(unmapped="暗").lines(60, 80, ["双暗杠 6番", "七对 24番"])],
        ["七对 24"],
        blocks=["双\ufffd杠 6番", "七对 24番"],
    ),
    Case(
        "no map at all",
        "a whole document of such glyphs is no text",
        lambda: [Page(unmapped="七对清龙番单一0123456789 ").lines(60, 80, ["七对 24番", "清龙 16番"])],
        [],
        ["pdf-without-characters"],
    ),
    Case(
        "a map to nothing",
        "a glyph mapped to a control character is as unreadable",
        lambda: [Page(stands_for={"暗": "\0"}).text(60, 80, "双暗杠 6番")],
        [],
    ),
    Case(
        "a turned page",
        "the page says how it is shown",
        lambda: [Page(rotate=90).lines(60, 80, PLAIN)],
        PLAIN_FANS,
        blocks=PLAIN,
    ),
    Case(
        "turned text",
        "a wide table printed sideways on an upright page",
        lambda: [turned((0, 1, -1, 0), 1)],
        PLAIN_FANS,
        blocks=PLAIN,
    ),
    Case(
        "turned the other way",
        "as seen from the other side",
        lambda: [turned((0, -1, 1, 0), -1)],
        PLAIN_FANS,
        blocks=PLAIN,
    ),
    Case(
        "turned on a turned page",
        "both together are upright",
        lambda: [turned((0, 1, -1, 0), 1, 90)],
        PLAIN_FANS,
        blocks=PLAIN,
    ),
    Case(
        "vertical writing",
        "glyphs stand closer to the one below than to the one beside",
        lambda: [upright_columns()],
        ["七对 24", "清龙 16", "碰碰和 6"],
    ),
    Case(
        "a stamp across the page",
        "slanted text is over the page, not of it; it is said",
        lambda: [plain().text(100, 500, "大三元88番", size=40, matrix=(0.7, 0.7, -0.7, 0.7))],
        PLAIN_FANS,
        ["pdf-slanted"],
    ),
    Case(
        "white on white",
        "nobody sees it; it is said",
        lambda: [plain().text(60, 300, "大三元 88番", colour="1 g")],
        PLAIN_FANS,
        ["pdf-invisible"],
    ),
    Case(
        "out of the page",
        "what stands outside of the page is not shown",
        lambda: [plain().text(60, 900, "大三元 88番")],
        PLAIN_FANS,
        blocks=PLAIN,
    ),
    Case("columns", "each column is read to its end", lambda: [two_columns(0)], COLUMNS),
    Case(
        "columns on different heights",
        "lines beside each other need not stand on one height",
        lambda: [two_columns(6)],
        COLUMNS,
    ),
    Case(
        "a table with lines",
        "cells keep their lines, the header says what they hold",
        lambda: [Page().table(XS, [100, 120, 150, 170, 190], TABLE)],
        TABLE_FANS,
    ),
    Case(
        "a merged cell", "the points belong to every row it covers", lambda: [merged_points()], ["七对 24", "清一色 24"]
    ),
    Case(
        "a table without lines, set close",
        "a gap that every row leaves is one between columns; what stands in the middle of its row begins it",
        lambda: [close_columns()],
        CLOSE_FANS,
    ),
    Case(
        "titles that fill their columns",
        "there are as many columns as titles",
        lambda: [full_titles()],
        [f"{name} {points} 不计{listed}" for name, points, listed in FULL_TITLES],
    ),
    Case(
        "wide spaces around points",
        "lines that are full go on in the next one: that is no table",
        lambda: [wide_spaces()],
        [
            "小四喜 64 不计三风刻",
            "小三元 64 不计箭刻、双箭刻",
            "字一色 64 不计碰碰和、混幺九、全带幺、幺九刻",
            "四暗刻 64",
            "清幺九 64",
            "三同刻 16",
        ],
    ),
    Case(
        "a table without lines",
        "a line with nothing in the first column goes on with the row",
        lambda: [
            aligned(
                [
                    *[row[:3] for row in TABLE[:1]],
                    ["七对", "24", "七个对子，不计门前清、"],
                    ["", "", "单钓将"],
                    ["清龙", "16", "一至九相连的和牌"],
                ],
                XS[:3],
            )
        ],
        ["七对 24 不计门前清、单钓将", "清龙 16"],
    ),
    Case(
        "no lines and no titles",
        "names in the first column make a table",
        lambda: [
            aligned(
                [
                    ["七对", "24", "七个对子，不计门前清、"],
                    ["", "", "单钓将"],
                    ["清龙", "16", "一至九"],
                    ["碰碰和", "6", "四副刻子"],
                ],
                XS[:3],
            )
        ],
        ["七对 24 不计门前清、单钓将", "清龙 16", "碰碰和 6"],
    ),
    Case(
        "a turned table",
        "its lines are turned with it",
        lambda: [Page(rotate=270).table(XS, [100, 120, 150, 170, 190], TABLE)],
        TABLE_FANS,
    ),
    Case(
        "shaded rows",
        "every other row has a background; what lies between are rows",
        lambda: [striped()],
        ["七对 24 不计门前清", "清龙 16", "碰碰和 6", "五门齐 6 不计单钓将"],
    ),
    Case(
        "lines between rows alone",
        "names in the middle of their rows, broken over lines",
        lambda: [in_the_middle(ruled=True)],
        ["七对 24 不计门前清、单钓将", "清龙 16"],
        blocks=[
            "番种\t番数\t说明",
            "七对\t24番\t七个对子的和牌，不计门前清、单钓将",
            "清龙\t16番\t一种花色的 一至九相连 成的和牌",
        ],
    ),
    Case(
        "rows with their names in the middle and no lines",
        "rows end at the widest gap between two names",
        lambda: [in_the_middle(ruled=False)],
        ["七对 24 不计门前清、单钓将", "清龙 16"],
        blocks=[
            "番种\t番数\t说明",
            "七对\t24番\t七个对子的和牌，不计门前清、单钓将",
            "清龙\t16番\t一种花色的 一至九相连 成的和牌",
        ],
    ),
    Case(
        "a heading over two columns",
        "it stands between them and belongs to both; entries need no points of their own",
        lambda: [tiers_over_columns()],
        ["花龙 8", "推不倒 8", "三色三同顺 8", "无番和 8", "碰碰和 6", "五门齐 6", "混一色 6", "全求人 6"],
    ),
    Case(
        "two entries in one line",
        "behind a wide gap another entry begins",
        lambda: [Page().text(60, 80, "七对 24番 七个对子").text(320, 80, "清龙 16番 一至九").text(60, 120, "平和 2番")],
        ["七对 24", "清龙 16", "平和 2"],
        blocks=["七对 24番 七个对子", "清龙 16番 一至九", "平和 2番"],
    ),
    Case(
        "marks at the end of a line of words",
        "behind closing marks a space was lost, behind opening ones and inside of a hyphenated name none",
        lambda: [
            Page().lines(
                60,
                80,
                [
                    "It is won with “All Pungs” or with “Seven Pairs”",
                    "and not when the last tile was drawn from Self-",
                    "Drawn",
                ],
                size=16,
            )
        ],
        [],
        blocks=[
            "It is won with “All Pungs” or with “Seven Pairs” and not when the last tile was drawn from Self-Drawn"
        ],
    ),
    Case(
        "notes and text written onto a page, fields of a form",
        "they are laid over the text, and are said",
        lambda: [annotated()],
        PLAIN_FANS,
        ["pdf-annotations", "pdf-fields"],
        blocks=PLAIN,
    ),
    Case(
        "words cut at the end of a line",
        "a hyphen is taken back, spaces are put back",
        lambda: [
            Page().lines(
                60,
                80,
                [
                    "Points for a concealed hand are not count-",
                    "ed with seven pairs in any of these hands",
                    "of this set of rules",
                ],
                size=16,
            )
        ],
        [],
        blocks=[
            "Points for a concealed hand are not counted with seven pairs in any of these hands of this set of rules"
        ],
    ),
    Case(
        "titles in another language",
        "the titles tell what a column holds",
        lambda: [
            aligned(
                [
                    ["Fan", "Points", "Excludes"],
                    ["七对", "24", "门前清、单钓将"],
                    ["清龙", "16", ""],
                    ["碰碰和", "6", ""],
                ],
                XS[:3],
            )
        ],
        TABLE_FANS,
    ),
    Case(
        "names and points side by side",
        "four columns of which two have names are read across",
        lambda: [
            aligned(
                [["箭刻", "2番", "暗杠", "2番"], ["双同刻", "2番", "明杠", "1番"], ["平和", "2番", "花牌", "1番"]],
                [60, 140, 260, 340],
            )
        ],
        ["箭刻 2", "暗杠 2", "双同刻 2", "明杠 1", "平和 2", "花牌 1"],
    ),
    Case(
        "a row over the end of a page",
        "the rest of the row belongs to it, the repeated titles to nothing",
        over_two_pages,
        ["七对 24 不计门前清、单钓将", "清龙 16"],
        ["pdf-running-heads", "cell-over-page"],
    ),
    Case(
        "running heads and page numbers",
        "what pages repeat is no text",
        lambda: [headed(1, ["七对 24番", "清龙 16番"]), headed(2, ["碰碰和 6番"]), headed(3, ["箭刻 2番"])],
        ["七对 24", "清龙 16", "碰碰和 6", "箭刻 2"],
        ["pdf-running-heads"],
    ),
    Case(
        "a tier on top of every page",
        "it is repeated, but no running head: points hang on it",
        lambda: [
            Page().lines(60, 40, ["八番", "花龙", "三种花色的顺子连成一至九"]),
            Page().lines(60, 40, ["六番", "碰碰和", "四副刻子及一对将"]),
        ],
        ["花龙 8", "碰碰和 6"],
    ),
    Case(
        "a list over the end of a page",
        "a full line goes on, also on the next page",
        lambda: [
            headed(1, [f"清一色 24番 {FULL}", f"清龙 16番 {FULL[:22]}，不计连六、单钓"]),
            headed(2, ["将、老少副", "碰碰和 6番"]),
        ],
        ["清一色 24", "清龙 16 不计连六、单钓将、老少副", "碰碰和 6"],
        ["pdf-running-heads"],
    ),
    Case(
        "a list of contents",
        "what stands behind the leaders are pages and no points",
        lambda: [
            Page()
            .text(250, 60, "目录")
            .lines(60, 90, [f"{name}{'.' * 60}{page}" for name, page in (("大四喜", 1), ("七对", 2), ("平和", 2))]),
            plain(),
        ],
        PLAIN_FANS,
        ["pdf-contents"],
    ),
    Case(
        "leaders before points",
        "here the numbers fall, and are points",
        lambda: [
            Page().lines(
                60, 90, [f"{name}{'.' * 60}{points}" for name, points in (("大四喜", 88), ("七对", 24), ("平和", 2))]
            )
        ],
        ["大四喜 88", "七对 24", "平和 2"],
    ),
    Case(
        "a raised number",
        "the mark of a note is no digit of the points; it may stand so high that it makes a line of its own",
        lambda: [
            Page()
            .text(60, 80, "七对 24")
            .text(102, 76.5, "1", size=6)
            .text(60, 110, "清龙 16")
            .text(102, 104, "2", size=6)
        ],
        ["七对 24", "清龙 16"],
        blocks=["七对 24[1]", "清龙 16[2]"],
    ),
    Case(
        "lines that end early",
        "they are lines of their own, whatever the longest one is",
        lambda: [Page().lines(60, 80, ["计分的办法", "每局打满一圈为止的", "说明见下", "每局打满一圈为止的"])],
        [],
        blocks=["计分的办法", "每局打满一圈为止的", "说明见下", "每局打满一圈为止的"],
    ),
    Case(
        "full lines that begin an entry",
        "a line that begins with a name and its points goes on with nothing",
        lambda: [Page().lines(60, 80, [f"清一色 24番 {FULL}", f"碰碰和 6番 {FULL}组", f"全不靠 12番 {FULL}"])],
        ["清一色 24", "碰碰和 6", "全不靠 12"],
        blocks=[f"清一色 24番 {FULL}", f"碰碰和 6番 {FULL}组", f"全不靠 12番 {FULL}"],
    ),
    Case(
        "full lines of a paragraph",
        "they go on with each other; the last one ends early",
        lambda: [Page().lines(60, 80, [FULL, FULL, FULL[:9]])],
        [],
        blocks=[FULL + FULL + FULL[:9]],
    ),
    Case(
        "readings above characters",
        "they are no part of the text",
        lambda: [Page().text(60, 80, "大四喜 88番").text(62, 68, "dà sì xǐ", size=5)],
        ["大四喜 88"],
        ["pdf-readings"],
    ),
    Case(
        "a scan",
        "pictures alone; nothing is read and that is an error",
        lambda: [Page(picture=(0, 0, 595, 842))],
        [],
        ["pdf-without-text"],
    ),
    Case(
        "a recognised scan",
        "the text over a picture may be misread",
        lambda: [Page(picture=(0, 0, 595, 842)).lines(60, 80, PLAIN)],
        PLAIN_FANS,
        ["pdf-recognised-text"],
    ),
    Case(
        "one page of pictures",
        "what is lost is said with its page",
        lambda: [plain(), Page(picture=(60, 80, 200, 200))],
        PLAIN_FANS,
        ["pdf-page-without-text"],
    ),
    Case(
        "a picture beside text",
        "it was not read",
        lambda: [Page(picture=(60, 400, 80, 80)).lines(60, 80, PLAIN)],
        PLAIN_FANS,
        ["pdf-pictures"],
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.label)
def test_a_pdf_file(case: Case) -> None:
    data = pdf(*case.pages())
    document = document_from(data, "own.pdf")
    assert fans(extract.read_bytes(data, "own.pdf")) == list(case.fans), case.reason
    assert [message.code for message in document.messages] == list(case.codes)
    if case.blocks is not None:
        assert [block.text for block in document.blocks] == list(case.blocks)


def test_points_that_may_be_meant_for_several_rows_are_pointed_out() -> None:
    rows = [
        ["番数", "番种", "说明"],
        ["24番", "七对", "七个对子"],
        ["", "清一色", "一种花色"],
        ["16番", "清龙", "一至九"],
    ]
    messages = document_from(pdf(aligned(rows, XS[:3])), "own.pdf").messages
    assert [(each.code, each.details, each.place and each.place.line) for each in messages] == [
        ("cell-without-points", {"name": "清一色"}, 3)
    ]


def test_places_say_page_and_line_or_row() -> None:
    table = Page().lines(60, 60, ["六番以上"]).table(XS, [100, 120, 150, 170, 190], TABLE)
    document = document_from(pdf(plain(), table), "own.pdf")
    assert [block.path for block in document.blocks[2:6]] == [
        "page 1, line 3",
        "page 2, line 1",
        "page 2, table 1, row 1",
        "page 2, table 1, row 2",
    ]
    assert [block.line for block in document.blocks] == list(range(1, len(document.blocks) + 1))


def test_pages_may_be_packed_and_have_a_title() -> None:
    document = document_from(pdf(plain(), packed=True, title="竞赛规则"), "own.pdf")
    assert (document.title, document.format, document.encoding) == ("竞赛规则", "pdf", None)
    assert [block.text for block in document.blocks] == PLAIN


def test_an_empty_password_opens_a_file_and_no_other_is_guessed() -> None:
    """Files that only forbid printing or copying are encrypted with an empty password."""
    assert fans(extract.read_bytes(pdf(plain(), password=""), "own.pdf")) == PLAIN_FANS
    assert refused(pdf(plain(), password="secret")).code == "encrypted-pdf"
    in_another_way = pdf(plain(), password="").replace(b"/Filter/Standard/V 1", b"/Filter/Standard/V 9")
    assert refused(in_another_way).code == "encrypted-pdf"


def refused(data: bytes) -> UnreadableDocument:
    with pytest.raises(UnreadableDocument) as error:
        document_from(data, "own.pdf")
    assert str(error.value).startswith("own.pdf: ")
    return error.value


def test_a_damaged_file_is_refused() -> None:
    assert refused(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n").code == "damaged-pdf"
    assert refused(pdf(plain())[:300]).code == "damaged-pdf"


def test_other_bytes_may_stand_before_it() -> None:
    assert fans(extract.read_bytes(b"\xef\xbb\xbf\n" + pdf(plain()), "own.bin")) == PLAIN_FANS


def test_one_damaged_page_does_not_take_the_others_along() -> None:
    data = pdf(plain(), Page().text(60, 80, "箭刻 2番")).replace(b"0 0 595.0 842.0", b"0 0 (broken)   ", 1)
    source = extract.read_bytes(data, "own.pdf")
    assert fans(source) == ["箭刻 2"]
    assert [(message.code, message.level) for message in source.messages] == [("page-not-read", "error")]


def test_a_bomb_is_refused_before_it_is_unpacked() -> None:
    packed = zlib.compress(b"BT /F1 12 Tf (a) Tj ET\n" * 2_000_000, 9)
    data = pdf(plain()).replace(
        b"trailer", b"9 0 obj<</Filter/FlateDecode>>stream\n" + packed + b"\nendstream endobj\ntrailer"
    )
    begun = time.perf_counter()
    assert refused(data).code == "too-large-unpacked"
    assert time.perf_counter() - begun < 3


def test_a_picture_may_be_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Scans have megabytes of pictures; these are never unpacked and do not count, nor does the limit for texts."""
    monkeypatch.setattr(readers, "LIMIT", 0)
    picture = zlib.compress(b"\0" * 40_000_000)
    more = b"9 0 obj<</Subtype/Image/Filter/FlateDecode>>stream\n" + picture + b"\nendstream endobj\ntrailer"
    assert fans(extract.read_bytes(pdf(plain()).replace(b"trailer", more), "own.pdf")) == PLAIN_FANS


def test_without_the_extra_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("extract.readers.pdf.find_spec", lambda name: None)
    error = refused(pdf(plain()))
    assert error.code == "pdf-extra-missing"
    assert "mjrules[pdf]" in str(error)


def test_mutated_files_raise_nothing_else() -> None:
    """Bytes changed, cut out, doubled: the file is read or refused, and soon."""
    dice = random.Random(6)
    whole = pdf(*over_two_pages(), two_columns(3))
    for _ in range(60):
        data = bytearray(whole)
        at = dice.randrange(len(data))
        match dice.randrange(4):
            case 0:
                for _ in range(dice.randint(1, 20)):
                    data[dice.randrange(len(data))] = dice.randrange(256)
            case 1:
                del data[at : at + dice.randint(1, 400)]
            case 2:
                data[at:at] = data[max(0, at - 60) : at] * 3
            case _:
                data = data[: at + 20]
        begun = time.perf_counter()
        with suppress(UnreadableDocument):
            document_from(bytes(data), "own.pdf")
        assert time.perf_counter() - begun < 5


def test_time_grows_with_the_pages() -> None:
    rows = [f"{name} {points}番 {FULL}" for name, points in (("七对", 24), ("清龙", 16), ("碰碰和", 6))] * 14
    page = Page().lines(40, 40, rows, size=8)
    begun = time.perf_counter()
    document = document_from(pdf(*[page] * 20), "own.pdf")
    assert len(document.blocks) > 500
    assert time.perf_counter() - begun < 15


# whole documents, by LibreOffice


@pytest.mark.office
@pytest.mark.parametrize("name", ["fan-points-docx.docx", "pinyin-page.html", "scraped-page.txt"])
def test_a_restatement_printed_to_pdf_states_the_same(name: str, tmp_path: Path) -> None:
    source = ROOT / "sources" / "documents" / name
    profile = f"-env:UserInstallation=file://{tmp_path}/profile"
    command = ["soffice", "--headless", profile, "--convert-to", "pdf", "--outdir", str(tmp_path), str(source)]
    subprocess.run(command, check=True, capture_output=True, timeout=180)
    printed = extract.read(tmp_path / f"{source.stem}.pdf")
    original = extract.read(source)
    assert stated(printed) == stated(original)
    assert not [message for message in printed.messages if message.level == "error"]


def stated(source: Source) -> list[tuple[object, ...]]:
    """What a document states, without places and spaces."""
    return [
        (
            entry.fan,
            re.sub(r"\s", "", entry.printed or ""),
            entry.points,
            entry.identified_by,
            [item.name for item in entry.excludes],
            [item.name for item in entry.may_count],
        )
        for entry in source.entries
    ]
