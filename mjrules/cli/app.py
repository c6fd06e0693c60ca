"""The command ``mjrules``: choosing the language, finding the command, saying what went wrong."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click

from mjrules import __version__
from mjrules.cli import exits, language, options
from mjrules.cli.output import warn
from mjrules.cli.speaking import Group, say
from mjrules.errors import RulesError
from mjrules.texts import LANGUAGES

_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}
"""Why standard output takes no more. A file has a name, and whoever writes it says what is wrong."""


_DOCUMENTS, _HANDS = ("audit", "extract", "table"), ("score", "waits")
_EVERY_HAND, _BACKGROUND = ("prove", "find", "count", "relations", "diff", "universe"), ("rulings", "sources")


class _Root(Group):
    """Chooses the language (the context's ``obj``); imports a command's module when it is called, not to list it."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        return super().make_context(info_name, args, parent, obj=language.choose(args, os.environ), **extra)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*_DOCUMENTS, *_HANDS, *_EVERY_HAND, *_BACKGROUND]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        found: click.Command = import_module(f"mjrules.cli.{cmd_name}").command
        return found


@click.group("mjrules", cls=_Root, context_settings={"help_option_names": ["-h", "--help"]})
@options.lang
@click.version_option(__version__, prog_name="mjrules")
def command() -> None: ...


def run(args: Sequence[str]) -> int:
    """Run a command line and return its exit code: 0 done, 1 found something or could not read some inputs, 2 failed.

    A fault of the program is 2 as well, so that a crash never looks like discrepancies found.
    """
    lang = language.choose(args, os.environ)
    try:
        _check_variable(lang)
        code: int | None = command.main(list(args), prog_name="mjrules", standalone_mode=False)
        if sys.stdout:
            sys.stdout.flush()
        return code or exits.DONE
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
    except click.UsageError as error:
        _complain(_message(error, lang), lang)
        if error.ctx:
            warn(say("try-help", lang, command=error.ctx.command_path))
    except RulesError as error:
        _complain(str(error), lang)
    except (KeyboardInterrupt, click.Abort):
        warn(say("interrupted", lang))
        return exits.INTERRUPTED
    except BrokenPipeError:
        # The reader of our output has seen enough.
        _drop_output()
        return exits.FOUND
    except OSError as error:
        if error.filename is None and error.errno in _FULL:
            _drop_output()
            _complain(say("cannot-print", lang, reason=error.strerror), lang)
        else:
            _say_fault(lang)
    except Exception:
        _say_fault(lang)
    return exits.FAILED


def _drop_output() -> None:
    """What is still buffered must not complain once more when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _say_fault(lang: str) -> None:
    import traceback

    traceback.print_exc()
    _complain(say("our-fault", lang), lang)


def _check_variable(lang: str) -> None:
    asked = os.environ.get(language.VARIABLE)
    if asked and asked not in LANGUAGES:
        choices = ", ".join(LANGUAGES)
        raise click.UsageError(f"{language.VARIABLE}: {say('not-one-of', lang, value=asked, choices=choices)}")


def _complain(message: str, lang: str) -> None:
    warn(say("error", lang, message=message))


def _message(error: click.UsageError, lang: str) -> str:
    """What click says about wrong usage, in the language chosen."""
    if isinstance(error, click.NoSuchOption):
        return say("no-such-option", lang, option=error.option_name)
    if isinstance(error, click.MissingParameter) and error.param and error.param.metavar:
        return say("missing", lang, what=error.param.metavar)
    if isinstance(error, click.BadParameter) and error.param:
        return say("bad-value", lang, option=max(error.param.opts, key=len), message=error.message)
    return error.format_message()
