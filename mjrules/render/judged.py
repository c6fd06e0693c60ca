"""Verdicts and impacts in words, the same for every report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from msgspec.structs import replace

from mjrules import names, rulings, texts
from mjrules.audit.model import Discrepancy, Impact, SharedItem, Verdict, VerdictStatus
from mjrules.audit.statements import is_fan
from mjrules.audit.wording import BEFORE, say_part
from mjrules.errors import RulesError

Tone = Literal["wrong", "open", "idle", "fine"]
"""What a verdict means to a reader: something to mend, something to decide, an item that never applies and does no
harm, nothing to do."""

TONES: Mapping[VerdictStatus, Tone] = {
    "refuted": "wrong",
    "too-broad": "wrong",
    "unknown": "wrong",
    "convention": "open",
    "undecided": "open",
    "empty": "idle",
    "implied": "fine",
    "shown": "fine",
}
"""Gravest first."""

TONE_SIGNS: Mapping[Tone, str] = {"wrong": "✗", "open": "?", "idle": "∅", "fine": "✓"}


class Judged(NamedTuple):
    """An item of an exclusion list that was judged, with all that is to be said of it in one language."""

    item: SharedItem
    name: str
    status: VerdictStatus
    word: str
    sentence: str


def tone_of(verdict: Verdict) -> Tone:
    """What a verdict means to a reader. What an authority holds is to be decided, whatever it does to a list."""
    return "open" if verdict.status == "too-broad" and verdict.ruling else TONES[verdict.status]


def statuses(found: Discrepancy) -> tuple[VerdictStatus, ...]:
    """Every status that stands in a finding, of itself and of its items, gravest first."""
    verdicts = [found.verdict, *(each.verdict for each in found.items)]
    present = {each.status for each in verdicts if each}
    return tuple(each for each in TONES if each in present)


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
    # a proof in phrases tells all by itself, and more exactly
    told = isinstance(verdict.proof, tuple) and verdict.proof
    sentence = "" if told else _say(f"verdict-{verdict.status}-item", lang, fan=fan, item=name)
    return Judged(item, name, verdict.status, word(verdict.status, lang), sentence)


def proof(verdict: Verdict, lang: str) -> str:
    """How the verdict is known, and the ruling it rests on."""
    told = [say_part(verdict.proof, lang)] if verdict.proof else []
    if isinstance(verdict.proof, tuple) and told:
        told[0] += "。" if lang.startswith("zh") else "."
    told += [_rests_on(verdict.ruling, lang)] if verdict.ruling else []
    return ("" if lang.startswith("zh") else " ").join(told)


def _rests_on(ruling: str, lang: str) -> str:
    """The ruling and its question. A verdict may name the choice as well: ``two_concealed_kongs=six``."""
    try:
        question = rulings.ruling(ruling.partition("=")[0]).question.say(lang)
    except RulesError:
        return _say("rests-on", lang, ruling=ruling)
    return _say("rests-on-question", lang, ruling=ruling, question=question)


def weight(impact: Impact, lang: str) -> str:
    """An impact in a sentence or two."""
    if not impact.states:
        return _say("impact-none", lang)
    part = share(impact.states, impact.of)
    said = [
        _say("impact", lang, hands=f"{impact.hands:,}", states=f"{impact.states:,}", of=f"{impact.of:,}", share=part)
    ]
    if impact.points:
        low, high = impact.points
        key = "impact-points" if low != high else "impact-one-point" if low == 1 else "impact-same-points"
        said.append(_say(key, lang, low=low, high=high))
    if impact.crossing is not None:
        key = "impact-crossing" if impact.crossing else "impact-no-crossing"
        said.append(_say(key, lang, n=f"{impact.crossing:,}"))
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
    if not part:
        return "0 %"
    percent = 100 * part / of
    if percent < 0.001:
        return "< 0.001 %"
    return f"{percent:.0f} %" if percent >= 10 else f"{percent:.2g} %"


def once(found: Sequence[Discrepancy]) -> list[Discrepancy]:
    """The findings without what was said before: a verdict on an item of a fan's list stands in the first of them only;
    of a verdict on a finding the word is left where its message or an earlier finding gives the reason."""
    told: set[tuple[object, ...]] = set()
    return [
        _first(replace(each, items=tuple(_untold(each, item, told) for item in each.items)), told) for each in found
    ]


def _untold(found: Discrepancy, item: SharedItem, told: set[tuple[object, ...]]) -> SharedItem:
    if item.verdict is None:
        return item
    told.add((found.fan, item.verdict))
    what = (found.fan, item.fan, item.name, item.verdict)
    if what in told:
        return replace(item, verdict=None, impact=None)
    told.add(what)
    return item


def _first(found: Discrepancy, told: set[tuple[object, ...]]) -> Discrepancy:
    if (verdict := found.verdict) is None:
        return found
    what, impact = (found.fan, verdict), found.impact
    if what in told:
        before = "" if tone_of(verdict) == "idle" else BEFORE
        verdict, impact = replace(verdict, proof=before, witness=None, ruling=None), None
    elif verdict.proof in found.details.values():
        verdict = replace(verdict, proof="")
    told.add(what)
    return replace(found, verdict=verdict, impact=impact)


def told(found: Discrepancy, lang: str) -> Iterator[str]:
    """All verdicts and impacts of a finding as lines of plain text; what only follows anyway is named together. That
    something is wrong the kind of the finding says: without more to tell there is no line for it."""
    if (own := found.verdict) and (own.proof or own.ruling or own.witness or tone_of(own) == "open"):
        yield _joined(word(own.status, lang), [proof(own, lang)], own.witness, lang)
    if found.impact:
        yield from _told_impact(found.impact, lang)
    following = []
    for each in judged(found, lang):
        verdict, impact = each.item.verdict, each.item.impact
        assert verdict
        if only_follows(verdict, impact):
            following += [each.name] if each.item.sources else []  # what is left out is named in the message
            continue
        yield _joined(each.word, [each.sentence, proof(verdict, lang)], verdict.witness, lang)
        if impact and matters(verdict, impact):
            yield from _told_impact(impact, lang)
    if following:
        yield f"{_say('follows', lang)}{'' if lang.startswith('zh') else ' '}{listed(following, lang)}"


def matters(verdict: Verdict, impact: Impact) -> bool:
    """Is the weight of an item worth a line? That what never applies or always follows changes nothing goes without
    saying."""
    return impact.states > 0 or tone_of(verdict) not in {"idle", "fine"}


def in_message(found: Discrepancy, place: str, said: str) -> bool:
    """Does the message tell a statement already, its place and every word of it?"""
    return place in found.message and all(word.strip("«»") in found.message for word in said.split())


def only_follows(verdict: Verdict, impact: Impact | None) -> bool:
    """Is there nothing to do and nothing to show?"""
    weightless = impact is None or not matters(verdict, impact)
    return verdict.status == "implied" and weightless and not (verdict.witness or verdict.ruling)


def listed(words: Sequence[str], lang: str) -> str:
    return ("、" if lang.startswith("zh") else ", ").join(words)


def _told_impact(impact: Impact, lang: str) -> Iterator[str]:
    yield weight(impact, lang)
    if said := example(impact, lang):
        yield f"{impact.example}{_colon(lang)}{said}"


def _joined(head: str, told: list[str], witness: str | None, lang: str) -> str:
    shown = [_say("shown-by", lang, hand=witness)] if witness else []
    rest = ("" if lang.startswith("zh") else " ").join(each for each in (*told, *shown) if each)
    return f"{head}{_colon(lang)}{rest}" if rest else head


def _colon(lang: str) -> str:
    return "：" if lang.startswith("zh") else ": "


def _say(key: str, lang: str, **parts: object) -> str:
    return texts.say("report", key, lang, **parts)
