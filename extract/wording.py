"""Which fans a definition without a name may be: recognised by its words (wording.toml)."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

import msgspec

from extract import vocabulary
from mjrules import names

_SAYS_ITSELF = r"(?:即成?为|故称?为?|称为|称作|叫做|所谓)"
_HYPOTHETICAL = re.compile("[若如](?!图|果图|下)[^,。]*")


class Cue(msgspec.Struct, frozen=True):
    """Patterns that must all be found, and patterns that must not."""

    wanted: tuple[re.Pattern[str], ...]
    unwanted: tuple[re.Pattern[str], ...]

    def fits(self, text: str) -> bool:
        return all(part.search(text) for part in self.wanted) and not any(part.search(text) for part in self.unwanted)


@cache
def _cues() -> dict[str, tuple[Cue, ...]]:
    with (Path(__file__).parent / "wording.toml").open("rb") as file:
        table = tomllib.load(file)
    words: dict[str, str] = table.pop("words")
    return {fan: tuple(_cue(line, words) for line in entry["cues"]) for fan, entry in table.items()}


def _cue(line: str, words: dict[str, str]) -> Cue:
    parts = [re.sub(r"\{(\w+)\}", lambda word: words.get(word[1], word[0]), part) for part in line.split(" & ")]
    return Cue(
        tuple(re.compile(part) for part in parts if not part.startswith("!")),
        tuple(re.compile(part[1:]) for part in parts if part.startswith("!")),
    )


def definition_of(text: str) -> str:
    """The part of a text that defines: without spaces and without the lists of what is and is not counted."""
    text = re.sub(r"\s+", "", text)
    lists = re.search(vocabulary.KEYWORD + vocabulary.name_pattern(classes=True), text)
    return _HYPOTHETICAL.sub("", text[: lists.start()] if lists else text)


def candidates(text: str) -> tuple[str, ...]:
    """Ids of the fans whose wording the text has, in official order.

    A text that names itself (故称大于五) is that fan and no other.
    """
    definition = definition_of(text)
    if named := re.search(rf"{_SAYS_ITSELF}({vocabulary.name_pattern()})", definition):
        ids = names.resolve(named[1])
        if len(ids) == 1:
            return ids
    return tuple(fan for fan, cues in _cues().items() if any(cue.fits(definition) for cue in cues))
