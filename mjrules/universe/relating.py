"""Finding how all fans relate, by an engine that looks at every state. What comes of it is kept in a file
(``relations``)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, permutations, product

import msgspec
import numpy as np

from mjrules.claims import SCHEMA
from mjrules.fans import FANS
from mjrules.groups import PUNG, GroupSet, of
from mjrules.pattern import All, AtLeast, Count, Each, Form, FormIs, FourOf, Match, Often, Pattern, any_of
from mjrules.score.principles import TWO_CHOWS
from mjrules.tiles import RANKS, SUITED
from mjrules.universe.census.situations import asks_for_situation
from mjrules.universe.pairs import Asked, Engine, Int64
from mjrules.universe.relations import (
    FORMS,
    NO_HAND,
    RELATED,
    Forced,
    Meeting,
    Row,
    Table,
    Within,
    definitions,
)
from mjrules.universe.shown import Shown

FORMS_WITH_SETS: tuple[Form, ...] = ("standard", "knitted")
WITH_SETS = any_of(*map(FormIs, FORMS_WITH_SETS))
DOUBLE_PUNG = "double_pung"
MOST_TIMES = 6
"""No fan holds more often in one hand, flowers aside: of four chows there are six pairs."""

Pair = tuple[str, str]


def relate(engine: Engine) -> Table:
    """How all fans relate; the numbers are the engine's, and so are the hands."""
    relating = _Relating(engine)
    return msgspec.structs.replace(relating.table(), forced=tuple(relating.forced()))


def pairs(engine: Engine) -> Table:
    """The same without how far fans force others, which the census cannot tell."""
    return _Relating(engine).table()


class _Relating:
    """One table in the making."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        fans = [FANS[fan] for fan in RELATED]
        # a state with both may be one without the other too, in another situation: these are counted apart
        asking = [fan for fan in RELATED if asks_for_situation(FANS[fan])]
        others = [*fans, *map(FormIs, FORMS), *(~FANS[fan] for fan in asking)]
        met = np.split(engine.meet(fans, others), [len(fans), len(fans) + len(FORMS)], axis=1)
        self.both = _by_pairs(met[0], RELATED)
        self.forms = {fan: tuple(row) for fan, row in zip(RELATED, met[1].tolist(), strict=True)}
        self.only = {(fan, other): self.both[fan, fan] - both for (fan, other), both in self.both.items()}
        self.only |= _by_pairs(met[2], asking)
        self.asking = frozenset(asking)
        self.shown = Shown(engine)

    def table(self) -> Table:
        for fan in RELATED:
            self.shown.find((fan,))
        for fan, other in sorted(permutations(RELATED, 2), key=lambda pair: len(self.asking & {*pair})):
            if self.both[fan, other]:  # what asks for nothing special comes first, and so plain hands do
                self.shown.find((fan, other))
            if self.only[fan, other]:
                self.shown.find((fan,), other)
        hands = Numbers()
        rows = {fan: Row(hands.of(self.shown.hand((fan,))), forms) for fan, forms in self.forms.items()}
        meet: dict[str, dict[str, Meeting]] = {}
        never: dict[str, list[str]] = {}
        for fan, other in combinations(RELATED, 2):
            if self.both[fan, other]:
                meet.setdefault(fan, {})[other] = self._meeting(fan, other, hands)
            else:
                never.setdefault(fan, []).append(other)
        return Table(
            SCHEMA,
            definitions(),
            tuple(hands),
            rows,
            {fan: " ".join(others) for fan, others in never.items()},
            meet,
            (),
        )

    def _meeting(self, fan: str, other: str, hands: Numbers) -> Meeting:
        both, only, other_only = self.both[fan, other], self.only[fan, other], self.only[other, fan]
        return Meeting(
            both,
            hands.of(self.shown.hand((fan, other))),
            hands.of(self.shown.hand((fan,), other)) if only else NO_HAND,
            hands.of(self.shown.hand((other,), fan)) if other_only else NO_HAND,
            only if only != self.both[fan, fan] - both else None,
            other_only if other_only != self.both[other, other] - both else None,
        )

    # what is forced

    def forced(self) -> Iterator[Forced]:
        for fan, other in permutations(RELATED, 2):
            within = self._forces(fan, other)
            if within == "sets" or (within and may_repeat(other)):
                yield forced(self.engine, fan, other, within, self._larger(fan))

    def _forces(self, fan: str, other: str) -> Within | None:
        """Where the first fan forces the other; asked only where the numbers allow it."""
        both, with_sets = self.both[fan, other], self._with_sets(fan)
        if both and both in (self.both[fan, fan], with_sets):
            return forces(self.engine, FANS[fan], FANS[other])
        return None

    def _with_sets(self, fan: str) -> int:
        return sum(n for n, form in zip(self.forms[fan], FORMS, strict=True) if form in FORMS_WITH_SETS)

    def _larger(self, fan: str) -> list[str]:
        """The fans that force this one."""
        return [each for each in RELATED if each != fan and self.both[each, fan] and not self.only[each, fan]]


def _by_pairs(numbers: Int64, others: Sequence[str]) -> dict[Pair, int]:
    return dict(zip(product(RELATED, others), numbers.ravel().tolist(), strict=True))


class Numbers(dict[str, int]):
    """Hands numbered in the order in which they are first named."""

    def of(self, hand: str) -> int:
        return self.setdefault(hand, len(self))


# how often fans hold


def may_repeat(fan: str) -> bool:
    """Whether a fan can be counted more than once in a hand, flowers aside."""
    return isinstance(FANS[fan], Each | FourOf) or fan in (*TWO_CHOWS, DOUBLE_PUNG)


def repeated(fan: str, times: int, patterns: Mapping[str, Pattern] = FANS) -> Pattern:
    """The fan holds so many times; no pung serves 双同刻 twice."""
    if fan != DOUBLE_PUNG:
        return Often(patterns[fan], times)
    return AtLeast(times, tuple(_double_pung_of(rank) for rank in range(RANKS)))


def _double_pung_of(rank: int) -> Pattern:
    pungs = PUNG & of([tile for tile in SUITED if tile % RANKS == rank])
    return Match(pungs, ((0, 0),), "each another")


# how far fans force others


def forces(engine: Asked, fan: Pattern, other: Pattern) -> Within | None:
    """Where a fan forces another: in all of its states, or in those with sets while no other state has both."""
    if not engine.states(fan & ~other):
        return "all" if engine.states(fan) else None
    with_sets = fan & WITH_SETS
    if not engine.states(with_sets) or engine.states(with_sets & ~other) or engine.states(fan & other & ~WITH_SETS):
        return None
    return "sets"


def forced(
    engine: Asked,
    fan: str,
    other: str,
    within: Within,
    larger: Iterable[str],
    patterns: Mapping[str, Pattern] = FANS,
) -> Forced:
    """How far a fan forces another, which it does ``within`` some states. ``larger``: the fans that force the first;
    where one of them holds, it is that one's exclusions that matter."""
    if not may_repeat(other):
        return Forced(fan, other, within, 1, own=False, more=0, example=None)
    one = patterns[fan]
    where = one & WITH_SETS if within == "sets" else one
    least = max(n for n in range(1, MOST_TIMES + 1) if not engine.states(where & ~repeated(other, n, patterns)))
    own = own_groups(one, patterns[other])
    beyond = any_of(*own) if own else one & repeated(other, least + 1, patterns)
    alone = All((beyond, *(~patterns[each] for each in larger)))
    more = engine.states(alone)
    example = engine.example(alone) if more else None
    return Forced(fan, other, within, least, bool(own), more, str(example.hand) if example else None)


