"""The rulings as Markdown: ``docs/rulings.md`` and its Chinese sister."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from mjrules import rulesets, rulings
from mjrules.audit.positions import Position
from mjrules.render.positions import (
    DISPUTES,
    NAMED_ONLY,
    most,
    say,
    silence,
    tell,
    with_verdict,
)
from mjrules.render.rulings import changes, verdict, weight, why
from mjrules.render.told import ToldAnswer, ToldPosition, ToldSubject
from mjrules.rulings import Choice, Ruling
from mjrules.universe import impacts


def markdown(positions: Sequence[Position], sources: int, lang: str) -> str:
    return "\n\n".join(_page(positions, sources, lang)) + "\n"


def _page(positions: Sequence[Position], sources: int, lang: str) -> Iterator[str]:
    yield f"# {say('title', lang)}"
    yield say("intro", lang)
    told = [tell(each, sources, lang) for each in positions]
    yield f"## {say('overview', lang)}"
    yield _table(
        [_heads(lang, "points", "question", "verdict", "most", "default"), *(_row(each, lang) for each in told)]
    )
    if rows := [*_disputes({each.ruling for each in told}, lang)]:
        yield f"## {say('disputes', lang)}"
        yield _table([_heads(lang, "question", "choice", "how-much-against"), *rows])
    for each in told:
        yield from _ruling(each, rulings.ruling(each.ruling), lang) if each.ruling else _fact(each, lang)


def _heads(lang: str, *keys: str) -> tuple[str, ...]:
    return tuple(say(key, lang) for key in keys)


def _table(rows: Sequence[tuple[str, ...]]) -> str:
    head, *body = rows
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (head, ("---",) * len(head), *body))


def _row(told: ToldPosition, lang: str) -> tuple[str, ...]:
    default = f"`{rulings.ruling(told.ruling).default_for(rulesets.DEFAULT)}`" if told.ruling else ""
    anchor = told.ruling or _fact_anchor(told, lang)
    return (
        _numbers(told),
        f"[{told.question}](#{anchor})",
        say(f"decided-{told.decided}", lang),
        most(told, lang),
        default,
    )


def _numbers(told: ToldPosition) -> str:
    return ", ".join(map(str, told.points))


def _disputes(asked: Collection[str | None], lang: str) -> Iterator[tuple[str, ...]]:
    for id in (id for ids in DISPUTES.values() for id in ids if id in asked):
        for choice, impact in impacts.of_rulings()[id].items():
            question = rulings.ruling(id).question.say(lang)
            yield f"[{question}](#{id})", f"`{choice}`", in_cell(weight(impact, lang))


def _ruling(told: ToldPosition, ruling: Ruling, lang: str) -> Iterator[str]:
    yield f"## `{ruling.id}`"
    sep = "" if lang.startswith("zh") else " "
    yield told.question + sep + say("of-points", lang, points=_numbers(told))
    heads = _heads(lang, "choice", "what-it-says", "who-holds", "what-changes", "how-much", "chosen-by")
    yield _table([heads, *(_choice(ruling, choice, lang) for choice in ruling.choices.values())])
    yield _decided(told, lang)
    yield why(ruling, lang)
    if ruling.reason:
        yield "\n".join(f"- `{id}`{_colon(lang)}{reason.say(lang)}" for id, reason in ruling.reason.items())
    yield from _said(told, lang)


def _choice(ruling: Ruling, choice: Choice, lang: str) -> tuple[str, ...]:
    by = [id for id in rulesets.available() if ruling.default_for(id) == choice.id]
    held = _semicolon(lang).join(rulings.holders()[id].say(lang) for id in choice.by)
    told = _semicolon(lang).join(_marked(choice, lang)) or say("nothing", lang)
    impact = impacts.of_rulings()[ruling.id].get(choice.id)
    weighed = in_cell(weight(impact, lang)) if impact else ""
    matters = f"{weighed} {verdict(choice, lang)}".strip()
    return f"`{choice.id}`", choice.text.say(lang), held, told, matters, ", ".join(f"`{id}`" for id in by)


def _marked(choice: Choice, lang: str) -> Iterator[str]:
    """What a choice changes, ids in backquotes."""
    return (f"`{told}`" if re.fullmatch(r"[a-z_.= ]+", told) else told for told in changes(choice, lang))


def _fact(told: ToldPosition, lang: str) -> Iterator[str]:
    yield f"## {_fact_title(told)}"
    yield _decided(told, lang)
    yield from _said(told, lang)


def _fact_title(told: ToldPosition) -> str:
    return f"{_numbers(told)}. {told.question}"


def _fact_anchor(told: ToldPosition, lang: str) -> str:
    """The address that a heading has where Markdown is shown."""
    return re.sub(r"[^\w\- ]", "", _fact_title(told).lower()).replace(" ", "-")


def _decided(told: ToldPosition, lang: str) -> str:
    return f"**{say(f'decided-{told.decided}', lang)}**{_colon(lang)}{told.decision}"


def _said(told: ToldPosition, lang: str) -> Iterator[str]:
    if told.subjects:
        yield f"{say('said', lang)}{_colon(lang).rstrip()}"
        yield "\n".join(line for subject in told.subjects for line in _subject(subject, lang))
    yield silence(told, lang)


def _subject(subject: ToldSubject, lang: str) -> Iterator[str]:
    yield f"- {subject.title}{with_verdict(subject, lang)}"
    yield from (f"  - {_answer(each, lang)}" for each in subject.answers)


def _answer(answer: ToldAnswer, lang: str) -> str:
    places = dict.fromkeys(each.at for each in answer.says)
    said = _comma(lang).join(each if answer.way in NAMED_ONLY else f"`{each}`" for each in places)
    choices = f" → {_comma(lang).join(f'`{each}`' for each in answer.choices)}" if answer.choices else ""
    return f"{in_cell(answer.text)}{_colon(lang)}{said}{choices}"


def in_cell(text: str) -> str:
    """Hands have a bar, which would end the cell."""
    return text.replace("|", "\\|").replace("[", "\\[")


def _colon(lang: str) -> str:
    return "：" if lang.startswith("zh") else ": "


def _comma(lang: str) -> str:
    return "、" if lang.startswith("zh") else ", "


def _semicolon(lang: str) -> str:
    return "；" if lang.startswith("zh") else "; "
