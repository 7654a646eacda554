"""Flat Monte Carlo with UCB: random playouts after each move, most of them after those that look best.

It takes a win in one move and avoids a loss in one. It needs only the engine. If the rules are not compiled, it plays
one game at a time and looks at the clock after every step.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import LoadedGame
from ludens.engine.rows import Rows
from ludens.game import HIGHEST_GOAL, BudgetError, Decision, IllFormedGameError, Limit, Move, S
from ludens.players.agent import SeatedAgent
from ludens.players.kind import AgentKind
from ludens.players.on_device import MEANING, USUAL, device_engine
from ludens.players.options import Options, option
from ludens.search.playouts.flat import FlatSearch
from ludens.search.playouts.lookahead import Children, look_ahead
from ludens.search.stopwatch import Stopwatch
from ludens.search.tally import Tally

FOR_LOOKING = 0.3
"""The part of the time after which no more answers to a move are looked at."""

ROUND = 1024
"""Playouts between two choices of moves, at least."""

GROWTH = 8
"""Later rounds are this part of all playouts so far: one in so many."""


SAMPLE = 64
"""Random games that show whether goals add up."""


@dataclass(frozen=True)
class FlatUcbOptions(Options):
    """Options of flat Monte Carlo with UCB."""

    exploration: float = option(1.0, "exploration constant of UCB1, for goals from 0 to 1", lowest=0, highest=100)
    device: str = option(USUAL, MEANING)


@dataclass(frozen=True, slots=True)
class _Arms:
    """What there is to choose from: the places of some moves among the children of a position, and their results."""

    position: Rows
    found: Children
    places: NDArray[np.int64]
    tally: Tally


class FlatUcbAgent(SeatedAgent[S, FlatUcbOptions]):
    """Chooses the move with the most playouts. ``enough`` is asked all the time whether it should choose now."""

    def __init__(self, game: LoadedGame[S], role: int, options: FlatUcbOptions, seed: int | None = None) -> None:
        super().__init__(game, role, options, seed)
        self._search = FlatSearch.of(
            self.engine, role, self.max_steps, self.random, device_engine(game, options.device)
        )
        self._opposed = self.engine.batch and self._is_opposed()
        self.enough: Callable[[], bool] = lambda: False

    def _is_opposed(self) -> bool:
        """Whether a loss is the worst there is: nobody else is there, or one who gains what the role loses."""
        info = self.game.info
        if len(info.roles) != 2 or info.goal_sum is not None:
            return len(info.roles) <= 2
        found = self.engine.games(self.engine.initial(), SAMPLE, 1, max_steps=self.max_steps)
        return len(np.unique(found.goals[found.ended].sum(axis=1))) <= 1

    def _choose(self, position: Rows, limit: Limit) -> Decision:
        watch = Stopwatch(limit)
        if not self.engine.batch:
            return self._one_by_one(position, watch)
        seen = look_ahead(self.engine, position, self.role, self.random, watch.share(FOR_LOOKING))
        found = seen.children
        certain = found.over.all(axis=1) & (found.goals[:, :, self.role] == HIGHEST_GOAL).all(axis=1)
        if certain.any():
            proven = dict.fromkeys(np.flatnonzero(certain).tolist(), float(HIGHEST_GOAL)) if found.complete else {}
            return self._decision(found.moves, self._any(np.flatnonzero(certain)), watch, proven=proven)
        avoided = seen.losing if self._opposed and not seen.losing.all() else np.zeros(len(found.moves), dtype=np.bool_)
        arms = _Arms(position, found, np.flatnonzero(~avoided), Tally(len(found.moves)))
        self._search_all(arms, watch)
        return self._decision(
            found.moves, self._most_visited(arms.tally, arms.places), watch, figures=arms.tally.figures
        )

    def _search_all(self, arms: _Arms, watch: Stopwatch) -> None:
        """Playouts in rounds: first after every move, then after the few whose bounds are the highest."""
        width = math.isqrt(len(arms.places) - 1) + 1
        best, before = arms.places, -1
        while watch.played > before and not self.enough():
            before = watch.played
            for share in self._search.shares(
                arms.position, arms.found, best, watch, max(ROUND, len(best), before // GROWTH)
            ):
                done = self._search.player.playouts(share.rows, share.each, share.seed, max_steps=self.max_steps)
                arms.tally.add(done, self.role, share.places)
                if self.enough():
                    return
            bounds = self._bounds(arms.tally, arms.tally.visits)[arms.places]
            best = arms.places[np.argsort(-bounds, kind="stable")[:width]]

    def _one_by_one(self, position: Rows, watch: Stopwatch) -> Decision:
        """One game after another, each from the move with the highest bound; unfinished games tell nothing."""
        [state] = self.game.unpack(position)
        legal = np.flatnonzero(self.engine.legal(position)[self.role][0])
        moves = [self.engine.moves(self.role)[number] for number in legal]
        tally, tried = Tally(len(moves)), np.zeros(len(moves), dtype=np.int64)
        while watch.playouts > 0 and watch.left > 0 and not self.enough():
            bounds = self._bounds(tally, tried)
            place = self._any(np.flatnonzero(bounds == bounds.max()))
            goal = self._goal_of_a_game(state, moves[place], watch)
            tried[place] += 1
            watch.spend(1)
            if goal is not None:
                tally.add_games(np.array([[goal]]), np.ones((1, 1), dtype=np.bool_), np.array([place]))
        return self._decision(legal, self._most_visited(tally, np.arange(len(moves))), watch, figures=tally.figures)

    def _goal_of_a_game(self, state: S, move: Move, watch: Stopwatch) -> int | None:
        """The role's goal after a move and then random ones; None where time or the rules come to an end before."""
        try:
            state = self.game.next_state(state, self._drawn(state, move))
            for _ in range(self.max_steps):
                if self.game.is_terminal(state):
                    return self.game.goals(state)[self.role]
                if watch.left <= 0 or self.enough():
                    return None
                state = self.game.next_state(state, self._drawn(state))
        except (IllFormedGameError, BudgetError):
            return None
        return None

    def _drawn(self, state: S, own: Move | None = None) -> Sequence[Move]:
        """A joint move: random ones, but for the role's own if it is given."""
        drawn = []
        for role in range(len(self.game.info.roles)):
            moves = (own,) if own is not None and role == self.role else self.game.legal_moves(state, role)
            drawn.append(moves[int(self.random.integers(len(moves)))])
        return drawn

    def _bounds(self, tally: Tally, tried: NDArray[np.int64]) -> NDArray[np.float64]:
        """What each move may be worth, 0 to 1 and beyond: UCB1. Moves without playouts come first."""
        means = np.nan_to_num(tally.means, nan=HIGHEST_GOAL / 2) / HIGHEST_GOAL
        with np.errstate(divide="ignore"):
            doubt = np.sqrt(math.log(max(2, int(tried.sum()))) / tried)
        return np.where(tried > 0, means + self.options.exploration * np.where(tried > 0, doubt, 0.0), np.inf)

    def _most_visited(self, tally: Tally, places: NDArray[np.int64]) -> int:
        """The place with the most finished playouts, and of several the one with the best mean."""
        means = np.nan_to_num(tally.means, nan=-1.0)
        best = max((tally.visits[place], means[place]) for place in places)
        return self._any([place for place in places if (tally.visits[place], means[place]) == best])


AGENT = AgentKind(
    name="flat_ucb",
    summary="plays random games after every move, more after better moves, and takes the move with the most",
    source="Auer, Cesa-Bianchi and Fischer 2002",
    agent=FlatUcbAgent,
    options=FlatUcbOptions,
    chance=True,
)
