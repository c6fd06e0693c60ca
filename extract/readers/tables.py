"""What tables of all formats have in common: a row is one line of text, its cells joined by tabs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from extract import vocabulary

_LIST_COLUMN = re.compile(r"(不计|另计|可计)(?:番种|番型|的番种)?")


def row_texts(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """One text a row. A cell under a header like 不计 holds a list without the keyword: it is put before the names."""
    lists: dict[int, str] = {}
    for row in rows:
        if sum(cell.strip() in vocabulary.HEADER_WORDS for cell in row) >= 2:
            found = ((at, _LIST_COLUMN.fullmatch(cell.strip())) for at, cell in enumerate(row))
            lists = {at: column[1] for at, column in found if column}
            yield "\t".join(row)
        else:
            yield "\t".join(_with_keyword(cell, lists.get(at)) for at, cell in enumerate(row))


def _with_keyword(cell: str, keyword: str | None) -> str:
    if not keyword or not re.search(r"\w", cell) or re.match(vocabulary.KEYWORD, cell.strip()):
        return cell
    return f"{keyword}{cell.strip()}"
