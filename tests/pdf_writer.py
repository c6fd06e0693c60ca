"""A small writer of PDF files, for files with one trap each that no office program would write.

Glyphs are placed where the test wants them; which characters they stand for is said by a map (ToUnicode) that may be
wrong, hold radicals, or be missing.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

A4 = (595.0, 842.0)


@dataclass
class Page:
    """One page under construction; ``y`` counts from the top down, as one reads."""

    size: tuple[float, float] = A4
    rotate: int = 0
    parts: list[str] = field(default_factory=list)
    unmapped: str = ""
    """Characters that the font has no map for."""
    stands_for: Mapping[str, str] = field(default_factory=dict)
    """What the map says instead of the character itself."""
    chars: dict[str, int] = field(default_factory=dict)
    picture: tuple[float, float, float, float] | None = None
    annotations: Sequence[str] = ()
    """What is laid over the page, as it stands in the file."""

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float = 12,
        matrix: tuple[float, float, float, float] = (1, 0, 0, 1),
        spacing: float = 0,
        colour: str = "0 g",
    ) -> Page:
        """A line of text whose baseline begins at (x, y)."""
        codes = "".join(f"{self._code(char):04x}" for char in text)
        where = " ".join(map(str, (*matrix, x, self.size[1] - y)))
        self.parts.append(f"q {colour} BT /F1 {size} Tf {spacing} Tc {where} Tm <{codes}> Tj ET Q")
        return self

    def each(self, x: float, y: float, text: str, *, size: float = 12, step: float | None = None) -> Page:
        """The same, every glyph printed for itself."""
        for char in text:
            self.text(x, y, char, size=size)
            x += step or (size / 2 if char.isascii() else size)
        return self

    def lines(self, x: float, y: float, lines: Sequence[str], *, size: float = 12, pitch: float = 18) -> Page:
        for at, line in enumerate(lines):
            self.text(x, y + at * pitch, line, size=size)
        return self

    def rule(self, x0: float, y0: float, x1: float, y1: float) -> Page:
        """A ruled line."""
        high = self.size[1]
        self.parts.append(f"{x0} {high - y0} m {x1} {high - y1} l S")
        return self

    def shade(self, x0: float, y0: float, x1: float, y1: float) -> Page:
        """A grey background."""
        self.parts.append(f"q 0.9 g {x0} {self.size[1] - y1} {x1 - x0} {y1 - y0} re f Q")
        return self

    def table(
        self, xs: Sequence[float], ys: Sequence[float], rows: Sequence[Sequence[str]], *, size: float = 10
    ) -> Page:
        """A table with all its lines; a cell's lines are parted by line breaks."""
        for y in ys:
            self.rule(xs[0], y, xs[-1], y)
        for x in xs:
            self.rule(x, ys[0], x, ys[-1])
        for top, row in zip(ys, rows, strict=False):
            for x, cell in zip(xs, row, strict=False):
                self.lines(x + 3, top + size + 3, cell.split("\n"), size=size, pitch=size * 1.3)
        return self

    def _code(self, char: str) -> int:
        return self.chars.setdefault(char, 0x100 + len(self.chars))

    def cmap(self) -> bytes:
        mapped = {code: self.stands_for.get(c, c) for c, code in self.chars.items() if c not in self.unmapped}
        lines = [f"<{code:04x}> <{text.encode('utf-16-be').hex()}>" for code, text in mapped.items()]
        return (
            "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def\n"
            "1 begincodespacerange <0000> <ffff> endcodespacerange\n"
            f"{len(lines)} beginbfchar\n" + "\n".join(lines) + "\nendbfchar endcmap end end"
        ).encode()

    def widths(self) -> str:
        narrow = [code for char, code in self.chars.items() if char.isascii()]
        return " ".join(f"{code} [500]" for code in narrow)


