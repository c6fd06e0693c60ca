"""Reading questions: a text becomes an expression (``expressions``), or it is said where it is wrong and how."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NoReturn, cast

import msgspec

from mjrules import names, texts
from mjrules.errors import RulesError
from mjrules.fans import FANS, VARIANTS
from mjrules.pattern import CLAIMS, Form, NothingElse
from mjrules.problems import Span, quoted
from mjrules.universe.expressions import (
    EVERY_HAND,
    Both,
    Claim,
    Comparison,
    Constant,
    Either,
    Expression,
    Fan,
    InForm,
    Melded,
    Negation,
)
from mjrules.universe.words import (
    CONSTANTS,
    FORM_NAMES,
    FORM_OF_FAN,
    OPERATORS,
    PATTERNS,
    SEPARATORS,
    Sign,
    ids_of,
    names_a_form,
    signs,
)

if TYPE_CHECKING:
    from lark import Lark, Token
    from lark.tree import Tree

MOST_TIMES = 8
"""No hand holds a fan oftener (eight flowers; four chows make six pairs)."""
MOST_CHARACTERS, MOST_SIGNS = 1000, 200

Details = dict[str, str | int]


class Problem(msgspec.Struct, frozen=True):
    """One thing that is wrong with an expression: where, what was found, what would be right.

    ``details`` are the parts of the sentence; ``fans`` the fans it names, by id; ``wanted`` what could stand there;
    ``forms`` the forms of a hand that there are.
    """

    code: str
    place: Span
    details: Details = {}
    fans: tuple[str, ...] = ()
    wanted: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()

    def said(self, lang: str = "en") -> str:
        """The problem in words, with its place (the column, counted from 1)."""
        names_ = [fan if fan in VARIANTS else f"{names.fan(fan).label(lang)} ({fan})" for fan in self.fans]
        wanted = [texts.say("universe", f"wanted-{each}", lang) for each in self.wanted]
        comma = texts.say("universe", "comma", lang)
        forms = [form if lang == "en" else FORM_NAMES[form][-1] for form in self.forms]
        told = {"fans": comma.join(names_), "wanted": comma.join(wanted), "forms": comma.join(forms)}
        sentence = texts.say("universe", self.code, lang, **(told | self.details))
        return texts.say("universe", "at", lang, place=self.place, sentence=sentence)


class InvalidExpression(RulesError):
    """Not an expression, or one about what no pattern says. ``problems`` holds everything that is wrong with it."""

    def __init__(self, expression: str, problems: Sequence[Problem]) -> None:
        super().__init__(expression, problems)
        self.expression = expression
        self.problems = tuple(problems)

    def __str__(self) -> str:
        return "; ".join(problem.said() for problem in self.problems)


def parse(text: str, known: Collection[str] = FANS.keys()) -> Expression | Claim:
    """The condition or claim that a text writes; InvalidExpression with the place of everything wrong in it.

    ``known``: the fans that the rules asked about have.

    >>> parse("四暗刻 => 碰碰和").conclusion
    Fan(id='all_pungs', times=1)
    >>> parse("四杠 且 断幺五")
    Traceback (most recent call last):
    mjrules.universe.parsing.InvalidExpression: column 6-8: 断幺五 is no fan and no word of the language; \
