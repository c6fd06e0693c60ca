"""Any bytes whatever: nothing but a refusal escapes, and nothing is invented. (Time: ``bench/reading.py``.)"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

import extract
from extract.document import Document
from extract.entries import claims_of
from extract.readers import document_from
from long_documents import saved_page
from mjrules import names
from mjrules.claims import Source
from mjrules.errors import UnreadableDocument
from test_fragments import FRAGMENTS, OURS
from test_repair import check_place, places_of

NAMES = ("own.txt", "own.md", "own.wiki", "own.html")
WORDS = [
    *("大四喜", "七对", "碰碰和", "不求人", "花龙", "杠", "Seven Pairs", "All Pungs", "海底撈月", "四帰一"),
    *("88番", "24", "６分", "六番", "番数", "1×N", "6(8)", "points", "点"),
    *("不计", "可计", "另计", "也不计", "如有", "除非", "但", "则", "Points for ", " are not added", "複合しない"),
    *("、", "，", "。", "；", "和", "及", "（", "）", "【", "】", "“", "”", "·", "/", "|", "\t", "\n", "\r\n", " "),
    *("- ", "# ", "== ", "{|", "|-", "|}", "!!", "||", "'''", "[[", "]]", "{{", "}}", "-{", "}-", "<ref>", "~~"),
    *("<table>", "<tr>", "<td rowspan=3>", "<td colspan=9>", "</td>", "</table>", "<ruby>", "<rt>", "</rt>", "<br>"),
    *("<p style='display:none'>", "<del>", "</del>", "<sup>1</sup>", "<!--", "-->", "<style>.a{display:none}</style>"),
    *("&nbsp;", "&#160", "&amp;nbsp;", "&lt;br&gt;", "\u200b", "\ufeff", "\ufffd", "\ue123", "\x00", "\x85", "12、"),
]
TEXTS = st.lists(st.sampled_from(WORDS) | st.text(max_size=2), max_size=40).map("".join)
OWN = [OURS / name for name in FRAGMENTS]


def read(data: bytes, name: str) -> tuple[Document, Source] | None:
    """What bytes state, or nothing where the file is refused."""
    try:
        document = document_from(data, name)
    except UnreadableDocument:
        return None
    return document, claims_of(document)


def check(data: bytes, name: str) -> None:
    """Every place is in the document, and everything that is said to be printed stands there."""
    if not (result := read(data, name)):
        return
    document, source = result
    last = max([len(data) + 1, *(block.line_end for block in document.blocks)])
    for place in places_of(source):
        assert 1 <= place.line <= place.line_end <= last
        if document.format == "txt":
            check_place(place, document)
    for words in printed(source):
        characters = iter(document.text)
        assert all(char in characters for char in words), words


def printed(source: Source) -> Iterator[str]:
    for entry in source.entries:
        yield entry.printed or ""
        yield from entry.aliases
        for items in (entry.excludes, entry.may_count, *entry.also_counts):
            yield from (item.printed for item in items)
    yield from (item.printed for listing in source.listings for item in listing.items)


@given(TEXTS, st.sampled_from(NAMES))
def test_texts_of_such_words(text: str, name: str) -> None:
    check(text.encode(), name)


@given(st.binary(max_size=200), st.sampled_from(NAMES))
def test_any_bytes(data: bytes, name: str) -> None:
    check(data, name)


@given(st.sampled_from(OWN), st.data())
@settings(max_examples=200)
def test_damaged_files(path: Path, data: st.DataObject) -> None:
    """Pieces of a file left out, doubled, or put elsewhere; bytes changed."""
    content = FRAGMENTS[path.name].data(path)
    for _ in range(data.draw(st.integers(1, 4))):
        start, end, to = sorted(data.draw(st.tuples(*[st.integers(0, len(content))] * 3)))
        piece = data.draw(st.sampled_from([b"", content[start:end], b"<", b">", b"\xff", b"\n", b"&", "、".encode()]))
        content = content[:start] + piece + content[end:to] + piece + content[to:]
    check(content[:20000], path.name)


NO_NAME = "".join(chr(code) for code in range(0x4E00, 0x9FA6) if chr(code) not in set("".join(names.scannable())))


@given(st.lists(st.text(NO_NAME + " \n，。、", max_size=60), max_size=5).map("\n".join), st.sampled_from(NAMES))
def test_no_fan_is_made_of_noise(text: str, name: str) -> None:
    if result := read(text.encode(), name):
        _, source = result
        assert [entry.fan for entry in source.entries if entry.fan] == []
        assert source.listings == ()


def test_a_page_of_five_megabytes() -> None:
    data, rows = saved_page(8000)
    assert len(data) > 4_500_000
    assert len(extract.read_bytes(data, "own.html").entries) == rows
