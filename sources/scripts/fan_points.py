"""Writes ``documents/fan-points-docx.docx``, the Word file that stands in for the first source.

Run by hand after a change of the text below: ``python sources/scripts/fan_points.py``. The same text always gives the
same parts. The text keeps the source's names, points, lists and damage; its sentences are our own (sources/README.md).
"""

from __future__ import annotations

import sys
import zipfile
from datetime import UTC, datetime
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import Any

from docx import Document
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Cm, Pt, RGBColor

TARGET = Path(__file__).parents[1] / "documents" / "fan-points-docx.docx"
FONT = "宋体"
WIDTHS = (Cm(2.8), Cm(1.6), Cm(11.2))
HEADER = "名称|番数|说明及实例"
HOUSE_RULES = "明星三缺一特色规则"
LONG_AGO = (2012, 5, 8, 9, 0, 0)

# A line with bars is a table row, any other line a paragraph; rows that follow each other are one table. A table that a
# page mark (2、 3、 …) cuts stops in the middle of its text; the rest stands after the mark, then a new table follows.
TEXT = """\
麻将番数计算全部番型.docx

麻将番数计算全部番型.docx

1、麻将番数计算全部番型
（国标版番种）
名称|番数|说明及实例
大四喜|88|4副风刻(杠)一副不缺的胡牌。不计圈风刻、门风刻、三风刻、对对胡、小四喜、幺九刻、缺门
大三元|88|胡牌里中发白各成刻子，共3副。不计箭刻、双箭刻、小三元、缺门
绿一色|88|顺子、刻字、将只用23468条及发字的胡牌。不计混一色。如无“发”字组成的胡牌，可计清一色
九莲宝灯|88|同一花色的序数牌子排成1112345678999，再见该花色任何1张都能成胡。不计清一色、门前清、幺九刻、缺门、无字
四杠|88|杠共4个不计三杠、对对胡、双杠、双暗杠、暗杠、明杠、单钓将、双明杠
七连对|88|7个对子同属一

2、种花色，序数一个接一个相连的胡牌。不计清一色、门清自模、单钓将、七对、门前清、缺门、无字
十三幺|88|3种花色的一、九序数牌和7种字牌各有一张，其中某一种成对作将的胡牌。不计五门齐、门清自模、单钓将、浑带幺、门前清、缺五

名称|番数|说明及实例
清幺九|64|刻子和将都取一、九序数牌的胡牌。不计对对胡、双同刻、三色同刻 无字、混幺九、浑带幺、幺九刻
小四喜|64|风牌成3副刻子，余下一种风作将牌。不计三风刻、幺九刻、缺门。
小三元|64|箭牌成两副刻子，余下一种箭作将牌。不计箭刻、双箭刻、缺门
字一色|64|刻子(杠)、将全是字牌的胡牌。不计对对胡、混幺九、浑带幺、缺门
四暗刻|64|暗刻(暗杠)共4个。不计门前清

3、、对对胡、门清自模、双暗刻
一色双龙会|64|同一花色的老少有两个，将牌是5。不计平胡、七对、清一色、般高、老少、缺门、无字

名称|番数|说明及实例
一色四同顺|48|同一花色的4副顺子序数全部相同，不计一色三节高、一色三同顺、般高、四归一、缺门
一色四节高|48|同一花色的4副刻子，后一副比前一副高一位数不计一色三同顺、对对胡、一色三节高、缺门

名称|番数|说明及实例
一色四步高|32|同一花色的4副顺子，每副都比前一副高一位数，或者都高二位数，不计一色三步高、缺门
三杠|32|杠共3个,不计双暗杠、双明、暗杠、明杠
混幺九|32|刻子和将牌取自字牌和一、九序数牌的胡牌。不计对对胡、浑带幺、幺九刻

名称|番数|说明及实例
七对|24|

4、手里共有7个对子的胡牌。不计门清自模、单钓将、门前清
七星不靠|24|东西南北中发白7个单张缺一不可，再加7张序数牌，3种花色分别落在147、258、369的数位上，没有将牌。不计五门齐、门清自模、单钓将、全不靠、门前清
全双刻|24|刻子、将牌全是序数牌2、4、6、8的胡牌。不计对对胡、断幺九、无字
清一色|24|手里的序数牌同属一种花色的胡牌。不计无字、缺门
一色三同顺|24|胡牌里同一花色的3副顺子序数相同。不计一色三节高
一色三节高|24|胡牌里同一花色的3副刻字，后一副比前一副高一位数。不计一色三同顺
全大|24|顺子、刻子(杠)、将牌都取自序数牌789的胡牌。不计无字、
全中|24|只拿序数牌456

5、来凑顺子、刻子(杠)、将牌的胡牌。不计断幺、无字
全小|24|只拿序数牌123来凑顺子、刻子(杠)将牌的的胡牌。不计无字、

名称|番数|说明及实例
青龙|16|胡牌里同一花色的序数牌从1-9连成一条，不计连六
三色双龙会|16|2种花色各有老少，共2个，第三种花色的5作将。不计喜相逢、老少、无字、平胡、般高
一色三步高|16|胡牌里同一花色的3副顺子，每副都比前一副高一位，或者都高二位数字
全带五|16|不管哪副牌，连将牌在内，都要有序数牌5。不计断幺九、无字
三色同刻|16|刻子(杠)共3个，序数相同，不计双同刻
三暗刻|16|暗刻共3个，不计双暗刻

名称|番数|说明及实例
全不靠|12|3种花色按147、258、369取单张序数牌，数位不可错

6、位，连同东南西北中发白，任何凑足14张的胡牌。不计五门齐、门清自模、单钓将、门前清
组合龙|12|3种花色按147、258、369各占一组，不可错位的序数牌
大于五|12|顺子、刻子、将牌都用序数牌6-9的胡牌。不计无字
小于五|12|顺子、刻子、将牌都用序数牌1-4的胡牌。不计无字
三风刻|12|风刻共3个，不计幺九刻、缺门

名称|番数|说明及实例
花龙|8|3副顺子分属3种花色，接起来正好是1-9的序数牌
推不倒|8|所用的牌上下颠倒后图形照旧，可用的有1234589饼、245689条、白板。不计缺门
三色三同顺|8|胡牌里3种花色各有一副顺子，3副序数相同，不计喜相逢序数牌
三色三节高|8|胡牌里3种花色共3

7、副刻子，后一副比前一副高一位数序数牌
无番胡|8|胡了牌，却没有任何番种番可数(花牌不计算在内)
妙手回春|8|牌墙上剩的最后一张牌靠自摸来胡。不计自摸
海底捞月|8|别人打出的最后一张牌让自己胡
杠上开花|8|开杠后抓进来的牌正好成胡(补花不在此列)不计自摸
抢杠胡|8|别人自抓一张来开明杠，胡的就是这张。不计胡绝张

名称|番数|说明及实例
对对胡|6|4副刻子(或杠)配上将牌的胡牌
混一色|6|一种花色的序数牌与字牌合成的胡牌
三色三步高|6|3种花色的顺子共3副，每副比前一副高一位序数序数牌
五门齐|6|胡牌里3种序数牌和风、箭牌样样都有
全求人|6|吃牌、碰牌凑齐各副，最后单钓别人打出的牌来胡。不计单钓将（全部为吃碰杠所得）
双暗杠|6|暗杠共2个
双箭刻|6|箭刻(或杠)共2副
名||

8、称 番数 说明及实例
浑带幺|4|胡牌里每副牌、将牌都少不了幺牌
门清自摸|4|吃牌、碰牌(明杠也算)一概没有，4副牌及将凑齐时是自摸胡牌，不计自摸
双明杠|4|明杠共2个
胡绝张|4|同一种牌在桌面和玩家处已见3张，胡的是剩下的第4张(抢杠胡不计胡绝张)

名称|番数|说明及实例
箭刻|2|中、发、白之一的3张相同的牌成刻子不计幺九刻
圈风刻|2|风刻正是圈风那一种 不计幺九刻
门风刻|2|正是本门风那一种的风 不计幺九刻
门前清|2|吃、碰、明杠都没有，胡的是别人打出的牌
平胡|2|4副都是顺子，将用序数牌的胡牌，边、坎、钓都不影响平胡
四归一|2|胡牌里同一家的顺、刻子、对、将牌用上了4张相同的牌(开成杠的不算)
双同刻|2|刻子2副，序数相同
双暗刻||

9、2 暗刻共2个
暗杠|2|4张相同的牌都是自抓，然后开杠
断幺九|2|胡牌里一、九及字牌都没有。

名称|番数|说明及实例
般高|1|同一花色有2副相同的顺子。这两副同花色的顺子为不可吃
喜相逢|1|2副顺子分属2种花色，序数相同
连六|1|同一花色的序数牌6张连在一起
老少|1|同一花色的顺子123、789各一副111 999的刻字
幺九刻|1|一、九序数牌或字牌3张相同成刻子(或杠)，字牌若已计算圈风刻、门风刻、箭刻则不再计算幺九刻
明杠|1|手里有暗刻，碰别人打出的同样一张来开杠：或把自己抓进的一张加在碰出的明刻上开杠
缺门|1|胡牌里序数牌少一种花色
无字|1|胡牌里风、箭牌都没有
边张|1|123单胡3

10、以及789单胡7，或1233胡3、77879胡7都为张。手中有12345胡3，56789胡6不算边张(不可吃牌)
坎张|1|胡的是夹在2张牌当中的那张。4556胡5也为坎张，手中有45567胡6不算坎张(不可吃牌)
单钓将|1|靠一张单牌钓成将而胡
自摸|1|自己抓进的牌让自己胡
花牌|1|春夏秋冬，梅兰竹菊便是，一朵花一番。不计在起胡番内，先胡了牌再计番。花牌补花时胡了计自摸番，不计杠上开花

明星三缺一特色规则
独听|1|所听的牌只有一张
将|1|二、五或八的一对作将
缺五|1|从头到尾不见五这个数字
卡五|1|四和六各有一张，听中间的五 (不可吃牌)
立直|1|在门清之下听牌

名称|番数|说明及实例
四归二|4|花色相同的四张同数牌分在两个顺子以及一

11、个将里

名称|番数|说明及实例
双龙抱|12|般高有两副，将牌随便哪一对。不可吃
半求|12|其余的牌全靠吃或碰得来，只有最后独听的将非自摸不能胡
全带|12|顺子、刻子及将处处都带同一个数字

名称|番数|说明及实例
地听|16|起牌后海底未过八张，四家都没有碰牌吃牌，这时听牌就叫地听。 地听不与听牌重复计台

名称|番数|说明及实例
全将碰|24|刻子全是二、五、八，整副牌由此而成的
一条龙|24|同一花色的牌从一至九拿齐，而且这九张都不是吃牌所得

名称|番数|说明及实例
天听|32|庄家取完牌，头一张打出去便已听牌，叫做天听。 天听不与听牌重复计台。
梅兰竹菊|32|梅兰竹菊四张花牌凑满
春夏秋冬|32|春夏秋冬四张花牌凑满

名称|番数|说明及实例
地胡|48|不是庄家的人在第一圈里胡的任何牌

名称|番数|说明及实例
八仙过海|64|全部八张花牌到了同一家手里，马上可以喊胡，叫做八仙过海，另外三家各赔64番
天胡|64|庄家独有的特权， 配牌以后还没有打出第一张 ，庄家手内就已经成了胡牌，叫做天胡

* 88番以上牌型
1、四方大发 168番 东东东 西西西 南南南 北北北 发发 其实就是大四喜加上一对青发
2、天和 168番 庄家一起牌就和，胡牌型随意。
3、地和 158番 庄家出了第一张，下家自摸便是地和，牌型随意。
4、人和 108番 还在第一圈内就胡牌，牌型随意。
"""


