"""How a discrepancy is made and how it is said.

A check states only parts, which are the same in every language: numbers, places, words as printed, and references to
what each language says in its own way: ``{fan:two_concealed_kongs}`` a fan, ``{word:name-slip}`` one of our own words,
and whole phrases. The sentences stand in ``mjrules/texts/audit.toml``. So a discrepancy can be said again in another
language without auditing again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import msgspec

from mjrules import names, texts
from mjrules.audit.model import Discrepancy, Level, Part, Phrase, SharedItem, Statement, Verdict, Vote
from mjrules.audit.statements import Statements, is_fan, label
from mjrules.audit.votes import held_by_line
from mjrules.claims import Item, Place

_REFERENCE = re.compile(r"\{(fan|word):([\w-]+)\}")

FEW = 8
"""So many sources are named one by one with their places; of more it is told how many lines stand behind a value."""
RARE = 3
"""What so many sources say is told with its places even then."""


def discrepancy(
    code: str,
    level: Level,
    fan: str | None,
    says: Iterable[Statement],
    *,
    fans: Sequence[str] = (),
    items: Sequence[SharedItem] = (),
    votes: Sequence[Vote] = (),
    verdict: Verdict | None = None,
    **parts: Part,
) -> Discrepancy:
    """A discrepancy not yet put into words; ``name`` is the fan's own."""
    name = label(fan) if fan is not None else None
    details: dict[str, Part] = {"fan": named(fan)} if fan is not None else {}
    return Discrepancy(
        code=code,
        level=level,
        fan=fan,
        name=name,
        message="",
        says=tuple(says),
        details=details | parts,
        fans=tuple(fans),
        items=tuple(items),
        votes=tuple(votes),
        verdict=verdict,
    )


def restate(found: Discrepancy, lang: str, *, ids: bool = True) -> Discrepancy:
    """The same discrepancy with its message and advice in ``lang``.

    ``ids``: the fan concerned stands with its id, Two Concealed Kongs 双暗杠 (two_concealed_kongs), for whoever looks
    for it in the rule set or in the JSON. A page that leads to the fan does without.
    """
    parts = {name: say_part(part, lang) for name, part in found.details.items()}
    if ids and found.fan is not None and is_fan(found.fan):
        parts["fan"] = f"{_spoken(found.fan, lang)} ({found.fan})"
    return msgspec.structs.replace(
        found,
        message=texts.say("audit", found.code, lang, **parts),
        advice=texts.say("audit", f"{found.code}.advice", lang),
    )


def say_part(part: Part, lang: str) -> str:
    """A part in one language, with its punctuation between the pieces.

    >>> say_part("{fan:all_pungs}, {fan:no_honors}", "en"), say_part("{fan:all_pungs}, 9; 8", "zh-Hans")
    ('All Pungs 碰碰和, No Honors 无字', '碰碰和、9；8')
    """
    if isinstance(part, tuple):
        # What verdicts rest on are sentences, and English begins them with a capital.
        sentences = lang == "en" and all(each.key.startswith("verdict.") for each in part)
        return (". " if sentences else say_part("; ", lang)).join(_phrase(each, lang) for each in part)
    text = str(part)
    if lang != "en":
        text = text.replace("; ", "；").replace(", ", "、")
    return _REFERENCE.sub(lambda found: _refer(found[1], found[2], lang), text)


def _phrase(phrase: Phrase, lang: str) -> str:
    return texts.say("audit", phrase.key, lang, **{name: say_part(part, lang) for name, part in phrase.parts.items()})


def _refer(kind: str, word: str, lang: str) -> str:
    if kind == "fan":
        return _spoken(word, lang) if is_fan(word) else word
    try:
        return texts.say("audit", f"word.{word}", lang)
    except KeyError:  # a kind of damage that has no word yet: its code says more than nothing
        return word


