"""Rule texts in thousands of layouts: every way to number, to name, to price, to label, to list and to break lines, put
together at random, in four languages and seven kinds of files.

A reader of them has one duty: to read all, or to say what it could not. It never reads a value that is not there.
"""

from __future__ import annotations

import html
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from io import BytesIO
from itertools import groupby
from typing import Literal, NamedTuple

import extract
from mjrules import names
from mjrules.claims import Source


class Fan(NamedTuple):
    id: str
    points: int
    excludes: tuple[str, ...]
    definitions: dict[str, str]


def _fan(id: str, points: int, excludes: str, zh: str, en: str, ja: str) -> Fan:
    return Fan(id, points, tuple(excludes.split()), {"zh": zh, "en": en, "ja": ja})


FANS = (
    _fan(
        "big_four_winds",
        88,
        "prevalent_wind seat_wind big_three_winds all_pungs",
        "四副风牌的刻子或杠组成的和牌",
        "Pungs or kongs of all four winds",
        "風牌4種の刻子か槓子",
    ),
    _fan(
        "nine_gates",
        88,
        "full_flush",
        "同一花色的1112345678999加任意一张该花色的牌",
        "1112345678999 of one suit with any tile of it, concealed",
        "同じ色の1112345678999にどれか1枚",
    ),
    _fan(
        "seven_shifted_pairs",
        88,
        "full_flush fully_concealed_hand single_wait",
        "同一花色序数相连的七个对子",
        "seven pairs of one suit, each one higher than the last",
        "同じ色で続いた七つの対子",
    ),
    _fan(
        "little_three_dragons",
        64,
        "dragon_pung",
        "两副箭牌的刻子，另一种箭牌作将",
        "two pungs of dragons and a pair of the third",
        "三元牌2種の刻子と残りの対子",
    ),
    _fan(
        "four_pure_shifted_pungs",
        48,
        "pure_triple_chow all_pungs",
        "同一花色四副依次高一位的刻子",
        "four pungs of one suit, each one higher than the last",
        "同じ色で一つずつ高い四つの刻子",
    ),
    _fan("three_kongs", 32, "", "和牌中有三个杠", "any three kongs in the hand", "三つの槓子がある和了"),
    _fan(
        "seven_pairs",
        24,
        "fully_concealed_hand single_wait",
        "七个对子组成的和牌",
        "a hand of seven pairs",
        "七つの対子でできた和了",
    ),
    _fan(
        "pure_straight",
        16,
        "",
        "同一花色123、456、789三副顺子",
        "123, 456 and 789 of one suit",
        "同じ色の123、456、789",
    ),
    _fan(
        "three_suited_terminal_chows",
        16,
        "two_terminal_chows mixed_double_chow no_honors all_chows",
        "两种花色各有123和789，第三种花色55作将",
        "123 and 789 in two suits and a pair of fives in the third",
        "二色の123と789、残りの色の5の対子",
    ),
    _fan(
        "lesser_honors_and_knitted_tiles",
        12,
        "all_types fully_concealed_hand single_wait",
        "每张牌互不相靠，由序数牌和字牌的单张组成",
        "single tiles only, knitted suits with single honours",
        "組み合わない数牌と字牌を1枚ずつ",
    ),
    _fan(
        "reversible_tiles",
        8,
        "one_voided_suit",
        "只用上下颠倒看不出差别的牌",
        "only tiles that look the same upside down",
        "上下さかさまでも同じに見える牌だけ",
    ),
    _fan(
        "last_tile_draw",
        8,
        "self_drawn",
        "摸牌墙最后一张牌时和牌",
        "winning on the last tile of the wall",
        "最後のツモ牌での和了",
    ),
    _fan("all_pungs", 6, "", "四副刻子或杠加一对将", "four pungs or kongs and a pair", "四つの刻子か槓子と雀頭"),
    _fan(
        "fully_concealed_hand",
        4,
        "self_drawn",
        "四副牌都没有吃碰明杠，摸到所和的牌",
        "nothing melded, won by drawing the tile",
        "鳴かずに自分で引いた和了",
    ),
    _fan(
        "double_pung", 2, "", "两副序数相同的刻子", "two pungs of the same number in two suits", "同じ数字の刻子が二つ"
    ),
    _fan("all_simples", 2, "no_honors", "没有一、九和字牌", "no terminals and no honour tiles", "一、九と字牌がない"),
    _fan(
        "pure_double_chow",
        1,
        "",
        "同一花色两副相同的顺子",
        "two identical chows in one suit",
        "同じ色の同じ順子が二つ",
    ),
    _fan("self_drawn", 1, "", "自己摸到所和的牌", "drawing the winning tile oneself", "自分で和了牌を引く"),
)
_CHINESE_POINTS = ["八十八", "六十四", "四十八", "三十二", "二十四", "十六", "十二", "八", "六", "四", "二", "一"]
CHINESE = dict(zip((88, 64, 48, 32, 24, 16, 12, 8, 6, 4, 2, 1), _CHINESE_POINTS, strict=True))


