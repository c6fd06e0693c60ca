"""Documents that are long: one thing many times over, in every format, and a page as browsers save it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from itertools import cycle, islice, product
from typing import NamedTuple

import word_files
from mjrules import names

SHAPES = [
    "七对 24番 不计单钓将、",
    *(
        " ",
        "\n",
        "\t",
        "　",
        "1",
        "的",
        "(",
        "（",
        "[",
        "【",
        "“",
        "<",
        "&",
        "|",
        "-",
        "、",
        "。",
        ".",
        "如",
        "和",
        "と",
    ),
    *("碰碰和、", "碰碰和, ", "不计", "不计碰碰和、\n", "88番", "大四喜88", "七对(", "1、\n", "<b ", "&amp;", "nbsp "),
    *("a ", "if ", "not ", "points ", "碰碰和 not ", "Seven Pairs, ", "Points for All Pungs ", "碰碰和は", "花花龙龙"),
    *("<td>", "<div>", "<span class=a>七", "<ruby>", "<rt>a", "<!--", "<br>", "<img alt='大四喜'>", "编辑", "甲乙 "),
    *("{{", "}}", "[[", "{|\n|a\n", "<ref>", "-{", "|-\n| 七对 || 24番\n", "a|", "|a|\n", "~~", "**", "![", "# "),
    *(
        "大(da)",
        "不计单\n12、\n钓将\n",
        "七对\n24\n",
        "四副风刻的牌\n",
        "例：",
        "番种\t番数\n",
        "a,b\n",
        "除非",
        "清一色（",
    ),
    *("<td colspan=9 rowspan=9>七", "只计七对", "?", "と", "[](", "[//a ", "不计碰碰和,", "(不计"),
    *(
        "不计碰碰和-",
        "不计(碰碰和",
        "碰碰和不计,",
        "与碰碰和",
        "可与碰碰和",
        "碰碰和除外,",
        "互斥",
        "取消碰碰和",
        "若有碰碰和,",
    ),
    *(
        "不计1、碰碰和2、",
        "Excludes Foo Bar, ",
        "Full Flush (清一色",
        "All Green and White ",
        "2 Dragon Pungs ",
        "except ",
        "包含碰碰和,",
    ),
]
"""What a document may have many of, one behind the other; each was slow to read in some reader once, or might be."""


_BEFORE = [
    *(
        "",
        "大四喜",
        "大四喜 88",
        "大四喜 88番 由",
        "88番",
        "不计",
        "大四喜 不计碰碰和",
        "(",
        "大四喜(",
        "1",
        "1.",
        "第1",
    ),
    *("番种", "番数：", "七", "【", "名称", "编辑", "一色四步", "如", "共1", "•", "Seven", "not counted", "a("),
]
_RUN = [" ", "\t", "　", " \t", " \n", "&nbsp;", "\u200b ", "[1] ", "1", ".", "…", "-", "·", ": "]
STRETCHED = list(product(_BEFORE, _RUN, ("88番", "x")))
"""What stands before a long run, what the run is made of, what stands behind it. A pattern that may share out such a
run in several ways takes the square of its length, or the cube."""


def of_shape(shape: str, length: int) -> bytes:
    """A document of about so many characters that has one entry and then nothing but the shape."""
    return stretched("", shape, "", length)


def stretched(before: str, unit: str, behind: str, length: int) -> bytes:
    """A document with one entry and then a run of about so many characters, with something before and behind it."""
    return f"七对 24番 不计单钓将\n{before}{unit * (length // len(unit))}{behind}".encode()


class Built(NamedTuple):
    """A kind of document: the name of its file, how to make one with so many of a thing, and how many are enough."""

    name: str
    make: Callable[[int], bytes]
    enough: int


_CHINESE = [fan.name for fan in names.official()]
_ENGLISH = [next(iter(fan.spellings["en"])) for fan in names.official()]
_JAPANESE = [next(iter(fan.spellings.get("ja", {fan.name: ()}))) for fan in names.official()]


def _each(pattern: str, count: int, words: Sequence[str] = _CHINESE) -> Iterator[str]:
    """The pattern with one fan after the other; ``{n}`` counts."""
    return (pattern.format(fan=fan, n=n) for n, fan in enumerate(islice(cycle(words), count), 1))


def _text(pattern: str, count: int, words: Sequence[str] = _CHINESE, *, between: str = "", ends: str = "") -> Built:
    return Built("own.txt", lambda count: (between.join(_each(pattern, count, words)) + ends).encode(), count)


def _page(opened: str, inner: str, count: int) -> Built:
    return Built("own.html", lambda count: (opened * count + inner).encode(), count)


def _word(body: Callable[[int], str], count: int) -> Built:
    return Built("own.docx", lambda count: word_files.word_file(body(count)), count)


def _columns(count: int) -> bytes:
    return ("<table>" + 2 * ("<tr>" + "".join(_each("<td>{fan}<td>24番", count // 2))) + "</table>").encode()


def _separated(count: int) -> bytes:
    rows = _each("{fan},24,第{n}例由四副刻子,无字、缺一门\n", count)
    return ("番种,番数,说明,不计\n" + "".join(rows)).encode()


def _workbook(count: int) -> bytes:
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    sheet = book.create_sheet()
    for row in (["番种", "番数", "说明", "不计"], *([fan, 24, "由四副刻子", "无字"] for fan in _each("{fan}", count))):
        sheet.append(row)
    data = BytesIO()
    book.save(data)
    return data.getvalue()


BUILT = {
    "names without marks": _text("{fan}", 5000),
    "names in a list": _text("{fan}", 5000, between="、"),
    "names between spaces": _text("{fan}", 5000, between=" "),
    "one list": _text("{fan}", 5000, between="、", ends="不计"),
    "points": _text("24番", 5000),
    "entries in one line": _text("{fan} 24番", 3000, between=" "),
    "entries without marks": _text("{fan}24由四副刻子组成不计{fan}和", 1500),
    "conditions": _text("如有{fan}则不计{fan}，除非", 2000),
    "an open list": _text("不计{fan}", 3000),
    "wide gaps": _text("1" + " " * 48 + "88番 x", 1000),
    "brackets in brackets": _text("七对(24番", 3000, ends=")" * 3000),
    "English in one line": _text(
        "{fan} 24 points made of four pungs, does not count {fan},", 800, _ENGLISH, between=" "
    ),
    "English names": _text("{fan}", 3000, _ENGLISH, between=", "),
    "Japanese in one line": _text("{fan} 24点 刻子四組で作る。{fan}は複合しない", 800, _JAPANESE),
    "Japanese names": _text("{fan}", 3000, _JAPANESE, between="、"),
    "a page of open div": _page("<div>", "七对 24番", 20_000),
    "a page of open font": _page("<p><font color=red>七对 24番", "", 500),
    "a page of open tables": _page("<table><tr><td>七对<td>24番<td>", "", 10_000),
    "a page of open lists": _page("<ul><li>七对 24番", "", 500),
    "a page of raised numbers": _page("<sup>1", "七对", 500),
    "a page with rules for each": _page("<div class=a>", "<style>.b .a .a .a{display:none}</style>", 500),
    "a page of wide cells": _page("<tr><td colspan=400 rowspan=400>七对<td>24番", "", 500),
    "columns of a page": Built("own.html", _columns, 5000),
    "columns of Markdown": Built(
        "own.md", lambda count: f"|{'番种|番数|' * count}\n|{'--|--|' * count}\n|{'七对|24|' * count}".encode(), 2000
    ),
    "columns of wikitext": Built(
        "own.wiki", lambda count: f"{{|\n|-\n| {'七对 || 24番 || ' * count}\n|}}".encode(), 2000
    ),
    "columns with separators": Built(
        "own.csv", lambda count: f"{'番种,番数,' * count}\n{'七对,24,' * count}".encode(), 2000
    ),
    "rows with separators": Built("own.csv", _separated, 2000),
    "rows of a workbook": Built("own.xlsx", _workbook, 1000),
    "paragraphs": _word(lambda count: "".join(_each("<p>{fan} 24番 第{n}例，不计无字</p>", count)), 1000),
    "rows": _word(
        lambda count: f"<tbl>{''.join(_each('<tr><tc>{fan}</tc><tc>24番</tc><tc>第{n}例</tc></tr>', count))}</tbl>",
        1000,
    ),
    "columns": _word(lambda count: f"<tbl><tr>{''.join(_each('<tc>{fan}</tc><tc>24番</tc>', count))}</tr></tbl>", 1000),
    "names in one cell": _word(
        lambda count: "<tbl><tr><tc>{}</tc><tc>{}</tc></tr></tbl>".format(
            "".join(_each("<p>{fan}</p>", count)), "<p>24番</p>" * count
        ),
        1000,
    ),
    "lines of a paragraph": _word(lambda count: f"<p>{'<r><br/></r>'.join(_each('{fan} 24番', count))}</p>", 1000),
    "tabs": _word(lambda count: f"<p>七对{'<r><tab/></r>' * count}24番</p>", 2000),
    "blanks": _word(
        lambda count: f"<p>七对{' ' * count}24番</p><p>1{' ' * count}88番</p><p>x{'　' * count}续{'　' * count}x</p>",
        5000,
    ),
    "controls side by side": _word(lambda count: "<sdt><sdtContent><p>七对 24番</p></sdtContent></sdt>" * count, 1000),
    "controls in controls": _word(
        lambda count: f"{'<sdt><sdtContent>' * count}<p>七对 24番</p>{'</sdtContent></sdt>' * count}", 15
    ),
}


_ROW = (
    '<tr class="row even" style="height:15.75pt;mso-height-source:userset" data-row="{0}"><td class="xl65"'
    ' style="width:54pt;border:.5pt solid windowtext" nowrap width="72"><font face="宋体" size="2"'
    ' color="#000000">{1}</font></td>'
    '<td class="xl66" align="right" style="border-left:none;width:54pt"><span lang="EN-US">24番</span></td>'
    '<td class="xl67" style="border-left:none;width:260pt;white-space:normal"><p class="MsoNormal">由两副刻子组成，'
    '第{0}例。不计<a href="https://example.org/wiki/{1}" title="{1}">单钓将</a>、无字</p></td></tr>\n'
)


def saved_page(rows: int) -> tuple[bytes, int]:
    """A page as word processors save it, most of it markup, and how many entries it has."""
    fans = [fan.name for fan in names.official()]
    text = "".join(_ROW.format(number, fans[number % len(fans)]) for number in range(rows))
    return f"<html><meta charset=utf-8><table>{text}</table>{' ' * 25 * rows}</html>".encode(), rows
