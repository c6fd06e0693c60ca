"""Reports for a person at a terminal: aligned and folded by display width, coloured only where asked."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from mjrules import names, texts
from mjrules.audit.codes import explain
from mjrules.audit.model import LEVELS, Audit, Discrepancy, Statement
from mjrules.audit.wording import FEW
from mjrules.claims import Entry, Item, Listing, Message, Source
from mjrules.render.accepted import groups
from mjrules.render.files import LONGEST_FILE, told_apart
from mjrules.render.judged import in_message, once, told
from mjrules.render.notes import note_of, note_text
from mjrules.render.paper import Paper
from mjrules.render.reading import spans
from mjrules.render.reading import told as told_of_reading
from mjrules.render.width import shortened

SHORT_TITLE = 37
"""Columns of a title where a report has many sources: each is to stand in one line, and the listings are not told."""
MOST_PLACES = 30
"""How many places of one source a note names."""

_MESSAGE_COLOURS = {"error": "error", "warning": "conflict", "info": "faint"}


def audit_text(audit: Audit, paper: Paper) -> str:
    """How many there are, what was compared, every discrepancy, gravest first, then how many of which code."""
    lines = [*_at_once(audit.discrepancies, paper), "", *_sources(audit, paper), *_unreadable(audit, paper), ""]
    discrepancies = once(audit.discrepancies)
    for level in LEVELS:
        found = [each for each in discrepancies if each.level == level]
        if found:
            lines += [paper.paint(level, f"{paper.say(f'level-{level}')} ({len(found)})"), ""]
            lines += _of_level(found, paper)
    lines += _accepted(audit, paper)
    return "\n".join([*lines, *_summary(audit.discrepancies, paper)]).rstrip() + "\n"


def extraction_text(sources: Sequence[Source], paper: Paper) -> str:
    """Per source: how it was read, how much stands in it, what the reader noticed, and every entry."""
    return "\n\n".join("\n".join(_source(source, paper)) for source in sources) + "\n"


def code_text(code: str, paper: Paper) -> str:
    """One kind of discrepancy explained: what it means, why it matters, how to settle it."""
    told = explain(code, paper.lang)
    lines = [f"{paper.paint('strong', code)}  {told.title}", "", *paper.fold(told.meaning, 2)]
    for key, text in (("code-why", told.why), ("code-settle", told.settle)):
        lines += ["", paper.paint("strong", paper.say(key)), *paper.fold(text, 2)]
    return "\n".join(lines) + "\n"


def _at_once(found: Sequence[Discrepancy], paper: Paper) -> Iterator[str]:
    """First, so that nobody has to scroll: how many at which level."""
    if found:
        count = Counter(each.level for each in found)
        levels = " · ".join(f"{paper.say(f'level-{level}')} {count[level]}" for level in LEVELS if count[level])
        yield from paper.fold(paper.say("at-once", total=len(found), levels=levels), 0, "strong")
    else:
        yield paper.paint("strong", paper.say("summary-none"))


def _accepted(audit: Audit, paper: Paper) -> Iterator[str]:
    """What a baseline accepts, and what it no longer does."""
    if not (audit.accepted or audit.expired):
        return
    yield paper.paint("strong", texts.say("report", "accepted-heading", paper.lang))
    for group in groups(audit, paper.lang):
        yield from paper.fold(group.said, 2)
        for which in group.which:
            yield from paper.fold(which, 6, "faint", "- ")
    yield ""


def _unreadable(audit: Audit, paper: Paper) -> Iterator[str]:
    if audit.unreadable:
        yield from ("", paper.paint("strong", paper.say("unreadable-heading")))
    for each in audit.unreadable:
        yield from paper.fold(f"{each.path}: {each.message}", 4, mark="· ")


def _titled(audit: Audit) -> list[str]:
    """Titles, with the file where the id does not tell which it is."""
    files = told_apart([source.path for source in audit.sources])
    return [
        source.title if file.rpartition(".")[0] == source.id else f"{source.title} ({shortened(file, LONGEST_FILE)})"
        for source, file in zip(audit.sources, files, strict=True)
    ]


def _sources(audit: Audit, paper: Paper) -> Iterator[str]:
    keys = ("id", "entries", "official", "listings", "line", "title")
    rows = [[paper.say(key) for key in keys]]
    rows += [
        [shortened(s.id, LONGEST_FILE), f"{s.entries}", f"{s.official}", f"{s.listings}", f"{s.line}", title]
        for s, title in zip(audit.sources, _titled(audit), strict=True)
    ]
    if any(source.kind == "sheet" for source in audit.sources):
        rows[0].insert(-1, paper.say("how"))
        for row, source in zip(rows[1:], audit.sources, strict=True):
            row.insert(-1, paper.say(source.how))
    if len(audit.sources) > FEW:
        rows = [[*row[:3], *row[4:-1], shortened(row[-1], SHORT_TITLE)] for row in rows]
    yield paper.paint("strong", paper.say("sources"))
    numbers = [column for column, cell in enumerate(rows[1]) if cell.isdigit()] if len(rows) > 1 else []
    yield from paper.table(rows, 2, right=numbers)
    yield ""
    if len({source.line for source in audit.sources}) < len(audit.sources):
        yield from paper.fold(paper.say("lines-explained"), 2)
    for line, title in {source.line: source.line_title for source in audit.sources if source.line_title}.items():
        yield from paper.fold(paper.say("line-title", line=line, title=title), 4, mark="· ")
    if any(source.second_hand for source in audit.sources):
        told = ", ".join(source.id for source in audit.sources if source.second_hand)
        yield from paper.fold(paper.say("second-hand", sources=told), 2)
    ruleset = paper.say("against", ruleset=audit.ruleset) if audit.ruleset else paper.say("against-none")
    yield from paper.fold(ruleset, 2)


def _of_level(found: Sequence[Discrepancy], paper: Paper) -> Iterator[str]:
    for code, group in groupby(found, key=lambda each: each.code):
        same = list(group)
        yield f"{paper.paint('strong', code)}  {_title(code, paper)} ({len(same)})"
        for each in same:
            yield from paper.fold(each.message, 4, mark="· ")
            yield from _statements(each, paper)
            for line in told(each, paper.lang):
                yield from paper.fold(line, 6, mark="= ")
        # The advice belongs to the code, so it is given once.
        for advice in dict.fromkeys(each.advice for each in same if each.advice):
            yield from paper.fold(paper.say("advice", advice=advice), 2, "faint")
        yield ""


def _title(code: str, paper: Paper) -> str:
    return texts.say("audit", f"{code}.title", paper.lang)


def _statements(found: Discrepancy, paper: Paper) -> Iterator[str]:
    """What is wrong or disputed is shown statement by statement; of the rest the places are enough."""
    if found.level in {"error", "conflict"} and len({each.source for each in found.says}) > FEW:
        for row in _grouped(found.says):
            yield from paper.fold(row, 8, mark="- ")
    elif found.level in {"error", "conflict"}:
        rows = [(f"{each.source}:{each.place}" if each.place else each.source, _states(each)) for each in found.says]
        if not all(in_message(found, place, said) for place, said in rows):
            yield from paper.table(rows, 6)
    elif len({each.source for each in found.says}) <= FEW and not _names_all_lines(found):
        yield from paper.fold("; ".join(_places(found.says, paper)), 4, "faint")


def _grouped(says: Sequence[Statement]) -> Iterator[str]:
    """Statements of many sources: each value once, with how many state it and where; that of most sources first."""
    groups: dict[str, list[Statement]] = {}
    for said in says:
        groups.setdefault(str(said.value), []).append(said)
    for same in sorted(groups.values(), key=lambda same: -len(same)):
        value = same[0].value
        written = ("、".join(value) or "–") if isinstance(value, list) else str(value)
        places = (f"{said.source}:{said.place}" if said.place else said.source for said in same)
        yield f"{len(same)} × {written}: {', '.join(places)}"


def _states(said: Statement) -> str:
    """What is printed, and the value where that is not the same."""
    value = "、".join(said.value) if isinstance(said.value, list) else "" if said.value is None else str(said.value)
    quote = said.quote or ""
    # A list's canonical names stand in the message; a number stands among the words of its quote.
    if quote and (isinstance(said.value, list) or value in {"", *quote.split()}):
        return quote
    return (value if quote in value else f"{value} «{quote}»") or "–"


def _names_all_lines(found: Discrepancy) -> bool:
    named = set(re.findall(r"\d+", found.message))
    return all(f"{each.place.line}" in named for each in found.says if each.place)


def _places(says: Sequence[Statement], paper: Paper) -> Iterator[str]:
    """The places by source, of many the first: ``scraped-page:1, 8, 12-26``."""
    for source in dict.fromkeys(each.source for each in says):
        lines = sorted({each.place.line for each in says if each.source == source and each.place})
        places = f"{source}:{spans(lines[:MOST_PLACES])}" if lines else source
        more = len(lines) - MOST_PLACES
        yield paper.say("more-places", places=places, count=more) if more > 0 else places


def _summary(found: Sequence[Discrepancy], paper: Paper) -> Iterator[str]:
    """Last, where a terminal shows it: how many of which code."""
    if not found:
        return  # the first line says so
    count = Counter((each.level, each.code) for each in found)
    rows = [(paper.say(f"level-{level}"), code, f"{count[level, code]}", _title(code, paper)) for level, code in count]
    yield from paper.table(rows, 2, right=(2,))
    yield paper.paint("strong", paper.say("summary", total=len(found)))


def _source(source: Source, paper: Paper) -> Iterator[str]:
    yield paper.paint("strong", f"{source.id}  {source.title}".rstrip())
    if not source.format:
        yield from paper.fold(paper.say("unreadable", path=source.path), 2)
    else:
        read_as = "read-as" if source.encoding else "read-as-package"
        yield from paper.fold(paper.say(read_as, path=source.path, format=source.format, encoding=source.encoding), 2)
        yield from _counts(source, paper)
    yield from _messages(source.messages, paper)
    own = [entry for entry in source.entries if entry.repeats is None]
    if own:
        yield ""
        yield from _entries(source, own, paper)
    if source.listings:
        yield ""
        yield from _listings(source.listings, paper)


def _messages(messages: Sequence[Message], paper: Paper) -> Iterator[str]:
    for level, said in told_of_reading(messages, paper.lang):
        yield from paper.fold(said, 4, _MESSAGE_COLOURS[level], "· ")


def _counts(source: Source, paper: Paper) -> Iterator[str]:
    own = [entry for entry in source.entries if entry.repeats is None]
    official = sum(entry.official for entry in own)
    excludes = [entry.excludes for entry in own if entry.excludes]
    yield from paper.fold(
        paper.say(
            "counts",
            entries=len(own),
            official=official,
            other=len(own) - official,
            copies=len(source.entries) - len(own),
            listings=len(source.listings),
            listed=sum(len(listing.items) for listing in source.listings),
        ),
        2,
    )
    yield from paper.fold(
        paper.say(
            "counts-lists",
            excludes=len(excludes),
            excluded=sum(map(len, excludes)),
            may=sum(bool(entry.may_count) for entry in own),
            also=sum(len(entry.also_counts) for entry in own),
            repairs=len(source.repairs),
        ),
        2,
    )


def _entries(source: Source, entries: Sequence[Entry], paper: Paper) -> list[str]:
    rows = [[paper.say(f"column-{key}") for key in ("place", "name", "points", "states")]]
    rows += [
        [
            f"{entry.place.line}",
            _name(entry, paper),
            "–" if entry.points is None else f"{entry.points}",
            _content(source, entry, paper),
        ]
        for entry in entries
    ]
    return paper.table(rows, 2, right=(0, 2))


def _points(points: int | None) -> str:
    return "–" if points is None else f"{points}"


def _name(entry: Entry, paper: Paper) -> str:
    """The fan as the reader calls it, in English with its Chinese name, which is what documents print. Names keep their
    characters where nobody knows the fan."""
    if not entry.fan or paper.lang == "zh-Hans":
        return entry.name
    spoken = names.fan(entry.fan).label(paper.lang)
    return f"{spoken} {entry.name}" if paper.lang == "en" and spoken != entry.name else spoken


def _content(source: Source, entry: Entry, paper: Paper) -> str:
    """Everything an entry states besides name and points, in the order a person would ask, and what a sheet remarks."""
    remarks = [*_remarks(entry, paper)]
    if note := note_of(source, entry):
        remarks.append(paper.say("remark", note=note_text(note, paper.lang)))
    return "; ".join(remarks) if paper.lang == "en" else "；".join(remarks)


def _remarks(entry: Entry, paper: Paper) -> Iterator[str]:
    if entry.printed is None:
        yield paper.say(f"identified-{entry.identified_by}")
    elif entry.printed != entry.name:
        yield paper.say("printed", printed=entry.printed)
    for key, items in (("excludes", entry.excludes), ("may-count", entry.may_count)):
        if items:
            yield paper.say(key, items=_printed(items))
    for items in entry.also_counts:
        yield paper.say("also-counts", items=_printed(items))
    if entry.ranks:
        yield paper.say("ranks", ranks=entry.ranks)
    if entry.cut_off:
        yield paper.say("cut-off")


def _printed(items: Iterable[Item]) -> str:
    return "、".join(f"{item.condition or ''}{item.printed}" for item in items)


def _listings(listings: Sequence[Listing], paper: Paper) -> list[str]:
    rows = [[paper.say("column-place"), paper.say("column-points"), paper.say("listings")]]
    for listing in listings:
        listed = "、".join(("*" if item.marked else "") + item.printed for item in listing.items)
        rows.append([f"{listing.place}", _points(listing.points), listed])
    return paper.table(rows, 2, right=(1,))
