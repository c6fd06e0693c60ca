"""Why an arrangement scores what it does: which groups make each fan, and what keeps the others out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from mjrules import names
from mjrules import pattern as p
from mjrules.fans import pattern
from mjrules.groups import GROUPS, TEXTS
from mjrules.pattern.compiled import atoms
from mjrules.pattern.evaluate import fours, matches
from mjrules.score.arrangements import Arrangement
from mjrules.score.counting import (
    CHICKEN,
    CHOW_FANS,
    DOUBLE_PUNG,
    EACH,
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
from mjrules.score.principles import Relation
from mjrules.score.result import Because, CountedFan, ExcludedFan, Groups

Places = tuple[int, ...]
"""Places of groups in the arrangement."""


@cache
def fan_name(fan: str) -> str:
    return names.fan(fan).name


class Explanation:
    """One arrangement looked at again, slowly."""

    def __init__(self, counter: Counter, arrangement: Arrangement, context: Context, counted: Counted) -> None:
        self.counter, self.arrangement = counter, arrangement
        self.list = counted
        self.bits, self.lowest = counter.facts_and_chows(arrangement, context)
        """``lowest``: the lowest tiles of the chows, in the order in which the principles see them."""
        self.held = counter.holding(self.bits)
        self.choice: ChowChoice = counter.chow_choice(self.lowest, self.held)
        chows = [place for place, group in enumerate(arrangement.groups) if GROUPS[group].shape == "chow"]
        self.chows = sorted(chows, key=lambda place: GROUPS[arrangement.groups[place]].tile)
        """Places of the chows in the same order."""

    def _texts(self, places: Places) -> Groups:
        return tuple(TEXTS[self.arrangement.groups[place]] for place in places)

    # what counts

    def counted(self) -> Iterator[CountedFan]:
        for number, times in self.list:
            groups = tuple(self._texts(places) for places in self._instances(number))
            yield CountedFan(ORDER[number], fan_name(ORDER[number]), self.counter.points[number], times, groups[:times])

    def _instances(self, number: int) -> list[Places]:
        groups = self.arrangement.groups
        everything = tuple(range(len(groups)))
        if number in CHOW_FANS:
            return [self._chow_places(relation) for relation in self.choice[2] if NUMBER[relation[0]] == number]
        if number in EACH:
            return [(place,) for place in self.counter.own_groups(number, self.arrangement, self.list, self.bits)]
        if number == DOUBLE_PUNG:
            return list(instances_of_double_pung(groups))
        if number == TILE_HOG:
            return self._hogs()
        if number in (FLOWERS, CHICKEN):
            return [] if number == FLOWERS else [everything]
        wanted = pattern(self.counter.rules.patterns.get(ORDER[number], ORDER[number]))
        if all(isinstance(atom, p.Flag) for atom in atoms(wanted)):
            return []  # it is about how the hand was won (自摸, 门前清)
        return [self._evidence(wanted) or everything]

    def _chow_places(self, relation: Relation) -> Places:
        return tuple(self.chows[place] for place in relation[1])

    def _hogs(self) -> list[Places]:
        wanted = pattern(self.counter.rules.patterns.get("tile_hog", "tile_hog"))
        assert isinstance(wanted, p.FourOf), "四归一 is about four of a tile"
        return [tuple(sorted(places)) for places in fours(wanted.tiles, self.arrangement.groups)]

    def _evidence(self, wanted: p.Pattern) -> Places:
        """The groups that make a fan once: those its atoms speak of; none where it is about the whole hand."""
        groups = self.arrangement.groups
        members: set[int] = set()
        for atom in self._atoms_that_hold(wanted):
            if isinstance(atom, p.Completes):
                return (self.arrangement.completed,)
            if isinstance(atom, p.Match):
                return tuple(sorted(next(matches(atom, groups))))
            if isinstance(atom, p.Count):
                members |= atom.of.members
        return tuple(place for place, group in enumerate(groups) if group in members)

    def _atoms_that_hold(self, wanted: p.Pattern) -> Iterator[p.Pattern]:
        """The atoms that make the pattern true: of alternatives those that hold, nothing that is denied."""
        match wanted:
            case p.All(parts):
                for part in parts:
                    yield from self._atoms_that_hold(part)
            case p.AtLeast(_, parts):
                for part in parts:
                    if self.counter.compiled.true_of(part, self.bits):
                        yield from self._atoms_that_hold(part)
            case p.Not():
                return
            case _:
                yield wanted

    # what holds and does not count

    def excluded(self) -> Iterator[ExcludedFan]:
        counted = dict(self.list)
        for number in self.held:
            barring = self._barring(number)
            if number not in counted and barring is not None:
                yield self._excluded(number, Because(fan=ORDER[barring]), self._all_instances(number))
            elif number in CHOW_FANS:
                yield from self._relations_left_out(number)
            elif number in EACH:
                yield from self._groups_taken(number)
            elif number not in counted:
                yield self._excluded(number, self._other_reason(number), [])

    def _excluded(self, number: int, because: Because, places: list[Places]) -> ExcludedFan:
        groups = tuple(self._texts(each) for each in places)
        return ExcludedFan(ORDER[number], fan_name(ORDER[number]), because, max(1, len(groups)), groups)

    def _all_instances(self, number: int) -> list[Places]:
        """The groups of each time that a fan holds which may hold more than once; none for any other."""
        groups = self.arrangement.groups
        if number in EACH:
            return [(place,) for place, group in enumerate(groups) if group in EACH[number]]
        if number in CHOW_FANS:
            relations = self.counter.relations.all_among(self.lowest)
            return [self._chow_places(relation) for relation in relations if NUMBER[relation[0]] == number]
        if number == DOUBLE_PUNG:
            return list(instances_of_double_pung(groups))
        return self._hogs() if number == TILE_HOG else []

    def _barring(self, number: int) -> int | None:
        """The fan that bars another as a whole."""
        bars, before = self.counter.bars, self.counter.bars_before
        after = (other for other, _ in self.list if (bars[other] | before[other]) >> number & 1)
        return next(after, next((other for other in self.held if before[other] >> number & 1), None))

    def _other_reason(self, number: int) -> Because:
        takers = self.counter.fewer.get(number, {})
        taker = next((other for other, _ in self.list if other in takers), None)
        if taker is not None:
            return Because(fan=ORDER[taker])
        return Because(ruling="identical_pairs") if number == TILE_HOG else Because(principle="high_over_low")

    def _groups_taken(self, number: int) -> Iterator[ExcludedFan]:
        """The groups of a fan counted group by group that other fans took: each pung of 幺九刻 that is a 箭刻."""
        own = self.counter.own_groups(number, self.arrangement, self.list, self.bits)
        taken: dict[int, list[Places]] = {}
        for place, group in enumerate(self.arrangement.groups):
            if group in EACH[number] and place not in own:
                taken.setdefault(self._taker(number, group), []).append((place,))
        left = [(place,) for place in own[dict(self.list).get(number, 0) :]]
        if left:
            fewer = self.counter.fewer.get(number, {})
            taken.setdefault(next(other for other, _ in self.list if other in fewer), []).extend(left)
        for taker, places in taken.items():
            yield self._excluded(number, Because(fan=ORDER[taker]), places)

    def _taker(self, number: int, group: int) -> int:
        takers = self.counter.shared.get(number, {})
        return next(
            other
            for other, _ in self.list
            if any(shared.bit & self.bits == shared.bit and group in shared.members for shared in takers.get(other, ()))
        )

    def _relations_left_out(self, number: int) -> Iterator[ExcludedFan]:
        """The relations of chows that the principles did not choose, by what keeps them out."""
        left_out: dict[Because, list[Places]] = {}
        for relation in self.counter.relations.all_among(self.lowest):
            if NUMBER[relation[0]] == number and relation not in self.choice[2]:
                left_out.setdefault(self._kept_out(relation), []).append(self._chow_places(relation))
        for because, places in left_out.items():
            yield self._excluded(number, because, places)

    def _kept_out(self, relation: Relation) -> Because:
        """A fan inside the chows of a larger one is cut anew out of them, whether its list says so or not; one that
        shares a chow with its equal serves twice; any other joins chows that are joined already."""
        fan, places = relation
        for other, taken in self.choice[2]:
            if len(taken) > len(places) and set(places) <= set(taken):
                listed = any(exclusion.fan == fan for exclusion in self.counter.rules.excludes.get(other, ()))
                return Because(fan=other) if listed else Because(principle="non_separation")
        if any(other == fan and set(places) & set(taken) for other, taken in self.choice[2]):
            return Because(principle="non_identical")
        return Because(principle="high_over_low" if len(places) > 2 else "account_once")

    # equal lists

    def equal_lists(self) -> Iterator[Counted]:
        """The lists of this arrangement that other choices of chow fans would give, worth as much."""
        points, _, chosen = self.choice
        if (
            not points
            or any(len(places) > 3 for _, places in chosen)
            or self.counter.options.get("chow_pairs") == "all"
        ):
            return
        rest = [(number, times) for number, times in self.list if number not in CHOW_FANS]
        for choice in self.counter.equal_choices(self.lowest, points):
            yield sorted([*rest, *choice[1]])
