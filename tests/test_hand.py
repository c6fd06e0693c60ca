"""Hands: read and written alike, all problems at once, each with its place."""

from __future__ import annotations

import pickle
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjrules import texts
from mjrules.errors import ImpossibleHand, InvalidNotation, RulesError
from mjrules.hand import Hand, Meld, Shape, Situation
from mjrules.problems import Problem
from mjrules.tiles import SUITED, TILES, WINDS, Tile, tiles

CASES = tomllib.loads((Path(__file__).parent / "cases" / "hands_notation.toml").read_text(encoding="utf-8"))
SENTENCES = tomllib.loads((Path(texts.__file__).parent / "texts" / "hands.toml").read_text(encoding="utf-8"))
E, ONE_M = Tile.named("E"), Tile.named("1m")
PLAIN = Situation(E, E)


def cases(kind: str) -> list[Any]:
    return [pytest.param(case, id=f"{case.get('text', '')} {case['reason']}") for case in CASES[kind]]


def told(problems: tuple[Problem, ...]) -> list[str]:
    return [f"{problem.code}@{problem.place}" for problem in problems]


# Reading and writing


@pytest.mark.parametrize("case", cases("same"))
def test_texts_of_one_hand(case: dict[str, Any]) -> None:
    canonical, *others = case["texts"]
    assert str(Hand.parse(canonical)) == canonical
    assert [str(Hand.parse(text)) for text in others] == [canonical] * len(others)


def test_the_example_of_the_notation_part_by_part() -> None:
    hand = Hand.parse("[123m,1][EEE,1]45p78966s6p|SW1000|ah")
    assert hand.melds == (Meld("chow", ONE_M, 1), Meld("pung", E, 1))
    assert hand.concealed == tiles("66789s45p")
    assert hand.winning == Tile.named("6p")
    assert hand.situation == Situation(Tile.named("S"), Tile.named("W"), self_drawn=True, flowers=2)


@pytest.mark.parametrize(
    ("signs", "name"), [("1000", "self_drawn"), ("0100", "last_of_kind"), ("0010", "wall_last"), ("0001", "kong")]
)
def test_each_digit_has_its_place(signs: str, name: str) -> None:
    flags = ("self_drawn", "last_of_kind", "wall_last", "kong")
    situation = Hand.parse(f"E|EE{signs}").situation
    assert [flag for flag in flags if getattr(situation, flag)] == [name]


@pytest.mark.parametrize(
    ("text", "shape", "mark", "melded"),
    [
        ("[4444p]", "kong", None, False),
        ("[4444p,1]", "kong", 1, True),
        ("[4444p,5]", "kong", 5, True),
        ("[444p]", "pung", None, True),
        ("[444p,2]", "pung", 2, True),
        ("[456p]", "chow", None, True),
        ("[456p,3]", "chow", 3, True),
    ],
)
def test_melds(text: str, shape: Shape, mark: int | None, melded: bool) -> None:
    (meld,) = Hand.parse(f"{text}E").melds
    assert meld == Meld(shape, Tile.named("4p"), mark)
    assert meld.melded is melded
    assert str(meld) == text
    assert len(meld.tiles) == (4 if shape == "kong" else 3)


def test_a_waiting_hand_has_no_winning_tile() -> None:
    hand = Hand.parse("[123m,1]456m789s55pEE", winning=False)
    assert hand.winning is None
    assert hand.concealed == tiles("456m789s55pEE")
    assert hand.problems() == ()
    assert Hand.parse(str(hand), winning=False) == hand


def test_a_waiting_hand_of_14_tiles_is_one_too_many() -> None:
    with pytest.raises(ImpossibleHand, match="11 beside the melds"):
        Hand.parse("[123m,1]456m789s55pEEE", winning=False, check=True)


def test_equal_however_the_concealed_tiles_were_given() -> None:
    assert Hand((), tiles("E2m1m"), E, PLAIN) == Hand((), tiles("1m2mE"), E, PLAIN)
    assert hash(Hand((), tiles("E2m1m"), E, PLAIN)) == hash(Hand((), tiles("1m2mE"), E, PLAIN))


# Problems


