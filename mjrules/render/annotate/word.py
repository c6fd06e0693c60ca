"""A copy of a Word file with comments in it, and nothing else changed.

All parts go over byte for byte but those that comments need: the document gets the marks of the comments, the list of
comments is made or grows, and where it is new the package says that it is there. A comment begins and ends between
runs, so a run is parted where the words begin or end inside of it; both parts look like the whole.
"""

from __future__ import annotations

import copy
import re
import zipfile
from collections.abc import Iterator, Sequence
from io import BytesIO
from posixpath import dirname, join, normpath, relpath
from typing import Any, NamedTuple
from urllib.parse import unquote
from xml.sax.saxutils import quoteattr

from mjrules import texts
from mjrules.errors import RulesError
from mjrules.render.width import visible

AUTHOR, INITIALS = "mjrules", "mj"

UNPACKED = 256
"""Megabytes that a Word file may have unpacked, pictures included."""

_USUAL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments"
_STRICT = "http://purl.oclc.org/ooxml/officeDocument/relationships/comments"
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
_COMMENTS_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml"
_SIGNATURES = "_xmlsignatures/"
_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_PARTED = frozenset(("rPr", "t", "tab", "br", "cr", "noBreakHyphen", "softHyphen", "lastRenderedPageBreak"))
"""What a run may have that is parted: text, and signs that stay with the one side or the other."""


_Spot = tuple[int, int]
"""Between two characters of a paragraph: the number of a text in it, and an offset in that text."""
_Edges = dict[int, dict[_Spot, tuple[Any, Any]]]
"""For each paragraph what stands before and behind a spot of it: children of the paragraph."""
_WHOLE = ("rPrChange", "vertAlign", "position", "rStyle")
"""Looks of runs that stay whole: one that was changed on record, and those that make a run a mark ([注3])."""


class Comment(NamedTuple):
    """A comment and where it stands: the number of the paragraph among all of the main part, and in it from where to
    where; None for the whole paragraph."""

    paragraphs: Sequence[str]
    paragraph: int
    span: tuple[_Spot, _Spot] | None = None


class Annotated(NamedTuple):
    data: bytes
    was_signed: bool
    """The file has a digital signature, which no copy with comments can keep."""


def annotated(data: bytes, main: str, comments: Sequence[Comment], lang: str) -> Annotated:
    """The file with comments. ``main`` is the name of the part that holds the document."""
    package = _Package(data, lang)
    if comments:
        package.comment(main, comments)
    return Annotated(package.written(), package.is_signed)


