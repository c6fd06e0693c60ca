"""What styles and direct formatting make of text: hidden, struck out, raised, in a symbol font, white on white.

A property is taken from the run itself, else from the styles. Properties that are on or off and stand in both the
style of the paragraph and the style of the run cancel each other, as Word has it: hidden twice is seen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from extract.readers.word.tags import W, child, is_on, number, value

StyleKind = Literal["paragraph", "character", "table"]

_TOGGLES = {f"{W}vanish": "hidden", f"{W}strike": "struck", f"{W}dstrike": "struck_twice"}
_LONGEST_CHAIN = 50
"""Styles based on one another, of which Word itself allows ten."""
LeadsToPages = Literal["contents", "index"] | None
_LEADS_TO_PAGES = re.compile(r"(?:toc|index) \d|table of (?:figures|authorities)")
_RAISED_BY = 3
"""Half points above the line from which text is raised."""
_SMALLEST = 4
"""Half points: nobody reads type of two points and less."""


class Look(msgspec.Struct, frozen=True):
    """How text looks, as far as reading depends on it; None where nothing is said."""

    hidden: bool | None = None
    struck: bool | None = None
    struck_twice: bool | None = None
    raised: bool | None = None
    font: str | None = None
    white: bool | None = None
    filled: bool | None = None
    """Whether something is behind the letters: shading or a highlight."""
    tiny: bool | None = None

    def over(self, other: Look) -> Look:
        """This look where it says something, the other one elsewhere."""
        said = {name: own for name in self.__struct_fields__ if (own := getattr(self, name)) is not None}
        return msgspec.structs.replace(other, **said) if said else other

    def beside(self, other: Look) -> Look:
        """The look of a run style in a paragraph style: what is switched on by both is off."""
        both = self.over(other)
        cancelled = {name: False for name in _TOGGLES.values() if getattr(self, name) and getattr(other, name)}
        return msgspec.structs.replace(both, **cancelled) if cancelled else both


PLAIN = Look()


def look(properties: Any) -> Look:
    """What run properties say; the element may be missing."""
    if properties is None or not len(properties):
        return PLAIN
    said: dict[str, Any] = {}
    for each in properties:
        tag = each.tag
        if tag in _TOGGLES:
            said[_TOGGLES[tag]] = is_on(each)
        elif tag == f"{W}rFonts":
            font = each.get(f"{W}ascii") or each.get(f"{W}hAnsi")
            said["font"] = font or said.get("font")
        elif tag == f"{W}vertAlign":
            said["raised"] = each.get(f"{W}val") == "superscript"
        elif tag == f"{W}position":
            said["raised"] = said.get("raised") or number(each.get(f"{W}val"), 0) >= _RAISED_BY
        elif tag == f"{W}color":
            said["white"] = each.get(f"{W}val", "").upper() == "FFFFFF" or each.get(f"{W}themeColor") == "background1"
        elif tag == f"{W}sz":
            said["tiny"] = number(each.get(f"{W}val"), 21) <= _SMALLEST
        elif tag in (f"{W}shd", f"{W}highlight"):
            said["filled"] = is_filled(each)
    return Look(**said)


def is_filled(shading: Any) -> bool:
    """Whether shading or a highlight puts another colour than white behind the text."""
    if shading is None:
        return False
    colour = shading.get(f"{W}val") if shading.tag == f"{W}highlight" else shading.get(f"{W}fill")
    patterned = shading.tag == f"{W}shd" and shading.get(f"{W}val") not in (None, "clear", "nil")
    plain = str(colour or "auto").lower() in ("auto", "none", "white", "ffffff")
    return patterned or not plain or shading.get(f"{W}themeFill") not in (None, "background1")


class Styles:
    """The styles of a document. A style has what the style it is based on has, unless it says otherwise."""

    def __init__(self, root: Any) -> None:
        elements = [] if root is None else list(root.iter(f"{W}style"))
        self._styles: dict[str, Any] = {str(style.get(f"{W}styleId")): style for style in elements}
        self._defaults: dict[str, str] = {
            str(style.get(f"{W}type")): str(style.get(f"{W}styleId"))
            for style in elements
            if style.get(f"{W}default") in ("1", "true", "on")
        }
        self._base = look(None if root is None else child(root, "docDefaults", "rPrDefault", "rPr"))
        self._looks: dict[tuple[str | None, str | None, str | None], Look] = {}
        self._headings: dict[str | None, bool] = {}
        self._contents: dict[str | None, LeadsToPages] = {}

    def look(self, paragraph: str | None, run: str | None, table: str | None) -> Look:
        """The look of a run without formatting of its own, by the styles of the run, its paragraph and its table."""
        key = (paragraph, run, table)
        if key not in self._looks:
            around = self._of(paragraph or self._defaults.get("paragraph"))
            if table:
                around = around.over(self._of(table))
            own = self._of(run or self._defaults.get("character"))
            self._looks[key] = own.beside(around).over(self._base)
        return self._looks[key]

    def _of(self, style: str | None) -> Look:
        found = PLAIN
        for element in self.chain(style):
            found = found.over(look(child(element, "rPr")))
        return found

    def chain(self, style: str | None) -> Iterator[Any]:
        """A style and those it is based on, nearest first."""
        seen: set[str] = set()
        while style in self._styles and style not in seen and len(seen) < _LONGEST_CHAIN:
            seen.add(style)
            yield self._styles[style]
            style = value(self._styles[style], "basedOn")

    def paragraph_style(self, named: str | None) -> str | None:
        return named if named in self._styles else self._defaults.get("paragraph")

    def is_heading(self, style: str | None) -> bool:
        """Whether paragraphs of this style are headings: by its name, or by its level in the outline."""
        if style not in self._headings:
            self._headings[style] = any(map(_is_heading, self.chain(style)))
        return self._headings[style]

    def leads_to_pages(self, style: str | None) -> LeadsToPages:
        """Which of the styles of lists that lead to pages it is: contents, or an index and lists of figures."""
        if style not in self._contents:
            names = [_name(element) for element in self.chain(style)]
            leads = next((name for name in names if _LEADS_TO_PAGES.fullmatch(name)), "")
            self._contents[style] = None if not leads else "contents" if leads.startswith("toc") else "index"
        return self._contents[style]

    def fills(self, style: str | None) -> bool:
        """Whether a paragraph or table style puts a colour behind the text, in whatever part of a table."""
        return any(is_filled(shading) for element in self.chain(style) for shading in element.iter(f"{W}shd"))


def is_outlined(properties: Any) -> bool | None:
    """Whether paragraph properties name a level of the outline; the ninth is that of text."""
    level = None if properties is None else value(properties, "outlineLvl")
    return None if level is None else number(level, 9) < 9


def _name(style: Any) -> str:
    return str(value(style, "name") or "").lower()


def _is_heading(style: Any) -> bool:
    titled = _name(style).startswith(("heading", "标题", "title", "subtitle"))
    return titled or bool(is_outlined(child(style, "pPr")))
