"""docs/schema/mjrules-1.json: made from the types, and true of what the commands print."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest

import test_cli
from mjrules.audit.model import Audit
from mjrules.claims import SCHEMA
from mjrules.render.answers import Comparison, Failed, KnownCounts, Refused, Scored, Total, Waits
from mjrules.render.json import Extraction
from mjrules.render.rulings import Rulings
from mjrules.render.table import FanTable
from mjrules.render.why import Check
from mjrules.universe.difference import Diff
from mjrules.universe.exclusions import Exclusions
from mjrules.universe.questions import Counted, Found, Proof
from mjrules.universe.relations import Relations

Run = Callable[..., test_cli.Said]
run = test_cli.run

PAGE = Path(__file__).parents[1] / "docs" / "schema" / "mjrules-1.json"
DIALECT = "https://json-schema.org/draft/2020-12/schema"

# What the commands print, each document or line of it.
PUBLISHED = (
    *(Extraction, FanTable, Check, Audit, Rulings),
    *(Scored, Total, Failed, Comparison, Waits),
    *(Proof, Found, Counted, Refused, KnownCounts, Diff, Relations, Exclusions),
)

HAND = "[123m,1][EEE,1]45p78966s6p|EE1000|a"
BARRED = "123m456p789s1122s3s"


def schema() -> dict[str, Any]:
    answers, parts = msgspec.json.schema_components(PUBLISHED, ref_template="#/$defs/{name}")
    return {"$schema": DIALECT, "title": SCHEMA, "anyOf": list(answers), "$defs": dict(sorted(parts.items()))}


def test_the_schema_is_that_of_the_types(golden: Callable[[str, str], None]) -> None:
    golden("../../docs/schema/mjrules-1.json", json.dumps(schema(), indent=2, ensure_ascii=False) + "\n")


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(json.loads(PAGE.read_text("utf-8")))


def problems(answer: object, kind: type[msgspec.Struct]) -> list[str]:
    """What in an answer is not as the type says. Fields that the type does not have are wrong too."""
    whole = json.loads(PAGE.read_text("utf-8"))
    strict = {name: closed(part) for name, part in whole["$defs"].items()}
    validator = jsonschema.Draft202012Validator({"$ref": f"#/$defs/{kind.__name__}", "$defs": strict})
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(answer)]


def closed(part: dict[str, Any]) -> dict[str, Any]:
    return part | {"additionalProperties": False} if "properties" in part else part


@pytest.mark.parametrize(
    ("args", "kind"),
    [
        (["extract", "--format", "json"], Extraction),
        (["table", "--format", "json"], FanTable),
        (["table", "--ruleset", "gb1998", "--format", "json"], FanTable),
        (["audit", "--format", "json"], Audit),
        (["score", HAND, "--format", "json"], Scored),
        (["score", HAND, "--format", "json", "--rule", "nine_gates=final_shape"], Scored),
        (["score", HAND, "--format", "json", "--ruleset", "printed:pinyin-page"], Scored),
        (["score", BARRED, "--format", "json"], Failed),
        (["score", "10m", "--format", "json"], Failed),
        (["score", HAND, "--compare", "--format", "json"], Comparison),
        (["score", "[1111m][9999s]234p567p5s5s", "--compare", "--format", "json"], Comparison),
        (["score", HAND, "--compare", "--format", "json", "--ruleset", "printed:pinyin-page"], Comparison),
        (["waits", "1111m234567s789p", "--format", "json"], Waits),
        (["waits", "123m456m789m23p55p|EE0001", "--format", "json"], Waits),
        (["rulings", "--format", "json"], Rulings),
        (["relations", "--format", "json"], Relations),
        (["relations", "--ruleset", "gb1998", "--format", "json"], Exclusions),
    ],
)
def test_what_is_printed_is_as_published(run: Run, args: list[str], kind: type[msgspec.Struct]) -> None:
    said = run(*args)
    found = [json.loads(each) for each in ([said.out] if said.out.startswith("{\n") else said.out.splitlines())]
    assert found
    assert [each for answer in found for each in problems(answer, kind)] == []


@pytest.mark.parametrize("totals", [[], ["--totals"]])
def test_answers_to_lines_are_as_published(run: Run, tmp_path: Path, totals: list[str]) -> None:
    path = tmp_path / "hands.jsonl"
    path.write_text("\n".join([json.dumps({"hand": hand}) for hand in (HAND, BARRED, "10m")] + ["x"]), "utf-8")
    said = run("score", "--input", path, *totals)
    kinds = (Total if totals else Scored, Failed, Failed, Failed)
    found = [problems(json.loads(line), kind) for line, kind in zip(said.out.splitlines(), kinds, strict=True)]
    assert found == [[]] * 4


def test_the_schema_can_find_something(run: Run) -> None:
    answer = json.loads(run("score", HAND, "--format", "json").out)
    assert problems(answer | {"total": "14"}, Scored) == ["$.total: '14' is not of type 'integer'"]
    assert len(problems({"hand": HAND, "shape": 1}, Failed)) == 2
