"""Arrays say of many hands what patterns, the scorer and the rules of the game say of each: same facts, same totals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, reduce
from random import Random

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray

from differential.hands import random_hands
from mjrules import pattern as p
from mjrules import rulings
from mjrules.errors import NotAWinningHand, RulesError
from mjrules.fans import FANS, VARIANTS
from mjrules.groups import CHOW, GROUPS, KONG, MELDED, PAIR, PUNG, group_id, holding, of
from mjrules.hand import Hand, Situation
from mjrules.pattern import Form
from mjrules.pattern.evaluate import Facts, holds, instances
from mjrules.rulesets.resolve import Rules, resolve
from mjrules.score.arrangements import AREAS, Arrangement, arrangements, divisions
from mjrules.score.counting import CHOW_FANS, NUMBER, ORDER, Counter
from mjrules.score.scorer import Scorer
from mjrules.tiles import COPIES, TILES, WINDS, tiles
from mjrules.universe.arrays import bulk, totals
from mjrules.universe.arrays import hands as layout
from mjrules.universe.arrays.chows import ChowChoices
from mjrules.universe.arrays.folding import ALWAYS, NEVER, folded
from mjrules.universe.arrays.holding import Holding
from mjrules.universe.arrays.kinds import BYTE, NO_GROUP, WIDTHS, UInt8Array
from mjrules.universe.arrays.matching import chows
from mjrules.universe.arrays.readings import readings
from mjrules.universe.arrays.rows import Rows
from mjrules.universe.arrays.situations import Flags, Situations
from mjrules.universe.arrays.tables import DIVIDES, RANK_BITS, Tables, tables
from mjrules.universe.arrays.totals import NOT_WON, Totals
from mjrules.universe.arrays.waits import sole_wait
from mjrules.universe.states import State, facts_of, situations

EDITIONS = ("gb", "gb1998", "mcr2006")
OPTIONS: tuple[Mapping[str, str], ...] = (
    {},
    {"pung_by_discard": "concealed"},
    {"identical_pairs": "barred", "knitted_wait": "barred"},
    {"knitted_straight_set": "concealed", "wait_exhausted": "ignored"},
    {"knitted_straight_set": "barred"},
)
"""Each choice that changes what wins or what holds, at least once."""
CHOICES = [
    (ruling.id, choice) for ruling in rulings.all() for choice in ruling.choices if choice != ruling.default_for("gb")
]

Won = tuple[State, Situation]


def state_of(arrangement: Arrangement, self_drawn: bool) -> State:
    """The arrangement as a state: in order, with a pung completed by a discard as the concealed one it was."""
    groups = [*arrangement.groups]
    completed = GROUPS[groups[arrangement.completed]]
    if completed.shape == "pung":
        groups[arrangement.completed] = group_id("pung", completed.tile)
    in_order = tuple(sorted(groups))
    return State(arrangement.form, in_order, in_order.index(groups[arrangement.completed]), arrangement.at, self_drawn)


def by_form(hands: Iterable[Hand]) -> dict[Form, list[Won]]:
    found: dict[Form, list[Won]] = defaultdict(list)
    for hand in hands:
        for arrangement in arrangements(hand, {}):
            found[arrangement.form].append((state_of(arrangement, hand.situation.self_drawn), hand.situation))
    return found


@cache
def some_hands(seed: int, number: int) -> tuple[Hand, ...]:
    return tuple(random_hands(seed, number))


@cache
def some_states(seed: int, number: int) -> dict[Form, list[Won]]:
    found = by_form(some_hands(seed, number))
    assert found.keys() == WIDTHS.keys()
    return found


def together(won: Iterable[Situation]) -> Situations:
    listed = [*won]
    return Situations(
        prevalent=np.array([each.prevalent for each in listed], np.uint8),
        seat=np.array([each.seat for each in listed], np.uint8),
        last_of_kind=np.array([each.last_of_kind for each in listed]),
        wall_last=np.array([each.wall_last for each in listed]),
        kong=np.array([each.kong for each in listed]),
        flowers=np.array([each.flowers for each in listed], np.uint8),
    )


def rows_of(won: Iterable[Won]) -> tuple[Rows, Flags]:
    listed = [*won]
    return Rows.from_states(state for state, _ in listed), together(situation for _, situation in listed).flags()


# tables


def code(counts: Iterable[int]) -> int:
    return sum(copies * 5**place for place, copies in enumerate(counts))


def random_counts(rnd: Random, number: int) -> list[int]:
    """Copies by rank of up to thirteen tiles on few ranks."""
    counts, ranks = [0] * number, rnd.randrange(2, number + 1)
    for _ in range(rnd.randrange(14)):
        rank = rnd.randrange(ranks)
        counts[rank] += counts[rank] < COPIES
    return counts


def divided(table: Tables, number: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The divisions of the code with this number, as ``score.arrangements.divisions`` tells them."""
    found = table.divisions
    for row in range(table.starts[number], table.starts[number] + table.ways[number]):
        groups = [int(found.sets[row]) >> bit & 255 for bit in range(0, int(found.bits[row]), BYTE)]
        pair = [int(found.pair[row])] if table.pairs[number] else []
        yield len(pair), tuple(sorted(groups + pair))


