"""Monte Carlo tree search on many leaves at once (MCTS: Coulom 2006; Kocsis and Szepesvári 2006).

One iteration sends a batch of lanes down the tree, makes the positions they come to in one engine call, values them in
another and carries the sums up. With one lane and one playout it is the textbook algorithm.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import BatchEngine
from ludens.engine.kernels.mutex import Handle, Mutex, no_mutex
from ludens.engine.rows import Rows
from ludens.game import Limit
from ludens.search.evaluations.static import Static
from ludens.search.tree.adaptation.tuner import Tuner
from ludens.search.tree.advice import Adviser
from ludens.search.tree.arrays import (
    EDGES,
    EXACT,
    JOINTS,
    MOST_VISITS,
    NODE_MASK,
    NODES,
    NOT_EXPANDED,
    OPEN,
    ROOT,
    Room,
    Shape,
    Tree,
    is_hashed,
    new_tree,
    room_of,
    tree_bytes,
)
from ludens.search.tree.bounds import best_is_settled
from ludens.search.tree.conclusions import Conclusions
from ludens.search.tree.evaluate import Evaluation, RandomPlayouts
from ludens.search.tree.expand import add_node, count_edges, expand, fill_joint_slots, fill_state_slots
from ludens.search.tree.loop import BATCHES, DEEPEST, LANES_PER_VISIT, LAST_VISITS, REPLACEMENTS, SIMULATIONS
from ludens.search.tree.policy import REGRET_MATCHING, Policy
from ludens.search.tree.positions import find_position, position_bytes, rows_of
from ludens.search.tree.priors import ExpectsOfMoves, plant
from ludens.search.tree.reuse import copy_below, enlarged, with_larger_hash_table
from ludens.search.tree.under_way import UnderWay
from ludens.search.tree.worker import legal_bits

MOST_NODES = int(NODE_MASK)
FIRST_ROOM = Room(1 << 12, 1 << 15, 1 << 8)
MOST_INFORMED = 1 << 14
MOST_BATCHES = 16
AT_ONCE_SECONDS = 0.015
"""How many batches, or for how long, a thread searches before it looks at the clock and at what it has been told."""


Judge = Callable[[Rows, NDArray[np.bool_], NDArray[np.int16]], tuple[NDArray[np.bool_], NDArray[np.int16]]]
"""Whether positions are over, and their goals, given what the rules say of them."""


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """How a tree is searched.

    ``lanes``: of a batch. ``playouts``: from each leaf. ``depth``: no lane goes further; a power of two
    would have lanes get into each other's way in the processor's cache. ``memory_bytes``: when the
    tree takes up so much, it grows no more, and its leaves are valued again and again. ``shared``: equal positions
    are one node. ``joint_means``: what joint moves are worth is counted, too. ``heuristic``: what implicit minimax
    carries up, where the policy gives it weight. ``lanes_per_visit``: a batch has at most one lane for so many that
    have gone down before. ``leaves``: a limit in playouts is to be enough for so many, with fewer playouts from each.
    """

    policy: Policy = field(default_factory=Policy)
    lanes: int = 512
    playouts: int = 8
    depth: int = 509
    memory_bytes: int = 1 << 30
    shared: bool = False
    amaf: bool = False
    joint_means: bool = False
    threads: int = 1
    evaluation: Evaluation = field(default_factory=RandomPlayouts)
    heuristic: Static | None = None
    lanes_per_visit: int = LANES_PER_VISIT
    leaves: int = 1

    def playouts_within(self, limit: int | None) -> int:
        """Playouts from each leaf where so many are made in all: as usual, or the largest power of two that is left."""
        each = self.playouts if limit is None else limit // self.leaves
        return self.playouts if each >= self.playouts else 1 << max(0, each.bit_length() - 1)

    @property
    def needs_amaf(self) -> bool:
        """Whether the moves of playouts are counted."""
        return self.amaf or self.policy.selection.amaf

    @property
    def needs_joint_sums(self) -> bool:
        """Whether the values of joint moves are counted."""
        return self.joint_means or self.policy.selection.joint_sums


class TreeSearch:
    """A tree that grows while it is told to think, and goes along with the game.

    The same seed and numbers of playouts give the same tree, unless it is searched by several threads. Unless
    ``settled``, which says that the goal of one role decides that of the other, fewer values can be proven. ``judge``
    is asked of every position that is made whether it is over after all. ``tuner`` chooses policy and evaluation anew
    while the tree is searched. ``adviser`` is shown the most visited nodes.
    """

    def __init__(
        self,
        engine: BatchEngine,
        settings: SearchSettings | None = None,
        seed: int = 0,
        *,
        settled: bool = False,
        judge: Judge | None = None,
        tuner: Tuner | None = None,
        adviser: Adviser | None = None,
    ) -> None:
        self.engine, self.settings, self.settled = engine, settings or SearchSettings(), settled
        self.judge, self.tuner, self.adviser, self.playouts = judge, tuner, adviser, self.settings.playouts
        self.seed, self.counts = seed, np.zeros(REPLACEMENTS + 1, dtype=np.int64)
        self.random = np.array([seed % (1 << 64)], dtype=np.uint64)
        self.conclusions = Conclusions(engine, self.settings.heuristic, settled)
        self.lock, self.mutex = _lock(self.settings.threads)
        self._stopped = threading.Event()
        self.policy, self.evaluation = self.settings.policy.for_kernels(), self.settings.evaluation
        self._position_bytes = position_bytes(engine)
        self.tree = new_tree(self._shape(), FIRST_ROOM)

    def start(self, row: Rows) -> None:
        """Makes a position, given as one row, the root, and keeps what is known of it from before.

        The root has its edges at once, so that its moves are known however early a search ends.
        """
        if not self._at_root(row):
            self._move_root(row)
        if self.tree.nodes["first_edge"][ROOT] == NOT_EXPANDED and not self.engine.outcome(row)[0][0]:
            self._expand_root()

    def _expand_root(self) -> None:
        if isinstance(self.evaluation, ExpectsOfMoves):
            plant(self, np.array([ROOT]), self.evaluation.expected(rows_of(self.tree, slice(1))))
            return
        bits, spans = legal_bits(self.engine, rows_of(self.tree, slice(1)))
        wanted = int(count_edges(bits, spans, 1))
        fits = self.ensure(edges=wanted, moves=int(spans[:, 1].max()) * len(spans))
        expand(self.tree, np.array([ROOT]), bits, spans, 1, fits)

    def _at_root(self, row: Rows) -> bool:
        return bool(self.tree.sizes[NODES]) and bool(len(find_position(self.tree, row, 1)))

    def _move_root(self, row: Rows) -> None:
        same = find_position(self.tree, row, int(self.tree.sizes[NODES]))
        fresh = new_tree(self._shape(), room_of(self.tree), len(self.tree.state_slots) // 2)
        if len(same):
            copy_below(self.tree, fresh, int(same[0]))
            fill_state_slots(fresh)
            fill_joint_slots(fresh)
        else:
            terminal, goals = self.engine.outcome(row)
            add_node(fresh, row[0], bool(terminal[0]), goals[0])
        if self.adviser is not None:
            self.adviser.tree_has_changed(self.tree, fresh)
        self.tree = fresh
        self.conclusions.begin(fresh)
        if self.tuner is not None:
            self.tuner.root_has_moved()

    def inform(self, known: Callable[[Rows], tuple[NDArray[np.bool_], NDArray[np.int16]]]) -> None:
        """Has positions below the root judged again: which are decided after all, and their goals.

        Only as many as are quickly asked about; nodes lie nearer to the root the earlier they were made.
        """
        tree = self.tree
        size = min(int(tree.sizes[NODES]), MOST_INFORMED)
        decided, goals = known(rows_of(tree, slice(size)))
        places = np.flatnonzero(decided & (tree.nodes["kind"][:size] != EXACT))
        places = places[places != ROOT]
        tree.nodes["kind"][places] = EXACT
        tree.exact[places] = goals[places]

    def open_root(self) -> None:
        """Has the root searched even where its value is known, for the sake of its moves."""
        self.tree.nodes["kind"][ROOT], self.tree.exact[ROOT] = OPEN, 0

    def think(self, limit: Limit) -> None:
        """Searches until a limit is reached, the root is proven, its visits can be counted no further, or ``stop``.

        Where something goes wrong, in whichever thread, that is raised, and the tree is empty until the next ``start``:
        lanes may have been on their way through it.
        """
        self._stopped.clear()
        deadline = np.inf if limit.seconds is None else time.perf_counter() + limit.seconds
        self.playouts = self.settings.playouts_within(limit.playouts)
        most = self.simulations + (limit.playouts if limit.playouts is not None else MOST_VISITS)
        if self.tuner is not None:
            self.tuner.begin()
        try:
            if self.adviser is not None:
                self.adviser.begin(self)
            if self.settings.threads == 1:
                self._work(0, deadline, most)
            else:
                self._work_together(deadline, most)
        except BaseException:
            self.tree = new_tree(self._shape(), FIRST_ROOM)
            if self.adviser is not None:
                self.adviser.forget()
            raise

    def _work_together(self, deadline: float, most: int) -> None:
        failures: list[BaseException] = []

        def work(number: int) -> None:
            try:
                self._work(number, deadline, most)
            except BaseException as error:
                failures.append(error)
                self.stop()

        workers = [threading.Thread(target=work, args=(number,)) for number in range(self.settings.threads)]
        try:
            for worker in workers:
                worker.start()
            for worker in workers:
                worker.join()
        finally:
            self.stop()
            for worker in workers:
                if worker.ident is not None:
                    worker.join()
        if failures:
            raise failures[0]

    def stop(self) -> None:
        """Makes ``think``, which runs in another thread, return soon."""
        self._stopped.set()

    @contextlib.contextmanager
    def looking(self) -> Iterator[Tree]:
        """Gives the tree to another thread that wants to look at it, and keeps it as it is meanwhile."""
        with self.lock:
            yield self.tree

    @property
    def simulations(self) -> int:
        """Playouts from leaves so far."""
        return int(self.counts[SIMULATIONS])

    @property
    def batches(self) -> int:
        """Batches of lanes so far."""
        return int(self.counts[BATCHES])

    @property
    def deepest(self) -> int:
        """How far the deepest lane has gone."""
        return int(self.counts[DEEPEST])

    @property
    def root_is_proven(self) -> bool:
        return bool(self.tree.nodes["kind"][ROOT] == EXACT)

    @property
    def finished(self) -> bool:
        """Whether there is nothing more to find out, or no way to count it."""
        proven = self.root_is_proven or bool(best_is_settled(self.tree))
        return proven or bool(self.tree.nodes["visits"][ROOT] > LAST_VISITS)

    def _work(self, number: int, deadline: float, most: int) -> None:
        """Searches, a few batches at a time. That the tree was enlarged says nothing of how long the next ones take."""
        worker = UnderWay(self, number, deadline, most)
        longest, batches, tuned = 0.0, 1, self.simulations
        while (self.simulations < most or worker.waiting) and not self.finished and not self._stopped.is_set():
            begin, enlarging = time.perf_counter(), worker.enlarging_seconds
            if begin + worker.together * longest >= deadline and longest:
                break
            if self.tuner is not None:
                batches = 1
                if number == 0 and self.simulations >= tuned:
                    tuned = self._tune(self.tuner)
            worker.run(batches)
            spent = time.perf_counter() - begin - (worker.enlarging_seconds - enlarging)
            longest = max(0.9 * longest, spent / batches)
            if self.adviser is not None and number == 0:
                with self.lock:
                    self.adviser.advise(self, None if np.isinf(deadline) else spent, deadline)
            left = min(AT_ONCE_SECONDS, deadline - time.perf_counter())
            batches = max(1, min(MOST_BATCHES, int(left / longest))) if longest else 1
            if self.adviser is not None and np.isinf(deadline):
                batches = 1  # when he is asked must not depend on time
        worker.finish()
        if self.tuner is not None and number == 0:
            with self.lock:
                self.tuner.credit(self.tree)

    def _tune(self, tuner: Tuner) -> int:
        """Has policy and evaluation chosen; they stay until so many simulations are made, as many as a full batch."""
        with self.lock:
            self.policy, self.evaluation = tuner.next(self.tree)
        return self.simulations + self.settings.lanes * self.playouts

    def _shape(self) -> Shape:
        roles = len(self.engine.roles)
        moves = max(1, *(len(self.engine.moves(role)) for role in range(roles))) * roles
        settings = self.settings
        return Shape(
            self._position_bytes,
            roles,
            moves,
            variance=settings.policy.selection.variance,
            amaf=settings.needs_amaf,
            shared=settings.shared,
            mixed=settings.policy.is_mixed,
            joint_sums=settings.needs_joint_sums,
            proofs=settings.policy.needs_proofs,
            minimax=settings.policy.minimax > 0,
        )

    def ensure(self, nodes: int = 0, edges: int = 0, joints: int = 0, moves: int = 0) -> bool:
        """Makes the arrays large enough for so many more, if there is memory for it."""
        tree = self.tree
        used, room = tree.sizes, room_of(tree)
        wanted = Room(int(used[NODES]) + nodes, int(used[EDGES]) + edges, int(used[JOINTS]) + joints)
        shape = self._shape()
        if any(need > size for need, size in zip(wanted, room, strict=True)) or moves > len(tree.history):
            larger = self._larger(shape, room, wanted)
            if larger is None:
                return False
            tree = enlarged(tree, shape._replace(moves=max(moves, shape.moves, len(tree.history))), larger)
        if not is_hashed(tree, wanted.nodes):
            tree = with_larger_hash_table(tree, wanted.nodes)
        self.counts[REPLACEMENTS] += tree is not self.tree
        self.tree = tree
        return True

    def _larger(self, shape: Shape, room: Room, wanted: Room) -> Room | None:
        """Room for what is wanted and much more, as far as there is memory: copying takes time, empty room nothing."""
        for factor in (8, 4, 2):
            nodes, edges = (
                size if need <= size else max(factor * size, need)
                for need, size in zip(wanted[:2], room[:2], strict=True)
            )
            larger = Room(nodes, edges, room.joints if wanted.joints <= room.joints else 2 * wanted.joints)
            if tree_bytes(shape, larger) <= self.settings.memory_bytes and larger.nodes <= MOST_NODES:
                return larger
        return None


def _lock(threads: int) -> tuple[threading.Lock | Mutex, Handle]:
    """A lock on the tree, and what of it is for compiled code, which lets other threads in while leaves are valued."""
    if threads == 1:
        return threading.Lock(), no_mutex()
    mutex = Mutex()
    return mutex, mutex.handle


_warm = threading.Event()


def warm_up_tree(engine: BatchEngine) -> None:
    """Has every kernel compiled or fetched, once in a process, before anybody's clock is running."""
    if _warm.is_set():
        return
    settings = SearchSettings(Policy(REGRET_MATCHING), lanes=2, playouts=1, amaf=True, evaluation=RandomPlayouts(8))
    search = TreeSearch(engine, settings)
    search.start(engine.initial())
    search.think(Limit(playouts=16))
    tree = search.tree
    shape = search._shape()
    search.tree = enlarged(tree, shape, Room(*(2 * size for size in room_of(tree))))
    copy_below(search.tree, new_tree(shape, room_of(search.tree)), ROOT)
    _warm.set()
