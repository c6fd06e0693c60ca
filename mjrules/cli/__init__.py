"""The command line: the only room that knows all the others. One module a command, loaded when it is called."""

from __future__ import annotations

import sys


def main() -> None:
    """Entry point of the script ``mjrules``."""
    from mjrules.cli.app import run

    sys.exit(run(sys.argv[1:]))
