"""How reports name the files they are about: without the folders of the machine, and yet apart."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Sequence

LONGEST_FILE = 40
"""Columns of a file's name in a report; a longer one is cut in the middle."""

_WINDOWS = re.compile(r"[A-Za-z]:[\\/]|\\\\")


def told_apart(paths: Sequence[str]) -> list[str]:
    """Each path's last parts, only as many as tell it from the others, so that a report says little of the machine.

    >>> told_apart(["/home/me/a/rules.txt", "/home/me/b/rules.txt", "/home/me/page.html"])
    ['a/rules.txt', 'b/rules.txt', 'page.html']
    """
    parts = [[part for part in forward(path).split("/") if part] or [path] for path in paths]
    ends = [1] * len(paths)
    while True:
        names = ["/".join(each[-end:]) for each, end in zip(parts, ends, strict=True)]
        count = Counter(names)
        unclear = [n for n, name in enumerate(names) if count[name] > 1 and ends[n] < len(parts[n])]
        if not unclear:
            return names
        for n in unclear:
            ends[n] += 1


def forward(path: str) -> str:
    """The path with slashes. Outside Windows a backslash belongs to the name, or spells what cannot be shown."""
    return path.replace("\\", "/") if os.sep == "\\" or _WINDOWS.match(path) else path
