"""The table of names: every spelling leads to one fan or to a stated class word, and look-alikes stay apart."""

from __future__ import annotations

import copy
import re
import subprocess
import sys
import tomllib
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import opencc
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjrules import names
from mjrules.errors import DamagedData, RulesError

CASES = tomllib.loads((Path(__file__).parent / "cases" / "names.toml").read_text(encoding="utf-8"))
OFFICIAL: list[str] = CASES["official"].split()
SPELLINGS = [
    pytest.param(spelling, meant.split(), id=f"{spelling}: {case['reason']}")
    for case in CASES["spellings"]
    for spelling, meant in case.items()
    if spelling != "reason"
]
PAIRS = [
    pytest.param(*pair.split("/"), id=f"{pair}: {case['reason']}")
    for case in CASES["apart"]
    for pair in case["pairs"].split()
]
LISTED = [(spelling, fan.id) for fan in names.fans() for words in fan.spellings.values() for spelling in words]
KNOWN = {
    *(names.fold(spelling) for spelling, _ in LISTED),
    *(names.fold(word) for word in (*CASES["class_words"], *CASES["misprints"]["damaged"])),
}


def meaning(spelling: str) -> list[str]:
    return [names.fan(id).name for id in names.resolve(spelling)]


def test_the_81_stand_in_the_order_of_the_1998_text() -> None:
    assert [fan.name for fan in names.official()] == OFFICIAL
    assert [fan.number for fan in names.official()] == list(range(1, 82))
    assert names.fans()[:81] == names.official()
    assert not any(fan.official for fan in names.fans()[81:])


@pytest.mark.parametrize(("spelling", "meant"), SPELLINGS)
def test_a_spelling_means(spelling: str, meant: list[str]) -> None:
    assert meaning(spelling) == meant


def test_every_listed_spelling_leads_to_its_fan_alone() -> None:
    assert len(LISTED) > 600
    assert [spelling for spelling, id in LISTED if names.resolve(spelling) != (id,)] == []
    assert [spelling for spelling, _ in LISTED if names.is_class_word(spelling) or names.is_misprint(spelling)] == []


@pytest.mark.parametrize(("word", "members"), CASES["class_words"].items())
def test_a_class_word_keeps_its_members_in_official_order(word: str, members: str) -> None:
    assert meaning(word) == members.split()
    assert names.is_class_word(word)


def test_only_class_words_lead_to_several_fans() -> None:
    assert {word.word for word in names.class_words()} == {"同刻", "杠", "双杠", "风刻", "暗刻"}
    assert not [name for name in OFFICIAL if names.is_class_word(name)]
    assert names.class_word("same_pungs").members == names.resolve("同刻")
    with pytest.raises(RulesError, match="same_pungs"):
        names.class_word("同刻")


def test_misprints_are_told_from_sound_spellings() -> None:
    assert [word for word in CASES["misprints"]["damaged"] if not names.is_misprint(word)] == []
    assert [word for word in CASES["misprints"]["sound"] if names.is_misprint(word)] == []
    assert [word for word in CASES["misprints"]["damaged"] if len(names.resolve(word)) != 1] == []


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_look_alikes_stay_apart(one: str, other: str) -> None:
    assert len(names.resolve(one)) == len(names.resolve(other)) == 1
    assert names.resolve(one) != names.resolve(other)


def test_all_pairs_of_official_names_stay_apart() -> None:
    folded = {name: names.fold(name) for name in OFFICIAL}
    assert [pair for pair in combinations(OFFICIAL, 2) if folded[pair[0]] == folded[pair[1]]] == []
    assert [pair for pair in permutations(OFFICIAL, 2) if meaning(pair[0]) == [pair[1]]] == []


def test_the_nearest_proposal_for_an_official_name_is_itself() -> None:
    assert [name for name in OFFICIAL if names.fan(names.suggest(name, 1)[0]).name != name] == []


def test_proposals_are_few_and_near() -> None:
    assert names.suggest("双杠", 9)[:3] == names.resolve("双杠")
    assert len(names.suggest("一色三步")) == 3
    assert names.suggest("12345") == ()


@given(st.sampled_from(OFFICIAL), st.integers(0, 4), st.sampled_from(sorted(set("".join(OFFICIAL)))))
def test_a_changed_character_is_never_mended(name: str, position: int, character: str) -> None:
    at = position % len(name)
    changed = name[:at] + character + name[at + 1 :]
    assert (names.resolve(changed) != ()) == (names.fold(changed) in KNOWN)


@given(st.text())
def test_folding_twice_changes_nothing_more(text: str) -> None:
    assert names.fold(names.fold(text)) == names.fold(text)


