"""How long totals of many hands on arrays take, beside PyMahjongGB in one run (``make bench``); printed, not asserted.

Both are given their hands ready: an array there, requests here. Every measure is the best of several rounds, and the
rounds of all measures take turns, so that what slows the machine slows them alike.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator
from random import Random

import numpy as np
from scoring import seconds

from differential.hands import random_hands
from mjrules.hand import Hand, Situation
from mjrules.score.arrangements import AREAS
from mjrules.score.scorer import scorer
from mjrules.tiles import COPIES, TILES, WINDS
from mjrules.universe.arrays import bulk

HANDS, REPEATED, ROUNDS, SEED = 20_000, 10, 5, 82
"""So many different hands, each so often in the array: few hands are over before two threads are at work."""
COMPARED = 3_000
"""Hands that the slower scorers are given."""

Measure = tuple[str, Callable[[], object], int]


def plain_hands(rnd: Random) -> Iterator[Hand]:
    """Four sets and a pair by chance, nothing declared, no situation of note."""
    chows = [(first + rank, first + rank + 1, first + rank + 2) for first, _ in AREAS[:3] for rank in range(7)]
    sets = [*chows, *((tile,) * 3 for tile in range(34))]
    while True:
        tiles = [tile for group in rnd.choices(sets, k=4) for tile in group] + [rnd.randrange(34)] * 2
        if max(map(tiles.count, tiles)) <= COPIES:
            rnd.shuffle(tiles)
            hand = tuple(TILES[tile] for tile in tiles)
            won = Situation(rnd.choice(WINDS), rnd.choice(WINDS), self_drawn=rnd.random() < 0.5)
            yield Hand((), hand[:13], hand[13], won)


def measures(kind: str, hands: list[Hand]) -> Iterator[Measure]:
    array = np.tile(bulk.as_array(hands), (REPEATED, 1))
    few, gb = hands[:COMPARED], scorer("gb")
    yield f"{kind}: arrays, two threads", lambda: bulk.totals(array), len(array)
    yield f"{kind}: arrays, one thread", lambda: bulk.totals(array, threads=1), len(array)
    yield f"{kind}: Scorer.total of a ready hand", lambda: [gb.total(hand) for hand in few], len(few)
    if importlib.util.find_spec("MahjongGB"):
        from differential import peer

        requests = [peer.request(hand) for hand in few]
        yield f"{kind}: PyMahjongGB", lambda: [peer.answer(request) for request in requests], len(few)


def main() -> None:
    plain = plain_hands(Random(SEED))
    kinds = {
        "random hands": [*random_hands(SEED, HANDS)],
        "plain concealed hands": [next(plain) for _ in range(HANDS)],
    }
    print(f"{'what':<52}{'µs a hand':>12}{'of the last':>14}")
    for kind, hands in kinds.items():
        found = [*measures(kind, hands)]
        rounds = [[seconds(work) for _, work, _ in found] for _ in range(ROUNDS)]
        best = [min(each) / number * 1e6 for each, (_, _, number) in zip(zip(*rounds, strict=True), found, strict=True)]
        for (what, _, _), taken in zip(found, best, strict=True):
            print(f"{what:<52}{taken:>12.2f}{taken / best[-1]:>14.2f}")


if __name__ == "__main__":
    main()
