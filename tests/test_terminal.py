"""The text reports: what a person sees, line by line."""

from __future__ import annotations

import re
from typing import Any

import pytest

from mjrules.audit.model import Audit, AuditedSource, Discrepancy, Statement, Unreadable
from mjrules.claims import Entry, Item, ListedFan, Listing, Message, Place, Source
from mjrules.render.paper import Paper
from mjrules.render.terminal import audit_text, extraction_text
from mjrules.render.width import width

MANY = tuple(Statement("b", name, Place(line, line), None) for line, name in [(3, "清龙"), (4, "花龙"), (9, "连六")])

TINY = Audit(
    sources=(
        AuditedSource("a", "甲", "a.txt", "txt", entries=81, official=81, listings=0, line=1),
        AuditedSource("long-id", "乙", "b.txt", "txt", entries=9, official=9, listings=13, line=2),
    ),
    ruleset="gb1998",
    discrepancies=(
        Discrepancy(
            "points-differ",
            "conflict",
            "two_concealed_kongs",
            "双暗杠",
            message="6 against 8",
            says=(
                Statement("a", 6, Place(7, 7), "双暗杠 6"),
                Statement("long-id", 8, Place(258, 258, column=4), "八番：双暗杠"),
                Statement("long-id", ["暗杠", "双暗刻"], None, "暗杠、双暗刻"),
            ),
            advice="Look.",
        ),
        Discrepancy("name-lost", "note", None, None, message="3 names are lost", says=MANY, advice="Read."),
        Discrepancy("name-lost", "note", None, None, message="lost at 3, 4 and 9", says=MANY, advice="Read."),
    ),
)

REPORT = """\
Found in all 3: Disputed 1 · Worth knowing 2.

Sources
  id       entries  official  listings  line  title
  a             81        81         0     1  甲
  long-id        9         9        13     2  乙 (b.txt)

  Compared with each other and with the rule set gb1998.

Disputed (1)

points-differ  Points differ between sources (1)
  · 6 against 8
      a:7            双暗杠 6
      long-id:258:4  8 «八番：双暗杠»
      long-id        暗杠、双暗刻
  What to do: Look.

Worth knowing (2)

name-lost  Entries without a name (2)
  · 3 names are lost
    b:3-4, 9
  · lost at 3, 4 and 9
  What to do: Read.

  Disputed       points-differ  1  Points differ between sources
  Worth knowing  name-lost      2  Entries without a name
Found in all: 3.
"""


def test_audit_text() -> None:
    """The value is told where the quote does not hold it; places that the message names are not told again.

    How much was found stands at both ends; the file stands where the id does not tell it.
    """
    assert audit_text(TINY, Paper()) == REPORT


def test_colours_change_nothing_but_colours() -> None:
    coloured = audit_text(TINY, Paper(colour=True))
    assert coloured != REPORT
    assert re.sub(r"\x1b\[\d+m", "", coloured) == REPORT


def test_nothing_found() -> None:
    assert audit_text(Audit((), None, ()), Paper()).startswith("No discrepancies.\n\nSources\n")


def audited(id: str, path: str) -> AuditedSource:
    return AuditedSource(id, "甲", path, "txt", entries=81, official=81, listings=0, line=1)


def test_files_of_one_name_are_told_apart() -> None:
    text = audit_text(
        Audit((audited("rules", "/x/a/rules.txt"), audited("rules-2", "/x/b/rules.txt")), None, ()), Paper()
    )
    assert re.search(r"rules .* 甲 \(a/rules\.txt\)\n +rules-2 .* 甲 \(b/rules\.txt\)\n", text)


@pytest.mark.parametrize("columns", [60, 100])
def test_a_long_name_does_not_widen_the_table(columns: int) -> None:
    long = "规" * 100
    text = audit_text(Audit((audited(long, f"{long}.txt"),), None, ()), Paper(columns))
    assert "…" in text
    assert max(map(width, text.splitlines())) <= max(columns, 100)


def test_what_could_not_be_read_is_told() -> None:
    lost = Unreadable("b.txt", "file-missing", "no such file")
    assert "\nCould not be read\n  · b.txt: no such file\n" in audit_text(Audit((), None, (), (lost,)), Paper())


