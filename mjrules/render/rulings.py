"""The rulings as people and programs read them: questions, choices, who holds each, what each rule set takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from mjrules import names, rulesets, rulings, texts
from mjrules.claims import SCHEMA
from mjrules.render.paper import Paper
from mjrules.rulings import Choice, Ruling


class Holder(msgspec.Struct, frozen=True):
    """Who holds a choice."""

    id: str
    name: str


class ToldChoice(msgspec.Struct, frozen=True):
    """A choice; ``changes`` says what it does to a score, in words for people."""

    id: str
    text: str
    by: tuple[Holder, ...]
    changes: tuple[str, ...]


class ToldRuling(msgspec.Struct, frozen=True):
    """A ruling; ``defaults`` is the choice of each rule set, ``reasons`` why, where its own sources hold another."""

    id: str
    points: tuple[int, ...]
    question: str
    choices: tuple[ToldChoice, ...]
    defaults: dict[str, str]
    reasons: dict[str, str]


class Rulings(msgspec.Struct, frozen=True):
    """What ``mjrules rulings --format json`` prints."""

    rulings: tuple[ToldRuling, ...]
    schema: str = SCHEMA


def told(asked: Sequence[Ruling], lang: str) -> Rulings:
    return Rulings(tuple(_told(ruling, lang) for ruling in asked))


def _told(ruling: Ruling, lang: str) -> ToldRuling:
    choices = (
        ToldChoice(choice.id, choice.text.say(lang), _holders(choice, lang), tuple(changes(choice, lang)))
        for choice in ruling.choices.values()
    )
    reasons = {id: reason.say(lang) for id, reason in ruling.reason.items()}
    return ToldRuling(ruling.id, ruling.points, ruling.question.say(lang), tuple(choices), _defaults(ruling), reasons)


def _holders(choice: Choice, lang: str) -> tuple[Holder, ...]:
    known = rulings.holders()
    return tuple(Holder(id, known[id].say(lang)) for id in choice.by)


def _defaults(ruling: Ruling) -> dict[str, str]:
    return {id: ruling.default_for(id) for id in rulesets.available()}


def changes(choice: Choice, lang: str) -> Iterator[str]:
    """What a choice does: points, fans that do not exist, «A − B» barred and «A + B» counted, patterns, options."""

    def label(fan: str) -> str:
        return names.fan(fan).label(lang)

    yield from (f"{label(fan)} {points}" for fan, points in choice.points.items())
    yield from (texts.say("score", "ruling-without", lang, fan=label(fan)) for fan in choice.without)
    for fan, out, *limit in choice.exclude:
        yield f"{label(fan)} − {label(out)}" + (f" ×{limit[0]}" if limit else "")
    limited = {pair[:2] for pair in choice.exclude}
    yield from (f"{label(fan)} + {label(out)}" for fan, out in choice.allow if (fan, out) not in limited)
    yield from choice.pattern.values()
    yield from (f"{name} = {value}" for name, value in choice.option.items())


def list_text(asked: Rulings, paper: Paper) -> str:
    """One row a ruling: its id, the question, the choice of ``gb`` and of those rule sets that take another."""
    rows = [[each.id, f"{each.question} {_chosen(each)}"] for each in asked.rulings]
    return "\n".join([*paper.table(rows, 0), "", *paper.fold(_say(paper, "ruling-more"), 0)]) + "\n"


def _chosen(ruling: ToldRuling) -> str:
    usual = ruling.defaults[rulesets.DEFAULT]
    return " ".join([usual, *(f"[{id}: {choice}]" for id, choice in ruling.defaults.items() if choice != usual)])


def text(ruling: ToldRuling, paper: Paper) -> str:
    """All that is known of one ruling."""
    return "\n".join(_lines(ruling, paper)) + "\n"


def _lines(ruling: ToldRuling, paper: Paper) -> Iterator[str]:
    yield paper.paint("strong", ruling.id)
    yield from paper.fold(ruling.question, 0)
    separator = "; " if paper.lang == "en" else "；"
    for choice in ruling.choices:
        yield ""
        chosen = [id for id, taken in ruling.defaults.items() if taken == choice.id]
        yield from paper.fold(f"{choice.id} {' '.join(f'[{id}]' for id in chosen)}".rstrip(), 2, "strong")
        yield from paper.fold(choice.text, 4)
        held = separator.join(holder.name for holder in choice.by)
        done = separator.join(choice.changes) or _say(paper, "ruling-nothing")
        yield from paper.table([[_say(paper, "ruling-by"), held], [_say(paper, "ruling-changes"), done]], 4)
    if ruling.reasons:
        yield ""
        yield _say(paper, "ruling-reasons")
        yield from paper.table([[id, reason] for id, reason in ruling.reasons.items()], 2)


def _say(paper: Paper, key: str) -> str:
    return texts.say("score", key, paper.lang)
