"""How all fans relate: the file is sound, its claims are proved anew, its hands show what they are shown for.

Both engines make the whole anew in ``make verify`` (tests/proofs); here they are asked for a sample.
"""

from __future__ import annotations

import csv
import io
import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

import test_cli
from mjrules import names
from mjrules.errors import DamagedData, RulesError
from mjrules.fans import FANS
from mjrules.hand import Hand
from mjrules.score.scorer import score
from mjrules.texts import LANGUAGES
from mjrules.universe import census, relating, relations
from mjrules.universe.questions import Engine, engine_of
from mjrules.universe.relations import FILE, LEFT_OUT, RELATED, Relation, kind_of, load, parse, steps
from test_rulesets import IMPLIED

Run = Callable[..., test_cli.Said]
run = test_cli.run

SEED, SAMPLE = 81, 15


@pytest.fixture(scope="module")
def diagrams() -> Engine:
    return engine_of(())


def id_of(name: str) -> str:
    (found,) = names.resolve(name)
    return found


# What is known from elsewhere

COUNTS = [
    (
        "碰碰和",
        "standard",
        2 * 712_335_360,
        "as by kind of winning tile, for no tile is in two groups; two ways to win",
    ),
    ("四杠", "standard", 2 * 22_260_480, "likewise"),
    (
        "全求人",
        "standard",
        66_993_231,
        "four claimed sets and a pair, by a discard: decomposed hands with kongs",
    ),
    ("妙手回春", "standard", 3_423_601_728, "every state that is self-drawn, its last tile that of the wall"),
    ("连七对", "seven_pairs", 3 * 3 * 7 * 2, "three suits, three lowest ranks, seven tiles to win"),
    ("十三幺", "thirteen_orphans", 13 * 13 * 2, "13 hands, each won by one of 13 tiles"),
    ("七星不靠", "honors_and_knitted", 216 * 14 * 2, "216 hands of 14 different tiles"),
    ("全不靠", "honors_and_knitted", (216 + 504) * 14 * 2, "and 504 more"),
]


@pytest.mark.parametrize(("fan", "form", "states", "reason"), COUNTS)
def test_fans_hold_in_as_many_states_as_is_known(fan: str, form: str, states: int, reason: str) -> None:
    (found,) = (each for each in load().fans if each.name == fan)
    assert found.forms[form] == states, reason


def test_what_was_worked_out_fan_by_fan_is_implied() -> None:
    """The list is that of the tests of what definitions force; those in four sets and a pair only are told apart."""
    for fan, words in IMPLIED.items():
        for word in words.split():
            out = word.removesuffix("(自身)").partition("×")[0]
            forced = load().forcing(id_of(fan), id_of(out))
            assert forced, f"{fan} {out}"
            assert forced.own or "自身" not in word, f"{fan} {word}"


NEVER = [
    ("平和", "幺九刻", "chows only"),
    ("四暗刻", "全求人", "four concealed pungs, four claimed groups"),
    ("一色四节高", "一色三同顺", "three pungs in a row and three equal chows are two readings"),
    ("五门齐", "缺一门", "all suits, and one missing"),
    ("无字", "五门齐", "no honour, and both kinds"),
    ("不求人", "门前清", "two ways of winning"),
    ("十三幺", "单钓将", "its pair is never what is waited for alone: thirteen tiles, or an orphan without its pair"),
]


@pytest.mark.parametrize(("fan", "other", "reason"), NEVER)
def test_some_never_meet(fan: str, other: str, reason: str) -> None:
    for one, two in ((fan, other), (other, fan)):
        relation = load().between(id_of(one), id_of(two))
        assert (relation.kind, relation.both, relation.witness) == ("never", 0, None), reason


def test_a_fan_with_sets_may_force_more_than_lists_say() -> None:
    """五门齐 in five groups: each is of one kind, and only one can be the pair, so winds or dragons are a pung."""
    forced = load().forcing("all_types", "pung_of_terminals_or_honors")
    assert forced is not None
    assert (forced.within, forced.least, forced.own) == ("sets", 1, False)


