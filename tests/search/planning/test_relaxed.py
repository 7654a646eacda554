"""The relaxed rules: never further than the goal is, and the same as possibilities worked out one by one."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest

import ludens
from ludens.circuit.network import Circuit, evaluate, value_of
from ludens.engine.contract import LoadedGame
from ludens.engine.rows import unpack_rows
from ludens.search.planning.breadth_first import BreadthFirst, relaxed_worth
from ludens.search.planning.relaxed import RelaxedDistance, can_relax, relaxed
from ludens.search.planning.rollouts import rollouts
from tests.search.planning.puzzles import LATIN_SQUARE, PUZZLES, lock, queens, sliding

WITHOUT_CYCLES = {name: sheet for name, sheet in PUZZLES.items() if name != "bridge"} | {"lock": lock(5)}
LONGEST = 30


@functools.cache
def loaded(sheet: str) -> tuple[LoadedGame[Any], Circuit]:
    game = ludens.load(sheet)
    circuit = game.engine.circuit
    assert circuit is not None
    return game, circuit


def possible(circuit: Circuit, true: list[bool], false: list[bool]) -> dict[int, tuple[bool, bool]]:
    """By node whether it can be true and whether it can be false, in the plainest way; all legal moves may be made."""
    found = {0: (False, True)}
    for number, pair in enumerate(zip(true, false, strict=True)):
        found[1 + number] = pair

    def can(literal: int) -> tuple[bool, bool]:
        one, other = found[literal >> 1]
        return (other, one) if literal & 1 else (one, other)

    for number, block in enumerate(circuit.blocks):
        if number == circuit.state_blocks:
            for move, legal in enumerate(circuit.legal[0]):
                found[circuit.first_move + move] = can(legal)[0], True
        for gate in range(block.first, block.last):
            left, right = can(int(circuit.left[gate])), can(int(circuit.right[gate]))
            found[circuit.first_gate + gate] = left[0] and right[0], left[1] or right[1]
    return found


def slow_distance(circuit: Circuit, state: list[bool], goal: int, longest: int) -> int:
    true, false = list(state), [not value for value in state]
    wanted = dict(circuit.goals[0])[goal]
    for steps in range(longest + 1):
        found = possible(circuit, true, false)
        pairs = [found[literal >> 1][:: -1 if literal & 1 else 1] for literal in (circuit.terminal, wanted)]
        if all(one for one, _ in pairs):
            return steps
        after = [found[literal >> 1][:: -1 if literal & 1 else 1] for literal in circuit.following]
        true = [old or new for old, (new, _) in zip(true, after, strict=True)]
        false = [old or new for old, (_, new) in zip(false, after, strict=True)]
    return longest + 1


@pytest.mark.parametrize("name", WITHOUT_CYCLES)
def test_the_engine_plays_what_is_possible(name: str) -> None:
    game, circuit = loaded(WITHOUT_CYCLES[name])
    done = rollouts(game.engine, game.engine.initial(), 3, np.random.default_rng(1), 100)
    rows = np.concatenate([step.rows for step in done.steps])[:24]
    for goal in (100, 0):
        distance = RelaxedDistance(circuit, goal, LONGEST)
        states = unpack_rows(rows, len(circuit.fluents)).tolist()
        assert distance(rows).tolist() == [slow_distance(circuit, state, goal, LONGEST) for state in states]


@pytest.mark.parametrize("name", WITHOUT_CYCLES)
def test_no_line_is_shorter(name: str) -> None:
    game, circuit = loaded(WITHOUT_CYCLES[name])
    done = rollouts(game.engine, game.engine.initial(), 200, np.random.default_rng(2), 100)
    distances = {goal: RelaxedDistance(circuit, goal, 100) for goal in set(done.goals.tolist())}
    for lane in range(0, 200, 20):
        line = done.line(lane)
        ahead = np.arange(len(line.moves), 0, -1)
        assert (distances[line.goal](line.rows) <= ahead).all()


def test_what_is_there_is_no_step_away() -> None:
    game, circuit = loaded(sliding("4_1532"))
    easier = relaxed(circuit, 100)
    assert not value_of(evaluate(easier, easier.initial), easier.terminal)
    search = BreadthFirst(game.engine, game.engine.initial(), np.random.default_rng(1), 100)
    line = next(line for line in search.lines() if line is not None and line.goal == 100)
    last = game.engine.step(line.rows[-1:], np.array([[line.moves[-1]]]))
    assert RelaxedDistance(circuit, 100, LONGEST)(last).tolist() == [0]


def test_a_counter_shows_the_way() -> None:
    game, circuit = loaded(COUNTER)
    search = BreadthFirst(
        game.engine, game.engine.initial(), np.random.default_rng(1), 60, worth=relaxed_worth(circuit, 100, 60), beam=4
    )
    line = next(line for line in search.lines() if line is not None and line.goal == 100)
    assert len(line.moves) == 20
    assert search.positions < 2_000


COUNTER = (
    "(role climber) (init (at 0)) (init (colour red))"
    + " ".join(f"(succ {n} {n + 1})" for n in range(20))
    + """
(<= (legal climber (up ?c)) (tint ?c)) (<= (legal climber (paint ?c)) (tint ?c))
(<= (next (at ?n)) (does climber (up ?c)) (true (at ?m)) (succ ?m ?n))
(<= (next (at ?n)) (does climber (paint ?c)) (true (at ?n)))
(<= (next (colour ?c)) (does climber (up ?c))) (<= (next (colour ?c)) (does climber (paint ?c)))
(<= terminal (true (at 20)))
(<= (goal climber 100) (true (at 20))) (<= (goal climber 0) (not (true (at 20))))
"""
    + " ".join(f"(tint {c})" for c in ("red", "green", "blue", "black", "white", "grey"))
)
"""Twenty steps up, with paint to play with: the formula of the goal says nothing of how high one is."""


def test_cycles_are_left_alone() -> None:
    assert can_relax(loaded(LATIN_SQUARE)[1])
    assert can_relax(loaded(queens(6))[1])
    assert not can_relax(loaded(PUZZLES["bridge"])[1])
    assert not can_relax(None)
