"""The repair steps, in the order they are taken.

Each step looks at the text as the steps before it left it and yields edits. What a step may do is written in its
docstring; none of them decides between two official fans (tests/test_repair.py holds all pairs apart).
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from pathlib import Path

from extract import vocabulary
from extract.readers import headers
from extract.repair import Edit, Mended
from extract.repair.broken_keywords import broken_keywords
from extract.repair.broken_lists import broken_lists
from extract.repair.broken_names import broken_names, broken_points
from extract.repair.compared import compared_columns, value_signs
from extract.repair.digits import digit_names
from extract.repair.fields import program_fields
from extract.repair.joined import consecutive, joined_lines, tier_lines
from extract.repair.languages import broken_foreign_names, foreign_names, foreign_phrases
from extract.repair.markup import entities, language_variants, tags
from extract.repair.running_heads import running_heads
from extract.repair.sections import section_numbers
from extract.repair.signs import exclusion_signs
from mjrules import names

StepFunction = Callable[[str], Iterable[Edit]]


@cache
def tables() -> dict[str, dict[str, str]]:
    """The tables of stand-ins (tables.toml)."""
    with (Path(__file__).parent / "tables.toml").open("rb") as file:
        return tomllib.load(file)


def _replaced(pattern: str, text: str, read_as: str, *, layout: bool = False) -> Iterator[Edit]:
    for found in re.finditer(pattern, text):
        yield Edit(found.start(), found.end(), read_as, layout=layout)


def _swapped(table: dict[str, str], text: str) -> Iterator[Edit]:
    pattern = "|".join(re.escape(key) for key in sorted(table, key=len, reverse=True))
    for found in re.finditer(pattern, text):
        yield Edit(found.start(), found.end(), table[found.group()])


_IGNORABLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff"
    "\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""What Unicode calls default ignorable: shown as nothing where it means nothing (DerivedCoreProperties.txt)."""


def invisible(text: str) -> Iterator[Edit]:
    """Characters nobody sees: soft hyphens, zero-width spaces and joiners, marks of direction, variation selectors,
    fillers, byte order marks, and control characters that stand for nothing."""
    return _replaced(f"[\x00-\x08\x0e-\x1f\x7f{_IGNORABLE}]", text, "")


def entity_words(text: str) -> Iterator[Edit]:
    """Runs of the literal word nbsp, left where a page was flattened: tile pictures stood there.

    Before the keyword of a list such a run ends a line, elsewhere it is a space.
    """
    for found in re.finditer(r"(?:(?<!\s)\s+)?(?:&?\bnbsp\b;?\s*+)+", text):
        ends_line = re.compile(vocabulary.KEYWORD).match(text, found.end())
        yield Edit(found.start(), found.end(), "\n" if ends_line else " ")


def spaces(text: str) -> Iterator[Edit]:
    """Every kind of space but tabs and line breaks is a space."""
    return _replaced("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\r\v\f]", text, " ", layout=True)


def pinyin(text: str) -> Iterator[Edit]:
    """Readings in Latin letters or kana after a character: 圈【quān】, 大(dà), 七対(チートイ)."""
    letters = "a-zA-ZüÜāáǎàēéěèīíǐìōóǒòūúǔùǖǘǚǜńňǹ"
    toned = "āáǎàēéěèīíǐìōóǒòūúǔùǖǘǚǜ"
    plain = "[(（][a-zü]{1,6}[)）]"
    opening, closing, han = "[(（\\[［〔]", "[)）\\]］〕]", "[\u3400-\u9fff]"
    return _replaced(
        rf"【[{letters}]+】|(?<={han}){opening}[{letters}]*[{toned}][{letters}]*{closing}"
        rf"|(?<={han}){opening}[\u3041-\u30ff\s・]+{closing}"
        # without tones, where the character before or behind has its reading, too
        rf"|(?<={han})【[\u3041-\u30ff\s・]+】"
        rf"|(?<={han}){plain}(?={han}{plain})|(?<=[a-zü][)）]{han}){plain}",
        text,
        "",
    )


