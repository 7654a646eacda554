"""A game that has rules: what it makes when it is asked, and what is left of it in a copy."""

from __future__ import annotations

import copy
import gc
import pickle
import weakref

import pytest

import ludens
from ludens.boards.drawings import Drawn
from ludens.circuit.compiled import compile_circuit
from ludens.circuit.stages import CompiledCircuit
from ludens.engine.backend import Backend
from ludens.engine.engine import Engine
from ludens.game import HidesInformation
from ludens.games import GAMES, RULESHEETS
from ludens.games.catalogue import Native
from ludens.games.loading import load_rulesheet
from ludens.games.rules_game import RulesGame
from ludens.gdl import Reasoner
from ludens.gdl.terms import RuleSheet
from ludens.rules.contract import HasSheet
from ludens.search.evaluations.static import HasEvaluations


def test_it_has_rules_and_is_no_reasoner() -> None:
    game = ludens.load("kuhn_poker")
    assert isinstance(game, RulesGame)
    assert isinstance(game, HasSheet)
    assert isinstance(game, HidesInformation)
    assert not isinstance(game, Reasoner)
    assert isinstance(game.single, Reasoner)
    assert game.sheet is game.single.sheet
    assert repr(ludens.load("hex(size=5)")) == "<RulesGame hex(size=5)>"


def test_nothing_is_made_before_it_is_asked_for() -> None:
    made: list[RuleSheet] = []

    def compiler(sheet: RuleSheet) -> CompiledCircuit:
        made.append(sheet)
        return compile_circuit(sheet)

    game = RulesGame(load_rulesheet("tic_tac_toe").single, compiler=compiler, backend=Backend.TABLE)
    assert len(game.legal_moves(game.initial_state(), 0)) == 9
    assert str(ludens.show(game))
    assert not made
    engine = game.engine
    assert isinstance(engine, Engine)
    assert engine is game.engine
    assert engine.backend is Backend.TABLE
    assert engine.circuit is game.compiled.circuit
    assert made == [game.sheet]


@pytest.mark.parametrize("copied", [lambda game: pickle.loads(pickle.dumps(game)), copy.deepcopy, copy.copy])
@pytest.mark.parametrize("name", ["pentago", "hex(size=4)", "kuhn_poker"])
def test_a_copy_plays_and_is_drawn_the_same_but_shares_no_engine(name: str, copied: object) -> None:
    game = load_rulesheet(name)
    _ = game.engine, game.drawing
    assert callable(copied)
    again = copied(game)
    assert "engine" not in vars(again)
    assert again.info == game.info
    assert again.cells is game.cells
    state = game.initial_state()
    assert again.initial_state() == state
    assert again.legal_moves(state, 0) == game.legal_moves(state, 0)
    assert ludens.show(again).svg == ludens.show(game).svg
    assert again.engine.circuit.gates == game.compiled.circuit.gates


def test_nobody_keeps_a_game_alive_that_is_no_longer_used() -> None:
    game = load_rulesheet("nim")
    _ = game.drawing, game.compiled
    watched = weakref.ref(game)
    del game
    gc.collect()
    assert watched() is None


def test_every_built_in_game_knows_its_drawing_and_says_which_evaluations_it_has() -> None:
    for name, entry in GAMES.items():
        game = ludens.load(name)
        assert isinstance(game, Drawn), name
        own = tuple(game.evaluations) if isinstance(game, HasEvaluations) else ()
        assert own == (entry.evaluations if isinstance(entry, Native) else ()), name
    assert all(GAMES[name].name == name for name in GAMES)
    assert RULESHEETS.keys() < GAMES.keys()
