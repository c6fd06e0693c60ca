"""How many groups, kinds and ranks the winning hands of each fan have, looked up from ``amounts.json``.

``counting`` makes the file anew (``mjrules audit --rebuild``); nothing is computed here.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from mjrules.audit.verdicts.known import definitions
from mjrules.errors import DamagedData

FILE = Path(__file__).parent / "amounts.json"


class Amount(msgspec.Struct, frozen=True, omit_defaults=True):
    """The least and the most of something in the hands of a fan, and a hand that has the least."""

    least: int
    most: int
    hand: str | None = None


class Amounts(msgspec.Struct, frozen=True):
    """What the hands of a fan, or of a variant, have.

    ``amounts``: by noun, groups over all hands with sets, the others over all hands; a fan without such hands has none.
    ``ranks``: those that occur in some hand. ``pair_ranks``: of the pair in hands with sets; 0 is an honour.
    ``every``: the ranks that each group has in every hand.
    """

    amounts: dict[str, Amount]
    ranks: tuple[int, ...]
    pair_ranks: tuple[int, ...]
    every: tuple[int, ...]


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    definitions: str
    fans: dict[str, Amounts]


def of(fan: str) -> Amounts:
    """Of a fan or a variant; KeyError for one that is no matter of hands."""
    return _table().fans[fan]


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
