"""Spreadsheets: workbooks and texts with separators, and what their programs do to what was typed."""

from __future__ import annotations

import io
import random
import re
import time
import zipfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import docx
import pytest
from openpyxl import Workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.comments import Comment
from openpyxl.styles import Font, PatternFill

import extract
from extract.readers import document_from
from mjrules import rulesets
from mjrules.claims import Source
from mjrules.errors import UnreadableDocument
from mjrules.render.table import FanTable, fan_table, write

DOCUMENTS = Path(__file__).parents[1] / "sources" / "documents"

TITLES: list[Any] = ["番种", "分值", "不计"]
ROWS: list[list[Any]] = [["七对", 24, "门前清、单钓将"], ["清龙", 16, None], ["碰碰和", 6, "无"]]
FANS = ["七对 24 不计门前清、单钓将", "清龙 16", "碰碰和 6"]


def fans(source: Source) -> list[str]:
    return [
        f"{entry.name} {entry.points}"
        + (f" 不计{'、'.join(item.name for item in entry.excludes)}" if entry.excludes else "")
        for entry in source.entries
    ]


DOUBTS = {"points-not-read", "unread-text"}
"""Messages of the cases that the reading of the text gives, not the reader of the file."""


def check(data: bytes, name: str, codes: Sequence[str]) -> None:
    """What the reader says, and that the doubts are among all that is said."""
    own = [message.code for message in document_from(data, name).messages]
    assert own == [code for code in codes if code not in DOUBTS]
    all_codes = {message.code for message in extract.read_bytes(data, name).messages}
    assert DOUBTS & set(codes) <= all_codes


# texts with separators


class Text(NamedTuple):
    label: str
    reason: str
    text: str
    fans: Sequence[str]
    codes: Sequence[str] = ()
    name: str = "own.csv"


