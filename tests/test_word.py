"""Word files: what a reader of the page sees, once and in order; and every kind of file that cannot be read."""

from __future__ import annotations

import json
import random
import re
import subprocess
import time
import tomllib
import zipfile
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import extract
from extract.document import Document
from extract.readers import document_from
from extract.readers.word import formats, symbols
from extract.readers.word.formats import formatted
from hand_cases import given_folder
from mjrules import catalog
from mjrules.claims import Source
from mjrules.errors import UnreadableDocument
from word_files import MAIN_TYPE, W, relation, unzipped, word_file, zipped


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
    return word_file(case.body, parts={name: part for name in PARTS if (part := getattr(case, name))})


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


def test_places_are_the_paragraph_or_the_row() -> None:
    body = """<p/><p>七对 24番</p><tbl><tr><tc>清龙</tc><tc>16番</tc></tr></tbl>
<p><r><pict><v:textbox><txbxContent><p>花龙 8番</p></txbxContent></v:textbox></pict></r></p>"""
    source = extract.read_bytes(word_file(body), "own.docx")
    paths = ["paragraph 2", "table 1, row 1", "paragraph 3, box, paragraph 1"]
    assert [(entry.place.line, entry.place.path) for entry in source.entries] == list(enumerate(paths, 1))


def test_what_is_said_about_a_block_has_its_place() -> None:
    body = "<p>七对 24番</p><p/><p>清龙 <r><rPr><strike/></rPr>12番</r>16番</p>"
    (said,) = document_from(word_file(body), "own.docx").messages
    assert said.place
    assert (said.place.line, said.place.path) == (2, "paragraph 3")
    assert said.details == {"what": "12番"}


def test_an_automatic_number_is_part_of_the_text_and_not_of_what_is_printed() -> None:
    level = '<lvl w:ilvl="0"><start w:val="7"/><numFmt w:val="decimal"/><lvlText w:val="%1."/></lvl>'
    numbering = f"""<abstractNum w:abstractNumId="1">{level}</abstractNum>
<num w:numId="1"><abstractNumId w:val="1"/></num>"""
    body = "<p><pPr><numPr><numId w:val='1'/></numPr></pPr>七对 24番</p>"
    data = word_file(body, parts={"numbering": numbering})
    (entry,) = extract.read_bytes(data, "own.docx").entries
    assert (entry.number, entry.printed, entry.place.column) == (7, "七对", 4)
    assert document_from(data, "own.docx").text == "7. 七对 24番"


# files of every variant

BODY = "<p>七对 24番</p>"
READ = ["paragraph: 七对 24番"]
GHOST = {"styles": "<style w:type='paragraph' w:default='1' w:styleId='a'><rPr><vanish w:val='0'/></rPr></style>"}


def with_part(name: str, data: bytes | None, **parts: str) -> bytes:
    """The file with one part changed or taken away."""
    files = unzipped(word_file(BODY, parts=parts or GHOST))
    files.pop(name, None)
    return zipped(files if data is None else {**files, name: data})


def document_xml(inner: str) -> bytes:
    return f'<w:document xmlns:w="{W}">{inner}</w:document>'.encode()


def strict(data: bytes) -> bytes:
    """The file in the namespaces of the strict variant (ISO 29500)."""
    usual, strict = b"http://schemas.openxmlformats.org/", b"http://purl.oclc.org/ooxml/"
    return zipped(
        {
            name: re.sub(usual + rb"(wordprocessingml|officeDocument|drawingml)/2006/", strict + rb"\1/", part)
            for name, part in unzipped(data).items()
        }
    )


def in_utf_16(data: bytes) -> bytes:
    files = unzipped(data)
    text = files["word/document.xml"].decode().partition("?>")[2]
    return zipped({**files, "word/document.xml": ('<?xml version="1.0" encoding="UTF-16"?>' + text).encode("utf-16")})


def as_one_text(data: bytes) -> bytes:
    """The file as one XML text (Flat OPC)."""
    package = "http://schemas.microsoft.com/office/2006/xmlPackage"
    inner = "".join(
        f'<pkg:part pkg:name="/{name}"><pkg:xmlData>{text}</pkg:xmlData></pkg:part>'
        for name, part in unzipped(data).items()
        if (text := re.sub("^<[?].*?[?]>", "", part.decode()))
    )
    start = '<?xml version="1.0"?><?mso-application progid="Word.Document"?>'
    return f'{start}<pkg:package xmlns:pkg="{package}">{inner}</pkg:package>'.encode()


