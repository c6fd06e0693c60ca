"""Raw wikitext, as copied from an edit window or a dump: rewritten as the page it makes, line for line, and read so.

A template is kept where it only dresses its words (nowrap, lang, ruby). What any other shows cannot be known: it is
left out, and that is said. Comments, references, categories and pictures are no part of the text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import PurePath
from typing import TYPE_CHECKING

from extract.messages import message
from extract.repair import apply_edits
from extract.repair.markup import language_variants

if TYPE_CHECKING:
    from extract.document import Document
    from extract.readers.encodings import Decoded
    from mjrules.claims import Message

SUFFIXES = frozenset({".wiki", ".wikitext", ".mediawiki"})

_TABLE = re.compile(r"^[ \t:]*\{\|[^\n]*\n[^\n]*(?:\n[^\n]*){0,20}?\n?[ \t]*[|!]", re.M)
_SIGNS = tuple(
    re.compile(pattern, re.M)
    for pattern in (
        r"^(={2,6})[^=\n]+\1[ \t]*$",
        r"\[\[[^\[\]\n]+\]\]",
        r"\{\{[^{}\n]+\}\}",
        r"'''[^'\n]+'''",
        r"<ref[\s>/]",
        r"-\{[^{}\n]+\}-",
    )
)
_FEWEST_SIGNS = 2
"""Kinds of signs that make a text wikitext: one alone ([[…]], == … ==) other notations have, too."""

_SHOWS_FIRST = """
    nowrap nobr nobold small smaller big larger large resize bold b i em strong sup sub center ruby tooltip abbr hint
    link internal-link ill anchor vanchor mono kbd zh-hans zh-hant lang-zh lang-ja lang-en lang-zh-hans lang-zh-hant
"""
_SHOWS_SECOND = "lang font color fontcolor font-color bg background"
_SHOWS_NOTHING = "0 00 000 noteta notelist reflist references toc clear - n/a na"
_ARE_NOTES = """
    efn refn sfn sfnp note notetag ref cite cite-web cite-book cite-news cite-journal citation citation-needed fact
