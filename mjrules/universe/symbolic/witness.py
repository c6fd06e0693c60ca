"""Which of the states in a diagram to show: the one a reader takes in at a glance.

Wishes come first, each kept if it can be: sets and a pair before special forms, nothing claimed, no kongs, a plain win
by a discard, groups that lie apart, chows, few suits. Then the fields are read one after the other in the order of the
tiles, by a *taste*: which code to take if several are possible. Other suits, other tastes and fewer wishes give further
candidates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, reduce
from itertools import combinations, islice
from operator import and_
from random import Random

from mjrules.groups import CHOW, GROUPS, KONG, PUNG
from mjrules.pattern import CLAIMS, Count, Flag, Form, Match
from mjrules.tiles import FIRST_HONOUR, RANKS, TILES, Tile
from mjrules.universe.states import Example
from mjrules.universe.symbolic import layout as codes
from mjrules.universe.symbolic.atoms import Atoms
from mjrules.universe.symbolic.layout import FORMS, Diagram, Field
from mjrules.universe.symbolic.space import is_claimed

Taste = Callable[[Field, Form], Sequence[int]]
"""The codes of a field in such a form, those liked best first."""
Wish = Sequence[Diagram]
"""Ways to fulfil a wish, the best first."""
CANDIDATES = 24
"""How many examples of one kind are looked at for one that the scorer reads the same way."""
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

    def candidates(self, holding: Callable[[Diagram], Diagram]) -> Iterator[Example]:
        """Examples out of the states and situations that ``holding`` finds inside others, readable ones first; not all
        there are, and some may come twice.

        Plain hands come first, then whatever there is; last, in case a scorer reads all of these in another way, hands
        with claimed groups, which can be read in one way only.
        """
        kinds: list[tuple[Diagram, Sequence[Wish], Sequence[Wish]]] = [
            (self._plain & self._apart[0] & self._divides_once, (), (self._many_chows,)),
            (self._plain, (), self._easy),
            (self.layout.true, self._simple, self._easy),
            *((self.atoms.where(Flag(claims)), self._simple, self._easy) for claims in CLAIMS),
        ]
        for within, simple, easy in kinds:
            states = holding(within)
            if states.satisfiable():
                ways = self._ways_to_look(self._kept(states, simple), easy)
                yield from (self._read(some, taste) for some, taste in islice(ways, CANDIDATES))

    def _ways_to_look(self, states: Diagram, easy: Iterable[Wish]) -> Iterator[tuple[Diagram, Taste]]:
        """Parts of the states with the tastes to read them by: those easy to see, in few suits; then any."""
        few_suits: list[Diagram] = []
        for some in self._few_suits(self._kept(states, easy)):
            few_suits.append(some)
            yield some, self._in_a_row
        yield from ((some, self._early_win) for some in few_suits)
        for seed in range(SHUFFLED):
            yield from ((some, self._by_chance(Random(seed))) for some in (*few_suits, states))

    # wishes

    def _kept(self, states: Diagram, wishes: Iterable[Wish]) -> Diagram:
        """The states that fulfil the wishes, one after the other: each in the best way that leaves any state."""
        for ways in wishes:
            states = next((some for way in ways if (some := states & way).satisfiable()), states)
        return states

    @cached_property
    def _plain(self) -> Diagram:
        """Where nothing is special: sets and a pair, all concealed, won by a discard."""
        return reduce(and_, (ways[0] for ways in self._simple))

    @cached_property
    def _simple(self) -> tuple[Wish, ...]:
        """Sets and a pair before special forms, nothing claimed, no kong, nothing special about the win."""
        forms = tuple(map(self.layout.is_form, FORMS))
        return forms, self._at_most(is_claimed), self._at_most(_is_kong), self._plain_win()

    @cached_property
    def _easy(self) -> tuple[Wish, ...]:
        """What makes it easy to see the groups."""
        return self._apart, (self._divides_once,), self._many_chows

    def _at_most(self, weight: Callable[[int], int]) -> Wish:
        """Where no group counts, at most one, …"""
        terms = [self.layout.term(part, weight) for part in self.layout.parts("standard")]
        sums = self.layout.sums(terms, MOST_SETS + 1)
        return tuple(self.layout.any(sums[: most + 1]) for most in range(MOST_SETS))

    def _plain_win(self) -> Wish:
        """By a discard and with nothing special about it, if that can be."""
        plain = self.layout.all([field.among((0,)) for field in (*self.layout.flags.values(), self.layout.flowers)])
        discard = self.layout.self_drawn.among((0,))
        return discard & plain, plain, discard

    @cached_property
    def _apart(self) -> Wish:
        """Where no tile is in two groups of sets and a pair, where one is, …"""
        overlaps = [self._in_two_groups(tile) for tile in TILES]
        return tuple(self.layout.sums([{0: ~overlap, 1: overlap} for overlap in overlaps], MOST_SHARED + 1)[:-1])

    def _in_two_groups(self, tile: Tile) -> Diagram:
        terms = [self.layout.term(part, lambda _: 1) for part in self.layout.holding("standard", tile)]
        return self.layout.sums(terms, 2)[2]

    @cached_property
    def _divides_once(self) -> Diagram:
        return ~self.layout.any(map(self.atoms.where, DIVIDES_OFTEN))

    @property
    def _many_chows(self) -> Wish:
        return tuple(self.atoms.where(Count(CHOW, least)) for least in range(MOST_SETS, 0, -1))

    def _few_suits(self, states: Diagram) -> Iterator[Diagram]:
        """The states in one suit, in two, in any, without honours if some have none; then with honours."""
        for ways in self._suits:
            some = next((few for way in ways if (few := states & way).satisfiable()), None)
            if some is not None:
                yield some

    @cached_property
    def _suits(self) -> tuple[Wish, ...]:
        return tuple(
            tuple(self._only(suits, last) for suits in combinations(range(3), number))
            for last in (FIRST_HONOUR, len(TILES))
            for number in (1, 2, 3)
        )

    def _only(self, suits: Sequence[int], last: int) -> Diagram:
        """Where there are no tiles but those of these suits, and honours if ``last`` lets them be."""
        allowed = {tile for tile in TILES if tile < last and (tile.is_honour or tile // RANKS in suits)}
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
