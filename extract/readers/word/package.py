"""What is in a Word file: the parts that hold its text, opened by python-docx, and what is said about all others.

The file is not given to python-docx as it is: only the parts that are read go on, in the plain form it knows. So what
is damaged or missing beside them (a picture, a font) does not matter, files of the strict variant, templates and files
with macros open like any other, and pictures are never unpacked. Nothing outside of the file is fetched, nothing in it
is run.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Iterator
from functools import cached_property
from io import BytesIO
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote
from xml.sax.saxutils import quoteattr

from extract.messages import message, refusal
from extract.readers.word.tags import R, W
from mjrules.claims import Message
from mjrules.errors import UnreadableDocument

if TYPE_CHECKING:
    from docx.document import Document as WordDocument

UNPACKED = 32
"""Megabytes that the parts of a Word file that are read may have unpacked."""

_TIGHTEST, _SMALL = 200, 16 << 20
"""What unpacks to more than 200 times its size is no document, if it is larger than 16 MB: text and markup that repeat
themselves reach that ratio only in small files."""

_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_RELATION = f"{{{_PACKAGE}/relationships}}Relationship"
_WORD_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_READ = {"styles": f"{_WORD_TYPE}.styles+xml", "numbering": f"{_WORD_TYPE}.numbering+xml"}
_NOTES = ("footnotes", "endnotes")
_LOOKED_AT = ("header", "footer", "comments", "settings")
_MOST_EXTERNAL = 10
_LONGEST_TARGET = 80
_STRICT = {
    b"http://purl.oclc.org/ooxml/wordprocessingml/main": W[1:-1].encode(),
    b"http://purl.oclc.org/ooxml/officeDocument/relationships": R[1:-1].encode(),
    b"http://purl.oclc.org/ooxml/officeDocument/math": b"http://schemas.openxmlformats.org/officeDocument/2006/math",
    b"http://purl.oclc.org/ooxml/drawingml/": b"http://schemas.openxmlformats.org/drawingml/2006/",
}
_PROLOG = rb"\s*(?:<\?(?:[^?]|\?(?!>))*\?>\s*|<!--(?:[^-]|-(?!->))*-->\s*)*"
_PROLOG_WITHIN = 1 << 16
_DECLARES = re.compile(_PROLOG + rb"<!DOCTYPE")
_FLAT = re.compile(_PROLOG + rb"<(?:\w+:)?package\b[^>]*http://schemas\.microsoft\.com/office/2006/xmlPackage")


class Package:
    """A Word file that was opened."""

    def __init__(self, data: bytes, name: str) -> None:
        self.name = name
        self.messages: list[Message] = []
        self._parts: _Archive | _Flat = _Flat(data, name) if is_flat(data) else _Archive(data, name)
        self._parsed: dict[str, Any] = {}
        self._main = self._find_main()
        self._relations = dict(self._related(self._main))
        self._say_what_is_beside()

    @cached_property
    def document(self) -> WordDocument:
        """The document as python-docx opens it."""
        import docx

        data = self._only_what_is_read()
        try:
            document = docx.Document(data)
        except Exception as error:  # python-docx lets errors of zipfile, lxml and its own through, whatever is damaged
            raise self._damaged(error) from None
        if document.element.find(f"{W}body") is None:
            raise refusal("not-a-word-file", self.name)
        return document

    @property
    def main(self) -> str:
        """The name of the part that holds the document, in the form names are compared in."""
        return self._main

    @property
    def title(self) -> str:
        core = self._core()
        found = None if core is None else core.find(".//{http://purl.org/dc/elements/1.1/}title")
        return " ".join((found.text or "").split()) if found is not None else ""

    def part(self, kind: str) -> Any:
        """The root of a part: styles, numbering, footnotes, endnotes, settings; None where there is none."""
        return self._roots.get(kind)

    def relation(self, id: str | None) -> tuple[str, str]:
        """The kind and the target of a relation of the document."""
        return self._relations.get(id or "", ("", ""))

    # what is read

    @cached_property
    def _roots(self) -> dict[str, Any]:
        """The roots of the parts beside the document itself; one that is damaged is left out, and that is said."""
        wanted = (*_READ, *_NOTES, "settings")
        roots: dict[str, Any] = {}
        for kind, target in self._relations.values():
            if kind in wanted and kind not in roots:
                root = self._root(target) if self._parts.has(target) else None
                if root is None:
                    self.messages.append(message("part-not-read", "warning", part=target))
                else:
                    roots[kind] = root
        return roots

    def _root(self, part: str) -> Any:
        """The root of a part; None where it is damaged."""
        if part not in self._parsed:
            try:
                self._parsed[part] = _parsed(self._parts.xml(part))
            except UnreadableDocument:
                raise
            except Exception:  # lxml has many kinds of errors for what is no XML
                self._parsed[part] = None
        return self._parsed[part]

    def _only_what_is_read(self) -> BytesIO:
        """A package of the parts that are read and nothing else."""
        from lxml import etree

        kinds = [kind for kind in _READ if self.part(kind) is not None]
        types = {"document": f"{_WORD_TYPE}.document.main+xml", **{kind: _READ[kind] for kind in kinds}}
        related = "".join(map(_relation, kinds))
        out = BytesIO()
        with zipfile.ZipFile(out, "w") as package:
            package.writestr("[Content_Types].xml", _content_types(types))
            package.writestr("_rels/.rels", _relations(_relation("document", "officeDocument", "word/document.xml")))
            package.writestr("word/document.xml", self._parts.xml(self._main))
            package.writestr("word/_rels/document.xml.rels", _relations(related))
            for kind in kinds:
                package.writestr(f"word/{kind}.xml", etree.tostring(self.part(kind), encoding="utf-8"))
        out.seek(0)
        return out

    def _damaged(self, error: Exception) -> UnreadableDocument:
        reason = f"{type(error).__name__}: {error}"[:120]
        return refusal("damaged-word-file", self.name, reason="nested too deeply" if "depth" in reason else reason)

    # finding the parts

    def _find_main(self) -> str:
        found = [target for kind, target in self._related("").values() if kind == "officeDocument"]
        main = next(filter(self._parts.has, [*found, "word/document.xml"]), None)
        if main is None or not self._is_word(main):
            raise refusal("not-a-word-file", self.name)
        return main

    def _is_word(self, main: str) -> bool:
        """Whether the main part is that of a Word file; other Office files are packages, too."""
        types = self._root("[Content_Types].xml") if self._parts.has("[Content_Types].xml") else None
        if types is None:
            return True
        own = {_plain(each.get("PartName", "")): str(each.get("ContentType")) for each in types.iter("{*}Override")}
        return "word" in own.get(main, "word").lower()

    def _related(self, part: str) -> dict[str, tuple[str, str]]:
        """The relations of a part inside of the package: id to kind and part. Their kinds end alike in all variants."""
        path = PurePosixPath(part)
        relations = _plain(f"{path.parent}/_rels/{path.name}.rels" if part else "_rels/.rels")
        root = self._root(relations) if self._parts.has(relations) else None
        return {
            str(each.get("Id")): (_kind(each), _target(path.parent, str(each.get("Target") or "")))
            for each in ([] if root is None else root.iter(_RELATION))
            if each.get("TargetMode") != "External"
        }

    def _core(self) -> Any:
        found = (target for kind, target in self._related("").values() if kind == "core-properties")
        target = next(filter(self._parts.has, found), None)
        return None if target is None else self._root(target)

    # what is not read

    def _say_what_is_beside(self) -> None:
        if any(name.endswith("vbaproject.bin") for name in self._parts.names()):
            self.messages.append(message("macros-not-run", "info"))
        for target in list(dict.fromkeys(self._external()))[:_MOST_EXTERNAL]:
            self.messages.append(message("external-not-fetched", "info", target=target[:_LONGEST_TARGET]))
        self._say_count("headers-left-out", ("header", "footer"), _words)
        self._say_count("comments-left-out", ("comments",), _comments)

    def _say_count(self, code: str, kinds: tuple[str, ...], texts: Callable[[Any], list[str]]) -> None:
        targets = dict.fromkeys(target for kind, target in self._relations.values() if kind in kinds)
        roots = [self._root(target) for target in targets if self._parts.has(target)]
        found = [text for root in roots if root is not None for text in texts(root)]
        if found:
            self.messages.append(message(code, "info", count=len(found), begins=found[0][:20]))

    def _external(self) -> Iterator[str]:
        """What the file refers to outside of itself; links that a reader may follow are none of that."""
        for name in self._parts.names():
            root = self._root(name) if name.endswith(".rels") else None
            for each in [] if root is None else root.iter(_RELATION):
                if each.get("TargetMode") == "External" and _kind(each) != "hyperlink":
                    yield str(each.get("Target") or "")


def is_flat(data: bytes) -> bool:
    """Whether this is a Word file as one XML text (Flat OPC)."""
    return bool(_FLAT.match(data[:_PROLOG_WITHIN].removeprefix(b"\xef\xbb\xbf")))


class _Archive:
    """The parts of a zip archive. Names are compared as the format has it: without case, with any slash."""

    def __init__(self, data: bytes, name: str) -> None:
        self._name = name
        self._left = UNPACKED << 20
        try:
            self._archive = zipfile.ZipFile(BytesIO(data))
            self._infos = {_plain(info.filename): info for info in self._archive.infolist()}
        except Exception as error:  # zipfile lets errors of struct and codecs through where the directory is damaged
            raise self._damaged(error) from None

    def names(self) -> list[str]:
        return list(self._infos)

    def has(self, part: str) -> bool:
        return _plain(part) in self._infos

    def xml(self, part: str) -> bytes:
        """A part of XML, in the form python-docx knows."""
        return _plain_xml(self._unpacked(self._infos[_plain(part)]), self._name)

    def _unpacked(self, info: zipfile.ZipInfo) -> bytes:
        """The bytes of a part, never more than a file may have: what its header says of its size may be a lie."""
        if info.flag_bits & 1:
            raise refusal("encrypted-word-file", self._name)
        if info.file_size > self._left:
            raise refusal("too-large-unpacked", self._name, limit=UNPACKED)
        if info.file_size > max(_SMALL, _TIGHTEST * info.compress_size):
            raise refusal("packed-too-tightly", self._name, times=_TIGHTEST)
        try:
            with self._archive.open(info) as part:
                data = part.read(self._left + 1)
        except Exception as error:  # zlib, lzma, bz2 and zipfile each have their own errors
            raise self._damaged(error) from None
        self._left -= len(data)
        if self._left < 0:
            raise refusal("too-large-unpacked", self._name, limit=UNPACKED)
        return data

    def _damaged(self, error: Exception) -> UnreadableDocument:
        return refusal("damaged-word-file", self._name, reason=f"{type(error).__name__}: {error}"[:120])


class _Flat:
    """The parts of a file that is one XML text."""

    def __init__(self, data: bytes, name: str) -> None:
        package = "{http://schemas.microsoft.com/office/2006/xmlPackage}"
        try:
            root = _parsed(_plain_xml(data, name))
        except UnreadableDocument:
            raise
        except Exception as error:
            raise refusal("damaged-word-file", name, reason=f"{type(error).__name__}: {error}"[:120]) from None
        self._roots = {_plain(each.get(f"{package}name") or ""): each for each in root.iter(f"{package}part")}
        self._data = f"{package}xmlData"

    def names(self) -> list[str]:
        return list(self._roots)

    def has(self, part: str) -> bool:
        content = self._roots.get(_plain(part))
        return content is not None and content.find(f"{self._data}/*") is not None

    def xml(self, part: str) -> bytes:
        from lxml import etree

        data: bytes = etree.tostring(self._roots[_plain(part)].find(f"{self._data}/*"), encoding="utf-8")
        return data


def _plain_xml(data: bytes, name: str) -> bytes:
    """XML in UTF-8, in the namespaces of the usual variant. Nothing may be declared in it: the format forbids that, and
    declared entities can grow without end."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = data.decode("utf-16", "replace")
        data = re.sub(r"^\ufeff?\s*<\?xml[^>]*\?>", "", text).encode("utf-8", "replace")
    if _DECLARES.match(data[:_PROLOG_WITHIN].removeprefix(b"\xef\xbb\xbf")):
        raise refusal("declares-entities", name)
    if b"http://purl.oclc.org/ooxml/" in data:
        for strict, usual in _STRICT.items():
            data = data.replace(strict, usual)
    return data


