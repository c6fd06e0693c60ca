"""SARIF: what code hosts and editors open must be the right file at the right line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

import pytest

from judged import judged, unjudged
from mjrules.audit.codes import explain
from mjrules.audit.model import AuditedSource, Statement
from mjrules.claims import Place
from mjrules.cli.inputs import find_inputs, read_inputs
from mjrules.render import sarif
from mjrules.render.sarif import audit_sarif
from test_render import audited, small


def run_of(found: Any) -> Any:
    [run] = json.loads(audit_sarif(found, "en"))["runs"]
    return run


def location(place: Place | None, format_: str = "txt", path: str = "rules.txt") -> Any:
    source = AuditedSource("s", "S", path, format_, 1, 1, 0, 1)
    return sarif._location(Statement("s", 1, place, "四归一 2"), source)["physicalLocation"]


REGIONS = [
    (Place(31, 33), {"startLine": 31, "endLine": 33}, "whole lines"),
    (Place(31, 31, 5, 9), {"startLine": 31, "endLine": 31, "startColumn": 5, "endColumn": 10}, "behind the last sign"),
    (Place(31, 32, 1, 4), {"startLine": 31, "endLine": 32, "startColumn": 1, "endColumn": 5}, "from the first column"),
    (Place(31, 0), {"startLine": 31, "endLine": 31}, "no line before the first"),
]


@pytest.mark.parametrize(("place", "region", "reason"), REGIONS)
def test_a_place_is_a_region(place: Place, region: dict[str, int], reason: str) -> None:
    assert location(place)["region"] == region, reason


def test_a_block_of_a_word_file_is_no_line() -> None:
    source = AuditedSource("s", "S", "rules.docx", "docx", 1, 1, 0, 1)
    found = sarif._location(Statement("s", 1, Place(31, 31, path="table 2, row 5, cell 3"), None), source)
    assert "region" not in found["physicalLocation"], "an editor would open the wrong place"
    assert found["logicalLocations"][0]["name"] == "table 2, row 5, cell 3"


def test_a_statement_without_a_place_names_the_file() -> None:
    assert location(None) == {"artifactLocation": {"uri": "rules.txt", "uriBaseId": "%SRCROOT%"}}


def test_files_are_named_from_the_folder_we_are_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs").mkdir()
    inside = location(None, path=str(tmp_path / "docs" / "规则 1.txt"))["artifactLocation"]
    assert inside == {"uri": "docs/%E8%A7%84%E5%88%99%201.txt", "uriBaseId": "%SRCROOT%"}
    outside = location(None, path=str(tmp_path.parent / "规则 1.txt"))["artifactLocation"]
    assert outside == {"uri": (tmp_path.parent / "规则 1.txt").as_uri()}


def test_the_words_stand_where_it_points(tmp_path: Path) -> None:
    """Read from real files, as an editor would: the quotation lies within the region."""
    text = "国标麻将番种\n\n6番\n\n1 双暗杠 手里有两副暗杠。不计双暗刻。\n\n2 碰碰和 四副刻子或杠，加一对将。\n"
    files = [tmp_path / "a.txt", tmp_path / "b.txt"]
    files[0].write_text(text, "utf-8")
    files[1].write_text("\n\n" + text.replace("6番", "8番").replace("双暗刻", "暗杠"), "utf-8")
    read = read_inputs(find_inputs([str(each) for each in files], "en"), "en").read
    found, _, _ = audited(read, None)
    points = 0
    results = [each for each in run_of(found)["results"] if each["message"]["text"].startswith("Two Concealed Kongs")]
    for result in results:
        for each in result["locations"]:
            physical = each["physicalLocation"]
            lines = Path(unquote(urlparse(physical["artifactLocation"]["uri"]).path)).read_text("utf-8").splitlines()
            region = physical["region"]
            shown = "\n".join(lines[region["startLine"] - 1 : region["endLine"]])
            points += result["ruleId"] == "points-differ"
            assert "双暗杠" in shown, result["message"]["text"]
            assert region.get("endColumn", 1) <= len(lines[region["endLine"] - 1]) + 1
    assert points == 2


def test_results_name_their_rule_and_differ() -> None:
    found, _, _ = audited(small())
    run = run_of(found)
    rules = run["tool"]["driver"]["rules"]
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert explain(result["ruleId"]).settle in rules[result["ruleIndex"]]["help"]["text"]
    prints = [each["partialFingerprints"]["mjrules/1"] for each in run["results"]]
    assert len(set(prints)) == len(prints) == len(found.discrepancies)


def test_verdicts_stand_in_the_message() -> None:
    found, _, _ = judged()
    told = " ".join(each["message"]["text"] for each in run_of(found)["results"])
    assert "too broad" in told
    assert "Hands that score differently: 1,234" in told
    assert "Hands" not in json.dumps(run_of(unjudged(audited(small())[0]))["results"])