TEXTS = [
    Text("commas", "the plain case", '番种,分值,不计\n七对,24,"门前清、单钓将"\n清龙,16,\n', FANS[:2]),
    Text(
        "told by its titles",
        "standard input has no suffix",
        "番种,分值,不计\n七对,24,门前清、单钓将\n",
        FANS[:1],
        name="-",
    ),
    Text(
        "semicolons",
        "what spreadsheets write where the comma is in numbers",
        "番种;分值;不计\n七对;24;门前清,单钓将\n",
        FANS[:1],
    ),
    Text("tabs", "a .tsv file", "番种\t分值\t不计\n七对\t24\t门前清、单钓将\n", FANS[:1], name="own.tsv"),
    Text("a line that says the separator", "it is no row", "sep=;\n番种;分值;不计\n七对;24;门前清、单钓将\n", FANS[:1]),
    Text("quotes in quotes", "two stand for one", '番种,分值,说明\n七对,24,"七个""对子"""\n', ["七对 24"]),
    Text(
        "lines in a cell",
        "lines of a list are items of it",
        '番种,分值,不计\n七对,24,"门前清\n单钓将"\n清龙,16,\n',
        FANS[:2],
    ),
    Text(
        "line ends of Windows", "they are no part of a cell", "番种,分值,不计\r\n七对,24,门前清、单钓将\r\n", FANS[:1]
    ),
    Text(
        "English titles",
        "the titles are known in every language",
        "Fan,Points,Excludes\n七对,24,门前清、单钓将\n",
        FANS[:1],
    ),
    Text("a word for both", "Fan is the points where the names have a title", "Name,Fan\n七对,24\n", ["七对 24"]),
    Text("traditional titles", "番種名, 分數", "番種名,分數,不計\n七對,24,門前清、單釣將\n", FANS[:1]),
    Text("Japanese titles", "役名, 点数", "役名,点数,複合しない役\n七对,24,门前清、单钓将\n", FANS[:1]),
    Text(
        "points before names",
        "the order of columns is free",
        "分值,不计,番种\n24,门前清、单钓将,七对\n16,,清龙\n",
        FANS[:2],
    ),
    Text("a bracket behind a title", "番数(分)", "番种名称,番数(分),不计番种\n七对,24,门前清、单钓将\n", FANS[:1]),
    Text("no titles", "names first, numbers behind them", "七对,24\n清龙,16\n", ["七对 24", "清龙 16"]),
    Text(
        "names without a title",
        "they are in the column that has most",
        "编号,,分值,不计\n19,七对,24,门前清、单钓将\n28,清龙,16,\n",
        FANS[:2],
    ),
    Text(
        "a column of numbers nobody knows",
        "a probability is no price of a fan",
        "番种,出现率,分值\n七对,31,24\n清龙,12,16\n",
        ["七对 24", "清龙 16"],
        ["column-left-out"],
    ),
    Text(
        "prose under an unknown title",
        "it may state something",
        "番种,分值,老张的话\n七对,24,七个对子，不计门前清、单钓将\n清龙,16,一至九相连的和牌\n",
        FANS[:2],
    ),
    Text(
        "somebody else's values",
        "source: points is what another source says",
        "番种,分值,other: 分值,other: 不计\n七对,24,88,清一色、混一色、推不倒\n",
        ["七对 24"],
        ["column-left-out", "column-left-out"],
    ),
    Text(
        "examples",
        "they name many fans and state none",
        "番种,分值,例\n七对,24,清一色88番\n",
        ["七对 24"],
        ["column-left-out"],
    ),
    Text(
        "two columns of points",
        "one for each of two sets of rules: nobody knows which",
        "番种,分值,分值\n七对,24,32\n",
        ["七对 None"],
        ["points-not-read"],
    ),
    Text(
        "two numbers in a cell",
        "a stroke between them leaves it open",
        "番种,分值\n天和,64 / 168\n七对,24\n",
        ["天和 None", "七对 24"],
        ["points-not-read"],
    ),
    Text("a date", "a spreadsheet made it of 1-9", "番种,分值,说明\n清龙,16,9月1日\n", ["清龙 16"], ["date-in-cell"]),
    Text("an English date", "9-Jan", "番种,分值,说明\n清龙,16,9-Jan\n", ["清龙 16"], ["date-in-cell"]),
    Text(
        "a title above the titles",
        "it is no row of the table",
        "国标麻将番种表,,\n番种,分值,不计\n七对,24,门前清、单钓将\n",
        FANS[:1],
        ["unread-text"],
    ),
    Text(
        "two tables", "each has titles of its own", "番种,分值\n七对,24\n\n分值,番种\n16,清龙\n", ["七对 24", "清龙 16"]
    ),
    Text(
        "a quote that nothing closes",
        "it must not swallow the rest",
        '番种,分值,不计\n七对,24,"门前清、单钓将\n' + "清龙,16,\n" * 30,
        ["七对 24 不计门前清、单钓将", *["清龙 16"] * 30],
        ["quotes-unbalanced"],
    ),
    Text(
        "a quote that the next quote closes",
        "it swallows a row, which begins with a name and points",
        '番种,分值,不计\n七对,24,"单钓将\n清龙,16,\n碰碰和,6,无"\n',
        ["七对 24 不计单钓将", "清龙 16", "碰碰和 6"],
        ["quotes-unbalanced"],
    ),
    Text(
        "wide commas",
        "typed instead of narrow ones",
        "番种，分值，不计\n七对，24，门前清、单钓将\n清龙，16，\n",
        ["七对 24 不计门前清、单钓将", "清龙 16"],
    ),
    Text(
        "spaces before quotes",
        "they are no part of the cell",
        '番种, 分值, 不计\n七对, 24, "门前清, 单钓将"\n清龙, 16, ""\n',
        ["七对 24 不计门前清、单钓将", "清龙 16"],
    ),
    Text(
        "values kept from being changed",
        "a formula that is a text",
        '番种,分值,不计\n="七对",="24",单钓将\n清龙,16,\n',
        ["七对 24 不计单钓将", "清龙 16"],
    ),
]


@pytest.mark.parametrize("case", TEXTS, ids=lambda case: case.label)
def test_a_text_with_separators(case: Text) -> None:
    source = extract.read_bytes(case.text.encode(), case.name)
    assert fans(source) == list(case.fans), case.reason
    check(case.text.encode(), case.name, case.codes)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "gb18030", "big5"])
def test_it_may_be_in_any_encoding(encoding: str) -> None:
    text = "番種,分值,不計\r\n七對,24,門前清、單釣將\r\n清龍,16,\r\n五門齊,6,\r\n"
    source = extract.read_bytes(text.encode(encoding), "own.csv")
    assert fans(source) == [*FANS[:2], "五门齐 6"]
    assert source.format == "csv"


