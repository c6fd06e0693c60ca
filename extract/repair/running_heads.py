"""What pages of a book print above and below their text, and what a copy of that text puts between its lines: running
heads, feet, numbers of pages. The sentence or list goes on behind them.

A line that comes again is such a head where it cuts a list in two, stands beside the number of a page, counts pages
itself, or is the title of the document. Lines that state something (names, points, lists), whole sentences and labels
are none, however often they come again.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby, pairwise

import msgspec

from extract import vocabulary
from extract.repair import Edit

PAGE_BREAK = "\f"
"""What stands in the place of such lines; other steps join what it parts."""

_LONGEST = 40
_SHORTEST = 3
"""Characters of a running head."""
_FEWEST = 2
_FEWEST_TITLES = 3
"""How often the title of a document stands in it, if nothing else tells that it heads pages."""

_NUMBER = rf"(?:\d{{1,4}}|{vocabulary.CHINESE_NUMBER})"
_OF_ALL = r"\s*(?:/|of)\s*\d{1,4}"
_PAGE_WORDS = (
    rf"第\s*{_NUMBER}(?:{_OF_ALL})?\s*页(?:\W*共?\s*{_NUMBER}\s*页)?|共\s*\d+\s*页\W*第\s*\d+\s*页|页[码次]?\s*:?\s*\d{{1,4}}"
    rf"|\b(?:page|pg\.?|p\.)\s*\d{{1,4}}(?:{_OF_ALL})?"
)
_PAGE = re.compile(rf"\W*(?:{_PAGE_WORDS})\W*", re.I)
_WITH_PAGE = re.compile(_PAGE_WORDS, re.I)
_COUNTED = re.compile(r"\W*(?P<page>\d{1,4})\s*(?:/|of)\s*(?P<pages>\d{1,4})\W*", re.I)
_DASHED = re.compile(r"\s*[-–—~·]+\s*(?P<page>\d{1,4})\s*[-–—~·]+\s*")
_BARE = re.compile(r"\s*\d{1,4}\s*")
_SENTENCE = re.compile(r"[。，,、;:]|\t")
_OF_RULES = re.compile(r"规则|麻[将雀]|手册|番种|竞赛|mahjong|rules|guide", re.I)
_WORDS = re.compile(r"[^\W\d_]{2}")
_LEFT_OPEN = re.compile(rf"(?:{vocabulary.KEYWORD}\s*:?|[、,])\s*$")


class _Line(msgspec.Struct, frozen=True):
    start: int
    end: int
    text: str
    key: str
    """Its words, if it may head pages, without their numbers."""
    page: int | None
    """The number of a page and nothing else: 0 where words say so."""


class _Run(msgspec.Struct, frozen=True):
    """Lines one below the other that may all stand between two lines of the text."""

    lines: Sequence[_Line]
    cuts: bool
    """Whether a list goes on behind them."""
    paged: bool
    """Whether words among them say which page it is."""
    at_start: bool


def _says_its_page(line: str) -> bool:
    """Whether a line says which page it is; 参见第 3 页 leads to another."""
    return bool(_WITH_PAGE.search(line)) and not re.search("[见參参]", line)


def running_heads(text: str) -> Iterator[Edit]:
    """Running heads and numbers of pages between the lines of a text."""
    filled = (found for found in re.finditer(r"[^\n]+", text) if not found[0].isspace())
    lines = [_line(*found.span(), found[0]) for found in filled]
    counts = Counter(line.key for line in lines if line.key)
    may_head = {line.text: line.key for line in lines if counts[line.key] >= _FEWEST or _says_its_page(line.text)}
    stating = {key for words, key in may_head.items() if _states_something(words)}
    again = {key: counts[key] for key in may_head.values() if key and key not in stating}
    runs = list(_runs(lines, again))
    heads = _heads(runs, lines[0].key if lines else "", again)
    counted = _pages_that_count(runs)
    seen: set[str] = set()
    for run in runs:
        for is_head, group in groupby(run.lines, key=lambda line: _is_out(line, run, heads, counted, seen)):
            own = list(group)
            if is_head:
                yield Edit(own[0].start, own[-1].end, PAGE_BREAK)


def _line(start: int, end: int, text: str) -> _Line:
    page = None
    if end - start > _LONGEST:
        return _Line(start, end, text, "", None)
    if _PAGE.fullmatch(text):
        page = 0
    elif number := _COUNTED.fullmatch(text) or _DASHED.fullmatch(text):
        page = int(number["page"])
    elif _BARE.fullmatch(text):
        page = int(text)
    key = (
        "" if page is not None or not _may_be_head(text) else re.sub(rf"\d+|(?<=第){_NUMBER}(?=页)", "#", text.strip())
    )
    return _Line(start, end, text, key, page)


def _may_be_head(text: str) -> bool:
    own = text.strip()
    return _SHORTEST <= len(own) <= _LONGEST and not _SENTENCE.search(own) and bool(_WORDS.search(own))


@cache
def _statement() -> re.Pattern[str]:
    points = rf"(?P<points>{vocabulary.POINTS})\s*{vocabulary.UNIT}"
    return re.compile(rf"{vocabulary.name_pattern(classes=True)}|{vocabulary.KEYWORD}|{points}")


def _states_something(words: str) -> bool:
    """Whether a line states a name, points or a list: 本会81番 are no points, but how many fans there are."""
    return any(
        not found["points"] or vocabulary.number(found["points"]) in vocabulary.TIERS
        for found in _statement().finditer(words)
    )


def _runs(lines: Sequence[_Line], again: Mapping[str, int]) -> Iterator[_Run]:
    def may_be_out(at: int) -> bool:
        return lines[at].page is not None or lines[at].key in again

    for out, group in groupby(range(len(lines)), key=may_be_out):
        own = list(group)
        if not out:
            continue
        above = lines[own[0] - 1] if own[0] else None
        below = lines[own[-1] + 1] if own[-1] + 1 < len(lines) else None
        cuts = bool(above and below and _LEFT_OPEN.search(above.text[-_LONGEST:]) and _goes_on().match(below.text))
        paged = any(_WITH_PAGE.search(lines[at].text) or _DASHED.fullmatch(lines[at].text) for at in own)
        yield _Run([lines[at] for at in own], cuts, paged, above is None)


@cache
def _goes_on() -> re.Pattern[str]:
    return re.compile(rf"\s*、?\s*{vocabulary.name_pattern(classes=True)}\s*(?:[、。,;.)]|$)")


def _heads(runs: Sequence[_Run], title: str, again: Mapping[str, int]) -> frozenset[str]:
    """The words that head pages."""
    of_key: dict[str, list[tuple[_Run, _Line]]] = defaultdict(list)
    for run in runs:
        for line in run.lines:
            if line.key in again:
                of_key[line.key].append((run, line))
    found = set()
    for key, own in of_key.items():
        paged = sum(run.paged for run, _ in own) >= max(_FEWEST, len(own) // 2)
        titled = key == title and again[key] >= _FEWEST_TITLES
        if any(run.cuts for run, _ in own) or paged or titled or _counts_pages(key, [line for _, line in own]):
            found.add(key)
    return frozenset(found)


def _counts_pages(key: str, lines: Sequence[_Line]) -> bool:
    """Whether a title of rules has a number behind or before it that goes up from page to page."""
    numbers = [[int(number) for number in re.findall(r"\d+", line.text)] for line in lines]
    same_length = len(set(map(len, numbers))) == 1
    columns = zip(*numbers, strict=True) if same_length else ()
    return bool(_OF_RULES.search(key)) and any(
        all(one < next for one, next in pairwise(column)) and column[0] > 0 for column in columns
    )


def _pages_that_count(runs: Sequence[_Run]) -> bool:
    """Whether the numbers with a sign around or a total behind them go up, as those of pages do."""
    signed = [line for run in runs for line in run.lines if line.page and not _BARE.fullmatch(line.text)]
    numbers = [line.page or 0 for line in signed]
    totals = {found["pages"] for line in signed if (found := _COUNTED.fullmatch(line.text))}
    return len(numbers) >= _FEWEST and len(totals) <= 1 and all(one < next for one, next in pairwise(numbers))


def _is_out(line: _Line, run: _Run, heads: frozenset[str], counted: bool, seen: set[str]) -> bool:
    """Whether a line is no text of the document. The first one of its words may be the heading that later pages
    repeat."""
    if line.key:
        first = line.key not in seen
        seen.add(line.key)
        return line.key in heads and not run.at_start and (run.cuts or run.paged or not first)
    beside_a_head = any(each.key in heads for each in run.lines) and not run.at_start
    if line.page == 0 or beside_a_head:
        return True
    return not _BARE.fullmatch(line.text) and (counted or run.cuts)
