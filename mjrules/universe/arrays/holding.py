"""Which patterns are true of each row, and how often: ``mjrules.pattern.evaluate`` for many states at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import product
from types import MappingProxyType
from typing import TypeVar

import numpy as np

from mjrules import pattern as p
from mjrules.errors import RulesError
from mjrules.groups import GroupSet
from mjrules.pattern.compiled import atoms
from mjrules.problems import FLOWERS
from mjrules.tiles import COPIES, RANKS, WINDS, Tile
from mjrules.universe.arrays import kinds, packing
from mjrules.universe.arrays.folding import folded
from mjrules.universe.arrays.kinds import RADIX, BoolArray, IndexArray, UInt8Array, fours
from mjrules.universe.arrays.matching import Multisets, match_times, multisets_of
from mjrules.universe.arrays.rows import Rows, summed
from mjrules.universe.arrays.situations import Flags, Truth, both, either, negation, robbed_or_replaced, truth
from mjrules.universe.arrays.waits import sole_wait
from mjrules.universe.states import GB

T = TypeVar("T")
NO_FLAGS: Flags = MappingProxyType({})


class Holding:
    """The patterns that are true of rows; what one of them asks for is remembered for the others."""

    def __init__(self, rows: Rows, options: Mapping[str, str] = GB) -> None:
        self.rows = rows
        self.options = options
        self.columns = rows.judged(options)
        self._known: dict[object, object] = {}

    def holds(self, pattern: p.Pattern, flags: Flags = NO_FLAGS) -> BoolArray:
        """Of which rows a pattern is true, in the situation that ``flags`` tells; how they were won the rows know.
        无番和 (``NothingElse``), which is no matter of holding, is true of none."""
        return self.of_each(self.truth(folded(pattern, self.rows.form), flags))

    def times(self, pattern: p.Pattern, flags: Flags = NO_FLAGS) -> UInt8Array:
        """How often a pattern holds, counted by its instances; 0 where it does not hold."""
        return np.where(self.holds(pattern, flags), self._instances(pattern, flags), 0).astype(np.uint8)

    def satisfies(self, pattern: p.Pattern) -> BoolArray:
        """Of which rows a pattern is true in some situation that the game allows (``mjrules.problems``).

        RulesError for a condition that depends on what is counted.
        """
        asked = [*atoms_in(pattern)]
        if p.NothingElse() in asked:
            raise RulesError("chicken_hand (无番和) depends on what else is counted; it is no condition of a hand")
        pattern = folded(pattern, self.rows.form)
        found: Truth = False
        for flags in _situations(asked):
            found = either(found, both(self.possible(flags), self.truth(pattern, flags)))
            if found is True:
                break
        return self.of_each(found)

    def possible(self, flags: Flags) -> Truth:
        """Of which rows the game allows a situation whose flags are the same for all of them.

        Of the last of its kind no copy is hidden in the own hand.
        """
        allowed: Truth = True
        if flags.get("kong"):
            wall_last = truth(flags.get("wall_last"))
            allowed = robbed_or_replaced(self.rows.self_drawn, wall_last, self.rows.kongs > 0, self.other_copies)
        if flags.get("last_of_kind"):
            allowed = both(allowed, self.hidden_copies == 0)
        return allowed

    def of_each(self, found: Truth) -> BoolArray:
        """A truth told for each row."""
        return found if isinstance(found, np.ndarray) else np.full(len(self.rows), found)

    def _once(self, key: object, work: Callable[[], T]) -> T:
        if key not in self._known:
            self._known[key] = work()
        return self._known[key]  # type: ignore[return-value]

    # truth of folded patterns

    def truth(self, pattern: p.Pattern, flags: Flags = NO_FLAGS) -> Truth:
        """The same as ``holds`` for a pattern that is folded to the form; one value where all rows are alike."""
        match pattern:
            case p.Not(part):
                return negation(self.truth(part, flags))
            case p.All(parts):
                return self._every(parts, flags)
            case p.AtLeast(1, parts):
                return self._any(parts, flags)
            case p.AtLeast(n, parts):
                number = np.sum([self.of_each(self.truth(part, flags)) for part in parts], axis=0)
                return np.asarray(number >= n)
            case p.Flag(name):
                return self._flag(name, flags)
            case p.Flowers():
                return truth(flags.get("flowers", 0) > np.uint8(0))
            case p.Often(part, least):
                return self.times(part, flags) >= least
            case _:
                return self._once(pattern, lambda: self._atom(pattern))

    def _every(self, parts: Sequence[p.Pattern], flags: Flags) -> Truth:
        every: Truth = True
        for part in parts:
            every = both(every, self.truth(part, flags))
            if every is False:
                break
        return every

    def _any(self, parts: Sequence[p.Pattern], flags: Flags) -> Truth:
        some: Truth = False
        for part in parts:
            some = either(some, self.truth(part, flags))
            if some is True:
                break
        return some

    def _flag(self, name: str, flags: Flags) -> Truth:
        given = truth(flags.get(name, False))
        if name not in _OWN:
            return given
        own = self._once(name, lambda: _OWN[name](self))
        return either(given, own) if name == "last_of_kind" else own

    def _atom(self, atom: p.Pattern) -> Truth:
        match atom:
            case p.Count(of, 1) | p.Each(of):
                packed = self._once("some", lambda: packing.some(self.columns))
                return packed[of] if of in packed else self.number(of) > 0
            case p.Count(of, least):
                many = self._once("many", lambda: packing.many(self.columns))
                return many[atom] if atom in many else self.number(of) >= least
            case p.Completes(of, at):
                completing = self._once("completing", lambda: packing.completing(self.won, self.rows.at))
                if atom in completing:
                    return completing[atom]
                there = kinds.members(of)[self.won] > 0
                return there if at is None else there & (self.rows.at == at)
            case p.SoleWait():
                return sole_wait(self.rows, self.options)
            case p.OneSuitHolds():
                return self._one_suit_holds(atom)
            case _:
                return self._instances(atom, NO_FLAGS) > 0

    @property
    def won(self) -> IndexArray:
        """The kind of the group that the winning tile completed, as fans see it."""
        rows = self.rows
        if self.columns is rows.columns:
            return rows.won
        return np.where(rows.self_drawn, rows.won, kinds.MELDED_BY_DISCARD[rows.won])

    def _one_suit_holds(self, atom: p.OneSuitHolds) -> Truth:
        wanted = sum(copies * RADIX**rank for rank, copies in enumerate(atom.counts))
        if atom.before:
            return _any_of(code == wanted for code in self.rows.codes[:3])
        one_more = [RADIX**rank for rank, copies in enumerate(atom.counts) if copies < COPIES]
        return _any_of(code == wanted + one for code in self._suits_after() for one in one_more)

    def _suits_after(self) -> Iterator[IndexArray]:
        """The codes of the suits with the winning tile."""
        for suit, code in enumerate(self.rows.codes[:3]):
            rank = self.rows.winning - RANKS * suit
            yield code + np.where((rank >= 0) & (rank < RANKS), RADIX ** np.clip(rank, 0, RANKS - 1), 0)

    # numbers

    def number(self, of: GroupSet) -> UInt8Array:
        """How many groups are in a set."""
        return self._once(of, lambda: summed(kinds.members(of), self.columns))

    def _instances(self, pattern: p.Pattern, flags: Flags) -> UInt8Array | int:
        """How many instances a pattern has by ``evaluate.instances``, whether it holds or not."""
        match pattern:
            case p.Often(part, least):
                number = np.asarray(self._instances(part, flags))
                return np.where(number >= least, number, 0).astype(np.uint8)
            case p.Each(of):
                return self.number(of)
            case p.Match():
                return self._once(("times", pattern), lambda: self._match_times(pattern))
            case p.FourOf(tiles):
                return self._once(("times", pattern), lambda: self._fours(tiles))
            case p.Flowers():
                return np.asarray(flags.get("flowers", 0), np.uint8)
            case p.AtLeast(_, parts):
                return self._instances_of_first(parts, flags)
            case p.All(parts):
                several = [part for part in parts if isinstance(part, p.Match | p.Each)]
                return self._instances(several[0], flags) if several else 1
            case _:
                return 1

    def _instances_of_first(self, parts: Sequence[p.Pattern], flags: Flags) -> UInt8Array:
        """The instances of the first part that holds."""
        number = np.zeros(len(self.rows), np.uint8)
        for part in reversed(parts):
            number = np.where(self.holds(part, flags), self._instances(part, flags), number).astype(np.uint8)
        return number

    def _match_times(self, pattern: p.Match) -> UInt8Array:
        multisets = multisets_of(pattern.of)
        if self.rows.form != "standard" or multisets is None:
            return match_times(pattern, self.columns)
        return multisets.times(pattern)[self.multiset(multisets)]

    def multiset(self, of: Multisets) -> IndexArray:
        """Which chows (or which pungs) the four sets of a standard hand are, by number."""
        return self._once(("multiset", of), lambda: of.numbers(self.columns[:4]))

    def _fours(self, tiles: frozenset[Tile]) -> UInt8Array:
        held = self._once("held", lambda: [summed(table, self.columns) for table in kinds.HELD_BUT_KONGS])
        one, other = (np.bitwise_count(word & np.uint64(bits)) for word, bits in zip(held, fours(tiles), strict=True))
        number: UInt8Array = one + other
        return number

    # copies of the winning tile

    @property
    def other_copies(self) -> UInt8Array:
        """Other copies of the winning tile in the own hand, concealed or melded."""
        return self._once("other", lambda: self.rows.copies_of_winning(kinds.COPIES_ANY) - np.uint8(1))

    @property
    def hidden_copies(self) -> UInt8Array:
        """Other copies of the winning tile among the concealed tiles."""
        return self._once("hidden", lambda: self.rows.copies_of_winning(kinds.COPIES_CONCEALED) - np.uint8(1))

    @property
    def shown_copies(self) -> UInt8Array:
        """Copies of the winning tile in one's own melded groups."""
        return self._once("shown", lambda: self.rows.copies_of_winning(kinds.COPIES_MELDED))


