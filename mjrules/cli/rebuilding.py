"""``--rebuild``: data files of the package made anew. The old file is there until the new one is whole."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mjrules.cli import exits
from mjrules.cli.output import emit, warn
from mjrules.cli.speaking import say

if TYPE_CHECKING:
    from mjrules.universe.progress import Progress


def rebuild(file: Path, make: Callable[[Progress], bytes], doing: str, lang: str) -> int:
    """Make the file, telling what one is doing, and say whether it is as it was."""
    before = file.read_bytes() if file.exists() else b""
    with bar(say(doing, lang)) as progress:
        made = make(progress)
    emit(made, file, lang)
    tell(file, made == before, lang)
    return exits.DONE


def tell(file: Path, same: bool, lang: str) -> None:
    warn(say("universe-same" if same else "universe-changed", lang, path=file))


@contextmanager
def bar(label: str) -> Iterator[Progress]:
    """A bar on standard error while something long is done; nothing where nobody watches."""
    with click.progressbar(length=1, label=label, file=sys.stderr) as bar:

        def progress(done: int, of: int) -> None:
            bar.length = of
            bar.update(done - bar.pos)

        yield progress
