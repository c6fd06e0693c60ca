"""The catalog, the restatements it lists, and the scripts that write two of them."""

from __future__ import annotations

import hashlib
import html
import io
import re
import runpy
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mjrules import catalog
from mjrules.errors import DamagedData, RulesError

SOURCES = Path(__file__).parents[1] / "sources"
IDS = ["fan-points-docx", "pinyin-page", "scraped-page", "zhwiki-mirror-2023"]
RUN = 12  # Chinese characters in a row that two texts share only when one copied the other


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.fixture
def no_originals(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder of originals that is still empty, and no other."""
    monkeypatch.setenv(catalog.ORIGINALS_VARIABLE, str(tmp_path))
    return tmp_path


@pytest.fixture
def stand_in(no_originals: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An original we may publish: the catalog is made to expect this file as the original of ``pinyin-page``."""
    path = no_originals / "any name.txt"
    path.write_text("1 大四喜", "utf-8")
    told = catalog.source("pinyin-page")
    row = {name: getattr(told, name) for name in told.__struct_fields__}
    row |= {"original_sha256": sha256(path), "original_bytes": path.stat().st_size}
    entries = tuple(catalog.CatalogSource(**row) if s.id == told.id else s for s in catalog.catalog())
    monkeypatch.setattr(catalog, "catalog", lambda: entries)
    return path


def test_the_four_sources_stand_in_the_catalog_in_order() -> None:
    assert [source.id for source in catalog.catalog()] == IDS


@pytest.mark.parametrize("source", catalog.catalog(), ids=lambda source: source.id)
def test_restatement_is_the_file_the_catalog_describes(source: catalog.CatalogSource) -> None:
    assert sha256(SOURCES / "documents" / source.restatement) == source.restatement_sha256


def test_documents_are_the_restatements_and_nothing_else() -> None:
    assert {path.name for path in (SOURCES / "documents").iterdir()} == {s.restatement for s in catalog.catalog()}


def test_an_unknown_id_is_answered_with_the_ids_there_are() -> None:
    with pytest.raises(RulesError, match=r"no source 'nobody'.*fan-points-docx, pinyin-page"):
        catalog.source("nobody")


def test_without_originals_the_restatements_are_read(no_originals: Path) -> None:
    assert [catalog.bundled(id).name for id in IDS] == [source.restatement for source in catalog.catalog()]
    assert not catalog.originals_present()


def test_an_original_is_known_by_its_content_whatever_its_name(stand_in: Path) -> None:
    assert catalog.bundled("pinyin-page") == stand_in
    assert catalog.bundled("scraped-page").name == "scraped-page.txt"
    assert catalog.identify(stand_in) == "pinyin-page"
    assert not catalog.originals_present(), "one of four is not all"


def test_a_changed_original_of_the_same_size_is_not_taken(stand_in: Path) -> None:
    stand_in.write_text("1 小四喜", "utf-8")
    assert catalog.bundled("pinyin-page").name == "pinyin-page.html"
    assert catalog.identify(stand_in) is None


def test_identify_knows_a_restatement() -> None:
    assert catalog.identify(SOURCES / "documents" / "scraped-page.txt") == "scraped-page"


def test_a_setting_that_names_no_folder_is_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(catalog.ORIGINALS_VARIABLE, str(tmp_path / "gone"))
    with pytest.raises(RulesError, match=r"MJRULES_ORIGINALS=.*gone: no such folder"):
        catalog.bundled("pinyin-page")


def test_an_empty_setting_means_the_default_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(catalog.ORIGINALS_VARIABLE, "")
    assert catalog.originals_dir() == SOURCES / "originals"


def test_verify_of_a_fresh_clone(no_originals: Path) -> None:
    found = {(state.role, state.state) for state in catalog.verify()}
    assert found == {("restatement", "ok"), ("original", "missing"), ("sheet", "ok")}


def test_verify_says_what_was_found_and_what_was_expected(
    no_originals: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    copy = tmp_path_factory.mktemp("sources")
    (copy / "documents").mkdir()
    (copy / "documents" / "pinyin-page.html").write_text("<p>1 大四喜</p>", "utf-8")
    stray = no_originals / "stray.txt"
    stray.write_text("something else", "utf-8")
    catalog.catalog()  # read before the folder is exchanged
    monkeypatch.setattr(catalog, "sources_dir", lambda: copy)

    by_file = {(state.id, state.role): state for state in catalog.verify()}
    changed = by_file["pinyin-page", "restatement"]
    expected = catalog.source("pinyin-page").restatement_sha256
    assert (changed.state, changed.expected) == ("changed", expected)
    assert changed.found == sha256(copy / "documents" / "pinyin-page.html")
    assert by_file["scraped-page", "restatement"].state == "missing"
    assert (by_file[None, "original"].state, by_file[None, "original"].path) == ("unknown", stray)


DAMAGED = [
    # what is done to the catalog, what the error must say
    ("[[source]]", "[[source", "line"),
    ('format = "docx"', 'format = "pdf"', r"pdf.*source\[0\]"),
    ('edition = "1998"\n', "", r"edition.*source\[1\]"),
    ('id = "scraped-page"', 'id = "pinyin-page"', r"source 3 \(pinyin-page\).*belongs to pinyin-page already"),
    ("sha256 = ", "sha265 = ", r"sha265.*source\[0\]"),
    ('sha256 = "fba4916b9da7', 'sha256 = "FBA4916B9DA7', r"source\[0\]"),
    ("bytes = 9483", "bytes = 0", r"source\[0\]\.original\.bytes"),
    ('file = "pinyin-page.html"', 'file = "../pinyin-page.html"', r"source\[1\]"),
    ('file = "pinyin-page.html"', 'file = "pinyin-page.txt"', r"source 2 \(pinyin-page\).*not a \.html file"),
    ('en = "List of fans, a saved encyclopedia page of 2023", ', "", r"source 4 \(zhwiki.*no title in en"),
    ("complete = true", "", r"complete.*sheet\[0\]"),
    ("second_hand = true", "second_hnad = true", r"second_hnad.*sheet\[1\]"),
    ('id = "greenbook2006"', 'id = "pinyin-page"', r"sheet 2 \(pinyin-page\): id pinyin-page belongs to another"),
    ('en = "Page of hands, numbered from one point upward", ', "", r"sheet 24 \(mahjongjoy-en\).*not said in en"),
    ('leader = "mil-helper"', 'leader = "fr-names"', r"line mil: fr-names leads it and is no source of it"),
    ('leader = "mil-helper"', 'leader = "nobody"', r"line mil: nobody leads it and is no source of it"),
    ('line = "zhwiki"', 'line = "wiki"', r"zhwiki-mirror-2023 leads it and is no source of it"),
    (
        'complete = false\nline = "zhwiki"',
        'complete = false\nline = "wiki"',
        r"zhwiki-bot: no line 'wiki'; there are green-",
    ),
]


@pytest.mark.parametrize(("old", "new", "says"), DAMAGED)
def test_a_damaged_catalog_says_where(tmp_path: Path, old: str, new: str, says: str) -> None:
    text = (SOURCES / "catalog.toml").read_text("utf-8")
    assert old in text
    path = tmp_path / "catalog.toml"
    path.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(DamagedData, match=says) as error:
        catalog.read_catalog(path)
    assert str(path) in str(error.value)


def script(name: str) -> dict[str, Any]:
    return runpy.run_path(str(SOURCES / "scripts" / name))


def test_the_word_file_is_what_its_script_writes() -> None:
    committed = zipfile.ZipFile(SOURCES / "documents" / "fan-points-docx.docx")
    written = zipfile.ZipFile(io.BytesIO(script("fan_points.py")["build"]()))
    part = "word/document.xml"
    assert written.read(part) == committed.read(part), "run sources/scripts/fan_points.py"


def test_the_encyclopedia_page_is_what_its_script_writes() -> None:
    committed = (SOURCES / "documents" / "zhwiki-mirror-2023.html").read_text("utf-8")
    assert script("encyclopedia_page.py")["build"]() == committed, "run sources/scripts/encyclopedia_page.py"


def test_the_hands_of_the_encyclopedia_page_are_hands() -> None:
    """As many tiles as a hand has, and none more than four times; the last is where the page breaks off."""
    tiles = script("encyclopedia_page.py")["tiles"]
    body = script("encyclopedia_page.py")["BODY"]
    hands = [line.split()[1:] for line in body.splitlines() if line[:2] in {"+ ", "> ", "| "}]
    for groups in hands[:-1]:
        hand = [tile for group in groups if group.isascii() for tile in tiles(group)]
        kongs = sum(len(set(tiles(group))) == 1 and len(list(tiles(group))) == 4 for group in groups)
        assert len(hand) - kongs in {13, 14}, groups
        assert max(hand.count(tile) for tile in hand) <= 4, groups


def text_of(path: Path) -> str:
    """What a restatement says, one paragraph or cell a line, without tags and without pinyin."""
    if path.suffix == ".docx":
        xml = zipfile.ZipFile(path).read("word/document.xml").decode("utf-8")
        text = re.sub("<[^>]+>", "", xml.replace("</w:p>", "\n"))
    else:
        text = path.read_text("utf-8")
        text = re.sub("<[^>]+>", "", text) if path.suffix == ".html" else text
    return re.sub("【[^】]*】", "", html.unescape(text))


def runs(text: str) -> Iterator[str]:
    for stretch in re.findall(r"[\u3400-\u9fff]+", text):
        for start in range(len(stretch) - RUN + 1):
            yield stretch[start : start + RUN]


@pytest.mark.originals
@pytest.mark.parametrize("source", catalog.catalog(), ids=lambda source: source.id)
def test_no_sentence_of_an_original_is_republished(source: catalog.CatalogSource) -> None:
    known = {run for id in IDS for run in runs(re.sub("【[^】]*】", "", catalog.bundled(id).read_text("utf-8")))}
    assert known.isdisjoint(runs(text_of(SOURCES / "documents" / source.restatement)))


@pytest.mark.originals
@pytest.mark.parametrize("source", catalog.catalog(), ids=lambda source: source.id)
def test_size_of_an_original_is_the_catalogs(source: catalog.CatalogSource) -> None:
    text = catalog.bundled(source.id).read_bytes()
    assert (len(text), len(text.decode("utf-8").split("\n"))) == (source.original_bytes, source.original_lines)
