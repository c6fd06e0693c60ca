"""Fans that a source says are counted together: is there a hand that has them all?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from mjrules.audit.model import Phrase, Verdict
from mjrules.audit.verdicts import known
from mjrules.audit.verdicts.known import Answer
from mjrules.audit.verdicts.stances import held
from mjrules.audit.wording import named
from mjrules.fans import FANS, VARIANTS
from mjrules.hand import Hand
from mjrules.pattern import All, Pattern
from mjrules.universe import relations

Often = tuple[tuple[str, int], ...]
"""Fans, and how often each is to hold."""
_TRIED = 8
"""So many hands are scored to find one in which all of them are counted."""


def written(fans: Iterable[tuple[str, int]]) -> str:
    """A question in one writing: ``four_kongs pung_of_terminals_or_honors*2``."""
    return " ".join(fan if times == 1 else f"{fan}*{times}" for fan, times in sorted(fans))


def judge(fan: str, others: Often) -> Verdict:
    """The verdict on «beside A are counted B, C…»: shown by a hand, or refuted by there being none."""
    fans = ((fan, 1), *others)
    answer = known.together(written(fans)) or ask(fans)
    if answer.hand is None:
        return _impossible(fans)
    if answer.counted:
        return Verdict("convention", (Phrase("together.shown"),), answer.hand)
    return Verdict("undecided", (Phrase("together.not-counted", {"fans": _named(fans)}),), answer.hand)


def _impossible(fans: Often) -> Verdict:
    under = tuple(_allowing(fans))
    least = _smallest(fans)
    told = [Phrase("together.never", {"fans": _named(least)})]
    if under:
        told.append(Phrase("stated.under", {"under": ", ".join(under)}))
    status = "undecided" if any(map(held, under)) else "refuted"
    ruling = under[0].partition("=")[0] if under else None
    return Verdict(status, tuple(told), None, ruling, under=under)  # type: ignore[arg-type]  # one of two statuses


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
    """What the decision diagrams say, and the scorer of the hands they show."""
    first = None
    for condition in (_alone(fans), _all(fans)):
        for hand in _hands(condition):
            first = first or str(hand)
            if _counts(hand, fans):
                return Answer(str(hand), counted=True)
    return Answer(first)


def read(question: str) -> Often:
    """The fans of a question."""
    parts = (each.partition("*") for each in question.split())
    return tuple((fan, int(times or 1)) for fan, _, times in parts)


def _hands(condition: Pattern) -> list[Hand]:
    from mjrules.universe.questions import engine_of

    return [example.hand for example in engine_of(()).examples(condition, _TRIED)]


def _counts(hand: Hand, fans: Often) -> bool:
    from mjrules.score.scorer import scorer

    counted = {each.fan: each.count for each in scorer().score(hand).fans}
    return all(counted.get(fan, 0) >= times for fan, times in fans)


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


def _named(fans: Often) -> str:
    return ", ".join(named(fan) if times == 1 else f"{times} × {named(fan)}" for fan, times in fans)
