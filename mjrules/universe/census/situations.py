"""Which conditions are true together of states, counted for all pairs of conditions at once.

Two conditions that ask for the situation (妙手回春 and 和绝张) must be true in one and the same; of others it is enough
to know where each is true. For the first, states are taken together that neither the conditions nor the game's own
rules about situations tell apart: some hundreds are left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

import numpy as np

from mjrules import pattern as p
from mjrules.pattern import Pattern
from mjrules.tiles import COPIES, WINDS
from mjrules.universe.arrays.holding import Holding, atoms_in
from mjrules.universe.arrays.rows import Rows
from mjrules.universe.census.grouping import Int64, alike

_TABLE = {"last_of_kind", "wall_last", "kong"} | {
    f"{whose} {wind}" for whose in ("prevalent", "seat") for wind in WINDS
}
"""Flags that a state does not tell."""


def asks_for_situation(condition: Pattern) -> bool:
    """Whether a condition is about more than the state."""
    return any(isinstance(atom, p.Flowers) or _is_open(atom) for atom in atoms_in(condition))


def _is_open(atom: Pattern) -> bool:
    return isinstance(atom, p.Flag) and atom.name in _TABLE


class Together:
    """Counts states for which conditions are true together with others."""

    def __init__(self, conditions: Sequence[Pattern], others: Sequence[Pattern], options: Mapping[str, str]) -> None:
        self._conditions, self._others, self._options = conditions, others, options
        self._open = [
            (row, column)
            for (row, one), (column, other) in product(enumerate(conditions), enumerate(others))
            if asks_for_situation(one) and asks_for_situation(other)
        ]
        asked = {part for row, column in self._open for part in (conditions[row], others[column])}
        atoms = dict.fromkeys(atom for part in asked for atom in atoms_in(part))
        self._told = [atom for atom in atoms if not (isinstance(atom, p.Flowers) or _is_open(atom))]

    def numbers(self, rows: Rows, weight: Int64) -> Int64:
        """How many of these states there are for each two conditions; each row stands for so many."""
        holding = Holding(rows, self._options)
        asked = dict.fromkeys((*self._conditions, *self._others))
        truths = np.array([holding.satisfies(condition) for condition in asked])
        order, starts = alike(truths)
        place = {condition: number for number, condition in enumerate(asked)}
        few = truths[:, order[starts]].astype(np.int64)
        one, other = (few[[place[each] for each in some]] for some in (self._conditions, self._others))
        found: Int64 = one * np.add.reduceat(weight[order], starts) @ other.T
        if self._open:
            left, left_weight = self._alike(holding, weight)
            for row, column in self._open:
                satisfied = left.satisfies(self._conditions[row] & self._others[column])
                found[row, column] = left_weight[satisfied].sum()
        return found

    def _alike(self, holding: Holding, weight: Int64) -> tuple[Holding, Int64]:
        """One of all rows that no situation tells apart, for the conditions that ask for one, with the sum of their
        weights."""
        rows = holding.rows
        facts = [np.broadcast_to(holding.truth(atom), len(rows)) for atom in self._told]
        facts += [rows.kongs > 0, holding.other_copies == 0, holding.hidden_copies == 0]
        facts += [holding.shown_copies == COPIES - 1]
        order, starts = alike(np.array(facts))
        return Holding(rows.take(order[starts]), self._options), np.add.reduceat(weight[order], starts)
