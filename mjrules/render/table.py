"""The fan table: one row a fan, each value with the sources that state it."""

from __future__ import annotations

import io
import re
import zipfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast

import msgspec

from mjrules import names, texts
from mjrules.audit.checks.exclusions import Lists
from mjrules.audit.checks.exclusions import whole_lists as whole_lists
from mjrules.audit.lineage import independent_lines
from mjrules.audit.statements import Statements, gather, in_order, is_fan, rule_key
from mjrules.audit.votes import held_by_line
from mjrules.claims import SCHEMA, Entry, Listing, Place, Source
from mjrules.errors import RulesError

if TYPE_CHECKING:
    from mjrules.rulesets import RuleSet

Field = Literal["points", "excludes"]
StatableValue = int | str | tuple[str, ...]
Format = Literal["md", "json", "csv", "html", "xlsx", "docx"]
Hold = Callable[[Iterable[tuple[str, Any]]], dict[int, set[Any]]]
"""From who states what to what each independent line holds."""
FORMATS: tuple[Format, ...] = ("md", "json", "csv", "html", "xlsx", "docx")


class Mention(NamedTuple):
    """One place where a source states something of a fan: an entry, or a name in a listing."""

    source: str
    place: Place
    printed: str | None
    points: int | None
    entry: Entry | None
    listing: Listing | None
    """The listing that names the fan, where the mention is no entry."""


class Witness(msgspec.Struct, frozen=True):
    """A source that states a value, and where."""

    source: str
    place: Place


class StatedValue(msgspec.Struct, frozen=True):
    """One value with all the sources that state it."""

    value: StatableValue
    by: tuple[Witness, ...]


class StatedBy(msgspec.Struct, frozen=True):
    """The values that the sources state: printed names, points, exclusion lists.

    A source that gives lists but none for this fan excludes nothing: an empty list, as the audit reads it.
    """

    names: tuple[StatedValue, ...]
    points: tuple[StatedValue, ...]
    excludes: tuple[StatedValue, ...]


class FanRow(msgspec.Struct, frozen=True):
    """One fan. ``points`` None: nobody states them, or the independent lines are divided evenly; ``excludes`` None:
    nobody has a list.

    ``excludes`` holds fan ids; a class word (同刻) and a printed word that nobody knows stand for themselves.
    ``conflicts`` names the fields on which the sources differ among themselves or from the rule set.
    """

    fan: str | None
    number: int | None
    names: dict[str, str]
    points: int | None
    excludes: tuple[str, ...] | None
    stated_by: StatedBy
    conflicts: tuple[Field, ...] = ()
    ruling: None = None

    @property
    def key(self) -> str:
        """The fan's id, or the printed name of one that nobody knows."""
        return self.fan or self.names["zh-Hans"]

    def label(self, lang: str) -> str:
        return readable(self.key, lang)


class FanTable(msgspec.Struct, frozen=True):
    ruleset: str | None
    sources: tuple[str, ...]
    fans: tuple[FanRow, ...]
    schema: str = SCHEMA


def fan_table(sources: Sequence[Source], ruleset: RuleSet | None) -> FanTable:
    """All 81 official fans in order, then the others that a source states.

    With a rule set the points and exclusions are its own; without one, the points that most independent lines state,
    and the exclusions that more than half of the lines with a list name.
    """
    said = gather(sources, ruleset)
    by_fan = mentions(said)
    lines = independent_lines(said)
    lists = whole_lists(said)
    hold = partial(held_by_line, lines=lines, leaders=said.leaders)
    rows = tuple(_row(fan, by_fan.get(fan, []), lists.get(fan, {}), ruleset, hold) for fan in fan_keys(by_fan))
    return FanTable(ruleset.id if ruleset else None, tuple(source.id for source in sources), rows)


def mentions(said: Statements) -> dict[str, list[Mention]]:
    """What is stated of each fan, by fan id, source by source; a fan nobody knows goes under its printed name."""
    found: dict[str, list[Mention]] = defaultdict(list)
    for source in said.sources:
        for entry in (each.entry for each in said.entries if each.source == source.id):
            found[entry.fan or entry.name].append(
                Mention(source.id, entry.place, entry.printed, entry.points, entry, None)
            )
        for listing in source.listings:
            for item in listing.items:
                found[item.fan or item.name].append(
                    Mention(source.id, item.place, item.printed, listing.points, None, listing)
                )
    return dict(found)