class _Package:
    """The parts of a Word file on the way to a copy. Names are compared without case, with any slash."""

    def __init__(self, data: bytes, lang: str) -> None:
        self._lang = lang
        self._archive = zipfile.ZipFile(BytesIO(data))
        self._infos = {info.filename: info for info in self._archive.infolist()}
        self._names = {_plain(name): name for name in self._infos}
        self._changed: dict[str, bytes] = {}
        if sum(info.file_size for info in self._infos.values()) > UNPACKED << 20:
            raise self._refusal("too-large", limit=UNPACKED)

    @property
    def is_signed(self) -> bool:
        return any(name.startswith(_SIGNATURES) for name in self._names)

    def comment(self, main: str, comments: Sequence[Comment]) -> None:
        """Write the comments into the parts they need."""
        document = _parsed(self._read(main))
        space = str(document.tag).partition("}")[0][1:]
        part = self._comments_part(main) or self._new_comments_part(main, strict="purl.oclc.org" in space)
        listed = self._listed(part, space)
        first = 1 + max(_ids(document, space, "commentReference") | _ids(listed, space, "comment"), default=-1)
        for id, comment in enumerate(comments, first):
            listed.append(_comment(space, id, comment.paragraphs))
        _Marking(document, space).mark(comments, first)
        self._write(main, document)
        self._write(part, listed)

    def written(self) -> bytes:
        """The archive: every part in its place, with its own date and compression."""
        out = BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, info in self._infos.items():
                kept = copy.copy(info)
                kept.extra = b""
                archive.writestr(kept, self._changed.pop(name) if name in self._changed else self._read(name))
            for name, data in self._changed.items():
                new = zipfile.ZipInfo(name, next(iter(self._infos.values())).date_time)
                new.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(new, data)
        return out.getvalue()

    # parts

    def _read(self, name: str) -> bytes:
        name = self._names.get(_plain(name), name)
        if name in self._changed:
            return self._changed[name]
        try:
            return self._archive.read(self._infos[name])
        except Exception as error:  # zlib, lzma, bz2 and zipfile each have their own errors
            raise self._refusal("part-damaged", part=visible(name), reason=visible(str(error))) from None

    def _write(self, name: str, root: Any) -> None:
        from lxml import etree

        tree = root.getroottree()
        data = etree.tostring(tree, xml_declaration=True, encoding="UTF-8", standalone=tree.docinfo.standalone)
        self._changed[self._names.setdefault(_plain(name), name)] = data

    def _refusal(self, key: str, **parts: object) -> RulesError:
        return RulesError(texts.say("annotate", key, self._lang, **parts))

    # the list of comments

    def _comments_part(self, main: str) -> str | None:
        """The part that holds the comments which are there already."""
        name = _relations_of(main)
        if _plain(name) not in self._names:
            return None
        for relation in _parsed(self._read(name)).iter(f"{{{_RELATIONS}}}Relationship"):
            if str(relation.get("Type")) in (_USUAL, _STRICT) and relation.get("TargetMode") != "External":
                return _plain(join("/", dirname(_plain(main)), unquote(str(relation.get("Target")))))
        return None

    def _new_comments_part(self, main: str, *, strict: bool) -> str:
        """A part for comments, made known to the package."""
        folder = dirname(self._names.get(_plain(main), main))
        part = next(name for name in _free_names(folder) if _plain(name) not in self._names)
        types = _parsed(self._read("[Content_Types].xml"))
        types.append(_element(types, _TYPES, "Override", PartName=f"/{part}", ContentType=_COMMENTS_TYPE))
        self._write("[Content_Types].xml", types)
        name = _relations_of(self._names.get(_plain(main), main))
        known = _plain(name) in self._names
        relations = _parsed(self._read(name) if known else f'<Relationships xmlns="{_RELATIONS}"/>'.encode())
        ids = {str(each.get("Id")) for each in relations}
        id = next(id for id in (f"rIdMj{n}" for n in range(1, len(ids) + 2)) if id not in ids)
        target = relpath(part, folder or ".")
        kind = _STRICT if strict else _USUAL
        relations.append(_element(relations, _RELATIONS, "Relationship", Id=id, Type=kind, Target=target))
        self._write(name, relations)
        return part

    def _listed(self, part: str, space: str) -> Any:
        """The list of comments; an empty one where the part is new."""
        if _plain(part) not in self._names:
            return _parsed(f"<w:comments xmlns:w={quoteattr(space)}/>".encode())
        try:
            return _parsed(self._read(part))
        except RulesError:
            raise
        except Exception:  # lxml has many kinds of errors for what is no XML
            raise self._refusal("comments-damaged") from None