def renamed(data: bytes, rename: Callable[[str], str]) -> bytes:
    return zipped({rename(name): part for name, part in unzipped(data).items()})


def external() -> bytes:
    related = relation("rId7", "hyperlink", "http://example.com/", external=True)
    related += relation("rId8", "image", "http://example.com/tiles.png", external=True)
    return word_file(BODY, relations=related + relation("rId9", "image", "media/lost.png"))


MACROS = {"word/vbaProject.bin": b"x"}
WORD_MACROS = "application/vnd.ms-word.document.macroEnabled.main+xml"
VARIANTS: dict[str, tuple[Callable[[], bytes], list[str]]] = {
    "strict": (lambda: strict(word_file(BODY, parts=GHOST)), []),
    "UTF-16": (lambda: in_utf_16(word_file(BODY)), []),
    "one XML text": (lambda: as_one_text(word_file(BODY, parts=GHOST)), []),
    "macros": (lambda: word_file(BODY, type=WORD_MACROS, raw=MACROS), ["macros-not-run"]),
    "a template": (lambda: word_file(BODY, type=MAIN_TYPE.replace("document", "template", 1)), []),
    "a main part of another name": (lambda: word_file(BODY, main="word/document2.xml", parts=GHOST), []),
    "a main part in another folder": (lambda: word_file(BODY, main="doc/w/body.xml", parts=GHOST), []),
    "names with backslashes": (lambda: renamed(word_file(BODY), lambda name: name.replace("/", "\\")), []),
    "names in capitals": (lambda: renamed(word_file(BODY), str.upper), []),
    "no relations": (lambda: with_part("_rels/.rels", None), []),
    "no content types": (lambda: with_part("[Content_Types].xml", None), []),
    "styles that are lost": (lambda: with_part("word/styles.xml", None), ["part-not-read"]),
    "styles that are damaged": (lambda: with_part("word/styles.xml", b"<w:styles"), ["part-not-read"]),
    "pictures that are lost or elsewhere": (external, ["external-not-fetched"]),
    "a picture that unpacks to very much": (lambda: word_file(BODY, raw={"word/media/a.png": bytes(90 << 20)}), []),
    "headers, footers and comments": (
        lambda: word_file(BODY, parts={"header1": "<p>国标麻将</p>", "footer1": "<p/>", "comments": COMMENT}),
        ["headers-left-out", "comments-left-out"],
    ),
    "many frames": (lambda: with_part("word/document.xml", document_xml(nested("sdt", "sdtContent", times=100))), []),
}
COMMENT = "<comment w:id='1'><p>大四喜 88番</p></comment>"


def nested(*names: str, times: int) -> str:
    opening, closing = "".join(f"<w:{name}>" for name in names), "".join(f"</w:{name}>" for name in reversed(names))
    return f"<w:body>{opening * times}<w:p><w:r><w:t>七对 24番</w:t></w:r></w:p>{closing * times}</w:body>"


@pytest.mark.parametrize("kind", VARIANTS)
def test_files_of_every_variant(kind: str) -> None:
    make, said = VARIANTS[kind]
    document = document_from(make(), "own.bin")
    assert (blocks(document), [message.code for message in document.messages]) == (READ, said)


def test_a_style_is_read_in_the_strict_variant_too() -> None:
    body = "<p>七对 24番</p><p><pPr><pStyle w:val='Away'/></pPr>清龙 16番</p>"
    data = word_file(body, parts={"styles": "<style w:type='paragraph' w:styleId='Away'><rPr><vanish/></rPr></style>"})
    assert blocks(document_from(strict(data), "own.docx")) == READ


def test_nothing_is_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    import socket

    def connected(*_: object) -> None:
        raise AssertionError("somebody asked the network")

    monkeypatch.setattr(socket.socket, "connect", connected)
    (said,) = document_from(external(), "own.docx").messages
    assert said.details == {"target": "http://example.com/tiles.png"}


# files that are refused


def with_a_password() -> bytes:
    """A zip archive whose entries say that they are encrypted."""
    data = bytearray(word_file(BODY))
    for mark, flags in ((b"PK\x01\x02", 8), (b"PK\x03\x04", 6)):
        for found in re.finditer(re.escape(mark), bytes(data)):
            data[found.start() + flags] |= 1
    return bytes(data)