def build() -> bytes:
    """The Word file as bytes."""
    document = Document()
    set_up(document)
    for is_table, lines in groupby(TEXT.splitlines(), key=lambda line: "|" in line):
        if is_table:
            add_table(document, [line.split("|") for line in lines])
        else:
            for line in lines:
                add_paragraph(document, line)
    packed = BytesIO()
    document.save(packed)
    return repack(packed.getvalue())


def set_up(document: Any) -> None:
    """Page, font and the properties that would otherwise name a program and the present day."""
    section = document.sections[0]
    section.page_width, section.page_height = Cm(21), Cm(29.7)
    section.left_margin = section.right_margin = Cm(2.7)
    for name in ("Normal", "Heading 2"):
        style = document.styles[name]
        style.font.name, style.font.size, style.font.color.rgb = FONT, Pt(10.5), RGBColor(0, 0, 0)
        style.element.rPr.rFonts.set(qn("w:eastAsia"), FONT)
        style.paragraph_format.space_after = Pt(0)
    properties = document.core_properties
    properties.author = properties.last_modified_by = properties.comments = properties.keywords = ""
    properties.title = "麻将番数计算全部番型"
    properties.created = properties.modified = datetime(*LONG_AGO, tzinfo=UTC)


def add_paragraph(document: Any, line: str) -> None:
    document.add_paragraph(typed(line), style="Heading 2" if line == HOUSE_RULES else None)


