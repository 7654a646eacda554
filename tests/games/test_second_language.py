"""A game in another rules language is loaded, compiled, drawn and played: the language is one file and one line."""

from __future__ import annotations

import itertools
import json
import pickle
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import ludens
from ludens.arena.match import rules_digest
from ludens.circuit.stages import CompiledCircuit
from ludens.cli import app
from ludens.engine.any_game import AnyGameEngine
from ludens.engine.engine import Engine
from ludens.game import Limit, SourceError
from ludens.games.loading import READERS, load_rulesheet
from ludens.games.rules_game import RulesGame
from ludens.players import make_agent
from ludens.rules.ground_rules import GroundingBudget, State
from ludens.search.minimax.solve import solve
from ludens.testing import check_game
from tests.games.json_rules import JsonSheet, json_game, nim


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setitem(READERS, ".json", f"{json_game.__module__}:{json_game.__name__}")
    (tmp_path / "nim.json").write_text(nim(7), "utf-8")
    return tmp_path / "nim.json"


def loaded(path: Path) -> RulesGame[JsonSheet]:
    game = ludens.load(path)
    assert isinstance(game, RulesGame)
    return game


def reachable(game: RulesGame[JsonSheet]) -> list[State]:
    found = [game.initial_state()]
    for state in found:
        legal = [game.legal_moves(state, role) for role in range(len(game.info.roles))]
        after = [game.next_state(state, moves) for moves in itertools.product(*legal)]
        found += [new for new in dict.fromkeys(after) if new not in found]
    return found


def test_the_circuit_agrees_with_the_reasoner_everywhere(path: Path) -> None:
    game = loaded(path)
    check_game(game)
    engine, states = game.engine, reachable(game)
    assert isinstance(engine, Engine)
    assert len(states) == 14
    rows = game.pack(states)
    assert game.unpack(rows) == states
    over, goals = engine.outcome(rows)
    assert over.tolist() == [game.is_terminal(state) for state in states]
    assert goals[over].tolist() == [list(game.goals(state)) for state in states if game.is_terminal(state)]
    for role, table in enumerate(engine.legal(rows)):
        for state, row in zip(states, table, strict=True):
            moves = tuple(sorted(engine.moves(role)[number] for number in np.flatnonzero(row)))
            assert game.is_terminal(state) or moves == game.legal_moves(state, role)


def test_agents_play_it_and_it_is_solved(path: Path) -> None:
    game = loaded(path)
    assert solve(game, game.initial_state()).goals == (100, 0)  # 7 is no multiple of 3
    agent = make_agent("uct", game, 0, 1)
    assert agent.decide(game.initial_state(), Limit(playouts=4_000)).move == "take 1"


def test_commands_show_its_rules_and_its_circuit(path: Path) -> None:
    shown = CliRunner().invoke(app, ["show", str(path), "--rules"])
    assert shown.output.strip() == nim(7)
    facts = json.loads(CliRunner().invoke(app, ["show", str(path), "--json"]).output)
    assert facts["served_by"].startswith("engine, ")
    assert "rules" not in facts  # they are counted where they are those of GDL
    stages = CliRunner().invoke(app, ["show", str(path), "--circuit", "--json"]).output.splitlines()
    assert json.loads(stages[0])["pass"] == "ground rules"


def test_it_is_drawn_by_its_text_and_pickled(path: Path) -> None:
    game = loaded(path)
    assert "left 7, turn ann" in str(ludens.show(game))
    again = pickle.loads(pickle.dumps(game))
    assert again.text(again.initial_state()) == "left 7, turn ann"
    assert again.sheet == game.sheet
    assert rules_digest(str(path)) is not None


def test_what_is_wrong_is_told(path: Path) -> None:
    with pytest.raises(SourceError, match="not written in GDL"):
        load_rulesheet(path)
    assert "not written in GDL" in CliRunner().invoke(app, ["check", str(path)]).output
    path.write_text("{", "utf-8")
    with pytest.raises(SourceError, match="is not JSON"):
        ludens.load(path)


def test_rules_that_cannot_be_had_without_variables_are_played_by_the_reasoner(path: Path) -> None:
    def compiler(sheet: JsonSheet) -> CompiledCircuit:
        assert sheet.ground(GroundingBudget()).roles == ("ann", "ben")
        sheet.ground(GroundingBudget(output_bytes=10))
        raise AssertionError

    game = RulesGame(loaded(path).single, compiler=compiler)
    assert isinstance(game.engine, AnyGameEngine)
    assert game.engine.playouts(game.engine.initial(), 10, 1).finished.tolist() == [10]
