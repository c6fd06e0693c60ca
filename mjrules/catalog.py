"""The source documents: which there are, where they lie, whether a file is one of them.

Everything known about them stands in ``sources/catalog.toml``. An original may not be republished: it is recognised by
its SHA-256 wherever somebody keeps it, and a restatement stands in for it everywhere else (sources/README.md).
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from mjrules.errors import DamagedData, RulesError

ORIGINALS_VARIABLE = "MJRULES_ORIGINALS"
_README = "README.md"

Sha256 = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
Format = Literal["docx", "html", "txt"]
Role = Literal["original", "restatement"]
State = Literal["ok", "missing", "changed", "unknown"]


class CatalogSource(msgspec.Struct, frozen=True):
    """One source document: what it is, how its original is recognised, which restatement stands in for it."""

    id: str
    title: dict[str, str]
    """A descriptive title by language (``en``, ``zh-Hans``); ours, not the document's."""
    edition: str
    language: str
    layout: str
    format: Format
    """The kind of document the source is and its restatement has."""
    original_sha256: str
    original_bytes: int
    original_lines: int
    restatement: str
    """File name in ``sources/documents``."""
    restatement_sha256: str
    lineage: tuple[str, ...]
    """What the texts themselves show about who copied whom."""
    notes: tuple[str, ...]
    """The damage and the layout a reader meets."""


class FileState(msgspec.Struct, frozen=True):
    """What became of one file of the catalog.

    *ok* it is what the catalog says, *missing* it is not there, *changed* its SHA-256 is another, *unknown* it lies
    among the originals and is none of them (then ``id`` and ``expected`` are None).
    """

    id: str | None
    role: Role
    path: Path | None
    state: State
    found: str | None
    expected: str | None


class _Original(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sha256: Sha256
    bytes: Annotated[int, msgspec.Meta(gt=0)]
    lines: Annotated[int, msgspec.Meta(gt=0)]


class _Restatement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    file: Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9-]+\.(docx|html|txt)$")]
    sha256: Sha256


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One ``[[source]]`` as it stands in the file."""

    id: Annotated[str, msgspec.Meta(pattern="^[a-z0-9-]+$")]
    title: dict[Literal["en", "zh-Hans"], str]
    edition: str
    language: str
    layout: str
    format: Format
    lineage: tuple[str, ...]
    notes: tuple[str, ...]
    original: _Original
    restatement: _Restatement


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: tuple[_Row, ...]


@cache
def catalog() -> tuple[CatalogSource, ...]:
    """All source documents, in the order of the catalog."""
    return read_catalog(sources_dir() / "catalog.toml")


def source(id: str) -> CatalogSource:
    """The source with this id.

    >>> source("pinyin-page").format
    'html'
    """
    found = {entry.id: entry for entry in catalog()}
    if id not in found:
        raise RulesError(f"no source {id!r} in the catalog; there are {', '.join(found)}")
    return found[id]


def read_catalog(path: Path) -> tuple[CatalogSource, ...]:
    """The sources a catalog file lists; :class:`DamagedData` says where the file breaks its rules."""
    import tomllib

    try:
        rows = msgspec.convert(tomllib.loads(path.read_text("utf-8")), _File).source
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise DamagedData(f"{path}: {error}") from error
    _check_rows(path, rows)
    return tuple(_as_source(row) for row in rows)


def _check_rows(path: Path, rows: tuple[_Row, ...]) -> None:
    """What the types cannot say: ids and hashes stand for one source each, titles speak both languages."""
    seen: dict[str, str] = {}
    for number, row in enumerate(rows, start=1):
        where = f"{path}: source {number} ({row.id})"
        if missing := {"en", "zh-Hans"} - set(row.title):
            raise DamagedData(f"{where}: no title in {', '.join(sorted(missing))}")
        if Path(row.restatement.file).suffix != f".{row.format}":
            raise DamagedData(f"{where}: restatement {row.restatement.file} is not a .{row.format} file")
        for kind, value in (("id", row.id), ("original", row.original.sha256), ("file", row.restatement.file)):
            if other := seen.get(value):
                raise DamagedData(f"{where}: {kind} {value} belongs to {other} already; each source has its own")
            seen[value] = row.id


def _as_source(row: _Row) -> CatalogSource:
    return CatalogSource(
        id=row.id,
        title={str(lang): text for lang, text in row.title.items()},
        edition=row.edition,
        language=row.language,
        layout=row.layout,
        format=row.format,
        original_sha256=row.original.sha256,
        original_bytes=row.original.bytes,
        original_lines=row.original.lines,
        restatement=row.restatement.file,
        restatement_sha256=row.restatement.sha256,
        lineage=row.lineage,
        notes=row.notes,
    )


def sources_dir() -> Path:
    """The folder with the catalog: inside an installed package ``_sources``, in a checkout ``sources``."""
    installed = Path(__file__).parent / "_sources"
    return installed if installed.is_dir() else Path(__file__).parents[1] / "sources"


def originals_dir() -> Path | None:
    """Where originals are looked for: the folder ``$MJRULES_ORIGINALS`` names, else ``sources/originals``."""
    if setting := os.environ.get(ORIGINALS_VARIABLE):
        if not Path(setting).is_dir():
            raise RulesError(f"{ORIGINALS_VARIABLE}={setting}: no such folder; it must name the one with originals")
        return Path(setting)
    default = sources_dir() / "originals"
    return default if default.is_dir() else None


def bundled(id: str) -> Path:
    """The file to read for a source: its original where somebody put it, else the restatement."""
    wanted = source(id)
    return _find_original(wanted) or _restatement_path(wanted)


def originals_present() -> bool:
    """Whether every original is there, so that nothing needs a restatement."""
    return all(_find_original(entry) for entry in catalog())


def identify(path: Path) -> str | None:
    """The id of the source whose original or restatement this file is, byte for byte; None for any other file."""
    digest = _sha256(path)
    return next((e.id for e in catalog() if digest in (e.original_sha256, e.restatement_sha256)), None)


def verify() -> list[FileState]:
    """What became of each file of the catalog, and which files among the originals are unknown."""
    states = [state for entry in catalog() for state in (_restatement_state(entry), _original_state(entry))]
    return states + [
        FileState(None, "original", path, "unknown", _sha256(path), None)
        for path in _files_among_originals()
        if identify(path) is None
    ]


def _restatement_state(entry: CatalogSource) -> FileState:
    path, expected = _restatement_path(entry), entry.restatement_sha256
    if not path.is_file():
        return FileState(entry.id, "restatement", path, "missing", None, expected)
    found = _sha256(path)
    return FileState(entry.id, "restatement", path, "ok" if found == expected else "changed", found, expected)


def _original_state(entry: CatalogSource) -> FileState:
    # An original is known by its content alone, under any name: a changed one shows as one missing and one unknown.
    path, expected = _find_original(entry), entry.original_sha256
    return FileState(entry.id, "original", path, "ok" if path else "missing", expected if path else None, expected)


def _restatement_path(entry: CatalogSource) -> Path:
    return sources_dir() / "documents" / entry.restatement


def _find_original(entry: CatalogSource) -> Path | None:
    """The file with this source's SHA-256 among the originals; sizes are compared first, hashing costs more."""
    for path in _files_among_originals():
        if path.stat().st_size == entry.original_bytes and _sha256(path) == entry.original_sha256:
            return path
    return None


def _files_among_originals() -> Iterator[Path]:
    folder = originals_dir()
    for path in sorted(folder.iterdir()) if folder else ():
        if path.is_file() and path.name != _README and not path.name.startswith("."):
            yield path


def _sha256(path: Path) -> str:
    import hashlib

    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