def lookalikes(text: str) -> Iterator[Edit]:
    """Characters that only look like the one that is meant."""
    return _swapped(tables()["lookalike"], text)


_NUMBER_SIGNS = ("①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳", "⑴⑵⑶⑷⑸⑹⑺⑻⑼⑽⑾⑿⒀⒁⒂⒃⒄⒅⒆⒇", "❶❷❸❹❺❻❼❽❾❿")
"""Numbers with a ring or brackets of their own: where they count items from 1 they are no digits of the text."""


def item_numbers(text: str) -> Iterator[Edit]:
    """Numbers in rings between the items of a list, from 1 on, behind its keyword: 不计①无字②断幺. As digits they would
    be the points of the names before them."""
    edits = (edit for signs in _NUMBER_SIGNS for edit in _numbered(text, signs))
    return iter(sorted(edits, key=lambda edit: edit.start))


def _numbered(text: str, signs: str) -> Iterator[Edit]:
    for first in re.finditer(rf"(?<=[计計记記种種：:]){signs[0]}(?=[\u3400-\u9fff“《「])", text):
        yield Edit(*first.span(), "", layout=True)
        ends = re.compile(f"[\n{signs[0]}]|$").search(text, first.end())
        at = first.end()
        for sign in signs[1:]:
            at = text.find(sign, at, ends.start() if ends else len(text))
            if at < 0:
                break
            yield Edit(at, at + 1, "、", layout=True)


_RINGED = "".join(map(chr, [*range(0x2460, 0x2474), *range(0x24EA, 0x2500)]))
"""Numbers in a ring: in their ordinary form they would run into digits behind them."""
_FIRST_IN_A_LINE = re.compile(rf"^[^\w\n]*([{_RINGED}])", re.M)
_BEFORE_A_DIGIT = re.compile(r"[^\w\n]*\d")


def width(text: str) -> Iterator[Edit]:
    """Full-width letters, digits and signs, circled numbers and radicals in their ordinary form."""
    first = {found.start(1) for found in _FIRST_IN_A_LINE.finditer(text)}
    for found in re.finditer("[\uff01-\uff9f\u2460-\u24ff\u2e80-\u2fdf\u3192-\u319f\u3220-\u33ff\uf900-\ufaff]", text):
        plain = unicodedata.normalize("NFKC", found.group())
        if found[0] in _RINGED and _BEFORE_A_DIGIT.match(text, found.end()):  # ①88番 is no 188番
            plain += ". " if found.start() in first else " "
        if plain != found.group():
            yield Edit(found.start(), found.end(), plain, layout=not plain.isalnum())


@cache
def _simplifier() -> Callable[[str], str]:
    from opencc import OpenCC

    converter = OpenCC("t2s")
    return lambda text: str(converter.convert(text))


def twin_words(text: str) -> Iterator[Edit]:
    """One word side by side in several scripts, or one fan under several names (抢杠和 / 搶槓胡): the first stands for
    all of them."""
    char = f"[{vocabulary.CHINESE}、]"
    word = f"{char}{{2,}}"
    for found in re.finditer(rf"(?<!{char})({word})(?:\s*/\s*{word})+(?!{char})", text):
        words = re.findall(word, found[0])
        meant = {names.resolve(plain) or plain for plain in map(_simplifier(), words)}
        if len(meant) == 1 and len(set(words)) > 1:
            yield Edit(found.end(1), found.end(), "")


def script(text: str) -> Iterator[Edit]:
    """Traditional characters in their simplified form (OpenCC), character by character."""
    simplify = _simplifier()
    simplified = simplify(text)
    if len(simplified) != len(text):
        simplified = "".join(one if len(one := simplify(char)) == 1 else char for char in text)
    for at, (printed, plain) in enumerate(zip(text, simplified, strict=True)):
        if printed != plain:
            yield Edit(at, at + 1, plain)


