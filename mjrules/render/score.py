"""Scores, comparisons and waits: as text for a referee, as JSON for a program; and what is wrong with a hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

import msgspec

from mjrules import names, rulings, texts
from mjrules.claims import SCHEMA
from mjrules.hand import Hand
from mjrules.render.paper import Paper
from mjrules.render.width import visible, width
from mjrules.rulesets import implied
from mjrules.score.compare import Change, Difference
from mjrules.score.switches import ListSwitch, PointsSwitch, RulingSwitch, Switch
from mjrules.tiles import Tile, tiles, written

if TYPE_CHECKING:
    from mjrules.problems import Problem
    from mjrules.rulesets import Exclusion, Rules
    from mjrules.score.result import CountedFan, ExcludedFan, Groups, Score
    from mjrules.score.waiting import Wait

MOST_READINGS = 5
"""So many of the readings that lost are shown."""


class Judged(NamedTuple):
    """A hand under one set of rules. ``score`` None: it does not win there."""

    rules: Rules
    minimum: int
    score: Score | None
    chosen: Mapping[str, str]
    """The rulings chosen by the person who asks."""


def _say(paper: Paper, key: str, /, **parts: object) -> str:
    return texts.say("score", key, paper.lang, **parts)


# One hand under one rule set


def score_text(hand: Hand, judged: Judged, paper: Paper) -> str:
    """The tiles as they are read, the total, what counts, what holds and does not, and what else was possible."""
    return "\n".join(_score_lines(hand, judged, paper)) + "\n"


def _score_lines(hand: Hand, judged: Judged, paper: Paper) -> Iterator[str]:
    score = judged.score
    assert score is not None
    yield paper.paint("strong", "  ".join(tiles_as_read(hand, score)))
    yield from paper.fold(situation_line(hand, paper), 0, "faint")
    yield ""
    yield from paper.fold(_headline(judged, score, paper), 0, "strong")
    for ruling, choice in judged.chosen.items():
        yield from paper.fold(_say(paper, "chosen", ruling=ruling, choice=_choice(ruling, choice, paper)), 2)
    yield ""
    yield from _counted(score, paper)
    yield from _section(_say(paper, "excluded"), _excluded(score, judged.rules, paper), paper)
    yield from _section(_say(paper, "ties"), ([fan_list(tie, paper)] for tie in score.ties), paper)
    yield from _section(_say(paper, "others"), _other_readings(score, paper), paper)
    yield from _section(_say(paper, "notes"), ([note] for note in score.notes), paper)


def _section(title: str, rows: Iterable[Sequence[str]], paper: Paper) -> Iterator[str]:
    if rows := [*rows]:
        yield ""
        yield paper.paint("strong", title)
        yield from paper.table([["", *row] for row in rows], 0)


def _headline(judged: Judged, score: Score, paper: Paper) -> str:
    flowers = next((fan.count * fan.points for fan in score.fans if fan.fan == "flower_tiles"), 0)
    key = "total-with-flowers" if flowers else "total"
    total = _say(paper, key, ruleset=score.ruleset, total=score.total, without=score.total - flowers)
    return total + _say(paper, "reached" if score.meets_minimum else "not-reached", minimum=judged.minimum)


class Read(Protocol):
    """A hand as it is read: its groups, the declared ones first, and the one the winning tile completed."""

    @property
    def form(self) -> str: ...
    @property
    def arrangement(self) -> Groups: ...
    @property
    def completed(self) -> str: ...


def tiles_as_read(hand: Hand, read: Read) -> Iterator[str]:
    """Declared groups as they were written, then the concealed ones; the winning tile behind a plus sign.

    The tiles of thirteen orphans and of honours and knitted tiles, which are no groups, stand together.
    """
    yield from map(str, hand.melds)
    concealed = list(read.arrangement[len(hand.melds) :])
    if read.form in ("thirteen_orphans", "honors_and_knitted"):
        concealed = [written(tile for group in concealed for tile in tiles(group))]
        completed = concealed[0]
    else:
        completed = read.completed
    at = concealed.index(completed)
    for place, group in enumerate(concealed):
        yield _with_winning_tile(group, hand.winning) if place == at else group


def _with_winning_tile(group: str, winning: Tile | None) -> str:
    assert winning is not None
    rest = list(tiles(group))
    rest.remove(winning)
    return f"{written(rest)}+{winning}"


def situation_line(hand: Hand, paper: Paper) -> str:
    situation = hand.situation
    robbing = situation.kong and not situation.self_drawn
    parts = [_say(paper, "by-draw" if situation.self_drawn else "by-robbing" if robbing else "by-discard")]
    parts += [_say(paper, "replacement")] if situation.kong and situation.self_drawn else []
    parts += [_say(paper, "last-of-kind")] if situation.last_of_kind else []
    parts += [_say(paper, "wall-last")] if situation.wall_last else []
    parts.append(_say(paper, "situation", **winds(situation.prevalent, situation.seat, paper)))
    parts += [_say(paper, "flowers", count=situation.flowers)] if situation.flowers else []
    return " · ".join(parts)


def winds(prevalent: object, seat: object, paper: Paper) -> dict[str, str]:
    """Both winds as the language calls them."""
    return {"prevalent": _say(paper, f"wind.{prevalent}"), "seat": _say(paper, f"wind.{seat}")}


def _counted(score: Score, paper: Paper) -> list[str]:
    head = [_say(paper, f"column-{name}") for name in ("fan", "points", "times", "groups")]
    rows = [
        [label(fan.fan, paper), str(fan.points), f"×{fan.count}" if fan.count > 1 else "", _made_by(fan, score, paper)]
        for fan in score.fans
    ]
    return paper.table([head, *rows, [_say(paper, "sum"), str(score.total), "", ""]], 2, right=(1, 2))


def _made_by(fan: CountedFan, score: Score, paper: Paper) -> str:
    if any(len(groups) == len(score.arrangement) for groups in fan.groups):
        return _say(paper, "whole-hand")
    return " / ".join(map(" ".join, fan.groups))


def label(fan: str, paper: Paper) -> str:
    """The fan's name in the language of the paper, in English the Chinese one beside it."""
    known = names.fan(fan)
    return f"{known.label('en')} {known.name}" if paper.lang == "en" else known.label(paper.lang)


