"""What the sources say of the 56 disputed points: derived from claims, silence told as silence; docs/rulings.md."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

import extract
from mjrules import catalog, names, rulings
from mjrules.audit.positions import Position, Subject, asked, parse, positions
from mjrules.audit.statements import gather
from mjrules.claims import Source
from mjrules.cli.inputs import find_inputs, read_inputs
from mjrules.errors import DamagedData
from mjrules.render.positions import PARTS, decision, part_of, silence, tell
from mjrules.render.rulings_md import markdown
from mjrules.rulings import Text

CASES = tomllib.loads((Path(__file__).parent / "cases" / "positions.toml").read_text("utf-8"))["case"]


@cache
def sources() -> tuple[Source, ...]:
    """The restatements and all sheets; the originals have other lines."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(catalog.ORIGINALS_VARIABLE, str(Path(__file__).parent / "golden"))  # a folder without any
        return read_inputs(find_inputs((), "en", with_bundled=True, with_sheets=True), "en").read


@cache
def here() -> tuple[Position, ...]:
    return positions(gather(sources(), None))


def of(point: int, some: tuple[Position, ...] | None = None) -> Position:
    return next(each for each in some or here() if point in each.points)


def subject(point: int, fan: str, other: str | None = None, about: str | None = None) -> Subject:
    found = (each for each in of(point).subjects if (each.fan, each.other) == (fan, other))
    return next(each for each in found if about in (None, each.about))


def said(point: int, fan: str, other: str | None = None) -> dict[tuple[str, str], set[str]]:
    return {
        (answer.way, str(answer.value)): {each.source for each in answer.says}
        for answer in subject(point, fan, other).answers
    }


# ---- every point -----------------------------------------------------------------------------------------------------


def test_every_point_is_there_once_and_in_order() -> None:
    numbers = [number for each in here() for number in each.points]
    assert numbers == list(range(1, rulings.POINTS + 1))
    assert {each.points[0] for each in here() if each.ruling is None} == {*rulings.not_a_switch()}


def test_what_is_no_ruling_has_a_title() -> None:
    assert all((each.ruling is None) == (each.title is not None) for each in here())


def test_every_remark_that_is_asked_for_is_there() -> None:
    """A remark that a sheet no longer has must not be lost in silence."""
    wanted = {(n, fan, source) for n, each in asked().items() for fan, some in each.notes.items() for source in some}
    found = {
        (number, each.fan, answer.says[0].source)
        for position in here()
        for number in position.points
        for each in position.subjects
        if each.about == "notes"
        for answer in each.answers
    }
    assert {row for row in wanted if row not in found} == set()


def test_every_answer_says_where() -> None:
    """Only what a whole list lacks or how many it has stands at no one place."""
    without = {
        answer.way
        for position in here()
        for each in position.subjects
        for answer in each.answers
        if any(said.place is None for said in answer.says)
    }
    assert without == {"no-such-fan", "official", "besides"}


def test_silence_is_no_position() -> None:
    """Who only has a list that does not name the fan is among those that say nothing."""
    told = of(13)
    assert told.subjects[0].answers[-1].way != "unlisted" or told.subjects[0].answers[-1].choices == ()
    for position in here():
        for each in position.subjects:
            for answer in each.answers:
                assert answer.way != "unlisted" or answer.choices == ()
    lists = {said.source for each in of(4).subjects for a in each.answers if a.way != "unlisted" for said in a.says}
    assert lists.isdisjoint(of(4).silent)
    assert lists | {*of(4).silent} == {source.id for source in sources()}


def test_a_point_nobody_speaks_of_says_so() -> None:
    assert of(7).subjects == ()
    assert len(of(7).silent) == len(sources())
    told = tell(of(7), len(sources()), "en")
    assert silence(told, "en") == "None of the 31 sources here says anything of it."


# ---- what the claims tell, held against a reading by hand ------------------------------------------------------------