def test_the_mark_before_what_looks_like_a_formula_is_no_part_of_the_text() -> None:
    data = "番种,分值,说明\n七对,24,'=七个对子\n'一般高',1,\n".encode()
    assert [block.text for block in document_from(data, "own.csv").blocks[1:]] == [
        "七对\t24番\t=七个对子",
        "'一般高'\t1番",
    ]


def test_places_are_lines_of_the_file() -> None:
    text = '番种,分值,不计\n七对,24,"门前清\n单钓将"\n\n清龙,16,\n'
    source = extract.read_bytes(text.encode(), "own.csv")
    assert [(entry.place.line, entry.place.line_end) for entry in source.entries] == [(2, 3), (5, 5)]


def test_points_that_may_be_meant_for_several_rows_are_pointed_out() -> None:
    messages = document_from("分值,番种\n24,七对\n,清一色\n16,清龙\n".encode(), "own.csv").messages
    assert [(each.code, each.details) for each in messages] == [("cell-without-points", {"name": "清一色"})]


def test_prose_with_commas_is_no_table() -> None:
    text = "七对 24番,七个对子\n清龙 16番,一至九\n"
    assert extract.read_bytes(text.encode(), "own.txt").format == "txt"


# workbooks


def book(rows: Sequence[Sequence[Any]], change: Callable[[Any], object] = lambda sheet: None) -> bytes:
    """A workbook whose one sheet has these rows, changed before it is saved."""
    made = Workbook()
    sheet = made.active
    assert sheet
    for row in rows:
        sheet.append(list(row))
    change(sheet)
    return saved(made)


