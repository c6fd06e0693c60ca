"""Is it so in every winning hand, which hands are there, how many: questions with exact answers.

A question is a text (``parsing``). Its fans mean what a rule set's definitions say; what that rule set lets win is
the space. An answer is a value whose JSON is the published form (docs/architecture.md); every hand in it is scored and
checked to be what it is shown for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Protocol, get_args

import msgspec

from mjrules.claims import SCHEMA
from mjrules.errors import RulesError
from mjrules.fans.standard import NOTHING_CLAIMED, SELF_DRAWN
from mjrules.groups import GROUPS, TEXTS
from mjrules.pattern import All, Form, FormIs, Pattern
from mjrules.pattern.evaluate import holds
from mjrules.score.result import CountedFan, Groups
from mjrules.score.scorer import Scorer
from mjrules.universe import parsing
from mjrules.universe.expressions import EVERY_HAND, Claim, Either, Expression, conjuncts, pattern_of, written
from mjrules.universe.states import Example, State, facts_of, hand_of

if TYPE_CHECKING:
    from mjrules.rulesets.resolve import Rules

SPACE_OPTIONS = ("pung_by_discard", "identical_pairs", "knitted_straight_set", "knitted_wait", "wait_exhausted")
"""The options of rules that change which hands win or what holds in them; the others change what is counted."""
EXAMPLES = 3
"""So many hands are shown where nobody says how many."""
_MOST_COMBINED = 8
"""Of so many parts a smallest set that never meets is found; of more, one that no part can be left out of."""


class Engine(Protocol):
    """What can count states and find them (``symbolic.Symbolic``); each number with its own unit."""

    def states(self, condition: Pattern) -> int: ...
    def hands(self, condition: Pattern) -> int: ...
    def arranged_hands(self, condition: Pattern) -> int: ...
    def tiles_won(self, condition: Pattern) -> int: ...
    def example(self, condition: Pattern) -> Example | None: ...
    def examples(self, condition: Pattern, limit: int) -> list[Example]: ...


# answers


class Reading(msgspec.Struct, frozen=True):
    """One way to read the tiles: the groups, declared ones first, and the one that the winning tile completed."""

    form: str
    arrangement: Groups
    completed: str


class Shown(msgspec.Struct, frozen=True):
    """A hand that an answer shows, as it was found, and what it scores.

    ``read``: as the state that was found. ``scored_as``: as the scorer reads it, where that is another reading, worth
    as much or more; else None.
    """

    hand: str
    read: Reading
    total: int
    meets_minimum: bool
    fans: tuple[CountedFan, ...]
    scored_as: Reading | None


NeverMeet = tuple[tuple[str, ...], ...]
"""Why nothing satisfies a condition: parts that never hold together; several sets where there are alternatives."""


class _Answer(msgspec.Struct, frozen=True, kw_only=True):
    """``read_as``: the question with the ids of its fans. ``rulings``: those chosen otherwise than the rule set does.

    ``states`` counts arranged hands (declared groups, concealed groups) with the group and the tile of it that was won
    and the way of winning; ``hands`` counts declared groups and concealed tiles, however they are read and whichever
    tile came last.
    """

    schema: str = SCHEMA
    read_as: str
    ruleset: str
    rulings: dict[str, str]
    never: NeverMeet = ()


class Proof(_Answer, frozen=True, kw_only=True):
    """Whether a claim holds. ``states``: those of the premise; ``violations``: those of them in which some situation
    makes the premise true and the conclusion false.

    ``witness``: a hand in which both are true; ``counterexample``: one in which the premise alone is; ``shown``: these
    hands in full, the counterexample first. ``vacuous``: nothing satisfies the premise, ``never`` says why.
    ``directions``: of an equivalence, the two implications.
    """

    claim: str
    holds: bool
    states: int
    violations: int
    witness: str | None
    counterexample: str | None
    vacuous: bool = False
    shown: tuple[Shown, ...] = ()
    directions: tuple[Proof, ...] = ()


class Found(_Answer, frozen=True, kw_only=True):
    """Hands that satisfy a condition, the plainest first, and how many there are; ``shown``: the examples in full."""

    expr: str
    states: int
    hands: int
    examples: tuple[str, ...]
    shown: tuple[Shown, ...]


class FormCount(msgspec.Struct, frozen=True):
    """The states of one form; those of them that are self-drawn, and those in which no group was claimed."""

    form: Form
    states: int
    self_drawn: int
    concealed: int


class Counted(_Answer, frozen=True, kw_only=True):
    """How many there are. ``arranged_hands``: hands, each way to read the tiles apart; ``tiles_won``: these with the
    kind of tile that was won and the way; ``forms``: the states by form, those without any left out."""

    expr: str
    states: int
    hands: int
    arranged_hands: int
    tiles_won: int
    forms: tuple[FormCount, ...]


# asking


class Universe:
    """Every hand that wins under one set of rules, ready to be asked; made once, asked often.

    ``chosen``: the rulings that were chosen otherwise than the rule set does, for the answers to name.
    """

    def __init__(
        self, rules: Rules, minimum: int = 8, chosen: Mapping[str, str] = {}, *, engine: Engine | None = None
    ) -> None:
        self.rules = rules
        self.chosen = dict(chosen)
        self.options = {name: rules.options[name] for name in SPACE_OPTIONS if name in rules.options}
        self.scorer = Scorer(rules, minimum)
        self.engine = engine or engine_of(tuple(self.options.items()))

    def prove(self, text: str) -> Proof:
        """Whether a claim (``A => B``, ``A <=> B``) holds in every state; a mere condition is claimed of all."""
        claim = parsing.claim(text, self.rules.points)
        if claim.kind == "implies":
            return self._implication(text, claim)
        return self._equivalence(text, claim)

    def find(self, text: str, limit: int = EXAMPLES) -> Found:
        """Up to ``limit`` hands, one at least, that satisfy a condition."""
        if limit < 1:
            raise RulesError(f"{limit} hands cannot be shown; ask for one or more")
        condition = parsing.condition(text, self.rules.points)
        pattern = self._pattern(condition)
        shown = tuple(self._shown(example, pattern) for example in self.engine.examples(pattern, limit))
        states = self.engine.states(pattern)
        return Found(
            expr=text,
            read_as=written(condition),
            ruleset=self.rules.id,
            rulings=self.chosen,
            states=states,
            hands=self.engine.hands(pattern),
            examples=tuple(each.hand for each in shown),
            shown=shown,
            never=() if states else self._never(condition),
        )

    def count(self, text: str) -> Counted:
        """How many states and hands satisfy a condition."""
        condition = parsing.condition(text, self.rules.points)
        pattern = self._pattern(condition)
        states = self.engine.states(pattern)
        return Counted(
            expr=text,
            read_as=written(condition),
            ruleset=self.rules.id,
            rulings=self.chosen,
            states=states,
            hands=self.engine.hands(pattern),
            arranged_hands=self.engine.arranged_hands(pattern),
            tiles_won=self.engine.tiles_won(pattern),
            forms=tuple(self._by_form(pattern)) if states else (),
            never=() if states else self._never(condition),
        )

    def _pattern(self, expression: Expression) -> Pattern:
        return pattern_of(expression, self.rules.patterns)

    def _implication(self, text: str, claim: Claim) -> Proof:
        premise, conclusion = self._pattern(claim.premise), self._pattern(claim.conclusion)
        states = self.engine.states(premise)
        violations = self.engine.states(premise & ~conclusion)
        witness = self._example(premise & conclusion)
        counterexample = self._example(premise & ~conclusion)
        return Proof(
            claim=text,
            read_as=written(claim.conclusion if claim.premise == EVERY_HAND else claim),
            ruleset=self.rules.id,
            rulings=self.chosen,
            holds=not violations,
            states=states,
            violations=violations,
            witness=witness.hand if witness else None,
            counterexample=counterexample.hand if counterexample else None,
            vacuous=not states,
            shown=tuple(each for each in (counterexample, witness) if each),
            never=() if states else self._never(claim.premise),
        )

    def _equivalence(self, text: str, claim: Claim) -> Proof:
        """Two implications. The states are those of either side."""
        there = Claim(claim.premise, claim.conclusion)
        back = Claim(claim.conclusion, claim.premise)
        directions = tuple(self._implication(written(each), each) for each in (there, back))
        one, other = self._pattern(claim.premise), self._pattern(claim.conclusion)
        refuted = next((each for each in directions if not each.holds), None)
        states = self.engine.states(one | other)
        return Proof(
            claim=text,
            read_as=written(claim),
            ruleset=self.rules.id,
            rulings=self.chosen,
            holds=refuted is None,
            states=states,
            violations=self.engine.states((one & ~other) | (other & ~one)),
            witness=directions[0].witness,
            counterexample=refuted.counterexample if refuted else None,
            vacuous=not states,
            shown=(refuted or directions[0]).shown,
            directions=directions,
        )

    # hands

    def _example(self, pattern: Pattern) -> Shown | None:
        found = self.engine.example(pattern)
        return self._shown(found, pattern) if found else None

    def _shown(self, example: Example, pattern: Pattern) -> Shown:
        """An example as it is shown; that it is none would be a fault of the engine, and is not printed."""
        hand = hand_of(example.state, example.situation)
        hand.check()
        if not holds(pattern, facts_of(example.state, example.situation, self.options)):
            raise RuntimeError(f"{hand} was found for a condition that does not hold in it: {pattern}")
        score = self.scorer.score(hand)
        read, scored = _reading(example.state), Reading(score.form, score.arrangement, score.completed)
        return Shown(
            hand=str(hand),
            read=read,
            total=score.total,
            meets_minimum=score.meets_minimum,
            fans=score.fans,
            scored_as=None if _sorted(read) == _sorted(scored) else scored,
        )

    # numbers

    def _by_form(self, pattern: Pattern) -> Iterator[FormCount]:
        for form in get_args(Form):
            here = pattern & FormIs(form)
            if states := self.engine.states(here):
                self_drawn, concealed = (self.engine.states(here & each) for each in (SELF_DRAWN, NOTHING_CLAIMED))
                yield FormCount(form, states, self_drawn, concealed)

    def _never(self, condition: Expression) -> NeverMeet:
        """The parts that make it impossible; where all alternatives of one part are impossible, those of each."""
        parts = self._smallest([*dict.fromkeys(conjuncts(condition))])
        match parts:
            case [Either(alternatives)]:
                return tuple(some for each in alternatives for some in self._never(each))
        return (tuple(written(part) for part in parts),)

    def _smallest(self, parts: list[Expression]) -> list[Expression]:
        if len(parts) > _MOST_COMBINED:
            return self._by_leaving_out(parts)
        sets = (set_ for size in range(1, len(parts)) for set_ in combinations(parts, size))
        return next(([*some] for some in sets if not self._meet(some)), parts)

    def _by_leaving_out(self, parts: list[Expression]) -> list[Expression]:
        for part in parts:
            rest = [each for each in parts if each is not part]
            if not self._meet(rest):
                return self._by_leaving_out(rest)
        return parts

    def _meet(self, parts: Iterable[Expression]) -> bool:
        return self.engine.states(All(tuple(map(self._pattern, parts)))) > 0


@cache
def engine_of(options: tuple[tuple[str, str], ...]) -> Engine:
    """The engine for these options (SPACE_OPTIONS); made once."""
    from mjrules.universe.symbolic import Symbolic

    return Symbolic(dict(options))


@cache
def universe_of(ruleset: str = "gb", overrides: tuple[tuple[str, str], ...] = ()) -> Universe:
    """Every winning hand under a rule set, with rulings overridden by name; made once for each."""
    from mjrules.rulesets import load, resolve

    return Universe(resolve(ruleset, dict(overrides)), load(ruleset).minimum, dict(overrides))


def prove(claim: str, ruleset: str = "gb", overrides: Mapping[str, str] = {}) -> Proof:
    """Whether a claim holds in every winning hand, with a witness or a counterexample.

    Raises InvalidExpression for a text that is no claim, RulesError for an unknown rule set or ruling.

    >>> prove("四暗刻 => 碰碰和").holds, prove("小三元 => 缺一门").violations
    (True, 1420848)
    """
    return _asked(ruleset, overrides).prove(claim)


def find(condition: str, limit: int = EXAMPLES, ruleset: str = "gb", overrides: Mapping[str, str] = {}) -> Found:
    """Hands that satisfy a condition, and how many there are; raises as ``prove`` does.

    >>> find("十三幺").hands
    13
    """
    return _asked(ruleset, overrides).find(condition, limit)


def count(condition: str, ruleset: str = "gb", overrides: Mapping[str, str] = {}) -> Counted:
    """How many states and hands satisfy a condition; raises as ``prove`` does."""
    return _asked(ruleset, overrides).count(condition)


def _asked(ruleset: str, overrides: Mapping[str, str]) -> Universe:
    return universe_of(ruleset, tuple(sorted(overrides.items())))


def _reading(state: State) -> Reading:
    declared_first = sorted(state.groups, key=lambda group: not (GROUPS[group].melded or GROUPS[group].shape == "kong"))
    completed = state.groups[state.completed]
    return Reading(state.form, tuple(TEXTS[group] for group in declared_first), TEXTS[completed])


def _sorted(read: Reading) -> Reading:
    return msgspec.structs.replace(read, arrangement=tuple(sorted(read.arrangement)))
