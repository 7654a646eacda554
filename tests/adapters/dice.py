"""A game with chance, written as a class: throw again, or keep what you have; more than three in all is too much."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ludens import GameInfo, IllegalMoveError, Move
from ludens.adapters.episode import Vector

FACES = ("1", "2", "3")


class Dice:
    """A state is the sum and who acts: the player, or chance after ``throw``."""

    info = GameInfo("dice", ("player", "random"), (("keep", "throw", "wait"), (*FACES, "wait")), chance_role=1)

    def initial_state(self) -> tuple[int, str]:
        return (0, "player")

    def is_terminal(self, state: tuple[int, str]) -> bool:
        return state[0] > 3 or state[1] == "over"

    def legal_moves(self, state: tuple[int, str], role: int) -> tuple[Move, ...]:
        if self.is_terminal(state):
            return ()
        if self.info.roles[role] != state[1]:
            return ("wait",)
        return FACES if role else ("keep", "throw")

    def next_state(self, state: tuple[int, str], moves: Sequence[Move]) -> tuple[int, str]:
        for role, move in enumerate(moves):
            if move not in self.legal_moves(state, role):
                raise IllegalMoveError(self.info.roles[role], move, self.legal_moves(state, role))
        total, acting = state
        if acting == "random":
            return (total + int(moves[1]), "player")
        return (total, "over" if moves[0] == "keep" else "random")

    def goals(self, state: tuple[int, str]) -> tuple[int, ...]:
        return (0 if state[0] > 3 else 30 * state[0], 0)

    def text(self, state: tuple[int, str]) -> str:
        return f"{state[0]}, {state[1]}"


def encode(state: tuple[int, str]) -> Vector:
    """The sum and whose turn it is."""
    return np.array([state[0], state[1] == "player", state[1] == "over"], dtype=np.int8)
