"""Sole waits: whether a tile of another kind than the winning one would have completed the hand.

It is asked as the rule asks it: take the winning tile away and put another in its place; do the concealed tiles make
sets and a pair, or a special form? The question is about numbers of tiles, not about groups, and so it stays small.
What lies on the table does not matter (``mjrules.score.waits``): a fifth tile alike may be waited for, unless a ruling
says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from oxidd.util import BooleanOperator

from mjrules.groups import GROUPS, KNITTED, group_id
from mjrules.pattern import Form
from mjrules.tiles import COPIES, TILES, Tile
from mjrules.universe.symbolic.layout import FORMS, SETS, Diagram, Part, parts_with
from mjrules.universe.symbolic.space import SETS_BESIDE_PAIR, Space, concealed_copies, copies, is_pair, is_set

ALIKE = COPIES + 1
"""As many of a tile as one may wait for."""


class Waits:
    """Sole waits over one space."""

    def __init__(self, space: Space) -> None:
        self.space = space
        self.layout = space.layout
        self._ignores_exhausted = space.options.get("wait_exhausted") == "ignored"

    @cached_property
    def sole(self) -> Diagram:
        """Where no other tile would have completed the hand."""
        tiles = self.layout.cube(field for fields in self.layout.tiles for field in (fields.held, fields.full))
        seen = self.with_tiles(self._seen)
        if self._ignores_exhausted:
            seen &= self._exhausted
        alone = seen.apply_exists(BooleanOperator.AND, ~self._another, tiles)
        if self.space.options.get("knitted_wait") == "barred":
            alone &= ~self._wins_on_straight
        return self.space.states & alone

    @property
    def _seen(self) -> Diagram:
        """The states, without what does not matter: what is declared, unless tiles held there count as exhausted."""
        if self._ignores_exhausted:
            return self.space.states
        declared = (field for fields in self.layout.tiles for field in (fields.declared, fields.melded_chows) if field)
        return self.space.states.exists(self.layout.cube((self.layout.self_drawn, *declared)))

    # the tiles of a state

    def with_tiles(self, states: Diagram) -> Diagram:
        """States together with how many of each tile are concealed."""
        return self.layout.any(
            states & self.layout.is_form(form) & self.layout.all([self._held(form, tile) for tile in TILES])
            for form in self.space.forms
        )

    def _held(self, form: Form, tile: Tile) -> Diagram:
        amounts = self.layout.amount(form, tile, concealed_copies(tile), COPIES)
        held = self.layout.tiles[tile].held
        return self.layout.any(here & held.among((number,)) for number, here in enumerate(amounts))

    @property
    def _exhausted(self) -> Diagram:
        """Where the fields say rightly which tiles were all held before the win."""
        return self.layout.any(
            self.layout.is_form(form) & self.layout.all([self._full(form, tile) for tile in TILES])
            for form in self.space.forms
        )

    def _full(self, form: Form, tile: Tile) -> Diagram:
        fields = self.layout.tiles[tile]
        all_copies = self.layout.amount(form, tile, copies(tile), COPIES)[COPIES]
        return fields.full.among((1,)).equiv(all_copies & ~fields.winning.among((1,)))

    # another tile

    @cached_property
    def _another(self) -> Diagram:
        """Where, by the tiles held and the winning one, another tile completes the hand too."""
        changed = self.layout.cube(field for fields in self.layout.tiles for field in (fields.drawn, fields.other))
        complete = self.layout.any(self._complete(form) for form in FORMS)
        return complete.apply_exists(BooleanOperator.AND, self._exchanged(), changed)

    def _exchanged(self) -> Diagram:
        """Where one other tile is drawn instead of the winning one, and the concealed tiles change accordingly."""
        drawn = [{0: fields.drawn.among((0,)), 1: fields.drawn.among((1,))} for fields in self.layout.tiles]
        return self.layout.all([self._exchanged_at(tile) for tile in TILES]) & self.layout.sums(drawn, 2)[1]

    def _exchanged_at(self, tile: Tile) -> Diagram:
        fields = self.layout.tiles[tile]
        won, drawn, full = (field.among((1,)) for field in (fields.winning, fields.drawn, fields.full))
        may_be_drawn = drawn & ~full if self._ignores_exhausted else drawn
        changes = ((~won & ~drawn, 0), (won & ~drawn, -1), (~won & may_be_drawn, 1))
        return self.layout.any(
            here & fields.held.among((held,)) & fields.other.among((held + change,))
            for here, change in changes
            for held in range(COPIES + 1)
            if held + change >= 0
        )

    # what other tiles make

    def _complete(self, form: Form) -> Diagram:
        """Where the other concealed tiles make this form. How many tiles there are says how many sets are declared:
        special forms have none, beside a knitted straight there is one set."""
        if form == "knitted" and self.space.options.get("knitted_straight_set") == "barred":
            return self.layout.false
        parts = tuple(self._concealed_parts(form))
        made = self._composed(form, parts) & self.layout.all([self._drawn(parts, tile) for tile in TILES])
        return made.exists(self.layout.cube(part.field for part in parts))

    def _concealed_parts(self, form: Form) -> Iterator[Part]:
        """What the concealed tiles may be divided into; five of a tile are a pung and a pair."""
        for part in self.layout.parts(form):
            tile = self.layout.concealed_tiles.get(part.field)
            if tile is not None and form in SETS:
                yield Part(part.field, (*part.groups, (group_id("pung", tile), group_id("pair", tile))))
            elif not any(GROUPS[group].melded for group in part.groups[-1]):
                yield part

    def _composed(self, form: Form, parts: Sequence[Part]) -> Diagram:
        if form == "seven_pairs" and self.space.options.get("identical_pairs") == "barred":
            return self.space.composed(form) & self.space.different_pairs()
        if form not in SETS:
            return self.space.composed(form)
        made = self.layout.any(self._sum(parts, is_set, SETS_BESIDE_PAIR[form] + 1)[:-1])
        made &= self._sum(parts, is_pair, 2)[1]
        return made & ~self.layout.straight.among((0,)) if form == "knitted" else made

    def _drawn(self, parts: Sequence[Part], tile: Tile) -> Diagram:
        """Where the groups hold as many of a tile as there are then."""
        amounts = self._sum(parts_with(parts, tile), lambda group: GROUPS[group].tiles.count(tile), ALIKE + 1)
        other = self.layout.tiles[tile].other
        return self.layout.any(here & other.among((number,)) for number, here in enumerate(amounts[:-1]))

    def _sum(self, parts: Sequence[Part], weight: Callable[[int], int], most: int) -> list[Diagram]:
        return self.layout.sums([self.layout.term(part, weight) for part in parts], most)

    # a ruling

    @property
    def _wins_on_straight(self) -> Diagram:
        """Where the winning tile is one of the tiles of the hand's knitted straight."""
        return self.layout.is_form("knitted") & self.layout.any(
            self.layout.straight.among((code,))
            & self.layout.any(self.layout.tiles[tile].winning.among((1,)) for tile in straight.tiles)
            for code, straight in enumerate(KNITTED, 1)
        )
