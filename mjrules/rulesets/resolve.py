"""A rule set with every ruling chosen: the one value that scoring consumes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import MappingProxyType

import msgspec

from mjrules import names, rulings
from mjrules.rulesets.editions import CLASS, Limit, Rule, load
from mjrules.rulesets.implied import Scope, forced
from mjrules.rulings import Choice

DEFAULT = "gb"
IMPLIED, LIST = "implied", "list"
NO_CHOICES: Mapping[str, str] = MappingProxyType({})


class Exclusion(msgspec.Struct, frozen=True):
    """``fan`` is not counted beside the fan whose row this is.

    ``scope``: as a whole; only where it is made of that fan's own groups; or ``count`` times. ``because``: the
    definitions alone (``implied``), the family of kongs of which one counts (``kongs``), the edition's own list
    (``list``), or the id of a ruling.
    """

    fan: str
    scope: Scope = "whole"
    count: int = 1
    because: str = IMPLIED


class Rules(msgspec.Struct, frozen=True):
    """Points, exclusions and switches, with nothing left open. Fans stand in the order of counting: points falling."""

    id: str
    points: dict[str, int]
    excludes: dict[str, tuple[Exclusion, ...]]
    patterns: dict[str, str] = {}
    options: dict[str, str] = {}
    rulings: dict[str, str] = {}
    notes: tuple[str, ...] = ()


def resolve(id: str = DEFAULT, overrides: Mapping[str, str] = NO_CHOICES) -> Rules:
    """The rules of one edition: its own choice for every ruling, or the one in ``overrides``.

    >>> resolve("gb1998").points["two_concealed_kongs"]
    6
    """
    return _resolve(id, tuple(sorted(overrides.items())))


@cache
def _resolve(id: str, overrides: tuple[tuple[str, str], ...]) -> Rules:
    ruleset = load(id)
    choices = rulings.chosen(id, dict(overrides))
    points = {rule.fan: rule.points for rule in ruleset.rules}
    return with_choices(id, points, [*from_lists(ruleset.rules)], choices)


def with_choices(
    id: str,
    own_points: Mapping[str, int],
    lists: Iterable[Row],
    choices: Mapping[str, Choice],
) -> Rules:
    """Points and lists of an edition with what the chosen rulings add and drop."""
    points, options = dict(own_points), {name: values[0] for name, values in rulings.OPTIONS.items()}
    patterns: dict[str, str] = {}
    allowed: set[tuple[str, str]] = set()
    for choice in choices.values():
        points = {fan: n for fan, n in (points | choice.points).items() if fan not in choice.without}
        patterns |= choice.pattern
        options |= choice.option
        allowed |= set(choice.allow)
    literal = options["unlisted"] == "literal"
    definitions = from_definitions(literal=literal)
    stated = [row for row in (*definitions, *lists) if (row[0], row[1].fan) not in allowed]
    excludes = merged([*stated, *from_rulings(choices, literal=literal)], points)
    picked = {ruling: choice.id for ruling, choice in choices.items()}
    return Rules(id, in_counting_order(points), excludes, patterns, options, picked)


Row = tuple[str, Exclusion]


def from_definitions(*, literal: bool = False) -> Iterator[Row]:
    """What is forced; where only lists exclude (``literal``), the families are left.

    Of two fans in a family the reason is that the one forces the other, where it does (四暗刻 and 三暗刻).
    """
    by_definition = {(row.fan, row.out) for row in forced() if not row.family}
    for row in forced():
        if row.family or not literal:
            because = IMPLIED if (row.fan, row.out) in by_definition else row.family or IMPLIED
            yield row.fan, Exclusion(row.out, row.scope, row.count, because)


def from_rulings(choices: Mapping[str, Choice], *, literal: bool) -> Iterator[Row]:
    """What the choices exclude; where only lists do (``literal``), not what is another form of the principle."""
    for ruling, choice in choices.items():
        for fan, out, *limit in choice.exclude if not (literal and choice.principle) else ():
            yield fan, limited(out, limit[0] if limit else None, ruling)


def from_lists(rules: Iterable[Rule]) -> Iterator[Row]:
    """The lists as printed; a class word stands for all its members."""
    for rule in rules:
        for item in rule.excludes:
            for fan in members(item):
                yield rule.fan, limited(fan, rule.scope.get(item), LIST)


def limited(fan: str, limit: Limit | None, because: str) -> Exclusion:
    """An exclusion as a data file writes it: as a whole, of shared groups, or so many times."""
    if isinstance(limit, int):
        return Exclusion(fan, "count", limit, because)
    return Exclusion(fan, limit or "whole", because=because)


def members(item: str) -> tuple[str, ...]:
    return names.class_word(item.removeprefix(CLASS)).members if item.startswith(CLASS) else (item,)


def in_counting_order(points: Mapping[str, int]) -> dict[str, int]:
    place = {fan.id: number for number, fan in enumerate(names.fans())}
    return {fan: points[fan] for fan in sorted(points, key=lambda fan: (-points[fan], place[fan]))}


def merged(rows: Iterable[Row], points: Mapping[str, int]) -> dict[str, tuple[Exclusion, ...]]:
    """One exclusion for two fans, the widest and of those the first stated; of fans that these rules have."""
    found: dict[str, dict[str, Exclusion]] = {fan: {} for fan in in_counting_order(points)}
    for fan, exclusion in rows:
        if fan in points and exclusion.fan in points:
            known = found[fan].get(exclusion.fan)
            if known is None or (known.scope != "whole" and exclusion.scope == "whole"):
                found[fan][exclusion.fan] = exclusion
    order = {fan: place for place, fan in enumerate(found)}
    return {fan: tuple(sorted(out.values(), key=lambda each: order[each.fan])) for fan, out in found.items() if out}