def laughing() -> bytes:
    """Entities that stand for each other, ten times each time."""
    entities = "".join(f'<!ENTITY e{at + 1} "{f"&e{at};" * 10}">' for at in range(9))
    head = f'<?xml version="1.0"?><!-- a > b --><!DOCTYPE x [<!ENTITY e0 "lol">{entities}]>'
    return head.encode() + document_xml("<w:body><w:p><w:r><w:t>&e9;</w:t></w:r></w:p></w:body>")


OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504)
SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
REFUSED: dict[str, tuple[str, Callable[[], bytes]]] = {
    "a spreadsheet": ("not-a-word-file", lambda: word_file(BODY, type=SHEET)),
    "an archive without the document": ("not-a-word-file", lambda: with_part("word/document.xml", None)),
    "a document without a body": ("not-a-word-file", lambda: with_part("word/document.xml", document_xml(""))),
    "another document": ("not-a-word-file", lambda: with_part("word/document.xml", b"<document/>")),
    "an empty archive": ("not-a-word-file", lambda: b"PK\x05\x06" + bytes(18)),
    "no XML": ("damaged-word-file", lambda: with_part("word/document.xml", b"<w:document")),
    "a directory that is no directory": ("damaged-word-file", lambda: b"PK\x03\x04" + bytes(200)),
    "frames without end": (
        "damaged-word-file",
        lambda: with_part("word/document.xml", document_xml(nested("sdt", "sdtContent", times=10_000))),
    ),
    "tables without end": (
        "damaged-word-file",
        lambda: with_part("word/document.xml", document_xml(nested("tbl", "tr", "tc", times=10_000))),
    ),
    "a document that unpacks to too much": (
        "too-large-unpacked",
        lambda: with_part("word/document.xml", random.Random(1).randbytes(1000) * 40_000),
    ),
    "a document packed too tightly": ("packed-too-tightly", lambda: with_part("word/document.xml", bytes(20 << 20))),
    "styles that unpack to too much": ("too-large-unpacked", lambda: with_part("word/styles.xml", bytes(90 << 20))),
    "entities": ("declares-entities", lambda: with_part("word/document.xml", laughing())),
    "entities in UTF-16": (
        "declares-entities",
        lambda: with_part("word/styles.xml", "<!DOCTYPE w:styles><w:styles/>".encode("utf-16")),
    ),
    "an archive with a password": ("encrypted-word-file", with_a_password),
    "a file under rights management": (
        "encrypted-word-file",
        lambda: OLE + "DRMEncryptedTransform".encode("utf-16-le"),
    ),
    "an old spreadsheet": ("old-workbook", lambda: OLE + "Workbook".encode("utf-16-le")),
    "an old presentation": ("old-office-file", lambda: OLE + "PowerPoint Document".encode("utf-16-le")),
    "RTF, whatever its name": ("rtf-file", lambda: b"{\\rtf1\\ansi {\\b x}}"),
    "XML of Word 2003": (
        "old-word-file",
        lambda: (
            b'<?xml version="1.0"?><w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml"/>'
        ),
    ),
}


@pytest.mark.parametrize("kind", REFUSED)
@pytest.mark.parametrize("name", ["own.docx", "own.txt"])
def test_files_that_are_refused(kind: str, name: str) -> None:
    code, make = REFUSED[kind]
    with pytest.raises(UnreadableDocument) as refused:
        document_from(make(), name)
    assert refused.value.code == code
    assert str(refused.value).startswith(f"{name}: ")


def test_a_file_of_pictures_is_read_and_said_to_have_no_fans() -> None:
    picture = "<drawing><a:graphic><a:graphicData><a:blip/></a:graphicData></a:graphic></drawing>"
    source = extract.read_bytes(word_file(f"<p><r>{picture}</r></p>"), "own.docx")
    assert [message.code for message in source.messages] == ["pictures-not-read", "no-fans"]


# damage

TOGETHER = [
    case
    for case in cases("word.toml")
    if not re.search("docDefaults|default=", case.styles) and "lost its end" not in case.label
]
"""The cases that can stand in one file."""
EVERYTHING = word_file(
    "".join(case.body for case in TOGETHER),
    parts={
        **{name: "".join(getattr(case, name) for case in TOGETHER) for name in PARTS},
        "header1": "<p>国标麻将</p>",
        "comments": COMMENT,
    },
    relations=relation("rId77", "aFChunk", "chunk.html"),
)


def is_read_or_refused(data: bytes) -> None:
    """Whatever is wrong with a file, nothing but a refusal comes out."""
    with suppress(UnreadableDocument):
        extract.read_bytes(data, "own.docx")


