"""How a state and its situation are written in bits, and what each form reads them as.

A *field* is a few bits that hold one small number, its code. The fields of a hand stand tile by tile, so that what is
near in a hand is near in a diagram; what the codes stand for is one table for each form (``parts``), and everything
else, from sums of tiles to reading an answer, goes by that table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple, get_args

from oxidd.bcdd import BCDDFunction, BCDDManager

from mjrules.groups import GROUPS, KNITTED, Group, group_id
from mjrules.hand import Situation
from mjrules.pattern import Form
from mjrules.problems import FLOWERS
from mjrules.tiles import COPIES, FIRST_HONOUR, RANKS, TILES, WINDS, Tile
from mjrules.universe.states import State

Diagram = BCDDFunction
Bit = tuple[int, bool]
Term = Mapping[int, Diagram]
"""A number that hangs on the state: where it has which value."""

FORMS: tuple[Form, ...] = get_args(Form)
SETS: tuple[Form, ...] = ("standard", "knitted")
"""The forms with sets, which may be declared."""

NODES, CACHE = 1 << 24, 1 << 20
"""Room for nodes (16 bytes each) and for results of operations; pages that are not used cost nothing."""

OWN, FIRST, MIDDLE, LAST = range(4)
"""What the winning tile is: the tile of a pair, pung or single; or the first, middle or last tile of a chow."""
NO_CONCEALED, PAIR, PUNG = range(3)
"""Codes of concealed tiles alike, in forms of sets and a pair."""
CONCEALED_KONG, MELDED_KONG = 2, 3
"""Codes of declared tiles alike; 1 is a melded pung."""


class Field:
    """A few bits of a diagram that hold a number. Equal for itself alone."""

    def __init__(self, manager: BCDDManager, bits: int) -> None:
        self.variables = manager.add_vars(bits)
        self._true, self._false = manager.true(), manager.false()
        self._bits = [manager.var(variable) for variable in self.variables]
        self._among: dict[frozenset[int], Diagram] = {}

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)

    @property
    def size(self) -> int:
        """How many codes there are."""
        return 1 << len(self._bits)

    def among(self, codes: Iterable[int]) -> Diagram:
        """Where the field holds one of these codes."""
        wanted = frozenset(codes)
        if wanted not in self._among:
            self._among[wanted] = self._where(0, wanted)
        return self._among[wanted]

    def _where(self, place: int, codes: frozenset[int]) -> Diagram:
        """Where the bits from ``place`` on hold one of these codes."""
        if not codes or place == len(self._bits):
            return self._true if codes else self._false
        half = 1 << (len(self._bits) - 1 - place)
        ones, zeros = (
            frozenset(code for code in codes if code & half),
            frozenset(code for code in codes if not code & half),
        )
        return self._bits[place].ite(self._where(place + 1, ones), self._where(place + 1, zeros))

    def bits(self, code: int) -> Iterator[Bit]:
        """The bits that write a code."""
        last = len(self._bits) - 1
        for place, variable in enumerate(self.variables):
            yield variable, bool(code >> (last - place) & 1)


class TileFields(NamedTuple):
    """The fields of one tile. Chows stand at their lowest tile."""

    winning: Field
    """Whether the winning tile is this one."""
    role: Field | None
    """OWN to LAST; honours have OWN only."""
    concealed: Field
    """The pair or concealed pung of this tile (in special forms: pairs, singles)."""
    declared: Field
    chows: Field | None
    melded_chows: Field | None
    held: Field
    """How many are concealed, the winning tile among them. It follows from the others; ``held`` and what stands below
    are there only for a while, in questions about tiles instead of groups."""
    full: Field
    """Whether all four copies were held before the winning tile came."""
    drawn: Field
    """Whether another tile comes instead of the winning one, and it is this."""
    other: Field
    """How many are concealed then."""


class Part(NamedTuple):
    """A field and the groups that each of its codes stands for; other codes are not used."""

    field: Field
    groups: tuple[tuple[int, ...], ...]


class Layout:
    """All fields over one manager, in the order of the diagrams."""

    def __init__(self) -> None:
        self.manager = BCDDManager(NODES, CACHE, 1)
        self.true, self.false = self.manager.true(), self.manager.false()
        self.form, self.straight, self.in_straight, self.self_drawn = (self._field(bits) for bits in (3, 3, 1, 1))
        self.tiles = tuple(map(self._tile_fields, TILES))
        self.concealed_tiles = {fields.concealed: tile for tile, fields in zip(TILES, self.tiles, strict=True)}
        self.prevalent, self.seat = self._field(2), self._field(2)
        self.flags = {name: self._field(1) for name in ("last_of_kind", "wall_last", "kong")}
        self.flowers = self._field(FLOWERS.bit_length())
        self._parts = {form: tuple(self._made_of(form)) for form in FORMS}
        self._holding = {form: [parts_with(self._parts[form], tile) for tile in TILES] for form in FORMS}

    def _field(self, bits: int) -> Field:
        return Field(self.manager, bits)

    def _tile_fields(self, tile: Tile) -> TileFields:
        chow = begins_chow(tile)
        return TileFields(
            winning=self._field(1),
            role=None if tile.is_honour else self._field(2),
            concealed=self._field(2),
            declared=self._field(2),
            chows=self._field(3) if chow else None,
            melded_chows=self._field(3) if chow else None,
            held=self._field(3),
            full=self._field(1),
            drawn=self._field(1),
            other=self._field(3),
        )

    # what the codes stand for

    def parts(self, form: Form) -> tuple[Part, ...]:
        """What hands of a form are made of, in the order of the diagrams; what is not named is not used."""
        return self._parts[form]

    def _made_of(self, form: Form) -> Iterator[Part]:
        if form == "knitted":
            yield Part(self.straight, ((), *((group.id,) for group in KNITTED)))
        for tile, fields in zip(TILES, self.tiles, strict=True):
            yield Part(fields.concealed, _alike(form, tile))
            if form in SETS:
                yield Part(fields.declared, _declared(tile))
            if form in SETS and fields.chows is not None and fields.melded_chows is not None:
                yield Part(fields.chows, _equal_chows(tile, melded=False))
                yield Part(fields.melded_chows, _equal_chows(tile, melded=True))

    def holding(self, form: Form, tile: Tile) -> tuple[Part, ...]:
        """The parts that may hold a tile."""
        return self._holding[form][tile]

    # diagrams

    def is_form(self, form: Form) -> Diagram:
        return self.form.among((FORMS.index(form),))

    def any(self, diagrams: Iterable[Diagram]) -> Diagram:
        return reduce(or_, diagrams, self.false)

    def all(self, diagrams: Sequence[Diagram]) -> Diagram:
        """The conjunction of diagrams given in the order of their fields: joined from below, each touches little."""
        joined = self.true
        for diagram in reversed(diagrams):
            joined = diagram & joined
        return joined

    def cube(self, fields: Iterable[Field]) -> Diagram:
        """All bits of some fields, to be quantified over."""
        joined = self.true
        for variable in sorted((variable for field in fields for variable in field.variables), reverse=True):
            joined = self.manager.var(variable) & joined
        return joined

    def sums(self, terms: Sequence[Term], most: int, within: Diagram | None = None) -> list[Diagram]:
        """Where numbers add up to 0, 1, … and, last, to ``most`` or more; they are given in the order of the fields."""
        total = [self.true if within is None else within] + [self.false] * most
        for term in reversed([term for term in terms if set(term) != {0}]):
            new = [self.false] * (most + 1)
            for weight, where in term.items():
                for before, here in enumerate(total):
                    if here.satisfiable():
                        after = min(before + weight, most)
                        new[after] = new[after] | (where & here)
            total = new
        return total

    def term(self, part: Part, weight: Callable[[int], int]) -> Term:
        """What the groups of a part weigh together."""
        codes: dict[int, list[int]] = {}
        for code, groups in enumerate(part.groups):
            codes.setdefault(sum(map(weight, groups)), []).append(code)
        return {each: part.field.among(some) for each, some in codes.items()}

    def amount(self, form: Form, tile: Tile, weight: Callable[[Group], int], most: int) -> list[Diagram]:
        """Where the groups that hold a tile weigh 0, 1, … and, last, ``most`` or more together."""
        parts = self.holding(form, tile)
        return self.sums([self.term(part, lambda group: weight(GROUPS[group])) for part in parts], most)

    # states in and out

    @property
    def state_fields(self) -> Iterator[Field]:
        """All fields that say what a state is."""
        yield from (self.form, self.straight, self.in_straight, self.self_drawn)
        for fields in self.tiles:
            yield from (field for field in fields[:6] if field is not None)

    @property
    def situation_fields(self) -> tuple[Field, ...]:
        """All fields that say what the situation is, self-drawn aside."""
        return (self.prevalent, self.seat, *self.flags.values(), self.flowers)

    def codes(self, state: State) -> dict[Field, int]:
        """The fields that write a state, those that are not zero."""
        codes = {self.form: FORMS.index(state.form), self.self_drawn: int(state.self_drawn)}
        for part in self.parts(state.form):
            own = tuple(group for group in state.groups if group in _all_of(part))
            codes[part.field] = part.groups.index(own)
        codes[self.tiles[state.winning].winning] = 1
        group = GROUPS[state.groups[state.completed]]
        if group.shape == "knitted":
            codes[self.in_straight] = 1
        elif group.shape == "chow" and (role := self.tiles[state.winning].role) is not None:
            codes[role] = FIRST + state.at
        return codes

    def situation_codes(self, situation: Situation) -> dict[Field, int]:
        """The fields that write a situation."""
        flags = {field: int(getattr(situation, name)) for name, field in self.flags.items()}
        winds = {self.prevalent: WINDS.index(situation.prevalent), self.seat: WINDS.index(situation.seat)}
        return flags | winds | {self.flowers: situation.flowers}

    def bits(self, codes: Mapping[Field, int]) -> list[Bit]:
        """All bits of a state and situation, given by their fields; fields that are left out hold zero."""
        fields = (*self.state_fields, *self.situation_fields)
        return [bit for field in fields for bit in field.bits(codes.get(field, 0))]

    def state(self, codes: Mapping[Field, int]) -> State:
        """The state that these fields write."""
        form = FORMS[codes.get(self.form, 0)]
        groups = tuple(sorted(group for part in self.parts(form) for group in part.groups[codes.get(part.field, 0)]))
        winning = next(tile for tile in TILES if codes.get(self.tiles[tile].winning))
        role = self.tiles[winning].role
        completed = self._completed(groups, winning, OWN if role is None else codes.get(role, 0), codes)
        at = GROUPS[groups[completed]].tiles.index(winning)
        return State(form, groups, completed, at, bool(codes.get(self.self_drawn, 0)))

    def _completed(self, groups: Sequence[int], winning: Tile, role: int, codes: Mapping[Field, int]) -> int:
        """The place of the group that the winning tile completed."""
        if codes.get(self.in_straight):
            return next(place for place, group in enumerate(groups) if GROUPS[group].shape == "knitted")
        if role != OWN:
            return groups.index(group_id("chow", TILES[winning - (role - FIRST)]))
        alike = ("pair", "pung", "single")
        return next(
            place
            for place, group in enumerate(map(GROUPS.__getitem__, groups))
            if group.shape in alike and group.tile == winning and not group.melded
        )

    def situation(self, codes: Mapping[Field, int]) -> Situation:
        """The situation that these fields write."""
        return Situation(
            WINDS[codes.get(self.prevalent, 0)],
            WINDS[codes.get(self.seat, 0)],
            self_drawn=bool(codes.get(self.self_drawn, 0)),
            flowers=codes.get(self.flowers, 0),
            **{name: bool(codes.get(field, 0)) for name, field in self.flags.items()},
        )


def begins_chow(tile: Tile) -> bool:
    return tile < FIRST_HONOUR and tile % RANKS + 2 < RANKS


def chow_start(tile: Tile, role: int) -> Tile | None:
    """Where the chow begins in which a tile has this role (FIRST, MIDDLE, LAST); None if there is none."""
    start = tile - (role - FIRST)
    same_suit = start >= 0 and start // RANKS == tile // RANKS
    return TILES[start] if same_suit and begins_chow(TILES[start]) else None


def parts_with(parts: Iterable[Part], tile: Tile) -> tuple[Part, ...]:
    """The parts that may hold a tile."""
    return tuple(part for part in parts if any(tile in GROUPS[group].tiles for group in _all_of(part)))


def _all_of(part: Part) -> set[int]:
    return {group for groups in part.groups for group in groups}


def _alike(form: Form, tile: Tile) -> tuple[tuple[int, ...], ...]:
    """What codes of ``concealed`` stand for."""
    pair, single = (group_id("pair", tile),), (group_id("single", tile),)
    match form:
        case "seven_pairs":
            return (), pair, pair * 2
        case "thirteen_orphans":
            return (), single, single * 2
        case "honors_and_knitted":
            return (), single
        case _:
            return (), pair, (group_id("pung", tile),)


def _declared(tile: Tile) -> tuple[tuple[int, ...], ...]:
    """What codes of ``declared`` stand for."""
    concealed_kong, melded_kong = group_id("kong", tile), group_id("kong", tile, melded=True)
    return (), (group_id("pung", tile, melded=True),), (concealed_kong,), (melded_kong,)


def _equal_chows(tile: Tile, *, melded: bool) -> tuple[tuple[int, ...], ...]:
    return tuple((group_id("chow", tile, melded=melded),) * often for often in range(COPIES + 1))
