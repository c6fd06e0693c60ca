"""Which of the fans that hold are counted, under one set of rules.

Fans are taken in their written order, points falling. A fan that one already counted excludes is out; what is out
excludes nothing (双暗杠 inside 三杠 does not bar 双暗刻; 不求人 barred by 四暗刻 leaves 自摸 to count). Fans of chows
are chosen together (``principles``). 无番和 counts where nothing but flowers does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

import msgspec

from mjrules import pattern as p
from mjrules.fans import FANS, pattern
from mjrules.groups import GROUPS, KNITTED_STRAIGHT
from mjrules.hand import Hand, Meld
from mjrules.pattern.compiled import Compiled
from mjrules.pattern.evaluate import one_suit_holds
from mjrules.score import principles
from mjrules.score.arrangements import Arrangement, counts_of, has_claimed, kinds_of
from mjrules.score.waits import waits_for_another
from mjrules.tiles import COPIES, RANKS, TILES, WINDS, Tile

if TYPE_CHECKING:
    from mjrules.rulesets.resolve import Rules

ORDER = tuple(FANS)
NUMBER = {fan: number for number, fan in enumerate(ORDER)}
CHOW_FANS = frozenset(NUMBER[fan] for fan in principles.CHOW_FANS)
FOUR_CHOWS = frozenset(NUMBER[fan] for fan in principles.FOUR_CHOWS)
_GREEN_OR_TERMINALS = {NUMBER["all_green"], NUMBER["all_terminals"]}
CHICKEN, FLOWERS = NUMBER["chicken_hand"], NUMBER["flower_tiles"]
TILE_HOG, DOUBLE_PUNG = NUMBER["tile_hog"], NUMBER["double_pung"]

_CHOW_TILES = tuple(group.tile if group.shape == "chow" else None for group in GROUPS)
_PUNG_TILES = tuple(group.tile if group.shape in ("pung", "kong") else None for group in GROUPS)

Counted = list[tuple[int, int]]
"""Numbers of fans (in ORDER) and how often each is counted."""
ChowChoice = tuple[int, tuple[tuple[int, int], ...], principles.Choice]
"""Points, (number, times) in order, and the relations with their chows."""


class Shared(msgspec.Struct, frozen=True):
    """Groups that a counted fan takes out of another: those in ``members``, where the flag's bit is set (0: always)."""

    bit: int
    members: frozenset[int]


class Context(msgspec.Struct):
    """What is the same for all arrangements of a hand."""

    bits: int
    hogs: int
    flowers: int
    sole_wait: bool | None
    before: list[int]
    hand: Hand


