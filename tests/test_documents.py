"""What the four documents state, typed from the originals by hand, against what the reader makes of them.

``cases/documents/ID.toml``, one a source: ``[means]`` gives the canonical name of every spelling that is not canonical
itself (a list of names: a class word); ``[totals]`` are check digits, counted on their own; ``[[runs]]`` are stretches
of entries that share points, section or pass, one row an entry in the order of the document. In a row, ``printed`` is
the name as printed without pinyin, ``name`` stands instead where the name is lost; lists are the printed names, and
``@`` leads the source's own condition on a name. ``[[listings]]`` are lists of names under a number (``*``: marked),
``[copy]`` says where a flattened copy of all entries stands, ``[damage]`` what is printed and what was meant (none:
nobody can know). Lines are those of the original; a restatement must state the same at its own places.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from difflib import unified_diff
from functools import cache
from pathlib import Path

import msgspec
import pytest

import extract
from mjrules import catalog, names
from mjrules.claims import Entry, Item, Source

FOLDER = Path(__file__).parent / "cases" / "documents"
IDS = [source.id for source in catalog.catalog()]
COPIES = ("original", "restatement")


class Row(msgspec.Struct, forbid_unknown_fields=True):
    line: int
    line_end: int = 0
    number: int | None = None
    printed: str | None = None
    name: str = ""
    points: int | None = None
    excludes: str = ""
    may_count: str = ""
    also_counts: list[str] = []
    aliases: str = ""
    ranks: str | None = None


class Run(msgspec.Struct, forbid_unknown_fields=True):
    entries: list[Row]
    points: int | None = None
    points_from: str | None = None
    section: str | None = None
    pass_: int = msgspec.field(default=1, name="pass")


class TypedListing(msgspec.Struct, forbid_unknown_fields=True):
    line: int
    items: str
    points: int | None = None
    title: str | None = None


class Slip(msgspec.Struct, forbid_unknown_fields=True):
    line: int
    printed: str
    fan: str | None = None
    meant: str | None = None
    changes_meaning: bool = False


class Damage(msgspec.Struct, forbid_unknown_fields=True):
    edits: list[Slip]


class Copy(msgspec.Struct, forbid_unknown_fields=True):
    line: int


class Typed(msgspec.Struct, forbid_unknown_fields=True):
    means: dict[str, str | list[str]]
    totals: dict[str, int]
    runs: list[Run]
    damage: Damage
    listings: list[TypedListing] = []
    copy: Copy | None = None

    def rows(self) -> Iterator[tuple[Run, Row]]:
        return ((run, row) for run in self.runs for row in run.entries)

    def meant(self, printed: str) -> str:
        """The canonical name of a printed one, the names of a class word joined by bars."""
        meant = self.means.get(printed, printed)
        return meant if isinstance(meant, str) else "|".join(meant)

    def name(self, row: Row) -> str:
        return row.name or self.meant(row.printed or "")


@cache
def typed(id: str) -> Typed:
    return msgspec.convert(tomllib.loads((FOLDER / f"{id}.toml").read_text(encoding="utf-8")), Typed)


@cache
def stated(copy: str, id: str) -> Source:
    if copy == "original":
        return extract.read(catalog.bundled(id), id=id)
    return extract.read(catalog.sources_dir() / "documents" / catalog.source(id).restatement, id=id)


def in_both_copies(*ids: str) -> pytest.MarkDecorator:
    """Run a test on the originals (where they are) and on the restatements of these sources, of all four by default."""
    cases = []
    for copy in COPIES:
        for id in ids or IDS:
            marks = [pytest.mark.originals] if copy == "original" else []
            cases.append(pytest.param(copy, id, marks=marks, id=f"{copy}-{id}"))
    return pytest.mark.parametrize(("copy", "id"), cases)


def own_entries(source: Source) -> list[Entry]:
    """The entries without those of a copy of the page."""
    return [entry for entry in source.entries if entry.repeats is None]


def entry_of(source: Source, name: str, pass_: int = 1) -> Entry:
    found = [entry for entry in own_entries(source) if entry.name == name and entry.pass_ == pass_]
    assert len(found) == 1, f"{source.id}: {len(found)} entries of {name} in pass {pass_}, one expected"
    return found[0]


def printed(items: Iterable[Item]) -> list[str]:
    return [item.printed for item in items]


def differences(expected: Iterable[str], found: Iterable[str]) -> str:
    """A diff for people: a line with - is typed and not read, one with + is read and not typed."""
    diff = unified_diff(list(expected), list(found), "typed by hand", "read", n=0, lineterm="")
    return "\n".join(line for line in diff if not line.startswith("@@"))


def typed_entry(typed: Typed, run: Run, row: Row, *, places: bool) -> str:
    points = row.points if row.points is not None else run.points
    parts = [f"{row.line}-{row.line_end or row.line}"] if places else []
    parts += [f"{row.number or ''}", f"{typed.name(row)} ({row.printed})", f"{points}"]
    parts += [f"{run.points_from if points is not None else None}", f"§{run.section}", f"pass {run.pass_}"]
    parts += [f"不计 {typed_list(typed, row.excludes)}", f"可计 {typed_list(typed, row.may_count)}"]
    parts += [f"另计 {typed_list(typed, names)}" for names in row.also_counts]
    return "; ".join([*parts, f"又称 {row.aliases}", f"{row.ranks}"])


def typed_list(typed: Typed, words: str) -> str:
    bare = (word.partition("@")[0] for word in words.split())
    return " ".join(f"{word}={typed.meant(word)}" for word in bare)


def read_entry(entry: Entry, *, places: bool) -> str:
    parts = [f"{entry.place.line}-{entry.place.line_end}"] if places else []
    parts += [f"{entry.number or ''}", f"{entry.name} ({entry.printed})", f"{entry.points}"]
    parts += [f"{entry.points_from}", f"§{entry.section}", f"pass {entry.pass_}"]
    parts += [f"不计 {read_list(entry.excludes)}", f"可计 {read_list(entry.may_count)}"]
    parts += [f"另计 {read_list(items)}" for items in entry.also_counts]
    return "; ".join([*parts, f"又称 {' '.join(entry.aliases)}", f"{entry.ranks}"])


def read_list(items: Iterable[Item]) -> str:
    return " ".join(f"{item.printed}={'|'.join(item.candidates) or item.name}" for item in items)


# the typed data themselves


@pytest.mark.parametrize("id", IDS)
def test_typed_data_reach_the_totals_counted_on_their_own(id: str) -> None:
    data = typed(id)
    rows = [row for _, row in data.rows()]
    lists = [row.excludes.split() for row in rows if row.excludes]
    also = [list_.split() for row in rows for list_ in row.also_counts]
    official = {fan.name for fan in names.official()}
    totals = {
        "entries": len(rows),
        "official": len({data.name(row) for row in rows} & official),
        "lists": len(lists),
        "items": sum(map(len, lists)),
    }
    if also:
        totals |= {"also_lists": len(also), "also_items": sum(map(len, also))}
    assert totals == data.totals


@pytest.mark.parametrize("id", IDS)
def test_typed_names_are_names_of_the_table(id: str) -> None:
    data = typed(id)
    known = {fan.name for fan in names.fans()}
    meant = {data.name(row) for _, row in data.rows()}
    meant |= {name for value in data.means.values() for name in ([value] if isinstance(value, str) else value)}
    assert meant - known == set()


def test_the_13_listings_of_scraped_page_have_92_items_12_of_them_marked() -> None:
    items = [item for listing in typed("scraped-page").listings for item in listing.items.split()]
    assert (len(typed("scraped-page").listings), len(items), sum(item.endswith("*") for item in items)) == (13, 92, 12)


def test_32_entries_of_the_commentary_keep_name_and_points_and_no_definition_does() -> None:
    rows = [(run.pass_, row) for run, row in typed("scraped-page").rows()]
    assert Counter((pass_, row.printed is not None) for pass_, row in rows) == {
        (1, True): 32,
        (1, False): 48,
        (2, False): 64,
    }


# what is read against what was typed


@in_both_copies()
def test_entries(copy: str, id: str) -> None:
    data, places = typed(id), copy == "original"
    expected = [typed_entry(data, run, row, places=places) for run, row in data.rows()]
    found = [read_entry(entry, places=places) for entry in own_entries(stated(copy, id))]
    assert expected == found, differences(expected, found)


@in_both_copies()
def test_every_entry_has_its_definition(copy: str, id: str) -> None:
    assert [entry.name for entry in stated(copy, id).entries if not entry.has_definition] == []


@in_both_copies()
def test_conditions(copy: str, id: str) -> None:
    """The words an item hangs on stand in its condition; an item without a condition has none."""
    expected = [
        f"{typed(id).name(row)} {item}"
        for _, row in typed(id).rows()
        for item in [*row.excludes.split(), *row.may_count.split(), *" ".join(row.also_counts).split()]
        if "@" in item
    ]
    found = [
        f"{entry.name} {item.printed}@{condition(item.condition)}"
        for entry in own_entries(stated(copy, id))
        for item in [*entry.excludes, *entry.may_count, *(item for items in entry.also_counts for item in items)]
        if item.condition
    ]
    assert expected == found, differences(expected, found)


def condition(words: str) -> str:
    """The condition without the words around it that say only that it is one: 如…组成的胡牌."""
    return re.sub(r"^如(.*)组成的[和胡]牌$", r"\1", words)


@in_both_copies()
def test_listings(copy: str, id: str) -> None:
    expected = [f"{listing.points} {listing.items}" for listing in typed(id).listings]
    found = [
        f"{listing.points} {' '.join(item.printed + '*' * item.marked for item in listing.items)}"
        for listing in stated(copy, id).listings
    ]
    assert expected == found, differences(expected, found)


@in_both_copies()
def test_listed_names_and_titles(copy: str, id: str) -> None:
    data = typed(id)
    for listing, read in zip(data.listings, stated(copy, id).listings, strict=True):
        assert [item.name for item in read.items] == [data.meant(word.rstrip("*")) for word in listing.items.split()]
        assert listing.title in (None, read.title)
        assert copy == "restatement" or read.place.line == listing.line


@in_both_copies()
def test_damage(copy: str, id: str) -> None:
    """Every slip that was seen is pointed out, in the entry where it stands."""
    places = copy == "original"
    expected = Counter(
        (slip.line if places else 0, slip.fan, slip.printed, slip.meant or slip.printed, slip.changes_meaning)
        for slip in typed(id).damage.edits
    )
    found = Counter(
        (
            repair.place.line if places else 0,
            names.fan(repair.fan).name if repair.fan else None,
            repair.printed,
            repair.read_as,
            repair.changes_meaning,
        )
        for repair in stated(copy, id).repairs
    )
    assert expected - found == Counter()


@in_both_copies()
def test_nothing_else_changes_meaning(copy: str, id: str) -> None:
    expected = Counter((slip.fan, slip.printed) for slip in typed(id).damage.edits if slip.changes_meaning)
    repairs = [repair for repair in stated(copy, id).repairs if repair.changes_meaning]
    assert Counter((names.fan(repair.fan or "").name, repair.printed) for repair in repairs) == expected


@in_both_copies()
def test_the_flattened_copy_of_a_page_repeats_its_entries_one_by_one(copy: str, id: str) -> None:
    own = own_entries(stated(copy, id))
    copies = [entry for entry in stated(copy, id).entries if entry.repeats is not None]
    if typed(id).copy is None:
        assert copies == []
        return
    assert [(entry.name, entry.repeats) for entry in copies] == [(entry.name, entry.place.line) for entry in own]
    for entry, twin in zip(copies, own, strict=True):
        assert (entry.points, entry.points_from) == (twin.points, twin.points_from), entry.name
        assert fans(entry.excludes) == fans(twin.excludes), entry.name
        assert fans(entry.may_count) == fans(twin.may_count), entry.name
        assert list(map(fans, entry.also_counts)) == list(map(fans, twin.also_counts)), entry.name


@pytest.mark.originals
def test_the_flattened_copy_stands_in_one_line() -> None:
    line = typed("zhwiki-mirror-2023").copy
    copies = [entry for entry in stated("original", "zhwiki-mirror-2023").entries if entry.repeats is not None]
    assert line is not None
    assert {entry.place.line for entry in copies} == {line.line}


def fans(items: Iterable[Item]) -> list[str]:
    return [item.fan or item.name for item in items]


@in_both_copies()
def test_how_a_fan_was_identified_is_recorded(copy: str, id: str) -> None:
    """By its name where one is printed; else by wording or position, and a message says so."""
    source = stated(copy, id)
    nameless = [entry for entry in source.entries if entry.printed is None]
    assert all(entry.identified_by == "name" for entry in source.entries if entry.printed is not None)
    assert all(entry.identified_by in ("wording", "position") for entry in nameless)
    told = [message for message in source.messages if message.code in ("name-from-wording", "name-from-position")]
    assert [message.details["name"] for message in told] == [entry.name for entry in nameless]


# the traps, by name


@in_both_copies("fan-points-docx")
def test_a_list_goes_on_behind_a_page_mark(copy: str, id: str) -> None:
    assert printed(entry_of(stated(copy, id), "四暗刻").excludes) == ["门前清", "对对胡", "门清自模", "双暗刻"]


@in_both_copies("fan-points-docx")
def test_a_misprint_in_a_list_is_read_and_reported(copy: str, id: str) -> None:
    """门清自模 for 门清自摸, six times."""
    source = stated(copy, id)
    items = [item for entry in source.entries for item in entry.excludes if item.printed == "门清自模"]
    assert [item.fan for item in items] == ["fully_concealed_hand"] * 6
    slips = [repair for repair in source.repairs if repair.printed == "门清自模"]
    assert [(repair.read_as, repair.changes_meaning) for repair in slips] == [("门清自摸", True)] * 6


@in_both_copies("fan-points-docx")
def test_two_kongs_is_a_class_word(copy: str, id: str) -> None:
    """双杠."""
    items = entry_of(stated(copy, id), "四杠").excludes
    item = next(item for item in items if item.printed == "双杠")
    assert (item.fan, item.candidates) == (None, ("双暗杠", "双明杠", "明暗杠"))


@in_both_copies("pinyin-page", "scraped-page", "zhwiki-mirror-2023")
def test_same_pungs_is_a_class_word(copy: str, id: str) -> None:
    """同刻."""
    entry = entry_of(stated(copy, id), "清幺九", pass_=2 if id == "scraped-page" else 1)
    item = next(item for item in entry.excludes if item.printed == "同刻")
    assert (item.fan, item.candidates) == (None, ("三同刻", "双同刻"))


@in_both_copies("pinyin-page")
def test_a_damaged_keyword_still_opens_its_list(copy: str, id: str) -> None:
    """不无字 for 不计无字."""
    source = stated(copy, id)
    assert printed(entry_of(source, "清一色").excludes) == ["无字"]
    lost = [repair for repair in source.repairs if repair.kind == "lost-negation"]
    assert [(repair.fan, repair.changes_meaning) for repair in lost] == [("full_flush", True)]


@in_both_copies()
def test_what_may_count_is_not_what_is_excluded(copy: str, id: str) -> None:
    """可计清一色 right behind 不计混一色."""
    entry = entry_of(stated(copy, id), "绿一色", pass_=2 if id == "scraped-page" else 1)
    assert (printed(entry.excludes), printed(entry.may_count)) == (["混一色"], ["清一色"])


@in_both_copies("fan-points-docx", "pinyin-page", "scraped-page")
def test_a_list_of_another_fan_joins_that_fan(copy: str, id: str) -> None:
    """抢杠和不计和绝张, said inside 和绝张, is a statement about 抢杠和."""
    source, pass_ = stated(copy, id), 2 if id == "scraped-page" else 1
    assert entry_of(source, "和绝张", pass_).excludes == ()
    assert [item.fan for item in entry_of(source, "抢杠和", pass_).excludes] == ["last_tile"]


@in_both_copies("fan-points-docx")
def test_house_fans_are_not_the_official_ones_named_alike(copy: str, id: str) -> None:
    """一条龙 is not 清龙, 全带 is not 全带幺."""
    source = stated(copy, id)
    assert [entry_of(source, name).fan for name in ("一条龙", "清龙")] == ["one_dragon", "pure_straight"]
    assert [entry_of(source, name).fan for name in ("全带", "全带幺")] == ["one_rank_in_every_set", "outside_hand"]


ONE_FAN_EACH = {
    "青龙 清龙": "pure_straight",
    "平胡 平和 平各": "all_chows",
    "对对胡 碰碰和": "all_pungs",
    "浑带幺 全带幺 全帯幺": "outside_hand",
    "嵌张 坎张": "closed_wait",
    "和决张 和绝张 胡绝张": "last_tile",
    "七连对 连七对": "seven_shifted_pairs",
    "两同刻 双同刻": "double_pung",
    "老少 老少副": "two_terminal_chows",
    "般高 一般高": "pure_double_chow",
    "单钓 单钓将": "single_wait",
    "断幺九 断幺 斷么": "all_simples",
    "抢杠胡 抢杠和": "robbing_the_kong",
    "门清自摸 不求人 门清自模": "fully_concealed_hand",
}


@pytest.mark.parametrize("copy", [pytest.param("original", marks=pytest.mark.originals), "restatement"])
@pytest.mark.parametrize(("spellings", "fan"), ONE_FAN_EACH.items(), ids=list(ONE_FAN_EACH.values()))
def test_all_spellings_of_the_documents_are_one_fan(copy: str, spellings: str, fan: str) -> None:
    entries = [entry for id in IDS for entry in stated(copy, id).entries]
    items = [item for entry in entries for item in entry.excludes]
    items += [item for entry in entries for list_ in entry.also_counts for item in list_]
    found = {entry.printed: entry.fan for entry in entries} | {item.printed: item.fan for item in items}
    assert {spelling: found.get(spelling) for spelling in spellings.split()} == dict.fromkeys(spellings.split(), fan)


@in_both_copies("scraped-page")
def test_the_rules_of_play_are_no_entries(copy: str, id: str) -> None:
    """自摸和：, 点和： and the other paragraphs between the listings and the definitions."""
    source = stated(copy, id)
    last = source.listings[-1].place.line
    first = entry_of(source, "大四喜", pass_=2).place.line
    assert [entry.name for entry in source.entries if last < entry.place.line < first] == []
    unread = [message.place.line for message in source.messages if message.code == "unread-text" and message.place]
    assert len([line for line in unread if last < line < first]) == 10


@in_both_copies("fan-points-docx", "pinyin-page")
def test_not_counted_towards_the_minimum_is_no_list(copy: str, id: str) -> None:
    """花牌不计算在内 in 无番和, 不计在起和分内 in 花牌."""
    source = stated(copy, id)
    assert entry_of(source, "无番和").excludes == ()
    assert [item.fan for item in entry_of(source, "花牌").excludes] == ["out_with_replacement_tile"]


@in_both_copies("fan-points-docx")
def test_a_fan_does_not_exclude_itself(copy: str, id: str) -> None:
    """幺九刻 says that it is not counted (不再计算幺九刻) beside three others."""
    assert entry_of(stated(copy, id), "幺九刻").excludes == ()


@in_both_copies("scraped-page")
def test_above_88_gives_no_points(copy: str, id: str) -> None:
    """88番以上牌型, as a section and as a list."""
    source = stated(copy, id)
    assert entry_of(source, "四方大发").points is None
    assert (source.listings[0].title, source.listings[0].points) == ("88番以上牌型", None)
    assert entry_of(source, "九莲宝灯").section is None, "十三幺 begins a new tier, its heading is lost"


@in_both_copies("fan-points-docx")
def test_a_price_inside_a_definition_is_no_entry(copy: str, id: str) -> None:
    """三家通赔64番 says what eight flowers cost; 梅兰竹菊 inside 花牌 is no second entry."""
    source = stated(copy, id)
    assert [entry_of(source, name).points for name in ("八仙过海", "梅兰竹菊", "春夏秋冬")] == [64, 32, 32]


@in_both_copies("fan-points-docx")
def test_one_fan_with_two_prices(copy: str, id: str) -> None:
    """天胡 is 天和, 地胡 is 地和."""
    entries = [entry for entry in stated(copy, id).entries if entry.name in ("天和", "地和")]
    assert [(entry.name, entry.printed, entry.points) for entry in entries] == [
        ("地和", "地胡", 48),
        ("天和", "天胡", 64),
        ("天和", "天和", 168),
        ("地和", "地和", 158),
    ]


@in_both_copies("fan-points-docx")
def test_a_trailing_mark_does_not_take_the_next_name_into_the_list(copy: str, id: str) -> None:
    """全大 ends 不计无字、 and the next entry, 全中 24, follows; 全小 ends so before a header row."""
    source = stated(copy, id)
    assert [printed(entry_of(source, name).excludes) for name in ("全大", "全小")] == [["无字"], ["无字"]]


@in_both_copies("fan-points-docx")
def test_a_word_glued_to_a_list_is_left_out_and_reported(copy: str, id: str) -> None:
    source = stated(copy, id)
    assert printed(entry_of(source, "三色三同顺").excludes) == ["喜相逢"]
    assert [message.details["word"] for message in source.messages if message.code == "glued-word"] == ["序数牌"]


@in_both_copies("zhwiki-mirror-2023")
def test_the_contents_list_gives_tiers_and_no_entries(copy: str, id: str) -> None:
    source = stated(copy, id)
    points = {item.name: listing.points for listing in source.listings for item in listing.items}
    assert (points["双暗杠"], points["明暗杠"], points["花牌"]) == (8, 6, 1)
    assert {"双暗杠", "明暗杠", "花牌"} & {entry.name for entry in source.entries} == set()


@in_both_copies("zhwiki-mirror-2023")
def test_a_second_list_under_a_picture_joins_the_first(copy: str, id: str) -> None:
    """不计二组双同刻 stands below the tiles of 清幺九; another caption says what counts as well."""
    last = entry_of(stated(copy, id), "清幺九").excludes[-1]
    assert (last.fan, last.condition) == ("double_pung", "二组")


@in_both_copies("scraped-page")
def test_the_commentary_states_two_fans_in_another_order(copy: str, id: str) -> None:
    order = [entry.name for entry in own_entries(stated(copy, id)) if entry.pass_ == 1]
    assert order.index("海底捞月") < order.index("妙手回春")
    assert order.index("十三幺") < order.index("大四喜")


def test_kong_is_a_class_word() -> None:
    """None of the four lists 杠 by itself; the 1998 rules do."""
    source = extract.read_bytes("四杠 88番 四副杠子，不计杠、碰碰和。".encode(), "own.txt")
    items = entry_of(source, "四杠").excludes
    assert [(item.printed, item.fan, item.candidates) for item in items] == [
        ("杠", None, ("暗杠", "明杠")),
        ("碰碰和", "all_pungs", ()),
    ]


@pytest.mark.parametrize("tail", ["人数不计", "不计人数", "牌型不限", "不计其他", "番数不计在内"])
def test_the_keyword_before_anything_but_a_fan_opens_no_list(tail: str) -> None:
    source = extract.read_bytes(f"碰碰和 6番 四副刻子一对将，{tail}。".encode(), "own.txt")
    assert entry_of(source, "碰碰和").excludes == ()
