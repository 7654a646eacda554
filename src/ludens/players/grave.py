"""Generalised rapid action value estimation (Cazenave 2015)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludens.players.kind import AgentKind
from ludens.players.options import option
from ludens.players.tree_agent import TreeAgent, TreeOptions
from ludens.search.tree.policy import GRAVE, Policy


@dataclass(frozen=True)
class GraveOptions(TreeOptions):
    """Options of GRAVE."""

    exploration: float = option(0.0, "the constant c of the exploration term", lowest=0, highest=100)
    equivalence: float = option(50_000.0, "the constant k: how long AMAF values outweigh means", lowest=0, highest=1e9)
    reference: int = option(50, "visits from which a node's AMAF values are used for those below it", lowest=1)


class GraveAgent(TreeAgent[Any, GraveOptions]):
    """RAVE with the values of the last node above that has been visited often."""

    def _policy(self) -> Policy:
        return Policy(
            GRAVE,
            exploration=self.options.exploration,
            equivalence=self.options.equivalence,
            reference=self.options.reference,
        )


AGENT = AgentKind(
    name="grave",
    summary="RAVE with the values of the last node above that has been visited often",
    source="Cazenave 2015",
    agent=GraveAgent,
    options=GraveOptions,
    chance=True,
)
