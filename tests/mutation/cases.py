"""The cases a broken scorer has to fail: our own hands, and the same hands in other suits and winds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from hand_cases import ours
from mjrules import rulings
from mjrules.errors import NotAWinningHand
from mjrules.hand import Hand, Meld
from mjrules.score.scorer import Scorer, scorer
from mjrules.tiles import TILES, WINDS, Tile

EDITIONS = ("gb", "gb1998", "mcr2006")

Where = tuple[str, tuple[tuple[str, str], ...]]
"""An edition, and rulings chosen otherwise than it does."""


class Case(msgspec.Struct, frozen=True):
    """A hand and its total; None where it does not win."""

    where: Where
    hand: Hand
    total: int | None

    def fails(self, scorer: Scorer) -> bool:
        try:
            return scorer.total(self.hand) != self.total
        except NotAWinningHand:
            return self.total is not None


def own_cases() -> Iterator[Case]:
    """As they are written under tests/cases/hands."""
    plain = {case[which]["hand"]: case[which]["total"] for case in ours("fans").values() for which in ("has", "near")}
    plain |= {case["hand"]: case["total"] for case in ours("principles")["hands"]}
    plain |= {case["hand"]: case["total"] for case in ours("more")["hands"]}
    by_ruling = ours("rulings")["hands"]
    plain |= {
        case["hand"]: case["totals"][rulings.ruling(case["ruling"]).default_for("gb")]
        for case in by_ruling
        if "ruleset" not in case
    }
    other = {hand: case["totals"] for hand, case in ours("editions").items()}
    for ruleset in EDITIONS:
        for hand, total in plain.items():
            yield Case((ruleset, ()), Hand.parse(hand), other.get(hand, {}).get(ruleset, total))
    for case in by_ruling:
        for choice, total in case["totals"].items():
            where = case.get("ruleset", "gb"), ((case["ruling"], choice),)
            yield Case(where, Hand.parse(case["hand"]), None if total == "no win" else total)


def untouched_by_choices(cases: Sequence[Case]) -> Iterator[Case]:
    """The hands of gb under every choice of a ruling that leaves them alone: there they keep their totals."""
    plain = [case for case in cases if case.where == ("gb", ())]
    for ruling in rulings.all():
        for choice in ruling.choices:
            where = "gb", ((ruling.id, choice),)
            whole = scorer(*where)
            moved = (msgspec.structs.replace(case, where=where) for case in plain)
            yield from (case for case in moved if not case.fails(whole))


def in_other_suits_and_winds(cases: Sequence[Case]) -> Iterator[Case]:
    """Each hand again with suits and winds moved on.

    The totals stay but for two fans that name suits, and those hands are left out; that there are no others,
    tests/test_score_properties.py shows.
    """
    for case in cases:
        whole = scorer(*case.where)
        for turn in (1, 2, 3):
            again = msgspec.structs.replace(case, hand=turned(case.hand, turn))
            if not again.fails(whole):
                yield again


def turned(hand: Hand, turn: int) -> Hand:
    """The hand with each suit put for the next, and each wind for the next, so many times."""
    put = {tile: TILES[(tile + 9 * turn) % 27] for tile in TILES[:27]}
    put |= {wind: WINDS[(n + turn) % 4] for n, wind in enumerate(WINDS)}

    def other(tile: Tile) -> Tile:
        return put.get(tile, tile)

    assert hand.winning is not None
    situation = hand.situation
    return Hand(
        tuple(Meld(meld.shape, other(meld.tile), meld.mark) for meld in hand.melds),
        tuple(map(other, hand.concealed)),
        other(hand.winning),
        msgspec.structs.replace(situation, prevalent=other(situation.prevalent), seat=other(situation.seat)),
    )
