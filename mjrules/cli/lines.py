"""``mjrules score --input``: one hand a line, one answer a line; a line that is wrong is answered too.

Nothing is kept from one line to the next, so that a file may be of any length.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import msgspec

from mjrules.claims import SCHEMA
from mjrules.cli import exits, options
from mjrules.cli.no_win import no_win
from mjrules.cli.output import result, warn
from mjrules.cli.rules import Asked
from mjrules.errors import ImpossibleHand, InvalidNotation, NotAWinningHand, RulesError
from mjrules.hand import Hand
from mjrules.render.answers import OURS, Failed, Fault, Problem, Total
from mjrules.texts import say

if TYPE_CHECKING:
    from mjrules.rulesets import Rules
    from mjrules.score.scorer import Scorer

LONGEST = 1 << 20
"""Bytes a line may have."""

_EXAMPLE = '{"hand": "[123m,1][EEE,1]45p78966s6p|EE1000|a"}'
_STEP = 5000
"""Lines between two signs of progress."""

Fields = dict[str, msgspec.Raw]
"""What stands in a line, as it was written."""
_fields = msgspec.json.Decoder(Fields)
_text = msgspec.json.Decoder(str)
_json = msgspec.json.Encoder()


class _BadLine(RulesError):
    """A line without a hand. ``code`` is the kind of trouble."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


# Answers


def problem_of(text: str, error: InvalidNotation | ImpossibleHand, lang: str) -> Failed:
    """The answer to a hand that cannot be: all problems, with their places."""
    places = ((each.place.column, each.place.column_end) if each.place else () for each in error.problems)
    problems = [Problem(each.code, each.said(lang), *place) for each, place in zip(error.problems, places, strict=True)]
    code = "invalid-notation" if isinstance(error, InvalidNotation) else "impossible-hand"
    said = ("; " if lang == "en" else "；").join(problem.message for problem in problems)
    return Failed(text, Fault(code, said, tuple(problems)))


def not_winning(text: str, hand: Hand, rules: Rules, lang: str) -> Failed:
    """The answer to a hand that does not win under these rules."""
    message = (" " if lang == "en" else "").join(no_win(hand, rules, lang))
    return Failed(text, Fault("not-a-winning-hand", message), rules.id)


# Lines


def answer(path: str, asked: Sequence[Asked], totals: bool, output: Path | None, lang: str) -> int:
    """Answer every line of a file, or of standard input; 1 if one of them has no score."""
    answering = _Answering([(each, each.scorer()) for each in asked], totals, lang)
    with _reading(path, lang) as stream, result(output, lang) as out:
        for number, line in enumerate(_lines(stream), 1):
            if line.strip():
                out.writelines(answering.answers(line, number))
            if not number % _STEP:
                _progress(number, lang)
        out.flush()
    return answering.finish()


@contextmanager
def _reading(path: str, lang: str) -> Iterator[BinaryIO]:
    if path == options.STDIN:
        yield sys.stdin.buffer
        return
    try:
        stream = open(path, "rb")  # noqa: SIM115  # closed below; what goes wrong while writing is no fault of reading
    except OSError as error:
        raise RulesError(say("score", "input-unreadable", lang, path=path, reason=error.strerror or error)) from error
    with stream:
        yield stream


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines; of one that is too long its beginning, longer than any may be."""
    while line := stream.readline(LONGEST + 1):
        yield line
        while len(line) > LONGEST and not line.endswith(b"\n"):
            line = stream.readline(LONGEST + 1)


def _progress(count: int, lang: str) -> None:
    if sys.stderr and sys.stderr.isatty():
        sys.stderr.write("\r" + say("score", "progress", lang, count=count))
        sys.stderr.flush()


class _Answering:
    """Answers lines; knows how many and how many of them were wrong."""

    def __init__(self, scorers: Sequence[tuple[Asked, Scorer]], totals: bool, lang: str) -> None:
        self.scorers, self.totals, self.lang = scorers, totals, lang
        self.lines = self.bad = self.last_bad = 0

    def answers(self, line: bytes, number: int) -> Iterable[bytes]:
        """One answer for each set of rules, or one that says what is wrong with the line."""
        self.lines += 1
        others: Fields = {}
        text: str | None = None
        try:
            fields = self._fields(line)
            others = {name: raw for name, raw in fields.items() if name not in OURS}
            text = self._hand(fields.get("hand"))
            hand = Hand.parse(text, check=True)
        except _BadLine as error:
            return [self._wrong(Failed(text, Fault(error.code, str(error))), others, number)]
        except (InvalidNotation, ImpossibleHand) as error:
            return [self._wrong(problem_of(text or "", error, self.lang), others, number)]
        return [self._scored(text, hand, asked, scorer, others, number) for asked, scorer in self.scorers]

    def _scored(self, text: str, hand: Hand, asked: Asked, scorer: Scorer, others: Fields, number: int) -> bytes:
        known: dict[str, object]
        try:
            if self.totals:
                known = _known(Total(text, asked.rules.id, scorer.total(hand)))
            else:
                known = {"schema": SCHEMA, **msgspec.structs.asdict(scorer.score(hand)), "hand": text}
        except NotAWinningHand:
            return self._wrong(not_winning(text, hand, asked.rules, self.lang), others, number)
        if asked.chosen:
            known["rulings"] = asked.chosen
        return _line(known, others)

    def _wrong(self, failed: Failed, others: Fields, number: int) -> bytes:
        """The answer to line ``number``; it counts once, under however many rule sets it has no score."""
        self.bad += self.last_bad != number
        self.last_bad = number
        return _line(_known(msgspec.structs.replace(failed, line=number)), others)

    def _fields(self, line: bytes) -> Fields:
        if len(line) > LONGEST:
            raise _BadLine("line-too-long", say("score", "line-too-long", self.lang, most=LONGEST))
        try:
            return _fields.decode(line.decode("utf-8-sig"))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise _BadLine("not-json", self._not_json(error)) from error

    def _not_json(self, error: Exception) -> str:
        """What is wrong with a line, in the language chosen; bytes count from 1."""
        if isinstance(error, UnicodeDecodeError):
            return say("score", "line-not-text", self.lang, byte=error.start + 1, example=_EXAMPLE)
        if isinstance(error, msgspec.ValidationError):
            return say("score", "line-no-object", self.lang, example=_EXAMPLE)
        at = re.search(r"\(byte (\d+)\)", str(error))
        if at:
            return say("score", "line-not-json-at", self.lang, byte=int(at[1]) + 1, example=_EXAMPLE)
        return say("score", "line-not-json", self.lang, example=_EXAMPLE)

    def _hand(self, raw: msgspec.Raw | None) -> str:
        try:
            if raw is not None:
                return _text.decode(raw)
        except (msgspec.DecodeError, UnicodeDecodeError):
            pass
        raise _BadLine("no-hand", say("score", "line-no-hand", self.lang, example=_EXAMPLE))

    def finish(self) -> int:
        if self.lines >= _STEP and sys.stderr and sys.stderr.isatty():
            warn("")
        if not self.bad:
            return exits.DONE
        key = "bad-lines" if len(self.scorers) > 1 else "bad-lines-one"
        warn(say("score", key, self.lang, bad=self.bad, count=self.lines))
        return exits.FOUND


def _known(answer: msgspec.Struct) -> dict[str, object]:
    """The fields of an answer that it has."""
    return {name: value for name, value in msgspec.structs.asdict(answer).items() if value is not msgspec.UNSET}


def _line(known: dict[str, object], others: Fields) -> bytes:
    """What is known of the hand, then the fields that were handed in."""
    return _json.encode(known | others) + b"\n"
