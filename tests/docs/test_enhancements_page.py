"""The page of enhancements is up to date, and its intervals are right."""

from __future__ import annotations

import runpy
from pathlib import Path

from ludens.players.plans.evidence import Evidence, MeasuredGame, Result, evidence

ROOT = Path(__file__).parents[2]
SCRIPT = runpy.run_path(str(ROOT / "scripts" / "enhancements.py"))


def result(plan: str, score: float, error: float) -> Result:
    return Result("1", 0.2, 1.0, plan, 100, score, error, 1e6, "2026-11-16", "0000000")


def test_the_page_is_up_to_date() -> None:
    written = (ROOT / "docs" / "enhancements.md").read_text("utf-8")
    assert written == SCRIPT["page"](evidence()), "run: python scripts/enhancements.py"


def test_figures_are_sorted_by_what_they_show() -> None:
    """Of 100 pairs: t(99) = 1.984; where all were even, 0.025^(1/100) = 0.964 of what was seen is certain."""
    game = {"1": MeasuredGame("1", "hex", "two in turns", {})}
    rows = (result("grave", 0.7, 0.04), result("uct_rave", 0.5, 0.0), result("uct(tuned=true)", 0.2, 0.04))
    text = SCRIPT["page"](Evidence(game, rows))
    assert "| `grave` | GRAVE | hex 70 (62 to 78; 100) | – | – |" in text
    assert "| `uct_rave` | RAVE | – | hex 50 (48 to 52; 100) | – |" in text
    assert "| – | – | hex 20 (12 to 28; 100) |" in text
    assert "not measured yet" in text
    assert "`uct(history=5)`" in text
