"""Weighs all that ``impacts.json`` keeps: every choice of every ruling, and differences that are asked for often."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations
from typing import get_args

from mjrules import rulings
from mjrules.rulesets import available
from mjrules.rulesets.resolve import DEFAULT, resolve
from mjrules.rulings import Ruling
from mjrules.universe.census import Census, load
from mjrules.universe.impact import Weighing
from mjrules.universe.impacts import (
    Noted,
    OfRules,
    OfRulings,
    Table,
    Weighed,
    definitions,
    definitions_of_rulings,
    points_key,
)
from mjrules.universe.progress import Progress

Pairs = Collection[tuple[str, str]]
"""Fans, and each that one may bar."""
Points = Mapping[str, Collection[int]]
"""Points that fans may have."""
NOTED: tuple[Noted, ...] = get_args(Noted)
SHORT_LISTS = "gb1998"
"""A rule set whose lists leave much unsaid: how silence is read changes nothing where lists are whole."""


def weigh(exclusions: Pairs, points: Points, progress: Progress) -> Table:
    """Everything anew: the rulings under ``gb``, exclusions and points under each rule set."""
    census = load()
    steps = 1 + len(available())
    found = OfRulings(definitions_of_rulings(), weigh_rulings(rulings.all(), census))
    progress(1, steps)
    rules = {}
    for done, id in enumerate(available(), 2):
        rules[id] = weigh_rules(id, exclusions, points, census)
        progress(done, steps)
    return Table(found, rules)


def weigh_rulings(asked: Iterable[Ruling], census: Census) -> dict[str, dict[str, Weighed]]:
    """By ruling and choice what it changes against the choice of ``gb``."""
    weighings = [Weighing(resolve(), noted=noted, census=census) for noted in NOTED]
    weighings.append(Weighing(resolve(SHORT_LISTS), census=census))
    return {
        ruling.id: {
            choice: weigh_choice(ruling, choice, weighings)
            for choice in ruling.choices
            if choice != ruling.default_for(DEFAULT)
        }
        for ruling in asked
    }


def weigh_choice(ruling: Ruling, choice: str, weighings: Sequence[Weighing]) -> Weighed:
    """As the first weighs it in which hands differ; where none do at all, as the first."""
    first, *others = weighings
    found = _weigh_choice(ruling, choice, first)
    again = (each for each in (_weigh_choice(ruling, choice, other) for other in others) if each.states)
    return found if found.states else next(again, found)


def _weigh_choice(ruling: Ruling, choice: str, weighing: Weighing) -> Weighed:
    """The totals are those of the choice of ``gb`` and of this one."""
    chosen = (ruling.default_for(DEFAULT), choice)
    return weighing.between([resolve(weighing.rules.id, {ruling.id: each}) for each in chosen])


def weigh_rules(id: str, exclusions: Pairs, points: Points, census: Census) -> OfRules:
    """What exclusions and points change under one rule set."""
    weighing = Weighing(resolve(id), census=census)
    barred: dict[str, dict[str, Weighed | None]] = {}
    for fan, out in sorted(exclusions):
        barred.setdefault(fan, {})[out] = weighing.exclusion(fan, out)
    worth = {
        fan: {points_key(some): weighing.points(fan, some) for some in _values(several)}
        for fan, several in sorted(points.items())
        if len({*several}) > 1
    }
    return OfRules(definitions(resolve(id)), barred, worth)


def _values(several: Iterable[int]) -> list[tuple[int, ...]]:
    """All points of a fan, and every two of them."""
    every = tuple(sorted({*several}))
    return list(dict.fromkeys([*combinations(every, 2), every]))
