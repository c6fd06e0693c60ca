"""What one text counts beside a fan and another does not."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import permutations

from mjrules.audit.model import Discrepancy, Statement
from mjrules.audit.statements import Statements, label, official_number
from mjrules.audit.verdicts import by_item, known
from mjrules.audit.wording import discrepancy, named, where

Pair = tuple[str, str]


def counted_and_excluded(statements: Statements) -> Iterator[Discrepancy]:
    """An example counts a fan beside one whose list takes it, in another source or in the same one.

    An example that no hand scores says nothing here: it is told by itself.
    """
    excluding, counting = _excluding(statements), _counting(statements)
    verdicts = by_item(statements.exclusions)
    for fan, other in sorted(excluding.keys() & counting.keys(), key=lambda pair: [*map(official_number, pair)]):
        verdict = verdicts.get((fan, other))
        if verdict and verdict.status == "implied":  # by what the fan holds; what is counted is another group
            continue
        lists, examples = excluding[fan, other], counting[fan, other]
        if known.is_related(fan) and known.is_related(other) and known.forces(fan, other):
            examples = _meant(lists, examples)
            if not examples:
                continue
        itself = {said.source for said in lists} & {said.source for said in examples}
        yield discrepancy(
            "counted-and-excluded",
            "error" if itself else "conflict",
            fan,
            [*lists, *examples],
            fans=[other],
            verdict=verdict,
            item=named(other),
            excluding=where(lists),
            counting=where(examples),
        )


def _meant(lists: list[Statement], examples: list[Statement]) -> list[Statement]:
    """Who bars what a fan forces, and counts it in an example, bars that which the fan forces and no more."""
    barring = {said.source for said in lists}
    return [said for said in examples if said.source not in barring]


def _excluding(statements: Statements) -> dict[Pair, list[Statement]]:
    """Fans that lists take as a whole, by the fan whose list it is."""
    found: dict[Pair, list[Statement]] = defaultdict(list)
    for each in statements.exclusions:
        if each.excludes is not None and each.condition is None:
            found[each.fan, each.excludes] += each.sources
    return found


def _counting(statements: Statements) -> dict[Pair, list[Statement]]:
    """Fans that examples count together, either beside the other."""
    found: dict[Pair, list[Statement]] = defaultdict(list)
    for each in statements.examples:
        if each.verdict.status == "shown":
            for pair in permutations(dict.fromkeys((each.fan, *each.counted)), 2):
                found[pair].append(Statement(each.source, [*map(label, each.counted)], each.place, each.quote))
    return found
