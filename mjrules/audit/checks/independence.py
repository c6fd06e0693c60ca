"""Sources that are not independent."""

from __future__ import annotations

from collections.abc import Iterator

from mjrules.audit.lineage import SharedSlip, kinships
from mjrules.audit.model import Discrepancy
from mjrules.audit.statements import Statements, label
from mjrules.audit.wording import discrepancy


def not_independent(statements: Statements) -> Iterator[Discrepancy]:
    """Sources that share errors others do not have: one line, one vote."""
    for kinship in kinships(statements):
        says = [said for shared in kinship.shared for said in shared.statements()]
        yield discrepancy(
            "not-independent",
            "note",
            None,
            says,
            fans=list(dict.fromkeys(shared.slip.fan for shared in kinship.shared)),
            sources=", ".join(kinship.sources),
            count=len(kinship.shared),
            shared="; ".join(_told(shared) for shared in kinship.shared),
        )


def _told(shared: SharedSlip) -> str:
    slip = shared.slip
    places = ", ".join(f"{source}:{place}" for source, place in shared.places.items())
    return f"{label(slip.fan)} «{slip.printed}» [{slip.kind}] ({places})"
