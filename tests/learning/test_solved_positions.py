"""``benchmarks/solved_positions.py``: what it has printed is read again."""

from __future__ import annotations

import runpy
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "solved_positions.py"


def test_a_line_that_was_not_finished_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "solved"
    file.write_text("4444 1 127 8\n123 0 127 125\n55 1 127 12", "utf-8")  # 12 may be the beginning of 125
    assert runpy.run_path(str(SCRIPT))["solved"](file) == {"4444": 8, "123": 125}


def test_positions_have_the_sign_of_their_score(tmp_path: Path) -> None:
    file = tmp_path / "positions"
    file.write_text("4444 5\n123 0\n55 -12\n7\n", "utf-8")
    assert runpy.run_path(str(SCRIPT))["positions"](file) == [("4444", 1), ("123", 0), ("55", -1)]
