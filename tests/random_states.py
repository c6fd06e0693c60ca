"""Random states of every form, with every exposure, in situations that the game allows.

``python -m random_states 20000`` (with tests on the path) compares the diagrams with the meaning of
patterns on so many of them (minutes).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from random import Random

from differential.hands import random_hands
from mjrules.fans import FANS, VARIANTS
from mjrules.groups import CHOW, CONCEALED, GROUPS, KNITTED, KONG, PAIR, PUNG, group_id
from mjrules.hand import Hand, Situation
from mjrules.pattern import FLAGS, Flag, Flowers, Form, Often, Pattern, SoleWait
from mjrules.pattern.evaluate import holds
from mjrules.score.arrangements import arrangements
from mjrules.tiles import COPIES, FIRST_HONOUR, SUITED, TILES, WINDS, Tile, tiles
from mjrules.universe.states import State, facts_of, hand_of
from mjrules.universe.symbolic import Symbolic

ORPHANS = (*tiles("19m19s19p"), *TILES[FIRST_HONOUR:])
SETS = sorted((CHOW | PUNG).members)
SUITED_SETS = [group for group in SETS if not GROUPS[group].tile.is_honour]
PAIRS = sorted(PAIR.members)
FORMS: tuple[Form, ...] = ("standard", "knitted", "seven_pairs", "thirteen_orphans", "honors_and_knitted")

OPTIONS: tuple[dict[str, str], ...] = (
    {},
    {"pung_by_discard": "concealed", "wait_exhausted": "ignored", "knitted_wait": "barred"},
    {"identical_pairs": "barred", "knitted_straight_set": "concealed"},
    {"knitted_straight_set": "barred", "wait_exhausted": "ignored", "identical_pairs": "barred"},
)

QUESTIONS: dict[str, Pattern] = {
    **{fan: pattern for fan, pattern in (FANS | VARIANTS).items() if fan != "chicken_hand"},
    **{name: Flag(name) for name in (*FLAGS, "prevalent E", "prevalent N", "seat S", "seat W")},
    "sole_wait": SoleWait(),
    "three flowers": Often(Flowers(), 3),
    **{
        f"{fan} {times} times": Often(FANS[fan], times)
        for fan in (
            *("mixed_double_chow", "pure_double_chow", "short_straight", "double_pung", "tile_hog", "dragon_pung"),
            *("concealed_kong", "pung_of_terminals_or_honors", "all_types", "knitted_straight", "pure_terminal_chows"),
        )
        for times in (2, 3)
    },
}
"""Everything that a state and situation may be asked."""


def random_states(random: Random, number: int, options: Mapping[str, str]) -> Iterator[tuple[State, Situation]]:
    """States that win under these options; every third is an arrangement of a hand where rare fans are made."""
    hands = random_hands(random.randrange(1 << 30), 100 * number)
    while number:
        found = _of_hand(random, next(hands), options) if number % 3 == 0 else _drawn(random, options)
        if found is not None:
            yield found
            number -= 1


def _of_hand(random: Random, hand: Hand, options: Mapping[str, str]) -> tuple[State, Situation] | None:
    some = arrangements(hand, {**options, "pung_by_discard": "concealed"})
    if not some:
        return None
    one = random.choice(some)
    groups = tuple(sorted(one.groups))
    place = groups.index(one.groups[one.completed])
    return State(one.form, groups, place, one.at, hand.situation.self_drawn), hand.situation


def _drawn(random: Random, options: Mapping[str, str]) -> tuple[State, Situation] | None:
    form = random.choices(FORMS, (80, 8, 8, 1, 3))[0]
    groups = tuple(sorted(_groups(random, form)))
    straight = options.get("knitted_straight_set", "allowed")
    claimed = any(GROUPS[group].melded for group in groups)
    if form == "knitted" and (straight == "barred" or (straight == "concealed" and claimed)):
        return None
    if form == "seven_pairs" and options.get("identical_pairs") == "barred" and len(set(groups)) < 7:
        return None
    held = [tile for group in groups for tile in GROUPS[group].tiles]
    completed = [place for place, group in enumerate(groups) if group in CONCEALED and group not in KONG]
    if max(map(held.count, held)) > COPIES:
        return None
    group = groups[random.choice(completed)]
    state = State(form, groups, groups.index(group), random.randrange(_places(group)), random.random() < 0.5)
    situation = Situation(
        random.choice(WINDS),
        random.choice(WINDS),
        self_drawn=state.self_drawn,
        last_of_kind=random.random() < 0.3,
        wall_last=random.random() < 0.3,
        kong=random.random() < 0.3,
        flowers=random.choice((0, 0, 1, 3, 8)),
    )
    return None if hand_of(state, situation).problems() else (state, situation)


def _groups(random: Random, form: Form) -> Sequence[int]:
    match form:
        case "standard":
            return *_sets(random, 4), random.choice(PAIRS)
        case "knitted":
            return random.choice(KNITTED).id, *_sets(random, 1), random.choice(PAIRS)
        case "seven_pairs":
            near = random.randrange(20)
            return random.choices(random.choice((PAIRS, PAIRS[near : near + 7])), k=7)
        case "thirteen_orphans":
            return [group_id("single", tile) for tile in (*ORPHANS, random.choice(ORPHANS))]
        case _:
            kinds: list[Tile] = [*random.choice(KNITTED).tiles, *TILES[FIRST_HONOUR:]]
            return [group_id("single", tile) for tile in random.sample(kinds, 14)]


def _sets(random: Random, number: int) -> Sequence[int]:
    """Sets of all suits, or close together in one; as a rule most of them concealed."""
    near = random.choice(SUITED)
    pool = [group for group in SUITED_SETS if abs(GROUPS[group].tile - near) < 4] if random.random() < 0.5 else SETS
    plain = [group for group in pool if group in CONCEALED and group not in KONG]
    return [random.choice(plain if random.random() < 0.6 else pool) for _ in range(number)]


def _places(group: int) -> int:
    """How many different tiles a group has."""
    return len(set(GROUPS[group].tiles))


def disagreements(
    symbolic: Symbolic, some: Iterator[tuple[State, Situation]], questions: Mapping[str, Pattern]
) -> Iterator[str]:
    """Each question that the diagram answers otherwise than its meaning does."""
    layout = symbolic.layout
    where = {name: symbolic.atoms.where(pattern) for name, pattern in questions.items()}
    possible = symbolic.space.states & symbolic.space.allowed(("last_of_kind", "kong", "wall_last", "flowers"))
    for state, situation in some:
        codes = {**layout.codes(state), **layout.situation_codes(situation)}
        if (layout.state(codes), layout.situation(codes)) != (state, situation):
            yield f"{hand_of(state, situation)}: written and read again as {layout.state(codes)}"
        bits = layout.bits(codes)
        facts = facts_of(state, situation, symbolic.options)
        if not possible.eval(bits):
            yield f"{hand_of(state, situation)} {state.groups}: not in the space"
        for name, pattern in questions.items():
            if where[name].eval(bits) != holds(pattern, facts):
                yield f"{hand_of(state, situation)} {state.groups}: {name} is {holds(pattern, facts)}"


def main(number: int) -> int:
    wrong = 0
    for options in OPTIONS:
        for line in disagreements(Symbolic(options), random_states(Random(number), number, options), QUESTIONS):
            print(options, line)
            wrong += 1
    print(f"{len(OPTIONS)} × {number} states, {len(QUESTIONS)} questions each: {wrong} answers differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 5000))
