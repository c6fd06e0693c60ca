"""Signs that stand for the word of a list: ➖ 无字 below an entry, for 不计 无字."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from extract import vocabulary
from extract.repair import Edit

_SIGNS = "➖⊖🚫⛔❌"
_NUMBER = r"(?<![^\W_])\d{1,2}[.、]?[^\S\n]+(?=[^\W\d])"
"""Before a name: its number in the document."""


def exclusion_signs(text: str) -> Iterator[Edit]:
    """A sign of taking away before names, and the numbers of those names. Where two such lines follow each other, or
    one has points, or the points stand above it, the sign is only the mark of the items of a list, and the names are
    those of entries."""
    lines = [*re.finditer(r"[^\n]*\S[^\n]*", text)]
    signed = [(above, line) for above, line in pairwise(lines) if _list().match(line[0])]
    if any(_is_entry(above[0], line[0]) for above, line in signed):
        return
    for _, line in signed:
        sign = _list().match(text, line.start())
        if sign:
            yield Edit(*sign.span("sign"), "不计 ")
            for number in re.compile(_NUMBER).finditer(text, sign.end(), line.end()):
                yield Edit(*number.span(), "", layout=True)


def _is_entry(above: str, line: str) -> bool:
    return bool(_list().match(above) or _price().search(line) or _price().fullmatch(above))


@cache
def _price() -> re.Pattern[str]:
    return re.compile(rf"\W*{vocabulary.POINTS}\W*{vocabulary.UNIT}\W*")


@cache
def _list() -> re.Pattern[str]:
    """At least one of the words is a name; what is none is told with the list."""
    return re.compile(rf"[^\S\n]*(?P<sign>[{_SIGNS}]\ufe0f?[^\S\n]*)(?=[^\n]*{vocabulary.name_pattern()})")
