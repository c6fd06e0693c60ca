"""What a kind of state tells apart, derived from the definitions of the fans and their variants.

A standard hand is taken apart in three: its melds and pair whatever their exposure (*tiles*), how many of its melds of
each shape are claimed, concealed, kongs (*exposure*), and what the winning tile completed (*win*). Every pattern is cut
into the largest parts that are about one of the three alone; hands for which all parts are equally true, and which hold
them equally often, are of one kind. A definition that cannot be cut so (concealed pungs of terminals) is refused: the
census would have to tell more apart than it does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import permutations
from typing import Literal

import msgspec

from mjrules import pattern as p
from mjrules.errors import RulesError
from mjrules.fans.standard import FANS, VARIANTS
from mjrules.groups import CONCEALED, GROUPS, KONG, MELDED, PUNG, GroupSet, group_id
from mjrules.pattern import Form, Pattern
from mjrules.pattern.compiled import atoms
from mjrules.tiles import FIRST_HONOUR, RANKS, TILES, Tile
from mjrules.universe.arrays.folding import NEVER, folded

About = Literal["tiles", "exposure", "win"]

_MELDED_TOO = {
    group.id: (group.shape, group.tile) if group.shape != "kong" else ("pung", group.tile)
    for group in GROUPS
    if group.shape in ("chow", "pung", "kong")
}
"""What a set of a hand is when nobody asks how it came about: a chow or a pung of some tile."""


def definitions() -> Mapping[str, Pattern]:
    """All fans and all variants."""
    return {**FANS, **VARIANTS}


def about(pattern: Pattern) -> About | None:
    """Which of the three the pattern is about; None: of more than one, or of something else (the situation)."""
    found = {_about_atom(atom) for atom in atoms(pattern)}
    if found <= {"tiles", "either"}:
        return "tiles"
    if found <= {"exposure", "either"}:
        return "exposure"
    return "win" if found == {"win"} else None


def _about_atom(atom: Pattern) -> About | Literal["either", "other"]:
    match atom:
        case p.FourOf():
            return "tiles"
        case p.Completes():
            return "win"
        case p.Count(of, _) | p.Each(of) | p.Match(of, _, _):
            by_tiles, by_exposure = _forgets_exposure(of), _forgets_tiles(of)
            if not (by_tiles or by_exposure):
                raise RulesError(
                    f"{atom}: the census tells sets of a hand apart by tiles or by exposure, and this asks for both"
                )
            return "either" if by_tiles and by_exposure else "tiles" if by_tiles else "exposure"
        case _:
            return "other"


def _forgets_exposure(of: GroupSet) -> bool:
    return len({(kind, number in of) for number, kind in _MELDED_TOO.items()}) == len({*_MELDED_TOO.values()})


def _forgets_tiles(of: GroupSet) -> bool:
    sets = [GROUPS[number] for number in _MELDED_TOO]
    return len({(group.shape, group.melded, group.id in of) for group in sets}) == len(
        {(group.shape, group.melded) for group in sets}
    ) and not any(group.shape == "pair" and group.id in of for group in GROUPS)


def parts(pattern: Pattern, of: About) -> Iterator[Pattern]:
    """The largest parts of a pattern that are about one of the three alone."""
    if about(pattern) == of:
        yield pattern
        return
    match pattern:
        case p.Not(part):
            yield from parts(part, of)
        case p.All(some) | p.AtLeast(1, some):
            own = tuple(part for part in some if about(part) == of)
            if own:
                joined = p.All(own) if isinstance(pattern, p.All) else p.AtLeast(1, own)
                yield own[0] if len(own) == 1 else joined
            for part in some:
                if part not in own:
                    yield from parts(part, of)
        case p.AtLeast(_, some):
            for part in some:
                yield from parts(part, of)


@cache
def all_parts(of: About) -> tuple[Pattern, ...]:
    """The parts of all definitions, each once."""
    return tuple(dict.fromkeys(part for pattern in definitions().values() for part in parts(pattern, of)))


@cache
def counted() -> tuple[Pattern, ...]:
    """The parts about tiles that may hold more than once."""
    found = (atom for pattern in definitions().values() for atom in atoms(pattern))
    many = (atom for atom in found if isinstance(atom, p.Each | p.Match | p.FourOf) and about(atom) == "tiles")
    return tuple(dict.fromkeys(many))


def possible_in(form: Form, patterns: Iterable[Pattern]) -> list[Pattern]:
    """Those that can be true of hands of a form."""
    return [pattern for pattern in patterns if folded(pattern, form) != NEVER]


@cache
def one_suit() -> tuple[p.OneSuitHolds, ...]:
    """The patterns about the concealed tiles of one suit."""
    found = (atom for pattern in definitions().values() for atom in atoms(pattern))
    return tuple(dict.fromkeys(atom for atom in found if isinstance(atom, p.OneSuitHolds)))


# what the winning tile completed


class Win(msgspec.Struct, frozen=True):
    """A class of places for the winning tile: whether a pung is completed, and which parts of definitions are true.
    ``waits``: some definition asks for it together with a sole wait (边张, 坎张, 单钓将)."""

    pung: bool
    truths: tuple[bool, ...]
    waits: bool


class Wins(msgspec.Struct, frozen=True):
    """The classes; the class of each concealed group and place in it; and by class the one that it comes to where the
    wait is not the only one, for then nothing asks for the wait any more."""

    classes: tuple[Win, ...]
    of: dict[tuple[int, int], int]
    without_wait: tuple[int, ...]


@cache
def wins() -> Wins:
    """What the winning tile may have completed, as far as definitions ask."""
    found: dict[Win, int] = {}
    of = {}
    for group in GROUPS:
        if group.shape in ("chow", "pung", "pair") and not group.melded:
            for at in range(len(group.tiles) if group.shape == "chow" else 1):
                truths = tuple(_is_true(part, group.id, at) for part in all_parts("win"))
                of[group.id, at] = found.setdefault(_win(group.shape == "pung", truths), len(found))
    without = tuple(
        found.setdefault(_win(win.pung, tuple(map(bool.__and__, win.truths, _asked_without_wait()))), len(found))
        for win in [*found]
    )
    return Wins(tuple(found), of, without)


def _win(pung: bool, truths: tuple[bool, ...]) -> Win:
    return Win(pung, truths, any(map(bool.__and__, truths, _asked_with_wait())))


@cache
def _asked_without_wait() -> tuple[bool, ...]:
    """For each part about the win, whether some definition asks for it without a sole wait."""
    asked = {part for pattern in definitions().values() for part in parts(pattern, "win") if not _has_wait(pattern)}
    return tuple(part in asked for part in all_parts("win"))


@cache
def _asked_with_wait() -> tuple[bool, ...]:
    asked = {part for pattern in definitions().values() for part in parts(pattern, "win") if _has_wait(pattern)}
    return tuple(part in asked for part in all_parts("win"))


def _has_wait(pattern: Pattern) -> bool:
    """Whether a definition is «a sole wait and …»; RulesError where the wait stands anywhere else in it."""
    if p.SoleWait() not in atoms(pattern):
        return False
    if isinstance(pattern, p.All) and p.SoleWait() in pattern.parts:
        return True
    raise RulesError(f"{pattern}: the census asks for sole waits only where a definition is «a sole wait and …»")


def _is_true(part: Pattern, group: int, at: int) -> bool:
    match part:
        case p.Not(inner):
            return not _is_true(inner, group, at)
        case p.All(some):
            return all(_is_true(each, group, at) for each in some)
        case p.AtLeast(n, some):
            return sum(_is_true(each, group, at) for each in some) >= n
        case p.Completes(of, wanted):
            return group in of and wanted in (None, at)
    raise AssertionError(part)


# exchanging suits

SUIT_ORDERS = tuple(permutations(range(3)))


def moved_tile(tile: Tile, order: tuple[int, ...]) -> Tile:
    """The tile after each suit has become ``order[suit]``; honours stay."""
    return tile if tile >= FIRST_HONOUR else TILES[RANKS * order[tile // RANKS] + tile % RANKS]


@cache
def _moved_groups(order: tuple[int, ...]) -> tuple[int, ...]:
    by_tiles = {(group.shape, frozenset(group.tiles), group.melded): group.id for group in GROUPS}
    return tuple(
        by_tiles[group.shape, frozenset(moved_tile(tile, order) for tile in group.tiles), group.melded]
        for group in GROUPS
    )


def moved(pattern: Pattern, order: tuple[int, ...]) -> Pattern:
    """The pattern after suits were exchanged: true of a moved hand where the pattern is true of the hand."""
    match pattern:
        case p.Not(part):
            return p.Not(moved(part, order))
        case p.All(some):
            return p.All(tuple(moved(part, order) for part in some))
        case p.AtLeast(n, some):
            return p.AtLeast(n, tuple(moved(part, order) for part in some))
        case p.Often(part, least):
            return p.Often(moved(part, order), least)
        case p.FourOf(tiles):
            return p.FourOf(frozenset(moved_tile(tile, order) for tile in tiles))
        case p.Count() | p.Each() | p.Match() | p.Completes():
            of = frozenset(_moved_groups(order)[number] for number in pattern.of.members)
            return msgspec.structs.replace(pattern, of=GroupSet(of, pattern.of.name))
        case _:
            return pattern


def is_symmetric(pattern: Pattern) -> bool:
    """Whether exchanging suits leaves the pattern as it is, the order of its parts aside."""
    return all(_unordered(moved(pattern, order)) == _unordered(pattern) for order in SUIT_ORDERS)


def _unordered(pattern: Pattern) -> object:
    match pattern:
        case p.Not(part):
            return "not", _unordered(part)
        case p.All(some):
            return "all", frozenset(_unordered(part) for part in some)
        case p.AtLeast(n, some):
            return n, frozenset(_unordered(part) for part in some)
        case _:
            return pattern


@cache
def lopsided() -> tuple[frozenset[Tile], ...]:
    """The sets of tiles that some part confines a hand to and that exchanging suits changes (绿一色, 推不倒), with all
    their images. Hands within one of these are told apart suit by suit."""
    found = (_confined_to(part) for of in ("tiles", "win") for part in all_parts(of) if not is_symmetric(part))
    images = (frozenset(moved_tile(tile, order) for tile in tiles) for tiles in found for order in SUIT_ORDERS)
    return tuple(sorted(dict.fromkeys(images), key=sorted))


def _confined_to(part: Pattern) -> frozenset[Tile]:
    """The tiles of a part «all groups are of these tiles»."""
    match part:
        case p.Not(p.Count(outside, 1)):
            tiles = frozenset(tile for tile in TILES if group_id("single", tile) not in outside)
            inside = {group.id for group in GROUPS if tiles.issuperset(group.tiles)}
            if inside == {*range(len(GROUPS))} - outside.members:
                return tiles
    raise RulesError(
        f"{part}: suits are not alike in it, and it does not confine a hand to some tiles; this the census "
        "cannot count by exchanging suits"
    )


# questions


def check(condition: Pattern) -> None:
    """RulesError where the condition asks for something that kinds do not tell apart."""
    if missed := [*_not_told(condition)]:
        raise RulesError(
            f"the census does not tell {missed[0]} apart; it knows fans, variants, forms, flags, how often these hold"
        )


def _not_told(condition: Pattern) -> Iterator[Pattern]:
    """The parts of a condition that are not told apart."""
    if condition in _known() or ~condition in _known():
        return
    match condition:
        case p.FormIs() | p.Flag() | p.Flowers():
            return
        case p.NothingElse():
            raise RulesError("chicken_hand (无番和) depends on what else is counted; it is no condition of a hand")
        case p.Not(part) | p.Often(part, _):
            yield from _not_told(part)
        case p.All(some) | p.AtLeast(_, some):
            whole = frozenset(some)
            joined = (known for known in _known() if isinstance(known, p.All | p.AtLeast))
            alike = (known.parts for known in joined if _n(known) == _n(condition) <= 1)
            covered = {part for known in alike if whole.issuperset(known) for part in known}
            for part in some:
                if part not in covered:
                    yield from _not_told(part)
        case _:
            yield condition


def _n(joined: p.All | p.AtLeast) -> int:
    """What joins with what: conjunctions among each other (0), and alternatives (1)."""
    return joined.n if isinstance(joined, p.AtLeast) else 0


@cache
def _known() -> frozenset[Pattern]:
    """What kinds tell apart as a whole."""
    asked = (part for part, free in zip(all_parts("win"), _asked_without_wait(), strict=True) if free)
    exposed = (
        p.Count(of, n) for of in (MELDED, PUNG & CONCEALED, KONG, KONG & MELDED, KONG & CONCEALED) for n in range(1, 5)
    )
    return frozenset(
        [*definitions().values(), *all_parts("tiles"), *all_parts("exposure"), *counted(), *asked, *exposed]
    )
