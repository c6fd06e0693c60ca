"""Every concealed winning hand beside the other scorer: each tile as the last one, drawn or claimed. ``make compare``.

Of hands that differ by an exchange of suits one is asked for, but where a fan tells suits apart; the winds take turns.
Our totals are those of ``universe.arrays.bulk``. In a seeded sample, suits exchanged by chance, the list of fans of our
scorer is compared too. A difference is explained by a ruling if under another choice of it we count the same list as
the other scorer; one that no ruling explains makes the run fail.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import importlib.util
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing import Pool
from random import Random

import msgspec
import numpy as np

import verification
from differential import concealed, peer
from differential.compare import DIFFERENT, SAME, TIE, compared
from differential.concealed import AREAS, Classes, Codes
from mjrules import rulings
from mjrules.cli.exits import DONE, FOUND, INTERRUPTED
from mjrules.errors import NotAWinningHand
from mjrules.hand import Hand
from mjrules.rulesets.resolve import resolve
from mjrules.score.scorer import scorer
from mjrules.tiles import FIRST_HONOUR, RANKS, SUITED, TILES, WINDS
from mjrules.universe.arrays import bulk
from mjrules.universe.arrays import hands as layout
from mjrules.universe.arrays.kinds import NO_GROUP, IndexArray, Int32Array, UInt8Array

PROCESSES = 2
AT_ONCE = 4096
"""Hands in a piece of work: some 60,000 questions, half a second."""
ONE_LIST_IN = 1000
"""Of so many questions one is compared by its list of fans too."""
SHOWN = 20
ENOUGH = 1000
"""After so many differences without an explanation the rest is not asked for."""
SEED = 1998

Rules = tuple[tuple[str, str], ...]
"""Rulings chosen otherwise than ``gb`` does."""
FORMS = {
    "standard": "four sets and a pair",
    "seven_pairs": "seven pairs, no sets",
    "knitted": "knitted straight",
    "honors_and_knitted": "honours and knitted tiles",
    "thirteen_orphans": "thirteen orphans",
}


class Difference(msgspec.Struct, frozen=True):
    """A hand with another total or list. ``weight``: how many (hand, winning tile, way of winning) it stands for."""

    hand: str
    weight: int
    said: str
    explanation: str | None

    def __str__(self) -> str:
        return f"{self.hand}: {self.said}"


@dataclass
class Outcome:
    """What some of the work has found: by form, how many questions were asked and what they stand for; by outcome, how
    many lists were compared; every difference."""

    asked: Counter[str] = field(default_factory=Counter)
    stand_for: Counter[str] = field(default_factory=Counter)
    lists: Counter[str] = field(default_factory=Counter)
    differences: list[Difference] = field(default_factory=list)

    def add(self, other: Outcome) -> None:
        self.asked += other.asked
        self.stand_for += other.stand_for
        self.lists += other.lists
        self.differences += other.differences

    def unexplained(self) -> list[Difference]:
        return [each for each in self.differences if each.explanation is None]


# questions


def questions(codes: Codes, turns: IndexArray) -> tuple[UInt8Array, IndexArray]:
    """Hands in the layout of ``arrays.hands``: each of these with each of its tiles as the last one, claimed, then all
    of them drawn; and the number of the hand that each row is of. ``turns`` picks the winds of each hand."""
    counts = concealed.counts_of(codes)
    hand, winning = np.nonzero(counts)
    rows = np.zeros((len(hand), layout.COLUMNS), np.uint8)
    rows[:, layout.COUNTS] = counts[hand]
    rows[np.arange(len(hand)), winning] -= 1
    rows[:, layout.DECLARED] = NO_GROUP
    rows[:, layout.WINNING] = winning
    rows[:, layout.PREVALENT] = FIRST_HONOUR + turns[hand] // len(WINDS) % len(WINDS)
    rows[:, layout.SEAT] = FIRST_HONOUR + turns[hand] % len(WINDS)
    drawn = rows.copy()
    drawn[:, layout.SELF_DRAWN] = 1
    return np.vstack([rows, drawn]), np.tile(hand, 2)


def their_totals(rows: UInt8Array) -> Int32Array:
    """What the other scorer makes of each row."""
    return np.fromiter(map(peer.total, _requests(rows)), np.int32, len(rows))


def _requests(rows: UInt8Array) -> Iterator[peer.Request]:
    """Concealed hands in the other scorer's words; the names of the tiles of one suit are put together once."""
    named = [_Named(own.start) for own in AREAS]
    columns = (layout.WINNING, layout.SELF_DRAWN, layout.SEAT, layout.PREVALENT)
    for codes, (winning, drawn, seat, prevalent) in zip(
        concealed.codes_of(rows[:, layout.COUNTS]).tolist(), rows[:, columns].tolist(), strict=True
    ):
        tiles = named[0][codes[0]] + named[1][codes[1]] + named[2][codes[2]] + named[3][codes[3]]
        winds = seat - FIRST_HONOUR, prevalent - FIRST_HONOUR
        yield (), tiles, peer.NAMES[winning], 0, bool(drawn), False, False, False, *winds


