"""How the time to read a document grows with its length (``make bench``, ``make verify``), and a page of 5 MB.

Four times as long may take four times as long, and something for what the machine does besides; with the square of the
length it would take sixteen times. Times are compared within one run only.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from time import process_time

import extract
from long_documents import SHAPES, of_shape, saved_page
from mjrules.errors import UnreadableDocument

NAMES = ("own.txt", "own.md", "own.wiki", "own.html")
SHORT, TIMES = 15_000, 4
MOST = 2.0 * TIMES
"""So many times longer may a document take that is four times as long."""
NOTICED = 0.02
"""Seconds; what takes less is not compared."""


def seconds(data: bytes, name: str, runs: int) -> float:
    return min(timed(lambda: extract.read_bytes(data, name)) for _ in range(runs))


def timed(read: Callable[[], object]) -> float:
    start = process_time()
    with suppress(UnreadableDocument):  # to refuse one must not take long either
        read()
    return process_time() - start


def growth(shape: str, name: str) -> float:
    """How many times longer the long document takes; looked at again, with more care, where it seems too long."""
    for runs in (1, 3):
        short, long = (seconds(of_shape(shape, length), name, runs) for length in (SHORT, SHORT * TIMES))
        if long < NOTICED or long <= MOST * short:
            break
    return long / max(short, NOTICED / TIMES)


def main() -> None:
    page, rows = saved_page(8000)
    small, _ = saved_page(2000)
    taken = seconds(page, "own.html", 1)
    times = taken / seconds(small, "own.html", 1)
    print(
        f"a page of {len(page) / 1e6:.1f} MB, {rows} entries: {taken:.1f} s, {times:.1f} times one of a quarter of it"
    )
    found = {(shape, name): growth(shape, name) for shape in SHAPES for name in NAMES}
    print(f"{len(found)} documents beside others four times as long; those that take longest beyond that:")
    for (shape, name), times in sorted(found.items(), key=lambda each: -each[1])[:5]:
        print(f"  {times:5.1f} times  {name:<9} {shape!r}")
    if max(found.values()) > MOST:
        sys.exit(f"time grows faster than length: more than {MOST:.0f} times")


if __name__ == "__main__":
    main()