class Words(NamedTuple):
    """How one language says each part: ``{i}`` a number, ``{c}`` a Chinese one, ``{n}`` the name, ``{p}`` the points,
    ``{C}`` in Chinese, ``{l}`` the list, ``{m}`` how many fans a tier has, ``{k}`` which tier it is."""

    numbers: Sequence[str]
    names: Sequence[str]
    prices: Sequence[str]
    tiers: Sequence[str]
    labels: Sequence[str]
    lists: Sequence[str]
    separators: Sequence[str]
    nones: Sequence[str]
    joints: Sequence[str]
    stops: Sequence[str]


WORDS = {
    "zh": Words(
        numbers=("", "", "{i}. ", "{i}、", "({i}) ", "{i} ", "第{i}番 ", "{c}、", "{i}．", "No.{i} "),
        names=(
            "{n}",
            "{n}",
            "{n}",
            "【{n}】",
            "「{n}」",
            "**{n}**",
            "《{n}》",
            "[{n}]",
            "番种：{n}",
            "名称：{n}",
            "{n}：",
            "◆{n}",
        ),
        prices=(
            *("{p}番", "({p}番)", "（{p}分）", "{p}分", "{p}", "{p} 番", "：{p}番", "计{p}番", "[{p}番]", "番数：{p}"),
            *("分值：{p}分", "{C}番", "【{p}番】", "——{p}番"),
        ),
        tiers=(
            *(
                "{p}番",
                "【{p}番】",
                "{k}、{p}番",
                "{p}番（{m}种）",
                "{p}番：",
                "第{k}类 {p}番",
                "{C}番",
                "{k}、{p}番（共{m}种）",
            ),
            *(
                "◎{p}番◎",
                "## {p}番",
                "{p}分番种",
                "{p}番牌型 {m}个",
                "—— {p}番 ——",
                "分值：{p}",
                "第{k}章　{p}番",
                "每种{p}番",
            ),
        ),
        labels=("", "", "", "定义：", "说明：", "【说明】", "释义：", "解释："),
        lists=(
            *(
                "不计{l}",
                "不计：{l}",
                "（不计{l}）",
                "不另计{l}",
                "【不计】{l}",
                "不计番种：{l}",
                "不计{l}。",
                "不再计{l}。",
                "※不计{l}",
            ),
            *("不重复计{l}", "不计「{l}」"),
        ),
        separators=("、", "、", "、", "，", ",", "/", " ", "；", "·", "和"),
        nones=("", "", "", "不计：无", "不计：—"),
        joints=(" ", "  ", "\t", "，", "。", " - ", "　", " | ", "；"),
        stops=("", "。"),
    ),
    "en": Words(
        numbers=("", "", "{i}. ", "({i}) ", "#{i} ", "No. {i} ", "{i}) "),
        names=("{n}", "{n}", "{n}", "**{n}**", '"{n}"', "[{n}]", "{n}:", "Name: {n}"),
        prices=(
            *(
                "{p} points",
                "({p} points)",
                "{p} pts",
                "({p})",
                "[{p} pts]",
                "– {p}",
                ": {p}",
                "Points: {p}",
                "{p} fan",
            ),
            *("- {p} points", "= {p}"),
        ),
        tiers=(
            *("{p} points", "{p} Points ({m} fans)", "{p}-point fans", "Part {k}: {p} points", "== {p} points =="),
            *("Points: {p}", "{p} Fan", "Fans worth {p} points"),
        ),
        labels=("", "", "", "Definition: ", "Description: "),
        lists=(
            *("Does not count {l}.", "Excludes: {l}", "Excludes {l}.", "Not combined with {l}.", "Implies {l}."),
            *(
                "Not counted: {l}",
                "Cannot be combined with {l}.",
                "Do not count {l}.",
                "(excludes {l})",
                "Doesn't count {l}",
            ),
        ),
        separators=(", ", ", ", "; ", " / ", " and "),
        nones=("", "", "", "Excludes: none", "Excludes: -"),
        joints=(" ", "  ", "\t", ". ", " - ", ": ", " | ", "; "),
        stops=("", "."),
    ),
    "ja": Words(
        numbers=("", "", "{i}. ", "{i}、", "({i}) ", "{i} ", "No.{i} "),
        names=("{n}", "{n}", "{n}", "【{n}】", "「{n}」", "[{n}]", "役名：{n}", "■{n}", "{n}："),
        prices=("{p}点", "({p}点)", "（{p}点）", "：{p}点", "【{p}点】", "点数：{p}", "{p} 点", "…{p}点"),
        tiers=("{p}点", "【{p}点】", "{p}点役", "■{p}点", "{p}点（{m}種）", "== {p}点 ==", "{p}点の役"),
        labels=("", "", "", "説明：", "定義：", "条件："),
        lists=(
            *(
                "複合しない役：{l}",
                "{l}は複合しない。",
                "{l}とは複合しない。",
                "除外：{l}",
                "{l}は加算しない。",
                "（{l}は複合しない）",
            ),
            *("不計：{l}", "{l}は数えない。"),
        ),
        separators=("、", "、", "・", "，", " ", "と"),
        nones=("", "", "", "複合しない役：なし"),
        joints=(" ", "　", "\t", "。", " - ", " | "),
        stops=("", "。"),
    ),
}

