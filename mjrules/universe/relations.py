"""How the fans relate over every winning hand: which implies which, which never meet, in how many states others do.

``holds`` is meant throughout: what is counted is for rule sets to say. The definitions are those of ``mjrules.fans``
with no option chosen otherwise than by ``gb``. All of it stands in ``relations.json``, which ``relating`` makes anew;
a relation is a value and is looked up, nothing is computed here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Literal, get_args

import msgspec

from mjrules import names
from mjrules.claims import SCHEMA
from mjrules.errors import DamagedData, RulesError
from mjrules.fans import FANS
from mjrules.pattern import Form, NothingElse

Kind = Literal["equal", "implies", "implied", "never", "meets"]
"""Of a fan and another one: each holds where the other does; the first never holds without the other; the other never
without the first; no state has both; some state has both and each may be without the other."""
Within = Literal["all", "sets"]
"""In every state; or in every state with sets (four sets and a pair, or a knitted straight), and in no other."""

FORCING: tuple[Kind, ...] = ("equal", "implies")

RELATED = tuple(fan for fan, pattern in FANS.items() if not isinstance(pattern, NothingElse))
"""The fans that are related, in the order of counting."""
LEFT_OUT = tuple(fan for fan in FANS if fan not in RELATED)
"""The fans that are not: whether 无番和 holds depends on what is counted."""
FORMS: tuple[Form, ...] = get_args(Form)
FILE = Path(__file__).parent / "relations.json"

_PLACE = {fan: place for place, fan in enumerate(RELATED)}


class RelatedFan(msgspec.Struct, frozen=True):
    """A fan, the states in which it holds, and these by form, forms without any left out."""

    fan: str
    name: str
    states: int
    forms: dict[str, int]


class LeftOut(msgspec.Struct, frozen=True):
    fan: str
    name: str
    because: Literal["depends-on-counting"] = "depends-on-counting"


class Relation(msgspec.Struct, frozen=True):
    """One fan beside another.

    ``both``: states in which some situation makes both hold; ``only``: those in which some situation makes the first
    hold and the other not. ``witness`` and ``counterexample``: a hand of each, None where there is no state. Winds and
    the facts of the table are not part of a state, so that with fans that hang on them one state can be in both.
    """

    fan: str
    other: str
    kind: Kind
    both: int
    only: int
    witness: str | None
    counterexample: str | None


class Forced(msgspec.Struct, frozen=True):
    """How far a fan forces another, where that is more than «it does».

    ``least``: so many times in each of its states (those ``within``). ``own``: the groups that make the first make the
    other. ``more``: states in which the other holds by other groups too (``own``) or more than ``least`` times, those
    left out in which a larger fan forces the first; ``example``: a hand of these.
    """

    fan: str
    other: str
    within: Within
    least: int
    own: bool
    more: int
    example: str | None


class Relations(msgspec.Struct, frozen=True):
    """All of it; its JSON is what ``mjrules relations --format json`` prints."""

    fans: tuple[RelatedFan, ...]
    left_out: tuple[LeftOut, ...]
    pairs: tuple[Relation, ...]
    """Every ordered pair: by the first fan, then by the other, both in the order of counting."""
    forced: tuple[Forced, ...]
    schema: str = SCHEMA

    def states(self, fan: str) -> int:
        """The states in which a fan holds."""
        return self.fans[place_of(fan)].states

    def between(self, fan: str, other: str) -> Relation:
        """How one fan stands to another.

        >>> load().between("little_four_winds", "big_three_winds").kind
        'implies'
        """
        one, two = place_of(fan), place_of(other)
        if one == two:
            raise RulesError(f"{fan}: a fan is not related to itself")
        return self.pairs[one * (len(RELATED) - 1) + two - (two > one)]

    def of(self, fan: str) -> tuple[Relation, ...]:
        """One fan beside each of the others."""
        start = place_of(fan) * (len(RELATED) - 1)
        return self.pairs[start : start + len(RELATED) - 1]

    def about(self, fans: Sequence[str]) -> Relations:
        """The part about these fans: all of it, one fan beside each other both ways, or two fans."""
        if not fans:
            return self
        named = [each for each in self.fans if len(fans) == 1 or each.fan in fans]
        pairs = tuple(each for each in self.pairs if {*fans} <= {each.fan, each.other})
        forced = tuple(each for each in self.forced if {*fans} <= {each.fan, each.other})
        return msgspec.structs.replace(self, fans=tuple(named), pairs=pairs, forced=forced)

    def forcing(self, fan: str, other: str) -> Forced | None:
        """How far the first fan forces the other; None where it does not."""
        found = next((each for each in self.forced if (each.fan, each.other) == (fan, other)), None)
        if found is None and self.between(fan, other).kind in FORCING:
            return Forced(fan, other, "all", 1, own=False, more=0, example=None)
        return found

    def larger(self, fan: str) -> tuple[str, ...]:
        """The fans that force this one."""
        return tuple(each.other for each in self.of(fan) if each.kind in ("equal", "implied"))


def place_of(fan: str) -> int:
    """The place of a fan among those related; RulesError for any other."""
    if fan not in _PLACE:
        why = "it depends on what is counted" if fan in LEFT_OUT else "it has no definition here"
        raise RulesError(f"{fan} is not among the related fans: {why}")
    return _PLACE[fan]


def kind_of(both: int, only: int, other_only: int) -> Kind:
    """What the numbers of states say."""
    if not both:
        return "never"
    if not only:
        return "equal" if not other_only else "implies"
    return "meets" if other_only else "implied"


# the file


NO_HAND = -1


class Row(msgspec.Struct, frozen=True, array_like=True):
    """A fan: the number of a hand that shows it, and its states by form (FORMS)."""

    hand: int
    states: tuple[int, ...]


class Meeting(msgspec.Struct, frozen=True, array_like=True):
    """Two fans that meet: states with both; the numbers of hands with both, with the first alone, with the other alone;
    states with one alone, where these are not just the rest of its states."""

    both: int
    hand: int
    only_hand: int = NO_HAND
    other_hand: int = NO_HAND
    only: int | None = None
    other_only: int | None = None


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the file holds. ``meet`` and ``never``: of two fans the later one stands under the earlier one."""

    schema: str
    definitions: str
    hands: tuple[str, ...]
    fans: dict[str, Row]
    never: dict[str, str]
    meet: dict[str, dict[str, Meeting]]
    forced: tuple[Forced, ...]
    checksum: str = ""
    """Of all the rest: a digit changed by chance is noticed."""