def test_the_price_of_two_concealed_kongs() -> None:
    found = said(3, "two_concealed_kongs")
    assert {"rule98", "mil-helper", "fan-points-docx", "qiyue-md"} <= found["points", "6"]
    assert {"greenbook2006", "zhwiki-mirror-2023", "gb-terms-pdf", "pt-app"} <= found["points", "8"]
    assert found["points", "6"] & found["points", "8"] == {"guide-2007-en"}


def test_the_mixed_kong_is_lacking_only_in_whole_lists() -> None:
    found = said(2, "concealed_kong_and_melded_kong")
    assert "rule98" in found["no-such-fan", ""]
    partial = {source.id for source in sources() if len({entry.fan for entry in source.entries}) < 70}
    assert partial.isdisjoint(found["no-such-fan", ""])


def test_pungs_of_one_rank_beside_all_terminals() -> None:
    found = said(20, "all_terminals", "double_pung")
    assert "rule98" in found["bars-class", "同刻"]
    assert found["shown", ""] == {"greenbook2006", "gb-terms-pdf", "netkeiba-ja"}
    assert {"mil-helper", "guide-2007-en"} <= found["bars", ""]


def test_an_example_under_a_third_fan_tells_of_two() -> None:
    """混幺九 and 碰碰和 stand together in an example of 三暗刻."""
    assert said(38, "all_terminals_and_honors", "all_pungs")["shown", ""] == {"rule98"}


def test_the_name_of_the_closed_wait() -> None:
    found = said(45, "closed_wait")
    assert "scraped-page" in found["named", "嵌张"]
    assert {"rule98", "fan-points-docx"} <= found["named", "坎张"]


def test_how_many_fans_there_are() -> None:
    found = of(54).subjects[0]
    assert {(each.way, each.value) for each in found.answers} >= {("official", 81), ("stated", 81), ("besides", 4)}


# Where claims speak for another choice than the one a source is said to hold, and why that is right.
OTHERWISE = {
    ("concealed_kong_and_melded_kong", "ts-suppress-zh"): "its list has a price, its code counts the two kongs apart",
    ("all_terminals_equal_pungs", "rule98"): "its table bars the class word, its example has both fans",
}
SOURCES_OF = {"zhwiki": ("zhwiki-mirror-2023", "zhwiki-bot"), "rule98-examples": ("rule98",)}


def test_who_holds_a_choice_does_not_say_another_one_here() -> None:
    ids = {source.id for source in sources()}
    against = set()
    for position in (each for each in here() if each.ruling):
        spoken: dict[str, set[str]] = {}
        for answer in (answer for each in position.subjects for answer in each.answers):
            for each in answer.says:
                spoken.setdefault(each.source, set()).update(answer.choices)
        for choice in rulings.ruling(position.ruling or "").choices.values():
            for source in (one for id in choice.by for one in SOURCES_OF.get(id, (id,)) if one in ids):
                if spoken.get(source) and choice.id not in spoken[source]:
                    against.add((position.ruling, source))
    assert against == {*OTHERWISE}


# ---- small documents -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=[case["label"] for case in CASES])
def test_what_a_few_lines_say(case: dict[str, Any]) -> None:
    read = [extract.read_bytes(text.encode(), f"{id}.txt", id=id) for id, text in case["sources"].items()]
    found = of(case["point"], positions(gather(read, None)))
    told = [
        [answer.way, str(answer.value), [each.source for each in answer.says], [*answer.choices]]
        for each in found.subjects
        for answer in each.answers
    ]
    assert told == case["answers"], case["reason"]


def test_who_lists_a_fan_elsewhere_is_not_silent() -> None:
    """The appendix of one source bars what its table does not name: it is told once, as barring."""
    found = said(5, "four_kongs", "all_pungs")
    assert "rule98" in found["bars", ""]
    assert "rule98" not in found["unlisted", ""]


# ---- whether hands decide it -----------------------------------------------------------------------------------------

PROVED = {4, 5, 16, 17, 18, 21, 35, 37, 38, 39}


def test_what_definitions_decide() -> None:
    decided = {each.points[0]: decision(rulings.ruling(each.ruling), each)[0] for each in here() if each.ruling}
    assert {point for point, word in decided.items() if word == "proved"} == PROVED


