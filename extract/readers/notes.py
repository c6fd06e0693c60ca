"""Notes that are typed, not made by a program: a mark behind a name or in a text (大四喜①, 碰碰和[1]), and further down
a line that begins with it and says more (①不计碰碰和).

Such a line belongs to the entry its mark stands in, and never to the one above it. Where a mark stands in several
places, the note belongs to nobody who could be told.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

import msgspec

from extract import vocabulary
from extract.document import Block, Label
from extract.readers import tables

_IN_BRACKETS = r"[\[［〔(（【]\s*(?:[注註]\s*\d{1,3}|\^[^\]\s]{1,30})\s*[\]］〕)）】]|[\[［〔]\s*\d{1,3}\s*[\]］〕]"
_SIGNS = "[\u2460-\u2473*＊※†‡]"
_DEFINITION = re.compile(
    rf"\s*(?P<mark>{_IN_BRACKETS}|[注註]\s*\d{{1,3}}(?=\s*[:：.、])|{_SIGNS}+)\s*[:：.、]?\s*(?=\S)"
)
_BEHIND_A_WORD = re.compile(rf"(?<=[^\s\[(（［〔【])(?:{_IN_BRACKETS})")
_LOST = re.compile(r"\[\^[^\]\s]{1,30}\]")
"""The mark of a note in Markdown, which shows as a raised number."""


class _Reference(NamedTuple):
    block: int
    start: int
    end: int


@cache
def _behind_a_name() -> re.Pattern[str]:
    return re.compile(rf"(?<![*＊]){vocabulary.name_pattern()}(?P<mark>{_SIGNS}+)(?![\w*＊※†‡])")


def with_notes(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """The blocks, those of typed notes told apart, and their marks labelled."""
    pending: dict[str, list[_Reference]] = defaultdict(list)
    labels: dict[int, list[Label]] = defaultdict(list)
    found = list(blocks)
    last: tuple[int, str] | None = None  # where the last note ends, and what leads to it
    for at, block in enumerate(blocks):
        if block.kind in ("contents", "index") or block.note:
            last = None
            continue
        definition = _definition(block)
        own = pending.pop(_key(definition["mark"]), []) if definition else []
        signed = bool(definition and re.fullmatch(f"{_SIGNS}+", definition["mark"]))
        alone = len(own) == 1 if signed else len({each.block for each in own}) == 1
        if definition and own and ((alone and not signed) or _states_a_list(block)):
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
        for reference in _references(block, at):
            pending[_key(block.text[reference.start : reference.end])].append(reference)
    for references in pending.values():
        for reference in references:
            if _LOST.fullmatch(blocks[reference.block].text, reference.start, reference.end):
                labels[reference.block].append(Label(reference.start, reference.end, ""))
    for at, own_labels in labels.items():
        found[at] = _labelled(found[at], own_labels)
    return tuple(found)


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


def _references(block: Block, at: int) -> Iterator[_Reference]:
    for mark in _BEHIND_A_WORD.finditer(block.text):
        yield _Reference(at, *mark.span())
    if re.search(_SIGNS, block.text):
        for name in _behind_a_name().finditer(tables.simplified(block.text)):
            yield _Reference(at, *name.span("mark"))


def _key(mark: str) -> str:
    """What marks of one note have in common: [注1] above, 注1: below."""
    return re.sub(r"[\s\[\]［］〔〕()（）【】注註^]", "", mark).replace("＊", "*")


def _labelled(block: Block, labels: Sequence[Label]) -> Block:
    own = sorted((*block.labels, *labels), key=lambda label: label.start)
    return msgspec.structs.replace(block, labels=tuple(own))


def _note(block: Block, mark_end: int, code: str) -> Block:
    labels = (Label(0, mark_end, ""), *block.labels) if mark_end else block.labels
    return msgspec.structs.replace(block, kind="note", note=code, labels=labels)