def fan_keys(stated: Iterable[str]) -> list[str]:
    """The 81 official fans, then the known others, then what nobody knows, each in its own order."""
    others = [key for key in stated if not is_fan(key) or not names.fan(key).official]
    known = [fan.id for fan in names.fans() if fan.official or fan.id in others]
    return known + sorted(set(others).difference(known))


def readable(key: str, lang: str) -> str:
    """The name of a fan in the reader's language; a class word and a word nobody knows stand for themselves."""
    return names.fan(key).label(lang) if is_fan(key) else key


def phrases(lang: str) -> Callable[..., str]:
    """The phrases of the reports in one language: ``phrases("en")("fan")``."""
    return lambda phrase, **parts: texts.say("report", phrase, lang, **parts)


def _row(fan: str, said: Sequence[Mention], lists: Lists, ruleset: RuleSet | None, hold: Hold) -> FanRow:
    rule = ruleset.rule(fan) if ruleset else None
    printed = _gather((each.printed, Witness(each.source, each.place)) for each in said)
    points = _gather((each.points, Witness(each.source, each.place)) for each in said)
    excludes = _gather((_in_order(each.keys), Witness(source, each.place)) for source, each in lists.items())
    own_points = rule.points if rule else _most(points, hold)
    own_excludes = _in_order(map(rule_key, rule.excludes)) if rule else _most_items(excludes, hold)
    differ: dict[Field, bool] = {
        "points": _differ(points, own_points if rule else None),
        "excludes": _differ(excludes, own_excludes if rule else None),
    }
    return FanRow(
        fan=fan if is_fan(fan) else None,
        number=names.fan(fan).number if is_fan(fan) else None,
        names=_names(fan),
        points=own_points,
        excludes=own_excludes,
        stated_by=StatedBy(printed, points, excludes),
        conflicts=tuple(field for field, differs in differ.items() if differs),
    )


def _names(fan: str) -> dict[str, str]:
    """The name to print in each language that has one of its own."""
    if not is_fan(fan):
        return {"zh-Hans": fan}
    return {lang: next(iter(spellings)) for lang, spellings in names.fan(fan).spellings.items()}


def _in_order(keys: Iterable[str]) -> tuple[str, ...]:
    """Each fan once, in the official order, so that equal lists are equal values."""
    return tuple(in_order(set(keys)))


def _gather(stated: Iterable[tuple[StatableValue | None, Witness]]) -> tuple[StatedValue, ...]:
    """Each different value once, in reading order, with those who state it."""
    by_value: dict[StatableValue, list[Witness]] = {}
    for value, witness in stated:
        if value is not None:
            by_value.setdefault(value, []).append(witness)
    return tuple(StatedValue(value, tuple(by)) for value, by in by_value.items())


def _differ(stated: Sequence[StatedValue], reference: StatableValue | None) -> bool:
    """Do the sources differ among themselves, or from the rule set's value where there is one?"""
    values = {each.value for each in stated}
    return len(values) > 1 or (reference is not None and bool(values - {reference}))


def _most(points: Sequence[StatedValue], hold: Hold) -> int | None:
    """The points with the most independent lines behind them; None when the lines are divided evenly."""
    votes = Counter(next(iter(values)) for values in hold(_stated_by(points)).values() if len(values) == 1)
    leading = [value for value, count in votes.items() if count == max(votes.values())]
    return cast(int, leading[0]) if len(leading) == 1 else None


def _most_items(lists: Sequence[StatedValue], hold: Hold) -> tuple[str, ...] | None:
    """The items that more than half of the lines with a list name; None when nobody has a list."""
    standing = hold(_stated_by(lists))
    named = Counter(item for values in standing.values() for item in set.intersection(*map(set, values)))
    return _in_order(item for item, count in named.items() if 2 * count > len(standing)) if standing else None


def _stated_by(stated: Sequence[StatedValue]) -> list[tuple[str, Any]]:
    return [(witness.source, each.value) for each in stated for witness in each.by]


# ---- writing ---------------------------------------------------------------------------------------------------------


def write(table: FanTable, format: Format, lang: str) -> str | bytes:
    """The table as a file: text for md, json, csv and html, bytes for xlsx and docx."""
    if format == "json":
        from mjrules.render.json import pretty

        return pretty(table)
    writers: dict[str, Callable[[FanTable, str], str | bytes]] = {
        "md": _markdown,
        "csv": _csv,
        "html": _html,
        "xlsx": _xlsx,
        "docx": _docx,
    }
    if format not in writers:
        raise RulesError(f"{format}: no such format of the fan table; there are {', '.join(FORMATS)}")
    return writers[format](table, lang)


