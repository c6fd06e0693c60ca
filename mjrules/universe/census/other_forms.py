"""The forms with few hands, each written out whole: a knitted straight with a set and a pair, thirteen orphans, honours
and knitted tiles.

Of the six knitted straights one stands for all: exchanging suits makes any of any other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from mjrules.errors import RulesError
from mjrules.fans.standard import HONOURS, ORPHANS
from mjrules.groups import GROUPS, KNITTED, PAIR, group_id
from mjrules.pattern import Form
from mjrules.rulings import OPTIONS
from mjrules.score.arrangements import KNITTED_KINDS
from mjrules.tiles import COPIES, TILES, Tile
from mjrules.universe.arrays.holding import Holding
from mjrules.universe.arrays.kinds import DECLARED, WIDTHS
from mjrules.universe.arrays.rows import Rows
from mjrules.universe.arrays.waits import sole_wait
from mjrules.universe.census import told
from mjrules.universe.census.examples import won_by
from mjrules.universe.census.grouping import Int64, runs, told_apart

FORMS: tuple[Form, ...] = ("knitted", "thirteen_orphans", "honors_and_knitted")
_OF_WAITS = ("wait_exhausted", "knitted_wait", "knitted_straight_set", "identical_pairs")
"""The options that a sole wait hangs on."""


@dataclass(frozen=True)
class Listed:
    """The kinds of one form: ``rows`` are examples of the kinds, ``states`` their numbers of states. Won hands by the
    set of kinds they are of: ``sets`` are numbers of kinds, those of set ``i`` from ``first[i]`` on; ``hands`` how many
    there are, ``of_set`` an example of each."""

    rows: Rows
    states: Int64
    sets: Int64
    first: Int64
    hands: Int64
    of_set: Rows


def listed(form: Form) -> Listed:
    """Every state of a form, by kind."""
    groups = np.array(arranged(form), np.uint8).reshape(-1, WIDTHS[form])
    hand, column, at = _places(groups)
    rows = Rows(form, groups[hand], column, at, np.zeros(len(hand), np.bool_))
    weight = len(KNITTED) if form == "knitted" else 1
    _, first, kind = np.unique(told_apart([_facts(rows)]), return_index=True, return_inverse=True)
    in_order = np.argsort(first)  # kinds in the order of their examples
    kind = np.argsort(in_order)[kind]
    states = np.bincount(kind).astype(np.int64) * weight
    sets, at_set, hands, example = _won(hand.astype(np.int64) * len(TILES) + rows.winning, kind)
    return Listed(rows.take(first[in_order]), states, sets, at_set, hands * weight, rows.take(example))


def _places(groups: NDArray[np.uint8]) -> tuple[NDArray[np.intp], NDArray[np.uint8], NDArray[np.uint8]]:
    """Every place of the winning tile in a group that is not declared; equal groups are one, and so are equal tiles."""
    places = [
        () if group.id in DECLARED else tuple(group.tiles.index(tile) for tile in dict.fromkeys(group.tiles))
        for group in GROUPS
    ]
    found = [
        (row, column, at)
        for row, kinds in enumerate(groups.tolist())
        for column, group in enumerate(kinds)
        if group not in kinds[:column]
        for at in places[group]
    ]
    hand, column, at = np.array(found).T
    return hand, column.astype(np.uint8), at.astype(np.uint8)


def _facts(rows: Rows) -> NDArray[np.uint8]:
    """Everything that definitions, rulings and situations tell apart, some bytes a row."""
    columns: list[NDArray[np.generic]] = [sole_wait(rows, options) for options in _options()]
    for self_drawn in (False, True):
        holding = Holding(won_by(rows, self_drawn))
        patterns = (*told.definitions().values(), *told.all_parts("tiles"))
        columns += [holding.holds(pattern) for pattern in told.possible_in(rows.form, patterns)]
        counted = (*told.counted(), *told.all_parts("exposure"))
        columns += [holding.times(part) for part in told.possible_in(rows.form, counted)]
        columns += [holding.other_copies, holding.hidden_copies, holding.shown_copies]
    columns += [rows.claimed, rows.declared, rows.kongs]
    return np.column_stack([column.astype(np.uint8) for column in columns])


def _options() -> Iterator[Mapping[str, str]]:
    """Every choice of the options that waits hang on."""
    for chosen in product(*(OPTIONS[name] for name in _OF_WAITS)):
        yield dict(zip(_OF_WAITS, chosen, strict=True))


def _won(hand: Int64, kind: NDArray[np.intp]) -> tuple[Int64, Int64, Int64, NDArray[np.intp]]:
    """Won hands by the set of kinds they are of, from the won hand and the kind of each row: the sets one after
    another, where each begins, how many hands it has, and the first row of the first of them."""
    found: dict[tuple[int, ...], list[int]] = {}
    order, starts = runs(hand)
    for rows in np.split(order, starts[1:]):
        found.setdefault(tuple(np.unique(kind[rows]).tolist()), []).append(int(rows[0]))
    in_order = sorted(found)
    sizes = np.array([len(some) for some in in_order], np.int64)
    return (
        np.array([one for some in in_order for one in some], np.int64),
        np.cumsum(sizes) - sizes,
        np.array([len(found[some]) for some in in_order], np.int64),
        np.array([min(found[some]) for some in in_order], np.intp),
    )


# the hands


def arranged(form: Form) -> list[tuple[int, ...]]:
    """The arranged hands of a form as kinds of groups, with every exposure; of knitted straights one in six."""
    match form:
        case "knitted":
            return [*_knitted()]
        case "thirteen_orphans":
            return [_singles((*ORPHANS, twice)) for twice in ORPHANS]
        case "honors_and_knitted":
            return [*_honours_and_knitted()]
    raise ValueError(form)


def _knitted() -> Iterator[tuple[int, ...]]:
    straight = KNITTED[0]
    if any(tiles.issuperset(straight.tiles) for tiles in told.lopsided()):
        raise RulesError(
            "a definition confines hands to tiles that hold a knitted straight, and exchanging suits "
            "changes it; then the six straights have to be counted apart"
        )
    sets = [group for group in GROUPS if group.shape in ("chow", "pung", "kong")]
    pairs = [group for group in GROUPS if group.id in PAIR]
    for one, two in product(sets, pairs):
        tiles = (*straight.tiles, *one.tiles, *two.tiles)
        if all(tiles.count(tile) <= COPIES for tile in (*one.tiles, *two.tiles)):
            yield straight.id, one.id, two.id


def _honours_and_knitted() -> Iterator[tuple[int, ...]]:
    hands = {
        (*suited, *honours)
        for straight in KNITTED
        for number in range(14 - len(HONOURS), KNITTED_KINDS + 1)
        for suited in combinations(straight.tiles, number)
        for honours in combinations(HONOURS, 14 - number)
    }
    return map(_singles, sorted(hands))


def _singles(tiles: tuple[Tile, ...]) -> tuple[int, ...]:
    return tuple(sorted(group_id("single", tile) for tile in tiles))
