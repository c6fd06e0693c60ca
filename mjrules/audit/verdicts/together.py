"""Fans that a source says are counted together: is there a hand that has them all?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import permutations
from typing import TYPE_CHECKING

import msgspec

from mjrules import rulesets
from mjrules.audit.model import Phrase, Verdict
from mjrules.audit.statements import in_order
from mjrules.audit.verdicts import known
from mjrules.audit.verdicts.known import Answer
from mjrules.audit.verdicts.refuted import told_under
from mjrules.audit.verdicts.stances import Dispute, dispute, held
from mjrules.audit.wording import named
from mjrules.fans import FANS, VARIANTS
from mjrules.hand import Hand
from mjrules.pattern import All, Pattern
from mjrules.universe import relations

if TYPE_CHECKING:
    from mjrules.score.scorer import Scorer

Often = tuple[tuple[str, int], ...]
"""Fans, and how often each is to hold."""
_TRIED = 100
"""So many hands are scored to find one in which all of them are counted."""
_MOST_FANS = 100
"""More than a hand can have."""


def written(fans: Iterable[tuple[str, int]]) -> str:
    """A question in one writing: ``four_kongs pung_of_terminals_or_honors*2``."""
    return " ".join(fan if times == 1 else f"{fan}*{times}" for fan, times in sorted(fans))


def judge(fans: Often) -> Verdict:
    """The verdict on «beside A are counted B, C…»: shown by a hand in which some rule set counts them all, or refuted
    by there being none, or by one that always holds beside another."""
    answer = known.together(written(fans)) or ask(fans)
    if answer.hand is None:
        return _impossible(answer)
    if answer.counted:
        return Verdict("shown", (Phrase("together.shown", {"ruleset": answer.counted}),), answer.hand)
    told, status = Phrase("together.not-counted", {"fans": _named(fans)}), "undecided"
    if forced := _forced(fans):
        fan, other = map(named, forced)
        told, status = Phrase("together.forced", {"fan": fan, "item": other}), "refuted"
    if about := _held_otherwise(fans):
        said = (told, Phrase("verdict.held", {"held": about.said()}))
        return Verdict("undecided", said, answer.hand, about.ruling)
    return Verdict(status, (told,), answer.hand)  # type: ignore[arg-type]  # one of two statuses


def _impossible(answer: Answer) -> Verdict:
    under = answer.under
    least = dict(read(answer.never))
    told = [Phrase("together.never", {"fans": _named([(fan, least[fan]) for fan in in_order(least)])})]
    if under:
        told.append(told_under(under))
    status = "undecided" if any(map(held, under)) else "refuted"
    ruling = under[0].partition("=")[0] if under else None
    return Verdict(status, tuple(told), None, ruling, under=under)  # type: ignore[arg-type]  # one of two statuses


def _forced(fans: Often) -> tuple[str, str] | None:
    """A fan and one that holds by it and never more often than by it, so that it is not counted besides."""
    for (fan, _), (other, _) in permutations(fans, 2):
        forcing = known.forcing(fan, other)
        if forcing and not forcing.more:
            return fan, other
    return None


def _held_otherwise(fans: Often) -> Dispute | None:
    """The ruling by which an authority counts one of them beside another, whatever the rule sets do."""
    about = (dispute(fan, other) for (fan, _), (other, _) in permutations(fans, 2))
    return next((each for each in about if each and each.some_count()), None)


def _allowing(fans: Often) -> Iterator[str]:
    """The choices that define one of the fans so that a hand has them all."""
    for fan, _ in fans:
        for variant in known.variants(fan):
            if _example(fans, {fan: VARIANTS[variant.name]}):
                yield variant.under


def _smallest(fans: Often) -> Often:
    """As few of them as never hold together."""
    for each in fans:
        rest = tuple(other for other in fans if other != each)
        if len(rest) > 1 and not _example(rest):
            return _smallest(rest)
    return fans


@cache
def ask(fans: Often) -> Answer:
    """What the decision diagrams say, and the scorer of the hands they show, under one rule set after the other."""
    seen: list[Hand] = []
    for ruleset, limit in ((rulesets.DEFAULT, 1), *((id, _TRIED) for id in rulesets.available())):
        if limit > len(seen):
            seen = [*_hands(_alone(fans), limit), *_hands(_all(fans), limit)]
        if counting := next((hand for hand in seen if _counts(hand, fans, ruleset)), None):
            return Answer(str(counting), ruleset)
    if seen:
        return Answer(str(seen[0]))
    return Answer(None, never=written(_smallest(fans)), under=tuple(_allowing(fans)))


def read(question: str) -> Often:
    """The fans of a question."""
    parts = (each.partition("*") for each in question.split())
    return tuple((fan, int(times or 1)) for fan, _, times in parts)


def _hands(condition: Pattern, limit: int) -> list[Hand]:
    from mjrules.universe.questions import engine_of

    return [example.hand for example in engine_of(()).examples(condition, limit)]


def _counts(hand: Hand, fans: Often, ruleset: str) -> bool:
    scorer = _favouring(ruleset, tuple(fan for fan, _ in fans))
    counted = {each.fan: each.count for each in scorer.score(hand).fans}
    return all(counted.get(fan, 0) >= times for fan, times in fans)


@lru_cache(maxsize=8)
def _favouring(ruleset: str, fans: tuple[str, ...]) -> Scorer:
    """A scorer that of equal totals takes the one with most of these fans (where 连六 or 喜相逢 may count)."""
    from mjrules.score.scorer import Scorer

    rules = rulesets.resolve(ruleset)
    points = {fan: each * _MOST_FANS + (fan in fans) for fan, each in rules.points.items()}
    return Scorer(msgspec.structs.replace(rules, points=points))


def _alone(fans: Often) -> Pattern:
    """All of them, and none that would take one of them (小三元 takes 双箭刻)."""
    named = {fan for fan, _ in fans}
    taking = {each for fan in named for each in relations.load().larger(fan)} - named
    return All((_all(fans), *(~FANS[each] for each in sorted(taking))))


def _example(fans: Often, patterns: dict[str, Pattern] | None = None) -> bool:
    from mjrules.universe.questions import engine_of

    return engine_of(()).states(_all(fans, patterns)) > 0


def _all(fans: Often, patterns: dict[str, Pattern] | None = None) -> Pattern:
    from mjrules.universe.relating import repeated

    chosen = FANS | (patterns or {})
    return All(tuple(chosen[fan] if times == 1 else repeated(fan, times, chosen) for fan, times in fans))


def _named(fans: Iterable[tuple[str, int]]) -> str:
    return ", ".join(named(fan) if times == 1 else f"{times} × {named(fan)}" for fan, times in fans)
