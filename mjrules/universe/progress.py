"""How far something long has come."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int, int], None]
"""Told how much is done, of how much."""


def unwatched(done: int, of: int) -> None:
    """For those who do not watch."""
