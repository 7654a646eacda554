"""Monte Carlo tree search in which a roulette wheel selects moves, the future work of Tong 2013.

The tree can also have what the thesis has besides the wheel: ``depth`` subtracts the number of moves from the result of
a simulation (Algorithm 3), ``lowest`` leaves out moves with a lower mean (section 6), ``lookahead`` takes a move that
wins at once and none after which the others can (Algorithm 2), and ``wheel`` lets the wheel choose the move that is
made, as in the thesis, instead of the most visited one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ludens.engine.contract import LoadedGame
from ludens.engine.rows import Rows
from ludens.game import Decision, Limit, MoveReport
from ludens.players.kind import AgentKind
from ludens.players.options import option
from ludens.players.tree_agent import TreeAgent, TreeOptions, TreePlan
from ludens.search.playouts.by_length import LengthPlayouts, less_the_depth
from ludens.search.playouts.lookahead import look_ahead
from ludens.search.playouts.roulette_wheel import above, percentages, spin
from ludens.search.random_games import cut_after
from ludens.search.stopwatch import Stopwatch
from ludens.search.tree.policy import ROULETTE, Policy

LOOKING = 0.25
"""The part of the time that looking ahead may take."""


@dataclass(frozen=True)
class RouletteTreeOptions(TreeOptions):
    """Options of the tree with a roulette wheel."""

    lowest: float = option(0.0, "moves with a lower mean are not chosen, unless all are lower", lowest=0, highest=100)
    depth: bool = option(False, "simulations bring less the longer they are: a point for each move, at most half")
    lookahead: bool = option(False, "takes a win at once, and no move after which the others have one")
    wheel: bool = option(False, "the move that is made is drawn, too, in proportion to means")


class RouletteTreeAgent(TreeAgent[Any, RouletteTreeOptions]):
    """Takes, at every node, a move at random, in proportion to its mean."""

    def _choose(self, position: Rows, limit: Limit) -> Decision:
        watch, losing = Stopwatch(limit), set[str]()
        if self.options.lookahead:
            seen = look_ahead(self.engine, position, self.role, self.random, watch.share(LOOKING))
            names = self.engine.moves(self.role)
            if seen.winning:
                move = names[int(seen.children.moves[self._any(seen.winning)])]
                return Decision(move, notes={"why": "it wins at once", "simulations": 0})
            losing = {names[int(move)] for move in seen.children.moves[seen.losing]}
        if limit.seconds is not None:
            limit = replace(limit, seconds=watch.left)
        return self._spun(super()._choose(position, limit), losing)

    def _spun(self, found: Decision, losing: set[str]) -> Decision:
        """The decision without moves that lose at once, unless all do, drawn by the wheel if that is asked for."""
        left = [report for report in found.moves if report.move not in losing] or list(found.moves)
        if not left or (not losing and not self.options.wheel):
            return found
        chosen = self._drawn_by_wheel(left) if self.options.wheel else left[0]
        return replace(found, move=chosen.move, value=chosen.value, line=self._line(chosen.move))

    def _drawn_by_wheel(self, left: list[MoveReport]) -> MoveReport:
        means = above(np.array([report.value or 0.0 for report in left]), self.options.lowest)
        place = spin(means, 1.0 - float(self.random.random()))
        assert percentages(means)[place] > 0
        return left[place]


def make_roulette_tree(
    game: LoadedGame[Any], role: int, options: RouletteTreeOptions, seed: int | None = None
) -> RouletteTreeAgent:
    """An agent whose tree is searched by a roulette wheel."""
    policy = Policy(ROULETTE, threshold=options.lowest / 100)
    playouts = LengthPlayouts(game.engine, less_the_depth, cut_after(game.info)) if options.depth else None
    return RouletteTreeAgent(game, role, options, TreePlan(policy, playouts), seed)


AGENT = AgentKind(
    name="roulette_tree",
    summary="searches a tree, choosing moves by a roulette wheel in proportion to their means",
    source="Tong 2013, future work",
    agent=make_roulette_tree,
    options=RouletteTreeOptions,
)
