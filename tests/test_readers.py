"""Readers: encodings, what blocks a file becomes, and every kind of file that cannot be read."""

from __future__ import annotations

import codecs
import os
import random
import tomllib
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import docx
import msgspec
import pytest
from docx.enum.style import WD_STYLE_TYPE
from docx.oxml import parse_xml

import extract
from extract import readers
from extract.document import Document
from extract.readers import document_from, open_document
from extract.readers import text as text_reader
from mjrules.claims import Place, Source
from mjrules.errors import UnreadableDocument


class Case(msgspec.Struct, forbid_unknown_fields=True):
    label: str
    reason: str
    blocks: list[str]
    markup: str = ""
    name: str = "own.html"
    text: str = ""
    fans: list[str] | None = None
    """Name, points and list of each entry; not given where only the blocks matter."""
    listings: list[str] = []
    messages: list[str] = []


class Cases(msgspec.Struct, forbid_unknown_fields=True):
    page: list[Case]
    markdown: list[Case]
    plain: list[Case]


TABLE = tomllib.loads((Path(__file__).parent / "cases" / "reading.toml").read_text(encoding="utf-8"))
CASES = msgspec.convert(TABLE, Cases)


def each(cases: list[Case]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", cases, ids=lambda case: case.label)


def blocks(document: Document) -> list[str]:
    filled = [block for block in document.blocks if block.text.strip()]
    return [f"{block.kind}: {' | '.join(cell.strip() for cell in block.text.split(chr(9)))}" for block in filled]


def fans(source: Source) -> list[str]:
    """Name, points and list of each entry: ``七对 24 不计单钓将``."""
    return [
        f"{entry.name} {entry.points}"
        + (f" 不计{'、'.join(item.name for item in entry.excludes)}" if entry.excludes else "")
        for entry in source.entries
    ]


def check(case: Case, data: bytes, name: str) -> None:
    document = document_from(data, name)
    assert blocks(document) == case.blocks, case.reason
    source = extract.read_bytes(data, name)
    if case.fans is not None:
        assert fans(source) == case.fans
        listings = [f"{listing.points} {' '.join(item.name for item in listing.items)}" for listing in source.listings]
        assert listings == case.listings
    assert [message.code for message in document.messages] == case.messages


@each(CASES.page)
def test_a_web_page(case: Case) -> None:
    check(case, case.markup.encode(), case.name)


@each(CASES.markdown)
def test_markdown(case: Case) -> None:
    check(case, case.text.encode(), "own.md")


@each(CASES.plain)
def test_plain_text(case: Case) -> None:
    check(case, case.text.encode(), "own.txt")


SPACES = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    ' xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    ' xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"'
    ' xmlns:v="urn:schemas-microsoft-com:vml"'
)


def word_file(xml: str) -> bytes:
    """A Word file whose body has these elements; line breaks between tags are ours."""
    document = docx.Document()
    body: Any = document.element.body
    for at, element in enumerate(parse_xml(f"<w:body {SPACES}>{xml.replace(chr(10), '')}</w:body>")):
        body.insert(at, element)
    return saved(document)


def saved(document: Any) -> bytes:
    out = BytesIO()
    document.save(out)
    return out.getvalue()


def test_a_word_file_as_its_library_writes_it() -> None:
    document = docx.Document()
    document.core_properties.title = "番种表"
    document.add_heading("地方规则", 1)
    document.add_paragraph("立直 1番 门清听牌")
    table = document.add_table(rows=0, cols=3)
    for row in (("番种", "番数", "说明"), ("七对", "24", "七个对子。不计单钓将"), ("清龙", "16", "一到九")):
        for cell, text in zip(table.add_row().cells, row, strict=True):
            cell.text = text
    source = extract.read_bytes(saved(document), "own.docx")
    assert (source.title, source.format, source.encoding) == ("番种表", "docx", None)
    assert fans(source) == ["立直 1", "七对 24 不计单钓将", "清龙 16"]
    assert source.entries[0].section == "地方规则"
    assert [entry.place.path for entry in source.entries] == ["paragraph 2", "table 1, row 2", "table 1, row 3"]


def test_text_is_hidden_by_the_style_of_its_run_or_of_its_paragraph() -> None:
    document = docx.Document()
    ghost = document.styles.add_style("Ghost", WD_STYLE_TYPE.CHARACTER)
    ghost.font.hidden = True
    heir = document.styles.add_style("Heir", WD_STYLE_TYPE.CHARACTER)
    heir.base_style = ghost
    away = document.styles.add_style("Away", WD_STYLE_TYPE.PARAGRAPH)
    away.font.hidden = True
    seen = document.add_paragraph("七对 24番")
    seen.add_run("一", style="Ghost")
    seen.add_run("二", style="Heir")
    shown = seen.add_run(" 七个对子", style="Ghost")
    shown.font.hidden = False
    document.add_paragraph("大四喜 88番", style="Away")
    assert blocks(document_from(saved(document), "own.docx")) == ["paragraph: 七对 24番 七个对子"]


