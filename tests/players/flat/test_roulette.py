"""The roulette wheel: what simulations score, and how often each move is chosen."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import numpy as np
import pytest

from ludens import Limit
from ludens.engine.contract import LoadedGame
from ludens.players import make_agent
from ludens.players.flat.roulette import scores_of
from ludens.search.playouts.roulette_wheel import above, percentages, spin
from tests.players.positions import tic_tac_toe


def chi_squared(observed: list[int], expected: list[float]) -> float:
    return sum((found - wanted) ** 2 / wanted for found, wanted in zip(observed, expected, strict=True))


def test_scores_are_goals_less_the_depth_at_most_half() -> None:
    goals = np.array([100, 100, 50, 50, 0, 30])
    depths = np.array([3, 70, 10, 40, 5, 15])
    assert scores_of(goals, depths).tolist() == [97, 50, 40, 25, 0, 15]


def test_the_wheel_by_hand() -> None:
    scores = np.array([0.0, 30.0, 0.0, 10.0, 60.0])
    assert percentages(scores).tolist() == [0.0, 0.3, 0.0, 0.1, 0.6]
    assert [spin(scores, selector) for selector in (1e-12, 0.3, 0.31, 0.41, 1.0)] == [1, 1, 3, 4, 4]
    assert spin(np.zeros(4), 0.5) == 1
    assert above(scores, 20).tolist() == [0, 30, 0, 0, 60]
    assert above(scores, 99).tolist() == scores.tolist()


def test_rounding_never_leaves_the_wheel() -> None:
    rng = np.random.default_rng(1)
    for _ in range(200):
        scores = np.where(rng.random(300) < 0.3, 0.0, rng.random(300))
        assert scores[spin(scores, 1.0)] > 0


def test_the_wheel_is_spun_with_the_right_chances() -> None:
    scores = np.array([5.0, 0.0, 45.0, 20.0, 30.0])
    rng = np.random.default_rng(2)
    counts = Counter(spin(scores, 1.0 - float(rng.random())) for _ in range(20_000))
    assert counts[1] == 0
    observed = [counts[place] for place in (0, 2, 3, 4)]
    assert chi_squared(observed, [200 * score for score in (5.0, 45.0, 20.0, 30.0)]) < 16.3  # 3 degrees, 0.1 %


@pytest.mark.parametrize("options", ["basic=true", "threshold=0"])
def test_moves_are_chosen_in_proportion_to_their_scores(options: str) -> None:
    """The exact scores come from the whole tree below the position."""
    game, state, role = tic_tac_toe("xo. .xo ...")
    moves = game.legal_moves(state, role)
    exact = {move: _score(game, game.next_state(state, _joint(role, move)), role, 1) for move in moves}
    if options != "basic=true":
        exact = {"(mark 3 3)": 1.0}  # it wins at once
    total = sum(exact.values())
    agent = make_agent(f"roulette({options})", game, role, 3)
    counts = Counter(agent.decide(state, Limit(playouts=400)).move for _ in range(1_500))
    assert set(counts) == {move for move, score in exact.items() if score > 0}
    listed = [move for move, score in exact.items() if score > 0]
    found = chi_squared([counts[move] for move in listed], [1_500 * exact[move] / total for move in listed])
    assert found < 3 * len(listed) + 10 * math.sqrt(len(listed))


def _joint(role: int, move: str) -> tuple[str, ...]:
    return (move, "noop") if role == 0 else ("noop", move)


def _score(game: LoadedGame[Any], state: Any, role: int, depth: int) -> float:
    """The mean score of uniformly random games, exactly."""
    if game.is_terminal(state):
        goal = game.goals(state)[role]
        return goal - min(depth, goal / 2)
    turn = 0 if game.legal_moves(state, 1) == ("noop",) else 1
    following = [game.next_state(state, _joint(turn, move)) for move in game.legal_moves(state, turn)]
    return sum(_score(game, after, role, depth + 1) for after in following) / len(following)


def test_no_move_below_the_threshold_is_chosen() -> None:
    game, state, role = tic_tac_toe("... ... ...")
    agent = make_agent("roulette(threshold=66)", game, role, 1)
    chosen = Counter(agent.decide(state, Limit(playouts=18_000)).move for _ in range(40))
    assert set(chosen) == {"(mark 2 2)"}  # its score is about 69, that of a corner 62
    free = make_agent("roulette", game, role, 1)
    assert len({free.decide(state, Limit(playouts=900)).move for _ in range(60)}) > 4


def test_the_report_tells_score_and_chance() -> None:
    game, state, role = tic_tac_toe("... ... ...")
    decision = make_agent("roulette", game, role, 1).decide(state, Limit(playouts=9_000))
    assert decision.notes["simulations"] == 9_000
    assert 0.05 < float(decision.notes["chance"]) < 0.2
    assert decision.value is not None
    assert float(decision.notes["score"]) < decision.value
    assert [report.visits for report in decision.moves] == [1_000] * 9


@pytest.mark.parametrize("agent", ["roulette", "monte_carlo"])
def test_no_move_is_simulated_more_often_than_wanted(agent: str) -> None:
    game, state, role = tic_tac_toe("... ... ...")
    for each in (1, 7):
        decision = make_agent(f"{agent}(simulations={each})", game, role, 1).decide(state, Limit(playouts=9_000))
        assert [report.visits for report in decision.moves] == [each] * 9


def test_flow_control_by_hand() -> None:
    """Cut after one joint move beyond the first: nothing of it has ended unless it ends at once."""
    game, state, role = tic_tac_toe("... ... ...")
    limit = Limit(playouts=9_000)
    left_out = make_agent("roulette(cut=2)", game, role, 1).decide(state, limit)
    assert [report.visits for report in left_out.moves] == [0] * 9
    tie = make_agent("roulette(cut=2, unfinished=tie)", game, role, 1).decide(state, limit)
    assert {report.value for report in tie.moves} == {50.0}
    assert float(tie.notes["score"]) == 47  # a tie less three moves
    near = make_agent("roulette(cut=2, unfinished=nearness)", game, role, 1).decide(state, limit)
    values = {report.move: report.value or 0.0 for report in near.moves}
    assert max(values, key=lambda move: values[move]) == "(mark 2 2)"  # it is on most lines
    assert len(set(values.values())) > 1


def test_simulations_that_end_in_time_count_as_ever() -> None:
    game, state, role = tic_tac_toe("xo. .xo ...")
    limit = Limit(playouts=4_000)
    plain = make_agent("roulette(basic=true)", game, role, 1).decide(state, limit)
    cut = make_agent("roulette(basic=true, cut=9, unfinished=tie)", game, role, 1).decide(state, limit)
    assert cut.moves == plain.moves
