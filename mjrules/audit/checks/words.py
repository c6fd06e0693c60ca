"""Words in lists that are no official fans: unknown words, class words, house fans."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from mjrules import names
from mjrules.audit.model import Discrepancy
from mjrules.audit.statements import NameSaid, Statements, label
from mjrules.audit.wording import discrepancy, titled, where


def unknown_name(statements: Statements) -> Iterator[Discrepancy]:
    """A word that stands where a fan is named and that nobody knows."""
    for (source, printed), said in _grouped(statements, known=False).items():
        yield discrepancy(
            "unknown-name",
            "error",
            None,
            [each.statement() for each in said],
            place=where(each.statement() for each in said),
            source=source,
            printed=printed,
            near=", ".join(label(fan) for fan in names.suggest(printed)) or "–",
        )


def class_word(statements: Statements) -> Iterator[Discrepancy]:
    """A word for a family of fans where one fan should be named; one discrepancy a word, for all sources."""
    by_word: dict[str, list[NameSaid]] = defaultdict(list)
    for (_, printed), said in _grouped(statements, known=True).items():
        by_word[printed] += said
    for printed, said in by_word.items():
        members = dict.fromkeys(name for each in said for name in each.candidates)
        yield discrepancy(
            "class-word",
            "note",
            None,
            [each.statement() for each in said],
            fans=names.resolve(printed),
            word=printed,
            members=", ".join(members),
            found=", ".join(dict.fromkeys(_within(each) for each in said)),
        )


def house_name_in_list(statements: Statements) -> Iterator[Discrepancy]:
    """The list of an official fan names a fan outside the official ones."""
    found: dict[tuple[str, str], list[NameSaid]] = defaultdict(list)
    for said in statements.names:
        if said.role == "item" and said.of and said.fan and _official(said.of) and not _official(said.fan):
            found[said.of, said.fan].append(said)
    for (fan, item), said_so in found.items():
        says = [said.statement() for said in said_so]
        yield discrepancy(
            "house-name-in-list",
            "note",
            fan,
            says,
            fans=[item],
            item=titled(item),
            place=where(says),
        )


def _grouped(statements: Statements, *, known: bool) -> dict[tuple[str, str], list[NameSaid]]:
    """Names that lead to no single fan, by source and writing: those that may stand for some, or for none at all."""
    found: dict[tuple[str, str], list[NameSaid]] = defaultdict(list)
    for said in statements.names:
        if said.fan is None and bool(said.candidates) is known:
            found[said.source, said.printed].append(said)
    return found


def _within(said: NameSaid) -> str:
    """Where a word stands and in whose list: ``清幺九 (pinyin-page:14)``."""
    place = f"{said.source}:{said.place}"
    return f"{label(said.of)} ({place})" if said.of else place


def _official(fan: str) -> bool:
    return names.fan(fan).official
