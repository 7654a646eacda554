"""The engine in Python gives what the fast one gives, within noise, and serves any game."""

from __future__ import annotations

import numpy as np

import ludens
from ludens.engine.any_game import AnyGameEngine
from ludens.gdl import Source, load_rules


def test_batch_operations() -> None:
    game = ludens.load("tic_tac_toe")
    engine = AnyGameEngine(game)
    rows = engine.initial(2)
    legal = engine.legal(rows)
    assert [table.sum(axis=1).tolist() for table in legal] == [[9, 9], [1, 1]]
    first = [engine.moves(0).index("(mark 1 1)"), engine.moves(1).index("noop")]
    after = engine.step(rows, np.array([first, first]))
    assert engine.unpack(after)[0] == game.next_state(game.initial_state(), ("(mark 1 1)", "noop"))
    terminal, goals = engine.outcome(after)
    assert not terminal.any()
    assert (goals == -1).all()


def test_playouts_have_the_known_distribution() -> None:
    engine = AnyGameEngine(ludens.load("tic_tac_toe"))
    found = engine.playouts(engine.initial(), 1_500, 1, amaf=True)
    assert found.finished.tolist() == [1_500]
    assert abs(found.goals[0, 0] / 1_500 - 64.8) < 5
    assert abs(found.steps[0] / 1_500 - 7.63) < 0.3
    assert found.played is not None
    assert found.played[0][0].max() <= 1_500


def test_games_are_cut_and_ill_formed_ones_do_not_crash() -> None:
    engine = AnyGameEngine(ludens.load("tic_tac_toe"))
    assert engine.playouts(engine.initial(), 10, 1, max_steps=3).cut.tolist() == [10]
    stuck = load_rules(
        Source("(role you)\n(init new)\n(<= (legal you wait) (true new))\n(<= terminal (true over))\n(goal you 1)")
    )
    engine_of_stuck = AnyGameEngine(stuck)
    assert engine_of_stuck.playouts(engine_of_stuck.initial(), 5, 1).cut.tolist() == [5]
    goalless = load_rules(
        Source("(role you)\n(legal you w)\n(next o)\n(<= terminal (true o))\n(<= (goal you 1) (true x))")
    )
    engine_of_goalless = AnyGameEngine(goalless)
    found = engine_of_goalless.playouts(engine_of_goalless.initial(), 5, 1)
    assert (found.finished.tolist(), found.goals.tolist()) == ([5], [[0]])


def test_the_same_seed_gives_the_same_games() -> None:
    engine = AnyGameEngine(ludens.load("nim"))
    first, second = (engine.games(engine.initial(), 20, 4) for _ in range(2))
    assert np.array_equal(first.goals, second.goals)
    assert np.array_equal(first.lengths, second.lengths)
