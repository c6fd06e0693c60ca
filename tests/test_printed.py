"""A document's own rules: what it prints, what it leaves to the fallback, and that both are said."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

import extract
from mjrules import names, rulesets, rulings
from mjrules.claims import Entry, Item, ListedFan, Listing, Place, Source
from mjrules.hand import Hand
from mjrules.rulesets.printed import rules_of
from mjrules.score.scorer import Scorer

AT = Place(1, 1)
DOCUMENTS = Path(__file__).parents[1] / "sources" / "documents"


def item(word: str, condition: str | None = None) -> Item:
    """An item of a list as the reader gives it: a fan, a class word with its candidates, or an unknown word."""
    known = names.resolve(word)
    one = known[0] if len(known) == 1 else None
    candidates = () if one else tuple(names.fan(each).name for each in known)
    return Item(one, names.fan(one).name if one else word, word, condition, candidates, AT)


def entry(name: str, points: int | None, excludes: str = "", run: int = 1, condition: str | None = None) -> Entry:
    known = names.resolve(name)
    return Entry(
        fan=known[0] if known else None,
        name=name,
        official=bool(known) and names.fan(known[0]).official,
        printed=name,
        identified_by="name",
        candidates=(),
        points=points,
        points_from="inline" if points else None,
        section=None,
        excludes=tuple(item(word, condition) for word in excludes.split()),
        may_count=(),
        also_counts=(),
        aliases=(),
        has_definition=True,
        repeats=None,
        place=AT,
        pass_=run,
    )


def source(*entries: Entry, listings: Sequence[Listing] = ()) -> Source:
    return Source("page", "page.txt", "txt", None, entries, tuple(listings), (), ())


def barred(rules: rulesets.Rules, fan: str) -> dict[str, str]:
    """What a fan excludes, in which scope."""
    return {names.fan(each.fan).name: each.scope for each in rules.excludes.get(names.resolve(fan)[0], ())}


def notes(rules: rulesets.Rules) -> str:
    return "\n".join(rules.notes)


def test_printed_points_go_first_and_the_rest_is_the_fallback() -> None:
    rules = rules_of(source(entry("双暗杠", 8), entry("七对", 32)))
    assert (rules.points["two_concealed_kongs"], rules.points["seven_pairs"], rules.points["all_chows"]) == (8, 32, 2)
    assert rules.id == "printed:page"
    assert list(rules.points.values()) == sorted(rules.points.values(), reverse=True)
    assert "No points are printed for Big Four Winds" in notes(rules)
    assert "Seven Pairs," not in rules.notes[1]


def test_the_tier_of_a_listing_gives_points() -> None:
    listed = Listing(8, (ListedFan("two_concealed_kongs", "双暗杠", "双暗杠", False, AT),), AT)
    assert rules_of(source(listings=[listed])).points["two_concealed_kongs"] == 8


def test_the_first_of_several_points_counts_and_it_is_said() -> None:
    rules = rules_of(source(entry("双暗杠", 8), entry("双暗杠", 6, run=2)))
    assert rules.points["two_concealed_kongs"] == 8
    assert "Two Concealed Kongs is printed with 8 / 6 points: the first counts." in rules.notes


def test_lists_are_the_printed_ones_and_what_is_forced() -> None:
    rules = rules_of(source(entry("四暗刻", 64, "碰碰和"), entry("绿一色", 88)))
    assert barred(rules, "四暗刻").keys() == {"碰碰和", "三暗刻", "双暗刻"}
    assert barred(rules, "绿一色") == {}
    assert barred(rules, "推不倒") == {"缺一门": "whole"}  # no entry: the list of the fallback
    assert "the lists of gb apply" in notes(rules)


PAIRS_DRAWN, PAIRS_CLAIMED = "1122m3355p7799sEE|EE1000", "1122m3355p7799sEE"


@pytest.mark.parametrize(
    ("listed", "drawn", "claimed"),
    [
        ("单钓将", 28, 26),  # 不求人 4 as 门前清 2: no definition forces either, and the list is silent on both
        ("单钓将 不求人", 25, 26),  # the table of 1998
        ("单钓将 门前清", 28, 24),  # the book of 2006
        ("单钓将 不求人 门前清", 25, 24),
    ],
)
def test_a_silent_list_lets_both_fans_of_a_concealed_hand_count(listed: str, drawn: int, claimed: int) -> None:
    rules = rules_of(source(entry("七对", 24, listed)))
    assert (total(rules, PAIRS_DRAWN), total(rules, PAIRS_CLAIMED)) == (drawn, claimed)
    said = [note for note in rules.notes if "not named in the list of Seven Pairs, and no definition forces it" in note]
    assert len(said) == 2 - len({"不求人", "门前清"} & {*listed.split()})


def test_a_document_without_an_entry_is_no_silent_list() -> None:
    rules = rules_of(source(entry("绿一色", 88, "混一色")))
    assert (total(rules, PAIRS_DRAWN), total(rules, PAIRS_CLAIMED)) == (25, 24)


@pytest.mark.parametrize(
    ("entries", "hand", "points", "reason"),
    [
        (
            ("清龙 16 连六",),
            "[123s,1]456s789s123p5m5m",
            20,
            "清龙 16, 平和 2, 喜相逢, 单钓将: 老少副 is always in 清龙",
        ),
        (("一色四步高 32 一色三步高",), "[123s,1][234s,1][345s,1]456s5p5p", 36, "32, 平和 2, 缺一门, 单钓将: 不拆移"),
        (("双暗杠 6 暗杠",), "[1111m][9999s]234p567p5s5s", 13, "双暗刻 is always in 双暗杠"),
        (("连七对 88 清一色 单钓将 门前清",), "1122334455667s7s", 88, "七对 and 无字 always are in 连七对"),
        (("绿一色 88 缺一门",), "[234s,1][666s,1]33888sFFF|EE1000", 99, "混一色 6 is not forced, and not named"),
    ],
)
def test_what_a_list_leaves_out_is_counted_unless_it_is_forced(
    entries: Sequence[str], hand: str, points: int, reason: str
) -> None:
    rows = (line.split(maxsplit=2) for line in entries)
    rules = rules_of(source(*(entry(name, int(worth), listed) for name, worth, listed in rows)))
    assert total(rules, hand) == points, reason


def total(rules: rulesets.Rules, hand: str) -> int:
    return Scorer(rules).total(Hand.parse(hand, check=True))


def test_a_document_without_lists_takes_those_of_the_fallback() -> None:
    rules = rules_of(source(entry("四暗刻", 64)), "gb1998")
    assert barred(rules, "四暗刻") == barred(rulesets.resolve("gb1998"), "四暗刻")
    assert "The document has no lists" in notes(rules)


def test_the_first_run_that_has_lists_states_them() -> None:
    rules = rules_of(
        source(entry("绿一色", 88), entry("绿一色", None, "混一色", 2), entry("绿一色", None, "清一色", 3))
    )
    assert barred(rules, "绿一色") == {"混一色": "whole"}


def test_where_silence_is_permission_only_lists_exclude() -> None:
    rules = rules_of(source(entry("四暗刻", 64, "碰碰和"), entry("三杠", 32)), overrides={"unlisted": "literal"})
    assert barred(rules, "四暗刻") == {"碰碰和": "whole", "三暗刻": "whole", "双暗刻": "whole"}  # one of a family
    assert barred(rules, "三杠").keys() == {"双暗杠", "明暗杠", "双明杠", "暗杠", "明杠"}  # the family stays


@pytest.mark.parametrize(
    ("fan", "word", "meant"),
    [
        ("清幺九", "同刻", {"双同刻"}),  # the members that the fallback bars too
        ("四杠", "双杠", {"双暗杠", "双明杠", "明暗杠"}),
        ("绿一色", "同刻", {"三同刻", "双同刻"}),  # the fallback bars none: all of them
    ],
)
def test_a_class_word_is_read_with_the_fallback(fan: str, word: str, meant: set[str]) -> None:
    rules = rules_of(source(entry(fan, 88, word)), overrides={"unlisted": "literal"})
    listed = {each.fan for each in rules.excludes[names.resolve(fan)[0]] if each.because == "list"}
    assert {names.fan(each).name for each in listed} >= meant - barred(rulesets.resolve("gb"), "四杠").keys()
    assert any(f"{word}, in the list of" in note and "names a class" in note for note in rules.notes)


def test_own_sets_unknown_words_conditions_and_flowers() -> None:
    rules = rules_of(
        source(
            entry("箭刻", 2, "幺九刻"),
            entry("十三幺", 88, "缺五"),
            entry("全求人", 6, "单钓将", condition="全是吃碰"),
            entry("花牌", 1, "杠上开花"),
        )
    )
    assert barred(rules, "箭刻") == {"幺九刻": "shared_groups"}
    assert barred(rules, "全求人") == {"单钓将": "whole"}
    assert barred(rules, "花牌") == {}
    said = notes(rules)
    assert "缺五, in the list of Thirteen Orphans, is no fan these rules have" in said
    assert "barred under a condition (全是吃碰)" in said
    assert "speaks of the flower's own replacement tile" in said


def test_points_for_single_kongs_and_none_for_the_mixed_pair() -> None:
    both = (entry("暗杠", 2), entry("明杠", 1))
    assert "concealed_kong_and_melded_kong" not in rules_of(source(*both)).points
    assert rules_of(source(*both, entry("明暗杠", 7))).points["concealed_kong_and_melded_kong"] == 7
    assert rules_of(source(*both, entry("明暗杠", 7)), "gb1998").points["concealed_kong_and_melded_kong"] == 7
    asked = rules_of(source(*both), overrides={"concealed_kong_and_melded_kong": "six"})
    assert asked.points["concealed_kong_and_melded_kong"] == 6


def test_fans_of_the_house_are_named_and_not_scored() -> None:
    rules = rules_of(source(entry("天和", 168), entry("明星三缺一", 32), entry("七对", 24)))
    assert "blessing_of_heaven" not in rules.points
    assert "Fans of the document that are not scored: 天和, 明星三缺一." in rules.notes


def test_what_the_document_settles_goes_before_rulings_and_those_asked_for_before_both() -> None:
    document = source(entry("四暗刻", 64, "碰碰和"))
    rules = rules_of(document)
    assert "go before these rulings: self_drawn_concealed_by_nature, discard_concealed_by_nature." in notes(rules)
    asked = rules_of(document, overrides={"self_drawn_concealed_by_nature": "barred"})
    assert "不求人" in barred(asked, "四暗刻")
    assert "go before these rulings: discard_concealed_by_nature." in notes(asked)


def test_notes_are_said_in_chinese_too() -> None:
    rules = rules_of(source(entry("七对", 24, "门前清")), lang="zh-Hans")
    assert not re.search("[A-Za-z]{3}", "".join(note for note in rules.notes if "裁定" not in note))  # those have ids


def test_short_notes_count_many_fans() -> None:
    """The document has entries for two of the 81 fans, and nine of its own."""
    own = [entry(f"自家{number}", 8) for number in "一二三四五六七八九"]
    document = source(entry("七对", 24, "门前清 单钓将"), entry("绿一色", 88), *own)
    short, full = rules_of(document, short_notes=True), rules_of(document)
    assert short.excludes == full.excludes
    assert "No points are printed for 79 of 81 fans: those of gb apply." in short.notes
    assert "Fans of the document that are not scored: 9 fans of its own." in short.notes
    assert "not named in the list of Seven Pairs" in notes(short)  # one is named
    assert (short.notes[-1], "--notes" in notes(full)) == ("--notes names the fans.", False)
    assert "Big Four Winds, Big Three Dragons" in notes(full)
    assert "Big Four Winds" not in notes(short)


@pytest.mark.parametrize(
    ("document", "kongs", "mixed"),
    [
        ("fan-points-docx.docx", 6, None),
        ("pinyin-page.html", 6, None),
        ("scraped-page.txt", 6, None),
        ("zhwiki-mirror-2023.html", 8, 6),
    ],
)
def test_the_bundled_documents(document: str, kongs: int, mixed: int | None) -> None:
    rules = rules_of(extract.read(DOCUMENTS / document))
    assert rules.points["two_concealed_kongs"] == kongs
    assert rules.points.get("concealed_kong_and_melded_kong") == mixed
    assert len(rules.points) == (82 if mixed else 81)


HELD = {
    "fan-points-docx": "fan-points-docx.docx",
    "scraped-page": "scraped-page.txt",
    "zhwiki": "zhwiki-mirror-2023.html",
}


@pytest.mark.parametrize(("holder", "document"), HELD.items())
def test_a_document_bars_what_it_is_said_to_hold(holder: str, document: str) -> None:
    """What the table of rulings says a document holds is what its own rules do, as far as points and lists go."""
    printed = extract.read(DOCUMENTS / document)
    rules = rules_of(printed)
    held = [(ruling, choice) for ruling in rulings.all() for choice in ruling.choices.values() if holder in choice.by]
    for ruling, choice in held:
        if (holder, ruling.id) == ("zhwiki", "own_winds_beside_wind_fans"):
            continue  # it stands in another copy of the article
        asked = rules_of(printed, overrides={ruling.id: choice.id})
        for fan, out in settled(ruling):
            assert bars(rules, fan, out) == bars(asked, fan, out), f"{ruling.id} = {choice.id}: {out} beside {fan}"
        for fan in {fan for each in ruling.choices.values() for fan in (*each.points, *each.without)}:
            assert rules.points.get(fan) == asked.points.get(fan), f"{ruling.id} = {choice.id}"
    assert held


def settled(ruling: rulings.Ruling) -> set[tuple[str, str]]:
    return {(pair[0], pair[1]) for each in ruling.choices.values() for pair in (*each.exclude, *each.allow)}


def bars(rules: rulesets.Rules, fan: str, out: str) -> str | None:
    return next((each.scope for each in rules.excludes.get(fan, ()) if each.fan == out), None)
