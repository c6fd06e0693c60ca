"""Which tiles complete a hand: each of the 34 added and read the slow way must tell the same."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import brute_force
from differential.hands import random_hand
from mjrules.hand import Hand
from mjrules.rulesets.resolve import resolve
from mjrules.score.arrangements import counts_of
from mjrules.score.waits import waits, waits_for_another
from mjrules.tiles import TILES, Tile, tiles

GB = resolve("gb").options
hands = st.integers(0, 2**32).map(lambda seed: random_hand(Random(seed)))


def agree(held: list[Tile], declared: int) -> bool:
    return set(waits(counts_of(held), declared, GB)) == brute_force.waits(Counter(held), declared)


@given(hands)
def test_waits_of_hands_that_win(hand: Hand) -> None:
    assert hand.winning in waits(counts_of(hand.concealed), len(hand.melds), GB)
    assert agree([*hand.concealed], len(hand.melds))


@given(hands, st.integers(0, 12), st.sampled_from(TILES))
def test_waits_of_hands_with_one_tile_exchanged(hand: Hand, place: int, other: Tile) -> None:
    held = [*hand.concealed]
    held[place % len(held)] = other
    if held.count(other) <= 4:
        assert agree(held, len(hand.melds))


@given(hands, st.sampled_from(TILES))
def test_another_wait_is_one_of_another_kind(hand: Hand, tile: Tile) -> None:
    counts = counts_of(hand.concealed)
    others = set(waits(counts, len(hand.melds), GB)) - {tile}
    assert waits_for_another(counts, len(hand.melds), tile, GB) == bool(others)


@pytest.mark.parametrize("seed", range(4))
def test_one_suit_in_many_tiles(seed: int) -> None:
    """Thirteen tiles of one suit wait for most: every one by itself."""
    rnd = Random(seed)
    for _ in range(60):
        assert agree(rnd.sample(TILES[:9] * 4, 13), 0)


@pytest.mark.parametrize(
    ("held", "declared", "completing", "reason"),
    [
        ("1112345678999m", 0, "123456789m", "九莲宝灯 waits for all nine"),
        ("19m19s19pESWNCFP", 0, "19m19s19pESWNCFP", "十三幺 without a pair waits for all thirteen"),
        ("19m19s19pESWNCFF", 0, "P", "十三幺 with its pair waits for the missing one"),
        ("147m258s369pESWC", 0, "NFP", "全不靠 with the whole straight waits for the other honours"),
        ("147m258s36pESWNC", 0, "9pFP", "全不靠: the knitted tile or an honour"),
        ("1122334455667m", 0, "147m", "七对 and 一般高 at once"),
        ("4444567s", 2, "47s", "a tile held four times is waited for by form (zheng-fan #8)"),
        ("5p", 4, "5p", "单钓"),
        ("123m", 3, "", "three tiles that are no waiting hand beside three sets: one is missing"),
        ("258m13369p14788s", 0, "2p", "a knitted straight: the tile of the set"),
        ("1133557799m11s1p", 0, "1p", "七对 waits for one"),
        ("1111335577m111s", 0, "1s", "七对 with two pairs of four equal tiles"),
        ("1113355577m11p1s", 0, "", "three odd tiles: neither pairs nor sets"),
    ],
)
def test_known_waits(held: str, declared: int, completing: str, reason: str) -> None:
    assert waits(counts_of(tiles(held)), declared, GB) == tuple(sorted(tiles(completing))), reason


@pytest.mark.parametrize(
    ("held", "declared", "ruling", "by_choice"),
    [
        ("4444567s", 2, "exhausted_waits", {"counts": "47s", "ignored": "7s"}),
        ("1199m1199s11999p", 0, "identical_pairs", {"tile_hog": "9p", "seven_different": ""}),
        ("147m258p369sEEEC", 0, "knitted_straight_shape", {"allowed": "C", "barred": ""}),
    ],
)
def test_rulings_on_waits(held: str, declared: int, ruling: str, by_choice: dict[str, str]) -> None:
    found = {
        choice: waits(counts_of(tiles(held)), declared, resolve("gb", {ruling: choice}).options) for choice in by_choice
    }
    assert found == {choice: tiles(expected) for choice, expected in by_choice.items()}
