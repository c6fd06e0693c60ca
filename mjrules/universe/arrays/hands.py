"""Whole hands as an array of numbers: the layout, hands of ours put into it, and what no game allows.

A hand is a row of 46 bytes:

======  ==============================================================================================
0-33    copies of each concealed tile (``mjrules.tiles``), the winning tile left out
34-37   kinds of the declared groups (``mjrules.groups``), 252 (NO_GROUP) behind the last one
38      the winning tile
39, 40  prevalent and seat wind, as tiles: 27 to 30
41-44   self-drawn, last of its kind, last tile of the wall, kong: 0 or 1
45      flowers
======  ==============================================================================================
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from typing import Final

import numpy as np

from mjrules.errors import RulesError
from mjrules.groups import GROUPS
from mjrules.hand import Hand, Meld, Situation
from mjrules.problems import FLOWERS as MOST_FLOWERS
from mjrules.problems import Problem
from mjrules.score.arrangements import counts_of, declared_groups
from mjrules.tiles import COPIES, TILES, WINDS
from mjrules.universe.arrays import kinds
from mjrules.universe.arrays.kinds import NO_GROUP, BoolArray, IndexArray, UInt8Array
from mjrules.universe.arrays.situations import robbed_or_replaced
from mjrules.universe.arrays.tables import MOST_SETS

COUNTS: Final = slice(0, 34)
DECLARED: Final = slice(34, 38)
WINNING, PREVALENT, SEAT, SELF_DRAWN, LAST_OF_KIND, WALL_LAST, KONG, FLOWERS = range(38, 46)
COLUMNS: Final = 46
_WAITING = 13
_IS_DECLARED = kinds.members(kinds.DECLARED)
_TILES_OF = kinds.COPIES_ANY.reshape(kinds.KINDS, len(TILES))


def as_array(hands: Iterable[Hand]) -> UInt8Array:
    """Hands with their winning tiles in the layout above, in their order; RulesError, with its number, for one that has
    none or that no game allows."""
    rows = [_row(number, hand) for number, hand in enumerate(hands)]
    return np.array(rows, np.uint8).reshape(len(rows), COLUMNS)


def _row(number: int, hand: Hand) -> list[int]:
    if hand.winning is None:
        raise RulesError(f"hand {number}: {hand} has no winning tile")
    if problems := hand.problems():
        raise RulesError(f"hand {number}: {_said(problems)}")
    situation = hand.situation
    declared = declared_groups(hand)
    return [
        *counts_of(hand.concealed),
        *declared,
        *(NO_GROUP,) * (MOST_SETS - len(declared)),
        hand.winning,
        situation.prevalent,
        situation.seat,
        situation.self_drawn,
        situation.last_of_kind,
        situation.wall_last,
        situation.kong,
        situation.flowers,
    ]


def _said(problems: Iterable[Problem]) -> str:
    return "; ".join(problem.said() for problem in problems)


def hand_at(hands: UInt8Array, row: int) -> Hand:
    """One row as a hand; who a group was claimed from is not known."""
    own = hands[row].tolist()
    melds = [GROUPS[kind] for kind in own[DECLARED] if kind != NO_GROUP]
    return Hand(
        tuple(Meld(group.shape, group.tile, 1 if group.shape == "kong" and group.melded else None) for group in melds),
        tuple(tile for tile, copies in zip(TILES, own[COUNTS], strict=True) for _ in range(copies)),
        TILES[own[WINNING]],
        Situation(
            prevalent=TILES[own[PREVALENT]],
            seat=TILES[own[SEAT]],
            self_drawn=bool(own[SELF_DRAWN]),
            last_of_kind=bool(own[LAST_OF_KIND]),
            wall_last=bool(own[WALL_LAST]),
            kong=bool(own[KONG]),
            flowers=own[FLOWERS],
        ),
    )


def check(hands: UInt8Array, first: int = 0) -> None:
    """RulesError, with the first row that is wrong and what is wrong with it, for an array of another layout or a hand
    that no game allows (``mjrules.problems``). ``first``: the number of the first row, where these are some of many."""
    if hands.ndim != 2 or hands.shape[1] != COLUMNS or hands.dtype != np.uint8:
        found = f"{hands.dtype} of shape {hands.shape}"
        raise RulesError(f"hands are rows of {COLUMNS} bytes (uint8); found an array of {found}")
    columns = _columns(hands)
    for column, right, meaning in _ranges(columns):
        if not right.all():
            row = int(np.argmin(right))
            raise RulesError(f"row {first + row}, column {column}: found {hands[row, column]}; {meaning}")
    wrong = _impossible(hands, columns)
    if wrong.any():
        row = int(np.argmax(wrong))
        raise RulesError(f"row {first + row}: {_said(hand_at(hands, row).problems())}")


def _columns(hands: UInt8Array) -> dict[int, UInt8Array]:
    """All columns but the copies of tiles, each in one piece."""
    return dict(enumerate(np.ascontiguousarray(hands[:, COUNTS.stop :].T), COUNTS.stop))


def _ranges(columns: Mapping[int, UInt8Array]) -> Iterator[tuple[int, BoolArray, str]]:
    """For each column which rows have a possible number there, and what would be right."""
    none_before: BoolArray | None = None
    for column in range(DECLARED.start, DECLARED.stop):
        group = columns[column]
        none = group == NO_GROUP
        right = none | ((group < NO_GROUP) & (np.take(_IS_DECLARED, group, mode="clip") > 0))
        yield column, right, f"a declared group is melded or a kong; {NO_GROUP} is none"
        if none_before is not None:
            yield column, none | ~none_before, f"no group stands behind {NO_GROUP}"
        none_before = none
    yield WINNING, columns[WINNING] < len(TILES), f"tiles are 0 to {len(TILES) - 1}"
    for column in (PREVALENT, SEAT):
        wind = columns[column]
        yield column, (wind >= int(WINDS[0])) & (wind <= int(WINDS[-1])), "winds are the tiles 27 to 30"
    for column in range(SELF_DRAWN, KONG + 1):
        yield column, columns[column] <= 1, "it is 0 or 1"


def _impossible(hands: UInt8Array, columns: Mapping[int, UInt8Array]) -> BoolArray:
    """Which rows are hands that no game allows; all columns must be within their ranges."""
    row: IndexArray = np.arange(len(hands))
    winning = columns[WINNING]
    held = hands[:, COUNTS].copy()
    wrong: BoolArray = held @ np.ones(len(TILES), np.float32) != _WAITING - 3 * _declared(columns)
    hidden = held[row, winning]
    held[row, winning] += 1
    has_kong = np.zeros(len(hands), np.bool_)
    for group in (columns[column] for column in range(DECLARED.start, DECLARED.stop)):
        there = np.flatnonzero(group != NO_GROUP)
        held[there] += _TILES_OF[group[there]]
        has_kong |= np.take(_IS_KONG, group) > 0
    if (held > COPIES).any():
        wrong |= (held > COPIES).any(axis=1)
    others = held[row, winning] - np.uint8(1)
    wrong |= (columns[KONG] > 0) & ~robbed_or_replaced(
        columns[SELF_DRAWN] > 0, columns[WALL_LAST] > 0, has_kong, others
    )
    wrong |= (columns[LAST_OF_KIND] > 0) & (hidden > 0)
    wrong |= columns[FLOWERS] > MOST_FLOWERS
    return wrong


def _declared(columns: Mapping[int, UInt8Array]) -> UInt8Array:
    """How many groups are declared."""
    groups = (columns[column] != NO_GROUP for column in range(DECLARED.start, DECLARED.stop))
    return reduce(np.add, [group.view(np.uint8) for group in groups])


_IS_KONG = kinds.table(lambda group: group.shape == "kong", np.uint8)