"""
_NOTES = frozenset(_ARE_NOTES.split())
_SHOWN = (
    dict.fromkeys(_SHOWS_NOTHING.split(), 0)
    | dict.fromkeys(_SHOWS_FIRST.split(), 1)
    | dict.fromkeys(_SHOWS_SECOND.split(), 2)
)
"""Which argument of a template is what the page shows; 0: none."""
_STANDS_FOR = {"!": "|", "!!": "||", "=": "=", "·": "·", "•": "•", "spaces": " ", "nbsp": " ", "br": "<br>"}
"""Templates for signs that the notation needs for itself."""
_DEEPEST = 20
"""Templates within templates; what is nested more deeply is left as it is."""

_INNERMOST = re.compile(r"\{\{([^{}]*)\}\}")
_NAMED = re.compile(r"\s*(?:(\d+)|[^=<>\[\]]{1,30})\s*=")
_LINK = re.compile(r"\[\[([^\[\]|]*)(?:\|([^\[\]]*))?\]\]")
_NO_TEXT = re.compile(r"\s*(?:file|image|category|文件|檔案|档案|图像|圖像|分类|分類|ファイル|画像|カテゴリ)\s*:", re.I)
_OUTSIDE_LINK = re.compile(r"\[(?:https?:)?//[^\s\]]+(?:[ \t]+([^\[\]\n]*))?\]")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)|__[A-Z]{3,}__", re.S)
_NO_WORDS = ("gallery", "math", "references", "timeline", "score", "imagemap")
_ATTRIBUTES = re.compile(r"\s*+(?:[\w-]+\s*+=\s*+(?:\"[^\"]*\"|'[^']*'|[^\s|\"'=]++)(?:\s++|$))+")
_HEADING = re.compile(r"(={1,6})(?P<words>.+?)\1\s*")
_LIST_MARKS = re.compile(r"[*#:;]+\s*")
_EMPHASIS = re.compile("'{2,5}")


def is_wiki(text: str, name: str) -> bool:
    """Whether a text is wikitext: by its name, by a table, or by two kinds of its signs."""
    if PurePath(name).suffix.lower() in SUFFIXES or _TABLE.search(text):
        return True
    return sum(bool(sign.search(text)) for sign in _SIGNS) >= _FEWEST_SIGNS


def read(decoded: Decoded, name: str) -> Document:
    """The page this wikitext makes; ``line`` is the line of the wikitext."""
    from extract.readers import page
    from extract.readers.encodings import Decoded

    left_out: Counter[str] = Counter()
    markup = _as_page(decoded.text, left_out)
    messages = (*decoded.messages, *_of_what_was_left_out(left_out))
    return page.read(Decoded(markup, decoded.encoding, messages), name, format="wiki")


def _of_what_was_left_out(left_out: Counter[str]) -> Iterator[Message]:
    if references := left_out.pop("", 0):
        yield message("references-left-out", "info", count=references)
    for template, count in left_out.items():
        yield message("template-left-out", "info", name=template, count=count)


def _as_page(text: str, left_out: Counter[str]) -> str:
    """The markup of the page, with as many lines as the text. ``left_out`` counts templates by name, and references."""
    text = _COMMENT.sub(_only_lines, text)
    for tag in _NO_WORDS:
        text, _ = _without(text, tag)
    text, left_out[""] = _without(text, "ref")
    text = apply_edits(text, list(language_variants(text)))
    for _ in range(_DEEPEST):
        # a link inside a template hides the bars of its arguments, so links are resolved first
        text = _LINK.sub(_link_text, text)
        text, found = _INNERMOST.subn(lambda template: _template_text(template, left_out), text)
        if not found:
            break
    text = _OUTSIDE_LINK.sub(lambda link: link[1] or "", _EMPHASIS.sub("", text))
    return "\n".join(_Lines().markup(text.split("\n")))


def _only_lines(found: re.Match[str]) -> str:
    """Nothing but the line breaks of what is left out, so that lines keep their numbers."""
    return "\n" * found[0].count("\n")


def _without(text: str, tag: str) -> tuple[str, int]:
    """The text without the elements of one name, and how many there were. One that is never closed is only a tag."""
    start, end = re.compile(rf"<{tag}\b[^<>]*>", re.I), re.compile(rf"</{tag}\s*>", re.I)
    pieces: list[str] = []
    at = count = 0
    while opened := start.search(text, at):
        closed = None if opened[0].endswith("/>") else end.search(text, opened.end())
        behind = closed.end() if closed else opened.end()
        pieces += [text[at : opened.start()], "\n" * text.count("\n", opened.start(), behind)]
        at, count = behind, count + 1
        if not closed and not opened[0].endswith("/>"):
            break  # and so is every other behind it
    return "".join([*pieces, text[at:]]), count


def _link_text(link: re.Match[str]) -> str:
    if _NO_TEXT.match(link[1]):
        return _only_lines(link)
    words = link[2] if link[2] is not None else link[1].removeprefix(":")
    # [[花龙 (麻将)|]] shows its target without the bracket
    return words or re.sub(r"^[^:]*:|\s*[(（][^()（）]*[)）]$", "", link[1])


def _template_text(template: re.Match[str], left_out: Counter[str]) -> str:
    name, *arguments = template[1].split("|")
    name = re.sub(r"[\s_]+", "-", name.strip().casefold())
    if name in _STANDS_FOR:
        return _STANDS_FOR[name]
    lines = _only_lines(template)
    if name in _NOTES:
        left_out[""] += 1
        return lines
    if name in _SHOWN or name.startswith("lang-"):
        shown = _positional(arguments).get(_SHOWN.get(name, 1), "")
        return shown.replace("\n", " ") + lines
    left_out[template[1].split("|")[0].strip()[:30]] += 1
    return lines


def _positional(arguments: list[str]) -> dict[int, str]:
    """The arguments by their number; 2=words is number 2, other named ones have none."""
    found: dict[int, str] = {}
    for argument in arguments:
        named = _NAMED.match(argument)
        if named is None:
            found[len(found) + 1] = argument
        elif named[1]:
            found[int(named[1])] = argument[named.end() :]
    return {number: words.strip() for number, words in found.items()}


class _Lines:
    """Line by line, wikitext becomes markup; ``cells`` tells for each open table whether a row of it is open."""

    def __init__(self) -> None:
        self.rows_open: list[bool] = []

    def markup(self, lines: list[str]) -> Iterator[str]:
        for line in lines:
            start = line.lstrip(" \t")
            if start.lstrip(":").lstrip().startswith("{|"):
                self.rows_open.append(False)
                yield "<table>"
            elif self.rows_open and start[:1] in ("|", "!"):
                yield self._in_table(start)
            elif heading := _HEADING.fullmatch(start):
                yield f"<h2>{heading['words'].strip()}</h2>"
            elif start.startswith(";"):
                yield f"<dl><dt>{_LIST_MARKS.sub('', start, count=1)}</dt></dl>"
            else:
                words = _LIST_MARKS.sub("", start, count=1) if start[:1] in ("*", "#", ":") else line
                yield f"<div>{words}</div>" if words.strip() else words

    def _in_table(self, line: str) -> str:
        if line.startswith("|}"):
            self.rows_open.pop()
            return f"</table>{line[2:]}"
        if line.startswith("|-"):
            self.rows_open[-1] = True
            return "<tr>"
        if line.startswith("|+"):
            return f"<caption>{_cell(line[2:])[1]}</caption>"
        opening = "" if self.rows_open[-1] else "<tr>"
        self.rows_open[-1] = True
        tag, between = ("th", r"\|\||!!") if line[0] == "!" else ("td", r"\|\|")
        cells = map(_cell, re.split(between, line[1:]))
        return opening + "".join(f"<{tag}{attributes}>{words}" for attributes, words in cells)


def _cell(text: str) -> tuple[str, str]:
    """The attributes of a cell and its words: rowspan="2" | 16番."""
    before, bar, words = text.partition("|")
    if bar and _ATTRIBUTES.fullmatch(before):
        return f" {before.strip()}", words
    return "", text
