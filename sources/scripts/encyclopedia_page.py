"""Writes ``documents/zhwiki-mirror-2023.html``, the saved page that stands in for the fourth source.

Run by hand after a change of the text below: ``python sources/scripts/encyclopedia_page.py``. The page ends, as its
source does, with itself once more as one flattened paragraph; that repeat is made here from the body. The text keeps
the source's names, points, lists and damage; its sentences and its hands are our own (sources/README.md).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

TARGET = Path(__file__).parents[1] / "documents" / "zhwiki-mirror-2023.html"

SITE = "维基百科"
TITLE = "国标麻将番种列表"
DATE = "九月 15, 2023"
INTRO = (
    "國標麻雀番種列表依照1998年7月体育总局审定的《中国麻将竞赛规则（试行）》（下称“98规则”）"
    "整理而成国标麻将番种列表。[參 1]计分上同现时规则有出入的争议列在后面。"
)
SUMMARY = (
    "國標麻雀番種列表依照1998年7月体育总局审定的, 中国麻将竞赛规则, 试行, 下称, 98规则, 整理而成, "
    "计分上同现时规则有出入的争议列在后面"
)
SUMMARY_ENDS_WITH = "全大"

# = a tier, == a fan, + a hand with its caption below, > a hand with its caption beside it, | a hand
# alone; anything else is a definition. {tiles} are images in the line. The last hand is where the page breaks off.
BODY = """\
= 88分
== 大四喜
4副风刻（杠）一副不缺的和牌。不计圈风刻、门风刻、碰碰和
+ EEE SSS WWW NNN 11m 另计混幺九。
+ EEE SSS WWW NNN CC 另计字一色。
== 大三元
和牌里中发白各成刻子，共3副。不计箭刻
+ CCC FFF PPP 123m 99p 另计全带幺。
+ CCC FFF PPP EEE SS 另计字一色。
== 绿一色
只用23468条及发字这几种牌{23468sF}的和牌。不计混一色。如无“发”字组成的和牌，可计清一色。
+ 222s 234s 666s FFF 88s 另计四归一、箭刻
+ 222s 333s 444s 666s 88s 另计清一色、一色三节高、碰碰和、斷么。
== 九莲宝灯
同一花色的序数牌排成1112345678999，再见该花色任何1张都能成和[註 1]。不计清一色、门前清、不求人
+ 111m 123m 456m 789m 99m 另计四归一、清龙。
+ 111m 22m 345m 678m 999m 另计双暗刻、连六。
== 四杠
杠共4个，不计碰碰和、单钓（另計四暗刻）
+ 7777m 8888p 9999s 9999m 88s 另计全大、三色三节高、双同刻、两副幺九刻
+ 1111m 1111p 1111s CCCC EE 另计混幺九、三同刻、五门齐、箭刻。
== 连七对
7个对子同属一种花色，序数一个接一个相连的和牌。不计清一色、七對、平和
| 11p 22p 33p 44p 55p 66p 77p
+ 22s 33s 44s 55s 66s 77s 88s 另计断幺。
== 十三幺
3种花色的一、九序数牌和7种字牌各有一张，其中某一种成对作将的和牌。不计五门齐、门前清、不求人、单钓
> 119m19p19sESWNCF 只听一张，点和自摸皆可&nbsp;
> 19m19p19sESWNCFP 听的牌有十三张，一九及字牌样样能和。
= 64分
== 清幺九
刻子和将都取一、九序数牌的和牌。不计碰碰和、混幺九、同刻、无字
+ 111m 111p 999m 999p 11s 不计二组双同刻。
+ 11m 11m 99m 11p 99p 11s 99s 另计七对，四归一。
== 小四喜
风牌成3副刻子，余下一种风作将牌。不计三风刻
+ EEE SSS WWW NN 888p 另计碰碰和。
== 小三元
箭牌成两副刻子，余下一种箭作将牌。不计箭刻
+ CCC FFF PP 111m 111p 另计混幺九、双同刻。
== 字一色
刻子（杠）、将全是字牌的和牌。不计碰碰和
+ EEE SSS CCC FFF WW 另计双箭刻。
== 四暗刻
暗刻（暗杠）共4个。不计门前清、碰碰和、不求人
== 一色双龙会
同一花色的老少副有两个，将牌是5。不计老少副、一般高、清一色、平和
| 123p 123p 55p 789p 789p
= 48分
== 一色四同顺
同一花色的4副顺子序数全部相同，不计一色三节高、一般高、四归一
+ 234s 234s 234s 234s 88s 另计绿一色、清一色、断幺、平和。
== 一色四节高
同一花色的4副刻子，后一副比前一副高一位数，不计一色三同顺、碰碰和
+ 111p 222p 333p 444p 22s 另计推不倒、小于五、幺九刻。
= 32分
== 一色四步高
同一花色的4副顺子，每副都比前一副高一位数，或者都高二位数
+ 123m 234m 345m 456m EE 另计混一色。
+ 123s 345s 567s 789s 22p 另计平和。
== 三杠
杠共3个
+ 1111m 2222p 3333s 234m 44p 另计小于五、三色三节高。
== 混幺九
刻子及将牌取自字牌和一、九序数牌的和牌。不计碰碰和、全带幺
+ 111m 111p 111s CCC EE 另计三同刻、箭刻、五门齐。
+ 11m 11m 99m 11p EE SS CC 另计七对、四归一、缺一门
= 24分
== 七对
手里共有7个对子的和牌。不计门前清、不求人、单钓
+ 11m 33m 44p 66p 77s EE CC 另计五门齐。
+ 22s 22s 44s 44s 66s 66s 88s 另计绿一色、清一色、全雙刻、推不倒。
== 七星不靠
东西南北中发白7个单张缺一不可，再加7张序数牌，3种花色分别落在147、258、369的数位上，没有将牌。不计全不靠
| 17m258p39sESWNCFP
== 全双刻
刻子、将牌全是序数牌2、4、6、8的和牌。不计碰碰和、断幺
+ 222s 444s 222p 888s 88p 另计推不倒、双同刻。
== 清一色
手里的序数牌同属一种花色的和牌。不计无字
+ 123m 123m 456m 789m 22m 另计清龙、一般高、四归一、平和。
== 一色三同顺
和牌里同一花色的3副顺子序数相同。不计一色三节高、一般高
+ 123m 123m 123m 123p 11p 另计全小、全帯幺、平和、缺一门、喜相逢。
== 一色三节高
和牌里同一花色的3副刻子，后一副比前一副高一位数。不计一色三同顺
+ 333m 444m 555m 567m EE 另计混一色、四归一。
== 全大
顺子、刻子（杠）、将牌都取自序数牌789的和牌。不计大于五
+ 789m 789m 789p 789s 99p 另计三色三同顺、全带幺、平和、一般高。
== 全中
只拿序数牌456来凑顺子、刻子（杠）、将牌的和牌。不计断幺
+ 444m 555p 666s 666m 55s 另计碰碰和、三色三节高、双同刻。
== 全小
只拿序数牌123来凑顺子、刻子（杠）、将牌的和牌。不计小于五
+ 123m 123m 123m 123m 11p 另计一色四同顺、全带幺、缺一門、平和。
= 16分
== 清龙
和牌里同一花色的序数牌从1~9连成一条
+ 123m 456m 789m 456p 22p 另计平和、缺一门、喜相逢。
== 三色双龙会
2种花色各有老少副，共2个，另一种花色的5作将。不计喜相逢、老少副、平和
| 123m 789m 55s 123p 789p
== 一色三步高
和牌里同一花色的3副顺子，每副都比前一副高一位，或者都高二位数字
+ 345m 456m 567m 345p 55p 另计全带五、平和、喜相逢。
== 全带五
不管哪副牌，连将牌在内，都要有序数牌5。不计断幺
+ 456m 456m 456p 456s 55m 另计全中、三色三同顺、四归一、平和、一般高。
== 三同刻
刻子（杠）共3个，序数相同
| 222m 2p
"""

CONTENTS = """\
88分 大四喜 大三元 绿一色 九莲宝灯 四杠 连七对 十三幺
64分 清幺九 小四喜 小三元 字一色 四暗刻 一色双龙会
48分 一色四同顺 一色四节高
32分 一色四步高 三杠 混幺九
24分 七对 七星不靠 全双刻 清一色 一色三同顺 一色三节高 全大 全中 全小
16分 清龙 三色双龙会 一色三步高 全带五 三同刻 三暗刻
12分 全不靠 组合龙 大于五 小于五 三风刻
8分 花龙 推不倒 三色三同顺 三色三节高 无番和 妙手回春 海底捞月 杠上开花 抢杠和 双暗杠
6分 碰碰和 混一色 三色三步高 五门齐 全求人 一明一暗杠 双箭刻
4分 全带幺 不求人 双明杠 和绝张
2分 箭刻 圈风刻 门风刻 门前清 平和 四归一 双同刻 双暗刻 暗杠 断幺
1分 一般高 喜相逢 连六 老少副 幺九刻 明杠 缺一门 无字 边张 坎张 单钓将 自摸 花牌
相关争议 一明杠一暗杠的计分 七对同别的番种复合 杠与刻复合的计分 必然门清的番种自摸的计分 组合龙的和牌型
注释
参考文献
"""

CLOSING = (
    "span, 百科，wiki，电子书，电子书，文库，",
    "条目",
    "，在线看，下载，不收费，mp3，mp4，jpg，png，图，曲子，影片，小游戏。",
)

STYLE = (
    "body{font-family:sans-serif;max-width:60em;margin:1em auto;padding:0 1em}h2{border-bottom:1px solid #a2a9b1}"
    ".mw-editsection{font-size:small;font-weight:normal;margin-left:.5em}dd img{width:24px;height:32px}"
    "img{vertical-align:middle;width:18px;height:24px;border:1px solid #999}"
)
TILE = (
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 32'%3E"
    "%3Ctext x='2' y='22' font-size='15' fill='{colour}'%3E{face}%3C/text%3E%3C/svg%3E"
)
EDIT = '<span class="mw-editsection">[<a href="#">编辑</a>]</span>'
COLOURS = {"m": "%23a00", "p": "%2300a", "s": "%23070"}


def build() -> str:
    """The page."""
    head = f'<meta charset="UTF-8">\n<title>{TITLE} - {SITE}</title>\n<style>{STYLE}</style>'
    top = (
        "<div>fbpx</div>",
        f"<div>{SITE}</div>",
        f'<h1 id="firstHeading">{TITLE}</h1>',
        f"<p>{DATE}</p>",
        '<div class="mw-parser-output">',
        f"<p>{references(INTRO)}</p>",
    )
    repeat = f"{flat_page()} {CLOSING[0]}"
    bottom = ("</div>", *(f"<p>{text}</p>" for text in (DATE, repeat, *CLOSING[1:])))
    lines = (*top, *(block for line in BODY.splitlines() for block in blocks(line)), *bottom)
    body = "\n".join(lines)
    return f'<!DOCTYPE html>\n<html lang="zh">\n<head>\n{head}\n</head>\n<body>\n{body}\n</body>\n</html>\n'


def blocks(line: str) -> Iterator[str]:
    """One line of the body as HTML."""
    mark, _, rest = line.partition(" ")
    match mark:
        case "=" | "==":
            level = len(mark) + 1
            yield f'<h{level}><span class="mw-headline">{rest}</span>{EDIT}</h{level}>'
        case "|":
            yield f"<dl><dd>{images(rest)}</dd></dl>"
        case "+":
            hand, _, caption = rest.rpartition(" ")
            yield f"<dl><dd>{images(hand)}<br>"
            yield f"{caption}</dd></dl>"
        case ">":
            hand, _, caption = rest.partition(" ")
            yield f"<dl><dd>{images(hand)}{caption}</dd></dl>"
        case _:
            yield f"<p>{references(re.sub('{(.+?)}', lambda tiles: images(tiles[1]), line))}</p>"


def references(text: str) -> str:
    return re.sub(r"\[(註|參) (\d)\]", r'<sup class="reference"><a href="#">[\1 \2]</a></sup>', text)


def images(hand: str) -> str:
    """A hand as images, each followed by a space that does not break, as the source's pages have them."""
    return " ".join("".join(f"{image(tile)}&nbsp;" for tile in tiles(group)) for group in hand.split())