def test_of_many_places_the_first_are_told() -> None:
    says = tuple(Statement("b", "清龙", Place(line, line), None) for line in range(1, 101, 2))
    found = Discrepancy("name-lost", "note", None, None, message="lost", says=says)
    text = " ".join(audit_text(Audit((), None, (found,)), Paper()).split())
    assert "b:1, 3, 5," in text
    assert "57, 59 and 20 more" in text


@pytest.mark.parametrize("lang", ["en", "zh-Hans", "zh-Hant"])
@pytest.mark.parametrize("columns", [60, 100])
def test_reports_keep_to_the_paper(columns: int, lang: str) -> None:
    wide = Discrepancy("name-lost", "note", None, None, message="双暗杠、" * 60 + "word " * 60, says=MANY * 9)
    text = audit_text(Audit(TINY.sources, None, (wide,)), Paper(columns, lang))
    assert max(map(width, text.splitlines())) <= columns


def test_a_document_cannot_speak_to_the_terminal() -> None:
    hostile = "\x1b]0;owned\x07\x1b[31m"
    found = Discrepancy("name-lost", "error", None, None, hostile, (Statement("a", hostile, Place(1, 1), hostile),))
    source = Source(hostile, hostile, "txt", "utf-8", (entry(printed=hostile),), (), (), (), title=hostile)
    for text in (audit_text(Audit((), None, (found,)), Paper()), extraction_text([source], Paper())):
        assert "\x1b" not in text
        assert "\x07" not in text


def item(printed: str) -> Item:
    return Item(None, printed, printed, None, (), Place(1, 1))


def entry(line: int = 1, **changes: Any) -> Entry:
    values: dict[str, Any] = {
        "fan": "pure_straight",
        "name": "清龙",
        "official": True,
        "printed": "清龙",
        "identified_by": "name",
        "candidates": (),
        "points": 16,
        "points_from": "inline",
        "section": None,
        "excludes": (),
        "may_count": (),
        "also_counts": (),
        "aliases": (),
        "has_definition": True,
        "repeats": None,
        "place": Place(line, line),
    }
    return Entry(**values | changes)


def test_extraction_text() -> None:
    """Copies are counted and not shown; what is only worth knowing is told by code."""
    source = Source(
        id="a",
        path="a.txt",
        format="txt",
        encoding="utf-8",
        entries=(
            entry(printed="青龙", excludes=(item("连六"), item("老少")), ranks="9-20"),
            entry(
                12, printed=None, identified_by="wording", points=None, also_counts=((item("平和"),), (item("无字"),))
            ),
            entry(13, repeats=1),
        ),
        listings=(Listing(8, (ListedFan(None, "混杠", "混杠", True, Place(20, 20)), listed("花龙")), Place(20, 20)),),
        repairs=(),
        messages=(
            Message("unread-text", "info", "left: b", Place(2, 2)),
            Message("unread-text", "info", "left: c", Place(3, 3)),
            Message("no-fans", "warning", "odd", Place(4, 4)),
        ),
        title="甲",
    )
    assert extraction_text([source], Paper()) == EXTRACTION


def listed(name: str) -> ListedFan:
    return ListedFan(None, name, name, False, Place(20, 20))


EXTRACTION = """\
a  甲
  a.txt (txt, utf-8)
  entries 2 (official 2, other 0, copies 1); listings 1 (items 2)
  not counted: lists 1 (items 2); may count: 0; also counts: 2; repairs 0
  · 4: warning no-fans: odd
  · unread-text ×2 (lines 2-3), first: left: b

  line  fan                 points  states
     1  Pure Straight 清龙      16  printed 青龙; not counted: 连六、老少; ranks 9-20
    12  Pure Straight 清龙       –  name lost, known by its wording; also counts: 平和; also counts:
                                    无字

  line  points  listings
  20         8  *混杠、花龙
"""


def test_an_unreadable_document_in_the_report() -> None:
    message = Message("file-missing", "error", "b.txt: no such file", None, {"path": "b.txt"})
    source = Source("b", "b.txt", "", None, (), (), (), (message,))
    assert extraction_text([source], Paper()) == (
        "b\n  b.txt: could not be read\n  · error file-missing: b.txt: no such file\n"
    )