def test_a_robbed_tile_may_be_left_unsaid_to_be_the_last_of_its_kind() -> None:
    """Flags are those of the notation: a state can be both with and without."""
    relation = load().between("robbing_the_kong", "last_tile")
    assert relation.both == relation.only == load().states("robbing_the_kong")


# The whole


def test_every_ordered_pair_is_there_once() -> None:
    assert len(RELATED) == 81
    assert LEFT_OUT == ("chicken_hand",)
    assert [(each.fan, each.other) for each in load().pairs] == [(a, b) for a in RELATED for b in RELATED if a != b]
    assert all(load().between(each.fan, each.other) is each for each in load().pairs)


def test_both_directions_say_the_same() -> None:
    converse = {"implies": "implied", "implied": "implies"}
    for each in load().pairs:
        back = load().between(each.other, each.fan)
        assert (back.kind, back.both, back.witness) == (converse.get(each.kind, each.kind), each.both, each.witness)
        assert each.kind == kind_of(each.both, each.only, back.only)


def test_implication_goes_on() -> None:
    """What an implied fan implies is implied, and what it never meets is never met."""
    for each in load().pairs:
        if each.kind == "implies":
            for further in load().of(each.other):
                if further.kind in ("implies", "never") and further.other != each.fan:
                    assert load().between(each.fan, further.other).kind == further.kind


def test_steps_lead_to_all_that_is_implied() -> None:
    def reached(fan: str) -> set[str]:
        outs = steps(load()).get(fan, ())
        return {*outs}.union(*map(reached, outs))

    for fan in RELATED:
        assert reached(fan) == {each.other for each in load().of(fan) if each.kind == "implies"}


def test_every_hand_shows_what_it_is_shown_for() -> None:
    """By the scorer alone: what counts and what is excluded is what holds in the reading it takes."""
    held: dict[str, set[str]] = {}
    for each in load().pairs:
        for hand in (each.witness, each.counterexample):
            if hand and hand not in held:
                scored = score(Hand.parse(hand, check=True))
                held[hand] = {fan.fan for fan in scored.fans} | {fan.fan for fan in scored.excluded}
    for each in load().pairs:
        assert (each.witness is None) == (each.both == 0)
        assert (each.counterexample is None) == (each.only == 0)
        assert each.witness is None or {each.fan, each.other} <= held[each.witness]
        assert each.counterexample is None or held[each.counterexample] & {each.fan, each.other} == {each.fan}


# Proved anew


def sample(kind: str, size: int) -> list[Relation]:
    found = [each for each in load().pairs if each.kind == kind]
    return random.Random(SEED).sample(found, min(size, len(found)))


def test_implications_are_proved(diagrams: Engine) -> None:
    for each in sample("implies", SAMPLE):  # all of them are rows of what is forced (test_exclusions.py)
        assert diagrams.states(FANS[each.fan] & ~FANS[each.other]) == 0, each


def test_fans_that_never_meet_do_not(diagrams: Engine) -> None:
    for each in sample("never", SAMPLE):
        assert diagrams.states(FANS[each.fan] & FANS[each.other]) == 0, each


def test_fans_that_meet_do_so_as_often(diagrams: Engine) -> None:
    for each in sample("meets", SAMPLE):
        both, only = (diagrams.states(FANS[each.fan] & other) for other in (FANS[each.other], ~FANS[each.other]))
        assert (both, only) == (each.both, each.only), each


def test_fans_hold_as_often(diagrams: Engine) -> None:
    for each in random.Random(SEED).sample(load().fans, SAMPLE):
        assert diagrams.states(FANS[each.fan]) == each.states == sum(each.forms.values()), each.fan


def test_the_other_engine_counts_the_same() -> None:
    """Some fans beside some others, by the census."""
    chance = random.Random(SEED)
    some, others = chance.sample(RELATED, 5), chance.sample(RELATED, 12)
    fans = [FANS[fan] for fan in others]
    counted = census.load().meet([FANS[fan] for fan in some], [*fans, *(~fan for fan in fans)]).tolist()
    for fan, numbers in zip(some, counted, strict=True):
        for other, both, only in zip(others, numbers[: len(others)], numbers[len(others) :], strict=True):
            if fan == other:
                assert (both, only) == (load().states(fan), 0)
            else:
                assert (both, only) == (load().between(fan, other).both, load().between(fan, other).only), (fan, other)


