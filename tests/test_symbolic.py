"""Every hand as diagrams: known counts, the meaning of every pattern on random states, examples, laws."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from random import Random

import pytest

from mjrules.errors import RulesError
from mjrules.fans import FANS, VARIANTS
from mjrules.fans.standard import MANZU
from mjrules.groups import KONG, MELDED, TEXTS, of
from mjrules.hand import Hand
from mjrules.pattern import All, Flag, Flowers, FormIs, Often, Pattern, SoleWait, count, none
from mjrules.pattern import every as every_group
from mjrules.pattern.evaluate import holds
from mjrules.score.arrangements import arrangements
from mjrules.score.scorer import score
from mjrules.universe.known import KNOWN, Known
from mjrules.universe.states import Example, State, facts_of, situations
from mjrules.universe.symbolic import Symbolic, counts
from random_states import FORMS, OPTIONS, QUESTIONS, disagreements, random_states

EVERYTHING = All(())
CONCEALED = none(MELDED | KONG)
STANDARD = FormIs("standard")
PATTERNS = {fan: pattern for fan, pattern in (FANS | VARIANTS).items() if fan != "chicken_hand"}

# Facts, each known in at least two ways from elsewhere; what is counted is said in ``mjrules.universe.known``.
NUMBERS = {
    "sets_of_four_melds": 366_528,
    "standard_arrangements": 11_580_567,
    "standard_arrangements_with_kongs": 66_993_231,
    "standard_hands": 11_498_658,
    "standard_hands_one_suit": 13_259,
    "standard_hands_without_honors": 5_237_550,
    "standard_hands_divided_often": 79_443,
    "most_divisions": 4,
    "seven_pairs": 16_417_104,
    "seven_different_pairs": 5_379_616,
    "seven_pairs_standard_too": 7_938,
    "thirteen_orphans": 13,
    "knitted_straights": 11_016,
    "greater_honors_and_knitted": 216,
    "lesser_honors_and_knitted": 504,
    "knitted_straight_and_honors": 126,
    "hands": 27_919_573,
    "standard_hands_won": 86_249_952,
    "hands_won": 187_059_571,
    "standard_arrangements_won": 86_783_403,
    "exposed_arrangements": 1_062_623_868,
    "exposed_arrangements_won": 3_329_840_277,
    "exposed_states": 3_423_601_728,
    "exposed_arrangements_won_either_way": 6_659_680_554,
    "won.all_pungs": 712_335_360,
    "won.no_honors": 1_324_654_479,
    "won.all_simples": 297_378_132,
    "won.full_flush": 6_672_540,
    "won.all_green": 26_391,
    "won.three_kongs": 248_347_200,
    "won.four_kongs": 22_260_480,
    "won.four_claimed": 66_993_231,
}


@cache
def every(**options: str) -> Symbolic:
    return Symbolic(options)


# counts


@cache
def counted() -> Mapping[str, int]:
    return counts()


def test_what_is_known_has_a_sentence_each() -> None:
    assert [known.id for known in KNOWN] == list(NUMBERS)
    assert all(known.en and known.zh for known in KNOWN)


@pytest.mark.parametrize("known", KNOWN, ids=[known.id for known in KNOWN])
def test_known_counts(known: Known) -> None:
    assert counted()[known.id] == NUMBERS[known.id], known.en


# two ways to count tiles: the automaton (standard_hands…) and the diagrams, which forget the groups
BY_TILES = (
    ("standard_hands", STANDARD & CONCEALED),
    ("standard_hands_one_suit", STANDARD & CONCEALED & every_group(of(MANZU))),
    ("standard_hands_without_honors", STANDARD & CONCEALED & FANS["no_honors"]),
)


@pytest.mark.parametrize(("known", "condition"), BY_TILES)
def test_hands_are_counted_once_however_they_divide(known: str, condition: Pattern) -> None:
    assert every().hands(condition) == every(**OPTIONS[1]).hands(condition) == NUMBERS[known]


def test_hands_won_are_counted_once_however_they_divide() -> None:
    assert every().hands_won(STANDARD & CONCEALED) == NUMBERS["standard_hands_won"]


def test_mixed_straights_and_knitted_straights_are_equally_many() -> None:
    """花龙 and the knitted straight: six ways, beside the same sets and pairs."""
    mixed = FANS["mixed_straight"] & CONCEALED
    assert every().arranged_hands(mixed) == every().arranged_hands(FormIs("knitted") & CONCEALED) == 11_016


def test_forms_are_counted_apart() -> None:
    each = [every().states(FormIs(form)) for form in FORMS]
    assert sum(each) == every().states(EVERYTHING)
    assert each[0] == 2 * NUMBERS["exposed_states"]
    # thirteen kinds to win by, two ways; a single tile of honours and knitted tiles each may be the winning one
    assert each[3:] == [2 * 13 * 13, 2 * 14 * (216 + 504)]
    assert Symbolic(forms=FORMS[3:4]).states(EVERYTHING) == each[3]


# the meaning of patterns

OPTIONS_MATTER = (
    *("sole_wait", "edge_wait", "closed_wait", "single_wait", "melded_hand", "four_concealed_pungs"),
    *("two_concealed_pungs", "knitted_straight", "all_chows", "seven_shifted_pairs", "tile_hog", "concealed_hand"),
)


@pytest.mark.parametrize("options", OPTIONS[:3], ids=lambda options: " ".join(options) or "gb")
def test_diagrams_tell_what_patterns_mean(options: Mapping[str, str]) -> None:
    questions = QUESTIONS if not options else {name: QUESTIONS[name] for name in OPTIONS_MATTER}
    some = random_states(Random(4), 40, options)
    assert list(disagreements(every(**options), some, questions)) == []


EXISTENTIAL: tuple[Pattern, ...] = (
    FANS["last_tile"],
    FANS["last_tile"] & FANS["robbing_the_kong"],
    FANS["out_with_replacement_tile"] & FANS["last_tile_draw"],
    FANS["robbing_the_kong"] & FANS["last_tile_claim"],
    FANS["prevalent_wind"] & ~FANS["seat_wind"],
    ~FANS["last_tile"] & Flag("own_other_three"),
    ~(FANS["prevalent_wind"] | Flag("prevalent E")),
)


def test_a_state_satisfies_what_some_situation_makes_true() -> None:
    engine = every()
    where = [engine.satisfying(condition) for condition in EXISTENTIAL]
    for state, _ in random_states(Random(5), 12, {}):
        bits = engine.layout.bits(engine.layout.codes(state))
        facts = [facts_of(state, situation) for situation in situations(state)]
        for condition, here in zip(EXISTENTIAL, where, strict=True):
            assert here.eval(bits) == any(holds(condition, each) for each in facts), (state, condition)


def test_flowers_are_there_or_not() -> None:
    all_states = every().states(EVERYTHING)
    assert every().states(Flowers()) == every().states(~Flowers()) == every().states(Often(Flowers(), 8)) == all_states
    assert every().states(Often(Flowers(), 9)) == 0


# sole waits: hand, options, is the wait of its last tile the only one?
IGNORED = BARRED = OPTIONS[1]
SOLE_WAITS: tuple[tuple[str, dict[str, str], bool, str], ...] = (
    ("123456789m1399s2s", {}, True, "the middle of a chow"),
    ("123456789m2399s1s", {}, False, "1 or 4"),
    ("1222m123456s789p3m", {}, False, "1222: 1 makes the pair, 3 a chow beside the pair"),
    ("2222345m123p789p5m", {}, False, "a fifth 2 would make the pair: it counts as a wait"),
    ("2222345m123p789p5m", IGNORED, True, "a ruling takes no fifth tile for a wait"),
    ("[222m]2345m123p789p5m", {}, False, "2 and 5; the fourth 2 is melded with three others"),
    ("[222m]2345m123p789p5m", IGNORED, True, "all four 2 are held before the win"),
    ("1122334556677m4m", {}, False, "as seven pairs only 4; as sets and a pair 1, 4 and 7"),
    ("1133557799m11s3s3s", {}, True, "a single pair to come"),
    ("19m19s19pESWNCFPP", {}, False, "thirteen kinds, thirteen waits"),
    ("119m19s19pESWNCFP", {}, True, "one kind is missing"),
    ("147m258s369pESWNC", {}, False, "any honour that is missing"),
    ("147m258s36p123m55p9p", {}, True, "one of the knitted tiles is missing"),
    ("147m258s369p12m55p3m", {}, True, "the edge of the chow beside a knitted straight"),
    ("147m258s369p23m55p4m", {}, False, "1 or 4 beside a knitted straight"),
    ("147m258s369p12m55p3m", BARRED, True, "3 is none of the nine knitted tiles"),
    ("147m258s369p56m55p7m", BARRED, False, "7 is one of the nine"),
)


@pytest.mark.parametrize(("text", "options", "sole", "reason"), SOLE_WAITS)
def test_sole_waits(text: str, options: dict[str, str], sole: bool, reason: str) -> None:
    hand = Hand.parse(text, check=True)
    engine = every(**options)
    where = engine.atoms.where(SoleWait())
    for state in states_of(hand, options):
        assert where.eval(engine.layout.bits(engine.layout.codes(state))) is sole, reason
        assert facts_of(state, hand.situation, options).sole_wait is sole, reason


def states_of(hand: Hand, options: Mapping[str, str]) -> Iterator[State]:
    found = arrangements(hand, {**options, "pung_by_discard": "concealed"})
    assert found, "no winning hand"
    for one in found:
        groups = tuple(sorted(one.groups))
        yield State(one.form, groups, groups.index(one.groups[one.completed]), one.at, hand.situation.self_drawn)


# laws

WITHOUT_SITUATION = (
    *("four_concealed_pungs", "nine_gates", "double_pung", "tile_hog", "mixed_double_chow", "closed_wait"),
    *("knitted_straight", "one_voided_suit", "melded_hand", "seven_shifted_pairs", "all_fives", "concealed_hand"),
)


@pytest.mark.parametrize("fan", WITHOUT_SITUATION)
def test_a_condition_and_its_negation_make_everything(fan: str) -> None:
    condition = FANS[fan]
    engine = every()
    assert engine.states(condition) + engine.states(~condition) == engine.states(EVERYTHING)
    assert engine.states(condition & ~condition) == 0
    assert (
        engine.hands(condition)
        <= engine.arranged_hands(condition)
        <= engine.tiles_won(condition)
        <= engine.states(condition)
    )


IMPLIED = (
    ("four_kongs", "three_kongs"),
    ("four_kongs", "all_pungs"),
    ("four_concealed_pungs", "all_pungs"),
    ("pure_terminal_chows", "two_terminal_chows"),
    ("nine_gates", "full_flush"),
    ("quadruple_chow", "tile_hog"),
    ("melded_hand", "single_wait"),
    ("nine_gates", "nine_gates.shape"),
)
NOT_IMPLIED = (
    ("little_three_dragons", "one_voided_suit"),
    ("nine_gates.shape", "nine_gates"),
    ("edge_wait", "no_honors"),
)


@pytest.mark.parametrize(("fan", "other"), IMPLIED)
def test_what_is_implied_has_no_counterexample(fan: str, other: str) -> None:
    assert every().states(PATTERNS[fan] & ~PATTERNS[other]) == 0
    assert every().example(PATTERNS[fan] & ~PATTERNS[other]) is None
    assert every().states(PATTERNS[fan] & PATTERNS[other]) == every().states(PATTERNS[fan]) > 0


@pytest.mark.parametrize(("fan", "other"), NOT_IMPLIED)
def test_what_is_not_implied_has_a_counterexample(fan: str, other: str) -> None:
    example = every().example(PATTERNS[fan] & ~PATTERNS[other])
    assert example is not None
    facts = facts_of(example.state, example.situation)
    assert holds(PATTERNS[fan], facts)
    assert not holds(PATTERNS[other], facts)


def test_more_instances_are_rarer() -> None:
    for fan in ("dragon_pung", "tile_hog"):
        often = [every().states(Often(FANS[fan], times)) for times in range(1, 5)]
        assert often == sorted(often, reverse=True)
        assert often[0] == every().states(FANS[fan])
    assert every().states(Often(FANS["dragon_pung"], 3)) == every().states(FANS["big_three_dragons"])


# examples


@pytest.mark.parametrize("fan", PATTERNS)
def test_examples_are_possible_and_show_what_was_asked(fan: str) -> None:
    example = every().example(PATTERNS[fan])
    assert example is not None
    assert example.hand.problems() == ()
    assert Hand.parse(str(example.hand)).problems() == ()
    assert holds(PATTERNS[fan], facts_of(example.state, example.situation))
    assert shown_by_scorer(example, PATTERNS[fan])


def shown_by_scorer(example: Example, pattern: Pattern) -> bool:
    """Whether the arrangement that the scorer takes satisfies the pattern too."""
    taken = score(example.hand)
    return any(
        holds(pattern, facts_of(state, example.situation))
        for state in states_of(example.hand, {})
        if state.form == taken.form and sorted(TEXTS[group] for group in state.groups) == sorted(taken.arrangement)
    )


READABLE = (
    ("closed_wait", "123456789m1399s2s|EE0000", "the wait stands apart"),
    ("all_chows", "123456789m1239s9s|EE0000", "nothing claimed, low ranks, two suits"),
    ("concealed_kong", "[8888s]123456789m9s9s|EE0000", "one kong, because the fan needs it"),
)


@pytest.mark.parametrize(("fan", "hand", "reason"), READABLE)
def test_examples_are_readable(fan: str, hand: str, reason: str) -> None:
    example = every().example(FANS[fan])
    assert example is not None
    assert str(example.hand) == hand, reason


def test_several_examples_are_different_hands() -> None:
    hands = [str(example.hand) for example in every().examples(FANS["short_straight"], 5)]
    assert len(set(hands)) == 5
    assert every().examples(count(KONG, 5), 3) == []


# wrong questions


def test_wrong_questions_say_what_is_wrong() -> None:
    with pytest.raises(RulesError, match="depends on counting"):
        every().states(FANS["all_pungs"] & FANS["chicken_hand"])
    with pytest.raises(RulesError, match="'prevalent C' is no fact of a situation; known are self_drawn"):
        every().states(Flag("prevalent C"))
    with pytest.raises(RulesError, match="wait_exhausted = 'sometimes' is no option; known are counts, ignored"):
        Symbolic({"wait_exhausted": "sometimes"})
    with pytest.raises(RulesError, match="'pairs' is no form"):
        Symbolic(forms=("pairs",))  # type: ignore[arg-type]
