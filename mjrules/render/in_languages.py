"""A page in several languages: every text stands in each of them, and the style sheet shows one.

So the page can be read without its script, and the script only switches.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

from mjrules import texts
from mjrules.errors import RulesError

if TYPE_CHECKING:
    from markupsafe import Markup

ATTRIBUTES: Mapping[str, tuple[str, ...]] = {
    "label": ("aria-label", "title"),
    "placeholder": ("placeholder", "title"),
    "title": ("title",),
    "text": (),
}
"""The attributes that carry a text of one kind; none for the content itself."""

Said = dict[str, str]
"""One text in each language of the page."""


class InLanguages:
    """Says the texts of one room in the language asked for and in those that the page can be switched to."""

    def __init__(self, room: str, lang: str) -> None:
        if lang not in texts.LANGUAGES:
            raise RulesError(f"{lang}: no such language of the report; there are {', '.join(texts.LANGUAGES)}")
        self.room = room
        self.lang = lang
        self.languages = tuple(each for each in texts.LANGUAGES if each != "zh-Hant" or each == lang)

    def say(self, phrase: str, **parts: object) -> Said:
        return {lang: texts.say(self.room, phrase, lang, **parts) for lang in self.languages}

    def spans(self, phrase: str, **parts: object) -> Markup:
        return self.spans_of(self.say(phrase, **parts))

    def spans_of(self, said: Said) -> Markup:
        """The same text in each language. What is the same in all stands once."""
        from markupsafe import Markup, escape

        if len(set(said.values())) == 1:
            return escape(said[self.lang])
        # without quotes: there are thousands of them in a page
        return Markup("".join(f"<span class=t lang={lang}>{escape(text)}</span>" for lang, text in said.items()))

    def attributes(self, **said: Said) -> Markup:
        """Attributes in the first language, with all languages beside them for the switch.

        ``text`` is the content of the element; ``label`` is read aloud and shown under the pointer.
        """
        from markupsafe import Markup, escape

        now = [f'{name}="{escape(each[self.lang])}"' for key, each in said.items() for name in ATTRIBUTES[key]]
        every = json.dumps({" ".join(ATTRIBUTES[key]): each for key, each in said.items()}, ensure_ascii=False)
        safe = every.replace("&", "&amp;").replace("'", "&#39;").replace("<", "&lt;")
        return Markup(" ".join([*now, f"data-says='{safe}'"]))
