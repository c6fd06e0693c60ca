"""What the sources say of each disputed point: derived from their claims, with places.

A source that says nothing says nothing. A list that does not name a fan is told as just that: it is no position.
``asked.toml`` says which claims speak of a point; a ruling asks for the prices and pairs of its choices by itself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from mjrules import names, rulings
from mjrules.audit.model import Statement, Verdict
from mjrules.audit.statements import EntrySaid, Statements, is_fan
from mjrules.audit.verdicts import known
from mjrules.audit.verdicts.pairs import judge
from mjrules.audit.verdicts.stances import Effect, Stance, dispute
from mjrules.claims import Entry, Item, Message, Source
from mjrules.errors import DamagedData
from mjrules.rulings import Choice, Ruling, Text

About = Literal["points", "pair", "stated", "named", "count", "notes"]
"""The points of a fan; a fan beside another; what a definition states; how a name is printed; how many fans there are;
remarks of sheets."""
Way = Literal[
    "points",
    "no-such-fan",
    "bars",
    "bars-limited",
    "bars-class",
    "may",
    "shown",
    "unlisted",
    "stated",
    "named",
    "official",
    "besides",
    "note",
]
"""Has so many points; a whole list lacks the fan; a list names the other fan, with a limit, by a class word; allows it;
an example has both; a list does not name it; a definition states; a name is printed so; so many fans are listed, so
many of them beside the official ones; a remark."""


class Answer(msgspec.Struct, frozen=True):
    """What several sources say alike. ``value``: the points, the limit, the class word, what is stated, a remark in
    each language; ``choices``: those of the ruling that it speaks for."""

    way: Way
    value: str | int | Text
    says: tuple[Statement, ...]
    choices: tuple[str, ...] = ()


class Subject(msgspec.Struct, frozen=True):
    """One thing that sources may speak of. ``fan`` beside which ``other`` stands; ``verdict`` on leaving it out."""

    about: About
    fan: str | None
    other: str | None
    answers: tuple[Answer, ...]
    kind: str = ""
    """Of what is stated."""
    verdict: Verdict | None = None


class Position(msgspec.Struct, frozen=True):
    """A disputed point, or several that are one ruling. ``ruling`` is None where it is none. ``silent``: the sources
    that say nothing of it; ``title`` of what is no ruling."""

    points: tuple[int, ...]
    ruling: str | None
    subjects: tuple[Subject, ...]
    silent: tuple[str, ...]
    title: Text | None = None


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one point is looked for in, beside what its choices tell."""

    pairs: tuple[tuple[str, str], ...] = ()
    points: tuple[str, ...] = ()
    stated: tuple[tuple[str, str], ...] = ()
    named: tuple[str, ...] = ()
    notes: dict[str, tuple[str, ...]] = {}
    count: bool = False
    title: Text | None = None


FILE = Path(__file__).parent / "asked.toml"


@cache
def asked() -> Mapping[int, Asked]:
    return parse(FILE.read_text("utf-8"))


def parse(text: str) -> dict[int, Asked]:
    """The table as written; an error names the point and what is wrong."""
    try:
        table = msgspec.toml.decode(text, type=dict[int, Asked])
    except msgspec.DecodeError as error:
        raise DamagedData(f"{FILE.name}: {error}") from error
    if problems := [*_problems(table)]:
        raise DamagedData(f"{FILE.name}: {'; '.join(problems)}")
    return table


def _problems(table: Mapping[int, Asked]) -> Iterator[str]:
    for number, each in table.items():
        stated = (fan for fan, _ in each.stated)
        fans = [fan for pair in each.pairs for fan in pair] + [*each.points, *stated, *each.named, *each.notes]
        yield from (f"{number}: {fan!r} is no fan" for fan in fans if not is_fan(fan))
        if not 1 <= number <= rulings.POINTS:
            yield f"{number}: there is no such point"


def positions(statements: Statements) -> tuple[Position, ...]:
    """Every disputed point with all that the sources say of it, in the order of the points."""
    said = _Said(statements)
    found = [said.of_ruling(each) for each in rulings.all()]
    found += [said.of_fact(number) for number in rulings.not_a_switch()]
    return tuple(sorted(found, key=lambda each: each.points))


