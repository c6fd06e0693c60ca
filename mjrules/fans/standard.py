"""The 81 fans of the official rules and the mixed kong, one definition each.

Holds is not counted: a fan holds wherever its words are true (三杠 in every 四杠, 双暗刻 in every 三暗刻), and which of
the fans that hold are counted is for rule sets and principles to say. Sources: the 1998 table; where editions read a
fan differently, the other reading is a variant below and the ruling that chooses it says who holds it.
"""

from __future__ import annotations

from typing import Final

from mjrules.groups import CHOW, CONCEALED, KNITTED_STRAIGHT, KONG, MELDED, PAIR, PUNG, SINGLE, GroupSet, holding, of
from mjrules.pattern import (
    Completes,
    Each,
    Flag,
    Flowers,
    FormIs,
    FourOf,
    NothingElse,
    OneSuitHolds,
    Pattern,
    SoleWait,
    any_of,
    at_least,
    count,
    every,
    match,
    none,
)
from mjrules.tiles import DRAGONS, SUITED, TILES, WINDS, Suit, Tile, tiles

# tiles

HONOURS = (*WINDS, *DRAGONS)
TERMINALS = tiles("19m19s19p")
ORPHANS = (*TERMINALS, *HONOURS)
SIMPLES = tuple(tile for tile in SUITED if tile not in TERMINALS)
GREEN = tiles("23468sF")
REVERSIBLE = tiles("1234589p245689sP")
REVERSIBLE_SWAPPED = tiles("1234589s245689pP")
EVEN = tiles("2468m2468s2468p")
FIVES = tiles("5m5s5p")
SUITS = tuple(tuple(tile for tile in SUITED if tile.suit is suit) for suit in list(Suit)[:3])
MANZU, BAMBOO, DOTS = SUITS


def ranks(first: int, last: int) -> tuple[Tile, ...]:
    return tuple(tile for tile in SUITED if first <= tile % 9 + 1 <= last)


# parts of definitions

SETS: Final[Pattern] = FormIs("standard")
SEVEN_PAIRS = FormIs("seven_pairs")
SELF_DRAWN, WALL_LAST, KONG_TILE = Flag("self_drawn"), Flag("wall_last"), Flag("kong")
NOTHING_CLAIMED = Flag("no_claimed_group")
ONE_SUIT = any_of(*(every(of(suit)) for suit in SUITS))
HAS_SUIT = tuple(count(holding(suit), 1) for suit in SUITS)
WIND_PUNG, DRAGON_PUNG, ORPHAN_PUNG = PUNG & of(WINDS), PUNG & of(DRAGONS), PUNG & of(ORPHANS)
CONCEALED_PUNG = PUNG & CONCEALED
CONCEALED_KONG, MELDED_KONG = KONG & CONCEALED, KONG & MELDED


def chow(rank: int, suit: tuple[Tile, ...]) -> GroupSet:
    return CHOW & of(suit[rank - 1 : rank + 2])


def pung_of_wind(whose: str) -> Pattern:
    return any_of(*(Flag(f"{whose} {wind}") & count(PUNG & of([wind]), 1) for wind in WINDS))


def both_terminal_chows(suit: tuple[Tile, ...]) -> Pattern:
    return count(chow(1, suit), 1) & count(chow(7, suit), 1)


