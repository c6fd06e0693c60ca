"""Whose points a labelled line states: those of the name above it (大四喜 / 番数:88), or of the names below (番数:88 /
大四喜 / 大三元).

No line tells by itself. Of the two layouts each line is taken for the one in which the fewest names and labels of its
surroundings are left over: labels with no name above or below them, names without points. A document may change its
layout, at a price. What stands between lines counts, too: empty lines, headings, a definition right behind a label.
Where both layouts leave as much over nobody knows, and that is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Literal

import msgspec

from extract import vocabulary
from extract.heads import Head
from extract.outline import NameList, Part, TableEnd, Text, Tier
from mjrules import names

Whose = Literal["above", "next", "below"]
"""The name above, the one name below, all names below."""
_LEFT_OVER, _FIRST_NAME, _OTHER_WORD = 1.0, 2.0, 0.5
"""What it costs to leave a label or a name over. The first name is rarely a title; a first label in another word than
all others may speak of the game (the fewest points to win with)."""
_HINT, _DEFINED = 0.75, 0.5
"""What it costs to go against empty lines and headings, or against a text that stands between a label and the name
below it."""
_CHANGE, _CHANGE_AT_A_BREAK = 2.0, 1.0
_SURE = 0.5
"""By how much one layout must be the better one."""
_PRICE_FIRST = re.compile(
    rf"[\s:—–-]*(?:(?:{vocabulary.POINTS_LABEL}\s*[:=]?\s*|计)?[(\[【〔]?\s*(?P<points>{vocabulary.POINTS})\s*{vocabulary.UNIT}"
    rf"|{vocabulary.POINTS_LABEL}\s*[:=]\s*(?P<led>\d{{1,3}})"
    rf"|(?P<bare>\d{{1,2}})(?=[\s,;|—–-]+[\[【(]?{vocabulary.TEXT_LABEL}[\]】):]))"
    rf"\s*[)\]】〕]?(?=[\s,。;:(|]|$)"
)
_LABEL = re.compile(r"[^\W\d_]+")
_NEVER = float("inf")
_NEAR = 8
"""Parts behind a label or a name that are looked at."""


class _Token(msgspec.Struct, frozen=True):
    """A part that tells about the layout. ``name``: without points of its own; ``priced``: with them."""

    kind: Literal["name", "priced", "label", "break"]
    points: int | None = None
    in_tier: bool = False
    """A heading of a tier stands above it, so a name is not without points."""
    other_word: bool = False
    """It is labelled in another word than all other labels of the document."""
    again: bool = False
    """The label before says the same."""
    against_below: float = 0
    against_above: float = 0
    """What speaks against a label's being that of the names below, and of the name above."""


_ABOVE, _WAITING, _CARD, _TIER = _STATES = range(4)
"""Layouts: labels stand below their names; above them, and there was none yet; above one name each; above several, so
that no two labels one after the other say the same."""
_BELOW = (_CARD, _TIER)
_GOES_ON = frozenset((state, state) for state in _STATES) | {(_ABOVE, _WAITING), *((each, _ABOVE) for each in _STATES)}
_STEPS: dict[str, frozenset[tuple[int, int]]] = {
    "label": frozenset((before, state) for before in _STATES for state in (_ABOVE, *_BELOW)),
    "break": frozenset((before, state) for before in _STATES for state in (_ABOVE, _WAITING)),
    "name": _GOES_ON,
    "priced": _GOES_ON,
}
"""How a layout goes on: only a label begins to head what stands below it, and a break ends that."""
_Costs = list[float]


def price_first(text: str, start: int, end: int) -> tuple[int | None, int] | None:
    """The points that a line begins with, and where they end: it goes on with the definition of the name above, or it
    is a heading in words that nobody knows."""
    if not (price := _PRICE_FIRST.match(text, start, end)):
        return None
    return vocabulary.number(price["points"] or price["led"] or price["bare"]), price.end()


