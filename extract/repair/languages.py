"""Documents in English and Japanese, read as Chinese ones: names in their place, and what lists say in other words.

The table of names knows the spellings of each language; ``languages.toml`` has the phrases. Everything else stays as it
is, so definitions are not translated. Chinese documents with a word of another language beside a name are left alone.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from extract import vocabulary
from extract.repair import Edit
from mjrules import names

Language = Literal["en", "ja"]
Span = tuple[int, int]

_SAMPLE = 20000
_LATIN, _HAN, _KANA = re.compile("[A-Za-z]"), re.compile(f"[{vocabulary.CHINESE}]"), re.compile("[\u3041-\u30fa]")
_MOST_HAN, _LEAST_KANA = 0.1, 0.08
"""The share of Chinese characters in an English text, and of kana in a Japanese one."""
_SPELLINGS = {"en": ("en", "en-old"), "ja": ("ja",)}
_PLAIN = re.compile(r"[\w '’&/.-]{2,}")
_JOINS = {
    "en": r"\s*+(?:,\s*+(?:(?:and|or|nor)\b)?|;|/|&|\b(?:and|or|nor)\b|、)\s*+",
    "ja": r"\s*+(?:[、・,/]|と|や|及び|および)\s*+",
}
_MOST_NAMES = 20
"""Names that a phrase may speak of; without a limit a long row of names is read again from each of them."""
_COUNTS = {"one": "一副", "another": "一副", "two": "两副", "three": "三副"}
_NUMBERS = {"one": 1, "two": 2, "four": 4, "six": 6, "eight": 8, "twelve": 12, "sixteen": 16} | dict(
    zip(("twenty-four", "thirty-two", "forty-eight", "sixty-four", "eighty-eight"), (24, 32, 48, 64, 88), strict=True)
)
_CHINESE_BEHIND = re.compile(
    rf"(?:\s?[(\[（【](?P<closed>)|[^\w\n(（\[【]{{0,3}})(?P<name>[{vocabulary.CHINESE}]+)(?(closed)[)\]）】])"
)
_IN_DIGITS = {word.capitalize(): str(value) for word, value in _NUMBERS.items() if value <= 4} | {
    word: str(value) for word, value in (("Three", 3), ("Seven", 7), ("Nine", 9), ("Thirteen", 13))
}
_IN_WORDS = {digit: word for word, digit in _IN_DIGITS.items()}
_ORDINARY = """
    no not never points point for with and or nor the is are add adds count counts score scores combine combined
    combines exclude excludes excluded excluding imply implies implied unless when if may can cannot plus instead also
    use fan fans from of as by to see name names only also both either neither this that it they when where
    include includes including supersedes overrides subsumes counting requires unlike
