"""A thread's part of a search: it runs the loop, and does what the loop cannot do in compiled code."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from ludens.engine.compiled import CompiledEngine, no_engine, no_sums
from ludens.engine.rows import Rows, pack_rows, row_words
from ludens.search.minimax.depth_first.solved_table import SolvedTable, no_table
from ludens.search.tree.evaluate import Evaluated, Evaluation, KnowsDepth, Valued, ValuesAhead, ValuesInLoops, Valuing
from ludens.search.tree.lanes import new_lanes
from ludens.search.tree.leaves import new_leaves
from ludens.search.tree.loop import (
    BACK_UP,
    BATCH,
    BATCHES_LEFT,
    CERTAIN,
    CONCLUDE,
    DONE,
    EDGES_WANTED,
    END,
    EVALUATE,
    EXPAND,
    FOLLOW,
    FULL,
    JUDGE,
    JUDGED,
    LEFT,
    LEGAL,
    LIMIT,
    LISTED_NODES,
    MADE,
    MOST,
    NEEDS_EDGES,
    NEEDS_ROOM,
    NODES_AHEAD,
    OPEN_LANES,
    PHASE,
    PLACE,
    SEED,
    VALUES,
    VISITS_PER_LANE,
    WEIGHT,
    advance,
)
from ludens.search.tree.priors import ExpectsOfMoves, plant

if TYPE_CHECKING:
    from ludens.engine.contract import BatchEngine
    from ludens.engine.preference import Preference
    from ludens.search.tree.search import TreeSearch


def batches_of(evaluation: Evaluation) -> int:
    """How many batches of a thread are under way at a time."""
    return evaluation.batches if isinstance(evaluation, ValuesAhead) else 1


class Worker:
    """Searches a tree with lanes of its own until ``most`` simulations are made; the search has a lock on the tree.

    What needs no tree, evaluation above all, is done without the lock where several threads search.
    ``enlarging_seconds`` were spent on a larger tree.
    """

    def __init__(self, search: TreeSearch, number: int, deadline: float, most: int) -> None:
        self._search, self._deadline = search, deadline
        self.enlarging_seconds = 0.0
        settings, roles = search.settings, len(search.engine.roles)
        self._lanes = new_lanes(
            settings.lanes,
            settings.depth,
            roles,
            number * settings.lanes,
            mixed=settings.policy.is_mixed,
            lent=settings.policy.lent > 0,
            variance=settings.policy.selection.variance,
        )
        self._engine = search.engine.compiled() or no_engine(_spans(search.engine))
        moves = len(search.tree.history) if settings.needs_amaf else 0
        legal_words = row_words(int(self._engine.moves.sum(axis=1).max()))
        self._leaves = new_leaves(settings.lanes, search.engine.initial().shape[1], roles, legal_words, moves)
        self._progress = progress = np.zeros(BATCHES_LEFT + 1, dtype=np.int64)
        progress[MOST], progress[WEIGHT] = most, search.playouts
        progress[NODES_AHEAD] = settings.lanes * settings.threads * batches_of(settings.evaluation)
        self._take_evaluation()
        progress[CERTAIN], progress[VISITS_PER_LANE] = settings.policy.certain, settings.lanes_per_visit
        progress[JUDGED] = search.judge is not None
        judge = search.judge
        self._solved = judge.in_loops(settings.lanes) if isinstance(judge, JudgesInLoops) else no_table()
        self._under_way: Valued | None = None
        self._seed = np.uint64(search.seed % (1 << 64))
        self._others = {
            LEGAL: self._legal,
            FOLLOW: self._follow,
            JUDGE: self._ask_judge,
            EVALUATE: self._evaluate,
            CONCLUDE: self._conclude,
        }

    def run(self, batches: int) -> None:
        """Searches so many batches, fewer where the search is at an end."""
        self._progress[LEFT] = batches
        self._take_engine()
        if self._search.evaluation is not self._evaluation:
            self._take_evaluation()
        self._take_player()
        try:
            self._run()
        finally:
            self._count_batches()

    @property
    def waiting(self) -> bool:
        """Whether leaves are being valued elsewhere."""
        return self._under_way is not None

    def finish(self) -> None:
        """Waits for the values of the leaves that were found last, where they were being valued, and enters them."""
        if self._under_way is not None:
            self._enter(self._under_way())
            self._under_way = None
            self._progress[PHASE] = BACK_UP
            self._run()

    def _run(self) -> None:
        """Goes on until all is done, or leaves are being valued elsewhere."""
        while self._under_way is None:
            with self._search.lock:
                reason = self._advance()
                if reason in (NEEDS_ROOM, NEEDS_EDGES):
                    self._enlarge(reason)
            if reason == DONE:
                return
            if reason in self._others:
                self._others[reason]()

    def _take_engine(self) -> None:
        """Fetches the code anew: an engine may have got faster code."""
        if (compiled := self._search.engine.compiled()) is not None:
            self._engine = compiled

    def _take_evaluation(self) -> None:
        """Finds out whether leaves can be valued in compiled code."""
        search, progress, settings = self._search, self._progress, self._search.settings
        self._evaluation = evaluation = search.evaluation
        found = None
        if isinstance(evaluation, ValuesInLoops):
            found = evaluation.in_loops(search.engine, search.playouts, amaf=settings.needs_amaf)
        self._valuing = found or Valuing()
        self._sums = self._valuing.sums or no_sums()
        progress[LIMIT], progress[VALUES] = self._valuing.max_steps, found is not None

    def _take_player(self) -> None:
        """Fetches the code that plays games, and what they prefer, as it is now."""
        self._player, guide = self._engine, self._valuing.guide
        self._progress[BATCHES_LEFT] = self._may_play = 1 << 62 if guide is None else guide.batches_left()
        if self._valuing.player is not None:
            preference = None if guide is None else guide.preference
            self._player = _code_of(self._valuing.player, preference)

    def _count_batches(self) -> None:
        """Tells who guides games how many batches were played without him."""
        if self._valuing.guide is not None:
            self._valuing.guide.count(self._may_play - int(self._progress[BATCHES_LEFT]))

    def _advance(self) -> int:
        search, progress = self._search, self._progress
        if len(self._leaves.played) and self._leaves.played.shape[1] < len(search.tree.history):
            self._count_more_moves(len(search.tree.history))
        with np.errstate(over="ignore"):
            return int(
                advance(
                    search.tree,
                    search.policy,
                    self._lanes,
                    self._leaves,
                    self._engine,
                    self._player,
                    self._sums,
                    self._solved,
                    progress,
                    search.counts,
                    search.mutex,
                    self._seed,
                    self._valuing.unfinished,
                    self._valuing.part,
                    search.conclusions.goal_sum,
                    search.conclusions.aims,
                    search.random,
                )
            )

    def _enlarge(self, reason: int) -> None:
        settings, progress, begin = self._search.settings, self._progress, time.perf_counter()
        if reason == NEEDS_EDGES:
            fits = self._search.ensure(edges=int(progress[EDGES_WANTED]))
        else:
            fits = self._search.ensure(nodes=int(progress[NODES_AHEAD]), joints=settings.lanes)
        progress[FULL] = not fits
        self.enlarging_seconds += time.perf_counter() - begin

    def _legal(self) -> None:
        progress, engine = self._progress, self._search.engine
        bits, spans = legal_bits(engine, self._leaves.rows[: progress[LISTED_NODES]])
        if bits.shape[1] > self._leaves.legal.shape[1]:
            wider = np.zeros((len(self._leaves.legal), bits.shape[1]), dtype=np.uint64)
            self._leaves = self._leaves._replace(legal=wider)
        self._leaves.legal[: len(bits), : bits.shape[1]] = bits
        self._engine = self._engine._replace(moves=spans)
        with self._search.lock:
            self._search.ensure(moves=int(spans[:, 1].max()) * len(spans))
        progress[PHASE] = EXPAND

    def _follow(self) -> None:
        progress, leaves = self._progress, self._leaves
        n = int(progress[MADE])
        found = self._search.engine.follow(leaves.rows[:n], leaves.moves[:n])
        leaves.following[:n], leaves.over[:n], leaves.goals[:n] = found
        progress[PHASE] = JUDGE if progress[JUDGED] else PLACE

    def _ask_judge(self) -> None:
        leaves, judge = self._leaves, self._search.judge
        n = int(self._progress[MADE])
        assert judge is not None
        leaves.over[:n], leaves.goals[:n] = judge(leaves.following[:n], leaves.over[:n], leaves.goals[:n])
        self._progress[PHASE] = PLACE

    def _evaluate(self) -> None:
        search, progress, leaves = self._search, self._progress, self._leaves
        if isinstance(self._evaluation, ValuesAhead):
            rows = leaves.rows[: progress[OPEN_LANES]]
            self._under_way = self._evaluation.begin(rows, search.playouts, search.seed + int(progress[SEED]))
            return
        self._ask(leaves.open[: progress[OPEN_LANES]])
        progress[PHASE] = BACK_UP

    def _ask(self, lanes: NDArray[np.int64]) -> None:
        """Has the leaves of these lanes valued now, by an evaluation that compiled loops cannot call."""
        search, progress = self._search, self._progress
        self._count_batches()
        if isinstance(self._evaluation, KnowsDepth):
            self._evaluation.below(self._lanes.depth[lanes].astype(np.int64))
        rows = self._leaves.rows[: len(lanes)].copy()
        found = self._evaluation(
            search.engine,
            rows,
            search.playouts,
            search.seed + int(progress[SEED]),
            amaf=search.settings.needs_amaf,
            deadline=self._deadline,
        )
        self._enter(found)
        if isinstance(self._evaluation, ExpectsOfMoves):
            with search.lock:
                plant(search, self._lanes.leaf[lanes].astype(np.int64), self._evaluation.expected(rows))
        self._take_player()

    def _enter(self, found: Evaluated) -> None:
        """Enters what the leaves are worth."""
        search, leaves, roles = self._search, self._leaves, len(self._search.engine.roles)
        lanes = leaves.open[: self._progress[OPEN_LANES]]
        leaves.values[lanes], leaves.squares[lanes] = found.values, found.squares
        for role, (counts, sums) in enumerate(found.played):
            if roles * counts.shape[1] > self._leaves.played.shape[1]:
                with search.lock:
                    self._count_more_moves(roles * counts.shape[1])
            columns = slice(role, roles * counts.shape[1], roles)
            self._leaves.played[lanes, columns], self._leaves.gained[lanes, columns] = counts, sums

    def _conclude(self) -> None:
        with self._search.lock:
            self._search.conclusions.value(self._search.tree, self._lanes, int(self._progress[BATCH]))
        self._progress[PHASE] = END

    def _count_more_moves(self, moves: int) -> None:
        """Room for the moves of playouts that have become known."""
        wider = np.zeros((len(self._leaves.played), moves))
        wider[:, : self._leaves.gained.shape[1]] = self._leaves.gained
        played = np.zeros(wider.shape, dtype=np.int64)
        played[:, : self._leaves.played.shape[1]] = self._leaves.played
        self._leaves = self._leaves._replace(played=played, gained=wider)
        self._search.ensure(moves=moves)


@runtime_checkable
class JudgesInLoops(Protocol):
    """A judge that compiled loops may do without."""

    def in_loops(self, positions: int) -> SolvedTable:
        """What they look into instead, for this thread and so many positions at a time; empty if they may not."""


def _code_of(engine: BatchEngine, preference: Preference | None) -> CompiledEngine:
    found = engine.compiled() if preference is None else engine.compiled(preference)
    assert found is not None, "an engine that had code has none"
    return found


def legal_bits(engine: BatchEngine, rows: Rows) -> tuple[Rows, NDArray[np.int64]]:
    """The legal moves of positions as packed bits, and where the moves of each role begin and how many there are."""
    tables = engine.legal(rows)
    widths = [table.shape[1] for table in tables]
    spans = np.stack([np.cumsum([0, *widths[:-1]]), widths], axis=1).astype(np.int64)
    return pack_rows(np.concatenate(tables, axis=1)), spans


def _spans(engine: BatchEngine) -> NDArray[np.int64]:
    """The same before anything has been asked: how many moves are known."""
    widths = [len(engine.moves(role)) for role in range(len(engine.roles))]
    return np.stack([np.cumsum([0, *widths[:-1]]), widths], axis=1).astype(np.int64)
