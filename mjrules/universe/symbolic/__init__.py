"""Every winning hand as decision diagrams: exact counts, proofs and readable examples for any condition.

``layout`` says how a state is written in bits, ``space`` which states there are, ``atoms`` where a pattern holds,
``waits`` where a wait is the only one, ``witness`` which example a reader would like to see; ``engine`` answers.
``tile_hands`` counts hands as tiles, and ``counts`` counts what is known from elsewhere.
"""

from __future__ import annotations

from mjrules.universe.symbolic.counts import counts
from mjrules.universe.symbolic.engine import Symbolic

__all__ = ["Symbolic", "counts"]
