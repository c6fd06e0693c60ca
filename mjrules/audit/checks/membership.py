"""Membership: which fans a source has, lacks and adds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from mjrules import names
from mjrules.audit.model import Discrepancy, Part, Statement
from mjrules.audit.statements import Statements, in_order, label
from mjrules.audit.wording import FEW, at, by_value, discrepancy, listed, named, word
from mjrules.claims import Place, Source


def fan_missing(statements: Statements) -> Iterator[Discrepancy]:
    """Official fans of which a source says nothing, neither in an entry nor in a listing."""
    for source in _whole(statements):
        missing = _official() - _entered(source) - set(_listed(source))
        if missing:
            yield _omission("fan-missing", source, missing, {})


def entry_missing(statements: Statements) -> Iterator[Discrepancy]:
    """Official fans that a source with entries only names in a listing."""
    for source in _whole(statements):
        places = _listed(source)
        only_listed = _official() & (places.keys() - _entered(source))
        if only_listed and source.entries:
            yield _omission("entry-missing", source, only_listed, places)


def _whole(statements: Statements) -> Iterator[Source]:
    """The sources that are here as a whole: what another lacks here it may have all the same."""
    return (source for source in statements.sources if not source.partial)


def fan_extra(statements: Statements) -> Iterator[Discrepancy]:
    """Fans outside the official ones: which sources have them, and with how many points."""
    says: dict[str, dict[tuple[str, int | None], Statement]] = defaultdict(dict)
    for source, fan, points, printed, place in _all(statements):
        if fan not in _official():
            quote = printed if points is None else f"{printed} {points}".strip()
            says[fan].setdefault((source, points), Statement(source, points, place, quote or None))
    for fan in in_order(says):
        with_points = {source for source, points in says[fan] if points is not None}
        told = [said for said in says[fan].values() if said.value is not None or said.source not in with_points]
        yield discrepancy(
            "fan-extra",
            "note",
            fan,
            told,
            found=_found(fan, told, statements),
        )


def _found(fan: str, told: Sequence[Statement], statements: Statements) -> Part:
    """Who has the fan, with its points; of many sources how many give it how many points."""
    if len({said.source for said in told}) > FEW:
        valued = [said if said.value is not None else replace(said, value=word("no-points")) for said in told]
        return by_value(valued, statements)
    return ", ".join(f"{said.quote or named(fan)} ({at(said.source, said.place)})" for said in told)


def _omission(code: str, source: Source, fans: set[str], places: dict[str, Place]) -> Discrepancy:
    ordered = in_order(fans)
    return discrepancy(
        code,
        "omission",
        None,
        [Statement(source.id, [label(fan) for fan in ordered], places.get(ordered[0]), None)],
        fans=ordered,
        source=source.id,
        count=len(ordered),
        missing=listed(ordered),
    )


def _all(statements: Statements) -> Iterator[tuple[str, str, int | None, str, Place]]:
    """Every fan stated anywhere, with its points or without."""
    for source in statements.sources:
        for entry in source.entries:
            if entry.fan is not None and entry.repeats is None:
                yield source.id, entry.fan, entry.points, entry.printed or "", entry.place
        for listing in source.listings:
            for item in listing.items:
                if item.fan is not None:
                    yield source.id, item.fan, listing.points, item.printed, item.place


def _official() -> set[str]:
    return {fan.id for fan in names.official()}


def _entered(source: Source) -> set[str]:
    return {entry.fan for entry in source.entries if entry.fan is not None}


def _listed(source: Source) -> dict[str, Place]:
    """The fans of all listings with the first place of each."""
    places: dict[str, Place] = {}
    for listing in source.listings:
        for item in listing.items:
            if item.fan is not None:
                places.setdefault(item.fan, item.place)
    return places
