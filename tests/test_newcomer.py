"""The way of somebody who comes with a Word file of their own, as docs/annotate.md tells it: the report and the
commented copy, the file mended, the rest accepted, and then nothing is found any more."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import NamedTuple

import docx
import pytest
from docx.document import Document

from mjrules import names, rulesets
from mjrules.audit.statements import label, rule_key
from mjrules.rulesets.editions import Rule
from test_annotate import words_of
from test_cli import Run, run

__all__ = ["run"]  # a fixture

ROOT = Path(__file__).parents[1]


class Planted(NamedTuple):
    """A mistake somebody made: what should stand there, what does, what it is called, and at which words."""

    right: str
    wrong: str
    code: str
    at: str


PLANTED = (
    Planted("双暗杠 6番", "双暗杠 8番", "points-differ-from-ruleset", "双暗杠 8"),
    Planted(
        "不计圈风刻、门风刻、三风刻、",
        "不计圈风刻、门风刻、",
        "exclusions-differ-from-ruleset",
        "圈风刻、门风刻、碰碰和",
    ),
    Planted("序数 1-9 相连", "序数 9-20 相连", "range-impossible", "9-20"),
    Planted("不计平和、七对", "不计平各、七对", "damaged-text", "平各"),
)
LOST = "self_drawn"
"""The fan whose paragraph is lost: said of the document as a whole."""


def word_rules(path: Path) -> None:
    """All fans of the 1998 table as somebody might type them into Word, with the mistakes."""
    ruleset = rulesets.load("gb1998")
    document = docx.Document()
    document.add_heading("国标麻将番种", 0)
    tier = 0
    for fan in sorted((fan for fan in names.fans() if fan.number), key=lambda fan: fan.number or 0):
        rule = ruleset.rule(fan.id)
        if rule is None or fan.id == LOST:
            continue
        if rule.points != tier:
            tier = rule.points
            document.add_heading(f"{tier}番", 1)
        document.add_paragraph(with_mistakes(typed(fan, rule)))
    document.save(str(path))


def typed(fan: names.Fan, rule: Rule) -> str:
    points = f" {rule.points}番" if fan.id == "two_concealed_kongs" else ""
    told = " 序数 1-9 相连。" if fan.id == "pure_straight" else ""
    listed = "、".join(label(rule_key(each)) for each in rule.excludes)
    return f"{fan.name}{points}{told}" + (f" 不计{listed}" if listed else "")


def with_mistakes(text: str) -> str:
    for each in PLANTED:
        text = text.replace(each.right, each.wrong)
    return text


def mend(path: Path) -> None:
    """Mend every mistake, in whichever runs the words stand, and put the lost paragraph back."""
    document = docx.Document(str(path))
    for paragraph in document.paragraphs:
        for each in PLANTED:
            if each.wrong in paragraph.text:
                paragraph.text = paragraph.text.replace(each.wrong, each.right)
    put_back(document)
    document.save(str(path))


def put_back(document: Document) -> None:
    flowers = next(each for each in document.paragraphs if each.text.startswith("花牌"))
    flowers.insert_paragraph_before(names.fan(LOST).name)


def commands() -> list[list[str]]:
    """The commands of the page, in the order in which they are to be given."""
    page = (ROOT / "docs" / "annotate.md").read_text("utf-8")
    way = page.partition("## From a Word file to a clean one")[2].partition("\n## ")[0]
    lines = "\n".join(re.findall(r"```sh\n(.*?)```", way, re.S)).splitlines()
    return [shlex.split(line.removeprefix("mjrules ")) for line in lines if line]


def quoted_comment() -> str:
    """The comment that the page quotes, as a pattern; … leaves something out."""
    page = (ROOT / "docs" / "annotate.md").read_text("utf-8")
    quoted = " ".join(" ".join(re.findall(r"^> ?(.*)$", page, re.M)).replace("\\", "").split())
    return re.escape(quoted).replace("…", ".*")


def comments_of(path: Path) -> dict[str, str]:
    """The comments of a copy by their text, each with the words it stands at."""
    words = words_of(path.read_bytes())
    return {comment.text: words[comment.comment_id] for comment in docx.Document(str(path)).comments}


def test_from_a_word_file_to_a_clean_one(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MJRULES_ORIGINALS", str(tmp_path))  # a folder without originals
    monkeypatch.setenv("MJRULES_LANG", "en")
    rules = tmp_path / "rules.docx"
    word_rules(rules)
    first, again, accepting, last = commands()

    # the report, and the copy with comments
    assert run(*first).code == 1
    assert (tmp_path / "report.html").stat().st_size > 100_000
    found = comments_of(tmp_path / "commented.docx")
    for each in PLANTED:
        at = [words for text, words in found.items() if f"({each.code})" in text]
        assert each.at in at, each
    assert any(re.search(quoted_comment(), " ".join(text.split())) for text in found)
    [(whole, beginning)] = [(text, words) for text, words in found.items() if "(fan-missing)" in text]
    assert "About the document as a whole:" in whole
    assert "Self-Drawn 自摸" in whole
    assert beginning == "国标麻将番种"

    # mended: what was planted is found no more, what the sources dispute still is
    mend(rules)
    assert run(*again).code == 1
    left = comments_of(tmp_path / "commented.docx")
    codes = {code for text in left for code in re.findall(r"^(?:→ )?\d+\. [^(]*\(([\w-]+)\)", text)}
    of_the_table = {"exclusion-too-broad", "exclusion-empty", "exclusion-implied-missing"}  # it follows the 1998 lists
    assert codes == {"exclusions-differ", "points-differ", "name-variant", "class-word"} | of_the_table

    # accepted, with a reason
    assert run(*accepting).code == 1
    accepted = tmp_path / "accepted.toml"
    text = accepted.read_text("utf-8")
    assert run(*last).code == 1, "without a reason nothing is accepted"
    accepted.write_text(text.replace('reason = ""', 'reason = "we follow the 1998 table"', 1), "utf-8")
    said = run(*last)
    assert (said.code, said.out.splitlines()[0]) == (0, "No discrepancies.")
    assert comments_of(tmp_path / "clean.docx") == {}
