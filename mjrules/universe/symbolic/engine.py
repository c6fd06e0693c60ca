"""Questions to every state at once: how many satisfy a condition, how many hands are behind them, which one to show."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property, partial, reduce
from operator import and_

import msgspec
from oxidd.util import DDMemoryError

from mjrules.errors import RulesError
from mjrules.groups import TEXTS
from mjrules.hand import Hand
from mjrules.pattern import All, Form, Pattern
from mjrules.pattern.evaluate import holds
from mjrules.rulesets.resolve import resolve
from mjrules.rulings import OPTIONS
from mjrules.score.arrangements import Arrangement, arrangements
from mjrules.score.scorer import Scorer
from mjrules.universe.states import GB, Example, facts_of
from mjrules.universe.symbolic.atoms import Atoms, asked_of_situation
from mjrules.universe.symbolic.layout import FORMS, Diagram, Field, Layout
from mjrules.universe.symbolic.space import Space
from mjrules.universe.symbolic.waits import Waits
from mjrules.universe.symbolic.witness import Witness

KEPT = 8
"""Diagrams of so many conditions are kept."""


class Symbolic:
    """All states of some forms under some options; made once, asked often. Not for use by several threads at a time.

    A state satisfies a condition if some situation that the game allows makes it hold. Raises RulesError for an option
    or a flag that is not known, and for a condition that depends on counting (无番和).

    >>> from mjrules.fans import FANS
    >>> every_hand = Symbolic()
    >>> every_hand.states(FANS["thirteen_orphans"]), every_hand.hands(FANS["thirteen_orphans"])
    (338, 13)
    """

    def __init__(self, options: Mapping[str, str] = GB, *, forms: Collection[Form] = FORMS) -> None:
        _check(options, forms)
        self.options = dict(options)
        self.layout = Layout()
        self.space = Space(self.layout, options, forms)
        self.waits = Waits(self.space)
        self.atoms = Atoms(self.space, lambda: self.waits.sole)
        self.witness = Witness(self.atoms)
        self._satisfying: dict[Pattern, Diagram] = {}

    # counts

    def states(self, condition: Pattern) -> int:
        """States (arranged hand, completed group and place in it, way of winning) that satisfy the condition."""
        return self._count(self.satisfying(condition), ())

    def tiles_won(self, condition: Pattern) -> int:
        """The same with (arranged hand, kind of winning tile, way of winning) as the unit."""
        roles = (fields.role for fields in self.layout.tiles if fields.role is not None)
        return self._count(self.satisfying(condition), (self.layout.in_straight, *roles))

    def arranged_hands(self, condition: Pattern) -> int:
        """Hands that satisfy the condition in some win, each arrangement for itself."""
        return self._count(self.satisfying(condition), self._win_fields())

    def hands(self, condition: Pattern) -> int:
        """Hands (declared groups and concealed tiles, the winning one among them) that satisfy the condition in some
        arrangement and win; a hand with several arrangements is counted once."""
        return self._hands(condition, self._win_fields())

    def hands_won(self, condition: Pattern) -> int:
        """The same with (hand, kind of winning tile) as the unit."""
        winning = {fields.winning for fields in self.layout.tiles}
        return self._hands(condition, tuple(field for field in self._win_fields() if field not in winning))

    def _hands(self, condition: Pattern, of_win: Iterable[Field]) -> int:
        """Forget what says how a hand was won, then what its concealed tiles are divided into."""
        layout = self.layout
        won = set(of_win)
        groups = {field for fields in layout.tiles for field in (fields.concealed, fields.chows) if field is not None}
        divided = {layout.form, layout.straight, *groups}
        tiles = self.waits.with_tiles(self.satisfying(condition).exists(layout.cube(won)))
        shown = (set(layout.state_fields) | {fields.held for fields in layout.tiles}) - won - divided
        return tiles.exists(layout.cube(divided)).sat_count(sum(len(field.variables) for field in shown))

    def _win_fields(self) -> tuple[Field, ...]:
        """What says how a hand was won."""
        of_tiles = (
            field for fields in self.layout.tiles for field in (fields.winning, fields.role) if field is not None
        )
        return (self.layout.in_straight, self.layout.self_drawn, *of_tiles)

    def _count(self, diagram: Diagram, hidden: Iterable[Field]) -> int:
        """How many there are if one does not look at some fields."""
        unseen = set(hidden)
        seen = sum(len(field.variables) for field in self.layout.state_fields if field not in unseen)
        return (diagram.exists(self.layout.cube(unseen)) if unseen else diagram).sat_count(seen)

    # examples

    def example(self, condition: Pattern) -> Example | None:
        """The simplest readable state and situation that satisfies the condition; None if nothing does."""
        return next(iter(self.examples(condition, 1)), None)

    def examples(self, condition: Pattern, limit: int) -> list[Example]:
        """Up to ``limit`` different hands that satisfy the condition, readable ones first.

        Hands whose best-scoring arrangement satisfies it come before those where another arrangement scores more.
        """
        shown: dict[str, Example] = {}
        others: dict[str, Example] = {}
        for example in self.witness.candidates(partial(self.holding, condition)):
            hand = str(example.hand)
            if hand not in shown and self._shows(example, condition):
                shown[hand] = example
            others.setdefault(hand, example)
            if len(shown) == limit:
                break
        return list({**shown, **others}.values())[:limit]

    def _shows(self, example: Example, condition: Pattern) -> bool:
        """Whether the scorer, too, reads the hand so that the condition holds."""
        facts = facts_of(example.state, example.situation, self.options)
        taken = self._taken(example.hand)
        return holds(
            condition,
            msgspec.structs.replace(
                facts, form=taken.form, groups=taken.groups, completed=taken.completed, at=taken.at
            ),
        )

    def _taken(self, hand: Hand) -> Arrangement:
        """The arrangement that the scorer takes."""
        score = self._scorer.score(hand)
        return next(
            each
            for each in arrangements(hand, self._scorer.rules.options)
            if tuple(TEXTS[group] for group in each.groups) == score.arrangement
            and TEXTS[each.groups[each.completed]] == score.completed
            and each.form == score.form
        )

    @cached_property
    def _scorer(self) -> Scorer:
        rules = resolve()
        return Scorer(msgspec.structs.replace(rules, options=rules.options | self.options))

    # diagrams

    def satisfying(self, condition: Pattern) -> Diagram:
        """The states that satisfy a condition. The last few are kept: one asks for states and hands alike."""
        if condition not in self._satisfying:
            found = self.holding(condition, self.layout.true)
            if any(asked_of_situation(condition)):
                found = found.exists(self.layout.cube(self.layout.situation_fields))
            if len(self._satisfying) == KEPT:
                del self._satisfying[next(iter(self._satisfying))]
            self._satisfying[condition] = found
        return self._satisfying[condition]

    def holding(self, condition: Pattern, within: Diagram) -> Diagram:
        """The states and situations, among those that the game allows and ``within``, in which a condition holds."""
        try:
            parts = sorted(map(self.atoms.where, _parts(condition)), key=Diagram.node_count)
            allowed = self.space.allowed(set(asked_of_situation(condition)))
            return reduce(and_, parts, self.space.states & within & allowed)
        except DDMemoryError:
            raise RulesError("the condition needs more memory than a question may take; ask for less at once") from None


def _parts(condition: Pattern) -> Iterator[Pattern]:
    """What must hold one beside the other."""
    if isinstance(condition, All):
        for part in condition.parts:
            yield from _parts(part)
    else:
        yield condition


def _check(options: Mapping[str, str], forms: Collection[Form]) -> None:
    for name, value in options.items():
        if value not in OPTIONS.get(name, ()):
            known = ", ".join(OPTIONS.get(name, OPTIONS))
            raise RulesError(f"{name} = {value!r} is no option; known are {known}")
    for form in forms:
        if form not in FORMS:
            raise RulesError(f"{form!r} is no form of a winning hand; known are {', '.join(FORMS)}")