def test_nothing_that_an_edition_takes_is_said_to_count_twice() -> None:
    for position in (each for each in here() if each.ruling):
        ruling = rulings.ruling(position.ruling or "")
        taken = {ruling.default_for(edition) for edition in rulings.editions()}
        assert taken.isdisjoint(decision(ruling, position)[1]), ruling.id


def test_what_an_edition_takes_is_a_convention_though_it_follows() -> None:
    """What follows in all hands and is counted by an edition all the same is not called counting twice."""
    position = of(16)
    ruling = rulings.ruling(position.ruling or "")
    assert decision(ruling, position) == ("proved", ["counted"])
    taken = msgspec.structs.replace(ruling, default={**ruling.default, "mcr2006": "counted"})
    assert decision(taken, position) == ("convention", [])


@pytest.mark.parametrize("lang", ["en", "zh-Hans", "zh-Hant"])
def test_every_point_is_told_in_every_language(lang: str) -> None:
    for position in here():
        told = tell(position, len(sources()), lang)
        assert told.question
        assert told.decision
        assert all(answer.text or answer.way == "stated" for each in told.subjects for answer in each.answers)


def test_the_parts_are_those_of_the_list() -> None:
    assert [part_of(of(number)) for number in PARTS.values()] == [*PARTS]
    assert part_of(of(33)) == "D"


# ---- the table of what is asked --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[1]\npairs = [["four_kongs", "no_fan"]]', "1: 'no_fan' is no fan"),
        ("[57]\ncount = true", "57: there is no such point"),
        ('[1]\nnotes = "x"', "asked.toml"),
        ("[1]\nask = true", "ask"),
    ],
)
def test_a_damaged_table_says_what_is_wrong(text: str, message: str) -> None:
    with pytest.raises(DamagedData, match=re.escape(message)):
        parse(text)


# ---- docs/rulings.md -------------------------------------------------------------------------------------------------


@cache
def page(lang: str) -> str:
    return markdown(here(), len(sources()), lang)


@pytest.mark.parametrize(("file", "lang"), [("rulings.md", "en"), ("rulings.zh-CN.md", "zh-Hans")])
def test_the_page_of_rulings_is_the_table(file: str, lang: str, golden: Callable[[str, str], None]) -> None:
    golden(f"../../docs/{file}", page(lang))


def test_no_cell_is_cut_by_a_hand() -> None:
    for line in page("en").splitlines():
        if line.startswith("|"):
            assert len(re.findall(r"(?<!\\)\|", line)) in (4, 6, 7), line


@pytest.mark.parametrize("lang", ["en", "zh-Hans"])
def test_links_within_the_page_lead_somewhere(lang: str) -> None:
    heads = {anchor(line) for line in page(lang).splitlines() if line.startswith("## ")}
    assert {link for link in re.findall(r"\]\(#([^)]+)\)", page(lang)) if link not in heads} == set()


def anchor(head: str) -> str:
    """The address of a heading where Markdown is shown: letters and digits, hyphens for blanks."""
    return re.sub(r"[^\w\- ]", "", head.removeprefix("## ").lower()).replace(" ", "-")


def test_every_number_of_a_point_is_in_the_overview() -> None:
    rows = re.findall(r"^\| ([\d, ]+) \|", page("en"), re.MULTILINE)
    assert [int(number) for row in rows for number in row.split(", ")] == list(range(1, rulings.POINTS + 1))


def test_the_page_names_fans_in_its_language() -> None:
    zh = page("zh-Hans")
    assert names.fan("knitted_straight").label("zh-Hans") in zh
    assert "Knitted Straight" not in zh


def values(position: Position) -> Iterator[Text]:
    return (a.value for each in position.subjects for a in each.answers if isinstance(a.value, Text))


def test_remarks_are_in_both_languages() -> None:
    assert all(each.en and each.zh_hans for position in here() for each in values(position))


def test_positions_are_values() -> None:
    assert msgspec.json.decode(msgspec.json.encode(here()), type=tuple[Position, ...]) == here()
