"""The benchmark of players in several processes: what they do is found in the file that was started."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[3] / "benchmarks" / "ropasci_players.py"


def test_a_match_is_played_in_two_processes() -> None:
    given = ["--match", "random", "random", "--pairs", "1", "--jobs", "2"]
    told = subprocess.run([sys.executable, SCRIPT, *given], capture_output=True, text=True, check=True).stdout
    assert told.splitlines()[2].startswith("| random | random | ")
