"""The published JSON, ``mjrules/1`` (docs/architecture.md): the values themselves, indented, in UTF-8."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from mjrules.audit.model import Audit
from mjrules.claims import SCHEMA, Source


class Extraction(msgspec.Struct, frozen=True):
    """What ``mjrules extract --format json`` prints."""

    sources: tuple[Source, ...]
    schema: str = SCHEMA


def extraction_json(sources: Sequence[Source]) -> str:
    return pretty(Extraction(tuple(sources)))


def audit_json(audit: Audit) -> str:
    return pretty(audit)


def pretty(value: object) -> str:
    """Any value as JSON for reading: indented, Chinese as it is."""
    # the line end is put behind the bytes: behind the text it would copy all of it once more
    return (msgspec.json.format(msgspec.json.encode(value), indent=2) + b"\n").decode()
