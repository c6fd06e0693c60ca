"""Names: misprinted, differing from source to source, lost."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from mjrules import names
from mjrules.audit.model import Discrepancy, Phrase, Statement
from mjrules.audit.statements import NameSaid, Role, Statements, in_order, label
from mjrules.audit.wording import at, by_name, discrepancy, named, word
from mjrules.claims import Entry, Source

ROLES: tuple[Role, ...] = ("entry", "listing", "item")
"""Where a name weighs most: an entry's own name before one in a listing or a list."""


def misprinted_name(statements: Statements) -> Iterator[Discrepancy]:
    """A name printed with a known misprint; one discrepancy a source and spelling."""
    mended = {source.id: _mended_names(source) for source in statements.sources}
    found: dict[tuple[str, str, str], list[NameSaid]] = defaultdict(list)
    for said in statements.names:
        # What was mended as damage is told as damage.
        if said.fan and names.is_misprint(said.printed) and said.printed not in mended[said.source]:
            found[said.fan, said.source, said.printed].append(said)
    for (fan, source, printed), places in found.items():
        yield discrepancy(
            "misprinted-name",
            "note",
            fan,
            [said.statement() for said in places],
            source=source,
            printed=printed,
            count=len(places),
            lines=", ".join(dict.fromkeys(str(said.place) for said in places)),
        )


def _mended_names(source: Source) -> set[str]:
    return {repair.printed for repair in source.repairs if repair.changes_meaning}


def name_variant(statements: Statements) -> Iterator[Discrepancy]:
    """One fan under several names of one language, among the sources or in one; script alone makes no other name."""
    found: dict[tuple[str, str], dict[tuple[str, str], Statement]] = defaultdict(dict)
    for said in sorted(statements.names, key=lambda said: ROLES.index(said.role)):
        written = _written(said.fan, said.printed) if said.fan else None
        if said.fan and written:
            place = Statement(said.source, written, said.place, said.printed)
            found[said.fan, _language(said.fan, written)].setdefault((said.source, written), place)
    order = [source.id for source in statements.sources]
    for fan in in_order({fan for fan, _ in found}):
        for language in (language for each, language in found if each == fan):
            says = sorted(found[fan, language].values(), key=lambda said: order.index(said.source))
            if len({_compared(str(said.value), language) for said in says}) > 1:
                yield discrepancy("name-variant", "note", fan, says, found=by_name(says))


def _compared(written: str, language: str) -> str:
    """平胡 and 平和 are two names; another capital or a gloss in brackets (Upper Tiles (7-9)) makes none."""
    return written if language == "zh" else names.fold(written.partition("(")[0])


_CHINESE = frozenset({"zh-Hans", "zh-Hant", "ja"})
"""Languages that write the names of the game alike, but for the forms of characters."""


def _language(fan: str, spelling: str) -> str:
    """The language a name is of; names in several (Double Pung) are of the first that has them."""
    having = (lang for lang, known in names.fan(fan).spellings.items() if spelling in known)
    return next(("zh" if lang in _CHINESE else lang.partition("-")[0] for lang in having), "zh")


def _written(fan: str, printed: str) -> str | None:
    """The spelling in simplified characters; None for what is no spelling of the fan, as damage is not."""
    if names.is_misprint(printed) or names.resolve(printed) != (fan,):
        return None
    simplified = names.fan(fan).spellings["zh-Hans"]
    if printed in simplified:
        return printed
    return next((spelling for spelling in simplified if names.fold(spelling) == names.fold(printed)), printed)


def name_lost(statements: Statements) -> Iterator[Discrepancy]:
    """Entries without a name, and how they were known for what they are; one discrepancy a source."""
    for source in statements.sources:
        own = (said.entry for said in statements.entries if said.source == source.id)
        nameless = [entry for entry in own if entry.printed is None]
        if not nameless:
            continue
        ways: dict[str, int] = defaultdict(int)
        for entry in nameless:
            ways[entry.identified_by] += 1
        known = [entry.fan for entry in nameless if entry.fan is not None]
        doubtful = [_doubted(source.id, entry) for entry in nameless if entry.fan is None or len(entry.candidates) > 1]
        yield discrepancy(
            "name-lost",
            "note",
            None,
            [Statement(source.id, label(entry.fan or entry.name), entry.place, None) for entry in nameless],
            fans=in_order(dict.fromkeys(known)),
            source=source.id,
            count=len(nameless),
            ways=", ".join(f"{word(f'by-{way}')} {ways[way]}" for way in sorted(ways)),
            doubt=(
                Phrase("name-lost.doubt", {"names": ", ".join(doubtful)}) if doubtful else Phrase("name-lost.no-doubt"),
            ),
        )


def _doubted(source: str, entry: Entry) -> str:
    """Where the entry stands and what it may be: ``小四喜 / 小三元 (scraped-page:45)``."""
    may_be = entry.candidates or (entry.name,)
    fans = (ids[0] if len(ids := names.resolve(name)) == 1 else name for name in may_be)
    return f"{' / '.join(map(named, fans))} ({at(source, entry.place)})"
