"""Loops that are evaluated bit by bit, beside loops that are evaluated to the end in every position."""

from __future__ import annotations

import numpy as np
import pytest

import ludens
from ludens.engine.backend import Backend
from ludens.engine.engine import Engine
from ludens.engine.layout import Layout
from ludens.games.loading import load_rulesheet
from ludens.search.evaluations.sample import random_positions
from tests.engine.circuits import reachability
from tests.engine.targets import EVERY_TARGET
from tests.engine.test_target import all_numbers

GAMES = 20_000


@pytest.mark.parametrize("name", ["hex(size=4)", "hex(size=5)"])
def test_games_end_where_the_rules_say(name: str) -> None:
    """Each game is played again by the reasoner."""
    game = load_rulesheet(name)
    engine = Engine(game.compiled.circuit, Backend.TABLE)
    assert Layout(engine.circuit).growing
    history = engine.histories(engine.initial(), 60, 9)
    for number, moves in enumerate(history.moves):
        state, played = game.initial_state(), moves[moves[:, 0] >= 0]
        for joint in played:
            assert not game.is_terminal(state)
            texts = [engine.moves(role)[move] for role, move in enumerate(joint)]
            assert all(text in game.legal_moves(state, role) for role, text in enumerate(texts))
            state = game.next_state(state, texts)
        assert game.is_terminal(state)
        assert len(played) == history.games.lengths[0, number]
        assert tuple(history.games.goals[0, number]) == game.goals(state)


def test_the_same_numbers_on_every_target_and_from_the_table() -> None:
    circuit = load_rulesheet("hex(size=4)").compiled.circuit
    first, *others = (all_numbers(Engine(circuit, Backend.TABLE, target)) for target in EVERY_TARGET.values())
    others.append(all_numbers(Engine(circuit, Backend.LLVM)))
    for found in others:
        np.testing.assert_equal(found, first)


def test_goals_that_wait_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    circuit = load_rulesheet("hex(size=4)").compiled.circuit
    plain = all_numbers(Engine(circuit, Backend.TABLE))
    monkeypatch.setattr(Layout, "goals_wait", True)
    np.testing.assert_equal(all_numbers(Engine(circuit, Backend.TABLE)), plain)


@pytest.mark.parametrize("sweeps", [1, 2, 5])
def test_games_are_as_long_and_end_as_often(sweeps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    circuit = load_rulesheet("hex(size=5)").compiled.circuit
    rows = random_positions(ludens.load("hex(size=5)"), 3, 4).rows
    monkeypatch.setattr(Layout, "sweeps", sweeps)
    found = Engine(circuit, Backend.LLVM).playouts(rows, GAMES, 1)
    monkeypatch.setattr(Layout, "growing", [])
    right = Engine(circuit, Backend.LLVM).playouts(rows, GAMES, 2)
    assert (found.finished == GAMES).all()
    assert np.abs(found.goals - right.goals).max() / GAMES < 5 * 100 * np.sqrt(0.5 / GAMES)
    assert np.abs(found.steps - right.steps).max() / GAMES < 5 * 5 * np.sqrt(2 / GAMES)


def test_a_long_way_is_gone_to_its_end() -> None:
    engine = Engine(reachability(90), Backend.TABLE)
    assert Layout(engine.circuit).growing
    found = engine.games(engine.initial(), 70, 3)
    assert found.ended.all()
    assert (found.lengths == 90).all()  # the last cell is joined only when all are open
