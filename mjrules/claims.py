"""What a source states, with its place.

These are the values that ``extract`` makes and ``audit`` judges. Encoded as JSON they are the published form
``mjrules/1`` (docs/architecture.md): fields may be added, never changed.
"""

from __future__ import annotations

from typing import Literal

import msgspec

SCHEMA = "mjrules/1"

Level = Literal["error", "warning", "info"]
IdentifiedBy = Literal["name", "wording", "meaning", "position"]
SourceKind = Literal["document", "sheet"]
"""A *sheet* holds facts of a source that is no document here: names, points, lists, and nothing of order and layout."""


class Place(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where in a document something stands; everything counts from 1.

    ``line`` is the line of a text file or of a page's source, or the number of the block in a Word file.
    ``column`` counts characters within that line. ``path`` is the way to the block in formats that have one
    (``table 2, row 5, cell 3``).
    """

    line: int
    line_end: int
    column: int = 1
    column_end: int = 0
    path: str = ""

    def __str__(self) -> str:
        return f"{self.line}" if self.column == 1 else f"{self.line}:{self.column}"


class Item(msgspec.Struct, frozen=True):
    """One fan named in a list (不计, 可计, 另计).

    ``fan`` is None for a class word (同刻) and for a name nobody knows; ``candidates`` then holds the canonical names
    the word may stand for. ``condition`` is the source's own limit on this item (``二组``, ``无“发”字``).
    """

    fan: str | None
    name: str
    printed: str
    condition: str | None
    candidates: tuple[str, ...]
    place: Place


StatedKind = Literal[
    "chows",
    "hand",
    "within",
    "seven-pairs",
    "concealed",
    "tiles",
    "ranks",
    "kinds",
    "sequences",
    "held",
    "fans",
    "tiers",
    "tier",
    "tier-list",
    "pungs",
    "broken-example",
    "amount",
    "steps",
    "pair-rank",
    "each-rank",
    "all-ranks",
    "no-ranks",
    "knitted",
    "wait",
    "no-wait",
    "described",
]
"""An example of chows; a whole hand; a case of that fan; seven pairs are allowed; nothing may be claimed; of these
tiles; of these ranks; so many kinds of tiles; by this step so many sequences; these ranks of one suit are held; so many
fans there are; in so many tiers; so many fans of so many points (``8: 9``); these points there are; an example of
pungs; one of groups, one of which is none; so many of something (``kong 4``); groups rise by so many ranks; a pair of
this rank; this rank in each group; tiles of these ranks only; of these ranks none; these knitted tiles; tiles that make
the wait with another one (``1233+3``), or do not; the text describes that other fan."""


class Stated(msgspec.Struct, frozen=True):
    """Something that a definition states and the game can confirm or refute, written in one way whatever the text
    writes: ``123m 234s 345p``, ``99s234pCCCFFFPP``, the id of a fan, a number."""

    kind: StatedKind
    value: str
    place: Place
    printed: str = ""
    """The words as the document prints them."""
    read_as: str = ""
    """These words as they were read, where they were mended in a way that bears on the meaning."""


class Entry(msgspec.Struct, frozen=True):
    """One fan as one source states it at one place. The same fan stated twice is two entries."""

    fan: str | None
    name: str
    official: bool
    printed: str | None
    """The name as the source prints it; None where the name is lost."""
    identified_by: IdentifiedBy
    candidates: tuple[str, ...]
    points: int | None
    points_from: Literal["inline", "heading"] | None
    section: str | None
    excludes: tuple[Item, ...]
    may_count: tuple[Item, ...]
    also_counts: tuple[tuple[Item, ...], ...]
    aliases: tuple[str, ...]
    has_definition: bool
    repeats: int | None
    """Line of the entry this one repeats word for word, as in a flattened copy of the page."""
    place: Place
    number: int | None = None
    """The number printed before the entry."""
    pass_: int = msgspec.field(default=1, name="pass")
    """Which run through the fans the entry belongs to: a source may go through the list twice."""
    ranks: str | None = None
    """A range of ranks stated in the definition, as printed (``1-9``; damaged: ``9-20``)."""
    cut_off: bool = False
    """The text ends in the middle of this entry."""
    stated: tuple[Stated, ...] = ()
    """What its definition states that can be checked."""
    runs_into: Item | None = None
    """The name behind a 、 at which its list of excluded fans breaks off. It is read as the head of the next entry; it
    may be the last item as well, or instead."""


class ListedFan(msgspec.Struct, frozen=True):
    """A fan named in a listing. ``marked`` is the source's own sign (an asterisk) for «not official»."""

    fan: str | None
    name: str
    printed: str
    marked: bool
    place: Place


class Listing(msgspec.Struct, frozen=True):
    """A list of names under one number of points: a contents list, a summary, a category list."""

    points: int | None
    items: tuple[ListedFan, ...]
    place: Place
    title: str = ""


class Repair(msgspec.Struct, frozen=True):
    """What was printed and what it was read as, and why. ``changes_meaning``: a rule hangs on it."""

    printed: str
    read_as: str
    kind: str
    changes_meaning: bool
    place: Place
    fan: str | None = None
    """The fan in whose entry the damage stands."""


class Message(msgspec.Struct, frozen=True):
    """What a person should know about how a document was read.

    ``message`` is English; ``details`` are its parts, from which ``mjrules.texts`` says it in another language.
    """

    code: str
    level: Level
    message: str
    place: Place | None
    details: dict[str, str | int] = {}


class Coverage(msgspec.Struct, frozen=True):
    """How many characters of a document (spaces not counted) became what."""

    claims: int
    """Names, points, lists, headings, and what definitions state that the game can decide."""
    commentary: int
    """The text of entries: definitions and remarks."""
    aside: int
    """Recognised as no rule text: header rows, page marks, rows of tiles, signs and lone numbers."""
    unread: int
    """Text that belongs to no entry."""


MarkKind = Literal["name", "points", "item", "list", "heading", "stated", "text", "aside", "unread"]
"""``list``: the words around the items of a list; ``stated``: what a definition states and the game can decide;
``text``: the commentary of an entry."""


class Piece(msgspec.Struct, frozen=True):
    """Characters of a document that were read as one and the same thing, as they are printed."""

    text: str
    kind: MarkKind
    entry: int | None = None
    """Which entry of the source they are part of."""
    fan: str | None = None
    """The fan that a name or an item stands for."""
    repair: int | None = None
    """Which repair of the source was made here."""


class MarkedLine(msgspec.Struct, frozen=True):
    """One block of a document with what was recognised in it."""

    place: Place
    kind: str
    pieces: tuple[Piece, ...]
    messages: tuple[Message, ...]
    """What was said about this block."""


class Source(msgspec.Struct, frozen=True):
    """Everything one source states: a document in reading order, or the facts a sheet holds of it."""

    id: str
    path: str
    format: str
    encoding: str | None
    entries: tuple[Entry, ...]
    listings: tuple[Listing, ...]
    repairs: tuple[Repair, ...]
    messages: tuple[Message, ...]
    title: str = ""
    kind: SourceKind = "document"
    partial: bool = False
    """Not every fan of the source stands here: what is missing is no omission."""
    second_hand: bool = False
    """Known through others who quote it, and not read itself."""
    lineage: str = ""
    """The line of sources it is known to belong to, as the catalog calls it; empty where nothing is known."""
    leads: bool = False
    """The text to which the sources of its line go back: what it states, the line states."""
    stated: tuple[Stated, ...] = ()
    """What it states of all fans together."""
    coverage: Coverage | None = None
    """Known where the document was marked (``mjrules extract``)."""


class Marked(msgspec.Struct, frozen=True):
    """A document as it was read: every character of it, marked with what it was taken for."""

    source: Source
    lines: tuple[MarkedLine, ...]
