"""What is known of two fans over every winning hand, also under definitions that rulings choose.

The relations are looked up (``mjrules.universe.relations``); what they do not hold, relations under other definitions
and hands with two readings, stands in ``known.json``, which ``making`` makes anew. Nothing is computed here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from mjrules import rulings
from mjrules.errors import DamagedData
from mjrules.fans import FANS, VARIANTS
from mjrules.universe import relations
from mjrules.universe.relations import FORCING, Forced, Kind, Relation


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """``hand``: one that has all of some fans, None where none can; ``counted``: the rule set that counts them all in
    it, empty where none was found that does.

    Where none can: ``never``: as few of the fans as never hold together, written as a question; ``under``: the choices
    that define one of them so that some hand has them all.
    """

    hand: str | None
    counted: str = ""
    never: str = ""
    under: tuple[str, ...] = ()


class Variant(NamedTuple):
    """Another definition of a fan: its name and the choice that takes it."""

    fan: str
    ruling: str
    choice: str
    name: str

    @property
    def under(self) -> str:
        return f"{self.ruling}={self.choice}"


def is_related(fan: str) -> bool:
    """Has the fan a definition over hands? House fans have none, and 无番和 depends on counting."""
    return fan in relations.RELATED


def relation(fan: str, other: str) -> Relation:
    return relations.load().between(fan, other)


def forcing(fan: str, other: str) -> Forced | None:
    return relations.load().forcing(fan, other)


def forces(fan: str, other: str) -> bool:
    """Does the first fan force the other, at least wherever there are sets?"""
    return fan != other and forcing(fan, other) is not None


def forced_by(fan: str) -> tuple[str, ...]:
    """What a fan forces, at least wherever there are sets."""
    return tuple(each for each in relations.RELATED if forces(fan, each))


def states(fan: str) -> int:
    return relations.load().states(fan)


def forms(fan: str) -> dict[str, int]:
    """The states of a fan by form, forms without any left out."""
    table = relations.load()
    return table.fans[relations.place_of(fan)].forms


@cache
def variants(fan: str) -> tuple[Variant, ...]:
    """The other definitions of a fan that a choice takes; choices with one definition stand once."""
    return tuple({each.name: each for each in reversed([*_variants(fan)])}.values())


def _variants(fan: str) -> Iterator[Variant]:
    for ruling in rulings.all():
        for choice in ruling.choices.values():
            if fan in choice.pattern:
                yield Variant(fan, ruling.id, choice.id, choice.pattern[fan])


def kind_under(fan: str, other: str, variant: Variant) -> Kind:
    """How a fan stands to another where one of them is defined as the variant says."""
    if variant.fan == fan:
        return _table().variants[variant.name][other]
    return _TURNED.get(kind := _table().variants[variant.name][fan], kind)


_TURNED: dict[Kind, Kind] = {"implies": "implied", "implied": "implies"}


def otherwise(fan: str, other: str) -> tuple[tuple[Variant, Kind], ...]:
    """The definitions under which the two are related otherwise than under those of ``gb``."""
    usual = _coarse(relation(fan, other).kind)
    found = ((each, kind_under(fan, other, each)) for each in (*variants(fan), *variants(other)))
    return tuple((each, kind) for each, kind in found if _coarse(kind) != usual)


def _coarse(kind: Kind) -> str:
    return "forces" if kind in FORCING else "never" if kind == "never" else "meets"


def read_either_way(fan: str, other: str) -> str | None:
    """A hand whose tiles can be read as either of two fans that no reading has together; None where there is none,
    empty where there are such and none was found that is plain enough to be shown."""
    readings = _table().readings
    return readings.get(f"{fan} {other}", readings.get(f"{other} {fan}"))


def instead(fan: str, other: str) -> str | None:
    """Of two fans of which the first forces the second, one of two chows: another of two chows that always is there
    where a further chow makes the second again, so that leaving that out costs nothing."""
    return _table().instead.get(f"{fan} {other}")


def together(question: str) -> Answer | None:
    """The answer to a question of fans that hold together (``together.written``), where it has been asked before."""
    return _table().together.get(question)


# the file


FILE = Path(__file__).parent / "known.json"


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the file holds: for each variant its relation to every other fan; by pairs of fans, hands of two
    readings, and what counts instead of a fan of two chows; by question, hands that have several fans."""

    definitions: str
    variants: dict[str, dict[str, Kind]]
    readings: dict[str, str]
    instead: dict[str, str]
    together: dict[str, Answer] = {}


def definitions() -> str:
    """What tells the definitions of fans and variants from others: the file is refused where they have changed."""
    said = msgspec.json.encode([FANS, VARIANTS], enc_hook=int, order="sorted")
    return hashlib.sha256(said).hexdigest()[:16]


@cache
def _table() -> Table:
    """The file, as the package brings it; DamagedData where it is not sound or belongs to other definitions."""
    remedy = "«mjrules audit --rebuild» makes it anew"
    try:
        table = msgspec.json.decode(FILE.read_bytes(), type=Table)
    except (OSError, msgspec.DecodeError) as error:
        raise DamagedData(f"{FILE.name}: {error}; {remedy}") from error
    if table.definitions != definitions():
        raise DamagedData(f"{FILE.name}: made for other definitions of the fans; {remedy}")
    return table
