"""The page of enhancements is up to date, and its intervals are right."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from ludens.players.plans.evidence import Evidence, MeasuredGame, Result, evidence

ROOT = Path(__file__).parents[2]
SCRIPT = runpy.run_path(str(ROOT / "scripts" / "enhancements.py"))


def result(plan: str, pairs: int, score: float) -> Result:
    return Result("1", 0.2, 1.0, plan, pairs, score, 0.0, 1e6, "2026-11-16", "0000000")


def test_the_page_is_up_to_date() -> None:
    written = (ROOT / "docs" / "enhancements.md").read_text("utf-8")
    assert written == SCRIPT["page"](evidence()), "run: python scripts/enhancements.py"


@pytest.mark.parametrize(
    ("pairs", "score", "low", "high"), [(10, 1.0, 0.722, 1.0), (10, 0.5, 0.237, 0.763), (100, 0.6, 0.502, 0.691)]
)
def test_intervals(pairs: int, score: float, low: float, high: float) -> None:
    """Values worked out by hand from Wilson's formula."""
    assert SCRIPT["interval"](result("grave", pairs, score)) == pytest.approx((low, high), abs=0.001)


def test_figures_are_sorted_by_what_they_show() -> None:
    game = {"1": MeasuredGame("1", "hex", "two in turns", {})}
    rows = (result("grave", 100, 0.7), result("uct_rave", 100, 0.5), result("uct(tuned=true)", 100, 0.2))
    text = SCRIPT["page"](Evidence(game, rows))
    assert "| `grave` | GRAVE | hex 70 (60 to 78; 100) | – | – |" in text
    assert "| `uct_rave` | RAVE | – | hex 50 (40 to 60; 100) | – |" in text
    assert "| – | – | hex 20 (13 to 29; 100) |" in text
    assert "not measured yet" in text
    assert "`uct(history=5)`" in text
