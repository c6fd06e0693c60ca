"""Exclusion lists: what a fan keeps from being counted. Compared by what the items mean, not by their writing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from mjrules.audit import votes
from mjrules.audit.model import Discrepancy, Part, Phrase, SharedItem, Statement, Vote
from mjrules.audit.statements import EntrySaid, Statements, in_order, is_fan, key, label, rule_key
from mjrules.audit.wording import FEW, briefly, discrepancy, listed, named, quoted, word
from mjrules.claims import Entry, Place

Keys = frozenset[str]


class WholeList(msgspec.Struct, frozen=True):
    """All that one source excludes for a fan, wherever it says so; it may be nothing."""

    keys: Keys
    place: Place
    quote: str | None

    def statement(self, source: str) -> Statement:
        return Statement(source, [label(item) for item in in_order(self.keys)], self.place, self.quote)


Lists = Mapping[str, WholeList]
"""The whole lists of one fan, by source."""


def exclusions_differ(statements: Statements) -> Iterator[Discrepancy]:
    """Sources that state what a fan excludes do not exclude the same."""
    for fan, lists in whole_lists(statements).items():
        if len({whole.keys for whole in lists.values()}) < 2:
            continue
        items = _items(lists, _rule_keys(statements, fan), statements)
        yield discrepancy(
            "exclusions-differ",
            "conflict",
            fan,
            [whole.statement(source) for source, whole in lists.items()],
            items=items,
            votes=_votes(lists, statements),
            told=_told(lists, items, statements),
        )


def exclusions_differ_from_ruleset(statements: Statements) -> Iterator[Discrepancy]:
    """Sources exclude other fans than the rule set; where the rule set has no list, that is only worth a note."""
    if statements.ruleset is None:
        return
    for fan, lists in _all_lists(statements).items():
        expected = _rule_keys(statements, fan)
        others = {source: whole for source, whole in lists.items() if whole.keys != expected}
        if expected is None or not others or not (expected or any(whole.keys for whole in others.values())):
            continue
        yield discrepancy(
            "exclusions-differ-from-ruleset",
            "conflict" if expected else "note",
            fan,
            [whole.statement(source) for source, whole in others.items()],
            items=_items(others, expected, statements),
            votes=_votes(others, statements),
            ruleset=statements.ruleset.id,
            expected=listed(in_order(expected)),
            found=_against(others, lists, expected, statements),
        )


def whole_lists(statements: Statements) -> dict[str, Lists]:
    """By fan and source, in the official order, where at least one source excludes something."""
    found = _all_lists(statements)
    return {fan: lists for fan, lists in found.items() if any(whole.keys for whole in lists.values())}


def _all_lists(statements: Statements) -> dict[str, Lists]:
    """By fan and source, in the official order. A definition without a list excludes nothing where the lists are."""
    voiced = {(said.source, said.entry.pass_) for said in statements.entries if said.entry.excludes}
    found: dict[str, dict[str, WholeList]] = defaultdict(dict)
    for said in statements.entries:
        if said.entry.fan is not None and (said.source, said.entry.pass_) in voiced and not _is_silent(said.entry):
            found[said.entry.fan][said.source] = _joined(found[said.entry.fan].get(said.source), said)
    return {fan: found[fan] for fan in in_order(found)}


def _is_silent(entry: Entry) -> bool:
    """No list, and the place where it would stand is not there either: that is no statement."""
    return not entry.excludes and (entry.cut_off or not entry.has_definition)


def _joined(whole: WholeList | None, said: EntrySaid) -> WholeList:
    keys = frozenset(key(item) for item in said.entry.excludes)
    quote = quoted(said.entry.excludes) or None
    if whole is None or not whole.keys:
        return WholeList(keys, said.entry.place, quote)
    return WholeList(whole.keys | keys, whole.place, whole.quote)


def _told(lists: Lists, items: Sequence[SharedItem], statements: Statements) -> tuple[Phrase, ...]:
    """First who has no list at all, then what all lists name, then what only some do, each item with those that do.

    Of many lists it is told how many name an item, and how many independent lines.
    """
    having = [source for source, whole in lists.items() if whole.keys]
    lacking = [source for source in lists if source not in having]
    shared = [item for item in items if len(item.sources) == len(having)]
    partly = [item for item in items if 0 < len(item.sources) < len(having)]
    told = []
    if lacking:
        told.append(_phrase("lacks" if len(lacking) == 1 else "lack", [briefly(lacking, statements)]))
    if len(having) > FEW:
        return (*told, _counted_items("exclusions-differ.counted", having, items, statements))
    if shared and partly:
        told.append(_phrase("all", having, ", ".join(map(_named, shared))))
    elif shared:
        told.append(_phrase("has" if len(having) == 1 else "have", having, ", ".join(map(_named, shared))))
    if partly:
        told.append(_phrase("some", having, ", ".join(f"{_named(it)} ({', '.join(it.sources)})" for it in partly)))
    return tuple(told)


def _counted_items(key: str, lists: Sequence[str], items: Iterable[SharedItem], statements: Statements) -> Phrase:
    """How many lists and lines name each item, that of most lines first; where two name it or one, which."""
    ordered = sorted((item for item in items if item.sources), key=lambda item: (-item.lines, -len(item.sources)))
    told = (f"{_named(item)} {len(item.sources)} ({item.lines}){_few(item.sources)}" for item in ordered)
    lines = {statements.lines[source] for source in lists}
    return Phrase(key, {"lists": len(lists), "lines": len(lines), "items": ", ".join(told)})


def _few(sources: Sequence[str]) -> str:
    return f" [{', '.join(sources)}]" if len(sources) <= 2 else ""


def _against(others: Lists, lists: Lists, expected: Keys, statements: Statements) -> Part:
    """What each list has more and less than the rule set's; of many lists, how many have or lack each item."""
    if len(others) <= FEW:
        return _changes(others, expected)
    having = [source for source, whole in lists.items() if whole.keys]
    every = _items({source: lists[source] for source in having}, expected, statements)
    more = [item for item in every if not item.in_ruleset]
    kept = [item for item in every if item.in_ruleset and len(item.sources) < len(having)]
    told = {"exclusions-differ-from-ruleset.more": more, "exclusions-differ-from-ruleset.kept": kept}
    return tuple(_counted_items(key, having, items, statements) for key, items in told.items() if items)


