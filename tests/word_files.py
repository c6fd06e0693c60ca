"""Word files made for tests, from XML that is short to write.

The body is written without prefixes (attributes keep ``w:``), and text may stand where Word wants runs around it:
``<p>七对 24番<del>七个</del></p>``, ``<tc>七对</tc>``. What else a file has (styles, lists, notes, any part) is given
beside it.
"""

from __future__ import annotations

import zipfile
from io import BytesIO
from typing import Any

from lxml import etree

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
SPACES = (
    f'xmlns="{W}" xmlns:w="{W}" xmlns:r="{R}"'
    ' xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    ' xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"'
    ' xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"'
    ' xmlns:wpg="http://schemas.microsoft.com/office/word/2010/wordprocessingGroup"'
    ' xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"'
    ' xmlns:x99="http://example.com/x99"'
    ' xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
    ' xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
    ' xmlns:o="urn:schemas-microsoft-com:office:office"'
    ' xmlns:v="urn:schemas-microsoft-com:vml"'
)
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_IN_RUNS = {"p", "ins", "moveTo", "moveFrom", "del", "hyperlink", "smartTag", "fldSimple", "rubyBase", "rt"}
MAIN_TYPE = f"{_TYPE}.document.main+xml"


def xml(root: str, inner: str) -> bytes:
    """A part with this root; runs and paragraphs are put around bare text."""
    element = etree.fromstring(f"<{root} {SPACES}>{''.join(map(str.strip, inner.splitlines()))}</{root}>")
    for each in list(element.iter(etree.Element)):
        name = etree.QName(each).localname
        if etree.QName(each).namespace != W:
            continue
        if name == "tc":
            _in_a_paragraph(each)
        elif name in _IN_RUNS or (name == "sdtContent" and _is_inline(each)):
            _wrapped(each, "r")
    for run in list(element.iter(f"{{{W}}}r")):
        deleted = any(etree.QName(around).localname == "del" for around in run.iterancestors())
        _wrapped(run, "delText" if deleted else "t")
    return etree.tostring(element, xml_declaration=True, encoding="UTF-8", standalone=True)


def _in_a_paragraph(cell: Any) -> None:
    """Put a paragraph around bare text in a cell and what stands beside it."""
    if not any((text or "").strip() for text in (cell.text, *(child.tail for child in cell))):
        return
    paragraph = etree.Element(f"{{{W}}}p")
    properties = cell.find(f"{{{W}}}tcPr")
    paragraph.text, cell.text = cell.text, None
    if properties is not None:
        paragraph.text, properties.tail = (paragraph.text or "") + (properties.tail or ""), None
    paragraph.extend(child for child in list(cell) if child is not properties)
    cell.append(paragraph)
    _wrapped(paragraph, "r")


def _is_inline(element: Any) -> bool:
    return any(etree.QName(around).localname == "p" for around in element.iterancestors())


def _wrapped(element: Any, name: str) -> None:
    """Put elements of this name around the bare text in an element."""
    text, element.text = element.text, None
    if text:
        element.insert(0, _with_text(name, text))
    for child in list(element):
        text, child.tail = child.tail, None
        if text:
            element.insert(element.index(child) + 1, _with_text(name, text))


def _with_text(name: str, text: str) -> Any:
    made = etree.Element(f"{{{W}}}{name}")
    if name == "p":
        run = etree.SubElement(made, f"{{{W}}}r")
        run.append(_with_text("t", text))
    elif name == "r":
        made.append(_with_text("t", text))
    else:
        made.text = text
        made.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
    return made


def word_file(
    body: str,
    *,
    parts: dict[str, str] | None = None,
    raw: dict[str, bytes] | None = None,
    relations: str = "",
    type: str = MAIN_TYPE,
    main: str = "word/document.xml",
    before: str = "",
) -> bytes:
    """A Word file. ``parts`` are the insides of styles, numbering, footnotes, …; ``raw`` are bytes of any part;
    ``relations`` are further relations of the document; ``before`` stands before the body."""
    parts = parts or {}
    roots = {"header1": "hdr", "footer1": "ftr"}
    files = {main: xml("document", f"{before}<body>{body}</body>")}
    folder = main.rpartition("/")[0]
    related = relations
    for name, inner in parts.items():
        files[f"{folder}/{name}.xml"] = xml(roots.get(name, name), inner)
        related += relation(name, name.rstrip("1"), f"{name}.xml")
    files[f"{folder}/_rels/{main.rpartition('/')[2]}.rels"] = _relations(related)
    files["_rels/.rels"] = _relations(relation("rId1", "officeDocument", main))
    types = {main: type, **{f"{folder}/{name}.xml": f"{_TYPE}.{name.rstrip('1')}+xml" for name in parts}}
    own = "".join(f'<Override PartName="/{part}" ContentType="{own}"/>' for part, own in types.items())
    files["[Content_Types].xml"] = (
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{own}</Types>'
    ).encode()
    return zipped({**files, **(raw or {})})


def relation(id: str, kind: str, target: str, *, external: bool = False) -> str:
    mode = ' TargetMode="External"' if external else ""
    return f'<Relationship Id="{id}" Type="{R}/{kind}" Target="{target}"{mode}/>'


def _relations(inner: str) -> bytes:
    return f'<Relationships xmlns="{_RELATIONS}">{inner}</Relationships>'.encode()


def zipped(files: dict[str, bytes]) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def unzipped(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}
