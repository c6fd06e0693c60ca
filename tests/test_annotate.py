"""Copies with the findings in them: nothing of the document changes, and every comment stands at its words."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Iterable, Sequence
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import docx
import msgspec
import pytest
from bs4 import BeautifulSoup
from lxml import etree

from extract.document import Block, Document
from extract.quoted import narrowed
from extract.readers import document_from
from extract.readers.word.back import Anchor, WayBack
from mjrules import catalog
from mjrules.audit.model import Audit, AuditedSource, Discrepancy, Level, Statement, Verdict
from mjrules.claims import Place
from mjrules.errors import RulesError
from mjrules.render.annotate import word
from mjrules.render.annotate.notes import Note, notes_on
from mjrules.render.annotate.page import Line, Remark, annotated_page
from mjrules.render.annotate.word import Comment
from test_cli import Run, run
from test_word import cases, converted, made
from word_files import W, relation, unzipped, word_file, zipped

__all__ = ["run"]  # a fixture

_W = f"{{{W}}}"
SPACE = "{http://www.w3.org/XML/1998/namespace}space"


def places_of(document: Document) -> list[Place]:
    """Every word of a document, every block, and every neighbouring pair of words."""
    found = []
    for block in document.blocks:
        words = [word.span() for word in re.finditer(r"\w+", block.text)]
        spans = {*words, (0, len(block.text)), *((a[0], b[1]) for a, b in pairwise(words))}
        found += [Place(block.line, block.line, start + 1, end, block.path) for start, end in sorted(spans)]
    return found


def commented(data: bytes, places: Iterable[Place] | None = None) -> tuple[bytes, list[tuple[Place, Anchor]]]:
    """The file with a comment at each place, and where it was put."""
    document = document_from(data, "own.docx")
    back = WayBack(data, document)
    anchors = [
        (place, anchor) for place in (places or places_of(document)) if (anchor := back.anchor(place)) is not None
    ]
    comments = [Comment((str(at),), *anchor) for at, (_, anchor) in enumerate(anchors)]
    return word.annotated(data, back.main, comments, "en").data, anchors


def words_of(data: bytes, main: str = "word/document.xml") -> dict[int, str]:
    """The text that each comment of a file is put at."""
    words: dict[int, str] = {}
    open_: list[int] = []
    for element in etree.fromstring(unzipped(data)[main]).iter(etree.Element):
        if element.tag == f"{_W}commentRangeStart":
            open_.append(int(element.get(f"{_W}id") or -1))
            words[open_[-1]] = ""
        elif element.tag == f"{_W}commentRangeEnd":
            open_.remove(int(element.get(f"{_W}id") or -1))
        elif element.tag == f"{_W}t":
            for id in open_:
                words[id] += element.text or ""
    assert not open_, "a comment has no end"
    return words


def without_comments(xml: bytes, kept: Sequence[int] = ()) -> bytes:
    """The document without the marks of comments but those kept, with neighbouring runs of one look as one."""
    root = etree.fromstring(xml)
    for name in ("commentRangeStart", "commentRangeEnd", "commentReference"):
        for mark in list(root.iter(f"{_W}{name}")):
            if int(mark.get(f"{_W}id") or -1) not in kept:
                parent = mark.getparent()
                assert parent is not None
                taken_out(mark)
                if name == "commentReference" and not len(parent):
                    taken_out(parent)
    for each in list(root.iter(f"{_W}r")):
        joined(each)
    for text in root.iter(f"{_W}t"):
        text.attrib.pop(SPACE, "")
    return etree.tostring(root, method="c14n")


def taken_out(element: Any) -> None:
    parent, before = element.getparent(), element.getprevious()
    if element.tail and before is not None:
        before.tail = (before.tail or "") + element.tail
    elif element.tail:
        parent.text = (parent.text or "") + element.tail
    parent.remove(element)


def joined(run: Any) -> None:
    """Join the runs behind a run to it that look the same, and their texts."""
    while (after := run.getnext()) is not None and after.tag == run.tag and not (run.tail or "").strip():
        if not (joinable(run) and joinable(after)) or look(run) != look(after):
            break
        for each in [each for each in after if each.tag != f"{_W}rPr"]:
            last = run[-1] if len(run) else None
            if each.tag == f"{_W}t" and last is not None and last.tag == each.tag:
                last.text = (last.text or "") + (each.text or "")
            else:
                run.append(each)
        run.tail = after.tail
        run.getparent().remove(after)
    texts = [each for each in run if each.tag == f"{_W}t"]
    for text in texts:
        while (after := text.getnext()) is not None and after.tag == text.tag:
            text.text = (text.text or "") + (after.text or "")
            run.remove(after)


def joinable(run: Any) -> bool:
    return all(each.tag in {f"{_W}{name}" for name in word._PARTED} for each in run)


def look(run: Any) -> tuple[Any, ...]:
    return (sorted(run.attrib.items()), [etree.tostring(each, method="c14n") for each in run.findall(f"{_W}rPr")])


@pytest.mark.parametrize("case", cases("word.toml"), ids=lambda case: case.label)
def test_a_comment_at_every_word_changes_nothing(case: Any) -> None:
    """Every kind of trap that the reader knows: the copy reads the same, and without its comments it is the same."""
    data = made(case)
    copy, anchors = commented(data)
    before, after = unzipped(data), unzipped(copy)
    assert without_comments(after["word/document.xml"]) == without_comments(before["word/document.xml"])
    if anchors:
        told = {"word/document.xml", "word/comments.xml", "word/_rels/document.xml.rels", "[Content_Types].xml"}
        assert {name for name in after if before.get(name) != after[name]} == told
    assert document_from(copy, "own.docx").blocks == document_from(data, "own.docx").blocks
    assert len(docx.Document(BytesIO(copy)).comments) == len(anchors)


def typed(block: Block, place: Place) -> str:
    """What of a place somebody typed, without white space."""
    hidden = {at for label in block.labels for at in range(label.start, label.end)}
    signs = enumerate(block.text[place.column - 1 : place.column_end], place.column - 1)
    return "".join(sign for at, sign in signs if at not in hidden and not sign.isspace())


@pytest.mark.parametrize("case", cases("word.toml"), ids=lambda case: case.label)
def test_comments_stand_at_their_words(case: Any) -> None:
    """Where a paragraph holds the words of a place, the comment has them between its marks, and hardly more: the whole
    of a field, of a change or of a mark."""
    data = made(case)
    document = document_from(data, "own.docx")
    copy, anchors = commented(data)
    words = words_of(copy)
    paragraphs = list(etree.fromstring(unzipped(data)["word/document.xml"]).iter(f"{_W}p"))
    for at, (place, anchor) in enumerate(anchors):
        text = typed(document.blocks[place.line - 1], place)
        whole = squeezed("".join(each.text or "" for each in paragraphs[anchor.paragraph].iter(f"{_W}t")))
        if anchor.span and text in whole:
            assert text in squeezed(words[at])
        if anchor.span and text:
            assert words[at], "a comment at nothing"


def squeezed(text: str) -> str:
    return "".join(text.split())


def at_words(body: str, line: int, text: str, turn: int = 0) -> str:
    """The body of the copy with a comment at these words of a block, the words between its marks in brackets."""
    data = word_file(body)
    block = document_from(data, "own.docx").blocks[line - 1]
    start = [found.start() for found in re.finditer(text, block.text)][turn]
    copy, _ = commented(data, [Place(line, line, start + 1, start + len(text), block.path)])
    signs = {f"{_W}commentRangeStart": "[", f"{_W}commentRangeEnd": "]"}
    elements = etree.fromstring(unzipped(copy)["word/document.xml"]).iter(f"{_W}t", *signs)
    return "".join(signs.get(str(each.tag)) or each.text or "" for each in elements)


@pytest.mark.parametrize(
    ("body", "line", "text", "turn", "expected", "reason"),
    [
        ("<p>七对 24番 不计单钓将</p>", 1, "单钓将", 0, "七对 24番 不计[单钓将]", "a run is parted"),
        ("<p><r>七</r><r><rPr><b/></rPr>对 24番</r></p>", 1, "七对", 0, "[七对] 24番", "over two runs"),
        ("<p>平和 2番 不计平和</p>", 1, "平和", 1, "平和 2番 不计[平和]", "the second of two"),
        (
            "<p>平和 2番。<r><br/></r>七对 24番 平和</p>",
            2,
            "平和",
            0,
            "平和 2番。七对 24番 [平和]",
            "lines of one paragraph",
        ),
        (
            "<p><r><rPr><strike/></rPr>七对</r>大四喜 88番 七对</p>",
            1,
            "七对",
            0,
            "七对大四喜 88番 [七对]",
            "not what is struck out",
        ),
        ("<p><del>七对</del>大四喜 88番 七对</p>", 1, "七对", 0, "七对大四喜 88番 [七对]", "not what is deleted"),
        ("<p>大四喜 <ins>88番</ins></p>", 1, "88", 0, "大四喜 [88番]", "inside of a change: the change as a whole"),
        (
            "<tbl><tr><tc>有 七对</tc><tc>24番</tc></tr></tbl>",
            1,
            "七对\t24番",
            0,
            "有 [七对]24番",
            "over two cells: in the first",
        ),
        (
            "<p>七对<r><rPr><vertAlign w:val='superscript'/></rPr>[注3]</r> 24番</p>",
            1,
            "注3",
            0,
            "七对[[注3]] 24番",
            "a raised mark stays whole: parted it would be read as text",
        ),
        ("<tbl><tr><tc>七对</tc><tc>24番</tc></tr></tbl>", 1, "24", 0, "七对[24]番", "a cell"),
        (
            "<tbl><tr><tc>七对</tc><tc><tbl><tr><tc>平和</tc><tc>2番</tc></tr></tbl></tc></tr></tbl>",
            2,
            "平和",
            0,
            "七对[平和]2番",
            "a table in a cell",
        ),
        (
            "<p>七对 24番<r><pict><v:textbox><txbxContent><p>花龙 8番</p></txbxContent></v:textbox></pict></r></p>",
            2,
            "花龙",
            0,
            "[七对 24番花龙 8番]",
            "Word has no comments in text boxes: the paragraph that holds the box",
        ),
        (
            "<p>七对<r><fldChar w:fldCharType='begin'/></r><r><instrText>QUOTE x</instrText></r>"
            "<r><fldChar w:fldCharType='separate'/></r><r>24番</r><r><fldChar w:fldCharType='end'/></r> 好</p>",
            1,
            "24",
            0,
            "七对[24番] 好",
            "around the field: in it the mark is lost when Word reckons it anew",
        ),
    ],
)
def test_at_which_words(body: str, line: int, text: str, turn: int, expected: str, reason: str) -> None:
    assert at_words(body, line, text, turn) == expected, reason


def test_which_of_two_equal_words_is_told_by_its_turn() -> None:
    """The same words twice in a paragraph: the comment at the second begins behind the first."""
    data = word_file("<p>平和 2番 不计平和</p>")
    copy, _ = commented(data, [Place(1, 1, 9, 10, "paragraph 1")])
    runs = etree.fromstring(unzipped(copy)["word/document.xml"]).findall(f".//{_W}p/*")
    assert ["".join(map(str, run.itertext())) or etree.QName(run).localname for run in runs] == [
        "平和 2番 不计",
        "commentRangeStart",
        "平和",
        "commentRangeEnd",
        "r",
    ]


def test_comments_at_the_same_words_stand_in_their_order() -> None:
    data = word_file("<p>七对 24番 </p>")
    copy, _ = commented(data, [Place(1, 1, 1, 2, "paragraph 1")] * 3)
    marks = etree.fromstring(unzipped(copy)["word/document.xml"]).iter(f"{_W}commentReference")
    assert [mark.get(f"{_W}id") for mark in marks] == ["0", "1", "2"]


def test_white_space_at_the_edge_of_a_parted_run_is_kept() -> None:
    """Word drops it from a text that does not say that it is meant."""
    data = unzipped(word_file("<p>七对 24番</p>"))
    data["word/document.xml"] = data["word/document.xml"].replace(b' xml:space="preserve"', b"")
    copy, _ = commented(zipped(data), [Place(1, 1, 1, 2, "paragraph 1")])
    texts = etree.fromstring(unzipped(copy)["word/document.xml"]).iter(f"{_W}t")
    assert [(text.text, text.get(SPACE)) for text in texts] == [("七对", None), (" 24番", "preserve")]


def test_a_note_has_its_comment_at_its_mark() -> None:
    body = "<p>大四喜 88番</p><p>七对 24番<r><footnoteReference w:id='2'/></r></p>"
    data = word_file(body, parts={"footnotes": "<footnote w:id='2'><p>也叫七小对</p></footnote>"})
    copy, _ = commented(data, [Place(3, 3, 5, 7, "footnote 1")])
    assert words_of(copy) == {0: "七对 24番"}
    assert unzipped(copy)["word/footnotes.xml"] == unzipped(data)["word/footnotes.xml"]


def test_own_comments_are_kept_and_ours_come_after_them() -> None:
    body = """<p><commentRangeStart w:id="4"/><r>七对</r><commentRangeEnd w:id="4"/><r><commentReference w:id="4"/></r>
