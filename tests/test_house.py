"""The house itself: what is declared once is true everywhere it is used."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from mjrules import catalog

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
CONSTRAINTS = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
MODULES = sorted(p for folder in ("extract", "mjrules") for p in (ROOT / folder).rglob("*.py"))

# What a requirement is imported as, where the two names differ.
IMPORTED_AS = {"beautifulsoup4": "bs4", "python-docx": "docx"}


def requirement_name(requirement: str) -> str:
    return re.split(r"[<>=!~\[; ]", requirement, maxsplit=1)[0]


def imports_in(text: str) -> set[str]:
    return set(re.findall(r"^\s*(?:from|import) (\w+)", text, re.MULTILINE))


def test_golden_files_are_refreshed_only_on_purpose(pytestconfig: pytest.Config) -> None:
    """A run that rewrites what it should compare with proves nothing: with the flag on, this test is the reminder."""
    assert pytestconfig.getoption("--refresh-golden") is False, "golden files were written; read the diff, run again"


def test_every_requirement_has_a_pinned_version() -> None:
    pinned = {line.partition("==")[0].lower().replace("_", "-") for line in CONSTRAINTS if "==" in line}
    wanted = [*PROJECT["project"]["dependencies"], *EXTRAS["dev"], *EXTRAS["browser"], *EXTRAS["pdf"]]
    assert [name for each in wanted if (name := requirement_name(each).lower().replace("_", "-")) not in pinned] == []


def test_constraints_hold_versions_and_nothing_else() -> None:
    """No addresses, no paths, no options: the file works against any index."""
    odd = [line for line in CONSTRAINTS if not re.fullmatch(r"#.*|[A-Za-z0-9_.-]+==[A-Za-z0-9_.!+-]+", line)]
    assert odd == []


@pytest.mark.parametrize("requirement", PROJECT["project"]["dependencies"])
def test_every_dependency_is_used(requirement: str) -> None:
    name = requirement_name(requirement)
    module = IMPORTED_AS.get(name, name)
    # beautifulsoup4 loads lxml by name, without an import of ours.
    used = any(module in imports_in(path.read_text("utf-8")) for path in MODULES)
    assert used or (module == "lxml" and any('"lxml"' in path.read_text("utf-8") for path in MODULES))


def test_import_stays_light() -> None:
    """Heavy packages are imported by the functions that need them, never by ``import mjrules`` or by the help."""
    heavy = "opencc rapidfuzz docx bs4 lxml rich jinja2 openpyxl charset_normalizer numpy oxidd lark pdfplumber"
    program = (
        "import sys\nfrom mjrules.cli.app import run\nrun(['--help'])\n"
        f"print(sorted(set({heavy.split()}) & set(sys.modules)))"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert said.stdout.splitlines()[-1] == "[]"


def test_import_alone_brings_nothing_along() -> None:
    program = "import sys; before = set(sys.modules); import mjrules; print(sorted(set(sys.modules) - before))"
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert said.stdout.strip() == "['mjrules']"


# Who may import whom: a room knows the rooms named here and itself.
_BASICS = ("mjrules.__version__", "mjrules.claims", "mjrules.errors", "mjrules.names", "mjrules.texts")
ROOMS = {
    "extract": _BASICS,
    "mjrules/audit": (
        *(*_BASICS, "mjrules.rulesets", "mjrules.rulings", "mjrules.fans", "mjrules.pattern", "mjrules.groups"),
        *("mjrules.hand", "mjrules.tiles", "mjrules.score", "mjrules.universe"),
    ),
    "mjrules/rulesets": (*_BASICS, "mjrules.rulings", "mjrules.fans", "mjrules.pattern", "mjrules.groups"),
    "mjrules/render": (
        *_BASICS,
        *("mjrules.rulesets", "mjrules.rulings", "mjrules.audit", "mjrules.score", "mjrules.universe"),
        *("mjrules.hand", "mjrules.problems", "mjrules.tiles"),
    ),
    "mjrules/pattern": ("mjrules.groups", "mjrules.tiles", "mjrules.pattern"),
    "mjrules/fans": ("mjrules.pattern", "mjrules.groups", "mjrules.tiles"),
    "mjrules/score": (
        *("mjrules.names", "mjrules.errors", "mjrules.texts", "mjrules.rulesets", "mjrules.rulings", "mjrules.fans"),
        *("mjrules.pattern", "mjrules.groups", "mjrules.hand", "mjrules.tiles"),
    ),
    "mjrules/universe": (
        *(*_BASICS, "mjrules.rulesets", "mjrules.rulings", "mjrules.fans", "mjrules.pattern", "mjrules.groups"),
        *("mjrules.hand", "mjrules.tiles", "mjrules.problems", "mjrules.score"),
    ),
}


def rooms_in(text: str) -> set[str]:
    """The modules of ours a module imports: «from mjrules import names» is mjrules.names."""
    found = re.findall(r"^\s*from ((?:mjrules|extract)\b[\w.]*) import (.*)$", text, re.MULTILINE)
    return {
        f"mjrules.{name.split()[0]}" if module == "mjrules" else module
        for module, names in found
        for name in names.split(",")
    }


@pytest.mark.parametrize("room", ROOMS)
def test_imports_run_one_way(room: str) -> None:
    allowed = (*ROOMS[room], room.replace("/", "."))
    strangers = [
        f"{path.name} imports {module}"
        for path in (ROOT / room).rglob("*.py")
        for module in sorted(rooms_in(path.read_text("utf-8")))
        if not any(f"{module}.".startswith(f"{known}.") for known in allowed)
    ]
    assert strangers == []


def test_make_help_names_a_purpose_for_every_target() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = set(re.findall(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)[0].split())
    described = set(re.findall(r"^([a-z]+):.*## .+", makefile, re.MULTILINE))
    assert described == targets


def committed_texts() -> list[Path]:
    """Every text file a clone has: what git knows, without what is binary."""
    said = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    binary = {".docx", ".xlsx", ".png", ".npz"}
    found = [ROOT / name for name in said.stdout.split("\0") if name]
    return [path for path in found if path.is_file() and path.suffix not in binary]


def test_no_path_of_this_machine_is_committed() -> None:
    ours = [f"{path}/" for path in (ROOT, Path.home()) if path != Path("/")]
    assert [path.name for path in committed_texts() if any(each in path.read_text("utf-8") for each in ours)] == []


def test_no_marks_of_a_merge_are_committed() -> None:
    marks = re.compile(r"^(?:<{7}|>{7}) ", re.M)
    assert [path.name for path in committed_texts() if marks.search(path.read_text("utf-8"))] == []


def han_runs(text: str, length: int = 12) -> set[str]:
    """All runs of Chinese characters of that length; pinyin annotations do not interrupt one."""
    plain = re.sub(r"【[^】]*】", "", text)
    runs = re.findall(r"[\u3400-\u9fff]+", plain)
    return {run[i : i + length] for run in runs for i in range(len(run) - length + 1)}


@pytest.mark.originals
def test_no_sentence_of_an_original_is_committed() -> None:
    """The originals are third-party texts: names and numbers are facts, sentences are not ours to publish."""
    folder = catalog.originals_dir()
    assert folder
    theirs = {run for path in folder.glob("*.txt") for run in han_runs(path.read_text("utf-8"))}
    copied = {path.name: hits for path in committed_texts() if (hits := theirs & han_runs(path.read_text("utf-8")))}
    assert theirs
    assert copied == {}
