"""The long run: many hands, every difference told. ``make verify`` runs it."""

from __future__ import annotations

import argparse
import importlib.metadata
import importlib.util
import sys
from collections.abc import Iterator

import verification
from differential.compare import DIFFERENT, SAME, TIE, Tally, tallied
from differential.hands import random_hands
from mjrules import names
from mjrules.fans import FANS

SHOWN = 20
RAREST = 5


def main() -> int:
    asked = _arguments()
    if importlib.util.find_spec("MahjongGB") is None:
        print("left out: PyMahjongGB, the other scorer, is not installed (extra 'peer'; it needs a C++ compiler)")
        return 0
    hands = verification.with_progress(random_hands(asked.seed, asked.hands), asked.hands, "hands compared")
    tally = tallied(hands)
    lines = [*_report(tally, asked.seed)]
    print("\n".join(lines))
    for comparison in tally.different[:SHOWN]:
        print(comparison, file=sys.stderr)
    if asked.write:
        verification.write("differential", lines)
    return 1 if tally.different else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m differential", description=__doc__)
    parser.add_argument("--hands", type=int, default=300_000)
    parser.add_argument("--seed", type=int, default=1998)
    parser.add_argument("--write", action="store_true", help="put the numbers into docs/verification.md")
    return parser.parse_args()


def _report(tally: Tally, seed: int) -> Iterator[str]:
    version = importlib.metadata.version("PyMahjongGB")
    yield f"{tally.hands:,} hands (seed {seed}), rule set `gb`, beside PyMahjongGB {version}:"
    yield ""
    meanings = {
        SAME: "the same total by the same fans",
        TIE: "the same total; the other list stands among our `ties`",
        DIFFERENT: "another total, or a list that we do not know as equal",
    }
    yield from verification.table(
        ("outcome", "hands", "meaning"),
        ((outcome, f"{tally.outcomes[outcome]:,}", meaning) for outcome, meaning in meanings.items()),
    )
    counted = sorted((tally.fans[fan], fan) for fan in FANS)
    rarest = ", ".join(f"{names.fan(fan).name} {times}" for times, fan in counted[:RAREST])
    yield ""
    yield f"Fans counted at least once: {sum(times > 0 for times, _ in counted)} of {len(FANS)}; the rarest: {rarest}."


if __name__ == "__main__":
    sys.exit(main())
