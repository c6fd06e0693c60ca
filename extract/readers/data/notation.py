"""The notation of programs: strings, numbers and words between brackets, with keys before them or without.

One way for all languages: JSON, JavaScript, Python, C, Java, Go, Lua, SQL and their like write lists and records alike.
What is no list and no record (loops, conditions) becomes groups in which no fan is named. Nothing is run.
"""

from __future__ import annotations

import re
from bisect import bisect_right

import msgspec

from extract.readers.data.values import Data, Group, Item, Remark, Scalar, Value

_CHINESE = "\u3400-\u9fff"
_TOKEN = re.compile(
    r"(?P<remark>//[^\n]*|/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z)|(?<![^\s,;{}()\[\]])#(?![0-9a-fA-F]{3,8}\b)[^\n]*"
    rf"|(?<![^\s,;)}}\]])--(?=[\s{_CHINESE}])[^\n]*)"
    r'|(?P<string>"""(?:[^"\\]|\\.|"(?!""))*+"""|\'\'\'(?:[^\'\\]|\\.|\'(?!\'\'))*+\'\'\''
    r'|"(?:[^"\\\n]|\\.)*+"|\'(?:[^\'\\\n]|\\.)*+\'|`(?:[^`\\]|\\.)*+`)'
    r"|(?P<open>[{(\[])|(?P<close>[})\]])|(?P<is>=>|:=|:(?!:)|=)|(?P<next>[,;])|(?P<line>\n)"
    r"|(?P<number>[+-]?\d+(?:\.\d+)?+)|(?P<word>[^\W\d]\w*+(?:(?:\.|::|->)\w++)*+)",
    re.S,
)
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|x([0-9a-fA-F]{2})|(\r?\n)|(.))", re.S)
_SIGNS = {"n": "\n", "t": " ", "r": "", "b": "", "f": "", "0": ""}
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_MARKS_OF_REMARK = re.compile(r"\A(?://+|/\*+|#+|--)[!<]?|\*/\Z")
_DEEPEST = 60
"""Groups within groups; what is nested more deeply is of no list of fans."""


class _Word(msgspec.Struct, frozen=True):
    """A part of an item on its way."""

    kind: str
    value: Value | None = None


class _Open(msgspec.Struct):
    """A group that is not closed yet, and the item in it that is not at its end."""

    line: int
    items: list[Item] = []
    words: list[_Word] = []


def read(text: str) -> Data:
    """The data of a program, all in one group; brackets that are never closed end with the text."""
    return _Parser(text).data()


class _Parser:
    def __init__(self, text: str) -> None:
        self._text = text
        self._lines = [found.end() for found in re.finditer("\n", text)]
        self._open = [_Open(1)]
        self._remarks: list[Remark] = []

    def data(self) -> Data:
        for token in _TOKEN.finditer(self._text):
            self._take(token)
        while len(self._open) > 1:
            self._close(len(self._lines) + 1)
        root = self._open[0]
        self._end_item(root)
        return Data(Group(tuple(root.items), 1, len(self._lines) + 1), tuple(self._remarks))

    def _line(self, at: int) -> int:
        return bisect_right(self._lines, at) + 1

    def _take(self, token: re.Match[str]) -> None:
        here = self._open[-1]
        match token.lastgroup:
            case "remark":
                self._remark(token)
            case "string":
                first, last = self._line(token.start()), self._line(token.end() - 1)
                here.words.append(_Word("string", Scalar(_unquoted(token[0]), first, last, quoted=True)))
            case "number" | "word":
                line = self._line(token.start())
                here.words.append(_Word("word", Scalar(token[0], line, line, quoted=False)))
            case "is":
                here.words.append(_Word("is"))
            case "next":
                self._end_item(here)
            case "line" if len(self._open) == 1 and here.words and here.words[-1].kind != "is":
                self._end_item(here)
            case "open" if len(self._open) < _DEEPEST:
                self._open.append(_Open(self._line(token.start())))
            case "close" if len(self._open) > 1:
                self._close(self._line(token.start()))

    def _close(self, line: int) -> None:
        closed = self._open.pop()
        self._end_item(closed)
        words = self._open[-1].words
        before = words[-1].value if words and words[-1].kind == "word" else None
        label = before.text if isinstance(before, Scalar) else ""
        words.append(_Word("group", Group(tuple(closed.items), closed.line, line, label)))

    def _end_item(self, here: _Open) -> None:
        words, here.words = here.words, []
        at = next((at for at, word in enumerate(words) if word.kind == "is" and at), None)
        key = _key(words[:at]) if at is not None else ""
        values = words[at + 1 :] if at is not None else words
        groups = [word.value for word in values if isinstance(word.value, Group)]
        value = _joined([word.value for word in values if isinstance(word.value, Scalar)])
        if filled := [group for group in groups if group.items]:
            here.items += (Item(key, group) for group in filled)
        elif value and not (groups and not value.quoted):
            here.items.append(Item(key, value))
        elif groups:
            here.items.append(Item(key, groups[0]))

    def _remark(self, token: re.Match[str]) -> None:
        start = self._text.rfind("\n", 0, token.start()) + 1
        behind = bool(self._text[start : token.start()].strip())
        words = _MARKS_OF_REMARK.sub("", token[0])
        for at, line in enumerate(words.split("\n")):
            if own := line.strip().lstrip("*").strip():
                self._remarks.append(Remark(own, self._line(token.start()) + at, behind and at == 0))


def _key(words: list[_Word]) -> str:
    """What stands before = or : is the last word, or the only one in brackets (["七对"] = …)."""
    last = words[-1].value
    if isinstance(last, Group):
        last = last.items[0].value if len(last.items) == 1 else None
    return last.text.strip() if isinstance(last, Scalar) else ""


def _joined(words: list[Scalar]) -> Scalar | None:
    """The value of words side by side: strings are one ("七" "对"), else the last one counts."""
    strings = [word for word in words if word.quoted]
    if len(strings) > 1:
        text = "".join(word.text for word in strings)
        return Scalar(text, strings[0].line, strings[-1].line_end, quoted=True)
    last = strings or words
    return last[-1] if last else None


def _unquoted(string: str) -> str:
    width = 3 if string.startswith(('"""', "'''")) and len(string) >= 6 else 1
    text = _ESCAPE.sub(_meant, string[width:-width])
    text = _PAIR.sub(lambda pair: pair[0].encode("utf-16", "surrogatepass").decode("utf-16"), text)
    return re.sub("[\ud800-\udfff]", "\ufffd", text)


def _meant(escape: re.Match[str]) -> str:
    if code := escape[1] or escape[2] or escape[3]:
        return chr(min(int(code, 16), 0x10FFFF))
    return "" if escape[4] else _SIGNS.get(escape[5], escape[5])
