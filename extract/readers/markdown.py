"""Markdown: rewritten as the page it makes, line for line, and read as one; tags in it are those of a page.

Lines stay apart, also where Markdown would join them to one paragraph: rule texts put an entry on a line.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING

from extract.readers.page import DEPTH

if TYPE_CHECKING:
    from extract.document import Document
    from extract.readers.encodings import Decoded

SUFFIXES = frozenset({".md", ".markdown", ".mdown", ".mkd"})

RULE = re.compile(r"\s*+[|+]?(?:\s*+:?[-=]++:?\s*+[|+])++(?:\s*+:?[-=]++:?)?\s*+")
"""The line of dashes between the header of a table and its rows."""
_UNDERLINE = re.compile(r" {0,3}(?:=+|-{2,})\s*")
_HEADING = re.compile(r"\s*#{1,6}\s+(?P<words>.*?)[#\s]*")
_FENCE = re.compile(r"\s*(`{3,}|~{3,})")
_MARK = re.compile(r"\s*+(?:(?:>|[-*+]\s++(?:\[[ xX]\]\s++)?)\s*+)+")
_ITEM = re.compile(r"(?P<indent>\s*)(?:[-*+]|\d{1,3}[.)])\s")
_INDENT = 2
"""Spaces by which the items of a list in a list stand further in."""
_DEFINITION = re.compile(r"\s*\[(?!\^)[^\]]+\]:\s*\S+.*")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_PRICE = r"\s*\d{1,3}\s*(?:[番分点點台飜翻]|pts?\.?|points?|fans?)"
_TARGET = rf"(?:\((?!{_PRICE}?\s*\))[^()\n]*(?:\([^()\n]*\)[^()\n]*)?\)|\[(?!{_PRICE}\s*\])[^\[\]\n]*\])"
"""An address, or the name of one; [七对](24) and [Seven Pairs][24 points] are no links but points."""
_IMAGE = re.compile(rf"!\[([^\[\]\n]*)\]{_TARGET}?")
_LINK = re.compile(rf"\[([^\[\]\n]*)\]{_TARGET}")
_NOTE_MARK = re.compile(r"(\[\^[^\[\]\n]*\]):?")
_ADDRESS = re.compile(r"<(?:https?|mailto|ftp):[^<>\s]*>")
_DELETED = re.compile(r"~~([^~\n]+)~~")
_STRONG = re.compile(r"\*{2,3}|_{2,3}")
_EMPHASIS = re.compile(r"(?<![*\w\\])([*_])(?=[^\s*_])([^*_\n]*[^\s*_])\1(?![*\w])")
_CODE = re.compile(r"`+")
_NO_TAG = re.compile(r"<(?![a-zA-Z/!])")


def is_markdown(name: str) -> bool:
    return PurePath(name).suffix.lower() in SUFFIXES


def read(decoded: Decoded, name: str) -> Document:
    """The page this Markdown makes; ``line`` is the line of the file."""
    from extract.readers import page
    from extract.readers.encodings import Decoded

    markup = "\n".join(_markup(decoded.text.split("\n")))
    return page.read(Decoded(markup, decoded.encoding, decoded.messages), name, format="md")


def _markup(lines: Sequence[str]) -> Iterator[str]:
    """One line of markup a line."""
    fence = ""
    in_table = False
    for at, line in enumerate(lines):
        below = lines[at + 1] if at + 1 < len(lines) else ""
        opening = _FENCE.match(line)
        if opening and (not fence or opening[1].startswith(fence)):
            fence = "" if fence else opening[1][:3]
            yield ""
            continue
        if fence:
            yield f"<pre>{html.escape(line)}</pre>"
            continue
        was_in_table, in_table = in_table, _is_row(lines, at, in_table)
        prefix = "<table>" if in_table and not was_in_table else "</table>" if was_in_table and not in_table else ""
        if in_table:
            yield prefix + ("" if RULE.fullmatch(line) else _row(line, header=bool(RULE.fullmatch(below))))
        else:
            yield prefix + _line(line, below, above=lines[at - 1] if at else "")


def _is_row(lines: Sequence[str], at: int, in_table: bool) -> bool:
    """Whether a line belongs to a table: framed by bars, beside a line of dashes, or going on below rows."""
    line = lines[at]
    if "|" not in line and not RULE.fullmatch(line):
        return False
    framed = bool(re.fullmatch(r"\s*\|.*\|\s*", line))
    ruled = bool(RULE.fullmatch(line)) or (at + 1 < len(lines) and bool(RULE.fullmatch(lines[at + 1])))
    return framed or ruled or in_table


def _row(line: str, *, header: bool) -> str:
    tag = "th" if header else "td"
    hidden = line.replace("\\|", "\ue000").strip()
    cells = hidden.removeprefix("|").removesuffix("|").split("|")
    return "<tr>" + "".join(f"<{tag}>{_inline(cell.replace(chr(0xE000), '|').strip())}" for cell in cells) + "</tr>"


def _line(line: str, below: str, above: str) -> str:
    if _DEFINITION.fullmatch(line) or not line.strip():
        return ""
    if _UNDERLINE.fullmatch(line):
        return ""
    if heading := _HEADING.fullmatch(line):
        return f"<h2>{_inline(heading['words'])}</h2>"
    words = _inline(_MARK.sub("", line, count=1) if _MARK.match(line) else line)
    if _UNDERLINE.fullmatch(below) and not above.strip():
        return f"<h2>{words}</h2>"
    depth = f' {DEPTH}="{1 + len(item["indent"].expandtabs(4)) // _INDENT}"' if (item := _ITEM.match(line)) else ""
    return words if re.fullmatch(r"\s*</?[a-zA-Z][^>]*>.*", line) else f"<div{depth}>{words}</div>"


def _inline(line: str) -> str:
    """The words of a line: pictures as such, the words of links, no signs of emphasis and no marks of notes."""
    line = _NO_TAG.sub("&lt;", _ADDRESS.sub("", _NOTE_MARK.sub(r"\1", line)))
    line = _IMAGE.sub(lambda image: f'<img alt="{html.escape(image[1])}">', line)
    line = _DELETED.sub(r"<del>\1</del>", _LINK.sub(r"\1", line))
    line = _CODE.sub("", _EMPHASIS.sub(r"\2", _STRONG.sub("", line)))
    return _ESCAPE.sub(lambda escaped: html.escape(escaped[1]), line)
