"""The canonical table: every value of an edition decided again from what the sources state, by stated rules.

For each fan four things are decided: whether the edition has it, its number, its points, and each fan it excludes. The
first of these that says anything has the word:

1. a *ruling* of the edition (``rulings.toml``);
2. the *edition*'s own sources (``rulings.editions()``), in their main part; an annex of examples is for the rulings.
   A whole source that has the fan and no list excludes nothing: what its list leaves open, the principles fill, and no
   list of strangers;
3. where none of its own sources is at hand, the *ruleset* as committed: an edition is not decided by strangers;
4. the independent lines: the points and number with the most lines, the items that more than half of the lines with a
   list name;
5. the *ruleset* alone.

Without an edition the lines decide alone. A value that every line states is told as such (*all*): nothing had to be
decided. Which sources are one line is found without the rule set, so that what is checked has no say in the check.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Literal, NamedTuple

import msgspec

from mjrules import names, rulings
from mjrules.audit.checks.exclusions import Lists, whole_lists
from mjrules.audit.lineage import independent_lines
from mjrules.audit.statements import Statements, gather, in_order, is_fan, key, rule_key
from mjrules.audit.votes import held_by_line
from mjrules.claims import Entry, Listing, Place, Source
from mjrules.rulesets import RuleSet
from mjrules.rulesets.printed import FLOWERS
from mjrules.rulings import Choice

WonBy = Literal["all", "most", "edition", "ruling", "ruleset", "flowers", "house", "divided", "unstated"]
"""Why a value stands, or why an item does not.

*flowers*: what stands under 花牌 limits 杠上开花 and is no list. *house*: a fan outside the official ones, and no
ruling brings it in. *divided*, *unstated*: there is no value; the lines are divided evenly, or nobody states one.
"""
Limit = int | str
"""How far an item is barred, where not as a whole: so many times, ``shared_groups``, or the words of a source."""


class Witness(msgspec.Struct, frozen=True):
    """A source that states a value, and where."""

    source: str
    place: Place


class Standing(msgspec.Struct, frozen=True):
    """A value, why it stands, and who states it.

    ``by``: the sources that state it; ``lines`` of the ``of`` independent lines that speak to it stand behind it.
    ``ruling``: the ruling that decided. ``limit``: of an excluded fan, how far it is barred.
    """

    value: int | str | bool | None
    won_by: WonBy
    by: tuple[Witness, ...] = ()
    lines: int = 0
    of: int = 0
    ruling: str | None = None
    limit: Limit | None = None


class Why(msgspec.Struct, frozen=True):
    """One fan: membership, number, points, the items that are excluded and those that are named and are not."""

    member: Standing
    order: Standing
    points: Standing
    excludes: tuple[Standing, ...]
    left_out: tuple[Standing, ...]
    has_list: bool
    """Whether anybody gives lists that speak to this fan; an empty list is one."""

    def decided(self) -> Iterator[Standing]:
        """Every value of the edition: of a fan it does not have, only that."""
        yield self.member
        if self.member.value:
            yield from (self.order, self.points, *self.excludes)


class Canon(msgspec.Struct, frozen=True):
    """The whole table. ``own``: those of the edition's own sources that were at hand."""

    ruleset: str | None
    own: tuple[str, ...]
    lines: dict[str, int]
    fans: dict[str, Why]


class Edition(NamedTuple):
    """What an edition brings along beside its rule set: its own sources and its choice for every ruling."""

    sources: tuple[str, ...]
    choices: Mapping[str, Choice]


def edition_of(ruleset: RuleSet) -> Edition:
    """The sources that speak for a rule set and the rulings it takes, as ``rulings.toml`` has them."""
    return Edition(rulings.editions().get(ruleset.id, ()), rulings.chosen(ruleset.id, {}))


def canon(sources: Sequence[Source], ruleset: RuleSet | None, edition: Edition | None = None) -> Canon:
    """The table regenerated from ``sources``: of the rule set's edition, or, without one, of all lines together."""
    said = gather(sources, None)
    chosen = edition or (edition_of(ruleset) if ruleset else Edition((), {}))
    judge = _Judge(said, ruleset, chosen)
    fans = fan_keys([*judge.mentioned, *(rule.fan for rule in (ruleset.rules if ruleset else ()))])
    return Canon(ruleset.id if ruleset else None, tuple(judge.own), judge.lines, {fan: judge.why(fan) for fan in fans})


# ---- what is stated of a fan -----------------------------------------------------------------------------------------


