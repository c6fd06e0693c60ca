"""Who copied whom, drawn: a box for each independent line, in it its sources, and curves for the errors they share."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from itertools import combinations
from typing import NamedTuple

from mjrules.audit.model import Audit
from mjrules.render.width import shortened, width

CODE = "not-independent"
LONGEST = 24
"""Columns of a source's name."""

_CHAR, _PILL, _GAP, _PAD = 7.3, 26, 14, 14
_ROW, _HEAD = 36, 26
"""Height of a row of sources; room for the title of a line."""
_DEPTH, _DEEPER = 12, 7
"""How deep a curve hangs between neighbours, and how much deeper for each source between."""

Pair = tuple[str, str]


class Lane(NamedTuple):
    """A box: its title, and its sources by number and name. ``one_vote``: an independent line, else a row of them."""

    title: str
    sources: tuple[tuple[int, str], ...]
    one_vote: bool


class _Pill(NamedTuple):
    number: int
    name: str
    x: float
    y: float
    wide: float

    @property
    def middle(self) -> float:
        return self.x + self.wide / 2


def shared_errors(audit: Audit) -> dict[Pair, int]:
    """How many errors each pair of sources shares, as the audit found them."""
    count: Counter[Pair] = Counter()
    for found in audit.discrepancies:
        if found.code == CODE:
            having: dict[str, list[str]] = defaultdict(list)
            for said in found.says:
                if said.value is not None:
                    having[str(said.value)].append(said.source)
            for sources in having.values():
                count.update(combinations(sorted(set(sources)), 2))
    return dict(count)


def lineage_svg(
    lanes: Sequence[Lane], shared: Mapping[Pair, int], room: int, label: str, told: Callable[[str, str, int], str]
) -> str:
    """The picture, ``room`` units wide. ``told`` says of two sources how many errors they share."""
    drawn, y = [], 2.0
    for lane in lanes:
        pills, bottom = _place(lane, shared, room, y + _HEAD)
        drawn.append(_box(lane, y, bottom - y, room))
        drawn += _curves(pills, shared, told)
        drawn += map(_pill, pills)
        y = bottom + 10
    size = f'viewBox="0 0 {room} {y:g}" width="{room}" height="{y:g}"'
    return f'<svg class="kin" {size} role="group" aria-label="{escape(label)}">{"".join(drawn)}</svg>'


def _place(lane: Lane, shared: Mapping[Pair, int], room: int, top: float) -> tuple[list[_Pill], float]:
    """The sources from left to right, those that share errors first and side by side, and where the box ends."""
    pills: list[_Pill] = []
    x, y = float(_PAD), top
    sources = sorted(lane.sources, key=lambda each: not any(each[1] in pair for pair in shared))
    tied = {name for pair in shared for name in pair}
    drop = _drop([name for _, name in sources], shared)

    def below() -> float:
        """Where the row ends, with room for its curves if it has any."""
        return y + _ROW + (drop if any(pill.y == y and pill.name in tied for pill in pills) else 0)

    for number, name in sources:
        wide = width(shortened(name, LONGEST)) * _CHAR + 20
        if x > _PAD and x + wide > room - _PAD:
            x, y = float(_PAD), below()
        pills.append(_Pill(number, name, x, y, wide))
        x += wide + _GAP
    return pills, below()


def _drop(sources: Sequence[str], shared: Mapping[Pair, int]) -> float:
    """Room for the curves below a row."""
    pairs = combinations(enumerate(sources), 2)
    apart = [b - a for (a, one), (b, other) in pairs if _count(one, other, shared)]
    return 0.75 * (_DEPTH + _DEEPER * max(apart)) + 8 if apart else 0


def _count(one: str, other: str, shared: Mapping[Pair, int]) -> int:
    return shared.get((min(one, other), max(one, other)), 0)


def _box(lane: Lane, y: float, high: float, room: int) -> str:
    kind = "lane" if lane.one_vote else "lane alone"
    return (
        f'<rect class="{kind}" x="1" y="{y:g}" width="{room - 2}" height="{high:g}" rx="10"/>'
        f'<text class="lane-title" x="{_PAD}" y="{y + 18:g}">{escape(lane.title)}</text>'
    )


def _pill(pill: _Pill) -> str:
    name = shortened(pill.name, LONGEST)
    return (
        f'<a href="#source-{pill.number}"><title>{escape(pill.name)}</title>'
        f'<rect class="pill" x="{pill.x:g}" y="{pill.y:g}" width="{pill.wide:g}" height="{_PILL}" rx="13"/>'
        f'<text class="pill-name" x="{pill.middle:g}" y="{pill.y + 17.5:g}">{escape(name)}</text></a>'
    )


def _curves(pills: Sequence[_Pill], shared: Mapping[Pair, int], told: Callable[[str, str, int], str]) -> Iterator[str]:
    """Deeper, the farther apart the two stand, so that each figure stands alone."""
    for (one, left), (other, right) in combinations(enumerate(pills), 2):
        count = _count(left.name, right.name, shared)
        if count:
            depth = _DEPTH + _DEEPER * (other - one)
            low = max(left.y, right.y) + _PILL
            path = f"M{left.middle:g} {left.y + _PILL:g}C{left.middle:g} {low + depth:g} "
            path += f"{right.middle:g} {low + depth:g} {right.middle:g} {right.y + _PILL:g}"
            # The middle of a cubic curve: an eighth of each end, three eighths of each handle.
            x, y = (left.middle + right.middle) / 2, (left.y + right.y) / 8 + _PILL / 4 + 0.75 * (low + depth)
            yield (
                f"<g><title>{escape(told(left.name, right.name, count))}</title>"
                f'<path class="tie" d="{path}" stroke-width="{min(1 + count / 2, 5):g}"/>'
                f'<circle class="count" cx="{x:g}" cy="{y:g}" r="9"/>'
                f'<text class="count-n" x="{x:g}" y="{y + 4:g}">{count}</text></g>'
            )
