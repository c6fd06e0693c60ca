"""Word files: what a reader of the page sees, once and in order; and every kind of file that cannot be read."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec
import pytest
import word_files

import extract
from extract.document import Document
from extract.readers import document_from
from mjrules.claims import Source


class Case(msgspec.Struct, forbid_unknown_fields=True):
    label: str
    reason: str
    body: str
    blocks: list[str]
    styles: str = ""
    numbering: str = ""
    footnotes: str = ""
    endnotes: str = ""
    settings: str = ""
    fans: list[str] | None = None
    """Number, name, points and list of each entry; not given where only the blocks matter."""
    listings: list[str] = []
    messages: list[str] = []


class Cases(msgspec.Struct, forbid_unknown_fields=True):
    case: list[Case]


FOLDER = Path(__file__).parent / "cases"
PARTS = ("styles", "numbering", "footnotes", "endnotes", "settings")


def cases(name: str) -> list[Case]:
    return msgspec.convert(tomllib.loads((FOLDER / name).read_text(encoding="utf-8")), Cases).case


def made(case: Case) -> bytes:
    return word_files.word_file(case.body, parts={name: part for name in PARTS if (part := getattr(case, name))})


def blocks(document: Document) -> list[str]:
    return [
        f"{block.kind}: {' | '.join(cell.strip() for cell in block.text.split(chr(9)))}" for block in document.blocks
    ]


def fans(source: Source) -> list[str]:
    """Number, name, points and list of each entry: ``3 七对 24 不计单钓将``."""
    return [
        (f"{entry.number} " if entry.number else "")
        + f"{entry.name} {entry.points}"
        + (f" 不计{'、'.join(item.name for item in entry.excludes)}" if entry.excludes else "")
        for entry in source.entries
    ]


@pytest.mark.parametrize("case", cases("word.toml"), ids=lambda case: case.label)
def test_what_a_page_shows(case: Case) -> None:
    data = made(case)
    document = document_from(data, "own.docx")
    assert blocks(document) == case.blocks, case.reason
    source = extract.read_bytes(data, "own.docx")
    if case.fans is not None:
        assert fans(source) == case.fans
        listings = [f"{listing.points} {' '.join(item.name for item in listing.items)}" for listing in source.listings]
        assert listings == case.listings
    assert [message.code for message in document.messages] == case.messages
