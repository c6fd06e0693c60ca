"""``python -m mjrules``: the command line, where the script is not installed."""

from mjrules.cli import main

main()
