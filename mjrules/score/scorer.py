"""The score of a hand: the best of its arrangements, with everything that counted and everything that did not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING

from mjrules.errors import NotAWinningHand
from mjrules.groups import GROUPS, TEXTS
from mjrules.hand import Hand
from mjrules.score.arrangements import Arrangement, arrangements
from mjrules.score.counting import FLOWERS, ORDER, Context, Counted, Counter
from mjrules.score.explain import Explanation, fan_name
from mjrules.score.result import OtherReading, Score
from mjrules.tiles import Tile

if TYPE_CHECKING:
    from mjrules.rulesets.resolve import Rules


class Scorer:
    """Scores hands under one set of rules; made once, used for many hands."""

    def __init__(self, rules: Rules, minimum: int = 8) -> None:
        self.rules = rules
        self.minimum = minimum
        self.counter = Counter(rules)

    def total(self, hand: Hand) -> int:
        """The points of a winning hand, flowers included; NotAWinningHand for any other."""
        found = arrangements(hand, self.rules.options)
        if not found:
            raise _no_win(hand)
        context = self.counter.context(hand)
        return max([self.counter.total(arrangement, context)[0] for arrangement in found])

    def score(self, hand: Hand) -> Score:
        """The points of a winning hand and how they come about; NotAWinningHand for any other.

        Of readings with equal totals the one is shown whose fans come first in the written order.
        """
        found = arrangements(hand, self.rules.options)
        if not found:
            raise _no_win(hand)
        context = self.counter.context(hand)
        valued = [(*self.counter.total(arrangement, context), arrangement) for arrangement in found]
        total, counted, best = max(valued, key=lambda value: (value[0], _written_order(value[1])))
        explained = Explanation(self.counter, best, context, counted)
        return Score(
            hand=str(hand),
            ruleset=self.rules.id,
            total=total,
            fans=tuple(explained.counted()),
            excluded=tuple(explained.excluded()),
            arrangement=tuple(TEXTS[group] for group in best.groups),
            meets_minimum=total - hand.situation.flowers * self.counter.points[FLOWERS] >= self.minimum,
            ties=tuple(_ties(total, explained, valued, self.counter, context)),
            form=best.form,
            completed=TEXTS[best.groups[best.completed]],
            others=tuple(_others(total, best, valued)),
            notes=self.rules.notes,
        )


def _no_win(hand: Hand) -> NotAWinningHand:
    return NotAWinningHand(f"{hand}: no winning hand: neither four sets and a pair nor a special form")


def _written_order(counted: Counted) -> list[int]:
    return [-number for number, times in counted for _ in range(times)]


def _fan_names(counted: Counted) -> tuple[str, ...]:
    return tuple(fan_name(ORDER[number]) for number, times in counted for _ in range(times))


def _ties(
    total: int,
    best: Explanation,
    valued: list[tuple[int, Counted, Arrangement]],
    counter: Counter,
    context: Context,
) -> Iterator[tuple[str, ...]]:
    """The other lists of fans that are worth as much: of other arrangements, and of other choices of chow fans."""
    seen = {_fan_names(best.list)}
    for points, other, arrangement in valued:
        if points == total:
            explained = best if other is best.list else Explanation(counter, arrangement, context, other)
            for equal in (other, *explained.equal_lists()):
                if (fans := _fan_names(equal)) not in seen:
                    seen.add(fans)
                    yield fans


def _others(total: int, best: Arrangement, valued: list[tuple[int, Counted, Arrangement]]) -> Iterator[OtherReading]:
    """The best of each other way to divide the tiles."""
    seen = {tuple(sorted(map(_tiles_of, best.groups)))}
    for points, counted, arrangement in sorted(valued, key=lambda value: -value[0]):
        divided = tuple(sorted(map(_tiles_of, arrangement.groups)))
        if divided not in seen:
            seen.add(divided)
            groups = tuple(TEXTS[group] for group in arrangement.groups)
            yield OtherReading(groups, points, total - points, _fan_names(counted))


def _tiles_of(group: int) -> tuple[Tile, ...]:
    return GROUPS[group].tiles


def score(hand: Hand | str, ruleset: str = "gb", overrides: Mapping[str, str] | None = None) -> Score:
    """What a hand scores under a rule set, with rulings overridden by name.

    Raises InvalidNotation or ImpossibleHand for a hand that cannot be, NotAWinningHand for one that does not win.

    >>> found = score("[123m,1][EEE,1]45p78966s6p|EE1000|a")
    >>> found.total, [(fan.name, fan.points, fan.count) for fan in found.fans[:2]]
    (14, [('花龙', 8, 1), ('圈风刻', 2, 1)])
    >>> [(out.name, out.because.fan) for out in found.excluded]
    [('幺九刻', 'prevalent_wind')]
    >>> score("[1111m][9999s]234p567p5s5s", "gb", {"two_concealed_kongs": "eight"}).total
    15
    """
    if isinstance(hand, str):
        hand = Hand.parse(hand, check=True)
    else:
        hand.check()
    return scorer(ruleset, tuple(sorted((overrides or {}).items()))).score(hand)


@cache
def scorer(ruleset: str = "gb", overrides: tuple[tuple[str, str], ...] = ()) -> Scorer:
    """The scorer of a rule set; made once for each set of overrides.

    >>> scorer("mcr2006").total(Hand.parse("[1111m][9999s]234p567p5s5s"))
    15
    """
    from mjrules.rulesets.resolve import resolve

    return Scorer(resolve(ruleset, dict(overrides)))
