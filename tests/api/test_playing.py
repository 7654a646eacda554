"""One game between agents, from Python."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import ludens
from ludens.arena.clock import Terms
from ludens.arena.match import play_again
from ludens.arena.record import MatchRecord
from ludens.game import Limit, LudensError, ParameterError, SourceError, UnknownNameError
from tests.api.own_things import Countdown, Finisher


def test_a_game_and_what_came_of_it(tmp_path: Path) -> None:
    played = ludens.play("tic_tac_toe", ["uct", "random"], playouts=200, opening=1, seed=3)
    assert played.agents == ("uct", "random")
    assert played.roles == ("xplayer", "oplayer")
    assert played.goals == played.show().goals
    assert len(played.positions) == len(played.moves) + 1
    assert played.show(0).history == ()
    assert played.show().history == played.moves
    again = ludens.play("tic_tac_toe", ["uct", "random"], playouts=200, opening=1, seed=3)
    assert again.moves == played.moves
    assert play_again(played.record).moves == played.moves
    played.save(tmp_path / "games.jsonl")
    assert MatchRecord.from_json((tmp_path / "games.jsonl").read_text("utf-8")) == played.record
    with pytest.raises(SourceError, match="Cannot write"):
        played.save(tmp_path / "nowhere" / "games.jsonl")
    with pytest.raises(ParameterError, match="joint moves: a number may be 0 to"):
        played.show(10)


def test_it_shows_itself() -> None:
    played = ludens.play("tic_tac_toe", "random", playouts=1)
    lines = repr(played).splitlines()
    assert lines[0] == "tic_tac_toe — xplayer: random, oplayer: random"
    assert lines[-1].startswith("The game is over after ")
    page = played._repr_html_()
    assert "<p>tic_tac_toe — " in page
    assert "<svg" in page


def test_one_agent_plays_all_roles_and_chance_plays_itself() -> None:
    assert ludens.play("monty_hall", "random", playouts=1).agents.count("chance") == 1


def test_things_of_ones_own() -> None:
    played = ludens.play(Countdown, [Finisher, "random"], playouts=1)
    assert played.agents == ("tests.api.own_things:Finisher", "random")
    assert played.record.game == "tests.api.own_things:Countdown"
    assert ludens.play(Countdown(), Finisher, playouts=1).show().is_over
    assert ludens.play("tests.api.own_things:Countdown", "tests.api.own_things:Finisher(wild=true)", playouts=1).goals
    in_processes = ludens.play(Countdown, [Finisher, Finisher], playouts=1, own_process=True)
    assert not in_processes.record.forfeits
    assert in_processes.moves == ludens.play(Countdown, [Finisher, Finisher], playouts=1).moves


def test_an_agent_that_is_made_already() -> None:
    game = ludens.load("tic_tac_toe")
    agent = Finisher(game, 0, seed=1)
    assert sum(ludens.play(game, [agent, "random"], playouts=1).goals) == 100
    other = Finisher(game, 1, seed=2)
    both = ludens.play(game, [agent, other], playouts=1)
    assert both.agents == ("Finisher", "Finisher_2")
    assert not both.record.forfeits  # each decides for its own role
    assert ludens.make_agent(agent, game).decide(game.initial_state(), Limit()).move


def test_an_agent_is_made_for_a_role_by_name_or_number() -> None:
    first: Any = ludens.make_agent("flat_ucb", "nim", "player2", seed=1)
    second: Any = ludens.make_agent("flat_ucb", ludens.load("nim"), 1, seed=1)
    assert first.role == second.role == 1
    with pytest.raises(UnknownNameError, match=r"no role of nim called 'third'. It may be player1 or player2"):
        ludens.make_agent("random", "nim", "third")
    with pytest.raises(ParameterError, match="no role number 2"):
        ludens.make_agent("random", "nim", 2)


def test_rules_given_as_text_and_as_a_file(tmp_path: Path) -> None:
    game: Any = ludens.load("nim(heaps=2)")
    (tmp_path / "nim.kif").write_text(game.sheet.source.text, "utf-8")
    moves = ludens.play(game, "legal", playouts=1).moves
    for given in (game.sheet.source.text, tmp_path / "nim.kif", ludens.load(tmp_path / "nim.kif"), ludens.show(game)):
        assert ludens.play(given, "legal", playouts=1).moves == moves


@pytest.mark.parametrize(
    ("game", "agents", "options", "message"),
    [
        ("nimm", "random", {}, "no game called 'nimm'. Did you mean nim"),
        ("nim", "randum", {}, "no agent called 'randum'. Did you mean random"),
        ("nim", ["random"] * 3, {}, "nim has 2 roles, player1, player2: name one agent for each, or one for all"),
        ("nim", "random", {"seconds": 0}, "seconds cannot be 0; it may be a number above 0"),
        ("nim", "random", {"seconds": "much"}, "seconds cannot be 'much'"),
        ("nim", "random", {"playouts": 1.5}, "playouts cannot be 1.5; it may be a whole number above 0"),
        ("nim", "random", {"opening": -1}, "opening cannot be -1; it may be a whole number, 0 or more"),
        ("nim", "random", {"seed": None}, "seed cannot be None"),
        ("nim", "http://localhost:1", {"playouts": 1}, "clock"),
        (3, "random", {}, "int is not a game yet"),
        ("nim", 3, {}, "not an agent yet: int has no method decide"),
        ("nim", lambda game, role: None, {}, "needs a name"),
    ],
)
def test_mistakes_are_told_in_a_sentence(game: Any, agents: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(LudensError, match=message):
        ludens.play(game, agents, **options)


def test_whoever_returns_something_else_forfeits_and_is_told_what_to_return() -> None:
    class Hasty:
        def __init__(self, game: Any, role: int) -> None:
            self.game, self.role = game, role

        def decide(self, state: Any, limit: Limit) -> str:
            moves: tuple[str, ...] = self.game.legal_moves(state, self.role)
            return moves[0]

    played = ludens.play("nim", [Hasty, "random"], terms=Terms(limit=Limit(playouts=1)))
    assert played.goals == (0, 100)
    assert "it must give a ludens.Decision(move)" in played.record.forfeits[0].detail
    assert "player1 forfeits" in str(played)
