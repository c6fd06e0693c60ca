"""Patterns: the fast way (bits and masks) means what ``pattern.evaluate`` says, for every fan and variant."""

from __future__ import annotations

from collections import Counter as Bag
from collections.abc import Iterator
from itertools import groupby
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import brute_force
from differential.hands import random_hand
from mjrules import pattern as p
from mjrules.fans import FANS, VARIANTS, pattern
from mjrules.groups import CHOW, CONCEALED, GROUPS, KONG, MELDED, PAIR, PUNG, group_id, holding, of
from mjrules.hand import Hand
from mjrules.pattern.evaluate import Facts, fits, holds, instances
from mjrules.rulesets.resolve import Rules, resolve
from mjrules.score.arrangements import Arrangement, arrangements, counts_of
from mjrules.score.counting import ORDER, Counter, instances_of_double_pung
from mjrules.tiles import TILES, WINDS, Tile, tiles

hands = st.integers(0, 2**32).map(lambda seed: random_hand(Random(seed)))


def generations() -> Iterator[dict[str, str]]:
    """Choices of patterns that have every variant once: the first variant of each fan, the second, and so on."""
    variants = {
        fan: [*found] for fan, found in groupby(sorted(VARIANTS), key=lambda variant: variant.partition(".")[0])
    }
    yield {}
    for number in range(max(map(len, variants.values()))):
        yield {fan: found[number] for fan, found in variants.items() if number < len(found)}


GENERATIONS = [*generations()]
GB = resolve("gb")
COUNTERS = [Counter(msgspec.structs.replace(GB, patterns=chosen)) for chosen in GENERATIONS]


def facts_of(hand: Hand, arrangement: Arrangement) -> Facts:
    """The arranged hand as the definitions see it, gathered from the hand anew."""
    assert hand.winning is not None
    return Facts(
        form=arrangement.form,
        groups=arrangement.groups,
        completed=arrangement.completed,
        at=arrangement.at,
        flags=frozenset(_flags(hand, hand.winning)),
        flowers=hand.situation.flowers,
        concealed=tuple(counts_of(hand.concealed)),
        winning=hand.winning,
        sole_wait=brute_force.waits(Bag(hand.concealed), len(hand.melds)) == {hand.winning},
    )


def _flags(hand: Hand, winning: Tile) -> Iterator[str]:
    situation = hand.situation
    yield from (name for name in ("self_drawn", "wall_last", "kong") if getattr(situation, name))
    yield f"prevalent {situation.prevalent}"
    yield f"seat {situation.seat}"
    shown = [tile for meld in hand.melds if meld.melded for tile in meld.tiles]
    hidden = [*hand.concealed, *(tile for meld in hand.melds if not meld.melded for tile in meld.tiles)]
    copies = shown.count(winning), hidden.count(winning)
    if situation.last_of_kind or copies[0] == 3:
        yield "last_of_kind"
    if sum(copies) == 3:
        yield "own_other_three"
    if not any(meld.melded for meld in hand.melds):
        yield "no_claimed_group"


def test_every_variant_is_tried() -> None:
    assert {variant for chosen in GENERATIONS for variant in chosen.values()} == VARIANTS.keys()
    assert [variant for variant in VARIANTS if variant.partition(".")[0] not in FANS] == []


@pytest.mark.parametrize("generation", range(len(GENERATIONS)))
@given(hand=hands)
def test_compiled_fans_hold_where_the_definitions_say(generation: int, hand: Hand) -> None:
    counter, chosen = COUNTERS[generation], GENERATIONS[generation]
    context = counter.context(hand)
    for arrangement in arrangements(hand, GB.options):
        fast = [ORDER[number] for number in counter.holding(counter.facts(arrangement, context))]
        facts = facts_of(hand, arrangement)
        assert fast == [fan for fan in ORDER if holds(pattern(chosen.get(fan, fan)), facts)]


@given(hands)
def test_instances_are_as_many_as_the_scorer_counts(hand: Hand) -> None:
    """Fans that count several times: 四归一, 双同刻 without a third pung of the rank, 幺九刻 and the like."""
    counter = COUNTERS[0]
    context = counter.context(hand)
    for arrangement in arrangements(hand, GB.options):
        facts = facts_of(hand, arrangement)
        bits = counter.facts(arrangement, context)
        assert context.hogs == len(instances(FANS["tile_hog"], facts))
        if not holds(FANS["triple_pung"], facts):
            pairs = {frozenset(places) for places in instances_of_double_pung(arrangement.groups)}
            assert pairs == set(instances(FANS["double_pung"], facts))
        for fan in ("dragon_pung", "pung_of_terminals_or_honors", "concealed_kong", "melded_kong"):
            places = counter.own_groups(ORDER.index(fan), arrangement, [], bits)
            assert [frozenset({place}) for place in places] == instances(FANS[fan], facts)
        assert len(instances(FANS["flower_tiles"], facts)) == context.flowers


