"""What all tests share: the flag that refreshes golden files, and the means some tests need.

Options and markers are the whole interface; ``pytest --markers`` lists them.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

GOLDEN = Path(__file__).parent / "golden"
IN_CI = os.environ.get("CI", "").lower() in {"1", "true"}
MUST_BE_SEEN = {"originals", "cases"}
"""Without these CI would prove too little."""

# A time limit an example would make slow machines fail; in CI the same examples run every time.
settings.register_profile("mjrules", deadline=None, derandomize=IN_CI)
settings.load_profile("mjrules")


def find_chromium() -> str | None:
    """The system's Chromium; Playwright's own browsers are not used."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return next((found for name in names if (found := shutil.which(name))), None)


def missing_originals() -> str | None:
    from mjrules import catalog

    if catalog.originals_present():
        return None
    return "the original documents are not here (set MJRULES_ORIGINALS to their folder)"


def missing_browser() -> str | None:
    if importlib.util.find_spec("playwright") is None:
        return "Playwright is not installed (extra 'browser')"
    return None if find_chromium() else "no Chromium on this machine"


def missing_office() -> str | None:
    return None if shutil.which("soffice") else "no LibreOffice (soffice) on this machine"


def missing_pdf() -> str | None:
    return None if importlib.util.find_spec("pdfplumber") else "pdfplumber is not installed (extra 'pdf')"


def missing_cases() -> str | None:
    from hand_cases import CASES_VARIABLE, given_folder

    if (given_folder() / "hands_agreed.jsonl").is_file():
        return None
    return f"the given hands are not here (set {CASES_VARIABLE} to their folder)"


def missing_peer() -> str | None:
    if importlib.util.find_spec("MahjongGB"):
        return None
    return "PyMahjongGB is not installed (extra 'peer'; it needs a C++ compiler)"


MEANS: dict[str, Callable[[], str | None]] = {
    "originals": missing_originals,
    "cases": missing_cases,
    "peer": missing_peer,
    "browser": missing_browser,
    "office": missing_office,
    "pdf": missing_pdf,
}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--refresh-golden",
        action="store_true",
        default=False,
        help="write the golden files anew instead of comparing with them; read the diff before you keep it",
    )


def pytest_runtest_setup(item: pytest.Item) -> None:
    for marker, missing in MEANS.items():
        if item.get_closest_marker(marker) and (reason := missing()):
            if marker in MUST_BE_SEEN and IN_CI:
                pytest.fail(f"CI must see them: {reason}", pytrace=False)
            pytest.skip(reason)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many tests had to be left out, and for want of what."""
    reasons = Counter(
        report.longrepr[2].removeprefix("Skipped: ")
        for report in terminalreporter.stats.get("skipped", [])
        if isinstance(report.longrepr, tuple)
    )
    if reasons:
        terminalreporter.section("left out")
    for reason, count in sorted(reasons.items()):
        terminalreporter.line(f"{count} not run: {reason}")


@pytest.fixture(scope="session")
def chromium() -> str:
    """Path of the system's Chromium, for tests marked ``browser``."""
    found = find_chromium()
    assert found, "only tests marked 'browser' may ask for this"
    return found


@pytest.fixture
def golden(pytestconfig: pytest.Config) -> Callable[[str, str], None]:
    """Compare a text with ``tests/golden/NAME``; with ``--refresh-golden`` write it instead."""

    def compare(name: str, text: str) -> None:
        path = GOLDEN / name
        if pytestconfig.getoption("--refresh-golden"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="")
            return
        assert path.is_file(), f"{path.name} is missing: run pytest with --refresh-golden and read what it wrote"
        assert text == path.read_bytes().decode("utf-8")

    return compare
