"""What is left of the notation of pages in a text: entities, tags, the switch between scripts of an encyclopedia."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from extract.repair import Edit

_SWITCH = re.compile(r"-\{([^{}\n]*)\}-")
_FLAG = re.compile(r"([A-Za-z;\s-]{0,30})\|")
_PREFERRED = ("zh-hans", "zh-cn", "zh-sg", "zh-my", "zh", "zh-hant", "zh-tw", "zh-hk", "zh-mo")
"""The variant that is shown: simplified where there is one."""


_ENTITY = re.compile(r"&(?:amp;)*(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,8}\d{0,2});?")
_LINES = "p|div|tr|li|h[1-6]|hr|dt|dd|details|summary|section|article|blockquote|center|pre|caption|legend|option"
_IN_LINES = (
    "span|b|i|u|em|strong|font|a|td|th|sup|sub|o:p|small|big|s|del|ins|mark|code|kbd|tt|q|cite|nobr|label|abbr|img|ruby"
    "|rb|ul|ol|dl|table|t(?:head|body|foot)|colgroup|col|main|header|footer|aside|nav|fieldset|html|head|body|meta|link"
)
_TAG = re.compile(rf"</?(?:br|{_LINES}|{_IN_LINES})\b[^<>\n]{{0,200}}>", re.I)
_ENDS_LINE = re.compile(rf"<br\b|</?(?:{_LINES})\b", re.I)
_ENDS_CELL = re.compile(r"</t[dh]\b", re.I)


def entities(text: str) -> Iterator[Edit]:
    """Entities of pages that were never resolved, also when escaped twice (&amp;nbsp;) or without their semicolon.

    The word nbsp has its own step: pages were flattened with it.
    """
    for found in _ENTITY.finditer(text):
        name = re.sub("^&(?:amp;)+", "&", found[0])
        meant = html.unescape(name if name.endswith(";") else f"{name};")
        if len(meant) == 1 and found[0].strip("&;") != "nbsp":
            yield Edit(found.start(), found.end(), " " if meant.isspace() else meant, layout=not meant.isalnum())


def tags(text: str) -> Iterator[Edit]:
    """Tags in a text that is no page: those that end a line or a cell do, the others are nothing."""
    for found in _TAG.finditer(text):
        read_as = "\n" if _ENDS_LINE.match(found[0]) else "\t" if _ENDS_CELL.match(found[0]) else ""
        yield Edit(found.start(), found.end(), read_as, layout=True)


def language_variants(text: str) -> Iterator[Edit]:
    """-{zh-hans:清龙; zh-hant:清龍}- shows one of its words, -{清龙}- the word as it is, -{H|…}- nothing."""
    for found in _SWITCH.finditer(text):
        shown = _shown(found[1])
        at = found.start() + found[0].index(shown)
        for start, end in ((found.start(), at), (at + len(shown), found.end())):
            if start < end:
                yield Edit(start, end, "")


def _shown(inside: str) -> str:
    if flag := _FLAG.match(inside):
        if {"H", "T", "-"}.intersection(map(str.strip, flag[1].split(";"))):
            return ""
        inside = inside[flag.end() :]
    variants = dict(re.findall(r"\s*(zh(?:-\w+)?)\s*:\s*([^;]*)", inside))
    if not variants:
        return inside.strip()
    return next((variants[code].strip() for code in _PREFERRED if code in variants), "")