@pytest.mark.parametrize("case", cases("broken"))
def test_not_the_notation(case: dict[str, Any]) -> None:
    with pytest.raises(InvalidNotation) as caught:
        Hand.parse(case["text"])
    assert told(caught.value.problems) == case["problems"]
    Hand.parse(case["near"])


@pytest.mark.parametrize("case", cases("impossible"))
def test_what_no_game_allows(case: dict[str, Any]) -> None:
    hand = Hand.parse(case["text"])
    with pytest.raises(ImpossibleHand) as caught:
        Hand.parse(case["text"], check=True)
    assert told(caught.value.problems) == case["problems"]
    assert [problem.code for problem in hand.problems()] == [problem.code for problem in caught.value.problems]
    assert {problem.place for problem in hand.problems()} == {None}
    assert told(Hand.parse(case["near"]).problems()) == []


@pytest.mark.parametrize("case", cases("possible"))
def test_possible_though_it_looks_odd(case: dict[str, Any]) -> None:
    assert [Hand.parse(text, check=True).problems() for text in case["texts"]] == [()] * len(case["texts"])


@pytest.mark.parametrize(
    ("meld", "codes"),
    [
        (Meld("chow", Tile.named("7m")), []),
        (Meld("chow", Tile.named("8m")), ["no-chow"]),
        (Meld("chow", Tile.named("9p")), ["no-chow"]),
        (Meld("chow", Tile.named("E")), ["no-chow"]),
        (Meld("chow", ONE_M, 3), []),
        (Meld("chow", ONE_M, 4), ["mark-of-chow"]),
        (Meld("pung", ONE_M, 3), []),
        (Meld("pung", ONE_M, 0), ["mark-of-pung"]),
        (Meld("pung", ONE_M, 5), ["mark-of-pung"]),
        (Meld("kong", ONE_M, 7), []),
        (Meld("kong", ONE_M, 4), ["mark-of-kong"]),
    ],
)
def test_melds_that_only_a_program_can_make(meld: Meld, codes: list[str]) -> None:
    hand = Hand((meld,), tiles("456s789sEE55p"), Tile.named("5p"), PLAIN)
    assert [problem.code for problem in hand.problems()] == codes


def test_winds_and_flowers_that_only_a_program_can_make() -> None:
    situation = Situation(Tile.named("C"), ONE_M, flowers=-1)
    hand = Hand((), tiles("123456789sEE55p"), Tile.named("5p"), situation)
    assert [problem.code for problem in hand.problems()] == ["prevalent-wind", "seat-wind", "flowers"]


def test_an_error_says_all_problems_and_is_one_of_ours() -> None:
    with pytest.raises(RulesError) as caught:
        Hand.parse("[124m]5|EE2000")
    assert str(caught.value) == (
        "column 1-6: 124m is no chow, pung or kong; a meld is 123m, 777p or 4444s; "
        "column 7: ranks without a suit (5); write m, p or s behind them; "
        "column 11: 2 as digit 1 of the situation; self-drawn, last of its kind, last of the wall and kong are 0 or 1"
    )


def test_very_many_problems_are_kept_and_the_first_are_said() -> None:
    with pytest.raises(InvalidNotation) as caught:
        Hand.parse("[" * 5000)
    assert len(caught.value.problems) == 5001
    assert str(caught.value).endswith("; and 4981 more")


def test_a_quotation_is_short_and_harmless() -> None:
    with pytest.raises(InvalidNotation) as caught:
        Hand.parse("E\x1b[31m" + "x" * 1000)
    assert "\x1b" not in str(caught.value)
    assert "\\u001b is no tile" in str(caught.value)
    assert len(str(caught.value)) < 400


def test_every_sentence_has_a_case_and_is_said_in_every_language() -> None:
    problems = {problem.code: problem for problem in all_problems()}
    assert set(problems) == set(SENTENCES) - {"at"}
    for code, problem in problems.items():
        said = [problem.said(lang) for lang in texts.LANGUAGES]
        assert len(set(said)) == 3, code
        assert all("{" not in each for each in said), code


def all_problems() -> Iterator[Problem]:
    for case in CASES["broken"] + CASES["impossible"]:
        yield from problems_of_text(case["text"]) or ()
    yield from Hand((Meld("chow", E),), tiles("E"), None, PLAIN).problems()
    yield from Hand((), tiles("123456789mEESSS"), None, PLAIN).problems()


