"""The score of a hand: the best of its arrangements, with everything that counted and everything that did not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING

import msgspec

from mjrules import names
from mjrules import pattern as p
from mjrules.errors import NotAWinningHand
from mjrules.fans import pattern
from mjrules.groups import GROUPS, TEXTS
from mjrules.hand import Hand
from mjrules.pattern.compiled import atoms
from mjrules.pattern.evaluate import matches
from mjrules.score import principles
from mjrules.score.arrangements import Arrangement, arrangements
from mjrules.score.counting import (
    CHICKEN,
    CHOW_FANS,
    DOUBLE_PUNG,
    FLOWERS,
    NUMBER,
    ORDER,
    TILE_HOG,
    ChowChoice,
    Context,
    Counted,
    Counter,
    instances_of_double_pung,
)
from mjrules.tiles import COPIES, Tile

if TYPE_CHECKING:
    from mjrules.rulesets.resolve import Rules

Groups = tuple[str, ...]


class CountedFan(msgspec.Struct, frozen=True):
    """A fan that counts: the points of one, how often, and the groups of each time."""

    fan: str
    name: str
    points: int
    count: int
    groups: tuple[Groups, ...]


class Because(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a fan that holds is not counted: another fan, a principle, or a ruling."""

    fan: str | None = None
    principle: str | None = None
    ruling: str | None = None


class ExcludedFan(msgspec.Struct, frozen=True):
    fan: str
    name: str
    because: Because


class OtherReading(msgspec.Struct, frozen=True):
    """Another arrangement of the same tiles, and by how much it is worth less."""

    arrangement: Groups
    total: int
    less: int
    fans: tuple[str, ...]


