"""How wide text is on a terminal, where a Chinese character takes two columns, and how it is aligned and folded."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

_OPENING = "（《「『“‘【〈«([{"
_CLOSING = "，。、；：？！）》」』”’】〉»)]},.;:?!"


def char_width(char: str) -> int:
    """Columns one character takes: 2 for East Asian wide, 0 for marks that sit on another, else 1."""
    if unicodedata.east_asian_width(char) in "WF":
        return 2
    return 0 if unicodedata.category(char) in {"Mn", "Me", "Cf"} else 1


def width(text: str) -> int:
    """Columns a line takes.

    >>> width("双暗杠"), width("gang")
    (6, 4)
    """
    return len(text) if text.isascii() else sum(map(char_width, text))


def pad(text: str, columns: int) -> str:
    """The text, followed by as many spaces as it takes to fill the columns."""
    return text + " " * (columns - width(text))


def visible(text: str) -> str:
    """The text with everything a terminal would obey instead of print (escape sequences, line breaks) spelled out.

    >>> visible("a" + chr(27) + "[31m")
    'a\\\\x1b[31m'
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\u3000" else c.encode("unicode_escape").decode() for c in text)


def shortened(text: str, limit: int) -> str:
    """A name too long for its place, cut in the middle, since names differ at both ends.

    >>> shortened("rules-of-the-game-2023.docx", 15), shortened("rules.docx", 15)
    ('rules-o…23.docx', 'rules.docx')
    """
    if width(text) <= limit:
        return text
    head, tail = text, text
    while width(head) > limit // 2:
        head = head[:-1]
    while width(head) + 1 + width(tail) > limit:
        tail = tail[1:]
    return f"{head}…{tail}"


def columns(rows: Sequence[Sequence[str]], *, gap: str = "  ", right: Iterable[int] = ()) -> list[str]:
    """Rows as lines with their cells one under the other; the columns ``right`` are set flush right.

    >>> columns([["杠", "1"], ["双暗杠", "10"]], right=[1])
    ['杠       1', '双暗杠  10']
    """
    flush_right = set(right)
    widest = [max(width(cell) for cell in column) for column in zip(*rows, strict=True)]

    def set_cell(index: int, cell: str) -> str:
        return " " * (widest[index] - width(cell)) + cell if index in flush_right else pad(cell, widest[index])

    return [gap.join(set_cell(index, cell) for index, cell in enumerate(row)).rstrip() for row in rows]


def fold(text: str, limit: int) -> list[str]:
    """One paragraph as lines of at most ``limit`` columns.

    Broken at spaces and after punctuation where one is near the edge, else between Chinese characters, so that names
    in a list stay whole. A line never starts with closing punctuation; a word longer than a line is cut.

    >>> fold("双暗杠、双明杠 abc", 12)
    ['双暗杠、', '双明杠 abc']
    """
    lines: list[str] = []
    line, ragged = "", ""  # ``ragged``: what was added since the last good place for a break
    for space, unit in _units(text, max(limit, 2)):
        if space or line[-1:] in _CLOSING:
            ragged = ""
        if line and width(line + space + unit) > limit:
            kept = line.removesuffix(ragged).rstrip()
            carried = kept and width(ragged) <= max(8, limit // 5) and width(ragged + unit) <= limit
            lines.append(kept if carried else line)
            line = ragged = ragged if carried else ""
            space = ""
        line += (space if line else "") + unit
        ragged += unit
    return [*lines, line] if line else lines


_UNIT = re.compile(
    rf"(\s*)([{re.escape(_OPENING)}]*(?:(?!\s)[\u2e80-\U0003ffff]|[^\s\u2e80-\U0003ffff]+?(?=[\s\u2e80-\U0003ffff]|$))"
    rf"[{re.escape(_CLOSING)}]*|\S)"
)


def _units(text: str, limit: int) -> Iterator[tuple[str, str]]:
    """What must stay together, each with the space before it (a break drops that space)."""
    for match in _UNIT.finditer(text):
        space, unit = (" " if match[1] else ""), match[2]
        while width(unit) > limit:
            cut = next(i for i in range(1, len(unit) + 1) if width(unit[: i + 1]) > limit)
            yield space, unit[:cut]
            space, unit = "", unit[cut:]
        yield space, unit
