"""The rules that ``--ruleset`` and ``--rule`` ask for: an edition's, or what a document prints."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from mjrules.cli.speaking import language_of
from mjrules.errors import RulesError
from mjrules.texts import say

if TYPE_CHECKING:
    from mjrules.claims import Source
    from mjrules.rulesets import Rules
    from mjrules.score.scorer import Scorer
    from mjrules.score.switches import Side

F = TypeVar("F", bound=Callable[..., Any])

rulesets_option = click.option("--ruleset", "rulesets", metavar="ID", multiple=True)
notes_option = click.option("--notes", "full_notes", is_flag=True)


class Asked(NamedTuple):
    """One set of rules under the rulings chosen, and how to make it under others."""

    rules: Rules
    minimum: int
    chosen: Mapping[str, str]
    make: Callable[[Mapping[str, str]], Rules]

    def scorer(self) -> Scorer:
        from mjrules.score.scorer import Scorer

        return Scorer(self.rules, self.minimum)

    def side(self) -> Side:
        from mjrules.score.switches import Side

        return Side(self.rules, lambda flips: self.make({**self.chosen, **flips}))


def rule_option(function: F) -> F:
    """``--rule NAME=CHOICE``, several times; the command gets a mapping."""
    return click.option("--rule", "chosen", metavar="NAME=CHOICE", multiple=True, callback=_choices)(function)


def _choices(ctx: click.Context, _param: click.Parameter, values: Sequence[str]) -> dict[str, str]:
    if not values:
        return {}
    lang = language_of(ctx)
    found: dict[str, str] = {}
    for value in values:
        name, equals, choice = value.partition("=")
        if not equals:
            raise _bad(ctx, "rule-form", found=value, example=_example())
        _check(ctx, name, choice)
        if found.setdefault(name, choice) != choice:
            raise click.UsageError(say("score", "twice-chosen", lang, ruling=name), ctx)
    return found


def _check(ctx: click.Context, name: str, choice: str) -> None:
    from mjrules import rulings

    known = {ruling.id: ruling for ruling in rulings.all()}
    if name not in known:
        raise click.UsageError(no_ruling(name, language_of(ctx)), ctx)
    choices = known[name].choices
    if choice not in choices:
        lang = language_of(ctx)
        texts = ((id, each.text.say(lang).rstrip(".。")) for id, each in choices.items())
        told = say("score", "choices", lang).join(
            say("score", "one-choice", lang, id=id, text=text) for id, text in texts
        )
        raise _bad(ctx, "no-choice", found=choice, ruling=name, known=told)


def no_ruling(name: str, lang: str) -> str:
    """That there is no such ruling; those that look like it, and where all are."""
    from mjrules import rulings

    near = rulings.nearest(name)
    return say("score", "no-ruling-near" if near else "no-ruling", lang, found=name, near=", ".join(near))


def _bad(ctx: click.Context, key: str, **parts: object) -> click.UsageError:
    return click.UsageError(say("score", key, language_of(ctx), **parts), ctx)


def _example() -> str:
    from mjrules import rulings

    ruling = rulings.all()[0]
    return f"{ruling.id}={[*ruling.choices][-1]}"


def asked_for(
    ids: Sequence[str], chosen: Mapping[str, str], lang: str, *, short_notes: bool = False
) -> tuple[Asked, ...]:
    """The rules with these ids, each once, in this order; those of ``gb`` where none are named."""
    from mjrules.rulesets import DEFAULT

    return tuple(_asked(id, chosen, lang, short_notes) for id in dict.fromkeys(ids or (DEFAULT,)))


def documents(ids: Sequence[str]) -> list[Path]:
    """The files whose rules are asked for: nothing may be written over them."""
    from mjrules.rulesets import PRINTED

    return [Path(id.removeprefix(PRINTED)) for id in ids if id.startswith(PRINTED)]


def _asked(id: str, chosen: Mapping[str, str], lang: str, short_notes: bool) -> Asked:
    from mjrules import rulesets

    if id.startswith(rulesets.PRINTED):
        from mjrules.rulesets.printed import rules_of

        source = _document(id.removeprefix(rulesets.PRINTED), lang)
        make = partial(_of_document, partial(rules_of, source, lang=lang, short_notes=short_notes))
        return Asked(make(chosen), rulesets.load(rulesets.DEFAULT).minimum, chosen, make)
    if id not in rulesets.available():
        raise RulesError(say("score", "no-ruleset", lang, found=id, known=", ".join(rulesets.available())))
    make = partial(rulesets.resolve, id)
    return Asked(make(chosen), rulesets.load(id).minimum, chosen, make)


def _of_document(rules_of: Callable[..., Rules], chosen: Mapping[str, str]) -> Rules:
    return rules_of(overrides=chosen)


def _document(name: str, lang: str) -> Source:
    """What a bundled source, or any document, states; its warnings go to standard error."""
    from mjrules import catalog
    from mjrules.cli.inputs import announce, find_inputs, read_inputs, short_path

    bundled = [source.id for source in catalog.catalog()]
    if not name:
        raise RulesError(say("score", "printed-what", lang, known=", ".join(bundled)))
    if name not in bundled and name != "-" and not Path(name).exists():
        raise RulesError(say("score", "no-printed", lang, found=name, known=", ".join(bundled)))
    path = short_path(catalog.bundled(name)) if name in bundled else name
    found = read_inputs(find_inputs((path,), lang), lang)
    announce(found.read, lang)
    if not any(source.entries or source.listings for source in found.read):
        raise RulesError(say("score", "no-fans-printed", lang, path=path))
    return found.read[0]
