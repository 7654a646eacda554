"""The champion: the right plan for the kind of game, what it says of it, and the mistakes it must not make."""

from __future__ import annotations

import random
from typing import Any

import pytest

import ludens
from ludens import Limit
from ludens.players import champion as champion_module
from ludens.players import make_agent
from ludens.players.champion import ChampionAgent
from ludens.players.trials import best_plan
from ludens.testing import random_game
from tests.clocks import Ticking, put_up

PLANS = {
    "connect_four": "UCT, playouts that win at once and prevent it",
    "breakthrough": "UCT",
    "hex": "UCT",
    "odd": "UCT",
    "double_tic_tac_toe": "by parts",
    "rock_paper_scissors": "equilibrium, or decoupled UCT",
    "prisoners_dilemma": "decoupled UCT",
    "connect_four(players=3)": "UCT",
}


def champion(name: str, role: int = 0, options: str = "") -> tuple[Any, ChampionAgent]:
    game = ludens.load(name)
    agent = make_agent(f"champion{options}", game, role, 1)
    assert isinstance(agent, ChampionAgent)
    return game, agent


@pytest.mark.parametrize(("name", "plan"), PLANS.items())
def test_the_plan_suits_the_game(name: str, plan: str) -> None:
    game, agent = champion(name)
    decision = agent.decide(game.initial_state(), Limit(playouts=200))
    assert decision.notes["plan"] == plan
    assert "moves to choose from" in str(decision.notes["found"])


def test_the_time_split_is_told() -> None:
    game, agent = champion("connect_four")
    notes = agent.decide(game.initial_state(), Limit(seconds=0.2)).notes
    assert 0 < float(notes["alphabeta_share"]) <= 0.5
    assert float(notes["alphabeta_seconds"]) + float(notes["tree_seconds"]) <= float(notes["seconds"]) + 0.01
    assert "alpha-beta proved something in" in str(notes["found"])


def test_trial_games_are_played_before_the_first_move(monkeypatch: pytest.MonkeyPatch) -> None:
    game, agent = champion("connect_four(columns=4, rows=4)")
    with monkeypatch.context() as patch:
        put_up(Ticking(0.01), patch)
        agent.prepare(game.initial_state(), Limit(seconds=60))
    notes = agent.decide(game.initial_state(), Limit(playouts=500)).notes
    assert " against " in str(notes["trials"])
    _, again = champion("connect_four(columns=4, rows=4)")
    again.prepare(game.initial_state(), Limit(seconds=0))


def test_what_trial_games_taught_is_played_with_ones_own_options(monkeypatch: pytest.MonkeyPatch) -> None:
    """The plan that was kept had the options of the agent that played the trial games."""
    game = ludens.load("breakthrough(size=4)")
    monkeypatch.setattr(champion_module, "best_plan", lambda game, plans, seconds, seed: (plans[-1], ()))
    first = made(game, "champion(memory=512)")
    first.prepare(game.initial_state(), Limit(seconds=1e-9))
    taught = first.way.name
    assert taught != made(ludens.load("breakthrough(size=4)"), "champion").way.name
    other = made(game, "champion(memory=7, threads=3, share=0.25)")
    assert other.way.name == taught
    assert (other.player.options.memory, other.player.options.threads) == (7, 3)
    assert other.player.options.share == 0.25
    alone = made(game, "champion(plan=tree, memory=9)")
    assert alone.way.name == "UCT"
    assert (alone.player.options.playout, alone.player.options.memory) == ("random", 9)


def made(game: Any, name: str) -> Any:
    return make_agent(name, game, 0, 1)


class Always:
    """A plan that makes the first legal move, or the last one."""

    def __init__(self, name: str, place: int) -> None:
        self.name, self._place = name, place

    def make(self, game: Any, role: int, seed: int | None) -> Any:
        place = self._place

        class Player:
            def decide(self, state: Any, limit: Limit) -> Any:
                moves = game.legal_moves(state, role)
                return ludens.Decision(moves[place if len(moves) > 1 else 0])

        return Player()


def test_the_plan_that_wins_trial_games_is_taken() -> None:
    """In nim with one heap of three whoever takes all of it wins: leaving 0 is the first move, leaving 2 the last."""
    game = ludens.load("nim(heaps=9-5)")
    good = _Perfect()
    best, trials = best_plan(game, [Always("last", -1), good], 20.0, 1)
    assert best is good
    assert trials[0].score > 0.6
    assert trials[0].games >= 4
    kept, _ = best_plan(game, [good, Always("last", -1)], 20.0, 1)
    assert kept is good


class _Perfect:
    """Plays nim by a search that solves it."""

    name = "perfect"

    def make(self, game: Any, role: int, seed: int | None) -> Any:
        return make_agent("negamax", game, role, seed)


def test_the_next_player_is_not_handed_a_win() -> None:
    """Three players: the mover can block, or let the next one win (Cheng et al. report that blunder)."""
    game = ludens.load("connect_four(players=3)")
    rng, met = random.Random(5), 0
    while met < 12:
        for state in random_game(game, rng)[0][6:]:
            if game.is_terminal(state) or met >= 12:
                break
            mover = max(range(3), key=lambda role: len(game.legal_moves(state, role)))
            gifts = [move for move in game.legal_moves(state, mover) if gives(game, state, mover, move)]
            if not 0 < len(gifts) < len(game.legal_moves(state, mover)) or wins(game, state, mover):
                continue
            met += 1
            decision = make_agent("champion", game, mover, met).decide(state, Limit(playouts=20_000))
            assert decision.move not in gifts


def moved(game: Any, state: Any, mover: int, move: str) -> Any:
    joint = [move if role == mover else game.legal_moves(state, role)[0] for role in range(3)]
    return game.next_state(state, joint)


def wins(game: Any, state: Any, mover: int) -> bool:
    following = [moved(game, state, mover, move) for move in game.legal_moves(state, mover)]
    return any(game.is_terminal(after) and game.goals(after)[mover] == 100 for after in following)


def gives(game: Any, state: Any, mover: int, move: str) -> bool:
    """Whether the next player can win at once after the move."""
    following = moved(game, state, mover, move)
    return not game.is_terminal(following) and wins(game, following, (mover + 1) % 3)