def _parsed(data: bytes) -> Any:
    from lxml import etree

    return etree.fromstring(data, etree.XMLParser(resolve_entities=False, no_network=True))


def _plain(name: str) -> str:
    """A part's name in the form it is compared in."""
    return str(PurePosixPath("/", unquote(name).replace("\\", "/").lower())).lstrip("/")


def _kind(relation: Any) -> str:
    return str(relation.get("Type") or "").rpartition("/")[2]


def _target(folder: PurePosixPath, target: str) -> str:
    """The part a relation leads to from a part in this folder."""
    steps: list[str] = []
    path = unquote(target.partition("#")[0]).replace("\\", "/")
    for step in ([] if path.startswith("/") else list(folder.parts)) + path.split("/"):
        if step == "..":
            del steps[-1:]
        elif step not in ("", ".", "/"):
            steps.append(step)
    return _plain("/".join(steps))


def _content_types(types: dict[str, str]) -> str:
    relations = "application/vnd.openxmlformats-package.relationships+xml"
    plain = f'<Default Extension="rels" ContentType="{relations}"/>'
    own = "".join(f'<Override PartName="/word/{part}.xml" ContentType="{type}"/>' for part, type in types.items())
    return f'<Types xmlns="{_PACKAGE}/content-types">{plain}{own}</Types>'


def _relation(id: str, kind: str | None = None, target: str | None = None) -> str:
    type, target = f"{_OFFICE}/{kind or id}", target or f"{id}.xml"
    return f"<Relationship Id={quoteattr(id)} Type={quoteattr(type)} Target={quoteattr(target)}/>"


def _relations(relations: str) -> str:
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{relations}</Relationships>'


def _words(root: Any) -> list[str]:
    """The text of a header or footer, if it has any."""
    words = "".join(str(text.text or "") for text in root.iter(f"{W}t")).strip()
    return [words] if words else []


def _comments(root: Any) -> list[str]:
    return ["".join(str(text.text or "") for text in each.iter(f"{W}t")).strip() for each in root.iter(f"{W}comment")]
