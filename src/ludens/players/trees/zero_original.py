"""The first Zero System: Monte Carlo tree search with all four phases, one playout at a time, and few of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.engine.rows import Rows
from ludens.game import Decision, Limit
from ludens.players.kind import AgentKind
from ludens.players.options import option
from ludens.players.tree_agent import TreeAgent, TreeOptions, TreePlan
from ludens.search.tree.policy import UCB1, Policy


@dataclass(frozen=True)
class ZeroOriginalOptions(TreeOptions):
    """Options of the first Zero System."""

    trials: int = option(100, "playouts for each move", lowest=1, highest=1_000_000)
    exploration: float = option(1.4, "the constant c of the exploration term", lowest=0, highest=100)
    lanes: int = option(1, "leaves in one batch", lowest=1, highest=4096)
    playouts: int = option(1, "playouts from each leaf", lowest=1, highest=4096)


class ZeroOriginalAgent(TreeAgent[Any, ZeroOriginalOptions]):
    """Searches with a fixed number of playouts; a limit can only make them fewer."""

    def __init__(self, game: LoadedGame[Any], role: int, options: ZeroOriginalOptions, seed: int | None = None) -> None:
        super().__init__(game, role, options, TreePlan(Policy(UCB1, exploration=options.exploration)), seed)

    def _choose(self, position: Rows, limit: Limit) -> Decision:
        trials = self.options.trials if limit.playouts is None else min(limit.playouts, self.options.trials)
        return super()._choose(position, Limit(limit.seconds, trials))


AGENT = AgentKind(
    name="zero_original",
    summary="searches a tree with few playouts; the Zero System was compared with it",
    source="Mavroidakos 2019, 4",
    agent=ZeroOriginalAgent,
    options=ZeroOriginalOptions,
)