def _claims(number: int) -> Callable[[Holding], BoolArray]:
    return lambda holding: holding.rows.claimed >= number


_OWN: dict[str, Callable[[Holding], BoolArray]] = {
    "self_drawn": lambda holding: holding.rows.self_drawn,
    "last_of_kind": lambda holding: holding.shown_copies == COPIES - 1,
    "own_other_three": lambda holding: holding.other_copies == COPIES - 1,
    "no_claimed_group": lambda holding: holding.rows.claimed == 0,
    **{flag: _claims(number) for number, flag in enumerate(p.CLAIMS, 1)},
}
"""Flags that the hand itself decides, or, of the last of its kind, may decide."""


def atoms_in(pattern: p.Pattern) -> Iterator[p.Pattern]:
    """The atoms of a pattern, those that are counted (``Often``) too."""
    for atom in atoms(pattern):
        if isinstance(atom, p.Often):
            yield from atoms_in(atom.part)
        else:
            yield atom


def _situations(asked: Sequence[p.Pattern]) -> Iterator[Flags]:
    """Every situation, as far as these atoms can tell them apart."""
    names = {atom.name for atom in asked if isinstance(atom, p.Flag)}
    choices: list[list[Flags]] = [[{}, {name: True}] for name in ("last_of_kind", "wall_last", "kong") if name in names]
    for whose in ("prevalent", "seat"):
        named = [f"{whose} {wind}" for wind in WINDS if f"{whose} {wind}" in names]
        others: list[Flags] = [] if len(named) == len(WINDS) else [{}]
        choices.append([*others, *({name: True} for name in named)])
    if p.Flowers() in asked:
        choices.append([{"flowers": number} for number in range(FLOWERS + 1)])
    for chosen in product(*choices):
        yield {name: value for flags in chosen for name, value in flags.items()}


def _any_of(truths: Iterable[BoolArray]) -> BoolArray:
    return reduce(np.logical_or, truths)
