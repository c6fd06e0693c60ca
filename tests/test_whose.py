"""Whose a list is, and whose the points are (cases/whose.toml): no line feeds the entry above it unless something ties
it to that entry."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec
import pytest

import extract
from mjrules.claims import Source
from reading_cases import Case, Lines, due, found, is_read_without, switches
from test_entries import written
from test_noise import switched_off


class Table(msgspec.Struct, forbid_unknown_fields=True):
    shape: Lines
    said: Lines
    other: Lines
    own: Lines
    case: list[Case]


TABLE = msgspec.convert(
    tomllib.loads((Path(__file__).parent / "cases" / "whose.toml").read_text(encoding="utf-8")), Table
)
ABOVE, BELOW = "三同刻 16番", "抢杠和 8番 不计和绝张"
GOOD = ["三同刻 16 不计双同刻", "抢杠和 8 不计和绝张"]


def read(text: str, name: str = "own.txt") -> Source:
    return extract.read_bytes(text.encode(), name)


def between(line: str) -> tuple[list[str], list[str]]:
    """The entries of a text with such a line between two good ones, and what is said of it."""
    source = read(f"{ABOVE} 不计双同刻\n{line}\n{BELOW}")
    return [written(entry) for entry in source.entries], [message.code for message in source.messages]


def filled(shape: str) -> str:
    return shape.format(n="小三元", p=64, x="不计箭刻")


@pytest.mark.parametrize("shape", TABLE.shape.lines)
def test_a_line_of_any_shape_is_an_entry_of_its_own(shape: str) -> None:
    assert between(filled(shape)) == ([GOOD[0], "小三元 64 不计箭刻", GOOD[1]], []), TABLE.shape.reason


@pytest.mark.parametrize("shape", TABLE.said.lines)
def test_a_line_that_is_not_read_feeds_no_neighbour_and_is_said(shape: str) -> None:
    entries, said = between(filled(shape))
    assert [entry for entry in entries if "小三元 -" not in entry] == GOOD, TABLE.said.reason
    assert said


@pytest.mark.parametrize("line", TABLE.other.lines)
def test_a_list_of_nobody_is_unread(line: str) -> None:
    assert between(line) == (GOOD, ["unread-text"]), TABLE.other.reason


@pytest.mark.parametrize("line", TABLE.own.lines)
def test_a_list_that_something_ties_to_the_entry_above_is_its_own(line: str) -> None:
    source = read(f"{ABOVE}\n{line}\n{BELOW}")
    assert [written(entry) for entry in source.entries] == GOOD, TABLE.own.reason


@pytest.mark.parametrize("case", TABLE.case, ids=lambda case: case.label)
def test_case(case: Case) -> None:
    assert found(case) == due(case), case.reason


@switches(TABLE.case)
def test_without_its_handling_the_case_fails(case: Case, switch: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not is_read_without(case, switch, monkeypatch)


@pytest.mark.parametrize("switch", ["extract.gather._Gatherer._is_of_nobody"])
def test_without_the_question_whose_it_is_lists_go_to_the_entry_above(
    switch: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with switched_off(switch, monkeypatch):
        wrong = [line for line in TABLE.other.lines if between(line) != (GOOD, ["unread-text"])]
    assert len(wrong) > len(TABLE.other.lines) / 2


ROWS = """<meta charset="utf-8"><table><tr><th>番种</th><th>番数</th><th>不计</th></tr>
<tr><td>三同刻</td><td>16</td><td>双同刻</td></tr>
<tr><td>{name}</td><td>64</td><td>箭刻</td></tr>
<tr><td>抢杠和</td><td>8</td><td>和绝张</td></tr></table>"""


@pytest.mark.parametrize("name", ["???", "", "<img src='a.png'>", "小三元★", "小三元※", "◇小三元◇"])
def test_a_row_never_feeds_the_row_above_it(name: str) -> None:
    source = read(ROWS.format(name=name), "own.html")
    entries = [written(entry) for entry in source.entries]
    assert [entry for entry in entries if not entry.startswith("小三元")] == GOOD
    assert entries == [GOOD[0], "小三元 64 不计箭刻", GOOD[1]] if "小三元" in name else source.messages
