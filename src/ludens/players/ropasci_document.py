"""RoPaSci 360 as Yu and Krishnan (2021) play it.

Decoupled UCT on the moves that their rules leave, heavy playouts of the same moves, and in the end the move with the
best mean. They do not tell how many moves they keep nor their constant of exploration; those here are ours.
"""

from __future__ import annotations

from dataclasses import dataclass

from ludens.players.kind import AgentKind
from ludens.players.options import option
from ludens.players.ropasci_agent import RopasciAgent, RopasciOptions
from ludens.players.tree_agent import FINAL_CHOICES, FINAL_MOVE
from ludens.search.tree.policy import UCB1, Policy


@dataclass(frozen=True)
class RopasciDocumentOptions(RopasciOptions):
    """Options of the player of Yu and Krishnan."""

    exploration: float = option(0.3, "the constant c of the exploration term", lowest=0, highest=100)
    choice: str = option("mean", FINAL_MOVE, choices=FINAL_CHOICES)
    pruning: str = option("greedy", "only these moves are in the tree: greedy, wide, evaluation or none")
    policy: str = option("greedy", "playouts are made of these moves: greedy, wide or uniform")


class RopasciDocumentAgent(RopasciAgent[RopasciDocumentOptions]):
    """Takes, for both sides, the greedy move with its highest upper confidence bound."""

    name = "ropasci_document"

    def _policy(self) -> Policy:
        return Policy(UCB1, exploration=self.options.exploration)


AGENT = AgentKind(
    name="ropasci_document",
    summary="RoPaSci 360 by decoupled UCT on greedy moves, with heavy playouts",
    source="Yu and Krishnan 2021",
    agent=RopasciDocumentAgent,
    options=RopasciDocumentOptions,
)
