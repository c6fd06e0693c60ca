"""A source that contradicts itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mjrules.audit.model import Discrepancy, Statement
from mjrules.audit.statements import EntrySaid, ListSaid, PointsSaid, Said, Statements
from mjrules.audit.wording import discrepancy
from mjrules.claims import Place


def contradicts_itself(statements: Statements) -> Iterator[Discrepancy]:
    """One source states one fan twice, differently: in points, in its list, or in a copy of the entry."""
    for fan, stated in statements.points.items():
        for own in _by_source(stated):
            if len({said.points for said in own}) > 1:
                yield _contradiction(fan, [said.statement() for said in own])
    for fan, lists in statements.lists.items():
        for own_lists in _by_source(lists):
            if len({said.keys for said in own_lists}) > 1:
                yield _contradiction(fan, [said.statement() for said in own_lists])
    originals = {(said.source, said.entry.place.line, said.entry.fan): said for said in statements.entries}
    for copy in statements.copies:
        original = originals.get((copy.source, copy.entry.repeats or 0, copy.entry.fan))
        if original and copy.entry.fan:
            yield from _copy_differs(copy.entry.fan, original, copy)


def _copy_differs(fan: str, original: EntrySaid, copy: EntrySaid) -> Iterator[Discrepancy]:
    """What both the entry and its copy state, and not alike. A copy may lose something: silence is no statement."""
    both = (original, copy)
    points = [_points(fan, said, said.entry.points) for said in both if said.entry.points is not None]
    if len({said.points for said in points}) > 1:
        yield _contradiction(fan, [said.statement() for said in points])
    lists = [ListSaid(each.source, fan, each.entry.excludes, each.entry.place) for each in both if each.entry.excludes]
    # The end of a copy that breaks off may lack the last items.
    if len({said.keys for said in lists}) > 1 and not copy.entry.cut_off:
        yield _contradiction(fan, [said.statement() for said in lists])


def _points(fan: str, said: EntrySaid, points: int) -> PointsSaid:
    return PointsSaid(said.source, fan, points, said.entry.printed or "", said.entry.place)


def _contradiction(fan: str, says: Sequence[Statement]) -> Discrepancy:
    return discrepancy(
        "contradicts-itself",
        "error",
        fan,
        says,
        source=says[0].source,
        found="; ".join(f"{said.quote} ({_line(said.place)})" for said in says),
    )


def _line(place: Place | None) -> str:
    return str(place or "")


def _by_source(stated: Sequence[Said]) -> Iterator[list[Said]]:
    for source in dict.fromkeys(said.source for said in stated):
        yield [said for said in stated if said.source == source]