class _Marking:
    """Puts the marks of comments into a document."""

    def __init__(self, root: Any, space: str) -> None:
        self._w = f"{{{space}}}"
        self._paragraphs = list(root.iter(f"{self._w}p"))
        self._prefixed = {"w": space}
        self._known_fields: dict[int, dict[Any, tuple[Any, Any]]] = {}

    def mark(self, comments: Sequence[Comment], first: int) -> None:
        """Mark the comments, which are numbered from ``first``. All runs are parted before anything is put between."""
        edges = self._edges(comments)
        begins = [(self._begin(comment, edges), id) for id, comment in enumerate(comments, first)]
        ends = [(self._end(comment, edges), id) for id, comment in enumerate(comments, first)]
        for (paragraph, element), id in begins:
            self._put_begin(paragraph, element, id)
        for (paragraph, element), id in reversed(ends):
            self._put_end(paragraph, element, id)

    # where

    def _edges(self, comments: Sequence[Comment]) -> _Edges:
        points: dict[int, set[_Spot]] = {}
        for comment in comments:
            if comment.span:
                points.setdefault(comment.paragraph, set()).update(comment.span)
        return {number: _parted(self._paragraphs[number], spots, self._w) for number, spots in points.items()}

    def _begin(self, comment: Comment, edges: _Edges) -> tuple[Any, Any]:
        paragraph = self._paragraphs[comment.paragraph]
        if comment.span is None:
            return paragraph, next(iter(self._content(paragraph)), None)
        element = edges[comment.paragraph][comment.span[0]][1]
        return paragraph, self._fields(comment.paragraph).get(element, (element, element))[0]

    def _end(self, comment: Comment, edges: _Edges) -> tuple[Any, Any]:
        paragraph = self._paragraphs[comment.paragraph]
        if comment.span is None:
            return paragraph, next(iter(reversed(self._content(paragraph))), None)
        element = edges[comment.paragraph][comment.span[1]][0]
        return paragraph, self._fields(comment.paragraph).get(element, (element, element))[1]

    def _content(self, paragraph: Any) -> list[Any]:
        return [each for each in paragraph if each.tag != f"{self._w}pPr"]

    def _fields(self, number: int) -> dict[Any, tuple[Any, Any]]:
        """The children of a paragraph that are part of a field, with the first and the last child of it. A mark inside
        of a field would be lost when Word reckons it anew, and one in its instruction would spoil it."""
        if number not in self._known_fields:
            self._known_fields[number] = dict(self._fields_in(self._paragraphs[number]))
        return self._known_fields[number]

    def _fields_in(self, paragraph: Any) -> Iterator[tuple[Any, tuple[Any, Any]]]:
        depth = 0
        field: list[Any] = []
        for each in paragraph:
            kinds = [str(mark.get(f"{self._w}fldCharType")) for mark in each.iter(f"{self._w}fldChar")]
            if depth or "begin" in kinds:
                field.append(each)
            depth = max(0, depth + kinds.count("begin") - kinds.count("end"))
            if field and not depth:
                yield from ((part, (field[0], field[-1])) for part in field)
                field = []

    # what

    def _put_begin(self, paragraph: Any, element: Any, id: int) -> None:
        mark = self._element("commentRangeStart", id)
        if element is None:
            paragraph.append(mark)
        else:
            element.addprevious(mark)

    def _put_end(self, paragraph: Any, element: Any, id: int) -> None:
        mark, run = self._element("commentRangeEnd", id), self._element("r")
        run.append(self._element("commentReference", id))
        if element is None:
            begun = paragraph.findall(f"{self._w}commentRangeStart")
            element = next(each for each in begun if each.get(f"{self._w}id") == str(id))
        tail, element.tail = element.tail, None
        element.addnext(run)
        element.addnext(mark)
        run.tail = tail

    def _element(self, name: str, id: int | None = None) -> Any:
        from lxml import etree

        made = etree.Element(f"{self._w}{name}", nsmap=self._prefixed)
        if id is not None:
            made.set(f"{self._w}id", str(id))
        return made


def _parted(paragraph: Any, spots: set[_Spot], w: str) -> dict[_Spot, tuple[Any, Any]]:
    """What stands before and behind each spot, runs being parted there."""
    written = list(paragraph.iter(f"{w}t"))
    by_run: dict[Any, list[_Spot]] = {}
    for spot in sorted(spots):
        run = next(written[spot[0]].iterancestors(f"{w}r"))
        by_run.setdefault(run, []).append(spot)
    found: dict[_Spot, tuple[Any, Any]] = {}
    for run, own in by_run.items():
        if run.getparent() is paragraph and _can_be_parted(run, w):
            found |= _parted_run(run, own, written, w)
        else:
            around = _child_around(paragraph, run)
            found |= dict.fromkeys(own, (around, around))
    return found


def _can_be_parted(run: Any, w: str) -> bool:
    """Whether only text and signs stand in a run, and nothing in its look makes it one thing."""
    plain = all(isinstance(each.tag, str) and each.tag.removeprefix(w) in _PARTED for each in run)
    return plain and not any(run.findall(f"{w}rPr/{w}{name}") for name in _WHOLE)


def _parted_run(run: Any, spots: Sequence[_Spot], written: Sequence[Any], w: str) -> dict[_Spot, tuple[Any, Any]]:
    """The piece of a run before each spot and the one behind it; spots are in order."""
    behind = {spot: _split(run, written[spot[0]], spot[1], w) for spot in reversed(spots)}
    pieces = [run, *(behind[spot] for spot in spots), run]
    found = {}
    for at, spot in enumerate(spots, 1):
        before = next(piece for piece in reversed(pieces[:at]) if piece is not None)
        found[spot] = before, next(piece for piece in pieces[at:] if piece is not None)
    return found


