"""The lists of a fan, item by item, as the page shows them: also what all exclude, and all that examples count."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from mjrules import names, texts
from mjrules.audit.model import Discrepancy, JudgedExample, JudgedExclusion, Verdict
from mjrules.audit.statements import is_fan, key
from mjrules.claims import Item
from mjrules.render import judged
from mjrules.render.in_languages import Said
from mjrules.render.judged import TONE_SIGNS, TONES, Tone, tone_of

MARKS: Mapping[Tone, str] = {"wrong": "w", "open": "o", "idle": "i", "fine": ""}
"""The classes of items in a list; what follows anyway is the commonest and has none."""
UNJUDGED = "u"

Key = tuple[str, str]
"""A fan, and what its list names: an id or a word."""


class MemberView(NamedTuple):
    """A fan that a class word may stand for."""

    sign: str
    tone: Tone
    name: Said
    word: Said
    proof: Said


class ItemView(NamedTuple):
    """One item of the lists of a fan. ``told``: the finding that says how its verdict is known; then it is not said
    twice. ``words``: as printed, by which an item in a list finds its verdict."""

    tone: Tone
    sign: str
    word: Said
    name: Said
    limit: Said
    proof: Said
    witness: str
    told: str
    words: tuple[str, ...]
    by: Said
    sources: tuple[str, ...]
    members: tuple[MemberView, ...]


class ExampleView(NamedTuple):
    """Fans that a source says are counted beside a fan, or may be, as printed."""

    tone: Tone
    sign: str
    word: Said
    words: str
    by: Said
    proof: Said
    witness: str


class ListsView(NamedTuple):
    """All items of the lists of one fan, and how many there are of each tone, gravest first; all its examples."""

    items: tuple[ItemView, ...]
    numbers: tuple[tuple[Tone, str, int], ...]
    examples: tuple[ExampleView, ...] = ()


NO_LISTS = ListsView((), ())


class Lists:
    """The judged lists of a whole audit, fan by fan."""

    def __init__(
        self,
        exclusions: Iterable[JudgedExclusion],
        examples: Iterable[JudgedExample],
        told: Mapping[Key, str],
        languages: Sequence[str],
    ) -> None:
        self.languages = languages
        self.examples: dict[str, list[JudgedExample]] = defaultdict(list)
        for example in examples:
            self.examples[example.fan].append(example)
        self.told = told
        self.rows: dict[str, list[JudgedExclusion]] = defaultdict(list)
        self.marks: dict[tuple[str, str, str | None], Verdict] = {}
        for each in exclusions:
            self.rows[each.fan].append(each)
            word = each.excludes or each.excludes_name
            self.marks[each.fan, word, each.condition] = each.verdict

    def of(self, fan: str | None) -> ListsView:
        """The items, gravest first; nothing for what is no fan or has no list."""
        rows = self.rows.get(fan or "", [])
        examples = tuple(map(self._example, self.examples.get(fan or "", [])))
        if not rows and not examples:
            return NO_LISTS
        lists = len({said.source for each in rows for said in each.sources})
        order = list(TONES)
        ordered = sorted(rows, key=lambda each: order.index(each.verdict.status))
        items = tuple(self._item(each, lists) for each in ordered)
        tones = [each.tone for each in items]
        numbers = ((tone, sign, tones.count(tone)) for tone, sign in TONE_SIGNS.items() if tone in tones)
        return ListsView(items, tuple(numbers), examples)

    def mark(self, fan: str | None, item: Item) -> str:
        """The class of an item in a list as printed."""
        verdict = self.marks.get((fan or "", key(item), item.condition)) or self.marks.get((fan or "", key(item), None))
        return MARKS[tone_of(verdict)] if verdict else UNJUDGED

    def _item(self, each: JudgedExclusion, lists: int) -> ItemView:
        tone = tone_of(each.verdict)
        told = self._told(each)
        sources = tuple(dict.fromkeys(said.source for said in each.sources))
        return ItemView(
            tone,
            TONE_SIGNS[tone],
            self._word(each.verdict),
            self._name(each.excludes, each.excludes_name),
            self._say("lists-limit", limit=each.condition) if each.condition else {},
            {} if told else self._proof(each.verdict),
            "" if told else each.verdict.witness or "",
            told,
            tuple(dict.fromkeys(said.quote or "" for said in each.sources)),
            self._say("lists-by", n=len(sources), all=lists),
            sources,
            tuple(self._member(one.fan, one.name, one.verdict) for one in each.members),
        )

    def _example(self, each: JudgedExample) -> ExampleView:
        tone = tone_of(each.verdict)
        by = self._say("lists-may" if each.may else "lists-counted", source=each.source, place=each.place)
        word, proof = self._word(each.verdict), self._proof(each.verdict)
        return ExampleView(tone, TONE_SIGNS[tone], word, each.quote, by, proof, each.verdict.witness or "")

    def _told(self, each: JudgedExclusion) -> str:
        """The finding that tells its verdict: that on the bare item, where lists have it with and without a limit."""
        word = each.excludes or each.excludes_name
        if each.condition and (each.fan, word, None) in self.marks:
            return ""
        return self.told.get((each.fan, word), "")

    def _member(self, fan: str, name: str, verdict: Verdict) -> MemberView:
        tone = tone_of(verdict)
        return MemberView(TONE_SIGNS[tone], tone, self._name(fan, name), self._word(verdict), self._proof(verdict))

    def _name(self, fan: str | None, name: str) -> Said:
        return {lang: names.fan(fan).label(lang) if fan and is_fan(fan) else name for lang in self.languages}

    def _word(self, verdict: Verdict) -> Said:
        return {lang: judged.word(verdict.status, lang) for lang in self.languages}

    def _proof(self, verdict: Verdict) -> Said:
        return {lang: judged.proof(verdict, lang) for lang in self.languages}

    def _say(self, phrase: str, **parts: object) -> Said:
        return {lang: texts.say("lists", phrase, lang, **parts) for lang in self.languages}


def told_in(found: Iterable[tuple[str, Discrepancy]]) -> dict[Key, str]:
    """The items whose verdict a finding tells in full, with the address of the finding."""
    told: dict[Key, str] = {}
    for anchor, each in found:
        for item in each.items:
            if each.fan and item.verdict and not judged.only_follows(item.verdict, item.impact):
                told.setdefault((each.fan, item.fan or item.name), anchor)
    return told


def heading(languages: Sequence[str]) -> Said:
    return {lang: texts.say("lists", "lists", lang) for lang in languages}


def see_finding(languages: Sequence[str]) -> Said:
    return {lang: texts.say("lists", "lists-told", lang) for lang in languages}


def heading_of_examples(languages: Sequence[str]) -> Said:
    return {lang: texts.say("lists", "lists-examples", lang) for lang in languages}
