"""A player after CadiaPlayer (Finnsson and Björnsson 2008): UCT with playouts guided by sequences of moves, and cut."""

from __future__ import annotations

from dataclasses import dataclass

from ludens.players.kind import AgentKind
from ludens.players.options import option
from ludens.players.uct_mast import GUIDES, GuidedAgent, GuidedOptions


@dataclass(frozen=True)
class CadiaOptions(GuidedOptions):
    """Options of the player after CadiaPlayer."""

    guide: str = option("ngrams", "what makes moves likelier in playouts", choices=GUIDES)
    epsilon: float = option(0.2, "how often mast and ngrams make any move", lowest=0, highest=1)
    length: int = option(100, "joint moves after which a playout is cut; 0 does not cut", lowest=0, highest=100_000)


class CadiaAgent(GuidedAgent):
    """UCT with N-gram playouts that end early."""

    name = "cadia"


AGENT = AgentKind(
    name="cadia",
    summary="UCT with playouts guided by sequences of moves, and cut when they are long",
    source="Finnsson and Björnsson 2008, 2011; Tak, Winands and Björnsson 2012",
    agent=CadiaAgent,
    options=CadiaOptions,
    chance=True,
)
