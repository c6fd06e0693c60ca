"""Patterns cut down to what can be true in one form: no pungs in seven pairs, one suit of nothing in none."""

from __future__ import annotations

from functools import cache

from mjrules import pattern as p
from mjrules.pattern import Form
from mjrules.universe.arrays.kinds import COLUMNS

ALWAYS: p.Pattern = p.All(())
NEVER: p.Pattern = p.AtLeast(1, ())


@cache
def folded(pattern: p.Pattern, form: Form) -> p.Pattern:
    """A pattern that is true of the same hands of this form; ALWAYS or NEVER where the form alone tells."""
    match pattern:
        case p.Not(part):
            return _negated(folded(part, form))
        case p.All(parts):
            return _all([folded(part, form) for part in parts])
        case p.AtLeast(n, parts):
            return _at_least(n, [folded(part, form) for part in parts])
        case p.Often(part, least):
            return NEVER if folded(part, form) == NEVER else pattern
        case p.FormIs(wanted):
            return ALWAYS if wanted == form else NEVER
        case p.NothingElse():
            return NEVER
        case p.Count(of, least):
            columns = COLUMNS[form]
            if sum(column <= of.members for column in columns) >= least:
                return ALWAYS
            return pattern if sum(not column.isdisjoint(of.members) for column in columns) >= least else NEVER
        case p.Each(of):
            return folded(p.Count(of, 1), form) if folded(p.Count(of, 1), form) in (ALWAYS, NEVER) else pattern
        case p.Match(of, ranks):
            return pattern if folded(p.Count(of, len(ranks[0])), form) != NEVER else NEVER
        case p.FourOf():
            return pattern if form in ("standard", "knitted", "seven_pairs") else NEVER
        case p.Completes(of):
            return pattern if folded(p.Count(of, 1), form) != NEVER else NEVER
        case _:
            return pattern


def _negated(part: p.Pattern) -> p.Pattern:
    if part in (ALWAYS, NEVER):
        return NEVER if part == ALWAYS else ALWAYS
    return ~part


def _all(parts: list[p.Pattern]) -> p.Pattern:
    left = [part for part in parts if part != ALWAYS]
    if NEVER in left:
        return NEVER
    return left[0] if len(left) == 1 else p.All(tuple(left))


def _at_least(n: int, parts: list[p.Pattern]) -> p.Pattern:
    n -= parts.count(ALWAYS)
    left = [part for part in parts if part not in (ALWAYS, NEVER)]
    if n <= 0 or n > len(left):
        return ALWAYS if n <= 0 else NEVER
    if n == len(left):
        return _all(left)
    return p.AtLeast(n, tuple(left))
