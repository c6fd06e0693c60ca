"""The fan table: one row a fan, each value with the sources that state it."""

from __future__ import annotations

import io
import re
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast

import msgspec

from mjrules import names, rulings, texts
from mjrules.audit.canon import Canon, Mention, Why, Witness, canon, fan_keys, mentions
from mjrules.audit.checks.exclusions import Lists
from mjrules.audit.checks.exclusions import whole_lists as whole_lists
from mjrules.audit.lineage import independent_lines
from mjrules.audit.statements import gather, in_order, is_fan, rule_key
from mjrules.audit.votes import held_by_line
from mjrules.claims import SCHEMA, Source
from mjrules.errors import RulesError
from mjrules.render import why as reasons
from mjrules.render.why import readable

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

    from mjrules.rulesets import RuleSet

Field = Literal["points", "excludes"]
StatableValue = int | str | tuple[str, ...]
Format = Literal["md", "json", "csv", "html", "xlsx", "docx"]
Hold = Callable[[Iterable[tuple[str, Any]]], dict[int, set[Any]]]
"""From who states what to what each independent line holds."""
FORMATS: tuple[Format, ...] = ("md", "json", "csv", "html", "xlsx", "docx")
FEW_SOURCES = 6
"""So many sources have a column each where people read; the formats for programs have all of them."""

__all__ = [
    "FORMATS",
    "FanRow",
    "FanTable",
    "Format",
    "Mention",
    "StatedBy",
    "StatedValue",
    "Witness",
    "canonical_table",
    "fan_keys",
    "fan_table",
    "mentions",
    "phrases",
    "readable",
    "whole_lists",
    "write",
]


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
    ruling: str | None = None
    """The ruling that decided the points."""
    why: Why | None = None
    """In a regenerated table: why each value stands, and who states it."""
    is_out: bool = False
    """In the table of an edition: a fan that the edition does not have. It has no values there."""

    @property
    def key(self) -> str:
        """The fan's id, or the printed name of one that nobody knows."""
        return self.fan or self.names["zh-Hans"]

    def label(self, lang: str) -> str:
        return readable(self.key, lang)


class FanTable(msgspec.Struct, frozen=True):
    """``own``: of the sources read those that speak for the edition; ``lines``: the independent line of each;
    ``second_hand``: those that are known through others who quote them."""

    ruleset: str | None
    sources: tuple[str, ...]
    fans: tuple[FanRow, ...]
    own: tuple[str, ...] = ()
    lines: dict[str, int] = {}
    second_hand: tuple[str, ...] = ()
    schema: str = SCHEMA

    @property
    def is_judged(self) -> bool:
        """Is it a regenerated one, with a reason for each value?"""
        return any(row.why for row in self.fans)


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
    read = tuple(source.id for source in sources)
    return FanTable(ruleset.id if ruleset else None, read, rows, second_hand=_second_hand(sources))


def _second_hand(sources: Sequence[Source]) -> tuple[str, ...]:
    return tuple(source.id for source in sources if source.second_hand)


def canonical_table(sources: Sequence[Source], ruleset: RuleSet | None) -> FanTable:
    """The table regenerated from the sources by the rules of ``mjrules.audit.canon``, each value with its reason.

    With a rule set: its edition, in its own order, then the fans that are none of its own; their points are blank.
    """
    found = canon(sources, ruleset)
    plain = {row.key: row for row in fan_table(sources, None).fans}
    rows = [_judged(plain.get(fan) or _unstated(fan), why, found) for fan, why in found.fans.items()]
    if ruleset:
        rows.sort(key=_edition_order)  # stable: what has no number stays where it was
    read = tuple(source.id for source in sources)
    return FanTable(found.ruleset, read, tuple(rows), found.own, found.lines, _second_hand(sources))


def _unstated(fan: str) -> FanRow:
    """The row of a fan that only the rule set has."""
    return FanRow(fan, names.fan(fan).number, _names(fan), None, None, StatedBy((), (), ()))


def _edition_order(row: FanRow) -> tuple[bool, float]:
    assert row.why is not None
    order = row.why.order.value
    return row.is_out, order if isinstance(order, int) and not row.is_out else float("inf")


def _judged(row: FanRow, why: Why, found: Canon) -> FanRow:
    """The row with the values that won. A fan that is none of the edition's has none."""
    out = found.ruleset is not None and not why.member.value
    points = None if out else cast("int | None", why.points.value)
    excludes = None if out or not why.has_list else tuple(str(each.value) for each in why.excludes)
    differ: dict[Field, bool] = {
        "points": _differ(row.stated_by.points, points),
        "excludes": _differ(row.stated_by.excludes, excludes),
    }
    return msgspec.structs.replace(
        row,
        points=points,
        excludes=excludes,
        conflicts=tuple(field for field, differs in differ.items() if differs),
        ruling=None if out else why.points.ruling,
        why=why,
        is_out=out,
    )


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


