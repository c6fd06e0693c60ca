"""``mjrules relations``: how all fans relate over every winning hand, and what exclusions are by that."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mjrules.cli import exits, options, rebuilding
from mjrules.cli.output import emit, paper, refuse_to_overwrite
from mjrules.cli.rules import asked_for, documents, rule_option
from mjrules.cli.speaking import Command, language_of, say

if TYPE_CHECKING:
    from mjrules.universe.exclusions import Exclusions
    from mjrules.universe.progress import Progress

MOST_FANS = 2


@click.command("relations", cls=Command)
@click.argument("fans", nargs=-1, metavar="[FAN [FAN]]")
@click.option("--ruleset", "ruleset", metavar="ID")
@rule_option
@click.option("--rebuild", is_flag=True)
@options.format_option(("text", "html", "csv", "json"))
@options.output
@options.lang
@click.pass_context
def command(
    ctx: click.Context,
    fans: tuple[str, ...],
    ruleset: str | None,
    chosen: Mapping[str, str],
    rebuild: bool,
    format_: str,
    output: Path | None,
) -> int:
    lang = language_of(ctx)
    if rebuild:
        return _rebuild(lang)
    refuse_to_overwrite([output] if output else [], documents([ruleset] if ruleset else []), lang)
    try:
        asked = tuple(_fan(fan, ctx) for fan in fans)
    except _NoFan as error:
        if format_ == "json":
            emit(_refused(fans, error), output, lang)
        raise
    if len(asked) > MOST_FANS or len({*asked}) < len(asked):
        raise click.UsageError(say("relations-fans", lang), ctx)
    judged = _judged(ruleset, chosen, lang) if ruleset or chosen else None
    emit(_written(asked, judged, format_, output, lang), output, lang)
    return exits.DONE


class _NoFan(click.UsageError):
    """A word that names no fan, or none that can be asked about."""

    def __init__(self, code: str, message: str, ctx: click.Context) -> None:
        super().__init__(message, ctx)
        self.code = code


def _refused(fans: tuple[str, ...], error: _NoFan) -> bytes:
    """What is wrong as JSON, in the form of a question that cannot be read."""
    from mjrules.render.answers import Fault, Problem, Refused
    from mjrules.render.score import line

    problems = (Problem(error.code, error.message),)
    return line(Refused(" ".join(fans), Fault("invalid-expression", error.message, problems)))


def _fan(spelling: str, ctx: click.Context) -> str:
    """The fan that a spelling names; what is wrong with any other is said as in questions."""
    from mjrules import names, texts
    from mjrules.fans import FANS
    from mjrules.universe.relations import LEFT_OUT

    lang = language_of(ctx)

    def labels(ids: tuple[str, ...]) -> str:
        return texts.say("universe", "comma", lang).join(names.fan(id).label(lang) for id in ids)

    found = names.resolve(spelling)
    if len(found) == 1 and found[0] in FANS and found[0] not in LEFT_OUT:
        return found[0]
    if len(found) > 1:
        key, parts = "several-fans", {"found": spelling, "fans": labels(found)}
    elif found:
        key = "depends-on-counting" if found[0] in LEFT_OUT else "without-pattern"
        parts = {"found": spelling, "fans": labels(found)}
    else:
        near = names.suggest(spelling)
        key, parts = ("unknown-name" if near else "unknown-nothing-near"), {"found": spelling, "fans": labels(near)}
    raise _NoFan(key, texts.say("universe", key, lang, **parts), ctx)


def _judged(ruleset: str | None, chosen: Mapping[str, str], lang: str) -> Exclusions:
    """The exclusions of the rules asked for; of ``gb`` where only rulings are named."""
    from mjrules.universe.exclusions import judge

    asked = asked_for([ruleset] if ruleset else [], chosen, lang, short_notes=True)[0]
    return judge(asked.rules, asked.chosen)


def _written(
    fans: tuple[str, ...], judged: Exclusions | None, format_: str, output: Path | None, lang: str
) -> str | bytes:
    from mjrules.universe.relations import load

    if format_ == "html":
        from mjrules.render.relations_page import page

        return page(load(), lang, fans, judged)
    from mjrules.render import relations as render
    from mjrules.render.json import pretty

    found = judged.about(fans) if judged else load().about(fans)
    if format_ == "json":
        return pretty(found)
    if format_ == "csv":
        return render.exclusions_csv(judged.about(fans), lang) if judged else render.csv(load().about(fans), lang)
    sheet = paper(lang, output)
    return render.exclusions_text(judged.about(fans), sheet) if judged else render.text(load(), fans, sheet)


def _rebuild(lang: str) -> int:
    """Make the bundled file anew, by decision diagrams."""
    from mjrules.universe import relations
    from mjrules.universe.pairs import ByDiagrams
    from mjrules.universe.relating import relate
    from mjrules.universe.symbolic import Symbolic

    def make(progress: Progress) -> bytes:
        return relations.written(relate(ByDiagrams(Symbolic(), progress)))

    return rebuilding.rebuild(relations.FILE, make, "relations-proving", lang)
