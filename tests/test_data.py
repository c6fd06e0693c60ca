"""Data and programs: what they state of fans is read as from any table, and what they only refer to is said."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec
import pytest

import extract
from extract.readers import document_from
from extract.readers.data import notation
from extract.readers.data.values import scalars
from test_fragments import written


class Case(msgspec.Struct, forbid_unknown_fields=True):
    label: str
    name: str
    text: str
    reason: str
    entries: list[str]
    messages: list[str] = []
    as_text: bool = False


CASES = msgspec.convert(
    tomllib.loads((Path(__file__).parent / "cases" / "data.toml").read_text(encoding="utf-8"))["case"], list[Case]
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.label)
def test_data(case: Case) -> None:
    source = extract.read_bytes(case.text.encode(), case.name)
    said = [message.code for message in source.messages if message.code not in ("data-read", "unread-text")]
    assert [written(entry) for entry in source.entries] == case.entries, case.reason
    assert said == case.messages
    assert (source.format == "data") != case.as_text


def test_without_its_reader_a_program_is_read_worse(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nearly all of the cases are there because a text is read otherwise."""
    monkeypatch.setattr("extract.readers.data.read", lambda decoded, name: None)
    own = [case for case in CASES if not case.as_text]
    alike = [
        case.label
        for case in own
        if [written(entry) for entry in extract.read_bytes(case.text.encode(), case.name).entries] == case.entries
    ]
    assert len(alike) * 4 < len(own), alike


def test_places_are_those_of_the_file() -> None:
    document = document_from('[\n\n{"name": "大四喜",\n"fan": 88},\n{"name": "七对", "fan": 24}]'.encode(), "own.json")
    assert [(block.line, block.line_end) for block in document.blocks] == [(3, 4), (5, 5)]


@pytest.mark.parametrize(
    ("string", "meant"),
    [
        (r'"\u5927\n七"', "大\n七"),
        (r'"a\"b"', 'a"b'),
        (r"'\x41\u{42}\q'", "ABq"),
        ("`a\nb`", "a\nb"),
        ('"""a"b"""', 'a"b'),
        (r'"\ud83c\udc00 \ud800"', "\U0001f000 \ufffd"),
    ],
)
def test_strings(string: str, meant: str) -> None:
    assert [each.text for each in scalars(notation.read(string).root)] == [meant]


@pytest.mark.parametrize("text", ["[" * 5000 + '"七对"', "}" * 50, '{"a": [1, 2', "/* 七对", "'七对", '"""七对'])
def test_what_is_never_closed(text: str) -> None:
    for name in ("own.json", "own.py", "own.txt"):
        assert document_from(text.encode(), name).format in ("data", "txt")


def test_an_entity_of_xml_is_not_resolved() -> None:
    text = '<!DOCTYPE a [<!ENTITY b "大四喜">]><a><c n="七对" p="24">&b;</c><c n="平和" p="2"/></a>'
    document = document_from(text.encode(), "own.xml")
    assert [block.text for block in document.blocks] == ["七对\t24番", "平和\t2番"]