def test_lines_of_a_page_are_those_of_its_file() -> None:
    page = "<html>\n<body>\n<p>\n七对 24番\n七个对子</p>\n<!-- two\nlines --><table>\n<tr><td>清龙\n<td>16番</tr>"
    source = extract.read_bytes(page.encode(), "own.html")
    assert [(e.name, e.place.line, e.place.line_end) for e in source.entries] == [("七对", 4, 5), ("清龙", 8, 9)]


def test_lines_of_a_text_are_those_of_its_file() -> None:
    source = extract.read_bytes("\r\n七对 24番\r\n七个对子\r\n\r\n清龙 16番\r\n".encode(), "own.txt")
    assert [(e.name, e.place.line, e.place.line_end) for e in source.entries] == [("七对", 2, 3), ("清龙", 5, 5)]


# encodings

SIMPLIFIED = "碰碰和 6番 四副刻子与一对将。不计单钓将\n混一色 6番 一种花色的序数牌加上字牌\n"
TRADITIONAL = "碰碰和 6番 四副刻子與一對將。不計單釣將\n混一色 6番 一種花色的序數牌加上字牌\n"
READ = ["碰碰和 6 不计单钓将", "混一色 6"]
ENCODED: dict[str, tuple[bytes, str, list[str]]] = {
    "UTF-8": (SIMPLIFIED.encode(), "utf-8", []),
    "UTF-8 with a mark": (codecs.BOM_UTF8 + SIMPLIFIED.encode(), "utf-8", []),
    "UTF-16 LE with a mark": (codecs.BOM_UTF16_LE + SIMPLIFIED.encode("utf-16-le"), "utf-16", []),
    "UTF-16 BE with a mark": (codecs.BOM_UTF16_BE + SIMPLIFIED.encode("utf-16-be"), "utf-16", []),
    "UTF-16 LE": (SIMPLIFIED.encode("utf-16-le"), "utf-16-le", ["encoding-guessed"]),
    "UTF-16 BE": (SIMPLIFIED.encode("utf-16-be"), "utf-16-be", ["encoding-guessed"]),
    "GB2312": (SIMPLIFIED.encode("gb2312"), "gb18030", ["encoding-guessed"]),
    "GB18030": ((SIMPLIFIED + "𠮷").encode("gb18030"), "gb18030", ["encoding-guessed"]),
    "Big5": (TRADITIONAL.encode("big5"), "big5hkscs", ["encoding-guessed"]),
    "a short text in GBK": ("碰碰和 6番 不计单钓将\n混一色 6番".encode("gbk"), "gb18030", ["encoding-guessed"]),
    "a short text in Big5": ("碰碰和 6番 不計單釣將\n混一色 6番".encode("big5"), "big5hkscs", ["encoding-guessed"]),
}


@pytest.mark.parametrize(("data", "encoding", "messages"), ENCODED.values(), ids=list(ENCODED))
def test_an_encoding_is_told_from_the_bytes(data: bytes, encoding: str, messages: list[str]) -> None:
    source = extract.read_bytes(data, "own.txt")
    assert fans(source) == READ
    assert (source.encoding, [m.code for m in source.messages if m.code != "unread-text"]) == (encoding, messages)


DECLARED: dict[str, tuple[str, str, str, list[str]]] = {
    "declared and right": ("gb2312", "gbk", "gb18030", []),
    "Big5, declared and right": ("Big5", "big5", "big5hkscs", []),
    "UTF-8, declared and right": ("UTF-8", "utf-8", "utf-8", []),
    "GBK that says UTF-8": ("utf-8", "gbk", "gb18030", ["encoding-lies"]),
    "Big5 that says UTF-8": ("utf-8", "big5", "big5hkscs", ["encoding-lies"]),
    "UTF-8 that says GBK": ("gbk", "utf-8", "utf-8", ["encoding-lies"]),
    "GBK that says Big5": ("big5", "gbk", "gb18030", ["encoding-lies"]),
    "Big5 that says GB2312": ("gb2312", "big5", "big5hkscs", ["encoding-lies"]),
    "GBK that says nothing anybody knows": ("x-unknown", "gbk", "gb18030", ["encoding-lies"]),
}


