"""What a reader says: messages about a document, and refusals of a file, in the words of texts/reading.toml."""

from __future__ import annotations

from mjrules.claims import Level, Message, Place
from mjrules.errors import UnreadableDocument
from mjrules.texts import say


def message(code: str, level: Level, place: Place | None = None, **details: str | int) -> Message:
    """A message in English, with its parts for other languages."""
    return Message(code, level, say("reading", code, "en", **details), place, details)


def refusal(code: str, path: str, **details: str | int) -> UnreadableDocument:
    """The error for a file that cannot be read."""
    return UnreadableDocument(code, say("reading", code, "en", path=path, **details), details)
