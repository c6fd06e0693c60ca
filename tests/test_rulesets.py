"""The rule sets, against what their sources print (typed from the facts, not from the files), and damaged files.

Then what the definitions force, and rule sets with every ruling chosen.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from mjrules import names, rulesets
from mjrules.errors import DamagedData, RulesError
from mjrules.rulesets import implied

GB1998 = rulesets.load("gb1998")
ALL = ("gb", "gb1998", "mcr2006")

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

# The helper's lists in full; (自身) its own sets only, ×1 one of them.
GB_LISTS = {
    "大四喜": "三风刻 碰碰和 圈风刻 门风刻 幺九刻",
    "大三元": "双箭刻 箭刻 幺九刻(自身)",
    "绿一色": "混一色",
    "九莲宝灯": "清一色 不求人 门前清 无字 幺九刻×1",
    "四杠": "碰碰和 单钓将",
    "连七对": "清一色 七对 不求人 门前清 无字 单钓将",
    "十三幺": "混幺九 五门齐 不求人 门前清 单钓将",
    "清幺九": "混幺九 碰碰和 全带幺 双同刻 幺九刻 无字",
    "小四喜": "三风刻 幺九刻",
    "小三元": "双箭刻 箭刻 幺九刻(自身)",
    "字一色": "混幺九 碰碰和 全带幺 幺九刻",
    "四暗刻": "碰碰和 不求人 门前清",
    "一色双龙会": "七对 清一色 平和 一般高 老少副 无字",
    "一色四同顺": "一色三同顺 一色三节高 七对 四归一 一般高",
    "一色四节高": "一色三同顺 一色三节高 碰碰和",
    "一色四步高": "一色三步高 连六 老少副",
    "混幺九": "碰碰和 全带幺 幺九刻",
    "七对": "不求人 门前清 单钓将",
    "七星不靠": "全不靠 五门齐 不求人 门前清",
    "全双刻": "碰碰和 断幺 无字",
    "清一色": "无字",
    "一色三同顺": "一色三节高 一般高",
    "一色三节高": "一色三同顺",
    "全大": "大于五 无字",
    "全中": "断幺 无字",
    "全小": "小于五 无字",
    "清龙": "连六 老少副",
    "三色双龙会": "平和 老少副 喜相逢 无字",
    "全带五": "断幺 无字",
    "三同刻": "双同刻",
    "全不靠": "五门齐 不求人 门前清",
    "大于五": "无字",
    "小于五": "无字",
    "三风刻": "幺九刻(自身)",
    "推不倒": "缺一门",
    "三色三同顺": "喜相逢",
    "妙手回春": "自摸",
    "杠上开花": "自摸",
    "抢杠和": "和绝张",
    "全求人": "单钓将",
    "双暗杠": "双暗刻",
    "双箭刻": "箭刻 幺九刻(自身)",
    "不求人": "自摸",
    "箭刻": "幺九刻(自身)",
    "圈风刻": "幺九刻(自身)",
    "门风刻": "幺九刻(自身)",
    "平和": "无字",
    "断幺": "无字",
}

# As transcribed from the English edition of 2006.
MCR2006_LISTS = {
    "大四喜": "三风刻 碰碰和 圈风刻 门风刻 幺九刻",
    "大三元": "双箭刻 箭刻",
    "九莲宝灯": "清一色 门前清 幺九刻",
    "四杠": "单钓将",
    "连七对": "清一色 门前清 单钓将",
    "十三幺": "五门齐 门前清 单钓将",
    "清幺九": "碰碰和 全带幺 幺九刻 无字",
    "小四喜": "三风刻 幺九刻",
    "小三元": "箭刻 双箭刻",
    "字一色": "碰碰和 全带幺 幺九刻",
    "四暗刻": "碰碰和 门前清",
    "一色双龙会": "七对 清一色 平和 一般高 老少副",
    "一色四同顺": "一色三节高 四归一 一般高",
    "一色四节高": "一色三同顺 碰碰和",
    "一色四步高": "连六",
    "混幺九": "碰碰和 幺九刻",
    "七对": "门前清 单钓将",
    "七星不靠": "五门齐 门前清",
    "全双刻": "碰碰和 断幺",
    "清一色": "无字",
    "一色三同顺": "一色三节高 一般高",
    "一色三节高": "一色三同顺",
    "全大": "无字",
    "全中": "无字 断幺",
    "全小": "无字",
    "三色双龙会": "一般高 老少副 无字 平和",
    "全带五": "断幺",
    "全不靠": "五门齐 门前清",
    "大于五": "无字",
    "小于五": "无字",
    "推不倒": "缺一门",
    "妙手回春": "自摸",
    "抢杠和": "和绝张",
    "全求人": "单钓将",
    "平和": "无字",
}

# What follows from the definitions alone, worked out fan by fan; «own» of its own pungs, ×n so many times.
IMPLIED = {
    "大四喜": "三风刻 碰碰和 圈风刻 门风刻 幺九刻",
    "大三元": "双箭刻 箭刻 幺九刻(自身)",
    "九莲宝灯": "清一色 幺九刻×1 无字",
    "四杠": "三杠 碰碰和 单钓将",
    "连七对": "七对 清一色 无字",
    "十三幺": "混幺九 五门齐",
    "清幺九": "混幺九 碰碰和 全带幺 双同刻×1 幺九刻 无字",
    "小四喜": "三风刻 幺九刻(自身)",
    "小三元": "双箭刻 箭刻 幺九刻(自身)",
    "字一色": "混幺九 碰碰和 全带幺 幺九刻",
    "四暗刻": "三暗刻 碰碰和 双暗刻",
    "一色双龙会": "清一色 平和 一般高 老少副 无字",
    "一色四同顺": "一色三同顺 四归一 一般高",
    "一色四节高": "一色三节高 碰碰和",
    "一色四步高": "一色三步高",
    "混幺九": "碰碰和 全带幺 幺九刻",
    "七星不靠": "全不靠 五门齐",
    "全双刻": "碰碰和 断幺 无字",
    "清一色": "无字",
    "一色三同顺": "一般高",
    "全大": "大于五 无字",
    "全中": "断幺 无字",
    "全小": "小于五 无字",
    "清龙": "连六 老少副",
    "三色双龙会": "平和 喜相逢 老少副 无字",
    "全带五": "断幺 无字",
    "三同刻": "双同刻",
    "三暗刻": "双暗刻",
    "全不靠": "五门齐",
    "大于五": "无字",
    "小于五": "无字",
    "三风刻": "幺九刻(自身)",
    "三色三同顺": "喜相逢",
    "妙手回春": "自摸",
    "杠上开花": "自摸",
    "全求人": "单钓将",
    "双暗杠": "双暗刻 暗杠",
    "双箭刻": "箭刻 幺九刻(自身)",
    "不求人": "自摸",
    "双明杠": "明杠",
    "箭刻": "幺九刻(自身)",
    "圈风刻": "幺九刻(自身)",
    "门风刻": "幺九刻(自身)",
    "平和": "无字",
    "断幺": "无字",
    "明暗杠": "暗杠 明杠",
}

# Concealed kongs, melded kongs, concealed pungs (kongs aside), and the fans of the two families that count.
FAMILIES = [
    (4, 0, 0, "四杠 四暗刻"),
    (3, 1, 0, "四杠 三暗刻"),
    (2, 2, 0, "四杠 双暗刻"),
    (1, 3, 0, "四杠"),
    (0, 4, 0, "四杠"),
    (3, 0, 1, "三杠 四暗刻"),
    (3, 0, 0, "三杠 三暗刻"),
    (2, 1, 1, "三杠 三暗刻"),
    (2, 1, 0, "三杠 双暗刻"),
    (1, 2, 1, "三杠 双暗刻"),
    (1, 2, 0, "三杠"),
    (0, 3, 1, "三杠"),
    (0, 3, 0, "三杠"),
    (2, 0, 2, "双暗杠 四暗刻"),
    (2, 0, 1, "双暗杠 三暗刻"),
    (2, 0, 0, "双暗杠"),
    (1, 1, 2, "明暗杠 三暗刻"),
    (1, 1, 1, "明暗杠 双暗刻"),
    (1, 1, 0, "明暗杠"),
    (0, 2, 2, "双明杠 双暗刻"),
    (0, 2, 1, "双明杠"),
    (0, 2, 0, "双明杠"),
    (1, 0, 3, "暗杠 四暗刻"),
    (1, 0, 2, "暗杠 三暗刻"),
    (1, 0, 1, "暗杠 双暗刻"),
    (1, 0, 0, "暗杠"),
    (0, 1, 3, "明杠 三暗刻"),
    (0, 1, 2, "明杠 双暗刻"),
    (0, 1, 1, "明杠"),
    (0, 1, 0, "明杠"),
]

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


def test_a_documents_rules_are_no_rule_set_of_ours() -> None:
    with pytest.raises(RulesError, match=r"printed:page.*mjrules\.rulesets\.printed\.rules_of"):
        rulesets.resolve("printed:page")


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
        ('refs = ["x:1"]', 'refs = ["x:1"]\nscope = { self_drawn = 1 }', "limits the exclusion of self_drawn"),
        ('refs = ["x:1"]', 'refs = ["x:1"]\nscope = { short_straight = "some" }', "scope"),
    ],
)
def test_a_damaged_file_says_what_is_wrong(old: str, new: str, message: str) -> None:
    assert old in SMALL
    with pytest.raises(DamagedData, match=message):
        rulesets.parse(SMALL.replace(old, new), "small")


def printed(rule: rulesets.Rule, item: str) -> str:
    """An item of a list as this file writes it."""
    limit = rule.scope.get(item)
    return named(item) + ("" if limit is None else "(自身)" if isinstance(limit, str) else f"×{limit}")


@pytest.mark.parametrize(("id", "lists"), [("gb", GB_LISTS), ("mcr2006", MCR2006_LISTS)])
def test_the_lists_of_the_other_editions(id: str, lists: dict[str, str]) -> None:
    found = {
        named(rule.fan): [printed(rule, item) for item in rule.excludes]
        for rule in rulesets.load(id).rules
        if rule.excludes
    }
    assert found == {fan: words.split() for fan, words in lists.items()}


# Where the points differ from the table of 1998.
OTHER_POINTS = {"gb": {"明暗杠": 5}, "mcr2006": {"双暗杠": 8, "明暗杠": 6}}


@pytest.mark.parametrize(("id", "points"), OTHER_POINTS.items())
def test_the_points_of_the_other_editions(id: str, points: dict[str, int]) -> None:
    found = {named(rule.fan): rule.points for rule in rulesets.load(id).rules}
    assert found == {named(rule.fan): rule.points for rule in GB1998.rules} | points


def test_the_book_of_2006_has_its_own_order() -> None:
    numbers = {named(rule.fan): rule.number for rule in rulesets.load("mcr2006").rules}
    moved = {"双暗杠": 48, "碰碰和": 49, "混一色": 50, "三色三步高": 51, "五门齐": 52, "全求人": 53}
    assert {fan: numbers[fan] for fan in moved} == moved
    assert (numbers["抢杠和"], numbers["双箭刻"], numbers["花牌"]) == (47, 54, 81)


@pytest.mark.parametrize("id", ALL)
def test_every_edition_says_what_it_is(id: str) -> None:
    ruleset = rulesets.load(id)
    assert ruleset.minimum == 8
    assert {"zh-Hans", "en"} <= ruleset.title.keys()
    assert {rule.fan for rule in ruleset.rules} >= {fan.id for fan in names.official()}


def test_what_is_forced_is_no_rule_set() -> None:
    assert rulesets.available() == ALL


def test_what_the_definitions_force() -> None:
    found: dict[str, list[str]] = {}
    for row in implied.forced():
        if not row.family:
            mark = {"whole": "", "shared_groups": "(自身)", "count": f"×{row.count}"}[row.scope]
            found.setdefault(named(row.fan), []).append(named(row.out) + mark)
    assert found == {fan: words.split() for fan, words in IMPLIED.items()}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[forces]", "[forces_it]", "forces_it"),
        ("big_three_dragons = ", "big_three_dragon = ", "big_three_dragon is no id of a fan"),
        ('["two_dragon_pungs"]', '["big_three_dragons"]', "big_three_dragons forces itself"),
    ],
)
def test_a_damaged_table_of_what_is_forced(old: str, new: str, message: str) -> None:
    text = (Path(implied.__file__).parent / "implied.toml").read_text("utf-8")
    assert old in text
    with pytest.raises(DamagedData, match=message):
        implied.parse(text.replace(old, new, 1))


def held(concealed: int, melded: int, pungs: int) -> set[str]:
    """The kong and concealed-pung fans that hold, from their number upward."""
    holds = {
        "四杠": concealed + melded >= 4,
        "三杠": concealed + melded >= 3,
        "双暗杠": concealed >= 2,
        "明暗杠": concealed >= 1 and melded >= 1,
        "双明杠": melded >= 2,
        "暗杠": concealed >= 1,
        "明杠": melded >= 1,
        "四暗刻": concealed + pungs >= 4,
        "三暗刻": concealed + pungs >= 3,
        "双暗刻": concealed + pungs >= 2,
    }
    return {fan for fan, true in holds.items() if true}


def counted(rules: rulesets.Rules, fans: set[str]) -> set[str]:
    """Of the fans that hold, those that no counted one excludes, taken in the order of counting."""
    out: set[str] = set()
    kept: set[str] = set()
    for fan in rules.points:
        if named(fan) in fans and fan not in out:
            kept.add(named(fan))
            out |= {each.fan for each in rules.excludes.get(fan, ()) if each.scope == "whole"}
    return kept


@pytest.mark.parametrize(("concealed", "melded", "pungs", "fans"), FAMILIES)
def test_of_each_family_one_counts(concealed: int, melded: int, pungs: int, fans: str) -> None:
    assert counted(rulesets.resolve("gb"), held(concealed, melded, pungs)) == set(fans.split())


def test_1998_counts_a_concealed_and_a_melded_kong_separately() -> None:
    rules = rulesets.resolve("gb1998")
    assert "concealed_kong_and_melded_kong" not in rules.points
    assert counted(rules, held(1, 1, 0)) == {"暗杠", "明杠"}
    assert counted(rules, held(2, 1, 0)) == {"三杠", "双暗刻"}


def whole(rules: rulesets.Rules, fan: str) -> dict[str, str]:
    """What a fan excludes altogether, and why."""
    return {
        named(each.fan): each.because for each in rules.excludes.get(names.resolve(fan)[0], ()) if each.scope == "whole"
    }


@pytest.mark.parametrize("fan", ["四暗刻", "九莲宝灯", "七对", "连七对", "十三幺", "全不靠", "七星不靠"])
def test_hands_concealed_by_nature_in_present_practice(fan: str) -> None:
    assert whole(rulesets.resolve("gb"), fan).keys() >= {"不求人", "门前清"}


@pytest.mark.parametrize(
    ("id", "fan", "out", "why"),
    [
        ("gb", "清幺九", "无字", "implied"),
        ("gb", "四杠", "三杠", "implied"),
        ("gb", "四杠", "明杠", "kongs"),
        ("gb", "绿一色", "混一色", "list"),
        ("gb1998", "九莲宝灯", "门前清", "discard_concealed_by_nature"),
        ("mcr2006", "九莲宝灯", "幺九刻", "list"),
    ],
)
def test_an_exclusion_says_why(id: str, fan: str, out: str, why: str) -> None:
    assert whole(rulesets.resolve(id), fan)[out] == why


def test_a_class_word_bars_its_members() -> None:
    """同刻 in the list of 清幺九: read as 双同刻, because the table's own example counts 三同刻; a ruling bars both."""
    assert "三同刻" not in whole(rulesets.resolve("gb1998"), "清幺九")
    assert "双同刻" in whole(rulesets.resolve("gb1998"), "清幺九")
    both = rulesets.resolve("gb1998", {"all_terminals_equal_pungs": "barred"})
    assert whole(both, "清幺九").keys() >= {"双同刻", "三同刻"}


