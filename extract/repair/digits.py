"""Names written with digits: 7对, 13幺, 一色3步高."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain, combinations

from extract import vocabulary
from extract.repair import Edit
from mjrules import names

_DIGITS = dict(zip("一二两三四五六七八九", "1223456789", strict=True))
_TENS = {"十三": "13", "十八": "18"}
_OTHER_MEANING = frozenset({"大5", "小5", "卡5", "缺5"})
"""Short enough to be a word and the number of its points."""


def digit_names(text: str) -> Iterator[Edit]:
    """Digits that stand for numerals of a name. Glued to the rest of it they are no number of an entry, and without
    them the rest would be another fan, or a word for several (3暗刻, 4杠). What is meant must stand like a name."""
    for found in _written().finditer(text):
        yield Edit(*found.span(), _table()[found[0]] if found[0] in _table() else _NUMERALS[found[0]])


_NUMERALS = {"2": "两", "3": "三", "4": "四"}


@cache
def _table() -> dict[str, str]:
    """Every name that can be written with digits, by each of its writings, unless that is a name itself."""
    table: dict[str, str] = {}
    for name in names.scannable():
        if len(names.resolve(name)) == 1 and not names.is_class_word(name):
            for written in _writings(name):
                if not names.resolve(written):
                    table.setdefault(written, name)
    return {written: name for written, name in table.items() if written not in _OTHER_MEANING}


def _writings(name: str) -> Iterator[str]:
    """With a digit for one of its numerals or for several: 1色3步高, 一色3步高."""
    numerals = [found.span() for found in re.finditer(f"{'|'.join(_TENS)}|[{''.join(_DIGITS)}]", name)]
    for chosen in chain.from_iterable(combinations(numerals, count) for count in range(1, len(numerals) + 1)):
        written = name
        for start, end in reversed(chosen):
            digits = _TENS.get(name[start:end]) or _DIGITS[name[start:end]]
            written = written[:start] + digits + written[end:]
        yield written


@cache
def _written() -> re.Pattern[str]:
    with_digit = vocabulary.any_of(word for word in _table() if word[0].isdigit())
    others = vocabulary.any_of(word for word in _table() if not word[0].isdigit())
    listed = "(?<=[计算加含和及或与])"
    ends = rf"(?=\W|$|由|[和及或与]|\d{{1,3}}[^\S\n]?{vocabulary.UNIT}|{vocabulary.KEYWORD})"
    return re.compile(
        rf"(?:(?:(?<![\w.×~\-])|{listed}){with_digit}|(?:(?<![^\W\d])|{listed}){others}){ends}"
        rf"|(?m:(?<=^)|(?<=\t))[234](?=[明暗][杠刻]{ends})"
    )