@pytest.mark.parametrize("area", range(4))
def test_tables_divide_as_one_hand_is_divided(area: int) -> None:
    rnd, (first, last), table = Random(area), AREAS[area], tables()[area]
    for _ in range(600):
        counts = random_counts(rnd, last - first)
        one = code(counts)
        expected = divisions(first, tuple(counts))
        number = int(table.number[one])
        assert sorted(divided(table, number)) == sorted(expected) or (number == 0 and not expected)
        assert bool(table.waits[one] & DIVIDES) == bool(expected)
        more = [tuple(has + (rank == wanted) for rank, has in enumerate(counts)) for wanted in range(last - first)]
        waiting = [rank for rank, whole in enumerate(more) if divisions(first, whole)]
        assert [rank for rank in range(9) if (table.waits[one] & RANK_BITS) >> rank & 1] == waiting
        assert [rank for rank in range(9) if table.present[one] >> rank & 1] == [r for r, n in enumerate(counts) if n]
        assert [rank for rank in range(9) if table.odd[one] >> rank & 1] == [r for r, n in enumerate(counts) if n & 1]


def test_tables_count_what_is_known() -> None:
    """Known counts (unit: divided or distinct hands without declared groups): tiles of different suits never meet, so
    the numbers of suits multiply."""
    divided_by: list[NDArray[np.intp]] = []
    distinct_by: list[NDArray[np.intp]] = []
    for table in tables():
        sets, pair = table.divisions.bits // BYTE, table.divisions.pair > 0
        first = table.starts[1:]
        divided_by.append(np.array([np.bincount(sets[pair == with_pair], minlength=5) for with_pair in (0, 1)]))
        distinct_by.append(
            np.array([np.bincount(sets[first][pair[first] == with_pair], minlength=5) for with_pair in (0, 1)])
        )
    assert distinct_by[0][1][4] == 13_259  # one suit only
    assert joined(divided_by)[0][4] == 366_528
    assert joined(divided_by)[1][4] == 11_580_567
    assert joined(distinct_by)[1][4] == 11_498_658
    assert joined(distinct_by[:3])[1][4] == 5_237_550


def joined(areas: list[NDArray[np.intp]]) -> NDArray[np.intp]:
    """How many ways with so many sets, without and with a pair, the areas have together."""

    def two(one: NDArray[np.intp], other: NDArray[np.intp]) -> NDArray[np.intp]:
        none = np.convolve(one[0], other[0])[:5]
        return np.array([none, (np.convolve(one[0], other[1]) + np.convolve(one[1], other[0]))[:5]])

    return reduce(two, areas)


# rows


def test_rows_are_states() -> None:
    for own in some_states(1, 300).values():
        rows = Rows.from_states(state for state, _ in own)
        assert [rows.state(row) for row in range(len(rows))] == [state for state, _ in own]
        last_first = rows.take(np.arange(len(rows))[::-1])
        assert last_first.state(0) == own[-1][0]
        assert rows.claimed.tolist() == [state.claimed for state, _ in own]
        assert rows.winning.tolist() == [state.winning for state, _ in own]


