"""What definitions and examples state, against the game."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from mjrules.audit.model import Discrepancy, Phrase, Statement, Verdict
from mjrules.audit.statements import EntrySaid, Statements
from mjrules.audit.verdicts import definitions, known, together
from mjrules.audit.verdicts.exclusions import times_of
from mjrules.audit.verdicts.together import Often
from mjrules.audit.wording import at, discrepancy, named
from mjrules.claims import Item, Stated

_COUNTING = frozenset({"kinds", "sequences", "fans", "tiers", "tier", "tier-list"})
_MEMBERSHIP = frozenset({"within", "seven-pairs"})


def definition_wrong(statements: Statements) -> Iterator[Discrepancy]:
    """Examples, tiles and conditions of a definition that do not make the fan."""
    for said, stated, verdict in _wrong(statements):
        if stated.kind not in _COUNTING | _MEMBERSHIP:
            yield _told("definition-wrong", said, stated, verdict)


def counting_statement_wrong(statements: Statements) -> Iterator[Discrepancy]:
    """Numbers of tiles, sequences, fans and tiers that counting does not confirm."""
    for said, stated, verdict in _wrong(statements):
        if stated.kind in _COUNTING:
            yield _told("counting-statement-wrong", said, stated, verdict)
    for source in statements.sources:
        for stated in source.stated:
            if (wrong := definitions.judge_all(stated)) is not None:
                says = [Statement(source.id, stated.value, stated.place, _printed(stated))]
                place = at(source.id, stated.place)
                yield discrepancy(
                    "counting-statement-wrong",
                    "error" if wrong.status == "refuted" else "conflict",
                    None,
                    says,
                    verdict=wrong,
                    place=place,
                    about=source.id,
                    why=wrong.proof,
                )


def membership_wrong(statements: Statements) -> Iterator[Discrepancy]:
    """A fan that is said to be a case of another one, or to go with seven pairs, and is not."""
    for said, stated, verdict in _wrong(statements):
        if stated.kind in _MEMBERSHIP:
            yield _told("membership-wrong", said, stated, verdict)


def _wrong(statements: Statements) -> Iterator[tuple[EntrySaid, Stated, Verdict]]:
    for said in statements.entries:
        if said.entry.fan is not None:
            found = [(stated, definitions.judge(said.entry.fan, stated)) for stated in said.entry.stated]
            wrong = [(stated, verdict) for stated, verdict in found if verdict is not None]
            for stated, verdict in wrong:
                if stated.kind != "described" or (len(wrong) == 1 and _is_exchanged(said, stated, statements)):
                    yield said, stated, verdict


def _is_exchanged(said: EntrySaid, stated: Stated, statements: Statements) -> bool:
    """Has the fan that a definition describes another's definition in the same source, too? Words alone may sound like
    those of a fan that is not meant; texts that stand under each other's names, or one row off, are no chance."""
    others = (each.entry for each in statements.entries if each.source == said.source)
    return any(other.fan == stated.value and any(each.kind == "described" for each in other.stated) for other in others)


def _told(code: str, said: EntrySaid, stated: Stated, verdict: Verdict) -> Discrepancy:
    value = named({"within": stated.value, "seven-pairs": "seven_pairs"}.get(stated.kind, "")) or stated.value
    return discrepancy(
        code,
        "error" if verdict.status == "refuted" else "conflict",
        said.entry.fan,
        [Statement(said.source, stated.value, stated.place, _printed(stated))],
        verdict=_with_repair(verdict, stated),
        place=at(said.source, stated.place),
        about=named(said.entry.fan or ""),
        value=value,
        why=_with_repair(verdict, stated).proof,
    )


def _printed(stated: Stated) -> str | None:
    """The words as printed; a sheet of facts has none but the value."""
    return stated.printed or stated.value


def _with_repair(verdict: Verdict, stated: Stated) -> Verdict:
    """Where the words were mended in reading, the verdict rests on that."""
    if not stated.read_as or not isinstance(verdict.proof, tuple):
        return verdict
    repair = Phrase("stated.mended", {"printed": stated.printed, "read_as": stated.read_as})
    return replace(verdict, mended=True, proof=(*verdict.proof, repair))


# lists of what is counted besides


def questions(statements: Statements) -> Iterator[Often]:
    """What is asked of all hands here: every example that a source gives, and whatever may be counted beside a fan that
    it never meets."""
    for said in statements.entries:
        yield from filter(None, (_example(said.entry.fan, items) for items in said.entry.also_counts))
    yield from (fans for _, _, fans in _never(statements))


def also_counts_impossible(statements: Statements) -> Iterator[Discrepancy]:
    """Lists of fans that an example is said to count, and that no hand has together."""
    for said in statements.entries:
        for items in said.entry.also_counts:
            fans = _example(said.entry.fan, items)
            verdict = together.judge(fans) if fans else None
            if verdict and verdict.status != "convention":
                yield _of_items("also-counts-impossible", said, items, verdict)


def _example(fan: str | None, items: tuple[Item, ...]) -> Often | None:
    """The fans of an example, its own first; an example with a word that is no fan is left."""
    if fan is None or any(item.fan is None for item in items):
        return None
    fans = ((fan, 1), *((item.fan or "", times_of(item.condition) or 1) for item in items))
    return fans if all(known.is_related(each) for each, _ in fans) else None


def may_count_impossible(statements: Statements) -> Iterator[Discrepancy]:
    """A fan that may be counted beside one that it never meets."""
    for said, item, fans in _never(statements):
        yield _of_items("may-count-impossible", said, (item,), together.judge(fans))


def may_count_pointless(statements: Statements) -> Iterator[Discrepancy]:
    """A fan that may be counted though every hand has it, so that non-repetition takes it."""
    for said, item, (fan, other) in _may_count(statements):
        if known.forces(fan, other):
            yield _of_items("may-count-pointless", said, (item,), None)


def _never(statements: Statements) -> Iterator[tuple[EntrySaid, Item, Often]]:
    for said, item, (fan, other) in _may_count(statements):
        if known.relation(fan, other).kind == "never":
            yield said, item, ((fan, 1), (other, 1))


def _may_count(statements: Statements) -> Iterator[tuple[EntrySaid, Item, tuple[str, str]]]:
    """What may be counted beside a fan: both fans, each with a definition over hands."""
    for said in statements.entries:
        for item in said.entry.may_count:
            fan, other = said.entry.fan, item.fan
            if fan and other and fan != other and known.is_related(fan) and known.is_related(other):
                yield said, item, (fan, other)


def _of_items(code: str, said: EntrySaid, items: tuple[Item, ...], verdict: Verdict | None) -> Discrepancy:
    place = items[0].place
    words = [item.name for item in items]
    return discrepancy(
        code,
        "error" if verdict and verdict.status == "refuted" else "conflict" if verdict and verdict.ruling else "note",
        said.entry.fan,
        [Statement(said.source, words, place, "、".join(item.printed for item in items))],
        fans=[item.fan for item in items if item.fan],
        verdict=verdict,
        place=at(said.source, place),
        listed=", ".join(named(item.fan or item.name) for item in items),
        why=verdict.proof if verdict else "",
    )
