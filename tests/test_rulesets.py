"""The rule set of 1998, against what its table prints (typed from the facts, not from the file), and damaged files."""

from __future__ import annotations

import pytest

from mjrules import names, rulesets
from mjrules.errors import DamagedData, RulesError

GB1998 = rulesets.load("gb1998")

TIERS = {
    88: "大四喜 大三元 绿一色 九莲宝灯 四杠 连七对 十三幺",
    64: "清幺九 小四喜 小三元 字一色 四暗刻 一色双龙会",
    48: "一色四同顺 一色四节高",
    32: "一色四步高 三杠 混幺九",
    24: "七对 七星不靠 全双刻 清一色 一色三同顺 一色三节高 全大 全中 全小",
    16: "清龙 三色双龙会 一色三步高 全带五 三同刻 三暗刻",
    12: "全不靠 组合龙 大于五 小于五 三风刻",
    8: "花龙 推不倒 三色三同顺 三色三节高 无番和 妙手回春 海底捞月 杠上开花 抢杠和",
    6: "碰碰和 混一色 三色三步高 五门齐 全求人 双暗杠 双箭刻",
    4: "全带幺 不求人 双明杠 和绝张",
    2: "箭刻 圈风刻 门风刻 门前清 平和 四归一 双同刻 双暗刻 暗杠 断幺",
    1: "一般高 喜相逢 连六 老少副 幺九刻 明杠 缺一门 无字 边张 坎张 单钓将 自摸 花牌",
}

# As printed in the table: 单钓 is its short form of 单钓将, 同刻 a class word.
EXCLUDED = {
    "大四喜": "圈风刻 门风刻 三风刻 碰碰和",
    "大三元": "箭刻",
    "绿一色": "混一色",
    "九莲宝灯": "清一色",
    "连七对": "清一色 不求人 单钓",
    "十三幺": "五门齐 不求人 单钓",
    "清幺九": "碰碰和 同刻 无字",
    "小四喜": "三风刻",
    "小三元": "箭刻",
    "字一色": "碰碰和",
    "四暗刻": "门前清 碰碰和",
    "一色双龙会": "平和 七对 清一色",
    "一色四同顺": "一色三节高 一般高 四归一",
    "一色四节高": "一色三同顺 碰碰和",
    "混幺九": "碰碰和",
    "七对": "不求人 单钓",
    "七星不靠": "五门齐 不求人 单钓",
    "全双刻": "碰碰和 断幺",
    "清一色": "无字",
    "一色三同顺": "一色三节高",
    "一色三节高": "一色三同顺",
    "全大": "无字",
    "全中": "断幺",
    "全小": "无字",
    "三色双龙会": "喜相逢 老少副 无字 平和",
    "全带五": "断幺",
    "全不靠": "五门齐 不求人 单钓",
    "大于五": "无字",
    "小于五": "无字",
    "推不倒": "缺一门",
    "妙手回春": "自摸",
    "杠上开花": "自摸",
    "抢杠和": "和绝张",
    "全求人": "单钓",
}

SERIES = {
    "字牌": "大四喜 大三元 小四喜 小三元 字一色 三风刻 双箭刻 箭刻 圈风刻 门风刻",
    "花色组合系列": "绿一色 九莲宝灯 清一色 混一色 五门齐 缺一门 无字",
    "刻系列/杠类": "四杠 三杠 双暗杠 双明杠 暗杠 明杠",
    "刻系列/刻类": "清幺九 四暗刻 一色四节高 混幺九 全双刻 一色三节高 三同刻 三暗刻 "
    "三色三节高 碰碰和 双同刻 双暗刻 幺九刻",
    "七对系列": "连七对 七对",
    "特殊系列": "十三幺 推不倒 无番和 四归一 花牌",
    "序数牌/老少类": "一色双龙会 三色双龙会 老少副",
    "序数牌/同顺类": "一色四同顺 一色三同顺 三色三同顺 一般高 喜相逢",
    "序数牌/步步高类": "一色四步高 一色三步高 三色三步高 平和",
    "序数牌/龙类": "清龙 组合龙 花龙 连六",
    "不靠系列": "七星不靠 全不靠",
    "全带系列": "全大 全中 全小 全带五 大于五 小于五 全带幺",
    "和牌方式系列": "妙手回春 海底捞月 杠上开花 抢杠和 全求人 不求人 和绝张 门前清 断幺 边张 坎张 单钓将 自摸",
}

SMALL = """
id = "small"
edition = "none"
tiers = [8, 1]
minimum = 8
[title]
zh-Hans = "小"
en = "Small"
[fans.pure_shifted_chows]
points = 8
series = "序数牌"
excludes = ["short_straight", "class:same_pungs"]
refs = ["x:1"]
[fans.self_drawn]
points = 1
series = "和牌方式系列"
refs = ["x:2"]
"""


