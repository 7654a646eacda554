"""Alpha-beta on batches of positions: negamax, NegaScout and MTD(f), by iterative deepening.

The search walks a graph of positions that is kept in memory (walk.py); what a walk lacks is expanded in one
call of the engine for all positions, and where these are few, their children with them. The graph is the transposition
table. It has a fixed size; when it is full, the quarter of the positions that were searched deepest keep their bounds
and best moves, and all else is forgotten (replacement by depth, in bulk).

Sources: Knuth and Moore 1975 (alpha-beta), Reinefeld 1983 (NegaScout), Plaat, Schaeffer, Pijls and de Bruin 1996
(MTD(f)), Slate and Atkin 1977 (iterative deepening, aspiration windows), Shannon 1950 and Beal 1990 (quiescence).
"""

from __future__ import annotations

import enum
import math
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows
from ludens.search.evaluations.static import Static, TerminalOnly
from ludens.search.minimax.expand import Expanding
from ludens.search.minimax.graph import (
    MOVE,
    MOVES,
    MOVES_UNKNOWN,
    NOT_SEARCHED,
    POSITION,
    POSITIONS,
    VISITS,
    WHOLE_POSITION,
    WIDEST,
    WORTH,
    Graph,
    add_half_moves,
    add_position,
    copy_known,
    end_here,
    find_position,
    new_graph,
    set_worth,
)
from ludens.search.minimax.quiescence import piece_mask
from ludens.search.minimax.walk import ALL, CUT, PRINCIPAL, Manner, probe
from ludens.search.minimax.walk_path import Path, new_path

BATCH = 1024
"""Positions that are expanded at once."""

FEW = 512
"""With no more children than this to be made, their children are made too: a call costs the same."""

VISITS_PER_WALK = 50_000
"""Nodes that a walk visits before somebody looks at the clock."""

FEWEST = 16
"""Positions that are expanded at once however little time is left."""

PART_OF_TIME = 4
"""Expanding a batch should take no more than one in so many parts of the time that is left."""

ASPIRATION = 100
"""Half the width of the first window around the value of the depth before; it grows by WIDENING."""

WIDENING = 4

KEPT = 4
"""One in so many positions survives when the graph is full."""

FEWEST_NODES = 1 << 14
"""Room that there is at least."""

EDGES_PER_NODE = 6
"""Room for edges; transpositions make them more than nodes."""


class Method(enum.Enum):
    """How the windows of the search are driven."""

    NEGAMAX = "negamax"
    NEGASCOUT = "negascout"
    MTDF = "mtdf"


@dataclass(frozen=True, slots=True)
class Settings:
    """How a game is searched.

    ``role`` maximises its goal, all others together minimise it. ``remember``: bounds of positions are used again.
    ``certain``: what ends of the game prove counts whatever the depth; without it, values are those of plain minimax
    to the same depth even where a position can be reached in different numbers of moves. ``quiescence``: where the
    depth is used up, so many captures at most are followed, unless all positions are worth the same or the game has no
    captures that ``quiescence.piece_mask`` knows of. ``ordered``: moves that are likely to suffice are tried first;
    otherwise they are tried as they stand.
    """

    method: Method = Method.MTDF
    role: int = 0
    evaluation: Static = field(default_factory=TerminalOnly)
    memory_bytes: int = 512 << 20
    remember: bool = True
    certain: bool = True
    quiescence: int = 0
    ordered: bool = True


class OutOfBudgetError(Exception):
    """The time, or the number of positions, is used up in the middle of a depth."""


@dataclass(slots=True)
class Budget:
    """What may still be spent: time until a moment of ``perf_counter``, and positions or playouts.

    ``stopped``: set by another thread, it ends the search, too.
    """

    until: float = math.inf
    left: float = math.inf
    stopped: threading.Event | None = None

    def check(self) -> None:
        """Raises OutOfBudgetError when there is nothing left."""
        if self.left <= 0 or time.perf_counter() >= self.until or (self.stopped is not None and self.stopped.is_set()):
            raise OutOfBudgetError