# Properties

MELDS = [
    *(Meld("chow", tile, mark) for tile in SUITED if tile % 9 < 7 for mark in (None, 1, 2, 3)),
    *(Meld("pung", tile, mark) for tile in TILES for mark in (None, 1, 2, 3)),
    *(Meld("kong", tile, mark) for tile in TILES for mark in (None, 1, 2, 3, 5, 6, 7)),
]
SITUATIONS = st.builds(
    Situation,
    st.sampled_from(WINDS),
    st.sampled_from(WINDS),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.integers(0, 8),
)


@st.composite
def hands(draw: st.DrawFn) -> Hand:
    """Melds and tiles as a set of 136 allows them; the situation is whatever comes."""
    wall = list(TILES) * 4
    melds: list[Meld] = []
    for meld in draw(st.lists(st.sampled_from(MELDS), max_size=4)):
        if all(wall.count(tile) >= meld.tiles.count(tile) for tile in meld.tiles):
            melds.append(meld)
            for tile in meld.tiles:
                wall.remove(tile)
    rest = draw(st.permutations(wall))[: 14 - 3 * len(melds)]
    return Hand(tuple(melds), tuple(rest[1:]), rest[0], draw(SITUATIONS))


@given(hands())
def test_what_is_written_is_read_again(hand: Hand) -> None:
    assert Hand.parse(str(hand)) == hand
    assert str(Hand.parse(str(hand))) == str(hand)


@given(hands())
def test_such_hands_have_problems_with_the_flags_alone(hand: Hand) -> None:
    flags = {"replacement-without-kong", "robbed-at-the-end", "robbed-tile-held", "last-of-kind-hidden"}
    assert {problem.code for problem in hand.problems()} <= flags
    plain = Hand(hand.melds, hand.concealed, hand.winning, PLAIN)
    plain.check()


UNICODE = dict(zip("ESWNCFP", "🀀🀁🀂🀃🀄🀅🀆", strict=True)) | {
    f"{rank}{suit}": chr(start + rank)
    for suit, start in (("m", 0x1F006), ("s", 0x1F00F), ("p", 0x1F018))
    for rank in range(1, 10)
}
CHINESE = dict(zip("ESWNCFP", "东南西北中发白", strict=True)) | {
    f"{rank}{suit}": "一二三四五六七八九"[rank - 1] + name
    for suit, name in (("m", "万"), ("s", "条"), ("p", "饼"))
    for rank in range(1, 10)
}


@given(hands(), st.sampled_from([UNICODE, CHINESE]), st.randoms())
def test_every_script_and_order_is_the_same_hand(hand: Hand, script: dict[str, str], random: Any) -> None:
    concealed = list(hand.concealed)
    random.shuffle(concealed)
    melds = [
        f"［{''.join(script[str(tile)] for tile in meld.tiles)}{f'，{meld.mark}' if meld.mark else ''}］"
        for meld in hand.melds
    ]
    names = [script[str(tile)] for tile in (*concealed, hand.winning)]
    assert Hand.parse(f"{' '.join(melds)}{''.join(names)}｜{hand.situation}") == hand


@given(st.text(alphabet="123059mspESWNCFPaehx[],|  一万条东红中风财🀀🀏🀢［｜²\ufe0f", max_size=40))
def test_a_text_is_a_hand_or_has_problems_within_it(text: str) -> None:
    problems = problems_of_text(text)
    if problems is None:
        hand = Hand.parse(text)
        assert Hand.parse(str(hand)) == hand
    else:
        assert problems
        assert all(each.place and 1 <= each.place.column <= each.place.column_end <= len(text) + 1 for each in problems)


def problems_of_text(text: str) -> tuple[Problem, ...] | None:
    try:
        Hand.parse(text, check=True)
    except (InvalidNotation, ImpossibleHand) as error:
        return error.problems
    return None


def test_values_travel_to_other_processes() -> None:
    hand = Hand.parse("[123m,1][EEE,1]45p78966s6p|EE1000|a")
    assert pickle.loads(pickle.dumps(hand)) == hand
    with pytest.raises(InvalidNotation) as caught:
        Hand.parse("5")
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.problems == caught.value.problems
    assert str(again) == str(caught.value)
