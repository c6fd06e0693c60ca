"""The glyphs and ruled lines of a page, turned so that its text runs from left to right and its lines follow downwards.

A sheet is what a page prints in one direction. Turned pages, turned text and vertical writing are all sheets that were
turned back, so that whatever reads lines and tables need not know of them.
"""

from __future__ import annotations

import math
import re
import unicodedata
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from pdfplumber.page import Page

_SLANT = 10
"""Degrees by which text may lean and still count as straight; what leans more is stamped over the page."""
_THIN = 2.0
"""Points that a filled rectangle may be thick and still be a line."""
_MOST_SEGMENTS = 6000
"""Ruled lines of one page; a page with more is a drawing."""
_UNMAPPED = re.compile(r"\(cid:\d+\)|[\x00-\x08\x0b-\x1f\x7f\x80-\x9f]")
_CHINESE = re.compile("[\u2e80-\u9fff\uf900-\ufaff\uff00-\uff60]")
_WHITE = {
    (1,): ("DeviceGray", "CalGray", "ICCBased"),
    (1, 1, 1): ("DeviceRGB", "CalRGB", "ICCBased"),
    (0, 0, 0, 0): ("DeviceCMYK",),
}
"""White in each kind of colour; elsewhere the same numbers are ink."""
_ASCENT = 0.88
"""Of its height: how far a glyph stands above the baseline, as Chinese type does."""

_ASTRAY = 0.5
"""Of its height: how far its box may be from there."""

_HALF = 0.45
"""Of its width and height: what a glyph is moved by at most when it is printed again."""

_FEWEST_VERTICAL = 12
"""Chinese glyphs that a page must have to be taken for one of vertical writing."""

_DOWNWARDS = 3
"""Quarter turns to the left of what is read downwards."""

_CLOSE, _APART = 0.35, 0.5
"""Gaps between glyphs, of their size, within a line and between two."""


class Glyph(NamedTuple):
    """One printed character (or ligature) and its box; ``top`` and ``bottom`` count downwards."""

    text: str
    x0: float
    x1: float
    top: float
    bottom: float

    @property
    def size(self) -> float:
        return self.bottom - self.top

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2


class Segment(NamedTuple):
    """A ruled line: horizontal where ``top`` is ``bottom``, else vertical."""

    x0: float
    x1: float
    top: float
    bottom: float

    @property
    def horizontal(self) -> bool:
        return self.top == self.bottom


class Sheet(NamedTuple):
    glyphs: tuple[Glyph, ...]
    segments: tuple[Segment, ...]
    width: float


class Printed(NamedTuple):
    """Everything on a page that matters for reading it."""

    sheets: tuple[Sheet, ...]
    pictures: int
    picture_covers: bool
    """A picture fills the page: what text there is was laid over it by a machine."""
    slanted: str
    invisible: str
    too_many_lines: bool


def printed(page: Page) -> Printed:
    """What a page prints, by direction, the direction of most of its text first."""
    chars = [char for char in page.chars if _inside(char, page.cropbox)]
    by_turn: dict[int | None, list[dict[str, Any]]] = defaultdict(list)
    invisible = ""
    for char in chars:
        if _is_invisible(char, page):
            invisible += char["text"]
        else:
            by_turn[_turn(char["matrix"])].append(char)
    slanted = "".join(char["text"] for char in by_turn.pop(None, []))
    segments = list(_segments(page))
    too_many = len(segments) > _MOST_SEGMENTS
    sheets: list[Sheet] = []
    for turn, own in _turned_alike(by_turn, page):
        ruled = [] if too_many or sheets else [_turned(segment, turn, page) for segment in segments]
        width = page.width if turn % 2 == 0 else page.height
        sheets.append(Sheet(tuple(_once(own)), tuple(ruled), float(width)))
    return Printed(tuple(sheets), len(page.images), _picture_covers(page), slanted, invisible, too_many)


