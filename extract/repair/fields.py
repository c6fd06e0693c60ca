"""Fields of programs and of JSON, by the words of rule documents: ``name: '七对', points: 24, excludes: ['门前清']``.

Tables of fans are passed on as the source of a program as often as in a text. Their names stand in quotes behind a key
or in a call, so that they would not be at the beginning of a line; their points and lists have keys of their own.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence
from functools import cache

from extract import vocabulary
from extract.repair import Edit
from mjrules import names

_FEWEST = 2
"""A text with so many names behind keys in quotes is a program."""
_KEY = r"[A-Za-z_$][\w$.]*[\"']?[^\S\n]*(?::=|[:=])[^\S\n]*(?:[\w:.]+\()?[^\S\n]*"
_CALL = r"[A-Za-z_$][\w$.]*\([^\S\n]*"
_TRANSLATED = "如果|番数"
"""Words of programs that were read as words of a text by the steps before."""
_NEXT = r"[\"'\d][^\S\n]*,[^\S\n]*"
_BEFORE = rf"(?:[^{vocabulary.CHINESE}\n\[]|{_TRANSLATED}){{0,160}}?"
_NUMBERED = r"(?:\d{1,3}\.[^\S\n]?)?"
_LEAD = rf"^(?P<lead>{_BEFORE}(?:{_KEY}|{_CALL}|{_NEXT}|\{{[^\S\n]*)[\"']{_NUMBERED})"
_COMMENT = (
    rf"^(?P<before>[^{vocabulary.CHINESE}\n\"'/]{{0,60}}(?:[A-Za-z]_\w+|[,;:{{)}}\]])[^\S\n]*"
    r"(?://+|--+|/\*+)[!<*]*[^\S\n]*)"
)
"""A name in the comment behind a line of a program: UPPER_FOUR, // 大于五. What number it has there is no price."""
_POINTS = (
    r"(?:\b(?:points?|pts|score|value|fans?|tai)\b|番数)[\"']?[^\S\n]*[:=][^\S\n]*"
    r"[\"']?(?P<points>\d{1,3})\b(?!\.\d)[\"']?"
)
_LIST_KEY = (
    r"\b(?:excludes?|excluded|exclusions?|ignores?|ignored|suppress(?:es)?|omits?|omitted\w*|Ignore|implies|不计)\b"
    r"[\"']?[^\S\n]*(?:=>|[:=])[^\S\n]*(?:[\w\[\]<>!.:]*(?=[\[({]))?"
)
_LIST = rf"{_LIST_KEY}[\[({{]{{1,2}}(?P<items>[^\[\](){{}}]{{0,900}})[\])}}]{{1,2}}"
_ITEM = re.compile(r"[\"'](?:\d{1,2}\.[^\S\n]*)?(?P<item>[^\"'\n]{1,60})[\"']")


def program_fields(text: str) -> Iterator[Edit]:
    """Names out of their quotes, points and lists by the words for them: 七对, 番数:24番, 不计:门前清."""
    leads = [field for field in _name_fields().finditer(text) if not _is_in_a_list(field)]
    comments = [*_names_in_comments().finditer(text)]
    if len(leads) + len(comments) < _FEWEST:
        return
    starts = sorted(field.start() for field in (*leads, *comments))
    edits = [edit for lead in leads for edit in _name(lead, lead["lead"])]
    edits += [edit for comment in comments for edit in _name(comment, comment["before"])]
    edits += [
        Edit(*found.span(), f"番数:{int(found['points'])}番")
        for found in re.finditer(_POINTS, text)
        if found.start() > starts[0]
    ]
    lists = [*re.finditer(_LIST, text)]
    edits += [edit for found in lists for edit in _list(found)]
    edits += _code_between(text, starts, [found.span() for found in lists])
    done = 0
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        if edit.start >= done:
            yield edit
            done = edit.end


