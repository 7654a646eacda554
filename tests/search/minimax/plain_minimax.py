"""Minimax as in the textbook, on single positions: slow and obviously right."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from ludens.game import Game

Evaluate = Callable[[Any], float]


def even(state: Any) -> float:
    """Nothing is known of a position that is not over."""
    return 50.0


def minimax(game: Game[Any], state: Any, role: int, depth: int, evaluate: Evaluate = even) -> float:
    """The role's goal when it moves first in every turn and all others answer together to do it harm."""
    if game.is_terminal(state):
        return float(game.goals(state)[role])
    if depth == 0:
        return evaluate(state)
    worst = []
    for own in game.legal_moves(state, role):
        others = [(own,) if other == role else game.legal_moves(state, other) for other in range(len(game.info.roles))]
        answers = itertools.product(*others)
        worst.append(min(minimax(game, game.next_state(state, a), role, depth - 1, evaluate) for a in answers))
    return max(worst)


def maxn(game: Game[Any], state: Any, role: int, depth: int) -> tuple[float, ...]:
    """The goals when all care for their own alone: the role chooses first, the others after it one by one."""
    if game.is_terminal(state):
        return tuple(map(float, game.goals(state)))
    if depth == 0:
        return (50.0,) * len(game.info.roles)
    order = [role, *(other for other in range(len(game.info.roles)) if other != role)]

    def choose(chosen: dict[int, str]) -> tuple[float, ...]:
        if len(chosen) == len(order):
            moves = tuple(chosen[other] for other in range(len(order)))
            return maxn(game, game.next_state(state, moves), role, depth - 1)
        mover = order[len(chosen)]
        results = [choose({**chosen, mover: move}) for move in game.legal_moves(state, mover)]
        return max(results, key=lambda goals: goals[mover])

    return choose({})
