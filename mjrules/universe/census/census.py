"""The census of all winning hands: kinds of states and how many there are of each, and won hands by their kinds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from mjrules.pattern import Form, Pattern
from mjrules.pattern.evaluate import holds
from mjrules.problems import FLOWERS
from mjrules.universe.arrays.holding import Holding
from mjrules.universe.arrays.kinds import CHUNK
from mjrules.universe.arrays.rows import Rows
from mjrules.universe.arrays.waits import knitted_straight_wins
from mjrules.universe.census import file, seven_pairs, told
from mjrules.universe.census.classes import Classes, classes_of
from mjrules.universe.census.examples import won_by
from mjrules.universe.census.expansion import Expanded
from mjrules.universe.census.grouping import Int64
from mjrules.universe.census.other_forms import FORMS
from mjrules.universe.census.situations import Together
from mjrules.universe.census.table import Table
from mjrules.universe.states import GB, Example, State, facts_of, situations

BoolArray = NDArray[np.bool_]
ORDER: tuple[Form, ...] = ("standard", "seven_pairs", *FORMS)
"""The forms in the order in which kinds are numbered."""
THREADS = 2


class Census:
    """Every winning hand, by kinds of states.

    States of a kind cannot be told apart by any fan, variant, option or situation, nor by any set of rules made of
    these. ``rows`` holds an example of each kind, form by form, won by a discard; it stands for self-drawn too.
    ``weights``: how many states a kind has, for each way of winning. Kinds of all forms are numbered through; those of
    a form from ``first`` on.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.expanded = Expanded(table.standard)
        self.rows: Mapping[Form, Rows] = {
            "standard": self.expanded.rows,
            "seven_pairs": seven_pairs.rows(table.pairs.example),
            **{form: some.rows for form, some in table.others.items()},
        }
        self.weights: Mapping[Form, Int64] = {
            "standard": self.expanded.states,
            "seven_pairs": table.pairs.states,
            **{form: some.states for form, some in table.others.items()},
        }
        ends = np.cumsum([len(self.rows[form]) for form in ORDER])
        self.first: Mapping[Form, int] = dict(zip(ORDER, [0, *ends.tolist()], strict=False))

    def save(self, path: Path) -> None:
        """Write the data file: the whole of it or nothing."""
        file.save(self.table, path)

    # questions

    def states(self, condition: Pattern, options: Mapping[str, str] = GB) -> int:
        """How many states, won either way, satisfy the condition in some situation that the game allows.

        RulesError where the condition asks for more than kinds tell apart (``told.check``).
        """
        told.check(condition)

        def number(rows: Rows, weight: Int64) -> int:
            return int((weight * (Holding(rows, options).satisfies(condition) & winning(rows, options))).sum())

        return sum(self._pieces(number))

    def meet(
        self,
        conditions: Sequence[Pattern],
        others: Sequence[Pattern] | None = None,
        options: Mapping[str, str] = GB,
    ) -> Int64:
        """How many states satisfy each condition together with each of the others (the conditions again, if none are
        given) in one situation: shape (conditions, others)."""
        others = conditions if others is None else others
        for condition in dict.fromkeys((*conditions, *others)):
            told.check(condition)
        together = Together(conditions, others, options)

        def numbers(rows: Rows, weight: Int64) -> Int64:
            return together.numbers(rows, weight * winning(rows, options))

        found: Int64 = np.sum([*self._pieces(numbers)], axis=0)
        return found

    def but_not(self, conditions: Sequence[Pattern], options: Mapping[str, str] = GB) -> Int64:
        """How many states satisfy the first condition (row) and not the second (column), in one situation."""
        return self.meet(conditions, [~condition for condition in conditions], options)

    def _pieces(self, work: Callable[[Rows, Int64], Any]) -> Iterator[Any]:
        """What comes of some work on all kinds and both ways of winning, piece by piece."""
        pieces = [
            (won_by(self.rows[form].take(piece), self_drawn), self.weights[form][piece])
            for form in ORDER
            for start in range(0, len(self.rows[form]), CHUNK)
            for piece in [slice(start, start + CHUNK)]
            for self_drawn in (False, True)
        ]
        with ThreadPoolExecutor(THREADS) as threads:
            yield from threads.map(lambda piece: work(*piece), pieces)

    def by_kind(self, work: Callable[[Rows], NDArray[Any]], self_drawn: bool) -> NDArray[Any]:
        """What comes of some work on the rows of all kinds, won one way, in the order of their numbers."""
        pieces = [
            self.rows[form].take(slice(start, start + CHUNK))
            for form in ORDER
            for start in range(0, len(self.rows[form]), CHUNK)
        ]
        with ThreadPoolExecutor(THREADS) as threads:
            return np.concatenate([*threads.map(lambda rows: work(won_by(rows, self_drawn)), pieces)])

    def example(self, condition: Pattern, options: Mapping[str, str] = GB) -> Example | None:
        """A state that satisfies the condition, in a situation that does: of the stored ones that with the fewest
        claimed groups, the fewest kongs, and the lowest tiles. None where there is none."""
        told.check(condition)

        def true_of(rows: Rows) -> BoolArray:
            return Holding(rows, options).satisfies(condition) & winning(rows, options)

        found: list[tuple[tuple[int, ...], State]] = []
        for self_drawn in (False, True):
            kinds = np.flatnonzero(self.by_kind(true_of, self_drawn))
            if len(kinds):
                best = int(kinds[np.argmin(self._effort[kinds])])
                found.append(((int(self._effort[best]), self_drawn), self.state(best, self_drawn)))
        return _in_a_situation(min(found)[1], condition, options) if found else None

    def state(self, kind: int, self_drawn: bool = False) -> State:
        """The example of a kind."""
        form = next(form for form in reversed(ORDER) if kind >= self.first[form])
        return msgspec.structs.replace(self.rows[form].state(kind - self.first[form]), self_drawn=self_drawn)

    @cached_property
    def _effort(self) -> NDArray[np.int64]:
        """What makes examples harder to read: claimed groups, then kongs, then their order."""
        effort = np.concatenate([rows.claimed * 8 + rows.kongs for rows in (self.rows[form] for form in ORDER)])
        return effort.astype(np.int64) * len(effort) + np.arange(len(effort))

    # won hands

    @cached_property
    def exposed(self) -> Classes:
        """All won hands by their kinds, whatever is declared."""
        return classes_of(self.table, self.expanded, self.first)

    @cached_property
    def concealed(self) -> Classes:
        """The won hands with nothing declared."""
        return self.exposed.take(np.flatnonzero(self.exposed.nothing_declared))


def winning(rows: Rows, options: Mapping[str, str]) -> BoolArray:
    """Which rows are winning hands at all, for two options want that said: pairs may have to differ, and a knitted
    straight to be concealed or not to win."""
    if rows.form == "knitted":
        return knitted_straight_wins(rows.declared, rows.claimed, options)
    if rows.form == "seven_pairs" and options.get("identical_pairs") == "barred":
        differ: BoolArray = (rows.groups[:, 1:] != rows.groups[:, :-1]).all(axis=1)
        return differ
    return np.ones(len(rows), np.bool_)


def _in_a_situation(state: State, condition: Pattern, options: Mapping[str, str]) -> Example:
    """A state that satisfies a condition in the first situation that does, flowers coming last."""
    for flowers in range(FLOWERS + 1):
        for situation in situations(state):
            flowered = msgspec.structs.replace(situation, flowers=flowers)
            if holds(condition, facts_of(state, flowered, options)):
                return Example(state, flowered)
    raise AssertionError(f"{state} satisfies {condition} in no situation, though its kind does")
