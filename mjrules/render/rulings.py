"""The rulings as people and programs read them: questions, choices, who holds each, what each rule set takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from mjrules import names, rulesets, rulings, texts
from mjrules.claims import SCHEMA
from mjrules.render.judged import share
from mjrules.render.paper import Paper
from mjrules.render.told import ToldPosition
from mjrules.rulesets.implied import forced
from mjrules.rulings import Choice, Ruling
from mjrules.universe import impacts
from mjrules.universe.impacts import Weighed


class Holder(msgspec.Struct, frozen=True):
    """Who holds a choice."""

    id: str
    name: str


class ToldChoice(msgspec.Struct, frozen=True):
    """A choice; ``changes`` says what it does to a score, in words for people; ``impact`` how many winning hands score
    differently by it than by the choice of ``gb``, which has none itself."""

    id: str
    text: str
    by: tuple[Holder, ...]
    changes: tuple[str, ...]
    impact: Weighed | None = None
    against: tuple[str, ...] = ()
    """Fans that it counts beside others although the definitions of these force them."""


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
    positions: tuple[ToldPosition, ...] = ()
    """What the sources here say of each disputed point."""
    schema: str = SCHEMA


def told(asked: Sequence[Ruling], lang: str, positions: Sequence[ToldPosition] = ()) -> Rulings:
    return Rulings(tuple(_told(ruling, lang) for ruling in asked), tuple(positions))


def _told(ruling: Ruling, lang: str) -> ToldRuling:
    weighed = impacts.of_rulings()[ruling.id]
    choices = (
        ToldChoice(
            choice.id,
            choice.text.say(lang),
            _holders(choice, lang),
            tuple(changes(choice, lang)),
            weighed.get(choice.id),
            tuple(out for _, out in against(choice)),
        )
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


def against(choice: Choice) -> Iterator[tuple[str, str]]:
    """What a choice counts twice: a fan, and another that it forces by its definition alone."""
    by_definition = {(row.fan, row.out) for row in forced() if row.scope == "whole" and not row.family}
    limited = {pair[:2] for pair in choice.exclude}
    return (pair for pair in choice.allow if pair in by_definition and pair not in limited)


def verdict(choice: Choice, lang: str) -> str:
    """Whether definitions speak against a choice; nothing where they leave it open."""
    comma = "、" if lang.startswith("zh") else "; "
    arrow = (f"{names.fan(fan).label(lang)} ⇒ {names.fan(out).label(lang)}" for fan, out in against(choice))
    told = comma.join(arrow)
    return _in("ruling-against", lang, pairs=told) if told else ""


def why(ruling: Ruling, lang: str) -> str:
    """Why ``gb`` takes its choice: its own sources hold it, or none of them says anything."""
    default, own = ruling.default_for(rulesets.DEFAULT), rulings.editions()[rulesets.DEFAULT]
    holding = [rulings.holders()[id].say(lang) for id in own if id in ruling.choice(default).by]
    key = "ruling-why-held" if holding else "ruling-why-open"
    parts = {"choice": default, "holders": ("、" if lang.startswith("zh") else "; ").join(holding)}
    return _in(key, lang, ruleset=rulesets.DEFAULT, **parts)


def weight(impact: Weighed, lang: str) -> str:
    """How many hands a choice changes, by how much, and one of them with its total by the choice of ``gb`` and by this
    one."""
    return ("" if lang.startswith("zh") else " ").join(_weight(impact, lang))


def _weight(impact: Weighed, lang: str) -> Iterator[str]:
    yield from weight_parts(impact, lang)
    if impact.states:
        totals = ("–" if total is None else str(total) for total in impact.totals)
        yield _in("ruling-impact-example", lang, hand=impact.example, totals=" / ".join(totals))


def weight_parts(impact: Weighed, lang: str) -> Iterator[str]:
    """The sentences of it without the hand."""
    if impact.ruleset != rulesets.DEFAULT:
        yield _in("ruling-impact-ruleset", lang, default=rulesets.DEFAULT, ruleset=impact.ruleset)
    if impact.noted:
        yield _in(f"ruling-impact-{impact.noted}", lang)
    if not impact.states:
        yield _in("ruling-impact-none", lang)
        return
    counted = {"hands": f"{impact.hands:,}", "states": f"{impact.states:,}", "of": f"{impact.of:,}"}
    yield _in("ruling-impact-hands", lang, **counted, share=share(impact.states, impact.of))
    if impact.points:
        low, high = impact.points
        yield _in("ruling-impact-points", lang, points=low if low == high else f"{low}–{high}")
    if impact.only:
        yield _in("ruling-impact-only", lang, n=f"{impact.only:,}")
    if not impact.crossing:
        yield _in("ruling-impact-no-crossing", lang)
        return
    yield _in("ruling-impact-crossing", lang, n=f"{impact.crossing:,}", share=share(impact.crossing, impact.states))


def _in(key: str, lang: str, **parts: object) -> str:
    return texts.say("score", key, lang, **parts)


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
        rows = [[_say(paper, "ruling-by"), held], [_say(paper, "ruling-changes"), done]]
        if choice.impact:
            rows.append([_say(paper, "ruling-impact"), weight(choice.impact, paper.lang)])
        if said := verdict(rulings.ruling(ruling.id).choice(choice.id), paper.lang):
            rows.append([_say(paper, "ruling-verdict"), said])
        yield from paper.table(rows, 4)
    if ruling.reasons:
        yield ""
        yield _say(paper, "ruling-reasons")
        yield from paper.table([[id, reason] for id, reason in ruling.reasons.items()], 2)


def _say(paper: Paper, key: str) -> str:
    return texts.say("score", key, paper.lang)