def definitions() -> str:
    """What tells the definitions of the fans from others: the file is refused where they have changed."""
    said = msgspec.json.encode({fan: FANS[fan] for fan in RELATED}, enc_hook=int, order="sorted")
    return hashlib.sha256(said).hexdigest()[:16]


@cache
def load() -> Relations:
    """The relations as the package brings them; DamagedData where the file is not sound or belongs to other
    definitions."""
    try:
        data = FILE.read_bytes()
    except OSError as error:
        raise DamagedData(f"{FILE.name}: {error.strerror}; {_REMEDY}") from error
    return relations_of(parse(data))


_REMEDY = "«mjrules relations --rebuild» makes it anew"


def parse(data: bytes) -> Table:
    """The table in a file, checked; an error says what is wrong."""
    try:
        table = msgspec.json.decode(data, type=Table)
    except msgspec.DecodeError as error:
        raise DamagedData(f"{FILE.name}: {error}; {_REMEDY}") from error
    if table.definitions != definitions():
        raise DamagedData(f"{FILE.name}: made for other definitions of the fans; {_REMEDY}")
    if problem := next(_problems(table), None):
        raise DamagedData(f"{FILE.name}: {problem}; {_REMEDY}")
    if table.checksum != checksum(table):
        raise DamagedData(f"{FILE.name}: what it holds is not what was written; {_REMEDY}")
    return table


def checksum(table: Table) -> str:
    """What a table has as its checksum, told from everything else in it."""
    said = msgspec.json.encode(msgspec.structs.replace(table, checksum=""))
    return hashlib.sha256(said).hexdigest()[:16]


def _problems(table: Table) -> Iterator[str]:
    if tuple(table.fans) != RELATED:
        yield "its fans are not the fans, in their order"
        return
    for fan, row in table.fans.items():
        if len(row.states) != len(FORMS) or min(row.states) < 0 or not any(row.states):
            yield f"{fan}: {list(row.states)} are no numbers of states by form"
        if not 0 <= row.hand < len(table.hands):
            yield f"{fan}: there is no hand {row.hand}"
    for fan, other in combinations(RELATED, 2):
        meeting = table.meet.get(fan, {}).get(other)
        if (meeting is None) != (other in table.never.get(fan, "").split()):
            yield f"{fan}, {other}: they must either meet or never meet"
        elif meeting is not None and (problem := _wrong_meeting(table, fan, other, meeting)):
            yield f"{fan}, {other}: {problem}"