@dataclass(frozen=True, slots=True)
class Deepened:
    """What a search to some depth found.

    ``value``: for the role, from 0 to 100. ``certain``: it holds at any depth. ``seconds``: since the search began;
    ``positions``: made by then, ``visits``: of nodes.
    """

    depth: int
    value: float
    certain: bool
    seconds: float
    positions: int
    visits: int


class AlphaBeta:
    """A search that deepens while it may, and keeps what it knows from one position to the next."""

    def __init__(self, engine: BatchEngine, settings: Settings | None = None) -> None:
        self.engine, self.settings = engine, settings or Settings()
        self.positions = 0
        self.playouts = 0
        self.root = 0
        self._expanding = Expanding(engine, self.settings.role)
        self._batch = BATCH if engine.batch else 1
        self._pieces = self._find_pieces()
        self.quiescence = self.settings.quiescence if len(self._pieces) else 0
        self._stamp = 0
        self._seconds = 1e-5
        self.graph = self._new_graph(engine.initial())
        self._path = new_path(16, 16, self._batch)

    def _find_pieces(self) -> NDArray[np.uint64]:
        if self.settings.quiescence < 1 or self.settings.evaluation.constant:
            return np.zeros(0, dtype=np.uint64)
        return piece_mask(self.engine)

    def start(self, row: Rows) -> None:
        """Makes a position, given as one row, the root."""
        if row.shape[1] != self.graph.states.shape[1]:
            self.graph = self._new_graph(row)
        found = find_position(self.graph, row[0], WHOLE_POSITION)
        if found < 0:
            self._make_room(1, 0)
            over, goals = self.engine.outcome(row)
            found = add_position(self.graph, row[0], WHOLE_POSITION)
            if over[0]:
                end_here(self.graph, found, int(self._expanding.worth_of(goals)[0]))
        self.root = int(found)

    def deepen(self, budget: Budget, most: int, first: int = 1) -> Iterator[Deepened]:
        """Searches ``first``, one more, … ``most`` joint moves deep, while there is budget and the value not certain.

        A first depth of more than ``most`` is ``most``.
        """
        begin = time.perf_counter()
        guess, before, visits = 0, self.positions, self.visits
        for depth in range(min(first, most), most + 1):
            try:
                guess = self.value(depth, budget, guess)
            except OutOfBudgetError:
                return
            node = self.graph.nodes[self.root]
            certain = bool(node["certain_low"] == node["certain_high"])
            seconds = time.perf_counter() - begin
            made, visited = self.positions - before, self.visits - visits
            yield Deepened(depth, goal_of(guess), certain, seconds, made, visited)
            if certain:
                return

    def value(self, depth: int, budget: Budget | None = None, guess: int = 0) -> int:
        """The value of the root, from -WORTH to WORTH, searched to a depth; a good guess saves work.

        Raises OutOfBudgetError.
        """
        budget = budget or Budget()
        if self.settings.method is Method.MTDF:
            return self._test_driver(depth, budget, guess)
        return self._aspire(depth, budget, guess)

    @property
    def visits(self) -> int:
        """Nodes visited so far, in all walks."""
        return int(self.graph.sizes[VISITS])

    def _test_driver(self, depth: int, budget: Budget, guess: int) -> int:
        """MTD(f): tests with windows of no width that close in on the value."""
        low, high = -WORTH, WORTH
        while low < high:
            bound = max(guess, low + 1)
            expected = CUT if guess >= bound else ALL
            found = self._search(depth, bound - 1, bound, expected, budget)
            guess = found[0] if found[0] >= bound else found[1]
            low, high = max(low, found[0]), min(high, found[1])
        return low

    def _aspire(self, depth: int, budget: Budget, guess: int) -> int:
        """Alpha-beta with a window around the guess, which is widened where the value lies outside."""
        below = above = ASPIRATION
        while True:
            alpha, beta = max(-WORTH - 1, guess - below), min(WORTH + 1, guess + above)
            low, high = self._search(depth, alpha, beta, PRINCIPAL, budget)
            if low == high:
                return low
            if high <= alpha:
                below *= WIDENING
            else:
                above *= WIDENING

    def _search(self, depth: int, alpha: int, beta: int, kind: int, budget: Budget) -> tuple[int, int]:
        """Bounds of the root's value that decide the window: walks and expansions in turn."""
        settings = self.settings
        manner = Manner(
            settings.method is Method.NEGASCOUT,
            settings.remember,
            settings.certain,
            settings.evaluation.constant,
            self.quiescence,
        )
        visits = VISITS_PER_WALK if settings.remember else 1 << 60
        while True:
            budget.check()
            self._make_path(depth)
            self._stamp += 1
            wanted = int(max(1, min(self._batch, budget.left, self._share(), self._affordable(budget))))
            path = self._path
            kind_here = kind if kind == PRINCIPAL or self.graph.nodes[self.root]["side"] > 0 else CUT + ALL - kind
            probe(self.graph, path, manner, self.root, depth, (alpha, beta), kind_here, self._stamp, wanted, visits)
            low, high, broken = (int(found) for found in path.answer)
            if not broken and low >= high:
                return (self._within(low),) * 2
            if not broken and (low >= beta or high <= alpha):
                return low, high
            if not path.counts.any():
                if not broken:
                    raise OutOfBudgetError  # nothing is lacking, so that looking again would not help
                visits *= 2
            self._supply(path, depth, budget)

    def _within(self, value: int) -> int:
        """A value of the root within what is certain of it.

        A bound from the evaluation at this depth may lie beyond one that ends of the game have proved since.
        """
        node = self.graph.nodes[self.root]
        if not self.settings.certain:
            return value
        return max(int(node["certain_low"]), min(int(node["certain_high"]), value))

    def _supply(self, path: Path, depth: int, budget: Budget) -> None:
        """Expands and values what a walk lacked."""
        wanted, unvalued = path.wanted[: path.counts[0]].copy(), path.unvalued[: path.counts[1]].copy()
        if len(unvalued):
            evaluation = self.settings.evaluation
            values = evaluation(self.engine, self.graph.states[unvalued])[:, self.settings.role]
            set_worth(self.graph, unvalued, np.rint((2 * values - 1) * WORTH).astype(np.int32))
            self.playouts += evaluation.cost * len(unvalued)
            budget.left -= evaluation.cost * len(unvalued)
        if not len(wanted):
            return
        few = self._expand(wanted, budget) <= FEW
        if few and depth > 2 and budget.left == math.inf and self._batch > 1:
            children = self._open_children(wanted)
            if len(children):
                self._expand(children, budget)

    def _expand(self, numbers: NDArray[np.int64], budget: Budget) -> int:
        """Expands nodes and says how many positions were made.

        Where there was no room, everything has another number now, and the next walk will ask again.
        """
        begin = time.perf_counter()
        prepared = self._expanding.prepare(self.graph, numbers)
        if self._make_room(prepared.nodes, prepared.edges):
            return BATCH
        self._expanding.finish(self.graph, prepared)
        self.positions += prepared.positions
        if len(numbers) >= FEWEST:
            self._seconds += 0.2 * ((time.perf_counter() - begin) / len(numbers) - self._seconds)
        if self.settings.evaluation.constant:
            budget.left -= prepared.positions
        return prepared.positions

    def _open_children(self, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """The nodes after these that are neither over nor expanded."""
        firsts, sizes = self.graph.nodes["first_edge"][numbers], self.graph.nodes["edges"][numbers]
        found = [self.graph.edges["child"][first : first + size] for first, size in zip(firsts, sizes, strict=True)]
        children = np.unique(np.concatenate(found)).astype(np.int64)
        nodes = self.graph.nodes[children]
        unsettled = (nodes["certain_low"] < nodes["certain_high"]) & (nodes["first_edge"] == MOVES_UNKNOWN)
        return np.asarray(children[unsettled])

    def _share(self) -> int:
        """Positions whose children are sure to take up a small part of the graph only."""
        return len(self.graph.nodes) // (8 * max(8, int(self.graph.sizes[WIDEST])))

    def _affordable(self, budget: Budget) -> float:
        """Positions that can be expanded in a part of the time that is left."""
        if budget.until == math.inf:
            return math.inf
        return max(FEWEST, (budget.until - time.perf_counter()) / (PART_OF_TIME * self._seconds))

    def _make_path(self, depth: int) -> None:
        """Room for a walk to this depth; a level for each half move, too."""
        levels, widest = self._path.scores.shape
        needed = 2 * depth + self.quiescence + 2
        if levels < needed or widest <= self.graph.sizes[WIDEST]:
            room = max(levels, needed), max(widest, 2 * int(self.graph.sizes[WIDEST]) + 1)
            self._path = new_path(*room, self._batch)

    def _new_graph(self, row: Rows) -> Graph:
        words = row.shape[1]
        size = POSITION.itemsize + 8 * words + 8 + EDGES_PER_NODE * MOVE.itemsize
        nodes = int(max(FEWEST_NODES, min((1 << 31) - 2, self.settings.memory_bytes // size)))
        graph = new_graph(nodes, EDGES_PER_NODE * nodes, words, self._expanding.moves, self._pieces)
        return graph if self.settings.ordered else graph._replace(history=np.zeros(0, dtype=np.int64))

    def _make_room(self, nodes: int, edges: int) -> bool:
        """Whether positions had to be forgotten to make room for more."""
        if self.settings.ordered:
            self.graph = self.graph._replace(history=_longer(self.graph.history, self._expanding.moves))
        graph = self.graph
        used = graph.sizes
        if used[POSITIONS] + nodes <= len(graph.nodes) and used[MOVES] + edges <= len(graph.edges):
            return False
        if nodes > len(graph.nodes) // 2 or edges > len(graph.edges) // 2:
            raise OutOfBudgetError  # one position with more moves than there is room for
        self._forget()
        return True

    def _forget(self) -> None:
        """Keeps the root and the positions that were searched deepest, without their moves."""
        old = self.graph
        depths = old.nodes["depth"][: old.sizes[POSITIONS]]
        known = np.flatnonzero(depths != NOT_SEARCHED)
        # Of 16 bits, so that NumPy sorts by digits; NOT_SEARCHED, which has no negative, is not among them.
        order = known[np.argsort(-depths[known], kind="stable")][: len(old.nodes) // KEPT]
        kept = np.unique(np.append(order, self.root)).astype(np.int64)
        root = old.states[self.root].copy()
        new = self._new_graph(old.states[:1])._replace(history=old.history)
        copy_known(old, new, kept)
        new.sizes[WIDEST], new.sizes[VISITS] = old.sizes[WIDEST], old.sizes[VISITS]
        self.graph = new
        self.root = int(find_position(new, root, WHOLE_POSITION))


def goal_of(worth: float) -> float:
    """A value from -WORTH to WORTH as a goal from 0 to 100."""
    return (worth + WORTH) * 100 / (2 * WORTH)


def _longer(array: NDArray[np.int64], size: int) -> NDArray[np.int64]:
    if size <= len(array):
        return array
    return np.concatenate([array, np.zeros(2 * size - len(array), dtype=np.int64)])


def warm_up_alphabeta(engine: BatchEngine, settings: Settings) -> None:
    """Has every kernel compiled or fetched before anybody's clock is running."""
    search = AlphaBeta(engine, replace(settings, memory_bytes=0))
    search.start(engine.initial())
    list(search.deepen(Budget(left=8), 2))
    add_half_moves(search.graph, search.root, np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.int32))
    set_worth(search.graph, np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int32))
    search._forget()
