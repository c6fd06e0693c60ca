"""Notes that are typed, not made by a program: a mark behind a name, behind points or in a text (大四喜①, 88番*,
碰碰和[1]), and further down a line that begins with it and says more (①不计碰碰和).

Such a line belongs to the entry its mark stands in, and never to the one above it. Where a mark stands in several
places, or a raised number in none, the note belongs to nobody who could be told.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

import msgspec

from extract import vocabulary
from extract.document import Block, Label
from extract.messages import message
from extract.readers import tables
from mjrules.claims import Message, Place

_IN_BRACKETS = r"[\[［〔(（【]\s*(?:[注註]\s*\d{1,3}|\^[^\]\s]{1,30})\s*[\]］〕)）】]|[\[［〔]\s*\d{1,3}\s*[\]］〕]"
_SIGNS = "[\u2460-\u2473*＊※†‡]"
_RAISED = "[\u00b9\u00b2\u00b3\u2070\u2074-\u2079]"
_SIGN = rf"(?:{_SIGNS}+|{_RAISED}+)"
_COUNTED = r"[(（]\s*\d{1,2}\s*[)）]"
"""A number in round brackets is a mark only behind points, or between a name and them: 七对(24) has its price there."""
_DEFINITION = re.compile(
    rf"\s*(?P<mark>{_IN_BRACKETS}|[注註]\s*\d{{1,3}}(?=\s*[:：.、])|{_SIGN}|{_COUNTED})\s*[:：.、]?\s*(?=\S)"
)
_OF_STARS = re.compile(r"(?:^\W*|\s)[*＊]+(?=\w)")
"""Where emphasis begins: what closes it is no mark."""
_BEHIND_A_WORD = re.compile(rf"(?<=[^\s\[(（［〔【])(?:{_IN_BRACKETS})")
_LOST = re.compile(r"\[\^[^\]\s]{1,30}\]")
"""The mark of a note in Markdown, which shows as a raised number."""


class _Reference(NamedTuple):
    block: int
    start: int
    end: int


@cache
def _behind_a_name() -> re.Pattern[str]:
    before_points = rf"{_COUNTED}(?=\s+\d{{1,2}}\s*{vocabulary.UNIT})"
    return re.compile(rf"(?<![*＊]){vocabulary.name_pattern()}(?P<mark>{_SIGN}(?![\w*＊※†‡])|{before_points})")


@cache
def _behind_points() -> re.Pattern[str]:
    """Points with a mark, at the end of what is said of them: ① before a text counts the parts of a definition."""
    end = r"(?=\s*$|\t|\s*[,，。;；、]|[^\S\n]+[^\s\u2460-\u2473][^\u2460-\u2473]*$)"
    return re.compile(
        rf"(?:(?<!\d)\d{{1,2}}\s*{vocabulary.UNIT}(?P<mark>{_SIGN}|{_COUNTED}){end}"
        rf"|{vocabulary.name_pattern()}[^\w\n]{{1,12}}\d{{1,2}}(?P<bare>{_SIGN})(?=\s*$|\t))"
    )


def with_notes(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """The blocks, those of typed notes told apart, and their marks labelled."""
    pending: dict[str, list[_Reference]] = defaultdict(list)
    labels: dict[int, list[Label]] = defaultdict(list)
    found = list(blocks)
    counted = _counted(blocks)
    last: tuple[int, str] | None = None  # where the last note ends, and what leads to it
    for at, block in enumerate(blocks):
        if block.kind in ("contents", "index") or block.note:
            last = None
            continue
        definition = _definition(block)
        own = pending.pop(_key(definition["mark"]), []) if definition else []
        signed = bool(definition and _is_sign(definition["mark"]))
        alone = len(own) == 1 if signed else len({each.block for each in own}) == 1
        lost = bool(definition and not own and signed and (last or _has_brothers(definition["mark"], pending)))
        if definition and (own or lost) and ((alone and not signed) or _states_a_list(block)):
            code = f"typed {at}"
            for each in own if alone else ():
                labels[each.block].append(Label(each.start, each.end, code))
            found[at] = _note(found[at], definition.end(), code)
            last = (block.line_end, code)
            continue
        if last and _goes_on(block, last[0]):
            found[at] = _note(found[at], 0, last[1])
            last = (block.line_end, last[1])
        else:
            last = None
        for reference in _references(block, at, counted):
            pending[_key(block.text[reference.start : reference.end])].append(reference)
    _hide_the_others(blocks, counted, labels)
    for at, own_labels in labels.items():
        found[at] = _labelled(found[at], own_labels)
    return tuple(found)


def missing(blocks: Sequence[Block]) -> Iterator[Message]:
    """What is said of numbers in round brackets behind points that were taken for marks, and lead to no note."""
    marks = [
        (block, mark)
        for block in blocks
        if block.kind != "note"
        for label in block.labels
        if not label.code and re.fullmatch(_COUNTED, mark := block.text[label.start : label.end])
    ]
    if marks:
        block, mark = marks[0]
        place = Place(block.line, block.line_end, path=block.path)
        yield message("note-missing", "warning", place, what=mark, count=len(marks))


def _hide_the_others(blocks: Sequence[Block], counted: frozenset[str], labels: dict[int, list[Label]]) -> None:
    """Marks that lead to no note are no part of the text, either: behind points they would be read as such."""
    for at, block in enumerate(blocks):
        if block.kind in ("contents", "index") or block.note:
            continue
        known = {(label.start, label.end) for label in labels.get(at, ())}
        lost = {mark.span() for mark in _LOST.finditer(block.text)} & {
            (each.start, each.end) for each in _references(block, at, counted)
        }
        for span in sorted((lost | set(_marks_of_points(block, counted))) - known):
            labels[at].append(Label(*span, ""))


def _counted(blocks: Sequence[Block]) -> frozenset[str]:
    """The numbers in round brackets that are marks: those that begin a line, too, and those that count 1, 2, 3 from
    one to the next. Any other may be a second price."""
    behind: list[str] = []
    before: set[str] = set()
    for block in blocks:
        if (definition := _definition(block)) and re.fullmatch(_COUNTED, definition["mark"]):
            before.add(_key(definition["mark"]))
        behind += [_key(block.text[slice(*span)]) for span in _marks_of_points(block, None)]
    numbers = [key for key in behind if key.isdecimal()]
    in_order = len(numbers) > 1 and numbers == [str(number) for number in range(1, len(numbers) + 1)]
    return frozenset(numbers if in_order else before.intersection(numbers))


def _is_sign(mark: str) -> bool:
    return bool(re.fullmatch(rf"{_SIGN}|{_COUNTED}", mark))


def _has_brothers(mark: str, pending: Mapping[str, object]) -> bool:
    """Whether a mark that stands nowhere else is that of a note all the same: it is raised, or others of its kind wait
    for their notes."""
    if re.fullmatch(f"{_RAISED}+", mark):
        return True
    ring = "[\u2460-\u2473]"
    return bool(re.fullmatch(ring, mark)) and any(re.fullmatch(ring, key) for key, own in pending.items() if own)


def _definition(block: Block) -> re.Match[str] | None:
    if block.kind not in ("paragraph", "note"):
        return None
    found = _DEFINITION.match(block.text)
    if not found or tables.is_head(block.text[found.end() :]):
        return None
    emphasis = set(found["mark"]) <= set("*＊") and found["mark"] in block.text[found.end() :]
    return None if emphasis else found


def _states_a_list(block: Block) -> bool:
    """Whether a line says what does not count: any other may be a legend, which says something of each name with its
    sign."""
    return bool(re.search(vocabulary.KEYWORD, tables.simplified(block.text)))


def _goes_on(block: Block, line: int) -> bool:
    """Whether a block goes on with a note that ends in the line above it."""
    return block.line == line + 1 and block.kind == "paragraph" and not tables.begins_with_name(block.text)


def _references(block: Block, at: int, counted: frozenset[str]) -> Iterator[_Reference]:
    spans = {mark.span() for mark in _BEHIND_A_WORD.finditer(block.text)}
    if re.search(f"{_SIGNS}|{_RAISED}|{_COUNTED}", block.text):
        for name in _behind_a_name().finditer(tables.simplified(block.text)):
            spans.add(name.span("mark"))
        spans.update(_marks_of_points(block, counted))
    yield from (_Reference(at, *span) for span in sorted(spans))


def _marks_of_points(block: Block, counted: frozenset[str] | None) -> Iterator[tuple[int, int]]:
    """Where marks stand behind points; numbers in round brackets only if they are among those ``counted``."""
    if not re.search(f"{_SIGNS}|{_RAISED}|{_COUNTED}", block.text):
        return
    text = tables.simplified(block.text)
    of_names = [found.span("mark") for found in _behind_a_name().finditer(text) if found["mark"][0] in "(（"]
    spans = [found.span("mark" if found["mark"] else "bare") for found in _behind_points().finditer(text)]
    for start, end in sorted({*spans, *of_names}):
        mark = text[start:end]
        if mark[0] in "*＊" and _OF_STARS.search(text, 0, start):
            continue
        if mark[0] in "(（" and counted is not None and _key(mark) not in counted:
            continue
        yield start, end


def _key(mark: str) -> str:
    """What marks of one note have in common: [注1] above, 注1: below."""
    bare = re.sub(r"[\s\[\]［］〔〕()（）【】注註^]", "", mark).replace("＊", "*")
    return unicodedata.normalize("NFKC", bare) if re.fullmatch(f"{_RAISED}+", bare) else bare


def _labelled(block: Block, labels: Sequence[Label]) -> Block:
    own = sorted((*block.labels, *labels), key=lambda label: label.start)
    return msgspec.structs.replace(block, labels=tuple(own))


def _note(block: Block, mark_end: int, code: str) -> Block:
    labels = (Label(0, mark_end, ""), *block.labels) if mark_end else block.labels
    return msgspec.structs.replace(block, kind="note", note=code, labels=labels)
