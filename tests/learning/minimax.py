"""The slow and obviously right twin of what is solved: a minimax on states, for two roles in turns."""

from __future__ import annotations

from functools import cache
from typing import Any

import ludens
from ludens.engine.contract import LoadedGame


class Minimax:
    """Values of positions to the first role, each worked out once."""

    def __init__(self, game: LoadedGame[Any]) -> None:
        self._game, self._known = game, dict[Any, float]()

    def value(self, state: Any) -> float:
        """The goal of the first role, if both play perfectly."""
        if state not in self._known:
            self._known[state] = self._worked_out(state)
        return self._known[state]

    def right(self, state: Any) -> set[str]:
        """The moves that keep the value, of the role to move."""
        return {move for move, after in self._moves(state) if self.value(after) == self.value(state)}

    def _worked_out(self, state: Any) -> float:
        if self._game.is_terminal(state):
            return float(self._game.goals(state)[0])
        values = [self.value(after) for _, after in self._moves(state)]
        return max(values) if self._mover(state) == 0 else min(values)

    def _mover(self, state: Any) -> int:
        """The role with a choice; where nobody has one it does not matter."""
        return next((role for role in range(2) if len(self._game.legal_moves(state, role)) > 1), 0)

    def _moves(self, state: Any) -> list[tuple[str, Any]]:
        found, role = [], self._mover(state)
        for move in self._game.legal_moves(state, role):
            joint = [self._game.legal_moves(state, other)[0] for other in range(2)]
            joint[role] = move
            found.append((move, self._game.next_state(state, tuple(joint))))
        return found


@cache
def minimax_of(name: str) -> Minimax:
    """That of a game, for all tests together."""
    return Minimax(ludens.load(name))
