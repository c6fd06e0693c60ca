"""Who stands behind a value. Sources that copied from one another are one line and have one vote."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from mjrules.audit.model import Value, Vote


def count(stated: Iterable[tuple[str, Value]], lines: Mapping[str, int]) -> tuple[Vote, ...]:
    """The votes for each value, from pairs of a source and what it states."""
    values: dict[str, Value] = {}
    sources: dict[str, dict[str, None]] = defaultdict(dict)
    of_line: dict[int, set[str]] = defaultdict(set)
    for source, value in stated:
        values[str(value)] = value
        sources[str(value)][source] = None
        of_line[lines[source]].add(str(value))
    agreed = {line for line, written in of_line.items() if len(written) == 1}
    return tuple(
        Vote(value, tuple(sources[written]), len(agreed & {lines[source] for source in sources[written]}))
        for written, value in values.items()
    )
