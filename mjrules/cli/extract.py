"""``mjrules extract``: what documents state."""

from __future__ import annotations

from pathlib import Path

import click

from mjrules.cli import options
from mjrules.cli.inputs import announce, find_inputs, read_inputs
from mjrules.cli.output import emit, paper, refuse_to_overwrite
from mjrules.cli.speaking import Command, language_of


@click.command("extract", cls=Command)
@options.paths
@options.format_option(("text", "json"))
@options.output
@options.lang
@click.pass_context
def command(ctx: click.Context, paths: tuple[str, ...], format_: str, output: Path | None) -> int:
    lang = language_of(ctx)
    inputs = find_inputs(paths, lang)
    refuse_to_overwrite([output] if output else [], [each.file for each in inputs], lang)
    found = read_inputs(inputs, lang)
    announce(found.read, lang)
    if format_ == "json":
        from mjrules.render.json import extraction_json

        emit(extraction_json(found.sources), output, lang)
    else:
        from mjrules.render.terminal import extraction_text

        emit(extraction_text(found.sources, paper(lang, output)), output, lang)
    return found.exit_code
