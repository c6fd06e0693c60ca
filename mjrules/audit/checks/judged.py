"""Exclusions that all winning hands speak against, and what they say that no list does."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from mjrules import names
from mjrules.audit.checks.exclusions import whole_lists
from mjrules.audit.model import Discrepancy, JudgedExclusion, SharedItem, Statement
from mjrules.audit.statements import Statements, in_order, is_fan, label
from mjrules.audit.verdicts import known, pairs
from mjrules.audit.verdicts.exclusions import with_points
from mjrules.audit.wording import discrepancy, named, where


def exclusion_empty(statements: Statements) -> Iterator[Discrepancy]:
    """A list names a fan that never meets the one whose list it is, and that no tiles can be read as instead: of tiles
    that can be read as either it tells that one counts."""
    for each in statements.exclusions:
        if each.verdict.status == "empty" and not _either_way(each):
            yield _told("exclusion-empty", each)


def _either_way(each: JudgedExclusion) -> bool:
    fans = (each.fan, each.excludes or "")
    return all(map(known.is_related, fans)) and known.read_either_way(*fans) is not None


def exclusion_too_broad(statements: Statements) -> Iterator[Discrepancy]:
    """A list takes a fan as a whole of which only a part follows."""
    for each in statements.exclusions:
        if each.verdict.status == "too-broad":
            yield _told("exclusion-too-broad", each)
        for member in each.members:
            if member.verdict.status == "too-broad":
                yield _told("exclusion-too-broad", each, member.fan)


def _told(code: str, each: JudgedExclusion, member: str | None = None) -> Discrepancy:
    """``member``: the fan of a class word that is meant."""
    verdict = next((one.verdict for one in each.members if one.fan == member), each.verdict)
    item = named(member or each.excludes or each.excludes_name)
    return discrepancy(
        code,
        "note" if code == "exclusion-empty" else "conflict",
        each.fan,
        each.sources,
        fans=[member or each.excludes or ""] if member or each.excludes else [],
        verdict=verdict,
        item=item,
        places=where(each.sources),
    )


def exclusion_implied_missing(statements: Statements) -> Iterator[Discrepancy]:
    """Lists leave out what always follows. Silence is no error, but who reads lists to the letter counts it."""
    for fan, lists in whole_lists(statements).items():
        if not known.is_related(fan):
            continue
        missing: dict[str, list[Statement]] = defaultdict(list)
        for source, whole in lists.items():
            for other in _nearest(fan, whole.keys):
                missing[other].append(whole.statement(source))
        if missing:
            says = {said.source: said for those in missing.values() for said in those}
            yield discrepancy(
                "exclusion-implied-missing",
                "note",
                fan,
                says.values(),
                fans=in_order(missing),
                items=[_missing(fan, other, statements) for other in in_order(missing)],
                missing="; ".join(f"{named(other)} ({where(missing[other])})" for other in in_order(missing)),
            )


def _missing(fan: str, other: str, statements: Statements) -> SharedItem:
    """What is left out, with the verdict that it would have if it were listed."""
    verdict = with_points(pairs.judge(fan, other), other, statements.ruleset)
    return SharedItem(other, label(other), (), verdict=verdict)


def _nearest(fan: str, keys: frozenset[str]) -> list[str]:
    """What the fan forces and its list does not take, itself or with something else that it names or forces."""
    covered = {fan for key in keys for fan in _meant(key) if known.is_related(fan)}
    forced = [other for other in known.forced_by(fan) if other not in covered and _follows_whole(fan, other)]
    return [other for other in forced if not any(known.forces(each, other) for each in {*covered, *forced} - {other})]


def _follows_whole(fan: str, other: str) -> bool:
    """Would a list that names it say no more than what follows?"""
    return pairs.judge(fan, other).status == "implied"


def _meant(key: str) -> tuple[str, ...]:
    """The fans that an item of a list names, a class word all of its own."""
    if is_fan(key):
        return (key,)
    return names.resolve(key)
