"""What the players of RoPaSci 360 that search a tree have in common: the game, its clock, and a reply at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from ludens.engine.contract import LoadedGame
from ludens.game import Decision, Limit, UnsuitableGameError
from ludens.games.ropasci.layout import TURNS
from ludens.games.ropasci.rules import Ropasci, RopasciState
from ludens.players.game_clock import GameClock
from ludens.players.game_lengths import GameLengths
from ludens.players.options import option
from ludens.players.tree_agent import TreeAgent, TreeOptions, TreePlan

KNOWN_LENGTHS = (83, 159, 172, 195, 195, 216, 265, 267)
"""Turns of games against players of the course, at its referee: an agent's first game there is its only one."""

AT_ONCE = 0.002
"""With less time than this for a move, there is no search."""


@dataclass(frozen=True)
class RopasciOptions(TreeOptions):
    """Options of players of RoPaSci 360; the tree is small enough for the course's limit of 100 MB."""

    game_seconds: float = option(60.0, "seconds for a whole game; 0: only each move is limited", lowest=0)
    memory: int = option(
        40, "most memory for the tree, in MiB; after each move there are briefly two trees", lowest=1, highest=65536
    )
    shared: bool = option(False, "equal positions are one node of the tree")


P = TypeVar("P", bound=RopasciOptions)


class RopasciAgent(TreeAgent[RopasciState, P]):
    """Searches a tree within the time of a whole game, which begins anew when a game does."""

    def __init__(self, game: LoadedGame[Any], role: int, options: P, plan: TreePlan, seed: int | None = None) -> None:
        super().__init__(game, role, options, plan, seed)
        self._clock = GameClock(options.game_seconds, GameLengths(KNOWN_LENGTHS, TURNS))
        self._at_once(game.initial_state())  # has kernels compiled before the clock is running

    def decide(self, state: RopasciState, limit: Limit) -> Decision:
        """A legal move within the limit and the share of the game's time that is due to it.

        With a limit of playouts alone there is no clock, so that the same seed makes the same choices.
        """
        repeatable = limit.playouts is not None and limit.seconds is None
        if not self.options.game_seconds or repeatable or self.game.is_terminal(state):
            return super().decide(state, limit)
        share = self._clock.begin(state.turn)
        seconds = share if limit.seconds is None else min(share, limit.seconds)
        if share < AT_ONCE:
            decision = self._at_once(state)
        else:
            decision = super().decide(state, Limit(seconds, limit.playouts, limit.depth))
        self._clock.stop()
        decision.notes["left"] = self._clock.left
        return decision

    def _at_once(self, state: RopasciState) -> Decision:
        """One of the moves that rules think good."""
        guided = self.engine.guided
        assert guided is not None, "RoPaSci 360 has policies"
        table = guided(moves="greedy").legal(self.game.pack([state]))[self.role][0]
        return Decision(self.engine.moves(self.role)[self._any(np.flatnonzero(table))])


def check_ropasci(agent: str, game: LoadedGame[Any]) -> None:
    """Raises UnsuitableGameError for any game but RoPaSci 360."""
    if not isinstance(game, Ropasci):
        raise UnsuitableGameError(agent, game.info.name, "it plays only ropasci")