GROUPED = 4
"""Of more lists than this, those that change the same are told together."""


def _changes(others: Lists, expected: Keys) -> str:
    if len(others) <= GROUPED:
        return "; ".join(f"{source}:{whole.place} {_change(whole.keys, expected)}" for source, whole in others.items())
    alike: dict[str, list[str]] = defaultdict(list)
    for source, whole in others.items():
        alike[_change(whole.keys, expected)].append(f"{source}:{whole.place}")
    return "; ".join(f"{change} ({', '.join(places)})" for change, places in alike.items())


def _phrase(key: str, sources: Sequence[str], items: str = "") -> Phrase:
    return Phrase(f"exclusions-differ.{key}", {"sources": ", ".join(sources), "items": items})


def _named(item: SharedItem) -> str:
    return named(item.fan or item.name)


def _change(keys: Keys, expected: Keys) -> str:
    """What a list has more and less than the rule set's: ``+缺一门 −三风刻``."""
    more = [f"+{named(item)}" for item in in_order(keys - expected)]
    less = [f"−{named(item)}" for item in in_order(expected - keys)]
    return " ".join(more + less) if keys else word("no-list")


def _rule_keys(statements: Statements, fan: str) -> Keys | None:
    rule = statements.ruleset.rule(fan) if statements.ruleset else None
    return None if rule is None else frozenset(rule_key(excluded) for excluded in rule.excludes)


def _items(lists: Lists, rule: Keys | None, statements: Statements) -> list[SharedItem]:
    """Item by item: who lists it, how many lines stand behind it, and whether the rule set has it."""
    every = frozenset().union(*(whole.keys for whole in lists.values()), rule or ())
    return [
        SharedItem(
            fan=item if is_fan(item) else None,
            name=label(item),
            sources=tuple(source for source, whole in lists.items() if item in whole.keys),
            in_ruleset=None if rule is None else item in rule,
            lines=_lines_behind(item, lists, statements),
        )
        for item in in_order(every)
    ]


def _lines_behind(item: str, lists: Lists, statements: Statements) -> int:
    stated = [(source, item in whole.keys) for source, whole in lists.items()]
    held = votes.held_by_line(stated, statements.lines, statements.leaders)
    return sum(each == {True} for each in held.values())


def _votes(lists: Lists, statements: Statements) -> tuple[Vote, ...]:
    stated = [(source, whole.statement(source).value) for source, whole in lists.items()]
    return votes.count(stated, statements.lines, statements.leaders)
