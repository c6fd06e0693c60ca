"""Tables in every format: what a column holds is known by its title or by its cells, never by where it stands."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

import extract
from mjrules.claims import Source
from table_files import FORMATS

ROWS = [
    {"番种": "四杠", "番数": "88", "不计": "三杠", "序号": "5", "定义": "有四副杠"},
    {"番种": "小四喜", "番数": "64", "不计": "三风刻、幺九刻", "序号": "9", "定义": "风牌刻子三副，另有一对风"},
    {"番种": "清一色", "番数": "24", "不计": "无字", "序号": "22", "定义": "只用一门的牌"},
    {"番种": "三暗刻", "番数": "16", "不计": "双暗刻", "序号": "33", "定义": "暗刻有三副"},
    {"番种": "妙手回春", "番数": "8", "不计": "自摸", "序号": "43", "定义": "摸最后一张成和"},
    {"番种": "花龙", "番数": "8", "不计": "", "序号": "39", "定义": "三门各一副顺子，连成一至九"},
]
CLAIMS = [f"{row['番种']} {row['番数']} 不计{row['不计']}" for row in ROWS]
COLUMNS = tuple(ROWS[0])


def claims(source: Source) -> list[str]:
    return [
        f"{entry.name} {entry.points} 不计{'、'.join(item.name for item in entry.excludes)}" for entry in source.entries
    ]


def with_titles(order: Sequence[str]) -> list[list[str]]:
    return [list(order), *([row[column] for column in order] for row in ROWS)]


def without_titles(order: Sequence[str], unit: str) -> list[list[str]]:
    """Without titles a list needs its keyword."""
    own = [row | {"番数": row["番数"] + unit, "不计": row["不计"] and f"不计{row['不计']}"} for row in ROWS]
    return [[row[column] for column in order] for row in own]


@pytest.mark.parametrize("name", FORMATS)
def test_the_order_of_the_columns_makes_no_difference(name: str) -> None:
    for order in permutations(COLUMNS):
        for kind, rows in (
            ("titles", with_titles(order)),
            ("units", without_titles(order, "番")),
            ("numbers", without_titles(order, "")),
        ):
            source = extract.read_bytes(FORMATS[name](rows), name)
            assert claims(source) == CLAIMS, f"{kind}: {order}"
            assert [entry.number for entry in source.entries] == [int(row["序号"]) for row in ROWS], f"{kind}: {order}"
            assert source.messages == (), f"{kind}: {order}"


OTHERS = {
    "出现次数": ["1", "4", "88", "16", "120", "2"],
    "页码": ["12", "12", "13", "16", "24", "24"],
    "张数": ["18", "14", "14", "13", "14", "9"],
    "难度": ["1", "2", "4", "6", "8", "12"],
    "星数": ["8", "8", "6", "6", "4", "2"],
    "例牌": ["1111 2222 3333 4444 55", "111 222 333 44", "123 456 789", "111", "9", "123 456 789"],
    "英文名": [
        "Four Kongs",
        "Little Four Winds",
        "Full Flush",
        "Three Concealed Pungs",
        "Last Tile Draw",
        "Mixed Straight",
    ],
    "相关番种": ["三杠", "大四喜", "混一色", "四暗刻", "海底捞月", "清龙"],
    "系列": ["杠", "风", "花色", "刻", "和法", "顺"],
}
"""Columns that say nothing of points and lists, whatever stands in them."""


@pytest.mark.parametrize("other", OTHERS)
@pytest.mark.parametrize("name", ["own.docx", "own.html", "own.csv", "own.txt"])
def test_numbers_and_names_in_other_columns_are_nothing_but_left_out(name: str, other: str) -> None:
    own = [row | {other: cell} for row, cell in zip(ROWS, OTHERS[other], strict=True)]
    for order in permutations(("番种", "番数", "不计", other)):
        rows = [list(order), *([row[column] for column in order] for row in own)]
        source = extract.read_bytes(FORMATS[name](rows), name)
        assert claims(source) == CLAIMS, order
        said = [(message.code, message.details) for message in source.messages]
        assert said == [("column-left-out", {"title": other, "begins": OTHERS[other][0]})], order


class Titles(NamedTuple):
    name: str
    points: str
    excludes: str


TITLES = [
    Titles("番名", "番值", "不计番种"),
    Titles("牌型", "点数", "不另计"),
    Titles("役名", "点数", "複合しない役"),
    Titles("役", "飜", "含む役"),
    Titles("番種名稱", "台數", "不計番種"),
    Titles("Fan", "Value", "Excludes"),
    Titles("Name", "Points", "Implied fans"),
    Titles("Pattern", "Score", "Does not combine with"),
    Titles("名称", "分", "不可叠加"),
    Titles("项目", "得分", "互斥"),
    Titles("番种", "番", "重复不计"),
    Titles("中文名", "分值", "包含"),
    Titles("番型", "番数（分）", "不累计"),
]


@pytest.mark.parametrize("titles", TITLES, ids=lambda titles: "|".join(titles))
def test_titles_in_every_language(titles: Titles) -> None:
    columns = dict(zip(("番种", "番数", "不计"), titles, strict=True))
    for order in permutations(columns):
        rows = [[columns[column] for column in order], *([row[column] for column in order] for row in ROWS)]
        assert claims(extract.read_bytes(FORMATS["own.html"](rows), "own.html")) == CLAIMS, order


class Case(msgspec.Struct, forbid_unknown_fields=True):
    label: str
    reason: str
    rows: list[str]
    entries: list[str]
    messages: list[str]


FILE = Path(__file__).parent / "cases" / "tables.toml"
CASES = msgspec.convert(tomllib.loads(FILE.read_text(encoding="utf-8"))["case"], list[Case])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.label)
def test_a_table_says_the_same_in_every_format(case: Case) -> None:
    rows = [row.split("|") for row in case.rows]
    for name, written in FORMATS.items():
        source = extract.read_bytes(written(rows), name)
        found = [claim.removesuffix(" 不计") for claim in claims(source)]
        assert found == case.entries, f"{name}: {case.reason}"
        assert sorted(message.code for message in source.messages) == sorted(case.messages), name


@pytest.mark.parametrize("name", ["own.html", "own.md", "own.csv", "own.xlsx"])
def test_lines_of_a_list_are_no_names_of_the_row(name: str) -> None:
    """Names below each other are several entries only where they stand in the column of names."""
    own = [row | {"不计": row["不计"].replace("、", "⏎")} for row in ROWS]
    for order in permutations(("番种", "番数", "不计")):
        rows = [list(order), *([row[column] for column in order] for row in own)]
        if name in ("own.csv", "own.xlsx"):
            data = FORMATS[name]([[cell.replace("⏎", "\n") for cell in row] for row in rows])
        else:
            data = FORMATS[name](rows).replace("⏎".encode(), b"<br>")
        assert claims(extract.read_bytes(data, name)) == CLAIMS, order
