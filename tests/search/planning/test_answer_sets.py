"""Planning by clingo: the unrolled circuit says what a slow search by the reasoner says, and plans are real."""

from __future__ import annotations

import functools
import time
from typing import Any

import numpy as np
import pytest
from clingo import Control

import ludens
from ludens.engine.contract import LoadedGame
from ludens.search.planning.answer_sets import AnswerSetPlanner, Horizon, plain_circuit
from ludens.search.planning.clingo_process import KINDS, Program
from ludens.search.planning.effects import Effects, effects
from ludens.search.planning.line import Line, played
from ludens.search.planning.rollouts import rollouts
from ludens.search.planning.unrolled import Network, Unrolled
from tests.search.planning.puzzles import PUZZLES, lock, queens

PATIENCE_SECONDS = 120.0
UNSTEADY = Effects({}, {}, 0.0, [], [])


@functools.cache
def loaded(sheet: str) -> LoadedGame[Any]:
    return ludens.load(sheet)


def reachable(game: LoadedGame[Any], steps: int) -> set[int]:
    """The goals at all ends within so many moves, by the reasoner."""
    layer, found = {game.initial_state()}, set()
    for _ in range(steps + 1):
        found |= {game.goals(state)[0] for state in layer if game.is_terminal(state)}
        going = [state for state in layer if not game.is_terminal(state)]
        layer = {game.next_state(state, [move]) for state in going for move in game.legal_moves(state, 0)}
    return found


def answers(game: LoadedGame[Any], steps: int) -> set[int]:
    """The same by clingo, on the circuit unrolled so many times."""
    circuit = game.engine.circuit
    assert circuit is not None
    control = Control(["1"])
    with control.backend() as rules:
        fact = rules.add_atom()
        rules.add_rule([fact])
        unrolled = Unrolled(Network(plain_circuit(circuit)), circuit.initial.tolist(), lambda: rules, fact)
        unrolled.look()
        while unrolled.steps < steps and not unrolled.over:
            unrolled.step()
            unrolled.look()
        wins = {value: unrolled.any_of(literals) for value, literals in unrolled.wins.items()}
    return {value for value, literal in wins.items() if control.solve(assumptions=[literal]).satisfiable}


@pytest.mark.parametrize(
    ("name", "steps"),
    [("river", 6), ("river", 7), ("river", 10), ("sliding", 9), ("bridge", 3), ("bridge", 4), ("queens", 3)],
)
def test_clingo_reaches_what_can_be_reached(name: str, steps: int) -> None:
    game = loaded(PUZZLES[name])
    assert answers(game, steps) == reachable(game, steps)


def shown(game: LoadedGame[Any]) -> tuple[Effects, int]:
    done = rollouts(game.engine, game.engine.initial(), 64, np.random.default_rng(1), 200)
    return effects(game.engine, done), int(done.lengths.max())


def is_won(game: LoadedGame[Any], line: Line) -> bool:
    """Whether the reasoner agrees that the line is legal and ends with its goal."""
    state, names = game.initial_state(), game.engine.moves(0)
    for move in line.moves:
        state = game.next_state(state, [names[move]])
    return game.is_terminal(state) and game.goals(state) == (line.goal,)


@pytest.mark.parametrize("name", PUZZLES)
def test_plans_from_a_process_of_its_own(name: str) -> None:
    game = loaded(PUZZLES[name])
    found, seen = shown(game)
    planner = AnswerSetPlanner(game.engine, game.engine.initial(), Horizon(seen, 100), found)
    end, line = time.monotonic() + PATIENCE_SECONDS, None
    while (line is None or line.goal < 100) and not planner.ended and time.monotonic() < end:
        line = planner.line()
        time.sleep(0.01)
    planner.close()
    assert line is not None
    assert line.goal == 100
    assert is_won(game, line)


