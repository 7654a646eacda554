"""An agent and a game as a student writes them."""

from __future__ import annotations

import random
from typing import Any

import ludens


class Finisher:
    """Ends the game with a win if it can; otherwise any move."""

    def __init__(self, game: Any, role: int, seed: int | None = None, wild: bool = False) -> None:
        self.game, self.role, self.wild, self.random = game, role, wild, random.Random(seed)

    def decide(self, state: Any, limit: ludens.Limit) -> ludens.Decision:
        moves = self.game.legal_moves(state, self.role)
        for move in () if self.wild else moves:
            joint = [self.game.legal_moves(state, role)[0] for role in range(len(self.game.info.roles))]
            joint[self.role] = move
            after = self.game.next_state(state, joint)
            if self.game.is_terminal(after) and self.game.goals(after)[self.role] == 100:
                return ludens.Decision(move)
        return ludens.Decision(self.random.choice(moves))


class Countdown:
    """Take one or two from a heap; whoever takes the last one wins."""

    info = ludens.GameInfo("countdown", ("first", "second"), turns=ludens.Turns.SEQUENTIAL, goal_sum=100, max_steps=7)

    def initial_state(self) -> tuple[int, int]:
        return (7, 0)

    def is_terminal(self, state: tuple[int, int]) -> bool:
        return state[0] == 0

    def legal_moves(self, state: tuple[int, int], role: int) -> tuple[str, ...]:
        left, turn = state
        if not left:
            return ()
        return ("wait",) if role != turn else ("one", "two")[: min(left, 2)]

    def next_state(self, state: tuple[int, int], moves: Any) -> tuple[int, int]:
        for role, move in enumerate(moves):
            if move not in self.legal_moves(state, role):
                raise ludens.IllegalMoveError(self.info.roles[role], move, self.legal_moves(state, role))
        return (state[0] - {"one": 1, "two": 2}[moves[state[1]]], 1 - state[1])

    def goals(self, state: tuple[int, int]) -> tuple[int, int]:
        return (100, 0) if state[1] == 1 else (0, 100)

    def text(self, state: tuple[int, int]) -> str:
        return f"{state[0]} left, {self.info.roles[state[1]]} to move"
