"""The verdict on «beside A, B is not counted», over every winning hand.

What follows from the hands comes first; then whether a ruling leaves room for what is printed. Nothing is called wrong
that an edition's ruling says; where another choice than an edition's would make it right, the verdict names it.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from mjrules.audit.model import Part, Phrase, Verdict
from mjrules.audit.verdicts import known
from mjrules.audit.verdicts.known import Variant
from mjrules.audit.verdicts.stances import Dispute, dispute
from mjrules.audit.wording import named
from mjrules.universe.exclusions import BY_WAY_OF_WINNING
from mjrules.universe.relations import FORCING, Forced, Kind, Relation

ONE_GROUP = frozenset({"dragon_pung", "prevalent_wind", "seat_wind", "concealed_kong", "melded_kong"})
"""Fans of one group: what their list excludes is said of that group."""
FLOWERS = "flower_tiles"
BY_THE_GAME = {
    ("robbing_the_kong", "last_tile"): "robbed",
    (FLOWERS, "out_with_replacement_tile"): "flower",
}
"""What holds by the way of the game and not by the tiles of the hand: the robbed tile is the fourth beside three that
lie open; what is drawn in place of a flower is not drawn in place of a kong's tile."""
FAMILIES = (("double_pung", "triple_pung"), ("pure_double_chow", "pure_triple_chow", "quadruple_chow"))
"""Fans of the same kind, from the small one to the great one that holds it."""


def judge(fan: str, other: str, times: int | None = None) -> Verdict:
    """The verdict on an exclusion. ``times``: not counted so often only (二组), None: not counted at all."""
    about = dispute(fan, other)
    found = _by_hands(fan, other, times)
    if found.status == "implied":
        return _with_rulings(_opened(found, fan, other, about), fan, other, about)
    if found.status == "empty" and (otherwise := known.otherwise(fan, other)):
        return replace(_undecided(found, *_told_variants(otherwise)), under=tuple(each.under for each, _ in otherwise))
    if found.status == "too-broad" and about and about.editions_bar():
        found = _undecided(found)
    return _with_rulings(found, fan, other, about)


def phrase(key: str, **parts: str | int) -> Phrase:
    return Phrase(f"verdict.{key}", parts)


# what the hands say


def _by_hands(fan: str, other: str, times: int | None) -> Verdict:
    relation = known.relation(fan, other)
    pair = {"fan": named(fan), "item": named(other)}
    if (key := BY_THE_GAME.get((fan, other))) is not None:
        return Verdict("convention" if fan == FLOWERS else "implied", (phrase(key, **pair),))
    if relation.kind == "never":
        return _never(fan, other, pair)
    forced = known.forcing(fan, other)
    found = _forced(fan, other, forced, times, pair) if forced else _meeting(fan, other, relation, pair)
    return replace(found, both=relation.both, of=known.states(fan))


def _never(fan: str, other: str, pair: dict[str, str]) -> Verdict:
    """No arrangement has both; the tiles may still be those of either, and then a hand is read one way."""
    hand = known.read_either_way(fan, other)
    states = known.states(fan)
    if hand is not None:
        return Verdict("empty", (phrase("one-reading", **pair),), hand or None, both=0, of=states)
    return Verdict("empty", (phrase("never", states=_number(states), **pair),), both=0, of=states)


def _forced(fan: str, other: str, forced: Forced, times: int | None, pair: dict[str, str]) -> Verdict:
    enough = not forced.more if times is None else times <= forced.least
    where = phrase("sets" if forced.within == "sets" else "always", states=_number(known.states(fan)), **pair)
    if enough:
        return Verdict("implied", (where,))
    more = phrase("more", times=forced.least, more=_number(forced.more), **pair)
    if forced.own and fan in ONE_GROUP:
        return Verdict("implied", (where, phrase("that-group", **pair)))
    if instead := known.instead(fan, other):
        return Verdict("implied", (where, phrase("instead", instead=named(instead), **pair)))
    return Verdict("too-broad", (where, more), forced.example)


