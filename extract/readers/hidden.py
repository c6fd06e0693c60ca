"""What a page hides from its readers, by attribute, by its own style rules, or by classes that every site hides; and
the words that its style rules put before and behind elements.

Only rules that hold for a screen of any width are looked at; nothing is fetched. Selectors with states or attributes
(``:hover``, ``[x=y]``) are left alone: what they hide, a reader may see.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Literal

import msgspec

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_HIDING = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|mso-hide\s*:\s*all|font-size\s*:\s*0(?![\d.])"
    r"|(?<![-\w])(?:left|top|text-indent)\s*:\s*-(?:\d{4,}|999|\d{2,}(?:r?em|v[wh])\b)"
    r"|(?<![-\w])color\s*:\s*transparent|(?<![-\w])transform\s*:\s*scale\(\s*0\s*\)"
    r"|(?<![-\w])opacity\s*:\s*(?:0+(?:\.0*)?|\.0+)%?\s*(?:!important\s*)?(?:[;}]|$)"
    r"|clip\s*:\s*rect\(\s*(?:0|1px)",
    re.I,
)
_SHOWING = re.compile(r"display\s*:\s*(?!none)\w|visibility\s*:\s*visible", re.I)
_COLOUR = r"#[0-9a-f]{3,8}\b|rgba?\([^()]*\)|(?!inherit|initial|unset|currentcolor|transparent)[a-z]+(?![\w(-])"
"""A colour that a style says itself; what a variable holds is not known."""
_INK = re.compile(rf"(?<![-\w])color\s*:\s*({_COLOUR})", re.I)
_PAPER = re.compile(rf"background(?:-color)?\s*:\s*({_COLOUR})", re.I)
_WHITE = re.compile(r"white|#f{3}|#f{6}|rgb\(\s*255\s*,\s*255\s*,\s*255\s*\)", re.I)
_COLOURED = re.compile(r"background|bgcolor|<link\b[^>]*\bstylesheet", re.I)
"""What may give a page another colour than white."""
_GENERATED = re.compile(r"(?P<of>[^:]*)::?(?P<where>before|after)\s*", re.I)
_CONTENT = re.compile(r"(?<![-\w])content\s*:\s*((?:\"[^\"]*\"|'[^']*'|[^;\"'])*)", re.I)
_PART_OF_CONTENT = re.compile(r"\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'|attr\(\s*(?P<attribute>[\w-]+)\s*\)", re.I)
_ESCAPED = re.compile(r"\\(?:([0-9a-fA-F]{1,6})\s?|(.))")
_SAYS_SOMETHING = re.compile("[^\\W_]|[、，,；;。/]")
_STRUCK_OUT = re.compile(r"text-decoration(?:-line)?\s*:[^;]*line-through", re.I)
_DISPLAY = re.compile(
    r"(?<![-\w])display\s*:\s*(?P<as>table|table-row|table-cell)\s*(?:!important\s*)?(?:[;}]|$)", re.I
)
_DECORATED = re.compile(r"text-decoration(?:-line)?\s*:", re.I)
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


_DISPLAYED = {"table": "table", "table-row": "tr", "table-cell": "td"}
_ROLES = {
    **dict.fromkeys(("table", "grid", "treegrid"), "table"),
    "row": "tr",
    **dict.fromkeys(("cell", "gridcell", "rowheader", "columnheader"), "td"),
}


def may_be_coloured(markup: str) -> bool:
    """Whether anything in a page may be drawn on another colour than white."""
    return bool(_COLOURED.search(markup))


def _is_unseen(declarations: str, *, on_white: bool) -> bool:
    """Whether words are drawn in the colour of what is behind them."""
    ink = _INK.search(declarations)
    if not ink:
        return False
    paper = _PAPER.search(declarations)
    return paper[1].casefold() == ink[1].casefold() if paper else on_white and bool(_WHITE.fullmatch(ink[1]))


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
_ByKey = dict[str, list[_Selector]]


class Hidden:
    """The hidden elements of one page. ``on_white``: nothing in it has a colour behind it."""

    def __init__(self, styles: Iterable[str], *, on_white: bool = False) -> None:
        self._on_white = on_white
        self._hiding: _ByKey = defaultdict(list)
        self._striking: _ByKey = defaultdict(list)
        self._displayed: dict[str, _ByKey] = {}
        self._generated: dict[str, list[tuple[_Selector, str, str]]] = defaultdict(list)
        hides, strikes = self._rules(styles)
        for rules, by_key in ((hides, self._hiding), (strikes, self._striking)):
            for selector, holds in rules.items():
                if holds and (parts := _parsed(selector)):
                    by_key[_key(parts[-1])].append(parts)
        self.generates = bool(self._generated)
        """Whether any rule puts words before or behind elements."""
        own = (
            *self._hiding,
            *self._striking,
            *self._generated,
            *(key for each in self._displayed.values() for key in each),
        )
        self.by_tag = any(key[:1] not in (".", "#") for key in own)
        """Whether an element may be hidden that has no attribute at all."""

    def _rules(self, styles: Iterable[str]) -> tuple[dict[str, bool], dict[str, bool]]:
        """Each selector and whether it hides, or strikes out: the last rule for it decides."""
        hides: dict[str, bool] = {}
        strikes: dict[str, bool] = {}
        for selectors, declarations in _declared(styles):
            own = [selector.strip() for selector in selectors.split(",")]
            hiding = bool(_HIDING.search(declarations)) or _is_unseen(declarations, on_white=self._on_white)
            if hiding or _SHOWING.search(declarations):
                hides |= dict.fromkeys(own, hiding)
            if _DECORATED.search(declarations):
                strikes |= dict.fromkeys(own, bool(_STRUCK_OUT.search(declarations)))
            if display := _DISPLAY.search(declarations):
                self._take_display(own, display["as"].casefold())
            if content := _CONTENT.search(declarations):
                self._take_content(own, content[1])
        return hides, strikes

    def _take_display(self, selectors: Iterable[str], display: str) -> None:
        by_key = self._displayed.setdefault(display, defaultdict(list))
        for parts in filter(None, map(_parsed, selectors)):
            by_key[_key(parts[-1])].append(parts)

    def part_of_table(self, element: Element) -> str:
        """Which part of a table an element is shown as, or said to be, though its tag is another; else nothing."""
        if role := _ROLES.get((element.get("role") or "").casefold()):
            return role
        if display := _DISPLAY.search(element.get("style") or ""):
            return _DISPLAYED[display["as"].casefold()]
        found = (display for display, rules in self._displayed.items() if _any_fits(rules, element))
        return _DISPLAYED.get(next(found, ""), "")

    def _take_content(self, selectors: Iterable[str], content: str) -> None:
        for selector in selectors:
            found = _GENERATED.fullmatch(selector)
            if found and (parts := _parsed(found["of"])):
                self._generated[_key(parts[-1])].append((parts, found["where"].lower(), content))

    def hides(self, element: Element) -> bool:
        style = element.get("style") or ""
        if (element.get("hidden") or "until-found").casefold() != "until-found" or element.get("hidden") == "":
            return True
        if style and (_HIDING.search(style) or _is_unseen(style, on_white=self._on_white)):
            return True
        if self._on_white and element.tag == "font" and _WHITE.fullmatch(element.get("color") or ""):
            return True
        if not _HIDDEN_CLASSES.isdisjoint((element.get("class") or "").split()):
            return True
        if not self._hiding or (style and _SHOWING.search(style)):
            return False
        return _any_fits(self._hiding, element)

    def is_struck_out(self, element: Element) -> bool:
        style = element.get("style") or ""
        return bool(_STRUCK_OUT.search(style)) or (bool(self._striking) and _any_fits(self._striking, element))

    def generated(self, element: Element, where: Literal["before", "after"]) -> str:
        """The words that a rule puts before or behind what an element holds."""
        if not self._generated:
            return ""
        found = [
            content
            for key in _keys(element)
            for selector, own, content in self._generated.get(key, ())
            if own == where and _fits(selector, element)
        ]
        words = "".join(_of_content(part, element) for part in _PART_OF_CONTENT.finditer(found[-1])) if found else ""
        return words if _SAYS_SOMETHING.search(words) else ""


def _of_content(part: re.Match[str], element: Element) -> str:
    if part["attribute"]:
        return element.get(part["attribute"]) or ""
    return _ESCAPED.sub(_unescaped, part["double"] or part["single"] or "")


def _unescaped(sign: re.Match[str]) -> str:
    if not sign[1]:
        return sign[2]
    code = int(sign[1], 16)
    return "\ufffd" if 0xD800 <= code < 0xE000 or code > sys.maxunicode else chr(code)


def _keys(element: Element) -> tuple[str, ...]:
    """What the rules for an element may be found by."""
    classes = (element.get("class") or "").split()
    return (str(element.tag), f"#{element.get('id')}", *(f".{name}" for name in classes))


def _any_fits(rules: _ByKey, element: Element) -> bool:
    return any(_fits(selector, element) for key in _keys(element) for selector in rules.get(key, ()))


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


def _declared(styles: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Selectors and declarations of the rules that hold on any screen."""
    for style in styles:
        yield from _declared_in(_COMMENT.sub(" ", style))


def _declared_in(style: str) -> Iterator[tuple[str, str]]:
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
