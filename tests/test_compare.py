"""Every concealed winning hand beside another scorer: how the hands are found, and a seeded sample of them; ``make
compare`` asks for all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
import numpy as np
import pytest

import verification
from differential import concealed, exhaustive, peer
from differential.compare import SAME
from differential.concealed import BASE, LOPSIDED, ORDERS, Classes, Codes
from differential.exhaustive import Difference, Outcome
from mjrules import rulings
from mjrules.fans import FANS
from mjrules.groups import GROUPS, GroupSet, of
from mjrules.hand import Hand
from mjrules.pattern import All, AtLeast, Pattern, every
from mjrules.tiles import RANKS, SUITED, TILES, Tile
from mjrules.universe.arrays import bulk
from mjrules.universe.arrays.kinds import IndexArray

# the hands

HANDS = {
    "standard": (11_498_658, 86_249_952),
    "seven_pairs": (16_417_104 - 7_938, 100_678_860),
    "knitted": (11_016, 120_510),
    "honors_and_knitted": (216 + 504, 14 * (216 + 504)),
    "thirteen_orphans": (13, 13 * 13),
}
"""How many hands, and how many with each of their tiles as the last one. Known from elsewhere, but the pairs of seven
pairs: they are what is left of the 187,059,571 of all forms."""
ALL_HANDS, ALL_WITH_WINNING_TILE = 27_919_573, 187_059_571


def kinds_by_code() -> IndexArray:
    """How many kinds of tiles a suit with this code has."""
    found = np.zeros(1, np.intp)
    there = np.arange(BASE) > 0
    for _ in range(RANKS):
        found = np.add.outer(there, found).ravel()
    return found


def test_all_concealed_hands_are_found() -> None:
    forms, kinds = concealed.every(), kinds_by_code()
    found = {each.form: (each.hands, int((kinds[each.codes].sum(axis=1) * each.weight).sum())) for each in forms}
    assert found == HANDS
    assert sum(hands for hands, _ in HANDS.values()) == ALL_HANDS
    assert sum(pairs for _, pairs in HANDS.values()) == ALL_WITH_WINNING_TILE


def test_the_classes_stand_for_all_hands() -> None:
    """Hands are counted as products of suits, without classes; the weights of the classes add up to the same."""
    assert {each.form: int(each.weight.sum(dtype=np.int64)) for each in concealed.every()} == {
        form: hands for form, (hands, _) in HANDS.items()
    }


def test_no_hand_is_there_twice() -> None:
    """Told by a number mixed from the codes of each: where all numbers are different, all hands are."""
    mixed = np.random.default_rng(1).integers(2**63, size=4, dtype=np.uint64)
    columns = np.vstack([each.codes for each in concealed.every()]).astype(np.uint64).T
    numbers = np.sort(columns[0] * mixed[0] + columns[1] * mixed[1] + columns[2] * mixed[2] + columns[3] * mixed[3])
    assert (numbers[1:] != numbers[:-1]).all()


# what an exchange of suits leaves alone


def exchanged(tiles: Iterable[Tile], order: tuple[int, ...]) -> tuple[Tile, ...]:
    return tuple(
        sorted(TILES[order[tile // RANKS] * RANKS + tile % RANKS] if tile in SUITED else tile for tile in tiles)
    )


GROUP_WITH = {(group.shape, tuple(sorted(group.tiles)), group.melded): group.id for group in GROUPS}


def in_other_suits(value: object, order: tuple[int, ...]) -> object:
    """A pattern with its suits exchanged, in a form that does not hang on the order of parts."""
    if isinstance(value, GroupSet):
        groups = (GROUPS[member] for member in value.members)
        return frozenset(GROUP_WITH[group.shape, exchanged(group.tiles, order), group.melded] for group in groups)
    if isinstance(value, frozenset):
        return frozenset(exchanged(value, order))
    if isinstance(value, All | AtLeast):
        parts = Counter(in_other_suits(part, order) for part in value.parts)
        return type(value), getattr(value, "n", None), frozenset(parts.items())
    if isinstance(value, Pattern):
        return type(value), *(in_other_suits(part, order) for part in msgspec.structs.astuple(value))
    return value


def test_two_fans_tell_suits_apart_and_no_other() -> None:
    """So one hand of a class speaks for all, but where the tiles are those of these two."""
    apart = {
        fan
        for fan, pattern in FANS.items()
        if any(in_other_suits(pattern, order) != in_other_suits(pattern, ORDERS[0]) for order in ORDERS)
    }
    assert apart == {"all_green", "reversible_tiles"}
    assert (FANS["all_green"], FANS["reversible_tiles"]) == tuple(every(of(tiles)) for tiles in LOPSIDED)


def some(classes: Classes, number: int) -> IndexArray:
    """Classes of a form by chance; the same every time."""
    chosen = np.random.default_rng(number).choice(len(classes.codes), min(number, len(classes.codes)), replace=False)
    return np.sort(chosen)


@pytest.mark.peer
def test_all_hands_of_a_class_have_the_same_totals() -> None:
    """Under both scorers."""
    for classes in concealed.every():
        which = some(classes, 200)
        which = which[classes.weight[which] > 1]
        first, *others = [totals for order in ORDERS for totals in both_totals(classes.codes[which][:, (*order, 3)])]
        assert len(first) > len(which)
        assert [other for other in others if other != first] == [], classes.form


def both_totals(codes: Codes) -> Iterator[list[tuple[int, int]]]:
    """Ours and theirs: the number of a hand with the total of each win, in rising order."""
    rows, hand = exhaustive.questions(codes, np.zeros(len(codes), np.intp))
    for totals in (bulk.totals(rows), exhaustive.their_totals(rows)):
        yield sorted(zip(hand.tolist(), totals.tolist(), strict=True))


# the comparison

SAMPLE = {"standard": 2000, "seven_pairs": 800, "knitted": 100, "honors_and_knitted": 100, "thirteen_orphans": 9}
"""How many classes of each form the sample has."""


def sampled(rules: exhaustive.Rules = (), share: int = 1, one_list_in: int = 100) -> Outcome:
    found = Outcome()
    for classes in concealed.every():
        which = some(classes, SAMPLE[classes.form] // share or 1)
        found.add(exhaustive.compare(classes, which, rules, one_list_in))
    return found


@pytest.mark.peer
def test_no_difference_in_a_sample_of_all_concealed_hands() -> None:
    found = sampled()
    assert [str(difference) for difference in found.differences] == []
    assert sum(found.asked.values()) > 35_000
    assert found.lists[SAME] > 300


@pytest.mark.peer
@pytest.mark.parametrize(
    ("ruling", "choice"),
    [
        pytest.param("waits_beside_all_chows", "barred", id="an exclusion"),
        pytest.param("tile_hog", "suits", id="a pattern"),
        pytest.param("knitted_straight_shape", "barred", id="a form that does not win"),
    ],
)
def test_a_difference_is_seen_and_explained_by_its_ruling(ruling: str, choice: str) -> None:
    """Were we to count under other rules, the comparison would say so, and which ruling it is."""
    found = sampled(((ruling, choice),), share=20)
    assert {each.explanation for each in found.differences} == {
        f"{ruling} = {rulings.ruling(ruling).default_for('gb')}"
    }
    assert found.unexplained() == []


@pytest.mark.peer
def test_what_no_ruling_explains_is_told_with_both_totals_and_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    right = peer.total
    monkeypatch.setattr(peer, "total", lambda request: right(request) + 1000 * (request[2] == "W1"))
    (difference, *_) = found = exhaustive.compare(concealed.every()[-1], np.arange(1)).unexplained()
    assert str(difference) == (
        "9m19s19pESWNCFPP1m|EE0000: on arrays 88, theirs 1088; the scorer 88, theirs 1088: ours only {}, theirs only {}"
    )
    assert len(found) == 2


@pytest.mark.peer
def test_a_fault_of_the_arrays_alone_is_no_matter_of_rulings(monkeypatch: pytest.MonkeyPatch) -> None:
    right = bulk.totals
    monkeypatch.setattr(bulk, "totals", lambda rows, *_, **__: right(rows) + 1)
    differences = exhaustive.compare(concealed.every()[-1], np.arange(1)).differences
    assert {each.explanation for each in differences} == {None}
    assert "on arrays 89, theirs 88; the scorer 88, theirs 88" in str(differences[0])


@pytest.mark.peer
def test_the_other_scorer_says_that_a_hand_does_not_win() -> None:
    request = peer.request(Hand.parse("147m258p369sESWNE|EE0000|"))
    assert peer.total(request) == peer.NOT_WON
    with pytest.raises(TypeError):
        peer.total(request[:2])


# the run


def of_the_run(*differences: Difference) -> Outcome:
    return Outcome(Counter(standard=3), Counter(standard=18), Counter({SAME: 2}), [*differences])


def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, outcome: Outcome | None, *arguments: str) -> tuple[int, str]:
    """The exit code of a run that finds this (None: one that is stopped), and what it makes of the page."""
    page = tmp_path / "verification.md"
    page.write_text("<!-- concealed -->\nold\n<!-- end of concealed -->\n", "utf-8")
    monkeypatch.setattr(verification, "PAGE", page)

    def found(processes: int) -> Outcome:
        if outcome is None:
            raise KeyboardInterrupt
        return outcome

    monkeypatch.setattr(exhaustive, "all_compared", found)
    return exhaustive.main(arguments), page.read_text("utf-8")


@pytest.mark.peer
def test_a_run_writes_its_numbers_when_asked_to(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert "old" in run(monkeypatch, tmp_path, of_the_run())[1]
    code, page = run(monkeypatch, tmp_path, of_the_run(), "--write")
    assert code == 0
    assert "| four sets and a pair | 11,498,658 | 2,182,739 | 3 | 18 |" in page
    assert "No total differs." in page


@pytest.mark.peer
def test_a_run_fails_where_a_difference_is_unexplained(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    explained = Difference("one hand", 6, "more", "tile_hog = suits")
    assert run(monkeypatch, tmp_path, of_the_run(explained, explained))[0] == 0
    said = capsys.readouterr()
    assert "| tile_hog = suits | 2 | 12 |" in said.out
    assert said.err == ""
    wrong = of_the_run(explained, Difference("another", 3, "less", None))
    code, page = run(monkeypatch, tmp_path, wrong, "--write")
    assert code == 1
    assert "old" in page
    said = capsys.readouterr()
    assert "| nothing | 1 | 3 |" in said.out
    assert said.err == "another: less\n1 differences without an explanation; nothing was written\n"


@pytest.mark.peer
def test_a_run_that_is_stopped_writes_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, page = run(monkeypatch, tmp_path, None, "--write")
    assert code == 130
    assert "old" in page
    assert capsys.readouterr().err == "\nstopped; nothing was written\n"


def test_the_page_tells_of_all_hands() -> None:
    """Its numbers are those of the hands and classes there are, each win twice: drawn and claimed."""
    page = verification.PAGE.read_text("utf-8")
    kinds = kinds_by_code()
    for classes in concealed.every():
        hands, pairs = HANDS[classes.form]
        asked = 2 * int(kinds[classes.codes].sum())
        numbers = (hands, len(classes.codes), asked, 2 * pairs)
        row = " | ".join((exhaustive.FORMS[classes.form], *(f"{number:,}" for number in numbers)))
        assert f"| {row} |" in page
