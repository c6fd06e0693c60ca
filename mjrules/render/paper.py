"""What a text report is written on. Light, because the command line holds it before it knows what will be written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from mjrules import texts
from mjrules.render.width import columns, fold, pad, visible, width

_COLOURS = {"error": "31", "conflict": "33", "omission": "35", "note": "36", "strong": "1", "faint": "2"}
_COLOURS |= {
    "name": "1;32",
    "points": "1;33",
    "item": "36",
    "list": "34",
    "heading": "1;4",
    "aside": "2",
    "stated": "32",
}
_COLOURS |= {"unread": "4;31", "repair": "35"}


class Paper(NamedTuple):
    """What is written on: how wide, in which language, with colours or not."""

    columns: int = 100
    lang: str = "en"
    colour: bool = False

    def say(self, key: str, /, **parts: object) -> str:
        return texts.say("terminal", key, self.lang, **parts)

    def paint(self, style: str, text: str) -> str:
        """Coloured last, on what is already aligned; the text itself can bring no colours along."""
        plain = visible(text)
        return f"\x1b[{_COLOURS[style]}m{plain}\x1b[0m" if self.colour and plain else plain

    def fold(self, text: str, indent: int, style: str | None = None, mark: str = "") -> Iterator[str]:
        """A paragraph, indented; ``mark`` stands before its first line."""
        before = " " * (indent - width(mark)) + mark
        for line in fold(visible(text), self.columns - indent):
            yield before + (self.paint(style, line) if style else line)
            before = " " * indent

    def table(self, rows: Sequence[Sequence[str]], indent: int, right: Iterable[int] = ()) -> list[str]:
        """Rows under each other; the last cell of each is folded into the room that is left."""
        heads = columns([[visible(cell) for cell in row[:-1]] for row in rows], right=right)
        edge = indent + max(map(width, heads)) + 2
        lines = []
        for head, row in zip(heads, rows, strict=True):
            first, *more = fold(visible(row[-1]), max(self.columns - edge, 20)) or [""]
            lines.append((pad(" " * indent + head, edge) + first).rstrip())
            lines += [" " * edge + line for line in more]
        return lines
