"""How much differences matter that were weighed before: rulings, and exclusions on which the sources here differ.

All of it stands in ``impacts.json``, which ``weighing`` makes anew; an impact is a value and is looked up, nothing is
computed here. What is not in the file is weighed when it is asked for (``impact``).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from mjrules import rulings
from mjrules.errors import DamagedData
from mjrules.fans import FANS, VARIANTS
from mjrules.rulesets.resolve import DEFAULT, Rules, resolve
from mjrules.rulings import Choice

FILE = Path(__file__).parent / "impacts.json"

Noted = Literal["", "wall_last", "kong", "last_of_kind"]
"""What is to be noted of the situation in which hands are won: nothing, the last tile of the wall, a kong (out with its
replacement or by robbing it), the last of its kind."""


class Weighed(msgspec.Struct, frozen=True, omit_defaults=True):
    """Won hands that some rules score differently.

    A hand is its declared groups, concealed tiles and winning tile; ``states`` are hands, each by a discard and
    self-drawn, ``of`` is the number of all. ``points``: the least and the most between its lowest and its highest
    total, of hands that win under all these rules; None where there are none. ``only``: states that win under some of
    the rules only. ``crossing``: states that reach the minimum under some of the rules only, those of ``only`` too.
    ``example``: the plainest of the commonest difference, with its total under each of the rules; None: it does not win
    there. ``noted``: the situation, where it is not the plain one; ``ruleset``: whose rules all else is from.
    """

    states: int
    of: int
    hands: int
    points: tuple[int, int] | None = None
    only: int = 0
    crossing: int = 0
    example: str | None = None
    totals: tuple[int | None, ...] = ()
    noted: Noted = ""
    ruleset: str = DEFAULT


class OfRulings(msgspec.Struct, frozen=True):
    """By ruling and choice what it changes against the choice of ``gb``, all else as ``gb`` has it; as ``gb1998`` does
    where that changes nothing in ``gb``."""

    definitions: str
    impacts: dict[str, dict[str, Weighed]]


class OfRules(msgspec.Struct, frozen=True):
    """Under one rule set, by fan: what it changes whether it bars another, by that one, and how many points it has, by
    the points (``points_key``). None where there is nothing to weigh."""

    definitions: str
    exclusions: dict[str, dict[str, Weighed | None]]
    points: dict[str, dict[str, Weighed | None]]


class Table(msgspec.Struct, frozen=True):
    rulings: OfRulings
    rulesets: dict[str, OfRules]


NOTHING = OfRules("", {}, {})


def points_key(values: Iterable[int]) -> str:
    """Different points of a fan as a key.

    >>> points_key([8, 6])
    '6/8'
    """
    return "/".join(map(str, sorted(values)))


def of_rulings() -> Mapping[str, Mapping[str, Weighed]]:
    """The impact of every choice but those of ``gb``; DamagedData where the file belongs to other rules.

    >>> of_rulings()["two_concealed_kongs"]["eight"].points
    (2, 2)
    """
    known = _table().rulings
    if known.definitions != definitions_of_rulings():
        raise DamagedData(f"{FILE.name}: made for other rulings; {_REMEDY}")
    return known.impacts


@cache
def of_rules(ruleset: str) -> OfRules:
    """The impacts of exclusions and points that are known under a rule set; none where the file was made for other
    rules."""
    known = _table().rulesets.get(ruleset)
    return known if known and known.definitions == definitions(resolve(ruleset)) else NOTHING


def definitions(rules: Rules) -> str:
    """What tells rules, with the definitions of their fans, from others."""
    return _digest([rules.points, _barring(rules), rules.patterns, rules.options])


@cache
def definitions_of_rulings() -> str:
    """What tells the rulings, and the rules of ``gb``, from others."""
    effects = [[each.id, [_effects(choice) for choice in each.choices.values()]] for each in rulings.all()]
    return _digest([definitions(resolve(DEFAULT)), effects])


def _effects(choice: Choice) -> list[object]:
    own = (choice.points, choice.without, choice.exclude, choice.allow, choice.pattern, choice.option, choice.principle)
    return [choice.id, *own]


def _barring(rules: Rules) -> list[object]:
    """What the rules bar, whoever says so."""
    return [[fan, [[each.fan, each.scope, each.count] for each in out]] for fan, out in sorted(rules.excludes.items())]


def _digest(value: object) -> str:
    said = msgspec.json.encode([_patterns(), value], order="sorted")
    return hashlib.sha256(said).hexdigest()[:16]


@cache
def _patterns() -> str:
    said = msgspec.json.encode([FANS, VARIANTS], enc_hook=int, order="sorted")
    return hashlib.sha256(said).hexdigest()


@cache
def _table() -> Table:
    try:
        data = FILE.read_bytes()
    except OSError as error:
        raise DamagedData(f"{FILE.name}: {error.strerror}; {_REMEDY}") from error
    return parse(data)


_REMEDY = "«mjrules rulings --rebuild» makes it anew"


def parse(data: bytes) -> Table:
    """The table as it is written; DamagedData where it is none."""
    try:
        return msgspec.json.decode(data, type=Table)
    except msgspec.DecodeError as error:
        raise DamagedData(f"{FILE.name}: {error}; {_REMEDY}") from error


def written(table: Table) -> bytes:
    """The file: one line a ruling or fan, so that a change can be read."""
    return (_lines(msgspec.to_builtins(table), 4) + "\n").encode()


def _lines(value: object, depth: int) -> str:
    """JSON with a line for each value so deep."""
    if not isinstance(value, dict) or not depth:
        return msgspec.json.encode(value).decode()
    rows = (f"{msgspec.json.encode(key).decode()}: {_lines(own, depth - 1)}" for key, own in value.items())
    return "{" + ",\n".join(rows) + "}"