def _data(table: FanTable, lang: str, *, why: bool = True) -> tuple[list[str], list[list[Cell]]]:
    """Head and rows for programs: one value a column, three columns a source. ``why``: the reasons too."""
    say = phrases(lang)
    head = ["#", say("fan"), "id", say("points"), say("excludes")]
    why = why and table.is_judged
    if why:
        head += [reasons.say(key, lang) for key in ("why-points", "why-excludes", "why-order", "member", "disputed")]
    for source in table.sources:
        marked = texts.say("annotate", "second-hand", lang, source=source) if source in table.second_hand else source
        head += [f"{marked}: {say(key)}" for key in ("points", "excludes", "place")]
    rows = []
    for row in table.fans:
        cells = [Cell(_number(row, table)), Cell(row.label(lang)), Cell(row.fan or ""), *_reference(row, lang)]
        cells += _why_cells(row, lang) if why else []
        for source in table.sources:
            cells += _stated(row, source, lang)
        rows.append(cells)
    return head, rows


def _reading(table: FanTable, lang: str) -> tuple[list[str], list[list[Cell]]]:
    """Head and rows for people: one column a source, as ``6 (57) +item −item``.

    A regenerated table says with signs why a value stands, and in a last column which rulings decided; many sources
    have no columns, and what the table does not take of theirs stands there too.
    """
    say = phrases(lang)
    sources = _columns(table)
    head = ["#", say("fan"), say("points"), say("excludes"), *sources]
    last = "rulings" if sources else "disputed"
    head += [reasons.say(last, lang)] if table.is_judged else []
    rows = []
    for row in table.fans:
        cells = [Cell(_number(row, table)), Cell(row.label(lang)), *_reference(row, lang, signs=True)]
        cells += [_brief(row, source, lang) for source in sources]
        rows.append(cells + ([Cell(_disputed(row, lang, briefly=bool(sources)))] if row.why else []))
    return head, rows


def _columns(table: FanTable) -> tuple[str, ...]:
    """The sources that have a column where people read."""
    return () if table.is_judged and len(table.sources) > FEW_SOURCES else table.sources


def _number(row: FanRow, table: FanTable) -> str:
    """The official number; in the table of an edition that edition's own."""
    if table.ruleset and row.why:
        return "" if row.is_out else str(row.why.order.value or "")
    return str(row.number or "")


def _reference(row: FanRow, lang: str, *, signs: bool = False) -> list[Cell]:
    """Points and exclusions of the row itself; where the lines are divided, all the points."""
    points = [row.points] if row.points is not None else [each.value for each in row.stated_by.points if not row.is_out]
    text, listed = " / ".join(map(str, points)), _listed(row.excludes, lang)
    if row.why and row.excludes:
        items = (reasons.item(each, lang) + (reasons.sign(each) if signs else "") for each in row.why.excludes)
        listed = reasons.comma(lang).join(items)
    if row.why and signs and row.points is not None:
        text = f"{text} {reasons.sign(row.why.points)}".rstrip()
    return [Cell(text, "points" in row.conflicts), Cell(listed, "excludes" in row.conflicts)]


def _why_cells(row: FanRow, lang: str) -> list[Cell]:
    """Why each value stands: of the list, each item with its own reason."""
    why = row.why
    assert why is not None
    out = row.is_out
    items = (
        reasons.say("with-reason", lang, item=reasons.item(each, lang), why=reasons.reason(each, lang))
        for each in why.excludes
    )
    member = reasons.say(f"member.{str(bool(why.member.value)).lower()}", lang)
    return [
        Cell("" if out else reasons.reason(why.points, lang)),
        Cell("" if out else reasons.say("joint", lang).join(items)),
        Cell("" if out else reasons.reason(why.order, lang)),
        Cell(reasons.say("with-reason", lang, item=member, why=reasons.reason(why.member, lang))),
        Cell(_disputed(row, lang)),
    ]


def _disputed(row: FanRow, lang: str, *, briefly: bool = False) -> str:
    """What the table does not take, the rulings that decided, and of a fan that is none of the edition's the reason.

    ``briefly``: without the first, where the sources have columns of their own.
    """
    assert row.why is not None
    why_out = reasons.say("out", lang, why=reasons.reason(row.why.member, lang))
    told = [why_out] if row.is_out else []
    if not briefly:
        others = [(each.value, each.by) for each in row.stated_by.points if each.value != row.points]
        told += reasons.not_taken(row.why, others, lang)
    return reasons.say("joint", lang).join([*told, *reasons.by_rulings(row.why)])


