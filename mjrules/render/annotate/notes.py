"""The discrepancies of one document as notes to write beside it.

A discrepancy that is about several places of the document is told at the first of them; at each further place stands
which note tells it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from mjrules import texts
from mjrules.audit.codes import explain
from mjrules.audit.model import Audit, Discrepancy, Level, Statement
from mjrules.audit.wording import FEW, at
from mjrules.claims import Place
from mjrules.render.judged import in_message, once, told


class Note(msgspec.Struct, frozen=True):
    """One note: its paragraphs, the first of which names the discrepancy.

    ``number`` counts the discrepancies of the document; ``again``: it is told in full at another place. Without
    ``place`` it is about the document as a whole.
    """

    number: int
    code: str
    level: Level
    place: Place | None
    quote: str | None
    paragraphs: tuple[str, ...]
    again: bool = False


def notes_on(audit: Audit, source: str, lang: str) -> tuple[Note, ...]:
    """The notes on one source, in the order of the audit: gravest first."""
    # What was said before must stand in the same document, so others are left out first.
    about = once([found for found in audit.discrepancies if source in found.about])
    second_hand = frozenset(each.id for each in audit.sources if each.second_hand)
    advised: dict[str, int] = {}
    return tuple(
        note
        for number, found in enumerate(about, 1)
        for note in _notes(found, number, source, _Telling(lang, second_hand, advised.setdefault(found.code, number)))
    )


class _Telling(NamedTuple):
    """How a note is told. ``advised`` is the first note of its kind, in which the advice stands."""

    lang: str
    second_hand: frozenset[str]
    """Sources that are known through others."""
    advised: int


def _notes(found: Discrepancy, number: int, source: str, telling: _Telling) -> Iterator[Note]:
    lang = telling.lang
    own = [said for said in found.says if said.source == source and not said.witness]
    by_place: dict[Place, Statement] = {}
    for said in own:
        if said.place:
            by_place.setdefault(said.place, said)
    placed = list(by_place.values())
    place, quote = (placed[0].place, placed[0].quote) if placed else (None, None)
    yield Note(number, found.code, found.level, place, quote, tuple(_paragraphs(found, number, source, telling)))
    for said in placed[1:]:
        shown = said.quote or _value(said)
        again = _say("again", lang, number=number, code=found.code, what=shown, title=explain(found.code, lang).title)
        yield Note(number, found.code, found.level, said.place, said.quote, (again,), again=True)


def _paragraphs(found: Discrepancy, number: int, source: str, telling: _Telling) -> Iterator[str]:
    """Code, sentence, what others say, verdict, advice."""
    lang = telling.lang
    title = explain(found.code, lang).title
    level = texts.say("terminal", f"level-{found.level}", lang)
    yield _say("head", lang, number=number, title=title, code=found.code, level=level)
    yield found.message
    if others := list(_others(found, source, telling)):
        yield "\n".join([_say("others", lang), *others])
    yield from told(found, lang)
    if found.advice and telling.advised == number:
        yield _say("advice", lang, advice=found.advice)
    elif found.advice:
        yield _say("advice-before", lang, number=telling.advised)


def _others(found: Discrepancy, source: str, telling: _Telling) -> Iterator[str]:
    """What each other source says; of many each value once, with those who say it."""
    lang = telling.lang
    others = [said for said in found.says if said.source != source]

    def named(source: str, shown: str) -> str:
        return _say("second-hand", lang, source=shown) if source in telling.second_hand else shown

    if len({said.source for said in others}) <= FEW:
        shown = [(said, at(said.source, said.place), _value(said)) for said in others]
        if not all(in_message(found, place, value) for _, place, value in shown):
            lines = (_say("says", lang, source=named(said.source, place), value=value) for said, place, value in shown)
            yield from dict.fromkeys(lines)
        return
    by_value: dict[str, list[str]] = {}
    for said in others:
        by_value.setdefault(_value(said), []).append(named(said.source, said.source))
    for value, sources in sorted(by_value.items(), key=lambda pair: -len(pair[1])):
        yield _say("says", lang, source=", ".join(dict.fromkeys(sources)), value=value)


def _value(said: Statement) -> str:
    """The value; where there is none, or only our own words for it, what is printed."""
    if isinstance(said.value, list):
        return "、".join(said.value) or "–"
    return str(said.value) if said.value is not None else said.quote or "–"


def _say(key: str, lang: str, **parts: object) -> str:
    return texts.say("annotate", key, lang, **parts)


def at_the_beginning(notes: Sequence[Note], lang: str) -> tuple[str, ...]:
    """The paragraphs of the one comment that tells what has no place in the document."""
    return (_say("without-place", lang), *(paragraph for note in notes for paragraph in note.paragraphs))
