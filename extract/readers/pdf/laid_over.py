"""What is laid over a page and no part of it: notes and text written onto it, and what was filled into forms.

Viewers show most of it, printers may not, and it moves freely over the text it is meant for: it is said and not read.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from pdfminer.pdfpage import PDFPage

_MOST = 1000
"""Annotations of one page that are looked at."""
_DEEPEST = 20
"""Fields of forms in fields of forms."""
_NO_WORDS = frozenset({"Link", "Popup"})
_FIELD = "Widget"
_WITH_TEXT = frozenset({"Tx", "Ch"})
"""Fields that hold words or a choice; buttons and signatures hold none."""


class LaidOver(NamedTuple):
    """The words of annotations, and what stands in the fields of forms."""

    annotations: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()


def laid_over(page: PDFPage) -> LaidOver:
    """What is laid over a page; whatever is damaged in it is left out."""
    annotations: list[str] = []
    fields: list[str] = []
    for each in _annotations(page):
        kind = _name(each.get("Subtype"))
        if kind == _FIELD:
            fields += [words for words in [_field(each)] if words]
        elif kind not in _NO_WORDS:
            annotations += [words for words in [_words(each.get("Contents"))] if words]
    return LaidOver(tuple(annotations), tuple(fields))


def _annotations(page: PDFPage) -> Iterator[dict[str, Any]]:
    found = _resolved(page.annots)
    for each in islice(found if isinstance(found, list) else (), _MOST):
        annotation = _resolved(each)
        if isinstance(annotation, dict):
            yield annotation


def _field(widget: dict[str, Any]) -> str:
    """What was filled in; the kind of a field and its value may stand in the field it is a part of."""
    kind = value = None
    field: Any = widget
    for _ in range(_DEEPEST):
        if not isinstance(field, dict):
            break
        kind, value = kind or _name(field.get("FT")), value or field.get("V")
        field = _resolved(field.get("Parent"))
    return _words(value) if kind in _WITH_TEXT else ""


def _words(value: Any) -> str:
    """A text of the file without line breaks."""
    from pdfminer.utils import decode_text

    value = _resolved(value)
    if isinstance(value, list):
        return " ".join(filter(None, map(_words, value[:_MOST])))
    text = decode_text(value) if isinstance(value, bytes) else value if isinstance(value, str) else ""
    return " ".join(text.split())


def _name(value: Any) -> str:
    value = _resolved(value)
    name = getattr(value, "name", "")
    return name.decode("latin-1") if isinstance(name, bytes) else str(name)


def _resolved(value: Any) -> Any:
    """What a reference leads to; nothing where it leads nowhere."""
    from pdfminer.pdftypes import resolve1

    try:
        return resolve1(value)
    except Exception:  # a damaged object comes as an error of pdfminer's own, of zlib, or of Python
        return None
