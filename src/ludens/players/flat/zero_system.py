"""The zero system: continuous rollouts after every move that is not refuted at once, and the best win/loss ratio.

Mavroidakos 2019. Descent: a move that wins at once is taken, one after which the opponent wins at once is left out.
Rollout: ``trials`` results for each of the others, by the recursion of ``playouts/continuous``. Growth is skipped.
Choice: the first move with the highest ratio of wins to losses; without any loss the ratio is the number of wins. If
every move is refuted, any is played.

Section 5 proposes a score of the placement of pieces, to limit the moves that are looked at and to choose the
opponent's replies. Here it is nearness to the goals, which the rules of any game tell (``goal_proximity``):
``candidates`` and ``replies``.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import LoadedGame
from ludens.engine.rows import Rows
from ludens.game import Decision, Limit, S
from ludens.players.agent import SeatedAgent
from ludens.players.kind import AgentKind
from ludens.players.options import Options, option
from ludens.search.evaluations.goal_proximity import goal_proximity
from ludens.search.playouts.continuous import DRAW, LOSS, WIN, ContinuousRollout
from ludens.search.playouts.flat import SEEDS
from ludens.search.playouts.lookahead import Children, look_ahead
from ludens.search.stopwatch import Stopwatch
from ludens.search.tally import Tally

LOOKING = 0.5
"""The part of the time that the descent may take."""


@dataclass(frozen=True)
class ZeroSystemOptions(Options):
    trials: int = option(300, "results to collect for each move", lowest=1, highest=1_000_000)
    penalty: int = option(15, "losses counted if the others can win at once", lowest=1, highest=1_000)
    candidates: int = option(0, "how many moves to look at, best placement first; 0: all", lowest=0, highest=100_000)
    replies: str = option(
        "random", "how the opponent replies: at random or by placement", choices=("random", "placement")
    )


class ZeroSystemAgent(SeatedAgent[S, ZeroSystemOptions]):
    """Chooses the first move with the best ratio of wins to losses."""

    def __init__(self, game: LoadedGame[S], role: int, options: ZeroSystemOptions, seed: int | None = None) -> None:
        super().__init__(game, role, options, seed)
        wanted = options.candidates or options.replies == "placement"
        self._placement = goal_proximity(game) if wanted else None

    def _choose(self, position: Rows, limit: Limit) -> Decision:
        watch = Stopwatch(limit)
        seen = look_ahead(self.engine, position, self.role, self.random, watch.share(LOOKING))
        moves = seen.children.moves
        if seen.winning:
            return self._decision(moves, seen.winning[0], watch, notes={"why": "it wins at once"})
        promising = np.flatnonzero(~seen.losing)
        if not len(promising):
            notes = {"why": "the others can win after any move"}
            return self._decision(moves, self._any(np.arange(len(moves))), watch, notes=notes)
        promising = self._best_placed(seen.children, promising)
        results = np.zeros((len(moves), 3), dtype=np.int64)
        results[promising] = self._rollout(len(promising), watch).run(position, moves[promising], watch)
        ratios = results[:, WIN] / np.maximum(1, results[:, LOSS])
        place = int(promising[ratios[promising].argmax()]) if results.any() else self._any(promising)
        return self._decision(
            moves, place, watch, figures=_tally(results).figures, notes={"ratio": float(ratios[place])}
        )

    def _best_placed(self, found: Children, promising: NDArray[np.int64]) -> NDArray[np.int64]:
        """The moves after which the pieces stand best, as many as are wanted, in their order."""
        wanted = self.options.candidates
        if self._placement is None or not 0 < wanted < len(promising):
            return promising
        rows = found.rows[promising]
        worth = self._placement(self.engine, rows.reshape(-1, rows.shape[2]))[:, self.role]
        means = worth.reshape(len(promising), -1).mean(axis=1)
        return np.sort(promising[np.argsort(-means, kind="stable")[:wanted]])

    def _rollout(self, moves: int, watch: Stopwatch) -> ContinuousRollout:
        """Simulations; a limit on playouts is shared by the moves."""
        trials = int(max(1, min(self.options.trials, watch.playouts // moves)))
        seed = int(self.random.integers(SEEDS))
        placement = self._placement if self.options.replies == "placement" else None
        return ContinuousRollout(self.engine, self.role, trials, self.options.penalty, self.max_steps, seed, placement)


def _tally(results: NDArray[np.int64]) -> Tally:
    """Wins, draws and losses as goals of 100, 50 and 0."""
    tally = Tally(len(results))
    tally.visits += results.sum(axis=1)
    tally.sums += 100.0 * results[:, WIN] + 50.0 * results[:, DRAW]
    tally.squares += 100.0**2 * results[:, WIN] + 50.0**2 * results[:, DRAW]
    return tally


AGENT = AgentKind(
    name="zero_system",
    summary="leaves out moves that are refuted at once and takes the best win/loss ratio of continuous rollouts",
    source="Mavroidakos 2019, sections 1 and 2",
    agent=ZeroSystemAgent,
    options=ZeroSystemOptions,
)
