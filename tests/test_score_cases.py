"""Our own hands: each fan, the principles, the families of kongs and pungs, and every ruling with all its choices."""

from __future__ import annotations

from typing import Any

import pytest

from hand_cases import counted, fans_of, ours, scored
from mjrules import rulings
from mjrules.errors import NotAWinningHand
from mjrules.fans import FANS

BY_FAN = ours("fans")


@pytest.mark.parametrize("fan", BY_FAN)
@pytest.mark.parametrize("which", ["has", "near"])
def test_fan(fan: str, which: str) -> None:
    """A hand with the fan and one that just misses it: the whole list, the total."""
    case = BY_FAN[fan][which]
    score, wanted = scored(case["hand"]), fans_of(case["fans"])
    assert (score.total, counted(score)) == (case["total"], wanted), case["reason"]
    assert (fan in wanted) is (which == "has")


def test_every_fan_has_a_case() -> None:
    assert [*BY_FAN] == [*FANS]


# Rulings

BY_RULING = ours("rulings")["hands"]


def total_or_not(case: dict[str, Any], choice: str) -> int | str:
    try:
        return scored(case["hand"], case.get("ruleset", "gb"), {case["ruling"]: choice}).total
    except NotAWinningHand:
        return "no win"


@pytest.mark.parametrize("case", BY_RULING, ids=lambda case: f"{case['ruling']} {case['hand']}")
def test_ruling(case: dict[str, Any]) -> None:
    """The total of each choice; the default is what the rule set says without being told."""
    ruling = rulings.ruling(case["ruling"])
    found = {choice: total_or_not(case, choice) for choice in ruling.choices}
    assert found == case["totals"], case["reason"]
    ruleset = case.get("ruleset", "gb")
    assert scored(case["hand"], ruleset).total == case["totals"][ruling.default_for(ruleset)]


@pytest.mark.parametrize("ruling", rulings.all(), ids=lambda ruling: ruling.id)
def test_every_two_choices_differ_somewhere(ruling: rulings.Ruling) -> None:
    """A choice that changes nothing would be none."""
    totals = [
        tuple(case["totals"][choice] for case in BY_RULING if case["ruling"] == ruling.id) for choice in ruling.choices
    ]
    assert len(set(totals)) == len(ruling.choices)


# Principles

PRINCIPLES = ours("principles")
MORE = ours("more")["hands"]


@pytest.mark.parametrize("case", PRINCIPLES["hands"], ids=lambda case: case["hand"])
def test_worked_hand(case: dict[str, Any]) -> None:
    score = scored(case["hand"])
    assert (score.total, counted(score)) == (case["total"], fans_of(case["fans"])), case["reason"]


@pytest.mark.parametrize("case", MORE, ids=lambda case: case["hand"])
def test_hand_that_tells_apart(case: dict[str, Any]) -> None:
    score = scored(case["hand"])
    assert (score.total, counted(score)) == (case["total"], fans_of(case["fans"])), case["reason"]


FAMILIES = fans_of("四杠 三杠 双暗杠 明暗杠 双明杠 暗杠 明杠 四暗刻 三暗刻 双暗刻")


def four_sets(concealed_kongs: int, melded_kongs: int, concealed_pungs: int) -> str:
    """1s 2m 3p 4p as kongs and pungs, a pair of 8s that a discard completed."""
    ways = ["[{0}{0}{0}{0}{1}]"] * concealed_kongs + ["[{0}{0}{0}{0}{1},1]"] * melded_kongs
    ways += ["{0}{0}{0}{1}"] * concealed_pungs
    ways += ["[{0}{0}{0}{1},1]"] * (4 - len(ways))
    return "".join(way.format(*tile) for way, tile in zip(ways, ("1s", "2m", "3p", "4p"), strict=True)) + "8s8s|EE0000|"


@pytest.mark.parametrize("row", PRINCIPLES["families"]["rows"], ids=lambda row: str(row["sets"]))
def test_families_of_kongs_and_concealed_pungs(row: dict[str, Any]) -> None:
    found = counted(scored(four_sets(*row["sets"])))
    assert {fan for fan in found if fan in FAMILIES} == set(fans_of(row["fans"]))
    assert all(found[fan] == 1 for fan in fans_of(row["fans"]))


def test_the_table_of_families_is_whole() -> None:
    """Every way to make four sets with at least one kong."""
    rows = [tuple(row["sets"]) for row in PRINCIPLES["families"]["rows"]]
    ways = [(a, b, c) for a in range(5) for b in range(5) for c in range(5) if a + b + c <= 4 and a + b >= 1]
    assert sorted(rows) == sorted(ways)


# Editions

BY_EDITION = ours("editions")


def all_hands() -> dict[str, int]:
    """Every hand of ours with its total under gb."""
    totals = {case[which]["hand"]: case[which]["total"] for case in BY_FAN.values() for which in ("has", "near")}
    totals |= {case["hand"]: case["total"] for case in (*PRINCIPLES["hands"], *MORE)}
    return totals | {
        case["hand"]: case["totals"][rulings.ruling(case["ruling"]).default_for("gb")]
        for case in BY_RULING
        if "ruleset" not in case
    }


@pytest.mark.parametrize("edition", ["gb1998", "mcr2006"])
def test_editions_differ_where_we_say_so(edition: str) -> None:
    found = {hand: scored(hand, edition).total for hand in all_hands()}
    wanted = {hand: BY_EDITION.get(hand, {"totals": {}})["totals"].get(edition, n) for hand, n in all_hands().items()}
    assert found == wanted


def test_no_edition_is_said_to_differ_on_a_hand_we_do_not_have() -> None:
    assert BY_EDITION.keys() <= all_hands().keys()
