"""Numbers printed before entries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mjrules.audit.model import Discrepancy, Statement
from mjrules.audit.statements import Statements
from mjrules.audit.wording import discrepancy, named
from mjrules.claims import Entry


def numbering(statements: Statements) -> Iterator[Discrepancy]:
    """Numbers that skip or repeat: a sign of entries lost, added or moved. A list may begin again at 1."""
    for source in statements.documents:
        entries = [said.entry for said in statements.entries if said.source == source.id]
        breaks = list(_breaks(entries))
        if breaks:
            yield discrepancy(
                "numbering",
                "note",
                None,
                [
                    Statement(source.id, entry.number, entry.place, f"{entry.number} {entry.printed or ''}".strip())
                    for entry, _ in breaks
                ],
                source=source.id,
                count=len(breaks),
                found=", ".join(
                    f"{entry.number} {named(entry.fan or entry.name)} ({entry.place}) ≠ {expected}"
                    for entry, expected in breaks
                ),
            )


def _breaks(entries: Sequence[Entry]) -> Iterator[tuple[Entry, int]]:
    """Entries whose number is not the next one, with the number that would be.

    Entries without a number count along: their number is lost, not left out. After a break the printed number holds.
    """
    expected, unnumbered = 1, 0
    for entry in entries:
        number = entry.number
        if number is None:
            unnumbered += 1
            expected += 1
            continue
        # A new list may have begun among the entries whose number is lost, or with this one.
        anew = unnumbered + 1
        if number != expected and number > anew:
            yield entry, anew if number - anew < abs(number - expected) else expected
        expected, unnumbered = number + 1, 0
