"""One hand under both scorers, and what explains a difference: a list that is worth as much, or nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from differential import peer
from hand_cases import Fans, counted, possible_lists
from mjrules.hand import Hand
from mjrules.score.scorer import scorer

SAME, TIE, DIFFERENT = "same list", "equal lists, another one shown", "different"


class Comparison(msgspec.Struct, frozen=True):
    """``outcome`` is one of the three above; the lists only where they differ."""

    hand: str
    outcome: str
    ours: Fans = msgspec.field(default_factory=Counter)
    theirs: Fans = msgspec.field(default_factory=Counter)

    def __str__(self) -> str:
        return f"{self.hand}: {self.lists()}"

    def lists(self) -> str:
        """Where the lists differ."""
        return f"ours only {dict(self.ours - self.theirs)}, theirs only {dict(self.theirs - self.ours)}"


class Tally(msgspec.Struct):
    """What a run has seen so far."""

    hands: int = 0
    outcomes: Counter[str] = msgspec.field(default_factory=Counter)
    fans: Counter[str] = msgspec.field(default_factory=Counter)
    """In how many hands each fan was counted."""
    different: list[Comparison] = []

    def add(self, comparison: Comparison) -> None:
        self.hands += 1
        self.outcomes[comparison.outcome] += 1
        self.fans.update(comparison.ours.keys())
        if comparison.outcome == DIFFERENT:
            self.different.append(comparison)


def compared(hand: Hand, rules: tuple[tuple[str, str], ...] = ()) -> Comparison:
    """A hand under present practice, which is what the other scorer follows; ``rules``: rulings chosen otherwise."""
    score = scorer("gb", rules).score(hand)
    total, theirs = peer.scored(hand)
    ours = counted(score)
    if score.total == total:
        outcome = SAME if theirs == ours else TIE if theirs in possible_lists(score) else DIFFERENT
    else:
        outcome = DIFFERENT
    return Comparison(str(hand), outcome, ours, theirs)


def tallied(hands: Iterable[Hand]) -> Tally:
    tally = Tally()
    for hand in hands:
        tally.add(compared(hand))
    return tally