def _listed(value: StatableValue | None, lang: str) -> str:
    """A list in a cell: a dash for «excludes nothing», nothing where nobody says anything."""
    if value == ():
        return "–"
    words = value if isinstance(value, tuple) else ()
    return reasons.comma(lang).join(readable(word, lang) for word in words)


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
    """Whose values these are, and what the signs mean."""
    return " ".join(filter(None, _judged_basis(table, lang) if table.is_judged else _plain_basis(table, lang)))


def _plain_basis(table: FanTable, lang: str) -> Iterator[str]:
    key = "table-basis-ruleset" if table.ruleset else "table-basis-majority"
    yield texts.say("report", key, lang, ruleset=table.ruleset or "")
    yield _through_others(table, lang)


def _through_others(table: FanTable, lang: str) -> str:
    """Which sources are known second-hand only."""
    told = reasons.comma(lang).join(table.second_hand)
    return texts.say("report", "second-hand", lang, sources=told) if told else ""


def _judged_basis(table: FanTable, lang: str) -> Iterator[str]:
    if table.ruleset:
        own = table.own or rulings.editions().get(table.ruleset, ())
        key = "basis-edition" if table.own else "basis-absent"
        yield reasons.say(key, lang, ruleset=table.ruleset, own=reasons.comma(lang).join(own))
    else:
        yield reasons.say("basis-lines", lang)
    if _columns(table):
        yield reasons.say("columns", lang)
    yield _through_others(table, lang)
    shown = [row.why for row in table.fans if row.why and not row.is_out]
    standing = [each for why in shown for each in (why.points, *why.excludes)]
    yield reasons.legend(lang, map(reasons.sign, standing))


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

    head, rows = _data(table, lang, why=False)
    book = Workbook()
    sheet = cast("Worksheet", book.active)
    sheet.title = _title(table, lang)
    excludes = texts.say("report", "excludes", lang)
    _fill(sheet, head, rows, [24 if x in (2, 3) or excludes in text else 12 for x, text in enumerate(head, 1)], "C2")
    if table.is_judged:
        widths = (6, 24, 24, 14, 24, 36, 8, 8, 80)
        _fill(book.create_sheet(reasons.say("why-sheet", lang)), *_why_rows(table, lang), widths, "D2")
    out = io.BytesIO()
    book.save(out)
    return _still(out.getvalue())


def _why_rows(table: FanTable, lang: str) -> tuple[list[str], list[list[Cell]]]:
    """One value a row: what it is, why it stands, how many lines and which sources state it."""
    columns = ("why-field", "why-value", "why-sheet", "why-lines", "why-of", "why-by")
    head = ["#", phrases(lang)("fan"), "id", *(reasons.say(key, lang) for key in columns)]
    rows = []
    for row in (each for each in table.fans if each.why):
        fan = [Cell(_number(row, table)), Cell(row.label(lang)), Cell(row.fan or "")]
        rows += [[*fan, *(Cell(str(part)) for part in each)] for each in reasons.values(cast(Why, row.why), lang)]
    return head, rows


def _fill(
    sheet: Worksheet, head: Sequence[str], rows: Sequence[Sequence[Cell]], widths: Sequence[int], at: str
) -> None:
    """Head and rows, with the head frozen above cell ``at`` and a filter over it."""
    from openpyxl.styles import Alignment, Font, PatternFill
    from openpyxl.utils import get_column_letter

    disputed = PatternFill("solid", fgColor="FBD9D4")
    for y, row in enumerate([[Cell(each) for each in head], *rows], 1):
        for x, cell in enumerate(row, 1):
            filled = sheet.cell(y, x, int(cell.text) if cell.text.isdecimal() and y > 1 else cell.text or None)
            if isinstance(filled.value, str):
                filled.data_type = "s"  # a printed name that begins with = is no formula
            filled.alignment = Alignment(wrap_text=True, vertical="top")
            if y == 1:
                filled.font = Font(bold=True)
            if cell.disputed:
                filled.fill = disputed
    for x, width in enumerate(widths, 1):
        sheet.column_dimensions[get_column_letter(x)].width = width
    sheet.freeze_panes = at
    sheet.auto_filter.ref = sheet.dimensions


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
    widths = [Cm(width) for width in _word_widths(len(_columns(table)), judged=table.is_judged)]
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


def _word_widths(sources: int, *, judged: bool) -> list[float]:
    """Widths in cm on a landscape page: number, name, points and exclusions; what else there is shares the rest."""
    fixed, last = [1.0, 3.2, 1.6, 5.5 if judged else 5.0], [4.5] if judged and sources else []
    columns = sources or int(judged)
    return [*fixed, *[max(1.5, (26.7 - sum(fixed + last)) / max(columns, 1))] * columns, *last]


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
