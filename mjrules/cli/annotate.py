"""``--annotate`` of the audit: copies of the documents in which every discrepancy stands at the words it is about."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from mjrules import sheets
from mjrules.cli import exits
from mjrules.cli.inputs import Input
from mjrules.cli.output import emit, make_folder, warn
from mjrules.cli.speaking import say
from mjrules.errors import RulesError
from mjrules.render.width import visible

if TYPE_CHECKING:
    from extract.document import Document
    from mjrules.audit.model import Audit
    from mjrules.render.annotate.notes import Note

_WORD = (".docx", ".docm", ".dotx", ".dotm")
_PAGE = (".html", ".htm")


_OURS = {".html": b'<meta name="generator" content="mjrules">', ".htm": b'<meta name="generator" content="mjrules">'}
"""By what a copy is known that is no Word file."""


class Copy(NamedTuple):
    """A document and the file its annotated copy goes to."""

    id: str
    file: Path
    to: Path


def planned(inputs: Sequence[Input], given: Sequence[str], out: Path, lang: str) -> tuple[Copy, ...]:
    """Which documents are copied, and whereto: those given by hand, else all. One goes to a file, several to a folder.
    What can have no copy is refused before anything is read."""
    wanted = [each for each in inputs if each.path in given] if given else list(inputs)
    for each in wanted:
        if each.file is None or (each.file.exists() and not each.file.is_file()):
            raise click.UsageError(say("annotate-no-file", lang, path=each.path))
        if each.file.suffix == sheets.SUFFIX:
            raise click.UsageError(say("annotate-no-document", lang, path=each.path))
    files = [(each, each.file) for each in wanted if each.file]
    if len(files) == 1 and not out.is_dir():
        [(one, file)] = files
        suffixes = _suffixes(file)
        if out.suffix.lower() not in suffixes:
            raise click.UsageError(say("annotate-suffix", lang, path=one.path, known=", ".join(suffixes)))
        return (_spared(Copy(one.id, file, out), lang),)
    if out.exists() and not out.is_dir():
        raise click.UsageError(say("annotate-no-folder", lang, path=out))
    return tuple(_spared(Copy(each.id, file, out / f"{each.id}{_suffixes(file)[0]}"), lang) for each, file in files)


def _spared(copy: Copy, lang: str) -> Copy:
    """The copy, unless something else than an earlier copy stands where it is to go: a slip of the hand there would
    cost a document."""
    if copy.to.is_file() and not _is_a_copy(copy.to) and not _is_same(copy.to, copy.file):
        raise click.UsageError(say("annotate-exists", lang, path=copy.to))
    return copy


def _is_a_copy(file: Path) -> bool:
    """Whether we wrote a file: a page that says so, a Word file with a comment of ours."""
    from zipfile import BadZipFile, ZipFile

    from mjrules.render.annotate.word import AUTHOR

    try:
        if file.suffix.lower() in _OURS:
            return _OURS[file.suffix.lower()] in file.read_bytes()
        with ZipFile(file) as archive:
            parts = [name for name in archive.namelist() if "comments" in name.lower() and name.endswith(".xml")]
            return any(f'author="{AUTHOR}"'.encode() in archive.read(part) for part in parts)
    except (OSError, BadZipFile, RuntimeError, NotImplementedError):
        return False


def _is_same(one: Path, other: Path) -> bool:
    """Whether both are one file, which is refused with more reason later, or Word files of the very same parts: the
    copy of a document in which nothing was found."""
    from zipfile import BadZipFile, ZipFile

    try:
        if one.samefile(other):
            return True
        with ZipFile(one) as copied, ZipFile(other) as given:
            return copied.namelist() == given.namelist() and all(
                each.CRC == given.getinfo(each.filename).CRC for each in copied.infolist()
            )
    except (OSError, BadZipFile):
        return False


def _suffixes(file: Path) -> tuple[str, ...]:
    """How the copy of a file may be called. A Word file keeps its kind: with another Word would not open it."""
    suffix = file.suffix.lower()
    if suffix in _WORD:
        return (suffix,)
    return (".docx",) if _is_word(file) else _PAGE


def _is_word(file: Path) -> bool:
    """Whether a file that is not called so is a Word file; what is wrong with it the reader says."""
    try:
        with file.open("rb") as opened:
            return opened.read(4) == b"PK\x03\x04"
    except OSError:
        return False


def write(copies: Sequence[Copy], audit: Audit, out: Path, lang: str) -> int:
    """Write the copies of the documents that were read; say what each holds. What cannot be copied is said too."""
    read = {source.id for source in audit.sources}
    copies = [each for each in copies if each.id in read]
    if any(each.to.parent == out for each in copies):
        make_folder(out, lang)
    done = 0
    for each in copies:
        try:
            emit(_annotated(each, audit, lang), each.to, lang)
            done += 1
        except RulesError as error:
            warn(say("annotate-failed", lang, path=each.file, reason=error))
    return exits.DONE if done == len(copies) else exits.FOUND if done else exits.FAILED


def _annotated(each: Copy, audit: Audit, lang: str) -> bytes:
    from extract.readers import document_from
    from mjrules.render.annotate.notes import notes_on

    data = each.file.read_bytes()
    document = document_from(data, str(each.file))
    notes = notes_on(audit, each.id, lang)
    if document.format == "docx":
        return _word(each, data, document, notes, lang)
    title = next(source.title for source in audit.sources if source.id == each.id)
    return _page(each, document, notes, title, lang)


def _word(each: Copy, data: bytes, document: Document, notes: Sequence[Note], lang: str) -> bytes:
    from extract.quoted import narrowed
    from extract.readers.word.back import WayBack
    from mjrules import texts
    from mjrules.render.annotate import word
    from mjrules.render.annotate.notes import at_the_beginning

    back = WayBack(data, document)
    if back.is_flat:
        raise RulesError(say("annotate-flat", lang))
    if back.beginning is None:
        raise RulesError(texts.say("annotate", "nowhere", lang))
    comments = []
    placeless = [note for note in notes if note.place is None]
    if placeless:
        comments.append(word.Comment(at_the_beginning(placeless, lang), back.beginning.paragraph))
    for note in notes:
        if note.place is not None:
            anchor = back.anchor(narrowed(document, note.place, note.quote)) or back.beginning
            comments.append(word.Comment(note.paragraphs, anchor.paragraph, anchor.span))
    made = word.annotated(data, back.main, comments, lang)
    warn(say("annotate-done", lang, path=each.to, n=len(comments)))
    if made.was_signed and comments:
        warn(say("annotate-signed", lang, path=each.to))
    return made.data


def _page(each: Copy, document: Document, notes: Sequence[Note], title: str, lang: str) -> bytes:
    from extract.quoted import narrowed
    from mjrules.render.annotate.page import Line, Remark, annotated_page

    lines = [Line(block.text, block.line, block.line_end, block.path) for block in document.blocks]
    remarks = [Remark(note, note.place and narrowed(document, note.place, note.quote)) for note in notes]
    warn(say("annotate-done", lang, path=each.to, n=len(remarks)))
    return annotated_page(title, visible(each.file.name), lines, remarks, lang).encode()
