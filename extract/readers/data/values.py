"""What data is made of, in whatever notation it is written: words, and groups of them with or without keys."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec


class Scalar(msgspec.Struct, frozen=True):
    """A word, a number or a string. ``quoted``: it is text, and no word of the notation."""

    text: str
    line: int
    line_end: int
    quoted: bool


class Item(msgspec.Struct, frozen=True):
    """What stands in a group, behind a key or without one."""

    key: str
    value: Scalar | Group


class Group(msgspec.Struct, frozen=True):
    """What stands between two brackets, or what an indent or a tag holds together."""

    items: tuple[Item, ...]
    line: int
    line_end: int
    label: str = ""
    """The word before its bracket: SEVEN_PAIRS("七对", 24)."""

    @property
    def is_keyed(self) -> bool:
        return any(item.key for item in self.items)


Value = Scalar | Group


class Remark(msgspec.Struct, frozen=True):
    """A comment between the data; ``behind``: something stands before it in its line."""

    text: str
    line: int
    behind: bool


class Data(msgspec.Struct, frozen=True):
    """A file of data, as it is written."""

    root: Group
    remarks: tuple[Remark, ...] = ()


def scalars(value: Value) -> Iterator[Scalar]:
    """All words in a value."""
    pending: list[Value] = [value]
    while pending:
        here = pending.pop()
        if isinstance(here, Scalar):
            yield here
        else:
            pending += (item.value for item in reversed(here.items))
