"""Tiles: 34 kinds in one order, each with one name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjrules.tiles import DRAGONS, FIRST_HONOUR, SUITED, TILES, WINDS, Suit, Tile, tiles, written


def test_there_are_34_kinds_each_with_its_own_name() -> None:
    assert len(TILES) == len({str(tile) for tile in TILES}) == 34
    assert [Tile.named(str(tile)) for tile in TILES] == list(TILES)


def test_the_order_is_characters_bamboo_dots_winds_dragons() -> None:
    assert "".join(map(str, TILES)) == "1m2m3m4m5m6m7m8m9m1s2s3s4s5s6s7s8s9s1p2p3p4p5p6p7p8p9pESWNCFP"
    assert [tile.suit for tile in TILES[::9]] == [Suit.CHARACTERS, Suit.BAMBOO, Suit.DOTS, Suit.WIND]


def test_suits_and_ranks() -> None:
    assert [tile.rank for tile in SUITED] == [*range(1, 10)] * 3
    assert {tile.suit for tile in WINDS} == {Suit.WIND}
    assert {tile.suit for tile in DRAGONS} == {Suit.DRAGON}
    assert [tile for tile in TILES if tile.is_honour] == [*WINDS, *DRAGONS] == list(TILES[FIRST_HONOUR:])
    assert {tile.rank for tile in TILES if tile.is_honour} == {None}


@pytest.mark.parametrize("text", ["0m", "10m", "1", "12E", "1z", "e", "1 m", "²m"])
def test_other_texts_are_no_tiles(text: str) -> None:
    with pytest.raises(KeyError):
        tiles(text)


def test_ranks_share_a_suit_and_keep_their_order() -> None:
    assert list(map(str, tiles("312mE9p"))) == ["3m", "1m", "2m", "E", "9p"]
    assert written(tiles("3m1m2mEE9p1m")) == "312mEE9p1m"


@given(st.lists(st.sampled_from(TILES)))
def test_what_is_written_is_read_again(some: list[Tile]) -> None:
    assert tiles(written(some)) == tuple(some)
