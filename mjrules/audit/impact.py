"""How much the differences between sources matter, over all won hands (``mjrules.universe.impact``).

What follows from the definitions has no weight: whether a source says it or not, nothing scores differently.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

import msgspec

from mjrules import rulesets
from mjrules.audit.model import Discrepancy, Impact, Level, SharedItem, Verdict
from mjrules.audit.statements import gather
from mjrules.claims import Source
from mjrules.rulesets import RuleSet
from mjrules.rulesets.resolve import LIST
from mjrules.universe import impacts

if TYPE_CHECKING:
    from mjrules.universe.impact import Weighing

_Difference = tuple[str, str] | tuple[str, tuple[int, ...]]
"""A fan and one it may bar; or a fan and the points it may have, rising."""


def weighed(found: Iterable[Discrepancy], ruleset: RuleSet | None) -> Iterator[Discrepancy]:
    """The same discrepancies, with the impact of points and of exclusions on which sources differ.

    All else is as in the rule set, or in that of present practice where none was asked.
    """
    known = ruleset is not None and ruleset.id in rulesets.available()
    weights = _weights(ruleset.id if ruleset and known else rulesets.DEFAULT)
    for each in found:
        yield _weighed(each, ruleset, weights)


def _weighed(found: Discrepancy, ruleset: RuleSet | None, weights: _Weights) -> Discrepancy:
    if found.fan is None:
        return found
    if found.code == "counted-and-excluded":
        return msgspec.structs.replace(found, impact=weights.of((found.fan, found.fans[0])))
    if found.code == "exclusion-too-broad":
        return _too_broad(found, weights.of((found.fan, found.fans[0])))
    if found.code == "points-differ":
        return msgspec.structs.replace(found, impact=weights.of((found.fan, _points(found))))
    if found.code == "points-differ-from-ruleset" and ruleset:
        rule = ruleset.rule(found.fan)
        own = {rule.points} if rule else set()
        return msgspec.structs.replace(found, impact=weights.of((found.fan, _points(found, own))))
    if found.code in ("exclusions-differ", "exclusions-differ-from-ruleset"):
        items = tuple(_weighed_item(found, found.fan, item, weights) for item in found.items)
        return msgspec.structs.replace(found, items=items)
    return found


def _too_broad(found: Discrepancy, impact: Impact | None) -> Discrepancy:
    """What takes too much and changes no score is only worth knowing (小四喜 不计 幺九刻: 混幺九 takes them anyway)."""
    level: Level = "note" if impact and not impact.states else found.level
    return msgspec.structs.replace(found, impact=impact, level=level, verdict=_shown(found.verdict, impact))


def _shown(verdict: Verdict | None, impact: Impact | None) -> Verdict | None:
    """The verdict with a hand that scores differently, where there is one: it shows best what is too broad."""
    if verdict and verdict.status == "too-broad" and impact and impact.example:
        return msgspec.structs.replace(verdict, witness=impact.example)
    return verdict


def _points(found: Discrepancy, own: Iterable[int] = ()) -> tuple[int, ...]:
    return tuple(sorted({*own, *(said.value for said in found.says if isinstance(said.value, int))}))


def _weighed_item(found: Discrepancy, fan: str, item: SharedItem, weights: _Weights) -> SharedItem:
    if item.fan is None or not _disputed(found, item):
        return item
    impact = weights.of((fan, item.fan))
    return msgspec.structs.replace(item, impact=impact, verdict=_shown(item.verdict, impact))


def _disputed(found: Discrepancy, item: SharedItem) -> bool:
    """Do some list it and others not: among the sources, or the sources and the rule set?"""
    listed = len(item.sources)
    if found.code == "exclusions-differ":
        return 0 < listed < len(found.about)
    return listed < len(found.about) if item.in_ruleset else listed > 0


def differences(sources: Sequence[Source]) -> tuple[set[tuple[str, str]], dict[str, set[int]]]:
    """All on which some of these sources or a rule set may differ: fans and those they may bar, points of fans."""
    statements = gather(sources, None)
    listed = {(each.fan, item.fan) for every in statements.lists.values() for each in every for item in each.items}
    points = {fan: {said.points for said in every} for fan, every in statements.points.items()}
    for id in rulesets.available():
        rules = rulesets.resolve(id)
        listed |= {(fan, each.fan) for fan, out in rules.excludes.items() for each in out if each.because == LIST}
        points = {fan: several | {rules.points.get(fan, 0)} - {0} for fan, several in points.items()}
    pairs = {(fan, out) for fan, out in listed if out is not None}
    return pairs, points


class _Weights:
    """Impacts under one rule set, each found once: in the file of those known, else over all won hands."""

    def __init__(self, id: str) -> None:
        self.id = id
        self._weighed: dict[_Difference, impacts.Weighed | None] = {}

    def of(self, difference: _Difference) -> Impact | None:
        found = self._of(difference)
        return msgspec.convert(found, Impact, from_attributes=True) if found else None

    def _of(self, difference: _Difference) -> impacts.Weighed | None:
        fan, other = difference
        known = impacts.of_rules(self.id)
        here = (known.exclusions if isinstance(other, str) else known.points).get(fan, {})
        key = other if isinstance(other, str) else impacts.points_key(other)
        if key in here:
            return here[key]
        if difference not in self._weighed:
            weighing = _weighing(self.id)
            found = weighing.exclusion(fan, other) if isinstance(other, str) else weighing.points(fan, other)
            self._weighed[difference] = found
        return self._weighed[difference]


@cache
def _weights(id: str) -> _Weights:
    return _Weights(id)


@cache
def _weighing(id: str) -> Weighing:
    from mjrules.universe.impact import Weighing

    return Weighing(rulesets.resolve(id))