def variants(text: str) -> Iterator[Edit]:
    """Japanese and regional forms, and 么 where 幺 is meant (断么, 么九刻), never in 什么."""
    edits = [*_swapped(tables()["variant"], text)]
    edits += _replaced("(?<![什怎那这多要])么(?=[九鸡将头牌])|(?<=[断带混清三])么(?!样)", text, "幺")
    return iter(sorted(edits, key=lambda edit: edit.start))


def page_marks(text: str) -> Iterator[Edit]:
    """Running numbers (``7、``) that a page break put into the middle of a sentence; the sentence goes on without them.

    A run of three or more lines numbered one after the other is taken for page marks unless the numbers stand before
    fan names, or words with points of their own (甲乙丙 24番): then it is a numbered list.
    """
    marks = list(re.finditer(r"(?:(?<=\n)|^)[^\S\n]*(?P<number>\d{1,3})、", text))
    for run in consecutive(marks):
        named = sum(bool(_listed_name().match(text, mark.end())) for mark in run)
        alone = all(text[mark.end() : mark.end() + 1] == "\n" for mark in run)
        if (len(run) >= 3 and named * 3 < len(run)) or alone:
            yield from (_page_mark(text, mark) for mark in run)


def _page_mark(text: str, mark: re.Match[str]) -> Edit:
    """The first page begins a line of its own; every other mark is taken out together with the break before it. The
    break swallowed the space between a number and a word, so it is put back there."""
    if int(mark[1]) == 1:
        return Edit(mark.start(), mark.end(), "")
    start = mark.start()
    while start and text[start - 1].isspace():
        start -= 1
    before, after = text[start - 1 : start], text[mark.end() : mark.end() + 1]
    return Edit(start, mark.end(), " " if before.isdigit() != after.isdigit() else "")


def table_headers(text: str) -> Iterator[Edit]:
    """Header rows (名称 番数 说明) wherever they stand, also in the middle of joined text: an entry ends there."""
    word = "|".join(sorted(vocabulary.HEADER_WORDS, key=len, reverse=True))
    return _replaced(rf"(?:{word})(?:[ \t|]+(?:{word}))+", text, "\n")


def footnote_marks(text: str) -> Iterator[Edit]:
    """Reference marks: [注 1], [3], [来源请求]."""
    return _replaced(r"\[\s*(?:(?:注|参|註|參)\s*\d{0,3}|\d{1,3}|来源请求)\s*\]", text, "")


def edit_links(text: str) -> Iterator[Edit]:
    """Edit links of wiki pages (大四喜 编辑): what stands before one is a heading, so it gets lines of its own."""
    heading = rf"(?<!\d)\d{{1,3}}\s*{vocabulary.UNIT}|{vocabulary.name_pattern()}"
    for found in re.finditer(rf"({heading})[ \t]*+(?:\[[ \t]*+)?编辑(?:[ \t]*+\])?", text):
        if found.start() and text[found.start() - 1] != "\n":
            yield Edit(found.start(), found.start(), "\n", layout=True)
        at_end = found.end() == len(text) or text[found.end()] == "\n"
        yield Edit(found.end(1), found.end(), "" if at_end else "\n")


def word_slips(text: str) -> Iterator[Edit]:
    """Misread characters in the ordinary words of rule texts: 刻了, 顺了, 各牌."""
    edits = [edit for pattern, meant in tables()["slip"].items() for edit in _replaced(pattern, text, meant)]
    return iter(sorted(edits, key=lambda edit: edit.start))


def doubled_words(text: str) -> Iterator[Edit]:
    """A particle printed twice."""
    return _replaced("的的", text, "的")


def doubled_glyphs(text: str) -> Iterator[Edit]:
    """Bold type that a PDF imitates by printing every glyph twice: 花花龙龙 88番番.

    Only where a line begins so and a fan name comes out: rows of tiles are doubled by nature.
    """
    head = re.compile(rf"\s*(?:\d{{1,3}}\s*[.、]?\s*)?{vocabulary.name_pattern()}")
    for found in re.finditer(r"(?:(?<=\n)|^)(?:(\S)\1|[^\S\n])+", text):
        halved = re.sub(r"(\S)\1|([^\S\n])\2", r"\1\2", found[0])
        if head.match(halved):
            yield Edit(found.start(), found.end(), halved)


