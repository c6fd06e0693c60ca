"""Rule sets: what an edition prints (``load``), and what that means once every ruling is chosen (``resolve``)."""

from __future__ import annotations

from mjrules.rulesets.editions import CLASS, PRINTED, Rule, RuleSet, available, load, parse
from mjrules.rulesets.resolve import DEFAULT, Exclusion, Rules, resolve

__all__ = [
    "CLASS",
    "DEFAULT",
    "PRINTED",
    "Exclusion",
    "Rule",
    "RuleSet",
    "Rules",
    "available",
    "load",
    "parse",
    "resolve",
]
