"""Patterns as diagrams: where in the space of states and situations they hold.

What a pattern means is ``mjrules.pattern.evaluate``; here the same is said about all states at once. A diagram tells
the truth inside the space only.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import reduce
from itertools import combinations, permutations, product
from math import comb, prod
from operator import and_

from mjrules import pattern as p
from mjrules.errors import RulesError
from mjrules.groups import GROUPS, KNITTED, GroupSet, group_id
from mjrules.pattern import Form, Pattern
from mjrules.problems import FLOWERS
from mjrules.tiles import COPIES, RANKS, SUITED, TILES, WINDS, Tile
from mjrules.universe.symbolic.layout import (
    CONCEALED_KONG,
    FIRST,
    LAST,
    MELDED_KONG,
    MIDDLE,
    PUNG,
    SETS,
    Diagram,
    Part,
    Term,
    chow_start,
)
from mjrules.universe.symbolic.space import Space, concealed_copies, copies, is_claimed, melded_copies


class Atoms:
    """The diagrams of patterns over one space; each is made once."""

    def __init__(self, space: Space, sole_wait: Callable[[], Diagram]) -> None:
        self.space = space
        self.layout = space.layout
        self._sole_wait = sole_wait
        self._judged = space.options.get("pung_by_discard") != "concealed"
        self._made: dict[Pattern, Diagram] = {}

    def where(self, pattern: Pattern) -> Diagram:
        """Where a pattern holds."""
        if pattern not in self._made:
            self._made[pattern] = self._where(pattern)
        return self._made[pattern]

    def _where(self, pattern: Pattern) -> Diagram:
        match pattern:
            case p.Not(part):
                return ~self.where(part)
            case p.All(parts):
                return reduce(and_, map(self.where, parts), self.layout.true)
            case p.AtLeast(n, parts):
                return self.at_least(n, [self.where(part) for part in parts])
            case p.Often(part, least):
                return self.where(part) & self.often(part, least)
            case p.FormIs(form):
                return self.layout.is_form(form)
            case p.Flag(name):
                return self._flag(name)
            case p.SoleWait():
                return self._sole_wait()
            case p.NothingElse():
                raise RulesError(
                    "whether nothing else counts depends on counting, not on the hand alone; ask mjrules score"
                )
            case p.Count(of, least):
                return self._count(of, least)
            case p.Completes(of, at):
                return self.by_form(lambda form: self._completes(form, of, at))
            case p.OneSuitHolds(counts, before):
                return self.by_form(lambda form: self._one_suit_holds(form, counts, before=before))
            case _:
                return self.often(pattern, 1)

    def at_least(self, n: int, parts: Sequence[Diagram]) -> Diagram:
        """Where at least ``n`` of the parts hold."""
        if n <= 1:
            return self.layout.any(parts) if n == 1 else self.layout.true
        return self.layout.sums([{0: ~part, 1: part} for part in parts], n)[n]

    def by_form(self, where: Callable[[Form], Diagram]) -> Diagram:
        """Where the form is one of the space's and what hangs on it holds."""
        return self.layout.any(self.layout.is_form(form) & where(form) for form in self.space.forms)

    # how often

    def often(self, pattern: Pattern, least: int) -> Diagram:
        """Where a pattern that holds does so at least so many times (``evaluate.instances``)."""
        if least <= 0:
            return self.layout.true
        match pattern:
            case p.Each(of):
                return self._count(of, least)
            case p.Match():
                return self.by_form(lambda form: self._matches(form, pattern, least))
            case p.FourOf(some):
                return self.by_form(lambda form: self._fours(form, some, least))
            case p.Flowers():
                return self.layout.flowers.among(range(least, FLOWERS + 1))
            case p.Often(part, enough):
                return self.often(part, max(enough, least))
            case p.AtLeast(_, parts):
                return self._often_first(parts, least)
            case p.All(parts):
                related = [part for part in parts if isinstance(part, p.Match | p.Each)]
                return self.often(related[0], least) if related else self._once(least)
            case _:
                return self._once(least)

    def _once(self, least: int) -> Diagram:
        return self.layout.true if least <= 1 else self.layout.false

    def _often_first(self, parts: Sequence[Pattern], least: int) -> Diagram:
        """The first part that holds counts."""
        found = self.layout.false
        for part in reversed(parts):
            found = self.where(part).ite(self.often(part, least), found)
        return found

    # groups

    def _count(self, of: GroupSet, least: int) -> Diagram:
        if least <= 0:
            return self.layout.true
        return self.by_form(lambda form: self.layout.sums(self._terms(form, of, self.layout.parts(form)), least)[least])

    def _terms(self, form: Form, of: GroupSet, parts: Sequence[Part]) -> list[Term]:
        """How many groups of each part are in ``of``, as fans judge them."""
        return [self._term(form, part, of) for part in parts]

    def _term(self, form: Form, part: Part, of: GroupSet) -> Term:
        plain = self.layout.term(part, lambda group: int(group in of))
        tile = self.layout.concealed_tiles.get(part.field)
        if tile is None or form not in SETS:
            return plain
        melded = group_id("pung", tile, melded=True) in of
        if not self._judged or melded == (group_id("pung", tile) in of):
            return plain
        changed = part.field.among((PUNG,)) & self._melded_by_discard(tile)
        return {
            int(counts): (here | changed) if counts == melded else here & ~changed
            for counts in (False, True)
            for here in [plain.get(int(counts), self.layout.false)]
        }

    def _melded_by_discard(self, tile: Tile) -> Diagram:
        """Where a discard completed the pung of this tile, if it has one."""
        return self.space.completes_alike(tile) & self.layout.self_drawn.among((0,))

    def _matches(self, form: Form, relation: p.Match, least: int) -> Diagram:
        """Where so many sets of groups stand in a relation."""
        own = self.space.composed(form)
        counted = [self._beginning_at(form, relation.of, tile) for tile in SUITED]
        if least == 1:
            return self.layout.any(
                reduce(and_, (self.layout.any(counted[tile][often:]) for tile, often in place), own)
                for place in _places(relation)
            )
        return self.layout.sums([self._instances(counted, place) for place in _places(relation)], least, own)[least]

    def _beginning_at(self, form: Form, of: GroupSet, tile: Tile) -> list[Diagram]:
        """Where 0, 1, … of the groups in question have this lowest tile."""
        here = GroupSet(frozenset(group for group in of.members if GROUPS[group].tile == tile), of.name)
        return self.layout.sums(self._terms(form, here, self.layout.holding(form, tile)), COPIES + 1)

    def _instances(self, counted: Sequence[Sequence[Diagram]], place: Place) -> Term:
        """How many sets of groups with these lowest tiles there are."""
        times: dict[int, Diagram] = {}
        for numbers in product(range(1, COPIES + 1), repeat=len(place)):
            ways = prod(comb(number, often) for number, (_, often) in zip(numbers, place, strict=True))
            if ways:
                here = reduce(and_, (counted[tile][number] for number, (tile, _) in zip(numbers, place, strict=True)))
                times[ways] = times.get(ways, self.layout.false) | here
        return {0: ~self.layout.any(times.values()), **times}

    # tiles

    def _fours(self, form: Form, some: Collection[Tile], least: int) -> Diagram:
        """Where so many tiles are held four times and not as a kong."""
        return self.at_least(least, [self._four(form, tile) for tile in sorted(some)])

    def _four(self, form: Form, tile: Tile) -> Diagram:
        kong = self.layout.tiles[tile].declared.among((CONCEALED_KONG, MELDED_KONG))
        return self.layout.amount(form, tile, copies(tile), COPIES)[COPIES] & ~kong

    def _one_suit_holds(self, form: Form, counts: Sequence[int], *, before: bool) -> Diagram:
        suits = [SUITED[first : first + RANKS] for first in range(0, len(SUITED), RANKS)]
        holds = self._held_before if before else self._held_and_one_more
        return self.layout.any(holds(form, suit, counts) for suit in suits)

    def _held_before(self, form: Form, suit: Sequence[Tile], counts: Sequence[int]) -> Diagram:
        return self.layout.all(
            [
                self._winning(tile).ite(self._held(form, tile, count + 1), self._held(form, tile, count))
                for tile, count in zip(suit, counts, strict=True)
            ]
        )

    def _held_and_one_more(self, form: Form, suit: Sequence[Tile], counts: Sequence[int]) -> Diagram:
        """The winning tile is in the suit, which has just one tile more than the counts."""
        more = [
            self.layout.all(
                [self._held(form, tile, count + (tile == extra)) for tile, count in zip(suit, counts, strict=True)]
            )
            for extra in suit
        ]
        return self.layout.any(more) & self.layout.any(map(self._winning, suit))

    def _winning(self, tile: Tile) -> Diagram:
        return self.layout.tiles[tile].winning.among((1,))

    def _held(self, form: Form, tile: Tile, number: int) -> Diagram:
        """Where so many of a tile are concealed, the winning one among them."""
        return self.layout.amount(form, tile, concealed_copies(tile), number + 1)[number]

    # the win

    def _completes(self, form: Form, of: GroupSet, at: int | None) -> Diagram:
        """Where the winning tile completed a group in ``of`` as its tile number ``at``."""
        layout = self.layout
        found: list[Diagram] = []
        for tile, fields in zip(TILES, layout.tiles, strict=True):
            if at in (None, 0):
                part = next(part for part in layout.parts(form) if part.field is fields.concealed)
                alike = self._term(form, part, of)
                found.append(self.space.completes_alike(tile) & layout.any(here for n, here in alike.items() if n))
            for place, role in enumerate((FIRST, MIDDLE, LAST)):
                start = chow_start(tile, role)
                if at in (None, place) and start is not None and group_id("chow", start) in of:
                    found.append(self.space.has_role(tile, role))
        straights = enumerate(KNITTED, 1) if form == "knitted" else ()
        for code, straight in straights:
            if straight.id in of:
                some = [tile for place, tile in enumerate(straight.tiles) if at in (None, place)]
                here = layout.in_straight.among((1,)) & layout.straight.among((code,))
                found.append(here & layout.any(map(self._winning, some)))
        return layout.any(found)

    def _flag(self, name: str) -> Diagram:
        layout, space = self.layout, self.space
        match name.split():
            case ["self_drawn"]:
                return layout.self_drawn.among((1,))
            case ["last_of_kind"]:
                return layout.flags[name].among((1,)) | space.of_winning(melded_copies, COPIES - 1)
            case ["wall_last" | "kong"]:
                return layout.flags[name].among((1,))
            case ["own_other_three"]:
                return space.of_winning(copies, COPIES)
            case ["no_claimed_group"]:
                return ~self._claimed(1)
            case ["claimed", number] if name in p.CLAIMS:
                return self._claimed(int(number))
            case ["prevalent" | "seat" as whose, wind] if wind in map(str, WINDS):
                field = layout.prevalent if whose == "prevalent" else layout.seat
                return field.among((WINDS.index(Tile.named(wind)),))
            case _:
                winds = ", ".join(f"{whose} {wind}" for whose in ("prevalent", "seat") for wind in WINDS)
                raise RulesError(f"{name!r} is no fact of a situation; known are {', '.join(p.FLAGS)}, {winds}")

    def _claimed(self, least: int) -> Diagram:
        """Where so many groups were claimed during play."""
        terms = [self.layout.term(part, is_claimed) for part in self.layout.parts("standard")]
        return self.layout.sums(terms, least)[least]


