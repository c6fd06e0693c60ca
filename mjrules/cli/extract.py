"""``mjrules extract``: what documents state, and what in them was read."""

from __future__ import annotations

from pathlib import Path

import click

from mjrules.claims import Marked
from mjrules.cli import options
from mjrules.cli.inputs import Inputs, announce, find_inputs, read_inputs
from mjrules.cli.output import emit, paper, refuse_to_overwrite
from mjrules.cli.speaking import Command, language_of, say


@click.command("extract", cls=Command)
@options.paths
@click.option("--show", is_flag=True)
@options.format_option(("text", "json", "html"))
@options.output
@options.lang
@click.pass_context
def command(ctx: click.Context, paths: tuple[str, ...], show: bool, format_: str, output: Path | None) -> int:
    lang = language_of(ctx)
    if show and format_ == "json":
        raise click.UsageError(say("shows-no-json", lang), ctx)
    inputs = find_inputs(paths, lang)
    refuse_to_overwrite([output] if output else [], [each.file for each in inputs], lang)
    show = show or format_ == "html"
    marked: list[Marked] = []
    found = read_inputs(inputs, lang, marked if show or format_ == "json" else None, lines=show)
    announce(found.read, lang)
    if found.read or not show:
        emit(_written(found, marked, lang, output, format_, show=show), output, lang)
    return found.exit_code


def _written(found: Inputs, marked: list[Marked], lang: str, output: Path | None, format_: str, *, show: bool) -> str:
    """The claims, or the documents with their marks; the page has no other form."""
    if format_ == "json":
        from mjrules.render.json import extraction_json

        return extraction_json(found.sources)
    if format_ == "html":
        from mjrules.render.shown import shown_html

        return shown_html(marked, lang)
    if show:
        from mjrules.render.shown import shown_text

        return shown_text(marked, paper(lang, output))
    from mjrules.render.terminal import extraction_text

    return extraction_text(found.sources, paper(lang, output))
