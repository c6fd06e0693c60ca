"""``mjrules sources``: the bundled sources and their files."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click
import msgspec

from mjrules import catalog
from mjrules.catalog import CatalogSource, FileState
from mjrules.claims import SCHEMA
from mjrules.cli import exits, options
from mjrules.cli.inputs import short_path, title_of
from mjrules.cli.output import emit, warn, write_file
from mjrules.cli.speaking import Command, Group, language_of, say
from mjrules.errors import RulesError
from mjrules.render.json import pretty
from mjrules.render.width import columns, visible


@click.group("sources", cls=Group, invoke_without_command=True)
@options.lang
@click.pass_context
def command(ctx: click.Context) -> int | None:
    return None if ctx.invoked_subcommand else print_list(language_of(ctx), "text", None)


@command.command("list", cls=Command)
@options.format_option(("text", "json"))
@options.output
@options.lang
@click.pass_context
def list_(ctx: click.Context, format_: str, output: Path | None) -> int:
    return print_list(language_of(ctx), format_, output)


@command.command("show", cls=Command)
@click.argument("id", metavar="ID")
@options.format_option(("text", "json"))
@options.output
@options.lang
@click.pass_context
def show(ctx: click.Context, id: str, format_: str, output: Path | None) -> int:
    known = _described(catalog.source(id))
    if format_ == "json":
        emit(pretty({"schema": SCHEMA, **known}), output, language_of(ctx))
    else:
        emit(_lines(row for name, value in known.items() for row in _rows(name, value)), output, language_of(ctx))
    return exits.DONE


@command.command("verify", cls=Command)
@options.format_option(("text", "json"))
@options.output
@options.lang
@click.pass_context
def verify(ctx: click.Context, format_: str, output: Path | None) -> int:
    lang, states = language_of(ctx), catalog.verify()
    if format_ == "json":
        files = [msgspec.structs.asdict(each) | {"path": each.path and short_path(each.path)} for each in states]
        emit(pretty({"schema": SCHEMA, "files": files}), output, lang)
    else:
        emit(_lines(_state(each, lang) for each in states), output, lang)
    return exits.FOUND if any(map(_is_wrong, states)) else exits.DONE


@command.command("add", cls=Command)
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@options.lang
@click.pass_context
def add(ctx: click.Context, file: Path) -> int:
    lang = language_of(ctx)
    try:
        data = file.read_bytes()
        source = _original(file, data, lang)
        there = catalog.bundled(source.id)
        if _is_original(there):
            warn(say("original-there", lang, id=source.id, path=short_path(there)))
            return exits.DONE
        folder = catalog.originals_dir() or catalog.sources_dir() / "originals"
        folder.mkdir(parents=True, exist_ok=True)
        target = folder / f"{source.id}{file.suffix}"
        write_file(target, data)
    except OSError as error:
        raise RulesError(say("cannot-add", lang, path=file, reason=error.strerror or error)) from error
    warn(say("original-added", lang, id=source.id, path=short_path(target)))
    return exits.DONE


def print_list(lang: str, format_: str, output: Path | None) -> int:
    if format_ == "json":
        emit(pretty({"schema": SCHEMA, "sources": list(map(_described, catalog.catalog()))}), output, lang)
    else:
        emit(_lines(_row(source, lang) for source in catalog.catalog()), output, lang)
    return exits.DONE


def _described(source: CatalogSource) -> dict[str, Any]:
    """Everything the catalog knows, and the file that is read here."""
    return msgspec.structs.asdict(source) | {"reads": short_path(catalog.bundled(source.id))}


def _row(source: CatalogSource, lang: str) -> list[str]:
    path = catalog.bundled(source.id)
    role = say("role-original" if _is_original(path) else "role-restatement", lang)
    return [source.id, role, short_path(path), title_of(source, lang)]


def _rows(name: str, value: Any) -> Iterator[list[str]]:
    """A field as rows: one line a value."""
    values = [f"{key}: {text}" for key, text in value.items()] if isinstance(value, dict) else value
    for each in [str(values)] if isinstance(values, int | str) else values:
        yield [name, each]
        name = ""


def _state(state: FileState, lang: str) -> list[str]:
    path = short_path(state.path) if state.path else ""
    said = say(f"state-{state.state}", lang, found=state.found, expected=state.expected)
    return [state.id or "–", say(f"role-{state.role}", lang), path, said]


def _is_wrong(state: FileState) -> bool:
    """Originals may be absent; everything else must be as the catalog says."""
    return state.state != "ok" and (state.state, state.role) != ("missing", "original")


def _is_original(path: Path) -> bool:
    return path.parent != catalog.sources_dir() / "documents"


def _original(file: Path, data: bytes, lang: str) -> CatalogSource:
    """The source this file is the original of."""
    digest = hashlib.sha256(data).hexdigest()
    for source in catalog.catalog():
        if digest == source.original_sha256:
            return source
        if digest == source.restatement_sha256:
            raise RulesError(say("is-a-restatement", lang, path=file, id=source.id))
    known = ", ".join(source.id for source in catalog.catalog())
    raise RulesError(say("not-an-original", lang, path=file, found=digest, known=known))


def _lines(rows: Iterable[list[str]]) -> str:
    return "\n".join(columns([[visible(cell) for cell in row] for row in rows])) + "\n"
