"""The view of a game in which one role chooses first, against the game itself."""

from __future__ import annotations

import itertools
import random
from typing import Any

import numpy as np
import pytest

import ludens
from ludens.engine.contract import LoadedGame
from ludens.search.views.sequential_view import SequentialView
from tests.search.table_game import table_game

GAMES = ["rock_paper_scissors", "bidding_tic_tac_toe", "tic_tac_toe", "blocker", "three"]


def loaded(name: str) -> LoadedGame[Any]:
    return ludens.load(table_game(7) if name == "three" else name)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("role", [0, 1])
def test_random_games_are_games_of_the_game(name: str, role: int) -> None:
    """Move by move: the role first where both have a choice, otherwise as always."""
    game, rng = loaded(name), random.Random(name)
    view = SequentialView(game.engine, role)
    halves = 0
    for _ in range(10):
        state, row = game.initial_state(), view.initial()
        while not game.is_terminal(state):
            assert not view.outcome(row)[0][0]
            legal = [game.legal_moves(state, other) for other in range(len(game.info.roles))]
            both = len(legal[role]) > 1 and any(len(own) > 1 for other, own in enumerate(legal) if other != role)
            moves = tuple(rng.choice(own) for own in legal)
            if both:
                shown = named(view, row)
                assert shown[role] == sorted(legal[role])
                assert all(len(own) == 1 for other, own in enumerate(shown) if other != role)
                first = tuple(moves[role] if other == role else own[0] for other, own in enumerate(shown))
                row = view.step(row, numbered(view, first))
                legal[role] = (moves[role],)
                halves += 1
            assert named(view, row) == [sorted(own) for own in legal]
            row, over, goals = view.follow(row, numbered(view, moves))
            state = game.next_state(state, moves)
            assert row[0, -1] == 0
            assert game.unpack(row[:, :-1]) == [state]
            assert over[0] == game.is_terminal(state)
        assert tuple(goals[0]) == game.goals(state)
    assert (halves > 0) == (name != "tic_tac_toe")


def named(view: SequentialView, row: Any) -> list[list[str]]:
    tables = view.legal(row)
    return [sorted(view.moves(r)[int(m)] for m in np.flatnonzero(table[0])) for r, table in enumerate(tables)]


def numbered(view: SequentialView, moves: tuple[str, ...]) -> Any:
    return np.array([[view.moves(role).index(move) for role, move in enumerate(moves)]])


def test_half_moves_are_answered_at_random() -> None:
    """One round of rock, paper, scissors after rock: won, drawn and lost a third of the time each."""
    game = ludens.load("rock_paper_scissors(rounds=1)")
    view = SequentialView(game.engine, 0)
    half = view.step(view.initial(), numbered(view, ("rock", "rock")))
    states = np.concatenate([view.initial(), half])
    found = view.playouts(states, 3_000, 5)
    assert found.finished.tolist() == [3_000, 3_000]
    for value, count in zip(found.values[0], found.reached[0][1], strict=True):
        assert value in (0, 50, 100)
        assert 900 < count < 1_100
    games = view.games(states, 3_000, 5)
    assert games.goals.shape == (2, 3_000, 2)
    assert games.goals[1].mean(axis=0) == pytest.approx([50, 50], abs=2)
    counted = view.playouts(half, 300, 5, amaf=True)
    assert counted.played is not None


def test_means_after_a_half_move_are_means_over_the_answers() -> None:
    game = ludens.load(table_game(3))
    view = SequentialView(game.engine, 1)
    half = view.step(view.initial(), numbered(view, ("(take 0)", "(take 2)", "(take 0)")))
    ends = [
        game.goals(game.next_state(game.initial_state(), (f"(take {x})", "(take 2)", f"(take {z})")))
        for x, z in itertools.product(range(2), range(3))
    ]
    found = view.playouts(half, 20_000, 1).goals[0] / 20_000
    assert found == pytest.approx(np.mean(ends, axis=0), abs=1.5)