def whose(text: str, parts: Sequence[Part], *, names_first: bool) -> dict[Part, Whose | None]:
    """Whose points each labelled line of a document states, and each text that begins with points; None where nobody
    knows. ``names_first``: lines of points without a label belong to the names above them. Without a label and below
    groups of names they belong to nobody."""
    closing = {} if names_first or not _close_groups(text, parts) else dict.fromkeys(filter(_heads_a_tier, parts))
    tokens = list(_tokens(text, parts, names_first=names_first))
    labels = [at for at, (_, token) in enumerate(tokens) if token.kind == "label"]
    if not labels:
        return {**closing}
    only = [token for _, token in tokens]
    told = dict(zip(labels, _by_layout(only, labels), strict=False))
    if _leaves_most_over(only, told):
        told = {at: None if whose == "above" else whose for at, whose in told.items()}
    return {**closing, **{part: told[at] for at, (part, token) in enumerate(tokens) if at in told}}


def _heads_a_tier(part: Part) -> bool:
    return isinstance(part, Tier) and not part.labelled


def _close_groups(text: str, parts: Sequence[Part]) -> bool:
    """Whether lines of points may stand below the names they are for (大四喜 / 大三元 / 88番 / 小四喜 / 小三元 / 64番):
    several names stand before the first and none behind the last."""
    marks = [part for part in parts if _heads_a_tier(part) or (isinstance(part, Head) and part.points is None)]
    first = next((at for at, part in enumerate(marks) if isinstance(part, Tier)), 0)
    several = sum(isinstance(part, Tier) for part in marks) > 1 < first
    return several and isinstance(marks[-1], Tier) and not _is_contents(text, marks, first)


def _tokens(text: str, parts: Sequence[Part], *, names_first: bool) -> Iterator[tuple[Part, _Token]]:
    """What tells about the layout, in order."""
    labelled = [at for at, part in enumerate(parts) if isinstance(part, Tier) and part.labelled]
    first, *others = labelled or [0]
    other_word = bool(others) and _word(text, parts[first]) not in {_word(text, parts[at]) for at in others}
    begins = first if _is_contents(text, parts, first) else 0
    tier = before = None
    for at, part in enumerate(parts):
        match part:
            case Tier() if part.labelled:
                token = _label(part, parts[at + 1 : at + 1 + _NEAR], in_tier=tier is not None)
                yield (
                    part,
                    msgspec.structs.replace(token, other_word=other_word and at == first, again=before == part.points),
                )
                before = part.points
            case Tier() if names_first:
                pass
            case Tier():
                tier, before = part.points, None
                yield part, _Token("break")
            case TableEnd() | NameList():
                tier = before = None
                yield part, _Token("break")
            case Head() if part.points is not None:
                yield part, _Token("priced", part.points)
            case Head() if names_first and (below := _price_below(parts[at + 1 : at + 1 + _NEAR])):
                yield part, _Token("priced", below)
            case Head() if at >= begins:
                yield part, _Token("name", in_tier=tier is not None)
            case Text() if price := price_first(text, *part.span):
                yield part, _Token("label", price[0], against_below=_DEFINED + _LEFT_OVER * (tier is not None))
            case _:
                pass


def _price_below(behind: Sequence[Part]) -> int | None:
    mark = next((part for part in behind if not isinstance(part, Text)), None)
    return mark.points if isinstance(mark, Tier) and not mark.labelled else None


def _is_contents(text: str, parts: Sequence[Part], first: int) -> bool:
    """Whether the names before the first label are a list of contents: several, and all of them stand there again."""
    fans = [_fan(text, part) for part in parts[:first] if isinstance(part, Head)]
    behind = {_fan(text, part) for part in parts[first:] if isinstance(part, Head)}
    return len(fans) > 1 and all(fans) and set(fans) <= behind


def _label(tier: Tier, behind: Sequence[Part], *, in_tier: bool) -> _Token:
    below = _HINT * (tier.hint < 0) + _DEFINED * isinstance(behind[:1] and behind[0], Text) + _LEFT_OVER * in_tier
    heads = [isinstance(part, Head) for part in behind if not isinstance(part, Text)]
    below += _LEFT_OVER * (tier.of_each and heads[:2] != [True, True])
    return _Token(
        "label", tier.points, against_below=below, against_above=_HINT * (tier.hint > 0) + _DEFINED * tier.of_each
    )


def _word(text: str, label: Part) -> str:
    found = _LABEL.search(text, *label.span)
    return found[0] if found else ""


def _fan(text: str, head: Head) -> str:
    fans = names.resolve(text[slice(*head.name)])
    return fans[0] if len(fans) == 1 else ""


