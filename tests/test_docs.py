"""The documents say what is true: their examples run, their lists are complete."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from extract.repair.steps import STEPS
from mjrules.audit.codes import codes, explain
from mjrules.cli.app import run

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), ROOT / "sources" / "README.md"])


def _examples() -> list[tuple[str, str]]:
    found = []
    for page in PAGES:
        for block in re.findall(r"```console\n(.*?)```", page.read_text("utf-8"), re.S):
            found += [(page.name, block)]
    return found


@pytest.mark.parametrize(("page", "example"), _examples())
def test_an_example_prints_what_the_page_shows(
    page: str, example: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The lines shown stand in the output in this order; a line … leaves some out."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("MJRULES_ORIGINALS", str(tmp_path))  # a folder without originals: what a reader's clone has
    first, *shown = example.splitlines()
    run(shlex.split(first.removeprefix("$ mjrules ")))
    printed = iter(capsys.readouterr().out.splitlines())
    for line in shown:
        if line != "…":
            assert any(line in other for other in printed), f"{page}: {line!r} is not printed there"


@pytest.mark.parametrize("page", ["README.md", "README.zh-CN.md"])
def test_the_python_example_runs(
    page: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    for code in re.findall(r"```python\n(.*?)```", (ROOT / page).read_text("utf-8"), re.S):
        exec(compile(code, page, "exec"), {})
    printed = capsys.readouterr().out
    assert "range-impossible pure_straight" in printed
    assert "points-differ" not in printed  # both sources say 6 for 双暗杠, the one fan whose points are disputed


def test_every_repair_step_is_explained() -> None:
    page = (ROOT / "docs" / "reading.md").read_text("utf-8")
    assert re.findall(r"^\| `([\w-]+)` \|", page, re.M) == [kind for kind, _ in STEPS]


@pytest.mark.parametrize(("page", "lang"), [("discrepancies.md", "en"), ("discrepancies.zh-CN.md", "zh-Hans")])
def test_the_page_of_discrepancies_is_the_table_of_texts(
    page: str, lang: str, golden: Callable[[str, str], None]
) -> None:
    golden(f"../../docs/{page}", discrepancies_page(lang))


def discrepancies_page(lang: str) -> str:
    heads = {
        "en": ("# What can be wrong in a document?", "Why it matters", "How to settle it"),
        "zh-Hans": ("# 文档会有哪些问题？", "为什么重要", "怎样处理"),
    }
    title, why, settle = heads[lang]
    parts = [title]
    for code in codes():
        told = explain(code, lang)
        parts.append(
            f"## `{code}`\n\n**{told.title}.** {told.meaning}\n\n*{why}.* {told.why}\n\n*{settle}.* {told.settle}"
            if lang == "en"
            else f"## `{code}`\n\n**{told.title}。**{told.meaning}\n\n*{why}：*{told.why}\n\n*{settle}：*{told.settle}"
        )
    return "\n\n".join(parts) + "\n"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), f"{page.name}: {target}"
