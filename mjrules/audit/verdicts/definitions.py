"""What definitions state, against the game: examples, tiles, numbers, a fan as a case of another one.

A verdict is given where the statement is wrong; None where it is right or cannot be judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache

import msgspec

from mjrules import names
from mjrules.audit.model import Phrase, Verdict
from mjrules.audit.verdicts import known, numbers
from mjrules.audit.verdicts.refuted import refuted
from mjrules.audit.wording import named
from mjrules.claims import Stated
from mjrules.fans import FANS, VARIANTS
from mjrules.groups import CHOW, GROUPS, PAIR, PUNG, GroupSet
from mjrules.hand import Hand
from mjrules.pattern import All, Count, Match, Not, OneSuitHolds, Pattern
from mjrules.pattern.evaluate import holds
from mjrules.rulesets import load
from mjrules.rulesets.editions import available
from mjrules.score.arrangements import arrangements
from mjrules.tiles import COPIES, RANKS, TILES, Tile, tiles, written
from mjrules.universe.states import NO_SITUATION, State, facts_of

OFFICIAL = "gb1998"
"""The edition whose numbers a statement is held against; those of others are named."""
CHOW_TILES = 3
HAND_TILES = 14


def judge(fan: str, stated: Stated) -> Verdict | None:
    """What is wrong about a statement in the definition of a fan; None where nothing is."""
    check = _CHECKS.get(stated.kind)
    return check(fan, stated.value) if check and known.is_related(fan) else None


_NUMBERS = {"fans": "number-of-fans", "tiers": "number-of-tiers"}


def judge_all(stated: Stated) -> Verdict | None:
    """What is wrong about a number of all fans: every edition has another one."""
    if stated.kind in ("tier", "tier-list"):
        return _tier(stated.value) if stated.kind == "tier" else _tier_list(stated.value)
    if stated.kind not in _NUMBERS:
        return None
    editions = {edition: _number_of(edition, stated.kind) for edition in available()}
    return _of_editions(_NUMBERS[stated.kind], int(stated.value), int(_official(stated.kind)), editions, {})


def _of_editions(
    key: str, said: int, due: int, editions: Mapping[str, int], parts: Mapping[str, str | int]
) -> Verdict | None:
    """A number that another edition has is no error, and still is not that of the official rules."""
    if said == due:
        return None
    found = refuted(key, parts, stated=said, due=due)
    if not (right := [edition for edition, number in editions.items() if number == said]):
        return found
    told = (*_phrases(found), Phrase("stated.in-editions", {"editions": ", ".join(right)}))
    return msgspec.structs.replace(found, status="undecided", proof=told)


def _tier(value: str) -> Verdict | None:
    """So many fans of so many points."""
    points, said = map(int, value.split(": "))
    editions = {each: sum(rule.points == points for rule in load(each).rules) for each in available()}
    if not any(editions.values()):
        return refuted("no-tier", points=points)
    return _of_editions("number-of-tier", said, editions[OFFICIAL], editions, {"points": points})


def _tier_list(value: str) -> Verdict | None:
    said = set(map(int, value.split()))
    tiers = [{rule.points for rule in load(edition).rules} for edition in available()]
    if said in tiers:
        return None
    due = {rule.points for rule in load(OFFICIAL).rules}
    wrong = ", ".join(map(str, sorted(said - due, reverse=True)))
    missing = ", ".join(map(str, sorted(due - said, reverse=True)))
    key = "tiers-both" if wrong and missing else "tiers-extra" if wrong else "tiers-missing"
    return refuted(key, extra=wrong, missing=missing)


def _number_of(edition: str, kind: str) -> int:
    rules = load(edition).rules
    return len(rules) if kind == "fans" else len({rule.points for rule in rules})


def _official(kind: str) -> str:
    return str(sum(fan.official for fan in names.fans()) if kind == "fans" else _number_of(OFFICIAL, kind))


# examples


def _chows(fan: str, value: str) -> Verdict | None:
    """Groups that are shown as an example: do their ranks and suits make the fan?"""
    groups = value.split()
    match = _match(FANS[fan])
    if match is None or len(groups) != len(match.ranks[0]):
        return None
    wrong = [*_wrong(match, groups)]
    if not wrong:
        return None
    found = refuted("-and-".join(wrong), under=_under(fan, groups), shown=value.replace(" ", "、"), fan=named(fan))
    if found.under or "ranks" not in wrong:
        return found
    if not (ranks := ", ".join(_under(fan, [group[:CHOW_TILES] for group in groups]))):
        return found
    told = (*_phrases(found), Phrase("stated.ranks-under", {"under": ranks}))
    return msgspec.structs.replace(found, proof=told, ruling=ranks.partition("=")[0])


def _under(fan: str, groups: list[str]) -> list[str]:
    """The choices under which the groups make the fan."""
    matches = ((each.under, _match(VARIANTS[each.name])) for each in known.variants(fan))
    return [under for under, match in matches if match and _fits(match, groups)]


def _phrases(found: Verdict) -> tuple[Phrase, ...]:
    assert isinstance(found.proof, tuple)
    return found.proof


def _fits(match: Match, groups: list[str]) -> bool:
    return not [*_wrong(match, groups)]


def _wrong(match: Match, groups: list[str]) -> Iterator[str]:
    first = [int(group[0]) for group in groups]
    apart = tuple(sorted(rank - min(first) for rank in first))
    suits = [group[CHOW_TILES:] for group in groups if len(group) > CHOW_TILES]
    if apart not in match.ranks:
        yield "ranks"
    if suits and len(set(suits)) != (1 if match.suits == "one" else len(groups)):
        yield "suits"


def _pungs(fan: str, value: str) -> Verdict | None:
    """Pungs that are shown as an example (111万、222万、333万)."""
    groups = value.split()
    match = _match(FANS[fan], PUNG)
    if match is None or len(groups) != len(match.ranks[0]):
        return None
    wrong = [*_wrong(match, groups)]
    return refuted("-and-".join(wrong), shown=value.replace(" ", "、"), fan=named(fan)) if wrong else None


def _broken(fan: str, value: str) -> Verdict | None:
    """Groups that are shown as an example, one of which is neither chow nor pung."""
    groups = value.split()
    match = _match(FANS[fan]) or _match(FANS[fan], PUNG)
    if match is None or len(groups) != len(match.ranks[0]):
        return None
    ranks = [group[:CHOW_TILES] for group in groups]
    broken = next(each for each in ranks if each not in "123456789" and len(set(each)) > 1)
    return refuted("no-group", shown=value.replace(" ", "、"), group=broken, fan=named(fan))


def _match(pattern: Pattern, shape: GroupSet = CHOW) -> Match | None:
    """The chows, or the pungs, that a definition is about."""
    parts = pattern.parts if isinstance(pattern, All) else (pattern,)
    return next((each for each in parts if isinstance(each, Match) and each.of.members <= shape.members), None)


def _hand(fan: str, value: str) -> Verdict | None:
    """A whole hand that is shown: is there a way to win it with the fan?"""
    shown = tiles(value)
    if len(shown) == 14:
        if _wins(shown, FANS[fan]):
            return None
        under = (each.under for each in known.variants(fan) if _wins(shown, VARIANTS[each.name]))
        return refuted("hand", under=under, shown=value, fan=named(fan))
    due = next((tile for tile in TILES if shown.count(tile) < 4 and _wins((*shown, tile), FANS[fan])), None)
    return refuted("short", shown=value, number=len(shown), tile=written([due])) if due is not None else None


def _wins(shown: tuple[Tile, ...], pattern: Pattern) -> bool:
    """Is there a winning tile among them, a way to win and a reading so that the pattern holds?"""
    for winning in set(shown):
        rest = list(shown)
        rest.remove(winning)
        for drawn in (False, True):
            situation = msgspec.structs.replace(NO_SITUATION, self_drawn=drawn)
            hand = Hand((), tuple(rest), winning, situation)
            if any(holds(pattern, facts_of(state, situation)) for state in states_of(hand)):
                return True
    return False


def states_of(hand: Hand) -> Iterator[State]:
    """The states that a hand can be read as."""
    for each in arrangements(hand, {"pung_by_discard": "concealed"}):
        yield State(each.form, each.groups, each.completed, each.at, hand.situation.self_drawn)


# tiles and numbers


def _tiles(fan: str, value: str) -> Verdict | None:
    stated, due = frozenset(tiles(value.replace(" ", ""))), _made_of(FANS[fan])
    if due is None or stated == due:
        return None
    under = (each.under for each in known.variants(fan) if _made_of(VARIANTS[each.name]) == stated)
    return refuted("tiles", under=under, stated=value, due=written(sorted(due)))


def _ranks(fan: str, value: str) -> Verdict | None:
    due = _made_of(FANS[fan])
    ranks = "".join(sorted({str(tile % RANKS + 1) for tile in due})) if due else value
    return None if value == ranks else refuted("tiles", stated=value, due=ranks)


@cache
def _made_of(pattern: Pattern) -> frozenset[Tile] | None:
    """The tiles that a fan consists of altogether; None for a fan that is no matter of tiles."""
    match pattern:
        case Not(Count(others, 1)):
            return frozenset(GROUPS[pair].tile for pair in PAIR.members if pair not in others)
    return None


def _kinds(fan: str, value: str) -> Verdict | None:
    due = _made_of(FANS[fan])
    number = 13 if fan == "thirteen_orphans" else len(due) if due else int(value)
    return None if int(value) == number else refuted("number-of-kinds", stated=value, due=number)


def _held(fan: str, value: str) -> Verdict | None:
    pattern = FANS[fan]
    if not isinstance(pattern, OneSuitHolds):
        return None
    due = "".join(str(rank) * copies for rank, copies in enumerate(pattern.counts, start=1))
    return None if value == due else refuted("held", stated=value, due=due)


def _sequences(fan: str, value: str) -> Verdict | None:
    """So many sequences by a step: as many as there are ranks to begin with."""
    step, number = map(int, value.split(": "))
    match = _match(FANS[fan])
    ranks = next((each for each in match.ranks if each[1] - each[0] == step), None) if match else None
    if ranks is None:
        return None
    due = RANKS - (CHOW_TILES - 1) - max(ranks)
    return None if number == due else refuted("number-of-sequences", step=step, stated=number, due=due)


# waits


def _wait(fan: str, value: str) -> Verdict | None:
    """Tiles that are said to make the wait with another tile (12333和3)."""
    held, won = value.split("+")
    if _is_wait(fan, held, won):
        return None
    return refuted("no-wait" if _completes(held, won) else "no-sets", held=held, won=won, fan=named(fan))


def _no_wait(fan: str, value: str) -> Verdict | None:
    """Tiles that are said not to make it; they are to win all the same."""
    held, won = value.split("+")
    if _is_wait(fan, held, won):
        return refuted("is-wait", held=held, won=won, fan=named(fan))
    return None if _completes(held, won) else refuted("no-sets", held=held, won=won, fan=named(fan))


def _is_wait(fan: str, held: str, won: str) -> bool:
    hand = _hand_with(held, won)
    return hand is not None and any(holds(FANS[fan], facts_of(each, hand.situation)) for each in states_of(hand))


def _completes(held: str, won: str) -> bool:
    hand = _hand_with(held, won)
    return hand is not None and any(True for _ in states_of(hand))


def _hand_with(held: str, won: str) -> Hand | None:
    """A hand of these tiles of one suit and of pungs of winds, with a pair of dragons where they have none; None for a
    number of tiles that is none of whole groups, or where a tile would be there five times."""
    own = len(held) + 1
    pair = 0 if own % 3 == 2 else 2
    if own % 3 == 1 or max(map((held + won).count, held + won)) > COPIES:
        return None
    rest = "EEESSSWWWNNN"[: HAND_TILES - own - pair] + "CC"[:pair]
    concealed = tiles("".join(sorted(held)) + "m" + rest)
    return Hand((), concealed, tiles(f"{won}m")[0], NO_SITUATION)


# other fans and forms


def _described(fan: str, value: str) -> Verdict | None:
    """The words are those of another fan, which is no case of this one nor this one of it."""
    if not known.is_related(value) or known.forces(fan, value) or known.forces(value, fan):
        return None
    return refuted("described", fan=named(fan), other=named(value))


def _pairs(fan: str, value: str) -> Verdict | None:
    if "seven_pairs" in known.forms(fan):
        return None
    under = (each.under for each in known.variants(fan) if known.kind_under(fan, "seven_pairs", each) != "never")
    return refuted("seven-pairs", under=under, fan=named(fan))


def _concealed(fan: str, value: str) -> Verdict | None:
    """Nothing is claimed in a win by a discard (门前清) and in a self-drawn one (不求人)."""
    ways = ("concealed_hand", "fully_concealed_hand")
    if fan in ways or sum(known.relation(fan, way).both for way in ways) >= known.states(fan):
        return None
    concealed = any(known.relation(fan, way).both for way in ways)
    return refuted("concealed" if concealed else "never-concealed", fan=named(fan))


def _within(fan: str, value: str) -> Verdict | None:
    """The fan is defined as a case of another: does it never hold without it?"""
    if not known.is_related(value) or known.forces(fan, value):
        return None
    relation = known.relation(fan, value)
    under = [each.under for each, kind in known.otherwise(fan, value) if kind in ("implies", "equal")]
    if known.forms(fan).keys() - {"knitted"} <= known.forms(value).keys():
        under += ["knitted_straight_shape=barred"]
    parts = {"fan": named(fan), "whole": named(value), "both": f"{relation.both:,}", "only": f"{relation.only:,}"}
    return refuted("within", witness=relation.counterexample, under=under, **parts)


_CHECKS: Mapping[str, Callable[[str, str], Verdict | None]] = {
    "chows": _chows,
    "hand": _hand,
    "tiles": _tiles,
    "ranks": _ranks,
    "kinds": _kinds,
    "held": _held,
    "sequences": _sequences,
    "pungs": _pungs,
    "broken-example": _broken,
    "wait": _wait,
    "no-wait": _no_wait,
    "described": _described,
    "amount": numbers.amount,
    "steps": numbers.steps,
    "pair-rank": numbers.pair_rank,
    "each-rank": numbers.each_rank,
    "all-ranks": numbers.all_ranks,
    "no-ranks": numbers.no_ranks,
    "knitted": numbers.knitted,
    "seven-pairs": _pairs,
    "concealed": _concealed,
    "within": _within,
}
