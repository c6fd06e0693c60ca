"""Numbers that definitions state, against what all winning hands of the fan have (``amounts.json``) and what its
pattern asks for.

A verdict is given where the number is wrong; None where it is right or cannot be judged. A fan of single groups (箭刻)
is counted for each of them, so that a number of groups beside it says nothing of every hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise

from mjrules.audit.model import Verdict
from mjrules.audit.verdicts import amounts, known
from mjrules.audit.verdicts.refuted import refuted
from mjrules.audit.wording import named, word
from mjrules.fans import FANS, VARIANTS
from mjrules.fans.standard import SUITS as SUIT_TILES
from mjrules.groups import CHOW, GROUPS, PAIR
from mjrules.pattern import All, Count, Each, FourOf, Match, Not, Pattern
from mjrules.tiles import COPIES, FIRST_HONOUR, RANKS

HAND_TILES = 14
FORMS_OF_SINGLES = frozenset({"thirteen_orphans", "honors_and_knitted"})
FORMS_WITHOUT_KONGS = FORMS_OF_SINGLES | {"seven_pairs"}
GROUPS_COUNTED = frozenset(
    ["chow", "pung", "kong", "concealed_pung", "concealed_kong", "melded_kong", "wind_pung", "dragon_pung"]
)
SUITS = 3
CHOW_TILES = 3
KNITTED_RANKS = "147 258 369"


def amount(fan: str, value: str) -> Verdict | None:
    """So many of something: ``kong 4``."""
    noun, _, said = value.partition(" ")
    judge = _group if noun in GROUPS_COUNTED else _NOUNS[noun]
    return judge(fan, noun, int(said))


def _group(fan: str, noun: str, said: int) -> Verdict | None:
    if isinstance(FANS[fan], Each | FourOf):
        return None
    due = amounts.of(fan).amounts.get(noun)
    if due is None or _fits(due, said):
        return None
    under = [
        each.under
        for each in known.variants(fan)
        if (other := amounts.of(each.name).amounts.get(noun)) and _fits(other, said)
    ]
    parts = _parts(fan, noun, said, due)
    if said > due.most:
        return refuted("at-most" if due.most else "none-of", parts, witness=due.hand, under=under)
    return refuted("at-least" if said < due.least else "enough", parts, witness=due.hand, under=under)


def _parts(fan: str, noun: str, said: int, due: amounts.Amount) -> dict[str, str | int]:
    said_of = {"noun": word(f"noun-{noun}"), "fan": named(fan)}
    return {"number": said, "least": due.least, "most": due.most, **said_of}


def _fits(due: amounts.Amount, said: int) -> bool:
    """The number that every hand has; of what none needs, any that a hand can have."""
    return said == due.least or (not due.least and said <= due.most)


def _pair(fan: str, noun: str, said: int) -> Verdict | None:
    if set(known.forms(fan)) != {"seven_pairs"}:
        return None
    due = amounts.of(fan).amounts["pair"]
    if said == due.least:
        return None
    return refuted("at-most" if said > due.most else "at-least", _parts(fan, noun, said, due), witness=due.hand)


# suits


def _suits(fan: str, noun: str, said: int) -> Verdict | None:
    """One of several suits may be told of any fan; otherwise the number is that of its groups or of all its hands."""
    due = _suits_of(fan, FANS[fan])
    if not due or said in due or (said == 1 and min(due) > 1):
        return None
    under = [each.under for each in known.variants(fan) if said in _suits_of(each.name, VARIANTS[each.name])]
    witness = _shown(fan, "suits")
    return refuted("suits-number", under=under, number=said, due=_row(due), fan=named(fan), witness=witness)


def _missing_suits(fan: str, noun: str, said: int) -> Verdict | None:
    suits = _fixed(fan, "suits")
    if suits is None or said == SUITS - suits:
        return None
    due = SUITS - suits
    return refuted("missing-suits", number=said, due=due, fan=named(fan), witness=_shown(fan, "suits"))


def _suits_of(fan: str, pattern: Pattern) -> set[int]:
    own = {len(each.ranks[0]) if each.suits == "each another" else 1 for each in _matches(pattern)}
    return own | {suits for noun in ("suits", "chow_suits") if (suits := _fixed(fan, noun))}


def _fixed(fan: str, noun: str) -> int | None:
    """The number that all hands have alike."""
    found = amounts.of(fan).amounts.get(noun)
    return found.least if found and found.least == found.most else None


def _shown(fan: str, noun: str) -> str | None:
    found = amounts.of(fan).amounts.get(noun)
    return found.hand if found else None


# tiles


def _tiles(fan: str, noun: str, said: int) -> Verdict | None:
    sure = known.forms(fan).keys() <= FORMS_WITHOUT_KONGS and said >= HAND_TILES - COPIES
    # thirteen orphans: of thirteen kinds, and one of them twice
    if not sure or said in (HAND_TILES, *((13,) if fan == "thirteen_orphans" else ())):
        return None
    return _number(fan, said, HAND_TILES)


def _singles(fan: str, noun: str, said: int) -> Verdict | None:
    due = amounts.of(fan).amounts.get(noun)
    if not due or not known.forms(fan).keys() <= FORMS_OF_SINGLES or due.least <= said <= due.most:
        return None
    return _number(fan, said, due.least if due.least == due.most else f"{due.least}-{due.most}", due.hand)


def _same(fan: str, noun: str, said: int) -> Verdict | None:
    return _number(fan, said, COPIES) if isinstance(FANS[fan], FourOf) and said != COPIES else None


def _copies(fan: str, noun: str, said: int) -> Verdict | None:
    return _number(fan, said, COPIES) if fan == "last_tile" and said != COPIES else None


def _connected(fan: str, noun: str, said: int) -> Verdict | None:
    """So many tiles in a row, where the chows of a fan follow on each other."""
    match = next((each for each in _matches(FANS[fan]) if each.of.members <= CHOW.members), None)
    if match is None or set(_steps_of(match)) != {CHOW_TILES}:
        return None
    due = CHOW_TILES * len(match.ranks[0])
    return None if said == due else _number(fan, said, due)


def _number(fan: str, said: int, due: int | str, witness: str | None = None) -> Verdict:
    return refuted("tiles-in-number", number=said, due=due, fan=named(fan), witness=witness)


_NOUNS: Mapping[str, Callable[[str, str, int], Verdict | None]] = {
    "pair": _pair,
    "suits": _suits,
    "missing_suits": _missing_suits,
    "tiles": _tiles,
    "suited": _singles,
    "honours": _singles,
    "same": _same,
    "copies": _copies,
    "connected": _connected,
}


# ranks


def steps(fan: str, value: str) -> Verdict | None:
    """Groups that rise by so many ranks."""
    said, due = int(value), _all_steps(FANS[fan])
    if not due or said in due:
        return None
    under = [each.under for each in known.variants(fan) if said in _all_steps(VARIANTS[each.name])]
    return refuted("step", under=under, number=said, due=_row(due), fan=named(fan))


def _all_steps(pattern: Pattern) -> set[int]:
    """The steps of a fan of groups that rise evenly by less than a chow."""
    found = {step for each in _matches(pattern) for step in _steps_of(each)}
    return found if found and min(found) > 0 and max(found) < CHOW_TILES else set()


def _steps_of(match: Match) -> Iterator[int]:
    for ranks in match.ranks:
        yield from {later - sooner for sooner, later in pairwise(ranks)}


def pair_rank(fan: str, value: str) -> Verdict | None:
    due = amounts.of(fan).pair_ranks
    if not due or 0 in due or len(due) == RANKS or int(value) in due:
        return None
    return refuted("pair-rank", number=value, due=_row(due), fan=named(fan), witness=_shown(fan, "chow"))


def each_rank(fan: str, value: str) -> Verdict | None:
    due = amounts.of(fan).every
    return refuted("each-rank", number=value, due=_row(due), fan=named(fan)) if due and int(value) not in due else None


def all_ranks(fan: str, value: str) -> Verdict | None:
    """The ranks of which all tiles of a fan are. Two of many may be told of anything."""
    said, due = _ranks(value), _ranks_of(fan)
    if not due or said == due or (len(said) <= 2 < len(due)) or said in _ranks_by_suit(FANS[fan]):
        return None
    return refuted("ranks-made-of", stated=_row(said), due=_row(due), fan=named(fan))


def no_ranks(fan: str, value: str) -> Verdict | None:
    every = set(range(1, RANKS + 1))
    said, due = _ranks(value), every - (_ranks_of(fan) or every)
    if not due or said <= due:
        return None
    return refuted("ranks-without", stated=_row(said), due=_row(due), fan=named(fan))


def _ranks(value: str) -> set[int]:
    return set(map(int, value.split()))


def _ranks_of(fan: str) -> set[int]:
    """The ranks that the pattern of a fan leaves, where it leaves some only and every one of them alone would do."""
    pattern = FANS[fan]
    if isinstance(pattern, Each):
        tiles = (tile for group in pattern.of.members for tile in GROUPS[group].tiles)
        found = {tile % RANKS + 1 for tile in tiles if tile < FIRST_HONOUR}
        return found if len(found) < RANKS else set()
    found = set(amounts.of(fan).ranks)
    alone = amounts.of(fan).pair_ranks
    return found if 0 < len(found) < RANKS and (not alone or found == set(alone) - {0}) else set()


def _ranks_by_suit(pattern: Pattern) -> list[set[int]]:
    """The ranks of each suit of a fan that leaves other ones in one suit than in another (推不倒)."""
    if not (isinstance(pattern, Not) and isinstance(pattern.part, Count)):
        return []
    left = {GROUPS[pair].tile for pair in PAIR.members if pair not in pattern.part.of}
    return [{tile % RANKS + 1 for tile in suit if tile in left} for suit in SUIT_TILES]


def knitted(fan: str, value: str) -> Verdict | None:
    if not known.forms(fan).keys() & {"knitted", "honors_and_knitted"} or value == KNITTED_RANKS:
        return None
    return refuted("knitted", stated=value.replace(" ", "、"), due=KNITTED_RANKS.replace(" ", "、"), fan=named(fan))


# patterns


def _matches(pattern: Pattern) -> list[Match]:
    parts = pattern.parts if isinstance(pattern, All) else (pattern,)
    return [each for each in parts if isinstance(each, Match)]


def _row(numbers: set[int] | tuple[int, ...]) -> str:
    return ", ".join(map(str, sorted(numbers)))
