"""How much differences matter: counts against paper and other ways of counting, examples against the scorer, and the
file of what was weighed before against weighing it now."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec
import numpy as np
import pytest

from mjrules import catalog, rulings, sheets
from mjrules.audit import audit
from mjrules.audit import impact as of_audit
from mjrules.errors import DamagedData, NotAWinningHand
from mjrules.hand import Hand
from mjrules.rulesets import Rules, available, load, resolve
from mjrules.score.scorer import Scorer
from mjrules.universe import census, impacts
from mjrules.universe.impact import Weighing, barred_and_not
from mjrules.universe.impacts import Weighed
from mjrules.universe.weighing import NOTED, SHORT_LISTS, weigh_choice
from test_audit import read_table, read_tables
from test_difference import WAYS, seven_pairs_with_equal_ones, won_with_two_kongs


@pytest.fixture(scope="module")
def every() -> census.Census:
    return census.load()


@pytest.fixture(scope="module")
def gb(every: census.Census) -> Weighing:
    return Weighing(resolve("gb"), census=every)


# Numbers that can be found on paper


def test_points_of_two_concealed_kongs(gb: Weighing) -> None:
    found = gb.points("two_concealed_kongs", (6, 8))
    assert found is not None
    assert (found.states, found.hands) == (won_with_two_kongs(), won_with_two_kongs() // WAYS)
    assert (found.points, found.only) == ((2, 2), 0)


@pytest.mark.parametrize(
    ("fan", "out", "hands", "ways", "points"),
    [
        # 13 hands with any of 13 kinds won last; by a discard only, for self-drawn the other fan holds
        ("thirteen_orphans", "concealed_hand", 13 * 13, 1, (2, 2)),
        ("thirteen_orphans", "fully_concealed_hand", 13 * 13, 1, (3, 3)),
        # three suits, nine tiles
        ("nine_gates", "fully_concealed_hand", 27, 1, (3, 3)),
        ("nine_gates", "concealed_hand", 27, 1, (2, 2)),
        # won on 2, 5 or 8 both pungs of terminals are there, and one is left to count
        ("nine_gates", "pung_of_terminals_or_honors", 9, 2, (1, 1)),
        ("seven_shifted_pairs", "concealed_hand", 3 * 3 * 7, 1, (2, 2)),
        # seven honours and seven of nine knitted tiles, in 216 hands
        ("greater_honors_and_knitted_tiles", "concealed_hand", 216 * 14, 1, (2, 2)),
        # in them nothing is a sole wait; all suits are there; the two never meet
        ("greater_honors_and_knitted_tiles", "single_wait", 0, 1, None),
        ("big_four_winds", "little_four_winds", 0, 1, None),
        ("three_suited_terminal_chows", "all_types", 0, 1, None),
    ],
)
def test_exclusions_whose_hands_are_known(
    gb: Weighing, fan: str, out: str, hands: int, ways: int, points: tuple[int, int] | None
) -> None:
    found = gb.exclusion(fan, out)
    assert found is not None
    assert (found.hands, found.states, found.points) == (hands, hands * ways, points)


def test_hands_that_win_one_way_only(gb: Weighing) -> None:
    found = gb.between([resolve("gb"), resolve("gb", {"identical_pairs": "seven_different"})])
    assert found.only == seven_pairs_with_equal_ones()
    assert found.crossing >= found.only  # seven pairs reach the minimum
    assert found.totals[1] is None


def test_the_minimum_is_crossed_where_a_total_is_on_either_side_of_it(every: census.Census) -> None:
    """13 orphans are worth 88 and more: with a minimum of 89 each hand won by a discard crosses it."""
    found = Weighing(resolve("gb"), census=every, minimum=89).exclusion("thirteen_orphans", "concealed_hand")
    assert found is not None
    assert found.crossing == 13 * 13
    usual = Weighing(resolve("gb"), census=every).exclusion("thirteen_orphans", "concealed_hand")
    assert usual is not None
    assert usual.crossing == 0


# Other ways of counting

PAIRS = [
    ("big_three_dragons", "one_voided_suit"),
    ("four_concealed_pungs", "fully_concealed_hand"),
    ("all_green", "half_flush"),
    ("all_terminals", "triple_pung"),
    ("dragon_pung", "pung_of_terminals_or_honors"),
    ("full_flush", "reversible_tiles"),
]


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_no_hand_differs_without_both_fans(gb: Weighing, pair: tuple[str, str]) -> None:
    """All hands weighed, not only those in which both fans hold."""
    sides = barred_and_not(gb.rules, *pair)
    assert sides is not None
    assert gb.between(sides) == gb.exclusion(*pair)


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_hands_at_random_differ_as_the_scorer_says(gb: Weighing, pair: tuple[str, str]) -> None:
    """The least, the most and how many cross, over hands chosen at random and scored one by one."""
    sides = barred_and_not(gb.rules, *pair)
    assert sides is not None
    hands = gb.hands
    rnd = Random("-".join(pair))
    some = rnd.sample(range(len(hands)), 60)
    if len(holding := gb._with(gb._holds(pair[0]) & gb._holds(pair[1]))):
        some += rnd.choices(holding.tolist(), k=60)
    some = sorted({*some})
    totals = [[total(str(hands.hand(place)), rules) for rules in sides] for place in some]
    numbers = hands.hands[some].tolist()
    found = gb.between(sides, np.array(some))
    gaps = [abs(one - other) for one, other in totals if one != other]
    assert found.states == sum(number for (one, other), number in zip(totals, numbers, strict=True) if one != other)
    assert found.points == ((min(gaps), max(gaps)) if gaps else None)
    crossed = [number for each, number in zip(totals, numbers, strict=True) if min(each) < 8 <= max(each)]
    assert found.crossing == sum(crossed)


def total(hand: str, rules: Rules) -> int:
    return Scorer(rules).total(Hand.parse(hand))


def test_hands_are_counted_once_whichever_way_they_are_won(gb: Weighing) -> None:
    both = gb.points("all_pungs", (6, 7))
    one = gb.points("fully_concealed_hand", (4, 5))
    assert both is not None
    assert one is not None
    assert both.states > both.hands
    assert one.states == one.hands  # self-drawn only


# Nothing to weigh


@pytest.mark.parametrize(
    ("fan", "out"),
    [
        ("big_four_winds", "big_three_winds"),  # forced by the definition
        ("four_concealed_pungs", "two_concealed_pungs"),  # forced, besides being of one family
        ("four_kongs", "three_kongs"),
        ("mixed_straight", "two_terminal_chows"),  # chosen by the principles for chows
        ("big_four_winds", "blessing_of_heaven"),  # no fan of these rules
        ("robbing_the_kong", "last_tile"),  # nothing is robbed in the plain situation
        ("all_pungs", "flower_tiles"),
        ("all_pungs", "chicken_hand"),
    ],
)
def test_what_cannot_be_weighed_has_no_impact(gb: Weighing, fan: str, out: str) -> None:
    assert gb.exclusion(fan, out) is None


def test_what_is_noted_can_be_weighed(every: census.Census) -> None:
    """Self-drawn with nothing claimed, the last tile of the wall has both; with a kong it has to be a hand with one."""
    last = Weighing(resolve("gb"), "concealed", noted="wall_last", census=every)
    found = last.exclusion("last_tile_draw", "fully_concealed_hand")
    assert found is not None
    assert found.states > 0
    assert found.example is not None
    assert found.example.endswith("|EE1010")
    kong = Weighing(resolve("gb"), "concealed", noted="kong", census=every)
    replaced = kong.exclusion("out_with_replacement_tile", "fully_concealed_hand")
    assert replaced is not None
    assert replaced.states == 0  # no kong without a declared group


def test_too_broad_is_weighed_against_what_is_forced(gb: Weighing) -> None:
    """A pung of dragons bars its own pung anyway; weighed are hands with another pung of terminals or honours."""
    found = gb.exclusion("dragon_pung", "pung_of_terminals_or_honors")
    assert found is not None
    assert found.example is not None
    barred, left = found.totals
    fans = {fan.fan for fan in Scorer(resolve("gb")).score(Hand.parse(found.example)).fans}
    assert barred is not None
    assert left is not None
    assert left > barred
    assert {"dragon_pung", "pung_of_terminals_or_honors"} <= fans


# The file


def known() -> Iterator[tuple[Weighed, tuple[Rules, ...]]]:
    """Every impact of the file with the rules that it is between."""
    for id, choices in impacts.of_rulings().items():
        default = rulings.ruling(id).default_for("gb")
        for choice, found in choices.items():
            yield found, tuple(resolve(found.ruleset, {id: each}) for each in (default, choice))
    for ruleset in available():
        rules = resolve(ruleset)
        for fan, outs in impacts.of_rules(ruleset).exclusions.items():
            for out, impact in outs.items():
                if impact:
                    sides = barred_and_not(rules, fan, out)
                    assert sides is not None
                    yield impact, sides
        for fan, several in impacts.of_rules(ruleset).points.items():
            for values, impact in several.items():
                if impact:
                    points = [{**rules.points, fan: int(value)} for value in values.split("/")]
                    yield impact, tuple(msgspec.structs.replace(rules, points=each) for each in points)


def test_every_example_of_the_file_scores_as_it_says() -> None:
    number = 0
    for found, sides in known():
        assert bool(found.example) == bool(found.states)
        if found.example:
            hand = Hand.parse(found.example, check=True)
            assert tuple(total_or_none(hand, rules) for rules in sides) == found.totals, found.example
            number += 1
    assert number > 250


def total_or_none(hand: Hand, rules: Rules) -> int | None:
    try:
        return Scorer(rules).total(hand)
    except NotAWinningHand:
        return None


def test_the_file_says_what_is_weighed_now(every: census.Census) -> None:
    rnd = Random(5)
    for id in available():
        weighing, file = Weighing(resolve(id), census=every), impacts.of_rules(id)
        pairs = [(fan, out) for fan, outs in file.exclusions.items() for out in outs]
        for fan, out in rnd.sample(pairs, 12):
            assert weighing.exclusion(fan, out) == file.exclusions[fan][out], (id, fan, out)


@pytest.mark.parametrize(
    ("ruling", "choice"),
    [("knitted_straight_shape", "barred"), ("unlisted", "literal"), ("fully_concealed_beside_drawn_fans", "barred")],
)
def test_the_file_says_of_rulings_what_is_weighed_now(every: census.Census, ruling: str, choice: str) -> None:
    weighings = [
        *(Weighing(resolve("gb"), noted=noted, census=every) for noted in NOTED),
        Weighing(resolve(SHORT_LISTS), census=every),
    ]
    found = weigh_choice(rulings.ruling(ruling), choice, weighings)
    assert found == impacts.of_rulings()[ruling][choice]
    assert found.states > 0


def test_the_file_has_every_ruling_and_all_that_the_sources_here_dispute() -> None:
    found = impacts.of_rulings()
    for ruling in rulings.all():
        assert {*found[ruling.id], ruling.default_for("gb")} == {*ruling.choices}
    sources = [sheets.read(catalog.sheet_path(sheet.id)) for sheet in catalog.sheets()]
    pairs, _ = of_audit.differences(sources)
    for id in available():
        there = {(fan, out) for fan, outs in impacts.of_rules(id).exclusions.items() for out in outs}
        assert pairs <= there


def test_the_file_is_refused_where_rules_have_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(impacts, "_patterns", lambda: "others")
    forget()
    try:
        assert impacts.of_rules("gb") == impacts.NOTHING
        with pytest.raises(DamagedData, match="mjrules rulings --rebuild"):
            impacts.of_rulings()
    finally:
        forget()


def forget() -> None:
    impacts.definitions_of_rulings.cache_clear()
    impacts.of_rules.cache_clear()


def test_a_damaged_file_is_refused() -> None:
    with pytest.raises(DamagedData, match=r"impacts\.json"):
        impacts.parse(b"{}")


def test_the_file_is_written_as_it_is() -> None:
    assert impacts.written(impacts.parse(impacts.FILE.read_bytes())) == impacts.FILE.read_bytes()


# In the audit


def test_points_in_dispute_have_their_impact() -> None:
    found = audit(read_tables({"a": "双暗杠 6", "b": "双暗杠 8"}), load("gb1998")).discrepancies
    differing = [each for each in found if each.code in ("points-differ", "points-differ-from-ruleset")]
    assert len(differing) == 2
    for each in differing:
        assert each.impact is not None
        assert each.impact.states == won_with_two_kongs()
        assert each.impact.points == (2, 2)


LISTS = {
    "a": "十三幺 88 | 不计 门前清、五门齐\n大四喜 88 | 不计 三风刻\n大三元 88 | 不计 缺一门",
    "b": "十三幺 88 | 不计 五门齐\n大四喜 88 | 不计 碰碰和\n大三元 88 | 不计 箭刻",
}


def test_items_in_dispute_have_theirs_and_what_follows_anyway_has_none() -> None:
    found = audit(read_tables(LISTS), load("gb")).discrepancies
    items = {
        (each.fan, item.fan): item.impact for each in found if each.code == "exclusions-differ" for item in each.items
    }
    orphans, dragons = items["thirteen_orphans", "concealed_hand"], items["big_three_dragons", "one_voided_suit"]
    assert orphans is not None
    assert (orphans.hands, orphans.totals) == (13 * 13, (88, 90))
    assert dragons is not None
    assert dragons.points == (1, 1)
    assert items["thirteen_orphans", "all_types"] is None  # both list it
    assert items["big_four_winds", "big_three_winds"] is None  # forced
    assert items["big_three_dragons", "dragon_pung"] is None


def test_what_the_file_has_not_is_weighed() -> None:
    """Another pair than any source here lists."""
    tables = {"a": "混一色 6 | 不计 一般高", "b": "混一色 6 | 不计 无字"}
    assert "pure_double_chow" not in impacts.of_rules("gb").exclusions.get("half_flush", {})
    (found,) = [
        each for each in audit(read_tables(tables), load("gb")).discrepancies if each.code == "exclusions-differ"
    ]
    weighed = {item.fan: item.impact for item in found.items}["pure_double_chow"]
    assert weighed is not None
    assert weighed.points == (1, 2)  # two of them at most
    assert weighed.states > 0


def test_the_audit_asks_the_file_first(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(id: str) -> None:
        raise AssertionError("the census is not to be loaded for this")

    monkeypatch.setattr(of_audit, "_weighing", refuse)
    sources = [sheets.read(catalog.sheet_path(sheet.id)) for sheet in catalog.sheets()]
    found = audit(sources, load("gb1998")).discrepancies
    assert sum(item.impact is not None for each in found for item in each.items) > 50


def test_fans_that_no_rules_have_are_not_weighed() -> None:
    found = audit([read_table("a", "地和 48"), read_table("b", "地和 158")], load("gb1998")).discrepancies
    assert [each.impact for each in found if each.code == "points-differ"] == [None]