def fan_list(fans: Iterable[str], paper: Paper) -> str:
    """Canonical names as a line in the language of the paper, each once and how often."""
    often = Counter(fans)
    labels = [
        names.fan(id).label(paper.lang) + (f" ×{often[fan]}" if often[fan] > 1 else "")
        for fan in often
        for id in names.resolve(fan)[:1]
    ]
    return (", " if paper.lang == "en" else "、").join(labels)


def _excluded(score: Score, rules: Rules, paper: Paper) -> Iterator[list[str]]:
    for fan in score.excluded:
        times = f"×{fan.count}" if fan.count > 1 else ""
        yield [label(fan.fan, paper), times, " / ".join(map(" ".join, fan.groups)), _because(fan, rules, paper)]


def _because(out: ExcludedFan, rules: Rules, paper: Paper) -> str:
    because = out.because
    if because.principle:
        return _say(paper, f"principle-{because.principle}")
    if because.ruling:
        choice = _choice(because.ruling, rules.rulings[because.ruling], paper)
        return _say(paper, "ruling-alone", ruling=because.ruling, choice=choice)
    by = because.fan or ""
    exclusion = next((each for each in rules.excludes.get(by, ()) if each.fan == out.fan), None)
    if exclusion and exclusion.because == "implied" and implied.only_in_sets(by, out.fan):
        return _say(paper, "because-implied-in-sets", by=label(by, paper))
    return _barred(exclusion, label(by, paper), rules, paper)


def _barred(exclusion: Exclusion | None, by: str, rules: Rules, paper: Paper) -> str:
    if exclusion is None:
        return _say(paper, "because-other", by=by)
    if exclusion.scope != "whole":
        return _say(paper, "because-shared" if exclusion.scope == "shared_groups" else "because-count", by=by)
    if exclusion.because in ("implied", "kongs", "list"):
        return _say(paper, f"because-{exclusion.because}", by=by, ruleset=rules.id)
    ruling = exclusion.because
    choice = _choice(ruling, rules.rulings[ruling], paper)
    return _say(paper, "because-ruling", by=by, ruling=ruling, choice=choice)


def _choice(ruling: str, choice: str, paper: Paper) -> str:
    return rulings.ruling(ruling).choice(choice).text.say(paper.lang)


def _other_readings(score: Score, paper: Paper) -> Iterator[list[str]]:
    for other in score.others[:MOST_READINGS]:
        key = "other" if other.less else "other-equal"
        fans = fan_list(other.fans, paper)
        yield [_as_line(other.arrangement), _say(paper, key, total=other.total, less=other.less, fans=fans)]


def _as_line(groups: Groups) -> str:
    return " ".join(groups) if len(groups) < 14 else written(tile for group in groups for tile in tiles(group))