def _split(run: Any, text: Any, offset: int, w: str) -> Any:
    """Part a run at a spot. Returns the piece behind it: the run itself where nothing stands before the spot, None
    where nothing stands behind it."""
    before, behind = (text.text or "")[:offset], (text.text or "")[offset:]
    content = [each for each in run if each.tag != f"{w}rPr"]
    at = content.index(text)
    if not before and at == 0:
        return run
    if not behind and text is content[-1]:
        return None
    rest = run.makeelement(run.tag, dict(run.attrib), run.nsmap)
    rest.extend(copy.deepcopy(each) for each in run.findall(f"{w}rPr"))
    if behind:
        rest.append(_with_text(copy.copy(text), behind))
    rest.extend(content[at + 1 :])
    if before:
        _with_text(text, before)
    else:
        run.remove(text)
    tail, run.tail = run.tail, None
    run.addnext(rest)
    rest.tail = tail
    return rest


def _with_text(text: Any, words: str) -> Any:
    text.text = words
    if words != words.strip():
        text.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
    return text


def _child_around(paragraph: Any, element: Any) -> Any:
    """The child of a paragraph that an element stands in."""
    while element.getparent() is not paragraph:
        element = element.getparent()
    return element


# ---- what a comment is -----------------------------------------------------------------------------------------------


def _comment(space: str, id: int, paragraphs: Sequence[str]) -> Any:
    """A comment. Its look is its own, so that a document with large letters or indents does not spoil it."""
    from lxml import etree

    w = f"{{{space}}}"
    made = etree.Element(
        f"{w}comment", {f"{w}id": str(id), f"{w}author": AUTHOR, f"{w}initials": INITIALS}, {"w": space}
    )
    for number, text in enumerate(paragraphs):
        paragraph = etree.SubElement(made, f"{w}p")
        properties = etree.SubElement(paragraph, f"{w}pPr")
        etree.SubElement(properties, f"{w}spacing", {f"{w}before": "0", f"{w}after": "60"})
        etree.SubElement(properties, f"{w}ind", {f"{w}left": "0", f"{w}right": "0", f"{w}firstLine": "0"})
        etree.SubElement(properties, f"{w}jc", {f"{w}val": "left"})
        if number == 0:
            etree.SubElement(etree.SubElement(paragraph, f"{w}r"), f"{w}annotationRef")
        _write_lines(paragraph, text, w, bold=number == 0)
    return made


def _write_lines(paragraph: Any, text: str, w: str, *, bold: bool) -> None:
    from lxml import etree

    for number, line in enumerate(text.split("\n")):
        run = etree.SubElement(paragraph, f"{w}r")
        properties = etree.SubElement(run, f"{w}rPr")
        if bold:
            etree.SubElement(properties, f"{w}b")
        etree.SubElement(properties, f"{w}sz", {f"{w}val": "20"})
        if number:
            etree.SubElement(run, f"{w}br")
        written = etree.SubElement(run, f"{w}t", {"{http://www.w3.org/XML/1998/namespace}space": "preserve"})
        written.text = _NO_XML.sub("\ufffd", visible(line))


def _ids(root: Any, space: str, name: str) -> set[int]:
    """The numbers that comments have already."""
    found = (str(each.get(f"{{{space}}}id")) for each in root.iter(f"{{{space}}}{name}"))
    return {int(id) for id in found if re.fullmatch(r"\d{1,9}", id)}


# ---- parts -----------------------------------------------------------------------------------------------------------


def _parsed(data: bytes) -> Any:
    from lxml import etree

    return etree.fromstring(data, etree.XMLParser(resolve_entities=False, no_network=True, strip_cdata=False))


def _element(parent: Any, space: str, name: str, **attributes: str) -> Any:
    return parent.makeelement(f"{{{space}}}{name}", attributes)


def _plain(name: str) -> str:
    """A part's name in the form it is compared in."""
    return normpath(join("/", unquote(name).replace("\\", "/").lower())).lstrip("/")


def _relations_of(part: str) -> str:
    folder, _, name = part.rpartition("/")
    return f"{folder}/_rels/{name}.rels".lstrip("/")


def _free_names(folder: str) -> Iterator[str]:
    """Names for a part with comments: comments.xml, comments1.xml, …"""
    yield join(folder, "comments.xml")
    yield from (join(folder, f"comments{number}.xml") for number in range(1, 1000))
