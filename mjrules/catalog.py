"""The sources: which there are, where they lie, who goes back to whom, whether a file is one of them.

Everything known about them stands in ``sources/catalog.toml``. Some are *documents*: an original may not be
republished, it is recognised by its SHA-256 wherever somebody keeps it, and a restatement stands in for it everywhere
else. Of the others a *sheet* holds the facts (sources/README.md).
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

import msgspec

from mjrules.errors import DamagedData, RulesError

ORIGINALS_VARIABLE = "MJRULES_ORIGINALS"
_README = "README.md"

Sha256 = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
Format = Literal["docx", "html", "txt"]
Role = Literal["original", "restatement", "sheet"]
State = Literal["ok", "missing", "changed", "unknown"]
Said = dict[str, str]
"""A text of ours by language (``en``, ``zh-Hans``)."""


class CatalogSource(msgspec.Struct, frozen=True):
    """One source document: what it is, how its original is recognised, which restatement stands in for it."""

    id: str
    title: Said
    """A descriptive title; ours, not the document's."""
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
    line: str | None = None
    """The line of sources it belongs to; None where nothing shows that it goes back to another."""


class CatalogSheet(msgspec.Struct, frozen=True):
    """One source of which a sheet holds the facts: what it is, how it was read, how much of it stands there."""

    id: str
    title: Said
    edition: str
    language: str
    read: Said
    """How it was read, and by whom where not here."""
    complete: bool
    """Every fan of the source stands in the sheet. A row without a list is silent all the same."""
    second_hand: bool
    """Its values were taken from others who quote it."""
    line: str | None
    lineage: tuple[Said, ...]
    """What shows whom it goes back to."""
    notes: tuple[Said, ...]
    """What is odd about it."""


class CatalogLine(msgspec.Struct, frozen=True):
    """Sources that go back to one text or one authority, and so have one vote together."""

    id: str
    title: Said
    leader: str
    """The source that is this text, or the best witness of it: what it states, the line states."""


class Contents(NamedTuple):
    """All that a catalog file lists."""

    sources: tuple[CatalogSource, ...]
    sheets: tuple[CatalogSheet, ...]
    lines: tuple[CatalogLine, ...]


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
    line: str | None = None


_Said = dict[Literal["en", "zh-Hans"], Annotated[str, msgspec.Meta(min_length=1)]]


class _SheetRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One ``[[sheet]]``. ``complete`` is asked of every sheet: it must not be left open."""

    id: Annotated[str, msgspec.Meta(pattern="^[a-z0-9-]+$")]
    title: _Said
    edition: str
    language: str
    read: _Said
    complete: bool
    second_hand: bool = False
    line: str | None = None
    lineage: tuple[_Said, ...] = ()
    notes: tuple[_Said, ...] = ()


class _LineRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One ``[[line]]``."""

    id: Annotated[str, msgspec.Meta(pattern="^[a-z0-9-]+$")]
    title: _Said
    leader: str


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: tuple[_Row, ...]
    sheet: tuple[_SheetRow, ...] = ()
    line: tuple[_LineRow, ...] = ()


def catalog() -> tuple[CatalogSource, ...]:
    """All source documents, in the order of the catalog."""
    return contents().sources


def sheets() -> tuple[CatalogSheet, ...]:
    """All sources of which there is a sheet, in the order of the catalog."""
    return contents().sheets


def everything() -> tuple[CatalogSource | CatalogSheet, ...]:
    """All sources: the documents, then those with a sheet."""
    return *catalog(), *sheets()


@cache
def contents() -> Contents:
    return read_catalog(sources_dir() / "catalog.toml")


def source(id: str) -> CatalogSource:
    """The document with this id.

    >>> source("pinyin-page").format
    'html'
    """
    found = {entry.id: entry for entry in catalog()}
    if id not in found:
        raise RulesError(f"no source {id!r} in the catalog; there are {', '.join(found)}")
    return found[id]


