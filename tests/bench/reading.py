"""How the time to read a document grows with its length (``make bench``, ``make verify``), a page of 5 MB, and how much
memory reading takes for each byte.

Four times as long may take four times as long, and something for what the machine does besides; with the square of the
length it would take sixteen times. Times are compared within one run only.
"""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import product
from time import process_time
from typing import NamedTuple

import extract
from long_documents import BUILT, SHAPES, STRETCHED, Built, of_shape, saved_page, stretched
from mjrules.errors import UnreadableDocument

NAMES = ("own.txt", "own.md", "own.wiki", "own.html")
SHORT, TIMES = 15_000, 4
RUN = 1500
"""Characters of a run inside of a document; one that goes by the cube of it is noticed soon."""
WEIGHED = (
    "entries in one line",
    "English in one line",
    "rows with separators",
    "rows of a workbook",
    "paragraphs",
    "rows",
)
MOST = 2.0 * TIMES
"""So many times longer may a document take that is four times as long."""
MOST_MEMORY = 1000
"""Bytes of memory for each byte of a document; a workbook and a Word file are packed ten to one."""
NOTICED = 0.02
"""Seconds; what takes less is not compared."""


def seconds(data: bytes, name: str, runs: int) -> float:
    return min(timed(lambda: extract.read_bytes(data, name)) for _ in range(runs))


def timed(read: Callable[[], object]) -> float:
    start = process_time()
    with suppress(UnreadableDocument):  # to refuse one must not take long either
        read()
    return process_time() - start


class Kind(NamedTuple):
    """A kind of document: what it is called, its file, and how to make one, four times as long or not."""

    label: str
    name: str
    make: Callable[[int], bytes]


def kinds() -> Iterator[Kind]:
    for shape, name in product(SHAPES, NAMES):
        yield Kind(repr(shape), name, partial(_of_shape, shape))
    for parts in STRETCHED:
        yield Kind("{!r}, {!r}, {!r}".format(*parts), "own.txt", partial(_stretched, parts))
    for label, built in BUILT.items():
        yield Kind(label, built.name, partial(_built, built))


def _of_shape(shape: str, times: int) -> bytes:
    return of_shape(shape, SHORT * times)


def _stretched(parts: tuple[str, str, str], times: int) -> bytes:
    return stretched(*parts, RUN * times)


def _built(built: Built, times: int) -> bytes:
    return built.make(built.enough * times)


def growth(kind: Kind) -> float:
    """How many times longer the long document takes; looked at again, with more care, where it seems too long."""
    for runs in (1, 3):
        short, long = (seconds(kind.make(times), kind.name, runs) for times in (1, TIMES))
        if long < NOTICED or long <= MOST * short:
            break
    return long / max(short, NOTICED / TIMES)


def memory(data: bytes, name: str) -> float:
    """The most bytes that were taken at once for each byte of a document."""
    tracemalloc.start()
    extract.read_bytes(data, name)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most / len(data)


def main() -> None:
    page, rows = saved_page(8000)
    small, _ = saved_page(2000)
    taken = seconds(page, "own.html", 1)
    times = taken / seconds(small, "own.html", 1)
    print(
        f"a page of {len(page) / 1e6:.1f} MB, {rows} entries: {taken:.1f} s, {times:.1f} times one of a quarter of it"
    )
    found = sorted(((growth(kind), kind) for kind in kinds()), key=lambda each: -each[0])
    print(f"{len(found)} documents beside others four times as long; those that take longest beyond that:")
    for times, kind in found[:5]:
        print(f"  {times:5.1f} times  {kind.name:<9} {kind.label}")
    taken_by = {
        "a saved page": memory(small, "own.html"),
        **{label: memory(_built(BUILT[label], 1), BUILT[label].name) for label in WEIGHED},
    }
    print("bytes of memory for each byte of the document:")
    for label, weight in taken_by.items():
        print(f"  {weight:5.0f}  {label}")
    if found[0][0] > MOST:
        sys.exit(f"time grows faster than length: more than {MOST:.0f} times")
    if max(taken_by.values()) > MOST_MEMORY:
        sys.exit(f"memory: more than {MOST_MEMORY} bytes for each")


if __name__ == "__main__":
    main()
