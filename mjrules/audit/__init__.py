"""What is wrong in the documents: one small check per discrepancy code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from mjrules.audit.checks import CHECKS
from mjrules.audit.codes import codes, explain
from mjrules.audit.impact import weighed
from mjrules.audit.lineage import independent_lines
from mjrules.audit.model import LEVELS, Audit, AuditedSource, Discrepancy
from mjrules.audit.statements import Statements, gather, official_number
from mjrules.audit.verdicts import by_item, judged_exclusions, prices, with_verdicts
from mjrules.audit.verdicts.examples import judged_examples
from mjrules.audit.wording import restate
from mjrules.claims import Source
from mjrules.rulesets import RuleSet

__all__ = ["audit", "codes", "explain", "restate"]


def audit(
    sources: Sequence[Source],
    ruleset: RuleSet | None,
    titles: Mapping[str, str] = {},
    lang: str = "en",
    line_titles: Mapping[str, str] = {},
) -> Audit:
    """Compare the sources with each other, with themselves and with the rule set, and say what is wrong.

    ``titles`` names sources for people, by id; a source without one bears its own title, or its id. ``line_titles``
    names lines of sources, by the id that ``Source.lineage`` has.
    """
    statements = gather(sources, ruleset)
    statements = msgspec.structs.replace(statements, lines=independent_lines(statements))
    exclusions = judged_exclusions(statements)
    examples = judged_examples(statements)
    statements = msgspec.structs.replace(statements, exclusions=exclusions, examples=examples)
    verdicts = by_item(exclusions)
    told = (prices.judged(with_verdicts(each, verdicts)) for check in CHECKS.values() for each in check(statements))
    found = [restate(each, lang) for each in told]
    return Audit(
        sources=tuple(_audited(source, statements, titles, line_titles) for source in sources),
        ruleset=ruleset.id if ruleset else None,
        discrepancies=tuple(sorted(weighed(found, ruleset), key=lambda each: _rank(each, statements))),
        exclusions=exclusions,
        examples=examples,
    )


def _rank(found: Discrepancy, statements: Statements) -> tuple[int, int, int, str, int]:
    ids = [source.id for source in statements.sources]
    return (
        LEVELS.index(found.level),
        list(CHECKS).index(found.code),
        official_number(found.fan or ""),
        found.fan or "",
        ids.index(found.says[0].source) if found.says else len(ids),
    )


def _audited(
    source: Source, statements: Statements, titles: Mapping[str, str], line_titles: Mapping[str, str]
) -> AuditedSource:
    entries = [said.entry for said in statements.entries if said.source == source.id]
    return AuditedSource(
        id=source.id,
        title=titles.get(source.id) or source.title or source.id,
        path=source.path,
        format=source.format,
        entries=len(entries),
        official=len({entry.fan for entry in entries if entry.official}),
        listings=len(source.listings),
        line=statements.lines[source.id],
        kind=source.kind,
        partial=source.partial,
        second_hand=source.second_hand,
        line_title=line_titles.get(source.lineage, ""),
        messages=source.messages,
    )
