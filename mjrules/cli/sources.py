"""``mjrules sources``: the bundled sources and their files."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click
import msgspec

from mjrules import catalog
from mjrules.catalog import CatalogSheet, CatalogSource, FileState
from mjrules.claims import SCHEMA
from mjrules.cli import exits, options
from mjrules.cli.inputs import in_language, short_path, title_of
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
    lang, known = language_of(ctx), _described(catalog.entry(id))
    if format_ == "json":
        emit(pretty({"schema": SCHEMA, **known}), output, lang)
    else:
        emit(_lines(row for name, value in known.items() for row in _rows(name, value, lang)), output, lang)
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
    every = catalog.everything()
    if format_ == "json":
        emit(pretty({"schema": SCHEMA, "sources": list(map(_described, every))}), output, lang)
    else:
        emit(_lines(_row(source, lang) for source in every), output, lang)
    return exits.DONE


def _described(source: CatalogSource | CatalogSheet) -> dict[str, Any]:
    """Everything the catalog knows, and the file that is read here."""
    kind = "document" if isinstance(source, CatalogSource) else "sheet"
    known = {"id": source.id, "kind": kind, **msgspec.structs.asdict(source)}
    line = catalog.line(source.line) if source.line else None
    others = [each.id for each in catalog.everything() if each.line == source.line]
    shared = {"leader": line.leader, "line_title": line.title, "line_sources": others} if line else {}
    return known | shared | {"reads": short_path(_path(source))}


def _path(source: CatalogSource | CatalogSheet) -> Path:
    return catalog.bundled(source.id) if isinstance(source, CatalogSource) else catalog.sheet_path(source.id)


def _row(source: CatalogSource | CatalogSheet, lang: str) -> list[str]:
    path = _path(source)
    return [source.id, say(f"role-{_role(source, path)}", lang), short_path(path), title_of(source, lang)]


def _role(source: CatalogSource | CatalogSheet, path: Path) -> str:
    if isinstance(source, CatalogSource):
        return "original" if _is_original(path) else "restatement"
    if source.second_hand:
        return "sheet-second-hand"
    return "sheet" if source.complete else "sheet-partial"


def _rows(name: str, value: Any, lang: str) -> Iterator[list[str]]:
    """A field as rows: one line a value. What is said in two languages is shown in the reader's; a title in both."""
    values: Iterable[Any]
    if isinstance(value, dict):
        values = [in_language(value, lang)] if name != "title" else [f"{key}: {text}" for key, text in value.items()]
    elif isinstance(value, bool):
        values = [str(value).lower()]
    else:
        values = [str(value)] if isinstance(value, int | str) else value or ()
    for each in values:
        yield [name, in_language(each, lang) if isinstance(each, dict) else each]
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
