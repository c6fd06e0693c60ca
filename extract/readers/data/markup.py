"""XML: elements are groups, attributes and elements with nothing but text are values."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from extract.readers.data.values import Data, Group, Item, Remark, Scalar, Value

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_PROLOGUE = r"(?:<!--.*?-->\s*+|<!DOCTYPE[^\[>]*+(?:\[[^\]]*+\])?[^>]*+>\s*+)*+"
_BEGINS = re.compile(rf"\s*+(?:<\?xml[^>]*\?>\s*+)?{_PROLOGUE}<[A-Za-z_][\w.:-]*+[\s>/]", re.S)
_SPREADSHEET = "urn:schemas-microsoft-com:office:spreadsheet"
_DEEPEST = 60
_WIDEST = 100


def is_xml(text: str) -> bool:
    return bool(_BEGINS.match(text)) and text.rstrip().endswith(">")


def read(text: str) -> Data | None:
    """The data of an XML text; None where it is none. Entities are not resolved, and nothing is fetched."""
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        root = etree.fromstring(re.sub(r"^\s*<\?xml[^>]*\?>", _only_lines, text).encode("utf-8", "replace"), parser)
    except etree.XMLSyntaxError:
        return None
    remarks = tuple(
        Remark(line.strip(), _line(comment), behind=False)
        for comment in root.iter(etree.Comment)
        for line in (comment.text or "").split("\n")
        if line.strip()
    )
    whole = _sheets(root) if _SPREADSHEET in str(root.tag) else Item(_name(root), _value(root, 0))
    return Data(Group((whole,), 1, text.count("\n") + 1), remarks)


def _sheets(root: Element) -> Item:
    """The rows of a workbook as one XML text."""
    rows = []
    for row in root.iter(f"{{{_SPREADSHEET}}}Row"):
        line = _line(row)
        cells: list[Item] = []
        for cell in row.iter(f"{{{_SPREADSHEET}}}Cell"):
            at = cell.get(f"{{{_SPREADSHEET}}}Index") or ""
            while at.isdecimal() and len(cells) + 1 < min(int(at), _WIDEST):
                cells.append(Item("", Scalar("", line, line, quoted=True)))
            words = " ".join("".join(map(str, cell.itertext())).split())
            cells.append(Item("", Scalar(words, line, line, quoted=True)))
        rows.append(Item("", Group(tuple(cells), line, line)))
    return Item("", Group(tuple(rows), 1, max((item.value.line_end for item in rows), default=1)))


def _only_lines(found: re.Match[str]) -> str:
    return "\n" * found[0].count("\n")


def _line(element: Element) -> int:
    line = element.sourceline
    return line if isinstance(line, int) else 1


def _name(element: Element) -> str:
    return re.sub(r"^\{.*\}", "", str(element.tag))


def _value(element: Element, depth: int) -> Value:
    line = _line(element)
    children = [child for child in element if isinstance(child.tag, str)]
    if children and len(children) % 2 == 0 and all(_name(child) == "key" for child in children[::2]):
        # a property list: a key, and its value in the element behind it
        pairs = zip(children[::2], children[1::2], strict=True)
        own = tuple(Item((key.text or "").strip(), _value(value, depth + 1)) for key, value in pairs)
        return Group(own, line, max(item.value.line_end for item in own))
    text = " ".join("".join(map(str, element.itertext() if not children or depth > _DEEPEST else [])).split())
    items = [Item(str(key), Scalar(str(value), line, line, quoted=True)) for key, value in element.attrib.items()]
    if not items and not children:
        return Scalar(text, line, line, quoted=True)
    if text:
        items.append(Item("" if not items else _name(element), Scalar(text, line, line, quoted=True)))
    if depth <= _DEEPEST:
        items += (Item(_name(child), _value(child, depth + 1)) for child in children)
    keys = {item.key for item in items}
    if len(keys) == 1 and len(items) > 1:  # a list, whatever its members are called
        items = [Item("", item.value) for item in items]
    last = max([line, *(item.value.line_end for item in items)])
    return Group(tuple(items), line, last)