_PRICED = re.compile(
    r"(?i)(?<=\d)(?:[^\S\n]*|-)(?:(?P<english>pts?(?![a-z])\.?|point\(s\)|points?(?![a-z]|\s*[:=]\s*\d)|(?P<fans>fans)(?![a-z])"
    r"|fan(?![a-z]))|[番分点台飜翻])|(?P<line_end>\n)"
)


def units(text: str) -> Iterator[Edit]:
    """pts, points and fan behind a number, in a text of any language. Behind points 7 fans are seven of them, unless
    the number is the same."""
    points = ""
    for found in _PRICED.finditer(text):
        number = "" if found["line_end"] else _digits_before(text, found.start())
        counted = found["fans"] and points and points != number
        if found["english"] and not counted:
            yield Edit(found.start(), found.end(), "番", layout=True)
        points = points if counted else number


def _digits_before(text: str, end: int) -> str:
    start = end
    while start and text[start - 1].isdigit():
        start -= 1
    return text[start:end]


_BULLETS = "•·●○■◆◇▪▫‣►▶◦⁃∙◎★☆♦※"


def bullets(text: str) -> Iterator[Edit]:
    """The marks before the items of a list of lines."""
    for found in re.finditer(rf"(?m)^[ \t]*([{_BULLETS}]+[ \t]*|[-–—*+][ \t]+)(?=\S)", text):
        yield Edit(*found.span(1), "", layout=True)


def labels(text: str) -> Iterator[Edit]:
    """The word that says that a name follows, before a name at the start of a line: 番种：大四喜, 【名称】花龙."""
    chinese = rf"[\[【(]?(?:(?:{vocabulary.NAME_LABELS})(?:名称?)?|役名)[\]】)]?\s*[:]?\s*"
    label = rf"{chinese}|(?:{vocabulary.FOREIGN_NAME_LABELS})\s*:\s*"
    number = rf"(?:\d{{1,3}}|{vocabulary.CHINESE_NUMBER})"
    counted = rf"(?:{number}[ \t]*[.、)]|(?:#|(?i:no[.。]?)[ \t]*)?\d{{1,3}}[ \t]|\({number}\)|第{number}[番号种个条])"
    for found in re.finditer(
        rf"(?m)^[ \t]*(?:{counted})?[ \t]*({label})(?=[\[{{【「《〈“\"']?{vocabulary.name_pattern()})", text
    ):
        yield Edit(*found.span(1), "", layout=True)


def spread_labels(text: str) -> Iterator[Edit]:
    """The word for a field of an entry with spaces between its characters, before a colon or at the end of its cell or
    bracket: 番 数:88番, 【定 义】."""
    for found in _SPREAD_WORD.finditer(text):
        if _is_label(word := found["word"].replace(" ", "")):
            yield Edit(*found.span("word"), word, layout=True)


_SPREAD_WORD = re.compile(
    rf"(?:^|[\t|;。,\]】)])[ ]*[\[【(<《「]?[ ]*(?P<word>[{vocabulary.CHINESE}](?: +[{vocabulary.CHINESE}]){{1,5}})"
    r"(?=[ ]*(?:[:=\]】)>》」\t]|$))",
    re.M,
)


def _is_label(word: str) -> bool:
    return word in vocabulary.LABEL_WORDS or headers.is_title(word)


_BROKEN_LABEL = re.compile(
    rf"^[^\w\n]*(?:{vocabulary.POINTS_LABEL}|台数)(?P<mark>[\]】)\s]*:?)[^\S\n]*(?P<end>\n+)"
    rf"(?=[^\S\n]*{vocabulary.POINTS}[^\S\n]*(?:[番分点台])?[^\S\n]*$)",
    re.M,
)
_FEWEST_LABELS = 2
"""Labels with their points on the line below: one alone may be the title of a column, and the number any number."""


