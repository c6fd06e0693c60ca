"""Which fan each draft is: by its name, by the wording of its definition, or by its position between its neighbours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

import msgspec

from extract.gather import Draft, Gathered
from extract.outline import Span
from mjrules import names
from mjrules.claims import IdentifiedBy

NAMELESS_AT_LEAST = 3
"""Only where wording alone recognises this many nameless entries in a run may position name one that it does not."""


class Identity(msgspec.Struct, frozen=True):
    """The fan of a draft and how it was known; ``candidates`` are the names that its wording left open."""

    fan: str | None
    by: IdentifiedBy
    candidates: tuple[str, ...] = ()


class Identified(msgspec.Struct, frozen=True):
    """The entries with their identities, in order, and the spans that turned out to be no entries."""

    entries: tuple[tuple[Draft, Identity], ...]
    unread: tuple[Span, ...]


def identify(text: str, gathered: Gathered) -> Identified:
    """One identity a draft. A nameless text that neither wording nor position can place is no entry."""
    listed = [names.resolve(text[slice(*item.name)])[0] for listing in gathered.listings for item in listing.items]
    orders = [list(dict.fromkeys(listed)), [fan.id for fan in names.official()]]
    entries: list[tuple[Draft, Identity]] = []
    unread: list[Span] = []
    for _, run in groupby(gathered.drafts, key=lambda draft: draft.run):
        for draft, identity in _identities(list(run), orders):
            if identity is None:
                unread += draft.spans
            else:
                entries.append((draft, identity))
    return Identified(tuple(entries), tuple(unread))


def _identities(run: list[Draft], orders: Sequence[list[str]]) -> Iterator[tuple[Draft, Identity | None]]:
    order = min(orders, key=lambda order: _misplaced(run, order))
    nameless = sum(draft.fan is not None and draft.head is None for draft in run)
    before: str | None = None
    for known, group in groupby(run, key=lambda draft: draft.fan is not None or draft.head is not None):
        drafts = list(group)
        if known:
            for draft in drafts:
                yield draft, Identity(draft.fan, "name" if draft.head else "wording")
            before = drafts[-1].fan
        else:
            after = next((draft.fan for draft in run[run.index(drafts[-1]) + 1 :] if draft.fan), None)
            gap = _between(order, before, after)
            yield from _placed(drafts, gap, by_position_alone=nameless >= NAMELESS_AT_LEAST)


def _misplaced(run: Sequence[Draft], order: Sequence[str]) -> int:
    """How badly an order fits a run: fans it does not know, and steps backwards."""
    known = [order.index(draft.fan) for draft in run if draft.fan in order]
    return len(run) - len(known) + sum(one > next for one, next in pairwise(known))


def _between(order: Sequence[str], before: str | None, after: str | None) -> list[str]:
    first = order.index(before) + 1 if before in order else 0
    last = order.index(after) if after in order else len(order)
    return list(order[first:last])


def _placed(
    drafts: Sequence[Draft], gap: Sequence[str], *, by_position_alone: bool
) -> Iterator[tuple[Draft, Identity | None]]:
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
        if not draft.candidates and not (all_fit and by_position_alone):
            yield draft, None
        else:
            yield draft, Identity(fitting[0] if len(fitting) == 1 else None, "position", candidates)