class Cell(NamedTuple):
    """What stands in one cell, and whether it is disputed."""

    text: str
    disputed: bool = False


def _data(table: FanTable, lang: str) -> tuple[list[str], list[list[Cell]]]:
    """Head and rows for programs: one value a column, three columns a source."""
    say = phrases(lang)
    head = ["#", say("fan"), "id", say("points"), say("excludes")]
    for source in table.sources:
        head += [f"{source}: {say(key)}" for key in ("points", "excludes", "place")]
    rows = []
    for row in table.fans:
        cells = [Cell(str(row.number or "")), Cell(row.label(lang)), Cell(row.fan or ""), *_reference(row, lang)]
        for source in table.sources:
            cells += _stated(row, source, lang)
        rows.append(cells)
    return head, rows


def _reading(table: FanTable, lang: str) -> tuple[list[str], list[list[Cell]]]:
    """Head and rows for people: one column a source, as ``6 (57) +item −item``."""
    say = phrases(lang)
    head = ["#", say("fan"), say("points"), say("excludes"), *table.sources]
    rows = []
    for row in table.fans:
        cells = [Cell(str(row.number or "")), Cell(row.label(lang)), *_reference(row, lang)]
        rows.append(cells + [_brief(row, source, lang) for source in table.sources])
    return head, rows


def _reference(row: FanRow, lang: str) -> list[Cell]:
    """Points and exclusions of the row itself; where the lines are divided, all the points."""
    points = [row.points] if row.points is not None else [each.value for each in row.stated_by.points]
    return [
        Cell(" / ".join(map(str, points)), "points" in row.conflicts),
        Cell(_listed(row.excludes, lang), "excludes" in row.conflicts),
    ]


def _listed(value: StatableValue | None, lang: str) -> str:
    """A list in a cell: a dash for «excludes nothing», nothing where nobody says anything."""
    if value == ():
        return "–"
    words = value if isinstance(value, tuple) else ()
    return ("、" if lang.startswith("zh") else ", ").join(readable(word, lang) for word in words)


def _of(stated: Iterable[StatedValue], source: str) -> list[tuple[StatableValue, list[int]]]:
    """The values one source states, each with its lines."""
    found = []
    for each in stated:
        lines = dict.fromkeys(witness.place.line for witness in each.by if witness.source == source)
        if lines:
            found.append((each.value, list(lines)))
    return found


def _stated(row: FanRow, source: str, lang: str) -> list[Cell]:
    points, excludes = _of(row.stated_by.points, source), _of(row.stated_by.excludes, source)
    lines = sorted({line for _, where in points + excludes for line in where})
    return [
        Cell(" / ".join(str(value) for value, _ in points), any(value != row.points for value, _ in points)),
        Cell(" / ".join(_listed(value, lang) for value, _ in excludes), any(v != row.excludes for v, _ in excludes)),
        Cell(", ".join(map(str, lines))),
    ]


def _brief(row: FanRow, source: str, lang: str) -> Cell:
    """One source in a few signs: its points and lines, then what its list has more (+) or less (−) than the row's."""
    points = _of(row.stated_by.points, source)
    text = [f"{value} ({', '.join(map(str, lines))})" for value, lines in points]
    disputed = any(value != row.points for value, _ in points)
    for value, _ in _of(row.stated_by.excludes, source):
        own, reference = set(cast("tuple[str, ...]", value)), set(row.excludes or ())
        signs = [f"+{readable(word, lang)}" for word in _in_order(own - reference)]
        signs += [f"−{readable(word, lang)}" for word in _in_order(reference - own)]
        text += signs
        disputed = disputed or bool(signs)
    return Cell(" ".join(text), disputed)


def _title(table: FanTable, lang: str) -> str:
    return texts.say("report", "table-title", lang)


def _basis(table: FanTable, lang: str) -> str:
    """Whose points these are."""
    key = "table-basis-ruleset" if table.ruleset else "table-basis-majority"
    return texts.say("report", key, lang, ruleset=table.ruleset or "")


