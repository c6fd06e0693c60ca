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

Language = Literal["en", "fr", "de", "pt", "ja"]
Span = tuple[int, int]

_SAMPLE = 20000
_LATIN, _HAN, _KANA = re.compile("[A-Za-z]"), re.compile(f"[{vocabulary.CHINESE}]"), re.compile("[\u3041-\u30fa]")
_MOST_HAN, _LEAST_KANA = 0.1, 0.08
"""The share of Chinese characters in an English text, and of kana in a Japanese one."""
_LATIN_LANGUAGES: tuple[Language, ...] = ("en", "fr", "de", "pt")
_SPELLINGS = {"en": ("en", "en-old"), "fr": ("fr",), "de": ("de",), "pt": ("pt",), "ja": ("ja",)}
_PLAIN = re.compile(r"[\w '’&/.-]{2,}")
_FOR = r"(?:\s++(?:for|from|with)\b)"
_JOINS = {
    "en": (rf"\s*+(?:,\s*+(?:(?:and|or|nor)\b{_FOR}?)?|[;/&+]|\b(?:and|or|nor|et|ou|ni|und|oder|e)\b{_FOR}?|、)\s*+"),
    "ja": r"\s*+(?:[、,]?(?:または|又は|もしくは|あるいは|及び|および|ならびに|並びに)|[、・,/+&]|と|や)\s*+",
}
_OVER_A_LINE = r"(?:[ \u00a0\-]+|[^\S\n\t]*+\n[^\S\n\t]*+)"
_LINE_END = re.compile(r"[^\S\n\t]*\n[^\S\n\t]*")
_NO_VERB = r"(?!\s+(?:is|are|may|can|could|must|will|does|do|counts?|scores?|adds?|also|cannot|always|still)\b)"
"""What stands behind a name that begins a sentence of its own: excludes A; B may be counted."""
_MOST_NAMES = 20
"""Names that a phrase may speak of; without a limit a long row of names is read again from each of them."""
_FARTHEST = 200
"""Characters before a permission in which a denial of it is looked for."""
_SENTENCE_BEFORE = re.compile(r"[^.;。\n]*$")
_DENIAL = re.compile(r"\b(?:neither|nor|not|never|no|without|cannot|instead|hardly)\b|n['’]t\b", re.I)
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
    include includes including supersedes overrides subsumes counting requires unlike without additionally however
    although though because since therefore thus so then but except besides plus normally usually generally always note
    every each any some such like just even still here there following certain adding scoring claiming award claim
    minus less bonus part extra total deduct subtract drop ignore omit skip deducting implying automatically
    incompatible compatible
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
_PROSE_BEHIND = re.compile(r"\s+(?:of|in|with|from|that|which|where|plus)\b")
"""What goes on behind words in small letters that are a name elsewhere: seven pairs of one suit."""
_LIST_BEFORE = re.compile(
    r"计[:：]?\s*$|\b(?:exclud(?:es?|ing)|implies|combined?\s+with|points\s+for|(?:excluded|implied|counted|added|scored)\s*:)\s*:?\s+$",
    re.I,
)
"""What stands before the first name of a list, also where it is written in small letters."""
_IN_ENGLISH_LIST = re.compile(r"\s*(?:[,;/&+]|\b(?:and|or|nor)\b|\s)+\s*")
_LONGEST_WORDS = 24
_COUNT_BEFORE = re.compile(r"(?<![\w.])[2-9] $")
_WORD_BEHIND = re.compile(r"[ \-]([A-Z][a-z]+)(?![a-z]|\s*:)")
_CHINESE_BESIDE = re.compile(rf"([{vocabulary.CHINESE}]+)[^\w\n]{{0,3}}\Z")


class _Phrase(msgspec.Struct, frozen=True):
    """A row of the table; ``read_as`` stands for a phrase without names."""

    when: re.Pattern[str]
    before: str
    behind: str
    read_as: str | None

    @property
    def affirms(self) -> bool:
        return bool({self.before, self.behind} & {"可计", "另计"})


