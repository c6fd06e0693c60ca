"""What each line of a text is (cases/reading_outline.toml) and which lists stand in it (cases/reading_lists.toml)."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extract.clauses import Clause, clauses
from extract.heads import Head, Span
from extract.outline import NameList, Number, Part, Section, TableEnd, Text, Tier, outline
from extract.repair.steps import mend
from mjrules import names


class Case(msgspec.Struct, forbid_unknown_fields=True):
    label: str
    text: str
    parts: list[str]
    reason: str
    heading: bool = False


class ListCase(msgspec.Struct, forbid_unknown_fields=True):
    label: str
    text: str
    lists: list[str]
    reason: str


def cases(name: str, kind: type[Case] | type[ListCase]) -> pytest.MarkDecorator:
    table = tomllib.loads((Path(__file__).parent / "cases" / name).read_text(encoding="utf-8"))
    read = [msgspec.convert(row, kind) for row in table["case"]]
    return pytest.mark.parametrize("case", read, ids=[case.label for case in read])


@cases("reading_outline.toml", Case)
def test_parts(case: Case) -> None:
    text = mend(case.text).text
    parts = outline(text, lambda at: "heading" if case.heading and at == 0 else "paragraph")
    assert [written(text, part) for part in parts] == case.parts, case.reason


def written(text: str, part: Part) -> str:
    def words(span: Span) -> str:
        return text[slice(*span)].strip()

    match part:
        case Head():
            number = f" #{part.number}" if part.number is not None else ""
            alias = f" ({words(part.alias)})" if part.alias else ""
            body = f" | {words(part.body)}" if words(part.body) else ""
            return f"head {words(part.name)} {part.points or '-'}{number}{alias}{body}"
        case TableEnd():
            return "end of a table"
        case Tier():
            return f"tier {part.points}"
        case Section():
            return f"section {words(part.span)}"
        case NameList():
            return f"list {part.points or '-'}: {' '.join(words(i.name) + '*' * i.marked for i in part.items)}"
        case Number():
            return f"number {words(part.span)}"
        case Text():
            return f"{'beside' if part.beside_names else 'text'} {words(part.span)}"


@cases("reading_lists.toml", ListCase)
def test_lists(case: ListCase) -> None:
    text = mend(case.text).text
    assert [written_list(text, clause) for clause in clauses(text, 0, len(text))] == case.lists, case.reason


def written_list(text: str, clause: Clause) -> str:
    kinds = {"excludes": "不计", "may_count": "可计", "also_counts": "另计"}
    items = [
        text[item.start : item.end] + "?" * (not item.known) + (f"@{item.limit}" if item.limit else "")
        for item in clause.items
    ]
    subject = [f"{text[slice(*clause.subject)]}:"] if clause.subject else []
    condition = [f"{{{clause.condition}}}"] if clause.condition else []
    return " ".join([*subject, kinds[clause.kind], *items, *condition])


def spans(part: Part) -> tuple[int, int]:
    return (part.span[0], part.body[1]) if isinstance(part, Head) else part.span


WORDS = [
    *(fan.name for fan in names.official()[::4]),
    *(
        "88番",
        "6 番",
        " 24 ",
        "88番以上牌型",
        "不计",
        "、",
        "。",
        "：",
        "\n",
        "\t",
        " ",
        "1、",
        "2.",
        "编辑",
        "四副刻子",
        "*",
        "(又称甲乙)",
    ),
]


@given(st.lists(st.sampled_from(WORDS), max_size=20).map("".join))
def test_parts_stand_in_order_and_apart_and_no_word_is_lost(text: str) -> None:
    """What lies between two parts is marks and numbers only."""
    done = 0
    for part in outline(text, lambda at: "paragraph"):
        start, end = spans(part)
        assert done <= start < end <= len(text)
        assert not any(char.isalpha() for char in text[done:start]), text[done:start]
        done = end
    assert not any(char.isalpha() for char in text[done:]), text[done:]