def test_rows_are_of_one_form() -> None:
    pairs = State("seven_pairs", tuple(group_id("pair", tile) for tile in TILES[:7]), 0, 0, True)
    with pytest.raises(RulesError, match="found: knitted, seven_pairs"):
        Rows.from_states([pairs, msgspec.structs.replace(pairs, form="knitted")])
    with pytest.raises(RulesError, match="no state at all"):
        Rows.from_states([])
    with pytest.raises(RulesError, match="seven_pairs has 7 groups; found 6"):
        Rows.from_states([msgspec.structs.replace(pairs, groups=pairs.groups[1:])])


# patterns

UNUSUAL: dict[str, p.Pattern] = {
    "three groups of low tiles": p.count(of(tiles("123456m123456s")), 3),
    "six pairs of suits": p.count(PAIR & of(TILES[:27]), 6),
    "two melded kongs or chows": p.count((KONG | CHOW) & MELDED, 2),
    "a group with a five": p.Each(holding(tiles("5m5s5p"))),
    "completes a green one": p.Completes(holding(tiles("23468sF"))),
    "completes the end of a low chow": p.Completes(CHOW & of(tiles("12345m12345p")), at=2),
    "equal chows of two suits only": p.match(CHOW & of(TILES[:18]), (0, 0), suits="each another"),
    "steps of pungs and chows": p.match(CHOW | PUNG, (0, 1), (0, 2), suits="one"),
    "two pairs in a row": p.match(PAIR, (0, 1), suits="one"),
    "hogs of terminals": p.FourOf(frozenset(tiles("19m19s19p"))),
    "other counts in one suit": p.OneSuitHolds((4, 1, 1, 1, 1, 1, 1, 1, 2), before=False),
    "same two times": p.often(FANS["mixed_double_chow"], 2),
    "hog two times": p.often(FANS["tile_hog"], 2),
    "dragons two times": p.often(FANS["dragon_pung"], 2),
    "either two times": p.often(FANS["short_straight"] | FANS["two_terminal_chows"], 2),
    "both two times": p.often(FANS["pure_double_chow"] & p.count(CHOW, 4), 2),
    "two flowers": p.often(p.Flowers(), 2),
    "claimed twice at least": p.Flag("claimed 2"),
    "three of five": p.at_least(3, *(FANS[fan] for fan in ("all_chows", "no_honors", "all_simples", "self_drawn"))),
    "always": p.All(()),
    "never": p.AtLeast(1, ()),
}
ALL = {**FANS, **VARIANTS, **UNUSUAL}


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_patterns_hold_as_their_definitions_say(options: Mapping[str, str]) -> None:
    for own in some_states(2, 150).values():
        rows, flags = rows_of(own)
        found = Holding(rows, options)
        facts = [facts_of(state, situation, options) for state, situation in own]
        assert sole_wait(rows, options).tolist() == [each.sole_wait for each in facts]
        for name, pattern in ALL.items():
            assert (name, found.holds(pattern, flags).tolist()) == (name, [holds(pattern, each) for each in facts])


def test_patterns_hold_as_often_as_their_instances() -> None:
    for own in some_states(3, 200).values():
        rows, flags = rows_of(own)
        found = Holding(rows)
        facts = [facts_of(*each) for each in own]
        for name, pattern in ALL.items():
            expected = [len(instances(pattern, each)) if holds(pattern, each) else 0 for each in facts]
            assert (name, found.times(pattern, flags).tolist()) == (name, expected)


def with_some_flower(facts: Iterable[Facts]) -> list[Facts]:
    return [msgspec.structs.replace(each, flowers=flowers) for each in facts for flowers in (0, 2)]


def test_conditions_are_satisfied_where_some_situation_satisfies_them() -> None:
    rnd = Random(4)
    names = [name for name in ALL if name != "chicken_hand"]
    asked = {name: ALL[name] for name in names}
    for one, other in (rnd.sample(names, 2) for _ in range(25)):
        asked[f"{one} and not {other}"] = ALL[one] & ~ALL[other]
    of_the_table = ("last_tile", "robbing_the_kong", "last_tile_claim", "prevalent_wind", "seat_wind", "flower_tiles")
    for one, other in (rnd.sample(of_the_table, 2) for _ in range(12)):
        asked[f"{one} and {other}"] = ALL[one] & ALL[other]
        asked[f"neither {one} nor {other}"] = ~ALL[one] & ~ALL[other]
    for own in some_states(4, 200).values():
        states = [state for state, _ in own[:3]]
        found = Holding(Rows.from_states(states))
        facts = [with_some_flower(facts_of(state, each) for each in situations(state)) for state in states]
        for name, pattern in asked.items():
            expected = [any(holds(pattern, one) for one in each) for each in facts]
            assert (name, found.satisfies(pattern).tolist()) == (name, expected)