class Score(msgspec.Struct, frozen=True):
    """What a hand scores under one rule set; its JSON is the published form (docs/architecture.md)."""

    hand: str
    ruleset: str
    total: int
    fans: tuple[CountedFan, ...]
    excluded: tuple[ExcludedFan, ...]
    arrangement: Groups
    meets_minimum: bool
    ties: tuple[tuple[str, ...], ...]
    form: str
    completed: str
    others: tuple[OtherReading, ...]
    notes: tuple[str, ...]


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
        return max(self.counter.total(arrangement, context)[0] for arrangement in found)

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
        explained = _Explanation(self.counter, best, context, counted)
        return Score(
            hand=str(hand),
            ruleset=self.rules.id,
            total=total,
            fans=tuple(explained.counted()),
            excluded=tuple(explained.excluded()),
            arrangement=tuple(TEXTS[group] for group in best.groups),
            meets_minimum=total - hand.situation.flowers * self.counter.points[FLOWERS] >= self.minimum,
            ties=tuple(_ties(total, counted, valued, explained)),
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


@cache
def fan_name(fan: str) -> str:
    return names.fan(fan).name


def _ties(
    total: int, counted: Counted, valued: list[tuple[int, Counted, Arrangement]], explained: _Explanation
) -> Iterator[tuple[str, ...]]:
    """The other lists of fans that are worth as much."""
    seen = {_fan_names(counted)}
    lists = [other for points, other, _ in valued if points == total]
    lists += explained.equal_choices_of_chows()
    for other in lists:
        if (fans := _fan_names(other)) not in seen:
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


class _Explanation:
    """One arrangement looked at again, slowly: who barred whom, and which groups make what."""

    def __init__(self, counter: Counter, arrangement: Arrangement, context: Context, counted: Counted) -> None:
        self.counter, self.arrangement, self.context = counter, arrangement, context
        self.list = counted
        self.bits = counter.facts(arrangement, context)
        self.held = counter.holding(self.bits)
        self.choice: ChowChoice = counter.chow_choice(arrangement, self.held)

    def counted(self) -> Iterator[CountedFan]:
        for at, (number, times) in enumerate(self.list):
            groups = tuple(tuple(map(self._text, places)) for places in self._instances(number, self.list[:at]))
            yield CountedFan(ORDER[number], fan_name(ORDER[number]), self.counter.points[number], times, groups[:times])

    def _text(self, place: int) -> str:
        return TEXTS[self.arrangement.groups[place]]

    def _instances(self, number: int, before: Counted) -> list[tuple[int, ...]]:
        groups = self.arrangement.groups
        everything = tuple(range(len(groups)))
        if number in CHOW_FANS:
            chows = self._chow_places()
            return [tuple(chows[place] for place in places) for fan, places in self.choice[2] if NUMBER[fan] == number]
        if number == DOUBLE_PUNG:
            return list(instances_of_double_pung(groups))
        if number == TILE_HOG:
            return list(self._hogs())
        if number == FLOWERS:
            return []
        if number == CHICKEN:
            return [everything]
        id = self.counter.rules.patterns.get(ORDER[number], ORDER[number])
        for atom in _wanted_atoms(pattern(id)):
            if isinstance(atom, p.Completes):
                return [(self.arrangement.completed,)]
            if isinstance(atom, p.Match):
                return [tuple(sorted(next(matches(atom, groups))))]
        members = _evidence(id)
        if members is None:
            return [] if _is_of_the_situation(id) else [everything]
        if isinstance(pattern(ORDER[number]), p.Each):
            return [(place,) for place in self.counter.own_groups(number, self.arrangement, before, self.bits)]
        return [tuple(place for place in everything if groups[place] in members)]

    def _chow_places(self) -> list[int]:
        """Places of the chows in the order in which the principles see them."""
        groups = self.arrangement.groups
        places = [place for place in range(len(groups)) if GROUPS[groups[place]].shape == "chow"]
        return sorted(places, key=lambda place: GROUPS[groups[place]].tile)

    def _hogs(self) -> Iterator[tuple[int, ...]]:
        held: dict[Tile, list[int]] = {}
        for place, group in enumerate(self.arrangement.groups):
            if GROUPS[group].shape != "kong":
                for tile in GROUPS[group].tiles:
                    held.setdefault(tile, []).append(place)
        for tile in sorted(held):
            if len(held[tile]) == COPIES:
                yield tuple(dict.fromkeys(held[tile]))

    # what held and does not count

    def excluded(self) -> Iterator[ExcludedFan]:
        counted = {number for number, _ in self.list}
        for number in self.held:
            if number not in counted:
                fan = ORDER[number]
                yield ExcludedFan(fan, fan_name(fan), self._reason(number))

    def _reason(self, number: int) -> Because:
        bars, before = self.counter.bars, self.counter.bars_before
        for other, _ in self.list:
            if (bars[other] | before[other]) >> number & 1:
                return Because(fan=ORDER[other])
        for other in self.held:
            if before[other] >> number & 1:
                return Because(fan=ORDER[other])
        if number in CHOW_FANS:
            return self._reason_among_chows(number)
        takers = {**self.counter.shared.get(number, {}), **self.counter.fewer.get(number, {})}
        taker = next((other for other, _ in self.list if other in takers), None)
        if taker is not None:
            return Because(fan=ORDER[taker])
        return Because(ruling="identical_pairs") if number == TILE_HOG else Because(principle="high_over_low")

    def _reason_among_chows(self, number: int) -> Because:
        """A fan inside the chows of a larger one is cut anew out of them; any other joins a chow a second time."""
        larger = next((relation for relation in self.choice[2] if len(relation[1]) > 2), None)
        if larger is None:
            return Because(principle="account_once")
        if self._lists(larger[0], number):
            return Because(fan=larger[0])
        lowest = tuple(GROUPS[self.arrangement.groups[place]].tile for place in self._chow_places())
        inside = [set(places) <= set(larger[1]) for fan, places in self._relations(lowest) if NUMBER[fan] == number]
        return Because(principle="non_separation" if all(inside) else "account_once")

    def _relations(self, lowest: tuple[Tile, ...]) -> list[principles.Relation]:
        return [relation for size in (2, 3) for relation in self.counter.relations.among(lowest, size)]

    def _lists(self, fan: str, number: int) -> bool:
        return any(exclusion.fan == ORDER[number] for exclusion in self.counter.rules.excludes.get(fan, ()))

    def equal_choices_of_chows(self) -> list[Counted]:
        """The lists that other choices of chow fans would give, worth as much."""
        chows = tuple(sorted(GROUPS[self.arrangement.groups[place]].tile for place in self._chow_places()))
        points = self.choice[0]
        if len(chows) < 2 or not points or any(len(places) > 3 for _, places in self.choice[2]):
            return []
        if self.counter.options.get("chow_pairs") == "all":
            return []
        rest = [(number, times) for number, times in self.list if number not in CHOW_FANS]
        weighed = map(self.counter.weighed, self.counter.relations.choices(chows))
        return [sorted([*rest, *choice[1]]) for choice in weighed if choice[0] == points]


@cache
def _evidence(id: str) -> frozenset[int] | None:
    """The groups a fan is made of; None where it is about the whole hand or the situation."""
    members = [atom.of.members for atom in _wanted_atoms(pattern(id)) if isinstance(atom, p.Count | p.Each | p.Match)]
    return frozenset().union(*members) if members else None


def _wanted_atoms(wanted: p.Pattern) -> Iterator[p.Pattern]:
    """The atoms of a pattern that are not denied."""
    match wanted:
        case p.All(parts) | p.AtLeast(_, parts):
            for part in parts:
                yield from _wanted_atoms(part)
        case p.Not():
            return
        case _:
            yield wanted


@cache
def _is_of_the_situation(id: str) -> bool:
    """Whether a fan is about how the hand was won and not about its groups (自摸, 门前清)."""
    return all(isinstance(atom, p.Flag) for atom in atoms(pattern(id)))


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
    return scorer(ruleset, tuple(sorted((overrides or {}).items()))).score(
        Hand.parse(hand, check=True) if isinstance(hand, str) else hand
    )


@cache
def scorer(ruleset: str = "gb", overrides: tuple[tuple[str, str], ...] = ()) -> Scorer:
    """The scorer of a rule set; made once for each set of overrides.

    >>> scorer("mcr2006").total(Hand.parse("[1111m][9999s]234p567p5s5s"))
    15
    """
    from mjrules.rulesets.resolve import resolve

    return Scorer(resolve(ruleset, dict(overrides)))
