"""The words rule texts are built of: fan names, units, header words, the keywords of lists, numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from itertools import groupby

from mjrules import names

UNIT = "[番分点]"

TIERS = (88, 64, 48, 32, 24, 16, 12, 8, 6, 4, 2, 1)
"""The points that fans of the official rules have."""
PRINTED_TIERS = f"(?:{'|'.join(map(str, TIERS))})"

COUNTED = "[副个张组种对次门]"
"""What stands behind a number that counts tiles or sets."""

POINTS_LABEL = "(?:番数|番值|分值|分数|点数)"
"""What stands before points that are labelled, in a line or a bracket of their own."""
NAME_LABELS, FOREIGN_NAME_LABELS = "番种|番型|番名|名称|牌型", "Name|Fan|Hand|Yaku"
"""What says that a name follows, for use in brackets."""
_TEXT_LABELS = ("定义", "说明", "释义", "解释", "描述", "构成", "组成", "条件", "牌型", "特征", "要求")
TEXT_LABEL = f"(?:{'|'.join(_TEXT_LABELS)})"
"""What stands before a definition that is labelled."""
HEADER_WORDS = (
    *("番种名称", "番种", "番型", "名称", "番名", "番数", "番值", "分值", "分数", "点数", "类别", "序号", "编号"),
    *("说明及实例", "说明及例项", "说明及举例", "说明及范例", "说明", "定义", "释义", "备注", "例子", "牌例"),
    *("不计番种", "不计", "包含番种", "相关番种", "可复合番种", "不能同时计"),
)
FIELD_WORDS = (*_TEXT_LABELS, "备注", "注", "注释", "例", "例子", "举例", "牌例", "示例")
"""What begins a line that goes on with the entry above it."""
LABEL_WORDS = (*HEADER_WORDS, *FIELD_WORDS)
"""What stands above, before or behind what one thing of an entry is."""

_NEGATION = "(?<![不未][能得可必])(?<!一定)(?:不|无[需须法]|毋[须需庸]|勿|(?<![避以不难])免)"
"""不能不计 and 不得不计 say that something does count."""
_MANNER = "(?:[能可应准许该会宜用必须需要得予以作再另加复重兼累叠并]|另外|额外|单独|同时)"
"""What may stand between a negation and its verb: 不可以再另计, 不单独计."""
EXCLUDES = f"{_NEGATION}{_MANNER}{{0,5}}(?:计算|计|算|记(?!得))"
MAY_COUNT = (
    "(?:(?:亦|也|仍|还)?可以?(?:另外?|加|复|再|同时|重复|额外|单独|叠|累)?(?:计|叠加(?!计)|累加|复合)"
    "|(?:照样?|仍然?|依然)(?:[要可须应]要?)?(?:另外?|加|再)?计"
    r"|(?<![不未])(?:亦|也|仍|还)?可以?加(?!\s*(?:\d|[一二两三四五六七八九十百]*[番分点倍台]|[计入到上在成了])))"
)
ALSO_COUNTS = "另(?:加计|计|加)|加计"
KEYWORD = f"(?:{EXCLUDES}|{MAY_COUNT}|{ALSO_COUNTS})"
COUNTS_AFTER_ALL = "[也亦均都皆]?(?:[要照仍须应需]要?|还要?)(?:另外?|加|再)?计|也另?计|[另加]计"
"""What is said behind a name that does count (碰碰和照计); before a name most of these words mean something else."""
TOGETHER = "(?:(?:同时|一起|一并|重复|叠加|合并|一同)(?:计算?|算|记|加)|[同并兼合共]计|叠加|累加|累计|复合)"
"""What fans may or may not do with each other: 不与无字同计."""
CLASH = "(?:互斥|相斥|冲突|相冲|不相容|不兼容)"
"""What fans do that do not count together."""
TAKES_OUT = f"(?:不(?:[可能得应再另]|可以)*(?:复合|加)|减去|扣除|扣减|排除|剔除|除外(?=\\s*:)|(?<!不){CLASH})"
"""What else says before names that they do not count (不复合无字, 互斥:无字): words that mean other things, too."""
HOLDS_ALREADY = "已经?(?:包含|包括|含)[有了]?"
"""已含无字: what is in it already does not count again."""
EXCEPTED = "(?:除外|例外|不在此[限例列]|不受此限)"
_DENIES = (
    "是否|能否|可否|为什么|为何|并非|并不是|不是|决非|绝非|没有?|无[需须]|毋[须需]|不[再会必用]|未必|不一定|不见得|未曾|从未"
    "|取消了?|废除了?|撤销了?"
)
UNDONE = (
    f'(?:(?:{_DENIES}|删[除去]了?|不能?)[“"‘《「]?(?:{EXCLUDES}|减去|扣除|扣减|排除|剔除)|(?:{_DENIES}|不){CLASH}'
    "|取消(?=[^。,;]{2,20}不计))"
)
"""A keyword that is denied itself, or undone: 并非不计, 取消不计, 不排除."""
ENDS_A_SENTENCE = r"\s*(?:[。,;)\n]|$)"

CHINESE = "\u3400-\u9fff"
"""The range of Chinese characters, for use in brackets."""

UNREADABLE = "\ufffd\ue000-\uf8ff\u25a1"
"""Characters that stand for one that could not be read, for use in brackets."""
CHINESE_OR_QUOTE = f'[{CHINESE}“”‘’"]'

_DIGITS = {char: value for value, char in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "廿": 20, "卅": 30}
_FORMAL = dict(zip("壹贰叁肆伍陆柒捌玖拾", "一二三四五六七八九十", strict=True))
CHINESE_NUMBER = f"[{''.join(_DIGITS)}{''.join(_FORMAL)}十百]{{1,4}}"
POINTS = rf"(?:\d{{1,3}}(?:\.00?)?|{CHINESE_NUMBER})"


@cache
def denied_pattern() -> str:
    """A positive keyword close behind a negation that is none of the known ones (不常另计): it says the opposite of the
    keyword or something else, nobody knows. A fan name is no negation (不求人, 无字), nor is 不过, nor the condition
    that something is not there (如无发可计)."""
    negation = f"(?<![如若当果])(?!{name_pattern()})(?:不(?![过论管仅但])|[无毋勿未没莫])"
    return rf"{negation}[{CHINESE}]{{0,3}}(?:{MAY_COUNT}|{ALSO_COUNTS})"


def any_of(words: Iterable[str]) -> str:
    """A pattern for any of these words, the longest first. Words that begin alike share their beginning: hundreds of
    alternatives one after the other would be tried at every character of a text."""
    words = sorted(set(words))
    if not words:
        return "(?!)"
    firsts = "".join(sorted({re.escape(word[0]) for word in words}))
    return f"(?=[{firsts}]){_branches(words, 0)}"


def _branches(words: list[str], at: int) -> str:
    """The words behind their first ``at`` characters, which are the same in all of them."""
    ends = words[0] if len(words[0]) == at else None
    branches = []
    for char, group in groupby(words[1:] if ends else words, key=lambda word: word[at]):
        own = list(group)
        branches.append(re.escape(own[0][at:]) if len(own) == 1 else re.escape(char) + _branches(own, at + 1))
    return f"(?:{'|'.join(branches)})" + ("?" if ends else "")


@cache
def name_pattern(*, classes: bool = False) -> str:
    """A pattern for every fan name in simplified script, longest first; with ``classes`` for class words too."""
    wanted = [name for name in names.scannable() if classes or not names.is_class_word(name)]
    return f"(?:{any_of(wanted)})"


@cache
def one_character_names() -> str:
    """The Chinese names and class words of one character (杠, 碰, 将): names only where a text leaves nothing else."""
    spellings = [fan.spellings["zh-Hans"] for fan in names.fans()]
    spellings += [word.spellings["zh-Hans"] for word in names.class_words()]
    return "".join(sorted({name for own in spellings for name in own if len(name) == 1 and not name.isascii()}))


def number(text: str) -> int | None:
    """The value of a number in digits or Chinese characters; None when it is none.

    >>> number("88"), number("6.00"), number("廿四"), number("一十六"), number("六四"), number("幺")
    (88, 6, 24, 16, 64, None)
    """
    text = text.strip().partition(".0")[0]
    if text.isdecimal():
        return int(text)
    text = "".join(_FORMAL.get(char, char) for char in text)
    if not text or any(char not in _DIGITS and char not in "十百" for char in text):
        return None
    if not set(text) & set("十百廿卅"):
        return int("".join(str(_DIGITS[char]) for char in text))
    total, last = 0, 0
    for char in text:
        if char in "十百":
            total, last = total + max(last, 1) * (10 if char == "十" else 100), 0
        elif _DIGITS[char] >= 20:
            total += _DIGITS[char]
        else:
            last = _DIGITS[char]
    return total + last
