"""What small games are worth, by looking at every position: slow and obviously right."""

from __future__ import annotations

import itertools
from fractions import Fraction
from functools import cache
from typing import Any

from ludens.game import Game
from tests.search.matrix.exact_matrix_game import exact_value

Goals = tuple[int, ...]


class Rational:
    """What can come of positions when every role seeks its own best, in games without circles.

    Where a role has several best moves, it may make any of them: so there may be several outcomes, and only what they
    have in common is certain (subgame perfection: Selten 1965). Where several roles choose at once, all can happen.
    """

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.outcomes = cache(self._outcomes)

    def _outcomes(self, state: Any) -> frozenset[Goals]:
        if self.game.is_terminal(state):
            return frozenset([self.game.goals(state)])
        choosing = [role for role in range(len(self.game.info.roles)) if len(self.game.legal_moves(state, role)) > 1]
        children = [self.outcomes(after) for after in self.after(state).values()]
        if len(choosing) > 1:
            return frozenset().union(*children)
        return self._best(choosing[0] if choosing else 0, children)

    def _best(self, mover: int, children: list[frozenset[Goals]]) -> frozenset[Goals]:
        """What is not worse for the mover than another move is at its worst."""
        secure = max(min(goals[mover] for goals in child) for child in children)
        return frozenset(goals for child in children for goals in child if goals[mover] >= secure)

    def after(self, state: Any) -> dict[tuple[str, ...], Any]:
        """The positions after each joint move."""
        legal = [self.game.legal_moves(state, role) for role in range(len(self.game.info.roles))]
        return {joint: self.game.next_state(state, joint) for joint in itertools.product(*legal)}

    def after_move(self, state: Any, role: int, move: str) -> frozenset[int]:
        """What the role can get after a move of its own, whatever is played at the same time.

        Where it has no choice it waits for the others', which is made as well as can be.
        """
        if len(self.game.legal_moves(state, role)) == 1:
            return frozenset(goals[role] for goals in self.outcomes(state))
        return frozenset(
            goals[role]
            for joint, after in self.after(state).items()
            if joint[role] == move
            for goals in self.outcomes(after)
        )


class Paranoid:
    """What a role is sure of when it moves first in every turn and all others answer together to do it harm."""

    def __init__(self, game: Game[Any], role: int) -> None:
        self.game, self.role = game, role
        self.value = cache(self._value)

    def _value(self, state: Any) -> int:
        if self.game.is_terminal(state):
            return self.game.goals(state)[self.role]
        return max(self.after_move(state, move) for move in self.game.legal_moves(state, self.role))

    def after_move(self, state: Any, move: str) -> int:
        """The same after a move of the role."""
        legal = [self.game.legal_moves(state, role) for role in range(len(self.game.info.roles))]
        legal[self.role] = (move,)
        return min(self.value(self.game.next_state(state, joint)) for joint in itertools.product(*legal))


class Equilibrium:
    """What the first of two roles gets who may choose at once, for goals that add up to the same, without circles."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.value = cache(self._value)

    def _value(self, state: Any) -> Fraction:
        if self.game.is_terminal(state):
            return Fraction(self.game.goals(state)[0])
        own, other = (self.game.legal_moves(state, role) for role in (0, 1))
        return exact_value([[self.value(self.game.next_state(state, (a, b))) for b in other] for a in own])
