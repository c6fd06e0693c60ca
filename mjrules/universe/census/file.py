"""The data file: columns of the table as arrays of numpy in a zip (``.npz``), and ``meta.json`` that says what for.

Numbers are written as differences where they rise, and byte by byte, the low bytes of all first: so they pack well.
Nothing in the file depends on the day or the machine.
"""

from __future__ import annotations

import hashlib
import io
import lzma
import os
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from mjrules.errors import DamagedData
from mjrules.groups import GROUPS, GroupSet
from mjrules.pattern import Form, Pattern
from mjrules.rulings import OPTIONS
from mjrules.universe.arrays.kinds import WIDTHS
from mjrules.universe.arrays.rows import Rows
from mjrules.universe.census import examples, seven_pairs, told
from mjrules.universe.census.grouping import NOWHERE, Int64, Kinds, Mixed
from mjrules.universe.census.other_forms import FORMS, Listed
from mjrules.universe.census.table import Table

SCHEMA = "mjrules/census/1"
"""What the columns mean. Another number when they mean something else, or when kinds are told apart otherwise than the
definitions say (``definitions``)."""
PATH = Path(__file__).parent.parent / "census.npz"
"""Where the bundled file lies."""
Columns = Mapping[str, Int64]
_META = "meta.json"
_RISES = "+"
"""Ends the name of a column that is written as differences."""
_LONG_AGO = (1980, 1, 1, 0, 0, 0)
_LOW = 16


class Meta(msgspec.Struct, frozen=True):
    """What the file is and was made for. ``states`` by form, for each way of winning, no kongs multiplied out."""

    schema: str
    definitions: str
    kinds: dict[str, int]
    states: dict[str, int]
    won_hands: dict[str, int]


def meta(table: Table) -> Meta:
    """What is said about a table, and must be true of it when it is read again."""
    by_form = {"standard": table.standard, "seven_pairs": table.pairs}
    return Meta(
        SCHEMA,
        definitions(),
        {form: len(kinds) for form, kinds in by_form.items()}
        | {form: len(some.rows) for form, some in table.others.items()},
        {form: int(kinds.states.sum()) for form, kinds in by_form.items()}
        | {form: int(some.states.sum()) for form, some in table.others.items()},
        {form: int(kinds.alone.sum()) for form, kinds in by_form.items()}
        | {f"mixed.{size}": int(some.hands.sum()) for size, some in table.mixed.items()}
        | {form: int(some.hands.sum()) for form, some in table.others.items()},
    )


@cache
def definitions() -> str:
    """A digest of all that kinds follow from: the kinds of groups, the fans and their variants, the options."""
    groups = [(group.shape, [int(tile) for tile in group.tiles], group.melded) for group in GROUPS]
    patterns = {fan: _plain(pattern) for fan, pattern in told.definitions().items()}
    return hashlib.sha256(msgspec.json.encode([SCHEMA, groups, patterns, OPTIONS])).hexdigest()


def _plain(value: object) -> object:
    """A pattern as lists of names and numbers; a set of groups by its members, for its name is only for people."""
    match value:
        case GroupSet():
            return sorted(value.members)
        case frozenset():
            return sorted(int(tile) for tile in value)
        case Pattern():
            return [type(value).__name__, *(_plain(getattr(value, name)) for name in value.__struct_fields__)]
        case tuple():
            return [_plain(each) for each in value]
        case _:
            return value


# writing


