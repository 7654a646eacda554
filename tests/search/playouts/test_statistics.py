"""What random games say, against exact values."""

from __future__ import annotations

import math

import numpy as np
import pytest

import ludens
from ludens.circuit.winners import EVEN, WON, with_winners
from ludens.engine.any_game import AnyGameEngine
from ludens.engine.backend import Backend
from ludens.engine.engine import Engine
from ludens.search.playouts.statistics import counted_results, first_moves, results, walks

THREE = """(role a) (role b) (role c) (init start) (<= (legal ?r (say ?n)) (role ?r) (true start) (number ?n))
(number 0) (number 30) (number 60) (number 100) (<= (next (said ?r ?n)) (does ?r (say ?n)))
(<= terminal (not (true start))) (<= (goal ?r ?n) (true (said ?r ?n)))"""
"""Three who say a number each, which is their goal."""


def test_tic_tac_toe_has_its_exact_distribution() -> None:
    engine = ludens.load("tic_tac_toe").engine
    found = results(engine, 300_000, 1, max_steps=9)
    assert found.ended == found.games == 300_000
    for value, exact in zip([*found.wins, found.draws], (737 / 1260, 121 / 420, 8 / 63), strict=True):
        assert abs(value.mean - exact) < 2.5 * value.margin
    assert abs(found.goals[0].mean - 100 * (737 / 1260 + 4 / 63)) < 2.5 * found.goals[0].margin
    assert found.lengths.nonzero()[0].tolist() == [5, 6, 7, 8, 9]
    assert found.lengths.sum() == 300_000


@pytest.mark.parametrize("name", ["tic_tac_toe", "rock_paper_scissors", "nim", "lights_on", "monty_hall", THREE])
def test_sums_tell_what_single_games_tell(name: str) -> None:
    engine = ludens.load(name).engine
    assert engine.circuit is not None
    single = results(engine, 200_000, 1, max_steps=100)
    counted = counted_results(Engine(with_winners(engine.circuit)), 200_000, 2, max_steps=100)
    assert counted.ended == single.ended == 200_000
    for one, other in zip(
        [*single.goals, *single.wins, single.draws], [*counted.goals, *counted.wins, counted.draws], strict=True
    ):
        assert abs(one.mean - other.mean) <= 3 * math.hypot(one.margin, other.margin)
        assert one.margin == pytest.approx(other.margin, rel=0.05)


def test_the_same_games_have_the_same_winners() -> None:
    circuit = ludens.load(THREE).engine.circuit
    assert circuit is not None
    plain, counting = Engine(circuit, Backend.TABLE), Engine(with_winners(circuit), Backend.TABLE)
    games, sums = plain.games(plain.initial(), 63, 1), counting.playouts(counting.initial(), 63, 1)
    goals = games.goals[0]
    best = goals.max(axis=1)
    alone = (goals == best[:, None]).sum(axis=1) == 1
    for role, (values, reached) in enumerate(zip(sums.values, sums.reached, strict=True)):
        assert reached[0, values.index(WON)] == ((goals[:, role] == best) & alone).sum()
    same = (goals == goals[:, :1]).all(axis=1).sum()
    assert sums.reached[0][0, sums.values[0].index(EVEN)] == same > 0


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
