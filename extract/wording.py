"""Which fans a definition without a name may be: recognised by its words (wording.toml)."""

from __future__ import annotations

import re
import tomllib
from functools import cache, lru_cache
from pathlib import Path

import msgspec

from extract import vocabulary
from mjrules import names

_SAYS_ITSELF = r"(?:即成?为|故称?为?|称为|称作|叫做|所谓)"
_HYPOTHETICAL = re.compile("[若如](?!图|果图|下)[^,。]*")


class Cue(msgspec.Struct, frozen=True):
    """Patterns that must all be found, and patterns that must not. ``needs``: for each wanted pattern its characters; a
    text with none of them cannot have it, which is soon seen."""

    wanted: tuple[re.Pattern[str], ...]
    unwanted: tuple[re.Pattern[str], ...]
    needs: tuple[frozenset[str], ...]


@cache
def _cues() -> dict[str, tuple[Cue, ...]]:
    with (Path(__file__).parent / "wording.toml").open("rb") as file:
        table = tomllib.load(file)
    words: dict[str, str] = table.pop("words")
    return {fan: tuple(_cue(line, words) for line in entry["cues"]) for fan, entry in table.items()}


def _cue(line: str, words: dict[str, str]) -> Cue:
    parts = [re.sub(r"\{(\w+)\}", lambda word: words.get(word[1], word[0]), part) for part in line.split(" & ")]
    wanted = [part for part in parts if not part.startswith("!")]
    unwanted = [part[1:] for part in parts if part.startswith("!")]
    needs = (frozenset(_characters(part)) for part in wanted)
    return Cue(tuple(map(re.compile, wanted)), tuple(map(re.compile, unwanted)), tuple(needs))


_IN_GROUP = re.compile(r"\((?:[^()\[\]]|\[[^\]]*\])*\)[?*]?")
_OPTIONAL = re.compile(r"\\.|(?:\[[^\]]*\]|.)(?:[?*]|\{\d*,?\d*\})")


def _characters(pattern: str) -> str:
    """Characters of which every match of a pattern has one: one that stands outside of all groups and alternatives,
    else all that the pattern names. \\d is every digit."""
    plain = pattern
    while (outside := _IN_GROUP.sub("", plain)) != plain:
        plain = outside
    if "|" not in plain and (sure := re.findall(r"[^\W\d_]", re.sub(r"\[[^\]]*\]", "", _OPTIONAL.sub("", plain)))):
        return str(sure[0])
    without_counts = re.sub(r"\{\d*,?\d*\}", "", pattern)
    return "".join(re.findall(r"\w", without_counts.replace("\\d", "0123456789")))


def definition_of(text: str) -> str:
    """The part of a text that defines: without spaces and without the lists of what is and is not counted."""
    text = re.sub(r"\s+", "", text)
    lists = _begins_a_list().search(text)
    return _HYPOTHETICAL.sub("", text[: lists.start()] if lists else text)


@cache
def _begins_a_list() -> re.Pattern[str]:
    return re.compile(rf"{vocabulary.KEYWORD}(?:番种?)?[:(“《「『【\"]*{vocabulary.name_pattern(classes=True)}")


@lru_cache(maxsize=1024)
def candidates(text: str) -> tuple[str, ...]:
    """Ids of the fans whose wording the text has, in official order.

    A text that names itself (故称大于五) is that fan and no other.
    """
    definition = definition_of(text)
    if named := re.search(rf"{_SAYS_ITSELF}({vocabulary.name_pattern()})", definition):
        ids = names.resolve(named[1])
        if len(ids) == 1:
            return ids
    found = _Found(definition)
    characters = frozenset(definition)
    fitting = (fan for fan, key, cue in _by_key() if not key.isdisjoint(characters) and found.fits(cue))
    return tuple(dict.fromkeys(fitting))


@cache
def _by_key() -> tuple[tuple[str, frozenset[str], Cue], ...]:
    """Every cue with its fan and the fewest characters of which a text that fits it has one."""
    return tuple((fan, min(cue.needs, key=len), cue) for fan, cues in _cues().items() for cue in cues)


class _Found:
    """Which patterns a text has; many cues share theirs, and each is looked for once."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.known: dict[re.Pattern[str], bool] = {}

    def has(self, pattern: re.Pattern[str]) -> bool:
        if (known := self.known.get(pattern)) is None:
            known = self.known[pattern] = pattern.search(self.text) is not None
        return known

    def fits(self, cue: Cue) -> bool:
        return all(map(self.has, cue.wanted)) and not any(map(self.has, cue.unwanted))
