"""A player after CadiaPlayer (Finnsson and Björnsson 2008): UCT with playouts guided by sequences of moves, and cut."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.players.kind import AgentKind
from ludens.players.options import option
from ludens.players.tree_agent import TreeAgent
from ludens.players.trees.uct_mast import GUIDES, GuidedOptions, guided_plan


@dataclass(frozen=True)
class CadiaOptions(GuidedOptions):
    """Options of the player after CadiaPlayer."""

    guide: str = option("ngrams", "what makes moves more likely in playouts", choices=GUIDES)
    epsilon: float = option(0.2, "how often mast and ngrams play a random move", lowest=0, highest=1)
    length: int = option(100, "joint moves after which a playout is cut; 0: never", lowest=0, highest=100_000)


def make_cadia(
    game: LoadedGame[Any], role: int, options: CadiaOptions, seed: int | None = None
) -> TreeAgent[Any, CadiaOptions]:
    """An agent that searches by UCT with N-gram playouts that end early."""
    return TreeAgent(game, role, options, guided_plan("cadia", game, options), seed)


AGENT = AgentKind(
    name="cadia",
    summary="UCT with playouts guided by sequences of moves, and cut when they are long",
    source="Finnsson and Björnsson 2008, 2011; Tak, Winands and Björnsson 2012",
    agent=make_cadia,
    options=CadiaOptions,
    chance=True,
)
