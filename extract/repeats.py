"""Runs of entries that repeat earlier ones word for word, as a copy of the page with its layout taken out."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, islice, takewhile

SAME = 90
"""How alike (rapidfuzz, percent) two texts are that count as copies: a flattened copy keeps a footnote mark or two."""

MOST_ORIGINALS = 8
"""Earlier entries of its fan that a copy is compared with; no document has so many passes."""


def found(fans: Sequence[str | None], texts: Sequence[str], runs: Sequence[int]) -> dict[int, int]:
    """Index of a copy → index of the entry it repeats. ``runs`` does not fall.

    A run is a copy when nearly all its entries have a twin, the same fan in the same words, in earlier runs. One entry
    that happens to be worded alike is no copy: two passes may share a sentence.
    """
    same: dict[str, list[int]] = defaultdict(list)
    for at, fan in enumerate(fans):
        if fan:
            same[fan].append(at)
    copies: dict[int, int] = {}
    for _, group in groupby(range(len(runs)), key=lambda at: runs[at]):
        own = list(group)
        twins = dict(_twins(own, {at: same[fan] for at in own if (fan := fans[at])}, texts, runs))
        if len(twins) * 5 >= len(own) * 4:
            copies |= twins
    return copies


def _twins(
    own: Sequence[int], same: Mapping[int, Sequence[int]], texts: Sequence[str], runs: Sequence[int]
) -> Iterator[tuple[int, int]]:
    """``same``: for each entry all entries of its fan."""
    for at in own:
        # runs do not fall: the own run begins where the others end
        earlier = takewhile(lambda other: other < own[0], same.get(at, ()))
        alike = (other for other in islice(earlier, MOST_ORIGINALS) if _alike(texts[other], texts[at]))
        if (twin := next(alike, None)) is not None:
            yield at, twin


def _alike(text: str, copy: str) -> bool:
    """The same words as far as both go: a copy may be cut off, or run on into what follows it on the page."""
    from rapidfuzz import fuzz

    ours, theirs = re.sub(r"\W+", "", text), re.sub(r"\W+", "", copy)
    both = min(len(ours), len(theirs))
    return both > 0 and fuzz.ratio(ours[:both], theirs[:both]) >= SAME
