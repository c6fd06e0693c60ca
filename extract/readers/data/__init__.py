"""Data and programs: lists of fans in JSON, YAML, TOML, XML, SQL or the notation of a programming language.

A group of words in which a fan is named beside something else is a row of a table, its keys are the titles of the
columns (``records``); from there it is read as every other table. Comments between the rows are text. Nothing is run.
What is left, names and words of a program, is said.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import PurePath

import msgspec

from extract import vocabulary
from extract.document import Block, Document, title_of
from extract.messages import message
from extract.readers import columns, headers, page, tables, text
from extract.readers.data import lines, markup, notation, records
from extract.readers.data.values import Data, Scalar, scalars
from extract.readers.encodings import Decoded
from mjrules.claims import Message, Place

_SUFFIXES = """
    json jsonl ndjson json5 js mjs cjs ts jsx tsx py ipynb rb php java kt kts scala go rs c h cc cpp hpp cs swift dart
    lua sql yaml yml toml ini cfg conf properties xml plist vue m mm pl r jl
"""
SUFFIXES = frozenset(f".{suffix}" for suffix in _SUFFIXES.split())
_CHINESE = re.compile("[\u3400-\u9fff]")
_STRING = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'|`[^`\n]*`|(?://|/\*|#|--)[^\n]*")
_LOOK_AT = 8192
_FEWEST = 2
_NEARLY_ALL = 0.85
_TAG = re.compile(r"<(?:p|br|div|li|tr|td|table|h[1-6])\b[^<>]*>", re.I)
_NO_REFERENCE = re.compile(r"[\d.+-]+|true|false|null|none|nil|undefined", re.I)
_CODE = re.compile(r"[{}\[\]=;\"']|\w\(")


def read(decoded: Decoded, name: str) -> Document | None:
    """The document in a text that is data; None where it is none, and has to be read as a text."""
    written = PurePath(name).suffix.lower() in SUFFIXES
    for data in _tried(decoded.text, written=written):
        found = records.found(data.root)
        count = sum(len(table.records) for table in found)
        with_text = written and any(_is_text(each.text) for each in scalars(data.root))
        alone = written and any(table.assumed for table in found)
        if with_text or alone or (count >= _FEWEST and (written or _is_nothing_else(decoded.text, data))):
            return _Reader(decoded, name, data, found).document()
    return None


def _is_text(words: str) -> bool:
    """Whether a string is a text of its own, or a page."""
    return bool("\n" in words or _TAG.search(words)) and _states(words)


def _tried(text: str, *, written: bool) -> Iterator[Data]:
    if markup.is_xml(text) and (data := markup.read(text)) is not None:
        yield data
    if lines.is_lines(text, written=written):
        yield lines.read(text)
    if written or _may_be_strings(text):
        yield notation.read(text)


def _states(words: str) -> bool:
    """Whether words state more than a name."""
    return (
        bool(_CHINESE.search(words))
        and not columns.is_name(words)
        and bool(_rule_text().search(tables.simplified(words)))
    )


@cache
def _rule_text() -> re.Pattern[str]:
    return re.compile(rf"{vocabulary.name_pattern()}|\d\s*{vocabulary.UNIT}|{vocabulary.KEYWORD}")


def _may_be_strings(text: str) -> bool:
    """A quick look before a text is taken apart."""
    start = text[:_LOOK_AT]
    words = len(_CHINESE.findall(start))
    within = sum(len(_CHINESE.findall(found)) for found in _STRING.findall(start))
    return bool(re.search(r"[{(\[]", start)) and (2 * within >= words if words else '"' in start or "'" in start)


def _is_nothing_else(text: str, data: Data) -> bool:
    """Whether nearly all words of a text stand in strings and comments, or none of them is Chinese and it is a list of
    records."""
    within = sum(len(_CHINESE.findall(each.text)) for each in scalars(data.root) if each.quoted)
    within += sum(len(_CHINESE.findall(remark.text)) for remark in data.remarks)
    words = len(_CHINESE.findall(text))
    if not words:
        return text.lstrip()[:1] in ("{", "[", "<") or "\\u" in text
    return within >= _NEARLY_ALL * words


class _Reader:
    def __init__(self, decoded: Decoded, name: str, data: Data, found: Sequence[records.Table]) -> None:
        self._decoded = decoded
        self._name = name
        self._data = data
        self._tables = found
        self._blocks: list[Block] = []
        self._said: list[Message] = []
        rows = [record for table in self._tables for record in table.records]
        self._taken = frozenset().union(*(record.strings for record in rows))
        self._lines: dict[int, list[str]] = defaultdict(list)
        """The comments behind records, by line."""
        ends = {record.line_end for record in rows} | {record.line for record in rows}
        for remark in data.remarks:
            if remark.behind and remark.line in ends:
                self._lines[remark.line].append(remark.text)
            elif _CHINESE.search(remark.text) and not _CODE.search(remark.text):
                self._blocks.append(Block(remark.text, "paragraph", remark.line, remark.line))

    def document(self) -> Document:
        for table in self._tables:
            self._read(table)
        left = self._strings()
        self._blocks.sort(key=lambda block: block.line)
        count = sum(len(table.records) for table in self._tables)
        self._said.append(message("data-read", "info", count=count))
        if left:
            place = Place(left[0].line, left[0].line_end)
            begins = " ".join(left[0].text.split())[:30]
            self._said.append(message("strings-left-out", "info", place, count=len(left), begins=begins))
        blocks = tuple(self._blocks)
        said = (*self._decoded.messages, *self._said)
        return Document(self._name, "data", self._decoded.encoding, title_of(blocks), blocks, said)

    def _read(self, table: records.Table) -> None:
        titles, rows = table.rows()
        remarks = [self._remark(record) for record in table.records]
        if any(remarks):
            titles = [*titles, "备注"] if titles else []
            rows = [[*row, remark] for row, remark in zip(rows, remarks, strict=True)]
        rows = _with_names(titles, rows, [record.called for record in table.records])
        rows = [self._read_references(titles, *each) for each in zip(rows, table.records, strict=True)]
        above = [titles] if titles and ("name" in map(headers.role, titles) or tables.is_header(titles)) else []
        read = tables.read([*above, *rows])
        places = [Place(record.line, record.line_end) for record in table.records]
        self._said += tables.messages(read.said, [*places[: len(above)], *places])
        if table.assumed:
            first = next(at for at, record in enumerate(table.records) if record.fields.get(records.UNTITLED))
            name, words = (table.records[first].fields[title] for title in ("番种", records.UNTITLED))
            self._said.append(message("list-untitled", "warning", places[first], name=name, words=words[:40]))
        for place, own in zip(places, read.rows[len(above) :], strict=True):
            self._blocks += (
                Block(line.text, line.kind, place.line, place.line_end) for line in own if line.text.strip()
            )

    def _read_references(self, titles: Sequence[str], row: list[str], record: records.Record) -> list[str]:
        """A row without the words of the program that may be a list and lead to no row."""
        if tables.is_header(row):
            return row
        found = []
        for at, cell in enumerate(row):
            words = [word for word in cell.split("、") if word]
            listed = headers.role(titles[at]) in headers.LISTS if at < len(titles) else not titles
            unknown = [word for word in words if word in record.words and (titles or not _NO_REFERENCE.fullmatch(word))]
            if listed and words and len(unknown) == len(words) and not all(map(columns.is_name, words)):
                place = Place(record.line, record.line_end)
                self._said.append(message("list-not-read", "warning", place, words=cell[:40]))
                cell = ""
            found.append(cell)
        return found

    def _remark(self, record: records.Record) -> str:
        return " ".join(self._lines.pop(record.line_end, self._lines.pop(record.line, [])))

    def _strings(self) -> list[Scalar]:
        """The strings that are no part of a row: what states something is text, the others are left out."""
        left = []
        for each in scalars(self._data.root):
            if not each.quoted or id(each) in self._taken or not _CHINESE.search(each.text):
                continue
            if "\n" in each.text or _states(each.text):
                self._blocks += _as_text(each)
            else:
                left.append(each)
        return left


def _as_text(string: Scalar) -> Iterator[Block]:
    """A string that is a text, or a page."""
    if text.is_html(string.text, "") or _TAG.search(string.text):
        blocks = page.read(Decoded(string.text, "utf-8", ()), "").blocks
        yield from (msgspec.structs.replace(block, line=string.line, line_end=string.line) for block in blocks)
        return
    for at, line in enumerate(string.text.split("\n")):
        number = min(string.line + at, string.line_end)
        if line.strip():
            yield Block(line, "paragraph", number, number)


def _with_names(titles: Sequence[str], rows: Sequence[Sequence[str]], called: Sequence[set[str]]) -> list[list[str]]:
    """The rows with names for the words and numbers by which they refer to other rows."""
    names_at = next((at for at, title in enumerate(titles) if headers.role(title) == "name"), None)
    if names_at is None:
        named = [sum(columns.is_name(row[at]) for row in rows) for at in range(len(rows[0]))]
        names_at = named.index(max(named))
    by_word = _one_each((word, row[names_at]) for row, words in zip(rows, called, strict=True) for word in words)
    for at, title in enumerate(titles):
        if headers.role(title) in ("id", "number"):
            by_number = _one_each((row[at], row[names_at]) for row in rows if row[at])
            by_word = by_number | by_word
    return [
        [
            cell if at == names_at else _referred(cell, title, by_word)
            for at, (cell, title) in enumerate(zip(row, [*titles, *[""] * (len(row) - len(titles))], strict=True))
        ]
        for row in rows
    ]


def _one_each(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Words that lead to one row only."""
    found: dict[str, str] = {}
    counts: Counter[str] = Counter()
    for word, name in pairs:
        counts[word] += 1
        found[word] = name
    return {word: name for word, name in found.items() if counts[word] == 1}


def _referred(cell: str, title: str, by_word: Mapping[str, str]) -> str:
    words = [word for word in cell.split("、") if word]
    if not words or (title and headers.role(title) not in headers.LISTS):
        return cell
    keys = [word.rpartition(".")[2].rpartition("::")[2] for word in words]
    if not title and any(map(str.isdecimal, keys)):
        return cell
    return "、".join(by_word[key] for key in keys) if all(key in by_word for key in keys) else cell


__all__ = ["SUFFIXES", "read"]
