"""Repair: each step by cases, the whole by properties. Nothing is invented and no fan becomes another."""

from __future__ import annotations

import tomllib
from itertools import permutations, product
from pathlib import Path

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import extract
from extract.clauses import clauses
from extract.document import Document, Places
from extract.entries import claims_of
from extract.readers import text as text_reader
from extract.readers.text import Decoded
from extract.repair import Mended, replay
from extract.repair.steps import STEPS, mend, name_slip_table, tables
from mjrules import names
from mjrules.claims import Entry, Place, Source


class Case(msgspec.Struct, forbid_unknown_fields=True):
    label: str
    text: str
    reason: str
    read_as: str | None = None
    kinds: list[str] = []
    changes_meaning: bool = False


class Cases(msgspec.Struct, forbid_unknown_fields=True):
    case: list[Case]


TABLE = tomllib.loads((Path(__file__).parent / "cases" / "repair.toml").read_text(encoding="utf-8"))
CASES = msgspec.convert(TABLE, Cases).case


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.label)
def test_case(case: Case) -> None:
    mended = mend(case.text)
    assert mended.text == (case.text if case.read_as is None else case.read_as), case.reason
    assert [step.kind for step in mended.steps] == case.kinds
    assert any(edit.changes_meaning for _, edit, _ in mended.edits()) == case.changes_meaning


def test_every_step_has_a_case_that_takes_it() -> None:
    assert {kind for case in CASES for kind in case.kinds} == {kind for kind, _ in STEPS}


def test_an_edit_leads_back_to_what_was_printed() -> None:
    mended = mend("圈【quān】风刻。不无字")
    at = mended.text.index("不计")
    assert mended.span(at, at + 4) == (len("圈【quān】风刻。"), len("圈【quān】风刻。不无字"))
    assert mended.printed(0, 3) == "圈风刻"
    assert [(kind, mended.original[slice(*span)]) for kind, _, span in mended.edits()] == [
        ("pinyin", "【quān】"),
        ("lost-negation", "不"),
    ]


def test_an_error_of_the_ranges_is_pointed_out_and_not_mended() -> None:
    source = extract.read_bytes("大于五 12番 由9-20的序数牌组成".encode(), "own.txt")
    assert [(entry.name, entry.ranks) for entry in source.entries] == [("大于五", "9-20")]
    assert [(repair.printed, repair.read_as, repair.changes_meaning) for repair in source.repairs] == [
        ("9-20", "6-9", True)
    ]


# properties, over arbitrary text and over mixtures of what such documents are made of

OFFICIAL = [fan.name for fan in names.official()]
FRAGMENTS = [
    *OFFICIAL,
    *("门清自模", "平各", "一条龙", "对对胡", "斷么", "全帯幺", "七對", "一色㈣同顺", "一色彡步高"),
    *("【quān】", "(dà)", "（lǎo）", " nbsp nbsp ", "nbsp", "[註 1]", "[3]", "编辑", " [编辑]"),
    *(
        "\n\n2、",
        "\n3、",
        "\n4、",
        "1、",
        "、",
        "，",
        "。",
        "；",
        "\n",
        "\t",
        " ",
        "　",
        "\u00a0",
        "\u200b",
        "\ufeff",
        "\x00",
    ),
    *(
        "不计",
        "不",
        "下计",
        "不再计算",
        "可计",
        "另计",
        "名称 番数 说明及实例",
        "88番",
        "８８番",
        "64分",
        " 24 ",
        "8 番",
    ),
    *(
        "刻了",
        "顺了",
        "的的",
        "的",
        "么",
        "什么",
        "囷牌",
        "批出",
        "9-20",
        "1~9",
        "77879",
        "都为张",
        "㍻",
        "\U0001f007",
        "|",
    ),
]
TEXTS = st.text(max_size=60) | st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=3), max_size=24).map("".join)


@given(TEXTS)
def test_the_way_from_the_original_can_be_replayed(text: str) -> None:
    mended = mend(text)
    assert mended.original == text
    assert replay(text, mended.steps) == mended.text
    assert all(step.edits for step in mended.steps), "a step that changes nothing leaves no trace"


