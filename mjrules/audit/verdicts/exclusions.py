"""Every item of the exclusion lists, with its verdict."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from mjrules import names
from mjrules.audit.model import (
    Discrepancy,
    JudgedExclusion,
    JudgedMember,
    Phrase,
    SharedItem,
    Statement,
    Verdict,
    VerdictStatus,
)
from mjrules.audit.statements import Statements, in_order, is_fan, key, label, rule_key
from mjrules.audit.verdicts import known, pairs
from mjrules.audit.verdicts.pairs import phrase
from mjrules.audit.wording import listed, named
from mjrules.claims import Entry, Item, Place, Source
from mjrules.rulesets import RuleSet, available, load

_COUNTS = {"一": 1, "二": 2, "两": 2, "兩": 2, "三": 3, "四": 4}
_TIMES = re.compile(r"([一二两兩三四2-4])[副组組个個次种對对]|[×x]\s*([2-4])")
_OWN = re.compile(
    r"其?(?:自身|本身)(?:的?(?:刻子?|杠子?|牌组|面子|组|顺子?|牌)(?:\(杠\)|或杠)?)?$|(?:its )?own (?:sets|groups)$"
)
LOST_NEGATION = "lost-negation"


class Listed(NamedTuple):
    """An item as one source lists it. ``doubtful``: it was read as the head of the next entry."""

    source: str
    item: Item
    mended: bool
    doubtful: bool = False


Row = tuple[str, str, str | None]
"""A fan, what its list names (an id or a word) and the limit the source sets."""


def judged_exclusions(statements: Statements) -> tuple[JudgedExclusion, ...]:
    """Every item of every list, those of one meaning together, in the official order."""
    rows = _rows(statements)
    places = {fan: number for number, fan in enumerate(in_order({fan for fan, _, _ in rows}))}
    others = {other: number for number, other in enumerate(in_order({other for _, other, _ in rows}))}
    ordered = sorted(rows, key=lambda row: (places[row[0]], others[row[1]], row[2] or ""))
    return tuple(_judged(row, rows[row], statements.ruleset) for row in ordered)


def with_verdicts(found: Discrepancy, judged: Mapping[tuple[str, str], Verdict]) -> Discrepancy:
    """The discrepancy with the verdicts on the items it tells of."""
    if found.fan is None or not found.items:
        return found
    items = tuple(_with_verdict(found.fan, item, judged) for item in found.items)
    return replace(found, items=items)


def by_item(judged: Sequence[JudgedExclusion]) -> dict[tuple[str, str], Verdict]:
    """The verdicts by fan and item; that on the bare item before that on a limited one."""
    ordered = sorted(judged, key=lambda each: each.condition is None)
    return {(each.fan, each.excludes or each.excludes_name): each.verdict for each in ordered}


def _with_verdict(fan: str, item: SharedItem, judged: Mapping[tuple[str, str], Verdict]) -> SharedItem:
    return replace(item, verdict=judged.get((fan, item.fan or item.name))) if item.sources else item


def _rows(statements: Statements) -> dict[Row, list[Listed]]:
    sources = {source.id: source for source in statements.sources}
    rows: dict[Row, list[Listed]] = defaultdict(list)
    for said in statements.entries:
        if said.entry.fan is not None:
            for item in said.entry.excludes:
                mended = _is_mended(said.entry, item, sources[said.source])
                rows[said.entry.fan, key(item), _limit(item)].append(Listed(said.source, item, mended))
            if (head := said.entry.runs_into) is not None:
                rows[said.entry.fan, key(head), None].append(Listed(said.source, head, mended=False, doubtful=True))
    return rows


def _limit(item: Item) -> str | None:
    """The source's own limit, where it changes what is excluded; a remark about the fan itself does not."""
    if item.condition and (_TIMES.search(item.condition) or is_own(item.condition)):
        return item.condition
    return item.condition if item.condition and re.match("[如若当凡]", item.condition) else None


def is_own(limit: str | None) -> bool:
    """Does a source limit an item to the groups that make the fan, as ``table`` prints it?

    >>> is_own("自身"), is_own("其自身的刻子"), is_own("its own sets"), is_own("二组"), is_own(None)
    (True, True, True, False, False)
    """
    return bool(limit and _OWN.match(limit))


