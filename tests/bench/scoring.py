"""How long a score takes, in one run beside PyMahjongGB (``make bench``). Times are printed and never asserted.

Every measure is the best of several rounds over the same hands; the rounds of all measures take turns, so that what
slows the machine slows them alike. Bulk is ``Scorer.total`` with all that a long run remembers.
"""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable, Iterator

from differential.hands import random_hands
from mjrules.hand import Hand
from mjrules.score.scorer import Scorer, scorer

HANDS, ROUNDS, SEED = 3000, 5, 81
BULK = 20_000

Measure = tuple[str, Callable[[], object], int]
"""What is measured, how, and over how many hands."""


def measures() -> Iterator[Measure]:
    gb = scorer("gb")
    hands = [*random_hands(SEED, HANDS)]
    texts = [str(hand) for hand in hands]
    many = [*random_hands(SEED + 1, BULK)]
    yield "text to explained score", lambda: [gb.score(Hand.parse(text, check=True)) for text in texts], HANDS
    yield "total of a ready hand", lambda: [gb.total(hand) for hand in hands], HANDS
    yield "bulk, total of a ready hand", lambda: [gb.total(hand) for hand in many], BULK
    yield "a scorer made anew", lambda: Scorer(gb.rules), 1
    if importlib.util.find_spec("MahjongGB"):
        from differential import peer

        requests = [peer.request(hand) for hand in hands]
        yield "PyMahjongGB, total of a ready request", lambda: [peer.answer(request) for request in requests], HANDS
        yield "PyMahjongGB, from a hand of ours", lambda: [peer.answer(peer.request(hand)) for hand in hands], HANDS
    else:
        print("PyMahjongGB is not installed (extra 'peer'): nothing to compare with")


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def main() -> None:
    found = [*measures()]
    rounds = [[seconds(work) for _, work, _ in found] for _ in range(ROUNDS)]
    best = [min(column) / number * 1e6 for column, (_, _, number) in zip(zip(*rounds, strict=True), found, strict=True)]
    reference = best[[what for what, _, _ in found].index("total of a ready hand")]
    print(f"{'what':<40}{'µs a hand':>12}{'ready hands':>14}")
    for (what, _, _), taken in zip(found, best, strict=True):
        print(f"{what:<40}{taken:>12.1f}{taken / reference:>14.2f}")


if __name__ == "__main__":
    main()
