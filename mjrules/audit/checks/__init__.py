"""The checks: each a small generator, each the only place that finds its code.

To add one: write the generator, name it in ``CHECKS``, and say it in ``mjrules/texts/audit.toml`` under its code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from mjrules.audit.checks import (
    counted,
    damage,
    exclusions,
    independence,
    judged,
    membership,
    naming,
    numbering,
    order,
    points,
    ranks,
    self_contradiction,
    stated,
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
    "exclusion-too-broad": judged.exclusion_too_broad,
    "exclusion-empty": judged.exclusion_empty,
    "exclusion-implied-missing": judged.exclusion_implied_missing,
    "counted-and-excluded": counted.counted_and_excluded,
    "also-counts-impossible": stated.also_counts_impossible,
    "may-count-impossible": stated.may_count_impossible,
    "may-count-pointless": stated.may_count_pointless,
    "definition-wrong": stated.definition_wrong,
    "membership-wrong": stated.membership_wrong,
    "counting-statement-wrong": stated.counting_statement_wrong,
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
