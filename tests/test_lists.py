"""Where lists begin and end (cases/lists.toml): over line breaks, in other languages, under other titles, with nothing
in them; and that none is short in silence, by every keyword with every separator, end and break."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import msgspec
import pytest

import extract
from mjrules.claims import Source
from table_files import FORMATS
from test_fragments import written
from test_noise import switched_off
from word_files import word_file


class Case(msgspec.Struct, forbid_unknown_fields=True):
    reason: str
    label: str = ""
    text: str = ""
    states: str = ""
    more: list[str] = []
    """Entries between 七对 and 花龙."""
    entries: list[str] = []
    messages: list[str] = []
    without: list[str] = []

    def __str__(self) -> str:
        return self.label or self.text


class Titles(msgspec.Struct, forbid_unknown_fields=True):
    excludes: list[str]
    may_count: list[str]


class Nothing(msgspec.Struct, forbid_unknown_fields=True):
    words: list[str]


class Table(msgspec.Struct, forbid_unknown_fields=True):
    broken: list[Case]
    before: list[Case]
    other: list[Case]
    titles: Titles
    nothing: list[Nothing]


TABLE = msgspec.convert(
    tomllib.loads((Path(__file__).parent / "cases" / "lists.toml").read_text(encoding="utf-8")), Table
)
UNTOLD = frozenset({"unread-text"})


def read(text: str, name: str = "own.txt") -> tuple[list[str], list[str]]:
    """What a text states, and what is said of it."""
    source = extract.read_bytes(text.encode(), name)
    codes = [message.code for message in source.messages if message.code not in UNTOLD]
    return [written(entry) for entry in source.entries], codes


def due(case: Case) -> tuple[list[str], list[str]]:
    entries = case.entries or [f"七对 24 {case.states}".strip(), *case.more, "花龙 8"]
    return entries, case.messages


def text_of(case: Case) -> str:
    if case.entries:
        return case.text
    return f"七对 24番 {case.text.replace('⏎', chr(10))}\n花龙 8番"


CASES = [*TABLE.broken, *TABLE.before, *TABLE.other]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    assert read(text_of(case)) == due(case), case.reason


@pytest.mark.parametrize("case", TABLE.broken, ids=str)
def test_a_page_breaks_lines_as_a_text_does(case: Case) -> None:
    page = text_of(case).replace("\n", "<br>")
    assert read(f'<html><head><meta charset="utf-8"></head><body><p>{page}</p></body></html>', "own.html") == due(case)


SWITCHES = [(case, switch) for case in CASES for switch in case.without]


@pytest.mark.parametrize(("case", "switch"), SWITCHES, ids=[f"{case}: {switch}" for case, switch in SWITCHES])
def test_without_its_handling_the_case_fails(case: Case, switch: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with switched_off(switch, monkeypatch):
        try:
            found = read(text_of(case))
        except (AttributeError, TypeError):
            return  # what found nothing was needed
        assert found != due(case)


# titles, and nothing

ROWS = [("七对", "24", "单钓将、门前清"), ("清一色", "24", "无字"), ("碰碰和", "6", ""), ("花龙", "8", "平和")]


@pytest.mark.parametrize("title", [*TABLE.titles.excludes, *TABLE.titles.may_count])
@pytest.mark.parametrize("name", ["own.docx", "own.csv"])
def test_titles(title: str, name: str) -> None:
    word = "不计" if title in TABLE.titles.excludes else "可计"
    source = extract.read_bytes(FORMATS[name]([("番种", "番数", title), *ROWS]), name)
    stated = [written(entry) for entry in source.entries]
    assert stated == [f"{fan} {points} {word}{items}" if items else f"{fan} {points}" for fan, points, items in ROWS]
    assert source.messages == ()


@pytest.mark.parametrize("title", ["Excludes", "不计", "Not with"])
@pytest.mark.parametrize("mark", ["⏎", " "])
@pytest.mark.parametrize("name", [name for name in FORMATS if name != "own.docx"])
def test_english_names_below_each_other_in_a_cell(name: str, title: str, mark: str) -> None:
    cell = f"Single Wait{mark}Concealed Hand"
    rows = [
        ("Fan", "Points", title),
        ("Seven Pairs", "24", cell),
        ("Full Flush", "24", "No Honors"),
        ("All Pungs", "6", ""),
    ]
    if name in LINE_ENDS:
        data = FORMATS[name](rows).replace("⏎".encode(), LINE_ENDS[name])
    else:
        data = FORMATS[name]([[each.replace("⏎", "\n") for each in row] for row in rows])
    source = extract.read_bytes(data, name)
    assert [written(entry) for entry in source.entries] == [
        "七对 24 不计单钓将、门前清",
        "清一色 24 不计无字",
        "碰碰和 6",
    ]
    assert source.messages == ()


LINE_ENDS = dict.fromkeys(("own.html", "own.md", "own.wiki"), b"<br>") | dict.fromkeys(("own.txt", "bars.txt"), b" ")


@pytest.mark.parametrize("end", ["<r><br/></r>", "</p><p>"])
def test_english_names_in_lines_of_a_word_cell(end: str) -> None:
    cell = f"<tc><p><r><t>Single Wait</t></r>{end}<r><t>Concealed Hand</t></r></p></tc>"
    titles = "<tr><tc>Fan</tc><tc>Points</tc><tc>Excludes</tc></tr>"
    rows = f"<tr><tc>Seven Pairs</tc><tc>24</tc>{cell}</tr><tr><tc>All Pungs</tc><tc>6</tc><tc>No Honors</tc></tr>"
    source = extract.read_bytes(word_file(f"<tbl>{titles}{rows}</tbl>"), "own.docx")
    assert [written(entry) for entry in source.entries] == ["七对 24 不计单钓将、门前清", "碰碰和 6 不计无字"]
    assert source.messages == ()


@pytest.mark.parametrize("words", [words for each in TABLE.nothing for words in each.words])
def test_nothing_is_no_list(words: str) -> None:
    assert read(f"七对 24番。{words}\n花龙 8番\n平和 2番 不计无字") == (["七对 24", "花龙 8", "平和 2 不计无字"], [])


@pytest.mark.parametrize("cell", ["无", "—", "-", "/", "N/A", "なし", "none", "没有", "暂无", "无。", "不计无"])
@pytest.mark.parametrize("name", ["own.docx", "own.html", "own.csv"])
def test_nothing_in_a_cell(cell: str, name: str) -> None:
    rows = [("番种", "番数", "不计"), ("七对", "24", cell), ("清一色", "24", "无字"), ("花龙", "8", "")]
    source = extract.read_bytes(FORMATS[name](rows), name)
    assert [written(entry) for entry in source.entries] == ["七对 24", "清一色 24 不计无字", "花龙 8"]
    assert source.messages == ()


@pytest.mark.parametrize("titles", [("1998年", "2006年"), ("旧番", "新番"), ("98规则", "06规则")])
@pytest.mark.parametrize("name", ["own.docx", "own.xlsx", "own.txt"])
def test_columns_of_two_rules(titles: tuple[str, str], name: str) -> None:
    """Points that are the same in both are read, and of others it is said that they are not."""
    rows = [
        ("番种", *titles, "不计"),
        ("七对", "24", "24", "单钓将"),
        ("清一色", "24", "24", ""),
        ("花龙", "8", "6", ""),
    ]
    source = extract.read_bytes(FORMATS[name](rows), name)
    assert [written(entry) for entry in source.entries] == ["七对 24 不计单钓将", "清一色 24", "花龙 -"]
    assert [message.code for message in source.messages] == ["points-not-read"]
    with_points = [("番数", *rows[0])] + [("24", *row) for row in rows[1:]]
    source = extract.read_bytes(FORMATS[name](with_points), name)
    assert [entry.points for entry in source.entries] == [24, 24, 24]
    assert [message.code for message in source.messages] == ["column-left-out", "column-left-out"]


# nothing is short in silence

ITEMS = ["单钓将", "无字", "缺一门"]
KEYWORDS = {
    "不计": "excludes",
    "不能再计": "excludes",
    "不计番种：": "excludes",
    "可计": "may_count",
    "另计": "also_counts",
}
SEPARATORS = ["、", "，", "/", "；", "·", "和", "以及", "+", " ", "|", "-", "…", "，和"]


def broken(keyword: str, separator: str) -> Iterator[str]:
    """A list with a break at every place, and with two."""
    whole = keyword + separator.join(ITEMS)
    for at in range(1, len(whole)):
        yield f"{whole[:at]}\n{whole[at:]}"
        if (second := at + 4) < len(whole):
            yield f"{whole[:at]}\n{whole[at:second]}\n{whole[second:]}"


@pytest.mark.parametrize(("keyword", "separator"), list(product(KEYWORDS, SEPARATORS)))
def test_no_list_is_short_in_silence(keyword: str, separator: str) -> None:
    """Below a tier, too, where a name alone is an entry with points."""
    for own in broken(keyword, separator):
        for text in (
            f"七对 24番 {own}\n花龙 8番 三种花色",
            f"88番\n大四喜：不计碰碰和\n24番\n七对：{own}。\n8番\n花龙：三种花色",
        ):
            source = extract.read_bytes(text.encode(), "own.txt")
            assert items(source, KEYWORDS[keyword]) == ITEMS or source.messages, text


def items(source: Source, kind: str) -> list[str]:
    (entry,) = (entry for entry in source.entries if entry.name == "七对")
    listed = getattr(entry, kind)
    return [item.name for item in (listed if kind != "also_counts" else [item for each in listed for item in each])]


ENGLISH = ["Single Wait", "No Honors", "One Voided Suit"]
SENTENCES = {
    "excludes": [
        *(
            "Excludes {}",
            "{} are not counted",
            "{} are implied",
            "Not counted in addition: {}",
            "Does not combine with {}",
        ),
        *(
            "No extra points for {}",
            "{} give no points",
            "Minus {}",
            "{} void",
            "Neither {} are counted",
            "Rules out {}",
        ),
        "Part of this hand are {}",
    ],
    "counts": [
        *(
            "May be combined with {}",
            "{} may also be scored",
            "Add {}",
            "{} score in addition",
            "With {} it scores more",
        ),
        *("{} still count", "Bonus for {}", "{} get extra points", "{} optional"),
    ],
}
JOINS = [", ", " and ", "; ", "/", " & ", " + ", " - ", "\n", " | "]
TAILS = [".", "", " (always).", " unless self-drawn.", ". Add Self-Drawn if so.", " as well."]


@pytest.mark.parametrize("kind", SENTENCES)
@pytest.mark.parametrize("join", JOINS)
def test_no_english_sentence_is_lost_in_silence(kind: str, join: str) -> None:
    for sentence, tail in product(SENTENCES[kind], TAILS):
        own = sentence.format(join.join(ENGLISH))
        text = f"Seven Pairs 24 points. {own}{tail}\nMixed Straight 8 points. Three chows in the three suits.\n"
        source = extract.read_bytes(text.encode(), "own.txt")
        may = [*items(source, "may_count"), *items(source, "also_counts")]
        read_as, other = (items(source, "excludes"), may) if kind == "excludes" else (may, items(source, "excludes"))
        assert not set(ITEMS) & set(other), text
        assert [item for item in read_as if item in ITEMS] == ITEMS or source.messages, text
