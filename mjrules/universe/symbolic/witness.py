"""Which of the states in a diagram to show: the one a reader takes in at a glance.

Wishes come first, each kept if it can be: sets and a pair before special forms, nothing claimed, no kongs, a plain win
by a discard, groups that lie apart, chows, few suits. Then the fields are read one after the other in the order of the
tiles, by a *taste*: which code to take if several are possible. Other suits, other tastes and fewer wishes give further
candidates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations
from random import Random

from mjrules.groups import CHOW, GROUPS, KONG, PUNG
from mjrules.pattern import Count, Form, Match
from mjrules.tiles import FIRST_HONOUR, TILES, Tile
from mjrules.universe.states import Example
from mjrules.universe.symbolic import layout as codes
from mjrules.universe.symbolic.atoms import Atoms
from mjrules.universe.symbolic.layout import FORMS, Diagram, Field
from mjrules.universe.symbolic.space import is_claimed

Taste = Callable[[Field, Form], Sequence[int]]
"""The codes of a field in such a form, those liked best first."""
SHUFFLED = 8
"""How many tastes are left to chance; it is always the same chance."""
MOST_SETS = 4
MOST_SHARED = 3
"""Tiles in two groups; with more of them one does not look for the fewest."""
DIVIDES_OFTEN = (Match(PUNG, ((0, 1, 2),), "one"), Match(CHOW, ((0, 0, 0),), "one"))
"""Three pungs in a row are three equal chows: such tiles divide in two ways."""


class Witness:
    """Shows states of one space."""

    def __init__(self, atoms: Atoms) -> None:
        self.atoms = atoms
        self.layout = atoms.layout
        self._kinds = {field: kind for fields in self.layout.tiles for kind, field in fields._asdict().items() if field}

    @cached_property
    def plain(self) -> Diagram:
        """Where nothing is special: sets and a pair, all concealed, won by a discard."""
        return self._kept(self.layout.true, self._simple())

    @cached_property
    def plainest(self) -> Diagram:
        """Where no tile is in two groups besides, so that one sees the groups."""
        return self.plain & next(self._apart()) & self._divides_once()

    def candidates(self, states: Diagram) -> Iterator[Example]:
        """Examples out of a diagram of states and situations, readable ones first, none twice; not all there are."""
        seen: set[Example] = set()
        for some, taste in self._ways_to_look(states):
            example = self._read(some, taste)
            if example not in seen:
                seen.add(example)
                yield example

    def _ways_to_look(self, states: Diagram) -> Iterator[tuple[Diagram, Taste]]:
        if not states.satisfiable():
            return
        simple = self._kept(states, self._simple())
        apart = self._kept(simple, (self._apart(), [self._divides_once()], self._many_chows()))
        few_suits = list(self._few_suits(apart))
        for taste in (self._in_a_row, self._early_win):
            for some in few_suits:
                yield some, taste
        for seed in range(SHUFFLED):
            for some in (*few_suits, simple):
                yield some, self._by_chance(Random(seed))

    # wishes

    def _kept(self, states: Diagram, wishes: Iterable[Iterable[Diagram]]) -> Diagram:
        """The states that fulfil the wishes, one after the other: each in the best way that leaves any state."""
        for ways in wishes:
            states = next((some for way in ways if (some := states & way).satisfiable()), states)
        return states

    def _simple(self) -> Iterator[Iterator[Diagram]]:
        yield from (self._forms(), self._at_most(is_claimed), self._at_most(_is_kong), self._plain_win())

    def _forms(self) -> Iterator[Diagram]:
        return map(self.layout.is_form, FORMS)

    def _at_most(self, weight: Callable[[int], int]) -> Iterator[Diagram]:
        """Where no group counts, at most one, …"""
        terms = [self.layout.term(part, weight) for part in self.layout.parts("standard")]
        sums = self.layout.sums(terms, MOST_SETS + 1)
        return (self.layout.any(sums[: most + 1]) for most in range(MOST_SETS))

    def _plain_win(self) -> Iterator[Diagram]:
        """By a discard and with nothing special about it, if that can be."""
        plain = self.layout.all([field.among((0,)) for field in (*self.layout.flags.values(), self.layout.flowers)])
        discard = self.layout.self_drawn.among((0,))
        yield from (discard & plain, plain, discard)

    def _apart(self) -> Iterator[Diagram]:
        """Where no tile is in two groups of sets and a pair, where one is, …"""
        overlaps = [self._in_two_groups(tile) for tile in TILES]
        sums = self.layout.sums([{0: ~overlap, 1: overlap} for overlap in overlaps], MOST_SHARED + 1)
        return iter(sums[:-1])

    def _in_two_groups(self, tile: Tile) -> Diagram:
        terms = [self.layout.term(part, lambda _: 1) for part in self.layout.holding("standard", tile)]
        return self.layout.sums(terms, 2)[2]

    def _divides_once(self) -> Diagram:
        return ~self.layout.any(map(self.atoms.where, DIVIDES_OFTEN))

    def _many_chows(self) -> Iterator[Diagram]:
        return (self.atoms.where(Count(CHOW, least)) for least in range(MOST_SETS, 0, -1))

    def _few_suits(self, states: Diagram) -> Iterator[Diagram]:
        """The states in one suit, in two, in any, without honours if some have none."""
        for last in (FIRST_HONOUR, len(TILES)):
            for number in (1, 2, 3):
                ways = (self._only(suits, last) for suits in combinations(range(3), number))
                if (some := next((few for way in ways if (few := states & way).satisfiable()), None)) is not None:
                    yield some

    def _only(self, suits: Sequence[int], last: int) -> Diagram:
        """Where there are no tiles but those of these suits, and honours if ``last`` lets them be."""
        allowed = {tile for tile in TILES if tile < last and (tile.is_honour or tile // 9 in suits)}
        return self.layout.all(
            [
                part.field.among(
                    code
                    for code, groups in enumerate(part.groups)
                    if all(allowed.issuperset(GROUPS[group].tiles) for group in groups)
                )
                for part in self.layout.parts("knitted")
            ]
        )

    # tastes

    def _in_a_row(self, field: Field, form: Form) -> Sequence[int]:
        """Low tiles first, every chow once, pairs once in special forms; the winning tile among the last."""
        kind = self._kinds.get(field)
        if kind == "concealed" and form in codes.SETS:
            return (codes.PUNG, codes.NO_CONCEALED, codes.PAIR)
        return (1, 0, *range(2, field.size)) if kind in ("chows", "concealed") else range(field.size)

    def _early_win(self, field: Field, form: Form) -> Sequence[int]:
        """Chows before pungs; the winning tile among the first."""
        kind = self._kinds.get(field)
        if kind == "concealed" and form in codes.SETS:
            return range(field.size)
        return (1, 0) if kind == "winning" else self._in_a_row(field, form)

    def _by_chance(self, random: Random) -> Taste:
        """Any concealed groups and winning tile; still nothing declared that need not be."""

        def taste(field: Field, _: Form) -> Sequence[int]:
            liked = list(range(field.size))
            if self._kinds.get(field) in ("winning", "role", "concealed", "chows") and not random.randrange(3):
                random.shuffle(liked)
            return liked

        return taste

    def _read(self, states: Diagram, taste: Taste) -> Example:
        """The state and situation that a taste leads to; there must be one."""
        layout = self.layout
        written: dict[Field, int] = {}
        for field in (*layout.state_fields, *layout.situation_fields):
            form = FORMS[written.get(layout.form, 0)]
            written[field], states = next(
                (code, rest) for code in taste(field, form) if (rest := _follow(states, field, code)).satisfiable()
            )
        return Example(layout.state(written), layout.situation(written))


def _is_kong(group: int) -> int:
    return int(group in KONG)


def _follow(diagram: Diagram, field: Field, code: int) -> Diagram:
    """What is left of a diagram where the field, its topmost, holds a code."""
    for variable, bit in field.bits(code):
        if diagram.node_var() == variable:
            cofactors = diagram.cofactors()
            assert cofactors is not None  # a node that asks for a variable has two branches
            diagram = cofactors[0] if bit else cofactors[1]
    return diagram