# Rule sets side by side


def comparison_text(judged: Sequence[Judged], differences: Sequence[Difference], hand: Hand, paper: Paper) -> str:
    """What counts under each rule set, in columns, then what makes the first and each other differ."""
    lines = [paper.paint("strong", str(hand)), "", *_side_by_side(judged, paper), ""]
    if not any(each.fans or each.totals[0] != each.totals[1] for each in differences):
        lines += [_say(paper, "agree"), ""]
    for each in differences:
        if each.fans or each.totals[0] != each.totals[1]:
            lines += [*_difference(each, paper), ""]
    notes = ([each.rules.id, note] for each in judged for note in each.rules.notes)
    return "\n".join([*lines[:-1], *_section(_say(paper, "notes"), notes, paper)]) + "\n"


def _side_by_side(judged: Sequence[Judged], paper: Paper) -> list[str]:
    counted = [{fan.fan: fan for fan in each.score.fans} if each.score else {} for each in judged]
    order = {fan.id: number for number, fan in enumerate(names.fans())}
    fans = sorted({fan for column in counted for fan in column}, key=order.__getitem__)
    rows = [["", *(each.rules.id for each in judged), ""]]
    for fan in fans:
        cells = (_worth(column[fan].points, column[fan].count) if fan in column else "–" for column in counted)
        rows.append([label(fan, paper), *cells, ""])
    rows.append([_say(paper, "sum"), *(str(each.score.total) if each.score else "–" for each in judged), ""])
    return paper.table(rows, 2, right=range(1, len(judged) + 1))


def _worth(points: int, count: int) -> str:
    return str(points) if count == 1 else f"{count}×{points}"


def difference_sentence(difference: Difference, lang: str) -> str:
    """Who gives more, and how much."""
    paper = Paper(lang=lang)
    (one, other), (before, after) = difference.rulesets, difference.totals
    if before is None and after is None:
        return _say(paper, "as-one", one=one, other=other)
    if before is None or after is None:
        winner, loser = (other, one) if before is None else (one, other)
        return _say(paper, "wins-only", winner=winner, loser=loser, total=after if before is None else before)
    if before == after:
        return _say(paper, "same-total" if difference.fans else "as-one", one=one, other=other)
    key, totals = ("more" if after > before else "less"), f"{after} / {before}"
    return _say(paper, key, one=one, other=other, points=abs(after - before), totals=totals)


def _difference(difference: Difference, paper: Paper) -> Iterator[str]:
    yield from paper.fold(difference_sentence(difference, paper.lang), 0, "strong")
    for change in difference.fans if None not in difference.totals else ():
        yield from paper.fold(_change(change, difference.rulesets, paper), 2)
    if not difference.because:
        yield from paper.fold(_say(paper, "unexplained"), 2)
    for number, switches in enumerate(difference.because):
        key = "switch-or" if number else "switch-one" if len(switches) == 1 else "switch-all"
        yield "  " + _say(paper, key)
        for switch in switches:
            yield from switch_lines(switch, difference.rulesets, paper)


def _change(change: Change, rulesets: tuple[str, str], paper: Paper) -> str:
    worth = [_worth(*pair) if pair[1] else "" for pair in zip(change.points, change.counts, strict=True)]
    before, after = (each or _say(paper, "not-counted") for each in worth)
    one, other = rulesets
    return _say(paper, "change", fan=label(change.fan, paper), one=one, other=other, before=before, after=after)


def switch_lines(switch: Switch, rulesets: tuple[str, str], paper: Paper) -> Iterator[str]:
    """A point in which two rule sets differ, in words."""
    one, other = rulesets
    match switch:
        case RulingSwitch(ruling, choices):
            question = rulings.ruling(ruling).question.say(paper.lang)
            yield from paper.fold(_say(paper, "switch-ruling", ruling=ruling, question=question), 4)
            rows = [[id, choice, _choice(ruling, choice, paper)] for id, choice in zip(rulesets, choices, strict=True)]
            yield from paper.table(rows, 6)
        case PointsSwitch(fan, points):
            before, after = (_say(paper, "no-such-fan") if n is None else n for n in points)
            parts = {"fan": label(fan, paper), "one": one, "other": other, "before": before, "after": after}
            yield from paper.fold(_say(paper, "switch-points", **parts), 4)
        case ListSwitch(fan, out, bars):
            key = "more" if bars[0] is None else "less" if bars[1] is None else "limit"
            named = {"fan": label(fan, paper), "out": label(out, paper), "one": one, "other": other}
            yield from paper.fold(_say(paper, f"switch-list-{key}", **named), 4)