def tiles(group: str) -> Iterator[str]:
    """The tiles of ``19m``, ``EEE`` or ``19mESW``."""
    for ranks, suit, honour in re.findall(r"([1-9]+)([mps])|([ESWNCFP])", group):
        yield from [honour] if honour else [rank + suit for rank in ranks]


def image(tile: str) -> str:
    source = TILE.format(colour=COLOURS.get(tile[-1], "%23000"), face=tile)
    return f'<img alt="{tile}" src="{source}">'


def flat_page() -> str:
    """The page as the mirror repeats it: a summary, the contents list and the body, all in one paragraph."""
    names = re.findall(r"^==? (\S+)$", BODY, re.MULTILINE)
    named = names[: names.index(SUMMARY_ENDS_WITH) + 1]
    return f"{TITLE}, {SUMMARY}, 目录, {', '.join(named)}, . {flat(INTRO)} 目录 {flat_contents()}{flat_body()}"


def flat_contents() -> str:
    """``1 88分 1 1 大四喜 1 2 大三元 …``"""
    numbered = []
    for section, line in enumerate(CONTENTS.splitlines(), start=1):
        heading, *entries = line.split()
        numbered += [f"{section} {heading}", *(f"{section} {n} {name}" for n, name in enumerate(entries, start=1))]
    return " ".join(numbered)


def flat_body() -> str:
    """The body with its tags gone; where a line ended inside a list, the next heading is glued to it."""
    html = "\n".join(block for line in BODY.splitlines() for block in blocks(line))
    html = html.replace("</dl>\n<h2>", "</dl><h2>").replace("</h2>\n", "</h2>").replace(EDIT, " 编辑")
    return flat(re.sub("<[^>]+>", "", html.replace("<br>", " ").replace("&nbsp;", " nbsp ")))


def flat(text: str) -> str:
    """Punctuation becomes a space, several spaces one."""
    return re.sub(r"[\s，。、（）《》“”~\[\]]+", " ", text).strip()


if __name__ == "__main__":
    TARGET.write_text(build(), "utf-8")
    print(f"{TARGET}: {TARGET.stat().st_size} bytes", file=sys.stderr)