class Mention(NamedTuple):
    """One place where a source states something of a fan: an entry, or a name in a listing."""

    source: str
    place: Place
    printed: str | None
    points: int | None
    entry: Entry | None
    listing: Listing | None
    """The listing that names the fan, where the mention is no entry."""


def mentions(said: Statements) -> dict[str, list[Mention]]:
    """What is stated of each fan, by fan id, source by source; a fan nobody knows goes under its printed name."""
    found: dict[str, list[Mention]] = defaultdict(list)
    for source in said.sources:
        for entry in (each.entry for each in said.entries if each.source == source.id):
            found[entry.fan or entry.name].append(
                Mention(source.id, entry.place, entry.printed, entry.points, entry, None)
            )
        for listing in source.listings:
            for item in listing.items:
                found[item.fan or item.name].append(
                    Mention(source.id, item.place, item.printed, listing.points, None, listing)
                )
    return dict(found)


def fan_keys(stated: Iterable[str]) -> list[str]:
    """The 81 official fans, then the known others, then what nobody knows, each in its own order."""
    others = {key for key in stated if not is_fan(key) or not names.fan(key).official}
    known = [fan.id for fan in names.fans() if fan.official or fan.id in others]
    return known + sorted(others.difference(known))


# ---- deciding --------------------------------------------------------------------------------------------------------

Said = tuple[str, int | bool, Place]
"""Who states what, and where."""


class _Rulings(NamedTuple):
    """The effects of the choices, each with the id of its ruling."""

    points: dict[str, tuple[int, str]]
    without: dict[str, str]
    exclude: dict[tuple[str, str], tuple[Limit | None, str]]
    allow: dict[tuple[str, str], str]


def _effects(choices: Mapping[str, Choice]) -> _Rulings:
    found = _Rulings({}, {}, {}, {})
    for id, choice in choices.items():
        found.points.update({fan: (points, id) for fan, points in choice.points.items()})
        found.without.update(dict.fromkeys(choice.without, id))
        found.exclude.update({(fan, out): (limit[0] if limit else None, id) for fan, out, *limit in choice.exclude})
        found.allow.update(dict.fromkeys(choice.allow, id))
    return found


