"""The Roulette Wheel player: random playouts score the moves, and a wheel with their scores chooses.

Tong 2013. Algorithm 3: every move is simulated as often as the others while there is time. A simulation scores 100 for
a win, 50 for a tie and 0 for a loss (here the goal), minus the number of joint moves it took, which takes away at most
half. Algorithm 2: a move that wins at once is taken; a move after which the others can win at once scores 0; if all do,
any is played; otherwise the wheel decides (``roulette_wheel``). Simulations of a move are averaged: with the same
number for each move, that gives the same probabilities as a wheel with every single simulation on it.

``basic`` leaves out the lookahead (Algorithm 1). ``threshold`` is the paper's future work: no move with a lower score
is chosen, unless all are lower. ``cut`` is its flow control (2.2): no simulation takes more than this many joint moves.
A simulation that is cut is left out, counts as a tie, or is worth its nearness to the goals.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import LoadedGame
from ludens.engine.playouts import Games
from ludens.engine.rows import Rows
from ludens.game import HIGHEST_GOAL, Decision, Limit, S
from ludens.players.agent import SeatedAgent
from ludens.players.flat.monte_carlo import SimulationOptions
from ludens.players.kind import AgentKind
from ludens.players.options import option
from ludens.search.evaluations.goal_proximity import goal_proximity
from ludens.search.evaluations.leaves import cut_with_lengths
from ludens.search.evaluations.static import Static
from ludens.search.playouts.flat import FlatSearch, Share
from ludens.search.playouts.lookahead import Children, look_ahead
from ludens.search.playouts.roulette_wheel import above, percentages, spin
from ludens.search.stopwatch import Stopwatch
from ludens.search.tally import Tally

TIE = 50
LOOKING = 0.5
"""The part of the time that looking ahead may take."""


@dataclass(frozen=True)
class RouletteOptions(SimulationOptions):
    basic: bool = option(False, "leave out the lookahead for wins and losses")
    threshold: float = option(0.0, "the lowest score that may be chosen", lowest=0, highest=100)
    cut: int = option(0, "joint moves after which a simulation is cut; 0 does not cut", lowest=0, highest=100_000)
    unfinished: str = option(
        "left_out", "what a cut simulation is worth: it is left out, a tie, or nearness to the goals",
        choices=("left_out", "tie", "nearness"),
    )  # fmt: skip


def scores_of(goals: NDArray[np.integer], depths: NDArray[np.integer]) -> NDArray[np.float64]:
    """What simulations score: the goal less the depth, which takes away at most half."""
    return np.asarray(goals - np.minimum(depths, goals / 2))


class RouletteAgent(SeatedAgent[S, RouletteOptions]):
    """Chooses by a roulette wheel whose fields are as large as the moves' scores."""

    def __init__(self, game: LoadedGame[S], role: int, options: RouletteOptions, seed: int | None = None) -> None:
        super().__init__(game, role, options, seed)
        self._most = min(self.max_steps, options.cut) if options.cut else self.max_steps
        self._search = FlatSearch.of(self.engine, role, self._most, self.random)
        self._nearness = goal_proximity(game) if options.unfinished == "nearness" else None

    def _choose(self, position: Rows, limit: Limit) -> Decision:
        watch = Stopwatch(limit)
        if self.options.basic:
            found = self._search.children(position, watch)
            return self._spin(position, found, np.zeros(len(found.moves), dtype=np.bool_), watch)
        seen = look_ahead(self.engine, position, self.role, self.random, watch.share(LOOKING))
        if seen.winning:
            place = self._any(seen.winning)
            return self._decision(seen.children.moves, place, watch, notes={"why": "it wins at once"})
        if seen.losing.all():
            place = self._any(np.arange(len(seen.losing)))
            return self._decision(seen.children.moves, place, watch, notes={"why": "the others can win after any move"})
        return self._spin(position, seen.children, seen.losing, watch)

    def _spin(self, position: Rows, found: Children, losing: NDArray[np.bool_], watch: Stopwatch) -> Decision:
        tally, scores = self._simulate(position, found, np.flatnonzero(~losing), watch)
        # Without a single simulation every move that does not lose at once is as good as the others.
        equal = np.where(losing, 0.0, 1.0)
        wheel = above(equal * scores, self.options.threshold) if scores.any() else equal
        place = spin(wheel, 1.0 - float(self.random.random()))
        notes = {"score": float(scores[place]), "chance": float(percentages(wheel)[place])}
        return self._decision(found.moves, place, watch, figures=tally.figures, notes=notes)

    def _simulate(
        self, position: Rows, found: Children, places: NDArray[np.int64], watch: Stopwatch
    ) -> tuple[Tally, NDArray[np.float64]]:
        """The goals and the mean scores of simulations."""
        tally, totals = Tally(len(found.moves)), np.zeros(len(found.moves))
        for share in self._search.shares(position, found, places, watch, self.options.most(len(places))):
            if self._nearness is None:
                games = self.engine.games(share.rows, share.each, share.seed, max_steps=self._most)
            else:
                games = self._games_by_nearness(self._nearness, share)
            self._add(games, share.places, tally, totals)
        return tally, np.divide(totals, tally.visits, out=np.zeros_like(totals), where=tally.visits > 0)

    def _games_by_nearness(self, nearness: Static, share: Share) -> Games:
        """The same games, played step by step; those that are cut end with what nearness to the goals gives."""
        rows = np.repeat(share.rows, share.each, axis=0)
        values, lengths = cut_with_lengths(self.engine, nearness, rows, share.seed, self._most)
        shape = (len(share.rows), share.each)
        goals = np.rint(HIGHEST_GOAL * values).astype(np.int16).reshape(*shape, -1)
        return Games(np.ones(shape, dtype=np.bool_), lengths.reshape(shape), goals)

    def _add(self, games: Games, places: NDArray[np.int64], tally: Tally, totals: NDArray[np.float64]) -> None:
        goals = games.goals[:, :, self.role].astype(np.int64)
        if self.options.unfinished == "tie":
            goals = np.where(games.ended, goals, TIE)
        counted = (games.ended | (self.options.unfinished == "tie")) & (goals >= 0)
        tally.add_games(goals, counted, places)
        # The move itself is the first step of the simulation.
        scores = np.where(counted, scores_of(goals, games.lengths + 1), 0.0)
        np.add.at(totals, places, scores.sum(axis=1))


AGENT = AgentKind(
    name="roulette",
    summary="scores moves by random games, favours early wins, and lets a roulette wheel choose",
    source="Tong 2013, Algorithms 1 to 3 and future work",
    agent=RouletteAgent,
    options=RouletteOptions,
)