def add_table(document: Any, rows: list[list[str]]) -> None:
    table = document.add_table(rows=0, cols=len(WIDTHS))
    table.style = "Table Grid"
    table.autofit = False
    for column, width in zip(table.columns, WIDTHS, strict=True):
        column.width = width
    for texts in rows:
        header = "|".join(texts) == HEADER
        row = table.add_row()
        for cell, text, width in zip(row.cells, texts, WIDTHS, strict=True):
            cell.width = width
            cell.paragraphs[0].add_run(typed(text)).bold = header
            if header:
                shade(cell)


def typed(text: str) -> str:
    """A space behind the text, as people leave it: the texts of two cells never run into one word."""
    return f"{text} " if text else ""


def shade(cell: Any) -> None:
    shading = OxmlElement("w:shd")
    for attribute, value in (("val", "clear"), ("color", "auto"), ("fill", "D9E2F3")):
        shading.set(qn(f"w:{attribute}"), value)
    cell._tc.get_or_add_tcPr().append(shading)


def repack(packed: bytes) -> bytes:
    """The same parts under one date, so that a second run writes the same file."""
    target = BytesIO()
    with zipfile.ZipFile(BytesIO(packed)) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(zipfile.ZipInfo(name, LONG_AGO), old.read(name), zipfile.ZIP_DEFLATED)
    return target.getvalue()


if __name__ == "__main__":
    TARGET.write_bytes(build())
    print(f"{TARGET}: {TARGET.stat().st_size} bytes", file=sys.stderr)
