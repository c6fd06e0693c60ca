"""What each tile that completes a waiting hand would score, drawn from the wall and claimed from a discard."""

from __future__ import annotations

import msgspec

from mjrules.hand import Hand
from mjrules.score.arrangements import has_claimed
from mjrules.score.result import Score
from mjrules.score.scorer import Scorer
from mjrules.score.waits import waits
from mjrules.tiles import COPIES, Tile


class Wait(msgspec.Struct, frozen=True):
    """A tile that completes the hand; its scores, None where the tile cannot come that way."""

    tile: Tile
    left: int
    """How many of its four copies the hand itself does not hold; 0: it cannot come at all."""
    self_drawn: Score | None
    discard: Score | None


def waiting(hand: Hand, scorer: Scorer) -> tuple[Wait, ...]:
    """The tiles a hand of 13 waits for, in the order of tiles; none where it waits for nothing.

    The winds and the flags of the hand's situation stand in both scores, as far as they are possible there.

    >>> from mjrules.score.scorer import scorer
    >>> for wait in waiting(Hand.parse("[777p,1]123m456m789m5s", winning=False), scorer()):
    ...     print(wait.tile, wait.left, wait.self_drawn.total, wait.discard.total)
    5s 3 19 18
    """
    counts = [0] * 34
    for tile in hand.concealed:
        counts[tile] += 1
    found = waits(counts, len(hand.melds), scorer.rules.options, claimed=has_claimed(hand))
    return tuple(
        Wait(tile, left_of(hand, tile), _score(hand, tile, scorer, True), _score(hand, tile, scorer, False))
        for tile in found
    )


def left_of(hand: Hand, tile: Tile) -> int:
    """The copies of a tile that are not in the hand."""
    return COPIES - hand.concealed.count(tile) - sum(meld.tiles.count(tile) for meld in hand.melds)


def _score(hand: Hand, tile: Tile, scorer: Scorer, self_drawn: bool) -> Score | None:
    situation = msgspec.structs.replace(hand.situation, self_drawn=self_drawn)
    complete = msgspec.structs.replace(hand, winning=tile, situation=situation)
    return None if complete.problems() else scorer.score(complete)
