"""Alpha-beta beside another search: it only says which moves win or lose for certain, and remembers what it solved."""

from __future__ import annotations

import math
import threading
import time
from dataclasses import dataclass, field

from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows
from ludens.search.minimax.alphabeta import AlphaBeta, Budget, Settings, warm_up_alphabeta
from ludens.search.minimax.graph import MOVES_UNKNOWN, POSITIONS
from ludens.search.minimax.guarantees import Guarantee, guarantees
from ludens.search.views.solved_states import SolvedEngine, SolvedStates, solved_in

FULL = 0.5
"""Part of the graph that may be in use at the beginning of a turn."""

TO_THE_END = 1_000
"""Moves to look ahead where no depth is asked for: to the end of any game."""


@dataclass(frozen=True, slots=True)
class Proved:
    """What a search found: by number, what each move guarantees; the depth it finished, and what it took.

    ``standing``: the moves that were not certain to lose one depth before all were, or are not.
    """

    known: dict[int, Guarantee] = field(default_factory=dict)
    standing: frozenset[int] = frozenset()
    depth: int = 0
    positions: int = 0
    seconds: float = 0.0


class Proving:
    """Deepens alpha-beta for one role against all others, each turn split in two, and keeps solved positions."""

    def __init__(self, engine: BatchEngine, role: int, memory_bytes: int) -> None:
        self.solved = SolvedStates()
        self._settings = Settings(role=role, memory_bytes=memory_bytes)
        self._engine = SolvedEngine(engine, role, self.solved)
        self.search = AlphaBeta(self._engine, self._settings)
        self._stopped = threading.Event()
        warm_up_alphabeta(engine, self._settings)

    def renew(self) -> None:
        """To be called at the beginning of a turn: makes room if need be, and keeps what is solved."""
        graph = self.search.graph
        if graph.sizes[POSITIONS] > FULL * len(graph.nodes):
            self.solved.put(*solved_in(graph))
            self.search = AlphaBeta(self._engine, self._settings)
        self.solved.renew()

    def think(self, position: Rows, until: float = math.inf, left: float = math.inf, most: int = TO_THE_END) -> Proved:
        """Searches a position, one row, as long as there is time until a moment of ``perf_counter`` and positions."""
        begin = time.perf_counter()
        self._stopped.clear()
        search = self._started(position)
        depth, before, standing = 0, search.positions, frozenset[int]()
        for step in search.deepen(Budget(until, left, self._stopped), most):
            depth = step.depth
            standing = frozenset(move for move, kept in guarantees(search).items() if not kept.lost) or standing
        return Proved(guarantees(search), standing, depth, search.positions - before, time.perf_counter() - begin)

    def stop(self) -> None:
        """Makes ``think``, which runs in another thread, return soon."""
        self._stopped.set()

    def _started(self, position: Rows) -> AlphaBeta:
        """The search with its root at a position; a new one where the root is solved and its moves are not known."""
        self._engine.judge.root = position
        self.search.start(position)
        root = self.search.graph.nodes[self.search.root]
        solved = root["certain_low"] == root["certain_high"] and root["first_edge"] == MOVES_UNKNOWN
        if solved and not self._engine.outcome(position)[0][0]:
            self.solved.put(*solved_in(self.search.graph))
            self.search = AlphaBeta(self._engine, self._settings)
            self.search.start(position)
        return self.search
