"""The command line: exit codes, messages, files written, languages, and what it does with bad input."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, NamedTuple

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjrules import catalog
from mjrules.cli import app, language, output
from mjrules.cli.output import refuse_to_overwrite, write_file
from mjrules.cli.speaking import long_name
from mjrules.render.width import columns, fold, visible, width
from mjrules.texts import LANGUAGES

COMMANDS = (
    *("audit", "extract", "table", "score", "waits"),
    *("prove", "find", "count", "relations", "diff", "universe", "rulings", "sources"),
)
SUBCOMMANDS = ("sources list", "sources show", "sources verify", "sources add")

# Two small documents that disagree on one fan. Their sentences are ours.
SIX = "国标麻将番种\n\n6番\n\n1 双暗杠 手里有两副暗杠。不计双暗刻。\n\n2 碰碰和 四副刻子或杠，加一对将。\n"
EIGHT = "国标麻将番种\n\n8番\n\n1 双暗杠 手里有两副暗杠。不计双暗刻。\n\n6番\n\n2 碰碰和 四副刻子或杠，加一对将。\n"


class Said(NamedTuple):
    code: int
    out: str
    err: str


Run = Callable[..., Said]


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command line here and says what came of it; the language is English unless a test sets one."""
    for name in ("MJRULES_LANG", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")

    def run(*args: str | Path) -> Said:
        code = app.run([str(arg) for arg in args])
        sys.stdout.flush()
        out, err = capfdbinary.readouterr()
        return Said(code, out.decode(), err.decode())

    return run


@pytest.fixture
def documents(tmp_path: Path) -> tuple[Path, Path]:
    six, eight = tmp_path / "six.txt", tmp_path / "eight.txt"
    six.write_text(SIX, "utf-8")
    eight.write_text(EIGHT, "utf-8")
    return six, eight


# Language


@pytest.mark.parametrize(
    ("args", "environ", "expected"),
    [
        ([], {}, "en"),
        ([], {"LANG": "zh_CN.UTF-8"}, "zh-Hans"),
        ([], {"LANG": "zh_SG"}, "zh-Hans"),
        ([], {"LANG": "zh_TW.UTF-8"}, "zh-Hant"),
        ([], {"LANG": "zh_HK.UTF-8"}, "zh-Hant"),
        ([], {"LANG": "zh_Hant_MO"}, "zh-Hant"),
        ([], {"LANG": "ja_JP.UTF-8"}, "en"),
        ([], {"LC_ALL": "C", "LANG": "zh_CN.UTF-8"}, "en"),  # LC_ALL is above LANG
        ([], {"LC_ALL": "", "LANG": "zh_CN.UTF-8"}, "zh-Hans"),  # an empty setting is none
        ([], {"MJRULES_LANG": "zh-Hant", "LANG": "zh_CN.UTF-8"}, "zh-Hant"),
        (["audit", "--lang", "en"], {"MJRULES_LANG": "zh-Hans"}, "en"),
        (["--lang=zh-Hans", "audit"], {}, "zh-Hans"),
        (["--lang", "en", "audit", "--lang", "zh-Hans"], {}, "zh-Hans"),  # the last one counts
        (["audit", "--", "--lang", "zh-Hans"], {}, "en"),  # a file of that name
        (["audit", "--lang"], {}, "en"),
    ],
)
def test_language(args: list[str], environ: dict[str, str], expected: str) -> None:
    assert language.choose(args, environ) == expected


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("command", ["", *COMMANDS, *SUBCOMMANDS])
def test_help_speaks_the_language_and_fits(run: Run, command: str, lang: str) -> None:
    said = run(*command.split(), "--help", "--lang", lang)
    assert (said.code, said.err) == (0, "")
    assert max(map(width, said.out.splitlines())) <= 80
    start = {"en": "Usage: mjrules", "zh-Hans": "用法：mjrules", "zh-Hant": "用法：mjrules"}[lang]
    assert said.out.startswith(start)


def all_commands() -> list[click.Command]:
    root = app.command
    ctx = click.Context(root)
    found = [command for name in COMMANDS if (command := root.get_command(ctx, name))]
    return [root, *found, *(sub for each in found if isinstance(each, click.Group) for sub in each.commands.values())]


@pytest.mark.parametrize("command", all_commands(), ids=lambda command: str(command.name))
def test_every_command_takes_a_language(command: click.Command) -> None:
    assert "lang" in {long_name(param) for param in command.params}


def test_a_language_we_do_not_speak_is_refused(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("sources", "--lang", "fr").code == 2
    monkeypatch.setenv("MJRULES_LANG", "fr")
    said = run("sources")
    assert said.code == 2
    assert "MJRULES_LANG" in said.err
    assert "zh-Hans" in said.err


# Wrong usage


@pytest.mark.parametrize(
    ("args", "named"),
    [
        ([], "Usage"),
        (["frobnicate"], "frobnicate"),
        (["sources", "frobnicate"], "frobnicate"),
        (["audit", "--frobnicate"], "--frobnicate"),
        (["audit", "--format", "docx"], "docx"),
        (["extract", "--format", "md"], "md"),
        (["table", "--format", "xlsx"], "-o FILE"),
        (["table", "--format", "docx"], "-o FILE"),
        (["audit", "--ruleset", "gb1999"], "gb1998"),
        (["sources", "show"], "ID"),
        (["sources", "show", "frobnicate"], "pinyin-page"),
        (["audit", "-o"], "-o"),
        (["audit", "-o", "r.pdf"], ".md, .json, .html, .htm, .sarif, .txt"),
        (["audit", "-o", "r.xlsx"], ".html"),  # a format, but none of this command
        (["extract", "-o", "r.md"], ".json, .html, .htm, .txt"),
        (["table", "-o", "r.text"], ".xlsx"),
        (["table", "--format", "docx", "-o", "-"], "-o FILE"),
    ],
)
def test_wrong_usage(run: Run, args: list[str], named: str) -> None:
    """2, nothing on standard output, and a complaint that says what would be right."""
    said = run(*args)
    assert said.code == 2
    assert said.out == ""
    assert named in said.err


@pytest.mark.parametrize("args", [[], ["audit"], ["sources", "list"]])
def test_h_is_help(run: Run, args: list[str]) -> None:
    assert run(*args, "-h") == run(*args, "--help")
    assert "-h, --help" in run(*args, "-h").out


def test_wrong_usage_is_told_in_chinese(run: Run) -> None:
    assert "没有选项 --frobnicate" in run("audit", "--frobnicate", "--lang", "zh-Hans").err


def test_a_fault_of_the_program_is_not_a_discrepancy(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("mjrules.cli.extract.find_inputs", broken)
    said = run("extract")
    assert said.code == 2
    assert "ZeroDivisionError" in said.err
    assert "fault of the program" in said.err


# Bad input


def missing(path: Path) -> None:
    pass


def folder(path: Path) -> None:
    path.mkdir()


def empty(path: Path) -> None:
    path.touch()


def random_bytes(path: Path) -> None:
    path.write_bytes(bytes((i * 7919 + i * i * 31) % 256 for i in range(4096)))


def zip_of_something_else(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("hello.txt", "hello")


def encrypted(path: Path) -> None:
    """As Word encrypts: an OLE file whose directory names an EncryptedPackage."""
    path.write_bytes(
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 1016 + "EncryptedPackage".encode("utf-16-le") + b"\0" * 2048
    )


def fifty_megabytes(path: Path) -> None:
    with path.open("wb") as file:
        for _ in range(50):
            file.write("双暗杠 六番\n".encode() * 58255)


def no_permission(path: Path) -> None:
    path.write_text(SIX, "utf-8")
    path.chmod(0)


BAD = {
    "file-missing": (missing, "rules.docx"),
    "is-a-folder": (folder, "rules"),
    "empty-file": (empty, "rules.txt"),
    "not-text": (random_bytes, "rules.txt"),
    "not-a-word-file": (zip_of_something_else, "rules.docx"),
    "encrypted-word-file": (encrypted, "rules.docx"),
    "too-large": (fifty_megabytes, "rules.txt"),
    "no-permission": (no_permission, "rules.txt"),
}


@pytest.fixture
def closed_files_stay_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Root may read everything: for such a user a file of mode 0 refuses here as it does for others."""
    open_file: Any = Path.open

    def refuse(path: Path, *how: Any, **else_: Any) -> Any:
        if path.exists() and path.stat().st_mode & 0o777 == 0:
            raise PermissionError(13, "Permission denied", str(path))
        return open_file(path, *how, **else_)

    monkeypatch.setattr(Path, "open", refuse)


@pytest.mark.usefixtures("closed_files_stay_closed")
@pytest.mark.parametrize("code", BAD)
def test_bad_input_is_said_in_one_line_and_the_others_are_read(
    run: Run, tmp_path: Path, documents: tuple[Path, Path], code: str
) -> None:
    make, name = BAD[code]
    bad = tmp_path / name
    make(bad)
    before = bad.stat() if bad.exists() else None
    said = run("extract", bad, documents[0], "--format", "json")
    assert said.code == 1
    assert [line for line in said.err.splitlines() if line.startswith(f"{bad}: error {code}: ")] == [
        said.err.splitlines()[0]
    ]
    unread, read = json.loads(said.out)["sources"]
    assert (unread["entries"], unread["messages"][0]["code"]) == ([], code)
    assert len(read["entries"]) == 2
    if before:
        assert (bad.stat().st_size, bad.stat().st_mtime_ns) == (before.st_size, before.st_mtime_ns)


@pytest.mark.usefixtures("closed_files_stay_closed")
@pytest.mark.parametrize("code", BAD)
@pytest.mark.parametrize("command", ["audit", "extract", "table"])
def test_bad_input_alone(run: Run, tmp_path: Path, command: str, code: str) -> None:
    make, name = BAD[code]
    make(tmp_path / name)
    said = run(command, tmp_path / name)
    assert said.code == 2
    assert f"error {code}: " in said.err
    assert "Traceback" not in said.err


@pytest.mark.parametrize(("command", "code"), [("audit", 1), ("extract", 0), ("table", 0)])
def test_a_page_without_fans_is_read_and_says_so(run: Run, tmp_path: Path, command: str, code: int) -> None:
    page = tmp_path / "page.html"
    page.write_text("<html><body><h1>About us</h1><p>We sell tea.</p></body></html>")
    said = run(command, page)
    assert f"{page}: warning no-fans: " in said.err
    assert said.code == code


@pytest.mark.parametrize(("lang", "message"), [("en", "no such file"), ("zh-Hans", "没有这个文件")])
def test_the_audit_json_says_what_could_not_be_read(
    run: Run, documents: tuple[Path, Path], tmp_path: Path, lang: str, message: str
) -> None:
    lost = {"path": str(tmp_path / "missing.txt"), "code": "file-missing", "message": message}
    alone = run("audit", tmp_path / "missing.txt", "--format", "json", "--lang", lang)
    assert alone.code == 2
    found = json.loads(alone.out)
    assert (found["schema"], found["sources"], found["discrepancies"]) == ("mjrules/1", [], [])
    assert found["unreadable"] == [lost]
    among = run("audit", documents[0], tmp_path / "missing.txt", "--format", "json", "--lang", lang)
    assert among.code == 1
    found = json.loads(among.out)
    assert found["unreadable"] == [lost]
    assert len(found["sources"]) == 1


def test_reports_say_what_could_not_be_read(run: Run, documents: tuple[Path, Path], tmp_path: Path) -> None:
    for form in ("text", "md", "html"):
        said = run("audit", documents[0], tmp_path / "missing.txt", "--format", form)
        assert said.code == 1
        assert "missing.txt" in said.out
        assert "no such file" in " ".join(said.out.split())


@pytest.mark.usefixtures("closed_files_stay_closed")
@pytest.mark.parametrize("code", BAD)
def test_bad_input_is_told_in_chinese_too(run: Run, tmp_path: Path, code: str) -> None:
    make, name = BAD[code]
    make(tmp_path / name)
    said = run("extract", tmp_path / name, "--lang", "zh-Hans").err.splitlines()[0]
    told = said.partition(f"错误 {code}：")[2]
    assert re.search(r"[\u4e00-\u9fff]", told)
    assert str(tmp_path) not in told  # the line begins with the path


@pytest.mark.parametrize("lang", LANGUAGES)
def test_bad_input_is_told_in_every_language(run: Run, tmp_path: Path, lang: str) -> None:
    said = run("extract", tmp_path / "rules.docx", "--lang", lang)
    told = {
        "en": "error file-missing: no such file",
        "zh-Hans": "错误 file-missing：没有这个文件",
        "zh-Hant": "錯誤 file-missing：沒有這個文件",
    }
    assert f"rules.docx: {told[lang]}\n" in said.err


def test_a_file_name_cannot_speak_to_the_terminal(run: Run, tmp_path: Path) -> None:
    said = run("extract", tmp_path / "a\x1b[31mb\n.txt")
    assert "\x1b" not in said.err + said.out
    assert r"a\x1b[31mb\n.txt: error file-missing" in said.err


# Inputs


def ids(said: Said) -> list[str]:
    return [source["id"] for source in json.loads(said.out)["sources"]]


def test_without_a_path_the_bundled_sources_are_read(run: Run) -> None:
    assert ids(run("extract", "--format", "json")) == [source.id for source in catalog.catalog()]


def test_with_bundled_adds_what_is_not_given(run: Run, documents: tuple[Path, Path]) -> None:
    """A bundled source given by hand is not read twice, and bears its catalog id."""
    by_hand = catalog.bundled("scraped-page")
    found = ids(run("audit", documents[0], by_hand, "--with-bundled", "--format", "json"))
    others = [source.id for source in catalog.catalog() if source.id != "scraped-page"]
    assert found == ["six", "scraped-page", *others]


@pytest.mark.parametrize("options", [[], ["--with-bundled"]])
def test_a_file_named_like_a_bundled_source_does_not_replace_it(run: Run, tmp_path: Path, options: list[str]) -> None:
    own = tmp_path / "pinyin-page.txt"
    own.write_text(SIX, "utf-8")
    said = run("audit", own, *options, "--format", "json")
    found = {source["id"]: source for source in json.loads(said.out)["sources"]}
    assert list(found) == ["pinyin-page-2", *([source.id for source in catalog.catalog()] if options else [])]
    assert found["pinyin-page-2"]["title"] == "国标麻将番种", "its own title, not the catalog's"
    assert "called pinyin-page-2 here" in said.err
    if options:
        assert found["pinyin-page"]["title"] == catalog.source("pinyin-page").title["en"]
        assert found["pinyin-page"]["official"] == 81


def test_a_bundled_source_bears_its_title_under_any_name(run: Run, tmp_path: Path) -> None:
    """Two copies of it, by whatever names: the title goes by what the file is."""
    for name in ("one.html", "two.html"):
        (tmp_path / name).write_bytes(catalog.bundled("pinyin-page").read_bytes())
    found = json.loads(run("audit", tmp_path / "one.html", tmp_path / "two.html", "--format", "json").out)
    title = catalog.source("pinyin-page").title["en"]
    assert [(each["id"], each["title"], each["line"]) for each in found["sources"]] == [
        ("pinyin-page", title, 1),
        ("pinyin-page-2", title, 1),
    ]
    assert "not-independent" in {each["code"] for each in found["discrepancies"]}, "one line, and said so"


def test_a_long_name_makes_a_short_id(run: Run, tmp_path: Path) -> None:
    for end in "ab":
        (tmp_path / f"{'规' * 60}{end * 8}{'则' * 10}.txt").write_text(SIX, "utf-8")
    said = run("audit", *sorted(tmp_path.iterdir()))
    assert max(map(width, said.out.splitlines())) <= 100
    first, second = ids(run("extract", *sorted(tmp_path.iterdir()), "--format", "json"))
    assert "…" in first
    assert first != second


def test_two_files_of_one_name_are_two_sources(run: Run, tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "rules.txt").write_text(SIX, "utf-8")
    assert ids(run("extract", tmp_path / "a/rules.txt", tmp_path / "b/rules.txt", "--format", "json")) == [
        "rules",
        "rules-2",
    ]
    said = run("audit", tmp_path / "a/rules.txt", tmp_path / "b/rules.txt")
    assert f"{tmp_path}/b/rules.txt: called rules-2 here" in said.err
    assert "(a/rules.txt)" in said.out
    assert "(b/rules.txt)" in said.out


def test_one_file_given_twice_is_one_source(run: Run, documents: tuple[Path, Path]) -> None:
    """A second vote for the same file would be no vote of its own."""
    six = documents[0]
    said = run("extract", six, six.parent / "." / "six.txt", "--format", "json")
    assert ids(said) == ["six"]
    assert "given twice" in said.err


def test_standard_input(documents: tuple[Path, Path]) -> None:
    said = call("extract", "-", "--format", "json", stdin=SIX.encode())
    source = json.loads(said.stdout)["sources"][0]
    assert (source["id"], source["path"], len(source["entries"])) == ("stdin", "-", 2)


def call(
    *args: str | Path,
    stdin: bytes = b"",
    stdout: int | IO[bytes] = subprocess.PIPE,
    stderr: int | IO[bytes] = subprocess.PIPE,
    **environ: str,
) -> subprocess.CompletedProcess[bytes]:
    """Runs the program as its own process."""
    program = "from mjrules.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", program, *map(str, args)],
        input=stdin,
        stdout=stdout,
        stderr=stderr,
        check=False,
        env={**os.environ, **environ},
        cwd=Path(__file__).parents[1],
    )


def test_a_pipe_can_be_a_document(documents: tuple[Path, Path]) -> None:
    """As a shell hands over the output of a command: it can be read only once."""
    if not hasattr(os, "mkfifo"):
        pytest.skip("no named pipes here")
    pipe = documents[0].parent / "pipe"
    os.mkfifo(pipe)
    writer = subprocess.Popen(["cp", documents[0], pipe])
    said = call("extract", pipe, "--format", "json")
    writer.wait()
    assert len(json.loads(said.stdout)["sources"][0]["entries"]) == 2


def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    program = f"{sys.executable} -c 'from mjrules.cli import main; main()' extract | head -c 1"
    said = subprocess.run(
        ["sh", "-c", program], capture_output=True, check=False, cwd=Path(__file__).parents[1], env=os.environ
    )
    assert b"error" not in said.stderr
    assert b"Traceback" not in said.stderr


def test_data_is_utf8_whatever_the_terminal(documents: tuple[Path, Path]) -> None:
    said = call("extract", documents[0], "--format", "json", PYTHONIOENCODING="ascii", LC_ALL="C", PYTHONUTF8="0")
    assert said.returncode == 0
    assert "双暗杠" in said.stdout.decode("utf-8")


# Exit codes and JSON

PUBLISHED = {
    "source": "id path format encoding entries listings repairs messages",
    "entry": "fan name official printed identified_by candidates points points_from section excludes may_count "
    "also_counts aliases has_definition repeats place",
    "item": "fan name printed condition candidates",
    "listing": "points items place",
    "repair": "printed read_as kind changes_meaning place",
    "message": "code level message place",
    "discrepancy": "code level fan name message says verdict impact advice",
    "statement": "source value place quote",
}


def has_keys(kind: str, values: list[dict[str, Any]]) -> bool:
    """Fields may be added, none may be missing; there must be something to look at."""
    return bool(values) and all(set(value) >= set(PUBLISHED[kind].split()) for value in values)


def test_extract_json_has_the_published_keys(run: Run) -> None:
    found = json.loads(run("extract", "--format", "json").out)
    assert found["schema"] == "mjrules/1"
    sources = found["sources"]
    entries = [entry for source in sources for entry in source["entries"]]
    assert has_keys("source", sources)
    assert has_keys("entry", entries)
    assert has_keys("item", [item for entry in entries for item in entry["excludes"]])
    assert has_keys("listing", [listing for source in sources for listing in source["listings"]])
    assert has_keys("repair", [repair for source in sources for repair in source["repairs"]])
    assert has_keys("message", [message for source in sources for message in source["messages"]])


def test_audit_json_has_the_published_keys(run: Run, documents: tuple[Path, Path]) -> None:
    said = run("audit", *documents, "--format", "json")
    found = json.loads(said.out)
    assert said.code == 1
    assert (found["schema"], found["ruleset"]) == ("mjrules/1", "gb1998")
    assert has_keys("discrepancy", found["discrepancies"])
    assert has_keys("statement", [said for each in found["discrepancies"] for said in each["says"]])
    differ = [each for each in found["discrepancies"] if each["code"] == "points-differ"]
    assert [(each["fan"], sorted(said["value"] for said in each["says"])) for each in differ] == [
        ("two_concealed_kongs", [6, 8])
    ]


def test_ruleset_none_compares_the_documents_only(run: Run, documents: tuple[Path, Path]) -> None:
    found = json.loads(run("audit", *documents, "--ruleset", "none", "--format", "json").out)
    assert found["ruleset"] is None
    assert not [each for each in found["discrepancies"] if "ruleset" in each["code"]]


@pytest.mark.parametrize("format_", ["text", "json", "md", "html", "sarif"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_form_of_the_audit(run: Run, documents: tuple[Path, Path], format_: str, lang: str) -> None:
    said = run("audit", *documents, "--format", format_, "--lang", lang)
    assert (said.code, said.err) == (1, "")
    assert "双暗杠" in said.out or "雙暗槓" in said.out
    assert "points-differ" in said.out


def test_sarif_points_to_the_lines(run: Run, documents: tuple[Path, Path]) -> None:
    results = json.loads(run("audit", *documents, "--format", "sarif").out)["runs"][0]["results"]
    places = [
        (place["physicalLocation"]["artifactLocation"]["uri"], place["physicalLocation"]["region"]["startLine"])
        for each in results
        if each["ruleId"] == "points-differ"
        for place in each["locations"]
    ]
    assert sorted(places) == [(documents[1].as_uri(), 5), (documents[0].as_uri(), 5)]


def test_baseline_leaves_only_what_is_new(run: Run, documents: tuple[Path, Path], tmp_path: Path) -> None:
    earlier = tmp_path / "earlier.json"
    assert run("audit", *documents, "-o", earlier).code == 1
    assert run("audit", *documents, "--baseline", earlier).code == 0
    # Lines move, the language changes: nothing is new by that.
    documents[0].write_text("\n\n\n" + SIX, "utf-8")
    assert run("audit", *documents, "--baseline", earlier, "--lang", "zh-Hans").code == 0
    documents[0].write_text(SIX.replace("6番", "4番"), "utf-8")
    said = run("audit", *documents, "--baseline", earlier, "--format", "json")
    assert said.code == 1
    assert "points-differ" in {each["code"] for each in json.loads(said.out)["discrepancies"]}


@pytest.mark.parametrize("content", [None, b"", b"[]", b'{"discrepancies": 1}', b"\xff\xfe"])
def test_a_baseline_that_is_none(run: Run, documents: tuple[Path, Path], tmp_path: Path, content: bytes | None) -> None:
    earlier = tmp_path / "earlier.json"
    if content is not None:
        earlier.write_bytes(content)
    said = run("audit", *documents, "--baseline", earlier)
    assert (said.code, said.out) == (2, "")
    assert str(earlier) in said.err
    assert "Traceback" not in said.err


# Files written


def test_write_reports(run: Run, documents: tuple[Path, Path], tmp_path: Path) -> None:
    said = run("audit", *documents, "--write-reports", tmp_path / "reports")
    assert said.code == 1
    assert "points-differ" in said.out
    assert sorted(path.name for path in (tmp_path / "reports").iterdir()) == ["audit.html", "audit.json", "audit.md"]
    assert json.loads((tmp_path / "reports/audit.json").read_bytes())["schema"] == "mjrules/1"


@pytest.mark.parametrize(
    ("name", "starts"),
    [("t.json", b"{"), ("t.html", b"<!"), ("t.docx", b"PK"), ("t.xlsx", b"PK"), ("t", b"|"), ("t.MD", b"|")],
)
def test_the_suffix_says_the_format(
    run: Run, documents: tuple[Path, Path], tmp_path: Path, name: str, starts: bytes
) -> None:
    said = run("table", documents[0], "-o", tmp_path / name)
    assert (said.code, said.out, said.err) == (0, "", "")
    assert (tmp_path / name).read_bytes().lstrip(b"\xef\xbb\xbf#\n ").startswith(starts) or starts == b"|"


def test_a_format_may_be_said_for_any_suffix(run: Run, documents: tuple[Path, Path], tmp_path: Path) -> None:
    assert run("extract", documents[0], "--format", "json", "-o", tmp_path / "r.data").code == 0
    assert json.loads((tmp_path / "r.data").read_bytes())["schema"] == "mjrules/1"


def test_nothing_is_written_under_a_suffix_nobody_knows(run: Run, documents: tuple[Path, Path], tmp_path: Path) -> None:
    assert run("audit", *documents, "-o", tmp_path / "r.pdf").code == 2
    assert not (tmp_path / "r.pdf").exists()


def test_a_dash_is_standard_output(
    run: Run, documents: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = run("extract", documents[0], "-o", "-", "--format", "json")
    assert (said.code, ids(said)) == (0, ["six"])
    assert not (tmp_path / "-").exists()


@pytest.mark.parametrize("buffered", ["", "1"])
@pytest.mark.parametrize("args", ["audit FILE", "extract --format json FILE", "sources", "--help", "--version"])
@pytest.mark.parametrize("lang", ["en", "zh-Hans"])
def test_a_full_disk_is_said_in_one_line(documents: tuple[Path, Path], args: str, lang: str, buffered: str) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no such device here")
    with Path("/dev/full").open("wb") as full:
        command = args.replace("FILE", str(documents[0])).split()
        said = call(*command, stdout=full, MJRULES_LANG=lang, PYTHONUNBUFFERED=buffered)
    start = {"en": "mjrules: error: standard output cannot be written", "zh-Hans": "mjrules：错误：无法写到标准输出"}
    assert said.returncode == 2
    assert said.stderr.decode().startswith(start[lang])
    assert len(said.stderr.splitlines()) == 1


def test_closed_output_is_said_too(documents: tuple[Path, Path]) -> None:
    program = f"{sys.executable} -c 'from mjrules.cli import main; main()' audit {documents[0]} >&-"
    said = subprocess.run(
        ["sh", "-c", program], capture_output=True, check=False, cwd=Path(__file__).parents[1], env=os.environ
    )
    assert said.returncode == 2
    assert b"standard output cannot be written" in said.stderr
    assert b"Traceback" not in said.stderr


def test_a_full_disk_for_messages_loses_no_result(documents: tuple[Path, Path]) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no such device here")
    with Path("/dev/full").open("wb") as full:
        said = call("extract", documents[0], "nowhere.txt", "--format", "json", stderr=full)
    assert len(json.loads(said.stdout)["sources"]) == 2


def other_spelling(path: Path) -> Path:
    return path.parent / "." / path.name


def symbolic_link(path: Path) -> Path:
    (path.parent / "link").symlink_to(path)
    return path.parent / "link"


def hard_link(path: Path) -> Path:
    os.link(path, path.parent / "hard")
    return path.parent / "hard"


@pytest.mark.parametrize("name", [Path, other_spelling, symbolic_link, hard_link])
@pytest.mark.parametrize("command", ["audit", "extract", "table"])
def test_nothing_is_written_over_an_input(
    run: Run, documents: tuple[Path, Path], command: str, name: Callable[[Path], Path]
) -> None:
    said = run(command, *documents, "-o", name(documents[1]))
    assert said.code == 2
    assert documents[1].read_text("utf-8") == EIGHT


def test_nothing_is_written_over_a_baseline(run: Run, documents: tuple[Path, Path], tmp_path: Path) -> None:
    earlier = tmp_path / "audit.json"
    run("audit", *documents, "-o", earlier)
    before = earlier.read_bytes()
    assert run("audit", *documents, "--baseline", earlier, "-o", earlier).code == 2
    assert run("audit", *documents, "--baseline", earlier, "--write-reports", tmp_path).code == 2
    assert earlier.read_bytes() == before


def test_a_folder_that_is_not_there(run: Run, documents: tuple[Path, Path], tmp_path: Path) -> None:
    said = run("extract", documents[0], "-o", tmp_path / "none" / "out.json")
    assert said.code == 2
    assert "none" in said.err
    assert "Traceback" not in said.err


@pytest.mark.parametrize("option", ["-o", "--write-reports", "--baseline"])
@pytest.mark.parametrize("name", ["a" * 300, "file/in/a/file", "file"])
def test_a_name_that_cannot_be_written(
    run: Run, documents: tuple[Path, Path], tmp_path: Path, option: str, name: str
) -> None:
    (tmp_path / "file").write_text("kept")
    said = run("audit", *documents, option, tmp_path / name)
    if (option, name) == ("-o", "file"):
        assert said.code == 1
    else:
        assert said.code == 2
        assert "Traceback" not in said.err
        assert (tmp_path / "file").read_text() == "kept"


@pytest.mark.parametrize("name", ["a" * 300, "eight.txt/rules", "\udcff"])
def test_a_name_that_cannot_be_read(run: Run, documents: tuple[Path, Path], name: str) -> None:
    said = run("extract", documents[0], documents[0].parent / name, "--format", "json")
    assert said.code == 1
    assert "Traceback" not in said.err
    assert len(json.loads(said.out)["sources"]) == 2


def test_what_never_ends_is_too_large() -> None:
    if not Path("/dev/zero").exists():
        pytest.skip("no such device here")
    said = call("extract", "/dev/zero")
    assert said.returncode == 2
    assert b"/dev/zero: error too-large" in said.stderr


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "report.md"
    target.write_bytes(b"old")

    def full(*_: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="no space"):
        write_file(target, b"new")
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


def test_a_link_stays_a_link_and_a_mode_stays_a_mode(tmp_path: Path) -> None:
    target, link = tmp_path / "report.md", tmp_path / "link"
    target.write_bytes(b"old")
    target.chmod(0o640)
    link.symlink_to(target)
    write_file(link, b"new")
    assert link.is_symlink()
    assert (target.read_bytes(), target.stat().st_mode & 0o777) == (b"new", 0o640)


def test_a_device_can_be_written_to() -> None:
    write_file(Path(os.devnull), b"gone")


def test_outputs_and_inputs_that_do_not_exist_do_not_collide(tmp_path: Path) -> None:
    refuse_to_overwrite([tmp_path / "a"], [tmp_path / "a", None], "en")


# Sources


def test_sources_lists_the_catalog(run: Run) -> None:
    known = [source.id for source in catalog.everything()]
    assert [line.split()[0] for line in run("sources").out.splitlines()] == known
    assert run("sources").out == run("sources", "list").out
    assert ids(run("sources", "list", "--format", "json")) == known


def test_sources_show(run: Run) -> None:
    shown = json.loads(run("sources", "show", "pinyin-page", "--format", "json").out)
    assert (shown["id"], shown["original_sha256"]) == ("pinyin-page", catalog.source("pinyin-page").original_sha256)
    assert shown["original_sha256"] in run("sources", "show", "pinyin-page").out


def test_sources_verify(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What we ship is as the catalog says; originals may be absent; a stranger among them is told."""
    monkeypatch.setenv("MJRULES_ORIGINALS", str(tmp_path))
    assert run("sources", "verify").code == 0
    (tmp_path / "stranger.txt").write_text("?")
    said = run("sources", "verify", "--format", "json")
    assert said.code == 1
    assert [each["path"] for each in json.loads(said.out)["files"] if each["state"] == "unknown"]


def test_sources_add_refuses_what_is_no_original(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MJRULES_ORIGINALS", str(tmp_path))
    restatement = catalog.bundled("pinyin-page")
    for file, word in ((restatement, "restatement"), (Path(__file__), "SHA-256"), (tmp_path / "none", "none")):
        said = run("sources", "add", file)
        assert said.code == 2
        assert word in said.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.originals
def test_sources_add_takes_an_original(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    original = catalog.bundled("pinyin-page")
    monkeypatch.setenv("MJRULES_ORIGINALS", str(tmp_path))
    assert catalog.bundled("pinyin-page") != original
    for word in ("copied", "already"):
        said = run("sources", "add", original)
        assert said.code == 0
        assert word in said.err
    assert catalog.bundled("pinyin-page").read_bytes() == original.read_bytes()
    assert len(list(tmp_path.iterdir())) == 1


# Text


@given(st.text(alphabet="ab 双杠，。（「」-\u3000x1", max_size=80), st.integers(2, 30))
def test_folding_keeps_everything_within_the_limit(text: str, limit: int) -> None:
    lines = fold(text, limit)
    assert all(width(line) <= limit for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


@given(st.lists(st.tuples(st.text("a双1", max_size=5), st.text("b杠", max_size=5), st.just("|")), min_size=1))
def test_columns_stand_under_each_other(rows: list[tuple[str, str, str]]) -> None:
    lines = columns(rows, right=[1])
    assert len({width(line) for line in lines}) == 1


@given(st.text())
def test_nothing_unprintable_is_shown(text: str) -> None:
    assert visible(text).replace("\u3000", "").isprintable()


def test_text_for_a_terminal_that_cannot_show_it(monkeypatch: pytest.MonkeyPatch, capfdbinary: Any) -> None:
    class Terminal:
        encoding = "ascii"
        buffer = sys.stdout.buffer

        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stdout", Terminal())
    output.emit("杠\n", None, "en")
    assert capfdbinary.readouterr().out == rb"\u6760" + b"\n"
