"""The report as one HTML file that needs nothing else: no network, no fonts, no second file.

All languages of the file stand in it side by side; the style sheet shows the one that ``<html lang>`` names, so that
the report can be read without its script, and the script only switches, searches and filters.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from msgspec.structs import replace

from mjrules import names, texts
from mjrules.audit.model import LEVELS, Audit, AuditedSource, Discrepancy, Level, Statement
from mjrules.audit.statements import gather, key
from mjrules.audit.wording import FEW, restate
from mjrules.claims import Entry, Item, Place, Source
from mjrules.render.accepted import groups
from mjrules.render.files import LONGEST_FILE, told_apart
from mjrules.render.in_languages import InLanguages, Said
from mjrules.render.judged import TONES, Tone, once, statuses, tone_of, word
from mjrules.render.judged_lists import NO_LISTS, Lists, ListsView, heading, heading_of_examples, see_finding, told_in
from mjrules.render.judged_page import Judgement, differs, drawn, has_hands, judgement, marked
from mjrules.render.lineage import Lane, lineage_svg, shared_errors
from mjrules.render.notes import note_of, note_text
from mjrules.render.reading import told as told_of_reading
from mjrules.render.table import FanRow, Mention, fan_table, mentions
from mjrules.render.tiles import symbols
from mjrules.render.width import shortened

if TYPE_CHECKING:
    from jinja2 import Environment, Template
    from markupsafe import Markup

    from mjrules.rulesets import RuleSet

TEMPLATES = Path(__file__).parent / "templates"

State = Literal["agrees", "same", "idle", "points", "list", "wrong", "listed", "damaged", "unrecorded", "absent"]
SIGNS: Mapping[State, str] = {
    **{"agrees": "✓", "same": "≈", "idle": "∅", "points": "≠", "list": "±"},
    **{"wrong": "✗", "listed": "≡", "damaged": "!", "unrecorded": "·", "absent": "–"},
}
"""Each state has a sign of its own, for those who do not see the colour."""

LEVEL_SIGNS: Mapping[Level, str] = {"error": "!", "conflict": "≠", "omission": "○", "note": "i"}

CODE_STATES: Mapping[str, State] = {
    "points-differ": "points",
    "points-differ-from-ruleset": "points",
    "exclusions-differ": "list",
    "exclusions-differ-from-ruleset": "list",
    "damaged-text": "damaged",
    "range-impossible": "damaged",
    "unknown-name": "damaged",
}
"""What a finding makes of the cells of the sources it names."""

GRAVE: tuple[Level, ...] = ("error", "conflict")
GRAVEST: tuple[State, ...] = ("wrong", "damaged", "points", "list", "idle", "same")
JUDGED: tuple[State, ...] = ("wrong", "idle", "same")
"""What only a verdict can tell."""
HARMLESS: frozenset[Tone] = frozenset({"idle", "fine"})
"""Items that lists may differ in without any score being another."""
OF_ALL = frozenset({"exclusion-empty", "exclusion-too-broad"})
"""Kinds of findings whose verdict is on the list of every source they name."""
PICTURE = 720
"""Units across the picture of the lines; it is scaled to its place."""
CHIPS = 8
"""How many fans the summary names at once; the others unfold."""

COLUMNS = ("printed", "points", "excludes", "may-count", "also-counts", "value", "quote", "place")
"""Columns whose heads a narrow screen repeats in every row."""
HEADS = ("source", "printed", "points", "excludes", "may-count", "also-counts", "place")
"""Columns of what the sources say of a fan."""


class Finding(NamedTuple):
    """A discrepancy as the page shows it."""

    anchor: str
    found: Discrepancy
    message: Said
    advice: Said
    sources: tuple[int, ...]
    """Numbers of the sources it is about."""
    judgement: Judgement | None
    verdicts: str
    """The status of every verdict in it, for the filter."""


class Cell(NamedTuple):
    """What one source says of one fan, as one cell of the matrix shows it."""

    source: AuditedSource
    target: str
    state: State
    points: str
    items: int
    odd_points: bool
    """Points other than the row's own stand in it."""
    odd_list: bool
    """The list differs, and is not the row's own either."""
    title: Said


class ShownItem(NamedTuple):
    """An item of an exclusion list as printed. Where the lists differ: how many of them name it."""

    printed: str
    having: int
    all: int
    title: Said
    mark: str = ""
    """The class of its verdict."""

    @property
    def partial(self) -> bool:
        return self.having < self.all


