"""Makes ``known.json`` (``mjrules audit --rebuild``). It takes some minutes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import combinations
from typing import TypeVar

import msgspec

from mjrules.audit.verdicts import together
from mjrules.audit.verdicts.known import Table, definitions
from mjrules.audit.verdicts.readings import of_same_tiles
from mjrules.fans import FANS, VARIANTS
from mjrules.pattern import All
from mjrules.score.principles import TWO_CHOWS
from mjrules.universe import relations
from mjrules.universe.progress import Progress
from mjrules.universe.questions import engine_of
from mjrules.universe.relating import repeated
from mjrules.universe.relations import RELATED, Forced, Kind, kind_of

Each = TypeVar("Each")

_FORMS_OF_ONE_READING = frozenset({"thirteen_orphans", "honors_and_knitted"})
"""Their tiles are no other hand: thirteen kinds of orphans, or fourteen different tiles without a set."""


def made(questions: Collection[str], progress: Progress) -> Table:
    """All of it, by the decision diagrams, with the answers to these questions of fans that hold together."""
    never = [pair for pair in combinations(RELATED, 2) if relations.load().between(*pair).kind == "never"]
    told = _Told(progress, len(VARIANTS) + len(never) + len(questions))
    variants = {name: {other: _kind(name, other) for other in _others(name)} for name in told(VARIANTS)}
    found = {f"{one} {other}": _hand(one, other) for one, other in told(never)}
    readings = {pair: hand for pair, hand in found.items() if hand is not None}
    answers = {question: together.ask(together.read(question)) for question in told(sorted(questions))}
    return Table(definitions(), variants, readings, dict(_insteads()), answers)


class _Told:
    """Goes through things one by one and tells how many of all there are to do have been done."""

    def __init__(self, progress: Progress, total: int) -> None:
        self.progress, self.total, self.done = progress, total, 0

    def __call__(self, each: Iterable[Each]) -> Iterator[Each]:
        for one in each:
            yield one
            self.done += 1
            self.progress(self.done, self.total)


def _others(variant: str) -> list[str]:
    return [fan for fan in RELATED if fan != variant.partition(".")[0]]


def _kind(variant: str, other: str) -> Kind:
    engine, one, two = engine_of(()), VARIANTS[variant], FANS[other]
    both, only, other_only = (engine.states(each) for each in (one & two, one & ~two, two & ~one))
    return kind_of(both, only, other_only)


def _hand(one: str, other: str) -> str | None:
    table = relations.load()
    forms = (table.fans[relations.place_of(fan)].forms.keys() for fan in (one, other))
    if any(each <= _FORMS_OF_ONE_READING for each in forms):
        return None
    return of_same_tiles(FANS[one], FANS[other])


def _insteads() -> Iterator[tuple[str, str]]:
    for forced in relations.load().forced:
        if forced.more and not forced.own and forced.other in TWO_CHOWS and (found := _instead(forced)):
            yield f"{forced.fan} {forced.other}", found


def _instead(forced: Forced) -> str | None:
    """The fan of two chows that the further chow always makes as well."""
    table, engine = relations.load(), engine_of(())
    larger = (~FANS[each] for each in table.larger(forced.fan))
    beyond = All((FANS[forced.fan], repeated(forced.other, forced.least + 1), *larger))
    others = (each for each in TWO_CHOWS if each != forced.other and table.forcing(forced.fan, each) is None)
    return next((each for each in others if not engine.states(beyond & ~FANS[each])), None)


def written(table: Table) -> bytes:
    """The file, one line for each thing."""
    return msgspec.json.format(msgspec.json.encode(table), indent=1) + b"\n"
