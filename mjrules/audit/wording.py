"""How a discrepancy is made and how it is said.

A check states only parts, which are the same in every language (names of fans in Chinese with their ids, sources and
lines); the sentences around them stand in ``mjrules/texts/audit.toml``, one per code. So a discrepancy can be said
again in another language without auditing again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from mjrules import texts
from mjrules.audit.model import Discrepancy, Level, SharedItem, Statement, Vote
from mjrules.audit.statements import is_fan, label
from mjrules.claims import Item, Place


def discrepancy(
    code: str,
    level: Level,
    fan: str | None,
    says: Iterable[Statement],
    *,
    fans: Sequence[str] = (),
    items: Sequence[SharedItem] = (),
    votes: Sequence[Vote] = (),
    **parts: str | int,
) -> Discrepancy:
    """A discrepancy not yet put into words; ``name`` is the fan's own."""
    name = label(fan) if fan is not None else None
    details: dict[str, str | int] = {"fan": titled(fan)} if fan is not None else {}
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
    )


def restate(found: Discrepancy, lang: str) -> Discrepancy:
    """The same discrepancy with its message and advice in ``lang``."""
    parts = {name: part if lang == "en" else chinese(part) for name, part in found.details.items()}
    return msgspec.structs.replace(
        found,
        message=texts.say("audit", found.code, lang, **parts),
        advice=texts.say("audit", f"{found.code}.advice", lang),
    )


def chinese(part: str | int) -> str:
    """The same part with Chinese punctuation between its pieces."""
    return str(part).replace("; ", "；").replace(", ", "、")


def titled(word: str) -> str:
    """A fan as messages name it in every language: 双暗杠 (two_concealed_kongs)."""
    return f"{label(word)} ({word})" if is_fan(word) else word


def at(source: str, place: Place | None) -> str:
    """Where a statement stands: ``scraped-page:143``."""
    return f"{source}:{place}" if place else source


def listed(words: Iterable[str]) -> str:
    """Fans and words in a row, by their Chinese names."""
    return ", ".join(label(word) for word in words) or "–"


def quoted(items: Iterable[Item]) -> str:
    """The items of a list as they are printed."""
    return "、".join(item.printed for item in items)


def where(says: Iterable[Statement]) -> str:
    """The places of statements in a row, each once."""
    return ", ".join(dict.fromkeys(at(said.source, said.place) for said in says))


def by_value(says: Sequence[Statement]) -> str:
    """Who says what, equal statements together: ``6 (a:7, b:84); 8 (c:258)``."""
    values = dict.fromkeys(said_value(said) for said in says)
    return "; ".join(f"{value} ({where(said for said in says if said_value(said) == value)})" for value in values)


def said_value(said: Statement) -> str:
    """What a statement says, in writing."""
    return listed(said.value) if isinstance(said.value, list) else str(said.value)
