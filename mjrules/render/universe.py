"""The known numbers of the whole space, each with its unit, by the engines that counted them."""

from __future__ import annotations

from collections.abc import Mapping

from mjrules.render.answers import KnownCount, KnownCounts
from mjrules.render.json import pretty
from mjrules.render.paper import Paper
from mjrules.render.width import fold, pad, width
from mjrules.texts import say, traditional
from mjrules.universe.known import KNOWN, Known

Counted = Mapping[str, Mapping[str, int]]
"""By engine, by id."""


def counts_json(counted: Counted) -> bytes:
    """One document: each number with its id, its unit in words, and what each engine asked says."""
    rows = (
        KnownCount(known.id, known.en, known.zh, {engine: counts[known.id] for engine, counts in counted.items()})
        for known in KNOWN
    )
    return pretty(KnownCounts(tuple(rows))).encode()


def counts_text(counted: Counted, paper: Paper) -> str:
    """A line a number, with what is counted; where engines part, what each says."""
    columns = max(width(f"{number:,}") for counts in counted.values() for number in counts.values())
    lines = [say("universe", "known", paper.lang, engines=_engines(counted, paper.lang)), ""]
    for known in KNOWN:
        numbers = {engine: counts[known.id] for engine, counts in counted.items()}
        first = next(iter(numbers.values()))
        unit = fold(_unit(known, paper.lang), max(20, paper.columns - columns - 4))
        lines.append(f"  {first:>{columns},}  {unit[0]}")
        lines += [f"{pad('', columns + 4)}{rest}" for rest in unit[1:]]
        if len({*numbers.values()}) > 1:
            comma = say("universe", "comma", paper.lang)
            told = comma.join(
                f"{say('universe', f'engine.{engine}', paper.lang)} {n:,}" for engine, n in numbers.items()
            )
            lines.append(f"{pad('', columns + 4)}{say('universe', 'engines-part', paper.lang, told=told)}")
    if len(counted) > 1:
        agree = len({tuple(counts.items()) for counts in counted.values()}) == 1
        lines += ["", say("universe", "engines-agree" if agree else "engines-disagree", paper.lang)]
    return "\n".join(lines)


def _unit(known: Known, lang: str) -> str:
    if lang == "en":
        return known.en
    return traditional(known.zh) if lang == "zh-Hant" else known.zh


def _engines(counted: Counted, lang: str) -> str:
    return say("universe", "comma", lang).join(say("universe", f"engine.{engine}", lang) for engine in counted)
