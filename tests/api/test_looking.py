"""Lists of games and agents, suggestions, solutions and analyses, from Python."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

import ludens
from ludens.game import LudensError, ParameterError, UnknownNameError
from ludens.games import GAMES
from ludens.players import AGENTS


def test_games_and_agents_are_listed() -> None:
    games, agents = ludens.games(), ludens.agents()
    assert set(GAMES) <= set(games)
    assert set(AGENTS) <= set(agents)
    assert games["hex"].parameters[0].written == "size=9"
    assert "hex" in games
    assert repr(games).splitlines()[0].split() == ["name", "what", "it", "is", "parameters"]
    assert "<td" in agents._repr_html_()
    assert "exploration" in repr(agents["uct"])
    with pytest.raises(UnknownNameError, match=r"no agent called 'utc'. Did you mean uct"):
        agents["utc"]


def test_the_package_of_games_can_be_called_whoever_imported_it() -> None:
    code = "import ludens.games.loading, ludens; print(len(ludens.games())); import ludens.games; ludens.games()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) == len(GAMES)


def test_a_suggestion_for_a_game_and_for_a_position() -> None:
    found = ludens.suggest("nim(heaps=2-3)", "uct", playouts=500, seed=1)
    assert found.move == "(reduce b 2)"
    assert found.moves[0].move == found.move
    assert str(found).startswith("uct plays (reduce b 2) for player1, expecting")
    position = ludens.show("tic_tac_toe").play("1 1; 2 1; 1 2; 2 2")
    here = ludens.suggest(position, "uct", playouts=500, seed=1)
    assert (here.role, here.move) == ("xplayer", "(mark 1 3)")
    typed = ludens.suggest("tic_tac_toe", "uct", moves="1 1; 2 1; 1 2; 2 2", playouts=500, seed=1)
    assert typed.decision.move == here.move
    assert here.to_dict()["move"] == here.move
    hidden = ludens.show("kuhn_poker")
    dealt = hidden.play(hidden.moves("random")[0])
    assert ludens.suggest(dealt, "ismcts", playouts=50, seed=1).move in dealt.moves()
    with pytest.raises(ParameterError, match="this game of tic_tac_toe is over"):
        ludens.suggest(position.play("1 3"))


def test_a_solution() -> None:
    found = ludens.solve("nim(heaps=2-3)")
    assert found.goals == (100, 0)
    assert found.moves["(reduce b 2)"] == 100
    assert found.line[0][0] == "(reduce b 2)"
    assert "Proven: all positions listed" in str(found)
    assert ludens.solve(ludens.show("nim(heaps=2-3)").play("reduce a 0")).goals == (0, 100)
    with pytest.raises(LudensError):
        ludens.solve("rock_paper_scissors")


def test_an_analysis() -> None:
    found = ludens.analyse("tic_tac_toe", games=640)
    assert found.figures.lengths is not None
    assert found.figures.lengths.games == 640
    assert str(found).startswith("tic_tac_toe: With best play nobody wins. Every first move keeps that result.\n")
    data = found.to_dict()
    assert len(data["first_moves"]) == 9  # type: ignore[arg-type]
    assert data["verdict"]["proven"]  # type: ignore[index]
    json.dumps(data, allow_nan=False)
    with pytest.raises(ParameterError, match="games cannot be 3; it may be a whole number, 64 or more"):
        ludens.analyse("tic_tac_toe", games=3)


def test_variants_in_one_table() -> None:
    table = ludens.variants("hex", "size", [3])
    lines = str(table).splitlines()
    assert lines[0].split()[0] == "size"
    assert "wins with best play" in str(table)
    with pytest.raises(ParameterError, match="no parameter colour"):
        ludens.variants("hex", "colour")
