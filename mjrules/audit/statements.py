"""Every statement of all sources, gathered once by fan, so that a check reads like its own rule.

Copies of an entry within one source (``Entry.repeats``) are not statements of their own and are left out here;
``copies`` keeps them for the one check that compares them with what they repeat.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Literal, TypeVar

import msgspec

from mjrules import names
from mjrules.audit.model import JudgedExample, JudgedExclusion, Statement
from mjrules.claims import Entry, Item, ListedFan, Place, Source
from mjrules.errors import RulesError
from mjrules.rulesets import CLASS, RuleSet

Role = Literal["entry", "item", "listing"]


class PointsSaid(msgspec.Struct, frozen=True):
    """The points one source states for a fan at one place, in an entry or by the tier of a listing."""

    source: str
    fan: str
    points: int
    printed: str
    place: Place

    def statement(self) -> Statement:
        return Statement(self.source, self.points, self.place, f"{self.printed} {self.points}".strip())


class ListSaid(msgspec.Struct, frozen=True):
    """An exclusion list one source states for a fan. A source without a list is silent and has none here."""

    source: str
    fan: str
    items: tuple[Item, ...]
    place: Place

    @property
    def keys(self) -> frozenset[str]:
        return frozenset(key(item) for item in self.items)

    def statement(self) -> Statement:
        printed = "、".join(item.printed for item in self.items)
        return Statement(self.source, [label(word) for word in in_order(self.keys)], self.place, printed)


class NameSaid(msgspec.Struct, frozen=True):
    """A name as one source prints it, and what stands under it: an entry, an item of a list, a listing."""

    source: str
    fan: str | None
    printed: str
    candidates: tuple[str, ...]
    role: Role
    of: str | None
    """The fan in whose entry the name stands."""
    place: Place

    def statement(self) -> Statement:
        return Statement(self.source, self.printed, self.place, self.printed)


class EntrySaid(msgspec.Struct, frozen=True):
    """An entry with the source it stands in."""

    source: str
    entry: Entry


class Statements(msgspec.Struct, frozen=True):
    """All that is said, by fan id and in the order of the sources."""

    sources: tuple[Source, ...]
    ruleset: RuleSet | None
    entries: tuple[EntrySaid, ...]
    copies: tuple[EntrySaid, ...]
    points: dict[str, tuple[PointsSaid, ...]]
    lists: dict[str, tuple[ListSaid, ...]]
    names: tuple[NameSaid, ...]
    lines: dict[str, int] = {}
    """The independent line of each source; empty until the lineage is known."""
    exclusions: tuple[JudgedExclusion, ...] = ()
    """Every item of every exclusion list with its verdict; empty until they are judged."""
    examples: tuple[JudgedExample, ...] = ()
    """Every list of fans that are counted together or may be, with its verdict; empty until they are judged."""

    @property
    def documents(self) -> tuple[Source, ...]:
        """The sources that have an order and a layout; a sheet has neither."""
        return tuple(source for source in self.sources if source.kind == "document")

    @property
    def leaders(self) -> frozenset[str]:
        """The sources whose word is that of their line."""
        return frozenset(source.id for source in self.sources if source.leads)


def key(item: Item) -> str:
    """What an item means, for comparison: the fan's id, the class word, or the unknown word as printed."""
    return item.fan or item.name


def rule_key(excluded: str) -> str:
    """The same for an item of a rule set's list, which writes a class word ``class:ID``."""
    return names.class_word(excluded.removeprefix(CLASS)).word if excluded.startswith(CLASS) else excluded


def is_fan(word: str) -> bool:
    """Is this the id of a fan? Class words and unknown words are not."""
    return word in _known()


def label(word: str) -> str:
    """The Chinese name of a fan id; any other word stands for itself."""
    return names.fan(word).name if is_fan(word) else word


def official_number(word: str) -> int:
    """The place in the official order, 1 to 81; everything else comes after."""
    number = names.fan(word).number if is_fan(word) else None
    return len(_known()) + 1 if number is None else number


def in_order(words: Iterable[str]) -> list[str]:
    """Fans in the official order, then everything else by its writing."""
    return sorted(words, key=lambda word: (official_number(word), word))


@cache
def _known() -> Mapping[str, names.Fan]:
    return {fan.id: fan for fan in names.fans()}


def gather(sources: Sequence[Source], ruleset: RuleSet | None) -> Statements:
    """Read every source once."""
    _check_ids(sources)
    entries = [EntrySaid(source.id, entry) for source in sources for entry in source.entries]
    own = tuple(said for said in entries if said.entry.repeats is None)
    return Statements(
        sources=tuple(sources),
        ruleset=ruleset,
        entries=own,
        copies=tuple(said for said in entries if said.entry.repeats is not None),
        points=_by_fan(_points(sources, own)),
        lists=_by_fan(_lists(own)),
        names=tuple(_names(sources, own)),
    )


def _check_ids(sources: Sequence[Source]) -> None:
    ids = [source.id for source in sources]
    twice = sorted({each for each in ids if ids.count(each) > 1})
    if twice:
        raise RulesError(f"two sources are called {', '.join(twice)}; each needs an id of its own")


Said = TypeVar("Said", PointsSaid, ListSaid)


def _by_fan(said: Iterable[Said]) -> dict[str, tuple[Said, ...]]:
    found: dict[str, list[Said]] = defaultdict(list)
    for each in said:
        found[each.fan].append(each)
    return {fan: tuple(found[fan]) for fan in in_order(found)}


def _points(sources: Sequence[Source], entries: Sequence[EntrySaid]) -> Iterator[PointsSaid]:
    for source in sources:
        for said in entries:
            entry = said.entry
            if said.source == source.id and entry.fan is not None and entry.points is not None:
                yield PointsSaid(source.id, entry.fan, entry.points, entry.printed or "", entry.place)
        for points, item in _listed(source):
            if item.fan is not None and points is not None:
                yield PointsSaid(source.id, item.fan, points, item.printed, item.place)


def _listed(source: Source) -> Iterator[tuple[int | None, ListedFan]]:
    return ((listing.points, item) for listing in source.listings for item in listing.items)


def _lists(entries: Sequence[EntrySaid]) -> Iterator[ListSaid]:
    for source, entry in ((said.source, said.entry) for said in entries):
        if entry.fan is not None and entry.excludes:
            yield ListSaid(source, entry.fan, entry.excludes, entry.place)


def _names(sources: Sequence[Source], entries: Sequence[EntrySaid]) -> Iterator[NameSaid]:
    for source in sources:
        for said in entries:
            if said.source == source.id:
                yield from _names_of_entry(said)
        for _, item in _listed(source):
            known = tuple(names.fan(each).name for each in names.resolve(item.printed)) if item.fan is None else ()
            yield NameSaid(source.id, item.fan, item.printed, known, "listing", None, item.place)


def _names_of_entry(said: EntrySaid) -> Iterator[NameSaid]:
    entry = said.entry
    if entry.printed is not None:
        yield NameSaid(said.source, entry.fan, entry.printed, entry.candidates, "entry", entry.fan, entry.place)
    for item in items_of(entry):
        yield NameSaid(said.source, item.fan, item.printed, item.candidates, "item", entry.fan, item.place)


def items_of(entry: Entry) -> Iterator[Item]:
    """Every fan the entry names: excluded, allowed, and counted besides."""
    yield from entry.excludes
    yield from entry.may_count
    for example in entry.also_counts:
        yield from example
