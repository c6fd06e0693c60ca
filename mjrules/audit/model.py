"""What an audit finds, as values. Their JSON is the published form (docs/architecture.md)."""

from __future__ import annotations

from datetime import date
from typing import Literal

import msgspec

from mjrules.claims import SCHEMA, Message, Place, SourceKind

Level = Literal["error", "conflict", "omission", "note"]
Value = int | str | list[str] | None

LEVELS: tuple[Level, ...] = ("error", "conflict", "omission", "note")
"""Gravest first: the order in which discrepancies are told."""


class Statement(msgspec.Struct, frozen=True):
    """What one source says, where, and the few words of it that the statement rests on.

    ``witness``: quoted for comparison only. The discrepancy is not about this source, and is not held against it.
    """

    source: str
    value: Value
    place: Place | None
    quote: str | None
    witness: bool = False


class Phrase(msgspec.Struct, frozen=True):
    """A part of a message that is a sentence itself: its key in ``mjrules/texts/audit.toml``, and its own parts."""

    key: str
    parts: dict[str, str | int] = {}

    def __hash__(self) -> int:
        return hash((self.key, *self.parts.items()))


Part = str | int | tuple[Phrase, ...]
"""A part of a message, the same in every language. ``{fan:ID}`` in it is a fan, ``{word:KEY}`` one of our own words."""


VerdictStatus = Literal["implied", "empty", "convention", "too-broad", "refuted", "unknown", "undecided", "shown"]


class Verdict(msgspec.Struct, frozen=True):
    """What all hands say of a statement.

    *implied* it follows anyway, *empty* the two never meet, *convention* they can meet and only an authority says what
    is counted, *too-broad* true of the groups inside and false of another, *refuted* a hand shows the contrary,
    *unknown* no such fan, *undecided* authorities differ, *shown* a hand has all that is said. ``proof`` tells how it
    is known, ``witness`` is the hand that shows it, ``ruling`` the ruling the verdict rests on.

    ``both`` of ``of``: states of the first fan that have the other one too. ``points``: what one of the other is worth.
    ``under``: choices of rulings under which it is otherwise, ``ruling=choice``. ``mended``: the statement was read
    from damaged text.
    """

    status: VerdictStatus
    proof: Part = ""
    witness: str | None = None
    ruling: str | None = None
    both: int | None = None
    of: int | None = None
    points: int | None = None
    under: tuple[str, ...] = ()
    mended: bool = False


class Impact(msgspec.Struct, frozen=True):
    """How much a difference matters, counted over all won hands (``mjrules.universe.impacts.Weighed``): ``hands``
    (declared groups, concealed tiles and winning tile) and ``states`` (each by a discard and self-drawn) of ``of`` in
    all score differently, by ``points`` (least and most); ``crossing`` states reach the minimum one way only;
    ``example`` is one of them with both its ``totals``: barred and not, or the points of a fan as they rise."""

    states: int
    of: int
    hands: int
    example: str | None = None
    totals: tuple[int, ...] = ()
    points: tuple[int, int] | None = None
    crossing: int | None = None


class Vote(msgspec.Struct, frozen=True):
    """A value, the sources that state it, and how many independent lines stand behind it.

    A line stands behind what its leader states. Without one, a line whose sources disagree stands behind none of its
    values.
    """

    value: Value
    sources: tuple[str, ...]
    lines: int


class SharedItem(msgspec.Struct, frozen=True):
    """One item of a fan's exclusion lists and the sources that list it.

    ``fan`` is None for a class word and for a word nobody knows. ``in_ruleset`` is None where no rule set was asked.
    ``lines`` counts the independent lines that stand behind it.
    """

    fan: str | None
    name: str
    sources: tuple[str, ...]
    in_ruleset: bool | None = None
    lines: int = 0
    verdict: Verdict | None = None
    impact: Impact | None = None


