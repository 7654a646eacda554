"""The rules of a game with what they answered before: for searches that go over the same positions again and again."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Any, Generic, cast

from ludens.game import Game, GoalError, HidesInformation, JointMove, Move, Percept, S

KEPT = 200_000
"""Positions, and joint moves, whose consequences are kept; then all are forgotten."""

Seen = tuple[tuple[Percept, ...], ...]
"""What each role sees of a joint move."""


def steps_of(game: Game[S]) -> Steps[S]:
    """The steps of a game: for the games that were asked about last, the same for everybody."""
    try:
        return _kept_steps(cast("Hashable", game))
    except TypeError:  # a game of somebody's own that has no hash
        return Steps(game)


@lru_cache(maxsize=4)
def _kept_steps(game: Any) -> Steps[Any]:
    return Steps(game)


class Steps(Generic[S]):
    """Legal moves, joint moves and ends of one game, each worked out once."""

    def __init__(self, game: Game[S]) -> None:
        self.game = game
        self.roles = range(len(game.info.roles))
        self._hidden = game.info.hidden
        self._legal: dict[S, tuple[tuple[Move, ...], ...]] = {}
        self._after: dict[tuple[S, JointMove], tuple[S, Seen]] = {}
        self._goals: dict[S, tuple[int, ...]] = {}

    def legal(self, state: S) -> tuple[tuple[Move, ...], ...]:
        """The legal moves of every role; () at the end of the game."""
        found = self._legal.get(state)
        if found is None:
            game = self.game
            over = game.is_terminal(state)
            found = () if over else tuple(game.legal_moves(state, role) for role in self.roles)
            if len(self._legal) >= KEPT:
                self._legal.clear()
            self._legal[state] = found
        return found

    def after(self, state: S, joint: JointMove) -> tuple[S, Seen]:
        """The position after a joint move, and what each role sees of it: in an open game, the joint move itself."""
        found = self._after.get((state, joint))
        if found is None:
            if self._hidden:
                game = cast("HidesInformation[S]", self.game)
                seen = tuple(game.percepts(state, joint, role) for role in self.roles)
            else:
                seen = (joint,) * len(self.roles)
            found = self.game.next_state(state, joint), seen
            if len(self._after) >= KEPT:
                self._after.clear()
            self._after[state, joint] = found
        return found

    def goals(self, state: S) -> tuple[int, ...]:
        """The goals at the end; 0 for everybody where the rules do not give them."""
        found = self._goals.get(state)
        if found is None:
            try:
                found = tuple(self.game.goals(state))
            except GoalError:
                found = (0,) * len(self.roles)
            if len(self._goals) >= KEPT:
                self._goals.clear()
            self._goals[state] = found
        return found
