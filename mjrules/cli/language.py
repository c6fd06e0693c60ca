"""Which language a person is spoken to in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest

from mjrules.texts import LANGUAGES

VARIABLE = "MJRULES_LANG"
_TRADITIONAL_PLACES = ("tw", "hk", "mo", "hant")


def choose(args: Sequence[str], environ: Mapping[str, str]) -> str:
    """The language of ``--lang``, else of ``MJRULES_LANG``, else of the locale, else English.

    Looked up before the arguments are parsed, so that help and complaints about wrong usage speak it too. A language
    that is none of ours is left for the option and the variable to complain about.

    >>> choose(["audit", "--lang=zh-Hant"], {"LANG": "zh_CN.UTF-8"})
    'zh-Hant'
    """
    asked = _option(args) or environ.get(VARIABLE, "")
    if asked in LANGUAGES:
        return asked
    locale = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := environ.get(name))), "")
    return _of_locale(locale)


def _option(args: Sequence[str]) -> str:
    """The value of the last ``--lang`` before ``--``."""
    found = ""
    for word, following in zip_longest(args, args[1:], fillvalue=""):
        if word == "--":
            break
        if word == "--lang":
            found = following
        elif word.startswith("--lang="):
            found = word.removeprefix("--lang=")
    return found


def _of_locale(locale: str) -> str:
    name = locale.lower().replace("_", "-").partition(".")[0]
    if name.partition("-")[0] != "zh":
        return "en"
    return "zh-Hant" if any(part in _TRADITIONAL_PLACES for part in name.split("-")) else "zh-Hans"
