"""From a document to its claims. Each stage is a module: ``repair`` mends the text, ``outline`` finds headings, heads
and listings, ``gather`` joins text to entries, ``identify`` says which fan each is; here they become published values.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import groupby
from pathlib import PurePath

import msgspec

from extract import definitions, flaws, repeats
from extract.clauses import Clause, ClauseKind, ListItem
from extract.document import Block, BlockKind, Document, Places
from extract.doubts import doubts, nearest_names
from extract.gather import Draft, Gathered, Statement, gather
from extract.heads import Span
from extract.identify import Identified, Identity, identify
from extract.outline import NameList, outline
from extract.repair import Edit, Mended
from extract.repair.steps import mend
from mjrules import names
from mjrules.claims import Entry, Item, ListedFan, Listing, Place, Repair, Source, Stated

_GUESSES = frozenset({"lookalike", "doubled-glyph", "word-slip", "lost-negation", "name-slip"})
"""The steps that take a character for another one."""

_WITH_LINES = frozenset({"txt", "md", "wiki"})
"""Files in which an empty line is seen."""


def claims_of(document: Document, id: str | None = None) -> Source:
    """Everything the document states, in reading order."""
    return source_of(Reading(document), document, id)


def source_of(reading: Reading, document: Document, id: str | None = None) -> Source:
    """The claims of a document whose reading this is."""
    entries = tuple(reading.entries())
    return Source(
        id=id or PurePath(document.path).stem,
        path=document.path,
        format=document.format,
        encoding=document.encoding,
        entries=entries,
        listings=tuple(reading.listing(listing) for listing in reading.gathered.listings),
        repairs=tuple(reading.repairs(entries)),
        messages=(*document.messages, *doubts(reading, entries)),
        title=document.title,
        stated=tuple(reading.stated(definitions.about_all(reading.text))),
    )


_COMMA = re.compile(r"[^\S\n]*、[^\S\n]*")
"""What a list goes on with; behind its last item it stands nowhere else."""


class Reading:
    """One document on its way: the mended text, what was gathered from it, and the way back to places."""

    def __init__(self, document: Document) -> None:
        self.places = Places(document)
        self.labels = document.labels
        self._has_lines = document.format in _WITH_LINES
        labels = ((label.start, label.end) for label in self.labels)
        self.mended: Mended = mend(document.text, labels, lambda at: self.places.block_at(at).level)
        self.text = self.mended.text
        self.parts = tuple(outline(self.text, self._kind_of, self._mark_of, self._is_apart))
        self.gathered: Gathered = gather(self.text, self.parts)
        self.identified: Identified = identify(self.text, self.gathered)
        self.drafts = [draft for draft, _ in self.identified.entries]

    def _kind_of(self, at: int) -> BlockKind:
        block = self.places.block_at(self.mended.span(at, at)[0])
        return "row" if block.kind == "entry" and not self._is_whole(at, block) else block.kind

    def _is_apart(self, at: int) -> bool:
        """Whether an empty line stands before the line at an offset; in other files an empty line means nothing."""
        if not at or not self._has_lines:
            return False
        before, own = (self.places.block_at(self.mended.span(offset, offset)[0]) for offset in (at - 1, at))
        return own.line - before.line_end > 1

    def _is_whole(self, at: int, block: Block) -> bool:
        """Whether a line of the mended text is a block as it was: repairs put breaks in, and take breaks out."""
        end = self.text.find("\n", at)
        end = len(self.text) if end < 0 else end
        begins = not at or self.mended.original[slice(*self.mended.span(at - 1, at))] == "\n"
        return begins and self.places.block_at(self.mended.span(max(at, end - 1), end)[0]) is block

    def _mark_of(self, at: int) -> int:
        """Where the mark of the note at an offset stands: behind the character before it; -1 where it has none."""
        note = self.places.block_at(self.mended.span(at, at + 1)[0]).note
        return self.mended.offset(max(0, self._marks[note] - 1)) if note in self._marks else -1

    @cached_property
    def _marks(self) -> dict[str, int]:
        """Where the first mark of each note stands."""
        return {label.code: label.start for label in reversed(self.labels)}

    def _number_before(self, span: Span) -> int | None:
        """The automatic number before a name."""
        start = self.mended.span(*span)[0]
        at = bisect_right(self.labels, start, key=lambda label: label.end) - 1
        if at < 0 or not self.labels[at].code.isdecimal() or self.mended.original[self.labels[at].end : start].strip():
            return None
        return int(self.labels[at].code)

    def level_of(self, span: Span) -> int:
        """How the document sets the block in which a span begins."""
        return self.places.block_at(self.mended.span(*span)[0]).level

    def place(self, span: Span) -> Place:
        return self.places.place(*self.mended.span(*span))

    def printed(self, span: Span) -> str:
        return self.mended.printed(*span).strip()

    # entries

    def entries(self) -> Iterator[Entry]:
        drafts = self.drafts
        entries = [self._entry(draft, identity) for draft, identity in self.identified.entries]
        entries = self._with_statements(entries)
        passes = _passes([draft.run for draft in drafts], [entry.fan for entry in entries])
        copies = repeats.found(
            [entry.fan for entry in entries],
            ["".join(self.text[slice(*span)] for span in draft.spans) for draft in drafts],
            [draft.run for draft in drafts],
        )
        for at, entry in enumerate(entries):
            repeated = entries[copies[at]].place.line if at in copies else None
            last = at + 1 == len(entries) and bool(drafts[at].spans)
            cut_off = last and flaws.ends_open(self.text, drafts[at].end)
            yield msgspec.structs.replace(
                entry,
                repeats=repeated,
                pass_=passes[drafts[at].run],
                cut_off=cut_off,
                runs_into=self._runs_into(*drafts[at : at + 2]) if at + 1 < len(drafts) else None,
            )

    def _runs_into(self, draft: Draft, following: Draft) -> Item | None:
        """The name of the next entry, where a list of the one before breaks off with 、 right before it."""
        lists = [clause for clause in draft.clauses if clause.kind == "excludes" and clause.items]
        if not lists or not following.head:
            return None
        start, end = following.head.name
        item = ListItem(start, end, None, known=True)
        goes_on = _COMMA.fullmatch(self.text, lists[-1].items[-1].end, max(start, lists[-1].items[-1].end))
        return self._item(item, None) if goes_on else None

    def _entry(self, draft: Draft, identity: Identity) -> Entry:
        fan = names.fan(identity.fan) if identity.fan else None
        head = draft.head
        stated = draft.points
        points = stated if stated is not None else draft.tier
        printed = self.printed(head.name) if head else None
        lists: dict[ClauseKind, list[tuple[Item, ...]]] = {"excludes": [], "may_count": [], "also_counts": []}
        for clause in draft.clauses:
            lists[clause.kind].append(self._items(clause, identity.fan))
        return Entry(
            fan=identity.fan,
            name=fan.name if fan else printed or "",
            official=bool(fan and fan.official),
            printed=printed,
            identified_by=identity.by,
            candidates=identity.candidates or (nearest_names(printed) if printed and not fan else ()),
            points=points,
            points_from=None if points is None else "inline" if stated is not None else "heading",
            section=self.printed(draft.section) if draft.section else None,
            excludes=tuple(item for items in lists["excludes"] for item in items),
            may_count=tuple(item for items in lists["may_count"] for item in items),
            also_counts=tuple(items for items in lists["also_counts"] if items),
            aliases=(self.printed(head.alias),) if head and head.alias else (),
            has_definition=bool(draft.definitions),
            repeats=None,
            place=self.place((draft.start, draft.end)),
            number=(head.number or self._number_before(head.span)) if head else None,
            ranks=self._ranks(draft, identity.fan),
            stated=tuple(self.stated(definitions.statements(self.text, draft.definitions, identity.fan))),
        )

    def stated(self, statements: Iterable[definitions.Statement]) -> Iterator[Stated]:
        for each in statements:
            printed = self.printed(each.span)
            yield Stated(each.kind, each.value, self.place(each.span), printed, self._read_as(each.span))

    def _read_as(self, span: Span) -> str:
        """The words as they were read, where a character in them was taken for another."""
        start, end = self.mended.span(*span)
        mended = any(start < last and first < end for first, last in self._guessed)
        return self.text[slice(*span)].strip() if mended else ""

    @cached_property
    def _edits_made(self) -> tuple[tuple[str, Edit, Span], ...]:
        return tuple(self.mended.edits())

    @cached_property
    def _guessed(self) -> tuple[Span, ...]:
        """Where in the original a character was taken for another."""
        guessed = (at for kind, _, at in self._edits_made if kind in _GUESSES)
        return tuple(at for at in guessed if any(map(str.isalnum, self.mended.original[slice(*at)])))

    def _items(self, clause: Clause, own: str | None) -> tuple[Item, ...]:
        """The fans of one list; a fan does not list itself (幺九刻: …则不再计算幺九刻)."""
        items = (self._item(item, clause.condition) for item in clause.items)
        return tuple(item for item in items if item.fan is None or item.fan != own)

    def _item(self, item: ListItem, condition: str | None) -> Item:
        word = self.text[item.start : item.end]
        fans = names.resolve(word) if item.known else ()
        one = names.fan(fans[0]) if len(fans) == 1 else None
        return Item(
            fan=one.id if one else None,
            name=one.name if one else word,
            printed=self.printed((item.start, item.end)),
            condition=item.limit or condition,
            candidates=() if one else tuple(names.fan(fan).name for fan in fans),
            place=self.place((item.start, item.end)),
        )

    def _with_statements(self, entries: list[Entry]) -> list[Entry]:
        """抢杠和不计和绝张, said inside another entry, is a statement about 抢杠和 and joins its entry."""
        runs = [draft.run for draft in self.drafts]
        for statement in self.gathered.statements:
            at = _entry_of(statement, entries, runs)
            if at is not None:
                items = self._items(statement.clause, statement.fan)
                entries[at] = _joined(entries[at], statement.clause.kind, items)
        return entries

    def _ranks(self, draft: Draft, fan: str | None) -> str | None:
        if fan not in flaws.STATED_RANKS:
            return None
        found = (flaws.RANKS.search(self.text, *span) for span in draft.definitions)
        return next((self.printed(ranks.span()) for ranks in found if ranks), None)

    # listings

    def listing(self, listing: NameList) -> Listing:
        items = []
        for listed in listing.items:
            fan = names.fan(names.resolve(self.text[slice(*listed.name)])[0])
            place = self.place(listed.name)
            items.append(ListedFan(fan.id, fan.name, self.printed(listed.name), listed.marked, place))
        return Listing(listing.points, tuple(items), self.place(listing.span), self.printed(listing.title))

    # repairs

    def repairs(self, entries: Sequence[Entry]) -> list[Repair]:
        made = [*self._edits(entries), *self._flaws(entries)]
        return sorted(made, key=lambda repair: (repair.place.line, repair.place.column, repair.kind))

    def _edits(self, entries: Sequence[Entry]) -> Iterator[Repair]:
        """The edits of the steps that a person may want to see, with the fan in whose entry they stand."""
        spans = [self.mended.span(draft.start, draft.end) for draft in self.drafts]
        starts = [first for first, _ in spans]
        for kind, edit, (start, end) in self._edits_made:
            if edit.layout:
                continue
            at = bisect_right(starts, start) - 1
            fan = entries[at].fan if at >= 0 and start < spans[at][1] else None
            printed = self.mended.original[start:end]
            yield Repair(printed, edit.read_as, kind, edit.changes_meaning, self.places.place(start, end), fan)

    def _flaws(self, entries: Sequence[Entry]) -> Iterator[Repair]:
        for draft, entry in zip(self.drafts, entries, strict=True):
            for span in draft.definitions:
                for flaw in flaws.found(self.text, *span, entry.fan):
                    at = (flaw.start, flaw.end)
                    printed = self.printed(at)
                    read_as = printed if flaw.meant is None else flaw.meant
                    yield Repair(printed, read_as, flaw.kind, flaw.changes_meaning, self.place(at), entry.fan)


def _entry_of(statement: Statement, entries: Sequence[Entry], runs: Sequence[int]) -> int | None:
    """The entry a statement made elsewhere joins: the fan's entry in the same run, else its first one."""
    own = [at for at, entry in enumerate(entries) if entry.fan == statement.fan]
    return next((at for at in own if runs[at] == statement.run), own[0] if own else None)


def _joined(entry: Entry, kind: ClauseKind, items: tuple[Item, ...]) -> Entry:
    """The entry with items stated elsewhere; what its own list names already is not named twice."""
    if kind == "also_counts":
        return msgspec.structs.replace(entry, also_counts=(*entry.also_counts, items))
    own: tuple[Item, ...] = getattr(entry, kind)
    known = {item.fan or item.name for item in own}
    return msgspec.structs.replace(entry, **{kind: (*own, *(i for i in items if (i.fan or i.name) not in known))})


def _passes(runs: Sequence[int], fans: Sequence[str | None]) -> dict[int, int]:
    """Which pass through the fans each run belongs to: a run that mostly states fans of the pass so far begins the
    next one."""
    passes: dict[int, int] = {}
    stated: set[str] = set()
    current = 1
    for run, group in groupby(zip(runs, fans, strict=True), key=lambda pair: pair[0]):
        own = {fan for _, fan in group if fan}
        if len(own & stated) * 2 > len(own):
            current, stated = current + 1, set()
        stated |= own
        passes[run] = current
    return passes
