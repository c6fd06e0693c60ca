"""Which fan each draft is: by its name, by the wording of its definition, or by its position between its neighbours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

import msgspec

from extract.gather import Draft, Gathered
from extract.heads import Span
from mjrules import names
from mjrules.claims import IdentifiedBy

NAMELESS_AT_LEAST = 3
"""Only where wording recognises this many nameless entries in a run are names lost at all; else a text that sounds like
a definition is a remark, and neither wording nor position may make an entry of it."""


class Identity(msgspec.Struct, frozen=True):
    """The fan of a draft and how it was known; ``candidates`` are the names that its wording left open."""

    fan: str | None
    by: IdentifiedBy
    candidates: tuple[str, ...] = ()


class Identified(msgspec.Struct, frozen=True):
    """The entries with their identities, in order, and the spans that turned out to be no entries."""

    entries: tuple[tuple[Draft, Identity], ...]
    unread: tuple[Span, ...]
    unnamed: tuple[Draft, ...]
    """Texts worded like the definition of a fan where no names are lost: what they define cannot be known."""


def identify(text: str, gathered: Gathered) -> Identified:
    """One identity a draft. A nameless text that neither wording nor position can place is no entry."""
    listed = [names.resolve(text[slice(*item.name)])[0] for listing in gathered.listings for item in listing.items]
    orders = [list(dict.fromkeys(listed)), [fan.id for fan in names.official()]]
    entries: list[tuple[Draft, Identity]] = []
    unread: list[Span] = []
    unnamed: list[Draft] = []
    for _, run in groupby(gathered.drafts, key=lambda draft: draft.run):
        for draft, identity in _identities(list(run), orders):
            if identity is not None:
                entries.append((draft, identity))
            elif draft.candidates:
                unnamed.append(draft)
            else:
                unread += draft.spans
    return Identified(tuple(entries), tuple(unread), tuple(unnamed))


def _identities(run: list[Draft], orders: Sequence[list[str]]) -> Iterator[tuple[Draft, Identity | None]]:
    order = min(orders, key=lambda order: _misplaced(run, order))
    nameless = sum(draft.fan is not None and draft.head is None for draft in run)
    names_are_lost = nameless >= NAMELESS_AT_LEAST
    after = _fans_behind(run)
    before: str | None = None
    for known, group in groupby(range(len(run)), key=lambda at: run[at].fan is not None or run[at].head is not None):
        places = list(group)
        drafts = [run[at] for at in places]
        if known:
            for draft in drafts:
                yield draft, _named(draft) if draft.head else Identity(draft.fan, "wording") if names_are_lost else None
                before = draft.fan or before
        elif names_are_lost:
            yield from _placed(drafts, _between(order, before, after[places[-1]]))
        else:
            yield from ((draft, None) for draft in drafts)


def _named(draft: Draft) -> Identity:
    """The fan with the printed name. A word for several fans, or for none, leaves the fan open."""
    open_to = draft.candidates if draft.fan is None else ()
    return Identity(draft.fan, "name", tuple(names.fan(fan).name for fan in open_to))


def _fans_behind(run: Sequence[Draft]) -> list[str | None]:
    """For each draft the next fan that is known behind it."""
    found: list[str | None] = []
    behind: str | None = None
    for draft in reversed(run):
        found.append(behind)
        behind = draft.fan or behind
    return found[::-1]


def _misplaced(run: Sequence[Draft], order: Sequence[str]) -> int:
    """How badly an order fits a run: fans it does not know, and steps backwards."""
    known = [order.index(draft.fan) for draft in run if draft.fan in order]
    return len(run) - len(known) + sum(one > next for one, next in pairwise(known))


def _between(order: Sequence[str], before: str | None, after: str | None) -> list[str]:
    first = order.index(before) + 1 if before in order else 0
    last = order.index(after) if after in order else len(order)
    return list(order[first:last])


def _placed(drafts: Sequence[Draft], gap: Sequence[str]) -> Iterator[tuple[Draft, Identity | None]]:
    """Drafts without a name between two known entries, ``gap`` being the fans that belong there.

    As many drafts as fans: each is the fan in its place, unless its wording says otherwise. Else a draft is the only
    one of its candidates that belongs there.
    """
    all_fit = len(drafts) == len(gap) and all(
        fan in draft.candidates or not draft.candidates for draft, fan in zip(drafts, gap, strict=True)
    )
    for at, draft in enumerate(drafts):
        candidates = tuple(names.fan(fan).name for fan in draft.candidates)
        fitting = [gap[at]] if all_fit else [fan for fan in draft.candidates if fan in gap]
        if not draft.candidates and not all_fit:
            yield draft, None
        else:
            yield draft, Identity(fitting[0] if len(fitting) == 1 else None, "position", candidates)
