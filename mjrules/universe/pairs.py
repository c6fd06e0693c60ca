"""What an engine answers about many pairs of conditions at once: the decision diagrams, and the census.

Numbers are of states; those of two conditions, of states in which one situation makes both of them as asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import TYPE_CHECKING, NamedTuple, Protocol

import msgspec
import numpy as np
from numpy.typing import NDArray

from mjrules.hand import Situation
from mjrules.pattern import All, Not, Pattern
from mjrules.pattern.evaluate import holds
from mjrules.universe.arrays.holding import Holding
from mjrules.universe.arrays.rows import Rows
from mjrules.universe.census.census import ORDER
from mjrules.universe.census.situations import asks_for_situation
from mjrules.universe.progress import Progress, unwatched
from mjrules.universe.shown import as_scored
from mjrules.universe.states import GB, Example, State, facts_of, situations

if TYPE_CHECKING:
    from mjrules.universe.census import Census
    from mjrules.universe.symbolic import Symbolic
    from mjrules.universe.symbolic.layout import Diagram

Int64 = NDArray[np.int64]
OFTEN_ENOUGH = 20
"""Progress is told after so many pairs."""
WAYS = (False, True)
"""Self-drawn or not."""
MOST_SETS = 5
CANDIDATES = 20
"""How many examples of the census are looked at for one that the scorer reads the same way."""


class Asked(Protocol):
    """What is asked about one condition."""

    def states(self, condition: Pattern) -> int: ...
    def example(self, condition: Pattern) -> Example | None: ...


class Engine(Asked, Protocol):
    """What is asked about many."""

    def meet(self, conditions: Sequence[Pattern], others: Sequence[Pattern]) -> Int64:
        """How many states satisfy each condition together with each of the others: shape (conditions, others)."""
        ...


class ByDiagrams:
    """Decision diagrams: each condition is made once and joined with every other.

    A condition is kept twice: as a diagram of states, and as the bare condition, which is true of much besides. One of
    two must be of states; the other is taken as it is smaller.
    """

    def __init__(self, engine: Symbolic, progress: Progress = unwatched) -> None:
        self.states, self.example = engine.states, engine.example
        self._engine = engine
        self._progress = progress
        self._bits = sum(len(field.variables) for field in engine.layout.state_fields)
        self._situation = engine.layout.cube(engine.layout.situation_fields)
        self._made: dict[Pattern, _Made] = {}
        self._met: dict[tuple[Pattern, Pattern], int] = {}

    def meet(self, conditions: Sequence[Pattern], others: Sequence[Pattern]) -> Int64:
        pairs = [*product(conditions, others)]
        found = (self._meet(one, other) for one, other in self._told(pairs))
        return np.fromiter(found, np.int64, len(pairs)).reshape(len(conditions), len(others))

    def _meet(self, one: Pattern, other: Pattern) -> int:
        key = (one, other)
        if key not in self._met:
            self._met[key] = self._met[other, one] = self._count(self._condition(one), self._condition(other))
        return self._met[key]

    def _count(self, one: _Made, other: _Made) -> int:
        if one.asks and other.asks:  # both of one situation
            return _joined(one.open, other.open).exists(self._situation).sat_count(self._bits)
        return _joined(one.closed, other.closed).sat_count(self._bits)

    def _condition(self, condition: Pattern) -> _Made:
        if condition not in self._made:
            from mjrules.universe.symbolic.atoms import asked_of_situation

            engine = self._engine
            asked = {*asked_of_situation(condition)}
            bare = engine.atoms.where(condition) & engine.space.allowed(asked)
            both = (engine.holding(condition, engine.layout.true), bare)
            closed = [each.exists(self._situation) for each in both] if asked else both
            self._made[condition] = _Made(bool(asked), _Sized.of(*both), _Sized.of(*closed))
        return self._made[condition]

    def _told(self, pairs: Sequence[tuple[Pattern, Pattern]]) -> Iterator[tuple[Pattern, Pattern]]:
        for done, pair in enumerate(pairs):
            if done % OFTEN_ENOUGH == 0:
                self._progress(done, len(pairs))
            yield pair
        self._progress(len(pairs), len(pairs))


class _Sized(NamedTuple):
    """A condition as a diagram of states and as the bare condition, each with its number of nodes."""

    states: Diagram
    bare: Diagram
    in_states: int
    in_bare: int

    @classmethod
    def of(cls, states: Diagram, bare: Diagram) -> _Sized:
        return cls(states, bare, states.node_count(), bare.node_count())


class _Made(NamedTuple):
    """A condition; ``asks``: it hangs on the situation. ``open``: of states and situations; ``closed``: of states."""

    asks: bool
    open: _Sized
    closed: _Sized


def _joined(one: _Sized, other: _Sized) -> Diagram:
    """Where both are true; the smaller diagrams are taken."""
    ways = (
        (one.in_states + other.in_bare, one.states, other.bare),
        (one.in_bare + other.in_states, one.bare, other.states),
        (one.in_states + other.in_states, one.states, other.states),
    )
    _, first, second = min(ways, key=lambda way: way[0])
    return first & second


class ByCensus:
    """The census; examples are found by where parts of conditions are true, which is written down for all kinds."""

    def __init__(self, census: Census) -> None:
        self.states = census.states
        self._census = census
        kinds = [census.rows[form] for form in ORDER]
        effort = np.concatenate([rows.claimed * MOST_SETS + rows.kongs for rows in kinds])
        self._order = np.argsort(np.repeat(effort, len(WAYS)), kind="stable")
        """Kinds won either way, those first whose example is taken in at a glance."""
        self._true: dict[Pattern, NDArray[np.bool_]] = {}

    def meet(self, conditions: Sequence[Pattern], others: Sequence[Pattern]) -> Int64:
        self._learn([*conditions, *others, *map(Not, conditions)])
        return self._census.meet(conditions, others)

    def _learn(self, conditions: Sequence[Pattern]) -> None:
        """Write down where conditions are true, in some situation."""
        new = [each for each in dict.fromkeys(conditions) if each not in self._true]

        def true_of(rows: Rows) -> NDArray[np.bool_]:
            holding = Holding(rows, GB)
            return np.array([holding.satisfies(each) for each in new], np.bool_).T

        if new:
            by_way = [self._census.by_kind(true_of, self_drawn) for self_drawn in WAYS]
            kinds = np.stack(by_way, axis=1).reshape(-1, len(new))[self._order]
            self._true |= dict(zip(new, np.ascontiguousarray(kinds.T), strict=True))

    def example(self, condition: Pattern) -> Example | None:
        """One of the first kinds whose example, scored, is read so that the condition holds; else the first."""
        parts = condition.parts if isinstance(condition, All) else (condition,)
        self._learn(parts)
        first = None
        for example in islice(self._examples(parts, condition), CANDIDATES):
            if holds(condition, as_scored(example)):
                return example
            first = first or example
        return first

    def _examples(self, parts: Sequence[Pattern], condition: Pattern) -> Iterator[Example]:
        asks = asks_for_situation(condition)
        for place in np.flatnonzero(np.logical_and.reduce([self._true[part] for part in parts])):
            kind, way = divmod(int(self._order[place]), len(WAYS))
            state = self._census.state(kind, WAYS[way])
            for situation in _situations(state) if asks else [next(situations(state))]:
                if holds(condition, facts_of(state, situation)):
                    yield Example(state, situation)
                    break


def _situations(state: State) -> Iterator[Situation]:
    """Those that the game allows, without flowers first."""
    for flowers, situation in product((0, 1), situations(state)):
        yield msgspec.structs.replace(situation, flowers=flowers)
