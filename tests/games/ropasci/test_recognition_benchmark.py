"""The benchmark of foreseen moves: on a game of the greedy player, whose kind grows the heaviest."""

from __future__ import annotations

import json
import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

from ludens import Limit
from ludens.games.ropasci import Ropasci
from ludens.players import make_agent

GAME = Ropasci()
SCRIPT = Path(__file__).parents[3] / "benchmarks" / "ropasci_recognition.py"


def greedy_game(turns: int) -> dict[str, Any]:
    """The first turns of a game in which Lower is greedy and Upper makes any moves."""
    upper, lower = make_agent("random", GAME, 0, 1), make_agent("ropasci_greedy", GAME, 1, 2)
    state = GAME.initial_state()
    played: list[list[str]] = []
    while len(played) < turns and not GAME.is_terminal(state):
        moves = upper.decide(state, Limit()).move, lower.decide(state, Limit()).move
        played.append(list(moves))
        state = GAME.next_state(state, moves)
    return {"opponent": "G", "us": "upper", "result": "lost", "turns": played}


def test_a_greedy_player_is_foreseen_by_its_kind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = greedy_game(25)
    (tmp_path / "games.jsonl").write_text(json.dumps(game) + "\n", "utf-8")
    shares = []
    for without in ("", "ropasci_greedy"):
        monkeypatch.setattr(sys, "argv", [str(SCRIPT), str(tmp_path), "--player", "us", "--without", without])
        runpy.run_path(str(SCRIPT), run_name="__main__")
        *_, last = capsys.readouterr().out.splitlines()
        _, opponent, games, turns, mixture, _, possible, _, heaviest, _ = (part.strip() for part in last.split("|"))
        assert (opponent, games, int(turns)) == ("G", "1", len(game["turns"]))
        assert ("ropasci_greedy" in heaviest) == (not without)
        shares.append((float(possible), float(mixture)))
    assert shares[0][0] >= 90
    assert shares[0][1] > shares[1][1]
