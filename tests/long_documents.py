"""Documents that are long: one thing many times over, and a page as browsers save it."""

from __future__ import annotations

from mjrules import names

SHAPES = [
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
]
"""What a document may have many of, one behind the other; each was slow to read in some reader once, or might be."""


def of_shape(shape: str, length: int) -> bytes:
    """A document of about so many characters that has one entry and then nothing but the shape."""
    return f"七对 24番 不计单钓将\n{shape * (length // len(shape))}".encode()


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
