"""Where results and messages go. A file is written whole or not at all, and never over a document that was read."""

from __future__ import annotations

import errno
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

import click

from mjrules.cli.speaking import say
from mjrules.errors import RulesError
from mjrules.render.paper import Paper
from mjrules.render.width import visible


def warn(line: str) -> None:
    """One line for the person, on standard error. That nobody can read it is no reason to lose the result."""
    with suppress(OSError):
        click.echo(visible(line), err=True)


def emit(content: str | bytes, output: Path | None, lang: str) -> None:
    """Write a result to its file, else to standard output."""
    if output is None:
        _print(content, lang)
    else:
        with _writing(output, lang):
            write_file(output, content if isinstance(content, bytes) else content.encode())


@contextmanager
def result(output: Path | None, lang: str) -> Iterator[BinaryIO]:
    """Where a result goes that is written bit by bit."""
    if output is None:
        yield _stdout(lang)
    else:
        with _writing(output, lang), whole(output) as file:
            yield file


def make_folder(folder: Path, lang: str) -> None:
    with _writing(folder, lang):
        folder.mkdir(parents=True, exist_ok=True)


@contextmanager
def _writing(path: Path, lang: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise RulesError(say("cannot-write", lang, path=path, reason=error.strerror or error)) from error


def _print(content: str | bytes, lang: str) -> None:
    """Data goes out as it is. On a terminal what it cannot show is spelled out instead of failing."""
    stdout = _stdout(lang)
    encoding = sys.stdout.encoding if sys.stdout.isatty() else "utf-8"
    stdout.write(content if isinstance(content, bytes) else content.encode(encoding, "backslashreplace"))
    stdout.flush()


def _stdout(lang: str) -> BinaryIO:
    if not sys.stdout:  # it was closed before we began
        raise RulesError(say("cannot-print", lang, reason=os.strerror(errno.EBADF)))
    return sys.stdout.buffer


def paper(lang: str, output: Path | None) -> Paper:
    """What a text report is written on: the terminal, within reason; a file gets the same on every machine."""
    on_terminal = output is None and sys.stdout is not None and sys.stdout.isatty()
    columns = shutil.get_terminal_size((100, 24)).columns if on_terminal else 100
    colour = on_terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Paper(max(60, min(columns, 140)), lang, colour)


def refuse_to_overwrite(outputs: Iterable[Path], read: Iterable[Path | None], lang: str) -> None:
    """Refuse to write over a file that is read, under whatever name it is given."""
    kept = [path for path in read if path and os.path.exists(path)]
    for output in outputs:
        if os.path.exists(output) and any(os.path.samefile(output, path) for path in kept):
            raise click.UsageError(say("is-an-input", lang, path=output))


def write_file(path: Path, data: bytes) -> None:
    with whole(path) as file:
        file.write(data)


@contextmanager
def whole(path: Path) -> Iterator[BinaryIO]:
    """A file to write into. It lies beside the one meant and is renamed at the end: a reader sees the old content or
    the new one, never half of it."""
    path = Path(os.path.realpath(path))
    if path.exists() and not path.is_file():  # a pipe or a device has no content to protect; a folder complains
        with path.open("wb") as file:
            yield file
        return
    handle, name = tempfile.mkstemp(prefix=".mjrules-", dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        temporary.chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
