"""What readers say of a document, for every report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from mjrules import texts
from mjrules.claims import Level, Message
from mjrules.render.notes import NOTE


def message_text(message: Message, lang: str) -> str:
    """A reader's message in the language asked for. The part called ``zh`` is a text of ours, not a quotation."""
    if lang == "en":
        return message.message
    details = dict(message.details)
    if lang == "zh-Hant" and "zh" in details:
        details["zh"] = texts.traditional(str(details["zh"]))
    return texts.say("reading", message.code, lang, **details)


def coded(message: Message, said: str, lang: str) -> str:
    """A reader's message, as it is ``said``, with how grave it is and its code."""
    level = texts.say("terminal", f"message-{message.level}", lang)
    return texts.say("terminal", "coded", lang, level=level, code=message.code, said=said)


def told(messages: Sequence[Message], lang: str) -> Iterator[tuple[Level, str]]:
    """What is wrong, one by one; what is only worth knowing, by code, with its places. What a sheet remarks is left."""
    for message in messages:
        if message.level != "info":
            place = f"{message.place}: " if message.place else ""
            yield message.level, f"{place}{coded(message, message_text(message, lang), lang)}"
    infos = [message for message in messages if message.level == "info" and message.code != NOTE]
    for code in dict.fromkeys(message.code for message in infos):
        same = [message for message in infos if message.code == code]
        lines = spans(message.place.line for message in same if message.place)
        key = "infos" if len(same) > 1 else "info-at" if lines else "info"
        example = message_text(same[0], lang)
        yield "info", texts.say("terminal", key, lang, code=code, count=len(same), lines=lines, example=example)


def spans(numbers: Iterable[int]) -> str:
    """Numbers, neighbours together: ``1, 8, 12-26``."""
    runs = [
        [n for _, n in run] for _, run in groupby(enumerate(sorted(set(numbers))), key=lambda pair: pair[1] - pair[0])
    ]
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs)
