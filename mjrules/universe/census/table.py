"""The census as a table: the kinds of all forms, the won hands of several kinds. What the data file holds, and nothing
that hangs on how fans are counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from mjrules.pattern import Form
from mjrules.universe.census.grouping import Found, Int64, Kinds, Mixed, numbered
from mjrules.universe.census.other_forms import Listed


@dataclass(frozen=True)
class Table:
    """``standard`` and ``pairs``: kinds of standard hands and of seven pairs in the order of their examples (numbers of
    ``examples`` and ``seven_pairs``), their keys being their place in that order, standard ones first. ``mixed``: won
    hands of several of these. ``others``: the other forms."""

    standard: Kinds
    pairs: Kinds
    mixed: Mapping[int, Mixed]
    others: Mapping[Form, Listed]


def table_of(standard: Found, pairs: Found, others: Mapping[Form, Listed]) -> Table:
    """What was found, in the order of the data file."""
    kinds: list[Kinds] = []
    keys: list[Int64] = []
    for found in (standard, pairs):
        order = np.argsort(found.kinds.example)
        kinds.append(found.kinds.take(order))
        keys.append(found.kinds.key[order])
    key = np.concatenate(keys)
    by_key = np.argsort(key)
    mixed = {
        size: _in_order(Mixed(by_key[np.searchsorted(key[by_key], some.members)], some.hands, some.example))
        for size, some in standard.mixed.items()
    }
    number = len(kinds[0])
    return Table(_numbered(kinds[0], 0), _numbered(kinds[1], number), mixed, others)


def _numbered(kinds: Kinds, first: int) -> Kinds:
    number = np.arange(first, first + len(kinds))
    return Kinds(number, kinds.states, kinds.example, kinds.alone, kinds.alone_example)


def _in_order(mixed: Mixed) -> Mixed:
    members = np.sort(mixed.members, axis=1)
    order = np.argsort(numbered(members))
    return Mixed(members[order], mixed.hands[order], mixed.example[order])
