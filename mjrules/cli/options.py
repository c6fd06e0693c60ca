"""The options and arguments that commands share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from mjrules.cli.speaking import OneOf, language_of, say
from mjrules.texts import LANGUAGES

if TYPE_CHECKING:
    from mjrules.rulesets import RuleSet

STDIN = "-"
NO_RULESET = "none"

F = TypeVar("F", bound=Callable[..., Any])

paths = click.argument("paths", nargs=-1, metavar="[PATH]...", type=str)
# The language is chosen before the arguments are parsed (language.py); here its spelling is checked.
lang = click.option("--lang", type=OneOf(LANGUAGES), expose_value=False)


def _file(_ctx: click.Context, _param: click.Parameter, value: Path | None) -> Path | None:
    """The file to write; ``-`` is standard output, as for what is read."""
    return None if value == Path(STDIN) else value


output = click.option("-o", "--output", metavar="FILE", type=click.Path(path_type=Path), is_eager=True, callback=_file)

_SUFFIXES = {".md": "md", ".json": "json", ".csv": "csv", ".xlsx": "xlsx", ".docx": "docx", ".html": "html"}
_SUFFIXES |= {".htm": "html", ".sarif": "sarif", ".txt": "text", ".jsonl": "json"}
_NEEDS_FILE = {"docx", "xlsx"}


def format_option(formats: Sequence[str]) -> Callable[[F], F]:
    """``--format``; without it the suffix of ``-o FILE`` decides, or the first format where there is none."""
    return click.option("--format", "format_", type=OneOf(formats), callback=_complete_format)


def _complete_format(ctx: click.Context, param: click.Parameter, value: str | None) -> str:
    assert isinstance(param.type, click.Choice)
    formats = param.type.choices
    output: Path | None = ctx.params.get("output")
    chosen = value or (_implied(ctx, output, formats) if output and output.suffix else formats[0])
    if chosen in _NEEDS_FILE and not output:
        raise click.UsageError(say("needs-file", language_of(ctx), format=chosen), ctx)
    return chosen


def _implied(ctx: click.Context, output: Path, formats: Sequence[str]) -> str:
    """The format a suffix stands for; one that stands for none of the command's is refused, not written as another."""
    implied = _SUFFIXES.get(output.suffix.lower(), "")
    if implied in formats:
        return implied
    known = ", ".join(suffix for suffix, format_ in _SUFFIXES.items() if format_ in formats)
    raise click.UsageError(say("unknown-suffix", language_of(ctx), path=output, known=known), ctx)


def ruleset_option(default: str) -> Callable[[F], F]:
    """``--ruleset ID``, given to the command as the rule set itself; ``none`` is None."""
    return click.option("--ruleset", metavar="ID", default=default, callback=_load_ruleset)


def _load_ruleset(_ctx: click.Context, _param: click.Parameter, value: str) -> RuleSet | None:
    from mjrules import rulesets

    return None if value == NO_RULESET else rulesets.load(value)
