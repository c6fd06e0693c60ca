"""Damage in the text that was mended while reading."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from mjrules import names
from mjrules.audit.model import Discrepancy, Statement
from mjrules.audit.ranges import is_possible
from mjrules.audit.statements import Statements, in_order
from mjrules.audit.wording import discrepancy, listed, where, word
from mjrules.claims import Repair, Source


def damaged_text(statements: Statements) -> Iterator[Discrepancy]:
    """Damage on which a rule hangs: what was printed and what it was read as."""
    for source in statements.sources:
        for repairs in _alike(source):
            first = repairs[0]
            fans = in_order({repair.fan for repair in repairs if repair.fan is not None})
            says = [Statement(source.id, repair.read_as, repair.place, repair.printed) for repair in repairs]
            yield discrepancy(
                "damaged-text",
                "error",
                fans[0] if len(fans) == 1 else None,
                says,
                fans=fans,
                place=where(says),
                printed=first.printed,
                read_as=first.read_as,
                kind=word(first.kind),
                within=listed(fans),
            )


def _alike(source: Source) -> Iterable[list[Repair]]:
    """Repairs that change meaning; one name damaged alike in several entries is one matter, anything else is not."""
    ranges = {(entry.fan, entry.ranks) for entry in source.entries if entry.ranks and not is_possible(entry.ranks)}
    alike: dict[tuple[str | None, str, str, str], list[Repair]] = defaultdict(list)
    for repair in source.repairs:
        # A range that cannot be is told by its own code.
        if repair.changes_meaning and (repair.fan, repair.printed) not in ranges:
            fan = None if names.resolve(repair.read_as) else repair.fan
            alike[fan, repair.printed, repair.read_as, repair.kind].append(repair)
    return alike.values()


def mended_text(statements: Statements) -> Iterator[Discrepancy]:
    """How much harmless damage was mended; one discrepancy a source."""
    for source in statements.sources:
        kinds: dict[str, list[Repair]] = defaultdict(list)
        for repair in source.repairs:
            if not repair.changes_meaning:
                kinds[repair.kind].append(repair)
        if kinds:
            says = [Statement(source.id, len(same), same[0].place, same[0].printed) for same in kinds.values()]
            yield discrepancy(
                "mended-text",
                "note",
                None,
                says,
                source=source.id,
                kinds=", ".join(f"{word(kind)} {len(kinds[kind])}" for kind in kinds),
            )
