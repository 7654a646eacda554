"""OpenSpiel's games under the agents of Ludens, compared with OpenSpiel itself one position after another."""

from __future__ import annotations

import random
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import ludens
from ludens import Limit, LudensError, Turns
from ludens.arena.match import rules_digest
from ludens.arena.record import MatchRecord
from ludens.cli import app
from ludens.engine.any_game import AnyGameEngine
from ludens.players import make_agent
from ludens.search.perft import counts
from ludens.testing import check_game

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

from ludens.adapters.open_spiel_games import OpenSpielGame, SpielState, _moves_of, open_spiel_game  # noqa: E402

GAMES = [
    "tic_tac_toe", "breakthrough(rows=6,columns=6)", "connect_four", "othello", "mancala", "y(board_size=5)",
    "goofspiel(points_order=descending,num_cards=4)", "matrix_rps", "matrix_pd", "oshi_zumo(coins=6,size=2)",
    "matching_pennies_3p", "repeated_game(stage_game=matrix_pd(),num_repetitions=3)", "cliff_walking",
    "nim(pile_sizes=1;3;5)", "misere(game=tic_tac_toe())", "dots_and_boxes",
]  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_the_contract_is_kept(name: str) -> None:
    check_game(ludens.load(f"open_spiel:{name}"), games=3)


@pytest.mark.parametrize("name", GAMES)
def test_random_games_are_those_of_open_spiel(name: str) -> None:
    game, numbers = open_spiel_game(name), random.Random(2)
    players = range(game.spiel.num_players())
    for _ in range(5):
        theirs, ours = game.spiel.new_initial_state(), game.initial_state()
        while not theirs.is_terminal():
            assert not game.is_terminal(ours)
            if theirs.is_simultaneous_node():
                actions = [numbers.choice(theirs.legal_actions(player)) for player in players]
                texts = [theirs.action_to_string(player, actions[player]) for player in players]
                theirs.apply_actions(actions)
            else:
                player, action = theirs.current_player(), numbers.choice(theirs.legal_actions())
                texts = ["noop" if other != player else theirs.action_to_string(player, action) for other in players]
                theirs.apply_action(action)
            assert all(text in game.legal_moves(ours, player) for player, text in zip(players, texts, strict=True))
            ours = game.next_state(ours, texts)
            assert str(ours.spiel) == str(theirs)
            assert ours == game.state_of(theirs)
            assert hash(ours) == hash(game.state_of(theirs))
        assert game.is_terminal(ours)
        assert np.argsort(game.goals(ours), stable=True).tolist() == np.argsort(theirs.returns(), stable=True).tolist()


def test_the_same_game_in_both_libraries_has_as_many_positions() -> None:
    theirs, ours = ludens.load("open_spiel:tic_tac_toe"), ludens.load("tic_tac_toe")
    assert list(counts(theirs, theirs.initial_state(), 5)) == list(counts(ours, ours.initial_state(), 5))


def test_goals_lie_between_the_least_and_the_greatest_return() -> None:
    assert open_spiel_game("tic_tac_toe").goals_of([-1, 1]) == (0, 100)
    assert open_spiel_game("tic_tac_toe").goals_of([0, 0]) == (50, 50)
    dilemma = open_spiel_game("matrix_pd")  # returns 0 to 10
    assert dilemma.goals_of([10, 0]) == (100, 0)
    assert dilemma.goals_of([5, 5]) == (50, 50)
    assert dilemma.info.goal_sum is None
    walking = open_spiel_game("cliff_walking")  # returns -199 to -9
    assert walking.goals_of([-9]) == (100,)
    assert walking.goals_of([-199]) == (0,)


def test_what_is_known_of_a_game_is_declared() -> None:
    infos = {name: open_spiel_game(name).info for name in ("hex(board_size=3)", "matrix_rps", "cliff_walking")}
    assert [info.turns for info in infos.values()] == [Turns.SEQUENTIAL, Turns.SIMULTANEOUS, Turns.SINGLE]
    info = infos["hex(board_size=3)"]
    assert info.name == "open_spiel:hex(board_size=3)"
    assert info.roles == ("player_0", "player_1")
    assert (info.goal_sum, info.max_steps) == (100, 9)


def test_a_game_object_is_as_good_as_a_name() -> None:
    game = open_spiel_game(pyspiel.load_game("connect_four"))
    assert game.info == open_spiel_game("connect_four").info


class TwoAlike:
    """A position of OpenSpiel that prints two of its three actions alike, and one not at all."""

    def is_chance_node(self) -> bool:
        return False

    is_mean_field_node = is_simultaneous_node = is_chance_node

    def current_player(self) -> int:
        return 0

    def legal_actions(self, role: int) -> list[int]:
        return [4, 7, 9]

    def action_to_string(self, role: int, action: int) -> str:
        return {4: "go", 7: "go", 9: ""}[action]


def test_actions_that_are_printed_alike_are_told_apart() -> None:
    assert _moves_of(TwoAlike(), 0) == {"#9": 9, "go #4": 4, "go #7": 7}
    assert list(_moves_of(TwoAlike(), 0)) == ["#9", "go #4", "go #7"]
    assert _moves_of(TwoAlike(), 1) == {"noop": None}


