"""The words and signs of the expression language: what a text is made of, before its grammar is looked at.

A name is any spelling of a fan that ``names.toml`` lists, in any language, or an id; spaces, hyphens, case and width do
not matter. Names may hold the language's own words (All Terminals and Honors), so the longest known name wins.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Literal, NamedTuple

from mjrules import names
from mjrules.fans import FANS, VARIANTS
from mjrules.pattern import Pattern

Kind = Literal[
    "NAME", "FORM_NAME", "CONSTANT", "FORM", "MELDED", "NUMBER",
    "AND", "OR", "NOT", "IMPLIES", "EQUIVALENT", "LEFT", "RIGHT", "TIMES", "EQUAL", "LEAST", "MOST",
    "UNKNOWN",
]  # fmt: skip
"""Terminals of the grammar (``expressions.lark``); UNKNOWN is none: a stretch that nobody knows."""

PATTERNS: Mapping[str, Pattern] = FANS | VARIANTS
"""What a question can name."""

OPERATORS: dict[Kind, tuple[str, ...]] = {
    "AND": ("and", "且", "并且", "並且", "而且", "&", "&&", "∧"),
    "OR": ("or", "或", "或者", "|", "||", "∨"),
    "NOT": ("not", "非", "不是", "~", "!", "¬"),
    "IMPLIES": ("implies", "推出", "=>", "->", "⇒", "→"),
    "EQUIVALENT": ("iff", "等价于", "等價於", "<=>", "<->", "⇔", "↔"),
}
_PUNCTUATION: dict[Kind, tuple[str, ...]] = {
    "LEFT": ("(",),
    "RIGHT": (")",),
    "TIMES": ("*", "×"),
    "EQUAL": ("=", "=="),
    "LEAST": (">=", "≥"),
    "MOST": ("<=", "≤"),
}
SEPARATORS = frozenset(",，、;；")
"""What people write between conditions, and the language does not have: it might mean «and» or «or»."""
WORDS: dict[Kind, tuple[str, ...]] = {
    "FORM": ("form", "牌型", "和牌型"),
    "MELDED": ("melded", "副露"),
}
CONSTANTS: dict[str, tuple[str, ...]] = {
    "discard": ("discard", "点和", "点炮"),
    "concealed": ("concealed", "无副露"),
    "true": ("true", "任意"),
}
"""Conditions that are no fan."""

FORM_NAMES: dict[str, tuple[str, ...]] = {
    "standard": ("standard", "standard form", "基本形", "一般形", "一般型", "基本型"),
    "knitted": ("knitted", "knitted form", "组合龙形", "组合龙型"),
    "seven_pairs": ("seven pairs form", "七对形", "七对型"),
    "thirteen_orphans": ("thirteen orphans form", "十三幺形", "十三幺型"),
    "honors_and_knitted": ("honors_and_knitted", "honors and knitted form", "全不靠形", "全不靠型"),
}
"""The forms of a winning hand, each as it is written in Chinese last; the names of four fans stand for forms too
(FORM_OF_FAN)."""

FORM_OF_FAN = {
    "seven_pairs": "seven_pairs",
    "thirteen_orphans": "thirteen_orphans",
    "knitted_straight": "knitted",
    "lesser_honors_and_knitted_tiles": "honors_and_knitted",
}
"""What ``form(七对)`` means: the form that the fan is named after."""


class Sign(NamedTuple):
    """One word or sign of a text, from ``start`` up to ``end`` (counted from 0)."""

    kind: Kind
    text: str
    value: str
    """What it stands for: the folded name, the constant, the form, the digits."""
    start: int
    end: int


def signs(text: str) -> list[Sign]:
    """The words and signs of a text in order. What nobody knows is one stretch, up to the next operator or bracket."""
    found: list[Sign] = []
    for sign in _signs(text):
        while sign.kind == "UNKNOWN" and found and _belong_together(found[-1], sign):
            sign = _unknown(text, found.pop().start, sign.end)
        found.append(sign)
    return found


def _belong_together(last: Sign, unknown: Sign) -> bool:
    """«Seven Pairs Deluxe» is not a known name with something behind it, but a name nobody knows; 碰碰呼 neither."""
    if SEPARATORS & {last.text[-1], unknown.text[0]}:
        return False
    adjoin = last.end == unknown.start or (_is_name(last.text) and _is_name(unknown.text))
    return last.kind in _BEGIN_NAMES and adjoin


def _is_name(text: str) -> bool:
    return text[0].isalnum()


_BEGIN_NAMES = ("NAME", "FORM_NAME", "CONSTANT", "FORM", "MELDED", "UNKNOWN")


def _signs(text: str) -> Iterator[Sign]:
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        sign = _symbol(text, at) or _word(text, at) or _number(text, at) or _stretch(text, at)
        yield sign
        at = sign.end


def _word(text: str, start: int) -> Sign | None:
    """The longest word or name of the lexicon that starts here and ends with a whole word."""
    if not names.fold(text[start]) or _in_a_word(text, start):
        return None
    known, longest = _lexicon()
    folded, found = "", None
    for end in range(start + 1, len(text) + 1):
        folded = names.fold(text[start:end])
        if len(folded) > longest:
            break
        if folded in known and names.fold(text[end - 1]) and not _in_a_word(text, end):
            kind, value = known[folded]
            found = Sign(kind, text[start:end], value, start, end)
    return found


def _in_a_word(text: str, at: int) -> bool:
    """Whether a cut here would go through a word of letters that need spaces between words."""
    return 0 < at < len(text) and _is_spelling(text[at - 1]) and _is_spelling(text[at])


def _is_spelling(char: str) -> bool:
    """Letters, without the characters of Chinese and Japanese, which need no spaces, and without digits (``*2and``)."""
    return char == "_" or (char.isalpha() and unicodedata.category(char) != "Lo")


def _symbol(text: str, start: int) -> Sign | None:
    known, widest = _symbols()
    for length in range(widest, 0, -1):
        narrow = unicodedata.normalize("NFKC", text[start : start + length])
        if narrow in known:
            end = min(start + length, len(text))
            return Sign(known[narrow], text[start:end], narrow, start, end)
    return None


_DIGITS = re.compile(r"\d+")


def _number(text: str, start: int) -> Sign | None:
    found = _DIGITS.match(text, start)
    return found and Sign("NUMBER", found[0], found[0], start, found.end())


def _stretch(text: str, start: int) -> Sign:
    """What nobody knows: a name up to an operator, a bracket, or a strange sign behind a space; or strange signs."""
    end = start + 1
    if _is_name(text[start]):
        while end < len(text) and not _begins_operator(text, end) and not _stands_apart(text, end):
            end += 1
    else:
        while end < len(text) and not (_is_name(text[end]) or text[end].isspace() or _begins_operator(text, end)):
            end += 1
    return _unknown(text, start, end)


def _stands_apart(text: str, at: int) -> bool:
    """A strange sign with a space before it."""
    return text[at - 1].isspace() and not text[at].isspace() and not _is_name(text[at])


def _begins_operator(text: str, at: int) -> bool:
    if text[at] in SEPARATORS:
        return True
    sign = _symbol(text, at) or _word(text, at)
    return sign is not None and (sign.kind in OPERATORS or sign.kind in _PUNCTUATION)


def _unknown(text: str, start: int, end: int) -> Sign:
    found = text[start:end].rstrip()
    return Sign("UNKNOWN", found, found, start, start + len(found))


@cache
def _lexicon() -> tuple[dict[str, tuple[Kind, str]], int]:
    """Folded words and names with what they stand for, and the length of the longest.

    The value of a name is the folded spelling itself: whether it is one fan is not for the lexicon to say.
    """
    tables = [*(fan.spellings for fan in names.fans()), *(word.spellings for word in names.class_words())]
    spelled = [word for table in tables for words in table.values() for word in words]
    spelled += [word for fan in names.fans() for word in fan.misprints]
    known: dict[str, tuple[Kind, str]] = {key: ("NAME", key) for key in map(names.fold, spelled)}
    known |= {names.fold(id): ("NAME", id) for id in PATTERNS}
    for kind, words in (*OPERATORS.items(), *WORDS.items()):
        known |= {names.fold(word): (kind, word) for word in words if word.isalpha()}
    known |= {names.fold(word): ("CONSTANT", id) for id, words in CONSTANTS.items() for word in words}
    known |= {names.fold(word): ("FORM_NAME", id) for id, words in FORM_NAMES.items() for word in words}
    return known, max(map(len, known))


@cache
def _symbols() -> tuple[dict[str, Kind], int]:
    tables = (*OPERATORS.items(), *_PUNCTUATION.items())
    known = {unicodedata.normalize("NFKC", s): kind for kind, some in tables for s in some if not s.isalpha()}
    return known, max(map(len, known))


# what names stand for


def ids_of(name: str) -> tuple[str, ...]:
    """The fans or the variant that a name of the lexicon stands for."""
    return (name,) if name in PATTERNS else names.resolve(name)


def names_a_form(found: Sequence[Sign], number: int) -> bool:
    """Whether the name at this place stands for a form, as in ``form(七对)``."""
    return number >= 2 and found[number - 2].kind == "FORM"


def fans_in(text: str) -> list[str]:
    """The fans that a text names, in order."""
    found = signs(text)
    fans = (sign.value for number, sign in enumerate(found) if sign.kind == "NAME" and not names_a_form(found, number))
    return [ids_of(name)[0] for name in fans]
