"""RoPaSci 360 by rules: three throws at once, six kept, and the move whose worst answer does least harm.

A sparring partner in the style of the player that won the course: no mixture of moves, but a pessimist, as alpha-beta
is where both move at once. It thinks that the other side may know its move, and hopes a little that it does not. It
begins like ``ropasci_patient``, values throws, threats and different symbols, and never goes where it has been.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludens.engine.contract import LoadedGame
from ludens.games.ropasci.rules import RopasciState
from ludens.games.ropasci.styles import Style, StyledValue, inclined
from ludens.games.ropasci.turn_search import Budget, Turn, TurnSearch, matrices
from ludens.players.kind import AgentKind
from ludens.players.ropasci.ropasci_patient import RopasciPatientAgent
from ludens.players.ropasci.ropasci_turns import TurnOptions
from ludens.search.matrix.game import Equilibrium

STYLE = Style(inclined(throws=0.4, last_throw=0.2), draw=0.3, repeated=1.0)

HOPE = 0.3
"""The weight of the other side's moves on average, beside the worst of them."""


class RopasciSteadyAgent(RopasciPatientAgent):
    """Plays the move that is best if the other side may know it."""

    name, style_of = "ropasci_steady", STYLE

    def _solved(self, state: RopasciState, budget: Budget) -> Turn:
        row = self.game.pack([state])
        value = StyledValue(self.style, self.role, state.earlier, endgames=self.options.endgames)
        others = TurnSearch(self.engine, value).candidates(row)[1 - self.role][0]
        own = np.flatnonzero(self.engine.legal(row)[self.role][0])
        moves = (own, others) if self.role == 0 else (others, own)
        matrix = matrices(self.engine, value, row, [moves[0]], [moves[1]])[0]
        budget.used += matrix.size
        gains = matrix if self.role == 0 else 1 - matrix.T
        worths = (1 - HOPE) * gains.min(axis=1) + HOPE * gains.mean(axis=1)
        best = worths >= worths.max() - 1e-9
        chances = best / best.sum(), np.full(len(others), 1 / len(others))
        upper, lower = chances if self.role == 0 else chances[::-1]
        worth = float(worths.max()) if self.role == 0 else 1 - float(worths.max())
        return Turn(moves, matrix, Equilibrium(worth, upper, lower, 0.0), 1, budget.used)


def make_ropasci_steady(
    game: LoadedGame[Any], role: int, options: TurnOptions, seed: int | None = None
) -> RopasciSteadyAgent:
    """An agent that plays by rules."""
    return RopasciSteadyAgent(game, role, options, seed)


AGENT = AgentKind(
    name="ropasci_steady",
    summary="RoPaSci 360 by rules: keeps six throws and plays what the worst answer harms least; a sparring partner",
    source="our own; after players of the course COMP30024",
    agent=make_ropasci_steady,
    options=TurnOptions,
)
