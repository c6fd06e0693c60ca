"""Plain text: one block a line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import PurePath

from extract.document import Block, BlockKind, Document, title_of
from extract.readers import tables
from extract.readers.encodings import Decoded, decode
from mjrules.claims import Message, Place

__all__ = ["Decoded", "decode", "is_html", "read"]

_HTML = re.compile(r"\s*+(?:<\?xml[^>]*>\s*+)?(?:<!--.*?-->\s*+)*<(?:!doctype html|html|head|body)\b", re.I | re.S)
_BLOCKS = "address|article|aside|blockquote|center|details|div|dl|fieldset|h[1-6]|main|ol|p|pre|section|style|table|ul"
_PART_OF_A_PAGE = re.compile(rf"\s*+(?:<!--.*?-->\s*+)*<(?:{_BLOCKS}|meta|link|title)\b[^<>]*>", re.I | re.S)
_ENDED_TAG = re.compile(rf"</(?:{_BLOCKS}|title|li|d[dt]|t[dhr])\s*>", re.I)
_ANY_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_BAR = re.compile("[|\u2502\u2503\u2551\uff5c\uffe8]")
"""What stands between the cells of a table in a text: a bar, or a line of the kind that boxes are drawn with."""
_LOOK_AT = 4096
"""Characters by which a page is told from a text."""
_FEWEST_TITLES = 3
"""Titles at the beginning of a line with bars that make it a whole table."""
_DRAWN = re.compile("[\u2502\u2503\u2551\uffe8]")
_FRAMED = re.compile(rf"\s*{_BAR.pattern}.*{_BAR.pattern}\s*")
_RULE = re.compile(
    r"\s*+\|?(?:\s*+:?-++:?\s*+\|)++(?:\s*+:?-++:?)?\s*+|\s*+\+(?:[-=]++\+)++\s*+|\s*+[\u2500-\u257f]{3,}+\s*+"
)
"""The line of dashes between the header of a table and its rows, or between any two of them."""


def is_html(text: str, name: str) -> bool:
    """Whether a text is a page: by its name, by its first tags, or as a part of one, copied from it: it begins with a
    tag, and its lines have tags."""
    if PurePath(name).suffix.lower() in {".html", ".htm", ".xhtml"} or _HTML.match(text[:4096]):
        return True
    start = text[:_LOOK_AT]
    if not _PART_OF_A_PAGE.match(start) or not _ENDED_TAG.search(start):
        return False
    lines = [line for line in start.split("\n") if line.strip()]
    return 2 * sum(bool(_ANY_TAG.search(line)) for line in lines) >= len(lines)


def read(decoded: Decoded, name: str) -> Document:
    """One block a line that is not empty; lines with bars or tabs between cells are rows of a table."""
    messages = list(decoded.messages)
    blocks = tuple(block for block in _blocks(decoded.text, messages) if block.text.strip())
    return Document(name, "txt", decoded.encoding, title_of(blocks), blocks, tuple(messages))


def _blocks(text: str, messages: list[Message]) -> Iterator[Block]:
    text = _commas_as_tabs(text)
    numbered = enumerate(text.split("\n"), 1)
    for mark, run in groupby(numbered, key=lambda line: _mark_between_cells(line[1])):
        numbers, lines = zip(*run, strict=True)
        if mark == "|" and len(lines) == 1 and (rows := _in_one_line(lines[0])):
            yield from _rows([numbers[0]] * len(rows), rows, "row", messages)
        elif mark == "|" and _is_table(lines):
            own = [(number, line) for number, line in zip(numbers, lines, strict=True) if not _RULE.fullmatch(line)]
            rows = [
                [cell.strip() for cell in _BAR.sub("|", line).strip().removeprefix("|").removesuffix("|").split("|")]
                for _, line in own
            ]
            yield from _rows([number for number, _ in own], rows, "row", messages)
        elif mark == "\t":
            yield from _rows(numbers, [line.split(mark) for line in lines], "paragraph", messages)
        else:
            yield from (Block(line, "paragraph", number, number) for number, line in zip(numbers, lines, strict=True))


def _rows(
    numbers: Sequence[int], rows: Sequence[Sequence[str]], kind: BlockKind, messages: list[Message]
) -> Iterator[Block]:
    """The blocks of a table; ``kind``: what a row is of which the table says nothing."""
    table = tables.read(rows)
    for number, lines in zip(numbers, table.rows, strict=True):
        yield from (Block(line.text, kind if line.kind == "row" else line.kind, number, number) for line in lines)
    messages += tables.messages(table.said, [Place(number, number) for number in numbers])


def _commas_as_tabs(text: str) -> str:
    """The text with tabs for the commas of a table that a spreadsheet wrote: below a header, as many in every line."""
    lines = text.split("\n")
    for at, line in enumerate(lines):
        titles = [title.strip(' "') for title in line.split(",")]
        if len(titles) > 1 and tables.is_header(titles):
            below = next((count for count, row in enumerate(lines[at:]) if row.count(",") != line.count(",")), None)
            rows = lines[at:][:below]
            return "\n".join([*lines[:at], *(row.replace(",", "\t") for row in rows), *lines[at + len(rows) :]])
    return text


def _in_one_line(line: str) -> list[list[str]]:
    """The rows of a table that was joined to one line: as many cells in each as titles stand at its beginning."""
    cells = [cell.strip() for cell in _BAR.split(line.strip())]
    width = next((at for at, cell in enumerate(cells) if not tables.is_title(cell)), len(cells))
    if width < _FEWEST_TITLES or len(cells) < 2 * width:
        return []
    return [cells[at : at + width] for at in range(0, len(cells), width)]


def _mark_between_cells(line: str) -> str:
    if _BAR.search(line) or _RULE.fullmatch(line):
        return "|"
    return "\t" if "\t" in line else ""


def _is_table(lines: Sequence[str]) -> bool:
    """Lines with bars are a table if a line of dashes stands among them, or all are framed, or drawn with lines."""
    if any(map(_RULE.fullmatch, lines)):
        return True
    drawn = all(_DRAWN.search(line) for line in lines)
    return drawn or (len(lines) > 1 and all(map(_FRAMED.fullmatch, lines)))
