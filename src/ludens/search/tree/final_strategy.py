"""With which chances a role moves at the root of a tree, where several roles choose at once."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import BatchEngine
from ludens.game import Move
from ludens.search.matrix.game import solve
from ludens.search.tree.arrays import NO_CHILD, NODE_BITS, ROOT, SEVERAL, Tree, moves_of_edges
from ludens.search.tree.evaluate import Evaluation
from ludens.search.tree.joint_children import first_joint
from ludens.search.tree.positions import rows_of
from ludens.search.tree.report import FinalChoice, edges_of

PLAYOUTS = 64
"""From the position after a joint move that nobody has made."""


def root_strategy(
    tree: Tree, engine: BatchEngine, role: int, choice: FinalChoice, evaluation: Evaluation, *, threshold: float = 0.0
) -> dict[Move, float] | None:
    """The chance of each of the role's moves; None where chance is not wanted, or only one role has a choice.

    Joint moves that an equilibrium needs, but nobody has made, are valued by the evaluation. Moves whose chance is less
    than ``threshold`` times the largest are not made (Ganzfried, Sandholm and Waugh 2012).
    """
    if choice not in (FinalChoice.MIXED, FinalChoice.EQUILIBRIUM) or tree.nodes[ROOT]["mover"] != SEVERAL:
        return None
    edges = edges_of(tree, ROOT, role)
    if choice is FinalChoice.EQUILIBRIUM:
        weights = solve(joint_means(tree, engine, role, evaluation)).row
    else:
        weights = learnt(tree, edges)
    if weights.max() <= 0:
        weights = np.ones(len(edges))
    kept = np.where(weights >= threshold * weights.max(), weights, 0.0)
    chances = kept / kept.sum()
    names, roles = engine.moves(role), len(engine.roles)
    moves = (names[int(move) // roles] for move in moves_of_edges(tree, edges))
    return dict(zip(moves, chances.tolist(), strict=True))


def learnt(tree: Tree, edges: NDArray[np.int64]) -> NDArray[np.float64]:
    """The sums of chances that the tree has learnt, or else the visits of edges."""
    return np.asarray(
        tree.mixed["average"][edges] if len(tree.mixed) else tree.edges["visits"][edges], dtype=np.float64
    )


def joint_means(tree: Tree, engine: BatchEngine, role: int, evaluation: Evaluation) -> NDArray[np.float64]:
    """What each joint move of two roles at the root was worth to the role on average, its own moves by row."""
    sums = np.zeros((*tree.counts[ROOT], 3))
    entry = int(first_joint(tree, ROOT))
    while entry != NO_CHILD:
        number = int(tree.joints[entry]["key"]) >> int(NODE_BITS)
        sums[divmod(number, int(tree.counts[ROOT, 1]))] = tree.joint_sums[entry]
        entry = int(tree.joints[entry]["next"])
    counts = sums[..., 2]
    means = sums[..., role] / np.maximum(1.0, counts)
    if (counts == 0).any():
        means[counts == 0] = _valued(tree, engine, np.argwhere(counts == 0), evaluation)[:, role]
    return np.asarray(means if role == 0 else means.T)


def _valued(tree: Tree, engine: BatchEngine, places: NDArray[np.int64], evaluation: Evaluation) -> NDArray[np.float64]:
    """What joint moves, given by the places of their edges, are worth: (joint moves, roles)."""
    edges = places + np.array([edges_of(tree, ROOT, role)[0] for role in (0, 1)])
    joint = moves_of_edges(tree, edges) // 2
    rows = engine.step(np.repeat(rows_of(tree, slice(1)), len(joint), axis=0), joint)
    over, goals = engine.outcome(rows)
    values = np.maximum(goals, 0) / 100
    if not over.all():
        found = evaluation(engine, rows[~over], PLAYOUTS, 0, amaf=False, deadline=math.inf)
        values[~over] = found.values / PLAYOUTS
    return np.asarray(values)