def entry(id: str) -> CatalogSource | CatalogSheet:
    """The source with this id, be it a document or one with a sheet.

    >>> entry("rule98").line
    'rules-1998'
    """
    return next((sheet for sheet in sheets() if sheet.id == id), None) or source(id)


def line(id: str) -> CatalogLine:
    """The line of sources with this id."""
    return next(each for each in contents().lines if each.id == id)


def read_catalog(path: Path) -> Contents:
    """What a catalog file lists; :class:`DamagedData` says where the file breaks its rules."""
    import tomllib

    try:
        rows = msgspec.convert(tomllib.loads(path.read_text("utf-8")), _File)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise DamagedData(f"{path}: {error}") from error
    _check_rows(path, rows.source)
    _check_sheets(path, rows)
    _check_lines(path, rows)
    lines = tuple(CatalogLine(row.id, _plain(row.title), row.leader) for row in rows.line)
    return Contents(tuple(map(_as_source, rows.source)), tuple(map(_as_sheet, rows.sheet)), lines)


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


def _check_sheets(path: Path, rows: _File) -> None:
    """Every sheet has an id of its own, and every text of ours stands in both languages."""
    seen = {row.id for row in rows.source}
    for number, row in enumerate(rows.sheet, start=1):
        where = f"{path}: sheet {number} ({row.id})"
        if row.id in seen:
            raise DamagedData(f"{where}: id {row.id} belongs to another source already; each source has its own")
        seen.add(row.id)
        _check_said(where, [row.title, row.read, *row.lineage, *row.notes])


def _check_lines(path: Path, rows: _File) -> None:
    """Every line is led by one of its own sources, and every line that a source names is there."""
    line_of = {row.id: row.line for row in rows.source} | {row.id: row.line for row in rows.sheet}
    for row in rows.line:
        where = f"{path}: line {row.id}"
        _check_said(where, [row.title])
        if line_of.get(row.leader) != row.id:
            raise DamagedData(f"{where}: {row.leader} leads it and is no source of it")
    known = {row.id for row in rows.line}
    for id, named in line_of.items():
        if named is not None and named not in known:
            raise DamagedData(f"{path}: {id}: no line {named!r}; there are {', '.join(sorted(known))}")


def _check_said(where: str, texts: Iterable[_Said]) -> None:
    for said in texts:
        if missing := {"en", "zh-Hans"} - set(said):
            raise DamagedData(f"{where}: {next(iter(said.values()))!r} is not said in {', '.join(sorted(missing))}")


def _as_sheet(row: _SheetRow) -> CatalogSheet:
    return CatalogSheet(
        id=row.id,
        title=_plain(row.title),
        edition=row.edition,
        language=row.language,
        read=_plain(row.read),
        complete=row.complete,
        second_hand=row.second_hand,
        line=row.line,
        lineage=tuple(map(_plain, row.lineage)),
        notes=tuple(map(_plain, row.notes)),
    )


def _plain(said: _Said) -> Said:
    return {str(lang): text for lang, text in said.items()}


def _as_source(row: _Row) -> CatalogSource:
    return CatalogSource(
        id=row.id,
        title=_plain(row.title),
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
        line=row.line,
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


def sheet_path(id: str) -> Path:
    """The file of a source that has a sheet."""
    return sources_dir() / "sheets" / f"{id}.toml"


def sheet_id(path: Path) -> str | None:
    """The id of the source whose sheet this file is; None for any other file."""
    known = path.stem in {sheet.id for sheet in sheets()}
    return path.stem if known and path.resolve() == sheet_path(path.stem).resolve() else None


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
    states += [_sheet_state(sheet.id) for sheet in sheets()]
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


def _sheet_state(id: str) -> FileState:
    """A sheet is a source itself: it is edited here, and no SHA-256 could say more than that it was."""
    path = sheet_path(id)
    return FileState(id, "sheet", path, "ok" if path.is_file() else "missing", None, None)


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