Place = tuple[tuple[Tile, int], ...]
"""Lowest tiles of groups, each with how many groups begin there."""


def _places(relation: p.Match) -> Iterator[Place]:
    """Where groups may stand so that they are in the relation."""
    for offsets in relation.ranks:
        if len(offsets) == len(relation.ranks[0]):
            yield from _in_one_suit(offsets) if relation.suits == "one" else _in_other_suits(offsets)


def _in_one_suit(offsets: Sequence[int]) -> Iterator[Place]:
    for lowest in SUITED:
        if lowest % RANKS + max(offsets) < RANKS:
            yield tuple((SUITED[lowest + offset], offsets.count(offset)) for offset in sorted(set(offsets)))


def _in_other_suits(offsets: Sequence[int]) -> Iterator[Place]:
    for suits in combinations((0, 9, 18), len(offsets)):
        for order in sorted(set(permutations(offsets))):
            for lowest in range(RANKS - max(offsets)):
                yield tuple((SUITED[suit + lowest + offset], 1) for suit, offset in zip(suits, order, strict=True))


def asked_of_situation(pattern: Pattern) -> Iterator[str]:
    """The names of all flags that a pattern asks for, and ``flowers``."""
    match pattern:
        case p.Not(part) | p.Often(part, _):
            yield from asked_of_situation(part)
        case p.All(parts) | p.AtLeast(_, parts):
            for part in parts:
                yield from asked_of_situation(part)
        case p.Flag(name):
            yield name
        case p.Flowers():
            yield "flowers"
