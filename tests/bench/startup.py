"""What a person waits for (``make bench``): the second audit, the help, the import, beside bare Python.

Times are printed and never asserted: they belong to the machine.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import sysconfig
import time
from collections.abc import Sequence
from pathlib import Path

MJRULES = str(Path(sysconfig.get_path("scripts")) / "mjrules")
PYTHON = (sys.executable, "-c")


def milliseconds(commands: Sequence[Sequence[str]], runs: int) -> list[float]:
    """The median time of each command. They take turns, so that what slows the machine slows them alike."""
    times = [[timed(command) for command in commands] for _ in range(runs + 1)]
    return [statistics.median(column) for column in zip(*times[1:], strict=True)]  # the first round fills the caches


def timed(command: Sequence[str]) -> float:
    start = time.perf_counter()
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode > 1:  # 1 is discrepancies found
        sys.exit(f"{' '.join(command)}: exit {done.returncode}\n{done.stderr}")
    return (time.perf_counter() - start) * 1000


def main() -> None:
    # Measured from outside the checkout, so that the installed package is what is imported.
    os.chdir(Path(sys.executable).parent)
    bare, imported, helped = milliseconds([[*PYTHON, "pass"], [*PYTHON, "import mjrules"], [MJRULES, "--help"]], 15)
    (audited,) = milliseconds([[MJRULES, "audit"]], 3)
    rows = {
        "python -c pass": bare,
        "import mjrules, above bare Python": imported - bare,
        "mjrules --help": helped,
        "mjrules audit, four documents": audited,
    }
    print(f"{'what':<36}{'ms':>9}{'bare Pythons':>15}")
    for what, taken in rows.items():
        print(f"{what:<36}{taken:>9.1f}{taken / bare:>15.1f}")


if __name__ == "__main__":
    main()
