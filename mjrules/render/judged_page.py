"""Verdicts, impacts and quotations as the page shows them: in all its languages, with hands drawn as tiles."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from mjrules import names
from mjrules.audit.model import Discrepancy, Impact, SharedItem, Statement, Verdict, VerdictStatus
from mjrules.audit.statements import is_fan
from mjrules.errors import RulesError
from mjrules.hand import Hand
from mjrules.render import judged, tiles
from mjrules.render.in_languages import Said
from mjrules.render.judged import TONE_SIGNS, Tone, tone_of

if TYPE_CHECKING:
    from markupsafe import Markup


class WeightView(NamedTuple):
    """An impact: how much, and a hand with what it scores either way."""

    said: Said
    hand: str
    totals: Said


class VerdictView(NamedTuple):
    """A verdict on a finding, or on one item of a list; ``name`` and ``sentence`` are an item's."""

    status: VerdictStatus
    tone: Tone
    sign: str
    word: Said
    name: Said
    sentence: Said
    proof: Said
    witness: str
    weight: WeightView | None


class Judgement(NamedTuple):
    """All that was decided about a finding. Items that follow anyway and need no more words are only named."""

    own: VerdictView | None
    weight: WeightView | None
    items: tuple[VerdictView, ...]
    following: Said


def judgement(found: Discrepancy, languages: Sequence[str]) -> Judgement | None:
    """What was decided; None where nothing was, so that nothing is shown."""
    if not (found.verdict or found.impact or any(each.verdict for each in found.items)):
        return None
    items = _items(found, languages)
    following = [view.name for follows, view in items if follows]
    return Judgement(
        _view(found.verdict, {}, {}, None, languages) if found.verdict else None,
        _weight(found.impact, languages),
        tuple(view for follows, view in items if not follows),
        {lang: judged.listed([each[lang] for each in following], lang) for lang in languages} if following else {},
    )


def _items(found: Discrepancy, languages: Sequence[str]) -> list[tuple[bool, VerdictView]]:
    """The items judged, and of each whether it only follows anyway."""
    spoken = zip(*(judged.judged(found, lang) for lang in languages), strict=True)
    views = []
    for same in spoken:
        item = same[0].item
        assert item.verdict
        name = {lang: each.name for lang, each in zip(languages, same, strict=True)}
        sentence = {lang: each.sentence for lang, each in zip(languages, same, strict=True)}
        view = _view(item.verdict, name, sentence, item.impact, languages)
        views.append((judged.only_follows(item.verdict, item.impact), view))
    return views


def _view(verdict: Verdict, name: Said, sentence: Said, impact: Impact | None, languages: Sequence[str]) -> VerdictView:
    tone = tone_of(verdict)
    return VerdictView(
        verdict.status,
        tone,
        TONE_SIGNS[tone],
        {lang: judged.word(verdict.status, lang) for lang in languages},
        name,
        sentence,
        {lang: judged.proof(verdict, lang) for lang in languages},
        verdict.witness or "",
        _weight(impact, languages) if impact and judged.matters(verdict, impact) else None,
    )


def _weight(impact: Impact | None, languages: Sequence[str]) -> WeightView | None:
    if impact is None:
        return None
    return WeightView(
        {lang: judged.weight(impact, lang) for lang in languages},
        impact.example or "",
        {lang: judged.example(impact, lang) for lang in languages},
    )


def drawn(notation: str) -> Markup:
    """A hand as tiles, its notation below for whoever wants to copy it. What cannot be read as a hand stays text."""
    from markupsafe import Markup

    code = Markup("<code>{}</code>").format(notation)
    try:
        hand = Hand.parse(notation)
    except RulesError:
        return code
    return Markup('<span class="shown">{}{}</span>').format(Markup(tiles.hand_svg(hand, notation)), code)


def has_hands(found: Iterable[Discrepancy]) -> bool:
    """Are there hands to draw?"""
    return any(
        (verdict and verdict.witness) or (impact and impact.example)
        for each in found
        for verdict, impact in ((each.verdict, each.impact), *((item.verdict, item.impact) for item in each.items))
    )


# ---- quotations ------------------------------------------------------------------------------------------------------


def marked(said: Statement, found: Discrepancy) -> Markup:
    """What is printed, with the words marked that the finding is about: the value, or the items not all lists have."""
    from markupsafe import Markup, escape

    quote = said.quote or ""
    words = _disputed(found) if isinstance(said.value, list) else [str(said.value)] if said.value is not None else []
    pieces = re.split(f"({'|'.join(map(re.escape, words))})", quote) if words and quote not in words else [quote]
    return Markup("").join(
        Markup("<mark>{}</mark>").format(piece) if number % 2 else escape(piece) for number, piece in enumerate(pieces)
    )


def _disputed(found: Discrepancy) -> list[str]:
    """Every spelling of the items that not all lists have, longest first."""
    lists = {said.source for said in found.says if isinstance(said.value, list)}
    words = {word for item in found.items if differs(item, lists) for word in _spellings(item)}
    return sorted(words, key=lambda word: (-len(word), word))


def differs(item: SharedItem, lists: set[str]) -> bool:
    """Is the item in some of the lists only, or in none of the rule set's?"""
    return item.in_ruleset is False or not lists <= set(item.sources)


@cache
def _spellings(item: SharedItem) -> frozenset[str]:
    if item.fan is None or not is_fan(item.fan):
        return frozenset({item.name})
    fan = names.fan(item.fan)
    return frozenset({item.name, fan.name, *(word for words in fan.spellings.values() for word in words)})