_KEY_BEFORE_WORDS = re.compile(rf"[^\S\n]*{_KEY}[\"'](?=[{vocabulary.CHINESE}\d])")
_REMARK = re.compile(rf"\s*(?://+|--+|#+|/\*+)\s*[{vocabulary.CHINESE}]")
_CLOSED = re.compile(r"[\"']\)?,?(?=[^\S\n]*(?://.*)?$)")
_CODE = re.compile(
    rf"[^\S\n]*(?:{_KEY}|{_CALL}|[\]\[{{}}()<>,;]|(?:if|for|else|return|const|let|var|break|case)\b)[^{vocabulary.CHINESE}\n]*"
)


def _code_between(text: str, starts: Sequence[int], lists: Sequence[tuple[int, int]]) -> Iterator[Edit]:
    """What stands between the fields of an entry: lines of the program without a word of the rules, and the keys before
    words. The entry would end there. What stands behind its last field is left, and said not to be read."""
    code: list[Edit] = []
    entries, list_spans = deque(starts), deque(lists)
    for line in re.finditer(r"[^\n]+\n?", text):
        if line.start() < starts[0]:
            continue
        if begins := entries and entries[0] < line.end():
            code.clear()
        while entries and entries[0] < line.end():
            entries.popleft()
        while list_spans and list_spans[0][1] <= line.start():
            list_spans.popleft()
        listed = list_spans and list_spans[0][0] < line.end()
        key = None if begins or listed else _KEY_BEFORE_WORDS.match(text, *line.span())
        if begins or listed or key or re.search(_POINTS, line[0]) or _REMARK.match(line[0]):
            yield from code
            code.clear()
        elif _CODE.fullmatch(line[0].rstrip("\n")):
            code.append(Edit(*line.span(), ""))
        if key:
            yield Edit(*key.span(), "")
            if closed := _CLOSED.search(line[0]):
                yield Edit(line.start() + closed.start(), line.start() + closed.end(), "", layout=True)


@cache
def _name_fields() -> re.Pattern[str]:
    name = vocabulary.name_pattern()
    ends = rf"[\"']|[^\S\n]?\(?\d{{1,3}}[^\S\n]?{vocabulary.UNIT}|{vocabulary.KEYWORD}"
    return re.compile(rf"(?m){_LEAD}(?=(?P<name>{name})(?P<quote>{ends}))")


@cache
def _names_in_comments() -> re.Pattern[str]:
    return re.compile(rf"(?m){_COMMENT}(?={vocabulary.name_pattern()}(?:[:\s(,。]|$))")


def _is_in_a_list(field: re.Match[str]) -> bool:
    """A name behind the key of a list, or before another name: one of several, not that of an entry."""
    another = _another_name().match(field.string, field.end("lead"))
    fans = {names.resolve(another[name]) for name in ("one", "another")} if another else set()
    return len(fans) == 2 or re.search(_LIST_KEY, field["lead"]) is not None


@cache
def _another_name() -> re.Pattern[str]:
    name = vocabulary.name_pattern()
    return re.compile(rf"(?P<one>{name})[\"'][^\S\n]*,[^\S\n]*[\"'](?P<another>{name})[\"']")


def _name(field: re.Match[str], lead: str) -> Iterator[Edit]:
    """The name begins the line; points that stood before it stay before it."""
    priced = re.search(_POINTS, lead)
    yield Edit(*field.span(1), f"{int(priced['points'])}番 " if priced else "")


def _list(found: re.Match[str]) -> Iterator[Edit]:
    """The keyword, the names and 、 between them; words of a program are names where they can be told (allPungs)."""
    items = [*_ITEM.finditer(found.string, *found.span("items"))]
    if not items:
        return
    at, mark = found.start(), "不计:"
    for item in items:
        yield Edit(at, item.start("item"), mark)
        if (meant := _meant(item["item"])) is not None:
            yield Edit(*item.span("item"), meant)
        at, mark = item.end("item"), "、"
    yield Edit(at, found.end(), "。")


def _meant(word: str) -> str | None:
    """The name a word of a program stands for: allPungs is All Pungs."""
    if not re.fullmatch(r"[A-Za-z][a-z]+(?:[A-Z][a-z]+)+", word):
        return None
    ids = names.resolve(re.sub(r"(?=[A-Z])", " ", word).strip().title())
    return names.fan(ids[0]).name if len(ids) == 1 else None