def save(table: Table, path: Path) -> None:
    """Write the file whole: to another beside it, which then takes its name. Interrupted, it leaves the old one."""
    handle, name = tempfile.mkstemp(prefix=".mjrules-", dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(packed(table))
        temporary.chmod(0o644)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def packed(table: Table) -> bytes:
    """The bytes of the file."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        _write(file, _META, msgspec.json.format(msgspec.json.encode(meta(table))) + b"\n")
        for name, column in columns(table).items():
            array = io.BytesIO()
            np.lib.format.write_array(array, _bytes_of(column, rises=name.endswith(_RISES)), allow_pickle=False)
            _write(file, f"{name}.npy", array.getvalue())
    return buffer.getvalue()


def _write(file: zipfile.ZipFile, name: str, content: bytes) -> None:
    member = zipfile.ZipInfo(name, _LONG_AGO)
    member.compress_type = zipfile.ZIP_LZMA
    member.external_attr = 0o644 << 16
    file.writestr(member, content)


def _bytes_of(column: Int64, *, rises: bool) -> NDArray[np.uint8]:
    """A column byte by byte, shape (bytes, n): of the numbers or of their differences. Groups, which are many columns
    of bytes, stay as they are."""
    if column.ndim == 2:
        return column.astype(np.uint8)
    numbers = np.diff(column, prepend=0) if rises else column
    bytes_ = np.ascontiguousarray(numbers, "<i8").view(np.uint8).reshape(-1, 8).T
    needed = max(1, (int(numbers.max(initial=0)).bit_length() + 7) // 8)
    return np.ascontiguousarray(bytes_[:needed])


def columns(table: Table) -> dict[str, Int64]:
    """The columns of a table by name; numbers are 0 or more."""
    found: dict[str, Int64] = {}
    for form, kinds in (("standard", table.standard), ("seven_pairs", table.pairs)):
        found |= {f"{form}.{name}": column for name, column in _columns_of_kinds(kinds).items()}
    for size, mixed in table.mixed.items():
        found |= {f"mixed.{size}.{name}": column for name, column in _columns_of_mixed(mixed).items()}
    for form, some in table.others.items():
        found |= {f"{form}.{name}": column for name, column in _columns_of_listed(some).items()}
    return found


def _columns_of_kinds(kinds: Kinds) -> dict[str, Int64]:
    """Most kinds are alone in their won hands, and their example is an example of that too."""
    other = np.flatnonzero((kinds.alone_example != kinds.example) & (kinds.alone > 0))
    return {
        "hand+": kinds.example >> _LOW,
        "place": kinds.example & (1 << _LOW) - 1,
        "states": kinds.states,
        "not_alone": kinds.states - kinds.alone,
        "other+": other,
        "other_hand": kinds.alone_example[other] >> _LOW,
        "other_place": kinds.alone_example[other] & (1 << _LOW) - 1,
    }


def _columns_of_mixed(mixed: Mixed) -> dict[str, Int64]:
    return {
        "first+": mixed.members[:, 0],
        "more": np.diff(mixed.members, axis=1).ravel(),
        "hands": mixed.hands,
        "hand": mixed.example >> _LOW,
        "place": mixed.example & (1 << _LOW) - 1,
    }


def _columns_of_listed(some: Listed) -> dict[str, Int64]:
    rows = {
        f"{name}{part}": getattr(of, part).astype(np.int64)
        for name, of in (("", some.rows), ("of_set.", some.of_set))
        for part in ("groups", "completed", "at")
    }
    return {**rows, "states": some.states, "sets": some.sets, "first+": some.first, "hands": some.hands}


# reading

_UNREADABLE = (
    *(OSError, EOFError, KeyError, ValueError, RuntimeError, MemoryError, struct.error),
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, msgspec.MsgspecError),
)
"""What a damaged zip, a damaged array or damaged JSON may lead to."""


def read(path: Path) -> Table:
    """The table in a file. DamagedData says what is wrong with it: it is not there, damaged, or was made for other
    definitions."""
    try:
        with zipfile.ZipFile(path) as file:
            said = msgspec.json.decode(file.read(_META), type=Meta)
            found = {name.removesuffix(".npy"): _column(file, name) for name in file.namelist() if name != _META}
    except FileNotFoundError:
        raise _damaged(path, "there is no such file") from None
    except _UNREADABLE as error:
        raise _damaged(path, f"it cannot be read ({error})") from error
    if said.schema != SCHEMA or said.definitions != definitions():
        raise _damaged(path, "it was made for other definitions of fans than this version has")
    try:
        table = table_of_columns(found)
    except (KeyError, ValueError) as error:
        raise _damaged(path, f"a column is missing or has the wrong shape ({error})") from error
    for problem in (*_problems(table), *_wrong_sums(said, meta(table))):
        raise _damaged(path, problem)
    return table


def _damaged(path: Path, found: str) -> DamagedData:
    return DamagedData(f"{path}: {found}; it is not used. `mjrules universe --rebuild` makes it anew")


def _column(file: zipfile.ZipFile, name: str) -> Int64:
    array = np.lib.format.read_array(io.BytesIO(file.read(name)), allow_pickle=False)
    if array.dtype != np.uint8 or array.ndim != 2:
        raise ValueError(f"{name} is {array.dtype} {array.shape}")
    if name.removesuffix(".npy").endswith(".groups"):
        return array.astype(np.int64)
    wide = np.zeros((array.shape[1], 8), np.uint8)
    wide[:, : len(array)] = array.T
    numbers = wide.view("<i8").ravel().astype(np.int64)
    return np.cumsum(numbers) if name.endswith(f"{_RISES}.npy") else numbers


def table_of_columns(found: Columns) -> Table:
    """The table that ``columns`` made these of."""
    standard = _kinds_of(found, "standard", 0)
    pairs = _kinds_of(found, "seven_pairs", len(standard))
    sizes = sorted({int(name.split(".")[1]) for name in found if name.startswith("mixed.")})
    return Table(
        standard,
        pairs,
        {size: _mixed_of(found, f"mixed.{size}", size) for size in sizes},
        {form: _listed_of(found, form) for form in FORMS},
    )


def _kinds_of(found: Columns, name: str, first: int) -> Kinds:
    example = found[f"{name}.hand+"] << _LOW | found[f"{name}.place"]
    states = found[f"{name}.states"]
    alone = states - found[f"{name}.not_alone"]
    alone_example = np.where(alone > 0, example, NOWHERE)
    alone_example[found[f"{name}.other+"]] = found[f"{name}.other_hand"] << _LOW | found[f"{name}.other_place"]
    return Kinds(np.arange(first, first + len(states)), states, example, alone, alone_example)


def _mixed_of(found: Columns, name: str, size: int) -> Mixed:
    members = np.column_stack([found[f"{name}.first+"], found[f"{name}.more"].reshape(-1, size - 1)])
    return Mixed(
        np.cumsum(members, axis=1), found[f"{name}.hands"], found[f"{name}.hand"] << _LOW | found[f"{name}.place"]
    )


def _listed_of(found: Columns, form: Form) -> Listed:
    rows, of_set = (
        Rows(
            form,
            found[f"{form}.{of}groups"].astype(np.uint8),
            found[f"{form}.{of}completed"].astype(np.uint8),
            found[f"{form}.{of}at"].astype(np.uint8),
            np.zeros(len(found[f"{form}.{of}at"]), np.bool_),
        )
        for of in ("", "of_set.")
    )
    states, sets, first, hands = (found[f"{form}.{name}"] for name in ("states", "sets", "first+", "hands"))
    return Listed(rows, states, sets, first, hands, of_set)


def _wrong_sums(said: Meta, found: Meta) -> Iterator[str]:
    """Where the columns do not come to what the file says of itself."""
    for what in ("kinds", "states", "won_hands"):
        one, other = getattr(said, what), getattr(found, what)
        for name in sorted(one.keys() | other.keys()):
            if one.get(name) != other.get(name):
                yield f"it should hold {one.get(name)} {what} of {name}, and holds {other.get(name)}"


def _problems(table: Table) -> Iterator[str]:
    """Numbers that cannot be."""
    yield from _problems_of_examples("standard", table.standard, examples.is_state)
    yield from _problems_of_examples("seven_pairs", table.pairs, seven_pairs.is_state)
    kinds = len(table.standard) + len(table.pairs)
    for size, mixed in table.mixed.items():
        if mixed.members.max(initial=0) >= kinds or (np.diff(mixed.members) <= 0).any() or mixed.hands.min() < 1:
            yield f"won hands of {size} kinds name a kind that is not there, or one twice"
    for form, some in table.others.items():
        shape = (len(some.rows), WIDTHS[form])
        if (
            some.rows.groups.shape != shape
            or some.rows.groups.max() >= len(GROUPS)
            or some.sets.max() >= len(some.rows)
        ):
            yield f"{form}: a group or a kind that is not there"


def _problems_of_examples(name: str, kinds: Kinds, is_state: Callable[[Int64], NDArray[np.bool_]]) -> Iterator[str]:
    other = (kinds.alone > 0) & (kinds.alone_example != kinds.example)
    given = np.concatenate([kinds.example, kinds.alone_example[other]])
    if not is_state(given).all():
        yield f"{name}: {int(given[np.argmin(is_state(given))])} is the number of no state"
    if kinds.states.min() < 1 or kinds.alone.min() < 0:
        yield f"{name}: a kind without states"