def broken_labels(text: str) -> Iterator[Edit]:
    """The line break between a label and its points (番数 / 24番)."""
    found = list(_BROKEN_LABEL.finditer(text))
    for label in found if len(found) >= _FEWEST_LABELS else ():
        yield Edit(*label.span("end"), "" if label["mark"].endswith(":") else ":", layout=True)


def spread_names(text: str) -> Iterator[Edit]:
    """A name printed with spaces between its characters: 海 底 捞 月."""
    for found in _spread_name().finditer(text):
        yield Edit(found.start(), found.end(), found[0].replace(" ", ""), layout=True)


@cache
def _spread_name() -> re.Pattern[str]:
    """A name of two characters must stand free: between words of a sentence it may come about by accident."""
    spread = {name: " +".join(map(re.escape, name)) for name in names.scannable()}
    long = "|".join(pattern for name, pattern in spread.items() if len(name) > 2)
    short = "|".join(pattern for name, pattern in spread.items() if len(name) == 2)
    firsts = "".join(sorted({name[0] for name in spread}))
    return re.compile(f"(?=[{firsts}] )(?:{long}|(?<![{vocabulary.CHINESE}])(?:{short})(?![{vocabulary.CHINESE}]))")


def lost_negations(text: str) -> Iterator[Edit]:
    """不无字, 下计无字 or 不什无字 for 不计无字: the mark of a list of what is not counted, damaged."""
    name = vocabulary.name_pattern()
    stop = r"(?=[。、,;\s)]|$)"
    for found in re.finditer(rf"(?<![^。,;\s(])(?:(不)(?={name}{stop})|(下计|不[什讦汁针讨订])(?={name}))", text):
        begins_a_name = found[1] and _name().match(text, found.start())
        if not begins_a_name:
            yield Edit(found.start(), found.end(), "不计", changes_meaning=True)


@cache
def _name() -> re.Pattern[str]:
    return re.compile(vocabulary.name_pattern())


@cache
def _listed_name() -> re.Pattern[str]:
    word = rf"[{vocabulary.CHINESE}]{{2,8}}[\s:(]{{0,3}}{vocabulary.POINTS}\s*{vocabulary.UNIT}"
    price = rf"(?:{vocabulary.POINTS_LABEL}|[计共]?{vocabulary.POINTS}\s*{vocabulary.UNIT}?)"
    before = rf"(?![、,。;)])(?:[^\w\n]|番[种型名]|名称|役名|{price})*"
    how_many = r"(?:[共有]*\s*\d{1,2}\s*[种个项][^\w\n]*)?"
    tier = rf"[^\w\n]*{vocabulary.POINTS}\s*{vocabulary.UNIT}[^\w\n]*{how_many}(?=\n|$)"
    return re.compile(rf"{before}{vocabulary.name_pattern()}|\s*{word}|{tier}")


@cache
def name_slip_table() -> dict[str, str]:
    """Spellings that one confusable character away from a name, each of them near one fan only."""
    meant: dict[str, set[str]] = {}
    for fan in names.fans():
        for spelling in fan.spellings.get("zh-Hans", {}):
            for slipped in _slips_of(spelling):
                meant.setdefault(slipped, set()).add(spelling)
    known = {slipped for slipped in meant if names.resolve(slipped) and not names.is_misprint(slipped)}
    return {
        slipped: min(spellings)
        for slipped, spellings in meant.items()
        if slipped not in known and len({names.resolve(spelling) for spelling in spellings}) == 1
    }


def _slips_of(spelling: str) -> Iterator[str]:
    if len(spelling) < 2:
        return
    for meant, stand_ins in tables()["name_slip"].items():
        for found in re.finditer(meant, spelling):
            for char in stand_ins:
                yield spelling[: found.start()] + char + spelling[found.end() :]


