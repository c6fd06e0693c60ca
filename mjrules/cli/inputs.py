"""From the paths given to what the documents state. What cannot be read is said once and does not stop the others."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from mjrules import catalog, sheets, texts
from mjrules.catalog import CatalogSheet, CatalogSource
from mjrules.claims import Marked, Message, Source
from mjrules.cli import exits
from mjrules.cli.options import STDIN
from mjrules.cli.output import warn
from mjrules.cli.speaking import say
from mjrules.errors import DamagedData, UnreadableDocument
from mjrules.render.reading import coded, message_text
from mjrules.render.width import shortened, visible

LONGEST_ID = 40
"""Columns."""


class Input(NamedTuple):
    """One document or sheet to read: a file, or ``-`` for standard input."""

    id: str
    path: str
    known: str | None
    """The catalog's id of the source that this file is: a document byte for byte, a sheet by its place."""

    @property
    def file(self) -> Path | None:
        return None if self.path == STDIN else Path(self.path)


class Inputs(NamedTuple):
    """What came of the documents, in the order given."""

    sources: tuple[Source, ...]
    unreadable: frozenset[str]
    """Ids of those that could not be read at all; each is a source without entries, with the reason as its message."""

    @property
    def read(self) -> tuple[Source, ...]:
        return tuple(source for source in self.sources if source.id not in self.unreadable)

    @property
    def unread(self) -> tuple[Source, ...]:
        return tuple(source for source in self.sources if source.id in self.unreadable)

    @property
    def exit_code(self) -> int:
        """2 where nothing could be read, 1 where something could not be, else 0."""
        if not self.read:
            return exits.FAILED
        wrong = any(message.level == "error" for source in self.sources for message in source.messages)
        return exits.FOUND if wrong else exits.DONE


def find_inputs(
    paths: Sequence[str], lang: str, *, with_bundled: bool = False, with_sheets: bool = False
) -> tuple[Input, ...]:
    """What to read: the files given, then the bundled documents where asked for or nothing is given, then the sheets.

    A bundled source is called by its catalog id, also when its file is given by hand; another by its file's stem, and
    never by an id of the catalog, whatever its name.
    """
    found: dict[str, Input] = {}
    reserved = {source.id for source in catalog.everything()}
    for path in _each_once(paths, lang):
        known = None if path == STDIN else _identify(Path(path))
        wanted = known or _id_of(path)
        id = known if known and known not in found else _free_id(wanted, {*found, *reserved})
        if id != wanted:
            warn(say("called", lang, path=path, id=id))
        found[id] = Input(id, path, known)
    if with_bundled or not paths:
        for source in catalog.catalog():
            if source.id not in found:
                found[source.id] = Input(source.id, short_path(catalog.bundled(source.id)), source.id)
    for sheet in catalog.sheets() if with_sheets else ():
        if sheet.id not in found:
            found[sheet.id] = Input(sheet.id, short_path(catalog.sheet_path(sheet.id)), sheet.id)
    return tuple(found.values())


def _each_once(paths: Sequence[str], lang: str) -> Iterator[str]:
    """The paths, without those that lead to a file given before."""
    seen: set[str] = set()
    for path in paths:
        real = path if path == STDIN else os.path.realpath(path)
        if real in seen:
            warn(say("given-twice", lang, path=path))
        else:
            yield path
        seen.add(real)


def read_inputs(
    inputs: Sequence[Input], lang: str, marked: list[Marked] | None = None, *, lines: bool = True
) -> Inputs:
    """Read each document; say on standard error which could not be read, and why. ``marked`` gets the documents with
    their marks, where a list is given for them; without ``lines`` only how much of them was read."""
    sources, unreadable = [], set()
    for given in inputs:
        try:
            sources.append(_read(given) if marked is None else _read_marked(given, marked, lines=lines))
        except UnreadableDocument as error:
            sources.append(_unread(given, error))
            unreadable.add(given.id)
            announce(sources[-1:], lang)
    if len(unreadable) == len(sources):
        warn(say("nothing-read", lang))
    return Inputs(tuple(sources), frozenset(unreadable))


def _unread(given: Input, error: UnreadableDocument) -> Source:
    """A source without entries, whose message says why it could not be read."""
    path = visible(given.path)
    message = Message(error.code, "error", visible(str(error)), None, {"path": path, **error.details})
    return Source(given.id, path, "", None, (), (), (), (message,))


def announce(sources: Iterable[Source], lang: str) -> None:
    """Say the errors and warnings of sources on standard error, one line each."""
    for source in sources:
        for message in source.messages:
            if message.level != "info":
                where = f"{source.path}:{message.place}" if message.place else source.path
                said = without_path(message_text(message, lang), source.path)
                warn(f"{where}: {coded(message, said, lang)}")


def without_path(said: str, path: str) -> str:
    """What is said of a file, where the line names the file already."""
    return said.removeprefix(path).lstrip(":： ") if said.startswith(path) else said


