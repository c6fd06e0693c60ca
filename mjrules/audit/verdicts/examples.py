"""Every example of fans that are counted together, and every fan that may be counted, with its verdict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mjrules.audit.model import JudgedExample, Phrase, Verdict
from mjrules.audit.statements import EntrySaid, Statements, label
from mjrules.audit.verdicts import known, together
from mjrules.audit.verdicts.exclusions import times_of
from mjrules.audit.verdicts.together import Often
from mjrules.audit.wording import named, quoted
from mjrules.claims import Item


def judged_examples(statements: Statements) -> tuple[JudgedExample, ...]:
    """In the order of the entries; those with a word that is no fan, or with a fan without a definition, are left."""
    return tuple(_judged(said, items, fans, may=may) for said, items, fans, may in _asked(statements))


def questions(statements: Statements) -> Iterator[Often]:
    """What is asked of all hands here."""
    return (fans for _, _, fans, _ in _asked(statements))


Asked = tuple[EntrySaid, Sequence[Item], Often, bool]


def _asked(statements: Statements) -> Iterator[Asked]:
    """The items, the fans that are to hold together, and whether they only may."""
    for said in statements.entries:
        for items in said.entry.also_counts:
            if fans := _fans(said.entry.fan, items):
                yield said, items, fans, False
        for item in said.entry.may_count:
            if item.fan != said.entry.fan and (fans := _fans(said.entry.fan, (item,))):
                yield said, (item,), fans, True


def _fans(fan: str | None, items: Sequence[Item]) -> Often | None:
    """The fans of an example, its own first."""
    if fan is None or any(item.fan is None for item in items):
        return None
    fans = ((fan, 1), *((item.fan or "", times_of(item.condition) or 1) for item in items))
    return fans if all(known.is_related(each) for each, _ in fans) else None


def _judged(said: EntrySaid, items: Sequence[Item], fans: Often, *, may: bool) -> JudgedExample:
    fan, *others = fans
    verdict = _pointless(fan[0], others[0][0]) if may else None
    return JudgedExample(
        source=said.source,
        fan=fan[0],
        name=label(fan[0]),
        counted=tuple(other for other, times in others for _ in range(times)),
        place=items[0].place,
        quote=quoted(items),
        may=may,
        verdict=verdict or together.judge(fans),
    )


def _pointless(fan: str, other: str) -> Verdict | None:
    """Every hand with the fan has the other one, which the fan therefore takes with it."""
    if not known.forces(fan, other):
        return None
    return Verdict("implied", (Phrase("together.forced", {"fan": named(fan), "item": named(other)}),))
