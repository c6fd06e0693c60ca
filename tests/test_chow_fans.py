"""Fans of chows over all sets of four chows: facts about the principles, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement

from mjrules.fans import FANS
from mjrules.groups import group_id
from mjrules.pattern import Match
from mjrules.pattern.evaluate import matches
from mjrules.score import principles
from mjrules.score.scorer import scorer
from mjrules.tiles import SUITED, Tile

STARTS = [tile for tile in SUITED if tile % 9 < 7]
COUNTER = scorer("gb").counter


def sets_of_four() -> Iterator[tuple[Tile, ...]]:
    yield from combinations_with_replacement(STARTS, 4)


def make_a_four_chow_fan(chows: tuple[Tile, ...]) -> bool:
    """Whether one of 一色四同顺, 一色四步高, 一色双龙会 (with its pair) holds; 三色双龙会 uses chows of two suits."""
    groups = [group_id("chow", tile) for tile in chows]
    of_four = [part for fan in principles.FOUR_CHOWS for part in _matches(fan)]
    return any(True for pattern in of_four for _ in matches(pattern, groups))


def _matches(fan: str) -> Iterator[Match]:
    pattern = FANS[fan]
    yield from [part for part in getattr(pattern, "parts", [pattern]) if isinstance(part, Match)]


def test_there_are_as_many_sets_of_four_chows_as_known() -> None:
    assert sum(1 for _ in sets_of_four()) == 10_626


def test_no_set_of_four_chows_holds_two_kinds_of_three_chow_fans() -> None:
    for chows in sets_of_four():
        assert len({fan for fan, _ in COUNTER.relations.among(chows, 3)}) <= 1, chows


def test_51_sets_of_four_chows_have_several_equally_good_two_chow_fans() -> None:
    """COUNTS: under 套算一次 and 不得相同, where no fan of four chows takes them all."""
    several: Counter[int] = Counter()
    for chows in sets_of_four():
        if not make_a_four_chow_fan(chows):
            pairs = [choice for choice in COUNTER.relations.choices(chows) if all(len(two) == 2 for _, two in choice)]
            weighed = {COUNTER.weighed(choice)[:2] for choice in pairs}
            best = max(points for points, _ in weighed)
            several[sum(points == best for points, _ in weighed)] += 1
    assert sum(number for ways, number in several.items() if ways > 1) == 51