class Counter:
    """Counts fans under one set of rules; made once, used for many hands."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.options = rules.options
        self.compiled = compiled(tuple(sorted(rules.patterns.items())))
        self.points = [rules.points.get(fan, 0) for fan in ORDER]
        self.masks = tuple(
            (number, wanted, unwanted)
            for number, alternatives in self.compiled.masks
            if ORDER[number] in rules.points
            for wanted, unwanted in alternatives
        )
        self.bars = [1 << number for number in range(len(ORDER))]
        """What a counted fan bars: itself, for it counts once in this list, and what the rules say."""
        self.bars_before = [0] * len(ORDER)
        self.shared: dict[int, dict[int, tuple[Shared, ...]]] = {}
        self.fewer: dict[int, dict[int, int]] = {}
        for fan, exclusions in rules.excludes.items():
            for exclusion in exclusions:
                self._bar(NUMBER[fan], NUMBER[exclusion.fan], exclusion.scope, exclusion.count)
        open_inside = {fan: _OPEN_INSIDE.get(rules.options.get(fan, ""), ()) for fan in _MAY_BE_OPEN}
        flags = self.compiled.flag_bits
        self.prevalent_bits = {wind: flags.get(f"prevalent {wind}", 0) for wind in WINDS}
        self.seat_bits = {wind: flags.get(f"seat {wind}", 0) for wind in WINDS}
        self.every_bit = (1 << max(max(masks[1:]).bit_length() for masks in self.masks)) - 1
        self.some_bar_before = any(self.bars_before)
        self.relations = principles.ChowRelations(rules.patterns, open_inside)
        self._equal_choices: dict[tuple[tuple[Tile, ...], int], tuple[ChowChoice, ...]] = {}
        self._chow_choices: dict[tuple[tuple[Tile, ...], int], ChowChoice] = {}

    def _bar(self, fan: int, other: int, scope: str, count: int) -> None:
        if scope == "shared_groups":
            self.shared.setdefault(other, {})[fan] = tuple(self._shared_groups(fan))
        elif scope == "count":
            self.fewer.setdefault(other, {})[fan] = count
        elif fan in CHOW_FANS and other in CHOW_FANS:
            return  # the principles choose among these
        elif other < fan:
            self.bars_before[fan] |= 1 << other
        else:
            self.bars[fan] |= 1 << other

    def _shared_groups(self, fan: int) -> Iterator[Shared]:
        for alternative in _alternatives(pattern(self.rules.patterns.get(ORDER[fan], ORDER[fan]))):
            bit = sum(self.compiled.flag_bits.get(atom.name, 0) for atom in alternative if isinstance(atom, p.Flag))
            members = [atom.of.members for atom in alternative if isinstance(atom, p.Count | p.Each)]
            yield Shared(bit, frozenset().union(*members))

    # facts

    def context(self, hand: Hand) -> Context:
        """The bits of the situation and of the tiles, and what is known only when asked for."""
        compiled, situation = self.compiled, hand.situation
        flags = compiled.flag_bits
        bits = self.prevalent_bits[situation.prevalent] | self.seat_bits[situation.seat]
        if situation.self_drawn:
            bits |= flags["self_drawn"]
        if situation.last_of_kind or (hand.melds and shows_the_other_three(hand)):
            bits |= flags["last_of_kind"]
        if situation.wall_last:
            bits |= flags["wall_last"]
        if situation.kong:
            bits |= flags["kong"]
        if situation.flowers:
            bits |= compiled.flowers_bit
        if not has_claimed(hand):
            bits |= flags["no_claimed_group"]
        before = counts_of(hand.concealed)
        if "own_other_three" in flags and holds_the_other_three(hand, before):
            bits |= flags["own_other_three"]
        held = before.copy()
        assert hand.winning is not None
        held[hand.winning] += 1
        for meld in hand.melds:
            if meld.shape == "pung":
                held[meld.tile] += 3
            elif meld.shape == "chow":
                for tile in (meld.tile, meld.tile + 1, meld.tile + 2):
                    held[tile] += 1
        hogs = 0
        if COPIES in held:
            for atom, bit in compiled.fours:
                hogs = sum(held[tile] == COPIES for tile in atom.tiles)
                bits |= bit if hogs else 0
        if not hand.melds and kinds_of(before) <= RANKS:
            for one_suit, bit in compiled.one_suit:
                if one_suit_holds(one_suit, before, hand.winning):
                    bits |= bit
        return Context(bits, hogs, situation.flowers, None, before, hand)

    def facts(self, arrangement: Arrangement, context: Context) -> int:
        """All bits of one arrangement."""
        return self.facts_and_chows(arrangement, context)[0]

    def facts_and_chows(self, arrangement: Arrangement, context: Context) -> tuple[int, tuple[Tile, ...]]:
        """All bits of one arrangement, and the lowest tiles of its chows in order."""
        compiled = self.compiled
        numbers = compiled.group_numbers
        total = compiled.bias
        chows: list[Tile] = []
        pungs: list[Tile] = []
        for group in arrangement.groups:
            total += numbers[group]
            if (tile := _CHOW_TILES[group]) is not None:
                chows.append(tile)
            elif (tile := _PUNG_TILES[group]) is not None:
                pungs.append(tile)
        bits = (total & compiled.reached) | context.bits | compiled.form_bits[arrangement.form]
        chows.sort()
        lowest = tuple(chows)
        if len(chows) > 1:
            bits |= compiled.matched("chow", lowest)
        if len(pungs) > 1:
            bits |= compiled.matched("pung", tuple(sorted(pungs)))
        if arrangement.form == "seven_pairs":
            bits |= compiled.matched("pair", tuple(GROUPS[group].tile for group in arrangement.groups))
        completes = compiled.completes[arrangement.groups[arrangement.completed], arrangement.at]
        if completes and self._sole_wait(context) and self._wait_counts(arrangement, context):
            bits |= compiled.sole_wait_bit
        return bits | completes, lowest

    def _sole_wait(self, context: Context) -> bool:
        if context.sole_wait is None:
            hand = context.hand
            assert hand.winning is not None
            context.sole_wait = not waits_for_another(
                context.before,
                len(hand.melds),
                hand.winning,
                self.options,
                claimed=has_claimed(hand),
                exhausted=exhausted(hand) if self.options.get("wait_exhausted") == "ignored" else (),
            )
        return context.sole_wait

    def _wait_counts(self, arrangement: Arrangement, context: Context) -> bool:
        """A ruling may let no wait count for one of the nine tiles of a knitted straight."""
        if arrangement.form != "knitted" or self.options.get("knitted_wait") != "barred":
            return True
        return not any(
            context.hand.winning in GROUPS[group].tiles for group in arrangement.groups if group in KNITTED_STRAIGHT
        )

    def holding(self, bits: int) -> list[int]:
        """The fans that hold, in order."""
        return list(dict.fromkeys(self._holding(bits)))

    def _holding(self, bits: int) -> list[int]:
        """The same, a fan once for each of its alternatives that is true."""
        missing = ~bits & self.every_bit
        return [number for number, wanted, unwanted in self.masks if not (wanted & missing or unwanted & bits)]

    # counting

    def total(self, arrangement: Arrangement, context: Context) -> tuple[int, Counted]:
        """Points of one arrangement and the fans counted in it."""
        bits, chows = self.facts_and_chows(arrangement, context)
        held = self._holding(bits)
        taken = dict(self.chow_choice(chows, held)[1])
        barred = 0
        if self.some_bar_before:
            for number in held:
                barred |= self.bars_before[number]
        points = 0
        counted: Counted = []
        worth, bars = self.points, self.bars
        for number in held:
            if barred >> number & 1:
                continue
            if number in _ONCE:
                times = 1
            elif number in CHOW_FANS:
                times = taken.get(number, 0)
            else:
                times = self._times(number, arrangement, context, counted, bits)
            if times:
                counted.append((number, times))
                points += worth[number] * times
                barred |= bars[number]
        if not counted or counted[0][0] == FLOWERS:  # flowers come last in the order, so they stand alone
            counted.append((CHICKEN, 1))
            points += self.points[CHICKEN]
        return points, counted

    def _times(self, number: int, arrangement: Arrangement, context: Context, counted: Counted, bits: int) -> int:
        """How often a fan that may count more than once does."""
        if number == TILE_HOG:
            return self._hogs(arrangement, context, counted)
        if number == FLOWERS:
            return context.flowers
        if number == DOUBLE_PUNG:
            times = len(instances_of_double_pung(arrangement.groups))
        else:
            times = len(self.own_groups(number, arrangement, counted, bits))
        fewer = self.fewer.get(number)
        return max(0, times - sum(fewer.get(other, 0) for other, _ in counted)) if fewer else times

    def _hogs(self, arrangement: Arrangement, context: Context, counted: Counted) -> int:
        """How often 四归一 counts; rulings limit it."""
        in_pairs = self.options.get("tile_hog_in_pairs")
        if arrangement.form == "seven_pairs" and in_pairs == "not_green_or_terminals":
            return 0 if any(number in _GREEN_OR_TERMINALS for number, _ in counted) else context.hogs
        return min(context.hogs, 2) if self.options.get("tile_hog_limit") == "two" else context.hogs

    def own_groups(self, number: int, arrangement: Arrangement, counted: Counted, bits: int) -> list[int]:
        """Places of the groups of a fan counted group by group, without those that counted fans take out of it."""
        members = EACH[number]
        takers = self.shared.get(number, {})
        taken = [
            shared.members
            for other, _ in counted
            if other in takers
            for shared in takers[other]
            if shared.bit & bits == shared.bit
        ]
        return [
            place
            for place, group in enumerate(arrangement.groups)
            if group in members and not any(group in gone for gone in taken)
        ]

    def chow_choice(self, chows: tuple[Tile, ...], held: Sequence[int]) -> ChowChoice:
        """The best fans of the chows of an arrangement, given by their lowest tiles in order."""
        if len(chows) < 2:
            return _NO_CHOICE
        four = next((number for number in held if number in FOUR_CHOWS), -1) if len(chows) == 4 else -1
        key = chows, four
        choice = self._chow_choices.get(key)
        if choice is None:
            choice = self._chow_choices[key] = self._choose(chows, four)
        return choice

    def _choose(self, chows: tuple[Tile, ...], four: int) -> ChowChoice:
        if four >= 0:
            larger = ORDER[four], (0, 1, 2, 3)
            return max(
                (self.weighed((larger, *inner)) for inner in self.relations.inside(larger, chows)), key=_best_first
            )
        if self.options.get("chow_pairs") == "all":
            return max(map(self.weighed, self.relations.every_pair(chows)), key=_best_first)
        return max(map(self.weighed, self.relations.choices(chows)), key=_best_first)

    def equal_choices(self, chows: tuple[Tile, ...], points: int) -> tuple[ChowChoice, ...]:
        """The choices of fans for these chows that are worth so many points."""
        found = self._equal_choices.get((chows, points))
        if found is None:
            weighed = map(self.weighed, self.relations.choices(chows))
            found = tuple(choice for choice in weighed if choice[0] == points)
            self._equal_choices[chows, points] = found
        return found

    def weighed(self, choice: principles.Choice) -> ChowChoice:
        """A choice with its points and how often each fan is in it."""
        times: dict[int, int] = {}
        for fan, _ in choice:
            times[NUMBER[fan]] = times.get(NUMBER[fan], 0) + 1
        points = sum(self.points[number] * often for number, often in times.items())
        return points, tuple(sorted(times.items())), choice


def _best_first(choice: ChowChoice) -> tuple[int, list[int]]:
    """Most points; of equals the one whose fans come first in the written order."""
    return choice[0], [-number for number, times in choice[1] for _ in range(times)]


_NO_CHOICE: ChowChoice = (0, (), ())
_MAY_BE_OPEN = ("four_shifted_chows", "pure_straight")
_OPEN_INSIDE = {"terminal_chows": ("two_terminal_chows",), "open": ("two_terminal_chows", "short_straight")}
EACH = {number: part.of.members for fan, number in NUMBER.items() if isinstance(part := FANS[fan], p.Each)}
_MANY = frozenset({TILE_HOG, FLOWERS, DOUBLE_PUNG, *EACH})
_ONCE = frozenset(range(len(ORDER))) - _MANY - CHOW_FANS


@cache
def compiled(variants: tuple[tuple[str, str], ...]) -> Compiled:
    """All fans compiled, with these variants in the places of fans; shared by the rule sets that choose them."""
    chosen = dict(variants)
    return Compiled({fan: pattern(chosen.get(fan, fan)) for fan in ORDER})


def _alternatives(pattern: p.Pattern) -> list[tuple[p.Pattern, ...]]:
    """The conjunctions a pattern is made of, as far as flags and counts go."""
    match pattern:
        case p.AtLeast(1, parts):
            return [alternative for part in parts for alternative in _alternatives(part)]
        case p.All(parts):
            return [parts]
        case _:
            return [(pattern,)]


def shows_the_other_three(hand: Hand) -> bool:
    """Whether the hand's own melded groups show the three other copies of the winning tile: then it is the last of its
    kind (和绝张), whatever the table shows."""
    shown = 0
    for meld in hand.melds:
        if meld.melded:
            shown += copies_in(meld, hand.winning)
    return shown == COPIES - 1


def holds_the_other_three(hand: Hand, concealed: Sequence[int]) -> bool:
    """Whether all other copies of the winning tile are in the own hand, concealed or melded."""
    assert hand.winning is not None
    melded = sum(copies_in(meld, hand.winning) for meld in hand.melds)
    return concealed[hand.winning] + melded == COPIES - 1


def exhausted(hand: Hand) -> frozenset[Tile]:
    """Tiles of which the hand holds all four before it wins."""
    held = counts_of(hand.concealed)
    for meld in hand.melds:
        for tile in meld.tiles:
            held[tile] += 1
    return frozenset(tile for tile in TILES if held[tile] == COPIES)


def copies_in(meld: Meld, tile: Tile | None) -> int:
    """How many copies of a tile are in a declared group."""
    if tile is None:
        return 0
    if meld.shape == "chow":
        return int(meld.tile <= tile <= meld.tile + 2)
    return (3 if meld.shape == "pung" else 4) * (meld.tile == tile)


def instances_of_double_pung(groups: Sequence[int]) -> list[tuple[int, int]]:
    """Pairs of places of pungs of one rank in two suits, no pung twice."""
    by_rank: dict[int, list[int]] = {}
    for place, group in enumerate(groups):
        tile = _PUNG_TILES[group]
        if tile is not None and not tile.is_honour:
            by_rank.setdefault(tile % 9, []).append(place)
    return [(places[0], places[1]) for places in by_rank.values() if len(places) > 1]
