"""What the players of RoPaSci 360 that solve turns have in common: a style, the game's clock, and moves by chance."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import Any, TypeVar

from ludens.engine.contract import LoadedGame
from ludens.engine.rows import Rows
from ludens.game import Decision, Limit, MoveReport
from ludens.games.ropasci.layout import TURNS
from ludens.games.ropasci.rules import RopasciState
from ludens.games.ropasci.styles import Style, StyledValue
from ludens.games.ropasci.turn_search import Budget, Turn, TurnSearch
from ludens.players.agent import SeatedAgent
from ludens.players.game_clock import GameClock
from ludens.players.game_lengths import GameLengths
from ludens.players.options import Options, option
from ludens.players.ropasci.ropasci_agent import KNOWN_LENGTHS, check_ropasci
from ludens.search.stopwatch import SECONDS

INNER = 144
"""Positions that are looked at for one pair of moves two turns ahead: twelve candidates a side."""

FEWEST = 4
"""Moves a side with which it is worth while to look two turns ahead; as long as there is time, no fewer are."""

SLOW = 60_000
"""Positions a second, before there is anything to go by."""

WARM = 5_000
"""Positions of a turn that is solved before the first."""

USED = 0.8
"""The part of a move's time that is planned for."""


@dataclass(frozen=True)
class TurnOptions(Options):
    """Options of players that solve turns."""

    game_seconds: float = option(60.0, "seconds for a whole game; 0: only each move is limited", lowest=0)
    turns: int = option(1, "turns to look ahead", lowest=1, highest=2)
    kept: int = option(16, "most moves of each side to look at two turns ahead", lowest=1, highest=64)
    endgames: bool = option(True, "looks up solved endgames")
    threshold: float = option(0.02, "moves with a smaller probability are not played", lowest=0, highest=1)


P = TypeVar("P", bound=TurnOptions)


class RopasciTurnAgent(SeatedAgent[RopasciState, P]):
    """Draws its move by the chances of an equilibrium of the turn, as a player of its style sees it."""

    def __init__(
        self, game: LoadedGame[Any], role: int, options: P, seed: int | None = None, *, name: str, style: Style
    ) -> None:
        check_ropasci(name, game)
        super().__init__(game, role, options, seed)
        self.style, self._rate = style, float(SLOW)
        self._clock = GameClock(options.game_seconds, GameLengths(KNOWN_LENGTHS, TURNS))
        self._solved(game.initial_state(), Budget(WARM))  # loads compiled code before the clock is running

    def decide(self, state: RopasciState, limit: Limit) -> Decision:
        """A legal move within the limit and the share of the game's time that is due to it.

        With a limit of playouts alone there is no clock, so that the same seed makes the same choices.
        """
        repeatable = limit.playouts is not None and limit.seconds is None
        if not self.options.game_seconds or repeatable or self.game.is_terminal(state):
            return self._decided(state, limit)
        share = self._clock.begin(state.turn)
        seconds = share if limit.seconds is None else min(share, limit.seconds)
        decision = self._decided(state, Limit(seconds, limit.playouts, limit.depth))
        self._clock.stop()
        decision.notes["left"] = self._clock.left
        return decision

    def _decided(self, state: RopasciState, limit: Limit) -> Decision:
        self._state = state
        return super().decide(state, limit)

    def _choose(self, position: Rows, limit: Limit) -> Decision:
        begin = time.perf_counter()
        seconds = SECONDS if limit.seconds is None and limit.playouts is None else limit.seconds
        until = math.inf if seconds is None else begin + USED * seconds
        budget = Budget(math.inf if limit.playouts is None else limit.playouts, until)
        turn = self._solved(self._state, budget)
        spent = time.perf_counter() - begin
        if spent > 0:
            self._rate = 0.5 * self._rate + 0.5 * budget.used / spent
        chances = turn.chances(self.role).copy()
        chances[chances < min(self.options.threshold, chances.max())] = 0.0
        place = int(self.random.choice(len(chances), p=chances / chances.sum()))
        names, worth = self.engine.moves(self.role), 100 * turn.worth(self.role)
        reports = tuple(
            MoveReport(names[move], value=float(worth[number]), chance=float(turn.chances(self.role)[number]))
            for number, move in enumerate(turn.moves[self.role])
        )
        listed = tuple(sorted(reports, key=lambda report: (report.chance or 0.0, report.value or 0.0), reverse=True))
        notes: dict[str, float | int | str] = {"simulations": budget.used, "depth": turn.depth, "seconds": spent}
        value = turn.found.value if self.role == 0 else 1 - turn.found.value
        return Decision(reports[place].move, 100 * value, listed, notes=notes)

    def _solved(self, state: RopasciState, budget: Budget) -> Turn:
        """The turn, as far ahead as the budget allows."""
        row = self.game.pack([state])
        endgames = self.options.endgames
        search = TurnSearch(self.engine, StyledValue(self.style, self.role, endgames=endgames))
        root = StyledValue(self.style, self.role, state.earlier, endgames=endgames)
        turn = search.one_turn(row, budget, root)
        kept = self._kept(budget) if self.options.turns > 1 else 0
        return search.two_turns(row, turn, kept, budget, root) if kept else turn

    def _kept(self, budget: Budget) -> int:
        """How many moves of each side can be looked at two turns ahead; 0 if that is not worth while."""
        seconds = budget.until - time.perf_counter()
        left = min(budget.positions - budget.used, seconds * self._rate)
        if left == math.inf:
            return self.options.kept
        kept = math.isqrt(max(0, int(left / INNER)))
        if seconds > 0 and budget.positions == math.inf:
            kept = max(FEWEST, kept)
        return min(kept, self.options.kept) if kept >= FEWEST else 0
