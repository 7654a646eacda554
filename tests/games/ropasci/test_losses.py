"""The benchmark that tells where games were lost: on a short game in which a token walks into its beater's reach."""

from __future__ import annotations

import json
import runpy
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[3] / "benchmarks" / "ropasci_losses.py"
TURNS = [
    ["(throw s 4 -2)", "(throw r -4 2)"],
    ["(slide 4 -2 3 -2)", "(slide -4 2 -3 2)"],
    ["(slide 3 -2 2 -1)", "(slide -3 2 -2 1)"],
    ["(slide 2 -1 1 0)", "(slide -2 1 -1 0)"],
    ["(slide 1 0 0 0)", "(slide -1 0 0 0)"],
]


def test_the_losing_turn_is_told_with_a_better_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    games = [
        {"opponent": "A", "us": "upper", "result": "lost", "turns": TURNS},
        {"opponent": "A", "us": "lower", "result": "won", "turns": TURNS},
    ]
    (tmp_path / "games.jsonl").write_text("".join(json.dumps(game) + "\n" for game in games), "utf-8")
    monkeypatch.setattr(sys, "argv", [str(SCRIPT), str(tmp_path), "--player", "us"])
    runpy.run_path(str(SCRIPT), run_name="__main__")
    told = capsys.readouterr().out
    assert "Game 1" not in told
    (line,) = (line for line in told.splitlines() if line.startswith("| 5 "))
    _, turn, tokens, played, better, value, why, _ = (part.strip() for part in line.split("|"))
    assert (turn, tokens, played) == ("5", "s+8 v r+8", "(slide 1 0 0 0) (risk -1)")
    assert better.endswith("(risk +0)")
    assert (value, why) == ("+0.00", "went where a walk met it")
