"""Accepted discrepancies: what a baseline lets pass, what it does not, and that it never does so silently."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from datetime import date
from pathlib import Path

import msgspec
import pytest

from mjrules.audit.baseline import Accepted, Baseline, accept, compare, fingerprint
from mjrules.audit.model import Audit, Discrepancy
from mjrules.cli import baseline as files
from test_cli import EIGHT, SIX, Run, Said, documents, run  # noqa: F401 (fixtures)
from test_render import audited, complete, small

TODAY = date(2026, 3, 1)


@pytest.fixture(scope="module")
def result() -> Audit:
    return audited(small(), None)[0]


def listed(result: Audit, **fields: object) -> Baseline:
    return msgspec.structs.replace(accept(result.discrepancies, None), **fields)


CASES = [
    ({"reason": "house rules"}, "accepted", "a reason for all"),
    ({}, "unreasoned", "no reason"),
    ({"reason": "  "}, "unreasoned", "blanks are none"),
    ({"reason": "x", "until": TODAY}, "accepted", "the last day counts"),
    ({"reason": "x", "until": date(2026, 2, 28)}, "expired", "the day after does not"),
    ({"until": date(2026, 2, 28)}, "unreasoned", "what never was accepted does not expire"),
]


@pytest.mark.parametrize(("fields", "state", "reason"), CASES)
def test_what_is_accepted(result: Audit, fields: dict[str, object], state: str, reason: str) -> None:
    compared = compare(result, listed(result, **fields), TODAY)
    assert len(getattr(compared, state)) == len(result.discrepancies), reason
    assert compared.new == (() if state == "accepted" else result.discrepancies)
    assert compared.gone == ()


def test_an_entrys_own_reason_and_day_go_before_those_of_all(result: Audit) -> None:
    first, *rest = listed(result).accepted
    own = msgspec.structs.replace(first, reason="mine", until=date(2026, 1, 1))
    baseline = Baseline((own, *rest), "all", date(2027, 1, 1))
    compared = compare(result, baseline, TODAY)
    assert compared.expired == (own,)
    assert compared.new == result.discrepancies[:1]


def test_one_entry_accepts_one(result: Audit) -> None:
    doubled = msgspec.structs.replace(result, discrepancies=(*result.discrepancies, result.discrepancies[0]))
    assert compare(doubled, listed(result, reason="x"), TODAY).new == result.discrepancies[:1]


def test_what_is_gone_is_told(result: Audit) -> None:
    mended = msgspec.structs.replace(result, discrepancies=result.discrepancies[1:])
    compared = compare(mended, listed(result, reason="x"), TODAY)
    assert [each.id for each in compared.gone] == [fingerprint(result.discrepancies[0])]


def test_fingerprints_tell_discrepancies_apart() -> None:
    found = [each for make in (small, complete) for each in audited(make())[0].discrepancies]
    assert len({fingerprint(each) for each in found}) == len(found)


def test_writing_anew_keeps_reasons(result: Audit) -> None:
    first = msgspec.structs.replace(listed(result).accepted[0], reason="mine", until=TODAY, says="old words")
    kept = accept(result.discrepancies, Baseline((first,), "all"))
    assert (kept.reason, kept.accepted[0].reason, kept.accepted[0].until) == ("all", "mine", TODAY)
    assert kept.accepted[0].says == result.discrepancies[0].message
    assert [each.reason for each in kept.accepted[1:]] == [""] * (len(result.discrepancies) - 1)


@pytest.mark.parametrize("lang", ["en", "zh-Hans", "zh-Hant"])
def test_a_written_file_is_read_as_it_was(result: Audit, lang: str) -> None:
    odd = Accepted("c", "i", None, 'quotes " \\ \n\t \x7f 四', "why", TODAY)
    baseline = Baseline((odd, *listed(result).accepted), 'a "reason"', TODAY)
    assert msgspec.convert(tomllib.loads(files.text(baseline, lang)), Baseline) == baseline


# ---- on the command line ---------------------------------------------------------------------------------------------


@pytest.fixture
def accepted(run: Run, documents: tuple[Path, Path], tmp_path: Path) -> Path:  # noqa: F811
    path = tmp_path / "accepted.toml"
    assert run("audit", *documents, "--write-baseline", path).code == 1
    return path


def give(path: Path, line: str) -> None:
    path.write_text(path.read_text("utf-8").replace('reason = ""', line, 1), "utf-8")


def reason_and(path: Path, document: Path, content: str) -> None:
    give(path, 'reason = "x"')
    document.write_text(content, "utf-8")


Prepare = Callable[[Path, tuple[Path, Path]], None]
RUNS: list[tuple[str, Prepare, int, str]] = [
    ("no reason yet", lambda path, _: None, 1, "gives no reason"),
    ("a reason", lambda path, _: give(path, 'reason = "two schools"'), 0, "accepted by"),
    ("until today", lambda path, _: give(path, 'reason = "x"\nuntil = 2026-03-01'), 0, "accepted by"),
    ("until yesterday", lambda path, _: give(path, 'reason = "x"\nuntil = 2026-02-28'), 1, "2026-02-28"),
    ("a new one", lambda path, both: reason_and(path, both[0], SIX.replace("6番", "4番")), 1, "no longer found"),
    ("lines moved", lambda path, both: reason_and(path, both[1], "\n\n" + EIGHT), 0, "accepted by"),
]


@pytest.mark.parametrize(("label", "prepare", "code", "said"), RUNS, ids=[each[0] for each in RUNS])
def test_a_list_of_accepted_findings(
    run: Run,  # noqa: F811
    documents: tuple[Path, Path],  # noqa: F811
    accepted: Path,
    monkeypatch: pytest.MonkeyPatch,
    label: str,
    prepare: Prepare,
    code: int,
    said: str,
) -> None:
    monkeypatch.setattr(files, "today", lambda: TODAY)
    prepare(accepted, documents)
    ran = run("audit", *documents, "--baseline", accepted)
    assert (ran.code, said in ran.err) == (code, True), f"{label}: {ran.err}"


def test_every_report_tells_what_is_accepted(
    run: Run,  # noqa: F811
    documents: tuple[Path, Path],  # noqa: F811
    accepted: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """How many, why and until when; and of those whose day has passed that they count again."""
    monkeypatch.setattr(files, "today", lambda: TODAY)
    give(accepted, 'reason = "the club plays 1998"\nuntil = 2026-03-31')
    lines = accepted.read_text("utf-8")
    accepted.write_text(lines.replace("id = ", 'until = 2026-02-01\nreason = "not yet mended"\nid = ', 1), "utf-8")

    def report(form: str, *more: object) -> Said:
        return run("audit", *documents, "--baseline", accepted, "--format", form, *more)

    for form in ("text", "md", "html"):
        told = " ".join(report(form).out.replace("\\", "").split())
        assert "accepted until 2026-03-31, not among the findings: the club plays 1998" in told, form
        assert "1 accepted only until 2026-02-01, among the findings again: not yet mended" in told, form
        assert "Points differ between sources: " in told, form
    audit = json.loads(report("json").out)
    [expired] = audit["expired"]
    assert (expired["reason"], expired["until"]) == ("not yet mended", "2026-02-01")
    assert expired["found"] in audit["discrepancies"]
    assert {(each["reason"], each["until"]) for each in audit["accepted"]} == {("the club plays 1998", "2026-03-31")}
    assert not [each for each in audit["accepted"] if each["found"] in audit["discrepancies"]]
    [ran] = json.loads(report("sarif").out)["runs"]
    status = [each.get("suppressions", [{"status": ""}])[0]["status"] for each in ran["results"]]
    assert sorted(status) == sorted(["rejected", *["accepted"] * len(audit["accepted"])])
    assert "the club plays 1998" in ran["results"][-1]["suppressions"][0]["justification"]


def test_what_an_earlier_audit_has_is_counted_in_the_report(
    run: Run,  # noqa: F811
    documents: tuple[Path, Path],  # noqa: F811
    tmp_path: Path,
) -> None:
    earlier = tmp_path / "earlier.json"
    run("audit", *documents, "-o", earlier)
    said = run("audit", *documents, "--baseline", earlier)
    assert said.code == 0
    assert "known from an earlier audit, not among the findings" in said.out


BAD = ['accepted = 1\nreason = ""', "accepted = []\nuntil = 2026", "accepted = []\nresaon = 'x'", "[[accepted]]", "x ="]


@pytest.mark.parametrize("content", BAD)
def test_a_list_that_is_none_is_refused(
    run: Run,  # noqa: F811
    documents: tuple[Path, Path],  # noqa: F811
    tmp_path: Path,
    content: str,
) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(content, "utf-8")
    ran = run("audit", *documents, "--baseline", path)
    assert (ran.code, ran.out) == (2, "")
    assert str(path) in ran.err


def test_nothing_is_written_over_a_document_or_the_list_itself(
    run: Run,  # noqa: F811
    documents: tuple[Path, Path],  # noqa: F811
    accepted: Path,
) -> None:
    assert run("audit", *documents, "--write-baseline", documents[0]).code == 2
    assert run("audit", *documents, "--baseline", accepted, "--write-baseline", accepted).code == 2
    assert documents[0].read_text("utf-8") == SIX


def test_the_list_names_each_finding_for_its_reader(accepted: Path) -> None:
    entries = tomllib.loads(accepted.read_text("utf-8"))["accepted"]
    [points] = [each for each in entries if each["code"] == "points-differ"]
    assert points["fan"] == "two_concealed_kongs"
    assert "双暗杠" in points["says"]


def test_identity_leaves_places_out(result: Audit) -> None:
    def moved(found: Discrepancy) -> Discrepancy:
        says = tuple(msgspec.structs.replace(said, place=None) for said in found.says)
        return msgspec.structs.replace(found, says=says, message="in other words")

    assert [fingerprint(moved(each)) for each in result.discrepancies] == list(map(fingerprint, result.discrepancies))


# ---- explained -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "zh-Hans"])
def test_a_code_is_explained_without_reading_anything(run: Run, lang: str) -> None:  # noqa: F811
    from mjrules.audit.codes import codes, explain

    for code in codes():
        ran = run("audit", "--explain", code, "--lang", lang)
        assert (ran.code, ran.err) == (0, "")
        told = explain(code, lang)
        words = "".join(ran.out.split())
        for part in (told.title, told.meaning, told.why, told.settle):
            assert "".join(part.split()) in words


def test_an_unknown_code_is_refused_with_those_there_are(run: Run) -> None:  # noqa: F811
    ran = run("audit", "--explain", "no-such")
    assert (ran.code, ran.out) == (2, "")
    assert "points-differ, " in ran.err
