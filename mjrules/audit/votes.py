"""Who stands behind a value. Sources that copied from one another are one line and have one vote."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import TypeVar

from mjrules.audit.model import Value, Vote

Held = TypeVar("Held")


def count(
    stated: Iterable[tuple[str, Value]], lines: Mapping[str, int], leaders: Collection[str] = ()
) -> tuple[Vote, ...]:
    """The votes for each value, from pairs of a source and what it states.

    A line stands behind what its leader states, and where that is not here behind what all its sources agree on.
    """
    values: dict[str, Value] = {}
    sources: dict[str, dict[str, None]] = defaultdict(dict)
    for source, value in stated:
        values[str(value)] = value
        sources[str(value)][source] = None
    held = held_by_line([(source, written) for written, those in sources.items() for source in those], lines, leaders)
    agreed = [next(iter(each)) for each in held.values() if len(each) == 1]
    return tuple(Vote(value, tuple(sources[written]), agreed.count(written)) for written, value in values.items())


def held_by_line(
    stated: Iterable[tuple[str, Held]], lines: Mapping[str, int], leaders: Collection[str] = ()
) -> dict[int, set[Held]]:
    """What each line holds: what its leader states, else all that its sources state; of several values it is torn."""
    held: dict[int, set[Held]] = defaultdict(set)
    led: dict[int, set[Held]] = defaultdict(set)
    for source, value in stated:
        held[lines[source]].add(value)
        if source in leaders:
            led[lines[source]].add(value)
    return {line: led.get(line) or values for line, values in held.items()}
