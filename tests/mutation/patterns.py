"""Small changes of a pattern: a part less, a number one more or less, another set of groups, another form or flag."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mjrules import pattern as p
from mjrules.groups import CHOW, CONCEALED, GROUPS, KONG, MELDED, PAIR, PUNG, GroupSet
from mjrules.tiles import TILES, Tile

Changed = tuple[str, p.Pattern]
"""What was changed (parts by number), and the pattern with the change."""


def changes(pattern: p.Pattern) -> Iterator[Changed]:
    """Every small change of a pattern, at any depth."""
    match pattern:
        case p.Not(part):
            yield "without its «not»", part
            yield from ((what, p.Not(changed)) for what, changed in changes(part))
        case p.All(parts):
            yield from ((what, p.All(left)) for what, left in _one_less(parts))
            yield from ((what, p.All(changed)) for what, changed in _inside(parts))
        case p.AtLeast(n, parts):
            yield from ((what, p.AtLeast(n, left)) for what, left in _one_less(parts) if n <= len(left))
            yield from ((f"at least {m}", p.AtLeast(m, parts)) for m in (n - 1, n + 1) if 1 <= m <= len(parts))
            yield from ((what, p.AtLeast(n, changed)) for what, changed in _inside(parts))
        case _:
            yield from _of_atom(pattern)


def _one_less(parts: Sequence[p.Pattern]) -> Iterator[tuple[str, tuple[p.Pattern, ...]]]:
    for n in range(len(parts)) if len(parts) > 1 else ():
        yield f"without {n + 1}", (*parts[:n], *parts[n + 1 :])


def _inside(parts: Sequence[p.Pattern]) -> Iterator[tuple[str, tuple[p.Pattern, ...]]]:
    for n, part in enumerate(parts):
        for what, changed in changes(part):
            yield f"{n + 1}. {what}", (*parts[:n], changed, *parts[n + 1 :])


def _of_atom(atom: p.Pattern) -> Iterator[Changed]:
    match atom:
        case p.Count(of, least):
            yield from ((f"{n} for {least}", p.Count(of, n)) for n in (least - 1, least + 1))
            yield from ((what, p.Count(other, least)) for what, other in _other_sets(of))
        case p.Each(of):
            yield from ((what, p.Each(other)) for what, other in _other_sets(of))
        case p.Match(of, ranks, suits):
            yield from ((what, p.Match(other, ranks, suits)) for what, other in _other_sets(of) if "tile" not in what)
            yield from ((f"ranks {new}", p.Match(of, new, suits)) for new in _other_ranks(ranks))
            yield "other suits", p.Match(of, ranks, "one" if suits != "one" else "each another")
        case p.FourOf(tiles):
            yield from ((f"not {tile}", p.FourOf(tiles - {tile})) for tile in (min(tiles), max(tiles)))
        case p.OneSuitHolds(counts, before):
            yield "before the last tile, or not", p.OneSuitHolds(counts, not before)
            yield "another shape", p.OneSuitHolds((counts[0] - 1, counts[1] + 1, *counts[2:]), before)
        case p.FormIs(form):
            yield from ((f"form {other}", p.FormIs(other)) for other in _FORMS if other != form)
        case p.Flag(name):
            yield from ((f"flag {other}", p.Flag(other)) for other in _other_flags(name))
        case p.Completes(of, at):
            yield from ((f"at {other}", p.Completes(of, other)) for other in (None, 0, 1, 2) if other != at)
            yield from ((what, p.Completes(other, at)) for what, other in _other_sets(of))


_FORMS: tuple[p.Form, ...] = ("standard", "knitted", "seven_pairs", "thirteen_orphans", "honors_and_knitted")
_SITUATION = ("self_drawn", "last_of_kind", "wall_last", "kong", "no_claimed_group")


def _other_flags(name: str) -> Iterator[str]:
    word, _, wind = name.partition(" ")
    if wind:
        yield f"{'seat' if word == 'prevalent' else 'prevalent'} {wind}"
        yield from (f"{word} {other}" for other in "ESWN" if other != wind)
    else:
        yield from (other for other in _SITUATION if other != name)


def _other_ranks(ranks: tuple[tuple[int, ...], ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
    if len(ranks) > 1:
        yield from (tuple(each for each in ranks if each != left_out) for left_out in ranks)
    for n, each in enumerate(ranks):
        for last in (each[-1] - 1, each[-1] + 1):
            if last >= each[-2]:
                yield (*ranks[:n], (*each[:-1], last), *ranks[n + 1 :])


def _other_sets(of: GroupSet) -> Iterator[tuple[str, GroupSet]]:
    """Sets with a tile more or less, with kongs only or without, of one half only or of both."""
    found = {
        **{f"tile {tile} less": _without(of, tile) for tile in _ends(_tiles_in(of))},
        **{f"tile {tile} more": _with(of, tile) for tile in _ends(_tiles_outside(of))},
        "only kongs": of & KONG,
        "no kongs": of & ~KONG,
        "only melded": of & MELDED,
        "only concealed": of & CONCEALED,
        "melded or concealed": _either_half(of),
        "pungs too": of | PUNG if of.members & CHOW.members else of,
        "chows too": of | CHOW if of.members & PUNG.members and of.members <= PUNG.members else of,
        "no pairs": of & ~PAIR,
    }
    seen = {of}
    for what, other in found.items():
        if other not in seen and other.members:
            seen.add(other)
            yield what, other


def _tiles_in(of: GroupSet) -> list[Tile]:
    return sorted({tile for group in of.members for tile in GROUPS[group].tiles})


def _tiles_outside(of: GroupSet) -> list[Tile]:
    return [tile for tile in TILES if tile not in _tiles_in(of)]


def _ends(some: Sequence[Tile]) -> tuple[Tile, ...]:
    return (some[0], some[-1]) if len(some) > 1 else tuple(some)


def _without(of: GroupSet, tile: Tile) -> GroupSet:
    return GroupSet(frozenset(group for group in of.members if tile not in GROUPS[group].tiles), f"{of} less {tile}")


def _with(of: GroupSet, tile: Tile) -> GroupSet:
    shapes = {(GROUPS[group].shape, GROUPS[group].melded) for group in of.members}
    tiles = {*_tiles_in(of), tile}
    more = {group.id for group in GROUPS if (group.shape, group.melded) in shapes and tiles.issuperset(group.tiles)}
    return GroupSet(of.members | more, f"{of} and {tile}")


def _either_half(of: GroupSet) -> GroupSet:
    kinds = {(GROUPS[group].shape, GROUPS[group].tiles) for group in of.members}
    return GroupSet(frozenset(group.id for group in GROUPS if (group.shape, group.tiles) in kinds), f"{of} either way")
