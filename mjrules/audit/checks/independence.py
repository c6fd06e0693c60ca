"""Sources that are not independent."""

from __future__ import annotations

from collections.abc import Iterator

from mjrules.audit.lineage import Kinship, SharedSlip, kinships
from mjrules.audit.model import Discrepancy, Phrase, Statement
from mjrules.audit.statements import Statements
from mjrules.audit.wording import discrepancy, named, word


def not_independent(statements: Statements) -> Iterator[Discrepancy]:
    """Sources that share errors others do not have, that are equal throughout, or that are known to go back to one
    text: one line, one vote."""
    for kinship in kinships(statements):
        says = [said for shared in kinship.shared for said in shared.statements()]
        told = {said.source for said in says}
        yield discrepancy(
            "not-independent",
            "note",
            None,
            [*says, *(Statement(source, None, None, None) for source in kinship.sources if source not in told)],
            fans=list(dict.fromkeys(shared.slip.fan for shared in kinship.shared)),
            sources=", ".join(kinship.sources),
            evidence=tuple(_evidence(kinship)),
        )


def _evidence(kinship: Kinship) -> Iterator[Phrase]:
    for known in kinship.known:
        if known.sources == kinship.sources:
            yield Phrase("not-independent.all-known", {"line": known.lineage})
        else:
            yield Phrase("not-independent.known", {"sources": ", ".join(known.sources), "line": known.lineage})
    for equal in kinship.equal:
        yield Phrase("not-independent.equal", {"sources": ", ".join(equal)})
    if kinship.shared:
        shared = "; ".join(map(_told, kinship.shared))
        yield Phrase("not-independent.shared", {"count": len(kinship.shared), "shared": shared})


def _told(shared: SharedSlip) -> str:
    slip = shared.slip
    places = ", ".join(f"{source}:{place}" for source, place in shared.places.items())
    return f"{named(slip.fan)} «{slip.printed}» [{word(slip.kind)}] ({places})"
