"""From the paths given to what the documents state. What cannot be read is said once and does not stop the others."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from mjrules import catalog, texts
from mjrules.catalog import CatalogSource
from mjrules.claims import Marked, Message, Source
from mjrules.cli import exits
from mjrules.cli.options import STDIN
from mjrules.cli.output import warn
from mjrules.cli.speaking import say
from mjrules.errors import UnreadableDocument
from mjrules.render.terminal import message_text
from mjrules.render.width import shortened, visible

LONGEST_ID = 40
"""Columns."""


class Input(NamedTuple):
    """One document to read: a file, or ``-`` for standard input."""

    id: str
    path: str
    known: str | None
    """The catalog's id of the source that this file is, byte for byte; None for any other file."""

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


def find_inputs(paths: Sequence[str], lang: str, *, with_bundled: bool = False) -> tuple[Input, ...]:
    """The documents to read: those given, then the bundled ones where asked for or nothing is given.

    A bundled source is called by its catalog id, also when its file is given by hand; another by its file's stem, and
    never by an id of the catalog, whatever its name.
    """
    found: dict[str, Input] = {}
    reserved = {source.id for source in catalog.catalog()}
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


def read_inputs(inputs: Sequence[Input], lang: str, marked: list[Marked] | None = None) -> Inputs:
    """Read each document; say on standard error which could not be read, and why. ``marked`` gets the documents with
    their marks, where a list is given for them."""
    sources, unreadable = [], set()
    for given in inputs:
        try:
            sources.append(_read(given) if marked is None else _read_marked(given, marked))
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
                warn(f"{where}: {message.level} {message.code}: {said}")


def without_path(said: str, path: str) -> str:
    """What is said of a file, where the line names the file already."""
    return said.removeprefix(path).lstrip(":： ") if said.startswith(path) else said


def title_of(source: CatalogSource, lang: str) -> str:
    """The catalog's title of a bundled source; it is ours, so it may be put into traditional characters."""
    if lang == "en":
        return source.title["en"]
    title = source.title["zh-Hans"]
    return texts.traditional(title) if lang == "zh-Hant" else title


def titles(inputs: Iterable[Input], lang: str) -> dict[str, str]:
    """The catalog's titles of those inputs that are sources of the catalog, by the id they have here."""
    return {given.id: title_of(catalog.source(given.known), lang) for given in inputs if given.known}


def _read(given: Input) -> Source:
    import extract
    from extract.readers import take

    if given.file is None:
        return extract.read_bytes(take(sys.stdin.buffer), visible(given.path), id=given.id)
    source = extract.read(given.path, id=given.id)
    return msgspec.structs.replace(source, path=visible(source.path))


def _read_marked(given: Input, marked: list[Marked]) -> Source:
    import extract
    from extract.readers import take

    if given.file is None:
        found = extract.marked_bytes(take(sys.stdin.buffer), visible(given.path), id=given.id)
    else:
        found = extract.read_marked(given.path, id=given.id)
    source = msgspec.structs.replace(found.source, path=visible(found.source.path))
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
    """The catalog's id. A pipe is not looked at: it can be read only once."""
    try:
        return catalog.identify(file) if stat.S_ISREG(_mode(file)) else None
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