def program(game: LoadedGame[Any], **task: Any) -> Program:
    circuit = game.engine.circuit
    assert circuit is not None
    usual = {"kind": "step by step", "horizon": 4, "longest": 100, "in_order": False, "solver": []}
    task = {**usual, **task}
    return KINDS[task["kind"]](task, Network(plain_circuit(circuit)), circuit.initial.tolist())


def test_horizon_grows_until_there_is_a_plan() -> None:
    game = loaded(PUZZLES["river"])
    planning = program(game, horizon=2)
    found: list[list[int]] = []
    while not found and not planning.exhausted:
        found = planning.solve(100, PATIENCE_SECONDS)
    line = played(game.engine, game.engine.initial(), found[0])
    assert line is not None
    assert is_won(game, line)


def test_what_cannot_be_reached_is_proved() -> None:
    planning = program(loaded(queens(3)), horizon=10)
    assert planning.solve(100, PATIENCE_SECONDS) == []
    assert planning.proved


PIGEONS = """
(role r) (pigeon 1) (pigeon 2) (pigeon 3) (pigeon 4) (hole a) (hole b) (hole c) (init (left 1))
(succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5)
(<= (legal r (put ?h)) (hole ?h))
(<= (next (left ?q)) (true (left ?p)) (succ ?p ?q))
(<= (next (in ?p ?h)) (true (left ?p)) (does r (put ?h))) (<= (next (in ?p ?h)) (true (in ?p ?h)))
(<= terminal (true (left 5)))
(<= (placed ?p) (true (in ?p ?h)))
(<= clash (true (in ?p ?h)) (true (in ?q ?h)) (distinct ?p ?q))
(<= twice (true (in ?p ?h)) (true (in ?p ?k)) (distinct ?h ?k))
(<= all (placed 1) (placed 2) (placed 3) (placed 4))
(<= (goal r 100) all (not clash)) (<= (goal r 60) all clash twice) (<= (goal r 50) all clash (not twice))
(<= (goal r 0) (not all))
"""
"""Four pigeons in three holes; one in two holes would be a position, but no game comes to it."""


def test_a_goal_that_no_position_has_is_out_of_reach() -> None:
    planning = program(loaded(PIGEONS), kind="any position")
    assert planning.solve(100, PATIENCE_SECONDS) == []
    assert planning.proved
    assert planning.solve(60, PATIENCE_SECONDS) == []
    assert planning.exhausted
    assert not planning.proved


@pytest.mark.parametrize("name", PUZZLES)
def test_no_goal_that_can_be_reached_is_denied(name: str) -> None:
    planning = program(loaded(PUZZLES[name]), kind="any position")
    planning.solve(100, PATIENCE_SECONDS)
    assert not planning.proved


def test_moves_without_order_are_enough_for_a_latin_square() -> None:
    game = loaded(PUZZLES["latin square"])
    found, _ = shown(game)
    assert found.steady == 1.0
    assert found.timed == []
    told = {"moves": sorted(found.adds), "adds": found.adds, "removes": found.removes, "timed": [], "clock": []}
    planning = program(game, kind="without order", shown=told)
    [moves] = planning.solve(100, PATIENCE_SECONDS)
    for order in (moves, moves[::-1]):
        line = played(game.engine, game.engine.initial(), order)
        assert line is not None
        assert is_won(game, line)


def test_proposals_without_order_differ() -> None:
    game = loaded(PUZZLES["latin square"])
    found, _ = shown(game)
    told = {"moves": sorted(found.adds), "adds": found.adds, "removes": found.removes, "timed": [], "clock": []}
    planning = program(game, kind="without order", shown=told)
    first, second = (planning.solve(0, PATIENCE_SECONDS) for _ in range(2))
    assert first != second


def test_time_is_told_from_what_moves_do() -> None:
    game = loaded(lock(6))
    found, _ = shown(game)
    circuit = game.engine.circuit
    assert circuit is not None
    assert {circuit.fluents[number][0] for number in found.timed} == {"step"}
    assert len(found.clock) == 7
