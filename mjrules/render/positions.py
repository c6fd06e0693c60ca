"""The disputed points as people and programs read them: what the sources here say, and whether hands decide it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from mjrules import names, rulesets, rulings, texts
from mjrules.audit.model import Statement
from mjrules.audit.positions import Answer, Position, Subject, Way
from mjrules.audit.statements import is_fan
from mjrules.audit.wording import FEW, at
from mjrules.render import judged
from mjrules.render.paper import Paper
from mjrules.render.rulings import against
from mjrules.render.told import Decided, ToldAnswer, ToldPlace, ToldPosition, ToldSubject
from mjrules.rulings import Choice, Ruling, Text
from mjrules.universe import impacts
from mjrules.universe.impacts import Weighed

NAMED_ONLY: frozenset[Way] = frozenset({"unlisted", "no-such-fan", "official", "besides"})
"""What has no words to point at."""
PARTS = {"A": 1, "B": 8, "C": 20, "D": 30, "E": 37, "F": 46, "G": 52}
"""The parts of the list of disputed points, by their first point."""
DISPUTES = {
    "mixed_kong": ("concealed_kong_and_melded_kong",),
    "seven_pairs": ("seven_pairs_companions", "identical_pairs", "all_even_pungs_in_pairs"),
    "kongs": ("concealed_pungs_beside_kongs",),
    "self_drawn": ("self_drawn_concealed_by_nature",),
    "knitted": ("knitted_straight_shape",),
}
"""What an encyclopedia names as open without deciding it; fans with seven pairs are one dispute and three rulings."""


def tell(position: Position, sources: int, lang: str) -> ToldPosition:
    """One point in one language, of so many sources that were asked."""
    ruling = rulings.ruling(position.ruling) if position.ruling else None
    decided, decision = _decision(position, ruling, lang)
    title = ruling.question if ruling else position.title
    assert title is not None
    return ToldPosition(
        position.points,
        position.ruling,
        title.say(lang),
        decided,
        decision,
        tuple(_subject(each, lang) for each in position.subjects),
        position.silent,
        sources,
    )


def _decision(position: Position, ruling: Ruling | None, lang: str) -> tuple[Decided, str]:
    if ruling is None:
        return "fact", rulings.not_a_switch()[position.points[0]].say(lang)
    decided, twice = decision(ruling, position)
    key = _why_open(ruling) if decided == "convention" else decided
    return decided, say(f"told-{key}", lang, choices=_listed([f"«{each}»" for each in twice], lang))


def decision(ruling: Ruling, position: Position) -> tuple[Decided, list[str]]:
    """Whether definitions decide a ruling, and the choices that count what they force."""
    follows = {
        (each.fan, each.other) for each in position.subjects if each.verdict and each.verdict.status == "implied"
    }
    others = _others(ruling)
    twice = [each.id for each in others if _counts_twice(ruling, each, follows)]
    return ("proved" if len(twice) == len(others) else "partly" if twice else "convention"), twice


def _others(ruling: Ruling) -> list[Choice]:
    return [each for each in ruling.choices.values() if each.id != ruling.default_for(rulesets.DEFAULT)]


def _counts_twice(ruling: Ruling, choice: Choice, follows: Collection[tuple[str | None, str | None]]) -> bool:
    """By definition; or because it follows in all hands, unless an edition says so: then it is a convention of it."""
    if any(True for _ in against(choice)):
        return True
    taken = any(ruling.default_for(each) == choice.id for each in rulings.editions())
    limited = {pair[:2] for pair in choice.exclude}
    return not taken and any(pair in follows and pair not in limited for pair in choice.allow)


def _why_open(ruling: Ruling) -> str:
    """Why hands do not decide it: prices, what a fan or a win is, or what is counted together."""
    others = _others(ruling)
    if all(each.points or each.without for each in others):
        return "price"
    return "definition" if all(each.pattern or each.option for each in others) else "convention"


def most(told: ToldPosition, lang: str) -> str:
    """The share of all ways to win that the weightiest answer changes; empty for what is no ruling."""
    heaviest = weightiest(told)
    if heaviest is None:
        return ""
    said = judged.share(heaviest.states, heaviest.of)
    if heaviest.ruleset != rulesets.DEFAULT:
        return say("most-ruleset", lang, share=said, ruleset=heaviest.ruleset)
    return say("most-noted", lang, share=said) if heaviest.noted else said


def weightiest(told: ToldPosition) -> Weighed | None:
    """The impact of the answer that changes most."""
    weighed = impacts.of_rulings()[told.ruling].values() if told.ruling else ()
    return max(weighed, key=lambda each: each.states, default=None)


def _subject(subject: Subject, lang: str) -> ToldSubject:
    return ToldSubject(
        subject.about,
        subject.fan,
        subject.other,
        say(_key(subject), lang, fan=_label(subject.fan, lang), other=_label(subject.other, lang)),
        tuple(_answer(each, subject, lang) for each in subject.answers),
        subject.verdict,
    )


def _key(subject: Subject) -> str:
    return f"subject-stated-{subject.kind}" if subject.about == "stated" else f"subject-{subject.about}"


def _label(fan: str | None, lang: str) -> str:
    return names.fan(fan).label(lang) if fan else ""


def _answer(answer: Answer, subject: Subject, lang: str) -> ToldAnswer:
    value = answer.value.say(lang) if isinstance(answer.value, Text) else str(answer.value)
    key = f"answer-{answer.way}"
    if answer.way == "may" and value:
        key = "answer-may-limited"
    if answer.way == "stated" and subject.kind in ("seven-pairs", "within", "fans"):
        key = f"answer-stated-{subject.kind}"
        value = _label(value, lang) if is_fan(value) else value
    told = tuple(_place(each, answer.way) for each in answer.says)
    return ToldAnswer(answer.way, say(key, lang, value=value), told, answer.choices)


def _place(said: Statement, way: Way) -> ToldPlace:
    if way in NAMED_ONLY:
        return ToldPlace(said.source, said.source)
    return ToldPlace(said.source, at(said.source, said.place), said.place.path if said.place else "")


def part_of(position: Position | ToldPosition) -> str:
    """The part of the list the point stands in.

    >>> [name for name, first in PARTS.items() if first <= 33][-1]
    'D'
    """
    return [name for name, first in PARTS.items() if first <= position.points[0]][-1]


# ---- lines of text ---------------------------------------------------------------------------------------------------


def lines(told: ToldPosition, paper: Paper) -> Iterator[str]:
    """What the sources say, for a terminal: subjects, and what each of them answers."""
    lang = paper.lang
    if told.ruling is None:
        yield from paper.fold(f"{', '.join(map(str, told.points))}. {told.question}", 0, "strong")
    else:
        yield ""
        yield say("said", lang)
    yield from paper.fold(f"{say(f'decided-{told.decided}', lang)}{_colon(lang)}{told.decision}", 2)
    for subject in told.subjects:
        yield from paper.fold(subject.title + with_verdict(subject, lang), 2, "strong")
        if rows := [[each.text, where(each, lang)] for each in subject.answers if not _note(each)]:
            yield from paper.table(rows, 4)
        for each in subject.answers:
            if _note(each):
                yield from paper.fold(f"{where(each, lang)}{_colon(lang)}{each.text}", 4)
    yield from paper.fold(silence(told, lang), 2)


def _note(answer: ToldAnswer) -> bool:
    return answer.way == "note"


def with_verdict(subject: ToldSubject, lang: str) -> str:
    """The verdict on leaving one fan out beside another, in a word."""
    if subject.verdict is None:
        return ""
    word = judged.word(subject.verdict.status, lang)
    return f"（{word}）" if lang.startswith("zh") else f" ({word})"


def where(answer: ToldAnswer, lang: str) -> str:
    """Who says so; what many lists leave out is only counted."""
    places = list(dict.fromkeys(each.at for each in answer.says))
    if answer.way == "unlisted" and len(places) > FEW:
        places = [*places[:FEW], f"+{len(places) - FEW}"]
    choices = say("speaks-for", lang, choices=_listed(answer.choices, lang)) if answer.choices else ""
    told = _listed(places, lang)
    return f"{told} → {choices}" if choices else told


def silence(told: ToldPosition, lang: str) -> str:
    """How many say nothing."""
    key = "said-nothing" if not told.subjects else "silent"
    return say(key, lang, silent=len(told.silent), sources=told.sources)


def _listed(words: Sequence[str], lang: str) -> str:
    return judged.listed(words, lang)


def _colon(lang: str) -> str:
    return "：" if lang.startswith("zh") else ": "


def say(key: str, lang: str, **parts: object) -> str:
    return texts.say("rulings", key, lang, **parts)
