"""Every point in which two sets of rules differ, as a switch that can be set one way or the other.

A ruling chosen otherwise is one; beside the rulings the points of a fan, and whether one fan bars another. The first
rules with all switches as the second have them count as the second do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

import msgspec

from mjrules import rulings
from mjrules.rulesets.resolve import Exclusion, Rules
from mjrules.rulings import Choice
from mjrules.score.counting import CHICKEN, NUMBER, ORDER


class RulingSwitch(msgspec.Struct, frozen=True, tag_field="kind", tag="ruling"):
    """A ruling, and what either side chose."""

    ruling: str
    choices: tuple[str, str]


class PointsSwitch(msgspec.Struct, frozen=True, tag_field="kind", tag="points"):
    """The points of a fan where no ruling sets them; None: the rules do not have it."""

    fan: str
    points: tuple[int | None, int | None]


class ListSwitch(msgspec.Struct, frozen=True, tag_field="kind", tag="list"):
    """Whether ``fan`` bars ``out``, where no ruling says so; None: it does not."""

    fan: str
    out: str
    bars: tuple[Exclusion | None, Exclusion | None]


Switch = RulingSwitch | PointsSwitch | ListSwitch
ANYWHERE: frozenset[str] = frozenset()
"""No fan has to hold for a switch to change something."""


class Side(msgspec.Struct, frozen=True):
    """A set of rules, and what it would be with some rulings chosen otherwise (``under``)."""

    rules: Rules
    under: Callable[[Mapping[str, str]], Rules]


def between(one: Side, other: Side) -> tuple[Switch, ...]:
    """Everything in which two sets of rules differ: rulings, then points, then lists."""
    own, theirs = one.rules.rulings, other.rules.rulings
    flips = {id: choice for id, choice in theirs.items() if own.get(id) != choice}
    alike = one.under(flips)
    chosen = (RulingSwitch(id, (own[id], theirs[id])) for id in flips)
    return (*chosen, *_points(alike, other.rules), *_lists(alike, other.rules))


def _points(one: Rules, other: Rules) -> Iterator[Switch]:
    for fan in ORDER:
        points = one.points.get(fan), other.points.get(fan)
        if points[0] != points[1]:
            yield PointsSwitch(fan, points)


def _lists(one: Rules, other: Rules) -> Iterator[Switch]:
    here, there = _pairs(one), _pairs(other)
    for fan, out in sorted(here.keys() | there.keys(), key=lambda pair: (NUMBER[pair[0]], NUMBER[pair[1]])):
        bars = here.get((fan, out)), there.get((fan, out))
        if _extent(bars[0]) != _extent(bars[1]):
            yield ListSwitch(fan, out, bars)


def needs(switch: Switch) -> frozenset[frozenset[str]]:
    """The sets of fans one of which must hold, counted or not, in a hand that the switch changes."""
    match switch:
        case RulingSwitch(ruling, choices):
            known = rulings.ruling(ruling)
            return frozenset(fans for choice in choices for fans in _needs_of_choice(known.choice(choice)))
        case PointsSwitch(fan, _):
            return frozenset([_alone(fan)])
        case ListSwitch(fan, out, _):
            return frozenset([frozenset([fan, out])])


def _needs_of_choice(choice: Choice) -> Iterator[frozenset[str]]:
    if choice.option or choice.pattern:
        yield ANYWHERE
    yield from map(_alone, (*choice.points, *choice.without))
    yield from (frozenset(pair[:2]) for pair in (*choice.exclude, *choice.allow))


def _alone(fan: str) -> frozenset[str]:
    """无番和 holds where nothing else counts, which no hand tells by itself."""
    return ANYWHERE if fan == ORDER[CHICKEN] else frozenset([fan])


def flipped(one: Side, switches: Iterable[Switch]) -> Rules:
    """The first rules with these switches as the others have them."""
    some = [*switches]
    rules = one.under({switch.ruling: switch.choices[1] for switch in some if isinstance(switch, RulingSwitch)})
    points: dict[str, int | None] = {**rules.points}
    bars: dict[tuple[str, str], Exclusion | None] = {**_pairs(rules)}
    for switch in some:
        if isinstance(switch, PointsSwitch):
            points[switch.fan] = switch.points[1]
        elif isinstance(switch, ListSwitch):
            bars[switch.fan, switch.out] = switch.bars[1]
    excludes: dict[str, tuple[Exclusion, ...]] = {}
    for (fan, _), exclusion in bars.items():
        if exclusion:
            excludes[fan] = (*excludes.get(fan, ()), exclusion)
    printed = {fan: n for fan, n in points.items() if n is not None}
    return msgspec.structs.replace(rules, points=printed, excludes=excludes)


def _pairs(rules: Rules) -> dict[tuple[str, str], Exclusion]:
    return {(fan, each.fan): each for fan, out in rules.excludes.items() for each in out}


def _extent(exclusion: Exclusion | None) -> tuple[str, int] | None:
    """What an exclusion does, whoever says so."""
    return None if exclusion is None else (exclusion.scope, exclusion.count)
