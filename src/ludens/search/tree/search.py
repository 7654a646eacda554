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
from ludens.engine.rows import Rows
from ludens.game import Limit
from ludens.search.evaluations.static import Static
from ludens.search.tree.arrays import (
    EDGES,
    EXACT,
    JOINTS,
    MOST_VISITS,
    NODE_BITS,
    NODE_MASK,
    NODES,
    NOT_EXPANDED,
    OPEN,
    ROOT,
    Room,
    Shape,
    Tree,
    new_tree,
    room_of,
    tree_bytes,
)
from ludens.search.tree.backup import back_up, back_up_amaf, back_up_joints, learn
from ludens.search.tree.bounds import best_is_settled
from ludens.search.tree.conclusions import Conclusions
from ludens.search.tree.descend import descend
from ludens.search.tree.evaluate import Evaluated, Evaluation, RandomPlayouts
from ludens.search.tree.expand import add_children, add_node, expand, fill_hash_tables
from ludens.search.tree.lanes import AT_ROOT, BUSY, CLOSED, NEW, Lanes, new_lanes
from ludens.search.tree.policy import REGRET_MATCHING, Policy
from ludens.search.tree.reuse import copy_below, enlarged

MOST_NODES = int(NODE_MASK)
FIRST_ROOM = Room(1 << 12, 1 << 15, 1 << 8)
MOST_INFORMED = 1 << 14
MOST_JOINT_MOVES = 1 << (64 - int(NODE_BITS))
"""Of one node: that is how many numbers there are beside its own in a key."""

