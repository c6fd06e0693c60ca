"""Cases of short texts and what must be read of them, with what each cannot do without."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

import extract
from test_entries import listed, written
from test_noise import switched_off


class Lines(msgspec.Struct, forbid_unknown_fields=True):
    """Lines of one kind, and why."""

    lines: list[str]
    reason: str


class Case(msgspec.Struct, forbid_unknown_fields=True):
    label: str
    text: str
    entries: list[str]
    reason: str
    name: str = "own.txt"
    listings: list[str] = []
    messages: list[str] = []
    without: list[str] = []
    """Handlings, each of them needed; empty for what only looks like a trap and must be read as ever."""


def due(case: Case) -> list[list[str]]:
    return [case.entries, case.listings, case.messages]


def found(case: Case) -> list[list[str]]:
    source = extract.read_bytes(case.text.encode(), case.name)
    codes = [message.code for message in source.messages if message.code != "unread-text"]
    return [[written(entry) for entry in source.entries], [listed(listing) for listing in source.listings], codes]


def switches(cases: Sequence[Case]) -> pytest.MarkDecorator:
    """Each case with each handling that it cannot do without."""
    pairs = [(case, switch) for case in cases for switch in case.without]
    ids = [f"{case.label}: {switch}" for case, switch in pairs]
    return pytest.mark.parametrize(("case", "switch"), pairs, ids=ids)


def is_read_without(case: Case, switch: str, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether a case is read rightly with a handling switched off."""
    with switched_off(switch, monkeypatch):
        try:
            return found(case) == due(case)
        except (AttributeError, TypeError):
            return False  # what found nothing was needed
