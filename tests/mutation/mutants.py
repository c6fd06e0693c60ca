"""What is broken, one thing at a time: points, exclusions, choices of rulings and their effects, patterns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import msgspec

from mjrules import rulings
from mjrules.fans import FANS, VARIANTS
from mjrules.pattern import Pattern
from mjrules.rulesets.editions import load
from mjrules.rulesets.resolve import Exclusion, Rules, from_lists, resolve, with_choices
from mjrules.rulings import Choice
from mutation.cases import EDITIONS, Where
from mutation.patterns import changes

Change = Callable[[Rules], Rules]
GB: Where = ("gb", ())
EVERYWHERE: tuple[Where, ...] = tuple((edition, ()) for edition in EDITIONS)


class Mutant(msgspec.Struct, frozen=True):
    """One thing broken. ``where``: of which edition, under which choices, the cases are that must notice."""

    kind: str
    what: str
    where: tuple[Where, ...] = (GB,)
    patterns: Mapping[str, Pattern] = {}
    change: Change = lambda rules: rules

    def __str__(self) -> str:
        return f"{self.kind}: {self.what}"


def mutants() -> Iterator[Mutant]:
    for ruleset in EDITIONS:
        yield from _points(ruleset)
        yield from _exclusions(ruleset)
        yield from _defaults(ruleset)
    yield from _effects()
    yield from _patterns()


def _points(ruleset: str) -> Iterator[Mutant]:
    for fan, points in resolve(ruleset).points.items():

        def change(rules: Rules, fan: str = fan, points: int = points + 1) -> Rules:
            return msgspec.structs.replace(rules, points=rules.points | {fan: points})

        yield Mutant("points", f"{ruleset}: {fan} {points + 1}", ((ruleset, ()),), change=change)


def _exclusions(ruleset: str) -> Iterator[Mutant]:
    for fan, out in resolve(ruleset).excludes.items():
        for each in out:
            left = tuple(other for other in out if other != each)
            wider = Exclusion(each.fan, because=each.because)
            what = f"{ruleset}: {fan} > {each.fan}"
            yield Mutant("exclusion dropped", what, ((ruleset, ()),), change=_excluding(fan, left))
            if each.scope != "whole":
                yield Mutant("exclusion widened", what, ((ruleset, ()),), change=_excluding(fan, (*left, wider)))


def _excluding(fan: str, out: tuple[Exclusion, ...]) -> Change:
    def change(rules: Rules) -> Rules:
        return msgspec.structs.replace(rules, excludes=rules.excludes | {fan: out})

    return change


def _defaults(ruleset: str) -> Iterator[Mutant]:
    for ruling in rulings.all():
        for choice in ruling.choices:
            if choice != ruling.default_for(ruleset):

                def change(_: Rules, id: str = ruling.id, choice: str = choice) -> Rules:
                    return resolve(ruleset, {id: choice})

                yield Mutant("default", f"{ruleset}: {ruling.id} = {choice}", ((ruleset, ()),), change=change)


def _effects() -> Iterator[Mutant]:
    """A choice that has lost one of its effects; where lists or the principle say the same, nothing is broken."""
    for ruling in rulings.all():
        for choice in ruling.choices.values():
            where = _where(ruling, choice)
            whole = resolve(where[0], dict(where[1]))
            for what, weaker in _weaker(choice):
                mutant = Mutant(
                    "effect dropped",
                    f"{ruling.id} = {choice.id}: {what}",
                    (where,),
                    change=_with_choice(ruling.id, weaker),
                )
                if _says(mutant.change(whole)) != _says(whole):
                    yield mutant


def _where(ruling: rulings.Ruling, choice: Choice) -> Where:
    """The cases under a choice; those of the edition itself where it chooses so."""
    return GB if choice.id == ruling.default_for("gb") else ("gb", ((ruling.id, choice.id),))


def _weaker(choice: Choice) -> Iterator[tuple[str, Choice]]:
    for name in ("exclude", "allow", "without"):
        rows = getattr(choice, name)
        for n, row in enumerate(rows):
            said = row if isinstance(row, str) else " > ".join(map(str, row))
            yield f"{name} {said}", msgspec.structs.replace(choice, **{name: (*rows[:n], *rows[n + 1 :])})
    for name in ("points", "pattern", "option"):
        table = getattr(choice, name)
        for key in table:
            left = {other: value for other, value in table.items() if other != key}
            yield f"{name} {key}", msgspec.structs.replace(choice, **{name: left})


def _with_choice(ruling: str, choice: Choice) -> Change:
    edition = load("gb")
    points = {rule.fan: rule.points for rule in edition.rules}

    def change(_: Rules) -> Rules:
        chosen = rulings.chosen("gb", {}) | {ruling: choice}
        return with_choices("gb", points, [*from_lists(edition.rules)], chosen)

    return change


def _says(rules: Rules) -> object:
    """What the scorer can see of rules: who says so does not matter."""
    excludes = {fan: {(each.fan, each.scope, each.count) for each in out} for fan, out in rules.excludes.items()}
    return rules.points, excludes, rules.patterns, rules.options


def _patterns() -> Iterator[Mutant]:
    for fan, defined in FANS.items():
        for what, changed in changes(defined):
            yield Mutant("pattern", f"{fan}: {what}", EVERYWHERE, patterns={fan: changed})
    for variant, defined in VARIANTS.items():
        where = tuple(
            _where(ruling, choice)
            for ruling in rulings.all()
            for choice in ruling.choices.values()
            if variant in choice.pattern.values()
        )
        for what, changed in changes(defined):
            yield Mutant("pattern", f"{variant}: {what}", where, patterns={variant: changed})
