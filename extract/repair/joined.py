"""Numbered entries that were joined to one line, as a page copied into a message has them: each gets its line back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from extract import vocabulary
from extract.repair import Edit

_FEWEST = 3
"""So many entries in one line, numbered one after the other, are a list that lost its line ends."""
_NUMBER = r"(?<![\d.~×x\-])(?P<number>\d{1,3})[.、][^\S\n]?"
_TIER = rf"(?:(?P<tier>(?<!\d)\d{{1,3}}[^\S\n]?{vocabulary.UNIT}(?:番种)?[:、,]?)[^\S\n]?)?"


def joined_lines(text: str) -> Iterator[Edit]:
    """The line ends before the entries of a numbered list, and before the tiers between them, that stand in one line:
    …不计箭刻。64番8、清幺九:…. Else the lists of all of them would be those of the first. And those between the pairs
    of names and points that a program has in one line: ("不求人", 4), ("和绝张", 4)."""
    edits = [*_numbered(text), *(Edit(*found.span("gap"), "\n", layout=True) for found in _pairs().finditer(text))]
    yield from sorted(edits, key=lambda edit: edit.start)


@cache
def _pairs() -> re.Pattern[str]:
    pair = rf"[(\[][\"']{vocabulary.name_pattern()}[\"'],[^\S\n]?\d{{1,3}}[)\]]"
    return re.compile(rf"{pair}(?P<gap>,[^\S\n]?)(?={pair})")


def _numbered(text: str) -> Iterator[Edit]:
    for line in re.finditer(r"[^\n]+", text):
        for run in consecutive([*_mark().finditer(text, *line.span())]):
            if _is_list(run):
                yield from _breaks(text, line.start(), run)


def _is_list(run: Sequence[re.Match[str]]) -> bool:
    """Most of the words behind the numbers are names; of two all are, and the first stands first of all."""
    named = sum(mark["name"] is not None for mark in run)
    return 2 * named > len(run) if len(run) >= _FEWEST else len(run) == named == 2 and run[0]["number"] == "1"


_TIER_KEY = rf"(?m)^[^\S\n]*(?P<mark>[\"']?(?P<points>{vocabulary.PRINTED_TIERS})[\"']?[^\S\n]*[:=]>?[^\S\n]*)"


def tier_lines(text: str) -> Iterator[Edit]:
    """Points without a unit before a row of names, where each such row has those of a tier: 48: 一色四同顺、一色四节高,
    and 48: ["一色四同顺", "一色四节高"] in a program."""
    rows = [*_tier_line().finditer(text)]
    if len({row["points"] for row in rows}) < 2 or all(int(row["points"]) <= 2 for row in rows):
        return
    for row in rows:
        quoted = [*re.finditer(r"[\"']([^\"'\n]+)[\"']", row["names"])]
        yield Edit(*row.span("mark"), f"{row['points']}番:")
        at = row.start("names")
        for item in quoted:
            yield Edit(at, row.start("names") + item.start(1), "" if item is quoted[0] else "、", layout=True)
            at = row.start("names") + item.end(1)
        if quoted:
            yield Edit(at, row.end("names"), "", layout=True)


@cache
def _tier_line() -> re.Pattern[str]:
    name = vocabulary.name_pattern()
    quoted = rf"[\[({{][^\S\n]*[\"']{name}[\"'][^\[\](){{}}\n]*[\])}}],?"
    return re.compile(rf"{_TIER_KEY}(?P<names>{quoted}|{name}(?:[^\S\n]?\([^()\n]*\))?[,、][^\n]*)")


@cache
def _mark() -> re.Pattern[str]:
    """A number before a name that is explained, or before a word that stands like one."""
    behind = rf"(?:\([^()\n]{{1,12}}\))?[^\S\n]?(?:[:]|由|[^\S\n](?=[^\W\d]|\d{{1,2}}{vocabulary.COUNTED}))"
    word = rf"(?:(?P<name>{vocabulary.name_pattern()})|[{vocabulary.CHINESE}]{{2,8}}(?=(?:\([^()\n]{{1,12}}\))?:))"
    return re.compile(rf"{_TIER}{_NUMBER}(?={word}{behind})")


def consecutive(marks: Sequence[re.Match[str]]) -> Iterator[list[re.Match[str]]]:
    """Runs of marks that are numbered (``number``) one after the other."""
    run: list[re.Match[str]] = []
    for mark in marks:
        if run and int(mark["number"]) != int(run[-1]["number"]) + 1:
            yield run
            run = []
        run.append(mark)
    if run:
        yield run


def _breaks(text: str, start: int, run: Sequence[re.Match[str]]) -> Iterator[Edit]:
    for mark in run:
        for at in sorted({mark.start(), mark.start("number")}):
            if text[start:at].strip():
                yield Edit(at, at, "\n", layout=True)
