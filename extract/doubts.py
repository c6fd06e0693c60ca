"""What a person should know about how a document was read: fans known otherwise than by name, words and points that
could not be read, text that belongs to no entry."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby, islice
from typing import TYPE_CHECKING

from extract import vocabulary
from extract.gather import Draft
from extract.heads import OFFICIAL_POINTS, Head, Span
from extract.messages import message
from extract.readers import tables
from mjrules import names
from mjrules.claims import Entry, Message

if TYPE_CHECKING:
    from extract.entries import Reading

_LONGEST_QUOTE = 40
_SEVERAL = 2
"""Entries without points in a document without any: one alone may be a sentence that somebody tries."""
_PRICE = re.compile(rf"[^\s,。;:()]{{0,6}}\d[\d./~\-]*\s*{vocabulary.UNIT}[^\s,。;:()]{{0,6}}")
_OPEN_END = re.compile(r"(?:[^\w。.!?)\]】\n]|[和及与或])*\n(?:[^\w。.!?\n]|[和及与或])*")
"""The end of the line of a list that has none itself, and no bracket that closes."""
_UNREADABLE = re.compile(f"[{vocabulary.UNREADABLE}]")
_LOST = re.compile(f"[?{vocabulary.UNREADABLE}]")
_TITLE = re.compile(rf"{vocabulary.KEYWORD}(?:的?番[种型])?|{vocabulary.UNIT}(?:\([^()]*\))?")
_SECOND_PRICE = re.compile(
    rf"[\s,;(/]*(?P<words>[^\d\s。;,()]{{0,8}}(?:\d{{2}}(?:\d{{2}})?(?:规则|版|年[起后]?[为改]{{0,2}}))?(?P<points>\d{{1,3}})\s*{vocabulary.UNIT})"
)
"""A price beside the price of a name: that of other rules, or of something else."""
_POINTS_BELOW = re.compile(rf"[^\S\n]*\n\s*(?P<words>(?P<points>\d{{1,2}})\s*{vocabulary.UNIT})[^\S\n]*(?=\n|$)")
_ODD_PRICE = re.compile(
    rf"\s*:?\s*(?:{_LOST.pattern}\s*{vocabulary.UNIT}|\d+\s*[/~.\-]\s*\d+\s*{vocabulary.UNIT}?|\d+\s*{vocabulary.UNIT}?\s*\([^()]*\)\s*\d+\s*(?:\([^()]*\))?"
    rf"|\d+\s*{vocabulary.UNIT}?\s*\(\s*\d+\s*{vocabulary.UNIT}?\s*\)"
    rf"|\d{{1,3}}\s*{vocabulary.UNIT}?\t\s*\d{{1,3}}\s*{vocabulary.UNIT}?)"
)


def doubts(reading: Reading, entries: Sequence[Entry]) -> Iterator[Message]:
    """The messages about one document, whose entries these are."""
    if not entries and not reading.gathered.listings:
        yield message("no-fans", "warning")
    priced = _runs_with_points(reading.drafts)
    numbered = {id(draft) for draft, _ in (*reading.gathered.numbers, *reading.gathered.pages)}
    elsewhere = _priced_elsewhere(reading, entries)
    unsaid = 0
    for draft, entry in zip(reading.drafts, entries, strict=True):
        yield from _of_name(entry)
        yield from _of_items(entry)
        if entry.runs_into:
            yield message("list-runs-into-head", "info", entry.runs_into.place, name=entry.runs_into.name)
        odd = list(_of_points(reading, draft, entry))
        yield from odd
        unsaid += 0 if odd or id(draft) in numbered else _SEVERAL if _has_number(reading.text, draft) else 1
        awaited = draft.head and (draft.head.own_price or draft.run in priced) and id(draft) not in numbered
        if not odd and entry.points is None and awaited and id(entry) not in elsewhere:
            yield message("points-missing", "info", entry.place, name=entry.name)
        yield from _own_names(reading, draft, entry)
        yield from _names_alone(reading, draft, entry)
    if elsewhere:
        first = next(entry for entry in entries if id(entry) in elsewhere)
        yield message("points-elsewhere", "info", first.place, count=len(elsewhere), name=first.name)
    if unsaid >= _SEVERAL and len(elsewhere) < len(entries) and _nobody_has_points(entries):
        yield message("no-points", "warning", entries[0].place)
    if entries and entries[-1].cut_off:
        yield message("text-cut-off", "warning", entries[-1].place, name=entries[-1].name)
    yield from _of_lists(reading, entries)
    yield from _of_text(reading)
    yield from _of_glyphs(reading)


def _runs_with_points(drafts: Sequence[Draft]) -> frozenset[int]:
    """The runs of entries of which any has points: there an entry without them has lost its own, or is no entry."""
    of_run: dict[int, list[bool]] = {}
    for draft in drafts:
        if draft.head:
            of_run.setdefault(draft.run, []).append((draft.points or draft.tier) is not None)
    return frozenset(run for run, priced in of_run.items() if any(priced))


def _priced_elsewhere(reading: Reading, entries: Sequence[Entry]) -> frozenset[int]:
    """The entries, by identity, that stand beside others without points and whose points another entry or a listing
    states: one table has the points, and another one the lists."""
    priced = {entry.fan for entry in entries if entry.points is not None}
    for listing in reading.gathered.listings:
        if listing.points is not None:
            fans = (names.resolve(reading.text[slice(*listed.name)]) for listed in listing.items)
            priced.update(own[0] for own in fans if len(own) == 1)
    found: set[int] = set()
    for bare, group in groupby(entries, key=lambda entry: entry.points is None):
        own = [entry for entry in group if entry.printed is not None and entry.fan in priced]
        if bare and len(own) >= _SEVERAL:
            found.update(map(id, own))
    return frozenset(found)


def _nobody_has_points(entries: Sequence[Entry]) -> bool:
    """Whether names were found and points beside none of them."""
    return any(entry.printed is not None for entry in entries) and all(entry.points is None for entry in entries)


def _has_number(text: str, draft: Draft) -> bool:
    """Whether a number that might be the points stands in the line of a name."""
    if draft.head is None:
        return False
    start, end = draft.head.name
    before = text[max(0, start - _LONGEST_QUOTE) : start].rpartition("\n")[2]
    behind = text[end : min(draft.head.body[1], end + 2 * _LONGEST_QUOTE)]
    return any(
        int(number) in OFFICIAL_POINTS for number in re.findall(r"(?<![\w.])\d{1,3}(?![\w.])", f"{before} {behind}")
    )


def nearest_names(printed: str) -> tuple[str, ...]:
    """The names most like one that nobody knows: proposals for a person."""
    if _LOST.search(printed) and (fitting := names.fitting(printed, f"?{vocabulary.UNREADABLE}")):
        return tuple(names.fan(fan).name for fan in fitting)
    return tuple(names.fan(fan).name for fan in names.suggest(printed))


def _of_name(entry: Entry) -> Iterator[Message]:
    if entry.fan is None:
        code = "name-in-doubt"
        if entry.printed is not None:
            code = "class-word-entry" if names.resolve(entry.printed) else "unknown-name"
        candidates = "、".join(entry.candidates) or "–"
        yield message(code, "warning", entry.place, printed=entry.printed or "", candidates=candidates)
    elif entry.printed is None:
        yield message(f"name-from-{entry.identified_by}", "info", entry.place, name=entry.name)


def _of_items(entry: Entry) -> Iterator[Message]:
    for item in (*entry.excludes, *entry.may_count, *(item for items in entry.also_counts for item in items)):
        if item.fan is None and not item.candidates:
            candidates = "、".join(nearest_names(item.printed)) or "–"
            yield message("unknown-name", "warning", item.place, printed=item.printed, candidates=candidates)


def _of_points(reading: Reading, draft: Draft, entry: Entry) -> Iterator[Message]:
    """Points printed in a way that leaves open what they are: 6/8番, 从6番改为8番."""
    if draft.head is None:
        return
    start, end = draft.head.body
    if draft.points is not None:
        if draft.head.points is None and draft.spans:
            start, end = draft.spans[0]  # the points stand below the name, and this behind them
        second = _SECOND_PRICE.match(reading.text, start, min(end, start + _LONGEST_QUOTE))
        second = second or _rest_below(reading.text, draft.head)
        if second and vocabulary.number(second["points"]) != draft.points:
            span = second.span("words")
            yield message("second-price", "warning", reading.place(span), words=reading.printed(span), name=entry.name)
        return
    printed = _ODD_PRICE.match(reading.text, start, end)
    if not printed and entry.points is None:
        printed = _PRICE.search(reading.text, start, min(end, start + _LONGEST_QUOTE))
    if printed:
        span = printed.span()
        yield message("points-not-read", "warning", reading.place(span), words=reading.printed(span), name=entry.name)


def _rest_below(text: str, head: Head) -> re.Match[str] | None:
    """Points alone on the line below a name with a number (七对 2 / 4番): a heading, or the rest of the number. Where
    several such lines stand in a text, they are headings."""
    rest = _POINTS_BELOW.match(text, head.span[1]) if head.bare else None
    if not rest or vocabulary.number(f"{head.points}{rest['points']}") not in vocabulary.TIERS:
        return None
    return rest if len(list(islice(_POINTS_BELOW.finditer(text), 2))) == 1 else None


def _own_names(reading: Reading, draft: Draft, entry: Entry) -> Iterator[Message]:
    """幺九刻: …则不再计算幺九刻. That says how often it counts, not what else does."""
    for clause in draft.clauses:
        listed = (names.resolve(reading.text[item.start : item.end]) for item in clause.items)
        if entry.fan and (entry.fan,) in listed:
            yield message("own-name-listed", "info", reading.place((clause.start, clause.end)), name=entry.name)


def _names_alone(reading: Reading, draft: Draft, entry: Entry) -> Iterator[Message]:
    """A cell or a text of nothing but names: whether they count or not is not said (番种|番数|包含番种)."""
    listed = {item.start for clause in draft.clauses for item in clause.items}
    for start, end in draft.spans:
        for cell in re.finditer(r"[^\t]+", reading.text[start:end]):
            first = start + cell.start() + len(cell[0]) - len(cell[0].lstrip())
            own_name = names.resolve(cell[0].strip()) == (entry.fan,)
            span = (first, start + cell.end())
            if _only_names().fullmatch(cell[0]) and listed.isdisjoint(range(*span)) and not own_name:
                yield message("names-alone", "warning", reading.place(span), words=reading.printed(span))


def _below_open_lists(reading: Reading) -> Iterator[Span]:
    """Names alone right below a list that has no end: entries of their own, as they are read, or the rest of the list.
    Where names stand alone in other places of the document, too, they are its entries."""
    alone = [draft.head.name for draft in reading.drafts if draft.head and _is_alone(reading.text, draft)]
    listed = [listing.items[0].name for listing in reading.gathered.listings if listing.items]
    ends = {clause.end for draft in reading.drafts for clause in draft.clauses[-1:]}
    below = {end.end() for at in ends if (end := _OPEN_END.match(reading.text, at))}
    found: list[Span] = []
    for name in sorted((*alone, *listed)):
        if name[0] in below and reading.level_of(name) >= 0:
            found.append(name)
            if end := _OPEN_END.match(reading.text, name[1]):
                below.add(end.end())
    if set(alone) <= set(found):
        yield from found


def _is_alone(text: str, draft: Draft) -> bool:
    """Whether nothing but other names is said of an entry in its line."""
    if draft.head is None or draft.points is not None:
        return False
    said = re.search(r"\w", text[slice(*draft.head.body)]) or draft.definitions or draft.clauses
    return not said or bool(_joined_name().match(text, draft.head.name[1]))


@cache
def _joined_name() -> re.Pattern[str]:
    return re.compile(rf"(?:[^\w。.:!?\n]|[和及与或])+{vocabulary.name_pattern()}")


@cache
def _only_names() -> re.Pattern[str]:
    label = rf"(?:[{vocabulary.CHINESE}]{{2,8}}:)?"
    return re.compile(rf"\s*{label}\s*{vocabulary.name_pattern()}(?:[、,/;\s]+{vocabulary.name_pattern()})*[\s。]*")


def _of_lists(reading: Reading, entries: Sequence[Entry]) -> Iterator[Message]:
    gathered = reading.gathered
    for span in _below_open_lists(reading):
        yield message("names-below-list", "info", reading.place(span), words=reading.printed(span))
    for span in gathered.glued:
        yield message("glued-word", "info", reading.place(span), word=reading.printed(span))
    for code, spans in (
        ("list-not-read", gathered.unlisted),
        ("list-runs-on", gathered.cut),
        ("negation-not-read", gathered.denied),
        ("negation-lost", gathered.affirmed),
        ("keyword-lost", gathered.bare_lists),
        ("counted-instead", gathered.instead),
        ("contains-not-read", gathered.contained),
        ("columns-mixed", gathered.mixed),
        ("points-of-whom", gathered.labels),
    ):
        for span in spans:
            yield message(
                code,
                "warning",
                reading.place(span),
                words=reading.printed((span[0], min(span[1], span[0] + 2 * _LONGEST_QUOTE)))[:_LONGEST_QUOTE],
            )
    for span in gathered.referring:
        yield message("refers-elsewhere", "info", reading.place(span), words=reading.printed(span))
    for draft, span in gathered.numbers:
        if draft.points is None and draft.head:
            name = reading.printed(draft.head.name)
            yield message("points-not-read", "warning", reading.place(span), words=reading.printed(span), name=name)
    if pages := gathered.pages:
        draft, first = pages[0]
        name = reading.printed(draft.head.name) if draft.head else ""
        words = reading.printed(first)
        yield message("numbers-no-points", "warning", reading.place(first), words=words, name=name, count=len(pages))
    stated = {entry.fan for entry in entries}
    for statement in gathered.statements:
        if statement.fan not in stated:
            place = reading.place((statement.clause.start, statement.clause.end))
            yield message("statement-without-entry", "warning", place, name=names.fan(statement.fan).name)


def _of_text(reading: Reading) -> Iterator[Message]:
    begins_with_a_name = [draft for draft in reading.identified.unnamed if _begins_with_its_name(reading.text, draft)]
    unnamed = [draft for draft in reading.identified.unnamed if draft not in begins_with_a_name]
    named = [(draft.start, draft.end) for draft in begins_with_a_name]
    for span in sorted([*reading.gathered.unread, *reading.identified.unread, *named]):
        if _is_header(reading.text[slice(*span)]):
            continue
        begins = reading.printed((span[0], min(span[1], span[0] + _LONGEST_QUOTE)))[:10]
        yield message("unread-text", "info", reading.place(span), begins=begins)
    for draft in unnamed:
        fans = "、".join(names.fan(fan).name for fan in draft.candidates)
        yield message("unnamed-text", "info", reading.place((draft.start, draft.end)), names=fans)


def _begins_with_its_name(text: str, draft: Draft) -> bool:
    """Whether a text worded like a fan begins with the name of that fan: then no name is lost, it is no head."""
    name = re.compile(rf"\W*({vocabulary.name_pattern()})").match(text, draft.start, draft.end)
    return bool(name and set(names.resolve(name[1])) & set(draft.candidates))


def _is_header(text: str) -> bool:
    """Whether a text is what was left of the header of a table."""
    if all(map(tables.is_title, filter(str.strip, text.split("\t")))):
        return True
    words = re.findall(r"[^\s|]+", text)
    return all(_TITLE.fullmatch(word) or word in vocabulary.HEADER_WORDS for word in words)


def _of_glyphs(reading: Reading) -> Iterator[Message]:
    """Characters of the document that stand for what could not be read; one message a block."""
    original = reading.mended.original
    for _, glyphs in groupby(
        _UNREADABLE.finditer(original), key=lambda glyph: reading.places.block_at(glyph.start()).line
    ):
        first = next(glyphs)
        around = original[max(0, first.start() - 4) : first.end() + 4].split("\n")
        words = next(part for part in around if first[0] in part).strip()
        yield message("unreadable-glyph", "warning", reading.places.place(*first.span()), words=words)
