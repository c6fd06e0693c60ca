"""Numbers that definitions state: wrong ones are told, right ones are not, in whatever words; and tables that mjrules
prints say nothing that an audit would call wrong."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

import extract
from extract import definitions as reading
from extract.repair.steps import mend
from mjrules.audit import audit
from mjrules.audit.verdicts import amounts, counting, definitions, known
from mjrules.audit.wording import say_part
from mjrules.claims import Place, Stated
from mjrules.cli.inputs import find_inputs, read_inputs
from mjrules.fans import FANS, VARIANTS
from mjrules.render import table
from mjrules.rulesets import load
from mjrules.universe.relations import RELATED

CASES = Path(__file__).parent / "cases"
RULESETS = ("gb1998", "gb", "mcr2006")
WORDING = "described"
"""A fan told by its words alone is told where two stand under each other's names only."""


def cases(name: str) -> dict[str, Any]:
    return tomllib.loads((CASES / name).read_text("utf-8"))


WRONG = cases("stated_numbers.toml")
RIGHT = [(fan, text) for fan, texts in cases("correct_definitions.toml").items() for text in texts]


def told(fan: str, text: str) -> list[tuple[str, str]]:
    """What is wrong about a definition, and how sure that is."""
    text = mend(text).text
    stated = (Stated(each.kind, each.value, Place(1, 1)) for each in reading.statements(text, [(0, len(text))], fan))
    found = [definitions.judge(fan, each) for each in stated if each.kind != WORDING]
    return [(say_part(each.proof, "en"), each.status) for each in found if each]


@pytest.mark.parametrize("case", WRONG["wrong"], ids=lambda case: f"{case['fan']}: {case['text']}")
def test_a_wrong_number_is_told(case: dict[str, str]) -> None:
    found = told(case["fan"], case["text"])
    assert [status for said, status in found if case["says"] in said] == [case.get("status", "refuted")], found
    assert len(found) == 1


@pytest.mark.parametrize("case", WRONG["all"], ids=lambda case: case["text"])
def test_numbers_of_all_fans(case: dict[str, str]) -> None:
    stated = (Stated(each.kind, each.value, Place(1, 1)) for each in reading.about_all(mend(case["text"]).text))
    found = [say_part(each.proof, "en") for each in map(definitions.judge_all, stated) if each]
    assert len(found) == bool(case["says"])
    assert all(case["says"] in said for said in found)


@pytest.mark.parametrize(("fan", "text"), RIGHT)
def test_nothing_is_wrong_about_a_right_definition(fan: str, text: str) -> None:
    assert told(fan, text) == []


def test_the_right_definitions_are_many_and_of_all_fans() -> None:
    assert len(RIGHT) > 300
    assert {fan for fan, _ in RIGHT} >= set(RELATED) - {"concealed_kong_and_melded_kong"}


# what hands have


def test_amounts_are_those_of_these_definitions() -> None:
    kept = msgspec.json.decode(amounts.FILE.read_bytes(), type=amounts.Table)
    assert kept.definitions == known.definitions()
    assert kept.fans.keys() == {*RELATED, *VARIANTS}


@pytest.mark.parametrize("fan", ["four_kongs", "all_simples", "three_suited_terminal_chows", "thirteen_orphans"])
def test_amounts_are_what_the_diagrams_count(fan: str) -> None:
    assert amounts.of(fan) == counting.of_pattern(FANS[fan])


def test_a_hand_that_is_shown_has_the_fan() -> None:
    """Three concealed pungs are enough: the hand that shows it has three, and no fourth."""
    found = definitions.judge("three_concealed_pungs", Stated("amount", "concealed_pung 4", Place(1, 1)))
    assert found
    assert found.witness == amounts.of("three_concealed_pungs").amounts["concealed_pung"].hand


# documents