def own_groups(fan: Pattern, other: Pattern) -> tuple[Pattern, ...]:
    """For each alternative of a fan's definition: it holds, and the other fan by a group that does not make the first.

    Empty where groups do not tell: where the other fan is not about single groups, where the first names none that
    make the other (清幺九 is about the whole hand), or some that do and some that do not.
    """
    return tuple(_by_another_group(each, other) for each in _alternatives(fan)) if _names_own(fan, other) else ()


def _names_own(fan: Pattern, other: Pattern) -> bool:
    return isinstance(other, Each) and all(_tells(named, other.of) for named in map(_named, _alternatives(fan)))


def _tells(named: Iterable[GroupSet], of: GroupSet) -> bool:
    """Whether of the kinds of groups named some make the other fan, and each altogether or not at all."""
    pungs = [(each & PUNG).members for each in named]
    whole = [bool(some) and some <= of.members for some in pungs]
    return any(whole) and all(yes or some.isdisjoint(of.members) for yes, some in zip(whole, pungs, strict=True))


def _by_another_group(alternative: tuple[Pattern, ...], other: Pattern) -> Pattern:
    assert isinstance(other, Each)
    others = other.of
    for named in _named(alternative):
        others &= ~named
    return All((*alternative, Count(others, 1)))


def _named(alternative: tuple[Pattern, ...]) -> list[GroupSet]:
    return [atom.of for atom in alternative if isinstance(atom, Count | Each)]


def _alternatives(pattern: Pattern) -> Iterator[tuple[Pattern, ...]]:
    """The conjunctions that a definition is made of."""
    match pattern:
        case AtLeast(1, parts):
            for part in parts:
                yield from _alternatives(part)
        case All(parts):
            yield parts
        case _:
            yield (pattern,)