def named(item: str) -> str:
    word = item.removeprefix("class:")
    return names.fan(item).name if word == item else names.class_word(word).word


def test_81_fans_in_official_order() -> None:
    assert [rule.fan for rule in GB1998.rules] == [fan.id for fan in names.official()]
    assert [rule.number for rule in GB1998.rules] == list(range(1, 82))


def test_points_and_tiers() -> None:
    found = {points: [named(rule.fan) for rule in GB1998.rules if rule.points == points] for points in GB1998.tiers}
    assert found == {points: fans.split() for points, fans in TIERS.items()}
    assert list(GB1998.tiers) == list(TIERS)
    assert [len(fans) for fans in found.values()] == [7, 6, 2, 3, 9, 6, 5, 9, 7, 4, 10, 13]
    assert sum(rule.points for rule in GB1998.rules) == 1727


def test_exclusions_as_the_table_prints_them() -> None:
    found = {named(rule.fan): [*map(named, rule.excludes)] for rule in GB1998.rules if rule.excludes}
    assert found == {fan: ["单钓将" if w == "单钓" else w for w in words.split()] for fan, words in EXCLUDED.items()}
    assert (len(found), sum(map(len, found.values()))) == (34, 58)


def test_a_class_word_stays_a_class_word() -> None:
    rule = GB1998.rule("all_terminals")
    assert rule is not None
    assert rule.excludes == ("all_pungs", "class:same_pungs", "no_honors")


def test_series() -> None:
    found: dict[str, set[str]] = {}
    for rule in GB1998.rules:
        found.setdefault(rule.series, set()).add(named(rule.fan))
    assert found == {series: {*fans.split()} for series, fans in SERIES.items()}


def test_ranks_that_definitions_state() -> None:
    found = {named(rule.fan): rule.ranks for rule in GB1998.rules if rule.ranks}
    assert found == {"清龙": "1-9", "花龙": "1-9", "大于五": "6-9", "小于五": "1-4"}


def test_every_row_says_where_it_stands() -> None:
    assert [rule.refs[0] for rule in GB1998.rules] == [f"rule98:table:{number}" for number in range(1, 82)]


def test_what_a_rule_set_says_of_itself() -> None:
    assert (GB1998.id, GB1998.edition, GB1998.minimum) == ("gb1998", "1998", 8)
    assert {"zh-Hans", "en"} <= GB1998.title.keys()
    assert "gb1998" in rulesets.available()
    assert GB1998.rule("riichi") is None


def test_an_unknown_rule_set_lists_those_there_are() -> None:
    with pytest.raises(RulesError, match=r"'gb1889'.*gb1998"):
        rulesets.load("gb1889")


def test_a_sound_file_is_read() -> None:
    rules = rulesets.parse(SMALL, "small").rules
    assert [(rule.fan, rule.points) for rule in rules] == [("pure_shifted_chows", 8), ("self_drawn", 1)]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('id = "small"', 'id = "other"', r"id is 'other'"),
        ("tiers = [8, 1]", "tiers = [1, 8]", "tiers must fall"),
        ("tiers = [8, 1]", "tiers = [8, 6, 1]", "no fan has 6 points"),
        ("tiers = [8, 1]", "tiers = [8]", "self_drawn: 1 points are no tier"),
        ("points = 8", "points = 0", "points"),
        ("points = 8", 'points = "8"', "points"),
        ("points = 8", "point = 8", "point"),
        ("[fans.self_drawn]", "[fans.self_drown]", "self_drown: no fan has this id"),
        ('"short_straight"', '"short"', "excludes short, which is neither"),
        ('"class:same_pungs"', '"class:same"', "excludes class:same, which is neither"),
        ('"class:same_pungs"', '"short_straight"', "excludes short_straight 2 times"),
        ('"short_straight"', '"pure_shifted_chows"', "pure_shifted_chows: excludes itself"),
        ('refs = ["x:1"]', "refs = []", "no reference"),
        ("points = 8", 'points = 8\nranks = "9-1"', "9-1 do not rise"),
        ("points = 8", 'points = 8\nranks = "9-20"', "ranks"),
        ('zh-Hans = "小"', "", "no title in zh-Hans"),
        ("edition", "edition edition", "small"),
    ],
)
def test_a_damaged_file_says_what_is_wrong(old: str, new: str, message: str) -> None:
    assert old in SMALL
    with pytest.raises(DamagedData, match=message):
        rulesets.parse(SMALL.replace(old, new), "small")
