"""Data in lines: a key and a value in each, as YAML, TOML and files of settings write it.

An indent, a dash before the first key of a record or a line like [name] says what belongs together.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from extract.readers.data import notation
from extract.readers.data.values import Data, Group, Item, Remark, Scalar, Value

_SECTION = re.compile(r"\s*\[{1,2}\s*(?P<quote>[\"']?)(?P<name>[^\[\]\"']+)(?P=quote)\s*\]{1,2}\s*")
_LINE = re.compile(
    r"(?P<indent>\s*)(?P<dash>(?:-\s+)?)(?:(?P<quote>[\"']?)(?P<key>[^\s:=\"'{}\[\],#][^:=\"'{}\[\],]{0,60}?)(?P=quote)\s{0,60}"
    r"(?::(?=\s|$)|=))?(?P<value>.*)"
)
_OF_A_PROGRAM = re.compile(r"\s*+(?:-\s++)?[a-zA-Z_][\w-]{0,30}\s{0,30}[:=]")
_TIER = re.compile(r"\s*+(?P<quote>[\"']?)\d{1,2}\s*(?:[番分点點]|points?|fans?)?(?P=quote)\s*:\s*", re.I)
_BELOW_A_TIER = re.compile(r"\s*-\s|\s+[^\s:]{1,30}:(?=\s|$)")
_REMARK = re.compile(r"\s*[#;]\s*(?P<words>.*)")
_BEHIND = re.compile(r"\s+#\s+(?P<words>.*)$")
_RULE = re.compile(r"\s*(?:---|\.\.\.)\s*")
_LONGEST_KEY = 40
_NEARLY_ALL = 0.9
_FEWEST = 4


class _Open(msgspec.Struct):
    """A group that goes on as long as the lines stand further in."""

    indent: int
    line: int
    key: str = ""
    items: list[Item] = []


def is_lines(text: str, *, written: bool = False) -> bool:
    """Whether a text is keys and values, line by line, and the keys are words of a program, or numbers that head the
    lines below them in a file that is ``written`` as data."""
    lines = [line for line in text.split("\n")[:400] if line.strip()]
    keyed = sum(bool(_is_line(line)) for line in lines)
    own = sum(bool(_section(line) or _OF_A_PROGRAM.match(line)) for line in lines)
    if written and any(map(_TIER.fullmatch, lines)):
        own += sum(bool(_TIER.fullmatch(line) or _BELOW_A_TIER.match(line)) for line in lines)
    return keyed >= _FEWEST and keyed >= _NEARLY_ALL * len(lines) and own * 3 >= len(lines)


def _section(line: str) -> re.Match[str] | None:
    return _SECTION.fullmatch(line) if len(line) <= 2 * _LONGEST_KEY else None


def _is_line(line: str) -> bool:
    if _section(line) or _REMARK.fullmatch(line) or _RULE.fullmatch(line):
        return True
    found = _LINE.fullmatch(line)
    return bool(found and (found["dash"] or (found["key"] and len(found["key"]) <= _LONGEST_KEY)))


def read(text: str) -> Data:
    """The data of such lines."""
    return _Reader().data(text.split("\n"))


class _Reader:
    def __init__(self) -> None:
        self._open = [_Open(-1, 1)]
        self._remarks: list[Remark] = []
        self._last = 1

    def data(self, lines: Sequence[str]) -> Data:
        for number, line in enumerate(lines, 1):
            if not line.strip() or _RULE.fullmatch(line):
                continue
            if remark := _REMARK.fullmatch(line):
                self._remarks.append(Remark(remark["words"], number, behind=False))
            elif section := _section(line):
                self._close(0)
                self._open.append(_Open(-1, number, section["name"].strip()))
            else:
                self._take(line, number)
            self._last = number
        self._close(0)
        return Data(Group(tuple(self._open[0].items), 1, self._last), tuple(self._remarks))

    def _take(self, line: str, number: int) -> None:
        found = _LINE.fullmatch(line)
        assert found
        words = found["value"].strip()
        if not words.startswith(('"', "'")) and (behind := _BEHIND.search(words)):
            self._remarks.append(Remark(behind["words"], number, behind=True))
            words = words[: behind.start()]
        indent = len(found["indent"].expandtabs(4))
        while len(self._open) > 1 and self._open[-1].indent >= indent + bool(found["dash"]) * 0.5:
            self._pop()
        if found["dash"]:
            self._pop_records(indent)
            if found["key"]:
                self._open.append(_Open(indent + 0.5, number))  # type: ignore[arg-type]
            else:
                self._add("", words, number)
                return
        if found["key"] and not words.strip(" |>-"):
            self._open.append(_Open(indent + len(found["dash"]), number, found["key"].strip()))
        else:
            self._add((found["key"] or "").strip(), words, number)

    def _pop_records(self, indent: int) -> None:
        while len(self._open) > 1 and self._open[-1].indent > indent:
            self._pop()

    def _add(self, key: str, words: str, number: int) -> None:
        self._open[-1].items.append(Item(key, _value(words, number)))

    def _pop(self) -> None:
        closed = self._open.pop()
        if closed.items:
            group = Group(tuple(closed.items), closed.line, self._last)
            self._open[-1].items.append(Item(closed.key, group))

    def _close(self, left: int) -> None:
        while len(self._open) > left + 1:
            self._pop()


def _value(words: str, number: int) -> Value:
    """A value in its line: words, a string, or a list in brackets."""
    if words.startswith(("[", "{", '"', "'")):
        items = notation.read(words).root.items
        if len(items) == 1:
            return _in_line(items[0].value, number)
    return Scalar(words.strip(), number, number, quoted=not re.fullmatch(r"-?[\d.]+", words.strip()))


def _in_line(value: Value, number: int) -> Value:
    if isinstance(value, Scalar):
        return Scalar(value.text, number, number, quoted=value.quoted)
    items = tuple(Item(item.key, _words_in_line(item.value, number)) for item in value.items)
    return Group(items, number, number)


def _words_in_line(value: Value, number: int) -> Value:
    """Bare words in the brackets of YAML are strings."""
    if isinstance(value, Scalar):
        return Scalar(value.text, number, number, quoted=not re.fullmatch(r"-?[\d.]+", value.text))
    return _in_line(value, number)
