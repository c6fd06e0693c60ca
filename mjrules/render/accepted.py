"""What a baseline accepts, for every report: how many, why and until when, and which."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Literal, NamedTuple

from mjrules import names, texts
from mjrules.audit.model import AcceptedDiscrepancy, Audit, Discrepancy
from mjrules.audit.statements import is_fan

State = Literal["accepted", "expired"]


class Group(NamedTuple):
    """All that is accepted for one reason until one day: the sentence, and of each kind which fans it is about."""

    said: str
    which: tuple[str, ...]


def groups(audit: Audit, lang: str) -> Iterator[Group]:
    """What is accepted, then what was and counts again."""
    yield from _groups(audit.accepted, "accepted", lang)
    yield from _groups(audit.expired, "expired", lang)


def _groups(accepted: Sequence[AcceptedDiscrepancy], state: State, lang: str) -> Iterator[Group]:
    alike: dict[tuple[str, date | None], list[Discrepancy]] = defaultdict(list)
    for each in accepted:
        alike[each.reason, each.until].append(each.found)
    for (reason, until), found in alike.items():
        yield Group(sentence(state, reason, until, lang, n=len(found)), tuple(_which(found, lang)))


def sentence(state: State, reason: str, until: date | None, lang: str, n: int) -> str:
    """How many, until when, and why."""
    if state == "expired":
        key = "expired-until"
    elif not reason:
        key = "known-before"
    else:
        key = "accepted-until" if until else "accepted"
    return texts.say("report", key, lang, n=n, reason=reason, until=until.isoformat() if until else "")


def _which(found: Sequence[Discrepancy], lang: str) -> Iterator[str]:
    about: dict[str, list[str]] = defaultdict(list)
    for each in found:
        fan = names.fan(each.fan).label(lang) if each.fan and is_fan(each.fan) else each.name
        about[each.code].append(fan or "/".join(each.about))
    comma, colon = ("、", "：") if lang.startswith("zh") else (", ", ": ")
    for code, fans in about.items():
        yield f"{texts.say('audit', f'{code}.title', lang)}{colon}{comma.join(dict.fromkeys(fans))}"
