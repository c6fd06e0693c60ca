"""``mjrules universe``: the known numbers, where the engines part, and the file of the census made anew."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import test_cli
import test_schema
from mjrules.render.answers import KnownCounts
from mjrules.universe import census, symbolic
from mjrules.universe.census import file
from mjrules.universe.known import KNOWN

Run = Callable[..., test_cli.Said]
run = test_cli.run

NUMBERS = {known.id: 1000 + number for number, known in enumerate(KNOWN)}


@pytest.fixture
def engines(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """Engines that come to the same numbers at once; what is changed in the result changes the census."""
    counted = dict(NUMBERS)
    monkeypatch.setattr(symbolic, "counts", lambda: NUMBERS)
    monkeypatch.setattr(census, "counts", lambda: counted)
    return counted


def test_engines_that_agree(run: Run, engines: dict[str, int]) -> None:
    said = run("universe", "--engine", "both", "--lang", "en")
    assert (said.code, said.err) == (0, "")
    assert "1,005  of these, hands without honours" in said.out
    assert said.out.rstrip().endswith("Both engines agree on every number.")


def test_engines_that_part_are_told_with_both_numbers(run: Run, engines: dict[str, int]) -> None:
    engines["thirteen_orphans"] = 14
    said = run("universe", "--engine", "both", "--lang", "zh-Hans")
    assert said.code == 1
    assert "决策图 1,011、普查 14" in said.out
    assert "必有一错" in said.out


def test_the_json_has_units_and_engines(run: Run, engines: dict[str, int]) -> None:
    said = run("universe", "--engine", "both", "--format", "json")
    answer = json.loads(said.out)
    assert test_schema.problems(answer, KnownCounts) == []
    assert answer["counts"][0]["counted"] == {"diagrams": 1000, "census": 1000}


class Made:
    """A census that is quickly made."""

    def save(self, path: Path) -> None:
        path.write_bytes(b"new")


@pytest.mark.parametrize(("before", "said_so"), [(b"new", "as it was"), (b"old", "it differs"), (None, "it differs")])
def test_a_rebuilt_file_says_whether_it_is_another(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, before: bytes | None, said_so: str
) -> None:
    path = tmp_path / "census.npz"
    if before is not None:
        path.write_bytes(before)
    monkeypatch.setattr(file, "PATH", path)
    monkeypatch.setattr(census, "rebuild", lambda progress: Made())
    said = run("universe", "--rebuild", "--lang", "en")
    assert (said.code, said.out) == (0, "")
    assert said_so in said.err
    assert path.read_bytes() == b"new"


def test_an_interrupted_rebuild_leaves_the_old_file(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "census.npz"
    path.write_bytes(b"old")
    monkeypatch.setattr(file, "PATH", path)

    def interrupted(progress: object) -> Made:
        raise KeyboardInterrupt

    monkeypatch.setattr(census, "rebuild", interrupted)
    assert run("universe", "--rebuild").code == 130
    assert (path.read_bytes(), [each.name for each in tmp_path.iterdir()]) == (b"old", ["census.npz"])
