"""How the fans relate and what exclusions are, as text for people and as tables (csv).

The JSON is the value itself (``mjrules.universe.relations``, ``mjrules.universe.exclusions``).
"""

from __future__ import annotations

import csv as tables
import io
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from mjrules import names, texts
from mjrules.render.paper import Paper
from mjrules.render.questions import grouped, share
from mjrules.score.principles import CHOW_FANS
from mjrules.universe.exclusions import JUDGEMENTS, Exclusions, Judged
from mjrules.universe.relations import Forced, Relation, Relations, steps

RAREST = 12
"""So many of the fans that a fan meets are shown with a hand; the others are counted."""
ROBBED = ("robbing_the_kong", "last_tile")
Say = Callable[..., str]


def phrases(lang: str) -> Say:
    return lambda key, **parts: texts.say("relations", key, lang, **parts)


def label(fan: str, lang: str) -> str:
    return names.fan(fan).label(lang)


def number_of_states(number: int, lang: str) -> str:
    return texts.say("relations", "one-state" if number == 1 else "many-states", lang, number=grouped(number))


# Relations as text


def text(relations: Relations, fans: Sequence[str], paper: Paper) -> str:
    """All fans in short, one fan among the others, or two fans."""
    match fans:
        case []:
            lines = _summary(relations, paper)
        case [fan]:
            lines = _of_fan(relations, fan, paper)
        case [one, two]:
            lines = _of_two(relations, one, two, paper)
        case _:
            raise ValueError(fans)
    return "\n".join([*lines, "", *paper.fold(phrases(paper.lang)("what-is-counted"), 0, "faint")]) + "\n"


