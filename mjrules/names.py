"""The names of the fans (番种): every spelling leads to one fan, or to an ambiguity that the table states.

The facts stand in ``names.toml``: 81 official fans in the order of the 1998 text, the fans outside them, and the class
words, which name a family (同刻) and not a fan. Nothing here guesses: ``resolve`` only knows what the table lists, up
to differences that separate no two names; ``suggest`` proposes and never decides.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import product
from pathlib import Path
from typing import Any

import msgspec

from mjrules.errors import DamagedData, RulesError
from mjrules.texts import traditional

LANGUAGES = ("zh-Hans", "zh-Hant", "ja", "en", "en-old", "fr", "de", "pt")
OFFICIAL_FANS = 81

Spellings = dict[str, dict[str, tuple[str, ...]]]
"""Language, spelling, and the sources where it was seen; the first spelling of a language is the one we print."""


class Fan(msgspec.Struct, frozen=True):
    """One fan (番种) and all its spellings. ``number`` is its place in the official order, None outside the 81."""

    id: str
    number: int | None
    spellings: Spellings
    misprints: tuple[str, ...] = ()

    @property
    def official(self) -> bool:
        return self.number is not None

    @property
    def name(self) -> str:
        """The canonical name, in simplified characters."""
        return next(iter(self.spellings["zh-Hans"]))

    def label(self, lang: str) -> str:
        """The name to print in one language.

        >>> fan("two_concealed_kongs").label("fr")
        '2 Kongs cachés'
        """
        if lang == "zh-Hant" and lang not in self.spellings:
            return traditional(self.name)
        known = self.spellings.get(lang) or ({} if lang.startswith("zh") else self.spellings.get("en")) or {}
        return next(iter(known), self.name)


class ClassWord(msgspec.Struct, frozen=True):
    """A word for a family of fans: 同刻 is 三同刻 or 双同刻. A claim keeps the word and its members."""

    id: str
    members: tuple[str, ...]
    spellings: Spellings

    @property
    def word(self) -> str:
        return next(iter(self.spellings["zh-Hans"]))


def fans() -> tuple[Fan, ...]:
    """All fans: the official ones in the order of the 1998 text, then those outside it."""
    return tuple(_table().fans.values())


def official() -> tuple[Fan, ...]:
    """The 81 fans of the 1998 text, in its order."""
    return tuple(fan for fan in fans() if fan.official)


def fan(id: str) -> Fan:
    """The fan with this id; an unknown id is an error that names the nearest ones."""
    try:
        return _table().fans[id]
    except KeyError:
        near = ", ".join(suggest(id)) or "none is near"
        raise RulesError(f"{id!r} is no id of a fan; perhaps: {near}") from None


def class_words() -> tuple[ClassWord, ...]:
    return tuple(_table().classes.values())


def class_word(id: str) -> ClassWord:
    """The class word with this id (``same_pungs`` is 同刻)."""
    try:
        return _table().classes[id]
    except KeyError:
        raise RulesError(f"{id!r} is no id of a class word; there are: {', '.join(_table().classes)}") from None


@lru_cache(maxsize=4096)
def resolve(spelling: str) -> tuple[str, ...]:
    """The ids that a spelling stands for, in official order; none if nobody knows it, several for a class word.

    >>> resolve("胡绝张"), resolve("同刻"), resolve("断五")
    (('last_tile',), ('triple_pung', 'double_pung'), ())
    """
    return _table().index.get(fold(spelling), ())


def is_class_word(spelling: str) -> bool:
    return fold(spelling) in _table().class_keys


def is_misprint(spelling: str) -> bool:
    """True for a damaged spelling that was seen in print (门清自模); ``resolve`` still leads to the fan."""
    return fold(spelling) in _table().misprint_keys


def suggest(spelling: str, limit: int = 3) -> tuple[str, ...]:
    """Ids of fans with similar names, the nearest first. Proposals for a person; nothing may be decided by them."""
    from rapidfuzz import fuzz, process

    index = _table().index
    found = process.extract(fold(spelling), index.keys(), scorer=fuzz.ratio, score_cutoff=50, limit=None)
    return tuple(dict.fromkeys(id for key, _, _ in found for id in index[key]))[:limit]


def fitting(spelling: str, lost: str) -> tuple[str, ...]:
    """Ids of the fans whose Chinese names a spelling may have been, when every character in ``lost`` (as in the
    brackets of a pattern) stands for one that could not be read.

    >>> fitting("双?杠", "?")
    ('two_concealed_kongs', 'two_melded_kongs')
    """
    whole = re.compile("".join("." if re.match(f"[{lost}]", char) else re.escape(char) for char in fold(spelling)))
    found = {id for name in scannable() if whole.fullmatch(name) for id in resolve(name)}
    return tuple(entry.id for entry in fans() if entry.id in found)


def fold(spelling: str) -> str:
    """The spelling without the differences that separate no two names: width, case, spaces, hyphens, dots, invisible
    characters, and the forms of characters that ``names.toml`` lists as the same.

    >>> fold("圏 風 刻"), fold("抢杠胡"), fold("Self-Drawn")
    ('圈风刻', '抢杠和', 'selfdrawn')
    """
    text = unicodedata.normalize("NFKC", spelling).casefold().translate(_characters())
    kept = (c for c in text if unicodedata.category(c) not in _INVISIBLE and c not in _JOINTS)
    return "".join(kept).replace("&", "and")


@cache
def scannable() -> tuple[str, ...]:
    """Chinese spellings, simplified, that may be looked for inside running text, the longest first.

    Class words and the forms with 胡, 糊 and 么 are among them. One-character names (将, 中) and names made of numerals
    are not: in running text they are tiles. Short names are words of the prose too (自摸, 花牌): a hit is a candidate.
    """
    named = [*(fan.spellings for fan in fans()), *(word.spellings for word in class_words())]
    words = (word for spellings in named for word in spellings["zh-Hans"])
    found = {form for word in words if _can_stand_in_text(word) for form in _written_forms(word)}
    return tuple(sorted(found, key=lambda form: (-len(form), form)))


_INVISIBLE = frozenset({"Zs", "Cc", "Cf", "Mn"})
_JOINTS = frozenset("-‐‑‒–—_・·•‧∙")
_NUMERALS = frozenset("一二三四五六七八九十0123456789")


class _Table(msgspec.Struct, frozen=True):
    fans: dict[str, Fan]
    classes: dict[str, ClassWord]
    index: dict[str, tuple[str, ...]]
    class_keys: frozenset[str]
    misprint_keys: frozenset[str]


@cache
def _source() -> dict[str, Any]:
    import tomllib

    return tomllib.loads((Path(__file__).parent / "names.toml").read_text(encoding="utf-8"))


@cache
def _characters() -> Mapping[int, str]:
    tables = _source()["characters"].values()
    return {ord(form): written for table in tables for written, forms in table.items() for form in forms}


@cache
def _table() -> _Table:
    return _build(_source())


def _build(source: dict[str, Any]) -> _Table:
    fans = dict(_fans(source))
    classes = {id: _class_word(id, value, fans) for id, value in source["class"].items()}
    index: dict[str, tuple[str, ...]] = {}
    for entry in fans.values():
        for spelling in (*_all_spellings(entry.spellings), *entry.misprints):
            _enter(index, spelling, (entry.id,))
    for word in classes.values():
        for spelling in _all_spellings(word.spellings):
            _enter(index, spelling, word.members)
    return _Table(
        fans,
        classes,
        index,
        frozenset(fold(spelling) for word in classes.values() for spelling in _all_spellings(word.spellings)),
        frozenset(fold(spelling) for entry in fans.values() for spelling in entry.misprints),
    )


def _fans(source: dict[str, Any]) -> Iterator[tuple[str, Fan]]:
    if len(source["official"]) != OFFICIAL_FANS:
        raise DamagedData(f"names.toml: {len(source['official'])} official fans, there are {OFFICIAL_FANS}")
    if both := source["official"].keys() & source["extension"].keys():
        raise DamagedData(f"names.toml: official and extension at once: {', '.join(sorted(both))}")
    for number, (id, value) in enumerate(source["official"].items(), 1):
        yield id, _fan(id, number, value)
    for id, value in source["extension"].items():
        yield id, _fan(id, None, value)


def _fan(id: str, number: int | None, value: dict[str, Any]) -> Fan:
    return Fan(id, number, _spellings(id, value, "misprint"), tuple(value.get("misprint", ())))


def _class_word(id: str, value: dict[str, Any], fans: Mapping[str, Fan]) -> ClassWord:
    if unknown := [member for member in value["members"] if member not in fans]:
        raise DamagedData(f"names.toml: class.{id}: no such fan: {', '.join(unknown)}")
    order = list(fans)
    return ClassWord(id, tuple(sorted(value["members"], key=order.index)), _spellings(id, value, "members"))


def _spellings(id: str, value: dict[str, Any], besides: str) -> Spellings:
    languages = {lang: words for lang, words in value.items() if lang != besides}
    if unknown := [lang for lang in languages if lang not in LANGUAGES]:
        raise DamagedData(f"names.toml: {id}: no such language: {', '.join(unknown)}; there are {', '.join(LANGUAGES)}")
    if not languages.get("zh-Hans"):
        raise DamagedData(f"names.toml: {id}: no zh-Hans name")
    return {lang: {word: tuple(seen) for word, seen in words.items()} for lang, words in languages.items()}


def _all_spellings(spellings: Spellings) -> Iterator[str]:
    for words in spellings.values():
        yield from words


def _enter(index: dict[str, tuple[str, ...]], spelling: str, ids: tuple[str, ...]) -> None:
    key = fold(spelling)
    if not key:
        raise DamagedData(f"names.toml: nothing is left of the spelling {spelling!r} of {', '.join(ids)}")
    if index.setdefault(key, ids) != ids:
        raise DamagedData(
            f"names.toml: {spelling!r} stands for {', '.join(index[key])} and for {', '.join(ids)};"
            " an ambiguity must be stated as a class"
        )


def _can_stand_in_text(word: str) -> bool:
    return len(word) > 1 and not _NUMERALS.issuperset(word)


def _written_forms(word: str) -> Iterator[str]:
    sets = [written + forms for written, forms in _source()["characters"]["simplified"].items()]
    return map("".join, product(*(next((forms for forms in sets if c in forms), c) for c in word)))