class _Named(dict[int, tuple[str, ...]]):
    """By code, the names of the tiles of a suit whose first tile is ``first``."""

    def __init__(self, first: int) -> None:
        self.first = first

    def __missing__(self, code: int) -> tuple[str, ...]:
        (copies,) = concealed.digits(np.array([code], np.int32)).tolist()
        tiles = [peer.NAMES[self.first + rank] for rank, often in enumerate(copies) for _ in range(often)]
        return self.setdefault(code, tuple(tiles))


# answers compared


def compare(classes: Classes, which: IndexArray, rules: Rules = (), one_list_in: int = ONE_LIST_IN) -> Outcome:
    """Some classes of a form, by their numbers, under both scorers; ``rules`` are for ours alone."""
    rows, hand = questions(classes.codes[which], which)
    weight = classes.weight[which][hand]
    ours = bulk.totals(rows, resolve("gb", dict(rules)) if rules else "gb", threads=1)
    theirs = their_totals(rows)
    outcome = Outcome(Counter({classes.form: len(rows)}), Counter({classes.form: int(weight.sum(dtype=np.int64))}))
    for row in np.flatnonzero(ours != theirs).tolist():
        said = f"on arrays {ours[row]}, theirs {theirs[row]}"
        outcome.differences.append(_difference(layout.hand_at(rows, row), int(weight[row]), said, rules))
    won_by_both = rows[(ours != bulk.NOT_WON) & (theirs != peer.NOT_WON)]
    _compare_lists(outcome, won_by_both, Random(f"{SEED} {classes.form} {which[0]}"), rules, one_list_in)
    return outcome


