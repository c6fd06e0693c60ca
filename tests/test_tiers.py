"""Lines of points (cases/tiers.toml): which head a tier, and whose the points of a labelled line are."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from itertools import groupby, product
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import extract
from extract import tiers
from extract.repair.steps import mend
from mjrules import names
from reading_cases import Case, Lines, due, found, is_read_without, switches
from test_entries import written


class Table(msgspec.Struct, forbid_unknown_fields=True):
    tier: Lines
    labelled: Lines
    other: Lines
    case: list[Case]


TABLE = msgspec.convert(
    tomllib.loads((Path(__file__).parent / "cases" / "tiers.toml").read_text(encoding="utf-8")), Table
)
ORDINALS = ("", "第1章　", "第一节 ", "一、", "(2) ", "3. ", "A. ", "Part 1: ", "Ⅱ、")
FRAMES = ("{}", "【{}】", "== {} ==", "◆{}◆", "{}：", "**{}**")
UNITS = ("番", " 分", "点", " points", "-point")
KINDS = ("", "番种", "的牌型", "级", "（续）")
COUNTS = ("", "（7种）", "，共7种", " - 7 fans")


def price_line(line: str) -> tiers.PriceLine | None:
    """What a line says in a document with English names; mended before, as all lines are."""
    text = mend(line).text
    return tiers.price_line(text, 0, len(text))


@pytest.mark.parametrize("line", TABLE.tier.lines)
def test_a_heading_of_a_tier(line: str) -> None:
    assert price_line(line) == tiers.PriceLine(88, labelled=False), TABLE.tier.reason
    next_tier = line.replace("88", "64").replace("八十八", "六十四")
    source = extract.read_bytes(f"{line}\n大四喜：四副风刻\n大三元\n{next_tier}\n小四喜".encode(), "own.txt")
    assert [written(entry) for entry in source.entries] == ["大四喜 88", "大三元 88", "小四喜 64"]


@pytest.mark.parametrize("line", TABLE.labelled.lines)
def test_a_labelled_line(line: str) -> None:
    found = price_line(line)
    assert (found and found.points, found and found.labelled) == (88, True), TABLE.labelled.reason


@pytest.mark.parametrize("line", TABLE.other.lines)
def test_a_line_that_only_looks_like_a_heading(line: str) -> None:
    assert price_line(line) is None, TABLE.other.reason
    source = extract.read_bytes(f"{line}\n大四喜\n大三元\n绿一色".encode(), "own.txt")
    assert [entry.points for entry in source.entries if entry.fan] == [None, None, None]


@pytest.mark.parametrize("ordinal", ORDINALS)
def test_headings_are_built_of_parts(ordinal: str) -> None:
    """Every part may stand beside every other one."""
    lines = [
        shape
        for frame, unit, kind, count in product(FRAMES, UNITS, KINDS, COUNTS)
        for shape in (ordinal + frame.format(f"88{unit}{kind}{count}"), frame.format(f"{ordinal}88{unit}{kind}{count}"))
    ]
    assert [line for line in lines if price_line(line) != tiers.PriceLine(88, labelled=False)] == []


@pytest.mark.parametrize("case", TABLE.case, ids=lambda case: case.label)
def test_case(case: Case) -> None:
    assert found(case) == due(case), case.reason


@switches(TABLE.case)
def test_without_its_handling_the_case_fails(case: Case, switch: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not is_read_without(case, switch, monkeypatch)


FANS = [fan.name for fan in names.official()]
POINTS = (88, 64, 48, 32, 24, 16)
PRICED = st.lists(
    st.tuples(st.sampled_from(FANS), st.sampled_from(POINTS)), min_size=2, max_size=12, unique_by=lambda one: one[0]
)


@given(PRICED)
@settings(max_examples=60, deadline=None)
def test_labels_below_their_names_are_read_as_they_were_written(fans: Sequence[tuple[str, int]]) -> None:
    text = "\n".join(f"{name}\n番数：{points}" for name, points in fans)
    assert points_of(text) == fans


@given(PRICED)
@settings(max_examples=60, deadline=None)
def test_labels_above_their_names_are_read_as_they_were_written(fans: Sequence[tuple[str, int]]) -> None:
    text = "\n".join(f"番数：{points}\n{name}" for name, points in fans)
    assert points_of(text) == fans


@given(PRICED)
@settings(max_examples=60, deadline=None)
def test_labels_of_tiers_are_read_as_they_were_written(fans: Sequence[tuple[str, int]]) -> None:
    of_tiers = [(points, [name for name, _ in group]) for points, group in groupby(fans, key=lambda one: one[1])]
    text = "\n".join(f"番数：{points}\n" + "\n".join(tier) for points, tier in of_tiers)
    assert points_of(text) == fans


@given(PRICED, st.data())
@settings(max_examples=60, deadline=None)
def test_where_a_line_is_lost_no_wrong_points_are_read(fans: Sequence[tuple[str, int]], data: st.DataObject) -> None:
    """Of cards that begin with their names: any one line may be lost."""
    lines = [line for name, points in fans for line in (name, f"番数：{points}")]
    lost = data.draw(st.integers(1, len(lines) - 1))
    text = "\n".join(line for at, line in enumerate(lines) if at != lost)
    assert not [pair for pair in points_of(text) if pair[1] is not None and pair not in fans], text


def points_of(text: str) -> list[tuple[str, int | None]]:
    return [(entry.name, entry.points) for entry in extract.read_bytes(text.encode(), "own.txt").entries]


def test_points_lost_everywhere_are_more_than_a_remark() -> None:
    """Names with numbers beside them, and none was read: the reader of the report must see it."""
    source = extract.read_bytes("大四喜 (八十八)\n大三元 (八十八)".encode(), "own.txt")
    assert [message.level for message in source.messages if message.code == "no-points"] == ["warning"]
