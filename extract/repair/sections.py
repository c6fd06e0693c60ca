"""Numbers of sections before names: 2.1 碰碰和, 2.2.1 双暗刻."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from extract import vocabulary
from extract.repair import Edit


def section_numbers(text: str) -> Iterator[Edit]:
    """The numbers of a document that counts on in the last place: read as a number and points (1.24 七对) they would be
    the points. Where each line has another first number, they are just that, and stay."""
    found = [*_numbered().finditer(text)]
    alike = [one["first"] == next["first"] for one, next in pairwise(found)]
    if alike and 2 * sum(alike) >= len(alike):
        yield from (Edit(*number.span("section"), "", layout=True) for number in found)


@cache
def _numbered() -> re.Pattern[str]:
    return re.compile(
        rf"(?m)^[^\S\n]*(?:#+[^\S\n]*)?(?P<section>(?P<first>\d{{1,2}})(?:\.\d{{1,2}}){{1,3}}\.?[^\S\n]+)"
        rf"(?={vocabulary.name_pattern()}|[A-Z])"
    )