def _markdown(table: FanTable, lang: str) -> str:
    from mjrules.render.markdown import escape, table_lines

    head, rows = _reading(table, lang)
    cells = [
        [f"**{escape(cell.text)}**" if cell.disputed and cell.text else escape(cell.text) for cell in row]
        for row in rows
    ]
    lines = [
        f"# {_title(table, lang)}",
        "",
        _basis(table, lang),
        "",
        *table_lines([escape(each) for each in head], cells, "rlr"),
    ]
    return "\n".join(lines) + "\n"


def _csv(table: FanTable, lang: str) -> str:
    import csv

    head, rows = _data(table, lang)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(map(_inert, head))
    writer.writerows([_inert(cell.text) for cell in row] for row in rows)
    return out.getvalue()


def _inert(text: str) -> str:
    """A printed name that a spreadsheet would take for a formula, with the mark that makes it text."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


def _html(table: FanTable, lang: str) -> str:
    from mjrules.render.html import template

    head, rows = _reading(table, lang)
    return template("table.html.jinja").render(
        lang=lang, title=_title(table, lang), basis=_basis(table, lang), head=head, rows=rows
    )


def _xlsx(table: FanTable, lang: str) -> bytes:
    from openpyxl import Workbook
    from openpyxl.styles import Alignment, Font, PatternFill
    from openpyxl.utils import get_column_letter
    from openpyxl.worksheet.worksheet import Worksheet

    head, rows = _data(table, lang)
    book = Workbook()
    sheet = cast(Worksheet, book.active)
    sheet.title = _title(table, lang)
    disputed = PatternFill("solid", fgColor="FBD9D4")
    for y, row in enumerate([[Cell(each) for each in head], *rows], 1):
        for x, cell in enumerate(row, 1):
            at = sheet.cell(y, x, int(cell.text) if cell.text.isdecimal() and y > 1 else cell.text or None)
            if isinstance(at.value, str):
                at.data_type = "s"  # a printed name that begins with = is no formula
            at.alignment = Alignment(wrap_text=True, vertical="top")
            if y == 1:
                at.font = Font(bold=True)
            if cell.disputed:
                at.fill = disputed
    for x, text in enumerate(head, 1):
        wide = x in (2, 3) or texts.say("report", "excludes", lang) in text
        sheet.column_dimensions[get_column_letter(x)].width = 24 if wide else 12
    sheet.freeze_panes = "C2"
    sheet.auto_filter.ref = sheet.dimensions
    out = io.BytesIO()
    book.save(out)
    return _still(out.getvalue())


def _docx(table: FanTable, lang: str) -> bytes:
    from docx import Document
    from docx.enum.section import WD_ORIENT
    from docx.oxml import OxmlElement
    from docx.shared import Cm, Pt

    head, rows = _reading(table, lang)
    document = Document()
    section = document.sections[0]
    section.orientation = WD_ORIENT.LANDSCAPE
    section.page_width, section.page_height = Cm(29.7), Cm(21)
    section.left_margin = section.right_margin = section.top_margin = section.bottom_margin = Cm(1.5)
    document.styles["Normal"].font.size = Pt(8)
    document.add_heading(_title(table, lang))
    document.add_paragraph(_basis(table, lang))
    grid = document.add_table(rows=0, cols=len(head), style="Table Grid")
    grid.autofit = False
    widths = [Cm(width) for width in _word_widths(len(table.sources))]
    for column, width in zip(grid.columns, widths, strict=True):
        column.width = width
    for line in [[Cell(each, True) for each in head], *rows]:
        for at, cell, width in zip(grid.add_row().cells, line, widths, strict=True):
            at.width = width
            at.paragraphs[0].paragraph_format.space_after = Pt(0)
            at.paragraphs[0].add_run(cell.text).bold = cell.disputed
    grid.rows[0]._tr.get_or_add_trPr().append(OxmlElement("w:tblHeader"))
    out = io.BytesIO()
    document.save(out)
    return _still(out.getvalue())


def _word_widths(sources: int) -> list[float]:
    """Widths in cm on a landscape page: number, name, points and exclusions; the sources share the rest."""
    fixed = [1.0, 3.2, 1.6, 5.0]
    return fixed + [max(1.5, (26.7 - sum(fixed)) / max(sources, 1))] * sources


def _still(package: bytes) -> bytes:
    """The same Office file without the hour of its making, so that equal tables are equal files."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(package)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "docProps/core.xml":
                content = re.sub(rb"(<dcterms:\w+[^>]*>)[^<]*", rb"\g<1>2000-01-01T00:00:00Z", content)
            new.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()