class _Said:
    """All that is said, made ready to be asked. It lives as long as one answer."""

    def __init__(self, statements: Statements) -> None:
        self.statements = statements
        self.entries: dict[str, list[EntrySaid]] = defaultdict(list)
        self.examples: dict[frozenset[str], list[Statement]] = defaultdict(list)
        for said in statements.entries:
            if said.entry.fan is not None:
                self.entries[said.entry.fan].append(said)
                self._keep_examples(said.source, said.entry)
        self.notes = {source.id: _notes(source) for source in statements.sources}

    def _keep_examples(self, source: str, entry: Entry) -> None:
        for example in entry.also_counts:
            fans = frozenset(item.fan for item in example if item.fan) | {entry.fan or ""}
            printed = "、".join(item.printed for item in example)
            place = example[0].place if example else entry.place
            self.examples[fans].append(Statement(source, [*sorted(fans)], place, printed))

    def of_ruling(self, ruling: Ruling) -> Position:
        own = [asked()[number] for number in ruling.points if number in asked()]
        priced = [fan for choice in ruling.choices.values() for fan in (*choice.points, *choice.without)]
        paired = [pair[:2] for choice in ruling.choices.values() for pair in (*choice.exclude, *choice.allow)]
        subjects = [
            *(self.points(fan, ruling) for fan in dict.fromkeys([*priced, *(f for each in own for f in each.points)])),
            *(self.pair(*pair, ruling) for pair in dict.fromkeys([*paired, *(p for each in own for p in each.pairs)])),
            *self._others(own),
        ]
        return self._position(ruling.points, ruling.id, subjects)

    def of_fact(self, number: int) -> Position:
        own = asked()[number]
        subjects = [
            *(self.points(fan, None) for fan in own.points),
            *(self.pair(*pair, None) for pair in own.pairs),
            *self._others([own]),
        ]
        return self._position((number,), None, subjects, own.title)

    def _others(self, own: Iterable[Asked]) -> Iterator[Subject]:
        for each in own:
            yield from (self.stated(fan, kind) for fan, kind in each.stated)
            yield from (self.named(fan) for fan in each.named)
            yield from [self.count()] if each.count else []
            yield from (self.remarks(fan, sources) for fan, sources in each.notes.items())

    def _position(
        self, points: tuple[int, ...], ruling: str | None, subjects: Iterable[Subject], title: Text | None = None
    ) -> Position:
        told = tuple(each for each in subjects if each.answers)
        heard = {
            said.source for each in told for answer in each.answers if answer.way != "unlisted" for said in answer.says
        }
        silent = tuple(source.id for source in self.statements.sources if source.id not in heard)
        return Position(points, ruling, told, silent, title)

    # ---- what may be asked ---------------------------------------------------------------------------------------

    def points(self, fan: str, ruling: Ruling | None) -> Subject:
        """What the fan is worth, and the whole lists that do not have it."""
        says: dict[int, list[Statement]] = defaultdict(list)
        for said in self.statements.points.get(fan, ()):
            says[said.points].append(said.statement())
        choices = ruling.choices.values() if ruling else ()
        answers = [
            Answer("points", value, tuple(said), tuple(each.id for each in choices if each.points.get(fan) == value))
            for value, said in sorted(says.items())
        ]
        lacking = tuple(Statement(source.id, None, None, None) for source in self._lacking(fan))
        if lacking and not names.fan(fan).official:
            without = tuple(each.id for each in choices if fan in each.without)
            answers.append(Answer("no-such-fan", "", lacking, without))
        return Subject("points", fan, None, tuple(answers))

    def _lacking(self, fan: str) -> Iterator[Source]:
        """Sources with all official fans and not this one. Where one is missing, more may be."""
        official = {each.id for each in names.official()}
        for source in self.statements.sources:
            stated = {entry.fan for entry in source.entries}
            stated |= {item.fan for listing in source.listings for item in listing.items}
            if official <= stated and fan not in stated:
                yield source

    def pair(self, fan: str, other: str, ruling: Ruling | None) -> Subject:
        """What lists and examples say of the other fan beside the first."""
        said: dict[tuple[Way, str], list[Statement]] = defaultdict(list)
        for each in self.entries[fan]:
            for way, value, statement in _in_lists(each, other):
                said[way, value].append(statement)
        for fans, statements in self.examples.items():
            if {fan, other} <= fans:
                said["shown", ""].extend(statements)
        _drop_silence(said)
        order: list[Way] = ["bars", "bars-limited", "bars-class", "may", "shown", "unlisted"]
        stances = _stances(fan, other, ruling)
        answers = (
            Answer(way, value, tuple(statements), tuple(_speaks_for(way, stances, ruling)))
            for (way, value), statements in sorted(said.items(), key=lambda row: (order.index(row[0][0]), row[0][1]))
        )
        return Subject("pair", fan, other, tuple(answers), verdict=_verdict(fan, other))

    def stated(self, fan: str, kind: str) -> Subject:
        """What definitions state, each value with all who state it."""
        says: dict[str, list[Statement]] = defaultdict(list)
        for said in self.entries[fan]:
            for each in said.entry.stated:
                if each.kind == kind:
                    says[each.value].append(Statement(said.source, each.value, each.place, each.value))
        answers = (Answer("stated", value, tuple(said)) for value, said in says.items())
        return Subject("stated", fan, None, tuple(answers), kind)

    def named(self, fan: str) -> Subject:
        """Under which names a fan stands, the commonest first."""
        says: dict[str, list[Statement]] = defaultdict(list)
        for said in self.statements.names:
            if said.fan == fan and said.role == "entry":
                says[said.printed].append(said.statement())
        ordered = sorted(says.items(), key=lambda row: (-len(row[1]), row[0]))
        return Subject("named", fan, None, tuple(Answer("named", name, tuple(said)) for name, said in ordered))

    def count(self) -> Subject:
        """How many fans each whole source has, of the official ones and besides, and what a text says of it itself."""
        says: dict[tuple[Way, int], list[Statement]] = defaultdict(list)
        for source in self.statements.sources:
            fans = {entry.fan or entry.printed for entry in source.entries}
            fans |= {item.fan or item.printed for listing in source.listings for item in listing.items}
            official = {each.id for each in names.official()} & fans
            if not source.partial:
                says["official", len(official)].append(Statement(source.id, len(official), None, None))
                if more := len(fans) - len(official):
                    says["besides", more].append(Statement(source.id, more, None, None))
            for each in source.stated:
                if each.kind == "fans":
                    says["stated", int(each.value)].append(Statement(source.id, each.value, each.place, each.value))
        order: list[Way] = ["stated", "official", "besides"]
        ordered = sorted(says.items(), key=lambda row: (order.index(row[0][0]), -row[0][1]))
        answers = (Answer(way, value, tuple(said)) for (way, value), said in ordered)
        return Subject("count", None, None, tuple(answers), "fans")

    def remarks(self, fan: str, sources: Sequence[str]) -> Subject:
        """What sheets remark of a fan, those that were given."""
        name = names.fan(fan).name
        answers = []
        for source in sources:
            for note in self.notes.get(source, {}).get(name, ()):
                text = Text(str(note.details["en"]), str(note.details["zh"]))
                answers.append(Answer("note", text, (Statement(source, None, note.place, None),)))
        return Subject("notes", fan, None, tuple(answers))


