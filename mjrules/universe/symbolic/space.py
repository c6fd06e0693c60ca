"""The space: all states of each form that the options let win, and the situations that the game allows around them.

It is said as rules are: so many sets, a pair, no more than four of a tile, one winning tile in a concealed group. Each
sentence is a small diagram; together they are the space.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import reduce
from operator import and_

from mjrules import groups
from mjrules.fans.standard import ORPHANS
from mjrules.groups import GROUPS, KNITTED, MELDED, Group
from mjrules.pattern import Form
from mjrules.problems import FLOWERS
from mjrules.tiles import COPIES, FIRST_HONOUR, TILES, Tile
from mjrules.universe.symbolic.layout import (
    CONCEALED_KONG,
    FIRST,
    LAST,
    MELDED_KONG,
    MIDDLE,
    NO_CONCEALED,
    OWN,
    PAIR,
    SETS,
    Diagram,
    Field,
    Layout,
    chow_start,
)

CONCEALED_TILES = 14
PAIRS = 7
SETS_BESIDE_PAIR: Mapping[Form, int] = {"standard": 4, "knitted": 1}


def is_set(group: int) -> int:
    return int(GROUPS[group].shape in ("chow", "pung", "kong"))


def is_pair(group: int) -> int:
    return int(group in groups.PAIR)


def is_claimed(group: int) -> int:
    return int(group in MELDED)


def copies(tile: Tile) -> Callable[[Group], int]:
    """How many of a tile are in a group."""
    return lambda group: group.tiles.count(tile)


def concealed_copies(tile: Tile) -> Callable[[Group], int]:
    """How many of a tile a group brings to the concealed tiles; a declared kong brings none."""
    return lambda group: 0 if group.melded or group.shape == "kong" else group.tiles.count(tile)


def melded_copies(tile: Tile) -> Callable[[Group], int]:
    return lambda group: group.tiles.count(tile) if group.melded else 0


class Space:
    """The states of some forms."""

    def __init__(self, layout: Layout, options: Mapping[str, str], forms: Collection[Form]) -> None:
        self.layout = layout
        self.options = options
        barred = options.get("knitted_straight_set") == "barred"
        self.forms = tuple(form for form in forms if not (barred and form == "knitted"))
        self._composed: dict[Form, Diagram] = {}
        self.states = layout.any(self._states(form) for form in self.forms)

    def composed(self, form: Form) -> Diagram:
        """Where the groups are those of the form: so many sets, a pair; however many of a tile."""
        if form not in self._composed:
            self._composed[form] = self._composition(form)
        return self._composed[form]

    def _composition(self, form: Form) -> Diagram:
        match form:
            case "seven_pairs":
                return self.count(form, is_pair, PAIRS)
            case "thirteen_orphans":
                return self.count(form, lambda _: 1, CONCEALED_TILES) & self._kinds(ORPHANS, at_least_one=True)
            case "honors_and_knitted":
                honours = TILES[FIRST_HONOUR:]
                fitting = self.layout.any(self._kinds((*straight.tiles, *honours)) for straight in KNITTED)
                return self.count(form, lambda _: 1, CONCEALED_TILES) & fitting
            case _:
                return self.count(form, is_set, SETS_BESIDE_PAIR[form]) & self.count(form, is_pair, 1)

    def count(self, form: Form, weight: Callable[[int], int], number: int) -> Diagram:
        """Where all groups together weigh just this much."""
        terms = [self.layout.term(part, weight) for part in self.layout.parts(form)]
        return self.layout.sums(terms, number + 1)[number]

    def sets_of_four_melds(self) -> int:
        """How many sets of four chows or pungs there are, without a pair, at most four of a tile."""
        sets = self.count("standard", is_set, SETS_BESIDE_PAIR["standard"]) & self.count("standard", is_pair, 0)
        none_declared = self.layout.all(
            [
                field.among((0,))
                for fields in self.layout.tiles
                for field in (fields.declared, fields.melded_chows)
                if field is not None
            ]
        )
        fields = [field for fields in self.layout.tiles for field in fields[2:6] if field is not None]
        concealed = sets & self._no_fifth_tile("standard") & none_declared
        return concealed.sat_count(sum(len(field.variables) for field in fields))

    def _kinds(self, tiles: Collection[Tile], *, at_least_one: bool = False) -> Diagram:
        """Where there are no tiles but these, and maybe one of each at least."""
        concealed = [self.layout.tiles[tile].concealed for tile in TILES]
        none, some = (0,), range(1 if at_least_one else 0, 4)
        return self.layout.all([field.among(some if t in tiles else none) for t, field in enumerate(concealed)])

    def _states(self, form: Form) -> Diagram:
        states = self.composed(form) & self._no_fifth_tile(form) & self._won(form)
        if form == "knitted":
            states &= ~self.layout.straight.among((0,))
            if self.options.get("knitted_straight_set") == "concealed":
                states &= self.count(form, is_claimed, 0)
        if form == "seven_pairs" and self.options.get("identical_pairs") == "barred":
            states &= self.different_pairs()
        return states & self._written_plainly(form)

    def different_pairs(self) -> Diagram:
        return self.layout.all([fields.concealed.among((NO_CONCEALED, PAIR)) for fields in self.layout.tiles])

    def _no_fifth_tile(self, form: Form) -> Diagram:
        return self.layout.all([~self.layout.amount(form, tile, copies(tile), COPIES + 1)[-1] for tile in TILES])

    def _written_plainly(self, form: Form) -> Diagram:
        """Where fields hold codes that mean something, and zero if the form does not use them: a state has one
        writing."""
        layout = self.layout
        codes: dict[Field, int] = {part.field: len(part.groups) for part in layout.parts(form)}
        codes |= {fields.winning: 2 for fields in layout.tiles} | {layout.self_drawn: 2}
        if form in SETS:
            codes |= {fields.role: LAST + 1 for fields in layout.tiles if fields.role is not None}
        if form == "knitted":
            codes[layout.in_straight] = 2
        plain = [field.among(range(codes.get(field, 1))) for field in layout.state_fields if field is not layout.form]
        return layout.is_form(form) & layout.all(plain)

    # the winning tile

    def _won(self, form: Form) -> Diagram:
        """Where there is one winning tile and a concealed group that it completed."""
        winning = [{0: fields.winning.among((0,)), 1: fields.winning.among((1,))} for fields in self.layout.tiles]
        one = self.layout.sums(winning, 2)[1]
        placed = self.layout.all([self._placed(form, tile) for tile in TILES])
        return one & placed & (self._in_straight(form) | self.layout.in_straight.among((0,)))

    def _placed(self, form: Form, tile: Tile) -> Diagram:
        """Where this is not the winning tile, or is in the group that its role names."""
        fields = self.layout.tiles[tile]
        own = self.has_role(tile, OWN) & (~fields.concealed.among((0,)) | self.layout.in_straight.among((1,)))
        in_chows = [self.has_role(tile, role) & self._chow_for(tile, role) for role in (FIRST, MIDDLE, LAST)]
        not_winning = ~fields.winning.among((1,))
        if fields.role is not None:
            not_winning &= fields.role.among((OWN,))
        return self.layout.any((own, *in_chows, not_winning))

    def has_role(self, tile: Tile, role: int) -> Diagram:
        """Where this is the winning tile with this role (OWN: or in the knitted straight)."""
        fields = self.layout.tiles[tile]
        if fields.role is None:
            return fields.winning.among((1,)) if role == OWN else self.layout.false
        return fields.winning.among((1,)) & fields.role.among((role,))

    def completes_alike(self, tile: Tile) -> Diagram:
        """Where this tile completed a pair, pung or single."""
        return self.has_role(tile, OWN) & self.layout.in_straight.among((0,))

    def _chow_for(self, tile: Tile, role: int) -> Diagram:
        """Where there is a concealed chow in which this tile is the first, middle or last."""
        start = chow_start(tile, role)
        chows = None if start is None else self.layout.tiles[start].chows
        return self.layout.false if chows is None else ~chows.among((0,))

    def _in_straight(self, form: Form) -> Diagram:
        """Where the winning tile is one of the knitted straight's, and stands alone."""
        if form != "knitted":
            return self.layout.false
        return self.layout.any(
            self.layout.straight.among((code,)) & self.layout.any(self.has_role(tile, OWN) for tile in straight.tiles)
            for code, straight in enumerate(KNITTED, 1)
        )

    def of_winning(self, weight: Callable[[Tile], Callable[[Group], int]], number: int) -> Diagram:
        """Where the groups hold just so many of the winning tile, as ``weight`` counts them."""
        return self.layout.any(
            self.layout.is_form(form) & self._of_winning(form, weight, number) for form in self.forms
        )

    def _of_winning(self, form: Form, weight: Callable[[Tile], Callable[[Group], int]], number: int) -> Diagram:
        found = self.layout.false
        for tile in reversed(TILES):
            here = self.layout.amount(form, tile, weight(tile), number + 1)[number]
            found = self.layout.tiles[tile].winning.among((1,)).ite(here, found)
        return found

    # situations

    def allowed(self, asked: Collection[str]) -> Diagram:
        """Where the game allows the situation (``mjrules.problems``), only these flags (and ``flowers``) being asked
        for."""
        return reduce(and_, self._limits(asked), self.layout.true)

    def _limits(self, asked: Collection[str]) -> Iterator[Diagram]:
        layout = self.layout
        if "flowers" in asked:
            yield layout.flowers.among(range(FLOWERS + 1))
        last, wall_last, kong = (layout.flags[name].among((1,)) for name in ("last_of_kind", "wall_last", "kong"))
        if "last_of_kind" in asked:  # the three others lie open, none is among one's own concealed tiles
            yield last.imp(self.of_winning(concealed_copies, 1))
        if "kong" in asked:
            drawn = layout.self_drawn.among((1,))
            replaced = layout.any(fields.declared.among((CONCEALED_KONG, MELDED_KONG)) for fields in layout.tiles)
            robbed = self.of_winning(copies, 1) & ~wall_last
            yield kong.imp(drawn.ite(replaced, robbed))