FILES = ("txt", "txt", "md", "p", "br", "li", "dl", "docx")
PLACES = ("beside", "beside", "beside", "tier", "tier", "below", "before", "last")
LINES = ("one", "one", "two", "three", "each")


class Layout(NamedTuple):
    """One choice for each part; ``place``: where the points stand; ``lines``: how an entry is broken into lines."""

    language: str
    traditional: bool
    number: str
    name: str
    price: str
    place: str
    tier: str
    label: str
    list: str
    separator: str
    none: str
    lines: str
    joint: str
    gap: str
    stop: str
    file: str
    shuffled: bool


def layouts(seed: int, count: int) -> Iterator[Layout]:
    """So many layouts, the same for a seed."""
    choose = random.Random(seed)
    for _ in range(count):
        language = choose.choice(("zh", "zh", "zh", "en", "ja"))
        words = WORDS[language]
        yield Layout(
            language,
            language == "zh" and choose.random() < 0.2,
            choose.choice(words.numbers),
            choose.choice(words.names),
            choose.choice(words.prices),
            place := choose.choice(PLACES),
            choose.choice(words.tiers),
            choose.choice(words.labels),
            choose.choice(words.lists),
            choose.choice(words.separators),
            choose.choice(words.nones),
            choose.choice(LINES),
            choose.choice(words.joints),
            choose.choice(("\n", "\n", "\n\n")),
            choose.choice(words.stops),
            choose.choice(FILES),
            place != "tier" and choose.random() < 0.3,
        )


def document(layout: Layout) -> tuple[bytes, str]:
    """The rule text in this layout as a file, and the name of the file."""
    fans = random.Random(1).sample(FANS, len(FANS)) if layout.shuffled else list(FANS)
    entries: list[list[str]] = []
    count = 0
    for which, (points, own) in enumerate(groupby(fans, key=lambda fan: fan.points), 1):
        tier = list(own)
        if layout.place == "tier":
            filled = layout.tier.format(p=points, C=CHINESE[points], k=which, m=len(tier))
            entries.append(
                [filled if layout.language != "zh" else filled.replace(f"第{which}", f"第{_chinese(which)}")]
            )
        for fan in tier:
            count += 1
            entries.append(_entry(layout, count, fan))
    if layout.traditional:
        entries = [[_traditional(line) for line in lines] for lines in entries]
    return _file(layout, entries)


def _entry(layout: Layout, at: int, fan: Fan) -> list[str]:
    name = layout.number.format(i=at, c=_chinese(at)) + layout.name.format(n=_name(fan.id, layout.language))
    price = layout.price.format(p=fan.points, C=CHINESE[fan.points])
    definition = layout.label + fan.definitions[layout.language] + layout.stop
    listed = layout.separator.join(_name(id, layout.language) for id in fan.excludes)
    excludes = layout.list.format(l=listed) if listed else layout.none
    beside = name + ("" if price[0] in "(（[【：:—…" else " ") + price
    before = (
        layout.number.format(i=at, c=_chinese(at)) + price + " " + layout.name.format(n=_name(fan.id, layout.language))
    )
    parts = {
        "beside": [beside, definition, excludes],
        "before": [before, definition, excludes],
        "below": [name, price, definition, excludes],
        "last": [name, definition, excludes, price],
        "tier": [name, definition, excludes],
    }[layout.place]
    parts = [part for part in parts if part]
    match layout.lines:
        case "one":
            return [_joined(parts, layout.joint)]
        case "two":
            return [parts[0], _joined(parts[1:], layout.joint)]
        case "three" if len(parts) > 2:
            return [_joined(parts[:-1], layout.joint), parts[-1]]
        case _:
            return parts


