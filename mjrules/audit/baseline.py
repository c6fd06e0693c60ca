"""What stays the same about a discrepancy when its document is edited, and so what an audit finds anew.

A baseline is an earlier audit, or a list of discrepancies that somebody has accepted, each with a reason and perhaps a
day after which it counts again.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable
from datetime import date

import msgspec

from mjrules.audit.model import AcceptedDiscrepancy, Audit, Discrepancy


class Accepted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One discrepancy that somebody has accepted."""

    code: str
    id: str
    """Its fingerprint."""
    fan: str | None = None
    says: str = ""
    """The message, for whoever reads the file."""
    reason: str = ""
    """Why it is accepted. Without a reason, its own or the list's, it is not."""
    until: date | None = None
    """The last day on which it is accepted."""


class Baseline(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The accepted discrepancies of a document. ``reason`` and ``until`` stand for those that have none themselves."""

    accepted: tuple[Accepted, ...]
    reason: str = ""
    until: date | None = None

    def reason_of(self, each: Accepted) -> str:
        return (each.reason or self.reason).strip()

    def until_of(self, each: Accepted) -> date | None:
        return each.until or self.until


class Compared(msgspec.Struct, frozen=True):
    """An audit beside a baseline."""

    new: tuple[Discrepancy, ...]
    """What is not accepted, for whichever cause."""
    accepted: tuple[Accepted, ...]
    expired: tuple[Accepted, ...]
    """Accepted once; the day has passed."""
    unreasoned: tuple[Accepted, ...]
    gone: tuple[Accepted, ...]
    """No longer found: the entry can be taken out."""
    settled: tuple[AcceptedDiscrepancy, ...] = ()
    """The discrepancies that ``accepted`` are about."""
    lapsed: tuple[AcceptedDiscrepancy, ...] = ()
    """Those that ``expired`` are about; they are new as well."""


def identity(found: Discrepancy) -> tuple[object, ...]:
    """The code, the fans and what is said of them.

    Places are left out: a line added above does not make everything below it another discrepancy. Nor does the
    language of the message matter, nor which other sources are quoted beside those at fault.
    """
    says = sorted((said.source, repr(said.value), said.quote or "") for said in found.says if not said.witness)
    return found.code, found.fan, found.fans, tuple(says)


def fingerprint(found: Discrepancy) -> str:
    """The identity in 32 signs, for files."""
    return hashlib.sha256(repr(identity(found)).encode()).hexdigest()[:32]


def new_discrepancies(audit: Audit, earlier: Audit) -> tuple[Discrepancy, ...]:
    """The discrepancies of ``audit`` that ``earlier`` does not have; what stood once and stands twice is new once."""
    known = Counter(map(identity, earlier.discrepancies))
    new = []
    for found in audit.discrepancies:
        if known[identity(found)]:
            known[identity(found)] -= 1
        else:
            new.append(found)
    return tuple(new)


def known_from(audit: Audit, earlier: Audit) -> Audit:
    """The audit with what ``earlier`` does not have; the rest is accepted, without a reason."""
    new = new_discrepancies(audit, earlier)
    told = {id(each) for each in new}
    known = tuple(AcceptedDiscrepancy(each, "") for each in audit.discrepancies if id(each) not in told)
    return msgspec.structs.replace(audit, discrepancies=new, accepted=known)


def compare(audit: Audit, baseline: Baseline, today: date) -> Compared:
    """Which discrepancies are accepted today. One entry accepts one discrepancy: a second of the same kind is new."""
    waiting: dict[str, list[Accepted]] = {}
    for each in baseline.accepted:
        waiting.setdefault(each.id, []).append(each)
    new: list[Discrepancy] = []
    met: dict[str, list[Accepted]] = {"accepted": [], "expired": [], "unreasoned": []}
    about: dict[str, list[AcceptedDiscrepancy]] = {"accepted": [], "expired": [], "unreasoned": []}
    for found in audit.discrepancies:
        entries = waiting.get(fingerprint(found))
        entry = entries.pop(0) if entries else None
        state = _state(entry, baseline, today) if entry else "new"
        if entry:
            met[state].append(entry)
            about[state].append(AcceptedDiscrepancy(found, baseline.reason_of(entry), baseline.until_of(entry)))
        if state != "accepted":
            new.append(found)
    gone = tuple(each for entries in waiting.values() for each in entries)
    accepted, expired, unreasoned = (tuple(met[state]) for state in ("accepted", "expired", "unreasoned"))
    settled, lapsed = (tuple(about[state]) for state in ("accepted", "expired"))
    return Compared(tuple(new), accepted, expired, unreasoned, gone, settled, lapsed)


def _state(entry: Accepted, baseline: Baseline, today: date) -> str:
    until = baseline.until_of(entry)
    if not baseline.reason_of(entry):
        return "unreasoned"
    return "expired" if until and until < today else "accepted"


def accept(found: Iterable[Discrepancy], known: Baseline | None) -> Baseline:
    """A baseline of these discrepancies. What was accepted before keeps its reason and its day; the others wait for
    a reason."""
    waiting: dict[str, list[Accepted]] = {}
    for each in known.accepted if known else ():
        waiting.setdefault(each.id, []).append(each)
    accepted = []
    for one in found:
        id = fingerprint(one)
        before = waiting[id].pop(0) if waiting.get(id) else Accepted(one.code, id)
        accepted.append(msgspec.structs.replace(before, code=one.code, fan=one.fan, says=one.message))
    return Baseline(tuple(accepted), known.reason if known else "", known.until if known else None)
