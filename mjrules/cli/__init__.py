"""The command line: the only room that knows all the others. One module a command, loaded when it is called."""

from __future__ import annotations

import sys


def main() -> None:
    """Entry point of the script ``mjrules``."""
    from mjrules.cli.exits import INTERRUPTED

    try:
        from mjrules.cli.app import run
    except KeyboardInterrupt:  # before there are words to say it in
        sys.exit(INTERRUPTED)
    sys.exit(run(sys.argv[1:]))