def test_a_condition_about_counting_is_refused() -> None:
    rows, _ = rows_of(some_states(1, 300)["standard"])
    with pytest.raises(RulesError, match="depends on what else is counted"):
        Holding(rows).satisfies(FANS["all_chows"] & ~FANS["chicken_hand"])


@pytest.mark.parametrize(
    ("fan", "form", "expected"),
    [
        ("all_pungs", "seven_pairs", NEVER),
        ("thirteen_orphans", "thirteen_orphans", ALWAYS),
        ("seven_pairs", "seven_pairs", ALWAYS),
        ("seven_pairs", "standard", NEVER),
        ("four_kongs", "knitted", NEVER),
        ("knitted_straight", "knitted", ALWAYS),
        ("edge_wait", "honors_and_knitted", NEVER),
    ],
)
def test_what_the_form_alone_decides(fan: str, form: Form, expected: p.Pattern) -> None:
    assert folded(FANS[fan], form) == expected


# counting


def compared(rules: Rules, hands: Iterable[Hand]) -> None:
    """Totals and counted fans of every arrangement, beside the counter's own."""
    counter, many = Counter(rules), Totals(rules)
    by_counter: dict[Form, list[tuple[State, Situation, int, dict[int, int]]]] = defaultdict(list)
    for hand in hands:
        context = counter.context(hand)
        for arrangement in arrangements(hand, rules.options):
            points, counted = counter.total(arrangement, context)
            state = state_of(arrangement, hand.situation.self_drawn)
            by_counter[arrangement.form].append((state, hand.situation, points, dict(counted)))
    for own in by_counter.values():
        rows, won = Rows.from_states(each[0] for each in own), together(each[1] for each in own)
        assert many.of(rows, won).tolist() == [each[2] for each in own]
        times = many.counted(rows, won)
        found = [{ORDER[fan]: int(row[fan]) for fan in np.flatnonzero(row)} for row in times]
        assert found == [{ORDER[fan]: often for fan, often in each[3].items()} for each in own]


@pytest.mark.parametrize("edition", EDITIONS)
def test_fans_are_counted_as_in_one_hand(edition: str) -> None:
    compared(resolve(edition), some_hands(5, 700))


SEVERAL_READINGS = (
    *("1112223334455s5s", "1122334455667m7m", "2233445566778p8p"),
    *("[999s,1]111222333m4m4m", "[111m,1]222333444s5s5s", "1111222233334m4m"),
)
"""Pungs or chows, pairs or sets, one tile in several groups; the last one has three tiles four times."""


@pytest.mark.parametrize(("ruling", "choice"), CHOICES)
def test_every_choice_of_every_ruling_counts_as_in_one_hand(ruling: str, choice: str) -> None:
    compared(resolve("gb", {ruling: choice}), [*some_hands(6, 120), *map(Hand.parse, SEVERAL_READINGS)])


def test_points_of_any_size_add_up() -> None:
    """Points are added in bytes: a fan worth more than one holds, and many that together are."""
    gb = resolve("gb")
    large = {"half_flush": 1000, "self_drawn": 255, "no_honors": 254, "pung_of_terminals_or_honors": 100}
    compared(msgspec.structs.replace(gb, points={**gb.points, **large}), some_hands(7, 400))


def test_fans_that_rules_leave_out_are_not_counted() -> None:
    gb = resolve("gb")
    left = {fan: points for fan, points in gb.points.items() if NUMBER[fan] % 3}
    excludes = {
        fan: tuple(each for each in outs if each.fan in left) for fan, outs in gb.excludes.items() if fan in left
    }
    compared(msgspec.structs.replace(gb, points=left, excludes=excludes), some_hands(7, 400))


