"""The audit as Markdown, readable in a repository and as plain text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from mjrules import texts
from mjrules.audit.model import LEVELS, Audit, Discrepancy, Level, Statement
from mjrules.audit.statements import gather
from mjrules.audit.wording import FEW, restate
from mjrules.claims import Source
from mjrules.render.accepted import groups
from mjrules.render.files import LONGEST_FILE, told_apart
from mjrules.render.judged import once, told
from mjrules.render.reading import told as told_of_reading
from mjrules.render.table import fan_keys, mentions, phrases, readable
from mjrules.render.width import shortened
from mjrules.render.width import width as width_of

if TYPE_CHECKING:
    from mjrules.rulesets import RuleSet

TABULAR = frozenset({"points-differ", "points-differ-from-ruleset", "contradicts-itself", "fan-extra"})
"""Kinds of findings whose statements say it all: of few sources they are shown as a table of fans and sources."""


def markdown_report(audit: Audit, sources: Sequence[Source], ruleset: RuleSet | None, lang: str) -> str:
    """The audit as one Markdown text: sources, summary, then level by level and kind by kind."""
    say = phrases(lang)
    lead = say(
        "lead" if audit.discrepancies else "lead-nothing",
        sources=len(sources),
        lines=len({source.line for source in audit.sources}),
        fans=len(fan_keys(mentions(gather(sources, ruleset)))),
        found=len(audit.discrepancies),
    )
    compared = say("lead-ruleset", ruleset=ruleset.id) if ruleset else say("lead-no-ruleset")
    parts = [f"# {say('title')}", "", f"{lead} {compared}", "", f"## {say('sources')}", "", *_sources(audit, lang)]
    parts += _unreadable(audit, lang)
    if audit.discrepancies:
        parts += ["", f"## {say('summary')}", "", *_summary(audit, lang)]
    for level, found in groupby(once(audit.discrepancies), key=lambda each: each.level):
        parts += _level(level, list(found), audit, lang)
    parts += _accepted(audit, lang)
    return "\n".join(parts) + "\n"


def _sources(audit: Audit, lang: str) -> list[str]:
    say = phrases(lang)
    head = [say(key) for key in ("source", "file", "line", "entries", "listings", *LEVELS)]
    files = told_apart([source.path for source in audit.sources])
    sheets = any(source.kind == "sheet" for source in audit.sources)
    rows = []
    for source, name in zip(audit.sources, files, strict=True):
        file = shortened(name, LONGEST_FILE)
        named = Counter(each.level for each in audit.discrepancies if source.id in each.about)
        counts = (source.line, source.entries, source.listings, *(named[level] for level in LEVELS))
        how = [say(source.how)] if sheets else []
        rows.append([f"{escape(source.title)} (`{source.id}`)", escape(file), *how, *map(str, counts)])
    head[2:2] = [say("how")] if sheets else []
    align = "lll" if sheets else "ll"
    table = table_lines(head, rows, align + "r" * (len(head) - len(align)))
    return [*table, *_lines(audit, lang), *_reading(audit, lang)]


def _reading(audit: Audit, lang: str) -> Iterator[str]:
    """What was not read, or read with doubt."""
    said = [(source.id, line) for source in audit.sources for _, line in told_of_reading(source.messages, lang)]
    if said:
        yield from ["", f"### {phrases(lang)('reading')}", ""]
        yield from (f"- `{source}`: {escape(line)}" for source, line in said)


def _lines(audit: Audit, lang: str) -> Iterator[str]:
    """What the lines of sources are, where it is known, and what is known second-hand only."""
    say = phrases(lang)
    titles = {source.line: source.line_title for source in audit.sources if source.line_title}
    second_hand = [source.id for source in audit.sources if source.second_hand]
    yield from [""] if titles or second_hand else []
    for line, title in titles.items():
        yield f"- {say('line-title', line=line, title=escape(title))}"
    if second_hand:
        yield f"- {say('second-hand', sources=', '.join(f'`{source}`' for source in second_hand))}"


def _unreadable(audit: Audit, lang: str) -> Iterator[str]:
    if audit.unreadable:
        yield from ("", f"## {texts.say('report', 'unreadable', lang)}", "")
        files = told_apart([each.path for each in audit.unreadable])
        for file, each in zip(files, audit.unreadable, strict=True):
            yield f"- {escape(shortened(file, LONGEST_FILE))}: {escape(each.message)} (`{each.code}`)"


def _accepted(audit: Audit, lang: str) -> Iterator[str]:
    """What a baseline accepts, and what it no longer does."""
    if audit.accepted or audit.expired:
        yield from ("", f"## {texts.say('report', 'accepted-heading', lang)}", "")
    for group in groups(audit, lang):
        yield f"- {escape(group.said)}"
        yield from (f"  - {escape(which)}" for which in group.which)


def _summary(audit: Audit, lang: str) -> list[str]:
    say = phrases(lang)
    counts = Counter((each.level, each.code) for each in audit.discrepancies)
    rows = [
        [say(level), texts.say("audit", f"{code}.title", lang), f"[`{code}`](#{_anchor(level, code)})", str(count)]
        for (level, code), count in counts.items()
    ]
    return table_lines([say("level"), say("code"), "", say("count")], rows, "lllr")


def _level(level: Level, found: Sequence[Discrepancy], audit: Audit, lang: str) -> Iterator[str]:
    yield from ("", f"## {texts.say('report', f'{level}-heading', lang)}")
    for code, group in groupby(found, key=lambda each: each.code):
        same = [restate(each, lang) for each in group]
        # An anchor of our own, so that the summary leads here in every language.
        yield from ("", f'### <a id="{_anchor(level, code)}"></a>{texts.say("audit", f"{code}.title", lang)}', "")
        yield from (same[0].advice, "")
        tabular = code in TABULAR and len({said.source for each in same for said in each.says}) <= FEW
        yield from [*_by_source(same, audit, lang), *_judged(same, lang)] if tabular else _one_by_one(same, lang)


def _one_by_one(found: Sequence[Discrepancy], lang: str) -> Iterator[str]:
    for each in found:
        yield f"- {escape(each.message)}"
        yield from (f"  - {escape(line)}" for line in told(each, lang))


def _judged(found: Sequence[Discrepancy], lang: str) -> Iterator[str]:
    """What was decided of fans that stand in a table, below it."""
    decided = [(each, [*told(each, lang)]) for each in found]
    yield from [""] if any(lines for _, lines in decided) else []
    for each, lines in decided:
        yield from (f"- {escape(readable(each.fan or '', lang))}: {escape(line)}" for line in lines)


def _anchor(level: Level, code: str) -> str:
    """One kind of finding may be grave in one place and a note in another."""
    return f"{level}-{code}"


def _by_source(found: Sequence[Discrepancy], audit: Audit, lang: str) -> list[str]:
    """One row a fan, one column for each source that says anything here."""
    named = {said.source for each in found for said in each.says}
    columns = [source.id for source in audit.sources if source.id in named]
    rows = [
        [escape(readable(each.fan or "", lang)), *(_stated(each.says, column) for column in columns)] for each in found
    ]
    return table_lines([texts.say("report", "fan", lang), *columns], rows)


def _stated(says: Iterable[Statement], source: str) -> str:
    return "; ".join(
        f"{_value(said)} (:{said.place})" if said.place else _value(said) for said in says if said.source == source
    )


def _value(said: Statement) -> str:
    value = "、".join(said.value) if isinstance(said.value, list) else str("–" if said.value is None else said.value)
    return escape(value)


def escape(text: str) -> str:
    """Text of a document as text of Markdown: no sign of it may act as markup. Inside words _ is only itself."""
    return re.sub(r"([\\`*\[<|~&]|(?<!\w)_|_(?!\w))", r"\\\1", " ".join(text.split()))


def table_lines(head: Sequence[str], rows: Sequence[Sequence[str]], align: str = "") -> list[str]:
    """A Markdown table aligned by display width; ``align`` holds ``l`` or ``r`` a column, ``l`` beyond its end."""
    align = align.ljust(len(head), "l")
    widths = [max(3, *(width_of(line[x]) for line in (head, *rows))) for x in range(len(head))]

    def line(cells: Sequence[str]) -> str:
        padded = []
        for cell, width, side in zip(cells, widths, align, strict=True):
            blank = " " * (width - width_of(cell))
            padded.append(blank + cell if side == "r" else cell + blank)
        return f"| {' | '.join(padded)} |"

    rule = [
        ("-" * (width - 1) + ":") if side == "r" else "-" * width for width, side in zip(widths, align, strict=True)
    ]
    return [line(head), line(rule), *map(line, rows)]
