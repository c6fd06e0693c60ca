"""The mutation run: every mutant against the cases; a survivor without an explanation is a gap (``make verify``)."""

from __future__ import annotations

import argparse
import re
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import verification
from mjrules import pattern as p
from mjrules.fans import FANS, VARIANTS
from mjrules.rulesets.resolve import resolve
from mjrules.score import counting
from mjrules.score.scorer import Scorer, scorer
from mutation.cases import Case, Where, in_other_suits_and_winds, own_cases, untouched_by_choices
from mutation.mutants import Mutant, mutants

EXPLAINED = Path(__file__).parent / "survivors.toml"


def main() -> int:
    asked = _arguments()
    started = time.monotonic()
    all_mutants = [mutant for mutant in mutants() if asked.only in str(mutant)]
    cases = gathered()
    progress = verification.with_progress(all_mutants, len(all_mutants), "mutants", every=20)
    survivors = [str(mutant) for mutant in progress if not killed(mutant, cases)]
    reasons = {survivor: reason for survivor in survivors if (reason := reason_for(survivor))}
    lines = [*_report(all_mutants, survivors, reasons)]
    print("\n".join(lines))
    print(f"{sum(map(len, cases.values()))} cases, {time.monotonic() - started:.0f} s", file=sys.stderr)
    open_ones = [survivor for survivor in survivors if survivor not in reasons]
    stale = [] if asked.only else [each for each in explained() if not any(re.fullmatch(each, s) for s in survivors)]
    for survivor in open_ones:
        print(f"survives without a reason: {survivor}", file=sys.stderr)
    for each in stale:
        print(f"explained in {EXPLAINED.name}, but killed or gone: {each}", file=sys.stderr)
    if asked.write:
        verification.write("mutation", lines)
    return 1 if open_ones or stale else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m mutation", description=__doc__)
    parser.add_argument("--only", default="", metavar="TEXT", help="only mutants whose description has this text")
    parser.add_argument("--write", action="store_true", help="put the numbers into docs/verification.md")
    return parser.parse_args()


def killed(mutant: Mutant, cases: Mapping[Where, Sequence[Case]]) -> bool:
    """Whether a case notices."""
    with patched(mutant.patterns):
        for where in mutant.where:
            broken = Scorer(mutant.change(resolve(where[0], dict(where[1]))))
            try:
                if any(case.fails(broken) for case in cases[where]):
                    return True
            except KeyError:  # a flag that no pattern asks for any more: the scorer stops, which is noticed
                return True
    return False


def gathered() -> dict[Where, list[Case]]:
    """The cases by where they belong, hands as they are written first; all are right while nothing is broken."""
    cases = [*own_cases()]
    if wrong := [str(case.hand) for case in cases if case.fails(scorer(*case.where))]:
        sys.exit(f"nothing is broken, and these cases fail: {', '.join(wrong)}")
    cases += untouched_by_choices(cases)
    found: dict[Where, list[Case]] = {}
    for case in (*cases, *in_other_suits_and_winds(cases)):
        found.setdefault(case.where, []).append(case)
    return found


@contextmanager
def patched(patterns: Mapping[str, p.Pattern]) -> Iterator[None]:
    """With these patterns in place of the fans' own."""
    table = [(FANS if id in FANS else VARIANTS, id, changed) for id, changed in patterns.items()]
    whole = [(where, id, where[id]) for where, id, _ in table]
    each = dict(counting.EACH)
    try:
        for where, id, changed in table:
            where[id] = changed
            if isinstance(changed, p.Each):
                counting.EACH[counting.NUMBER[id]] = changed.of.members
        if table:
            counting.compiled.cache_clear()
        yield
    finally:
        for where, id, defined in whole:
            where[id] = defined
        counting.EACH.update(each)
        if table:
            counting.compiled.cache_clear()


@cache
def explained() -> dict[str, str]:
    """Patterns of the survivors that are known, and why nothing can notice them."""
    groups = tomllib.loads(EXPLAINED.read_text("utf-8"))["groups"]
    return {survivor: group["reason"] for group in groups for survivor in group["survivors"]}


def reason_for(survivor: str) -> str | None:
    return next((reason for each, reason in explained().items() if re.fullmatch(each, survivor)), None)


def _report(all_mutants: Sequence[Mutant], survivors: Sequence[str], reasons: Mapping[str, str]) -> Iterator[str]:
    number = Counter(mutant.kind for mutant in all_mutants)
    alive = Counter(survivor.partition(":")[0] for survivor in survivors)
    yield from verification.table(
        ("what was broken", "mutants", "killed by a case", "explained"),
        ((kind, number[kind], number[kind] - alive[kind], alive[kind]) for kind in number),
    )
    yield ""
    yield from verification.table(
        ("survivors", "why no hand can tell them"),
        ((n, reason) for reason, n in Counter(reasons.values()).items()),
    )


if __name__ == "__main__":
    sys.exit(main())
