"""Flat Monte Carlo with UCB: right where right and wrong are known, and without a compiler."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

import ludens
from ludens import Limit
from ludens.engine.any_game import GameWithEngine
from ludens.players import make_agent
from ludens.players.flat.flat_ucb import FlatUcbAgent, FlatUcbOptions


def played(game: Any, *moves: str) -> Any:
    """The position after moves of the roles in turn."""
    state = game.initial_state()
    for number, move in enumerate(moves):
        joint = ["noop"] * 2
        joint[number % 2] = move
        state = game.next_state(state, tuple(joint))
    return state


def test_good_moves_get_most_of_the_playouts() -> None:
    game = ludens.load("connect_four")
    decision = make_agent("flat_ucb", game, 0, 1).decide(game.initial_state(), Limit(playouts=200_000))
    assert decision.move == "(drop 4)"
    visits = {report.move: report.visits for report in decision.moves}
    assert sum(visits.values()) == decision.notes["simulations"]
    assert visits["(drop 4)"] == max(visits.values())
    assert visits["(drop 4)"] > 5 * visits["(drop 1)"]


def test_a_win_is_taken_and_a_loss_avoided() -> None:
    game = ludens.load("tic_tac_toe")
    winning = played(game, "(mark 1 1)", "(mark 2 1)", "(mark 1 2)", "(mark 2 2)")
    decision = make_agent("flat_ucb", game, 0, 1).decide(winning, Limit(playouts=100))
    assert (decision.move, decision.value) == ("(mark 1 3)", 100)
    assert [report.move for report in decision.moves if report.proven] == ["(mark 1 3)"]
    threatened = played(game, "(mark 1 1)", "(mark 3 3)", "(mark 1 2)")
    assert make_agent("flat_ucb", game, 1, 1).decide(threatened, Limit(playouts=100)).move == "(mark 1 3)"


def test_plain_rules_are_played_one_game_at_a_time() -> None:
    game: GameWithEngine[Any] = GameWithEngine(ludens.load("tic_tac_toe"))
    state = played(game, "(mark 1 1)", "(mark 2 1)", "(mark 1 2)", "(mark 2 2)")
    decision = FlatUcbAgent(game, 0, FlatUcbOptions(), 1).decide(state, Limit(playouts=200))
    assert decision.move == "(mark 1 3)"
    assert sum(report.visits for report in decision.moves) == decision.notes["simulations"] == 200


@pytest.mark.parametrize("wrap", [GameWithEngine, lambda game: game], ids=["plain", "compiled"])
def test_enough_ends_a_decision_that_has_no_other_limit(wrap: Any) -> None:
    game = wrap(ludens.load("connect_four"))
    agent: FlatUcbAgent[Any] = FlatUcbAgent(game, 0, FlatUcbOptions(), 1)
    looks = iter(range(1_000_000))
    agent.enough = lambda: next(looks) > 20
    decision = agent.decide(game.initial_state(), Limit(playouts=10**12))
    assert decision.move in game.legal_moves(game.initial_state(), 0)


def test_no_time_is_enough_for_a_legal_move() -> None:
    for game in (ludens.load("ropasci"), ludens.load("reversi")):
        plain: GameWithEngine[Any] = GameWithEngine(game)
        state = plain.initial_state()
        assert FlatUcbAgent(plain, 0, FlatUcbOptions(), 1).decide(state, Limit(seconds=0.0)).move in (
            plain.legal_moves(state, 0)
        )


def test_a_rulesheet_is_played_without_numba() -> None:
    program = (
        "import sys, ludens\n"
        "from ludens.players import make_agent\n"
        "game = ludens.load('tic_tac_toe')\n"
        "decision = make_agent('flat_ucb', game, 0, 1).decide(game.initial_state(), ludens.Limit(playouts=100000))\n"
        "print(decision.move, 'numba' in sys.modules)"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout.split(") ") == ["(mark 2 2", "False\n"]
