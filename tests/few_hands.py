"""An engine over a handful of hands, each state looked at one by one: what questions are tested with.

It answers as the real engines do, by the meaning of patterns alone, so that every number can be counted on paper.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product

from mjrules.groups import GROUPS, MELDED, group_id
from mjrules.hand import Hand, Situation
from mjrules.pattern import Pattern
from mjrules.pattern.evaluate import Facts, holds
from mjrules.score.arrangements import Arrangement, arrangements
from mjrules.tiles import WINDS
from mjrules.universe.states import GB, Example, State, facts_of, hand_of


class FewHands:
    """States in the order given, which is the order of examples; prevalent and seat wind are East."""

    def __init__(self, hands: Iterable[str], options: Mapping[str, str] = GB) -> None:
        found = [state for hand in hands for state in states_of(Hand.parse(hand, check=True), options)]
        self._facts: dict[State, list[tuple[Situation, Facts]]] = {
            state: [(situation, facts_of(state, situation, options)) for situation in _situations(state)]
            for state in found
        }

    def states(self, condition: Pattern) -> int:
        return len(self._satisfying(condition))

    def tiles_won(self, condition: Pattern) -> int:
        found = self._satisfying(condition)
        return len({(each.state.groups, each.state.winning, each.state.self_drawn) for each in found})

    def arranged_hands(self, condition: Pattern) -> int:
        return len({each.state.groups for each in self._satisfying(condition)})

    def hands(self, condition: Pattern) -> int:
        return len({_tiles(hand_of(each.state)) for each in self._satisfying(condition)})

    def example(self, condition: Pattern) -> Example | None:
        return next(iter(self._satisfying(condition)), None)

    def examples(self, condition: Pattern, limit: int) -> list[Example]:
        return self._satisfying(condition)[:limit]

    def _satisfying(self, condition: Pattern) -> list[Example]:
        found = (
            next((Example(state, situation) for situation, facts in known if holds(condition, facts)), None)
            for state, known in self._facts.items()
        )
        return [each for each in found if each]


def states_of(hand: Hand, options: Mapping[str, str]) -> Iterator[State]:
    """The states a hand can be read as."""
    for arrangement in arrangements(hand, options):
        yield _state(arrangement, hand.situation.self_drawn)


def _state(arrangement: Arrangement, self_drawn: bool) -> State:
    groups = list(arrangement.groups)
    completed = groups[arrangement.completed]
    if GROUPS[completed].shape == "pung" and completed in MELDED:  # by the discard, which is no part of the state
        completed = groups[arrangement.completed] = group_id("pung", GROUPS[completed].tile)
    groups.sort()
    return State(arrangement.form, tuple(groups), groups.index(completed), arrangement.at, self_drawn)


def _situations(state: State) -> Iterator[Situation]:
    for flags in product((False, True), repeat=3):
        situation = Situation(WINDS[0], WINDS[0], state.self_drawn, *flags)
        if not hand_of(state, situation).problems():
            yield situation


def _tiles(hand: Hand) -> tuple[object, ...]:
    return hand.melds, tuple(sorted((*hand.concealed, *([hand.winning] if hand.winning is not None else []))))