def findings(tmp_path: Path, text: str, *codes: str) -> list[Any]:
    path = tmp_path / "rules.txt"
    path.write_text(text, "utf-8")
    found = audit([extract.read(path)], load("gb1998"), {}, "en")
    return [each for each in found.discrepancies if each.code in codes]


def test_exchanged_definitions_are_told(tmp_path: Path) -> None:
    text = "三同刻 16番\n3个暗刻\n三暗刻 16番\n3个序数相同的刻子\n"
    found = findings(tmp_path, text, "definition-wrong")
    assert [each.fan for each in found] == ["triple_pung", "three_concealed_pungs"]
    assert "stands what Three Concealed Pungs 三暗刻 is" in found[0].message


def test_words_of_another_fan_alone_are_no_error(tmp_path: Path) -> None:
    """They may be chance: nothing stands under the other's name."""
    assert findings(tmp_path, "三同刻 16番\n3个暗刻\n三暗刻 16番\n3个暗刻\n", "definition-wrong") == []


def test_what_is_quoted_is_printed(tmp_path: Path) -> None:
    """The reading stands beside it, and what was mended is said."""
    text = "小三元 64番\n中中中发发发皛白234b99t，两副箭刻，第三种作将\n"
    [found] = findings(tmp_path, text, "definition-wrong")
    assert found.says[0].quote == "中中中发发发皛白234b99t"
    assert found.says[0].value == "99s234pCCCFFFPP"
    assert found.verdict.mended
    assert "printed is 中中中发发发皛白234b99t, read as 中中中发发发白白234b99t" in found.message


def test_seven_pairs_are_named(tmp_path: Path) -> None:
    [found] = findings(tmp_path, "碰碰和 6番\n四副刻子，允许七对\n", "membership-wrong")
    assert "as a case of Seven Pairs 七对" in found.message
    assert found.says[0].quote == "允许七对"


def test_a_hand_of_claimed_groups_is_never_concealed(tmp_path: Path) -> None:
    [found] = findings(tmp_path, "全求人 6番\n四副都是吃碰来的，要门清\n", "definition-wrong")
    assert "no hand with Melded Hand 全求人 is without claimed groups" in found.message


# tables of our own, read back


@pytest.fixture(scope="module")
def bundled() -> Any:
    return read_inputs(find_inputs((), "en", with_bundled=True), "en").read


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("lang", ["en", "zh-Hans"])
@pytest.mark.parametrize("form", ["md", "csv", "html", "docx", "xlsx"])
def test_a_printed_table_reads_back(bundled: Any, tmp_path: Path, form: Any, lang: str, ruleset: str) -> None:
    """Every value that the table itself gives, and nothing of what other sources say."""
    rules = load(ruleset)
    printed = table.canonical_table(bundled, rules)
    written = table.write(printed, form, lang)
    path = tmp_path / f"table.{form}"
    path.write_bytes(written if isinstance(written, bytes) else written.encode())
    source = extract.read(path)
    entries = {entry.fan: entry for entry in source.entries}
    assert len(entries) == len(source.entries)
    for row in (row for row in printed.fans if row.fan and row.points is not None):
        assert entries[row.fan].points == row.points
        own = {item.fan or item.name for item in entries[row.fan].excludes}
        assert own == set(row.excludes or ()) - {row.fan}
    found = audit([source], rules, {}, "en")
    assert [each.message for each in found.discrepancies if each.level == "error"] == []
    assert [each.fan for each in found.discrepancies if each.code == "points-differ-from-ruleset"] == []
    assert [each.fan for each in found.exclusions if each.condition and each.verdict.status == "too-broad"] == []


def test_limits_to_own_groups_are_judged_as_such(tmp_path: Path) -> None:
    """小三元's own two pungs are of dragons; that another pung counts is not denied."""
    bare = findings(tmp_path, "小三元 64番\n不计幺九刻\n", "exclusion-too-broad")
    own = findings(tmp_path, "小三元 64番\n不计幺九刻（自身）\n", "exclusion-too-broad")
    assert (len(bare), len(own)) == (1, 0)