@pytest.mark.parametrize(("declared", "written", "encoding", "messages"), DECLARED.values(), ids=list(DECLARED))
def test_a_declaration_is_believed_only_if_the_bytes_agree(
    declared: str, written: str, encoding: str, messages: list[str]
) -> None:
    text = TRADITIONAL if written == "big5" else SIMPLIFIED
    page = (
        f'<html><head><meta charset="{declared}"></head><body><p>{text.strip().replace(chr(10), "</p><p>")}</p></body>'
    )
    source = extract.read_bytes(page.encode(written), "own.html")
    assert fans(source) == READ
    assert (source.encoding, [message.code for message in source.messages]) == (encoding, messages)
    if messages:
        assert source.messages[0].details == {"declared": declared.lower(), "encoding": encoding}


LONG = "碰碰和 6番 四副刻子与一对将。不计单钓将\n" * 20
SPOILT: dict[str, tuple[bytes, str, int]] = {
    "a byte that begins nothing in UTF-8": (LONG.encode() + b"\xff", "utf-8", 1),
    "a character of UTF-8 cut in two": (LONG.encode()[:-2], "utf-8", 1),
    "UTF-8 with a mark": (codecs.BOM_UTF8 + LONG.encode() + b"\xff\xfe", "utf-8", 2),
    "GB18030": (LONG.encode("gb18030") + b"\xff\n", "gb18030", 1),
    "UTF-16 with an odd byte": (codecs.BOM_UTF16_LE + LONG.encode("utf-16-le") + b"x", "utf-16", 1),
    "two bad bytes in a short text": ("七对 24番\n七个对子".encode() + b"\xff\xe5" + "不计单钓将".encode(), "utf-8", 2),
    "a short text": ("七对 24番 七个对子。不计单钓将\n".encode() + b"\xff", "utf-8", 1),
}


@pytest.mark.parametrize(("data", "encoding", "count"), SPOILT.values(), ids=list(SPOILT))
def test_a_few_bytes_that_mean_nothing_are_read_as_such_and_counted(data: bytes, encoding: str, count: int) -> None:
    decoded = text_reader.decode(data, "own.txt")
    (said,) = [message for message in decoded.messages if message.code == "unreadable-bytes"]
    assert (decoded.encoding, said.details["count"]) == (encoding, count)
    assert decoded.text.count("\ufffd") == count


def test_lines_of_another_encoding_are_no_damage() -> None:
    data = LONG.encode() + "清一色 24番 一种花色，不计无字\n".encode("gbk") * 2
    codes = [message.code for message in text_reader.decode(data, "own.txt").messages]
    assert codes == ["encodings-mixed"]


def test_the_first_byte_that_means_nothing_has_its_place() -> None:
    data = LONG.encode().replace("刻子".encode(), "刻".encode() + b"\xff", 1)
    (said,) = [m for m in extract.read_bytes(data, "own.txt").messages if m.code == "unreadable-bytes"]
    assert said.place == Place(1, 1, 11, 11)


def test_a_character_that_was_printed_as_unreadable_is_no_bad_byte() -> None:
    codes = [message.code for message in extract.read_bytes((LONG + "一\ufffd高 1番").encode(), "own.txt").messages]
    assert [code for code in codes if code.startswith("unreadable")] == ["unreadable-glyph"]


def test_one_control_character_does_not_make_a_text_unreadable() -> None:
    assert fans(extract.read_bytes("七对 24番\x00\n清龙 16番".encode(), "own.txt")) == ["七对 24", "清龙 16"]


def test_a_page_is_known_by_its_content_whatever_its_name() -> None:
    assert document_from(b"<!DOCTYPE html><html><body><p>x</p></body></html>", "own.txt").format == "html"
    assert document_from("七对 24番".encode(), "own.htm").format == "html"
    assert document_from(word_file("<w:p/>"), "own.txt").format == "docx"
    assert document_from(b"a < b", "own.txt").format == "txt"


def test_a_text_that_begins_like_a_mail_is_no_web_archive() -> None:
    assert fans(extract.read_bytes("Note: 1\nContent-Type: text\n七对 24番".encode(), "own.txt")) == ["七对 24"]


PAGE = "<html><body>\n<p>大四喜 88番 不计碰碰和</p></body></html>"


