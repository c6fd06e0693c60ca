"""One table in every format that is read: rows of cells, and the file that holds them."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from html import escape

from openpyxl import Workbook

from word_files import word_file

Rows = Sequence[Sequence[str]]


def docx(rows: Rows) -> bytes:
    cells = ("".join(f"<tc>{escape(cell) or '<p/>'}</tc>" for cell in row) for row in rows)
    return word_file("<tbl>" + "".join(f"<tr>{row}</tr>" for row in cells) + "</tbl>")


def html(rows: Rows) -> bytes:
    cells = ("".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows)
    body = "".join(f"<tr>{row}</tr>\n" for row in cells)
    return f'<html><head><meta charset="utf-8"></head><body><table>{body}</table></body></html>'.encode()


def markdown(rows: Rows) -> bytes:
    lines = ["|" + "|".join(row) + "|" for row in rows]
    return "\n".join([lines[0], "|" + "-|" * len(rows[0]), *lines[1:]]).encode()


def wikitext(rows: Rows) -> bytes:
    return ("{|\n" + "\n|-\n".join("| " + " || ".join(row) for row in rows) + "\n|}\n").encode()


def separated(rows: Rows, mark: str = ",") -> bytes:
    file = io.StringIO()
    csv.writer(file, delimiter=mark).writerows(rows)
    return file.getvalue().encode()


def workbook(rows: Rows) -> bytes:
    book = Workbook(write_only=True)
    sheet = book.create_sheet()
    for row in rows:
        sheet.append([int(cell) if cell.isdecimal() else cell or None for cell in row])
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def tabs(rows: Rows) -> bytes:
    return "\n".join("\t".join(row) for row in rows).encode()


def bars(rows: Rows) -> bytes:
    return "\n".join("│" + "│".join(row) + "│" for row in rows).encode()


FORMATS: dict[str, Callable[[Rows], bytes]] = {
    "own.docx": docx,
    "own.html": html,
    "own.md": markdown,
    "own.wiki": wikitext,
    "own.csv": separated,
    "own.tsv": lambda rows: separated(rows, "\t"),
    "own.xlsx": workbook,
    "own.txt": tabs,
    "bars.txt": bars,
}