LANES_PER_VISIT = 8
"""A batch has at most one lane for so many that have gone down before: a young tree is not searched blindly."""


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """How a tree is searched.

    ``lanes``: of a batch. ``playouts``: from each leaf. ``depth``: no lane goes further. ``memory_bytes``: when the
    tree takes up so much, it grows no more, and its leaves are valued again and again. ``shared``: equal positions
    are one node. ``joint_means``: what joint moves are worth is counted, too. ``heuristic``: what implicit minimax
    carries up, where the policy gives it weight. ``lanes_per_visit``: a batch has at most one lane for so many that
    have gone down before.
    """

    policy: Policy = field(default_factory=Policy)
    lanes: int = 512
    playouts: int = 8
    depth: int = 512
    memory_bytes: int = 1 << 30
    shared: bool = False
    amaf: bool = False
    joint_means: bool = False
    threads: int = 1
    evaluation: Evaluation = field(default_factory=RandomPlayouts)
    heuristic: Static | None = None
    lanes_per_visit: int = LANES_PER_VISIT

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
    ``settled``, which says that the goal of one role decides that of the other, fewer values can be proven.
    """

    def __init__(
        self, engine: BatchEngine, settings: SearchSettings | None = None, seed: int = 0, *, settled: bool = False
    ) -> None:
        self.engine, self.settings, self.settled = engine, settings or SearchSettings(), settled
        self.simulations = 0
        self.deepest = 0
        self._seed, self._batches = seed, 0
        self._random = np.array([seed % (1 << 64)], dtype=np.uint64)
        self._conclusions = Conclusions(engine, self.settings.policy, self.settings.heuristic, settled)
        self._lock = threading.Lock()
        self._stopped = threading.Event()
        self._policy = self.settings.policy.for_kernels()
        self._edges_at_once = 0
        self.tree = new_tree(self._shape(engine.initial()), FIRST_ROOM)

    def start(self, row: Rows) -> None:
        """Makes a position, given as one row, the root, and keeps what is known of it from before.

        The root has its edges at once, so that its moves are known however early a search ends.
        """
        if not self._at_root(row):
            self._move_root(row)
        if self.tree.nodes["first_edge"][ROOT] == NOT_EXPANDED and not self.engine.outcome(row)[0][0]:
            self._expand(np.array([ROOT]))

    def _at_root(self, row: Rows) -> bool:
        return bool(self.tree.sizes[NODES]) and bool((self.tree.states[ROOT] == row[0]).all())

    def _move_root(self, row: Rows) -> None:
        size = int(self.tree.sizes[NODES])
        same = np.flatnonzero((self.tree.states[:size] == row).all(axis=1))
        fresh = new_tree(self._shape(row), room_of(self.tree))
        if len(same):
            copy_below(self.tree, fresh, int(same[0]))
            fill_hash_tables(fresh)
        else:
            terminal, goals = self.engine.outcome(row)
            add_node(fresh, row[0], bool(terminal[0]), goals[0])
        self.tree = fresh
        self._conclusions.begin(fresh)

    def inform(self, known: Callable[[Rows], tuple[NDArray[np.bool_], NDArray[np.int16]]]) -> None:
        """Has positions below the root judged again: which are decided after all, and their goals.

        Only as many as are quickly asked about; nodes lie nearer to the root the earlier they were made.
        """
        tree = self.tree
        size = min(int(tree.sizes[NODES]), MOST_INFORMED)
        decided, goals = known(tree.states[:size])
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
        most = self.simulations + (limit.playouts if limit.playouts is not None else MOST_VISITS)
        try:
            if self.settings.threads == 1:
                self._work(0, deadline, most)
            else:
                self._work_together(deadline, most)
        except BaseException:
            self.tree = new_tree(self._shape(self.tree.states[:1]), FIRST_ROOM)
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
        with self._lock:
            yield self.tree

    @property
    def root_is_proven(self) -> bool:
        return bool(self.tree.nodes["kind"][ROOT] == EXACT)

    @property
    def finished(self) -> bool:
        """Whether there is nothing more to find out, or no way to count it."""
        return (
            self.root_is_proven
            or best_is_settled(self.tree)
            or bool(self.tree.nodes["visits"][ROOT] > MOST_VISITS - (1 << 24))
        )

    def _work(self, number: int, deadline: float, most: int) -> None:
        settings = self.settings
        lanes = new_lanes(
            settings.lanes,
            settings.depth,
            len(self.engine.roles),
            number * settings.lanes,
            mixed=settings.policy.is_mixed,
            lent=settings.policy.lent > 0,
        )
        longest = 0.0
        while self.simulations < most and not self.finished and not self._stopped.is_set():
            begin = time.perf_counter()
            if begin + longest >= deadline and longest:
                break
            self._iterate(lanes, most, deadline)
            longest = max(0.9 * longest, time.perf_counter() - begin)

    def _iterate(self, lanes: Lanes, most: int, deadline: float) -> None:
        """One batch: selection, expansion, evaluation, backup."""
        weight = self.settings.playouts
        with self._lock:
            grown = 1 + int(self.tree.nodes["visits"][ROOT]) // (weight * self.settings.lanes_per_visit)
            batch = max(1, min(self.settings.lanes, grown, (most - self.simulations) // weight))
            seed = self._seed + self._batches
            self._batches += 1
            self.simulations += batch * weight
            self._descend(lanes, batch, weight)
            self.simulations -= weight * int((lanes.status[:batch] == BUSY).sum())
            made = np.flatnonzero(lanes.status[:batch] == NEW)
            parents = self.tree.states[lanes.leaf[made]]
            joint = self.tree.edges["move"][lanes.edges[made, lanes.depth[made] - 1]] // len(self.engine.roles)
        if len(made):
            rows, terminal, goals = self.engine.follow(parents, joint)
        else:
            rows, terminal, goals = (
                parents,
                np.zeros(0, dtype=np.bool_),
                np.zeros((0, len(self.engine.roles)), dtype=np.int16),
            )
        with self._lock:
            add_children(self.tree, lanes, made, rows, terminal, goals, batch, weight)
            leaves = lanes.leaf[:batch]
            exact, goals = self.tree.nodes["kind"][leaves] == EXACT, self.tree.exact[leaves]
            open_lanes = np.flatnonzero(~exact & (lanes.status[:batch] != BUSY))
            starts = self.tree.states[leaves[open_lanes]]
        found = None
        if len(open_lanes):
            found = self.settings.evaluation(
                self.engine, starts, weight, seed, amaf=self.settings.needs_amaf, deadline=deadline
            )
        with self._lock:
            self._back_up(lanes, goals, open_lanes, found)

    def _descend(self, lanes: Lanes, batch: int, weight: int) -> None:
        lanes.leaf[:batch], lanes.status[:batch], lanes.depth[:batch] = ROOT, AT_ROOT, 0
        room = self._make_room(batch)
        policy = self._policy
        descend(self.tree, policy, lanes, batch, weight, room, self._random)
        closed = np.flatnonzero(lanes.status[:batch] == CLOSED)
        if len(closed) and room:
            self._expand(np.unique(lanes.leaf[closed]).astype(np.int64))
            descend(self.tree, policy, lanes, batch, weight, room, self._random)

    def _expand(self, nodes: NDArray[np.int64]) -> None:
        """Gives nodes their edges, except where a role cannot move or joint moves are too many to be numbered."""
        tables = self.engine.legal(self.tree.states[nodes])
        joint = np.prod([table.sum(axis=1, dtype=np.float64) for table in tables], axis=0)
        numbered = (joint > 0) & (joint <= MOST_JOINT_MOVES)
        if not numbered.all():
            nodes, tables = nodes[numbered], [table[numbered] for table in tables]
        legal = np.concatenate(tables, axis=1)
        self._edges_at_once = int(legal.sum())
        firsts = np.cumsum([0, *(table.shape[1] for table in tables)])
        if self._ensure(edges=self._edges_at_once, moves=int(max(t.shape[1] for t in tables)) * len(tables)):
            expand(self.tree, nodes, legal, firsts)

    def _back_up(
        self, lanes: Lanes, goals: NDArray[np.int16], open_lanes: NDArray[np.int64], found: Evaluated | None
    ) -> None:
        """Enters the results of a batch: exact ``goals``, or what was ``found`` for the lanes that are open."""
        batch, weight = len(goals), self.settings.playouts
        values = goals / 100 * weight
        squares = (goals / 100) ** 2 * weight
        if found is not None:
            values[open_lanes], squares[open_lanes] = found.values, found.squares
        self.deepest = max(self.deepest, int(lanes.depth[:batch].max()))
        back_up(self.tree, lanes, batch, weight, values, squares)
        if self.settings.policy.is_mixed:
            learn(self.tree, self._policy, lanes, batch, weight, values)
        elif self.settings.needs_joint_sums:
            back_up_joints(self.tree, lanes, batch, weight, values)
        if self.settings.needs_amaf:
            played, sums = self._played(batch, open_lanes, () if found is None else found.played)
            back_up_amaf(self.tree, lanes, batch, weight, values, played, sums)
        self._conclusions.draw(self.tree, lanes, batch)

    def _played(
        self,
        batch: int,
        open_lanes: NDArray[np.int64],
        found: tuple[tuple[NDArray[np.int64], NDArray[np.float64]], ...],
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """The moves of playouts as the tree numbers them."""
        roles = len(self.engine.roles)
        most = max([len(self.tree.history), *(roles * counts.shape[1] for counts, _ in found)])
        self._ensure(moves=most)
        played, sums = np.zeros((batch, most), dtype=np.int64), np.zeros((batch, most))
        for role, (counts, totals) in enumerate(found):
            columns = slice(role, roles * counts.shape[1], roles)
            played[open_lanes, columns], sums[open_lanes, columns] = counts, totals
        return played, sums

    def _shape(self, row: Rows) -> Shape:
        roles = len(self.engine.roles)
        moves = max(1, *(len(self.engine.moves(role)) for role in range(roles))) * roles
        settings = self.settings
        return Shape(
            row.shape[1],
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

    def _make_room(self, batch: int) -> bool:
        """Room for what every thread may add next; False when the tree may take up no more memory."""
        nodes = self.settings.lanes * self.settings.threads
        return self._ensure(nodes=nodes, edges=2 * self._edges_at_once, joints=batch)

    def _ensure(self, nodes: int = 0, edges: int = 0, joints: int = 0, moves: int = 0) -> bool:
        """Makes the arrays large enough for so many more, if there is memory for it."""
        tree = self.tree
        used, room = tree.sizes, room_of(tree)
        wanted = Room(int(used[NODES]) + nodes, int(used[EDGES]) + edges, int(used[JOINTS]) + joints)
        if all(need <= size for need, size in zip(wanted, room, strict=True)) and moves <= len(tree.history):
            return True
        shape = self._shape(tree.states[:1])
        larger = Room(*(s if need <= s else max(2 * s, need) for need, s in zip(wanted, room, strict=True)))
        taken = tree_bytes(shape, larger) + 8 * shape.words * larger.nodes
        if taken > self.settings.memory_bytes or larger.nodes > MOST_NODES:
            return False
        self.tree = enlarged(tree, shape._replace(moves=max(moves, shape.moves, len(tree.history))), larger)
        return True


_warm = threading.Event()


def warm_up_tree(engine: BatchEngine) -> None:
    """Has every kernel compiled or fetched, once in a process, before anybody's clock is running."""
    if _warm.is_set():
        return
    settings = SearchSettings(Policy(REGRET_MATCHING), lanes=2, playouts=1, amaf=True, evaluation=RandomPlayouts(8))
    search = TreeSearch(engine, settings)
    search.start(engine.initial())
    search.think(Limit(playouts=16))
    back_up_joints(search.tree, new_lanes(1, 1, len(engine.roles)), 0, 1, np.zeros((1, len(engine.roles))))
    tree = search.tree
    shape = search._shape(tree.states[:1])
    search.tree = enlarged(tree, shape, Room(*(2 * size for size in room_of(tree))))
    copy_below(search.tree, new_tree(shape, room_of(search.tree)), ROOT)
    _warm.set()
