"""Comparing a built-in game with its twin: the same game in plain Python, written from the rules in words."""

from __future__ import annotations

import copy
import itertools
import random
from collections.abc import Iterable, Sequence
from typing import Protocol

from ludens.game import Game, Move
from ludens.games.rules_game import RulesGame
from ludens.rules.ground_rules import State


class Twin(Protocol):
    """A game in progress. ``fluents`` are what the text of the position must consist of, in any order."""

    def fluents(self) -> Iterable[str]: ...
    def over(self) -> bool: ...
    def legal(self, role: int) -> Iterable[Move]: ...
    def play(self, moves: Sequence[Move]) -> None: ...
    def goals(self) -> tuple[int, ...]: ...


def compare(game: Game[State], twin: Twin, rng: random.Random) -> State:
    """The last position of a random game in which game and twin agree all the way."""
    state = game.initial_state()
    roles = range(len(game.info.roles))
    while not twin.over():
        assert not game.is_terminal(state), game.text(state)
        assert game.text(state) == " ".join(sorted(twin.fluents()))
        legal = [game.legal_moves(state, role) for role in roles]
        assert legal == [tuple(sorted(twin.legal(role))) for role in roles], game.text(state)
        moves = [rng.choice(choices) for choices in legal]
        state = game.next_state(state, moves)
        twin.play(moves)
    assert game.text(state) == " ".join(sorted(twin.fluents()))
    assert game.is_terminal(state), game.text(state)
    assert game.goals(state) == twin.goals(), game.text(state)
    return state


def sequences(twin: Twin, roles: int, depth: int) -> int:
    """The number of sequences of exactly ``depth`` joint moves, one by one."""
    if depth == 0:
        return 1
    if twin.over():
        return 0
    total = 0
    for moves in itertools.product(*(list(twin.legal(role)) for role in range(roles))):
        following = copy.deepcopy(twin)
        following.play(moves)
        total += sequences(following, roles, depth - 1)
    return total


def play(game: Game[State], *joint_moves: Sequence[Move]) -> State:
    """The position after some joint moves."""
    state = game.initial_state()
    for moves in joint_moves:
        state = game.next_state(state, moves)
    return state


def position(game: Game[State], text: str) -> State:
    """The position with this text."""
    assert isinstance(game, RulesGame)
    return game.state_from_text(text)
