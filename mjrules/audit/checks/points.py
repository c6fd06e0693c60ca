"""Points: one fan, different values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mjrules import names, rulesets
from mjrules.audit import votes
from mjrules.audit.model import Discrepancy, Statement
from mjrules.audit.statements import PointsSaid, Statements
from mjrules.audit.wording import by_value, discrepancy


def points_differ(statements: Statements) -> Iterator[Discrepancy]:
    """Sources give one fan different points. A source at odds with itself only is another matter."""
    for fan, every in statements.points.items():
        stated = _compared(fan, every, statements)
        values = {source: {said.points for said in stated if said.source == source} for source in _sources(stated)}
        if len({frozenset(each) for each in values.values()}) > 1:
            says = _once(stated)
            pairs = [(said.source, said.points) for said in stated]
            yield discrepancy(
                "points-differ",
                "conflict",
                fan,
                says,
                votes=votes.count(pairs, statements.lines, statements.leaders),
                found=by_value(says, statements),
            )


def _compared(fan: str, stated: Sequence[PointsSaid], statements: Statements) -> Sequence[PointsSaid]:
    """The points that can be at odds. A house fan of a program is its own affair; what documents say of one is not."""
    if _is_of_the_game(fan):
        return stated
    documents = {source.id for source in statements.sources if source.kind == "document"}
    return [said for said in stated if said.source in documents]


def _is_of_the_game(fan: str) -> bool:
    """Is it official, or does an edition count it (one melded and one concealed kong)?"""
    return names.fan(fan).official or any(rulesets.load(id).rule(fan) for id in rulesets.available())


def points_differ_from_ruleset(statements: Statements) -> Iterator[Discrepancy]:
    """Sources give a fan other points than the rule set."""
    if statements.ruleset is None:
        return
    for fan, stated in statements.points.items():
        rule = statements.ruleset.rule(fan)
        others = [said for said in stated if rule is not None and said.points != rule.points]
        if rule is not None and others:
            says = _once(others)
            yield discrepancy(
                "points-differ-from-ruleset",
                "conflict",
                fan,
                says,
                ruleset=statements.ruleset.id,
                expected=rule.points,
                found=by_value(says, statements, among=_once(stated)),
            )


def _sources(stated: Sequence[PointsSaid]) -> list[str]:
    return list(dict.fromkeys(said.source for said in stated))


def _once(stated: Sequence[PointsSaid]) -> list[Statement]:
    """One statement a source and value: an entry and a listing that agree are one."""
    first: dict[tuple[str, int], PointsSaid] = {}
    for said in stated:
        first.setdefault((said.source, said.points), said)
    return [said.statement() for said in first.values()]
