"""The verdict that a statement is wrong, or would be right under a choice of a ruling."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mjrules.audit.model import Phrase, Verdict, VerdictStatus
from mjrules.audit.verdicts.stances import held


def refuted(
    key: str,
    common: Mapping[str, str | int] | None = None,
    /,
    *,
    witness: str | None = None,
    under: Iterable[str] = (),
    **parts: str | int,
) -> Verdict:
    """``common`` and ``parts``: what the sentence is made of. ``under``: the choices under which the statement is
    right; where an authority holds one, nothing is decided."""
    under = tuple(under)
    told = [Phrase(f"stated.{key}", {**(common or {}), **parts})]
    told += [told_under(under)] if under else []
    ruling = under[0].partition("=")[0] if under else None
    status: VerdictStatus = "undecided" if any(map(held, under)) else "refuted"
    return Verdict(status, tuple(told), witness, ruling, under=under)


def told_under(under: Iterable[str]) -> Phrase:
    """That a statement is right under these choices; where no authority holds any, that is said: it stays refuted."""
    under = tuple(under)
    return Phrase("stated.under" if any(map(held, under)) else "stated.under-unheld", {"under": ", ".join(under)})
