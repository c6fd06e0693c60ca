"""What a list hangs on: the words around it that say when it holds, for what, or whether it must be followed at all."""

from __future__ import annotations

import re
from functools import cache

from extract import vocabulary

_LONGEST = 200
"""Characters before a list in which its condition is looked for."""
_BEGINS = "(?:如果?|若|当|凡|假如|倘若|一旦|只要|遇到?|除非)"
_SOME = "(?:有的|有些|某些|部分|个别|一些|不少|其他)(?:规则|地方|地区|版本|平台|比赛|场合|书|资料|教材)"
_EDITION = (
    f"(?:{_SOME}|[^。;,()\\s]{{0,6}}?(?:规则|规程|\\d版|[旧新老原]版|\\d年))"
    "(?:规定|[起前后中里下]|以[前后]|之[前后]|开始)*"
)
"""Rules, a place or a time that a list holds for: 98规则, 有些地方, 2006年起."""
_BEFORE = re.compile(
    rf"(?:^|[。;,(\s])(?P<hypothetical>{_BEGINS}[^。;]*?)[,\s]*$"
    r"|(?:^|[。;,(\s])(?P<circumstance>[^。;,()\s]{1,20}(?:时候?|的话|情况下|者))[,\s]*$"
    r"|(?:^|[。;,(\s])(?P<counted>(?:已经?|既)?[计算]了?[^。;,()\s]{1,20}(?:[,\s]*[则就便即]|,))\s*$"
    rf"|(?:^|[。;,(\s])(?P<edition>{_EDITION})[还也又则就:,\s]*$"
    rf"|(?:^|[。;(\s])(?P<exception>除了?[^。;()]{{1,40}}?(?:以外|之外|外))[,\s]*$"
    r"|(?:^|[。;,(\s])(?P<part>(?:其?自身|本身|其中|其他|[该此这])[^。;,()\s]{0,8})$"
)
_OF_THE_WHOLE = re.compile(
    r"(?:(?:和|胡|计[番分]|算[番分])牌?时候?|[该此这本]种?(?:牌|番种?|和牌?|牌型|番型|时)|其中|其他)(?:,|$)|.*(?:和|胡)牌时$"
    "|(?:[按依据照在]|根据|按照|依照)?(?:[本该此这]|国标|麻将)*规则(?:规定|中|里)*$"
)
"""Words in the place of a condition that are none: when one wins, this hand."""
_NEED_NOT = re.compile("(?:可以?|可选择?|允许|可能|也许|或许|最好|建议|通常|一般|往往|大多|原则上|有的?人?认为)$")
_BEHIND = re.compile(
    r"[,;]?\s*(?P<unless>(?:除非|仅当)[^。;()]{1,60})"
    rf"|[,;]?\s*(?P<case>(?:如果?|若|当|假如|只要)(?![^。;()]*{vocabulary.KEYWORD})[^。;()]{{3,60}})(?=[。;)\s]|$)"
    r"|[,;]?\s*(?P<except>(?:但|惟|唯|不过)[^。;()]{1,40}?(?:可计|照计|另计))(?=[。;)\s]|$)"
    rf"|[,;]?\s*(?P<apart>(?:但|惟|唯|不过)?[^。;(),]{{1,40}}?{vocabulary.EXCEPTED})(?=[。;)\s]|$)"
)


def before(text: str, start: int, end: int) -> str | None:
    """The condition in the words before a list: 如无“发”字, 有字牌时, 自身的刻子."""
    cell = text.rfind("\t", start, end) + 1  # what another cell of the row says is no condition of this one
    found = _BEFORE.search(text[max(start, cell, end - _LONGEST) : end])
    if not found or not found.lastgroup or _is_end_of_a_bracket(found[found.lastgroup]):
        return None
    words = re.sub("(?:(?<!规)[则就便即,])+$", "", found[found.lastgroup].strip())
    return None if _OF_THE_WHOLE.match(words) else words


def _is_end_of_a_bracket(words: str) -> bool:
    """An example in brackets before the list (如 123-456) is no condition of it."""
    return words.count(")") > words.count("(")


def need_not(text: str, start: int, keyword: re.Match[str]) -> str | None:
    """可不计: that one need not count is no rule that one must not; nor is what is only usual, advised or thought."""
    found = _NEED_NOT.search(text[max(start, keyword.start() - 5) : keyword.start()])
    return f"{found[0]}{keyword[0].rstrip(': ')}" if found else None


def behind(text: str, start: int, end: int) -> re.Match[str] | None:
    """The condition right behind a list: ,除非有字牌; ,但有字牌时除外. What names another fan is a list of its
    own, but not the exception from this one (,自摸除外)."""
    found = _BEHIND.match(text, start, end)
    if found and found.lastgroup != "apart" and _named().search(found[0]):
        return None if found.lastgroup == "except" or _keyword().search(found[0]) else found
    return found


@cache
def _keyword() -> re.Pattern[str]:
    return re.compile(vocabulary.KEYWORD)


@cache
def of_item() -> re.Pattern[str]:
    """A condition between a name and the verb that denies it: 缺一门如有字牌则不计."""
    words = rf"(?P<condition>[如若当遇凡]{vocabulary.CHINESE_OR_QUOTE}{{2,20}}?)[,则时就便即]{{0,2}}"
    return re.compile(rf"{words}(?P<denied>{vocabulary.EXCLUDES})(?=\s*(?:[。,;)]|$))")


@cache
def _named() -> re.Pattern[str]:
    return re.compile(vocabulary.name_pattern())