@given(TEXTS)
def test_every_span_leads_into_the_original_and_order_is_kept(text: str) -> None:
    mended = mend(text)
    spans = [mended.span(at, at + 1) for at in range(len(mended.text))]
    assert all(0 <= start <= end <= len(text) for start, end in spans)
    assert spans == sorted(spans)
    assert [end for _, end in spans] == sorted(end for _, end in spans)


@given(TEXTS, st.data())
def test_a_span_is_that_of_its_ends(text: str, data: st.DataObject) -> None:
    mended = mend(text)
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(mended.text))] * 2)))
    first, last = mended.span(start, end)
    assert 0 <= first <= last <= len(text)
    if start == end:
        assert first == last


@given(TEXTS, st.data())
def test_what_was_printed_is_never_invented(text: str, data: st.DataObject) -> None:
    mended = mend(text)
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(mended.text))] * 2)))
    around = iter(text[slice(*mended.span(start, end))])
    assert all(char in around for char in mended.printed(start, end)), "the printed characters, in their order"


@given(TEXTS)
def test_characters_no_step_touched_are_printed_as_they_are(text: str) -> None:
    mended = mend(text)
    touched = {at for _, _, span in mended.edits() for at in range(*span)}
    for at, char in enumerate(mended.text):
        start, end = mended.span(at, at + 1)
        if end - start == 1 and start not in touched:
            assert char == text[start]


@given(TEXTS)
def test_every_edit_has_its_place_in_the_original(text: str) -> None:
    mended = mend(text)
    assert all(0 <= start <= end <= len(text) for _, _, (start, end) in mended.edits())
    assert sum(1 for _ in mended.edits()) == sum(len(step.edits) for step in mended.steps)


@given(TEXTS)
def test_no_place_is_outside_the_document(text: str) -> None:
    assume(text.strip())
    document = text_reader.read(Decoded(text, "utf-8", ()), "own.txt")
    for place in places_of(claims_of(document)):
        check_place(place, document)


def places_of(source: Source) -> list[Place]:
    found = [place for entry in source.entries for place in places_of_entry(entry)]
    found += [listing.place for listing in source.listings]
    found += [item.place for listing in source.listings for item in listing.items]
    found += [repair.place for repair in source.repairs]
    return found + [message.place for message in source.messages if message.place]


def places_of_entry(entry: Entry) -> list[Place]:
    lists = [entry.excludes, entry.may_count, *entry.also_counts]
    return [entry.place, *(item.place for items in lists for item in items)]


def check_place(place: Place, document: Document) -> None:
    blocks = {block.line: block for block in document.blocks}
    assert place.line in blocks, place
    assert place.line_end in blocks, place
    assert place.line <= place.line_end
    assert 1 <= place.column <= len(blocks[place.line].text) + 1, place
    assert 0 <= place.column_end <= len(blocks[place.line_end].text) + 1, place


@given(st.lists(st.text("的牌和番 ", min_size=1, max_size=8).filter(str.strip), min_size=1, max_size=6), st.data())
def test_a_place_gives_the_line_and_the_columns_of_its_span(lines: list[str], data: st.DataObject) -> None:
    document = text_reader.read(Decoded("\n".join(lines), "utf-8", ()), "own.txt")
    line = data.draw(st.integers(0, len(lines) - 1))
    column = data.draw(st.integers(0, len(lines[line]) - 1))
    at = len("".join(f"{before}\n" for before in lines[:line])) + column
    assert Places(document).place(at, at + 1) == Place(line + 1, line + 1, column + 1, column + 1)


# no step makes one fan of another

SPELLINGS = [
    pytest.param(spelling, fan.id, id=f"{fan.name}: {spelling}")
    for fan in names.fans()
    for language in ("zh-Hans", "zh-Hant", "ja")
    for spelling in fan.spellings.get(language, ())
]


def read_as(line: str) -> str:
    return mend(line).text


def test_no_official_name_is_mended_into_another() -> None:
    """All 81 × 80 ordered pairs."""
    mended = dict(zip(OFFICIAL, read_as("\n".join(OFFICIAL)).split("\n"), strict=True))
    assert [(one, other) for one, other in permutations(OFFICIAL, 2) if mended[one] == other] == []
    assert mended == dict(zip(OFFICIAL, OFFICIAL, strict=True))


