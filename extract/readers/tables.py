"""What tables of all formats have in common: a row is one line of text, its cells joined by tabs.

The header says what stands in a column, so what the cells leave out is put back: the keyword of a list, the unit of
points.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from extract import vocabulary
from extract.readers import headers

_LIST_COLUMN = re.compile(
    rf"(?:(?P<denied>{vocabulary.EXCLUDES}|不(?:可|能)?(?:同时|重复)计?)|(?P<may_count>{vocabulary.MAY_COUNT})"
    rf"|(?P<also_counts>{vocabulary.ALSO_COUNTS}))(?:的?番[种型])?"
)
_KEYWORDS = {"denied": "不计", "may_count": "可计", "also_counts": "另计"}
_POINTS_COLUMN = re.compile(r"(?:番数|番值|分值|分数|点数|番|分|点)(?:[(（].*[)）])?")
_NOTHING = re.compile(r"\W*(?:无|無|没有|沒有|なし|none|nothing|nil|n/?a)\W*", re.I)
"""What a cell says of a list that is empty."""
_SIMPLIFIED = str.maketrans("種數說備註編號計點釋義實稱", "种数说备注编号计点释义实称")


def row_texts(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """One text a row. A cell under a header like 不计 holds a list without the keyword: it is put before the names. A
    number under a header like 番数 gets its unit."""
    header: Sequence[str] = ()
    for row in rows:
        titles = [cell.strip().translate(_SIMPLIFIED) for cell in row]
        if is_header(titles):
            header = headers.canonical(titles)
            yield "\t".join(row)
        else:
            padded = [*header, *[""] * len(row)]
            yield "\t".join(_under(title, cell) for title, cell in zip(padded, row, strict=False))


def is_header(titles: Sequence[str]) -> bool:
    """Whether these are the titles of columns: two of them at least are known."""
    return sum(map(is_title, titles)) >= headers.FEWEST


def is_title(text: str) -> bool:
    """Whether a text is the title of a column, in any language."""
    title = text.strip().translate(_SIMPLIFIED)
    return title in vocabulary.HEADER_WORDS or bool(headers.title(title) or _POINTS_COLUMN.fullmatch(title))


def _under(title: str, cell: str) -> str:
    """What a cell says, the title of its column taken into account."""
    if (column := _LIST_COLUMN.fullmatch(title)) and re.search(r"\w", cell) and not _NOTHING.fullmatch(cell):
        keyword = _KEYWORDS[column.lastgroup or "denied"]
        return cell if re.match(vocabulary.KEYWORD, cell.strip()) else f"{keyword}{cell.strip()}"
    if _POINTS_COLUMN.fullmatch(title) and re.fullmatch(vocabulary.POINTS, cell.strip()):
        return f"{cell.strip()}番"
    return cell
