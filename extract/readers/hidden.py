"""What a page hides from its readers, by attribute, by its own style rules, or by classes that every site hides.

Only rules that hold for a screen of any width are looked at; nothing is fetched. Selectors with states or attributes
(``:hover``, ``[x=y]``) are left alone: what they hide, a reader may see.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_HIDING = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|mso-hide\s*:\s*all|font-size\s*:\s*0(?![\d.])"
    r"|(?<![-\w])(?:left|top|text-indent)\s*:\s*-(?:\d{4,}|999)|(?<![-\w])color\s*:\s*transparent"
    r"|clip\s*:\s*rect\(\s*(?:0|1px)",
    re.I,
)
_SHOWING = re.compile(r"display\s*:\s*(?!none)\w|visibility\s*:\s*visible", re.I)
_STRUCK_OUT = re.compile(r"text-decoration(?:-line)?\s*:[^;]*line-through", re.I)
_ALWAYS_HIDDEN = """
    sr-only visually-hidden visuallyhidden screen-reader-text screen-reader-only hidden d-none is-hidden sortkey
    mw-jump-link mw-empty-elt
"""
_HIDDEN_CLASSES = frozenset(_ALWAYS_HIDDEN.split())
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)|<!--|-->", re.S)
_TOKEN = re.compile(r"[^{}]+|[{}]")
_FOR_ALL_SCREENS = re.compile(r"@(?:media\s+(?:only\s+)?(?:screen|all)\s*$|supports\b|layer\b)", re.I)
_FARTHEST = 200
"""Elements around another in which the parts of a selector are looked for."""
_COMPOUND = re.compile(r"([a-zA-Z][\w-]*|\*)?((?:[.#][\w-]+)*)")


def is_struck_out(element: Element) -> bool:
    return bool(_STRUCK_OUT.search(element.get("style") or ""))


class _Compound(msgspec.Struct, frozen=True):
    """One part of a selector: ``td.old#x``. ``parent``: what stands before it must be the parent (>)."""

    tag: str
    id: str
    classes: frozenset[str]
    parent: bool

    def fits(self, element: Element) -> bool:
        return (
            (not self.tag or element.tag == self.tag)
            and (not self.id or element.get("id") == self.id)
            and self.classes.issubset((element.get("class") or "").split())
        )


_Selector = tuple[_Compound, ...]


class Hidden:
    """The hidden elements of one page."""

    def __init__(self, styles: Iterator[str]) -> None:
        self._by_key: dict[str, list[_Selector]] = defaultdict(list)
        for selector, hides in _rules(styles).items():
            if hides and (parts := _parsed(selector)):
                self._by_key[_key(parts[-1])].append(parts)
        self.by_tag = any(key[:1] not in (".", "#") for key in self._by_key)
        """Whether an element may be hidden that has no attribute at all."""

    def hides(self, element: Element) -> bool:
        style = element.get("style") or ""
        if element.get("hidden") is not None or (style and _HIDING.search(style)):
            return True
        classes = (element.get("class") or "").split()
        if not _HIDDEN_CLASSES.isdisjoint(classes):
            return True
        if not self._by_key or (style and _SHOWING.search(style)):
            return False
        keys = (str(element.tag), f"#{element.get('id')}", *(f".{name}" for name in classes))
        return any(_fits(selector, element) for key in keys for selector in self._by_key.get(key, ()))


def _key(compound: _Compound) -> str:
    """What an element must have for a selector to be tried at all."""
    if compound.id:
        return f"#{compound.id}"
    return f".{min(compound.classes)}" if compound.classes else compound.tag


def _fits(selector: _Selector, element: Element) -> bool:
    """Whether an element and those around it fit the parts of a selector; the ways to fit are followed side by side."""
    if not selector[-1].fits(element):
        return False
    wanted = {(len(selector) - 2, selector[-1].parent)}  # a part, and whether it must be the very next element
    for above in islice(element.iterancestors(), _FARTHEST):
        if any(part < 0 for part, _ in wanted):
            return True
        found = {(part - 1, selector[part].parent) for part, _ in wanted if selector[part].fits(above)}
        wanted = found | {(part, False) for part, next in wanted if not next}
    return any(part < 0 for part, _ in wanted)


def _rules(styles: Iterator[str]) -> dict[str, bool]:
    """Each selector and whether it hides: the last rule for it decides."""
    found: dict[str, bool] = {}
    for style in styles:
        for selectors, declarations in _declared(_COMMENT.sub(" ", style)):
            hides, shows = bool(_HIDING.search(declarations)), bool(_SHOWING.search(declarations))
            if hides or shows:
                found |= dict.fromkeys(map(str.strip, selectors.split(",")), hides)
    return found


def _declared(style: str) -> Iterator[tuple[str, str]]:
    """Selectors and declarations of the rules that hold on any screen."""
    around: list[bool] = []  # for each open block: whether what stands in it holds on any screen
    prelude = ""
    for token in map(str.strip, _TOKEN.findall(style)):
        if token == "{":
            around.append(all(around) and (not prelude.startswith("@") or bool(_FOR_ALL_SCREENS.match(prelude))))
            opened, prelude = prelude, ""
        elif token == "}":
            if around and around.pop() and prelude and not opened.startswith("@"):
                yield opened, prelude
            prelude = ""
        else:
            prelude = token.rpartition(";")[2].strip() if token.lstrip().startswith("@import") else token


def _parsed(selector: str) -> _Selector:
    """The parts of a selector; nothing where it has parts that are not understood here."""
    parts: list[_Compound] = []
    parent = False
    for word in selector.replace(">", " > ").split():
        if word == ">":
            parent = True
            continue
        compound = _COMPOUND.fullmatch(word)
        if not compound or not word or word == "*":
            return ()
        names = re.findall(r"([.#])([\w-]+)", compound[2])
        id = next((name for sign, name in names if sign == "#"), "")
        tag = "" if compound[1] in (None, "*") else compound[1].lower()
        parts.append(_Compound(tag, id, frozenset(name for sign, name in names if sign == "."), parent))
        parent = False
    return tuple(parts)