"""
_ORDINARY_WORDS = frozenset(_ORDINARY.split())
"""Words beside a name that are no part of a longer one, also where a title writes them with capitals."""
_WORD_BEFORE = re.compile(r"([A-Z][\w'’]*)[ \-]$")
_IN_A_LIST = re.compile(
    r"(?:计|[,;/、:]|\b(?:excludes?|excluded|implies|implied|with|for|and|or|counted|added))\s*$", re.I
)
_JOINED_BEHIND = re.compile(
    r"[ \-]+(?P<by>(?i:of|and|or|with|&))\s+(?:(?i:the|an?)\s+)?(?P<word>[A-Z][\w'’]*|[a-z]\w*(?=\s*(?:[\d,.;:(]|$)))",
    re.M,
)
"""What makes a name longer: of White, and White; in small letters only at the end of its line or before a number."""
_COUNT_BEFORE = re.compile(r"(?<![\w.])[2-9] $")
_WORD_BEHIND = re.compile(r"[ \-]([A-Z][a-z]+)")
_CHINESE_BESIDE = re.compile(rf"([{vocabulary.CHINESE}]+)[^\w\n]{{0,3}}\Z")


class _Phrase(msgspec.Struct, frozen=True):
    """A row of the table; ``read_as`` stands for a phrase without names."""

    when: re.Pattern[str]
    before: str
    behind: str
    read_as: str | None


def language_of(text: str) -> Language | None:
    """English or Japanese where most of a text is so written; None for Chinese. What every table has, Chinese names,
    units and titles, says nothing of the language of the rest, so a line or two are enough."""
    sample = text[:_SAMPLE]
    han, kana = len(_HAN.findall(sample)), len(_KANA.findall(sample))
    if kana and kana >= _LEAST_KANA * (han + kana):
        return "ja"
    told = _in_every_table().sub("", sample)
    latin = len(_LATIN.findall(told))
    return "en" if latin and len(_HAN.findall(told)) <= _MOST_HAN * latin else None


@cache
def _in_every_table() -> re.Pattern[str]:
    titles = vocabulary.any_of(vocabulary.HEADER_WORDS)
    return re.compile(
        rf"{vocabulary.name_pattern()}|{titles}|{vocabulary.KEYWORD}|{vocabulary.POINTS_LABEL}|[番种分点]"
    )


def foreign_names(text: str) -> Iterator[Edit]:
    """Names in a document in English or Japanese, by the Chinese ones."""
    language = language_of(text)
    if language is None:
        return
    spelled = list(_spellings(language).finditer(text))
    titled = sum(map(_is_titled, spelled)) * 2 >= len(spelled)
    done = 0
    for found in spelled:
        if language == "en" and (twin := _twin(found)) and twin[0] >= done:
            done = twin[1]
            yield from _one_of(found, twin)
        elif language == "en" and (
            (titled and not _is_titled(found) and not _stands_alone(found)) or _is_inside(found)
        ):
            continue
        elif name := _meant(found):
            yield Edit(found.start(), found.end(), name, layout=True)


def _is_titled(found: re.Match[str]) -> bool:
    """Whether a name is written with capitals, as names are; in small letters it may be words of a sentence."""
    return all(
        word[:1].isupper() or word.isdecimal()
        for word in re.findall(r"[\w'’]+", found[0])
        if word not in _ORDINARY_WORDS
    )


def _stands_alone(found: re.Match[str]) -> bool:
    """Whether a name has a line or a cell of its own, stands at the head of a line before a number or a mark, or in a
    list with a capital."""
    before = found.string[max(0, found.start() - 12) : found.start()]
    if found[0][:1].isupper() and _IN_A_LIST.search(before):
        return True
    begins = re.search(r"(?:^|[\n\t|])\W*(?:\d{1,3}\W+)?$", before if found.start() > len(before) else f"\n{before}")
    behind = re.match(r"[^\S\n]*(?:[\n\t|(:\d–-]|$)", found.string[found.end() : found.end() + 12])
    return bool(begins and behind)


def _meant(found: re.Match[str]) -> str | None:
    spelled = found[0]
    plain = " ".join(_IN_WORDS.get(word, word) for word in re.split(r"[\s\-]+", spelled.replace("&", "and")))
    plain = re.sub(r"(?i)(?<=\w\w)our(?=s?\b|ed\b)", "or", plain)
    ways = (way.removesuffix(end) for way in (spelled, plain) for end in ("", "s"))
    fans = next(filter(None, map(names.resolve, ways)), ())
    return names.fan(fans[0]).name if len(fans) == 1 else None


def _is_inside(found: re.Match[str]) -> bool:
    """Whether an English spelling is part of a longer name that nobody knows: All Green and White, Seven Pairs of
    Dragons, 2 Dragon Pungs."""
    text = found.string
    before = _WORD_BEFORE.search(text[max(0, found.start() - 24) : found.start()])
    behind = _WORD_BEHIND.match(text, found.end())
    if any(word and word[1].casefold() not in _ORDINARY_WORDS for word in (before, behind)):
        return True
    joined = _JOINED_BEHIND.match(text, found.end())
    if joined and joined["word"].casefold() not in _ORDINARY_WORDS:
        another = joined["by"] != "of" and _spellings("en").match(text, joined.start("word"))
        if not another:
            return True
    counted = _COUNT_BEFORE.search(text[max(0, found.start() - 4) : found.start()])
    return bool(counted) and found[0].endswith("s") and not names.resolve(found[0])


def _twin(found: re.Match[str]) -> Span | None:
    """The words of an English name that stands beside the Chinese name of the same fan, with the brackets around the
    second of them."""
    text, (start, end) = found.string, found.span()
    before = _CHINESE_BESIDE.search(text[max(0, start - 16) : start])
    behind = _CHINESE_BEHIND.match(text, end)
    name = _meant(found)
    fans = names.resolve(name) if name else ()
    if before and fans and names.resolve(before[1]) == fans:
        opened = re.search(r"[(\[（【]\s*$", before[0])
        closed = re.compile(r"\s*[)\]）】]").match(text, end) if opened else None
        return (start - len(opened[0]), closed.end()) if opened and closed else (start, end)
    if behind and fans and names.resolve(behind["name"]) == fans:
        return start, behind.end() if behind["closed"] is not None else end
    return None


def _one_of(found: re.Match[str], twin: Span) -> Iterator[Edit]:
    """One name is enough: what stands in brackets goes, else the English one."""
    in_brackets = twin[0] == found.start() and twin[1] > found.end()
    yield Edit(*twin, (_meant(found) or "") if in_brackets else "", layout=True)


@cache
def _spellings(language: Language) -> re.Pattern[str]:
    known = (fan.spellings.get(own, {}) for fan in names.fans() for own in _SPELLINGS[language])
    plain = {spelling for own in known for spelling in own if _PLAIN.fullmatch(spelling)}
    longest_first = "|".join(map(_loosely, sorted(plain, key=lambda spelling: (-len(spelling), spelling))))
    if language == "ja":
        return re.compile(longest_first)
    return re.compile(rf"(?<![A-Za-z\d])(?:{longest_first})s?(?![A-Za-z])", re.I)


def _loosely(spelling: str) -> str:
    """A pattern for a spelling: spaces or hyphens where it has one, any apostrophe, & for and, digits for numbers in
    words, British endings."""
    return r"[ \u00a0\-]+".join(map(_word, re.split("[ -]", spelling)))


def _word(word: str) -> str:
    if word in ("and", "&"):
        return "(?:and|&)"
    if digit := _IN_DIGITS.get(word):
        return f"(?:{word}|{digit})"
    return re.sub("(?<=[a-z])or(?=s?$|ed$)", "ou?r", re.escape(word))


def foreign_phrases(text: str) -> Iterator[Edit]:
    """What is and is not counted in English and Japanese words, by the words of Chinese lists; points in words."""
    language = language_of(re.sub(vocabulary.name_pattern(), "", text[:_SAMPLE]))
    if language is None:
        return
    edits: list[Edit] = []
    taken = bytearray(len(text) + 1)
    for edit in _numbers(text) if language == "en" else ():
        edits.append(edit)
        taken[edit.start : edit.end] = bytes([1]) * (edit.end - edit.start)
    for phrase in _phrases(language):
        for found in phrase.when.finditer(text):
            if not any(taken[found.start() : found.end()]) and not _leaves_a_cell(found):
                edits += _edits(found, phrase)
                taken[found.start() : found.end()] = bytes([1]) * len(found[0])
    yield from sorted(edits, key=lambda edit: edit.start)


def _leaves_a_cell(found: re.Match[str]) -> bool:
    """Whether a phrase begins in one cell of a table and ends in another: titles say nothing of the names below."""
    if "\t" in found[0]:
        return True
    line = found.string.rfind("\n", 0, found.start()) + 1
    return "\n" in found[0] and "\t" in found.string[line : found.start()]


def _numbers(text: str) -> Iterator[Edit]:
    """Eighty-eight points."""
    for found in re.finditer(rf"\b({'|'.join(_NUMBERS)})[ -](?:points?|fans?)\b", text, re.I):
        yield Edit(found.start(), found.end(), f"{_NUMBERS[found[1].casefold()]}番", layout=True)


def _edits(found: re.Match[str], phrase: _Phrase) -> Iterator[Edit]:
    """The words before and behind the names, and what joins them; the names stay."""
    if phrase.read_as is not None:
        yield Edit(found.start(), found.end(), phrase.read_as, layout=True)
        return
    read_as, at = phrase.before, found.start()
    for item in _item().finditer(found.string, *found.span("names")):
        count = _COUNTS.get((item["count"] or "").casefold(), "")
        yield Edit(at, item.start("name"), f"{read_as}{count}", layout=True)
        read_as, at = "、", item.end("name")
    yield Edit(at, found.end(), phrase.behind, layout=True)


@cache
def _item() -> re.Pattern[str]:
    return re.compile(
        rf"(?:\b(?:the|an?|either|both|any|(?P<count>{'|'.join(_COUNTS)}))\s+){{0,2}}(?P<name>{vocabulary.name_pattern()})",
        re.I,
    )


@cache
def _phrases(language: Language) -> tuple[_Phrase, ...]:
    with (Path(__file__).parent / "languages.toml").open("rb") as file:
        table: dict[str, Any] = tomllib.load(file)
    item = re.sub(r"\?P<\w+>", "?:", _item().pattern)
    words = table["words"][language] | {"names": f"(?P<names>{item}(?:{_JOINS[language]}{item}){{0,{_MOST_NAMES}}}+)"}
    return tuple(_phrase(row, words) for row in table[language])


def _phrase(row: dict[str, str], words: dict[str, str]) -> _Phrase:
    pattern = row["when"]
    for word in re.findall(r"\{(\w+)\}", pattern):
        pattern = pattern.replace(f"{{{word}}}", words[word])
    return _Phrase(re.compile(pattern, re.I), row.get("before", ""), row.get("behind", ""), row.get("read_as"))
