"""The errors this project raises on purpose."""

from __future__ import annotations


class RulesError(ValueError):
    """Anything this package raises on purpose; the text is meant for the person at the keyboard."""


class UnreadableDocument(RulesError):
    """A document that cannot be read at all: missing, empty, damaged, locked, too large.

    ``code`` names the kind of trouble (``file-missing``, ``not-a-word-file``, …) as messages and reports print it;
    ``details`` are the parts of the message, from which it is said in other languages.
    """

    def __init__(self, code: str, message: str, details: dict[str, str | int] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.details = details or {}


class DamagedData(RulesError):
    """A data file of the project (catalog, names, rule set) that breaks its own rules."""
