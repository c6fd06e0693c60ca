"""What definitions and examples state, against the game."""

from __future__ import annotations

from collections.abc import Iterator

from mjrules.audit.model import Discrepancy, Statement, Verdict
from mjrules.audit.statements import EntrySaid, Statements, label
from mjrules.audit.verdicts import definitions, known, together
from mjrules.audit.verdicts.exclusions import times_of
from mjrules.audit.wording import at, discrepancy, named
from mjrules.claims import Item, Stated

_COUNTING = frozenset({"kinds", "sequences", "fans", "tiers"})
_MEMBERSHIP = frozenset({"within", "seven-pairs"})


def definition_wrong(statements: Statements) -> Iterator[Discrepancy]:
    """Examples, tiles and conditions of a definition that do not make the fan."""
    for said, stated, verdict in _wrong(statements):
        if stated.kind not in _COUNTING | _MEMBERSHIP:
            yield _told("definition-wrong", said, stated, verdict)


def counting_statement_wrong(statements: Statements) -> Iterator[Discrepancy]:
    """Numbers of tiles, sequences, fans and tiers that counting does not confirm."""
    for said, stated, verdict in _wrong(statements):
        if stated.kind in _COUNTING:
            yield _told("counting-statement-wrong", said, stated, verdict)
    for source in statements.sources:
        for stated in source.stated:
            if (wrong := definitions.judge_all(stated)) is not None:
                says = [Statement(source.id, stated.value, stated.place, stated.value)]
                place = at(source.id, stated.place)
                yield discrepancy(
                    "counting-statement-wrong",
                    "error",
                    None,
                    says,
                    verdict=wrong,
                    place=place,
                    about=source.id,
                    why=wrong.proof,
                )


def membership_wrong(statements: Statements) -> Iterator[Discrepancy]:
    """A fan that is said to be a case of another one, or to go with seven pairs, and is not."""
    for said, stated, verdict in _wrong(statements):
        if stated.kind in _MEMBERSHIP:
            yield _told("membership-wrong", said, stated, verdict)


def _wrong(statements: Statements) -> Iterator[tuple[EntrySaid, Stated, Verdict]]:
    for said in statements.entries:
        if said.entry.fan is not None:
            for stated in said.entry.stated:
                if (verdict := definitions.judge(said.entry.fan, stated)) is not None:
                    yield said, stated, verdict


def _told(code: str, said: EntrySaid, stated: Stated, verdict: Verdict) -> Discrepancy:
    is_fan = stated.kind == "within"
    says = Statement(said.source, label(stated.value), stated.place, None if is_fan else stated.value)
    return discrepancy(
        code,
        "error" if verdict.status == "refuted" else "conflict",
        said.entry.fan,
        [says],
        verdict=verdict,
        place=at(said.source, stated.place),
        about=named(said.entry.fan or ""),
        value=named(stated.value) if is_fan else stated.value,
        why=verdict.proof,
    )


# lists of what is counted besides


def also_counts_impossible(statements: Statements) -> Iterator[Discrepancy]:
    """Lists of fans that an example is said to count, and that no hand has together."""
    for said in statements.entries:
        for items in said.entry.also_counts:
            if said.entry.fan is not None and (verdict := _of_example(said.entry.fan, items)) is not None:
                yield _of_items("also-counts-impossible", said, items, verdict)


def _of_example(fan: str, items: tuple[Item, ...]) -> Verdict | None:
    """The verdict on an example, where it is that something is wrong; an example with a word that is no fan is left."""
    fans = tuple((item.fan, times_of(item.condition) or 1) for item in items if item.fan is not None)
    if len(fans) < len(items) or not all(known.is_related(each) for each in (fan, *(other for other, _ in fans))):
        return None
    verdict = together.judge(fan, fans)
    return None if verdict.status == "convention" else verdict


def may_count_impossible(statements: Statements) -> Iterator[Discrepancy]:
    """A fan that may be counted beside one that it never meets."""
    yield from _may_count(statements, "may-count-impossible")


def may_count_pointless(statements: Statements) -> Iterator[Discrepancy]:
    """A fan that may be counted though every hand has it, so that non-repetition takes it."""
    yield from _may_count(statements, "may-count-pointless")


def _may_count(statements: Statements, code: str) -> Iterator[Discrepancy]:
    for said in statements.entries:
        for item in said.entry.may_count:
            fan, other = said.entry.fan, item.fan
            if fan and other and fan != other and known.is_related(fan) and known.is_related(other):
                never = known.relation(fan, other).kind == "never"
                if never if code == "may-count-impossible" else known.forces(fan, other):
                    verdict = together.judge(fan, ((other, 1),)) if never else None
                    yield _of_items(code, said, (item,), verdict)


def _of_items(code: str, said: EntrySaid, items: tuple[Item, ...], verdict: Verdict | None) -> Discrepancy:
    place = items[0].place
    words = [item.name for item in items]
    return discrepancy(
        code,
        "error" if verdict and verdict.status == "refuted" else "conflict" if verdict and verdict.ruling else "note",
        said.entry.fan,
        [Statement(said.source, words, place, "、".join(item.printed for item in items))],
        fans=[item.fan for item in items if item.fan],
        verdict=verdict,
        place=at(said.source, place),
        listed=", ".join(named(item.fan or item.name) for item in items),
        why=verdict.proof if verdict else "",
    )
