"""Selection: how a role chooses among its moves at a node, by the score that the policy gives to each edge.

The highest score is taken; among equal ones the first from a random place on.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ludens.engine.kernels.bits import Whole
from ludens.engine.kernels.compiling import bare_part
from ludens.engine.kernels.dispatch import one_of
from ludens.engine.kernels.random_stream import Random, random_word
from ludens.search.tree.arrays import BOUNDED, CHILD_MASK, NOT_VALUED, OPEN, Tree, child_of_edge, kind_of_edge
from ludens.search.tree.bounds import TOP, highest, lowest
from ludens.search.tree.policies.selection import (
    EXPLORATION,
    Candidate,
    as_it_is,
    inverse_root,
    root_log,
    same_move,
)
from ludens.search.tree.policies.ucb1 import bound
from ludens.search.tree.policies.ucb1 import score as ucb1_score
from ludens.search.tree.policy import PROVEN_SCORES, SCORES, KernelPolicy, parameters_of
from ludens.search.tree.totals import total_of

PLAIN_UCB1, AS_IT_IS = SCORES.index(ucb1_score), PROVEN_SCORES.index(as_it_is)

score_of = one_of(SCORES)
score_of_proven = one_of(PROVEN_SCORES)


FAR = 1e6
"""By so much a move whose value is known scores less than any that is open."""


class Earlier(NamedTuple):
    """Nodes on the way: the one whose AMAF values GRAVE uses (Cazenave 2015), and the one two steps above, or -1."""

    reference: Whole
    grandfather: Whole


@bare_part
def choose(
    tree: Tree, policy: KernelPolicy, node: Whole, earlier: Earlier, role: Whole, first: Whole, random: Random
) -> Whole:
    """The edge that the role takes from a node whose edges of the role begin at ``first``.

    Never one that is certain to bring no more than another one guarantees; and one whose value is known only where no
    other can be better, for there is nothing to find out about it. What it guarantees is not lost: see ``back_up``.
    """
    count = np.int64(tree.counts[node, role])
    if count == 1:
        return first
    visits = np.int64(max(1, tree.nodes[node]["visits"]))
    offset = np.int64(((random_word(random) >> np.uint64(32)) * np.uint64(count)) >> np.uint64(32))
    secure = secure_at(tree, node, role)
    if secure < TOP and _is_plain(tree, policy):
        return _choose_by_ucb1(tree, policy, visits, role, np.int64(first), count, offset, secure)
    here = here_of(tree, policy, node, visits, earlier, role, first, count, secure)
    best, best_score = first, -math.inf
    for number in range(count):
        edge = first + (offset + number if offset + number < count else offset + number - count)
        score = score_of_edge(tree, policy, here, edge, np.int64(tree.edges[edge]["visits"]), random)
        if score > best_score:
            best, best_score = edge, score
        if score == math.inf:
            break
    return best


class Here(NamedTuple):
    """Where a role chooses, and what all of its edges have in common there.

    ``secure``: what it is sure of. ``usual``: what a move counts that has not been tried. ``adjusted``: whether proof
    numbers or minimax values count.
    """

    role: Whole
    earlier: Earlier
    visits: float
    log_visits: float
    root_log: float
    secure: Whole
    usual: float
    adjusted: bool


@bare_part
def here_of(
    tree: Tree,
    policy: KernelPolicy,
    node: Whole,
    visits: Whole,
    earlier: Earlier,
    role: Whole,
    first: Whole,
    count: Whole,
    secure: Whole,
) -> Here:
    usual = _mean(tree, first, count) - policy.reduction if policy.reduction >= 0.0 else policy.urgency
    adjusted = (len(tree.terms) > 0 or len(tree.minimax) > 0) and tree.nodes[node]["mover"] == role
    return Here(role, earlier, np.float64(visits), math.log(visits), root_log(visits), secure, usual, adjusted)


@bare_part
def score_of_edge(tree: Tree, policy: KernelPolicy, here: Here, edge: Whole, own: Whole, random: Random) -> float:
    """The score of an edge that has so many visits of its ``own``."""
    low, high = _bounds(tree, here.role, edge)
    if high < here.secure or (high == here.secure and low < here.secure):
        return -math.inf
    if low == high:
        return score_of_proven(policy.proven, low / 100.0, random) - FAR  # type: ignore[no-any-return]
    total = total_of(tree, edge) if own else untried(tree, policy, here.usual, here.earlier, here.role, edge)
    if own and kind_of_edge(tree, edge) == BOUNDED:
        total = min(max(total, own * low / 100.0), own * high / 100.0)
    if here.adjusted and own:
        total = _with_minimax(tree, policy, edge, own, total)
    candidate = Candidate(
        edge,
        own,
        total,
        here.role,
        here.visits,
        here.log_visits,
        here.earlier.reference,
        inverse_root(own),
        here.root_log,
    )
    score = score_of(policy.score, tree, parameters_of(policy), candidate, random)
    if here.adjusted and len(tree.terms):
        score += policy.proofs * tree.terms[edge]
    return score  # type: ignore[no-any-return]


@bare_part
def _is_plain(tree: Tree, policy: KernelPolicy) -> bool:
    """Whether nothing counts but UCB1."""
    return bool(
        policy.score == PLAIN_UCB1
        and policy.proven == AS_IT_IS
        and not policy.grandfather
        and policy.reduction < 0.0
        and len(tree.terms) == 0
        and len(tree.minimax) == 0
    )


@bare_part
def counts_ucb1_alone(tree: Tree, policy: KernelPolicy, node: Whole, role: Whole) -> bool:
    """Whether nothing counts but UCB1 where the role chooses at the node."""
    return bool(_is_plain(tree, policy) and secure_at(tree, node, role) < TOP)


@bare_part
def secure_at(tree: Tree, node: Whole, role: Whole) -> Whole:
    """What the role is sure of at the node."""
    return lowest(tree, node, role) if tree.nodes[node]["kind"] != OPEN else np.int64(0)


@bare_part
def _choose_by_ucb1(
    tree: Tree,
    policy: KernelPolicy,
    visits: Whole,
    role: Whole,
    first: Whole,
    count: Whole,
    offset: Whole,
    secure: Whole,
) -> Whole:
    """The same for plain UCB1, written out: most of the time that a search spends in its tree, it spends here.

    ``secure``: what the role is sure of at the node, less than TOP.
    """
    exploration, urgency = policy.parameters[EXPLORATION] * root_log(visits), policy.urgency
    best, best_score = first, -math.inf
    begin, end = first + offset, first + count
    for _ in range(2):
        for edge in range(begin, end):
            own = np.int64(tree.edges[np.uint64(edge)]["visits"])
            score = ucb1_of(tree, role, np.int64(edge), own, secure, exploration, urgency)
            if score == math.inf:
                return np.int64(edge)
            if score > best_score:
                best, best_score = edge, score
        begin, end = first, first + offset
    return best


@bare_part
def ucb1_of(
    tree: Tree, role: Whole, edge: Whole, own: Whole, secure: Whole, exploration: float, urgency: float
) -> float:
    """The score of an edge that has so many visits of its ``own``."""
    record = tree.edges[np.uint64(edge)]
    if record["child"] > CHILD_MASK:
        return _certain_ucb1(tree, role, edge, own, secure, exploration, urgency)
    if own == 0:
        return bound(urgency, 1.0, exploration)
    return bound(np.float64(record["total"]), inverse_root(own), exploration)


@bare_part
def _certain_ucb1(
    tree: Tree, role: Whole, edge: Whole, own: Whole, secure: Whole, exploration: float, urgency: float
) -> float:
    """The score of a move of which something is certain."""
    low, high = _bounds(tree, role, edge)
    if high < secure or (high == secure and low < secure):
        return -math.inf
    if low == high:
        return low / 100.0 - FAR
    if own == 0:
        return bound(urgency, 1.0, exploration)
    total = total_of(tree, edge)
    return bound(min(max(total, own * low / 100.0), own * high / 100.0), inverse_root(own), exploration)


@bare_part
def _with_minimax(tree: Tree, policy: KernelPolicy, edge: Whole, visits: Whole, total: float) -> float:
    """The sum of an edge's values, as many of them replaced by its minimax value as the policy wants."""
    if len(tree.minimax) and tree.minimax[edge] != NOT_VALUED:
        return total + policy.minimax * (visits * np.float64(tree.minimax[edge]) - total)
    return total


@bare_part
def _bounds(tree: Tree, role: Whole, edge: Whole) -> tuple[Whole, Whole]:
    """What a move brings at least and at most, as far as that is certain."""
    if kind_of_edge(tree, edge) == OPEN:
        return np.int64(0), np.int64(TOP)
    child = child_of_edge(tree, edge)
    return lowest(tree, child, role), highest(tree, child, role)


@bare_part
def _mean(tree: Tree, first: Whole, count: Whole) -> float:
    """What the moves of a role were worth on average; an even game where none was tried."""
    total, visits = 0.0, np.int64(0)
    for edge in range(first, first + count):
        total += total_of(tree, edge)
        visits += tree.edges[edge]["visits"]
    return total / visits if visits else 0.5


@bare_part
def untried(tree: Tree, policy: KernelPolicy, usual: float, earlier: Earlier, role: Whole, edge: Whole) -> float:
    """What a move is taken to be worth that nobody has made: what it was two steps above, where that is wanted."""
    if policy.grandfather and earlier.grandfather >= 0:
        source = same_move(tree, earlier.grandfather, role, edge)
        if tree.edges[source]["visits"] > 0:
            return total_of(tree, source) / tree.edges[source]["visits"]  # type: ignore[no-any-return]
    return usual
