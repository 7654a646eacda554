"""Public rulesheets: each is read, checked and played.

`make test` plays a few steps of every game, `make test-all` twenty whole random games.
"""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from ludens.game import GoalError
from ludens.games.loading import read_source
from ludens.gdl import load_rules, read_rules
from ludens.gdl.mistakes import errors, show
from ludens.gdl.reasoner import Budget
from tests.corpus import each_sheet, needs_corpus

GAMES, SECONDS = 20, 120
PATIENCE = 1_200
"""Seconds for one position, of which a busy machine may need many."""

NO_GOAL_AT_THE_STEP_LIMIT = {"chess"}
"""Sheets that do not say who wins when the step limit ends the game; read by hand."""

pytestmark = needs_corpus


@each_sheet
def test_a_public_rulesheet_is_accepted(path: Path) -> None:
    source = read_source(path)
    _, problems = read_rules(source)
    assert not errors(problems), "\n".join(show(source, problem) for problem in errors(problems))


@each_sheet
def test_a_public_rulesheet_can_be_played(path: Path) -> None:
    play(path, games=1, steps=5, seconds=30)


@pytest.mark.slow
@each_sheet
def test_a_public_rulesheet_is_played_to_the_end(path: Path) -> None:
    play(path, games=GAMES, steps=100_000, seconds=SECONDS)


def play(path: Path, games: int, steps: int, seconds: float) -> None:
    """Random games until one of the limits is reached; goals are asked at every end."""
    game = load_rules(read_source(path), budget=Budget(seconds=PATIENCE))
    rng, stop = random.Random(path.stem), time.monotonic() + seconds
    for _ in range(games):
        state = game.initial_state()
        for _ in range(steps):
            if game.is_terminal(state) or time.monotonic() > stop:
                break
            moves = [rng.choice(game.legal_moves(state, role)) for role in range(len(game.info.roles))]
            state = game.next_state(state, moves)
        if game.is_terminal(state):
            try:
                assert all(0 <= goal <= 100 for goal in game.goals(state))
            except GoalError:
                assert path.stem in NO_GOAL_AT_THE_STEP_LIMIT
