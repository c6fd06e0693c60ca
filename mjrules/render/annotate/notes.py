"""The discrepancies of one document as notes to write beside it.

A discrepancy that is about several places of the document is told at the first of them; at each further place stands
which note tells it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from mjrules import texts
from mjrules.audit.codes import explain
from mjrules.audit.model import Audit, Discrepancy, Level, Statement
from mjrules.audit.wording import FEW, at
from mjrules.claims import Place
from mjrules.render.judged import once, told


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
    about = [found for found in once(audit.discrepancies) if source in found.about]
    return tuple(note for number, found in enumerate(about, 1) for note in _notes(found, number, source, lang))


def _notes(found: Discrepancy, number: int, source: str, lang: str) -> Iterator[Note]:
    own = [said for said in found.says if said.source == source and not said.witness]
    by_place: dict[Place, Statement] = {}
    for said in own:
        if said.place:
            by_place.setdefault(said.place, said)
    placed = list(by_place.values())
    place, quote = (placed[0].place, placed[0].quote) if placed else (None, None)
    yield Note(number, found.code, found.level, place, quote, tuple(_paragraphs(found, number, source, lang)))
    for said in placed[1:]:
        shown = said.quote or _value(said)
        again = _say("again", lang, number=number, code=found.code, what=shown, title=explain(found.code, lang).title)
        yield Note(number, found.code, found.level, said.place, said.quote, (again,), again=True)


def _paragraphs(found: Discrepancy, number: int, source: str, lang: str) -> Iterator[str]:
    """Code, sentence, what others say, verdict, advice."""
    title = explain(found.code, lang).title
    level = texts.say("terminal", f"level-{found.level}", lang)
    yield _say("head", lang, number=number, title=title, code=found.code, level=level)
    yield found.message
    if others := list(_others(found, source, lang)):
        yield "\n".join([_say("others", lang), *others])
    yield from told(found, lang)
    if found.advice:
        yield _say("advice", lang, advice=found.advice)


def _others(found: Discrepancy, source: str, lang: str) -> Iterator[str]:
    """What each other source says; of many each value once, with those who say it."""
    others = [said for said in found.says if said.source != source]
    if len({said.source for said in others}) <= FEW:
        lines = (_say("says", lang, source=at(said.source, said.place), value=_value(said)) for said in others)
        yield from dict.fromkeys(lines)
        return
    by_value: dict[str, list[str]] = {}
    for said in others:
        by_value.setdefault(_value(said), []).append(said.source)
    for value, sources in sorted(by_value.items(), key=lambda pair: -len(pair[1])):
        named = ", ".join(dict.fromkeys(sources))
        yield _say("says", lang, source=named, value=value)


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
