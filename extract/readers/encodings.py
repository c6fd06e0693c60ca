"""In which encoding a text was written. Declarations and marks are believed only where the bytes agree.

An encoding is told by its characters: every Chinese rule text has some very common ones, every Japanese text kana; read
in a wrong encoding it has next to none of them.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from functools import cache

import msgspec

from extract.messages import message, refusal
from mjrules import names
from mjrules.claims import Message, Place

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # begins as UTF-16 does
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
    (b"\x84\x31\x95\x33", "gb18030"),
)
_CANDIDATES = ("utf-8", "gb18030", "big5hkscs", "cp932", "euc_jp", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")
_SEVEN_BIT = (("hz", re.compile(rb"~\{(?:[!-~]{2})+~\}")), ("iso2022_jp", re.compile(rb"\x1b\$[@B]")))
"""Encodings whose bytes are all ASCII, and what no other text has."""
_DECLARED_WITHIN = 4096
"""Bytes from the top of a page in which it may declare its encoding."""
_COMMON = frozenset("和不计的一刻牌番分种花色顺子杠风由组成")
_KANA = re.compile("[\u3041-\u30fa]")
_ENOUGH = 0.02
"""The least share of common characters in a text; other bytes read as Chinese have next to none."""
_NEARLY = 0.9
"""So near to the best another encoding must come to be believed because it is declared."""
_GOOD_FOR_A_BAD = 2
"""Chinese characters of UTF-8 that a line must have for each byte in it that is none."""
_FEW_CONTROLS = 5
"""Control characters that even a short text may have, from where it was copied."""
_LINE_END = re.compile("\r\n|[\r\n\x85\u2028\u2029]")
_WESTERN = re.compile("[\x80-\uffff]")
_READ_TWICE = (
    *(("gb18030", "utf-8"), ("cp1252", "utf-8"), ("big5hkscs", "utf-8"), ("cp932", "utf-8")),
    *(("cp1252", "gb18030"), ("cp1252", "big5hkscs"), ("gb18030", "big5hkscs"), ("big5hkscs", "gb18030")),
    *(("cp932", "gb18030"), ("euc_kr", "gb18030")),
)
"""In what a text was wrongly read before it was saved again, and in what it was written."""
_LOST = re.compile("(?<!\ufffd)\ufffd++\\?++|(?<!\\?)\\?++\ufffd++")
"""A byte that was lost is printed as a question mark, and what stands beside it means nothing without it."""
_MOST_LOST = 0.25
"""The share of characters that may have been lost on the way."""
_LONGEST_SAMPLE = 20000


class Decoded(msgspec.Struct, frozen=True):
    text: str
    encoding: str
    messages: tuple[Message, ...]


def decode(data: bytes, name: str) -> Decoded:
    """The text of these bytes, every line ending in a line feed. A few bytes that mean nothing are read as U+FFFD, and
    said; so is everything that had to be guessed."""
    declared = _declared(data)
    encoding = _encoding(data, declared)
    if encoding is None:
        return _of_several(data, name)
    text, about = _read_back(data.decode(encoding, "replace").removeprefix("\ufeff"))
    text = _LINE_END.sub("\n", text)
    controls = _controls(text, name)
    plain = encoding.removesuffix("-sig")
    messages: list[Message] = []
    if controls:
        messages.append(message("control-characters", "info", count=controls))
    if declared and not _agree(declared, plain):
        messages.append(message("encoding-lies", "warning", declared=declared, encoding=plain))
    elif plain not in ("utf-8", "utf-16", "utf-32") and not declared:
        messages.append(message("encoding-guessed", "info", encoding=plain))
    if bad := _bad_bytes(data, encoding):
        messages.append(message("unreadable-bytes", "warning", _first_bad(data, encoding), count=bad, encoding=plain))
    return Decoded(text, plain, (*messages, *about))


def _controls(text: str, name: str) -> int:
    controls = sum(char < " " and char not in "\t\n\f\v" for char in text[:4096])
    if controls > max(_FEW_CONTROLS, len(text[:4096]) // 50):
        raise refusal("not-text", name)
    return controls


# one encoding


def _declared(data: bytes) -> str | None:
    """The encoding that a page says it has."""
    head = data[:_DECLARED_WITHIN]
    if b"<" not in head or not re.search(rb"charset|encoding", head, re.I):
        return None
    from bs4.dammit import EncodingDetector

    return EncodingDetector.find_declared_encoding(head, is_html=True, search_entire_document=True)


def _encoding(data: bytes, declared: str | None) -> str | None:
    for mark, encoding in _MARKS:
        if data.startswith(mark) and _fits(data, encoding):
            return encoding
    for encoding, sign in _SEVEN_BIT:
        if sign.search(data) and _fits(data, encoding):
            return encoding
    if not _bad_bytes(data, "utf-8") or _is_damaged_utf_8(data):
        return "utf-8"
    fitting = [encoding for encoding in _CANDIDATES if _fits(data, encoding)]
    known = {encoding: _commonness(data.decode(encoding, "replace")) for encoding in fitting}
    best = max(known, key=lambda encoding: known[encoding], default=None)
    if best and known[best] >= _ENOUGH:
        told = next((own for own in known if declared and _agree(declared, own)), best)
        return told if known[told] >= known[best] * _NEARLY else best
    return "cp1252" if _is_western(data) else None


def _fits(data: bytes, encoding: str) -> bool:
    """Whether nearly all bytes mean something: one may be bad, or one in a hundred."""
    return _bad_bytes(data, encoding) <= max(1, len(data) // 100)


def _is_damaged_utf_8(data: bytes) -> bool:
    """Whether bytes can be nothing but UTF-8 in which a few were lost: characters of three bytes hardly come
    about by accident in another encoding, so that every line must have some of them for each byte that is bad."""
    damaged = [line for line in data.splitlines() if _bad_bytes(line, "utf-8")]
    return bool(damaged) and all(_bad_bytes(line, "utf-8") * _GOOD_FOR_A_BAD <= _wide(line) for line in damaged)


def _wide(data: bytes) -> int:
    """How many characters of three bytes and more there are in UTF-8."""
    return sum(char > "\u07ff" for char in data.decode("utf-8", "ignore"))


def _bad_bytes(data: bytes, encoding: str) -> int:
    """How many bytes, or runs of a few, mean nothing in an encoding."""
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return data.decode(encoding, "replace").count("\ufffd") - data.decode(encoding, "ignore").count("\ufffd")
    return 0


def _first_bad(data: bytes, encoding: str) -> Place | None:
    try:
        data.decode(encoding)
    except UnicodeDecodeError as error:
        lines = _LINE_END.split(error.object[: error.start].decode(encoding))
        return Place(len(lines), len(lines), len(lines[-1]) + 1, len(lines[-1]) + 1)
    return None


def _commonness(text: str) -> float:
    """The share of common characters among those that are not ASCII."""
    simplified = _simplified(text[:_LONGEST_SAMPLE])
    common = sum(char in _COMMON for char in simplified) + len(_KANA.findall(simplified))
    # a NUL is half of a character that was taken for two
    return common / max(1, sum(char > "\x7f" or char == "\0" for char in simplified))


def _simplified(text: str) -> str:
    return str(_converter().convert(text))


@cache
def _converter():  # type: ignore[no-untyped-def]  # opencc has no types
    from opencc import OpenCC

    return OpenCC("t2s")


def _is_western(data: bytes) -> bool:
    """Whether bytes are a text in Latin letters with a few signs of Windows (’ “ – ×) in it."""
    high = sum(byte > 0x7F for byte in data)
    letters = sum(0x41 <= byte <= 0x7A for byte in data)
    return high * 20 <= len(data) and letters * 2 >= len(data) and not _bad_bytes(data, "cp1252")


def _agree(declared: str, encoding: str) -> bool:
    families = {"gb2312": "gb18030", "gbk": "gb18030", "big5": "big5hkscs", "cp950": "big5hkscs", "shift_jis": "cp932"}
    families |= {"utf-16": "utf-16-le", "iso8859-1": "cp1252", "ascii": "utf-8"}

    def family(name: str) -> str:
        try:
            name = codecs.lookup(name).name
        except LookupError:
            return name
        return families.get(name, name)

    return family(declared) == family(encoding)


# several encodings


def _of_several(data: bytes, name: str) -> Decoded:
    """A text of which some lines are UTF-8 and others are not, as where files were joined."""
    lines = re.split(rb"(?<=\n)", data)
    others = b"".join(line for line in lines if _bad_bytes(line, "utf-8"))
    encoding = _encoding(others, None) if len(others) < len(data) else None
    if encoding is None or encoding == "cp1252" or b"\0" in data:
        raise refusal("not-text", name)
    decoded = [line.decode(encoding if _bad_bytes(line, "utf-8") else "utf-8", "replace") for line in lines]
    text = _LINE_END.sub("\n", "".join(decoded).removeprefix("\ufeff"))
    controls = _controls(text, name)
    count = sum(bool(_bad_bytes(line, "utf-8")) for line in lines)
    messages = [message("encodings-mixed", "warning", encoding=encoding, count=count)]
    if controls:
        messages.append(message("control-characters", "info", count=controls))
    return Decoded(text, "utf-8", tuple(messages))


# text that was read in a wrong encoding and saved again


def _read_back(text: str) -> tuple[str, list[Message]]:
    """The text, or what it was before somebody read it in a wrong encoding and saved that."""
    if not _WESTERN.search(text) or _commonness(text) >= _ENOUGH:
        return text, []
    sample = text[:_LONGEST_SAMPLE]
    best = max(_readings(sample), key=lambda reading: _commonness(reading[0]), default=None)
    if not best or _commonness(best[0]) < 2 * _ENOUGH or not _names_a_fan(best[0]):
        return text, []
    _, wrong, right = best
    before = _as_written(text, wrong, right)
    return before, [message("read-twice", "warning", wrong=wrong, encoding=right, count=before.count("\ufffd"))]


def _readings(text: str) -> Iterator[tuple[str, str, str]]:
    for wrong, right in _READ_TWICE:
        before = _as_written(text, wrong, right)
        if before.count("\ufffd") + before.count("?") <= max(2, len(before) * _MOST_LOST):
            yield before, wrong, right


def _as_written(text: str, wrong: str, right: str) -> str:
    return _LOST.sub("\ufffd", _bytes(text, wrong).decode(right, "replace"))


def _bytes(text: str, encoding: str) -> bytes:
    """The bytes that were wrongly read as this text. As Western text bytes that mean nothing are kept as they are."""
    if encoding == "cp1252":
        return b"".join(char.encode("latin-1" if "\x80" <= char <= "\xff" else encoding, "replace") for char in text)
    return text.replace("\ufffd", "?").encode(encoding, "replace")


def _names_a_fan(text: str) -> bool:
    simplified = _simplified(text[:_LONGEST_SAMPLE])
    return any(fan.name in simplified for fan in names.official())