class _Judge:
    """All that the rules ask for, gathered once; one method a kind of value."""

    def __init__(self, said: Statements, ruleset: RuleSet | None, edition: Edition) -> None:
        self.said, self.ruleset = said, ruleset
        self.own = [source.id for source in said.sources if source.id in edition.sources]
        self.lines = independent_lines(said)
        self.mentioned = mentions(said)
        self.lists = whole_lists(said)
        self.rulings = _effects(edition.choices)
        self.hold = partial(held_by_line, lines=self.lines, leaders=said.leaders)
        self.whole = {source.id for source in said.sources if source.kind == "sheet" and not source.partial}

    def why(self, fan: str) -> Why:
        named = self.mentioned.get(fan, [])
        items = [*self.items(fan, named)]
        return Why(
            member=self.member(fan, named),
            order=self.order(fan, named),
            points=self.points(fan, named),
            excludes=tuple(each for stands, each in items if stands),
            left_out=tuple(each for stands, each in items if not stands),
            has_list=bool(items) or fan in self.lists or self.ruleset is not None,
        )

    # the ladder

    def decide(
        self,
        said: Sequence[Said],
        ruled: tuple[int | bool, str] | None,
        own: Iterable[int | bool],
        committed: int | bool | None,
    ) -> Standing:
        """The value of the highest rung that has one, with the reason."""
        held = self.hold((source, value) for source, value, _ in said)
        votes = Counter(next(iter(values)) for values in held.values() if len(values) == 1)
        value, won_by = self.rung(ruled, {*own}, committed, votes)
        by = tuple(Witness(source, place) for source, stated, place in said if stated == value)
        agreed = votes[value] if value is not None else 0
        if agreed and agreed == len(held) and (agreed > 1 or won_by == "most"):
            won_by = "all"
        ruling = ruled[1] if ruled and won_by == "ruling" else None
        return Standing(value, won_by, by, agreed, len(held), ruling)

    def rung(
        self,
        ruled: tuple[int | bool, str] | None,
        own: set[int | bool],
        committed: int | bool | None,
        votes: Counter[int | bool],
    ) -> tuple[int | bool | None, WonBy]:
        if ruled:
            return ruled[0], "ruling"
        if len(own) == 1:
            return next(iter(own)), "edition"
        if committed is not None and not self.own:
            return committed, "ruleset"
        leading = [value for value, count in votes.items() if count == max(votes.values())]
        if len(leading) == 1:
            return leading[0], "most"
        if committed is not None:
            return committed, "ruleset"
        return None, "divided" if leading else "unstated"

    # one kind of value each

    def points(self, fan: str, named: Sequence[Mention]) -> Standing:
        said = [(each.source, each.points, each.place) for each in named if each.points is not None]
        main = {each.points for each in named if self.is_main(each) and each.points is not None}
        own = main or {points for source, points, _ in said if source in self.own}
        rule = self.ruleset.rule(fan) if self.ruleset else None
        return self.decide(said, self.rulings.points.get(fan), own, rule.points if rule else None)

    def order(self, fan: str, named: Sequence[Mention]) -> Standing:
        """The number printed before the fan."""
        entries = [(each.source, each.entry, each.place) for each in named if each.entry]
        said = [(source, entry.number, place) for source, entry, place in entries if entry.number is not None]
        own = {each.entry.number for each in named if self.is_main(each) and each.entry and each.entry.number}
        rule = self.ruleset.rule(fan) if self.ruleset else None
        return self.decide(said, None, own, rule.number if rule else None)

    def member(self, fan: str, named: Sequence[Mention]) -> Standing:
        """Whether the fan is one of the edition's. Only a sheet that holds its whole source can lack one."""
        having: dict[str, Place] = {}
        for each in named:
            having.setdefault(each.source, each.place)
        official = is_fan(fan) and names.fan(fan).official
        said: list[Said] = [(source, True, place) for source, place in having.items()]
        said += [(id, False, Place(1, 1)) for id in sorted(self.whole.difference(having))]
        ruled = self.ruled_member(fan)
        if self.ruleset and not official and not ruled:
            held = self.hold((source, has) for source, has, _ in said)
            return Standing(False, "house", (), sum(has == {True} for has in held.values()), len(held))
        own = {id in having for id in self.own if id in having or id in self.whole}
        committed = self.ruleset.rule(fan) is not None if self.ruleset else None
        found = self.decide(said, ruled, own, committed)
        return found if found.value else msgspec.structs.replace(found, by=())  # what is lacked has no place

    def ruled_member(self, fan: str) -> tuple[bool, str] | None:
        if fan in self.rulings.without:
            return False, self.rulings.without[fan]
        return (True, self.rulings.points[fan][1]) if fan in self.rulings.points else None

    def items(self, fan: str, named: Sequence[Mention]) -> Iterator[tuple[bool, Standing]]:
        """Each item that a source, a ruling or the rule set names, in order, and whether it is excluded."""
        lists = self.lists.get(fan, {})
        own = self.own_lists(named)
        committed = self.committed_items(fan)
        ruled = {out for by, out in (*self.rulings.exclude, *self.rulings.allow) if by == fan}
        stated = {item for whole in lists.values() for item in whole.keys}
        for item in in_order({*stated, *ruled, *(committed or ()), *(each for keys in own.values() for each in keys)}):
            found = self.item(fan, item, lists, own, committed)
            yield bool(found.value), msgspec.structs.replace(found, value=item)

    def item(
        self,
        fan: str,
        item: str,
        lists: Lists,
        own: Mapping[str, Mapping[str, str | None]],
        committed: Mapping[str, Limit | None] | None,
    ) -> Standing:
        """Whether one item is excluded. A line whose sources disagree does not stand behind it."""
        said = [(source, item in whole.keys, whole.place) for source, whole in lists.items()]
        by = tuple(Witness(source, place) for source, names_it, place in said if names_it)
        held = self.hold((source, names_it) for source, names_it, _ in said)
        naming = sum(values == {True} for values in held.values())
        votes = Counter[int | bool]({True: naming, False: len(held) - naming}) if held else Counter[int | bool]()
        barred, allowed = self.rulings.exclude.get((fan, item)), self.rulings.allow.get((fan, item))
        ruled = (True, barred[1]) if barred else (False, allowed) if allowed else None
        if fan == FLOWERS and not ruled:
            return Standing(False, "flowers", by, naming, len(held))
        value, won_by = self.rung(ruled, {item in keys for keys in own.values()}, _is_in(item, committed), votes)
        if value and naming and naming == len(held) and (naming > 1 or won_by == "most"):
            won_by = "all"
        limits = [barred[0] if barred else None, *(_limit(keys.get(item)) for keys in own.values())]
        if won_by == "ruleset" or not own:
            limits.append((committed or {}).get(item))
        limit = next((each for each in limits if each), None) if value else None
        ruling = ruled[1] if ruled and won_by == "ruling" else None
        return Standing(bool(value), won_by, by, naming, len(held), ruling, limit)

    def own_lists(self, named: Sequence[Mention]) -> dict[str, dict[str, str | None]]:
        """The lists of the edition's own sources, each item with its condition.

        A source that has the fan and no list excludes nothing, unless not all of it is here or its text breaks off.
        """
        found: dict[str, dict[str, str | None]] = {}
        for entry in (each for each in named if self.is_main(each)):
            assert entry.entry is not None
            speaks = entry.source in self.whole or (entry.entry.has_definition and not entry.entry.cut_off)
            if entry.entry.excludes or speaks:
                items = {key(item): item.condition for item in entry.entry.excludes}
                found[entry.source] = found.get(entry.source, {}) | items
        return found

    def committed_items(self, fan: str) -> dict[str, Limit | None] | None:
        rule = self.ruleset.rule(fan) if self.ruleset else None
        return None if rule is None else {rule_key(item): rule.scope.get(item) for item in rule.excludes}

    def is_main(self, mention: Mention) -> bool:
        """An entry in the main part of one of the edition's own sources."""
        return mention.source in self.own and mention.entry is not None and mention.entry.pass_ == 1


