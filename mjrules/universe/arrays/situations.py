"""How rows win, for all of them alike or each in its own way, and which of that the game allows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

import numpy as np

from mjrules.tiles import WINDS
from mjrules.universe.arrays.kinds import BoolArray, IndexArray, UInt8Array

Truth = bool | BoolArray
"""Of all rows alike, or of each."""
Flags = Mapping[str, Truth | int | UInt8Array]
"""What patterns ask of a situation: ``last_of_kind``, ``wall_last``, ``kong``, ``prevalent E``, ``seat W`` …, each true
or false of all rows or of each; ``flowers``, a number. What is not named is false, or 0."""


@dataclass(frozen=True, slots=True, eq=False)
class Situations:
    """How the rows win, the same for all of them or told for each. Winds are numbers of tiles; whether the winning tile
    was drawn, the rows know."""

    prevalent: int | UInt8Array = WINDS[0]
    seat: int | UInt8Array = WINDS[0]
    last_of_kind: Truth = False
    wall_last: Truth = False
    kong: Truth = False
    flowers: int | UInt8Array = 0

    def take(self, index: IndexArray | slice) -> Situations:
        """Those of some of the rows."""
        told = {each.name: getattr(self, each.name) for each in fields(self)}
        return replace(self, **{name: own[index] for name, own in told.items() if isinstance(own, np.ndarray)})

    def flags(self) -> Flags:
        """The same as patterns ask for it."""
        winds = {
            f"{whose} {wind}": getattr(self, whose) == int(wind) for whose in ("prevalent", "seat") for wind in WINDS
        }
        return winds | {name: getattr(self, name) for name in ("last_of_kind", "wall_last", "kong", "flowers")}


PLAIN = Situations()
"""East in its own round, and nothing of note."""


def robbed_or_replaced(self_drawn: BoolArray, wall_last: Truth, has_kong: BoolArray, others: UInt8Array) -> BoolArray:
    """Where a kong may have to do with the winning tile (``mjrules.problems``): a replacement tile follows a kong of
    one's own; of a robbed tile one holds no ``others``, and it is not the last of the wall."""
    return np.where(self_drawn, has_kong, negation(wall_last) & (others == 0))


def negation(truth: Truth) -> Truth:
    """Where it is not so."""
    return not truth if isinstance(truth, bool) else ~truth


def both(one: Truth, other: Truth) -> Truth:
    """Where both are so."""
    if isinstance(one, bool):
        return other if one else False
    if isinstance(other, bool):
        return one if other else False
    return one & other


def either(one: Truth, other: Truth) -> Truth:
    """Where one of them is so."""
    if isinstance(one, bool):
        return True if one else other
    if isinstance(other, bool):
        return True if other else one
    return one | other


def truth(value: object) -> Truth:
    """A flag as one or the other kind of truth."""
    return value if isinstance(value, np.ndarray) else bool(value)
