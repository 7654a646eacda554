"""Reasoner = table = machine code for every target, on random walks of built-in games and of public rulesheets."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
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


def compare(game: RulesGame[Any], engines: Sequence[Engine], walks: int, most_positions: int) -> None:
    """Random walks side by side; every position is compared, and every walk starts again at its end."""
    rng = random.Random(8)
    circuit = engines[0].circuit
    roles = range(len(game.info.roles))
    states: list[State] = [game.initial_state()] * walks
    rows = [engine.initial(walks) for engine in engines]
    for _ in range(max(1, most_positions // walks)):
        assert all(unpacked(engine, own) == states for engine, own in zip(engines, rows, strict=True))
        over = [game.is_terminal(state) for state in states]
        texts = [
            [() if over[walk] else game.legal_moves(states[walk], role) for role in roles] for walk in range(walks)
        ]
        joint = np.zeros((walks, len(roles)), dtype=np.int64)
        for engine, own in zip(engines, rows, strict=True):
            legal, (terminal, goals) = engine.legal(own), engine.outcome(own)
            assert terminal.tolist() == over
            for walk, role in itertools.product(range(walks), roles):
                if over[walk]:
                    compare_goals(game, states[walk], goals[walk].tolist())
                    continue
                found = [circuit.moves[role][number] for number in np.flatnonzero(legal[role][walk])]
                assert tuple(sorted(game.text(frozenset({move})) for move in found)) == texts[walk][role]
        for walk, role in itertools.product(range(walks), roles):
            if not over[walk]:
                number = rng.choice(np.flatnonzero(legal[role][walk]).tolist())
                joint[walk, role] = number
                texts[walk][role] = (game.text(frozenset({circuit.moves[role][number]})),)
        rows = [engine.step(own, joint) for engine, own in zip(engines, rows, strict=True)]
        for walk, state in enumerate(states):
            if over[walk]:
                states[walk] = game.initial_state()
                for engine, own in zip(engines, rows, strict=True):
                    own[walk] = engine.initial(1)[0]
            else:
                states[walk] = game.next_state(state, [text for (text,) in texts[walk]])
    assert all(unpacked(engine, own) == states for engine, own in zip(engines, rows, strict=True))


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
    compare(game, [Engine(game.compiled.circuit, backend, target)], walks=3, most_positions=120)


@needs_corpus
@pytest.mark.parametrize("path", SMALL_SHEETS[4::9], ids=lambda path: path.stem)
def test_a_sample_of_public_rulesheets(path: Path) -> None:
    game = RulesGame(load_rulesheet(path).single, compiler=partial(compile_circuit, seconds=5))
    try:
        compare(game, [Engine(game.compiled.circuit, Backend.TABLE)], walks=3, most_positions=45)
    except BudgetError as error:
        pytest.skip(f"served by the reasoner: {error}")


@pytest.mark.slow
@needs_corpus
@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_all_public_rulesheets(path: Path) -> None:
    try:
        game = load_rulesheet(path)
        engines = [Engine(game.compiled.circuit, *way) for way in WAYS]
    except BudgetError as error:
        pytest.skip(f"served by the reasoner: {error}")
    compare(game, engines, walks=10, most_positions=1_000)


def test_states_are_packed_and_unpacked() -> None:
    game = ludens.load("connect_four")
    start = game.initial_state()
    states = [start, game.next_state(start, ["(drop 3)", "noop"])]
    assert game.unpack(game.pack(states)) == states
    assert game.engine.moves(0)[:2] == ("(drop 1)", "(drop 2)")
