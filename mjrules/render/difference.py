"""How two rule sets differ over every winning hand, as text for people.

The JSON of the answer is the value itself (``mjrules.universe.difference``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mjrules import names, rulings, texts
from mjrules.render.paper import Paper
from mjrules.render.questions import grouped, share
from mjrules.render.score import switch_lines, winds
from mjrules.render.width import width
from mjrules.score.compare import Change
from mjrules.score.switches import ListSwitch, PointsSwitch, RulingSwitch, Switch
from mjrules.universe.difference import Cause, Diff, Instance, Part, Step

MOST_CAUSES = 12
"""So many reasons are shown, those of most hands."""
MOST_STEPS = 12
"""So many bars are shown on either side of naught; what is farther out is added to the last."""
LEAST_BAR, MOST_BAR = 10, 50
_EIGHTHS = " ▏▎▍▌▋▊▉"


def _say(paper: Paper, key: str, /, **parts: object) -> str:
    return texts.say("diff", key, paper.lang, **parts)


def diff_text(diff: Diff, paper: Paper) -> str:
    """How many hands differ and by how much, then what makes the difference, each with a hand that shows it."""
    return "\n".join(_lines(diff, paper)) + "\n"


def _lines(diff: Diff, paper: Paper) -> Iterator[str]:
    one, other = diff.rulesets
    yield from paper.fold(_say(paper, f"title-{diff.over}", one=one, other=other), 0, "strong")
    yield from paper.fold(_say(paper, "situation", **winds(diff.prevalent, diff.seat, paper)), 0, "faint")
    for ruling, choice in diff.rulings.items():
        told = rulings.ruling(ruling).choice(choice).text.say(paper.lang)
        yield from paper.fold(texts.say("score", "chosen", paper.lang, ruling=ruling, choice=told), 2)
    yield ""
    yield from _numbers(diff, paper)
    yield ""
    yield from _by_side(diff, paper)
    yield from _histogram(diff, paper)
    yield from _parts(diff, paper)
    yield from _causes(diff, paper)
    yield from _notes(diff, paper)
    yield ""
    yield from paper.fold(_say(paper, "what-is-counted", one=one, other=other), 0, "faint")


# how many


def _numbers(diff: Diff, paper: Paper) -> Iterator[str]:
    rows = [[_say(paper, "won-hands"), grouped(diff.hands), ""]]
    for label, hands in _counts(diff, paper):
        rows.append([label, grouped(hands), share(hands, diff.hands) if hands else ""])
    yield from paper.table(rows, 2, right=[1])
    if not diff.differ:
        yield ""
        yield from paper.fold(_say(paper, "agree"), 0, "strong")


def _counts(diff: Diff, paper: Paper) -> Iterator[tuple[str, int]]:
    yield _say(paper, "differ"), diff.differ
    for ruleset, hands in zip(diff.rulesets, diff.only, strict=True):
        if hands:
            yield _say(paper, "only", ruleset=ruleset), hands
    yield _say(paper, "up"), diff.up
    yield _say(paper, "down"), diff.down


def _by_side(diff: Diff, paper: Paper) -> list[str]:
    """What is told of either side."""
    rows = [["", *diff.rulesets, ""]]
    minimums = [str(minimum) for minimum in dict.fromkeys(diff.minimums)]
    rows.append([_say(paper, "reach", minimum=" / ".join(minimums)), *map(grouped, diff.reach), ""])
    averages = ("–" if average is None else f"{average:.2f}" for average in diff.average)
    rows.append([_say(paper, "average"), *averages, ""])
    return paper.table(rows, 2, right=[1, 2])


def signed(number: float) -> str:
    """A number with its sign, a true minus; two places where it is no whole one.

    >>> signed(3), signed(-1.25)
    ('+3', '−1.25')
    """
    text = f"{number:+}" if isinstance(number, int) else f"{number:+.2f}"
    return text.replace("-", "−")


# by how much


def _histogram(diff: Diff, paper: Paper) -> Iterator[str]:
    if not diff.points:
        return
    yield ""
    yield from paper.fold(_say(paper, "histogram", other=diff.rulesets[1]), 0, "strong")
    if diff.change is not None:
        yield from paper.fold(_say(paper, "change", other=diff.rulesets[1], change=signed(diff.change)), 2)
    bars = [*_bars(diff.points, paper)]
    left, middle = (max(width(cell) for cell in column) for column in (list(zip(*bars, strict=True))[:2]))
    room = max(LEAST_BAR, min(MOST_BAR, paper.columns - left - middle - 6))
    most = max(step.hands for step in _gathered(diff.points))
    rows = [[label, hands, bar(step.hands, most, room)] for label, hands, step in bars]
    yield from paper.table(rows, 2, right=[0, 1])


def _bars(points: Sequence[Step], paper: Paper) -> Iterator[tuple[str, str, Step]]:
    steps = _gathered(points)
    for step in steps:
        label = signed(step.points)
        if step is steps[0] and step.points > points[0].points:
            label = _say(paper, "and-less", points=label)
        if step is steps[-1] and step.points < points[-1].points:
            label = _say(paper, "and-more", points=label)
        yield label, grouped(step.hands), step


def _gathered(points: Sequence[Step]) -> list[Step]:
    """At most ``MOST_STEPS`` on either side, the last with all that are farther out."""
    less = [step for step in points if step.points < 0][::-1]
    more = [step for step in points if step.points > 0]
    return [*_shortened(less)[::-1], *_shortened(more)]


def _shortened(steps: list[Step]) -> list[Step]:
    if len(steps) <= MOST_STEPS:
        return steps
    last = steps[MOST_STEPS - 1]
    return [*steps[: MOST_STEPS - 1], Step(last.points, sum(step.hands for step in steps[MOST_STEPS - 1 :]))]


def bar(number: int, most: int, room: int) -> str:
    """A bar as long as its number beside the greatest; of what is not naught a sliver is always seen.

    >>> bar(100, 100, 4), bar(50, 100, 3), bar(1, 10**9, 4)
    ('████', '█▌', '▏')
    """
    whole, eighths = divmod(max(1, round(8 * room * number / most)), 8)
    return ("█" * whole + _EIGHTHS[eighths]).rstrip()


# why


def _parts(diff: Diff, paper: Paper) -> Iterator[str]:
    """Each point in which the rules differ, with its part in the difference."""
    working = [part for part in diff.parts if part.alone or part.together]
    if working:
        yield ""
        yield from paper.fold(_say(paper, "parts"), 0, "strong")
    for part in working:
        yield from paper.fold(_part_in_numbers(part, paper), 2)
        yield from switch_lines(part.switch, diff.rulesets, paper)
    if idle := [short(part.switch, paper) for part in diff.parts if not (part.alone or part.together)]:
        yield ""
        yield from paper.fold(_say(paper, "idle"), 0, "strong")
        yield from paper.fold(_joined(idle, paper), 2)


def _part_in_numbers(part: Part, paper: Paper) -> str:
    told = [
        _say(paper, key, hands=grouped(hands))
        for key, hands in (("alone", part.alone), ("together", part.together))
        if hands
    ]
    return _joined(told, paper)


def _joined(some: Sequence[str], paper: Paper) -> str:
    return (", " if paper.lang == "en" else "，").join(some)


def short(switch: Switch, paper: Paper) -> str:
    """A point in which two rule sets differ, in a few words."""
    match switch:
        case RulingSwitch(ruling, _):
            return _say(paper, "short-ruling", ruling=ruling)
        case PointsSwitch(fan, _):
            return _say(paper, "short-points", fan=names.fan(fan).label(paper.lang))
        case ListSwitch(fan, out, _):
            labels = {"fan": names.fan(fan).label(paper.lang), "out": names.fan(out).label(paper.lang)}
            return _say(paper, "short-list", **labels)


def _causes(diff: Diff, paper: Paper) -> Iterator[str]:
    if diff.causes:
        yield ""
        yield from paper.fold(_say(paper, "causes"), 0, "strong")
    for cause in diff.causes[:MOST_CAUSES]:
        yield from paper.fold(_cause_in_numbers(cause, diff, paper), 2)
        yield from paper.fold(_because(cause, paper), 4)
        yield from _example(cause.example, diff.rulesets, paper)
    if rest := diff.causes[MOST_CAUSES:]:
        hands = grouped(sum(cause.hands for cause in rest))
        yield from paper.fold(_say(paper, "rest", count=len(rest), hands=hands), 2)


def _cause_in_numbers(cause: Cause, diff: Diff, paper: Paper) -> str:
    points = _range(cause, diff.rulesets, paper)
    told = {"hands": grouped(cause.hands), "share": share(cause.hands, diff.differ), "points": points}
    sentence = _say(paper, "cause-one" if cause.hands == 1 else "cause-many", **told)
    sentence += _say(paper, "cause-up", up=grouped(cause.up)) if cause.up else ""
    return sentence + (_say(paper, "cause-down", down=grouped(cause.down)) if cause.down else "")


def _range(cause: Cause, rulesets: tuple[str, str], paper: Paper) -> str:
    told = [
        _say(paper, "cause-only", ruleset=ruleset, hands=grouped(hands))
        for ruleset, hands in zip(rulesets, cause.only, strict=True)
        if hands
    ]
    if cause.points:
        least, most = map(signed, cause.points)
        key = "points-one" if least == most else "points-range"
        told.append(_say(paper, key, least=least, most=most))
    return _joined(told, paper)


def _because(cause: Cause, paper: Paper) -> str:
    sets = (_say(paper, "and").join(short(switch, paper) for switch in some) for some in cause.because)
    return _say(paper, "or").join(sets) or _say(paper, "unexplained")


def _example(example: Instance, rulesets: tuple[str, str], paper: Paper) -> Iterator[str]:
    before, after = (_say(paper, "no-win") if total is None else str(total) for total in example.totals)
    told = {"hand": example.hand, "one": rulesets[0], "other": rulesets[1], "before": before, "after": after}
    yield from paper.fold(_say(paper, "example", **told), 4)
    if None not in example.totals:
        yield from paper.fold(_joined([_change(change, paper) for change in example.fans], paper), 6)


def _change(change: Change, paper: Paper) -> str:
    """How a fan counts on either side."""
    before, after = (
        str(points) if count == 1 else f"{count}×{points}" if count else "–"
        for points, count in zip(change.points, change.counts, strict=True)
    )
    return _say(paper, "fan", fan=names.fan(change.fan).label(paper.lang), before=before, after=after)


def _notes(diff: Diff, paper: Paper) -> Iterator[str]:
    rows = [
        [id, note]
        for id, notes in zip(diff.rulesets, diff.notes, strict=True)
        for note in notes
        if id == diff.rulesets[0] or diff.rulesets[0] != diff.rulesets[1]
    ]
    if rows:
        yield ""
        yield paper.paint("strong", _say(paper, "notes"))
        yield from paper.table(rows, 2)
