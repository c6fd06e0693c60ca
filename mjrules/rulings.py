"""Rulings: the questions on which authorities differ, their choices, who holds each and what it changes in a score.

The table is ``rulings.toml``; ``mjrules.rulesets.resolve`` applies the choices. ``docs/rulings.md`` is printed from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from mjrules import names
from mjrules.errors import DamagedData, RulesError

OPTIONS: dict[str, tuple[str, ...]] = {
    "pung_by_discard": ("melded", "concealed"),
    "identical_pairs": ("allowed", "barred"),
    "tile_hog_in_pairs": ("counted", "not_green_or_terminals"),
    "tile_hog_limit": ("none", "two"),
    "knitted_straight_set": ("allowed", "concealed", "barred"),
    "knitted_wait": ("counted", "barred"),
    "wait_exhausted": ("counts", "ignored"),
    "chow_pairs": ("principles", "all"),
    "four_shifted_chows": ("alone", "terminal_chows", "open"),
    "pure_straight": ("closed", "terminal_chows", "open"),
    "unlisted": ("principle", "literal"),
}
"""Switches of what wins and of counting that are no exclusion and no pattern; the first value is the one of ``gb``."""

POINTS = 56
"""How many disputed points the list has that ``rulings.toml`` was made from."""

Limit = Literal["shared_groups"] | int
Pair = tuple[str, str] | tuple[str, str, Limit]
"""Excluding fan, excluded fan, and how far, where not as a whole."""


class Text(msgspec.Struct, frozen=True):
    """A sentence in the two languages that are written; traditional characters are made from the simplified ones."""

    en: str
    zh_hans: str = msgspec.field(name="zh-Hans")

    def say(self, lang: str) -> str:
        from mjrules.texts import traditional

        if lang == "en":
            return self.en
        return traditional(self.zh_hans) if lang == "zh-Hant" else self.zh_hans


class Choice(msgspec.Struct, frozen=True):
    """One answer, who holds it (ids of ``holders``), and its effects; without any, lists and principle stay."""

    id: str
    text: Text
    by: tuple[str, ...]
    points: dict[str, int] = {}
    without: tuple[str, ...] = ()
    """Fans that do not exist."""
    exclude: tuple[Pair, ...] = ()
    """The second fan is not counted beside the first."""
    allow: tuple[tuple[str, str], ...] = ()
    """The second fan is counted beside the first, whatever lists and principle say."""
    pattern: dict[str, str] = {}
    option: dict[str, str] = {}
    principle: bool = False
    """What it excludes follows from the principle of non-repetition, though no definition alone forces it."""


class Ruling(msgspec.Struct, frozen=True):
    """A question with its choices. ``points``: which of the disputed points it settles."""

    id: str
    points: tuple[int, ...]
    question: Text
    default: dict[str, str]
    choices: dict[str, Choice]
    reason: dict[str, Text] = {}
    """Why a rule set takes its choice, where its own sources hold another one too or hold none."""

    def default_for(self, ruleset: str) -> str:
        """The choice of a rule set; one that says nothing of its own takes that of ``gb``."""
        return self.default.get(ruleset, self.default["gb"])

    def held_by(self, sources: Iterable[str]) -> frozenset[str]:
        """The choices that one of these sources holds."""
        return frozenset(choice.id for choice in self.choices.values() if {*sources} & {*choice.by})

    def choice(self, id: str) -> Choice:
        """The choice with this id; an unknown id is an error that lists those there are."""
        try:
            return self.choices[id]
        except KeyError:
            raise RulesError(f"{self.id}: {id!r} is no choice; there are: {', '.join(self.choices)}") from None


def all() -> tuple[Ruling, ...]:
    """Every ruling, in the order of the disputed points."""
    return tuple(_table().rulings.values())


def ruling(id: str) -> Ruling:
    """The ruling with this id; an unknown id is an error that names the nearest ones.

    >>> ruling("two_concealed_kongs").default_for("mcr2006")
    'eight'
    """
    known = _table().rulings
    try:
        return known[id]
    except KeyError:
        similar = f"similar: {', '.join(near)}; " if (near := nearest(id)) else ""
        raise RulesError(f"{id!r} is no ruling; {similar}docs/rulings.md has all of them") from None


def chosen(ruleset: str, overrides: Mapping[str, str]) -> dict[str, Choice]:
    """The choice for every ruling: the rule set's own, or the one in ``overrides``."""
    picked = {id: ruling(id).choice(choice) for id, choice in overrides.items()}
    return {each.id: picked.get(each.id) or each.choice(each.default_for(ruleset)) for each in all()}


def editions() -> dict[str, tuple[str, ...]]:
    """The sources that speak for each rule set, as ids of ``holders``."""
    return _table().editions


def holders() -> dict[str, Text]:
    """Who may hold a choice, and who that is."""
    return _table().holders


def not_a_switch() -> dict[int, Text]:
    """The disputed points that change no score of a written hand, and why."""
    return _table().not_a_switch


def nearest(id: str) -> list[str]:
    """The ids of rulings that look like this one; none where nothing does.

    >>> nearest("nine_gate")[0]
    'nine_gates'
    """
    from difflib import get_close_matches

    return get_close_matches(id, [*_table().rulings], n=3, cutoff=0.5)


class _Choice(msgspec.Struct, forbid_unknown_fields=True):
    en: str
    zh_hans: str = msgspec.field(name="zh-Hans")
    by: tuple[str, ...]
    points: dict[str, int] = {}
    without: tuple[str, ...] = ()
    exclude: tuple[tuple[str | int, ...], ...] = ()
    allow: tuple[tuple[str, str], ...] = ()
    pattern: dict[str, str] = {}
    option: dict[str, str] = {}
    principle: bool = False


