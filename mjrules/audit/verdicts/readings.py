"""Hands that can be read in two ways, one for each of two fans that no reading has together."""

from __future__ import annotations

from functools import cache, partial

from mjrules.pattern import Pattern
from mjrules.pattern.evaluate import holds
from mjrules.score.arrangements import arrangements
from mjrules.universe.states import Example, State, facts_of
from mjrules.universe.symbolic import Symbolic
from mjrules.universe.symbolic.atoms import asked_of_situation
from mjrules.universe.symbolic.layout import Diagram

_TRIED = 200
"""So many hands that have the one fan are looked at for one that shows the other."""
_AS_IN_A_STATE = {"pung_by_discard": "concealed"}
"""A state keeps a pung that a discard completed as the concealed one it was."""


def of_same_tiles(one: Pattern, other: Pattern) -> str | None:
    """A hand, its winning tile and the way it is won, that can be read as either; None where there is none."""
    asked = frozenset({*asked_of_situation(one), *asked_of_situation(other)})
    both = _won(one, asked) & _won(other, asked)
    if not both.satisfiable():
        return None
    examples = _engine().witness.candidates(partial(_within, one, asked, both))
    for _, each in zip(range(_TRIED), examples, strict=False):
        if _can_be(each, one) and _can_be(each, other):
            return str(each.hand)
    return ""


def _within(condition: Pattern, asked: frozenset[str], won: Diagram, states: Diagram) -> Diagram:
    """The states that satisfy a condition and whose hands are among some."""
    engine = _engine()
    held = {fields.held for fields in engine.layout.tiles}
    found = engine.holding(condition, states) & engine.space.allowed({*asked})
    return (engine.waits.with_tiles(found) & won).exists(engine.layout.cube(held))


@cache
def _engine() -> Symbolic:
    return Symbolic()


@cache
def _won(condition: Pattern, asked: frozenset[str]) -> Diagram:
    """The declared groups, the tiles, the winning one, the way and the situation of all that satisfies a condition."""
    engine = _engine()
    layout = engine.layout
    divided = {layout.form, layout.straight, layout.in_straight}
    divided |= {field for fields in layout.tiles for field in (fields.concealed, fields.chows, fields.role) if field}
    found = engine.holding(condition, layout.true) & engine.space.allowed({*asked})
    return engine.waits.with_tiles(found).exists(layout.cube(divided))


def _can_be(example: Example, condition: Pattern) -> bool:
    """Is there a reading of the hand that satisfies the condition?"""
    drawn = example.state.self_drawn
    states = (
        State(each.form, each.groups, each.completed, each.at, drawn)
        for each in arrangements(example.hand, _AS_IN_A_STATE)
    )
    return any(holds(condition, facts_of(each, example.situation)) for each in states)
