"""The fuzzy truth of goals: against a slow twin, by hand, and where it cannot be had."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest

import ludens
from ludens.circuit.network import evaluate, value_of
from ludens.engine.engine import Engine
from ludens.engine.rows import unpack_rows
from ludens.game import ParameterError, UnsuitableGameError
from ludens.search.evaluations.goal_proximity import (
    NO_THRESHOLD,
    GoalProximity,
    fuzzy_formulas,
    goal_notes,
    goal_proximity,
)
from ludens.search.evaluations.sample import random_positions
from tests.players.positions import tic_tac_toe
from tests.search.evaluations import fuzzy_truth

GAMES = ("tic_tac_toe", "connect_four", "breakthrough", "checkers_small", "hex", "free_for_all", "eight_puzzle")
READINGS = ((0.75, NO_THRESHOLD), (0.75, 0.55), (0.9, 0.9))


@functools.cache
def engine_of(name: str) -> Engine:
    engine = ludens.load(name).engine
    assert isinstance(engine, Engine)
    return engine


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(("truth", "threshold"), READINGS)
def test_truths_are_those_of_the_slow_twin(name: str, truth: float, threshold: float) -> None:
    engine = engine_of(name)
    circuit = engine.circuit
    literals = [circuit.terminal, *(literal for goals in circuit.goals for _, literal in goals), *circuit.legal[0][:9]]
    rows = random_positions(ludens.load(name), 30, 1).rows
    found = fuzzy_formulas(circuit, literals, truth, threshold)(rows)
    for state, values in zip(unpack_rows(rows, len(circuit.fluents)), found, strict=True):
        expected = fuzzy_truth.truths(circuit, state, truth, threshold)
        assert values == pytest.approx([expected[literal] for literal in literals], abs=2e-4)
    assert np.ptp(found) > 0


@pytest.mark.parametrize("name", GAMES)
def test_with_a_threshold_what_is_true_and_what_is_not_stay_apart(name: str) -> None:
    engine = engine_of(name)
    circuit = engine.circuit
    if any(block.loops for block in circuit.blocks):
        pytest.skip("a cyclic part is not gone through to the end")
    literals = [*[literal for role in circuit.legal for literal in role][:200], circuit.terminal]
    rows = random_positions(ludens.load(name), 100, 2).rows
    found = fuzzy_formulas(circuit, literals, 0.75, 0.6)(rows)
    for state, values in zip(unpack_rows(rows, len(circuit.fluents)), found, strict=True):
        nodes = evaluate(circuit, state)
        holds = np.array([value_of(nodes, literal) for literal in literals])
        assert (values[holds] >= 0.6 - 1e-6).all()
        assert (values[~holds] <= 0.4 + 1e-6).all()


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "free_for_all", "eight_puzzle"])
@pytest.mark.parametrize(("truth", "threshold"), READINGS)
def test_proximity_is_that_of_the_slow_twin(name: str, truth: float, threshold: float) -> None:
    game, engine = ludens.load(name), engine_of(name)
    rows = random_positions(game, 60, 3).rows
    found = goal_proximity(game, truth, threshold).proximity(engine, rows)
    holding = engine.outcome(rows)[1].tolist()
    states = unpack_rows(rows, len(engine.circuit.fluents))
    for state, now, values in zip(states, holding, found, strict=True):
        assert values == pytest.approx(fuzzy_truth.proximity(engine.circuit, state, now, truth, threshold), abs=2e-4)


def test_one_condition_by_hand() -> None:
    """Two of three lamps are lit: 0.75 · 0.75 · 0.25, and the game does not end with it."""
    game = ludens.load("""
        (role r) (lamp 1) (lamp 2) (lamp 3) (init (lit 1)) (init (lit 2)) (init (step 1))
        (<= (legal r (light ?x)) (lamp ?x))
        (<= (next (lit ?x)) (does r (light ?x))) (<= (next (lit ?x)) (true (lit ?x)))
        (<= (next (step 2)) (true (step 1))) (<= terminal (true (step 2)))
        (<= (goal r 100) (true (lit 1)) (true (lit 2)) (true (lit 3)))
        (<= (goal r 0) (not (goal r 100)))
    """)
    engine = game.engine
    assert isinstance(engine, Engine)
    circuit = engine.circuit
    literals = [literal for value, literal in circuit.goals[0] if value == 100]
    # Two of the lamps may be always lit as far as the network knows; then they are not part of the formula.
    lamps = sum(isinstance(fluent, tuple) and fluent[0] == "lit" for fluent in circuit.fluents)
    expected = 0.75 ** (lamps - 1) * 0.25
    assert fuzzy_formulas(circuit, literals, 0.75, NO_THRESHOLD)(engine.initial())[0, 0] == pytest.approx(expected)


def test_two_in_a_row_are_nearer_than_two_apart() -> None:
    values = {}
    for board in ("xx. o.. .o.", "x.. o.x .o.", "xo. o.. ..x"):
        game, state, _ = tic_tac_toe(board)
        values[board] = goal_proximity(game)(game.engine, game.pack([state]))[0, 0]
    assert values["xx. o.. .o."] > values["x.. o.x .o."]
    assert values["xo. o.. ..x"] > values["x.. o.x .o."]


@pytest.mark.parametrize("name", GAMES)
def test_values_lie_between_0_and_1_and_are_opposed_where_goals_are(name: str) -> None:
    game, engine = ludens.load(name), engine_of(name)
    values = goal_proximity(game)(engine, random_positions(game, 200, 4).rows)
    assert values.shape[1] == len(game.info.roles)
    assert ((values > 0) & (values < 1)).all()
    if game.info.goal_sum is not None and len(game.info.roles) == 2:
        assert np.allclose(values.sum(axis=1), 1)


def test_a_batch_makes_no_difference() -> None:
    game, engine = ludens.load("hex"), engine_of("hex")
    rows = random_positions(game, 77, 5).rows
    evaluation = goal_proximity(game, 0.9, 0.55)
    alone = np.concatenate([evaluation(engine, rows[n : n + 1]) for n in range(len(rows))])
    assert (evaluation(engine, rows) == alone).all()
    assert evaluation(engine, rows[:0]).shape == (0, 2)


def test_goals_that_say_nothing_before_the_end_are_known_to() -> None:
    """Nobody has a piece on the last row of breakthrough before the game is over."""
    silent = goal_proximity(ludens.load("breakthrough"))
    assert silent.constant
    assert "nothing" in str(goal_notes(silent)["evaluation"])
    assert not goal_proximity(ludens.load("connect_four")).constant


def plain_python() -> Any:
    from tests.conformance.test_agents import loaded  # noqa: PLC0415

    fast = loaded("nim(heaps=1-2)")

    class Plain:
        """The game without its engine."""

        info = fast.info
        initial_state, is_terminal, legal_moves = fast.initial_state, fast.is_terminal, fast.legal_moves
        next_state, goals, text = fast.next_state, fast.goals, fast.text

    from ludens.engine.any_game import with_engine  # noqa: PLC0415

    return with_engine(Plain())


@pytest.mark.parametrize("make", [lambda: ludens.load("odd"), lambda: ludens.load("ropasci"), plain_python])
def test_games_without_a_network_are_refused(make: Any) -> None:
    with pytest.raises(UnsuitableGameError, match=r"goal_proximity cannot play .* network of a rulesheet"):
        goal_proximity(make())


@pytest.mark.parametrize(("truth", "threshold"), [(0.5, 0.0), (1.0, 0.0), (0.75, 0.8), (0.75, 0.5), (0.75, -0.1)])
def test_readings_that_make_no_sense_are_refused(truth: float, threshold: float) -> None:
    with pytest.raises(ParameterError, match=r"truth|threshold"):
        goal_proximity(ludens.load("tic_tac_toe"), truth, threshold)


def test_a_position_that_is_valued_counts_against_a_limit() -> None:
    found = goal_proximity(ludens.load("tic_tac_toe"))
    assert isinstance(found, GoalProximity)
    assert found.cost == 1
