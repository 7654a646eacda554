"""Reasoner = table = machine code for every target, on random walks of built-in games and of public rulesheets."""

from __future__ import annotations

import itertools
import random
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludens
from ludens.circuit.compiled import compile_circuit
from ludens.engine.backend import Backend
from ludens.engine.engine import TARGETS, Engine
from ludens.engine.rows import Rows, unpack_rows
from ludens.game import BudgetError, GoalError
from ludens.games import RULESHEETS
from ludens.games.loading import load_rulesheet
from ludens.games.rules_game import RulesGame
from ludens.rules.ground_rules import State
from tests.corpus import SHEETS, SMALL_SHEETS, needs_corpus


def compare(game: RulesGame[Any], engine: Engine, walks: int, most_positions: int) -> None:
    """Random walks side by side; every position is compared, and every walk starts again at its end."""
    rng = random.Random(8)
    states: list[State] = [game.initial_state()] * walks
    rows = engine.initial(walks)
    assert unpacked(engine, rows) == states
    for _ in range(max(1, most_positions // walks)):
        legal, (terminal, goals) = engine.legal(rows), engine.outcome(rows)
        joint = np.zeros((walks, len(game.info.roles)), dtype=np.int64)
        for walk, state in enumerate(states):
            assert terminal[walk] == game.is_terminal(state)
            if terminal[walk]:
                compare_goals(game, state, goals[walk].tolist())
                continue
            for role in range(len(game.info.roles)):
                numbers = np.flatnonzero(legal[role][walk])
                texts = [game.text(frozenset({engine.circuit.moves[role][number]})) for number in numbers]
                assert tuple(sorted(texts)) == game.legal_moves(state, role)
                joint[walk, role] = rng.choice(numbers.tolist())
        following = engine.step(rows, joint)
        for walk, state in enumerate(states):
            if terminal[walk]:
                following[walk] = engine.initial(1)[0]
                states[walk] = game.initial_state()
            else:
                moves = [game.text(frozenset({engine.circuit.moves[r][n]})) for r, n in enumerate(joint[walk].tolist())]
                states[walk] = game.next_state(state, moves)
        rows = following
        assert unpacked(engine, rows) == states


def unpacked(engine: Engine, rows: Rows) -> list[State]:
    return [engine.circuit.state(row) for row in unpack_rows(rows, len(engine.circuit.fluents))]


def compare_goals(game: RulesGame[Any], state: State, found: list[int]) -> None:
    try:
        assert list(game.goals(state)) == found
    except GoalError:
        assert -1 in found


WAYS = [(backend, target) for backend in Backend for target in TARGETS]
QUICK = WAYS[0], WAYS[-1]


@pytest.mark.parametrize(
    ("backend", "target"), [pytest.param(*way, marks=() if way in QUICK else pytest.mark.slow) for way in WAYS]
)
@pytest.mark.parametrize("name", RULESHEETS)
def test_built_in_games(name: str, backend: Backend, target: str) -> None:
    game = load_rulesheet(name)
    compare(game, Engine(game.compiled.circuit, backend, target), walks=3, most_positions=120)


@needs_corpus
@pytest.mark.parametrize("path", SMALL_SHEETS[4::9], ids=lambda path: path.stem)
def test_a_sample_of_public_rulesheets(path: Path) -> None:
    game = RulesGame(load_rulesheet(path).single, compiler=partial(compile_circuit, seconds=5))
    try:
        compare(game, Engine(game.compiled.circuit, Backend.TABLE), walks=3, most_positions=45)
    except BudgetError as error:
        pytest.skip(f"served by the reasoner: {error}")


@pytest.mark.slow
@needs_corpus
@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_all_public_rulesheets(path: Path) -> None:
    try:
        game = load_rulesheet(path)
        for backend, target in itertools.product(Backend, TARGETS):
            compare(game, Engine(game.compiled.circuit, backend, target), walks=10, most_positions=1_000)
    except BudgetError as error:
        pytest.skip(f"served by the reasoner: {error}")


def test_states_are_packed_and_unpacked() -> None:
    game = ludens.load("connect_four")
    start = game.initial_state()
    states = [start, game.next_state(start, ["(drop 3)", "noop"])]
    assert game.unpack(game.pack(states)) == states
    assert game.engine.moves(0)[:2] == ("(drop 1)", "(drop 2)")
