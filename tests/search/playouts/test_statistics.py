"""What random games say, against exact values."""

from __future__ import annotations

import math

import numpy as np

import ludens
from ludens.engine.any_game import AnyGameEngine
from ludens.search.playouts.statistics import first_moves, results, walks


def test_tic_tac_toe_has_its_exact_distribution() -> None:
    engine = ludens.load("tic_tac_toe").engine
    found = results(engine, 300_000, 1, max_steps=9)
    assert found.ended == found.games == 300_000
    for value, exact in zip([*found.wins, found.draws], (737 / 1260, 121 / 420, 8 / 63), strict=True):
        assert abs(value.mean - exact) < 2.5 * value.margin
    assert abs(found.goals[0].mean - 100 * (737 / 1260 + 4 / 63)) < 2.5 * found.goals[0].margin
    assert found.lengths.nonzero()[0].tolist() == [5, 6, 7, 8, 9]
    assert found.lengths.sum() == 300_000


def test_intervals_shrink_with_the_root_of_the_number_of_games() -> None:
    engine = ludens.load("nim").engine
    few, many = (results(engine, games, 1, max_steps=12).goals[0].margin for games in (1_000, 100_000))
    assert 8 < few / many < 12.5


def test_first_moves_are_compared() -> None:
    table = dict(first_moves(ludens.load("tic_tac_toe"), 20_000, 1, max_steps=9))
    assert len(table) == 9
    middle, corner, side = (table[f"(mark {place})", "noop"][0].mean for place in ("2 2", "1 1", "1 2"))
    assert middle > corner > side


def test_walks_know_the_choices_of_each_step() -> None:
    found = walks(ludens.load("tic_tac_toe").engine, 500, 1, max_steps=9)
    assert [round(choices) for choices in found.choices] == [9, 8, 7, 6, 5, 4, 3, 2, 1]
    assert 0 <= found.decided <= 1


def test_endless_games_are_noticed() -> None:
    text = "(role you)\n(legal you wait)\n(<= terminal (true over))\n(goal you 1)\n(<= (next x) (true x))"
    found = results(ludens.load(text).engine, 1_000, 1, max_steps=20)
    assert found.ended == 0
    assert math.isnan(found.goals[0].mean)


def test_a_game_without_a_circuit_is_measured_too() -> None:
    engine = AnyGameEngine(ludens.load("nim(heaps=1-2)"))
    found = results(engine, 300, 1, max_steps=3)
    assert found.ended == 300
    assert found.goals[0].mean + found.goals[1].mean == 100
    assert np.isclose(found.wins[0].mean + found.wins[1].mean, 1)
