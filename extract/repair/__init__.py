"""Repair: a text and what it was read as, edit by edit.

A :class:`Mended` text starts as the original; each named step changes it by :class:`Edit` values and is kept, so that
the whole way can be replayed, and every character knows the span of the original it came from.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

import msgspec


class Edit(msgspec.Struct, frozen=True):
    """Characters ``start:end`` of the text before the step are read as ``read_as``.

    ``changes_meaning`` says that a rule hangs on this reading; ``layout`` that it is only about spaces and line
    breaks and need not be shown to anybody.
    """

    start: int
    end: int
    read_as: str
    changes_meaning: bool = False
    layout: bool = False


class Step(msgspec.Struct, frozen=True):
    """One named step as it was taken."""

    kind: str
    edits: tuple[Edit, ...]


def apply_edits(text: str, edits: Sequence[Edit]) -> str:
    """The text after one step; edits are in order and do not overlap."""
    pieces: list[str] = []
    done = 0
    for edit in edits:
        pieces += [text[done : edit.start], edit.read_as]
        done = edit.end
    return "".join([*pieces, text[done:]])


def replay(original: str, steps: Iterable[Step]) -> str:
    """The mended text, made again from the original."""
    for step in steps:
        original = apply_edits(original, step.edits)
    return original


class Mended:
    """A text under repair; ``text`` is what it is read as so far."""

    def __init__(self, original: str) -> None:
        self.original = original
        self.text = original
        self.steps: list[Step] = []
        self._starts = array("L", range(len(original)))
        self._ends = array("L", range(1, len(original) + 1))

    def take(self, kind: str, edits: Iterable[Edit]) -> None:
        """Take one step; a step that changes nothing leaves no trace."""
        step = Step(kind, tuple(edits))
        if not step.edits:
            return
        starts, ends, done = array("L"), array("L"), 0
        for edit in step.edits:
            first, last = self.span(edit.start, edit.end)
            starts += self._starts[done : edit.start] + array("L", [first]) * len(edit.read_as)
            ends += self._ends[done : edit.start] + array("L", [last]) * len(edit.read_as)
            done = edit.end
        self._starts = starts + self._starts[done:]
        self._ends = ends + self._ends[done:]
        self.text = apply_edits(self.text, step.edits)
        self.steps.append(step)

    def edits(self) -> Iterator[tuple[str, Edit, tuple[int, int]]]:
        """Every edit with its step's kind and the span of the original it was made at."""
        way = Mended(self.original)
        for step in self.steps:
            for edit in step.edits:
                yield step.kind, edit, way.span(edit.start, edit.end)
            way.take(step.kind, step.edits)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The span of the original that ``text[start:end]`` came from. An empty span stays empty."""
        if start >= end:
            at = self._starts[start] if start < len(self._starts) else len(self.original)
            return at, at
        return self._starts[start], self._ends[end - 1]

    def offset(self, at: int) -> int:
        """Where in the text a place of the original is now, or what stood behind it where it was taken out."""
        return bisect_left(self._starts, at)

    def printed(self, start: int, end: int) -> str:
        """``text[start:end]`` as it was printed, without what repair took out (annotations, page marks)."""
        pieces: list[str] = []
        seen = -1
        for at in range(start, end):
            if self._ends[at] > seen:
                pieces.append(self.original[max(self._starts[at], seen) : self._ends[at]])
                seen = self._ends[at]
        return "".join(pieces)
