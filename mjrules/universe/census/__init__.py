"""The census of all winning hands: how many states there are of each kind, counted once and kept in a small file.

What the engine of decision diagrams (``symbolic``) proves, the census counts by other means: every hand is written out
in arrays of numbers and taken together with those that nothing tells apart. ``load`` reads the bundled file,
``rebuild`` makes it anew from nothing, ``counts`` are the numbers known of the whole space.
"""

from __future__ import annotations

from pathlib import Path

from mjrules.universe.census import file, making
from mjrules.universe.census.census import Census
from mjrules.universe.census.classes import Classes
from mjrules.universe.census.counting import counts
from mjrules.universe.progress import Progress, unwatched

__all__ = ["Census", "Classes", "counts", "load", "rebuild"]


def load(path: Path | None = None) -> Census:
    """The census in a file, else the bundled one. DamagedData where there is none, or one that must not be used."""
    return Census(file.read(path or file.PATH))


def rebuild(progress: Progress = unwatched) -> Census:
    """The census counted anew: some half a minute on two cores. ``progress`` is told what is done of how much."""
    return Census(making.made(progress))