def _turned_alike(by_turn: Mapping[int | None, Sequence[dict[str, Any]]], page: Page) -> list[tuple[int, list[Glyph]]]:
    """The glyphs by the direction they are read in, most of them first. In vertical writing characters stand upright
    and numbers may lie on their side: both are read downwards."""
    glyphs = {turn or 0: [_glyph(char, turn or 0, page) for char in own] for turn, own in by_turn.items()}
    if _is_vertical(glyphs.get(0, [])):
        upright = [_glyph(char, _DOWNWARDS, page) for char in by_turn[0]]
        glyphs[_DOWNWARDS] = [*upright, *glyphs.get(_DOWNWARDS, [])]
        del glyphs[0]
    return sorted(glyphs.items(), key=lambda each: -len(each[1]))


def _inside(char: dict[str, Any], box: tuple[float, float, float, float]) -> bool:
    """Whether a character stands in the part of the page that is shown."""
    x, y = (char["x0"] + char["x1"]) / 2, (char["top"] + char["bottom"]) / 2
    return bool(box[0] - 1 <= x <= box[2] + 1 and box[1] - 1 <= y <= box[3] + 1)


def _turn(matrix: Sequence[float]) -> int | None:
    """Quarter turns by which text is turned to the left; None where it is slanted."""
    degrees = math.degrees(math.atan2(matrix[1], matrix[0]))
    turn = round(degrees / 90)
    return turn % 4 if abs(degrees - turn * 90) < _SLANT else None


def _glyph(char: dict[str, Any], turn: int, page: Page) -> Glyph:
    """A character with its box in the turned frame. The box hangs on the baseline, so that glyphs of several fonts in
    one line, whose own boxes differ, have the same height."""
    box = _turned(Segment(char["x0"], char["x1"], char["top"], char["bottom"]), turn, page)
    x, y = char["matrix"][4] + page.mediabox[0], page.height - char["matrix"][5] + page.mediabox[1]
    base, size = _turned(Segment(x, x, y, y), turn, page).top, box.bottom - box.top
    top = base - _ASCENT * size
    if abs(top - box.top) > _ASTRAY * size:  # vertical type, or raised by other means than its place
        top = box.top
    return Glyph(_plain(char["text"]), box.x0, box.x1, top, top + size)


def _plain(text: str) -> str:
    """What a glyph stands for: U+FFFD where the file does not say; the forms of vertical type as they are otherwise."""
    text = _UNMAPPED.sub("\ufffd", text) or "\ufffd"
    return unicodedata.normalize("NFKC", text) if "\ufe10" <= text <= "\ufe4f" else text


def _turned(box: Segment, turn: int, page: Page) -> Segment:
    """A box in the frame in which text turned so often to the left runs to the right, from the edge of the page on.

    Reading runs along (cos, sin), lines follow along (sin, -cos), both with y upwards.
    """
    cos, sin = ((1, 0), (0, 1), (-1, 0), (0, -1))[turn]
    corners = [(x * cos - y * sin, x * sin + y * cos) for x in box[:2] for y in box[2:]]
    xs, ys = zip(*corners, strict=True)
    wide, high = float(page.width), float(page.height)
    right, down = ((0.0, 0.0), (high, 0.0), (wide, high), (0.0, wide))[turn]
    return Segment(min(xs) + right, max(xs) + right, min(ys) + down, max(ys) + down)


def _once(glyphs: Iterable[Glyph]) -> Iterator[Glyph]:
    """Each glyph once: bold type and shadows are imitated by printing a glyph again over itself. Two glyphs of a word
    that are alike stand beside each other."""
    placed: dict[tuple[str, int, int], list[Glyph]] = defaultdict(list)
    for glyph in glyphs:
        wide, high = _HALF * max(glyph.x1 - glyph.x0, 1), _HALF * max(glyph.size, 1)
        column, row = round(glyph.x0 / wide), round(glyph.top / high)
        near = (placed[glyph.text, x, y] for x in range(column - 1, column + 2) for y in range(row - 1, row + 2))
        if not any(
            abs(glyph.x0 - other.x0) < wide and abs(glyph.top - other.top) < high for own in near for other in own
        ):
            placed[glyph.text, column, row].append(glyph)
            yield glyph


