"""Random positions and what they are worth."""

from __future__ import annotations

import numpy as np
import pytest

import ludens
from ludens.engine.any_game import GameWithEngine
from ludens.search.evaluations.sample import random_positions, valued_sample
from ludens.search.minimax.layers import distinct_rows
from tests.clocks import Ticking, put_up


@pytest.mark.parametrize("name", ["tic_tac_toe", "breakthrough", "odd", "tron", "eight_puzzle"])
def test_positions_are_distinct_open_and_repeatable(name: str) -> None:
    game = ludens.load(name)
    found = random_positions(game, 300, 7)
    assert 0 < len(found) <= 300
    assert not game.engine.outcome(found.rows)[0].any()
    assert len(distinct_rows(found.rows)[0]) == len(found)
    assert (random_positions(game, 300, 7).rows == found.rows).all()
    assert not np.array_equal(random_positions(game, 300, 8).rows, found.rows)


def test_positions_come_from_all_stages_of_the_game() -> None:
    game = ludens.load("odd")
    stones = [state.stones for state in game.unpack(random_positions(game, 600, 1).rows)]
    assert min(stones) <= 3
    assert max(stones) >= 58
    assert 25 < np.mean(stones) < 35


def test_parts_have_no_game_in_common() -> None:
    sample = valued_sample(ludens.load("connect_four"), 400, 4, 1)
    parts = sample.parts((5, 2, 1))
    assert sum(map(len, parts)) == len(sample)
    games = [set(part.positions.games.tolist()) for part in parts]
    assert not games[0] & games[1] | games[0] & games[2] | games[1] & games[2]
    assert len(parts[0]) > len(parts[1]) > len(parts[2]) > 0


def test_values_are_means_of_goals() -> None:
    """The last move of a full board of tic-tac-toe decides: every random game is the same."""
    game = ludens.load("tic_tac_toe")
    sample = valued_sample(game, 2_000, 16, 3)
    assert np.allclose(sample.values.sum(axis=1), 1)
    decided = 0
    for state, value in zip(game.unpack(sample.positions.rows), sample.values, strict=True):
        moves = [game.legal_moves(state, role) for role in (0, 1)]
        if max(map(len, moves)) == 1:
            goals = game.goals(game.next_state(state, (moves[0][0], moves[1][0])))
            assert value == pytest.approx([goal / 100 for goal in goals])
            decided += 1
    assert decided > 10


def test_time_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of it finds positions, one look at the clock for each step of their games; then a look for each value."""
    game = GameWithEngine(ludens.load("nim(heaps=3-4-5)"))
    put_up(Ticking(0.1), monkeypatch)
    sample = valued_sample(game, 500, 2, 1, seconds=2.0)
    assert 5 < len(sample) < 20
    assert len(sample.values) == len(sample.positions)
