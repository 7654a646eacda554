"""Games in progress in numbers, compared with the rules one position after another."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

import ludens
from ludens import GoalError, IllegalMoveError, LudensError, ParameterError
from ludens.adapters.episode import Episode, game_of, reward_of
from tests.adapters.dice import Dice, encode

GAMES = ["tic_tac_toe", "connect_four(players=3)", "rock_paper_scissors", "tron", "lights_on", "odd", "goofspiel"]


@pytest.mark.parametrize("name", GAMES)
def test_random_games_are_those_of_the_rules(name: str) -> None:
    game, numbers = ludens.load(name), random.Random(3)
    episode = Episode(game)
    for _ in range(3):
        state: Any = game.initial_state()
        episode.begin(np.random.default_rng(0))
        while not episode.over:
            assert not game.is_terminal(state)
            joint = []
            for role in range(len(game.info.roles)):
                legal = [episode.moves[role][number] for number in np.flatnonzero(episode.mask(role))]
                assert sorted(legal) == list(game.legal_moves(state, role))
                joint.append(numbers.choice(sorted(legal)))
            chosen = {role: episode.number(role, move) for role, move in enumerate(joint)}
            assert episode.choosing == tuple(role for role in chosen if len(game.legal_moves(state, role)) > 1)
            with pytest.raises(GoalError, match="There are no goals here"):
                assert episode.goals
            # Whoever has one move only need not choose.
            episode.advance({role: chosen[role] for role in episode.choosing})
            state = game.next_state(state, joint)
            assert episode.state == state
            assert set(episode.vector(episode.players[0]).tolist()) <= {0, 1}
            again = Episode(game)
            again._look(game.pack([state]))
            assert np.array_equal(again.vector(again.players[0]), episode.vector(episode.players[0]))
        assert episode.goals == game.goals(state)
        assert not any(episode.mask(role).any() for role in range(len(game.info.roles)))
        assert episode.choosing == ()


def test_vectors_of_different_positions_differ() -> None:
    game = ludens.load("tic_tac_toe")
    episode = Episode(game)
    seen: dict[bytes, Any] = {}
    numbers = random.Random(1)
    for _ in range(50):
        episode.begin(np.random.default_rng(0))
        while not episode.over:
            assert seen.setdefault(episode.vector(episode.players[0]).tobytes(), episode.state) == episode.state
            masks = {role: np.flatnonzero(episode.mask(role)).tolist() for role in episode.choosing}
            episode.advance({role: numbers.choice(legal) for role, legal in masks.items()})
    assert len(seen) > 150


def test_rewards_are_goals_from_minus_one_to_one() -> None:
    assert [reward_of(goal) for goal in (0, 25, 50, 100)] == [-1, -0.5, 0, 1]


def test_what_cannot_be_done_is_refused() -> None:
    episode = Episode(ludens.load("tic_tac_toe"))
    mark = episode.number(0, "(mark 1 1)")
    with pytest.raises(ParameterError, match="xplayer has not chosen a move"):
        episode.advance({})
    with pytest.raises(IllegalMoveError, match="'noop' is not a legal move of xplayer here"):
        episode.advance({0: episode.number(0, "noop")})
    with pytest.raises(IllegalMoveError, match="'move number 99' is not a legal move"):
        episode.advance({0: 99})
    episode.advance({0: mark})
    with pytest.raises(IllegalMoveError, match=r"'\(mark 1 1\)' is not a legal move of oplayer"):
        episode.advance({1: mark})
    with pytest.raises(ParameterError, match="max_steps cannot be 0"):
        Episode(ludens.load("tic_tac_toe"), max_steps=0)


def test_long_games_are_cut() -> None:
    episode = Episode(ludens.load("tic_tac_toe"), max_steps=2)
    for _ in range(2):
        assert not episode.cut
        role = episode.choosing[0]
        episode.advance({role: int(np.flatnonzero(episode.mask(role))[0])})
    assert episode.cut
    assert not episode.over
    assert episode.choosing == ()


def test_chance_is_drawn_alike_and_by_the_seed() -> None:
    episode = Episode(game_of(Dice()), encode)
    assert episode.players == (0,)
    counts: Counter[int] = Counter()
    thrown = []
    for seed in [*range(600), 5]:
        episode.begin(np.random.default_rng(seed))
        episode.advance({0: episode.number(0, "throw")})
        assert episode.choosing == ()
        episode.settle()
        counts[episode.state[0]] += 1
        thrown.append(episode.state[0])
    assert sorted(counts) == [1, 2, 3]
    assert all(150 < count < 250 for count in counts.values())
    assert thrown[5] == thrown[-1]


def test_games_that_are_no_vectors_are_refused() -> None:
    class Unknown(Dice):
        info = ludens.GameInfo("unknown", ("player", "random"), chance_role=1)

    with pytest.raises(LudensError, match="cannot play dice: its positions are no vectors; give 'encode'"):
        Episode(game_of(Dice()))
    with pytest.raises(LudensError, match="its moves are not known beforehand"):
        Episode(game_of(Unknown()), encode)
