"""An audit with verdicts and impacts put in by hand: one of each kind, for the tests of the reports."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from mjrules.audit.model import Audit, Discrepancy, Impact, SharedItem, Verdict
from mjrules.claims import Place, Repair, Source
from test_render import audited, entry, source

BY_VERDICT = {"exclusion-empty", "exclusion-too-broad", "exclusion-implied-missing"}

BOTH = "[EEE,1][SSS,2]111m999p9s9s|EE1000"
"""A hand that shows it; it is drawn, and nobody scores it here."""
CHANGED = "[1111s][777p,2]123m45p22s6p|SE0000"

VERDICTS = {
    "big_three_winds": Verdict("implied", "proved over all hands"),
    "all_pungs": Verdict("implied"),
    "pung_of_terminals_or_honors": Verdict("too-broad", "", BOTH),
    "mixed_double_chow": Verdict("empty"),
    "self_drawn": Verdict("convention", "", BOTH),
    "little_three_dragons": Verdict("empty"),
    "half_flush": Verdict("undecided", "", None, "half_flush_with_honors"),
    "双杠": Verdict("unknown"),
}
IMPACTS = {"self_drawn": Impact(12, 1000, 7, CHANGED, (24, 25), (1, 3), 2)}
POINTS = Impact(31, 100_000, 1234, CHANGED, (6, 8), (2, 2), None)


def judged_sources() -> list[Source]:
    """Lists of one fan that hold one item of each verdict, lists of another that differ in implied items only, points
    in dispute, a list that has more, which never applies, and a range that cannot be; two sources share two slips."""
    slips = tuple(Repair(f"错{n}", "对", "word-slip", False, Place(4, 4), "little_four_winds") for n in range(2))
    lists = ["三风刻", "幺九刻", "喜相逢", "自摸", "混一色", "双杠"]
    idle = [entry("大三元", 88, 6, ["箭刻", "小三元"]), entry("大三元", 88, 6, ["箭刻"])]
    one = [idle[0], entry("大四喜", 88, 3, lists), entry("小四喜", 64, 4, ["三风刻", "碰碰和"]), entry("双暗杠", 6, 5)]
    two = [idle[1], entry("大四喜", 88, 3, ["碰碰和"]), entry("小四喜", 64, 4, ["三风刻"]), entry("双暗杠", 8, 5)]
    three = [entry("小四喜", 64, 9, ["三风刻"]), entry("清龙", 16, 12, ranks="9-20")]
    return [source("one", one, repairs=slips), source("two", two, repairs=slips), source("three", three)]


def judged(lang: str = "en") -> tuple[Audit, list[Source], Any]:
    """The audit of these sources against no rule set, with the verdicts."""
    found, sources, rules = audited(judged_sources(), None, lang)
    return without_verdicts(found, _judge), sources, rules


def unjudged(found: Audit) -> Audit:
    """The audit as it would be if no statement had been judged or weighed."""
    return without_verdicts(found, _unjudged)


def _unjudged(found: Discrepancy) -> Discrepancy:
    items = tuple(replace(each, verdict=None, impact=None) for each in found.items)
    return replace(found, verdict=None, impact=None, items=items)


def without_verdicts(found: Audit, judge: Callable[[Discrepancy], Discrepancy]) -> Audit:
    """The audit with other verdicts on its findings, and without those that are there because of one."""
    kept = (each for each in found.discrepancies if each.code not in BY_VERDICT)
    return replace(found, discrepancies=tuple(map(judge, kept)), exclusions=())


def _judge(found: Discrepancy) -> Discrepancy:
    if found.code == "points-differ":
        return replace(found, verdict=Verdict("undecided", "", None, "two_concealed_kongs"), impact=POINTS)
    if found.code == "range-impossible":
        return replace(found, verdict=Verdict("refuted", "no hand is read so", BOTH))
    return replace(found, items=tuple(map(_judge_item, found.items)))


def _judge_item(item: SharedItem) -> SharedItem:
    key = item.fan or item.name
    return replace(item, verdict=VERDICTS.get(key), impact=IMPACTS.get(key))
