"""Hands with what they score: how they are written in cases, ours and the given ones."""

from __future__ import annotations

import os
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from mjrules import names
from mjrules.score.result import Score
from mjrules.score.scorer import scorer

ROOT = Path(__file__).parents[1]
OURS = Path(__file__).parent / "cases" / "hands"
CASES_VARIABLE = "MJRULES_CASES"

Fans = Counter[str]
"""Ids of fans and how often each is counted."""


def given_folder() -> Path:
    """Where the given hands are: the folder that the setting names, else the one beside the checkout."""
    setting = os.environ.get(CASES_VARIABLE)
    return Path(setting) if setting else ROOT.parent / "shared" / "cases"


def sheets_folder() -> Path:
    """Facts of sources, beside the given hands."""
    return given_folder().parent / "facts" / "sheets"


def fan_id(spelling: str) -> str:
    (only,) = names.resolve(spelling)
    return only


def listed(spellings: Iterable[str]) -> Fans:
    """Fans as people list them: by name, again for each time or with ``×2``.

    >>> listed(["四归一×2", "嵌张"])["tile_hog"]
    2
    """
    fans: Fans = Counter()
    for spelling in spellings:
        name, _, times = spelling.partition("×")
        fans[fan_id(name)] += int(times or 1)
    return fans


def counted(score: Score) -> Fans:
    return Counter({fan.fan: fan.count for fan in score.fans})


def possible_lists(score: Score) -> list[Fans]:
    """The list of fans that was chosen and those that are worth as much."""
    return [counted(score), *(listed(tie) for tie in score.ties)]


def scored(hand: str, ruleset: str = "gb", rules: Mapping[str, str] | None = None) -> Score:
    """The score of a hand in the notation, under a rule set with some rulings chosen otherwise."""
    from mjrules.hand import Hand

    return scorer(ruleset, tuple(sorted((rules or {}).items()))).score(Hand.parse(hand, check=True))


def ours(name: str) -> dict[str, Any]:
    """A table of our own cases."""
    return tomllib.loads((OURS / f"{name}.toml").read_text("utf-8"))


def fans_of(text: str) -> Fans:
    """Fans as our cases list them, with blanks between."""
    return listed(re.split(r"\s+", text.strip()))
