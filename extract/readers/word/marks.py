"""Text on its way through the reader: characters of a page, and signs of our own for what is no text of it.

A line break inside a paragraph is ``\\n``, a tab ``\\t``. What a reader sees though nobody typed it (an automatic
number, the mark of a note) is framed by signs that no document can hold, so that a text can be looked at with and
without it.
"""

from __future__ import annotations

import re

from extract.document import Label

_OPEN, _CODE_ENDS, _CLOSE = "\ufdd0", "\ufdd1", "\ufdd2"
_FRAMED = re.compile(f"{_OPEN}([^{_CODE_ENDS}]*){_CODE_ENDS}([^{_CLOSE}]*){_CLOSE}")
_OURS = str.maketrans({"\t": " ", "\n": " ", "\r": " ", **dict.fromkeys((_OPEN, _CODE_ENDS, _CLOSE))})


def typed(text: str | None) -> str:
    """Characters that stand in the file; white space of XML is a space."""
    return text.translate(_OURS) if text else ""


def framed(shown: str, code: str = "") -> str:
    """What is shown and not typed. ``code`` says what it is: a number, or the note that a mark leads to (``n3``)."""
    return f"{_OPEN}{code}{_CODE_ENDS}{typed(shown)}{_CLOSE}" if shown else ""


def plain(text: str) -> str:
    """The text without what is framed."""
    return _FRAMED.sub("", text) if _OPEN in text else text


def is_blank(text: str) -> bool:
    """Whether a reader sees nothing at all in it."""
    return not (_FRAMED.sub(r"\2", text) if _OPEN in text else text).strip()


def replaced(text: str, plain_before: str, plain_after: str) -> str:
    """The text with words put before and behind it, as ``plain_before`` became ``plain_after``."""
    inner, outer = plain_before.strip(), plain_after.strip()
    if inner == outer:
        return text
    if not inner or inner not in outer:
        return outer if inner else f"{text.strip()}{outer}"
    before, _, behind = outer.partition(inner)
    return f"{before}{text.strip()}{behind}"


def unframed(text: str) -> tuple[str, tuple[Label, ...]]:
    """The text as it is shown, and where in it stands what nobody typed."""
    pieces: list[str] = []
    labels: list[Label] = []
    done = length = 0
    for frame in _FRAMED.finditer(text):
        before = text[done : frame.start()]
        length += len(before)
        labels.append(Label(length, length + len(frame[2]), frame[1]))
        length += len(frame[2])
        pieces += [before, frame[2]]
        done = frame.end()
    return "".join([*pieces, text[done:]]), tuple(labels)
