"""Plain text, and text with a little markup (.txt, .md): one block a line. Also tells encodings for other readers."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import PurePath

import msgspec

from extract.document import Block, Document, title_of
from extract.messages import message, refusal
from extract.readers import tables
from mjrules.claims import Message, Place

_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_HTML = re.compile(r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype html|html|head|body)\b", re.I | re.S)
_LEGACY = ("gb18030", "big5hkscs", "utf-16-le", "utf-16-be")
_DECLARED_WITHIN = 4096
"""Bytes from the top of a page in which it may declare its encoding."""
_COMMON = "和不计的一刻牌番分种花色顺子杠风由组成"
"""Characters that every Chinese rule text has; the encoding in which they appear most is the one it was written in."""
_CHINESE = 0.02
"""The least share of them in a Chinese text; other bytes read as Chinese have next to none."""
_FEW_CONTROLS = 5
"""Control characters that even a short text may have, from where it was copied."""
_BAR = re.compile("[|\u2502\u2503\u2551\uff5c\uffe8]")
"""What stands between the cells of a table in a text: a bar, or a line of the kind that boxes are drawn with."""
_DRAWN = re.compile("[\u2502\u2503\u2551\uffe8]")
_FRAMED = re.compile(rf"\s*{_BAR.pattern}.*{_BAR.pattern}\s*")
_RULE = re.compile(r"\s*\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?)?\s*|\s*\+(?:[-=]+\+)+\s*|\s*[\u2500-\u257f]{3,}\s*")
"""The line of dashes between the header of a table and its rows, or between any two of them."""
_LINE_END = re.compile("\r\n|[\r\n\x85\u2028\u2029]")


class Decoded(msgspec.Struct, frozen=True):
    text: str
    encoding: str
    messages: tuple[Message, ...]


def decode(data: bytes, name: str) -> Decoded:
    """The text of these bytes, every line ending in a line feed. A declared encoding is believed only if the bytes
    agree; a few bytes that mean nothing are read as U+FFFD, and said."""
    declared = _declared(data)
    encoding = _encoding(data)
    if encoding is None:
        raise refusal("not-text", name)
    text = _LINE_END.sub("\n", data.decode(encoding, "replace").removeprefix("\ufeff"))
    controls = sum(char < " " and char not in "\t\n\f" for char in text[:4096])
    if controls > max(_FEW_CONTROLS, len(text[:4096]) // 50):
        raise refusal("not-text", name)
    plain = encoding.removesuffix("-sig")
    messages: list[Message] = []
    if controls:
        messages.append(message("control-characters", "info", count=controls))
    if declared and not _agree(declared, plain):
        messages.append(message("encoding-lies", "warning", declared=declared, encoding=plain))
    elif encoding in _LEGACY and not declared:
        messages.append(message("encoding-guessed", "info", encoding=plain))
    if bad := _bad_bytes(data, encoding):
        messages.append(message("unreadable-bytes", "warning", _first_bad(data, encoding), count=bad, encoding=plain))
    return Decoded(text, plain, tuple(messages))


def _declared(data: bytes) -> str | None:
    """The encoding that a page says it has."""
    head = data[:_DECLARED_WITHIN]
    if b"<" not in head or not re.search(rb"charset|encoding", head, re.I):
        return None
    from bs4.dammit import EncodingDetector

    return EncodingDetector.find_declared_encoding(head, is_html=True, search_entire_document=True)


def _encoding(data: bytes) -> str | None:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return encoding if _fits(data, encoding) else None
    if not _bad_bytes(data, "utf-8"):
        return "utf-8"
    known = {encoding: _commonness(data, encoding) for encoding in ("utf-8", *_LEGACY) if _fits(data, encoding)}
    best = max(known, key=lambda encoding: known[encoding], default=None)
    return best if best and known[best] >= _CHINESE else None


def _fits(data: bytes, encoding: str) -> bool:
    """Whether nearly all bytes mean something: one may be bad, or one in a hundred."""
    return _bad_bytes(data, encoding) <= max(1, len(data) // 100)


def _bad_bytes(data: bytes, encoding: str) -> int:
    """How many bytes, or runs of a few, mean nothing in an encoding."""
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return data.decode(encoding, "replace").count("\ufffd") - data.decode(encoding, "ignore").count("\ufffd")
    return 0


def _first_bad(data: bytes, encoding: str) -> Place | None:
    try:
        data.decode(encoding)
    except UnicodeDecodeError as error:
        lines = _LINE_END.split(error.object[: error.start].decode(encoding))
        return Place(len(lines), len(lines), len(lines[-1]) + 1, len(lines[-1]) + 1)
    return None


def _commonness(data: bytes, encoding: str) -> float:
    """The share of common characters among those that are not ASCII."""
    from opencc import OpenCC

    simplified: str = OpenCC("t2s").convert(data.decode(encoding, "replace")[:20000])
    return sum(map(simplified.count, _COMMON)) / max(1, sum(char > "\x7f" for char in simplified))


def _agree(declared: str, encoding: str) -> bool:
    families = {"gb2312": "gb18030", "gbk": "gb18030", "big5": "big5hkscs", "utf8": "utf-8", "utf-16": "utf-16-le"}
    return families.get(declared, declared) == families.get(encoding, encoding)


def is_html(text: str, name: str) -> bool:
    return PurePath(name).suffix.lower() in {".html", ".htm", ".xhtml"} or bool(_HTML.match(text[:4096]))


def read(decoded: Decoded, name: str) -> Document:
    """One block a line that is not empty; lines with bars or tabs between cells are rows of a table."""
    blocks = tuple(block for block in _blocks(decoded.text) if block.text.strip())
    return Document(name, "txt", decoded.encoding, title_of(blocks), blocks, decoded.messages)


def _blocks(text: str) -> Iterator[Block]:
    numbered = enumerate(text.split("\n"), 1)
    for mark, run in groupby(numbered, key=lambda line: _mark_between_cells(line[1])):
        numbers, lines = zip(*run, strict=True)
        if mark == "|" and _is_table(lines):
            yield from _rows(numbers, lines)
            continue
        texts = tables.row_texts([line.split(mark) for line in lines]) if mark == "\t" else lines
        for number, line in zip(numbers, texts, strict=True):
            yield Block(line, "paragraph", number, number)


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


def _rows(numbers: Sequence[int], lines: Sequence[str]) -> Iterator[Block]:
    own = [(number, line) for number, line in zip(numbers, lines, strict=True) if not _RULE.fullmatch(line)]
    rows = [[cell.strip() for cell in _BAR.sub("|", line).strip().strip("|").split("|")] for _, line in own]
    for (number, _), text in zip(own, tables.row_texts(rows), strict=True):
        yield Block(text, "row", number, number)