class Line(NamedTuple):
    """One statement of a source: a row in the section of the fan."""

    mention: Mention
    items: tuple[ShownItem, ...]
    note: Said
    """What a sheet remarks; empty where it does not."""


class FanView(NamedTuple):
    anchor: str
    row: FanRow
    search: str
    cells: tuple[Cell, ...]
    lines: tuple[tuple[Line, ...], ...]
    """The statements, source by source."""
    findings: tuple[Finding, ...]
    shared: tuple[Finding, ...]
    """Grave findings about several fans at once, this one among them."""
    lists: ListsView = NO_LISTS

    @property
    def gravest(self) -> Level:
        return min((each.found.level for each in self.findings), key=LEVELS.index)

    @property
    def silent(self) -> tuple[str, ...]:
        """The sources that say nothing of the fan."""
        return tuple(cell.source.id for cell in self.cells if cell.state == "absent")

    @property
    def unrecorded(self) -> tuple[str, ...]:
        """The sources of which it is not known whether they say anything of it."""
        return tuple(cell.source.id for cell in self.cells if cell.state == "unrecorded")


class SourceView(NamedTuple):
    number: int
    source: AuditedSource
    file: str
    kin: tuple[str, ...]
    """The other sources of the same independent line."""
    levels: Mapping[Level, int]
    bar: tuple[tuple[State, int, int], ...]
    """How the cells of the official fans fall into states: state, start, length."""
    reading: tuple[Said, ...]
    """What was not read, or read with doubt."""


class LineView(NamedTuple):
    """The sources of one line, where the report has many."""

    number: int
    title: str
    sources: tuple[SourceView, ...]


class SameSaid(NamedTuple):
    """One value of a finding and all who state it, where the report has many sources."""

    value: str
    says: tuple[Statement, ...]


class CodeView(NamedTuple):
    code: str
    level: Level
    title: Said
    advice: Said
    findings: tuple[Finding, ...]


class Tier(NamedTuple):
    title: Said
    fans: tuple[FanView, ...]


def html_report(audit: Audit, sources: Sequence[Source], ruleset: RuleSet | None, lang: str) -> str:
    """The whole audit as one page in ``lang`` and the other languages it can be switched to."""
    return template("report.html.jinja").render(_Page(audit, sources, ruleset, lang).parts())


def template(name: str) -> Template:
    return _environment().get_template(name)


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    loader = FileSystemLoader(TEMPLATES)
    environment = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    css, js = asset("report.css"), asset("report.js")
    environment.globals.update(css=css, js=js, policy=page_policy(js, css))
    return environment


def asset(name: str) -> Markup:
    """A style sheet or script of ours, to stand in the page as it is."""
    from markupsafe import Markup

    return Markup((TEMPLATES / name).read_text(encoding="utf-8"))


def page_policy(script: str, *styles: str) -> str:
    """What a page may do: run its one script and use the style sheets in it, and nothing else."""
    allowed = " ".join(f"'{_hash(style)}'" for style in styles)
    return f"default-src 'none'; style-src {allowed}; script-src '{_hash(script)}'; img-src data:"


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


