"""The elements of Word files that are looked at, by name, and the few ways to look at them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_V = "{urn:schemas-microsoft-com:vml}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
W14 = "{http://schemas.microsoft.com/office/word/2010/wordml}"

PARAGRAPH, TABLE, ROW, CELL = f"{W}p", f"{W}tbl", f"{W}tr", f"{W}tc"
RUN, TEXT, RUBY, RUBY_BASE, SYMBOL = f"{W}r", f"{W}t", f"{W}ruby", f"{W}rubyBase", f"{W}sym"
FIELD_CHARACTER, FIELD_CODE, SIMPLE_FIELD = f"{W}fldChar", f"{W}instrText", f"{W}fldSimple"
BOX, DRAWING, PICTURE, OBJECT = f"{W}txbxContent", f"{W}drawing", f"{W}pict", f"{W}object"
CONTROL, CONTROL_CONTENT = f"{W}sdt", f"{W}sdtContent"
OTHER_CHUNK, OTHER_DOCUMENT = f"{W}altChunk", f"{W}subDoc"
DRAWN_TEXT, DRAWN_PARAGRAPH, DRAWN_PIECE, DRAWN_BREAK = f"{_A}txBody", f"{_A}p", f"{_A}t", f"{_A}br"
WORD_ART, SHAPE_PICTURE = f"{_V}textpath", f"{_V}imagedata"
BITMAP = f"{_A}blip"
MATH_TEXT, FRACTION, NUMERATOR, DENOMINATOR = f"{_M}t", f"{_M}f", f"{_M}num", f"{_M}den"
RAISED, LOWERED = f"{_M}sup", f"{_M}sub"
_ALTERNATIVES, _CHOICE, _FALLBACK = f"{_MC}AlternateContent", f"{_MC}Choice", f"{_MC}Fallback"

DELETED = frozenset({f"{W}del", f"{W}moveFrom"})
NOTE_MARKS = {f"{W}footnoteReference": "footnote", f"{W}endnoteReference": "endnote"}
_PROPERTIES = """
    pPr rPr tblPr tblPrEx tblGrid trPr tcPr sectPr sdtPr sdtEndPr rubyPr smartTagPr customXmlPr ffData fldData
    numberingChange delText delInstrText
"""
_SKIPPED = DELETED | {f"{W}{name}" for name in _PROPERTIES.split()}
_UNDERSTOOD = (
    "http://schemas.microsoft.com/office/word/20",
    "http://schemas.microsoft.com/office/drawing/20",
    "http://schemas.openxmlformats.org/",
    "urn:schemas-microsoft-com:",
)
"""How the namespaces begin that Word itself reads: what needs them is shown, not the copy for older programs."""


def children(element: Any) -> Iterator[Any]:
    """What a reader may see below an element: no properties, no deleted text, of alternatives the one Word takes."""
    for child in element:
        tag = child.tag
        if tag in _SKIPPED or not isinstance(tag, str):  # comments, processing instructions and entities have no name
            continue
        if tag == _ALTERNATIVES:
            if (taken := _taken(child)) is not None:
                yield from children(taken)
        else:
            yield child


def _taken(alternatives: Any) -> Any:
    choices = [child for child in alternatives if child.tag == _CHOICE]
    for choice in choices:
        needed = str(choice.get("Requires") or "").split()
        if all(str(choice.nsmap.get(prefix)).startswith(_UNDERSTOOD) for prefix in needed):
            return choice
    fallback = alternatives.find(_FALLBACK)
    # without a copy for older programs whatever there is is better than nothing
    return fallback if fallback is not None else (choices[0] if choices else None)


def nearest(element: Any, *tags: str) -> Iterator[Any]:
    """The nearest elements of these kinds below an element, in order, through whatever frames stand around them."""
    for child in children(element):
        if child.tag in tags:
            yield child
        else:
            yield from nearest(child, *tags)


def value(element: Any, *path: str) -> str | None:
    """The value of the property at this path (``pPr``, ``pStyle``); None where it is not set."""
    found = child(element, *path)
    return None if found is None else found.get(f"{W}val")


def child(element: Any, *path: str) -> Any:
    """The first element at this path of Word's own names."""
    for name in path:
        element = next(element.iterchildren(W + name), None)  # find() parses a path each time
        if element is None:
            return None
    return element


def switched(element: Any, *path: str) -> bool | None:
    """Whether a property that is on or off is on; None where nothing is said."""
    found = child(element, *path)
    return None if found is None else is_on(found)


def is_on(switch: Any) -> bool:
    """An element like ``<w:vanish/>``: on unless it says that it is off."""
    return switch.get(f"{W}val") not in ("0", "false", "off")


def number(text: str | None, otherwise: int, *, highest: int = 500) -> int:
    """A number of the file, within bounds; whatever is no number is ``otherwise``.

    >>> number("3", 1), number("x", 1), number("-2", 1), number("99999", 1)
    (3, 1, 1, 500)
    """
    return min(int(text), highest) if text and len(text) < 10 and text.isascii() and text.isdecimal() else otherwise