def _is_in(item: str, committed: Mapping[str, Limit | None] | None) -> bool | None:
    return None if committed is None else item in committed


def _limit(condition: str | None) -> Limit | None:
    """A source's limit as a rule set writes it: 自身 its own groups, ×2 twice; other words stay as they are.

    >>> _limit("自身三副"), _limit("×1"), _limit("无发"), _limit(None)
    ('shared_groups', 1, '无发', None)
    """
    if condition is None:
        return None
    if condition.startswith("自身"):
        return "shared_groups"
    times = re.fullmatch("×([0-9]+)", condition)
    return int(times[1]) if times else condition


# ---- checking --------------------------------------------------------------------------------------------------------

Field = Literal["member", "order", "points", "excludes", "limit"]


class Parted(msgspec.Struct, frozen=True):
    """One value on which the committed rule set and the regenerated table part.

    ``item``: the excluded fan, for ``excludes`` (True or False: is it barred?) and ``limit``. ``line``: of the rule
    set's file. ``standing``: why the table has its value.
    """

    field: Field
    fan: str
    item: str | None
    committed: int | str | bool | None
    regenerated: int | str | bool | None
    standing: Standing
    line: int | None = None


Judged = tuple[int | str | bool | None, int | str | bool | None, Standing]


def parted(found: Canon, ruleset: RuleSet, line_of: Callable[[str], int | None] = lambda fan: None) -> list[Parted]:
    """Where the rule set differs from the table, in its order. What nobody else decides it has decided itself."""
    return [
        msgspec.structs.replace(each, line=line_of(each.fan))
        for fan, why in found.fans.items()
        for each in _parted(fan, why, ruleset, found.own)
    ]


def _parted(fan: str, why: Why, ruleset: RuleSet, own: Sequence[str]) -> Iterator[Parted]:
    rule = ruleset.rule(fan)
    if (rule is not None) != bool(why.member.value):
        yield Parted("member", fan, None, rule is not None, bool(why.member.value), why.member)
    if rule is None or not why.member.value:
        return
    fields: tuple[tuple[Field, int, Standing], ...] = (
        ("order", rule.number, why.order),
        ("points", rule.points, why.points),
    )
    for field, committed, standing in fields:
        if standing.value != committed:
            yield Parted(field, fan, None, committed, standing.value, standing)
    yield from _parted_lists(fan, why, {rule_key(item): rule.scope.get(item) for item in rule.excludes}, own)


def _parted_lists(fan: str, why: Why, committed: Mapping[str, Limit | None], own: Sequence[str]) -> Iterator[Parted]:
    """A list need not repeat what a ruling adds, and may print, as its own sources do, what a ruling takes away."""
    standing = {str(each.value): each for each in why.excludes}
    dropped = {str(each.value): each for each in why.left_out}
    for item in in_order({*standing, *committed}):
        if item not in committed:
            if standing[item].won_by != "ruling":
                yield Parted("excludes", fan, item, False, True, standing[item])
        elif item not in standing:
            why_not = dropped.get(item) or Standing(item, "unstated")
            if why_not.won_by != "ruling" or not any(witness.source in own for witness in why_not.by):
                yield Parted("excludes", fan, item, True, False, why_not)
        elif standing[item].limit != committed[item]:
            yield Parted("limit", fan, item, committed[item], standing[item].limit, standing[item])


def tally(found: Canon) -> dict[WonBy, int]:
    """How many values of the edition stand for which reason, the most frequent first."""
    counts = Counter(each.won_by for why in found.fans.values() for each in why.decided())
    return dict(counts.most_common())
