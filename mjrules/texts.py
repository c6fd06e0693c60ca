"""The sentences people read, by key and language.

One TOML table a key: ``en`` and ``zh-Hans`` templates with ``{name}`` parts. ``zh-Hant`` is made from ``zh-Hans`` by
OpenCC, so that no sentence is written twice.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path

LANGUAGES = ("zh-Hans", "zh-Hant", "en")


@cache
def _table(room: str) -> dict[str, dict[str, str]]:
    with (Path(__file__).parent / "texts" / f"{room}.toml").open("rb") as file:
        return tomllib.load(file)


@cache
def _to_traditional() -> Callable[[str], str]:
    from opencc import OpenCC

    converter = OpenCC("s2t")
    return lambda text: str(converter.convert(text))


@cache
def traditional(text: str) -> str:
    """A text of ours in traditional characters."""
    return _to_traditional()(text)


def say(room: str, key: str, lang: str = "en", /, **parts: object) -> str:
    """The sentence ``key`` of one room's table (``reading``, ``audit``, ``report``, …) with its parts filled in.

    >>> say("reading", "file-missing", path="rules.docx")
    'rules.docx: no such file'
    """
    return template(room, key, lang).format(**parts)


def template(room: str, key: str, lang: str = "en") -> str:
    """The same sentence with its parts still open, for a script to fill.

    The sentence is ours and is converted to traditional characters; its parts, names and quotations, stay as they are.
    """
    text = _table(room)[key]["en" if lang == "en" else "zh-Hans"]
    return traditional(text) if lang == "zh-Hant" else text
