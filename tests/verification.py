"""The results of long runs (``make verify``) in docs/verification.md, each between its marks."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar

PAGE = Path(__file__).parents[1] / "docs" / "verification.md"
T = TypeVar("T")


def write(section: str, lines: Iterable[str]) -> None:
    """Puts new numbers in place of the old ones; an error if the page has no such section."""
    begin, end = f"<!-- {section} -->", f"<!-- end of {section} -->"
    page = PAGE.read_text("utf-8")
    if page.count(begin) != 1 or page.count(end) != 1:
        sys.exit(f"{PAGE.name}: no section between {begin} and {end}")
    body = "\n".join((begin, "", *lines, "", end))
    PAGE.write_text(re.sub(f"{begin}.*{end}", lambda _: body, page, flags=re.DOTALL), "utf-8")


def with_progress(things: Iterable[T], number: int, what: str, every: int = 1000) -> Iterator[T]:
    """The same things, with a line on a terminal that says how far they are and how long the rest will take."""
    shown = sys.stderr.isatty()
    started = time.monotonic()
    for done, thing in enumerate(things):
        if shown and done % every == 0:
            left = (time.monotonic() - started) * (number - done) / done if done else 0
            far = f"({done * 100 // number} %, {left / 60:.1f} min left)" if done else "(0 %)"
            print(f"\r{what}: {done:,} of {number:,} {far}\033[K", end="", file=sys.stderr, flush=True)
        yield thing
    if shown:
        print(f"\r{what}: {number:,} of {number:,} (100 %)\033[K", file=sys.stderr)


def table(head: tuple[str, ...], rows: Iterable[Iterable[object]]) -> Iterator[str]:
    """A Markdown table."""
    yield f"| {' | '.join(head)} |"
    yield "|" + "---|" * len(head)
    for row in rows:
        yield f"| {' | '.join(map(str, row))} |"
