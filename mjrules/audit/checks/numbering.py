"""Numbers printed before entries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mjrules.audit.model import Discrepancy, Phrase, Statement
from mjrules.audit.statements import Statements
from mjrules.audit.wording import discrepancy, named
from mjrules.claims import Entry

NEAR = 3
"""A list that begins anew with so few numbers lost is taken for one; a later number that was there before stands there
twice."""


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
                found=tuple(_told(entry, expected) for entry, expected in breaks),
            )


def _told(entry: Entry, expected: int | None) -> Phrase:
    parts: dict[str, str | int] = {
        "number": entry.number or 0,
        "fan": named(entry.fan or entry.name),
        "place": str(entry.place),
        "due": expected or 0,
    }
    return Phrase("numbering.due" if expected else "numbering.again", parts)


def _breaks(entries: Sequence[Entry]) -> Iterator[tuple[Entry, int | None]]:
    """Entries whose number is not the next one, with the number that would be; None where it was printed before.

    Entries without a number count along: their number is lost, not left out. After a break the printed number holds.
    """
    expected, unnumbered = 1, 0
    printed: set[int] = set()
    for entry in entries:
        number = entry.number
        if number is None:
            unnumbered += 1
            expected += 1
            continue
        # A new list may have begun among the entries whose number is lost, or with this one.
        anew = unnumbered + 1
        if number != expected and number > anew:
            nearer = number - anew < abs(number - expected)
            again = nearer and number in printed and number - anew > NEAR
            yield entry, None if again else anew if nearer else expected
        elif number != expected:
            printed = set()
        printed.add(number)
        expected, unnumbered = number + 1, 0
