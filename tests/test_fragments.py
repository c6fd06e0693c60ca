"""Short documents, each with one trap of layout, encoding or wording: our own (cases/fragments) and the given ones.

``expected.toml`` says for each file what its trap is, what its entries and listings state, and what is said about the
reading (unread text left out).
"""

from __future__ import annotations

import json
import tomllib
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import msgspec
import pytest

import extract
from hand_cases import given_folder
from mjrules import rulesets
from mjrules.audit import audit
from mjrules.claims import Entry, Item, Listing, Source

OURS = Path(__file__).parent / "cases" / "fragments"
UNTOLD = frozenset({"unread-text"})
"""Codes that the cases leave out."""


class Fragment(msgspec.Struct, forbid_unknown_fields=True):
    trap: str
    entries: list[str]
    listings: list[str] = []
    messages: list[str] = []
    encoding: str = "utf-8"
    line_ends: tuple[str, ...] = ("\n",)
    raw: dict[str, str] = {}

    def data(self, path: Path) -> bytes:
        """The bytes to read: the files are kept in UTF-8."""
        lines = path.read_text(encoding="utf-8").split("\n")
        ends = [*islice(cycle(self.line_ends), len(lines) - 1), ""]
        data = "".join(map("".join, zip(lines, ends, strict=True))).encode(self.encoding)
        for char, written in self.raw.items():
            data = data.replace(char.encode(self.encoding), bytes.fromhex(written))
        return data


EXPECTED = tomllib.loads((OURS / "expected.toml").read_text(encoding="utf-8"))
FRAGMENTS = msgspec.convert(EXPECTED, dict[str, Fragment])


def written(entry: Entry) -> str:
    """``NAME POINTS 不计NAMES 可计NAMES 另计NAMES``; ? behind what nobody knows, @ before the condition of an item."""
    lists = [("不计", entry.excludes), ("可计", entry.may_count), *(("另计", items) for items in entry.also_counts)]
    said = [f"{word}{'、'.join(map(item, items))}" for word, items in lists if items]
    name = entry.name if entry.fan else f"{entry.printed}?"
    return " ".join([name, "-" if entry.points is None else str(entry.points), *said])


def item(item: Item) -> str:
    name = item.name if item.fan or item.candidates else f"{item.printed}?"
    return f"{name}@{item.condition}" if item.condition else name


def listed(listing: Listing) -> str:
    return f"{listing.points or '-'} {' '.join(item.name for item in listing.items)}"


def test_every_file_has_its_expectations() -> None:
    assert sorted(FRAGMENTS) == sorted(path.name for path in OURS.iterdir() if path.name != "expected.toml")


@pytest.mark.parametrize("name", FRAGMENTS)
def test_fragment(name: str) -> None:
    expected = FRAGMENTS[name]
    source = extract.read_bytes(expected.data(OURS / name), name)
    assert [written(entry) for entry in source.entries] == expected.entries, expected.trap
    assert [listed(listing) for listing in source.listings] == expected.listings
    assert [message.code for message in source.messages if message.code not in UNTOLD] == expected.messages


# the given ones


def given(*kinds: str) -> list[str]:
    folder = given_folder() / "fragments"
    return sorted(path.name for path in folder.glob("*.*") if path.name[0] in kinds) if folder.is_dir() else ["none"]


@pytest.mark.cases
@pytest.mark.parametrize("name", given("h", "t"))
def test_given_fragment(name: str) -> None:
    """Every entry that is due is read, and no official fan is read otherwise; what cannot be read is said."""
    folder = given_folder() / "fragments"
    due: dict[str, Any] = json.loads((folder / "expected.json").read_text(encoding="utf-8"))[name]
    source = extract.read(folder / name)
    stated = [(entry.name, entry.points, {item.name for item in entry.excludes}) for entry in source.entries]
    wanted = [(entry["canonical"], entry["points"], set(entry["excludes"])) for entry in due["entries"]]
    assert [entry for entry in wanted if entry not in stated] == [], due["trap"]
    values = {(name, points) for name, points, _ in wanted}
    official = [entry for entry in source.entries if entry.official and entry.points is not None]
    assert {(entry.name, entry.points) for entry in official} <= values
    outside = {entry.name for entry in source.entries if entry.fan and not entry.official}
    assert outside >= set(due.get("not_official", ()))
    said = [" ".join(map(str, message.details.values())) for message in source.messages]
    for words in due.get("unreadable", ()):
        assert any(words.partition(":")[0] in each for each in said), words
    for conflict in due.get("conflicts", ()):
        assert conflict["canonical"] in contradictions(source)


def contradictions(source: Source) -> set[str]:
    found = audit([source], rulesets.load("gb1998")).discrepancies
    return {each.name for each in found if each.code == "contradicts-itself" and each.name}
