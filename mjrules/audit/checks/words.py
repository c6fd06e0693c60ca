"""Words in lists that are no official fans: unknown words, class words, house fans."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from mjrules import names
from mjrules.audit.model import Discrepancy, Phrase
from mjrules.audit.statements import NameSaid, Statements
from mjrules.audit.wording import discrepancy, listed, named, where


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
            near=(Phrase("unknown-name.near", {"fans": listed(near)}),) if (near := names.suggest(printed)) else (),
        )


def class_word(statements: Statements) -> Iterator[Discrepancy]:
    """A word for a family of fans where one fan should be named; one discrepancy a word, for all sources."""
    by_word: dict[str, list[NameSaid]] = defaultdict(list)
    for (_, printed), said in _grouped(statements, known=True).items():
        by_word[printed] += said
    for printed, said in by_word.items():
        members = _members(said[0])
        yield discrepancy(
            "class-word",
            "note",
            None,
            [each.statement() for each in said],
            fans=members,
            word=printed,
            members=listed(members),
            found=", ".join(dict.fromkeys(_within(each) for each in said)),
        )


def house_name_in_list(statements: Statements) -> Iterator[Discrepancy]:
    """The list of an official fan names a fan outside the official ones. A program may name the fans it has itself."""
    found: dict[tuple[str, str], list[NameSaid]] = defaultdict(list)
    own = _own_fans(statements)
    for said in statements.names:
        if said.role != "item" or not said.of or not said.fan or (said.source, said.fan) in own:
            continue
        if _official(said.of) and not _official(said.fan):
            found[said.of, said.fan].append(said)
    for (fan, item), said_so in found.items():
        says = [said.statement() for said in said_so]
        yield discrepancy(
            "house-name-in-list",
            "note",
            fan,
            says,
            fans=[item],
            item=named(item),
            place=where(says),
        )


def _own_fans(statements: Statements) -> set[tuple[str, str]]:
    """The fans that sources other than documents have entries for."""
    sheets = (source for source in statements.sources if source.kind == "sheet")
    return {(source.id, entry.fan) for source in sheets for entry in source.entries if entry.fan is not None}


def _grouped(statements: Statements, *, known: bool) -> dict[tuple[str, str], list[NameSaid]]:
    """Names that lead to no single fan, by source and writing: those of a known family, or those nobody knows."""
    found: dict[tuple[str, str], list[NameSaid]] = defaultdict(list)
    for said in statements.names:
        if said.fan is None and bool(_members(said)) is known:
            found[said.source, said.printed].append(said)
    return found


def _members(said: NameSaid) -> tuple[str, ...]:
    """The fans of the family a word names. The candidates of a word that nobody knows are proposals, and no family."""
    if printed := names.resolve(said.printed):
        return printed
    families = (each.members for each in names.class_words())
    return next((each for each in families if tuple(names.fan(fan).name for fan in each) == said.candidates), ())


def _within(said: NameSaid) -> str:
    """Where a word stands and in whose list: ``清幺九 (pinyin-page:14)``."""
    place = f"{said.source}:{said.place}"
    return f"{named(said.of)} ({place})" if said.of else place


def _official(fan: str) -> bool:
    return names.fan(fan).official
