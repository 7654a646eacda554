"""A random game of matrices within matrices, and its value by full enumeration with linear programs."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy.optimize import linprog

from ludens.game import Game, GameInfo, Move

Path = tuple[tuple[Move, ...], ...]


class TreeOfMatrices:
    """Two roles choose at once, some times, for goals that add up to 100; everything follows from the seed.

    A position is the moves that led there. ``sequential``: in each turn only one role has a choice.
    """

    def __init__(self, seed: int, depth: int, widest: int = 3, goals: int = 5, *, sequential: bool = False) -> None:
        self.seed, self.depth, self.widest, self.ends, self.sequential = seed, depth, widest, goals, sequential
        self.info = GameInfo("tree_of_matrices", ("row", "column"), goal_sum=100, max_steps=depth)

    def _random(self, state: Path, purpose: str) -> random.Random:
        return random.Random(f"{self.seed} {state} {purpose}")

    def initial_state(self) -> Path:
        return ()

    def is_terminal(self, state: Path) -> bool:
        early = len(state) > 1 and self._random(state, "end").random() < 0.2
        return len(state) == self.depth or early

    def legal_moves(self, state: Path, role: int) -> tuple[Move, ...]:
        if self.is_terminal(state):
            return ()
        if self.sequential and role != self._random(state, "turn").randrange(2):
            return ("wait",)
        return tuple(f"m{n}" for n in range(self._random(state, f"moves {role}").randint(1, self.widest)))

    def next_state(self, state: Path, moves: Sequence[Move]) -> Path:
        return (*state, tuple(moves))

    def goals(self, state: Path) -> tuple[int, int]:
        goal = self._random(state, "goal").randrange(self.ends) * 100 // (self.ends - 1)
        return goal, 100 - goal

    def text(self, state: Path) -> str:
        return str(state)


def slow_value(game: Game[Any], state: Any, depth: int) -> float:
    """What the first role gets, 0 to 1, when both play their best; 0.5 where the depth is reached."""
    if game.is_terminal(state):
        return game.goals(state)[0] / 100
    if depth == 0:
        return 0.5
    rows, columns = game.legal_moves(state, 0), game.legal_moves(state, 1)
    return by_program(
        np.array([[slow_value(game, game.next_state(state, (r, c)), depth - 1) for c in columns] for r in rows])
    )


def by_program(matrix: Any) -> float:
    """The value of a matrix game: the highest v with x·A ≥ v for some strategy x."""
    rows, columns = matrix.shape
    found = linprog(
        np.append(np.zeros(rows), -1.0),
        A_ub=np.column_stack([-matrix.T, np.ones(columns)]),
        b_ub=np.zeros(columns),
        A_eq=np.append(np.ones(rows), 0.0)[None],
        b_eq=[1.0],
        bounds=[(0, 1)] * rows + [(None, None)],
    )
    return -float(found.fun)