def pdf(
    *pages: Page, password: str | None = None, owner: str = "owner", title: str = "", packed: bool = False
) -> bytes:
    """The file. ``password`` encrypts it (RC4, 40 bits); an empty one opens it, as files that only forbid copying."""
    objects: list[bytes] = [b"", b""]
    kids = []
    for page in pages:
        first = len(objects) + 1
        kids.append(f"{first} 0 R")
        resources = f"/Font <</F1 {first + 2} 0 R>>"
        content = "\n".join(page.parts)
        if page.picture:
            x, y, w, h = page.picture
            content = f"q {w} 0 0 {h} {x} {page.size[1] - y - h} cm /Im1 Do Q\n{content}"
            resources += f" /XObject <</Im1 {first + 5} 0 R>>"
        objects += [
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 {page.size[0]} {page.size[1]}]/Rotate {page.rotate}"
            f"/Annots[{' '.join(page.annotations)}]"
            f"/Contents {first + 1} 0 R/Resources<<{resources}>>>>".encode(),
            _stream(content.encode(), packed=packed),
            f"<</Type/Font/Subtype/Type0/BaseFont/Own/Encoding/Identity-H/DescendantFonts[{first + 3} 0 R]"
            f"/ToUnicode {first + 4} 0 R>>".encode(),
            b"<</Type/Font/Subtype/CIDFontType2/BaseFont/Own/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)"
            b"/Supplement 0>>/DW 1000/W[" + page.widths().encode() + b"]/FontDescriptor<</Type/FontDescriptor"
            b"/FontName/Own/Flags 4/Ascent 880/Descent -120/CapHeight 700/ItalicAngle 0/StemV 80"
            b"/FontBBox[0 -120 1000 880]>>>>",
            _stream(page.cmap(), packed=packed),
        ]
        if page.picture:
            image = "/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8"
            objects.append(_stream(b"\x80", image))
    objects[0] = b"<</Type/Catalog/Pages 2 0 R>>"
    objects[1] = f"<</Type/Pages/Count {len(pages)}/Kids[{' '.join(kids)}]>>".encode()
    if title:
        objects.append(b"<</Title<feff" + title.encode("utf-16-be").hex().encode() + b">>>")
    return _file(objects, password, owner, info=len(objects) if title else None)


def _stream(data: bytes, more: str = "", *, packed: bool = False) -> bytes:
    if packed:
        data, more = zlib.compress(data), f"{more}/Filter/FlateDecode"
    return f"<</Length {len(data)}{more}>>stream\n".encode() + data + b"\nendstream"


def _file(objects: Sequence[bytes], password: str | None, owner: str, info: int | None) -> bytes:
    out = b"%PDF-1.4\n%\xe4\xf6\xfc\xdf\n"
    places = []
    identity = b"0123456789abcdef"
    key, encrypt = (b"", b"") if password is None else _encryption(password, owner, identity)
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        head, stream, rest = body.partition(b"stream\n")
        if key and stream:
            data = rest.removesuffix(b"\nendstream")
            own = hashlib.md5(key + number.to_bytes(3, "little") + b"\0\0").digest()[: len(key) + 5]
            body = head + stream + _rc4(own, data) + b"\nendstream"
        out += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    trailer = f"/Size {len(objects) + 1}/Root 1 0 R" + (f"/Info {info} 0 R" if info else "")
    start = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += f"trailer\n<<{trailer}".encode() + encrypt + b">>\n" + f"startxref\n{start}\n%%EOF\n".encode()
    return out


# encryption, revision 2: algorithms 3.2 to 3.4 of the PDF reference

_PADDING = bytes.fromhex("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a")


def _encryption(password: str, owner: str, identity: bytes) -> tuple[bytes, bytes]:
    user_entry = (password.encode() + _PADDING)[:32]
    owner_key = hashlib.md5((owner.encode() + _PADDING)[:32]).digest()[:5]
    owner_entry = _rc4(owner_key, user_entry)
    allowed = (-4).to_bytes(4, "little", signed=True)
    key = hashlib.md5(user_entry + owner_entry + allowed + identity).digest()[:5]
    encrypt = (
        b"/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<"
        + owner_entry.hex().encode()
        + b">/U<"
        + _rc4(key, _PADDING).hex().encode()
        + b">>>/ID[<"
        + identity.hex().encode()
        + b"><"
        + identity.hex().encode()
        + b">]"
    )
    return key, encrypt


def _rc4(key: bytes, data: bytes) -> bytes:
    box = list(range(256))
    at = 0
    for i in range(256):
        at = (at + box[i] + key[i % len(key)]) % 256
        box[i], box[at] = box[at], box[i]
    out, i, at = bytearray(), 0, 0
    for byte in data:
        i = (i + 1) % 256
        at = (at + box[i]) % 256
        box[i], box[at] = box[at], box[i]
        out.append(byte ^ box[(box[i] + box[at]) % 256])
    return bytes(out)
