"""Every winning hand: what holds in all of them, how many there are, and how two rule sets differ over them.

A *state* is an arranged hand with the group and position that the winning tile completed and the way it was won
(``states``). Two engines look at all of them, each by its own means: ``symbolic`` as decision diagrams, ``census`` as
arrays of numbers. ``docs/proof.md`` says what the space is and how the proof works.

``prove``, ``find`` and ``count`` ask in words (``parsing``); the answers are values (``questions``).
"""

from __future__ import annotations

from mjrules.universe.questions import count, find, prove

__all__ = ["count", "find", "prove"]
