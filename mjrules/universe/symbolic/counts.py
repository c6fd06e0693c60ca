"""The counts that are known from elsewhere (``mjrules.universe.known``), counted anew."""

from __future__ import annotations

from mjrules.fans import FANS
from mjrules.groups import KONG, MELDED
from mjrules.pattern import Flag, Form, FormIs, Pattern, count, exactly, none
from mjrules.tiles import COPIES
from mjrules.universe.known import KNOWN
from mjrules.universe.symbolic import tile_hands
from mjrules.universe.symbolic.engine import Symbolic
from mjrules.universe.symbolic.tile_hands import Tally

STANDARD = FormIs("standard")
CONCEALED = none(MELDED | KONG)
"""14 concealed tiles; whether a pung was completed by a discard does not matter, one asks for self-drawn wins."""
ALL_CLAIMED = count(MELDED, 4)
SELF_DRAWN = Flag("self_drawn")
PAIRS: tuple[Form, ...] = ("seven_pairs",)
EVEN = tuple(range(0, COPIES + 1, 2))
KNITTED = FANS["knitted_straight"]
GREATER, LESSER = FANS["greater_honors_and_knitted_tiles"], FANS["lesser_honors_and_knitted_tiles"]

WON: dict[str, Pattern] = {
    **{fan: FANS[fan] for fan in ("all_pungs", "no_honors", "all_simples", "full_flush", "all_green")},
    "three_kongs": exactly(KONG, 3),
    "four_kongs": FANS["four_kongs"],
    "four_claimed": ALL_CLAIMED,
}
"""Conditions counted over all standard states by kind of winning tile."""


def counts() -> dict[str, int]:
    """Every known count by its id, in the order of ``KNOWN``."""
    found = {**_by_groups(Symbolic()), **_by_tiles()}
    return {known.id: found[known.id] for known in KNOWN}


def _by_groups(every: Symbolic) -> dict[str, int]:
    """What the diagrams count."""
    pairs_differ = Symbolic({"identical_pairs": "barred"}, forms=PAIRS)
    concealed = CONCEALED & SELF_DRAWN
    sets = STANDARD & SELF_DRAWN
    return {
        "sets_of_four_melds": every.space.sets_of_four_melds(),
        "standard_arrangements": every.arranged_hands(sets & concealed),
        "standard_arrangements_with_kongs": every.arranged_hands(sets & ALL_CLAIMED),
        "seven_pairs": every.hands(FormIs("seven_pairs")),
        "seven_different_pairs": pairs_differ.hands(FormIs("seven_pairs")),
        "thirteen_orphans": every.hands(FormIs("thirteen_orphans")),
        "knitted_straights": every.hands(FormIs("knitted") & concealed),
        "greater_honors_and_knitted": every.hands(GREATER),
        "lesser_honors_and_knitted": every.hands(LESSER & ~GREATER),
        "knitted_straight_and_honors": every.hands(LESSER & KNITTED),
        "hands": every.hands(concealed),
        "hands_won": every.hands_won(concealed),
        "standard_arrangements_won": every.tiles_won(sets & concealed),
        "exposed_arrangements": every.arranged_hands(sets),
        "exposed_arrangements_won": every.tiles_won(sets),
        "exposed_states": every.states(sets),
        "exposed_arrangements_won_either_way": every.tiles_won(STANDARD),
        **{f"won.{fan}": every.tiles_won(sets & condition) for fan, condition in WON.items()},
    }


def _by_tiles() -> dict[str, int]:
    """What the automaton over tiles counts."""
    ways = tile_hands.standard_hands()
    return {
        "standard_hands": _all(ways).hands,
        "standard_hands_one_suit": _all(tile_hands.standard_hands(suits=1, honours=0)).hands,
        "standard_hands_without_honors": _all(tile_hands.standard_hands(honours=0)).hands,
        "standard_hands_divided_often": _all({often: tally for often, tally in ways.items() if often > 1}).hands,
        "most_divisions": max(ways),
        "seven_pairs_standard_too": _all(tile_hands.standard_hands(copies=EVEN)).hands,
        "standard_hands_won": _all(ways).won,
    }


def _all(ways: dict[int, Tally]) -> Tally:
    return Tally(sum(tally.hands for tally in ways.values()), sum(tally.won for tally in ways.values()))