def _summary(relations: Relations, paper: Paper) -> Iterator[str]:
    say = phrases(paper.lang)
    yield paper.paint("strong", say("title"))
    pairs = len(relations.pairs) // 2
    yield from paper.fold(say("lead", fans=len(relations.fans), pairs=grouped(pairs)), 0)
    left_out = _listed((each.fan for each in relations.left_out), paper)
    yield from paper.fold(say("left-out", fans=left_out), 0)
    yield ""
    kinds = Counter(each.kind for each in relations.pairs)
    numbers = {"implies": kinds["implies"], **{kind: kinds[kind] // 2 for kind in ("equal", "never", "meets")}}
    rows = [[grouped(number), say(f"summary-{kind}")] for kind, number in numbers.items() if number]
    yield from paper.table(rows, 2, right=[0])
    yield from _section(say("steps"), _steps(relations, paper), paper)
    in_sets = [each for each in relations.forced if each.within == "sets"]
    yield from _section(say("in-sets"), _grouped_by_fan(in_sets, paper, lambda _: ""), paper)
    own = [each for each in relations.forced if each.own and each.more]
    yield from _section(say("own-groups"), _grouped_by_fan(own, paper, lambda _: ""), paper)
    times = [each for each in relations.forced if not each.own and each.more]
    yield from _section(say("by-times"), _grouped_by_fan(times, paper, lambda each: f" ×{each.least}"), paper)


def _steps(relations: Relations, paper: Paper) -> Iterator[list[str]]:
    for fan, outs in steps(relations).items():
        yield [label(fan, paper.lang), _listed(outs, paper)]


def _grouped_by_fan(found: Iterable[Forced], paper: Paper, mark: Callable[[Forced], str]) -> Iterator[list[str]]:
    by_fan: dict[str, list[str]] = {}
    for each in found:
        by_fan.setdefault(each.fan, []).append(label(each.other, paper.lang) + mark(each))
    for fan, outs in by_fan.items():
        yield [label(fan, paper.lang), phrases(paper.lang)("comma").join(outs)]


def _section(title: str, rows: Iterable[Sequence[str]], paper: Paper) -> Iterator[str]:
    """A heading and rows under it, if there are any."""
    found = [*rows]
    if found:
        yield ""
        yield from paper.fold(title, 0, "strong")
        yield from paper.table(found, 2)


def _listed(fans: Iterable[str], paper: Paper) -> str:
    say = phrases(paper.lang)
    return say("comma").join(label(fan, paper.lang) for fan in fans) or say("nothing")


def _of_fan(relations: Relations, fan: str, paper: Paper) -> Iterator[str]:
    say, lang = phrases(paper.lang), paper.lang
    related = next(each for each in relations.fans if each.fan == fan)
    states = number_of_states(related.states, lang)
    yield paper.paint("strong", say("of-fan", fan=label(fan, lang), states=states))
    forms = (
        f"{texts.say('universe', f'form-{form}', lang)} {grouped(number)}" for form, number in related.forms.items()
    )
    yield from paper.fold(say("comma").join(forms), 0)
    yield ""
    by_kind = {kind: [each.other for each in relations.of(fan) if each.kind == kind] for kind in _NAMED}
    shown = [[say(kind), _listed(others, paper)] for kind, others in by_kind.items() if others or kind != "equal"]
    yield from paper.table(shown, 0)
    yield from _section(say("meets"), _rarest(relations, fan, paper), paper)


_NAMED = ("equal", "implies", "implied", "never")
"""The kinds of relation in which the other fans are only named."""


def _rarest(relations: Relations, fan: str, paper: Paper) -> Iterator[list[str]]:
    found = sorted((each for each in relations.of(fan) if each.kind == "meets"), key=lambda each: each.both)
    for each in found[:RAREST]:
        yield [label(each.other, paper.lang), number_of_states(each.both, paper.lang), each.witness or ""]
    if len(found) > RAREST:
        yield [phrases(paper.lang)("many-more", count=len(found) - RAREST), "", ""]


def _of_two(relations: Relations, one: str, two: str, paper: Paper) -> Iterator[str]:
    there, back = relations.between(one, two), relations.between(two, one)
    say, lang = phrases(paper.lang), paper.lang
    for relation in (there, back):
        for sentence in sentences(relations, relation, lang):
            yield from paper.fold(sentence, 0)
        if relation.kind == there.kind == "never":
            break
    yield ""
    hands = [[say("hand-both"), there.witness]] if there.witness else []
    for relation in (there, back):
        if relation.counterexample:
            a, b = label(relation.fan, lang), label(relation.other, lang)
            hands.append([say("hand-only", a=a, b=b), relation.counterexample])
        forced = relations.forcing(relation.fan, relation.other)
        if forced and forced.example:
            hands.append([say("hand-more"), forced.example])
    yield from paper.table(hands, 2)


def sentences(relations: Relations, relation: Relation, lang: str) -> Iterator[str]:
    """How one fan stands to another."""
    say = phrases(lang)
    states = relations.states(relation.fan)
    told = {
        "a": label(relation.fan, lang),
        "b": label(relation.other, lang),
        "states": number_of_states(states, lang),
        "both": grouped(relation.both),
        "only": grouped(relation.only),
        "share": share(relation.both, states),
    }
    hangs_on_situation = relation.both + relation.only > states
    yield say("says-may" if hangs_on_situation else f"says-{relation.kind}", **told)
    forced = relations.forcing(relation.fan, relation.other)
    if forced:
        yield from (say(key, **told, **parts) for key, parts in _how_far(forced, lang))


def _how_far(forced: Forced, lang: str) -> Iterator[tuple[str, dict[str, object]]]:
    """The sentences that say how far a fan forces another, with their parts."""
    more = number_of_states(forced.more, lang)
    if forced.within == "sets":
        yield "says-in-sets", {}
    if forced.own:
        yield ("says-own", {"more": more}) if forced.more else ("says-own-alone", {})
    elif forced.more:
        yield "says-times", {"least": forced.least, "more": more}
    elif forced.least > 1:
        yield "says-times-alone", {"least": forced.least}


# Exclusions as text


def exclusions_text(found: Exclusions, paper: Paper) -> str:
    """The exclusions of a rule set by what proof makes of them: the simple ones in lists, the others one by one."""
    return "\n".join(_exclusions(found, paper)) + "\n"


def _exclusions(found: Exclusions, paper: Paper) -> Iterator[str]:
    say = phrases(paper.lang)
    yield from paper.fold(say("exclusions", ruleset=found.ruleset), 0, "strong")
    unknown = any(each.printed is None for each in found.exclusions)
    yield from paper.fold(say("marks-unknown" if unknown else "marks"), 0, "faint")
    for kind in JUDGEMENTS:
        some = [each for each in found.exclusions if each.kind == kind]
        title = f"{say(f'kind-{kind}')}{say('colon')}{say('count-of', count=len(some))}"
        if kind in ("implied", "impossible"):
            yield from _section(title, _simple(some, paper), paper)
        elif some:
            yield from ("", *paper.fold(title, 0, "strong"), *_explained(some, paper))
    notes = [key for key in NOTES if any(_note(each) == key for each in found.exclusions)]
    if notes:
        yield ""
    for key in notes:
        yield from paper.fold(f"{NOTES[key]} {say(key)}", 0, "faint")


def _simple(some: Iterable[Judged], paper: Paper) -> Iterator[list[str]]:
    by_fan: dict[str, list[str]] = {}
    for each in some:
        by_fan.setdefault(each.fan, []).append(_item(each, paper.lang))
    for fan, items in by_fan.items():
        yield [label(fan, paper.lang), phrases(paper.lang)("comma").join(items)]


def _item(judged: Judged, lang: str) -> str:
    """The excluded fan with its scope, and marks where it is not printed, or printed and not in force."""
    say = phrases(lang)
    item = label(judged.other, lang)
    if judged.scope == "count":
        item = say(f"scope-{judged.scope}", other=item, count=judged.count)
    item += NOTES.get(_note(judged), "")
    if judged.printed is False:
        return say("unlisted", item=item)
    return item if judged.in_force else say("dropped", item=item)


def _note(judged: Judged) -> str:
    """The note that goes with an exclusion; each is explained once."""
    if judged.scope == "whole" and judged.where == "sets":
        return "note-sets"
    if judged.scope not in ("whole", "count"):
        return "note-own"
    return "note-chows" if judged.kind == "too_broad" and {judged.fan, judged.other} <= {*CHOW_FANS} else ""


NOTES = {"note-own": "*", "note-sets": "†", "note-chows": "‡"}
"""The signs of what would have to be said of many exclusions alike."""


def _explained(some: Iterable[Judged], paper: Paper) -> Iterator[str]:
    """Exclusions one by one: what is found of it, and a hand, which is never broken."""
    say = phrases(paper.lang)
    for each in some:
        said = say("excludes", fan=label(each.fan, paper.lang), other=_item(each, paper.lang))
        yield from paper.fold(f"{said}{say('colon')}{_why(each, paper.lang)}", 2)
        yield from [f"      {each.example}"] if each.example else []


def _why(judged: Judged, lang: str) -> str:
    say = phrases(lang)
    more = number_of_states(judged.more, lang)
    if judged.kind == "too_broad":
        if judged.own:
            return say("broad-own", more=more)
        return say("broad-once" if judged.forced == 1 else "broad-times", least=judged.forced, more=more)
    if (judged.fan, judged.other) == ROBBED:
        return say("robbed-is-last")
    if judged.where in ("self_drawn", "discard"):
        return say(f"meets-{judged.where}")
    states = number_of_states(judged.states, lang)
    return say("meets-share", both=grouped(judged.both), states=states, share=share(judged.both, judged.states))


# Tables


def csv(relations: Relations, lang: str) -> str:
    """One row for every ordered pair."""
    heads = ("fan", "name", "other", "other-name", "relation", "states", "both", "only", "witness", "counterexample")
    states = {each.fan: each.states for each in relations.fans}
    rows = (
        (
            *(each.fan, label(each.fan, lang), each.other, label(each.other, lang), each.kind),
            *(states[each.fan], each.both, each.only, each.witness, each.counterexample),
        )
        for each in relations.pairs
    )
    return _table(heads, rows, lang)


def exclusions_csv(found: Exclusions, lang: str) -> str:
    """One row for every exclusion."""
    heads = (
        *("fan", "name", "other", "other-name", "kind", "scope", "because", "printed", "in-force"),
        *("states", "both", "forced", "more", "example"),
    )
    rows = (
        (
            *(each.fan, label(each.fan, lang), each.other, label(each.other, lang), each.kind),
            *(f"{each.scope} {each.count}" if each.scope == "count" else each.scope, each.because),
            *("" if each.printed is None else int(each.printed), int(each.in_force)),
            *(each.states, each.both, each.forced, each.more, each.example),
        )
        for each in found.exclusions
    )
    return _table(heads, rows, lang)


def _table(heads: Iterable[str], rows: Iterable[Sequence[object]], lang: str) -> str:
    say = phrases(lang)
    out = io.StringIO()
    writer = tables.writer(out, lineterminator="\n")
    writer.writerow(say(f"column-{head}") for head in heads)
    writer.writerows(rows)
    return out.getvalue()