def _notes(source: Source) -> dict[str, list[Message]]:
    found: dict[str, list[Message]] = defaultdict(list)
    for each in source.messages:
        if each.code == "sheet-note":
            found[str(each.details["fan"])].append(each)
    return found


def _in_lists(said: EntrySaid, other: str) -> Iterator[tuple[Way, str, Statement]]:
    """What the lists of one entry say of another fan."""
    entry = said.entry
    own = [item for item in entry.excludes if other in _meant(item)]
    for item in own:
        way: Way = "bars-class" if item.fan is None else "bars-limited" if item.condition else "bars"
        value = item.name if item.fan is None else item.condition or ""
        yield way, value, Statement(said.source, value or None, item.place, item.printed)
    for item in entry.may_count:
        if other in _meant(item):
            yield "may", item.condition or "", Statement(said.source, item.condition, item.place, item.printed)
    if entry.excludes and not own:
        yield "unlisted", "", Statement(said.source, None, entry.place, None)


def _drop_silence(said: dict[tuple[Way, str], list[Statement]]) -> None:
    """Who names the fan in one of its lists or examples is not silent by another list."""
    speaking = {each.source for (way, _), says in said.items() if way != "unlisted" for each in says}
    silent = [each for each in said.pop(("unlisted", ""), []) if each.source not in speaking]
    if silent:
        said["unlisted", ""] = silent


def _meant(item: Item) -> frozenset[str]:
    """The fan an item names, or those of its class."""
    if item.fan is not None:
        return frozenset({item.fan})
    return frozenset(fan for name in item.candidates for fan in names.resolve(name))


def _stances(fan: str, other: str, ruling: Ruling | None) -> tuple[Stance, ...]:
    about = dispute(fan, other)
    return about.stances if about and ruling and about.ruling == ruling.id else ()


_SIDES: Mapping[Way, frozenset[Effect]] = {
    "bars": frozenset({"bars"}),
    "bars-limited": frozenset({"bars-some"}),
    "may": frozenset({"counts"}),
    "shown": frozenset({"counts", "bars-some"}),
}
_OPPOSITE: Mapping[Way, frozenset[Effect]] = {
    "bars": frozenset({"counts"}),
    "may": frozenset({"bars"}),
    "shown": frozenset({"bars"}),
}


def _speaks_for(way: Way, stances: Sequence[Stance], ruling: Ruling | None) -> Iterator[str]:
    """The choices that say so of the pair, and those that change nothing at all where another says the contrary."""
    opposed = any(each.effect in _OPPOSITE.get(way, ()) for each in stances)
    for each in stances:
        plain = ruling is not None and _changes_nothing(ruling.choices[each.choice])
        if each.effect in _SIDES.get(way, ()) or (each.effect == "silent" and opposed and plain):
            yield each.choice


def _changes_nothing(choice: Choice) -> bool:
    return not (choice.exclude or choice.pattern or choice.option or choice.points or choice.without)


def _verdict(fan: str, other: str) -> Verdict | None:
    return judge(fan, other) if known.is_related(fan) and known.is_related(other) and fan != other else None