class _Ruling(msgspec.Struct, forbid_unknown_fields=True):
    points: tuple[int, ...]
    question: Text
    default: dict[str, str]
    choices: dict[str, _Choice]
    reason: dict[str, Text] = {}


class _File(msgspec.Struct, forbid_unknown_fields=True):
    holders: dict[str, Text]
    rulings: dict[str, _Ruling]
    not_a_switch: dict[int, Text]
    editions: dict[str, tuple[str, ...]] = {}


class _Table(msgspec.Struct, frozen=True):
    holders: dict[str, Text]
    rulings: dict[str, Ruling]
    not_a_switch: dict[int, Text]
    editions: dict[str, tuple[str, ...]]


@cache
def _table() -> _Table:
    return parse((Path(__file__).parent / "rulings.toml").read_text(encoding="utf-8"))


def parse(text: str) -> _Table:
    """The table written in ``text``, checked: an error names the ruling and what is wrong with it."""
    try:
        file = msgspec.toml.decode(text, type=_File)
    except msgspec.DecodeError as error:
        raise DamagedData(f"rulings.toml: {error}") from error
    rulings = {id: _ruling(id, row) for id, row in file.rulings.items()}
    if problems := [*_problems(rulings, file.holders), *_unreasoned(rulings.values(), file.editions)]:
        raise DamagedData("rulings.toml: " + "; ".join(problems))
    return _Table(file.holders, rulings, file.not_a_switch, file.editions)


def _ruling(id: str, row: _Ruling) -> Ruling:
    choices = {name: _choice(id, name, choice) for name, choice in row.choices.items()}
    return Ruling(id, row.points, row.question, row.default, choices, row.reason)


def _choice(ruling: str, id: str, row: _Choice) -> Choice:
    return Choice(
        id=id,
        text=Text(row.en, row.zh_hans),
        by=row.by,
        points=row.points,
        without=row.without,
        exclude=tuple(_pair(f"{ruling}.{id}", *pair) for pair in row.exclude),
        allow=row.allow,
        pattern=row.pattern,
        option=row.option,
        principle=row.principle,
    )


def _pair(where: str, *parts: str | int) -> Pair:
    match parts:
        case (str(fan), str(out)):
            return fan, out
        case (str(fan), str(out), ("shared_groups" | int()) as limit):
            return fan, out, limit
    wanted = "two fans, and perhaps shared_groups or a number"
    raise DamagedData(f"rulings.toml: {where}: {parts} is no exclusion; an exclusion is {wanted}")


def _problems(rulings: Mapping[str, Ruling], holders: Mapping[str, Text]) -> Iterator[str]:
    for ruling in rulings.values():
        if len(ruling.choices) < 2:
            yield f"{ruling.id}: a question needs two choices"
        for ruleset, default in ruling.default.items():
            if default not in ruling.choices:
                yield f"{ruling.id}: {default!r}, the default of {ruleset}, is no choice"
        if "gb" not in ruling.default:
            yield f"{ruling.id}: no default for gb"
        for choice in ruling.choices.values():
            yield from (f"{ruling.id}.{choice.id}: {problem}" for problem in _choice_problems(choice, holders))
    yield from _owned_twice(rulings.values())


def _choice_problems(choice: Choice, holders: Mapping[str, Text]) -> Iterator[str]:
    known = {fan.id for fan in names.fans()}
    if not choice.by:
        yield "nobody holds it"
    yield from (f"{id!r} is no holder" for id in choice.by if id not in holders)
    yield from (f"{fan!r} is no fan" for fan in _fans(choice) if fan not in known)
    for name, value in choice.option.items():
        if value not in OPTIONS.get(name, ()):
            yield f"{name} = {value!r} is no option"


def _fans(choice: Choice) -> set[str]:
    paired = {fan for pair in (*choice.exclude, *choice.allow) for fan in pair[:2]}
    return {*choice.points, *choice.without, *choice.pattern} | paired


def _unreasoned(rulings: Iterable[Ruling], editions: Mapping[str, Iterable[str]]) -> Iterator[str]:
    """A rule set does not go against its own sources without saying why."""
    for ruling in rulings:
        for ruleset, sources in editions.items():
            default, held = ruling.default_for(ruleset), ruling.held_by(sources)
            if held - {default} and ruleset not in ruling.reason:
                yield f"{ruling.id}: {ruleset} takes {default}, its sources hold {', '.join(sorted(held))}; say why"
            if held == {default} and ruleset in ruling.reason:
                yield f"{ruling.id}: {ruleset} takes what its sources hold; it needs no reason"
        yield from (f"{ruling.id}: {id} is no edition, yet has a reason" for id in ruling.reason if id not in editions)


def _owned_twice(rulings: Iterable[Ruling]) -> Iterator[str]:
    """Each switch belongs to one ruling, so that no choice undoes another and the order of rulings is nothing."""
    owner: dict[str, str] = {}
    for ruling in rulings:
        for switch in sorted({switch for choice in ruling.choices.values() for switch in _switches(choice)}):
            if owner.setdefault(switch, ruling.id) != ruling.id:
                yield f"{ruling.id} and {owner[switch]} both settle {switch}"


def _switches(choice: Choice) -> Iterator[str]:
    yield from (f"the points of {fan}" for fan in (*choice.points, *choice.without))
    yield from (f"{pair[1]} beside {pair[0]}" for pair in (*choice.exclude, *choice.allow))
    yield from (f"the pattern of {fan}" for fan in choice.pattern)
    yield from (f"the option {name}" for name in choice.option)