def language_of(text: str) -> Language | None:
    """The language most of a text is written in, Japanese or one of those with Latin letters (that with most names, or
    English); None for Chinese. What every table has, Chinese names, units and titles, says nothing of the language of
    the rest, so a line or two are enough."""
    sample = text[:_SAMPLE]
    han, kana = len(_HAN.findall(sample)), len(_KANA.findall(sample))
    if kana and kana >= _LEAST_KANA * (han + kana):
        return "ja"
    told = _in_every_table().sub("", sample)
    latin = len(_LATIN.findall(told))
    if not latin or len(_HAN.findall(told)) > _MOST_HAN * latin:
        return None
    return max(_LATIN_LANGUAGES, key=lambda each: sum(len(name) for name in _spellings(each).findall(sample)))


@cache
def _in_every_table() -> re.Pattern[str]:
    titles = vocabulary.any_of(vocabulary.HEADER_WORDS)
    return re.compile(
        rf"{vocabulary.name_pattern()}|{titles}|{vocabulary.KEYWORD}|{vocabulary.POINTS_LABEL}|[番种分点]"
    )


def broken_foreign_names(text: str) -> Iterator[Edit]:
    """Ends of lines inside of names of several words: All / Pungs. Where both parts are names, they are two."""
    language = language_of(text)
    if language is None or language == "ja":
        return
    for found in _spellings(language, _OVER_A_LINE).finditer(text):
        for end in _LINE_END.finditer(found[0]):
            if not (
                names.resolve(found[0][: end.start()]) and _spellings(language).match(text, found.start() + end.end())
            ):
                yield Edit(found.start() + end.start(), found.start() + end.end(), " ", layout=True)