def test_a_file_with_everything_is_read() -> None:
    document = document_from(EVERYTHING, "own.docx")
    assert len(document.blocks) > 200
    assert len({message.code for message in document.messages}) > 12


@given(st.data())
@settings(max_examples=40)
def test_bytes_changed_anywhere(data: st.DataObject) -> None:
    files = unzipped(EVERYTHING)
    name = data.draw(st.sampled_from(sorted(files)))
    changed = bytearray(files[name])
    for at in data.draw(st.lists(st.integers(0, len(changed) - 1), min_size=1, max_size=6)):
        changed[at] = data.draw(st.integers(0, 255))
    is_read_or_refused(zipped({**files, name: bytes(changed)}))


@given(st.data())
def test_bytes_changed_in_the_archive(data: st.DataObject) -> None:
    changed = bytearray(SMALL)
    for at in data.draw(st.lists(st.integers(0, len(changed) - 1), min_size=1, max_size=6)):
        changed[at] = data.draw(st.integers(0, 255))
    is_read_or_refused(bytes(changed)[: data.draw(st.integers(4, len(changed)))])


@given(st.sets(st.sampled_from(sorted(unzipped(EVERYTHING)))))
@settings(max_examples=40)
def test_parts_that_are_missing(missing: set[str]) -> None:
    is_read_or_refused(zipped({name: part for name, part in unzipped(EVERYTHING).items() if name not in missing}))


@given(st.data())
@settings(max_examples=40)
def test_elements_and_values_changed(data: st.DataObject) -> None:
    """Well-formed files that no program writes: names and values exchanged, elements doubled and taken out."""
    files = unzipped(EVERYTHING)
    name = data.draw(
        st.sampled_from(["word/document.xml", "word/numbering.xml", "word/styles.xml", "word/footnotes.xml"])
    )
    text = files[name].decode()
    pieces = list(re.finditer(r'(?<=")[^"<>]*(?=")|<w?:?[a-zA-Z]+/>|(?<=>)[^<]+(?=<)', text))
    values = ["", "0", "-1", "99999999999", "x", "restart", "begin", "separate", "end", "%9%0%", "１", "\u0660"]
    for found in sorted(
        data.draw(st.sets(st.sampled_from(pieces), min_size=1, max_size=8)), key=lambda each: -each.start()
    ):
        new = (
            data.draw(st.sampled_from(["", found[0] * 3]))
            if found[0][:1] == "<"
            else data.draw(st.sampled_from(values))
        )
        text = text[: found.start()] + new + text[found.end() :]
    is_read_or_refused(zipped({**files, name: text.encode()}))


SMALL = word_file(BODY, parts=GHOST)
TAGS = ("p", "r", "tbl", "tr", "tc", "ins", "del", "sdt")
PIECES = st.sampled_from(
    [
        *(f"<{tag}>" for tag in TAGS),
        *(f"</{tag}>" for tag in TAGS),
        *("七对", "24番", "不计", "、", "<r><br/></r>", "<r><tab/></r>", "<tc><tcPr><vMerge/></tcPr></tc>"),
    ]
)


@given(st.recursive(PIECES, lambda inner: st.lists(inner, max_size=8).map("".join), max_leaves=40))
@settings(max_examples=40)
def test_any_nesting(body: str) -> None:
    """Elements in any order: made well-formed by closing what is open."""
    open_: list[str] = []
    text = ""
    for piece in re.findall(r"<[^>]*>|[^<]+", body):
        if (closing := re.fullmatch(r"</(\w+)>", piece)) and closing[1] in open_:
            while (name := open_.pop()) != closing[1]:
                text += f"</{name}>"
            text += piece
        elif not closing:
            text += piece
            open_ += re.findall(r"^<(\w+)>$", piece)
    is_read_or_refused(word_file(text + "".join(f"</{name}>" for name in reversed(open_))))


# size


def grown(times: int, inner: str) -> bytes:
    return with_part("word/document.xml", document_xml(f"<w:body>{inner * times}</w:body>"))


FACES = '<w:rPr><w:rFonts w:ascii="宋体" w:hAnsi="宋体" w:hint="eastAsia"/><w:sz w:val="21"/></w:rPr>'
PARAGRAPHS = f"<w:p>{f'<w:r>{FACES}<w:t>一种花色的牌</w:t></w:r>' * 8}</w:p>"
ROWS = f"<w:tbl><w:tr>{f'<w:tc><w:p><w:r>{FACES}<w:t>花色</w:t></w:r></w:p></w:tc>' * 5}</w:tr></w:tbl>"
LINES = f"<w:p>{'<w:r><w:t>一种花色的牌</w:t><w:br/></w:r>' * 40}</w:p>"