def test_chows_are_chosen_alike_in_any_suits() -> None:
    counter = Counter(resolve("gb"))
    choices = ChowChoices(counter)
    rnd = Random(8)
    for number in rnd.sample(range(len(chows())), 200):
        kinds = [int(column[number]) for column in chows().columns]
        lowest = tuple(sorted(GROUPS[kind].tile for kind in kinds if kind != NO_GROUP))
        choice = choices.choices(np.array([number]), np.array([0]))
        taken = {fan: int(choices.times(fan, choice)[0]) for fan in CHOW_FANS}
        assert {fan: often for fan, often in taken.items() if often} == dict(counter.chow_choice(lowest, ())[1])


# whole hands


def total(scorer: Scorer, hand: Hand) -> int:
    try:
        return scorer.total(hand)
    except NotAWinningHand:
        return NOT_WON


def differing(rules: Rules, hands: tuple[Hand, ...]) -> list[tuple[str, int, int]]:
    scorer = Scorer(rules)
    found = bulk.totals(array_of(hands), rules).tolist()
    expected = [total(scorer, hand) for hand in hands]
    return [(str(hand), one, other) for hand, one, other in zip(hands, found, expected, strict=True) if one != other]


@cache
def array_of(hands: tuple[Hand, ...]) -> UInt8Array:
    return bulk.as_array(hands)


@pytest.mark.parametrize("edition", EDITIONS)
def test_totals_of_whole_hands(edition: str) -> None:
    hands = some_hands(9, 2000)
    assert differing(resolve(edition), hands) == []
    assert bulk.totals(array_of(hands), edition).tolist() == bulk.totals(array_of(hands), resolve(edition)).tolist()


@pytest.mark.parametrize(("ruling", "choice"), CHOICES)
def test_totals_under_every_choice_of_every_ruling(ruling: str, choice: str) -> None:
    assert differing(resolve("gb", {ruling: choice}), some_hands(10, 300)) == []


def test_hands_with_several_readings_take_the_best() -> None:
    hands = tuple(map(Hand.parse, SEVERAL_READINGS))
    assert differing(resolve("gb"), hands) == []
    found = [0] * len(hands)
    for reading in readings(array_of(hands)):
        for hand in reading.hand:
            found[hand] += 1
    assert found == [len(arrangements(hand, {})) for hand in hands]
    assert min(found) > 1


def random_fourteen(rnd: Random) -> Hand:
    """Tiles by chance, few kinds of them: most such hands win nothing."""
    some = rnd.sample(TILES, 9) * COPIES
    rnd.shuffle(some)
    return Hand((), tuple(some[:13]), some[13], Situation(WINDS[0], WINDS[0]))


def test_hands_that_do_not_win() -> None:
    rnd = Random(11)
    hands = tuple(random_fourteen(rnd) for _ in range(500))
    assert differing(resolve("gb"), hands) == []
    assert (bulk.totals(array_of(hands)) == NOT_WON).sum() > 400


def test_no_hands_at_all() -> None:
    assert bulk.totals(bulk.as_array([])).tolist() == []
    with pytest.raises(RulesError, match=r"of shape \(0, 3\)"):
        bulk.totals(np.zeros((0, 3), np.uint8))


def test_one_situation_for_all_rows() -> None:
    """Told once, it is the same as told for each row."""
    once = Situations(prevalent=28, seat=28, wall_last=True, flowers=3)
    for own in some_states(1, 300).values():
        rows = Rows.from_states(state for state, _ in own)
        each = together([Situation(WINDS[1], WINDS[1], wall_last=True, flowers=3)] * len(own))
        many = Totals(resolve("gb"))
        assert many.of(rows, once).tolist() == many.of(rows, each).tolist()
        assert (many.counted(rows, once) == many.counted(rows, each)).all()
        assert many.of(rows.take(slice(0)), once).tolist() == []


