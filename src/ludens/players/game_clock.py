"""The clock of an agent that has its time for a whole game, and one for agents that have none themselves."""

from __future__ import annotations

import time
from typing import Any

from ludens.game import Decision, Limit
from ludens.players.agent import Agent
from ludens.players.game_lengths import GameLengths

RESERVE = 0.05
"""The part of the time that is kept back, for what clocks do not see."""


class GameClock:
    """The time of one side, shared among its moves by how long games are.

    It runs in wall-clock time or, if that is more, in processor time: whichever of the two a referee counts is kept.
    """

    def __init__(self, game_seconds: float, lengths: GameLengths) -> None:
        self.whole = self.left = game_seconds * (1 - RESERVE)
        self.lengths = lengths
        self._begin, self._turn = (0.0, 0.0), -1

    def begin(self, turn: int) -> float:
        """Begins to count for the move of a turn; the share of it. A turn that is no later begins a new game."""
        if turn <= self._turn:
            self.left = self.whole
            if turn < self._turn:
                self.lengths.add(self._turn + 1)
        self._turn = turn
        self.start()
        return self.share(turn)

    def start(self) -> None:
        """Begins to count."""
        self._begin = time.perf_counter(), time.process_time()

    def stop(self) -> None:
        """Ends what ``start`` began."""
        wall, processor = self._begin
        self.left -= max(time.perf_counter() - wall, time.process_time() - processor)

    def share(self, turn: int) -> float:
        """Seconds for the move of a turn, counted from 0; never negative."""
        return self.lengths.share(self.left, self.whole, turn)


class Clocked:
    """An agent without such a clock, given its share of a game's time for every move; ``clock`` tells what is left.

    It must be made anew for every game and asked in every turn. Who looks at the clock seldom should have a little less
    than what is allowed.
    """

    def __init__(self, agent: Agent[Any], clock: GameClock) -> None:
        self.agent, self.clock, self._turn = agent, clock, 0

    def decide(self, state: Any, limit: Limit) -> Decision:
        """The agent's move, within the limit and its share."""
        self.clock.start()
        share = self.clock.share(self._turn)
        self._turn += 1
        seconds = share if limit.seconds is None else min(share, limit.seconds)
        try:
            return self.agent.decide(state, Limit(seconds, limit.playouts, limit.depth))
        finally:
            self.clock.stop()
