"""What stays the same about a discrepancy when its document is edited, and so what an audit finds anew."""

from __future__ import annotations

from collections import Counter

from mjrules.audit.model import Audit, Discrepancy


def identity(found: Discrepancy) -> tuple[object, ...]:
    """The code, the fans and what is said of them.

    Places are left out: a line added above does not make everything below it another discrepancy. Nor does the
    language of the message matter, nor which other sources are quoted beside those at fault.
    """
    says = sorted((said.source, repr(said.value), said.quote or "") for said in found.says if not said.witness)
    return found.code, found.fan, found.fans, tuple(says)


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