<r> 24番</r></p>"""
    own = '<comment w:id="4" w:author="me"><p>mine</p></comment>'
    data = word_file(body, parts={"comments": own})
    copy, _ = commented(data, [Place(1, 1, 1, 2, "paragraph 1"), Place(1, 1, 4, 5, "paragraph 1")])
    comments = {comment.comment_id: (comment.author, comment.text) for comment in docx.Document(BytesIO(copy)).comments}
    assert comments == {4: ("me", "mine"), 5: ("mjrules", "0"), 6: ("mjrules", "1")}
    assert words_of(copy) == {4: "七对", 5: "七对", 6: "24"}
    before, after = unzipped(data), unzipped(copy)
    assert without_comments(after["word/document.xml"], [4]) == without_comments(before["word/document.xml"], [4])
    assert {name for name in after if before.get(name) != after[name]} == {"word/document.xml", "word/comments.xml"}


def test_everything_else_goes_over_byte_for_byte() -> None:
    """Pictures, strange names, dates and the way each part is packed."""
    parts = {"word/media/p.png": bytes(range(256)), "customXml/Item 1.xml": b"<?xml version='1.0'?><a  b = '1' />"}
    data = word_file("<p>七对 24番</p>", raw=parts)
    stored = BytesIO()
    with zipfile.ZipFile(BytesIO(data)) as old, zipfile.ZipFile(stored, "w") as new:
        for at, info in enumerate(old.infolist()):
            part = zipfile.ZipInfo(info.filename, (2001, 2, 3, 4, 5, 6))
            part.compress_type = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)[at % 2]
            new.writestr(part, old.read(info))
    copy, _ = commented(stored.getvalue())
    with zipfile.ZipFile(BytesIO(stored.getvalue())) as old, zipfile.ZipFile(BytesIO(copy)) as new:
        kept = [(info.filename, info.date_time, info.compress_type) for info in old.infolist()]
        assert [(info.filename, info.date_time, info.compress_type) for info in new.infolist()][: len(kept)] == kept
        assert all(new.read(name) == old.read(name) for name in parts)
        assert new.testzip() is None


def test_files_of_the_strict_variant_stay_strict() -> None:
    strict = {
        W: "http://purl.oclc.org/ooxml/wordprocessingml/main",
        "http://schemas.openxmlformats.org/officeDocument/2006/relationships": (
            "http://purl.oclc.org/ooxml/officeDocument/relationships"
        ),
    }
    parts = unzipped(word_file("<p>七对 24番</p>"))
    for usual, other in strict.items():
        parts = {name: part.replace(usual.encode(), other.encode()) for name, part in parts.items()}
    copy, anchors = commented(zipped(parts))
    after = unzipped(copy)
    assert anchors
    assert all(W.encode() not in part for part in after.values())
    assert b"http://purl.oclc.org/ooxml/officeDocument/relationships/comments" in after["word/_rels/document.xml.rels"]
    assert document_from(copy, "own.docx").blocks == document_from(zipped(parts), "own.docx").blocks


def test_a_main_part_of_another_name_and_without_relations() -> None:
    parts = unzipped(word_file("<p>七对 24番</p>", main="doc/Main.xml"))
    del parts["doc/_rels/Main.xml.rels"]
    copy, _ = commented(zipped(parts), [Place(1, 1, 1, 2, "paragraph 1")])
    assert "doc/comments.xml" in unzipped(copy)
    assert [comment.text for comment in docx.Document(BytesIO(copy)).comments] == ["0"]


def test_a_part_that_cannot_be_copied_is_said() -> None:
    data = bytearray(word_file("<p>七对 24番</p>", raw={"word/media/p.png": b"0123456789" * 99}))
    with zipfile.ZipFile(BytesIO(bytes(data))) as archive:
        info = archive.getinfo("word/media/p.png")
    data[info.header_offset + 30 + len(info.filename)] ^= 0xFF
    assert document_from(bytes(data), "own.docx").blocks
    with pytest.raises(RulesError, match=r"the part word/media/p\.png of the Word file cannot be copied"):
        commented(bytes(data))


def test_comments_that_are_damaged_are_said() -> None:
    broken = relation("c", "comments", "comments.xml")
    data = word_file("<p>七对 24番</p>", raw={"word/comments.xml": b"<w:comments"}, relations=broken)
    with pytest.raises(RulesError, match="the comments that the Word file has cannot be read"):
        commented(data)


def test_a_signature_is_noticed() -> None:
    data = word_file("<p>七对 24番</p>", raw={"_xmlsignatures/sig1.xml": b"<a/>"})
    assert word.annotated(data, "word/document.xml", [Comment(("x",), 0)], "en").was_signed


def test_a_comment_holds_what_xml_can_hold() -> None:
    """A value of another document may have anything in it."""
    data = word_file("<p>七对 24番</p>")
    copy = word.annotated(data, "word/document.xml", [Comment(("a\0b\ufffe", "c\nd <&>"), 0)], "en").data
    [comment] = docx.Document(BytesIO(copy)).comments
    assert comment.text.endswith("c\nd <&>")


def test_a_paragraph_without_text_can_have_a_comment() -> None:
    data = word_file("<p><pPr><jc w:val='left'/></pPr></p>")
    copy = word.annotated(data, "word/document.xml", [Comment(("x",), 0), Comment(("y",), 0)], "en").data
    assert words_of(copy) == {0: "", 1: ""}


# What a quotation is narrowed to

ENTRY = "<p>1 双暗杠 手里有两副暗杠。不计双暗刻、暗杠。</p><p>分值：6番</p>"


@pytest.mark.parametrize(
    ("quote", "words"),
    [
        ("双暗刻、暗杠", "双暗刻、暗杠"),
        ("双暗杠 6", "双暗杠"),
        ("6", "6"),
        ("不在这里", "1 双暗杠 手里有两副暗杠。不计双暗刻、暗杠。"),
        (None, "1 双暗杠 手里有两副暗杠。不计双暗刻、暗杠。"),
    ],
)
def test_the_words_a_statement_rests_on(quote: str | None, words: str) -> None:
    document = document_from(word_file(ENTRY), "own.docx")
    place = narrowed(document, Place(1, 2, 1, 6, "paragraph 1"), quote)
    assert document.blocks[place.line - 1].text[place.column - 1 : place.column_end] == words


# Notes


def found(says: Sequence[Statement], **more: Any) -> Discrepancy:
    return Discrepancy("points-differ", "conflict", "all_pungs", "碰碰和", "They differ.", tuple(says), **more)


def notes(*discrepancies: Discrepancy) -> list[tuple[str, ...]]:
    audit = Audit((), None, discrepancies)
    return [note.paragraphs for note in notes_on(audit, "own", "en")]


def test_a_note_has_code_sentence_others_verdict_and_advice() -> None:
    own = Statement("own", 6, Place(3, 3), "碰碰和 6")
    other = Statement("other", 8, Place(7, 7, 2), "碰碰和 8")
    verdict = Verdict("refuted", "because", ruling=None)
    assert notes(found([own, other], verdict=verdict, advice="Mend it.")) == [
        (
            "1. Points differ between sources (points-differ) · Disputed",
            "They differ.",
            "Others say:\nother:7:2: 8",
            "refuted: because",
            "What to do: Mend it.",
        )
    ]


def test_the_advice_of_a_kind_stands_in_its_first_note() -> None:
    own = [Statement("own", points, Place(points, points), f"碰碰和 {points}") for points in (6, 8)]
    first, second = notes(*(found([each], advice="Mend it.") for each in own))
    assert (first[-1], second[-1]) == ("What to do: Mend it.", "What to do: as in note 1.")


def test_the_reason_stands_in_a_note_of_the_same_document() -> None:
    """What a finding about another document says first is not read here."""
    verdict = Verdict("refuted", "because")
    elsewhere = found([Statement("other", 8, Place(7, 7), "碰碰和 8")], verdict=verdict)
    [told] = notes(elsewhere, found([Statement("own", 6, Place(3, 3), "碰碰和 6")], verdict=verdict))
    assert "refuted: because" in told


def test_what_the_sentence_says_of_others_is_not_said_again() -> None:
    says = [Statement("own", 6, Place(3, 3), "碰碰和 6"), Statement("other", 8, Place(7, 7), "碰碰和 8")]
    [told] = notes(msgspec.structs.replace(found(says), message="6 (own:3); 8 (other:7)"))
    assert len(told) == 2
    [told] = notes(msgspec.structs.replace(found(says), message="6 (own:3)"))
    assert told[2] == "Others say:\nother:7: 8"


def test_a_source_known_through_others_is_marked() -> None:
    book = AuditedSource("book", "B", "book.toml", "sheet", 1, 1, 0, 1, "sheet", second_hand=True)
    says = [Statement("own", 6, Place(3, 3), "碰碰和 6"), Statement("book", 8, Place(7, 7), "碰碰和 8")]
    [note] = notes_on(Audit((book,), None, (found(says),)), "own", "en")
    assert note.paragraphs[2] == "Others say:\nbook:7 (second-hand): 8"


def test_what_is_about_several_places_is_told_once_and_marked_at_each() -> None:
    first, second = Statement("own", 6, Place(3, 3), "碰碰和 6"), Statement("own", 8, Place(9, 9), "对对和 8")
    told = notes(found([first, second, first]))
    assert len(told) == 2
    assert told[1] == (
        "→ 1. Points differ between sources (points-differ): “对对和 8” is meant too; the note 1 tells it in full.",
    )


def test_what_is_about_others_is_no_note() -> None:
    """A source that is only quoted beside those at fault has nothing to mend."""
    quoted = Statement("own", 6, Place(3, 3), "碰碰和 6", witness=True)
    assert notes(found([Statement("other", 8, Place(7, 7), "碰碰和 8"), quoted])) == []


def test_of_many_others_each_value_is_told_once() -> None:
    own = Statement("own", 6, Place(3, 3), "碰碰和 6")
    others = [Statement(f"s{n}", 8 if n else 6, Place(n + 1, n + 1), None) for n in range(10)]
    [told] = notes(found([own, *others]))
    assert told[2] == "Others say:\n" + ", ".join(f"s{n}" for n in range(1, 10)) + ": 8\ns0: 6"


# LibreOffice


@pytest.mark.office
def test_libreoffice_shows_every_comment_at_its_words(tmp_path: Path) -> None:
    path = catalog.sources_dir() / "documents" / "fan-points-docx.docx"
    data = path.read_bytes()
    document = document_from(data, str(path))
    copy, anchors = commented(data, places_of(document)[::25])
    (tmp_path / "own.docx").write_bytes(copy)
    odt = converted(tmp_path / "own.docx", "odt", tmp_path)
    content = unzipped(odt.read_bytes())["content.xml"].decode()
    assert len(re.findall("<office:annotation ", content)) == len(anchors) > 20
    assert content.count("<dc:creator>mjrules</dc:creator>") == len(anchors)


# Pages


def page(lines: Sequence[str], *remarks: tuple[Place | None, str], level: str = "conflict") -> Any:
    """The page with a note of one word at each place."""
    written = [Line(text, number, number) for number, text in enumerate(lines, 1)]
    made = [
        Remark(Note(number, "points-differ", cast("Level", level), place, None, (word,)), place)
        for number, (place, word) in enumerate(remarks, 1)
    ]
    return BeautifulSoup(annotated_page("Rules", "rules.txt", written, made, "en"), "lxml")


def test_a_page_has_the_text_as_it_was_read_and_each_note_beside_its_line() -> None:
    lines = ["平和 2番", "七对\t24番 <b>&amp;", "清龙  16番"]
    shown = page(lines, (Place(2, 2, 3, 6), "points"), (Place(2, 2, 1, 2), "name"), (None, "whole"))
    sections = shown.select("section.read")
    for number in shown.select("a.to"):
        number.extract()
    assert [each.select_one(".words").get_text() for each in sections] == lines
    assert [[note.get_text().strip() for note in each.select("aside")] for each in sections] == [
        [],
        ["name", "points"],
        [],
    ]
    assert [note.get_text().strip() for note in shown.select("main > aside")] == ["whole"]
    assert [mark.get_text() for mark in shown.select("mark")] == ["七对", "\t24番"]


def test_words_with_several_notes_are_marked_by_the_gravest() -> None:
    lines = [Line("清龙1番", 1, 1)]
    levels: list[Level] = ["note", "error", "conflict"]
    spans = [(1, 5), (3, 3), (1, 3)]
    remarks = [
        Remark(Note(n, "x", level, None, None, ("x",)), Place(1, 1, *span))
        for n, (level, span) in enumerate(zip(levels, spans, strict=True), 1)
    ]
    shown = BeautifulSoup(annotated_page("Rules", "rules.txt", lines, remarks, "en"), "lxml")
    marks = [(mark.get_text(), mark["class"]) for mark in shown.select("mark")]
    assert marks == [("清龙", ["conflict"]), ("1", ["error"]), ("番", ["note"])]
    assert [each.get_text() for each in shown.select("a.to")] == ["3", "2", "1"]


def test_every_note_leads_to_its_words_and_back() -> None:
    shown = page(["平和 2番", "七对"], (Place(1, 1, 1, 2), "a"), (Place(1, 1, 1, 2), "b"), (Place(9, 9), "c"))
    ids = [each["id"] for each in shown.select("[id]")]
    links = [each["href"].removeprefix("#") for each in shown.select("a[href]")]
    assert len(ids) == len(set(ids)) == len(links) == 6
    assert set(links) == set(ids)
    assert page(["平和"], (None, "whole")).select("aside a") == []


def test_a_page_without_findings_says_so() -> None:
    assert "nothing was found" in page(["平和 2番"]).select_one(".lead").get_text()


def test_blocks_in_one_line_of_a_page_are_told_apart_by_their_way() -> None:
    """A saved page may stand in one line altogether."""
    lines = [Line("平和", 1, 1, "row 1"), Line("七对", 1, 1, "row 2")]
    note = Note(1, "x", "note", None, None, ("x",))
    shown = BeautifulSoup(annotated_page("Rules", "r", lines, [Remark(note, Place(1, 1, 1, 2, "row 2"))], "en"), "lxml")
    assert [mark.get_text() for mark in shown.select("mark")] == ["七对"]


@pytest.mark.parametrize("document", [source.restatement for source in catalog.catalog()][1:])
def test_the_pages_of_the_bundled_documents(document: str, run: Run, tmp_path: Path) -> None:
    """All of the text stands in the page, and all that was found, in line with its words."""
    path = catalog.sources_dir() / "documents" / document
    run("audit", path, "--ruleset", "gb1998", "--annotate", tmp_path / "out.html", "-o", tmp_path / "found.json")
    shown = BeautifulSoup((tmp_path / "out.html").read_text("utf-8"), "lxml")
    for number in shown.select("a.to"):
        number.extract()
    blocks = [block.text for block in document_from(path.read_bytes(), str(path)).blocks]
    assert [each.get_text() for each in shown.select(".words")] == blocks
    audit = json.loads((tmp_path / "found.json").read_text("utf-8"))
    assert audit["discrepancies"]
    heads = [each.get_text() for each in shown.select("aside .head")]
    for at, each in enumerate(audit["discrepancies"], 1):
        assert any(head.startswith(f"{at}. ") and each["code"] in head for head in heads)


# The command


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "rules.docx"
    path.write_bytes(word_file("<p>88番</p><p>大四喜 四副风刻。不计圈风刻、门风刻、三风刻、碰碰和</p>"))
    return path


def test_a_word_file_gets_comments(run: Run, own: Path, tmp_path: Path) -> None:
    before = own.read_bytes()
    said = run("audit", own, "--annotate", tmp_path / "out.docx", "-o", tmp_path / "found.json")
    assert (said.code, said.out) == (1, "")
    assert re.search(r"out\.docx: a copy with \d+ notes\n$", said.err)
    assert own.read_bytes() == before
    comments = [comment.text for comment in docx.Document(str(tmp_path / "out.docx")).comments]
    assert any("fan-missing" in text for text in comments)
    assert all(comment.author == "mjrules" for comment in docx.Document(str(tmp_path / "out.docx")).comments)


@pytest.mark.parametrize(("lang", "word"), [("zh-Hans", "建议："), ("zh-Hant", "建議："), ("en", "What to do: ")])
def test_comments_speak_the_language(run: Run, own: Path, tmp_path: Path, lang: str, word: str) -> None:
    run("audit", own, "--annotate", tmp_path / "out.docx", "--lang", lang, "-o", tmp_path / "found.json")
    assert all(word in comment.text for comment in docx.Document(str(tmp_path / "out.docx")).comments)


def a_word_file(path: Path, own: Path) -> None:
    path.write_bytes(word_file("<p>mine</p>"))


def a_page(path: Path, own: Path) -> None:
    path.write_text("<p>mine", "utf-8")


def the_document_again(path: Path, own: Path) -> None:
    path.write_bytes(own.read_bytes())


BEFORE = [
    ("out.docx", a_word_file, False, "somebody's own file"),
    ("out.docx", a_page, False, "no Word file at all"),
    ("out.docx", the_document_again, True, "a copy without a comment"),
    ("out.html", a_page, False, "somebody's own page"),
]


@pytest.mark.parametrize(("name", "make", "written", "reason"), BEFORE)
def test_only_an_earlier_copy_is_written_over(
    run: Run, own: Path, tmp_path: Path, name: str, make: Any, written: bool, reason: str
) -> None:
    if name.endswith(".html"):
        own = tmp_path / "rules.txt"
        own.write_text("国标麻将番种\n\n88番\n\n1 大四喜 四副风刻。不计圈风刻。\n", "utf-8")
    make(tmp_path / name, own)
    before = (tmp_path / name).read_bytes()
    command = ("audit", own, "--annotate", tmp_path / name, "-o", tmp_path / "found.json")
    said = run(*command)
    assert ((tmp_path / name).read_bytes() != before) is written, reason
    if not written:
        assert (said.code, "no earlier copy" in said.err) == (2, True)
        (tmp_path / name).unlink()
        assert run(*command).code == 1
    assert run(*command).code == 1, "a copy of ours"


def test_several_documents_go_into_a_folder(run: Run, own: Path, tmp_path: Path) -> None:
    text = tmp_path / "other.txt"
    text.write_text("国标麻将番种\n\n88番\n\n1 大四喜 四副风刻。不计圈风刻。\n", "utf-8")
    said = run("audit", own, text, "--with-bundled", "--annotate", tmp_path / "new" / "out", "-o", tmp_path / "f.json")
    assert said.code == 1
    assert sorted(path.name for path in (tmp_path / "new" / "out").iterdir()) == ["other.html", "rules.docx"]


def test_what_cannot_be_read_does_not_stop_the_others(run: Run, own: Path, tmp_path: Path) -> None:
    said = run("audit", own, tmp_path / "no.txt", "--annotate", tmp_path / "out", "-o", tmp_path / "found.json")
    assert said.code == 1
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["rules.docx"]


def test_what_cannot_take_comments_is_said(run: Run, own: Path, tmp_path: Path) -> None:
    """The audit is told all the same."""
    flat = tmp_path / "flat.docx"
    flat.write_bytes(flat_file(own.read_bytes()))
    said = run("audit", flat, "--annotate", tmp_path / "out.docx", "-o", tmp_path / "found.json")
    assert said.code == 2
    assert "flat.docx: not annotated: a Word file that is one XML text cannot take comments here" in said.err
    assert (tmp_path / "found.json").exists()
    assert not (tmp_path / "out.docx").exists()


def flat_file(data: bytes) -> bytes:
    space = "http://schemas.microsoft.com/office/2006/xmlPackage"
    parts = "".join(
        f'<pkg:part pkg:name="/{name}"><pkg:xmlData>{part.decode().partition("?>")[2] or part.decode()}</pkg:xmlData>'
        "</pkg:part>"
        for name, part in unzipped(data).items()
        if name != "[Content_Types].xml"
    )
    return f'<?xml version="1.0"?><pkg:package xmlns:pkg="{space}">{parts}</pkg:package>'.encode()


@pytest.mark.parametrize(
    ("paths", "out", "said"),
    [
        (["rules.docx"], "rules.docx", "rules.docx"),
        (["rules.docx"], "out.html", "the annotated copy of rules.docx is called .docx"),
        (["rules.docx"], "out", "the annotated copy of rules.docx is called .docx"),
        (["rules.txt"], "out.docx", "the annotated copy of rules.txt is called .html, .htm"),
        (["rules.docx", "rules.txt"], "rules.txt", "several documents are annotated into a folder"),
        (["rules.docx", "rules.txt"], ".", "rules.docx"),
        (["-"], "out.html", "--annotate needs files it can read again"),
        (["rules.docx", "-"], "out", "--annotate needs files it can read again"),
        (["facts.toml"], "out.html", "a sheet of facts is no document"),
    ],
)
def test_what_is_refused(
    run: Run, own: Path, monkeypatch: pytest.MonkeyPatch, paths: list[str], out: str, said: str
) -> None:
    """Wrong usage is told before anything is read, and no input is ever written over."""
    monkeypatch.chdir(own.parent)
    Path("rules.txt").write_text("88番\n\n1 大四喜 四副风刻。\n", "utf-8")
    Path("facts.toml").write_text("", "utf-8")
    before = {path.name: path.read_bytes() for path in own.parent.iterdir()}
    answer = run("audit", *paths, "--annotate", out)
    assert answer.code == 2
    assert said in answer.err
    assert {path.name: path.read_bytes() for path in own.parent.iterdir()} == before


def test_templates_and_files_with_macros_keep_their_kind(run: Run, own: Path, tmp_path: Path) -> None:
    """Word does not open a file with macros that is called .docx."""
    macros = own.rename(tmp_path / "rules.docm")
    said = run("audit", macros, "--annotate", tmp_path / "out.docx")
    assert said.code == 2
    assert "is called .docm" in said.err
    assert run("audit", macros, "--annotate", tmp_path / "out.docm", "-o", tmp_path / "f.json").code == 1


@pytest.mark.browser
def test_a_page_in_a_browser(chromium: str, tmp_path: Path) -> None:
    """Its own style sheet is let in, numbers lead to notes and back, no complaints, a phone is wide enough."""
    from playwright.sync_api import sync_playwright

    lines = [Line("平和 2番 " * 40, number, number) for number in range(1, 30)]
    notes = [Note(n, "x", "error", None, None, ("head" * 30, "more")) for n in range(1, 30)]
    remarks = [Remark(note, Place(note.number, note.number, 4, 5)) for note in notes]
    (tmp_path / "page.html").write_text(annotated_page("Rules", "rules.txt", lines, remarks, "en"), "utf-8")
    troubles: list[str] = []
    with sync_playwright() as playwright:
        flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        browser = playwright.chromium.launch(executable_path=chromium, args=flags)
        shown = browser.new_page(viewport={"width": 380, "height": 800})
        shown.on("console", lambda said: troubles.append(said.text))
        shown.goto((tmp_path / "page.html").as_uri())
        assert shown.evaluate("document.documentElement.scrollWidth") <= 380
        assert shown.evaluate("getComputedStyle(document.querySelector('.read')).display") == "grid"
        shown.click("#w20")
        assert shown.evaluate("document.querySelector(':target').id") == "n20"
        shown.click("#n20 .head a")
        assert shown.evaluate("document.querySelector(':target').textContent") == "20"
        browser.close()
    assert troubles == []
