"""Fields: their result is text, their instruction is not, except where Word shows what the instruction says.

Chinese documents circle numbers and put readings above characters with EQ fields, which have no result of their own.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from extract.readers.word import symbols
from extract.readers.word.formats import formatted
from extract.readers.word.tags import BOX, DELETED, FIELD_CHARACTER, W, child, is_on, number, value

_RINGS = "○◯〇□△◇Ｏ"
_LONGEST = 2000
"""Characters of an instruction that are looked at."""
_WITHOUT_TEXT = frozenset(("ADVANCE", "ASK", "NEXT", "PRIVATE", "RD", "SET", "TA", "TC", "XE"))
"""Fields that show nothing by nature."""


class Field(msgspec.Struct):
    """One field on the way from its beginning to its end."""

    begin: Any
    instruction: list[str]
    in_result: bool = False
    has_result: bool = False

    @property
    def code(self) -> str:
        return "".join(self.instruction).strip()

    @property
    def name(self) -> str:
        return self.code.split(None, 1)[0].upper() if self.code else ""


def closed(story: Any) -> dict[Any, str]:
    """The beginnings, middles and ends of fields that are whole. A field without an end is damaged: it hides nothing of
    what stands behind it."""
    open_: list[list[Any]] = []
    whole: dict[Any, str] = {}
    for mark in story.iter(FIELD_CHARACTER):
        if any(around.tag in DELETED or (around.tag == BOX and around is not story) for around in _around(mark, story)):
            continue
        kind = mark.get(f"{W}fldCharType")
        if kind == "begin":
            open_.append([mark])
        elif open_ and kind == "separate":
            open_[-1].append(mark)
        elif open_ and kind == "end":
            for part in [*open_.pop(), mark]:
                whole[part] = str(part.get(f"{W}fldCharType"))
    return whole


def _around(mark: Any, story: Any) -> list[Any]:
    found = []
    for ancestor in mark.iterancestors():
        if ancestor is story:
            break
        found.append(ancestor)
    return found


def shown(field: Field) -> str | None:
    """What a field without a result shows; None where that is not known."""
    code, name = field.code[:_LONGEST], field.name
    data = child(field.begin, "ffData") if field.begin is not None else None
    if name == "FORMCHECKBOX":
        return "☑" if _is_checked(data) else "□"
    if name == "FORMDROPDOWN":
        return _chosen(data)
    if name == "EQ":
        return _Equation(code).text()
    if name == "SYMBOL":
        return _symbol(code)
    if name in ("MACROBUTTON", "GOTOBUTTON"):
        return "".join(code.split(None, 2)[2:])
    if name == "QUOTE":
        return "".join(re.findall(r'"([^"]*)"', code)) or None
    return "" if name in _WITHOUT_TEXT or not name else None


def _is_checked(data: Any) -> bool:
    box = child(data, "checkBox") if data is not None else None
    if box is None:
        return False
    marks = [mark for name in ("checked", "default") if (mark := child(box, name)) is not None]
    return bool(marks) and is_on(marks[0])


def _chosen(data: Any) -> str | None:
    """The chosen entry of a list to choose from."""
    box = child(data, "ddList") if data is not None else None
    if box is None:
        return None
    entries = [str(entry.get(f"{W}val") or "") for entry in box.findall(f"{W}listEntry")]
    at = number(value(box, "result") or value(box, "default"), 0)
    return entries[at] if at < len(entries) else None


def _symbol(code: str) -> str | None:
    """``SYMBOL 252 \\f Wingdings``"""
    found = re.match(r"SYMBOL\s+(0x[0-9a-f]{1,6}|\d{1,6})", code, re.I)
    font = re.search(r'\\f\s*(?:"([^"]*)"|(\S+))', code, re.I)
    if not found:
        return None
    return symbols.shown(font and (font[1] or font[2]), int(found[1], 0) if "x" in found[1].lower() else int(found[1]))


class _Raised(str):
    """Text above the line: a reading over a character."""


class _Equation:
    """An EQ field: overstruck, raised, divided text."""

    def __init__(self, code: str) -> None:
        self._code = re.sub(r"^EQ\s*|\\\*\s*(?:jc\d+|hps\d+|\"[^\"]*\"|\w+)\s*", "", code, flags=re.I)
        self._at = 0

    def text(self) -> str:
        return "".join(self._pieces(""))

    def _pieces(self, until: str) -> list[str]:
        pieces: list[str] = []
        while self._at < len(self._code):
            char = self._code[self._at]
            if char in until:
                break
            if char == "\\":
                pieces.append(self._switch())
            elif char == "(":
                self._at += 1
                pieces += ["(", *self._pieces(")"), ")"]
                self._at += 1
            else:
                pieces.append(char)
                self._at += 1
        return pieces

    def _switch(self) -> str:
        found = re.compile(r"\\(\w+|.)\s*").match(self._code, self._at)
        if not found:
            self._at += 1
            return ""
        name, options, self._at = found[1].lower(), [], found.end()
        if not name[0].isalpha():  # \( is the bracket itself
            return name
        while option := re.compile(r"\\(\w+)\s*(-?\d+)?\s*").match(self._code, self._at):
            if name != "o" and name != "s" and not re.fullmatch(r"[a-z]{2}\d*", option[1].lower()):
                break
            options.append(option[1].lower())
            self._at = option.end()
        number = re.compile(r"\s*\d*\s*(?=\()").match(self._code, self._at)
        if not number:
            return ""
        self._at = number.end() + 1
        return self._shown(name, options, self._arguments())

    def _arguments(self) -> list[str]:
        arguments: list[str] = []
        while True:
            pieces = self._pieces(",;，；)")
            only_raised = len(pieces) == 1 and isinstance(pieces[0], _Raised)
            arguments.append(pieces[0] if only_raised else "".join(pieces))
            if self._at >= len(self._code):
                return arguments
            self._at += 1
            if self._code[self._at - 1] == ")":
                return arguments

    def _shown(self, name: str, options: list[str], arguments: list[str]) -> str:
        if name == "o":
            return _overstruck(arguments)
        if name == "s":
            text = "".join(arguments)
            return _Raised(text) if any(option.startswith(("up", "ai")) for option in options) else text
        if name == "f":
            return "/".join(arguments)
        if name == "b":
            return f"({''.join(arguments)})"
        if name in ("l", "a"):
            return "、".join(arguments)
        return "" if name == "d" else "".join(arguments)


def _overstruck(arguments: list[str]) -> str:
    """Text over text: a character and its reading, or a ring and what stands in it."""
    base = [text for text in arguments if not isinstance(text, _Raised)]
    ringed = [text for text in base if text.strip() not in _RINGS or not text.strip()]
    if len(ringed) == len(base) or not ringed:
        return "".join(base)
    inside = "".join(ringed).strip()
    if not inside.isascii() or not inside.isdecimal():
        return inside
    circled = formatted(int(inside[:3]), "decimalEnclosedCircle") or inside
    return f"({circled})" if circled.isascii() else circled
