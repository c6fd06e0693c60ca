"""How all fans relate, as one page to look at: a matrix with one cell for each ordered pair.

The cells, their colours and the list of what each fan implies stand in the page itself and can be read without its
script; the script shows the numbers and the hands of a cell, and switches, searches and walks.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import groupby
from math import floor, log10
from typing import TYPE_CHECKING, NamedTuple

from mjrules import names, texts
from mjrules.render.html import asset, page_policy, template
from mjrules.render.in_languages import InLanguages, Said
from mjrules.render.questions import grouped
from mjrules.render.relations import label, phrases
from mjrules.rulesets import resolve
from mjrules.universe.exclusions import Exclusions
from mjrules.universe.relations import Kind, RelatedFan, Relation, Relations, place_of, steps

if TYPE_CHECKING:
    from markupsafe import Markup

KINDS: Mapping[Kind, str] = {"equal": "e", "implies": "i", "implied": "b", "never": "n", "meets": "m"}
"""What a cell's class begins with; those that meet have a number besides, from rare to frequent."""
GRADES = 6
"""From less than one in 10⁵ to more than every tenth."""

SENTENCES = (
    *("says-implies", "says-equal", "says-implied", "says-meets", "says-may", "says-never", "says-in-sets"),
    *("says-own", "says-own-alone", "says-times", "says-times-alone", "hand-both", "hand-only", "hand-more"),
    *("one-state", "many-states", "points", "points-of-two", "start", "comma", "colon", "nothing"),
    *("equal", "implies", "implied", "never", "meets", "other-way", "let-go", "not-counted"),
    *(f"short-{kind}" for kind in ("implied", "too_broad", "convention", "impossible")),
    *(f"situation-{part}" for part in ("self_drawn", "last_of_kind", "wall_last", "kong", "winds", "flowers")),
)
"""What the script says."""


class Row(NamedTuple):
    """One fan as the matrix shows it."""

    fan: str
    name: Said
    search: str
    cells: tuple[str | None, ...]
    """Their classes; None beside itself."""


class Tier(NamedTuple):
    points: int
    rows: tuple[Row, ...]


def page(relations: Relations, lang: str, fans: Sequence[str] = (), excluded: Exclusions | None = None) -> str:
    """The page in ``lang`` and the other languages it can be switched to. ``fans``: one or two that are shown first;
    ``excluded``: the exclusions of a rule set, marked in the matrix."""
    return template("relations.html.jinja").render(_Page(relations, lang, excluded).parts(fans))


class _Page(InLanguages):
    """The parts of one page. It lives as long as one rendering."""

    def __init__(self, relations: Relations, lang: str, excluded: Exclusions | None) -> None:
        super().__init__("relations", lang)
        self.relations = relations
        self.points = resolve().points
        self.states = {each.fan: each.states for each in relations.fans}
        self.ruleset = excluded.ruleset if excluded else None
        judged = excluded.exclusions if excluded else ()
        self.excluded = {(each.fan, each.other): each.kind for each in judged if each.in_force}

    def parts(self, fans: Sequence[str]) -> dict[str, object]:
        tiers = self.tiers()
        css, own, js = asset("report.css"), asset("relations.css"), asset("relations.js")
        return {
            "lang": self.lang,
            "languages": self.languages,
            "css": css,
            "own_css": own,
            "js": js,
            "policy": page_policy(js, css, own),
            "t": self.spans,
            "tr": self.spans_of,
            "say": self.say,
            "attributes": self.attributes,
            "title": self.say("title"),
            "fans": len(self.relations.fans),
            "pairs": f"{len(self.relations.pairs) // 2:,}",
            "left_out": self.joined([each.fan for each in self.relations.left_out]),
            "tiers": tiers,
            "starts": {place_of(tier.rows[0].fan) for tier in tiers},
            "grades": range(1, GRADES + 1),
            "ruleset": self.ruleset,
            "steps": [(self.name(fan), self.joined(outs)) for fan, outs in steps(self.relations).items()],
            "data": self.data(fans),
        }

    def name(self, fan: str) -> Said:
        return {lang: label(fan, lang) for lang in self.languages}

    def joined(self, fans: Sequence[str]) -> Said:
        return {lang: phrases(lang)("comma").join(label(fan, lang) for fan in fans) for lang in self.languages}

    # the matrix

    def tiers(self) -> tuple[Tier, ...]:
        """Fans of equal points together."""
        rows = (self._row(each.fan) for each in self.relations.fans)
        by_points = groupby(rows, key=lambda row: self.points[row.fan])
        return tuple(Tier(points, tuple(some)) for points, some in by_points)

    def _row(self, fan: str) -> Row:
        cells = [self._cell(each) for each in self.relations.of(fan)]
        place = place_of(fan)
        return Row(fan, self.name(fan), _spellings(fan), (*cells[:place], None, *cells[place:]))

    def _cell(self, relation: Relation) -> str:
        kind = KINDS[relation.kind]
        grade = str(_grade(relation.both / self.states[relation.fan])) if relation.kind == "meets" else ""
        return kind + grade + (" x" if (relation.fan, relation.other) in self.excluded else "")

    # what the script knows

    def data(self, fans: Sequence[str]) -> Markup:
        """Everything that is shown of a cell, as JSON that cannot end the element it stands in."""
        from markupsafe import Markup

        hands: dict[str, int] = {}

        def number(hand: str | None) -> int:
            return -1 if hand is None else hands.setdefault(hand, len(hands))

        pairs = [
            [each.kind, each.both, each.only, number(each.witness), number(each.counterexample)]
            for each in self.relations.pairs
        ]
        forced = {
            f"{each.fan} {each.other}": [each.within, each.least, int(each.own), each.more, number(each.example)]
            for each in self.relations.forced
        }
        told = {
            "fans": [
                [each.fan, self.name(each.fan), self.points[each.fan], each.states, self._forms(each)]
                for each in self.relations.fans
            ],
            "pairs": pairs,
            "forced": forced,
            "hands": [*hands],
            "excluded": {" ".join(pair): kind for pair, kind in self.excluded.items()},
            "ruleset": self.ruleset,
            "chosen": list(fans),
            "say": {key: self.say_bare(key) for key in SENTENCES},
        }
        text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
        return Markup(text.replace("<", "\\u003c"))

    def say_bare(self, key: str) -> Said:
        """A text with its parts still open, for the script to fill."""
        return {lang: texts.template("relations", key, lang) for lang in self.languages}

    def _forms(self, fan: RelatedFan) -> Said:
        return {
            lang: phrases(lang)("comma").join(
                f"{texts.say('universe', f'form-{form}', lang)} {grouped(number)}" for form, number in fan.forms.items()
            )
            for lang in self.languages
        }


def _grade(share: float) -> int:
    """A share as one of the grades: each is ten times the one before."""
    return max(1, min(GRADES, GRADES + 1 + floor(log10(share))))


def _spellings(fan: str) -> str:
    """Every name under which a person may look for the fan."""
    known = names.fan(fan)
    return "\n".join(dict.fromkeys([fan, *(word for words in known.spellings.values() for word in words)]))
