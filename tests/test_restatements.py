"""A restatement and its original make the same claims: same facts, same damage, other words and other places."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import unified_diff
from typing import Any

import msgspec
import pytest

import extract
from mjrules import catalog
from mjrules.audit.lineage import SLIPS
from mjrules.claims import Entry, Source, Stated

pytestmark = pytest.mark.originals


@pytest.fixture(params=catalog.catalog(), ids=lambda source: source.id)
def both(request: pytest.FixtureRequest) -> tuple[Source, Source]:
    """What the original and the restatement of one source state."""
    entry: catalog.CatalogSource = request.param
    restatement = catalog.sources_dir() / "documents" / entry.restatement
    return extract.read(catalog.bundled(entry.id), id=entry.id), extract.read(restatement, id=entry.id)


def without_places(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_places(part) for key, part in value.items() if key != "place"}
    return [without_places(part) for part in value] if isinstance(value, list | tuple) else value


def lines(values: Iterable[Any]) -> list[str]:
    return [msgspec.json.encode(without_places(msgspec.to_builtins(value))).decode() for value in values]


def entries(source: Source) -> list[str]:
    """One line an entry; in place of the line that a copy repeats, the name of the fan that stands there."""
    first = {entry.place.line: entry.name for entry in reversed(source.entries)}
    return [f"repeats {first.get(entry.repeats or 0)}: {line(entry)}" for entry in source.entries]


WORDS = frozenset(
    ["amount", "steps", "pair-rank", "each-rank", "all-ranks", "no-ranks", "wait", "no-wait", "described"]
)
"""What is read from the words of a definition, which a restatement puts otherwise."""


def line(entry: Entry) -> str:
    facts = tuple(Stated(each.kind, each.value, each.place) for each in entry.stated if each.kind not in WORDS)
    # a list runs into the next entry only where entries follow each other in one line
    return lines([msgspec.structs.replace(entry, repeats=None, stated=facts, runs_into=None)])[0]


def same(original: list[str], restatement: list[str]) -> None:
    diff = unified_diff(original, restatement, "the original", "its restatement", n=0, lineterm="")
    assert original == restatement, "\n".join(diff)


def test_entries_are_the_same(both: tuple[Source, Source]) -> None:
    same(entries(both[0]), entries(both[1]))


def test_listings_are_the_same(both: tuple[Source, Source]) -> None:
    same(lines(both[0].listings), lines(both[1].listings))


def test_the_restatement_is_damaged_as_its_original_is(both: tuple[Source, Source]) -> None:
    """Damage a rule hangs on, and slips that tell who copied whom; how a text is set may differ."""
    telling = [[r for r in source.repairs if r.changes_meaning or r.kind in SLIPS] for source in both]
    same(lines(telling[0]), lines(telling[1]))


def test_the_restatement_is_doubted_where_its_original_is(both: tuple[Source, Source]) -> None:
    """Lost names, unknown words, words glued to a list: the same. Text, encoding, layout are each its own."""
    own = {"unread-text", "encoding-guessed", "page-furniture", "pictures-left-out", "hidden-text", "deleted-text"}
    own |= {"list-runs-into-head"}
    same(*(lines(m for m in source.messages if m.code not in own) for source in both))


def test_the_restatement_is_a_file_of_its_kind(both: tuple[Source, Source]) -> None:
    assert both[1].format == catalog.source(both[1].id).format
