"""Questions about every winning hand as text: what is written, what it means as a pattern, and how it is written again.

::

    四暗刻 => 碰碰和                                  a claim: wherever the left holds, the right does
    Four Kongs and not (All Terminals or All Honors)  and or not, & | ~, 且 或 非; brackets
    幺九刻*2                                          at least twice
    nine_gates.shape                                  a variant that a ruling may choose
    form(seven_pairs)  discard  concealed  melded(2)  melded(>=1)  true

A fan may be written in any spelling of any language, or by its id. ``not`` binds before ``and``, ``and`` before ``or``;
``=>`` and ``<=>`` stand once, outside all brackets. ``discard`` is the way of winning that is not self-drawn;
``concealed``: no group was claimed; ``melded(n)``: exactly n groups were (a concealed kong was not, a pung that the
winning discard completed neither).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from mjrules import names
from mjrules.fans import VARIANTS, pattern
from mjrules.fans.standard import NOTHING_CLAIMED, SELF_DRAWN
from mjrules.pattern import CLAIMS, All, AtLeast, Flag, Form, FormIs, Not, Pattern, often
from mjrules.texts import traditional
from mjrules.universe.words import CONSTANTS, FORM_NAMES, fans_in

EVERYTHING = All(())
"""The condition that every state satisfies."""
IDS = "ids"
"""What ``written`` takes for a language: ids and English words, the spelling that never changes."""

Comparison = Literal["=", ">=", "<="]


class Expression(msgspec.Struct, frozen=True):
    """A condition as it was written. Brackets are kept only where they matter."""


class Fan(Expression, frozen=True):
    """A fan, or a variant of one (``nine_gates.shape``), that holds at least ``times`` times."""

    id: str
    times: int = 1


class InForm(Expression, frozen=True):
    form: Form


class Constant(Expression, frozen=True):
    """``discard``, ``concealed``, or ``true``."""

    name: str


EVERY_HAND = Constant("true")
"""The premise of a claim that has none."""


class Melded(Expression, frozen=True):
    """How many groups were claimed."""

    comparison: Comparison
    groups: int


class Negation(Expression, frozen=True):
    part: Expression


class Both(Expression, frozen=True):
    """All of the parts (and)."""

    parts: tuple[Expression, ...]


class Either(Expression, frozen=True):
    """At least one of the parts (or)."""

    parts: tuple[Expression, ...]


class Claim(msgspec.Struct, frozen=True):
    """That the conclusion holds wherever the premise does; ``equivalent``: and the other way round."""

    premise: Expression
    conclusion: Expression
    kind: Literal["implies", "equivalent"] = "implies"


# meaning


def pattern_of(expression: Expression, patterns: Mapping[str, str] = {}) -> Pattern:
    """The pattern of a condition. ``patterns``: the variants a rule set puts in the place of fans (``Rules.patterns``).

    >>> pattern_of(Both((InForm("seven_pairs"), Negation(Constant("discard")))))
    All(parts=(FormIs(form='seven_pairs'), Flag(name='self_drawn')))
    """
    match expression:
        case Fan(id, times):
            found = pattern(patterns.get(id, id))
            return found if times == 1 else often(found, times)
        case InForm(form):
            return FormIs(form)
        case Constant(name):
            return {"discard": ~SELF_DRAWN, "concealed": NOTHING_CLAIMED, "true": EVERYTHING}[name]
        case Melded(comparison, groups):
            return _claimed(comparison, groups)
        case Negation(part):
            return ~pattern_of(part, patterns)
        case Both(parts):
            return All(tuple(pattern_of(part, patterns) for part in parts))
        case Either(parts):
            return AtLeast(1, tuple(pattern_of(part, patterns) for part in parts))
    raise TypeError(expression)


def _claimed(comparison: Comparison, groups: int) -> Pattern:
    least: tuple[Pattern, ...] = (Flag(CLAIMS[groups - 1]),) if groups and comparison != "<=" else ()
    most: tuple[Pattern, ...] = (Not(Flag(CLAIMS[groups])),) if groups < len(CLAIMS) and comparison != ">=" else ()
    return All(least + most)


# writing


def written(expression: Expression | Claim, lang: str = IDS) -> str:
    """The expression as text: with the names of a language, or with ids; ``parse`` reads the same from it.

    >>> written(Both((Fan("four_kongs"), Negation(Either((Fan("upper_tiles"), Fan("lower_tiles")))))), "en")
    'Four Kongs and not (Upper Tiles or Lower Tiles)'
    """
    text = _written(expression, lang, bracketed=False)
    # «Concealed Kong and Melded Kong» is the name of one fan; two fans need brackets
    return text if fans_in(text) == _fans_of(expression) else _written(expression, lang, bracketed=True)


def _written(expression: Expression | Claim, lang: str, *, bracketed: bool) -> str:
    def inner(part: Expression, *loose: type[Expression]) -> str:
        text = _written(part, lang, bracketed=bracketed)
        return f"({text})" if isinstance(part, loose) else text

    chinese = lang.startswith("zh")
    match expression:
        case Claim(premise, conclusion, kind):
            return f"{inner(premise)} {'=>' if kind == 'implies' else '<=>'} {inner(conclusion)}"
        case Either(parts):
            return (" 或 " if chinese else " or ").join(inner(part, Either) for part in parts)
        case Both(parts):
            return (" 且 " if chinese else " and ").join(inner(part, Either, Both) for part in parts)
        case Negation(part):
            return ("非 " if chinese else "not ") + inner(part, Either, Both)
        case Fan(id, times):
            name = id if lang == IDS or id in VARIANTS else names.fan(id).label(lang)
            return (f"({name})" if bracketed else name) if times == 1 else f"{name}*{times}"
        case InForm(form):
            return _in_chinese(FORM_NAMES[form][-1], lang) if chinese else f"form({form})"
        case Constant(name):
            return _in_chinese(CONSTANTS[name][1], lang) if chinese else name
        case Melded(comparison, groups):
            sign = "" if comparison == "=" else comparison
            return f"{'副露' if chinese else 'melded'}({sign}{groups})"
    raise TypeError(expression)


def _in_chinese(word: str, lang: str) -> str:
    return traditional(word) if lang == "zh-Hant" else word


def _fans_of(expression: Expression | Claim) -> list[str]:
    """The fans that an expression names, in order."""
    match expression:
        case Claim(premise, conclusion, _):
            return _fans_of(premise) + _fans_of(conclusion)
        case Either(parts) | Both(parts):
            return [id for part in parts for id in _fans_of(part)]
        case Negation(part):
            return _fans_of(part)
        case Fan(id, _):
            return [id]
    return []


# parts


def conjuncts(expression: Expression) -> tuple[Expression, ...]:
    """The parts that must all hold; what stands together in one ``not (… or …)`` is taken apart."""
    match expression:
        case Both(parts):
            return tuple(part for each in parts for part in conjuncts(each))
        case Negation(Either(parts)):
            return tuple(part for each in parts for part in conjuncts(Negation(each)))
        case Negation(Negation(part)):
            return conjuncts(part)
    return (expression,)