def name_slips(text: str) -> Iterator[Edit]:
    """A fan name with one confusable character (平各, 门清自模) where a list or the head of an entry wants a name."""
    table = name_slip_table()
    pattern = "|".join(re.escape(slipped) for slipped in sorted(table, key=len, reverse=True))
    in_a_list = rf"(?<=[计、])(?:{pattern})(?=[、,。;\s)]|$)"
    at_a_head = rf"(?:(?<=\n)|(?<=[.、] )|(?<=\d )|^)(?:{pattern})(?=[ \t]+\d{{1,3}}(?:\s|{vocabulary.UNIT}|$))"
    for found in re.finditer(f"{in_a_list}|{at_a_head}", text):
        yield Edit(found.start(), found.end(), table[found.group()], changes_meaning=True)


STEPS: tuple[tuple[str, StepFunction], ...] = (
    ("entity", entities),
    ("language-switch", language_variants),
    ("tag", tags),
    ("invisible", invisible),
    ("compared-column", compared_columns),
    ("value-sign", value_signs),
    ("pinyin", pinyin),
    ("doubled-glyph", doubled_glyphs),
    ("lookalike", lookalikes),
    ("spaces", spaces),
    ("item-number", item_numbers),
    ("width", width),
    ("unit", units),
    ("broken-foreign-name", broken_foreign_names),
    ("foreign-name", foreign_names),
    ("foreign-phrase", foreign_phrases),
    ("twin-word", twin_words),
    ("script", script),
    ("variant", variants),
    ("digit-name", digit_names),
    ("exclusion-sign", exclusion_signs),
    ("section-number", section_numbers),
    ("running-head", running_heads),
    ("broken-keyword", broken_keywords),
    ("bullet", bullets),
    ("spread-name", spread_names),
    ("spread-label", spread_labels),
    ("broken-label", broken_labels),
    ("label", labels),
    ("program-field", program_fields),
    ("joined-line", joined_lines),
    ("tier-line", tier_lines),
    ("entity-word", entity_words),
    ("page-mark", page_marks),
    ("broken-name", broken_names),
    ("broken-points", broken_points),
    ("table-header", table_headers),
    ("footnote-mark", footnote_marks),
    ("edit-link", edit_links),
    ("word-slip", word_slips),
    ("doubled-word", doubled_words),
    ("broken-list", broken_lists),
    ("lost-negation", lost_negations),
    ("name-slip", name_slips),
)


_END_OF_GAP = 24
"""Spaces and line breaks that are kept at each end of a long run of them: more than any layout means, and few enough
for a pattern that tries every way to share them out."""
_LONG_GAP = re.compile(rf"\s{{{2 * _END_OF_GAP + 1},}}")


def long_gaps(text: str) -> Iterator[Edit]:
    """The middle of a long run of spaces and line breaks; a line still ends where one ended."""
    for found in _LONG_GAP.finditer(text):
        start, end = found.start() + _END_OF_GAP, found.end() - _END_OF_GAP
        line_ends = "\n" in text[start:end]
        yield Edit(start, end, "\n" if line_ends else "", layout=True)


def mend(text: str, labels: Iterable[tuple[int, int]] = (), level_of: Callable[[int], int] = lambda at: 0) -> Mended:
    """Take every step in order. First go the characters at ``labels``: automatic numbers and marks of notes, which the
    reader of the file knows for what they are. Long gaps are made shorter: those of the file, and those that a step
    made by taking out what stood in them. ``level_of``: how the document sets the line of an offset (``Block.level``).
    """
    mended = Mended(text)
    mended.take("automatic-label", (Edit(start, end, "", layout=True) for start, end in labels))
    mended.take("long-gap", long_gaps(mended.text))
    told = {"broken-list": partial(broken_lists, level_of=lambda at: level_of(mended.span(at, at)[0]))}
    for kind, step in STEPS:
        before = mended.text
        mended.take(kind, told.get(kind, step)(before))
        if mended.text is not before:
            mended.take("long-gap", long_gaps(mended.text))
    return mended