class _Page(InLanguages):
    """The parts of one page. It lives as long as one rendering."""

    def __init__(self, audit: Audit, sources: Sequence[Source], ruleset: RuleSet | None, lang: str) -> None:
        super().__init__("report", lang)
        # Of many sources those of one line stand together, and what would be said of each is said once.
        self.many = len(audit.sources) > FEW
        if self.many:
            audit = replace(audit, sources=_by_line(audit.sources))
        self.audit = audit
        self.numbers = {source.id: number for number, source in enumerate(audit.sources, 1)}
        self.files = dict(zip(self.numbers, told_apart([source.path for source in audit.sources]), strict=True))
        self.ruleset = ruleset
        self.table = fan_table(sources, ruleset)
        self.mentions = mentions(gather(sources, ruleset))
        self.by_id = {source.id: source for source in sources}
        anchors = _anchors(audit.discrepancies)
        untold = once(audit.discrepancies)
        self.findings = tuple(map(self._finding, anchors, audit.discrepancies, untold))
        told = told_in((each.anchor, own) for each, own in zip(self.findings, untold, strict=True))
        # Of many sources there are hundreds of examples; those that something is wrong with are findings.
        examples = () if self.many else audit.examples
        self.lists = Lists(audit.exclusions, examples, told, self.languages)
        self.paths: dict[str, int] = {}

    def parts(self) -> dict[str, Any]:
        fans = tuple(self._fan(row, number) for number, row in enumerate(self.table.fans, 1))
        shown = {each.anchor for fan in fans for each in fan.findings}
        sources = tuple(self._source(source, fans) for source in self.audit.sources)
        lines = tuple(_lines(sources))
        verdicts = self.verdicts()
        return {
            "many": self.many,
            "line_views": lines,
            "lineage": self.lineage(lines),
            "verdicts": verdicts,
            "tiles": symbols_where(self.audit),
            "lists_heading": heading(self.languages),
            "examples_heading": heading_of_examples(self.languages),
            "see_finding": see_finding(self.languages),
            "path_number": self.path_number,
            "paths": self.paths,
            "heads": HEADS,
            "drawn": drawn,
            "marked": marked,
            "same_said": _same_said,
            "lang": self.lang,
            "languages": self.languages,
            "levels": LEVELS,
            "level_signs": LEVEL_SIGNS,
            "signs": SIGNS,
            "legend": [each for each in SIGNS if self._is_possible(each, bool(verdicts))],
            "chips": CHIPS,
            "audit": self.audit,
            "ruleset": self.ruleset,
            "totals": {level: sum(each.found.level == level for each in self.findings) for level in LEVELS},
            "lines": len({source.line for source in self.audit.sources}),
            "official": len(names.official()),
            "sources": sources,
            "codes": self._codes(),
            "tiers": self._tiers(fans),
            "fans": fans,
            "accepted": self._accepted(),
            "fan_of": {fan.row.fan: fan for fan in fans},
            "alone": tuple(each for each in self.findings if each.anchor not in shown),
            "unreadable": tuple(
                zip(told_apart([each.path for each in self.audit.unreadable]), self.audit.unreadable, strict=True)
            ),
            "captions": self.captions(),
            "policy": self.policy(),
            "name": self.name,
            "state_of": self.state,
            "title_of": self.title,
            "t": self.spans,
            "tr": self.spans_of,
            "say": self.say,
            "attributes": self.attributes,
            "place_text": self.place,
            "place_title": self.place_title,
            "short": short,
            "lost": self.lost,
            "as_printed": as_printed,
            "value": written,
        }

    # ---- texts in all languages of the file ---------------------------------------------------------------------

    def title(self, code: str) -> Said:
        """What a kind of finding is called."""
        return {lang: texts.say("audit", f"{code}.title", lang) for lang in self.languages}

    def captions(self) -> Markup:
        """Style rules with the heads of columns, in each language."""
        from markupsafe import Markup

        rule = 'html[lang="{}"] .c-{}:not(:empty)::before {{ content: {}; }}'
        rules = (
            rule.format(lang, column, json.dumps(said, ensure_ascii=False))
            for column in COLUMNS
            for lang, said in self.say(column).items()
        )
        narrow = "@media screen and (max-width: 64rem) {\n" + "\n".join(rules) + "\n}\n"
        return Markup(narrow + "".join(self._heads() if self.many else ()))

    def _heads(self) -> Iterator[str]:
        """The heads of columns that stand over every fan; of many sources their words stand only here."""
        for column in HEADS:
            for lang, said in self.say(column).items():
                content = json.dumps(said, ensure_ascii=False)
                yield f'html[lang="{lang}"] .h-{column}::before {{ content: {content}; }}\n'

    def policy(self) -> str:
        return page_policy(asset("report.js"), asset("report.css"), self.captions())

    def name(self, row: FanRow) -> Said:
        return {lang: row.label(lang) for lang in self.languages}

    # ---- sources and findings -----------------------------------------------------------------------------------

    def place(self, source: str, place: Place | None) -> str:
        """``page.html:120``: where a person finds the statement."""
        file = short(self.files[source])
        return f"{file}:{place}" if place else file

    def place_title(self, source: str, place: Place | None) -> str:
        """What the place leaves out: the rest of a long name, the way to a cell of a table."""
        file = self.files[source]
        return ", ".join(([file] if short(file) != file else []) + ([place.path] if place and place.path else []))

    def path_number(self, source: str, place: Place | None) -> int | None:
        """What a place leaves out, as a number: of many sources the same words would stand a thousand times."""
        whole = self.place_title(source, place)
        return self.paths.setdefault(whole, len(self.paths)) if whole else None

    def _finding(self, anchor: str, found: Discrepancy, untold: Discrepancy) -> Finding:
        """``untold``: the same with only those verdicts that no finding before it tells."""
        in_languages = {lang: restate(found, lang, ids=False) for lang in self.languages}
        return Finding(
            anchor,
            found,
            {lang: each.message for lang, each in in_languages.items()},
            {lang: each.advice for lang, each in in_languages.items()},
            tuple(sorted(self.numbers[source] for source in found.about)),
            judgement(untold, self.languages),
            " ".join(statuses(found)),
        )

    def _is_possible(self, state: State, judged: bool) -> bool:
        """Whether a cell may be in a state: some need verdicts, one a sheet that does not have all of its source."""
        if state == "unrecorded":
            return any(source.partial for source in self.audit.sources)
        return judged or state not in JUDGED

    def _accepted(self) -> tuple[tuple[Said, tuple[Said, ...]], ...]:
        """What a baseline accepts: each reason, and which findings of which kinds."""
        told = zip(*([*groups(self.audit, lang)] for lang in self.languages), strict=True)
        return tuple(
            (
                {lang: group.said for lang, group in zip(self.languages, same, strict=True)},
                tuple(
                    dict(zip(self.languages, which, strict=True))
                    for which in zip(*(group.which for group in same), strict=True)
                ),
            )
            for same in told
        )

    def verdicts(self) -> list[tuple[str, Said]]:
        """The verdicts that stand in the report, gravest first; with none there is nothing to choose."""
        present = {status for each in self.findings for status in statuses(each.found)}
        return [(each, {lang: word(each, lang) for lang in self.languages}) for each in TONES if each in present]

    def lineage(self, lines: Sequence[LineView]) -> Markup | str:
        """The picture of who copied whom in each language; nothing where every source stands alone."""
        from markupsafe import Markup

        if all(line.number == 0 for line in lines):
            return ""
        pictures = {lang: self._picture(lines, lang) for lang in self.languages}
        return Markup("".join(f'<span class="t" lang="{lang}">{svg}</span>' for lang, svg in pictures.items()))

    def _picture(self, lines: Sequence[LineView], lang: str) -> str:
        def say(phrase: str, **parts: object) -> str:
            return texts.say("report", phrase, lang, **parts)

        lanes = []
        for line in lines:
            key = "line-title" if line.title else "line-alone" if line.number else "stand-alone"
            sources = tuple((each.number, each.source.id) for each in line.sources)
            lanes.append(Lane(say(key, line=line.number, title=line.title), sources, bool(line.number)))
        return lineage_svg(
            lanes,
            shared_errors(self.audit),
            PICTURE,
            say("lineage"),
            lambda one, other, n: say("lineage-shared", one=one, other=other, n=n),
        )

    def _source(self, source: AuditedSource, fans: Sequence[FanView]) -> SourceView:
        number = self.numbers[source.id]
        named = Counter(each.found.level for each in self.findings if number in each.sources)
        states = Counter(fan.cells[number - 1].state for fan in fans if fan.row.number)
        bar, start = [], 0
        for state in SIGNS:
            bar.append((state, start, states[state]))
            start += states[state]
        kin = tuple(each.id for each in self.audit.sources if each.line == source.line and each.id != source.id)
        return SourceView(
            number,
            source,
            self.files[source.id],
            kin,
            {level: named[level] for level in LEVELS},
            tuple(bar),
            self._reading(source),
        )

    def _reading(self, source: AuditedSource) -> tuple[Said, ...]:
        spoken = [[said for _, said in told_of_reading(source.messages, lang)] for lang in self.languages]
        return tuple(dict(zip(self.languages, said, strict=True)) for said in zip(*spoken, strict=True))

    def _codes(self) -> tuple[CodeView, ...]:
        """The kinds of findings, gravest first, as the audit sorted them."""
        groups: dict[tuple[Level, str], list[Finding]] = defaultdict(list)
        for each in self.findings:
            groups[each.found.level, each.found.code].append(each)
        return tuple(
            CodeView(code, level, self.title(code), found[0].advice, tuple(found))
            for (level, code), found in groups.items()
        )

    # ---- fans ---------------------------------------------------------------------------------------------------

    def _tiers(self, fans: Sequence[FanView]) -> Iterator[Tier]:
        """The rows under their points where a rule set tells them, else official and other fans."""
        groups: dict[tuple[bool, int], tuple[Said, list[FanView]]] = {}
        for fan in fans:
            rule = self.ruleset.rule(fan.row.fan) if self.ruleset and fan.row.fan else None
            title = (
                self.say("tier", points=rule.points)
                if rule
                else self.say("tier-official" if fan.row.number else "tier-others")
            )
            groups.setdefault((bool(fan.row.number), rule.points if rule else 0), (title, []))[1].append(fan)
        return (Tier(title, tuple(members)) for title, members in groups.values())

    def _fan(self, row: FanRow, number: int) -> FanView:
        anchor = f"fan-{row.fan or f'unknown-{number}'}"
        said = self.mentions.get(row.key, [])
        own = tuple(each for each in self.findings if row.fan and each.found.fan == row.fan)
        shared = tuple(each for each in self.findings if each.found.fan is None and row.fan in each.found.fans)
        return FanView(
            anchor=anchor,
            row=row,
            search="\n".join(_spellings(row)),
            cells=tuple(self._cell(source, row, anchor, said, own + shared) for source in self.audit.sources),
            lines=tuple(
                tuple(self._line(each, own) for each in said if each.source == source.id)
                for source in self.audit.sources
            ),
            findings=own,
            shared=tuple(each for each in shared if each.found.level in GRAVE),
            lists=self.lists.of(row.fan),
        )

    def _cell(
        self, source: AuditedSource, row: FanRow, anchor: str, said: Sequence[Mention], found: Sequence[Finding]
    ) -> Cell:
        own = [each for each in said if each.source == source.id]
        points = list(dict.fromkeys(each.points for each in own if each.points is not None))
        items = {key(item) for each in own if each.entry for item in each.entry.excludes}
        state = _state(source, own, (_seen(each.found, source.id) for each in found))
        return Cell(
            source=source,
            target=f"{anchor}-s{self.numbers[source.id]}",
            state=state,
            points=" / ".join(map(str, points)),
            items=len(items),
            odd_points=row.points is not None and any(each != row.points for each in points),
            odd_list=state == "list" and items != set(row.excludes or ()),
            title=self._title(row, source.id, state, points if own else None, len(items)),
        )

    def _title(self, row: FanRow, source: str, state: State, points: Sequence[int] | None, items: int) -> Said:
        """The cell in words."""
        said = [self.state(state)]
        if items:
            said.insert(0, self.say("cell-items", n=items))
        if points is not None:
            written = " / ".join(map(str, points))
            said.insert(0, self.say("cell-points", points=written) if points else self.say("cell-no-points"))
        return {
            lang: f"{row.label(lang)} · {source}: {', '.join(each[lang] for each in said)}" for lang in self.languages
        }

    def state(self, state: State) -> Said:
        return self.say(f"{state}-state")

    def _line(self, mention: Mention, found: Sequence[Finding]) -> Line:
        items = mention.entry.excludes if mention.entry else ()
        differing = next((each.found for each in found if each.found.code == "exclusions-differ"), None)
        fan = mention.entry.fan if mention.entry else None
        return Line(mention, tuple(self._item(item, fan, differing) for item in items), self._note(mention))

    def _note(self, mention: Mention) -> Said:
        note = note_of(self.by_id[mention.source], mention.entry) if mention.entry else None
        return {lang: note_text(note, lang) for lang in self.languages} if note else {}

    def _item(self, item: Item, fan: str | None, differing: Discrepancy | None) -> ShownItem:
        mark = self.lists.mark(fan, item)
        if differing is None:
            return ShownItem(as_printed(item), 0, 0, {}, mark)
        sources = next((each.sources for each in differing.items if (each.fan or each.name) == key(item)), ())
        lists = len({said.source for said in differing.says})
        title = self.say("in-lists", name=item.name, n=len(sources), all=lists, sources=", ".join(sources))
        title = {} if self.many else title
        return ShownItem(as_printed(item), len(sources), lists, title, mark)

    def lost(self, entry: Entry) -> Said:
        """How an entry without a name was known."""
        by = self.say(f"by-{entry.identified_by}")
        return {lang: texts.say("report", "name-lost", lang, how=by[lang]) for lang in self.languages}


