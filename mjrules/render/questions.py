"""Answers about every winning hand, as text for people; and what is wrong with a question.

The JSON of an answer is the value itself (``mjrules.universe.questions``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from mjrules import names, rulings, texts
from mjrules.hand import Hand
from mjrules.render.answers import Fault, Problem, Refused
from mjrules.render.paper import Paper
from mjrules.render.score import line, pointed_at, situation_line, tiles_as_read
from mjrules.score.result import CountedFan
from mjrules.universe.expressions import Claim, written
from mjrules.universe.parsing import InvalidExpression, parse
from mjrules.universe.questions import Counted, Found, NeverMeet, Proof, Shown


def _say(paper: Paper, key: str, /, **parts: object) -> str:
    return texts.say("universe", key, paper.lang, **parts)


def grouped(number: int) -> str:
    """A number for people, its thousands apart.

    >>> grouped(3423601728)
    '3,423,601,728'
    """
    return f"{number:,}"


# Proofs


def proof_text(proof: Proof, paper: Paper) -> str:
    """The verdict, what it rests on, and the hands that show it."""
    return "\n".join(_proof_lines(proof, paper)) + "\n"


def _proof_lines(proof: Proof, paper: Paper) -> Iterator[str]:
    key = "proved-of-nothing" if proof.vacuous else "proved" if proof.holds else "refuted"
    yield from _headline(key, proof, paper)
    if proof.directions:
        for direction in proof.directions:
            yield ""
            yield from paper.fold(_in_words(direction.read_as, paper), 0, "strong")
            yield from paper.fold(_verdict(direction, paper), 0)
            yield from _hands_of_proof(direction, paper)
    else:
        yield from paper.fold(_verdict(proof, paper), 0)
        yield from _hands_of_proof(proof, paper)
    if not proof.vacuous:
        yield from _unit(paper)


def _verdict(proof: Proof, paper: Paper) -> str:
    """How many states the claim is about and in how many it fails."""
    if proof.vacuous:
        return _say(paper, "vacuous") + _reasons(proof.never, paper)
    numbers = {"states": _number("states", proof.states, paper), "violations": grouped(proof.violations)}
    of_all = "" if isinstance(parse(proof.read_as), Claim) else "-of-all"
    if proof.holds:
        return _say(paper, f"in-every{of_all}", **numbers)
    if proof.witness is None:
        return _say(paper, f"in-none{of_all}", **numbers)
    numbers["share"] = share(proof.violations, proof.states)
    return _say(paper, f"not-in-all{of_all}", **numbers)


def _number(unit: str, number: int, paper: Paper) -> str:
    """So many states or hands, in words."""
    return _say(paper, f"one-{unit}" if number == 1 else f"many-{unit}", number=grouped(number))


def share(part: int, whole: int) -> str:
    """A share that is neither none nor all is never printed as 0% or 100%."""
    percent = 100 * part / whole
    if part == whole:
        return "100%"
    return "<0.1%" if percent < 0.1 else ">99.9%" if percent > 99.9 else f"{percent:.1f}%"


def _hands_of_proof(proof: Proof, paper: Paper) -> Iterator[str]:
    by_hand = {each.hand: each for each in proof.shown}
    for key, hand in (("counterexample", proof.counterexample), ("witness", proof.witness)):
        if hand is not None:
            yield ""
            yield paper.paint("strong", _say(paper, key))
            yield from _hand(by_hand[hand], proof.ruleset, paper)


# Finding and counting


def found_text(found: Found, paper: Paper) -> str:
    """How many, and some of them."""
    return "\n".join(_found_lines(found, paper)) + "\n"


def _found_lines(found: Found, paper: Paper) -> Iterator[str]:
    yield from _headline("found" if found.states else "nothing-found", found, paper)
    if not found.states:
        yield from paper.fold(_reasons(found.never, paper), 0)
        return
    numbers = {unit: _number(unit, getattr(found, unit), paper) for unit in ("states", "hands")}
    yield from paper.fold(_say(paper, "how-many", **numbers), 0)
    for each in found.shown:
        yield ""
        yield from _hand(each, found.ruleset, paper)
    yield from _unit(paper)


def counted_text(counted: Counted, paper: Paper) -> str:
    """Each number with its unit, then the states by form."""
    return "\n".join(_counted_lines(counted, paper)) + "\n"


def _counted_lines(counted: Counted, paper: Paper) -> Iterator[str]:
    yield from _headline("counted" if counted.states else "nothing-found", counted, paper)
    if not counted.states:
        yield from paper.fold(_reasons(counted.never, paper), 0)
        return
    yield ""
    units = ("states", "tiles_won", "arranged_hands", "hands")
    rows = [
        [_say(paper, f"count-{unit}"), grouped(getattr(counted, unit)), _say(paper, f"unit-{unit}")] for unit in units
    ]
    yield from paper.table(rows, 2, right=[1])
    yield ""
    keys = ("states", "self_drawn", "discard", "concealed", "claimed")
    yield from paper.table(
        [["", *(_say(paper, f"column-{key}") for key in keys), ""], *_forms(counted, paper)], 2, range(1, 6)
    )


def _forms(counted: Counted, paper: Paper) -> Iterator[list[str]]:
    for each in counted.forms:
        by_way = (each.self_drawn, each.states - each.self_drawn)
        by_claim = (each.concealed, each.states - each.concealed)
        yield [_say(paper, f"form-{each.form}"), *map(grouped, (each.states, *by_way, *by_claim)), ""]


# Parts


def _headline(key: str, answer: Proof | Found | Counted, paper: Paper) -> Iterator[str]:
    question = _in_words(answer.read_as, paper)
    yield from paper.fold(_say(paper, key, question=question, ruleset=answer.ruleset), 0, "strong")
    for ruling, choice in answer.rulings.items():
        told = rulings.ruling(ruling).choice(choice).text.say(paper.lang)
        yield from paper.fold(texts.say("score", "chosen", paper.lang, ruling=ruling, choice=told), 2)


def _in_words(read_as: str, paper: Paper) -> str:
    """A question in the language of the paper."""
    return written(parse(read_as), paper.lang)


def _reasons(never: NeverMeet, paper: Paper) -> str:
    sentences = (_reason([_in_words(part, paper) for part in parts], paper) for parts in never)
    return (" " if paper.lang == "en" else "").join(sentences)


def _reason(parts: Sequence[str], paper: Paper) -> str:
    if len(parts) == 1:
        return _say(paper, "never", part=parts[0])
    return _say(paper, "never-meet", parts=_say(paper, "semicolon").join(parts))


def _hand(shown: Shown, ruleset: str, paper: Paper) -> Iterator[str]:
    """As ``mjrules score`` shows a hand: the notation, the groups, the situation, what counts."""
    hand = Hand.parse(shown.hand)
    yield "  " + shown.hand
    yield "  " + "  ".join(tiles_as_read(hand, shown.read))
    yield from paper.fold(situation_line(hand, paper), 2, "faint")
    fans = _fans(shown.fans, paper)
    yield from paper.fold(_say(paper, "scores", ruleset=ruleset, total=shown.total, fans=fans), 2)
    if shown.scored_as:
        read = " ".join(tiles_as_read(hand, shown.scored_as))
        yield from paper.fold(_say(paper, "scored-as", read=read), 2)


def _fans(fans: Iterable[CountedFan], paper: Paper) -> str:
    told = (f"{names.fan(fan.fan).label(paper.lang)} {_worth(fan)}" for fan in fans)
    return _say(paper, "comma").join(told)


def _worth(fan: CountedFan) -> str:
    return str(fan.points) if fan.count == 1 else f"{fan.count}×{fan.points}"


def _unit(paper: Paper) -> Iterator[str]:
    yield ""
    yield from paper.fold(_say(paper, "what-is-counted"), 0, "faint")


# What is wrong with a question


def problems_lines(error: InvalidExpression, lang: str) -> Iterator[str]:
    """Each problem with a line of carets under the place in the text."""
    yield texts.say("universe", "problems", lang, count=len(error.problems))
    for problem in error.problems:
        yield from pointed_at(error.expression, problem.place.column, problem.place.column_end)
        yield f"    {problem.said(lang)}"


def refused_json(error: InvalidExpression, lang: str) -> bytes:
    """One line: the question as it was given, and everything that is wrong with it."""
    problems = tuple(
        Problem(each.code, each.said(lang), each.place.column, each.place.column_end) for each in error.problems
    )
    message = "; ".join(each.message for each in problems)
    return line(Refused(error.expression, Fault("invalid-expression", message, problems)))