FANS: dict[str, Pattern] = {
    # 88
    # 大四喜: pungs of all four winds
    "big_four_winds": count(WIND_PUNG, 4),
    # 大三元: pungs of all three dragons
    "big_three_dragons": count(DRAGON_PUNG, 3),
    # 绿一色: only 2 3 4 6 8 bamboo and green dragons
    "all_green": every(of(GREEN)),
    # 九莲宝灯: 1112345678999 of one suit, concealed, before the winning tile: it waits for all nine
    "nine_gates": OneSuitHolds((3, 1, 1, 1, 1, 1, 1, 1, 3), before=True),
    # 四杠
    "four_kongs": count(KONG, 4),
    # 连七对: seven pairs of one suit with consecutive ranks
    "seven_shifted_pairs": SEVEN_PAIRS & match(PAIR, (0, 1, 2, 3, 4, 5, 6), suits="one"),
    # 十三幺
    "thirteen_orphans": FormIs("thirteen_orphans"),
    # 64
    # 清幺九: only ones and nines
    "all_terminals": every(of(TERMINALS)),
    # 小四喜: pungs of three winds, a pair of the fourth
    "little_four_winds": count(WIND_PUNG, 3) & count(PAIR & of(WINDS), 1),
    # 小三元: pungs of two dragons, a pair of the third
    "little_three_dragons": count(DRAGON_PUNG, 2) & count(PAIR & of(DRAGONS), 1),
    # 字一色: only honours
    "all_honors": every(of(HONOURS)),
    # 四暗刻
    "four_concealed_pungs": count(CONCEALED_PUNG, 4),
    # 一色双龙会: 123 123 789 789 and a pair of fives, one suit
    "pure_terminal_chows": match(CHOW, (0, 0, 6, 6), suits="one") & count(PAIR & of(FIVES), 1) & ONE_SUIT,
    # 48
    # 一色四同顺: four equal chows
    "quadruple_chow": match(CHOW, (0, 0, 0, 0), suits="one"),
    # 一色四节高: four pungs of one suit, each a rank higher
    "four_pure_shifted_pungs": match(PUNG, (0, 1, 2, 3), suits="one"),
    # 32
    # 一色四步高: four chows of one suit, each one or each two ranks higher
    "four_shifted_chows": match(CHOW, (0, 1, 2, 3), (0, 2, 4, 6), suits="one"),
    # 三杠
    "three_kongs": count(KONG, 3),
    # 混幺九: only ones, nines and honours
    "all_terminals_and_honors": every(of(ORPHANS)),
    # 24
    # 七对
    "seven_pairs": SEVEN_PAIRS,
    # 七星不靠: all seven honours among the honours and knitted tiles
    "greater_honors_and_knitted_tiles": FormIs("honors_and_knitted") & count(SINGLE & of(HONOURS), 7),
    # 全双刻: pungs and pair of 2 4 6 8
    "all_even_pungs": count(PUNG, 4) & every(of(EVEN)),
    # 清一色: one suit, no honours
    "full_flush": ONE_SUIT,
    # 一色三同顺: three equal chows
    "pure_triple_chow": match(CHOW, (0, 0, 0), suits="one"),
    # 一色三节高: three pungs of one suit, each a rank higher
    "pure_shifted_pungs": match(PUNG, (0, 1, 2), suits="one"),
    # 全大: only 7 8 9
    "upper_tiles": every(of(ranks(7, 9))),
    # 全中: only 4 5 6
    "middle_tiles": every(of(ranks(4, 6))),
    # 全小: only 1 2 3
    "lower_tiles": every(of(ranks(1, 3))),
    # 16
    # 清龙: 123 456 789 of one suit
    "pure_straight": match(CHOW, (0, 3, 6), suits="one"),
    # 三色双龙会: 123 and 789 in two suits, a pair of fives in the third
    "three_suited_terminal_chows": any_of(
        *(
            both_terminal_chows(one) & both_terminal_chows(other) & count(PAIR & of([third[4]]), 1)
            for one, other, third in ((BAMBOO, DOTS, MANZU), (MANZU, DOTS, BAMBOO), (MANZU, BAMBOO, DOTS))
        )
    ),
    # 一色三步高: three chows of one suit, each one or each two ranks higher
    "pure_shifted_chows": match(CHOW, (0, 1, 2), (0, 2, 4), suits="one"),
    # 全带五: a five in every group
    "all_fives": SETS & every(holding(FIVES)),
    # 三同刻: pungs of one rank in all three suits
    "triple_pung": match(PUNG, (0, 0, 0), suits="each another"),
    # 三暗刻
    "three_concealed_pungs": count(CONCEALED_PUNG, 3),
    # 12
    # 全不靠: fourteen different tiles, honours and knitted ones
    "lesser_honors_and_knitted_tiles": FormIs("honors_and_knitted"),
    # 组合龙: all nine knitted tiles, beside a set and a pair or among the honours
    "knitted_straight": count(KNITTED_STRAIGHT, 1) | (FormIs("honors_and_knitted") & count(SINGLE & of(SUITED), 9)),
    # 大于五: only 6 7 8 9
    "upper_four": every(of(ranks(6, 9))),
    # 小于五: only 1 2 3 4
    "lower_four": every(of(ranks(1, 4))),
    # 三风刻
    "big_three_winds": count(WIND_PUNG, 3),
    # 8
    # 花龙: 123 456 789, each in another suit
    "mixed_straight": match(CHOW, (0, 3, 6), suits="each another"),
    # 推不倒: only tiles that look the same upside down
    "reversible_tiles": every(of(REVERSIBLE)),
    # 三色三同顺: equal chows in all three suits
    "mixed_triple_chow": match(CHOW, (0, 0, 0), suits="each another"),
    # 三色三节高: pungs in all three suits, each a rank higher
    "mixed_shifted_pungs": match(PUNG, (0, 1, 2), suits="each another"),
    # 无番和: nothing else counts, flowers aside
    "chicken_hand": NothingElse(),
    # 妙手回春: self-drawn, the last tile of the wall
    "last_tile_draw": WALL_LAST & SELF_DRAWN,
    # 海底捞月: the last discard
    "last_tile_claim": WALL_LAST & ~SELF_DRAWN,
    # 杠上开花: the replacement tile of a kong
    "out_with_replacement_tile": KONG_TILE & SELF_DRAWN,
    # 抢杠和: a tile that another player adds to a melded pung
    "robbing_the_kong": KONG_TILE & ~SELF_DRAWN,
    # 6
    # 碰碰和: four pungs
    "all_pungs": count(PUNG, 4),
    # 混一色: one suit and honours
    "half_flush": any_of(*(every(of((*suit, *HONOURS))) & count(of(suit), 1) for suit in SUITS))
    & count(of(HONOURS), 1),
    # 三色三步高: chows in all three suits, each a rank higher
    "mixed_shifted_chows": match(CHOW, (0, 1, 2), suits="each another"),
    # 五门齐: all three suits, winds and dragons
    "all_types": HAS_SUIT[0] & HAS_SUIT[1] & HAS_SUIT[2] & count(of(WINDS), 1) & count(of(DRAGONS), 1),
    # 全求人: four claimed groups, the pair completed by a discard
    "melded_hand": count(MELDED, 4) & Completes(PAIR) & ~SELF_DRAWN,
    # 双暗杠
    "two_concealed_kongs": count(CONCEALED_KONG, 2),
    # 双箭刻
    "two_dragon_pungs": count(DRAGON_PUNG, 2),
    # 明暗杠: one concealed and one melded kong, a fan since 2006
    "concealed_kong_and_melded_kong": count(CONCEALED_KONG, 1) & count(MELDED_KONG, 1),
    # 4
    # 全带幺: a one, a nine or an honour in every group
    "outside_hand": SETS & every(holding(ORPHANS)),
    # 不求人: nothing claimed, self-drawn
    "fully_concealed_hand": NOTHING_CLAIMED & SELF_DRAWN,
    # 双明杠
    "two_melded_kongs": count(MELDED_KONG, 2),
    # 和绝张: the other three copies lie open
    "last_tile": Flag("last_of_kind"),
    # 2
    # 箭刻
    "dragon_pung": Each(DRAGON_PUNG),
    # 圈风刻
    "prevalent_wind": pung_of_wind("prevalent"),
    # 门风刻
    "seat_wind": pung_of_wind("seat"),
    # 门前清: nothing claimed, won by a discard
    "concealed_hand": NOTHING_CLAIMED & ~SELF_DRAWN,
    # 平和: four chows (a knitted straight stands for three) and a pair of a suit
    "all_chows": (count(CHOW, 4) | (count(KNITTED_STRAIGHT, 1) & count(CHOW, 1))) & count(PAIR & of(SUITED), 1),
    # 四归一: all four of a tile, not as a kong
    "tile_hog": FourOf(frozenset(TILES)),
    # 双同刻: pungs of one rank in two suits
    "double_pung": match(PUNG, (0, 0), suits="each another"),
    # 双暗刻
    "two_concealed_pungs": count(CONCEALED_PUNG, 2),
    # 暗杠
    "concealed_kong": Each(CONCEALED_KONG),
    # 断幺: no ones, nines or honours
    "all_simples": every(of(SIMPLES)),
    # 1
    # 一般高: two equal chows of one suit
    "pure_double_chow": match(CHOW, (0, 0), suits="one"),
    # 喜相逢: chows of the same ranks in two suits
    "mixed_double_chow": match(CHOW, (0, 0), suits="each another"),
    # 连六: two chows of one suit in a row
    "short_straight": match(CHOW, (0, 3), suits="one"),
    # 老少副: 123 and 789 of one suit
    "two_terminal_chows": match(CHOW, (0, 6), suits="one"),
    # 幺九刻: each pung of ones, nines or honours
    "pung_of_terminals_or_honors": Each(ORPHAN_PUNG),
    # 明杠
    "melded_kong": Each(MELDED_KONG),
    # 缺一门: exactly two of the three suits
    "one_voided_suit": at_least(2, *HAS_SUIT) & ~at_least(3, *HAS_SUIT),
    # 无字
    "no_honors": none(holding(HONOURS)),
    # 边张: 3 to 12 or 7 to 89, and nothing else would do
    "edge_wait": SoleWait()
    & any_of(*(Completes(chow(1, suit), at=2) for suit in SUITS), *(Completes(chow(7, suit), at=0) for suit in SUITS)),
    # 坎张: the tile in the middle of a chow
    "closed_wait": SoleWait() & Completes(CHOW, at=1),
    # 单钓将: one tile of the pair
    "single_wait": SoleWait() & Completes(PAIR),
    # 自摸
    "self_drawn": SELF_DRAWN,
    # 花牌: each flower
    "flower_tiles": Flowers(),
}