@pytest.mark.parametrize(
    ("type", "encoding", "data"),
    [
        ('text/html; charset="utf-8"', "base64", codecs.encode(PAGE.encode(), "base64")),
        ('text/html; charset="gb2312"', "quoted-printable", codecs.encode(PAGE.encode("gbk"), "quopri")),
        ("text/html", "8bit", PAGE.replace("<body>", '<meta charset="utf-8"><body>').encode()),
    ],
)
def test_a_web_archive(type: str, encoding: str, data: bytes) -> None:
    """A page with its pictures, and the page in a frame of it."""
    head = b'From: <Saved>\nMIME-Version: 1.0\nContent-Type: multipart/related; boundary="x"\n\n'
    part = f"--x\nContent-Type: {type}\nContent-Transfer-Encoding: {encoding}\n\n".encode()
    frame = "--x\nContent-Type: text/html; charset=utf-8\n\n<p>七对 24番</p>\n".encode()
    archive = head + part + data + b"\n--x\nContent-Type: image/gif\n\nGIF\n" + frame + b"--x--\n"
    source = extract.read_bytes(archive, "own.mht")
    assert (fans(source), source.format) == (["大四喜 88 不计碰碰和", "七对 24"], "mht")


# files that cannot be read


def archive(**parts: bytes) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in parts.items():
            file.writestr(name.replace("__", "/").replace("_xml", ".xml"), data)
    return out.getvalue()


def open_document_file(kind: str) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        file.writestr("mimetype", f"application/vnd.oasis.opendocument.{kind}")
        file.writestr("content.xml", "<x/>")
    return out.getvalue()


WEB_ARCHIVE = b"""From: <Saved by a browser>
Subject: =?utf-8?B?5LiD?=
MIME-Version: 1.0
Content-Type: multipart/related;
\ttype="text/html"; boundary="x"

--x
Content-Type: image/gif

GIF
"""


def bomb() -> bytes:
    """A Word file of a few kilobytes that unpacks to far more than any document has."""
    return archive(word__document_xml=bytes(80 << 20))


OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504)
WORD = word_file("<w:p><w:r><w:t>七对 24番</w:t></w:r></w:p>")
BAD: dict[str, tuple[str, Callable[[], bytes]]] = {
    "an empty file": ("empty-file", lambda: b""),
    "spaces only": ("empty-file", lambda: b" \r\n\t \n"),
    "zero bytes only": ("empty-file", lambda: bytes(300)),
    "a mark of encoding and nothing else": ("empty-file", lambda: codecs.BOM_UTF8),
    "a mark of UTF-16 and a line end": ("empty-file", lambda: codecs.BOM_UTF16_LE + b"\n\0"),
    "ten random bytes": ("not-text", lambda: random.Random(81).randbytes(10)),
    "many random bytes": ("not-text", lambda: random.Random(88).randbytes(20_000)),
    "a picture": ("not-text", lambda: b"\x89PNG\r\n\x1a\n" + random.Random(1).randbytes(500)),
    "Latin text of another encoding": ("not-text", lambda: "Rève de çà et là".encode("latin-1")),
    "a zip archive that is no Word file": ("not-a-word-file", lambda: archive(readme=b"x")),
    "a text of LibreOffice": ("open-document-file", lambda: open_document_file("text")),
    "a workbook of LibreOffice": ("open-document-file", lambda: open_document_file("spreadsheet")),
    "a page saved with its pictures": ("web-archive", lambda: WEB_ARCHIVE),
    "a Word file cut off": ("damaged-word-file", lambda: WORD[: len(WORD) // 2]),
    "a Word file with a broken body": ("damaged-word-file", lambda: archive(word__document_xml=b"<w:document")),
    "a Word file with a password": ("encrypted-word-file", lambda: OLE + "EncryptedPackage".encode("utf-16-le")),
    "a Word file of the old kind": ("old-word-file", lambda: OLE + "WordDocument".encode("utf-16-le")),
    "a file above the limit": ("too-large", lambda: "七对\n".encode() * (1 + (readers.LIMIT << 20) // 7)),
    "a text above the limit": ("too-much-text", lambda: "七对\n".encode() * (1 + (readers.TEXT_LIMIT << 20) // 7)),
    "a zip bomb": ("too-large-unpacked", bomb),
    "a page nested too deeply": ("not-readable", lambda: b"<html><body>" + b"<table><tr><td>" * 400 + b"x"),
}


@pytest.mark.parametrize("kind", BAD)
@pytest.mark.parametrize("name", ["own.docx", "own.txt"])
def test_bad_input_is_refused_with_its_code_and_its_name(kind: str, name: str, tmp_path: Path) -> None:
    code, data = BAD[kind]
    path = tmp_path / name
    path.write_bytes(data())
    with pytest.raises(UnreadableDocument) as refused:
        open_document(path)
    assert refused.value.code == code
    assert str(refused.value).startswith(f"{path}: ")


def test_bad_input_in_memory_is_refused_alike() -> None:
    with pytest.raises(UnreadableDocument) as refused:
        extract.read_bytes(bytes((readers.LIMIT << 20) + 1), "-")
    assert refused.value.code == "too-large"
    assert str(refused.value).startswith("-: ")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device here")
def test_a_file_without_end() -> None:
    refuses(Path("/dev/zero"), "too-large")


TITLES = {
    "fbpx\n国标麻将番种列表\n七对 24番": "国标麻将番种列表",
    "三国演义\n\n番种说明\n七对 24番": "番种说明",
    "七对 24番\n清龙 16番": "七对 24番",
    "我的笔记\n七对 24番": "我的笔记",
}


@pytest.mark.parametrize(("text", "title"), TITLES.items(), ids=list(TITLES.values()))
def test_the_title_is_the_first_line_that_speaks_of_the_game(text: str, title: str) -> None:
    assert extract.read_bytes(text.encode(), "own.txt").title == title


def test_a_missing_file(tmp_path: Path) -> None:
    refuses(tmp_path / "none.docx", "file-missing")


def test_a_folder(tmp_path: Path) -> None:
    refuses(tmp_path, "is-a-folder")


def test_a_path_through_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    refuses(tmp_path / "file" / "rules.txt", "not-readable")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read every file")
def test_a_file_without_permission(tmp_path: Path) -> None:
    path = tmp_path / "locked.txt"
    path.write_text("七对 24番", "utf-8")
    path.chmod(0)
    refuses(path, "no-permission")


def test_a_file_the_system_will_not_give(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same for root: what the system answers decides."""
    path = tmp_path / "locked.txt"
    path.write_text("七对 24番", "utf-8")

    def locked(*_: object) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", locked)
    refuses(path, "no-permission")


def refuses(path: Path, code: str) -> None:
    with pytest.raises(UnreadableDocument) as refused:
        extract.read(path)
    assert refused.value.code == code
    assert str(path) in str(refused.value)


def test_a_page_without_fans_is_read_and_said_to_have_none() -> None:
    source = extract.read_bytes("<html><body><p>明天下雨</p></body></html>".encode(), "own.html")
    assert source.entries == ()
    assert [(m.code, m.level) for m in source.messages if m.code != "unread-text"] == [("no-fans", "warning")]


def test_nothing_is_written_beside_what_is_read(tmp_path: Path) -> None:
    path = tmp_path / "own.docx"
    path.write_bytes(WORD)
    assert fans(extract.read(path)) == ["七对 24"]
    assert [found.name for found in tmp_path.iterdir()] == ["own.docx"]
    assert path.read_bytes() == WORD


@pytest.mark.parametrize("opened", ["<p><font color=red>", "<div>", "<ul><li>", "<b>", "<p><span class=a>"])
def test_tags_that_are_never_closed(opened: str) -> None:
    """Each stands within all before it; a page may have hundreds of them."""
    page = "".join(f"{opened}七对 24番 第{number}例" for number in range(900))
    source = extract.read_bytes(page.encode(), "own.html")
    assert len(source.entries) == 900
    assert "第899例" in document_from(page.encode(), "own.html").text


@pytest.mark.parametrize("opened", ["<div>", "<font>", "<table><tr><td>", "<ul><li>"])
def test_a_page_nested_too_deeply_is_refused_and_not_cut_off(opened: str) -> None:
    with pytest.raises(UnreadableDocument) as refused:
        extract.read_bytes(f"<p>清龙 16番</p>{opened * 3000}七对 24番".encode(), "own.html")
    assert refused.value.code == "not-readable"


def test_what_hides_may_stand_far_around() -> None:
    """Every way to fit the parts of a selector is followed, and none twice."""
    style = "<style>.a > .b .b .c { display: none }</style>"
    hidden = f"{style}<div class=a>{'<div class=b>' * 150}<p class=c>大四喜 88番"
    seen = f"{style}<div class=a><div>{'<div class=b>' * 150}<p class=c>七对 24番"
    assert fans(extract.read_bytes(hidden.encode(), "own.html")) == []
    assert fans(extract.read_bytes(seen.encode(), "own.html")) == ["七对 24"]


def test_names_glued_together_are_one_list_however_many() -> None:
    source = extract.read_bytes(f"清龙 16番 不计{'碰碰和' * 50}".encode(), "own.txt")
    assert [len(entry.excludes) for entry in source.entries] == [50]


def test_a_place_in_a_damaged_page_ends_behind_its_begin() -> None:
    page = (Path(__file__).parent / "cases" / "fragments" / "page_hidden.html").read_bytes()
    markup = page[:512] + page[552:]
    source = extract.read_bytes(markup, "own.html")
    assert all(entry.place.line <= entry.place.line_end for entry in source.entries)
