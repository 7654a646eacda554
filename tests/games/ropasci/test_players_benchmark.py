"""The benchmark of players in several processes: what they do is found in the file that was started."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[3] / "benchmarks" / "ropasci_players.py"


def test_a_match_is_played_in_two_processes() -> None:
    given = ["--match", "random", "random", "--pairs", "1", "--jobs", "2"]
    told = subprocess.run([sys.executable, SCRIPT, *given], capture_output=True, text=True, check=True).stdout
    assert told.splitlines()[2].startswith("| random | random | ")


def test_a_pool_is_shown_the_best_first_with_its_equilibrium() -> None:
    script = runpy.run_path(str(SCRIPT))
    job, played, pool = script["Job"], script["Played"], script["pool"]
    results = {("a", "b"): (1.0, 0.5), ("c", "a"): (0.5, 0.0), ("b", "c"): (0.5, 1.0)}
    done = [
        played(job(*both, 3.0, number, 1), scores, (9, 9), 1.0) for both, scores in results.items() for number in (0, 1)
    ]
    told = pool(done, ["b", "c", "a"], 3.0)
    lines = told.splitlines()
    assert [line.split(" | ")[1] for line in lines[2:5]] == ["a", "b", "c"]
    assert lines[2].startswith("| 1 | a | 75 (")
    assert lines[2].endswith("|  | 75 | 75 |")
    assert lines[4].endswith("| 25 | 25 |  |")
    assert lines[-1] == "Equilibrium of the pool: a 100 %"
    assert "at least one pair" in pool(done[:-2], ["b", "c", "a"], 3.0)