@pytest.mark.parametrize("threads", [1, 2])
def test_pieces_and_threads_change_nothing(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """However the hands are cut up, the totals are the same, and stand at the place of their hand."""
    hands = array_of(some_hands(9, 2000))
    whole = bulk.totals(hands, threads=1).tolist()
    monkeypatch.setattr(bulk, "AT_ONCE", 300)
    monkeypatch.setattr(totals, "CHUNK", 70)
    assert bulk.totals(hands, threads=threads).tolist() == whole


def test_hands_come_back_from_their_rows() -> None:
    """But for who a group was claimed from, which no score asks for."""
    for row, hand in enumerate(some_hands(9, 300)):
        melds = tuple(
            msgspec.structs.replace(meld, mark=1 if meld.shape == "kong" and meld.melded else None)
            for meld in hand.melds
        )
        assert layout.hand_at(array_of(some_hands(9, 300)), row) == msgspec.structs.replace(hand, melds=melds)


# hands that cannot be

GOOD = "[123m,1][EEE,1]45p78966s6p|EE1000|a"


def spoiled(**columns: int) -> UInt8Array:
    """Three good hands, the second one with other numbers in some columns."""
    array = bulk.as_array([Hand.parse(GOOD)] * 3)
    for column, number in columns.items():
        array[1, int(column[1:])] = number
    return array


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ({"_34": 0}, "row 1, column 34: found 0; a declared group is melded or a kong; 252 is none"),
        ({"_35": 255}, "row 1, column 35: found 255; a declared group is melded or a kong; 252 is none"),
        ({"_34": 252}, "row 1, column 35: found 137; no group stands behind 252"),
        ({"_38": 34}, "row 1, column 38: found 34; tiles are 0 to 33"),
        ({"_39": 31}, "row 1, column 39: found 31; winds are the tiles 27 to 30"),
        ({"_40": 26}, "row 1, column 40: found 26; winds are the tiles 27 to 30"),
        ({"_41": 2}, "row 1, column 41: found 2; it is 0 or 1"),
        ({"_0": 1}, "row 1: too many tiles: 9 beside the melds (2), the winning tile included; 8 would be right"),
        ({"_14": 5}, "row 1: 5 tiles 6s; there are four of each; too many tiles"),
        ({"_44": 1}, "row 1: self-drawn after a kong, yet the hand has no kong"),
        ({"_45": 9}, "row 1: 9 flowers"),
    ],
)
def test_a_hand_that_cannot_be_is_named(columns: dict[str, int], said: str) -> None:
    with pytest.raises(RulesError) as error:
        bulk.totals(spoiled(**columns))
    assert str(error.value).startswith(said)


def test_what_is_no_array_of_hands() -> None:
    with pytest.raises(RulesError, match=r"rows of 46 bytes \(uint8\); found an array of int64 of shape \(1, 46\)"):
        bulk.totals(np.zeros((1, 46), np.int64))
    with pytest.raises(RulesError, match=r"uint8 of shape \(46,\)"):
        bulk.totals(np.zeros(46, np.uint8))
    waiting = Hand.parse("123m456p78955sEE", winning=False)
    with pytest.raises(RulesError, match=r"hand 1: 123m.* has no winning tile"):
        bulk.as_array([Hand.parse(GOOD), waiting])
    with pytest.raises(RulesError, match=r"hand 0: 5 tiles E; .*; too few tiles"):
        bulk.as_array([Hand.parse("[EEE,1]EE123m45p78s6p")])


def test_what_the_game_does_not_allow_is_what_problems_say() -> None:
    """Hands with one thing changed at a time: wrong where the hand itself has problems."""
    rnd = Random(12)
    array = bulk.as_array(some_hands(12, 600))
    changes = ((layout.KONG, 2), (layout.LAST_OF_KIND, 2), (layout.WALL_LAST, 2), (layout.SELF_DRAWN, 2))
    for row in range(len(array)):
        for column, choices in (*changes, (layout.WINNING, 34), (layout.FLOWERS, 12)):
            if rnd.random() < 0.3:
                array[row, column] = rnd.randrange(choices)
    wrong = [row for row in range(len(array)) if layout.hand_at(array, row).problems()]
    assert 100 < len(wrong) < 300
    for row in range(len(array)):
        if row in wrong:
            with pytest.raises(RulesError, match=f"row {row}: "):
                layout.check(array[row : row + 1], row)
        else:
            layout.check(array[row : row + 1])
