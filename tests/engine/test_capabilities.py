"""What engines say of themselves, so that nobody has to ask for their class."""

from __future__ import annotations

import ast
from pathlib import Path

import numpy as np
import pytest

import ludens
from ludens.engine.any_game import AnyGameEngine
from ludens.engine.backend import Backend
from ludens.engine.contract import BatchEngine
from ludens.engine.engine import Engine
from ludens.engine.machine_code import vector_bits
from ludens.engine.preference import preferred
from ludens.game import UnknownNameError
from ludens.search.views.checked import CheckedEngine
from ludens.search.views.sequential_view import SequentialView
from ludens.search.views.two_sides import TwoSides
from tests.engine.circuits import tic_tac_toe

PACKAGE = Path(ludens.__file__).parent


def abilities(engine: BatchEngine) -> tuple[bool, bool, int, bool, bool]:
    guided, preferring = engine.guided is not None, engine.preferring is not None
    return engine.circuit is not None, engine.batch, engine.lanes, guided, preferring


def test_engines_say_what_they_have() -> None:
    assert abilities(Engine(tic_tac_toe(), Backend.TABLE)) == (True, True, vector_bits(), False, True)
    assert abilities(AnyGameEngine(ludens.load("tic_tac_toe"))) == (False, False, 1, False, False)
    assert abilities(ludens.load("odd").engine) == (False, True, 1, True, False)
    assert ludens.load("odd").engine.playouts_per_leaf > 1


def test_views_take_as_long_as_what_they_show_and_have_no_circuit() -> None:
    slow, fast = AnyGameEngine(ludens.load("tic_tac_toe")), ludens.load("tic_tac_toe").engine
    for engine in (slow, fast):
        for view in (SequentialView(engine, 0), TwoSides(engine, 0)):
            assert abilities(view) == (False, engine.batch, 1, False, False)
    assert abilities(CheckedEngine(ludens.load("tic_tac_toe"))) == (False, True, 1, False, False)


def test_what_an_engine_offers_can_be_used() -> None:
    engine = ludens.load("tic_tac_toe").engine
    assert engine.preferring is not None
    tables = tuple(np.arange(len(engine.moves(role))) == 4 for role in range(2))
    found = engine.preferring(engine.initial(), 1_000, 1, max_steps=1, amaf=True, preference=preferred(tables, 7 / 8))
    assert found.played is not None
    assert found.played[0][0][0, 4] > 700
    guided = ludens.load("ropasci").engine.guided
    assert guided is not None
    view = guided(moves="greedy", playouts="greedy")
    assert view.playouts(view.initial(), 10, 1).finished.tolist() == [10]
    with pytest.raises(UnknownNameError, match="There is no policy of the game called 'nonsense'"):
        guided(moves="nonsense")


def test_waiting_is_over_at_once_where_nothing_is_made() -> None:
    for engine in (Engine(tic_tac_toe(), Backend.TABLE), AnyGameEngine(ludens.load("nim")), ludens.load("odd").engine):
        engine.wait()


def test_a_position_is_packed_and_unpacked_by_the_engine() -> None:
    game = ludens.load("tic_tac_toe")
    start = game.initial_state()
    for engine in (game.engine, AnyGameEngine(game)):
        assert isinstance(engine, (Engine, AnyGameEngine))
        assert engine.unpack(engine.pack([start, start])) == [start, start]


def test_nobody_asks_for_the_class_of_an_engine() -> None:
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance":
                kinds = {leaf.id for leaf in ast.walk(node.args[1]) if isinstance(leaf, ast.Name)}
                assert not {kind for kind in kinds if kind.endswith("Engine")}, f"{path}:{node.lineno}"
