"""The errors this project raises on purpose."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mjrules.problems import Problem


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


_MOST_SAID = 20


class _Problems(RulesError):
    """A hand with problems: the text says them, of very many the first; ``problems`` holds all of them as values."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(problems)
        self.problems = problems

    def __str__(self) -> str:
        more = len(self.problems) - _MOST_SAID
        said = [problem.said() for problem in self.problems[:_MOST_SAID]]
        return "; ".join([*said, f"and {more} more"] if more > 0 else said)


class InvalidNotation(_Problems):
    """Not the notation of a hand: ``10m``, an open bracket, a meld that is no group."""


class ImpossibleHand(_Problems):
    """Well written, yet no game leads to it: five of a tile, a robbed kong of a tile one holds oneself."""


class NotAWinningHand(RulesError):
    """A possible hand that does not win: neither four sets and a pair nor a special form."""
