"""What a pattern means: whether it holds for an arranged hand, and by which groups.

This is the definition; ``compiled`` must agree with it (tests/test_patterns.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import msgspec

from mjrules import pattern as p
from mjrules.groups import GROUPS
from mjrules.tiles import FIRST_HONOUR, TILES, Tile

Instance = frozenset[int]
"""Places of groups in the arrangement that make a fan once."""


class Facts(msgspec.Struct, frozen=True):
    """An arranged hand as patterns see it."""

    form: p.Form
    groups: tuple[int, ...]
    completed: int
    at: int
    flags: frozenset[str]
    flowers: int
    concealed: tuple[int, ...]
    """Copies of each tile in the concealed part before the winning tile."""
    winning: Tile
    sole_wait: bool


def holds(pattern: p.Pattern, facts: Facts) -> bool:
    """Whether the pattern is true of the hand."""
    match pattern:
        case p.Not(part):
            return not holds(part, facts)
        case p.All(parts):
            return all(holds(part, facts) for part in parts)
        case p.AtLeast(n, parts):
            return sum(holds(part, facts) for part in parts) >= n
        case p.Count(of, least):
            return sum(group in of for group in facts.groups) >= least
        case p.FormIs(form):
            return facts.form == form
        case p.Flag(name):
            return name in facts.flags
        case p.Completes(of, at):
            return facts.groups[facts.completed] in of and at in (None, facts.at)
        case p.SoleWait():
            return facts.sole_wait
        case p.OneSuitHolds():
            return one_suit_holds(pattern, facts.concealed, facts.winning)
        case p.NothingElse():
            return False
        case p.Often(part, least):
            return holds(part, facts) and len(instances(part, facts)) >= least
        case _:
            return bool(instances(pattern, facts))


def instances(pattern: p.Pattern, facts: Facts) -> list[Instance]:
    """How often a pattern that holds does so, and by which groups; a pattern about the whole hand once, by all."""
    whole = frozenset(range(len(facts.groups)))
    match pattern:
        case p.Often(part, least):
            often = instances(part, facts)
            return often if len(often) >= least else []
        case p.Each(of):
            return [frozenset({place}) for place, group in enumerate(facts.groups) if group in of]
        case p.Match():
            return list(matches(pattern, facts.groups))
        case p.FourOf(some):
            return list(fours(some, facts.groups))
        case p.Flowers():
            return [frozenset()] * facts.flowers
        case p.Count(of, _):
            return [frozenset(place for place, group in enumerate(facts.groups) if group in of)]
        case p.AtLeast(_, parts):
            return next((instances(part, facts) for part in parts if holds(part, facts)), [])
        case p.All(parts):
            found = [instances(part, facts) for part in parts if isinstance(part, p.Match | p.Each)]
            if found:
                return found[0]
            groups = [instances(part, facts)[0] for part in parts if isinstance(part, p.Count)]
            return [frozenset().union(*groups)] if groups else [whole]
        case _:
            return [whole]


def matches(pattern: p.Match, groups: Sequence[int]) -> Iterator[Instance]:
    """Each set of places whose groups stand in the relation."""
    places = [place for place, group in enumerate(groups) if group in pattern.of]
    for chosen in combinations(places, len(pattern.ranks[0])):
        if fits(pattern, [GROUPS[groups[place]].tile for place in chosen]):
            yield frozenset(chosen)


def fits(pattern: p.Match, lowest: Sequence[Tile]) -> bool:
    """Whether groups with these lowest tiles stand in the relation."""
    if max(lowest) >= FIRST_HONOUR or len({tile // 9 for tile in lowest}) != (
        1 if pattern.suits == "one" else len(lowest)
    ):
        return False
    ranks = sorted([tile % 9 for tile in lowest])
    return tuple([rank - ranks[0] for rank in ranks]) in pattern.ranks


def fours(some: frozenset[Tile], groups: Sequence[int]) -> Iterator[Instance]:
    """For each of some tiles that the hand holds four times and not as a kong, the places of its groups."""
    for tile in TILES:
        places = [place for place, group in enumerate(groups) if tile in GROUPS[group].tiles]
        copies = sum(GROUPS[groups[place]].tiles.count(tile) for place in places)
        if tile in some and copies == 4 and len(places) > 1:
            yield frozenset(places)


def one_suit_holds(pattern: p.OneSuitHolds, concealed: Sequence[int], winning: Tile) -> bool:
    """Whether concealed tiles, given by their copies before the winning tile, are those of the pattern in one suit."""
    for first in (0, 9, 18):
        own = list(concealed[first : first + 9])
        if pattern.before:
            if tuple(own) == pattern.counts:
                return True
        elif first <= winning < first + 9:
            own[winning - first] += 1
            enough = all(has >= needed for has, needed in zip(own, pattern.counts, strict=True))
            if enough and sum(own) == sum(pattern.counts) + 1:
                return True
    return False
