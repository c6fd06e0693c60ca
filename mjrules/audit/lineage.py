"""Which sources copied from one another.

Shared errors tell it: what is right, anybody may have written alone. And two sources that state the same throughout,
name by name as printed, have one vote whoever copied: nothing shows that they are two. Of some sources it is known from
elsewhere what they go back to (``Source.lineage``).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise

import msgspec

from mjrules.audit.model import Statement
from mjrules.audit.ranges import is_possible
from mjrules.audit.statements import Statements
from mjrules.claims import Item, Place, Source

ENOUGH = 2
"""One shared slip may be chance, two are not."""

SLIPS = frozenset({"word-slip", "doubled-word", "lost-word", "lost-negation", "name-slip", "unsorted-tiles", "range"})
"""Kinds of repair that mend a slip of the pen. How a text is set (script, width, marks) is no sign of copying."""

_ANNOTATION = re.compile("[【(（][^\u3400-\u9fff】)）]*[】)）]")
"""A reading in brackets inside a slip: 的【de】的 is 的的."""


class Slip(msgspec.Struct, frozen=True):
    """An error as such, without the place: the same slip in two sources compares equal."""

    kind: str
    printed: str
    fan: str


class SharedSlip(msgspec.Struct, frozen=True):
    """A slip and the places where it stands, one a source."""

    slip: Slip
    places: dict[str, Place]

    def statements(self) -> Iterator[Statement]:
        for source, place in self.places.items():
            yield Statement(source, f"{self.slip.kind}: {self.slip.printed}", place, self.slip.printed)


class Known(msgspec.Struct, frozen=True):
    """Sources of which it is known that they go back to one text."""

    lineage: str
    sources: tuple[str, ...]


class Kinship(msgspec.Struct, frozen=True):
    """Sources of one line and the evidence for it: errors they share, which of them are equal throughout, and which
    are known to go back to one text."""

    sources: tuple[str, ...]
    shared: tuple[SharedSlip, ...]
    equal: tuple[tuple[str, ...], ...] = ()
    known: tuple[Known, ...] = ()


def kinships(statements: Statements) -> tuple[Kinship, ...]:
    """The groups of sources of one line, with the evidence; a source that nothing ties to another is in no group."""
    shared, equal, known = list(_telling(statements)), _equal(statements), _known(statements)
    groups = [*equal, *(each.sources for each in known)]
    pairs = [*_pairs(shared), *(pair for group in groups for pair in pairwise(group))]
    lines = _join([source.id for source in statements.sources], pairs)
    members: dict[int, list[str]] = defaultdict(list)
    for source, line in lines.items():
        members[line].append(source)
    return tuple(
        Kinship(
            tuple(group),
            tuple(_telling_of(group, shared)),
            tuple(each for each in equal if each[0] in group),
            tuple(each for each in known if each.sources[0] in group),
        )
        for group in members.values()
        if len(group) > 1
    )


def _telling_of(group: Sequence[str], shared: Iterable[SharedSlip]) -> Iterator[SharedSlip]:
    """The slips that tie sources of the group, with their places there: one alone may be chance or an old dispute."""
    within = [SharedSlip(each.slip, {s: place for s, place in each.places.items() if s in group}) for each in shared]
    tied = set(_pairs(within))
    return (each for each in within if tied & set(combinations(each.places, 2)))


def independent_lines(statements: Statements) -> dict[str, int]:
    """The number of the line each source belongs to, from 1, in the order of the sources."""
    line_of = {source: group.sources[0] for group in kinships(statements) for source in group.sources}
    heads = [line_of.get(source.id, source.id) for source in statements.sources]
    numbers = {head: number for number, head in enumerate(dict.fromkeys(heads), start=1)}
    return {source.id: numbers[head] for source, head in zip(statements.sources, heads, strict=True)}


def _known(statements: Statements) -> list[Known]:
    """The groups of sources that are known to go back to one text."""
    groups: dict[str, list[str]] = defaultdict(list)
    for source in statements.sources:
        if source.lineage:
            groups[source.lineage].append(source.id)
    return [Known(lineage, tuple(group)) for lineage, group in groups.items() if len(group) > 1]


def _equal(statements: Statements) -> list[tuple[str, ...]]:
    """The groups of sources that state the same. A source without any statement is like no other."""
    groups: dict[object, list[str]] = defaultdict(list)
    for source in statements.sources:
        if source.entries or source.listings:
            groups[_stated(source, statements)].append(source.id)
    return [tuple(group) for group in groups.values() if len(group) > 1]


def _stated(source: Source, statements: Statements) -> object:
    """All a source states, in its order and as printed: names, points, lists. How the text is set is left out."""
    entries = (said.entry for said in statements.entries if said.source == source.id)
    return (
        tuple(
            (
                each.fan,
                each.printed,
                each.points,
                each.ranks,
                _items(each.excludes),
                _items(each.may_count),
                tuple(map(_items, each.also_counts)),
            )
            for each in entries
        ),
        tuple((each.points, tuple((item.printed, item.marked) for item in each.items)) for each in source.listings),
    )


def _items(items: Iterable[Item]) -> tuple[tuple[str, str | None], ...]:
    return tuple((item.printed, item.condition) for item in items)


def _telling(statements: Statements) -> Iterator[SharedSlip]:
    """Slips of two sources or more that another source which also states the fan does not have."""
    places: dict[Slip, dict[str, Place]] = defaultdict(dict)
    for source in statements.sources:
        for slip, place in _slips(source, statements):
            places[slip].setdefault(source.id, place)
    for slip, found in places.items():
        if len(found) > 1 and any(_states(source, slip.fan) for source in statements.sources if source.id not in found):
            yield SharedSlip(slip, found)


def _slips(source: Source, statements: Statements) -> Iterator[tuple[Slip, Place]]:
    for repair in source.repairs:
        if repair.fan is not None and repair.kind in SLIPS:
            yield Slip(repair.kind, _ANNOTATION.sub("", repair.printed), repair.fan), repair.place
    for entry in source.entries:
        if entry.fan is not None and entry.ranks is not None and not is_possible(entry.ranks):
            yield Slip("range", entry.ranks, entry.fan), entry.place
    yield from _wrong_points(source, statements)


def _wrong_points(source: Source, statements: Statements) -> Iterator[tuple[Slip, Place]]:
    """Points against the rule set; they tell only where another source has the right ones."""
    for fan, stated in statements.points.items():
        rule = statements.ruleset.rule(fan) if statements.ruleset else None
        if rule is None or rule.points not in {said.points for said in stated}:
            continue
        for said in stated:
            if said.source == source.id and said.points != rule.points:
                yield Slip("points", str(said.points), fan), said.place


def _states(source: Source, fan: str) -> bool:
    listed = (item.fan for listing in source.listings for item in listing.items)
    return any(entry.fan == fan for entry in source.entries) or fan in listed


def _pairs(shared: Iterable[SharedSlip]) -> Iterator[tuple[str, str]]:
    count: dict[tuple[str, str], int] = defaultdict(int)
    for each in shared:
        for pair in combinations(each.places, 2):
            count[pair] += 1
    return (pair for pair, number in count.items() if number >= ENOUGH)


def _join(sources: list[str], pairs: Iterable[tuple[str, str]]) -> dict[str, int]:
    """Union of the pairs: the same number for all that hang together."""
    line = {source: number for number, source in enumerate(sources)}
    for one, other in pairs:
        low, high = sorted((line[one], line[other]))
        line = {source: low if number == high else number for source, number in line.items()}
    return line