def _spoken(fan: str, lang: str) -> str:
    """The name in the reader's language, beside it the Chinese one, which is what documents print."""
    spoken, chinese = names.fan(fan).label(lang), label(fan)
    return spoken if lang.startswith("zh") or spoken == chinese else f"{spoken} {chinese}"


def named(word: str) -> str:
    """A reference to a fan; a class word and a word nobody knows stand for themselves."""
    return f"{{fan:{word}}}" if is_fan(word) else word


def word(key: str) -> str:
    """A reference to one of our own words: a kind of repair, a way to know a fan."""
    return f"{{word:{key}}}"


BEFORE = word("before")
"""Instead of a reason that was given already."""


def at(source: str, place: Place | None) -> str:
    """Where a statement stands: ``scraped-page:143``."""
    return f"{source}:{place}" if place else source


def listed(words: Iterable[str]) -> str:
    """Fans and words in a row."""
    return ", ".join(map(named, words)) or word("nothing")


def quoted(items: Iterable[Item]) -> str:
    """The items of a list as they are printed."""
    return "、".join(item.printed for item in items)


def where(says: Iterable[Statement]) -> str:
    """The places of statements in a row, each once."""
    return ", ".join(dict.fromkeys(at(said.source, said.place) for said in says))


def by_value(says: Sequence[Statement], statements: Statements, among: Sequence[Statement] = ()) -> Part:
    """Who says what, equal statements together: ``6 (a:7, b:84); 8 (c:258)``; of many sources only how many say it.

    ``among``: all that is said of the matter, where ``says`` is only what is wrong in it.
    """
    if len({said.source for said in says}) <= FEW:
        return with_places(says)
    return _counted(among or says, dict.fromkeys(said.value for said in says), statements)


def with_places(says: Sequence[Statement]) -> str:
    """Each value with the places of all who state it."""
    values = dict.fromkeys(said.value for said in says if not isinstance(said.value, list))
    return "; ".join(f"{value} ({where(said for said in says if said.value == value)})" for value in values)


def by_name(says: Sequence[Statement]) -> Part:
    """The same for names: a name that is common is counted, a rare one has its places."""
    of = len({said.source for said in says})
    if of <= FEW:
        return with_places(says)
    phrases = []
    for name in dict.fromkeys(said.value for said in says):
        same = [said for said in says if said.value == name]
        count = len({said.source for said in same})
        rare = Phrase("name-variant.rare", {"name": str(name), "places": where(same)})
        common = Phrase("name-variant.common", {"name": str(name), "count": count, "of": of})
        phrases.append(rare if count <= RARE else common)
    return tuple(phrases)


def _counted(says: Sequence[Statement], values: Iterable[object], statements: Statements) -> tuple[Phrase, ...]:
    """Each value with the sources and the independent lines behind it, that of most lines first."""
    held = held_by_line([(said.source, str(said.value)) for said in says], statements.lines, statements.leaders)
    behind = {value: sum(each == {str(value)} for each in held.values()) for value in values}
    phrases = []
    for value in sorted(behind, key=lambda value: -behind[value]):
        sources = list(dict.fromkeys(said.source for said in says if said.value == value))
        parts: dict[str, str | int] = {"value": str(value), "count": len(sources), "lines": behind[value]}
        parts |= {"of": len({said.source for said in says}), "all": len(held), "sources": briefly(sources, statements)}
        phrases.append(Phrase("points-differ.value", parts))
    return tuple(phrases)


def briefly(sources: Sequence[str], statements: Statements) -> str:
    """Sources by their lines: one of each line, and how many more of it: ``rule98 +4, qiyue-md``."""
    if len(sources) <= FEW:
        return ", ".join(sources)
    by_line: dict[int, list[str]] = {}
    for source in sorted(sources, key=lambda source: source not in statements.leaders):
        by_line.setdefault(statements.lines[source], []).append(source)
    return ", ".join(first + (f" +{len(more)}" if more else "") for first, *more in by_line.values())