def _joined(parts: Sequence[str], joint: str) -> str:
    """The parts in one line; no second stop behind one that a part ends with."""
    line = parts[0]
    for part in parts[1:]:
        stopped = line.endswith(("。", "：", ".", ":"))
        line += (" " if stopped and not joint.isspace() else joint) + part
    return line


def _chinese(number: int) -> str:
    tens, ones = divmod(number, 10)
    digits = " 一二三四五六七八九"
    return (("" if tens == 1 else digits[tens]) + "十" if tens else "") + digits[ones].strip()


@cache
def _name(id: str, language: str) -> str:
    spellings = names.fan(id).spellings
    return next(iter(spellings[{"zh": "zh-Hans"}.get(language, language)]))


@cache
def _traditional(text: str) -> str:
    from opencc import OpenCC

    return str(OpenCC("s2t").convert(text))


def _file(layout: Layout, entries: Sequence[Sequence[str]]) -> tuple[bytes, str]:
    if layout.file in ("txt", "md"):
        return layout.gap.join("\n".join(lines) for lines in entries).encode(), f"own.{layout.file}"
    if layout.file == "docx":
        return _word(entries), "own.docx"
    told = [[html.escape(line, quote=False) for line in lines] for lines in entries]
    match layout.file:
        case "p":
            body = "".join(f"<p>{line}</p>\n" for lines in told for line in lines)
        case "br":
            body = "".join(f"<div>{'<br>'.join(lines)}</div>\n" for lines in told)
        case "li":
            items = ("<br>".join(lines) for lines in told)
            body = f"<ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>"
        case _:
            terms = (f"<dt>{lines[0]}</dt>{''.join(f'<dd>{line}</dd>' for line in lines[1:])}" for lines in told)
            body = f"<dl>{''.join(terms)}</dl>"
    return f"<!doctype html><meta charset=utf-8><title>MCR</title><body>{body}".encode(), "own.html"


def _word(entries: Sequence[Sequence[str]]) -> bytes:
    from docx import Document

    document = Document()
    for lines in entries:
        for line in lines:
            document.add_paragraph(line)
    written = BytesIO()
    document.save(written)
    return written.getvalue()


Outcome = Literal["right", "told", "wrong", "silent"]


def outcome(source: Source) -> tuple[Outcome, list[str]]:
    """What a reading of one of these documents is: all of it right; less, but said; or something in it wrong, or
    missing without a word. With it, what is wrong or missing."""
    due: Counter[tuple[str | None, int | None, frozenset[str | None]]] = Counter(
        (fan.id, fan.points, frozenset(fan.excludes)) for fan in FANS
    )
    found = Counter(
        (entry.fan, entry.points, frozenset(item.fan for item in entry.excludes)) for entry in source.entries
    )
    if found == due:
        return "right", []
    stated = {fan.id: fan for fan in FANS}
    wrong = []
    for fan, points, excludes in found:
        own = stated.get(fan or "")
        if own is None or points not in (None, own.points) or not excludes <= set(own.excludes):
            wrong.append(f"{fan} {points} {sorted(map(str, excludes))}")
    if wrong:
        return "wrong", wrong
    missing = [f"{fan} {points} {sorted(map(str, excludes))}" for fan, points, excludes in due - found]
    return ("told" if source.messages else "silent"), missing


def read(layout: Layout) -> tuple[Outcome, list[str]]:
    """What comes of reading the document in this layout."""
    return outcome(extract.read_bytes(*document(layout)))


def main() -> None:
    """Read thousands of layouts and say how many are read whole; fail where a reading is wrong or silent."""
    seed, count = 2026, 3000
    outcomes = Counter[str]()
    for layout in layouts(seed, count):
        told, values = read(layout)
        outcomes[told] += 1
        if told in ("wrong", "silent"):
            print(told, layout, values[:3])
    print(f"{count} layouts (seed {seed}): {dict(outcomes)}")
    raise SystemExit(bool(outcomes["wrong"] + outcomes["silent"]))


if __name__ == "__main__":
    main()