# Waits


def waits_text(hand: Hand, rules: Rules, waits: Sequence[Wait], paper: Paper) -> str:
    """Each tile that completes the hand: how many are left, what it scores drawn and claimed, by which fans."""
    key = "waits-one" if len(waits) == 1 else "waits"
    headline = _say(paper, key, ruleset=rules.id, count=len(waits))
    head = [_say(paper, f"column-{name}") for name in ("tile", "left", "how", "points", "fans")]
    rows = [row for wait in waits for row in _wait(wait, paper)]
    lines = [paper.paint("strong", str(hand)), headline, "", *paper.table([head, *rows], 2, right=(1, 3))]
    notes = dict.fromkeys(
        note for wait in waits for score in (wait.self_drawn, wait.discard) if score for note in score.notes
    )
    lines += _section(_say(paper, "notes"), ([note] for note in notes), paper)
    return "\n".join(lines) + "\n"


def _wait(wait: Wait, paper: Paper) -> Iterator[list[str]]:
    first = [str(wait.tile), str(wait.left)]
    if not wait.left:
        yield [*first, "", "", _say(paper, "exhausted")]
        return
    if not wait.self_drawn and not wait.discard:
        yield [*first, "", "", _say(paper, "cannot-come")]
    for key, score in (("by-draw", wait.self_drawn), ("by-discard", wait.discard)):
        if score:
            fans = fan_list((fan.name for fan in score.fans for _ in range(fan.count)), paper)
            enough = "" if score.meets_minimum else f" ({_say(paper, 'too-little')})"
            yield [*first, _say(paper, key), str(score.total), fans + enough]
            first = ["", ""]


# What is wrong with a hand


def problems_lines(text: str, problems: Sequence[Problem], lang: str) -> Iterator[str]:
    """Each problem with a line of carets under the place in the text, then what would be right."""
    yield texts.say("score", "hand-problems", lang, count=len(problems))
    for problem in problems:
        if problem.place:
            yield from pointed_at(text, problem.place.column, problem.place.column_end)
        yield f"    {problem.said(lang)}"


_WINDOW = 60
"""Characters of a long text that are shown around a place."""


def pointed_at(text: str, first: int, last: int) -> Iterator[str]:
    start = max(0, first - 1 - _WINDOW // 2) if len(text) > 2 * _WINDOW else 0
    end = min(len(text), start + 2 * _WINDOW)
    before, after = "…" if start else "", "…" if end < len(text) else ""
    head = before + visible(text[start : first - 1])
    under = max(1, width(visible(text[first - 1 : min(last, end)])))
    yield f"  {before}{visible(text[start:end])}{after}"
    yield "  " + " " * width(head) + "^" * under


# JSON


def score_json(score: Score, hand: str, chosen: Mapping[str, str]) -> bytes:
    """One line: the score as published, the hand as it was given."""
    extra = {"rulings": dict(chosen)} if chosen else {}
    return line({"schema": SCHEMA, **msgspec.structs.asdict(score), "hand": hand, **extra})


def line(value: object) -> bytes:
    return msgspec.json.encode(value) + b"\n"


def comparison_json(
    hand: str, judged: Sequence[Judged], differences: Sequence[Difference], chosen: Mapping[str, str], lang: str
) -> bytes:
    """One line: the scores (null where the hand does not win), and for each the difference from the first."""
    scores = [
        {"ruleset": each.rules.id, "total": each.score and each.score.total, "score": each.score} for each in judged
    ]
    told = [msgspec.structs.asdict(each) | {"message": difference_sentence(each, lang)} for each in differences]
    return line({"schema": SCHEMA, "hand": hand, "rulings": dict(chosen), "scores": scores, "differences": told})


def waits_json(hand: str, rules: Rules, waits: Sequence[Wait]) -> bytes:
    """One line: the tiles, each with what it scores drawn and claimed (null where it cannot come so)."""
    told = [
        {
            "tile": str(wait.tile),
            "left": wait.left,
            "exhausted": not wait.left,
            "self_drawn": wait.self_drawn and _brief(wait.self_drawn),
            "discard": wait.discard and _brief(wait.discard),
        }
        for wait in waits
    ]
    return line({"schema": SCHEMA, "hand": hand, "ruleset": rules.id, "waits": told, "notes": rules.notes})


def _brief(score: Score) -> dict[str, object]:
    return {"total": score.total, "meets_minimum": score.meets_minimum, "fans": score.fans}