@pytest.mark.parametrize("name", ["tic_tac_toe", "goofspiel(points_order=descending,num_cards=3)", "matrix_pd"])
def test_quick_playouts_are_those_of_the_slow_engine(name: str) -> None:
    game = open_spiel_game(name)
    slow = AnyGameEngine(game)
    quick, slowly = game.engine.playouts(game.engine.initial(), 2_000, 1), slow.playouts(slow.initial(), 2_000, 1)
    assert quick.finished.tolist() == slowly.finished.tolist() == [2_000]
    assert quick.values == slowly.values
    for role, reached in enumerate(quick.reached):
        assert np.abs(reached - slowly.reached[role]).max() < 150  # more than four standard deviations
    assert abs(int(quick.steps[0]) - int(slowly.steps[0])) < 400
    again = game.engine.playouts(game.engine.initial(), 2_000, 1)
    assert np.array_equal(again.goals, quick.goals)
    cut = game.engine.games(game.engine.initial(2), 3, 1, max_steps=1)
    assert cut.lengths.tolist() == [[1] * 3] * 2
    counted = game.engine.playouts(game.engine.initial(), 50, 1, amaf=True)
    assert counted.played is not None
    assert counted.played[0][0].sum() >= 50


@pytest.mark.parametrize("agent", ["uct", "uct_rave", "champion", "negamax", "monte_carlo", "random", "search_light"])
def test_agents_win_at_once_where_they_can(agent: str) -> None:
    game = open_spiel_game("tic_tac_toe")
    state = game.initial_state()
    for move in ("x(0,0)", "o(1,0)", "x(0,1)", "o(1,1)"):
        state = game.next_state(state, (move, "noop") if move[0] == "x" else ("noop", move))
    decision = make_agent(agent, game, 0, 1).decide(state, Limit(playouts=200))
    assert decision.move in game.legal_moves(state, 0)
    if agent != "random":
        assert decision.move == "x(0,2)"


def test_agents_for_simultaneous_moves_play_them() -> None:
    game = open_spiel_game("matrix_rps")
    chosen = Counter(
        make_agent("regret_matching", game, 0, seed).decide(game.initial_state(), Limit(playouts=300)).move
        for seed in range(20)
    )
    assert len(chosen) == 3


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("stones_and_gems", "Ludens cannot play open_spiel:stones_and_gems(): OpenSpiel draws its chance unseen"),
        ("mfg_crowd_modelling", "it is a mean-field game"),
        ("crossword", "OpenSpiel cannot play it: LegalActions unimplemented"),
        ("tic_tac_tow", "There is no game of OpenSpiel called 'tic_tac_tow'. Did you mean"),
        ("breakthrough(rowz=6)", "open_spiel:breakthrough(rowz=6): Unknown parameter 'rowz'"),
        ("breakthrough(rows=", "Missing closing bracket"),
        ("", "There is no game of OpenSpiel called ''"),
    ],
)
def test_what_is_no_such_game_is_refused(name: str, message: str) -> None:
    with pytest.raises(LudensError) as caught:
        ludens.load(f"open_spiel:{name}")
    assert message in str(caught.value)


def test_illegal_moves_are_refused() -> None:
    game = open_spiel_game("tic_tac_toe")
    start = game.initial_state()
    for moves in (("x(9,9)", "noop"), ("noop", "noop"), ("x(0,0)", "o(0,1)")):
        with pytest.raises(LudensError, match="is not a legal move of player_"):
            game.next_state(start, moves)
    with pytest.raises(ValueError, match="1 moves for 2 roles"):
        game.next_state(start, ("x(0,0)",))
    with pytest.raises(LudensError, match="The game is not over"):
        game.goals(start)
    following: Any = game.next_state(start, ("x(0,0)", "noop"))
    assert isinstance(following, SpielState)
    assert start == game.initial_state(), "positions are not changed by moves"


@pytest.mark.slow
def test_a_match_between_processes_and_its_record(tmp_path: Path) -> None:
    name = "open_spiel:breakthrough(rows=6,columns=5)"
    path = tmp_path / "games.jsonl"
    arguments = ["match", name, "uct", "random", "--playouts", "20", "--own-process", "--record", str(path)]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    record = MatchRecord.from_json(path.read_text("utf-8").strip())
    shown = CliRunner().invoke(app, ["replay", record.id, "--file", str(path)])
    assert shown.exit_code == 0, shown.output
    assert rules_digest(name) is None


def test_commands_without_a_use_for_it_say_so() -> None:
    result = CliRunner().invoke(app, ["check", "open_spiel:tic_tac_toe"])
    assert result.exit_code == 2
    assert "open_spiel:tic_tac_toe has no rulesheet: it is a game of another library." in result.stderr
    result = CliRunner().invoke(app, ["show", "open_spiel:mfg_garnet"])
    assert result.exit_code == 2
    assert "it is a mean-field game" in result.stderr


def test_a_missing_library_is_told_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(LudensError, match=r"OpenSpiel is not installed: pip install 'ludens\[peers\]'"):
        ludens.load("open_spiel:tic_tac_toe")


def test_all_games_of_the_library_are_played_or_refused() -> None:
    played = []
    for kind in pyspiel.registered_games():
        if kind.default_loadable:
            try:
                played.append(ludens.load(f"open_spiel:{kind.short_name}"))
            except LudensError:
                continue
    assert len(played) >= 100
    assert sum(game.info.chance_role is not None for game in played) >= 40
    assert sum(game.info.hidden for game in played) >= 40
    assert all(isinstance(game, OpenSpielGame) and game.legal_moves(game.initial_state(), 0) for game in played)