@pytest.mark.parametrize("ways", [("s2t",), ("s2tw",), ("s2hk",), ("s2t", "t2jp")])
def test_official_names_resolve_in_every_script(ways: tuple[str, ...]) -> None:
    written = OFFICIAL
    for way in ways:
        written = list(map(opencc.OpenCC(way).convert, written))
    assert [name for name, form in zip(OFFICIAL, written, strict=True) if meaning(form) != [name]] == []


def test_same_characters_agree_with_opencc() -> None:
    """麼 and 崁 are our own decision, as are the forms in simplified texts; every other pair is one of OpenCC's."""
    own = {*"麼崁"}
    simplified, modern = opencc.OpenCC("t2s"), opencc.OpenCC("t2jp")
    wrong = [
        (written, form)
        for written, forms in names._source()["characters"]["other"].items()
        for form in forms
        if form not in own and simplified.convert(form) != written
    ]
    traditional = opencc.OpenCC("s2t")
    assert [(w, f) for w, f in wrong if modern.convert(traditional.convert(w)) != f] == []


def test_an_official_id_is_the_english_name_of_2006() -> None:
    for fan in names.official():
        assert fan.id == re.sub(r"[^a-z]+", "_", fan.label("en").lower())
        assert "greenbook2006" in fan.spellings["en"][fan.label("en")]


def test_every_id_resolves_to_its_fan() -> None:
    assert [fan.id for fan in names.fans() if names.resolve(fan.id) != (fan.id,)] == []


def test_every_spelling_says_where_it_was_seen() -> None:
    tables = [*(fan.spellings for fan in names.fans()), *(word.spellings for word in names.class_words())]
    seen = [entry for table in tables for words in table.values() for entry in words.items()]
    assert [spelling for spelling, sources in seen if not sources or not all(sources)] == []


@pytest.mark.parametrize(
    ("id", "lang", "label"),
    [
        ("two_concealed_kongs", "zh-Hans", "双暗杠"),
        ("two_concealed_kongs", "zh-Hant", "雙暗槓"),
        ("big_four_winds", "zh-Hant", "大四喜"),
        ("earthly_ready", "zh-Hant", "地聽"),
        ("two_concealed_kongs", "ja", "双暗槓"),
        ("two_concealed_kongs", "fr", "2 Kongs cachés"),
        ("one_dragon", "pt", "One Dragon"),
        ("one_dragon", "en", "One Dragon"),
    ],
)
def test_labels(id: str, lang: str, label: str) -> None:
    assert names.fan(id).label(lang) == label


def test_an_unknown_id_names_the_nearest() -> None:
    with pytest.raises(RulesError, match=r"two_concealed_kong'.*two_concealed_kongs"):
        names.fan("two_concealed_kong")


def test_names_to_look_for_in_running_text() -> None:
    words = names.scannable()
    assert list(map(len, words)) == sorted(map(len, words), reverse=True)
    assert {*OFFICIAL, "碰碰胡", "对对胡", "同刻", "双杠", "258将", "么九刻", "一条龙", "全带"} <= {*words}
    assert not {"将", "中", "发", "白", "碰", "杠", "一二八九", "111222333", "门清自模"} & {*words}
    assert [word for word in words if not names.resolve(word)] == []


def damaged(change: str, table: dict[str, Any]) -> dict[str, Any]:
    official, extension = table["official"], table["extension"]
    match change:
        case "clash":
            official["seat_wind"]["zh-Hans"]["圏風刻"] = ["x"]
        case "fan is a class word":
            extension["riichi"]["zh-Hans"]["同刻"] = ["x"]
        case "one too few":
            del official["seat_wind"]
        case "both":
            extension["seat_wind"] = official["seat_wind"]
        case "language":
            official["seat_wind"]["zh"] = {"门风": ["x"]}
        case "nameless":
            del official["seat_wind"]["zh-Hans"]
        case "empty":
            official["seat_wind"]["en"]["-"] = ["x"]
        case "member":
            table["class"]["kongs"]["members"] = ["kong"]
    return table


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("clash", "圏風刻.*prevalent_wind.*seat_wind"),
        ("fan is a class word", "同刻.*stated as a class"),
        ("one too few", "80 official fans"),
        ("both", "official and extension at once: seat_wind"),
        ("language", "seat_wind: no such language: zh;"),
        ("nameless", "seat_wind: no zh-Hans name"),
        ("empty", "nothing is left of the spelling '-'"),
        ("member", r"class\.kongs: no such fan: kong"),
    ],
)
def test_a_damaged_table_says_what_is_wrong(change: str, message: str) -> None:
    with pytest.raises(DamagedData, match=message):
        names._build(damaged(change, copy.deepcopy(names._source())))


def test_importing_and_resolving_load_nothing_heavy() -> None:
    program = "import sys; from mjrules import names; names.resolve('双杠'); names.fan('edge_wait').label('fr'); "
    program += "print({'rapidfuzz', 'opencc', 'rich', 'bs4'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
