"""The checks: each a small generator, each the only place that finds its code.

To add one: write the generator, name it in ``CHECKS``, and say it in ``mjrules/texts/audit.toml`` under its code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from mjrules.audit.checks import (
    damage,
    exclusions,
    independence,
    membership,
    naming,
    numbering,
    order,
    points,
    ranks,
    self_contradiction,
    words,
)
from mjrules.audit.model import Discrepancy
from mjrules.audit.statements import Statements

Check = Callable[[Statements], Iterator[Discrepancy]]

CHECKS: Mapping[str, Check] = {
    "points-differ": points.points_differ,
    "points-differ-from-ruleset": points.points_differ_from_ruleset,
    "contradicts-itself": self_contradiction.contradicts_itself,
    "exclusions-differ": exclusions.exclusions_differ,
    "exclusions-differ-from-ruleset": exclusions.exclusions_differ_from_ruleset,
    "fan-missing": membership.fan_missing,
    "entry-missing": membership.entry_missing,
    "fan-extra": membership.fan_extra,
    "order-differs": order.order_differs,
    "numbering": numbering.numbering,
    "range-impossible": ranks.range_impossible,
    "damaged-text": damage.damaged_text,
    "mended-text": damage.mended_text,
    "misprinted-name": naming.misprinted_name,
    "name-variant": naming.name_variant,
    "name-lost": naming.name_lost,
    "unknown-name": words.unknown_name,
    "class-word": words.class_word,
    "house-name-in-list": words.house_name_in_list,
    "not-independent": independence.not_independent,
}
"""By the code each of them finds, in the order in which they are told."""
