"""Each sheet beside the facts it was made from: nothing of names, points and exclusion lists is lost on the way.

The facts lie beside the given hands; where they are not, nothing is compared.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

import pytest

from hand_cases import sheets_folder
from mjrules import catalog, names, sheets
from mjrules.claims import Entry, Item, Source

pytestmark = pytest.mark.cases

IDS = [sheet.id for sheet in catalog.sheets()]
WITHOUT_POINTS = frozenset({"fr-names", "jan-js-lib"})
"""Sources of names and series: the points beside them in the facts are those of 1998, for the reader."""
NOT_PRINTED = {
    ("mil-helper", "nine_gates"): "the text prints no points; the facts fill them in",
}
PRINTS_NUMBERS = frozenset({"pt-app"})
"""Its lists are numbers; facts and sheet spell them in different languages."""
_SCOPE = re.compile(r"自身|×\d|（.+）|\(.+\)")


def facts(id: str) -> list[dict[str, Any]]:
    fans: list[dict[str, Any]] = json.loads((sheets_folder() / f"{id}.json").read_text("utf-8"))["fans"]
    return fans


def resolved(word: str) -> str:
    """The fan, or the class, that a word of the facts stands for; what nobody knows is marked with ?."""
    ids = names.resolve(word.lstrip("?"))
    return ids[0] if len(ids) == 1 else word.lstrip("?")


def meant(item: Item) -> str:
    return item.fan or item.name


def entry_of(source: Source, row: dict[str, Any]) -> Entry:
    """The entry that a row of the facts became: of the same fan, with the same name where it has several."""
    of_fan = [each for each in source.entries if each.fan == resolved(row["canonical"])]
    same = [each for each in of_fan if (each.printed or "").split() == row["printed"].split()]
    return (same or of_fan)[0]


def differences(id: str) -> Iterator[str]:
    source = sheets.read(catalog.sheet_path(id))
    for row in facts(id):
        entry = entry_of(source, row)
        name = f"{id}: {row['canonical']}"
        due = None if id in WITHOUT_POINTS or (id, entry.fan) in NOT_PRINTED else row["points"]
        if entry.points != due:
            yield f"{name}: points {entry.points}, due {due}"
        if entry.printed != row["printed"] and id not in PRINTS_NUMBERS:
            yield f"{name}: printed as {entry.printed}, due {row['printed']}"
        yield from (f"{name}: {each}" for each in lists(entry, row))


def lists(entry: Entry, row: dict[str, Any]) -> Iterator[str]:
    """The exclusion list, item by item in order, and the limits that the source sets on an item."""
    words = row.get("excludes_canonical", row["excludes"])
    pairs = [*zip_longest((meant(item) for item in entry.excludes), words)]
    if wrong := [(found, due) for found, due in pairs if found is None or due is None or not is_said(found, due)]:
        yield f"excludes (found, due): {wrong}"
    for item, word in zip(entry.excludes, row["excludes"], strict=False):
        if bool(_SCOPE.search(word)) != bool(item.condition):
            yield f"the limit of {item.printed} is {item.condition}, due {word}"


def is_said(found: str, due: str) -> bool:
    """What the facts could not resolve a sheet may."""
    return due.startswith("?") or found == resolved(due)


@pytest.mark.parametrize("id", IDS)
def test_a_sheet_holds_its_facts(id: str) -> None:
    assert [*differences(id)] == []


def test_a_limit_that_is_lost_is_seen() -> None:
    """三风刻 不计 幺九刻 is said of its own three pungs by one source: without that the comparison must fail."""
    row = next(each for each in facts("mil-helper") if each["canonical"] == "三风刻")
    entry = entry_of(sheets.read(catalog.sheet_path("mil-helper")), row)
    assert [*lists(entry, row)] == []
    assert [*lists(entry, {**row, "excludes": ["幺九刻"]})]
    assert [*lists(entry, {**row, "excludes": [], "excludes_canonical": []})]
