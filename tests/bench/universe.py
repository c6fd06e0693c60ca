"""How long questions about every winning hand take (``make bench``). Times are printed and never asserted.

Each measure runs once, in a process of its own, so that nothing is left over from the one before: what a person waits
for who asks once.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from typing import NamedTuple


class Measure(NamedTuple):
    """What is measured, what it should take at most in seconds on two cores, and how."""

    what: str
    most: float
    work: Callable[[], object]


def shipped_relations() -> object:
    from mjrules.universe import relations

    return relations.load()


def relations_by_census() -> object:
    from mjrules.universe import census
    from mjrules.universe.pairs import ByCensus
    from mjrules.universe.relating import pairs

    return pairs(ByCensus(census.load()))


def relations_by_diagrams() -> object:
    from mjrules.universe.pairs import ByDiagrams
    from mjrules.universe.relating import relate
    from mjrules.universe.symbolic import Symbolic

    return relate(ByDiagrams(Symbolic()))


MEASURES = {
    "relations": Measure("all pairs of fans with hands, as shipped", 5, shipped_relations),
    "relations-census": Measure("the same, from the shipped census", 5, relations_by_census),
    "relations-diagrams": Measure("the same, from nothing (diagrams)", 60, relations_by_diagrams),
}


def run(id: str) -> None:
    """One measure: seconds, and the most memory the process took in MB."""
    import resource

    start = time.perf_counter()
    MEASURES[id].work()
    taken = time.perf_counter() - start
    print(taken, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def main() -> None:
    print(f"{'what':<44}{'seconds':>9}{'at most':>9}{'MB':>8}")
    for id, (what, most, _) in MEASURES.items():
        done = subprocess.run([sys.executable, __file__, id], capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"{what}: {done.stderr}")
        taken, memory = map(float, done.stdout.split())
        print(f"{what:<44}{taken:>9.2f}{most:>9.0f}{memory:>8.0f}")


if __name__ == "__main__":
    run(sys.argv[1]) if len(sys.argv) > 1 else main()
