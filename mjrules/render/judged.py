"""Verdicts and impacts in words, the same for every report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple, get_args

from mjrules import names, texts
from mjrules.audit.model import Discrepancy, Impact, SharedItem, Verdict, VerdictStatus
from mjrules.audit.statements import is_fan
from mjrules.audit.wording import say_part

Tone = Literal["wrong", "open", "fine"]
"""What a verdict means to a reader: something to mend, something to decide, nothing to do."""

TONES: Mapping[VerdictStatus, Tone] = {
    "refuted": "wrong",
    "too-broad": "wrong",
    "empty": "wrong",
    "unknown": "wrong",
    "convention": "open",
    "undecided": "open",
    "implied": "fine",
}
"""Gravest first."""

TONE_SIGNS: Mapping[Tone, str] = {"wrong": "✗", "open": "?", "fine": "✓"}


class Judged(NamedTuple):
    """An item of an exclusion list that was judged, with all that is to be said of it in one language."""

    item: SharedItem
    name: str
    status: VerdictStatus
    word: str
    sentence: str


def statuses(found: Discrepancy) -> tuple[VerdictStatus, ...]:
    """Every status that stands in a finding, of itself and of its items, gravest first."""
    verdicts = [found.verdict, *(each.verdict for each in found.items)]
    present = {each.status for each in verdicts if each}
    return tuple(each for each in get_args(VerdictStatus) if each in present)


def word(status: VerdictStatus, lang: str) -> str:
    """The verdict in a word: ``follows anyway``, ``never meets``."""
    return _say(f"verdict-{status}", lang)


def judged(found: Discrepancy, lang: str) -> tuple[Judged, ...]:
    """The items of a finding that have a verdict, gravest first."""
    order = list(TONES)
    items = [_judged(found, each, each.verdict, lang) for each in found.items if each.verdict]
    return tuple(sorted(items, key=lambda each: order.index(each.status)))


def _judged(found: Discrepancy, item: SharedItem, verdict: Verdict, lang: str) -> Judged:
    fan = names.fan(found.fan).label(lang) if found.fan and is_fan(found.fan) else found.name or ""
    name = names.fan(item.fan).label(lang) if item.fan and is_fan(item.fan) else item.name
    sentence = _say(f"verdict-{verdict.status}-item", lang, fan=fan, item=name)
    return Judged(item, name, verdict.status, word(verdict.status, lang), sentence)


def proof(verdict: Verdict, lang: str) -> str:
    """How the verdict is known, and the ruling it rests on."""
    told = [say_part(verdict.proof, lang)] if verdict.proof else []
    told += [_say("rests-on", lang, ruling=verdict.ruling)] if verdict.ruling else []
    return " ".join(told)


def weight(impact: Impact, lang: str) -> str:
    """An impact in a sentence or two."""
    said = [_say("impact", lang, hands=f"{impact.hands:,}", states=f"{impact.states:,}", of=f"{impact.of:,}")]
    if impact.of:
        said[0] = f"{said[0].rstrip('.。')}{_say('impact-share', lang, share=share(impact.states, impact.of))}"
    if impact.points:
        low, high = impact.points
        key = "impact-points" if low != high else "impact-same-points"
        said.append(_say(key, lang, low=low, high=high))
    if impact.crossing is not None:
        said.append(_say("impact-crossing", lang, n=f"{impact.crossing:,}"))
    return ("" if lang.startswith("zh") else " ").join(said)


def example(impact: Impact, lang: str) -> str:
    """What the example hand scores either way; empty without an example."""
    if not impact.example or not impact.totals:
        return ""
    return _say("impact-example", lang, totals=" / ".join(map(str, impact.totals)))


def share(part: int, of: int) -> str:
    """A part in percent, with as many digits as tell something: ``12 %``, ``0.031 %``.

    >>> share(1, 8), share(31, 100_000), share(1, 10**8), share(0, 5)
    ('12 %', '0.031 %', '< 0.001 %', '0 %')
    """
    percent = 100 * part / of
    if not part:
        return "0 %"
    if percent < 0.001:
        return "< 0.001 %"
    return f"{percent:.0f} %" if percent >= 10 else f"{percent:.2g} %"


def told(found: Discrepancy, lang: str) -> Iterator[str]:
    """All verdicts and impacts of a finding as lines of plain text."""
    if found.verdict:
        yield _joined(word(found.verdict.status, lang), [proof(found.verdict, lang)], found.verdict.witness, lang)
    if found.impact:
        yield from _told_impact(found.impact, lang)
    for each in judged(found, lang):
        assert each.item.verdict
        told = [each.sentence, proof(each.item.verdict, lang)]
        yield _joined(f"{each.name}: {each.word}", told, each.item.verdict.witness, lang)
        if each.item.impact:
            yield from _told_impact(each.item.impact, lang)


def _told_impact(impact: Impact, lang: str) -> Iterator[str]:
    yield weight(impact, lang)
    if said := example(impact, lang):
        yield f"{impact.example}: {said}"


def _joined(head: str, told: list[str], witness: str | None, lang: str) -> str:
    shown = [_say("shown-by", lang, hand=witness)] if witness else []
    colon, space = ("：", "") if lang.startswith("zh") else (": ", " ")
    head = head.replace(": ", "：") if lang.startswith("zh") else head
    rest = space.join(each for each in (*told, *shown) if each)
    return f"{head}{colon}{rest}" if rest else head


def _say(key: str, lang: str, **parts: object) -> str:
    return texts.say("report", key, lang, **parts)
