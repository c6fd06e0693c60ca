"""Plain text, and text with a little markup (.txt, .md): one block a line. Also tells encodings for other readers."""

from __future__ import annotations

import codecs
import re
from pathlib import PurePath

import msgspec

from extract.document import Block, BlockKind, Document
from extract.messages import message, refusal
from mjrules.claims import Message

_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_HTML = re.compile(r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype html|html|head|body)\b", re.I | re.S)
_LEGACY = ("gb18030", "big5hkscs", "utf-16-le", "utf-16-be")
_DECLARED = re.compile(rb"""<meta[^>]+charset\s*=\s*["']?([\w-]+)|<\?xml[^>]+encoding=["']([\w-]+)""", re.I)
_COMMON = "和不计的一刻牌番分种花色顺子杠风由组成"
"""Characters that every Chinese rule text has; the encoding in which they appear most is the one it was written in."""


class Decoded(msgspec.Struct, frozen=True):
    text: str
    encoding: str
    messages: tuple[Message, ...]


def decode(data: bytes, name: str) -> Decoded:
    """The text of these bytes. A declared encoding is believed only if the bytes agree."""
    declared = _declared(data)
    encoding = _encoding(data)
    if encoding is None:
        raise refusal("not-text", name)
    text = data.decode(encoding)
    if sum(char < " " and char not in "\t\r\n\f" for char in text[:4096]) * 50 > len(text[:4096]):
        raise refusal("not-text", name)
    plain = encoding.removesuffix("-sig")
    messages: list[Message] = []
    if declared and not _agree(declared, plain):
        messages.append(message("encoding-lies", "warning", declared=declared, encoding=plain))
    elif encoding in _LEGACY and not declared:
        messages.append(message("encoding-guessed", "info", encoding=plain))
    return Decoded(text.removeprefix("\ufeff"), plain, tuple(messages))


def _declared(data: bytes) -> str | None:
    found = _DECLARED.search(data[:2048])
    return (found[1] or found[2]).decode("ascii").lower() if found else None


def _encoding(data: bytes) -> str | None:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return encoding
    fitting = [encoding for encoding in ("utf-8", *_LEGACY) if _fits(data, encoding)]
    if fitting[:1] == ["utf-8"]:
        return "utf-8"
    known = {encoding: _commonness(data.decode(encoding)) for encoding in fitting}
    best = max(known, key=lambda encoding: known[encoding], default=None)
    return best if best and known[best] > 0 else None


def _fits(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def _commonness(text: str) -> float:
    from opencc import OpenCC

    simplified: str = OpenCC("t2s").convert(text[:20000])
    return sum(map(simplified.count, _COMMON)) / max(1, len(simplified))


def _agree(declared: str, encoding: str) -> bool:
    families = {"gb2312": "gb18030", "gbk": "gb18030", "big5": "big5hkscs", "utf8": "utf-8", "utf-16": "utf-16-le"}
    return families.get(declared, declared) == families.get(encoding, encoding)


def is_html(text: str, name: str) -> bool:
    return PurePath(name).suffix.lower() in {".html", ".htm", ".xhtml"} or bool(_HTML.match(text[:4096]))


def read(decoded: Decoded, name: str) -> Document:
    """One block a line that is not empty."""
    markdown = PurePath(name).suffix.lower() in {".md", ".markdown"}
    lines = re.split(r"\r\n|\r|\n", decoded.text)
    blocks = tuple(
        _markdown(line, number) if markdown else Block(line, "paragraph", number, number)
        for number, line in enumerate(lines, 1)
        if line.strip()
    )
    title = blocks[0].text.strip()[:60] if blocks else ""
    format = "md" if markdown else "txt"
    return Document(name, format, decoded.encoding, title, blocks, decoded.messages)


def _markdown(line: str, number: int) -> Block:
    """Headings and table rows as blocks of their kind, signs of emphasis and lists taken away."""
    kind: BlockKind = "paragraph"
    if heading := re.match(r"\s*#{1,6}\s+", line):
        line, kind = line[heading.end() :].rstrip("# "), "heading"
    elif re.fullmatch(r"\s*\|.*\|\s*", line):
        if re.fullmatch(r"[\s|:\-]+", line):
            return Block("", "row", number, number)
        line, kind = "\t".join(cell.strip() for cell in line.strip().strip("|").split("|")), "row"
    line = re.sub(r"^\s*[-*+]\s+", "", line)
    return Block(re.sub(r"\*\*|__|`", "", line), kind, number, number)
