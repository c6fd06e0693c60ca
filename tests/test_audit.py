"""The audit: per code a case that has it and a near one that has not; the four documents as a person reads them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extract.repair.steps import STEPS
from mjrules import audit as audit_room
from mjrules import names, texts
from mjrules.audit import audit, codes, explain, restate
from mjrules.audit.checks import CHECKS
from mjrules.audit.checks.order import moved
from mjrules.audit.lineage import SLIPS
from mjrules.audit.model import LEVELS, Audit, Discrepancy
from mjrules.audit.statements import gather
from mjrules.audit.verdicts.numbers import GROUPS_COUNTED
from mjrules.audit.wording import say_part
from mjrules.claims import Entry, IdentifiedBy, Item, ListedFan, Listing, Place, Repair, Source, Stated
from mjrules.errors import RulesError
from mjrules.rulesets import load

CASES = Path(__file__).parent / "cases"
KINDS = {kind for kind, _ in STEPS} | {"points"}
"""Kinds of damage: what is mended, and what lineage calls wrong points."""


# A table of statements, one a line:
#   12. 双暗杠 6 | 不计 暗杠、同刻 | 可计 清一色 | 另计 四归一、清龙 | 序数 1-9 | 失名 wording | 重复 3 | 遍 2 | 截断 是
#   组合龙 12 | 述 within lesser_honors_and_knitted_tiles; seven-pairs allowed       what its definition states
#   三暗杠 32 | 或 双暗杠、暗杠                      the names it may stand for
#   = 8 花龙 推不倒 混杠*                       a listing of the 8-point tier, * marks what the source calls unofficial
#   * fans 81                                        what the source states of all fans
#   ! 边张 | lost-word | 都为张 | 都为边张 | 改义    a repair in the entry of 边张; 改义: a rule hangs on it


def read_table(id: str, table: str) -> Source:
    """The source that a table describes; places are the lines of the table."""
    lines = [(number, line) for number, line in enumerate(table.strip().splitlines(), start=1) if line.strip()]
    return Source(
        id=id,
        path=f"{id}.txt",
        format="text",
        encoding="utf-8",
        entries=tuple(read_entry(number, line) for number, line in lines if line[0] not in "=!*"),
        listings=tuple(read_listing(number, line) for number, line in lines if line[0] == "="),
        repairs=tuple(read_repair(number, line) for number, line in lines if line[0] == "!"),
        messages=(),
        stated=tuple(read_stated(number, line[1:].strip()) for number, line in lines if line[0] == "*"),
    )


def known(printed: str) -> tuple[str | None, tuple[str, ...]]:
    """The fan of a spelling, or the fans it may stand for."""
    # The tables write 一色㈣同顺 as the scrape does; mending such characters is the reader's work.
    ids = names.resolve(printed.replace("㈣", "四").replace("彡", "三"))
    return (ids[0] if len(ids) == 1 else None), tuple(names.fan(each).name for each in ids)


def read_items(number: int, text: str) -> tuple[Item, ...]:
    return tuple(read_item(number, printed) for printed in text.split("、"))


def read_item(number: int, printed: str) -> Item:
    fan, candidates = known(printed)
    name = names.fan(fan).name if fan else printed
    return Item(fan, name, printed, None, () if fan else candidates, Place(number, number))


def read_entry(number: int, line: str) -> Entry:
    head, *rest = (part.strip() for part in line.split("|"))
    parts: dict[str, str] = dict(part.split(" ", 1) for part in rest)
    found = re.fullmatch(r"(?:(\d+)\. )?(\S+)(?: (\d+))?", head)
    assert found, f"no entry: {line}"
    fan, candidates = known(found[2])
    lost = parts.get("失名")
    return Entry(
        fan=fan,
        name=names.fan(fan).name if fan else found[2],
        official=bool(fan and names.fan(fan).official),
        printed=None if lost else found[2],
        identified_by=lost or "name",  # type: ignore[arg-type]
        candidates=tuple(parts["或"].split("、")) if "或" in parts else () if fan else candidates,
        points=int(found[3]) if found[3] else None,
        points_from="inline" if found[3] else None,
        section=None,
        excludes=read_items(number, parts["不计"]) if "不计" in parts else (),
        may_count=read_items(number, parts["可计"]) if "可计" in parts else (),
        also_counts=(read_items(number, parts["另计"]),) if "另计" in parts else (),
        aliases=(),
        has_definition=True,
        repeats=int(parts["重复"]) if "重复" in parts else None,
        place=Place(number, number),
        number=int(found[1]) if found[1] else None,
        pass_=int(parts.get("遍", 1)),
        ranks=parts.get("序数"),
        cut_off="截断" in parts,
        stated=tuple(read_stated(number, each) for each in parts["述"].split("; ")) if "述" in parts else (),
    )


def read_stated(number: int, text: str) -> Stated:
    kind, value = text.split(" ", 1)
    return Stated(kind, value, Place(number, number))  # type: ignore[arg-type]


def read_listing(number: int, line: str) -> Listing:
    points, *printed = line[1:].split()
    if not points.isdigit():
        printed, points = [points, *printed], ""
    place = Place(number, number)
    items = (each.removesuffix("*") for each in printed)
    fans = [(known(item)[0], item) for item in items]
    return Listing(
        points=int(points) if points else None,
        items=tuple(
            ListedFan(fan, names.fan(fan).name if fan else item, item, each.endswith("*"), place)
            for (fan, item), each in zip(fans, printed, strict=True)
        ),
        place=place,
    )


def read_repair(number: int, line: str) -> Repair:
    fan, kind, printed, read_as, *meaning = (part.strip() for part in line[1:].split("|"))
    return Repair(printed, read_as, kind, meaning == ["改义"], Place(number, number), known(fan)[0])


def read_tables(tables: dict[str, str]) -> list[Source]:
    return [read_table(id, table) for id, table in tables.items()]


def load_cases(name: str) -> dict[str, Any]:
    with (CASES / name).open("rb") as file:
        return tomllib.load(file)


FOUR = read_tables(load_cases("audit_four.toml"))
CODE_CASES: list[dict[str, Any]] = load_cases("audit_codes.toml")["case"]


def found(result: Audit, code: str) -> list[Discrepancy]:
    return [each for each in result.discrepancies if each.code == code]


def fan_names(discrepancies: Sequence[Discrepancy]) -> list[str]:
    return [each.name or "" for each in discrepancies]


@pytest.fixture(scope="module")
def four() -> Audit:
    return audit(FOUR, load("gb1998"))


# Cases ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CODE_CASES, ids=[f"{case['code']}: {case['label']}" for case in CODE_CASES])
def test_case(case: dict[str, Any]) -> None:
    sources = read_tables(case["sources"])
    result = found(audit(sources, load("gb1998") if case.get("ruleset", False) else None), case["code"])
    told = [{"name": each.name or "", "level": each.level, "sources": sources_of(each)} for each in result]
    assert told == case["finds"], case["reason"]
    for words, each in zip(case.get("says", []), result, strict=False):
        # A dollar sign in the case marks the end of the message.
        assert words in f"{each.message}$", case["reason"]


def about(result: Audit, code: str) -> list[tuple[str, ...]]:
    return [each.about for each in found(result, code)]


def sources_of(discrepancy: Discrepancy) -> str:
    return " ".join(dict.fromkeys(said.source for said in discrepancy.says))


def test_every_code_has_a_case_that_has_it_and_a_near_one_that_has_not() -> None:
    having = {case["code"] for case in CODE_CASES if case["finds"]}
    lacking = {case["code"] for case in CODE_CASES if not case["finds"]}
    assert having == lacking == set(codes())


def test_every_check_finds_its_own_code_only(four: Audit) -> None:
    statements = gather(FOUR, load("gb1998"))
    statements = msgspec.structs.replace(statements, lines={source.id: source.line for source in four.sources})
    for code, check in CHECKS.items():
        assert {each.code for each in check(statements)} <= {code}


# The four documents ---------------------------------------------------------------------------------------------------


def test_four_documents_are_written_down_whole() -> None:
    """The numbers that were counted by hand on the documents."""
    own = {source.id: [entry for entry in source.entries if entry.repeats is None] for source in FOUR}
    lists = {id: [entry.excludes for entry in entries if entry.excludes] for id, entries in own.items()}
    counts = {id: (len(own[id]), len(lists[id]), sum(map(len, lists[id]))) for id in own}
    assert counts == {
        "fan-points-docx": (103, 47, 132),
        "pinyin-page": (81, 35, 59),
        "scraped-page": (80 + 64, 35, 59),
        "zhwiki-mirror-2023": (32, 27, 56),
    }
    scraped = FOUR[2]
    items = [item for listing in scraped.listings for item in listing.items]
    assert (len(scraped.listings), len(items), sum(item.marked for item in items)) == (13, 92, 12)
    assert all(entry.fan for source in FOUR for entry in source.entries)


def test_double_concealed_kong_is_6_against_8(four: Audit) -> None:
    [dispute] = [each for each in found(four, "points-differ") if each.name == "双暗杠"]
    assert [(vote.value, vote.sources, vote.lines) for vote in dispute.votes] == [
        (6, ("fan-points-docx", "pinyin-page", "scraped-page"), 2),
        (8, ("zhwiki-mirror-2023",), 1),
    ]
    assert fan_names(found(four, "points-differ-from-ruleset")) == ["双暗杠"]


def test_a_line_at_odds_with_itself_stands_behind_no_value(four: Audit) -> None:
    [heaven] = [each for each in found(four, "points-differ") if each.name == "天和"]
    assert [(vote.value, vote.lines) for vote in heaven.votes] == [(64, 0), (168, 1)]


def test_heaven_and_earth_inside_one_document(four: Audit) -> None:
    told = {each.name: [said.value for said in each.says] for each in found(four, "contradicts-itself")}
    assert told == {"天和": [64, 168], "地和": [48, 158]}


def test_exclusion_lists_of_37_fans_differ(four: Audit) -> None:
    differing = found(four, "exclusions-differ")
    assert len(differing) == 37
    assert len({each.fan for each in differing}) == 37
    # Lists that agree: the same single item in every document that has the definition.
    agreeing = "绿一色 一色三节高 大于五 小于五 推不倒 妙手回春 杠上开花 抢杠和 全求人 花牌"
    stated = {entry.name for source in FOUR for entry in source.entries if entry.excludes}
    assert stated - set(fan_names(differing)) == set(agreeing.split())


def test_items_of_a_list_say_who_lists_them(four: Audit) -> None:
    [dispute] = [each for each in found(four, "exclusions-differ") if each.name == "清幺九"]
    docx, pinyin, scraped, wiki = (source.id for source in FOUR)
    assert {item.name: item.sources for item in dispute.items} == {
        "碰碰和": (docx, pinyin, scraped, wiki),
        "无字": (docx, pinyin, scraped, wiki),
        "混幺九": (docx, wiki),
        "双同刻": (docx, wiki),
        "同刻": (pinyin, scraped, wiki),
        "三同刻": (docx,),
        "全带幺": (docx,),
        "幺九刻": (docx,),
    }
    assert {item.name for item in dispute.items if item.in_ruleset} == {"碰碰和", "同刻", "无字"}
    assert [item.fan for item in dispute.items if item.name == "同刻"] == [None]


def test_what_each_document_lacks_and_adds(four: Audit) -> None:
    assert found(four, "fan-missing") == []
    lacking = {each.says[0].source: len(each.fans) for each in found(four, "entry-missing")}
    # 双箭刻, 边张 and 自摸 of the scraped page stand in its category lists only.
    assert lacking == {"scraped-page": 3, "zhwiki-mirror-2023": 49}
    extra = found(four, "fan-extra")
    by_source = {source.id: sum(source.id in sources_of(each).split() for each in extra) for source in FOUR}
    # 22 house entries in the first, of which 天胡 / 天和 and 地胡 / 地和 are one fan each.
    assert by_source == {"fan-points-docx": 20, "pinyin-page": 0, "scraped-page": 12, "zhwiki-mirror-2023": 1}
    assert [sources_of(each) for each in extra if each.name == "明暗杠"] == ["zhwiki-mirror-2023"]


def test_swapped_order_of_the_scraped_page(four: Audit) -> None:
    own = [each for each in found(four, "order-differs") if each.details["against"] == "scraped-page:1"]
    assert [[said.value for said in each.says] for each in own] == [["五门齐", "和绝张"]]
    assert {each.says[0].source for each in found(four, "order-differs")} == {"scraped-page"}


def test_numbers_of_the_scraped_page_show_two_lost_entries(four: Audit) -> None:
    [gaps] = found(four, "numbering")
    # 一般高 is lost at the head of the 1-point tier, 边张 between 8 and 10.
    assert [said.quote for said in gaps.says] == ["6 幺九刻", "10 嵌张"]


def test_four_impossible_ranges(four: Audit) -> None:
    assert fan_names(found(four, "range-impossible")) == ["清龙", "大于五", "小于五", "花龙"]
    assert about(four, "range-impossible") == [("pinyin-page",)] * 4, "who has 1-9 is quoted, and not at fault"
    witnesses = {said.source for each in found(four, "range-impossible") for said in each.says if said.witness}
    assert witnesses == {"fan-points-docx", "scraped-page", "zhwiki-mirror-2023"}


def test_where_some_have_no_list_at_all_it_is_said(four: Audit) -> None:
    plain = [
        each for each in found(four, "exclusions-differ") if len({str(s.value) for s in each.says if s.value}) == 1
    ]
    assert len(plain) == 11, "the lists that are there agree"
    assert all(re.search(r"\): \S+(, \S+)* ha(s|ve) no list; \S+(, \S+)* lists? \w", each.message) for each in plain)


def test_damage_on_which_a_rule_hangs(four: Audit) -> None:
    told = {(each.says[0].quote, len(each.says), each.name) for each in found(four, "damaged-text")}
    assert told == {("门清自模", 6, None), ("平各", 1, "一色双龙会"), ("不", 1, "清一色")}


def test_the_first_two_documents_are_one_line(four: Audit) -> None:
    assert [source.line for source in four.sources] == [1, 1, 2, 3]
    [kin] = found(four, "not-independent")
    assert kin.details["sources"] == "fan-points-docx, pinyin-page"
    assert {said.quote for said in kin.says} == {"的的", "77879", "为张"}


def test_names_of_the_four_documents(four: Audit) -> None:
    variants = set(fan_names(found(four, "name-variant")))
    assert {"清龙", "平和", "碰碰和", "全带幺", "坎张", "和绝张", "双明杠", "一般高", "单钓将"} <= variants
    # Printed alike everywhere, or in another script only (七對, 無字).
    assert not variants & {"双暗刻", "七对", "无字", "双暗杠"}
    # Printed with look-alike characters.
    assert fan_names(found(four, "misprinted-name")) == ["一色四同顺", "一色三步高", "混四步"]
    assert [(each.name, each.fans) for each in found(four, "house-name-in-list")] == [("十三幺", ("missing_five",))]
    assert {each.details["word"] for each in found(four, "class-word")} == {"同刻", "双杠"}
    assert found(four, "unknown-name") == []


def test_levels_then_codes_then_official_order(four: Audit) -> None:
    levels = [LEVELS.index(each.level) for each in four.discrepancies]
    assert levels == sorted(levels)
    numbers = [names.fan(each.fan).number for each in found(four, "exclusions-differ") if each.fan]
    assert numbers == sorted(number for number in numbers if number)


# Words ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", texts.LANGUAGES)
@pytest.mark.parametrize("code", codes())
def test_every_code_is_explained(code: str, lang: str) -> None:
    explanation = explain(code, lang)
    assert all(msgspec.structs.astuple(explanation))
    assert "{" not in "".join(msgspec.structs.astuple(explanation))


def test_texts_hold_nothing_that_no_code_says() -> None:
    with (Path(texts.__file__).parent / "texts" / "audit.toml").open("rb") as file:
        table = tomllib.load(file)
    said = {f"{code}{part}" for code in codes() for part in ("", ".title", ".meaning", ".why", ".advice")}
    written = "".join(path.read_text("utf-8") for path in Path(audit_room.__file__).parent.rglob("*.py"))
    phrases = {key for key in table if f'"{key}"' in written}
    phrases |= {f"exclusions-differ.{how}" for how in ("lacks", "lack", "has", "have", "all", "some")}
    proofs = {key for key in table if key.split(".")[0] in ("verdict", "stated", "together")}
    composed = {"verdict.discard", "verdict.self_drawn", "stated.ranks-and-suits"}
    silent = {key for key in proofs - composed if f'"{key.partition(".")[2]}"' not in written}
    assert {key for key in silent if f'"{key}"' not in written} == set()
    assert all(key.split(".")[0] in codes() for key in phrases - proofs)
    words = {key for key in table if key.startswith("word.")}
    assert table.keys() == said | phrases | proofs | words
    kinds = {*KINDS, *SLIPS}
    ours = {word for word in words if f'word("{word.removeprefix("word.")}")' in written}
    nouns = {f"word.noun-{noun}" for noun in (*GROUPS_COUNTED, "pair")}
    by = {f"word.by-{how}" for how in get_args(IdentifiedBy)}
    assert words - ours - nouns == {f"word.{kind}" for kind in kinds} | by
    assert nouns <= words
    assert all(entry.keys() == {"en", "zh-Hans"} for entry in table.values())


@pytest.mark.parametrize("lang", texts.LANGUAGES)
def test_a_discrepancy_is_said_again_in_another_language(four: Audit, lang: str) -> None:
    again = audit(FOUR, load("gb1998"), lang=lang)
    assert tuple(restate(each, lang) for each in four.discrepancies) == again.discrepancies
    assert all(each.message and each.advice for each in again.discrepancies)


def test_words_of_ours_are_chinese_in_chinese(four: Audit) -> None:
    """Kinds of repair and ways to know a fan; ids of sources and of fans stay."""
    for code in ("damaged-text", "mended-text", "name-lost", "not-independent"):
        for each in found(four, code):
            message = restate(each, "zh-Hans").message
            for known in [source.id for source in four.sources] + [each.fan or "-"]:
                message = message.replace(known, "")
            assert not re.search("[a-z]{2}", message), message


@pytest.mark.parametrize("lang", ["en", "zh-Hant"])
def test_fans_are_named_in_the_language_of_the_reader(four: Audit, lang: str) -> None:
    [order, *_] = found(four, "order-differs")
    expected = {"en": "Thirteen Orphans 十三幺 stands first", "zh-Hant": "十三么在最前"}
    assert expected[lang] in restate(order, lang).message
    [dispute] = [each for each in found(four, "points-differ") if each.name == "双暗杠"]
    with_id = {"en": "Two Concealed Kongs 双暗杠 (two_concealed_kongs): ", "zh-Hant": "雙暗槓 (two_concealed_kongs)："}
    assert restate(dispute, lang).message.startswith(with_id[lang])
    page = {"en": "Two Concealed Kongs 双暗杠: ", "zh-Hant": "雙暗槓："}
    assert restate(dispute, lang, ids=False).message.startswith(page[lang])


def test_what_has_no_word_yet_stands_for_itself() -> None:
    """A reader may come to know new damage; hostile words in a document are no references of ours."""
    assert say_part("{word:new-damage} 2, {word:pinyin} 1", "zh-Hans") == "new-damage 2、注音 1"
    assert say_part("{fan:nobody} {x} {fan:..}", "en") == "nobody {x} {fan:..}"


def test_messages_name_places_and_quote_little(four: Audit) -> None:
    longest = {quote for each in four.discrepancies for said in each.says if (quote := said.quote or "")}
    runs = [run for quote in longest for run in re.findall(r"[\u3400-\u9fff]+", quote)]
    assert max(map(len, runs)) <= 6
    for each in found(four, "points-differ"):
        assert all(f"{said.source}:{said.place}" in each.message for said in each.says)


# Properties -----------------------------------------------------------------------------------------------------------


def essence(result: Audit) -> set[tuple[object, ...]]:
    """What is found, without the order in which sources are told."""
    return {
        (each.code, each.level, each.fan, frozenset((said.source, str(said.value)) for said in each.says))
        for each in result.discrepancies
    }


@settings(max_examples=8, deadline=None)
@given(st.permutations(FOUR))
def test_order_of_sources_does_not_matter(sources: list[Source]) -> None:
    assert essence(audit(sources, load("gb1998"))) == essence(audit(FOUR, load("gb1998")))


FANS = ("双暗杠", "七对", "青龙", "清龙", "天听", "同刻", "飞天遁地", "门清自模")
entries = st.builds(
    lambda name, points, listed: f"{name} {points}" + (f" | 不计 {'、'.join(listed)}" if listed else ""),
    st.sampled_from(FANS),
    st.integers(1, 88),
    st.lists(st.sampled_from(FANS), max_size=3),
)
tables = st.lists(entries, max_size=6).map("\n".join)


@settings(max_examples=60, deadline=None)
@given(st.lists(tables, max_size=3), st.integers(0, 2))
def test_a_copy_adds_no_conflict(written: list[str], copied: int) -> None:
    sources = [read_table(f"s{number}", table) for number, table in enumerate(written)]
    if copied >= len(sources):
        return
    copy = msgspec.structs.replace(sources[copied], id="copy")
    before, after = audit(sources, load("gb1998")), audit([*sources, copy], load("gb1998"))
    assert conflicts(after) == conflicts(before)


def conflicts(result: Audit) -> set[tuple[str, str | None]]:
    """The disputes; a source at odds with itself differs from its copy as from itself, and is no dispute more."""
    torn = {each.fan for each in found(result, "contradicts-itself")}
    return {(each.code, each.fan) for each in result.discrepancies if each.level == "conflict" and each.fan not in torn}


@given(st.lists(st.sampled_from("abcdefgh"), unique=True))
def test_moved_fans_are_fewest_and_leave_the_rest_in_order(sequence: list[str]) -> None:
    order = {fan: number for number, fan in enumerate("abcdefgh")}
    out = {fan for fan, *_ in moved(sequence, order)}
    rest = [fan for fan in sequence if fan not in out]
    assert rest == sorted(rest)
    assert len(rest) == longest_rising(sequence)


def longest_rising(sequence: list[str]) -> int:
    """The length of a longest rising subsequence, by the plain quadratic way."""
    best: list[int] = []
    for at, fan in enumerate(sequence):
        best.append(1 + max((best[i] for i in range(at) if sequence[i] < fan), default=0))
    return max(best, default=0)


@pytest.mark.parametrize("ruleset", [None, "gb1998"])
def test_nothing_to_compare(ruleset: str | None) -> None:
    rules = load(ruleset) if ruleset else None
    assert audit([], rules).discrepancies == ()
    [missing] = audit([read_table("empty", "")], rules).discrepancies
    assert (missing.code, len(missing.fans)) == ("fan-missing", 81)


def test_two_sources_of_one_id_are_refused() -> None:
    with pytest.raises(RulesError, match="two sources are called a"):
        audit([read_table("a", "七对 24"), read_table("a", "七对 24")], None)


def test_titles_are_handed_through() -> None:
    source = msgspec.structs.replace(read_table("a", "七对 24"), title="own title")
    assert audit([source], None, titles={"a": "A list"}).sources[0].title == "A list"
    assert audit([source], None).sources[0].title == "own title"
    assert audit([read_table("a", "七对 24")], None).sources[0].title == "a"


def test_published_form() -> None:
    """The JSON of DESIGN: fields may be added, never changed."""
    result = audit(read_tables({"a": "双暗杠 6", "b": "双暗杠 8"}), load("gb1998"))
    published = msgspec.to_builtins(result)
    assert published["schema"] == "mjrules/1"
    assert published.keys() >= {"sources", "ruleset", "discrepancies"}
    dispute = published["discrepancies"][0]
    assert dispute.keys() >= {"code", "level", "fan", "name", "message", "says", "verdict", "impact", "advice"}
    assert dispute["says"][0].keys() == {"source", "value", "place", "quote", "witness"}
    assert published["unreadable"] == ()
    assert (dispute["verdict"]["status"], dispute["verdict"]["ruling"]) == ("undecided", "two_concealed_kongs")
    assert dispute["impact"].keys() == {"states", "of", "hands", "example", "totals", "points", "crossing"}
