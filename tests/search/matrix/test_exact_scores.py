"""The benchmark of exact scores: on games whose scores are known, and against games that are played."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludens
from ludens.game import Limit
from ludens.players.strategies import strategist_of
from ludens.search.matrix.game import solve
from ludens.search.matrix.mistakes import gaining

SCRIPT = Path(__file__).parents[3] / "benchmarks" / "exact_scores.py"


@pytest.fixture(scope="module")
def script() -> dict[str, Any]:
    return runpy.run_path(str(SCRIPT))


def test_scores_of_rock_paper_scissors(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [str(SCRIPT), "rock_paper_scissors", "--agents", "sm_minimax,flat_ucb", "--playouts", "50000"]
    monkeypatch.setattr(sys, "argv", arguments)
    runpy.run_path(str(SCRIPT), run_name="__main__")
    lines = capsys.readouterr().out.splitlines()
    assert lines[-2] == "| `sm_minimax` | 50.0 | 50.0 | 50.0 |"
    assert lines[-1] == "| `flat_ucb` | 50.0 | 50.0 | 100.0 |", "it always makes the same move"


def test_they_are_what_games_come_to(script: dict[str, Any]) -> None:
    name, random = "goofspiel(cards=3)", np.random.default_rng(1)
    scores, game = script["Scores"](name), ludens.load(name)
    agent = script["remembered"](strategist_of("duct", game, Limit(playouts=100)))
    steps, values = scores.positions.steps, scores.positions.values
    places = [{row.tobytes(): at for at, row in enumerate(layer.rows)} for layer in scores.positions.layers]

    def own(state: Any, number: int, role: int) -> str:
        step, place = steps[number], places[number][game.pack([state])[0].tobytes()]
        at = int(np.searchsorted(step.open, place))
        children = step.children[step.firsts[at] : step.firsts[at + 1]]
        matrix = values[number + 1][children].reshape(tuple(step.counts[at]))
        matrix = matrix if role == 0 else -matrix.T
        chances = gaining(matrix, solve(matrix), float(scores.positions.range))
        return str(random.choice(game.legal_moves(state, role), p=chances / chances.sum()))

    won = []
    for number in range(3_000):
        role, state, turn = number % 2, game.initial_state(), 0
        while not game.is_terminal(state):
            chances = agent(game.pack([state]), 1 - role) if len(game.legal_moves(state, 1 - role)) > 1 else np.ones(1)
            moves = [own(state, turn, role), str(random.choice(game.legal_moves(state, 1 - role), p=chances))]
            state, turn = game.next_state(state, moves[:: 1 - 2 * role]), turn + 1
        won.append(game.goals(state)[role] / 100)
    exact = scores.of_safe(gaining, agent)
    assert np.mean(won) == pytest.approx(exact, abs=4 * np.std(won) / len(won) ** 0.5 + 1e-6)
    assert scores.of_best_response(agent) >= exact - 1e-9
