"""What rulings say of one fan beside another: who counts both, who does not, and who leaves it to the principles."""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec

from mjrules import rulings
from mjrules.rulings import Choice

Effect = Literal["bars", "bars-some", "counts", "silent"]
"""The other fan is not counted beside the first; not for its groups or not so often; it is counted; nothing is said, so
that the principles decide."""

LITERAL = "literal"
"""The holder that is no authority: a reading of what lists do not say."""


class Stance(msgspec.Struct, frozen=True):
    """One choice of a ruling and what it does to the pair. ``by``: who holds it, readings of silence left out."""

    choice: str
    effect: Effect
    by: tuple[str, ...]
    editions: tuple[str, ...]
    """The rule sets that take the choice."""


class Dispute(msgspec.Struct, frozen=True):
    """The ruling that speaks of a pair."""

    ruling: str
    stances: tuple[Stance, ...]

    def editions_bar(self) -> bool:
        """Does a rule set take the whole of the other fan?"""
        return any(each.effect == "bars" and each.editions for each in self.stances)

    def some_count(self) -> bool:
        """Does any authority hold that it counts?"""
        return any(each.effect == "counts" and each.by for each in self.stances)

    def is_open(self) -> bool:
        """Do authorities hold that it counts and that it does not? Who is silent goes by the principles."""
        return self.some_count() and len({each.effect for each in self.stances if each.by}) > 1

    def said(self) -> str:
        """Each choice with who holds it: ``barred (a, b); counted (c)``."""
        return "; ".join(f"{each.choice} ({', '.join(each.by)})" for each in self.stances if each.by)


@cache
def dispute(fan: str, other: str) -> Dispute | None:
    """The ruling about the second fan beside the first; each pair has one at most."""
    for ruling in rulings.all():
        stances = tuple(_stance(ruling, choice, fan, other) for choice in ruling.choices.values())
        if any(each.effect != "silent" for each in stances):
            return Dispute(ruling.id, stances)
    return None


def _stance(ruling: rulings.Ruling, choice: Choice, fan: str, other: str) -> Stance:
    editions = tuple(each for each in rulings.editions() if ruling.default_for(each) == choice.id)
    by = tuple(each for each in choice.by if each != LITERAL)
    return Stance(choice.id, _effect(choice, fan, other), by, editions)


def _effect(choice: Choice, fan: str, other: str) -> Effect:
    for one, out, *limit in choice.exclude:
        if (one, out) == (fan, other):
            return "bars-some" if limit else "bars"
    return "counts" if (fan, other) in choice.allow else "silent"


def held(under: str) -> bool:
    """Does an authority hold a choice, ``ruling=choice``?

    >>> held("nine_gates=final_shape"), held("knitted_straight_shape=barred")
    (True, False)
    """
    ruling, _, choice = under.partition("=")
    return any(each != LITERAL for each in rulings.ruling(ruling).choice(choice).by)
