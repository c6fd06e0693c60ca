"""The rulings as one HTML page to read: each disputed point with its answers, their weight, and what the sources say.

All languages stand in it side by side, as in the report; without its script everything is there to read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import log10
from typing import TYPE_CHECKING, NamedTuple

from mjrules import rulesets, rulings
from mjrules.audit.model import Verdict
from mjrules.audit.positions import Position
from mjrules.render import judged
from mjrules.render.html import asset, page_policy, template
from mjrules.render.in_languages import InLanguages, Said
from mjrules.render.judged import TONE_SIGNS, tone_of
from mjrules.render.judged_page import drawn
from mjrules.render.positions import DISPUTES, part_of, tell, weightiest
from mjrules.render.positions import most as most_of
from mjrules.render.positions import silence as silence_of
from mjrules.render.rulings import changes, verdict, weight_parts, why
from mjrules.render.tiles import symbols
from mjrules.render.told import Decided, ToldAnswer, ToldPlace, ToldPosition
from mjrules.rulings import Choice, Ruling
from mjrules.universe import impacts
from mjrules.universe.impacts import Weighed

if TYPE_CHECKING:
    from markupsafe import Markup

STEPS = 8
"""Lengths of the bar: from less than one way to win in ten million to more than a tenth of them."""
TONE_OF: dict[Decided, str] = {"proved": "fine", "partly": "open", "convention": "open", "fact": "fact"}
SIGN_OF: dict[Decided, str] = {"proved": "✓", "partly": "½", "convention": "?", "fact": "·"}


SOURCES_OF = {"zhwiki": ("zhwiki-mirror-2023", "zhwiki-bot"), "rule98-examples": ("rule98",)}
"""The sources of holders that are not called like one."""


class HolderView(NamedTuple):
    name: Said
    here: bool
    """Its claims that were read speak for the choice too."""


class WeightView(NamedTuple):
    said: Said
    hand: str
    totals: str
    bar: int
    """How much, in steps of ten."""


class ChoiceView(NamedTuple):
    id: str
    text: Said
    holders: tuple[HolderView, ...]
    changes: Said
    weight: WeightView | None
    verdict: Said
    taken_by: tuple[str, ...]
    ours: bool


class VerdictView(NamedTuple):
    tone: str
    sign: str
    word: Said
    proof: Said
    witness: str


class AnswerView(NamedTuple):
    way: str
    text: Said
    places: tuple[ToldPlace, ...]
    choices: tuple[str, ...]


class SubjectView(NamedTuple):
    title: Said
    about: str
    answers: tuple[AnswerView, ...]
    verdict: VerdictView | None


class PointView(NamedTuple):
    anchor: str
    numbers: str
    ruling: str | None
    question: Said
    decided: Decided
    tone: str
    sign: str
    decision: Said
    choices: tuple[ChoiceView, ...]
    why: tuple[tuple[str, Said], ...]
    subjects: tuple[SubjectView, ...]
    silence: Said
    silent: tuple[str, ...]
    most: Said
    bar: int
    ours: str


class Part(NamedTuple):
    letter: str
    title: Said
    points: tuple[PointView, ...]


class Dispute(NamedTuple):
    """One of the disputes that are named and left open, and the points that deal with it."""

    title: Said
    points: tuple[PointView, ...]


def page(positions: Sequence[Position], sources: int, lang: str) -> str:
    """The page in ``lang`` and the other languages it can be switched to."""
    return template("rulings.html.jinja").render(_Page(positions, sources, lang).parts())


class _Page(InLanguages):
    """The parts of one page. It lives as long as one rendering."""

    def __init__(self, positions: Sequence[Position], sources: int, lang: str) -> None:
        super().__init__("rulings", lang)
        self.positions = positions
        self.sources = sources

    def parts(self) -> dict[str, object]:
        points = tuple(self._point(each) for each in self.positions)
        by_ruling = {each.ruling: each for each in points if each.ruling}
        css, own, js = asset("report.css"), asset("rulings.css"), asset("rulings.js")
        return {
            "lang": self.lang,
            "languages": self.languages,
            "css": css,
            "own_css": own,
            "js": js,
            "policy": page_policy(js, css, own),
            "tiles": self._tiles(),
            "t": self.spans,
            "tr": self.spans_of,
            "say": self.say,
            "attributes": self.attributes,
            "drawn": drawn,
            "sources": self.sources,
            "number": rulings.POINTS,
            "ruleset": rulesets.DEFAULT,
            "parts": tuple(self._parts(points)),
            "disputes": tuple(
                Dispute(self.say(f"dispute-{name}"), tuple(by_ruling[id] for id in ids))
                for name, ids in DISPUTES.items()
                if by_ruling.keys() >= {*ids}
            ),
            "decisions": [each for each in TONE_OF if any(point.decided == each for point in points)],
            "steps": STEPS,
        }

    def _tiles(self) -> Markup:
        from markupsafe import Markup

        return Markup(symbols())

    def _parts(self, points: Sequence[PointView]) -> Iterator[Part]:
        both = zip(self.positions, points, strict=True)
        for letter, members in groupby(both, key=lambda each: part_of(each[0])):
            yield Part(letter, self.say(f"part-{letter}"), tuple(point for _, point in members))

    # ---- one point -----------------------------------------------------------------------------------------------

    def _point(self, position: Position) -> PointView:
        told = {lang: tell(position, self.sources, lang) for lang in self.languages}
        first = told[self.lang]
        ruling = rulings.ruling(position.ruling) if position.ruling else None
        heaviest = weightiest(first)
        return PointView(
            anchor=position.ruling or f"point-{position.points[0]}",
            numbers=", ".join(map(str, position.points)),
            ruling=position.ruling,
            question={lang: each.question for lang, each in told.items()},
            decided=first.decided,
            tone=TONE_OF[first.decided],
            sign=SIGN_OF[first.decided],
            decision={lang: each.decision for lang, each in told.items()},
            choices=tuple(self._choice(ruling, each, first) for each in ruling.choices.values()) if ruling else (),
            why=tuple(self._why(ruling)) if ruling else (),
            subjects=tuple(self._subjects(told)),
            silence={lang: silence_of(each, lang) for lang, each in told.items()},
            silent=first.silent,
            most={lang: most_of(each, lang) for lang, each in told.items()},
            bar=_bar(heaviest) if heaviest else 0,
            ours=ruling.default_for(rulesets.DEFAULT) if ruling else "",
        )

    def _why(self, ruling: Ruling) -> Iterator[tuple[str, Said]]:
        yield rulesets.DEFAULT, {lang: why(ruling, lang) for lang in self.languages}
        for id, reason in ruling.reason.items():
            yield id, {lang: reason.say(lang) for lang in self.languages}

    def _choice(self, ruling: Ruling, choice: Choice, told: ToldPosition) -> ChoiceView:
        impact = impacts.of_rulings()[ruling.id].get(choice.id)
        here = {place.source for each in _answers(told) if choice.id in each.choices for place in each.says}
        done = {lang: _semicolon(lang).join(changes(choice, lang)) for lang in self.languages}
        return ChoiceView(
            choice.id,
            {lang: choice.text.say(lang) for lang in self.languages},
            tuple(self._holder(id, not here.isdisjoint(SOURCES_OF.get(id, (id,)))) for id in choice.by),
            done if all(done.values()) else self.say("nothing"),
            self._weight(impact) if impact else None,
            {lang: verdict(choice, lang) for lang in self.languages} if verdict(choice, self.lang) else {},
            tuple(id for id in rulesets.available() if ruling.default_for(id) == choice.id),
            choice.id == ruling.default_for(rulesets.DEFAULT),
        )

    def _holder(self, id: str, here: bool) -> HolderView:
        return HolderView({lang: rulings.holders()[id].say(lang) for lang in self.languages}, here)

    def _weight(self, impact: Weighed) -> WeightView:
        said = {
            lang: ("" if lang.startswith("zh") else " ").join(weight_parts(impact, lang)) for lang in self.languages
        }
        totals = " → ".join("–" if total is None else str(total) for total in impact.totals)
        return WeightView(said, impact.example or "", totals, _bar(impact))

    # ---- what the sources say ------------------------------------------------------------------------------------

    def _subjects(self, told: dict[str, ToldPosition]) -> Iterator[SubjectView]:
        for same in zip(*(each.subjects for each in told.values()), strict=True):
            answers = zip(*(each.answers for each in same), strict=True)
            yield SubjectView(
                {lang: each.title for lang, each in zip(told, same, strict=True)},
                same[0].about,
                tuple(self._answer(each) for each in answers),
                self._verdict(same[0].verdict) if same[0].verdict else None,
            )

    def _answer(self, same: Sequence[ToldAnswer]) -> AnswerView:
        text = {lang: each.text for lang, each in zip(self.languages, same, strict=True)}
        return AnswerView(same[0].way, text, tuple(dict.fromkeys(same[0].says)), same[0].choices)

    def _verdict(self, found: Verdict) -> VerdictView:
        tone = tone_of(found)
        return VerdictView(
            tone,
            TONE_SIGNS[tone],
            {lang: judged.word(found.status, lang) for lang in self.languages},
            {lang: judged.proof(found, lang) for lang in self.languages},
            found.witness or "",
        )


def _answers(told: ToldPosition) -> Iterator[ToldAnswer]:
    return (answer for subject in told.subjects for answer in subject.answers)


def _bar(impact: Weighed) -> int:
    """How large a share is, in steps of ten: 1 for what is rarer than 10⁻⁷, 8 for more than a tenth."""
    if not impact.states:
        return 0
    return max(1, min(STEPS, STEPS + 1 + int(log10(impact.states / impact.of) - 1)))


def _semicolon(lang: str) -> str:
    return "；" if lang.startswith("zh") else "; "
