"""Documents written in other characters or encodings, or saved by another program, state the same."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from difflib import unified_diff
from functools import cache
from pathlib import Path

import msgspec
import pytest
from opencc import OpenCC

import extract
from extract.document import Document
from extract.entries import claims_of
from extract.readers import open_document
from mjrules import catalog
from mjrules.claims import Source
from test_documents import IDS, in_both_copies
from test_fragments import listed, written

UNTOLD = frozenset({"encoding-guessed", "encoding-lies", "pictures-left-out", "page-furniture"})
"""Messages about the file, not about what it states."""


@cache
def document(copy: str, id: str) -> Document:
    restatement = catalog.sources_dir() / "documents" / catalog.source(id).restatement
    return open_document(catalog.bundled(id) if copy == "original" else restatement)


def stated(source: Source) -> list[str]:
    """What a document states and what is said about it, without places and without the printed forms of names."""
    entries = [
        f"{written(entry)} #{entry.number} {entry.identified_by} {entry.ranks} {entry.has_definition}"
        for entry in source.entries
    ]
    said = [message.code for message in source.messages if message.code not in UNTOLD]
    return [*entries, *map(listed, source.listings), *said]


def same(one: Source, other: Source) -> None:
    diff = unified_diff(stated(one), stated(other), "as it is", "retyped", n=0, lineterm="")
    assert stated(one) == stated(other), "\n".join(diff)


def retyped(document: Document, written: Callable[[str], str]) -> Document:
    blocks = tuple(msgspec.structs.replace(block, text=written(block.text)) for block in document.blocks)
    return msgspec.structs.replace(document, blocks=blocks)


@pytest.mark.parametrize("script", ["s2t", "s2tw", "s2hk", "s2twp"])
@in_both_copies()
def test_in_traditional_characters(copy: str, id: str, script: str) -> None:
    own = document(copy, id)
    same(claims_of(own), claims_of(retyped(own, OpenCC(script).convert)))


@pytest.mark.parametrize("encoding", ["gb18030", "utf-16", "utf-16-be", "utf-32-le"])
@in_both_copies()
def test_as_a_text_in_another_encoding(copy: str, id: str, encoding: str) -> None:
    text = document(copy, id).text
    same(extract.read_bytes(text.encode(), "own.txt"), extract.read_bytes(text.encode(encoding), "own.txt"))


@in_both_copies()
def test_in_big5(copy: str, id: str) -> None:
    """Lines with characters that Big5 does not have are left out of both."""
    lines = OpenCC("s2t").convert(document(copy, id).text).split("\n")
    text = "\n".join(line for line in lines if line.encode("big5hkscs", "ignore").decode("big5hkscs") == line)
    same(extract.read_bytes(text.encode(), "own.txt"), extract.read_bytes(text.encode("big5hkscs"), "own.txt"))


@pytest.mark.office
@pytest.mark.originals
@pytest.mark.parametrize("id", IDS)
def test_saved_as_a_page_by_an_office_program(id: str, tmp_path: Path) -> None:
    original = catalog.bundled(id)
    profile = f"-env:UserInstallation=file://{tmp_path / 'profile'}"
    to_page = ["--headless", "--infilter=Text (encoded):UTF8", "--convert-to", "html", "--outdir", str(tmp_path)]
    subprocess.run(["soffice", profile, *to_page, str(original)], check=True, capture_output=True, timeout=120)
    same(extract.read(original, id=id), extract.read(tmp_path / f"{original.stem}.html", id=id))
