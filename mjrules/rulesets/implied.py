"""What holds by the definitions alone (不重复): the rows of ``implied.toml`` and all that follows from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from mjrules import names
from mjrules.errors import DamagedData

Scope = Literal["whole", "shared_groups", "count"]


class Forced(msgspec.Struct, frozen=True):
    """``out`` is not counted beside ``fan``: as a whole, for the groups of ``fan``, or ``count`` times."""

    fan: str
    out: str
    scope: Scope = "whole"
    count: int = 1
    family: str | None = None
    """The family of which one fan counts; None where only the definition of the first fan forces the second."""
    in_sets: bool = False
    """Forced only in four sets and a pair, and never there in another form (碰碰和 by 字一色)."""


class _File(msgspec.Struct, forbid_unknown_fields=True):
    forces: dict[str, tuple[str, ...]]
    forces_in_sets: dict[str, tuple[str, ...]]
    forces_own: dict[str, tuple[str, ...]]
    forces_times: dict[str, dict[str, int]]
    families: dict[str, tuple[tuple[str, ...], ...]]


@cache
def forced() -> tuple[Forced, ...]:
    """All of it, what follows from two rows included; of two fans the widest row, and that of their family.

    >>> [row.out for row in forced() if row.fan == "little_three_dragons"]
    ['two_dragon_pungs', 'dragon_pung', 'pung_of_terminals_or_honors']
    """
    return parse((Path(__file__).parent / "implied.toml").read_text(encoding="utf-8"))


@cache
def only_in_sets(fan: str, out: str) -> bool:
    """Whether the first fan forces the second only in four sets and a pair."""
    return any(row.in_sets for row in forced() if (row.fan, row.out) == (fan, out))


def parse(text: str) -> tuple[Forced, ...]:
    """The rows written in ``text``, in the official order; an error names the row and what is wrong with it."""
    try:
        file = msgspec.toml.decode(text, type=_File)
    except msgspec.DecodeError as error:
        raise DamagedData(f"implied.toml: {error}") from error
    rows = [*_rows(file)]
    if problems := [*_problems(rows)]:
        raise DamagedData("implied.toml: " + "; ".join(problems))
    order = {fan.id: place for place, fan in enumerate(names.fans())}
    return tuple(sorted(_widest(rows), key=lambda row: (order[row.fan], order[row.out], bool(row.family))))


def _rows(file: _File) -> Iterator[Forced]:
    whole = _closure(file.forces)
    for fan, forced_outs in whole.items():
        yield from (Forced(fan, out) for out in forced_outs)
    for fan, outs in file.forces_in_sets.items():
        yield from (Forced(fan, out, in_sets=True) for out in outs)
    for via, outs in file.forces_own.items():
        fans = [via, *(fan for fan, steps in whole.items() if via in steps)]
        yield from (Forced(fan, out, "shared_groups") for fan in fans for out in outs)
    for fan, times in file.forces_times.items():
        yield from (Forced(fan, out, "count", count) for out, count in times.items())
    for family, steps in file.families.items():
        for place, step in enumerate(steps):
            later = [out for other in steps[place + 1 :] for out in other]
            yield from (Forced(fan, out, family=family) for fan in step for out in later)


def _closure(direct: Mapping[str, Iterable[str]]) -> dict[str, set[str]]:
    """Every fan with all that it forces, at any remove."""

    def reached(fan: str, seen: set[str]) -> set[str]:
        for out in direct.get(fan, ()):
            if out not in seen:
                seen.add(out)
                reached(out, seen)
        return seen

    return {fan: reached(fan, set()) for fan in direct}


def _widest(rows: Iterable[Forced]) -> Iterable[Forced]:
    """One row for two fans and one reason: the whole fan before some of it."""
    found: dict[tuple[str, str, str | None], Forced] = {}
    for row in rows:
        known = found.get((row.fan, row.out, row.family))
        if known is None or (known.scope != "whole" and row.scope == "whole"):
            found[row.fan, row.out, row.family] = row
    return found.values()


def _problems(rows: Iterable[Forced]) -> Iterator[str]:
    known = {fan.id for fan in names.fans()}
    for row in rows:
        yield from (f"{fan} is no id of a fan" for fan in (row.fan, row.out) if fan not in known)
        if row.fan == row.out:
            yield f"{row.fan} forces itself"
