"""A document's own rules: points and lists as it prints them, everything it leaves unsaid from another rule set.

One rule for what a list does not name: if the definitions alone force it, or a principle for chows takes it, it is not
counted, here as everywhere (a silent list is no permission); anything else is counted, whatever the fallback's rulings
say. So beside a hand that is concealed by nature both 门前清 and 不求人 count unless the list names them: no definition
forces the one or the other. Under the ruling ``unlisted = literal`` only the printed lists exclude. What is taken from
the fallback, and every reading of a list that is not the letter, is said in ``notes``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from mjrules import names, rulings
from mjrules.claims import Entry, Item, Source
from mjrules.rulesets.editions import PRINTED, RuleSet, load
from mjrules.rulesets.implied import forced
from mjrules.rulesets.resolve import (
    DEFAULT,
    LIST,
    NO_CHOICES,
    Exclusion,
    Row,
    Rules,
    from_lists,
    resolve,
    with_choices,
)
from mjrules.rulings import Choice
from mjrules.texts import say

MIXED_KONG = "concealed_kong_and_melded_kong"
SINGLE_KONGS = frozenset({"concealed_kong", "melded_kong"})
FLOWERS = "flower_tiles"
MOST_NAMES = 8
"""A short note names so many fans; of more it says how many there are."""


def rules_of(
    source: Source,
    fallback: str = DEFAULT,
    overrides: Mapping[str, str] = NO_CHOICES,
    lang: str = "en",
    *,
    short_notes: bool = False,
) -> Rules:
    """The rules a document prints. A ruling in ``overrides`` goes before what the document prints.

    Notes are in ``lang``; short ones say how many fans there are where there are many.

    Points are those first stated, in an entry or else by the tier of a listing. Lists are those of the first run
    through the fans that has any; there an entry without a list excludes nothing.
    """
    return _Printed(source, load(fallback), dict(overrides), lang, short_notes).rules()


class _Printed:
    """One document on its way to rules; ``notes`` grows as it is read."""

    def __init__(
        self, source: Source, fallback: RuleSet, overrides: dict[str, str], lang: str, short_notes: bool
    ) -> None:
        self.source = source
        self.fallback = fallback
        self.overrides = overrides
        self.lang = lang
        self.short_notes, self.shortened = short_notes, False
        self.entries = [entry for entry in source.entries if entry.repeats is None]
        self.notes: list[str] = []

    def rules(self) -> Rules:
        self.note("definitions", fallback=self.fallback.id)
        printed = self.points()
        if printed.keys() >= SINGLE_KONGS and MIXED_KONG not in printed:
            self.overrides.setdefault(MIXED_KONG, "separate")
            self.note("kongs-separate", fan=self.label(MIXED_KONG))
        choices = rulings.chosen(self.fallback.id, self.overrides)
        own = {rule.fan: rule.points for rule in self.fallback.rules}
        listing = self.entries_with_lists()
        lists = [*self.lists(listing), *self.unsaid_lists(listing)]
        self.house_fans()
        rules = with_choices(f"{PRINTED}{self.source.id}", own | printed, lists, self.left(choices, printed, listing))
        self.counted_unsaid(choices, listing, rules)
        if settled := [id for id, choice in choices.items() if _is_settled(choice, rules)]:
            self.note("settled", rulings=", ".join(settled))
        if self.shortened:
            self.note("shortened")
        return msgspec.structs.replace(rules, notes=tuple(self.notes))

    # points

    def points(self) -> dict[str, int]:
        """The points first stated for each fan that can be scored."""
        said: dict[str, list[int]] = {}
        for fan, points in (*self.points_of_entries(), *self.points_of_listings()):
            if fan in self.known and points not in said.setdefault(fan, []):
                said[fan].append(points)
        for fan, several in said.items():
            if len(several) > 1:
                self.note("points-twice", fan=self.label(fan), points=" / ".join(map(str, several)))
        unsaid = [fan.id for fan in names.official() if fan.id not in said]
        if unsaid:
            self.note("points-unsaid", fans=self.labels(unsaid), fallback=self.fallback.id)
        return {fan: several[0] for fan, several in said.items()}

    def points_of_entries(self) -> Iterator[tuple[str, int]]:
        return ((entry.fan, entry.points) for entry in self.entries if entry.fan and entry.points)

    def points_of_listings(self) -> Iterator[tuple[str, int]]:
        for listing in self.source.listings:
            yield from ((item.fan, listing.points) for item in listing.items if item.fan and listing.points)

    @property
    def known(self) -> frozenset[str]:
        """The fans that can be scored: the official ones and the mixed kong."""
        return frozenset({fan.id for fan in names.official()} | {MIXED_KONG})

    # lists

    def entries_with_lists(self) -> dict[str, Entry]:
        """The entries of the first run that has lists; none where the document has no list."""
        first = min((entry.pass_ for entry in self.entries if entry.excludes), default=None)
        found: dict[str, Entry] = {}
        for entry in self.entries:
            if entry.fan in self.known and entry.pass_ == first:
                assert entry.fan is not None
                if entry.fan not in found or (entry.excludes and not found[entry.fan].excludes):
                    found[entry.fan] = entry
        return found

    def unsaid_lists(self, listing: Mapping[str, Entry]) -> list[Row]:
        unsaid = [rule for rule in self.fallback.rules if rule.fan not in listing]
        if not listing:
            self.note("lists-unsaid", fallback=self.fallback.id)
        elif unsaid:
            self.note("entries-unsaid", fans=self.labels(rule.fan for rule in unsaid), fallback=self.fallback.id)
        return [*from_lists(unsaid)]

    def lists(self, listing: Mapping[str, Entry]) -> Iterator[Row]:
        for fan, entry in listing.items():
            for item in entry.excludes:
                yield from ((fan, exclusion) for exclusion in self.exclusions(fan, item))

    def exclusions(self, fan: str, item: Item) -> Iterator[Exclusion]:
        told = {"fan": self.label(fan), "word": item.printed}
        outs = self.meant(fan, item)
        if not outs:
            self.note("unknown-word", **told)
        elif fan == FLOWERS:
            self.note("flower", **told)
        else:
            if item.condition:
                self.note("condition", **told, condition=item.condition)
            yield from (self.exclusion(fan, out, told) for out in outs)

    def exclusion(self, fan: str, out: str, told: Mapping[str, str]) -> Exclusion:
        """As a whole, unless the definitions say that it is about the fan's own sets (箭刻 and 幺九刻)."""
        if any((row.fan, row.out, row.scope) == (fan, out, "shared_groups") for row in forced()):
            self.note("own-groups", **told)
            return Exclusion(out, "shared_groups", because=LIST)
        return Exclusion(out, because=LIST)

    def meant(self, fan: str, item: Item) -> tuple[str, ...]:
        """The fans an item names. A class word: those members that the fallback excludes too; all, if it has none."""
        if item.fan is not None:
            return (item.fan,) if item.fan in self.known else ()
        members = [out for name in item.candidates for out in names.resolve(name) if out in self.known]
        barred = {exclusion.fan for exclusion in resolve(self.fallback.id).excludes.get(fan, ())}
        meant = tuple(out for out in members if out in barred) or tuple(members)
        if meant:
            self.note("class-word", fan=self.label(fan), word=item.printed, members=self.labels(meant))
        return meant

    # the rest

    def house_fans(self) -> None:
        others = dict.fromkeys(entry.name for entry in self.entries if entry.fan not in self.known)
        if others:
            self.note("house-fans", fans=self.joined([*others], "many-others"))

    def left(self, choices: Mapping[str, Choice], points: Iterable[str], lists: Iterable[str]) -> dict[str, Choice]:
        """The rulings without what the document itself states; those asked for by name stay whole."""
        own_points, own_lists = {*points}, {*lists}
        return {
            id: choice if id in self.overrides else _without(choice, own_points, own_lists)
            for id, choice in choices.items()
        }

    def counted_unsaid(self, choices: Mapping[str, Choice], listing: Mapping[str, Entry], rules: Rules) -> None:
        """Say which fans the fallback's rulings bar and the document's silence lets count."""
        beside: dict[str, list[str]] = {}
        for fan, out, *_ in (pair for choice in choices.values() for pair in choice.exclude):
            if fan in listing and all(each.fan != out for each in rules.excludes.get(fan, ())):
                beside.setdefault(out, []).append(fan)
        for out, fans in beside.items():
            self.note("counted-unsaid", fan=self.label(out), fans=self.labels(fans), fallback=self.fallback.id)

    def note(self, key: str, **parts: object) -> None:
        self.notes.append(say("rulesets", key, self.lang, **parts))

    def label(self, fan: str) -> str:
        return names.fan(fan).label(self.lang)

    def labels(self, fans: Iterable[str]) -> str:
        return self.joined([self.label(fan) for fan in fans], "many")

    def joined(self, words: Sequence[str], many: str) -> str:
        if self.short_notes and len(words) > MOST_NAMES:
            self.shortened = True
            return say("rulesets", many, self.lang, count=len(words), all=len(names.official()))
        return (", " if self.lang == "en" else "、").join(words)


def _without(choice: Choice, points: set[str], lists: set[str]) -> Choice:
    """What a choice does to fans whose points or list the document does not print."""
    return msgspec.structs.replace(
        choice,
        points={fan: n for fan, n in choice.points.items() if fan not in points},
        without=tuple(fan for fan in choice.without if fan not in points),
        exclude=tuple(pair for pair in choice.exclude if pair[0] not in lists),
        allow=tuple(pair for pair in choice.allow if pair[0] not in lists),
    )


def _is_settled(choice: Choice, rules: Rules) -> bool:
    """The rules decide otherwise than the choice does."""
    out = {(fan, each.fan): each.scope for fan, outs in rules.excludes.items() for each in outs}
    whole = {(pair[0], pair[1]) for pair in choice.exclude if len(pair) == 2}
    limited = {(pair[0], pair[1]) for pair in choice.exclude if len(pair) == 3}
    return (
        any(rules.points.get(fan, n) != n for fan, n in choice.points.items())
        or any(out.get(pair) != "whole" for pair in whole)
        or any(out.get(pair) in (None, "whole") for pair in limited)
        or any(pair in out for pair in set(choice.allow) - whole - limited)
    )
