"""Makes ``amounts.json``: what all hands of each fan have, by the decision diagrams (``mjrules audit --rebuild``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import takewhile
from typing import Final

import msgspec

from mjrules.audit.verdicts.amounts import Amount, Amounts, Table
from mjrules.audit.verdicts.known import definitions
from mjrules.fans import FANS, VARIANTS
from mjrules.fans.standard import HONOURS, SUITS
from mjrules.groups import CHOW, CONCEALED, KNITTED_STRAIGHT, KONG, MELDED, PAIR, PUNG, GroupSet, holding, of
from mjrules.pattern import Count, FormIs, Pattern, any_of, at_least
from mjrules.tiles import DRAGONS, RANKS, SUITED, WINDS, Tile
from mjrules.universe.progress import Progress
from mjrules.universe.questions import engine_of
from mjrules.universe.relating import WITH_SETS
from mjrules.universe.relations import RELATED

KNITTED_CHOWS = 3
"""A knitted straight stands for three chows."""
SINGLES: Final = any_of(FormIs("thirteen_orphans"), FormIs("honors_and_knitted"))

AtLeastSo = Callable[[int], Pattern]


def _groups(set_: GroupSet) -> AtLeastSo:
    return lambda n: Count(set_, n)


def _chows(n: int) -> Pattern:
    knitted = Count(KNITTED_STRAIGHT, 1)
    return Count(CHOW, n) | (knitted & Count(CHOW, n - KNITTED_CHOWS) if n > KNITTED_CHOWS else knitted)


def _suits(n: int) -> Pattern:
    return at_least(n, *(Count(holding(suit), 1) for suit in SUITS))


def _suits_of_chows(n: int) -> Pattern:
    return at_least(n, *(Count(CHOW & of(suit), 1) for suit in SUITS))


class Noun(msgspec.Struct, frozen=True):
    """What is counted, in which hands, and up to how many there can be."""

    at_least: AtLeastSo
    within: Pattern | None
    most: int


NOUNS: Mapping[str, Noun] = {
    "chow": Noun(_chows, WITH_SETS, 4),
    "pung": Noun(_groups(PUNG), WITH_SETS, 4),
    "kong": Noun(_groups(KONG), WITH_SETS, 4),
    "concealed_pung": Noun(_groups(PUNG & CONCEALED), WITH_SETS, 4),
    "concealed_kong": Noun(_groups(KONG & CONCEALED), WITH_SETS, 4),
    "melded_kong": Noun(_groups(KONG & MELDED), WITH_SETS, 4),
    "wind_pung": Noun(_groups(PUNG & of(WINDS)), WITH_SETS, 4),
    "dragon_pung": Noun(_groups(PUNG & of(DRAGONS)), WITH_SETS, 3),
    "pair": Noun(_groups(PAIR), None, 7),
    "suits": Noun(_suits, None, 3),
    "chow_suits": Noun(_suits_of_chows, WITH_SETS, 3),
    "suited": Noun(_groups(holding(SUITED)), SINGLES, 9),
    "honours": Noun(_groups(holding(HONOURS)), SINGLES, 7),
}
"""The things that definitions number."""


def made(progress: Progress) -> Table:
    """All of it."""
    patterns = {**{fan: FANS[fan] for fan in RELATED}, **VARIANTS}
    found: dict[str, Amounts] = {}
    for fan, pattern in patterns.items():
        found[fan] = of_pattern(pattern)
        progress(len(found), len(patterns))
    return Table(definitions(), found)


def of_pattern(pattern: Pattern) -> Amounts:
    engine = engine_of(())
    counted = {name: _amount(pattern, noun) for name, noun in NOUNS.items()}
    every_group = (_of_rank(rank) for rank in range(RANKS))
    return Amounts(
        amounts={name: amount for name, amount in counted.items() if amount},
        ranks=tuple(n + 1 for n in range(RANKS) if engine.states(pattern & Count(holding(_of_rank(n)), 1))),
        pair_ranks=_pair_ranks(pattern & WITH_SETS),
        every=tuple(
            n for n, tiles in enumerate(every_group, start=1) if not engine.states(pattern & Count(~holding(tiles), 1))
        ),
    )


def _of_rank(rank: int) -> tuple[Tile, ...]:
    return tuple(tile for tile in SUITED if tile % RANKS == rank)


def _pair_ranks(pattern: Pattern) -> tuple[int, ...]:
    kinds = (HONOURS, *map(_of_rank, range(RANKS)))
    return tuple(n for n, tiles in enumerate(kinds) if engine_of(()).states(pattern & Count(PAIR & of(tiles), 1)))


def _amount(pattern: Pattern, noun: Noun) -> Amount | None:
    engine = engine_of(())
    where = pattern & noun.within if noun.within else pattern
    if not engine.states(where):
        return None
    numbers = range(1, noun.most + 1)
    least = max(takewhile(lambda n: not engine.states(where & ~noun.at_least(n)), numbers), default=0)
    more = takewhile(lambda n: bool(engine.states(where & noun.at_least(n))), range(least + 1, noun.most + 1))
    most = max(more, default=least)
    bare = where & ~noun.at_least(least + 1) if least < most else where
    shown = engine.example(bare) if least else None
    return Amount(least, most, str(shown.hand) if shown else None)


def written(table: Table) -> bytes:
    """The file, one line for each fan."""
    lines = ",\n".join(f'"{fan}": {msgspec.json.encode(each).decode()}' for fan, each in table.fans.items())
    return f'{{"definitions": "{table.definitions}", "fans": {{\n{lines}\n}}}}\n'.encode()
