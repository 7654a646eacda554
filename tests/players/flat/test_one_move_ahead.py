"""Wins in one move are taken, losses in one move avoided, by every player that looks."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import ludens
from ludens import Limit
from ludens.players import make_agent
from ludens.search.playouts.continuous import ContinuousRollout
from tests.players.positions import tic_tac_toe

BETS = """
(role you) (role chance)
(<= (legal you (bet ?n)) (amount ?n) (true start)) (amount 1) (amount 2) (amount 3)
(<= (legal chance ?side) (side ?side)) (side heads) (side tails)
(init start)
(<= (next (paid 40)) (does you (bet 1)))
(<= (next (paid 90)) (does you (bet 2)) (does chance heads))
(<= (next (paid 10)) (does you (bet 2)) (does chance tails))
(<= (next (paid 100)) (does you (bet 3)) (does chance heads))
(<= (next (paid 10)) (does you (bet 3)) (does chance tails))
(<= terminal (not (true start)))
(<= (goal you ?g) (true (paid ?g)))
(<= (goal chance 0) (true (paid ?g)))
(<= (legal you wait) (not (true start)))
"""
"""Three bets on a coin."""

LOOKING = ["search_light", "roulette", "roulette(threshold=50)", "zero_system", "zero"]


@pytest.mark.parametrize("agent", [*LOOKING, "monte_carlo", "greedy_goal"])
@pytest.mark.parametrize(
    ("board", "wins"),
    [("xx. oo. ...", {"(mark 1 3)"}), ("x.. oo. x.x", {"(mark 2 3)"}), ("xox xo. ...", {"(mark 3 2)"})],
)
def test_wins_are_taken(agent: str, board: str, wins: set[str]) -> None:
    game, state, role = tic_tac_toe(board)
    for seed in range(10):
        decision = make_agent(agent, game, role, seed).decide(state, Limit(playouts=200))
        assert decision.move in wins


@pytest.mark.parametrize("agent", LOOKING)
@pytest.mark.parametrize(
    ("board", "saving"),
    [("xx. o.. ...", "(mark 1 3)"), ("x.. o.. o.x", "(mark 2 2)"), ("o.x .x. ...", "(mark 3 1)")],
)
def test_losses_are_avoided(agent: str, board: str, saving: str) -> None:
    game, state, role = tic_tac_toe(board)
    for seed in range(10):
        decision = make_agent(agent, game, role, seed).decide(state, Limit(playouts=2_000))
        assert decision.move == saving


@pytest.mark.parametrize("agent", LOOKING)
def test_when_all_is_lost_something_legal_is_played(agent: str) -> None:
    game, state, role = tic_tac_toe("x.x .o. x.o")  # two threats at once
    assert role == 1
    moves = {make_agent(agent, game, role, seed).decide(state, Limit(playouts=50)).move for seed in range(20)}
    assert moves <= set(game.legal_moves(state, role))


def test_search_light_plays_any_move_that_is_not_refuted() -> None:
    game, state, role = tic_tac_toe("x.. ... ...")
    chosen = Counter(make_agent("search_light", game, role, seed).decide(state, Limit()).move for seed in range(160))
    assert len(chosen) == 8
    assert max(chosen.values()) < 45


def test_zero_sees_two_threats() -> None:
    game, state, role = tic_tac_toe("x.. .o. ..x")  # a side draws; a corner gives x a fork
    assert role == 1
    for seed in range(10):
        decision = make_agent("zero", game, role, seed).decide(state, Limit(playouts=20_000))
        assert decision.move in {"(mark 1 2)", "(mark 2 1)", "(mark 2 3)", "(mark 3 2)"}


def test_zero_proves_a_fork() -> None:
    game, state, role = tic_tac_toe("xo. .x. ..o")
    decision = make_agent("zero", game, role, 1).decide(state, Limit(playouts=5_000))
    forks = {report.move for report in decision.moves if report.proven}
    assert forks == {"(mark 2 1)", "(mark 3 1)"}
    assert decision.move in forks
    assert decision.value == 100


def test_without_any_simulation_roulette_still_avoids_losses() -> None:
    game, state, role = tic_tac_toe("xx. o.. ...")
    for seed in range(10):
        assert make_agent("roulette", game, role, seed).decide(state, Limit(playouts=0)).move == "(mark 1 3)"


def test_zero_system_takes_the_best_ratio(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not the most wins, and the first of equals; without losses the wins count."""
    game, state, role = tic_tac_toe("... ... ...")
    results = np.zeros((9, 3), dtype=np.int64)
    results[:4] = [[200, 0, 100], [50, 230, 20], [100, 160, 40], [3, 297, 0]]
    monkeypatch.setattr(ContinuousRollout, "run", lambda *_: results)
    chosen = []
    for wins in (3, 2, 0):
        results[3, 0] = wins
        chosen.append(make_agent("zero_system", game, role, 1).decide(state, Limit(playouts=1)).move)
    assert chosen == ["(mark 2 1)", "(mark 1 2)", "(mark 1 2)"]


def test_greedy_goal_prefers_the_higher_goal_on_average() -> None:
    game = ludens.load(BETS)
    decision = make_agent("greedy_goal", game, 0, 1).decide(game.initial_state(), Limit())
    assert decision.move == "(bet 3)"
    assert decision.notes["expected"] == 55.0
    assert [(report.move, report.value) for report in decision.moves] == [
        ("(bet 3)", 55.0), ("(bet 2)", 50.0), ("(bet 1)", 40.0)
    ]  # fmt: skip
    assert [report.move for report in decision.moves if report.proven] == ["(bet 1)"]  # others depend on the replies


@pytest.mark.parametrize(("paid", "move"), [(30, "wait"), (70, "stop")])
def test_greedy_goal_goes_on_rather_than_end_badly(paid: int, move: str) -> None:
    sheet = f"""
    (role you) (init running) (legal you stop) (legal you wait)
    (<= (next running) (does you wait))
    (<= terminal (not (true running)))
    (<= (goal you {paid}) (not (true running)))
    """
    game = ludens.load(sheet)
    for seed in range(5):
        assert make_agent("greedy_goal", game, 0, seed).decide(game.initial_state(), Limit()).move == move


def test_playouts_of_simultaneous_moves_belong_to_the_right_move() -> None:
    game = ludens.load(BETS)
    decision = make_agent("monte_carlo", game, 0, 1).decide(game.initial_state(), Limit(playouts=600))
    assert [(report.move, report.visits, report.value) for report in decision.moves] == [
        ("(bet 3)", 200, 55.0), ("(bet 2)", 200, 50.0), ("(bet 1)", 200, 40.0)
    ]  # fmt: skip
