"""Kinds of layout and noise that documents of rules have, each by a case or more, in the wording of none of them.

``cases/noise.toml``: what must be read, what must be said, and ``without``: the handling which the case is there for.
Without it the case must fail, and a test switches it off to see that. A kind that a text cannot have says why.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

import extract
from extract.repair import steps
from test_fragments import listed, written

KINDS = 84


class Case(msgspec.Struct, forbid_unknown_fields=True):
    kind: int
    label: str
    reason: str
    entries: list[str]
    text: str = ""
    page: str = ""
    markdown: str = ""
    wiki: str = ""
    raw: str = ""
    """The bytes in hexadecimal, where no text can show them."""
    listings: list[str] = []
    messages: list[str] = []
    unread: list[str] | None = None
    """How each text begins that was not read; compared where given, as are the next two."""
    numbers: list[int | None] | None = None
    repairs: list[str] | None = None
    without: list[str] = []
    """Names of repair steps, or of what a module is told to find nothing by; each is switched off on its own."""

    @property
    def data(self) -> bytes:
        return bytes.fromhex(self.raw) or (self.text or self.page or self.markdown or self.wiki).encode()

    @property
    def name(self) -> str:
        return "own.html" if self.page else "own.md" if self.markdown else "own.wiki" if self.wiki else "own.txt"


class Elsewhere(msgspec.Struct, forbid_unknown_fields=True):
    kind: int
    why: str


TABLE = tomllib.loads((Path(__file__).parent / "cases" / "noise.toml").read_text(encoding="utf-8"))
CASES = msgspec.convert(TABLE["case"], list[Case])
ELSEWHERE = msgspec.convert(TABLE["elsewhere"], list[Elsewhere])


def due(case: Case) -> list[object]:
    return [case.entries, case.listings, case.messages, case.unread, case.numbers, case.repairs]


def read(case: Case) -> list[object]:
    """What is due, as it was read."""
    source = extract.read_bytes(case.data, case.name)
    unread = [str(message.details["begins"]).strip() for message in source.messages if message.code == "unread-text"]
    repairs = [f"{repair.printed}→{repair.read_as}" for repair in source.repairs if repair.changes_meaning]
    return [
        [written(entry) for entry in source.entries],
        [listed(listing) for listing in source.listings],
        [message.code for message in source.messages if message.code != "unread-text"],
        None if case.unread is None else unread,
        None if case.numbers is None else [entry.number for entry in source.entries],
        None if case.repairs is None else repairs,
    ]


def test_every_kind_has_a_case_or_a_reason() -> None:
    assert sorted({case.kind for case in CASES} | {kind.kind for kind in ELSEWHERE}) == list(range(1, KINDS + 1))


def test_every_kind_is_seen_to_fail_without_its_handling() -> None:
    assert {case.kind for case in CASES} - {case.kind for case in CASES if case.without} == set()


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.kind} {case.label}")
def test_case(case: Case) -> None:
    assert read(case) == due(case), case.reason


SWITCHES = [(case, switch) for case in CASES for switch in case.without]


@pytest.mark.parametrize(("case", "switch"), SWITCHES, ids=[f"{case.kind} {case.label}: {s}" for case, s in SWITCHES])
def test_without_its_handling_the_case_fails(case: Case, switch: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with switched_off(switch, monkeypatch):
        try:
            found = read(case)
        except (AttributeError, TypeError):
            return  # what found nothing was needed
        assert found != due(case)


@contextmanager
def switched_off(switch: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Take out one repair step, or let a module find nothing (always: everything) by one of its patterns, words or
    functions."""
    always, path = switch.startswith("always "), switch.removeprefix("always ")
    with monkeypatch.context() as patch:
        if path.startswith("extract."):
            module, _, name = path.rpartition(".")
            owner: Any = importlib.import_module(module) if module in MODULES else getattr_path(module)
            patch.setattr(owner, name, re.compile("") if always else nothing_like(getattr(owner, name)))
        else:
            assert switch in dict(steps.STEPS), switch
            patch.setattr(steps, "STEPS", tuple(step for step in steps.STEPS if step[0] != switch))
        forget()
        yield
    forget()


def getattr_path(path: str) -> Any:
    module, _, name = path.rpartition(".")
    return getattr(importlib.import_module(module), name)


NOTHING = (
    ("re.Pattern", re.compile("(?!)")),
    ("None", None),
    *(("Iterator", ()), ("list", ()), ("tuple", ())),
    *(("str", "(?!)"), ("int", 1), ("bool", False)),
)
"""What a function that returns such a thing is replaced by, told by its annotation."""


def nothing_like(value: Any) -> Any:
    """What finds nothing, or changes nothing, in the place of a pattern, a word, a set, a number or a function."""
    match value:
        case re.Pattern():
            return re.compile("(?!)")
        case str():
            return "(?!)"
        case int():
            return 10**9
        case _ if callable(value):
            returns = str(inspect.signature(value).return_annotation)
            nothing = next((found for kind, found in NOTHING if kind in returns), ())
            return lambda *_, **__: nothing
        case _:
            return type(value)()


MODULES = frozenset(module.name for module in pkgutil.walk_packages(extract.__path__, "extract."))


def forget() -> None:
    """Patterns are made once and kept; with a part of them switched off they must be made anew."""
    for name in MODULES:
        for value in vars(importlib.import_module(name)).values():
            if hasattr(value, "cache_clear"):
                value.cache_clear()
