"""Alpha-beta that values positions by how near the goals are, after Fluxplayer (Schiffel and Thielscher 2007).

It reads the rules' own conditions for goals and for the end as fuzzy logic: a true fact counts ``truth``, a false one
the rest up to 1, and a conjunction is the product; ``threshold`` separates true formulas from false ones, however long
they are. It plays games of any kind that are given by a rulesheet. It expects several opponents to work together
against it, and opponents who move at the same time to answer its move; with a single role it is a search for the best
goal. The search is NegaScout, which copes better than MTD(f) with values as fine as these. In games whose goals say
nothing before the end it looks only for ends, and its notes say so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.players.alphabeta.minimax_agent import MinimaxAgent, MinimaxOptions
from ludens.players.evaluations import Made
from ludens.players.kind import AgentKind
from ludens.players.options import Options, option
from ludens.search.evaluations.cone import circuit_of
from ludens.search.evaluations.goal_proximity import goal_notes, goal_proximity


@dataclass(frozen=True)
class FluxOptions(Options):
    """How the goals are read, and the size of the table."""

    truth: float = option(0.75, "the value of a true fact; a false one has the rest up to 1", lowest=0.51, highest=0.99)
    threshold: float = option(
        0.55, "the least value of a condition that holds: above 0.5 and at most truth; 0: as computed",
        lowest=0, highest=0.99,
    )  # fmt: skip
    memory: int = option(256, "MiB of the transposition table", lowest=1, highest=65536)


class FluxAgent(MinimaxAgent):
    """Alpha-beta for one role against all others together, with the goals' fuzzy truth."""

    method = "negascout"

    def __init__(self, game: LoadedGame[Any], role: int, options: FluxOptions, seed: int | None = None) -> None:
        self.reading = options
        super().__init__(game, role, MinimaxOptions(evaluation="goal_proximity", memory=options.memory), seed)

    def _evaluation(self) -> Made:
        found = goal_proximity(self.game, self.reading.truth, self.reading.threshold)
        return Made(found, goal_notes(found))

    def _check(self) -> None:
        """Raises UnsuitableGameError for a game without the network of a rulesheet."""
        circuit_of(self.game, "flux")


AGENT = AgentKind(
    name="flux",
    summary="alpha-beta in games of any kind, with positions valued by the fuzzy truth of the goals",
    source="Schiffel and Thielscher 2007",
    agent=FluxAgent,
    options=FluxOptions,
)
