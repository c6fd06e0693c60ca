"""What a sheet remarks on its rows, put beside the entries it belongs to."""

from __future__ import annotations

from mjrules import texts
from mjrules.claims import Entry, Message, Source

NOTE = "sheet-note"


def note_of(source: Source, entry: Entry) -> Message | None:
    """The remark on one entry, if there is one."""
    lines = range(entry.place.line, entry.place.line_end + 1)
    return next((each for each in remarks(source) if each.place and each.place.line in lines), None)


def remarks(source: Source) -> tuple[Message, ...]:
    return tuple(message for message in source.messages if message.code == NOTE)


def note_text(message: Message, lang: str) -> str:
    """The remark of a sheet alone, without the fan it stands beside."""
    note = str(message.details["en" if lang == "en" else "zh"])
    return texts.traditional(note) if lang == "zh-Hant" else note