def _by_layout(tokens: Sequence[_Token], labels: Sequence[int]) -> list[Whose | None]:
    """Which layout leaves the fewest over at each label, if one is surely the better."""
    forward, backward = _least(tokens), _least_behind(tokens)
    told: list[Whose | None] = []
    for at in labels:
        whole = [before + behind for before, behind in zip(forward[at], backward[at], strict=True)]
        gain = min(whole[_CARD], whole[_TIER]) - whole[_ABOVE]
        below: Whose = "next" if whole[_CARD] <= whole[_TIER] else "below"
        told.append(None if abs(gain) < _SURE else "above" if gain > 0 else below)
    return told


def _leaves_most_over(tokens: Sequence[_Token], told: Mapping[int, Whose | None]) -> bool:
    """Whether most of the names that no heading covers have no label below them."""
    names_left = above = 0
    heading: Whose | None = None
    for at, token in enumerate(tokens):
        if token.kind == "label" or token.kind == "break":
            heading = told[at] if token.kind == "label" else None
            above += heading == "above"
        elif token.kind == "name" and heading in (None, "above") and not token.in_tier:
            names_left += 1
    return above * 2 < names_left


def _least(tokens: Sequence[_Token]) -> list[_Costs]:
    """What is left over at least up to a token, in each state."""
    found = [[_begin(tokens[0], state) for state in _STATES]]
    for one, next in pairwise(tokens):
        found.append(
            [min(found[-1][before] + _step(one, before, next, state) for before in _STATES) for state in _STATES]
        )
    return found


def _least_behind(tokens: Sequence[_Token]) -> list[_Costs]:
    """What is left over at least behind a token, in each state."""
    found = [[_end(tokens[-1], state) for state in _STATES]]
    for next, one in pairwise(reversed(tokens)):
        found.append(
            [min(_step(one, state, next, behind) + found[-1][behind] for behind in _STATES) for state in _STATES]
        )
    return found[::-1]


def _begin(token: _Token, state: int) -> float:
    if token.kind == "label" and state == _ABOVE:
        return _own(token, state) + (_OTHER_WORD if token.other_word else _LEFT_OVER)
    if token.kind == "name" and state == _WAITING and not token.in_tier:
        return _FIRST_NAME
    return _NEVER if state in _BELOW and token.kind != "label" else _own(token, state)


def _own(token: _Token, state: int) -> float:
    """What a token leaves over by itself."""
    if token.kind == "label":
        again = _LEFT_OVER if token.again and state == _TIER else 0
        return again + (
            _NEVER if state == _WAITING else token.against_above if state == _ABOVE else token.against_below
        )
    return _LEFT_OVER if token.kind == "name" and state == _WAITING and not token.in_tier else 0


def _step(one: _Token, before: int, next: _Token, state: int) -> float:
    """What is left over from one token to the next."""
    if (before, state) not in _STEPS[next.kind]:
        return _NEVER
    cost = _own(next, state)
    if (before != state and _ABOVE in (before, state)) or {before, state} == set(_BELOW):
        cost += _CHANGE_AT_A_BREAK if "break" in (one.kind, next.kind) else _CHANGE
    if next.kind == "label" and state == _ABOVE and not _is_priced_by(one, before, next):
        cost += _LEFT_OVER
    if one.kind == "name" and not one.in_tier and before == _ABOVE and not (next.kind == "label" and state == _ABOVE):
        cost += _LEFT_OVER
    if one.kind == next.kind == "name" and before == state == _CARD and not next.in_tier:
        cost += _LEFT_OVER
    if next.kind == "label" and state in _BELOW and one.kind == "priced" and one.points == next.points:
        cost += _DEFINED  # it says again what stands beside the name above
    heads = next.kind == "name" or (next.kind == "priced" and next.points == one.points)
    if one.kind == "label" and before in _BELOW and not (heads and state == before):
        cost += _LEFT_OVER
    return cost


def _is_priced_by(one: _Token, before: int, label: _Token) -> bool:
    """Whether a label below this token states its points, or states them again."""
    return before == _ABOVE and (one.kind == "name" or (one.kind == "priced" and one.points == label.points))


def _end(token: _Token, state: int) -> float:
    empty = token.kind == "label" and state in _BELOW
    without = token.kind == "name" and state == _ABOVE and not token.in_tier
    return _LEFT_OVER if empty or without else 0