@given(hands)
def test_what_holds_has_an_instance(hand: Hand) -> None:
    for arrangement in arrangements(hand, GB.options):
        facts = facts_of(hand, arrangement)
        for fan, defined in FANS.items():
            assert bool(instances(defined, facts)) or not holds(defined, facts) or fan == "flower_tiles"


# The algebra by itself


def arranged(groups: str, *, form: p.Form = "standard", flags: tuple[str, ...] = (), melded: bool = False) -> Facts:
    """Groups in short («123m EEE 55p»); the last one is completed by its first tile."""
    ids = tuple(_group(tiles(text), melded=melded) for text in groups.split())
    return Facts(form, ids, len(ids) - 1, 0, frozenset(flags), 0, (0,) * 34, GROUPS[ids[-1]].tile, False)


def _group(body: tuple[Tile, ...], *, melded: bool) -> int:
    shapes = {1: "single", 2: "pair", 3: "pung" if body[0] == body[-1] else "chow", 4: "kong"}
    shape = shapes[len(body)]
    return group_id(shape, body[0], melded=melded and len(body) > 2)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("defined", "yes", "no"),
    [
        (p.count(PUNG, 2), "111m EEEE 55p", "111m 234m 55p"),
        (p.every(of(tiles("123m"))), "123m 111m 33m", "123m 111m 44m"),
        (p.none(holding(tiles("E"))), "123m 55p", "123m EE"),
        (p.exactly(CHOW, 1), "123m 111m 55p", "123m 234m 55p"),
        (p.any_of(p.count(KONG, 1), p.count(CHOW, 1)), "1111m 55p", "111m 55p"),
        (p.at_least(2, *(p.count(of(tiles(f"5{suit}")), 1) for suit in "msp")), "55m 555p", "55m 555m"),
        (p.match(CHOW, (0, 3), suits="one"), "123m 456m 55p", "123m 456p 55p"),
        (p.match(CHOW, (0, 3), suits="each another"), "123m 456p 55p", "123m 456m 55p"),
        (p.match(PUNG, (0, 0), suits="each another"), "111m 111p 55p", "111m EEE 55p"),
        (p.match(CHOW, (0, 2, 4), suits="one"), "567s 123s 345s", "123s 345s 678s"),
        (p.FourOf(frozenset(TILES)), "123m 111m 55p", "1111m 123p 55p"),
        (p.FourOf(frozenset(tiles("1m"))), "123m 111m 55p", "234m 222m 55p"),
        (p.Completes(PAIR), "123m 55p", "55p 123m"),
        (p.Completes(CHOW, at=0), "55p 123m", "123m 55p"),
        (~p.count(PUNG, 1), "123m 55p", "111m 55p"),
        (p.count(PUNG, 1) & p.count(CHOW, 1), "111m 123m", "111m 222m"),
    ],
)
def test_what_the_words_mean(defined: p.Pattern, yes: str, no: str) -> None:
    assert holds(defined, arranged(yes))
    assert not holds(defined, arranged(no))


def test_melded_and_concealed_are_the_two_halves_of_what_can_be_melded() -> None:
    assert all((group.id in MELDED) == group.melded != (group.id in CONCEALED) for group in GROUPS)
    assert {group.shape for group in GROUPS if group.melded} == {"chow", "pung", "kong"}


def test_patterns_are_values() -> None:
    """Equal when they say the same, printed with the words they were made of, walked by their parts."""
    assert p.count(PUNG & of(WINDS), 3) == p.count(of(WINDS) & PUNG, 3)
    assert p.count(PUNG, 3) != p.count(PUNG, 2)
    assert "pung and of E S W N" in repr(FANS["big_four_winds"])
    assert ~~FANS["all_pungs"] == FANS["all_pungs"]
    assert len(set(FANS.values())) == len(FANS)


@pytest.mark.parametrize(
    ("lowest", "ranks", "suits", "fit"),
    [
        ("1m4m", ((0, 3),), "one", True),
        ("4m1m", ((0, 3),), "one", True),
        ("1m4p", ((0, 3),), "one", False),
        ("1m1p1s", ((0, 0, 0),), "each another", True),
        ("1m1m1s", ((0, 0, 0),), "each another", False),
        ("ES", ((0, 1),), "one", False),
    ],
)
def test_relations(lowest: str, ranks: tuple[tuple[int, ...], ...], suits: str, fit: bool) -> None:
    relation = p.match(CHOW, *ranks, suits=suits)  # type: ignore[arg-type]
    assert isinstance(relation, p.Match)
    assert fits(relation, tiles(lowest)) is fit


def test_one_set_of_rules_is_enough_for_any_number_of_hands() -> None:
    """What a counter remembers of chows does not change what it says: a fresh one says the same."""
    rnd = Random(11)
    fresh_rules: Rules = resolve("gb")
    for _ in range(50):
        hand = random_hand(rnd)
        for arrangement in arrangements(hand, GB.options):
            fresh = Counter(fresh_rules)
            assert fresh.total(arrangement, fresh.context(hand)) == COUNTERS[0].total(
                arrangement, COUNTERS[0].context(hand)
            )
