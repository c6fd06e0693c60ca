"""What an edition prints: its fans, their points, and what each excludes. One TOML file an edition.

Fans are named by their ids (``mjrules.names``), class words as ``class:ID``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from mjrules import names
from mjrules.errors import DamagedData, RulesError

CLASS = "class:"
"""What an excluded class word starts with."""

PRINTED = "printed:"
"""What the id of a document's own rules starts with."""

Points = Annotated[int, msgspec.Meta(gt=0)]
Ranks = Annotated[str, msgspec.Meta(pattern="^[1-9]-[1-9]$")]
Own = Literal["shared_groups"]
Limit = Own | Points
"""How far an excluded fan is barred, where not as a whole: only the groups of the excluding fan, or so many times."""

NO_RULE_SETS = frozenset({"implied"})
"""Files beside the rule sets that are none."""


class Rule(msgspec.Struct, frozen=True):
    """One row: a fan, its points, and the fans not counted beside it, in the printed order."""

    fan: str
    number: int
    """Place in this rule set's own list, from 1."""
    points: int
    excludes: tuple[str, ...]
    """Ids of fans, and ``class:ID`` for a class word."""
    series: str
    """The series (系列) an annex puts the fan in; empty where the edition has none."""
    refs: tuple[str, ...]
    ranks: str | None
    """The ranks a definition states (``6-9`` for 大于五)."""
    scope: dict[str, Limit] = {}
    """Items of ``excludes`` that are not barred as a whole."""


class RuleSet(msgspec.Struct, frozen=True):
    """An edition of the rules: its rows in its own order."""

    id: str
    title: dict[str, str]
    edition: str
    tiers: tuple[int, ...]
    minimum: int
    """Points a hand needs to win."""
    rules: tuple[Rule, ...]

    def rule(self, fan_id: str) -> Rule | None:
        """The row of a fan; None if the edition does not know it.

        >>> load("gb1998").rule("two_concealed_kongs").points
        6
        """
        return next((rule for rule in self.rules if rule.fan == fan_id), None)


class _Row(msgspec.Struct, forbid_unknown_fields=True):
    points: Points
    refs: tuple[str, ...]
    series: str = ""
    excludes: tuple[str, ...] = ()
    scope: dict[str, Limit] = {}
    ranks: Ranks | None = None


class _File(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    title: dict[str, str]
    edition: str
    tiers: tuple[Points, ...]
    minimum: int
    fans: dict[str, _Row]


def available() -> tuple[str, ...]:
    """The ids of the rule sets there are."""
    return tuple(sorted({path.stem for path in Path(__file__).parent.glob("*.toml")} - NO_RULE_SETS))


@cache
def load(id: str) -> RuleSet:
    """The rule set with this id."""
    if id.startswith(PRINTED):
        raise RulesError(f"{id!r}: the rules a document prints come from mjrules.rulesets.printed.rules_of(source)")
    if id not in available():
        raise RulesError(f"{id!r} is no rule set; there are: {', '.join(available())}")
    return parse((Path(__file__).parent / f"{id}.toml").read_text(encoding="utf-8"), id)


def parse(text: str, id: str) -> RuleSet:
    """The rule set written in ``text``, checked: an error names the row and what is wrong with it."""
    try:
        file = msgspec.toml.decode(text, type=_File)
    except msgspec.DecodeError as error:
        raise DamagedData(f"rule set {id}: {error}") from error
    if problems := [*_problems(file, id)]:
        raise DamagedData(f"rule set {id}: " + "; ".join(problems))
    rules = (
        Rule(fan, number, row.points, row.excludes, row.series, row.refs, row.ranks, row.scope)
        for number, (fan, row) in enumerate(file.fans.items(), 1)
    )
    return RuleSet(file.id, file.title, file.edition, file.tiers, file.minimum, tuple(rules))


def _problems(file: _File, id: str) -> Iterable[str]:
    if file.id != id:
        yield f"its id is {file.id!r}, its file says {id!r}"
    for lang in ("zh-Hans", "en"):
        if not file.title.get(lang):
            yield f"no title in {lang}"
    if list(file.tiers) != sorted(set(file.tiers), reverse=True):
        yield "tiers must fall and not repeat"
    if idle := set(file.tiers) - {row.points for row in file.fans.values()}:
        yield f"no fan has {', '.join(map(str, sorted(idle)))} points, yet that is a tier"
    for fan, row in file.fans.items():
        yield from (f"{fan}: {problem}" for problem in _row_problems(fan, row, file.tiers))


def _row_problems(fan: str, row: _Row, tiers: tuple[int, ...]) -> Iterable[str]:
    if not _is_known(fan):
        yield "no fan has this id"
    if row.points not in tiers:
        yield f"{row.points} points are no tier"
    if not row.refs:
        yield "no reference says where it stands"
    if row.ranks and row.ranks[0] >= row.ranks[-1]:
        yield f"the ranks {row.ranks} do not rise"
    for item, times in Counter(row.excludes).items():
        if times > 1:
            yield f"excludes {item} {times} times"
        if item == fan:
            yield "excludes itself"
        if not _is_known(item):
            yield f"excludes {item}, which is neither a fan nor a class word"
    for item in row.scope.keys() - set(row.excludes):
        yield f"limits the exclusion of {item}, which it does not exclude"


def _is_known(item: str) -> bool:
    if item.startswith(CLASS):
        return any(word.id == item.removeprefix(CLASS) for word in names.class_words())
    return any(fan.id == item for fan in names.fans())


def line_of(id: str, fan: str) -> int | None:
    """The line in which a fan's row begins in the file of a rule set, from 1; None where it has none.

    >>> line_of("gb1998", "no_such_fan") is None
    True
    """
    lines = (Path(__file__).parent / f"{id}.toml").read_text(encoding="utf-8").split("\n")
    return next((number for number, line in enumerate(lines, 1) if line.startswith(f"[fans.{fan}]")), None)