def _meeting(fan: str, other: str, relation: Relation, pair: dict[str, str]) -> Verdict:
    if (way := _way_of_winning(relation)) is not None:
        return Verdict("implied", (phrase(way, **pair),))
    states = known.states(fan)
    meet = phrase("meet", both=_number(relation.both), states=_number(states), **pair)
    if (smaller := _smaller(fan, other)) is not None:
        return Verdict("too-broad", (phrase("larger", smaller=named(smaller), **pair), meet), relation.witness)
    return Verdict("convention", (meet,), relation.witness)


def _smaller(fan: str, other: str) -> str | None:
    """The smaller fan of the same kind that the first does force (清幺九: 双同刻, and not 三同刻)."""
    for family in FAMILIES:
        if other in family:
            smaller = family[: family.index(other)]
            return next((each for each in smaller if known.forces(fan, each)), None)
    return None


def _way_of_winning(relation: Relation) -> str | None:
    """Whether every win of one way has the other fan, which asks for that way."""
    way = BY_WAY_OF_WINNING.get(relation.other)
    if way is None:
        return None
    drawn = known.relation(relation.fan, "self_drawn").both if relation.fan != "self_drawn" else 0
    won = drawn if way == "self_drawn" else known.states(relation.fan) - drawn
    return way if relation.both == won else None


# what rulings say


def _opened(found: Verdict, fan: str, other: str, about: Dispute | None) -> Verdict:
    """What follows only in the wins of one way is undecided where authorities differ on just that."""
    by_way = known.relation(fan, other).kind not in FORCING and known.forcing(fan, other) is None
    if not (about and about.is_open() and by_way):
        return found
    return replace(_undecided(found), witness=known.relation(fan, other).witness)


def _with_rulings(found: Verdict, fan: str, other: str, about: Dispute | None) -> Verdict:
    """With the ruling about the pair, and with the definitions under which the pair is related otherwise."""
    told = [*_parts(found.proof)]
    ruling, under = found.ruling, list(found.under)
    if about is not None:
        ruling = about.ruling
        told += [phrase("held", held=about.said())]
    if found.status == "implied" and found.both:
        unlike = [(each, kind) for each, kind in known.otherwise(fan, other) if kind not in FORCING]
        ruling = ruling or (unlike[0][0].ruling if unlike else None)
        under += [each.under for each, _ in unlike]
        told += _told_variants(unlike)
    if found.status == "convention" and (forcing := _forcing(fan, other)):
        # whether it follows hangs on a definition: that ruling decides before one about the exclusion alone
        ruling = forcing[0][0].ruling
        under += [each.under for each, _ in forcing]
        told += _told_variants(forcing)
    return replace(found, proof=tuple(told), ruling=ruling, under=tuple(under))


def _forcing(fan: str, other: str) -> list[tuple[Variant, Kind]]:
    """The definitions under which the first fan forces the other, which it does not otherwise."""
    return [(each, kind) for each, kind in known.otherwise(fan, other) if kind in FORCING]


def _undecided(found: Verdict, *more: Phrase) -> Verdict:
    ruling = found.ruling
    if more:
        ruling = str(more[0].parts["ruling"])
    return replace(found, status="undecided", proof=(*_parts(found.proof), *more), ruling=ruling)


def _told_variants(unlike: Iterable[tuple[Variant, Kind]]) -> list[Phrase]:
    keys = {"never": "under-never", "meets": "under-meet", "implied": "under-meet"}
    return [
        phrase(keys.get(kind, "under-always"), ruling=each.ruling, choice=each.choice, fan=named(each.fan))
        for each, kind in unlike
    ]


def _parts(proof: Part) -> tuple[Phrase, ...]:
    assert isinstance(proof, tuple)
    return proof


def _number(number: int) -> str:
    return f"{number:,}"
