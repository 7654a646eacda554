"""The benchmark that tells why games were drawn: on a file of two games made up."""

from __future__ import annotations

import json
import runpy
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[3] / "benchmarks" / "ropasci_draws.py"
EARLY, LATE, THROWN = (1, 8, 3, 6, 50.0), (3, 6, 1, 6, 80.0), (4, 5, 1, 6, 81.0)


@pytest.mark.parametrize(
    ("turns", "line"),
    [
        ([EARLY] * 120 + [LATE] * 130 + [THROWN] * 110, "| ahead by 2 or more | 1 of 2 | 129 turns | 80 % |"),
        ([EARLY, LATE, LATE], "| ahead by 2 or more | 1 of 2 | 1 turns | 80 % |"),
        ([(3, 6, 3, 6, 45.0)] * 5, "| within 0.5 | 1 of 2 | 4 turns | 45 % |"),
    ],
)
def test_a_drawn_game_is_told_with_its_lead_and_its_quiet_time(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    turns: list[tuple[int, int, int, int, float]],
    line: str,
) -> None:
    job = {"player": "ropasci_best", "opponent": "ropasci_steady", "number": 0, "positions": 9, "seed": 1}
    games = [
        {"job": job | {"seat": 0}, "goal": 50, "ending": "TOO_LONG", "turns": turns},
        {"job": job | {"seat": 1}, "goal": 100, "ending": "LOWER_WINS", "turns": turns},
    ]
    store = tmp_path / "games.jsonl"
    store.write_text("".join(json.dumps(game) + "\n" for game in games), "utf-8")
    arguments = ["--opponent", "ropasci_steady", "--pairs", "1", "--positions", "9", "--store", str(store)]
    monkeypatch.setattr(sys, "argv", [str(SCRIPT), *arguments])
    runpy.run_path(str(SCRIPT), run_name="__main__")
    assert capsys.readouterr().out.splitlines()[2:] == [f"{line} TOO_LONG 1 |"]
