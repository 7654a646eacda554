"""Lanes that have come to a node together, shared out among its edges as if each had chosen after the other.

Each counts those before it as losses, so the score of an edge falls with every lane that takes it, and that of no other
edge changes. Who takes what is then known without choosing one by one: of all the scores that the edges run through as
they fall, lanes take the highest.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.bits import Whole
from ludens.engine.kernels.compiling import bare_part
from ludens.engine.kernels.random_stream import Random, random_word
from ludens.search.tree.arrays import OPEN, Tree, kind_of_edge
from ludens.search.tree.bounds import TOP
from ludens.search.tree.policies.selection import EXPLORATION, INVERSE_ROOTS, root_log
from ludens.search.tree.policy import DRAWN, KernelPolicy
from ludens.search.tree.select import Earlier, here_of, score_of_edge, secure_at, ucb1_of
from ludens.search.tree.totals import total_of

BLOCK = 16
"""The highest of many scores is looked for in the block of so many that has it, since only one changes at a time."""

FEW = 4
"""Lanes that are counted one by one rather than all at once, as they are at nodes whose scores are in a table."""


@bare_part
def share_out(
    tree: Tree,
    policy: KernelPolicy,
    node: Whole,
    role: Whole,
    first: Whole,
    lanes: Whole,
    weight: Whole,
    shares: NDArray[np.int32],
    scores: NDArray[np.float64],
    random: Random,
) -> None:
    """Writes how many of several lanes take each edge by plain UCB1, when each counts those before it as losses.

    All of them have been counted at the node. ``scores`` (2, edges) is room for the scores, those of the edges from a
    random place on first, and for the highest of each block of them.
    """
    count, visits = np.int64(tree.counts[node, role]), np.int64(max(1, tree.nodes[node]["visits"]))
    offset = np.int64(((random_word(random) >> np.uint64(32)) * np.uint64(count)) >> np.uint64(32))
    secure, urgency = secure_at(tree, node, role), policy.urgency
    exploration = policy.parameters[EXPLORATION] * root_log(visits)
    given, blocks = np.int64(0), (count - 1) // BLOCK + 1
    for turn in range(count):
        place = _place(turn, offset, count)
        own = np.int64(tree.edges[np.uint64(first + place)]["visits"])
        while True:
            score = ucb1_of(tree, role, first + place, own, secure, exploration, urgency)
            if score < math.inf or given == lanes:
                break
            shares[place], given, own = 1, given + 1, own + weight
        scores[0, turn] = score
        if turn % BLOCK == 0 or score > scores[1, turn // BLOCK]:
            scores[1, turn // BLOCK] = score
    while given < lanes:
        block, other = _two_highest(scores[1], np.int64(0), blocks)
        best, beside = _two_highest(scores[0], block * BLOCK, min(count, (block + 1) * BLOCK))
        place = _place(best, offset, count)
        own = np.int64(tree.edges[first + place]["visits"]) + shares[place] * weight
        rival = max(beside, other)
        taken: Whole = np.int64(1)
        while True:
            shares[place] += taken
            given, own = given + taken, own + taken * weight
            score = ucb1_of(tree, role, first + place, own, secure, exploration, urgency)
            if given == lanes or score <= rival:
                break
            taken = _certain_to_follow(tree, first + place, own, rival, exploration, weight, lanes - given)
        scores[0, best], scores[1, block] = score, max(score, beside)


@bare_part
def _place(turn: Whole, offset: Whole, count: Whole) -> Whole:
    """The edge whose turn it is, when they are gone through from a random place on."""
    return offset + turn if offset + turn < count else offset + turn - count


@bare_part
def scores_stay(tree: Tree, policy: KernelPolicy, node: Whole, role: Whole) -> bool:
    """Whether a lane that takes an edge changes the score of no other edge at the node, and chance of none."""
    return bool(not DRAWN[policy.score] and policy.reduction < 0.0 and secure_at(tree, node, role) < TOP)


@bare_part
def share_out_by_scores(
    tree: Tree,
    policy: KernelPolicy,
    node: Whole,
    earlier: Earlier,
    role: Whole,
    first: Whole,
    lanes: Whole,
    weight: Whole,
    shares: NDArray[np.int32],
    scores: NDArray[np.float64],
    random: Random,
) -> None:
    """The same by any policy, where ``scores_stay``: all edges are scored once, then the one that was taken last."""
    count, visits = np.int64(tree.counts[node, role]), np.int64(max(1, tree.nodes[node]["visits"]))
    offset = np.int64(((random_word(random) >> np.uint64(32)) * np.uint64(count)) >> np.uint64(32))
    if count == 1:
        shares[0] = lanes
        return
    here = here_of(tree, policy, node, visits, earlier, role, first, count, secure_at(tree, node, role))
    for turn in range(count):
        edge = first + _place(turn, offset, count)
        score = score_of_edge(tree, policy, here, edge, np.int64(tree.edges[edge]["visits"]), random)
        scores[0, turn] = score
        if turn % BLOCK == 0 or score > scores[1, turn // BLOCK]:
            scores[1, turn // BLOCK] = score
    blocks = (count - 1) // BLOCK + 1
    for _ in range(lanes):
        block, _other = _two_highest(scores[1], np.int64(0), blocks)
        best, beside = _two_highest(scores[0], block * BLOCK, min(count, (block + 1) * BLOCK))
        place = _place(best, offset, count)
        shares[place] += 1
        own = np.int64(tree.edges[first + place]["visits"]) + shares[place] * weight
        score = score_of_edge(tree, policy, here, first + place, own, random)
        scores[0, best], scores[1, block] = score, max(score, beside)


@bare_part
def _certain_to_follow(
    tree: Tree, edge: Whole, own: Whole, rival: float, exploration: float, weight: Whole, left: Whole
) -> Whole:
    """How many more lanes take an edge that scores more than its rival, at least: one, and nearly all that will.

    With x = 1/√n the score T·x² + E·x falls to that of the rival at x = 2·rival / (E + √(E² + 4·T·rival)).
    """
    if own < len(INVERSE_ROOTS) or left < FEW or rival <= 0.0 or kind_of_edge(tree, edge) != OPEN:
        return np.int64(1)
    total = max(0.0, total_of(tree, edge))
    root = (exploration + math.sqrt(exploration * exploration + 4.0 * total * rival)) / (2.0 * rival)
    return max(np.int64(1), np.int64(min(np.float64(left), (root * root - own) / weight)) - 1)


@bare_part
def _two_highest(numbers: NDArray[np.float64], begin: Whole, end: Whole) -> tuple[Whole, float]:
    """The place of the highest number, the first among equal ones, and the next highest number."""
    best, highest, second = np.int64(begin), -math.inf, -math.inf
    for place in range(begin, end):
        number = numbers[place]
        second = max(second, min(number, highest))
        best = np.int64(place) if number > highest else best
        highest = max(highest, number)
    return best, second