def symbols_where(audit: Audit) -> Markup | str:
    """The faces of the tiles, where there is a hand to draw."""
    from markupsafe import Markup

    verdicts = [*(each.verdict for each in audit.exclusions), *(each.verdict for each in audit.examples)]
    drawn_in_lists = any(each.witness for each in verdicts)
    return Markup(symbols()) if drawn_in_lists or has_hands(audit.discrepancies) else ""


def _anchors(found: Sequence[Discrepancy]) -> Iterator[str]:
    """A name for each finding that stays when others come and go, so that a link to it can be kept."""
    count: Counter[str] = Counter()
    for each in found:
        about = each.fan or "-".join(each.about[:1]) or "all"
        anchor = re.sub(r"[^\w-]+", "-", f"d-{each.code}-{about}")
        count[anchor] += 1
        yield anchor if count[anchor] == 1 else f"{anchor}.{count[anchor]}"


def _by_line(sources: Sequence[AuditedSource]) -> tuple[AuditedSource, ...]:
    """Sources of one line together, those that stand alone behind them."""
    size = Counter(source.line for source in sources)
    return tuple(sorted(sources, key=lambda source: (size[source.line] == 1, source.line)))


def _lines(sources: Sequence[SourceView]) -> Iterator[LineView]:
    """The lines with several sources; those that stand alone are told together, as line 0."""
    size = Counter(each.source.line for each in sources)
    for number in dict.fromkeys(each.source.line if size[each.source.line] > 1 else 0 for each in sources):
        members = tuple(each for each in sources if number == (each.source.line if size[each.source.line] > 1 else 0))
        titles = (each.source.line_title for each in members if number and each.source.line_title)
        yield LineView(number, next(titles, ""), members)


