"""The agents of Ludens as bots in OpenSpiel's own matches."""

from __future__ import annotations

import sys
from importlib import reload
from typing import Any

import numpy as np
import pytest

from ludens import Decision, Limit, LudensError, ParameterError, View

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

from ludens.adapters import open_spiel_bots  # noqa: E402
from ludens.adapters.open_spiel_bots import LudensBot  # noqa: E402

FEW = Limit(playouts=100)


def random_bot(player: int, seed: int) -> Any:
    return pyspiel.make_uniform_random_bot(player, seed)


@pytest.mark.parametrize("name", ["tic_tac_toe", "breakthrough(rows=5,columns=4)"])
def test_a_bot_beats_a_random_one_on_both_sides(name: str) -> None:
    game = pyspiel.load_game(name)
    score = 0.0
    for number in range(8):
        side = number % 2
        bots = [random_bot(player, number) for player in range(2)]
        bots[side] = LudensBot(game, side, "uct", limit=Limit(playouts=300), seed=number)
        score += pyspiel.evaluate_bots(game.new_initial_state(), bots, number)[side]
    assert score > 4


def test_a_bot_plays_one_of_open_spiels() -> None:
    game = pyspiel.load_game("connect_four")
    theirs = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 1.4, 5, 1, False, 1, False)
    ours = LudensBot(game, 0, "monte_carlo", limit=FEW, seed=1)
    assert sum(pyspiel.evaluate_bots(game.new_initial_state(), [ours, theirs], 1)) == 0


def test_bots_choose_at_once() -> None:
    game = pyspiel.load_game("goofspiel(points_order=descending,num_cards=4)")
    bots = [LudensBot(game, 0, "duct", limit=FEW, seed=1), random_bot(1, 1)]
    state = game.new_initial_state()
    while not state.is_terminal():
        actions = [bot.step(state) for bot in bots]
        assert actions[0] in state.legal_actions(0)
        state.apply_actions(actions)
        for bot in bots:
            bot.inform_actions(state, actions)
    assert len(state.history()) == 6  # the last card is played without asking


def test_the_same_seed_plays_the_same_game_and_a_restart_begins_anew() -> None:
    game = pyspiel.load_game("connect_four")

    def moves(bot: LudensBot) -> list[int]:
        state, found = game.new_initial_state(), []
        numbers = np.random.default_rng(5)
        while not state.is_terminal():
            mine = state.current_player() == bot.player_id()
            action = bot.step(state) if mine else int(numbers.choice(state.legal_actions()))
            bot.inform_action(state, state.current_player(), action)
            found.append(action)
            state.apply_action(action)
        return found

    one, other = (LudensBot("connect_four", 1, "monte_carlo", limit=Limit(playouts=20), seed=4) for _ in range(2))
    assert moves(one) == moves(other)
    one.restart()
    other.restart_at(game.new_initial_state())
    assert one.decision is None
    assert moves(one) == moves(other)
    assert one.decision is not None
    assert one.decision.moves


def test_mistakes_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = LudensBot("tic_tac_toe", 1, "random")
    with pytest.raises(ParameterError, match=r"A bot for tic_tac_toe\(\) cannot play connect_four\(\)"):
        bot.step(pyspiel.load_game("connect_four").new_initial_state())
    with pytest.raises(ParameterError, match="It is not the turn of player 1"):
        bot.step(pyspiel.load_game("tic_tac_toe").new_initial_state())
    with pytest.raises(LudensError, match="it is a mean-field game"):
        LudensBot("mfg_crowd_modelling", 0)
    with pytest.raises(LudensError, match=r"uct cannot play .*hides some of it"):
        LudensBot("kuhn_poker", 0, "uct")
    with pytest.raises(LudensError, match="There is no agent called 'nobody'"):
        LudensBot("tic_tac_toe", 0, "nobody")
    with pytest.raises(LudensError, match="has no role number 2"):
        LudensBot("tic_tac_toe", 2)
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(LudensError, match=r"OpenSpiel is not installed: pip install 'ludens\[peers\]'"):
        reload(open_spiel_bots)


@pytest.mark.parametrize(
    ("name", "agent"), [("pig(winscore=4)", "uct"), ("kuhn_poker", "ismcts"), ("leduc_poker", "random")]
)
def test_bots_play_games_of_chance_and_of_hidden_information(name: str, agent: str) -> None:
    game = pyspiel.load_game(name)
    for seed in range(3):
        bots = [LudensBot(game, 0, agent, limit=FEW, seed=seed), random_bot(1, seed)]
        assert sum(pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)) == 0


class Listening:
    """Remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[Any] = []

    def decide(self, state: Any, limit: Limit) -> Decision:
        self.asked.append(state)
        return Decision(state.legal[0])


def test_a_bot_tells_its_agent_only_what_its_player_knows() -> None:
    game = pyspiel.load_game("kuhn_poker")
    asked = []
    for mine, other in ((0, 1), (0, 2), (1, 0)):
        bot = LudensBot(game, 0, "random")
        agent: Any = Listening()
        bot._agent = agent
        state = game.new_initial_state()
        state.apply_action(mine)
        state.apply_action(other)
        assert bot.step(state) in state.legal_actions()
        asked.append(agent.asked[0])
    assert all(isinstance(view, View) for view in asked)
    assert asked[0] == asked[1], "the other's card makes no difference"
    assert asked[0] != asked[2]