def _compare_lists(outcome: Outcome, rows: UInt8Array, rnd: Random, rules: Rules, one_in: int) -> None:
    """The lists of fans of a sample, their suits exchanged."""
    for row in rnd.sample(range(len(rows)), len(rows) // one_in):
        hand = exchanged(layout.hand_at(rows, row), rnd.choice(concealed.ORDERS))
        comparison = compared(hand, rules)
        outcome.lists[comparison.outcome] += 1
        if comparison.outcome == DIFFERENT:
            outcome.differences.append(_difference(hand, 1, "in the sample of lists", rules))


def exchanged(hand: Hand, order: Sequence[int]) -> Hand:
    """A concealed hand with its suits exchanged: those of suit ``order[0]`` become the first one's, and so on."""
    to = {tile: TILES[order.index(tile // RANKS) * RANKS + tile % RANKS] for tile in SUITED}
    assert hand.winning is not None
    concealed_tiles = tuple(to.get(tile, tile) for tile in hand.concealed)
    return Hand((), concealed_tiles, to.get(hand.winning, hand.winning), hand.situation)


def _difference(hand: Hand, weight: int, found: str, rules: Rules) -> Difference:
    theirs = peer.total(peer.request(hand))
    return Difference(str(hand), weight, f"{found}; {_both(hand, theirs, rules)}", _explanation(hand, theirs, rules))


def _both(hand: Hand, theirs: int, rules: Rules) -> str:
    """Both totals and where the lists differ."""
    ours = _total(hand, rules)
    said = f"the scorer {ours}, theirs {theirs}"
    return said if bulk.NOT_WON in (ours, theirs) else f"{said}: {compared(hand, rules).lists()}"


def _explanation(hand: Hand, theirs: int, rules: Rules) -> str | None:
    """The ruling, and the choice of it, under which we count what they count. None where there is none, and where the
    scorer, hand by hand, agrees with them anyway."""
    if _agrees(hand, theirs, rules):
        return None
    chosen = rulings.chosen("gb", dict(rules))
    others = ((ruling.id, choice) for ruling in rulings.all() for choice in ruling.choices)
    for ruling, choice in others:
        if choice != chosen[ruling].id and _agrees(hand, theirs, _with(rules, ruling, choice)):
            return f"{ruling} = {choice}"
    return None


def _with(rules: Rules, ruling: str, choice: str) -> Rules:
    return tuple(sorted({**dict(rules), ruling: choice}.items()))


def _agrees(hand: Hand, theirs: int, rules: Rules) -> bool:
    ours = _total(hand, rules)
    return ours == theirs and (ours == bulk.NOT_WON or compared(hand, rules).outcome != DIFFERENT)


def _total(hand: Hand, rules: Rules) -> int:
    try:
        return scorer("gb", rules).total(hand)
    except NotAWinningHand:
        return bulk.NOT_WON


# the run


def main(arguments: Sequence[str] | None = None) -> int:
    asked = _arguments(arguments)
    if importlib.util.find_spec("MahjongGB") is None:
        print("left out: PyMahjongGB, the other scorer, is not installed (extra 'peer'; it needs a C++ compiler)")
        return DONE
    started = time.monotonic()
    try:
        outcome = all_compared(asked.processes)
    except KeyboardInterrupt:
        print("\nstopped; nothing was written", file=sys.stderr)
        return INTERRUPTED
    lines = [*report(outcome, time.monotonic() - started, asked.processes)]
    print("\n".join(lines))
    unexplained = outcome.unexplained()
    for difference in unexplained[:SHOWN]:
        print(difference, file=sys.stderr)
    if unexplained:
        print(f"{len(unexplained):,} differences without an explanation; nothing was written", file=sys.stderr)
        return FOUND
    if asked.write:
        verification.write("concealed", lines)
    return DONE


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m differential.exhaustive", description=__doc__)
    parser.add_argument("--processes", type=int, default=PROCESSES)
    parser.add_argument("--write", action="store_true", help="put the numbers into docs/verification.md")
    return parser.parse_args(arguments)


Piece = tuple[int, int]
"""Which form, and the first of its classes."""


def all_compared(processes: int) -> Outcome:
    """Every class of every form, by so many processes; fewer where it goes wrong too often."""
    pieces = [
        (form, start)
        for form, classes in enumerate(concealed.every())
        for start in range(0, len(classes.codes), AT_ONCE)
    ]
    whole = Outcome()
    with Pool(processes, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        done = pool.imap_unordered(_piece_compared, pieces)
        for outcome in verification.with_progress(done, len(pieces), "pieces compared", every=1):
            whole.add(outcome)
            if len(whole.unexplained()) >= ENOUGH:
                break
    return whole


def _piece_compared(piece: Piece) -> Outcome:
    form, start = piece
    classes = concealed.every()[form]
    return compare(classes, np.arange(start, min(start + AT_ONCE, len(classes.codes))))


def report(outcome: Outcome, seconds: float, processes: int) -> Iterator[str]:
    """What a whole run found, in words and numbers."""
    rows: dict[str, tuple[int, ...]] = {
        FORMS[each.form]: (each.hands, len(each.codes), outcome.asked[each.form], outcome.stand_for[each.form])
        for each in concealed.every()
    }
    rows["all forms"] = *_, questions, wins = tuple(map(sum, zip(*rows.values(), strict=True)))
    version = importlib.metadata.version("PyMahjongGB")
    yield (
        f"{wins:,} wins, rule set `gb`, beside PyMahjongGB {version}: {questions:,} questions, "
        f"{seconds / 60:.0f} minutes ({processes} processes)."
    )
    yield ""
    yield from verification.table(
        ("form", "hands", "hands asked for", "questions", "wins they stand for"),
        ((form, *(f"{number:,}" for number in numbers)) for form, numbers in rows.items()),
    )
    yield ""
    yield from _told_differences(outcome.differences)
    yield ""
    lists = ", ".join(f"{each} {outcome.lists[each]:,}" for each in (SAME, TIE, DIFFERENT))
    yield f"Lists of fans of a sample (seed {SEED}): {lists}."


def _told_differences(differences: Iterable[Difference]) -> Iterator[str]:
    number: Counter[str] = Counter()
    weight: Counter[str] = Counter()
    for each in differences:
        explanation = each.explanation or "nothing"
        number[explanation] += 1
        weight[explanation] += each.weight
    if not number:
        yield "No total differs."
        return
    yield from verification.table(
        ("difference explained by", "questions", "wins they stand for"),
        ((explanation, f"{number[explanation]:,}", f"{weight[explanation]:,}") for explanation in sorted(number)),
    )


if __name__ == "__main__":
    sys.exit(main())