@pytest.mark.parametrize("id", ALL)
def test_fans_stand_in_the_order_of_counting(id: str) -> None:
    points = rulesets.resolve(id).points
    assert list(points.values()) == sorted(points.values(), reverse=True)


def test_rules_are_made_once() -> None:
    assert rulesets.resolve("gb", {"nine_gates": "final_shape"}) is rulesets.resolve(
        "gb", {"nine_gates": "final_shape"}
    )
    assert rulesets.resolve() == rulesets.resolve("gb", {"nine_gates": "nine_tiles"})


def test_only_lists_exclude_where_silence_is_permission() -> None:
    rules = rulesets.resolve("gb1998", {"unlisted": "literal"})
    assert whole(rules, "大三元") == {"箭刻": "list"}
    assert whole(rules, "七对") == {"不求人": "list", "单钓将": "list"}
    assert whole(rules, "四杠").keys() == {"三杠", "双暗杠", "双明杠", "暗杠", "明杠"}
    assert {names.fan(each).name for each in because(rules, "implied")} == {"三杠", "三暗刻", "双暗刻", "暗杠", "明杠"}
    assert whole(rules, "四暗刻").keys() == {"碰碰和", "门前清", "三暗刻", "双暗刻"}
    assert whole(rules, "三暗刻") == {"双暗刻": "implied"}


def because(rules: rulesets.Rules, why: str) -> set[str]:
    return {each.fan for outs in rules.excludes.values() for each in outs if each.because == why}


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        ({"nine_gate": "final_shape"}, r"'nine_gate' is no ruling.*nine_gates"),
        ({"nine_gates": "shape"}, r"nine_gates: 'shape' is no choice.*final_shape"),
    ],
)
def test_an_unknown_ruling_or_choice_says_what_there_is(overrides: dict[str, str], message: str) -> None:
    with pytest.raises(RulesError, match=message):
        rulesets.resolve("gb", overrides)