def saved(made: Workbook) -> bytes:
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def patched(data: bytes, part: str, change: Callable[[str], str]) -> bytes:
    """The same package with one part changed, as other programs write it."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        assert part in old.namelist()
        for name in old.namelist():
            content = old.read(name)
            new.writestr(name, change(content.decode()).encode() if name == part else content)
    return out.getvalue()


RELATIONS = "xl/_rels/workbook.xml.rels"


def shared(data: bytes, change: Callable[[str], str] = lambda strings: strings) -> bytes:
    """The same workbook with its strings in a part of their own, as spreadsheets write them."""
    strings: list[str] = []

    def taken(found: re.Match[str]) -> str:
        strings.append(found[2])
        return f'{found[1]} t="s"><v>{len(strings) - 1}</v></c>'

    data = patched(data, SHEET, lambda xml: re.sub(r'(<c [^>]*?) t="inlineStr"><is>(.*?)</is></c>', taken, xml))
    relation = (
        '<Relationship Id="strings" Type="http://x/sharedStrings" Target="/xl/sharedStrings.xml"/></Relationships>'
    )
    data = patched(data, RELATIONS, lambda xml: xml.replace("</Relationships>", relation))
    with zipfile.ZipFile(out := io.BytesIO(data), "a") as archive:
        whole = "".join(f"<si>{text}</si>" for text in strings)
        archive.writestr("xl/sharedStrings.xml", change(f"<sst xmlns='http://x'>{whole}</sst>"))
    return out.getvalue()


def set_cells(**values: Any) -> Callable[[Any], object]:
    def change(sheet: Any) -> None:
        for name, value in values.items():
            sheet[name] = value

    return change


class Book(NamedTuple):
    label: str
    reason: str
    data: Callable[[], bytes]
    fans: Sequence[str]
    codes: Sequence[str] = ()


def hide(rows: Sequence[int] = (), columns: Sequence[str] = ()) -> Callable[[Any], object]:
    def change(sheet: Any) -> None:
        for number in rows:
            sheet.row_dimensions[number].hidden = True
        for letter in columns:
            sheet.column_dimensions[letter].hidden = True

    return change


def formatted(cell: str, code: str) -> Callable[[Any], object]:
    def change(sheet: Any) -> None:
        sheet[cell].number_format = code

    return change


def struck(sheet: Any) -> None:
    sheet["C2"].font = Font(strike=True)


def white(sheet: Any) -> None:
    sheet["C2"].font = Font(color="FFFFFFFF")
    for cell in ("B3", "A4"):
        sheet[cell].font = Font(color="FFFFFFFF")
        sheet[cell].fill = PatternFill("solid", fgColor="FF0000FF")


def commented(sheet: Any) -> None:
    sheet["B2"].comment = Comment("旧规则为 32 番", "somebody")


def merged(*ranges: str) -> Callable[[Any], object]:
    def change(sheet: Any) -> None:
        for each in ranges:
            sheet.merge_cells(each)

    return change


def two_sheets() -> bytes:
    made = Workbook()
    first = made.active
    assert first
    first.title = "88番"
    for row in (["番种", "说明"], ["大四喜", "四副风刻"]):
        first.append(row)
    second = made.create_sheet("24番")
    for row in (["番种", "说明"], ["七对", "七个对子"]):
        second.append(row)
    made.create_sheet("草稿").append(["清龙", 16])
    made["草稿"].sheet_state = "hidden"
    return saved(made)


ALL: list[list[Any]] = [TITLES, *ROWS]
SHEET = "xl/worksheets/sheet1.xml"

BOOKS = [
    Book("numbers and lists", "the plain case", lambda: book(ALL), FANS),
    Book(
        "a merged cell",
        "the points belong to every row",
        lambda: book([["分值", "番种"], [24, "七对"], [None, "清一色"], [16, "清龙"]], merged("A2:A3")),
        ["七对 24", "清一色 24", "清龙 16"],
    ),
    Book(
        "a hidden row",
        "what nobody sees is not read, and that is said",
        lambda: book(ALL, hide(rows=[3])),
        [FANS[0], FANS[2]],
        ["rows-hidden"],
    ),
    Book(
        "a hidden column",
        "the lists are hidden",
        lambda: book(ALL, hide(columns=["C"])),
        ["七对 24", "清龙 16", "碰碰和 6"],
        ["columns-hidden"],
    ),
    Book(
        "several sheets",
        "a title of a sheet is a heading; a hidden sheet is said",
        two_sheets,
        ["大四喜 88", "七对 24"],
        ["sheet-hidden"],
    ),
    Book(
        "a formula with its value",
        "the value is what is seen",
        lambda: patched(
            book(ALL), SHEET, lambda xml: re.sub(r'(<c r="B2"[^>]*>)<v>24</v>', r"\1<f>12*2</f><v>24</v>", xml)
        ),
        FANS,
    ),
    Book(
        "a formula without a value",
        "nothing is computed here",
        lambda: book(ALL, set_cells(B2="=12*2")),
        ["七对 None 不计门前清、单钓将", *FANS[1:]],
        ["formula-without-value", "cell-without-points"],
    ),
    Book(
        "an error",
        "#REF! is no value",
        lambda: patched(
            book(ALL), SHEET, lambda xml: re.sub(r'<c r="B2"[^>]*><v>24</v>', '<c r="B2" t="e"><v>#REF!</v>', xml)
        ),
        ["七对 None 不计门前清、单钓将", *FANS[1:]],
        ["cell-error"],
    ),
    Book(
        "1-9 became a date",
        "it is never read as 1-9 without a word",
        lambda: book([["番种", "分值", "说明"], ["清龙", 16, date(2024, 1, 9)]]),
        ["清龙 16"],
        ["date-in-cell"],
    ),
    Book(
        "titles over two columns",
        "two values for one fan",
        lambda: book([["番种", "分值", None], ["七对", 24, 32]], merged("B1:C1")),
        ["七对 None"],
        ["points-not-read"],
    ),
    Book("strings in a part of their own", "as spreadsheets write them", lambda: shared(book(ALL)), FANS),
    Book(
        "readings above characters",
        "phonetic text is no part of a cell, pieces of a text in several fonts are",
        lambda: shared(
            book([TITLES, ["七对", 24, None]]),
            lambda xml: xml.replace(
                "<t>&#19971;&#23545;</t>", "<r><t>七</t></r><r><t>对</t></r><rPh sb='0' eb='2'><t>チートイツ</t></rPh>"
            ),
        ),
        ["七对 24"],
    ),
    Book(
        "words of a cell struck out",
        "the rest of it is read",
        lambda: book(
            [
                TITLES,
                ["七对", CellRichText(TextBlock(InlineFont(strike=True), "16"), "24"), None],
                ["清龙", 16, CellRichText("单钓将、", TextBlock(InlineFont(strike=True), "花龙、"), "平和")],
            ]
        ),
        ["七对 24", "清龙 16 不计单钓将、平和"],
        ["struck-out", "struck-out"],
    ),
    Book(
        "white words on nothing",
        "nobody sees them; on a colour they are seen",
        lambda: book(ALL, white),
        ["七对 24", *FANS[1:]],
        ["unseen-text-left-out"],
    ),
    Book(
        "a format that shows nothing",
        "the value is not seen",
        lambda: book([["番种", "分值", "序号"], ["七对", 24, 8], ["清龙", 16, 9]], formatted("B2", ";;;")),
        ["七对 None", "清龙 16"],
        ["cell-without-points"],
    ),
    Book(
        "no places in the cells",
        "the place may be left out",
        lambda: patched(book(ALL), SHEET, lambda xml: re.sub(r' r="[A-Z]?\d+"', "", xml)),
        FANS,
    ),
    Book(
        "elements of the strict kind",
        "the standard has two names for each",
        lambda: patched(
            book(ALL),
            SHEET,
            lambda xml: xml.replace(
                "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
                "http://purl.oclc.org/ooxml/spreadsheetml/main",
            ),
        ),
        FANS,
    ),
    Book(
        "English titles",
        "the titles are known in every language",
        lambda: book([["Fan", "Points", "Excludes"], *ROWS]),
        FANS,
    ),
]


@pytest.mark.parametrize("case", BOOKS, ids=lambda case: case.label)
def test_a_workbook(case: Book) -> None:
    source = extract.read_bytes(case.data(), "own.xlsx")
    assert fans(source) == list(case.fans), case.reason
    check(case.data(), "own.xlsx", case.codes)
    assert source.format == "xlsx"


def test_places_are_rows_of_the_first_sheet_and_go_on_in_the_next() -> None:
    source = extract.read_bytes(two_sheets(), "own.xlsx")
    assert [(entry.place.line, entry.place.path) for entry in source.entries] == [
        (2, "sheet 88番, row 2"),
        (4, "sheet 24番, row 2"),
    ]


@pytest.mark.parametrize(
    ("value", "code", "shown"),
    [
        (24, '0"番"', "24番"),
        (24, "General", "24"),
        (24.0, "0.0", "24"),
        (0.314, "0.0%", "31.4%"),
        (0.25, "0.00", "0.25"),
        (1234, "#,##0", "1234"),
        (24, '[>10]0"番";0', "24番"),
    ],
)
def test_a_number_is_shown_as_its_format_says(value: float, code: str, shown: str) -> None:
    document = document_from(book([["七对", value]], formatted("B1", code)), "own.xlsx")
    assert document.blocks[0].text == f"七对\t{shown}"


@pytest.mark.parametrize("word", ["无", "無", "没有", "none", "N/A"])
def test_a_word_for_nothing_is_no_list(word: str) -> None:
    document = document_from(f"番种,分值,不计\n碰碰和,6,{word}\n无字,1,无字\n".encode(), "own.csv")
    assert ["不计" in block.text for block in document.blocks[1:]] == [False, True]


def test_a_date_is_shown_as_a_program_shows_it() -> None:
    data = book([["番种", "分值", "说明"], ["清龙", 16, date(2024, 1, 9)]], formatted("C2", 'm"月"d"日"'))
    said = extract.read_bytes(data, "own.xlsx").messages[0]
    assert (said.details["date"], said.place and said.place.line) == ("1月9日", 2)


def refused(data: bytes, name: str = "own.xlsx") -> str:
    with pytest.raises(UnreadableDocument) as error:
        document_from(data, name)
    return error.value.code


def test_what_is_no_workbook_is_refused_with_its_code() -> None:
    whole = book(ALL)
    assert refused(whole[: len(whole) // 2]) in {"damaged-workbook", "damaged-word-file"}
    assert refused(patched(whole, SHEET, lambda xml: xml[:200])) == "damaged-workbook"
    old = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600) + "Workbook".encode("utf-16-le")
    assert refused(old, "own.xls") == "old-workbook"


def test_a_word_file_with_a_workbook_inside_is_a_word_file() -> None:
    made = docx.Document()
    made.add_paragraph("七对 24番")
    made.save(out := io.BytesIO())
    with zipfile.ZipFile(out, "a") as archive:
        archive.writestr("word/embeddings/table.xlsx", book(ALL))
    assert extract.read_bytes(out.getvalue(), "own.docx").format == "docx"


def test_a_workbook_without_visible_sheets_is_refused() -> None:
    data = patched(
        book(ALL),
        "xl/workbook.xml",
        lambda xml: xml.replace("<sheet ", '<sheet state="hidden" ').replace('state="visible"', ""),
    )
    assert refused(data) == "no-sheets"


def test_a_bomb_is_refused_before_it_is_unpacked() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(book(ALL))) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, old.read(name))
        new.writestr("xl/media/image1.bin", bytes(80_000_000))
    assert refused(out.getvalue()) == "too-large-unpacked"


def test_entities_are_not_expanded() -> None:
    bomb = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">' + "".join(
        f'<!ENTITY {chr(98 + i)} "{f"&{chr(97 + i)};" * 10}">' for i in range(9)
    )
    data = shared(book(ALL), lambda xml: f"{bomb}]>{xml.replace('&#19971;', '&j;')}")
    begun = time.perf_counter()
    with suppress(UnreadableDocument):
        document_from(data, "own.xlsx")
    assert time.perf_counter() - begun < 2


def test_a_styled_cell_at_the_very_end_costs_nothing() -> None:
    begun = time.perf_counter()
    data = patched(
        book(ALL),
        SHEET,
        lambda xml: xml.replace("</sheetData>", '<row r="1048576"><c r="XFD1048576" s="0"/></row></sheetData>'),
    )
    assert fans(extract.read_bytes(data, "own.xlsx")) == FANS
    assert time.perf_counter() - begun < 2


def test_mutated_workbooks_raise_nothing_else() -> None:
    dice = random.Random(8)
    whole = shared(book(ALL, merged("A2:A3")))
    for _ in range(150):
        part = dice.choice([SHEET, "xl/sharedStrings.xml", "xl/styles.xml", "xl/workbook.xml", RELATIONS])

        def change(xml: str) -> str:
            at = dice.randrange(len(xml))
            return dice.choice(
                [
                    xml[:at],
                    xml[:at] + dice.choice(['"', "<", "9", "A1", "-1", ""]) + xml[at + 1 :],
                    xml.replace('="', '="-', 3),
                ]
            )

        with suppress(UnreadableDocument):
            document_from(patched(whole, part, change), "own.xlsx")


# what we write ourselves


@pytest.mark.parametrize("format", ["csv", "xlsx"])
@pytest.mark.parametrize("lang", ["zh-Hans", "zh-Hant"])
def test_our_own_table_reads_back(table: FanTable, format: Any, lang: str) -> None:
    """The same points and lists; values of single sources stand beside them and are not read."""
    written = write(table, format, lang)
    source = extract.read_bytes(written.encode() if isinstance(written, str) else written, f"own.{format}")
    found = {entry.fan or entry.name: entry for entry in source.entries}
    for row in table.fans:
        assert found[row.key].points == row.points, row.key
        assert {item.fan or item.name for item in found[row.key].excludes} == set(row.excludes or ()), row.key
    assert len(source.entries) == len(table.fans)
    assert not [
        message for message in source.messages if message.code in ("unread-text", "names-alone", "unknown-name")
    ]


@pytest.fixture(scope="module")
def table() -> FanTable:
    sources = [extract.read(DOCUMENTS / name) for name in ("pinyin-page.html", "fan-points-docx.docx")]
    return fan_table(sources, rulesets.load("gb1998"))


def test_lists_of_two_sets_of_rules_say_which() -> None:
    rows = "番种,番数,不计(98),不计(06)\n双暗杠,6,双暗刻,双暗刻、暗杠\n三杠,32,,双暗杠\n"
    entries = extract.read_bytes(rows.encode(), "own.csv").entries
    assert [[(item.name, item.condition) for item in entry.excludes] for entry in entries] == [
        [("双暗刻", "98规则"), ("双暗刻", "06规则"), ("暗杠", "06规则")],
        [("双暗杠", "06规则")],
    ]
