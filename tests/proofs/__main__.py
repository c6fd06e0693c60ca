"""``python -m proofs`` (with ``tests`` on the path; minutes): exits with 1 where anything is not as it is said to be.

* The file of relations is made anew by decision diagrams: it must be the same byte for byte.
* The census counts every fan and every pair: it must come to the same numbers; where it does not, the states are broken
  down by form, way of winning and claimed groups.
* Every row of what definitions force holds under every choice of a ruling, whatever it defines otherwise or lets win.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise, product

from mjrules import rulings
from mjrules.fans import FANS, pattern
from mjrules.fans.standard import SELF_DRAWN
from mjrules.pattern import CLAIMS, Flag, FormIs, Pattern
from mjrules.universe import census, relations
from mjrules.universe.pairs import Asked, ByDiagrams
from mjrules.universe.progress import Progress
from mjrules.universe.questions import SPACE_OPTIONS
from mjrules.universe.relating import relate
from mjrules.universe.relations import FORMS, RELATED, load
from mjrules.universe.symbolic import Symbolic
from test_exclusions import ROWS, name, unproved

NOT_THERE = "the two never meet"
"""A variant may keep a fan out of the hands of another: then there is nothing to force."""
UNDER_A_CHOICE = {
    (
        "last_discard_replacement",
        "out_with_replacement_tile",
        "self_drawn",
    ): "a win by the last discard has no 自摸 to bar",
}
"""What is not forced under some choice of a ruling (ruling, fan, the other), and why barring it does no harm."""


def main() -> None:
    faults = [*_file_made_anew(), *_engines_apart(), *_rows_unproved()]
    print("\n".join(faults) or "all as it is said to be")
    sys.exit(bool(faults))


def _file_made_anew() -> Iterator[str]:
    made = relations.written(relate(ByDiagrams(Symbolic(), _told("relations"))))
    if made != relations.FILE.read_bytes():
        yield f"{relations.FILE.name}: made anew, it differs"


def _engines_apart() -> Iterator[str]:
    counted = census.load()
    fans = [FANS[fan] for fan in RELATED]
    numbers = {"and": counted.meet(fans).tolist(), "and not": counted.but_not(fans).tolist()}
    for (one, fan), (two, other) in product(enumerate(RELATED), repeat=2):
        if fan == other:
            found, said = numbers["and"][one][two], load().states(fan)
            yield from _apart(FANS[fan], fan, found, said, counted)
            continue
        relation = load().between(fan, other)
        for joint, condition, said in (
            ("and", FANS[fan] & FANS[other], relation.both),
            ("and not", FANS[fan] & ~FANS[other], relation.only),
        ):
            yield from _apart(condition, f"{fan} {joint} {other}", numbers[joint][one][two], said, counted)


def _apart(condition: Pattern, words: str, found: int, said: int, counted: Asked) -> Iterator[str]:
    if found != said:
        yield f"{words}: the census counts {found:,}, the file says {said:,}"
        yield from breakdown(condition, {"diagrams": Symbolic(), "census": counted})


def breakdown(condition: Pattern, engines: Mapping[str, Asked]) -> Iterator[str]:
    """Where engines part: by form, way of winning and claimed groups."""
    claimed = [~Flag(CLAIMS[0]), *(Flag(some) & ~Flag(more) for some, more in pairwise(CLAIMS))]
    for form, drawn, (number, claim) in product(FORMS, (False, True), enumerate([*claimed, Flag(CLAIMS[-1])])):
        part = condition & FormIs(form) & (SELF_DRAWN if drawn else ~SELF_DRAWN) & claim
        found = {id: engine.states(part) for id, engine in engines.items()}
        if len({*found.values()}) > 1:
            way = "self-drawn" if drawn else "by a discard"
            yield f"  {form}, {way}, {number} claimed: " + ", ".join(f"{id} {n:,}" for id, n in found.items())


def _rows_unproved() -> Iterator[str]:
    """Rows whose fans a choice defines otherwise, or that another space may unsettle."""
    choices = [(ruling.id, choice) for ruling in rulings.all() for choice in ruling.choices.values()]
    told = _told("what is forced, by choices of rulings")
    for done, (ruling, choice) in enumerate(choices):
        told(done, len(choices))
        options = {name: value for name, value in choice.option.items() if name in SPACE_OPTIONS}
        for row in ROWS:
            if options or {row.fan, row.out} & choice.pattern.keys():
                one, other = (pattern(choice.pattern.get(fan, fan)) for fan in (row.fan, row.out))
                problem = unproved(_engine(tuple(options.items())), row, one, other)
                if problem not in (None, NOT_THERE) and (ruling, row.fan, row.out) not in UNDER_A_CHOICE:
                    yield f"{name(row.fan)} {name(row.out)}, under {ruling}={choice.id}: {problem}"
    told(len(choices), len(choices))


@cache
def _engine(options: tuple[tuple[str, str], ...]) -> Symbolic:
    return Symbolic(dict(options))


def _told(what: str) -> Progress:
    shown = sys.stderr.isatty()

    def progress(done: int, of: int) -> None:
        if shown:
            print(f"\r{what}: {done:,} of {of:,}", end="\n" if done == of else "", file=sys.stderr, flush=True)

    return progress


if __name__ == "__main__":
    main()
