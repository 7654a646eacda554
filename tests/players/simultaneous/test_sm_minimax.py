"""Minimax for simultaneous moves as an agent: chances, draws by seed, what it reports and what it refuses."""

from __future__ import annotations

import pytest

import ludens
from ludens import Limit
from ludens.game import UnsuitableGameError
from ludens.players import make_agent
from tests.players.positions import tic_tac_toe


def test_moves_are_drawn_by_the_equilibrium() -> None:
    game = ludens.load("rock_paper_scissors(rounds=1)")
    decisions = [
        make_agent("sm_minimax", game, 0, seed).decide(game.initial_state(), Limit(depth=2)) for seed in range(60)
    ]
    assert {decision.move for decision in decisions} == {"rock", "paper", "scissors"}
    for decision in decisions:
        assert decision.value == pytest.approx(50)
        assert [report.chance for report in decision.moves] == pytest.approx([1 / 3] * 3)
        assert all(report.proven and report.value == pytest.approx(50) for report in decision.moves)


def test_a_win_is_taken_and_a_loss_avoided() -> None:
    game, state, turn = tic_tac_toe("xx. oo. ...")
    won = make_agent("sm_minimax", game, turn, 1).decide(state, Limit(depth=3))
    assert (won.move, won.value, won.moves[0].chance) == ("(mark 1 3)", 100, 1.0)
    game, state, turn = tic_tac_toe("xx. o.. ...")
    assert make_agent("sm_minimax", game, turn, 1).decide(state, Limit(depth=2)).move == "(mark 1 3)"


def test_chances_add_up_in_the_middle_of_a_game() -> None:
    game = ludens.load("blocker(size=3)")
    state = game.next_state(game.initial_state(), ("(mark 2 2)", "(mark 1 3)"))
    decision = make_agent("sm_minimax", game, 1, 1).decide(state, Limit(depth=7))
    assert int(decision.notes["depth"]) > 1
    assert sum(report.chance or 0 for report in decision.moves) == pytest.approx(1)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("connect_four(players=3)", "two roles, and there are 3"),
        ("eight_puzzle", "two roles, and there is 1"),
        ("prisoners_dilemma", "one role's gain is the other's loss"),
    ],
)
def test_games_of_another_kind_are_refused(name: str, reason: str) -> None:
    with pytest.raises(UnsuitableGameError, match=f"sm_minimax cannot play .*{reason}"):
        make_agent("sm_minimax", ludens.load(name), 0)


def test_without_time_any_move_will_do() -> None:
    game = ludens.load("blocker")
    decision = make_agent("sm_minimax", game, 0, 1).decide(game.initial_state(), Limit(playouts=1))
    assert decision.move in game.legal_moves(game.initial_state(), 0)
    assert decision.notes["depth"] == 0
