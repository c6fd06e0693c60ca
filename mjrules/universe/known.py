"""What is counted, each with its unit: both engines count these, and the numbers must agree.

The numbers stand with the tests (``tests/test_symbolic.py``, ``tests/test_census.py``): they are facts that were known
from elsewhere, never answers.
"""

from __future__ import annotations

from typing import NamedTuple


class Known(NamedTuple):
    """One number: its id, and the sentence that says what is counted."""

    id: str
    en: str
    zh: str


KNOWN = (
    Known(
        "sets_of_four_melds", "sets of four chows or pungs with at most four of a tile", "四副面子（顺子或刻子）的组合"
    ),
    Known(
        "standard_arrangements",
        "standard hands as groups: four chows or pungs and a pair",
        "一般型的拆法：四副面子（无杠）加一对将",
    ),
    Known(
        "standard_arrangements_with_kongs",
        "the same, each pung either a pung or a kong",
        "同上，每副刻子可以是杠",
    ),
    Known("standard_hands", "standard hands of 14 concealed tiles, however divided", "一般型的十四张手牌（不论拆法）"),
    Known("standard_hands_one_suit", "of these, hands of one given suit only", "其中某一门花色的清一色手牌"),
    Known("standard_hands_without_honors", "of these, hands without honours", "其中没有字牌的手牌"),
    Known("standard_hands_divided_often", "of these, hands that divide in several ways", "其中有多种拆法的手牌"),
    Known("most_divisions", "the most ways in which a standard hand divides", "一副一般型手牌最多的拆法数"),
    Known("seven_pairs", "hands of seven pairs, four of a tile being two of them", "七对的手牌（四张相同算两对）"),
    Known("seven_different_pairs", "hands of seven different pairs", "七个不同对子的手牌"),
    Known("seven_pairs_standard_too", "hands of seven pairs that are standard hands too", "既是七对又是一般型的手牌"),
    Known("thirteen_orphans", "hands of thirteen orphans", "十三幺的手牌"),
    Known(
        "knitted_straights", "hands of a knitted straight, a chow or pung and a pair", "组合龙加一副面子和一对将的手牌"
    ),
    Known("greater_honors_and_knitted", "hands of seven honours and seven knitted tiles", "七星不靠的手牌"),
    Known("lesser_honors_and_knitted", "hands of fewer honours and more knitted tiles", "不含七张字牌的全不靠手牌"),
    Known("knitted_straight_and_honors", "of these, hands with all nine knitted tiles", "其中含组合龙的手牌"),
    Known("hands", "hands of 14 concealed tiles in all forms, each once", "各种牌型的十四张手牌（每副一次）"),
    Known("standard_hands_won", "standard hands of 14 concealed tiles × kind of winning tile", "一般型手牌×所和的牌"),
    Known("hands_won", "hands of 14 concealed tiles in all forms × kind of winning tile", "各种牌型的手牌×所和的牌"),
    Known("standard_arrangements_won", "standard hands as groups × kind of winning tile", "一般型的拆法×所和的牌"),
    Known(
        "exposed_arrangements",
        "standard hands as groups, each chow melded or concealed, each pung too or a kong of either kind",
        "一般型的拆法，面子明暗及明杠暗杠分开",
    ),
    Known("exposed_arrangements_won", "the same × kind of winning tile", "同上×所和的牌"),
    Known("exposed_states", "the same × completed group and place in it", "同上×所和的牌组及其位置"),
    Known(
        "exposed_arrangements_won_either_way",
        "the same × kind of winning tile × self-drawn or by discard",
        "同上×所和的牌×自摸或点和",
    ),
    *(
        Known(f"won.{fan}", f"exposed arrangements × kind of winning tile with {en}", f"明暗分开的拆法×所和的牌：{zh}")
        for fan, en, zh in (
            ("all_pungs", "four pungs or kongs", "碰碰和"),
            ("no_honors", "no honours", "无字"),
            ("all_simples", "no ones, nines and honours", "断幺"),
            ("full_flush", "one suit only", "清一色"),
            ("all_green", "green tiles only", "绿一色"),
            ("three_kongs", "exactly three kongs", "恰好三杠"),
            ("four_kongs", "four kongs", "四杠"),
            ("four_claimed", "four claimed groups", "四副都已副露（全求人）"),
        )
    ),
)
