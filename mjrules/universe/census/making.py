"""Making the census from nothing: every hand of every form, piece by piece, on two threads."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from functools import partial
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from mjrules.universe.census import divided, other_forms, walk
from mjrules.universe.census.concealed import Parts, hands
from mjrules.universe.census.declared import Declared
from mjrules.universe.census.grouping import Found, merged
from mjrules.universe.census.seven_pairs import Hands, representatives
from mjrules.universe.census.table import Table, table_of
from mjrules.universe.progress import Progress, unwatched

T = TypeVar("T")
THREADS = 2
_LONG = 60
"""What must be known first takes as long as so many pieces, and so do seven pairs in the end."""


def made(progress: Progress = unwatched) -> Table:
    """The table of all winning hands: some half a minute on two cores, about 1 GB. An interruption ends it at once."""
    with ThreadPoolExecutor(THREADS) as threads:
        try:
            return _Making(threads, progress).table()
        except BaseException:
            threads.shutdown(wait=False, cancel_futures=True)
            raise


class _Making:
    def __init__(self, threads: ThreadPoolExecutor, progress: Progress) -> None:
        self.threads, self.progress = threads, progress
        self.batches = [*walk.batches()]
        self.of = 3 * _LONG + len(self.batches)
        self.done = 0

    def table(self) -> Table:
        self.progress(0, self.of)
        first = self.threads.submit(_kinds), self.threads.submit(_pairs)
        self._watch(first, _LONG)
        kinds, pairs = first[0].result(), first[1].result()
        standard = self._each((partial(_standard, *batch, kinds, pairs) for batch in self.batches), 1)
        others = self._each((some.found for some in pairs.pieces()), 0)
        listed = {form: other_forms.listed(form) for form in other_forms.FORMS}
        table = table_of(merged(standard), merged(others), listed)
        self.progress(self.of, self.of)
        return table

    def _each(self, work: Iterable[Callable[[], T]], worth: int) -> list[T]:
        """What each piece of work comes to, in their order; ``worth``: as how many pieces one counts."""
        begun = [self.threads.submit(piece) for piece in work]
        self._watch(begun, worth)
        return [piece.result() for piece in begun]

    def _watch(self, begun: Iterable[Future[Any]], worth: int) -> None:
        for piece in as_completed(begun):
            piece.result()
            self.done += worth
            self.progress(self.done, self.of)


def _kinds() -> NDArray[np.int32]:
    number, pair, _ = hands()
    return divided.kinds(number, pair)


def _pairs() -> Hands:
    return Hands.of(representatives())


def _standard(some: Parts, others: Declared, kinds: NDArray[np.int32], pairs: Hands) -> Found:
    return walk.Batch(some, others, kinds, pairs).found()
