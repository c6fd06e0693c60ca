"""Exit codes of the command line; they are part of its interface."""

from __future__ import annotations

DONE = 0
"""Done, and nothing was found."""
FOUND = 1
"""Discrepancies, or some inputs or lines could not be read while others were."""
FAILED = 2
"""Could not run at all, wrong usage, or a fault of the program."""
INTERRUPTED = 130
"""Stopped from the keyboard: what a shell expects then."""