def test_any_two_official_names_stay_themselves_side_by_side_in_a_list() -> None:
    """All 81 × 81 pairs, mended and read as a list."""
    pairs = list(product(OFFICIAL, OFFICIAL))
    text = read_as("\n".join(f"不计{one}、{other}。" for one, other in pairs))
    lines = text.split("\n")
    assert len(lines) == len(pairs)
    wrong = [(pair, line) for pair, line in zip(pairs, lines, strict=True) if listed(line) != list(pair)]
    assert wrong == []


def listed(line: str) -> list[str]:
    return [
        line[item.start : item.end] for clause in clauses(line, 0, len(line)) for item in clause.items if item.known
    ]


NOISE = ["", "", "", "【zì】", "\u200b", "\u00ad", "【lǎo】"]


@given(st.lists(st.sampled_from(OFFICIAL), min_size=1, max_size=8), st.data())
def test_noise_between_characters_changes_no_list(fans: list[str], data: st.DataObject) -> None:
    marks = [data.draw(st.sampled_from(["、", "，", ", ", "；", "/"])) for _ in fans]
    text = "不计" + "".join(fan + mark for fan, mark in zip(fans, marks, strict=True)).rstrip("、，, ；/") + "。"
    noisy = "".join(char + data.draw(st.sampled_from(NOISE)) for char in text)
    assert listed(read_as(noisy)) == fans


@pytest.mark.parametrize(("spelling", "fan"), SPELLINGS)
def test_no_spelling_is_mended_into_one_of_another_fan(spelling: str, fan: str) -> None:
    for line in (spelling, f"不计{spelling}。", f"{spelling} 8番", f"、{spelling}、"):
        kept = read_as(line).removeprefix("不计").removesuffix(" 8番").strip("、。")
        assert names.resolve(kept) in ((fan,), ()), f"{line!r} is read as {read_as(line)!r}"


def test_no_slip_is_a_known_spelling() -> None:
    known = {slip: names.resolve(slip) for slip in name_slip_table() if names.resolve(slip)}
    assert {slip: fans for slip, fans in known.items() if not names.is_misprint(slip)} == {}


def test_a_slip_is_one_confusable_character_from_one_fan_and_from_no_other() -> None:
    spellings = {spelling for fan in names.fans() for spelling in fan.spellings["zh-Hans"]}
    for slip, meant in name_slip_table().items():
        assert confusable(slip, meant), slip
        near = {names.resolve(spelling) for spelling in spellings if confusable(slip, spelling)}
        assert near == {names.resolve(meant)}, slip


def confusable(slip: str, spelling: str) -> bool:
    stand_ins = tables()["name_slip"]
    apart = [(a, b) for a, b in zip(slip, spelling, strict=False) if a != b]
    return len(slip) == len(spelling) and len(apart) == 1 and apart[0][0] in stand_ins.get(apart[0][1], "")


def test_a_mended_text_starts_as_its_original() -> None:
    untouched = Mended("大四喜")
    assert (untouched.text, untouched.steps, untouched.span(1, 2)) == ("大四喜", [], (1, 2))


# long gaps


@pytest.mark.parametrize("gap", [" ", "\t", "　", " \t", "\u200b ", "&nbsp;", "[1] "])
def test_a_long_gap_reads_like_a_wide_one(gap: str) -> None:
    """No pattern sees more than some dozens of spaces, whatever made them, and places lead to what is printed."""
    text = f"大四喜{gap * 500}88番 四副风刻。不计{gap * 500}三风刻\n七对 24番"
    assert "\t" * 60 not in mend(text).text
    assert " " * 60 not in mend(text).text
    source = extract.read_bytes(text.encode(), "own.txt")
    found = [(entry.name, entry.points, [item.printed for item in entry.excludes]) for entry in source.entries]
    assert found == [("大四喜", 88, ["三风刻"]), ("七对", 24, [])]
    place = source.entries[0].excludes[0].place
    assert text.split("\n")[0][place.column - 1 : place.column_end] == "三风刻"


def test_a_gap_with_line_ends_ends_a_line() -> None:
    assert mend("七对 24番" + " " * 100 + "\n" + " " * 100 + "清龙 16番").text.count("\n") == 1
    source = extract.read_bytes(("七对 24番" + " \n " * 300 + "清龙 16番").encode(), "own.txt")
    assert [(entry.name, entry.points) for entry in source.entries] == [("七对", 24), ("清龙", 16)]
