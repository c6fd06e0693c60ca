"""Ranges of ranks in definitions."""

from __future__ import annotations

from collections.abc import Iterator

from mjrules.audit.model import Discrepancy, Phrase, Statement
from mjrules.audit.ranges import bounds, is_possible
from mjrules.audit.statements import EntrySaid, Statements
from mjrules.audit.wording import at, discrepancy, with_places


def range_impossible(statements: Statements) -> Iterator[Discrepancy]:
    """A range outside 1-9, or another one than the rule set's: no such tiles, or not the tiles of this fan."""
    for said in statements.entries:
        fan, ranks = said.entry.fan, said.entry.ranks
        if fan is None or ranks is None or not _is_wrong(fan, ranks, statements):
            continue
        others = [_statement(each, witness=True) for each in statements.entries if _is_right(each, fan, statements)]
        expected = _expected(fan, statements)
        yield discrepancy(
            "range-impossible",
            "error",
            fan,
            [_statement(said), *others],
            place=at(said.source, said.entry.place),
            found=ranks,
            due=(Phrase("range-impossible.due", {"ranks": expected}) if expected else Phrase("range-impossible.any"),),
            others=(Phrase("range-impossible.others", {"found": with_places(others)}),) if others else (),
        )


def _is_wrong(fan: str, ranks: str, statements: Statements) -> bool:
    expected = _expected(fan, statements)
    return not is_possible(ranks) or (expected is not None and bounds(ranks) != bounds(expected))


def _is_right(said: EntrySaid, fan: str, statements: Statements) -> bool:
    entry = said.entry
    return entry.fan == fan and entry.ranks is not None and not _is_wrong(fan, entry.ranks, statements)


def _expected(fan: str, statements: Statements) -> str | None:
    rule = statements.ruleset.rule(fan) if statements.ruleset else None
    return rule.ranks if rule else None


def _statement(said: EntrySaid, *, witness: bool = False) -> Statement:
    return Statement(said.source, said.entry.ranks, said.entry.place, said.entry.ranks, witness)
