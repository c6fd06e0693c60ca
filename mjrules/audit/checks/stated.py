"""What definitions and examples state, against the game."""

from __future__ import annotations

from collections.abc import Iterator

from mjrules.audit.model import Discrepancy, JudgedExample, Statement, Verdict
from mjrules.audit.statements import EntrySaid, Statements, label
from mjrules.audit.verdicts import definitions
from mjrules.audit.wording import at, discrepancy, listed, named
from mjrules.claims import Stated

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
    for each in statements.examples:
        if not each.may and each.verdict.status != "shown":
            yield _of_example("also-counts-impossible", each)


def may_count_impossible(statements: Statements) -> Iterator[Discrepancy]:
    """A fan that may be counted beside one that it never meets."""
    for each in statements.examples:
        if each.may and each.verdict.witness is None and each.verdict.status != "implied":
            yield _of_example("may-count-impossible", each)


def may_count_pointless(statements: Statements) -> Iterator[Discrepancy]:
    """A fan that may be counted though every hand has it, so that non-repetition takes it."""
    for each in statements.examples:
        if each.may and each.verdict.status == "implied":
            yield _of_example("may-count-pointless", each)


def _of_example(code: str, each: JudgedExample) -> Discrepancy:
    verdict, ids = each.verdict, dict.fromkeys(each.counted)
    return discrepancy(
        code,
        "error" if verdict.status == "refuted" else "conflict" if verdict.ruling else "note",
        each.fan,
        [Statement(each.source, [label(fan) for fan in ids], each.place, each.quote)],
        fans=[*ids],
        verdict=verdict,
        place=at(each.source, each.place),
        listed=listed(ids),
        why=verdict.proof,
    )
