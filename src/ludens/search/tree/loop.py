"""The loop of a search: batch after batch, phase after phase, without a return to Python where the engine allows it.

A batch goes through the phases in turn. What an engine has to do is done in place if it has code that kernels can call;
otherwise, or where somebody else wants to value the leaves, ``advance`` returns, and is called again when that is done.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.engine.compiled import (
    CompiledEngine,
    CompiledSums,
    follow,
    legal,
    playouts,
    playouts_with_moves,
    worth_of_sums,
)
from ludens.engine.kernels.bits import Whole
from ludens.engine.kernels.compiling import bare_kernel, bare_part
from ludens.engine.kernels.mutex import Handle, release, take
from ludens.engine.kernels.random_stream import Random
from ludens.search.minimax.depth_first.solved_table import SolvedTable, end_solved
from ludens.search.tree.arrays import EDGES, EXACT, JOINTS, MOST_VISITS, NODES, ROOT, Tree, is_hashed
from ludens.search.tree.backup import back_up, back_up_amaf, back_up_joints, learn
from ludens.search.tree.bounds import best_is_settled, tighten
from ludens.search.tree.descend import descend
from ludens.search.tree.expand import add_children, count_edges, expand
from ludens.search.tree.lanes import AT_ROOT, BUSY, NO_STEP, Lanes
from ludens.search.tree.leaves import Leaves, list_closed, list_made, list_open
from ludens.search.tree.policy import NOT_MIXED, KernelPolicy
from ludens.search.tree.proof_numbers import update_proof_numbers
from ludens.search.tree.virtual_loss import give_all_back

BEGIN, SELECT, LEGAL, EXPAND, FOLLOW, JUDGE, PLACE, EVALUATE, BACK_UP, CONCLUDE, END = range(11)
"""The phases. When ``advance`` returns LEGAL, FOLLOW, JUDGE, EVALUATE or CONCLUDE, who called it does that, and then
sets the next phase. To JUDGE is to ask somebody which of the new positions are over after all. To CONCLUDE is to have
new nodes evaluated for implicit minimax, and to carry that up."""

DONE, NEEDS_ROOM, NEEDS_EDGES, REPLACED = 11, 12, 13, 14
"""What else it may return: the batches are done; the tree must be enlarged, or may not grow: then ``full`` is set;
another thread has enlarged the tree, so that its arrays are others now."""

LANES_PER_VISIT = 8
"""A batch has at most one lane for so many that have gone down before: a young tree is not searched blindly."""

LAST_VISITS = MOST_VISITS - (1 << 24)
"""Where the root has more, visits can be counted no further."""

(
    PHASE,
    LEFT,
    BATCH,
    LISTED_NODES,
    MADE,
    OPEN_LANES,
    EDGES_WANTED,
    ROOM,
    FULL,
    NODES_AHEAD,
    MOST,
    SEED,
    WEIGHT,
    LIMIT,
    VALUES,
    CERTAIN,
    VISITS_PER_LANE,
    JUDGED,
    BATCHES_LEFT,
) = range(19)
"""Places in ``progress``, which each thread has for itself: the phase; batches left to do in this call; lanes of the
batch, and how many are listed of what; edges that would be made; whether there is room for new nodes; whether the tree
may not grow; nodes that must have room before a batch; simulations at most; the seed of this batch. Then what does not
change: playouts from a leaf, their step limit, whether leaves are valued within the loop, whether values are proven,
LANES_PER_VISIT or what was chosen in its place, and whether somebody judges new positions. Last, how many batches may
be valued within the loop before somebody is asked."""

Progress = NDArray[np.int64]

SIMULATIONS, BATCHES, DEEPEST, REPLACEMENTS = range(4)
"""Places in ``counts``, which all threads share: simulations and batches so far, the deepest lane, and how often the
tree has got other arrays."""

Counts = NDArray[np.int64]


@bare_kernel
def advance(
    tree: Tree,
    policy: KernelPolicy,
    lanes: Lanes,
    leaves: Leaves,
    engine: CompiledEngine,
    player: CompiledEngine,
    sums: CompiledSums,
    solved: SolvedTable,
    progress: Progress,
    counts: Counts,
    mutex: Handle,
    seed: np.uint64,
    unfinished: float,
    part: float,
    goal_sum: NDArray[np.int16],
    aims: NDArray[np.int16],
    random: Random,
) -> Whole:
    """Runs phases until something has to be done elsewhere, or all batches are done. Returns what it is.

    ``player`` and ``sums`` value leaves, for what each counts see ``_value_leaves``; ``solved`` judges positions. Who
    calls has locked ``mutex``, which guards the tree; it is released while leaves are valued.
    """
    compiled = len(engine.addresses) > 0
    weight, replacements = progress[WEIGHT], counts[REPLACEMENTS]
    while True:
        batch, phase = progress[BATCH], progress[PHASE]
        if phase == BEGIN:
            if progress[LEFT] == 0 or _finished(tree, progress, counts):
                return DONE
            batch = _size_of_batch(tree, lanes, progress, counts)
            progress[ROOM] = _has_room(tree, progress, batch)
            if not progress[ROOM] and not progress[FULL]:
                return NEEDS_ROOM
            _begin(lanes, progress, counts, batch)
            progress[PHASE] = SELECT
        elif phase == SELECT:
            descend(tree, policy, lanes, batch, weight, progress[ROOM] != 0, random)
            again = progress[LISTED_NODES] > 0 or not progress[ROOM]
            progress[LISTED_NODES] = 0 if again else list_closed(tree, lanes, leaves, batch)
            progress[PHASE] = LEGAL if progress[LISTED_NODES] else FOLLOW
        elif phase == LEGAL:
            if not compiled:
                return LEGAL
            legal(engine, leaves.rows, progress[LISTED_NODES], leaves.legal)
            progress[PHASE] = EXPAND
        elif phase == EXPAND:
            progress[EDGES_WANTED] = count_edges(leaves.legal, engine.moves, progress[LISTED_NODES])
            fits = tree.sizes[EDGES] + progress[EDGES_WANTED] <= len(tree.edges)
            if not fits and not progress[FULL]:
                return NEEDS_EDGES
            expand(tree, leaves.nodes, leaves.legal, engine.moves, progress[LISTED_NODES], fits)
            progress[PHASE] = SELECT if fits else FOLLOW
        elif phase == FOLLOW:
            progress[MADE] = list_made(tree, lanes, leaves, batch)
            if progress[MADE] and not compiled:
                return FOLLOW
            if progress[MADE]:
                follow(engine, leaves.rows, leaves.moves, progress[MADE], leaves.following, leaves.over, leaves.goals)
            progress[PHASE] = JUDGE if progress[MADE] and progress[JUDGED] else PLACE
        elif phase == JUDGE:
            if not _has_judged(solved, leaves, progress):
                return JUDGE
        elif phase == PLACE:
            add_children(
                tree, lanes, leaves.made[: progress[MADE]], leaves.following, leaves.over, leaves.goals, batch, weight
            )
            progress[OPEN_LANES] = list_open(tree, lanes, leaves, batch, weight)
            progress[PHASE] = EVALUATE if progress[OPEN_LANES] else BACK_UP
        elif phase == EVALUATE:
            if not progress[VALUES] or progress[BATCHES_LEFT] == 0:
                return EVALUATE
            _value_leaves(leaves, player, sums, progress, mutex, seed, unfinished, part)
            if counts[REPLACEMENTS] != replacements:
                return REPLACED
        elif phase == BACK_UP:
            _back_up(tree, policy, lanes, leaves, progress, counts, goal_sum, aims)
            progress[PHASE] = CONCLUDE if len(tree.minimax) else END
        elif phase == CONCLUDE:
            return CONCLUDE
        else:
            progress[LEFT] -= 1
            progress[PHASE] = BEGIN


@bare_part
def _has_judged(solved: SolvedTable, leaves: Leaves, progress: Progress) -> bool:
    """Whether there is a table that tells which of the new positions are over after all; then it was asked."""
    if len(solved.table) == 0:
        return False
    end_solved(solved, leaves.following, progress[MADE], leaves.over, leaves.goals)
    progress[PHASE] = PLACE
    return True


@bare_part
def _value_leaves(
    leaves: Leaves,
    player: CompiledEngine,
    sums: CompiledSums,
    progress: Progress,
    mutex: Handle,
    seed: np.uint64,
    unfinished: float,
    part: float,
) -> None:
    """Values the leaves that are listed: by games, which count for ``part``, and by sums, which count for the rest.

    The tree is not touched, so other threads may have it meanwhile.
    """
    release(mutex)
    if part > 0.0:
        _play(leaves, player, progress, seed, unfinished)
    if len(sums.addresses):
        _look_up(leaves, sums, progress, part)
    take(mutex)
    progress[BATCHES_LEFT] -= 1
    progress[PHASE] = BACK_UP


@bare_part
def _look_up(leaves: Leaves, sums: CompiledSums, progress: Progress, part: float) -> None:
    n, weight, found = progress[OPEN_LANES], progress[WEIGHT], leaves.found
    worth_of_sums(sums, leaves.rows, n, found)
    for number in range(n):
        lane = leaves.open[number]
        for role in range(len(sums.fields)):
            rest = (1.0 - part) * found[number, role]
            value, square = weight * rest, weight * (rest * rest)
            if part > 0.0:
                played = leaves.values[lane, role]
                value = part * played + value
                square = part * part * leaves.squares[lane, role] + 2 * part * rest * played + square
            leaves.values[lane, role], leaves.squares[lane, role] = value, square


@bare_part
def _play(leaves: Leaves, engine: CompiledEngine, progress: Progress, seed: np.uint64, unfinished: float) -> None:
    n, games, limit = progress[OPEN_LANES], progress[WEIGHT], progress[LIMIT]
    start = seed + np.uint64(progress[SEED])
    found, squares = leaves.found, leaves.found_squares
    if len(leaves.played):
        playouts_with_moves(
            engine, leaves.rows, n, games, start, limit, found, squares, leaves.played, leaves.gained, leaves.open
        )
    else:
        playouts(engine, leaves.rows, n, games, start, limit, found, squares)
    roles = found.shape[1] - 1
    for number in range(n):
        lane, cut = leaves.open[number], games - found[number, roles]
        for role in range(roles):
            leaves.values[lane, role] = found[number, role] / 100.0 + cut * unfinished
            leaves.squares[lane, role] = squares[number, role] / 10000.0 + cut * (unfinished * unfinished)


@bare_part
def _finished(tree: Tree, progress: Progress, counts: Counts) -> bool:
    root = tree.nodes[ROOT]
    settled = root["kind"] == EXACT or best_is_settled(tree)
    return bool(settled or counts[SIMULATIONS] >= progress[MOST] or root["visits"] > LAST_VISITS)


@bare_part
def _size_of_batch(tree: Tree, lanes: Lanes, progress: Progress, counts: Counts) -> Whole:
    weight = progress[WEIGHT]
    grown = 1 + np.int64(tree.nodes[ROOT]["visits"]) // (weight * progress[VISITS_PER_LANE])
    left = (progress[MOST] - counts[SIMULATIONS]) // weight
    return np.int64(max(1, min(len(lanes.leaf), grown, left)))


@bare_part
def _has_room(tree: Tree, progress: Progress, batch: Whole) -> bool:
    """Whether there is room for what every thread may add in a batch."""
    nodes = tree.sizes[NODES] + progress[NODES_AHEAD]
    return bool(nodes <= len(tree.nodes) and is_hashed(tree, nodes) and tree.sizes[JOINTS] + batch <= len(tree.joints))


@bare_part
def _begin(lanes: Lanes, progress: Progress, counts: Counts, batch: Whole) -> None:
    """Puts the lanes of a batch at the root."""
    progress[BATCH], progress[SEED], progress[LISTED_NODES] = batch, counts[BATCHES], 0
    counts[BATCHES] += 1
    counts[SIMULATIONS] += batch * progress[WEIGHT]
    lanes.used[0] = 0
    for lane in range(batch):
        lanes.leaf[lane], lanes.status[lane], lanes.depth[lane], lanes.step[lane] = ROOT, AT_ROOT, 0, NO_STEP


@bare_part
def _back_up(
    tree: Tree,
    policy: KernelPolicy,
    lanes: Lanes,
    leaves: Leaves,
    progress: Progress,
    counts: Counts,
    goal_sum: NDArray[np.int16],
    aims: NDArray[np.int16],
) -> None:
    """Enters the results of a batch, and draws what is certain from them."""
    batch, weight, values = progress[BATCH], progress[WEIGHT], leaves.values
    for lane in range(batch):
        if lanes.status[lane] == BUSY:
            counts[SIMULATIONS] -= weight
        counts[DEEPEST] = max(counts[DEEPEST], np.int64(lanes.depth[lane]))
    if len(lanes.loans):
        give_all_back(tree, lanes)
    back_up(tree, lanes, batch, weight, values, leaves.squares)
    if policy.mixed != NOT_MIXED:
        learn(tree, policy, lanes, batch, weight, values)
    elif len(tree.joint_sums):
        back_up_joints(tree, lanes, batch, weight, values)
    if len(leaves.played):
        back_up_amaf(tree, lanes, batch, weight, values, leaves.played, leaves.gained)
    if progress[CERTAIN]:
        tighten(tree, lanes, batch, goal_sum)
    if len(tree.proofs):
        update_proof_numbers(tree, lanes, batch, aims)
