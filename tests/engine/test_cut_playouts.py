"""Playouts that stop where they are: the same games as whole ones, and sums of the positions where they stopped."""

from __future__ import annotations

import numpy as np
import pytest

import ludens
from ludens.engine.backend import Backend
from ludens.engine.engine import Engine
from ludens.engine.sums import Sums, Terms, plain_sums
from ludens.search.evaluations.sample import random_positions

NAMES = ("tic_tac_toe", "breakthrough", "oshi_zumo")


def engine_and_terms(name: str, backend: Backend) -> tuple[Engine, list[Terms]]:
    circuit = ludens.load(name).engine.circuit
    assert circuit is not None
    weights = np.random.default_rng(1).integers(-20, 21, len(circuit.fluents))
    return Engine(circuit, backend), [[(2 * (n + 1), int(weight)) for n, weight in enumerate(weights)]]


@pytest.mark.parametrize("backend", Backend)
@pytest.mark.parametrize("name", NAMES)
def test_games_are_those_of_whole_playouts(name: str, backend: Backend) -> None:
    engine, terms = engine_and_terms(name, backend)
    sums, rows = Sums(engine.circuit, terms), random_positions(ludens.load(name), 200, 2).rows
    for steps in (1, 3, 200):
        found = engine.cut_playouts(rows, 3, 5, sums, max_steps=steps)
        games = engine.games(rows, 3, 5, max_steps=steps)
        np.testing.assert_array_equal(found.games.ended, games.ended)
        np.testing.assert_array_equal(found.games.lengths, games.lengths)
        np.testing.assert_array_equal(found.games.goals, games.goals)


def test_sums_are_those_of_positions_that_can_be_reached() -> None:
    engine, terms = engine_and_terms("tic_tac_toe", Backend.TABLE)
    start = engine.initial()
    found = engine.cut_playouts(start, 512, 1, Sums(engine.circuit, terms), max_steps=1)
    legal = [np.flatnonzero(table[0]) for table in engine.legal(start)]
    joint = np.array([(own, other) for own in legal[0] for other in legal[1]])
    after = engine.step(np.repeat(start, len(joint), axis=0), joint)
    assert set(found.totals.ravel().tolist()) == set(plain_sums(engine.circuit, terms, after).ravel().tolist())
    assert (found.games.lengths == 1).all()


def test_a_bound_stops_a_game_where_it_is_first_reached() -> None:
    engine, terms = engine_and_terms("breakthrough", Backend.TABLE)
    sums, start = Sums(engine.circuit, terms), engine.initial()
    here = int(plain_sums(engine.circuit, terms, start)[0, 0])
    at_once = engine.cut_playouts(start, 64, 1, sums, max_steps=50, bounds=(here, here + 1000))
    assert (at_once.totals == here).all()
    assert not at_once.games.lengths.any()
    bounds = here - 15, here + 15
    found = engine.cut_playouts(start, 512, 1, sums, max_steps=50, bounds=bounds)
    free = engine.cut_playouts(start, 512, 1, sums, max_steps=50)
    stopped = ~found.games.ended & (found.games.lengths < 50)
    assert stopped.any()
    totals = found.totals[..., 0]
    assert ((totals <= bounds[0]) | (totals >= bounds[1]))[stopped].all()
    never = engine.cut_playouts(start, 512, 1, sums, max_steps=50, bounds=(-100_000, 100_000))
    np.testing.assert_array_equal(never.totals, free.totals)
    for steps in range(1, 12):
        early = engine.cut_playouts(start, 512, 1, sums, max_steps=steps, bounds=bounds)
        long_enough = found.games.lengths >= steps
        before = early.totals[..., 0][long_enough & (found.games.lengths > steps)]
        assert ((before > bounds[0]) & (before < bounds[1])).all()
