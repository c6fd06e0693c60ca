"""Rule texts in layouts put together at random (layouts.py) are read, or it is said that they are not."""

from __future__ import annotations

from collections import Counter

import pytest

import layouts

SEED, COUNT = 1998, 150
"""``make verify`` reads thousands more."""
FEWEST_RIGHT = 0.95
"""The share of layouts of which everything is read; a change must not lower it unseen."""

LAYOUTS = tuple(layouts.layouts(SEED, COUNT))


@pytest.fixture(scope="module")
def outcomes() -> list[tuple[layouts.Layout, layouts.Outcome, list[str]]]:
    return [(layout, *layouts.read(layout)) for layout in LAYOUTS]


def test_nothing_is_read_that_is_not_there(outcomes: list[tuple[layouts.Layout, layouts.Outcome, list[str]]]) -> None:
    assert [(layout, values) for layout, outcome, values in outcomes if outcome == "wrong"] == []


def test_nothing_is_lost_without_a_word(outcomes: list[tuple[layouts.Layout, layouts.Outcome, list[str]]]) -> None:
    assert [(layout, values) for layout, outcome, values in outcomes if outcome == "silent"] == []


def test_most_layouts_are_read_whole(outcomes: list[tuple[layouts.Layout, layouts.Outcome, list[str]]]) -> None:
    count = Counter(outcome for _, outcome, _ in outcomes)
    assert count["right"] >= FEWEST_RIGHT * COUNT