def _wrong_meeting(table: Table, fan: str, other: str, meeting: Meeting) -> str | None:
    """What cannot be right about two fans that meet."""
    one, two = _states(table, fan), _states(table, other)
    only, other_only = _alone(meeting.only, one, meeting), _alone(meeting.other_only, two, meeting)
    parts = (
        (meeting.both, meeting.hand, min(one, two)),
        (only, meeting.only_hand, one),
        (other_only, meeting.other_hand, two),
    )
    for states, hand, most in parts:
        if not 0 <= states <= most:
            return f"{states} states, of at most {most}"
        if (hand in range(len(table.hands))) if not states else (hand not in range(len(table.hands))):
            return f"hand {hand} of {states} states"
    if meeting.both == 0 or meeting.both + only < one or meeting.both + other_only < two:
        return "states are missing"
    return None


def _states(table: Table, fan: str) -> int:
    return sum(table.fans[fan].states)


def _alone(alone: int | None, states: int, meeting: Meeting) -> int:
    """The states of one of two fans without the other."""
    return states - meeting.both if alone is None else alone


def relations_of(table: Table) -> Relations:
    """The relations that a table says."""
    return Relations(
        tuple(_fan(fan, row.states) for fan, row in table.fans.items()),
        tuple(LeftOut(fan, names.fan(fan).name) for fan in LEFT_OUT),
        tuple(_pair(table, fan, other) for fan in RELATED for other in RELATED if fan != other),
        table.forced,
    )


def _fan(fan: str, states: tuple[int, ...]) -> RelatedFan:
    by_form: dict[str, int] = {form: number for form, number in zip(FORMS, states, strict=True) if number}
    return RelatedFan(fan, names.fan(fan).name, sum(states), by_form)


def _pair(table: Table, fan: str, other: str) -> Relation:
    first = _PLACE[fan] < _PLACE[other]
    meeting = table.meet.get(fan, {}).get(other) if first else table.meet.get(other, {}).get(fan)
    one, two = _states(table, fan), _states(table, other)
    if meeting is None:
        return Relation(fan, other, "never", 0, one, None, table.hands[table.fans[fan].hand])
    own, others = (meeting.only, meeting.other_only) if first else (meeting.other_only, meeting.only)
    only, other_only = _alone(own, one, meeting), _alone(others, two, meeting)
    alone = meeting.only_hand if first else meeting.other_hand
    kind = kind_of(meeting.both, only, other_only)
    return Relation(fan, other, kind, meeting.both, only, table.hands[meeting.hand], _hand(table, alone))


def _hand(table: Table, number: int) -> str | None:
    return table.hands[number] if number >= 0 else None


def written(table: Table) -> bytes:
    """The file: one line for each thing, so that a change can be read."""
    table = msgspec.structs.replace(table, checksum=checksum(table))
    parts = (f"{_json(name)}: {_lines(getattr(table, name))}" for name in table.__struct_fields__)
    return ("{\n" + ",\n".join(parts) + "\n}\n").encode()


def _lines(value: object) -> str:
    """Names and lists over several lines, the values in them on one each."""
    match value:
        case dict():
            return "{\n" + ",\n".join(f"{_json(name)}: {_lines(each)}" for name, each in value.items()) + "\n}"
        case tuple():
            return "[\n" + ",\n".join(map(_json, value)) + "\n]"
        case _:
            return _json(value)


def _json(value: object) -> str:
    if isinstance(value, Meeting):
        value = msgspec.structs.astuple(value)
        while value[-1] in (None, NO_HAND):
            value = value[:-1]
    return msgspec.json.encode(value).decode()


# summaries


def steps(relations: Relations) -> dict[str, tuple[str, ...]]:
    """For each fan those it implies and no other fan between the two does: what follows from two steps is left out.

    >>> steps(load())["big_three_dragons"]
    ('two_dragon_pungs',)
    """
    implied = {fan: [each.other for each in relations.of(fan) if each.kind in FORCING] for fan in RELATED}
    found = {fan: tuple(_nearest(outs, implied)) for fan, outs in implied.items()}
    return {fan: outs for fan, outs in found.items() if outs}


def _nearest(outs: Iterable[str], implied: dict[str, list[str]]) -> Iterator[str]:
    outs = list(outs)
    for out in outs:
        if not any(out in implied[other] for other in outs if other != out):
            yield out
