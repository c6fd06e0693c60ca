"""Verdicts on points: where a ruling settles them, who holds which; and a text that contradicts itself."""

from __future__ import annotations

from msgspec.structs import replace

from mjrules import rulings
from mjrules.audit.model import Discrepancy, Phrase, Verdict
from mjrules.audit.verdicts.stances import LITERAL
from mjrules.audit.wording import named

DISPUTED = frozenset({"points-differ", "points-differ-from-ruleset"})
AGAINST_ITSELF = "contradicts-itself"


def judged(found: Discrepancy) -> Discrepancy:
    """A discrepancy about points with its verdict; any other as it is."""
    if found.fan is None or found.verdict is not None:
        return found
    if found.code in DISPUTED and (verdict := _disputed(found.fan)) is not None:
        return replace(found, verdict=verdict)
    if found.code == AGAINST_ITSELF and _is_about_points(found):
        return replace(found, verdict=Verdict("refuted", (Phrase("verdict.two-prices", {"fan": named(found.fan)}),)))
    return found


def _disputed(fan: str) -> Verdict | None:
    """The ruling that settles the points of a fan, with who holds which."""
    for ruling in rulings.all():
        choices = [each for each in ruling.choices.values() if fan in each.points]
        if choices:
            held = (f"{each.points[fan]} ({', '.join(who for who in each.by if who != LITERAL)})" for each in choices)
            return Verdict("undecided", (Phrase("verdict.held", {"held": "; ".join(held)}),), ruling=ruling.id)
    return None


def _is_about_points(found: Discrepancy) -> bool:
    """Do the statements give one fan two prices?"""
    return len({said.value for said in found.says if isinstance(said.value, int)}) > 1
