"""Checks that any game keeps the contract, for the tests of Ludens and for authors of games of their own."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ludens.game import HIGHEST_GOAL, Game, IllegalMoveError, JointMove, Move, S, Turns, random_joint_move


def check_game(game: Game[S], *, games: int = 20, seed: int = 0, max_steps: int = 1_000) -> None:
    """Plays random games and raises AssertionError, with the moves that led there, where the contract is broken.

    Checked in every position: moves are ascending and distinct, none at the end and some before it; moves and
    text are strings that do not change when asked twice; equal moves lead to equal states; illegal moves are
    refused; goals at the end lie in 0 to 100; and what ``info`` declares is true.
    """
    info = game.info
    assert info.roles, "a game needs at least one role"
    assert len(set(info.roles)) == len(info.roles), f"roles are repeated: {info.roles}"
    assert game.initial_state() == game.initial_state(), "initial_state() differs from call to call"
    rng = random.Random(seed)
    for _ in range(games):
        _check_one_game(game, rng, max_steps)


def random_game(game: Game[S], rng: random.Random, max_steps: int = 1_000) -> tuple[list[S], list[JointMove]]:
    """The states and joint moves of one game of uniformly random moves; cut off after ``max_steps``."""
    state = game.initial_state()
    states = [state]
    history: list[JointMove] = []
    while len(history) < max_steps and not game.is_terminal(state):
        moves = random_joint_move(game, state, rng)
        state = game.next_state(state, moves)
        states.append(state)
        history.append(moves)
    return states, history


def _check_one_game(game: Game[S], rng: random.Random, max_steps: int) -> None:
    limit = game.info.max_steps if game.info.max_steps is not None else max_steps
    state = game.initial_state()
    history: list[JointMove] = []
    while not game.is_terminal(state):
        where = f"after {history}"
        if len(history) >= limit:
            assert game.info.max_steps is None, f"longer than max_steps={limit}: {where}"
            return
        legal = [game.legal_moves(state, role) for role in range(len(game.info.roles))]
        _check_position(game, state, legal, where)
        moves = tuple(rng.choice(choices) for choices in legal)
        following = game.next_state(state, moves)
        assert following == game.next_state(state, moves), f"next_state({moves}) differs from call to call {where}"
        assert hash(following) == hash(game.next_state(state, moves)), f"equal states, unequal hashes {where}"
        state = following
        history.append(moves)
    _check_end(game, state, f"after {history}")


def _check_position(game: Game[S], state: S, legal: Sequence[tuple[Move, ...]], where: str) -> None:
    info = game.info
    text = game.text(state)
    assert isinstance(text, str), f"text() is not a string {where}"
    assert text == game.text(state), f"text() differs from call to call {where}"
    for role, moves in enumerate(legal):
        name = info.roles[role]
        assert isinstance(moves, tuple), f"moves of {name} are no tuple {where}"
        assert moves, f"{name} has no legal move {where}"
        assert all(isinstance(move, str) for move in moves), f"moves of {name} are not strings {where}: {moves}"
        assert list(moves) == sorted(set(moves)), f"moves of {name} are not ascending and distinct {where}: {moves}"
        assert moves == game.legal_moves(state, role), f"legal_moves() differs from call to call {where}"
        if info.moves is not None:
            assert set(moves) <= set(info.moves[role]), f"moves of {name} that info does not list {where}: {moves}"
    if info.turns is Turns.SINGLE:
        assert len(info.roles) == 1, f"declared a game for one player, but the roles are {info.roles}"
    if info.turns is Turns.SEQUENTIAL:
        choosing = [info.roles[role] for role, moves in enumerate(legal) if len(moves) > 1]
        assert len(choosing) <= 1, f"declared sequential, but {choosing} all choose {where}"
    _check_refusal(game, state, legal, where)


def _check_refusal(game: Game[S], state: S, legal: Sequence[tuple[Move, ...]], where: str) -> None:
    moves = [choices[0] for choices in legal]
    moves[0] = "no such move"
    try:
        game.next_state(state, tuple(moves))
    except IllegalMoveError:
        return
    raise AssertionError(f"next_state() accepts {moves} {where}")


def _check_end(game: Game[S], state: S, where: str) -> None:
    info = game.info
    for role, name in enumerate(info.roles):
        assert game.legal_moves(state, role) == (), f"{name} has legal moves although the game is over {where}"
    goals = game.goals(state)
    assert len(goals) == len(info.roles), f"{len(goals)} goals for {len(info.roles)} roles {where}"
    assert all(isinstance(goal, int) and 0 <= goal <= HIGHEST_GOAL for goal in goals), f"goals {goals} {where}"
    if info.goal_sum is not None:
        assert sum(goals) == info.goal_sum, f"goals {goals} do not add up to {info.goal_sum} {where}"
