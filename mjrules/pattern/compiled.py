"""Patterns made fast: every atom a bit, every fan a few masks of bits that must and must not be set.

Counts of groups are fields of five bits in one number: each kind of group has its number, the numbers of a hand's
groups are added, and a field's top bit tells whether its count is reached. What only chows or only pungs decide is
looked up by their ranks and kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product

from mjrules import pattern as p
from mjrules.groups import CHOW, GROUPS, PAIR, PUNG
from mjrules.pattern.evaluate import fits
from mjrules.tiles import Tile

FIELD = 5
TOP = 1 << (FIELD - 1)
Masks = tuple[int, int]
"""Bits that must be set, bits that must not."""

_ALTERNATIVES_OF = {"chow": CHOW, "pung": PUNG, "pair": PAIR}


class Compiled:
    """The patterns of one set of fans, in order."""

    def __init__(self, patterns: Mapping[str, p.Pattern]) -> None:
        self._bits: dict[p.Pattern, int] = {}
        self._counts: list[tuple[p.Count, int]] = []
        self.fans = tuple(patterns)
        for atom in dict.fromkeys(atom for pattern in patterns.values() for atom in atoms(pattern)):
            self._reserve(atom)
        self._place_bits()
        self.masks: tuple[tuple[int, tuple[Masks, ...]], ...] = tuple(
            (number, tuple(self._alternatives(pattern, True))) for number, pattern in enumerate(patterns.values())
        )
        self._tabulate()

    # one bit an atom

    def _reserve(self, atom: p.Pattern) -> None:
        if isinstance(atom, p.Each):
            self._reserve(p.Count(atom.of, 1))
        if atom in self._bits or isinstance(atom, p.NothingElse):
            return
        if isinstance(atom, p.Count):
            self._counts.append((atom, len(self._counts)))
        self._bits[atom] = 0

    def _place_bits(self) -> None:
        """One bit for every atom that is no count, above them the fields of counts; Each is a count of one.

        Small numbers are faster, and most alternatives of fans want bits of the first kind.
        """
        at = 0
        for atom in self._bits:
            if not isinstance(atom, p.Count | p.Each):
                self._bits[atom] = 1 << at
                at += 1
        self._shifts = [at + field * FIELD for field in range(len(self._counts))]
        for counted, field in self._counts:
            self._bits[counted] = TOP << self._shifts[field]
        for atom in self._bits:
            if isinstance(atom, p.Each):
                self._bits[atom] = self._bits[p.Count(atom.of, 1)]

    def _alternatives(self, pattern: p.Pattern, wanted: bool) -> Iterator[Masks]:
        """The pattern (or its negation) as alternatives of bits wanted and unwanted."""
        found = {masks for masks in self._expand(pattern, wanted) if not masks[0] & masks[1]}
        for masks in sorted(found):
            if not any(_implies(masks, other) for other in found if other != masks):
                yield masks

    def _expand(self, pattern: p.Pattern, wanted: bool) -> Iterable[Masks]:
        match pattern:
            case p.Not(part):
                return self._expand(part, not wanted)
            case p.All(parts):
                return self._threshold(len(parts) if wanted else 1, parts, wanted)
            case p.AtLeast(n, parts):
                return self._threshold(n if wanted else len(parts) - n + 1, parts, wanted)
            case p.NothingElse():
                return [] if wanted else [(0, 0)]
            case _:
                bit = self._bits[pattern]
                return [(bit, 0) if wanted else (0, bit)]

    def _threshold(self, n: int, parts: Sequence[p.Pattern], wanted: bool) -> Iterator[Masks]:
        expanded = [list(self._expand(part, wanted)) for part in parts]
        for chosen in combinations(expanded, n):
            for masks in product(*chosen):
                yield _joined(masks)

    def true_of(self, pattern: p.Pattern, bits: int) -> bool:
        """Whether a part of a compiled fan is true, given the bits of an arrangement."""
        return any(bits & wanted == wanted and not bits & unwanted for wanted, unwanted in self._expand(pattern, True))

    # tables

    def _tabulate(self) -> None:
        self.bias = sum((TOP - atom.least) << self._shifts[field] for atom, field in self._counts)
        self.reached = sum(TOP << self._shifts[field] for _, field in self._counts)
        self.group_numbers = tuple(
            sum(1 << self._shifts[field] for atom, field in self._counts if group.id in atom.of) for group in GROUPS
        )
        self.form_bits = {form: self._bits.get(p.FormIs(form), 0) for form in p.Form.__args__}  # type: ignore[attr-defined]
        self.flag_bits = {atom.name: bit for atom, bit in self._bits.items() if isinstance(atom, p.Flag)}
        self.sole_wait_bit = self._bits.get(p.SoleWait(), 0)
        self.flowers_bit = self._bits.get(p.Flowers(), 0)
        self.fours = tuple((atom, bit) for atom, bit in self._bits.items() if isinstance(atom, p.FourOf))
        self.one_suit = tuple((atom, bit) for atom, bit in self._bits.items() if isinstance(atom, p.OneSuitHolds))
        self.completes = {
            (group.id, at): sum(
                bit
                for atom, bit in self._bits.items()
                if isinstance(atom, p.Completes) and group.id in atom.of and atom.at in (None, at)
            )
            for group in GROUPS
            for at in range(len(group.tiles))
        }
        self._matches = {
            shape: tuple(
                (atom, bit) for atom, bit in self._bits.items() if isinstance(atom, p.Match) and atom.of == groups
            )
            for shape, groups in _ALTERNATIVES_OF.items()
        }
        self._matched: dict[tuple[str, tuple[Tile, ...]], int] = {}

    def matched(self, shape: str, lowest: tuple[Tile, ...]) -> int:
        """The bits of the relations among groups of one shape, given by their lowest tiles, in order.

        What some of the groups make, all of them make; only relations among just so many groups are tried anew.
        """
        key = shape, lowest
        bits = self._matched.get(key)
        if bits is None:
            bits = 0
            size = len(lowest)
            if any(len(atom.ranks[0]) < size for atom, _ in self._matches[shape]):
                for left_out in range(size):
                    bits |= self.matched(shape, lowest[:left_out] + lowest[left_out + 1 :])
            for atom, bit in self._matches[shape]:
                if len(atom.ranks[0]) == size and fits(atom, lowest):
                    bits |= bit
            self._matched[key] = bits
        return bits


def atoms(pattern: p.Pattern) -> Iterator[p.Pattern]:
    """The atoms of a pattern."""
    match pattern:
        case p.Not(part):
            yield from atoms(part)
        case p.All(parts) | p.AtLeast(_, parts):
            for part in parts:
                yield from atoms(part)
        case _:
            yield pattern


def _joined(masks: Iterable[Masks]) -> Masks:
    wanted = unwanted = 0
    for more_wanted, more_unwanted in masks:
        wanted |= more_wanted
        unwanted |= more_unwanted
    return wanted, unwanted


def _implies(narrow: Masks, wide: Masks) -> bool:
    return narrow[0] & wide[0] == wide[0] and narrow[1] & wide[1] == wide[1]
