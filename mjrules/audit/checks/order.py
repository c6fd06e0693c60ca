"""Order: fans that stand elsewhere than in the official order or in the source's own listing."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from mjrules import names
from mjrules.audit.model import Discrepancy, Phrase, Statement
from mjrules.audit.statements import Statements, label
from mjrules.audit.wording import at, discrepancy, named, word
from mjrules.claims import Place, Source

Order = Mapping[str, int]

TOLD = 5
"""How many moves a message tells; the statements hold all of them."""


class Run(msgspec.Struct, frozen=True):
    """Fans in the order in which a source goes through them, each at its first place."""

    source: str
    places: dict[str, Place]

    @property
    def start(self) -> str:
        return at(self.source, next(iter(self.places.values())))


def order_differs(statements: Statements) -> Iterator[Discrepancy]:
    """Entries and listings against the official order, and listings against the entries of the same source."""
    against = statements.ruleset.id if statements.ruleset else word("official-order")
    official = _official(statements)
    for source in statements.documents:
        passes, tiers = _passes(source), _tiers(source)
        for run in passes:
            yield from _report([run], official, against)
        yield from _report(tiers, official, against)
        if passes:
            own = {fan: number for number, fan in enumerate(passes[0].places)}
            yield from _report(tiers, own, passes[0].start)


def _report(runs: Sequence[Run], order: Order, against: str) -> Iterator[Discrepancy]:
    """One discrepancy for the runs together, or none."""
    moves = [(run, move) for run in runs for move in moved([fan for fan in run.places if fan in order], order)]
    if moves:
        yield discrepancy(
            "order-differs",
            "note",
            None,
            [Statement(run.source, label(fan), run.places[fan], label(fan)) for run, (fan, *_) in moves],
            fans=[fan for _, (fan, *_) in moves],
            start=runs[0].start,
            against=against,
            count=len(moves),
            moved=tuple(_told(*move, against) for _, move in moves[:TOLD]),
            more=(Phrase("order-differs.more", {"count": len(moves) - TOLD}),) if len(moves) > TOLD else (),
        )


def _told(fan: str, found: str | None, due: str | None, next_: str | None, against: str) -> Phrase:
    """Behind which fan one stands, and behind which the other order has it, or before which where it has none before;
    None is the head of the list."""
    parts: dict[str, str | int] = {
        "fan": named(fan),
        "found": named(found or ""),
        "due": named(due or ""),
        "next": named(next_ or ""),
        "against": against,
    }
    if found is None:
        return Phrase("order-differs.first-here", parts)
    return Phrase("order-differs.first-there" if due is None else "order-differs.move", parts)


def moved(found: Sequence[str], order: Order) -> list[tuple[str, str | None, str | None, str | None]]:
    """The fewest fans that must move to bring a sequence in order: each with the fan it follows, and of those that stay
    the one it should follow and the one it should precede.

    >>> moved(["a", "c", "b", "d"], {"a": 1, "b": 2, "c": 3, "d": 4})
    [('c', 'a', 'b', 'd')]
    """
    kept = _longest_rising(found, order)
    return [(fan, _before(found, fan), *_between(kept, order, fan)) for fan in found if fan not in set(kept)]


def _before(sequence: Sequence[str], fan: str) -> str | None:
    at = sequence.index(fan)
    return sequence[at - 1] if at else None


def _between(kept: Sequence[str], order: Order, fan: str) -> tuple[str | None, str | None]:
    """The neighbours that a fan should have among those that stay."""
    at = bisect_left(kept, order[fan], key=order.__getitem__)
    return kept[at - 1] if at else None, kept[at] if at < len(kept) else None


def _longest_rising(found: Sequence[str], order: Order) -> list[str]:
    """A longest subsequence in order (patience sorting)."""
    tops: list[int] = []
    top_fans: list[str] = []
    previous: dict[str, str | None] = {}
    for fan in found:
        pile = bisect_left(tops, order[fan])
        previous[fan] = top_fans[pile - 1] if pile else None
        tops[pile : pile + 1] = [order[fan]]
        top_fans[pile : pile + 1] = [fan]
    chain: list[str] = []
    last = top_fans[-1] if top_fans else None
    while last is not None:
        chain.append(last)
        last = previous[last]
    return chain[::-1]


def _official(statements: Statements) -> Order:
    if statements.ruleset:
        return {rule.fan: rule.number for rule in statements.ruleset.rules}
    return {fan.id: number for number, fan in enumerate(names.official(), start=1)}


def _passes(source: Source) -> list[Run]:
    """The runs through the fans that the entries make, without copies."""
    runs: dict[int, dict[str, Place]] = {}
    for entry in source.entries:
        if entry.fan is not None and entry.repeats is None:
            runs.setdefault(entry.pass_, {}).setdefault(entry.fan, entry.place)
    return [Run(source.id, places) for places in runs.values()]


def _tiers(source: Source) -> list[Run]:
    """Each listing is a run of its own: tiers may stand in any order."""
    runs: list[Run] = []
    for listing in source.listings:
        places: dict[str, Place] = {}
        for item in listing.items:
            if item.fan is not None:
                places.setdefault(item.fan, item.place)
        if places:
            runs.append(Run(source.id, places))
    return runs
