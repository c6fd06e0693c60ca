"""A source that contradicts itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mjrules.audit.model import Discrepancy, Statement
from mjrules.audit.statements import EntrySaid, ListSaid, PointsSaid, Said, Statements, label
from mjrules.audit.verdicts import known
from mjrules.audit.wording import discrepancy, word
from mjrules.claims import Place


def contradicts_itself(statements: Statements) -> Iterator[Discrepancy]:
    """One source states one fan twice, differently: in points, in its list, in a copy of the entry; or it says of one
    fan that it is counted and that it is not."""
    for fan, stated in statements.points.items():
        for own in _by_source(stated):
            if len({said.points for said in own}) > 1:
                yield _contradiction(fan, [said.statement() for said in own])
    for fan, lists in statements.lists.items():
        for own_lists in _by_source(lists):
            if len({said.keys for said in own_lists}) > 1:
                yield _contradiction(fan, [said.statement() for said in own_lists])
    for said in statements.entries:
        yield from _counted_and_not(said)
    originals = {(said.source, said.entry.place.line, said.entry.fan): said for said in statements.entries}
    for copy in statements.copies:
        original = originals.get((copy.source, copy.entry.repeats or 0, copy.entry.fan))
        if original and copy.entry.fan:
            yield from _copy_differs(copy.entry.fan, original, copy)


def _counted_and_not(said: EntrySaid) -> Iterator[Discrepancy]:
    """The same fan among those that are not counted and those that are, or may be, within one entry."""
    entry = said.entry
    barred = {item.fan: item for item in entry.excludes if item.fan is not None and item.condition is None}
    for item in (*entry.may_count, *(item for example in entry.also_counts for item in example)):
        other = barred.get(item.fan or "") if item.condition is None else None
        if entry.fan and other and not _more_than_forced(entry.fan, item.fan or ""):
            both = {word("not-counted"): other, word("counted"): item}
            yield discrepancy(
                "contradicts-itself",
                "error",
                entry.fan,
                [Statement(said.source, label(item.fan or ""), each.place, each.printed) for each in both.values()],
                fans=[item.fan or ""],
                source=said.source,
                found="; ".join(f"{key} {each.printed} ({each.place})" for key, each in both.items()),
            )


def _more_than_forced(fan: str, other: str) -> bool:
    """Does a hand have more of the other fan than the first one forces? Then that may be counted, and the rest not."""
    if not (known.is_related(fan) and known.is_related(other)):
        return False
    forced = known.forcing(fan, other)
    return bool(forced and forced.more)


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
