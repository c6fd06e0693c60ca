"""Why a value of the fan table stands, in words and in signs; and where a rule set and the table part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from mjrules import names, texts
from mjrules.audit.canon import Canon, Parted, Standing, Why, Witness, WonBy, tally
from mjrules.audit.statements import is_fan
from mjrules.claims import SCHEMA

SIGNS: dict[WonBy, str] = {"all": "●", "most": "◇", "edition": "◆", "ruling": "§", "ruleset": "○"}
"""One sign a reason; each stands in the oldest Chinese fonts too."""

FEW = 3
"""So many sources are named; of more it is said how many there are."""


def readable(key: str, lang: str) -> str:
    """The name of a fan in the reader's language; a class word and a word nobody knows stand for themselves."""
    return names.fan(key).label(lang) if is_fan(key) else key


def say(key: str, lang: str, /, **parts: object) -> str:
    return texts.say("table", key, lang, **parts)


def sign(standing: Standing) -> str:
    return SIGNS.get(standing.won_by, "")


def legend(lang: str, signs: Iterable[str]) -> str:
    """What those signs mean that a table has."""
    used = set(signs)
    return say("joint", lang).join(
        f"{sign} {say(f'sign.{won_by}', lang)}" for won_by, sign in SIGNS.items() if sign in used
    )


def reason(standing: Standing, lang: str) -> str:
    """Why a value stands and how many independent lines are behind it: ``ruling nine_gates; 6 of 10 lines``."""
    alone = standing.won_by == "ruleset" and not standing.by
    told = say("why.ruleset-alone" if alone else f"why.{standing.won_by}", lang, ruling=standing.ruling or "")
    votes = say("lines", lang, lines=standing.lines, of=standing.of) if standing.of else ""
    return say("joint", lang).join(filter(None, (told, votes)))


def item(standing: Standing, lang: str) -> str:
    """An excluded fan with its limit: 幺九刻（自身）."""
    label = readable(str(standing.value), lang)
    return label if standing.limit is None else say("limited", lang, item=label, limit=limit(standing.limit, lang))


def limit(value: int | str | bool | None, lang: str) -> str:
    """How far an item is barred."""
    if value is None:
        return say("limit.whole", lang)
    if isinstance(value, int):
        return f"×{value}"
    return say("limit.shared_groups", lang) if value == "shared_groups" else value


def comma(lang: str) -> str:
    return "、" if lang.startswith("zh") else ", "


def stated_by(by: Sequence[Witness], lang: str) -> str:
    """The sources with their places; of many, how many more there are."""
    places = [f"{witness.source}:{witness.place}" for witness in by]
    if len(places) > FEW:
        places[FEW - 1 :] = [say("others", lang, count=len(places) - FEW + 1)]
    return comma(lang).join(places)


def not_taken(why: Why, others: Sequence[tuple[object, Sequence[Witness]]], lang: str) -> list[str]:
    """What the table does not take and who states it: points (``others``), then items of lists by the reason."""
    told = [say("else-points", lang, points=points, by=stated_by(by, lang)) for points, by in others]
    left_out: dict[str, list[str]] = {}
    for each in (each for each in why.left_out if each.by):
        left_out.setdefault(_why_not(each, lang), []).append(_counted(each, lang))
    told += [say("else-items", lang, why=reason, items=comma(lang).join(items)) for reason, items in left_out.items()]
    return told


def by_rulings(why: Why) -> list[str]:
    """The rulings that decided values of the fan, each once."""
    return [f"{SIGNS['ruling']} {ruling}" for ruling in dict.fromkeys(each.ruling for each in why.decided()) if ruling]


def _counted(standing: Standing, lang: str) -> str:
    """An item, how many of the lines name it, and where there are one or two, which sources: ``三杠 1/9 [a:12]``."""
    places = f" [{stated_by(standing.by, lang)}]" if len(standing.by) < FEW else ""
    return f"{readable(str(standing.value), lang)} {standing.lines}/{standing.of}{places}"