# vertical writing


def _is_vertical(glyphs: Sequence[Glyph]) -> bool:
    """Whether Chinese glyphs stand closer to the glyph below than to the one on the right."""
    chinese = [glyph for glyph in glyphs if _CHINESE.match(glyph.text)]
    if len(chinese) < _FEWEST_VERTICAL:
        return False
    beside = _gaps([(glyph.middle, glyph.x0, glyph.x1, glyph.size) for glyph in chinese])
    below = _gaps([((glyph.x0 + glyph.x1) / 2, glyph.top, glyph.bottom, glyph.x1 - glyph.x0) for glyph in chinese])
    down = sum(one < _CLOSE and other > _APART for one, other in zip(below, beside, strict=True))
    across = sum(other < _CLOSE for other in beside)
    return down >= _FEWEST_VERTICAL // 2 and down > 3 * across


def _gaps(places: Sequence[tuple[float, float, float, float]]) -> list[float]:
    """For each box (where its row is, start, end, size) the gap to the next one of its row, in sizes."""
    rows: dict[int, list[tuple[float, int]]] = defaultdict(list)
    for at, (row, start, _, size) in enumerate(places):
        rows[round(row / max(size, 1))].append((start, at))
    for own in rows.values():
        own.sort()
    gaps = []
    for row, _, end, size in places:
        size = max(size, 1)
        nearest = math.inf
        for key in range(round(row / size) - 1, round(row / size) + 2):
            own = rows.get(key, [])
            behind = own[bisect_right(own, (end - size / 4, -1)) :][:3]
            near = (start for start, at in behind if abs(places[at][0] - row) < size * 0.4)
            nearest = min(nearest, next(near, math.inf))
        gaps.append((nearest - end) / size)
    return gaps


# what is seen


def _is_invisible(char: dict[str, Any], page: Page) -> bool:
    """White on nothing: text that is there for machines, or was meant to be covered."""
    if char.get("ncs") not in _WHITE.get(tuple(char.get("non_stroking_color") or ()), ()):
        return False
    x, y = (char["x0"] + char["x1"]) / 2, (char["top"] + char["bottom"]) / 2
    return not any(
        box["x0"] <= x <= box["x1"] and box["top"] <= y <= box["bottom"]
        for box in (*page.rects, *page.images, *page.curves)
    )


def _picture_covers(page: Page) -> bool:
    area = float(page.width * page.height) or 1
    return any((image["x1"] - image["x0"]) * (image["bottom"] - image["top"]) > 0.7 * area for image in page.images)


def _segments(page: Page) -> Iterator[Segment]:
    """The ruled lines of a page: lines, thin rectangles, and the edges of others. A frame around the page is none."""
    for line in page.lines:
        yield from _axial(Segment(line["x0"], line["x1"], line["top"], line["bottom"]))
    for rect in page.rects:
        box = Segment(rect["x0"], rect["x1"], rect["top"], rect["bottom"])
        wide, high = box.x1 - box.x0, box.bottom - box.top
        if min(wide, high) <= _THIN:
            yield from _axial(box)
        elif wide < 0.95 * float(page.width) or high < 0.95 * float(page.height):
            for y in (box.top, box.bottom):
                yield Segment(box.x0, box.x1, y, y)
            for x in (box.x0, box.x1):
                yield Segment(x, x, box.top, box.bottom)


def _axial(box: Segment) -> Iterator[Segment]:
    """A thin box as a line through its middle."""
    x, y = (box.x0 + box.x1) / 2, (box.top + box.bottom) / 2
    if box.bottom - box.top <= _THIN < box.x1 - box.x0:
        yield Segment(box.x0, box.x1, y, y)
    elif box.x1 - box.x0 <= _THIN < box.bottom - box.top:
        yield Segment(x, x, box.top, box.bottom)
