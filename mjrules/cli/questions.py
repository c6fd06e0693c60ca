"""What ``prove``, ``find`` and ``count`` share: the question, the rules it is about, and where the answer goes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from mjrules.cli import exits, options
from mjrules.cli.output import emit, paper, refuse_to_overwrite, warn
from mjrules.cli.rules import asked_for, documents, rule_option, rulesets_option
from mjrules.cli.speaking import language_of, say

if TYPE_CHECKING:
    from mjrules.render.paper import Paper
    from mjrules.universe.parsing import InvalidExpression
    from mjrules.universe.questions import Universe

Answer = TypeVar("Answer")
F = TypeVar("F", bound=Callable[..., Any])


class Whole(click.ParamType[int]):
    """A whole number in a range; the complaint speaks the language chosen."""

    name = "number"

    def __init__(self, least: int, most: int) -> None:
        self.least, self.most = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        text = str(value)
        if not (text.isdecimal() and self.least <= int(text) <= self.most):
            lang = language_of(ctx) if ctx else "en"
            self.fail(say("not-in-range", lang, value=text, least=self.least, most=self.most), param, ctx)
        return int(text)


def shared_options(function: F) -> F:
    """``--ruleset``, ``--rule``, ``--format``, ``-o``, ``--lang``."""
    text_or_json = options.format_option(("text", "json"))
    return rulesets_option(rule_option(text_or_json(options.output(options.lang(function)))))


def answer(
    ask: Callable[[Universe], Answer],
    rules: tuple[tuple[str, ...], Mapping[str, str]],
    printed: tuple[str, Path | None, str],
    *,
    as_text: Callable[[Answer, Paper], str],
    is_yes: Callable[[Answer], bool],
) -> int:
    """Asks under each rule set named. Exit code 0: all say yes; 1: one says no; 2: the question cannot be read.

    ``rules``: the rule sets and the rulings chosen; ``printed``: format, file and language of the answer.
    """
    from mjrules.render.score import line
    from mjrules.universe.parsing import InvalidExpression
    from mjrules.universe.questions import Universe

    (rulesets, chosen), (format_, output, lang) = rules, printed
    refuse_to_overwrite([output] if output else [], documents(rulesets), lang)
    asked = asked_for(rulesets, chosen, lang, short_notes=True)
    try:
        answers = [ask(Universe(each.rules, each.minimum, each.chosen)) for each in asked]
    except InvalidExpression as error:
        _refuse(error, *printed)
        return exits.FAILED
    if format_ == "json":
        emit(b"".join(map(line, answers)), output, lang)
    else:
        sheet = paper(lang, output)
        emit("\n\n".join(as_text(each, sheet) for each in answers), output, lang)
    return exits.DONE if all(map(is_yes, answers)) else exits.FOUND


def _refuse(error: InvalidExpression, format_: str, output: Path | None, lang: str) -> None:
    """What is wrong with the question, on standard error, and as JSON where JSON is wanted."""
    from mjrules.render.questions import problems_lines, refused_json

    for said in problems_lines(error, lang):
        warn(said)
    if format_ == "json":
        emit(refused_json(error, lang), output, lang)
