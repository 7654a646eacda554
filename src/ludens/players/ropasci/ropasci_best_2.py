"""RoPaSci 360 as our best player played it before it had a network; it is kept for comparison.

Every turn is a matrix game, solved two turns ahead where it matters.

One turn ahead it looks at all legal moves of both sides, by best answers to best answers, so it never walks into a
capture it could foresee. It looks two turns ahead at the most likely moves and the best answers to them. Learnt figures
for tokens, kept throws, threats and invincible tokens value positions. A position that has occurred before is nearer to
a draw, and so is every lead as the 360th turn approaches. The move is drawn by the probabilities of the equilibrium.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.games.ropasci.styles import Style
from ludens.players.kind import AgentKind
from ludens.players.options import option
from ludens.players.ropasci.ropasci_turns import RopasciTurnAgent, TurnOptions


@dataclass(frozen=True)
class RopasciBest2Options(TurnOptions):
    """Options of our second best player."""

    turns: int = option(2, "turns to look ahead", lowest=1, highest=2)
    repeated: float = option(0.5, "how near to a draw a second occurrence brings a position", lowest=0, highest=1)
    draw: float = option(0.3, "the value of a draw; a win is worth 1", lowest=0, highest=1)


def make_ropasci_best_2(
    game: LoadedGame[Any], role: int, options: RopasciBest2Options, seed: int | None = None
) -> RopasciTurnAgent[RopasciBest2Options]:
    """An agent that solves turns."""
    style = Style(draw=options.draw, repeated=options.repeated)
    return RopasciTurnAgent(game, role, options, seed, name="ropasci_best_2", style=style)


AGENT = AgentKind(
    name="ropasci_best_2",
    summary="RoPaSci 360 by equilibria of turns, two turns ahead where it matters, with learnt figures",
    source="our own; after Yu and Krishnan 2021, and McMahan, Gordon and Blum 2003",
    agent=make_ropasci_best_2,
    options=RopasciBest2Options,
)