similar: All Simples (all_simples)
    """
    if (length := len(text)) > MOST_CHARACTERS:
        details: Details = {"found": length, "most": MOST_CHARACTERS}
        raise InvalidExpression(text, [Problem("too-long", Span(1, length), details)])
    found = signs(text)
    if problems := [*_unreadable(found, known)]:
        raise InvalidExpression(text, problems)
    if len(found) > MOST_SIGNS:
        raise InvalidExpression(text, [Problem("too-many-signs", Span(1, length), {"most": MOST_SIGNS})])
    tree = _tree(text, found)
    try:
        return _claim(tree) if tree.data == "claim" else _built(tree)
    except _Wrong as wrong:
        raise InvalidExpression(text, [wrong.of(text)]) from None


def condition(text: str, known: Collection[str] = FANS.keys()) -> Expression:
    """The condition that a text writes; a claim (``=>``) is an error that says how to ask for what refutes it."""
    found = parse(text, known)
    if isinstance(found, Claim):
        arrow = next(sign for sign in signs(text) if sign.kind in ("IMPLIES", "EQUIVALENT"))
        raise InvalidExpression(text, [Problem("claim-for-condition", _at(arrow), {"found": arrow.text})])
    return found


def claim(text: str, known: Collection[str] = FANS.keys()) -> Claim:
    """The claim that a text makes; a mere condition claims that it holds everywhere."""
    found = parse(text, known)
    return found if isinstance(found, Claim) else Claim(EVERY_HAND, found)


class _Wrong(Exception):
    """A problem found while the tree is read."""

    def __init__(self, code: str, at: Token, details: Details, forms: tuple[str, ...] = ()) -> None:
        super().__init__(code, at, details, forms)
        self.code, self.at, self.details, self.forms = code, at, details, forms

    def of(self, text: str) -> Problem:
        start, end = self.at.start_pos or 0, self.at.end_pos or 0
        return Problem(
            self.code, Span(start + 1, end), self.details | {"found": quoted(text[start:end])}, forms=self.forms
        )


def _at(sign: Sign) -> Span:
    return Span(sign.start + 1, sign.end)


def _unreadable(found: Sequence[Sign], known: Collection[str]) -> Iterator[Problem]:
    """What is no word of the language, all of it at once."""
    for number, sign in enumerate(found):
        if sign.kind == "UNKNOWN":
            yield _no_form(sign) if names_a_form(found, number) else _unknown(sign)
        elif sign.kind == "NAME" and not names_a_form(found, number):
            yield from _no_fan(sign, known)


def _no_form(sign: Sign) -> Problem:
    return Problem("no-form", _at(sign), {"found": quoted(sign.text)}, forms=tuple(FORM_NAMES))


def _unknown(sign: Sign) -> Problem:
    found: Details = {"found": quoted(sign.text)}
    if sign.text in SEPARATORS:
        return Problem("separator", _at(sign), found)
    if not any(char.isalnum() for char in sign.text):
        return Problem("unknown-sign", _at(sign), found)
    fans, words = _near(sign.text)
    if fans:
        return Problem("unknown-name", _at(sign), found, fans)
    return Problem("unknown-word" if words else "unknown-nothing-near", _at(sign), found | {"words": words})


def _near(text: str) -> tuple[tuple[str, ...], str]:
    """Fans and variants with similar names; where there is none, words of the language."""
    key = text.casefold()
    variants = _variants_of(text) or get_close_matches(key, VARIANTS, n=2, cutoff=0.75)
    words = get_close_matches(key, _words(), n=1, cutoff=0.6)
    fans = [] if variants or words else [id for id in names.suggest(text, 6) if id in FANS][:3]
    return (*variants, *fans), ", ".join(words)


def _variants_of(text: str) -> list[str]:
    """What is meant by the name of a fan with a point and a word behind it, 九莲宝灯.shape: variants have ids only."""
    fan, point, variant = text.partition(".")
    ids = names.resolve(fan) if point else ()
    own = [each for each in VARIANTS if len(ids) == 1 and each.startswith(f"{ids[0]}.")]
    return [each for each in own if each.endswith(f".{variant}")] or own


def _words() -> list[str]:
    some = (*CONSTANTS.values(), *FORM_NAMES.values(), *OPERATORS.values())
    words = [word for spellings in some for word in spellings if " " not in word]
    return [*words, "form(seven_pairs)", "melded(1)"]


def _no_fan(sign: Sign, known: Collection[str]) -> Iterator[Problem]:
    """A name that is known and yet no one fan with a pattern."""
    ids, found = ids_of(sign.value), Details(found=quoted(sign.text))
    if len(ids) > 1:
        yield Problem("several-fans", _at(sign), found, ids)
    elif isinstance(PATTERNS.get(ids[0]), NothingElse):
        yield Problem("depends-on-counting", _at(sign), found)
    elif ids[0] not in PATTERNS:
        yield Problem("without-pattern", _at(sign), found, ids)
    elif ids[0] in FANS and ids[0] not in known:
        yield Problem("not-in-rules", _at(sign), found, ids)


@cache
def _parser() -> Lark:
    from lark import Lark

    return Lark((Path(__file__).parent / "expressions.lark").read_text("utf-8"), parser="lalr")


def _tree(text: str, found: Sequence[Sign]) -> Tree[Token]:
    from lark import Token, UnexpectedInput

    parser: Any = _parser().parse_interactive()  # lark types little of it
    for sign in found:
        before = parser.copy()  # a sign that does not fit has already closed what stood open
        try:
            parser.feed_token(Token(sign.kind, sign.value, start_pos=sign.start, end_pos=sign.end))
        except UnexpectedInput:
            _refuse(text, sign, before.accepts())
    before = parser.copy()
    try:
        return cast("Tree[Token]", parser.feed_eof())
    except UnexpectedInput:
        _refuse(text, None, before.accepts())


def _refuse(text: str, sign: Sign | None, accepted: set[str]) -> NoReturn:
    """Says what could stand where ``sign`` stands, or behind the last one."""
    joins = "AND" in accepted
    kinds = _JOINTS if joins else ["CONSTANT"] if "CONSTANT" in accepted else [*_WANTED]
    wanted = tuple(_WANTED[kind] for kind in kinds if kind in accepted)
    if sign is None:
        wanted = ("right",) if "RIGHT" in accepted else wanted
        code, place = "unfinished" if text.strip() else "nothing", Span(len(text) + 1, len(text) + 1)
        raise InvalidExpression(text, [Problem(code, place, {}, (), wanted)])
    code = "unexpected"
    if sign.kind in ("IMPLIES", "EQUIVALENT") and joins:
        code = "claim-inside"
    elif sign.kind in _OPERANDS and joins:
        code = "operator-missing"
    raise InvalidExpression(text, [Problem(code, _at(sign), {"found": quoted(sign.text)}, (), wanted)])


_OPERANDS = ("NAME", "FORM_NAME", "CONSTANT", "FORM", "MELDED", "NOT", "LEFT")
_JOINTS = ("AND", "OR", "IMPLIES", "RIGHT")
_WANTED = {
    "CONSTANT": "condition",
    "AND": "and",
    "OR": "or",
    "IMPLIES": "arrow",
    "FORM_NAME": "form",
    "LEFT": "left",
    "RIGHT": "right",
    "EQUAL": "equal",
    "NUMBER": "number",
}
"""What to say for the terminals that could have stood there; the others never stand alone."""


def _claim(tree: Tree[Token]) -> Claim:
    premise, arrow, conclusion = tree.children
    kind: Literal["implies", "equivalent"] = "implies" if cast("Token", arrow).type == "IMPLIES" else "equivalent"
    return Claim(_built(premise), _built(conclusion), kind)


def _built(tree: Any) -> Expression:
    """The condition of a part of the tree (of lark's own types, which say little)."""
    parts = [child for child in tree.children if not _is_token(child)]
    tokens = {child.type: child for child in tree.children if _is_token(child)}
    match tree.data:
        case "either":
            return Either(tuple(map(_built, parts)))
        case "both":
            return Both(tuple(map(_built, parts)))
        case "negation":
            return Negation(_built(parts[0]))
        case "fan":
            return Fan(
                ids_of(tokens["NAME"])[0], _in_range(tokens["NUMBER"], 1, MOST_TIMES) if "NUMBER" in tokens else 1
            )
        case "constant":
            return Constant(str(tokens["CONSTANT"]))
        case "form":
            return InForm(_form(tokens))
        case "melded":
            return Melded(_comparison(tokens), _in_range(tokens["NUMBER"], 0, len(CLAIMS)))
        case _:  # a bracket
            return _built(parts[0])


def _is_token(child: object) -> bool:
    return isinstance(child, str)


def _in_range(number: Token, least: int, most: int) -> int:
    if not least <= (value := int(number)) <= most:
        code = "times-range" if least else "melded-range"
        raise _Wrong(code, number, {"least": least, "most": most})
    return value


def _form(tokens: Mapping[str, Token]) -> Form:
    if "FORM_NAME" in tokens:
        return cast("Form", str(tokens["FORM_NAME"]))
    name = tokens["NAME"]
    form = FORM_OF_FAN.get(ids_of(name)[0])
    if form is None:
        raise _Wrong("no-form", name, {}, tuple(FORM_NAMES))
    return cast("Form", form)


def _comparison(tokens: Mapping[str, Token]) -> Comparison:
    return ">=" if "LEAST" in tokens else "<=" if "MOST" in tokens else "="