VARIANTS: dict[str, Pattern] = {
    # the final fourteen tiles, whichever came last
    "nine_gates.shape": OneSuitHolds((3, 1, 1, 1, 1, 1, 1, 1, 3), before=False),
    # four sets and a pair, not seven pairs
    "all_terminals.sets": SETS & FANS["all_terminals"],
    "all_honors.sets": SETS & FANS["all_honors"],
    "all_terminals_and_honors.sets": SETS & FANS["all_terminals_and_honors"],
    "all_types.sets": (SETS | FormIs("knitted")) & FANS["all_types"],
    # seven pairs of even tiles too
    "all_even_pungs.pairs": (count(PUNG, 4) | SEVEN_PAIRS) & every(of(EVEN)),
    # never inside honours and knitted tiles
    "knitted_straight.sets": count(KNITTED_STRAIGHT, 1),
    # never beside a knitted straight
    "all_chows.without_knitted": count(CHOW, 4) & count(PAIR & of(SUITED), 1),
    # suit tiles only
    "tile_hog.suits": FourOf(frozenset(SUITED)),
    # one suit is enough
    "one_voided_suit.at_most_two": at_least(1, *HAS_SUIT) & ~at_least(3, *HAS_SUIT),
    # each two ranks higher too
    "mixed_shifted_chows.one_or_two": match(CHOW, (0, 1, 2), (0, 2, 4), suits="each another"),
    # the lists of bamboo and dots exchanged
    "reversible_tiles.swapped": every(of(REVERSIBLE_SWAPPED)),
    # concealed kongs do not matter
    "melded_hand.any_kong": count(MELDED | KONG, 4) & Completes(PAIR) & ~SELF_DRAWN,
    # all other three in the own hand, concealed ones too
    "last_tile.own_tiles": Flag("last_of_kind") | Flag("own_other_three"),
    # the last discard too
    "out_with_replacement_tile.last_discard": FANS["out_with_replacement_tile"] | FANS["last_tile_claim"],
}
