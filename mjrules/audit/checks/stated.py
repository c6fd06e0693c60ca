"""What definitions and examples state, against the game."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from mjrules.audit.model import Discrepancy, JudgedExample, Phrase, Statement, Verdict
from mjrules.audit.statements import EntrySaid, Statements, label
from mjrules.audit.verdicts import definitions
from mjrules.audit.wording import at, discrepancy, listed, named
from mjrules.claims import Stated

_COUNTING = frozenset({"kinds", "sequences", "fans", "tiers", "tier", "tier-list"})
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
                says = [Statement(source.id, stated.value, stated.place, _printed(stated))]
                place = at(source.id, stated.place)
                yield discrepancy(
                    "counting-statement-wrong",
                    "error" if wrong.status == "refuted" else "conflict",
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
            found = [(stated, definitions.judge(said.entry.fan, stated)) for stated in said.entry.stated]
            wrong = [(stated, verdict) for stated, verdict in found if verdict is not None]
            for stated, verdict in wrong:
                if stated.kind != "described" or (len(wrong) == 1 and _is_exchanged(said, stated, statements)):
                    yield said, stated, verdict


def _is_exchanged(said: EntrySaid, stated: Stated, statements: Statements) -> bool:
    """Has the fan that a definition describes another's definition in the same source, too? Words alone may sound like
    those of a fan that is not meant; texts that stand under each other's names, or one row off, are no chance."""
    others = (each.entry for each in statements.entries if each.source == said.source)
    return any(other.fan == stated.value and any(each.kind == "described" for each in other.stated) for other in others)


def _told(code: str, said: EntrySaid, stated: Stated, verdict: Verdict) -> Discrepancy:
    value = named({"within": stated.value, "seven-pairs": "seven_pairs"}.get(stated.kind, "")) or stated.value
    return discrepancy(
        code,
        "error" if verdict.status == "refuted" else "conflict",
        said.entry.fan,
        [Statement(said.source, label(stated.value), stated.place, _printed(stated))],
        verdict=_with_repair(verdict, stated),
        place=at(said.source, stated.place),
        about=named(said.entry.fan or ""),
        value=value,
        why=_with_repair(verdict, stated).proof,
    )


def _printed(stated: Stated) -> str | None:
    """The words as printed; a sheet of facts has none but the value."""
    return stated.printed or stated.value


def _with_repair(verdict: Verdict, stated: Stated) -> Verdict:
    """Where the words were mended in reading, the verdict rests on that."""
    if not stated.read_as or not isinstance(verdict.proof, tuple):
        return verdict
    repair = Phrase("stated.mended", {"printed": stated.printed, "read_as": stated.read_as})
    return replace(verdict, mended=True, proof=(*verdict.proof, repair))


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