# The file


def changed(old: str, new: str) -> bytes:
    text = FILE.read_text("utf-8")
    assert old in text
    return text.replace(old, new, 1).encode()


DAMAGED = [
    ('"schema": "mjrules/1"', '"schema": 1', "schema"),
    ('"definitions": "', '"definitions": "0', "other definitions"),
    ('"big_four_winds": [', '"big_four_wind": [', "not the fans"),
    ('"big_three_winds": [30720,', '"big_three_winds": [30721,', "30721 states, of at most 30720"),
    ('"big_three_winds": [30720,', '"big_three_winds": [0,', "0 states"),
    ('"big_three_winds": [30720,0', '"big_three_winds": [30720,9999', "hand 9999 of 30720 states"),
    ('"big_four_winds": "big_three_dragons', '"big_four_winds": "all_honors big_three_dragons', "meet or never meet"),
    ('"big_four_winds": "big_three_dragons', '"big_four_winds": "', "meet or never meet"),
    # a digit that could be right
    ('"two_dragon_pungs": [14090688,', '"two_dragon_pungs": [14390688,', "not what was written"),
]


@pytest.mark.parametrize(("old", "new", "message"), DAMAGED)
def test_a_damaged_file_is_refused_and_says_why(old: str, new: str, message: str) -> None:
    with pytest.raises(DamagedData, match=rf"relations\.json: .*{message}.*--rebuild"):
        parse(changed(old, new))


