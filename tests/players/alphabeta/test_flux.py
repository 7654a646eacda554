"""Flux: what it plays, what it says, and which games it refuses."""

from __future__ import annotations

import random
from typing import Any

import pytest

import ludens
from ludens import Limit
from ludens.engine.contract import LoadedGame
from ludens.game import ParameterError, UnsuitableGameError
from ludens.players import make_agent
from ludens.testing import random_game
from tests.players.positions import tic_tac_toe


def test_a_win_is_taken_and_a_loss_avoided() -> None:
    game, state, turn = tic_tac_toe("xx. oo. ...")
    won = make_agent("flux", game, turn, 1).decide(state, Limit(depth=3))
    assert (won.move, won.value) == ("(mark 1 3)", 100)
    game, state, turn = tic_tac_toe("xx. o.. ...")
    assert make_agent("flux", game, turn, 1).decide(state, Limit(depth=2)).move == "(mark 1 3)"


def test_without_a_win_in_sight_it_goes_where_the_goals_are_near() -> None:
    """One move ahead nothing is decided; the middle has four lines, a side two."""
    game = ludens.load("tic_tac_toe")
    decision = make_agent("flux", game, 0, 1).decide(game.initial_state(), Limit(depth=1))
    assert decision.move == "(mark 2 2)"
    assert decision.value is not None
    assert 50 < decision.value < 100


def test_the_puzzle_is_led_towards_its_goal() -> None:
    """A single role: of eight lamps all but one are right after the move that a look at the goals suggests."""
    game = ludens.load("lights_on")
    state, player = game.initial_state(), make_agent("flux", game, 0, 1)
    while not game.is_terminal(state):
        state = game.next_state(state, (player.decide(state, Limit(depth=6)).move,))
    assert game.goals(state)[0] > 0


def test_of_three_roles_whoever_can_win_does() -> None:
    """In positions of random games in which some moves win at once and others do not."""
    game, rng, met = ludens.load("connect_four(players=3)"), random.Random(1), 0
    agents = [make_agent("flux", game, role, 1) for role in range(3)]
    while met < 8:
        for state in random_game(game, rng)[0][:-1]:
            legal = [game.legal_moves(state, role) for role in range(3)]
            mover = max(range(3), key=lambda role: len(legal[role]))
            winning = [move for move in legal[mover] if wins(game, state, mover, move)]
            if 0 < len(winning) < len(legal[mover]):
                met += 1
                decision = agents[mover].decide(state, Limit(depth=2))
                assert decision.move in winning
                assert decision.value == 100


def wins(game: LoadedGame[Any], state: Any, mover: int, move: str) -> bool:
    joint = [move if role == mover else game.legal_moves(state, role)[0] for role in range(3)]
    after = game.next_state(state, joint)
    return game.is_terminal(after) and game.goals(after)[mover] == 100


def test_random_play_is_beaten() -> None:
    game, rng = ludens.load("connect_four"), random.Random(1)
    goals = 0
    for number in range(6):
        seat, state = number % 2, game.initial_state()
        player = make_agent("flux", game, seat, number)
        while not game.is_terminal(state):
            moves = [rng.choice(game.legal_moves(state, role)) for role in (0, 1)]
            moves[seat] = player.decide(state, Limit(depth=3)).move
            state = game.next_state(state, tuple(moves))
        goals += game.goals(state)[seat]
    assert goals >= 500


def test_games_without_rules_to_read_are_refused() -> None:
    with pytest.raises(UnsuitableGameError, match=r"flux cannot play odd: .*network of a rulesheet"):
        make_agent("flux", ludens.load("odd"), 0)


def test_silent_goals_are_mentioned() -> None:
    game = ludens.load("breakthrough")
    decision = make_agent("flux", game, 0, 1).decide(game.initial_state(), Limit(depth=1))
    assert "nothing" in str(decision.notes["evaluation"])


def test_the_threshold_may_be_left_out_but_not_exceed_truth() -> None:
    game = ludens.load("tic_tac_toe")
    make_agent("flux(threshold=0)", game, 0)
    make_agent("flux(truth=0.9, threshold=0.9)", game, 0)
    with pytest.raises(ParameterError, match=r"threshold cannot be 0.8"):
        make_agent("flux(threshold=0.8)", game, 0)