def in_language(said: catalog.Said, lang: str) -> str:
    """A text of the catalog; it is ours, so it may be put into traditional characters."""
    if lang == "en":
        return said["en"]
    return texts.traditional(said["zh-Hans"]) if lang == "zh-Hant" else said["zh-Hans"]


def title_of(source: CatalogSource | CatalogSheet, lang: str) -> str:
    """The catalog's title of a source."""
    return in_language(source.title, lang)


def titles(inputs: Iterable[Input], lang: str) -> dict[str, str]:
    """The catalog's titles of those inputs that are sources of the catalog, by the id they have here."""
    return {given.id: title_of(catalog.entry(given.known), lang) for given in inputs if given.known}


def line_titles(lang: str) -> dict[str, str]:
    """What the lines of the catalog are called."""
    return {line.id: in_language(line.title, lang) for line in catalog.contents().lines}


def _read(given: Input) -> Source:
    import extract
    from extract.readers import take

    if given.file is None:
        return extract.read_bytes(take(sys.stdin.buffer), visible(given.path), id=given.id)
    source = _read_sheet(given) if _is_sheet(given) else extract.read(given.path, id=given.id)
    return _with_catalog(msgspec.structs.replace(source, path=visible(source.path)), given.known)


def _is_sheet(given: Input) -> bool:
    return given.file is not None and given.file.suffix == sheets.SUFFIX


def _read_sheet(given: Input) -> Source:
    """What a sheet states. A damaged one is told like a document that cannot be read."""
    if not os.path.isfile(given.path):
        import extract

        return extract.read(given.path, id=given.id)  # says what is wrong with the file
    try:
        return sheets.read(Path(given.path), given.id)
    except (DamagedData, OSError) as error:
        details: dict[str, str | int] = {"path": given.path, "reason": without_path(str(error), given.path)}
        raise UnreadableDocument("damaged-sheet", texts.say("reading", "damaged-sheet", **details), details) from error


def _with_catalog(source: Source, known: str | None) -> Source:
    """The source with what the catalog knows of it: its line, and for a sheet how much of it stands there."""
    if known is None:
        return source
    entry = catalog.entry(known)
    leads = entry.line is not None and catalog.line(entry.line).leader == known
    source = msgspec.structs.replace(source, lineage=entry.line or "", leads=leads)
    if isinstance(entry, CatalogSource):
        return source
    told = (_second_hand(entry),) if entry.second_hand else ()
    return msgspec.structs.replace(
        source, partial=not entry.complete, second_hand=entry.second_hand, messages=(*told, *source.messages)
    )


def _second_hand(entry: CatalogSheet) -> Message:
    how = {"how": entry.read["en"], "zh": entry.read["zh-Hans"]}
    return Message("second-hand", "warning", texts.say("reading", "second-hand", **how), None, dict(how))


def _read_marked(given: Input, marked: list[Marked], *, lines: bool) -> Source:
    import extract
    from extract.readers import take

    if given.file is None:
        found = extract.marked_bytes(take(sys.stdin.buffer), visible(given.path), id=given.id, lines=lines)
    elif _is_sheet(given):
        found = Marked(_read_sheet(given), ())  # the facts of a source, and no text in which they could be marked
    else:
        found = extract.read_marked(given.path, id=given.id, lines=lines)
    source = _with_catalog(msgspec.structs.replace(found.source, path=visible(found.source.path)), given.known)
    marked.append(msgspec.structs.replace(found, source=source))
    return source


def _mode(file: Path) -> int:
    """What kind of file it is; 0 for one that is not there or may not be looked at."""
    try:
        return file.stat().st_mode
    except OSError:
        return 0


def _id_of(path: str) -> str:
    """The file's stem; a very long one is cut, because an id stands in front of every place."""
    return "stdin" if path == STDIN else shortened(visible(Path(path).stem) or visible(path), LONGEST_ID)


def _identify(file: Path) -> str | None:
    """The catalog's id of a document or a sheet. A pipe is not looked at: it can be read only once."""
    try:
        return (catalog.sheet_id(file) or catalog.identify(file)) if stat.S_ISREG(_mode(file)) else None
    except OSError:
        return None  # the reader says what is wrong with the file


def _free_id(wanted: str, taken: Collection[str]) -> str:
    """The id, with a number behind it where another source has it."""
    return next(id for id in _numbered(wanted) if id not in taken)


def _numbered(wanted: str) -> Iterator[str]:
    yield wanted
    number = 2
    while True:
        yield f"{wanted}-{number}"
        number += 1


def short_path(path: Path) -> str:
    """The path as one would type it here, so that reports do not hold the machine's folders."""
    try:
        relative = os.path.relpath(path)
    except ValueError:  # another drive
        return str(path)
    return min(relative, str(path), key=len)