def _why_not(standing: Standing, lang: str) -> str:
    return say(f"not.{standing.won_by}", lang, ruling=standing.ruling or "")


class Value(NamedTuple):
    """One value of a fan with its reason, in words: a row of the sheet that gives all of them."""

    field: str
    value: str
    why: str
    lines: int
    of: int
    by: str


def values(why: Why, lang: str) -> Iterator[Value]:
    """Every value of a fan, then what is named in lists and is not taken."""
    for field, standing in (("member", why.member), ("order", why.order), ("points", why.points)):
        value = say(f"member.{str(standing.value).lower()}", lang) if field == "member" else standing.value
        yield _told(say(f"field.{field}", lang), value, _short(standing, lang), standing, lang)
    for each in why.excludes:
        yield _told(say("excludes.true", lang), item(each, lang), _short(each, lang), each, lang)
    for each in why.left_out:
        yield _told(say("excludes.false", lang), readable(str(each.value), lang), _why_not(each, lang), each, lang)


def _told(field: str, value: object, why: str, standing: Standing, lang: str) -> Value:
    by = comma(lang).join(f"{witness.source}:{witness.place}" for witness in standing.by)
    return Value(field, "" if value is None else str(value), why, standing.lines, standing.of, by)


def _short(standing: Standing, lang: str) -> str:
    return reason(msgspec.structs.replace(standing, of=0), lang)


# ---- the check -------------------------------------------------------------------------------------------------------


class Checked(msgspec.Struct, frozen=True):
    """A rule set beside the table regenerated for it. ``values``: how many values stand for which reason."""

    ruleset: str
    own: tuple[str, ...]
    values: dict[WonBy, int]
    parted: tuple[Parted, ...]


class Check(msgspec.Struct, frozen=True):
    """What ``mjrules table --check --format json`` prints."""

    checks: tuple[Checked, ...]
    schema: str = SCHEMA


def checked(found: Canon, differences: Sequence[Parted]) -> Checked:
    return Checked(found.ruleset or "", found.own, tally(found), tuple(differences))


def check_lines(check: Checked, lang: str) -> Iterator[str]:
    """One line a difference: where it stands, what the rule set has and the table, why, and who states it."""
    for each in check.parted:
        where = f"{check.ruleset}.toml" + (f":{each.line}" if each.line else "")
        committed, regenerated = (_value(each, value, lang) for value in (each.committed, each.regenerated))
        witnesses = sorted(each.standing.by, key=lambda by: by.source not in check.own)  # the weightiest first
        by = stated_by(witnesses, lang) or say("nobody", lang)
        parts = {"committed": committed, "regenerated": regenerated, "why": _reason_of(each, lang), "by": by}
        yield say("parted", lang, where=where, field=say(f"field.{each.field}", lang), what=_what(each, lang), **parts)


def _what(each: Parted, lang: str) -> str:
    fan = f"{readable(each.fan, lang)} ({each.fan})"
    return fan if each.item is None else f"{fan} − {readable(each.item, lang)} ({each.item})"


def _value(each: Parted, value: int | str | bool | None, lang: str) -> str:
    if each.field == "limit":
        return limit(value, lang)
    return say(f"{each.field}.{str(value).lower()}", lang) if isinstance(value, bool) else str(value)


def _reason_of(each: Parted, lang: str) -> str:
    """Why the table has its value; of an item it has not, why not."""
    if each.field == "excludes" and not each.regenerated:
        return _why_not(each.standing, lang)
    return reason(each.standing, lang)


def summary(check: Checked, lang: str) -> str:
    """How many values were regenerated, from whom, and for which reasons they stand."""
    counts = comma(lang).join(f"{say(f'count.{won_by}', lang)} {count}" for won_by, count in check.values.items())
    own = comma(lang).join(check.own) or say("nobody", lang)
    parts = {"ruleset": check.ruleset, "own": own, "all": sum(check.values.values()), "parted": len(check.parted)}
    return say("checked", lang, counts=counts, **parts)