def _judged(row: Row, said: Sequence[Listed], ruleset: RuleSet | None) -> JudgedExclusion:
    fan, word, limit = row
    members = tuple(_members(fan, said[0].item))
    verdict = _verdict(fan, word, limit, members)
    if all(each.mended for each in said):
        repairs = phrase("mended", printed="、".join(dict.fromkeys(each.item.printed for each in said)))
        verdict = replace(verdict, mended=True, proof=(*_parts(verdict), repairs))
    doubtful = all(each.doubtful for each in said)
    if doubtful:
        verdict = replace(verdict, proof=(*_parts(verdict), phrase("doubtful", item=named(word))))
    return JudgedExclusion(
        fan=fan,
        name=label(fan),
        excludes=word if is_fan(word) else None,
        excludes_name=label(word),
        sources=tuple(Statement(each.source, label(word), each.item.place, each.item.printed) for each in said),
        verdict=with_points(verdict, word, ruleset),
        condition=limit,
        members=members,
        doubtful=doubtful,
    )


def _verdict(fan: str, word: str, limit: str | None, members: Sequence[JudgedMember]) -> Verdict:
    if members:
        status: VerdictStatus = "undecided" if _prints_class(fan, word) else "unknown"
        return Verdict(status, (phrase("class", word=word, members=listed(each.fan for each in members)),))
    if not is_fan(word):
        return Verdict("unknown", (phrase("no-such-fan", word=word),))
    if fan == word:
        return Verdict("refuted", (phrase("itself", fan=named(fan)),))
    unrelated = next((each for each in (fan, word) if not known.is_related(each)), None)
    if unrelated is not None:
        return _unrelated(unrelated, fan, word)
    return _limited(pairs.judge(fan, word, times_of(limit)), limit)


def _prints_class(fan: str, word: str) -> bool:
    """Does the list of an edition name a class word, too? Then it is nobody's slip."""
    rules = (load(id).rule(fan) for id in available())
    return any(word in map(rule_key, rule.excludes) for rule in rules if rule)


def _unrelated(unrelated: str, fan: str, word: str) -> Verdict:
    """A house fan has no definition here; whether 无番和 holds depends on counting."""
    if names.fan(unrelated).official:
        return Verdict("empty", (phrase("nothing-else", fan=named(fan), item=named(word)),))
    return Verdict("unknown", (phrase("house-fan", word=named(unrelated)),))


def _limited(found: Verdict, limit: str | None) -> Verdict:
    """A limit that is not understood makes it smaller than what was judged: what is wrong of all may be true of it."""
    if limit is None:
        return found
    said = phrase("limit", limit=limit)
    if is_own(limit):
        # what follows by these groups follows, whatever others make
        follows = found.status == "too-broad" and bool(found.proof)
        proof = (_parts(found)[0], said) if follows else (*_parts(found), said)
        witness = None if follows else found.witness
        return replace(found, status="implied" if follows else found.status, proof=proof, witness=witness)
    open_ = times_of(limit) is None and found.status in ("too-broad", "convention")
    return replace(found, status="undecided" if open_ else found.status, proof=(*_parts(found), said))


def times_of(limit: str | None) -> int | None:
    """How often, in a source's limit: 二组, 两副, ×2.

    >>> times_of("二组"), times_of("×3"), times_of("如无字")
    (2, 3, None)
    """
    found = _TIMES.search(limit) if limit else None
    if found is None:
        return None
    number = found[1] or found[2]
    return _COUNTS.get(number) or int(number)


def _members(fan: str, item: Item) -> Iterator[JudgedMember]:
    """The fans a word may stand for, each judged as if it stood there."""
    if item.fan is None:
        for name in item.candidates:
            for member in names.resolve(name):
                if member != fan and known.is_related(member) and known.is_related(fan):
                    yield JudgedMember(member, label(member), pairs.judge(fan, member))


def with_points(verdict: Verdict, word: str, ruleset: RuleSet | None) -> Verdict:
    """What one of the fan is worth: so much is at stake where it can meet."""
    if not verdict.both or not is_fan(word):
        return verdict
    rules = (ruleset, load("gb")) if ruleset else (load("gb"),)
    points = next((rule.points for each in rules if (rule := each.rule(word)) is not None), None)
    return replace(verdict, points=points)


# what was mended


def _is_mended(entry: Entry, item: Item, source: Source) -> bool:
    """Does the item rest on a repair that changes the meaning: of its own name, or of the word that opens the list?"""
    return any(
        repair.changes_meaning
        and repair.fan == entry.fan
        and (_meet(repair.place, item.place) or repair.kind == LOST_NEGATION)
        for repair in source.repairs
    )


def _meet(one: Place, other: Place) -> bool:
    if one.line_end < other.line or other.line_end < one.line:
        return False
    if one.line != other.line or one.line_end != other.line_end or not (one.column_end and other.column_end):
        return True
    return one.column <= other.column_end and other.column <= one.column_end


def _parts(verdict: Verdict) -> tuple[Phrase, ...]:
    assert isinstance(verdict.proof, tuple)
    return verdict.proof