def _same_said(found: Discrepancy) -> list[SameSaid]:
    """Each value once with all who state it, that of most first."""
    groups: dict[str, list[Statement]] = defaultdict(list)
    for said in found.says:
        groups[written(said)].append(said)
    return [SameSaid(value, tuple(says)) for value, says in sorted(groups.items(), key=lambda each: -len(each[1]))]


def short(file: str) -> str:
    """The name of a file as far as there is room for it."""
    return shortened(file, LONGEST_FILE)


def as_printed(item: Item) -> str:
    """An item with the source's own limit on it, where that is not part of the printed name."""
    return (
        f"{item.printed}（{item.condition}）" if item.condition and item.condition not in item.printed else item.printed
    )


def written(said: Statement) -> str:
    """What a statement says, in writing."""
    return "、".join(said.value) if isinstance(said.value, list) else str("" if said.value is None else said.value)


def _spellings(row: FanRow) -> dict[str, None]:
    """Every name under which a person may look for the fan."""
    found = [row.key, *row.names.values(), *(str(each.value) for each in row.stated_by.names)]
    if row.fan:
        fan = names.fan(row.fan)
        found += [*(word for words in fan.spellings.values() for word in words), *fan.misprints]
    return dict.fromkeys(found)


def _seen(found: Discrepancy, source: str) -> State | None:
    """What a finding makes of the cell of one source; a note leaves it as it is, unless it holds what is wrong."""
    if source not in found.about:
        return None
    if state := _judged(found, source):
        return state
    if found.level == "note":
        return None
    if found.code == "contradicts-itself":
        return "list" if any(isinstance(said.value, list) for said in found.says) else "points"
    return CODE_STATES.get(found.code)


def _judged(found: Discrepancy, source: str) -> State | None:
    """What the verdicts of a finding say of one source: it lists what is proved wrong or what never applies, or differs
    in words only."""
    own = [each.verdict for each in found.items if source in each.sources]
    own += [found.verdict] if len(found.about) == 1 or found.code in OF_ALL else []
    tones = {tone_of(each) for each in own if each}
    if "wrong" in tones:
        return "wrong"
    lists = {said.source for said in found.says if isinstance(said.value, list)}
    differing = [each.verdict for each in found.items if differs(each, lists)]
    if any(each is None or tone_of(each) not in HARMLESS for each in differing):
        return None
    if "idle" in tones:
        return "idle"
    return "same" if differing and found.level != "note" else None


def _state(source: AuditedSource, own: Sequence[Mention], seen: Iterator[State | None]) -> State:
    """The gravest of what was found; else whether there is an entry, only a listing, or nothing. What a partial source
    does not have is no silence of it."""
    states = set(seen)
    for state in GRAVEST:
        if state in states:
            return state
    if not own:
        return "unrecorded" if source.partial else "absent"
    return "agrees" if any(each.entry for each in own) else "listed"
