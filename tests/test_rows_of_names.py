"""Rows with several names in one cell: one definition (``readers/tables.py``) for every format."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from html import escape
from pathlib import Path

import msgspec
import pytest

import extract
from word_files import word_file


class Case(msgspec.Struct, forbid_unknown_fields=True):
    label: str
    cells: list[list[str]]
    fans: list[str]
    reason: str


class Cases(msgspec.Struct, forbid_unknown_fields=True):
    case: list[Case]


CASES = msgspec.convert(tomllib.loads((Path(__file__).parent / "cases" / "rows.toml").read_text("utf-8")), Cases).case
BEFORE = "清龙 16番"


def page(cells: list[list[str]]) -> bytes:
    row = "".join(f"<td>{'<br>'.join(map(escape, cell))}</td>" for cell in cells)
    return f"<p>{BEFORE}</p><table><tr>{row}</tr></table>".encode()


def paragraphs(cells: list[list[str]]) -> bytes:
    row = "".join(f"<tc>{''.join(f'<p>{line}</p>' for line in cell)}</tc>" for cell in cells)
    return word_file(f"<p>{BEFORE}</p><tbl><tr>{row}</tr></tbl>")


def separated(cells: list[list[str]]) -> bytes:
    row = ",".join('"' + "\n".join(cell) + '"' for cell in cells)
    return f"{BEFORE}\n{row}\n".encode()


FORMATS: dict[str, Callable[[list[list[str]]], bytes]] = {"html": page, "docx": paragraphs, "csv": separated}


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.label)
def test_case(case: Case, format: str) -> None:
    source = extract.read_bytes(FORMATS[format](case.cells), f"own.{format}")
    first, *others = (
        " ".join(map(str, (entry.name, entry.points, *(item.printed for item in entry.excludes))))
        for entry in source.entries
    )
    not_read = ["?"] if any(message.code == "row-not-read" for message in source.messages) else []
    found = others if first == "清龙 16" else [first, *others]
    assert [*found, *not_read] == case.fans, case.reason
