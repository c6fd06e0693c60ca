"""What short texts state, from their lines to their entries (cases/reading_entries.toml)."""

from __future__ import annotations

import tomllib
from pathlib import Path
from time import perf_counter

import msgspec
import pytest

import extract
from mjrules.claims import Entry, Item, Listing


class Case(msgspec.Struct, forbid_unknown_fields=True):
    label: str
    text: str
    reason: str
    entries: list[str]
    listings: list[str] = []
    messages: list[str] = []


TABLE = tomllib.loads((Path(__file__).parent / "cases" / "reading_entries.toml").read_text(encoding="utf-8"))
CASES = msgspec.convert(TABLE["case"], list[Case])
UNTOLD = frozenset({"unread-text"})
"""Codes that the cases leave out."""


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.label)
def test_case(case: Case) -> None:
    source = extract.read_bytes(case.text.encode(), "own.txt")
    assert [written(entry) for entry in source.entries] == case.entries, case.reason
    assert [listed(listing) for listing in source.listings] == case.listings
    assert [message.code for message in source.messages if message.code not in UNTOLD] == case.messages


def written(entry: Entry) -> str:
    """``NAME POINTS 不计NAMES 可计NAMES``; ? behind what nobody knows."""
    lists = [
        f"{word}{'、'.join(map(item, items))}"
        for word, items in (("不计", entry.excludes), ("可计", entry.may_count))
        if items
    ]
    name = entry.name if entry.fan else f"{entry.printed}?"
    return " ".join([name, "-" if entry.points is None else str(entry.points), *lists])


def item(item: Item) -> str:
    return item.name if item.fan or item.candidates else f"{item.printed}?"


def listed(listing: Listing) -> str:
    return f"{listing.points} {' '.join(item.name for item in listing.items)}"


def test_a_name_that_nobody_knows_comes_with_the_names_near_it() -> None:
    (_, entry) = extract.read_bytes("双同刻 2番\n双暗克 2番".encode(), "own.txt").entries
    assert (entry.fan, entry.name, entry.printed, entry.official) == (None, "双暗克", "双暗克", False)
    assert entry.identified_by == "name"
    assert "双暗刻" in entry.candidates


def test_a_class_word_as_a_head_comes_with_its_members() -> None:
    (entry,) = extract.read_bytes("杠 2番".encode(), "own.txt").entries
    assert (entry.fan, entry.candidates) == (None, ("暗杠", "明杠"))


def test_a_message_quotes_what_was_not_read() -> None:
    source = extract.read_bytes("清龙 6/8番 一到九".encode(), "own.txt")
    assert [(m.code, m.details["words"], m.place and m.place.column) for m in source.messages] == [
        ("points-not-read", "6/8番", 4)
    ]


@pytest.mark.parametrize("text", [f"大四喜 {' ' * 3000}x", "大四喜(" * 3000, f"大四喜 不计碰碰和{' ' * 3000}七对"])
def test_a_long_line_takes_no_longer_than_its_length(text: str) -> None:
    """Patterns that try every way to share out spaces took minutes."""
    start = perf_counter()
    extract.read_bytes(text.encode(), "own.txt")
    assert perf_counter() - start < 5


def test_a_legend_is_no_note() -> None:
    """The sign says something of each name, and is kept."""
    source = extract.read_bytes("88番 大四喜 大三元\n64番 天和* 小四喜\n*为地方番种".encode(), "own.txt")
    assert [item.name for listing in source.listings for item in listing.items if item.marked] == ["天和"]
