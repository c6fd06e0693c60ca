"""The exclusions of a rule set, told apart by proof over every winning hand.

*implied*: the other fan holds in every state of the first, as far as the exclusion goes, so that a list need not say it
(不重复). *too broad*: something is forced, and the exclusion takes more. *convention*: the two can meet, and nothing
forces it; only an authority can say that one of them does not count. *impossible*: no state has both, the statement is
empty.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

import msgspec

from mjrules import names
from mjrules.claims import SCHEMA
from mjrules.fans import FANS, pattern
from mjrules.pattern import Pattern
from mjrules.rulesets.editions import available, load
from mjrules.rulesets.implied import Scope
from mjrules.rulesets.resolve import Exclusion, Rules, from_lists
from mjrules.rulings import OPTIONS
from mjrules.universe import relations
from mjrules.universe.questions import SPACE_OPTIONS, engine_of
from mjrules.universe.relations import FORCING, Forced, Relation, kind_of

Judgement = Literal["implied", "too_broad", "convention", "impossible"]
JUDGEMENTS: tuple[Judgement, ...] = ("implied", "too_broad", "convention", "impossible")
Where = Literal["all", "sets", "self_drawn", "discard"]
"""Where the other fan holds in every state of the first: everywhere; wherever there are sets, and nowhere else; in
every self-drawn win; in every win by a discard."""

BY_WAY_OF_WINNING: Mapping[str, Where] = {"fully_concealed_hand": "self_drawn", "concealed_hand": "discard"}
"""Fans that ask for a way of winning and for something else."""


class Judged(msgspec.Struct, frozen=True):
    """An exclusion: ``other`` is not counted beside ``fan``.

    ``scope`` and ``count``: as a whole, for the groups of ``fan`` only, or so many times. ``because``: as rule sets say
    it; ``printed``: it stands in the edition's own list, None where that is not known; ``in_force``: no ruling drops
    it.

    ``states``: those of ``fan``; ``both``: those of them with ``other``. ``where``: the states of ``fan`` that all
    have ``other``, None where there are none such. ``forced``: so many times at least, 0 where not at all; ``own``: by
    the groups that make ``fan``; ``more``: the states in which it holds by other groups too, or more often, and no
    larger fan takes the place of ``fan``. ``example``: a hand with both, and where the exclusion is too broad, with
    more than is forced.
    """

    fan: str
    name: str
    other: str
    other_name: str
    scope: Scope
    count: int
    because: str
    printed: bool | None
    in_force: bool
    kind: Judgement
    where: Where | None
    states: int
    both: int
    forced: int
    own: bool
    more: int
    example: str | None


class Exclusions(msgspec.Struct, frozen=True):
    """The exclusions of one rule set, in its order; its JSON is what ``mjrules relations --ruleset`` prints."""

    ruleset: str
    rulings: dict[str, str]
    exclusions: tuple[Judged, ...]
    schema: str = SCHEMA

    def about(self, fans: Sequence[str]) -> Exclusions:
        """Those about these fans: all, those of one fan on either side, those between two."""
        some = (each for each in self.exclusions if {*fans} <= {each.fan, each.other})
        return msgspec.structs.replace(self, exclusions=tuple(some))


def judge(rules: Rules, chosen: Mapping[str, str] = {}) -> Exclusions:
    """Every exclusion of these rules, those that they print and those that follow. ``chosen``: the rulings chosen
    otherwise than the rule set does."""
    known = Known(rules)
    rows = (_judged(known, *row) for row in _rows(rules) if {row[0], row[1].fan} <= {*relations.RELATED})
    return Exclusions(rules.id, dict(chosen), tuple(rows))


Row = tuple[str, Exclusion, bool | None, bool]
"""A fan, what it excludes, whether that is printed and whether it is in force."""


def _rows(rules: Rules) -> Iterator[Row]:
    """What is printed as it is printed; what else is in force as that is."""
    is_edition = rules.id in available()
    lists = [*from_lists(load(rules.id).rules)] if is_edition else []
    for fan in rules.points:
        outs = {each.fan: each for each in rules.excludes.get(fan, ())}
        listed = {each.fan: each for one, each in lists if one == fan}
        for out in sorted({*outs, *listed}, key=list(rules.points).index):
            stated = listed.get(out) or outs[out]
            because = outs[out].because if out in outs else stated.because
            row = msgspec.structs.replace(stated, because=because)
            yield fan, row, out in listed if is_edition else None, out in outs


def _judged(known: Known, fan: str, exclusion: Exclusion, printed: bool | None, in_force: bool) -> Judged:
    other = exclusion.fan
    relation, forced = known.between(fan, other), known.forcing(fan, other)
    kind = _kind(relation, forced, exclusion)
    return Judged(
        fan=fan,
        name=names.fan(fan).name,
        other=other,
        other_name=names.fan(other).name,
        scope=exclusion.scope,
        count=exclusion.count,
        because=exclusion.because,
        printed=printed,
        in_force=in_force,
        kind=kind,
        where=forced.within if forced else _by_way_of_winning(known, relation),
        states=known.states(fan),
        both=relation.both,
        forced=forced.least if forced else 0,
        own=forced is not None and forced.own,
        more=forced.more if forced else 0,
        example=forced.example if forced and kind == "too_broad" else relation.witness,
    )


def _kind(relation: Relation, forced: Forced | None, exclusion: Exclusion) -> Judgement:
    if relation.kind == "never":
        return "impossible"
    if forced is None:
        return "convention"
    match exclusion.scope:
        case "whole":
            return "too_broad" if forced.more else "implied"
        case "shared_groups":
            return "implied" if forced.own or not forced.more else "convention"
        case "count":
            return "implied" if exclusion.count <= forced.least else "too_broad"


def _by_way_of_winning(known: Known, relation: Relation) -> Where | None:
    """Whether every win of one way has the other fan, which asks for that way."""
    where = BY_WAY_OF_WINNING.get(relation.other)
    if where is None or not relation.both:
        return None
    drawn = known.between(relation.fan, "self_drawn").both
    won = drawn if where == "self_drawn" else known.states(relation.fan) - drawn
    return where if relation.both == won else None


class Known:
    """How fans relate under some rules: looked up where they define and let win what ``gb`` does, else asked."""

    def __init__(self, rules: Rules) -> None:
        self._table = relations.load()
        self._patterns: dict[str, Pattern] = {fan: pattern(rules.patterns.get(fan, fan)) for fan in FANS}
        options = {name: rules.options[name] for name in SPACE_OPTIONS if name in rules.options}
        self._options = tuple(options.items())
        self._same_space = all(OPTIONS[name][0] == value for name, value in options.items())

    def _is_known(self, *fans: str) -> bool:
        return self._same_space and all(self._patterns[fan] == FANS[fan] for fan in fans)

    def states(self, fan: str) -> int:
        if self._is_known(fan):
            return self._table.states(fan)
        return engine_of(self._options).states(self._patterns[fan])

    def between(self, fan: str, other: str) -> Relation:
        if self._is_known(fan, other):
            return self._table.between(fan, other)
        one, two, engine = self._patterns[fan], self._patterns[other], engine_of(self._options)
        both, only, other_only = engine.states(one & two), engine.states(one & ~two), engine.states(two & ~one)
        witness = engine.example(one & two) if both else None
        counterexample = engine.example(one & ~two) if only else None
        return Relation(
            fan,
            other,
            kind_of(both, only, other_only),
            both,
            only,
            str(witness.hand) if witness else None,
            str(counterexample.hand) if counterexample else None,
        )

    def forcing(self, fan: str, other: str) -> Forced | None:
        if self._is_known(fan, other):
            return self._table.forcing(fan, other)
        from mjrules.universe.relating import forced, forces

        engine = engine_of(self._options)
        within = forces(engine, self._patterns[fan], self._patterns[other])
        return forced(engine, fan, other, within, self._larger(fan), self._patterns) if within else None

    def _larger(self, fan: str) -> list[str]:
        others = (each for each in relations.RELATED if each != fan)
        return [each for each in others if self.between(each, fan).kind in FORCING]
