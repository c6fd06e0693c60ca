"""Verdicts, impacts, hands as tiles and the picture of the lines: what the reports make of them, and that without
them nothing is shown."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, get_args

import pytest
from bs4 import BeautifulSoup
from msgspec.structs import replace

from judged import BOTH, CHANGED, VERDICTS, judged, unjudged
from mjrules import texts
from mjrules.audit.model import Discrepancy, Impact, Phrase, SharedItem, Statement, Verdict, VerdictStatus
from mjrules.hand import Hand
from mjrules.render import judged as words
from mjrules.render.html import html_report
from mjrules.render.json import audit_json
from mjrules.render.judged_page import drawn, marked
from mjrules.render.lineage import Lane, lineage_svg, shared_errors
from mjrules.render.markdown import markdown_report
from mjrules.render.paper import Paper
from mjrules.render.sarif import audit_sarif
from mjrules.render.terminal import audit_text
from mjrules.render.tiles import hand_svg, symbols
from mjrules.tiles import TILES
from test_render import HOSTILE, audited, complete, small


def page(lang: str = "en") -> Any:
    return BeautifulSoup(html_report(*judged(lang), lang), "lxml")


# ---- in words --------------------------------------------------------------------------------------------------------


def test_every_status_has_a_tone_and_its_words() -> None:
    assert set(words.TONES) == set(get_args(VerdictStatus))
    for status in words.TONES:
        assert {words.word(status, lang) for lang in ("en", "zh-Hans")} == {
            texts.say("report", f"verdict-{status}", lang) for lang in ("en", "zh-Hans")
        }


WEIGHTS = [
    (Impact(12, 1000, 7, None, (), (1, 3), 2), "7; 12 of 1,000 ways to win, 1.2 %", "By 1 to 3 points. 2 of the ways"),
    (Impact(1, 4, 1, None, (), (2, 2)), "1; 1 of 4 ways to win, 25 %", "By 2 points."),
]


@pytest.mark.parametrize(("impact", "counted", "more"), WEIGHTS)
def test_an_impact_in_a_sentence(impact: Impact, counted: str, more: str) -> None:
    said = words.weight(impact, "en")
    assert said.startswith(f"Hands that score differently: {counted}. {more}".strip())
    assert len(said.split(". ")) == 1 + (impact.points is not None) + (impact.crossing is not None)


def test_no_weight_is_said_in_one_sentence() -> None:
    """Not nought of so many, by nought percent, with nought hands."""
    assert words.weight(Impact(0, 4, 0, None, (), None, 0), "en") == "No hand scores differently."


@pytest.mark.parametrize("lang", ["en", "zh-Hans", "zh-Hant"])
def test_every_verdict_stands_in_every_report(lang: str) -> None:
    found, sources, rules = judged(lang)
    shown = BeautifulSoup(html_report(found, sources, rules, lang), "lxml")
    for hidden in shown.select(f'.t:not([lang="{lang}"])'):
        hidden.extract()
    reports = {
        "html": shown.get_text(" "),
        "md": markdown_report(found, sources, rules, lang).replace("\\", ""),
        "text": " ".join(audit_text(found, Paper(200, lang)).split()),
    }
    said = [words.word(verdict.status, lang) for verdict in VERDICTS.values() if verdict.status != "implied"]
    said += [texts.say("report", "follows", lang), words.word("refuted", lang)]
    said += ["half_flush_with_honors", BOTH, CHANGED, "1,234"]
    for form, text in reports.items():
        assert [each for each in said if each not in text] == [], form


RULINGS = [
    ("two_concealed_kongs", "It rests on the ruling two_concealed_kongs: What are two", "its question is told"),
    ("two_concealed_kongs=six", "It rests on the ruling two_concealed_kongs=six: What are two", "with the choice"),
    ("no_such", "It rests on the ruling no_such.", "one that is not known is still named"),
]


@pytest.mark.parametrize(("ruling", "said", "reason"), RULINGS)
def test_a_verdict_says_what_ruling_it_rests_on(ruling: str, said: str, reason: str) -> None:
    assert words.proof(Verdict("undecided", "", None, ruling), "en").startswith(said), reason


def test_a_verdict_is_told_once_though_two_findings_have_it() -> None:
    found, _, _ = judged()
    [lists] = [each for each in found.discrepancies if each.fan == "big_four_winds"]
    first, second = words.once([lists, replace(lists, code="exclusions-differ-from-ruleset")])
    assert first == lists
    assert [each.verdict for each in second.items] == [None] * len(lists.items)
    other = words.once([lists, replace(lists, fan="little_four_winds")])[1]
    assert other.items == lists.items, "beside another fan it is another verdict"


WHY = (Phrase("stated.number-of-kinds", {"stated": 4, "due": 5}),)
TOLD = [
    (Verdict("refuted", WHY), [], "the message says why, the kind that it is wrong"),
    (Verdict("refuted", WHY, BOTH), [f"refuted: Shown by {BOTH}."], "a hand is more than the message"),
    (Verdict("undecided", WHY), ["undecided"], "that it is open no kind says"),
    (
        Verdict("refuted", (*WHY, *WHY)),
        ["refuted: 4 kinds of tiles are stated, there are 5; 4 kinds of tiles are stated, there are 5."],
        "more",
    ),
]


@pytest.mark.parametrize(("verdict", "expected", "reason"), TOLD)
def test_what_the_message_says_is_not_said_again(verdict: Verdict, expected: list[str], reason: str) -> None:
    found = Discrepancy("definition-wrong", "error", None, None, "m", (), verdict, details={"why": WHY})
    [shown] = words.once([found])
    assert [*words.told(shown, "en")] == expected, reason
    assert found.verdict is not None, "the values keep it"


def test_a_verdict_on_two_findings_of_a_fan_gives_its_reason_once() -> None:
    found, _, _ = judged()
    [first] = [each for each in found.discrepancies if each.code == "points-differ"]
    one, two = words.once([first, replace(first, code="points-differ-from-ruleset")])
    assert one == first
    assert [*words.told(two, "en")] == ["undecided: the reason was given above"]


def test_a_bare_verdict_of_an_item_that_never_applies_says_no_more() -> None:
    item = SharedItem("mixed_double_chow", "喜相逢", ("a",), verdict=Verdict("empty"), impact=Impact(0, 9, 0))
    lists = Discrepancy("exclusions-differ", "conflict", "big_four_winds", None, "", (), items=(item,))
    alone = Discrepancy("exclusion-empty", "note", "big_four_winds", None, "", (), verdict=item.verdict)
    first, second = words.once([lists, alone])
    assert len([*words.told(first, "en")]) == 1, "it weighs nothing, which goes without saying"
    assert [*words.told(second, "en")] == []


STATEMENTS = [
    ("a:3: it says 9-20", "a:3", "9-20", True, "place and value"),
    ("a:3: it says 9-20", "a:4", "9-20", False, "another place"),
    ("a:3: it says 6", "a:3", "地胡 6", False, "a word that the message does not have"),
    ("a:3: 平各 → 平和", "a:3", "平和 «平各»", True, "value and quotation"),
]


@pytest.mark.parametrize(("message", "place", "said", "told", "reason"), STATEMENTS)
def test_a_statement_that_the_message_tells(message: str, place: str, said: str, told: bool, reason: str) -> None:
    found = Discrepancy("c", "error", None, None, message, ())
    assert words.in_message(found, place, said) is told, reason


# ---- on the page -----------------------------------------------------------------------------------------------------


def test_without_verdicts_nothing_is_shown() -> None:
    found, sources, rules = audited(small())
    shown = BeautifulSoup(html_report(unjudged(found), sources, rules, "en"), "lxml")
    assert shown.select("#verdict, .verdict, .judged, .weight, .faces, .key.wrong, .key.same") == []


STATES = [
    ("one", "big_four_winds", "wrong", "it lists what no hand bears out"),
    ("two", "big_four_winds", "list", "the other list is at fault, not this"),
    ("one", "little_four_winds", "same", "碰碰和 follows anyway"),
    ("three", "little_four_winds", "same", "for both sides"),
    ("two", "two_concealed_kongs", "points", "an open question stays one"),
    ("three", "pure_straight", "wrong", "refuted by itself"),
    ("one", "big_three_dragons", "idle", "what its list has more never applies"),
    ("two", "big_three_dragons", "same", "it has less of it, and no score is another"),
    ("two", "pure_straight", "absent", "a document that has no such entry"),
]


@pytest.mark.parametrize(("id", "fan", "state", "reason"), STATES)
def test_the_matrix_is_coloured_by_the_verdict(id: str, fan: str, state: str, reason: str) -> None:
    number = ["one", "two", "three"].index(id)
    cell = page().select(f"#row-fan-{fan} td")[number]
    assert state in cell["class"], reason


def test_what_a_partial_sheet_does_not_have_is_no_silence() -> None:
    found, sources, rules = judged()
    some = tuple(replace(each, partial=each.id == "two", kind="sheet") for each in found.sources)
    shown: Any = BeautifulSoup(html_report(replace(found, sources=some), sources, rules, "en"), "lxml")
    cells = shown.select("#row-fan-pure_straight td")
    assert [each["class"][0] for each in cells[:2]] == ["absent", "unrecorded"]
    assert "·" in cells[1].text
    said = [each.select_one('td .t[lang="en"]').text for each in shown.select("#fan-pure_straight tr.none")]
    assert said == ["says nothing of this fan", "not recorded: the sheet is partial"]
    assert shown.select(".legend .unrecorded")
    assert not page().select(".legend .unrecorded"), "without partial sheets nobody needs the sign"


def test_a_source_known_through_others_is_said_to_be_in_every_report() -> None:
    found, sources, rules = judged()
    some = tuple(replace(each, second_hand=each.id == "two", kind="sheet") for each in found.sources)
    found = replace(found, sources=some)
    shown: Any = BeautifulSoup(html_report(found, sources, rules, "en"), "lxml")
    for hidden in shown.select('.t:not([lang="en"])'):
        hidden.extract()
    [run] = json.loads(audit_sarif(found, "en"))["runs"]
    reports = {
        "html": shown.get_text(""),
        "md": markdown_report(found, sources, rules, "en").replace("`", ""),
        "text": " ".join(audit_text(found, Paper(200, "en")).split()),
        "sarif": run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"],
    }
    for form, text in reports.items():
        assert re.search(r"[Kk]nown second-hand only, .*: two\. What rests on it", text), form
    assert shown.select_one("#source-2").get_text(" ").count("sheet, second-hand") == 1
    assert json.loads(audit_json(found))["sources"][1]["second_hand"] is True


def test_an_item_that_never_applies_is_marked_mildly() -> None:
    [finding] = page().select("#d-exclusions-differ-big_four_winds")
    tones = {word.text.strip(): word.parent["class"][-1] for word in finding.select('.verdict > .t[lang="en"]')}
    assert (tones["never meet"], tones["too broad"]) == ("idle", "wrong")
    assert "excludes nothing" not in finding.text


def test_the_advice_of_a_kind_stands_once_and_every_finding_leads_there() -> None:
    shown = page()
    for kind in shown.select("tr[id^=kind-]"):
        assert len(kind.select(".advice")) == 1
    for finding in shown.select(".d"):
        [link] = finding.select('summary a[href^="#kind-"]')
        assert shown.select_one(link["href"])


def test_what_only_follows_is_named_and_no_more() -> None:
    [finding] = page().select('.fan#fan-little_four_winds .d[data-code="exclusions-differ"]')
    [told] = finding.select(".judged li")
    assert told.select_one('.t[lang="en"]:last-child').text == "Big Three Winds, All Pungs"
    assert finding["data-verdicts"] == "implied"


def test_a_witness_is_drawn() -> None:
    [finding] = page().select('.d[data-code="range-impossible"]')
    hand = finding.select_one(".witness .hand")
    faces = [each["href"] for each in hand.select("use")]
    assert len(faces) == 14
    assert hand.select_one(".won use")["href"] == "#tile-9s"
    assert finding.select_one(".witness code").text == BOTH, "to be copied"
    assert {each["href"][1:] for each in page().select("use")} <= {each["id"] for each in page().select("symbol")}


def test_a_hand_that_cannot_be_read_stays_text_and_is_no_markup() -> None:
    assert drawn("10m") == "<code>10m</code>"
    assert "<script" not in drawn(HOSTILE)


def test_links_to_findings_last_when_others_come() -> None:
    def anchors(sources: list[Any]) -> set[str]:
        shown = BeautifulSoup(html_report(*audited(sources, None), "en"), "lxml")
        return {str(each["id"]) for each in shown.select(".d")}

    assert "d-points-differ-two_concealed_kongs" in anchors(small()) & anchors(complete())


# ---- words marked ----------------------------------------------------------------------------------------------------

FIRST = Statement("a", ["三风刻", "碰碰和"], None, "不计三风刻、对对和")
QUOTES = [
    (Statement("a", 8, None, "双暗杠 8"), (), "双暗杠 <mark>8</mark>", "the number"),
    (Statement("a", 8, None, "8"), (), "8", "the whole quotation needs no mark"),
    (Statement("a", 8, None, "双暗杠"), (), "双暗杠", "the value is not printed there"),
    (Statement("a", 1, None, "<b>1"), (), "&lt;b&gt;<mark>1</mark>", "markup stays words"),
    (FIRST, (SharedItem("all_pungs", "碰碰和", ("a",)),), "不计三风刻、<mark>对对和</mark>", "another spelling"),
    (FIRST, (SharedItem("all_pungs", "碰碰和", ("a", "b")),), "不计三风刻、对对和", "all lists have it"),
    (
        FIRST,
        (SharedItem("all_pungs", "碰碰和", ("a", "b"), False),),
        "不计三风刻、<mark>对对和</mark>",
        "not the rule set",
    ),
]


@pytest.mark.parametrize(("said", "items", "expected", "reason"), QUOTES)
def test_the_words_in_dispute_are_marked(
    said: Statement, items: tuple[SharedItem, ...], expected: str, reason: str
) -> None:
    other = Statement("b", ["三风刻"], None, "三风刻") if isinstance(said.value, list) else said
    found = Discrepancy("c", "conflict", None, None, "", (said, other), items=items)
    assert marked(said, found) == expected, reason


# ---- tiles -----------------------------------------------------------------------------------------------------------


def test_every_tile_has_a_face_of_its_own() -> None:
    faces = dict(re.findall(r'<symbol id="tile-(\w+)"[^>]*>(.*?)</symbol>', symbols()))
    assert set(faces) == {*map(str, TILES), "back"}
    assert len(set(faces.values())) == len(faces)


@pytest.mark.parametrize("rank", range(1, 10))
def test_suits_count_their_rank(rank: int) -> None:
    faces = dict(re.findall(r'<symbol id="tile-(\w+)"[^>]*>(.*?)</symbol>', symbols()))
    assert faces[f"{rank}p"].count("ring") == rank
    assert faces[f"{rank}s"].count("stick") == (rank if rank > 1 else 0), "one bamboo is a bird"
    assert "一二三四五六七八九"[rank - 1] in faces[f"{rank}m"]


def test_no_two_signs_of_a_tile_lie_on_each_other() -> None:
    for face, drawing in re.findall(r'<symbol id="tile-(\dp)"[^>]*>(.*?)</symbol>', symbols()):
        rings = [tuple(map(float, at)) for at in re.findall(r'ring" cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"', drawing)]
        for n, (x, y, r) in enumerate(rings):
            assert r + 0.9 <= x <= 30 - r - 0.9, face
            assert r + 0.9 <= y <= 40 - r - 0.9, face
            assert all((x - a) ** 2 + (y - b) ** 2 > (r + c) ** 2 for a, b, c in rings[:n]), face


HANDS = [
    ("[123m,1]456p78966s99s6s", ["meld 3", "own 7", "own 3", "won 1"], "declared, suit by suit, the winning tile"),
    ("[EEEE]123m456p78966s9s", ["own 4", "own 3", "own 5", "own 3", "won 1"], "a concealed kong is no meld"),
    ("[EEEE,1]19mESWNCFP9s", ["meld 4", "own 2", "own 7", "won 1"], "honours together"),
]


@pytest.mark.parametrize(("text", "groups", "reason"), HANDS)
def test_a_hand_as_groups(text: str, groups: list[str], reason: str) -> None:
    drawing = BeautifulSoup(hand_svg(Hand.parse(text), '"&<'), "lxml").select_one(".hand")
    assert drawing
    assert drawing["aria-label"] == '"&<'
    assert [f"{each['class'][0]} {len(each.select('use'))}" for each in drawing.select(".hand > span")] == groups, (
        reason
    )


def test_a_concealed_kong_shows_its_ends_from_behind() -> None:
    drawing = BeautifulSoup(hand_svg(Hand.parse("[EEEE]123m456p78966s9s"), ""), "lxml")
    faces = [str(each["href"]) for each in drawing.select("use")]
    assert faces[:4] == ["#tile-back", "#tile-E", "#tile-E", "#tile-back"]


# ---- the picture of the lines ----------------------------------------------------------------------------------------


def picture(lanes: list[Lane], shared: dict[tuple[str, str], int]) -> Any:
    return BeautifulSoup(lineage_svg(lanes, shared, 400, "lines", "{} {} {}".format), "lxml").svg


def test_the_picture_joins_those_who_share_errors() -> None:
    svg = picture(
        [Lane("one", ((1, "a"), (2, "b"), (3, "c")), True), Lane("rest", ((4, "d"),), False)], {("a", "c"): 3}
    )
    assert [each.text for each in svg.select(".count-n")] == ["3"]
    assert svg.select_one("g title").text == "a c 3"
    assert [each["href"] for each in svg.select("a")] == ["#source-1", "#source-3", "#source-2", "#source-4"]
    assert len(svg.select(".lane")) == 2
    assert len(svg.select(".lane.alone")) == 1


@pytest.mark.parametrize("count", [1, 9, 40])
def test_the_picture_stays_in_its_frame(count: int) -> None:
    names = [f"a-source-of-{n}" for n in range(count)]
    svg = picture([Lane("x", tuple(enumerate(names)), True)], {(names[0], names[-1]): 2} if count > 1 else {})
    high = float(svg["height"])
    for pill in svg.select(".pill"):
        assert float(pill["x"]) + float(pill["width"]) <= 400
        assert float(pill["y"]) + float(pill["height"]) < high
    assert all(float(each["cy"]) + 9 < high for each in svg.select(".count"))
    boxes = [(float(each["x"]), float(each["y"])) for each in svg.select(".pill")]
    assert len(set(boxes)) == count, "none lies on another"


def test_shared_errors_are_those_of_the_audit() -> None:
    says = tuple(Statement(source, value, None, None) for value in ("x", "y") for source in "ab")
    more = (Statement("b", "z", None, None), Statement("c", "z", None, None), Statement("d", None, None, None))
    found, _, _ = audited([])
    kin = Discrepancy("not-independent", "note", None, None, "", (*says, *more))
    assert shared_errors(replace(found, discrepancies=(kin,))) == {("a", "b"): 2, ("b", "c"): 1}


def test_html_of_verdicts_golden(golden: Callable[[str, str], None]) -> None:
    """A finding with a verdict of each kind."""
    shown = page()
    parts = ("#d-exclusions-differ-big_four_winds", "#d-points-differ-two_concealed_kongs")
    golden("judged.en.html", "\n".join(shown.select_one(part).prettify() for part in parts))


def test_no_verdict_is_held_back() -> None:
    """Each item that was judged is on the page, by its sentence or by its name."""
    [finding] = page().select("#d-exclusions-differ-big_four_winds")
    named = finding.select_one("ul.judged").get_text(" ")
    for item in (
        "Big Three Winds",
        "All Pungs",
        "Pung of Terminals or Honors",
        "Mixed Double Chow",
        "Self-Drawn",
        "双杠",
    ):
        assert item in named
    assert Verdict("implied") in VERDICTS.values()