def foreign_names(text: str) -> Iterator[Edit]:
    """Names in a document in English or Japanese, by the Chinese ones."""
    language = language_of(text)
    if language is None:
        return
    spelled = list(_spellings(language).finditer(text))
    titled = sum(map(_is_titled, spelled)) * 2 >= len(spelled)
    done, listed_to = 0, -1
    for found in spelled:
        goes_on = listed_to >= 0 and bool(_IN_ENGLISH_LIST.fullmatch(text, listed_to, found.start()))
        listed = goes_on or bool(_LIST_BEFORE.search(text, max(0, found.start() - _LONGEST_WORDS), found.start()))
        beside = goes_on and text[listed_to : found.start()].isspace()
        if listed:
            listed_to = found.end()
        if language == "en" and (twin := _twin(found)) and twin[0] >= done:
            done = twin[1]
            yield from _one_of(found, twin)
        elif language == "en" and (
            (titled and not _is_titled(found) and _is_prose(found, listed=listed))
            or _is_inside(found, listed=listed, beside=beside)
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


def _is_prose(found: re.Match[str], *, listed: bool) -> bool:
    """Whether words in small letters that would be a name elsewhere are those of a sentence."""
    return bool(_PROSE_BEHIND.match(found.string, found.end())) or not (listed or _stands_alone(found))


def _meant(found: re.Match[str]) -> str | None:
    spelled = found[0]
    plain = " ".join(_IN_WORDS.get(word, word) for word in re.split(r"[\s\-]+", spelled.replace("&", "and")))
    plain = re.sub(r"(?i)(?<=\w\w)our(?=s?\b|ed\b)", "or", plain)
    ways = (way.removesuffix(end) for way in (spelled, plain) for end in ("", "s"))
    fans = next(filter(None, map(names.resolve, ways)), ())
    return names.fan(fans[0]).name if len(fans) == 1 else None


def _is_inside(found: re.Match[str], *, listed: bool, beside: bool) -> bool:
    """Whether an English spelling is part of a longer name that nobody knows: All Green and White, Seven Pairs of
    Dragons, 2 Dragon Pungs. In a list another name may follow; ``beside``: one stands right before it."""
    text = found.string
    before = None if beside else _WORD_BEFORE.search(text[max(0, found.start() - 24) : found.start()])
    behind = _WORD_BEHIND.match(text, found.end())
    if behind and listed and _spellings("en").match(text, behind.start(1)):
        behind = None
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
def _spellings(language: Language, between: str = r"[ \u00a0\-]+") -> re.Pattern[str]:
    """The names of a language; ``between``: what may stand between the words of one."""
    known = (fan.spellings.get(own, {}) for fan in names.fans() for own in _SPELLINGS[language])
    plain = sorted(
        {spelling for own in known for spelling in own if _PLAIN.fullmatch(spelling)},
        key=lambda spelling: (-len(spelling), spelling),
    )
    longest_first = "|".join(between.join(map(_word, re.split("[ -]", spelling))) for spelling in plain)
    if language == "ja":
        return re.compile(longest_first)
    return re.compile(rf"(?<![A-Za-z\u00c0-\u024f\d])(?:{longest_first})s?(?![A-Za-z\u00c0-\u024f])", re.I)


def _word(word: str) -> str:
    """A pattern for a word of a spelling: & for and, digits for numbers in words, British endings, any apostrophe."""
    if word in ("and", "&"):
        return "(?:and|&)"
    if digit := _IN_DIGITS.get(word):
        return f"(?:{word}|{digit})"
    return re.sub("['’]", "['’]", re.sub("(?<=[a-z])or(?=s?$|ed$)", "ou?r", re.escape(word)))


def foreign_phrases(text: str) -> Iterator[Edit]:
    """What is and is not counted in English and Japanese words, by the words of Chinese lists; points in words."""
    language = language_of(re.sub(vocabulary.name_pattern(), "", text[:_SAMPLE]))
    if language is None:
        return
    edits: list[Edit] = []
    taken = bytearray(len(text) + 1)
    for edit in _numbers(text) if language != "ja" else ():
        edits.append(edit)
        taken[edit.start : edit.end] = bytes([1]) * (edit.end - edit.start)
    for phrase in _phrases(language):
        for found in _not_taken(phrase.when, text, taken):
            if not _leaves_a_cell(found) and not (phrase.affirms and _is_denied(found, taken)):
                edits += _edits(found, phrase)
                taken[found.start() : found.end()] = bytes([1]) * len(found[0])
    yield from sorted(edits, key=lambda edit: edit.start)


def _not_taken(pattern: re.Pattern[str], text: str, taken: bytearray) -> Iterator[re.Match[str]]:
    """Where a phrase stands in the words that no other one has; a match that runs into others may begin behind them."""
    at = 0
    while found := pattern.search(text, at):
        last = taken.rfind(1, found.start(), found.end())
        if last < 0:
            yield found
        at = max(found.end(), at + 1) if last < 0 else last + 1


def _is_denied(found: re.Match[str], taken: bytearray) -> bool:
    """Whether a denial that is part of no phrase stands before what seems to be a permission in the same sentence."""
    start = max(0, found.start() - _FARTHEST)
    before = _SENTENCE_BEFORE.search(found.string[start : found.start()])
    words = _DENIAL.finditer(before[0]) if before else iter(())
    return any(not taken[start + before.start() + word.start()] for word in words) if before else False


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
    own = "ja" if language == "ja" else "en"
    several = f"(?P<names>{item}(?:{_JOINS[own]}{item}END){{0,{_MOST_NAMES}}}+)"
    words = table["words"][own]
    words |= {"names": several.replace("END", ""), "listed": several.replace("END", _NO_VERB if own == "en" else "")}
    return tuple(_phrase(row, words) for row in table[own])


def _phrase(row: dict[str, str], words: dict[str, str]) -> _Phrase:
    pattern = re.sub(r"\{names\}$", "{listed}", row["when"])
    while found := re.findall(r"\{([a-z]+)\}", pattern):
        for word in found:
            pattern = pattern.replace(f"{{{word}}}", words[word])
    return _Phrase(re.compile(pattern, re.I), row.get("before", ""), row.get("behind", ""), row.get("read_as"))
