"""The documents say what is true: their examples run, their lists are complete."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from extract.repair.steps import STEPS
from mjrules import rulesets, texts
from mjrules.audit import audit
from mjrules.audit.codes import codes, explain
from mjrules.cli.app import run
from mjrules.render.markdown import escape
from test_audit import load_cases, read_tables

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), ROOT / "sources" / "README.md"])


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


HEADS = {
    "en": ("What can be wrong in a document?", "Why it matters", "How to settle it", "Example"),
    "zh-Hans": ("文档会有哪些问题？", "为什么重要", "怎样处理", "例"),
}
SUFFIX = {"en": ".md", "zh-Hans": ".zh-CN.md"}


def discrepancies_page(lang: str) -> str:
    title, why, settle, _ = HEADS[lang]
    parts = [f"# {title}"]
    for code in codes():
        told = explain(code, lang)
        head = f"## [`{code}`](codes/{code}{SUFFIX[lang]})"
        parts.append(
            f"{head}\n\n**{told.title}.** {told.meaning}\n\n*{why}.* {told.why}\n\n*{settle}.* {told.settle}"
            if lang == "en"
            else f"{head}\n\n**{told.title}。**{told.meaning}\n\n*{why}：*{told.why}\n\n*{settle}：*{told.settle}"
        )
    return "\n\n".join(parts) + "\n"


@pytest.mark.parametrize("lang", HEADS)
@pytest.mark.parametrize("code", codes())
def test_each_code_has_a_page_with_an_example_that_is_run(
    code: str, lang: str, golden: Callable[[str, str], None]
) -> None:
    golden(f"../../docs/codes/{code}{SUFFIX[lang]}", code_page(code, lang))


def test_no_page_stands_for_a_code_that_is_none() -> None:
    pages = {path.name.partition(".")[0] for path in (ROOT / "docs" / "codes").glob("*.md")}
    assert pages == set(codes())


def code_page(code: str, lang: str) -> str:
    told = explain(code, lang)
    back, why, settle, example = HEADS[lang]
    parts = [f"# `{code}`: {told.title}", told.meaning, f"## {why}", told.why, f"## {example}", *_example(code, lang)]
    return "\n\n".join([*parts, f"## {settle}", told.settle, f"[{back}](../discrepancies{SUFFIX[lang]})"]) + "\n"


def _example(code: str, lang: str) -> Iterator[str]:
    """The first case of the code that finds something: what the sources state, and what the audit says of it."""
    case = next(each for each in load_cases("audit_codes.toml")["case"] if each["code"] == code and each["finds"])
    rules = rulesets.load("gb1998") if case.get("ruleset") else None
    colon = ": " if lang == "en" else "："
    found = audit(read_tables(case["sources"]), rules, lang=lang).discrepancies
    lines = [
        f"{id}:{number}  {line}"
        for id, table in case["sources"].items()
        for number, line in enumerate(table.strip().splitlines(), start=1)
    ]
    yield "```text\n" + "\n".join(lines) + "\n```"
    for each in found:
        if each.code == code:
            yield f"> {texts.say('report', each.level, lang)}{colon}{escape(each.message)}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), f"{page.name}: {target}"
