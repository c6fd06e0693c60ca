"""Runs of entries that repeat earlier ones word for word, as a copy of the page with its layout taken out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

SAME = 90
"""How alike (rapidfuzz, percent) two texts are that count as copies: a flattened copy keeps a footnote mark or two."""


def found(fans: Sequence[str | None], texts: Sequence[str], runs: Sequence[int]) -> dict[int, int]:
    """Index of a copy → index of the entry it repeats.

    A run is a copy when nearly all its entries have a twin, the same fan in the same words, in earlier runs. One entry
    that happens to be worded alike is no copy: two passes may share a sentence.
    """
    copies: dict[int, int] = {}
    for run in sorted(set(runs)):
        own = [at for at, of in enumerate(runs) if of == run]
        twins = dict(_twins(own, fans, texts, runs))
        if len(twins) * 5 >= len(own) * 4:
            copies |= twins
    return copies


def _twins(
    own: Sequence[int], fans: Sequence[str | None], texts: Sequence[str], runs: Sequence[int]
) -> Iterator[tuple[int, int]]:
    for at in own:
        earlier = [other for other in range(at) if fans[other] == fans[at] and runs[other] < runs[at]]
        alike = (other for other in earlier if _alike(texts[other], texts[at]))
        if fans[at] and (twin := next(alike, None)) is not None:
            yield at, twin


def _alike(text: str, copy: str) -> bool:
    """The same words as far as both go: a copy may be cut off, or run on into what follows it on the page."""
    from rapidfuzz import fuzz

    ours, theirs = re.sub(r"\W+", "", text), re.sub(r"\W+", "", copy)
    both = min(len(ours), len(theirs))
    return both > 0 and fuzz.ratio(ours[:both], theirs[:both]) >= SAME
