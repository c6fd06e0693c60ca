"""Many states of one form, each a row: groups, what the winning tile completed, the way of winning."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any, TypeVar

import numpy as np

from mjrules.errors import RulesError
from mjrules.groups import GROUPS
from mjrules.pattern import Form
from mjrules.tiles import TILES
from mjrules.universe.arrays import kinds
from mjrules.universe.arrays.kinds import (
    BYTE,
    HALF,
    NO_GROUP,
    BoolArray,
    IndexArray,
    UInt8Array,
    UInt32Array,
    UInt64Array,
)
from mjrules.universe.states import GB, State

T = TypeVar("T")
_LOW = np.uint64((1 << HALF) - 1)
_BYTE = np.uint32((1 << BYTE) - 1)


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """States of one form.

    ``groups``: (n, width) kinds of groups (``mjrules.groups``) as in ``State.groups``, so that a pung completed by a
    discard stands here concealed. Four sets and the pair; a knitted straight, the set and the pair; seven pairs;
    fourteen single tiles. ``completed`` is the column of the group that the winning tile completed, ``at`` the tile's
    place in it. Equal groups are one: which of them was completed makes no difference.
    """

    form: Form
    groups: UInt8Array
    completed: UInt8Array
    at: UInt8Array
    self_drawn: BoolArray
    _known: dict[object, Any] = field(default_factory=dict, repr=False, compare=False)

    def __len__(self) -> int:
        return len(self.completed)

    @classmethod
    def from_states(cls, states: Iterable[State]) -> Rows:
        """States as rows, in their order; RulesError where their forms differ."""
        listed = [*states]
        forms = {state.form for state in listed}
        if len(forms) != 1:
            raise RulesError(f"rows are states of one form; found: {', '.join(sorted(forms)) or 'no state at all'}")
        form = forms.pop()
        arranged = [_in_columns(state) for state in listed]
        return cls(
            form,
            np.array([groups for groups, _ in arranged], np.uint8).reshape(len(listed), kinds.WIDTHS[form]),
            np.array([completed for _, completed in arranged], np.uint8),
            np.array([state.at for state in listed], np.uint8),
            np.array([state.self_drawn for state in listed], np.bool_),
        )

    def state(self, row: int) -> State:
        """One row as a value."""
        groups = self.groups[row].tolist()
        completed = groups[self.completed[row]]
        in_order = tuple(sorted(groups))
        return State(self.form, in_order, in_order.index(completed), int(self.at[row]), bool(self.self_drawn[row]))

    def take(self, index: IndexArray | BoolArray | slice) -> Rows:
        """Some of the rows, by number, by truth, or as a stretch."""
        return Rows(self.form, self.groups[index], self.completed[index], self.at[index], self.self_drawn[index])

    # what follows from them, worked out once

    def _once(self, key: object, work: Callable[[], T]) -> T:
        found: T | None = self._known.get(key)
        if found is None:
            found = self._known[key] = work()
        return found

    @property
    def columns(self) -> tuple[IndexArray, ...]:
        """The groups column by column."""
        return self._once("columns", lambda: _columns(self.groups))

    def judged(self, options: Mapping[str, str] = GB) -> tuple[IndexArray, ...]:
        """The groups as fans see them, column by column: a pung completed by a discard is melded, unless a ruling says
        otherwise."""
        if options.get("pung_by_discard") == "concealed":
            return self.columns
        return self._once("judged", self._judged)

    def _judged(self) -> tuple[IndexArray, ...]:
        row = np.flatnonzero(~self.self_drawn)
        column = self.completed[row]
        groups = self.groups.copy()
        groups[row, column] = kinds.MELDED_BY_DISCARD[groups[row, column]]
        return _columns(groups)

    @property
    def won(self) -> IndexArray:
        """The kind of the group that the winning tile completed, as it was before it was judged."""
        return self._once("won", lambda: self.groups[np.arange(len(self)), self.completed].astype(np.intp))

    @property
    def winning(self) -> IndexArray:
        """The winning tile."""
        return self._once("winning", lambda: kinds.TILE_AT[self.won * kinds.TILES_IN + self.at].astype(np.intp))

    @property
    def _tally(self) -> UInt32Array:
        return self._once("tally", lambda: summed(kinds.TALLY, self.columns))

    @property
    def claimed(self) -> UInt8Array:
        """How many groups were claimed."""
        return (self._tally & _BYTE).astype(np.uint8)

    @property
    def declared(self) -> UInt8Array:
        """How many groups lie on the table, concealed kongs included."""
        return (self._tally >> np.uint32(BYTE) & _BYTE).astype(np.uint8)

    @property
    def kongs(self) -> UInt8Array:
        """How many groups are kongs."""
        return (self._tally >> np.uint32(2 * BYTE)).astype(np.uint8)

    @property
    def codes(self) -> tuple[IndexArray, ...]:
        """The concealed tiles before the winning tile: the codes of the three suits and of the honours (``tables``)."""
        return self._once("codes", self._codes)

    def _codes(self) -> tuple[IndexArray, ...]:
        halves: list[UInt64Array] = []
        for table, tile in zip(kinds.CODES, kinds.TILE_CODES, strict=True):
            word = summed(table, self.columns) - tile[self.winning]
            halves += word & _LOW, word >> np.uint64(HALF)
        return tuple(half.astype(np.intp) for half in halves)

    def copies_of_winning(self, table: UInt8Array) -> UInt8Array:
        """Copies of the winning tile in the groups, the winning tile included, by a table of ``kinds``."""
        return summed(table, [column * len(TILES) + self.winning for column in self.columns])


def summed(table: T, columns: Sequence[IndexArray]) -> T:
    """What a table says of each group, added up row by row."""
    return reduce(np.add, [np.take(table, column, mode="clip") for column in columns])  # type: ignore[call-overload, no-any-return]


def _columns(groups: UInt8Array) -> tuple[IndexArray, ...]:
    return tuple(np.ascontiguousarray(column, np.intp) for column in groups.T)


_ORDER = {"knitted": 0, "pair": 2}
"""Where groups stand in a row; sets in between."""


def _in_columns(state: State) -> tuple[list[int], int]:
    """The groups of a state in the order of columns, and the column of the completed one."""
    if NO_GROUP in state.groups or len(state.groups) != kinds.WIDTHS[state.form]:
        raise RulesError(f"{state}: {state.form} has {kinds.WIDTHS[state.form]} groups; found {len(state.groups)}")
    groups = sorted(state.groups, key=lambda group: (_ORDER.get(GROUPS[group].shape, 1), group))
    return groups, groups.index(state.groups[state.completed])
