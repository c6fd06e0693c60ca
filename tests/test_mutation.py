"""The mutation run itself, on the mutants that are quick to kill; ``make verify`` runs all of them."""

from __future__ import annotations

from collections import Counter

from mjrules.fans import FANS
from mjrules.groups import PUNG
from mjrules.pattern import count
from mjrules.score.scorer import scorer
from mutation.__main__ import explained, killed, patched, reason_for
from mutation.cases import Case, Where, own_cases
from mutation.mutants import Mutant, mutants
from mutation.patterns import changes

ALL = [*mutants()]


def cases_by_place() -> dict[Where, list[Case]]:
    found: dict[Where, list[Case]] = {}
    for case in own_cases():
        found.setdefault(case.where, []).append(case)
    return found


CASES = cases_by_place()


def test_cases_hold_while_nothing_is_broken() -> None:
    assert [case for cases in CASES.values() for case in cases if case.fails(scorer(*case.where))] == []
    assert not killed(Mutant("nothing", "nothing"), CASES)


def test_every_fan_and_every_default_is_held_by_a_case() -> None:
    """Each fan's points, each ruling's default, in all editions: a change of one turns a case red, or it is said why
    none can."""
    quick = [mutant for mutant in ALL if mutant.kind in ("points", "default")]
    assert [str(mutant) for mutant in quick if not killed(mutant, CASES) and not reason_for(str(mutant))] == []
    assert len(quick) > 400


def test_every_kind_of_mutant_is_made_and_each_has_a_name_of_its_own() -> None:
    kinds = Counter(mutant.kind for mutant in ALL)
    assert kinds.keys() == {
        *("points", "exclusion dropped", "exclusion widened", "default", "effect dropped", "pattern"),
    }
    assert [what for what, times in Counter(map(str, ALL)).items() if times > 1] == []


def test_a_change_is_one_and_is_undone() -> None:
    """Patterns are changed in place for the time of a run and are whole again afterwards."""
    whole = dict(FANS)
    changed = dict(changes(FANS["all_pungs"]))
    assert changed["3 for 4"] == count(PUNG, 3)
    with patched({"all_pungs": changed["3 for 4"]}):
        assert FANS["all_pungs"] == changed["3 for 4"]
    assert whole == FANS


def test_every_explanation_has_a_reason() -> None:
    assert [each for each, reason in explained().items() if not reason] == []