class Discrepancy(msgspec.Struct, frozen=True):
    """One thing that is wrong or disputed.

    ``level``: *error* wrong in itself, *conflict* sources or parts disagree, *omission* something is left out,
    *note* worth knowing. ``details`` are the parts of ``message``, the same in every language.
    ``fans`` names the fans concerned where there are several, ``items`` tells an exclusion list item by item,
    ``votes`` weighs the values against each other. ``verdict`` and ``impact`` are None where nothing was decided or
    counted.
    """

    code: str
    level: Level
    fan: str | None
    name: str | None
    message: str
    says: tuple[Statement, ...]
    verdict: Verdict | None = None
    impact: Impact | None = None
    advice: str = ""
    details: dict[str, Part] = {}
    fans: tuple[str, ...] = ()
    items: tuple[SharedItem, ...] = ()
    votes: tuple[Vote, ...] = ()

    @property
    def about(self) -> tuple[str, ...]:
        """The sources the discrepancy is about, each once; witnesses are none of them."""
        return tuple(dict.fromkeys(said.source for said in self.says if not said.witness))


class AuditedSource(msgspec.Struct, frozen=True):
    """A source in the audit's own words: what it is and how much of it was read."""

    id: str
    title: str
    path: str
    format: str
    entries: int
    """Entries, without the copies a flattened page repeats."""
    official: int
    """How many of the official fans have an entry."""
    listings: int
    line: int
    """Which independent line the source belongs to: sources that share errors have the same number, one vote."""
    kind: SourceKind = "document"
    partial: bool = False
    """Not every fan of the source was recorded: what is missing is no omission."""
    second_hand: bool = False
    """Known through others who quote it: what rests on it rests on them."""
    line_title: str = ""
    """What its line is called, where it is known to go back to one text."""
    messages: tuple[Message, ...] = ()
    """What the reader says of it: what it did not read, or read with doubt. What it mended stands in findings."""

    @property
    def how(self) -> str:
        """How it is known: ``document``, ``sheet``, ``sheet-partial`` or ``sheet-second-hand``."""
        if self.kind == "document":
            return "document"
        return "sheet-second-hand" if self.second_hand else "sheet-partial" if self.partial else "sheet"


class JudgedMember(msgspec.Struct, frozen=True):
    """One fan of the class that a word in a list names, judged as if the list named it."""

    fan: str
    name: str
    verdict: Verdict


class JudgedExclusion(msgspec.Struct, frozen=True):
    """One item of the exclusion lists of a fan, with all who list it and what all hands say of it.

    ``fan`` and ``excludes`` are ids; ``excludes`` is None for a word that is no fan. ``condition``: the limit that the
    sources themselves set (二组). ``members``: of a class word. ``doubtful``: read as the head of the next entry by all
    who have it, and an item only if the 、 before it is to be believed; no list is compared with it.
    """

    fan: str
    name: str
    excludes: str | None
    excludes_name: str
    sources: tuple[Statement, ...]
    verdict: Verdict
    condition: str | None = None
    members: tuple[JudgedMember, ...] = ()
    doubtful: bool = False


class JudgedExample(msgspec.Struct, frozen=True):
    """Fans that a source says are counted beside a fan, in one hand, and what all hands say of it.

    ``fan`` and ``counted`` are ids; one that is counted several times stands there as often. ``may``: the source only
    allows it, fan by fan. ``verdict``: *shown* where some rule set counts them all in a hand, its witness.
    """

    source: str
    fan: str
    name: str
    counted: tuple[str, ...]
    place: Place
    quote: str
    may: bool
    verdict: Verdict


class Unreadable(msgspec.Struct, frozen=True):
    """A document that was given and could not be read, so that nothing is said of it."""

    path: str
    code: str
    message: str


class AcceptedDiscrepancy(msgspec.Struct, frozen=True):
    """A discrepancy that somebody has accepted, why, and the last day on which it is. Without a reason it is known from
    an earlier audit."""

    found: Discrepancy
    reason: str
    until: date | None = None


class Audit(msgspec.Struct, frozen=True):
    sources: tuple[AuditedSource, ...]
    ruleset: str | None
    discrepancies: tuple[Discrepancy, ...]
    unreadable: tuple[Unreadable, ...] = ()
    exclusions: tuple[JudgedExclusion, ...] = ()
    """Every item of every exclusion list, in the official order."""
    examples: tuple[JudgedExample, ...] = ()
    """Every list of fans that are counted together or may be, in the order of the sources."""
    accepted: tuple[AcceptedDiscrepancy, ...] = ()
    """What is accepted, and therefore no longer among the discrepancies."""
    expired: tuple[AcceptedDiscrepancy, ...] = ()
    """What was accepted until a day that has passed: it is among the discrepancies again."""
    schema: str = SCHEMA
