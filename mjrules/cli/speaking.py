"""Commands whose help is said from ``texts/cli.toml`` in the language chosen, folded by display width.

No command holds a help text of its own: a command's is ``NAME``, its line in the list ``NAME.short``, an option's
``option.OPTION`` for all commands alike. The language is the context's ``obj``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click

from mjrules import texts
from mjrules.render.width import fold, pad, width


def say(key: str, lang: str, /, **parts: object) -> str:
    return texts.say("cli", key, lang, **parts)


def language_of(ctx: click.Context) -> str:
    return str(ctx.find_root().obj)


class Formatter(click.HelpFormatter):
    """Click's, counting columns instead of characters."""

    def write_heading(self, heading: str) -> None:
        self.write(f"{' ' * self.current_indent}{heading}\n")  # its colon is the language's own

    def write_text(self, text: str) -> None:
        indent = " " * self.current_indent
        for line in text.splitlines():
            self.write("".join(f"{indent}{part}\n" for part in fold(line, self.width - len(indent))) or "\n")

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        rows = list(rows)
        first = min(max(width(term) for term, _ in rows), col_max) + col_spacing
        indent = " " * self.current_indent
        for term, meaning in rows:
            lines = fold(meaning, self.width - first - len(indent)) or [""]
            if width(term) > first - col_spacing:
                self.write(f"{indent}{term}\n")
                term = ""
            for line in lines:
                self.write(f"{indent}{pad(term, first)}{line}".rstrip() + "\n")
                term = ""


class _Context(click.Context):
    formatter_class = Formatter


class Command(click.Command):
    """A command that finds its words in the table."""

    context_class = _Context

    def key(self, ctx: click.Context) -> str:
        """``audit``, or ``sources.add`` for a command within a command."""
        return ".".join(ctx.command_path.split()[1:]) or "mjrules"

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        lang = language_of(ctx)
        arguments = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, arguments, say("usage", lang))

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(say(self.key(ctx), language_of(ctx)))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        records = [
            (record[0], say(f"option.{long_name(param)}", language_of(ctx)))
            for param in self.get_params(ctx)
            if isinstance(param, click.Option) and (record := param.get_help_record(ctx))
        ]
        with formatter.section(say("options", language_of(ctx))):
            formatter.write_dl(records)


class Group(Command, click.Group):
    """A command with commands; those in the list are described without being loaded."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_options(ctx, formatter)
        lang, parent = language_of(ctx), self.key(ctx)
        prefix = "" if parent == "mjrules" else f"{parent}."
        rows = [(name, say(f"{prefix}{name}.short", lang)) for name in self.list_commands(ctx)]
        with formatter.section(say("commands", lang)):
            formatter.write_dl(rows)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        found = self.get_command(ctx, args[0])
        if found is None and not ctx.resilient_parsing:
            known = ", ".join(self.list_commands(ctx))
            raise click.UsageError(say("no-such-command", language_of(ctx), command=args[0], known=known), ctx)
        return args[0], found, args[1:]


def long_name(param: click.Parameter) -> str:
    """``write-reports`` for ``--write-reports``."""
    return max(param.opts, key=len).lstrip("-")


class OneOf(click.Choice[str]):
    """One of some words; the complaint speaks the language chosen."""

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:
        lang = language_of(ctx) if ctx else "en"
        return say("not-one-of", lang, value=value, choices=", ".join(self.choices))
