"""A state: one arranged hand, which of its groups the winning tile completed and where, and the way it was won.

Both engines count states; this module says what one is as a value, what patterns see of it, and which hand a person
would lay down for it. Winds and the facts of the table (last of its kind, last tile of the wall, kong) are no part of a
state: a question that names them asks whether some situation that the game allows makes it true.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

import msgspec

from mjrules.groups import GROUPS, MELDED, group_id
from mjrules.hand import Hand, Meld, Situation
from mjrules.pattern import CLAIMS, Form
from mjrules.pattern.evaluate import Facts
from mjrules.score.arrangements import counts_of
from mjrules.score.counting import exhausted, holds_the_other_three, shows_the_other_three
from mjrules.score.waits import waits_for_another
from mjrules.tiles import WINDS, Tile

GB: Mapping[str, str] = {}
"""No option chosen otherwise than by ``gb`` (``mjrules.rulings.OPTIONS``)."""
NO_SITUATION = Situation(WINDS[0], WINDS[0])


class State(msgspec.Struct, frozen=True, order=True):
    """``groups`` are numbers of kinds (``mjrules.groups``) in rising order; a pung that a discard completed stands here
    as the concealed one it was. ``completed`` is the place of the group that the winning tile completed, the first of
    equal ones, ``at`` the tile's place in it."""

    form: Form
    groups: tuple[int, ...]
    completed: int
    at: int
    self_drawn: bool

    @property
    def winning(self) -> Tile:
        return GROUPS[self.groups[self.completed]].tiles[self.at]

    @property
    def claimed(self) -> int:
        """How many groups were claimed."""
        return sum(group in MELDED for group in self.groups)


class Example(msgspec.Struct, frozen=True):
    """A state in a situation that the game allows."""

    state: State
    situation: Situation

    @property
    def hand(self) -> Hand:
        return hand_of(self.state, self.situation)


def hand_of(state: State, situation: Situation = NO_SITUATION) -> Hand:
    """The hand of a state: declared groups, concealed tiles, the winning tile. The way of winning is the state's."""
    melds: list[Meld] = []
    concealed: list[Tile] = []
    for group in (GROUPS[number] for number in state.groups):
        if group.shape == "kong":
            melds.append(Meld("kong", group.tile, 1 if group.melded else None))
        elif group.shape in ("chow", "pung") and group.melded:
            melds.append(Meld(group.shape, group.tile))
        else:
            concealed += group.tiles
    concealed.remove(state.winning)
    won = msgspec.structs.replace(situation, self_drawn=state.self_drawn)
    return Hand(tuple(melds), tuple(concealed), state.winning, won)


def groups_as_judged(state: State, options: Mapping[str, str] = GB) -> tuple[int, ...]:
    """The groups as fans see them: a pung completed by a discard is melded, unless a ruling says otherwise."""
    group = GROUPS[state.groups[state.completed]]
    if state.self_drawn or group.shape != "pung" or options.get("pung_by_discard") == "concealed":
        return state.groups
    judged = list(state.groups)
    judged[state.completed] = group_id("pung", group.tile, melded=True)
    return tuple(judged)


def facts_of(state: State, situation: Situation = NO_SITUATION, options: Mapping[str, str] = GB) -> Facts:
    """What patterns see of a state in a situation; the slow and plain way, which both engines are compared with."""
    hand = hand_of(state, situation)
    before = counts_of(hand.concealed)
    sole = not waits_for_another(
        before,
        len(hand.melds),
        state.winning,
        options,
        claimed=state.claimed > 0,
        exhausted=exhausted(hand) if options.get("wait_exhausted") == "ignored" else (),
    )
    if state.form == "knitted" and options.get("knitted_wait") == "barred":
        sole = sole and not any(
            state.winning in GROUPS[group].tiles for group in state.groups if GROUPS[group].shape == "knitted"
        )
    return Facts(
        form=state.form,
        groups=groups_as_judged(state, options),
        completed=state.completed,
        at=state.at,
        flags=frozenset(_flags(state, hand)),
        flowers=situation.flowers,
        concealed=tuple(before),
        winning=state.winning,
        sole_wait=sole,
    )


def _flags(state: State, hand: Hand) -> Iterator[str]:
    situation = hand.situation
    yield from (name for name in ("self_drawn", "wall_last", "kong") if getattr(situation, name))
    yield f"prevalent {situation.prevalent}"
    yield f"seat {situation.seat}"
    if situation.last_of_kind or shows_the_other_three(hand):
        yield "last_of_kind"
    if holds_the_other_three(hand, counts_of(hand.concealed)):
        yield "own_other_three"
    if not state.claimed:
        yield "no_claimed_group"
    yield from CLAIMS[: state.claimed]


def situations(state: State) -> Iterator[Situation]:
    """Every situation without flowers that the game allows this state in (``mjrules.problems``)."""
    for prevalent, seat in product(WINDS, WINDS):
        for last_of_kind, wall_last, kong in product((False, True), repeat=3):
            situation = Situation(prevalent, seat, state.self_drawn, last_of_kind, wall_last, kong)
            if not hand_of(state, situation).problems():
                yield situation
