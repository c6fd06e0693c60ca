"""Boxes and where they stand: those of one drawing or one paragraph are read from top to bottom, then from left to
right, whatever the order they are stored in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from extract.readers.word import tags
from extract.readers.word.marks import typed

_LENGTHS = {"pt": 12700, "in": 914400, "cm": 360000, "mm": 36000, "px": 9525, "pc": 152400}
"""Units of a length in those of a drawing (EMU)."""
_LEVEL = 90000
"""So far apart two boxes may begin and still stand beside each other: a quarter of a centimetre."""


def in_order(boxes: Sequence[Any]) -> list[Any]:
    """The boxes of a paragraph as a reader meets them; as they are stored where it is not known where one stands."""
    places = [_place(box) for box in boxes]
    if len(boxes) < 2 or None in places or len({len(place) for place in places if place}) > 1:
        return list(boxes)
    known = [(_steps(place), at) for at, place in enumerate(places) if place]
    return [boxes[at] for _, at in sorted(known)]


def floats(box: Any) -> bool:
    """Whether a box stands somewhere on the page, and not where its paragraph stands."""
    return any(_is_anchor(around) for around in box.iterancestors() if around.tag != tags.PARAGRAPH)


def _is_anchor(element: Any) -> bool:
    return _name(element) == "anchor" or "position:absolute" in (element.get("style") or "").replace(" ", "")


def _place(box: Any) -> list[tuple[float, float]] | None:
    """From the top and from the left, first of the drawing, then in the drawing; None where that is not said."""
    found: list[tuple[float, float]] = []
    for around in box.iterancestors():
        if around.tag == tags.PARAGRAPH:
            break
        if (place := _own_place(around)) is not None:
            found.append(place)
    return found[::-1] or None


def _own_place(element: Any) -> tuple[float, float] | None:
    name = _name(element)
    if name == "anchor":
        offsets = {_name(each.getparent()): each.text for each in element.iterfind("{*}*/{*}posOffset")}
        return _numbers(offsets.get("positionV"), offsets.get("positionH"))
    if name == "wsp":
        offset = next(element.iterfind("{*}spPr/{*}xfrm/{*}off"), None)
        return None if offset is None else _numbers(offset.get("y"), offset.get("x"))
    if style := element.get("style"):
        said = dict(part.strip().lower().split(":", 1) for part in style.split(";") if ":" in part)
        return _numbers(said.get("margin-top") or said.get("top"), said.get("margin-left") or said.get("left"))
    return None


def _numbers(top: str | None, left: str | None) -> tuple[float, float] | None:
    numbers = [_length(each) for each in (top, left)]
    return None if None in numbers else (numbers[0] or 0, numbers[1] or 0)


def _length(text: str | None) -> float | None:
    found = re.fullmatch(r"\s*(-?\d{1,12}(?:\.\d{1,6})?)\s*([a-z]{2})?\s*", text or "")
    return float(found[1]) * _LENGTHS.get(found[2] or "", 1) if found else None


def _steps(place: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Places that can be compared: what begins at about the same height stands beside each other."""
    return [(round(top / _LEVEL), left) for top, left in place]


def _name(element: Any) -> str:
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def drawn(box: Any) -> Iterator[str]:
    """The lines of a box that is no box of Word: WordArt, text of a drawing."""
    if box.tag == tags.WORD_ART:
        yield typed(box.get("string"))
        return
    for paragraph in box.iter(tags.DRAWN_PARAGRAPH):
        pieces = paragraph.iter(tags.DRAWN_PIECE, tags.DRAWN_BREAK)
        text = "".join(typed(each.text) if each.tag == tags.DRAWN_PIECE else "\n" for each in pieces)
        yield from text.split("\n")