def test_half_a_file_is_refused() -> None:
    data = FILE.read_bytes()
    with pytest.raises(DamagedData, match="truncated"):
        parse(data[: len(data) // 2])


def test_the_file_is_small() -> None:
    assert len(FILE.read_bytes()) < 150_000


@pytest.mark.parametrize(
    ("fan", "reason"), [("chicken_hand", "depends on what is counted"), ("riichi", "no definition")]
)
def test_other_fans_are_not_related(fan: str, reason: str) -> None:
    with pytest.raises(RulesError, match=reason):
        load().between(fan, "all_pungs")


def test_a_fan_is_not_related_to_itself() -> None:
    with pytest.raises(RulesError, match="itself"):
        load().between("all_pungs", "all_pungs")


# On the command line


def test_the_summary_names_the_numbers(run: Run) -> None:
    said = run("relations", "--lang", "zh-Hans")
    assert (said.code, said.err) == (0, "")
    for told in ("81 个番种，3,240 对", "85  有甲必有乙", "大三元      双箭刻", "五门齐  幺九刻", "无番和"):
        assert told in said.out


def test_one_fan_among_the_others(run: Run) -> None:
    said = run("relations", "全求人")
    assert said.code == 0
    assert "Melded Hand: 66,993,231 states" in said.out
    assert "Implies Single Wait" in " ".join(said.out.split())
    assert "--format csv has all" in said.out


def test_two_fans_both_ways(run: Run) -> None:
    said = run("relations", "小四喜", "幺九刻")
    flowing = " ".join(said.out.split())
    assert "Little Four Winds always has Pung of Terminals or Honors: all 192,768 states have it." in flowing
    assert "in 36,864 states it holds by another group too" in flowing
    assert "Pung of Terminals or Honors need not have Little Four Winds" in flowing
    assert "111mEEESSSWWWNN" in said.out


def test_two_fans_that_never_meet(run: Run) -> None:
    said = run("relations", "平和", "碰碰和")
    assert "never hold together" in said.out
    assert said.out.count("hold together") == 1, "once is enough"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "fans", [(), ("清幺九",), ("清幺九", "双同刻"), ("一色四同顺", "四归一"), ("门风刻", "和绝张")]
)
def test_every_sentence_has_its_parts(run: Run, fans: tuple[str, ...], lang: str) -> None:
    said = run("relations", *fans, "--lang", lang)
    assert said.code == 0
    assert "{" not in said.out


WRONG = [
    (["无番和"], "depends on what is counted"),
    (["foo"], "is no fan"),
    (["杠"], "several fans"),
    (["平和", "平和"], "two different fans"),
    (["平和", "碰碰和", "七对"], "two different fans"),
]


@pytest.mark.parametrize(("fans", "message"), WRONG)
def test_wrong_fans_are_refused(run: Run, fans: list[str], message: str) -> None:
    said = run("relations", *fans)
    assert (said.code, said.out) == (2, "")
    assert message in said.err


def test_the_table_has_every_ordered_pair(run: Run) -> None:
    rows = [*csv.DictReader(io.StringIO(run("relations", "--format", "csv").out))]
    assert len(rows) == 81 * 80
    first = rows[0]
    assert (first["fan"], first["other fan"], first["relation"]) == ("big_four_winds", "big_three_dragons", "never")


def test_json_is_the_part_asked_for(run: Run) -> None:
    whole, part, two = (
        json.loads(run("relations", *fans, "--format", "json").out) for fans in ((), ("清龙",), ("清龙", "连六"))
    )
    assert (len(whole["fans"]), len(whole["pairs"])) == (81, 6480)
    assert len(part["pairs"]) == 160
    assert [each["kind"] for each in two["pairs"]] == ["implies", "implied"]
    assert [each["fan"] for each in two["fans"]] == ["pure_straight", "short_straight"]
    assert [(each["other"], each["least"]) for each in two["forced"]] == [("short_straight", 2)]


def test_the_file_can_be_made_anew(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The making itself is long (tests/proofs); here what was made is the file that was there."""
    table = parse(FILE.read_bytes())
    monkeypatch.setattr(relations, "FILE", tmp_path / FILE.name)
    monkeypatch.setattr(relating, "relate", lambda engine: table)
    said = run("relations", "--rebuild")
    assert (said.code, said.out) == (0, "")
    assert "it differs" in said.err, "there was none"
    assert (tmp_path / FILE.name).read_bytes() == FILE.read_bytes()
    assert "byte for byte" in run("relations", "--rebuild").err


@pytest.mark.parametrize(("fan", "code"), [("不存在", "unknown-nothing-near"), ("无番和", "depends-on-counting")])
def test_what_is_no_fan_is_told_as_json_too(run: Run, fan: str, code: str) -> None:
    """As ``prove`` and the others tell it."""
    said = run("relations", "大四喜", fan, "--format", "json")
    answer = json.loads(said.out)
    assert (said.code, answer["asked"], answer["error"]["code"]) == (2, f"大四喜 {fan}", "invalid-expression")
    [problem] = answer["error"]["problems"]
    assert (problem["code"], problem["message"] in said.err) == (code, True)
    assert run("relations", "大四喜", fan).out == ""


def test_what_many_exclusions_have_in_common_is_said_once(run: Run) -> None:
    """And no hand is broken over two lines."""
    for lang, notes in (("en", ("only for its own", "fans of chows are")), ("zh-Hans", ("只限构成", "顺子类番种"))):
        out = run("relations", "--ruleset", "gb1998", "--lang", lang).out
        assert [out.count(note) for note in notes] == [1, 1]
        assert "[6666m][7777m][9999m,1]1238m8m|EE0000\n" in out
        assert "forced 1 times" not in out


def test_an_interrupted_making_leaves_the_file(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(engine: object) -> object:
        raise KeyboardInterrupt

    (tmp_path / FILE.name).write_text("old")
    monkeypatch.setattr(relations, "FILE", tmp_path / FILE.name)
    monkeypatch.setattr(relating, "relate", interrupted)
    said = run("relations", "--rebuild", "--lang", "en")
    assert (said.code, said.out) == (130, "")
    assert said.err.endswith("mjrules: interrupted; what was not finished is not written\n")
    assert [path.name for path in tmp_path.iterdir()] == [FILE.name]
    assert (tmp_path / FILE.name).read_text() == "old"