@pytest.mark.parametrize("inner", [PARAGRAPHS, ROWS, LINES], ids=["paragraphs", "rows", "lines"])
def test_five_megabytes_are_read_in_five_seconds(inner: str) -> None:
    data = grown(5_000_000 // len(inner.encode()), inner)
    began = time.process_time()
    assert document_from(data, "own.docx").blocks
    assert time.process_time() - began < 5


ONE_TABLE = "<w:tr>{}</w:tr>".format("<w:tc><w:p><w:r><w:t>花色</w:t></w:r></w:p></w:tc>" * 3)
FIELD = '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
GROWING: dict[str, tuple[str, str, str]] = {
    "rows of one table": ("<w:tbl>", ONE_TABLE, "</w:tbl>"),
    "cells of one row": ("<w:tbl><w:tr>", "<w:tc><w:p><w:r><w:t>花色</w:t></w:r></w:p></w:tc>", "</w:tr></w:tbl>"),
    "lines of one paragraph": ("<w:p>", "<w:r><w:t>一种花色的牌</w:t><w:br/></w:r>", "</w:p>"),
    "fields that never end": ("<w:p>", FIELD, "</w:p>"),
    "wide cells": (
        "<w:tbl>",
        '<w:tr><w:tc><w:tcPr><w:gridSpan w:val="500"/></w:tcPr><w:p/></w:tc><w:tc><w:p/></w:tc></w:tr>',
        "</w:tbl>",
    ),
    "white letters in a cell": (
        "<w:tbl><w:tr><w:tc>",
        '<w:p><w:r><w:rPr><w:color w:val="FFFFFF"/></w:rPr><w:t>花色</w:t></w:r></w:p>',
        "</w:tc></w:tr></w:tbl>",
    ),
}


@pytest.mark.parametrize("kind", GROWING)
def test_time_grows_with_size_and_no_faster(kind: str) -> None:
    before, inner, behind = GROWING[kind]
    times = 300_000 // len(inner.encode())

    def seconds(factor: int) -> float:
        data = with_part(
            "word/document.xml", document_xml(f"<w:body>{before}{inner * times * factor}{behind}</w:body>")
        )
        began = time.process_time()
        document_from(data, "own.docx")
        return time.process_time() - began

    assert seconds(6) < 6 * 4 * max(seconds(1), 0.02)


# signs and numbers

CHINESE = ["一", "二", "九", "十", "十一", "二十", "二十一", "九十九", "一百", "一百零一", "一百一十", "一千零一"]


def test_numbers_are_counted_as_they_are_spoken() -> None:
    values = (1, 2, 9, 10, 11, 20, 21, 99, 100, 101, 110, 1001)
    assert [formatted(value, "chineseCountingThousand") for value in values] == CHINESE
    assert [formatted(value, "chineseLegalSimplified") for value in (10, 21)] == ["壹拾", "贰拾壹"]
    assert [formatted(value, "ideographDigital") for value in (10, 21)] == ["一〇", "二一"]


@pytest.mark.parametrize("value", [0, 27, 53, 100, 4000, 10**6])
def test_every_format_has_something_for_every_number(value: int) -> None:
    for format in (*formats._SERIES, *formats._WRITTEN):
        written = formatted(value, format)
        assert written
        assert len(written) < 40


def test_signs_that_no_font_shows_are_not_made_up() -> None:
    assert symbols.shown("Wingdings", 0xF000) is None
    assert symbols.shown("Unknown", 0xF0FE) is None
    assert symbols.shown(None, 0xE000) is None


# the given fragments

GIVEN = given_folder() / "fragments"


def given_fragments() -> list[Any]:
    found = GIVEN / "expected.json"
    expected = json.loads(found.read_text("utf-8")) if found.is_file() else {}
    return [pytest.param(name, each, id=name) for name, each in expected.items() if name.endswith(".docx")]


@pytest.mark.cases
@pytest.mark.parametrize(("name", "expected"), given_fragments())
def test_the_given_fragments(name: str, expected: dict[str, Any]) -> None:
    source = extract.read(GIVEN / name)
    read = [(entry.name, entry.points, [item.name for item in entry.excludes]) for entry in source.entries]
    due = [(entry["canonical"], entry["points"], entry["excludes"]) for entry in expected["entries"]]
    assert sorted(read) == sorted(due), expected["trap"]


# LibreOffice


def converted(path: Path, to: str, folder: Path) -> Path:
    """The file as LibreOffice saves it in another format."""
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    command = ["soffice", "--headless", profile, "--convert-to", to, "--outdir", str(folder / "saved"), str(path)]
    subprocess.run(command, check=True, capture_output=True, timeout=180)
    return folder / "saved" / f"{path.stem}.{to.partition(':')[0]}"


def claims(source: Source) -> list[str]:
    """Everything stated, without places: a saved file has its own."""

    def stated(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: stated(part) for key, part in value.items() if key not in ("place", "repeats")}
        return [stated(part) for part in value] if isinstance(value, list | tuple) else value

    values = (*source.entries, *source.listings)
    return [json.dumps(stated(msgspec.to_builtins(value)), ensure_ascii=False) for value in values]


@pytest.mark.office
@pytest.mark.parametrize("document", [source.restatement for source in catalog.catalog()])
def test_a_restatement_saved_as_a_word_file_says_the_same(document: str, tmp_path: Path) -> None:
    path = catalog.sources_dir() / "documents" / document
    saved = converted(path, "docx:MS Word 2007 XML", tmp_path)
    assert claims(extract.read(saved)) == claims(extract.read(path))


@pytest.mark.office
def test_a_word_file_saved_as_an_old_one_is_told_to_be_old(tmp_path: Path) -> None:
    path = tmp_path / "own.docx"
    path.write_bytes(SMALL)
    with pytest.raises(UnreadableDocument) as refused:
        extract.read(converted(path, "doc", tmp_path))
    assert refused.value.code == "old-word-file"


@pytest.mark.office
def test_numbers_are_those_of_another_program(tmp_path: Path) -> None:
    """Lists of every shape: levels go down one at a time, lists share definitions, some begin elsewhere."""
    chance = random.Random(81)
    path = tmp_path / "own.docx"
    path.write_bytes(numbered_at_random(chance))
    theirs = converted(path, "txt:Text", tmp_path).read_text("utf-8-sig").split("\n")
    ours = [block.text for block in document_from(path.read_bytes(), "own.docx").blocks]
    assert [text.split() for text in ours] == [text.split() for text in theirs if text.strip()]


def numbered_at_random(chance: random.Random) -> bytes:
    """Six definitions with four levels each, three lists of each, 150 paragraphs."""
    numbering, body = "", ""
    for definition in range(6):
        levels = ""
        for at in range(4):
            text = "".join(f"%{level + 1}." for level in range(at + 1)) if chance.random() < 0.6 else f"%{at + 1})"
            format = chance.choice(["decimal", "upperLetter", "lowerRoman", "chineseCounting"])
            start = chance.choice([1, 1, 3])
            levels += (
                f'<lvl w:ilvl="{at}"><start w:val="{start}"/><numFmt w:val="{format}"/><lvlText w:val="{text}"/></lvl>'
            )
        numbering += f'<abstractNum w:abstractNumId="{definition}">{levels}</abstractNum>'
    for listed in range(18):
        begins = f'<startOverride w:val="{chance.randint(1, 9)}"/>' if chance.random() < 0.3 else ""
        override = f'<lvlOverride w:ilvl="0">{begins}</lvlOverride>' if begins else ""
        numbering += f'<num w:numId="{listed + 1}"><abstractNumId w:val="{listed // 3}"/>{override}</num>'
    last: dict[int, int] = {}
    for _ in range(150):
        definition = chance.randrange(6)
        at = last[definition] = chance.randint(0, min(3, last.get(definition, -1) + 1))
        listed = definition * 3 + chance.choice([1, 1, 1, 2, 3])
        body += f'<p><pPr><numPr><ilvl w:val="{at}"/><numId w:val="{listed}"/></numPr></pPr>文</p>'
    return word_file(body, parts={"numbering": numbering})


def test_a_zip_archive_is_no_place_to_hide_its_size() -> None:
    """A header that says less than there is: no more is unpacked than a file may have."""
    data = bytearray(with_part("word/document.xml", document_xml(f"<w:body>{'<w:p/>' * 100_000}</w:body>")))
    with zipfile.ZipFile(BytesIO(bytes(data))) as archive:
        size = archive.getinfo("word/document.xml").file_size
    lie = (10).to_bytes(4, "little")
    data = bytearray(bytes(data).replace(size.to_bytes(4, "little"), lie))
    is_read_or_refused(bytes(data))
